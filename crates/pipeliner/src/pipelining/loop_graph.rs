//! The loop graph of a pipelined product: what the scheduler places.
//!
//! Ops hold what `machine::atoms` says, once for each atom, one atom after the other: a load has as many atoms as boxes, a
//! product as many as instructions of the tensor cores. Resources of the whole SM are in the table once; each agent has
//! issue slots of its own, named after it.

use super::model::{SMEM_BYTES, TMEM_COLUMNS, ceilings, fill, resource};
use super::plan::Agents;
use super::{CopyForm, ProductLoop, constraints};
use tilewright_ir::{Module, Op};
use tilewright_machine::{Atoms, Scope};
use tilewright_modsched::graph::{Class, Edge, Limits, LoopGraph, Op as Node, OpId, Use};
use tilewright_units::tensor_memory::columns;
use tilewright_units::{Role, WARPS};

/// A loop graph, and what its ops stand for.
#[derive(Clone, Debug)]
pub struct LoopOps {
    /// The graph.
    pub graph: LoopGraph,
    /// The agents by name.
    pub agents: Vec<String>,
    /// The role of each of them; none in unspecialised code.
    pub roles: Vec<Option<Role>>,
    /// The agent of each op of the graph.
    pub agent_of: Vec<usize>,
    /// The source line of each op of the graph, from 1; 0 where there is none.
    pub lines: Vec<u32>,
    /// The IR op behind each op of the graph, where there is one.
    pub ir: Vec<Option<Op>>,
    /// The product of the first consumer, and the release of its stage.
    pub product: OpId,
    /// See [`Self::product`].
    pub release: OpId,
}

struct Builder<'a> {
    atoms: &'a Atoms,
    module: &'a Module,
    made: LoopOps,
    at: Op,
}

impl Builder<'_> {
    fn agent(&mut self, name: String, role: Option<Role>) -> usize {
        self.made.agents.push(name);
        self.made.roles.push(role);
        self.made.agents.len() - 1
    }

    /// The resource of a name as an agent sees it.
    fn resource(&mut self, name: &str, scope: Scope, capacity: u32, agent: usize) -> usize {
        let name = match scope {
            Scope::Sm => name.to_string(),
            Scope::Agent => format!("{}.{name}", self.made.agents[agent]),
        };
        resource(&mut self.made.graph, name, capacity)
    }

    /// Adds an op of so many atoms of a kind.
    fn op(&mut self, agent: usize, name: &str, kind: &str, atoms: i64, class: Class) -> OpId {
        let mut held: Vec<(usize, u32, u32, u32)> = Vec::new();
        let mut latency = 0;
        if let Some(atom) = self.atoms.atom(kind) {
            for (slot, first, cycles) in &atom.slots {
                let scope = self.atoms.slots.iter().find(|s| s.name == *slot).map(|s| s.scope);
                let id = self.resource(slot, scope.unwrap_or(Scope::Sm), 1, agent);
                held.push((id, *first, *cycles, 1));
            }
            for (pool, first, cycles, amount) in &atom.pools {
                let known = self.atoms.pools.iter().find(|p| p.name == *pool);
                let (scope, capacity) = known.map_or((Scope::Sm, *amount), |p| (p.scope, p.capacity));
                // A slot and a pool may share a name.
                let id = self.resource(&format!("{pool} (pool)"), scope, capacity, agent);
                held.push((id, *first, *cycles, *amount));
            }
            latency = atom.latency;
        }
        // Absent: an op that holds nothing.
        let period = held.iter().map(|h| h.1 + h.2).max().unwrap_or(0);
        let atoms = atoms.max(1) as u32;
        let rows = (period * atoms) as usize;
        let mut footprint = vec![Vec::new(); rows];
        for atom in 0..atoms {
            for &(res, first, cycles, count) in &held {
                let start = (atom * period + first) as usize;
                for row in &mut footprint[start..start + cycles as usize] {
                    row.push(Use { res, count });
                }
            }
        }
        self.made.graph.ops.push(Node {
            name: format!("{} {name}", self.made.agents[agent]),
            kind: kind.to_string(),
            latency: latency + period * (atoms - 1),
            footprint,
            class: Some(class),
            // Tiles that come while threads go on, and what tensor cores multiply.
            asynchronous: Some(matches!(class, Class::GlobalToShared | Class::Compute)),
            ..Node::default()
        });
        self.made.agent_of.push(agent);
        self.made.ir.push(None);
        let line = self.module.loc_data(self.module.loc(self.at)).line;
        self.made.lines.push(line);
        self.made.graph.ops.len() - 1
    }

    /// An op holds so much of a pool as long as it is under way, where the model has that pool: a load the bytes of its tile, a product
    /// the columns of its accumulators.
    fn hold(&mut self, op: OpId, name: &str, amount: i64) {
        // Absent: a model that does not count these.
        let Some(pool) = self.atoms.pools.iter().find(|pool| pool.name == name) else {
            return;
        };
        let (scope, capacity) = (pool.scope, pool.capacity);
        let res = self.resource(&format!("{name} (pool)"), scope, capacity, self.made.agent_of[op]);
        fill(&mut self.made.graph.ops[op].footprint, res, amount);
    }

    /// An op that stands for one of the IR.
    fn op_of(&mut self, ir: Op, agent: usize, name: &str, kind: &str, atoms: i64, class: Class) -> OpId {
        let outer = std::mem::replace(&mut self.at, ir);
        let id = self.op(agent, name, kind, atoms, class);
        self.at = outer;
        self.made.ir[id] = Some(ir);
        self.made.graph.ops[id].constraints = constraints::of(self.module, ir, None);
        id
    }

    /// `dst` starts when `src` has its result, `distance` iterations later.
    fn after(&mut self, src: OpId, dst: OpId, distance: u32) {
        let latency = i64::from(self.made.graph.ops[src].latency);
        self.edge(src, dst, latency, distance);
    }

    fn edge(&mut self, src: OpId, dst: OpId, latency: i64, distance: u32) {
        self.made.graph.edges.push(Edge {
            src,
            dst,
            latency,
            distance,
            ceiling: None,
        });
    }
}

