//! The loop graph of a loop whose tiles come through rings, from its IR: a node for each op that takes time, an edge for each value.
//!
//! Time is in cycles of the SM, of figures that name their source (`machine/data/thread-ops.json`, and those of the target), counted in
//! units so that a reservation table stays small. What the whole SM has is in the table once: the consumers do the same, and their
//! work is added up. Ops that take no time belong to those that take their results.

use super::constraints;
use super::copied;
use super::loop_graph::LoopOps;
use super::model::{Hold, Model};
use super::plain_loop::bytes_of;
use super::plan::Agents;
use super::powers;
use super::ring_edges::{self, edges, taken};
use super::ring_issued::Issued;
use super::ring_loop::{RingLoop, RingProduct, Side, TileRing, Written};
use super::transformer::Transformed;
use tilewright_ir::dialects::facts::BY_POLYNOMIAL;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{arith, nv_tileas, scf};
use tilewright_ir::{Block, Module, Op, Value, WARP_THREADS, operand};
use tilewright_machine::{PipelineFigures, ThreadOps, memory, policy};
use tilewright_modsched::graph::{Class, Edge, Limits, LoopGraph, Op as Node, OpId, Resource, Use};
use tilewright_sorted::SortedMap;
use tilewright_units::Role;

/// Cycles of the units that an op takes, for the tiles of all consumers.
#[derive(Clone, Copy, Default, Debug)]
struct Cycles {
    /// The tensor cores.
    tensor: f64,
    /// The schedulers of warps.
    issue: f64,
    /// Special functions.
    special: f64,
    /// Shuffles.
    shuffle: f64,
    /// The path from L2, to shared memory or to threads.
    fill: f64,
    /// From the start until the result can be taken.
    latency: f64,
    /// From an instruction to one that takes its result: the slowest of its ops.
    instruction: f64,
    /// Whether threads meet for it, at a named barrier.
    meets: bool,
}

/// The units, in the order of their resources.
const UNITS: [&str; 5] = ["tensor cores", powers::ISSUE, powers::SPECIAL, "shuffles", "fill"];

impl Cycles {
    fn of_units(self) -> [f64; 5] {
        [self.tensor, self.issue, self.special, self.shuffle, self.fill]
    }

    fn add(&mut self, other: Self) {
        self.tensor += other.tensor;
        self.issue += other.issue;
        self.special += other.special;
        self.shuffle += other.shuffle;
        self.fill += other.fill;
        self.latency = self.latency.max(other.latency);
        self.instruction = self.instruction.max(other.instruction);
        self.meets |= other.meets;
    }
}

/// A graph, and what an iteration takes.
#[derive(Clone, Debug)]
pub struct RingGraph {
    /// The graph, and what its nodes stand for.
    pub ops: LoopOps,
    /// The ops of each node.
    pub members: Vec<Vec<Op>>,
    /// Cycles of a unit of time.
    pub unit: f64,
    /// Cycles of an iteration of each unit, by name.
    pub busy: Vec<(&'static str, f64)>,
    /// Cycles from one iteration to the next that slots of accumulators allow, where operands are written over these.
    pub slots: f64,
}

impl RingGraph {
    /// Cycles of the unit that an iteration keeps busy the longest.
    pub fn most(&self) -> f64 {
        self.busy.iter().map(|(_, cycles)| *cycles).fold(0.0, f64::max)
    }

    /// Cycles of an iteration of what threads issue, or have computed beside them.
    pub fn threads(&self) -> f64 {
        let own = self
            .busy
            .iter()
            .filter(|(name, _)| !["tensor cores", "fill"].contains(name));
        own.map(|(_, cycles)| *cycles).fold(0.0, f64::max)
    }

    /// Cycles of an iteration on the tensor cores.
    pub fn tensor(&self) -> f64 {
        self.busy[0].1
    }
}

/// The figures by which cycles are estimated.
#[derive(Clone, Copy)]
pub struct Figures<'f> {
    /// Those of the target.
    pub target: &'f PipelineFigures,
    /// Instructions and rates of ops on tiles.
    pub ops: &'f ThreadOps,
    /// Warps that share the tiles.
    pub warps: i64,
    /// A model of the scheduler that is asked for, where that is not the usual one.
    pub model: Option<Model<'f>>,
}

