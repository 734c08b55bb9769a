//! The resource reservation table (docs/sources/modulo-scheduling.md#reservation-table): one row per cycle modulo II,
//! slots as bits, pools as amounts.
//!
//! The described probe looks at the table only and so misses an op that collides with itself when its footprint is
//! longer than II. Here a footprint is folded first, and one that cannot stand its own wrap-around fits nowhere.

use crate::graph::{LoopGraph, ResId};
use crate::shape::{Cell, Shapes, fold};

/// Where each resource lives in a row: a slot has a bit, a pool a counter.
#[derive(Clone, Copy, Debug)]
enum Home {
    Slot { word: u32, mask: u64 },
    Pool { index: u32 },
}

/// A footprint at one II, ready to probe.
#[derive(Clone, Debug, Default)]
struct Folded {
    /// (row offset, word, mask).
    bits: Vec<(u32, u32, u64)>,
    /// (row offset, pool, amount).
    pools: Vec<(u32, u32, u64)>,
    /// For each of the bits, and then of the pools, the rows right before it in which the footprint asks for the same or more.
    before: [Vec<u32>; 2],
    /// Set when the footprint collides with itself.
    collision: Option<Cell>,
}

/// The reservation table at one II.
#[derive(Clone, Debug)]
pub struct Table {
    ii: u32,
    words: usize,
    bits: Vec<u64>,
    caps: Vec<u64>,
    used: Vec<u64>,
    shapes: Vec<Folded>,
    /// Resource of each bit and of each pool, for messages.
    slot_res: Vec<ResId>,
    pool_res: Vec<ResId>,
}

/// For each of the cells (row offset, place in a row, what is held) of a footprint, which are in order, the rows right before it that hold
/// there what `includes` that.
fn rows_before(cells: &[(u32, u32, u64)], includes: impl Fn(u64, u64) -> bool) -> Vec<u32> {
    let mut rows: Vec<u32> = Vec::with_capacity(cells.len());
    for (at, &(row, place, held)) in cells.iter().enumerate() {
        let near = (0..at).rev().take_while(|&other| cells[other].0 + 1 >= row);
        let mut same = near.filter(|&other| (cells[other].0 + 1, cells[other].1) == (row, place));
        let more = same.next().filter(|&other| includes(cells[other].2, held));
        rows.push(more.map_or(0, |other| rows[other] + 1));
    }
    rows
}

/// Why a seat was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Conflict {
    /// The modulo row.
    pub row: u32,
    /// The slot or pool that is full there.
    pub res: ResId,
    /// Whether the op collides with itself rather than with others.
    pub with_itself: bool,
}

/// Most cells (rows times resources) a table may have; larger ones are refused before they are built.
pub const MAX_CELLS: u64 = 1 << 22;

impl Table {
    /// An empty table. `ii` must be at least 1.
    pub fn new(graph: &LoopGraph, shapes: &Shapes, ii: u32) -> Self {
        let (mut slot_res, mut pool_res) = (Vec::new(), Vec::new());
        let homes: Vec<Home> = (graph.resources.iter().enumerate())
            .map(|(r, res)| {
                if res.capacity == 1 {
                    slot_res.push(r);
                    let bit = slot_res.len() - 1;
                    Home::Slot {
                        word: (bit / 64) as u32,
                        mask: 1 << (bit % 64),
                    }
                } else {
                    pool_res.push(r);
                    Home::Pool {
                        index: pool_res.len() as u32 - 1,
                    }
                }
            })
            .collect();
        let words = slot_res.len().div_ceil(64);
        let caps = pool_res
            .iter()
            .map(|&r| u64::from(graph.resources[r].capacity))
            .collect::<Vec<_>>();
        let folded = |cells: &Vec<Cell>| {
            let mut f = Folded::default();
            for c in fold(cells, ii) {
                if c.count > u64::from(graph.resources[c.res].capacity) {
                    f.collision.get_or_insert(c);
                }
                match homes[c.res] {
                    Home::Slot { word, mask } => match f.bits.last_mut() {
                        Some(last) if (last.0, last.1) == (c.offset, word) => last.2 |= mask,
                        _ => f.bits.push((c.offset, word, mask)),
                    },
                    Home::Pool { index } => f.pools.push((c.offset, index, c.count)),
                }
            }
            f.before = [
                rows_before(&f.bits, |more, mask| more & mask == mask),
                rows_before(&f.pools, |more, amount| more >= amount),
            ];
            f
        };
        Table {
            ii,
            words,
            bits: vec![0; words * ii as usize],
            used: vec![0; caps.len() * ii as usize],
            caps,
            shapes: shapes.cells.iter().map(folded).collect(),
            slot_res,
            pool_res,
        }
    }

    /// The II.
    pub fn ii(&self) -> u32 {
        self.ii
    }

    /// Row of a cycle.
    pub fn row(&self, cycle: i64) -> u32 {
        cycle.rem_euclid(i64::from(self.ii)) as u32
    }

    /// The row that lies so many, less than II, behind another.
    pub fn wrap(&self, row: u32, offset: u32) -> usize {
        let sum = row + offset;
        (if sum >= self.ii { sum - self.ii } else { sum }) as usize
    }

    /// Whether a footprint fits at a row: every bit free and every pool large enough.
    pub fn fits(&self, shape: usize, row: u32) -> bool {
        let f = &self.shapes[shape];
        f.collision.is_none()
            && f.bits
                .iter()
                .all(|&(k, w, m)| self.bits[self.wrap(row, k) * self.words + w as usize] & m == 0)
            && f.pools.iter().all(|&(k, p, n)| {
                let p = p as usize;
                self.used[self.wrap(row, k) * self.caps.len() + p] + n <= self.caps[p]
            })
    }

