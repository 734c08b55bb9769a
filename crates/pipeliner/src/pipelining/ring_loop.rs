//! Loops whose tiles come through rings of their own: any number of products, and whatever else the loop does.
//!
//! The producer loads the tiles that products take from buffers, one ring for the loads that one product takes together, and those
//! that threads read; the consumers do all the rest. A tile that is loaded before the loop and multiplied in it has a ring as well,
//! of which each run of the loop takes one slot. An operand that is computed goes to the product through slots that the consumers
//! write, or, if it is the left one and made of what a product leaves, in registers.

use super::correction::Parts;
use super::once::in_a_loop;
use super::product_loop::{
    Operand, Reason, may_run_ahead, nothing_else, outside, pulls, reads_number, reads_number_first, reason,
    refused_types, stays_whole,
};
use super::ring_issued::Issued;
use super::ring_operand::{self, is_of_products, loaded, root, written};
use super::slice::{Slice, grow_from};
use super::transformer::{self, Transformed};
use super::why::{Copier, LoopRefusal, ViewFault};
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::tma::{tma_boxes, tma_boxes_of_slots};
use tilewright_ir::op_def::traits::{PURE, TERMINATOR};
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nv_tileas, scf};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Module, Op, Value, WARP_THREADS};
use tilewright_layout::ceil_div;
use tilewright_machine::Target;
use tilewright_units::product::{depth, is_dot, matrix};
use tilewright_units::{ProductTypes, Role, Unit, asynchronous, product_types, tensor_memory};

/// A side of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// A tile of a ring, which this op loads.
    Ring(Op),
    /// A tile that consumers compute and write to slots.
    Slots(Value),
    /// Registers of the consumers.
    Registers,
}

/// A product of a loop.
#[derive(Clone, Debug)]
pub struct RingProduct {
    /// The op.
    pub dot: Op,
    /// M, N, and K as far as it is not known to be zero.
    pub mnk: [i64; 3],
    /// Where its operands are.
    pub sides: [Side; 2],
    /// Where the scales of its operands are, if they have some.
    pub scales: Vec<Side>,
    /// Of operands in buffers, whether K is the contiguous dimension.
    pub k_major: [bool; 2],
    /// Bytes of an element of the operands.
    pub element_bytes: i64,
    /// Instructions of the unit that each warp starts for it.
    pub instructions: i64,
    /// The warps that could start them, each for its rows.
    pub warps: i64,
}

impl RingProduct {
    /// Where its operands are, and their scales.
    pub fn all_sides(&self) -> impl Iterator<Item = &Side> {
        self.sides.iter().chain(&self.scales)
    }
}

/// A ring: the loads that fill one of its slots.
#[derive(Clone, Debug)]
pub struct TileRing {
    /// The places where a slot is filled: the loads of each, in the order in which they stand. Loops that follow each other share
    /// rings, and their tiles are alike.
    pub sites: Vec<Vec<Operand>>,
    /// Whether a loop with products fills a slot in each iteration; else whatever is around it does, once for all of them.
    pub inside: bool,
}

impl TileRing {
    /// Bytes of one slot.
    pub fn slot_bytes(&self) -> i64 {
        let site = self.sites.iter().take(1).flatten();
        site.map(|load| load.tma.tile_bytes()).sum()
    }

    /// The loads of all places.
    pub fn loads(&self) -> impl Iterator<Item = &Operand> {
        self.sites.iter().flatten()
    }
}

/// A tile that threads compute and write to slots, from where products take it.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The tile.
    pub value: Value,
    /// The op that makes it; it is written after that.
    pub at: Op,
    /// The dimension along which it lies.
    pub contiguous: usize,
    /// Bytes of a row of its boxes, which is what the swizzle repeats after.
    pub span: i64,
    /// Bytes of the tile.
    pub bytes: i64,
    /// Whether the loop makes it in each iteration; else whatever is around it does, once for all of them.
    pub inside: bool,
    /// The accumulators in tensor memory that it is written over; none: it has slots in shared memory.
    pub over: Option<Value>,
    /// The role of its makers: consumers, or transformers beside them.
    pub by: Role,
    /// Whether its ring has one slot, so that more of what its makers take is loaded ahead.
    pub single: bool,
    /// Bytes that a thread can copy to slots at a time, straight from where the tile is loaded; none: it goes through registers.
    pub chunk: Option<i64>,
}

