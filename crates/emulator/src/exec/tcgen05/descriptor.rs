//! The instruction descriptor of `tcgen05.mma` and the matrix descriptors of tcgen05
//! (docs/sources/ptx-data.md#tcgen05-descriptors).

use super::super::wgmma::Tile;
use crate::decode::{AccType, Elem, TcKind};
use crate::tensor_map::Swizzle;

impl Tile {
    /// Decodes a tcgen05 matrix descriptor (docs/sources/ptx-data.md#tcgen05-descriptors).
    pub(super) fn tcgen05(descriptor: u64, k_major: bool) -> Result<Tile, String> {
        let field = |at: u32| ((descriptor >> at) & 0x3FFF) as u32 * 16;
        if descriptor >> 46 & 7 != 1 {
            return Err("bits 46 to 48 of a tcgen05 matrix descriptor must be 1".to_string());
        }
        if descriptor >> 49 & 15 != 0 {
            return Err(
                "a matrix descriptor with a base offset or absolute leading dimension is not modelled".to_string(),
            );
        }
        let swizzle = match descriptor >> 61 {
            0 => Swizzle::None,
            2 => Swizzle::B128,
            4 => Swizzle::B64,
            6 => Swizzle::B32,
            other => return Err(format!("swizzle code {other} of a matrix descriptor is not modelled")),
        };
        Ok(Tile {
            start: field(0),
            lbo: field(16),
            sbo: field(32),
            swizzle,
            k_major,
        })
    }
}

/// The CTAs that make a product, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum By {
    One,
    Pair,
    /// `.ws`
    OneStationary,
}

/// The scale factors of an instruction descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScaleIds {
    /// Byte of a cell that holds the first scale factor of A.
    pub a: u32,
    pub b: u32,
    /// ue4m3, else ue8m0.
    pub ue4m3: bool,
}

/// A decoded instruction descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Instruction {
    pub m: u32,
    pub n: u32,
    pub k: u32,
    pub a_type: Elem,
    pub b_type: Elem,
    pub d_type: AccType,
    pub negate: bool,
    pub saturate: bool,
    pub a_k_major: bool,
    pub b_k_major: bool,
    /// Of the block-scaled kinds.
    pub scale: Option<ScaleIds>,
}

impl Instruction {
    /// Decodes the descriptor of a product. `blocks` is the number of scale factors along K, 0 without.
    pub fn new(kind: TcKind, idesc: u32, by: By, blocks: u32) -> Result<Instruction, String> {
        let (pair, ws) = (by == By::Pair, by == By::OneStationary);
        let field = |at: u32, bits: u32| idesc >> at & ((1 << bits) - 1);
        let bad = |what: &str| Err(format!("instruction descriptor {idesc:#010x}: {what}"));
        let (Some(a_type), Some(b_type)) = (element(kind, field(7, 3)), element(kind, field(10, 3))) else {
            return bad("element type not known for this kind");
        };
        let scaled = blocks != 0;
        let d_type = match (kind, field(4, 2)) {
            _ if scaled => AccType::F32,
            (TcKind::F16 | TcKind::F8f6f4, 0) => AccType::F16,
            (TcKind::F16 | TcKind::F8f6f4 | TcKind::Tf32, 1) => AccType::F32,
            (TcKind::I8, 2) => AccType::S32,
            _ => return bad("accumulator type not known for this kind"),
        };
        if field(2, 1) != 0 {
            return bad("sparse products are not modelled");
        }
        let (m, n) = if scaled {
            if field(0, 2) != 0 || field(3, 1) != 0 || field(6, 1) != 0 || field(24, 3) != 0 {
                return bad("bits 0, 1, 3, 6 and 24 to 26 must be 0 for a block-scaled kind");
            }
            if field(31, 1) != 0 {
                return bad("K of 96 is not modelled");
            }
            (field(27, 2) << 7, field(17, 6) << 3)
        } else {
            if ws && field(30, 2) != 0 {
                return bad("a shift within B is not modelled");
            }
            (field(24, 5) << 4, field(17, 6) << 3)
        };
        let step = match (pair, kind) {
            (true, TcKind::I8) => 32,
            (true, _) => 16,
            (false, _) if ws => 64,
            // The manual allows steps of 8 here too; the stricter rule of those who write such kernels.
            (false, _) if m == 128 && !scaled => 16,
            (false, _) => 8,
        };
        let rows = match (pair, scaled) {
            (false, false) if ws => matches!(m, 32 | 64 | 128),
            (false, false) => matches!(m, 64 | 128),
            (false, true) => m == 128,
            (true, _) => matches!(m, 128 | 256),
        };
        if !rows || n == 0 || n > 256 || n % step != 0 || (ws && n == 192) {
            let who = if pair { "a pair of CTAs" } else { "one CTA" };
            return bad(&format!("shape {m}x{n} is not legal for {who}"));
        }
        if pair && scaled && m == 128 && n % 64 != 0 {
            return bad(&format!(
                "{n} columns: where a pair of CTAs has the scale factors of B is modelled for multiples of 64"
            ));
        }
        let (a_k_major, b_k_major) = (field(15, 1) == 0, field(16, 1) == 0);
        if (!a_k_major && code_bits(a_type) < 8) || (!b_k_major && code_bits(b_type) < 8) {
            return bad("operands of 4 and 6 bits must be contiguous along K");
        }
        if !b_k_major && code_bits(b_type) == 8 && n % if pair { 32 } else { 16 } != 0 {
            return bad(&format!("{n} columns of a transposed 8-bit B"));
        }
        let scale = if scaled {
            let ids = ScaleIds {
                a: field(29, 2),
                b: field(4, 2),
                ue4m3: field(23, 1) == 0,
            };
            let legal = |id: u32| match blocks {
                1 => true,
                2 => matches!(id, 0 | 2),
                _ => id == 0,
            };
            if !legal(ids.a) || !legal(ids.b) {
                return bad("the scale factors do not begin at a legal byte");
            }
            if ids.ue4m3 && blocks != 4 {
                return bad("scale factors of ue4m3 belong to blocks of 16");
            }
            Some(ids)
        } else {
            None
        };
        let k = match kind {
            TcKind::F16 => 16,
            TcKind::Tf32 => 8,
            TcKind::F8f6f4 | TcKind::I8 | TcKind::Mxf8f6f4 => 32,
            TcKind::Mxf4 | TcKind::Mxf4nvf4 => 64,
        };
        Ok(Instruction {
            m,
            n,
            k,
            a_type,
            b_type,
            d_type,
            negate: field(13, 1) != field(14, 1),
            saturate: kind == TcKind::I8 && field(3, 1) != 0,
            a_k_major,
            b_k_major,
            scale,
        })
    }
}

