//! Facts that every generator needs of a graph, computed once: normal footprints, components, bounds.

use crate::bounds::{Bounds, Impossible};
use crate::graph::{LoopGraph, OpId};
use crate::scc::{Adjacency, Components};
use crate::shape::Shapes;

/// A loop graph with its derived facts.
#[derive(Clone, Debug)]
pub struct Prepared<'a> {
    /// The graph.
    pub graph: &'a LoopGraph,
    /// Distinct footprints.
    pub shapes: Shapes,
    /// Strongly connected components, producers first.
    pub components: Components,
    /// Lower bounds on II.
    pub bounds: Bounds,
    /// Edges inside each component, without self-edges (the recurrence bound covers those).
    pub inner: Vec<Vec<usize>>,
    ins: Adjacency,
    outs: Adjacency,
}

impl<'a> Prepared<'a> {
    /// Computes the facts.
    ///
    /// # Errors
    /// The reason why no II at all can schedule the loop.
    pub fn new(graph: &'a LoopGraph) -> Result<Self, Impossible> {
        let shapes = Shapes::of_graph(graph);
        let components = Components::of_graph(graph);
        let bounds = Bounds::compute(graph, &shapes, &components)?;
        let mut inner = vec![Vec::new(); components.members.len()];
        for (i, e) in graph.edges.iter().enumerate() {
            if e.src != e.dst && components.same(e.src, e.dst) {
                inner[components.of[e.src]].push(i);
            }
        }
        let n = graph.ops.len();
        let ins = Adjacency::new(n, graph.edges.iter().enumerate().map(|(i, e)| (e.dst, i)));
        let outs = Adjacency::new(n, graph.edges.iter().enumerate().map(|(i, e)| (e.src, i)));
        Ok(Prepared {
            graph,
            shapes,
            components,
            bounds,
            inner,
            ins,
            outs,
        })
    }

    /// Indices of the edges into an op.
    pub fn ins(&self, op: OpId) -> &[usize] {
        self.ins.of(op)
    }

    /// Indices of the edges out of an op.
    pub fn outs(&self, op: OpId) -> &[usize] {
        self.outs.of(op)
    }

    /// Whether an op holds nothing at any time.
    pub fn is_weightless(&self, op: OpId) -> bool {
        self.shapes.of[op] == 0
    }

    /// Weight of an edge at an II: the least `start[dst] - start[src]`.
    pub fn weight(&self, edge: usize, ii: u32) -> i64 {
        let e = &self.graph.edges[edge];
        e.latency - i64::from(e.distance) * i64::from(ii)
    }
}
