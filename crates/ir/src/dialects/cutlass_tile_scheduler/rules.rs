//! The rules of `cutlass.tile_scheduler`: which schedulers an op is of, and what goes with what.

use super::*;
use crate::op_def::OpKind;
use crate::operand::{self, OperandName};
use crate::ops::{Family, cutlass, nv_tileas};
use crate::verify::Violation;

type Rule = Result<(), Violation>;

fn ensure(holds: bool, violation: impl FnOnce() -> Violation) -> Rule {
    if holds { Ok(()) } else { Err(violation()) }
}

/// The scheduler that an operand, of type `def`, belongs to.
fn scheduler_of(module: &Module, op: Op, name: OperandName, def: &'static TypeDef) -> Result<SchedulerType, Violation> {
    let ty = module.ty(module.required_operand(op, name));
    let found = module.scheduler_type(ty).filter(|_| module.is_type(ty, def));
    found.ok_or_else(|| {
        let text = module.type_text(ty);
        Violation::new(format!("expected a value of type `!{}<...>`, found `{text}`", def.name))
    })
}

fn result_scheduler(module: &Module, op: Op, def: &'static TypeDef) -> Result<SchedulerType, Violation> {
    let ty = module.ty(module.result(op, 0));
    let found = module.scheduler_type(ty).filter(|_| module.is_type(ty, def));
    found.ok_or_else(|| {
        let text = module.type_text(ty);
        Violation::new(format!("the result must be of type `!{}<...>`, not `{text}`", def.name))
    })
}

pub(super) fn on_params(module: &Module, op: Op) -> Rule {
    scheduler_of(module, op, operand::PARAMS, &PARAMS).map(|_| ())
}

pub(super) fn on_work(module: &Module, op: Op) -> Rule {
    scheduler_of(module, op, operand::WORK, &WORK_TILE).map(|_| ())
}

pub(super) fn on_state(module: &Module, op: Op) -> Rule {
    let ty = module.ty(module.only_operand(op));
    ensure(module.is_type(ty, &STATE), || {
        let text = module.type_text(ty);
        Violation::new(format!("expected a state of TileLang's scheduler, found `{text}`"))
    })
}

/// The kinds that an op may make or work on.
fn kinds_of(op: OpKind) -> &'static [&'static str] {
    match op {
        cutlass::TILE_SCHEDULER_CREATE_DP_PARAMS | cutlass::TILE_SCHEDULER_CREATE_DP_WORK_TILE_INFO => {
            &[scheduler_kind::DATA_PARALLEL]
        }
        cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_PARAMS
        | cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_WORK_TILE_INFO => &[scheduler_kind::STATIC_PERSISTENT],
        _ => &[scheduler_kind::STREAM_K, scheduler_kind::STREAM_K_SM100],
    }
}

fn of_kind(module: &Module, op: Op, scheduler: SchedulerType) -> Rule {
    let kinds = kinds_of(module.kind(op));
    ensure(kinds.contains(&scheduler.kind), || {
        Violation::new(format!(
            "this op is for {}, not for {}",
            kinds.join(" and "),
            scheduler.kind
        ))
    })
}

