//! The ops of `tcgen05` in PTX.

use crate::emit::Emitter;
use tilewright_ir::operand;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Module, Op};
use tilewright_ptx::{Addr, Mod, Opcode, Operand, Reg, Space, Type, Version, Word};

/// The first version of PTX with these instructions (PTX ISA, `tcgen05`).
const VERSION: Version = Version::new(8, 6);

/// The first version with products of four-bit floats and scales of 16 (PTX ISA, `tcgen05.mma`).
const NVF4_VERSION: Version = Version::new(8, 7);

pub(super) fn op(to: &mut dyn Emitter, module: &Module, op: Op) -> bool {
    match module.kind(op) {
        nvvm::TCGEN05_ALLOC => {
            let (address, columns) = (at(to, module, op), columns(module, op));
            let mods = group(
                module,
                op,
                &[
                    Word::Sync.into(),
                    Word::Aligned.into(),
                    Space::SharedCta.into(),
                    Type::B32.into(),
                ],
            );
            to.ptx().op(Opcode::Tcgen05Alloc, &mods, [address.into(), columns]);
        }
        nvvm::TCGEN05_RELINQUISH_ALLOC_PERMIT => {
            let mods = group(module, op, &[Word::Sync.into(), Word::Aligned.into()]);
            to.ptx().op(Opcode::Tcgen05RelinquishAllocPermit, &mods, []);
        }
        nvvm::TCGEN05_DEALLOC => {
            let (address, columns) = (address(to, module, op), columns(module, op));
            let mods = group(module, op, &[Word::Sync.into(), Word::Aligned.into(), Type::B32.into()]);
            to.ptx().op(Opcode::Tcgen05Dealloc, &mods, [address.into(), columns]);
        }
        nvvm::TCGEN05_FENCE_BEFORE_THREAD_SYNC => to.ptx().op(Opcode::Tcgen05FenceBefore, &[], []),
        nvvm::TCGEN05_FENCE_AFTER_THREAD_SYNC => to.ptx().op(Opcode::Tcgen05FenceAfter, &[], []),
        nvvm::TCGEN05_WAIT_LD => to.ptx().op(Opcode::Tcgen05WaitLd, &[], []),
        nvvm::TCGEN05_WAIT_ST => to.ptx().op(Opcode::Tcgen05WaitSt, &[], []),
        nvvm::TCGEN05_DESCRIPTOR => descriptor(to, module, op),
        nvvm::TCGEN05_MMA => mma(to, module, op),
        nvvm::TCGEN05_MMA_SCALED => scaled(to, module, op),
        nvvm::TCGEN05_CP => {
            let into = at(to, module, op);
            let source = to.register(module.required_operand(op, operand::SOURCE));
            let mods = group(module, op, &[Word::S32x128b.into(), Word::Warpx4.into()]);
            to.ptx().op(Opcode::Tcgen05Cp, &mods, [into.into(), source.into()]);
        }
        nvvm::TCGEN05_COMMIT => {
            let address = at(to, module, op);
            // The instruction takes 16 bits.
            let mask = module.operand_named(op, operand::MASK).map(|mask| {
                let mask = to.register(mask);
                let halves = [Type::U16.into(), Type::U32.into()];
                to.ptx().value(Type::U16, Opcode::Cvt, &halves, [mask.into()])
            });
            let mut mods = group(module, op, &[Word::ArriveOne.into(), Space::SharedCluster.into()]);
            mods.extend(mask.map(|_| Mod::from(Word::MulticastCluster)));
            mods.push(Type::B64.into());
            let operands = [Operand::from(address)].into_iter().chain(mask.map(Operand::from));
            to.ptx().op(Opcode::Tcgen05Commit, &mods, operands);
        }
        nvvm::TCGEN05_LD => load(to, module, op),
        nvvm::TCGEN05_ST => store(to, module, op),
        _ => return false,
    }
    to.needs(VERSION);
    true
}

/// Modifiers of an instruction of one CTA, or of a pair: all of a kernel are of as many.
fn group(module: &Module, op: Op, mods: &[Mod]) -> Vec<Mod> {
    let group = match module.is_of_pair(op) {
        true => Word::CtaGroup2,
        false => Word::CtaGroup1,
    };
    let mut all = vec![group.into()];
    all.extend(mods);
    all
}

/// The register of the address that an op has.
fn address(to: &mut dyn Emitter, module: &Module, op: Op) -> Reg {
    to.register(module.required_operand(op, operand::ADDRESS))
}

/// The same, with the op's offset.
fn at(to: &mut dyn Emitter, module: &Module, op: Op) -> Addr {
    Addr::reg(address(to, module, op), module.required_int(op, "offset"))
}

fn columns(module: &Module, op: Op) -> Operand {
    (module.required_int(op, "columns") as u32).into()
}

fn descriptor(to: &mut dyn Emitter, module: &Module, op: Op) {
    let low = to.register(module.only_operand(op));
    let high = to.ptx().mov(Type::B32, module.required_int(op, "high") as u32 as i32);
    let halves: Operand = [low, high][..].into();
    let whole = to.ptx().value(Type::B64, Opcode::Mov, &[Type::B64.into()], [halves]);
    to.set(module.result(op, 0), whole);
}

