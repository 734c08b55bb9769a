//! Circuits of dependences: the exact maximum of (sum of latency) / (sum of distance), and longest paths at an II.

use crate::graph::{LoopGraph, OpId};
use crate::scc::Components;

/// "No path" in a matrix of longest paths: minus infinity, with room to add to.
pub const NO_PATH: i64 = i64::MIN / 4;

/// The circuit that bounds II from below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recurrence {
    /// Indices of the edges of the critical circuit, in order; empty when no circuit bounds II.
    pub circuit: Vec<usize>,
    /// Sum of latency along it.
    pub latency: i64,
    /// Sum of distance along it; 0 means that no II at all satisfies it.
    pub distance: i64,
}

impl Recurrence {
    /// The bound in cycles: the ratio rounded up, 0 without a circuit, `None` when no II is large enough.
    pub fn mii(&self) -> Option<i64> {
        match (self.circuit.is_empty(), self.distance) {
            (true, _) => Some(0),
            (false, 0) => None,
            (false, d) => Some(self.latency.div_euclid(d) + i64::from(self.latency.rem_euclid(d) != 0)),
        }
    }
}

/// The critical circuit of a graph: the one of largest ratio, found by Newton's iteration over circuits (each round
/// looks for a circuit that violates the ratio of the last one found; the ratio only grows, so this ends).
pub fn critical_circuit(graph: &LoopGraph, components: &Components) -> Recurrence {
    let mut best = Recurrence::default();
    let mut inner: Vec<Vec<usize>> = vec![Vec::new(); components.members.len()];
    for (i, e) in graph.edges.iter().enumerate() {
        if components.same(e.src, e.dst) {
            inner[components.of[e.src]].push(i);
        }
    }
    let mut search = CircuitSearch::new(graph.ops.len());
    for edges in inner.iter_mut().filter(|e| !e.is_empty()) {
        // Sweeping producers in program order relaxes most paths in one pass.
        edges.sort_by_key(|&i| graph.edges[i].src);
        loop {
            // A circuit is worse than the best known ratio p/q if it has positive weight under latency*q - distance*p.
            let (p, q) = if best.circuit.is_empty() {
                (0, 1)
            } else {
                (best.latency, best.distance)
            };
            let weight = |i: usize| {
                let e = &graph.edges[i];
                i128::from(e.latency) * i128::from(q) - i128::from(e.distance) * i128::from(p)
            };
            let Some(circuit) = search.positive_circuit(graph, edges, weight) else {
                break;
            };
            let latency = circuit.iter().map(|&i| graph.edges[i].latency).sum();
            let distance = circuit.iter().map(|&i| i64::from(graph.edges[i].distance)).sum();
            best = Recurrence {
                circuit,
                latency,
                distance,
            };
            if distance == 0 {
                return best;
            }
        }
    }
    best
}

struct CircuitSearch {
    value: Vec<i128>,
    via: Vec<usize>,
    seen: Vec<u32>,
    stamp: u32,
}

const NO_EDGE: usize = usize::MAX;

impl CircuitSearch {
    fn new(n: usize) -> Self {
        CircuitSearch {
            value: vec![0; n],
            via: vec![NO_EDGE; n],
            seen: vec![0; n],
            stamp: 0,
        }
    }

    /// Bellman-Ford for longest paths; a circuit among the "improved by" pointers has positive weight.
    fn positive_circuit(
        &mut self,
        graph: &LoopGraph,
        edges: &[usize],
        weight: impl Fn(usize) -> i128,
    ) -> Option<Vec<usize>> {
        for &i in edges {
            for v in [graph.edges[i].src, graph.edges[i].dst] {
                self.value[v] = 0;
                self.via[v] = NO_EDGE;
            }
        }
        loop {
            let mut changed = false;
            for &i in edges {
                let e = &graph.edges[i];
                let reach = self.value[e.src] + weight(i);
                if reach > self.value[e.dst] {
                    self.value[e.dst] = reach;
                    self.via[e.dst] = i;
                    changed = true;
                }
            }
            if !changed {
                return None;
            }
            if let Some(circuit) = self.circuit_of_pointers(graph, edges) {
                return Some(circuit);
            }
        }
    }

