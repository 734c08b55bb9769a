//! Faults that need no interleaving to be seen: where buffers and barriers lie, that somebody makes barriers ready,
//! that accumulators are read after the products are done, and that nothing stands in the kernel that is not followed.

use super::Cta;
use super::agents::MAX_WARPS;
use super::facts::kernel;
use super::finding::{Finding, Found};
use super::model::{Fence, Model, Seen, is_seen, is_unknown};
use super::{maps, places};
use tilewright_ir::OpKind;
use tilewright_ir::ops::{nv_tileas, nvvm, scf};
use tilewright_ir::{Block, Module, Op, Value};

/// A look for one kind of fault.
type Check = fn(&Module, &[Op]) -> Option<Found>;

/// The product that goes on after its op.
const PRODUCT: OpKind = nv_tileas::ASYNC_DOT;

/// The conditions of a product: what comes before it, and before its result is read.
const PRODUCT_FENCE: Model = Model::Fence(Fence::Products);
const PRODUCT_COMMIT: Model = Model::Seen(Seen::CommitProducts);
const PRODUCT_WAIT: Model = Model::Seen(Seen::WaitProducts);

/// The fault in the structure of a kernel, if there is one.
pub(super) fn fault(module: &Module, cta: Cta) -> Option<Found> {
    let ops = module.walk(module.top());
    let before: [Check; 3] = [not_followed, agents_unknown, never_ready];
    let after: [Check; 4] = [maps::fault, not_announced, products_without_fence, read_in_flight];
    let found = |checks: &[Check]| checks.iter().find_map(|check| check(module, &ops));
    found(&before)
        .or_else(|| places::fault(module, &ops, cta.shared_bytes))
        .or_else(|| found(&after))
}

pub(super) fn all<'m>(module: &'m Module, ops: &'m [Op], kind: OpKind) -> impl Iterator<Item = Op> + Clone + 'm {
    ops.iter().copied().filter(move |&op| module.kind(op) == kind)
}

/// An op that is not modelled may do anything to shared memory and barriers, and to what is inside of it.
fn not_followed(module: &Module, ops: &[Op]) -> Option<Found> {
    let is_control = |op: Op| matches!(Model::of(module.kind(op)), Some(Model::Control(_)));
    let kernel = kernel(module, ops);
    let finding = |op: Op| {
        let def = module.def(op);
        if is_unknown(def, module.keyword(op, "space")) {
            return Some(Finding::NotFollowed { op: def.name });
        }
        if !is_seen(module, op) {
            return None;
        }
        let mut around = std::iter::successors(module.parent_op(op), |&owner| module.parent_op(owner));
        let is_inside = kernel.is_none_or(|kernel| around.clone().any(|owner| owner == kernel));
        if let Some(owner) = around.find(|&owner| !is_control(owner)) {
            let owner = module.kind(owner).name();
            return Some(Finding::InsideOfPure { op: def.name, owner });
        }
        (!is_inside).then_some(Finding::OutsideOfKernel { op: def.name })
    };
    ops.iter().find_map(|&op| Some(Found::at(module, op, finding(op)?)))
}

/// The agents of a switch are a role and a number of warps for each region.
fn agents_unknown(module: &Module, ops: &[Op]) -> Option<Found> {
    let switches = all(module, ops, nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH);
    let is_known = |&op: &Op| {
        let regions = module.regions(op).len();
        let roles = module.agent_roles(op).is_some_and(|roles| roles.len() == regions);
        roles
            && module
                .ints_attr(op, "num_warps")
                .is_some_and(|warps| warps.len() == regions)
    };
    if !switches.clone().all(|op| is_known(&op)) {
        return Some(Finding::AgentsUnknown.into());
    }
    let total = |op| {
        // Absent: each switch was seen to have the attribute above.
        let warps = module.ints_attr(op, "num_warps").unwrap_or(&[]).iter();
        warps.fold(0i64, |total, &warps| total.saturating_add(warps))
    };
    let warps = switches.map(total).find(|&total| total > MAX_WARPS)?;
    Some(Finding::TooManyWarps { warps, most: MAX_WARPS }.into())
}