impl<'a> Builder<'a> {
    fn new(atoms: &'a Atoms, module: &'a Module, at: Op) -> Self {
        Self {
            atoms,
            module,
            made: LoopOps {
                graph: LoopGraph {
                    name: "loop".to_string(),
                    limits: Limits {
                        ceilings: ceilings(atoms),
                        ..Limits::default()
                    },
                    ..LoopGraph::default()
                },
                agents: Vec::new(),
                roles: Vec::new(),
                agent_of: Vec::new(),
                lines: Vec::new(),
                ir: Vec::new(),
                product: 0,
                release: 0,
            },
            at,
        }
    }
}

/// Steps of K in which a warp multiplies a tile.
fn warp_steps(product_loop: &ProductLoop) -> i64 {
    product_loop.mnk[2] / WARPS.unit.figures().k(product_loop.element_bytes())
}

/// The graph of a loop in which all threads copy ahead, as one warp sees it. An atom stands for all that a warp does of one
/// kind: copying one operand, or reading or multiplying for one step of K (or, where K has more than 64 elements, for a quarter
/// of it).
///
/// The copies are those of the iteration that runs `stages` - 1 later: a wait needs them after that distance. The barrier
/// needs what the iteration before has read, since its place is filled next.
pub fn thread_graph(
    module: &Module,
    product_loop: &ProductLoop,
    form: CopyForm,
    stages: i64,
    atoms: &Atoms,
) -> LoopOps {
    if form == CopyForm::FourStage {
        return four_stage_graph(module, product_loop, atoms);
    }
    let copied = match form {
        CopyForm::Bulk => "tma_load",
        // Absent: threads copy by `cp.async` in every other form.
        _ => "cp_async",
    };
    let mut b = Builder::new(atoms, module, product_loop.for_op);
    let ahead = (stages - 1).max(1) as u32;
    let multiply = &*WARPS.unit.figures().atom;
    let warp = b.agent("warp".to_string(), None);
    let wait = b.op(warp, "wait", "bar_wait", 1, Class::Noop);
    let barrier = b.op(warp, "barrier", "bar", 1, Class::Noop);
    b.after(wait, barrier, 0);
    let advance = b.op(warp, "advance", "addr", 1, Class::Noop);
    b.after(advance, advance, 1);
    let commit = b.op(warp, "commit", "commit", 1, Class::Noop);
    for (name, operand) in ["copy lhs", "copy rhs"].into_iter().zip(&product_loop.operands) {
        let copy = b.op_of(operand.load, warp, name, copied, 1, Class::GlobalToShared);
        b.after(barrier, copy, 0);
        b.after(advance, copy, 0);
        b.edge(copy, commit, 1, 0);
        b.after(copy, wait, ahead);
    }
    let mut before = None;
    // Alike ops, and rows of a table that differ in nothing, make a search long and tell nothing: from four steps on there are
    // two halves, of two atoms each.
    let steps = warp_steps(product_loop).max(1);
    let each = (steps / 2).max(1);
    let atoms_each = each.min(2);
    for step in (0..steps).step_by(each as usize) {
        let reads = ["lhs", "rhs"].map(|side| {
            let name = format!("read {side} k{step}");
            b.op(warp, &name, "smem_rd_s", atoms_each, Class::LocalLoad)
        });
        let name = format!("dot k{step}");
        let product = match step {
            0 => b.op_of(product_loop.dot, warp, &name, multiply, atoms_each, Class::Compute),
            _ => b.op(warp, &name, multiply, atoms_each, Class::Compute),
        };
        for read in reads {
            b.after(barrier, read, 0);
            b.after(read, product, 0);
            b.after(read, barrier, 1);
        }
        match before {
            Some(before) => b.after(before, product, 0),
            None => b.made.product = product,
        }
        before = Some(product);
    }
    b.made.release = b.made.product;
    if let Some(last) = before {
        b.after(last, b.made.product, 1);
    }
    b.made
}

