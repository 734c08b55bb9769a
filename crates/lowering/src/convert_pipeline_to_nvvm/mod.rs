//! `convert-pipeline-to-nvvm`
//!
//! Purpose: handshakes on pipelines become programs on mbarriers, and what agents start becomes copies and products of
//! the machine. Tiles are still tiles and loops still loops.
//!
//! Requires: pipelines whose `create` can be seen from each op on them. Guarantees: no `cutlass.pipeline`,
//! `cutlass.seq_bar` or `nv_tileas.async` op is left, and no cast between a token and what it stands for; [`leftover`]
//! says which op breaks that.
//!
//! ```text
//! consumer_wait %pipe, %s         ->    %a = base + 8 * index;  nvvm.mbarrier.wait.parity %a + 0, %phase
//! consumer_release %pipe, %s      ->    nvvm.mbarrier.arrive %a + 8 * stages
//! state.increment %pipe, %s       ->    index + 1 and phase, or 0 and the other phase
//! async.tiled_tma_load            ->    cute_nvgpu.tma_load
//! async.pipeline.agent_switch     ->    nv_tileas.warp_switch
//! ```
//!
//! The patterns are those of docs/sources/pipelines.md#lowering, under the names it gives them, and those of ours that
//! it does not name ([`DOCUMENTED`] and [`OURS`]). Where the described form is wrong (`crates/pipeline` refutes it), it
//! is there to be looked at, as [`PipelineForm::Documented`]; `docs/pipelines.md` lists each departure with its reason.

mod acquire;
mod control;
mod dedupe;
mod documented;
mod handshake;
mod setup;
mod started;
mod state;
mod striped;
mod tokens;
mod turns;
mod work_ids;

use tilewright_analysis::Context;
use tilewright_diag::Diagnostic;
use tilewright_ir::OpKind;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, GuardedPattern, Pattern, convert};
use tilewright_ir::operand;
use tilewright_ir::ops::{Family, arith, builtin, cutlass, nv_tileas, scf};
use tilewright_ir::words::convention;
use tilewright_ir::{Module, Op, PipelineShape, Ty, Value};
use tilewright_sorted::SortedMap;

/// The form to which acquire, tail and init are lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PipelineForm {
    /// Waits and arrivals of `pipeline_step` alone, and a tail that waits.
    #[default]
    Step,
    /// As described (docs/sources/pipelines.md#four-phase-acquire): an acquire in four phases with four arrivals for
    /// each producer, a tail that arrives, and waits for groups at the end of their region.
    Documented,
}

/// State that the patterns share.
pub(crate) struct PipelineFormState {
    /// The steps that the documented form does otherwise.
    described: Option<&'static Described>,
    /// Groups of bulk copies and products that were closed.
    groups: i64,
    /// For rings that a cluster frees, the CTAs that do.
    clusters: SortedMap<Value, Neighbours>,
}

