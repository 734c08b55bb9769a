//! Schedules whose products an issuer starts: agents count stages by themselves, and none may wait for what comes after.

use super::in_order;
use crate::pipelining::RingLoop;
use crate::pipelining::loop_graph::LoopOps;
use crate::pipelining::ring_graph::RingGraph;
use crate::pipelining::ring_issued::Issued;
use crate::pipelining::ring_loop::Written;
use tilewright_ir::{Module, Op};
use tilewright_machine::policy;
use tilewright_modsched::graph::{Edge, OpId};
use tilewright_modsched::schedule::Schedule;
use tilewright_units::Role;

/// The agents that are scheduled in stages; all others work on one iteration at a time.
const STAGED: [Role; 2] = [Role::Consumer, Role::Issuer];

/// The schedule with stages as agents count theirs: each from the iteration on which its first op works, consumers from their first cycle
/// on. Slots lie between agents, so that how far one is behind another is not for them to say. Where that is more stages than are
/// written, or agents would wait for each other, each product that waits for what threads make of another one is a stage later, and else
/// ops are in the order of the text.
pub(super) fn by_agents(
    module: &Module,
    found: &RingLoop,
    graph: &RingGraph,
    solution: Schedule,
    stages: u32,
) -> Schedule {
    let part = |eighths: i64| i64::from(solution.ii) * eighths / 8;
    let ways = (0..=policy().waited_eighths.value).map(|eighths| compact(&graph.ops, &solution, part(eighths)));
    let mut ways = ways
        .filter_map(|way| staged(&graph.ops, &way, stages))
        .chain(by_products(found, &graph.ops, &solution, stages));
    let found = ways.find(|way| ends(module, found, graph, way));
    found.unwrap_or_else(|| in_text_order(&graph.ops, solution))
}

/// The same rows in the earliest iterations that dependences allow. Threads that are early by so many cycles wait, which is less than to
/// do their work an iteration later.
fn compact(ops: &LoopOps, solution: &Schedule, wait: i64) -> Schedule {
    let ii = i64::from(solution.ii);
    let mut own = solution.clone();
    for (op, start) in own.start.iter_mut().enumerate() {
        *start = i64::from(solution.row(op));
    }
    // No start goes beyond that of the schedule, for which all holds.
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for edge in &ops.graph.edges {
            // Whoever waits still comes after.
            let latency = (edge.latency - wait).max(edge.latency.min(1));
            let ready = own.start[edge.src] + latency - ii * i64::from(edge.distance);
            let missing = ready - own.start[edge.dst];
            if missing > 0 {
                own.start[edge.dst] += (missing + ii - 1) / ii * ii;
                is_settled = false;
            }
        }
    }
    own
}

/// Agents that are followed: those, and transformers that wait for products, in the order of the text.
fn followed(found: &RingLoop) -> Vec<Role> {
    let others = found.corrected.then_some(Role::Transformer);
    STAGED.into_iter().chain(others).collect()
}

fn of_role(ops: &LoopOps, role: Role) -> Vec<OpId> {
    let all = 0..ops.agent_of.len();
    all.filter(|&op| ops.roles[ops.agent_of[op]] == Some(role)).collect()
}

/// None: agents have more stages.
fn staged(ops: &LoopOps, solution: &Schedule, stages: u32) -> Option<Schedule> {
    let ii = i64::from(solution.ii);
    let [consumers, issuer] = STAGED.map(|role| of_role(ops, role));
    let first = |own: &[OpId]| own.iter().map(|&op| solution.start[op]).min();
    // Absent: consumers have nothing to do in the loop.
    let begin = first(&consumers).unwrap_or(0);
    // Absent: a loop whose products are others'.
    let ahead = first(&issuer).map_or(0, |start| (start - begin).div_euclid(ii) * ii);
    let mut own = solution.clone();
    for op in 0..own.start.len() {
        let start = solution.start[op] - begin;
        own.start[op] = match (consumers.contains(&op), issuer.contains(&op)) {
            (true, _) => start,
            (_, true) => start - ahead,
            _ => start.rem_euclid(ii),
        };
    }
    let most = i64::from(stages) * ii;
    let fits = consumers.iter().chain(&issuer).all(|&op| own.start[op] < most);
    fits.then_some(own)
}

/// Stages by the products that lie on the way to an op: what follows from one product is in the first, what follows from one that takes
/// that is in the second. Agents do their ops in the order of the text, but after what they take of the same pass; none: there are more
/// stages, or no such order.
fn by_products(found: &RingLoop, ops: &LoopOps, solution: &Schedule, stages: u32) -> Option<Schedule> {
    let count = ops.graph.ops.len();
    let is_product = |op: OpId| ops.ir[op].is_some_and(|op| found.products.iter().any(|product| product.dot == op));
    let mut before = vec![0; count];
    // As many rounds as the longest way has edges.
    for edge in (0..count).flat_map(|_| ops.graph.edges.iter().filter(|edge| edge.distance == 0)) {
        before[edge.dst] = before[edge.dst].max(before[edge.src] + i64::from(is_product(edge.src)));
    }
    let stage_of = |op: OpId| match is_product(op) {
        true => before[op],
        false => (before[op] - 1).max(0),
    };
    let staged = |op: &OpId| ops.roles[ops.agent_of[*op]].is_some_and(|role| STAGED.contains(&role));
    let latest = (0..count).filter(staged).map(stage_of).max()?;
    if !(1..i64::from(stages)).contains(&latest) {
        return None;
    }
    let ii = i64::from(solution.ii);
    let mut own = solution.clone();
    for start in &mut own.start {
        *start = start.rem_euclid(ii);
    }
    for role in STAGED {
        let mut rest = of_role(ops, role);
        let all = rest.len() as i64;
        for at in 0..all {
            // An op of the same pass works on the iteration of its stage.
            let waits = |op: OpId, other: OpId| {
                let mut edges = ops
                    .graph
                    .edges
                    .iter()
                    .filter(|edge| (edge.src, edge.dst) == (other, op));
                edges.any(|edge| stage_of(op) + i64::from(edge.distance) == stage_of(other))
            };
            let is_next = |&op: &OpId| rest.iter().all(|&other| other == op || !waits(op, other));
            let next = rest.iter().copied().find(is_next)?;
            own.start[next] = stage_of(next) * ii + at * ii / all;
            rest.retain(|&op| op != next);
        }
    }
    Some(own)
}

