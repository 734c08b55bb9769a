//! Ops that move elements about, combine them along a dimension, and multiply matrices.

use super::elementwise::SIGNEDNESS;
use super::{constant, control, rules};
use crate::dialects::Table;
use crate::op_def::AttrKind::{Bool as BoolAttr, Enum, Flag, Int as IntAttr, Ints};
use crate::op_def::Constraint::{AnyFloat, Int, ScalarI32, Tile, TileOf};
use crate::op_def::custom;
use crate::op_def::effects::EXCHANGES;
use crate::op_def::traits::PURE;
use crate::op_def::*;

const fn shaped(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$source : #source -> #result", doc)
        .operands(const { &[one("source", Tile)] })
        .results(const { &[result("result", Tile)] })
        .traits(PURE)
}

const MMA_RESULTS: &[ResultDef] = &[result_like("result", Tile, "acc")];

// The ops.
records!(
    pub(crate) OPS,
    shape,
    Table::Shape,
    RESHAPE = shaped(
        "cuda_tile.reshape",
        "The same elements in row-major order under another shape.",
    )
    .verify(rules::reshape),
    BROADCAST = shaped("cuda_tile.broadcast", "Dimensions of extent 1 repeated.").verify(rules::broadcast),
    PERMUTE = OpDef::new(
        "cuda_tile.permute",
        "$source $permutation : #source -> #result",
        "Dimensions in another order.",
    )
    .operands(&[one("source", Tile)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("permutation", Ints)])
    .traits(PURE)
    .verify(rules::permute),
    EXTRACT = OpDef::new(
        "cuda_tile.extract",
        "$source[$index] : #source -> #result",
        "One slice of a tile cut into equal slices.",
    )
    .operands(&[one("source", Tile), variadic("index", ScalarI32)])
    .results(&[result("result", Tile)])
    .traits(PURE)
    .effects(EXCHANGES, On::Shared)
    .verify(rules::extract),
    INSERT = OpDef::new(
        "cuda_tile.insert",
        "$source, $destination[$index] : #source, #destination",
        "The destination with one slice replaced.",
    )
    .operands(&[
        one("source", Tile),
        one("destination", Tile),
        variadic("index", ScalarI32),
    ])
    .results(&[result_like("result", Tile, "destination")])
    .traits(PURE)
    .effects(EXCHANGES, On::Shared)
    .verify(rules::insert),
    CAT = OpDef::new(
        "cuda_tile.cat",
        "$lhs, $rhs dim = $dim : #lhs, #rhs -> #result",
        "Two tiles joined along a dimension.",
    )
    .operands(&[one("lhs", Tile), one("rhs", Tile)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("dim", IntAttr)])
    .traits(PURE)
    .effects(EXCHANGES, On::Shared)
    .verify(rules::cat),
    PACK = shaped("cuda_tile.pack", "Numbers as bytes.")
        .results(&[result("result", TileOf("i8"))])
        .verify(rules::same_bits),
    UNPACK = shaped("cuda_tile.unpack", "Bytes as numbers.")
        .operands(&[one("source", TileOf("i8"))])
        .verify(rules::same_bits),
    MMAF = OpDef::new(
        "cuda_tile.mmaf",
        "$lhs, $rhs, $acc{?fast_acc  fast_acc} : #lhs, #rhs, #acc",
        "lhs times rhs plus acc, in floats.",
    )
    .operands(&[one("lhs", AnyFloat), one("rhs", AnyFloat), one("acc", AnyFloat)])
    .results(MMA_RESULTS)
    .attrs(&[attr_opt("fast_acc", Flag)])
    .traits(PURE)
    .effects(EXCHANGES, On::Shared)
    .verify(rules::mmaf),
    MMAI = OpDef::new(
        "cuda_tile.mmai",
        "$lhs, $rhs, $acc $signedness_lhs $signedness_rhs : #lhs, #rhs, #acc",
        "lhs times rhs plus acc, in integers.",
    )
    .operands(&[one("lhs", Int), one("rhs", Int), one("acc", Int)])
    .results(MMA_RESULTS)
    .attrs(&[
        attr("signedness_lhs", Enum(SIGNEDNESS)),
        attr("signedness_rhs", Enum(SIGNEDNESS)),
    ])
    .traits(PURE)
    .effects(EXCHANGES, On::Shared)
    .verify(rules::mmai),
    MMAF_SCALED = OpDef::new(
        "cuda_tile.mmaf_scaled",
        "$lhs, $rhs, $acc, $lhs_scale, $rhs_scale : #lhs, #rhs, #acc, #lhs_scale, #rhs_scale",
        "lhs times rhs plus acc, blocks of both scaled along K.",
    )
    .operands(&[
        one("lhs", AnyFloat),
        one("rhs", AnyFloat),
        one("acc", AnyFloat),
        one("lhs_scale", AnyFloat),
        one("rhs_scale", AnyFloat),
    ])
    .results(MMA_RESULTS)
    .traits(PURE)
    .effects(EXCHANGES, On::Shared)
    .verify(rules::mmaf_scaled),
    REDUCE = OpDef::new("cuda_tile.reduce", "", "Elements combined along one dimension.")
        .operands(&[variadic("operands", Tile)])
        .results(&[results("results", Tile)])
        .attrs(&[
            attr("dim", IntAttr),
            attr(
                "identities",
                custom(constant::parse_identities, constant::print_identities),
            ),
        ])
        .regions(&["body"])
        .traits(PURE)
        .effects(EXCHANGES, On::Shared)
        .custom(control::parse_reduce, control::print_reduce)
        .verify(rules::reduce),
    SCAN = OpDef::new(
        "cuda_tile.scan",
        "",
        "Elements combined with all before them along one dimension.",
    )
    .operands(&[variadic("operands", Tile)])
    .results(&[results("results", Tile)])
    .attrs(&[
        attr("dim", IntAttr),
        attr("reverse", BoolAttr),
        attr(
            "identities",
            custom(constant::parse_identities, constant::print_identities),
        ),
    ])
    .regions(&["body"])
    .traits(PURE)
    .effects(EXCHANGES, On::Shared)
    .custom(control::parse_scan, control::print_scan)
    .verify(rules::scan),
    GET_TILE_BLOCK_ID = OpDef::new(
        "cuda_tile.get_tile_block_id",
        ": #x",
        "Which tile block this is, in x, y and z.",
    )
    .results(&[
        result("x", Tile),
        result_like("y", Tile, "x"),
        result_like("z", Tile, "x"),
    ])
    .traits(PURE)
    .verify(rules::i32_results),
    GET_NUM_TILE_BLOCKS = OpDef::new(
        "cuda_tile.get_num_tile_blocks",
        ": #x",
        "How many tile blocks there are, in x, y and z.",
    )
    .results(&[
        result("x", Tile),
        result_like("y", Tile, "x"),
        result_like("z", Tile, "x"),
    ])
    .traits(PURE)
    .verify(rules::i32_results),
);
