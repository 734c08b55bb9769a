//! The loop graph: everything the scheduler knows about a loop body. It knows no IR; whoever has one builds this.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Largest number of operations accepted, so that sums of latencies stay far inside 64 bits.
pub const MAX_OPS: usize = 1_000_000;
/// Largest latency, distance, capacity or amount accepted.
pub const MAX_NUMBER: i64 = i32::MAX as i64;
/// Longest footprint accepted, in cycles.
pub const MAX_FOOTPRINT: usize = 1 << 16;

/// Index of an operation in [`LoopGraph::ops`]; also its id in every file.
pub type OpId = usize;
/// Index of a resource in [`LoopGraph::resources`].
pub type ResId = usize;

/// A loop body to be software-pipelined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopGraph {
    /// A name for messages.
    pub name: String,
    /// Slots (capacity 1) and pools (capacity above 1) of the machine.
    pub resources: Vec<Resource>,
    /// The operations, in program order.
    pub ops: Vec<Op>,
    /// The dependences.
    pub edges: Vec<Edge>,
    /// Caps that hold for the loop as a whole.
    pub limits: Limits,
}

/// Something operations hold for whole cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Resource {
    /// A name for messages.
    #[serde(default)]
    pub name: String,
    /// The amount that one modulo row offers. Capacity 1 makes it a slot (one bit of a reservation row), more a pool.
    pub capacity: u32,
}

/// An amount of one resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Use {
    /// The resource.
    pub res: ResId,
    /// The amount, at least 1.
    #[serde(default = "one")]
    pub count: u32,
}

/// One operation of the loop body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Op {
    /// A name for messages.
    pub name: String,
    /// The kind of operation, such as the name of an op in an IR; may be empty.
    pub kind: String,
    /// Cycles from issue to the result; counts for the stage count and lifetimes. Edges carry their own latency.
    pub latency: u32,
    /// Row `k` lists what is held in cycle `start + k`.
    pub footprint: Vec<Vec<Use>>,
    /// Scheduling attributes.
    pub constraints: Constraints,
    /// The operation whose region contains this one, if any.
    pub parent: Option<OpId>,
    /// Class for the four-stage scheduler.
    pub class: Option<Class>,
    /// Whether this is an asynchronous pipeline, TMA or tensor-core op, where whoever built the graph says so.
    pub asynchronous: Option<bool>,
}

/// The constraint attributes an operation may carry: those that steer a scheduler. Others of the described nine change the program before
/// there is a graph (`docs/departures.md`), so that a graph with one of them is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Constraints {
    /// Scheduling group; an op without one is its own group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gid: Option<u32>,
    /// Leader group: ops of one leader must share their depth (`start / II`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader_gid: Option<u32>,
    /// Number of stages the op may choose from: `start / II < max_depth`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// Forbids overlapping iterations of the loop.
    #[serde(default, skip_serializing_if = "is_false")]
    pub force_serial_execution: bool,
}

tilewright_vocabulary::vocabulary! {
    /// Classes of the four-stage scheduler (docs/sources/four-stage.md#classes).
    #[cfg_attr(feature = "typescript", ts(rename = "OpClass"))]
    pub enum Class {
        /// From global memory into registers.
        GlobalLoad = "global_load",
        /// From registers into shared memory.
        LocalStore = "local_store",
        /// From shared memory into registers.
        LocalLoad = "local_load",
        /// MMA, vector arithmetic, shuffles.
        Compute = "compute",
        /// Takes no part.
        Noop = "noop",
        /// From global straight into shared memory: the combined global-to-shared form.
        GlobalToShared = "global_to_shared",
    }
}

/// A dependence: `start[dst] + distance * II >= start[src] + latency`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Producer.
    pub src: OpId,
    /// Consumer.
    pub dst: OpId,
    /// Cycles between the two issues; may be negative.
    pub latency: i64,
    /// Iterations between the two.
    pub distance: u32,
    /// Index into [`Limits::ceilings`] of the ceiling this dependence must respect; the first one if not given.
    pub ceiling: Option<usize>,
}

/// Caps on the whole loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Number of stages every op may choose from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// Forbids overlapping iterations.
    #[serde(default, skip_serializing_if = "is_false")]
    pub force_serial: bool,
    /// Ceilings on accumulated latency (docs/sources/cost-model.md#ceilings: 5000 cycles of far memory, 7000 across
    /// clusters).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ceilings: Vec<Ceiling>,
}

/// An upper limit for the latency accumulated before a dependence closes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ceiling {
    /// A name for messages.
    pub name: String,
    /// The limit, in cycles.
    pub cycles: i64,
}

/// Why a graph is not one: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphError {
    /// One sentence.
    pub message: String,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for GraphError {}

