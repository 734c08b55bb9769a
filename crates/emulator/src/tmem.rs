//! Tensor memory of one CTA: 128 lanes by 512 columns of 32 bits (facts on PTX data, section 4.1).

/// Lanes.
pub(crate) const TMEM_LANES: usize = 128;
/// Columns.
pub(crate) const TMEM_COLUMNS: usize = 512;

#[derive(Clone, Debug, Default)]
pub(crate) struct Tmem {
    /// Cells, by lane, made when something is allocated.
    cells: Vec<u32>,
    written: Vec<bool>,
    /// First column and number of columns of each allocation.
    pub allocated: Vec<(u32, u32)>,
    pub permit_given_up: bool,
    /// Number of the last product that writes a column.
    pub column_writer: Vec<u32>,
}

impl Tmem {
    fn ready(&mut self) {
        if self.cells.is_empty() {
            self.cells = vec![0; TMEM_LANES * TMEM_COLUMNS];
            self.written = vec![false; TMEM_LANES * TMEM_COLUMNS];
            self.column_writer = vec![0; TMEM_COLUMNS];
        }
    }

    /// Allocates columns at a multiple of their number; `None` if they are not free now.
    pub fn alloc(&mut self, columns: u32) -> Option<u32> {
        self.ready();
        let free = |at: u32| self.allocated.iter().all(|&(a, n)| at + columns <= a || a + n <= at);
        let at = (0..TMEM_COLUMNS as u32)
            .step_by(columns.max(32) as usize)
            .find(|&at| at + columns <= 512 && free(at))?;
        self.allocated.push((at, columns));
        Some(at)
    }

    /// Frees an allocation; false if there is none like it.
    pub fn dealloc(&mut self, at: u32, columns: u32) -> bool {
        let before = self.allocated.len();
        self.allocated.retain(|&a| a != (at, columns));
        if before == self.allocated.len() {
            return false;
        }
        // What was there is gone for the next owner.
        for lane in 0..TMEM_LANES {
            let start = lane * TMEM_COLUMNS + at as usize;
            self.written
                .get_mut(start..start + columns as usize)
                .into_iter()
                .for_each(|w| w.fill(false));
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
