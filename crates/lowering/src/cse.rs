//! `cse`: common subexpressions are computed once.
//!
//! Purpose: an op without effects that does the same as an earlier one, on every way to it, is replaced by it. So is a whole number that a loop
//! carries, if it begins as another one does and is handed on as that one is: the parities of two rings that go round together.
//!
//! Requires: any level. Guarantees: nothing but fewer ops.

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use tilewright_analysis::Context;
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::dominance::Dominance;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{cf, nvvm};
use tilewright_ir::{Attr, Block, Module, Op, Region, Ty, Value};

/// The ops met so far by the hash of what they do; only looked up, so its order never shows.
type Seen = FxHashMap<u64, SmallVec<[Op; 1]>>;

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

/// Runs the pass; whether it changed something.
pub fn run(module: &mut Module, _: &Context<'_>) -> Result<bool, Failure> {
    Ok(once(module) > 0)
}

/// Computes the same things once. How many were.
pub(crate) fn once(module: &mut Module) -> usize {
    let alike = carried_alike(module);
    let top = module.top();
    let mut seen = Seen::with_capacity_and_hasher(module.op_count() / 2, FxBuildHasher);
    let (removed, _) = block(module, top, &mut seen);
    removed + alike
}

/// Replaces arguments of blocks by others that always have the same number; how many.
fn carried_alike(module: &mut Module) -> usize {
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    let regions: Vec<Region> = funcs.flat_map(|func| module.regions(func).to_vec()).collect();
    let mut replaced = 0;
    for region in regions {
        let ends = module.blocks(region).iter().filter_map(|&block| module.last_op(block));
        let ends: Vec<Op> = ends.collect();
        for head in module.blocks(region).to_vec() {
            let into = ends.iter().filter(|&&op| module.successors(op).contains(&head));
            let into: Vec<Op> = into.copied().collect();
            // Others have operands of their own before those that they hand on.
            if into.is_empty() || into.iter().any(|&op| module.kind(op) != cf::BR) {
                continue;
            }
            let arguments = module.arguments(head).iter().copied().enumerate();
            let is_counted = |value: Value| {
                let scalar = module.element_scalar(module.ty(value));
                scalar.is_some_and(|scalar| !scalar.is_float())
            };
            let whole: Vec<(usize, Value)> = arguments.filter(|&(_, value)| is_counted(value)).collect();
            for (at, &(place, value)) in whole.iter().enumerate().skip(1) {
                let is_same = |&&(other, with): &&(usize, Value)| {
                    let comes_alike = |&op: &Op| {
                        let handed = module.operands(op);
                        let assumed = Alike { with, value };
                        assumed.holds(module, (handed[other], handed[place]), DEEPEST)
                    };
                    module.ty(with) == module.ty(value) && into.iter().all(comes_alike)
                };
                let is_used = !module.uses(value).is_empty();
                if let Some(&(_, with)) = whole[..at].iter().find(is_same).filter(|_| is_used) {
                    module.replace_uses(value, with);
                    replaced += 1;
                }
            }
        }
    }
    replaced
}

/// Ops that two numbers may be made of, one of the other, to be known as the same.
const DEEPEST: usize = 4;

/// Two arguments of a block that are taken to be the same number.
#[derive(Clone, Copy)]
struct Alike {
    with: Value,
    value: Value,
}

impl Alike {
    /// Whether two other values are the same then.
    fn holds(self, module: &Module, (a, b): (Value, Value), deepest: usize) -> bool {
        if a == b || (a, b) == (self.with, self.value) {
            return true;
        }
        let (Some(one), Some(other), Some(deepest)) =
            (module.defining_op(a), module.defining_op(b), deepest.checked_sub(1))
        else {
            return false;
        };
        let does = |op: Op| (module.kind(op), module.own_attrs(op), module.operands(op).len());
        let is_whole = module.def(one).has(PURE) && module.regions(one).is_empty() && module.results(one).len() == 1;
        let operands = || module.operands(one).iter().zip(module.operands(other));
        is_whole
            && does(one) == does(other)
            && module.ty(a) == module.ty(b)
            && operands().all(|(&a, &b)| self.holds(module, (a, b), deepest))
    }
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
                for index in 0..module.results(op).len() {
                    let [old, new] = [op, earlier].map(|of| module.result(of, index));
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
                    seen.get_mut(hash).map(SmallVec::pop);
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