impl<'f> Figures<'f> {
    /// The figures for agents that are chosen.
    pub fn of(self, agents: &Agents) -> Self {
        // Absent: every set of agents has consumers.
        let warps = agents.of(Role::Consumer).map_or(self.warps, |consumer| consumer.warps);
        Self { warps, ..self }
    }

    /// Cycles from an instruction of a kind of atom to one that takes its result.
    fn latency(self, kind: &str) -> f64 {
        let asked = self.model.and_then(|model| model.latency(kind));
        asked.unwrap_or(self.ops.latency.value as f64)
    }

    /// Cycles from the start of a load of a kind of atom to its first byte.
    fn load_latency(self, kind: &str) -> f64 {
        let asked = self.model.and_then(|model| model.latency(kind));
        asked.unwrap_or(self.target.load_latency.value as f64)
    }

    /// The kinds of atoms of the loop's copies and products.
    fn kinds(self) -> [&'f str; 2] {
        // Absent: nobody asks for other figures than the usual ones, which are of all kinds.
        self.model.map_or([""; 2], |model| model.kinds)
    }

    /// Cycles in which so many warps issue so many instructions each.
    fn issued(self, warps: i64, instructions: f64) -> f64 {
        (warps * WARP_THREADS) as f64 * instructions / self.ops.instructions_per_cycle.value.max(1) as f64
    }
}

/// Ops that the threads do together, element after element.
struct Cluster {
    ops: Vec<Op>,
    cycles: Cycles,
    /// Elements of the tiles that it works on, where it is elementwise and may grow.
    grows: Option<i64>,
    /// The role of the agents that have it.
    role: Role,
}

/// The agents of a loop, in the order of their numbers.
const AGENTS: [Role; 4] = [Role::Consumer, Role::Producer, Role::Issuer, Role::Transformer];

/// The graph of a loop, with the number of stages that a consumer's ops may be in, and the depth of its rings: what is loaded in an
/// iteration is taken by the one that comes as many later as the ring has slots besides that which is read.
pub fn ring_graph(module: &Module, found: &RingLoop, figures: Figures<'_>, (stages, depth): (u32, i64)) -> RingGraph {
    let body = module.entry_block(module.regions(found.for_op)[0]);
    let clusters = body.map_or_else(Vec::new, |body| clusters(module, found, body, figures));
    let mut busy = [0.0; UNITS.len()];
    for cluster in &clusters {
        for (sum, own) in busy.iter_mut().zip(cluster.cycles.of_units()) {
            *sum += own;
        }
    }
    let most = busy.iter().copied().fold(1.0, f64::max);
    // Where another agent starts products, consumers are behind it by stages of its own.
    let most_stages = found.issued.is_empty().then_some(stages);
    let unit = (most / figures.ops.rows_most.value as f64).max(1.0);
    let resource = |name: &&str| Resource {
        name: (*name).to_string(),
        capacity: 1,
    };
    let mut graph = LoopGraph {
        name: "loop".to_string(),
        resources: UNITS.iter().map(resource).collect(),
        ops: clusters
            .iter()
            .map(|cluster| node(module, cluster, unit, most_stages))
            .collect(),
        limits: Limits {
            ceilings: figures.model.map_or_else(Vec::new, |model| model.ceilings(unit)),
            ..Limits::default()
        },
        ..LoopGraph::default()
    };
    tell_apart(&mut graph.ops);
    if let Some(model) = figures.model {
        for (op, cluster) in clusters.iter().enumerate() {
            model.hold(&mut graph, op, &held(module, found, cluster));
        }
    }
    if let Some(body) = body {
        let nodes = nodes_of(&clusters);
        edges(module, found.for_op, body, &nodes, &mut graph);
    }
    // Operands that transformers make have slots of their own: they may be as many iterations ahead.
    let ahead = |edge: &Edge| match (clusters[edge.src].role, clusters[edge.dst].role) {
        (Role::Producer, _) => depth - 1,
        // They work on what an issuer leaves, and are ahead of nobody.
        (Role::Transformer, _) if found.corrected => 0,
        (Role::Transformer, Role::Consumer | Role::Issuer) => {
            let is_copied = |tile: &&Written| tile.copied().is_some() && clusters[edge.src].ops.contains(&tile.at);
            let tiles = found.written.iter().filter(|tile| tile.by == Role::Transformer);
            match tiles.clone().any(|tile| is_copied(&tile)) {
                true => depth - 1,
                // Absent: what a transformer makes, it writes to slots.
                false => tiles.map(|tile| tile.slots(true)).min().unwrap_or(1) - 1,
            }
        }
        // Absent: no slots lie between these.
        _ => 0,
    };
    for edge in &mut graph.edges {
        edge.distance += ahead(edge).max(0) as u32;
    }
    let slots = unit * slots_over(found, &clusters, &graph);
    let first = found.products.first().map(|product| product.dot);
    let product = clusters
        .iter()
        .position(|cluster| cluster.ops.first().copied() == first);
    // Absent: each loop has a product, which takes time.
    let product = product.unwrap_or(0);
    let is_usual = |role: &Role| matches!(role, Role::Consumer | Role::Producer);
    let has = |role: &Role| is_usual(role) || clusters.iter().any(|cluster| cluster.role == *role);
    let agents: Vec<Role> = AGENTS.into_iter().filter(has).collect();
    // Absent: each cluster's role is one of these.
    let agent_of = |cluster: &Cluster| agents.iter().position(|&role| role == cluster.role).unwrap_or(0);
    let line = |cluster: &Cluster| module.loc_data(module.loc(cluster.ops[0])).line;
    RingGraph {
        ops: LoopOps {
            graph,
            agents: agents.iter().map(|role| role.name().to_string()).collect(),
            roles: agents.iter().map(|&role| Some(role)).collect(),
            agent_of: clusters.iter().map(agent_of).collect(),
            lines: clusters.iter().map(line).collect(),
            ir: clusters.iter().map(|cluster| cluster.ops.first().copied()).collect(),
            product,
            release: product,
        },
        members: clusters.into_iter().map(|cluster| cluster.ops).collect(),
        unit,
        busy: UNITS.into_iter().zip(busy).collect(),
        slots,
    }
}

