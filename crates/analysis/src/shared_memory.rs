//! The layout rules of shared memory, and the report's entry for each part of it.

pub use tilewright_ir::dialects::buffers::{TILE_ALIGNMENT, pitch};

/// Bytes of the two barriers of a stage.
pub const STAGE_BARRIER_BYTES: i64 = 2 * tilewright_ir::MBARRIER_BYTES;

/// A part of shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerEntry {
    /// The name of the owner.
    pub name: String,
    /// Its content.
    pub what: String,
    /// The number of bytes.
    pub bytes: i64,
    /// From which byte on.
    pub offset: i64,
    /// The alignment.
    pub align: i64,
    /// The number of slots, one after the other.
    pub slots: i64,
    /// The source lines of its first and its last use, 0 where there is none; none: in use all the time.
    pub lines: Option<[u32; 2]>,
    /// Other buffers that share its bytes, at other times.
    pub shares: Vec<String>,
    /// Whether it is in use when most of the memory is.
    pub at_peak: bool,
}
