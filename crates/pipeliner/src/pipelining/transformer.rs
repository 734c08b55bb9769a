//! Operands that threads make beside the consumers: what transformers compute, and what is then not computed by others.
//!
//! A transformer reads loaded tiles from their rings, or from memory, and writes an operand to slots. Nothing that it does may depend on
//! a product, nor on what the kernel writes: it runs ahead of the consumers.

use super::correction::Parts;
use super::product_loop::{Operand, may_run_ahead};
use super::ring_loop::{RingLoop, Side, Written, takers_of};
use super::slice::{Slice, grow_behind, grow_without_tokens};
use tilewright_ir::op_def::traits::{PURE, TERMINATOR};
use tilewright_ir::ops::{cutlass, nv_tileas};
use tilewright_ir::{Module, Op, Value};
use tilewright_units::Role;
use tilewright_units::product::is_dot;

/// The part of a kernel that transformers have.
#[derive(Default)]
pub struct Transformed {
    /// The ops that they need, with the loads whose tiles they read, and the control around them.
    pub needed: Slice,
    /// The ops in the bodies of loops that nobody else needs, changes of shape and order on the way from slots to products among them.
    pub alone: Vec<Op>,
}

impl Transformed {
    /// The part of the transformers of a kernel; nothing where it has none.
    pub fn of(module: &Module, found: &RingLoop) -> Self {
        let made = found.written.iter().filter(|tile| tile.by == Role::Transformer);
        let made: Vec<&Written> = made.collect();
        if made.is_empty() {
            return Self::default();
        }
        let around: Vec<Op> = made
            .iter()
            .map(|tile| tile.at)
            .chain(found.loops.iter().copied())
            .collect();
        let values: Vec<Value> = made.iter().map(|tile| tile.value).collect();
        let known = found.read_by_others(module);
        let needed = grow_behind(module, &around, &found.loops, (values.clone(), known));
        if found.corrected {
            let alone = Parts::of(module, found).alone;
            return Self { needed, alone };
        }
        let mut alone: Vec<Op> = Vec::new();
        for op in module.walk(module.top()).into_iter().rev() {
            let is_in_body = module.parent_op(op).is_some_and(|around| found.loops.contains(&around));
            let is_theirs = needed.ops.contains(&op) && is_alone(module, found, op, (&values, &alone));
            if is_in_body && (is_theirs || is_on_the_way(module, found, op, &values)) {
                alone.push(op);
            }
        }
        Self { needed, alone }
    }

    /// Whether consumers take the tiles of these loads, whether transformers do, and whether an issuer does.
    pub(super) fn readers(&self, module: &Module, found: &RingLoop, site: &[Operand]) -> [bool; 3] {
        let is_issued = |op: Op| found.issued.iter().any(|own| own.dot == op);
        let mut readers = [false; 3];
        for load in site {
            let tile = module.result(load.load, 0);
            let mut takers = Vec::new();
            takers_of(module, tile, &mut takers);
            let of_slots = |op: Op| is_taken_from_slots(module, found, op, tile);
            let is_theirs = |&op: &Op| self.needed.ops.contains(&op) || of_slots(op);
            let is_others = |op: Op| self.alone.contains(&op) || of_slots(op) || is_issued(op);
            readers[0] |= takers.iter().any(|&op| !is_others(op));
            readers[1] |= takers.iter().any(is_theirs);
            readers[2] |= takers.iter().any(|&op| is_issued(op) && !of_slots(op));
        }
        readers
    }
}

/// Whether all that take what an op makes are of the transformers alone, or products that take it from slots. Tokens count for nothing: no
/// write of the loop waits for such a load.
fn is_alone(module: &Module, found: &RingLoop, op: Op, (values, alone): (&[Value], &[Op])) -> bool {
    if found.loads().any(|load| load.load == op) || module.def(op).has(TERMINATOR) {
        return false;
    }
    let is_token = |value: Value| module.is_token(module.ty(value));
    let tiles = module.results(op).iter().copied().filter(|&value| !is_token(value));
    tiles.into_iter().all(|value| {
        module.uses(value).iter().all(|user| {
            alone.contains(&user.op) || values.contains(&value) && is_taken_from_slots(module, found, user.op, value)
        })
    })
}

