//! Which scheduler is applied: the one asked for, if its rules allow it here; or the one that the model finds fastest.

use super::eligible::{Gemm, refuse};
use super::{TileScheduler, times};
use tilewright_analysis::affine::Number;
use tilewright_diag::Diagnostic;
use tilewright_ir::Module;
use tilewright_ir::convert::Failure;
use tilewright_machine::Target;
use tilewright_pipeliner::Context;
use tilewright_pipeliner::pipelining::Pairs;
use tilewright_tilesched::auto::{self, Model};
use tilewright_tilesched::contract::sm100::sharers;
use tilewright_tilesched::cutlass::grid::Hardware;
use tilewright_tilesched::cutlass::stream_k::Request;
use tilewright_tilesched::kinds::{SchedulerForm, stream_k_form};
use tilewright_tilesched::problem::{Cluster, Decomposition, Policy, Problem, TileShape};
use tilewright_tilesched::refusal::SchedulerRefusal;
use tilewright_tilesched::simulate::Memory;

/// The scheduler that is applied.
pub(super) struct SchedulerChoice {
    /// The request, completed by choices.
    pub scheduler: TileScheduler,
    /// Which scheduler.
    pub kind: SchedulerForm,
    /// Why, where it was chosen here.
    pub why: Option<String>,
    /// Cost of joining one more partial accumulator, in K tiles.
    pub join: u32,
    /// Pairs of CTAs share tiles, not each CTA by itself.
    pub pairs: bool,
}

/// A refusal of a scheduler's parameter.
pub(super) fn illegal(refusal: &SchedulerRefusal) -> Failure {
    let diagnostic = Diagnostic::error("tile-scheduler.parameter", None, refusal.to_string());
    Box::new(diagnostic.with_help("take the value that is named, or leave the option out"))
}

pub(super) fn choose(
    module: &Module,
    gemm: &Gemm,
    asked: &TileScheduler,
    context: &Context<'_>,
) -> Result<SchedulerChoice, Failure> {
    let stream_k = stream_k_form(context.target.stream_k_joins_in_cluster.value);
    let pairs = stream_k == SchedulerForm::StreamKSm100 && context.pairs == Some(Pairs::On);
    let choice = match asked.kind {
        None => best(module, gemm, asked, context, stream_k)?,
        // Stream-K has one form for each target.
        Some(SchedulerForm::StreamK | SchedulerForm::StreamKSm100) => SchedulerChoice {
            scheduler: TileScheduler {
                cluster: if stream_k == SchedulerForm::StreamKSm100 {
                    sharers(asked.cluster)
                } else {
                    asked.cluster
                },
                ..asked.clone()
            },
            kind: stream_k,
            why: (stream_k == SchedulerForm::StreamKSm100 && asked.cluster == Cluster::ONE).then(|| {
                match pairs {
                    false => "the CTAs of a cluster share each tile, and one alone would share none: --cluster 1x1 is 2x1, 4x1 has more share it",
                    true => "a cluster has pairs of CTAs: --cluster 1x1 is 2x1, one pair, whose tiles nobody shares; of 4x1 or 2x2, two pairs share each",
                }
                .to_string()
            }),
            join: times::plan(module, context, gemm).join_k_tiles(),
            pairs,
        },
        Some(kind) => SchedulerChoice {
            scheduler: asked.clone(),
            kind,
            why: None,
            join: 1,
            pairs: false,
        },
    };
    check(module, gemm, &choice, context.target)?;
    Ok(choice)
}

