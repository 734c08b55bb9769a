//! Products in the types that something multiplies: part of `convert-cudatile-to-tileaa`.
//!
//! A `dot` adds to f32, f64 or i32. Its operands are of types that the target's tensor cores take, where K has at least
//! one step of it; else of the type of the accumulators. Every conversion here is exact but two: accumulators in f16
//! are computed in f32 and rounded once, and scaled operands are rounded where a scale takes them out of the range of
//! bf16 (docs/products-accuracy.md).
//!
//! ```text
//! mmaf %a, %b, %c : f8E5M2, f8E5M2, f16   ->   dot (ftof %a : f16), (ftof %b : f16), (ftof %c : f32); ftof ... : f16
//! mmaf_scaled %a, %b, %c, %x, %y          ->   dot (%a * %x), (%b * %y), %c, scales repeated along K
//!                                         ->   dot_scaled %a, %b, %c, %x, %y, where a unit takes blocks with scales
//! ```

use crate::convert_cudatile_to_tileaa::Cx;
use tilewright_ir::convert::{Failure, Pattern};
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cuda_tile, nv_tileaa};
use tilewright_ir::{AttrData, Op, Value};
use tilewright_machine::policy;
use tilewright_units::Unit;
use tilewright_units::product::{matrices, mma_k_bytes, unit_takes};

/// The patterns of the three products.
pub(crate) static PATTERNS: [Pattern<crate::convert_cudatile_to_tileaa::TileaaState>; 3] = [
    Pattern {
        op: cuda_tile::MMAF,
        rewrite: product,
    },
    Pattern {
        op: cuda_tile::MMAI,
        rewrite: product,
    },
    Pattern {
        op: cuda_tile::MMAF_SCALED,
        rewrite: scaled,
    },
];

/// The name of the elements of a tile.
pub(crate) fn element(cx: &Cx<'_>, tile: Value) -> &'static str {
    let scalar = cx.new.element_scalar(cx.new.ty(tile));
    // Absent: pointers, which no product takes.
    scalar.map_or("", |scalar| scalar.name)
}

pub(crate) fn shape(cx: &Cx<'_>, tile: Value) -> Vec<i64> {
    cx.new.shape(cx.new.ty(tile)).to_vec()
}

/// A tile whose elements are of another type; integers are extended as `sign` says.
fn converted(cx: &mut Cx<'_>, tile: Value, to: &str, sign: &str) -> Value {
    if element(cx, tile) == to {
        return tile;
    }
    let shape = shape(cx, tile);
    let to = cx.new.named_type(to);
    let ty = cx.new.make_tile_type(&shape, to, None);
    if sign.is_empty() {
        return cx.build().value(arith::FTOF, &[tile], ty);
    }
    cx.build().extend(sign, tile, ty)
}

/// The unit that may multiply operands as they are while threads go on: in a loop, or where it does not cut sums short.
fn unit_of(cx: &Cx<'_>, op: Op, operands: [Value; 2], acc: Value) -> Option<&'static Unit> {
    let unit = cx.state.asynchronous?;
    let names = operands.map(|operand| element(cx, operand));
    let sum = match element(cx, acc) {
        // It adds up in f32, and rounds once.
        "f16" if unit.has_tensor_memory() => "f32",
        own => own,
    };
    let is_taken = cx.state.types.iter().any(|types| types.takes(names, sum));
    is_taken.then_some(())?;
    let bytes = i64::from(cx.new.element_bytes(cx.new.ty(operands[0])));
    let ([_, m, k], [.., n]) = (matrices(&shape(cx, operands[0])), matrices(&shape(cx, operands[1])));
    let is_cut = names[0].starts_with("f8") && unit.figures().f8_sum_bits.is_some() && !cx.old.has_attr(op, "fast_acc");
    let around = cx.old.parent_op(op).map(|around| cx.old.kind(around));
    let is_whole = !is_cut || k <= policy().short_accumulation.value || around == Some(cuda_tile::FOR);
    (is_whole && unit.figures().divides([m, n, k], bytes, 1)).then_some(unit)
}

/// The type in which an operand is multiplied: its own if the unit takes so much of K of it, else the next wider one.
fn operand_type(cx: &Cx<'_>, tile: Value, (k, f8): (i64, bool), sum: &'static str) -> &'static str {
    let own = element(cx, tile);
    let bytes = i64::from(cx.new.element_bytes(cx.new.ty(tile)));
    let is_f8 = matches!(own, "f8E4M3FN" | "f8E5M2");
    match own {
        _ if !unit_takes(own) => own,
        _ if k * bytes >= mma_k_bytes() && (!is_f8 || f8) => own,
        _ if is_f8 && 2 * k >= mma_k_bytes() => "f16",
        _ => sum,
    }
}

fn product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let [lhs, rhs, acc] = [
        cx.required_operand(op, operand::LHS)?,
        cx.required_operand(op, operand::RHS)?,
        cx.required_operand(op, operand::ACC)?,
    ];
    let signs = match old.kind(op) {
        cuda_tile::MMAI => ["signedness_lhs", "signedness_rhs"].map(|name| old.keyword(op, name)),
        _ => [""; 2],
    };
    let unit = unit_of(cx, op, [lhs, rhs], acc);
    let result = multiplied(cx, ([lhs, rhs], unit), acc, signs, old.has_attr(op, "fast_acc"));
    cx.rename(old.result(op, 0), result);
    Ok(())
}

