//! Indices, pointers, masks and what these choose: tiles that a few cheap ops compute of constants, ranges, numbers that all threads
//! share and rows that are repeated.
//!
//! Each thread can compute any element of it, so that in another layout it is made again, and not moved between threads: that takes
//! a store, a load and a wait, and registers for all of it at a time. What is left of the first way, if nothing else uses it, later passes
//! remove.

use crate::materialize_convert_layout::{Cx, in_layout, part_for};
use tilewright_ir::ops::{arith, nv_tileas};
use tilewright_ir::{Attr, Module, Op, Ty, Value};
use tilewright_layout::Layout;

/// Ops that are made again for one value. Those of whole tiles are a quarter of them or so: indices are computed along lines, and what
/// a broadcast repeats is computed once.
const MOST_OPS: u32 = 64;

/// So many times the elements of an operand are far more: a conversion of the operand's few is cheap.
const FEWER: i64 = 16;

/// Whether a tile can be made again at little cost: of constants, ranges and shared numbers, and of tiles with far fewer elements, such
/// as a row that is repeated.
pub(crate) fn is_cheap(module: &Module, value: Value) -> bool {
    let few = elements(module, value) / FEWER;
    is_cheap_within(module, value, few, &mut MOST_OPS.clone())
}

fn elements(module: &Module, value: Value) -> i64 {
    module.shape(module.ty(value)).iter().product()
}

fn is_cheap_within(module: &Module, value: Value, few: i64, left: &mut u32) -> bool {
    if module.shape(module.ty(value)).is_empty() || elements(module, value) <= few {
        return true;
    }
    let (Some(op), Some(rest)) = (module.defining_op(value), left.checked_sub(1)) else {
        return false;
    };
    *left = rest;
    match module.kind(op) {
        arith::CONSTANT | nv_tileas::MAKE_RANGE => true,
        nv_tileas::VIEW
        | nv_tileas::BROADCAST
        | nv_tileas::ASSUME
        | arith::ADDI
        | arith::SUBI
        | arith::MULI
        | arith::ANDI
        | arith::ORI
        | arith::CMPI
        | arith::SELECT
        | arith::EXTI
        | arith::TRUNCI
        | arith::OFFSET => {
            let mut operands = module.operands(op).iter();
            operands.all(|&operand| is_cheap_within(module, operand, few, left))
        }
        // Absent: whatever else is computed goes between threads.
        _ => false,
    }
}

/// Whether an op widens the elements of a tile that is cheaper to move between threads as it is. Bytes are moved alone, and gain nothing.
pub(crate) fn widens(module: &Module, op: Op) -> bool {
    let bits = |value: Value| module.element_bits(module.ty(value));
    let is_conversion = matches!(module.kind(op), arith::FTOF | arith::EXTI);
    is_conversion && (16..bits(module.result(op, 0))).contains(&bits(module.only_operand(op)))
}

/// Makes the op of a tile that is cheap again, in another layout; its operands are made again or converted.
pub(crate) fn again(cx: &mut Cx<'_>, op: Op, ty: Ty, layout: Option<Attr>) -> Value {
    let to = cx.new.shape(ty).to_vec();
    let mut operands = cx.new.operands(op).to_vec();
    for operand in &mut operands {
        let from = cx.new.shape(cx.new.ty(*operand)).to_vec();
        let whole = layout.and_then(|attr| Layout::from_attr(&cx.new, attr));
        let part = match (cx.new.kind(op), whole) {
            (nv_tileas::VIEW, Some(whole)) => Some(whole.without_copies().to_attr(&mut cx.new)),
            (nv_tileas::BROADCAST, Some(whole)) => {
                let part = whole.map(|basis| part_for(basis, &from, &to)).without_copies();
                Some(part.to_attr(&mut cx.new))
            }
            _ => layout,
        };
        *operand = in_layout(cx, *operand, part);
    }
    let (def, loc) = (cx.new.def(op), cx.loc);
    let wanted = cx.new.with_layout(ty, layout);
    let lists: Vec<&[Value]> = operands.chunks(1).collect();
    let made = cx.new.create_op(def, &lists, &[wanted], loc);
    cx.new.copy_attrs(op, made);
    cx.new.append(cx.block, made);
    cx.new.result(made, 0)
}
