//! The op of `mma.sync` in PTX.

use super::UNIT;
use crate::emit::Emitter;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Module, Op};
use tilewright_ptx::{Mod, Opcode, Operand, Type, Version, Word};

/// The first PTX with products of blocks that have scales, and with four scales ue8m0 along K (PTX ISA, `mma`).
const SCALED_VERSION: Version = Version::new(8, 7);
const FOUR_UE8M0_VERSION: Version = Version::new(9, 1);

/// The first PTX with products of eight-bit floats (PTX ISA, `mma`).
const F8_VERSION: Version = Version::new(8, 4);

pub(super) fn op(to: &mut dyn Emitter, module: &Module, op: Op) -> bool {
    match module.kind(op) {
        nvvm::MMA_SYNC => {}
        nvvm::MMA_SYNC_SCALED => return scaled(to, module, op),
        // Absent: an op of another unit.
        _ => return false,
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
    let [a, b, c] = fragments(to, module, op);
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

/// The registers of both fragments and of the accumulators.
fn fragments(to: &mut dyn Emitter, module: &Module, op: Op) -> [Operand; 3] {
    let fragment = |name: OperandName| -> Operand {
        let values = module.operands_named(op, name).iter();
        Operand::Vector(values.map(|&value| to.register(value).into()).collect())
    };
    [operand::LHS, operand::RHS, operand::ACC].map(fragment)
}

/// A product of fragments with scales.
fn scaled(to: &mut dyn Emitter, module: &Module, op: Op) -> bool {
    let number = |name: &str| module.required_int(op, name) as u32;
    let blocks = match number("blocks") {
        1 => Word::ScaleVec1x,
        2 => Word::ScaleVec2x,
        4 => Word::ScaleVec4x,
        other => {
            to.inconsistent(format!("multiplies with {other} scales along K"));
            Word::ScaleVec1x
        }
    };
    let scale = match module.keyword(op, "scale") {
        "f8E4M3FN" => Type::Ue4m3,
        _ => Type::Ue8m0,
    };
    let (element, kind, bits) = match module.keyword(op, "element") {
        "f8E4M3FN" => (Type::E4m3, Word::KindMxf8f6f4, 8),
        "f8E5M2" => (Type::E5m2, Word::KindMxf8f6f4, 8),
        _ if blocks == Word::ScaleVec2x => (Type::E2m1, Word::KindMxf4, 4),
        _ => (Type::E2m1, Word::KindMxf4nvf4, 4),
    };
    to.needs(match (blocks, scale) {
        (Word::ScaleVec4x, Type::Ue8m0) => FOUR_UE8M0_VERSION,
        _ => SCALED_VERSION,
    });
    let [a, b, c] = fragments(to, module, op);
    let scales = [operand::LHS_SCALE, operand::RHS_SCALE].map(|name| to.register(module.required_operand(op, name)));
    let results = to.ptx().regs(Type::F32, 4);
    let figures = UNIT.figures();
    let mods = [
        Mod::Shape {
            m: figures.rows as u16,
            n: figures.columns_least as u16,
            k: (figures.k_bytes * 8 / bits) as u16,
        },
        Mod::Word(Word::Row),
        Mod::Word(Word::Col),
        Mod::Word(kind),
        Mod::Word(Word::BlockScale),
        Mod::Word(blocks),
        Mod::Type(Type::F32),
        Mod::Type(element),
        Mod::Type(element),
        Mod::Type(Type::F32),
        Mod::Type(scale),
    ];
    let selector = |byte: &str, thread: &str| Operand::from(vec![number(byte).into(), number(thread).into()]);
    let operands: [Operand; 8] = [
        results[..].into(),
        a,
        b,
        c,
        [scales[0]][..].into(),
        selector("lhs_byte", "lhs_thread"),
        [scales[1]][..].into(),
        selector("rhs_byte", "rhs_thread"),
    ];
    to.ptx().op(Opcode::Mma, &mods, operands);
    for (&value, reg) in module.results(op).iter().zip(results) {
        to.set(value, reg);
    }
    true
}
