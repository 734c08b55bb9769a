//! Tensor memory of one CTA: 128 lanes by 512 columns of 32 bits (docs/sources/ptx-data.md#tensor-memory), and
//! who used each column last.

use crate::race::Agent;

/// Lanes.
pub(crate) const TMEM_LANES: usize = 128;
/// Columns.
pub(crate) const TMEM_COLUMNS: usize = 512;

/// The kind of an asynchronous operation, as far as the unit's own order goes (docs/sources/ptx-sync.md#tcgen05, T2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A product, by its accumulator and shape.
    Product {
        d: u32,
        shape: (u32, u32),
    },
    Copy,
}

/// One asynchronous operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Issue {
    /// The tensor core of the issuing CTA, and the operation's number there.
    pub agent: Agent,
    pub number: u32,
    /// The issuing warp, as `fence::before_thread_sync` counts, and the operation's number there.
    pub fences: Agent,
    pub issues: u32,
    pub lane: u8,
    pub unit: Unit,
    pub pc: u32,
}

/// A `tcgen05.ld` or `tcgen05.st` of a warp.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// The warp's loads, or its stores, and which of them: `wait::ld` and `wait::st` see them done.
    pub agent: Agent,
    pub epoch: u32,
    /// The same agent as fences count.
    pub fenced: Agent,
    pub pc: u32,
    /// Groups of 16 lanes, one bit each.
    pub lanes: u8,
}

/// The last uses of a column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    pub writer: Option<Issue>,
    /// Operations that read it since, the last of each thread.
    pub readers: Vec<Issue>,
    /// Loads and stores since, the last of each warp.
    pub loads: Vec<Move>,
    pub stores: Vec<Move>,
}

impl Column {
    /// Notes an operation of the tensor core.
    pub fn note(&mut self, issue: Issue, write: bool) {
        if write {
            *self = Column {
                writer: Some(issue),
                ..Column::default()
            };
        } else {
            self.readers
                .retain(|r| (r.fences, r.lane, r.unit) != (issue.fences, issue.lane, issue.unit));
            self.readers.push(issue);
        }
    }

    /// Notes a load or store of a warp.
    pub fn note_move(&mut self, new: Move, load: bool) {
        let list = if load { &mut self.loads } else { &mut self.stores };
        list.retain(|m| (m.agent, m.lanes) != (new.agent, new.lanes));
        list.push(new);
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tmem {
    /// Cells, by lane, made when something is allocated.
    cells: Vec<u32>,
    written: Vec<bool>,
    /// First column and number of columns of each allocation.
    pub allocated: Vec<(u32, u32)>,
    pub permit_given_up: bool,
    pub columns: Vec<Column>,
}

impl Tmem {
    fn ready(&mut self) {
        if self.cells.is_empty() {
            self.cells = vec![0; TMEM_LANES * TMEM_COLUMNS];
            self.written = vec![false; TMEM_LANES * TMEM_COLUMNS];
            self.columns = vec![Column::default(); TMEM_COLUMNS];
        }
    }

    /// Are the columns part of no allocation?
    pub fn is_free(&self, at: u32, columns: u32) -> bool {
        self.allocated.iter().all(|&(a, n)| at + columns <= a || a + n <= at)
    }

    /// A multiple of `columns` where so many are free, and that suits `also`; `None` if there is none now.
    pub fn room(&self, columns: u32, also: impl Fn(u32) -> bool) -> Option<u32> {
        (0..TMEM_COLUMNS as u32)
            .step_by(columns.max(32) as usize)
            .find(|&at| at + columns <= 512 && self.is_free(at, columns) && also(at))
    }

    /// Allocates columns where there is [`Tmem::room`].
    pub fn alloc(&mut self, at: u32, columns: u32) {
        self.ready();
        self.allocated.push((at, columns));
    }

    /// Frees an allocation; false if there is none like it.
    pub fn dealloc(&mut self, at: u32, columns: u32) -> bool {
        let before = self.allocated.len();
        self.allocated.retain(|&a| a != (at, columns));
        if before == self.allocated.len() {
            return false;
        }
        // The contents are gone for the next owner.
        for lane in 0..TMEM_LANES {
            let start = lane * TMEM_COLUMNS + at as usize;
            self.written
                .get_mut(start..start + columns as usize)
                .into_iter()
                .for_each(|w| w.fill(false));
        }
        for column in self.columns.iter_mut().skip(at as usize).take(columns as usize) {
            column.loads.clear();
            column.stores.clear();
        }
        true
    }

    /// Is the column part of an allocation?
    pub fn is_allocated(&self, column: u32) -> bool {
        self.allocated.iter().any(|&(a, n)| (a..a + n).contains(&column))
    }

    /// The cell and whether it was written.
    pub fn get(&self, lane: u32, column: u32) -> (u32, bool) {
        let i = lane as usize * TMEM_COLUMNS + column as usize;
        (
            self.cells.get(i).copied().unwrap_or(0),
            self.written.get(i).copied().unwrap_or(false),
        )
    }

    pub fn put(&mut self, lane: u32, column: u32, value: u32) {
        let i = lane as usize * TMEM_COLUMNS + column as usize;
        if let (Some(c), Some(w)) = (self.cells.get_mut(i), self.written.get_mut(i)) {
            *c = value;
            *w = true;
        }
    }
}
