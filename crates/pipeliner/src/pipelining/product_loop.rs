//! Which loop can be pipelined, and what in it does what.
//!
//! A loop of one matrix product whose operands are tiles of views, loaded in the loop for nothing else: the loads become
//! the producer's, the product and all that is not in the loop the consumer's.

use super::ring_loop::is_cut_short;
use super::slice::{early_ends, indices_in_loop, needed_for};
use super::strategy::Strategy;
use super::tensor_memory;
use super::together::{Apart, Together, together};
use super::why::{Copier, LoopRefusal, Refused};
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::threads::thread_boxes;
use tilewright_analysis::tma::{Boxes, tma_boxes, tma_boxes_of_slots};
use tilewright_analysis::token_order;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Conversion;
use tilewright_ir::dialects::facts::REUSED;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileas, scf};
use tilewright_ir::types::Scalar;
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Module, Op, OpKind, Value};
use tilewright_layout::select::{Cost, Member, common_memory};
use tilewright_machine::{MemorySpace, Target};
use tilewright_units::product::{self, ProductUnit, is_same_matrix, matrix, product_unit, scaled_element};
use tilewright_units::{Unit, WARPS, asynchronous, product_types};

/// An operand of the product, and how it comes.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The op that loads it.
    pub load: Op,
    /// Its layout in shared memory.
    pub tma: Boxes,
    /// Whether the dimension that it shares with the accumulator is the contiguous one.
    pub k_major: bool,
}

impl Operand {
    /// The dimension of the tile that it shares with the accumulator, of the last two.
    pub fn row_dim(&self) -> usize {
        let contiguous = self.tma.contiguous;
        match self.k_major {
            true => 2 * self.tma.extents.len() - 3 - contiguous,
            false => contiguous,
        }
    }
}

/// A loop that can be pipelined.
#[derive(Clone, Debug)]
pub struct ProductLoop {
    /// The `scf.for`.
    pub for_op: Op,
    /// The product.
    pub dot: Op,
    /// The operands: M by K, and K by N.
    pub operands: [Operand; 2],
    /// M, N and K of the product.
    pub mnk: [i64; 3],
    /// The element type of the operands.
    pub element: Scalar,
    /// The CTAs of a cluster that load the tiles together, or why none do; nothing without clusters, or where threads copy.
    pub together: Option<Result<Together, Apart>>,
}

impl ProductLoop {
    /// The loads of the operands.
    pub fn loads(&self) -> [Op; 2] {
        self.operands.each_ref().map(|operand| operand.load)
    }

    /// Bytes of an element of the operands.
    pub fn element_bytes(&self) -> i64 {
        self.element.bytes().into()
    }

    /// Whether so many warps, as a power of two, are groups of threads that can multiply the tile by a unit.
    pub fn fits(&self, unit: &Unit, warp_bits: usize) -> bool {
        let figures = unit.figures();
        let groups = (WARP_THREADS << warp_bits) / figures.threads;
        groups > 0 && figures.divides(self.mnk, self.element_bytes(), groups)
    }

    /// The part of each operand's tile that a CTA loads is one of so many.
    pub fn parts(&self) -> [i64; 2] {
        match self.together {
            Some(Ok(together)) => together.parts.map(|[parts, _]| parts),
            _ => [1; 2],
        }
    }

    /// Bytes of a stage: a tile of each operand, of which a CTA of a pair has half of the right one.
    pub fn stage_bytes(&self) -> i64 {
        let [left, right] = self.operands.each_ref().map(|operand| operand.tma.tile_bytes());
        left + (right >> i64::from(self.is_of_pair()))
    }

    /// Whether a pair of CTAs makes its products.
    pub fn is_of_pair(&self) -> bool {
        matches!(self.together, Some(Ok(together)) if together.pair)
    }

