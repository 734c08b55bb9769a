//! Bytes that are loaded four to a word and become floats: as they lie in the word, two at a time where the machine has halves in pairs.
//!
//! A byte that is put below the bits of a number whose last place is 1 is that number and itself; that number is taken off again. Both are
//! exact.

use super::Emitter;
use tilewright_ir::ops::arith;
use tilewright_ir::types::Scalar;
use tilewright_ir::{Op, Value};
use tilewright_ptx::{Mod, Opcode, Operand, Reg, Type, Word};

/// A word of bytes, the first lowest.
#[derive(Clone, Copy)]
pub(super) struct ByteWord {
    word: Reg,
    bytes: [Value; 4],
    form: ByteForm,
}

/// The meaning of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteForm {
    /// Integers, with a sign or without.
    Int(bool),
    /// `f8E4M3FN`, which the machine converts in pairs.
    Float,
}

impl Emitter<'_> {
    /// Keeps a word of loaded bytes whole, if each of them only becomes floats beside the load, all in the same way.
    pub(super) fn keep_bytes(&mut self, word: Reg, values: &[Value]) -> bool {
        let module = self.module;
        let Ok(bytes) = <[Value; 4]>::try_from(values) else {
            return false;
        };
        let home = module.parent(self.now);
        let uses = bytes.iter().flat_map(|&byte| module.uses(byte));
        let mut forms = uses.map(|user| self.byte_form(user.op).filter(|_| module.parent(user.op) == home));
        let Some(Some(form)) = forms.next() else { return false };
        if !forms.all(|other| other == Some(form)) {
            return false;
        }
        let word = match form {
            // The least of signed numbers becomes 0.
            ByteForm::Int(true) => self.b.binary(Opcode::Xor, Type::B32, word, 0x8080_8080u32),
            _ => word,
        };
        for byte in bytes {
            self.bytes.insert(byte, ByteWord { word, bytes, form });
        }
        true
    }

    /// The meaning that a conversion gives its byte; none: it is no such conversion.
    fn byte_form(&self, op: Op) -> Option<ByteForm> {
        let module = self.module;
        let scalars = match module.kind(op) {
            arith::ITOF | arith::FTOF => {
                [module.only_operand(op), module.result(op, 0)].map(|value| self.scalar(value))
            }
            _ => return None,
        };
        let [Some(from), Some(to)] = scalars else { return None };
        match module.kind(op) {
            arith::ITOF => {
                let signed = module.keyword(op, "signedness") == "signed";
                (from.bits == 8 && ["f16", "f32"].contains(&to.name)).then_some(ByteForm::Int(signed))
            }
            _ => (from.name == "f8E4M3FN" && to.bits >= 16 && self.gpu.f8_conversions.value).then_some(ByteForm::Float),
        }
    }

    /// A byte of a word as a float: an integer in this type, another one as f16.
    pub(super) fn float_of_byte(&mut self, byte: Value, to: Scalar) -> Option<Reg> {
        let of = *self.bytes.get(byte)?;
        if of.form != ByteForm::Float && to.name == "f32" {
            return Some(self.single_of_byte(of, byte));
        }
        if self.halves.get(byte).is_none() {
            for number in 0..2 {
                let both = match of.form {
                    ByteForm::Int(signed) => self.whole_halves(of.word, number, signed),
                    ByteForm::Float => self.small_halves(of.word, number as usize),
                };
                let halves = self.b.regs(Type::B16, 2);
                let operands = [Operand::from(&halves[..]), both.into()];
                self.b.op(Opcode::Mov, &[Mod::Type(Type::B32)], operands);
                for (half, &byte) in halves.into_iter().zip(&of.bytes[2 * number as usize..]) {
                    self.halves.insert(byte, half);
                }
            }
        }
        self.halves.get(byte).copied()
    }

    /// Two integers of a word as f16.
    fn whole_halves(&mut self, word: Reg, number: u32, signed: bool) -> Reg {
        // 1024 has these bits, and a last place of 1.
        let above = self.b.mov(Type::B32, 0x6464_6464u32);
        let order = 0x4140 + 0x0202 * number;
        let raised = self.permuted([word, above], order);
        let from = self.b.mov(Type::B32, if signed { 0x6480_6480u32 } else { 0x6400_6400 });
        let mods = [Mod::Type(Type::F16x2)];
        self.b
            .value(Type::B32, Opcode::Sub, &mods, [raised.into(), from.into()])
    }

    /// Two small floats of a word as f16.
    fn small_halves(&mut self, word: Reg, number: usize) -> Reg {
        let parts = self.b.regs(Type::B16, 2);
        let operands = [Operand::from(&parts[..]), word.into()];
        self.b.op(Opcode::Mov, &[Mod::Type(Type::B32)], operands);
        self.halves_of_pair(parts[number])
    }

    /// An integer of a word as f32.
    fn single_of_byte(&mut self, of: ByteWord, byte: Value) -> Reg {
        // Absent: each byte is one of its word.
        let place = of.bytes.iter().position(|&other| other == byte).unwrap_or(0);
        // 2^23 has these bits, and a last place of 1.
        let above = self.b.mov(Type::B32, 0x4B00_0000u32);
        let raised = self.permuted([of.word, above], 0x7650 | place as u32);
        let raised = self.b.mov(Type::F32, raised);
        let from = if of.form == ByteForm::Int(true) {
            0x4B00_0080
        } else {
            0x4B00_0000
        };
        self.b.sub(Type::F32, raised, f32::from_bits(from))
    }

    /// Four bytes of two words, by their numbers.
    fn permuted(&mut self, [low, high]: [Reg; 2], order: u32) -> Reg {
        let operands: [Operand; 3] = [low.into(), high.into(), order.into()];
        self.b.value(Type::B32, Opcode::Prmt, &[Mod::Type(Type::B32)], operands)
    }

    /// Two `f8E4M3FN` as f16.
    pub(super) fn halves_of_pair(&mut self, pair: Reg) -> Reg {
        self.version = self.version.max(super::conversion::F8_CONVERSIONS);
        let mods = [Word::Rn.into(), Type::F16x2.into(), Type::E4m3x2.into()];
        self.b.value(Type::B32, Opcode::Cvt, &mods, [pair.into()])
    }
}
