//! Loops without products: what memory has to bring for an iteration, and what it takes as it is and with loads that run ahead.
//!
//! Nothing is multiplied meanwhile, so that what hides the latency of loads are the other CTAs of the SM, and loads of later iterations.
//! As many CTAs as an SM holds take, for an iteration of one of them, the longest of
//!
//! - its bytes at the SM's share of what memory gives,
//! - what its threads issue, moving tiles from register to register among it,
//! - the time from a load until its tile is used up, divided by the iterations whose loads are in flight and by the CTAs,
//! - the time of what waits for no load, divided by the CTAs.
//!
//! Tiles that wait in registers or rings take room of other CTAs, so that each candidate has its own number of these.

use super::choice::Cost;
use super::depth::{Depth, Estimate, IterationLimit, RingDemand};
use super::product_loop::{Reason, stays_whole};
use super::ring_graph::RingGraph;
use super::ring_loop::is_within;
use super::thread_rings::{ThreadRings, reads, to_registers};
use super::why::{LoopRefusal, StageMemory};
use super::{CopyForm, Strategy, constraints};
use tilewright_analysis::contract;
use tilewright_analysis::occupancy::Demand;
use tilewright_analysis::registers::{Estimate as Registers, of_thread};
use tilewright_analysis::trips::trip_count;
use tilewright_ir::ops::{nv_tileas, scf};
use tilewright_ir::{Module, Op, Value, operand};
use tilewright_layout::LANE_BITS;
use tilewright_machine::{LoopAtoms, PipelineFigures, Target, policy};

/// The innermost loops of a kernel.
pub fn inner_loops(module: &Module) -> Vec<Op> {
    let mut inner: Vec<Op> = Vec::new();
    for &op in &module.walk(module.top()) {
        if !matches!(module.kind(op), scf::FOR | scf::LOOP) {
            continue;
        }
        // Ops come behind those around them, and a loop behind the last one that may be around it.
        if inner.last().is_some_and(|&last| is_within(module, op, last)) {
            inner.pop();
        }
        inner.push(op);
    }
    inner
}

/// The work that memory has with an iteration of a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Flow {
    /// Bytes that an iteration of a CTA loads.
    pub loaded: f64,
    /// Those that it stores.
    pub stored: f64,
    /// Floating-point operations of its products.
    pub flops: f64,
    /// Bytes that an SM has from memory in a cycle, while all SMs read.
    pub rate: f64,
    /// Cycles from the start of a load to its first byte.
    pub latency: f64,
}

/// Bytes of a tile.
pub fn bytes_of(module: &Module, tile: Value) -> f64 {
    let ty = module.ty(tile);
    (module.shape(ty).iter().product::<i64>() * i64::from(module.element_bytes(ty))) as f64
}

/// Floating-point operations of a product, of a multiply-add two. Where a byte holds two elements, K counts bytes.
pub fn flops(module: &Module, dot: Op) -> f64 {
    let shape = |name| module.shape(module.ty(module.required_operand(dot, name)));
    let in_element = if module.has_attr(dot, "packed") { 4 } else { 2 };
    // Absent: a contradiction, an operand has dimensions.
    let depth = shape(operand::LHS).last().copied().unwrap_or(1);
    (in_element * depth * shape(operand::ACC).iter().product::<i64>()) as f64
}

/// Bytes that an iteration of a loop loads, and that it stores, and the floating-point operations of its products; a loop inside of it
/// counts once.
pub fn work(module: &Module, for_op: Op) -> [f64; 3] {
    let bytes = |value: Value| bytes_of(module, value);
    let (mut loaded, mut stored, mut computed) = (0.0, 0.0, 0.0);
    let body = module.entry_block(module.regions(for_op)[0]);
    // Absent: a contradiction, a loop has a body.
    for &op in &body.map_or_else(Vec::new, |body| module.walk(body)) {
        match module.kind(op) {
            nv_tileas::TILED_LOAD | nv_tileas::LOAD => loaded += bytes(module.result(op, 0)),
            // Absent: a contradiction, its record asks for the tile.
            nv_tileas::TILED_STORE => stored += module.operand_named(op, operand::TILE).map_or(0.0, bytes),
            // Absent: a contradiction, its record asks for the value.
            nv_tileas::STORE => stored += module.operand_named(op, operand::VALUE).map_or(0.0, bytes),
            nv_tileas::DOT | nv_tileas::DOT_SCALED => computed += flops(module, op),
            // Absent: no access, or one that is counted by what it waits for.
            _ => {}
        }
    }
    [loaded, stored, computed]
}

