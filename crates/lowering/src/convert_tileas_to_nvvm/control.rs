//! Loops and branches as blocks.

use super::scalar::Scalars;
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::{arith, cf};
use tilewright_ir::views::ForOp;
use tilewright_ir::{Block, Module, Op, Value};

/// A loop around the current place.
pub(super) struct Loop {
    /// The block that each iteration starts in, with what the loop carries as arguments.
    header: Block,
    /// For a counted loop: how its index moves.
    counter: Option<Counter>,
    /// Where `break` goes, with the results as arguments.
    exit: Block,
}

/// The steps of the index of a counted loop.
#[derive(Clone, Copy)]
struct Counter {
    index: Value,
    step: Value,
    /// The end and how it is compared, if a step may lead past the greatest number of the type.
    wraps: Option<(Value, &'static str)>,
}

/// The block after a branch, with its results as arguments.
pub(super) struct Merge(Block);

pub(super) fn jump(cx: &mut Cx<'_>, to: Block, args: &[Value]) {
    let op = cx.build().op(cf::BR, &[args], &[]);
    cx.new.set_successors(op, &[to]);
}

pub(super) fn fork(cx: &mut Cx<'_>, condition: Value, then: Block, otherwise: Block) {
    let op = cx.build().op(cf::COND_BR, &[&[condition], &[], &[]], &[]);
    cx.new.set_successors(op, &[then, otherwise]);
}

/// A block with arguments for old values, which are mapped to them.
fn block_for(cx: &mut Cx<'_>, old: &[Value]) -> Block {
    let block = cx.add_block();
    for &value in old {
        let types = cx.register_types(cx.old.ty(value));
        let arguments: Vec<Value> = types.into_iter().map(|ty| cx.new.add_argument(block, ty)).collect();
        cx.replace(value, arguments);
    }
    block
}

pub(super) fn for_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let Some((counted, body)) = ForOp::of(old, op).and_then(|counted| Some((counted, counted.body?))) else {
        return Ok(());
    };
    let (lower, upper, step) = (
        cx.value(counted.lower)?,
        cx.value(counted.upper)?,
        cx.value(counted.step)?,
    );
    if let Some(step) = bound(old, op, operand::STEP).filter(|&step| step <= 0) {
        let refusal = cx.error(
            op,
            "convert.step",
            format!("the step of this loop is {step}: it never ends"),
        );
        return Err(Box::new(refusal.with_help("a step is greater than zero")));
    }
    let mut start = vec![lower];
    start.extend(cx.flat(counted.inits)?);
    let header = block_for(cx, old.arguments(body));
    let (inside, exit) = (cx.add_block(), cx.add_block());
    jump(cx, header, &start);

    cx.block = header;
    let index = cx.value(old.arguments(body)[0])?;
    let sign = if old.has_attr(op, "unsigned") {
        "unsigned"
    } else {
        "signed"
    };
    let goes_on = cx.build().compare("less_than", sign, index, upper);
    fork(cx, goes_on, inside, exit);

    cx.block = inside;
    cx.state.loops.push(Loop {
        header,
        counter: Some(Counter {
            index,
            step,
            wraps: may_wrap(old, op).then_some((upper, sign)),
        }),
        exit,
    });
    cx.block_ops(body)?;
    if !cx.is_terminated() {
        next(cx, &[]);
    }
    cx.state.loops.pop();

    // The loop results in the values that it carries when the header leaves it.
    for (&result, &argument) in old.results(op).iter().zip(&old.arguments(body)[1..]) {
        let values = cx.values(argument)?;
        cx.replace(result, values);
    }
    cx.block = exit;
    Ok(())
}

/// The least and the greatest number that the index of a counted loop can be.
fn index_range(module: &Module, op: Op) -> [i128; 2] {
    let bits = module.element_bits(module.ty(module.required_operand(op, operand::STEP)));
    match module.has_attr(op, "unsigned") {
        true => [0, (1 << bits) - 1],
        false => [-(1 << (bits - 1)), (1 << (bits - 1)) - 1],
    }
}

