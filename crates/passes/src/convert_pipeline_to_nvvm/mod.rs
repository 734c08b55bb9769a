//! `convert-pipeline-to-nvvm`
//!
//! Purpose: handshakes on pipelines become programs on mbarriers. Tiles are still tiles and loops still loops.
//!
//! Requires: pipelines whose `create` can be seen from each op on them. Guarantees: no `cutlass.pipeline` or `cutlass.seq_bar` op is
//! left, no wait for a token, and no cast between a token and what it stands for; [`leftover`] says which op breaks that.
//!
//! ```text
//! consumer_wait %pipe, %s         ->    %a = base + 8 * index;  nvvm.mbarrier.wait.parity %a + 0, %phase
//! consumer_release %pipe, %s      ->    nvvm.mbarrier.arrive %a + 8 * stages
//! state.increment %pipe, %s       ->    index + 1 and phase, or 0 and the other phase
//! ```
//!
//! The patterns are those of document 001, under the names it gives them, and those of ours that it does not name
//! ([`DOCUMENTED`] and [`OURS`]). Where the document's own form is wrong (`crates/pipeline` refutes it), it is there to be
//! looked at, as [`Form::Documented`]; `docs/pipelines.md` lists each departure with its reason.

mod acquire;
mod control;
mod dedupe;
mod handshake;
mod setup;
mod state;
mod striped;
mod tokens;
mod turns;
mod work_ids;

use crate::Context;
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::{Choice, Conversion, Failure, Pattern, Target, convert};
use tilewright_ir::{Module, Op, PipelineShape, Ty, Value};

/// Which lowering of acquire, tail and init.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Waits and arrivals of `pipeline_step` alone, and a tail that waits.
    #[default]
    Step,
    /// As document 001 has it: an acquire in four phases with four arrivals for each producer, a tail that arrives, and waits for
    /// groups at the end of their region.
    Documented,
}

/// What the patterns share.
pub(crate) struct State {
    form: Form,
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    if needed(module) {
        lower(module, Form::Step).map(Some)
    } else {
        Ok(None)
    }
}

/// Whether there is anything to convert.
fn needed(module: &Module) -> bool {
    let named = |op: &Op| {
        let name = module.op_name(*op);
        let ours = DOCUMENTED.iter().chain(OURS).any(|choice| choice.pattern.op == name);
        ours && module.def(*op).dialect() != "scf"
    };
    module.walk(module.top()).iter().any(named)
}

/// Converts all pipelines of a module in the given form.
///
/// # Errors
/// A pipeline that cannot work (one barrier a stage for both directions), a token of unknown origin, or more participants
/// than the documented masks hold.
pub fn lower(module: &Module, form: Form) -> Result<Module, Failure> {
    if !needed(module) {
        return Ok(module.clone());
    }
    for op in module.walk(module.top()) {
        if module.op_name(op) == "cutlass.pipeline.create" && module.keyword(op, "convention") == "one_slot" {
            return Err(one_slot(module, op));
        }
    }
    let mut target = Target::new(LEGAL, &[]);
    target.choose(DOCUMENTED);
    target.choose(OURS);
    let (mut module, _) = convert(module, &target, State { form })?;
    dedupe::dedupe(&mut module, form);
    match leftover(&module) {
        None => Ok(module),
        Some(failure) => Err(failure),
    }
}

/// The dialects whose ops may stay: the eight of document 001, and that of the tiles, which become registers later.
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
    op: &'static str,
    name: &'static str,
    rewrite: tilewright_ir::convert::Rewrite<State>,
) -> Choice<State> {
    Choice {
        matches: |_, _| true,
        pattern: Pattern { op, name, rewrite },
    }
}

