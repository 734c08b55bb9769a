//! `cutlass.pipeline`: staged producer/consumer pipelines (document 001).
//!
//! A pipeline is a ring of stages in shared memory, each with a *full* and an *empty* barrier. A state is a place in the
//! ring: the index of a stage, the phase (which flips each time the index wraps) and a count of steps. Producer and
//! consumer each carry a state of their own, from phase 0 on: the producer acquires a stage by waiting for the opposite of
//! its phase on the empty barrier, the consumer waits for its phase on the full one.

use crate::entity::Op;
use crate::module::Module;
use crate::op_def::AttrKind::{Enum, Int};
use crate::op_def::Constraint::{Any, Bool, ScalarInt};
use crate::op_def::*;
use crate::types::{TypeDef, plain};
use crate::verify::Violation;

/// A pipeline.
pub static PIPELINE: TypeDef = plain("cutlass.pipeline");
/// A place in a pipeline.
pub static PIPELINE_STATE: TypeDef = plain("cutlass.pipeline_state");

/// The most arrivals that an mbarrier counts (PTX ISA, mbarrier object).
const MOST_ARRIVALS: i64 = (1 << 20) - 1;
/// The operands that most ops have.
const PIPE_AND_STATE: &[OperandDef] = &[one("pipe", Any), one("state", Any)];

const fn handshake(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$pipe, $state : #pipe, #state", doc)
        .operands(PIPE_AND_STATE)
        .verify(on_pipe)
}

/// The ops of `cutlass.pipeline`.
pub(super) static OPS: [OpDef; 11] = [
    OpDef::new(
        "cutlass.pipeline.create",
        "stages = $numStages producers = $num_producers consumers = $num_consumers{?offset  offset = $offset} : #pipe",
        "A pipeline: how many stages, and how many arrivals complete a stage's full and its empty barrier.",
    )
    .results(&[result_always("pipe", Any, "cutlass.pipeline")])
    .attrs(&[
        attr("numStages", Int),
        attr("num_producers", Int),
        attr("num_consumers", Int),
        attr_opt("offset", Int),
    ])
    .verify(create),
    OpDef::new(
        "cutlass.pipeline.init",
        "$pipe : #pipe",
        "Makes the barriers of all stages ready, and lets all threads of the block see that.",
    )
    .operands(&[one("pipe", Any)])
    .verify(on_pipe),
    OpDef::new("cutlass.pipeline.state.create", "$role : #state", "The first place in the ring.")
        .results(&[result_always("state", Any, "cutlass.pipeline_state")])
        .attrs(&[attr("role", Enum(&["producer", "consumer"]))]),
    OpDef::new(
        "cutlass.pipeline.state.increment",
        "$pipe, $state : #pipe, #state",
        "The next place in the ring; the phase flips where the index wraps.",
    )
    .operands(PIPE_AND_STATE)
    .results(&[result_like("next", Any, "state")])
    .verify(on_pipe),
    OpDef::new("cutlass.pipeline.state.index", "$state : #state -> #index", "The number of the stage.")
        .operands(&[one("state", Any)])
        .results(&[result("index", ScalarInt)]),
    OpDef::new(
        "cutlass.pipeline.full_barrier",
        "$pipe, $state : #pipe, #state -> #address",
        "The address in shared memory of the barrier that tells that a stage is full.",
    )
    .operands(PIPE_AND_STATE)
    .results(&[result("address", ScalarInt)])
    .verify(on_pipe),
    handshake("cutlass.pipeline.producer_acquire", "Waits until the stage is empty."),
    OpDef::new(
        "cutlass.pipeline.producer_commit",
        "$pipe, $state bytes = $transaction_bytes : #pipe, #state",
        "Says that the stage is full once so many bytes have arrived; 0: now.",
    )
    .operands(PIPE_AND_STATE)
    .attrs(&[attr("transaction_bytes", Int)])
    .verify(on_pipe),
    handshake(
        "cutlass.pipeline.producer_tail",
        "Waits until all stages are empty, before the producer leaves.",
    ),
    handshake("cutlass.pipeline.consumer_wait", "Waits until the stage is full."),
    OpDef::new(
        "cutlass.pipeline.consumer_release",
        "$pipe, $state{?predicate  if $predicate} : #pipe, #state",
        "Says that the stage is empty.",
    )
    .operands(&[one("pipe", Any), one("state", Any), optional("predicate", Bool)])
    .verify(on_pipe),
];

fn create(module: &Module, op: Op) -> Result<(), Violation> {
    let stages = module.int_attr(op, "numStages").unwrap_or(0);
    if stages < 1 {
        return Err(Violation::new(format!("a pipeline of {stages} stages holds nothing"))
            .help("it needs at least one stage"));
    }
    for (name, who) in [("num_producers", "producers"), ("num_consumers", "consumers")] {
        let count = module.int_attr(op, name).unwrap_or(0);
        if !(1..=MOST_ARRIVALS).contains(&count) {
            return Err(Violation::new(format!("{count} {who} cannot arrive at a barrier"))
                .help(format!("an mbarrier counts 1 to {MOST_ARRIVALS} arrivals")));
        }
    }
    Ok(())
}

/// The first operand is a pipeline, the second a state.
fn on_pipe(module: &Module, op: Op) -> Result<(), Violation> {
    let types = [(&PIPELINE, "a pipeline"), (&PIPELINE_STATE, "a pipeline state")];
    for (&operand, (ty, what)) in module.operands(op).iter().zip(types) {
        if !module.is_type(module.ty(operand), ty) {
            let actual = module.type_text(module.ty(operand));
            return Err(Violation::new(format!("expected {what}, found a value of type `{actual}`")));
        }
    }
    Ok(())
}