pub(super) fn created(module: &Module, op: Op) -> Rule {
    let scheduler = result_scheduler(module, op, &PARAMS)?;
    of_kind(module, op, scheduler)?;
    let bytes = module.grid_constant_bytes(module.ty(module.required_operand(op, operand::RECORD)));
    ensure(bytes == Some(scheduler.record_bytes()), || {
        Violation::new(format!(
            "the record of a {} scheduler by the {} policy has type `!cutlass.grid_constant<{}>`",
            scheduler.kind,
            scheduler.policy,
            scheduler.record_bytes()
        ))
    })?;
    sizes(module, op, "tile", 3)?;
    sizes(module, op, "cluster", 2)?;
    ensure(module.int_attr(op, "swizzle").is_some_and(|s| s >= 1), || {
        Violation::new("the swizzle is the width of a panel in tiles").help("1 means no swizzle")
    })?;
    if scheduler.policy == policy::CUTLASS_SM90 {
        let cluster = module.ints_attr(op, "cluster").unwrap_or(&[]);
        ensure(cluster.iter().all(|&c| c & (c - 1) == 0), || {
            Violation::new(format!("a cluster of {cluster:?} CTAs is not made of powers of two"))
                .note("the CUTLASS schedulers divide by cluster sizes with shifts")
        })?;
    }
    if let Some(source) = module.operand_named(op, operand::WORK_ID) {
        let ty = module.ty(source);
        let is_source = module.is_type(ty, &WORK_ID_RESPONSE) || module.pointee(module.element(ty)).is_some();
        ensure(is_source, || {
            Violation::new("a WorkID response source is a counter in global memory or a `!cutlass.work_id_response`")
        })?;
    }
    let data_parallel = scheduler.kind == scheduler_kind::DATA_PARALLEL;
    let (pull, source) = (
        module.has_attr(op, "pull"),
        module.operand_named(op, operand::WORK_ID).is_some(),
    );
    ensure(!(data_parallel && pull && !source), || {
        Violation::new("the pull model needs a WorkID response source").help("add `work_id = ...`, or drop `pull`")
    })?;
    ensure(data_parallel || !pull, || {
        Violation::new("only the data-parallel scheduler pulls work at run time")
            .note("persistent and stream-K workers follow from the launch")
    })?;
    ensure(data_parallel || !source, || {
        Violation::new("only a data-parallel scheduler reads a WorkID response").help("remove `work_id`")
    })?;
    if !scheduler.is_stream_k() {
        return Ok(());
    }
    ensure(module.int_attr(op, "splits").is_some_and(|s| s >= 1), || {
        Violation::new("a tile has at least one split")
    })?;
    if let Some(other) = other_form(module, op, scheduler) {
        return Err(Violation::new(format!(
            "a kernel never has both forms of stream-K, {} and {other}",
            scheduler.kind
        ))
        .note("the SM100 form supersedes the generic one; which of them is decided by the GPU")
        .help("make all stream-K schedulers of a kernel of one form"));
    }
    Ok(())
}

/// The other form of stream-K, if the kernel around an op makes a scheduler of it.
fn other_form(module: &Module, op: Op, scheduler: SchedulerType) -> Option<&'static str> {
    let outer = std::iter::successors(module.parent_op(op), |&outer| module.parent_op(outer)).last()?;
    let inside = module.regions(outer).iter().flat_map(|&region| module.blocks(region));
    let all = inside.flat_map(|&block| module.walk(block));
    let makers = all.filter(|&other| module.kind(other) == module.kind(op));
    let mut kinds = makers.filter_map(|other| Some(module.scheduler_type(module.ty(module.result(other, 0)))?.kind));
    kinds.find(|&kind| kind != scheduler.kind)
}

/// An attribute of so many sizes, all at least 1.
fn sizes(module: &Module, op: Op, name: &str, count: usize) -> Rule {
    let sizes = module.ints_attr(op, name).unwrap_or(&[]);
    ensure(
        sizes.len() == count && sizes.iter().all(|&s| (1..1 << 31).contains(&s)),
        || Violation::new(format!("`{name}` must be {count} positive sizes, not {sizes:?}")),
    )
}

pub(super) fn created_work_tile(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, operand::PARAMS, &PARAMS)?;
    of_kind(module, op, scheduler)?;
    same_scheduler(scheduler, result_scheduler(module, op, &WORK_TILE)?)
}

fn same_scheduler(a: SchedulerType, b: SchedulerType) -> Rule {
    ensure(a == b, || {
        Violation::new(format!(
            "the work tile of a {} scheduler ({}) cannot be one of a {} scheduler ({})",
            a.kind, a.policy, b.kind, b.policy
        ))
    })
}

