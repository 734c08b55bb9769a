//! `cutlass.pipeline`: staged producer/consumer pipelines (docs/sources/pipelines.md).
//!
//! A pipeline is a ring of stages in shared memory, each with a *full* and an *empty* barrier. A state is a position in
//! the ring: the index of a stage, the phase (which flips each time the index wraps) and a count of steps. Producer and
//! consumer each carry a state of their own.
//!
//! Two conventions say which parity an acquire waits for. `contract` (the default): both start at phase 0, and the
//! acquire waits for the opposite of its phase on the empty barrier; the commit expects the bytes. `cutlass`: the
//! producer starts at phase 1 and waits for its phase; the acquire expects the bytes. A consumer always waits for its
//! phase on the full barrier. `one_slot` is the description to the letter, with one barrier a stage for both
//! directions: it can be written down, and is refused where it would become code.

use super::cutlass_seq_bar::NAMED_BARRIERS;
use crate::dialects::Table;
use crate::entity::{Block, Op, Value};
use crate::module::Module;
use crate::op_def::AttrKind::{Any as AnyAttr, Enum, Flag, Int, Ints};
use crate::op_def::Constraint::{Any, Bool, Either, ScalarInt, Type};
use crate::op_def::effects::{ALLOCATES, SYNCHRONISES};
use crate::op_def::traits::{IMPLICIT_END, PURE};
use crate::op_def::*;
use crate::operand;
use crate::ops::{cutlass, nv_tileas};
use crate::types::{TypeDef, plain};
use crate::verify::Violation;
use crate::words::{convention, role};
use tilewright_diag::counted;

/// A pipeline.
pub static PIPELINE: TypeDef = plain("cutlass.pipeline");
/// A slot of a pipeline.
pub static PIPELINE_STATE: TypeDef = plain("cutlass.pipeline_state");

/// The ways in which a documented acquire builds its masks.
pub const MODES: &[&str] = &[
    "cooperative_arrival",
    "warp_specialized_1x1",
    "strided_urem",
    "strided_udiv",
    "cluster",
];
/// The most participants of a documented acquire: its masks have so many rows.
pub const MAX_PARTICIPANTS: i64 = 16;

/// The most arrivals and bytes that an mbarrier counts (PTX ISA, mbarrier object).
const MAX_ARRIVALS: i64 = (1 << 20) - 1;
/// The most stages: far more than shared memory has room for.
pub const MAX_STAGES: i64 = 1024;

/// The most CTAs of a cluster (CUDA programming guide: 8 portably, 16 where the kernel opts in).
pub const MAX_CTAS: i64 = 16;
/// The most that it may have without opting in.
pub const PORTABLE_CTAS: u32 = 8;

/// A ring, or one whose groups of agents are told.
const PIPE: Constraint = Either("cutlass.pipeline", "nv_tileas.pipeline");
const STATE: Constraint = Type("cutlass.pipeline_state");
/// The operands that most ops have.
const PIPE_AND_STATE: &[OperandDef] = &[one("pipe", PIPE), one("state", STATE)];
/// Operands of an acquire or wait: a probe's answer, by which there may be nothing to wait for.
const WAITS: &[OperandDef] = &[one("pipe", PIPE), one("state", STATE), optional("token", Bool)];
const DONE: &[ResultDef] = &[result_always("done", Bool, "i1")];
const NEXT: &[ResultDef] = &[result_like("next", STATE, "state")];

