//! Powers of two whose subnormal results nobody sees: flushed to zero they leave every number that is stored as it was, but for how
//! sums round (docs/accuracy.md). No leave is needed for that.
//!
//! A subnormal f32 becomes zero where it is narrowed to a type of fewer exponents. In a sum it is lost if another addend is 1 or more,
//! and of `exp2(x - max x)` one is: the power of zero. So it is in a loop that goes on with a maximum and a sum:
//!
//! ```text
//! for iter(%l = 0, %m = -1e30) {
//!   %n = maxf %m, (max of %x)              // either one of x is the new maximum, so that the sum of powers is at least 1,
//!   %p = exp2(%x - %n)                     // or the maximum stays, so that %l goes on with its factor 1: and it is at least 1
//!   %r = fma %l, exp2(%m - %n), (sum of %p)  // if any maximum was reached before
//!   continue %r, %n
//! }
//! ```
//!
//! Before the first maximum is reached no result is subnormal, if no number is as near to the first `%m` as that takes.

use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::views::ForOp;
use tilewright_ir::{Block, Def, Module, Op, OpKind, Value};

/// Changes of shape one after the other that are seen through.
const DEEPEST: usize = 16;

/// The ops of a module that make powers of two whose subnormals nobody sees, and do not flush them yet.
pub fn powers(module: &Module) -> Vec<Op> {
    let all = module.walk(module.top()).into_iter();
    all.filter(|&op| {
        is_power(module, op) && !module.has_attr(op, "ftz") && is_unseen(module, (module.result(op, 0), op), DEEPEST)
    })
    .collect()
}

fn is_power(module: &Module, op: Op) -> bool {
    module.kind(op) == cuda_tile::EXP2 && scalar(module, module.result(op, 0)) == "f32"
}

fn scalar(module: &Module, value: Value) -> &'static str {
    // Absent: pointers, which no power is.
    module.element_scalar(module.ty(value)).map_or("", |scalar| scalar.name)
}

/// Whether subnormal elements of a value, which this power makes, might as well be zeros to all that use it.
fn is_unseen(module: &Module, (value, power): (Value, Op), deepest: usize) -> bool {
    let uses = module.uses(value);
    !uses.is_empty()
        && deepest > 0
        && uses.iter().all(|user| match module.kind(user.op) {
            cuda_tile::RESHAPE | cuda_tile::PERMUTE => {
                is_unseen(module, (module.result(user.op, 0), power), deepest - 1)
            }
            cuda_tile::FTOF => {
                let narrow = ["f16", "f8E4M3FN", "f8E5M2"].contains(&scalar(module, module.result(user.op, 0)));
                narrow && is_usual(module, user.op)
            }
            cuda_tile::REDUCE => value == module.result(power, 0) && is_sum_of_one(module, user.op),
            // Absent: others may see them.
            _ => false,
        })
}

/// Whether an op rounds to the nearest, as ops that say nothing do.
fn is_usual(module: &Module, op: Op) -> bool {
    module.keyword(op, "rounding") == "nearest_even"
}

/// Whether a sum of powers has an addend of 1 or more, or is added to what is as much, whenever an addend is subnormal.
fn is_sum_of_one(module: &Module, sum: Op) -> bool {
    let Some(powers) = Powers::of(module, sum) else {
        return false;
    };
    if powers.is_maximum(module, powers.highest) {
        return true;
    }
    let uses = chain_uses(module, module.result(sum, 0), DEEPEST);
    let for_op = module.parent_op(sum);
    let next = |user: Op| {
        // A product that is a sum's addend is not one of powers.
        let added = for_op.and_then(|for_op| Running::of(module, for_op, module.result(user, 0)));
        added.is_some_and(|running| running.sum == sum && running.begins(module))
    };
    !uses.is_empty() && uses.into_iter().all(next)
}

/// A sum of powers of two: `sum(exp2(x - highest))` along a dimension.
struct Powers {
    x: Value,
    /// The values that are subtracted, one for each sum.
    highest: Value,
    dim: i64,
}

