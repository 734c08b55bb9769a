//! Decoding of matrix instructions: every shape and type is checked here, so that execution need not.

use super::op::*;
use super::parts::*;
use super::program::{Decoded, Decoder};
use tilewright_ptx::{Instr, Mod, Opcode, Operand, Type, Word};

fn is_scale(w: &Word) -> bool {
    matches!(
        w,
        Word::BlockScale | Word::ScaleVec1x | Word::ScaleVec2x | Word::ScaleVec4x
    )
}

impl Decoder<'_> {
    /// `Ok(None)` if the opcode belongs to another group.
    pub(super) fn tensor(&mut self, i: &Instr) -> Decoded<Option<TensorOp>> {
        let words = Self::words(i);
        let op = match i.op {
            Opcode::Ldmatrix => TensorOp::Ldmatrix(Box::new(self.matrix(i, &words, 0, 1)?)),
            Opcode::Stmatrix => TensorOp::Stmatrix(Box::new(self.matrix(i, &words, 1, 0)?)),
            Opcode::Movmatrix => TensorOp::Movmatrix {
                d: self.dst(i, 0)?,
                a: self.arg(i, 1, Type::B32)?,
            },
            Opcode::Mma => self.mma(i, &words)?,
            Opcode::WgmmaMmaAsync => self.wgmma(i, &words)?,
            Opcode::WgmmaFence => TensorOp::WgmmaFence,
            Opcode::WgmmaCommitGroup => TensorOp::WgmmaCommit,
            Opcode::WgmmaWaitGroup => TensorOp::WgmmaWait {
                left: self.small(self.operand(i, 0)?)?,
            },
            Opcode::Tcgen05Alloc
            | Opcode::Tcgen05Dealloc
            | Opcode::Tcgen05RelinquishAllocPermit
            | Opcode::Tcgen05FenceBefore
            | Opcode::Tcgen05FenceAfter
            | Opcode::Tcgen05Mma
            | Opcode::Tcgen05MmaWs
            | Opcode::Tcgen05Commit
            | Opcode::Tcgen05Cp
            | Opcode::Tcgen05Ld
            | Opcode::Tcgen05St
            | Opcode::Tcgen05WaitLd
            | Opcode::Tcgen05WaitSt => TensorOp::Tcgen05(Box::new(self.tcgen05(i, &words)?)),
            _ => return Ok(None),
        };
        Ok(Some(op))
    }

    fn matrix(&mut self, i: &Instr, words: &[Word], data: usize, addr: usize) -> Decoded<Matrix> {
        let bytes = words.contains(&Word::M16n16) && i.op == Opcode::Ldmatrix && i.ty(0) == Some(Type::B8);
        if !bytes && (!words.contains(&Word::M8n8) || i.ty(0) != Some(Type::B16)) {
            return self.unknown(i);
        }
        let regs = self.list(self.operand(i, data)?, Type::B32)?;
        let count = words.iter().find_map(|w| match w {
            Word::X1 => Some(1),
            Word::X2 => Some(2),
            Word::X4 => Some(4),
            _ => None,
        });
        let of_matrix = if bytes { 2 } else { 1 };
        if count.map(|count: usize| count * of_matrix) != Some(regs.len()) {
            return self.refuse(format!("{} registers do not match the count in the name", regs.len()));
        }
        let trans = words.contains(&Word::Trans);
        Ok(Matrix {
            trans,
            bytes,
            regs,
            addr: self.address(self.operand(i, addr)?)?,
            space: self.space(i.space(0))?,
        })
    }

    fn shape(&self, i: &Instr) -> Decoded<(u32, u32, u32)> {
        let shape = i.mods.iter().find_map(|m| match m {
            Mod::Shape { m, n, k } => Some((u32::from(*m), u32::from(*n), u32::from(*k))),
            _ => None,
        });
        match shape {
            Some(s) => Ok(s),
            None => self.refuse("the shape is missing"),
        }
    }

    fn elem(&self, i: &Instr, n: usize) -> Decoded<Elem> {
        Ok(match self.ty(i, n)? {
            Type::F16 => Elem::F16,
            Type::Bf16 => Elem::Bf16,
            Type::Tf32 => Elem::Tf32,
            Type::E4m3 => Elem::E4m3,
            Type::E5m2 => Elem::E5m2,
            Type::S8 => Elem::S8,
            Type::U8 => Elem::U8,
            Type::S4 => Elem::S4,
            Type::U4 => Elem::U4,
            Type::F64 => Elem::F64,
            _ => return self.unknown(i),
        })
    }

    fn mma(&mut self, i: &Instr, words: &[Word]) -> Decoded<TensorOp> {
        let (m, n, k) = self.shape(i)?;
        let kinds = [Word::KindF8f6f4, Word::KindMxf8f6f4, Word::KindMxf4, Word::KindMxf4nvf4];
        let kind = words.iter().find(|w| kinds.contains(w));
        let plain = words
            .iter()
            .all(|w| matches!(w, Word::Row | Word::Col | Word::Satfinite) || kinds.contains(w) || is_scale(w));
        let scaled = words.contains(&Word::BlockScale);
        let wants_scale = kind.is_some_and(|k| *k != Word::KindF8f6f4);
        if !plain || scaled != wants_scale || i.operands.len() != if scaled { 8 } else { 4 } {
            return self.unknown(i);
        }
        if kind.is_some() {
            return self.mma_of_kind(i, words, (m, n, k));
        }
        let Some(d_type) = AccType::of(self.ty(i, 0)?) else {
            return self.unknown(i);
        };
        let (a_type, b_type) = (self.elem(i, 1)?, self.elem(i, 2)?);
        let same = a_type.bits() == b_type.bits();
        let shape_known = match a_type {
            Elem::F16 | Elem::Bf16 => (m, n) == (16, 8) && matches!(k, 8 | 16),
            Elem::Tf32 => (m, n) == (16, 8) && matches!(k, 4 | 8),
            Elem::E4m3 | Elem::E5m2 => (m, n) == (16, 8) && matches!(k, 16 | 32),
            Elem::S8 | Elem::U8 => ((m, n) == (16, 8) && matches!(k, 16 | 32)) || (m, n, k) == (8, 8, 16),
            Elem::S4 | Elem::U4 => ((m, n) == (16, 8) && matches!(k, 32 | 64)) || (m, n, k) == (8, 8, 32),
            Elem::F64 => ((m, n) == (16, 8) && matches!(k, 4 | 8 | 16)) || (m, n, k) == (8, 8, 4),
            Elem::E3m2 | Elem::E2m3 | Elem::E2m1 | Elem::E2m1Packed => false,
        };
        let accumulator = match a_type {
            Elem::F16 | Elem::E4m3 | Elem::E5m2 => matches!(d_type, AccType::F16 | AccType::F32),
            Elem::Bf16 | Elem::Tf32 => d_type == AccType::F32,
            Elem::F64 => d_type == AccType::F64,
            _ => d_type == AccType::S32,
        };
        if !same || !shape_known || !accumulator || AccType::of(self.ty(i, 3)?) != Some(d_type) {
            return self.unknown(i);
        }
        let a_regs = m * k * a_type.bits() / 32 / if a_type == Elem::F64 { 64 } else { 32 };
        let b_regs = n * k * b_type.bits() / 32 / if a_type == Elem::F64 { 64 } else { 32 };
        let d_regs = m * n / 32 / if d_type == AccType::F16 { 2 } else { 1 };
        let reg = |e: Elem| if e == Elem::F64 { Type::B64 } else { Type::B32 };
        let d = self.registers(self.operand(i, 0)?, d_regs)?;
        let a = self.values(self.operand(i, 1)?, reg(a_type), a_regs)?;
        let b = self.values(self.operand(i, 2)?, reg(b_type), b_regs)?;
        let c = self.values(
            self.operand(i, 3)?,
            if d_type == AccType::F64 { Type::F64 } else { Type::B32 },
            d_regs,
        )?;
        let saturate = words.contains(&Word::Satfinite);
        Ok(TensorOp::Mma(Box::new(Mma {
            m,
            n,
            k,
            a_type,
            b_type,
            d_type,
            saturate,
            d,
            a,
            b,
            c,
            scale: None,
        })))
    }

    /// A product of 4-, 6- and 8-bit floats with `.kind`: plain, or with a scale for every block of elements along k.
    fn mma_of_kind(&mut self, i: &Instr, words: &[Word], (m, n, k): (u32, u32, u32)) -> Decoded<TensorOp> {
        let has = |w: Word| words.contains(&w);
        let packed = has(Word::KindMxf4) || has(Word::KindMxf4nvf4);
        let elem = |ty: Type| match ty {
            Type::E2m1 if packed => Some(Elem::E2m1Packed),
            _ if packed => None,
            Type::E4m3 => Some(Elem::E4m3),
            Type::E5m2 => Some(Elem::E5m2),
            Type::E3m2 => Some(Elem::E3m2),
            Type::E2m3 => Some(Elem::E2m3),
            Type::E2m1 => Some(Elem::E2m1),
            _ => None,
        };
        let Some(d_type) = AccType::of(self.ty(i, 0)?) else {
            return self.unknown(i);
        };
        let half = d_type == AccType::F16 && has(Word::KindF8f6f4);
        let types = (elem(self.ty(i, 1)?), elem(self.ty(i, 2)?));
        let shape = (m, n, k) == (16, 8, if packed { 64 } else { 32 });
        let (Some(a_type), Some(b_type), true) = (types.0, types.1, shape && (half || d_type == AccType::F32)) else {
            return self.unknown(i);
        };
        if AccType::of(self.ty(i, 3)?) != Some(d_type) {
            return self.unknown(i);
        }
        let d_regs = if half { 2 } else { 4 };
        Ok(TensorOp::Mma(Box::new(Mma {
            m,
            n,
            k,
            a_type,
            b_type,
            d_type,
            saturate: false,
            d: self.registers(self.operand(i, 0)?, d_regs)?,
            a: self.values(self.operand(i, 1)?, Type::B32, 4)?,
            b: self.values(self.operand(i, 2)?, Type::B32, 2)?,
            c: self.values(self.operand(i, 3)?, Type::B32, d_regs)?,
            scale: if has(Word::BlockScale) {
                Some(self.scales(i, words)?)
            } else {
                None
            },
        })))
    }

    fn scales(&mut self, i: &Instr, words: &[Word]) -> Decoded<MmaScale> {
        let has = |w: Word| words.contains(&w);
        let ue4m3 = self.ty(i, 4)? == Type::Ue4m3;
        let blocks = match (has(Word::ScaleVec1x), has(Word::ScaleVec2x), has(Word::ScaleVec4x)) {
            (false, false, true) => 4,
            (false, true, false) => 2,
            (true, false, false) => 1,
            _ if has(Word::KindMxf8f6f4) => 1,
            _ => 2,
        };
        let known = match blocks {
            1 => has(Word::KindMxf8f6f4) && !ue4m3,
            2 => !has(Word::KindMxf8f6f4) && !ue4m3,
            _ => has(Word::KindMxf4nvf4),
        };
        if !known || !(ue4m3 || self.ty(i, 4)? == Type::Ue8m0) {
            return self.unknown(i);
        }
        Ok(MmaScale {
            blocks,
            ue4m3,
            a: self.scale_from(i, 4)?,
            b: self.scale_from(i, 6)?,
        })
    }

    fn scale_from(&mut self, i: &Instr, at: usize) -> Decoded<ScaleFrom> {
        let reg = self.values(self.operand(i, at)?, Type::B32, 1)?[0];
        let selectors = self.values(self.operand(i, at + 1)?, Type::B16, 2)?;
        Ok(ScaleFrom {
            reg,
            byte: selectors[0],
            thread: selectors[1],
        })
    }

    /// `count` registers to write.
    pub(super) fn registers(&mut self, o: &Operand, count: u32) -> Decoded<Vec<Slot>> {
        let ok = match o {
            Operand::Vector(list) => list.iter().all(|o| matches!(o, Operand::Reg(_))),
            o => matches!(o, Operand::Reg(_)),
        };
        if !ok {
            return self.refuse("the destination must be registers");
        }
        self.values(o, Type::B32, count)
    }

    /// `count` registers or constants to read.
    pub(super) fn values(&mut self, o: &Operand, ty: Type, count: u32) -> Decoded<Vec<Slot>> {
        let list = self.list(o, ty)?;
        if list.len() != count as usize {
            return self.refuse(format!("{} registers where the shape needs {count}", list.len()));
        }
        Ok(list)
    }

    fn wgmma(&mut self, i: &Instr, words: &[Word]) -> Decoded<TensorOp> {
        let (m, n, k) = self.shape(i)?;
        let Some(d_type) = AccType::of(self.ty(i, 0)?) else {
            return self.unknown(i);
        };
        let (a_type, b_type) = (self.elem(i, 1)?, self.elem(i, 2)?);
        let (depth, accumulator, steps) = match a_type {
            Elem::F16 => (16, matches!(d_type, AccType::F16 | AccType::F32), 8),
            Elem::Bf16 => (16, d_type == AccType::F32, 8),
            Elem::Tf32 => (8, d_type == AccType::F32, 8),
            Elem::E4m3 | Elem::E5m2 => (32, matches!(d_type, AccType::F16 | AccType::F32), 8),
            Elem::S8 | Elem::U8 => (32, d_type == AccType::S32, if n > 32 { 16 } else { 8 }),
            _ => return self.unknown(i),
        };
        let mixed = a_type != b_type && a_type.bits() == 16;
        if m != 64
            || k != depth
            || !accumulator
            || mixed
            || a_type.bits() != b_type.bits()
            || n == 0
            || n > 256
            || n % steps != 0
        {
            return self.unknown(i);
        }
        let d_regs = n / 2 / if d_type == AccType::F16 { 2 } else { 1 };
        let d = self.registers(self.operand(i, 0)?, d_regs)?;
        let float = d_type != AccType::S32;
        let sixteen = a_type.bits() == 16;
        let in_registers = matches!(self.operand(i, 1)?, Operand::Vector(_));
        let expected = 4 + if float { 2 } else { 0 } + if sixteen { if in_registers { 1 } else { 2 } } else { 0 };
        if i.operands.len() != expected {
            return self.refuse(format!(
                "`wgmma.mma_async` of these types has {expected} operands, found {}",
                i.operands.len()
            ));
        }
        let transposed = |d: &Self, n: usize| if sixteen { d.flag(d.operand(i, n)?) } else { Ok(false) };
        let a = if in_registers {
            WgmmaA::Registers(self.values(self.operand(i, 1)?, Type::B32, 4)?)
        } else {
            WgmmaA::Descriptor {
                slot: self.arg(i, 1, Type::B64)?,
                transposed: transposed(self, 6)?,
            }
        };
        let b_transposed = transposed(self, if in_registers { 6 } else { 7 })?;
        Ok(TensorOp::Wgmma(Box::new(Wgmma {
            n,
            k,
            a_type,
            b_type,
            d_type,
            saturate: words.contains(&Word::Satfinite),
            d,
            a,
            b: self.arg(i, 2, Type::B64)?,
            b_transposed,
            scale_d: self.pred_src(self.operand(i, 3)?)?,
            negate_a: float && self.sign(self.operand(i, 4)?)?,
            negate_b: float && self.sign(self.operand(i, 5)?)?,
        })))
    }
}