impl Flow {
    /// The accesses of a loop to memory.
    pub fn of(module: &Module, for_op: Op, figures: &PipelineFigures) -> Self {
        let [loaded, stored, flops] = work(module, for_op);
        Self {
            loaded,
            stored,
            flops,
            rate: figures.memory_bytes_per_cycle.value,
            latency: figures.load_latency.value as f64,
        }
    }

    /// Cycles in which memory brings and takes what an iteration asks for: none is shorter.
    pub fn bound(&self) -> f64 {
        (self.loaded + self.stored) / self.rate
    }

    /// The bound of an iteration that takes so many cycles: the threads, where it takes longer than its bytes do. Where no cycles are
    /// estimated, its bytes or its products, of so many multiply-adds a cycle.
    pub fn limit(&self, cycles: Option<f64>, rate: f64) -> IterationLimit {
        let bound = self.bound();
        let products = self.flops / 2.0 / rate;
        match cycles {
            Some(cycles) if cycles > bound => IterationLimit::Threads,
            None if products > bound => IterationLimit::Products,
            None if bound == 0.0 => IterationLimit::Threads,
            _ => IterationLimit::Memory,
        }
    }

    /// Bytes that an SM must have in flight so that memory never rests.
    pub fn needed(&self) -> f64 {
        self.latency * self.rate
    }
}

/// The bytes that are in flight to an SM.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    /// CTAs of an SM.
    pub ctas: u32,
    /// Bytes that all of them have in flight at the most.
    pub bytes: f64,
}

/// A way to run a loop: its form, and the iterations whose loads are in flight.
#[derive(Clone, Debug)]
pub struct Way {
    /// The form; none: as it is.
    pub form: Option<CopyForm>,
    /// Iterations whose loads are in flight, the one among them that is computed.
    pub stages: i64,
    /// The loads that run ahead.
    pub found: ThreadRings,
    /// Its cost, where it can be.
    pub cost: Result<(Cost, Flight), LoopRefusal>,
}

/// A loop without products, and what is known of it.
pub struct PlainLoop<'m> {
    module: &'m Module,
    /// The `scf.for`.
    pub for_op: Op,
    /// The work of memory.
    pub flow: Flow,
    target: &'m Target,
    rates: (&'m PipelineFigures, LoopAtoms<'m>),
    warp_bits: usize,
    /// Registers of a thread, by estimate, with the loop as it is.
    registers: i64,
    trips: Option<i64>,
}

impl<'m> PlainLoop<'m> {
    /// A loop; none where it is in no kernel.
    pub fn of(
        module: &'m Module,
        for_op: Op,
        target: &'m Target,
        atoms: LoopAtoms<'m>,
        warp_bits: usize,
    ) -> Option<Self> {
        let figures = &target.pipeline;
        let kernel = contract::kernel(module)?;
        Some(Self {
            module,
            for_op,
            flow: Flow::of(module, for_op, figures),
            target,
            rates: (figures, atoms),
            warp_bits,
            registers: Registers::of(module, kernel, warp_bits, target).registers,
            trips: trip_count(module, for_op),
        })
    }

    /// Why none of its loads can run ahead, of the first one; none: some can, or there are none.
    pub fn refused(&self) -> Option<Reason> {
        if let Some(why) = stays_whole(self.module) {
            return Some(why);
        }
        let loads = reads(self.module, self.for_op);
        let tried = loads.iter().map(|&load| to_registers(self.module, self.for_op, load));
        let tried: Vec<Result<(), Reason>> = tried.collect();
        let none = tried.iter().all(Result::is_err);
        tried.into_iter().find_map(Result::err).filter(|_| none)
    }

    fn ahead(&self, distance: i64) -> ThreadRings {
        ThreadRings::to_registers(self.module, self.for_op, distance, self.target)
    }