    /// The first cycle of a window at which a footprint fits.
    pub fn first_fit(&self, shape: usize, (first, last): (i64, i64)) -> Option<i64> {
        let mut cycle = first;
        while self.fits_alone(shape) && cycle <= last {
            match self.taken(shape, self.row(cycle)) {
                0 => return Some(cycle),
                cycles => cycle += i64::from(cycles),
            }
        }
        None
    }

    /// For how many cycles from this row on a footprint fits nowhere, at least, since it would need the same row of a slot or pool; 0: it fits.
    fn taken(&self, shape: usize, row: u32) -> u32 {
        let Folded {
            bits,
            pools,
            before: [before_bits, before_pools],
            ..
        } = &self.shapes[shape];
        // The last row of what is held for long rules out the most.
        for (&(k, w, m), before) in bits.iter().zip(before_bits).rev() {
            if self.bits[self.wrap(row, k) * self.words + w as usize] & m != 0 {
                return before + 1;
            }
        }
        for (&(k, p, n), before) in pools.iter().zip(before_pools).rev() {
            let p = p as usize;
            if self.used[self.wrap(row, k) * self.caps.len() + p] + n > self.caps[p] {
                return before + 1;
            }
        }
        0
    }

    /// Every reason a footprint does not fit at a row; empty when it fits.
    pub fn conflicts(&self, shape: usize, row: u32) -> Vec<Conflict> {
        let f = &self.shapes[shape];
        if let Some(c) = f.collision {
            return vec![Conflict {
                row: self.wrap(row, c.offset) as u32,
                res: c.res,
                with_itself: true,
            }];
        }
        let mut found = Vec::new();
        for &(k, w, m) in &f.bits {
            let at = self.wrap(row, k);
            let mut clash = self.bits[at * self.words + w as usize] & m;
            while clash != 0 {
                let res = self.slot_res[w as usize * 64 + clash.trailing_zeros() as usize];
                found.push(Conflict {
                    row: at as u32,
                    res,
                    with_itself: false,
                });
                clash &= clash - 1;
            }
        }
        for &(k, p, n) in &f.pools {
            let at = self.wrap(row, k);
            if self.used[at * self.caps.len() + p as usize] + n > self.caps[p as usize] {
                found.push(Conflict {
                    row: at as u32,
                    res: self.pool_res[p as usize],
                    with_itself: false,
                });
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether a footprint fits into an empty table.
    pub fn fits_alone(&self, shape: usize) -> bool {
        self.shapes[shape].collision.is_none()
    }

    /// Takes a seat that [`Table::fits`] has allowed.
    pub fn commit(&mut self, shape: usize, row: u32) {
        for i in 0..self.shapes[shape].bits.len() {
            let (k, w, m) = self.shapes[shape].bits[i];
            let at = self.wrap(row, k) * self.words + w as usize;
            self.bits[at] |= m;
        }
        for i in 0..self.shapes[shape].pools.len() {
            let (k, p, n) = self.shapes[shape].pools[i];
            let at = self.wrap(row, k) * self.caps.len() + p as usize;
            self.used[at] += n;
        }
    }

    /// Gives a committed seat back.
    pub fn release(&mut self, shape: usize, row: u32) {
        for i in 0..self.shapes[shape].bits.len() {
            let (k, w, m) = self.shapes[shape].bits[i];
            let at = self.wrap(row, k) * self.words + w as usize;
            self.bits[at] &= !m;
        }
        for i in 0..self.shapes[shape].pools.len() {
            let (k, p, n) = self.shapes[shape].pools[i];
            let at = self.wrap(row, k) * self.caps.len() + p as usize;
            self.used[at] -= n;
        }
    }

    /// Whether two tables of one loop and II hold the same.
    #[cfg(test)]
    pub fn same_rows(&self, other: &Table) -> bool {
        self.bits == other.bits && self.used == other.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Op, Resource, Use};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_fit_is_the_first_of_all_cycles_that_fit(
            ii in 1u32..24,
            uses in proptest::collection::vec((0usize..4, 0u32..20, 1u32..12, 1u32..3), 1..8),
            seats in proptest::collection::vec((0usize..8, 0i64..40), 0..12),
            first in 0i64..30,
        ) {
            let mut graph = LoopGraph::default();
            for capacity in [1, 1, 3, 4] {
                graph.resources.push(Resource { capacity, ..Resource::default() });
            }
            for &(res, from, cycles, count) in &uses {
                let mut footprint = vec![Vec::new(); from as usize];
                footprint.extend(vec![vec![Use { res, count }]; cycles as usize]);
                graph.ops.push(Op { footprint, ..Op::default() });
            }
            let shapes = Shapes::of_graph(&graph);
            let mut table = Table::new(&graph, &shapes, ii);
            for &(op, cycle) in &seats {
                let shape = shapes.of[op % uses.len()];
                if table.fits(shape, table.row(cycle)) {
                    table.commit(shape, table.row(cycle));
                }
            }
            for &shape in &shapes.of {
                let window = (first, first + i64::from(ii) - 1);
                let each = (window.0..=window.1).find(|&cycle| table.fits(shape, table.row(cycle)));
                prop_assert_eq!(table.first_fit(shape, window), each);
            }
        }
    }
}
