//! A reservation table that also knows who sits where, for eviction.

use crate::arms::NoSeat;
use crate::graph::OpId;
use crate::prepared::Prepared;
use crate::rrt::Table;
use crate::shape::{Cell, fold};

/// The table with its occupants.
pub struct Occupancy {
    table: Table,
    shape_of: Vec<usize>,
    folded: Vec<Vec<Cell>>,
    capacity: Vec<u64>,
    /// Ops at each (row, resource).
    seats: Vec<Vec<(OpId, u64)>>,
}

impl Occupancy {
    /// An empty table at `ii`.
    pub fn new(loop_: &Prepared, ii: u32) -> Self {
        Occupancy {
            table: Table::new(loop_.graph, &loop_.shapes, ii),
            shape_of: loop_.shapes.of.clone(),
            folded: loop_.shapes.cells.iter().map(|cells| fold(cells, ii)).collect(),
            capacity: loop_.graph.resources.iter().map(|r| u64::from(r.capacity)).collect(),
            seats: vec![Vec::new(); loop_.graph.resources.len() * ii as usize],
        }
    }

    /// Whether the op can be placed at all.
    pub fn fits_alone(&self, op: OpId) -> bool {
        self.table.fits_alone(self.shape_of[op])
    }

    /// Whether the op can be placed at a cycle as things are.
    pub fn fits(&self, op: OpId, cycle: i64) -> bool {
        self.table.fits(self.shape_of[op], self.table.row(cycle))
    }

    /// The resource that refuses an op, at each cycle of a window.
    pub fn no_seat(&self, loop_: &Prepared, start: &[Option<i64>], op: OpId, window: (i64, i64)) -> NoSeat {
        NoSeat::new(loop_, &self.table, start, op, window)
    }

    fn seat_of(&self, cell: &Cell, cycle: i64) -> usize {
        self.table.row(cycle + i64::from(cell.offset)) as usize * self.capacity.len() + cell.res
    }

    /// Takes a seat.
    pub fn commit(&mut self, op: OpId, cycle: i64) {
        self.table.commit(self.shape_of[op], self.table.row(cycle));
        for i in 0..self.folded[self.shape_of[op]].len() {
            let cell = self.folded[self.shape_of[op]][i];
            let seat = self.seat_of(&cell, cycle);
            self.seats[seat].push((op, cell.count));
        }
    }

    /// Gives a seat back.
    pub fn release(&mut self, op: OpId, cycle: i64) {
        self.table.release(self.shape_of[op], self.table.row(cycle));
        for i in 0..self.folded[self.shape_of[op]].len() {
            let cell = self.folded[self.shape_of[op]][i];
            let seat = self.seat_of(&cell, cycle);
            self.seats[seat].retain(|&(o, _)| o != op);
        }
    }

    /// Adds the ops to evict so that `op` can sit at a cycle: from each cell that is too full, those of least `rank`,
    /// until there is room.
    pub fn blockers<K: Ord>(&self, op: OpId, cycle: i64, rank: impl Fn(OpId) -> K, out: &mut Vec<OpId>) {
        for cell in &self.folded[self.shape_of[op]] {
            let here = &self.seats[self.seat_of(cell, cycle)];
            let held = here
                .iter()
                .filter(|(o, _)| !out.contains(o))
                .map(|(_, n)| n)
                .sum::<u64>();
            let mut excess = (held + cell.count).saturating_sub(self.capacity[cell.res]);
            while excess > 0 {
                let candidates = here.iter().filter(|(o, _)| !out.contains(o));
                let Some(&(victim, count)) = candidates.min_by_key(|(o, _)| (rank(*o), *o)) else {
                    break;
                };
                out.push(victim);
                excess = excess.saturating_sub(count);
            }
        }
    }
}