/// The hold of a cluster on more than units.
fn held(module: &Module, found: &RingLoop, cluster: &Cluster) -> Hold {
    let op = cluster.ops[0];
    let load = found.loads().find(|load| load.load == op);
    let issued = found.issued.iter().find(|own| own.dot == op);
    Hold {
        // Absent: it loads nothing.
        bytes: load.map_or(0, |load| load.tma.tile_bytes()),
        // Absent: its accumulators are in registers.
        columns: issued.map_or(0, |own| own.slots * own.columns(module)),
        multiplies: found.products.iter().any(|product| product.dot == op),
        meets: cluster.cycles.meets,
    }
}

/// Accumulators come to a slot once the products are done that take what was written over those before: the longest way from the start
/// of a product to the end of these, by the slots that there are.
fn slots_over(found: &RingLoop, clusters: &[Cluster], graph: &LoopGraph) -> f64 {
    let nodes = nodes_of(clusters);
    let of_tile = |tile: &Written| {
        let own = found.accumulators_under(tile)?;
        let mut ends = vec![None; graph.ops.len()];
        let first = *nodes.get(&own.dot)?;
        ends[first] = Some(i64::from(graph.ops[first].latency));
        let edges = || graph.edges.iter().filter(|edge| edge.distance == 0);
        // As many rounds as the longest way has edges.
        for edge in graph.ops.iter().flat_map(|_| edges()) {
            let end = ends[edge.src].map(|end| end + i64::from(graph.ops[edge.dst].latency));
            ends[edge.dst] = ends[edge.dst].max(end);
        }
        let takes = |product: &&RingProduct| product.all_sides().any(|side| *side == Side::Slots(tile.value));
        let takers = found.products.iter().filter(takes);
        let last = takers.filter_map(|product| ends[*nodes.get(&product.dot)?]).max()?;
        Some(last as f64 / own.slots as f64)
    };
    // One slot of accumulators is filled again when it is read.
    let of_sum = |own: &Issued| {
        let first = *nodes.get(&own.dot)?;
        let edges = graph
            .edges
            .iter()
            .filter(|edge| edge.src == first && edge.distance == 0);
        let read = edges.map(|edge| graph.ops[edge.dst].latency).max()?;
        Some(f64::from(graph.ops[first].latency + read) / own.slots as f64)
    };
    let sums = found
        .issued
        .iter()
        .filter(|own| found.corrected && found.written_over(own).is_none());
    let all = sums.filter_map(of_sum).chain(found.written.iter().filter_map(of_tile));
    all.fold(0.0, f64::max)
}

