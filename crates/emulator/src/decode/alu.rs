//! Decoding of arithmetic, logic, comparison, selection, moves and conversions.

use super::float::{self, FloatMode, FloatOp};
use super::int;
use super::op::*;
use super::parts::*;
use super::program::{Decoded, Decoder};
use super::{Cvt, low};
use tilewright_ptx::{Imm, Instr, Opcode, Operand, Space, Special, Type, Word};

impl Decoder<'_> {
    /// `Ok(None)` if the opcode belongs to another group.
    pub(super) fn alu(&mut self, i: &Instr) -> Decoded<Option<AluOp>> {
        use Opcode::*;
        let op =
            match i.op {
                Addc | Subc | Madc => self.carry(i)?,
                Add | Sub | Mad if Self::words(i).contains(&Word::Cc) => self.carry(i)?,
                Add | Sub | Mul | Mul24 | Div | Rem | Min | Max | And | Or | Xor | Shl | Shr | Copysign | Bmsk
                | Szext => self.binary(i)?,
                Abs | Neg | Popc | Clz | Bfind | Brev | Not | Cnot | Rcp | Sqrt | Rsqrt | Sin | Cos | Lg2 | Ex2
                | Tanh => self.unary(i)?,
                Mad | Mad24 | Fma | Sad | Bfe | Fns | Prmt | Shf | Dp4a | Dp2a => self.ternary(i)?,
                Bfi => {
                    let ty = self.ty(i, 0)?;
                    let bits = ty.bits();
                    let [a, b] = [self.arg(i, 1, ty)?, self.arg(i, 2, ty)?];
                    let [pos, len] = [self.arg(i, 3, Type::U32)?, self.arg(i, 4, Type::U32)?];
                    AluOp::Bfi {
                        bits,
                        d: self.dst(i, 0)?,
                        a,
                        b,
                        pos,
                        len,
                    }
                }
                Lop3 => self.lop3(i)?,
                Set => self.set(i)?,
                Setp | Testp => self.setp(i)?,
                Selp => self.selp(i)?,
                Slct => {
                    let (ty, by) = (self.ty(i, 0)?, self.ty(i, 1)?);
                    let [a, b] = [self.arg(i, 1, ty)?, self.arg(i, 2, ty)?];
                    AluOp::Slct {
                        d: self.dst(i, 0)?,
                        a,
                        b,
                        c: self.arg(i, 3, by)?,
                        float: by == Type::F32,
                    }
                }
                Mov => self.mov(i)?,
                Cvt => self.cvt(i)?,
                CvtPack => self.cvt_pack(i)?,
                // Hints to the caches change no result.
                Createpolicy => {
                    let a = self.constant(0)?;
                    AluOp::Mov { d: self.dst(i, 0)?, a }
                }
                Cvta => self.cvta(i)?,
                Isspacep => {
                    let Some(d) = self.pred_dst(self.operand(i, 0)?)? else {
                        return Ok(Some(AluOp::Nop));
                    };
                    AluOp::Isspacep {
                        d,
                        a: self.arg(i, 1, Type::B64)?,
                        space: self.space(i.space(0))?,
                    }
                }
                Mapa => {
                    let ty = self.ty(i, 0)?;
                    let [a, rank] = [self.arg(i, 1, ty)?, self.arg(i, 2, Type::U32)?];
                    AluOp::Mapa {
                        d: self.dst(i, 0)?,
                        a,
                        rank,
                    }
                }
                Getctarank => {
                    let ty = self.ty(i, 0)?;
                    AluOp::Getctarank {
                        a: self.arg(i, 1, ty)?,
                        d: self.dst(i, 0)?,
                    }
                }
                Activemask => AluOp::Activemask { d: self.dst(i, 0)? },
                _ => return Ok(None),
            };
        Ok(Some(op))
    }

    /// The `n`-th type modifier.
    pub fn ty(&self, i: &Instr, n: usize) -> Decoded<Type> {
        match i.ty(n) {
            Some(t) => Ok(t),
            None => self.refuse(format!("`{}` lacks a type", i.op.text())),
        }
    }

    fn binary(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        let words = Self::words(i);
        if ty == Type::Pred {
            let op = match i.op {
                Opcode::And => Logic::And,
                Opcode::Or => Logic::Or,
                Opcode::Xor => Logic::Xor,
                _ => return self.unknown(i),
            };
            let [a, b] = [self.pred_src(self.operand(i, 1)?)?, self.pred_src(self.operand(i, 2)?)?];
            return Ok(match self.pred_dst(self.operand(i, 0)?)? {
                Some(d) => AluOp::PredLogic { op, d, a, b },
                None => AluOp::Nop,
            });
        }
        if i.operands.len() == 4 && matches!(i.op, Opcode::Min | Opcode::Max) && ty == Type::F32 {
            let Some(f) = float::binary(i.op, ty, &words) else {
                return self.unknown(i);
            };
            let abc = [self.arg(i, 1, ty)?, self.arg(i, 2, ty)?, self.arg(i, 3, ty)?];
            let d = self.dst(i, 0)?;
            return Ok(AluOp::Bin3 { f, d, abc });
        }
        if let Some(op) = self.mixed(i, ty, &words)? {
            return Ok(op);
        }
        if i.operands.len() != 3 || i.ty(1).is_some() {
            return self.unknown(i);
        }
        let second = if matches!(i.op, Opcode::Shl | Opcode::Shr) {
            Type::U32
        } else {
            ty
        };
        let (d, a, b) = (self.dst(i, 0)?, self.arg(i, 1, ty)?, self.arg(i, 2, second)?);
        let f = if ty.is_float() {
            float::binary(i.op, ty, &words)
        } else {
            int::binary(i.op, ty, &words)
        };
        if let Some(f) = f {
            return Ok(AluOp::Bin { f, d, a, b });
        }
        self.float_op(i, ty, &words, d, a, b, b)
    }

    /// `add`, `sub` and `fma` of f32 with operands of 16 bits.
    fn mixed(&mut self, i: &Instr, ty: Type, words: &[Word]) -> Decoded<Option<AluOp>> {
        let bf16 = match i.ty(1) {
            Some(Type::F16) => false,
            Some(Type::Bf16) => true,
            _ => return Ok(None),
        };
        if ty != Type::F32 || !matches!(i.op, Opcode::Add | Opcode::Sub | Opcode::Fma) || words.contains(&Word::Ftz) {
            return Ok(None);
        }
        let half = Type::B16;
        let abc = if i.op == Opcode::Fma {
            [self.arg(i, 1, half)?, self.arg(i, 2, half)?, self.arg(i, 3, ty)?]
        } else {
            let [a, b] = [self.arg(i, 1, half)?, self.arg(i, 2, ty)?];
            [a, b, b]
        };
        let f = FloatOp {
            op: i.op,
            ty,
            mode: FloatMode::of(words),
        };
        let d = self.dst(i, 0)?;
        Ok(Some(AluOp::Mixed { f, bf16, d, abc }))
    }

    /// Floating-point operations with rounding, flushing or clamping.
    #[allow(clippy::too_many_arguments)]
    fn float_op(&mut self, i: &Instr, ty: Type, words: &[Word], d: Slot, a: Slot, b: Slot, c: Slot) -> Decoded<AluOp> {
        let known = matches!(
            i.op,
            Opcode::Add
                | Opcode::Sub
                | Opcode::Mul
                | Opcode::Fma
                | Opcode::Mad
                | Opcode::Div
                | Opcode::Rcp
                | Opcode::Sqrt
        );
        let typed = ty == Type::F64 || float::layout(ty).is_some();
        if !known
            || !typed
            || words
                .iter()
                .any(|w| matches!(w, Word::Approx | Word::Full | Word::Oob | Word::Rs))
        {
            return self.unknown(i);
        }
        Ok(AluOp::Float {
            f: FloatOp {
                op: i.op,
                ty,
                mode: FloatMode::of(words),
            },
            d,
            a,
            b,
            c,
        })
    }

    fn unary(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        let words = Self::words(i);
        if ty == Type::Pred {
            let mut a = self.pred_src(self.operand(i, 1)?)?;
            a.negated = !a.negated;
            return Ok(match (i.op, self.pred_dst(self.operand(i, 0)?)?) {
                (Opcode::Not, Some(d)) => AluOp::PredMov { d, a },
                (Opcode::Not, None) => AluOp::Nop,
                _ => return self.unknown(i),
            });
        }
        let (d, a) = (self.dst(i, 0)?, self.arg(i, 1, ty)?);
        let f = if ty.is_float() {
            float::unary(i.op, ty, &words)
        } else {
            int::unary(i.op, ty, &words)
        };
        match f {
            Some(f) => Ok(AluOp::Un { f, d, a }),
            None => self.float_op(i, ty, &words, d, a, a, a),
        }
    }

    fn ternary(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        let words = Self::words(i);
        if let Some(op) = self.mixed(i, ty, &words)? {
            return Ok(op);
        }
        let d = self.dst(i, 0)?;
        // Types of the three sources.
        let wide = match ty {
            Type::U16 | Type::S16 => Type::B32,
            _ => Type::B64,
        };
        let types = match i.op {
            Opcode::Mad if words.contains(&Word::Wide) => [ty, ty, wide],
            Opcode::Bfe => [ty, Type::U32, Type::U32],
            Opcode::Dp4a | Opcode::Dp2a | Opcode::Prmt | Opcode::Shf | Opcode::Fns => [Type::B32; 3],
            _ => [ty; 3],
        };
        let [a, b, c] = [
            self.arg(i, 1, types[0])?,
            self.arg(i, 2, types[1])?,
            self.arg(i, 3, types[2])?,
        ];
        let f = if ty.is_float() {
            float::ternary(i.op, ty, &words)
        } else {
            int::ternary(i.op, ty, i.ty(1), &words)
        };
        if let Some(f) = f {
            return Ok(AluOp::Tri { f, d, a, b, c });
        }
        if i.ty(1).is_some() {
            return self.unknown(i);
        }
        self.float_op(i, ty, &words, d, a, b, c)
    }

    fn carry(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        if !matches!(ty.bits(), 32 | 64) || ty.is_float() {
            return self.unknown(i);
        }
        let words = Self::words(i);
        let f = Carry {
            subtract: matches!(i.op, Opcode::Sub | Opcode::Subc),
            take: matches!(i.op, Opcode::Addc | Opcode::Subc | Opcode::Madc),
            give: words.contains(&Word::Cc),
            bits: ty.bits(),
        };
        let d = self.dst(i, 0)?;
        let (a, b) = (self.arg(i, 1, ty)?, self.arg(i, 2, ty)?);
        if matches!(i.op, Opcode::Mad | Opcode::Madc) {
            // The half of the product that is added to the third operand.
            let half = [if words.contains(&Word::Hi) { Word::Hi } else { Word::Lo }];
            let Some(product) = int::binary(Opcode::Mul, ty, &half) else {
                return self.unknown(i);
            };
            let c = self.arg(i, 3, ty)?;
            return Ok(AluOp::MadCarry {
                f,
                product,
                d,
                abc: [a, b, c],
            });
        }
        Ok(AluOp::Carry { f, d, a, b })
    }

    /// `cvt.pack`: two integers clamped, behind what the third operand holds.
    fn cvt_pack(&mut self, i: &Instr) -> Decoded<AluOp> {
        let to = self.ty(i, 0)?;
        let third = i.ty(2).is_some();
        if !to.is_int() || third != (i.operands.len() == 4) || (to.bits() < 16) != third {
            return self.unknown(i);
        }
        Ok(AluOp::CvtPack {
            bits: to.bits(),
            signed: to.is_signed(),
            d: self.dst(i, 0)?,
            a: self.arg(i, 1, Type::S32)?,
            b: self.arg(i, 2, Type::S32)?,
            c: if third { Some(self.arg(i, 3, Type::B32)?) } else { None },
        })
    }

    fn lop3(&mut self, i: &Instr) -> Decoded<AluOp> {
        if i.operands.len() != 5 || self.ty(i, 0)? != Type::B32 {
            return self.unknown(i);
        }
        let lut = self.small(self.operand(i, 4)?)?;
        let Ok(lut) = u8::try_from(lut) else {
            return self.refuse("the table of `lop3` has 8 bits");
        };
        let [a, b, c] = [
            self.arg(i, 1, Type::B32)?,
            self.arg(i, 2, Type::B32)?,
            self.arg(i, 3, Type::B32)?,
        ];
        Ok(AluOp::Lop3 {
            lut,
            d: self.dst(i, 0)?,
            a,
            b,
            c,
        })
    }

    fn comparison(&self, i: &Instr, ty: Type) -> Decoded<fn(u64, u64) -> bool> {
        let words = Self::words(i);
        let first = words.first().copied().unwrap_or(Word::Eq);
        let element = match ty {
            Type::F16x2 => Type::F16,
            Type::Bf16x2 => Type::Bf16,
            t => t,
        };
        let f = if i.op == Opcode::Testp {
            float::test(first, ty)
        } else if ty.is_float() {
            float::compare(first, element, words.contains(&Word::Ftz))
        } else {
            int::compare(first, ty)
        };
        match f {
            Some(f) => Ok(f),
            None => self.unknown(i),
        }
    }

    /// The boolean a comparison is combined with.
    fn combine(&mut self, i: &Instr, n: usize) -> Decoded<Option<(Logic, PredSrc)>> {
        let Some(o) = i.operands.get(n) else { return Ok(None) };
        let words = Self::words(i);
        let logic = words.iter().skip(1).find_map(|w| match w {
            Word::And => Some(Logic::And),
            Word::Or => Some(Logic::Or),
            Word::Xor => Some(Logic::Xor),
            _ => None,
        });
        let src = self.pred_src(o)?;
        match logic {
            Some(l) => Ok(Some((l, src))),
            None => self.refuse("a fourth operand needs .and, .or or .xor"),
        }
    }

    /// The one or two predicates written.
    fn pred_pair(&mut self, o: &Operand) -> Decoded<(Option<Pred>, Option<Pred>)> {
        match o {
            Operand::Pair(p, q) => {
                let p = p.map(|r| self.pred(r)).transpose()?;
                Ok((p, q.map(|r| self.pred(r)).transpose()?))
            }
            one => Ok((self.pred_dst(one)?, None)),
        }
    }

    fn setp(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        let f = self.comparison(i, ty)?;
        let (d, q) = self.pred_pair(self.operand(i, 0)?)?;
        let a = self.arg(i, 1, ty)?;
        if i.op == Opcode::Testp {
            return Ok(AluOp::Setp {
                f,
                d,
                q,
                a,
                b: a,
                with: None,
            });
        }
        let b = self.arg(i, 2, ty)?;
        if matches!(ty, Type::F16x2 | Type::Bf16x2) {
            if i.operands.len() > 3 {
                return self.unknown(i);
            }
            return Ok(AluOp::SetpHalves { f, d, q, a, b });
        }
        Ok(AluOp::Setp {
            f,
            d,
            q,
            a,
            b,
            with: self.combine(i, 3)?,
        })
    }

    fn set(&mut self, i: &Instr) -> Decoded<AluOp> {
        let (to, ty) = (self.ty(i, 0)?, self.ty(i, 1)?);
        let f = self.comparison(i, ty)?;
        let halves = matches!(ty, Type::F16x2 | Type::Bf16x2);
        let yes = match to {
            Type::U32 | Type::S32 if halves => 0xFFFF,
            _ if halves != matches!(to, Type::F16x2 | Type::Bf16x2) => return self.unknown(i),
            Type::F32 => u64::from(1.0_f32.to_bits()),
            Type::U32 | Type::S32 => 0xFFFF_FFFF,
            Type::U16 | Type::S16 => 0xFFFF,
            Type::F16 | Type::F16x2 => 0x3C00,
            Type::Bf16 | Type::Bf16x2 => 0x3F80,
            _ => return self.unknown(i),
        };
        let (d, a, b) = (self.dst(i, 0)?, self.arg(i, 1, ty)?, self.arg(i, 2, ty)?);
        Ok(AluOp::Set {
            f,
            d,
            a,
            b,
            with: self.combine(i, 3)?,
            yes,
            halves,
        })
    }

    fn selp(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        let p = self.pred_src(self.operand(i, 3)?)?;
        if ty == Type::Pred {
            let [a, b] = [self.pred_src(self.operand(i, 1)?)?, self.pred_src(self.operand(i, 2)?)?];
            return Ok(match self.pred_dst(self.operand(i, 0)?)? {
                Some(d) => AluOp::SelpPred { d, a, b, p },
                None => AluOp::Nop,
            });
        }
        Ok(AluOp::Selp {
            d: self.dst(i, 0)?,
            a: self.arg(i, 1, ty)?,
            b: self.arg(i, 2, ty)?,
            p,
        })
    }

    fn mov(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        let (to, from) = (self.operand(i, 0)?, self.operand(i, 1)?);
        if ty == Type::Pred {
            let a = self.pred_src(from)?;
            return Ok(match self.pred_dst(to)? {
                Some(d) => AluOp::PredMov { d, a },
                None => AluOp::Nop,
            });
        }
        if ty == Type::B128 {
            return self.wide_mov(to, from);
        }
        match (to, from) {
            (Operand::Vector(parts), whole) => {
                let bits = ty.bits() / parts.len().max(1) as u32;
                let parts = parts
                    .iter()
                    .map(|p| match p {
                        Operand::Sink => Ok(None),
                        Operand::Reg(r) => self.slot(*r).map(Some),
                        _ => self.refuse("a part must be a register"),
                    })
                    .collect::<Decoded<Box<[Option<Slot>]>>>()?;
                Ok(AluOp::Unpack {
                    parts,
                    a: self.src(whole, ty)?,
                    bits,
                })
            }
            (_, Operand::Vector(parts)) => {
                let bits = ty.bits() / parts.len().max(1) as u32;
                let part = match bits {
                    8 => Type::B8,
                    16 => Type::B16,
                    32 => Type::B32,
                    _ => return self.unknown(i),
                };
                let slots = parts
                    .iter()
                    .map(|p| self.src(p, part))
                    .collect::<Decoded<Box<[Slot]>>>()?;
                Ok(AluOp::Pack {
                    d: self.dst(i, 0)?,
                    parts: slots,
                    bits,
                })
            }
            (_, Operand::Special(Special::Clock | Special::GlobaltimerLo, _)) => Ok(AluOp::Clock {
                d: self.dst(i, 0)?,
                kind: ClockKind::Low32,
            }),
            (_, Operand::Special(Special::Clock64 | Special::Globaltimer, _)) => Ok(AluOp::Clock {
                d: self.dst(i, 0)?,
                kind: ClockKind::Full,
            }),
            _ => Ok(AluOp::Mov {
                d: self.dst(i, 0)?,
                a: self.src(from, ty)?,
            }),
        }
    }

    /// `mov.b128` between registers, or two halves.
    fn wide_mov(&mut self, to: &Operand, from: &Operand) -> Decoded<AluOp> {
        let from = match from {
            Operand::Vector(parts) => match parts.as_slice() {
                [low, high] => [self.src(low, Type::B64)?, self.src(high, Type::B64)?],
                _ => return self.refuse("128 bits are two parts of 64"),
            },
            whole => self.halves(whole)?,
        };
        let to = match to {
            Operand::Vector(parts) => {
                let mut half = |n: usize| match parts.get(n) {
                    Some(Operand::Reg(r)) => self.slot(*r).map(Some),
                    Some(Operand::Sink) => Ok(None),
                    _ => self.refuse("128 bits are two registers of 64"),
                };
                [half(0)?, half(1)?]
            }
            whole => self.halves(whole)?.map(Some),
        };
        Ok(AluOp::MovWide { to, from })
    }

    fn cvt(&mut self, i: &Instr) -> Decoded<AluOp> {
        let (to, from) = (self.ty(i, 0)?, self.ty(i, 1)?);
        let width = match self.operand(i, 0)? {
            Operand::Reg(r) => r.ty.bits(),
            _ => return self.refuse("the destination must be a register"),
        };
        let sources = i.operands.len() - 1;
        let Some(f) = Cvt::new(to, from, &Self::words(i), width, sources) else {
            return self.unknown(i);
        };
        let a = self.arg(i, 1, from)?;
        let b = if sources == 2 { self.arg(i, 2, from)? } else { a };
        Ok(AluOp::Cvt {
            f,
            d: self.dst(i, 0)?,
            a,
            b,
        })
    }

    /// Adds or subtracts the base of a space's window.
    fn cvta(&mut self, i: &Instr) -> Decoded<AluOp> {
        let ty = self.ty(i, 0)?;
        if ty.bits() != 64 {
            return self.unknown(i);
        }
        let base = super::Windows::base(self.space(i.space(0))?);
        let (d, a) = (self.dst(i, 0)?, self.arg(i, 1, ty)?);
        if base == 0 {
            return Ok(AluOp::Mov { d, a });
        }
        let b = self.constant(base)?;
        let to = Self::words(i).contains(&Word::To);
        let f: super::Fn2 = if to {
            |a, b| a.wrapping_sub(b)
        } else {
            |a, b| a.wrapping_add(b)
        };
        Ok(AluOp::Bin { f, d, a, b })
    }

    /// An immediate that must be +1 or -1; true for -1.
    pub fn sign(&self, o: &Operand) -> Decoded<bool> {
        match o {
            Operand::Imm(Imm::Int(1)) => Ok(false),
            Operand::Imm(Imm::Int(-1)) => Ok(true),
            _ => self.refuse("the scale must be 1 or -1"),
        }
    }

    /// An immediate that must be 0 or 1.
    pub fn flag(&self, o: &Operand) -> Decoded<bool> {
        match o {
            Operand::Imm(Imm::Int(0)) => Ok(false),
            Operand::Imm(Imm::Int(1)) => Ok(true),
            _ => self.refuse("the flag must be 0 or 1"),
        }
    }
}

impl super::Windows {
    /// Base of a space's generic window; 0 for global memory.
    pub fn base(space: MemSpace) -> u64 {
        match space {
            MemSpace::Shared => super::Windows::SHARED,
            MemSpace::Local => super::Windows::LOCAL,
            MemSpace::Param => super::Windows::PARAM,
            MemSpace::Const => super::Windows::CONST,
            MemSpace::Global | MemSpace::Generic => 0,
        }
    }
}

/// `lop3`: bit by bit through the table.
pub(crate) fn lop3(a: u64, b: u64, c: u64, lut: u8) -> u64 {
    let mut out = 0;
    for index in 0..8 {
        if lut >> index & 1 == 1 {
            let pick = |v: u64, bit: u8| if index & bit != 0 { v } else { !v };
            out |= pick(a, 4) & pick(b, 2) & pick(c, 1);
        }
    }
    low(out, 32)
}

/// Is a state space one of shared memory?
pub(crate) fn is_shared(s: Option<Space>) -> bool {
    matches!(s, Some(Space::Shared | Space::SharedCta | Space::SharedCluster))
}
