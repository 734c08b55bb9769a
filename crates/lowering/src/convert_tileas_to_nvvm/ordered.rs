//! Accesses in the order that their tokens say.
//!
//! One thread's accesses keep their order; what several threads do is ordered by a barrier between them, unless each
//! thread touches again only what it touched itself.

use super::Cx;
use super::exchange::barrier;
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::token_order::{acquires, before, releases, writes};
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{nv_tileas, nvvm};
use tilewright_ir::views::TileAccess;
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_layout::Layout;
use tilewright_sorted::SortedMap;

/// When accesses and barriers were written.
#[derive(Default)]
pub(super) struct Order {
    clock: u32,
    accesses: SortedMap<Op, (Block, u32)>,
    barrier: Option<(Block, u32)>,
}

impl Order {
    /// A barrier of all threads that run this code.
    pub(super) fn met(&mut self, block: Block) {
        self.clock += 1;
        self.barrier = Some((block, self.clock));
    }

    /// Whether threads have met since an access, for certain.
    fn met_since(&self, access: Op, here: Block) -> bool {
        let (Some(&(block, written)), Some((place, met))) = (self.accesses.get(&access), self.barrier) else {
            return false;
        };
        block == here && place == here && met > written
    }
}

/// Lets threads meet before an access if its token wants that.
pub(super) fn access(cx: &mut Cx<'_>, op: Op) {
    let old = cx.old;
    let writing = writes(old, op);
    let earlier = before(old, op).into_iter();
    let must_meet = earlier
        .filter(|&one| writing || writes(old, one) || acquires(old, one))
        // A thread acquires and releases for the whole block.
        .filter(|&one| acquires(old, one) || releases(old, op) || !by_the_same_threads(old, one, op))
        .any(|one| !cx.state.order.met_since(one, cx.block));
    if must_meet {
        barrier(cx);
    }
    cx.state.order.clock += 1;
    let now = (cx.block, cx.state.order.clock);
    cx.state.order.accesses.insert(op, now);
}

/// Whether each element is touched by one thread only, and that the same one in both accesses.
fn by_the_same_threads(module: &Module, one: Op, other: Op) -> bool {
    let layout = module.attr(one, LAYOUT);
    let once = |layout: &Layout| layout.idle_bits() == (0, 0);
    let is_once = layout
        .and_then(|attr| Layout::from_attr(module, attr))
        .is_some_and(|layout| once(&layout));
    if !is_once || layout != module.attr(other, LAYOUT) {
        return false;
    }
    let view = |op| TileAccess::of(module, op).map(|access| access.view);
    match (view(one), view(other)) {
        (Some(first), Some(second)) => {
            let (Some(first), Some(second)) = (ViewFacts::of(module, first), ViewFacts::of(module, second)) else {
                return false;
            };
            // Tiles of a partition are the same or apart, whatever their indices; rows of a gather may repeat.
            let apart = first.steps == first.tile && first.sparse_dim.is_none();
            apart
                && first.memref == second.memref
                && first.tile == second.tile
                && first.dim_map == second.dim_map
                && first.steps == second.steps
        }
        // Absent: addresses that may repeat are another thread's as well.
        _ => false,
    }
}

/// Whether all that a load is for is a store by the same threads of what is made of its elements, each of one: a thread has an element
/// before it writes there, however late it loads the others.
pub(super) fn is_stored_back(module: &Module, load: Op) -> bool {
    let end = |from: Value, leads_on: &dyn Fn(Op) -> bool| {
        let mut value = from;
        loop {
            // Absent: several take it, or none.
            let [site] = *module.uses(value) else { return None };
            if !leads_on(site.op) {
                return Some(site.op);
            }
            value = module.result(site.op, 0);
        }
    };
    let &[tile, token] = module.results(load) else {
        return false;
    };
    // Absent: no access, it is not weak.
    let is_weak = |op: Op| module.keyword(op, "ordering") == "weak";
    let is_elementwise = |op: Op| module.def(op).dialect() == "arith" && module.def(op).has(PURE);
    let waits = end(token, &|op| module.kind(op) == nv_tileas::JOIN_MEM_TOKEN);
    waits.is_some_and(|store| {
        module.kind(store) == nv_tileas::TILED_STORE
            && [load, store].into_iter().all(is_weak)
            && end(tile, &is_elementwise) == waits
            && by_the_same_threads(module, load, store)
    })
}

/// Ops that order a kernel with other grids, or accesses under two addresses: one instruction of each thread.
pub(super) fn grid_op(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (name, fences) = match cx.old.kind(op) {
        nv_tileas::GDC_WAIT => (nvvm::GRIDDEPCONTROL_WAIT, false),
        nv_tileas::GDC_LAUNCH_DEPENDENTS => (nvvm::GRIDDEPCONTROL_LAUNCH_DEPENDENTS, false),
        nv_tileas::FENCE_ALIAS => (nvvm::FENCE_PROXY_ALIAS, true),
        _ => return Err(cx.error(op, "internal", "this orders no grids and no aliases")),
    };
    // A thread waits for other grids by itself; its fence is of use to others once they have met.
    if fences {
        barrier(cx);
    }
    cx.build().op(name, &[], &[]);
    if fences {
        barrier(cx);
    }
    cx.replace(cx.old.result(op, 0), []);
    Ok(())
}
