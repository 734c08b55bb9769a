//! Contents of buffer slots in unspecialised code, where all threads write and read.
//!
//! In a thread's own order a read means what the thread wrote to that place last; it is the barriers that make this the
//! last of all threads' writes. Tiles that are copied ahead are besides read in the order in which they were started.

use tilewright_ir::Module;
use tilewright_ir::OpKind;
use tilewright_ir::ops::{cute_nvgpu, nv_tileas};
use tilewright_sorted::SortedMap;

/// A slot of a buffer: the number of the buffer and that of the slot.
type BufferSlot = (usize, i64);

/// Warps that stand for all: a race is between two threads, and a barrier is met by all in the same way.
pub(super) const WARPS: u32 = 2;

/// The accesses of a warp to such slots so far.
#[derive(Default)]
pub(super) struct Contents {
    /// Writes to each place.
    written: SortedMap<BufferSlot, u32>,
    /// The tiles of each buffer that were started, in order, and how many of them were read.
    started: SortedMap<usize, (Vec<(i64, u32)>, usize)>,
}

impl Contents {
    /// A write; returns the number of the content.
    pub fn write(&mut self, place: BufferSlot) -> u32 {
        let written = self.written.entry(place).or_default();
        *written += 1;
        *written - 1
    }

    /// The start of a copy.
    pub fn start(&mut self, (buffer, index): BufferSlot) -> u32 {
        let item = self.write((buffer, index));
        self.started.entry(buffer).or_default().0.push((index, item));
        item
    }

    /// A read; returns the content that is meant. One that is never written is that of another place, or of none.
    pub fn read(&mut self, (buffer, index): BufferSlot) -> u32 {
        // Absent: nothing is written yet.
        let written = self.written.get(&(buffer, index)).copied().unwrap_or(0);
        let Some((tiles, read)) = self.started.get_mut(&buffer) else {
            return written.saturating_sub(1);
        };
        let next = tiles.get(*read);
        *read += 1;
        match next {
            Some(&(place, item)) if place == index => item,
            _ => written,
        }
    }
}

/// The number of stages of the buffers in unspecialised code without mbarriers; none if there are no
/// such buffers.
pub(super) fn stages(module: &Module) -> Option<u32> {
    let ops = module.walk(module.top());
    let copies = |kind: OpKind| ops.iter().any(|&op| module.kind(op) == kind);
    let kinds = [
        cute_nvgpu::SIMT_ASYNC_COPY,
        nv_tileas::STAGED_STORE,
        nv_tileas::SLOT_WRITE,
    ];
    if !kinds.into_iter().any(copies) {
        return None;
    }
    let buffers = ops.iter().filter(|&&op| module.kind(op) == nv_tileas::ALLOC_TENSOR);
    let depth = |&op| module.buffer_type(module.ty(module.result(op, 0))).map(|b| b.depth);
    let deepest = buffers.filter_map(depth).max()?;
    u32::try_from(deepest).ok()
}
