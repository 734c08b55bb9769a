//! Tile maps as data: from a problem and a scheduler to every piece of work with its worker and time; and the problem
//! of a compiled kernel, for the report. Times count K tiles.

use crate::abi::Abi;
use crate::report::Tiles;
use crate::tile_scheduler::{SchedulerAbi, SchedulerKind, SchedulerPolicy};
use serde::{Deserialize, Serialize};
use tilewright_analysis::contract::Applied;
use tilewright_diag::counted;
use tilewright_machine::Target;
use tilewright_pipeliner::Pipelined;
use tilewright_tile_lowering::apply_tile_scheduler::Times;
use tilewright_tilesched::explain::{
    contract_sm100, contract_static, contract_stream_k, cutlass_static, resident_cgas,
};
use tilewright_tilesched::kinds::SchedulerForm;
use tilewright_tilesched::problem::{Decomposition, Policy, RasterOption, ReductionMode};
use tilewright_tilesched::simulate::{self, Memory};
use tilewright_tilesched::tilelang::{Stateless, WithK};
use tilewright_tilesched::timeline::{self, Costs, Dispatch, Timeline};
use tilewright_tilesched::{Schedule, SchedulerRefusal, vectors};

/// Pieces that a page holds in memory at most.
const MAX_PIECES: u32 = (vectors::MAX_LISTED / 2) as u32;
/// Tiles up to which all schedulers are compared: the model of the cache steps through every access.
const MAX_COMPARED: u64 = 40_000;
/// Numbers of a piece in the array of [`TileProblem::map`].
pub const PIECE: usize = 9;

/// A batched matrix product, how it is cut into tiles, and who hands them out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TileProblem {
    /// Rows of the output, in elements.
    pub m: i64,
    /// Columns of the output.
    pub n: i64,
    /// Length of the contraction.
    pub k: i64,
    /// Products in the batch.
    pub l: i64,
    /// Elements of a CTA's tile along m, n and k.
    pub tile: [i64; 3],
    /// CTAs of a cluster along m and n.
    pub cluster: [i64; 2],
    /// Whether stream-K has its SM100 form, in which the CTAs of a cluster share each tile.
    #[serde(default)]
    pub shares_tiles: bool,
    /// Whether pairs of CTAs share tiles: a tile is a pair's.
    #[serde(default)]
    pub pairs: bool,
    /// SMs of the GPU.
    pub sms: i64,
    /// The scheduler; never `auto`.
    pub scheduler: SchedulerKind,
    /// The source of the formulas.
    pub policy: Policy,
    /// Width of a panel of tiles.
    pub swizzle: i64,
    /// The mode along which consecutive tiles advance.
    pub raster: RasterOption,
    /// K splits asked for; 1 leaves it to the scheduler.
    pub splits: i64,
    /// Bytes of an element of A and B.
    pub element_bytes: u32,
    /// Bytes of the L2 cache.
    pub l2_bytes: u64,
    /// Duration of a tile's epilogue, in K tiles.
    pub epilogue: u32,
    /// Duration of storing or adding a partial accumulator, in K tiles.
    pub join: u32,
}

/// Facts of a tile map beside its pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TileFacts {
    /// Tiles along m, n and in the batch, padding included.
    pub tiles: [u32; 3],
    /// The unit of the map: the tile of a CTA, or of a cluster.
    pub tile_of: &'static str,
    /// K tiles of a tile.
    pub k_tiles: u32,
    /// Workers, CTAs or clusters, idle ones included.
    pub workers: u32,
    /// Pieces of work; more than tiles where tiles are split along K.
    pub pieces: u32,
    /// The most pieces of one worker.
    pub waves: u32,
    /// The last cycle, in K tiles.
    pub makespan: u64,
    /// Idle share of all workers' time.
    pub idle: f64,
    /// Assignment of work to workers: `static` or `dynamic`.
    #[cfg_attr(feature = "typescript", ts(type = "'static' | 'dynamic'"))]
    pub dispatch: Dispatch,
}

