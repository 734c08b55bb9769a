//! The serial generator: a topological walk, ties in program order, everything in stage 0.

use crate::prepared::Prepared;
use crate::schedule::{Arm, Schedule};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The serial schedule: each op issues when the one before it has finished, and II is the end of the last one, or more
/// if a carried dependence asks for it. `None` if dependences of distance 0 form a circuit, or II would pass `cap`.
pub fn serial(loop_: &Prepared, cap: u32) -> Option<Schedule> {
    let graph = loop_.graph;
    let n = graph.ops.len();
    let mut waits_for = vec![0usize; n];
    for e in graph.edges.iter().filter(|e| e.distance == 0 && e.src != e.dst) {
        waits_for[e.dst] += 1;
    }
    let mut ready: BinaryHeap<Reverse<usize>> = (0..n).filter(|&op| waits_for[op] == 0).map(Reverse).collect();
    let mut start = vec![0i64; n];
    let (mut clock, mut walked) = (0i64, 0);
    while let Some(Reverse(op)) = ready.pop() {
        walked += 1;
        for &e in loop_.ins(op) {
            let e = &graph.edges[e];
            if e.distance == 0 {
                clock = clock.max(start[e.src] + e.latency);
            }
        }
        start[op] = clock;
        clock += i64::from(graph.ops[op].latency).max(graph.ops[op].duration() as i64);
        for &e in loop_.outs(op) {
            let e = &graph.edges[e];
            if e.distance == 0 && e.src != e.dst {
                waits_for[e.dst] -= 1;
                if waits_for[e.dst] == 0 {
                    ready.push(Reverse(e.dst));
                }
            }
        }
    }
    if walked < n {
        return None;
    }
    // Stage 0 for all: the last issue lies inside the interval even if it takes no time.
    let last = start.iter().copied().max().unwrap_or(0);
    let mut ii = clock.max(last + 1).max(1);
    for e in graph.edges.iter().filter(|e| e.distance > 0) {
        let span = start[e.src] + e.latency - start[e.dst];
        let distance = i64::from(e.distance);
        ii = ii.max(span.div_euclid(distance) + i64::from(span.rem_euclid(distance) != 0));
    }
    let ii = u32::try_from(ii).ok().filter(|&ii| ii <= cap)?;
    Some(Schedule::by(Arm::Serial, ii, start))
}
