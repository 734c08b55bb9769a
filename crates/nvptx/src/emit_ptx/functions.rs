//! Functions of floats: by instructions where they are close enough, else by formulas.

use super::remainder::remainder;
use super::{Emitter, Held};
use crate::formulas::{Do, Machine, Math, NumberKind, V};
use tilewright_ir::Op;
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ptx::{EntryBuilder, Label, Mod, Opcode, Operand, Reg, Type, Word};

const LOG2_E: f32 = std::f32::consts::LOG2_E;
const LN_2: f32 = std::f32::consts::LN_2;
/// log2 e beyond the bits of [`LOG2_E`].
const REST_OF_LOG2_E: f32 = (std::f64::consts::LOG2_E - LOG2_E as f64) as f32;
/// The least and the largest exponent of a normal number of f32, its bias, and the bits of its fraction.
const EXPONENTS: [f32; 2] = [-126.0, 127.0];
const BIAS: f32 = 127.0;
const FRACTION_BITS: u32 = 23;
/// A number of f32 whose last bit is 1, so that what is added is rounded to a whole number; its low bits are free for one, also of the other sign.
const WHOLE: f32 = 12_582_912.0;

impl Emitter<'_> {
    /// The function in `wide`, f32 or f64, of an op on `ty`: what is narrower than `wide` forgives more.
    pub(super) fn function(
        &mut self,
        op: Op,
        kind: OpKind,
        (ty, wide): (Type, Type),
        ftz: bool,
        operands: &[Operand],
    ) -> Result<Reg, Failure> {
        let in_regs: Vec<Operand> = operands.iter().map(|x| self.in_reg(x.clone(), wide)).collect();
        let regs: Vec<Reg> = in_regs.iter().filter_map(reg_of).collect();
        if regs.len() != operands.len() {
            self.amiss("has an operand that is in no register");
        }
        if let (arith::REMF, &[x, y]) = (kind, &regs[..]) {
            return Ok(remainder(&mut self.b, wide, x, y));
        }
        let approx = self.module.keyword(op, "rounding") == "approx";
        if let (Type::F32, &[x]) = (wide, &regs[..]) {
            match kind {
                arith::EXP2 => return Ok(self.approximate(Opcode::Ex2, x, ftz)),
                arith::RSQRT => return Ok(self.approximate(Opcode::Rsqrt, x, ftz)),
                arith::TANH if approx => return Ok(self.approximate(Opcode::Tanh, x, false)),
                arith::EXP if approx || ty != wide => {
                    let scaled = self.b.mul(Type::F32, x, LOG2_E);
                    return Ok(self.approximate(Opcode::Ex2, scaled, false));
                }
                arith::EXP => return Ok(self.exponential(x)),
                arith::LOG2 if ty != wide => return Ok(self.approximate(Opcode::Lg2, x, false)),
                arith::LOG if ty != wide => {
                    let log2 = self.approximate(Opcode::Lg2, x, false);
                    return Ok(self.b.mul(Type::F32, log2, LN_2));
                }
                // Absent: the other functions have formulas, below.
                _ => {}
            }
        }
        let made = self.formula(kind, wide, &regs);
        made.ok_or_else(|| self.unsupported(op, format!("`{}` is not supported yet", kind.short_name())))
    }

    fn formula(&mut self, kind: OpKind, ty: Type, regs: &[Reg]) -> Option<Reg> {
        let mut writer = Writer {
            b: &mut self.b,
            ty,
            made: regs.to_vec(),
            rare: Vec::new(),
        };
        let args: Vec<V> = (0..regs.len() as u32).map(V::Made).collect();
        let result = Math::new(&mut writer, ty == Type::F64).function(kind.short_name(), &args)?;
        let result = writer.operand(result, NumberKind::Float);
        reg_of(&result)
    }

    /// x^n: by products where n is a small constant, which rounds no worse than the formula.
    pub(super) fn power_of_int(&mut self, op: Op, ty: Type) -> Result<Reg, Failure> {
        let [base, exponent] = self.module.required_operands(op, [operand::SOURCE, operand::EXPONENT]);
        let bits = self.module.element_bits(self.module.ty(exponent));
        let wide = if ty == Type::F64 { ty } else { Type::F32 };
        let x = self.wide(base);
        let x = match self.in_reg(x, wide) {
            Operand::Reg(reg) => reg,
            _ => return Err(self.unsupported(op, "`fpowi` of this is not supported yet")),
        };
        let known = match self.regs.get(exponent) {
            Some(Held::Constant(value)) => Some(((*value << (64 - bits)) as i64) >> (64 - bits)),
            _ => None,
        };
        let result = match known {
            Some(1) => x,
            Some(2) => self.b.mul(wide, x, x),
            Some(n @ (3 | 4)) => {
                let square = self.b.mul(wide, x, x);
                self.b.mul(wide, square, if n == 3 { x } else { square })
            }
            Some(-1) => {
                let one = self.b.mov(wide, number(wide, 1.0));
                self.b.div_rn(wide, one, x)
            }
            _ => {
                let n = self.reg(exponent);
                let mut n = match self.scalar(exponent) {
                    Some(scalar) => self.read_int(n, scalar, true),
                    None => (n, Type::S32),
                };
                if n.1 != Type::S32 {
                    n.0 = self.b.cvt(&[], Type::S32, n.1, n.0);
                }
                let n = n.0;
                let made = self.formula(arith::FPOWI, wide, &[x, n]);
                made.ok_or_else(|| self.unsupported(op, "`fpowi` is not supported yet"))?
            }
        };
        Ok(self.narrow(result, ty, Word::Rn))
    }

    /// e^x as 2^r * 2^n: n is about the nearest whole number to x log2 e, kept to the exponents of normal numbers, and r = x log2 e - n,
    /// in two steps so that no bits are lost. Where n is kept, r is more than a half, and the product overflows or is subnormal as it
    /// should.
    fn exponential(&mut self, x: Reg) -> Reg {
        let log2_e = self.b.mov(Type::F32, LOG2_E);
        let [least, most] = EXPONENTS;
        let reach = most - least;
        let [part, zero, reach] = [LOG2_E / reach, -least / reach, reach].map(|number| self.b.mov(Type::F32, number));
        // The place of x log2 e between the least exponent and the largest: 0 at or below the one, 1 at or above the other.
        let mods = [Mod::Word(Word::Rn), Mod::Word(Word::Sat), Mod::Type(Type::F32)];
        let kept = self
            .b
            .value(Type::F32, Opcode::Fma, &mods, [x, part, zero].map(Operand::from));
        // The low bits of this number are n and the bias of exponents.
        let from_least = self.b.mov(Type::F32, WHOLE + BIAS + least);
        let whole = self.b.fma(Type::F32, kept, reach, from_least);
        let counted = self.b.mov(Type::F32, WHOLE + BIAS);
        let minus_n = self.b.sub(Type::F32, counted, whole);
        let rest = self.b.fma(Type::F32, x, log2_e, minus_n);
        let rest = self.b.fma(Type::F32, x, REST_OF_LOG2_E, rest);
        let power = self.approximate(Opcode::Ex2, rest, true);
        let bits = self.b.mov(Type::B32, whole);
        let bits = self.b.binary(Opcode::Shl, Type::B32, bits, FRACTION_BITS);
        let scale = self.b.mov(Type::F32, bits);
        self.b.mul(Type::F32, power, scale)
    }

    fn approximate(&mut self, opcode: Opcode, x: Reg, ftz: bool) -> Reg {
        let words: &[Word] = if ftz {
            &[Word::Approx, Word::Ftz]
        } else {
            &[Word::Approx]
        };
        self.b.unary(opcode, words, Type::F32, x)
    }
}

