//! The global workspace of CUTLASS's stream-K: one partial tile and one lock per warp group for each split tile.

use super::stream_k::Request;
use crate::refusal::{SchedulerRefusal, align_up, bytes_product};
use serde::Serialize;

/// Alignment of each region, in bytes (`L2 cache line` in CUTLASS's workspace sizing).
pub const ALIGNMENT: u64 = 128;

/// Sizes and layout: the reduction region first, then the barriers. Bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Workspace {
    /// Partial accumulators, one per split output tile, accumulated in place.
    pub reduction: u64,
    /// Locks, one per split output tile and warp group.
    pub barriers: u64,
    /// Offset of the first lock.
    pub barrier_offset: u64,
    /// Both regions.
    pub total: u64,
    /// Bytes from `barrier_offset` that must be zero before every launch; the reduction region need not be.
    pub clear_before_launch: u64,
}

impl Workspace {
    /// Sizes the workspace for `tiles` split output tiles.
    pub fn new(request: &Request, tiles: u32) -> Result<Self, SchedulerRefusal> {
        let bits = |field, factors: &[u64]| bytes_product(field, factors).map(|b| b.div_ceil(8));
        let reduction = bits(
            "reduction workspace (tiles x m x n x bits)",
            &[
                tiles as u64,
                request.tile.m as u64,
                request.tile.n as u64,
                request.accumulator_bits as u64,
            ],
        )?;
        let barriers = bits(
            "barrier workspace (tiles x warp groups x bits)",
            &[
                tiles as u64,
                request.mma_warp_groups as u64,
                request.barrier_bits as u64,
            ],
        )?;
        let reduction = align_up("reduction workspace", reduction, ALIGNMENT)?;
        let barriers = align_up("barrier workspace", barriers, ALIGNMENT)?;
        let total = reduction
            .checked_add(barriers)
            .ok_or_else(|| SchedulerRefusal::new("workspace", reduction, "workspace sizes must fit in 64 bits"))?;
        Ok(Self {
            reduction,
            barriers,
            barrier_offset: reduction,
            total,
            clear_before_launch: barriers,
        })
    }

    /// Index of the lock of `tile_index` for `warp_group`.
    pub fn lock_index(tile_index: u32, warp_groups: u32, warp_group: u32) -> u64 {
        tile_index as u64 * warp_groups as u64 + warp_group as u64
    }
}