/// The node of each op.
fn nodes_of(clusters: &[Cluster]) -> SortedMap<Op, OpId> {
    let of = |(number, cluster): (usize, &Cluster)| cluster.ops.iter().map(move |&op| (op, number)).collect::<Vec<_>>();
    clusters.iter().enumerate().flat_map(of).collect()
}

/// The ops of a body that take time, those together that are done element after element: an elementwise op joins the ops that make
/// what it takes, if these work on as many elements, and if what else it takes does not wait for them.
fn clusters(module: &Module, found: &RingLoop, body: Block, figures: Figures<'_>) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let transformed = Transformed::of(module, found).alone;
    for op in module.ops(body) {
        // Absent: what takes no time is no node.
        let Some(cycles) = cycles(module, found, op, figures) else {
            continue;
        };
        let role = match found.loads().any(|load| load.load == op) {
            true => Role::Producer,
            false if transformed.contains(&op) => Role::Transformer,
            false if found.products.iter().any(|product| product.dot == op) => found.multiplies(),
            false => Role::Consumer,
        };
        let is_elementwise = module.def(op).dialect() == "arith" && module.regions(op).is_empty();
        let is_reduction = module.kind(op) == nv_tileas::REDUCE;
        let is_apart = constraints::is_apart(module, op);
        let elements = |value: &Value| module.shape(module.ty(*value)).iter().product::<i64>();
        let size = module.operands(op).iter().chain(module.results(op)).map(elements).max();
        let nodes = nodes_of(&clusters);
        let mut sources: Vec<usize> = Vec::new();
        for value in taken(module, op) {
            let made = ring_edges::sources(module, found.for_op, body, &nodes, value);
            sources.extend(
                made.into_iter()
                    .filter(|(_, distance)| *distance == 0)
                    .filter_map(|(op, _)| nodes.get(&op)),
            );
        }
        // Whether a node takes something of another one already.
        let takes = |home: usize, other: usize| {
            let ops = clusters[home].ops.iter();
            let mut values = ops.flat_map(|&op| taken(module, op));
            values.any(|value| {
                let made = ring_edges::sources(module, found.for_op, body, &nodes, value);
                made.iter()
                    .any(|(op, distance)| *distance == 0 && nodes.get(op) == Some(&other))
            })
        };
        let may_wait = |home: usize, other: usize| {
            (!is_apart || takes(home, other)) && !reaches(module, found, body, &clusters, home, other)
        };
        let home = sources.iter().copied().max().filter(|&home| {
            (is_elementwise || is_reduction)
                && clusters[home].role == role
                && constraints::are_alike(module, clusters[home].ops[0], op)
                && clusters[home].grows.is_some_and(|grown| Some(grown) == size)
                && sources.iter().all(|&other| other == home || may_wait(home, other))
        });
        match home {
            Some(home) => {
                clusters[home].ops.push(op);
                clusters[home].cycles.add(cycles);
            }
            None => clusters.push(Cluster {
                ops: vec![op],
                cycles,
                grows: size.filter(|&size| is_elementwise && size > 1),
                role,
            }),
        }
    }
    hand_on(module, found, body, &mut clusters);
    for cluster in clusters.iter_mut().filter(|cluster| cluster.ops.len() > 1) {
        let slowest = cluster.cycles.of_units().into_iter().fold(0.0, f64::max);
        cluster.cycles.latency = slowest + cluster.cycles.instruction;
    }
    clusters
}

