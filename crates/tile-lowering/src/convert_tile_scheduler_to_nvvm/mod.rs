//! `convert-tile-scheduler-to-nvvm`
//!
//! Purpose: schedulers become integer arithmetic on scalar tiles. What does not change from tile to tile (fields of the
//! record, reciprocals of divisors, stream-K's sizes) is computed where the scheduler is made, at the kernel's entry; a
//! work tile is a few multiplications. The formulas are those of the crate `tilesched`, written once over its trait
//! `Arith`. A fixup becomes loads, adds and stores of tiles in the workspace, with locks around them.
//!
//! Requires: `nv_tileaa` with `cutlass.tile_scheduler` ops; scheduler handles are not carried by loops.
//! Guarantees: of `cutlass.tile_scheduler` only the ops on locks and on single work ids are left, which need threads.
//!
//! ```text
//! %work = create_static_persistent_work_tile_info %p, %id       %group = arith.mulhii %twice, %multiplier
//! %m, %n, ... = get_work_tile %work                         ->  ...
//! ```

mod contract;
mod cutlass_scheduler;
mod emit;
mod fixup;
mod state;
mod tilelang;

use emit::Emit;
use tilewright_analysis::Context;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::dialects::cutlass_tile_scheduler;
use tilewright_ir::operand;
use tilewright_ir::ops::{Family, arith, cutlass, nv_tileaa, nvvm, scf};
use tilewright_ir::types::TypeParams;
use tilewright_ir::words::{policy as formulas, scheduler_kind};
use tilewright_ir::{AttrData, Module, Op, Ty, Value};
use tilewright_machine::{Target, policy, targets};
use tilewright_sorted::SortedMap;
use tilewright_tilesched::arith::Arith;
use tilewright_tilesched::kinds::{SchedulerForm, stream_k_form};

/// The types of scalar tiles.
#[derive(Clone, Copy)]
struct ScalarTypes {
    int: Ty,
    long: Ty,
    bool: Ty,
    f64: Ty,
}

/// State that the patterns share.
struct State {
    types: ScalarTypes,
    /// The name of the GPU that is compiled for.
    gpu: String,
    /// Its form of stream-K.
    stream_k: SchedulerForm,
    /// Whether the target has cluster launch control.
    launch_control: bool,
    /// Bytes that the CTAs of a cluster show each other at once.
    shown: i64,
    /// The schedulers, by the ops that make them.
    schedulers: SortedMap<Op, Scheduler>,
}

/// A scheduler after the kernel's entry.
#[derive(Clone)]
enum Scheduler {
    Contract(contract::Contract),
    Cutlass(cutlass_scheduler::Cutlass),
    TileLang(tilelang::TileLang),
}

/// Parts of every scheduler.
#[derive(Clone, Copy)]
struct Shared {
    /// First linear id of this worker, where they end, the stride.
    range: [Value; 3],
    /// Where work is pulled from.
    work_id: Option<Value>,
    workspace: Option<fixup::Workspace>,
}

impl Scheduler {
    fn shared(&self) -> Shared {
        match self {
            Self::Contract(contract) => contract.shared,
            Self::Cutlass(cutlass) => cutlass.shared,
            Self::TileLang(tilelang) => tilelang.shared,
        }
    }

    /// The linear id of the work that is taken over, from the first CTA of the cluster whose launch was cancelled.
    fn cancelled(&self, emit: &mut Emit<'_, '_>, first: Value) -> Value {
        match self {
            Self::Contract(contract) => contract.cga(emit, first),
            // The ids of the others follow from it.
            Self::Cutlass(_) | Self::TileLang(_) => first,
        }
    }
}

/// A work tile as scalars, in the order in which a `work_tile_info` becomes values.
#[derive(Clone, Copy)]
struct WorkScalars {
    /// The CTA's tile.
    m: Value,
    n: Value,
    l: Value,
    /// Its range of K tiles; empty where there is no such tile.
    k_start: Value,
    k_count: Value,
    /// Which accumulator, slot and lock it belongs to.
    tile_idx: Value,
    /// Whether there is such a tile.
    valid: Value,
    /// The linear id it was made from.
    linear: Value,
    /// Which split of its tile, of how many.
    split: Value,
    expected: Value,
}

