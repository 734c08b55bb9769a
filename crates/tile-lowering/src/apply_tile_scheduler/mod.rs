//! `apply-tile-scheduler`
//!
//! Purpose: a matrix product that is written for one tile block per output tile is made to compute the tiles that a
//! scheduler hands out: its block ids become the coordinates of work tiles, and the kernel a loop over them. The K loop
//! stays one loop inside it, so that it can be pipelined, with the pipeline's state carried from tile to tile.
//!
//! Requires: `nv_tileaa`, simplified. Guarantees: without a scheduler, nothing changed; with one, a kernel whose last
//! parameter is the scheduler's record (TileLang's has none), or a refusal that says which rule the kernel breaks.
//!
//! ```text
//! %x, %y, %z = get_program_id             %p = create_static_persistent_params %record problem(%m, %n, %k)
//! %sum = scf.for %i in (0 to %steps) ..    %first, %end, %step = get_worker_range %p
//! tiled_store %sum, %c[%x, %y]       ->    scf.for %id in (%first to %end, step %step) {
//!                                            %work = create_static_persistent_work_tile_info %p, %id
//!                                            %tm, %tn, ... = get_work_tile %work
//!                                            %sum = scf.for %i in (0 to %steps) ..
//!                                            tiled_store %sum, %c[%tm, %tn]
//!                                          }
//! ```

mod choose;
mod eligible;
mod times;
mod wrap;

pub use times::Times;

use tilewright_analysis::affine::Number;
use tilewright_analysis::contract::Applied;
use tilewright_analysis::tma::{Quantity, argument_of};
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Module};
use tilewright_pipeliner::Context;
use tilewright_tilesched::kinds::SchedulerForm;
use tilewright_tilesched::launch::Scheduled;
use tilewright_tilesched::problem::{Cluster, Policy, RasterOption, ReductionMode, TileShape};

/// The request for a scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileScheduler {
    /// Which one; none: the one that the work-distribution model finds fastest.
    pub kind: Option<SchedulerForm>,
    /// The set of formulas; TileLang's scheduler has its own.
    pub policy: Policy,
    /// Panel width in tiles.
    pub swizzle: u32,
    /// Order of the tiles.
    pub raster: RasterOption,
    /// CTAs of a cluster along m and n.
    pub cluster: Cluster,
    /// K splits of each tile; 1: stream-K decides.
    pub splits: u32,
    /// Order in which `cutlass-sm90` joins partial accumulators.
    pub reduction: ReductionMode,
    /// Work is pulled at run time (data-parallel only).
    pub pull: bool,
    /// SMs to plan for; none: those of the target.
    pub sms: Option<u32>,
    /// Workers to plan for, CTAs or clusters; none: as many as the SMs hold.
    pub num_workers: Option<u32>,
    /// Whether a CTA without a tile stops the kernel.
    pub checked: bool,
}

impl TileScheduler {
    /// SMs to plan for.
    pub fn sm_count(&self, context: &Context<'_>) -> u32 {
        let of_workers = self
            .num_workers
            .map(|workers| workers.saturating_mul(self.cluster.size()));
        of_workers.or(self.sms).unwrap_or(context.target.sms.value).max(1)
    }
}

/// The attribute of the scheduler's op that says why it was chosen.
pub const WHY: &str = "why";

/// The attribute of a kernel that has a workspace of known size: its bytes (docs/sources/tile-schedulers.md#contract).
pub const WORKSPACE: &str = "workspace-global-offset";

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>, asked: Option<&TileScheduler>) -> Result<Option<Module>, Failure> {
    let Some(asked) = asked else {
        return Ok(None);
    };
    let gemm = eligible::find(module)?;
    let choice = choose::choose(module, &gemm, asked, context)?;
    let extents = [
        launch_extent(module, &gemm, 0)?,
        launch_extent(module, &gemm, 1)?,
        launch_extent(module, &gemm, 2)?,
        launch_extent(module, &gemm, 3)?,
    ];
    let mut module = module.clone();
    let record_bytes = wrap::wrap(&mut module, &gemm, &choice, context)?;
    let scheduler = &choice.scheduler;
    let tile = gemm.tile.map(|extent| extent as u32);
    let applied = Applied {
        scheduled: Scheduled {
            kind: choice.kind,
            policy: scheduler.policy,
            tile: TileShape {
                m: tile[0],
                n: tile[1],
                k: tile[2],
            },
            cluster: scheduler.cluster,
            swizzle: scheduler.swizzle,
            raster: scheduler.raster,
            splits: scheduler.splits,
            reduction: scheduler.reduction,
            pull: scheduler.pull,
            launch_control: scheduler.pull && context.target.cluster_launch_control.value,
            sm_count: scheduler.sm_count(context),
            pairs: choice.pairs,
            accumulator_bits: gemm.accumulator_bits(&module),
            join_k_tiles: choice.join,
        },
        extents,
        record_bytes: record_bytes as u32,
        element_bytes: gemm.element_bytes(),
        operand_bytes: gemm.operand_bytes.iter().sum(),
        why: choice.why,
    };
    if let (Some(bytes), Some(func)) = (workspace_bytes(&applied)?, module.owner(gemm.block)) {
        let bytes = module.intern_attr(AttrData::Int(bytes));
        module.set_attr(func, WORKSPACE, bytes);
    }
    tilewright_analysis::contract::set_tile_scheduler(&mut module, &applied);
    Ok(Some(module))
}

/// Bytes of the workspace, if there is one and the compiler can know its size: that of a counter, or that for known
/// extents.
fn workspace_bytes(applied: &Applied) -> Result<Option<i64>, Failure> {
    let extents = match applied.extents {
        [
            Quantity::Constant(m),
            Quantity::Constant(n),
            Quantity::Constant(k),
            Quantity::Constant(l),
        ] => [m, n, k, l],
        // A counter is as large for every problem.
        _ if applied.scheduled.counts() => [1; 4],
        _ => return Ok(None),
    };
    let launch = applied
        .scheduled
        .launch(extents)
        .map_err(|refusal| choose::illegal(&refusal))?;
    Ok(i64::try_from(launch.workspace).ok().filter(|&bytes| bytes > 0))
}

/// An extent as the launch knows it.
fn launch_extent(module: &Module, gemm: &eligible::Gemm, dim: usize) -> Result<Quantity, Failure> {
    match gemm.extents[dim] {
        Number::Known(known) => Ok(Quantity::Constant(known)),
        Number::Runtime(value) => match argument_of(module, value) {
            Some(argument) => Ok(Quantity::Argument { argument, by: 1 }),
            None => {
                let name = ["m", "n", "k", "l"][dim];
                let why =
                    format!("the extent along {name} is computed in the kernel, so that the launch cannot know it");
                Err(eligible::refuse(module, module.defining_op(value), why))
            }
        },
    }
}
