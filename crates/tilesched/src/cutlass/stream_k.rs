//! Stream-K, split-K and their data-parallel fallback: how CUTLASS's SM90 scheduler chooses its parameters.

use super::grid::{Blocks, Hardware, launch_grid};
use super::unit::UnitParams;
use super::workspace::Workspace;
use crate::problem::{Cluster, Decomposition, Problem, RasterOption, RasterOrder, ReductionMode, TileShape};
use crate::refusal::{SchedulerRefusal, count_product};
use serde::Serialize;

/// The fewest K tiles a stream-K piece may have (`min_iters_per_sk_unit_` in CUTLASS).
pub const MIN_K_TILES: u32 = 8;
/// The most groups stream-K clusters are divided into (`max_sk_groups_` in CUTLASS).
pub const MAX_GROUPS: u32 = 8;

/// Everything that decides a stream-K schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Request {
    /// The problem.
    pub problem: Problem,
    /// CTA tile.
    pub tile: TileShape,
    /// Cluster, of powers of two.
    pub cluster: Cluster,
    /// Largest swizzle allowed.
    pub max_swizzle: u32,
    /// Raster request.
    pub raster: RasterOption,
    /// Launch bounds.
    pub hardware: Hardware,
    /// Requested K splits; 1 asks for none.
    pub splits: u32,
    /// Requested decomposition.
    pub decomposition: Decomposition,
    /// Order in which partial accumulators are joined.
    pub reduction: ReductionMode,
    /// Warp groups that run the epilogue: one lock each per split tile.
    pub mma_warp_groups: u32,
    /// Bits of a lock.
    pub barrier_bits: u32,
    /// Bits of an accumulator element.
    pub accumulator_bits: u32,
    /// K tiles at which a piece may start: 1 or 2.
    pub k_tile_alignment: u32,
    /// The cost of joining one more partial accumulator, in K tiles; the policy `contract` chooses its splits by it.
    pub join_k_tiles: u32,
}

/// Which of its three shapes the schedule took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Some tiles are shared by units at arbitrary K.
    StreamK,
    /// Every tile is cut into the same splits.
    SplitK,
    /// Whole tiles only.
    DataParallel,
}

/// A sized stream-K schedule.
#[derive(Debug, Clone, Copy)]
pub struct StreamK {
    /// The request.
    pub request: Request,
    /// The output in CTA tiles.
    pub blocks: Blocks,
    /// The launch grid, not limited by the problem.
    pub grid: [u32; 3],
    /// Shape taken.
    pub mode: Mode,
    /// Decode parameters of a unit.
    pub unit: UnitParams,
    /// Units: scheduler indices of one split.
    pub units_per_problem: u32,
    /// Clusters among which the K work is dealt: of stream-K units where there are any, else of all units.
    pub clusters_mnl: u32,
    /// `big_units` as CUTLASS stores it for stream-K: the remainder of a group's K work over the units of *all* groups,
    /// in clusters. It is a multiple of a group's clusters above [`UnitParams::big_units`], which the body needs.
    pub stored_big_units: u32,
    /// Workspace sizes.
    pub workspace: Workspace,
}

/// Output tiles that stream-K shares, `T` tiles over `W` CTAs (of whole clusters), `k_tiles` each.
fn stream_k_tiles(total: u32, ctas: u32, cluster: u32, k_tiles: u32, decomposition: Decomposition) -> u32 {
    if matches!(decomposition, Decomposition::DataParallel | Decomposition::SplitK) {
        return 0;
    }
    let waves = total / ctas;
    let tail = total % ctas;
    if tail == 0 || k_tiles <= MIN_K_TILES {
        return 0;
    }
    if decomposition == Decomposition::Heuristic && 2 * tail as u64 >= ctas as u64 {
        return 0; // The last wave is full enough.
    }
    let whole_waves = waves.saturating_sub(1);
    let tiles = total - whole_waves * ctas;
    tiles / cluster * cluster
}

