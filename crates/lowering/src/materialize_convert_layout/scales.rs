//! Layouts of the scales of products.

use crate::assign_load_store_layouts::scales::root;
use tilewright_analysis::Context;
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Attr, Module};
use tilewright_layout::Layout;
use tilewright_sorted::SortedMap;
use tilewright_units::product::{DotScales, Sharing};
use tilewright_units::scaled::Side;
use tilewright_units::tensor_memory::TensorScaled;

/// Bytes of a word of four scales.
const WORD_BYTES: u32 = 4;

/// Scales that a loop carries stay where their product wants them.
pub(super) fn carried(
    module: &mut Module,
    by_shape: &mut SortedMap<Vec<i64>, Attr>,
    context: &Context<'_>,
    warp_bits: usize,
) {
    for op in module.walk(module.top()) {
        // Absent: an op without scales.
        let Some(scales) = DotScales::of(module, op, Sharing::of(context.target), warp_bits) else {
            continue;
        };
        for (tile, layout) in scales.tiles.into_iter().zip(scales.layouts) {
            let carried = root(module, tile, layout).filter(|(tile, _)| module.defining_op(*tile).is_none());
            if let Some((tile, layout)) = carried {
                let shape = module.shape(module.ty(tile)).to_vec();
                let layout = layout.to_attr(module);
                by_shape.entry(shape).or_insert(layout);
            }
        }
    }
}

/// Scales that are put in the order of tensor memory come to threads so that these write words next to each other.
pub(super) fn ordered(module: &mut Module, scaled: &TensorScaled, warp_bits: usize) {
    for op in module.walk(module.top()) {
        if module.kind(op) != nv_tileas::ORDER_SCALES {
            continue;
        }
        let tile = module.only_operand(op);
        let shape = module.shape(module.ty(tile)).to_vec();
        // Absent: the pattern of the op says that no unit orders them.
        let Some(order) = scaled.order_of(&shape, Side::of(module.keyword(op, "side"))) else {
            continue;
        };
        let written = Layout::blocked(&[order.count], WORD_BYTES, warp_bits);
        let from = |basis: u32| {
            let own = order.bits.iter().position(|&to| to == basis);
            // Absent: lanes and warps that have copies, and places where a scale stands again.
            own.map_or(0, |bit| 1u32 << bit)
        };
        // Absent: they are computed, or others take them too.
        let Some((tile, layout)) = root(module, tile, written.map(from).without_copies()) else {
            continue;
        };
        // Absent: a loop carries them.
        let Some(read) = module.defining_op(tile) else { continue };
        // Words that lie in global memory as such are loaded by whoever writes them.
        let is_loaded = |old: &Layout| old.reg.starts_with(&layout.reg[..layout.reg.len().min(2)]);
        let old = module
            .attr(read, LAYOUT)
            .and_then(|attr| Layout::from_attr(module, attr));
        let is_better = module.kind(read) == nv_tileas::SLOT_READ || old.is_some_and(|old| is_loaded(&old));
        if is_better {
            let layout = layout.to_attr(module);
            module.set_attr(read, LAYOUT, layout);
        }
    }
}