fn mma(to: &mut dyn Emitter, module: &Module, op: Op) {
    let kind = match module.keyword(op, "kind") {
        "f16" => Word::KindF16,
        "tf32" => Word::KindTf32,
        "f8f6f4" => Word::KindF8f6f4,
        "i8" => Word::KindI8,
        other => {
            to.inconsistent(format!("multiplies by kind `{other}`"));
            Word::KindF16
        }
    };
    let into = address(to, module, op);
    let [a, b] = [operand::LHS, operand::RHS].map(|name| to.register(module.required_operand(op, name)));
    let descriptor = to
        .ptx()
        .mov(Type::B32, module.required_int(op, "instruction") as u32 as i32);
    let adds: Operand = match module.operand_named(op, operand::ADDS) {
        Some(condition) => to.register(condition).into(),
        // Absent: the product is added.
        None => 1.into(),
    };
    let lhs = module.ty(module.required_operand(op, operand::LHS));
    // A descriptor has 64 bits, an address in tensor memory has 32.
    let a: Operand = match module.element_bits(lhs) {
        64 => a.into(),
        _ => Addr::reg(a, 0).into(),
    };
    let operands = [Addr::reg(into, 0).into(), a, b.into(), descriptor.into(), adds];
    to.ptx()
        .op(Opcode::Tcgen05Mma, &group(module, op, &[kind.into()]), operands);
}

fn scaled(to: &mut dyn Emitter, module: &Module, op: Op) {
    let kind = match module.keyword(op, "kind") {
        "mxf8f6f4" => Word::KindMxf8f6f4,
        "mxf4" => Word::KindMxf4,
        "mxf4nvf4" => Word::KindMxf4nvf4,
        other => {
            to.inconsistent(format!("multiplies by kind `{other}`"));
            Word::KindMxf4
        }
    };
    let blocks = match module.required_int(op, "blocks") {
        1 => Word::ScaleVec1x,
        2 => Word::ScaleVec2x,
        _ => Word::ScaleVec4x,
    };
    if kind == Word::KindMxf4nvf4 {
        to.needs(NVF4_VERSION);
    }
    let into = address(to, module, op);
    let [a, b] = [operand::LHS, operand::RHS].map(|name| to.register(module.required_operand(op, name)));
    let scales = [(operand::LHS_SCALE, "lhs_offset"), (operand::RHS_SCALE, "rhs_offset")];
    let [left, right] = scales.map(|(name, offset)| {
        let address = to.register(module.required_operand(op, name));
        match module.required_int(op, offset) as u32 {
            0 => address,
            offset => to.ptx().binary(Opcode::Add, Type::U32, address, offset),
        }
    });
    let descriptor = to
        .ptx()
        .mov(Type::B32, module.required_int(op, "instruction") as u32 as i32);
    let adds: Operand = match module.operand_named(op, operand::ADDS) {
        Some(condition) => to.register(condition).into(),
        // Absent: the product is added.
        None => 1.into(),
    };
    let place = |register: Reg| Operand::from(Addr::reg(register, 0));
    let operands = [
        place(into),
        a.into(),
        b.into(),
        descriptor.into(),
        place(left),
        place(right),
        adds,
    ];
    let mods = group(module, op, &[kind.into(), Word::BlockScale.into(), blocks.into()]);
    to.ptx().op(Opcode::Tcgen05Mma, &mods, operands);
}

/// The modifier of an instruction that has its columns so often.
fn times(to: &dyn Emitter, count: usize) -> Word {
    match count {
        1 => Word::X1,
        2 => Word::X2,
        4 => Word::X4,
        8 => Word::X8,
        16 => Word::X16,
        32 => Word::X32,
        64 => Word::X64,
        128 => Word::X128,
        other => {
            to.inconsistent(format!("moves {other} times its columns"));
            Word::X1
        }
    }
}

/// The shape of an instruction by its bits of a lane, and the registers of a repetition.
fn form(module: &Module, op: Op) -> (Word, usize) {
    match module.required_int(op, "bits") {
        32 => (Word::S32x32b, 1),
        64 => (Word::S16x64b, 1),
        128 => (Word::S16x128b, 2),
        _ => (Word::S16x256b, 4),
    }
}

fn store(to: &mut dyn Emitter, module: &Module, op: Op) {
    let values = module.operands_named(op, operand::VALUES);
    let (shape, each) = form(module, op);
    let count = times(to, values.len() / each);
    let address = at(to, module, op);
    let registers: Vec<Reg> = values.iter().map(|&value| to.register(value)).collect();
    let mods = [shape.into(), count.into(), Type::B32.into()];
    to.ptx()
        .op(Opcode::Tcgen05St, &mods, [address.into(), registers[..].into()]);
}

fn load(to: &mut dyn Emitter, module: &Module, op: Op) {
    let results = module.results(op);
    let (shape, each) = form(module, op);
    let count = times(to, results.len() / each);
    let held = match module
        .element_scalar(module.ty(module.result(op, 0)))
        .map(|scalar| scalar.name)
    {
        Some("f32") => Type::F32,
        _ => Type::B32,
    };
    let address = at(to, module, op);
    let registers = to.ptx().regs(held, results.len());
    let mods = [shape.into(), count.into(), Type::B32.into()];
    to.ptx()
        .op(Opcode::Tcgen05Ld, &mods, [registers[..].into(), address.into()]);
    for (&value, register) in results.iter().zip(registers) {
        to.set(value, register);
    }
}
