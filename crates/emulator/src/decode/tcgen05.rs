//! Decoding of tcgen05 instructions: every form is checked here, so that execution need not.

use super::parts::*;
use super::program::{Decoded, Decoder};
use tilewright_ptx::{Instr, Opcode, Operand, Type, Word};

impl Decoder<'_> {
    pub(super) fn tcgen05(&mut self, i: &Instr, words: &[Word]) -> Decoded<Tc> {
        let pair = words.contains(&Word::CtaGroup2);
        let grouped = pair || words.contains(&Word::CtaGroup1);
        if grouped && *self.tc_pair.get_or_insert(pair) != pair {
            return self.refuse("a kernel cannot mix `.cta_group::1` and `.cta_group::2`");
        }
        Ok(match i.op {
            Opcode::Tcgen05Alloc => Tc::Alloc {
                dst: self.address(self.operand(i, 0)?)?,
                space: self.space(i.space(0))?,
                columns: self.arg(i, 1, Type::U32)?,
                pair,
            },
            Opcode::Tcgen05Dealloc => Tc::Dealloc {
                addr: self.arg(i, 0, Type::U32)?,
                columns: self.arg(i, 1, Type::U32)?,
            },
            Opcode::Tcgen05RelinquishAllocPermit => Tc::Relinquish,
            Opcode::Tcgen05FenceBefore => Tc::FenceBefore,
            Opcode::Tcgen05FenceAfter => Tc::FenceAfter,
            Opcode::Tcgen05WaitLd => Tc::WaitLd,
            Opcode::Tcgen05WaitSt => Tc::WaitSt,
            Opcode::Tcgen05Commit => Tc::Commit {
                mbar: self.address(self.operand(i, 0)?)?,
                multicast: if words.contains(&Word::MulticastCluster) {
                    Some(self.arg(i, 1, Type::B16)?)
                } else {
                    None
                },
            },
            Opcode::Tcgen05Ld => Tc::Ld(self.tc_move(i, words, 0, 1)?),
            Opcode::Tcgen05St => Tc::St(self.tc_move(i, words, i.operands.len() - 1, 0)?),
            Opcode::Tcgen05Cp => Tc::Cp(self.tc_cp(i, words)?),
            _ => Tc::Mma(self.tc_mma(i, words)?),
        })
    }

    fn tc_move(&mut self, i: &Instr, words: &[Word], data: usize, addr: usize) -> Decoded<TcMove> {
        let (shape, per) = match words.first() {
            Some(Word::S32x32b) => (TcShape::S32x32b, 1),
            Some(Word::S16x64b) => (TcShape::S16x64b, 1),
            Some(Word::S16x128b) => (TcShape::S16x128b, 2),
            Some(Word::S16x256b) => (TcShape::S16x256b, 4),
            _ => (TcShape::S16x32bx2, 1),
        };
        let num = words.iter().find_map(|w| match w {
            Word::X1 => Some(1),
            Word::X2 => Some(2),
            Word::X4 => Some(4),
            Word::X8 => Some(8),
            Word::X16 => Some(16),
            Word::X32 => Some(32),
            Word::X64 => Some(64),
            Word::X128 => Some(128),
            _ => None,
        });
        let count = num.unwrap_or(1) * per;
        if count > 128 {
            return self.unknown(i);
        }
        let split = match shape {
            TcShape::S16x32bx2 => i64::from(self.small(self.operand(i, if data == 0 { 2 } else { 1 })?)?),
            _ => 0,
        };
        let packed = words.iter().any(|w| matches!(w, Word::Pack16b | Word::Unpack16b));
        let regs = if data == 0 {
            self.registers(self.operand(i, data)?, count)?
        } else {
            self.values(self.operand(i, data)?, Type::B32, count)?
        };
        Ok(TcMove {
            shape,
            packed,
            regs,
            addr: self.address(self.operand(i, addr)?)?,
            split,
        })
    }

    fn tc_cp(&mut self, i: &Instr, words: &[Word]) -> Decoded<TcCp> {
        let has = |w: Word| words.contains(&w);
        if has(Word::B8x16) || has(Word::B6x16P32) || has(Word::B4x16P64) {
            return self.refuse("the emulator does not run `tcgen05.cp` that unpacks 4- or 6-bit elements");
        }
        let copies = (has(Word::Warpx2B02B13), has(Word::Warpx2B01B23), has(Word::Warpx4));
        let shape = match (words.iter().find(|w| is_cp_shape(w)), copies) {
            (Some(Word::S128x256b), (false, false, false)) => TcCpShape::S128x256b,
            (Some(Word::S4x256b), (false, false, false)) => TcCpShape::S4x256b,
            (Some(Word::S128x128b), (false, false, false)) => TcCpShape::S128x128b,
            (Some(Word::S64x128b), (true, false, false)) => TcCpShape::S64x128bWarps02And13,
            (Some(Word::S64x128b), (false, true, false)) => TcCpShape::S64x128bWarps01And23,
            (Some(Word::S32x128b), (false, false, true)) => TcCpShape::S32x128bAllWarps,
            _ => {
                return self.refuse(
                    "`tcgen05.cp`: `.64x128b` needs `.warpx2::02_13` or `.warpx2::01_23`, `.32x128b` needs `.warpx4`, and the \
                     other shapes take neither",
                );
            }
        };
        Ok(TcCp {
            shape,
            pair: has(Word::CtaGroup2),
            addr: self.address(self.operand(i, 0)?)?,
            source: self.arg(i, 1, Type::B64)?,
        })
    }

    fn tc_mma(&mut self, i: &Instr, words: &[Word]) -> Decoded<TcMma> {
        let has = |w: Word| words.contains(&w);
        let kind = words.iter().find_map(|w| match w {
            Word::KindF16 => Some(TcKind::F16),
            Word::KindTf32 => Some(TcKind::Tf32),
            Word::KindF8f6f4 => Some(TcKind::F8f6f4),
            Word::KindI8 => Some(TcKind::I8),
            Word::KindMxf8f6f4 => Some(TcKind::Mxf8f6f4),
            Word::KindMxf4 => Some(TcKind::Mxf4),
            Word::KindMxf4nvf4 => Some(TcKind::Mxf4nvf4),
            _ => None,
        });
        let Some(kind) = kind else { return self.unknown(i) };
        let scaled = matches!(kind, TcKind::Mxf8f6f4 | TcKind::Mxf4 | TcKind::Mxf4nvf4);
        let vector = words.iter().find_map(|w| match w {
            Word::ScaleVec1x => Some(Some(1)),
            Word::ScaleVec2x => Some(Some(2)),
            Word::ScaleVec4x => Some(Some(4)),
            Word::Block16 => Some((kind == TcKind::Mxf4nvf4).then_some(4)),
            Word::Block32 => Some(Some(if kind == TcKind::Mxf8f6f4 { 1 } else { 2 })),
            _ => None,
        });
        // The number of scale factors along K, where the kind allows it (docs/sources/ptx-data.md#tcgen05-shapes).
        let blocks = match (kind, vector) {
            (TcKind::Mxf8f6f4, None | Some(Some(1))) => Some(1),
            (TcKind::Mxf4, None | Some(Some(2))) => Some(2),
            (TcKind::Mxf4nvf4, Some(Some(n @ (2 | 4)))) => Some(n),
            (_, None) if !scaled => Some(0),
            _ => None,
        };
        let (Some(blocks), true) = (blocks, has(Word::BlockScale) == scaled) else {
            return self.unknown(i);
        };
        if has(Word::Ashift) {
            return self.refuse("the emulator does not run `.ashift`: which row stays is not documented");
        }
        let ws = i.op == Opcode::Tcgen05MmaWs;
        if ws && (scaled || has(Word::CtaGroup2)) {
            return self.refuse("`tcgen05.mma.ws` is for one CTA, without block scaling");
        }
        // Behind the instruction descriptor: the scale factors; or lanes to leave out, and at the end a scale of D.
        let disabled = match i.operands.get(4) {
            Some(Operand::Vector(list)) if !scaled && !ws => {
                let words = if has(Word::CtaGroup2) { 8 } else { 4 };
                if list.len() != words {
                    return self.refuse(format!("the mask of output lanes has {words} words here"));
                }
                list.iter()
                    .map(|o| self.src(o, Type::B32))
                    .collect::<Decoded<Vec<Slot>>>()?
            }
            _ => Vec::new(),
        };
        let enable = match (scaled, disabled.is_empty()) {
            (true, _) => 6,
            (false, true) => 4,
            (false, false) => 5,
        };
        let scale_d = match i.operands.get(enable + 1) {
            None => 0,
            Some(_) if ws => {
                return self.refuse("the emulator does not run `tcgen05.mma.ws` with a mask of zero columns");
            }
            Some(o) => self.small(o)?,
        };
        let scalable = matches!(kind, TcKind::F16 | TcKind::Tf32);
        if i.operands.len() > enable + 2 || scale_d > 15 || (scale_d > 0 && !scalable) {
            return self.refuse("D can be scaled by 2 to the power of -0 to -15, for .kind::f16 and .kind::tf32");
        }
        let a = match self.operand(i, 1)? {
            o @ Operand::Addr(_) => TcA::Tmem(self.address(o)?),
            o => TcA::Descriptor(self.src(o, Type::B64)?),
        };
        let scale = if scaled {
            Some(TcScale {
                blocks,
                a: self.address(self.operand(i, 4)?)?,
                b: self.address(self.operand(i, 5)?)?,
            })
        } else {
            None
        };
        Ok(TcMma {
            kind,
            pair: has(Word::CtaGroup2),
            d: self.address(self.operand(i, 0)?)?,
            a,
            b: self.arg(i, 2, Type::B64)?,
            idesc: self.arg(i, 3, Type::U32)?,
            enable: self.pred_src(self.operand(i, enable)?)?,
            scale,
            disabled,
            scale_d,
            ws,
        })
    }
}

fn is_cp_shape(w: &Word) -> bool {
    matches!(
        w,
        Word::S128x256b | Word::S4x256b | Word::S128x128b | Word::S64x128b | Word::S32x128b
    )
}
