//! Views of memory, and the accesses to it. Accesses are ordered by tokens alone, not by where they stand.

use super::{hints, rules, view_syntax};
use crate::dialects::Table;
use crate::op_def::AttrKind::{Enum, Int as IntAttr, Symbol};
use crate::op_def::Constraint::{
    Bool, Int, Number, Pointer, ScalarInt, ScalarPointer, TensorView, Tile, TileView, Token,
};
use crate::op_def::custom;
use crate::op_def::effects::{ALLOCATES, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::PURE;
use crate::op_def::*;

const LOAD_ORDER: AttrDef = attr("ordering", Enum(&["weak", "relaxed", "acquire"]));
const STORE_ORDER: AttrDef = attr("ordering", Enum(&["weak", "relaxed", "release"]));
const ATOMIC_ORDER: AttrDef = attr("ordering", Enum(&["relaxed", "acquire", "release", "acq_rel"]));
const SCOPES: AttrKind = Enum(&["tl_blk", "device", "sys"]);
const SCOPE: AttrDef = attr("scope", SCOPES);
const SCOPE_OPT: AttrDef = attr_opt("scope", SCOPES);
/// Dimensions along which the tile does not hang over the end of the tensor.
const INBOUNDS: AttrDef = attr_opt("inbounds", custom(view_syntax::parse_bools, view_syntax::print_bools));
const HINTS: AttrDef = attr_opt("hints", custom(hints::parse, hints::print));
const MODE: AttrDef = attr(
    "mode",
    Enum(&["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"]),
);

const fn view(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$tensor_view : #result", doc)
        .operands(const { &[one("tensor_view", TensorView)] })
        .results(const { &[result("result", TileView)] })
        .traits(PURE)
        .verify(rules::make_view)
}

const TOKEN_RESULT: &[ResultDef] = &[result("result_token", Token)];
const VALUE_AND_TOKEN: &[ResultDef] = &[result("result", Tile), result("result_token", Token)];

// The ops.
records!(
    pub(crate) OPS,
    memory,
    Table::Memory,
    MAKE_TOKEN = OpDef::new("cuda_tile.make_token", ": #result", "A token that waits for nothing.")
        .results(&[result("result", Token)])
        .traits(PURE),
    JOIN_TOKENS = OpDef::new("cuda_tile.join_tokens", "$tokens : #result", "A token that waits for all of these.")
        .operands(&[variadic("tokens", Token)])
        .results(&[result("result", Token)])
        .traits(PURE)
        .verify(rules::join_tokens),
    MAKE_TENSOR_VIEW = OpDef::new("cuda_tile.make_tensor_view", "", "Memory from an address on, as a tensor.")
        .operands(&[one("base", ScalarPointer), variadic("sizes", ScalarInt), variadic("strides", ScalarInt)])
        .results(&[result("result", TensorView)])
        .traits(PURE)
        .custom(view_syntax::parse_make_tensor_view, view_syntax::print_make_tensor_view)
        .verify(rules::make_tensor_view),
    MAKE_PARTITION_VIEW = view("cuda_tile.make_partition_view", "A tensor cut into tiles side by side."),
    MAKE_STRIDED_VIEW = view("cuda_tile.make_strided_view", "A tensor cut into tiles at given steps."),
    MAKE_GATHER_SCATTER_VIEW = view("cuda_tile.make_gather_scatter_view", "Tiles of a tensor whose rows along one dimension are named."),
    GET_INDEX_SPACE_SHAPE = OpDef::new("cuda_tile.get_index_space_shape", "", "How many tiles a view has in each dimension.")
        .operands(&[one("view", TileView)])
        .results(&[results("result", ScalarInt)])
        .traits(PURE)
        .custom(view_syntax::parse_extents_of, view_syntax::print_extents_of)
        .verify(rules::extents_of),
    GET_TENSOR_SHAPE = OpDef::new("cuda_tile.get_tensor_shape", "", "The extents of a tensor.")
        .operands(&[one("view", TensorView)])
        .results(&[results("result", ScalarInt)])
        .traits(PURE)
        .custom(view_syntax::parse_extents_of, view_syntax::print_extents_of)
        .verify(rules::extents_of),
    LOAD_VIEW_TKO = OpDef::new(
        "cuda_tile.load_view_tko",
        "$ordering{?scope  $scope} $view[$index]{?token  token = $token}{?hints  optimization_hints = $hints}{?inbounds  inbounds = $inbounds} : #view, #index* -> #result, #result_token",
        "Reads a tile of a view.",
    ).effects(READS, On::Global)
    .operands(&[one("view", TileView), variadic("index", Int), optional("token", Token)])
    .results(VALUE_AND_TOKEN)
    .attrs(&[LOAD_ORDER, SCOPE_OPT, HINTS, INBOUNDS])
    .verify(rules::view_load_store),
    STORE_VIEW_TKO = OpDef::new(
        "cuda_tile.store_view_tko",
        "$ordering{?scope  $scope} $tile, $view[$index]{?token  token = $token}{?hints  optimization_hints = $hints}{?inbounds  inbounds = $inbounds} : #tile, #view, #index* -> #result_token",
        "Writes a tile of a view.",
    ).effects(WRITES, On::Global)
    .operands(&[one("tile", Tile), one("view", TileView), variadic("index", Int), optional("token", Token)])
    .results(TOKEN_RESULT)
    .attrs(&[STORE_ORDER, SCOPE_OPT, HINTS, INBOUNDS])
    .verify(rules::view_load_store),
    LOAD_PTR_TKO = OpDef::new(
        "cuda_tile.load_ptr_tko",
        "$ordering{?scope  $scope} $source{?mask , $mask}{?padding , $padding}{?token  token=$token}{?hints  optimization_hints = $hints} : #source{?mask , #mask}{?padding , #padding} -> #result, #result_token",
        "Reads the elements that pointers point to.",
    ).effects(READS, On::Global)
    .operands(&[one("source", Pointer), optional("mask", Bool), optional("padding", Number), optional("token", Token)])
    .results(VALUE_AND_TOKEN)
    .attrs(&[LOAD_ORDER, SCOPE_OPT, HINTS])
    .verify(rules::load_ptr_tko),
    STORE_PTR_TKO = OpDef::new(
        "cuda_tile.store_ptr_tko",
        "$ordering{?scope  $scope} $destination, $value{?mask , $mask}{?token  token=$token}{?hints  optimization_hints = $hints} : #destination, #value{?mask , #mask} -> #result_token",
        "Writes the elements that pointers point to.",
    ).effects(WRITES, On::Global)
    .operands(&[one("destination", Pointer), one("value", Tile), optional("mask", Bool), optional("token", Token)])
    .results(TOKEN_RESULT)
    .attrs(&[STORE_ORDER, SCOPE_OPT, HINTS])
    .verify(rules::store_ptr_tko),
    ATOMIC_RMW_TKO = OpDef::new(
        "cuda_tile.atomic_rmw_tko",
        "$ordering $scope $pointers, $mode, $arg{?mask , $mask}{?token  token=$token} : #pointers, #arg{?mask , #mask} -> #result, #result_token",
        "Changes the elements that pointers point to, each atomically, and gives what was there.",
    ).effects(READS | WRITES, On::Global)
    .operands(&[one("pointers", Pointer), one("arg", Tile), optional("mask", Bool), optional("token", Token)])
    .results(VALUE_AND_TOKEN)
    .attrs(&[ATOMIC_ORDER, SCOPE, MODE])
    .verify(rules::atomic_rmw),
    ATOMIC_CAS_TKO = OpDef::new(
        "cuda_tile.atomic_cas_tko",
        "$ordering $scope $pointers, $cmp, $val{?mask , $mask}{?token  token=$token} : #pointers, #cmp{?mask , #mask} -> #result, #result_token",
        "Replaces elements that equal `cmp`, each atomically, and gives what was there.",
    ).effects(READS | WRITES, On::Global)
    .operands(&[
        one("pointers", Pointer),
        one("cmp", Tile),
        one("val", Tile),
        optional("mask", Bool),
        optional("token", Token),
    ])
    .results(VALUE_AND_TOKEN)
    .attrs(&[ATOMIC_ORDER, SCOPE])
    .verify(rules::atomic_cas),
    ATOMIC_RED_VIEW_TKO = OpDef::new(
        "cuda_tile.atomic_red_view_tko",
        "$ordering $scope $view[$index], $mode, $tile{?token  token = $token}{?inbounds  inbounds = $inbounds} : #tile, #view, #index* -> #result_token",
        "Combines a tile into a tile of a view, each element atomically.",
    ).effects(READS | WRITES, On::Global)
    .operands(&[one("tile", Tile), one("view", TileView), variadic("index", Int), optional("token", Token)])
    .results(TOKEN_RESULT)
    .attrs(&[
        attr("ordering", Enum(&["relaxed"])),
        attr("scope", Enum(&["tl_blk", "device"])),
        attr("mode", Enum(&["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin"])),
        INBOUNDS,
    ])
    .verify(rules::atomic_red_view),
    GET_GLOBAL = OpDef::new("cuda_tile.get_global", "$symbol : #result", "The address of a global.")
        .results(&[result("result", ScalarPointer)])
        .attrs(&[attr("symbol", Symbol)])
        .traits(PURE)
        .verify(rules::get_global),
    ALLOCA = OpDef::new(
        "cuda_tile.alloca",
        "num_elem = $num_elem, alignment = $alignment{?global  global} : #result",
        "Memory of this tile block's own.",
    ).effects(ALLOCATES, On::Global)
    .results(&[result("result", ScalarPointer)])
    .attrs(&[attr("num_elem", IntAttr), attr("alignment", IntAttr), attr_opt("global", AttrKind::Flag)])
    .verify(rules::alloca),
    MEMORY_FENCE_ALIAS_TKO = OpDef::new(
        "cuda_tile.memory_fence_alias_tko",
        "$token",
        "A token after which accesses see what was done before through other names of the same memory.",
    ).effects(SYNCHRONISES, On::Global)
    .operands(&[one("token", Token)])
    .results(&[result_like("result_token", Token, "token")]),
    GDC_WAIT_TKO = OpDef::new(
        "cuda_tile.gdc_wait_tko",
        "{?token token = $token }-> #result_token",
        "Waits until the kernels that this one depends on are done.",
    ).effects(SYNCHRONISES, On::Global)
    .operands(&[optional("token", Token)])
    .results(TOKEN_RESULT),
    GDC_LAUNCH_DEPENDENTS_TKO = OpDef::new(
        "cuda_tile.gdc_launch_dependents_tko",
        "{?token token = $token }-> #result_token",
        "Lets the kernels that depend on this one start.",
    ).effects(SYNCHRONISES, On::Global)
    .operands(&[optional("token", Token)])
    .results(TOKEN_RESULT),
    GLOBAL = OpDef::new("cuda_tile.global", "", "Memory with an initial value, shared by all tile blocks.")
        .attrs(view_syntax::GLOBAL_ATTRS)
        .custom(view_syntax::parse_global, view_syntax::print_global)
        .verify(rules::global),
);