    /// The loop as it is, with loads ahead to registers, and with rings; where stages are asked for, with so many.
    pub fn ways(&self, demand: &RingDemand, in_stages: bool) -> Vec<Way> {
        let none = ThreadRings::without(self.for_op, self.target);
        let mut ways = vec![self.way(None, 1, none)];
        if self.refused().is_some() || constraints::serial(self.module, &[self.for_op]).is_some() {
            return ways;
        }
        let asked = demand.asked.map(i64::from);
        let is_asked = |stages: &i64| asked.or(demand.hinted).is_none_or(|least| *stages >= least);
        // Farther ahead than the loop goes there is nothing to load.
        let most = demand.most.into_iter().chain(self.trips).min();
        let within = |stages: &i64| most.is_none_or(|most| *stages <= most);
        // Absent: no hint asks for stages.
        let most = asked.unwrap_or((policy().loads_ahead.value + 1).max(demand.hinted.unwrap_or(0)));
        let fewest = policy().fewest_stages.value;
        let depths = || (fewest..=most).filter(is_asked).filter(within);
        if in_stages {
            let rings = ThreadRings::of_views(self.module, self.for_op, self.target);
            // The usual number of buffers; without shared memory, each tile is in registers meanwhile.
            let stages = asked.unwrap_or(fewest);
            ways.push(match rings.loads.is_empty() {
                false => self.way(Some(CopyForm::FourStage), stages, rings),
                true => self.way(Some(CopyForm::Ahead), stages, self.ahead((stages - 1).max(1))),
            });
            return ways;
        }
        if !self.ahead(1).ahead.is_empty() {
            ways.extend(depths().map(|stages| self.way(Some(CopyForm::Ahead), stages, self.ahead(stages - 1))));
        }
        let rings = ThreadRings::of(self.module, self.for_op, self.target);
        if !rings.loads.is_empty() {
            ways.extend(depths().map(|stages| self.way(Some(CopyForm::Rings), stages, rings.clone())));
        }
        ways
    }

    fn way(&self, form: Option<CopyForm>, stages: i64, found: ThreadRings) -> Way {
        let cost = self.cost(form, stages, &found);
        Way {
            form,
            stages,
            found,
            cost,
        }
    }

    /// Registers of a thread that hold the tiles of so many iterations that run ahead.
    fn carried(&self, found: &ThreadRings, iterations: i64) -> i64 {
        let threads = 1 << (LANE_BITS + self.warp_bits);
        let of_tile = |&load: &Op| {
            let ty = self.module.ty(self.module.result(load, 0));
            let bytes = self.module.shape(ty).iter().product::<i64>() * i64::from(self.module.element_bytes(ty));
            (bytes + 4 * threads - 1) / (4 * threads)
        };
        iterations * found.ahead.iter().map(of_tile).sum::<i64>()
    }

    fn cost(&self, form: Option<CopyForm>, stages: i64, found: &ThreadRings) -> Result<(Cost, Flight), LoopRefusal> {
        let threads = 1u32 << (LANE_BITS + self.warp_bits);
        let need = self.registers + self.carried(found, found.distance.min(stages - 1));
        let has = i64::from(of_thread(self.target, threads));
        if form.is_some() && need > has {
            return Err(LoopRefusal::AheadRegisters { need, has });
        }
        if form == Some(CopyForm::FourStage) {
            found.read_late(self.module, self.warp_bits, (need, has))?;
        }
        let reserved = match form {
            Some(CopyForm::Rings | CopyForm::FourStage) => {
                found.reserved_bytes(self.module, found.loads.len(), self.warp_bits)
            }
            // Absent: without rings nothing is in shared memory.
            _ => 0,
        };
        let demand = Demand {
            threads,
            registers: Some(need.min(has) as u32),
            shared_bytes: (found.stage_bytes() * stages + reserved) as u32,
            tensor_columns: 0,
        };
        // Absent: each GPU has limits.
        let ctas = demand
            .limits(self.target)
            .iter()
            .map(|(_, most)| *most)
            .min()
            .unwrap_or(1);
        if ctas == 0 {
            let alone = i64::from(self.target.shared_bytes_per_cta.value);
            let each = found.stage_bytes();
            let memory = StageMemory::of(self.target, (each, 0), reserved, (alone - reserved) / each.max(1));
            return Err(LoopRefusal::Shared { stages, memory });
        }
        let (estimate, busy) = self.estimate(form, found);
        let sm = f64::from(ctas);
        // Tiles of later iterations move on, from register to register.
        let moved = self.carried(found, found.distance.min(stages - 1)) * i64::from(threads);
        let busy = busy + moved as f64 / self.rates.1.thread_ops().instructions_per_cycle.value.max(1) as f64;
        // Of four stages, two iterations are in registers on their way to slots.
        let in_flight = if form == Some(CopyForm::FourStage) {
            stages + 2
        } else {
            stages
        };
        let iteration = self.flow.bound().max(busy).max(estimate.iteration(in_flight) / sm);
        // The last iterations load their own tiles once more.
        let again = self.carried(found, stages - 1) * 4 * i64::from(threads);
        let ahead = match form {
            Some(_) => estimate.load / sm + again as f64 / self.flow.rate,
            // Absent: as it is, the loop starts no load before it.
            None => 0.0,
        };
        let cost = Cost {
            iteration,
            tile: ahead,
            trips: self.trips,
        };
        let bytes = sm * self.flow.loaded * in_flight as f64;
        Ok((cost, Flight { ctas, bytes }))
    }

