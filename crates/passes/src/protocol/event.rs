//! The trace of a warp.

use tilewright_ir::Op;

/// The number that the barrier of the cluster has among the named ones, whose numbers are not negative.
pub(super) const CLUSTER: i64 = -1;

/// The number that the memory of mbarriers has among the buffers.
pub(super) const BARRIERS: usize = usize::MAX;

/// What a warp does that others can see. Barriers are addresses in shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// Spins for a parity.
    Wait(i64, u32),
    /// Probes, and then waits if that failed.
    Probe(i64, u32),
    /// Another warp waits here in its stead: one content of what the barrier guards is not for this one.
    Skip(i64, u32),
    /// So many lanes arrive.
    Arrive(i64, u32),
    /// A lane expects bytes and arrives.
    Expect(i64, u32),
    /// A bulk copy into a place of a buffer.
    Copy {
        buffer: usize,
        index: i64,
        barrier: i64,
        bytes: u32,
        /// Whether its item has been committed before it.
        committed: bool,
    },
    /// Reads a place of a buffer.
    Read(usize, i64),
    /// Starts to read it.
    ReadAsync(usize, i64),
    /// Writes it.
    Write(usize, i64),
    /// Starts to write a place of a buffer that this warp reads itself (its threads' part of it).
    StartOwn(usize, i64),
    /// Writes one.
    WriteOwn(usize, i64),
    /// Reads one.
    ReadOwn(usize, i64),
    /// Closes a group of products, or of copies.
    CommitGroup,
    /// Waits until so few groups are under way.
    WaitGroup(u32),
    /// Makes barriers ready.
    Made,
    /// Relies for the first time on a barrier having been made ready.
    Relies,
    /// Arrives at a named barrier.
    NamedArrive(i64),
    /// Waits at one.
    NamedWait(i64),
}

impl Event {
    /// The place of a buffer that is touched.
    pub fn slot(&self) -> Option<(usize, i64)> {
        match *self {
            Event::Made | Event::Relies => Some((BARRIERS, 0)),
            Event::Copy { buffer, index, .. } => Some((buffer, index)),
            Event::Read(buffer, index)
            | Event::ReadAsync(buffer, index)
            | Event::Write(buffer, index)
            | Event::StartOwn(buffer, index)
            | Event::WriteOwn(buffer, index)
            | Event::ReadOwn(buffer, index) => Some((buffer, index)),
            _ => None,
        }
    }
}

/// Buffers by number, the same for all warps.
#[derive(Default)]
pub(super) struct Memory {
    pub buffers: Vec<Op>,
}
