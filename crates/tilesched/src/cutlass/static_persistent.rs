//! The data-parallel and static persistent schedulers: one decode, walked by CTAs with a stride of the grid.

use super::grid::{Blocks, Hardware, launch_grid};
use crate::arith::{Arith, Native};
use crate::divisor::FastDivisor;
use crate::problem::{Cluster, Problem, RasterOption, RasterOrder, TileShape};
use crate::refusal::SchedulerRefusal;
use crate::work::{Schedule, WorkTile};

/// The values the decode of a linear CTA id needs.
#[derive(Debug, Clone, Copy)]
pub struct DecodeParams<V, D> {
    /// Tiles of one batch.
    pub batch: D,
    /// CTAs of a cluster along the minor mode.
    pub cluster_minor: D,
    /// CTAs of a cluster along the major mode.
    pub cluster_major: D,
    /// Clusters along the major mode.
    pub clusters_major: D,
    /// Panel width in clusters, a power of two, as a divisor.
    pub swizzle: D,
    /// Panel width in clusters.
    pub swizzle_size: V,
}

/// Decodes a linear CTA id to (major, minor, batch) coordinates of the CTA's own tile.
///
/// In-cluster offsets vary fastest (minor before major), then `swizzle` clusters along the minor mode, then clusters
/// along the major mode, then panels.
#[inline(always)]
pub fn decode<A: Arith>(
    a: &mut A,
    p: &DecodeParams<A::Value, A::Divisor>,
    id: &A::Value,
) -> (A::Value, A::Value, A::Value) {
    let (l, in_batch) = a.div_rem(id, &p.batch);
    let (rest, minor_offset) = a.div_rem(&in_batch, &p.cluster_minor);
    let (cluster, major_offset) = a.div_rem(&rest, &p.cluster_major);
    let (panel_step, in_panel) = a.div_rem(&cluster, &p.swizzle);
    let (panel, cluster_major) = a.div_rem(&panel_step, &p.clusters_major);
    let panel_base = a.mul(&panel, &p.swizzle_size);
    let cluster_minor = a.add(&panel_base, &in_panel);
    let minor_size = a.divisor_value(&p.cluster_minor);
    let major_size = a.divisor_value(&p.cluster_major);
    let minor = a.mul(&cluster_minor, &minor_size);
    let minor = a.add(&minor, &minor_offset);
    let major = a.mul(&cluster_major, &major_size);
    let major = a.add(&major, &major_offset);
    (major, minor, l)
}

/// A static persistent schedule; with one tile per CTA, also the data-parallel one.
#[derive(Debug, Clone, Copy)]
pub struct StaticPersistent {
    /// The output in CTA tiles.
    pub blocks: Blocks,
    /// The cluster.
    pub cluster: Cluster,
    /// The launch grid.
    pub grid: [u32; 3],
    /// K tiles of an output tile.
    pub k_tiles: u32,
    params: DecodeParams<u32, FastDivisor>,
}

/// The decode's constants for `blocks`.
pub(super) fn decode_params(blocks: &Blocks, cluster: Cluster) -> DecodeParams<u32, FastDivisor> {
    let (minor, major, blocks_major) = match blocks.raster {
        RasterOrder::AlongN => (cluster.m, cluster.n, blocks.padded_n),
        RasterOrder::AlongM => (cluster.n, cluster.m, blocks.padded_m),
    };
    let swizzle = 1u32 << blocks.log_swizzle;
    DecodeParams {
        batch: FastDivisor::nonzero(blocks.per_batch()),
        cluster_minor: FastDivisor::nonzero(minor),
        cluster_major: FastDivisor::nonzero(major),
        clusters_major: FastDivisor::nonzero(blocks_major / major),
        swizzle: FastDivisor::nonzero(swizzle),
        swizzle_size: swizzle,
    }
}

