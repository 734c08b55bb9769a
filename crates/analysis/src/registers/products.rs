//! Registers that products take beside the tiles that are live.

use super::{ADDRESS_BITS, Scan, is_product};
use rustc_hash::FxHashSet;
use tilewright_ir::ops::{cuda_tile, scf};
use tilewright_ir::types::DYNAMIC;
use tilewright_ir::{Block, Module, Op, Value, operand};
use tilewright_layout::LANE_BITS;

/// Bytes of a register.
const REGISTER_BYTES: i64 = 4;

/// Whether a product is one of multiply-adds of single threads.
pub(super) fn is_multiply_add(module: &Module, op: Op) -> bool {
    let element = module.element_scalar(module.ty(module.required_operand(op, operand::LHS)));
    element.is_some_and(|element| matches!(element.name, "f32" | "f64"))
}

/// The tiles of loads in loops that tensor cores alone take: threads copy them to shared memory.
pub(super) fn copied(module: &Module, ops: &[Op]) -> FxHashSet<Value> {
    let is_in_loop = |op: Op| {
        let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
        around.any(|op| matches!(module.kind(op), cuda_tile::FOR | scf::FOR))
    };
    let loads = ops
        .iter()
        .filter(|&&op| module.kind(op) == cuda_tile::LOAD_VIEW_TKO && is_in_loop(op));
    let mut found = FxHashSet::default();
    for tile in loads.filter_map(|&op| module.results(op).first().copied()) {
        multiplied(module, tile, &mut found);
    }
    found
}

/// Adds a tile, under each shape and turned or not, if products alone take it; whether they do.
fn multiplied(module: &Module, tile: Value, found: &mut FxHashSet<Value>) -> bool {
    let uses = module.uses(tile);
    let mut is_by = |op: Op| match module.kind(op) {
        cuda_tile::RESHAPE | cuda_tile::PERMUTE => multiplied(module, module.result(op, 0), found),
        _ => {
            let acc = || module.required_operand(op, operand::ACC);
            is_product(module, op) && !is_multiply_add(module, op) && acc() != tile
        }
    };
    let is_multiplied = !uses.is_empty() && uses.iter().all(|site| is_by(site.op));
    is_multiplied && found.insert(tile)
}

