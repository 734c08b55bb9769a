//! `cutlass.tile_scheduler`: who computes which tile, when, and how split tiles are joined (documents 001 and 002).
//!
//! A scheduler is made once, at the kernel's entry, from the record that the launch passes as a grid constant (TileLang's
//! has none: it is made from tile counts). It gives each worker a range of linear ids, and decodes an id to a work tile.
//! Stream-K hands out parts of K; a fixup joins their sums through the workspace.
//!
//! ```text
//! %p = cutlass.tile_scheduler.create_static_persistent_params %record problem(%m, %n, %k) ... -> !cutlass.tile_scheduler_params<static_persistent, contract> {...}
//! %first, %end, %step = cutlass.tile_scheduler.get_worker_range %p : ... -> tile<i32>
//! scf.for %id in (%first to %end, step %step) : tile<i32> {
//!   %work = cutlass.tile_scheduler.create_static_persistent_work_tile_info %p, %id : ...
//!   %tile_m, %tile_n, ... = cutlass.tile_scheduler.get_work_tile %work : ...
//! ```

use crate::entity::{Op, Ty};
use crate::module::Module;
use crate::op_def::AttrKind::{Bool as BoolAttr, Enum, Flag, Int, Ints, Str};
use crate::op_def::Constraint::{Any, Pointer, ScalarBool, ScalarInt, Tile};
use crate::op_def::effects::{ALLOCATES, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::PURE;
use crate::op_def::*;
use crate::parse::{Parser, Refused};
use crate::types::{TypeDef, TypeParams, plain};
use crate::verify::Violation;
use smallvec::smallvec;

/// The kinds of schedulers, in the words of the text.
pub const KINDS: &[&str] = &[
    "data_parallel",
    "static_persistent",
    "stream_k",
    "stream_k_sm100",
    "tilelang",
];
/// Whose formulas a scheduler follows.
pub const POLICIES: &[&str] = &["contract", "cutlass_sm90"];

/// `!cutlass.grid_constant<48>`: a parameter record of so many bytes, the same for the whole grid.
pub static GRID_CONSTANT: TypeDef = TypeDef {
    name: "cutlass.grid_constant",
    parse: parse_grid_constant,
    print: print_grid_constant,
    scalar: None,
    verify: None,
};
/// `!cutlass.tile_scheduler_params<stream_k, contract>`: a scheduler.
pub static PARAMS: TypeDef = scheduler_type("cutlass.tile_scheduler_params");
/// `!cutlass.work_tile_info<stream_k, contract>`: a piece of work.
pub static WORK_TILE: TypeDef = scheduler_type("cutlass.work_tile_info");
/// `!cutlass.tile_scheduler_state`: where a worker of TileLang's scheduler is.
pub static STATE: TypeDef = plain("cutlass.tile_scheduler_state");
/// `!cutlass.work_id_response`: a ring of linear ids in shared memory, each with its barriers.
pub static WORK_ID_RESPONSE: TypeDef = plain("cutlass.work_id_response");

/// The types of this dialect.
pub(super) static TYPES: [&TypeDef; 5] = [&GRID_CONSTANT, &PARAMS, &WORK_TILE, &STATE, &WORK_ID_RESPONSE];

/// Bytes of the record that the `contract` schedulers read (document 001).
pub const CONTRACT_RECORD_BYTES: i64 = 48;
/// Bytes of the record that the `cutlass_sm90` schedulers read.
pub const CUTLASS_RECORD_BYTES: i64 = 0xb0;

/// A type that says which scheduler it belongs to.
const fn scheduler_type(name: &'static str) -> TypeDef {
    TypeDef {
        name,
        parse: parse_kind,
        print: print_kind,
        scalar: None,
        verify: None,
    }
}

fn parse_grid_constant(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let span = parser.next_span();
    let bytes = parser.integer()?;
    if !(1..=4096).contains(&bytes) {
        return Err(parser.error_at(span, "a grid constant has 1 to 4096 bytes"));
    }
    parser.expect(">")?;
    Ok(TypeParams {
        ints: smallvec![bytes],
        ..TypeParams::default()
    })
}

fn print_grid_constant(_: &Module, params: &TypeParams, out: &mut String) {
    out.push_str(&format!("<{}>", params.ints[0]));
}

fn parse_kind(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let kind = word_of(parser, KINDS)?;
    let policy = if parser.eat(",") { word_of(parser, POLICIES)? } else { 0 };
    parser.expect(">")?;
    Ok(TypeParams {
        ints: smallvec![kind, policy],
        ..TypeParams::default()
    })
}

fn word_of(parser: &mut Parser<'_>, words: &[&str]) -> Result<i64, Refused> {
    let span = parser.next_span();
    let word = parser.take_word();
    match words.iter().position(|w| *w == word) {
        Some(index) => Ok(index as i64),
        None => Err(parser.error_at(span, format!("expected one of {}", words.join(", ")))),
    }
}

fn print_kind(_: &Module, params: &TypeParams, out: &mut String) {
    let kind = KINDS[params.ints[0] as usize];
    match kind {
        // TileLang's scheduler has one set of formulas.
        "tilelang" => out.push_str("<tilelang>"),
        _ => out.push_str(&format!("<{kind}, {}>", POLICIES[params.ints[1] as usize])),
    }
}

/// Which scheduler a value of this dialect belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedulerType {
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// One of [`POLICIES`].
    pub policy: &'static str,
}

