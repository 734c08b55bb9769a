//! Loops and branches that carry a pipeline's state carry its index and its phase.

use super::Cx;
use tilewright_ir::convert::Failure;
use tilewright_ir::{Op, Ty, Value};

/// The types of the values that a value of this type becomes.
fn types(cx: &mut Cx<'_>, ty: Ty) -> Vec<Ty> {
    let int = cx.new.named_type("i32");
    match cx.old.type_data(ty).def.name {
        "cutlass.pipeline_state" => vec![int, int],
        "cutlass.pipeline" => vec![int],
        _ => vec![ty],
    }
}

fn flat(cx: &Cx<'_>, values: &[Value]) -> Result<Vec<Value>, Failure> {
    let mut flat = Vec::new();
    for &value in values {
        flat.extend(cx.values(value)?);
    }
    Ok(flat)
}

/// The old value became these; one that stayed what it was keeps its name as it is.
fn hand_on(cx: &mut Cx<'_>, old: Value, new: &[Value]) {
    match new {
        [one] => cx.rename(old, *one),
        _ => cx.replace(old, new.iter().copied()),
    }
}

pub(super) fn for_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    structure(cx, op)
}

pub(super) fn endless_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    structure(cx, op)
}

pub(super) fn branch(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    structure(cx, op)
}

/// The same op over what its values became.
fn structure(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let def = old.def(op);
    let lists: Vec<Vec<Value>> = (0..def.operands.len())
        .map(|slot| flat(cx, old.operand_list(op, slot)))
        .collect::<Result<_, _>>()?;
    let lists: Vec<&[Value]> = lists.iter().map(Vec::as_slice).collect();
    let results: Vec<Vec<Ty>> = old.results(op).iter().map(|&r| types(cx, old.ty(r))).collect();
    let new = cx.build().op(def.kind, &lists, &results.concat());
    cx.copy_attrs(op, new);
    let mut at = 0;
    for (&result, types) in old.results(op).iter().zip(&results) {
        let values: Vec<Value> = (at..at + types.len()).map(|i| cx.new.result(new, i)).collect();
        at += types.len();
        hand_on(cx, result, &values);
    }
    for (index, &region) in old.regions(op).iter().enumerate() {
        let target = cx.new.regions(new)[index];
        for &block in old.blocks(region) {
            let inner = cx.new.add_block(target);
            for &argument in old.arguments(block) {
                let types = types(cx, old.ty(argument));
                let values: Vec<Value> = types.into_iter().map(|ty| cx.new.add_argument(inner, ty)).collect();
                hand_on(cx, argument, &values);
            }
            cx.in_block(inner, |cx| cx.block_ops(block))?;
        }
    }
    Ok(())
}
