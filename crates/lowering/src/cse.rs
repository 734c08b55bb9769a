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
    let removed = block(&mut module, top, None, &mut seen);
    Ok((removed > 0).then_some(module))
}

/// Removes what a block computes again; how many ops.
fn block(module: &mut Module, block: Block, dominance: Option<&Dominance>, seen: &mut Seen) -> usize {
    let mut removed = 0;
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
        let known = seen.entry(FxBuildHasher.hash_one(mine)).or_default();
        let earlier = known.iter().copied().find(|&other| {
            content(module, other) == mine
                && types(module, other).eq(types(module, op))
                && reaches(module, dominance, other, block)
        });
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
            None => known.push(op),
        }
    }
    removed
}

/// Whether an earlier op's results are known in a block: it is in the block, around it, or dominates it.
fn reaches(module: &Module, dominance: Option<&Dominance>, earlier: Op, block: Block) -> bool {
    let Some(home) = module.parent(earlier) else {
        return false;
    };
    let mut at = Some(block);
    while let Some(inner) = at {
        if inner == home {
            return true;
        }
        if module.region_of(inner) == module.region_of(home) {
            return dominance.is_some_and(|d| d.dominates(home, inner));
        }
        at = module.owner(inner).and_then(|owner| module.parent(owner));
    }
    false
}

fn region(module: &mut Module, region: Region, seen: &mut Seen) -> usize {
    let blocks = tilewright_ir::dominance::reverse_postorder(module, region);
    let dominance = Dominance::of(module, region);
    blocks
        .into_iter()
        .map(|inner| block(module, inner, Some(&dominance), seen))
        .sum()
}
