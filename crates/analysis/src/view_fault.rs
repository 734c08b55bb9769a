//! Why tiles of a view cannot be copied to shared memory, by TMA or by threads.

use crate::words::{Values, Words, refusal};

/// The means by which tiles are copied to shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copier {
    /// TMA.
    Tma,
    /// Threads, by `cp.async`.
    Threads,
}

/// Why tiles of a view cannot be copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViewFault {
    /// Rows are gathered one by one.
    Gather,
    /// The kernel forbids it.
    Forbidden,
    /// Too many dimensions.
    Rank(usize),
    /// No dimension of the matrix has a stride of 1.
    NotContiguous,
    /// A known stride is no multiple of 16 bytes.
    Stride {
        /// The dimension of the tensor.
        dim: usize,
        /// The stride in elements.
        stride: i64,
        /// The divisor it should have, in elements.
        wanted: u64,
    },
    /// A stride is not known to be a multiple of 16 bytes.
    StrideDivisor {
        /// The dimension of the tensor.
        dim: usize,
        /// The divisor that is known.
        divisor: u64,
        /// The divisor it should have.
        wanted: u64,
    },
    /// The address is not known to be a multiple of 16 bytes, but of so many.
    Address(u64),
    /// An `extent`, a `stride` or the `address` is computed in the kernel.
    Computed(&'static str),
    /// A padding that is not zero.
    Padding(String),
    /// A row of a tile has so many bytes, which no swizzle has.
    Row(i64),
    /// A swizzle is asked for that rows of a tile do not have.
    Swizzle {
        /// Bytes of a row of the swizzle.
        span: i64,
        /// Bytes of a row of the tile.
        row: i64,
    },
    /// A tile is too long along one dimension.
    Box(i64),
    /// Tiles start at every so many elements.
    Start(i64),
}

impl ViewFault {
    /// The fault of what copies, in words.
    pub fn words(&self, copier: Copier) -> Words {
        let tma = copier == Copier::Tma;
        let pick = |of_tma: &'static str, of_threads: &'static str| if tma { of_tma } else { of_threads };
        let multiple = pick(
            "strides of a tensor map are multiples of 16 bytes",
            "the addresses of a copy are multiples of 16 bytes",
        );
        let host = "the host makes the tensor map before the launch, from the kernel's parameters";
        let who = pick(
            "TMA cannot address this view: ",
            "threads cannot copy this view by 16 bytes: ",
        );
        // Shorter rows are copied as well, but not to where a unit or a matrix of a warp can read them.
        let who = match self {
            Self::Row(_) => "no swizzle has the rows of this view's tiles: ",
            _ => who,
        };
        let say = |code: &'static str, what: &str, note: &str, help: &str, values: Values<'_>| {
            let mut words = refusal(code, &[who, what].concat(), note, help, values);
            words.values.push(("copier", pick("tma", "threads").to_string()));
            words
        };
        match self {
            Self::Gather => say(
                "pipeline.view-gather",
                "its rows are named one by one",
                pick(
                    "a box of a tensor is copied as a whole",
                    "only tiles of a partition are copied ahead",
                ),
                "use a partition view",
                &[],
            ),
            Self::Forbidden => say(
                "pipeline.view-forbidden",
                "its hint `allow_tma` forbids it",
                "",
                "leave the hint away, where TMA may do it",
                &[],
            ),
            Self::Rank(rank) => say(
                "pipeline.view-rank",
                "it has {rank} dimensions",
                "a tensor map has at most 5",
                "use fewer dimensions",
                &[("rank", rank)],
            ),
            Self::NotContiguous => say(
                "pipeline.view-contiguous",
                "no dimension of the matrix is contiguous",
                pick(
                    "the innermost stride of a tensor map is one element",
                    "copies are of 16 contiguous bytes",
                ),
                "make the rows or the columns contiguous, and say so with a stride of 1",
                &[],
            ),
            Self::Stride { dim, stride, wanted } => say(
                "pipeline.view-stride",
                "the stride of dimension {dim} is {stride elements}",
                multiple,
                "pad rows to a multiple of {wanted elements}",
                &[("dim", dim), ("stride", stride), ("wanted", wanted)],
            ),
            Self::StrideDivisor { dim, divisor, wanted } => say(
                "pipeline.view-stride",
                "the stride of dimension {dim} is known to be a multiple of {divisor elements} only",
                multiple,
                "assume that it is divisible by {wanted}",
                &[("dim", dim), ("divisor", divisor), ("wanted", wanted)],
            ),
            Self::Address(divisor) => say(
                "pipeline.view-address",
                match divisor {
                    1 => "its address may be anything",
                    // Absent: every other divisor is said.
                    _ => "its address is known to be a multiple of {divisor bytes} only",
                },
                pick(
                    "the address of a tensor map is a multiple of 16 bytes",
                    "the addresses of a copy are multiples of 16 bytes",
                ),
                "assume that the pointer is divisible by 16",
                &[("divisor", divisor)],
            ),
            Self::Computed("address") => say(
                "pipeline.view-computed",
                "its address is computed in the kernel",
                host,
                "pass the address as a parameter",
                &[("what", &"address")],
            ),
            Self::Computed(what) => say(
                "pipeline.view-computed",
                "an {what} is computed in the kernel",
                host,
                "pass it as a parameter",
                &[("what", what)],
            ),
            Self::Padding(word) => say(
                "pipeline.view-padding",
                "elements outside are to read as {padding}",
                pick("TMA fills with zeros", "a copy fills with zeros"),
                "use padding_value = zero",
                &[("padding", word)],
            ),
            Self::Row(bytes) => say(
                "pipeline.view-row",
                "a row of a tile has {bytes bytes}",
                pick(
                    "a row of a box has 32, 64 or a multiple of 128 bytes for the tensor cores to read it",
                    "rows of less than 32 bytes have no swizzle",
                ),
                "use wider tiles",
                &[("bytes", bytes)],
            ),
            Self::Swizzle { span, row } => say(
                "pipeline.view-swizzle",
                "a swizzle of {span bytes} is asked for, and a row of a tile has {row}",
                "the rows of boxes side by side make up the rows of a tile",
                "ask for a swizzle that divides them, or for none",
                &[("span", span), ("row", row)],
            ),
            Self::Box(extent) => say(
                "pipeline.view-box",
                "a tile has {extent} elements along one dimension",
                "a box has at most 256",
                "use smaller tiles",
                &[("extent", extent)],
            ),
            Self::Start(step) => say(
                "pipeline.view-step",
                "tiles start every {step elements}",
                "the addresses of a copy are multiples of 16 bytes",
                "use larger steps between tiles",
                &[("step", step)],
            ),
        }
    }
}
