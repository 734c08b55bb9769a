//! Elementwise ops whose operands have different layouts: the op has the one for which the least goes between threads.

use super::{Cx, STEPS, in_layout, remake, types_with};
use crate::remade;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::ops::{arith, nv_tileas};
use tilewright_ir::{Attr, Module, Op, Value};

/// Operands and result share the layout for which the least goes between threads: where operands differ, that of the first for which the others,
/// and what is made for the access that takes it, are the fewest bits. What is cheap to make again has none beside one
/// that is not: an index that is compared is made where the tile is of which the comparison chooses.
pub(super) fn same_layout(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let mut operands = cx.operands(op)?;
    let is_source = |cx: &Cx<'_>, v: Value| {
        cx.new
            .defining_op(v)
            .is_some_and(|o| matches!(cx.new.kind(o), arith::CONSTANT | nv_tileas::MAKE_RANGE))
    };
    let has_own = |&v: &Value| !is_source(cx, v) && !cx.new.shape(cx.new.ty(v)).is_empty();
    let owners: Vec<Value> = operands.iter().copied().filter(has_own).collect();
    let differ = owners
        .windows(2)
        .any(|two| cx.new.layout(cx.new.ty(two[0])) != cx.new.layout(cx.new.ty(two[1])));
    let is_dear = |&v: &Value| differ && !remade::is_cheap(&cx.new, v);
    let dear: Vec<Value> = owners.iter().copied().filter(is_dear).collect();
    let own = least_moved(cx, op, &dear).or(owners.first().copied());
    let first = own.or(operands.first().copied());
    let layout = first.and_then(|v| cx.new.layout(cx.new.ty(v)));
    for value in &mut operands {
        *value = in_layout(cx, *value, layout);
    }
    let types = types_with(cx, op, |_, shape| layout.filter(|_| !shape.is_empty()));
    remake(cx, op, &operands, &types);
    Ok(())
}

/// The operand with the layout for which the fewest bits go between threads; none of none.
fn least_moved(cx: &Cx<'_>, op: Op, dear: &[Value]) -> Option<Value> {
    if dear.len() < 2 {
        return dear.first().copied();
    }
    let bits = |module: &Module, value: Value| {
        let ty = module.ty(value);
        module.shape(ty).iter().product::<i64>() * i64::from(module.element_bits(ty))
    };
    let layout = |value: Value| cx.new.layout(cx.new.ty(value));
    let stored = stored_from(cx.old, cx.old.result(op, 0), &mut STEPS.clone());
    let moved = |own: Value| {
        let before = dear.iter().filter(|&&other| layout(other) != layout(own));
        let after = stored.filter(|&(_, wanted)| Some(wanted) != layout(own));
        // Absent: no access takes what is made of it, or takes it as it is.
        before.map(|&other| bits(&cx.new, other)).sum::<i64>() + after.map_or(0, |(tile, _)| bits(cx.old, tile))
    };
    dear.iter().copied().min_by_key(|&own| moved(own))
}

/// The tile that is stored, and in which layout, of what is made of this one, element by element; none: nothing is.
fn stored_from(module: &Module, value: Value, steps: &mut u32) -> Option<(Value, Attr)> {
    *steps = steps.checked_sub(1)?;
    module.uses(value).iter().find_map(|site| match module.kind(site.op) {
        nv_tileas::TILED_STORE | nv_tileas::STORE => Some((value, module.attr(site.op, LAYOUT)?)),
        _ if module.def(site.op).dialect() == "arith" => stored_from(module, module.result(site.op, 0), steps),
        // Absent: other ops make no element of one.
        _ => None,
    })
}
