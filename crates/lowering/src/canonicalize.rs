//! `canonicalize`
//!
//! Purpose: integer arithmetic on constants is done now, ops that change nothing disappear, and so does what nobody
//! uses. Works on tiles whose elements are all the same as on scalars. A loop that breaks in its first round, as what returns from an
//! inlined function is, becomes what it does. What follows a branch that returns moves into the other one,
//! and loops that count up to a bound have it as theirs.
//!
//! Requires: any level. Guarantees: nothing but simpler ops.
//!
//! ```text
//! %a = arith.constant <i32: 2> : tile<i32>
//! %b = arith.muli %a, %a : tile<i32>             ->  %b = arith.constant <i32: 4> : tile<i32>
//! ```

mod continues;
mod counted;
mod returns;

use smallvec::SmallVec;
use tilewright_analysis::Context;
use tilewright_ir::OpKind;
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nv_tileaa, nv_tileas, scf};
use tilewright_ir::types::{DYNAMIC, Scalar};
use tilewright_ir::{Module, Op, Value};

/// Runs the pass; whether it changed something.
pub fn run(module: &mut Module, _: &Context<'_>) -> Result<bool, Failure> {
    let folded = fold_all(module) + open_loops(module) + counted::bound(module);
    let folded = folded + returns::close(module) + continues::close(module);
    let removed = remove_unused(module);
    Ok(folded + removed > 0)
}

/// The simpler form of an op with one result.
enum Folded {
    /// A value that is there already.
    Value(Value),
    /// A constant with these bits in every element.
    Constant(u64),
}

/// Folds every op; operands stand before users, so one round finds all. How many.
fn fold_all(module: &mut Module) -> usize {
    let mut folded = 0;
    for op in module.walk(module.top()) {
        if matches!(module.kind(op), nv_tileaa::GET_TILE_COUNT | nv_tileas::GET_TILE_COUNT) {
            folded += fold_tile_counts(module, op);
        }
        if module.results(op).len() != 1 {
            continue;
        }
        let result = module.result(op, 0);
        let replacement = match fold(module, op) {
            Some(Folded::Value(value)) if module.ty(value) == module.ty(result) => value,
            Some(Folded::Constant(bits)) => constant_before(module, op, bits, result),
            // Absent: what does not fold stays.
            _ => continue,
        };
        module.replace_uses(result, replacement);
        module.erase(op);
        folded += 1;
    }
    folded
}

/// Puts what loops of one round do in their places. How many.
fn open_loops(module: &mut Module) -> usize {
    let loops = module.walk(module.top()).into_iter();
    let loops: Vec<Op> = loops.filter(|&op| module.kind(op) == scf::LOOP).collect();
    loops.into_iter().filter(|&op| open_loop(module, op).is_some()).count()
}

/// Puts what a loop does in its place; none: it may have another round, or end elsewhere.
fn open_loop(module: &mut Module, op: Op) -> Option<()> {
    let block = module.entry_block(*module.regions(op).first()?)?;
    let last = module.last_op(block).filter(|&last| module.kind(last) == scf::BREAK)?;
    let is_of_it = |end: Op| {
        let mut around = std::iter::successors(module.parent_op(end), |&around| module.parent_op(around));
        around.find(|&around| matches!(module.kind(around), scf::LOOP | scf::FOR)) == Some(op)
    };
    let ends = |each: Op| matches!(module.kind(each), scf::BREAK | scf::CONTINUE) && is_of_it(each);
    if module.walk(block).into_iter().any(|each| each != last && ends(each)) {
        return None;
    }
    let inits = module.loop_inits(op).to_vec();
    for (argument, init) in module.arguments(block).to_vec().into_iter().zip(inits) {
        module.replace_uses(argument, init);
    }
    for (index, value) in module.operands(last).to_vec().into_iter().enumerate() {
        module.replace_uses(module.result(op, index), value);
    }
    for inner in module.ops(block).filter(|&inner| inner != last).collect::<Vec<Op>>() {
        module.detach(inner);
        module.insert_before(op, inner);
    }
    module.erase(last);
    module.erase(op);
    Some(())
}

/// A constant like `like`, just before `op`.
fn constant_before(module: &mut Module, op: Op, bits: u64, like: Value) -> Value {
    let (ty, loc, top) = (module.ty(like), module.loc(op), module.top());
    let name = module.value_name(like);
    // Made at the end of the top level and moved: the builder only appends.
    let value = Builder::new(module, top, loc).constant(bits, ty);
    if let Some(constant) = module.defining_op(value) {
        module.detach(constant);
        module.insert_before(op, constant);
    }
    if name.is_some_and(|n| n.part == 0) {
        module.set_value_name(value, name);
    }
    value
}

