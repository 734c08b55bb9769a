//! Registers that a point of a kernel takes beside the tiles that are live there: what instructions, addresses and exchanges need.

use super::{Scan, is_line};
use tilewright_ir::Op;
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::ops::{arith, cuda_tile, nv_tileas, scf};

/// The reduction after a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reduced {
    /// Nothing, or something else is in between.
    Nothing,
    /// A tile.
    Plain,
    /// Powers of a tile: the assembler has many of them under way at a time.
    Powers,
}

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
            let is_of_powers = self.reduced == Reduced::Powers && self.depth == 0;
            let powers = only_if(is_of_powers, tiles / model.powers_part.value.max(1));
            return consumer.beside + model.consumer.value + part + divided + powers;
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
        let of_product = model.product.value + only_if(!self.gpu.has_tma, model.product_copies.value);
        model.access.value + in_loop + only_if(self.has_product, of_product) + own
    }

    /// Whether an op is a division or a root that is rounded right: its rare cases are a function, with registers of its own.
    pub(super) fn divides(&self, op: Op) -> bool {
        let kinds = [cuda_tile::DIVF, cuda_tile::SQRT, arith::DIVF, arith::SQRT];
        if matches!(
            self.module.kind(op),
            cuda_tile::TANH | cuda_tile::LOG | arith::TANH | arith::LOG
        ) {
            return true;
        }
        let rounding = || self.module.keyword(op, "rounding");
        kinds.contains(&self.module.kind(op)) && !matches!(rounding(), "approx" | "full")
    }

    /// The reduction after the point before an op.
    pub(super) fn reduced_before(&self, op: Op, elementwise: bool) -> Reduced {
        match self.module.kind(op) {
            cuda_tile::REDUCE | nv_tileas::REDUCE => Reduced::Plain,
            cuda_tile::EXP | cuda_tile::EXP2 | arith::EXP | arith::EXP2 if self.reduced == Reduced::Plain => {
                Reduced::Powers
            }
            _ if elementwise => self.reduced,
            // Absent: another access or exchange, behind which nothing is reduced so.
            _ => Reduced::Nothing,
        }
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

#[cfg(test)]
mod tests {
    use crate::registers::{Consumer, Estimate};
    use tilewright_machine::register_model;

    /// Registers of a consumer that reduces the sums of a product, and then reduces and stores what becomes of them.
    fn reduced(of_each: &str, stored: &str) -> Estimate {
        let tensor = "tensor_view<128x128xf32, strides=[128,1]>";
        let view = format!("partition_view<tile=(128x128), {tensor}>");
        let reduce = |name: &str, of: &str, op: &str, least: &str| {
            format!(
                "%{name} = reduce %{of} dim=1 identities=[{least} : f32] : tile<128x128xf32> -> tile<128xf32>
                 (%{name}l: tile<f32>, %{name}r: tile<f32>) {{
                   %{name}n = {op} %{name}l, %{name}r : tile<f32>
                   yield %{name}n : tile<f32>
                 }}
                 %{name}1 = reshape %{name} : tile<128xf32> -> tile<128x1xf32>
                 %{name}2 = broadcast %{name}1 : tile<128x1xf32> -> tile<128x128xf32>"
            )
        };
        let (most, sum) = (
            reduce("m", "d", "maxf", "0xFF800000"),
            reduce("s", "e", "addf", "0.000000e+00"),
        );
        let text = format!(
            "entry @k(%p: tile<ptr<f32>>) {{
               %zero = constant <i32: 0> : tile<i32>
               %none = constant <f32: 0.0> : tile<128x128xf32>
               %a = constant <f16: 1.0> : tile<128x64xf16>
               %b = constant <f16: 1.0> : tile<64x128xf16>
               %v = make_tensor_view %p, shape = [128, 128], strides = [128, 1] : {tensor}
               %w = make_partition_view %v : {view}
               %d = mmaf %a, %b, %none : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
               {most}
               %c = subf %d, %m2 : tile<128x128xf32>
               {of_each}
               {sum}
               {stored}
               %t = store_view_tko weak %q, %w[%zero, %zero] : tile<128x128xf32>, {view}, tile<i32> -> token
               return
             }}"
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let kernel = parsed.module.ops(parsed.module.top()).next().unwrap();
        let consumer = Consumer {
            operands: &[],
            beside: 26,
            reads: false,
        };
        Estimate::of_consumer(&parsed.module, kernel, 2, consumer)
    }

    #[test]
    fn powers_that_are_reduced_are_under_way_together() {
        let (plain, power) = ("%e = negf %c : tile<128x128xf32>", "%e = exp %c : tile<128x128xf32>");
        let quotient = "%q = mulf %e, %s2 : tile<128x128xf32>";
        let (powers, plain) = (reduced(power, quotient), reduced(plain, quotient));
        let more = powers.tiles / register_model().powers_part.value;
        assert_eq!(powers.registers, plain.registers + more);
        // Powers that are stored go out as they come.
        let of_stored = "%x = mulf %e, %s2 : tile<128x128xf32> %q = exp %x : tile<128x128xf32>";
        let stored = reduced("%e = negf %c : tile<128x128xf32>", of_stored);
        assert_eq!(stored.registers, plain.registers);
    }
}