impl SchedulerType {
    /// Whether K is split.
    pub fn is_stream_k(self) -> bool {
        self.kind.starts_with("stream_k")
    }

    /// Bytes of the record that it reads; 0 for none.
    pub fn record_bytes(self) -> i64 {
        match (self.kind, self.policy) {
            ("tilelang", _) => 0,
            (_, "contract") => CONTRACT_RECORD_BYTES,
            _ => CUTLASS_RECORD_BYTES,
        }
    }
}

impl Module {
    /// The scheduler that a handle or a work tile belongs to; none for other types.
    pub fn scheduler_type(&self, ty: Ty) -> Option<SchedulerType> {
        let data = self.type_data(ty);
        if !std::ptr::eq(data.def, &PARAMS) && !std::ptr::eq(data.def, &WORK_TILE) {
            return None;
        }
        let word = |index: usize, words: &'static [&'static str]| {
            let number = usize::try_from(*data.params.ints.get(index)?).ok()?;
            words.get(number).copied()
        };
        Some(SchedulerType {
            kind: word(0, KINDS)?,
            policy: word(1, POLICIES)?,
        })
    }

    /// The type of a scheduler's handle (`work`: of its work tiles); none if the words name none.
    pub fn make_scheduler_type(&mut self, kind: &str, policy: &str, work: bool) -> Option<Ty> {
        let number = |words: &[&str], word: &str| words.iter().position(|w| *w == word).map(|i| i as i64);
        let ints = smallvec![number(KINDS, kind)?, number(POLICIES, policy)?];
        let params = TypeParams {
            ints,
            ..TypeParams::default()
        };
        Some(self.intern_type(if work { &WORK_TILE } else { &PARAMS }, params))
    }

    /// Bytes of a grid constant; none for other types.
    pub fn grid_constant_bytes(&self, ty: Ty) -> Option<i64> {
        let data = self.type_data(ty);
        std::ptr::eq(data.def, &GRID_CONSTANT).then(|| data.params.ints[0])
    }

    /// The type of a grid constant of so many bytes.
    pub fn make_grid_constant_type(&mut self, bytes: i64) -> Ty {
        let params = TypeParams {
            ints: smallvec![bytes],
            ..TypeParams::default()
        };
        self.intern_type(&GRID_CONSTANT, params)
    }
}

/// What all schedulers but TileLang's are made of: the record, the problem's extents, and what is decided beforehand.
const fn create(name: &'static str, doc: &'static str, extra: &'static [AttrDef]) -> OpDef {
    OpDef::new(
        name,
        "$record problem($m, $n, $k){?work_id  work_id = $work_id} : #record, #m{?work_id , #work_id} -> #params",
        doc,
    )
    .operands(
        const {
            &[
                one("record", Any),
                one("m", ScalarInt),
                one("n", ScalarInt),
                one("k", ScalarInt),
                optional("work_id", Any),
            ]
        },
    )
    .results(const { &[result("params", Any)] })
    .attrs(extra)
    .traits(PURE)
    .verify(created)
}

/// The CTA tile in elements of m, n and k; the cluster in CTAs along m and n; the order of tiles.
const TILE: AttrDef = attr("tile", Ints);
const CLUSTER: AttrDef = attr("cluster", Ints);
const RASTER: AttrDef = attr("raster", Enum(&["heuristic", "along_m", "along_n"]));
const SWIZZLE: AttrDef = attr("swizzle", Int);

