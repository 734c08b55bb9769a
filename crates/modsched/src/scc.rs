//! Strongly connected components: the only places where dependences can make an II infeasible.

use crate::graph::{LoopGraph, OpId};

/// The components of a loop graph, in topological order of the condensation (producers first).
#[derive(Clone, Debug)]
pub struct Components {
    /// Component of each op.
    pub of: Vec<usize>,
    /// Ops of each component, ascending.
    pub members: Vec<Vec<OpId>>,
}

impl Components {
    /// Components over all edges.
    pub fn of_graph(graph: &LoopGraph) -> Self {
        Self::of_edges(graph.ops.len(), graph.edges.iter().map(|e| (e.src, e.dst)))
    }

    /// Components over the given edges (Tarjan's algorithm, without recursion so that long chains are no danger).
    pub fn of_edges(n: usize, edges: impl Iterator<Item = (OpId, OpId)> + Clone) -> Self {
        let out = Adjacency::new(n, edges);
        const UNSEEN: usize = usize::MAX;
        let (mut index, mut low) = (vec![UNSEEN; n], vec![0; n]);
        let (mut on_stack, mut stack, mut clock) = (vec![false; n], Vec::new(), 0);
        let mut found: Vec<Vec<OpId>> = Vec::new();
        let mut calls: Vec<(OpId, usize)> = Vec::new();
        for root in 0..n {
            if index[root] != UNSEEN {
                continue;
            }
            calls.push((root, 0));
            while let Some(&mut (v, ref mut next)) = calls.last_mut() {
                if *next == 0 {
                    index[v] = clock;
                    low[v] = clock;
                    clock += 1;
                    stack.push(v);
                    on_stack[v] = true;
                }
                if let Some(&w) = out.of(v).get(*next) {
                    *next += 1;
                    if index[w] == UNSEEN {
                        calls.push((w, 0));
                    } else if on_stack[w] {
                        low[v] = low[v].min(index[w]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    low[parent] = low[parent].min(low[v]);
                }
                if low[v] == index[v] {
                    let mut members = Vec::new();
                    while let Some(w) = stack.pop() {
                        on_stack[w] = false;
                        members.push(w);
                        if w == v {
                            break;
                        }
                    }
                    members.sort_unstable();
                    found.push(members);
                }
            }
        }
        found.reverse();
        let mut of = vec![0; n];
        for (c, members) in found.iter().enumerate() {
            for &v in members {
                of[v] = c;
            }
        }
        Components { of, members: found }
    }

    /// Whether two ops share a component.
    pub fn same(&self, a: OpId, b: OpId) -> bool {
        self.of[a] == self.of[b]
    }
}

/// Successor lists in one allocation.
#[derive(Clone, Debug)]
pub struct Adjacency {
    first: Vec<u32>,
    list: Vec<usize>,
}

impl Adjacency {
    /// Lists for nodes `0..n`, each in the order of `pairs`.
    pub fn new(n: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut first = vec![0u32; n + 1];
        for (a, _) in pairs.clone() {
            first[a + 1] += 1;
        }
        for i in 0..n {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut list = vec![0; first[n] as usize];
        for (a, b) in pairs {
            list[next[a] as usize] = b;
            next[a] += 1;
        }
        Adjacency { first, list }
    }

    /// The list of `a`.
    pub fn of(&self, a: usize) -> &[usize] {
        &self.list[self.first[a] as usize..self.first[a + 1] as usize]
    }
}
