//! A loop around one with a product: the first tiles of its next iteration can be on their way while this one ends.

use super::product_loop::steps_ahead;
use super::slice::{early_ends, indices_in_loop, loaded, made_in_loop};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::scf;
use tilewright_ir::{Block, Module, Op, Value};

/// The loop around, and what says of an iteration of it which tiles are the first.
#[derive(Clone, Debug)]
pub struct NextTile {
    /// The `scf.for` around.
    pub around: Op,
    /// Its index.
    pub index: Value,
    /// The body of the loop inside.
    pub body: Block,
    /// The ops of its body that say where the tiles of the loop inside are, in order.
    pub places: Vec<Op>,
}

/// Such a loop around one with these loads; none: the place of a tile, or how often the loop inside goes round, follows from more than the
/// index of the loop around.
pub fn next_tile(module: &Module, for_op: Op, loads: &[Op]) -> Option<NextTile> {
    let around = module.parent_op(for_op).filter(|&op| module.kind(op) == scf::FOR)?;
    // Absent: what the next index is cannot be told ahead.
    steps_ahead(module, around).ok()?;
    if !early_ends(module, around).is_empty() {
        return None;
    }
    let bounds = operand::BOUNDS.map(|name| module.required_operand(for_op, name));
    let counted = made_in_loop(module, around, bounds.to_vec())?;
    let index = *module
        .arguments(module.entry_block(module.regions(around)[0])?)
        .first()?;
    if !counted.is_empty() || bounds.contains(&index) {
        return None;
    }
    let inside = indices_in_loop(module, for_op, loads)?;
    let taken = inside.iter().flat_map(|&op| module.operands(op)).copied();
    let places = made_in_loop(module, around, taken.chain(loaded(module, loads)).collect())?;
    let is_plain = |&op: &Op| module.def(op).has(PURE) && module.regions(op).is_empty();
    let body = module.entry_block(module.regions(for_op)[0])?;
    places.iter().all(is_plain).then_some(NextTile {
        around,
        index,
        body,
        places,
    })
}
