//! `cutlass.tile_scheduler`: who computes which tile, when, and how split tiles are joined
//! (docs/sources/tile-schedulers.md).
//!
//! A scheduler is made once, at the kernel's entry, from the record that the launch passes as a grid constant
//! (TileLang's has none: it is made from tile counts). It gives each worker a range of linear ids, and decodes an id to
//! a work tile. Stream-K hands out parts of K; a fixup joins their sums through the workspace.
//!
//! ```text
//! %p = cutlass.tile_scheduler.create_static_persistent_params %record problem(%m, %n, %k) ... -> !cutlass.tile_scheduler_params<static_persistent, contract> {...}
//! %first, %end, %step = cutlass.tile_scheduler.get_worker_range %p : ... -> tile<i32>
//! scf.for %id in (%first to %end, step %step) : tile<i32> {
//!   %work = cutlass.tile_scheduler.create_static_persistent_work_tile_info %p, %id : ...
//!   %tile_m, %tile_n, ... = cutlass.tile_scheduler.get_work_tile %work : ...
//! ```

pub(super) mod rules;

use crate::dialects::Table;
use crate::entity::{Op, Ty};
use crate::module::Module;
use crate::op_def::AttrKind::{Bool as BoolAttr, Enum, Flag, Int, Ints, Str};
use crate::op_def::Constraint::{Any, Pointer, ScalarBool, ScalarInt, Tile};
use crate::op_def::effects::{ALLOCATES, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::PURE;
use crate::op_def::*;
use crate::op_def::{reading, unread_type};
use crate::parse::{Parser, Refused};
use crate::types::{TypeDef, TypeParams, plain};
use crate::words::{decomposition, fixup, policy, raster, scheduler_kind};
use smallvec::smallvec;

/// `!cutlass.grid_constant<48>`: a parameter record of so many bytes, the same for the whole grid.
pub static GRID_CONSTANT: TypeDef = TypeDef {
    name: "cutlass.grid_constant",
    parse: reading(parse_grid_constant, unread_type),
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

/// Bytes of the record that the `contract` schedulers read (docs/sources/tile-schedulers.md#record).
pub const CONTRACT_RECORD_BYTES: i64 = 48;
/// Bytes of the record that the `cutlass_sm90` schedulers read.
pub const CUTLASS_RECORD_BYTES: i64 = 0xb0;

/// A type that says which scheduler it belongs to.
const fn scheduler_type(name: &'static str) -> TypeDef {
    TypeDef {
        name,
        parse: reading(parse_kind, unread_type),
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
    let kind = word_of(parser, scheduler_kind::ALL)?;
    let policy = if parser.eat(",") {
        word_of(parser, policy::ALL)?
    } else {
        0
    };
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
    let kind = scheduler_kind::ALL[params.ints[0] as usize];
    match kind {
        // TileLang's scheduler has one set of formulas.
        scheduler_kind::TILELANG => out.push_str("<tilelang>"),
        _ => out.push_str(&format!("<{kind}, {}>", policy::ALL[params.ints[1] as usize])),
    }
}

/// Which scheduler a value of this dialect belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedulerType {
    /// One of [`scheduler_kind::ALL`].
    pub kind: &'static str,
    /// One of [`policy::ALL`].
    pub policy: &'static str,
}

impl SchedulerType {
    /// Whether K is split.
    pub fn is_stream_k(self) -> bool {
        matches!(self.kind, scheduler_kind::STREAM_K | scheduler_kind::STREAM_K_SM100)
    }

    /// Bytes of the record that it reads; 0 for none.
    pub fn record_bytes(self) -> i64 {
        match (self.kind, self.policy) {
            (scheduler_kind::TILELANG, _) => 0,
            (_, policy::CONTRACT) => CONTRACT_RECORD_BYTES,
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
            kind: word(0, scheduler_kind::ALL)?,
            policy: word(1, policy::ALL)?,
        })
    }

    /// The type of a scheduler's handle (`work`: of its work tiles); none if the words name none.
    pub fn make_scheduler_type(&mut self, kind: &str, policy: &str, work: bool) -> Option<Ty> {
        let number = |words: &[&str], word: &str| words.iter().position(|w| *w == word).map(|i| i as i64);
        let ints = smallvec![number(scheduler_kind::ALL, kind)?, number(policy::ALL, policy)?];
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

/// The record of every scheduler but TileLang's: the problem's extents, its batches where it has some, and what is decided beforehand.
const fn create(name: &'static str, doc: &'static str, extra: &'static [AttrDef]) -> OpDef {
    OpDef::new(
        name,
        "$record problem($m, $n, $k{?l , $l}){?work_id  work_id = $work_id} : #record, #m{?work_id , #work_id} -> #params",
        doc,
    )
    .operands(
        const {
            &[
                one("record", Any),
                one("m", ScalarInt),
                one("n", ScalarInt),
                one("k", ScalarInt),
                optional("l", ScalarInt),
                optional("work_id", Any),
            ]
        },
    )
    .results(const { &[result("params", Any)] })
    .attrs(extra)
    .traits(PURE)
    .verify(rules::created)
}

/// The CTA tile in elements of m, n and k; the cluster in CTAs along m and n; the order of tiles.
const TILE: AttrDef = attr("tile", Ints);
const CLUSTER: AttrDef = attr("cluster", Ints);
const RASTER: AttrDef = attr("raster", Enum(raster::ALL));
const SWIZZLE: AttrDef = attr("swizzle", Int);

/// Which of how many parts of the registers that a thread has of a tile.
const PART: &[AttrDef] = &[attr("part", Int), attr("parts", Int)];

/// Makes a work tile from a linear id.
const fn create_work_tile(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$params, $linear_id : #params, #linear_id -> #work", doc)
        .operands(const { &[one("params", Any), one("linear_id", ScalarInt)] })
        .results(const { &[result("work", Any)] })
        .traits(PURE)
        .verify(rules::created_work_tile)
}

/// One number of a TileLang scheduler's state.
const fn state_number(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$state : #state -> #result", doc)
        .operands(const { &[one("state", Any)] })
        .results(const { &[result("result", ScalarInt)] })
        .traits(PURE)
        .verify(rules::on_state)
}

/// The operands of ops on a TileLang scheduler and its state.
const PARAMS_AND_STATE: &[OperandDef] = &[one("params", Any), one("state", Any)];
const LOCK: &[OperandDef] = &[one("lock", Pointer), one("value", ScalarInt)];
const RESPONSE: OperandDef = one("response", Any);
const ITER: OperandDef = one("current_iter", ScalarInt);

/// An op on a ring of linear ids.
const fn on_ring(name: &'static str, format: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, format, doc).verify(rules::response)
}

// The ops of `cutlass.tile_scheduler`.
records!(
    pub(crate) OPS,
    tile_scheduler,
    Table::CutlassTileScheduler,
    TILE_SCHEDULER_CREATE_DP_PARAMS = create(
        "cutlass.tile_scheduler.create_dp_params",
        "A data-parallel scheduler: one tile for each CTA, from the launch or, with `pull`, from a WorkID response.",
        &[TILE, CLUSTER, RASTER, SWIZZLE, attr_opt("pull", Flag)],
    ),
    TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_PARAMS = create(
        "cutlass.tile_scheduler.create_static_persistent_params",
        "A static persistent scheduler: resident CTAs walk the tiles with the stride of the grid.",
        &[TILE, CLUSTER, RASTER, SWIZZLE, attr_opt("pull", Flag)],
    ),
    TILE_SCHEDULER_CREATE_STREAMK_PARAMS = create(
        "cutlass.tile_scheduler.create_streamk_params",
        "A stream-K scheduler: some tiles are cut along K and joined through the workspace; `sm` is the compute capability, `join` what joining one more partial accumulator weighs in K tiles; of `pairs`, pairs of CTAs share tiles of two along m.",
        &[
            TILE,
            CLUSTER,
            RASTER,
            SWIZZLE,
            attr("decomposition", Enum(decomposition::ALL)),
            attr("splits", Int),
            attr("sm", Int),
            attr_opt("join", Int),
            attr_opt("pairs", Flag),
            attr_opt("pull", Flag),
        ],
    ),
    TILE_SCHEDULER_CREATE_DP_WORK_TILE_INFO = create_work_tile(
        "cutlass.tile_scheduler.create_dp_work_tile_info",
        "The tile of a linear id.",
    ),
    TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_WORK_TILE_INFO = create_work_tile(
        "cutlass.tile_scheduler.create_static_persistent_work_tile_info",
        "The tile of a linear id.",
    ),
    TILE_SCHEDULER_CREATE_STREAMK_WORK_TILE_INFO = create_work_tile(
        "cutlass.tile_scheduler.create_streamk_work_tile_info",
        "The tile and the range of K of a linear id.",
    ),
    TILE_SCHEDULER_GET_WORKER_RANGE = OpDef::new(
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
    .verify(rules::on_params),
    TILE_SCHEDULER_REQUEST_WORK = OpDef::new(
        "cutlass.tile_scheduler.request_work",
        "$params, $current_iter : #params, #current_iter -> #ticket",
        "Asks the WorkID response source for the next linear id that no CTA has; one for the whole CTA.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("params", Any), ITER])
    .results(&[result_like("ticket", ScalarInt, "current_iter")])
    .verify(rules::pulled),
    TILE_SCHEDULER_RECEIVE_WORK = OpDef::new(
        "cutlass.tile_scheduler.receive_work",
        "$params, $ticket : #params, #ticket -> #id",
        "The linear id that was asked for; none that is left is an id past the end.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("params", Any), one("ticket", ScalarInt)])
    .results(&[result_like("id", ScalarInt, "ticket")])
    .verify(rules::pulled),
    TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE = OpDef::new(
        "cutlass.tile_scheduler.create_work_id_response",
        "stages = $stages{?readers  readers = $readers}{?readers_of_first  readers_of_first = $readers_of_first}{?ctas  ctas = $ctas} : #response",
        "Room for so many linear ids in shared memory, with barriers that one arrival fills and so many readers empty, in the first CTA \
         of a cluster `readers_of_first`; with `ctas`, for answers that come to so many CTAs of a cluster.",
    ).effects(ALLOCATES, On::Shared)
    .results(&[result_always("response", Any, "cutlass.work_id_response")])
    .attrs(&[
        attr("stages", Int),
        attr_opt("readers", Int),
        attr_opt("readers_of_first", Int),
        attr_opt("ctas", Int),
        attr_opt("offset", Int),
    ])
    .verify(rules::created_response),
    TILE_SCHEDULER_FETCH_WORK_ID = OpDef::new(
        "cutlass.tile_scheduler.fetch_work_id",
        "$source, $current_iter{?alone  alone} : #source, #current_iter -> #id",
        "Counts a counter in global memory up, once for the CTA or by this thread alone, and gives what it was.",
    ).effects(READS | WRITES, On::Global)
    .operands(&[one("source", Pointer), ITER])
    .results(&[result_like("id", ScalarInt, "current_iter")])
    .attrs(&[attr_opt("alone", Flag)]),
    TILE_SCHEDULER_REQUEST_WORK_ID = on_ring(
        "cutlass.tile_scheduler.request_work_id",
        "$response, $current_iter{?alone  alone} : #response, #current_iter -> #ticket",
        "Asks for the launch of a CTA or cluster to be cancelled, so that this one takes its work over (cluster launch control); once for the \
         CTA or by this thread alone.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE, ITER])
    .results(&[result_like("ticket", ScalarInt, "current_iter")])
    .attrs(&[attr_opt("alone", Flag)]),
    TILE_SCHEDULER_RECEIVE_WORK_ID = on_ring(
        "cutlass.tile_scheduler.receive_work_id",
        "$response, $current_iter : #response, #current_iter -> #id",
        "The linear id of the first CTA whose launch was cancelled; an id past all ends if none was.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE, ITER])
    .results(&[result_like("id", ScalarInt, "current_iter")]),
    TILE_SCHEDULER_SEND_WORK_ID = on_ring(
        "cutlass.tile_scheduler.send_work_id",
        "$response, $id, $current_iter : #response, #id",
        "Hands a linear id to the readers, once they have read the one before in the same slot; by one thread.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE, one("id", ScalarInt), ITER]),
    TILE_SCHEDULER_TAKE_WORK_ID = on_ring(
        "cutlass.tile_scheduler.take_work_id",
        "$response, $current_iter{?alone  alone} : #response, #current_iter -> #id",
        "The linear id that was sent in this iteration, to the warps of an agent or to this thread alone.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[RESPONSE, ITER])
    .results(&[result_like("id", ScalarInt, "current_iter")])
    .attrs(&[attr_opt("alone", Flag)]),
    TILE_SCHEDULER_WRITE_WORK_ID = OpDef::new(
        "cutlass.tile_scheduler.write_work_id",
        "$buffer[$slot], $id : #buffer, #slot",
        "Writes a linear id into a slot of a ring, which is now an address in shared memory.",
    ).effects(WRITES, On::Shared)
    .operands(&[one("buffer", ScalarInt), one("slot", ScalarInt), one("id", ScalarInt)]),
    TILE_SCHEDULER_READ_WORK_ID = OpDef::new(
        "cutlass.tile_scheduler.read_work_id",
        "$buffer[$slot] in $current_iter : #buffer, #slot -> #id",
        "Reads the linear id of an iteration from a slot of a ring.",
    ).effects(READS, On::Shared)
    .operands(&[one("buffer", ScalarInt), one("slot", ScalarInt), ITER])
    .results(&[result_like("id", ScalarInt, "slot")]),
    TILE_SCHEDULER_GET_WORK_TILE = OpDef::new(
        "cutlass.tile_scheduler.get_work_tile",
        "$work : #work -> #m, #valid",
        "What a work tile says: this CTA's tile, its range of K tiles, its index, whether there is such a tile, its number among all work, \
         which split of its tile it is, of how many, and whether these have to be joined.",
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
        result_like("linearized_id", ScalarInt, "m"),
        result_like("split_idx", ScalarInt, "m"),
        result_like("expected_splits", ScalarInt, "m"),
        result_like("is_separate_reduction", ScalarBool, "valid"),
    ])
    .traits(PURE)
    .verify(rules::on_work),
    TILE_SCHEDULER_ADVANCE_TO_NEXT_WORK = OpDef::new(
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
    .verify(rules::advanced),
    TILE_SCHEDULER_GET_WORKSPACE_SIZES = OpDef::new(
        "cutlass.tile_scheduler.get_workspace_sizes",
        "$params{?accumulator_tile_bytes  tile_bytes = $accumulator_tile_bytes} : #params -> #total",
        "Bytes of the workspace: all of it, the partial accumulators, the locks after them.",
    )
    .operands(&[one("params", Any)])
    .results(&[
        result("total", ScalarInt),
        result_like("reduction", ScalarInt, "total"),
        result_like("barriers", ScalarInt, "total"),
    ])
    .attrs(&[attr_opt("accumulator_tile_bytes", Int)])
    .traits(PURE)
    .verify(rules::workspace),
    TILE_SCHEDULER_FIXUP = OpDef::new(
        "cutlass.tile_scheduler.fixup",
        "$protocol $params, $work, $partial : #params, #work, #partial -> #is_final",
        "Joins the partial accumulators of a tile that was cut along K: the whole one, and whether this CTA is to use it.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(&[one("params", Any), one("work", Any), one("partial", Tile)])
    .results(&[result_like("sum", Tile, "partial"), result("is_final", ScalarBool)])
    .attrs(&[attr("protocol", Enum(fixup::ALL))])
    .verify(rules::fixup),
    TILE_SCHEDULER_LOCK_WAIT = OpDef::new(
        "cutlass.tile_scheduler.lock_wait",
        "$how $lock, $value : #lock, #value",
        "Waits until a lock in global memory has this value (or at least it); what was released is seen afterwards.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(LOCK)
    .attrs(&[attr("how", Enum(&["equal", "at_least"]))]),
    TILE_SCHEDULER_LOCK_ARRIVE = OpDef::new(
        "cutlass.tile_scheduler.lock_arrive",
        "$lock, $value : #lock, #value",
        "Adds to a lock in global memory, releasing all that this CTA wrote before.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(LOCK),
    TILE_SCHEDULER_LOCK_RESET = OpDef::new(
        "cutlass.tile_scheduler.lock_reset",
        "$lock, $value : #lock, #value",
        "Sets a lock that nobody waits for any more.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(LOCK),
    TILE_SCHEDULER_SHARE_PARTIAL = OpDef::new(
        "cutlass.tile_scheduler.share_partial",
        "$partial part $part of $parts : #partial",
        "Puts a part of a tile where the other CTAs of the cluster read it, until all meet for the second time.",
    ).effects(WRITES, On::Shared)
    .operands(&[one("partial", Tile)])
    .attrs(PART)
    .verify(rules::part),
    TILE_SCHEDULER_ADD_PARTIAL = OpDef::new(
        "cutlass.tile_scheduler.add_partial",
        "$partial from $cta part $part of $parts : #partial, #cta",
        "Adds the part of a tile that a CTA of the cluster has put there.",
    ).effects(READS, On::Shared)
    .operands(&[one("partial", Tile), one("cta", ScalarInt)])
    .results(&[result_like("sum", Tile, "partial")])
    .attrs(PART)
    .verify(rules::part),
    TILE_SCHEDULER_CREATE_TILELANG_PARAMS = OpDef::new(
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
    .verify(rules::tilelang),
    TILE_SCHEDULER_COORD = OpDef::new(
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
    .verify(rules::on_tilelang),
    TILE_SCHEDULER_INIT = OpDef::new(
        "cutlass.tile_scheduler.init",
        "$params, $linear_init : #params, #linear_init -> #state",
        "A worker's first state.",
    )
    .operands(&[one("params", Any), one("linear_init", ScalarInt)])
    .results(&[result_always("state", Any, "cutlass.tile_scheduler_state")])
    .traits(PURE)
    .verify(rules::on_tilelang),
    TILE_SCHEDULER_NEXT_TILE = OpDef::new(
        "cutlass.tile_scheduler.next_tile",
        "$params, $state : #params, #state -> #next",
        "The state after as many linear ids as there are workers; the clock ticks.",
    )
    .operands(PARAMS_AND_STATE)
    .results(&[result_like("next", Any, "state")])
    .traits(PURE)
    .verify(rules::on_tilelang),
    TILE_SCHEDULER_VALID = OpDef::new(
        "cutlass.tile_scheduler.valid",
        "$params, $state : #params, #state -> #result",
        "Whether the state's tile exists.",
    )
    .operands(PARAMS_AND_STATE)
    .results(&[result("result", ScalarBool)])
    .traits(PURE)
    .verify(rules::on_tilelang),
    TILE_SCHEDULER_M_IDX = state_number("cutlass.tile_scheduler.m_idx", "The state's tile row; a cluster row in a cluster."),
    TILE_SCHEDULER_N_IDX = state_number("cutlass.tile_scheduler.n_idx", "The state's tile column."),
    TILE_SCHEDULER_LINEAR_IDX = state_number("cutlass.tile_scheduler.linear_idx", "The worker's linear id."),
    TILE_SCHEDULER_CURRENT_ITER = state_number(
        "cutlass.tile_scheduler.current_iter",
        "How many tiles the worker has gone past: the clock of phases and double buffers.",
    ),
);