impl WorkScalars {
    fn values(&self) -> [Value; 10] {
        let w = self;
        [
            w.m, w.n, w.l, w.k_start, w.k_count, w.tile_idx, w.valid, w.linear, w.split, w.expected,
        ]
    }

    fn of(values: &[Value]) -> Option<Self> {
        let &[m, n, l, k_start, k_count, tile_idx, valid, linear, split, expected] = values else {
            return None;
        };
        Some(Self {
            m,
            n,
            l,
            k_start,
            k_count,
            tile_idx,
            valid,
            linear,
            split,
            expected,
        })
    }
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let is_ours = |op: &Op| module.kind(*op).is_of(Family::TileScheduler);
    if !module.walk(module.top()).iter().any(is_ours) {
        return Ok(None);
    }
    let mut module = module.clone();
    let types = ScalarTypes {
        int: module.number_type("i32"),
        long: module.number_type("i64"),
        bool: module.number_type("i1"),
        f64: module.number_type("f64"),
    };
    let state = State {
        types,
        gpu: context.target.name.clone(),
        stream_k: form_of(context.target),
        launch_control: context.target.cluster_launch_control.value,
        shown: i64::from(context.target.shared_bytes_per_cta.value) / policy().shown_part.value.max(1),
        schedulers: SortedMap::new(),
    };
    let legal = &[
        "nv_tileaa",
        "nv_tileas",
        "arith",
        "scf",
        "nvvm",
        "cutlass",
        "cute_nvgpu",
    ];
    let target = ConversionTarget::new(legal, PATTERNS);
    let (mut lowered, _) = convert(&module, &target, state)?;
    // Constants that the formulas brought in, and numbers that nobody asked for.
    tilewright_lowering::canonicalize::run(&mut lowered, context)?;
    tilewright_lowering::cse::run(&mut lowered, context)?;
    Ok(Some(lowered))
}

macro_rules! pattern {
    ($op:path, $rewrite:expr) => {
        Pattern {
            op: $op,
            rewrite: $rewrite,
        }
    };
}

static PATTERNS: &[Pattern<State>] = &[
    pattern!(cutlass::TILE_SCHEDULER_CREATE_DP_PARAMS, create),
    pattern!(cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_PARAMS, create),
    pattern!(cutlass::TILE_SCHEDULER_CREATE_STREAMK_PARAMS, create),
    pattern!(cutlass::TILE_SCHEDULER_CREATE_TILELANG_PARAMS, create),
    pattern!(cutlass::TILE_SCHEDULER_CREATE_DP_WORK_TILE_INFO, work_tile),
    pattern!(
        cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_WORK_TILE_INFO,
        work_tile
    ),
    pattern!(cutlass::TILE_SCHEDULER_CREATE_STREAMK_WORK_TILE_INFO, work_tile),
    pattern!(cutlass::TILE_SCHEDULER_GET_WORKER_RANGE, range),
    pattern!(cutlass::TILE_SCHEDULER_GET_WORK_TILE, get_work_tile),
    pattern!(cutlass::TILE_SCHEDULER_ADVANCE_TO_NEXT_WORK, advance),
    pattern!(cutlass::TILE_SCHEDULER_GET_WORKSPACE_SIZES, fixup::workspace_sizes),
    pattern!(cutlass::TILE_SCHEDULER_FIXUP, fixup::fixup),
    pattern!(cutlass::TILE_SCHEDULER_REQUEST_WORK, request),
    pattern!(cutlass::TILE_SCHEDULER_RECEIVE_WORK, receive),
    pattern!(cutlass::TILE_SCHEDULER_COORD, tilelang::coord),
    pattern!(cutlass::TILE_SCHEDULER_INIT, tilelang::init),
    pattern!(cutlass::TILE_SCHEDULER_NEXT_TILE, tilelang::next_tile),
    pattern!(cutlass::TILE_SCHEDULER_VALID, tilelang::valid),
    pattern!(cutlass::TILE_SCHEDULER_M_IDX, tilelang::number),
    pattern!(cutlass::TILE_SCHEDULER_N_IDX, tilelang::number),
    pattern!(cutlass::TILE_SCHEDULER_LINEAR_IDX, tilelang::number),
    pattern!(cutlass::TILE_SCHEDULER_CURRENT_ITER, tilelang::number),
    pattern!(scf::FOR, state::carry),
    pattern!(scf::LOOP, state::carry),
    pattern!(scf::IF, state::carry),
];

