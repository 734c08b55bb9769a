//! Memory as the caller sees it: named buffers of bytes.

/// One array in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// Its name in findings.
    pub name: String,
    /// The content, before and after the run.
    pub bytes: Vec<u8>,
    /// Whether the content means something before the run. Elements of a buffer without content are undefined until
    /// they are written.
    pub initialised: bool,
}

/// The buffers of a launch; arguments name them by index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// All buffers.
    pub buffers: Vec<Buffer>,
}

impl Memory {
    /// Adds a buffer and returns its index.
    pub fn add(&mut self, name: impl Into<String>, bytes: Vec<u8>, initialised: bool) -> usize {
        self.buffers.push(Buffer {
            name: name.into(),
            bytes,
            initialised,
        });
        self.buffers.len() - 1
    }
}

/// An argument of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    /// The address of a byte of a buffer.
    Pointer {
        /// Index into [`Memory::buffers`].
        buffer: usize,
        /// Offset in bytes.
        offset: u64,
    },
    /// The bits of a number, in the low bits.
    Scalar(u64),
}

/// A launch: the grid and the arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Tile blocks in x, y and z.
    pub grid: [u32; 3],
    /// One argument per parameter of the entry.
    pub args: Vec<Arg>,
}

/// The cost of an op beside the elements that it computes: about as much as this many of them.
pub const STEP: u64 = 64;

/// Bounds and choices of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Order of the blocks: 0 runs them by number, anything else shuffles them.
    pub seed: u64,
    /// The work after which the run is given up: elements computed and multiplications made, each as often as it costs more
    /// than the cheapest, and [`STEP`] for each op.
    pub budget: u64,
    /// Elements that all values of the kernel may have together, each counted once: a bound on memory.
    pub tile_elements: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 0,
            budget: STEP << 26,
            tile_elements: 1 << 28,
        }
    }
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Blocks that are done.
    pub blocks_done: u64,
    /// Blocks of the grid.
    pub blocks: u64,
    /// Work done so far, in the unit of [`Options::budget`].
    pub work: u64,
}
