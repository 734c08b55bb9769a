//! Constants. What differs between threads is chosen by the bits of the thread's number.

use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use std::collections::BTreeMap;
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Op, Ty, Value};

/// Elements of a constant that is made of choices: more is a table, which belongs into memory.
const MOST_CHOSEN: usize = 4096;

/// A splat is one value for all registers; otherwise each register is a choice between the elements that threads hold there.
pub(super) fn constant(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let result = old.result(op, 0);
    let ty = cx.scalar_type(old.ty(result));
    let elements = match old.attr(op, "value").map(|a| old.attr_data(a)) {
        Some(AttrData::Dense { bits, .. }) => bits.clone(),
        _ => return Err(cx.error(op, "internal", "a constant without a value")),
    };
    if let [one] = elements[..] {
        let count = cx.register_types(old.ty(result)).len();
        let value = cx.build().constant(one, ty);
        cx.replace(result, vec![value; count]);
        return Ok(());
    }
    if elements.len() > MOST_CHOSEN {
        let message = format!("a constant of {} elements that differ is too large", elements.len());
        let refusal = cx.error(op, "convert.unsupported", message);
        return Err(Box::new(refusal.with_help(format!(
            "load it from memory, or keep it below {MOST_CHOSEN} elements"
        ))));
    }
    let layout = cx.layout_of(result);
    let mut choice = Choice {
        ty,
        made: BTreeMap::new(),
        conditions: BTreeMap::new(),
    };
    let lanes = 1usize << layout.lane.len();
    let threads = lanes << layout.warp.len();
    let registers = (0..layout.registers()).map(|register| {
        let held = (0..threads).map(|thread| {
            let index = layout.index(register, thread % lanes, thread / lanes);
            elements.get(index as usize).copied().unwrap_or(0)
        });
        let held: Vec<u64> = held.collect();
        choice.between(cx, &held)
    });
    let registers: Vec<Value> = registers.collect();
    cx.replace(result, registers);
    Ok(())
}

/// Choices that were made, so that none is made twice.
struct Choice {
    ty: Ty,
    /// By what there is to choose from.
    made: BTreeMap<Vec<u64>, Value>,
    /// Whether a bit of the thread's number is set.
    conditions: BTreeMap<usize, Value>,
}

impl Choice {
    /// The value that the thread's number names, of a power of two of them.
    fn between(&mut self, cx: &mut Cx<'_>, held: &[u64]) -> Value {
        let (low, high) = held.split_at(held.len() / 2);
        if low == high {
            return self.between(cx, low);
        }
        if let Some(&value) = self.made.get(held) {
            return value;
        }
        let value = match held {
            &[one] => cx.build().constant(one, self.ty),
            _ => {
                let (low, high) = (self.between(cx, low), self.between(cx, high));
                let upper = self.condition(cx, held.len().ilog2() as usize - 1);
                cx.build().select(upper, high, low)
            }
        };
        self.made.insert(held.to_vec(), value);
        value
    }

    fn condition(&mut self, cx: &mut Cx<'_>, bit: usize) -> Value {
        if let Some(&condition) = self.conditions.get(&bit) {
            return condition;
        }
        let tid = cx.tid();
        let part = cx.binary_const("arith.andi", tid, Int::I32, 1 << bit);
        let zero = cx.int(Int::I32, 0);
        let condition = cx.compare("not_equal", part, zero);
        self.conditions.insert(bit, condition);
        condition
    }
}
