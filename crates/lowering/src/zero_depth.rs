//! Steps of K that add nothing: part of `convert-tileaa-to-tileas`.
//!
//! Tiles have powers of two as their extents, so that heads of 96 elements are loaded as 128, of which the view pads 32 with zeros. Where
//! both operands of a product are zero from some place along K on, the product says so, and units multiply no further. One of them is not
//! enough for floating-point numbers: zero times infinity is none.

use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_analysis::trips::trip_count;
use tilewright_ir::dialects::facts::DEPTH;
use tilewright_ir::numbers::float_value;
use tilewright_ir::ops::{arith, nv_tileas};
use tilewright_ir::views::{ForOp, TiledLoad};
use tilewright_ir::words::padding;
use tilewright_ir::{AttrData, Def, Module, Op, Value};

/// Marks the products of which not all of K counts.
pub(crate) fn mark(module: &mut Module) {
    for op in module.walk(module.top()) {
        if module.kind(op) == nv_tileas::DOT
            && let Some(depth) = depth(module, op)
        {
            let depth = module.intern_attr(AttrData::Int(depth));
            module.set_attr(op, DEPTH, depth);
        }
    }
}

/// Elements along K before those that are zero on both sides; none: all may count.
fn depth(module: &Module, dot: Op) -> Option<i64> {
    let [lhs, rhs] = module.sides(dot);
    let rank = module.shape(module.ty(lhs)).len();
    let left = zero_from(module, lhs, rank - 1)?;
    let right = zero_from(module, rhs, rank - 2)?;
    Some(left.max(right).max(1))
}

/// The place along a dimension from which on a tile is known to be zero.
fn zero_from(module: &Module, mut value: Value, mut dim: usize) -> Option<i64> {
    loop {
        let op = module.defining_op(value)?;
        value = match module.kind(op) {
            nv_tileas::TILED_LOAD => return outside_from(module, op, dim),
            nv_tileas::PERMUTE => {
                dim = *module.required_list(op, "permutation").get(dim)? as usize;
                module.only_operand(op)
            }
            nv_tileas::VIEW => {
                let source = module.only_operand(op);
                let shapes = [value, source].map(|tile| module.shape(module.ty(tile)));
                dim = same_dim(shapes, dim)?;
                source
            }
            arith::FTOF | arith::ITOF | arith::EXTI => module.only_operand(op),
            arith::MULF => {
                let [a, b] = module.sides(op);
                if is_finite(module, b) {
                    a
                } else {
                    Some(b).filter(|_| is_finite(module, a))?
                }
            }
            _ => return None,
        };
    }
}

/// The dimension of a tile that is one of another view of the same elements: both differ in dimensions of one.
fn same_dim([to, from]: [&[i64]; 2], dim: usize) -> Option<usize> {
    let long = |shape: &[i64]| (0..shape.len()).filter(|&dim| shape[dim] != 1).collect::<Vec<_>>();
    let (at, source) = (long(to), long(from));
    let same = at.len() == source.len() && at.iter().zip(&source).all(|(&a, &b)| to[a] == from[b]);
    source.get(at.iter().position(|&at| at == dim && same)?).copied()
}

/// The place along a dimension of a loaded tile from which on it is outside of the tensor, and zero there.
fn outside_from(module: &Module, load: Op, dim: usize) -> Option<i64> {
    let load = TiledLoad::of(module, load)?;
    let facts = ViewFacts::of(module, load.view)?;
    // Without a padding these elements may be anything, and zeros are what is loaded.
    let is_zero = module.tile_view_type(module.ty(load.view))?.padding.is_none_or(
        |padding| matches!(module.attr_data(padding), AttrData::Keyword(word) if module.name(*word) == padding::ZERO),
    );
    // Absent: an extent that is known at launch, or places that are gathered.
    let (Number::Known(size), None) = (facts.sizes[*facts.dim_map.get(dim)?], facts.sparse_dim) else {
        return None;
    };
    let at = only_number(module, *load.index.get(dim)?)?;
    let from = size - at.checked_mul(facts.steps[dim])?;
    (is_zero && at >= 0 && from < facts.tile[dim]).then_some(from.max(0))
}

/// The only number that a value may be: a constant, or the index of a loop of one iteration.
fn only_number(module: &Module, value: Value) -> Option<i64> {
    // Absent: no index of a loop.
    let Def::Argument(body, 0) = module.value_def(value) else {
        return module.constant_int(value);
    };
    let for_op = module.owner(body)?;
    let counted = ForOp::of(module, for_op).filter(|_| trip_count(module, for_op) == Some(1))?;
    module.constant_int(counted.lower)
}

/// Whether a tile is one number, which is neither infinite nor none.
fn is_finite(module: &Module, tile: Value) -> bool {
    let made = module
        .defining_op(tile)
        .filter(|&op| module.kind(op) == arith::CONSTANT);
    let bits = made.and_then(|op| module.dense_attr(op, "value"));
    match (bits, module.element_scalar(module.ty(tile))) {
        (Some(&[bits]), Some(scalar)) => float_value(scalar, bits).is_finite(),
        // Absent: a tile of several numbers, or of none that is known.
        _ => false,
    }
}