pub(super) fn pulled(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, operand::PARAMS, &PARAMS)?;
    let made = module.defining_op(module.required_operand(op, operand::PARAMS));
    ensure(
        scheduler.kind == scheduler_kind::DATA_PARALLEL && made.is_some_and(|made| module.has_attr(made, "pull")),
        || Violation::new("work is pulled from a data-parallel scheduler that was made with `pull`"),
    )
}

pub(super) fn created_response(module: &Module, op: Op) -> Rule {
    let stages = module.int_attr(op, "stages").unwrap_or(0);
    ensure(stages >= 1 && stages & (stages - 1) == 0, || {
        Violation::new("the places of a ring of work ids are a power of two").help("one or two are enough")
    })?;
    ensure(
        module.int_attr(op, "readers").is_none_or(|readers| readers >= 1),
        || Violation::new("somebody has to read the work ids").help("leave `readers` out where all threads do"),
    )?;
    if let Some(of_first) = module.int_attr(op, "readers_of_first") {
        let readers = module.int_attr(op, "readers");
        ensure(readers.is_some_and(|readers| readers < of_first), || {
            Violation::new("the first CTA of a cluster has more readers than the others")
                .help("say `readers` of all, and leave `readers_of_first` out where they are as many")
        })?;
    }
    let Some(ctas) = module.int_attr(op, "ctas") else {
        return Ok(());
    };
    ensure(ctas >= 2, || {
        Violation::new("a cluster that answers come to has several CTAs").help("leave `ctas` out for a CTA alone")
    })?;
    ensure(stages == 1 && !module.has_attr(op, "readers"), || {
        Violation::new("one answer at a time comes to a cluster").help("say `stages = 1`, and no readers")
    })
}

pub(super) fn response(module: &Module, op: Op) -> Rule {
    let ty = module.ty(module.required_operand(op, operand::RESPONSE));
    ensure(module.is_type(ty, &WORK_ID_RESPONSE), || {
        let text = module.type_text(ty);
        Violation::new(format!(
            "expected a value of type `!cutlass.work_id_response`, found `{text}`"
        ))
    })
}

pub(super) fn advanced(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, operand::PARAMS, &PARAMS)?;
    same_scheduler(scheduler, scheduler_of(module, op, operand::WORK, &WORK_TILE)?)?;
    same_scheduler(scheduler, result_scheduler(module, op, &WORK_TILE)?)?;
    ensure(
        module.int_attr(op, "tiles_per_pipeline_round").is_some_and(|n| n >= 1),
        || Violation::new("the pipeline is clocked after a positive number of tiles"),
    )?;
    ensure(is_asynchronous(module, op), || {
        Violation::new("must stand inside an async execution region")
            .note("it advances the scheduler and may clock the pipeline around it")
            .help("put the loop into `cutlass.async.exec`")
    })
}

/// Whether an op stands in a region that an agent executes asynchronously.
fn is_asynchronous(module: &Module, op: Op) -> bool {
    std::iter::successors(module.parent_op(op), |&outer| module.parent_op(outer)).any(|outer| {
        let kind = module.kind(outer);
        kind.is_of(Family::ValuePipeline)
            || matches!(
                kind,
                cutlass::ASYNC_EXEC
                    | cutlass::PIPELINE_SWITCH_BY_EXECUTOR
                    | nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH
                    | nv_tileas::WARP_SWITCH
            )
    })
}

pub(super) fn workspace(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, operand::PARAMS, &PARAMS)?;
    let bytes = module.int_attr(op, "accumulator_tile_bytes");
    match (scheduler.is_stream_k(), bytes) {
        (true, Some(1..)) | (false, None) => Ok(()),
        (true, _) => Err(Violation::new("the workspace of stream-K holds accumulator tiles")
            .help("say how many bytes one has, `tile_bytes = ...`")),
        (false, _) => Err(Violation::new(format!(
            "the workspace of a {} scheduler is empty and holds no accumulator tiles",
            scheduler.kind
        ))
        .help("leave `tile_bytes` out")),
    }
}

