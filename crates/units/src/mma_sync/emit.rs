//! The op of `mma.sync` in PTX.

use super::UNIT;
use crate::emit::Emitter;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Module, Op};
use tilewright_ptx::{Mod, Opcode, Operand, Reg, Type, Version, Word};

/// The first PTX with products of eight-bit floats (PTX ISA, `mma`).
const F8_VERSION: Version = Version::new(8, 4);

pub(super) fn op(to: &mut dyn Emitter, module: &Module, op: Op) -> bool {
    if module.kind(op) != nvvm::MMA_SYNC {
        return false;
    }
    let element = |to: &dyn Emitter, name: &str| match module.keyword(op, name) {
        "bf16" => Type::Bf16,
        "tf32" => Type::Tf32,
        "e4m3" => Type::E4m3,
        "e5m2" => Type::E5m2,
        "s8" => Type::S8,
        "u8" => Type::U8,
        "f16" => Type::F16,
        other => {
            to.inconsistent(format!("multiplies `{other}`"));
            Type::F16
        }
    };
    let (lhs, rhs) = (element(to, "lhs_type"), element(to, "rhs_type"));
    let figures = UNIT.figures();
    let sum = if matches!(lhs, Type::S8 | Type::U8) {
        Type::S32
    } else {
        Type::F32
    };
    if matches!(lhs, Type::E4m3 | Type::E5m2) {
        to.needs(F8_VERSION);
    }
    let fragment = |to: &mut dyn Emitter, name: OperandName| -> Operand {
        let regs: Vec<Reg> = module
            .operands_named(op, name)
            .iter()
            .map(|&value| to.register(value))
            .collect();
        regs[..].into()
    };
    let (a, b, c) = (
        fragment(to, operand::LHS),
        fragment(to, operand::RHS),
        fragment(to, operand::ACC),
    );
    let results = to.ptx().regs(sum, 4);
    let mods = [
        Mod::Shape {
            m: figures.rows as u16,
            n: figures.columns_least as u16,
            k: figures.k(i64::from(lhs.bytes())) as u16,
        },
        Mod::Word(Word::Row),
        Mod::Word(Word::Col),
        Mod::Type(sum),
        Mod::Type(lhs),
        Mod::Type(rhs),
        Mod::Type(sum),
    ];
    to.ptx().op(Opcode::Mma, &mods, [results[..].into(), a, b, c]);
    for (&value, reg) in module.results(op).iter().zip(results) {
        to.set(value, reg);
    }
    true
}
