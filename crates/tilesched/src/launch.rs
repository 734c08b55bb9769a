//! The launch of a kernel with a tile scheduler: grid, record, workspace.

use crate::contract::stream_k::{WORKSPACE_ALIGNMENT, workspace_sizes};
use crate::cutlass::grid::Hardware;
use crate::cutlass::static_persistent::StaticPersistent;
use crate::cutlass::stream_k::{Request, StreamK};
use crate::explain::{
    accumulator_tile_bytes, contract_grid, contract_sm100, contract_static, contract_stream_k, resident_cgas,
};
use crate::kinds::SchedulerForm;
use crate::params::{CutlassSm90StreamKParams, CutlassTileSchedulerParams};
use crate::problem::{Cluster, Decomposition, Policy, Problem, RasterOption, ReductionMode, TileShape};
use crate::refusal::{SchedulerRefusal, count_product};
use crate::tilelang;
use serde::Serialize;
use std::mem::offset_of;

/// The scheduler that a kernel was compiled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scheduled {
    /// The scheduler.
    pub kind: SchedulerForm,
    /// The source of the formulas.
    pub policy: Policy,
    /// CTA tile.
    pub tile: TileShape,
    /// CTAs of a cluster.
    pub cluster: Cluster,
    /// Panel width asked for.
    pub swizzle: u32,
    /// Order asked for.
    pub raster: RasterOption,
    /// K splits of each tile; 1: stream-K decides.
    pub splits: u32,
    /// Order in which `cutlass-sm90` joins partial accumulators.
    pub reduction: ReductionMode,
    /// Work is pulled at run time.
    pub pull: bool,
    /// It is pulled by cluster launch control (from sm_100 on): running CTAs take over the work of those not launched
    /// yet.
    pub launch_control: bool,
    /// SMs to plan for.
    pub sm_count: u32,
    /// Pairs of CTAs share tiles, in the SM100 form of stream-K: a pair has two CTA tiles along m.
    pub pairs: bool,
    /// Bits of an accumulator element.
    pub accumulator_bits: u32,
    /// Cost of joining one more partial accumulator, in K tiles.
    pub join_k_tiles: u32,
}

/// Values that the launch needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Launch {
    /// CTAs; the schedulers' launches are one-dimensional.
    pub grid: [u32; 3],
    /// The record, its workspace address still 0; empty where the scheduler has none.
    pub record: Vec<u8>,
    /// Where in the record the workspace's address goes (8 bytes); none: no workspace.
    pub workspace_at: Option<usize>,
    /// Bytes of the workspace, aligned to [`WORKSPACE_ALIGNMENT`]; 0 for none.
    pub workspace: u64,
    /// Offset and bytes of the part that must be zero.
    pub clear: Option<(u64, u64)>,
    /// Whether it must be so before every launch, or only before the first (the kernel leaves it as it found it).
    pub clear_every_launch: bool,
}

/// Bytes of the counter that work is pulled from.
const COUNTER_BYTES: u64 = 4;

impl Scheduled {
    /// The launch for so many batches of a problem of m by n by k elements.
    pub fn launch(&self, [m, n, k, l]: [i64; 4]) -> Result<Launch, SchedulerRefusal> {
        let request = Request {
            problem: Problem::new(m, n, k, l)?,
            tile: self.tile,
            cluster: self.cluster,
            max_swizzle: self.swizzle,
            raster: self.raster,
            hardware: Hardware {
                sm_count: self.sm_count.max(1),
                max_active_clusters: 0,
            },
            splits: self.splits,
            decomposition: self.decomposition(),
            reduction: self.reduction,
            mma_warp_groups: 1,
            barrier_bits: 32,
            accumulator_bits: self.accumulator_bits,
            k_tile_alignment: 1,
            join_k_tiles: self.join_k_tiles,
        };
        match (self.kind, self.policy) {
            (SchedulerForm::TileLang, _) => self.tilelang(&request),
            (SchedulerForm::StreamKSm100, _) => self.sm100(&request),
            (_, Policy::Contract) => self.contract(&request),
            (_, Policy::CutlassSm90) => self.cutlass(&request),
        }
    }

    /// Whether work is pulled from a counter in the workspace.
    pub fn counts(&self) -> bool {
        self.pull && !self.launch_control
    }

    /// The division of K that the kernel was compiled with.
    fn decomposition(&self) -> Decomposition {
        match self.kind {
            SchedulerForm::StreamK if self.splits > 1 => Decomposition::SplitK,
            SchedulerForm::StreamK => Decomposition::StreamK,
            _ => Decomposition::DataParallel,
        }
    }