impl Written {
    /// Bytes of a copy, where transformers copy it as it is loaded: nobody waits for what is on its way, so that its ring is as deep as one
    /// that TMA fills.
    pub fn copied(&self) -> Option<i64> {
        self.chunk.filter(|_| self.by == Role::Transformer && self.inside)
    }

    /// Its slots: one that is written, one that a product of the iteration before may still read, and, where consumers write it for
    /// products of a later stage, one that waits for its product. Transformers wait once the operand is in their registers.
    pub fn slots(&self, later: bool) -> i64 {
        match self.inside && !self.single {
            true => 2 + i64::from(later && self.by == Role::Consumer),
            false => 1,
        }
    }
}

/// A loop whose tiles come through rings, and what else the kernel multiplies.
#[derive(Clone, Debug)]
pub struct RingLoop {
    /// The `scf.for`: of the kernel's loops with products the one that multiplies the most in an iteration, and has no other inside.
    pub for_op: Op,
    /// All loops that have products in their bodies, in the order in which they stand.
    pub loops: Vec<Op>,
    /// The kernel's products, in the order in which they stand.
    pub products: Vec<RingProduct>,
    /// Its rings, in the order of their first loads.
    pub rings: Vec<TileRing>,
    /// The tiles that consumers write to slots.
    pub written: Vec<Written>,
    /// The accumulators of products that an issuer starts; none: consumers start them, and have accumulators in registers.
    pub issued: Vec<Issued>,
    /// Whether a product has all to itself, and others copy what TMA cannot load: without them, all threads would do better by copying ahead.
    pub copied_alone: bool,
    /// Whether consumers have no more than accumulators, and transformers all else (`correction.rs`).
    pub corrected: bool,
}

impl RingLoop {
    /// The role of the agents that start products.
    pub fn multiplies(&self) -> Role {
        match self.issued.is_empty() {
            true => Role::Consumer,
            false => Role::Issuer,
        }
    }

    /// All loads, ring after ring.
    pub fn loads(&self) -> impl Iterator<Item = &Operand> {
        self.rings.iter().flat_map(TileRing::loads)
    }

    /// The same kernel, looked at from another of its loops.
    pub fn at(&self, module: &Module, for_op: Op) -> Self {
        let mut other = self.clone();
        other.for_op = for_op;
        other
            .products
            .retain(|product| loop_of(module, product.dot) == Some(for_op));
        other
    }

    /// The loops besides that one whose bodies can be scheduled: those without another inside.
    pub fn others(&self, module: &Module) -> Vec<Op> {
        let innermost = |op: &Op| {
            self.loops
                .iter()
                .all(|&inner| inner == *op || !is_within(module, inner, *op))
        };
        let others = self.loops.iter().copied().filter(|&op| op != self.for_op);
        others.filter(innermost).collect()
    }

    /// Bytes that an iteration brings to rings of the depth that is chosen.
    pub fn stage_bytes(&self, module: &Module) -> i64 {
        let loaded = self.rings.iter().filter(|ring| ring.inside).map(TileRing::slot_bytes);
        let copied = self.written_rings(module).into_iter();
        let copied = copied.filter(|tiles| tiles[0].copied().is_some());
        loaded.chain(copied.map(|tiles| tiles[0].bytes)).sum()
    }

    /// Bytes of the slots whose number does not depend on the depth: those that are filled outside of the loop, and those that
    /// consumers write for products of the same stage or of a later one.
    pub fn resident_bytes(&self, module: &Module, later: bool) -> i64 {
        let filled = self.rings.iter().filter(|ring| !ring.inside).map(TileRing::slot_bytes);
        let written = self.written_rings(module);
        let is_own = |tiles: &&Vec<Written>| tiles[0].over.is_none() && tiles[0].copied().is_none();
        let written = written.iter().filter(is_own);
        let written = written.map(|tiles| tiles[0].slots(later) * tiles[0].bytes);
        filled.chain(written).sum()
    }