    fn circuit_of_pointers(&mut self, graph: &LoopGraph, edges: &[usize]) -> Option<Vec<usize>> {
        let first = self.stamp + 1;
        for &i in edges {
            self.stamp += 1;
            let mut v = graph.edges[i].dst;
            while self.seen[v] < first && self.via[v] != NO_EDGE {
                self.seen[v] = self.stamp;
                v = graph.edges[self.via[v]].src;
            }
            if self.seen[v] != self.stamp || self.via[v] == NO_EDGE {
                continue;
            }
            let (mut circuit, mut at) = (Vec::new(), v);
            loop {
                let via = self.via[at];
                circuit.push(via);
                at = graph.edges[via].src;
                if at == v {
                    circuit.reverse();
                    return Some(circuit);
                }
            }
        }
        None
    }
}

/// Earliest start of each op at `ii` over the edges that `keep` accepts, from 0: the longest path that ends there.
/// The caller knows that no circuit of positive weight exists; otherwise `None` after as many passes as there are ops.
pub fn earliest_starts(graph: &LoopGraph, ii: i64, keep: impl Fn(usize) -> bool) -> Option<Vec<i64>> {
    let mut start = vec![0i64; graph.ops.len()];
    let edges: Vec<usize> = (0..graph.edges.len()).filter(|&i| keep(i)).collect();
    for _ in 0..=graph.ops.len() {
        let mut changed = false;
        for &i in &edges {
            let e = &graph.edges[i];
            let reach = start[e.src] + e.latency - ii * i64::from(e.distance);
            if reach > start[e.dst] {
                start[e.dst] = reach;
                changed = true;
            }
        }
        if !changed {
            return Some(start);
        }
    }
    None
}

/// Longest path from each op to any end of the loop at `ii` over the edges that `keep` accepts: its height.
pub fn heights(graph: &LoopGraph, ii: i64, keep: impl Fn(usize) -> bool) -> Vec<i64> {
    let mut height = vec![0i64; graph.ops.len()];
    let edges: Vec<usize> = (0..graph.edges.len()).rev().filter(|&i| keep(i)).collect();
    for _ in 0..=graph.ops.len() {
        let mut changed = false;
        for &i in &edges {
            let e = &graph.edges[i];
            let reach = height[e.dst] + e.latency - ii * i64::from(e.distance);
            if reach > height[e.src] {
                height[e.src] = reach;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    height
}

/// All longest paths among a few ops at one II: `get(i, j)` is the least `start[j] - start[i]`.
#[derive(Clone, Debug)]
pub struct Distances {
    /// The ops, in the order of rows and columns.
    pub members: Vec<OpId>,
    cells: Vec<i64>,
}

impl Distances {
    /// Floyd and Warshall's closure over the edges between `members`, for longest paths; "no path" is minus infinity.
    pub fn new(graph: &LoopGraph, members: &[OpId], edges: &[usize], ii: i64) -> Self {
        let n = members.len();
        let mut at = tilewright_sorted::SortedMap::new();
        for (i, &v) in members.iter().enumerate() {
            at.insert(v, i);
        }
        let mut cells = vec![NO_PATH; n * n];
        for i in 0..n {
            cells[i * n + i] = 0;
        }
        for &i in edges {
            let e = &graph.edges[i];
            if let (Some(&a), Some(&b)) = (at.get(&e.src), at.get(&e.dst)) {
                let weight = e.latency - ii * i64::from(e.distance);
                cells[a * n + b] = cells[a * n + b].max(weight);
            }
        }
        for k in 0..n {
            let through: Vec<i64> = cells[k * n..(k + 1) * n].to_vec();
            for i in 0..n {
                let first = cells[i * n + k];
                if first <= NO_PATH {
                    continue;
                }
                for (cell, &second) in cells[i * n..(i + 1) * n].iter_mut().zip(&through) {
                    if second > NO_PATH && first + second > *cell {
                        *cell = first + second;
                    }
                }
            }
        }
        Distances {
            members: members.to_vec(),
            cells,
        }
    }

    /// Longest path between two members by position, or [`NO_PATH`].
    pub fn get(&self, i: usize, j: usize) -> i64 {
        self.cells[i * self.members.len() + j]
    }

    /// The longest paths that leave member `i`.
    pub fn from(&self, i: usize) -> &[i64] {
        let n = self.members.len();
        &self.cells[i * n..(i + 1) * n]
    }
}