/// The steps of the documented form. The compiler makes none of them: who asks for the form brings them along.
struct Described {
    /// The steps after the wait of an acquire, with the address of the stage and its number.
    acquired: fn(&mut Cx<'_>, Op, &PipelineShape, [Value; 2]) -> Result<(), Failure>,
    /// The step of a tail at each stage.
    leaves: fn(&mut Cx<'_>, &PipelineShape, Value),
    /// The step after a pipeline's barriers are made.
    made: fn(&mut Cx<'_>, Op, &PipelineShape),
    /// The ops that waits pass.
    is_blind: dedupe::IsBlind,
}

/// The CTAs of a cluster that fill the slots of this one, and whose slots this one fills.
#[derive(Clone)]
struct Neighbours {
    /// The numbers of the others.
    others: Vec<Value>,
    /// All of them as bits of a mask, this one included.
    mask: Value,
    /// CTAs of the cluster.
    ctas: i64,
}

type Cx<'a> = Conversion<'a, PipelineFormState>;

/// Runs the pass.
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    lower_as(module, None)
}

/// Whether there is anything to convert.
fn needed(module: &Module) -> bool {
    let named = |op: &Op| {
        let name = module.kind(*op);
        let ours = DOCUMENTED.iter().chain(OURS).any(|choice| choice.pattern.op == name);
        ours && module.def(*op).dialect() != "scf"
    };
    module.walk(module.top()).iter().any(named)
}

/// Converts all pipelines of a module in the given form.
///
/// # Errors
/// A pipeline that cannot work (one barrier a stage for both directions), a token of unknown origin, or more
/// participants than the documented masks hold.
pub fn lower(module: &Module, form: PipelineForm) -> Result<Module, Failure> {
    let described = match form {
        PipelineForm::Step => None,
        PipelineForm::Documented => Some(&documented::STEPS),
    };
    Ok(lower_as(module, described)?.unwrap_or_else(|| module.clone()))
}

/// The module converted, if there is anything to convert; in either case nothing may be left.
fn lower_as(module: &Module, described: Option<&'static Described>) -> Result<Option<Module>, Failure> {
    let lowered = match needed(module) {
        true => Some(converted(module, described)?),
        false => None,
    };
    match leftover(lowered.as_ref().unwrap_or(module)) {
        None => Ok(lowered),
        Some(failure) => Err(failure),
    }
}

fn converted(module: &Module, described: Option<&'static Described>) -> Result<Module, Failure> {
    for op in module.walk(module.top()) {
        if module.kind(op) == cutlass::PIPELINE_CREATE && module.keyword(op, "convention") == convention::ONE_SLOT {
            return Err(one_slot(module, op));
        }
    }
    let mut target = ConversionTarget::new(LEGAL, &[]);
    target.guard(DOCUMENTED);
    target.guard(OURS);
    let state = PipelineFormState {
        described,
        groups: 0,
        clusters: SortedMap::new(),
    };
    let (mut module, _) = convert(module, &target, state)?;
    // Absent: waits pass as little as they must.
    let is_blind = described.map_or(dedupe::is_blind as dedupe::IsBlind, |described| described.is_blind);
    dedupe::dedupe(&mut module, is_blind);
    Ok(module)
}

/// The dialects whose ops may stay: the eight of docs/sources/pipelines.md#lowering, and that of the tiles, which
/// become registers later.
pub const LEGAL: &[&str] = &[
    "builtin",
    "arith",
    "nvvm",
    "llvm",
    "scf",
    "cute",
    "cute_nvgpu",
    "cutlass",
    "nv_tileas",
];

const fn always(
    op: OpKind,
    rewrite: tilewright_ir::convert::Rewrite<PipelineFormState>,
) -> GuardedPattern<PipelineFormState> {
    GuardedPattern {
        matches: |_, _| true,
        pattern: Pattern { op, rewrite },
    }
}

/// The 22 patterns of docs/sources/pipelines.md#lowering.
pub(crate) static DOCUMENTED: &[GuardedPattern<PipelineFormState>] = &[
    // `PipelineInitOpLowering`
    always(cutlass::PIPELINE_INIT, setup::init),
    // `PipelineSwitchByExecutorOpLowering`
    always(cutlass::PIPELINE_SWITCH_BY_EXECUTOR, setup::switch),
    // `PipelineProducerAcquireOpLowering`
    always(cutlass::PIPELINE_PRODUCER_ACQUIRE, acquire::acquire),
    // `PipelineProducerCommitOpLowering`
    always(cutlass::PIPELINE_PRODUCER_COMMIT, handshake::commit),
    // `PipelineProducerTailOpLowering`
    always(cutlass::PIPELINE_PRODUCER_TAIL, handshake::tail),
    // `PipelineConsumerWaitOpLowering`
    always(cutlass::PIPELINE_CONSUMER_WAIT, handshake::wait),
    // `PipelineConsumerReleaseOpLowering`
    always(cutlass::PIPELINE_CONSUMER_RELEASE, handshake::release),
    // `PipelineStateOpLowering`
    always(cutlass::PIPELINE_STATE_CREATE, state::create),
    // `PipelineStateIncrementOpLowering`
    always(cutlass::PIPELINE_STATE_INCREMENT, state::increment),
    // `PipelineStateBumpOpLowering`
    always(cutlass::PIPELINE_STATE_BUMP, state::bump),
    // `BarOpLowering`
    always(cutlass::BAR, setup::bar),
    // `BarrierInitOpLowering`
    always(cutlass::BARRIER_INIT, setup::barrier_init),
    // `AsyncWaitOpConversionMbarrier`
    GuardedPattern {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Mbarrier),
        pattern: Pattern {
            op: nv_tileas::ASYNC_WAIT,
            rewrite: tokens::wait_mbarrier,
        },
    },
    // `AsyncWaitOpConversionTMASTGAndTMAREDG`
    GuardedPattern {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Bulk),
        pattern: Pattern {
            op: nv_tileas::ASYNC_WAIT,
            rewrite: tokens::wait_bulk,
        },
    },
    // `AsyncWaitOpConversionGMMA`
    GuardedPattern {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Product),
        pattern: Pattern {
            op: nv_tileas::ASYNC_WAIT,
            rewrite: tokens::wait_product,
        },
    },
    // `AsyncToAsyncOpConversion`
    always(nv_tileas::ASYNC_TO_ASYNC, tokens::cast),
    // `CreateNoneOpConversion`
    always(nv_tileas::CREATE_NONE, tokens::none),
    // `AsyncFutureWaitMbarrier`
    GuardedPattern {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Mbarrier),
        pattern: Pattern {
            op: nv_tileas::ASYNC_FUTURE_WAIT,
            rewrite: tokens::future_mbarrier,
        },
    },
    // `AsyncFutureWaitGroup`
    GuardedPattern {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Bulk),
        pattern: Pattern {
            op: nv_tileas::ASYNC_FUTURE_WAIT,
            rewrite: tokens::future_group,
        },
    },
    // `TokenToAsyncOpConversion`
    always(nv_tileas::ASYNC_TOKEN_TO_ASYNC, tokens::cast),
    // `BlockStripedLoadOpLowering`
    always(cutlass::BLOCK_STRIPED_LOAD, striped::striped),
    // `BlockStripedStoreOpLowering`
    always(cutlass::BLOCK_STRIPED_STORE, striped::striped),
];

