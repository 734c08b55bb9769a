//! `load-again`: tiles that do not fit the registers are loaded again wherever they are needed.
//!
//! Purpose: a row that is reduced, and then divided by its sum, is held from the one to the other. Where that is more than the
//! threads of a CTA can have, the assembler spills. What is loaded again and computed again needs not be held: an element is used
//! as soon as it is there (`order-chains`).
//!
//! Requires: verified `cuda_tile`. Guarantees: verified `cuda_tile`, the same wherever registers are enough, or no tile could be
//! loaded again. Only loads for which no other access waits take place more often and later.
//!
//! ```text
//! %x, %t = load_view_tko ...                     %x, %t = load_view_tko ...
//! %m = reduce %x                                 %m = reduce %x
//! %e = exp %x : tile<65536xf32>                  %y, %u = load_view_tko ...;  %e = exp %y : tile<65536xf32>
//! %s = reduce %e                            ->   %s = reduce %e
//! store_view_tko %e                              %z, %v = load_view_tko ...;  %f = exp %z : tile<65536xf32>
//!                                                store_view_tko %f
//! ```

use crate::convert_cudatile_to_tileaa::entry_op;
use rustc_hash::{FxHashMap, FxHashSet};
use tilewright_analysis::Context;
use tilewright_analysis::registers::{Estimate, of_thread};
use tilewright_analysis::token_order::is_unawaited;
use tilewright_ir::convert::Failure;
use tilewright_ir::copy::{Names, named};
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{Block, Module, Op, Value, WARP_THREADS};
use tilewright_machine::{Target, policy};
use tilewright_units::product;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let kernel = entry_op(module, context.entry);
    Ok(kernel.and_then(|kernel| remade(module, kernel, context.target, context.warp_bits)))
}

/// Warps of a CTA that loads again, as a power of two.
pub fn warp_bits() -> usize {
    policy().streamed_warps.value.max(1).ilog2() as usize
}

/// The kernel that loads again what its threads cannot hold; none: they can, or there is nothing to load again.
pub fn remade(module: &Module, kernel: Op, target: &Target, warp_bits: usize) -> Option<Module> {
    let threads = WARP_THREADS << warp_bits;
    let needed = Estimate::of(module, kernel, warp_bits, target).registers;
    // Operands of products are held in fragments.
    let is_held = needed <= of_thread(target, threads as u32).into() || product::has_products(module);
    let mut new = (!is_held).then(|| module.clone())?;
    let mut blocks: Vec<Block> = module
        .regions(kernel)
        .iter()
        .flat_map(|&region| module.blocks(region).to_vec())
        .collect();
    let mut is_other = false;
    while let Some(block) = blocks.pop() {
        // In a loop a load is where the schedule has it.
        let branches = module.ops(block).filter(|&op| module.kind(op) == cuda_tile::IF);
        blocks.extend(
            branches
                .flat_map(|op| module.regions(op))
                .flat_map(|&region| module.blocks(region)),
        );
        is_other |= again_in(&mut new, block, threads);
    }
    is_other.then_some(new)
}

/// Gives each op of a block that is not computed element by element operands of its own; whether a tile is loaded again for it.
fn again_in(module: &mut Module, block: Block, threads: i64) -> bool {
    let ops: Vec<Op> = module.ops(block).collect();
    let mut loads: FxHashMap<Op, usize> = FxHashMap::default();
    for (at, &point) in ops.iter().enumerate() {
        if is_element_wise(module, point, threads) {
            continue;
        }
        let mut names = Names::default();
        for op in computed_for(module, point, &ops[..at], threads) {
            *loads.entry(op).or_default() += usize::from(!module.def(op).has(PURE));
            let copy = module.copy_op(op, block, &mut names);
            module.detach(copy);
            module.insert_before(point, copy);
        }
        for index in 0..module.operands(point).len() {
            let own = named(&names, module.operands(point)[index]);
            module.set_operand(point, index, own);
        }
    }
    for op in ops.into_iter().rev() {
        let is_used = module.results(op).iter().any(|&result| !module.uses(result).is_empty());
        if !is_used && is_element_wise(module, op, threads) {
            module.erase(op);
        }
    }
    let is_again = loads.values().any(|&times| times > 1);
    if is_again {
        few_first(module, block, threads);
    }
    is_again
}

/// Ops that leave few elements of many come, with those that are computed for them, as soon as their operands are there: no other tile is held
/// meanwhile.
fn few_first(module: &mut Module, block: Block, threads: i64) {
    for point in module.ops(block).collect::<Vec<Op>>() {
        let def = module.def(point);
        let is_few = |&result: &Value| elements(module, result) <= threads;
        if !def.has(PURE) || !def.does(EXCHANGES) || !module.results(point).iter().all(is_few) {
            continue;
        }
        let before: Vec<Op> = module.ops(block).take_while(|&op| op != point).collect();
        let mut moved = computed_for(module, point, &before, threads);
        moved.push(point);
        let taken = moved.iter().flat_map(|&op| module.operands(op));
        let made: FxHashSet<Op> = taken.filter_map(|&value| module.defining_op(value)).collect();
        let is_before = |op: &&Op| made.contains(*op) && !moved.contains(*op);
        // Absent: it takes what is there at the beginning.
        let last = before.iter().rposition(|op| is_before(&op)).map_or(0, |at| at + 1);
        // Absent: all that stands there moves already.
        let Some(&first) = before[last..].iter().find(|op| !moved.contains(*op)) else {
            continue;
        };
        for op in moved {
            module.detach(op);
            module.insert_before(first, op);
        }
    }
}

fn elements(module: &Module, value: Value) -> i64 {
    module.shape(module.ty(value)).iter().product()
}

/// Those of the ops before a point that compute tiles for it, element by element, from loads on.
fn computed_for(module: &Module, point: Op, before: &[Op], threads: i64) -> Vec<Op> {
    let mut needed: FxHashSet<Value> = module.operands(point).iter().copied().collect();
    let mut computed = Vec::new();
    for &op in before.iter().rev() {
        let is_needed = module.results(op).iter().any(|result| needed.contains(result));
        if is_needed && is_element_wise(module, op, threads) {
            needed.extend(module.operands(op));
            computed.push(op);
        }
    }
    computed.reverse();
    computed
}

/// Whether an op makes a tile of many elements, each for itself, and may do so again.
fn is_element_wise(module: &Module, op: Op, threads: i64) -> bool {
    let def = module.def(op);
    let is_many = |&result: &Value| elements(module, result) > threads;
    let is_plain = def.has(PURE) && !def.does(EXCHANGES) && module.regions(op).is_empty();
    module.results(op).first().is_some_and(is_many) && (is_plain || is_unawaited(module, op))
}
