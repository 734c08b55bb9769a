//! Second objectives at a given II: recurrence span, then buffer and register lifetime. Stages come first, so no move
//! adds one.

use crate::depths::lifetime;
use crate::graph::OpId;
use crate::prepared::Prepared;
use crate::report::Objectives;
use crate::rrt::Table;
use crate::schedule::Schedule;
use crate::slots::{MAX_COMPONENT, closures};

/// Sweeps over all ops.
const PASSES: usize = 3;
/// Largest loop that is polished.
const MAX_OPS: usize = 2000;

/// Moves single ops to other legal seats as long as span and lifetime shrink, in this order of importance.
pub fn polish(loop_: &Prepared, schedule: &mut Schedule) {
    let n = loop_.graph.ops.len();
    if n > MAX_OPS || loop_.graph.has_depth_constraints() || loop_.graph.is_force_serial() {
        return;
    }
    let mut table = Table::new(loop_.graph, &loop_.shapes, schedule.ii);
    for op in 0..n {
        table.commit(loop_.shapes.of[op], table.row(schedule.start[op]));
    }
    let horizon = schedule.stages_by_start() * i64::from(schedule.ii) - 1;
    for _ in 0..PASSES {
        let mut moved = false;
        // Consumers first: a producer can only come closer once its consumers have settled.
        for op in (0..n).rev() {
            moved |= improve(loop_, &mut table, &mut schedule.start, op, horizon);
        }
        if !moved {
            break;
        }
    }
}

fn improve(loop_: &Prepared, table: &mut Table, start: &mut [i64], op: OpId, horizon: i64) -> bool {
    let ii = table.ii();
    let (mut lo, mut hi) = (0, horizon);
    for &e in loop_.ins(op) {
        let src = loop_.graph.edges[e].src;
        if src != op {
            lo = lo.max(start[src] + loop_.weight(e, ii));
        }
    }
    for &e in loop_.outs(op) {
        let dst = loop_.graph.edges[e].dst;
        if dst != op {
            hi = hi.min(start[dst] - loop_.weight(e, ii));
        }
    }
    let (here, shape) = (start[op], loop_.shapes.of[op]);
    let mut best = (local_cost(loop_, ii, start, op), 0, here);
    table.release(shape, table.row(here));
    // Beyond one turn of the table on either side the rows repeat.
    let period = i64::from(ii);
    for t in lo.max(here - period)..=hi.min(here + period) {
        if t != here && table.fits(shape, table.row(t)) {
            start[op] = t;
            best = best.min((local_cost(loop_, ii, start, op), (t - here).abs(), t));
        }
    }
    start[op] = best.2;
    table.commit(shape, table.row(best.2));
    best.2 != here
}

/// Span of the op's component and lifetimes of the values it makes or reads.
fn local_cost(loop_: &Prepared, ii: u32, start: &[i64], op: OpId) -> (i64, i64) {
    let members = &loop_.components.members[loop_.components.of[op]];
    let span = if members.len() > 1 { span(members, start) } else { 0 };
    let mut life = life_of(loop_, ii, start, op);
    let mut producers: Vec<OpId> = loop_.ins(op).iter().map(|&e| loop_.graph.edges[e].src).collect();
    producers.sort_unstable();
    producers.dedup();
    for p in producers {
        if p != op {
            life += life_of(loop_, ii, start, p);
        }
    }
    (span, life)
}

fn span(members: &[OpId], start: &[i64]) -> i64 {
    let (first, last) = members
        .iter()
        .fold((i64::MAX, i64::MIN), |(a, b), &op| (a.min(start[op]), b.max(start[op])));
    last - first
}

/// As [`lifetime`], over the op's own edges only.
fn life_of(loop_: &Prepared, ii: u32, start: &[i64], op: OpId) -> i64 {
    let uses = loop_
        .outs(op)
        .iter()
        .map(|&e| &loop_.graph.edges[e])
        .filter(|e| e.latency > 0);
    let last = uses.map(|e| start[e.dst] + i64::from(e.distance) * i64::from(ii)).max();
    last.map_or(0, |t| t - start[op])
        .max(i64::from(loop_.graph.ops[op].latency))
}

/// The objectives of a schedule with their bounds; `stages_bound` is handed through.
pub fn objectives(loop_: &Prepared, schedule: &Schedule, stages_bound: i64) -> Objectives {
    let graph = loop_.graph;
    let tied = || loop_.components.members.iter().filter(|m| m.len() > 1);
    let spans = closures(loop_, schedule.ii, MAX_COMPONENT).map_or(0, |closures| {
        let longest = |d: &crate::recurrence::Distances| {
            (0..d.members.len())
                .flat_map(|i| d.from(i).iter().copied())
                .max()
                .unwrap_or(0)
        };
        closures.iter().flatten().map(longest).sum()
    });
    let least_life = |op: OpId| {
        let edges = loop_
            .outs(op)
            .iter()
            .map(|&e| graph.edges[e].latency)
            .max()
            .unwrap_or(0);
        edges.max(i64::from(graph.ops[op].latency))
    };
    let ops = 0..graph.ops.len();
    Objectives {
        recurrence_span: tied().map(|m| span(m, &schedule.start)).sum(),
        recurrence_span_bound: spans,
        stages: schedule.stages_by_start(),
        stages_bound,
        lifetime: ops
            .clone()
            .map(|op| life_of(loop_, schedule.ii, &schedule.start, op))
            .sum(),
        lifetime_bound: ops.map(least_life).sum(),
    }
}

/// Ring slots the value of each op needs: its lifetime over II, rounded up.
pub fn buffer_depths(loop_: &Prepared, schedule: &Schedule) -> Vec<u64> {
    let depth = |op: OpId| {
        let life = lifetime(loop_.graph, schedule.ii, &schedule.start, op);
        crate::depths::buffer_depth(0, life, schedule.ii, None)
    };
    (0..loop_.graph.ops.len()).map(depth).collect()
}
