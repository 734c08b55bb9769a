//! Registers that a point of a kernel takes beside the tiles that are live there: what instructions, addresses and exchanges need.

use super::{Scan, is_line};
use tilewright_ir::Op;
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::ops::{cuda_tile, nv_tileas, scf};

impl Scan<'_> {
    /// Registers beside live tiles at an op.
    pub(super) fn beside(&self, op: Op, tiles: i64) -> i64 {
        let (module, model) = (self.module, self.model);
        let only_if = |condition: bool, registers: i64| if condition { registers } else { 0 };
        let in_loop = only_if(self.depth > 0, model.in_loop.value);
        if let Some(consumer) = &self.consumer {
            // Tensor memory is read to registers that are neighbours: in a loop, where others are live, some are left between them.
            let is_parted = !consumer.reads || self.depth > 0 && module.kind(op) == scf::FOR;
            let part = only_if(is_parted, tiles / model.consumer_part.value.max(1));
            let divided = only_if(self.divided, model.division.value / 2);
            return consumer.beside + model.consumer.value + part + divided;
        }
        if self.is_by_warps(op) {
            return self.by_warps(op);
        }
        let own = match module.kind(op) {
            cuda_tile::MMAF_SCALED => self.scaled(op),
            cuda_tile::MMAF | cuda_tile::MMAI | nv_tileas::DOT | nv_tileas::DOT_SCALED => self.multiply_add(op),
            cuda_tile::LOAD_PTR_TKO
            | cuda_tile::STORE_PTR_TKO
            | cuda_tile::ATOMIC_RMW_TKO
            | cuda_tile::ATOMIC_CAS_TKO => self.pointers(op, tiles),
            _ => only_if(module.def(op).does(EXCHANGES), model.exchange.value) + self.reduction(op),
        };
        let divided = only_if(self.divided, model.division.value);
        // Nothing is on its way between threads while a quotient is computed.
        let own = if module.def(op).does(EXCHANGES) {
            own.max(divided)
        } else {
            own + divided
        };
        model.access.value + in_loop + only_if(self.has_product, model.product.value) + own
    }

    /// Registers of a reduction beside those of an exchange.
    fn reduction(&self, op: Op) -> i64 {
        match (self.module.kind(op), self.depth) {
            (cuda_tile::REDUCE | nv_tileas::REDUCE, 0) => self.model.reduction.value,
            (cuda_tile::REDUCE | nv_tileas::REDUCE, _) => self.model.reduction_in_loop.value,
            // Absent: it reduces nothing.
            _ => 0,
        }
    }

    /// Addresses and predicates of an access by pointers, beside the tiles that are live.
    fn pointers(&self, op: Op, tiles: i64) -> i64 {
        let pointers = self.module.operands(op).iter();
        let mut of_pointers = pointers.filter(|&&value| {
            let element = self.module.element(self.module.ty(value));
            self.module.pointee(element).is_some()
        });
        let held = match of_pointers.any(|&value| !is_line(self.module, value)) {
            true => tiles.min(self.model.pointers_most.value),
            false => tiles / self.model.pointers_part.value.max(1),
        };
        self.model.pointers.value + held
    }
}
