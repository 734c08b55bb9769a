//! Loops whose tiles come through rings of their own: any number of products, and whatever else the loop does.
//!
//! The producer loads each tile that a product takes from a buffer, one ring for the loads that one product takes together; the
//! consumers do all the rest. A tile that is loaded before the loop and multiplied in it has a ring as well, of which each run
//! of the loop takes one slot. A left operand that is computed goes to the product in registers.

use super::product_loop::{Operand, Reason, changed, reason};
use super::slice::{Slice, grow_from};
use super::strategy::Strategy;
use super::why::{Copier, LoopRefusal};
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::tma::tma_boxes;
use tilewright_analysis::token_order;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Module, Op, Value};
use tilewright_machine::Target;
use tilewright_units::asynchronous;
use tilewright_units::product::matrix;

/// A side of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// A tile of a ring, which this op loads.
    Ring(Op),
    /// Registers of the consumers.
    Registers,
}

/// A product of a loop.
#[derive(Clone, Debug)]
pub struct RingProduct {
    /// The op.
    pub dot: Op,
    /// M, N and K.
    pub mnk: [i64; 3],
    /// Where its operands are.
    pub sides: [Side; 2],
    /// Of operands in buffers, whether K is the contiguous dimension.
    pub k_major: [bool; 2],
    /// Bytes of an element of the operands.
    pub element_bytes: i64,
}

/// A ring: the loads that fill one of its slots.
#[derive(Clone, Debug)]
pub struct TileRing {
    /// The loads, in the order in which they stand.
    pub loads: Vec<Operand>,
    /// Whether the loop fills a slot in each iteration; else whatever is around it does, once for all of them.
    pub inside: bool,
}

impl TileRing {
    /// Bytes of one slot.
    pub fn slot_bytes(&self) -> i64 {
        self.loads.iter().map(|load| load.tma.tile_bytes()).sum()
    }
}

/// A loop whose tiles come through rings.
#[derive(Clone, Debug)]
pub struct RingLoop {
    /// The `scf.for`.
    pub for_op: Op,
    /// Its products, in the order in which they stand.
    pub products: Vec<RingProduct>,
    /// Its rings, in the order of their first loads.
    pub rings: Vec<TileRing>,
}

impl RingLoop {
    /// All loads, ring after ring.
    pub fn loads(&self) -> impl Iterator<Item = &Operand> {
        self.rings.iter().flat_map(|ring| &ring.loads)
    }

    /// Bytes that an iteration loads.
    pub fn stage_bytes(&self) -> i64 {
        self.rings
            .iter()
            .filter(|ring| ring.inside)
            .map(TileRing::slot_bytes)
            .sum()
    }

    /// Bytes of the slots that are filled outside of the loop.
    pub fn resident_bytes(&self) -> i64 {
        self.rings
            .iter()
            .filter(|ring| !ring.inside)
            .map(TileRing::slot_bytes)
            .sum()
    }
}

/// The loop of a kernel whose tiles can come through rings; none if no loop has a product.
///
/// # Errors
/// The reason why there is none.
pub fn ring_loop(module: &Module, target: &Target) -> Option<Result<RingLoop, Reason>> {
    let all = module.walk(module.top());
    let dots: Vec<Op> = all
        .iter()
        .copied()
        .filter(|&op| module.kind(op) == nv_tileas::DOT)
        .collect();
    let &first = dots.first()?;
    for &op in &all {
        let why = match module.kind(op) {
            nv_tileas::GDC_WAIT => LoopRefusal::WaitsForGrids,
            nv_tileas::ALLOCA => LoopRefusal::HasScratch,
            // Absent: the other ops are no reason.
            _ => continue,
        };
        return Some(Err(reason(module, op, why)));
    }
    let loop_of = |&dot: &Op| module.parent_op(dot).filter(|&op| module.kind(op) == scf::FOR);
    let Some(for_op) = loop_of(&first) else {
        return Some(Err(reason(module, first, LoopRefusal::OutsideLoop)));
    };
    if dots.iter().any(|dot| loop_of(dot) != Some(for_op)) {
        return Some(Err(reason(module, first, LoopRefusal::SeveralProducts(dots.len()))));
    }
    Some(of_loop(module, for_op, &dots, target))
}

fn of_loop(module: &Module, for_op: Op, dots: &[Op], target: &Target) -> Result<RingLoop, Reason> {
    let mut found = RingLoop {
        for_op,
        products: Vec::new(),
        rings: Vec::new(),
    };
    for &dot in dots {
        let product = product(module, for_op, dot, target, &mut found.rings)?;
        found.products.push(product);
    }
    if !found.rings.iter().any(|ring| ring.inside) {
        return Err(reason(module, dots[0], LoopRefusal::OperandNotLoaded("right")));
    }
    found
        .rings
        .sort_by_key(|ring| ring.loads.iter().map(|load| place(module, load.load)).min());
    for load in found.loads() {
        let earlier = token_order::before(module, load.load);
        if let Some(&write) = earlier.iter().find(|&&op| token_order::writes(module, op)) {
            let mut refused = reason(module, load.load, LoopRefusal::OwnWrites);
            refused.store = module.span(write);
            return Err(refused);
        }
    }
    can_be_decided_twice(module, &found)?;
    Ok(found)
}