    /// The rings of tiles that threads write, each with the tiles that its slots have one after the other: where another agent empties
    /// them, loops that follow each other share rings whose tiles are alike.
    pub fn written_rings(&self, module: &Module) -> Vec<Vec<Written>> {
        let form = |tile: &Written| {
            let place = (tile.contiguous, tile.span, tile.over.is_some());
            (module.ty(tile.value), place, tile.inside, tile.by, tile.copied())
        };
        let home = |tile: &Written| {
            module
                .parent_op(tile.at)
                .filter(|_| tile.inside && !self.issued.is_empty())
        };
        in_rings(module, &self.written, |one, other| form(one) == form(other), home)
    }

    /// The tiles that consumers have no registers for: loaded ones that products alone take, from buffers, and what others make.
    pub fn never_in_registers(&self, module: &Module) -> Vec<Value> {
        let tiles = self.loads().map(|load| module.result(load.load, 0));
        let alone = Transformed::of(module, self).alone;
        // Whether consumers read it.
        let is_read = |tile: Value| {
            let mut takers = Vec::new();
            takers_of(module, tile, &mut takers);
            let theirs = |op: &Op| alone.contains(op) || is_dot(module, *op);
            is_read_by_threads(module, tile) && !takers.iter().all(theirs)
        };
        let made = alone.iter().flat_map(|&op| module.results(op)).copied();
        let others = made
            .chain(self.in_tensor_memory(module))
            .chain(self.carried_by_others(module));
        let others = others.chain(self.read_by_others(module));
        tiles.filter(|&tile| !is_read(tile)).chain(others).collect()
    }

    /// The values that loops carry, and result in, for transformers alone.
    pub fn carried_by_others(&self, module: &Module) -> Vec<Value> {
        match self.corrected {
            true => Parts::of(module, self).carried(module, self),
            false => Vec::new(),
        }
    }

    /// Loops share a ring only where the same agents read it: who does not would never release its slots.
    pub(super) fn part(&mut self, module: &Module) {
        let transformed = Transformed::of(module, self);
        let mut rings: Vec<TileRing> = Vec::new();
        for ring in std::mem::take(&mut self.rings) {
            let mut parts: Vec<([bool; 3], TileRing)> = Vec::new();
            for site in ring.sites {
                let readers = transformed.readers(module, self, &site);
                match parts.iter_mut().find(|(own, _)| *own == readers) {
                    Some((_, part)) => part.sites.push(site),
                    None => parts.push((
                        readers,
                        TileRing {
                            sites: vec![site],
                            inside: ring.inside,
                        },
                    )),
                }
            }
            rings.extend(parts.into_iter().map(|(_, part)| part));
        }
        self.rings = rings;
    }

    /// The same kernel, its operands made by transformers where they can; none: there are none that they can make.
    pub fn transformed(&self, module: &Module) -> Option<Self> {
        let mut other = self.clone();
        for place in 0..other.written.len() {
            let tile = other.written[place];
            if tile.inside && transformer::can_make(module, self, tile) {
                other.written[place].by = Role::Transformer;
            }
        }
        let has_any = other.written.iter().any(|tile| tile.by == Role::Transformer);
        let mut other = has_any.then_some(other)?;
        other.part(module);
        Some(other)
    }

    /// The same kernel, with a slot for each operand that transformers make: they write while no product runs, and loads go on all the time.
    pub fn single(mut self) -> Self {
        for tile in &mut self.written {
            tile.single = tile.by == Role::Transformer && tile.copied().is_none();
        }
        self
    }

    /// Whether an operand of a product has a slot that is alone in its ring, though each iteration makes it.
    pub fn has_single(&self) -> bool {
        self.written.iter().any(|tile| tile.single)
    }
}

