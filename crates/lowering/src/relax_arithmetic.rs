//! `relax-arithmetic`
//!
//! Purpose: the arithmetic on floats that the user allows to be other than the kernel says: subnormal numbers flushed to
//! zero, a product and a sum rounded once, fast forms of functions. Without such leave it flushes only subnormal powers of two that
//! nobody sees (`unseen_subnormals.rs`).
//!
//! Requires: verified `cuda_tile`. Guarantees: verified `cuda_tile`. What an op says itself stays: a rounding that is
//! not the usual one, a flush.
//!
//! With `contract`:
//!
//! ```text
//! %p = mulf %a, %b : tile<8xf32>
//! %d = subf %p, %c : tile<8xf32>             ->  %n = negf %c;  %d = fma %a, %b, %n : tile<8xf32>
//! ```

use crate::unseen_subnormals;
use tilewright_analysis::{Arithmetic, Context};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{Attr, AttrData, Module, Op, OpKind, Value};

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let flushed = flush_unseen(module);
    let relaxed = relaxed(flushed.as_ref().unwrap_or(module), context.arithmetic);
    Ok(relaxed.map(|(module, _)| module).or(flushed))
}

/// The module with powers that flush what nobody sees; none: there are none.
fn flush_unseen(module: &Module) -> Option<Module> {
    let powers = unseen_subnormals::powers(module);
    let mut flushed = (!powers.is_empty()).then(|| module.clone())?;
    for power in powers {
        flush(&mut flushed, power);
    }
    Some(flushed)
}

/// The module with the arithmetic that is allowed, and what of the leave it uses; none: it is as it was.
pub fn relaxed(module: &Module, allowed: Arithmetic) -> Option<(Module, Arithmetic)> {
    if allowed == Arithmetic::default() {
        return None;
    }
    let mut relaxed = module.clone();
    let mut used = Arithmetic::default();
    for op in relaxed.walk(relaxed.top()) {
        used.ftz |= allowed.ftz && flush(&mut relaxed, op);
        used.approx |= allowed.approx && approximate(&mut relaxed, op);
    }
    if allowed.contract {
        for op in relaxed.walk(relaxed.top()) {
            mask_before_scaling(&mut relaxed, op);
        }
        for op in relaxed.walk(relaxed.top()) {
            scale_extrema(&mut relaxed, op);
        }
        for op in relaxed.walk(relaxed.top()) {
            used.contract |= contract(&mut relaxed, op);
        }
    }
    (used != Arithmetic::default()).then_some((relaxed, used))
}

/// Whether the elements of an op's result are of the one type that has flushes and fast forms.
fn is_f32(module: &Module, op: Op) -> bool {
    let [result] = module.results(op) else { return false };
    let scalar = module.element_scalar(module.ty(*result));
    scalar.is_some_and(|scalar| scalar.name == "f32")
}

/// Ops that may flush subnormal operands and results to zero.
const FLUSHED: &[OpKind] = &[
    cuda_tile::ADDF,
    cuda_tile::SUBF,
    cuda_tile::MULF,
    cuda_tile::DIVF,
    cuda_tile::FMA,
    cuda_tile::MAXF,
    cuda_tile::MINF,
    cuda_tile::EXP2,
    cuda_tile::RSQRT,
    cuda_tile::SQRT,
];

fn flush(module: &mut Module, op: Op) -> bool {
    let may = FLUSHED.contains(&module.kind(op)) && is_f32(module, op) && !module.has_attr(op, "ftz");
    if may {
        let flag = module.intern_attr(AttrData::Unit);
        module.set_attr(op, "ftz", flag);
    }
    may
}

/// The usual rounding of ops with a fast form.
const FAST_FORMS: &[(OpKind, &str)] = &[
    (cuda_tile::DIVF, "nearest_even"),
    (cuda_tile::SQRT, "nearest_even"),
    (cuda_tile::EXP, "full"),
    (cuda_tile::TANH, "full"),
];

fn approximate(module: &mut Module, op: Op) -> bool {
    let kind = module.kind(op);
    let usual = FAST_FORMS.iter().find(|(form, _)| *form == kind);
    let may = usual.is_some_and(|(_, usual)| module.keyword(op, "rounding") == *usual) && is_f32(module, op);
    if may {
        let word = module.intern_name("approx");
        let word = module.intern_attr(AttrData::Keyword(word));
        module.set_attr(op, "rounding", word);
    }
    may
}

/// A sum or a difference of which one side is a product that nothing else uses becomes a fused multiply-add.
fn contract(module: &mut Module, sum: Op) -> bool {
    let subtracts = match module.kind(sum) {
        cuda_tile::ADDF => false,
        cuda_tile::SUBF => true,
        _ => return false,
    };
    let [lhs, rhs] = module.sides(sum);
    if let Some([a, b]) = product_for(module, lhs, sum) {
        let acc = if subtracts { negated(module, rhs, sum) } else { rhs };
        fuse(module, sum, [a, b, acc]);
    } else if let Some([a, b]) = product_for(module, rhs, sum) {
        let a = if subtracts { negated(module, a, sum) } else { a };
        fuse(module, sum, [a, b, lhs]);
    } else {
        return false;
    }
    true
}

