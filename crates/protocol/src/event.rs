//! The trace of a warp.

use tilewright_ir::Op;

/// The number that the memory of mbarriers has among the buffers of a CTA.
pub(super) const BARRIERS: usize = Cta::BUFFERS - 1;
/// The number that tensor memory being there has among them.
pub(super) const TENSOR_MEMORY: usize = Cta::BUFFERS - 2;
/// The number that the memory has among them in which the CTAs of a cluster show each other partial sums: that of one CTA stands for
/// those of all, which do the same with theirs.
pub(super) const SHOWN: usize = Cta::BUFFERS - 4;

/// The number that the CTA itself being there has among them.
pub(super) const PRESENCE: usize = Cta::BUFFERS - 3;

/// A CTA of a cluster. It is part of the numbers of its barriers, its buffers and its named barriers, so that those of
/// several CTAs are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cta(pub u32);

impl Cta {
    /// Buffers of a CTA, at most, with room.
    const BUFFERS: usize = 1 << 16;
    /// Named barriers of a CTA, at most, with room.
    const NAMED: i64 = 1 << 8;
    /// The number of the meeting before tensor memory is released, beyond those of named barriers.
    pub const MEETING: i64 = Self::NAMED - 1;
    /// The number of its end, which is when the last of its warps ends.
    pub const END: i64 = Self::NAMED - 2;
    /// Bytes of shared memory, with room.
    const BYTES: i64 = 1 << 32;

    /// An address in its shared memory.
    pub fn address(self, at: i64) -> i64 {
        at + i64::from(self.0) * Self::BYTES
    }

    /// The CTA of an address.
    pub fn of_address(at: i64) -> Self {
        Self((at / Self::BYTES) as u32)
    }

    /// An address in the shared memory of its CTA.
    pub fn in_memory(at: i64) -> i64 {
        at % Self::BYTES
    }

    /// A buffer of it.
    pub fn buffer(self, buffer: usize) -> usize {
        buffer + self.0 as usize * Self::BUFFERS
    }

    /// The number of a buffer in its CTA, and the CTA.
    pub fn of_buffer(buffer: usize) -> (usize, Self) {
        (buffer % Self::BUFFERS, Self((buffer / Self::BUFFERS) as u32))
    }

    /// A named barrier of it.
    pub fn named(self, number: i64) -> i64 {
        number + i64::from(self.0) * Self::NAMED
    }

    /// The number of the cluster's barrier, which is no CTA's.
    pub const CLUSTER: i64 = -1;

    /// The number of a named barrier in its CTA, none for the cluster's; and the CTA.
    pub fn of_named(number: i64) -> (Option<i64>, Self) {
        match number {
            ..0 => (None, Self::default()),
            _ => (Some(number % Self::NAMED), Self((number / Self::NAMED) as u32)),
        }
    }

    /// The suffix of a name where there are several CTAs.
    pub fn suffix(self, ctas: u32) -> String {
        match ctas {
            1 => String::new(),
            _ => format!("@{}", self.0),
        }
    }
}

/// The place that stands for a group of barriers having been made ready.
pub(super) fn barriers_made(group: i64) -> (usize, i64) {
    (Cta::of_address(group).buffer(BARRIERS), group)
}

/// An event of a warp that others can see. Barriers are addresses in shared memory.
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
        /// The barrier at the same place in the CTA that copies.
        own: i64,
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
    /// Writes a content of a place in tensor memory, or begins its being there.
    TensorWrite(usize, i64, u32),
    /// Starts to write a content of a place in tensor memory.
    TensorWriteAsync(usize, i64, u32),
    /// Reads a content of a place in tensor memory.
    TensorRead(usize, i64, u32),
    /// Starts something that reads it.
    TensorReadAsync(usize, i64, u32),
    /// Arrives once when all that it has started is done.
    Commit(i64),
    /// This CTA of the cluster has begun: others may touch its shared memory, once they know.
    Begun(Cta),
    /// Touches the shared memory of this CTA of the cluster: at once, or when what the warp has started is done.
    Touches(Cta, bool),
    /// This CTA has ended, and its shared memory may be another's.
    Ended(Cta),
    /// Closes a group of products, or of copies.
    CommitGroup,
    /// Waits until at most so many groups are in flight.
    WaitGroup(u32),
    /// Makes barriers ready, of which this is the first: all that are made ready one after the other are one group.
    Made(i64),
    /// Relies for the first time on one of a group of barriers having been made ready.
    Relies(i64),
    /// Arrives at a named barrier.
    NamedArrive(i64),
    /// Waits at one.
    NamedWait(i64),
}

impl Event {
    /// Whether it puts something into the place that it touches.
    pub fn writes(&self) -> bool {
        match self {
            Event::Copy { .. } | Event::Write(..) | Event::StartOwn(..) | Event::WriteOwn(..) | Event::Made(_) => true,
            Event::TensorWrite(..) | Event::TensorWriteAsync(..) | Event::Begun(_) | Event::Ended(_) => true,
            Event::Touches(..) => false,
            Event::TensorRead(..) | Event::TensorReadAsync(..) | Event::Commit(_) => false,
            Event::Read(..) | Event::ReadAsync(..) | Event::ReadOwn(..) | Event::Relies(_) => false,
            Event::Wait(..) | Event::Probe(..) | Event::Skip(..) | Event::Arrive(..) | Event::Expect(..) => false,
            Event::CommitGroup | Event::WaitGroup(_) | Event::NamedArrive(_) | Event::NamedWait(_) => false,
        }
    }

