//! Products of sums.

use super::numbers::sides;
use tilewright_ir::build::Builder;
use tilewright_ir::ops::arith;
use tilewright_ir::{Module, Op, Value};

/// Of each sum of 64 bits that is multiplied by a number, the parts are. How many were.
///
/// The machine makes a product of 64 bits of several, where the parts are 32-bit integers, each of which it multiplies by an instruction.
/// Products by powers of two stay, for they are shifts.
pub fn multiply_parts(module: &mut Module) -> usize {
    let mut parted = 0;
    for op in module.walk(module.top()) {
        // Absent: it multiplies no sum.
        let Some((sum, by)) = of_sum(module, op) else {
            continue;
        };
        // Made at the end of the top level and moved: the builder only appends.
        let (top, loc) = (module.top(), module.loc(op));
        let last = module.last_op(top);
        let product = times(&mut Builder::new(module, top, loc), sum, by);
        while let Some(made) = last.and_then(|last| module.next_op(last)) {
            module.detach(made);
            module.insert_before(op, made);
        }
        module.replace_uses(module.result(op, 0), product);
        parted += 1;
    }
    parted
}

/// The sum and the number that an op multiplies.
fn of_sum(module: &Module, op: Op) -> Option<(Value, i64)> {
    if module.kind(op) != arith::MULI {
        return None;
    }
    let [sum, by] = sides(module, op)?;
    let by = module.constant_int(by).filter(|by| by.count_ones() != 1)?;
    let added = module.defining_op(sum)?;
    let is_long = module.scalar(module.ty(sum)).is_some_and(|scalar| scalar.bits == 64);
    (is_long && module.kind(added) == arith::ADDI).then_some((sum, by))
}

/// A value of 64 bits, so many times; numbers by which it is made already are multiplied.
fn times(builder: &mut Builder<'_>, value: Value, by: i64) -> Value {
    let module = &*builder.module;
    let ty = module.ty(value);
    if let Some(number) = module.constant_int(value) {
        return builder.number(number.wrapping_mul(by), ty);
    }
    let made = module.defining_op(value);
    let of = made.and_then(|op| Some((module.kind(op), sides(module, op)?)));
    match of {
        Some((arith::ADDI, [a, b])) => {
            let [a, b] = [a, b].map(|side| times(builder, side, by));
            return builder.binary(arith::ADDI, a, b);
        }
        Some((arith::MULI, [a, b])) => {
            if let Some(number) = module.constant_int(b) {
                return times(builder, a, by.wrapping_mul(number));
            }
        }
        // Absent: it is no sum.
        _ => {}
    }
    let by = builder.number(by, ty);
    builder.binary(arith::MULI, value, by)
}
