//! A loop around one with a product: the first tiles of its next iteration can be on their way while this one ends.

use super::plain_loop::work;
use super::product_loop::{reads_number, steps_ahead};
use super::slice::{early_ends, indices_in_loop, loaded, made_in_loop};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::scf;
use tilewright_ir::{Module, Op, Value};

/// The loop around, and what says of an iteration of it which tiles are the first.
#[derive(Clone, Debug)]
pub struct NextTile {
    /// The `scf.for` around.
    pub around: Op,
    /// Its index.
    pub index: Value,
    /// The loop inside.
    pub for_op: Op,
    /// The ops of its body that say where the tiles of the loop inside are, and how often that goes round, in order.
    pub places: Vec<Op>,
}

/// Such a loop around one with these loads; none: the place of a tile, or how often the loop inside goes round, follows from more than the
/// index of the loop around and numbers that are read by it, or the loop around neither stores nor multiplies.
pub fn next_tile(module: &Module, for_op: Op, loads: &[Op]) -> Option<NextTile> {
    let around = module.parent_op(for_op).filter(|&op| module.kind(op) == scf::FOR)?;
    // Absent: what the next index is cannot be told ahead.
    steps_ahead(module, around).ok()?;
    if !early_ends(module, around).is_empty() {
        return None;
    }
    let [all, own] = [around, for_op].map(|op| work(module, op));
    if all[1..] == own[1..] {
        return None;
    }
    let index = *module
        .arguments(module.entry_block(module.regions(around)[0])?)
        .first()?;
    let inside = indices_in_loop(module, for_op, loads)?;
    let bounds_of = |op: Op| operand::BOUNDS.map(|name| module.required_operand(op, name));
    let bounds = bounds_of(for_op);
    // A run is counted before the iteration around and in it. The judge sees that both are one count only where numbers are what they begin with.
    let [lower, _, step] = bounds_of(around);
    let is_counted_anew = bounds.contains(&index) || !made_in_loop(module, around, bounds.to_vec())?.is_empty();
    let begin = [lower, step, bounds[0]];
    if is_counted_anew && begin.iter().any(|&bound| module.constant_int(bound).is_none()) {
        return None;
    }
    let taken = inside.iter().flat_map(|&op| module.operands(op)).copied();
    let taken = taken.chain(loaded(module, loads)).chain(bounds).collect();
    let places = made_in_loop(module, around, taken)?;
    let is_plain = |&op: &Op| module.def(op).has(PURE) && module.regions(op).is_empty() || reads_number(module, op);
    places.iter().all(is_plain).then_some(NextTile {
        around,
        index,
        for_op,
        places,
    })
}