/// The loop of a kernel whose tiles can come through rings; none if no loop has a product.
///
/// # Errors
/// The reason why there is none.
pub fn ring_loop(module: &Module, target: &Target) -> Option<Result<RingLoop, Reason>> {
    let all = module.walk(module.top());
    let dots: Vec<Op> = all.iter().copied().filter(|&op| is_dot(module, op)).collect();
    let &first = dots.first()?;
    if let Some(why) = stays_whole(module) {
        return Some(Err(why));
    }
    let mut loops: Vec<Op> = Vec::new();
    for around in dots.iter().filter_map(|&dot| loop_of(module, dot)) {
        if !loops.contains(&around) {
            loops.push(around);
        }
    }
    let Some(for_op) = main_loop(module, &loops, &dots) else {
        // In a loop of one iteration they would have another reason, if any.
        // Absent: a target without such a unit.
        let once = asynchronous(target).ok().and_then(|_| in_a_loop(module));
        let why = once.and_then(|once| ring_loop(&once, target)?.err());
        return Some(Err(why.unwrap_or_else(|| reason(module, first, outside(module, first)))));
    };
    let mut found = RingLoop {
        for_op,
        loops,
        products: Vec::new(),
        rings: Vec::new(),
        written: Vec::new(),
        issued: Vec::new(),
        copied_alone: false,
        corrected: false,
    };
    Some(fill(module, &mut found, &dots, target).map(|()| found))
}

/// The loop that multiplies the most in an iteration, of those that have no other inside; of such, the first.
fn main_loop(module: &Module, loops: &[Op], dots: &[Op]) -> Option<Op> {
    let work = |of: Op| -> i64 {
        let own = dots.iter().filter(|&&dot| loop_of(module, dot) == Some(of));
        let extent = |value: Value| module.shape(module.ty(value)).iter().product::<i64>();
        own.map(|&dot| module.sides(dot).map(extent).iter().product::<i64>())
            .sum()
    };
    let innermost = |op: &&Op| {
        loops
            .iter()
            .all(|inner| inner == *op || !is_within(module, *inner, **op))
    };
    loops.iter().filter(innermost).copied().rev().max_by_key(|&op| work(op))
}

/// The loop whose iterations do an op, all of them or those that take the branches around it.
pub(super) fn loop_of(module: &Module, op: Op) -> Option<Op> {
    let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    let nearest = around.find(|&around| module.kind(around) != scf::IF)?;
    (module.kind(nearest) == scf::FOR).then_some(nearest)
}

/// Whether an op is inside of another one.
pub(super) fn is_within(module: &Module, op: Op, outer: Op) -> bool {
    std::iter::successors(module.parent_op(op), |&op| module.parent_op(op)).any(|around| around == outer)
}

/// Finds the products, and the rings of what they take.
fn fill(module: &Module, found: &mut RingLoop, dots: &[Op], target: &Target) -> Result<(), Reason> {
    let mut loads: Vec<(Op, Reason)> = Vec::new();
    for &dot in dots {
        let product = product(module, dot, target, found, &mut loads)?;
        found.products.push(product);
    }
    if tensor_memory(target).is_some() {
        found.issued = dots.iter().map(|&dot| Issued::of(module, dot)).collect();
        let placed = found.place_accumulators(module);
        placed.map_err(|why| reason(module, dots[0], why))?;
    }
    // Where there is nothing but a product, threads that copy to buffers do better than threads that load to registers.
    if let ([dot], [(_, why), ..]) = (dots, &loads[..]) {
        let own = loads.iter().map(|(load, _)| *load);
        let both: Vec<Op> = found.loads().map(|other| other.load).chain(own).collect();
        if nothing_else(module, found.for_op, *dot, &both).is_ok() {
            // Others copy them to where the unit finds them; in no swizzle that their rows do not have.
            let has_swizzle = |why: &Reason| !matches!(why.why, LoopRefusal::View(_, ViewFault::Swizzle { .. }));
            found.copied_alone = loads
                .iter()
                .all(|(load, why)| has_swizzle(why) && transformer::can_copy(module, found, *load));
            if !found.copied_alone {
                return Err(why.clone());
            }
        }
    }
    let mut too_large = None;
    for for_op in found.loops.clone() {
        too_large = too_large.or(read_by_threads(module, found, for_op));
    }
    let first = |ring: &TileRing| ring.loads().map(|load| place(module, load.load)).min();
    found.rings.sort_by_key(first);
    share(module, found);
    if !found.issued.is_empty() {
        found.part(module);
    }
    let is_copied = |tile: &Written| transformer::can_copy(module, found, tile.at);
    let is_of_loop = |load: &Operand| is_within(module, load.load, found.for_op);
    if !found.loads().any(is_of_loop) && !found.written.iter().any(is_copied) {
        let refused = || match too_large {
            Some((load, why)) => reason(module, load, why),
            None => of_view(module, found.for_op)
                .unwrap_or_else(|| reason(module, dots[0], LoopRefusal::OperandNotLoaded("right"))),
        };
        return Err(loads.into_iter().next().map_or_else(refused, |(_, why)| why));
    }
    for load in found.loads() {
        may_run_ahead(module, load.load)?;
    }
    can_be_decided_twice(module, found)
}

