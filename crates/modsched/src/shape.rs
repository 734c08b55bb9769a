//! Footprints in normal form. Loops have few distinct ones, so each is stored once and ops point at it.

use crate::graph::{LoopGraph, OpId, ResId};
use tilewright_sorted::SortedMap;

/// An amount of a resource held in one cycle after the issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Cycle after the issue.
    pub offset: u32,
    /// The resource that is held.
    pub res: ResId,
    /// The amount that is held.
    pub count: u64,
}

/// The distinct footprints of a graph.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// Shape of each op.
    pub of: Vec<usize>,
    /// Cells of each shape: sorted, amounts of one cycle and resource added up. Shape 0 is the empty footprint.
    pub cells: Vec<Vec<Cell>>,
}

impl Shapes {
    /// Normalises the footprints of a graph.
    pub fn of_graph(graph: &LoopGraph) -> Self {
        let mut known = SortedMap::from_iter([(Vec::new(), 0)]);
        let mut cells = vec![Vec::new()];
        let mut of = Vec::with_capacity(graph.ops.len());
        for op in &graph.ops {
            let normal = normal_form(op);
            if let Some(&shape) = known.get(&normal) {
                of.push(shape);
                continue;
            }
            of.push(cells.len());
            known.insert(normal.clone(), cells.len());
            cells.push(normal);
        }
        Shapes { of, cells }
    }

    /// Cells of an op.
    pub fn of_op(&self, op: OpId) -> &[Cell] {
        &self.cells[self.of[op]]
    }
}

fn normal_form(op: &crate::graph::Op) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for (k, row) in op.footprint.iter().enumerate() {
        let first = cells.len();
        for u in row {
            // Rows are short: a linear look for the same resource beats any map.
            match cells[first..].iter_mut().find(|c| c.res == u.res) {
                Some(c) => c.count += u64::from(u.count),
                None => cells.push(Cell {
                    offset: k as u32,
                    res: u.res,
                    count: u64::from(u.count),
                }),
            }
        }
        cells[first..].sort_unstable();
    }
    cells
}

/// A footprint at one II: wrapped around, with what lands in the same modulo row added up.
pub fn fold(cells: &[Cell], ii: u32) -> Vec<Cell> {
    let mut folded: Vec<Cell> = cells
        .iter()
        .map(|c| Cell {
            offset: c.offset % ii,
            ..*c
        })
        .collect();
    if cells.last().is_some_and(|c| c.offset >= ii) {
        folded.sort_unstable();
        folded.dedup_by(|next, kept| {
            let same = (next.offset, next.res) == (kept.offset, kept.res);
            if same {
                kept.count += next.count;
            }
            same
        });
    }
    folded
}

/// The first folded cell that asks more than its resource has: the op collides with itself at this II.
pub fn self_collision(graph: &LoopGraph, cells: &[Cell], ii: u32) -> Option<Cell> {
    fold(cells, ii)
        .into_iter()
        .find(|c| c.count > u64::from(graph.resources[c.res].capacity))
}