/// The `dot` of two operands, in types that something multiplies.
fn multiplied(
    cx: &mut Cx<'_>,
    (operands, unit): ([Value; 2], Option<&'static Unit>),
    acc: Value,
    signs: [&str; 2],
    fast: bool,
) -> Value {
    let own = element(cx, acc);
    let acc_type = if own == "f16" { "f32" } else { own };
    let [.., k] = matrices(&shape(cx, operands[0]));
    let f8 = cx.state.f8_products || unit.is_some();
    let types = operands.map(|operand| operand_type(cx, operand, (k, f8), acc_type));
    // Both of one width: the unit mixes no others.
    let narrow = types.iter().all(|ty| !matches!(*ty, "f16" | "f32" | "i32"));
    let [lhs, rhs] = [0, 1].map(|index| {
        let ty = match types {
            [a, b] if narrow || a == b => types[index],
            _ => acc_type,
        };
        converted(cx, operands[index], ty, signs[index])
    });
    let wide = converted(cx, acc, acc_type, "");
    let ty = cx.new.ty(wide);
    // Sums that tensor cores would cut short are added up beside them.
    let is_f8 = element(cx, lhs).starts_with("f8");
    let is_short = unit.is_some_and(|unit| unit.figures().f8_sum_bits.is_some());
    let apart = is_f8 && is_short && !fast && k <= policy().short_accumulation.value;
    let from = match apart {
        true => cx.build().constant(0, ty),
        false => wide,
    };
    let product = cx.build().op(nv_tileaa::DOT, &[&[lhs], &[rhs], &[from]], &[ty]);
    for (name, sign) in [("signedness_lhs", signs[0]), ("signedness_rhs", signs[1])] {
        if !sign.is_empty() {
            let sign = cx.build().keyword(sign);
            cx.new.set_attr(product, name, sign);
        }
    }
    if fast {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(product, "fast_acc", flag);
    }
    let mut product = cx.new.result(product, 0);
    if apart {
        product = cx.build().binary(arith::ADDF, wide, product);
    }
    converted(cx, product, own, "")
}

/// As it is where warps multiply blocks with scales; else both operands times their scales.
fn scaled(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match crate::scaled::by_unit(cx, op)? {
        true => Ok(()),
        false => multiplied_first(cx, op),
    }
}

/// The operands of a product with scales, and the scales of both sides.
pub(crate) fn scaled_operands(cx: &mut Cx<'_>, op: Op) -> Result<([Value; 3], [Value; 2]), Failure> {
    let operands = [
        cx.required_operand(op, operand::LHS)?,
        cx.required_operand(op, operand::RHS)?,
        cx.required_operand(op, operand::ACC)?,
    ];
    let scales = [
        cx.required_operand(op, operand::LHS_SCALE)?,
        cx.required_operand(op, operand::RHS_SCALE)?,
    ];
    Ok((operands, scales))
}

/// Both operands times their scales, in the 16-bit type that holds them: four-bit floats times f8E4M3FN have at most
/// six significant bits and are in the range of f16; a power of two asks for the range of bf16.
fn multiplied_first(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let ([lhs, rhs, acc], scales) = scaled_operands(cx, op)?;
    let to = match element(cx, scales[0]) {
        "f8E8M0FNU" => "bf16",
        "f8E4M3FN" => "f16",
        scale => return Err(cx.error(op, "internal", format!("a product with scales of {scale}"))),
    };
    let rank = shape(cx, lhs).len();
    let lhs = times(cx, lhs, scales[0], rank - 1, to);
    let rhs = times(cx, rhs, scales[1], rank - 2, to);
    let result = multiplied(cx, ([lhs, rhs], None), acc, [""; 2], false);
    cx.rename(cx.old.result(op, 0), result);
    Ok(())
}

/// An operand times its scales, of which each is for a block along the dimension of K.
fn times(cx: &mut Cx<'_>, operand: Value, scale: Value, dim: usize, to: &str) -> Value {
    let (whole, blocks) = (shape(cx, operand), shape(cx, scale));
    let operand = converted(cx, operand, to, "");
    let mut scale = converted(cx, scale, to, "");
    let mut step = blocks;
    step.insert(dim + 1, 1);
    let mut repeated = step.clone();
    repeated[dim + 1] = whole[dim] / step[dim].max(1);
    let ops = [
        (nv_tileaa::VIEW, step),
        (nv_tileaa::BROADCAST, repeated),
        (nv_tileaa::VIEW, whole),
    ];
    for (name, shape) in ops {
        let to = cx.new.named_type(to);
        let ty = cx.new.make_tile_type(&shape, to, None);
        scale = cx.build().value(name, &[scale], ty);
    }
    let ty = cx.new.ty(operand);
    cx.build().value(arith::MULF, &[operand, scale], ty)
}
