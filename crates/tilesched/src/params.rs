//! The records a kernel receives as a grid constant, byte for byte.
//!
//! Fields are little-endian. Every field is loaded once at kernel entry.

use crate::contract::raster::CgaGrid;
use crate::contract::stream_k::Params as StreamKParams;
use crate::cutlass::stream_k::StreamK;
use crate::divisor::FastDivisor;
use crate::problem::{RasterOrder, ReductionMode};
use std::mem::offset_of;

/// The 48-byte record (docs/sources/tile-schedulers.md#record), read by every contract scheduler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
#[expect(missing_docs, reason = "names and meanings: docs/sources/tile-schedulers.md#record")]
pub struct CutlassTileSchedulerParams {
    pub num_tiles_m: u32,
    pub num_tiles_n: u32,
    pub num_tiles_k: u32,
    pub cluster_shape_x: u32,
    pub cluster_shape_y: u32,
    pub cluster_shape_z: u32,
    pub num_ctas_per_cluster: u32,
    pub total_ctas: u32,
    /// Global address of the workspace; 0 for schedulers without one.
    pub workspace_ptr: u64,
    /// K splits of a shared tile; 0 for schedulers other than stream-K.
    pub k_split_count: u32,
    pub reserved: u32,
}

const _: () = {
    use CutlassTileSchedulerParams as P;
    assert!(offset_of!(P, num_tiles_m) == 0x00);
    assert!(offset_of!(P, num_tiles_n) == 0x04);
    assert!(offset_of!(P, num_tiles_k) == 0x08);
    assert!(offset_of!(P, cluster_shape_x) == 0x0c);
    assert!(offset_of!(P, cluster_shape_y) == 0x10);
    assert!(offset_of!(P, cluster_shape_z) == 0x14);
    assert!(offset_of!(P, num_ctas_per_cluster) == 0x18);
    assert!(offset_of!(P, total_ctas) == 0x1c);
    assert!(offset_of!(P, workspace_ptr) == 0x20);
    assert!(offset_of!(P, k_split_count) == 0x28);
    assert!(offset_of!(P, reserved) == 0x2c);
    assert!(size_of::<P>() == 48);
};

impl CutlassTileSchedulerParams {
    /// The record of `grid`, launched on `total_ctas` CTAs. Stream-K gives its parameters and workspace address, the
    /// other schedulers none: their `workspace_ptr` and `k_split_count` are 0.
    pub fn new(grid: &CgaGrid, k_tiles: u32, total_ctas: u32, stream_k: Option<(&StreamKParams, u64)>) -> Self {
        Self {
            num_tiles_m: grid.m,
            num_tiles_n: grid.n,
            num_tiles_k: k_tiles,
            cluster_shape_x: grid.cluster.m,
            cluster_shape_y: grid.cluster.n,
            cluster_shape_z: 1,
            num_ctas_per_cluster: grid.cluster.size(),
            total_ctas,
            workspace_ptr: stream_k.map_or(0, |(_, ptr)| ptr),
            k_split_count: stream_k.map_or(0, |(p, _)| p.splits_per_tile),
            reserved: 0,
        }
    }

    /// The record's bytes.
    pub fn to_bytes(&self) -> [u8; 48] {
        let mut out = Writer::<48>::new();
        for value in [
            self.num_tiles_m,
            self.num_tiles_n,
            self.num_tiles_k,
            self.cluster_shape_x,
            self.cluster_shape_y,
            self.cluster_shape_z,
            self.num_ctas_per_cluster,
            self.total_ctas,
        ] {
            out.u32(value);
        }
        out.u64(self.workspace_ptr);
        out.u32(self.k_split_count);
        out.u32(self.reserved);
        out.bytes
    }
}

