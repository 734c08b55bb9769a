//! Parts of a tile, by the values of some bits of its elements' indices: which registers of which threads are in one.

use super::Cx;
use super::access::thread_coordinate;
use super::scalar::{Int, Scalars};
use tilewright_ir::Value;
use tilewright_layout::Layout;
use tilewright_layout::exchange::Run;
use tilewright_sorted::SortedMap;

/// The parts of a tile in a layout.
pub(super) struct Parts {
    mask: u32,
    /// Those bits of the mask that a thread's number decides, and what they are for this thread.
    of_threads: u32,
    of_this: Option<Value>,
    asked: SortedMap<u32, Value>,
}

impl Parts {
    /// The parts by the bits of `mask`.
    pub(super) fn new(cx: &mut Cx<'_>, layout: &Layout, mask: u32) -> Self {
        let threads = layout.lane.iter().chain(&layout.warp);
        let of_threads = threads.fold(0, |all, basis| all | basis & mask);
        let flat = [1i64 << (u32::BITS - of_threads.leading_zeros())];
        let of_this = thread_coordinate(cx, &layout.map(|basis| basis & of_threads), &flat, 0);
        Self {
            mask,
            of_threads,
            of_this,
            asked: SortedMap::new(),
        }
    }

    /// Runs of registers in order, by the part that the registers alone say of their elements' indices.
    pub(super) fn by_part(&self, runs: Vec<Run>, layout: &Layout) -> SortedMap<u32, Vec<Run>> {
        let mut parts: SortedMap<u32, Vec<Run>> = SortedMap::new();
        for run in runs {
            let part = layout.register_index(run[0]) & self.mask & !self.of_threads;
            parts.entry(part).or_default().push(run);
        }
        parts
    }

    /// Those of them that some thread has in a part.
    pub(super) fn part_of<'p>(&self, parts: &'p SortedMap<u32, Vec<Run>>, part: u32) -> &'p [Run] {
        // Absent: no thread has an element in this part.
        parts.get(&(part & !self.of_threads)).map_or(&[], Vec::as_slice)
    }

    /// Whether the element of a register with this index is in a part: in no thread (none), in all, or in those for
    /// which a condition holds.
    pub(super) fn holds(&mut self, cx: &mut Cx<'_>, index: u32, part: u32) -> Option<Option<Value>> {
        let wanted = (index ^ part) & self.mask;
        if wanted & !self.of_threads != 0 {
            return None;
        }
        let Some(of_this) = self.of_this else {
            return Some(None);
        };
        let condition = self.asked.entry(wanted).or_insert_with(|| {
            let wanted = cx.int(Int::I32, i64::from(wanted));
            cx.compare("equal", of_this, wanted)
        });
        Some(Some(*condition))
    }
}

/// All values of the bits of a mask, ascending.
pub(super) fn values_of(mask: u32) -> Vec<u32> {
    let mut values = vec![0];
    for bit in (0..u32::BITS).map(|i| 1 << i).filter(|bit| mask & bit != 0) {
        values.extend(values.clone().into_iter().map(|value| value | bit));
    }
    values
}
