//! The ops of `wgmma` in PTX.

use crate::emit::Emitter;
use tilewright_ir::operand;
use tilewright_ir::ops::nvvm;
use tilewright_ir::words::major;
use tilewright_ir::{Block, Def, Module, Op, Value};
use tilewright_ptx::{Opcode, Operand, Reg, Type, Version, WgmmaTail};

pub(super) fn op(to: &mut dyn Emitter, module: &Module, op: Op) -> bool {
    match module.kind(op) {
        nvvm::WGMMA_FENCE => to.ptx().wgmma_fence(),
        nvvm::WGMMA_COMMIT_GROUP => to.ptx().wgmma_commit(),
        nvvm::WGMMA_WAIT_GROUP => to.ptx().wgmma_wait(module.required_int(op, "count") as u32),
        nvvm::WGMMA_DESCRIPTOR => descriptor(to, module, op),
        nvvm::WGMMA_MMA_ASYNC => mma_async(to, module, op),
        _ => return false,
    }
    true
}

fn descriptor(to: &mut dyn Emitter, module: &Module, op: Op) {
    let low = to.register(module.required_operand(op, operand::START));
    let high = to.ptx().mov(Type::B32, module.required_int(op, "high") as u32 as i32);
    let halves: Operand = [low, high][..].into();
    let mut whole = to.ptx().value(Type::B64, Opcode::Mov, &[Type::B64.into()], [halves]);
    // Both words in one step: put together anew for each slot, the high word would be moved each time.
    if let Some(slot) = module.operand_named(op, operand::SLOT) {
        let pitch = module.required_int(op, "pitch");
        whole = match module.constant_int(slot) {
            Some(0) => whole,
            Some(slot) => to.ptx().binary(Opcode::Add, Type::U64, whole, slot * pitch),
            None => {
                let slot = to.register(slot);
                to.ptx().mad_wide(Type::U32, slot, pitch as u32, whole)
            }
        };
    }
    to.set(module.result(op, 0), whole);
}

/// The type of elements by its name.
fn element(to: &mut dyn Emitter, name: &str) -> Type {
    match name {
        "bf16" => Type::Bf16,
        "f16" => Type::F16,
        "tf32" => Type::Tf32,
        "e4m3" => Type::E4m3,
        "e5m2" => Type::E5m2,
        "s8" => Type::S8,
        "u8" => Type::U8,
        other => {
            to.inconsistent(format!("multiplies `{other}`"));
            Type::F16
        }
    }
}

fn mma_async(to: &mut dyn Emitter, module: &Module, op: Op) {
    let b = to.register(module.required_operand(op, operand::RHS));
    let a: Vec<Reg> = module
        .operands_named(op, operand::LHS)
        .iter()
        .map(|&value| to.register(value))
        .collect();
    let a: Operand = match a[..] {
        [descriptor] => descriptor.into(),
        _ => a[..].into(),
    };
    let left = element(to, module.keyword(op, "type"));
    // Absent: both are of one type.
    let right = match module.keyword(op, "rhs_type") {
        "" => left,
        other => element(to, other),
    };
    let is_whole = matches!(left, Type::S8 | Type::U8);
    if is_whole && left != right {
        to.needs(Version::new(8, 4));
    }
    let (sum, held) = if is_whole {
        (Type::S32, Type::B32)
    } else {
        (Type::F32, Type::F32)
    };
    let added = module.operands_named(op, operand::ACC);
    // Without accumulators the instruction writes its own and reads none.
    let is_added = !added.is_empty();
    let accumulators: Vec<Reg> = match is_added {
        true => own(to, module, added, op, held),
        false => to.ptx().regs(held, module.results(op).len()),
    };
    let tail = WgmmaTail {
        trans_a: module.keyword(op, "lhs_major") == major::MN,
        trans_b: module.keyword(op, "rhs_major") == major::MN,
    };
    let n = module.required_int(op, "n") as u16;
    to.ptx().wgmma(
        n,
        // 32 bytes of K.
        (256 / left.bits()) as u16,
        [sum, left, right],
        &accumulators,
        a,
        b,
        i32::from(is_added).into(),
        tail,
    );
    for (&value, register) in module.results(op).iter().zip(accumulators) {
        to.set(value, register);
    }
}

/// The registers of accumulators, which the instruction changes in place. Those that are copied are written after the fence that
/// stands before the product, so that there is another.
fn own(to: &mut dyn Emitter, module: &Module, added: &[Value], op: Op, held: Type) -> Vec<Reg> {
    let registers: Vec<Reg> = added.iter().map(|&value| owned(to, module, value, op, held)).collect();
    if added
        .iter()
        .zip(&registers)
        .any(|(&value, &register)| to.held(value) != Some(register))
    {
        to.ptx().wgmma_fence();
    }
    registers
}

/// Whether an op stands before another one in a block: it has read what the other changes.
fn is_before(module: &Module, first: Op, second: Op) -> bool {
    let in_block = module.parent(first) == module.parent(second);
    let mut behind = std::iter::successors(module.next_op(first), |&op| module.next_op(op));
    in_block && behind.any(|op| op == second)
}

/// Whether the block of an op is gone to from nowhere but the block of another one, or by way of blocks that are.
fn follows(module: &Module, op: Op, first: Op) -> bool {
    let (Some(mut block), Some(from)) = (module.parent(op), module.parent(first)) else {
        return false;
    };
    // Absent: each block is in a region.
    let blocks = module.region_of(block).map_or(&[][..], |region| module.blocks(region));
    for _ in blocks {
        let leads = |&&other: &&Block| {
            module
                .last_op(other)
                .is_some_and(|end| module.successors(end).contains(&block))
        };
        let mut before = blocks.iter().filter(leads);
        match (before.next(), before.next()) {
            (Some(&only), None) if only == from => return true,
            (Some(&only), None) => block = only,
            // Absent: several blocks lead here, or none.
            _ => return false,
        }
    }
    false
}

/// The register of an accumulator: its own where no one else wants what was in it any more, else a copy.
fn owned(to: &mut dyn Emitter, module: &Module, value: Value, op: Op, held: Type) -> Reg {
    let shared = match module.value_def(value) {
        // One that is made in another block may be wanted again when this one runs again, but where that one runs before it each time.
        Def::Result(made, _) if module.parent(made) != module.parent(op) => {
            let is_over = |user: Op| module.parent(user) == module.parent(made) && follows(module, op, made);
            module.uses(value).iter().any(|user| user.op != op && !is_over(user.op))
        }
        Def::Result(..) => module
            .uses(value)
            .iter()
            .any(|user| user.op != op && !is_before(module, user.op, op)),
        // Values that a loop carries are needed again only when the loop is left, and then the new ones.
        Def::Argument(block, _) => {
            let in_loop =
                |user: Op| user != op && module.parent(user) == module.parent(op) && !is_before(module, user, op);
            module.uses(value).iter().any(|u| in_loop(u.op)) || module.parent(op) == Some(block)
        }
    };
    match to.held(value) {
        Some(register) if !shared => register,
        _ => {
            let source = to.operand(value);
            to.ptx().mov(held, source)
        }
    }
}
