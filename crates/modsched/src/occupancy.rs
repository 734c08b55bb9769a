//! A reservation table that also knows who sits where, for eviction.

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
    /// The first seat taken at each (row, resource).
    first: Vec<u32>,
    /// All seats, those given back too.
    seats: Vec<Seat>,
    /// The first seat that was given back.
    free: u32,
}

/// A share of a cell, in a list of those of the same cell. All lists are in one row of memory: tables are made at each II, and most
/// cells hold one op or none.
#[derive(Clone, Copy)]
struct Seat {
    op: OpId,
    count: u64,
    next: u32,
}

/// The end of a list.
const NONE: u32 = u32::MAX;

impl Occupancy {
    /// An empty table at `ii`.
    pub fn new(loop_: &Prepared, ii: u32) -> Self {
        Occupancy {
            table: Table::new(loop_.graph, &loop_.shapes, ii),
            shape_of: loop_.shapes.of.clone(),
            folded: loop_.shapes.cells.iter().map(|cells| fold(cells, ii)).collect(),
            capacity: loop_.graph.resources.iter().map(|r| u64::from(r.capacity)).collect(),
            first: vec![NONE; loop_.graph.resources.len() * ii as usize],
            seats: Vec::new(),
            free: NONE,
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

    /// The first cycle of a window at which the op can be placed as things are.
    pub fn first_fit(&self, op: OpId, window: (i64, i64)) -> Option<i64> {
        self.table.first_fit(self.shape_of[op], window)
    }

    /// The list of a folded cell of an op that sits in this row.
    fn place_of(&self, cell: &Cell, row: u32) -> usize {
        self.table.wrap(row, cell.offset) * self.capacity.len() + cell.res
    }

    /// Takes a seat.
    pub fn commit(&mut self, op: OpId, cycle: i64) {
        let row = self.table.row(cycle);
        self.table.commit(self.shape_of[op], row);
        for i in 0..self.folded[self.shape_of[op]].len() {
            let cell = self.folded[self.shape_of[op]][i];
            let place = self.place_of(&cell, row);
            self.take(place, op, cell.count);
        }
    }

    fn take(&mut self, place: usize, op: OpId, count: u64) {
        let next = self.first[place];
        let seat = Seat { op, count, next };
        if self.free == NONE {
            self.first[place] = self.seats.len() as u32;
            self.seats.push(seat);
        } else {
            self.first[place] = self.free;
            let taken = &mut self.seats[self.free as usize];
            self.free = taken.next;
            *taken = seat;
        }
    }

    /// Gives a seat back.
    pub fn release(&mut self, op: OpId, cycle: i64) {
        let row = self.table.row(cycle);
        self.table.release(self.shape_of[op], row);
        for i in 0..self.folded[self.shape_of[op]].len() {
            let cell = self.folded[self.shape_of[op]][i];
            let place = self.place_of(&cell, row);
            self.give_back(place, op);
        }
    }

    /// Takes the op out of the list of a cell, where it is once.
    fn give_back(&mut self, place: usize, op: OpId) {
        let (mut before, mut at) = (NONE, self.first[place]);
        while at != NONE {
            let seat = self.seats[at as usize];
            if seat.op == op {
                match before {
                    NONE => self.first[place] = seat.next,
                    before => self.seats[before as usize].next = seat.next,
                }
                self.seats[at as usize].next = self.free;
                self.free = at;
                return;
            }
            (before, at) = (at, seat.next);
        }
    }

    /// The shares of a cell, in no order that tells anything.
    fn seats_at(&self, place: usize) -> impl Iterator<Item = &Seat> {
        let at = |index: u32| (index != NONE).then(|| &self.seats[index as usize]);
        std::iter::successors(at(self.first[place]), move |seat| at(seat.next))
    }

    /// Adds the ops to evict so that `op` can sit at a cycle: from each cell that is too full, those of least `rank`,
    /// until there is room.
    pub fn blockers<K: Ord>(&self, op: OpId, cycle: i64, rank: impl Fn(OpId) -> K, out: &mut Vec<OpId>) {
        let row = self.table.row(cycle);
        for cell in &self.folded[self.shape_of[op]] {
            let place = self.place_of(cell, row);
            let staying = self.seats_at(place).filter(|seat| !out.contains(&seat.op));
            let held = staying.map(|seat| seat.count).sum::<u64>();
            let mut excess = (held + cell.count).saturating_sub(self.capacity[cell.res]);
            while excess > 0 {
                let candidates = self.seats_at(place).filter(|seat| !out.contains(&seat.op));
                let Some(victim) = candidates.min_by_key(|seat| (rank(seat.op), seat.op)) else {
                    break;
                };
                out.push(victim.op);
                excess = excess.saturating_sub(victim.count);
            }
        }
    }
}