/// Why TMA copies no tile of a loop to where it could be read, the first such reason; none: all that it loads from views are copied.
fn of_view(module: &Module, for_op: Op) -> Option<Reason> {
    let body = module.entry_block(module.regions(for_op)[0])?;
    let mut loads = module.ops(body).filter(|&op| module.kind(op) == nv_tileas::TILED_LOAD);
    loads.find_map(|op| {
        let facts = ViewFacts::of(module, TiledLoad::of(module, op)?.view)?;
        let fault = tma_boxes(module, op, &facts).err()?;
        Some(reason(module, op, LoopRefusal::View(Copier::Tma, fault)))
    })
}

/// Whether neither of two loops is the other, or inside of it.
fn are_apart(module: &Module, one: Op, other: Op) -> bool {
    one != other && !is_within(module, one, other) && !is_within(module, other, one)
}

/// Tiles in rings: those that are alike in one, if the loops that make them are apart.
pub(super) fn in_rings<T: Copy>(
    module: &Module,
    tiles: &[T],
    alike: impl Fn(&T, &T) -> bool,
    home: impl Fn(&T) -> Option<Op>,
) -> Vec<Vec<T>> {
    let mut rings: Vec<Vec<T>> = Vec::new();
    for tile in tiles {
        let follows = |other: &T| match (home(tile), home(other)) {
            (Some(own), Some(other)) => are_apart(module, own, other),
            // Absent: it has a ring of its own.
            _ => false,
        };
        let ring = rings
            .iter_mut()
            .find(|ring| alike(&ring[0], tile) && ring.iter().all(follows));
        match ring {
            Some(ring) => ring.push(*tile),
            None => rings.push(vec![*tile]),
        }
    }
    rings
}

/// Loops that follow each other fill the same rings, where their tiles are alike; a loop around the main one has a slot for each of its
/// tiles.
fn share(module: &Module, found: &mut RingLoop) {
    let home = |site: &[Operand]| site.first().and_then(|load| module.parent_op(load.load));
    let apart = |one: Op, other: Op| are_apart(module, one, other);
    let alike = |one: &[Operand], other: &[Operand]| {
        let ty = |load: &Operand| module.ty(module.result(load.load, 0));
        let pairs = || one.iter().zip(other);
        one.len() == other.len() && pairs().all(|(one, other)| ty(one) == ty(other) && one.tma == other.tma)
    };
    let mut kept: Vec<TileRing> = Vec::new();
    for mut ring in std::mem::take(&mut found.rings) {
        // Absent: a ring that nothing fills.
        let Some(site) = ring.sites.first().cloned() else {
            continue;
        };
        let Some(own) = home(&site).filter(|_| ring.inside) else {
            kept.push(ring);
            continue;
        };
        ring.inside = own == found.for_op || apart(own, found.for_op);
        let same = kept.iter_mut().find(|other| {
            let sites = other.sites.iter();
            let homes = sites.filter_map(|site| home(site));
            ring.inside
                && other.inside
                && alike(&other.sites[0], &site)
                && homes.into_iter().all(|home| apart(home, own))
        });
        match same {
            Some(other) => other.sites.push(site),
            None => kept.push(ring),
        }
    }
    found.rings = kept;
}

