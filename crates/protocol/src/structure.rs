//! Faults that need no interleaving to be seen: where buffers and barriers lie, that somebody makes barriers ready,
//! that accumulators are read after the products are done, and that nothing stands in the kernel that is not followed.

use super::Cta;
use super::agents::MAX_WARPS;
use super::facts::kernel;
use super::finding::{Finding, Found};
use super::model::{Fence, Model, Seen, is_seen, is_unknown};
use super::{columns, maps, places, running};
use tilewright_ir::OpKind;
use tilewright_ir::ops::{cute_nvgpu, nv_tileas, nvvm};
use tilewright_ir::{Module, Op, Value};

/// A look for one kind of fault.
type Check = fn(&Module, &[Op]) -> Option<Found>;

/// The products that go on after their op.
const PRODUCTS: [OpKind; 2] = [cute_nvgpu::ASYNC_MMA, cute_nvgpu::ASYNC_WORD_MMA];

/// The fence before a product.
const PRODUCT_FENCE: Model = Model::Fence(Fence::Products);

/// The fault in the structure of a kernel, if there is one.
pub(super) fn fault(module: &Module, cta: Cta) -> Option<Found> {
    let ops = module.walk(module.top());
    let before: [Check; 3] = [not_followed, agents_unknown, never_ready];
    let after: [Check; 4] = [maps::fault, not_announced, products_without_fence, running::touched];
    let found = |checks: &[Check]| checks.iter().find_map(|check| check(module, &ops));
    found(&before)
        .or_else(|| columns::fault(module, &ops))
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
    let switches = all(module, ops, nv_tileas::WARP_SWITCH);
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
    use Seen::{
        MbarrierArrive, MbarrierArriveCluster, MbarrierArriveExpectTx, MbarrierHold, MbarrierTryWait, MbarrierWait,
    };
    let is_use = |op: Op| match Model::of(module.kind(op)) {
        Some(Model::Seen(seen)) => matches!(
            seen,
            MbarrierArrive
                | MbarrierArriveCluster
                | MbarrierArriveExpectTx
                | MbarrierHold
                | MbarrierTryWait
                | MbarrierWait
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
    let asynchronous = [cute_nvgpu::TMA_LOAD, nvvm::CLUSTERLAUNCHCONTROL_TRY_CANCEL];
    ops.iter().find(|&&op| asynchronous.contains(&module.kind(op)))?;
    let last = all(module, ops, nvvm::MBARRIER_INIT).last()?;
    let is_fence = |&op: &Op| Model::of(module.kind(op)) == Some(Model::Fence(Fence::Barriers));
    let after = std::iter::successors(Some(last), |&op| module.parent_op(op));
    let mut after = after.flat_map(|op| std::iter::successors(module.next_op(op), |&op| module.next_op(op)));
    (!after.any(|op| is_fence(&op))).then(|| Finding::NotAnnounced.into())
}

/// A product reads and writes registers; what was done to them before is ordered by a fence (PTX ISA, fences of asynchronous products).
fn products_without_fence(module: &Module, ops: &[Op]) -> Option<Found> {
    let is_fence = |op: Op| Model::of(module.kind(op)) == Some(PRODUCT_FENCE);
    let mut products = ops.iter().copied().filter(|&op| PRODUCTS.contains(&module.kind(op)));
    let op = products.find(|&op| !earlier(module, op).into_iter().any(is_fence))?;
    let fence = PRODUCT_FENCE.names();
    Some(Found::at(module, op, Finding::NoFence { fence }))
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

pub(super) fn name(module: &Module, value: Value) -> String {
    match module.value_name(value) {
        Some(name) => format!("%{}", module.name(name.name)),
        // Absent: the text need not name a value.
        None => "without a name".to_string(),
    }
}
