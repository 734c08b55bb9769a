//! `pair-arithmetic`: two sums, differences or products of f32 are one instruction, where the GPU has it.
//!
//! Purpose: warps that compute beside tensor cores are bound by how many instructions they issue. One that is packed does for two
//! numbers what it does for one.
//!
//! So it is done where a kernel reads tensor memory.
//!
//! Requires: `nvvm`. Guarantees: the same numbers, bit for bit: each half is rounded, and flushed to zero, as it is alone.
//!
//! ```text
//! %x = arith.mulf %a, %b : f32
//! %y = arith.mulf %c, %d : f32    ->    %x, %y = nvvm.packed.f32x2 mul %a, %c, %b, %d : f32, f32
//! ```

use tilewright_analysis::Context;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Block, Def, Module, Op, Value};
use tilewright_units::tensor_memory;

/// The most ops that may stand between two that are paired: what the first takes is live for as much longer.
const FARTHEST: usize = 32;

/// Two ops that are one, in the order in which they stand, and what they do.
type Pair = (Op, Op, &'static str);

/// Runs the pass; whether it changed something.
pub fn run(module: &mut Module, context: &Context<'_>) -> Result<bool, Failure> {
    // Absent: a GPU without tensor memory.
    let Some(memory) = tensor_memory(context.target).filter(|_| context.target.packed_f32.value) else {
        return Ok(false);
    };
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    let regions = funcs.flat_map(|func| module.regions(func));
    let blocks: Vec<Block> = regions
        .flat_map(|&region| module.blocks(region).iter().copied())
        .collect();
    // Else nobody waits for who computes, and pairs of registers are harder to have.
    let reads = |&block: &Block| module.ops(block).any(|op| module.kind(op) == memory.wait_load);
    if !blocks.iter().any(reads) {
        return Ok(false);
    }
    let found: Vec<Pair> = blocks.iter().flat_map(|&block| pairs(module, block)).collect();
    for &pair in &found {
        join(module, pair);
    }
    Ok(!found.is_empty())
}

/// The word of what an op does, and whether it flushes.
type Doing = (&'static str, bool);

/// The pairs of a block: each op with the next that does the same, unless something between takes what it makes.
fn pairs(module: &Module, block: Block) -> Vec<Pair> {
    let mut waiting: Vec<(Doing, (usize, Op))> = Vec::new();
    let mut pairs = Vec::new();
    for (at, op) in module.ops(block).enumerate() {
        let takes = |other: Op| {
            module
                .operands(op)
                .iter()
                .any(|&value| module.defining_op(value) == Some(other))
        };
        waiting.retain(|&(_, (from, other))| at - from <= FARTHEST && !takes(other));
        // Absent: it has no packed form, and waits for nobody.
        let Some(word) = packed(module, op) else {
            continue;
        };
        let doing = (word, module.has_attr(op, "ftz"));
        let known = waiting.iter().position(|(other, _)| *other == doing);
        let first = known.map(|number| waiting.swap_remove(number).1.1);
        match first.filter(|&first| takes_neighbours(module, first, op)) {
            Some(first) => pairs.push((first, op, word)),
            None => waiting.push((doing, (at, op))),
        }
    }
    pairs
}

/// Whether each operand of the first op and that of the second can be neighbours in registers without a move.
fn takes_neighbours(module: &Module, first: Op, second: Op) -> bool {
    let both = module.operands(first).iter().zip(module.operands(second));
    both.into_iter().all(|(&low, &high)| {
        let made = match (module.value_def(low), module.value_def(high)) {
            (Def::Argument(one, _), Def::Argument(other, _)) => return one == other,
            (Def::Result(one, low), Def::Result(other, high)) => [(one, low), (other, high)],
            // Absent: what a block is given stays where it is, and an op writes another register.
            _ => return false,
        };
        let [(one, low), (other, high)] = made;
        match one == other {
            // Registers that an op writes together begin at an even one.
            true => low == high || low % 2 == 0 && high == low + 1,
            false => module.kind(one) == module.kind(other) && module.results(one).len() == 1,
        }
    })
}

/// The word of an op that has a packed form.
fn packed(module: &Module, op: Op) -> Option<&'static str> {
    let word = match module.kind(op) {
        arith::ADDF => "add",
        arith::SUBF => "sub",
        arith::MULF => "mul",
        arith::FMA => "fma",
        // Absent: no other op has a packed form.
        _ => return None,
    };
    let scalar = module.element_scalar(module.ty(module.result(op, 0)))?;
    let to_nearest = matches!(module.keyword(op, "rounding"), "" | "nearest_even");
    (scalar.name == "f32" && to_nearest).then_some(word)
}

/// Makes one op of two, where the second stands.
fn join(module: &mut Module, (first, second, word): Pair) {
    let [low, high] = [first, second].map(|op| module.operands(op).iter().copied());
    let operands: Vec<Value> = low.zip(high).flat_map(|(low, high)| [low, high]).collect();
    let made = [first, second].map(|op| module.result(op, 0));
    let types = made.map(|value| module.ty(value));
    let loc = module.loc(second);
    let both = module.create_op(module.record_of(nvvm::PACKED_F32X2), &[&operands], &types, loc);
    let word = module.intern_name(word);
    let word = module.intern_attr(AttrData::Keyword(word));
    module.set_attr(both, "kind", word);
    if module.has_attr(second, "ftz") {
        let flag = module.intern_attr(AttrData::Unit);
        module.set_attr(both, "ftz", flag);
    }
    module.insert_before(second, both);
    for (number, value) in (0..).zip(made) {
        let half = module.result(both, number);
        module.replace_uses(value, half);
    }
    module.erase(first);
    module.erase(second);
}
