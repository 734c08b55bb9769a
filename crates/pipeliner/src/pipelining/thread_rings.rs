//! Loops around products whose tiles all threads copy ahead, each into a ring of its own, whatever the loop does with them.
//!
//! A tile of a view, or of what pointers point to, comes through a ring where `cp.async` can copy it, where its place follows from the loop's index (also by numbers
//! that are read), and where the kernel writes nothing before that it may read. Small tiles that cannot have rings are loaded to registers, an iteration ahead. The other
//! loads stay where they are. Warps read an operand of a product from its ring
//! as they multiply; threads read what else is done with a tile.

use super::copied;
use super::depth::{Depth, Estimate, RingDemand, overlap};
use super::model::Model;
use super::plain_loop::{flops, work};
use super::product_loop::{Operand, Reason, is_nested, may_run_ahead, reads_number, reason, stays_whole, steps_ahead};
use super::ring_graph::{Figures, RingGraph, ring_graph};
use super::ring_loop::{RingLoop, RingProduct, Side, TileRing};
use super::slice::{early_ends, indices_in_loop};
use super::why::{Copier, LoopRefusal, StageMemory};
use tilewright_analysis::ViewFault;
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::shared_memory::TILE_ALIGNMENT;
use tilewright_analysis::threads::thread_boxes;
use tilewright_analysis::tma::{Boxes, tensor_map, tma_boxes_of_slots};
use tilewright_analysis::token_order;
use tilewright_ir::dialects::facts::{IN_PLACE, STAGES};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{nv_tileas, scf};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Def, Module, Op, Value, operand};
use tilewright_layout::{LANE_BITS, Layout};
use tilewright_machine::{LoopAtoms, PipelineFigures, Sourced, Target, ThreadOps, memory, policy};
use tilewright_units::WARPS;
use tilewright_units::product::{
    Sharing, SlotOperand, columns_together, depth, held_left, is_dot, matrices, only_matrix, slot_operand,
};

/// A loop whose tiles come through rings that all threads fill.
#[derive(Clone, Debug)]
pub struct ThreadRings {
    /// The `scf.for`.
    pub for_op: Op,
    /// The loads that have a ring, in the order in which they stand.
    pub loads: Vec<Operand>,
    /// The loads whose tiles threads have some iterations ahead, in registers.
    pub ahead: Vec<Op>,
    /// The number of iterations that these are ahead.
    pub distance: i64,
    /// The rules by which warps share out products.
    sharing: Sharing,
}

/// The loops of a kernel that have a product in their bodies and no other loop inside, of whose tiles some can come through rings.
pub fn thread_rings(module: &Module, target: &Target) -> Vec<ThreadRings> {
    if stays_whole(module).is_some() {
        return Vec::new();
    }
    let all = module.walk(module.top());
    let is_loop = |op: &Op| matches!(module.kind(*op), scf::FOR | scf::LOOP);
    let around = |op: Op| std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    let outer: Vec<Op> = all.iter().filter(|op| is_loop(op)).flat_map(|&op| around(op)).collect();
    let dots = all.iter().filter(|&&op| is_dot(module, op));
    let mut loops: Vec<Op> = Vec::new();
    for inner in dots.filter_map(|&dot| around(dot).find(is_loop)) {
        if module.kind(inner) == scf::FOR && !outer.contains(&inner) && !loops.contains(&inner) {
            loops.push(inner);
        }
    }
    let found = loops.into_iter().map(|for_op| ThreadRings::of(module, for_op, target));
    found.filter(|found| !found.loads.is_empty()).collect()
}

/// The rings of loops: for each loop the ring of each of its loads, by number, and the bytes of a slot of each ring. Loops that follow each
/// other in one block share rings whose tiles are alike.
pub fn rings(module: &Module, loops: &[ThreadRings]) -> (Vec<Vec<usize>>, Vec<i64>) {
    let mut rings = Vec::new();
    let mut of_loops = Vec::new();
    for found in loops {
        let mut own: Vec<usize> = Vec::new();
        for load in &found.loads {
            let tile = module.ty(module.result(load.load, 0));
            let stages = module.int_attr(found.for_op, STAGES);
            let ring = (module.parent(found.for_op), tile, load.tma.span, stages);
            let free = |&number: &usize| rings[number] == ring && !own.contains(&number);
            let number = (0..rings.len()).find(free).unwrap_or_else(|| {
                rings.push(ring);
                rings.len() - 1
            });
            own.push(number);
        }
        of_loops.push(own);
    }
    let loads = || loops.iter().flat_map(|found| &found.loads);
    let of_load = of_loops.iter().flatten().zip(loads());
    let mut bytes = vec![0; rings.len()];
    of_load.for_each(|(&number, load)| bytes[number] = load.tma.tile_bytes());
    (of_loops, bytes)
}