/// Rings for tiles that threads of a loop read, where TMA can load them and they are not large. The first that is too large, where there is one.
fn read_by_threads(module: &Module, found: &mut RingLoop, for_op: Op) -> Option<(Op, LoopRefusal)> {
    let most = tilewright_machine::policy().thread_ring_bytes.value;
    let mut too_large = None;
    // A loop without a body loads nothing.
    let body = module.entry_block(module.regions(for_op)[0])?;
    let has_ring = |found: &RingLoop, op: Op| found.loads().any(|load| load.load == op);
    for op in module.ops(body) {
        if module.kind(op) != nv_tileas::TILED_LOAD || has_ring(found, op) {
            continue;
        }
        // Tiles that the loop carries, or nobody takes, are in registers.
        let mut takers = Vec::new();
        takers_of(module, module.result(op, 0), &mut takers);
        if takers.is_empty() || takers.iter().any(|&taker| module.def(taker).has(TERMINATOR)) {
            continue;
        }
        let facts = TiledLoad::of(module, op).and_then(|load| ViewFacts::of(module, load.view));
        // Absent: a tile of no view, or with no two sides: each thread loads its part.
        let Some((facts, dims)) = facts.and_then(|facts| ring_operand::sides(&facts.tile).map(|dims| (facts, dims)))
        else {
            continue;
        };
        // Absent: TMA cannot load it, and each thread loads its part.
        let Ok(tma) = tma_boxes_of_slots(module, op, &facts) else {
            continue;
        };
        let bytes = tma.tile_bytes();
        // Tiles that transformers read take no room of operands that are loaded as they are.
        let most = most << u32::from(transformer::can_take(module, found, op));
        if bytes > most {
            too_large = too_large.or(Some((op, LoopRefusal::ThreadTile { bytes, most })));
            continue;
        }
        let k_major = tma.contiguous == dims[1];
        let load = Operand { load: op, tma, k_major };
        found.rings.push(TileRing {
            sites: vec![vec![load]],
            inside: true,
        });
    }
    too_large
}