/// The result of the work-distribution model for one scheduler.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Compared {
    /// The scheduler.
    pub scheduler: SchedulerKind,
    /// Its findings, unless it refuses the problem.
    pub findings: Option<Findings>,
    /// Whether no other scheduler ends earlier.
    pub shortest: bool,
    /// Why it refuses.
    pub refusal: Option<String>,
}

/// The findings of the work-distribution model.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Findings {
    /// Waves.
    pub waves: u32,
    /// The last cycle, in K tiles.
    pub makespan: u64,
    /// Idle share of all workers' time.
    pub idle: f64,
    /// Bytes asked of L2.
    pub requested_bytes: u64,
    /// Bytes that L2 had to fetch.
    pub fetched_bytes: u64,
}

/// A schedule ready to run, and what its tiles are.
struct Made {
    schedule: Box<dyn Schedule>,
    dispatch: Dispatch,
    /// CTAs of one of its tiles along m and n.
    tile_ctas: [u32; 2],
}

impl Made {
    fn new(schedule: impl Schedule + 'static, dispatch: Dispatch, tile_ctas: [u32; 2]) -> Self {
        Self {
            schedule: Box::new(schedule),
            dispatch,
            tile_ctas,
        }
    }
}

/// The report's part on a kernel's tile scheduler.
pub(crate) fn tiles(abi: &Abi, applied: &Applied, pipelined: Option<&Pipelined>, target: &Target) -> Option<Tiles> {
    let scheduler = abi.scheduler.as_ref()?;
    let times = Times::of(pipelined, target, [applied.accumulator_bytes(), applied.operand_bytes]);
    Some(Tiles {
        scheduler: scheduler.kind,
        policy: scheduler.policy,
        why: applied.why.clone(),
        grid_rule: scheduler.grid.clone(),
        launch: scheduler.known.clone(),
        problem: TileProblem::of(scheduler, applied, times, target),
        times: times.words(),
    })
}

/// The line of the summary.
pub(crate) fn fact(tiles: &Tiles) -> String {
    // Absent: the model chooses.
    let name = tiles.scheduler.kind().map_or("auto", SchedulerForm::words);
    let policy = match (tiles.scheduler, tiles.policy) {
        (SchedulerKind::Tilelang, _) => "",
        (_, SchedulerPolicy::Contract) => " (contract)",
        (_, SchedulerPolicy::CutlassSm90) => " (cutlass-sm90)",
    };
    let launch = match &tiles.launch {
        Some(launch) => format!(
            "{}, {} of workspace",
            counted(launch.grid.iter().map(|&ctas| ctas as usize).product(), "CTAs"),
            counted(launch.workspace_bytes as usize, "bytes")
        ),
        None => tiles.grid_rule.clone(),
    };
    // The sentence ahead of the comparison; the rest is in the report.
    let why = tiles.why.as_deref().and_then(|why| why.split(';').next());
    let of = if tiles.scheduler == SchedulerKind::Auto {
        "auto: "
    } else {
        ""
    };
    // Absent: somebody has asked for it as it is.
    let why = why.map(|why| format!("; {of}{why}")).unwrap_or_default();
    format!("{name}{policy}: {launch}{why}")
}

impl TileProblem {
    /// The problem that a compiled kernel is, where its extents are known.
    fn of(abi: &SchedulerAbi, applied: &Applied, times: Times, target: &Target) -> Option<Self> {
        let [m, n, k, l] = abi.known_extents()?;
        let scheduled = &applied.scheduled;
        let [tile_m, tile_n, tile_k] = abi.tile.map(i64::from);
        Some(Self {
            m,
            n,
            k,
            l,
            tile: [tile_m << u32::from(abi.pairs), tile_n, tile_k],
            cluster: abi.cluster.map(i64::from),
            shares_tiles: target.stream_k_joins_in_cluster.value,
            pairs: abi.pairs,
            sms: abi.sm_count.into(),
            scheduler: abi.kind,
            policy: scheduled.policy,
            swizzle: abi.swizzle.into(),
            raster: scheduled.raster,
            splits: abi.splits.into(),
            element_bytes: applied.element_bytes,
            // Absent: a target whose L2 no source gives: nothing is said to fit into it.
            l2_bytes: target.l2_bytes.as_ref().map_or(0, |l2| l2.value),
            epilogue: 0,
            join: times.join_k_tiles(),
        })
    }

