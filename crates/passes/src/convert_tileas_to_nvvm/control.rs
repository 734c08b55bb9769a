//! Loops and branches as blocks.

use super::scalar::Scalars;
use super::{Cx, Lowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::{Block, Op, Value};

/// A loop around the current place.
pub(super) struct Loop {
    /// The block that each iteration starts in, with what the loop carries as arguments.
    header: Block,
    /// For a counted loop: its index and step.
    counter: Option<(Value, Value)>,
    /// Where `break` goes, with the results as arguments.
    exit: Block,
}

/// Where the ways of a branch meet, with its results as arguments.
pub(super) struct Merge(Block);

pub(super) fn jump(cx: &mut Cx<'_>, to: Block, args: &[Value]) {
    let op = cx.build().op("cf.br", &[args], &[]);
    cx.new.set_successors(op, &[to]);
}

pub(super) fn fork(cx: &mut Cx<'_>, condition: Value, then: Block, otherwise: Block) {
    let op = cx.build().op("cf.cond_br", &[&[condition], &[], &[]], &[]);
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
    let Some(body) = old.entry_block(old.regions(op)[0]) else {
        return Ok(());
    };
    let (lower, upper, step) = (cx.operand(op, 0)?, cx.operand(op, 1)?, cx.operand(op, 2)?);
    let mut start = vec![lower];
    start.extend(cx.flat(old.operand_list(op, 3))?);
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
        counter: Some((index, step)),
        exit,
    });
    cx.block_ops(body)?;
    if !cx.is_terminated() {
        next(cx, &[]);
    }
    cx.state.loops.pop();

    // What the loop carries when the header leaves it is what it results in.
    for (&result, &argument) in old.results(op).iter().zip(&old.arguments(body)[1..]) {
        let values = cx.values(argument)?;
        cx.replace(result, values);
    }
    cx.block = exit;
    Ok(())
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
        return;
    };
    let mut args = Vec::new();
    if let Some((index, step)) = counter {
        args.push(cx.binary("arith.addi", index, step));
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
    let condition = cx.operand(op, 0)?;
    let merge = block_for(cx, old.results(op));
    let ways: Vec<Option<Block>> = old.regions(op).iter().map(|&r| old.entry_block(r)).collect();
    let starts: Vec<Block> = ways
        .iter()
        .map(|way| if way.is_some() { cx.add_block() } else { merge })
        .collect();
    fork(cx, condition, starts[0], starts[1]);
    cx.state.merges.push(Merge(merge));
    for (way, start) in ways.into_iter().zip(starts) {
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
