//! The ops that `nv_tileaa` and `nv_tileas` share: kernels, memory and shapes, on whole tiles.
//!
//! Names follow the published rosters of NVIDIA's two dialects where those have the op.

/// The ops, under the name of a dialect.
macro_rules! tile_ops {
    ($table:ident, $module:ident, $number:ident, $dialect:literal) => {
        records!(
            pub(crate) $table,
            $module,
            Table::$number,
            FUNC = OpDef::new(concat!($dialect, ".func"), "", "A kernel.")
                .attrs(&[
                    attr("sym_name", AttrKind::Symbol),
                    attr_opt("hints", custom(hints::parse, hints::print)),
                ])
                .regions(&["body"])
                .traits(ISOLATED | IMPLICIT_END)
                .custom(control::parse_entry, control::print_entry),
            RETURN = OpDef::new(concat!($dialect, ".return"), "", "Ends the kernel.").traits(TERMINATOR),
            GET_PROGRAM_ID = OpDef::new(concat!($dialect, ".get_program_id"), ": #x", "Which tile block this is, in x, y and z.")
                .results(&[result("x", Tile), result_like("y", Tile, "x"), result_like("z", Tile, "x")])
                .traits(PURE),
            GET_NUM_PROGRAMS = OpDef::new(concat!($dialect, ".get_num_programs"), ": #x", "How many tile blocks there are, in x, y and z.")
                .results(&[result("x", Tile), result_like("y", Tile, "x"), result_like("z", Tile, "x")])
                .traits(PURE),
            GET_CLUSTER_PLACE = OpDef::new(
                concat!($dialect, ".get_cluster_place"),
                "of $cluster : #id",
                "Which cluster of so many tile blocks along x and y this one is in, of a launch along x, and its place there. Only \
                 kernels whose launch the compiler decides ask for it.",
            )
                .results(&[result("id", Tile), result_like("x", Tile, "id"), result_like("y", Tile, "id")])
                .attrs(&[attr("cluster", AttrKind::Ints)])
                .traits(PURE)
                .verify(super::cutlass_pipeline::cluster),
            ASSUME = OpDef::new(concat!($dialect, ".assume"), "$predicate, $value : #value", "The same value, with a promise about it.")
                .operands(&[one("value", Any)])
                .results(&[result_like("result", Any, "value")])
                .attrs(&[attr("predicate", custom(assume::parse, assume::print))])
                .traits(PURE)
                .verify(rules::assume),
            MAKE_MEMREF = OpDef::new(concat!($dialect, ".make_memref"), "", "Memory from an address on, as a tensor.")
                .operands(&[one("base", Pointer), variadic("sizes", ScalarInt), variadic("strides", ScalarInt)])
                .results(&[result("result", TensorView)])
                .traits(PURE)
                .custom(view_syntax::parse_make_tensor_view, view_syntax::print_make_tensor_view)
                .verify(rules::make_tensor_view),
            MAKE_TILED_VIEW = OpDef::new(concat!($dialect, ".make_tiled_view"), "$tensor_view : #result", "A tensor cut into tiles.")
                .operands(&[one("tensor_view", TensorView)])
                .results(&[result("result", TileView)])
                .traits(PURE)
                .verify(rules::make_view),
            GET_TILE_COUNT = OpDef::new(concat!($dialect, ".get_tile_count"), "", "How many tiles a view has in each dimension.")
                .operands(&[one("view", TileView)])
                .results(&[results("result", ScalarInt)])
                .traits(PURE)
                .custom(view_syntax::parse_extents_of, view_syntax::print_extents_of),
            GET_DIM_SIZE = OpDef::new(concat!($dialect, ".get_dim_size"), "", "The extents of a tensor.")
                .operands(&[one("view", TensorView)])
                .results(&[results("result", ScalarInt)])
                .traits(PURE)
                .custom(view_syntax::parse_extents_of, view_syntax::print_extents_of),
            CREATE_MEM_TOKEN = OpDef::new(concat!($dialect, ".create_mem_token"), ": #result", "A token that waits for nothing.")
                .results(&[result("result", Token)])
                .traits(PURE),
            JOIN_MEM_TOKEN = OpDef::new(concat!($dialect, ".join_mem_token"), "$tokens : #result", "A token that waits for all of these.")
                .operands(&[variadic("tokens", Token)])
                .results(&[result("result", Token)])
                .traits(PURE),
            TILED_LOAD = OpDef::new(
                concat!($dialect, ".tiled_load"),
                "$ordering{?scope  $scope} $view[$index]{?token  token = $token} : #view, #index* -> #result, #result_token",
                "Reads a tile of a view.",
            ).effects(READS, On::Global)
            .operands(&[one("view", TileView), variadic("index", Int), optional("token", Token)])
            .results(VALUE_AND_TOKEN)
            .attrs(&[ORDER, SCOPE])
            .verify(rules::view_access),
            TILED_STORE = OpDef::new(
                concat!($dialect, ".tiled_store"),
                "$ordering{?scope  $scope} $tile, $view[$index]{?token  token = $token}{?descriptor  descriptor = $descriptor} : #tile, #view, #index* -> #result_token",
                "Writes a tile of a view; by TMA, where it has a descriptor.",
            ).effects(WRITES, On::Global)
            .operands(&[one("tile", Tile), one("view", TileView), variadic("index", Int), optional("token", Token)])
            .results(TOKEN_RESULT)
            .attrs(&[ORDER, SCOPE, attr_opt("descriptor", AttrKind::Int)])
            .verify(rules::view_access),
            TILED_ATOMIC_RMW = OpDef::new(
                concat!($dialect, ".tiled_atomic_rmw"),
                "$ordering{?scope  $scope} $view[$index], $mode, $tile{?token  token = $token} : #tile, #view, #index* -> #result_token",
                "Combines a tile into a tile of a view, each element atomically.",
            ).effects(READS | WRITES, On::Global)
            .operands(&[one("tile", Tile), one("view", TileView), variadic("index", Int), optional("token", Token)])
            .results(TOKEN_RESULT)
            .attrs(&[ORDER, SCOPE, MODE])
            .verify(rules::view_access),
            LOAD = OpDef::new(
                concat!($dialect, ".load"),
                "$ordering{?scope  $scope} $source{?mask , $mask}{?padding , $padding}{?token  token = $token} : #source{?mask , #mask}{?padding , #padding} -> #result, #result_token",
                "Reads the elements that pointers point to.",
            ).effects(READS, On::Global)
            .operands(&[one("source", Pointer), optional("mask", Bool), optional("padding", Tile), optional("token", Token)])
            .results(VALUE_AND_TOKEN)
            .attrs(&[ORDER, SCOPE])
            .verify(rules::load_ptr),
            STORE = OpDef::new(
                concat!($dialect, ".store"),
                "$ordering{?scope  $scope} $destination, $value{?mask , $mask}{?token  token = $token} : #destination, #value{?mask , #mask} -> #result_token",
                "Writes the elements that pointers point to.",
            ).effects(WRITES, On::Global)
            .operands(&[one("destination", Pointer), one("value", Tile), optional("mask", Bool), optional("token", Token)])
            .results(TOKEN_RESULT)
            .attrs(&[ORDER, SCOPE])
            .verify(rules::store_ptr),
            ATOMIC_RMW = OpDef::new(
                concat!($dialect, ".atomic_rmw"),
                "$ordering{?scope  $scope} $pointers, $mode, $arg{?mask , $mask}{?token  token = $token} : #pointers, #arg{?mask , #mask} -> #result, #result_token",
                "Changes the elements that pointers point to, each atomically, and gives what was there.",
            ).effects(READS | WRITES | EXCHANGES, On::Global)
            .operands(&[one("pointers", Pointer), one("arg", Tile), optional("mask", Bool), optional("token", Token)])
            .results(VALUE_AND_TOKEN)
            .attrs(&[ORDER, SCOPE, MODE])
            .verify(rules::atomic_rmw),
            ATOMIC_CAS = OpDef::new(
                concat!($dialect, ".atomic_cas"),
                "$ordering{?scope  $scope} $pointers, $cmp, $val{?mask , $mask}{?token  token = $token} : #pointers, #cmp{?mask , #mask} -> #result, #result_token",
                "Replaces elements that equal `cmp`, each atomically, and gives what was there.",
            ).effects(READS | WRITES | EXCHANGES, On::Global)
            .operands(&[
                one("pointers", Pointer),
                one("cmp", Tile),
                one("val", Tile),
                optional("mask", Bool),
                optional("token", Token),
            ])
            .results(VALUE_AND_TOKEN)
            .attrs(&[ORDER, SCOPE])
            .verify(rules::atomic_cas),
            GLOBAL = OpDef::new(concat!($dialect, ".global"), "", "Memory with an initial value, shared by all tile blocks.")
                .attrs(view_syntax::GLOBAL_ATTRS)
                .custom(view_syntax::parse_global, view_syntax::print_global),
            GET_GLOBAL = OpDef::new(concat!($dialect, ".get_global"), "$symbol : #result", "The address of a global.")
                .results(&[result("result", Pointer)])
                .attrs(&[attr("symbol", AttrKind::Symbol)])
                .traits(PURE),
            ALLOCA = OpDef::new(
                concat!($dialect, ".alloca"),
                "num_elem = $num_elem, alignment = $alignment : #result",
                "Memory of this tile block's own.",
            ).effects(ALLOCATES | EXCHANGES, On::Global)
            .results(&[result("result", Pointer)])
            .attrs(&[attr("num_elem", AttrKind::Int), attr("alignment", AttrKind::Int)]),
            PRINT = OpDef::new(
                concat!($dialect, ".print"),
                "$format{?args , $args}{?token  token = $token}{?args  : #args} -> #result_token",
                "Prints tiles.",
            ).effects(WRITES | EXCHANGES, On::Host)
            .operands(&[variadic("args", Tile), optional("token", Token)])
            .results(TOKEN_RESULT)
            .attrs(&[attr("format", AttrKind::Str)]),
            PACK = OpDef::new(concat!($dialect, ".pack"), "$source : #source -> #result", "Numbers as bytes.")
                .operands(&[one("source", Tile)])
                .results(&[result("result", Tile)])
                .traits(PURE)
                .verify(rules::same_bits),
            UNPACK = OpDef::new(concat!($dialect, ".unpack"), "$source : #source -> #result", "Bytes as numbers.")
                .operands(&[one("source", Tile)])
                .results(&[result("result", Tile)])
                .traits(PURE)
                .verify(rules::same_bits),
            GDC_WAIT = OpDef::new(
                concat!($dialect, ".gdc_wait"),
                "{?token token = $token} -> #result_token",
                "Waits until the grids that this one depends on are done.",
            ).effects(SYNCHRONISES, On::Global)
            .operands(&[optional("token", Token)])
            .results(TOKEN_RESULT),
            GDC_LAUNCH_DEPENDENTS = OpDef::new(
                concat!($dialect, ".gdc_launch_dependents"),
                "{?token token = $token} -> #result_token",
                "Lets the grids that depend on this one start.",
            ).effects(SYNCHRONISES, On::Global)
            .operands(&[optional("token", Token)])
            .results(TOKEN_RESULT),
            FENCE_ALIAS = OpDef::new(
                concat!($dialect, ".fence_alias"),
                "{?token token = $token} -> #result_token",
                "Orders accesses to the same memory by different virtual addresses.",
            ).effects(SYNCHRONISES, On::Global)
            .operands(&[optional("token", Token)])
            .results(TOKEN_RESULT),
            MAKE_RANGE = OpDef::new(concat!($dialect, ".make_range"), ": #result", "The numbers 0, 1, 2 and so on.")
                .results(&[result("result", Int)])
                .traits(PURE)
                .verify(rules::iota),
            VIEW = OpDef::new(concat!($dialect, ".view"), "$source : #source -> #result", "The same elements under another shape.")
                .operands(&[one("source", Tile)])
                .results(&[result("result", Tile)])
                .traits(PURE)
                .verify(rules::reshape),
            BROADCAST = OpDef::new(concat!($dialect, ".broadcast"), "$source : #source -> #result", "Dimensions of extent 1 repeated.")
                .operands(&[one("source", Tile)])
                .results(&[result("result", Tile)])
                .traits(PURE)
                .verify(rules::broadcast),
            PERMUTE = OpDef::new(concat!($dialect, ".permute"), "$source $permutation : #source -> #result", "Dimensions in another order.")
                .operands(&[one("source", Tile)])
                .results(&[result("result", Tile)])
                .attrs(&[attr("permutation", AttrKind::Ints)])
                .traits(PURE)
                .verify(rules::permute),
            DOT = OpDef::new(
                concat!($dialect, ".dot"),
                "$lhs, $rhs, $acc{?fast_acc  fast_acc}{?signedness_lhs  $signedness_lhs}{?signedness_rhs  $signedness_rhs} : #lhs, #rhs, #acc",
                "lhs times rhs plus acc; with `fast_acc`, added up as the tensor cores do.",
            ).effects(EXCHANGES, On::Shared)
            .attrs(&[
                attr_opt("fast_acc", AttrKind::Flag),
                attr_opt("signedness_lhs", SIGN),
                attr_opt("signedness_rhs", SIGN),
            ])
            .operands(&[one("lhs", Tile), one("rhs", Tile), one("acc", Tile)])
            .results(&[result_like("result", Tile, "acc")])
            .traits(PURE),
            DOT_SCALED = OpDef::new(
                concat!($dialect, ".dot_scaled"),
                "$lhs, $rhs, $acc, $lhs_scale, $rhs_scale{?packed  packed}{?ordered  ordered of $ordered} : #lhs, #rhs, #acc, #lhs_scale, #rhs_scale",
                "lhs times rhs plus acc, blocks of both scaled along K; packed, f4E2M1FN are two to a byte, neighbours along K; ordered, so many \
                 blocks along K have their scales in the order of tensor memory.",
            ).effects(EXCHANGES, On::Shared)
            .attrs(&[attr_opt("packed", AttrKind::Flag), attr_opt("ordered", AttrKind::Int)])
            .operands(&[
                one("lhs", Tile),
                one("rhs", Tile),
                one("acc", Tile),
                one("lhs_scale", Tile),
                one("rhs_scale", Tile),
            ])
            .results(&[result_like("result", Tile, "acc")])
            .traits(PURE)
            .verify(rules::dot_scaled),
            ASSERT = OpDef::new(
                concat!($dialect, ".assert"),
                "$condition, $message : #condition",
                "Stops the kernel where the condition does not hold.",
            ).effects(WRITES, On::Host)
            .operands(&[one("condition", Bool)])
            .attrs(&[attr("message", AttrKind::Str)]),
            EXTRACT_SLICE = OpDef::new(
                concat!($dialect, ".extract_slice"),
                "$source[$index] : #source -> #result",
                "One slice of a tile cut into equal slices.",
            ).effects(EXCHANGES, On::Shared)
            .operands(&[one("source", Tile), variadic("index", ScalarInt)])
            .results(&[result("result", Tile)])
            .traits(PURE)
            .verify(rules::extract),
            INSERT_SLICE = OpDef::new(
                concat!($dialect, ".insert_slice"),
                "$source, $destination[$index] : #source, #destination",
                "The destination with one slice replaced.",
            ).effects(EXCHANGES, On::Shared)
            .operands(&[one("source", Tile), one("destination", Tile), variadic("index", ScalarInt)])
            .results(&[result_like("result", Tile, "destination")])
            .traits(PURE)
            .verify(rules::insert),
            CAT = OpDef::new(
                concat!($dialect, ".cat"),
                "$lhs, $rhs dim = $dim : #lhs, #rhs -> #result",
                "Two tiles joined along a dimension.",
            ).effects(EXCHANGES, On::Shared)
            .operands(&[one("lhs", Tile), one("rhs", Tile)])
            .results(&[result("result", Tile)])
            .attrs(&[attr("dim", AttrKind::Int)])
            .traits(PURE)
            .verify(rules::cat),
            SCAN = OpDef::new(concat!($dialect, ".scan"), "", "Elements combined with all before them along one dimension.").effects(EXCHANGES, On::Shared)
                .operands(&[variadic("operands", Tile)])
                .results(&[results("results", Tile)])
                .attrs(&[
                    attr("dim", AttrKind::Int),
                    attr("reverse", AttrKind::Bool),
                    attr("identities", custom(constant::parse_identities, constant::print_identities)),
                ])
                .regions(&["body"])
                .traits(PURE)
                .custom(control::parse_scan, control::print_scan)
                .verify(rules::scan),
            REDUCE = OpDef::new(concat!($dialect, ".reduce"), "", "Elements combined along one dimension.").effects(EXCHANGES, On::Shared)
                .operands(&[variadic("operands", Tile)])
                .results(&[results("results", Tile)])
                .attrs(&[
                    attr("dim", AttrKind::Int),
                    attr("identities", custom(constant::parse_identities, constant::print_identities)),
                ])
                .regions(&["body"])
                .traits(PURE)
                .custom(control::parse_reduce, control::print_reduce)
                .verify(rules::reduce),
);
    };
}

