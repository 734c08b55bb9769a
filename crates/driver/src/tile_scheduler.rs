//! Tile schedulers in the options of a compilation, and in the calling contract of what it makes.

use crate::abi::Quantity;
use crate::settings::settings;
use serde::{Deserialize, Serialize};
use tilewright_analysis::contract::Applied;
use tilewright_ir::dialects::cutlass_pipeline::MAX_CTAS;
use tilewright_tile_lowering::apply_tile_scheduler as pass;
use tilewright_tilesched::SchedulerRefusal;
use tilewright_tilesched::kinds::{SchedulerForm, stream_k_form};
use tilewright_tilesched::launch::{Launch, Scheduled};
use tilewright_tilesched::problem::{Cluster, ReductionMode, TileShape};

pub use tilewright_tilesched::kinds::SchedulerKind;
pub use tilewright_tilesched::problem::{Policy as SchedulerPolicy, RasterOption as Raster};

/// The tile scheduler that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TileScheduler {
    /// Which one.
    pub kind: SchedulerKind,
    /// The source of the formulas.
    pub policy: SchedulerPolicy,
    /// Panel width in tiles; 1: no swizzle.
    pub swizzle: u32,
    /// The order of tiles.
    pub raster: Raster,
    /// CTAs of a cluster along m and n.
    pub cluster: [u32; 2],
    /// K splits of each tile; 1: stream-K decides.
    pub splits: u32,
    /// Whether `cutlass-sm90` joins partial accumulators in any order.
    pub nondeterministic: bool,
    /// Whether work is pulled at run time (data-parallel only).
    pub pull: bool,
    /// SMs to plan for; none: those of the target.
    pub sms: Option<u32>,
    /// Workers to plan for, CTAs or clusters; none: as many as the SMs hold.
    pub num_workers: Option<u32>,
    /// Whether a CTA without a tile stops the kernel.
    pub checked: bool,
}

impl Default for TileScheduler {
    fn default() -> Self {
        Self {
            kind: SchedulerKind::Auto,
            policy: SchedulerPolicy::Contract,
            swizzle: 1,
            raster: Raster::Heuristic,
            cluster: [1, 1],
            splits: 1,
            nondeterministic: false,
            pull: false,
            sms: None,
            num_workers: None,
            checked: false,
        }
    }
}

settings!(TileScheduler {
    kind,
    policy,
    swizzle,
    raster,
    cluster,
    splits,
    nondeterministic,
    pull,
    sms,
    num_workers,
    checked,
});

impl TileScheduler {
    /// The same for the pass.
    ///
    /// # Errors
    /// A number that no scheduler can do with, with the rule and the nearest legal one.
    pub(crate) fn for_pass(&self) -> Result<pass::TileScheduler, SchedulerRefusal> {
        use tilewright_tilesched::refusal::positive;
        let [m, n] = self.cluster;
        Ok(pass::TileScheduler {
            kind: self.kind.kind(),
            policy: self.policy,
            swizzle: positive("swizzle", self.swizzle.into())?,
            raster: self.raster,
            cluster: cluster(m, n)?,
            splits: positive("splits", self.splits.into())?,
            reduction: reduction(self.nondeterministic),
            pull: self.pull,
            sms: self.sms.map(|sms| positive("sms", sms.into())).transpose()?,
            num_workers: self
                .num_workers
                .map(|workers| positive("num_workers", workers.into()))
                .transpose()?,
            checked: self.checked,
        })
    }
}

/// A cluster that a GPU may have.
fn cluster(m: u32, n: u32) -> Result<Cluster, SchedulerRefusal> {
    let cluster = Cluster::any(m.into(), n.into())?;
    if i64::from(m).saturating_mul(n.into()) > MAX_CTAS {
        let rule = format!("a cluster has {MAX_CTAS} CTAs at most");
        return Err(SchedulerRefusal::new("cluster", format!("{m}x{n}"), rule));
    }
    Ok(cluster)
}

fn reduction(nondeterministic: bool) -> ReductionMode {
    if nondeterministic {
        ReductionMode::Nondeterministic
    } else {
        ReductionMode::Deterministic
    }
}