/// Groups that the stream-K clusters are divided into, each over its own share of the tiles, so that the clusters of
/// neighbouring tiles work side by side.
fn choose_groups(start: u32, sk_tiles: u32, sk_units: u32, cluster: u32, k_tiles: u32) -> u32 {
    let clusters = sk_units / cluster;
    let cluster_tiles = sk_tiles / cluster;
    let mut fallback = 1;
    for groups in (1..=start.max(1)).rev() {
        let units = sk_units / groups;
        if !clusters.is_multiple_of(groups) || units == 0 {
            continue;
        }
        let k_per_group = (cluster_tiles / groups) as u64 * cluster as u64 * k_tiles as u64;
        if k_per_group / (units as u64) < MIN_K_TILES as u64 {
            continue;
        }
        if cluster_tiles.is_multiple_of(groups) {
            if groups > 1 {
                return groups;
            }
        } else if fallback == 1 {
            fallback = groups;
        }
    }
    fallback
}

impl StreamK {
    /// Chooses the parameters of `request`.
    pub fn new(request: Request) -> Result<Self, SchedulerRefusal> {
        let Request {
            problem,
            tile,
            cluster,
            hardware,
            ..
        } = request;
        if !(1..=2).contains(&request.k_tile_alignment) {
            let nearest = if request.k_tile_alignment == 0 { 1 } else { 2 };
            return Err(SchedulerRefusal::new(
                "ktile_start_alignment",
                request.k_tile_alignment,
                "a piece may start at any K tile (1) or at even ones (2)",
            )
            .nearest(nearest));
        }
        let blocks = Blocks::new(&problem, &tile, cluster, request.max_swizzle, request.raster)?;
        let grid = launch_grid(&blocks, cluster, &hardware, false)?;
        let k_tiles = problem.k.div_ceil(tile.k);
        let size = cluster.size();
        let total = blocks.total;
        let ctas = count_product("grid", &[grid[0] as u64, grid[1] as u64, grid[2] as u64])?;

        // The tiles to share, and the units to share them among: each with at least MIN_K_TILES of work.
        let sk_tiles = stream_k_tiles(total, ctas, size, k_tiles, request.decomposition);
        let sk_work = k_tiles as u64 * sk_tiles as u64;
        let whole_ctas = ctas / size * size;
        let sk_units = (whole_ctas as u64).min(sk_work / MIN_K_TILES as u64 / size as u64 * size as u64) as u32;

        let sizes = Sizes {
            request,
            blocks,
            grid,
            k_tiles,
            sk_tiles,
            sk_units,
        };
        if let Some(splits) = split_k(&request, k_tiles, sk_tiles, sk_units) {
            return sizes.split_k(splits);
        }
        let nothing_to_share = request.decomposition == Decomposition::Heuristic && sk_tiles == 0;
        if request.decomposition == Decomposition::DataParallel || nothing_to_share || sk_units == 0 {
            return sizes.data_parallel();
        }
        sizes.stream_k()
    }

    /// Units to walk: `units_per_problem` of each split.
    pub fn total_units(&self) -> u32 {
        self.units_per_problem * self.unit.splits
    }
}

/// The number of splits, when the request is better served by split-K.
fn split_k(request: &Request, k_tiles: u32, sk_tiles: u32, sk_units: u32) -> Option<u32> {
    let clamp = |splits: u32| {
        let splits = splits.min(request.hardware.sm_count).min(k_tiles);
        // Pieces of a single K tile cannot start at even ones only.
        if request.k_tile_alignment == 2 && splits > 0 && k_tiles / splits == 1 {
            k_tiles / 2
        } else {
            splits
        }
    };
    let heuristic = request.decomposition == Decomposition::Heuristic;
    if request.decomposition == Decomposition::SplitK || (heuristic && request.splits > 1) {
        let splits = clamp(request.splits);
        return (splits > 1).then_some(splits);
    }
    // Units that divide evenly among fewer tiles are split-K already, without the boundary arithmetic.
    if heuristic && sk_tiles > 0 && sk_tiles < sk_units && sk_units.is_multiple_of(sk_tiles) {
        let splits = clamp(sk_units / sk_tiles);
        return (splits > 1).then_some(splits);
    }
    None
}

