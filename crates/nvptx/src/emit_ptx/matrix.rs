//! Matrix products of a warp.

use super::Emitter;
use tilewright_ir::Op;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ptx::{Mod, Opcode, Operand, Reg, Type, Version, Word};

/// The first PTX with products of eight-bit floats (PTX ISA, `mma`).
const F8_VERSION: Version = Version::new(8, 4);

impl Emitter<'_> {
    pub(super) fn mma_sync(&mut self, op: Op) {
        let module = self.module;
        let element = |name: &str| match module.keyword(op, name) {
            "bf16" => Type::Bf16,
            "tf32" => Type::Tf32,
            "e4m3" => Type::E4m3,
            "e5m2" => Type::E5m2,
            "s8" => Type::S8,
            "u8" => Type::U8,
            "f16" => Type::F16,
            other => {
                module.inconsistent(Some(op), format!("multiplies `{other}`"));
                Type::F16
            }
        };
        let (lhs, rhs) = (element("lhs_type"), element("rhs_type"));
        let k = 32 / lhs.bytes();
        let sum = if matches!(lhs, Type::S8 | Type::U8) {
            Type::S32
        } else {
            Type::F32
        };
        if matches!(lhs, Type::E4m3 | Type::E5m2) {
            self.version = self.version.max(F8_VERSION);
        }
        let fragment = |e: &mut Self, name: OperandName| -> Operand {
            let regs: Vec<Reg> = module.operands_named(op, name).iter().map(|&v| e.reg(v)).collect();
            regs[..].into()
        };
        let (a, b, c) = (
            fragment(self, operand::LHS),
            fragment(self, operand::RHS),
            fragment(self, operand::ACC),
        );
        let results = self.b.regs(sum, 4);
        let mods = [
            Mod::Shape {
                m: 16,
                n: 8,
                k: k as u16,
            },
            Mod::Word(Word::Row),
            Mod::Word(Word::Col),
            Mod::Type(sum),
            Mod::Type(lhs),
            Mod::Type(rhs),
            Mod::Type(sum),
        ];
        self.b.op(Opcode::Mma, &mods, [results[..].into(), a, b, c]);
        for (&value, reg) in module.results(op).iter().zip(results) {
            self.set(value, reg);
        }
    }
}