/// Counts what threads issue for a product at whoever takes what it makes, who waits for it too. A product is started between other
/// instructions: as a part of it that holds the unit in one piece, these would keep it from where it could run.
fn hand_on(module: &Module, found: &RingLoop, body: Block, clusters: &mut [Cluster]) {
    let nodes = nodes_of(clusters);
    for product in &found.products {
        let takes = |cluster: &Cluster| {
            let mut values = cluster.ops.iter().flat_map(|&op| taken(module, op));
            values.any(|value| {
                let made = ring_edges::sources(module, found.for_op, body, &nodes, value);
                made.iter().any(|(op, _)| *op == product.dot)
            })
        };
        let is_product = |op: Op| found.products.iter().any(|other| other.dot == op);
        let taker = clusters
            .iter()
            .position(|cluster| !is_product(cluster.ops[0]) && takes(cluster));
        // Absent: the loop only adds it up, or it is in no such loop.
        if let (Some(&from), Some(to)) = (nodes.get(&product.dot), taker) {
            let issue = std::mem::take(&mut clusters[from].cycles.issue);
            clusters[to].cycles.issue += issue;
            clusters[to].cycles.latency += issue;
        }
    }
}

/// Whether a cluster waits, in the same iteration, for another one.
fn reaches(module: &Module, found: &RingLoop, body: Block, clusters: &[Cluster], from: usize, to: usize) -> bool {
    let nodes = nodes_of(clusters);
    let mut seen = vec![false; clusters.len()];
    let mut work = vec![to];
    while let Some(at) = work.pop() {
        if at == from {
            return true;
        }
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        for &op in &clusters[at].ops {
            for value in taken(module, op) {
                let made = ring_edges::sources(module, found.for_op, body, &nodes, value);
                let own = made.into_iter().filter(|(_, distance)| *distance == 0);
                work.extend(own.filter_map(|(op, _)| nodes.get(&op).copied()));
            }
        }
    }
    false
}

fn node(module: &Module, cluster: &Cluster, unit: f64, stages: Option<u32>) -> Node {
    let (op, cycles) = (cluster.ops[0], cluster.cycles);
    let rows = |cycles: f64| (cycles / unit).round() as usize;
    let held = cycles.of_units().map(rows);
    // Absent: an op that holds no unit.
    let length = held.iter().copied().max().unwrap_or(0);
    let mut footprint = vec![Vec::new(); length];
    for (res, &rows) in held.iter().enumerate() {
        for row in &mut footprint[..rows] {
            row.push(Use { res, count: 1 });
        }
    }
    let class = match module.kind(op) {
        nv_tileas::TILED_LOAD | nv_tileas::LOAD => match cluster.role {
            Role::Producer => Class::GlobalToShared,
            // Absent: whoever else loads has the tile in registers.
            _ => Class::GlobalLoad,
        },
        // Absent: all else is computed.
        _ => Class::Compute,
    };
    let mut names: Vec<&str> = cluster.ops.iter().map(|&op| module.def(op).short_name()).collect();
    names.dedup();
    Node {
        name: names.join(" "),
        kind: module.def(op).name.to_string(),
        latency: (cycles.latency / unit).ceil().max(length as f64) as u32,
        footprint,
        constraints: constraints::of(module, op, stages.filter(|_| cluster.role == Role::Consumer)),
        class: Some(class),
        // Copies that fill shared memory and products go on while threads do other things.
        asynchronous: Some(cluster.role == Role::Producer || cycles.tensor > 0.0),
        ..Node::default()
    }
}

/// Numbers nodes of one name, so that a name in the report says which it is.
fn tell_apart(nodes: &mut [Node]) {
    let names: Vec<String> = nodes.iter().map(|node| node.name.clone()).collect();
    for (at, node) in nodes.iter_mut().enumerate() {
        let before = names[..at].iter().filter(|name| **name == node.name).count();
        if before > 0 {
            node.name = format!("{} {}", node.name, before + 1);
        }
    }
}