    /// The place of a buffer that is touched.
    pub fn slot(&self) -> Option<(usize, i64)> {
        match *self {
            Event::Made(group) | Event::Relies(group) => Some(barriers_made(group)),
            Event::Begun(cta) | Event::Touches(cta, _) | Event::Ended(cta) => Some((cta.buffer(PRESENCE), 0)),
            Event::Copy { buffer, index, .. } => Some((buffer, index)),
            Event::Read(buffer, index)
            | Event::ReadAsync(buffer, index)
            | Event::Write(buffer, index)
            | Event::StartOwn(buffer, index)
            | Event::WriteOwn(buffer, index)
            | Event::TensorWrite(buffer, index, _)
            | Event::TensorWriteAsync(buffer, index, _)
            | Event::TensorRead(buffer, index, _)
            | Event::TensorReadAsync(buffer, index, _)
            | Event::ReadOwn(buffer, index) => Some((buffer, index)),
            Event::Commit(_) => None,
            Event::Wait(..) | Event::Probe(..) | Event::Skip(..) | Event::Arrive(..) | Event::Expect(..) => None,
            Event::CommitGroup | Event::WaitGroup(_) | Event::NamedArrive(_) | Event::NamedWait(_) => None,
        }
    }

    /// The content of a place in tensor memory; 0 elsewhere.
    pub fn content(&self) -> u32 {
        if let Event::TensorWrite(_, _, item)
        | Event::TensorWriteAsync(_, _, item)
        | Event::TensorRead(_, _, item)
        | Event::TensorReadAsync(_, _, item) = *self
        {
            item
        } else {
            0
        }
    }

    /// The barrier in memory that is waited for, and the parity.
    pub fn wait(&self) -> Option<(i64, u32)> {
        match *self {
            Event::Wait(at, parity) | Event::Probe(at, parity) => Some((at, parity)),
            Event::Skip(..) | Event::Arrive(..) | Event::Expect(..) | Event::Made(_) | Event::Relies(_) => None,
            Event::Copy { .. } | Event::Read(..) | Event::ReadAsync(..) | Event::Write(..) => None,
            Event::StartOwn(..) | Event::WriteOwn(..) | Event::ReadOwn(..) => None,
            Event::TensorWrite(..) | Event::TensorWriteAsync(..) => None,
            Event::Begun(_) | Event::Touches(..) | Event::Ended(_) => None,
            Event::TensorRead(..) | Event::TensorReadAsync(..) | Event::Commit(_) => None,
            Event::CommitGroup | Event::WaitGroup(_) | Event::NamedArrive(_) | Event::NamedWait(_) => None,
        }
    }

    /// Whether it is a step of a barrier, by which accesses of several warps may be ordered.
    pub fn orders(&self) -> bool {
        match self {
            Event::Wait(..) | Event::Probe(..) | Event::Skip(..) | Event::Arrive(..) | Event::Expect(..) => true,
            Event::Commit(_) | Event::NamedArrive(_) | Event::NamedWait(_) => true,
            Event::Copy { .. } | Event::Read(..) | Event::ReadAsync(..) | Event::Write(..) => false,
            Event::StartOwn(..) | Event::WriteOwn(..) | Event::ReadOwn(..) => false,
            Event::TensorWrite(..) | Event::TensorWriteAsync(..) => false,
            Event::Begun(_) | Event::Touches(..) | Event::Ended(_) => false,
            Event::TensorRead(..) | Event::TensorReadAsync(..) => false,
            Event::CommitGroup | Event::WaitGroup(_) | Event::Made(_) | Event::Relies(_) => false,
        }
    }

    /// Whether it makes something that others rely on: barriers, tensor memory, its CTA being there.
    pub fn makes(&self) -> bool {
        matches!(self, Event::Made(_) | Event::Begun(_) | Event::TensorWrite(_, _, 0))
    }

    /// The named barrier that is arrived at, or waited for.
    pub fn named(&self) -> Option<i64> {
        match *self {
            Event::NamedArrive(number) | Event::NamedWait(number) => Some(number),
            Event::Wait(..) | Event::Probe(..) | Event::Skip(..) | Event::Arrive(..) | Event::Expect(..) => None,
            Event::Copy { .. } | Event::Read(..) | Event::ReadAsync(..) | Event::Write(..) => None,
            Event::StartOwn(..) | Event::WriteOwn(..) | Event::ReadOwn(..) => None,
            Event::TensorWrite(..) | Event::TensorWriteAsync(..) => None,
            Event::Begun(_) | Event::Touches(..) | Event::Ended(_) => None,
            Event::TensorRead(..) | Event::TensorReadAsync(..) | Event::Commit(_) => None,
            Event::CommitGroup | Event::WaitGroup(_) | Event::Made(_) | Event::Relies(_) => None,
        }
    }
}

/// Buffers by number, the same for all warps.
#[derive(Default)]
pub(super) struct Memory {
    pub buffers: Vec<Op>,
}
