//! Registers of accumulators that are in tensor memory until threads read them.

use super::{Scan, is_product};
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{cuda_tile, nv_tileas, scf};
use tilewright_ir::{Op, Value, operand};

impl Scan<'_> {
    /// Whether accumulators stay in tensor memory: products alone take them, in this iteration or in the next.
    pub(super) fn stays(&self, value: Value) -> bool {
        let module = self.module;
        let adds = |op: Op| is_product(module, op) && module.required_operand(op, operand::ACC) == value;
        let is_left = module.defining_op(value).is_some_and(|op| is_product(module, op));
        let goes_on = |op: Op| is_left && module.kind(op) == scf::CONTINUE;
        self.consumer.is_some_and(|consumer| consumer.reads)
            && module.uses(value).iter().all(|site| adds(site.op) || goes_on(site.op))
    }

    /// Whether a tile is read from tensor memory, and what takes it goes on with elements of the first instruction while those of the next come.
    pub(super) fn is_read(&self, value: Value) -> bool {
        let module = self.module;
        let is_left = |op: Op| match module.kind(op) {
            scf::FOR => self.is_left_by_products(op, value),
            _ => is_product(module, op),
        };
        let is_elementwise = |op: Op| module.def(op).has(PURE) && !module.def(op).does(EXCHANGES);
        self.consumer.is_some_and(|consumer| consumer.reads)
            && module.defining_op(value).is_some_and(is_left)
            && module.uses(value).iter().all(|site| is_elementwise(site.op))
    }

    /// Bits of what is made of a tile that is read; what takes the place of another tile takes none.
    pub(super) fn made_of_read(&self, value: Value) -> i64 {
        let module = self.module;
        let made = module.uses(value).iter().map(|site| {
            let ty = module.ty(module.result(site.op, 0));
            let operands = module.operands(site.op).iter();
            let mut others = operands.filter(|&&other| other != value);
            match others.any(|&other| self.held(other).is_some_and(|held| module.ty(held) == module.ty(value))) {
                true => 0,
                false => self.elements(ty) * i64::from(module.element_bits(ty)),
            }
        });
        // Absent: nothing takes it.
        made.max().unwrap_or(0)
    }

    /// Whether a loop that is run once at least leaves a product's sum. Where it may not be, zeros are in place of what is read, as a whole.
    fn is_left_by_products(&self, op: Op, value: Value) -> bool {
        let module = self.module;
        let bounds =
            [operand::LOWER, operand::UPPER].map(|name| module.constant_int(module.required_operand(op, name)));
        let is_run = matches!(bounds, [Some(first), Some(end)] if first < end);
        let place = module.results(op).iter().position(|&result| result == value);
        let end = self.blocks(op).last().and_then(|block| module.last_op(block));
        let left = end.zip(place).and_then(|(end, place)| module.operands(end).get(place));
        is_run && left.is_some_and(|&left| module.defining_op(left).is_some_and(|op| is_product(module, op)))
    }

    /// Whether a row becomes one for each row of accumulators: who reads these from tensor memory has whole rows, and gets the other one by
    /// way of shared memory.
    pub(super) fn is_given_out(&self, op: Op) -> bool {
        let module = self.module;
        let rows = |value: Value| match *module.shape(module.ty(value)) {
            [rows, columns] if columns > 1 => rows,
            // Absent: it has no rows.
            _ => 0,
        };
        self.gpu.gives_out
            && matches!(module.kind(op), cuda_tile::BROADCAST | nv_tileas::BROADCAST)
            && rows(module.only_operand(op)) == 1
            && rows(module.result(op, 0)) > 1
            && !self.counts.contains(&module.result(op, 0))
    }
}