/// Whether anybody arrives at or waits for a barrier in memory.
pub(super) fn uses_barriers(module: &Module) -> bool {
    use Seen::{MbarrierArrive, MbarrierArriveCluster, MbarrierArriveExpectTx, MbarrierTryWait, MbarrierWait};
    let is_use = |op: Op| match Model::of(module.kind(op)) {
        Some(Model::Seen(seen)) => matches!(
            seen,
            MbarrierArrive | MbarrierArriveCluster | MbarrierArriveExpectTx | MbarrierTryWait | MbarrierWait
        ),
        // Absent: ops of other models touch no barrier in memory.
        _ => false,
    };
    module.walk(module.top()).into_iter().any(is_use)
}

/// Barriers are used that nobody makes ready.
fn never_ready(module: &Module, ops: &[Op]) -> Option<Found> {
    let made = all(module, ops, nvvm::MBARRIER_INIT).next().is_some();
    (!made && uses_barriers(module)).then(|| Finding::NoneReady.into())
}

/// Whoever copies by TMA reaches barriers through the async proxy, which sees that they are ready only after a fence
/// (PTX ISA, `fence.mbarrier_init`).
fn not_announced(module: &Module, ops: &[Op]) -> Option<Found> {
    all(module, ops, nv_tileas::ASYNC_TILED_TMA_LOAD).next()?;
    let last = all(module, ops, nvvm::MBARRIER_INIT).last()?;
    let is_fence = |&op: &Op| Model::of(module.kind(op)) == Some(Model::Fence(Fence::Barriers));
    let after = std::iter::successors(Some(last), |&op| module.parent_op(op));
    let mut after = after.flat_map(|op| std::iter::successors(module.next_op(op), |&op| module.next_op(op)));
    (!after.any(|op| is_fence(&op))).then(|| Finding::NotAnnounced.into())
}

/// A product reads and writes registers; what was done to them before is ordered by a fence (PTX ISA, fences of asynchronous products).
fn products_without_fence(module: &Module, ops: &[Op]) -> Option<Found> {
    let is_fence = |op: Op| Model::of(module.kind(op)) == Some(PRODUCT_FENCE);
    let op = all(module, ops, PRODUCT).find(|&op| !earlier(module, op).into_iter().any(is_fence))?;
    let fence = PRODUCT_FENCE.names();
    Some(Found::at(module, op, Finding::NoFence { fence }))
}

/// An accumulator is read while a product may still write it: by an op, or on the way into a loop, whose registers
/// for it may be others. From one iteration to the next they stay the same.
fn read_in_flight(module: &Module, ops: &[Op]) -> Option<Found> {
    let mut accumulators: Vec<Value> = all(module, ops, PRODUCT).map(|op| module.result(op, 0)).collect();
    let mut at = 0;
    while let Some(&value) = accumulators.get(at) {
        at += 1;
        for op in module.uses(value).iter().map(|used| used.op) {
            let stays = matches!(module.kind(op), PRODUCT | scf::YIELD | scf::CONTINUE | scf::BREAK);
            if !stays && !is_done(module, op) {
                let finding = Finding::ReadInFlight {
                    accumulator: name(module, value),
                    commit: PRODUCT_COMMIT.names(),
                    wait: PRODUCT_WAIT.names(),
                };
                return Some(Found::at(module, op, finding));
            }
            for carried in handed_on(module, op, value) {
                if !accumulators.contains(&carried) {
                    accumulators.push(carried);
                }
            }
        }
    }
    None
}