/// A pointer to elements of a type, as a scalar tile.
pub(crate) fn pointer_type(module: &mut Module, pointee: Ty) -> Ty {
    let params = TypeParams {
        types: [pointee].into_iter().collect(),
        ..TypeParams::default()
    };
    let pointer = module.intern_type(&tilewright_ir::dialects::cuda_tile::types::PTR, params);
    module.make_tile_type(&[], pointer, None)
}

fn create(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let params = cx.old.result(op, 0);
    let scheduler = cx.old.scheduler_type(cx.old.ty(params));
    let made = match scheduler.map(|s| (s.kind, s.policy)) {
        Some((scheduler_kind::TILELANG, _)) => Scheduler::TileLang(tilelang::create(cx, op)?),
        Some((_, formulas::CONTRACT)) => Scheduler::Contract(contract::create(cx, op)?),
        Some(_) => Scheduler::Cutlass(cutlass_scheduler::create(cx, op)?),
        None => return Err(cx.error(op, "internal", "a scheduler without a type")),
    };
    let (form, words) = match scheduler.map(|s| s.kind) {
        Some(scheduler_kind::STREAM_K_SM100) => (SchedulerForm::StreamKSm100, "SM100"),
        _ => (SchedulerForm::StreamK, "generic"),
    };
    if let Some(sm) = cx.old.int_attr(op, "sm")
        && let Some(gpu) = without_form(form, sm, &cx.state)
    {
        let message = format!("this is the {words} form of stream-K, which {gpu} does not have");
        let help = "let `--tile-scheduler stream-k` choose the form, or compile for another target";
        return Err(Box::new(cx.error(op, "tile-scheduler.target", message).with_help(help)));
    }
    cx.state.schedulers.insert(op, made);
    cx.replace(params, []);
    Ok(())
}

/// The form of stream-K that a GPU has.
fn form_of(target: &Target) -> SchedulerForm {
    stream_k_form(target.stream_k_joins_in_cluster.value)
}

/// The GPU that does not have a form of stream-K: that of a compute capability, for which a scheduler was made, or the one that is
/// compiled for.
fn without_form(form: SchedulerForm, sm: i64, state: &State) -> Option<String> {
    let made_for = targets().find(|target| i64::from(target.compute_capability) == sm);
    if made_for.map(form_of) != Some(form) {
        return Some(format!("sm_{sm}"));
    }
    (state.stream_k != form).then(|| state.gpu.clone())
}

/// The parts of a scheduler, as both policies need them.
struct Made<'m> {
    record: Value,
    /// Extents of the problem along m and n.
    extents: [Value; 2],
    /// Batches, where there are some.
    batches: Option<Value>,
    work_id: Option<Value>,
    tile: [u32; 2],
    cluster: [u32; 2],
    swizzle: u32,
    raster: &'m str,
    decomposition: &'m str,
    is_stream_k: bool,
    /// CTAs of a cluster that share each tile, and then hand out tiles of single CTAs; or its pairs, in the form of a column for each.
    sharers: Option<[u32; 2]>,
}

fn made<'m>(cx: &Cx<'m>, op: Op) -> Result<Made<'m>, Failure> {
    let old = cx.old;
    let ints = |name: &str| old.required_list(op, name);
    let (&[m, n, _], &[cluster_m, cluster_n]) = (ints("tile"), ints("cluster")) else {
        return Err(cx.error(op, "internal", "a scheduler without a tile and a cluster"));
    };
    let kind = old.scheduler_type(old.ty(old.result(op, 0)));
    let cluster = [cluster_m as u32, cluster_n as u32];
    let pairs = old.has_attr(op, "pairs");
    let sharers = kind
        .filter(|kind| kind.kind == scheduler_kind::STREAM_K_SM100)
        .map(|_| match pairs {
            true => [2, cluster.iter().product::<u32>() / 2],
            false => cluster,
        });
    let optional = |name| old.operand_named(op, name).map(|value| cx.value(value)).transpose();
    Ok(Made {
        record: cx.required_operand(op, operand::RECORD)?,
        extents: [
            cx.required_operand(op, operand::M)?,
            cx.required_operand(op, operand::N)?,
        ],
        batches: optional(operand::L)?,
        work_id: optional(operand::WORK_ID)?,
        tile: [m as u32, n as u32],
        cluster: sharers.map_or(cluster, |_| [1 + u32::from(pairs), 1]),
        // Absent: schedulers without a swizzle go along their raster.
        swizzle: old.int_or(op, "swizzle", 1) as u32,
        raster: old.keyword(op, "raster"),
        decomposition: old.keyword(op, "decomposition"),
        is_stream_k: sharers.is_none() && kind.is_some_and(|kind| kind.is_stream_k()),
        sharers,
    })
}