impl ThreadRings {
    /// A loop of which no load runs ahead.
    pub fn without(for_op: Op, target: &Target) -> Self {
        Self {
            for_op,
            loads: Vec::new(),
            ahead: Vec::new(),
            distance: 0,
            sharing: Sharing::of(target),
        }
    }

    /// A loop, with the loads that can have rings, and those that can be an iteration ahead.
    pub fn of(module: &Module, for_op: Op, target: &Target) -> Self {
        let mut found = Self {
            distance: 1,
            ..Self::without(for_op, target)
        };
        if may_look_ahead(module, for_op).is_err() {
            return found;
        }
        for load in loads(module, for_op) {
            match ring(module, for_op, load) {
                Ok(ring) => found.loads.push(ring),
                Err(_) if module.kind(load) == nv_tileas::TILED_LOAD && is_small(module, for_op, load) => {
                    found.ahead.push(load)
                }
                Err(_) => {}
            }
        }
        found
    }

    /// The same in four stages, whose tiles come through registers: rings have tiles of views alone.
    pub fn of_views(module: &Module, for_op: Op, target: &Target) -> Self {
        let mut found = Self::of(module, for_op, target);
        found.loads.retain(|load| !is_in_pieces(module, load.load));
        found
    }

    /// A loop of which all threads load what they can to registers, so many iterations ahead.
    pub fn to_registers(module: &Module, for_op: Op, distance: i64, target: &Target) -> Self {
        let is_ahead = |load: &Op| to_registers(module, for_op, *load).is_ok();
        Self {
            ahead: reads(module, for_op).into_iter().filter(is_ahead).collect(),
            distance,
            ..Self::without(for_op, target)
        }
    }

    /// Whether TMA can fill all rings, of which one thread starts the copies: the tiles lie in slots as threads would copy them. Barriers of a
    /// loop that runs again and again would have to be carried along, and other loops use the same slots.
    pub fn by_tma(&self, module: &Module, target: &Target) -> bool {
        let is_other = |op: &Op| matches!(module.kind(*op), scf::FOR | scf::LOOP) && *op != self.for_op;
        let can = |load: &Operand| {
            let view = TiledLoad::of(module, load.load).map(|tile| tile.view);
            let facts = view.and_then(|view| ViewFacts::of(module, view));
            // Absent: threads copy what TMA cannot address, whatever the reason.
            let boxes = facts.and_then(|facts| tma_boxes_of_slots(module, load.load, &facts).ok());
            boxes.is_some_and(|boxes| boxes == load.tma) && tensor_map(module, load.load).is_some()
        };
        target.tma.value
            && !is_nested(module, self.for_op)
            && !module.walk(module.top()).iter().any(is_other)
            && self.loads.iter().all(can)
    }

    /// The ops of the loop that read tiles from rings, in their order, each with the numbers of the loads whose tiles it reads: the product that
    /// alone takes a tile, else the load itself.
    pub fn reads(&self, module: &Module) -> Vec<(Op, Vec<usize>)> {
        let dots = self.products(module);
        let sides = || dots.iter().flat_map(|&dot| [(dot, 0), (dot, 1)]);
        let reader = |load: Op| {
            let taken = sides().find(|&(dot, side)| read_by(module, self, dot, side) == Some(load));
            taken.map_or(load, |(dot, _)| dot)
        };
        let readers: Vec<Op> = self.loads.iter().map(|load| reader(load.load)).collect();
        let body = module.entry_block(module.regions(self.for_op)[0]);
        let ops = body.into_iter().flat_map(|body| module.ops(body));
        let of = |op: Op| {
            (0..readers.len())
                .filter(|&number| readers[number] == op)
                .collect::<Vec<usize>>()
        };
        ops.map(|op| (op, of(op)))
            .filter(|(_, numbers)| !numbers.is_empty())
            .collect()
    }

