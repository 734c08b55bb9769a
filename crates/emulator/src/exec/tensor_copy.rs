//! Bulk tensor copies (docs/sources/ptx-data.md#tensor-copies).

use super::copy::Landing;
use super::{By, Done, Exec, Flow, Scatter, Stop, lanes};
use crate::decode::{Address, BulkDir, BulkTensor, MemSpace, TensormapReplace, low};
use crate::finding::FindingKind;
use crate::memory::store_le;
use crate::race::Clock;
use crate::tensor_map::{Oob, TensorMap, image};

/// A row of a box: where it lies in shared memory, and the part of it that lies in the tensor.
struct Row {
    /// Linear byte offset in the box.
    offset: u32,
    /// Global address of element 0 of the row, wrapping where the start lies outside.
    addr: u64,
    /// Elements in bounds.
    inside: std::ops::Range<u32>,
}

/// The rows of a box at given coordinates.
fn rows(map: &TensorMap, base: u64, coords: &[i64]) -> Vec<Row> {
    let rank = map.dims.len();
    let bytes = map.ty.bytes();
    let inner = map.extent(0);
    let total: u32 = (1..rank).map(|d| map.extent(d)).product();
    let at = |list: &[i64], d: usize| list.get(d).copied().unwrap_or(0);
    let c0 = at(coords, 0);
    let size = map.dims.first().copied().unwrap_or(0) as i64;
    // Elements i of the row with 0 <= c0 + i < size.
    let first = (-c0).clamp(0, inner.into()) as u32;
    let last = (size - c0).clamp(first.into(), inner.into()) as u32;
    let mut out = Vec::with_capacity(total as usize);
    let mut index = vec![0_u32; rank];
    for row in 0..total {
        let mut addr = base.wrapping_add((c0 * i64::from(bytes)) as u64);
        let mut inside = true;
        for (d, &i) in index.iter().enumerate().skip(1) {
            let step = map.element_strides.get(d).copied().unwrap_or(1);
            let x = at(coords, d) + i64::from(i) * i64::from(step);
            inside &= x >= 0 && (x as u64) < map.dims.get(d).copied().unwrap_or(0);
            addr = addr.wrapping_add((x as u64).wrapping_mul(map.strides.get(d - 1).copied().unwrap_or(0)));
        }
        out.push(Row {
            offset: row * inner * bytes,
            addr,
            inside: if inside { first..last } else { 0..0 },
        });
        for (d, i) in index.iter_mut().enumerate().skip(1) {
            *i += 1;
            if *i < map.extent(d) {
                break;
            }
            *i = 0;
        }
    }
    out
}