use super::buffers;
use super::cuda_tile::{assume, constant, control, hints, rules, view_syntax};
use super::started::{self, MAJOR, SIGN};
use crate::dialects::Table;
use crate::op_def::Constraint::{Any, Bool, Int, Pointer, ScalarInt, TensorView, Tile, TileView, Token};
use crate::op_def::custom;
use crate::op_def::effects::{ALLOCATES, EXCHANGES, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::{IMPLICIT_END, ISOLATED, PURE, TERMINATOR};
use crate::op_def::*;
use crate::words::swizzle;

const ORDER: AttrDef = attr(
    "ordering",
    AttrKind::Enum(&["weak", "relaxed", "acquire", "release", "acq_rel"]),
);
const SCOPE: AttrDef = attr_opt("scope", AttrKind::Enum(&["tl_blk", "device", "sys"]));
const MODE: AttrDef = attr(
    "mode",
    AttrKind::Enum(&["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"]),
);
const TOKEN_RESULT: &[ResultDef] = &[result("result_token", Token)];
const VALUE_AND_TOKEN: &[ResultDef] = &[result("result", Tile), result("result_token", Token)];

tile_ops!(TILEAA, nv_tileaa, NvTileaa, "nv_tileaa");
tile_ops!(TILEAS, nv_tileas, NvTileas, "nv_tileas");

// The ops that only `nv_tileas` has: layouts, buffers in shared memory, and the branch by warps.
records!(
    pub(crate) ONLY_TILEAS,
    only_tileas,
    Table::OnlyTileas,
    CONVERT_LAYOUT = OpDef::new(
        "nv_tileas.convert_layout",
        "$source : #source -> #result",
        "The same tile in other registers.",
    ).effects(EXCHANGES, On::Shared)
    .operands(&[one("source", Tile)])
    .results(&[result("result", Tile)])
    .traits(PURE)
    .verify(rules::convert_layout),
    ALLOC_TENSOR = OpDef::new(
        "nv_tileas.alloc_tensor",
        "{?swizzle swizzle = $swizzle}{?offset  offset = $offset}{?reused  reused} : #buffer",
        "Room for tiles in shared memory, as many as the first extent says. If it is reused, what moves between threads once all have been read goes through it.",
    ).effects(ALLOCATES, On::Shared)
    .results(&[result("buffer", Any)])
    .attrs(&[
        attr_opt("swizzle", AttrKind::Enum(swizzle::ALL)),
        attr_opt("offset", AttrKind::Int),
        attr_opt("reused", AttrKind::Flag),
    ])
    .verify(buffers::alloc),
    LOCAL_STORE = OpDef::new(
        "nv_tileas.local_store",
        "$tile, $buffer[$slot] : #tile, #buffer",
        "Writes a tile to one slot of a buffer.",
    ).effects(WRITES, On::Shared)
    .operands(&[one("tile", Tile), one("buffer", Any), one("slot", ScalarInt)])
    .verify(buffers::local_store),
    LOCAL_LOAD = OpDef::new(
        "nv_tileas.local_load",
        "$buffer[$slot] : #buffer -> #result",
        "Reads the tile in one slot of a buffer.",
    ).effects(READS, On::Shared)
    .operands(&[one("buffer", Any), one("slot", ScalarInt)])
    .results(&[result("result", Tile)])
    .verify(buffers::local_load),
    SLOT_READ = OpDef::new(
        "nv_tileas.slot_read",
        "$buffer[$slot] along $contiguous : #buffer -> #result",
        "Threads read the tile in one slot of a buffer into registers; it lies along a dimension.",
    ).effects(READS, On::Shared)
    .operands(&[one("buffer", Any), one("slot", ScalarInt)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("contiguous", AttrKind::Int)])
    .verify(buffers::slot_read),
    SLOT_WRITE = OpDef::new(
        "nv_tileas.slot_write",
        "$tile, $buffer[$slot] along $contiguous{?copied  copied} : #tile, #buffer",
        "Threads write a tile from registers to one slot of a buffer, along a dimension, for a unit that reads it beside them. `copied`: \
         straight from where it is loaded; it is there when the commit of the slot says so.",
    ).effects(WRITES, On::Shared)
    .operands(&[one("tile", Tile), one("buffer", Any), one("slot", ScalarInt)])
    .attrs(&[attr("contiguous", AttrKind::Int), attr_opt("copied", AttrKind::Flag)])
    .verify(buffers::slot_write),
    ORDER_SCALES = OpDef::new(
        "nv_tileas.order_scales",
        "$source $side : #source -> #result",
        "The scales of a side of a product in the order in which a unit takes them: rows of 16, of each four blocks along K for rows (or \
         columns) of the product that are 32 apart.",
    )
    .operands(&[one("source", Tile)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("side", AttrKind::Enum(&["lhs", "rhs"]))])
    .traits(PURE)
    .verify(buffers::ordered_scales),
    WORDS = OpDef::new(
        "nv_tileas.words",
        "$source : #source -> #result",
        "Neighbours along the innermost dimension as words of 32 bits, as a unit takes an operand from registers.",
    )
    .operands(&[one("source", Tile)])
    .results(&[result("result", Tile)])
    .traits(PURE)
    .verify(buffers::as_words),
    WORD_DOT = OpDef::new(
        "nv_tileas.word_dot",
        "$lhs, $rhs $rhs_major, $acc : #lhs, #rhs, #acc",
        "A matrix product whose left operand is words in registers, and whose right one is read from a buffer.",
    )
    .operands(&[one("lhs", Tile), one("rhs", Tile), one("acc", Tile)])
    .results(&[result_like("result", Tile, "acc")])
    .attrs(&[attr("rhs_major", MAJOR)])
    .traits(PURE),
    BUFFER_DOT = OpDef::new(
        "nv_tileas.buffer_dot",
        "$lhs[$lhs_slot] $lhs_major, $rhs[$rhs_slot] $rhs_major, $acc : #lhs, #rhs, #acc",
        "A matrix product of two tiles in buffers, warp by warp.",
    ).effects(READS, On::Shared)
    .operands(&[
        one("lhs", Any),
        one("lhs_slot", ScalarInt),
        one("rhs", Any),
        one("rhs_slot", ScalarInt),
        one("acc", Tile),
    ])
    .results(&[result_like("result", Tile, "acc")])
    .attrs(&[attr("lhs_major", MAJOR), attr("rhs_major", MAJOR)])
    .verify(buffers::dot),
    ITERATIONS = OpDef::new(
        "nv_tileas.iterations",
        "$lower to $upper, step $step",
        "What follows does all iterations of one loop between these bounds, in several parts, or takes what another agent has done in them.",
    ).effects(EXCHANGES, On::Registers)
    .operands(&[one("lower", ScalarInt), one("upper", ScalarInt), one("step", ScalarInt)]),
    COPY_SOURCE = OpDef::new(
        "nv_tileas.copy_source",
        "$view[$index] : #view, #index* -> #result",
        "The address from which a thread starts to copy its part of a tile that lies wholly in its tensor.",
    )
    .operands(&[one("view", TileView), variadic("index", ScalarInt)])
    .results(&[result("result", ScalarInt)])
    .traits(PURE),
    STAGED_LOAD = OpDef::new(
        "nv_tileas.staged_load",
        "$view[$index] : #view, #index* -> #result",
        "Reads a tile of a view as words of 32 bits, neighbours along its contiguous dimension, on their way to a buffer.",
    ).effects(READS, On::Global)
    .operands(&[one("view", TileView), variadic("index", ScalarInt)])
    .results(&[result("result", Tile)])
    .verify(buffers::staged_load),
    STAGED_STORE = OpDef::new(
        "nv_tileas.staged_store",
        "$tile, $buffer[$slot] along $contiguous : #tile, #buffer",
        "Writes a tile of words to one slot of a buffer; they are neighbours along a dimension.",
    ).effects(WRITES, On::Shared)
    .operands(&[one("tile", Tile), one("buffer", Any), one("slot", ScalarInt)])
    .attrs(&[attr("contiguous", AttrKind::Int)])
    .verify(buffers::staged_store),
    FRAGMENT_LOAD = OpDef::new(
        "nv_tileas.fragment_load",
        "$buffer[$slot] $side $major : #buffer -> #result",
        "Reads an operand from one slot of a buffer as `mma.sync` wants it: words of neighbours along K.",
    ).effects(READS, On::Shared)
    .operands(&[one("buffer", Any), one("slot", ScalarInt)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("side", AttrKind::Enum(&["lhs", "rhs"])), attr("major", MAJOR)])
    .verify(buffers::fragment_load),
    FRAGMENTS = OpDef::new(
        "nv_tileas.fragments",
        "$words : #words -> #result",
        "The operand of a product of which threads hold these words, as `mma.sync` wants them.",
    )
    .operands(&[one("words", Tile)])
    .results(&[result("result", Tile)])
    .traits(PURE)
    .verify(buffers::fragments),
    WARP_SWITCH = started::warps(
        "nv_tileas.warp_switch",
        "A branch by the number of the warp: each group of warps does what its region says, the first warps what the first says. It \
         stays one op as long as there are tiles: which threads hold those of a region follows from it.",
    ),
);