/// The formulas by which the launch of a scheduled kernel follows from the problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchedulerAbi {
    /// The scheduler; never `auto`.
    pub kind: SchedulerKind,
    /// The source of the formulas.
    pub policy: SchedulerPolicy,
    /// Extents of the problem in elements: m, n, k.
    pub extents: [Quantity; 3],
    /// The number of such problems.
    #[serde(default = "one")]
    pub batches: Quantity,
    /// Extents of a CTA's tile in elements: m, n, k.
    pub tile: [u32; 3],
    /// CTAs of a cluster along m and n.
    pub cluster: [u32; 2],
    /// Panel width asked for.
    pub swizzle: u32,
    /// Order asked for.
    pub raster: Raster,
    /// K splits of each tile; 1: stream-K decides.
    pub splits: u32,
    /// Whether partial accumulators are joined in any order.
    pub nondeterministic: bool,
    /// Whether work is pulled at run time.
    pub pull: bool,
    /// Whether it is pulled by cluster launch control; else from a counter in the workspace.
    pub launch_control: bool,
    /// Whether the CTAs of a cluster share each tile: the SM100 form of stream-K.
    #[serde(default)]
    pub shares_tiles: bool,
    /// Whether pairs of CTAs share tiles, each of two CTA tiles along m.
    #[serde(default)]
    pub pairs: bool,
    /// SMs that the launch is sized for.
    pub sm_count: u32,
    /// Bits of an element of the accumulator.
    pub accumulator_bits: u32,
    /// The cost, in K tiles, of joining one more partial accumulator, by which stream-K's splits are chosen.
    pub join_k_tiles: u32,
    /// Place of the parameter that is the scheduler's record; none: it has no record.
    pub record: Option<u32>,
    /// The rule of the grid, in words.
    pub grid: String,
    /// The rule of the workspace, in words.
    pub workspace: String,
    /// The memory that must be zero before a launch, in words.
    pub clear_before_launch: String,
    /// The launch, where the extents are known.
    pub known: Option<KnownLaunch>,
}

/// The launch of a problem of known extents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KnownLaunch {
    /// CTAs.
    pub grid: [u32; 3],
    /// Bytes of the workspace; 0 for none.
    pub workspace_bytes: u64,
    /// Offset of the part that must be zero.
    pub clear_offset: u64,
    /// Its bytes; 0 for none.
    pub clear_bytes: u64,
}

impl SchedulerAbi {
    /// The contract of what was applied; `record` is the place of its parameter.
    pub(crate) fn new(applied: &Applied, record: u32) -> Result<Self, SchedulerRefusal> {
        let s = &applied.scheduled;
        let (grid, workspace, clear) = rules(s);
        let [m, n, k, batches] = applied.extents.map(Quantity::from);
        let mut abi = Self {
            kind: s.kind.into(),
            policy: s.policy,
            extents: [m, n, k],
            batches,
            tile: [s.tile.m, s.tile.n, s.tile.k],
            cluster: [s.cluster.m, s.cluster.n],
            swizzle: s.swizzle,
            raster: s.raster,
            splits: s.splits,
            // Others join nothing.
            nondeterministic: s.reduction == ReductionMode::Nondeterministic
                && SchedulerKind::from(s.kind) == SchedulerKind::StreamK,
            pull: s.pull,
            launch_control: s.launch_control,
            shares_tiles: s.kind == SchedulerForm::StreamKSm100,
            pairs: s.pairs,
            sm_count: s.sm_count,
            accumulator_bits: s.accumulator_bits,
            join_k_tiles: s.join_k_tiles,
            record: (applied.record_bytes > 0).then_some(record),
            grid: grid.to_string(),
            workspace: workspace.to_string(),
            clear_before_launch: clear.to_string(),
            known: None,
        };
        if let Some(extents) = abi.known_extents() {
            let launch = abi.launch(extents)?;
            // Absent: nothing is to be cleared.
            let (clear_offset, clear_bytes) = launch.clear.unwrap_or((0, 0));
            abi.known = Some(KnownLaunch {
                grid: launch.grid,
                workspace_bytes: launch.workspace,
                clear_offset,
                clear_bytes,
            });
        }
        Ok(abi)
    }

    /// The extents of the problem, and how many there are.
    pub fn all_extents(&self) -> impl Iterator<Item = &Quantity> {
        self.extents.iter().chain([&self.batches])
    }

