//! `raster_unpack`: a linear id to (m, n, l).
//!
//! The contract (docs/sources/tile-schedulers.md#contract) names the function without giving it. The choice here:
//! batches are slowest; within a batch the raster order's mode sweeps panels of `swizzle_size` tiles of the other mode,
//! the last panel being narrower where the grid does not divide. No padding: every id below the total is a real tile.

use crate::divisor::FastDivisor;
use crate::problem::{Cluster, Problem, RasterOption, RasterOrder, TileShape};
use crate::refusal::{SchedulerRefusal, count_product};
use crate::tilelang;
use serde::Serialize;

/// The output in CGA tiles: one for each cluster of CTAs.
#[derive(Debug, Clone, Copy)]
pub struct CgaGrid {
    /// CGA tiles along m.
    pub m: u32,
    /// CGA tiles along n.
    pub n: u32,
    /// Batches.
    pub l: u32,
    /// All of them.
    pub total: u32,
    /// Raster order.
    pub raster: RasterOrder,
    /// Panel width, clamped to the grid.
    pub swizzle: u32,
    /// CTAs of a CGA.
    pub cluster: Cluster,
    batch: FastDivisor,
    panels: tilelang::Stateless,
}

/// The bounds and the order of a contract schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Order {
    /// Panel width requested, in CGA tiles; 1 means none.
    pub swizzle: u32,
    /// Raster order requested.
    pub raster: RasterOption,
}

impl CgaGrid {
    /// Divides `problem` into CGA tiles.
    pub fn new(problem: &Problem, tile: &TileShape, cluster: Cluster, order: Order) -> Result<Self, SchedulerRefusal> {
        let m = problem.m.div_ceil(tile.m).div_ceil(cluster.m);
        let n = problem.n.div_ceil(tile.n).div_ceil(cluster.n);
        let total = count_product("tiles m x n x l", &[m as u64, n as u64, problem.l as u64])?;
        let raster = order.raster.resolve(m, n);
        let slow = if raster == RasterOrder::AlongM { n } else { m };
        let swizzle = order.swizzle.clamp(1, slow);
        let panels = tilelang::Config {
            num_m_tiles: m,
            num_n_tiles: n,
            num_workers: 1,
            swizzle_size: swizzle,
            column_major: raster == RasterOrder::AlongM,
            cluster_size: 1,
        };
        Ok(Self {
            m,
            n,
            l: problem.l,
            total,
            raster,
            swizzle,
            cluster,
            batch: FastDivisor::nonzero(m * n),
            panels: tilelang::Stateless::new(panels),
        })
    }

    /// Decodes a linear id below `total` to CGA tile coordinates.
    #[inline(always)]
    pub fn unpack(&self, id: u32) -> (u32, u32, u32) {
        let (l, in_batch) = self.batch.div_rem(id);
        let (m, n) = self.panels.coord(in_batch);
        (m, n, l)
    }

    /// The CTA tile at which the CGA starts: m = r.m * cga_shape_m, n = r.n * cga_shape_n. A CTA adds its own rank.
    #[inline(always)]
    pub fn origin(&self, id: u32) -> (u32, u32, u32) {
        let (m, n, l) = self.unpack(id);
        (m * self.cluster.m, n * self.cluster.n, l)
    }
}
