//! One wait for each kind of group at the end of what can do without: the walker of docs/sources/pipelines.md#waits.
//!
//! A wait sinks towards the end of its region past everything that cannot see whether it was waited: arithmetic, and
//! the closing of further groups. Where it meets another wait of its kind the two become one, and a wait for a group that is
//! known to be done goes. The described walker moves every wait to the tail of its region, which is done in its form; else
//! none passes an op that may touch what it waits for.

use super::tokens::GROUP;
use tilewright_ir::OpKind;
use tilewright_ir::op_def::effects::GROUPS;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{builtin, llvm, nvvm};
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_units::with_loops;

/// Whether waits pass an op.
pub(super) type IsBlind = fn(&Module, Op) -> bool;

/// The two kinds of groups that are drained: of products, and of bulk copies.
fn waits() -> Vec<GroupWaitState> {
    let mut states = Vec::new();
    for (_, products) in with_loops() {
        states.push(GroupWaitState::of(products.wait));
    }
    states.push(GroupWaitState::of(nvvm::CP_ASYNC_BULK_WAIT_GROUP));
    states
}

/// Whether an op cannot see if something was waited for before it: what a product makes is a tile, which only casts leave alone.
pub(super) fn is_blind(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    let is_tile = |&value: &Value| !module.shape(module.ty(value)).is_empty();
    let takes = def.kind != builtin::UNREALIZED_CONVERSION_CAST && module.operands(op).iter().any(is_tile);
    def.has(PURE) && !takes || def.effects == GROUPS
}

/// Merges waits, and drops casts and poison without uses.
pub(super) fn dedupe(module: &mut Module, is_blind: IsBlind) {
    for block in blocks(module) {
        merge(module, block, is_blind);
    }
    let mut ops = module.walk(module.top());
    // Users before what they use.
    ops.reverse();
    for op in ops {
        module.remove_attr(op, GROUP);
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

/// The waits of one kind in a block: the one that may still sink, and the last group that is known to be done.
struct GroupWaitState {
    kind: OpKind,
    floating: Option<Op>,
    done: Option<i64>,
}

impl GroupWaitState {
    fn of(kind: OpKind) -> Self {
        let (floating, done) = (None, None);
        Self { kind, floating, done }
    }
}

fn merge(module: &mut Module, block: Block, is_blind: IsBlind) {
    let mut states = waits();
    let ops: Vec<Op> = module.ops(block).collect();
    for op in ops {
        let def = module.def(op);
        let own = states.iter_mut().find(|state| state.kind == def.kind);
        if let Some((state, group)) = own.zip(module.int_attr(op, GROUP)) {
            if state.floating.is_none() && state.done.is_some_and(|done| group <= done) {
                module.erase(op);
            } else if let Some(earlier) = state.floating.replace(op) {
                // Groups end in their order: who waits for the later one waits for both.
                module.erase(earlier);
            }
            continue;
        }
        // A group that is closed here, or inside, may not be one of those that are counted.
        let closes = def.effects == GROUPS || !module.regions(op).is_empty();
        if !is_blind(module, op) {
            settle(module, &mut states, |module, wait| module.insert_before(op, wait));
        }
        if closes {
            states.iter_mut().for_each(|state| state.done = None);
        }
    }
    settle(module, &mut states, |module, wait| module.append(block, wait));
}

/// Puts floating waits to rest.
fn settle(module: &mut Module, states: &mut [GroupWaitState], place: impl Fn(&mut Module, Op)) {
    for state in states {
        if let Some(wait) = state.floating.take() {
            state.done = module.int_attr(wait, GROUP);
            module.detach(wait);
            place(module, wait);
        }
    }
}