impl Scan<'_> {
    /// Bits of the operands of a product, which are in shared memory when it is computed.
    fn operands_bits(&self, op: Op) -> i64 {
        let names = [operand::LHS, operand::RHS];
        let held = names.map(|name| self.held(self.module.required_operand(op, name)));
        held.iter().flatten().filter_map(|held| self.live.get(held)).sum()
    }

    /// Whether warps multiply an op's operands as they are.
    pub(super) fn is_by_warps(&self, op: Op) -> bool {
        let is_taken = self.gpu.scales_blocks || self.module.kind(op) != cuda_tile::MMAF_SCALED;
        is_product(self.module, op) && is_taken && !is_multiply_add(self.module, op)
    }

    /// Registers beside live tiles at a product of warps: fragments of a step of K, which may take the place of operands that are
    /// written to shared memory, and what the assembler reads ahead where nobody has to wait for these.
    pub(super) fn by_warps(&self, op: Op) -> i64 {
        let (module, model) = (self.module, self.model);
        let rhs = module.required_operand(op, operand::RHS);
        let ahead = match self.copied.contains(&rhs) {
            true => self.ahead,
            false => model.product_exchanged.value,
        };
        let of_scales = match module.kind(op) == cuda_tile::MMAF_SCALED {
            true => model.scales.value,
            false => 0,
        };
        let element = module.element_scalar(module.ty(rhs));
        let of_integers = match element.is_some_and(|scalar| scalar.is_float()) {
            true => 0,
            false => model.product_of_integers.value,
        };
        (self.fragments(op) - self.operands_bits(op) / 32).max(0) + ahead + of_scales + of_integers
    }

    /// Registers that products take beside accumulators and fragments, by the accumulators of all of them.
    pub(super) fn ahead(&self, ops: &[Op]) -> i64 {
        let (module, model) = (self.module, self.model);
        let products = || ops.iter().filter(|&&op| self.is_by_warps(op));
        let accumulators = products().map(|&op| module.required_operand(op, operand::ACC));
        // A product that is added to another one's sum has no accumulators of its own.
        let own = accumulators.filter(|&acc| module.defining_op(acc).is_none_or(|op| !is_product(module, op)));
        let registers: i64 = own.map(|acc| self.elements(module.ty(acc))).sum();
        // A loop of one product carries the places of its tiles. Products of different loops are not there at the same time.
        let around: FxHashSet<Option<Block>> = products().map(|&op| module.parent(op)).collect();
        let of_others = match products().count() > around.len() {
            true => model.products.value,
            false => self.steps(ops),
        };
        model.product_ahead.value + of_others + registers * model.product_ahead_percent.value / 100
    }

    /// Registers of distances that are not known, and that a loop keeps whose threads copy tiles from places that it carries: from row to row
    /// of each operand, and from tile to tile of one that the loop goes down.
    fn steps(&self, ops: &[Op]) -> i64 {
        let module = self.module;
        let distances = |&op: &Op| -> Option<i64> {
            self.copied.get(module.results(op).first()?)?;
            let view = module.tile_view_type(module.ty(module.operand_named(op, operand::VIEW)?))?;
            let strides = module.tensor_view_type(view.tensor)?.strides;
            let counted = *module.arguments(module.parent(op)?).first()?;
            let index = module.operands_named(op, operand::INDEX).iter();
            let goes_down = index
                .zip(&view.dim_map)
                .any(|(&at, &dim)| at == counted && strides[dim] == DYNAMIC);
            Some(i64::from(strides.contains(&DYNAMIC)) + i64::from(goes_down))
        };
        let loads = ops.iter().filter(|&&op| module.kind(op) == cuda_tile::LOAD_VIEW_TKO);
        match self.gpu.copies {
            true => loads.filter_map(distances).sum::<i64>() * ADDRESS_BITS / 32,
            false => 0,
        }
    }

    /// Registers of the fragments of a step of K: a warp has a part of the accumulators that is as square as can be.
    fn fragments(&self, op: Op) -> i64 {
        let acc = self.module.ty(self.module.required_operand(op, operand::ACC));
        let [.., mut rows, mut columns] = *self.module.shape(acc) else {
            return 0;
        };
        for _ in LANE_BITS..self.thread_bits {
            match rows >= columns {
                true => rows /= 2,
                false => columns /= 2,
            }
        }
        (rows + columns) * self.model.product_step_bytes.value / (REGISTER_BYTES << LANE_BITS)
    }

    /// Where no unit takes it, a scaled product becomes one of 16-bit elements, added up before it is scaled. Operands are widened
    /// on their way to shared memory, one after the other.
    pub(super) fn scaled(&self, op: Op) -> i64 {
        let acc = self.module.ty(self.module.required_operand(op, operand::ACC));
        let from_rings = match self.gpu.copies {
            true => self.model.scaled_copies.value,
            false => 0,
        };
        self.elements(acc) + self.model.scales.value + from_rings
    }

    /// Without tensor cores, rows and columns of the operands are read some steps at a time; threads copy them ahead where TMA does not.
    pub(super) fn multiply_add(&self, op: Op) -> i64 {
        let acc = self.module.required_operand(op, operand::ACC);
        let accumulators = self.elements(self.module.ty(acc));
        let rows = 1 << (accumulators.max(1).ilog2() / 2);
        let steps = (rows + accumulators / rows) * self.model.multiply_add_steps.value;
        match self.gpu.has_tma {
            true => steps,
            false => steps + self.model.multiply_add_copies.value,
        }
    }
}