/// Patterns that the description does not name: for ops that it has no pattern for, and loops and branches that carry a
/// state.
pub(crate) static OURS: &[GuardedPattern<PipelineFormState>] = &[
    // `create`
    always(cutlass::PIPELINE_CREATE, setup::create),
    // `state-index`
    always(cutlass::PIPELINE_STATE_INDEX, state::index),
    // `state-advance`
    always(cutlass::PIPELINE_STATE_ADVANCE, state::advance),
    // `seq-init`
    always(cutlass::SEQ_BAR_INIT, turns::init),
    // `seq-wait`
    always(cutlass::SEQ_BAR_WAIT, turns::wait),
    // `seq-try-wait`
    always(cutlass::SEQ_BAR_TRY_WAIT, turns::try_wait),
    // `seq-arrive`
    always(cutlass::SEQ_BAR_ARRIVE, turns::arrive),
    // `seq-arrive-relaxed`
    always(cutlass::SEQ_BAR_ARRIVE_RELAXED, turns::arrive_relaxed),
    // `seq-finish`
    always(cutlass::SEQ_BAR_FINISH, turns::finish),
    // `full-barrier`
    always(cutlass::PIPELINE_FULL_BARRIER, handshake::full_barrier),
    // `empty-barrier`
    always(cutlass::PIPELINE_EMPTY_BARRIER, handshake::empty_barrier),
    // `try-acquire`
    always(cutlass::PIPELINE_PRODUCER_TRY_ACQUIRE, handshake::try_acquire),
    // `try-wait`
    always(cutlass::PIPELINE_CONSUMER_TRY_WAIT, handshake::try_wait),
    // `create-work-ids`
    always(cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE, work_ids::create),
    // `request-work-id`
    always(cutlass::TILE_SCHEDULER_REQUEST_WORK_ID, work_ids::request),
    // `receive-work-id`
    always(cutlass::TILE_SCHEDULER_RECEIVE_WORK_ID, work_ids::receive),
    // `send-work-id`
    always(cutlass::TILE_SCHEDULER_SEND_WORK_ID, work_ids::send),
    // `take-work-id`
    always(cutlass::TILE_SCHEDULER_TAKE_WORK_ID, work_ids::take),
    // `tma-load`
    always(nv_tileas::ASYNC_TILED_TMA_LOAD, started::started),
    // `thread-copy`
    always(nv_tileas::ASYNC_TILED_LOAD, started::started),
    // `product`
    always(nv_tileas::ASYNC_DOT, started::started),
    // `word-product`
    always(nv_tileas::ASYNC_WORD_DOT, started::started),
    // `agent-switch`
    always(nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH, started::started),
    // `wait-unknown`
    always(nv_tileas::ASYNC_WAIT, tokens::unknown),
    // `wait-unknown`
    always(nv_tileas::ASYNC_FUTURE_WAIT, tokens::unknown),
    // `for`
    always(scf::FOR, control::structure),
    // `loop`
    always(scf::LOOP, control::structure),
    // `if`
    always(scf::IF, control::structure),
];