/// The 22 patterns of document 001.
pub(crate) static DOCUMENTED: &[Choice<State>] = &[
    always("cutlass.pipeline.init", "PipelineInitOpLowering", setup::init),
    always(
        "cutlass.pipeline.switch_by_executor",
        "PipelineSwitchByExecutorOpLowering",
        setup::switch,
    ),
    always(
        "cutlass.pipeline.producer_acquire",
        "PipelineProducerAcquireOpLowering",
        acquire::acquire,
    ),
    always(
        "cutlass.pipeline.producer_commit",
        "PipelineProducerCommitOpLowering",
        handshake::commit,
    ),
    always(
        "cutlass.pipeline.producer_tail",
        "PipelineProducerTailOpLowering",
        handshake::tail,
    ),
    always(
        "cutlass.pipeline.consumer_wait",
        "PipelineConsumerWaitOpLowering",
        handshake::wait,
    ),
    always(
        "cutlass.pipeline.consumer_release",
        "PipelineConsumerReleaseOpLowering",
        handshake::release,
    ),
    always(
        "cutlass.pipeline.state.create",
        "PipelineStateOpLowering",
        state::create,
    ),
    always(
        "cutlass.pipeline.state.increment",
        "PipelineStateIncrementOpLowering",
        state::increment,
    ),
    always(
        "cutlass.pipeline.state.bump",
        "PipelineStateBumpOpLowering",
        state::bump,
    ),
    always("cutlass.bar", "BarOpLowering", setup::bar),
    always("cutlass.barrier_init", "BarrierInitOpLowering", setup::barrier_init),
    Choice {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Mbarrier),
        pattern: Pattern {
            op: "nv_tileas.async.wait",
            name: "AsyncWaitOpConversionMbarrier",
            rewrite: tokens::wait_mbarrier,
        },
    },
    Choice {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Bulk),
        pattern: Pattern {
            op: "nv_tileas.async.wait",
            name: "AsyncWaitOpConversionTMASTGAndTMAREDG",
            rewrite: tokens::wait_bulk,
        },
    },
    Choice {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Gmma),
        pattern: Pattern {
            op: "nv_tileas.async.wait",
            name: "AsyncWaitOpConversionGMMA",
            rewrite: tokens::wait_gmma,
        },
    },
    always("nv_tileas.async.to_async", "AsyncToAsyncOpConversion", tokens::cast),
    always("nv_tileas.create_none", "CreateNoneOpConversion", tokens::none),
    Choice {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Mbarrier),
        pattern: Pattern {
            op: "nv_tileas.async.future_wait",
            name: "AsyncFutureWaitMbarrier",
            rewrite: tokens::future_mbarrier,
        },
    },
    Choice {
        matches: |cx, op| tokens::flavor(cx.old, op) == Some(tokens::Flavor::Bulk),
        pattern: Pattern {
            op: "nv_tileas.async.future_wait",
            name: "AsyncFutureWaitGroup",
            rewrite: tokens::future_group,
        },
    },
    always(
        "nv_tileas.async.token_to_async",
        "TokenToAsyncOpConversion",
        tokens::cast,
    ),
    always(
        "cutlass.block_striped.load",
        "BlockStripedLoadOpLowering",
        striped::striped,
    ),
    always(
        "cutlass.block_striped.store",
        "BlockStripedStoreOpLowering",
        striped::striped,
    ),
];

/// What the document does not name: the ops that it has no pattern for, and loops and branches that carry a state.
pub(crate) static OURS: &[Choice<State>] = &[
    always("cutlass.pipeline.create", "create", setup::create),
    always("cutlass.pipeline.state.index", "state-index", state::index),
    always("cutlass.pipeline.state.advance", "state-advance", state::advance),
    always("cutlass.seq_bar.init", "seq-init", turns::init),
    always("cutlass.seq_bar.wait", "seq-wait", turns::wait),
    always("cutlass.seq_bar.try_wait", "seq-try-wait", turns::try_wait),
    always("cutlass.seq_bar.arrive", "seq-arrive", turns::arrive),
    always(
        "cutlass.seq_bar.arrive_relaxed",
        "seq-arrive-relaxed",
        turns::arrive_relaxed,
    ),
    always("cutlass.seq_bar.finish", "seq-finish", turns::finish),
    always("cutlass.pipeline.full_barrier", "full-barrier", handshake::full_barrier),
    always(
        "cutlass.pipeline.empty_barrier",
        "empty-barrier",
        handshake::empty_barrier,
    ),
    always(
        "cutlass.pipeline.producer_try_acquire",
        "try-acquire",
        handshake::try_acquire,
    ),
    always("cutlass.pipeline.consumer_try_wait", "try-wait", handshake::try_wait),
    always(
        "cutlass.tile_scheduler.create_work_id_response",
        "create-work-ids",
        work_ids::create,
    ),
    always(
        "cutlass.tile_scheduler.request_work_id",
        "request-work-id",
        work_ids::request,
    ),
    always(
        "cutlass.tile_scheduler.receive_work_id",
        "receive-work-id",
        work_ids::receive,
    ),
    always("cutlass.tile_scheduler.send_work_id", "send-work-id", work_ids::send),
    always("cutlass.tile_scheduler.take_work_id", "take-work-id", work_ids::take),
    always("nv_tileas.async.wait", "wait-unknown", tokens::unknown),
    always("nv_tileas.async.future_wait", "wait-unknown", tokens::unknown),
    always("scf.for", "for", control::for_loop),
    always("scf.loop", "loop", control::endless_loop),
    always("scf.if", "if", control::branch),
];