/// Whether an op changes the shape or order of an operand for products that take it from slots, and for nobody else.
fn is_on_the_way(module: &Module, found: &RingLoop, op: Op, values: &[Value]) -> bool {
    let moves = |op: Op| matches!(module.kind(op), nv_tileas::PERMUTE | nv_tileas::VIEW);
    let path = std::iter::successors(Some(op).filter(|&op| moves(op)), |&op| {
        module.defining_op(module.only_operand(op)).filter(|&op| moves(op))
    });
    let mut roots = path
        .into_iter()
        .map(|op| module.only_operand(op))
        .filter(|root| values.contains(root));
    roots.next().is_some_and(|root| {
        let uses = module.uses(module.result(op, 0));
        uses.iter()
            .all(|user| is_taken_from_slots(module, found, user.op, root))
    })
}

/// Whether a user of an operand is a product that takes it from slots, seen through changes of shape and order.
fn is_taken_from_slots(module: &Module, found: &RingLoop, user: Op, operand: Value) -> bool {
    match module.kind(user) {
        nv_tileas::PERMUTE | nv_tileas::VIEW => {
            let uses = module.uses(module.result(user, 0));
            uses.iter()
                .all(|next| is_taken_from_slots(module, found, next.op, operand))
        }
        nv_tileas::DOT | nv_tileas::DOT_SCALED => {
            let mut product = found.products.iter().filter(|product| product.dot == user);
            product.any(|product| product.all_sides().any(|side| *side == Side::Slots(operand)))
        }
        // Absent: any other op takes it from registers.
        _ => false,
    }
}

/// Whether transformers can make a tile: of pure ops, of tiles that rings have, and of weak reads of memory that the kernel does not
/// write before, and that no write of it waits for.
pub(super) fn can_make(module: &Module, found: &RingLoop, tile: Written) -> bool {
    let values = (vec![tile.value], found.read_by_others(module));
    let slice = grow_behind(module, &[tile.at], &found.loops, values);
    let is_ring = |op: Op| found.loads().any(|load| load.load == op);
    slice.ops.iter().all(|&op| {
        let def = module.def(op);
        if is_ring(op) || def.kind == nv_tileas::FUNC || def.dialect() == "scf" || def.has(TERMINATOR) {
            return true;
        }
        if def.kind == cutlass::TILE_SCHEDULER_FETCH_WORK_ID || is_dot(module, op) {
            return false;
        }
        def.has(PURE) || is_free_read(module, op)
    })
}

/// Whether transformers can make operands of what an op loads.
pub(super) fn can_take(module: &Module, found: &RingLoop, load: Op) -> bool {
    let takes = |tile: &Written| {
        let slice = grow_without_tokens(module, &[tile.at], &found.loops, vec![tile.value]);
        slice.ops.contains(&load)
    };
    let mut made = found.written.iter().filter(|tile| tile.inside);
    made.any(|tile| takes(tile) && can_make(module, found, *tile))
}

/// Whether transformers can copy what an op loads to slots as it is.
pub(super) fn can_copy(module: &Module, found: &RingLoop, load: Op) -> bool {
    let is_it = |tile: &&Written| tile.at == load && tile.inside && tile.chunk.is_some();
    let mut tiles = found.written.iter().filter(is_it);
    tiles.any(|tile| can_make(module, found, *tile))
}

fn is_free_read(module: &Module, op: Op) -> bool {
    let reads = matches!(module.kind(op), nv_tileas::TILED_LOAD | nv_tileas::LOAD);
    let waited_for = || {
        let token = module.results(op).last().copied();
        token.is_some_and(|token| {
            module
                .uses(token)
                .iter()
                .any(|user| !module.def(user.op).has(TERMINATOR))
        })
    };
    reads && may_run_ahead(module, op).is_ok() && !waited_for()
}
