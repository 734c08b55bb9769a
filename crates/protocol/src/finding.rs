//! Every reason for which a kernel is refuted, or not judged, without an interleaving: one list, with the texts.
//!
//! Each has a twin in the tests, a kernel that is right but for one edit (`tests/findings.rs`): a reason without one does
//! not pass them.

use super::VerdictKind;
use std::fmt;
use tilewright_ir::{Module, Op};

macro_rules! findings {
    ($($(#[$doc:meta])+ $name:ident $({ $($field:ident: $ty:ty),+ })? $kind:ident $text:literal;)+) => {
        /// The reason for a verdict, where no interleaving is.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the fields are what the texts say they are")]
        pub enum Finding {
            $($(#[$doc])+ $name $({ $($field: $ty),+ })?,)+
        }

        impl Finding {
            /// The names of all.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => stringify!($name),)+
                }
            }

            /// The verdict that follows from it.
            pub fn kind(&self) -> VerdictKind {
                match self {
                    $(Self::$name { .. } => VerdictKind::$kind,)+
                }
            }
        }

        impl fmt::Display for Finding {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $({ $($field),+ })? => write!(f, $text),)+
                }
            }
        }
    };
}

findings! {
    // Ops and agents.
    /// An op may do anything.
    NotFollowed { op: &'static str } NotProved "`{op}` is not pure, and is not followed";
    /// An op that acts on barriers or tiles stands inside of one that is taken for pure.
    InsideOfPure { op: &'static str, owner: &'static str } NotProved "`{op}` stands in `{owner}`, which is not followed";
    /// An op that acts on barriers or tiles stands beside the kernel.
    OutsideOfKernel { op: &'static str } NotProved "`{op}` stands outside of the kernel that is followed";
    /// A kernel is defined within another.
    KernelInKernel NotProved "a kernel in a kernel";
    /// An op lacks what its record asks for.
    NotAsRecorded { op: &'static str, what: &'static str } NotProved "`{op}` has no {what}, which its record asks for";
    /// A switch has not as many roles as regions.
    AgentsUnknown NotProved "the agents of a switch are not a role and a number of warps for each region";
    /// More warps than a CTA has.
    TooManyWarps { warps: i64, most: i64 } NotProved "the agents have {warps} warps, and a CTA has at most {most}";

    // Shared memory.
    /// A buffer among others that have their places has none.
    BufferWithoutPlace { buffer: String } NotProved "where the buffer {buffer} lies is not known: its `alloc_tensor` has no offset";
    /// A buffer begins at a negative byte.
    BufferBeforeMemory { buffer: String, at: i64 } Refuted "the buffer {buffer} lies at byte {at}, before shared memory begins";
    /// A buffer lies where its readers or writers cannot address it.
    BufferMisaligned { buffer: String, at: i64, align: i64, why: &'static str } Refuted
        "the buffer {buffer} lies at byte {at}, which is no multiple of {align}: {why}";
    /// The address of a barrier that is made ready is computed in a way that is not followed.
    BarrierPlaceUnknown NotProved "where a barrier lies is not known";
    /// A barrier lies outside of the memory for barriers.
    BarrierOutside { at: i64, bytes: i64, start: i64 } Refuted
        "the barrier at byte {at} is not among the {bytes} bytes from {start} on that are set aside";
    /// A barrier is misaligned.
    BarrierMisaligned { at: i64, align: i64 } Refuted "a barrier lies at byte {at}, which is no multiple of {align}";
    /// Two things lie on the same bytes.
    SharedBytes { one: String, other: String, from: i64 } Refuted "{one} and {other} share bytes of shared memory, from {from} on";
    /// Something ends behind the last byte that a CTA can have.
    BeyondMemory { what: String, end: i64, memory: i64 } Refuted "{what} ends at byte {end}, and a CTA can have {memory} bytes of shared memory";
    /// A copy names a tensor map that the kernel has not.
    NoTensorMap { descriptor: i64, maps: usize } Refuted "a copy is by tensor map {descriptor}, and the kernel has {maps}, from 0 on";
    /// A copy brings other bytes, or in another order, than the readers of its buffer take.
    OtherTensorMap { descriptor: i64, what: &'static str, buffer: String } Refuted
        "the {what} of tensor map {descriptor} is another than that of the buffer {buffer}, which is filled by it";
    /// A slot behind the last, or before the first.
    SlotOutside { slot: i64, depth: i64 } Refuted "slot {slot} of a buffer of {depth} is touched";
    /// A part that a tile does not have.
    PartOutside { part: i64, parts: i64 } Refuted "part {part} of a tile of {parts} parts is copied";
    /// A slot that is read is never written.
    NeverWritten { place: String } Refuted "{place} is read, and nobody writes it";

    // Tensor memory.
    /// Buffers are in tensor memory that nobody reserves.
    NeverReserved Refuted "tensor memory is used that nobody reserves";
    /// It is not given back.
    NeverReleased Refuted "tensor memory is reserved, and nobody releases it";
    /// There are several reservations, or releases.
    ReservedTwice NotProved "tensor memory is reserved or released in several places";
    /// A warp releases it again.
    ReleasedTwice Refuted "tensor memory is released again";
    /// A single thread releases it.
    ReleasedByFew Refuted "tensor memory is released by a part of a warp";
    /// A number of columns that cannot be reserved.
    ColumnsReserved { columns: i64 } Refuted "{columns} columns of tensor memory are reserved, and they are 32 to 512, a power of two";
    /// Other columns are released than were reserved.
    ColumnsReleased { reserved: i64 } Refuted "not the {reserved} columns are released that are reserved";
    /// The address of what is reserved is looked for elsewhere.
    ColumnsElsewhere Refuted "the address of tensor memory is not looked for where it is put";
    /// A buffer ends behind what is reserved.
    BeyondColumns { buffer: String, end: i64, reserved: i64 } Refuted
        "the buffer {buffer} ends at column {end}, and {reserved} are reserved";
    /// Two buffers are in the same columns.
    SharedColumns { one: String, other: String, from: i64 } Refuted
        "the buffers {one} and {other} share columns of tensor memory from {from} on";
    /// Warps write what lies over accumulators elsewhere than they have read these.
    OverOthers { buffer: String } Refuted "warps write to {buffer} over what others read of the accumulators below";
    /// A warp writes over accumulators that it has not read.
    OverUnread { buffer: String } Refuted "a warp writes to {buffer} before it has read the accumulators below";
    /// Several threads start products into one place.
    StartedByMany NotProved "products of several threads go to one place in tensor memory";
    /// Whether a product begins anew.
    AddsUnknown NotProved "whether a product is added to what is in tensor memory is not known before the kernel runs";
    /// A product is added to what no product has begun.
    AddsToNothing Refuted "a product is added to what is in tensor memory, and none has begun it";

    // Barriers that are not ready, and products in flight.
    /// Barriers are used, and nobody makes one.
    NoneReady Refuted "barriers are used, and none is made ready";
    /// A barrier is used that nobody makes.
    NeverReady { at: i64 } NotProved "the barrier at byte {at} is used but never made ready";
    /// The same, by another CTA.
    NeverReadyElsewhere NotProved "a barrier of another CTA is arrived at, but never made ready";
    /// A barrier is made ready again.
    ReadyTwice NotProved "a barrier is made ready twice";
    /// A barrier's number of arrivals is negative.
    NegativeArrivals NotProved "a barrier that counts fewer than no arrivals";
    /// Whoever waits for a slot may find it before copies have filled it.
    CopiesUnawaited Refuted "a warp says that a slot is full while copies to it are under way, which do not hold its barrier open";
    /// The async proxy may not see that barriers are ready.
    NotAnnounced Refuted "copies reach barriers for which no `fence.mbarrier_init` stands after they are made ready";
    /// Registers may be written late.
    NoFence { fence: String } NotProved "no `{fence}` stands before a product in its block";
    /// Accumulators are read too early.
    ReadInFlight { accumulator: String, commit: String, wait: String } Refuted
        "the accumulator {accumulator} is read while a product may be in flight: no `{commit}` with a `{wait}` for it stands between";
    /// Registers that a product reads are written.
    OperandInFlight { operand: String, wait: String } Refuted
        "the operand {operand} is written while a product may read it: no `{wait}` for it stands between";

    // Values that are known only when the kernel runs.
    /// The address of a barrier.
    AddressUnknown NotProved "the address of a barrier is not known before the kernel runs";
    /// A parity.
    ParityUnknown NotProved "the parity that is waited for is not known before the kernel runs";
    /// The number of a named barrier.
    NumberUnknown NotProved "the number of a barrier is not known before the kernel runs";
    /// A number that no named barrier has.
    NoSuchNumber { number: i64, most: i64 } NotProved "named barrier {number} is used, and a CTA has {most}, from 0 on";
    /// A CTA of the cluster.
    CtaUnknown NotProved "the CTA that a barrier is in is not known before the kernel runs";
    /// A CTA that is not there.
    NoSuchCta { cta: i64, ctas: u32 } NotProved "a barrier of CTA {cta} is arrived at, and the cluster has {ctas}";
    /// A buffer that is handed on as a value.
    BufferUnknown NotProved "which buffer is meant is not known";
    /// The slot of a buffer.
    SlotUnknown NotProved "which slot of a buffer is meant is not known before the kernel runs";
    /// Whether the predicate of an arrival holds.
    ArrivalUnknown NotProved "whether a thread arrives is not known before the kernel runs";
    /// Two agents decide by values of their own.
    AgentsDisagree NotProved "agents decide by values that need not be the same, how often this runs";
    /// CTAs decide by values of their own.
    CtasDisagree NotProved
        "how the CTAs of a cluster go is known only when the kernel runs, and they need not agree";

    // The ways that warps take.
    /// A loop over different ranges in one warp.
    LanesCount NotProved "the lanes of a warp do different numbers of iterations of a loop";
    /// A branch out of a loop, or of the kernel, that some lanes take.
    LanesLeave NotProved "some lanes of a warp leave before the others";
    /// Lanes in different blocks.
    LanesPart NotProved "the lanes of a warp part, and it is not seen where they meet again";
    /// A loop without progress.
    Endless { step: i64 } Refuted "a loop whose step is {step} does not end";
    /// The same where it may not be entered.
    EndlessIfEntered { step: i64 } NotProved "a loop whose step is {step} ends only if it is not entered";
    /// An endless loop that nothing leaves.
    EndUnknown NotProved "a loop whose end is not known";
    /// A kernel that returns in a loop.
    LoopLeft NotProved "a loop is left in a way that is not followed";
    /// A branch that nobody sees, with one inside of it that leaves a loop.
    BranchLeft NotProved "a branch is left in a way that is not followed";
    /// A probe that decides more than whether to wait.
    ProbeDecides NotProved "what follows a probe is more than the wait that it may save";
    /// More steps than are checked.
    TooLong NotProved "the program is too long to be checked";

    // The checker.
    /// The numbers of a barrier program are beyond the checker's.
    NotChecked { why: String } NotProved "{why}";
    /// The search was given up.
    Undecided { scenario: String, why: String } NotProved "with {scenario}: {why}";
}

/// A finding, and the line of the op that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub finding: Finding,
    line: u32,
}

impl Found {
    /// A finding at an op.
    pub fn at(module: &Module, op: Op, finding: Finding) -> Self {
        let line = module.loc_data(module.loc(op)).line;
        Self { finding, line }
    }
}

impl From<Finding> for Found {
    /// A finding about the kernel.
    fn from(finding: Finding) -> Self {
        Self { finding, line: 0 }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => self.finding.fmt(f),
            line => write!(f, "{} (line {line})", self.finding),
        }
    }
}
