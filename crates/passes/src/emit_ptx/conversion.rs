//! Conversions between number types.

use super::Emitter;
use tilewright_ir::Op;
use tilewright_ir::convert::Failure;
use tilewright_ptx::{Mod, Opcode, Reg, Type, Word};

impl Emitter<'_> {
    pub(super) fn conversion(&mut self, op: Op, short: &str, from: Type, to: Type) -> Result<Reg, Failure> {
        let source = self.reg(self.module.operand(op, 0));
        let signed = self.module.keyword(op, "signedness") == "signed";
        match short {
            "exti" => Ok(self.extend(source, from, to, signed)),
            "trunci" => Ok(self.truncate(source, from, to)),
            "ftof" => self.float_to_float(op, source, from, to),
            "ftoi" => Ok(self.float_to_int(source, from, to, signed)),
            _ => {
                let round = self.rounding(op)?;
                Ok(self.int_to_float(source, from, to, signed, round))
            }
        }
    }

    fn extend(&mut self, source: Reg, from: Type, to: Type, signed: bool) -> Reg {
        if from == Type::Pred {
            let set = match (signed, to) {
                (false, _) => 1i64,
                (true, Type::U8) => 0xFF,
                (true, _) => -1,
            };
            let bits = if to.bits() <= 16 {
                Type::B16
            } else if to.bits() == 32 {
                Type::B32
            } else {
                Type::B64
            };
            return self.b.selp(bits, set, 0i64, source);
        }
        let (target, read) = match (signed, from) {
            (true, Type::U8) => (signed_type(to), Type::S8),
            (true, _) => (signed_type(to), signed_type(from)),
            // An i8 is zero-extended already.
            (false, Type::U8) => (to, Type::U16),
            (false, _) => (to, from),
        };
        if target == read {
            source
        } else {
            self.b.cvt(&[], target, read, source)
        }
    }

    fn truncate(&mut self, source: Reg, from: Type, to: Type) -> Reg {
        if to == Type::Pred {
            let bits = if from.bits() <= 16 {
                Type::B16
            } else if from.bits() == 32 {
                Type::B32
            } else {
                Type::B64
            };
            let low = self.b.binary(Opcode::And, bits, source, 1u32);
            let compared = if from == Type::U8 { Type::U16 } else { from };
            return self.b.setp(Word::Ne, compared, low, 0u32);
        }
        let narrow = if to == Type::U8 { Type::U16 } else { to };
        let reg = if from.bits() > narrow.bits() {
            self.b.cvt(&[], narrow, from, source)
        } else {
            source
        };
        if to == Type::U8 {
            self.b.binary(Opcode::And, Type::B16, reg, 0xFF)
        } else {
            reg
        }
    }

    fn float_to_float(&mut self, op: Op, source: Reg, from: Type, to: Type) -> Result<Reg, Failure> {
        let round = self.rounding(op)?;
        let name = |value| self.scalar(value).map_or("", |scalar| scalar.name);
        let (narrow, wide) = (name(self.module.operand(op, 0)), name(self.module.result(op, 0)));
        if narrow == wide {
            return Ok(source);
        }
        if wide == "tf32" && from == Type::F32 && round == Word::Rn {
            return Ok(self.rounded_to_tf32(source));
        }
        if to == Type::U8 || wide == "tf32" {
            return Err(self.unsupported(op, format!("conversion from {narrow} to {wide} is not supported yet")));
        }
        let (source, from) = match from {
            Type::U8 => self.widened(narrow, source),
            _ => (source, from),
        };
        if from == to {
            return Ok(source);
        }
        let wide = match from {
            Type::Bf16 => self.wide_bf16(source),
            Type::F16 if to != Type::F64 => self.b.cvt(&[], Type::F32, Type::F16, source),
            _ => source,
        };
        let from = if matches!(from, Type::Bf16) || (from == Type::F16 && to != Type::F64) {
            Type::F32
        } else {
            from
        };
        if from == to {
            return Ok(wide);
        }
        if to == Type::Bf16 {
            // Twice in one direction is once in that direction; to nearest it is not.
            let wide = match (from, round) {
                (Type::F32, _) => wide,
                (_, Word::Rn) => self.rounded_to_odd(wide, from),
                _ => self.b.cvt(&[round], Type::F32, from, wide),
            };
            return Ok(self.narrow(wide, to, round));
        }
        let widening = from.bits() < to.bits();
        Ok(self.b.cvt(
            if widening { &[] } else { std::slice::from_ref(&round) },
            to,
            from,
            wide,
        ))
    }

    /// An eight- or four-bit float in the narrowest type that holds all its values. Their exponents have other biases: a
    /// power of two makes up for that, and makes subnormals normal.
    fn widened(&mut self, name: &str, source: Reg) -> (Reg, Type) {
        let bits = |e: &mut Self, mask: u32, up: u32| {
            let part = e.b.binary(Opcode::And, Type::B16, source, mask);
            e.b.binary(Opcode::Shl, Type::B16, part, up)
        };
        if name == "f8E5M2" {
            let half = bits(self, 0xFF, 8);
            return (half, Type::F16);
        }
        if name == "f8E8M0FNU" {
            // The exponent of a bf16; 2^-127 is subnormal there, and the largest code is NaN.
            let power = bits(self, 0xFF, 7);
            let least = self.b.setp(Word::Eq, Type::U16, source, 0u32);
            let power = self.b.selp(Type::B16, 0x40u32, power, least);
            let is_nan = self.b.setp(Word::Eq, Type::U16, source, 0xFFu32);
            let power = self.b.selp(Type::B16, 0x7FFFu32, power, is_nan);
            return (power, Type::Bf16);
        }
        // Sign, magnitude, how far up they go, and the power of two as f16.
        let (sign, magnitude, up, power) = match name {
            "f8E4M3FN" => (0x80, 0x7F, [8, 7], 0x5C00u32),
            _ => (8, 7, [12, 9], 0x7400),
        };
        let (sign, value) = (bits(self, sign, up[0]), bits(self, magnitude, up[1]));
        let half = self.b.binary(Opcode::Or, Type::B16, sign, value);
        let power = self.b.mov(Type::B16, power);
        let mut half = self.b.binary(Opcode::Mul, Type::F16, half, power);
        if name == "f8E4M3FN" {
            let code = self.b.binary(Opcode::And, Type::B16, source, 0x7Fu32);
            let is_nan = self.b.setp(Word::Eq, Type::U16, code, 0x7Fu32);
            half = self.b.selp(Type::B16, 0x7FFFu32, half, is_nan);
        }
        (half, Type::F16)
    }

    /// An f32 rounded to the nearest that has no more bits than a tf32, ties to even.
    fn rounded_to_tf32(&mut self, source: Reg) -> Reg {
        let bits = self.b.mov(Type::B32, source);
        let last = self.b.binary(Opcode::Shr, Type::U32, bits, 13u32);
        let last = self.b.binary(Opcode::And, Type::B32, last, 1u32);
        let up = self.b.binary(Opcode::Add, Type::U32, bits, last);
        let up = self.b.binary(Opcode::Add, Type::U32, up, 0xFFFu32);
        let is_nan = self.b.setp(Word::Neu, Type::F32, source, source);
        let up = self.b.selp(Type::B32, bits, up, is_nan);
        let cut = self.b.binary(Opcode::And, Type::B32, up, 0xFFFF_E000u32);
        self.b.mov(Type::F32, cut)
    }

    /// As f32, the last bit set where something was lost: rounding that again is rounding once, since f32 has enough bits
    /// more (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008).
    fn rounded_to_odd(&mut self, source: Reg, from: Type) -> Reg {
        let cut = self.b.cvt(&[Word::Rz], Type::F32, from, source);
        let back: &[Word] = if from == Type::F64 { &[] } else { &[Word::Rzi] };
        let back = self.b.cvt(back, from, Type::F32, cut);
        let lost = self.b.setp(Word::Ne, from, back, source);
        let last = self.b.selp(Type::B32, 1u32, 0u32, lost);
        let bits = self.b.mov(Type::B32, cut);
        let odd = self.b.binary(Opcode::Or, Type::B32, bits, last);
        self.b.mov(Type::F32, odd)
    }

    /// Rounded to zero; the machine keeps to the range of the integer type.
    fn float_to_int(&mut self, source: Reg, from: Type, to: Type, signed: bool) -> Reg {
        let (source, from) = match from {
            Type::Bf16 => (self.wide_bf16(source), Type::F32),
            other => (source, other),
        };
        let target = match (to, signed) {
            (Type::U8, true) => Type::S8,
            (other, true) => signed_type(other),
            (other, false) => other,
        };
        let mods = [Mod::Word(Word::Rzi), Mod::Type(target), Mod::Type(from)];
        let held = if to.bits() <= 16 { Type::U16 } else { to };
        let reg = self.b.value(held, Opcode::Cvt, &mods, [source.into()]);
        if to == Type::U8 {
            self.b.binary(Opcode::And, Type::B16, reg, 0xFF)
        } else {
            reg
        }
    }

    fn int_to_float(&mut self, source: Reg, from: Type, to: Type, signed: bool, round: Word) -> Reg {
        let (source, from) = match from {
            Type::Pred => (
                self.extend(source, from, Type::U32, signed),
                if signed { Type::S32 } else { Type::U32 },
            ),
            Type::U8 if signed => (self.b.cvt(&[], Type::S16, Type::S8, source), Type::S16),
            Type::U8 => (source, Type::U16),
            other if signed => (source, signed_type(other)),
            other => (source, other),
        };
        if to == Type::Bf16 {
            // To f32 small integers are exact, and others are rounded in the same direction or to odd.
            let wide = match round {
                Word::Rn if from.bits() > 16 => self.rounded_to_odd(source, from),
                _ => self.b.cvt(&[round], Type::F32, from, source),
            };
            return self.narrow(wide, to, round);
        }
        self.b.cvt(&[round], to, from, source)
    }
}

fn signed_type(ty: Type) -> Type {
    match ty {
        Type::U8 | Type::U16 => Type::S16,
        Type::U32 => Type::S32,
        Type::U64 => Type::S64,
        other => other,
    }
}
