//! Tensor memory in `nv_tileas`: where units whose products go on by themselves leave accumulators.
//!
//! A CTA reserves columns once, and the address of the first is told through shared memory; buffers are parts of what is
//! reserved. One thread starts products, warps read what they leave, and write there what a product takes as its left operand.

use super::buffers;
use crate::dialects::Table;
use crate::entity::Op;
use crate::module::Module;
use crate::op_def::AttrKind::{Enum, Flag, Int};
use crate::op_def::Constraint::{Any, Bool, ScalarInt, Tile};
use crate::op_def::effects::{ALLOCATES, ASYNCHRONOUS, READS, WRITES};
use crate::op_def::traits::PURE;
use crate::op_def::*;
use crate::verify::Violation;
use crate::words::major;

/// Whether integers have a sign.
const SIGN: AttrKind = Enum(&["unsigned", "signed"]);

// The ops.
records!(
    pub(crate) OPS,
    tensor,
    Table::NvTileasTensor,
    TENSOR_RESERVE = OpDef::new(
        "nv_tileas.tensor.reserve",
        "{?columns columns = $columns}{?offset  offset = $offset}",
        "The first warp reserves columns of tensor memory and gives up the right to more; their address goes to shared memory, where \
         all threads find it once they have met.",
    )
    .effects(ALLOCATES | WRITES, On::Shared)
    .attrs(&[attr_opt("columns", Int), attr_opt("offset", Int)])
    .verify(place),
    TENSOR_BUFFER = OpDef::new(
        "nv_tileas.tensor.buffer",
        "{?column column = $column}{?offset  offset = $offset} : #buffer",
        "Room for tiles in what is reserved of tensor memory, from a column on.",
    )
    .effects(ALLOCATES | READS, On::Shared)
    .results(&[result("buffer", Any)])
    .attrs(&[attr_opt("column", Int), attr_opt("offset", Int)])
    .verify(buffer),
    TENSOR_OVER = OpDef::new(
        "nv_tileas.tensor.over",
        "$source : #source -> #buffer",
        "Another buffer's columns, slot by slot, for tiles that warps write over what they have read there.",
    )
    .operands(&[one("source", Any)])
    .results(&[result("buffer", Any)])
    .traits(PURE)
    .verify(over),
    TENSOR_RELEASE = OpDef::new(
        "nv_tileas.tensor.release",
        "{?columns columns = $columns}{?offset  offset = $offset}",
        "The warps of an agent meet, and the first gives back what is reserved of tensor memory.",
    )
    .effects(WRITES, On::Shared)
    .attrs(&[attr_opt("columns", Int), attr_opt("offset", Int)])
    .verify(place),
    TENSOR_DOT = OpDef::new(
        "nv_tileas.tensor.dot",
        "$lhs[$lhs_slot] $lhs_major, $rhs[$rhs_slot] $rhs_major, $buffer[$slot]{?adds  adds if $adds}\
         {?lhs_scale  scaled by $lhs_scale}{?lhs_scale_slot [$lhs_scale_slot]}{?rhs_scale , $rhs_scale}{?rhs_scale_slot [$rhs_scale_slot]}\
         {?scales  in $scales}{?blocks  of $blocks along k}{?packed  packed}\
         {?signedness_lhs  $signedness_lhs}{?signedness_rhs  $signedness_rhs} : #lhs, #rhs, #buffer",
        "Starts a matrix product of two tiles in buffers of shared memory, of which the left one may be in tensor memory. It is added to \
         what is in the slot where the condition holds, and else takes its place. Ordered scales are copied to tensor memory first, to slots of the \
         same number as theirs, which nothing else touches.",
    )
    .effects(READS | WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[
        one("lhs", Any),
        one("lhs_slot", ScalarInt),
        one("rhs", Any),
        one("rhs_slot", ScalarInt),
        one("buffer", Any),
        one("slot", ScalarInt),
        optional("adds", Bool),
        optional("lhs_scale", Any),
        optional("lhs_scale_slot", ScalarInt),
        optional("rhs_scale", Any),
        optional("rhs_scale_slot", ScalarInt),
        optional("scales", Any),
    ])
    .attrs(&[
        attr("lhs_major", Enum(major::ALL)),
        attr("rhs_major", Enum(major::ALL)),
        attr_opt("blocks", Int),
        attr_opt("packed", Flag),
        attr_opt("signedness_lhs", SIGN),
        attr_opt("signedness_rhs", SIGN),
    ])
    .verify(buffers::dot),
    TENSOR_READ = OpDef::new(
        "nv_tileas.tensor.read",
        "$buffer[$slot] : #buffer -> #result",
        "Reads the tile in one slot of a buffer in tensor memory, and waits for it.",
    )
    .effects(READS, On::Shared)
    .operands(&[one("buffer", Any), one("slot", ScalarInt)])
    .results(&[result("result", Tile)])
    .verify(buffers::local_load),
    TENSOR_WRITE = OpDef::new(
        "nv_tileas.tensor.write",
        "$tile, $buffer[$slot] : #tile, #buffer",
        "Warps write a tile from registers to one slot of a buffer in tensor memory, each to its lanes, and wait until it is there.",
    )
    .effects(WRITES, On::Shared)
    .operands(&[one("tile", Tile), one("buffer", Any), one("slot", ScalarInt)])
    .verify(buffers::local_store),
);

/// Columns and bytes are counted from zero.
fn not_negative(module: &Module, op: Op, names: &[&str]) -> Result<(), Violation> {
    let bad = names
        .iter()
        .find(|name| module.int_attr(op, name).is_some_and(|n| n < 0));
    match bad {
        Some(name) => Err(Violation::new(format!("`{name}` is negative")).help("count from 0")),
        None => Ok(()),
    }
}

fn place(module: &Module, op: Op) -> Result<(), Violation> {
    not_negative(module, op, &["columns", "offset"])
}

/// A buffer over another one has as many slots, and as many elements in each, of no more bytes.
fn over(module: &Module, op: Op) -> Result<(), Violation> {
    let buffers = [module.only_operand(op), module.result(op, 0)].map(|value| module.buffer_type(module.ty(value)));
    let [Some(under), Some(own)] = buffers else {
        return Err(Violation::new("a buffer lies over another buffer"));
    };
    let elements = |buffer: &buffers::BufferType<'_>| buffer.tile.iter().product::<i64>();
    if under.depth == own.depth && elements(&under) == elements(&own) && own.element_bytes <= under.element_bytes {
        return Ok(());
    }
    let message =
        "a buffer has as many slots as the one that it lies over, and tiles of as many elements, which are no wider";
    Err(Violation::new(message))
}

fn buffer(module: &Module, op: Op) -> Result<(), Violation> {
    not_negative(module, op, &["column", "offset"])?;
    buffers::alloc(module, op)
}
