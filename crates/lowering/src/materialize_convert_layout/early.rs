//! Conversions that are made early: before a loop of products, where threads may meet.

use super::{Cx, layout_of};
use tilewright_ir::dialects::facts::AGENT;
use tilewright_ir::ops::{nv_tileas, scf};
use tilewright_ir::words::role;
use tilewright_ir::{Op, Value};

/// The most registers of a thread that a conversion holds over a loop of products.
const HELD: usize = 4;

/// Moves a conversion of a few numbers that are there before a loop of products to where they are: behind it accumulators would be in
/// registers while threads meet, and ptxas would have each product wait for the one before it (C7514).
pub(super) fn before_products(cx: &mut Cx<'_>, from: Value, made: Value) {
    let shape = cx.new.shape(cx.new.ty(made));
    let few = layout_of(cx, made).registers() <= HELD && shape.iter().filter(|&&extent| extent > 1).count() == 1;
    // Changes of shape on the way to it move with it.
    let mut moved: Vec<Op> = cx.new.defining_op(made).filter(|_| few).into_iter().collect();
    let mut root = cx.new.defining_op(from);
    while let Some(view) = root.filter(|&op| cx.new.kind(op) == nv_tileas::VIEW) {
        moved.push(view);
        root = cx.new.defining_op(cx.new.only_operand(view));
    }
    // Absent: what a block begins with, or what is made around it, is there before everything.
    let Some(root) = root.filter(|&op| cx.new.parent(op) == Some(cx.block)) else {
        return;
    };
    let behind = |op: Op| std::iter::successors(cx.new.next_op(op), |&op| cx.new.next_op(op));
    // Absent: a loop of no agent is one of all threads.
    let is_product_loop = |op: &Op| cx.new.kind(*op) == scf::FOR && cx.new.keyword(*op, AGENT) == role::CONSUMER;
    if let Some(first) = behind(root).find(is_product_loop) {
        let late: Vec<Op> = behind(first).filter(|op| moved.contains(op)).collect();
        for op in late {
            cx.new.detach(op);
            cx.new.insert_before(first, op);
        }
    }
}
