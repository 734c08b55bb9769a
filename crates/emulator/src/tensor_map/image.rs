//! The 128 bytes of a tensor map in memory. What hardware has there is not documented; a program that uses only
//! `tensormap.replace` and copies of the whole cannot tell.

use super::{Oob, Swizzle, TensorMap, TmaType};
use crate::memory::{load_le, store_le};

/// Bytes of a tensor map.
pub(crate) const BYTES: usize = 128;

/// Where a field lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// First byte.
    pub at: usize,
    /// Bytes of the field, or of one entry of the list.
    pub bytes: usize,
    /// Entries.
    pub count: usize,
}

const fn field(at: usize, bytes: usize, count: usize) -> Field {
    Field { at, bytes, count }
}

/// Set in every map: zeros alone are none.
pub(crate) const MARK: Field = field(0, 2, 1);
pub(crate) const ELEMENT: Field = field(2, 1, 1);
/// Less one.
pub(crate) const RANK: Field = field(3, 1, 1);
pub(crate) const INTERLEAVE: Field = field(4, 1, 1);
pub(crate) const SWIZZLE: Field = field(5, 1, 1);
pub(crate) const ATOMICITY: Field = field(6, 1, 1);
pub(crate) const FILL: Field = field(7, 1, 1);
pub(crate) const ADDRESS: Field = field(8, 8, 1);
pub(crate) const STEP: Field = field(16, 4, 5);
pub(crate) const BOX: Field = field(36, 4, 5);
/// 0 stands for 2^32.
pub(crate) const EXTENT: Field = field(56, 4, 5);
pub(crate) const STRIDE: Field = field(80, 8, 4);
/// The content of [`MARK`].
pub(crate) const MARKED: u64 = 0x4D54;

/// By the codes of `tensormap.replace` (docs/sources/ptx-data.md#tensor-maps).
const ELEMENTS: [Option<TmaType>; 11] = [
    Some(TmaType::U8),
    Some(TmaType::U16),
    Some(TmaType::U32),
    Some(TmaType::S32),
    Some(TmaType::U64),
    Some(TmaType::S64),
    Some(TmaType::F16),
    Some(TmaType::F32),
    None,
    Some(TmaType::F64),
    Some(TmaType::Bf16),
];
const SWIZZLES: [Swizzle; 4] = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];

/// The bytes of a map that points to an address.
pub(crate) fn encode(map: &TensorMap, address: u64) -> Vec<u8> {
    let mut image = vec![0; BYTES];
    let mut set = |f: Field, n: usize, value: u64| {
        let at = f.at + n * f.bytes;
        if let Some(bytes) = image.get_mut(at..at + f.bytes).filter(|_| n < f.count) {
            store_le(bytes, value);
        }
    };
    let position = ELEMENTS.iter().position(|e| *e == Some(map.ty));
    set(MARK, 0, MARKED);
    set(ELEMENT, 0, position.unwrap_or(0) as u64);
    set(RANK, 0, map.dims.len() as u64 - 1);
    set(
        SWIZZLE,
        0,
        SWIZZLES.iter().position(|s| *s == map.swizzle).unwrap_or(0) as u64,
    );
    set(FILL, 0, u64::from(map.oob == Oob::Nan));
    set(ADDRESS, 0, address);
    for (n, &v) in map.element_strides.iter().enumerate() {
        set(STEP, n, v.into());
    }
    for (n, &v) in map.box_dims.iter().enumerate() {
        set(BOX, n, v.into());
    }
    for (n, &v) in map.dims.iter().enumerate() {
        set(EXTENT, n, v);
    }
    for (n, &v) in map.strides.iter().enumerate() {
        set(STRIDE, n, v);
    }
    image
}

/// The map that the bytes hold, and the address it points to.
///
/// # Errors
/// Why they hold none that is modelled.
pub(crate) fn decode(image: &[u8]) -> Result<(u64, TensorMap), String> {
    let get = |f: Field, n: usize| {
        let at = f.at + n * f.bytes;
        image.get(at..at + f.bytes).map_or(0, load_le)
    };
    if get(MARK, 0) != MARKED {
        return Err("there is no tensor map".to_string());
    }
    let rank = get(RANK, 0) as usize + 1;
    if rank > 5 {
        return Err(format!("the tensor map has rank {rank}; 1 to 5 is possible"));
    }
    let Some(ty) = ELEMENTS.get(get(ELEMENT, 0) as usize).copied().flatten() else {
        return Err(format!(
            "element type {} of the tensor map is not modelled",
            get(ELEMENT, 0)
        ));
    };
    let Some(&swizzle) = SWIZZLES.get(get(SWIZZLE, 0) as usize) else {
        return Err(format!(
            "swizzle mode {} of the tensor map is not modelled",
            get(SWIZZLE, 0)
        ));
    };
    if get(INTERLEAVE, 0) != 0 || get(ATOMICITY, 0) != 0 {
        return Err("interleaving and other atoms of swizzles are not modelled".to_string());
    }
    let all = |f: Field, count: usize| (0..count).map(move |n| get(f, n));
    let map = TensorMap {
        buffer: String::new(),
        offset: 0,
        ty,
        dims: all(EXTENT, rank).map(|v| if v == 0 { 1 << 32 } else { v }).collect(),
        strides: all(STRIDE, rank - 1).collect(),
        box_dims: all(BOX, rank).map(|v| v as u32).collect(),
        element_strides: all(STEP, rank).map(|v| v as u32).collect(),
        swizzle,
        oob: if get(FILL, 0) == 0 { Oob::Zero } else { Oob::Nan },
    };
    let address = get(ADDRESS, 0);
    map.check(address)
        .map_err(|e| format!("the tensor map is wrong: {e}"))?;
    Ok((address, map))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_as_it_was_written() {
        let map = TensorMap {
            buffer: String::new(),
            offset: 0,
            ty: TmaType::Bf16,
            dims: vec![1 << 32, 3, 7],
            strides: vec![1 << 34, 48],
            box_dims: vec![32, 2, 1],
            element_strides: vec![1, 2, 8],
            swizzle: Swizzle::B64,
            oob: Oob::Nan,
        };
        let mut image = encode(&map, 0x1230);
        assert_eq!(decode(&image), Ok((0x1230, map)));
        image[RANK.at] = 5;
        assert!(decode(&image).unwrap_err().contains("rank 6"));
        image[RANK.at] = 3;
        assert!(decode(&image).unwrap_err().contains("box side 0"));
        assert!(decode(&[0; BYTES]).unwrap_err().contains("no tensor map"));
    }
}