/// The record of the `cutlass-sm90` stream-K scheduler: the workspace, the tile decode, the unit body, the launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct CutlassSm90StreamKParams {
    /// Global address of the workspace.
    pub workspace_ptr: u64,
    /// Offset of the first lock from it, in bytes.
    pub barrier_offset: u64,
    /// Tiles of a batch.
    pub batch: FastDivisor,
    /// CTAs of a cluster along the minor mode.
    pub cluster_minor: FastDivisor,
    /// CTAs of a cluster along the major mode.
    pub cluster_major: FastDivisor,
    /// Clusters along the major mode.
    pub clusters_major: FastDivisor,
    /// Panel width in clusters.
    pub swizzle: FastDivisor,
    /// 0: along n; 1: along m.
    pub raster: u32,
    /// CTAs of a cluster.
    pub cluster: FastDivisor,
    /// Groups.
    pub groups: FastDivisor,
    /// K tiles of an output tile.
    pub k_tiles: FastDivisor,
    /// Alignment of piece boundaries in K tiles.
    pub alignment: FastDivisor,
    /// Small unit in K tiles.
    pub small: u32,
    /// Big clusters of a group, or big splits.
    pub big_units: u32,
    /// Small unit of a big group.
    pub big_group_small: u32,
    /// Big clusters of a big group.
    pub big_group_big_units: u32,
    /// Big groups.
    pub big_groups: u32,
    /// Shared output tiles.
    pub sk_tiles: u32,
    /// Stream-K units.
    pub sk_units: u32,
    /// Units of one split.
    pub units_per_problem: u32,
    /// K splits; above 1 only for split-K.
    pub splits: u32,
    /// 0: deterministic; 1: non-deterministic.
    pub reduction: u32,
    /// Locks of a tile.
    pub mma_warp_groups: u32,
}

const _: () = {
    use CutlassSm90StreamKParams as P;
    assert!(size_of::<FastDivisor>() == 12);
    assert!(offset_of!(P, workspace_ptr) == 0x00);
    assert!(offset_of!(P, barrier_offset) == 0x08);
    assert!(offset_of!(P, batch) == 0x10);
    assert!(offset_of!(P, cluster_minor) == 0x1c);
    assert!(offset_of!(P, cluster_major) == 0x28);
    assert!(offset_of!(P, clusters_major) == 0x34);
    assert!(offset_of!(P, swizzle) == 0x40);
    assert!(offset_of!(P, raster) == 0x4c);
    assert!(offset_of!(P, cluster) == 0x50);
    assert!(offset_of!(P, groups) == 0x5c);
    assert!(offset_of!(P, k_tiles) == 0x68);
    assert!(offset_of!(P, alignment) == 0x74);
    assert!(offset_of!(P, small) == 0x80);
    assert!(offset_of!(P, big_units) == 0x84);
    assert!(offset_of!(P, big_group_small) == 0x88);
    assert!(offset_of!(P, big_group_big_units) == 0x8c);
    assert!(offset_of!(P, big_groups) == 0x90);
    assert!(offset_of!(P, sk_tiles) == 0x94);
    assert!(offset_of!(P, sk_units) == 0x98);
    assert!(offset_of!(P, units_per_problem) == 0x9c);
    assert!(offset_of!(P, splits) == 0xa0);
    assert!(offset_of!(P, reduction) == 0xa4);
    assert!(offset_of!(P, mma_warp_groups) == 0xa8);
    assert!(size_of::<P>() == 0xb0);
};

impl CutlassSm90StreamKParams {
    /// The record of `s` with its workspace at `workspace_ptr`; the address is recorded as 0 where no workspace is
    /// used.
    pub fn new(s: &StreamK, workspace_ptr: u64) -> Self {
        let (u, b, d) = (&s.unit, s.unit.body(), s.unit.decode());
        Self {
            workspace_ptr: if s.workspace.total == 0 { 0 } else { workspace_ptr },
            barrier_offset: s.workspace.barrier_offset,
            batch: d.batch,
            cluster_minor: d.cluster_minor,
            cluster_major: d.cluster_major,
            clusters_major: d.clusters_major,
            swizzle: d.swizzle,
            raster: u32::from(s.blocks.raster == RasterOrder::AlongM),
            cluster: b.cluster,
            groups: b.groups,
            k_tiles: b.k_tiles,
            alignment: b.alignment,
            small: u.small,
            big_units: u.big_units,
            big_group_small: u.big_group_small,
            big_group_big_units: u.big_group_big_units,
            big_groups: u.big_groups,
            sk_tiles: u.sk_tiles,
            sk_units: u.sk_units,
            units_per_problem: s.units_per_problem,
            splits: u.splits,
            reduction: u32::from(s.request.reduction == ReductionMode::Nondeterministic),
            mma_warp_groups: s.request.mma_warp_groups,
        }
    }

