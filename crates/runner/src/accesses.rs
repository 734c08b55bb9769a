//! The wavefronts and sectors of a run's accesses to memory, instruction by instruction.

use tilewright_emulator::{AccessKind, PtxPosition, WarpAccess};
use tilewright_layout::banks;
use tilewright_sorted::SortedMap;

/// The wavefronts or sectors of all accesses by one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessCount {
    /// The instruction.
    pub place: Option<PtxPosition>,
    /// Its kind.
    pub kind: AccessKind,
    /// Times that a warp executed it.
    pub accesses: u64,
    /// Wavefronts of shared memory, or sectors of global memory.
    pub taken: u64,
    /// As many as its bytes need.
    pub least: u64,
    /// Sectors of global memory beyond those that are touched only because pieces of neighbouring bytes start within one, as rows do whose
    /// distance is no multiple of sectors.
    pub at_starts: u64,
}

impl AccessCount {
    /// Wavefronts that only bank conflicts ask for, or sectors beyond those that the bytes need.
    pub fn excess(&self) -> u64 {
        self.taken - self.least
    }
}

/// Counts under construction.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    counts: SortedMap<(Option<PtxPosition>, AccessKind), AccessCount>,
}

impl Accesses {
    /// Counts an access.
    pub fn count(&mut self, access: &WarpAccess<'_>) {
        let bytes = access.bytes.into();
        let (taken, least, at_starts) = if access.kind.is_global() {
            let addresses: Vec<i64> = access.addresses.iter().flatten().copied().collect();
            (
                banks::sectors(&addresses, bytes),
                banks::least_sectors(&addresses, bytes),
                banks::sectors_at_starts(&addresses, bytes),
            )
        } else {
            let wavefronts = banks::shared(access.addresses, bytes);
            (wavefronts.taken, wavefronts.least, 0)
        };
        let (place, kind) = (access.place, access.kind);
        let count = self.counts.entry((place, kind)).or_insert(AccessCount {
            place,
            kind,
            accesses: 0,
            taken: 0,
            least: 0,
            at_starts: 0,
        });
        count.accesses += 1;
        count.taken += taken as u64;
        count.least += least as u64;
        count.at_starts += at_starts as u64;
    }

    /// The counts, in the order of the PTX.
    pub fn list(&self) -> Vec<AccessCount> {
        self.counts.values().copied().collect()
    }
}