impl Exec<'_> {
    /// The tensor map behind a generic address.
    fn tensor_map(&mut self, addr: u64, lane: usize) -> Result<(u64, TensorMap), Stop> {
        if !addr.is_multiple_of(64) {
            return self.stop(
                FindingKind::Misaligned,
                1 << lane,
                format!("the tensor map at {addr:#x} is not 64-byte aligned"),
            );
        }
        let mut bytes = [0; image::BYTES];
        let target = self.resolve(MemSpace::Generic, addr, lane)?;
        self.fetch(target, &mut bytes, false, lane)?;
        match image::decode(&bytes) {
            Ok(map) => Ok(map),
            Err(e) => self.stop(FindingKind::InvalidOperand, 1 << lane, format!("at {addr:#x}: {e}")),
        }
    }

    /// `tensormap.replace` (docs/sources/ptx-data.md#tensormap-replace): one field of a map in memory.
    pub(super) fn tensormap_replace(&mut self, r: &TensormapReplace) -> Done {
        let (addr, value) = (self.addresses(r.addr), self.read(r.value));
        for l in lanes(self.mask) {
            let target = self.resolve(r.space, addr[l], l)?;
            // The whole must be there.
            let mut whole = [0; image::BYTES];
            self.fetch(target, &mut whole, false, l)?;
            let value = low(value[l], 8 * r.field.bytes as u32);
            for (field, n, value) in [(r.field, r.entry, value), (image::MARK, 0, image::MARKED)] {
                let at = (field.at + n * field.bytes) as u64;
                let target = self.resolve(r.space, addr[l].wrapping_add(at), l)?;
                let bytes = value.to_le_bytes();
                self.put(target, bytes.get(..field.bytes).unwrap_or(&bytes), false, l)?;
            }
        }
        Ok(Flow::Next)
    }

    /// `tensormap.cp_fenceproxy`: a map from shared to global memory, for other threads to use.
    pub(super) fn tensormap_copy(&mut self, to: Address, from: Address, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let (to, from) = (self.addresses(to), self.addresses(from));
        let Some(l) = lanes(self.mask).next() else {
            return Ok(Flow::Next);
        };
        let mut bytes = [0; image::BYTES];
        self.check_aligned(to[l], image::BYTES as u32, l)?;
        let source = self.resolve(MemSpace::Shared, from[l], l)?;
        self.fetch(source, &mut bytes, false, l)?;
        let target = self.resolve(MemSpace::Global, to[l], l)?;
        self.put(target, &bytes, false, l)?;
        self.release_at(to[l]);
        Ok(Flow::Next)
    }

    pub(super) fn bulk_tensor(&mut self, b: &BulkTensor) -> Done {
        let (map, smem) = (self.addresses(b.map), self.addresses(b.smem));
        let coords: Vec<_> = b.coords.iter().map(|&c| self.read(c)).collect();
        let mbar = b.mbar.map(|m| self.addresses(m));
        let multicast = b.multicast.map(|m| self.read(m));
        for l in lanes(self.mask) {
            let (base, map) = self.tensor_map(map[l], l)?;
            if map.dims.len() != coords.len() {
                let message = format!(
                    "{} coordinates for a tensor map of rank {}",
                    coords.len(),
                    map.dims.len()
                );
                return self.stop(FindingKind::InvalidOperand, 1 << l, message);
            }
            let at: Vec<i64> = coords.iter().map(|c| i64::from(c[l] as i32)).collect();
            let smem = self.shared_of(MemSpace::Shared, smem[l], l)?;
            if smem.1 % 128 != 0 {
                let message = format!(
                    "a tensor copy at {:#x} of shared memory, which is not 128-byte aligned",
                    smem.1
                );
                return self.stop(FindingKind::Misaligned, 1 << l, message);
            }
            let rows = rows(&map, base, &at);
            let clock = self.w().clock.clone();
            if b.dir == BulkDir::Load {
                let m = mbar.map_or(0, |m| m[l]);
                let mbar = self.shared_of(MemSpace::Shared, m, l)?;
                if b.pair && mbar.0 & !1 != smem.0 & !1 {
                    let message =
                        "with .cta_group::2 the mbarrier must be in one of the CTAs of the destination's pair";
                    return self.stop(FindingKind::InvalidOperand, 1 << l, message);
                }
                let by = self.by_barrier(mbar, l)?;
                let scatter = self.gather(&map, &rows, smem.1, l, by, &clock)?;
                let to = Landing {
                    smem: smem.0,
                    mbar,
                    multicast: multicast.map(|m| m[l] as u16),
                    pair: b.pair,
                    bytes: map.box_bytes(),
                    reduce: None,
                    asynchronous_proxy: true,
                };
                self.launch_load(scatter, &to, &clock, l)?;
            } else {
                if at.iter().any(|&c| c < 0) {
                    return self.stop(
                        FindingKind::InvalidOperand,
                        1 << l,
                        format!("a tensor store at negative coordinates {at:?}"),
                    );
                }
                if smem.0 != self.cta {
                    return self.stop(
                        FindingKind::InvalidOperand,
                        1 << l,
                        "a bulk store reads the own CTA's shared memory",
                    );
                }
                let pieces = pieces(&map, &rows, smem.1);
                let reduce = match b.reduce {
                    Some(op) if super::atom_known(op, map.ty.ptx()) => Some((op, map.ty.ptx())),
                    Some(_) => {
                        return self.stop(
                            FindingKind::InvalidOperand,
                            1 << l,
                            "this reduction does not exist for the tensor map's type",
                        );
                    }
                    None => None,
                };
                self.launch_store(pieces, reduce, &clock, l)?;
            }
        }
        Ok(Flow::Next)
    }

    /// The bytes of a box, in bounds from global memory and filled elsewhere, with the places they go to.
    fn gather(
        &mut self,
        map: &TensorMap,
        rows: &[Row],
        smem: u32,
        lane: usize,
        by: By,
        clock: &Clock,
    ) -> Result<Scatter, Stop> {
        let bytes = map.ty.bytes();
        let row_bytes = map.row_bytes() as usize;
        let mut scatter = Scatter::default();
        let mut line = vec![0; row_bytes];
        for row in rows {
            let fill = if map.oob == Oob::Nan { map.ty.nan() } else { 0 };
            line.chunks_exact_mut(bytes as usize).for_each(|e| store_le(e, fill));
            if !row.inside.is_empty() {
                let (from, to) = ((row.inside.start * bytes) as usize, (row.inside.end * bytes) as usize);
                let addr = row.addr.wrapping_add(from as u64);
                if let Some(part) = line.get_mut(from..to) {
                    match self.g.get(addr, to - from) {
                        Some(b) => part.copy_from_slice(b),
                        None => return self.out_of_global(addr, to - from, "read by a tensor copy", lane),
                    }
                    self.touch_global_as(addr, to - from, false, lane, by, clock);
                }
            }
            place(map, smem + row.offset, &line, |at, piece| scatter.push(at, piece));
        }
        Ok(scatter)
    }
}