fn reg_of(operand: &Operand) -> Option<Reg> {
    if let Operand::Reg(reg) = operand {
        Some(*reg)
    } else {
        None
    }
}

fn number(ty: Type, value: f64) -> Operand {
    if ty == Type::F64 {
        value.into()
    } else {
        (value as f32).into()
    }
}

/// Writes the operations of formulas as PTX.
struct Writer<'b> {
    b: &'b mut EntryBuilder,
    ty: Type,
    made: Vec<Reg>,
    /// Where what is rarely done ends.
    rare: Vec<Label>,
}

impl Writer<'_> {
    fn operand(&self, value: V, kind: NumberKind) -> Operand {
        match (value, kind) {
            // Values are made before they are used: the formula gave out their numbers.
            (V::Made(index), _) => self.made[index as usize].into(),
            (V::F(value), NumberKind::Double) => value.into(),
            (V::F(value), _) => number(self.ty, value),
            (V::I(value), NumberKind::Long) => value.into(),
            (V::I(value), _) => (value as u32 as i32).into(),
        }
    }

    /// The lower and the upper half of an f64.
    fn halves(&mut self, whole: Operand) -> [Reg; 2] {
        let halves = [self.b.reg(Type::B32), self.b.reg(Type::B32)];
        let operands = [Operand::from(&halves[..]), whole];
        self.b.op(Opcode::Mov, &[Mod::Type(Type::B64)], operands);
        halves
    }

    /// Forms that are several instructions, or take another type than their kind's.
    fn special(&mut self, what: Do, kind: NumberKind, args: &[Operand]) -> Option<Reg> {
        let wide = self.ty == Type::F64;
        let first = args.first()?.clone();
        let second = || args[1].clone();
        let ty = self.ty;
        Some(match (what, kind) {
            (Do::Top, _) if wide => self.halves(first)[1],
            (Do::Top, _) => self.b.mov(Type::B32, first),
            (Do::WithTop, _) if wide => {
                let low = match first {
                    Operand::Reg(_) => self.halves(first)[0],
                    _ => self.b.mov(Type::B32, 0u32),
                };
                let high = reg_of(&second())?;
                let whole = self.b.reg(ty);
                let operands = [whole.into(), Operand::from(&[low, high][..])];
                self.b.op(Opcode::Mov, &[Mod::Type(Type::B64)], operands);
                whole
            }
            (Do::WithTop, _) => self.b.mov(Type::F32, second()),
            (Do::CopySign, _) => {
                // PTX: copysign d, a, b gives b's magnitude the sign of a.
                self.b.binary(Opcode::Copysign, ty, second(), first)
            }
            (Do::ToInt, _) => {
                let mods = [Mod::Word(Word::Rni), Mod::Type(Type::S32), Mod::Type(ty)];
                self.b.value(Type::S32, Opcode::Cvt, &mods, [first])
            }
            (Do::FromInt, _) => self.b.cvt(&[Word::Rn], ty, Type::S32, first),
            (Do::Low, _) => self.b.cvt(&[], Type::U32, Type::U64, first),
            (Do::Extend, _) => self.b.cvt(&[], Type::U64, Type::U32, first),
            (Do::Bits, _) => self.b.mov(Type::B64, first),
            (Do::FromLong, _) => self.b.cvt(&[Word::Rn], Type::F64, Type::S64, first),
            (Do::FromUnsigned, _) => self.b.cvt(&[Word::Rn], Type::F64, Type::U64, first),
            (Do::Narrow, _) => self.b.cvt(&[Word::Rn], Type::F32, Type::F64, first),
            (Do::Nearest, _) => self.b.cvt(&[Word::Rni], ty, ty, first),
            (Do::Truncate, _) => self.b.cvt(&[Word::Rzi], ty, ty, first),
            (Do::Min | Do::Max, _) => {
                let opcode = if what == Do::Min { Opcode::Min } else { Opcode::Max };
                if !wide {
                    let mods = [Mod::Word(Word::Nan), Mod::Type(ty)];
                    return Some(self.b.value(ty, opcode, &mods, [first, second()]));
                }
                // Of f64, the machine has these only without NaN.
                let least = self.b.binary(opcode, ty, first.clone(), second());
                let are_numbers = self.b.setp(Word::Num, ty, first, second());
                self.b.selp(ty, least, f64::NAN, are_numbers)
            }
            (Do::MulHigh, _) => {
                let mods = [Mod::Word(Word::Hi), Mod::Type(Type::U64)];
                self.b.value(Type::U64, Opcode::Mul, &mods, [first, second()])
            }
            _ => return None,
        })
    }

    fn instruction(&mut self, what: Do, kind: NumberKind, args: Vec<Operand>) -> Reg {
        let number = match kind {
            NumberKind::Float => self.ty,
            NumberKind::Double => Type::F64,
            NumberKind::Int => Type::S32,
            NumberKind::Long => Type::U64,
            NumberKind::Bool => Type::Pred,
        };
        let bits = match kind {
            NumberKind::Int => Type::B32,
            NumberKind::Long => Type::B64,
            _ => number,
        };
        let float = number.is_float();
        let (result, opcode, ty) = match what {
            Do::Add => (number, Opcode::Add, number),
            Do::Sub => (number, Opcode::Sub, number),
            Do::Mul => (number, Opcode::Mul, number),
            Do::Fma => (number, Opcode::Fma, number),
            Do::Div => (number, Opcode::Div, number),
            Do::Reciprocal => (number, Opcode::Rcp, number),
            Do::SquareRoot => (number, Opcode::Sqrt, number),
            Do::Neg => (number, Opcode::Neg, number),
            Do::Abs => (number, Opcode::Abs, number),
            Do::And => (bits, Opcode::And, bits),
            Do::Or => (bits, Opcode::Or, bits),
            Do::Shl => (bits, Opcode::Shl, bits),
            Do::Shr => (number, Opcode::Shr, number),
            Do::Pick => (bits, Opcode::Selp, bits),
            _ => (Type::Pred, Opcode::Setp, number),
        };
        let how = match what {
            Do::Less => Some(Word::Lt),
            Do::Greater => Some(Word::Gt),
            Do::Equal => Some(Word::Eq),
            Do::Differ => Some(Word::Ne),
            Do::Reciprocal if number == Type::F32 => Some(Word::Approx),
            Do::Mul if !float => Some(Word::Lo),
            Do::Add | Do::Sub | Do::Mul | Do::Fma | Do::Div | Do::Reciprocal | Do::SquareRoot if float => {
                Some(Word::Rn)
            }
            _ => None,
        };
        let mods: Vec<Mod> = how.map(Mod::Word).into_iter().chain([Mod::Type(ty)]).collect();
        self.b.value(result, opcode, &mods, args)
    }
}

