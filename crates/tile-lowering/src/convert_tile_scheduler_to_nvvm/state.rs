//! Loops and branches that carry work tiles and states: a value becomes several.

use super::Cx;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::cutlass_tile_scheduler::{STATE, WORK_TILE};
use tilewright_ir::{Op, Ty, Value};

/// The types that a carried value becomes.
fn parts(cx: &Cx<'_>, ty: Ty) -> Vec<Ty> {
    let types = cx.state.types;
    if cx.old.is_type(ty, &WORK_TILE) {
        let mut parts = vec![types.int; 10];
        parts[6] = types.bool;
        return parts;
    }
    if cx.old.is_type(ty, &STATE) {
        return vec![types.int; 4];
    }
    vec![ty]
}

/// A loop or branch again, with the parts of what it carries.
pub(super) fn carry(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let def = old.def(op);
    let mut lists = Vec::new();
    for slot in 0..def.operands.len() {
        let mut list = Vec::new();
        for &value in old.operand_list(op, slot) {
            list.extend(cx.values(value)?);
        }
        lists.push(list);
    }
    let lists: Vec<&[Value]> = lists.iter().map(Vec::as_slice).collect();
    let types: Vec<Vec<Ty>> = old.results(op).iter().map(|&v| parts(cx, old.ty(v))).collect();
    let new = cx.new.create_op(def, &lists, &types.concat(), cx.loc);
    cx.new.append(cx.block, new);
    cx.copy_attrs(op, new);
    let mut index = 0;
    for (&result, types) in old.results(op).iter().zip(&types) {
        let values: Vec<Value> = (index..index + types.len()).map(|i| cx.new.result(new, i)).collect();
        index += types.len();
        carried(cx, result, &values);
    }
    for (number, &region) in old.regions(op).iter().enumerate() {
        let target = cx.new.regions(new)[number];
        for &block in old.blocks(region) {
            let inner = cx.new.add_block(target);
            for &argument in old.arguments(block) {
                let types = parts(cx, old.ty(argument));
                let values: Vec<Value> = types.into_iter().map(|ty| cx.new.add_argument(inner, ty)).collect();
                carried(cx, argument, &values);
            }
            cx.in_block(inner, |cx| cx.block_ops(block))?;
        }
    }
    Ok(())
}

/// The new form of an old value: itself under its name, or its parts under names with numbers.
fn carried(cx: &mut Cx<'_>, old: Value, new: &[Value]) {
    match new {
        [one] => cx.rename(old, *one),
        parts => cx.replace(old, parts.iter().copied()),
    }
}