impl Powers {
    fn of(module: &Module, sum: Op) -> Option<Self> {
        let power = module.defining_op(combined(module, sum, cuda_tile::ADDF)?)?;
        let (x, highest) = difference(module, power)?;
        let dim = module.int_attr(sum, "dim")?;
        let mut kept = module.shape(module.ty(x)).to_vec();
        *kept.get_mut(usize::try_from(dim).ok()?)? = 1;
        let spread = module.defining_op(highest)?;
        let each = match module.kind(spread) {
            cuda_tile::BROADCAST => module.only_operand(spread),
            _ => highest,
        };
        (module.shape(module.ty(each)) == kept).then(|| Self {
            x,
            highest: root(module, each),
            dim,
        })
    }

    /// Whether a value is the maximum of `x` along the dimension; of elements that are scaled, it may be scaled after.
    fn is_maximum(&self, module: &Module, value: Value) -> bool {
        let made = |value: Value| module.defining_op(root(module, value));
        let is_of = |value: Value, x: Value| {
            made(value).is_some_and(|op| {
                combined(module, op, cuda_tile::MAXF) == Some(x) && module.int_attr(op, "dim") == Some(self.dim)
            })
        };
        let scaled = |value: Value| {
            let op = made(value).filter(|&op| module.kind(op) == cuda_tile::MULF && is_usual(module, op))?;
            let [lhs, rhs] = module.sides(op);
            let ways = [(lhs, rhs), (rhs, lhs)];
            ways.into_iter()
                .find_map(|(of, by)| Some((of, splat(module, by).filter(|&by| by > 0.0 && by.is_finite())?)))
        };
        is_of(value, self.x)
            || match (scaled(value), scaled(self.x)) {
                (Some((maximum, by)), Some((of, also))) => by == also && is_of(maximum, of),
                // Absent: one of them is not scaled.
                _ => false,
            }
    }
}

/// `x` and `y` of an op that is `exp2(x - y)`.
fn difference(module: &Module, power: Op) -> Option<(Value, Value)> {
    if !is_power(module, power) {
        return None;
    }
    let subtraction = module.defining_op(module.only_operand(power))?;
    let [x, y] = sides_of(module, subtraction, cuda_tile::SUBF)?;
    is_usual(module, subtraction).then_some((x, y))
}

/// The operand of a reduction that combines by this op alone.
fn combined(module: &Module, op: Op, by: OpKind) -> Option<Value> {
    if module.kind(op) != cuda_tile::REDUCE || module.results(op).len() != 1 {
        return None;
    }
    let source = module.only_operand(op);
    let body = module.entry_block(*module.regions(op).first()?)?;
    let ops: Vec<Op> = module.ops(body).collect();
    let &[combine, end] = &ops[..] else { return None };
    let mut sides = sides_of(module, combine, by)?;
    let mut arguments = module.arguments(body).to_vec();
    sides.sort_unstable();
    arguments.sort_unstable();
    let whole = sides[..] == arguments[..] && module.operands(end) == [module.result(combine, 0)];
    (whole && (by != cuda_tile::ADDF || is_usual(module, combine))).then_some(source)
}

/// A sum that a loop goes on with, beside the maximum that it is of.
struct Running {
    for_op: Op,
    /// The reduction that is added in each iteration.
    sum: Op,
    /// The numbers of both, of what the loop carries.
    places: [usize; 2],
}

impl Running {
    /// The running sum of a loop whose next value this is.
    fn of(module: &Module, for_op: Op, next: Value) -> Option<Self> {
        let body = ForOp::of(module, for_op)?.body?;
        let end = module.last_op(body)?;
        let ends = module
            .walk(body)
            .into_iter()
            .filter(|&op| module.kind(op) == cuda_tile::CONTINUE);
        if ends.count() != 1 {
            return None;
        }
        let handed: Vec<Value> = module.operands(end).iter().map(|&value| root(module, value)).collect();
        let carried = |place: usize, value: Value| module.arguments(body).get(place + 1) == Some(&root(module, value));
        let place = handed.iter().position(|&value| value == root(module, next))?;
        let ([before, factor], added) = product_and_sum(module, module.defining_op(handed[place])?)?;
        let [before, factor] = match carried(place, before) {
            true => [before, factor],
            false => [factor, before],
        };
        let sum = module.defining_op(root(module, added))?;
        let powers = Powers::of(module, sum)?;
        let highest = handed.iter().position(|&value| value == powers.highest)?;
        let (old, new) = difference(module, module.defining_op(root(module, factor))?)?;
        let goes_on = carried(place, before) && carried(highest, old) && root(module, new) == powers.highest;
        let [one, other] = sides_of(module, module.defining_op(powers.highest)?, cuda_tile::MAXF)?;
        let is_next = |old: Value, new: Value| carried(highest, old) && powers.is_maximum(module, new);
        let places = [place, highest];
        (goes_on && (is_next(one, other) || is_next(other, one))).then_some(Self { for_op, sum, places })
    }