/// The factors of a value that is a product, if it can become part of this sum: both round and flush alike, each of its
/// uses is such a sum beside it, so that no multiplication is left, and none has it on both sides.
fn product_for(module: &Module, value: Value, sum: Op) -> Option<[Value; 2]> {
    let product = module.defining_op(value)?;
    let alike = module.kind(product) == cuda_tile::MULF
        && module.parent(product) == module.parent(sum)
        && module.keyword(product, "rounding") == "nearest_even";
    let fits = alike && module.uses(value).iter().all(|user| takes(module, user.op, product));
    fits.then(|| module.sides(product))
}

/// Whether a user of a product is a sum that it can become part of.
fn takes(module: &Module, user: Op, product: Op) -> bool {
    let value = module.result(product, 0);
    matches!(module.kind(user), cuda_tile::ADDF | cuda_tile::SUBF)
        && module.parent(user) == module.parent(product)
        && module.keyword(user, "rounding") == "nearest_even"
        && module.has_attr(user, "ftz") == module.has_attr(product, "ftz")
        && module.sides(user).iter().filter(|&&side| side == value).count() == 1
}

/// Where elements that are multiplied by one positive number, or else infinite, are for extrema and sums alone, they are chosen before they are
/// multiplied: infinity stays what it is. So the scores of masked attention are scaled, too.
fn mask_before_scaling(module: &mut Module, choice: Op) {
    if module.kind(choice) != cuda_tile::SELECT {
        return;
    }
    let (old, sides) = (module.result(choice, 0), module.sides(choice));
    // Absent: what is not chosen is finite, or not known.
    let Some(side) = (0..2).find(|&side| is_infinite(module, sides[1 - side])) else {
        return;
    };
    let made = module.defining_op(sides[side]);
    let is_alone = |op: Op| module.parent(op) == module.parent(choice) && module.uses(sides[side]).len() == 1;
    let product = made.filter(|&op| module.kind(op) == cuda_tile::MULF && is_f32(module, op) && is_alone(op));
    // Absent: what is chosen is no product, for a choice is no terminator, so that something follows.
    let (Some(product), Some(next)) = (product, module.next_op(choice)) else {
        return;
    };
    let flushes = module.has_attr(product, "ftz");
    let is_scaled = |user: Op| {
        let kind = module.kind(user);
        kind == cuda_tile::ADDF || kind == cuda_tile::SUBF || is_extremum(module, user, flushes)
    };
    let factors = module.sides(product);
    let place = (0..2).find(|&place| positive(module, factors[1 - place]).is_some());
    // Absent: no factor is one positive number, or it is rounded otherwise.
    let Some(place) = place.filter(|_| module.keyword(product, "rounding") == "nearest_even") else {
        return;
    };
    if !module.uses(old).iter().all(|user| is_scaled(user.op)) {
        return;
    }
    module.replace_uses(old, sides[side]);
    // The condition comes first.
    module.set_operand(choice, 1 + side, factors[place]);
    module.set_operand(product, place, old);
    module.detach(product);
    module.insert_before(next, product);
}

/// Where elements are multiplied by one positive number, and all that use the products are extrema of them and sums that can
/// take them in, the extrema are multiplied instead: multiplying and rounding keep the order of numbers, so the result is the
/// same, and the products can become part of the sums. So the scores of attention are scaled.
fn scale_extrema(module: &mut Module, product: Op) {
    if module.kind(product) != cuda_tile::MULF || module.keyword(product, "rounding") != "nearest_even" {
        return;
    }
    let value = module.result(product, 0);
    let [lhs, rhs] = module.sides(product);
    let (source, factor) = match (positive(module, lhs), positive(module, rhs)) {
        (_, Some(factor)) => (lhs, factor),
        (Some(factor), None) => (rhs, factor),
        (None, None) => return,
    };
    let users: Vec<Op> = module.uses(value).iter().map(|user| user.op).collect();
    let flushes = module.has_attr(product, "ftz");
    let (extrema, sums): (Vec<Op>, Vec<Op>) = users.into_iter().partition(|&user| is_extremum(module, user, flushes));
    if extrema.is_empty() || !is_f32(module, product) || !sums.iter().all(|&user| takes(module, user, product)) {
        return;
    }
    for extremum in extrema {
        let old = module.result(extremum, 0);
        let name = module.value_name(old);
        let (ty, loc) = (module.ty(old), module.loc(extremum));
        let factor = module.intern_attr(AttrData::Dense {
            ty,
            bits: [factor].into(),
        });
        let constant = module.create_op(module.record_of(cuda_tile::CONSTANT), &[], &[ty], loc);
        module.set_attr(constant, "value", factor);
        let factor = module.result(constant, 0);
        let scaled = module.create_op(module.record_of(cuda_tile::MULF), &[&[old], &[factor]], &[ty], loc);
        if flushes {
            let flag = module.intern_attr(AttrData::Unit);
            module.set_attr(scaled, "ftz", flag);
        }
        let value = module.result(scaled, 0);
        module.replace_uses(old, value);
        module.set_operand(scaled, 0, old);
        module.set_operand(extremum, 0, source);
        // An extremum is no terminator: something follows.
        if let Some(next) = module.next_op(extremum) {
            module.insert_before(next, constant);
            module.insert_before(next, scaled);
        }
        module.set_value_name(value, name);
        module.set_value_name(old, None);
    }
}