/// Makes a work tile from a linear id.
const fn create_work_tile(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$params, $linear_id : #params, #linear_id -> #work", doc)
        .operands(const { &[one("params", Any), one("linear_id", ScalarInt)] })
        .results(const { &[result("work", Any)] })
        .traits(PURE)
        .verify(created_work_tile)
}

/// One number of a TileLang scheduler's state.
const fn state_number(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$state : #state -> #result", doc)
        .operands(const { &[one("state", Any)] })
        .results(const { &[result("result", ScalarInt)] })
        .traits(PURE)
        .verify(on_state)
}

/// The operands of ops on a TileLang scheduler and its state.
const PARAMS_AND_STATE: &[OperandDef] = &[one("params", Any), one("state", Any)];
const LOCK: &[OperandDef] = &[one("lock", Pointer), one("value", ScalarInt)];
const RESPONSE: OperandDef = one("response", Any);
const ITER: OperandDef = one("current_iter", ScalarInt);

/// An op on a ring of linear ids.
const fn on_ring(name: &'static str, format: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, format, doc).verify(response)
}

/// The ops of `cutlass.tile_scheduler`.
pub(super) static OPS: [OpDef; 35] = [
    create(
        "cutlass.tile_scheduler.create_dp_params",
        "A data-parallel scheduler: one tile for each CTA, from the launch or, with `pull`, from a WorkID response.",
        &[TILE, CLUSTER, RASTER, SWIZZLE, attr_opt("pull", Flag)],
    ),
    create(
        "cutlass.tile_scheduler.create_static_persistent_params",
        "A static persistent scheduler: resident CTAs walk the tiles with the stride of the grid.",
        &[TILE, CLUSTER, RASTER, SWIZZLE, attr_opt("pull", Flag)],
    ),
    create(
        "cutlass.tile_scheduler.create_streamk_params",
        "A stream-K scheduler: some tiles are cut along K and joined through the workspace; `sm` is the compute capability, `join` what joining one more sum weighs in K tiles.",
        &[
            TILE,
            CLUSTER,
            RASTER,
            SWIZZLE,
            attr("decomposition", Enum(&["heuristic", "stream_k", "split_k", "data_parallel"])),
            attr("splits", Int),
            attr("sm", Int),
            attr_opt("join", Int),
            attr_opt("pull", Flag),
        ],
    ),
    create_work_tile(
        "cutlass.tile_scheduler.create_dp_work_tile_info",
        "The tile of a linear id.",
    ),
    create_work_tile(
        "cutlass.tile_scheduler.create_static_persistent_work_tile_info",
        "The tile of a linear id.",
    ),
    create_work_tile(
        "cutlass.tile_scheduler.create_streamk_work_tile_info",
        "The tile and the range of K of a linear id.",
    ),
    OpDef::new(
        "cutlass.tile_scheduler.get_worker_range",
        "$params : #params -> #first",
        "The linear ids of this CTA: the first, where they end, and the stride.",
    )
    .operands(&[one("params", Any)])
    .results(&[
        result("first", ScalarInt),
        result_like("end", ScalarInt, "first"),
        result_like("step", ScalarInt, "first"),
    ])
    .traits(PURE)
    .verify(on_params),
    OpDef::new(
        "cutlass.tile_scheduler.request_work",
        "$params, $current_iter : #params, #current_iter -> #ticket",
        "Asks the WorkID response source for the next linear id that no CTA has; one for the whole CTA.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("params", Any), ITER])
    .results(&[result_like("ticket", ScalarInt, "current_iter")])
    .verify(pulled),
    OpDef::new(
        "cutlass.tile_scheduler.receive_work",
        "$params, $ticket : #params, #ticket -> #id",
        "The linear id that was asked for; none that is left is an id past the end.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("params", Any), one("ticket", ScalarInt)])
    .results(&[result_like("id", ScalarInt, "ticket")])
    .verify(pulled),
    OpDef::new(
        "cutlass.tile_scheduler.create_work_id_response",
        "stages = $stages{?readers  readers = $readers} : #response",
        "Room for so many linear ids in shared memory, with barriers that one arrival fills and so many readers empty.",
    ).effects(ALLOCATES, On::Shared)
    .results(&[result_always("response", Any, "cutlass.work_id_response")])
    .attrs(&[attr("stages", Int), attr_opt("readers", Int), attr_opt("offset", Int)])
    .verify(created_response),
    OpDef::new(
        "cutlass.tile_scheduler.fetch_work_id",
        "$source, $current_iter{?alone  alone} : #source, #current_iter -> #id",
        "Counts a counter in global memory up, once for the CTA or by this thread alone, and gives what it was.",
    ).effects(READS | WRITES, On::Global)
    .operands(&[one("source", Pointer), ITER])
    .results(&[result_like("id", ScalarInt, "current_iter")])
    .attrs(&[attr_opt("alone", Flag)]),
    on_ring(
        "cutlass.tile_scheduler.request_work_id",
        "$response : #response",
        "Asks for the launch of a CTA to be cancelled, so that this one takes its work over (cluster launch control).",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE]),
    on_ring(
        "cutlass.tile_scheduler.receive_work_id",
        "$response, $current_iter : #response, #current_iter -> #id",
        "The linear id of the CTA whose launch was cancelled; an id past all ends if none was.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE, ITER])
    .results(&[result_like("id", ScalarInt, "current_iter")]),
    on_ring(
        "cutlass.tile_scheduler.send_work_id",
        "$response, $id, $current_iter : #response, #id",
        "Hands a linear id to the readers, once they have read that of a round ago; by one thread.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE, one("id", ScalarInt), ITER]),
    on_ring(
        "cutlass.tile_scheduler.take_work_id",
        "$response, $current_iter : #response, #current_iter -> #id",
        "The linear id that was sent in this iteration.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE, ITER])
    .results(&[result_like("id", ScalarInt, "current_iter")]),
    OpDef::new(
        "cutlass.tile_scheduler.write_work_id",
        "$buffer[$slot], $id : #buffer, #slot",
        "Writes a linear id into a place of a ring, which is now an address in shared memory.",
    ).effects(WRITES, On::Shared)
    .operands(&[one("buffer", ScalarInt), one("slot", ScalarInt), one("id", ScalarInt)]),
    OpDef::new(
        "cutlass.tile_scheduler.read_work_id",
        "$buffer[$slot] in $current_iter : #buffer, #slot -> #id",
        "Reads the linear id of an iteration from a place of a ring.",
    ).effects(READS, On::Shared)
    .operands(&[one("buffer", ScalarInt), one("slot", ScalarInt), ITER])
    .results(&[result_like("id", ScalarInt, "slot")]),
    OpDef::new(
        "cutlass.tile_scheduler.get_work_tile",
        "$work : #work -> #m, #valid",
        "What a work tile says: this CTA's tile, its range of K tiles, its index, and whether there is such a tile.",
    )
    .operands(&[one("work", Any)])
    .results(&[
        result("m", ScalarInt),
        result_like("n", ScalarInt, "m"),
        result_like("l", ScalarInt, "m"),
        result_like("k_start", ScalarInt, "m"),
        result_like("k_count", ScalarInt, "m"),
        result_like("tile_idx", ScalarInt, "m"),
        result("valid", ScalarBool),
    ])
    .traits(PURE)
    .verify(on_work),
    OpDef::new(
        "cutlass.tile_scheduler.advance_to_next_work",
        "$params, $work, $tile_idx round = $tiles_per_pipeline_round : #params, #work, #tile_idx -> #next, #is_valid_tile",
        "The work tile a stride on, whether it exists, the tiles since the pipeline was clocked, and whether it is clocked now.",
    )
    .operands(&[one("params", Any), one("work", Any), one("tile_idx", ScalarInt)])
    .results(&[
        result("next", Any),
        result_like("next_tile_idx", ScalarInt, "tile_idx"),
        result("is_valid_tile", ScalarBool),
        result_like("increment_pipe", ScalarBool, "is_valid_tile"),
    ])
    .attrs(&[attr("tiles_per_pipeline_round", Int)])
    .traits(PURE)
    .verify(advanced),
    OpDef::new(
        "cutlass.tile_scheduler.get_workspace_sizes",
        "$params{?accumulator_tile_bytes  tile_bytes = $accumulator_tile_bytes} : #params -> #total",
        "Bytes of the workspace: all of it, the partial sums, the locks after them.",
    )
    .operands(&[one("params", Any)])
    .results(&[
        result("total", ScalarInt),
        result_like("reduction", ScalarInt, "total"),
        result_like("barriers", ScalarInt, "total"),
    ])
    .attrs(&[attr_opt("accumulator_tile_bytes", Int)])
    .traits(PURE)
    .verify(workspace),
    OpDef::new(
        "cutlass.tile_scheduler.fixup",
        "$protocol $params, $work, $partial : #params, #work, #partial -> #is_final",
        "Joins the sums of a tile that was cut along K: the whole sum, and whether this CTA is the one to use it.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(&[one("params", Any), one("work", Any), one("partial", Tile)])
    .results(&[result_like("sum", Tile, "partial"), result("is_final", ScalarBool)])
    .attrs(&[attr("protocol", Enum(&["contract", "turnstile", "atomic", "cluster_barrier"]))])
    .verify(fixup),
    OpDef::new(
        "cutlass.tile_scheduler.lock_wait",
        "$how $lock, $value : #lock, #value",
        "Waits until a lock in global memory has this value (or at least it); what was released is seen afterwards.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(LOCK)
    .attrs(&[attr("how", Enum(&["equal", "at_least"]))]),
    OpDef::new(
        "cutlass.tile_scheduler.lock_arrive",
        "$lock, $value : #lock, #value",
        "Adds to a lock in global memory, releasing all that this CTA wrote before.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(LOCK),
    OpDef::new(
        "cutlass.tile_scheduler.lock_reset",
        "$lock, $value : #lock, #value",
        "Sets a lock that nobody waits for any more.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(LOCK),
    OpDef::new(
        "cutlass.tile_scheduler.create_tilelang_params",
        "$prefix($num_m_tiles, $num_n_tiles, $num_workers) : #num_m_tiles -> #params",
        "TileLang's persistent scheduler; the prefix names the values of its state.",
    )
    .operands(&[
        one("num_m_tiles", ScalarInt),
        one("num_n_tiles", ScalarInt),
        one("num_workers", ScalarInt),
    ])
    .results(&[result("params", Any)])
    .attrs(&[
        attr("prefix", Str),
        attr("swizzle_size", Int),
        attr("column_major", BoolAttr),
        attr("cluster_size", Int),
    ])
    .traits(PURE)
    .verify(tilelang),
    OpDef::new(
        "cutlass.tile_scheduler.coord",
        "$params, $tile_id : #params, #tile_id -> #m_idx",
        "The tile (a cluster row, and a column) of a linear id.",
    )
    .operands(&[one("params", Any), one("tile_id", ScalarInt)])
    .results(&[
        result("m_idx", ScalarInt),
        result_like("n_idx", ScalarInt, "m_idx"),
    ])
    .traits(PURE)
    .verify(on_tilelang),
    OpDef::new(
        "cutlass.tile_scheduler.init",
        "$params, $linear_init : #params, #linear_init -> #state",
        "A worker's first state.",
    )
    .operands(&[one("params", Any), one("linear_init", ScalarInt)])
    .results(&[result_always("state", Any, "cutlass.tile_scheduler_state")])
    .traits(PURE)
    .verify(on_tilelang),
    OpDef::new(
        "cutlass.tile_scheduler.next_tile",
        "$params, $state : #params, #state -> #next",
        "The state after as many linear ids as there are workers; the clock ticks.",
    )
    .operands(PARAMS_AND_STATE)
    .results(&[result_like("next", Any, "state")])
    .traits(PURE)
    .verify(on_tilelang),
    OpDef::new(
        "cutlass.tile_scheduler.valid",
        "$params, $state : #params, #state -> #result",
        "Whether the state's tile exists.",
    )
    .operands(PARAMS_AND_STATE)
    .results(&[result("result", ScalarBool)])
    .traits(PURE)
    .verify(on_tilelang),
    state_number("cutlass.tile_scheduler.m_idx", "The state's tile row; a cluster row in a cluster."),
    state_number("cutlass.tile_scheduler.n_idx", "The state's tile column."),
    state_number("cutlass.tile_scheduler.linear_idx", "The worker's linear id."),
    state_number(
        "cutlass.tile_scheduler.current_iter",
        "How many tiles the worker has gone past: the clock of phases and double buffers.",
    ),
    OpDef::new(
        "nvvm.ld_acquire",
        "$scope $address : #address -> #result",
        "Reads an element of global memory; what was released before it was written is seen afterwards.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(&[one("address", Any)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("scope", Enum(&["tl_blk", "device", "sys"]))]),
    OpDef::new(
        "nvvm.ld_param",
        "$record + $offset : #record -> #result",
        "A field of a parameter record.",
    )
    .operands(&[one("record", Any)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("offset", Int)])
    .traits(PURE)
    .verify(field),
];

type Rule = Result<(), Violation>;

fn ensure(holds: bool, violation: impl FnOnce() -> Violation) -> Rule {
    if holds { Ok(()) } else { Err(violation()) }
}

/// The scheduler that the first operand, of type `def`, belongs to.
fn scheduler_of(module: &Module, op: Op, index: usize, def: &'static TypeDef) -> Result<SchedulerType, Violation> {
    let ty = module.ty(module.operand(op, index));
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

fn on_params(module: &Module, op: Op) -> Rule {
    scheduler_of(module, op, 0, &PARAMS).map(|_| ())
}

fn on_work(module: &Module, op: Op) -> Rule {
    scheduler_of(module, op, 0, &WORK_TILE).map(|_| ())
}

fn on_state(module: &Module, op: Op) -> Rule {
    let ty = module.ty(module.operand(op, 0));
    ensure(module.is_type(ty, &STATE), || {
        let text = module.type_text(ty);
        Violation::new(format!("expected a state of TileLang's scheduler, found `{text}`"))
    })
}

/// The kinds that an op may make or work on.
fn kinds_of(op_name: &str) -> &'static [&'static str] {
    match op_name.rsplit('.').next().unwrap_or("") {
        "create_dp_params" | "create_dp_work_tile_info" => &["data_parallel"],
        "create_static_persistent_params" | "create_static_persistent_work_tile_info" => &["static_persistent"],
        _ => &["stream_k", "stream_k_sm100"],
    }
}

fn of_kind(module: &Module, op: Op, scheduler: SchedulerType) -> Rule {
    let kinds = kinds_of(module.op_name(op));
    ensure(kinds.contains(&scheduler.kind), || {
        Violation::new(format!(
            "this op is for {}, not for {}",
            kinds.join(" and "),
            scheduler.kind
        ))
    })
}

fn created(module: &Module, op: Op) -> Rule {
    let scheduler = result_scheduler(module, op, &PARAMS)?;
    of_kind(module, op, scheduler)?;
    let bytes = module.grid_constant_bytes(module.ty(module.operand(op, 0)));
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
    if scheduler.policy == "cutlass_sm90" {
        let cluster = module.ints_attr(op, "cluster").unwrap_or(&[]);
        ensure(cluster.iter().all(|&c| c & (c - 1) == 0), || {
            Violation::new(format!("a cluster of {cluster:?} CTAs is not made of powers of two"))
                .note("the CUTLASS schedulers divide by cluster sizes with shifts")
        })?;
    }
    if let Some(source) = module.operand_named(op, "work_id") {
        let ty = module.ty(source);
        let is_source = module.is_type(ty, &WORK_ID_RESPONSE) || module.pointee(module.element(ty)).is_some();
        ensure(is_source, || {
            Violation::new("a WorkID response source is a counter in global memory or a `!cutlass.work_id_response`")
        })?;
    }
    let data_parallel = scheduler.kind == "data_parallel";
    let (pull, source) = (
        module.has_attr(op, "pull"),
        module.operand_named(op, "work_id").is_some(),
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
    let blackwell = module.int_attr(op, "sm").is_some_and(|sm| sm >= 100);
    if let Some(other) = other_form(module, op, scheduler) {
        return Err(Violation::new(format!(
            "a kernel never has both forms of stream-K, {} and {other}",
            scheduler.kind
        ))
        .note("the SM100 form supersedes the generic one; which of them is decided by the GPU")
        .help("make all stream-K schedulers of a kernel of one form"));
    }
    match scheduler.kind {
        "stream_k_sm100" if !blackwell => Err(Violation::new("the SM100 form of stream-K is illegal below sm_100")
            .note("it joins at a cluster barrier that earlier GPUs do not have in this form")
            .help("use `stream_k`")),
        "stream_k" if blackwell => Err(Violation::new("the generic form of stream-K is illegal from sm_100 on")
            .note("the SM100 form supersedes it, and a kernel never links both")
            .help("use `stream_k_sm100`")),
        _ => Ok(()),
    }
}

/// The other form of stream-K, if the kernel around an op makes a scheduler of it.
fn other_form(module: &Module, op: Op, scheduler: SchedulerType) -> Option<&'static str> {
    let outer = std::iter::successors(module.parent_op(op), |&outer| module.parent_op(outer)).last()?;
    let inside = module.regions(outer).iter().flat_map(|&region| module.blocks(region));
    let all = inside.flat_map(|&block| module.walk(block));
    let makers = all.filter(|&other| module.op_name(other) == module.op_name(op));
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

fn created_work_tile(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, 0, &PARAMS)?;
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

fn pulled(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, 0, &PARAMS)?;
    let made = module.defining_op(module.operand(op, 0));
    ensure(
        scheduler.kind == "data_parallel" && made.is_some_and(|made| module.has_attr(made, "pull")),
        || Violation::new("work is pulled from a data-parallel scheduler that was made with `pull`"),
    )
}

fn created_response(module: &Module, op: Op) -> Rule {
    let stages = module.int_attr(op, "stages").unwrap_or(0);
    ensure(stages >= 1 && stages & (stages - 1) == 0, || {
        Violation::new("the places of a ring of work ids are a power of two").help("one or two are enough")
    })?;
    ensure(
        module.int_attr(op, "readers").is_none_or(|readers| readers >= 1),
        || Violation::new("somebody has to read the work ids").help("leave `readers` out where all threads do"),
    )
}

fn response(module: &Module, op: Op) -> Rule {
    let ty = module.ty(module.operand(op, 0));
    ensure(module.is_type(ty, &WORK_ID_RESPONSE), || {
        let text = module.type_text(ty);
        Violation::new(format!(
            "expected a value of type `!cutlass.work_id_response`, found `{text}`"
        ))
    })
}

fn advanced(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, 0, &PARAMS)?;
    same_scheduler(scheduler, scheduler_of(module, op, 1, &WORK_TILE)?)?;
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
        let name = module.op_name(outer);
        name.contains(".async.") || name.ends_with("switch_by_executor")
    })
}

fn workspace(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, 0, &PARAMS)?;
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

fn fixup(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, 0, &PARAMS)?;
    same_scheduler(scheduler, scheduler_of(module, op, 1, &WORK_TILE)?)?;
    ensure(scheduler.is_stream_k(), || {
        Violation::new(format!("the tiles of a {} scheduler are whole", scheduler.kind))
            .help("only stream-K has sums to join")
    })?;
    let protocol = module.keyword(op, "protocol");
    let fits = match protocol {
        "cluster_barrier" => scheduler.kind == "stream_k_sm100",
        "contract" => scheduler.kind == "stream_k" && scheduler.policy == "contract",
        _ => scheduler.kind == "stream_k" && scheduler.policy == "cutlass_sm90",
    };
    ensure(fits, || {
        Violation::new(format!(
            "the protocol {protocol} does not join the sums of {} by the {} policy",
            scheduler.kind, scheduler.policy
        ))
    })
}

fn tilelang(module: &Module, op: Op) -> Rule {
    let scheduler = result_scheduler(module, op, &PARAMS)?;
    ensure(scheduler.kind == "tilelang", || {
        Violation::new(format!("this op is for tilelang, not for {}", scheduler.kind))
    })?;
    for name in ["swizzle_size", "cluster_size"] {
        ensure(
            module.int_attr(op, name).is_some_and(|n| (1..1 << 31).contains(&n)),
            || Violation::new(format!("`{name}` must be at least 1")),
        )?;
    }
    let types = [0, 1, 2].map(|i| module.ty(module.operand(op, i)));
    ensure(types.iter().all(|&ty| ty == types[0]), || {
        Violation::new("the counts must be of one type")
    })?;
    let workers = module.constant_int(module.operand(op, 2));
    ensure(workers.is_none_or(|n| n >= 1), || {
        Violation::new("somebody has to do the work").help("the least number of workers is 1")
    })
}

fn on_tilelang(module: &Module, op: Op) -> Rule {
    let scheduler = scheduler_of(module, op, 0, &PARAMS)?;
    ensure(scheduler.kind == "tilelang", || {
        Violation::new(format!("this op is for tilelang, not for {}", scheduler.kind))
    })?;
    match module.operand_named(op, "state") {
        Some(state) if !module.is_type(module.ty(state), &STATE) => {
            let text = module.type_text(module.ty(state));
            Err(Violation::new(format!(
                "expected a state of TileLang's scheduler, found `{text}`"
            )))
        }
        _ => Ok(()),
    }
}

fn field(module: &Module, op: Op) -> Rule {
    let Some(bytes) = module.grid_constant_bytes(module.ty(module.operand(op, 0))) else {
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