/// Cuts a row into the pieces that stay together under the swizzle.
fn place(map: &TensorMap, at: u32, line: &[u8], mut f: impl FnMut(u32, &[u8])) {
    if map.swizzle.span() == 0 {
        return f(at, line);
    }
    for (i, chunk) in line.chunks(16).enumerate() {
        f(map.swizzle.apply(at + 16 * i as u32), chunk);
    }
}

/// The in-bounds parts of a box for a store: (shared address, global address, bytes).
fn pieces(map: &TensorMap, rows: &[Row], smem: u32) -> Vec<(u32, u64, u32)> {
    let bytes = map.ty.bytes();
    let mut out = Vec::new();
    for row in rows.iter().filter(|r| !r.inside.is_empty()) {
        let (from, to) = (row.inside.start * bytes, row.inside.end * bytes);
        let mut at = from;
        while at < to {
            let end = if map.swizzle.span() == 0 {
                to
            } else {
                ((at / 16 + 1) * 16).min(to)
            };
            let chunk = map.swizzle.apply(smem + row.offset + at - at % 16) + at % 16;
            let shared = if map.swizzle.span() == 0 {
                smem + row.offset + at
            } else {
                chunk
            };
            out.push((shared, row.addr.wrapping_add(at.into()), end - at));
            at = end;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor_map::{Swizzle, TmaType};

    fn map() -> TensorMap {
        TensorMap {
            buffer: "t".into(),
            offset: 0,
            ty: TmaType::F16,
            dims: vec![10, 3],
            strides: vec![32],
            box_dims: vec![8, 2],
            element_strides: vec![1, 1],
            swizzle: Swizzle::None,
            oob: Oob::Zero,
        }
    }

    #[test]
    fn rows_are_clipped_at_every_edge() {
        let r = rows(&map(), 0x1000, &[4, 2]);
        assert_eq!(r.len(), 2);
        assert_eq!(
            (r[0].inside.clone(), r[0].addr, r[0].offset),
            (0..6, 0x1000 + 64 + 8, 0)
        );
        assert!(r[1].inside.is_empty());
        let r = rows(&map(), 0x1000, &[-3, -1]);
        assert!(r[0].inside.is_empty());
        assert_eq!((r[1].inside.clone(), r[1].addr), (3..8, 0x1000 - 6));
    }

    #[test]
    fn swizzled_pieces_are_chunks() {
        let m = TensorMap {
            swizzle: Swizzle::B128,
            box_dims: vec![64, 2],
            dims: vec![64, 8],
            strides: vec![128],
            ..map()
        };
        let p = pieces(&m, &rows(&m, 0, &[0, 0]), 0x400 + 5 * 128);
        assert_eq!(p.len(), 16);
        // Line 5, chunk 2 goes to chunk 7.
        assert_eq!(p[2].0, 0x400 + 5 * 128 + 7 * 16);
    }
}