fn one() -> u32 {
    1
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn wrong<T>(message: String) -> Result<T, GraphError> {
    Err(GraphError { message })
}

impl LoopGraph {
    /// Checks what every algorithm here relies on: indices in range, numbers of sane size, nesting without circles.
    pub fn validate(&self) -> Result<(), GraphError> {
        if self.ops.len() > MAX_OPS {
            return wrong(format!(
                "the loop has {} operations; at most {MAX_OPS} are accepted",
                self.ops.len()
            ));
        }
        for (r, res) in self.resources.iter().enumerate() {
            if i64::from(res.capacity) > MAX_NUMBER {
                return wrong(format!(
                    "resource {r} ({}) has capacity {}; at most {MAX_NUMBER}",
                    res.name, res.capacity
                ));
            }
        }
        for (id, op) in self.ops.iter().enumerate() {
            self.validate_op(id, op)?;
        }
        for (at, e) in self.edges.iter().enumerate() {
            if e.src >= self.ops.len() || e.dst >= self.ops.len() {
                let n = self.ops.len();
                return wrong(format!(
                    "edge {at} goes from op {} to op {}, but the ops are 0..{n}",
                    e.src, e.dst
                ));
            }
            if e.latency.abs() > MAX_NUMBER || i64::from(e.distance) > MAX_NUMBER {
                return wrong(format!(
                    "edge {at} has latency {} and distance {}; too large",
                    e.latency, e.distance
                ));
            }
            if e.ceiling.is_some_and(|c| c >= self.limits.ceilings.len()) {
                return wrong(format!("edge {at} names a ceiling the limits do not list"));
            }
        }
        self.validate_nesting()
    }

    fn validate_op(&self, id: OpId, op: &Op) -> Result<(), GraphError> {
        if i64::from(op.latency) > MAX_NUMBER {
            return wrong(format!(
                "op {id} ({}) has latency {}; at most {MAX_NUMBER}",
                op.name, op.latency
            ));
        }
        if op.footprint.len() > MAX_FOOTPRINT {
            let long = op.footprint.len();
            return wrong(format!(
                "op {id} ({}) has a footprint of {long} rows; at most {MAX_FOOTPRINT}",
                op.name
            ));
        }
        for (k, row) in op.footprint.iter().enumerate() {
            for u in row {
                if u.res >= self.resources.len() {
                    let n = self.resources.len();
                    let (name, res) = (&op.name, u.res);
                    return wrong(format!(
                        "op {id} ({name}) row {k} names resource {res}; resources are 0..{n}"
                    ));
                }
                if i64::from(u.count) > MAX_NUMBER {
                    return wrong(format!(
                        "op {id} ({}) row {k} asks {} units; too many",
                        op.name, u.count
                    ));
                }
            }
        }
        Ok(())
    }

    fn validate_nesting(&self) -> Result<(), GraphError> {
        // 0 unseen, 1 on the chain being walked, 2 known to end at the top.
        let mut state = vec![0u8; self.ops.len()];
        for first in 0..self.ops.len() {
            let mut chain = Vec::new();
            let mut at = Some(first);
            while let Some(id) = at {
                match state.get(id) {
                    None => return wrong(format!("op {first} is nested in op {id}, which does not exist")),
                    Some(2) => break,
                    Some(1) => return wrong(format!("op {id} ({}) is nested in itself", self.ops[id].name)),
                    Some(_) => {
                        state[id] = 1;
                        chain.push(id);
                        at = self.ops[id].parent;
                    }
                }
            }
            for id in chain {
                state[id] = 2;
            }
        }
        Ok(())
    }

    /// The number of stages op `id` may choose from, if capped at all.
    pub fn max_depth(&self, id: OpId) -> Option<u32> {
        match (self.limits.max_depth, self.ops[id].constraints.max_depth) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Whether iterations must not overlap.
    pub fn is_force_serial(&self) -> bool {
        self.limits.force_serial || self.ops.iter().any(|o| o.constraints.force_serial_execution)
    }

    /// Whether legality looks at absolute stages (depth caps, shared leaders), which breaks the symmetry of rotating
    /// the reservation table and of delaying components by whole stages.
    pub fn has_depth_constraints(&self) -> bool {
        (0..self.ops.len()).any(|id| self.max_depth(id).is_some()) || !self.leader_groups().is_empty()
    }

    /// Ops that must share their depth, by leader; only groups of two and more.
    pub fn leader_groups(&self) -> Vec<Vec<OpId>> {
        let mut by_leader = tilewright_sorted::SortedMap::<u32, Vec<OpId>>::new();
        for (id, op) in self.ops.iter().enumerate() {
            if let Some(leader) = op.constraints.leader_gid {
                by_leader.entry(leader).or_default().push(id);
            }
        }
        by_leader.into_values().filter(|g| g.len() > 1).collect()
    }

    /// Whether `a` lies in a region of `b`, at any depth.
    pub fn is_proper_ancestor(&self, b: OpId, a: OpId) -> bool {
        let mut at = self.ops[a].parent;
        while let Some(id) = at {
            if id == b {
                return true;
            }
            at = self.ops[id].parent;
        }
        false
    }

    /// A short label for messages: `3 (load)`.
    pub fn label(&self, id: OpId) -> String {
        match self.ops.get(id) {
            Some(op) if !op.name.is_empty() => format!("{id} ({})", op.name),
            _ => id.to_string(),
        }
    }
}

impl Op {
    /// Cycles the footprint lasts.
    pub fn duration(&self) -> usize {
        self.footprint.len()
    }

    /// Whether this is an asynchronous pipeline, TMA or tensor-core op; of an op that does not say, by its kind, or by its
    /// name if it states no kind. The third serial trigger of the documented generator asks.
    pub fn is_asynchronous(&self) -> bool {
        let named = || {
            ["async", "tma", "mma", "tcgen05", "cp.bulk"]
                .iter()
                .any(|w| self.what().contains(w))
        };
        self.asynchronous.unwrap_or_else(named)
    }

    /// The kind, or the name of an op that states none.
    pub fn what(&self) -> &str {
        if self.kind.is_empty() { &self.name } else { &self.kind }
    }
}
