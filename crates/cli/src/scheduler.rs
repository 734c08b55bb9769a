//! The tile scheduler as flags, the same for every command that compiles.

use clap::ValueEnum;
use tilewright_driver::tile_scheduler::{Raster, SchedulerKind, SchedulerPolicy, TileScheduler};

/// Flags of the tile scheduler.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "Tile scheduler")]
pub struct SchedulerArgs {
    /// Who hands out the tiles of a matrix product; without it, each tile block computes the tile that it is.
    #[arg(long, value_enum, value_name = "KIND")]
    tile_scheduler: Option<Kind>,
    /// Whose formulas: document 001's, or CUTLASS's for SM90.
    #[arg(
        long,
        value_enum,
        default_value = "contract",
        requires = "tile_scheduler",
        value_name = "POLICY"
    )]
    scheduler_policy: PolicyArg,
    /// Width of a panel in tiles; 1: no swizzle.
    #[arg(long, default_value_t = 1, requires = "tile_scheduler", value_name = "N")]
    swizzle: u32,
    /// The order of tiles.
    #[arg(
        long,
        value_enum,
        default_value = "heuristic",
        requires = "tile_scheduler",
        value_name = "ORDER"
    )]
    raster: RasterArg,
    /// CTAs of a cluster along m and n.
    #[arg(long, default_value = "1x1", requires = "tile_scheduler", value_parser = cluster, value_name = "MxN")]
    cluster: Cluster,
    /// K splits of each tile; 1: stream-K decides.
    #[arg(long, default_value_t = 1, requires = "tile_scheduler", value_name = "N")]
    splits: u32,
    /// Join partial sums in any order (cutlass-sm90).
    #[arg(long, requires = "tile_scheduler")]
    nondeterministic: bool,
    /// Pull work at run time (data-parallel): from a counter below sm_100.
    #[arg(long, requires = "tile_scheduler")]
    pull: bool,
    /// SMs to plan for; those of the target if not given.
    #[arg(long, requires = "tile_scheduler", value_name = "N")]
    sms: Option<u32>,
}

/// CTAs of a cluster along m and n.
#[derive(Clone, Copy)]
struct Cluster([u32; 2]);

fn cluster(text: &str) -> Result<Cluster, String> {
    let sizes = text
        .split_once('x')
        .and_then(|(m, n)| Some([m.parse().ok()?, n.parse().ok()?]));
    sizes
        .map(Cluster)
        .ok_or("a cluster is written as two sizes, such as 2x1".to_string())
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// The one that the work-distribution model finds fastest.
    Auto,
    /// One tile for each CTA.
    DataParallel,
    /// Resident CTAs walk the tiles.
    StaticPersistent,
    /// Some tiles are split along K and joined through a workspace.
    StreamK,
    /// TileLang's persistent scheduler.
    Tilelang,
}

#[derive(Clone, Copy, ValueEnum)]
enum PolicyArg {
    /// Document 001's.
    Contract,
    /// CUTLASS's.
    #[value(name = "cutlass-sm90")]
    CutlassSm90,
}

#[derive(Clone, Copy, ValueEnum)]
enum RasterArg {
    /// Along the mode with fewer tiles.
    Heuristic,
    /// m varies fastest.
    AlongM,
    /// n varies fastest.
    AlongN,
}

impl SchedulerArgs {
    /// A flag that the others leave without meaning, with why.
    pub fn contradiction(&self) -> Option<&'static str> {
        let cutlass = matches!(self.scheduler_policy, PolicyArg::CutlassSm90);
        let joins = matches!(self.tile_scheduler, Some(Kind::StreamK | Kind::Auto));
        let why = "--nondeterministic is about how partial sums are joined: it needs --tile-scheduler stream-k and --scheduler-policy \
                   cutlass-sm90";
        (self.nondeterministic && !(cutlass && joins)).then_some(why)
    }

    /// What these flags ask for; none without a scheduler.
    pub fn options(self) -> Option<TileScheduler> {
        let kind = match self.tile_scheduler? {
            Kind::Auto => SchedulerKind::Auto,
            Kind::DataParallel => SchedulerKind::DataParallel,
            Kind::StaticPersistent => SchedulerKind::StaticPersistent,
            Kind::StreamK => SchedulerKind::StreamK,
            Kind::Tilelang => SchedulerKind::Tilelang,
        };
        Some(TileScheduler {
            kind,
            policy: match self.scheduler_policy {
                PolicyArg::Contract => SchedulerPolicy::Contract,
                PolicyArg::CutlassSm90 => SchedulerPolicy::CutlassSm90,
            },
            swizzle: self.swizzle,
            raster: match self.raster {
                RasterArg::Heuristic => Raster::Heuristic,
                RasterArg::AlongM => Raster::AlongM,
                RasterArg::AlongN => Raster::AlongN,
            },
            cluster: self.cluster.0,
            splits: self.splits,
            nondeterministic: self.nondeterministic,
            pull: self.pull,
            sms: self.sms,
        })
    }
}