/// The graph of the four-stage loop (docs/sources/four-stage.md): its scheduler finds the stages. Time counts in stages
/// there, and nothing is held, so ops take none; they are in the order of the classes.
fn four_stage_graph(module: &Module, product_loop: &ProductLoop, atoms: &Atoms) -> LoopOps {
    const SIDES: [&str; 2] = ["lhs", "rhs"];
    let mut b = Builder::new(atoms, module, product_loop.for_op);
    let warp = b.agent("warp".to_string(), None);
    let advance = b.op(warp, "advance", "addr", 1, Class::Noop);
    b.edge(advance, advance, 0, 1);
    let loads = [0, 1].map(|number| {
        let (name, load) = (format!("load {}", SIDES[number]), product_loop.operands[number].load);
        let load = b.op_of(load, warp, &name, "ld_global", 1, Class::GlobalLoad);
        b.edge(advance, load, 0, 0);
        load
    });
    let writes = [0, 1].map(|number| {
        let name = format!("write {}", SIDES[number]);
        let write = b.op(warp, &name, "smem_wr", 1, Class::LocalStore);
        b.edge(loads[number], write, 0, 0);
        write
    });
    let barrier = b.op(warp, "barrier", "bar", 1, Class::Noop);
    for write in writes {
        b.edge(write, barrier, 0, 0);
    }
    let steps = warp_steps(product_loop);
    let multiply = &*WARPS.unit.figures().atom;
    let mut reads = Vec::new();
    for step in 0..steps {
        for (side, &write) in SIDES.iter().zip(&writes) {
            let read = b.op(warp, &format!("read {side} k{step}"), "smem_rd_s", 1, Class::LocalLoad);
            b.edge(barrier, read, 0, 0);
            // Two buffers take turns.
            b.edge(read, write, 0, 2);
            reads.push(read);
        }
    }
    let mut before = None;
    for (step, reads) in reads.chunks(SIDES.len()).enumerate() {
        let name = format!("dot k{step}");
        let product = match before {
            None => b.op_of(product_loop.dot, warp, &name, multiply, 1, Class::Compute),
            Some(_) => b.op(warp, &name, multiply, 1, Class::Compute),
        };
        for &read in reads {
            b.edge(read, product, 0, 0);
        }
        match before {
            Some(before) => b.edge(before, product, 0, 0),
            None => b.made.product = product,
        }
        before = Some(product);
    }
    b.made.release = b.made.product;
    if let Some(last) = before {
        b.edge(last, b.made.product, 0, 1);
    }
    for op in &mut b.made.graph.ops {
        (op.latency, op.footprint) = (0, Vec::new());
    }
    b.made.graph.resources.clear();
    b.made
}