/// The place of an op in the text of its kernel.
fn place(module: &Module, op: Op) -> usize {
    // Absent: every op stands in the module.
    module
        .walk(module.top())
        .iter()
        .position(|&other| other == op)
        .unwrap_or(0)
}

/// Each agent computes the values that decide the loads.
fn can_be_decided_twice(module: &Module, found: &RingLoop) -> Result<(), Reason> {
    for op in needed_by_loads(module, found).ops {
        let def = module.def(op);
        let control = def.dialect() == "scf" || def.kind == nv_tileas::FUNC;
        if def.kind == cutlass::TILE_SCHEDULER_FETCH_WORK_ID || !def.has(PURE) && !control {
            return Err(reason(module, op, LoopRefusal::DecidedOnce(def.short_name())));
        }
    }
    Ok(())
}

/// The ops that the producer needs: the indices of all loads, and all control around them.
pub fn needed_by_loads(module: &Module, found: &RingLoop) -> Slice {
    let mut values: Vec<Value> = Vec::new();
    let mut around = vec![found.for_op];
    for load in found.loads() {
        if let Some(tiled) = TiledLoad::of(module, load.load) {
            values.extend(tiled.index.iter().copied().chain([tiled.view]));
        }
        around.push(load.load);
    }
    grow_from(module, &around, &[found.for_op], values)
}

fn product(
    module: &Module,
    for_op: Op,
    dot: Op,
    target: &Target,
    rings: &mut Vec<TileRing>,
) -> Result<RingProduct, Reason> {
    let types = [operand::LHS, operand::RHS, operand::ACC].map(|name| module.ty(module.required_operand(dot, name)));
    let [lhs, rhs, acc] = types.map(|ty| module.element_scalar(ty));
    // Absent: pointers, which no product takes: refused by the next lines.
    let names = [lhs, rhs, acc].map(|scalar| scalar.map_or("", |s| s.name));
    let types_refused = || reason(module, dot, LoopRefusal::Types(names));
    let (unit, loops) = asynchronous(target).map_err(|_| types_refused())?;
    let taken = loops.elements.contains(&names[0]) && names[0] == names[1] && names[2] == loops.accumulator;
    let Some(element) = lhs.filter(|_| taken) else {
        return Err(types_refused());
    };
    let shapes = types.map(|ty| matrix(module.shape(ty)));
    let [Some([m, k]), Some([_, n]), Some(_)] = shapes else {
        return Err(reason(module, dot, LoopRefusal::Batch));
    };
    let (mnk, element_bytes) = ([m, n, k], i64::from(element.bytes()));
    let figures = unit.figures();
    if !figures.divides(mnk, element_bytes, 1) {
        let why = LoopRefusal::NotCut {
            unit,
            tile: mnk,
            step: figures.k(element_bytes),
            nearest: figures.nearest(mnk, element_bytes),
        };
        return Err(reason(module, dot, why));
    }
    let mut sides = [Side::Registers; 2];
    let mut k_major = [true; 2];
    let mut together = Vec::new();
    for index in 0..2 {
        match loaded(module, for_op, dot, index) {
            Ok((operand, inside)) => {
                sides[index] = Side::Ring(operand.load);
                k_major[index] = operand.k_major;
                together.push((operand, inside));
            }
            // The left operand may be in registers, if threads compute it.
            Err(Unloaded::Computed(_)) if index == 0 => {}
            Err(Unloaded::Computed(why) | Unloaded::Refused(why)) => return Err(why),
        }
    }
    for (operand, inside) in together {
        join(module, rings, dot, operand, inside);
    }
    Ok(RingProduct {
        dot,
        mnk,
        sides,
        k_major,
        element_bytes,
    })
}

/// Adds a load to the rings: to that of another load of the same product, if both are loaded as often, else to one of its own.
fn join(module: &Module, rings: &mut Vec<TileRing>, dot: Op, operand: Operand, inside: bool) {
    if rings
        .iter()
        .flat_map(|ring| &ring.loads)
        .any(|other| other.load == operand.load)
    {
        return;
    }
    let takes = |load: Op| {
        let mut takers = Vec::new();
        takers_of(module, module.result(load, 0), &mut takers);
        takers.contains(&dot)
    };
    let same_block = |other: &Operand| module.parent(other.load) == module.parent(operand.load);
    let ring = rings
        .iter_mut()
        .find(|ring| ring.inside == inside && ring.loads.iter().any(|other| takes(other.load) && same_block(other)));
    match ring {
        Some(ring) => {
            ring.loads.push(operand);
            ring.loads.sort_by_key(|load| place(module, load.load));
        }
        None => rings.push(TileRing {
            loads: vec![operand],
            inside,
        }),
    }
}

