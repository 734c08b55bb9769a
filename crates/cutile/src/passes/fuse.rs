//! A product that is added to something becomes one `fma`.

use crate::eval::Eval;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Block, Module, Op, Value as Ir};

/// Fuses products with sums and differences.
pub(crate) fn fuse(eval: &mut Eval<'_>, entry: Block) {
    let m = &mut eval.m;
    for op in m.walk(entry) {
        if !matches!(m.kind(op), ct::ADDF | ct::SUBF) {
            continue;
        }
        let [a, b] = m.sides(op);
        let is_sum = m.kind(op) == ct::ADDF;
        let (side, addend, negated) = match (is_product(m, a), is_product(m, b)) {
            // A product on the left that cannot be fused keeps the one on the right from it, as in the real compiler.
            (true, _) => (a, b, Negated::Addend),
            (false, true) => (b, a, Negated::Factor),
            (false, false) => continue,
        };
        if let Some(mul) = product(m, op, side) {
            fma(m, op, mul, addend, (!is_sum).then_some(negated));
        }
    }
}

/// Which operand of the `fma` changes its sign.
enum Negated {
    Addend,
    Factor,
}

fn is_product(m: &Module, operand: Ir) -> bool {
    m.defining_op(operand).is_some_and(|op| m.kind(op) == ct::MULF)
}

/// The product that an operand is, if it can be fused: it has no other use, and rounds alike.
fn product(m: &Module, sum: Op, operand: Ir) -> Option<Op> {
    let mul = m.defining_op(operand)?;
    let alike =
        m.keyword(sum, "rounding") == m.keyword(mul, "rounding") && m.has_attr(sum, "ftz") == m.has_attr(mul, "ftz");
    (m.uses(operand).len() == 1 && alike).then_some(mul)
}

fn fma(m: &mut Module, sum: Op, mul: Op, addend: Ir, negated: Option<Negated>) {
    let [mut x, y] = m.sides(mul);
    let mut addend = addend;
    let result = m.result(sum, 0);
    let (ty, loc) = (m.ty(result), m.loc(sum));
    let changed = match negated {
        None => None,
        Some(Negated::Addend) => Some(&mut addend),
        Some(Negated::Factor) => Some(&mut x),
    };
    if let Some(value) = changed {
        let neg = m.create_op(m.record_of(ct::NEGF), &[&[*value]], &[ty], loc);
        m.insert_before(sum, neg);
        *value = m.result(neg, 0);
    }
    let op = m.create_op(m.record_of(ct::FMA), &[&[x], &[y], &[addend]], &[ty], loc);
    for name in ["rounding", "ftz"] {
        if let Some(attr) = m.attr(sum, name) {
            m.set_attr(op, name, attr);
        }
    }
    m.insert_before(sum, op);
    let new = m.result(op, 0);
    m.set_value_name(new, m.value_name(result));
    m.replace_uses(result, new);
    m.erase(sum);
    m.erase(mul);
}