/// The bits of a finite positive number that all elements of a tile are.
fn positive(module: &Module, value: Value) -> Option<u64> {
    the_one(module, value).filter(|bits| (1..INFINITY).contains(bits))
}

/// Whether all elements of a tile of f32 are the same infinity.
fn is_infinite(module: &Module, value: Value) -> bool {
    the_one(module, value).is_some_and(|bits| bits & !SIGN == INFINITY)
}

/// The bits of the number that all elements of a tile are.
fn the_one(module: &Module, value: Value) -> Option<u64> {
    let op = module.defining_op(value)?;
    match module.kind(op) {
        cuda_tile::BROADCAST | cuda_tile::RESHAPE => the_one(module, module.only_operand(op)),
        cuda_tile::CONSTANT => match module.dense_attr(op, "value")? {
            [bits] => Some(*bits),
            _ => None,
        },
        _ => None,
    }
}

/// Infinity in f32; what is less, as bits, is positive and finite.
const INFINITY: u64 = 0x7f80_0000;
/// The sign of an f32.
const SIGN: u64 = 0x8000_0000;

/// Whether an op is the greatest or the least of its elements along a dimension, and nothing else: an identity but infinity
/// would be one of them. It flushes subnormal numbers as what it takes does: else one that is only subnormal once it is scaled
/// would be lost, or kept.
fn is_extremum(module: &Module, op: Op, flushes: bool) -> bool {
    let is_reduction = module.kind(op) == cuda_tile::REDUCE && module.results(op).len() == 1;
    let body = is_reduction
        .then(|| module.entry_block(*module.regions(op).first()?))
        .flatten();
    let Some(body) = body else { return false };
    let ops: Vec<Op> = module.ops(body).collect();
    let [combine, end] = ops[..] else { return false };
    let identity = match module.kind(combine) {
        cuda_tile::MAXF => INFINITY | SIGN,
        cuda_tile::MINF => INFINITY,
        _ => return false,
    };
    let mut sides = module.sides(combine);
    let mut arguments = module.arguments(body).to_vec();
    sides.sort_unstable();
    arguments.sort_unstable();
    sides[..] == arguments[..]
        && module.has_attr(combine, "ftz") == flushes
        && module.operands(end) == [module.result(combine, 0)]
        && identities(module, op).is_some_and(|bits| bits == [identity])
}

/// The identities of a reduction, as bits.
fn identities(module: &Module, op: Op) -> Option<Vec<u64>> {
    let AttrData::Array(items) = module.attr_data(module.attr(op, "identities")?) else {
        return None;
    };
    let one = |&item: &Attr| match module.attr_data(item) {
        AttrData::Dense { bits, .. } => bits.first().copied(),
        _ => None,
    };
    items.iter().map(one).collect()
}

/// Replaces a sum by a fused multiply-add.
fn fuse(module: &mut Module, sum: Op, [a, b, acc]: [Value; 3]) {
    let result = module.result(sum, 0);
    let fused = before(module, sum, cuda_tile::FMA, &[a, b, acc]);
    if module.has_attr(sum, "ftz") {
        let flag = module.intern_attr(AttrData::Unit);
        module.set_attr(fused, "ftz", flag);
    }
    let (value, name) = (module.result(fused, 0), module.value_name(result));
    let sides = module.sides(sum);
    module.replace_uses(result, value);
    module.erase(sum);
    module.set_value_name(value, name);
    for side in sides {
        // Absent: an argument, which nothing here has made.
        let Some(product) = module.defining_op(side) else {
            continue;
        };
        let unused = module.results(product).iter().all(|&v| module.uses(v).is_empty());
        if unused && module.kind(product) == cuda_tile::MULF {
            module.erase(product);
        }
    }
}

/// A value with its sign flipped, for the op `user`. Below a broadcast it is fewer elements.
fn negated(module: &mut Module, value: Value, user: Op) -> Value {
    let spread = module.defining_op(value).filter(|&op| {
        let kinds = [cuda_tile::BROADCAST, cuda_tile::RESHAPE];
        kinds.contains(&module.kind(op)) && module.parent(op) == module.parent(user)
    });
    let Some(spread) = spread else {
        let negation = before(module, user, cuda_tile::NEGF, &[value]);
        return module.result(negation, 0);
    };
    let source = module.only_operand(spread);
    let source = negated(module, source, user);
    let ty = module.ty(value);
    let made = module.create_before(user, module.kind(spread), &[&[source]], &[ty]);
    module.result(made, 0)
}

/// Makes an elementwise op of the type of its first operand, just before another.
fn before(module: &mut Module, next: Op, kind: OpKind, operands: &[Value]) -> Op {
    let lists: Vec<&[Value]> = operands.iter().map(std::slice::from_ref).collect();
    module.create_before(next, kind, &lists, &[module.ty(operands[0])])
}