    /// Whether the memory of the ring is free for others once the loop is done: it runs once, all that is in it are copies and products, and
    /// nothing before it moves tiles between threads.
    pub fn leaves_ring(&self, module: &Module) -> bool {
        let makes_tiles = |op: Op| {
            let is_tile = |&result: &Value| !module.shape(module.ty(result)).is_empty();
            module.kind(op) != arith::CONSTANT && module.results(op).iter().any(is_tile)
        };
        let block = module.parent(self.for_op).into_iter();
        let mut before = block
            .flat_map(|block| module.ops(block))
            .take_while(|&op| op != self.for_op);
        self.together.is_none() && !self.is_nested(module) && !before.any(makes_tiles)
    }

    /// Whether the loop is inside of another, or of a branch.
    pub fn is_nested(&self, module: &Module) -> bool {
        is_nested(module, self.for_op)
    }
}

/// Says of a buffer what its loop says of the ring's memory.
pub fn mark_reused<S>(cx: &mut Conversion<'_, S>, for_op: Op, buffer: Value) {
    let made = cx.new.defining_op(buffer);
    if let (Some(flag), Some(made)) = (cx.old.attr(for_op, REUSED), made) {
        cx.new.set_attr(made, "reused", flag);
    }
}

/// Whether an op is inside of a loop, or of a branch.
pub fn is_nested(module: &Module, op: Op) -> bool {
    let around = module.parent_op(op);
    around.is_some_and(|around| module.def(around).dialect() == "scf")
}

/// Why a loop with a product is not pipelined, and where: a warning at its place.
pub type Reason = Box<Refused>;

/// The loop of a kernel that a strategy can pipeline; the reason why there is none; nothing if no loop has a product.
pub fn product_loop(module: &Module, strategy: Strategy, target: &Target) -> Option<Result<ProductLoop, Reason>> {
    let is_dot = |&op: &Op| product::is_dot(module, op);
    let dots: Vec<Op> = module.walk(module.top()).into_iter().filter(is_dot).collect();
    let (&first, rest) = dots.split_first()?;
    if let Some(why) = stays_whole(module) {
        return Some(Err(why));
    }
    if !rest.is_empty() {
        let why = match dots.iter().any(|&dot| is_nested(module, dot)) {
            true => LoopRefusal::SeveralProducts(dots.len()),
            false => outside(module, first),
        };
        return Some(Err(reason(module, first, why)));
    }
    Some(of_dot(module, first, strategy, target))
}

/// The refusal of a product that no iteration of a loop with bounds always does.
pub(super) fn outside(module: &Module, dot: Op) -> LoopRefusal {
    let around = std::iter::successors(module.parent_op(dot), |&op| module.parent_op(op));
    let all: Vec<OpKind> = around.map(|op| module.kind(op)).collect();
    let has = |kind: OpKind| all.contains(&kind);
    LoopRefusal::OutsideLoop(match () {
        () if has(scf::LOOP) => [
            "in a loop without bounds is not pipelined",
            "count in a `for` up to a bound, and choose with `select` what counts",
        ],
        () if has(scf::FOR) && has(scf::IF) => [
            "in a branch is not pipelined",
            "multiply in each iteration, and choose with `select`",
        ],
        () => [
            "outside of a loop has nothing to overlap with",
            "load and multiply a part of K at a time, in a loop",
        ],
    })
}

/// Why no load of a kernel may run ahead of the rest. Agents part after what all threads do: a producer would not wait for other grids, nor
/// know the scratch memory; and copies of threads would start before the loop waits. Nor would one agent end an iteration before another does.
pub(super) fn stays_whole(module: &Module) -> Option<Reason> {
    module
        .walk(module.top())
        .into_iter()
        .find_map(|op| match module.kind(op) {
            nv_tileas::GDC_WAIT => Some(reason(module, op, LoopRefusal::WaitsForGrids)),
            nv_tileas::ALLOCA => Some(reason(module, op, LoopRefusal::HasScratch)),
            // One without bounds is left by a branch anyhow, by all agents at the same place.
            scf::FOR => {
                let end = early_ends(module, op).into_iter().next()?;
                Some(reason(module, end, LoopRefusal::EndsEarly))
            }
            nv_tileas::RETURN if is_nested(module, op) => Some(reason(module, op, LoopRefusal::EndsEarly)),
            // Absent: the other ops are no reason.
            _ => None,
        })
}