    /// The extents, where all are known.
    pub(crate) fn known_extents(&self) -> Option<[i64; 4]> {
        let known = |quantity: &Quantity| match quantity {
            Quantity::Constant(extent) => Some(*extent),
            _ => None,
        };
        let [m, n, k] = &self.extents;
        Some([known(m)?, known(n)?, known(k)?, known(&self.batches)?])
    }

    /// The launch for a problem of these extents.
    ///
    /// # Errors
    /// If the scheduler cannot be launched on them, with the rule and the nearest legal value.
    pub fn launch(&self, extents: [i64; 4]) -> Result<Launch, SchedulerRefusal> {
        let [tile_m, tile_n, tile_k] = self.tile.map(i64::from);
        let [cluster_m, cluster_n] = self.cluster.map(i64::from);
        let kind = match self.kind.kind() {
            Some(SchedulerForm::StreamK) => stream_k_form(self.shares_tiles),
            // Absent: `auto`, which no kernel is compiled with.
            kind => kind.unwrap_or(SchedulerForm::DataParallel),
        };
        let scheduled = Scheduled {
            kind,
            policy: self.policy,
            tile: TileShape::new(tile_m, tile_n, tile_k)?,
            cluster: Cluster::any(cluster_m, cluster_n)?,
            swizzle: self.swizzle,
            raster: self.raster,
            splits: self.splits,
            reduction: reduction(self.nondeterministic),
            pull: self.pull,
            launch_control: self.launch_control,
            sm_count: self.sm_count,
            pairs: self.pairs,
            accumulator_bits: self.accumulator_bits,
            join_k_tiles: self.join_k_tiles,
        };
        scheduled.launch(extents)
    }
}

/// One problem: what reports said before there were batches.
fn one() -> Quantity {
    Quantity::Constant(1)
}

/// The rules of grid, workspace and clearing, in words.
fn rules(s: &Scheduled) -> (&'static str, &'static str, &'static str) {
    let none = "none: no address is needed";
    match (s.kind, s.policy) {
        (SchedulerForm::DataParallel, _) if s.counts() => (
            "as many CTAs as are resident, at most one per tile, in x",
            "128 bytes: the counter that work is pulled from",
            "its first 4 bytes, before every launch",
        ),
        (SchedulerForm::DataParallel, _) => ("one CTA per CTA tile, in x", none, "nothing"),
        (SchedulerForm::StaticPersistent, _) => ("resident CTAs, at most one per tile, in x", none, "nothing"),
        (SchedulerForm::TileLang, _) => ("SMs / cluster workers of a cluster each, in x", none, "nothing"),
        (SchedulerForm::StreamKSm100, _) if s.pairs => (
            "clusters that are resident, at most one per two tiles along m, as CTAs in x",
            none,
            "nothing",
        ),
        (SchedulerForm::StreamKSm100, _) => (
            "clusters that are resident, at most one per tile, as CTAs in x",
            none,
            "nothing",
        ),
        (SchedulerForm::StreamK, SchedulerPolicy::Contract) => (
            "resident CTAs, in x",
            "sk_tiles * (splits - 1) accumulator tiles, then 4 bytes for each of sk_tiles, times the CTAs of a cluster; up to a multiple of 128",
            "the bytes after the accumulator tiles, before the first launch; the kernel leaves them zero",
        ),
        (SchedulerForm::StreamK, SchedulerPolicy::CutlassSm90) => (
            "resident CTAs, in x",
            "one accumulator tile for each tile that is split, up to a multiple of 128, then 4 bytes for each, up to a multiple of 128",
            "the bytes after the accumulator tiles, before every launch",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_numbers_are_refused_with_the_nearest_legal_one() {
        let zero = |change: fn(&mut TileScheduler)| {
            let mut options = TileScheduler::default();
            change(&mut options);
            options.for_pass().unwrap_err().nearest
        };
        assert_eq!(zero(|o| o.swizzle = 0).as_deref(), Some("1"));
        assert_eq!(zero(|o| o.splits = 0).as_deref(), Some("1"));
        assert_eq!(zero(|o| o.cluster = [2, 0]).as_deref(), Some("1"));
        assert_eq!(zero(|o| o.sms = Some(0)).as_deref(), Some("1"));
        assert!(TileScheduler::default().for_pass().is_ok());
    }
}