    fn request(&self) -> vectors::stream_k::Input {
        vectors::stream_k::Input {
            whole: vectors::static_persistent::Input {
                m: self.m,
                n: self.n,
                k: self.k,
                l: self.l,
                tile: self.tile,
                cluster: self.cluster,
                max_swizzle: self.swizzle,
                raster_option: self.raster,
                sm_count: self.sms,
                max_active_clusters: 0,
            },
            splits_arg: self.splits,
            // As kernels are compiled: who asks for stream-K gets it.
            decomposition_arg: if self.splits > 1 {
                Decomposition::SplitK
            } else {
                Decomposition::StreamK
            },
            reduction_mode: ReductionMode::Deterministic,
            mma_warp_groups: 1,
            barrier_bits: 32,
            accumulator_bits: 32,
            ktile_start_alignment: 1,
        }
    }

    fn make(&self, scheduler: SchedulerKind) -> Result<Made, SchedulerRefusal> {
        let input = self.request();
        let mut request = input.request(self.policy)?;
        request.join_k_tiles = self.join.max(1);
        let k_tiles = request.problem.k.div_ceil(request.tile.k);
        let cluster = [request.cluster.m, request.cluster.n];
        let made = match (scheduler, self.policy) {
            (SchedulerKind::Auto, _) => {
                let rule = "a map is of one scheduler, which the comparison of all of them helps to choose";
                return Err(SchedulerRefusal::new("scheduler", "auto", rule));
            }
            (SchedulerKind::DataParallel, Policy::Contract) => {
                Made::new(contract_static(&request)?, Dispatch::Dynamic, cluster)
            }
            (SchedulerKind::DataParallel, Policy::CutlassSm90) => {
                Made::new(cutlass_static(&request)?, Dispatch::Dynamic, [1, 1])
            }
            (SchedulerKind::StaticPersistent, Policy::Contract) => {
                Made::new(contract_static(&request)?, Dispatch::Static, cluster)
            }
            (SchedulerKind::StaticPersistent, Policy::CutlassSm90) => {
                Made::new(cutlass_static(&request)?, Dispatch::Static, [1, 1])
            }
            (SchedulerKind::StreamK, _) if self.shares_tiles => {
                Made::new(contract_sm100(&request, self.pairs)?, Dispatch::Static, [1, 1])
            }
            (SchedulerKind::StreamK, Policy::Contract) => {
                Made::new(contract_stream_k(&request)?, Dispatch::Static, cluster)
            }
            (SchedulerKind::StreamK, Policy::CutlassSm90) => Made::new(input.schedule()?, Dispatch::Static, [1, 1]),
            (SchedulerKind::Tilelang, _) => {
                let rule = "TileLang's scheduler has neither batches nor clusters along n";
                if self.l != 1 {
                    return Err(SchedulerRefusal::new("l", self.l, rule).nearest(1));
                }
                if self.cluster[1] != 1 {
                    return Err(SchedulerRefusal::new("cluster[1]", self.cluster[1], rule).nearest(1));
                }
                let input = vectors::tilelang::Input {
                    num_m_tiles: i64::from(request.problem.m.div_ceil(request.tile.m)),
                    num_n_tiles: i64::from(request.problem.n.div_ceil(request.tile.n)),
                    num_workers: Some(resident_cgas(&request).into()),
                    swizzle_size: self.swizzle,
                    column_major: self.raster != RasterOption::AlongN,
                    cluster_size: self.cluster[0],
                };
                let schedule = WithK::new(Stateless::new(input.config(request.hardware.sm_count)?), k_tiles);
                Made::new(schedule, Dispatch::Static, cluster)
            }
        };
        let units = made.schedule.unit_count();
        if units > MAX_PIECES {
            let rule = "the page draws no more; `tilewright tiles` twice as many";
            return Err(SchedulerRefusal::new("tiles", units, rule).nearest(MAX_PIECES));
        }
        Ok(made)
    }

