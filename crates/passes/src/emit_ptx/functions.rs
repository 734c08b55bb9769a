//! Functions that the machine has only approximately, in f32.

use super::Emitter;
use tilewright_ir::Op;
use tilewright_ir::convert::Failure;
use tilewright_ptx::{Mod, Opcode, Operand, Reg, Type, Word};

/// log2(e), and ln(2) in two parts whose sum is closer than one f32 can be.
const LOG2_E: f32 = std::f32::consts::LOG2_E;
const LN_2: f32 = std::f32::consts::LN_2;
const LN_2_HIGH: f32 = f32::from_bits(0x3F31_7200);
const LN_2_LOW: f32 = f32::from_bits(0x35BF_BE8E);

impl Emitter<'_> {
    pub(super) fn function(
        &mut self,
        op: Op,
        short: &str,
        ty: Type,
        ftz: bool,
        operands: Vec<Operand>,
    ) -> Result<Reg, Failure> {
        if ty != Type::F32 {
            return Err(self.unsupported(op, format!("`{short}` of f64 is not supported yet")));
        }
        let Some(Operand::Reg(x)) = operands.first().cloned() else {
            return Err(self.unsupported(op, format!("`{short}` is not supported yet")));
        };
        Ok(match short {
            "exp2" => self.approximate(Opcode::Ex2, x, ftz),
            "log2" => self.approximate(Opcode::Lg2, x, ftz),
            "rsqrt" => self.approximate(Opcode::Rsqrt, x, ftz),
            "exp" => self.exp(x),
            "log" => {
                let log2 = self.approximate(Opcode::Lg2, x, ftz);
                self.b.mul(Type::F32, log2, LN_2)
            }
            _ => return Err(self.unsupported(op, format!("`{short}` is not supported yet"))),
        })
    }

    fn approximate(&mut self, opcode: Opcode, x: Reg, ftz: bool) -> Reg {
        let mut mods = vec![Mod::Word(Word::Approx)];
        if ftz {
            mods.push(Mod::Word(Word::Ftz));
        }
        mods.push(Mod::Type(Type::F32));
        self.b.value(Type::F32, opcode, &mods, [x.into()])
    }

    /// e^x = 2^n * 2^(r * log2 e) with n the whole part of x * log2 e and r = x - n ln 2, subtracted in two steps so that
    /// no bits are lost.
    fn exp(&mut self, x: Reg) -> Reg {
        let scaled = self.b.mul(Type::F32, x, LOG2_E);
        let whole = self.b.cvt(&[Word::Rzi], Type::F32, Type::F32, scaled);
        // Beyond these the result is 0 or infinite anyway.
        let whole = self.b.binary(Opcode::Max, Type::F32, whole, -150.0f32);
        let whole = self.b.binary(Opcode::Min, Type::F32, whole, 127.0f32);
        let rest = self.b.fma(Type::F32, whole, -LN_2_HIGH, x);
        let rest = self.b.fma(Type::F32, whole, -LN_2_LOW, rest);
        let rest = self.b.mul(Type::F32, rest, LOG2_E);
        let part = self.approximate(Opcode::Ex2, rest, false);
        let power = self.approximate(Opcode::Ex2, whole, false);
        self.b.mul(Type::F32, part, power)
    }
}