trait Lowering {
    fn scheduler(&self, op: Op) -> Result<Scheduler, Failure>;
    fn work(&self, op: Op) -> Result<WorkScalars, Failure>;
    fn field(&mut self, record: Value, offset: usize, ty: Ty) -> Value;
    fn block_id(&mut self) -> Value;
    fn cluster_place(&mut self, cluster: [u32; 2]) -> [Value; 3];
    fn cluster_ids(&mut self, cluster: [u32; 2]) -> [Value; 2];
    fn blocks(&mut self) -> Value;
}

impl Lowering for Cx<'_> {
    /// The scheduler that an op is of.
    fn scheduler(&self, op: Op) -> Result<Scheduler, Failure> {
        let made = self.old.defining_op(self.old.required_operand(op, operand::PARAMS));
        let found = made.and_then(|made| self.state.schedulers.get(&made));
        found.cloned().ok_or_else(|| {
            let refusal = self.error(
                op,
                "convert.unsupported",
                "a scheduler that a loop or a branch carries is not supported",
            );
            Box::new(refusal.with_help("make the scheduler once, before the loop"))
        })
    }

    /// The work tile that an op is about.
    fn work(&self, op: Op) -> Result<WorkScalars, Failure> {
        let values = self.values(self.old.required_operand(op, operand::WORK))?;
        WorkScalars::of(&values).ok_or_else(|| self.error(op, "internal", "a work tile of other parts"))
    }

    /// A field of a record.
    fn field(&mut self, record: Value, offset: usize, ty: Ty) -> Value {
        let offset = self.build().int(offset as i64);
        self.build()
            .value_with(nvvm::LD_PARAM, &[record], ty, &[("offset", offset)])
    }

    /// This CTA's linear id: launches of schedulers are one-dimensional.
    fn block_id(&mut self) -> Value {
        let int = self.state.types.int;
        let op = self.build().op(nv_tileaa::GET_PROGRAM_ID, &[], &[int, int, int]);
        self.new.result(op, 0)
    }

    /// The number of this CTA's cluster, and its place there along m and n.
    fn cluster_place(&mut self, cluster: [u32; 2]) -> [Value; 3] {
        if cluster == [1, 1] {
            let zero = Emit(self).constant(0);
            return [self.block_id(), zero, zero];
        }
        let int = self.state.types.int;
        let extents = AttrData::Ints(cluster.map(i64::from).into());
        let extents = self.new.intern_attr(extents);
        let op = self.build().op_with(
            nv_tileaa::GET_CLUSTER_PLACE,
            &[],
            &[int, int, int],
            &[("cluster", extents)],
        );
        [0, 1, 2].map(|index| self.new.result(op, index))
    }

    /// The linear id of the first CTA of this CTA's cluster, and this CTA's number there.
    fn cluster_ids(&mut self, [m, n]: [u32; 2]) -> [Value; 2] {
        let [cluster, rank_m, rank_n] = self.cluster_place([m, n]);
        let mut emit = Emit(self);
        let (size, width) = (emit.constant(m * n), emit.constant(m));
        let row = emit.mul(&rank_n, &width);
        [emit.mul(&cluster, &size), emit.add(&row, &rank_m)]
    }

    /// CTAs of the launch.
    fn blocks(&mut self) -> Value {
        let int = self.state.types.int;
        let op = self.build().op(nv_tileaa::GET_NUM_PROGRAMS, &[], &[int, int, int]);
        self.new.result(op, 0)
    }
}

fn work_tile(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let scheduler = cx.scheduler(op)?;
    let id = cx.required_operand(op, operand::LINEAR_ID)?;
    let work = decode(cx, &scheduler, id);
    cx.replace(cx.old.result(op, 0), work.values());
    Ok(())
}

