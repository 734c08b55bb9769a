//! Set `cutlass_static_persistent`.

use super::{listable, panel};
use crate::cutlass::grid::Hardware;
use crate::cutlass::static_persistent::StaticPersistent;
use crate::cutlass::stream_k::Request;
use crate::explain::cutlass_static;
use crate::problem::{Cluster, Decomposition, Policy, Problem, RasterOption, RasterOrder, ReductionMode, TileShape};
use crate::refusal::SchedulerRefusal;
use serde::{Deserialize, Serialize};

/// Inputs of a configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct Input {
    /// Output rows.
    pub m: i64,
    /// Output columns.
    pub n: i64,
    /// Contraction length.
    pub k: i64,
    /// Batches.
    pub l: i64,
    /// CTA tile (m, n, k).
    pub tile: [i64; 3],
    /// Cluster (m, n).
    pub cluster: [i64; 2],
    /// Largest swizzle allowed.
    pub max_swizzle: i64,
    /// Raster request.
    pub raster_option: RasterOption,
    /// SMs.
    pub sm_count: i64,
    /// Resident clusters, 0 when unknown.
    pub max_active_clusters: i64,
}

/// Computed fields.
#[derive(Debug, Clone, Serialize)]
pub struct Output {
    /// CTA tiles (m, n, l), rounded to clusters.
    pub problem_blocks: [u32; 3],
    /// log2 of the panel width.
    pub log_swizzle_size: u32,
    /// Resolved raster order.
    pub raster_order: RasterOrder,
    /// Cluster tiles (m, n, l), padded for the swizzle.
    pub problem_cluster_tiles: [u32; 3],
    /// CTA tiles in all, padded.
    pub blocks_per_problem: u32,
    /// Divisor: tiles of a batch.
    pub div_batch: u32,
    /// Divisor: cluster size along the major mode.
    pub div_cluster_major: u32,
    /// Divisor: cluster size along the minor mode.
    pub div_cluster_minor: u32,
    /// Divisor: clusters along the major mode.
    pub div_cluster_blk_major: u32,
    /// Launch grid.
    pub grid: [u32; 3],
    /// (m, n, l) of each linear id.
    pub tiles: Vec<(u32, u32, u32)>,
    /// Whether the id after the last is valid work.
    pub past_end_valid: bool,
    /// Ids whose tile does not map back to them.
    pub inverse_mismatches: u32,
}

impl Input {
    /// The configuration as a request for whole tiles. The contract's formulas allow clusters of any shape.
    pub fn request(&self, policy: Policy) -> Result<Request, SchedulerRefusal> {
        let [cluster_m, cluster_n] = self.cluster;
        Ok(Request {
            problem: Problem::new(self.m, self.n, self.k, self.l)?,
            tile: TileShape::new(self.tile[0], self.tile[1], self.tile[2])?,
            cluster: match policy {
                Policy::Contract => Cluster::any(cluster_m, cluster_n)?,
                Policy::CutlassSm90 => Cluster::power_of_two(cluster_m, cluster_n)?,
            },
            max_swizzle: panel("max_swizzle", self.max_swizzle)?,
            raster: self.raster_option,
            hardware: Hardware::new(self.sm_count, self.max_active_clusters)?,
            splits: 1,
            decomposition: Decomposition::DataParallel,
            reduction: ReductionMode::Deterministic,
            mma_warp_groups: 1,
            barrier_bits: 32,
            accumulator_bits: 32,
            k_tile_alignment: 1,
            join_k_tiles: 1,
        })
    }

    /// The checked schedule.
    pub fn schedule(&self) -> Result<StaticPersistent, SchedulerRefusal> {
        cutlass_static(&self.request(Policy::CutlassSm90)?)
    }
}

/// Computes a configuration's fields.
pub fn compute(input: &Input) -> Result<Output, SchedulerRefusal> {
    let s = input.schedule()?;
    listable("tiles", &[s.blocks.total])?;
    let (b, p) = (&s.blocks, s.params());
    let tiles: Vec<_> = (0..b.total).map(|id| s.tile(id)).collect();
    let mismatches = tiles
        .iter()
        .zip(0u32..)
        .filter(|(t, id)| s.linear_id(t.0, t.1, t.2) != *id)
        .count();
    Ok(Output {
        problem_blocks: [b.m, b.n, b.l],
        log_swizzle_size: b.log_swizzle,
        raster_order: b.raster,
        problem_cluster_tiles: [b.padded_m / s.cluster.m, b.padded_n / s.cluster.n, b.l],
        blocks_per_problem: b.total,
        div_batch: p.batch.divisor,
        div_cluster_major: p.cluster_major.divisor,
        div_cluster_minor: p.cluster_minor.divisor,
        div_cluster_blk_major: p.clusters_major.divisor,
        grid: s.grid,
        past_end_valid: !crate::Schedule::unit_work(&s, b.total).is_empty(),
        inverse_mismatches: mismatches as u32,
        tiles,
    })
}