/// The cycles of an op with those for tiles that threads read from slots for it, or write to slots after it; none if it takes no
/// time of its own.
fn cycles(module: &Module, found: &RingLoop, op: Op, figures: Figures<'_>) -> Option<Cycles> {
    let mut all = own_cycles(module, found, op, figures)?;
    if let Some(tile) = found
        .written
        .iter()
        .find(|tile| tile.at == op && tile.copied().is_some())
    {
        return Some(copied_cycles(tile, all, figures));
    }
    if found.loads().any(|load| load.load == op) {
        return Some(all);
    }
    let product = found.products.iter().find(|product| product.dot == op);
    let moved = |value: Value| bytes_of(module, value);
    let others = |value: Value| found.corrected && found.written.iter().any(|tile| tile.value == value);
    let loaded = |value: &Value| found.loads().any(|load| module.result(load.load, 0) == *value) || others(*value);
    // A loaded tile that is only turned on its way to slots is turned where its product stands.
    let is_turned = |tile: &&Written| found.loads().any(|load| load.load == tile.at);
    let of_product = |tile: &&Written| {
        let mut sides = product.iter().flat_map(|product| product.all_sides());
        sides.any(|side| *side == Side::Slots(tile.value))
    };
    let turned = found.written.iter().filter(is_turned).filter(of_product);
    let read: Vec<f64> = match product {
        Some(_) => turned.clone().map(|tile| moved(tile.value)).collect(),
        None => taken(module, op).into_iter().filter(loaded).map(moved).collect(),
    };
    let made = found.written.iter().filter(|tile| tile.at == op && tile.inside);
    let made = made.filter(|tile| !is_turned(tile)).chain(turned);
    let written: Vec<f64> = made.map(|tile| tile.bytes as f64).collect();
    let slots = read.len() + written.len();
    let (read, written): (f64, f64) = (read.iter().sum(), written.iter().sum());
    let model = figures.ops;
    let issued =
        (read + written) / memory().access_bytes.value as f64 / model.instructions_per_cycle.value.max(1) as f64;
    let issued = issued + figures.issued(figures.warps, slots as f64 * model.slot.value);
    all.issue += issued;
    all.latency += issued;
    if written > 0.0 {
        all.meets = true;
        // Absent: a machine that has not been measured.
        all.latency += figures
            .target
            .block_barrier_cycles
            .as_ref()
            .map_or(0, |cycles| cycles.value) as f64;
    }
    Some(all)
}

/// The cycles of a load whose threads copy straight to slots: each copy is started, and nobody waits for it.
fn copied_cycles(tile: &Written, loaded: Cycles, figures: Figures<'_>) -> Cycles {
    let model = figures.ops;
    // Absent: it is asked of such tiles alone.
    let copies = tile.bytes as f64 / tile.copied().unwrap_or(1) as f64;
    let per_copy = model.copy.value / model.instructions_per_cycle.value.max(1) as f64;
    Cycles {
        issue: copies * per_copy + figures.issued(figures.warps, model.slot.value),
        ..loaded
    }
}