    /// Workers that there is room for: clusters, or CTAs where those have tiles of their own.
    fn resident(&self, made: &Made) -> u32 {
        let [m, n] = made.tile_ctas;
        // Absent: the problem was checked: a number of SMs fits.
        u32::try_from(self.sms).map_or(1, |sms| sms / (m * n).max(1))
    }

    fn run(&self, made: &Made) -> Timeline {
        let costs = Costs {
            k_tile: 1,
            epilogue: u64::from(self.epilogue),
            fixup: u64::from(self.join),
        };
        timeline::run(made.schedule.as_ref(), &costs, made.dispatch)
    }

    fn memory(&self, made: &Made) -> Memory {
        let bytes = |extent: i64, ctas: u32| {
            // Absent: extents were checked: none is negative.
            let elements = u64::try_from(extent).unwrap_or(0).saturating_mul(u64::from(ctas));
            // Absent: nor is the tile along K negative.
            let k = u64::try_from(self.tile[2]).unwrap_or(0);
            elements.saturating_mul(k).saturating_mul(u64::from(self.element_bytes))
        };
        Memory {
            l2_bytes: self.l2_bytes,
            a_bytes: bytes(self.tile[0], made.tile_ctas[0]),
            b_bytes: bytes(self.tile[1], made.tile_ctas[1]),
        }
    }

    /// The map of the problem: facts, and [`PIECE`] numbers for each piece in the order of starts: m, n, batch, first K
    /// tile, K tiles, worker, wave, start, end.
    ///
    /// # Errors
    /// The rule that the problem breaks.
    pub fn map(&self) -> Result<(TileFacts, Vec<u32>), SchedulerRefusal> {
        let made = self.make(self.scheduler)?;
        let timeline = self.run(&made);
        // Absent: a cycle beyond the picture is at its end.
        let clamp = |cycle: u64| u32::try_from(cycle).unwrap_or(u32::MAX);
        let mut pieces = Vec::with_capacity(timeline.pieces.len() * PIECE);
        for piece in &timeline.pieces {
            let work = &piece.work;
            pieces.extend([work.m, work.n, work.l, work.k_start, work.k_count]);
            pieces.extend([piece.worker, piece.wave, clamp(piece.start), clamp(piece.end)]);
        }
        let (m, n, l) = timeline.tiles;
        let facts = TileFacts {
            tiles: [m, n, l],
            tile_of: if made.tile_ctas == [1, 1] { "CTA" } else { "cluster" },
            k_tiles: timeline.k_tiles,
            workers: timeline.workers,
            pieces: timeline.pieces.len() as u32,
            waves: timeline.waves(),
            makespan: timeline.makespan,
            idle: 1.0 - timeline.efficiency_among(self.resident(&made)),
            dispatch: made.dispatch,
        };
        Ok((facts, pieces))
    }