/// Requirements of a scheduler on the kernel and the options.
fn check(module: &Module, gemm: &Gemm, choice: &SchedulerChoice, target: &Target) -> Result<(), Failure> {
    let asked = &choice.scheduler;
    let wrong = |what: &str, why: &str, help: &str| -> Result<(), Failure> {
        let diagnostic = Diagnostic::error("tile-scheduler.parameter", None, what).with_note(why);
        Err(Box::new(diagnostic.with_help(help)))
    };
    let stream_k = matches!(choice.kind, SchedulerForm::StreamK | SchedulerForm::StreamKSm100);
    if stream_k && let Err(why) = gemm.can_split {
        return Err(refuse(
            module,
            Some(gemm.k_loop),
            format!("stream-K cuts the K loop, but {why}"),
        ));
    }
    if asked.pull && choice.kind != SchedulerForm::DataParallel {
        return wrong(
            "only the data-parallel scheduler pulls work at run time",
            "persistent and stream-K workers follow from the launch",
            "leave --pull out, or take --tile-scheduler data-parallel",
        );
    }
    let one_each = choice.kind == SchedulerForm::DataParallel && !asked.pull;
    if asked.checked && !one_each {
        return wrong(
            "only CTAs of a data-parallel launch can have the id of no tile",
            "workers stop at the last tile",
            "leave --check-tile-ids out, or take --tile-scheduler data-parallel",
        );
    }
    if asked.num_workers.is_some() && one_each && asked.kind.is_some() {
        return wrong(
            "a data-parallel launch has no workers to count",
            "each tile has a CTA",
            "leave --num-workers out, or take a persistent scheduler",
        );
    }
    if asked.pull && asked.cluster.size() > 1 && !target.cluster_launch_control.value {
        return wrong(
            &format!("on {} work is pulled by CTAs one by one, not by clusters", target.name),
            "a counter gives each CTA of a cluster other work than its neighbours; from sm_100 on the launch of a whole cluster is cancelled",
            "take --cluster 1x1, or leave --pull out",
        );
    }
    if asked.splits > 1 && !stream_k {
        return wrong(
            &format!(
                "{} splits of K are asked for, but only stream-K splits it",
                asked.splits
            ),
            "the other schedulers hand out whole tiles",
            "leave --splits out, or take --tile-scheduler stream-k",
        );
    }
    if choice.kind == SchedulerForm::TileLang && asked.cluster.n > 1 {
        return wrong(
            &format!(
                "TileLang's scheduler clusters along m only, not {} along n",
                asked.cluster.n
            ),
            "clusters are groups of rows",
            "take --cluster Mx1",
        );
    }
    if choice.kind == SchedulerForm::StreamKSm100 && (asked.policy != Policy::Contract || asked.splits > 1) {
        return wrong(
            &format!(
                "stream-K has the SM100 form on {}, which has no formulas of CUTLASS and no splits to choose",
                target.name
            ),
            "the generic form is illegal there; each cluster has a run of whole tiles, whose K range its CTAs share",
            "leave --scheduler-policy and --splits out; --cluster says how many CTAs share a tile",
        );
    }
    if choice.pairs && !asked.cluster.m.is_multiple_of(2) {
        return wrong(
            &format!(
                "a cluster of {}x{} has no pairs of CTAs",
                asked.cluster.m, asked.cluster.n
            ),
            "the two CTAs of a pair have tiles that follow each other along m",
            "take --cluster 2x1, or 4x1 for two pairs that share each tile; or leave --pairs out",
        );
    }
    if asked.policy == Policy::CutlassSm90 && choice.kind != SchedulerForm::TileLang {
        Cluster::power_of_two(asked.cluster.m.into(), asked.cluster.n.into()).map_err(|r| illegal(&r))?;
    }
    Ok(())
}

/// Elements that an extent has, where it is known.
fn known(number: Number) -> Option<i64> {
    match number {
        Number::Known(known) => Some(known),
        Number::Runtime(_) => None,
    }
}

/// The scheduler that the work-distribution model finds fastest.
fn best(
    module: &Module,
    gemm: &Gemm,
    asked: &TileScheduler,
    context: &Context<'_>,
    stream_k: SchedulerForm,
) -> Result<SchedulerChoice, Failure> {
    let [Some(m), Some(n), Some(k), Some(l)] = gemm.extents.map(known) else {
        return Ok(SchedulerChoice {
            scheduler: asked.clone(),
            kind: SchedulerForm::StaticPersistent,
            why: Some(
                "static persistent: the extents are known only at run time, so the schedulers cannot be compared"
                    .to_string(),
            ),
            join: 1,
            pairs: false,
        });
    };
    let times = times::plan(module, context, gemm);
    let join = times.join_k_tiles();
    let [tile_m, tile_n, tile_k] = gemm.tile;
    let request = Request {
        problem: Problem::new(m, n, k, l).map_err(|r| illegal(&r))?,
        tile: TileShape::new(tile_m, tile_n, tile_k).map_err(|r| illegal(&r))?,
        cluster: asked.cluster,
        max_swizzle: asked.swizzle,
        raster: asked.raster,
        hardware: Hardware {
            sm_count: asked.sm_count(context),
            max_active_clusters: 0,
        },
        splits: 1,
        decomposition: Decomposition::Heuristic,
        reduction: asked.reduction,
        mma_warp_groups: 1,
        barrier_bits: 32,
        accumulator_bits: gemm.accumulator_bits(module),
        k_tile_alignment: 1,
        join_k_tiles: join,
    };
    // The bytes that are fetched decide among equals.
    let model = Model {
        costs: times.costs(),
        unit: times.unit,
        memory: Memory {
            // Absent: no source is known; then nothing is taken to stay in the cache.
            l2_bytes: context.target.l2_bytes.as_ref().map_or(0, |l2| l2.value),
            a_bytes: gemm.operand_bytes[0],
            b_bytes: gemm.operand_bytes[1],
        },
        fetch_bytes_per_cycle: u64::MAX,
        stream_k,
    };
    let found = auto::choose(&request, &model, asked.policy).map_err(|r| illegal(&r))?;
    let why = format!("{}; {}", found.reason, times.words());
    let Some(product_loop) = found.candidates.get(found.chosen) else {
        return Ok(SchedulerChoice {
            scheduler: asked.clone(),
            kind: SchedulerForm::DataParallel,
            why: Some(why),
            join,
            pairs: false,
        });
    };
    Ok(SchedulerChoice {
        scheduler: TileScheduler {
            swizzle: product_loop.swizzle,
            ..asked.clone()
        },
        kind: product_loop.kind,
        why: Some(why),
        join,
        pairs: false,
    })
}
