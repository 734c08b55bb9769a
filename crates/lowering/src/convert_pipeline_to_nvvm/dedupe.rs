//! One wait for each kind of group at the end of what can do without: the walker of docs/sources/pipelines.md#waits.
//!
//! A wait sinks towards the end of its region past everything that cannot see whether it was waited: arithmetic, and
//! the closing of further groups. Where it meets another wait of its kind the two become one. The described walker
//! moves every wait to the tail of its region, which is done in its form; else none passes an op that may touch what it
//! waits for.

use super::PipelineForm;
use super::tokens::MERGES;
use tilewright_ir::OpKind;
use tilewright_ir::op_def::effects::GROUPS;
use tilewright_ir::op_def::traits::{PURE, TERMINATOR};
use tilewright_ir::ops::{builtin, llvm, nvvm};
use tilewright_ir::{Block, Module, Op};
use tilewright_sorted::SortedMap;
use tilewright_units::with_loops;

/// The waits for the two kinds of groups that are drained: of products, and of bulk copies.
fn waits() -> impl Iterator<Item = OpKind> {
    let products = with_loops().map(|(_, products)| products.wait);
    products.chain([nvvm::CP_ASYNC_BULK_WAIT_GROUP])
}

/// Merges waits, and drops casts and poison without uses.
pub(super) fn dedupe(module: &mut Module, form: PipelineForm) {
    for block in blocks(module) {
        merge(module, block, form);
    }
    let mut ops = module.walk(module.top());
    // Users before what they use.
    ops.reverse();
    for op in ops {
        module.remove_attr(op, MERGES);
        let bridge = matches!(module.kind(op), builtin::UNREALIZED_CONVERSION_CAST | llvm::MLIR_POISON);
        if bridge && module.results(op).iter().all(|&value| module.uses(value).is_empty()) {
            module.erase(op);
        }
    }
}

fn blocks(module: &Module) -> Vec<Block> {
    let ops = module.walk(module.top());
    let regions = ops.iter().flat_map(|&op| module.regions(op));
    let mut blocks: Vec<Block> = regions.flat_map(|&region| module.blocks(region)).copied().collect();
    blocks.push(module.top());
    blocks
}

fn merge(module: &mut Module, block: Block, form: PipelineForm) {
    let mut floating: SortedMap<usize, Op> = SortedMap::new();
    let ops: Vec<Op> = module.ops(block).collect();
    for op in ops {
        let def = module.def(op);
        let kind = waits().position(|wait| wait == def.kind);
        if let Some(kind) = kind.filter(|_| module.has_attr(op, MERGES)) {
            // The later one of two waits for nothing less.
            if let Some(earlier) = floating.insert(kind, op) {
                module.erase(earlier);
            }
            continue;
        }
        let blind = match form {
            PipelineForm::Step => def.has(PURE) || def.effects == GROUPS,
            PipelineForm::Documented => !def.has(TERMINATOR),
        };
        if blind {
            continue;
        }
        settle(module, &mut floating, op);
    }
    for (_, wait) in floating {
        module.detach(wait);
        module.append(block, wait);
    }
}

/// Puts floating ops to rest before an op that may see them.
fn settle(module: &mut Module, floating: &mut SortedMap<usize, Op>, before: Op) {
    for (_, wait) in std::mem::take(floating) {
        module.detach(wait);
        module.insert_before(before, wait);
    }
}