    /// Whether what it begins with leaves no subnormal power to see: a sum of 1 or more; or none, with a maximum from which all lower
    /// numbers are far; or what such a loop before has left.
    fn begins(&self, module: &Module) -> bool {
        let Some(found) = ForOp::of(module, self.for_op) else {
            return false;
        };
        let [sum, highest] = self.places.map(|place| found.inits[place]);
        match (splat(module, sum), splat(module, highest)) {
            (Some(sum), _) if sum >= 1.0 => true,
            (Some(sum), Some(highest)) => sum >= 0.0 && highest <= FAR,
            _ => {
                let left = |value: Value| match module.value_def(root(module, value)) {
                    Def::Result(op, place) if module.kind(op) == cuda_tile::FOR => Some((op, place as usize)),
                    _ => None,
                };
                let (Some((before, own)), Some((also, beside))) = (left(sum), left(highest)) else {
                    return false;
                };
                let next = ForOp::of(module, before).and_then(|found| handed(module, found.body?, own));
                let running = next.and_then(|next| Self::of(module, before, next));
                running
                    .is_some_and(|running| before == also && running.places == [own, beside] && running.begins(module))
            }
        }
    }
}

/// A number below which neighbours are 256 apart: powers of differences are zero, or one.
const FAR: f64 = -4_294_967_296.0;

/// The value that an iteration hands on.
fn handed(module: &Module, body: Block, place: usize) -> Option<Value> {
    module.operands(module.last_op(body)?).get(place).copied()
}

/// The factors and the addend of `a * b + c`, in one op or in two.
fn product_and_sum(module: &Module, op: Op) -> Option<([Value; 2], Value)> {
    if !is_usual(module, op) {
        return None;
    }
    if module.kind(op) == cuda_tile::FMA {
        return Some((module.sides(op), module.required_operand(op, operand::ACC)));
    }
    let [one, other] = sides_of(module, op, cuda_tile::ADDF)?;
    [(one, other), (other, one)].into_iter().find_map(|(product, added)| {
        let product = module.defining_op(root(module, product))?;
        let factors = sides_of(module, product, cuda_tile::MULF)?;
        is_usual(module, product).then_some((factors, added))
    })
}

/// Both sides of an op of this kind.
fn sides_of(module: &Module, op: Op, kind: OpKind) -> Option<[Value; 2]> {
    (module.kind(op) == kind).then(|| module.sides(op))
}

/// A value as it was before its shape was changed: the elements are the same, in the same order.
fn root(module: &Module, value: Value) -> Value {
    let mut at = value;
    while let Some(op) = module
        .defining_op(at)
        .filter(|&op| module.kind(op) == cuda_tile::RESHAPE)
    {
        at = module.only_operand(op);
    }
    at
}

/// The ops that use a value, seen through changes of shape.
fn chain_uses(module: &Module, value: Value, deepest: usize) -> Vec<Op> {
    let uses = module.uses(value).iter();
    uses.flat_map(|user| match module.kind(user.op) {
        cuda_tile::RESHAPE if deepest > 0 => chain_uses(module, module.result(user.op, 0), deepest - 1),
        _ => vec![user.op],
    })
    .collect()
}

/// The f32 that all elements of a constant are.
fn splat(module: &Module, value: Value) -> Option<f64> {
    let mut op = module.defining_op(value)?;
    while matches!(module.kind(op), cuda_tile::BROADCAST | cuda_tile::RESHAPE) {
        op = module.defining_op(module.only_operand(op))?;
    }
    match module.kind(op) {
        cuda_tile::CONSTANT if scalar(module, value) == "f32" => match module.dense_attr(op, "value")? {
            &[bits] => Some(f64::from(f32::from_bits(bits as u32))),
            _ => None,
        },
        _ => None,
    }
}