// The ops of `cutlass.pipeline`, and `cutlass.async.exec`.
records!(
    pub(crate) OPS,
    pipeline,
    Table::CutlassPipeline,
    PIPELINE_CREATE = OpDef::new(
        "cutlass.pipeline.create",
        "",
        "A pipeline: how many stages, and how many arrivals complete a stage's full and its empty barrier.",
    ).effects(ALLOCATES, On::Shared)
    .results(&[result_always("pipe", PIPE, "cutlass.pipeline")])
    .attrs(&[
        attr("numStages", Int),
        attr("num_producers", Int),
        attr("num_consumers", Int),
        attr_opt("offset", Int),
        attr_default("convention", convention::ALL, convention::CONTRACT),
        attr_default("executor", EXECUTORS, "warp_specialized"),
        attr_opt("participants", Int),
        attr_opt("mode", Enum(MODES)),
        attr_opt("cluster", Ints),
        attr_opt("pair", Enum(&[role::PRODUCER, role::CONSUMER])),
    ])
    .verify(create),
    PIPELINE_INIT = OpDef::new(
        "cutlass.pipeline.init",
        "$pipe",
        "Makes the barriers of all stages ready, and lets all threads of the block see that.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("pipe", PIPE)])
    .attrs(&[
        attr_opt("numStages", Int),
        attr_opt("producers", Ints),
        attr_opt("consumers", Ints),
        attr_opt("barrier_base", Int),
        attr_opt("producer_group", Int),
        attr_opt("consumer_group", Int),
    ])
    .verify(init),
    PIPELINE_STATE_CREATE = OpDef::new("cutlass.pipeline.state.create", "$role", "The first slot of the ring.")
        .results(&[result_always("state", STATE, "cutlass.pipeline_state")])
        .attrs(&[
            attr("role", Enum(&[role::PRODUCER, role::CONSUMER])),
            attr_default("convention", convention::ALL, convention::CONTRACT),
        ])
        .traits(PURE),
    PIPELINE_STATE_INCREMENT = OpDef::new(
        "cutlass.pipeline.state.increment",
        "$pipe, $state",
        "The next slot of the ring; the phase flips where the index wraps.",
    )
    .operands(PIPE_AND_STATE)
    .results(NEXT)
    .traits(PURE)
    .verify(on_pipe),
    PIPELINE_STATE_BUMP = OpDef::new(
        "cutlass.pipeline.state.bump",
        "$pipe, $state",
        "The next slot of the ring for a counter that moves in step with a pipeline: the phase stays.",
    )
    .operands(PIPE_AND_STATE)
    .results(NEXT)
    .traits(PURE)
    .verify(on_pipe),
    PIPELINE_STATE_ADVANCE = OpDef::new(
        "cutlass.pipeline.state.advance",
        "$pipe, $state by $count : #count",
        "The slot of the ring so many steps further; the count is not negative.",
    )
    .operands(&[one("pipe", PIPE), one("state", STATE), one("count", ScalarInt)])
    .results(NEXT)
    .traits(PURE)
    .verify(on_pipe),
    PIPELINE_STATE_INDEX = OpDef::new("cutlass.pipeline.state.index", "$state -> #index", "The number of the stage.")
        .operands(&[one("state", STATE)])
        .results(&[result("index", ScalarInt)])
        .traits(PURE),
    PIPELINE_FULL_BARRIER = OpDef::new(
        "cutlass.pipeline.full_barrier",
        "$pipe, $state -> #address",
        "The address in shared memory of the barrier that tells that a stage is full.",
    )
    .operands(PIPE_AND_STATE)
    .results(&[result("address", ScalarInt)])
    .traits(PURE)
    .verify(on_pipe),
    PIPELINE_PRODUCER_ACQUIRE = OpDef::new(
        "cutlass.pipeline.producer_acquire",
        "$pipe, $state{?token  if not $token}{?unacquired  first = $unacquired}",
        "Waits until the stage is empty; the result is the state of a producer that holds it. `first` says that no stage has been \
         used yet: then nothing is waited for.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[
        one("pipe", PIPE),
        one("state", STATE),
        optional("token", Bool),
        optional("unacquired", Bool),
    ])
    .results(&[result_like("held", STATE, "state")])
    .attrs(&[attr_opt("transaction_bytes", Int), attr_opt("timeout", Int)])
    .verify(acquire),
    PIPELINE_PRODUCER_TRY_ACQUIRE = OpDef::new(
        "cutlass.pipeline.producer_try_acquire",
        "$pipe, $state",
        "Whether the stage is empty; does not wait.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(PIPE_AND_STATE)
    .results(DONE)
    .verify(on_pipe),
    PIPELINE_PRODUCER_COMMIT = OpDef::new(
        "cutlass.pipeline.producer_commit",
        "$pipe, $state{?predicate  if $predicate}{?issued  issued}{?copied  copied}",
        "Says that the stage is full once so many bytes have arrived; 0: now. `issued`: once the products that this thread has \
         issued are done. `copied`: once the copies that the threads of this warp have started are.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("pipe", PIPE), one("state", STATE), optional("predicate", Bool)])
    .attrs(&[attr("transaction_bytes", Int), attr_opt("issued", Flag), attr_opt("copied", Flag)])
    .verify(commit),
    PIPELINE_PRODUCER_TAIL = OpDef::new(
        "cutlass.pipeline.producer_tail",
        "$pipe, $state",
        "Waits until all stages are empty, or all groups of bulk stores are done, before the producer leaves. Where it does not say \
         which, it is the groups of a ring that nobody waits for or releases.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(PIPE_AND_STATE)
    .attrs(&[attr_opt("drain", Enum(&["barriers", "groups"]))])
    .verify(on_pipe),
    PIPELINE_CONSUMER_WAIT = OpDef::new(
        "cutlass.pipeline.consumer_wait",
        "$pipe, $state{?token  if not $token}{?copied  copied}",
        "Waits until the stage is full. `copied`: of what threads have copied, which the asynchronous proxy sees from here on.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(WAITS)
    .attrs(&[attr_opt("timeout", Int), attr_opt("copied", Flag)])
    .verify(wait),
    PIPELINE_CONSUMER_TRY_WAIT = OpDef::new(
        "cutlass.pipeline.consumer_try_wait",
        "$pipe, $state",
        "Whether the stage is full; does not wait.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(PIPE_AND_STATE)
    .results(DONE)
    .verify(on_pipe),
    PIPELINE_CONSUMER_RELEASE = OpDef::new(
        "cutlass.pipeline.consumer_release",
        "$pipe, $state{?predicate  if $predicate}{?issued  issued}",
        "Says that the stage is empty. `issued`: once the products that this thread has issued are done.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("pipe", PIPE), one("state", STATE), optional("predicate", Bool)])
    .attrs(&[attr_opt("issued", Flag)])
    .verify(on_pipe),
    PIPELINE_SWITCH_BY_EXECUTOR = OpDef::new(
        "cutlass.pipeline.switch_by_executor",
        "$executor masks = $masks groups = $groups{?values  ($values : #values)} $body",
        "Different warps do different things: of the ops in its region, all `async.exec`, each warp runs the one whose mask \
         has it. The values are handed out in groups, one group to each. `max_regs`: the registers of a thread of each, by which the \
         ops may hold tiles; `roles` and `consumers` as on `agent_switch`.",
    )
    .operands(&[variadic("values", Any)])
    .attrs(&[
        attr("executor", Enum(EXECUTORS)),
        attr("masks", Ints),
        attr("groups", Ints),
        attr_opt("num_warps", Int),
        attr_opt("roles", AnyAttr),
        attr_opt("max_regs", Ints),
        attr_opt("consumers", Int),
    ])
    .regions(&["body"])
    .traits(IMPLICIT_END)
    .verify(switch),
    ASYNC_EXEC = OpDef::new(
        "cutlass.async.exec",
        "$body",
        "What the warps of one mask of a `switch_by_executor` do.",
    )
    .regions(&["body"])
    .traits(IMPLICIT_END)
    .verify(exec),
    PIPELINE_EMPTY_BARRIER = OpDef::new(
        "cutlass.pipeline.empty_barrier",
        "$pipe, $state -> #address",
        "The address in shared memory of the barrier that tells that a stage is empty.",
    )
    .operands(PIPE_AND_STATE)
    .results(&[result("address", ScalarInt)])
    .traits(PURE)
    .verify(on_pipe),
);

/// Whether all warps share the work, or each has a part of its own.
const EXECUTORS: &[&str] = &["cooperative", "warp_specialized"];

/// The numbers of a pipeline, as its `create` says them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineShape {
    /// Stages.
    pub stages: i64,
    /// Arrivals that complete a full barrier.
    pub producers: i64,
    /// Arrivals that complete an empty barrier.
    pub consumers: i64,
    /// Where its barriers start in shared memory, in bytes; the full ones first.
    pub offset: i64,
    /// One of [`convention::ALL`].
    pub convention: String,
    /// One of [`MODES`].
    pub mode: String,
    /// Rows of the masks of a documented acquire.
    pub participants: i64,
    /// CTAs of the cluster along x and y; a consumer releases a stage to those in its row and column.
    pub cluster: [i64; 2],
    /// Of a ring of a pair of CTAs, the role that both have: they arrive at the first one's barriers. The other role is a thread of the first
    /// one, whose products arrive at both. Empty: it is the CTA's own.
    pub pair: String,
}

impl Module {
    /// The op that made a pipeline.
    pub fn pipeline_create(&self, pipe: Value) -> Option<Op> {
        self.defining_op(pipe).filter(|&op| {
            matches!(
                self.kind(op),
                cutlass::PIPELINE_CREATE | nv_tileas::ASYNC_PIPELINE_CREATE_PIPELINE
            )
        })
    }

    /// The numbers of a pipeline; none if the value does not come from a `create`.
    pub fn pipeline_shape(&self, pipe: Value) -> Option<PipelineShape> {
        let op = self.pipeline_create(pipe)?;
        let int = |name: &str| self.int_attr(op, name);
        let (producers, consumers) = (int("num_producers")?, int("num_consumers")?);
        let mode = match self.keyword(op, "mode") {
            "" if (producers, consumers) == (1, 1) => "warp_specialized_1x1",
            "" => "cooperative_arrival",
            word => word,
        };
        Some(PipelineShape {
            stages: int("numStages")?,
            producers,
            consumers,
            offset: int("offset").unwrap_or(0),
            convention: self.keyword(op, "convention").to_string(),
            mode: mode.to_string(),
            participants: int("participants").unwrap_or_else(|| producers.saturating_add(consumers)),
            cluster: match self.ints_attr(op, "cluster") {
                Some(&[x, y]) => [x, y],
                _ => [1, 1],
            },
            pair: self.keyword(op, "pair").to_string(),
        })
    }
}

fn stages(count: i64) -> Result<(), Violation> {
    if count < 1 {
        return Err(
            Violation::new(format!("a pipeline of {count} stages holds nothing")).help("it needs at least one stage")
        );
    }
    if count > MAX_STAGES {
        return Err(Violation::new(format!("no shared memory has room for {count} stages"))
            .help(format!("the most that can be written is {MAX_STAGES}")));
    }
    Ok(())
}

fn create(module: &Module, op: Op) -> Result<(), Violation> {
    let int = |name| module.int_attr(op, name).unwrap_or(0);
    stages(int("numStages"))?;
    for (name, who) in [("num_producers", "producers"), ("num_consumers", "consumers")] {
        let count = int(name);
        if !(1..=MAX_ARRIVALS).contains(&count) {
            return Err(Violation::new(format!("{count} {who} cannot arrive at a barrier"))
                .note(format!("an mbarrier counts 1 to {MAX_ARRIVALS} arrivals"))
                .help(format!("the nearest legal count is {}", count.clamp(1, MAX_ARRIVALS))));
        }
    }
    if int("offset") < 0 || int("offset") % 8 != 0 {
        return Err(
            Violation::new(format!("a barrier cannot start at byte {}", int("offset")))
                .note("an mbarrier is 8 bytes, aligned to 8"),
        );
    }
    if module
        .int_attr(op, "participants")
        .is_some_and(|n| !(1..=MAX_PARTICIPANTS).contains(&n))
    {
        let count = int("participants");
        return Err(
            Violation::new(format!("{count} participants do not fit the masks of an acquire"))
                .note(format!("the masks have {MAX_PARTICIPANTS} rows"))
                .help(format!(
                    "the nearest legal count is {}",
                    count.clamp(1, MAX_PARTICIPANTS)
                )),
        );
    }
    cluster(module, op)?;
    let (executor, mode) = (module.keyword(op, "executor"), module.keyword(op, "mode"));
    match (executor, mode) {
        ("cooperative", "warp_specialized_1x1") => Err(Violation::new(
            "a cooperative pipeline does not arrive as one producer and one consumer",
        )),
        (_, "warp_specialized_1x1") if int("num_producers") != 1 || int("num_consumers") != 1 => {
            Err(Violation::new(format!(
                "the mode for one producer and one consumer does not fit {} and {}",
                int("num_producers"),
                int("num_consumers")
            )))
        }
        _ => Ok(()),
    }
}

/// A cluster of so many CTAs along x and y, where one is named.
pub(super) fn cluster(module: &Module, op: Op) -> Result<(), Violation> {
    let Some(extents) = module.ints_attr(op, "cluster") else {
        return Ok(());
    };
    let whole = matches!(extents, &[x, y] if x > 0 && y > 0 && x.saturating_mul(y) <= MAX_CTAS);
    if !whole {
        return Err(
            Violation::new(format!("{extents:?} are no CTAs of a cluster along x and y"))
                .note(format!("a cluster has 1 to {MAX_CTAS} CTAs")),
        );
    }
    Ok(())
}

fn init(module: &Module, op: Op) -> Result<(), Violation> {
    let shape = shape(module, op)?;
    if let Some(count) = module.int_attr(op, "numStages") {
        stages(count)?;
        if count != shape.stages {
            return Err(Violation::new(format!(
                "it makes {} ready, but the pipeline has {}",
                counted(count as usize, "stages"),
                shape.stages
            )));
        }
    }
    for (name, who, count) in [
        ("producers", "producers", shape.producers),
        ("consumers", "consumers", shape.consumers),
    ] {
        if let Some(list) = module.ints_attr(op, name)
            && list.len() as i64 != count
        {
            return Err(Violation::new(format!(
                "it lists {}, but the pipeline counts {count}",
                counted(list.len(), who)
            ))
            .note("a barrier that counts more than arrive never completes; one that counts fewer completes early"));
        }
    }
    if let Some(base) = module.int_attr(op, "barrier_base")
        && !(0..NAMED_BARRIERS).contains(&base)
    {
        return Err(
            Violation::new(format!("there is no named barrier {base}")).note(format!(
                "a CTA has {NAMED_BARRIERS} named barriers, 0 to {}",
                NAMED_BARRIERS - 1
            )),
        );
    }
    let group = |name| module.int_attr(op, name);
    if let (Some(producer), Some(consumer)) = (group("producer_group"), group("consumer_group"))
        && producer == consumer
    {
        return Err(Violation::new(format!("group {producer} is producer and consumer"))
            .note("a group that waits for itself to fill a stage waits for ever"));
    }
    Ok(())
}

/// The numbers of the pipeline that an op is of.
fn shape(module: &Module, op: Op) -> Result<PipelineShape, Violation> {
    module
        .pipeline_shape(module.required_operand(op, operand::PIPE))
        .ok_or_else(|| {
            Violation::new("the pipeline does not come from `pipeline.create`")
                .note("how many stages it has must be known here")
        })
}

fn on_pipe(module: &Module, op: Op) -> Result<(), Violation> {
    shape(module, op).map(|_| ())
}

fn bytes(count: i64) -> Result<(), Violation> {
    if (0..=MAX_ARRIVALS).contains(&count) {
        return Ok(());
    }
    Err(Violation::new(format!("{count} bytes cannot be expected of one stage"))
        .note(format!("an mbarrier counts at most {MAX_ARRIVALS} bytes"))
        .help(format!("the nearest legal count is {}", count.clamp(0, MAX_ARRIVALS))))
}

/// A time limit, where one is named, is that of a wait that waits.
fn wait(module: &Module, op: Op) -> Result<(), Violation> {
    on_pipe(module, op)?;
    match module.int_attr(op, "timeout") {
        Some(limit) if !(1..=i64::from(u32::MAX)).contains(&limit) => {
            Err(Violation::new(format!("a wait of {limit} nanoseconds is none"))
                .help("leave `timeout` away: it waits as long as the GPU decides"))
        }
        _ => Ok(()),
    }
}

fn acquire(module: &Module, op: Op) -> Result<(), Violation> {
    wait(module, op)?;
    let shape = shape(module, op)?;
    let Some(count) = module.int_attr(op, "transaction_bytes") else {
        return Ok(());
    };
    if shape.convention != convention::CUTLASS {
        return Err(Violation::new("the acquire of this pipeline does not expect bytes")
            .note(format!("under `{}`, only the commit does", shape.convention)));
    }
    bytes(count)
}

/// The bytes are those of the copies that name the stage's barrier.
fn commit(module: &Module, op: Op) -> Result<(), Violation> {
    let shape = shape(module, op)?;
    let expected = module.int_attr(op, "transaction_bytes").unwrap_or(0);
    bytes(expected)?;
    if shape.convention != convention::CONTRACT {
        return Ok(());
    }
    let [pipe, state] = module.required_operands(op, [operand::PIPE, operand::STATE]);
    let barriers = module.uses(pipe).iter().map(|u| u.op).filter(|&user| {
        module.kind(user) == cutlass::PIPELINE_FULL_BARRIER && module.operand_named(user, operand::STATE) == Some(state)
    });
    let mut copied = 0i64;
    let mut copies = 0;
    for barrier in barriers {
        for site in module.uses(module.result(barrier, 0)) {
            let buffer = module.operand_named(site.op, operand::BUFFER).map(|b| module.ty(b));
            if let Some(buffer) = buffer.and_then(|ty| module.buffer_type(ty))
                && module.parent(site.op) == module.parent(op)
            {
                copied = copied.saturating_add(buffer.tile_bytes());
                copies += 1;
            }
        }
    }
    if copies > 0 && copied != expected {
        return Err(Violation::new(format!(
            "{expected} bytes are expected, but the copies to this stage bring {copied}"
        ))
        .note("a phase that expects too few bytes completes early, one that expects too many never does")
        .help(format!("expect {copied} bytes")));
    }
    Ok(())
}

/// The bits of a mask, which must be neighbours; the error says what is wrong.
fn contiguous(mask: i64) -> Result<(), Violation> {
    if mask <= 0 {
        return Err(Violation::new(format!("the mask {mask} selects no warp")));
    }
    let bits = (mask as u64) >> mask.trailing_zeros();
    if bits & (bits + 1) != 0 {
        return Err(
            Violation::new(format!("the mask {mask:#b} has a gap")).note("the warps of an agent are neighbours")
        );
    }
    Ok(())
}

/// The warps that may come to an op: the mask of the `async.exec` around it.
fn enclosing(module: &Module, op: Op) -> Option<i64> {
    let mut at = module.parent_op(op);
    while let Some(owner) = at {
        if module.kind(owner) == cutlass::ASYNC_EXEC {
            let switch = module.parent_op(owner)?;
            let index = execs(module, switch).iter().position(|&exec| exec == owner)?;
            return module.ints_attr(switch, "masks")?.get(index).copied();
        }
        at = module.parent_op(owner);
    }
    None
}

fn body(module: &Module, op: Op) -> Option<Block> {
    module
        .regions(op)
        .first()
        .and_then(|&region| module.entry_block(region))
}

/// The ops of a switch's region.
fn execs(module: &Module, switch: Op) -> Vec<Op> {
    body(module, switch).map_or(Vec::new(), |block| module.ops(block).collect())
}

fn switch(module: &Module, op: Op) -> Result<(), Violation> {
    let (masks, groups) = (
        module.ints_attr(op, "masks").unwrap_or(&[]),
        module.ints_attr(op, "groups").unwrap_or(&[]),
    );
    let execs = execs(module, op);
    if execs.iter().any(|&exec| module.kind(exec) != cutlass::ASYNC_EXEC) {
        return Err(Violation::new("its region has only `async.exec`"));
    }
    if masks.is_empty() || masks.len() != groups.len() || masks.len() != execs.len() {
        return Err(Violation::new(format!(
            "{} and {} of values do not match {}",
            counted(masks.len(), "masks"),
            counted(groups.len(), "groups"),
            counted(execs.len(), "regions")
        )));
    }
    if module.keyword(op, "executor") == "cooperative" && masks.len() > 1 {
        return Err(
            Violation::new(format!("a cooperative executor has one mask, not {}", masks.len()))
                .note("cooperative warps all do the same"),
        );
    }
    let mut covered = 0i64;
    for &mask in masks {
        contiguous(mask)?;
        if covered & mask != 0 {
            return Err(
                Violation::new(format!("the mask {mask:#b} has warps that another mask has"))
                    .note("a warp does one thing"),
            );
        }
        covered |= mask;
    }
    let wanted = match (enclosing(module, op), module.int_attr(op, "num_warps")) {
        (Some(mask), _) => mask,
        (None, Some(warps)) if (1..=32).contains(&warps) => (1i64 << warps) - 1,
        (None, Some(warps)) => {
            return Err(Violation::new(format!("a CTA has 1 to 32 warps, not {warps}")));
        }
        (None, None) => {
            return Err(Violation::new("how many warps come here is not known").help("say so: `num_warps = 4`"));
        }
    };
    if covered != wanted {
        return Err(Violation::new(format!(
            "the masks have the warps {covered:#b}, but {wanted:#b} come here"
        ))
        .note("a warp without a mask would wait for nothing, a mask without a warp would never run"));
    }
    if let Some(registers) = module.ints_attr(op, "max_regs") {
        // Agents are warps one after the other, from the first on.
        let in_turn = masks.windows(2).all(|pair| pair[0] < pair[1]) && covered & 1 == 1;
        if !in_turn || registers.len() != masks.len() || registers.iter().any(|&count| count < 1) {
            return Err(Violation::new(format!(
                "{registers:?} are no registers of the masks {masks:?}, one after the other from warp 0 on"
            ))
            .help("say one number for each mask, and masks in the order of their warps"));
        }
    }
    operand_groups(module, op, groups, &execs)
}

/// Each region's arguments are the values of its group.
fn operand_groups(module: &Module, op: Op, groups: &[i64], execs: &[Op]) -> Result<(), Violation> {
    let mut rest = module.operands(op);
    let total: i64 = groups.iter().fold(0, |all, &n| all.saturating_add(n.max(0)));
    if groups.iter().any(|&n| n < 0) || total != rest.len() as i64 {
        return Err(Violation::new(format!(
            "groups of {groups:?} values are not the {} here",
            rest.len()
        )));
    }
    for (index, (&count, &exec)) in groups.iter().zip(execs).enumerate() {
        let (group, tail) = rest.split_at(count as usize);
        rest = tail;
        let arguments = body(module, exec).map_or(&[][..], |block| module.arguments(block));
        let types = |values: &[Value]| {
            values
                .iter()
                .map(|&v| module.type_text(module.ty(v)))
                .collect::<Vec<_>>()
        };
        if types(group) != types(arguments) {
            return Err(Violation::new(format!(
                "region {index} takes ({}), but its group is ({})",
                types(arguments).join(", "),
                types(group).join(", ")
            )));
        }
    }
    Ok(())
}

fn exec(module: &Module, op: Op) -> Result<(), Violation> {
    let inside = module
        .parent_op(op)
        .is_some_and(|owner| module.kind(owner) == cutlass::PIPELINE_SWITCH_BY_EXECUTOR);
    if inside {
        return Ok(());
    }
    Err(Violation::new("it stands in no `switch_by_executor`").note("its warps are those of a mask of that op"))
}