    /// Why others of its loads have no ring: the loop waits for these.
    pub fn refused(&self, module: &Module) -> Vec<Reason> {
        let others = loads(module, self.for_op)
            .into_iter()
            .filter(|load| !self.ahead.contains(load));
        let refused = others.filter_map(|load| ring(module, self.for_op, load).err());
        refused.flatten().collect()
    }

    /// Bytes of a stage: a tile of each ring.
    pub fn stage_bytes(&self) -> i64 {
        self.loads.iter().map(|load| load.tma.tile_bytes()).sum()
    }

    /// The graph of the loop as threads run it: one iteration after the other, its loads so many ahead as the rings have slots besides
    /// the one that is read.
    pub fn graph(
        &self,
        module: &Module,
        (figures, atoms): (&PipelineFigures, LoopAtoms<'_>),
        warps: i64,
        depth: i64,
    ) -> RingGraph {
        let dots = self.products(module);
        let ring = |load: &Operand| TileRing {
            sites: vec![vec![load.clone()]],
            inside: true,
        };
        let found = RingLoop {
            for_op: self.for_op,
            loops: vec![self.for_op],
            products: dots.iter().map(|&dot| self.product(module, dot, warps)).collect(),
            rings: self.loads.iter().map(ring).collect(),
            written: Vec::new(),
            issued: Vec::new(),
            copied_alone: false,
            corrected: false,
        };
        let figures = PipelineFigures {
            fma_per_cycle_16bit: figures
                .fma_per_cycle_of_warps
                .as_ref()
                // Absent: no rate of its own is known; that of the whole unit bounds it.
                .unwrap_or(&figures.fma_per_cycle_16bit)
                .clone(),
            ..figures.clone()
        };
        let ops = atoms.thread_ops();
        let ops = ThreadOps {
            product: ops.warp_product.clone(),
            // One barrier of all threads is what each iteration waits for.
            slot: Sourced {
                value: 0.0,
                ..ops.slot.clone()
            },
            ..ops.clone()
        };
        let rates = Figures {
            target: &figures,
            ops: &ops,
            warps,
            model: Model::of(atoms, ["cp_async", &WARPS.unit.figures().atom]),
        };
        let mut graph = ring_graph(module, &found, rates, (1, depth));
        for edge in &mut graph.ops.graph.edges {
            if graph.members[edge.src].iter().any(|op| self.ahead.contains(op)) {
                edge.distance += self.distance as u32;
            }
        }
        let nodes = graph.ops.graph.ops.len();
        graph.ops.agents = vec!["warp".to_string()];
        graph.ops.roles = vec![None];
        graph.ops.agent_of = vec![0; nodes];
        graph
    }

    /// The products of the loop.
    pub fn products(&self, module: &Module) -> Vec<Op> {
        let body = module.entry_block(module.regions(self.for_op)[0]);
        let ops = body.into_iter().flat_map(|body| module.walk(body));
        ops.filter(|&op| is_dot(module, op)).collect()
    }

    fn product(&self, module: &Module, dot: Op, warps: i64) -> RingProduct {
        let [lhs, rhs] = module.sides(dot).map(|side| matrices(module.shape(module.ty(side))));
        let mnk = [lhs[0] * lhs[1], rhs[2], depth(module, dot, lhs[2])];
        let bytes = i64::from(module.element_bytes(module.ty(module.sides(dot)[0])));
        let figures = WARPS.unit.figures();
        let of_warps = mnk.iter().product::<i64>() / (figures.rows * figures.columns_least * figures.k(bytes)).max(1);
        RingProduct {
            dot,
            mnk,
            sides: [0, 1].map(|side| match read_by(module, self, dot, side) {
                Some(load) => Side::Ring(load),
                None => Side::Registers,
            }),
            k_major: [true; 2],
            element_bytes: bytes,
            instructions: of_warps / warps.max(1),
            warps,
            scales: Vec::new(),
        }
    }

    /// The words of the fragments of a side of a product: their shape, and their layout in so many warps, as a power of two.
    pub fn fragments(&self, module: &Module, (dot, side): (Op, usize), warp_bits: usize) -> ([i64; 2], Layout) {
        let [_, rows, columns] = matrices(module.shape(module.ty(module.result(dot, 0))));
        let lhs = module.ty(module.sides(dot)[0]);
        let [.., k] = matrices(module.shape(lhs));
        let bytes = k * i64::from(module.element_bytes(lhs));
        let together = columns_together(module, dot, self.sharing, warp_bits);
        let accumulators = (WARPS.accumulators)([1, rows, columns], warp_bits, together);
        // Layouts of words are those of two halves each.
        match side {
            0 => ([rows, bytes / 4], (WARPS.lhs)(&accumulators, columns, bytes / 2)),
            _ => ([bytes / 4, columns], (WARPS.rhs)(&accumulators, columns, bytes / 2)),
        }
    }

    /// The registers of a thread that a load's tile takes where it is read an iteration ahead.
    fn read_registers(&self, module: &Module, load: Op, warp_bits: usize) -> i64 {
        let dots = self.products(module);
        let mut sides = dots.iter().flat_map(|&dot| [(dot, 0), (dot, 1)]);
        let taken = sides.find(|&(dot, side)| read_by(module, self, dot, side) == Some(load));
        match taken {
            Some(side) => self.fragments(module, side, warp_bits).1.registers() as i64,
            None => {
                let ty = module.ty(module.result(load, 0));
                let elements = module.shape(ty).iter().product::<i64>() >> (LANE_BITS + warp_bits);
                elements.max(1) * (i64::from(module.element_bytes(ty)) / 4).max(1)
            }
        }
    }

    /// The loads of a four-stage loop whose tiles cannot be read an iteration ahead, of a kernel whose threads need so many registers
    /// beside and have so many: the first ones of the loop are, as far as there are registers.
    ///
    /// # Errors
    /// There are not even registers for tiles on their way to shared memory.
    pub fn read_late(
        &self,
        module: &Module,
        warp_bits: usize,
        (need, has): (i64, i64),
    ) -> Result<Vec<Op>, LoopRefusal> {
        let words = |load: &Operand| (load.tma.tile_bytes() >> (LANE_BITS + warp_bits)).max(16) / 4;
        let mut need = need + self.loads.iter().map(words).sum::<i64>();
        if need > has {
            return Err(LoopRefusal::AheadRegisters { need, has });
        }
        // Each tile that is read ahead has addresses of its own.
        let room = has - policy().four_stage_address_registers.value;
        let mut late = Vec::new();
        for load in self.loads.iter().map(|load| load.load) {
            let own = self.read_registers(module, load, warp_bits);
            match need + own > room {
                true => late.push(load),
                false => need += own,
            }
        }
        Ok(late)
    }

    /// The depth of the rings, of which all of the kernel's have slots of so many bytes; `reads_ahead` says of a four-stage loop whether all
    /// tiles are read an iteration ahead.
    ///
    /// The rule: the copies of a tile start `stages` - 1 iterations before it is read, and must have arrived by then: the time of a load in
    /// intervals, rounded up, plus the stage that is read; at most what fits beside what else goes through shared memory. Where one slot fits,
    /// each is filled again when its last reader is done.
    ///
    /// # Errors
    /// If not even what was asked for, or two stages, fit.
    pub fn depth(
        &self,
        module: &Module,
        graph: &RingGraph,
        (target, figures): (&Target, &PipelineFigures),
        (warp_bits, slots): (usize, &[i64]),
        (demand, reads_ahead): (RingDemand, Option<bool>),
    ) -> Result<Depth, LoopRefusal> {
        let fewest = policy().fewest_stages.value;
        let stage_bytes = self.stage_bytes();
        let reserved = self.reserved_bytes(module, slots.len(), warp_bits);
        let threads = (1 << (LANE_BITS + warp_bits), None);
        let all: i64 = slots.iter().sum();
        let (fits, ctas) = demand.stages(target, (reserved, 0), all, threads);
        let fill = stage_bytes as f64 / figures.fill_bytes_per_cycle.value.max(1) as f64;
        let load = figures.load_latency.value as f64 + fill;
        let ii = graph.most();
        let estimate = Estimate {
            ii,
            mma: graph.tensor(),
            load,
            loaded: work(module, self.for_op)[0],
            flops: self.products(module).into_iter().map(|dot| flops(module, dot)).sum(),
            threads: graph.threads() >= ii,
            slots: 0.0,
            life: load + ii,
            held: ii,
        };
        let wanted = match reads_ahead {
            None => ((estimate.life / ii).ceil() as i64).max(fewest),
            // The rest of what is in flight is in registers.
            Some(_) => fewest,
        };
        let (chosen, asked) = demand.chosen(wanted, fits);
        // A slot that is filled again as soon as it has been read overlaps what is done with the others; through registers, where nothing
        // is read from it any more.
        let one_is_enough = reads_ahead.unwrap_or_else(|| self.reads(module).len() > 1);
        if chosen != 1 || fits < 1 || !one_is_enough {
            overlap((chosen, asked), fits, || {
                StageMemory::of(target, (all, 0), reserved, fits)
            })
            .map_err(|why| match why {
                LoopRefusal::OneStage(memory) if reads_ahead.is_some() => LoopRefusal::OneBuffer(memory),
                other => other,
            })?;
        }
        Ok(Depth {
            chosen,
            wanted,
            fits,
            reused: false,
            ctas,
            asked,
            round: 1,
            stage_bytes,
            estimate,
        })
    }

    /// Bytes of shared memory beside so many rings, in a CTA of so many warps.
    pub fn reserved_bytes(&self, module: &Module, rings: usize, warp_bits: usize) -> i64 {
        self.passing_bytes(module, warp_bits) + TILE_ALIGNMENT * (1 + rings as i64)
    }

    /// Bytes that pass through shared memory between threads: the operands of a product that no ring has, in two slices of K at the most;
    /// and a quarter of the largest tile, which goes in as many as four rounds of four bytes an element at most.
    fn passing_bytes(&self, module: &Module, warp_bits: usize) -> i64 {
        let access = memory().access_bytes.value as i64;
        let staged = |&dot: &Op| -> i64 {
            let sides = [0, 1]
                .into_iter()
                .filter(|&side| read_by(module, self, dot, side).is_none())
                .filter(|&side| side == 1 || held_left(module, dot, self.sharing, warp_bits).is_none());
            let bytes = sides.map(|side| {
                let ty = module.ty(module.sides(dot)[side]);
                let [batch, rows, columns] = matrices(module.shape(ty));
                batch * rows * (columns * i64::from(module.element_bytes(ty)) + access)
            });
            bytes.sum::<i64>() / 2
        };
        let all = module.walk(module.top());
        let dots = all.iter().filter(|&&op| is_dot(module, op));
        let elements = |value: &Value| module.shape(module.ty(*value)).iter().product::<i64>();
        let tiles = all.iter().flat_map(|&op| module.results(op)).map(elements);
        // Absent: a kernel without tiles takes nothing.
        dots.map(staged).chain(tiles).max().unwrap_or(0)
    }
}

/// The loads of tiles in the body of a loop.
fn loads(module: &Module, for_op: Op) -> Vec<Op> {
    let body = module.entry_block(module.regions(for_op)[0]);
    let ops = body.into_iter().flat_map(|body| module.ops(body));
    ops.filter(|&op| matches!(module.kind(op), nv_tileas::TILED_LOAD | nv_tileas::LOAD))
        .collect()
}

/// Whether threads copy a load's tile piece by piece, each from where the kernel says that it is.
pub fn is_in_pieces(module: &Module, load: Op) -> bool {
    of_view(module, load).is_none_or(|tile| tile.is_err())
}

/// The tile of a view that threads copy by its rows; none: it is of no view.
fn of_view(module: &Module, load: Op) -> Option<Result<Boxes, ViewFault>> {
    let facts = ViewFacts::of(module, TiledLoad::of(module, load)?.view)?;
    Some(thread_boxes(module, load, &facts))
}

/// Whether each iteration of a loop reaches its end, and looking ahead of its index does not overflow.
fn may_look_ahead(module: &Module, for_op: Op) -> Result<(), Reason> {
    let body = module.entry_block(module.regions(for_op)[0]);
    let ops = body.into_iter().flat_map(|body| module.walk(body));
    let mut ends = early_ends(module, for_op).into_iter();
    let leaves = |&op: &Op| module.kind(op) == nv_tileas::RETURN;
    match ends.next().or_else(|| ops.into_iter().find(leaves)) {
        Some(end) => Err(reason(module, end, LoopRefusal::EndsEarly)),
        None => steps_ahead(module, for_op),
    }
}

/// The loads of numbers in the body of a loop, of tiles of views and of what pointers point to.
pub fn reads(module: &Module, for_op: Op) -> Vec<Op> {
    let body = module.entry_block(module.regions(for_op)[0]);
    let ops = body.into_iter().flat_map(|body| module.ops(body));
    let is_read = |op: Op| matches!(module.kind(op), nv_tileas::TILED_LOAD | nv_tileas::LOAD);
    ops.filter(|&op| is_read(op) && module.element_scalar(module.ty(module.result(op, 0))).is_some())
        .collect()
}

/// Whether a load can run ahead, to registers: no barrier is then between it and what other threads write later.
///
/// # Errors
/// The reason why it cannot.
pub fn to_registers(module: &Module, for_op: Op, load: Op) -> Result<(), Reason> {
    may_look_ahead(module, for_op)?;
    may_run_ahead(module, load)?;
    is_known_ahead(module, for_op, load)?;
    let writes = module.walk(module.top()).into_iter();
    let mut writes = writes.filter(|&op| token_order::is_access(module, op) && token_order::writes(module, op));
    match writes.find(|&write| token_order::before(module, write).contains(&load)) {
        Some(write) => {
            let mut refused = reason(module, load, LoopRefusal::OrderedWrite);
            refused.store = module.span(write);
            Err(refused)
        }
        None => Ok(()),
    }
}

/// The operand that a load becomes, if its tile can come through a ring.
///
/// # Errors
/// The reason why it cannot; none where it is of one row, which whoever loads it reads.
fn ring(module: &Module, for_op: Op, load: Op) -> Result<Operand, Option<Reason>> {
    let tile = module.shape(module.ty(module.result(load, 0)));
    let [rows, columns] = only_matrix(tile).ok_or(None)?;
    if rows == 1 || columns == 1 || module.has_attr(load, IN_PLACE) {
        return Err(None);
    }
    let tma = match of_view(module, load) {
        Some(Ok(tile)) => tile,
        found => copied::boxes(module, load).ok_or_else(|| {
            let fault = found?.err()?;
            Some(reason(module, load, LoopRefusal::View(Copier::Threads, fault)))
        })?,
    };
    may_run_ahead(module, load)?;
    let operand = Operand {
        load,
        tma,
        k_major: true,
    };
    is_known_ahead(module, for_op, load)?;
    Ok(operand)
}

/// Whether the place of a load's tile follows from the loop's index, and from numbers that the kernel reads by it.
fn is_known_ahead(module: &Module, for_op: Op, load: Op) -> Result<(), Reason> {
    let indices = indices_in_loop(module, for_op, &[load]);
    let indices = indices.ok_or_else(|| reason(module, load, LoopRefusal::CarriedIndex))?;
    let is_plain = |op: Op| module.def(op).has(PURE) && module.regions(op).is_empty();
    match indices.iter().find(|&&op| !is_plain(op) && !reads_number(module, op)) {
        Some(&op) => Err(reason(
            module,
            op,
            LoopRefusal::DecidedOnce(module.def(op).short_name()),
        )),
        None => Ok(()),
    }
}

/// Whether a tile is so small that threads can have it an iteration ahead in registers.
fn is_small(module: &Module, for_op: Op, load: Op) -> bool {
    let ty = module.ty(module.result(load, 0));
    let bytes = module.shape(ty).iter().product::<i64>() * i64::from(module.element_bytes(ty));
    let token = module.operand_named(load, operand::TOKEN);
    let is_free = token.is_none_or(|token| match module.value_def(token) {
        Def::Result(op, _) => module.parent_op(op) != Some(for_op),
        Def::Argument(block, _) => module.owner(block) != Some(for_op),
    });
    bytes <= policy().carried_tile_bytes.value
        && is_free
        && may_run_ahead(module, load).is_ok()
        && is_known_ahead(module, for_op, load).is_ok()
}

/// The load of whose ring warps read an operand of a product as they multiply; none: it goes another way.
pub fn read_by(module: &Module, found: &ThreadRings, dot: Op, side: usize) -> Option<Op> {
    chain(module, found, dot, side)?.first().copied()
}

/// The ops from such a load to the product: the load, and changes of shape and order.
pub fn chain(module: &Module, found: &ThreadRings, dot: Op, side: usize) -> Option<Vec<Op>> {
    operand(module, found, dot, side).map(|operand| operand.ops)
}

/// The way in which warps read an operand of a product from its ring; none: it goes another way.
pub fn operand(module: &Module, found: &ThreadRings, dot: Op, side: usize) -> Option<SlotOperand> {
    if module.parent_op(dot) != Some(found.for_op) {
        return None;
    }
    let contiguous = |op: Op| {
        let ring = found.loads.iter().find(|load| load.load == op);
        ring.map(|ring| ring.tma.contiguous)
    };
    slot_operand(module, (dot, side), found.sharing.turns_bytes, contiguous)
}