    fn tilelang(&self, request: &Request) -> Result<Launch, SchedulerRefusal> {
        let workers = tilelang::Config::default_workers(self.sm_count, self.cluster.m);
        let ctas = count_product("grid", &[workers.into(), self.cluster.m.into()])?;
        let tiles = |extent: u32, tile: u32| i64::from(extent.div_ceil(tile));
        // Batches stand side by side along n.
        tilelang::Config::new(
            tiles(request.problem.m, self.tile.m),
            tiles(request.problem.n, self.tile.n).saturating_mul(request.problem.l.into()),
            workers.into(),
            self.swizzle.into(),
            true,
            self.cluster.m.into(),
        )?;
        Ok(Launch {
            grid: [ctas, 1, 1],
            record: Vec::new(),
            workspace_at: None,
            workspace: 0,
            clear: None,
            clear_every_launch: false,
        })
    }

    /// A launch with the counter as its only workspace, if work is pulled.
    fn plain(&self, grid: [u32; 3], record: Vec<u8>, workspace_at: usize) -> Launch {
        Launch {
            grid,
            record,
            workspace_at: self.counts().then_some(workspace_at),
            workspace: if self.counts() { WORKSPACE_ALIGNMENT } else { 0 },
            clear: self.counts().then_some((0, COUNTER_BYTES)),
            clear_every_launch: self.counts(),
        }
    }

    /// Resident clusters, at most one per tile; partial accumulators stay in shared memory.
    fn sm100(&self, request: &Request) -> Result<Launch, SchedulerRefusal> {
        let tile = TileShape {
            m: self.tile.m.saturating_mul(1 + u32::from(self.pairs)),
            ..self.tile
        };
        let schedule = contract_sm100(&Request { tile, ..*request }, self.pairs)?;
        let ctas = schedule.clusters * self.cluster.size();
        let record = CutlassTileSchedulerParams {
            cluster_shape_x: self.cluster.m,
            cluster_shape_y: self.cluster.n,
            num_ctas_per_cluster: self.cluster.size(),
            k_split_count: schedule.splits,
            ..CutlassTileSchedulerParams::new(&schedule.grid, schedule.k_tiles, ctas, None)
        };
        let at = offset_of!(CutlassTileSchedulerParams, workspace_ptr);
        Ok(self.plain([ctas, 1, 1], record.to_bytes().to_vec(), at))
    }

    fn contract(&self, request: &Request) -> Result<Launch, SchedulerRefusal> {
        let grid = contract_grid(request)?;
        let k_tiles = request.problem.k.div_ceil(request.tile.k);
        let resident = resident_cgas(request);
        let at = offset_of!(CutlassTileSchedulerParams, workspace_ptr);
        let ctas = |cgas: u32| count_product("grid", &[cgas.into(), self.cluster.size().into()]);
        if self.kind == SchedulerForm::StreamK {
            let schedule = contract_stream_k(request)?;
            let ctas = ctas(resident)?;
            let sizes = workspace_sizes(&schedule.params, accumulator_tile_bytes(request)?, self.cluster.size())?;
            let used = schedule.params.sk_tiles > 0;
            let splits = if used { Some((&schedule.params, 0)) } else { None };
            return Ok(Launch {
                grid: [ctas, 1, 1],
                record: CutlassTileSchedulerParams::new(&grid, k_tiles, ctas, splits)
                    .to_bytes()
                    .to_vec(),
                workspace_at: used.then_some(at),
                workspace: if used { sizes.total } else { 0 },
                clear: used.then_some((sizes.reduction, sizes.barriers)),
                // The final split resets its lock.
                clear_every_launch: false,
            });
        }
        let cgas = match self.kind {
            SchedulerForm::DataParallel if self.counts() => resident.min(grid.total),
            SchedulerForm::DataParallel => grid.total,
            _ => contract_static(request)?.grid_width,
        };
        let ctas = ctas(cgas)?;
        let record = CutlassTileSchedulerParams::new(&grid, k_tiles, ctas, None);
        Ok(self.plain([ctas, 1, 1], record.to_bytes().to_vec(), at))
    }