impl StaticPersistent {
    /// Sizes the schedule. The cluster must consist of powers of two; `max_swizzle` 0 acts as 1.
    pub fn new(
        problem: &Problem,
        tile: &TileShape,
        cluster: Cluster,
        max_swizzle: u32,
        option: RasterOption,
        hw: &Hardware,
    ) -> Result<Self, SchedulerRefusal> {
        let blocks = Blocks::new(problem, tile, cluster, max_swizzle, option)?;
        let grid = launch_grid(&blocks, cluster, hw, true)?;
        let params = decode_params(&blocks, cluster);
        Ok(Self {
            blocks,
            cluster,
            grid,
            k_tiles: problem.k.div_ceil(tile.k),
            params,
        })
    }

    /// The precomputed values, for generated code.
    pub fn params(&self) -> &DecodeParams<u32, FastDivisor> {
        &self.params
    }

    /// Decodes a linear CTA id to (m, n, l) in CTA tiles. Valid work iff `id < blocks.total`.
    #[inline(always)]
    pub fn tile(&self, id: u32) -> (u32, u32, u32) {
        let (major, minor, l) = decode(&mut Native, &self.params, &id);
        match self.blocks.raster {
            RasterOrder::AlongN => (minor, major, l),
            RasterOrder::AlongM => (major, minor, l),
        }
    }

    /// The linear id of a tile: the inverse of [`StaticPersistent::tile`].
    pub fn linear_id(&self, m: u32, n: u32, l: u32) -> u32 {
        let p = &self.params;
        let (major, minor) = match self.blocks.raster {
            RasterOrder::AlongN => (n, m),
            RasterOrder::AlongM => (m, n),
        };
        let (cluster_minor, minor_offset) = p.cluster_minor.div_rem(minor);
        let (cluster_major, major_offset) = p.cluster_major.div_rem(major);
        let (panel, in_panel) = p.swizzle.div_rem(cluster_minor);
        let cluster = (panel * p.clusters_major.divisor + cluster_major) * p.swizzle_size + in_panel;
        let in_batch = (cluster * p.cluster_major.divisor + major_offset) * p.cluster_minor.divisor + minor_offset;
        in_batch + l * p.batch.divisor
    }

    /// Linear ids a CTA skips on each advance: every CTA of the grid.
    pub fn stride(&self) -> u32 {
        self.grid[0] * self.grid[1] * self.grid[2]
    }
}

impl Schedule for StaticPersistent {
    fn unit_count(&self) -> u32 {
        self.blocks.total
    }
    fn worker_count(&self) -> u32 {
        self.stride()
    }
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile)) {
        if unit >= self.blocks.total {
            return;
        }
        let (m, n, l) = self.tile(unit);
        visitor(&WorkTile::whole(m, n, l, self.k_tiles, unit));
    }
    fn tile_grid(&self) -> (u32, u32, u32) {
        (self.blocks.padded_m, self.blocks.padded_n, self.blocks.l)
    }
    fn k_tiles(&self) -> u32 {
        self.k_tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decode_is_a_bijection(
            m in 1i64..3000, n in 1i64..3000, l in 1i64..4, cm in 0u32..3, cn in 0u32..3, swizzle in 0u32..9,
            raster in 0..3, sms in 16i64..160,
        ) {
            let option = [RasterOption::Heuristic, RasterOption::AlongM, RasterOption::AlongN][raster as usize];
            let s = StaticPersistent::new(
                &Problem::new(m, n, 64, l).unwrap(),
                &TileShape::new(128, 128, 64).unwrap(),
                Cluster::power_of_two(1 << cm, 1 << cn).unwrap(),
                swizzle,
                option,
                &Hardware::new(sms, 0).unwrap(),
            ).unwrap();
            let mut seen = std::collections::BTreeSet::new();
            for id in 0..s.blocks.total {
                let (m, n, l) = s.tile(id);
                prop_assert!(m < s.blocks.padded_m && n < s.blocks.padded_n && l < s.blocks.l);
                prop_assert!(seen.insert((m, n, l)));
                prop_assert_eq!(s.linear_id(m, n, l), id);
            }
            // Below the 18 SMs of a whole GPC, CUTLASS takes the SM count as it is, and the grid need not be whole
            // clusters.
            if sms >= 18 {
                prop_assert_eq!(s.stride() % s.cluster.size(), 0);
            }
        }
    }
}
