//! Work counted in steps: one budget for all that is searched for a loop, the IIs as well as their explanations. A step is a clause that
//! propagation looks at, or what takes about as long; so the same loop gets the same answer on every machine.

use std::cell::Cell;

/// Steps that are left.
pub struct Steps(Cell<u64>);

/// Steps that making a clause takes, and what the solver needs to know of it.
const MADE: u64 = 20;

impl Steps {
    /// So many.
    pub fn new(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// As many as anybody asks for.
    pub fn endless() -> Self {
        Self::new(u64::MAX)
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Takes steps; whether there is one left.
    pub fn spend(&self, steps: u64) -> bool {
        let left = self.left();
        // Endless ones stay so.
        if left < u64::MAX {
            self.0.set(left.saturating_sub(steps));
        }
        self.left() > 0
    }

    /// Half of what is left, for `run` to spend: what comes after it has the other half, and what it leaves.
    pub fn half<T>(&self, run: impl FnOnce(&Self) -> T) -> T {
        let half = match self.left() {
            u64::MAX => u64::MAX,
            left => left / 2,
        };
        let part = Self::new(half);
        let result = run(&part);
        self.spend(half - part.left());
        result
    }

    /// Takes what making a formula of so many clauses takes.
    pub fn make(&self, clauses: usize) -> bool {
        self.spend(clauses as u64 * MADE)
    }

    /// The most clauses that a formula can have for what is left.
    pub fn clauses(&self) -> usize {
        // Absent: more than can be counted.
        usize::try_from(self.left() / MADE).unwrap_or(usize::MAX)
    }

    /// Takes what the longest paths between so many ops take.
    pub fn paths(&self, ops: usize) -> bool {
        self.spend((ops as u64).pow(3) / 4)
    }
}
