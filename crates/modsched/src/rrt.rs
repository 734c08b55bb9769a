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
