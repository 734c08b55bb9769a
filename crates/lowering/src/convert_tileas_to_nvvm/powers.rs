//! Powers of two of f32: by special functions, or, as many as the schedule says, by a polynomial on multiply-adds.
//!
//! Of x = n + r, n the nearest whole number, 2^r is 1 + r ln 2 + r P(r) (`machine/data/powers.json`). The largest part, 1 + r ln 2, is kept in two
//! numbers, so that little more than one rounding is left; n is added to the exponent. A last multiply-add flushes what is subnormal, and
//! is no number where x is none.

use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::BY_POLYNOMIAL;
use tilewright_ir::ops::arith;
use tilewright_ir::{AttrData, Op, OpKind, Value};
use tilewright_machine::{policy, powers};

/// Bits of the fraction of an f32.
const FRACTION_BITS: i64 = 23;

/// Each register by a special function or the polynomial.
pub(super) fn power(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    // Absent: special functions have all.
    let parts = cx.old.int_attr(op, BY_POLYNOMIAL).unwrap_or(0);
    let result = cx.old.result(op, 0);
    let ty = cx.scalar_type(cx.old.ty(result));
    let arguments = cx.values(cx.old.only_operand(op))?;
    let mut results = Vec::with_capacity(arguments.len());
    // Neighbours take each step together, so that `pair-arithmetic` finds both.
    for pair in arguments.chunks(2) {
        if is_by_polynomial(results.len(), parts) {
            results.extend(by_polynomial(cx, pair));
            continue;
        }
        for &argument in pair {
            let value = cx.build().value(arith::EXP2, &[argument], ty);
            if let Some(new) = cx.new.defining_op(value) {
                cx.copy_attrs(op, new);
                cx.new.remove_attr(new, BY_POLYNOMIAL);
            }
            results.push(value);
        }
    }
    cx.replace(result, results);
    Ok(())
}

/// Whether a register is of the parts that the polynomial makes: neighbours are, which packed instructions compute together, and as far from
/// others as can be.
fn is_by_polynomial(register: usize, parts: i64) -> bool {
    let before = |pair: i64| pair * parts / policy().power_parts.value.max(1);
    let pair = register as i64 / 2;
    before(pair + 1) > before(pair)
}

fn by_polynomial(cx: &mut Cx<'_>, x: &[Value]) -> Vec<Value> {
    let figures = powers();
    let x = within(cx, arith::MAXF, x, figures.least.value);
    let x = within(cx, arith::MINF, &x, figures.most.value);
    let whole = constant(cx, figures.whole.value);
    // The low bits of it are n.
    let counted = flushed(cx, arith::ADDF, &[&x, &[whole]]);
    let n = flushed(cx, arith::SUBF, &[&counted, &[whole]]);
    let r = flushed(cx, arith::SUBF, &[&x, &n]);
    let mut coefficients = figures.coefficients.value.iter().rev();
    // Absent: the polynomial of no coefficients.
    let mut sum = vec![constant(cx, *coefficients.next().unwrap_or(&0.0)); x.len()];
    for &coefficient in coefficients {
        let coefficient = constant(cx, coefficient);
        sum = flushed(cx, arith::FMA, &[&sum, &r, &[coefficient]]);
    }
    let (one, slope) = (constant(cx, 1.0), constant(cx, figures.slope.value));
    let line = flushed(cx, arith::FMA, &[&r, &[slope], &[one]]);
    let missing = flushed(cx, arith::SUBF, &[&[one], &line]);
    let missing = flushed(cx, arith::FMA, &[&r, &[slope], &missing]);
    let beside = flushed(cx, arith::FMA, &[&r, &sum, &missing]);
    let power = flushed(cx, arith::ADDF, &[&line, &beside]);
    let counted = counted.iter().zip(&power);
    let raised: Vec<Value> = counted.map(|(&n, &power)| raised(cx, n, power)).collect();
    let zero = constant(cx, 0.0);
    flushed(cx, arith::FMA, &[&r, &[zero], &raised])
}

/// A power whose exponent is more by the low bits of a number.
fn raised(cx: &mut Cx<'_>, n: Value, power: Value) -> Value {
    let (word, float) = (cx.int_type(Int::I32), cx.new.ty(power));
    let [n, power] = [n, power].map(|number| cx.build().value(arith::BITCAST, &[number], word));
    let exponent = cx.binary_const(arith::SHLI, n, Int::I32, FRACTION_BITS);
    let power = cx.binary(arith::ADDI, exponent, power);
    cx.build().value(arith::BITCAST, &[power], float)
}

fn constant(cx: &mut Cx<'_>, value: f64) -> Value {
    let float = cx.new.named_type("f32");
    cx.build().constant(u64::from((value as f32).to_bits()), float)
}

/// An op on f32 that flushes subnormal numbers, for each of the longest list of operands; one stands for all.
fn flushed(cx: &mut Cx<'_>, kind: OpKind, operands: &[&[Value]]) -> Vec<Value> {
    each(cx, kind, "ftz", operands)
}

/// Arguments kept on one side of a bound; what is no number stays so.
fn within(cx: &mut Cx<'_>, kind: OpKind, x: &[Value], bound: f64) -> Vec<Value> {
    let bound = constant(cx, bound);
    each(cx, kind, "propagate_nan", &[x, &[bound]])
}

fn each(cx: &mut Cx<'_>, kind: OpKind, flag: &str, operands: &[&[Value]]) -> Vec<Value> {
    let (float, unit) = (cx.new.named_type("f32"), cx.new.intern_attr(AttrData::Unit));
    // Absent: an op without operands has no results.
    let count = operands.iter().map(|list| list.len()).max().unwrap_or(0);
    let one = |at: usize| {
        let taken = operands.iter().map(|list| list[at.min(list.len() - 1)]);
        let taken: Vec<Value> = taken.collect();
        cx.build().value_with(kind, &taken, float, &[(flag, unit)])
    };
    (0..count).map(one).collect()
}
