//! When the parts of shared memory are in use.

use tilewright_ir::ops::{nv_tileas, nvvm};
use tilewright_ir::{Block, Module, Op};

/// From the first op that uses something to the last, as places in the block that it was made in; what is inside a
/// loop, a branch or an agent counts as that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Live {
    block: Block,
    first: usize,
    last: usize,
    /// The source lines of the first and the last use, from 1; 0 where there is none.
    pub lines: [u32; 2],
}

impl Live {
    /// When the result of an op is in use; none for what is in use all the time, such as barriers.
    pub fn of(module: &Module, op: Op) -> Option<Self> {
        let block = module.parent(op)?;
        let value = *module.results(op).first()?;
        let place = |user: Op| {
            let mut at = user;
            while module.parent(at)? != block {
                at = module.parent_op(at)?;
            }
            module.ops(block).position(|other| other == at)
        };
        // A pipe names its buffers; it does not touch them.
        let users = || {
            let all = module.uses(value).iter().map(|site| site.op);
            all.filter(|&user| module.kind(user) != nv_tileas::CREATE_PIPE)
        };
        let places: Vec<usize> = users().filter_map(place).collect();
        let lines: Vec<u32> = users()
            .map(|user| module.loc_data(module.loc(user)).line)
            .filter(|&line| line > 0)
            .collect();
        let made = module.ops(block).position(|other| other == op)?;
        Some(Self {
            block,
            // Absent: a buffer that nobody uses lives where it is made.
            first: places.iter().copied().min().unwrap_or(made),
            // Absent: a buffer that nobody uses is gone where it is made.
            last: places.iter().copied().max().unwrap_or(made),
            lines: [
                // Absent: no user has a line.
                lines.iter().copied().min().unwrap_or(0),
                // Absent: no user has a line.
                lines.iter().copied().max().unwrap_or(0),
            ],
        })
    }

    /// Whether this is over before the other begins, or the other way round, with a barrier of the block in between:
    /// without one, some thread may still be at it.
    pub fn apart(self, other: Self, module: &Module) -> bool {
        let before = |a: Self, b: Self| {
            let between = module.ops(a.block).take(b.first).skip(a.last + 1);
            let meets = |op: Op| module.kind(op) == nvvm::BARRIER && !module.has_attr(op, "id");
            a.last < b.first && between.into_iter().any(meets)
        };
        self.block == other.block && (before(self, other) || before(other, self))
    }

    /// Whether this is in use when the other begins.
    pub fn at_start_of(self, other: Self) -> bool {
        self.block != other.block || (self.first..=self.last).contains(&other.first)
    }
}