/// The names that a value has where it is passed on: by the end of a branch or of an iteration, or into a loop.
fn handed_on(module: &Module, by: Op, value: Value) -> Vec<Value> {
    let is_loop = |op: &Op| matches!(module.kind(*op), scf::FOR | scf::LOOP);
    let around = std::iter::successors(module.parent_op(by), |&op| module.parent_op(op));
    let owner = match module.kind(by) {
        scf::YIELD => module.parent_op(by),
        scf::FOR | scf::LOOP => Some(by),
        scf::CONTINUE | scf::BREAK => around.into_iter().find(is_loop),
        // Absent: other ops make values of their own.
        _ => None,
    };
    let Some(owner) = owner else { return Vec::new() };
    // The bounds of a counted loop come before what it carries, its index before the rest of its arguments.
    let is_counted = module.kind(owner) == scf::FOR;
    let bounds = if by == owner && is_counted { 3 } else { 0 };
    let arguments = match module
        .regions(owner)
        .first()
        .and_then(|&region| module.entry_block(region))
    {
        Some(body) if module.kind(by) == scf::CONTINUE || by == owner => module.arguments(body),
        // Absent: a branch hands nothing on to itself.
        _ => &[],
    };
    let handed = module.operands(by).iter().skip(bounds).enumerate();
    let indices = handed.filter(|&(_, &operand)| operand == value).map(|(index, _)| index);
    indices
        .flat_map(|index| {
            [
                module.results(owner).get(index),
                arguments.get(index + usize::from(is_counted)),
            ]
        })
        .flatten()
        .copied()
        .collect()
}

/// The ops of the same block before an op, the nearest first.
fn earlier(module: &Module, op: Op) -> Vec<Op> {
    let Some(block) = module.parent(op) else {
        return Vec::new();
    };
    let mut ops: Vec<Op> = module.ops(block).take_while(|&other| other != op).collect();
    ops.reverse();
    ops
}

/// A walk back over what is done before an op, until it is known whether all products before it are done.
#[derive(Clone, Copy)]
enum Back {
    /// It is not known yet. A wait for all groups was met, or none: it is for products that are committed before it.
    Open { waited: bool },
    /// All products before are done, or one is not.
    Known { done: bool },
}

/// Whether all products before an op are done when it is reached, on every way to it.
fn is_done(module: &Module, op: Op) -> bool {
    let mut at = op;
    let mut back = Back::Open { waited: false };
    loop {
        back = over(module, back, &earlier(module, at));
        if let Back::Known { done } = back {
            return done;
        }
        // Nothing in this block says; what comes before the op around it does, and of a loop also its last iteration.
        let Some(owner) = module.parent_op(at) else { return true };
        let repeats = matches!(module.kind(owner), scf::FOR | scf::LOOP);
        let in_flight = |block: Block| {
            matches!(
                over(module, back, &backwards(module, block)),
                Back::Known { done: false }
            )
        };
        if repeats && module.parent(at).is_some_and(in_flight) {
            return false;
        }
        at = owner;
    }
}

fn backwards(module: &Module, block: Block) -> Vec<Op> {
    let mut ops: Vec<Op> = module.ops(block).collect();
    ops.reverse();
    ops
}

/// Goes back over ops of one block. A wait for all groups waits for no product that is in none: a product that nothing
/// commits stays in flight (PTX ISA, the wait for groups of asynchronous products).
fn over(module: &Module, mut back: Back, backwards_ops: &[Op]) -> Back {
    for &op in backwards_ops {
        let Back::Open { waited } = back else { return back };
        back = match module.kind(op) {
            PRODUCT => Back::Known { done: false },
            kind if Model::of(kind) == Some(PRODUCT_WAIT) => {
                let waited = waited || module.int_attr(op, "count") == Some(0);
                Back::Open { waited }
            }
            kind if waited && Model::of(kind) == Some(PRODUCT_COMMIT) => Back::Known { done: true },
            _ => {
                // One way that leaves a product in flight is enough; one without products leaves what was before.
                let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
                let mut ends = blocks.map(|&block| over(module, back, &backwards(module, block)));
                let in_flight = ends.any(|end| matches!(end, Back::Known { done: false }));
                if in_flight { Back::Known { done: false } } else { back }
            }
        };
    }
    back
}

pub(super) fn name(module: &Module, value: Value) -> String {
    match module.value_name(value) {
        Some(name) => format!("%{}", module.name(name.name)),
        // Absent: the text need not name a value.
        None => "without a name".to_string(),
    }
}
