//! Operands of four-bit elements as the units that scale blocks take them: part of `convert-tileaa-to-tileas`.
//!
//! They are two to a byte, neighbours along K. Where a tile was unpacked of bytes, these are taken.
//!
//! ```text
//! %t = unpack (view %bytes : MxK/2)           dot_scaled %bytes, (permute %others), %c, %x, %y packed
//! %u = permute (unpack (view %others))   ->
//! dot_scaled %t, %u, %c, %x, %y
//! ```

use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::operand;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{AttrData, Module, Op, Ty, Value};

type Cx<'a> = Conversion<'a, ()>;

/// The elements that are packed.
const NARROW: &str = "f4E2M1FN";

/// Makes a product with scales.
pub(crate) fn dot_scaled(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let mut operands = cx.operands(op)?;
    let element = cx
        .old
        .required_scalar(cx.old.ty(cx.old.required_operand(op, operand::LHS)));
    let is_narrow = element.name == NARROW;
    if let ([lhs, rhs, ..], true) = (&mut operands[..], is_narrow) {
        *lhs = packed(cx, *lhs, true);
        *rhs = packed(cx, *rhs, false);
    }
    let lists: Vec<&[Value]> = operands.chunks(1).collect();
    let ty = cx.old.ty(cx.old.result(op, 0));
    let product = cx.build().op(nv_tileas::DOT_SCALED, &lists, &[ty]);
    if is_narrow {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(product, "packed", flag);
    }
    cx.rename(cx.old.result(op, 0), cx.new.result(product, 0));
    Ok(())
}

/// Takes away what unpacked operands that are multiplied as they are packed.
pub(crate) fn clean(module: &mut Module) {
    let ops = module.walk(module.top());
    if !ops.iter().any(|&op| module.has_attr(op, "packed")) {
        return;
    }
    for op in ops.into_iter().rev() {
        let is_change = matches!(
            module.kind(op),
            nv_tileas::VIEW | nv_tileas::PERMUTE | nv_tileas::UNPACK
        );
        if is_change && module.results(op).iter().all(|&made| module.uses(made).is_empty()) {
            module.erase(op);
        }
    }
}

/// Whether elements are bytes.
fn is_byte(cx: &Cx<'_>, tile: Value) -> bool {
    let scalar = cx.new.element_scalar(cx.new.ty(tile));
    scalar.is_some_and(|scalar| scalar.name == "i8")
}

/// The bytes of a tile of four-bit elements: of a left operand, with K innermost, or of a right one.
fn packed(cx: &mut Cx<'_>, tile: Value, is_left: bool) -> Value {
    if is_left {
        return bytes_of(cx, tile);
    }
    let source = match turned_from(cx, tile) {
        Some(source) => source,
        None => turned(cx, tile),
    };
    let bytes = bytes_of(cx, source);
    turned(cx, bytes)
}

/// A tile whose last two dimensions change places.
fn turned(cx: &mut Cx<'_>, tile: Value) -> Value {
    let mut shape = cx.new.shape(cx.new.ty(tile)).to_vec();
    let rank = shape.len();
    shape.swap(rank - 1, rank - 2);
    let ty = cx.new.ty(tile);
    let ty = cx.new.make_tile_type(&shape, cx.new.element(ty), None);
    let permutation = cx.new.intern_attr(AttrData::Ints(turn(rank).into()));
    cx.build()
        .value_with(nv_tileas::PERMUTE, &[tile], ty, &[("permutation", permutation)])
}

/// The permutation of the last two dimensions.
fn turn(rank: usize) -> Vec<i64> {
    let mut permutation: Vec<i64> = (0..rank as i64).collect();
    permutation.swap(rank - 1, rank - 2);
    permutation
}

/// The tile that a turned one was.
fn turned_from(cx: &Cx<'_>, tile: Value) -> Option<Value> {
    let op = cx.new.defining_op(tile)?;
    let is_turn = cx.new.kind(op) == nv_tileas::PERMUTE
        && cx.new.required_list(op, "permutation") == turn(cx.new.shape(cx.new.ty(tile)).len());
    is_turn.then(|| cx.new.only_operand(op))
}

/// The bytes of a tile of four-bit elements, two along its innermost dimension each.
fn bytes_of(cx: &mut Cx<'_>, tile: Value) -> Value {
    let mut shape = cx.new.shape(cx.new.ty(tile)).to_vec();
    let elements: i64 = shape.iter().product();
    // Absent: a scalar, which no product takes.
    if let Some(innermost) = shape.last_mut() {
        *innermost /= 2;
    }
    let byte = cx.new.named_type("i8");
    let line = cx.new.make_tile_type(&[elements / 2], byte, None);
    let bytes = match unpacked_from(cx, tile) {
        Some(bytes) => bytes,
        None => {
            let element = cx.new.element(cx.new.ty(tile));
            let flat = cx.new.make_tile_type(&[elements], element, None);
            let flat = viewed(cx, tile, flat);
            cx.build().value(nv_tileas::PACK, &[flat], line)
        }
    };
    // A line of bytes may be another view of a tile.
    let bytes = match cx.new.defining_op(bytes) {
        Some(op) if cx.new.kind(op) == nv_tileas::VIEW => cx.new.only_operand(op),
        _ => bytes,
    };
    let ty = cx.new.make_tile_type(&shape, byte, None);
    viewed(cx, bytes, ty)
}

/// The bytes that a tile, seen through views, was unpacked of.
fn unpacked_from(cx: &Cx<'_>, tile: Value) -> Option<Value> {
    let mut value = tile;
    loop {
        let op = cx.new.defining_op(value)?;
        match cx.new.kind(op) {
            nv_tileas::VIEW => value = cx.new.only_operand(op),
            nv_tileas::UNPACK => {
                let source = cx.new.only_operand(op);
                return (is_byte(cx, source)).then_some(source);
            }
            // Absent: any other op computes its elements.
            _ => return None,
        }
    }
}

/// A tile under another shape.
fn viewed(cx: &mut Cx<'_>, tile: Value, ty: Ty) -> Value {
    match cx.new.ty(tile) == ty {
        true => tile,
        false => cx.build().value(nv_tileas::VIEW, &[tile], ty),
    }
}