fn fold(module: &Module, op: Op) -> Option<Folded> {
    let kind = module.kind(op);
    let same = |a: Value, b: Value| module.ty(a) == module.ty(b);
    match kind {
        nv_tileaa::VIEW | nv_tileas::VIEW | nv_tileaa::BROADCAST | nv_tileas::BROADCAST | nv_tileas::CONVERT_LAYOUT => {
            let source = module.only_operand(op);
            if same(source, module.result(op, 0)) {
                return Some(Folded::Value(source));
            }
            if let Some(bits) = splat_bits(module, source) {
                return Some(Folded::Constant(bits));
            }
            None
        }
        nv_tileaa::JOIN_MEM_TOKEN | nv_tileas::JOIN_MEM_TOKEN => match module.operands(op) {
            [one] => Some(Folded::Value(*one)),
            _ => None,
        },
        arith::SELECT => {
            let [yes, no] = module.sides(op);
            match splat_bits(module, module.required_operand(op, operand::COND)) {
                Some(1) => Some(Folded::Value(yes)),
                Some(0) => Some(Folded::Value(no)),
                _ => None,
            }
        }
        _ if module.def(op).dialect() == "arith" => fold_integers(module, op, kind),
        _ => None,
    }
}

/// The bits of a constant whose elements are all the same.
pub(crate) fn splat_bits(module: &Module, value: Value) -> Option<u64> {
    let op = module
        .defining_op(value)
        .filter(|&op| module.kind(op) == arith::CONSTANT)?;
    match module.dense_attr(op, "value")? {
        [bits] => Some(*bits),
        _ => None,
    }
}

fn fold_integers(module: &Module, op: Op, kind: OpKind) -> Option<Folded> {
    let operands = module.operands(op);
    let known: SmallVec<[Option<u64>; 2]> = operands.iter().map(|&value| splat_bits(module, value)).collect();
    if known.iter().all(Option::is_none) {
        return None;
    }
    if let (&[x, y], &[a, b]) = (operands, &known[..])
        && numbers(module, op).is_some()
        && let Some(value) = identity(kind, x, y, a, b)
    {
        return Some(value);
    }
    let known: Option<SmallVec<[u64; 2]>> = known.into_iter().collect();
    of_known(module, op, &known?).map(Folded::Constant)
}

/// The whole numbers that an op takes and makes; none if these are others.
fn numbers(module: &Module, op: Op) -> Option<[Scalar; 2]> {
    let scalar = |value: Value| {
        module
            .element_scalar(module.ty(value))
            .filter(|scalar| !scalar.is_float())
    };
    Some([scalar(*module.operands(op).first()?)?, scalar(module.result(op, 0))?])
}

/// The bits that an op of whole numbers makes of those of its operands; none: it is not one of those that are folded.
pub(crate) fn of_known(module: &Module, op: Op, operands: &[u64]) -> Option<u64> {
    let kind = module.kind(op);
    let [scalar, to] = numbers(module, op)?;
    let signed = module.keyword(op, "signedness") == "signed";
    let (a, b) = match *operands {
        [a] => {
            return match kind {
                arith::EXTI if signed => Some(to.kept(scalar.signed(a) as u64)),
                arith::EXTI => Some(a),
                arith::TRUNCI => Some(to.kept(a)),
                arith::NEGI => Some(to.kept(a.wrapping_neg())),
                _ => None,
            };
        }
        [a, b] => (a, b),
        _ => return None,
    };
    let rounding = module.keyword(op, "rounding");
    if kind == arith::CMPI {
        let predicate = module.keyword(op, "predicate");
        return compare(predicate, scalar, signed, a, b).map(u64::from);
    }
    let tells_signs = matches!(
        kind,
        arith::DIVI | arith::REMI | arith::MAXI | arith::MINI | arith::SHRI
    );
    let bits = match signed || !tells_signs {
        true => signed_result(kind, rounding, scalar, scalar.signed(a), scalar.signed(b))?,
        false => unsigned_result(kind, rounding, a, b)?,
    };
    Some(to.kept(bits))
}

