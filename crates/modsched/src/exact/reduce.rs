//! Makes a question about one II small: only contended resources, only dependences inside components, only ops that
//! hold something contended, and everything split into clusters that share nothing.
//!
//! * A resource that all its users together cannot overfill is dropped.
//! * An op outside all components that holds one unit in one cell can always be seated last: total demand is within
//!   `capacity * II`, so a row is left. It is dropped too, and then the first rule may apply again.

use crate::graph::{LoopGraph, OpId, ResId};
use crate::prepared::Prepared;
use crate::shape::{Cell, fold};
use tilewright_sorted::{SortedMap, SortedSet};

/// The reduced question.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    /// Contended cells of each op at this II; empty if the op does not matter.
    pub cells: Vec<Vec<Cell>>,
    /// Free ops dropped because they can be seated last.
    pub last: Vec<OpId>,
    /// Parts that share nothing.
    pub clusters: Vec<Cluster>,
}

/// Components and free ops that compete for resources.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// Components of two ops and more, by index.
    pub components: Vec<usize>,
    /// Ops outside those, by footprint.
    pub free: SortedMap<Vec<Cell>, Vec<OpId>>,
    /// The resources they compete for.
    pub resources: SortedSet<ResId>,
}

/// Reduces the question whether `ii` is feasible. Every op must fit alone.
pub fn reduce(loop_: &Prepared, ii: u32) -> Reduced {
    let graph = loop_.graph;
    let n = graph.ops.len();
    let is_tied = |op: OpId| loop_.components.members[loop_.components.of[op]].len() > 1;
    let folded: Vec<Vec<Cell>> = loop_.shapes.cells.iter().map(|c| fold(c, ii)).collect();
    let mut cells: Vec<Vec<Cell>> = (0..n).map(|op| folded[loop_.shapes.of[op]].clone()).collect();
    let mut last = Vec::new();
    loop {
        let contended = contended(graph, &cells);
        for own in &mut cells {
            own.retain(|c| contended[c.res]);
        }
        let before = last.len();
        for (op, own) in cells.iter_mut().enumerate() {
            if !is_tied(op) && matches!(own[..], [Cell { count: 1, .. }]) {
                own.clear();
                last.push(op);
            }
        }
        if last.len() == before {
            break;
        }
    }
    last.sort_unstable();
    let clusters = clusters(loop_, &cells);
    Reduced { cells, last, clusters }
}

fn contended(graph: &LoopGraph, cells: &[Vec<Cell>]) -> Vec<bool> {
    let mut most = vec![0u64; graph.resources.len()];
    for own in cells {
        let mut peak = SortedMap::<ResId, u64>::new();
        for c in own {
            let p = peak.entry(c.res).or_default();
            *p = (*p).max(c.count);
        }
        for (res, count) in peak {
            most[res] += count;
        }
    }
    (most.iter().zip(&graph.resources))
        .map(|(&m, r)| m > u64::from(r.capacity))
        .collect()
}

fn clusters(loop_: &Prepared, cells: &[Vec<Cell>]) -> Vec<Cluster> {
    let mut root: Vec<usize> = (0..loop_.graph.resources.len()).collect();
    fn find(root: &mut [usize], mut r: usize) -> usize {
        while root[r] != r {
            root[r] = root[root[r]];
            r = root[r];
        }
        r
    }
    let touched = |members: &[OpId]| -> SortedSet<ResId> {
        members.iter().flat_map(|&op| cells[op].iter().map(|c| c.res)).collect()
    };
    let components: Vec<(usize, SortedSet<ResId>)> = (loop_.components.members.iter().enumerate())
        .map(|(c, members)| (c, touched(members)))
        .filter(|(_, touched)| !touched.is_empty())
        .collect();
    for (_, touched) in &components {
        let mut list = touched.iter();
        if let Some(&first) = list.next() {
            for &r in list {
                let (a, b) = (find(&mut root, first), find(&mut root, r));
                root[a.max(b)] = a.min(b);
            }
        }
    }
    let mut by_root = SortedMap::<usize, Cluster>::new();
    for (c, touched) in components {
        let Some(&first) = touched.iter().next() else { continue };
        let cluster = by_root.entry(find(&mut root, first)).or_default();
        cluster.resources.extend(touched);
        match loop_.components.members[c][..] {
            [op] => cluster.free.entry(cells[op].clone()).or_default().push(op),
            _ => cluster.components.push(c),
        }
    }
    by_root.into_values().collect()
}