/// The ops that take a value, seen through changes of shape and order.
pub fn takers_of(module: &Module, value: Value, takers: &mut Vec<Op>) {
    for site in module.uses(value) {
        match module.kind(site.op) {
            nv_tileas::PERMUTE | nv_tileas::VIEW => takers_of(module, module.result(site.op, 0), takers),
            _ => takers.push(site.op),
        }
    }
}

/// Why an operand has no ring.
enum Unloaded {
    /// It is no loaded tile.
    Computed(Reason),
    /// It is one that no ring can have.
    Refused(Reason),
}

/// The load of an operand that products alone take, and whether the loop has it.
fn loaded(module: &Module, for_op: Op, dot: Op, index: usize) -> Result<(Operand, bool), Unloaded> {
    let (name, row) = [("left", 0), ("right", 1)][index];
    let mut value = module.sides(dot)[index];
    // Which of the two dimensions of more than one element is that of M or N, seen through changes of shape and order.
    let mut side = row;
    let refused = |op: Op, why: LoopRefusal| Unloaded::Refused(reason(module, op, why));
    let load = loop {
        let Some(op) = module.defining_op(value) else {
            let why = LoopRefusal::OperandNotLoaded(name);
            return Err(Unloaded::Computed(reason(module, dot, why)));
        };
        let from = || module.shape(module.ty(module.only_operand(op)));
        let to = || module.shape(module.ty(module.result(op, 0)));
        match module.kind(op) {
            nv_tileas::TILED_LOAD => break op,
            nv_tileas::PERMUTE if sides(to()).is_some() => {
                let permutation = module.required_list(op, "permutation");
                let moved = sides(to()).map(|dims| dims.map(|dim| permutation[dim] as usize));
                if moved.is_some_and(|[first, second]| first > second) {
                    side = 1 - side;
                }
                value = module.only_operand(op);
            }
            nv_tileas::VIEW if extents(from()).is_some() && extents(from()) == extents(to()) => {
                value = module.only_operand(op);
            }
            _ if module.operands(op).is_empty() => {
                let why = LoopRefusal::OperandNotLoaded(name);
                return Err(Unloaded::Computed(reason(module, dot, why)));
            }
            _ => {
                let why = changed(module, name, op, Strategy::WarpSpecialize);
                return Err(Unloaded::Computed(reason(module, op, why)));
            }
        }
    };
    let mut takers = Vec::new();
    takers_of(module, module.result(load, 0), &mut takers);
    let is_product = |&op: &Op| module.kind(op) == nv_tileas::DOT && module.parent_op(op) == Some(for_op);
    if !takers.iter().all(is_product) {
        return Err(refused(dot, LoopRefusal::OperandNotLoaded(name)));
    }
    let inside = module.parent_op(load) == Some(for_op);
    // A load that stands around the loop stands in a block around it, where agents find it on their way.
    let around = std::iter::successors(Some(for_op), |&op| module.parent_op(op));
    let blocks = around.into_iter().filter_map(|op| module.parent(op));
    if !inside && !blocks.into_iter().any(|block| module.parent(load) == Some(block)) {
        return Err(refused(dot, LoopRefusal::OperandNotLoaded(name)));
    }
    let facts = TiledLoad::of(module, load).and_then(|load| ViewFacts::of(module, load.view));
    let Some(facts) = facts else {
        return Err(refused(load, LoopRefusal::OperandView(name)));
    };
    let Some(dims) = sides(&facts.tile) else {
        return Err(refused(load, LoopRefusal::OperandBatch(name)));
    };
    let boxes = tma_boxes(module, load, &facts);
    let tma = boxes.map_err(|fault| refused(load, LoopRefusal::View(Copier::Tma, fault)))?;
    let k_major = tma.contiguous != dims[side];
    Ok((Operand { load, tma, k_major }, inside))
}

/// The two dimensions of a tile that have more than one element; none if it has not two.
fn sides(shape: &[i64]) -> Option<[usize; 2]> {
    let mut long = (0..shape.len()).filter(|&dim| shape[dim] > 1);
    let two = [long.next()?, long.next()?];
    long.next().is_none().then_some(two)
}

/// Their extents.
fn extents(shape: &[i64]) -> Option<[i64; 2]> {
    sides(shape).map(|dims| dims.map(|dim| shape[dim]))
}
