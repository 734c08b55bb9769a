//! Which passes have made a text: so that the IR of any pass boundary can be read back and compiled on from there.

use crate::Level;
use crate::PIPELINE;
use tilewright_ir::OpKind;
use tilewright_ir::dialects::facts::{GROUP, LAYOUT, NUM_WARPS, SERIAL, STAGES, TILE_SCHEDULER};
use tilewright_ir::ops::{Family, cute_nvgpu, nv_tileaa, nv_tileas, nvvm};
use tilewright_ir::{Module, Op};

/// The name of the boundary before the first pass.
pub const INPUT: &str = "parse";

/// The passes that a kernel can go without: what they make computes the same, only faster. `bisect` leaves them out.
pub const OPTIONAL: [&str; 9] = [
    "canonicalize",
    "cse",
    "fold-addresses",
    "generate-schedule-constraints",
    "generate-schedule",
    "hoist-descriptors",
    "order-chains",
    "pair-arithmetic",
    "unroll-loops",
];

/// The ops that agents and what they start are, once pipelines are barriers.
const STARTED: [OpKind; 5] = [
    cute_nvgpu::TMA_LOAD,
    cute_nvgpu::SIMT_ASYNC_COPY,
    cute_nvgpu::ASYNC_MMA,
    cute_nvgpu::ASYNC_WORD_MMA,
    nv_tileas::WARP_SWITCH,
];

/// The boundary that the ops of a module tell: how many passes of [`PIPELINE`] have run. Of several boundaries at which
/// the same text may stand it is the first; the passes from there on leave such a text as it is, or make of it what
/// they made before.
pub fn told(module: &Module) -> usize {
    let ops = module.walk(module.top());
    let has = |what: &dyn Fn(Op) -> bool| ops.iter().any(|&op| what(op));
    let is = |family: Family| has(&|op| module.kind(op).is_of(family));
    let op = |kind: OpKind| has(&|op| module.kind(op) == kind);
    let marked = |name: &'static str| has(&|op| module.has_attr(op, name));
    let pass = if op(nvvm::FUNC) {
        "convert-tileas-to-nvvm"
    } else if op(nv_tileaa::FUNC) {
        if is(Family::TileScheduler) {
            "apply-tile-scheduler"
        } else if marked(TILE_SCHEDULER) {
            "convert-tile-scheduler-to-nvvm"
        } else {
            "convert-cudatile-to-tileaa"
        }
    } else if !op(nv_tileas::FUNC) {
        return 0;
    } else if (is(Family::Mbarrier) || STARTED.into_iter().any(op)) && !is(Family::Async) {
        "convert-pipeline-to-nvvm"
    } else if has(&|op| module.kind(op) == nv_tileas::ALLOC_TENSOR && module.has_attr(op, "offset")) {
        "assign-buffers"
    } else if is(Family::Pipeline)
        && tilewright_analysis::agent_switch(module).is_some()
        && has(&|op| module.has_attr(op, "descriptor"))
    {
        "materialize-async"
    } else if has(&|op| module.has_attr(op, LAYOUT) && has_layout(module, op)) {
        "materialize-convert-layout"
    } else if marked(LAYOUT) {
        "assign-load-store-layouts"
    } else if tilewright_analysis::agent_switch(module).is_some() {
        "materialize-schedule"
    } else if op(nv_tileas::ALLOC_TENSOR) {
        "unspecialized-pipeline"
    } else if marked(STAGES) || marked(NUM_WARPS) {
        "generate-schedule"
    } else if marked(GROUP) || marked(SERIAL) {
        "generate-schedule-constraints"
    } else {
        "convert-tileaa-to-tileas"
    };
    // Absent: the names above are all of the pipeline; without one, all passes run.
    PIPELINE.iter().position(|p| p.name == pass).map_or(0, |at| at + 1)
}

/// The level of the IR after so many passes.
pub fn level(boundary: usize) -> Level {
    let last = boundary.checked_sub(1).and_then(|last| PIPELINE.get(last));
    last.map_or(Level::CudaTile, |pass| pass.level)
}

/// Whether the tile that an access moves has a layout by now.
fn has_layout(module: &Module, op: Op) -> bool {
    let mut values = module.results(op).iter().chain(module.operands(op));
    values.any(|&value| module.layout(module.ty(value)).is_some())
}

/// The boundary after the pass of a name, for a module whose ops stand there; of two passes of one name the one on its
/// level.
///
/// # Errors
/// There is no such pass, or its output has other ops: why, in words.
pub fn named(module: &Module, name: &str) -> Result<usize, String> {
    let told = told(module);
    // Both levels stand in `nv_tileas.func`.
    let holder = |boundary: usize| match level(boundary) {
        Level::Cutlass => Level::Tileas,
        level => level,
    };
    let mut after = (0..=PIPELINE.len())
        .filter(|&b| name == b.checked_sub(1).map_or(INPUT, |at| PIPELINE[at].name))
        .peekable();
    let Some(&first) = after.peek() else {
        return Err(format!("there is no pass `{name}`"));
    };
    after.find(|&b| holder(b) == holder(told)).ok_or_else(|| {
        format!(
            "after `{name}` the IR is {}, and this is {}",
            holder(first).name(),
            holder(told).name()
        )
    })
}