/// The cycles of an op itself.
fn own_cycles(module: &Module, found: &RingLoop, op: Op, figures: Figures<'_>) -> Option<Cycles> {
    let model = figures.ops;
    let [copied, multiplied] = figures.kinds();
    if let Some(load) = found.loads().find(|load| load.load == op) {
        let fill = load.tma.tile_bytes() as f64 / figures.target.fill_bytes_per_cycle.value.max(1) as f64;
        return Some(Cycles {
            fill,
            latency: figures.load_latency(copied) + fill,
            ..Cycles::default()
        });
    }
    if let Some(product) = found.products.iter().find(|product| product.dot == op) {
        // Tensor cores take so many bytes of operands in a cycle, whatever their elements.
        let halves = product.element_bytes as f64 / 2.0;
        let tensor = product.mnk.iter().product::<i64>() as f64 * halves
            / figures.target.fma_per_cycle_16bit.value.max(1) as f64;
        let has = |side: Side| product.all_sides().any(|own| *own == side);
        let is_read = |ring: &&TileRing| ring.inside && ring.loads().any(|load| has(Side::Ring(load.load)));
        let is_taken = |tile: &&Written| tile.inside && has(Side::Slots(tile.value));
        let slots = found.rings.iter().filter(is_read).count() + found.written.iter().filter(is_taken).count();
        let started = figures.issued(product.warps, product.instructions as f64 * model.product.value)
            + figures.issued(figures.warps, slots as f64 * model.slot.value);
        return Some(Cycles {
            tensor,
            // One thread of an issuer starts products: what that takes of a warp's scheduler is little.
            issue: if found.issued.is_empty() { started } else { 0.0 },
            latency: tensor + figures.latency(multiplied),
            ..Cycles::default()
        });
    }
    let elements = |value: Value| module.shape(module.ty(value)).iter().product::<i64>() as f64;
    let largest = |values: &[Value]| values.iter().map(|&value| elements(value)).fold(0.0, f64::max);
    let kind = module.kind(op);
    let def = module.def(op);
    let is_free = matches!(
        kind,
        nv_tileas::VIEW
            | nv_tileas::PERMUTE
            | nv_tileas::BROADCAST
            | nv_tileas::ASSUME
            | arith::CONSTANT
            | scf::CONTINUE
    );
    if is_free {
        return None;
    }
    let per_cycle = |rate: i64| 1.0 / rate.max(1) as f64;
    let issued = per_cycle(model.instructions_per_cycle.value);
    let mut all = Cycles::default();
    let inner = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    if matches!(kind, scf::IF | scf::FOR | scf::LOOP) {
        // Loops inside are taken to run once: nothing says how often.
        for op in inner.flat_map(|&block| module.ops(block)) {
            if let Some(cycles) = own_cycles(module, found, op, figures) {
                all.add(cycles);
                all.latency += cycles.latency;
            }
        }
        return (all.issue > 0.0).then_some(all);
    }
    let size = largest(module.results(op)).max(largest(module.operands(op)));
    // Scalars decide where and how often, beside all else.
    if size <= 1.0 && def.has(PURE) {
        return None;
    }
    let size = match module.results(op) {
        // Of the elements of a copy, the first says where it is.
        // Absent: nothing copies it, and each element counts.
        &[made] => size / copied::neighbours(module, found, made).unwrap_or(1.0),
        _ => size,
    };
    // A tile with an element for each row is in all lanes that have one.
    let size = match found
        .products
        .first()
        .is_some_and(|product| size <= product.mnk[0] as f64)
    {
        true => size * model.row_lanes.value,
        false => size,
    };
    let is_plain = found.products.is_empty();
    // Where no product says how a tile lies, threads move as many bytes at once as they can.
    let moved = match kind {
        nv_tileas::TILED_LOAD => Some(module.result(op, 0)),
        nv_tileas::TILED_STORE => module.operand_named(op, operand::TILE),
        // Absent: no access by a view.
        _ => None,
    };
    let size = match moved.filter(|_| is_plain) {
        Some(tile) => size * f64::from(module.element_bytes(module.ty(tile))) / memory().access_bytes.value as f64,
        None => size,
    };
    // Each thread does something for a tile, however small it is.
    let mut size = if is_plain {
        size.max((figures.warps * WARP_THREADS) as f64)
    } else {
        size
    };
    let scalar = |values: &[Value]| module.element_scalar(module.ty(*values.first()?));
    let bits = |values: &[Value]| Some(scalar(values)?.bits);
    let per_element = match kind {
        arith::EXP | arith::EXP2 => {
            // Absent: special functions have all.
            let parts = module.int_attr(op, BY_POLYNOMIAL).unwrap_or(0);
            let moved = size * parts as f64 / policy().power_parts.value.max(1) as f64;
            let is_packed = !found.issued.is_empty();
            all.issue += moved * powers::instructions(model, is_packed) * issued;
            size -= moved;
            all.special = size * per_cycle(model.special_per_cycle.value);
            match module.has_attr(op, "ftz") {
                true => &model.exponential_flushed,
                false => &model.exponential,
            }
        }
        _ if is_function(def.short_name()) => {
            all.special = size * per_cycle(model.special_per_cycle.value);
            &model.function
        }
        // Bytes of a word become floats two at a time.
        arith::ITOF if bits(module.operands(op)) == Some(8) => &model.conversion,
        arith::FTOF if scalar(module.operands(op)).is_some_and(|from| from.name == "f8E4M3FN") => {
            // As f16 at first, and then each by itself.
            if scalar(module.results(op)).is_some_and(|to| to.name != "f16") {
                all.issue += size * model.usual.value * issued;
            }
            &model.conversion
        }
        arith::FTOI | arith::ITOF => &model.conversion_composed,
        arith::FTOF => match (bits(module.operands(op)), bits(module.results(op))) {
            (Some(32), Some(16)) => &model.narrowed,
            (Some(..=8), _) | (_, Some(..=8)) => &model.conversion_composed,
            // Absent: what is seldom is dear.
            _ => &model.conversion,
        },
        arith::EXTI | arith::TRUNCI | nv_tileas::PACK | nv_tileas::UNPACK => &model.conversion,
        nv_tileas::REDUCE => {
            let rows = largest(module.results(op)).max(1.0);
            let steps = match is_plain {
                true => {
                    let of_thread = across(rows, figures).0;
                    rows.max((figures.warps * WARP_THREADS) as f64) * of_thread
                }
                // Parts of rows, each in a thread, need no other threads.
                false if found.products.iter().all(|product| rows > product.mnk[0] as f64) => 0.0,
                false => rows * model.row_lanes.value * model.row_steps.value,
            };
            all.shuffle = steps * per_cycle(model.shuffles_per_cycle.value);
            all.issue = 2.0 * steps * issued;
            &model.usual
        }
        // Absent: an elementwise op, or an access.
        _ => &model.usual,
    };
    all.issue += size * per_element.value * issued;
    // Loads of threads come from L2 on the path that fills rings. Where nothing is multiplied, memory's own rate is less.
    if matches!(kind, nv_tileas::LOAD | nv_tileas::TILED_LOAD) && !is_plain {
        all.fill = bytes_of(module, module.result(op, 0)) / figures.target.fill_bytes_per_cycle.value.max(1) as f64;
    }
    let slowest = all.of_units().into_iter().fold(0.0, f64::max);
    let atom = match kind {
        nv_tileas::LOAD | nv_tileas::TILED_LOAD | nv_tileas::ATOMIC_RMW | nv_tileas::ATOMIC_CAS => "ld_global",
        nv_tileas::STORE | nv_tileas::TILED_STORE => "st_global",
        _ if all.special > 0.0 => "xu",
        // Beside products that are issued, `pair-arithmetic` has two in an instruction.
        arith::ADDF | arith::SUBF | arith::MULF | arith::FMA
            if !found.issued.is_empty() && bits(module.results(op)) == Some(32) =>
        {
            "fma2"
        }
        // Absent: all else goes through the arithmetic units.
        _ => "alu",
    };
    let is_issued = |value: Value| found.issued.iter().any(|own| own.value == value);
    let reads = taken(module, op).iter().any(|&value| is_issued(value));
    let writes = found.written.iter().any(|tile| tile.at == op && tile.over.is_some());
    all.instruction = figures.latency(atom);
    for &(holds, atom) in &[(reads, "tc5_ld"), (writes, "tc5_st")] {
        if holds {
            all.instruction = all.instruction.max(figures.latency(atom));
        }
    }
    all.latency = slowest + all.instruction;
    if is_plain && kind == nv_tileas::REDUCE {
        all.latency += across(largest(module.results(op)).max(1.0), figures).1;
    }
    if matches!(
        kind,
        nv_tileas::LOAD | nv_tileas::TILED_LOAD | nv_tileas::ATOMIC_RMW | nv_tileas::ATOMIC_CAS
    ) {
        all.latency += figures.load_latency(atom);
    }
    Some(all)
}

/// The shuffles of a thread by which so many rows are reduced that all threads share, and the cycles until they are done one after the
/// other; where a row is in several warps, these meet twice.
fn across(rows: f64, figures: Figures<'_>) -> (f64, f64) {
    let of_row = (figures.warps * WARP_THREADS) as f64 / rows;
    let shuffles = of_row.clamp(1.0, WARP_THREADS as f64).log2().ceil();
    // Absent: no figure is known.
    let barrier = figures
        .target
        .block_barrier_cycles
        .as_ref()
        .map_or(0, |cycles| cycles.value) as f64;
    let meets = if of_row > WARP_THREADS as f64 {
        2.0 * barrier
    } else {
        0.0
    };
    (shuffles, shuffles * figures.latency("alu") + meets)
}

/// Whether an elementwise op is a function that special hardware begins.
fn is_function(name: &str) -> bool {
    const FUNCTIONS: [&str; 12] = [
        "log", "log2", "sin", "cos", "tan", "tanh", "sinh", "cosh", "sqrt", "rsqrt", "divf", "pow",
    ];
    FUNCTIONS.contains(&name)
}