/// One stage, and places that follow each other.
fn in_text_order(ops: &LoopOps, mut solution: Schedule) -> Schedule {
    let ii = i64::from(solution.ii);
    for role in STAGED {
        let own = of_role(ops, role);
        for (at, &op) in own.iter().enumerate() {
            solution.start[op] = at as i64 * ii / own.len() as i64;
        }
    }
    for start in &mut solution.start {
        *start = start.rem_euclid(ii);
    }
    solution
}

/// Iterations that are followed: more than there are slots and stages.
const ITERATIONS: i64 = 6;

/// Whether agents that do their ops in this order come to an end: an op waits for those whose results it takes, and for a slot.
fn ends(module: &Module, found: &RingLoop, graph: &RingGraph, solution: &Schedule) -> bool {
    let ops = &graph.ops;
    let is_product = |op: OpId| ops.ir[op].is_some_and(|op| found.products.iter().any(|product| product.dot == op));
    let programs: Vec<Vec<(OpId, i64)>> = followed(found)
        .into_iter()
        .map(|role| {
            let own = of_role(ops, role);
            let order = match STAGED.contains(&role) {
                true => in_order(ops, solution, own, is_product),
                false => own,
            };
            let of_pass = |pass: i64| order.iter().map(move |&op| (op, pass - solution.stage(op)));
            let passes = (0..ITERATIONS + solution.stages_by_start()).flat_map(of_pass);
            passes.filter(|(_, of)| (0..ITERATIONS).contains(of)).collect()
        })
        .collect();
    let waits = waits(module, found, graph);
    let mut done: Vec<(OpId, i64)> = Vec::new();
    let mut next = vec![0; programs.len()];
    loop {
        let before = done.len();
        for (program, at) in programs.iter().zip(&mut next) {
            while let Some(&(op, of)) = program.get(*at) {
                let is_over = |&(own, other, distance): &(OpId, OpId, i64)| {
                    own != op || of < distance || done.contains(&(other, of - distance))
                };
                if !waits.iter().all(is_over) {
                    break;
                }
                done.push((op, of));
                *at += 1;
            }
        }
        if done.len() == before {
            return programs.iter().zip(next).all(|(program, at)| at == program.len());
        }
    }
}

/// The waits of ops in stages: an op, the one that it waits for, and how many iterations before.
fn waits(module: &Module, found: &RingLoop, graph: &RingGraph) -> Vec<(OpId, OpId, i64)> {
    let ops = &graph.ops;
    let all = followed(found);
    let is_staged = |op: OpId| ops.roles[ops.agent_of[op]].is_some_and(|role| all.contains(&role));
    let edges = ops.graph.edges.iter();
    let edges = edges.filter(|edge| is_staged(edge.src) && is_staged(edge.dst));
    let mut waits: Vec<(OpId, OpId, i64)> = edges
        .clone()
        .map(|edge| (edge.dst, edge.src, i64::from(edge.distance)))
        .collect();
    let node = |op: Op| graph.members.iter().position(|members| members.contains(&op));
    // Whoever fills a slot waits for those who have emptied it.
    let emptied = |from: OpId| edges.clone().filter(move |edge| edge.src == from && edge.dst != from);
    for own in found.issued.iter().filter(|own| !own.is_of_loop()) {
        let &Issued { dot, slots, .. } = own;
        // The product that takes an operand over accumulators empties their slots.
        let over = found.written_over(own).map(|tile| tile.at);
        if let (Some(dot), Some(made)) = (node(dot), node(over.unwrap_or(dot))) {
            let is_emptied = |edge: &&Edge| match over {
                Some(_) => ops.roles[ops.agent_of[edge.dst]] == Some(Role::Issuer),
                None => edge.distance == 0,
            };
            let takers = emptied(made).filter(is_emptied);
            waits.extend(takers.map(|edge| (dot, edge.dst, slots)));
        }
    }
    let has_ring = |tile: &&Written| all.contains(&tile.by) && tile.over.is_none();
    for tile in found.written.iter().filter(has_ring) {
        if let Some(maker) = node(tile.at).filter(|_| module.parent_op(tile.at) == Some(found.for_op)) {
            let takers = emptied(maker).filter(|edge| {
                let role = ops.roles[ops.agent_of[edge.dst]];
                role == Some(Role::Issuer) || found.corrected && role == Some(Role::Consumer)
            });
            waits.extend(takers.map(|edge| (maker, edge.dst, tile.slots(false))));
        }
    }
    waits
}