    fn cutlass(&self, request: &Request) -> Result<Launch, SchedulerRefusal> {
        let schedule = StreamK::new(*request)?;
        let record = CutlassSm90StreamKParams::new(&schedule, 0).to_bytes().to_vec();
        let at = offset_of!(CutlassSm90StreamKParams, workspace_ptr);
        let product = |grid: [u32; 3]| count_product("grid", &grid.map(u64::from));
        if self.kind == SchedulerForm::StreamK {
            let w = schedule.workspace;
            let used = w.total > 0;
            return Ok(Launch {
                grid: [product(schedule.grid)?, 1, 1],
                record,
                workspace_at: used.then_some(at),
                workspace: w.total,
                clear: used.then_some((w.barrier_offset, w.clear_before_launch)),
                clear_every_launch: true,
            });
        }
        let resident = StaticPersistent::new(
            &request.problem,
            &request.tile,
            request.cluster,
            request.max_swizzle,
            request.raster,
            &request.hardware,
        )?;
        let ctas = match self.kind {
            SchedulerForm::DataParallel if !self.counts() => schedule.blocks.total,
            _ => product(resident.grid)?,
        };
        Ok(self.plain([ctas, 1, 1], record, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheduled(kind: SchedulerForm, policy: Policy) -> Scheduled {
        Scheduled {
            kind,
            policy,
            tile: TileShape::new(128, 128, 64).unwrap(),
            cluster: Cluster::ONE,
            swizzle: 1,
            raster: RasterOption::AlongM,
            splits: 1,
            reduction: ReductionMode::Deterministic,
            pull: false,
            launch_control: false,
            sm_count: 132,
            pairs: false,
            accumulator_bits: 32,
            join_k_tiles: 2,
        }
    }

    #[test]
    fn grids_follow_the_kind() {
        for policy in [Policy::Contract, Policy::CutlassSm90] {
            let grid = |kind| scheduled(kind, policy).launch([4096, 4096, 4096, 1]).unwrap().grid;
            assert_eq!(grid(SchedulerForm::DataParallel), [1024, 1, 1]);
            assert_eq!(grid(SchedulerForm::StaticPersistent), [132, 1, 1]);
            assert_eq!(grid(SchedulerForm::StreamK), [132, 1, 1]);
            assert_eq!(grid(SchedulerForm::TileLang), [132, 1, 1]);
        }
    }

    #[test]
    fn clusters_of_the_sm100_form_share_tiles_and_need_no_workspace() {
        let cluster = Cluster::any(2, 1).unwrap();
        let shared = Scheduled {
            cluster,
            ..scheduled(SchedulerForm::StreamKSm100, Policy::Contract)
        };
        for (m, clusters) in [(4096, 66), (128 * 7, 7)] {
            let launch = shared.launch([m, 128, 4096, 1]).unwrap();
            let clusters = u32::min(clusters, (m as u32).div_ceil(128));
            assert_eq!((launch.grid, launch.workspace_at), ([2 * clusters, 1, 1], None));
        }
    }

    /// A pair has tiles of twice the rows, which as many pairs share as a cluster has.
    #[test]
    fn pairs_of_the_sm100_form_share_their_tiles() {
        for (cluster, clusters, splits) in [((2, 1), 16, 1), ((4, 1), 16, 2), ((2, 2), 16, 2)] {
            let shared = Scheduled {
                cluster: Cluster::any(cluster.0, cluster.1).unwrap(),
                pairs: true,
                ..scheduled(SchedulerForm::StreamKSm100, Policy::Contract)
            };
            let launch = shared.launch([128 * 31, 128, 4096, 1]).unwrap();
            let ctas = clusters * shared.cluster.size();
            assert_eq!((launch.grid, launch.workspace_at), ([ctas, 1, 1], None));
            let word = |at: usize| u32::from_le_bytes(launch.record[at..at + 4].try_into().unwrap());
            assert_eq!([word(0), word(4), word(8)], [16, 1, 64]);
            assert_eq!(word(offset_of!(CutlassTileSchedulerParams, k_split_count)), splits);
        }
    }

    #[test]
    fn only_split_tiles_and_pulled_work_need_a_workspace() {
        for policy in [Policy::Contract, Policy::CutlassSm90] {
            for kind in [SchedulerForm::DataParallel, SchedulerForm::StaticPersistent] {
                let launch = scheduled(kind, policy).launch([1000, 1000, 1000, 1]).unwrap();
                assert_eq!((launch.workspace, launch.workspace_at, launch.clear), (0, None, None));
            }
            let pull = Scheduled {
                pull: true,
                ..scheduled(SchedulerForm::DataParallel, policy)
            };
            let launch = pull.launch([4096, 4096, 64, 1]).unwrap();
            assert_eq!(
                (launch.grid, launch.workspace, launch.clear),
                ([132, 1, 1], 128, Some((0, 4)))
            );
            // Every CTA is launched, or cancelled by one that runs.
            let cancels = Scheduled {
                launch_control: true,
                ..pull
            };
            let launch = cancels.launch([4096, 4096, 64, 1]).unwrap();
            assert_eq!((launch.grid, launch.workspace, launch.clear), ([1024, 1, 1], 0, None));
            let split = scheduled(SchedulerForm::StreamK, policy)
                .launch([256, 256, 1 << 16, 1])
                .unwrap();
            let (offset, bytes) = split.clear.unwrap();
            assert!(bytes >= 4 * 4 && offset + bytes <= split.workspace);
            assert_eq!(split.clear_every_launch, policy == Policy::CutlassSm90);
        }
    }

    #[test]
    fn bad_sizes_are_refused() {
        assert!(
            scheduled(SchedulerForm::StaticPersistent, Policy::Contract)
                .launch([0, 1, 1, 1])
                .is_err()
        );
        assert!(
            scheduled(SchedulerForm::StreamK, Policy::CutlassSm90)
                .launch([1, -1, 1, 1])
                .is_err()
        );
        assert!(
            scheduled(SchedulerForm::TileLang, Policy::Contract)
                .launch([1, 1, 1 << 40, 1])
                .is_err()
        );
    }
}