/// The common quantities while a shape is being chosen.
struct Sizes {
    request: Request,
    blocks: Blocks,
    grid: [u32; 3],
    k_tiles: u32,
    sk_tiles: u32,
    sk_units: u32,
}

impl Sizes {
    fn finish(
        &self,
        mode: Mode,
        unit: UnitParams,
        clusters_mnl: u32,
        stored_big_units: u32,
    ) -> Result<StreamK, SchedulerRefusal> {
        let partial_tiles = match mode {
            Mode::StreamK => unit.sk_tiles,
            Mode::SplitK => self.blocks.total,
            Mode::DataParallel => 0,
        };
        let units_per_problem = (self.blocks.total - unit.sk_tiles) + unit.sk_units;
        count_product("units", &[units_per_problem as u64, unit.splits as u64])?;
        Ok(StreamK {
            request: self.request,
            blocks: self.blocks,
            grid: self.grid,
            mode,
            unit,
            units_per_problem,
            clusters_mnl,
            stored_big_units,
            workspace: Workspace::new(&self.request, partial_tiles)?,
        })
    }

    fn whole_tiles(&self, splits: u32) -> UnitParams {
        let per_split = self.k_tiles / splits;
        UnitParams::new(
            &self.blocks,
            &self.request,
            super::unit::Shares {
                splits,
                k_tiles: self.k_tiles,
                small: per_split,
                big_units: self.k_tiles % splits,
                groups: 1,
                big_groups: 0,
                sk_units_per_group: 1,
                sk_tiles: 0,
                sk_units: 0,
            },
        )
    }

    fn data_parallel(&self) -> Result<StreamK, SchedulerRefusal> {
        self.finish(
            Mode::DataParallel,
            self.whole_tiles(1),
            self.blocks.total / self.request.cluster.size(),
            0,
        )
    }

    fn split_k(&self, splits: u32) -> Result<StreamK, SchedulerRefusal> {
        let unit = self.whole_tiles(splits);
        self.finish(
            Mode::SplitK,
            unit,
            self.blocks.total / self.request.cluster.size(),
            unit.big_units,
        )
    }

    fn stream_k(&self) -> Result<StreamK, SchedulerRefusal> {
        let cluster = self.request.cluster;
        let size = cluster.size();
        let start = match self.blocks.raster {
            RasterOrder::AlongM => self.blocks.padded_m / cluster.m,
            RasterOrder::AlongN => self.blocks.padded_n / cluster.n,
        };
        count_product("stream-K tiles x K tiles", &[self.sk_tiles as u64, self.k_tiles as u64])?;
        let groups = choose_groups(start.min(MAX_GROUPS), self.sk_tiles, self.sk_units, size, self.k_tiles);
        let cluster_tiles = self.sk_tiles / size;
        let units = self.sk_units / groups;
        // Of the smaller groups; a big group has one cluster of tiles more.
        let k_per_group = cluster_tiles / groups * size * self.k_tiles;
        let small = k_per_group / units;
        let unit = UnitParams::new(
            &self.blocks,
            &self.request,
            super::unit::Shares {
                splits: 1,
                k_tiles: self.k_tiles,
                small,
                big_units: (k_per_group - small * units) / size,
                groups,
                big_groups: cluster_tiles % groups,
                sk_units_per_group: units,
                sk_tiles: self.sk_tiles,
                sk_units: self.sk_units,
            },
        );
        self.finish(
            Mode::StreamK,
            unit,
            self.sk_units / size,
            k_per_group % self.sk_units / size,
        )
    }
}