/// x + 0, x * 1 and the like.
fn identity(kind: OpKind, x: Value, y: Value, a: Option<u64>, b: Option<u64>) -> Option<Folded> {
    match (kind, a, b) {
        (arith::ADDI | arith::ORI | arith::XORI | arith::SHLI | arith::SHRI | arith::SUBI, _, Some(0))
        | (arith::MULI | arith::DIVI, _, Some(1)) => Some(Folded::Value(x)),
        (arith::ADDI | arith::ORI | arith::XORI, Some(0), _) | (arith::MULI, Some(1), _) => Some(Folded::Value(y)),
        (arith::MULI | arith::ANDI, Some(0), _) | (arith::MULI | arith::ANDI, _, Some(0)) => Some(Folded::Constant(0)),
        _ => None,
    }
}

fn compare(predicate: &str, scalar: Scalar, signed: bool, a: u64, b: u64) -> Option<bool> {
    let order = if signed {
        scalar.signed(a).cmp(&scalar.signed(b))
    } else {
        a.cmp(&b)
    };
    Some(match predicate {
        "equal" => order.is_eq(),
        "not_equal" => order.is_ne(),
        "less_than" => order.is_lt(),
        "less_than_or_equal" => order.is_le(),
        "greater_than" => order.is_gt(),
        "greater_than_or_equal" => order.is_ge(),
        _ => return None,
    })
}

fn signed_result(kind: OpKind, rounding: &str, scalar: Scalar, a: i64, b: i64) -> Option<u64> {
    let shift = u32::try_from(b).ok().filter(|&s| s < scalar.bits);
    let value = match kind {
        arith::ADDI => a.wrapping_add(b),
        arith::SUBI => a.wrapping_sub(b),
        arith::MULI => a.wrapping_mul(b),
        arith::ANDI => a & b,
        arith::ORI => a | b,
        arith::XORI => a ^ b,
        arith::SHLI => a.wrapping_shl(shift?),
        arith::SHRI => a.wrapping_shr(shift?),
        arith::MAXI => a.max(b),
        arith::MINI => a.min(b),
        arith::REMI => a.checked_rem(b)?,
        arith::DIVI => {
            let (quotient, exact) = (a.checked_div(b)?, a.checked_rem(b)? == 0);
            let negative = (a < 0) != (b < 0);
            match rounding {
                "negative_inf" if !exact && negative => quotient - 1,
                "positive_inf" if !exact && !negative => quotient + 1,
                _ => quotient,
            }
        }
        _ => return None,
    };
    Some(value as u64)
}

fn unsigned_result(kind: OpKind, rounding: &str, a: u64, b: u64) -> Option<u64> {
    Some(match kind {
        arith::SHRI => a.checked_shr(u32::try_from(b).ok()?)?,
        arith::MAXI => a.max(b),
        arith::MINI => a.min(b),
        arith::REMI => a.checked_rem(b)?,
        arith::DIVI if rounding == "positive_inf" => a.checked_div(b)? + u64::from(!a.is_multiple_of(b)),
        arith::DIVI => a.checked_div(b)?,
        _ => return None,
    })
}

/// Numbers of tiles along dimensions of known extent are known.
fn fold_tile_counts(module: &mut Module, op: Op) -> usize {
    let mut folded = 0;
    let Some(view) = module.tile_view_type(module.ty(module.only_operand(op))) else {
        return 0;
    };
    let Some(tensor) = module.tensor_view_type(view.tensor) else {
        return 0;
    };
    let counts: Vec<Option<u64>> = (0..view.tile.len())
        .map(|dim| match tensor.sizes[view.dim_map[dim]] {
            DYNAMIC => None,
            size => Some((size as u64).div_ceil(view.steps[dim] as u64)),
        })
        .collect();
    for (dim, count) in counts.into_iter().enumerate() {
        let result = module.result(op, dim);
        if let Some(count) = count
            && !module.uses(result).is_empty()
        {
            let constant = constant_before(module, op, count, result);
            module.replace_uses(result, constant);
            folded += 1;
        }
    }
    folded
}

/// Removes ops without effects whose results nobody uses, users first; a tile that is moved between threads for nobody, too. How many.
pub(crate) fn remove_unused(module: &mut Module) -> usize {
    let mut removed = 0;
    for op in module.walk(module.top()).into_iter().rev() {
        let unused = module.results(op).iter().all(|&v| module.uses(v).is_empty());
        let alive = module.parent(op).is_some();
        let is_for_results = module.def(op).has(PURE) || module.kind(op) == nv_tileas::CONVERT_LAYOUT;
        if alive && unused && is_for_results && !module.results(op).is_empty() {
            module.erase(op);
            removed += 1;
        }
    }
    removed
}
