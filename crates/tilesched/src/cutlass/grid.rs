//! Blocks, swizzle, raster order and launch grid: what all CUTLASS SM90 schedulers share.

use crate::problem::{Cluster, Problem, RasterOption, RasterOrder, TileShape};
use crate::refusal::{SchedulerRefusal, count_product, positive};
use serde::Serialize;

/// The most SMs a GPC is taken to have when CUTLASS sizes a grid without an occupancy query
/// (`get_max_cta_occupancy` in CUTLASS's `tile_scheduler_params.h`).
pub const SMS_PER_GPC: u32 = 18;

/// The bounds of the launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Hardware {
    /// SMs of the device.
    pub sm_count: u32,
    /// Clusters that can be resident at once, from an occupancy query; 0 when unknown.
    pub max_active_clusters: u32,
}

impl Hardware {
    /// Checks the bounds.
    pub fn new(sm_count: i64, max_active_clusters: i64) -> Result<Self, SchedulerRefusal> {
        let sm_count = positive("sm_count", sm_count)?;
        let max_active_clusters = match max_active_clusters {
            0 => 0,
            n => positive("max_active_clusters", n).map_err(|r| r.nearest(if n < 0 { 0 } else { i32::MAX }))?,
        };
        Ok(Self {
            sm_count,
            max_active_clusters,
        })
    }

    /// The refusal of a cluster that the device cannot hold.
    pub(crate) fn no_resident(&self, cluster: Cluster) -> SchedulerRefusal {
        let rule = format!(
            "no cluster of {} CTAs is resident on {} SMs",
            cluster.size(),
            self.sm_count
        );
        let most = 1u32 << (31 - self.sm_count.clamp(1, 16).leading_zeros());
        SchedulerRefusal::new("cluster", format!("{}x{}", cluster.m, cluster.n), rule)
            .nearest(format!("a cluster of {most}"))
    }
}

/// The output in CTA tiles, and the order in which they are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Blocks {
    /// CTA tiles along m, rounded up to whole clusters.
    pub m: u32,
    /// CTA tiles along n, rounded up to whole clusters.
    pub n: u32,
    /// Batches.
    pub l: u32,
    /// `m` rounded up to whole swizzle panels of clusters. The padding tiles are valid work.
    pub padded_m: u32,
    /// `n` rounded up to whole swizzle panels of clusters.
    pub padded_n: u32,
    /// log2 of the panel width, in clusters.
    pub log_swizzle: u32,
    /// Resolved raster order.
    pub raster: RasterOrder,
    /// `padded_m * padded_n * l`.
    pub total: u32,
}

/// log2 of the swizzle CUTLASS picks: the largest panel that both `max_swizzle` and the smaller block count justify.
pub fn log_swizzle(blocks_m: u32, blocks_n: u32, max_swizzle: u32) -> u32 {
    let smaller = blocks_m.min(blocks_n);
    if max_swizzle >= 8 && smaller >= 6 {
        3
    } else if max_swizzle >= 4 && smaller >= 3 {
        2
    } else if max_swizzle >= 2 && smaller >= 2 {
        1
    } else {
        0
    }
}

impl Blocks {
    /// Divides `problem` into `tile`s. `cluster` sizes must be powers of two.
    pub fn new(
        problem: &Problem,
        tile: &TileShape,
        cluster: Cluster,
        max_swizzle: u32,
        option: RasterOption,
    ) -> Result<Self, SchedulerRefusal> {
        let round =
            |field, value: u32, multiple: u64| count_product(field, &[(value as u64).div_ceil(multiple), multiple]);
        let m = round("m / tile[0]", problem.m.div_ceil(tile.m), cluster.m as u64)?;
        let n = round("n / tile[1]", problem.n.div_ceil(tile.n), cluster.n as u64)?;
        let log_swizzle = log_swizzle(m, n, max_swizzle);
        let padded_m = round("m / tile[0]", m, (cluster.m as u64) << log_swizzle)?;
        let padded_n = round("n / tile[1]", n, (cluster.n as u64) << log_swizzle)?;
        let total = count_product("tiles m x n x l", &[padded_m as u64, padded_n as u64, problem.l as u64])?;
        let raster = option.resolve(padded_m, padded_n);
        Ok(Self {
            m,
            n,
            l: problem.l,
            padded_m,
            padded_n,
            log_swizzle,
            raster,
            total,
        })
    }

    /// Tiles of one batch, padding included.
    pub fn per_batch(&self) -> u32 {
        self.padded_m * self.padded_n
    }
}

/// The launch grid (x, y, z). `truncate` limits it to `blocks.total`, as all schedulers but stream-K do.
pub fn launch_grid(
    blocks: &Blocks,
    cluster: Cluster,
    hw: &Hardware,
    truncate: bool,
) -> Result<[u32; 3], SchedulerRefusal> {
    let total = blocks.total;
    let along_n = blocks.raster == RasterOrder::AlongN;
    let size = cluster.size();
    let limit = |want: u32, most: u32| if truncate { want.min(most) } else { want };
    let grid = if size == 1 {
        let ctas = limit(hw.sm_count, total);
        if along_n { [1, ctas, 1] } else { [ctas, 1, 1] }
    } else {
        // Resident CTAs: from the occupancy query where it fits the device, else from whole clusters per GPC.
        let resident = hw.max_active_clusters as u64 * size as u64;
        let (along_y, along_x) = if hw.max_active_clusters != 0 && resident <= hw.sm_count as u64 {
            (hw.max_active_clusters * cluster.n, hw.max_active_clusters * cluster.m)
        } else {
            let gpcs = (hw.sm_count / SMS_PER_GPC).max(1);
            let residual = if hw.sm_count < SMS_PER_GPC {
                0
            } else {
                hw.sm_count % SMS_PER_GPC
            };
            let per_gpc = SMS_PER_GPC - SMS_PER_GPC % size;
            let ctas = (gpcs * per_gpc + (residual - residual % size)).min(hw.sm_count);
            (ctas / cluster.m, ctas / cluster.n)
        };
        if along_n {
            [cluster.m, limit(along_y, total / cluster.m), 1]
        } else {
            [limit(along_x, total / cluster.n), cluster.n, 1]
        }
    };
    if grid.contains(&0) {
        return Err(hw.no_resident(cluster));
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzle_needs_enough_blocks() {
        assert_eq!(log_swizzle(6, 9, 8), 3);
        assert_eq!(log_swizzle(5, 9, 8), 2);
        assert_eq!(log_swizzle(2, 9, 8), 1);
        assert_eq!(log_swizzle(9, 9, 1), 0);
        assert_eq!(log_swizzle(1, 9, 16), 0);
    }

    #[test]
    fn grids() {
        let problem = Problem::new(4096, 4096, 512, 1).unwrap();
        let tile = TileShape::new(128, 128, 64).unwrap();
        let cluster = Cluster::power_of_two(2, 1).unwrap();
        let blocks = Blocks::new(&problem, &tile, cluster, 1, RasterOption::Heuristic).unwrap();
        let hw = Hardware::new(132, 0).unwrap();
        assert_eq!(launch_grid(&blocks, cluster, &hw, true).unwrap(), [2, 66, 1]);
        // 132 = 7 * 18 + 6: with clusters of four, 16 per GPC and 4 of the rest.
        let four = Cluster::power_of_two(2, 2).unwrap();
        assert_eq!(launch_grid(&blocks, four, &hw, true).unwrap(), [2, 58, 1]);
        let tiny = Hardware::new(2, 0).unwrap();
        assert!(launch_grid(&blocks, Cluster::power_of_two(8, 1).unwrap(), &tiny, true).is_err());
    }
}
