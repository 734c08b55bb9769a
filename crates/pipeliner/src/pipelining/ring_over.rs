//! Left operands that consumers make of accumulators, written over these in tensor memory.
//!
//! A slot that was read is needed no more: a left operand of as many rows and elements goes where it came from, and takes neither shared
//! memory nor columns of its own. The slot is free when the product that takes the operand is done, so that its issuer lets go of
//! it, and nobody else.
//!
//! ```text
//! issuer                                       consumer
//!   acquire s; tensor.dot %q, %k into s          wait s; %s = tensor.read
//!   commit s                                     %p = ...
//!   wait p; tensor.dot %p, %v                    tensor.write %p over s; commit p
//!   release s: when it is done
//! ```

use super::RingLoop;
use super::ring_issued::Issued;
use super::ring_loop::{Side, Written};
use super::ring_operand::{is_made_of, root};
use tilewright_ir::{Module, Op, Value};
use tilewright_machine::Target;
use tilewright_units::Role;
use tilewright_units::product::matrix;
use tilewright_units::tensor_memory;
use tilewright_units::tensor_memory::TensorMemoryOps;

impl RingLoop {
    /// The same kernel, with operands over the accumulators that they are made of, where the unit takes them from there; none: it takes
    /// none.
    pub fn over_accumulators(&self, module: &Module, target: &Target) -> Option<Self> {
        let ops = tensor_memory(target)?;
        let mut other = self.clone();
        for place in 0..other.written.len() {
            other.written[place].over = other.under(module, ops, other.written[place]);
        }
        other.keep_together(module);
        other.deepen(module);
        let has_any = other.written.iter().any(|tile| tile.over.is_some());
        has_any.then_some(other)
    }

    /// Gives accumulators under tiles a slot more where the columns that are reserved anyway have it: the first product of an iteration
    /// waits for the last one that takes what was written over its slot.
    fn deepen(&mut self, module: &Module) {
        let is_under = |own: &Issued| self.written_over(own).is_some();
        let mut under = self.accumulator_rings(module);
        under.retain(|all| all.iter().any(is_under));
        let more: i64 = under.iter().map(|all| all[0].columns(module)).sum();
        let used = self.used_columns(module);
        if used + more > tensor_memory::reserved(used) {
            return;
        }
        let deeper: Vec<Op> = under.into_iter().flatten().map(|own| own.dot).collect();
        let those = self.issued.iter_mut().filter(|own| deeper.contains(&own.dot));
        those.for_each(|own| own.slots += 1);
    }

    /// The slots of a tile that threads write: those of the accumulators under it, where it has none of its own.
    pub fn slots_of(&self, tile: &Written, later: bool) -> i64 {
        self.accumulators_under(tile)
            .map_or_else(|| tile.slots(later), |own| own.slots)
    }

    /// A slot has one number for both: where rings do not go on together, tiles have slots of their own.
    fn keep_together(&mut self, module: &Module) {
        let rings = self.written_rings(module);
        let are_over = |tiles: &[Written], own: &[Issued]| {
            let tiles = tiles.iter().map(|tile| tile.over);
            tiles.eq(own.iter().map(|own| Some(own.value)))
        };
        let apart = self.accumulator_rings(module).into_iter();
        let apart = apart.filter(|own| !rings.iter().any(|tiles| are_over(tiles, own)));
        let apart: Vec<Value> = apart.flatten().map(|own| own.value).collect();
        for tile in &mut self.written {
            tile.over = tile.over.filter(|value| !apart.contains(value));
        }
    }

    /// The accumulators that a tile can lie over; none: products take it from shared memory.
    fn under(&self, module: &Module, ops: &TensorMemoryOps, tile: Written) -> Option<Value> {
        let extents = matrix(module.shape(module.ty(tile.value)))?;
        let bytes = i64::from(module.element_bytes(module.ty(tile.value)));
        let is_it = |side: &Side| *side == Side::Slots(tile.value);
        let mut takers = self.products.iter().filter(|product| product.all_sides().any(is_it));
        let is_left = takers.all(|product| {
            let times = product.all_sides().filter(|side| is_it(side)).count();
            let is_straight = root(module, product.dot, 0).side == 0 && product.scales.is_empty();
            times == 1 && is_it(&product.sides[0]) && is_straight
        });
        if !is_left || tile.by == Role::Transformer && !self.corrected || !(ops.takes_left)(extents, bytes) {
            return None;
        }
        let fits = |own: &&Issued| {
            let is_free = self.written.iter().all(|other| other.over != Some(own.value));
            let is_alike = matrix(module.shape(module.ty(own.value))) == Some(extents);
            let together = module.parent(own.at) == module.parent(tile.at) && own.slots <= tile.slots(false);
            is_free && is_alike && together && is_made_of(module, tile.at, tile.value, |op| op == own.dot)
        };
        self.issued
            .iter()
            .filter(|own| !own.is_of_loop())
            .find(fits)
            .map(|own| own.value)
    }

    /// The accumulators that a tile is written over, with the number of slots; none: it has a ring of its own.
    pub fn accumulators_under(&self, tile: &Written) -> Option<Issued> {
        let under = tile.over?;
        self.issued.iter().find(|own| own.value == under).copied()
    }

    /// The tile that is written over accumulators.
    pub fn written_over(&self, own: &Issued) -> Option<&Written> {
        self.written.iter().find(|tile| tile.over == Some(own.value))
    }
}