/// The first op that the pass must not leave behind.
pub fn leftover(module: &Module) -> Option<Failure> {
    let is_left = |op: &Op| {
        let name = module.op_name(*op);
        let token = matches!(
            name,
            "nv_tileas.async.wait"
                | "nv_tileas.async.future_wait"
                | "nv_tileas.async.to_async"
                | "nv_tileas.async.token_to_async"
                | "nv_tileas.create_none"
        );
        // `agent_switch` says who runs what, not who waits for whom.
        let pipeline = name.starts_with("nv_tileas.async.pipeline.") && !name.ends_with(".agent_switch");
        let cast = name == "builtin.unrealized_conversion_cast";
        token
            || pipeline
            || cast
            || ["cutlass.pipeline.", "cutlass.seq_bar."]
                .iter()
                .any(|family| name.starts_with(family))
    };
    let op = module.walk(module.top()).into_iter().find(is_left)?;
    let name = module.op_name(op);
    let refusal = Diagnostic::error(
        "pipeline.leftover",
        module.span(op),
        format!(
            "`{}` is left after pipelines became barriers",
            module.def(op).short_name()
        ),
    );
    Some(Box::new(match name {
        "builtin.unrealized_conversion_cast" => refusal
            .with_note("a token is carried to where what it stands for cannot be seen")
            .with_help("wait where the token is made, or hand on a pipeline's state instead"),
        _ => refusal
            .with_note(format!("there is no rule to lower `{name}` further"))
            .with_help("do without the op, or let the passes before make handshakes of it"),
    }))
}

/// Document 001 read to the letter, with the interleaving that shows why it cannot be.
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
    let stages = module.int_or(op, "numStages", 1);
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

/// What the patterns need again and again.
trait Lowering {
    fn i32(&mut self) -> Ty;
    fn int(&mut self, value: i64) -> Value;
    fn bool(&mut self, value: bool) -> Value;
    fn add(&mut self, a: Value, b: Value) -> Value;
    fn arith(&mut self, name: &str, a: Value, b: Value) -> Value;
    fn not(&mut self, condition: Value) -> Value;
    fn equal(&mut self, a: Value, b: Value) -> Value;
    fn choose(&mut self, condition: Value, then: Value, otherwise: Value) -> Value;
    fn special(&mut self, register: &str) -> Value;
    fn scalar(&mut self, value: Value) -> Value;
    fn set_int(&mut self, op: Op, name: &str, value: i64);
    fn shape(&self, op: Op) -> Result<PipelineShape, Failure>;
    fn when(&mut self, condition: Value, work: impl FnOnce(&mut Self) -> Result<(), Failure>) -> Result<(), Failure>;
}

impl Lowering for Cx<'_> {
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
        self.arith("arith.addi", a, b)
    }

    fn arith(&mut self, name: &str, a: Value, b: Value) -> Value {
        self.build().binary(name, a, b)
    }

    fn not(&mut self, condition: Value) -> Value {
        let yes = self.bool(true);
        self.arith("arith.xori", condition, yes)
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
        self.build().value("arith.bitcast", &[value], element)
    }

    fn set_int(&mut self, op: Op, name: &str, value: i64) {
        let value = self.build().int(value);
        self.new.set_attr(op, name, value);
    }

    /// The numbers of the pipeline that is the first operand.
    fn shape(&self, op: Op) -> Result<PipelineShape, Failure> {
        let shape = self
            .old
            .operands(op)
            .first()
            .and_then(|&pipe| self.old.pipeline_shape(pipe));
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
        let branch = self.build().op("scf.if", &[&[condition]], &[]);
        let block = self.new.add_block(self.new.regions(branch)[0]);
        self.in_block(block, work)
    }
}