    /// The result of the work-distribution model for each scheduler; none where the problem is too large to be stepped
    /// through.
    pub fn compare(&self) -> Option<Vec<Compared>> {
        // Absent: an extent of at least 1 is not negative.
        let tiles = |extent: i64, tile: i64| u64::try_from(extent.max(1)).unwrap_or(1).div_ceil(tile.max(1) as u64);
        let count = tiles(self.m, self.tile[0])
            .saturating_mul(tiles(self.n, self.tile[1]))
            .saturating_mul(tiles(self.l, 1));
        let findings = |made: Made| {
            let report = simulate::run(&self.run(&made), &self.memory(&made), self.resident(&made));
            Findings {
                waves: report.waves.len() as u32,
                makespan: report.makespan,
                idle: 1.0 - report.efficiency,
                requested_bytes: report.requested_bytes,
                fetched_bytes: report.fetched_bytes,
            }
        };
        let one = |scheduler| {
            let (findings, refusal) = match self.make(scheduler) {
                Ok(made) => (Some(findings(made)), None),
                Err(refusal) => (None, Some(refusal.to_string())),
            };
            Compared {
                scheduler,
                findings,
                shortest: false,
                refusal,
            }
        };
        if count > MAX_COMPARED {
            return None;
        }
        let kinds = SchedulerKind::ALL.iter().copied().filter(|kind| kind.kind().is_some());
        let mut all: Vec<Compared> = kinds.map(one).collect();
        let end = |one: &Compared| one.findings.as_ref().map(|findings| findings.makespan);
        let first = all.iter().filter_map(end).min();
        for one in &mut all {
            one.shortest = first.is_some() && end(one) == first;
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(scheduler: SchedulerKind) -> TileProblem {
        TileProblem {
            m: 1000,
            n: 768,
            k: 500,
            l: 1,
            tile: [128, 128, 64],
            cluster: [1, 1],
            shares_tiles: false,
            pairs: false,
            sms: 20,
            scheduler,
            policy: Policy::Contract,
            swizzle: 2,
            raster: RasterOption::Heuristic,
            splits: 1,
            element_bytes: 2,
            l2_bytes: 1 << 20,
            epilogue: 1,
            join: 1,
        }
    }

    #[test]
    fn every_k_tile_of_every_tile_is_there_once_under_all_schedulers_and_policies() {
        for &scheduler in SchedulerKind::ALL.iter().filter(|kind| kind.kind().is_some()) {
            for policy in [Policy::Contract, Policy::CutlassSm90] {
                let (facts, pieces) = TileProblem {
                    policy,
                    // Two CTAs share each tile where nobody says how many.
                    shares_tiles: policy == Policy::CutlassSm90,
                    ..problem(scheduler)
                }
                .map()
                .unwrap();
                assert_eq!(facts.k_tiles, 8);
                assert_eq!(pieces.len(), facts.pieces as usize * PIECE);
                let mut seen = std::collections::BTreeSet::new();
                for piece in pieces.chunks(PIECE) {
                    let &[m, n, l, k_start, k_count, worker, wave, start, end] = piece else {
                        panic!("nine numbers")
                    };
                    assert!(worker < facts.workers && wave < facts.waves, "{scheduler:?}");
                    assert!(start < end && u64::from(end) <= facts.makespan, "{scheduler:?}");
                    for k in k_start..k_start + k_count {
                        assert!(seen.insert((m, n, l, k)), "{scheduler:?} {policy:?}: {m} {n} {k} twice");
                    }
                }
                let [m, n, l] = facts.tiles;
                assert!(m >= 8 && n >= 6 && l == 1);
                assert_eq!(seen.len() as u32, m * n * l * 8, "{scheduler:?} {policy:?}");
            }
        }
    }

    #[test]
    fn stream_k_idles_less_than_whole_tiles_in_three_waves() {
        let compared = problem(SchedulerKind::StreamK).compare().unwrap();
        let idle = |scheduler| {
            let found = compared.iter().find(|one| one.scheduler == scheduler).unwrap();
            found.findings.as_ref().unwrap().idle
        };
        assert!(
            idle(SchedulerKind::StreamK) < idle(SchedulerKind::DataParallel),
            "{compared:?}"
        );
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_rule() {
        let refused = |change: fn(&mut TileProblem), scheduler| {
            let mut problem = problem(scheduler);
            change(&mut problem);
            problem.map().unwrap_err().to_string()
        };
        assert!(refused(|p| p.m = 0, SchedulerKind::DataParallel).contains("at least 1"));
        assert!(refused(|p| p.l = 2, SchedulerKind::Tilelang).contains("batches"));
        assert!(refused(|p| p.cluster = [1, 2], SchedulerKind::Tilelang).contains("clusters along n"));
        let odd = |p: &mut TileProblem| (p.cluster, p.policy) = ([3, 1], Policy::CutlassSm90);
        assert!(refused(odd, SchedulerKind::StaticPersistent).contains("powers of two"));
        let large = |p: &mut TileProblem| (p.m, p.n) = (1 << 20, 1 << 20);
        assert!(refused(large, SchedulerKind::StaticPersistent).contains("twice as many"));
        let mut problem = problem(SchedulerKind::StreamK);
        large(&mut problem);
        assert!(problem.compare().is_none());
    }
}
