//! Reservation tables of single agents.
//!
//! Agents of a loop do not wait for each other's cycles, only for the ring. So besides the schedule of the whole loop, in
//! which they share what an SM has once, each agent has a schedule and a table of its own, whose order its instructions
//! take. Agents scheduled so are *heavy*; the *light* variant leaves every agent in the order of the program. Which
//! one is taken follows from how large the tables would be (docs/sources/cost-model.md#levels, `--rrt-size-threshold`).

use super::loop_graph::LoopOps;
use crate::Context;
use tilewright_modsched::graph::{LoopGraph, OpId};
use tilewright_modsched::options::Options;
use tilewright_modsched::schedule::Schedule;

/// Whether agents are scheduled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Each agent in a table of its own; else in the order of the program.
    pub heavy: bool,
    /// Entries of all agents' tables, estimated: for each, cycles between iterations times resources.
    pub entries: u64,
    /// The most that are allowed; 0: none are.
    pub threshold: u32,
}

impl Variant {
    /// The variant of a loop under a threshold.
    pub fn of(ops: &LoopOps, threshold: u32) -> Self {
        let entries = (0..ops.agents.len()).map(|agent| entries(ops, agent)).sum();
        Self {
            heavy: threshold > 0 && entries <= u64::from(threshold),
            entries,
            threshold,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        if self.heavy { "heavy" } else { "light" }
    }
}

/// The schedule of an agent.
#[derive(Clone, Debug)]
pub struct AgentTable {
    /// Its ops, in the order in which it issues them.
    pub ops: Vec<OpId>,
    /// These ops as they are written, each with its stage, where that is not as they were scheduled.
    pub written: Vec<(OpId, i64)>,
    /// The schedule of its ops, by their place among all of the agent's in the loop graph; none if it is not scheduled.
    pub schedule: Option<(Vec<OpId>, Schedule)>,
}

impl AgentTable {
    /// Its ops in the order in which they run, with their stages.
    pub fn placed(&self) -> Vec<(OpId, Option<i64>)> {
        match self.written.is_empty() {
            true => self.ops.iter().map(|&op| (op, self.stage(op))).collect(),
            false => self.written.iter().map(|&(op, stage)| (op, Some(stage))).collect(),
        }
    }

    /// The stage of one of its ops in its schedule.
    fn stage(&self, op: OpId) -> Option<i64> {
        let (own, schedule) = self.schedule.as_ref()?;
        Some(schedule.stage(own.iter().position(|&other| other == op)?))
    }
}

fn own(ops: &LoopOps, agent: usize) -> Vec<OpId> {
    (0..ops.graph.ops.len())
        .filter(|&op| ops.agent_of[op] == agent)
        .collect()
}

/// Rows are the cycles that the most used resource is held, columns the resources that are used at all.
fn entries(ops: &LoopOps, agent: usize) -> u64 {
    let mut held = vec![0u64; ops.graph.resources.len()];
    for op in own(ops, agent) {
        for used in ops.graph.ops[op].footprint.iter().flatten() {
            held[used.res] += u64::from(used.count);
        }
    }
    let capacities = ops.graph.resources.iter().map(|r| u64::from(r.capacity.max(1)));
    let rows = held
        .iter()
        .zip(capacities)
        .map(|(held, capacity)| held.div_ceil(capacity));
    // Absent: a machine without resources.
    rows.max().unwrap_or(0) * held.iter().filter(|&&held| held > 0).count() as u64
}

/// The order of each agent's ops: by its own table, or that of the program. Steps that the searches take are taken off.
pub fn tables(ops: &LoopOps, variant: Variant, context: &Context<'_>, steps: &mut u64) -> Vec<AgentTable> {
    let options = Options {
        generator: context.scheduler,
        cost_model: context.cost_model(),
        suggest_changes: false,
        core_conflicts: 0,
        ..Options::default()
    };
    let table = |agent| {
        let own = own(ops, agent);
        let schedule = if variant.heavy {
            alone(ops, &own, context, &options, steps)
        } else {
            None
        };
        let order = match &schedule {
            Some(schedule) => {
                let mut order = own.clone();
                let start = |op: &OpId| {
                    own.iter()
                        .position(|other| other == op)
                        .map(|place| schedule.start[place])
                };
                order.sort_unstable_by_key(|op| (start(op), *op));
                order
            }
            None => own.clone(),
        };
        AgentTable {
            ops: order,
            written: Vec::new(),
            schedule: schedule.map(|schedule| (own, schedule)),
        }
    };
    (0..ops.agents.len()).map(table).collect()
}

/// The schedule of an agent without the others.
fn alone(ops: &LoopOps, own: &[OpId], context: &Context<'_>, options: &Options, steps: &mut u64) -> Option<Schedule> {
    let place = |op: OpId| own.iter().position(|&other| other == op);
    let edges = ops.graph.edges.iter().filter_map(|edge| {
        let (src, dst) = (place(edge.src)?, place(edge.dst)?);
        Some(tilewright_modsched::graph::Edge { src, dst, ..*edge })
    });
    let graph = LoopGraph {
        ops: own.iter().map(|&op| ops.graph.ops[op].clone()).collect(),
        edges: edges.collect(),
        ..ops.graph.clone()
    };
    let options = Options {
        steps: *steps,
        ..options.clone()
    };
    let report = context.scheduled(&graph, &options);
    *steps -= report.steps;
    // Absent: an agent without a schedule has no table.
    report.outcome.ok()
}