/// The first op that the pass must not leave behind.
pub fn leftover(module: &Module) -> Option<Failure> {
    let is_left = |op: &&Op| {
        use Family::{Async, Pipeline, SequenceBarrier, ValuePipeline};
        let kind = module.kind(**op);
        let is_of_a_pipeline = matches!(kind.family(), Some(Pipeline | SequenceBarrier | ValuePipeline | Async));
        is_of_a_pipeline || matches!(kind, nv_tileas::CREATE_NONE | builtin::UNREALIZED_CONVERSION_CAST)
    };
    let op = *module.walk(module.top()).iter().find(is_left)?;
    let refusal = Diagnostic::error(
        "pipeline.leftover",
        module.span(op),
        format!(
            "`{}` is left after pipelines became barriers",
            module.def(op).short_name()
        ),
    );
    Some(Box::new(match module.kind(op) {
        builtin::UNREALIZED_CONVERSION_CAST => refusal
            .with_note("a token is carried to where what it stands for cannot be seen")
            .with_help("wait where the token is made, or hand on a pipeline's state instead"),
        _ => refusal
            .with_note(format!("there is no rule to lower `{}` further", module.op_name(op)))
            .with_help("do without the op, or let the passes before make handshakes of it"),
    }))
}

/// The description to the letter, with the interleaving that shows why it cannot be.
fn one_slot(module: &Module, op: Op) -> Failure {
    use tilewright_pipeline::check::{Control, Options, check};
    use tilewright_pipeline::ring::Shape;
    use tilewright_pipeline::step::Convention;
    let mut refusal = Diagnostic::error(
        "pipeline.one-slot",
        module.span(op),
        "one barrier a stage cannot serve both directions",
    )
    .with_help("leave `convention` away: a full and an empty barrier a stage");
    let stages = module.required_int(op, "numStages");
    // The shortest ring that shows it: what goes wrong does not need more stages or agents.
    let shape = Shape::new(stages.clamp(1, 3), 1, 1, 2 * stages.clamp(1, 3) + 1, 0);
    let Ok(shape) = shape.map(|shape| Shape {
        convention: Convention::OneSlot,
        ..shape
    }) else {
        return Box::new(refusal);
    };
    let mut go_on = |_, _| true;
    let report = check(
        &shape.program(),
        &Options::default(),
        &mut Control { progress: &mut go_on },
    );
    // Absent: no interleaving is shown where the checker refuses the protocol; the form is refused all the same.
    let deadlock = report.ok().and_then(|report| {
        let mut examples = report.counterexamples.into_iter();
        examples.find(|e| e.fault == tilewright_pipeline::check::Fault::Deadlock)
    });
    if let Some(example) = deadlock {
        for (number, row) in example.rows.iter().enumerate() {
            refusal = refusal.with_note(format!("{}. {} {}", number + 1, row.who, row.action));
        }
        for blocked in example.blocked {
            refusal = refusal.with_note(blocked);
        }
    }
    Box::new(refusal)
}

/// Helpers of the patterns.
trait PipelineLowering {
    fn i32(&mut self) -> Ty;
    fn int(&mut self, value: i64) -> Value;
    fn bool(&mut self, value: bool) -> Value;
    fn add(&mut self, a: Value, b: Value) -> Value;
    fn arith(&mut self, kind: OpKind, a: Value, b: Value) -> Value;
    fn not(&mut self, condition: Value) -> Value;
    fn equal(&mut self, a: Value, b: Value) -> Value;
    fn choose(&mut self, condition: Value, then: Value, otherwise: Value) -> Value;
    fn special(&mut self, register: &str) -> Value;
    fn scalar(&mut self, value: Value) -> Value;
    fn set_int(&mut self, op: Op, name: &str, value: i64);
    fn shape(&self, op: Op) -> Result<PipelineShape, Failure>;
    fn when(&mut self, condition: Value, work: impl FnOnce(&mut Self) -> Result<(), Failure>) -> Result<(), Failure>;
}