fn element(kind: TcKind, code: u32) -> Option<Elem> {
    Some(match (kind, code) {
        (TcKind::F16, 0) => Elem::F16,
        (TcKind::F16, 1) => Elem::Bf16,
        (TcKind::Tf32, 2) => Elem::Tf32,
        (TcKind::F8f6f4 | TcKind::Mxf8f6f4, 0) => Elem::E4m3,
        (TcKind::F8f6f4 | TcKind::Mxf8f6f4, 1) => Elem::E5m2,
        (TcKind::F8f6f4 | TcKind::Mxf8f6f4, 3) => Elem::E2m3,
        (TcKind::F8f6f4 | TcKind::Mxf8f6f4, 4) => Elem::E3m2,
        (TcKind::F8f6f4 | TcKind::Mxf8f6f4, 5) => Elem::E2m1,
        (TcKind::Mxf4 | TcKind::Mxf4nvf4, 1) => Elem::E2m1Packed,
        (TcKind::I8, 0) => Elem::U8,
        (TcKind::I8, 1) => Elem::S8,
        _ => return None,
    })
}

/// Bits of an element's code, without the padding of its container.
pub(super) fn code_bits(e: Elem) -> u32 {
    match e {
        Elem::E2m1 | Elem::E2m1Packed => 4,
        Elem::E2m3 | Elem::E3m2 => 6,
        Elem::F16 | Elem::Bf16 | Elem::Tf32 | Elem::E4m3 | Elem::E5m2 => e.bits(),
        Elem::S8 | Elem::U8 | Elem::S4 | Elem::U4 | Elem::F64 => e.bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_descriptors() {
        let t = Tile::tcgen05(0x4000_4040_0001_0040, true).unwrap();
        assert_eq!((t.start, t.sbo, t.swizzle), (0x400, 1024, Swizzle::B128));
        let i = Instruction::new(TcKind::F16, 0x0840_0010, By::One, 0).unwrap();
        assert_eq!(
            (i.m, i.n, i.k, i.a_type, i.d_type),
            (128, 256, 16, Elem::F16, AccType::F32)
        );
        let i = Instruction::new(TcKind::Tf32, 0x0820_0910, By::One, 0).unwrap();
        assert_eq!((i.m, i.n, i.k, i.a_type), (128, 128, 8, Elem::Tf32));
    }

    #[test]
    fn illegal_descriptors_are_named() {
        let scaled = (128 >> 7 << 27) | (64 >> 3 << 17) | 1 << 23;
        assert!(Instruction::new(TcKind::Mxf8f6f4, scaled, By::One, 1).is_ok());
        let cases = [
            (TcKind::Mxf8f6f4, scaled | 1 << 2, 1, "sparse"),
            (TcKind::Mxf8f6f4, scaled | 1 << 24, 1, "must be 0"),
            (TcKind::Mxf8f6f4, scaled & !(1 << 23), 1, "ue4m3"),
            (TcKind::Mxf8f6f4, scaled ^ (3 << 27), 1, "shape 256x64"),
            (TcKind::Mxf8f6f4, scaled | 5 << 7 | 1 << 15, 1, "along K"),
            (TcKind::Mxf4, scaled, 2, "element type"),
            (TcKind::Mxf4, scaled | 1 << 7 | 1 << 10 | 1 << 29, 2, "legal byte"),
            (TcKind::Mxf4nvf4, scaled | 1 << 7 | 1 << 10 | 1 << 31, 4, "96"),
        ];
        for (kind, idesc, blocks, what) in cases {
            let message = Instruction::new(kind, idesc, By::One, blocks).unwrap_err();
            assert!(message.contains(what), "{message}");
        }
    }
}