/// Whether the unit's accumulators are shorter than a product asks for: those of eight-bit floats that are added up over more of K than
/// policy allows, or to accumulators of before.
pub(super) fn is_cut_short(module: &Module, dot: Op, unit: &Unit, k: i64) -> bool {
    let element = module.element_scalar(module.ty(module.required_operand(dot, operand::LHS)));
    let is_f8 = element.is_some_and(|element| element.is_float() && element.bytes() == 1);
    let acc = module.defining_op(module.required_operand(dot, operand::ACC));
    let is_fresh = acc.is_some_and(|acc| module.kind(acc) == arith::CONSTANT);
    let is_whole = is_fresh && k <= tilewright_machine::policy().short_accumulation.value;
    is_f8 && unit.figures().f8_sum_bits.is_some() && !module.has_attr(dot, "fast_acc") && !is_whole
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

/// Each agent computes the values that decide the loads. A number that the kernel reads and does not write before may say which tile is
/// loaded, and how often: all agents read the same if it is read before all loops, or if nothing is ordered behind the read.
fn can_be_decided_twice(module: &Module, found: &RingLoop) -> Result<(), Reason> {
    let loads: Vec<Op> = found.loads().map(|load| load.load).collect();
    let around: Vec<Op> = found.loops.iter().copied().chain(loads).collect();
    let control = grow_from(module, &around, &found.loops, Vec::new());
    // Nothing comes behind it by its token.
    let is_last = |op: Op| matches!(module.results(op), &[_, token] if module.uses(token).is_empty());
    for op in needed_by_loads(module, found).ops {
        let is_same = || !control.ops.contains(&op) || is_last(op);
        if reads_number(module, op) && is_same() || reads_number_first(module, op) {
            continue;
        }
        let def = module.def(op);
        let control = def.dialect() == "scf" || def.kind == nv_tileas::FUNC;
        // The id of work that is pulled is handed on.
        if is_dot(module, op) || !def.has(PURE) && !control && !pulls(def.kind) {
            return Err(reason(module, op, LoopRefusal::DecidedOnce(def.short_name())));
        }
    }
    Ok(())
}

/// The ops that the producer needs: the indices of all loads, and all control around them.
pub fn needed_by_loads(module: &Module, found: &RingLoop) -> Slice {
    let mut values: Vec<Value> = Vec::new();
    let mut around = found.loops.clone();
    for load in found.loads() {
        if let Some(tiled) = TiledLoad::of(module, load.load) {
            values.extend(tiled.index.iter().copied().chain([tiled.view]));
        }
        around.push(load.load);
    }
    grow_from(module, &around, &found.loops, values)
}

/// The ops that an issuer needs besides products: all control around them.
pub fn needed_by_products(module: &Module, found: &RingLoop) -> Slice {
    let dots = found.products.iter().map(|product| product.dot);
    let around: Vec<Op> = found.loops.iter().copied().chain(dots).collect();
    grow_from(module, &around, &found.loops, Vec::new())
}

/// The types of products with scales, as far as rings ask: operands of bytes in whichever order, and elements of four bits along K.
const WHOLE: ProductTypes = ProductTypes {
    operands: &["f8E4M3FN", "f8E5M2"],
    accumulator: "f32",
    k_major: false,
};
const PACKED: ProductTypes = ProductTypes {
    operands: &["i8"],
    accumulator: "f32",
    k_major: true,
};

/// A product, with rings for what it takes. Loads that no ring can have, with the reasons, are added to `loads`.
fn product(
    module: &Module,
    dot: Op,
    target: &Target,
    found: &mut RingLoop,
    loads: &mut Vec<(Op, Reason)>,
) -> Result<RingProduct, Reason> {
    let types = [operand::LHS, operand::RHS, operand::ACC].map(|name| module.ty(module.required_operand(dot, name)));
    let [lhs, rhs, acc] = types.map(|ty| module.element_scalar(ty));
    // Absent: pointers, which no product takes: refused by the next lines.
    let names = [lhs, rhs, acc].map(|scalar| scalar.map_or("", |s| s.name));
    let types_refused = || reason(module, dot, refused_types(target, names));
    let no_agents = |missing| reason(module, dot, LoopRefusal::NoAgents(target.name.clone(), missing));
    let (unit, _) = asynchronous(target).map_err(no_agents)?;
    let is_scaled = module.kind(dot) == nv_tileas::DOT_SCALED;
    if is_scaled && !(module.has_attr(dot, "ordered") && unit.has_tensor_memory()) {
        return Err(types_refused());
    }
    let mut all = product_types(target).into_iter();
    let types_of_unit = match is_scaled {
        // Elements of four bits lie along K.
        true => Some(if module.has_attr(dot, "packed") {
            &PACKED
        } else {
            &WHOLE
        }),
        false => all.find(|types| types.takes([names[0], names[1]], names[2])),
    };
    let (Some(element), Some(types_of_unit)) = (lhs, types_of_unit) else {
        return Err(types_refused());
    };
    let shapes = types.map(|ty| matrix(module.shape(ty)));
    let [Some([m, k]), Some([_, n]), Some(_)] = shapes else {
        return Err(reason(module, dot, LoopRefusal::Batch));
    };
    let (mnk, element_bytes) = ([m, n, k], i64::from(element.bytes()));
    if is_cut_short(module, dot, unit, k) {
        return Err(types_refused());
    }
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
    // Operands of those that start products by themselves are in their registers, or in buffers.
    let by_words = element_bytes == 2 && !unit.has_tensor_memory();
    let mut sides = [Side::Registers; 2];
    let mut k_major = [true; 2];
    let mut together = Vec::new();
    for index in 0..2 {
        let root = root(module, dot, index);
        let turned = |operand: &Operand| types_of_unit.k_major && !operand.k_major;
        let name = ["left", "right"][index];
        let loaded = loaded(module, dot, (index, root), unit.has_tensor_memory());
        let has_ring = loaded.is_ok();
        let loaded = match loaded {
            // Threads turn it on its way from one buffer to another.
            Ok((operand, _)) if turned(&operand) => {
                Err(reason(module, operand.load, LoopRefusal::OperandNotLoaded(name)))
            }
            loaded => loaded,
        };
        match loaded {
            Ok((operand, inside)) => {
                sides[index] = Side::Ring(operand.load);
                k_major[index] = operand.k_major;
                together.push((operand, inside));
            }
            // Words of registers hold two elements.
            Err(_) if index == 0 && by_words && is_of_products(module, dot, root.value) => {}
            Err(why) => {
                let known = found.written.iter().find(|tile| tile.value == root.value).copied();
                let tile = known.or_else(|| written(module, dot, root, types_of_unit.k_major));
                let Some(tile) = tile else {
                    // A left operand may be in registers, wherever it comes from.
                    match index {
                        0 if by_words => continue,
                        _ => return Err(why),
                    }
                };
                // Absent: a written tile has two sides.
                let dims = ring_operand::sides(module.shape(module.ty(root.value))).unwrap_or([0, 1]);
                sides[index] = Side::Slots(root.value);
                k_major[index] = tile.contiguous != dims[root.side];
                if types_of_unit.k_major && !k_major[index] {
                    return Err(why);
                }
                if known.is_none() {
                    found.written.push(tile);
                    if module.kind(tile.at) == nv_tileas::TILED_LOAD && !has_ring {
                        loads.push((tile.at, why));
                    }
                }
            }
        }
    }
    let mut scales = Vec::new();
    if is_scaled {
        for name in [operand::LHS_SCALE, operand::RHS_SCALE] {
            let tile = module.required_operand(dot, name);
            let Some(written) = ring_operand::written_scales(module, dot, tile) else {
                return Err(reason(module, dot, LoopRefusal::OperandNotLoaded(name.text())));
            };
            if !found.written.iter().any(|known| known.value == tile) {
                found.written.push(written);
            }
            scales.push(Side::Slots(tile));
        }
    }
    for (operand, inside) in together {
        join(module, &mut found.rings, dot, operand, inside);
    }
    let depth = depth(module, dot, k);
    Ok(RingProduct {
        dot,
        mnk: [m, n, depth],
        sides,
        scales,
        k_major,
        element_bytes,
        instructions: ceil_div(depth, figures.k(element_bytes)) * ((n - 1) / figures.columns_most + 1),
        warps: m / figures.rows * figures.threads / WARP_THREADS,
    })
}

/// Adds a load to the rings: to that of another load of the same product, if both are loaded as often, else to one of its own.
fn join(module: &Module, rings: &mut Vec<TileRing>, dot: Op, operand: Operand, inside: bool) {
    if rings
        .iter()
        .flat_map(TileRing::loads)
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
    let of_ring = rings.iter_mut().filter(|ring| ring.inside == inside);
    let mut sites = of_ring.flat_map(|ring| &mut ring.sites);
    let is_with = |other: &Operand| takes(other.load) && same_block(other);
    match sites.find(|site| site.iter().any(is_with)) {
        Some(site) => {
            site.push(operand);
            site.sort_by_key(|load| place(module, load.load));
        }
        None => rings.push(TileRing {
            sites: vec![vec![operand]],
            inside,
        }),
    }
}

/// The ops that take a value, seen through changes of shape and order.
pub fn takers_of(module: &Module, value: Value, takers: &mut Vec<Op>) {
    for site in module.uses(value) {
        match ring_operand::reorders(module, site.op) {
            true => takers_of(module, module.result(site.op, 0), takers),
            false => takers.push(site.op),
        }
    }
}

/// Whether threads read a tile, in whatever order, besides products that take it from its buffer.
pub fn is_read_by_threads(module: &Module, tile: Value) -> bool {
    module.uses(tile).iter().any(|site| match module.kind(site.op) {
        _ if ring_operand::reorders(module, site.op) => is_read_by_threads(module, module.result(site.op, 0)),
        nv_tileas::DOT | nv_tileas::DOT_SCALED => module.required_operand(site.op, operand::ACC) == tile,
        // Absent: every other op takes registers.
        _ => true,
    })
}