impl PipelineLowering for Cx<'_> {
    fn i32(&mut self) -> Ty {
        self.new.named_type("i32")
    }

    fn int(&mut self, value: i64) -> Value {
        let ty = self.i32();
        self.build().number(value, ty)
    }

    fn bool(&mut self, value: bool) -> Value {
        let ty = self.new.named_type("i1");
        self.build().constant(u64::from(value), ty)
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.arith(arith::ADDI, a, b)
    }

    fn arith(&mut self, kind: OpKind, a: Value, b: Value) -> Value {
        self.build().binary(kind, a, b)
    }

    fn not(&mut self, condition: Value) -> Value {
        let yes = self.bool(true);
        self.arith(arith::XORI, condition, yes)
    }

    fn equal(&mut self, a: Value, b: Value) -> Value {
        self.build().compare("equal", "signed", a, b)
    }

    fn choose(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        self.build().select(condition, then, otherwise)
    }

    fn special(&mut self, register: &str) -> Value {
        let ty = self.i32();
        self.build().special(register, ty)
    }

    /// A number in a tile of rank 0 as the scalar that such a tile becomes.
    fn scalar(&mut self, value: Value) -> Value {
        let ty = self.new.ty(value);
        if self.new.tile_type(ty).is_none() {
            return value;
        }
        let element = self.new.element(ty);
        self.build().value(arith::BITCAST, &[value], element)
    }

    fn set_int(&mut self, op: Op, name: &str, value: i64) {
        let value = self.build().int(value);
        self.new.set_attr(op, name, value);
    }

    /// The numbers of the pipeline that an op is of.
    fn shape(&self, op: Op) -> Result<PipelineShape, Failure> {
        let pipe = self.old.operand_named(op, operand::PIPE);
        let shape = pipe.and_then(|pipe| self.old.pipeline_shape(pipe));
        shape.ok_or_else(|| {
            let refusal = self.error(
                op,
                "pipeline.unknown",
                "the pipeline does not come from `pipeline.create`",
            );
            Box::new(refusal.with_help("use the value of `pipeline.create` itself"))
        })
    }

    /// Does something under a condition.
    fn when(&mut self, condition: Value, work: impl FnOnce(&mut Self) -> Result<(), Failure>) -> Result<(), Failure> {
        let branch = self.build().op(scf::IF, &[&[condition]], &[]);
        let block = self.new.add_block(self.new.regions(branch)[0]);
        self.in_block(block, work)
    }
}

#[cfg(test)]
mod tests {
    use super::leftover;
    use tilewright_ir::op_def::OpDef;
    use tilewright_ir::ops::{cute_nvgpu, nv_tileas, nvvm};
    use tilewright_ir::{Module, Registry};

    /// The finding on a module of one op, made without its operands.
    fn found(def: &'static OpDef) -> Option<String> {
        let mut module = Module::new();
        let lists = vec![&[][..]; def.operands.len()];
        let op = module.create_op(def, &lists, &[], module.unknown_loc());
        module.append(module.top(), op);
        leftover(&module).map(|refusal| refusal.message.clone())
    }

    #[test]
    fn no_op_of_pipelines_or_of_what_they_start_may_be_left() {
        let prefixes = ["cutlass.pipeline.", "nv_tileas.async."];
        for prefix in prefixes {
            let mut count = 0;
            for def in Registry::builtin().ops().filter(|def| def.name.starts_with(prefix)) {
                let message = found(def).unwrap_or_else(|| panic!("`{}` may be left", def.name));
                assert!(message.contains(&format!("`{}`", def.short_name())), "{message}");
                count += 1;
            }
            assert!(count > 10, "{prefix}: {count}");
        }
        for kind in [cute_nvgpu::TMA_LOAD, nv_tileas::WARP_SWITCH, nvvm::MBARRIER_INIT] {
            assert_eq!(found(kind.def()), None);
        }
    }
}
