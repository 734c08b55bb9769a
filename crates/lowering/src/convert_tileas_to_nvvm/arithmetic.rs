//! Elementwise ops: the same on each register.

use super::constant::constant;
use super::powers::power;
use super::{Cx, ThreadLowering, ThreadState};
use std::sync::OnceLock;
use tilewright_ir::convert::{Failure, Pattern};
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, Registry, Value};

/// A pattern for each op of `arith`.
pub(super) fn patterns() -> impl Iterator<Item = &'static Pattern<ThreadState>> {
    static PATTERNS: OnceLock<Vec<Pattern<ThreadState>>> = OnceLock::new();
    let pattern = |op| match op {
        arith::CONSTANT => Pattern { op, rewrite: constant },
        arith::EXP2 => Pattern { op, rewrite: power },
        arith::OFFSET => Pattern { op, rewrite: offset },
        arith::INT_TO_PTR | arith::PTR_TO_INT | arith::PTR_TO_PTR => Pattern { op, rewrite: same_bits },
        _ => Pattern {
            op,
            rewrite: elementwise,
        },
    };
    let ops = || Registry::builtin().ops().filter(|def| def.dialect() == "arith");
    PATTERNS
        .get_or_init(|| ops().map(|def| pattern(def.kind)).collect())
        .iter()
}

fn elementwise(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let result = old.result(op, 0);
    let ty = cx.scalar_type(old.ty(result));
    let count = cx.register_types(old.ty(result)).len();
    let operands = old
        .operands(op)
        .iter()
        .map(|&v| cx.values(v))
        .collect::<Result<Vec<_>, _>>()?;
    let name = old.kind(op);
    let mut results = Vec::with_capacity(count);
    for register in 0..count {
        let operands: Vec<Value> = operands
            .iter()
            .map(|values| values[register.min(values.len() - 1)])
            .collect();
        let value = cx.build().value(name, &operands, ty);
        if let Some(new) = cx.new.defining_op(value) {
            cx.copy_attrs(op, new);
        }
        results.push(value);
    }
    cx.replace(result, results);
    Ok(())
}

/// Pointers move by elements, addresses by bytes.
fn offset(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    use super::scalar::{Int, Scalars};
    let old = cx.old;
    let result = old.result(op, 0);
    let Some(pointee) = old.pointee(old.element(old.ty(result))) else {
        return Err(cx.error(op, "internal", "an offset of what is no pointer"));
    };
    let bytes = i64::from(old.element_bytes(pointee));
    let [pointers, offsets] = old.required_operands(op, [operand::PTR, operand::OFFSET]);
    let (pointers, offsets) = (cx.values(pointers)?, cx.values(offsets)?);
    let mut results = Vec::new();
    for (&pointer, &offset) in pointers.iter().zip(&offsets) {
        let wide = cx.widen(offset);
        let scaled = cx.binary_const(arith::MULI, wide, Int::I64, bytes);
        results.push(cx.binary(arith::ADDI, pointer, scaled));
    }
    cx.replace(result, results);
    Ok(())
}

fn same_bits(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let values = cx.values(cx.old.only_operand(op))?;
    cx.replace(cx.old.result(op, 0), values);
    Ok(())
}