/// The body of a scheduler: (params, linear id) to a work tile.
fn decode(cx: &mut Cx<'_>, scheduler: &Scheduler, id: Value) -> WorkScalars {
    let mut emit = Emit(cx);
    match scheduler {
        Scheduler::Contract(contract) => contract.work(&mut emit, id),
        Scheduler::Cutlass(cutlass) => cutlass.work(&mut emit, id),
        Scheduler::TileLang(tilelang) => tilelang.work(&mut emit, id),
    }
}

fn get_work_tile(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let work = cx.work(op)?;
    let mut emit = Emit(cx);
    let one = emit.constant(1);
    let is_part = emit.less(&one, &work.expected);
    let (old, values) = (cx.old, work.values());
    for (index, &result) in old.results(op).iter().enumerate() {
        // Absent: the last is none of the work's own.
        cx.rename(result, values.get(index).copied().unwrap_or(is_part));
    }
    Ok(())
}

fn range(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let range = cx.scheduler(op)?.shared().range;
    for (index, value) in range.into_iter().enumerate() {
        cx.replace(cx.old.result(op, index), [value]);
    }
    Ok(())
}

/// The contract's `persistent_advance` (docs/sources/tile-schedulers.md#contract).
fn advance(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let scheduler = cx.scheduler(op)?;
    let work = cx.work(op)?;
    let tile_idx = cx.required_operand(op, operand::TILE_IDX)?;
    let round = cx.old.required_int(op, "tiles_per_pipeline_round");
    let [_, end, step] = scheduler.shared().range;
    let mut emit = Emit(cx);
    let next = emit.add(&work.linear, &step);
    let valid = emit.less(&next, &end);
    let (zero, one, round) = (emit.constant(0), emit.constant(1), emit.constant(round as u32));
    let counted = emit.add(&tile_idx, &one);
    let clocked = emit.equal(&counted, &round);
    let counted = emit.select(&clocked, &zero, &counted);
    let next = decode(cx, &scheduler, next);
    cx.replace(cx.old.result(op, 0), next.values());
    for (index, value) in [(1, counted), (2, valid), (3, clocked)] {
        cx.replace(cx.old.result(op, index), [value]);
    }
    Ok(())
}

/// Where a scheduler's work is pulled from, and how many workers have their first work from the launch.
fn source(cx: &Cx<'_>, op: Op) -> Result<(Value, Value), Failure> {
    let Shared { work_id, range, .. } = cx.scheduler(op)?.shared();
    let source = work_id.ok_or_else(|| cx.error(op, "internal", "work is pulled from nowhere"))?;
    Ok((source, range[2]))
}

fn is_response(cx: &Cx<'_>, source: Value) -> bool {
    cx.new
        .is_type(cx.new.ty(source), &cutlass_tile_scheduler::WORK_ID_RESPONSE)
}

/// A counter is counted up now, past the ids that the launch handed out; a launch is asked to be cancelled, and the
/// answer comes later. The scheduler is known by its source from here on: what follows knows threads.
fn request(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (source, workers) = source(cx, op)?;
    let iter = cx.required_operand(op, operand::CURRENT_ITER)?;
    let ticket = if is_response(cx, source) {
        if !cx.state.launch_control {
            let what = format!("{} has no cluster launch control", cx.state.gpu);
            let help = "take a counter in global memory as the source of work";
            return Err(Box::new(cx.error(op, "tile-scheduler.target", what).with_help(help)));
        }
        let (request, int) = (cutlass::TILE_SCHEDULER_REQUEST_WORK_ID, cx.state.types.int);
        cx.build().value(request, &[source, iter], int)
    } else {
        let int = cx.state.types.int;
        let fetch = cutlass::TILE_SCHEDULER_FETCH_WORK_ID;
        let count = cx.build().value(fetch, &[source, iter], int);
        cx.build().binary(arith::ADDI, count, workers)
    };
    cx.replace_unnamed(cx.old.result(op, 0), ticket);
    Ok(())
}

fn receive(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (scheduler, (source, _)) = (cx.scheduler(op)?, source(cx, op)?);
    let ticket = cx.required_operand(op, operand::TICKET)?;
    let id = if is_response(cx, source) {
        let int = cx.state.types.int;
        let name = cutlass::TILE_SCHEDULER_RECEIVE_WORK_ID;
        let first = cx.build().value(name, &[source, ticket], int);
        scheduler.cancelled(&mut Emit(cx), first)
    } else {
        ticket
    };
    cx.replace_unnamed(cx.old.result(op, 0), id);
    Ok(())
}