/// The graph of a loop whose ring has so many stages.
pub fn loop_graph(module: &Module, product_loop: &ProductLoop, agents: &Agents, stages: i64, atoms: &Atoms) -> LoopOps {
    let mut b = Builder::new(atoms, module, product_loop.for_op);
    let stages = stages.max(1) as u32;
    let producer = b.agent(Role::Producer.name().to_string(), Some(Role::Producer));
    let acquire = b.op(producer, "acquire", "bar_wait", 1, Class::Noop);
    let loads: Vec<OpId> = ["load lhs", "load rhs"]
        .into_iter()
        .zip(&product_loop.operands)
        .map(|(name, f)| b.op_of(f.load, producer, name, "tma_load", f.tma.count, Class::GlobalToShared))
        .collect();
    let [m, n, k] = product_loop.mnk;
    for (&load, rows) in loads.iter().zip([m, n]) {
        b.hold(load, SMEM_BYTES, rows * k * product_loop.element_bytes());
    }
    let commit = b.op(producer, "commit", "bar", 1, Class::Noop);
    let advance = b.op(producer, "advance", "addr", 1, Class::Noop);
    for &load in &loads {
        b.after(acquire, load, 0);
        // The commit tells how many bytes will come; it does not wait for them.
        b.edge(load, commit, 1, 0);
    }
    b.edge(commit, advance, 0, 0);
    b.after(advance, advance, 1);
    b.after(advance, acquire, 1);

    // Of consumers that take turns, one works on an iteration.
    let sharing = agents.consumers.sharing();
    let figures = agents.unit.figures();
    // One thread issues all products whose accumulators are in tensor memory.
    let (role, sharing) = match agents.unit.has_tensor_memory() {
        true => (Role::Issuer, 1),
        false => (Role::Consumer, sharing),
    };
    let rows = m / sharing;
    let instructions = rows / figures.rows_at_once(rows) * (k / figures.k(product_loop.element_bytes()));
    for group in 0..sharing {
        let name = if sharing == 1 {
            role.name().to_string()
        } else {
            format!("{}{group}", role.name())
        };
        let consumer = b.agent(name, Some(role));
        let wait = b.op(consumer, "wait", "bar_wait", 1, Class::Noop);
        let fence = b.op(consumer, "fence", "fence", 1, Class::Noop);
        let product = b.op_of(
            product_loop.dot,
            consumer,
            "dot",
            &figures.atom,
            instructions,
            Class::Compute,
        );
        if role == Role::Issuer {
            b.hold(product, TMEM_COLUMNS, columns([m, n]));
        }
        let commit = b.op(consumer, "commit", "commit", 1, Class::Noop);
        let release = b.op(consumer, "release", "bar", 1, Class::Noop);
        let advance = b.op(consumer, "advance", "addr", 1, Class::Noop);
        for &load in &loads {
            b.after(load, wait, 0);
        }
        b.after(wait, fence, 0);
        b.after(fence, product, 0);
        // Products are issued one after the other; the commit follows the last.
        b.edge(product, commit, 1, 0);
        b.after(product, release, 0);
        // The accumulator: the next product of this agent adds to what this one left.
        b.after(product, product, 1);
        // A stage is filled again when it has been released, once round the ring.
        b.after(release, acquire, stages);
        b.edge(commit, advance, 0, 0);
        b.after(advance, advance, 1);
        b.after(advance, wait, 1);
        if group == 0 {
            (b.made.product, b.made.release) = (product, release);
        }
    }
    b.made
}
