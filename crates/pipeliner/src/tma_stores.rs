//! The stores of a warp-specialised kernel that go by TMA.
//!
//! A tile in the order of accumulators that is to be stored would be written to shared memory, read again in an order in which
//! threads store many bytes at once, and stored. TMA takes it from shared memory as it is: as many transactions of shared and
//! of global memory, and no registers for what is read again. So it is taken where it can be: elements of two bytes, a
//! view that TMA can address, no order but the kernel's own, no store that it waits for and nobody who waits for it (writes of
//! threads and of TMA are not in order by themselves), and shared memory for the tile beside the ring, without which as many CTAs
//! would share an SM.

use tilewright_analysis::occupancy::Demand;
use tilewright_analysis::shared_memory::{STAGE_BARRIER_BYTES, TILE_ALIGNMENT, pitch};
use tilewright_analysis::tma::TensorMap;
use tilewright_analysis::tma_store::WarpBoxes;
use tilewright_analysis::{Context, agent_switch};
use tilewright_ir::WARP_THREADS;
use tilewright_ir::dialects::facts::NO_TMA;
use tilewright_ir::operand;
use tilewright_ir::ops::{cutlass, nv_tileas};
use tilewright_ir::views::TiledStore;
use tilewright_ir::{Attr, Module, Op, Value};
use tilewright_layout::boxes::BufferTile;
use tilewright_layout::select::{Candidate, Cost, Way};
use tilewright_layout::{Layout, ceil_div};
use tilewright_machine::{Target, layout_atoms, memory};
use tilewright_sorted::{SortedMap, SortedSet};

/// The atoms that such a store takes.
const ATOMS: [&str; 2] = ["stmatrix", STORE];
const STORE: &str = "cp.async.bulk.tensor store";

/// A store by TMA, in the old module.
pub(crate) struct ByTma {
    /// The layout of the tile as it is handed over.
    pub layout: Attr,
    /// The tensor map.
    pub map: TensorMap,
}

/// The stores of a kernel that go by TMA.
pub(crate) fn stores(module: &Module, context: &crate::Context<'_>) -> SortedMap<Op, ByTma> {
    let mut found = SortedMap::new();
    let is_on = |name: &&str| layout_atoms().has(name, context.target.compute_capability);
    for op in module.walk(module.top()) {
        // Absent: threads store.
        let Some((layout, boxes, map)) = by_tma(module, op) else {
            continue;
        };
        let staged = staged(module, &layout, &boxes);
        if !ATOMS.iter().all(is_on) || !has_room(module, staged, context.target, context.prefer_tma) {
            continue;
        }
        tell(module, op, &boxes, context);
        if let Some(layout) = converted(module, op).and_then(|tile| module.layout(module.ty(tile))) {
            found.insert(op, ByTma { layout, map });
        }
    }
    found
}

/// The tile that a store would convert, before it is converted.
pub(crate) fn converted(module: &Module, store: Op) -> Option<Value> {
    let conversion = module.defining_op(TiledStore::of(module, store)?.tile)?;
    let is_only_for_it = module.kind(conversion) == nv_tileas::CONVERT_LAYOUT
        && matches!(module.uses(module.result(conversion, 0)), [only] if only.op == store);
    is_only_for_it.then(|| module.only_operand(conversion))
}

fn by_tma(module: &Module, op: Op) -> Option<(Layout, WarpBoxes, TensorMap)> {
    // Absent: a contradiction, its record asks for it.
    let is_plain = module.kind(op) == nv_tileas::TILED_STORE
        && !module.has_attr(op, NO_TMA)
        && module.keyword(op, "ordering") == "weak"
        && module.results(op).iter().all(|&token| module.uses(token).is_empty());
    let waits = module
        .operand_named(op, operand::TOKEN)
        .is_some_and(|token| !is_of_loads(module, token));
    let tile = converted(module, op).filter(|_| is_plain && !waits)?;
    let layout = Layout::from_attr(module, module.layout(module.ty(tile))?)?;
    let boxes = WarpBoxes::of(module, op, &layout)?;
    let map = boxes.map(module, op)?;
    Some((layout, boxes, map))
}

