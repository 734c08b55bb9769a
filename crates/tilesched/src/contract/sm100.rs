//! Stream-K by the contract, SM100 form (docs/sources/tile-schedulers.md#sm100): clusters that share a tile's K range
//! and join at the cluster barrier.
//!
//! The contract says: each cluster claims a contiguous range of (m, n, k) tiles, distributes them over its CTAs, and
//! joins the K splits through an inter-CTA barrier. This is the contract of another compiler; CUTLASS's own
//! SM100 stream-K has no such reduction. Choices: a cluster barrier cannot join CTAs of different clusters, so a
//! cluster's range consists of whole tiles (dealt in contiguous runs, the first runs longer by one); each tile's K
//! range is divided over the cluster's CTAs, in rank order, larger shares first; where a tile has fewer K tiles than
//! the cluster has CTAs, the last CTAs only arrive at the barrier. Partial accumulators stay in the shared memory of
//! their CTAs, where the others of the cluster read them, so that there is no workspace.

use super::raster::CgaGrid;
use crate::arith::{Arith, Native};
use crate::divisor::FastDivisor;
use crate::fixup::{FixupStep, SplitPosition, cluster_barrier};
use crate::problem::Cluster;
use crate::refusal::{SchedulerRefusal, count_product};
use crate::work::{Schedule, WorkTile};
use serde::Serialize;

/// The most CTAs a cluster can have: 8 portably, 16 where the kernel opts in (CUDA programming guide, thread block
/// clusters).
pub const MAX_CLUSTER: u32 = 16;

/// The CTAs that share tiles: those of the cluster that is asked for, and where none is, two, the fewest that do.
pub fn sharers(asked: Cluster) -> Cluster {
    match asked {
        Cluster::ONE => Cluster { m: 2, n: 1 },
        asked => asked,
    }
}

/// The part of `whole` that is number `part` of so many: where it starts, and its size. Parts follow each other, the first ones are
/// longer by one, and where there are fewer things than parts the last ones are empty. Of a launch's tiles it is what a cluster
/// claims, of a tile's K range what a CTA of the cluster computes.
pub fn part_of<A: Arith>(a: &mut A, whole: &A::Value, parts: &A::Divisor, part: &A::Value) -> (A::Value, A::Value) {
    let (zero, one) = (a.constant(0), a.constant(1));
    let (small, big) = a.div_rem(whole, parts);
    let start = a.mul(&small, part);
    let before = a.min(part, &big);
    let is_big = a.less(part, &big);
    let more = a.select(&is_big, &one, &zero);
    (a.add(&start, &before), a.add(&small, &more))
}

/// An SM100 stream-K schedule. Tiles are CTA tiles: the CTAs of a cluster share each one.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Sm100StreamK {
    /// The output tiles, one cluster each.
    #[serde(skip)]
    pub grid: CgaGrid,
    /// K tiles of an output tile.
    pub k_tiles: u32,
    /// Clusters launched.
    pub clusters: u32,
    /// CTAs of a cluster.
    pub cluster_size: u32,
    /// K splits of a tile: the cluster's CTAs, or the K tiles where they are fewer.
    pub splits: u32,
    /// K tiles of a small split.
    pub small: u32,
    /// Splits with one K tile more.
    pub big_splits: u32,
}

impl Sm100StreamK {
    /// A schedule of `grid` (built with a cluster of one) over `clusters` clusters of `cluster_size` CTAs.
    pub fn new(grid: CgaGrid, k_tiles: u32, clusters: u32, cluster_size: u32) -> Result<Self, SchedulerRefusal> {
        if !(1..=MAX_CLUSTER).contains(&cluster_size) {
            let rule = format!("a cluster has 1 to {MAX_CLUSTER} CTAs");
            return Err(
                SchedulerRefusal::new("cluster", cluster_size, rule).nearest(cluster_size.clamp(1, MAX_CLUSTER))
            );
        }
        if k_tiles == 0 {
            return Err(SchedulerRefusal::new("k", 0, "an output tile needs at least one K tile").nearest(1));
        }
        let clusters = clusters.clamp(1, grid.total);
        count_product("tiles x cluster", &[grid.total as u64, cluster_size as u64])?;
        let splits = cluster_size.min(k_tiles);
        Ok(Self {
            grid,
            k_tiles,
            clusters,
            cluster_size,
            splits,
            small: k_tiles / splits,
            big_splits: k_tiles % splits,
        })
    }

    /// The contiguous run of output tiles that `cluster` claims: (first tile, tiles).
    pub fn claim(&self, cluster: u32) -> (u32, u32) {
        let clusters = FastDivisor::nonzero(self.clusters);
        part_of(&mut Native, &self.grid.total, &clusters, &cluster)
    }

    /// The share of `tile` that the CTA of `rank` computes; none if it only arrives at the barrier.
    pub fn share(&self, tile: u32, rank: u32) -> Option<(WorkTile, SplitPosition)> {
        if rank >= self.splits || tile >= self.grid.total {
            return None;
        }
        let (m, n, l) = self.grid.unpack(tile);
        let size = FastDivisor::nonzero(self.cluster_size);
        let (k_start, k_count) = part_of(&mut Native, &self.k_tiles, &size, &rank);
        let piece = WorkTile {
            m,
            n,
            l,
            k_start,
            k_count,
            tile_index: tile,
            needs_fixup: self.splits > 1,
            epilogue: rank + 1 == self.splits,
        };
        Some((
            piece,
            SplitPosition {
                split: rank,
                expected_splits: self.splits,
                slots_per_tile: self.splits - 1,
            },
        ))
    }

    /// The fixup plan of the CTA of `rank` for `tile`.
    pub fn fixup(&self, tile: u32, rank: u32) -> Vec<FixupStep> {
        cluster_barrier(self.share(tile, rank).map(|(_, position)| position))
    }
}

/// Units are CTAs of the launch: `cluster * cluster_size + rank`, each with all its pieces.
impl Schedule for Sm100StreamK {
    fn unit_count(&self) -> u32 {
        self.clusters * self.cluster_size
    }
    fn worker_count(&self) -> u32 {
        self.unit_count()
    }
    fn visit(&self, unit: u32, visitor: &mut dyn FnMut(&WorkTile)) {
        if unit >= self.unit_count() {
            return;
        }
        let (first, count) = self.claim(unit / self.cluster_size);
        let rank = unit % self.cluster_size;
        for (piece, _) in (first..first + count).filter_map(|tile| self.share(tile, rank)) {
            visitor(&piece);
        }
    }
    fn tile_grid(&self) -> (u32, u32, u32) {
        (self.grid.m, self.grid.n, self.grid.l)
    }
    fn k_tiles(&self) -> u32 {
        self.k_tiles
    }
}
