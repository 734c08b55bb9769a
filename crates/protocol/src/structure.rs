//! Faults that need no interleaving to be seen: where buffers and barriers lie, that somebody makes barriers ready,
//! that accumulators are read after the products are done, and that nothing stands in the kernel that is not followed.

use super::VerdictKind;
use super::agents::MAX_WARPS;
use super::model::{Model, Seen, is_seen, is_unknown};
use super::wgmma::{FENCE, WAIT};
use std::ops::Range;
use tilewright_ir::MBARRIER_BYTES;
use tilewright_ir::OpKind;
use tilewright_ir::ops::{nv_tileas, nvvm, scf};
use tilewright_ir::{Block, Module, Op, Value};

/// A fault, and the verdict that follows from it.
type Found = Option<(VerdictKind, String)>;

/// The product that goes on after its op.
const PRODUCT: OpKind = nv_tileas::ASYNC_DOT;

/// The fault in the structure of a kernel, if there is one.
pub(super) fn fault(module: &Module) -> Found {
    let ops = module.walk(module.top());
    let checks: [fn(&Module, &[Op]) -> Found; 7] = [
        not_followed,
        agents_unknown,
        never_ready,
        places,
        not_announced,
        products_without_fence,
        read_in_flight,
    ];
    checks.iter().find_map(|check| check(module, &ops))
}

fn all<'m>(module: &'m Module, ops: &'m [Op], kind: OpKind) -> impl Iterator<Item = Op> + Clone + 'm {
    ops.iter().copied().filter(move |&op| module.kind(op) == kind)
}

/// An op that is not modelled may do anything to shared memory and barriers, and to what is inside of it.
fn not_followed(module: &Module, ops: &[Op]) -> Found {
    let is_control = |op: Op| matches!(Model::of(module.kind(op)), Some(Model::Control(_)));
    for &op in ops {
        let def = module.def(op);
        if is_unknown(def, module.keyword(op, "space")) {
            let text = format!("`{}` is not pure, and is not followed", def.name);
            return Some((VerdictKind::NotProved, text));
        }
        let mut around = std::iter::successors(module.parent_op(op), |&owner| module.parent_op(owner));
        if let Some(owner) = around.find(|&owner| !is_control(owner)).filter(|_| is_seen(module, op)) {
            let text = format!(
                "`{}` stands in `{}`, which is not followed",
                def.name,
                module.kind(owner)
            );
            return Some((VerdictKind::NotProved, text));
        }
    }
    None
}

/// The agents of a switch are a role and a number of warps for each region.
fn agents_unknown(module: &Module, ops: &[Op]) -> Found {
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
        let text = "the agents of a switch are not a role and a number of warps for each region";
        return Some((VerdictKind::NotProved, text.to_string()));
    }
    let total = |op| {
        // Absent: each switch was seen to have the attribute above.
        let warps = module.ints_attr(op, "num_warps").unwrap_or(&[]).iter();
        warps.fold(0i64, |total, &warps| total.saturating_add(warps))
    };
    let most = switches.map(total).find(|&total| total > MAX_WARPS)?;
    let text = format!("the agents have {most} warps, and a CTA has at most {MAX_WARPS}");
    Some((VerdictKind::NotProved, text))
}

/// Whether anybody arrives at or waits for a barrier in memory.
pub(super) fn uses_barriers(module: &Module) -> bool {
    use Seen::{MbarrierArrive, MbarrierArriveCluster, MbarrierArriveExpectTx, MbarrierTryWait, MbarrierWait};
    let is_use = |op: Op| match Model::of(module.kind(op)) {
        Some(Model::Seen(seen)) => matches!(
            seen,
            MbarrierArrive | MbarrierArriveCluster | MbarrierArriveExpectTx | MbarrierTryWait | MbarrierWait
        ),
        _ => false,
    };
    module.walk(module.top()).into_iter().any(is_use)
}

/// Barriers are used that nobody makes ready.
fn never_ready(module: &Module, ops: &[Op]) -> Found {
    let made = all(module, ops, nvvm::MBARRIER_INIT).next().is_some();
    let text = "barriers are used, and none is made ready";
    (!made && uses_barriers(module)).then(|| (VerdictKind::Refuted, text.to_string()))
}