    /// The record's bytes.
    pub fn to_bytes(&self) -> [u8; 0xb0] {
        let mut out = Writer::<0xb0>::new();
        out.u64(self.workspace_ptr);
        out.u64(self.barrier_offset);
        for d in [
            self.batch,
            self.cluster_minor,
            self.cluster_major,
            self.clusters_major,
            self.swizzle,
        ] {
            out.divisor(d);
        }
        out.u32(self.raster);
        for d in [self.cluster, self.groups, self.k_tiles, self.alignment] {
            out.divisor(d);
        }
        for value in [
            self.small,
            self.big_units,
            self.big_group_small,
            self.big_group_big_units,
            self.big_groups,
            self.sk_tiles,
            self.sk_units,
            self.units_per_problem,
            self.splits,
            self.reduction,
            self.mma_warp_groups,
        ] {
            out.u32(value);
        }
        out.bytes
    }
}

/// Writes little-endian fields one after the other; bytes beyond the record are dropped.
struct Writer<const N: usize> {
    bytes: [u8; N],
    at: usize,
}

impl<const N: usize> Writer<N> {
    fn new() -> Self {
        Self { bytes: [0; N], at: 0 }
    }

    fn put(&mut self, bytes: &[u8]) {
        if let Some(target) = self.bytes.get_mut(self.at..self.at + bytes.len()) {
            target.copy_from_slice(bytes);
        }
        self.at += bytes.len();
    }

    fn u32(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.put(&value.to_le_bytes());
    }

    fn divisor(&mut self, d: FastDivisor) {
        self.u32(d.divisor);
        self.u32(d.multiplier);
        self.u32(d.shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::raster::Order;
    use crate::cutlass::grid::Hardware;
    use crate::cutlass::stream_k::Request;
    use crate::problem::*;

    #[test]
    fn contract_record() {
        let grid = CgaGrid::new(
            &Problem::new(512, 640, 256, 1).unwrap(),
            &TileShape::new(128, 128, 64).unwrap(),
            Cluster::any(2, 1).unwrap(),
            Order {
                swizzle: 1,
                raster: RasterOption::AlongM,
            },
        )
        .unwrap();
        let record = CutlassTileSchedulerParams::new(&grid, 4, 20, None);
        let bytes = record.to_bytes();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(
            [word(0), word(4), word(8), word(0x0c), word(0x18), word(0x1c)],
            [2, 5, 4, 2, 2, 20]
        );
        assert_eq!([word(0x20), word(0x24), word(0x28), word(0x2c)], [0; 4]);
    }

    #[test]
    fn cutlass_record_ends_where_it_says() {
        let s = StreamK::new(Request {
            problem: Problem::new(512, 640, 8192, 1).unwrap(),
            tile: TileShape::new(128, 128, 64).unwrap(),
            cluster: Cluster::ONE,
            max_swizzle: 1,
            raster: RasterOption::Heuristic,
            hardware: Hardware::new(132, 0).unwrap(),
            splits: 1,
            decomposition: Decomposition::StreamK,
            reduction: ReductionMode::Nondeterministic,
            mma_warp_groups: 2,
            barrier_bits: 32,
            accumulator_bits: 32,
            k_tile_alignment: 1,
            join_k_tiles: 1,
        })
        .unwrap();
        let bytes = CutlassSm90StreamKParams::new(&s, 0x1000).to_bytes();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!([word(0), word(0x10), word(0x68)], [0x1000, 20, 128]);
        assert_eq!(
            [word(0x98), word(0xa0), word(0xa4), word(0xa8)],
            [s.unit.sk_units, 1, 1, 2]
        );
    }
}