/// A constant bound as the loop reads it.
fn bound(module: &Module, op: Op, name: OperandName) -> Option<i128> {
    let [least, greatest] = index_range(module, op);
    let value = i128::from(module.constant_int(module.required_operand(op, name))?);
    let span = greatest - least + 1;
    Some((value - least).rem_euclid(span) + least)
}

/// Whether the index may pass the greatest number of its type when the loop is at its end.
fn may_wrap(module: &Module, op: Op) -> bool {
    let greatest = index_range(module, op)[1];
    let [lower, upper, step] = operand::BOUNDS.map(|name| bound(module, op, name));
    let Some(step) = step.filter(|&step| step > 0) else {
        return true;
    };
    // The last index is below the end, and by how much at most is known where both bounds are.
    let last = match (lower, upper) {
        (Some(lower), Some(upper)) if lower < upper => lower + (upper - lower - 1) / step * step,
        (Some(_), Some(_)) => return false,
        (_, upper) => upper.unwrap_or(greatest) - 1,
    };
    last + step > greatest
}

pub(super) fn endless_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let Some(body) = old.entry_block(old.regions(op)[0]) else {
        return Ok(());
    };
    let start = cx.flat(old.operands(op))?;
    let header = block_for(cx, old.arguments(body));
    let exit = block_for(cx, old.results(op));
    jump(cx, header, &start);
    cx.block = header;
    cx.state.loops.push(Loop {
        header,
        counter: None,
        exit,
    });
    cx.block_ops(body)?;
    if !cx.is_terminated() {
        next(cx, &[]);
    }
    cx.state.loops.pop();
    cx.block = exit;
    Ok(())
}

/// Goes on with the next iteration of the innermost loop.
fn next(cx: &mut Cx<'_>, values: &[Value]) {
    let Some(&Loop { header, counter, .. }) = cx.state.loops.last() else {
        cx.old.inconsistent(None, "an iteration goes on outside of loops");
        return;
    };
    let mut args = Vec::new();
    if let Some(Counter { index, step, wraps }) = counter {
        let moved = cx.binary(arith::ADDI, index, step);
        args.push(match wraps {
            // An index that is not greater than before has gone round: the loop is at its end.
            Some((upper, sign)) => {
                let grows = cx.build().compare("greater_than", sign, moved, index);
                cx.build().select(grows, moved, upper)
            }
            None => moved,
        });
    }
    args.extend(values);
    jump(cx, header, &args);
}

pub(super) fn next_iteration(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let values = cx.flat(cx.old.operands(op))?;
    next(cx, &values);
    Ok(())
}

pub(super) fn leave_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let values = cx.flat(cx.old.operands(op))?;
    if let Some(&Loop { exit, .. }) = cx.state.loops.last() {
        jump(cx, exit, &values);
    }
    Ok(())
}

pub(super) fn branch(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let condition = cx.only_operand(op)?;
    let merge = block_for(cx, old.results(op));
    // Absent: an op behind it, or around it, has something to do.
    let without = cx
        .state
        .idle
        .filter(|&(last, _)| last == op)
        .map_or(merge, |(_, early)| early);
    let ways: Vec<Option<Block>> = old.regions(op).iter().map(|&r| old.entry_block(r)).collect();
    let starts: Vec<Block> = ways
        .iter()
        .map(|way| if way.is_some() { cx.add_block() } else { without })
        .collect();
    fork(cx, condition, starts[0], starts[1]);
    cx.state.merges.push(Merge(merge));
    for (way, start) in ways.into_iter().zip(starts) {
        // Absent: a branch without an `else`.
        let Some(way) = way else { continue };
        cx.block = start;
        cx.block_ops(way)?;
        if !cx.is_terminated() {
            jump(cx, merge, &[]);
        }
    }
    cx.state.merges.pop();
    cx.block = merge;
    Ok(())
}

pub(super) fn yields(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let values = cx.flat(cx.old.operands(op))?;
    if let Some(&Merge(block)) = cx.state.merges.last() {
        jump(cx, block, &values);
    }
    Ok(())
}
