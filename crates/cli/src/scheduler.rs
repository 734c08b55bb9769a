//! The tile scheduler as flags, the same for every command that compiles.

use crate::choices::choice;
use tilewright_driver::options::help;
use tilewright_driver::tile_scheduler::{Raster, SchedulerKind, SchedulerPolicy, TileScheduler};

/// Flags of the tile scheduler.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "Tile scheduler")]
pub struct SchedulerArgs {
    #[arg(long, value_name = "KIND", value_parser = choice::<SchedulerKind>(), help = help("tile_scheduler.kind"))]
    tile_scheduler: Option<SchedulerKind>,
    #[arg(
        long,
        default_value = SchedulerPolicy::Contract.name(),
        requires = "tile_scheduler",
        value_name = "POLICY",
        value_parser = choice::<SchedulerPolicy>(),
        help = help("tile_scheduler.policy")
    )]
    scheduler_policy: SchedulerPolicy,
    #[arg(long, default_value_t = 1, requires = "tile_scheduler", value_name = "N", help = help("tile_scheduler.swizzle"))]
    swizzle: u32,
    #[arg(
        long,
        default_value = Raster::Heuristic.name(),
        requires = "tile_scheduler",
        value_name = "ORDER",
        value_parser = choice::<Raster>(),
        help = help("tile_scheduler.raster")
    )]
    raster: Raster,
    #[arg(
        long,
        default_value = "1x1",
        requires = "tile_scheduler",
        value_name = "MxN",
        value_parser = cluster,
        help = help("tile_scheduler.cluster")
    )]
    cluster: Cluster,
    #[arg(long, default_value_t = 1, requires = "tile_scheduler", value_name = "N", help = help("tile_scheduler.splits"))]
    splits: u32,
    #[arg(long, requires = "tile_scheduler", help = help("tile_scheduler.nondeterministic"))]
    nondeterministic: bool,
    #[arg(long, requires = "tile_scheduler", help = help("tile_scheduler.pull"))]
    pull: bool,
    #[arg(long, requires = "tile_scheduler", value_name = "N", help = help("tile_scheduler.sms"))]
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

impl SchedulerArgs {
    /// A flag that the others leave without meaning, with why.
    pub fn contradiction(&self) -> Option<&'static str> {
        let cutlass = self.scheduler_policy == SchedulerPolicy::CutlassSm90;
        let joins = matches!(self.tile_scheduler, Some(SchedulerKind::StreamK | SchedulerKind::Auto));
        let why = "--nondeterministic is about how partial accumulators are joined: it needs --tile-scheduler stream-k and --scheduler-policy \
                   cutlass-sm90";
        (self.nondeterministic && !(cutlass && joins)).then_some(why)
    }

    /// The tile scheduler that these flags ask for; none without one.
    pub fn options(self) -> Option<TileScheduler> {
        Some(TileScheduler {
            kind: self.tile_scheduler?,
            policy: self.scheduler_policy,
            swizzle: self.swizzle,
            raster: self.raster,
            cluster: self.cluster.0,
            splits: self.splits,
            nondeterministic: self.nondeterministic,
            pull: self.pull,
            sms: self.sms,
        })
    }
}