impl Machine for Writer<'_> {
    fn op(&mut self, what: Do, kind: NumberKind, args: &[V]) -> V {
        let kind_of = |i: usize| match (what, i) {
            (Do::WithTop | Do::Shl | Do::Shr, 1) => NumberKind::Int,
            _ => kind,
        };
        let args: Vec<Operand> = args
            .iter()
            .enumerate()
            .map(|(i, &arg)| self.operand(arg, kind_of(i)))
            .collect();
        let reg = match self.special(what, kind, &args) {
            Some(reg) => reg,
            None => self.instruction(what, kind, args),
        };
        self.made.push(reg);
        V::Made(self.made.len() as u32 - 1)
    }

    fn begin(&mut self, condition: V) {
        let usual = self.b.label("usual");
        if let Operand::Reg(condition) = self.operand(condition, NumberKind::Bool) {
            self.b.bra_if(condition, true, usual);
        }
        self.rare.push(usual);
    }

    fn set(&mut self, kind: NumberKind, value: V, new: V) {
        let ty = if kind == NumberKind::Float { self.ty } else { Type::B32 };
        if let Operand::Reg(reg) = self.operand(value, kind) {
            let new = self.operand(new, kind);
            self.b.mov_to(ty, reg, new);
        }
    }

    fn end(&mut self) {
        if let Some(usual) = self.rare.pop() {
            self.b.bind(usual);
        }
    }
}
