//! Loops that count by one up to a bound that stays, as `while k < n` makes them, become loops with bounds.

use super::splat_bits;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{arith, scf};
use tilewright_ir::{Def, Module, Op, OpKind, Ty, Value, operand};

/// Gives loops that count their bounds. How many.
pub(super) fn bound(module: &mut Module) -> usize {
    let loops = module.walk(module.top()).into_iter();
    let loops: Vec<Op> = loops.filter(|&op| module.kind(op) == scf::LOOP).collect();
    loops.into_iter().filter(|&op| bound_one(module, op).is_some()).count()
}

/// The same for a loop; none: it counts otherwise, or ends elsewhere too.
fn bound_one(module: &mut Module, op: Op) -> Option<()> {
    let block = module.entry_block(*module.regions(op).first()?)?;
    let arguments = module.arguments(block).to_vec();
    let branch = module.ops(block).find(|&inner| module.kind(inner) == scf::IF)?;
    let made = |value: Value, kind: OpKind| module.defining_op(value).filter(|&made| module.kind(made) == kind);
    let test = made(module.required_operand(branch, operand::CONDITION), arith::CMPI)?;
    let is_test = module.keyword(test, "predicate") == "less_than" && module.keyword(test, "signedness") == "signed";
    let [index, upper] = module.sides(test);
    let place = arguments.iter().position(|&argument| argument == index)?;
    // The bound is there before the loop.
    let inside = module.walk(block);
    let is_outside = match module.value_def(upper) {
        Def::Result(made, _) => !inside.contains(&made),
        Def::Argument(home, _) => home != block,
    };
    let [yes, no] = *module.regions(branch) else {
        return None;
    };
    let [yes, no] = [module.entry_block(yes)?, module.entry_block(no)?];
    let (goes_on, leaves) = (module.first_op(yes)?, module.first_op(no)?);
    let last = module.last_op(block)?;
    let ends = inside
        .iter()
        .filter(|&&end| matches!(module.kind(end), scf::BREAK | scf::CONTINUE));
    let own = ends.filter(|&&end| {
        let mut around = std::iter::successors(module.parent_op(end), |&around| module.parent_op(around));
        around.find(|&around| matches!(module.kind(around), scf::LOOP | scf::FOR)) == Some(op)
    });
    let before: Vec<Op> = module.ops(block).take_while(|&inner| inner != branch).collect();
    let is_whole = own.count() == 2
        && before.iter().all(|&inner| module.def(inner).has(PURE))
        && module.results(branch).is_empty()
        && module.kind(goes_on) == scf::YIELD
        && module.kind(leaves) == scf::BREAK
        && module.kind(last) == scf::CONTINUE
        && module.operands(leaves) == arguments;
    // The loop has a result for each argument then.
    if !is_test || !is_outside || !is_whole {
        return None;
    }
    let next = made(*module.operands(last).get(place)?, arith::ADDI)?;
    let [from, step] = module.sides(next);
    let is_by_one = from == index && splat_bits(module, step) == Some(1);
    let is_used = !module.uses(module.result(op, place)).is_empty();
    if !is_by_one || is_used {
        return None;
    }
    let without = |values: &[Value]| {
        let mut values = values.to_vec();
        values.remove(place);
        values
    };
    let (lower, inits) = (module.loop_inits(op)[place], without(module.loop_inits(op)));
    let (results, carried) = (without(module.results(op)), without(&arguments));
    let types: Vec<Ty> = results.iter().map(|&value| module.ty(value)).collect();
    let loc = module.loc(op);
    // The step may stand in the loop.
    let step = super::constant_before(module, op, 1, step);
    let counted = module.create_op(scf::FOR.def(), &[&[lower], &[upper], &[step], &inits], &types, loc);
    module.insert_before(op, counted);
    let region = module.regions(counted)[0];
    let body = module.add_block(region);
    for &value in std::iter::once(&index).chain(&carried) {
        let argument = module.add_argument(body, module.ty(value));
        module.set_value_name(argument, module.value_name(value));
        module.replace_uses(value, argument);
    }
    module.erase(branch);
    for inner in module.ops(block).filter(|&inner| inner != last).collect::<Vec<Op>>() {
        module.detach(inner);
        module.append(body, inner);
    }
    let handed = without(module.operands(last));
    let end = module.create_op(scf::CONTINUE.def(), &[&handed], &[], module.loc(last));
    module.append(body, end);
    for (at, result) in results.into_iter().enumerate() {
        let new = module.result(counted, at);
        module.set_value_name(new, module.value_name(result));
        module.replace_uses(result, new);
    }
    module.erase(op);
    Some(())
}