    /// The estimate of one CTA's iteration, and the cycles of the SM that it keeps busy the longest.
    fn estimate(&self, form: Option<CopyForm>, found: &ThreadRings) -> (Estimate, f64) {
        let graph = self.graph(found, 2);
        let runs_ahead = |op: &Op| found.ahead.contains(op) || found.loads.iter().any(|load| load.load == *op);
        let load = self.rates.0.load_latency.value as f64;
        // Absent: no figure is known.
        let barrier = self
            .rates
            .0
            .block_barrier_cycles
            .as_ref()
            .map_or(0, |cycles| cycles.value) as f64;
        let meets = matches!(form, Some(CopyForm::Rings | CopyForm::FourStage));
        let barrier = if meets { barrier } else { 0.0 };
        let ii = chain(&graph, runs_ahead) + barrier;
        let serial = match form {
            // A tile that is loaded is used up when its iteration ends.
            Some(_) => load + ii,
            None => ii,
        };
        let estimate = Estimate {
            ii: if form.is_some() { ii } else { serial },
            mma: 0.0,
            load,
            loaded: 0.0,
            flops: 0.0,
            life: serial,
            held: ii,
            threads: true,
            slots: 0.0,
        };
        (estimate, graph.most())
    }

    /// The graph of the loop with so many stages.
    pub fn graph(&self, found: &ThreadRings, stages: i64) -> RingGraph {
        found.graph(self.module, self.rates, 1 << self.warp_bits, stages)
    }

    /// The depth of a way that was chosen of these.
    pub fn depth(&self, way: &Way, ways: &[Way], demand: RingDemand) -> Depth {
        let (estimate, _) = self.estimate(way.form, &way.found);
        let alike = ways.iter().filter(|other| other.form == way.form && other.cost.is_ok());
        let fits = alike.fold(way.stages, |most, other| most.max(other.stages));
        Depth {
            chosen: way.stages,
            wanted: ((estimate.life / estimate.ii.max(1.0)).ceil() as i64).max(policy().fewest_stages.value),
            fits,
            reused: false,
            ctas: None,
            asked: demand.asked,
            round: 1,
            stage_bytes: way.found.stage_bytes(),
            estimate,
        }
    }
}

/// Cycles of the longest chain of an iteration, seen from where the tiles of loads that run ahead are there.
pub(super) fn chain(graph: &RingGraph, runs_ahead: impl Fn(&Op) -> bool) -> f64 {
    let nodes = &graph.ops.graph.ops;
    let is_ahead = |node: usize| graph.members[node].iter().any(&runs_ahead);
    let mut ends: Vec<f64> = vec![0.0; nodes.len()];
    // Nodes need not stand in the order of their edges: each round settles one more of a chain.
    for _ in 0..nodes.len() {
        for node in (0..nodes.len()).filter(|&node| !is_ahead(node)) {
            let before = graph.ops.graph.edges.iter();
            let before = before.filter(|edge| edge.dst == node && edge.distance == 0);
            let start = before.map(|edge| ends[edge.src]).fold(0.0, f64::max);
            ends[node] = start + f64::from(nodes[node].latency) * graph.unit;
        }
    }
    ends.into_iter().fold(0.0, f64::max)
}

impl Way {
    /// Its strategy.
    pub fn strategy(&self) -> Strategy {
        match self.form {
            Some(_) => Strategy::Unspecialize,
            None => Strategy::None,
        }
    }
}