pub(super) fn fixup(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, operand::PARAMS, &PARAMS)?;
    same_scheduler(scheduler, scheduler_of(module, op, operand::WORK, &WORK_TILE)?)?;
    ensure(scheduler.is_stream_k(), || {
        Violation::new(format!("the tiles of a {} scheduler are whole", scheduler.kind))
            .help("only stream-K has partial accumulators to join")
    })?;
    let protocol = module.keyword(op, "protocol");
    let fits = match protocol {
        fixup::CLUSTER_BARRIER => scheduler.kind == scheduler_kind::STREAM_K_SM100,
        fixup::CONTRACT => scheduler.kind == scheduler_kind::STREAM_K && scheduler.policy == policy::CONTRACT,
        _ => scheduler.kind == scheduler_kind::STREAM_K && scheduler.policy == policy::CUTLASS_SM90,
    };
    ensure(fits, || {
        Violation::new(format!(
            "the protocol {protocol} does not join the partial accumulators of {} by the {} policy",
            scheduler.kind, scheduler.policy
        ))
    })
}

pub(super) fn part(module: &Module, op: Op) -> Rule {
    let [part, parts] = ["part", "parts"].map(|name| module.required_int(op, name));
    ensure((0..parts).contains(&part), || {
        Violation::new(format!("there is no part {part} of {parts}")).help("parts are counted from 0")
    })
}

pub(super) fn tilelang(module: &Module, op: Op) -> Rule {
    let scheduler = result_scheduler(module, op, &PARAMS)?;
    ensure(scheduler.kind == scheduler_kind::TILELANG, || {
        Violation::new(format!("this op is for tilelang, not for {}", scheduler.kind))
    })?;
    for name in ["swizzle_size", "cluster_size"] {
        ensure(
            module.int_attr(op, name).is_some_and(|n| (1..1 << 31).contains(&n)),
            || Violation::new(format!("`{name}` must be at least 1")),
        )?;
    }
    let mut types = module.operands(op).iter().map(|&count| module.ty(count));
    let first = types.next();
    ensure(types.all(|ty| Some(ty) == first), || {
        Violation::new("the counts must be of one type")
    })?;
    let workers = module.constant_int(module.required_operand(op, operand::NUM_WORKERS));
    ensure(workers.is_none_or(|n| n >= 1), || {
        Violation::new("somebody has to do the work").help("the least number of workers is 1")
    })
}

pub(super) fn on_tilelang(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, operand::PARAMS, &PARAMS)?;
    ensure(scheduler.kind == scheduler_kind::TILELANG, || {
        Violation::new(format!("this op is for tilelang, not for {}", scheduler.kind))
    })?;
    match module.operand_named(op, operand::STATE) {
        Some(state) if !module.is_type(module.ty(state), &STATE) => {
            let text = module.type_text(module.ty(state));
            Err(Violation::new(format!(
                "expected a state of TileLang's scheduler, found `{text}`"
            )))
        }
        _ => Ok(()),
    }
}

pub(in crate::dialects) fn field(module: &Module, op: Op) -> Rule {
    let Some(bytes) = module.grid_constant_bytes(module.ty(module.only_operand(op))) else {
        return Err(Violation::new(
            "fields are read from a value of type `!cutlass.grid_constant<...>`",
        ));
    };
    let width = module
        .element_scalar(module.ty(module.result(op, 0)))
        .map_or(8, |s| i64::from(s.bytes()));
    let offset = module.int_attr(op, "offset").unwrap_or(-1);
    ensure(offset >= 0 && offset % width == 0 && offset + width <= bytes, || {
        Violation::new(format!(
            "there is no field of {width} bytes at {offset} in a record of {bytes} bytes"
        ))
    })
}