/// Two things on the same bytes of shared memory, or a buffer or barrier where none may be.
fn places(module: &Module, ops: &[Op]) -> Found {
    let mut taken: Vec<(Range<i64>, String)> = Vec::new();
    let buffers = || all(module, ops, nv_tileas::ALLOC_TENSOR);
    // Before buffers are given their places each is memory of its own.
    let placed = buffers().any(|op| module.int_attr(op, "offset").is_some());
    for op in buffers().filter(|_| placed) {
        let value = module.result(op, 0);
        let name = name(module, value);
        // Absent: a tile in registers takes no shared memory.
        let Some(buffer) = module.buffer_type(module.ty(value)) else {
            continue;
        };
        let Some(start) = module.int_attr(op, "offset") else {
            let text = format!("where the buffer {name} lies is not known: its `alloc_tensor` has no offset");
            return Some((VerdictKind::NotProved, text));
        };
        if start < 0 {
            let text = format!("the buffer {name} lies at byte {start}, before shared memory begins");
            return Some((VerdictKind::Refuted, text));
        }
        let bytes = buffer.depth.saturating_mul(buffer.tile_bytes());
        taken.push((start..start.saturating_add(bytes), format!("the buffer {name}")));
    }
    let mut barriers: Vec<i64> = Vec::new();
    for op in all(module, ops, nvvm::MBARRIER_INIT) {
        let base = module.defining_op(module.operand(op, 0));
        let base = base.filter(|&base| module.kind(base) == nvvm::SHARED_BASE);
        let bytes = base.and_then(|base| module.int_attr(base, "bytes"));
        let (Some(base), Some(bytes), Some(offset)) = (base, bytes, module.int_attr(op, "offset")) else {
            let line = module.loc_data(module.loc(op)).line;
            let text = format!("where a barrier lies is not known (line {line})");
            return Some((VerdictKind::NotProved, text));
        };
        // Absent: from the first byte on.
        let start = module.int_attr(base, "from").unwrap_or(0);
        let at = start.saturating_add(offset);
        if offset < 0 || offset > bytes.saturating_sub(MBARRIER_BYTES) {
            let text =
                format!("the barrier at byte {at} is not among the {bytes} bytes from {start} on that are set aside");
            return Some((VerdictKind::Refuted, text));
        }
        barriers.push(at);
    }
    barriers.sort_unstable();
    barriers.dedup();
    if let Some(at) = barriers.iter().find(|&at| at % MBARRIER_BYTES != 0) {
        let text = format!("a barrier lies at byte {at}, which is no multiple of {MBARRIER_BYTES}");
        return Some((VerdictKind::Refuted, text));
    }
    taken.extend(barriers.iter().map(|&at| {
        (
            at..at.saturating_add(MBARRIER_BYTES),
            format!("the barrier at byte {at}"),
        )
    }));
    taken.sort_by_key(|(bytes, _)| bytes.start);
    let both = taken.windows(2).find(|pair| pair[1].0.start < pair[0].0.end)?;
    let from = both[1].0.start;
    Some((
        VerdictKind::Refuted,
        format!(
            "{} and {} share bytes of shared memory, from {from} on",
            both[0].1, both[1].1
        ),
    ))
}

/// Whoever copies by TMA reaches barriers through the async proxy, which sees that they are ready only after a fence
/// (PTX ISA, `fence.mbarrier_init`).
fn not_announced(module: &Module, ops: &[Op]) -> Found {
    all(module, ops, nv_tileas::ASYNC_TILED_TMA_LOAD).next()?;
    let last = all(module, ops, nvvm::MBARRIER_INIT).last()?;
    let is_fence = |&op: &Op| matches!(module.kind(op), nvvm::FENCE_MBARRIER_INIT | nvvm::FENCE_PROXY_ASYNC);
    let after = std::iter::successors(Some(last), |&op| module.parent_op(op));
    let mut after = after.flat_map(|op| std::iter::successors(module.next_op(op), |&op| module.next_op(op)));
    let text = "copies reach barriers for which no `fence.mbarrier_init` stands after they are made ready";
    (!after.any(|op| is_fence(&op))).then(|| (VerdictKind::Refuted, text.to_string()))
}

/// A product reads and writes registers; what was done to them before is ordered by a fence (PTX ISA, fences of asynchronous products).
fn products_without_fence(module: &Module, ops: &[Op]) -> Found {
    let is_fence = |op: Op| module.kind(op) == FENCE.0;
    let op = all(module, ops, PRODUCT).find(|&op| !earlier(module, op).into_iter().any(is_fence))?;
    let line = module.loc_data(module.loc(op)).line;
    Some((
        VerdictKind::NotProved,
        format!("no `{}` stands before a product in its block (line {line})", FENCE.1),
    ))
}

/// An accumulator is read while a product may still write it.
fn read_in_flight(module: &Module, ops: &[Op]) -> Found {
    let mut accumulators: Vec<Value> = all(module, ops, PRODUCT).map(|op| module.result(op, 0)).collect();
    let mut at = 0;
    while let Some(&value) = accumulators.get(at) {
        at += 1;
        for op in module.uses(value).iter().map(|used| used.op) {
            match module.kind(op) {
                PRODUCT => {}
                scf::YIELD | scf::CONTINUE | scf::BREAK | scf::FOR | scf::LOOP => {
                    for carried in handed_on(module, op, value) {
                        if !accumulators.contains(&carried) {
                            accumulators.push(carried);
                        }
                    }
                }
                _ if is_done(module, op) => {}
                _ => {
                    let name = name(module, value);
                    let text = format!(
                        "the accumulator {name} is read while a product may be in flight: no `{} 0` stands between",
                        WAIT.1
                    );
                    return Some((VerdictKind::Refuted, text));
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
        _ => around.into_iter().find(is_loop),
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

/// Whether all products before an op are done when it is reached, on every way to it.
fn is_done(module: &Module, op: Op) -> bool {
    let mut at = op;
    loop {
        if let Some(done) = last_word(module, &earlier(module, at)) {
            return done;
        }
        // Nothing in this block says; what comes before the op around it does, and of a loop also its last iteration.
        let Some(owner) = module.parent_op(at) else { return true };
        let repeats = matches!(module.kind(owner), scf::FOR | scf::LOOP);
        let in_flight = |block: Block| last_word(module, &backwards(module, block)) == Some(false);
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

/// Going back over ops: whether products are done after them; none if neither a product nor a wait for all is met.
fn last_word(module: &Module, backwards_ops: &[Op]) -> Option<bool> {
    backwards_ops.iter().find_map(|&op| match module.kind(op) {
        PRODUCT => Some(false),
        kind if kind == WAIT.0 => (module.int_attr(op, "count") == Some(0)).then_some(true),
        _ => {
            // One way that leaves a product in flight is enough; one without products leaves what was before.
            let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
            let mut ends = blocks.map(|&block| last_word(module, &backwards(module, block)));
            ends.find(|done| *done == Some(false)).flatten()
        }
    })
}

fn name(module: &Module, value: Value) -> String {
    match module.value_name(value) {
        Some(name) => format!("%{}", module.name(name.name)),
        None => "without a name".to_string(),
    }
}