/// Whether an op reads one number that whoever needs it may read for itself, and ahead of the rest. Another block may change what a stronger
/// read sees, from one read to the other.
pub fn reads_number(module: &Module, op: Op) -> bool {
    let is_one = |&tile: &Value| module.shape(module.ty(tile)).iter().product::<i64>() == 1;
    let reads = matches!(module.kind(op), nv_tileas::TILED_LOAD | nv_tileas::LOAD);
    reads && module.results(op).first().is_some_and(is_one) && may_run_ahead(module, op).is_ok()
}

/// Whether an op reads such a number before all loops and branches: it is read once, before agents part, so that all have the same.
pub fn reads_number_first(module: &Module, op: Op) -> bool {
    let is_first = module
        .parent_op(op)
        .is_some_and(|around| module.kind(around) == nv_tileas::FUNC);
    is_first && reads_number(module, op)
}

pub(super) fn reason(module: &Module, op: Op, why: LoopRefusal) -> Reason {
    Box::new(Refused::at(module.span(op), why))
}

/// The refusal of element types: the unit may have them elsewhere.
pub(super) fn refused_types(target: &Target, names: [&'static str; 3]) -> LoopRefusal {
    let [lhs, rhs, acc] = names;
    match asynchronous(target) {
        Ok((unit, all))
            if all.types.iter().any(|types| types.takes([lhs, rhs], acc))
                && !product_types(target).iter().any(|types| types.takes([lhs, rhs], acc)) =>
        {
            LoopRefusal::Lacks(names, unit.name, target.name.clone())
        }
        _ => LoopRefusal::Types(names),
    }
}

fn of_dot(module: &Module, dot: Op, strategy: Strategy, target: &Target) -> Result<ProductLoop, Reason> {
    let loop_of = module.parent_op(dot).filter(|&op| module.kind(op) == scf::FOR);
    let Some(for_op) = loop_of else {
        return Err(reason(module, dot, outside(module, dot)));
    };
    let types = [operand::LHS, operand::RHS, operand::ACC].map(|name| module.ty(module.required_operand(dot, name)));
    let [lhs, rhs, acc] = types.map(|ty| module.element_scalar(ty));
    // Absent: pointers, which no product takes: refused by the next lines.
    let [name, rhs_name, acc_name] = [lhs, rhs, acc].map(|scalar| scalar.map_or("", |s| s.name));
    let types_refused = || reason(module, dot, refused_types(target, [name, rhs_name, acc_name]));
    let is_float = |scalar: Option<Scalar>| scalar.is_some_and(|scalar| scalar.is_float());
    if module.kind(dot) == nv_tileas::DOT_SCALED {
        let name = scaled_element(module, dot);
        return Err(reason(module, dot, LoopRefusal::Types([name, name, acc_name])));
    }
    let (mut in_tensor_memory, mut k_major) = (false, false);
    let accumulator = match asynchronous(target) {
        Ok((unit, _)) if strategy == Strategy::WarpSpecialize => {
            let pair = if unit.has_tensor_memory() {
                [name, rhs_name]
            } else {
                [name; 2]
            };
            // Other types go through rings of their own.
            let types = product_types(target)
                .into_iter()
                .find(|types| types.takes(pair, acc_name))
                .filter(|types| is_float(lhs) || !types.k_major || unit.has_tensor_memory());
            k_major = types.is_some_and(|types| types.k_major);
            in_tensor_memory = types.is_some() && unit.has_tensor_memory();
            types.map(|types| types.accumulator)
        }
        _ => WARPS.ring_elements.contains(&name).then_some(WARPS.ring_accumulator),
    };
    let (Some(element), Some(accumulator)) = (lhs, accumulator) else {
        return Err(types_refused());
    };
    if acc_name != accumulator || rhs_name != name && !in_tensor_memory {
        return Err(types_refused());
    }
    let shapes = types.map(|ty| matrix(module.shape(ty)));
    let [Some([m, k]), Some([_, n]), Some(_)] = shapes else {
        return Err(reason(module, dot, LoopRefusal::Batch));
    };
    match strategy {
        Strategy::WarpSpecialize if let Ok((unit, _)) = asynchronous(target) => {
            fits_unit(module, dot, [m, n, k], element, unit)?;
            // Accumulators that are too short are added to others: by loops with rings.
            if is_cut_short(module, dot, unit, k) {
                return Err(types_refused());
            }
        }
        _ => fits_warps(module, dot, [m, n, k], element)?,
    }
    carries_its_sum(module, for_op, dot)?;
    let how = (strategy, in_tensor_memory);
    let lhs = operand(module, for_op, dot, 0, how)?;
    let rhs = operand(module, for_op, dot, 1, how)?;
    nothing_else(module, for_op, dot, &[lhs.load, rhs.load])?;
    for load in [lhs.load, rhs.load] {
        may_run_ahead(module, load)?;
    }
    let mut product_loop = ProductLoop {
        for_op,
        dot,
        operands: [lhs, rhs],
        mnk: [m, n, k],
        element,
        together: None,
    };
    // Operands that lie otherwise are turned: by loops with rings.
    let mut sides = ["left", "right"].into_iter().zip(&product_loop.operands);
    if let Some((side, _)) = sides.find(|(_, operand)| k_major && !operand.k_major) {
        return Err(reason(module, dot, LoopRefusal::OperandNotLoaded(side)));
    }
    if in_tensor_memory && !tensor_memory::starts_from_nothing(module, &product_loop) {
        return Err(reason(module, dot, LoopRefusal::AccumulatorUsed));
    }
    match strategy {
        Strategy::WarpSpecialize => {
            can_be_decided_twice(module, &product_loop)?;
            product_loop.together = together(module, for_op, &product_loop.operands, target);
        }
        _ => can_be_computed_ahead(module, &product_loop)?,
    }
    Ok(product_loop)
}

/// Whether an op pulls work: of agents only the producer has it.
pub(super) fn pulls(kind: OpKind) -> bool {
    matches!(
        kind,
        cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE
            | cutlass::TILE_SCHEDULER_FETCH_WORK_ID
            | cutlass::TILE_SCHEDULER_REQUEST_WORK_ID
            | cutlass::TILE_SCHEDULER_RECEIVE_WORK_ID
    )
}

/// Each agent computes the values that decide the loads.
fn can_be_decided_twice(module: &Module, product_loop: &ProductLoop) -> Result<(), Reason> {
    for op in needed_for(module, product_loop).ops {
        let def = module.def(op);
        let control = def.dialect() == "scf" || def.kind == nv_tileas::FUNC;
        // The id of work that is pulled is handed on.
        let handed_on = pulls(def.kind);
        if !def.has(PURE) && !control && !handed_on && !reads_number_first(module, op) {
            return Err(reason(module, op, LoopRefusal::DecidedOnce(def.short_name())));
        }
    }
    Ok(())
}

/// The places of later iterations' tiles follow from the loop's index alone, and looking ahead does not overflow.
fn can_be_computed_ahead(module: &Module, product_loop: &ProductLoop) -> Result<(), Reason> {
    if indices_in_loop(module, product_loop.for_op, &product_loop.loads()).is_none() {
        return Err(reason(module, product_loop.for_op, LoopRefusal::CarriedIndex));
    }
    steps_ahead(module, product_loop.for_op)
}

/// Looking a few steps ahead of a loop's index does not overflow.
pub(super) fn steps_ahead(module: &Module, for_op: Op) -> Result<(), Reason> {
    let step = module.required_operand(for_op, operand::STEP);
    let bits = module.element_bits(module.ty(step));
    match module.constant_int(step) {
        Some(step) if (1..=MAX_STEP).contains(&step) => Ok(()),
        None if bits <= 32 => Ok(()),
        _ => Err(reason(module, for_op, LoopRefusal::Step(MAX_STEP))),
    }
}

/// The largest step of a loop whose index is looked ahead by a few iterations, in 32 bits.
const MAX_STEP: i64 = 1 << 24;

/// Whether a product can be cut into instructions of warps.
fn fits_warps(module: &Module, dot: Op, tile: [i64; 3], element: Scalar) -> Result<(), Reason> {
    let (figures, bytes) = (WARPS.unit.figures(), element.bytes().into());
    let [m, n, _] = tile;
    if m >= figures.rows && n >= figures.columns_least && product_unit(module, dot) == (ProductUnit::Mma { bytes }) {
        return Ok(());
    }
    let step = figures.k(bytes);
    Err(reason(module, dot, LoopRefusal::BelowMma { tile, step }))
}

/// Whether a unit can multiply a tile.
fn fits_unit(module: &Module, dot: Op, tile: [i64; 3], element: Scalar, unit: &'static Unit) -> Result<(), Reason> {
    let (figures, bytes) = (unit.figures(), element.bytes().into());
    if figures.divides(tile, bytes, 1) {
        return Ok(());
    }
    let why = LoopRefusal::NotCut {
        unit,
        tile,
        step: figures.k(bytes),
        nearest: figures.nearest(tile, bytes),
    };
    Err(reason(module, dot, why))
}

/// A load that runs ahead must not overtake the kernel's own writes, nor a read that acquires what others wrote. It is copied by units
/// that read weakly.
pub(super) fn may_run_ahead(module: &Module, load: Op) -> Result<(), Reason> {
    // Absent: a contradiction, each read's record asks for it.
    if module.keyword(load, "ordering") != "weak" {
        return Err(reason(module, load, LoopRefusal::OrderedRead));
    }
    let earlier = token_order::before(module, load);
    let refused = |op: Op, why: LoopRefusal| {
        let mut refused = reason(module, load, why);
        refused.store = module.span(op);
        refused
    };
    match earlier.iter().find(|&&op| token_order::writes(module, op)) {
        Some(&write) => Err(refused(write, LoopRefusal::OwnWrites)),
        None => match earlier.iter().find(|&&op| token_order::acquires(module, op)) {
            Some(&read) => Err(refused(read, LoopRefusal::OrderedRead)),
            None => Ok(()),
        },
    }
}

/// The accumulator is carried by the loop and used for nothing else in it.
fn carries_its_sum(module: &Module, for_op: Op, dot: Op) -> Result<(), Reason> {
    let acc = module.required_operand(dot, operand::ACC);
    let result = module.result(dot, 0);
    let body = module.entry_block(module.regions(for_op)[0]);
    let place = body.and_then(|body| module.arguments(body).iter().position(|&a| a == acc));
    let next = body.and_then(|body| module.last_op(body));
    let handed_on = place
        .zip(next)
        .is_some_and(|(place, next)| place > 0 && module.operands(next).get(place - 1) == Some(&result));
    if handed_on && module.uses(acc).len() == 1 && module.uses(result).len() == 1 {
        return Ok(());
    }
    Err(reason(module, dot, LoopRefusal::AccumulatorUsed))
}

fn operand(
    module: &Module,
    for_op: Op,
    dot: Op,
    index: usize,
    (strategy, in_tensor_memory): (Strategy, bool),
) -> Result<Operand, Reason> {
    let (name, row) = [("left", 0), ("right", 1)][index];
    let mut value = module.sides(dot)[index];
    // The dimension of the tile as loaded that is the one of M or N, seen through changes of shape and order.
    let mut row_dim = Some(row);
    let load = loop {
        let op = module.defining_op(value);
        let Some(op) = op.filter(|&op| module.parent_op(op) == Some(for_op) && module.uses(value).len() == 1) else {
            return Err(reason(module, dot, LoopRefusal::OperandNotLoaded(name)));
        };
        match module.kind(op) {
            nv_tileas::TILED_LOAD => break op,
            nv_tileas::PERMUTE => {
                let permutation = module.required_list(op, "permutation");
                let rank = permutation.len();
                let is_swap = rank >= 2 && permutation[rank - 2..] == [rank as i64 - 1, rank as i64 - 2];
                let rest = permutation.iter().take(rank.saturating_sub(2)).enumerate();
                if !is_swap || rest.into_iter().any(|(i, &p)| p != i as i64) {
                    row_dim = None;
                }
                row_dim = row_dim.map(|dim: usize| 1 - dim);
                value = module.only_operand(op);
            }
            nv_tileas::VIEW if is_same_matrix(module, op) => value = module.only_operand(op),
            _ => return Err(reason(module, op, changed(module, name, op, strategy))),
        }
    };
    let facts = TiledLoad::of(module, load).and_then(|load| ViewFacts::of(module, load.view));
    let (Some(facts), Some(row_dim)) = (facts, row_dim) else {
        return Err(reason(module, load, LoopRefusal::OperandView(name)));
    };
    let Some(_) = matrix(&facts.tile) else {
        return Err(reason(module, load, LoopRefusal::OperandBatch(name)));
    };
    let (copier, boxes) = match strategy {
        // A unit with tensor memory takes rows of one chunk.
        Strategy::WarpSpecialize if in_tensor_memory => (Copier::Tma, tma_boxes_of_slots(module, load, &facts)),
        Strategy::WarpSpecialize => (Copier::Tma, tma_boxes(module, load, &facts)),
        _ => (Copier::Threads, thread_boxes(module, load, &facts)),
    };
    let tma = boxes.map_err(|fault| reason(module, load, LoopRefusal::View(copier, fault)))?;
    let first = facts.tile.len() - 2;
    Ok(Operand {
        load,
        k_major: tma.contiguous != first + row_dim,
        tma,
    })
}

/// The refusal of an op between a load and the product: the buffer that the load fills would be its operand and its result, and an op
/// of threads takes registers.
pub(super) fn changed(module: &Module, operand: &'static str, op: Op, strategy: Strategy) -> LoopRefusal {
    let member = |name: &str, memories: &[MemorySpace]| Member {
        name: name.to_string(),
        memories: memories.iter().map(|&memory| (memory, Cost::default())).collect(),
    };
    let name = module.def(op).short_name();
    // A unit that reads buffers takes its left operand from registers as well; warps read fragments of a buffer, or have them.
    let of_product: &[MemorySpace] = match (strategy, operand) {
        (Strategy::WarpSpecialize, "right") => &[MemorySpace::Shared],
        _ => &[MemorySpace::Shared, MemorySpace::Registers],
    };
    let group = [
        member("tiled_load", &[MemorySpace::Shared]),
        member(name, &[MemorySpace::Registers]),
        member("dot", of_product),
    ];
    // Absent: a load to shared memory and an op on registers have none in common.
    let why = common_memory(&group).map_or_else(|none| none.to_string(), |_| String::new());
    LoopRefusal::OperandChanged(operand, name, why)
}

/// Other ops of the loop must be scalar arithmetic.
pub(super) fn nothing_else(module: &Module, for_op: Op, dot: Op, loads: &[Op]) -> Result<(), Reason> {
    let Some(body) = module.entry_block(module.regions(for_op)[0]) else {
        return Ok(());
    };
    for op in module.ops(body) {
        let name = module.kind(op);
        let scalar = module.def(op).has(PURE)
            && module
                .results(op)
                .iter()
                .all(|&r| module.shape(module.ty(r)).is_empty());
        let moved = matches!(name, nv_tileas::PERMUTE | nv_tileas::VIEW);
        if op == dot || loads.contains(&op) || scalar || moved || name == scf::CONTINUE {
            continue;
        }
        return Err(reason(module, op, LoopRefusal::OtherOp(module.def(op).short_name())));
    }
    Ok(())
}
