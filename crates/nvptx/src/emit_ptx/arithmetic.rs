//! Arithmetic on scalars.
//!
//! Sums, differences and products of `f16` and `bf16` that are rounded to nearest are instructions of these types. Else they are
//! computed in `f32` and rounded once more: to nearest, for a single division or square root, that gives the correctly rounded result,
//! since 24 bits are at least twice 11 plus 2; in another direction it always does, since the numbers of the narrow type are numbers of the
//! wide one too. `i8` lives zero-extended in 16-bit registers.

use super::{Emitter, bits_type, move_type};
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, Value};
use tilewright_ptx::{Imm, Mod, Opcode, Operand, Reg, Type, Word};

impl Emitter<'_> {
    pub(super) fn arithmetic(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let kind = module.kind(op);
        let first = module.first_operand(op);
        let result = module.result(op, 0);
        let (from, to) = (self.type_of(first, op)?, self.type_of(result, op)?);
        let reg = match kind {
            arith::SELECT => self.select(op, to),
            arith::CMPI => self.compare_ints(op, from),
            arith::CMPF => self.compare_floats(op, from),
            arith::BITCAST => self.bitcast(first, from, to),
            arith::EXTI | arith::TRUNCI | arith::FTOF | arith::FTOI | arith::ITOF => self.conversion(op, kind)?,
            arith::FPOWI => self.power_of_int(op, to)?,
            _ if from == Type::Pred => self.logic(op, kind)?,
            _ if self.scalar(first).is_some_and(|s| s.is_float()) => self.float_op(op, kind, to)?,
            _ => self.int_op(op, kind, to)?,
        };
        self.set(result, reg);
        Ok(())
    }

    fn select(&mut self, op: Op, ty: Type) -> Reg {
        let module = self.module;
        let condition = self.named(op, operand::COND);
        let [a, b] = module.sides(op);
        if ty != Type::Pred {
            let (a, b) = (self.operand(a), self.operand(b));
            return self.b.selp(move_type(ty), a, b, condition);
        }
        let (a, b) = (self.reg(a), self.reg(b));
        let yes = self.b.binary(Opcode::And, Type::Pred, condition, a);
        let no = self
            .b
            .value(Type::Pred, Opcode::Not, &[Mod::Type(Type::Pred)], [condition.into()]);
        let no = self.b.binary(Opcode::And, Type::Pred, no, b);
        self.b.binary(Opcode::Or, Type::Pred, yes, no)
    }

    /// An integer operand in the type it is read as: narrow ones are extended by their sign where that matters.
    fn int_operand(&mut self, value: Value, ty: Type, signed: bool) -> Operand {
        let scalar = self.scalar(value).filter(|_| ty == Type::U8 && signed);
        match (self.operand(value), scalar) {
            (Operand::Imm(Imm::Int(number)), Some(scalar)) => {
                let above = 64 - scalar.bits;
                Operand::Imm(Imm::Int(number << above >> above))
            }
            (Operand::Reg(reg), Some(scalar)) => self.read_int(reg, scalar, signed).0.into(),
            (operand, _) => operand,
        }
    }

    /// The type in which integers of a type are computed, read as signed or not.
    fn int_type(ty: Type, signed: bool) -> Type {
        match (ty, signed) {
            (Type::U8 | Type::U16, true) => Type::S16,
            (Type::U8 | Type::U16, false) => Type::U16,
            (Type::U32, true) => Type::S32,
            (Type::U64, true) => Type::S64,
            (other, _) => other,
        }
    }

    fn compare_ints(&mut self, op: Op, ty: Type) -> Reg {
        let module = self.module;
        let predicate = module.keyword(op, "predicate");
        let signed = module.keyword(op, "signedness") == "signed";
        let word = match (predicate, ty) {
            ("equal", _) => Word::Eq,
            ("not_equal", _) => Word::Ne,
            ("less_than", _) => Word::Lt,
            ("less_than_or_equal", _) => Word::Le,
            ("greater_than", _) => Word::Gt,
            ("greater_than_or_equal", _) => Word::Ge,
            (other, _) => {
                self.amiss(format!("compares by `{other}`"));
                Word::Ge
            }
        };
        let [a, b] = module.sides(op);
        if ty == Type::Pred {
            // As numbers; a set i1 is -1 if read as signed.
            let one = if signed { -1i32 } else { 1 };
            let words: Vec<Reg> = [a, b]
                .into_iter()
                .map(|v| {
                    let reg = self.reg(v);
                    self.b.selp(Type::S32, one, 0, reg)
                })
                .collect();
            return self.b.setp(word, Type::S32, words[0], words[1]);
        }
        let (x, y) = (self.int_operand(a, ty, signed), self.int_operand(b, ty, signed));
        let x = self.in_reg(x, ty);
        self.b.setp(word, Self::int_type(ty, signed), x, y)
    }

    /// Constants stand second in comparisons; two of them are folded before.
    pub(super) fn in_reg(&mut self, operand: Operand, ty: Type) -> Operand {
        match operand {
            Operand::Imm(_) => self.b.mov(move_type(ty), operand).into(),
            other => other,
        }
    }

    fn compare_floats(&mut self, op: Op, ty: Type) -> Reg {
        let module = self.module;
        // Absent: a contradiction, its record asks for it.
        let ordered = module.keyword(op, "ordering") == "ordered";
        let word = match (module.keyword(op, "predicate"), ordered) {
            ("equal", true) => Word::Eq,
            ("not_equal", true) => Word::Ne,
            ("less_than", true) => Word::Lt,
            ("less_than_or_equal", true) => Word::Le,
            ("greater_than", true) => Word::Gt,
            ("equal", false) => Word::Equ,
            ("not_equal", false) => Word::Neu,
            ("less_than", false) => Word::Ltu,
            ("less_than_or_equal", false) => Word::Leu,
            ("greater_than", false) => Word::Gtu,
            (_, true) => Word::Ge,
            (_, false) => Word::Geu,
        };
        let [a, b] = module.sides(op);
        let (a, b) = (self.wide(a), self.wide(b));
        let ty = if ty == Type::F64 { ty } else { Type::F32 };
        let a = self.in_reg(a, ty);
        self.b.setp(word, ty, a, b)
    }

    fn bitcast(&mut self, value: Value, from: Type, to: Type) -> Reg {
        let reg = self.reg(value);
        if from == Type::Pred || to == Type::Pred || from.bits() <= 16 {
            return reg;
        }
        let target = self.b.reg(to);
        self.b.mov_to(bits_type(to), target, reg);
        target
    }

    /// Of f64, the machine has these only without NaN.
    fn extremum_or_nan(&mut self, opcode: Opcode, operands: &[Operand]) -> Reg {
        let [a, b] = operands else {
            self.amiss("has not two operands");
            return self.b.reg(Type::F64);
        };
        let [a, b] = [a, b].map(Operand::clone);
        let reg = self
            .b
            .value(Type::F64, opcode, &[Mod::Type(Type::F64)], [a.clone(), b.clone()]);
        let are_numbers = self.b.setp(Word::Num, Type::F64, a, b);
        self.b.selp(Type::F64, reg, f64::NAN, are_numbers)
    }

    /// i1 as numbers modulo 2.
    fn logic(&mut self, op: Op, kind: OpKind) -> Result<Reg, Failure> {
        let a = self.reg(self.module.first_operand(op));
        let opcode = match kind {
            // Only a divisor of 1 and a shift by 0 mean anything.
            arith::ABSI | arith::NEGI | arith::DIVI | arith::SHLI | arith::SHRI => return Ok(a),
            arith::REMI | arith::MULHII => return Ok(self.b.binary(Opcode::Xor, Type::Pred, a, a)),
            arith::ANDI | arith::MULI => Opcode::And,
            arith::ORI => Opcode::Or,
            // Read as signed, a set i1 is -1.
            arith::MAXI if self.module.keyword(op, "signedness") == "signed" => Opcode::And,
            arith::MINI if self.module.keyword(op, "signedness") == "signed" => Opcode::Or,
            arith::MAXI => Opcode::Or,
            arith::MINI => Opcode::And,
            arith::XORI | arith::ADDI | arith::SUBI => Opcode::Xor,
            _ => return Err(self.unsupported(op, format!("`{}` on i1 is not supported yet", kind.short_name()))),
        };
        let b = self.named(op, operand::RHS);
        Ok(self.b.binary(opcode, Type::Pred, a, b))
    }

    /// A product of 64 bits that takes one instruction; the assembler makes others of parts.
    fn long_product(&mut self, op: Op) -> Option<Reg> {
        let module = self.module;
        let mut sides = module.sides(op);
        if module.constant_int(sides[0]).is_some() {
            sides.reverse();
        }
        if let Some(product) = self.wide_product(sides) {
            return Some(product);
        }
        let factor = module
            .constant_int(sides[1])
            .filter(|factor| factor.count_ones() == 1)?;
        let number = self.int_operand(sides[0], Type::U64, false);
        let number = self.in_reg(number, Type::U64);
        Some(self.b.binary(Opcode::Shl, Type::B64, number, factor.trailing_zeros()))
    }

    /// The product of two integers of 32 bits that are made wider first: one instruction has it.
    fn wide_product(&mut self, sides: [Value; 2]) -> Option<Reg> {
        let by = ["signed", "unsigned"].into_iter().find_map(|signedness| {
            let [a, b] = sides.map(|side| self.made_wider(side, signedness));
            Some((signedness, a?, b?))
        });
        let (signedness, a, b) = by?;
        if !matches!(a, Operand::Reg(_)) {
            return None;
        }
        let ty = if signedness == "signed" { Type::S32 } else { Type::U32 };
        let mods = [Mod::Word(Word::Wide), Mod::Type(ty)];
        Some(self.b.value(Type::B64, Opcode::Mul, &mods, [a, b]))
    }

    /// The integer of 32 bits that one of 64 bits is, read so.
    fn made_wider(&self, value: Value, signedness: &str) -> Option<Operand> {
        let module = self.module;
        let op = module.defining_op(value)?;
        match (module.kind(op), module.constant_int(value)) {
            (arith::CONSTANT, Some(number)) => {
                let number = i32::try_from(number).ok()?;
                let fits = number >= 0 || signedness == "signed";
                fits.then_some(Operand::Imm(Imm::Int(number.into())))
            }
            (arith::EXTI, _) if module.keyword(op, "signedness") == signedness => {
                let source = Some(module.only_operand(op)).filter(|&source| self.ptx_type(source) == Type::U32);
                source
                    .map(|source| self.operand(source))
                    .filter(|source| matches!(source, Operand::Reg(_)))
            }
            // Absent: it has more bits.
            _ => None,
        }
    }

    fn int_op(&mut self, op: Op, kind: OpKind, ty: Type) -> Result<Reg, Failure> {
        let module = self.module;
        if kind == arith::MULI
            && ty == Type::U64
            && let Some(product) = self.long_product(op)
        {
            return Ok(product);
        }
        let signed = module.keyword(op, "signedness") == "signed";
        let (int, bits) = (Self::int_type(ty, signed), bits_type(ty));
        let first = module.first_operand(op);
        let width = module.element_bits(module.ty(first));
        let a = self.int_operand(first, ty, signed || kind == arith::ABSI);
        let a = self.in_reg(a, ty);
        let second = module.operand_named(op, operand::RHS);
        let shift = matches!(kind, arith::SHLI | arith::SHRI);
        let b = match second {
            Some(value) if shift => self.shift_amount(value, ty),
            Some(value) => self.int_operand(value, ty, signed),
            None => Operand::from(0u32),
        };
        let reg = match kind {
            arith::ADDI => self.b.binary(Opcode::Add, Self::int_type(ty, false), a, b),
            arith::SUBI => self.b.binary(Opcode::Sub, Self::int_type(ty, false), a, b),
            arith::MULI => self.b.mul(Self::int_type(ty, false), a, b),
            arith::ANDI => self.b.binary(Opcode::And, bits, a, b),
            arith::ORI => self.b.binary(Opcode::Or, bits, a, b),
            arith::XORI => self.b.binary(Opcode::Xor, bits, a, b),
            arith::SHLI => self.b.binary(Opcode::Shl, bits, a, b),
            arith::SHRI => self.b.binary(Opcode::Shr, int, a, b),
            arith::MAXI => self.b.binary(Opcode::Max, int, a, b),
            arith::MINI => self.b.binary(Opcode::Min, int, a, b),
            arith::REMI => self.rest(int, a, b),
            arith::DIVI => self.divide(op, (int, width), a, b),
            // The product fits 16 bits.
            arith::MULHII if ty == Type::U8 => {
                let product = self.b.mul(Type::U16, a, b);
                self.b.binary(Opcode::Shr, Type::U16, product, width)
            }
            arith::MULHII => self
                .b
                .value(int, Opcode::Mul, &[Mod::Word(Word::Hi), Mod::Type(int)], [a, b]),
            arith::NEGI => self.b.unary(Opcode::Neg, &[], Self::int_type(ty, true), a),
            arith::ABSI => self.b.unary(Opcode::Abs, &[], Self::int_type(ty, true), a),
            _ => return Err(self.unsupported(op, format!("`{}` is not supported yet", kind.short_name()))),
        };
        Ok(self.held_int(reg, width))
    }

    /// Shifts count in 32 bits.
    fn shift_amount(&mut self, value: Value, ty: Type) -> Operand {
        match (self.operand(value), ty.bits()) {
            (Operand::Reg(reg), 64) => self.b.cvt(&[], Type::U32, Type::U64, reg).into(),
            (Operand::Reg(reg), 8 | 16) => self.b.cvt(&[], Type::U32, Type::U16, reg).into(),
            (other, _) => other,
        }
    }

    /// A quotient rounded to zero; by a power of two, shifts.
    fn quotient(&mut self, ty: Type, a: Operand, b: Operand) -> Reg {
        let Some((by, is_negative)) = shift_of(ty, &b) else {
            return self.b.binary(Opcode::Div, ty, a, b);
        };
        let raised = self.raised(ty, a, by);
        let quotient = self.b.binary(Opcode::Shr, ty, raised, by);
        match is_negative {
            true => self.b.unary(Opcode::Neg, &[], ty, quotient),
            false => quotient,
        }
    }

    /// The remainder of a division that rounds to zero, with the sign of the dividend.
    fn rest(&mut self, ty: Type, a: Operand, b: Operand) -> Reg {
        let Some((by, _)) = shift_of(ty, &b) else {
            return self.b.binary(Opcode::Rem, ty, a, b);
        };
        let bits = bits_type(ty);
        let above = -1i64 << by;
        if !ty.is_signed() {
            return self.b.binary(Opcode::And, bits, a, !above);
        }
        let raised = self.raised(ty, a.clone(), by);
        let whole = self.b.binary(Opcode::And, bits, raised, above);
        self.b.sub(ty, a, whole)
    }

    /// A dividend that, shifted by so many bits, is its quotient rounded to zero: below zero, one less than the divisor is added.
    fn raised(&mut self, ty: Type, a: Operand, by: u32) -> Operand {
        if !ty.is_signed() || by == 0 {
            return a;
        }
        let sign = self.b.binary(Opcode::Shr, ty, a.clone(), ty.bits() - 1);
        let more = self.b.binary(Opcode::Shr, bits_type(ty), sign, ty.bits() - by);
        self.b.add(ty, a, more).into()
    }

    /// A quotient rounded to zero, down or up.
    fn divide(&mut self, op: Op, (ty, width): (Type, u32), a: Operand, b: Operand) -> Reg {
        let rounding = self.module.keyword(op, "rounding");
        // Above zero, by as many bits as the numbers have.
        let by = match b {
            Operand::Imm(Imm::Int(by)) if (by as u64) < 1 << (width - 1) => by,
            // Absent: no shift does what such a quotient is.
            _ => 0,
        };
        let is_by_shift = by.count_ones() == 1 && ty.is_signed() && rounding == "negative_inf";
        if is_by_shift {
            return self.b.binary(Opcode::Shr, ty, a, by.trailing_zeros());
        }
        let quotient = self.quotient(ty, a.clone(), b.clone());
        let down = match rounding {
            "negative_inf" => true,
            "positive_inf" => false,
            "zero" => return quotient,
            other => {
                self.amiss(format!("rounds to `{other}`"));
                return quotient;
            }
        };
        let back = self.b.mul(ty, quotient, b.clone());
        let rest = self.b.sub(ty, a, back);
        if down && by > 0 && ty.is_signed() {
            // The remainder has the sign of the dividend: below zero it is -1 when shifted, and 0 of an exact quotient.
            let sign = self.b.binary(Opcode::Shr, ty, rest, ty.bits() - 1);
            return self.b.add(ty, quotient, sign);
        }
        let inexact = self.b.setp(Word::Ne, ty, rest, 0u32);
        let wrong_way = if ty.is_signed() {
            // The remainder has the sign of the dividend: below zero the quotient was rounded up.
            let signs = self.b.binary(Opcode::Xor, bits_type(ty), rest, b);
            let differ = self.b.setp(if down { Word::Lt } else { Word::Ge }, ty, signs, 0u32);
            self.b.binary(Opcode::And, Type::Pred, inexact, differ)
        } else if down {
            return quotient;
        } else {
            inexact
        };
        let moved = self.b.add(ty, quotient, if down { -1i32 } else { 1 });
        self.b.selp(ty, moved, quotient, wrong_way)
    }

    // Floats.

    /// A float as f32 or f64.
    pub(super) fn wide(&mut self, value: Value) -> Operand {
        match self.ptx_type(value) {
            Type::F16 => {
                let reg = self.reg(value);
                self.b.cvt(&[], Type::F32, Type::F16, reg).into()
            }
            Type::Bf16 => {
                let reg = self.reg(value);
                self.wide_bf16(reg).into()
            }
            _ => self.operand(value),
        }
    }

    /// A bf16 is the high half of an f32.
    pub(super) fn wide_bf16(&mut self, reg: Reg) -> Reg {
        let word = self.b.cvt(&[], Type::U32, Type::U16, reg);
        let word = self.b.binary(Opcode::Shl, Type::B32, word, 16);
        let wide = self.b.reg(Type::F32);
        self.b.mov_to(Type::B32, wide, word);
        wide
    }

    /// An f32 rounded to a narrower type.
    pub(super) fn narrow(&mut self, reg: Reg, ty: Type, round: Word) -> Reg {
        match (ty, round) {
            // The machine has no such instruction: from what is cut off, away from zero where that is the direction.
            (Type::Bf16, Word::Rm | Word::Rp) => {
                let cut = self.b.cvt(&[Word::Rz], ty, Type::F32, reg);
                let wide = self.wide_bf16(cut);
                let beyond = if round == Word::Rp { Word::Lt } else { Word::Gt };
                let lost = self.b.setp(beyond, Type::F32, wide, reg);
                let next = self.b.binary(Opcode::Add, Type::U16, cut, 1);
                self.b.selp(Type::B16, next, cut, lost)
            }
            (Type::F16 | Type::Bf16, _) => self.b.cvt(&[round], ty, Type::F32, reg),
            _ => reg,
        }
    }

    /// The direction in which an op rounds.
    pub(super) fn rounding(&self, op: Op) -> Result<Word, Failure> {
        Ok(match self.module.keyword(op, "rounding") {
            "nearest_even" => Word::Rn,
            "zero" => Word::Rz,
            "negative_inf" => Word::Rm,
            "positive_inf" => Word::Rp,
            "nearest_away" => Word::Rna,
            other => {
                let short = self.module.def(op).short_name();
                return Err(self.unsupported(op, format!("`{short}` of this type has no rounding `{other}`")));
            }
        })
    }

    /// A sum, difference or product of 16 bits, to nearest. Targets before `sm_90` have no such of bf16, but all have the fused one: of
    /// a product with 1 or -1, or to which minus zero is added, it is the same.
    fn narrow_op(&mut self, kind: OpKind, ty: Type, lhs: Reg, rhs: Reg) -> Reg {
        let mods = [Mod::Word(Word::Rn), Mod::Type(ty)];
        if ty == Type::F16 {
            let opcode = match kind {
                arith::ADDF => Opcode::Add,
                arith::SUBF => Opcode::Sub,
                // Absent: the third of the three.
                _ => Opcode::Mul,
            };
            return self.b.value(ty, opcode, &mods, [lhs.into(), rhs.into()]);
        }
        let (one, minus_one, minus_zero) = (0x3F80u32, 0xBF80u32, 0x8000u32);
        let number = match kind {
            arith::ADDF => one,
            arith::SUBF => minus_one,
            // Absent: the third of the three.
            _ => minus_zero,
        };
        let number = self.b.mov(Type::B16, number);
        let operands = match kind {
            arith::ADDF | arith::SUBF => [rhs, number, lhs],
            // Absent: the third of the three.
            _ => [lhs, rhs, number],
        };
        self.b.value(ty, Opcode::Fma, &mods, operands.map(Operand::from))
    }

    fn float_op(&mut self, op: Op, kind: OpKind, ty: Type) -> Result<Reg, Failure> {
        let module = self.module;
        let wide = if ty == Type::F64 { Type::F64 } else { Type::F32 };
        let narrow = matches!(ty, Type::F16 | Type::Bf16);
        let ftz = module.has_attr(op, "ftz");
        if ftz && ty != Type::F32 {
            return Err(self.unsupported(
                op,
                format!("`{}` flushes f32 to zero, and no other type", kind.short_name()),
            ));
        }
        // Signs are bits.
        if narrow && matches!(kind, arith::NEGF | arith::ABSF) {
            let reg = self.reg(module.only_operand(op));
            let (opcode, mask) = if kind == arith::NEGF {
                (Opcode::Xor, 0x8000)
            } else {
                (Opcode::And, 0x7FFF)
            };
            return Ok(self.b.binary(opcode, Type::B16, reg, mask));
        }
        let round = match (kind, module.keyword(op, "rounding")) {
            (arith::DIVF | arith::SQRT, "approx") if ty == Type::F32 => Word::Approx,
            (arith::DIVF, "full") if ty == Type::F32 => Word::Full,
            (arith::ADDF | arith::SUBF | arith::MULF | arith::FMA | arith::DIVF | arith::SQRT, _) => {
                self.rounding(op)?
            }
            _ => Word::Rn,
        };
        if kind == arith::FMA && narrow && round == Word::Rn {
            let regs = [operand::LHS, operand::RHS, operand::ACC].map(|name| self.named(op, name).into());
            return Ok(self
                .b
                .value(ty, Opcode::Fma, &[Mod::Word(Word::Rn), Mod::Type(ty)], regs));
        }
        if narrow && round == Word::Rn && matches!(kind, arith::ADDF | arith::SUBF | arith::MULF) {
            let [lhs, rhs] = [operand::LHS, operand::RHS].map(|name| self.named(op, name));
            return Ok(self.narrow_op(kind, ty, lhs, rhs));
        }
        let mut operands = Vec::new();
        for &value in module.operands(op) {
            let operand = self.wide(value);
            operands.push(self.in_reg(operand, wide));
        }
        let with = |how: &[Word]| -> Vec<Mod> {
            let flush = if ftz { &[Word::Ftz][..] } else { &[] };
            how.iter()
                .chain(flush)
                .map(|&w| Mod::Word(w))
                .chain([Mod::Type(wide)])
                .collect()
        };
        let (opcode, mods) = match kind {
            arith::ADDF => (Opcode::Add, with(&[round])),
            arith::SUBF => (Opcode::Sub, with(&[round])),
            arith::MULF => (Opcode::Mul, with(&[round])),
            arith::FMA => (Opcode::Fma, with(&[round])),
            arith::DIVF => (Opcode::Div, with(&[round])),
            arith::SQRT => (Opcode::Sqrt, with(&[round])),
            arith::NEGF => (Opcode::Neg, with(&[])),
            arith::ABSF => (Opcode::Abs, with(&[])),
            arith::MAXF | arith::MINF => {
                let opcode = if kind == arith::MAXF { Opcode::Max } else { Opcode::Min };
                let nan = module.has_attr(op, "propagate_nan");
                if nan && wide == Type::F64 {
                    return Ok(self.extremum_or_nan(opcode, &operands));
                }
                let words = [Word::Ftz, Word::Nan].into_iter().zip([ftz, nan]).filter(|(_, on)| *on);
                (
                    opcode,
                    words.map(|(w, _)| Mod::Word(w)).chain([Mod::Type(wide)]).collect(),
                )
            }
            arith::CEIL | arith::FLOOR => {
                let how = if kind == arith::CEIL { Word::Rpi } else { Word::Rmi };
                (Opcode::Cvt, vec![Mod::Word(how), Mod::Type(wide), Mod::Type(wide)])
            }
            _ => {
                let reg = self.function(op, kind, (ty, wide), ftz, &operands)?;
                return Ok(self.narrow(reg, ty, Word::Rn));
            }
        };
        let reg = self.b.value(wide, opcode, &mods, operands);
        Ok(self.narrow(reg, ty, round))
    }
}

/// The bits by which numbers are shifted instead of being divided, and whether quotients are negated; none: the divisor is no power of two.
fn shift_of(ty: Type, divisor: &Operand) -> Option<(u32, bool)> {
    let &Operand::Imm(Imm::Int(by)) = divisor else {
        return None;
    };
    let above = 64 - ty.bits();
    let is_negative = ty.is_signed() && by << above < 0;
    let size = if is_negative { by.wrapping_neg() } else { by } as u64;
    // Of the least number, so many bits are the same with either sign.
    let size = size << above >> above;
    size.is_power_of_two().then(|| (size.trailing_zeros(), is_negative))
}
