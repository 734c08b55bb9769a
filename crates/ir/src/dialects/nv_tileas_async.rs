//! `nv_tileas.async`: agents and pipelines of values between them, before they are handshakes on barriers; copies and
//! products that are started, and tokens for what is in flight.
//!
//! A *pipe* is a ring of `depth` slots that one producer fills and consumers read; its slack, how far the producer may
//! be ahead of what is read, is `depth - 1`. A *mutex* orders agents that touch the same thing; it has no slack and is
//! one named barrier. Names follow the published roster of NVIDIA's dialect.

use crate::dialects::Table;
use crate::entity::{Op, Value};
use crate::module::{Def, Module};
use crate::op_def::AttrKind::{Bool as BoolAttr, Enum, Flag, Int, Ints, Str};
use crate::op_def::Constraint::{Any, Bool, Type};
use crate::op_def::effects::{ALLOCATES, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::{PURE, TERMINATOR};
use crate::op_def::*;
use crate::op_def::{reading, unread_type};
use crate::operand;
use crate::ops::{Family, nv_tileas, scf};
use crate::parse::{Parser, Refused};
use crate::types::{TypeDef, TypeParams, plain};
use crate::verify::Violation;
use crate::words::role;
use smallvec::smallvec;
use std::fmt::Write;
use tilewright_diag::counted;

use super::cutlass_seq_bar::NAMED_BARRIERS;
use super::started;

/// Work in flight that can be waited for.
pub static ASYNC_TOKEN: TypeDef = plain("nv_tileas.async_token");
/// The right to fill a slot.
pub static PRODUCER_TOKEN: TypeDef = plain("nv_tileas.pipeline_producer_token");
/// The right to read a slot.
pub static CONSUMER_TOKEN: TypeDef = plain("nv_tileas.pipeline_consumer_token");
/// A pipeline.
pub static PIPELINE: TypeDef = plain("nv_tileas.pipeline");
/// `!nv_tileas.pipeline_iterator<tile<128x64xf16>, count = 4, stride = 1, space = shared>`: which slot is next.
pub static ITERATOR: TypeDef = TypeDef {
    name: "nv_tileas.pipeline_iterator",
    parse: reading(parse_iterator, unread_type),
    print: print_iterator,
    scalar: None,
    verify: None,
};
/// `!nv_tileas.pipe<depth = 3, slot_bytes = 32768, smem>`.
pub static PIPE: TypeDef = TypeDef {
    name: "nv_tileas.pipe",
    parse: reading(parse_pipe, unread_type),
    print: print_pipe,
    scalar: None,
    verify: None,
};
/// `!nv_tileas.mutex<barrier = 1>`.
pub static MUTEX: TypeDef = TypeDef {
    name: "nv_tileas.mutex",
    parse: reading(parse_mutex, unread_type),
    print: print_mutex,
    scalar: None,
    verify: None,
};

/// All types of this file.
pub static TYPES: [&TypeDef; 7] = [
    &ASYNC_TOKEN,
    &PRODUCER_TOKEN,
    &CONSUMER_TOKEN,
    &PIPELINE,
    &ITERATOR,
    &PIPE,
    &MUTEX,
];

/// Memory that the slots of an iterator are in.
const SPACES: [&str; 2] = ["shared", "tmem"];
/// Memory that backs a pipe.
const BACKINGS: [&str; 2] = ["smem", "tmem"];

const TOKEN: Constraint = Type("nv_tileas.async_token");
const PRODUCER: Constraint = Type("nv_tileas.pipeline_producer_token");
const CONSUMER: Constraint = Type("nv_tileas.pipeline_consumer_token");
const PIPE_VALUE: Constraint = Type("nv_tileas.pipeline");
const PLACE: Constraint = Type("nv_tileas.pipeline_iterator");
const AT: &[OperandDef] = &[one("pipe", PIPE_VALUE), one("at", PLACE)];
/// A pipeline of values, or a ring of buffers.
const RING: OperandDef = one("pipe", Constraint::Either("nv_tileas.pipeline", "cutlass.pipeline"));
/// A slot of one: where its iterator is, or the state of who is at it.
const SLOT: &[OperandDef] = &[
    RING,
    one(
        "at",
        Constraint::Either("nv_tileas.pipeline_iterator", "cutlass.pipeline_state"),
    ),
];

const fn at(name: &'static str, format: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, format, doc).operands(AT)
}

// Pipelines and agents; copies and products that are started; tokens; pipes and mutexes.
records!(
    pub(crate) OPS,
    nv_tileas_async,
    Table::NvTileasAsync,
    ASYNC_PIPELINE_CREATE_PIPELINE = OpDef::new(
        "nv_tileas.async.pipeline.create_pipeline",
        "",
        "A ring of slots between a group of producing agents and a group of consuming ones.",
    )
    .effects(ALLOCATES, On::Shared)
    .results(&[result_always("pipe", PIPE_VALUE, "nv_tileas.pipeline")])
    .attrs(&[
        attr("numStages", Int),
        attr("producerGroupId", Int),
        attr("consumerGroupId", Int),
        attr_opt("bufferView", Str),
        attr_opt("sharedMem", BoolAttr),
        attr_opt("dynamic", BoolAttr),
        attr_opt("num_producers", Int),
        attr_opt("num_consumers", Int),
        attr_opt("cluster", Ints),
        attr_opt("pair", Enum(&[role::PRODUCER, role::CONSUMER])),
    ])
    .verify(create_pipeline),
    ASYNC_PIPELINE_PRODUCE_ONE = OpDef::new(
        "nv_tileas.async.pipeline.produce_one",
        "$pipe, $at : #at $body",
        "Computes what its region yields, and fills the next slot with it.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(AT)
    .regions(&["body"])
    .verify(only_writer),
    ASYNC_PIPELINE_PRODUCE_ONE_ASYNC = OpDef::new(
        "nv_tileas.async.pipeline.produce_one_async",
        "$pipe, $at : #at -> #token $body",
        "Starts what its region says to fill the next slot, whose number and full barrier are its arguments; the token tells when it is full.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(SLOT)
    .results(&[result("token", TOKEN)])
    .attrs(&[attr_opt("transaction_bytes", Int)])
    .regions(&["body"])
    .verify(fills_slot),
    ASYNC_PIPELINE_CONSUME_ONE = OpDef::new(
        "nv_tileas.async.pipeline.consume_one",
        "$pipe, $at : #at{?results  -> #results} $body",
        "Reads the next slot into the arguments of its region, and gives what that yields.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(AT)
    .results(&[results("results", Any)])
    .attrs(&[attr("consumer_idx", Int)])
    .regions(&["body"])
    .verify(consumer),
    ASYNC_PIPELINE_CONSUME_ONE_ASYNC = OpDef::new(
        "nv_tileas.async.pipeline.consume_one_async",
        "$pipe, $at : #at{?results  -> #results} $body",
        "The same, with what the region yields still in flight. Of a ring of buffers the region has the number of the slot, \
         which is released once what this thread has issued is done: `issued`.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(SLOT)
    .results(&[results("results", TOKEN)])
    .attrs(&[attr("consumer_idx", Int), attr_opt("issued", Flag)])
    .regions(&["body"])
    .verify(empties_slot),
    ASYNC_PIPELINE_CONSUMER_READ = at(
        "nv_tileas.async.pipeline.consumer_read",
        "$pipe, $at : #at -> #value",
        "What is in a slot.",
    )
    .effects(READS, On::Shared)
    .results(&[result("value", Any)])
    .attrs(&[attr("consumer_idx", Int)])
    .verify(read),
    ASYNC_PIPELINE_PRODUCER_WRITE = OpDef::new(
        "nv_tileas.async.pipeline.producer_write",
        "$pipe, $at, $value : #at, #value",
        "Fills a slot.",
    )
    .effects(WRITES, On::Shared)
    .operands(&[one("pipe", PIPE_VALUE), one("at", PLACE), one("value", Any)])
    .verify(write),
    ASYNC_PIPELINE_PRODUCER_ACQUIRE = OpDef::new(
        "nv_tileas.async.pipeline.producer_acquire",
        "$pipe, $at : #at -> #token",
        "Waits until a slot is empty.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(SLOT)
    .results(&[result("token", PRODUCER)])
    .verify(|module, op| is_of_ring(module, op).map(|_| ())),
    ASYNC_PIPELINE_PRODUCER_COMMIT = OpDef::new(
        "nv_tileas.async.pipeline.producer_commit",
        "$pipe, $token{?predicate  if $predicate}{?issued  issued}",
        "Says that the slot is full. `issued`: once what this thread has issued is done.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(&[RING, one("token", PRODUCER), optional("predicate", Bool)])
    .attrs(&[attr_opt("transaction_bytes", Int), attr_opt("issued", Flag)])
    .verify(|module, op| token_of(module, op, nv_tileas::ASYNC_PIPELINE_PRODUCER_ACQUIRE)),
    ASYNC_PIPELINE_CONSUMER_WAIT = OpDef::new(
        "nv_tileas.async.pipeline.consumer_wait",
        "$pipe, $at : #at -> #token",
        "Waits until a slot is full.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(SLOT)
    .results(&[result("token", CONSUMER)])
    .verify(|module, op| is_of_ring(module, op).map(|_| ())),
    ASYNC_PIPELINE_CONSUMER_RELEASE = OpDef::new(
        "nv_tileas.async.pipeline.consumer_release",
        "$pipe, $token{?predicate  if $predicate}{?issued  issued}",
        "Says that the slot is empty. `issued`: once what this thread has issued is done.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(&[RING, one("token", CONSUMER), optional("predicate", Bool)])
    .attrs(&[attr_opt("issued", Flag)])
    .verify(|module, op| token_of(module, op, nv_tileas::ASYNC_PIPELINE_CONSUMER_WAIT)),
    ASYNC_PIPELINE_YIELD = OpDef::new(
        "nv_tileas.async.pipeline.yield",
        "{?values $values : #values}",
        "Ends the region of a pipeline op with its values.",
    )
    .operands(&[variadic("values", Any)])
    .traits(TERMINATOR)
    .verify(ends_region),
    ASYNC_PIPELINE_INC_ITER = OpDef::new("nv_tileas.async.pipeline.inc_iter", "$at : #at", "The next slot.")
        .operands(&[one("at", PLACE)])
        .results(&[result_like("next", PLACE, "at")])
        .traits(PURE),
    ASYNC_PIPELINE_CREATE_ITERATOR = OpDef::new(
        "nv_tileas.async.pipeline.create_iterator",
        "$pipe : #at",
        "The first slot of a pipeline.",
    )
    .operands(&[one("pipe", PIPE_VALUE)])
    .results(&[result("at", PLACE)])
    .traits(PURE)
    .verify(iterator_of),
    ASYNC_PIPELINE_AGENT_SWITCH = started::warps(
        "nv_tileas.async.pipeline.agent_switch",
        "Different warps do different things, each group of them what its region says: the first warps are the first agent.",
    ),
    ASYNC_TILED_TMA_LOAD = started::tma_load(
        "nv_tileas.async.tiled_tma_load",
        "Starts to copy a tile of a view to a buffer; the barrier is told of each byte that has arrived. Of a cluster of so many CTAs, \
         one copies its part of the tile to all whose bits are set, each into the same slot, and tells the same barrier of each.",
    ),
    ASYNC_TILED_LOAD = started::thread_copy(
        "nv_tileas.async.tiled_load",
        "Starts to copy a tile of a view to a buffer, each thread its part; of one that lies wholly in its tensor, the place of the thread's part may \
         be known.",
    ),
    ASYNC_DOT = started::product(
        "nv_tileas.async.dot",
        "Starts a matrix product of two tiles in buffers; the accumulator may be read after a wait.",
    ),
    ASYNC_WORD_DOT = started::word_product(
        "nv_tileas.async.word_dot",
        "Starts a matrix product of words in registers and a tile in a buffer; words and accumulator are not touched before a wait.",
    ),
    ASYNC_WAIT = OpDef::new("nv_tileas.async.wait", "$token", "Waits until this is done.")
        .effects(SYNCHRONISES, On::Barriers)
        .operands(&[one("token", TOKEN)]),
    ASYNC_FUTURE_WAIT = OpDef::new(
        "nv_tileas.async.future_wait",
        "$future",
        "Waits for what was handed on as a value, such as the token that a loop ends with.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("future", TOKEN)]),
    ASYNC_TO_ASYNC = OpDef::new(
        "nv_tileas.async.to_async",
        "$source : #source -> #token",
        "Work in flight as a token: an mbarrier with a parity, or the result of an asynchronous op.",
    )
    .operands(&[variadic("source", Any)])
    .results(&[result("token", TOKEN)])
    .traits(PURE)
    .verify(to_async),
    ASYNC_TOKEN_TO_ASYNC = OpDef::new(
        "nv_tileas.async.token_to_async",
        "$source : #source -> #token",
        "A token of memory as a token of work in flight.",
    )
    .operands(&[one("source", Constraint::Token)])
    .results(&[result("token", TOKEN)])
    .traits(PURE),
    CREATE_NONE = OpDef::new(
        "nv_tileas.create_none",
        ": #none",
        "Nothing in flight: what a loop carries before its first iteration.",
    )
    .results(&[result("none", TOKEN)])
    .traits(PURE),
    CREATE_PIPE = OpDef::new(
        "nv_tileas.create_pipe",
        "{?buffers of $buffers : #buffers }: #pipe",
        "A pipe, once the schedule is known, over the buffers that a stage fills together.",
    )
    .effects(ALLOCATES, On::Shared)
    .operands(&[variadic("buffers", Type("nv_tileas.buffer"))])
    .results(&[result("pipe", Type("nv_tileas.pipe"))])
    .attrs(&[attr_opt("slack", Int)])
    .verify(create_pipe),
    CREATE_MUTEX = OpDef::new(
        "nv_tileas.create_mutex",
        "stage = $stage order = $order : #mutex",
        "A mutex, once the schedule is known.",
    )
    .effects(ALLOCATES, On::Shared)
    .results(&[result("mutex", Type("nv_tileas.mutex"))])
    .attrs(&[attr("stage", Int), attr("order", Int)])
    .verify(create_mutex),
);

// Types.

fn entry(parser: &mut Parser<'_>, name: &str) -> Result<i64, Refused> {
    parser.expect(name)?;
    parser.expect("=")?;
    parser.integer()
}

fn one_of(parser: &mut Parser<'_>, words: [&str; 2]) -> Result<i64, Refused> {
    match words.iter().position(|word| parser.eat(word)) {
        Some(index) => Ok(index as i64),
        None => Err(parser.expected(&format!("`{}` or `{}`", words[0], words[1]))),
    }
}

fn parse_iterator(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let element = parser.ty()?;
    parser.expect(",")?;
    let count = entry(parser, "count")?;
    parser.expect(",")?;
    let stride = entry(parser, "stride")?;
    parser.expect(",")?;
    parser.expect("space")?;
    parser.expect("=")?;
    let space = one_of(parser, SPACES)?;
    parser.expect(">")?;
    Ok(TypeParams {
        types: smallvec![element],
        ints: smallvec![count, stride, space],
        ..TypeParams::default()
    })
}

fn print_iterator(module: &Module, params: &TypeParams, out: &mut String) {
    out.push('<');
    module.write_type(params.types[0], out);
    let space = SPACES.get(params.ints[2] as usize).copied().unwrap_or("");
    let _ = write!(
        out,
        ", count = {}, stride = {}, space = {space}>",
        params.ints[0], params.ints[1]
    );
}

fn parse_pipe(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let depth = entry(parser, "depth")?;
    parser.expect(",")?;
    let bytes = entry(parser, "slot_bytes")?;
    parser.expect(",")?;
    let backing = one_of(parser, BACKINGS)?;
    parser.expect(">")?;
    Ok(TypeParams {
        ints: smallvec![depth, bytes, backing],
        ..TypeParams::default()
    })
}

fn print_pipe(_: &Module, params: &TypeParams, out: &mut String) {
    let backing = BACKINGS.get(params.ints[2] as usize).copied().unwrap_or("");
    let _ = write!(
        out,
        "<depth = {}, slot_bytes = {}, {backing}>",
        params.ints[0], params.ints[1]
    );
}

fn parse_mutex(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let barrier = entry(parser, "barrier")?;
    parser.expect(">")?;
    Ok(TypeParams {
        ints: smallvec![barrier],
        ..TypeParams::default()
    })
}

fn print_mutex(_: &Module, params: &TypeParams, out: &mut String) {
    let _ = write!(out, "<barrier = {}>", params.ints[0]);
}

/// A pipe's type taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PipeType {
    /// Places.
    pub depth: i64,
    /// Bytes of a slot.
    pub slot_bytes: i64,
    /// Whether it is in tensor memory; else in shared memory.
    pub tmem: bool,
}

impl PipeType {
    /// The number of slots by which the producer may be ahead of the consumer.
    pub fn slack(self) -> i64 {
        self.depth - 1
    }
}

impl Module {
    /// The type of a pipe in shared memory.
    pub fn make_pipe_type(&mut self, depth: i64, slot_bytes: i64) -> crate::Ty {
        let params = TypeParams {
            ints: smallvec![depth, slot_bytes, 0],
            ..TypeParams::default()
        };
        self.intern_type(&PIPE, params)
    }

    /// The named barrier of a mutex; none for other types.
    pub fn mutex_barrier(&self, ty: crate::Ty) -> Option<i64> {
        let data = self.type_data(ty);
        std::ptr::eq(data.def, &MUTEX).then(|| data.params.ints.first().copied().unwrap_or(0))
    }

    /// A pipe's type taken apart; none for other types.
    pub fn pipe_type(&self, ty: crate::Ty) -> Option<PipeType> {
        let data = self.type_data(ty);
        std::ptr::eq(data.def, &PIPE).then(|| PipeType {
            depth: data.params.ints[0],
            slot_bytes: data.params.ints[1],
            tmem: data.params.ints[2] == 1,
        })
    }
}

// Rules.

/// The most groups of agents that an id can tell apart.
const GROUPS: i64 = 256;

fn create_pipeline(module: &Module, op: Op) -> Result<(), Violation> {
    let int = |name| module.int_attr(op, name).unwrap_or(0);
    let stages = int("numStages");
    if stages < 1 {
        return Err(
            Violation::new(format!("a pipeline of {stages} stages holds nothing")).help("it needs at least one")
        );
    }
    let (producer, consumer) = (int("producerGroupId"), int("consumerGroupId"));
    for id in [producer, consumer] {
        if !(0..GROUPS).contains(&id) {
            return Err(
                Violation::new(format!("{id} is no id of a group")).help(format!("ids are 0 to {}", GROUPS - 1))
            );
        }
    }
    if producer == consumer {
        return Err(Violation::new(format!("group {producer} is producer and consumer"))
            .note("a group that waits for itself to fill a slot waits for ever"));
    }
    Ok(())
}

/// The ops that fill slots.
const WRITERS: [OpKind; 3] = [
    nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE,
    nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE_ASYNC,
    nv_tileas::ASYNC_PIPELINE_PRODUCER_WRITE,
];

/// A pipeline has one writer.
fn only_writer(module: &Module, op: Op) -> Result<(), Violation> {
    let uses = module.uses(module.required_operand(op, operand::PIPE));
    let writers = uses.iter().filter(|u| WRITERS.contains(&module.kind(u.op))).count();
    if writers > 1 {
        return Err(Violation::new(format!("{writers} ops fill this pipeline"))
            .note("two writers would fill the same slot")
            .help("give each writer a pipeline of its own"));
    }
    Ok(())
}

/// Whether a slot is one of a ring of buffers, whose states say which is next.
fn is_of_ring(module: &Module, op: Op) -> Result<bool, Violation> {
    let is = |name, def| module.is_type(module.ty(module.required_operand(op, name)), def);
    match (is(operand::PIPE, &PIPELINE), is(operand::AT, &ITERATOR)) {
        (true, true) => Ok(false),
        (_, false) => Ok(true),
        (false, true) => Err(Violation::new("the ring and its place are of two kinds")
            .help("an iterator walks over a pipeline of values, a state over a ring of buffers")),
    }
}

fn fills_slot(module: &Module, op: Op) -> Result<(), Violation> {
    is_of_ring(module, op)?;
    only_writer(module, op)
}

fn empties_slot(module: &Module, op: Op) -> Result<(), Violation> {
    if is_of_ring(module, op)? && !module.has_attr(op, "issued") {
        return Err(
            Violation::new("nothing says when the slot of a ring of buffers is released")
                .help("say `issued`, and release it by steps where that is at another time"),
        );
    }
    consumer(module, op)
}

fn consumer(module: &Module, op: Op) -> Result<(), Violation> {
    let index = module.int_attr(op, "consumer_idx").unwrap_or(0);
    if index < 0 {
        return Err(Violation::new(format!("there is no consumer {index}")).help("consumers are numbered from 0"));
    }
    Ok(())
}

/// The type of what an iterator walks over.
fn element(module: &Module, iterator: Value) -> crate::Ty {
    let ty = module.ty(iterator);
    module.type_data(ty).params.types.first().copied().unwrap_or(ty)
}

fn same_element(module: &Module, iterator: Value, value: Value) -> Result<(), Violation> {
    let (wanted, actual) = (element(module, iterator), module.ty(value));
    if wanted == actual {
        return Ok(());
    }
    let (wanted, actual) = (module.type_text(wanted), module.type_text(actual));
    Err(Violation::new(format!("the slots hold `{wanted}`, not `{actual}`")))
}

fn read(module: &Module, op: Op) -> Result<(), Violation> {
    consumer(module, op)?;
    same_element(module, module.required_operand(op, operand::AT), module.result(op, 0))
}

fn write(module: &Module, op: Op) -> Result<(), Violation> {
    only_writer(module, op)?;
    same_element(
        module,
        module.required_operand(op, operand::AT),
        module.required_operand(op, operand::VALUE),
    )
}

/// The token comes from an acquire or wait of the same pipeline, on every way here.
fn token_of(module: &Module, op: Op, wanted: OpKind) -> Result<(), Violation> {
    let [pipe, token] = module.required_operands(op, [operand::PIPE, operand::TOKEN]);
    let short = wanted.name().rsplit('.').next().unwrap_or_default();
    match module.value_def(token) {
        Def::Result(def, index) if module.kind(def) == scf::IF => {
            // One token of each branch: they must agree.
            let regions = module.regions(def);
            let ends = regions
                .iter()
                .filter_map(|&region| module.last_op(module.entry_block(region)?));
            let tokens: Vec<Value> = ends
                .filter_map(|end| module.operands(end).get(index as usize).copied())
                .collect();
            tokens
                .iter()
                .try_for_each(|&token| made_by(module, token, pipe, wanted, short))
        }
        _ => made_by(module, token, pipe, wanted, short),
    }
}

fn made_by(module: &Module, token: Value, pipe: Value, wanted: OpKind, short: &str) -> Result<(), Violation> {
    let refusal = || Err(Violation::new(format!("the token does not come from `{short}`")));
    match module.value_def(token) {
        // A token that a loop carries is followed no further.
        Def::Argument(block, _) => match module.owner(block) {
            Some(owner) if module.def(owner).dialect() == "scf" => Ok(()),
            _ => refusal(),
        },
        Def::Result(def, _) if module.kind(def) == wanted && module.required_operand(def, operand::PIPE) == pipe => {
            Ok(())
        }
        Def::Result(def, _) if module.kind(def) == wanted => Err(Violation::new("the token is of another pipeline")),
        Def::Result(..) => refusal(),
    }
}

/// A yield stands in a region of a pipeline op, and agrees with its results.
fn ends_region(module: &Module, op: Op) -> Result<(), Violation> {
    let Some(owner) = module
        .parent_op(op)
        .filter(|&owner| module.kind(owner).is_of(Family::ValuePipeline))
    else {
        return Err(Violation::new("it stands in no region of a pipeline op"));
    };
    let types = |values: &[Value]| values.iter().map(|&v| module.ty(v)).collect::<Vec<_>>();
    let (given, wanted) = (types(module.operands(op)), types(module.results(owner)));
    let consumes = matches!(
        module.kind(owner),
        nv_tileas::ASYNC_PIPELINE_CONSUME_ONE | nv_tileas::ASYNC_PIPELINE_CONSUME_ONE_ASYNC
    );
    if consumes && given != wanted {
        let list = |types: &[crate::Ty]| {
            types
                .iter()
                .map(|&t| module.type_text(t))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let (given, wanted) = (list(&given), list(&wanted));
        return Err(Violation::new(format!("the op gives ({wanted}), not ({given})")));
    }
    Ok(())
}

fn iterator_of(module: &Module, op: Op) -> Result<(), Violation> {
    let data = module.type_data(module.ty(module.result(op, 0)));
    let (count, stride) = (data.params.ints[0], data.params.ints[1]);
    if count < 1 || stride < 1 || count % stride != 0 {
        return Err(Violation::new(format!("steps of {stride} do not divide {count} slots"))
            .note("an iterator must come back to the slot it started from"));
    }
    let pipe = module.defining_op(module.only_operand(op));
    let stages = pipe.and_then(|pipe| module.int_attr(pipe, "numStages"));
    match stages {
        Some(stages) if stages != count => Err(Violation::new(format!(
            "the iterator walks over {}, but the pipeline has {stages}",
            counted(count as usize, "slots")
        ))),
        _ => Ok(()),
    }
}

fn to_async(module: &Module, op: Op) -> Result<(), Violation> {
    let sources = module.operands(op);
    let is_i32 = |&v: &Value| module.scalar(module.ty(v)).is_some_and(|s| s.name == "i32");
    match sources {
        [_] => Ok(()),
        [address, parity] if is_i32(address) && is_i32(parity) => Ok(()),
        [_, _] => Err(Violation::new(
            "an mbarrier and its parity are two values of type `i32`",
        )),
        _ => Err(
            Violation::new(format!("{} values are not one piece of work in flight", sources.len()))
                .help("name the result of an asynchronous op, or an mbarrier and its parity"),
        ),
    }
}

fn create_pipe(module: &Module, op: Op) -> Result<(), Violation> {
    let Some(pipe) = module.pipe_type(module.ty(module.result(op, 0))) else {
        return Ok(());
    };
    if pipe.depth < 1 || pipe.slot_bytes < 1 {
        return Err(Violation::new(format!(
            "a pipe of {} slots of {} bytes holds nothing",
            pipe.depth, pipe.slot_bytes
        )));
    }
    let buffers: Vec<_> = module
        .operands(op)
        .iter()
        .filter_map(|&buffer| module.buffer_type(module.ty(buffer)))
        .collect();
    let bytes = buffers.iter().map(|buffer| buffer.tile_bytes()).sum::<i64>();
    if !buffers.is_empty() && bytes != pipe.slot_bytes {
        return Err(Violation::new(format!(
            "its buffers have {bytes} bytes for a stage, not {}",
            pipe.slot_bytes
        ))
        .help(format!("say `slot_bytes = {bytes}`")));
    }
    if let Some(buffer) = buffers.iter().find(|buffer| buffer.depth != pipe.depth) {
        return Err(Violation::new(format!(
            "a buffer of {} tiles has no room for {} stages",
            buffer.depth, pipe.depth
        ))
        .help(format!("say `depth = {}`", buffer.depth)));
    }
    match module.int_attr(op, "slack") {
        Some(slack) if slack != pipe.slack() => Err(Violation::new(format!(
            "a pipe of {} slots has a slack of {}, not {slack}",
            pipe.depth,
            pipe.slack()
        ))),
        _ => Ok(()),
    }
}

fn create_mutex(module: &Module, op: Op) -> Result<(), Violation> {
    let ints = &module.type_data(module.ty(module.result(op, 0))).params.ints;
    let barrier = ints.first().copied().unwrap_or(-1);
    if !(0..NAMED_BARRIERS).contains(&barrier) {
        return Err(
            Violation::new(format!("there is no named barrier {barrier}")).note(format!(
                "a CTA has {NAMED_BARRIERS} named barriers, 0 to {}",
                NAMED_BARRIERS - 1
            )),
        );
    }
    for name in ["stage", "order"] {
        let value = module.int_attr(op, name).unwrap_or(-1);
        if value < 0 {
            return Err(
                Violation::new(format!("{name} {value} is before the first")).help("stage and order count from 0")
            );
        }
    }
    Ok(())
}
