//! Rules of matrix products.

use super::{Rule, element_name, ensure, required_ty, shape_text};
use crate::entity::Op;
use crate::module::Module;
use crate::operand::{self, OperandName};
use crate::verify::Violation;
use crate::verify::kind::{SHAPE, TYPE};

const OPERANDS: [OperandName; 3] = [operand::LHS, operand::RHS, operand::ACC];
const SCALES: [OperandName; 2] = [operand::LHS_SCALE, operand::RHS_SCALE];

/// Shapes of a product: `MxK`, `KxN`, `MxN`, with one batch dimension in front of all or of none.
fn mma_shapes(module: &Module, op: Op) -> Rule {
    let [a, b, c] = OPERANDS.map(|name| module.shape(required_ty(module, op, name)));
    let rank = a.len();
    let fits = (rank == 2 || rank == 3)
        && b.len() == rank
        && c.len() == rank
        && a[rank - 1] == b[rank - 2]
        && a[rank - 2] == c[rank - 2]
        && b[rank - 1] == c[rank - 1]
        && (rank == 2 || (a[0] == b[0] && a[0] == c[0]));
    if fits {
        return Ok(());
    }
    let shapes = format!("{}, {} and {}", shape_text(a), shape_text(b), shape_text(c));
    Err(
        Violation::of(SHAPE, format!("the shapes {shapes} do not make a product"))
            .note("MxK times KxN plus MxN is a product, with or without one batch dimension in front of all three"),
    )
}

fn element(module: &Module, op: Op, name: OperandName) -> &'static str {
    element_name(module, required_ty(module, op, name))
}

/// Elements of the operands, and those of the accumulators that their products may be added to.
const FLOAT_PRODUCTS: [(&str, &[&str]); 7] = [
    ("f8E4M3FN", &["f16", "f32"]),
    ("f8E5M2", &["f16", "f32"]),
    ("f16", &["f16", "f32"]),
    ("bf16", &["f32"]),
    ("tf32", &["f32"]),
    ("f32", &["f32"]),
    ("f64", &["f64"]),
];

pub(crate) fn mmaf(module: &Module, op: Op) -> Rule {
    let [a, b, c] = OPERANDS.map(|name| element(module, op, name));
    let legal = FLOAT_PRODUCTS.iter().find(|(operand, _)| *operand == a);
    if a != b || !legal.is_some_and(|(_, accumulators)| accumulators.contains(&c)) {
        let message = format!("there is no product of {a} and {b} that is added to {c}");
        return Err(Violation::of(TYPE, message).note(
            "f8 and f16 are added to f16 or f32; bf16, tf32 and f32 to f32; f64 to f64; both operands are of one type",
        ));
    }
    mma_shapes(module, op)
}

pub(crate) fn mmai(module: &Module, op: Op) -> Rule {
    let [a, b, c] = OPERANDS.map(|name| element(module, op, name));
    ensure(a == "i8" && b == "i8" && c == "i32", TYPE, || {
        format!("integer products are of i8 and i8, added to i32, not of {a} and {b}, added to {c}")
    })?;
    mma_shapes(module, op)
}

/// Elements of the operands, elements of the scales, and how many elements along K one scale may stand for.
const SCALED_PRODUCTS: [(&str, &str, &[i64]); 5] = [
    ("f8E4M3FN", "f8E8M0FNU", &[32]),
    ("f8E5M2", "f8E8M0FNU", &[32]),
    ("f4E2M1FN", "f8E8M0FNU", &[16, 32]),
    ("f4E2M1FN", "f8E4M3FN", &[16]),
    ("f4E2M1FN", "fnv8E5M3FNU", &[16, 32]),
];

/// The number of elements along K that one scale stands for, where scales fit the operands; `per` elements are one of the operands' tiles.
fn scales(module: &Module, op: Op, per: i64) -> Result<i64, Violation> {
    let [a, b] = module.sides(op).map(|side| module.shape(module.ty(side)));
    let [sa, sb] = SCALES.map(|name| module.shape(required_ty(module, op, name)));
    let rank = a.len();
    let fits = sa.len() == rank
        && sb.len() == rank
        && sa[..rank - 1] == a[..rank - 1]
        && sb[rank - 1] == b[rank - 1]
        && sb[..rank - 2] == b[..rank - 2]
        && (per * a[rank - 1]) % sa[rank - 1] == 0
        && sa[rank - 1] == sb[rank - 2];
    ensure(fits, SHAPE, || {
        format!(
            "scales of {} and {} do not fit operands of {} and {}",
            shape_text(sa),
            shape_text(sb),
            shape_text(a),
            shape_text(b)
        )
    })?;
    Ok(per * a[rank - 1] / sa[rank - 1])
}

/// A product of operands as a unit takes them: packed, elements of four bits are two to a byte, so that K counts bytes.
pub(crate) fn dot_scaled(module: &Module, op: Op) -> Rule {
    let (packed, ordered) = (module.has_attr(op, "packed"), module.has_attr(op, "ordered"));
    if !packed && !ordered {
        return mmaf_scaled(module, op);
    }
    if !packed {
        return mma_shapes(module, op);
    }
    let [lhs, rhs, acc] = OPERANDS.map(|name| element(module, op, name));
    ensure([lhs, rhs, acc] == ["i8", "i8", "f32"], TYPE, || {
        format!("a packed product takes i8, i8 and f32, not {lhs}, {rhs} and {acc}")
    })?;
    mma_shapes(module, op)?;
    match ordered {
        true => Ok(()),
        false => scales(module, op, 2).map(|_| ()),
    }
}

pub(crate) fn mmaf_scaled(module: &Module, op: Op) -> Rule {
    let [lhs, rhs, acc] = OPERANDS.map(|name| element(module, op, name));
    let [lhs_scale, rhs_scale] = SCALES.map(|name| element(module, op, name));
    let legal = SCALED_PRODUCTS
        .iter()
        .find(|(operand, scale, _)| (*operand, *scale) == (lhs, lhs_scale))
        .filter(|_| lhs == rhs && lhs_scale == rhs_scale && acc == "f32");
    let Some((operand, scale, blocks)) = legal else {
        let message = format!(
            "there is no scaled product of these types: {}",
            [lhs, rhs, acc, lhs_scale, rhs_scale].join(", ")
        );
        return Err(Violation::of(TYPE, message).note(
            "f8 is scaled by f8E8M0FNU, f4E2M1FN by f8E8M0FNU, f8E4M3FN or fnv8E5M3FNU; the accumulator is f32",
        ));
    };
    mma_shapes(module, op)?;
    let block = scales(module, op, 1)?;
    ensure(blocks.contains(&block), SHAPE, || {
        let wanted: Vec<String> = blocks.iter().map(i64::to_string).collect();
        format!(
            "one scale of {scale} stands for {} elements of {operand} along K, not for {block}",
            wanted.join(" or ")
        )
    })
}
