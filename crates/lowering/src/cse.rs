//! `cse`: common subexpressions are computed once.
//!
//! Purpose: an op without effects that does the same as an earlier one, on every way to it, is replaced by it.
//!
//! Requires: any level. Guarantees: nothing but fewer ops.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use tilewright_analysis::Context;
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::dominance::Dominance;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Attr, Block, Module, Op, Region, Ty, Value};

/// The ops met so far by the hash of what they do; only looked up, so its order never shows.
type Seen = FxHashMap<u64, Vec<Op>>;

/// The key by which two ops are equal, but for the types of their results: kind, operands, how these are cut,
/// attributes.
type Content<'m> = (OpKind, &'m [Value], &'m [u32], &'m [(u8, Attr)]);

fn content(module: &Module, op: Op) -> Content<'_> {
    let operands = module.operands(op);
    (module.kind(op), operands, module.segments(op), module.own_attrs(op))
}

/// The types of an op's results.
fn types(module: &Module, op: Op) -> impl Iterator<Item = Ty> {
    module.results(op).iter().map(|&value| module.ty(value))
}

/// Runs the pass.
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    let mut module = module.clone();
    let mut seen = Seen::default();
    let top = module.top();
    let (removed, _) = block(&mut module, top, &mut seen);
    Ok((removed > 0).then_some(module))
}

/// Removes what a block computes again; how many ops, and the hashes of those that it computes first.
fn block(module: &mut Module, block: Block, seen: &mut Seen) -> (usize, Vec<u64>) {
    let (mut removed, mut first) = (0, Vec::new());
    let mut next = module.first_op(block);
    while let Some(op) = next {
        next = module.next_op(op);
        for region in module.regions(op).to_vec() {
            removed += self::region(module, region, seen);
        }
        // Lanes take the same from another one, wherever they do.
        let is_known = module.def(op).has(PURE) || module.kind(op) == nvvm::SHFL_IDX;
        if !is_known || !module.regions(op).is_empty() || !module.extra_attrs(op).is_empty() {
            continue;
        }
        let mine = content(module, op);
        let hash = FxBuildHasher.hash_one(mine);
        let known = seen.entry(hash).or_default();
        let mut earlier = known.iter().copied();
        let earlier =
            earlier.find(|&other| content(module, other) == mine && types(module, other).eq(types(module, op)));
        match earlier {
            Some(earlier) => {
                for (old, new) in module
                    .results(op)
                    .to_vec()
                    .into_iter()
                    .zip(module.results(earlier).to_vec())
                {
                    // A value is called what the program calls it, whichever of the two that names.
                    if module.is_named(old) && !module.is_named(new) {
                        module.set_value_name(new, module.value_name(old));
                    }
                    module.replace_uses(old, new);
                }
                module.erase(op);
                removed += 1;
            }
            None => {
                known.push(op);
                first.push(hash);
            }
        }
    }
    (removed, first)
}

/// Removes what the blocks of a region compute again, each behind those that dominate it: what is known in a block is what these, and
/// blocks around the region, have computed.
fn region(module: &mut Module, region: Region, seen: &mut Seen) -> usize {
    let blocks = tilewright_ir::dominance::reverse_postorder(module, region);
    let dominance = Dominance::of(module, region);
    let mut below = vec![Vec::new(); blocks.len()];
    for (at, &parent) in dominance.parents().iter().enumerate().skip(1) {
        below[parent].push(at);
    }
    let mut removed = 0;
    let mut stack: Vec<Step> = blocks.first().map(|_| Step::Into(0)).into_iter().collect();
    while let Some(step) = stack.pop() {
        match step {
            Step::Into(at) => {
                let (again, first) = block(module, blocks[at], seen);
                removed += again;
                stack.push(Step::OutOf(first));
                stack.extend(below[at].iter().rev().map(|&at| Step::Into(at)));
            }
            Step::OutOf(first) => {
                for hash in first.iter().rev() {
                    seen.get_mut(hash).map(Vec::pop);
                }
            }
        }
    }
    removed
}

/// A step of the walk over a region.
enum Step {
    /// Into the block of this place.
    Into(usize),
    /// Out of one that has computed these, by hash.
    OutOf(Vec<u64>),
}
