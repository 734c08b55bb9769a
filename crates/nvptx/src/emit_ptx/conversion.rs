//! Conversions between number types.

use super::Emitter;
use tilewright_ir::Op;
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::arith;
use tilewright_ir::types::Scalar;
use tilewright_ptx::{Mod, Opcode, Operand, Reg, Type, Version, Word};

/// The version of PTX that converts eight-bit floats on all targets that have such instructions (PTX ISA, `cvt`).
pub(super) const F8_CONVERSIONS: Version = Version::new(8, 1);

impl Emitter<'_> {
    pub(super) fn conversion(&mut self, op: Op, kind: OpKind) -> Result<Reg, Failure> {
        let module = self.module;
        let signed = module.keyword(op, "signedness") == "signed";
        let scalars = (self.scalar(module.only_operand(op)), self.scalar(module.result(op, 0)));
        let (Some(from), Some(to)) = scalars else {
            return Err(self.unsupported(op, format!("`{}` of this is not supported yet", kind.short_name())));
        };
        if let Some(float) = self.float_of_byte(module.only_operand(op), to) {
            return match (kind, Scalar::of_name("f16")) {
                (arith::FTOF, Some(half)) => self.float_to_float(op, float, half, to),
                _ => Ok(float),
            };
        }
        let source = self.reg(module.only_operand(op));
        match kind {
            arith::EXTI => Ok(self.extend(source, from, to, signed)),
            arith::TRUNCI => Ok(self.truncate(source, from, to)),
            arith::FTOF => self.float_to_float(op, source, from, to),
            arith::FTOI => Ok(self.float_to_int(source, from, to, signed)),
            _ => self.int_to_float(op, source, from, to, signed),
        }
    }

    /// An integer in a register of at least 16 bits, and the type to read it as: narrower ones are held zero-extended.
    pub(super) fn read_int(&mut self, source: Reg, from: Scalar, signed: bool) -> (Reg, Type) {
        let ty = match (from.bits, signed) {
            (64, true) => Type::S64,
            (64, false) => Type::U64,
            (32, true) => Type::S32,
            (32, false) => Type::U32,
            (_, true) => Type::S16,
            (_, false) => Type::U16,
        };
        let reg = match (from.bits, signed) {
            // Read as signed, a set i1 is -1.
            (1, _) => self.b.selp(Type::B16, if signed { -1i64 } else { 1 }, 0i64, source),
            (4, true) => {
                let high = self.b.binary(Opcode::Shl, Type::B16, source, 12);
                self.b.binary(Opcode::Shr, Type::S16, high, 12)
            }
            (8, true) => self.b.cvt(&[], Type::S16, Type::S8, source),
            _ => source,
        };
        (reg, ty)
    }

    /// An integer in 16 bits as a narrower one is held.
    pub(super) fn held_int(&mut self, reg: Reg, bits: u32) -> Reg {
        if bits < 16 {
            self.b.binary(Opcode::And, Type::B16, reg, (1u32 << bits) - 1)
        } else {
            reg
        }
    }

    fn extend(&mut self, source: Reg, from: Scalar, to: Scalar, signed: bool) -> Reg {
        let (reg, ty) = self.read_int(source, from, signed);
        match (to.bits, signed) {
            (64, true) => self.b.cvt(&[], Type::S64, ty, reg),
            (64, false) => self.b.cvt(&[], Type::U64, ty, reg),
            (32, true) => self.b.cvt(&[], Type::S32, ty, reg),
            (32, false) => self.b.cvt(&[], Type::U32, ty, reg),
            (bits, true) => self.held_int(reg, bits),
            (_, false) => reg,
        }
    }

    fn truncate(&mut self, source: Reg, from: Scalar, to: Scalar) -> Reg {
        let wide = match from.bits {
            64 => Type::U64,
            32 => Type::U32,
            _ => Type::U16,
        };
        let narrow = if to.bits == 32 { Type::U32 } else { Type::U16 };
        let reg = if wide == narrow {
            source
        } else {
            self.b.cvt(&[], narrow, wide, source)
        };
        let held = self.held_int(reg, to.bits);
        if to.bits == 1 {
            self.b.setp(Word::Ne, Type::U16, held, 0u32)
        } else {
            held
        }
    }

    fn float_to_float(&mut self, op: Op, source: Reg, from: Scalar, to: Scalar) -> Result<Reg, Failure> {
        let round = self.rounding(op)?;
        if from.name == to.name || (from.name, to.name) == ("tf32", "f32") {
            return Ok(source);
        }
        Ok(match (from.name, to.name) {
            ("f8E5M2" | "f8E4M3FN" | "f4E2M1FN", "f16") | ("f8E8M0FNU", "bf16") => self.widened(from.name, source).0,
            ("f16", "f64") => self.b.cvt(&[], Type::F64, Type::F16, source),
            ("f64", "f32" | "f16") => {
                let ty = if to.name == "f32" { Type::F32 } else { Type::F16 };
                self.b.cvt(&[round], ty, Type::F64, source)
            }
            ("f64", _) => {
                let odd = self.rounded_to_odd(source, Type::F64);
                self.narrowed(odd, to, round, true)
            }
            (_, "f64") => {
                let single = self.as_single(source, from);
                self.b.cvt(&[], Type::F64, Type::F32, single)
            }
            _ => {
                let single = self.as_single(source, from);
                self.narrowed(single, to, round, true)
            }
        })
    }

    /// A float of at most 32 bits as f32, which holds it exactly.
    fn as_single(&mut self, source: Reg, from: Scalar) -> Reg {
        let (reg, ty) = match from.name {
            "bf16" => (source, Type::Bf16),
            "f16" => (source, Type::F16),
            _ if from.bits <= 8 => self.widened(from.name, source),
            "f32" | "tf32" => return source,
            other => {
                self.amiss(format!("`{other}` does not fit f32"));
                return source;
            }
        };
        if ty == Type::Bf16 {
            self.wide_bf16(reg)
        } else {
            self.b.cvt(&[], Type::F32, Type::F16, reg)
        }
    }

    /// An eight- or four-bit float in the narrowest type that holds all its values. Their exponents have other biases:
    /// a power of two makes up for that, and makes subnormals normal.
    fn widened(&mut self, name: &str, source: Reg) -> (Reg, Type) {
        if name == "f8E4M3FN" && self.gpu.f8_conversions.value {
            let both = self.halves_of_pair(source);
            return (self.b.cvt(&[], Type::U16, Type::U32, both), Type::F16);
        }
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
            "f4E2M1FN" => (8, 7, [12, 9], 0x7400),
            other => {
                self.amiss(format!("`{other}` is no small float"));
                return (source, Type::F16);
            }
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

    /// An f32 in another format of at most 32 bits. What is too large becomes the largest number where formats are
    /// small and it `saturates`, as conversions between floats do; what is none, or infinite, if it does not.
    fn narrowed(&mut self, source: Reg, to: Scalar, round: Word, saturates: bool) -> Reg {
        match to.name {
            "f16" => self.narrow(source, Type::F16, round),
            "bf16" => self.narrow(source, Type::Bf16, round),
            "tf32" => self.as_tf32(source, round),
            "f8E8M0FNU" => self.as_power_of_two(source, round),
            "f8E4M3FN" | "f8E5M2" | "f4E2M1FN" => self.as_small_float(source, to, saturates),
            "f32" => source,
            other => {
                self.amiss(format!("`{other}` is not narrower than f32"));
                source
            }
        }
    }

    /// An f32 with 10 bits of fraction: half a unit of the last is added before the rest is cut off.
    fn as_tf32(&mut self, source: Reg, round: Word) -> Reg {
        let bits = self.b.mov(Type::B32, source);
        let raised = match round {
            Word::Rn => {
                let last = self.b.binary(Opcode::Shr, Type::U32, bits, 13);
                let last = self.b.binary(Opcode::And, Type::B32, last, 1);
                let half = self.b.add(Type::U32, last, 0xFFF);
                self.b.add(Type::U32, bits, half)
            }
            Word::Rna => self.b.add(Type::U32, bits, 0x1000),
            _ => bits,
        };
        let cut = self.b.binary(Opcode::And, Type::B32, raised, !0x1FFFu32);
        // A NaN must not become infinite.
        let is_number = self.b.setp(Word::Num, Type::F32, source, source);
        let cut = self.b.selp(Type::B32, cut, 0x7FFF_E000u32, is_number);
        self.b.mov(Type::F32, cut)
    }

    /// The exponent of an f32, rounded up or down; a negative number has none.
    fn as_power_of_two(&mut self, source: Reg, round: Word) -> Reg {
        let up = match round {
            Word::Rp => 0x007F_FFFFu32,
            Word::Rn => 0x0040_0000,
            // Absent: rounded towards zero, what is cut off adds nothing.
            _ => 0,
        };
        let bits = self.b.mov(Type::B32, source);
        let raised = self.b.add(Type::U32, bits, up);
        let exponent = self.b.binary(Opcode::Shr, Type::U32, raised, 23);
        let exponent = self.b.binary(Opcode::Min, Type::U32, exponent, 0xFE);
        // The least power is that of what has no exponent of its own.
        let least = self.b.setp(Word::Le, Type::F32, source, f32::from_bits(0x0040_0000));
        let code = self.b.selp(Type::B32, 0u32, exponent, least);
        let fine = self.b.setp(Word::Ge, Type::F32, source, 0.0f32);
        let code = self.b.selp(Type::B32, code, 0xFFu32, fine);
        self.b.cvt(&[], Type::U16, Type::U32, code)
    }

    /// An f32 as a float of eight bits or less, to nearest even: by an instruction that rounds two and saturates, where the target has
    /// it, else by its bits.
    fn as_small_float(&mut self, source: Reg, to: Scalar, saturates: bool) -> Reg {
        let pair = match to.name {
            "f8E4M3FN" => Some(Type::E4m3x2),
            "f8E5M2" => Some(Type::E5m2x2),
            // Absent: four bits have no such instruction on all targets.
            _ => None,
        };
        if let Some(pair) = pair.filter(|_| saturates && self.gpu.f8_conversions.value) {
            self.version = self.version.max(F8_CONVERSIONS);
            let mods = [Word::Rn.into(), Word::Satfinite.into(), pair.into(), Type::F32.into()];
            return self
                .b
                .value(Type::B16, Opcode::Cvt, &mods, [0.0f32.into(), source.into()]);
        }
        let bias = (1u32 << (to.exponent - 1)) - 1;
        let cut = 23 - to.fraction;
        // The code of what is too large, and of what is no number.
        let (most, none) = match (to.name, saturates) {
            ("f8E4M3FN", true) => (0x7E, 0x7F),
            ("f8E4M3FN", false) => (0x7F, 0x7F),
            ("f8E5M2", true) => (0x7B, 0x7F),
            ("f8E5M2", false) => (0x7C, 0x7F),
            // The only other one that is small, f4E2M1FN, has neither infinities nor NaN.
            _ => (7u32, 7u32),
        };
        let size = self.b.unary(Opcode::Abs, &[], Type::F32, source);
        let bits = self.b.mov(Type::B32, size);
        // Normal numbers: half a unit of the last place is added, the rest cut off, the bias changed.
        let last = self.b.binary(Opcode::Shr, Type::U32, bits, cut);
        let last = self.b.binary(Opcode::And, Type::B32, last, 1);
        let half = self.b.add(Type::U32, last, (1u32 << (cut - 1)) - 1);
        let raised = self.b.add(Type::U32, bits, half);
        let normal = self.b.binary(Opcode::Shr, Type::U32, raised, cut);
        let normal = self.b.sub(Type::U32, normal, (127 - bias) << to.fraction);
        let normal = self.b.binary(Opcode::Min, Type::U32, normal, most);
        // Subnormal ones: added to a number whose last place is their unit, they are rounded to it.
        let unit = f32::from_bits((127 + 24 - bias - to.fraction) << 23);
        let sum = self.b.add(Type::F32, size, unit);
        let sum = self.b.mov(Type::B32, sum);
        let subnormal = self.b.sub(Type::U32, sum, unit.to_bits());
        let least = f32::from_bits((128 - bias) << 23);
        let small = self.b.setp(Word::Lt, Type::F32, size, least);
        let code = self.b.selp(Type::B32, subnormal, normal, small);
        let is_number = self.b.setp(Word::Num, Type::F32, source, source);
        let code = self.b.selp(Type::B32, code, none, is_number);
        let bits = self.b.mov(Type::B32, source);
        let sign = self.b.binary(Opcode::Shr, Type::U32, bits, 32 - to.bits);
        let sign = self.b.binary(Opcode::And, Type::B32, sign, 1u32 << (to.bits - 1));
        let sign = self.b.selp(Type::B32, sign, 0u32, is_number);
        let code = self.b.binary(Opcode::Or, Type::B32, code, sign);
        self.b.cvt(&[], Type::U16, Type::U32, code)
    }

    /// As f32, the last bit set where something was lost: rounding that again is rounding once, since f32 has enough
    /// bits more (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008).
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

    /// Rounded to zero and kept to the range of the integer type; a NaN is zero. An i1 says whether a number is not
    /// zero, as kernels mean it.
    fn float_to_int(&mut self, source: Reg, from: Scalar, to: Scalar, signed: bool) -> Reg {
        let (source, ty) = match from.name {
            "f64" => (source, Type::F64),
            "f16" if to.bits > 1 => (source, Type::F16),
            _ => (self.as_single(source, from), Type::F32),
        };
        if to.bits == 1 {
            return self.b.setp(
                Word::Neu,
                ty,
                source,
                if ty == Type::F64 {
                    Operand::from(0.0f64)
                } else {
                    0.0f32.into()
                },
            );
        }
        let target = match (to.bits, signed) {
            (64, true) => Type::S64,
            (64, false) => Type::U64,
            (32, true) => Type::S32,
            (32, false) => Type::U32,
            (16, true) => Type::S16,
            (16, false) => Type::U16,
            (_, true) => Type::S8,
            (_, false) => Type::U8,
        };
        let held = if to.bits <= 16 { Type::U16 } else { target };
        let mods = [Mod::Word(Word::Rzi), Mod::Type(target), Mod::Type(ty)];
        let mut reg = self.b.value(held, Opcode::Cvt, &mods, [source.into()]);
        if to.bits == 4 {
            let (least, most, ty) = if signed { (-8, 7, Type::S16) } else { (0, 15, Type::U16) };
            reg = self.b.binary(Opcode::Min, ty, reg, most);
            if signed {
                reg = self.b.binary(Opcode::Max, ty, reg, least);
            }
        }
        reg = self.held_int(reg, to.bits);
        // The machine's own conversions make of a NaN the most negative number here.
        if ty == Type::F64 || to.bits == 64 {
            let is_number = self.b.setp(Word::Num, ty, source, source);
            let bits = if to.bits <= 16 {
                Type::B16
            } else if to.bits == 32 {
                Type::B32
            } else {
                Type::B64
            };
            reg = self.b.selp(bits, reg, 0u32, is_number);
        }
        reg
    }

    /// Eight bits as a float: they are the last bits of the fraction of a number whose last place is 1, which is taken off again. Both are
    /// exact, and instructions that convert are a quarter as fast.
    fn byte_to_float(&mut self, source: Reg, to: Scalar, round: Word, signed: bool) -> Reg {
        // The least of signed numbers becomes 0.
        let (flip, least) = if signed { (0x80u32, 128) } else { (0, 0) };
        let bits = match signed {
            true => self.b.binary(Opcode::Xor, Type::B16, source, flip),
            false => source,
        };
        if to.name == "f16" {
            let whole = self.b.binary(Opcode::Or, Type::B16, bits, 0x6400u32);
            // 1024 has these bits, and a last place of 1.
            let from = self.b.mov(Type::B16, 0x6400u32 + least);
            return self.b.binary(Opcode::Sub, Type::F16, whole, from);
        }
        let wide = self.b.cvt(&[], Type::U32, Type::U16, bits);
        let whole = self.b.binary(Opcode::Or, Type::B32, wide, 0x4B00_0000u32);
        let whole = self.b.mov(Type::F32, whole);
        let from = f32::from_bits(0x4B00_0000 + least);
        let single = self.b.sub(Type::F32, whole, from);
        self.narrowed(single, to, round, false)
    }

    fn int_to_float(&mut self, op: Op, source: Reg, from: Scalar, to: Scalar, signed: bool) -> Result<Reg, Failure> {
        let round = self.rounding(op)?;
        if from.bits == 8 && to.name != "f64" {
            return Ok(self.byte_to_float(source, to, round, signed));
        }
        let (source, ty) = self.read_int(source, from, signed);
        Ok(match to.name {
            "f64" => self.b.cvt(&[round], Type::F64, ty, source),
            "f32" => self.b.cvt(&[round], Type::F32, ty, source),
            "f16" => self.b.cvt(&[round], Type::F16, ty, source),
            _ => {
                let wide = if ty.bits() > 16 {
                    self.rounded_to_odd(source, ty)
                } else {
                    // Exact.
                    self.b.cvt(&[Word::Rn], Type::F32, ty, source)
                };
                self.narrowed(wide, to, round, false)
            }
        })
    }
}