/// Whether what a token waits for is at most loads.
fn is_of_loads(module: &Module, token: Value) -> bool {
    let (mut seen, mut open) = (SortedSet::default(), vec![token]);
    while let Some(token) = open.pop() {
        if !seen.insert(token) {
            continue;
        }
        // Absent: whoever carries a token may carry that of a store.
        let Some(op) = module.defining_op(token) else {
            return false;
        };
        match module.kind(op) {
            nv_tileas::CREATE_MEM_TOKEN => {}
            nv_tileas::JOIN_MEM_TOKEN => open.extend(module.operands(op)),
            nv_tileas::TILED_LOAD | nv_tileas::LOAD => open.extend(module.operand_named(op, operand::TOKEN)),
            // Absent: what is no load may write.
            _ => return false,
        }
    }
    true
}

/// Whether so many bytes are free beside the buffers and barriers of a kernel, and no fewer CTAs share an SM if they are taken, or
/// that does not matter.
fn has_room(module: &Module, staged: i64, target: &Target, at_any_price: bool) -> bool {
    let is_reused = |&op: &Op| module.kind(op) == nv_tileas::ALLOC_TENSOR && module.has_attr(op, "reused");
    if module.walk(module.top()).iter().any(is_reused) {
        // They go through the ring's memory, which has a tile of the product's operands at the least.
        return true;
    }
    let of_op = |op: Op| match module.kind(op) {
        nv_tileas::ALLOC_TENSOR => {
            let buffer = module.buffer_type(module.ty(module.result(op, 0)));
            // Absent: its verifier says that it makes one.
            buffer.map_or(0, |buffer| pitch(buffer.tile_bytes()) * buffer.depth)
        }
        cutlass::PIPELINE_CREATE => STAGE_BARRIER_BYTES * module.required_int(op, "numStages"),
        // Absent: other ops take none, or some words.
        _ => 0,
    };
    let taken = module.walk(module.top()).into_iter().map(of_op).sum::<i64>() + TILE_ALIGNMENT;
    let all = taken + staged;
    all <= i64::from(target.shared_bytes_per_cta.value)
        && (at_any_price || ctas(module, all, target) == ctas(module, taken, target))
}

/// The CTAs that share an SM if each takes so many bytes of shared memory.
fn ctas(module: &Module, shared_bytes: i64, target: &Target) -> Option<u32> {
    let switch = agent_switch(module)?;
    let agents = module.required_list(switch, "num_warps").iter();
    let warps: i64 = agents.clone().sum();
    let registers: i64 = agents
        .zip(module.required_list(switch, "max_regs"))
        .map(|(w, r)| w * r)
        .sum();
    let demand = Demand {
        threads: (warps * WARP_THREADS) as u32,
        registers: Some((registers / warps.max(1)) as u32),
        shared_bytes: shared_bytes as u32,
        // Accumulators have theirs whichever way they are stored.
        tensor_columns: 0,
    };
    demand.limits(target).into_iter().map(|(_, most)| most).min()
}

/// Bytes of the tile, for each consumer.
fn staged(module: &Module, layout: &Layout, boxes: &WarpBoxes) -> i64 {
    // Absent: without a number there is one consumer.
    let consumers = agent_switch(module).map_or(1, |op| module.int_or(op, "consumers", 1));
    let of_warp = boxes.boxes.tile_bytes() << boxes.further.len();
    consumers * ((of_warp << layout.warp.len()) + TILE_ALIGNMENT)
}

/// Adds the candidate to the choice for the store, where that is told, and takes it.
fn tell(module: &Module, store: Op, boxes: &WarpBoxes, context: &Context<'_>) {
    let line = module.loc_data(module.loc(store)).line;
    let mut notes = context.notes.borrow_mut();
    let name = module.def(store).short_name();
    let choice = notes
        .layouts
        .iter_mut()
        .find(|choice| choice.line == line && choice.op == name);
    // Absent: choices of earlier passes are told only where these ran.
    let Some(choice) = choice else {
        return;
    };
    let bytes = choice.shape.iter().product::<i64>() * choice.element_bytes;
    let tile = BufferTile {
        row_bytes: boxes.boxes.span * boxes.boxes.count,
        rows: bytes / (boxes.boxes.span * boxes.boxes.count),
        reads: 1,
    };
    let is_it = |way: &Way| matches!(way, Way::Boxes { span, swizzled: true, .. } if *span == boxes.boxes.span);
    // Absent: the swizzle was chosen among these.
    let Some(candidate) = tile.candidates().into_iter().find(|candidate| is_it(&candidate.way)) else {
        return;
    };
    let sector = memory().sector_bytes.value;
    choice.chosen = Some(choice.candidates.len());
    choice.candidates.push(Candidate {
        atom: STORE,
        way: candidate.way,
        verdict: candidate.verdict.map(|cost| Cost {
            global: ceil_div(bytes, sector),
            ..cost
        }),
    });
}
