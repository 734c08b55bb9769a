//! Scales of a product go from memory to the threads that the product takes them from.

use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Module, Op, Value};
use tilewright_layout::{Layout, dim_bits};
use tilewright_units::product::DotScales;

/// Gives loads of scales that nothing else takes the layout that their product wants.
pub(super) fn assign(module: &mut Module, turns_bytes: bool, warp_bits: usize) {
    for op in module.walk(module.top()) {
        // Absent: an op without scales.
        let Some(scales) = DotScales::of(module, op, turns_bytes, warp_bits) else {
            continue;
        };
        for (tile, layout) in scales.tiles.into_iter().zip(scales.layouts) {
            if let Some((load, layout)) = loaded(module, tile, layout) {
                let layout = layout.to_attr(module);
                module.set_attr(load, LAYOUT, layout);
            }
        }
    }
}

/// The load of a tile, seen through turns and changes of shape, and the layout that it has where this one has another.
fn loaded(module: &Module, tile: Value, layout: Layout) -> Option<(Op, Layout)> {
    let (mut tile, mut layout) = (tile, layout);
    loop {
        (module.uses(tile).len() == 1).then_some(())?;
        let op = module.defining_op(tile)?;
        match module.kind(op) {
            nv_tileas::TILED_LOAD => return Some((op, layout)),
            nv_tileas::VIEW => {}
            nv_tileas::PERMUTE => layout = before_turn(module, op, &layout),
            // Absent: any other op computes its elements.
            _ => return None,
        }
        tile = module.only_operand(op);
    }
}

/// The layout of what a permutation takes, by that of what it makes.
fn before_turn(module: &Module, op: Op, layout: &Layout) -> Layout {
    let from = module.shape(module.ty(module.only_operand(op)));
    let to = module.shape(module.ty(module.result(op, 0)));
    layout.map(|basis| {
        let dims = module.required_list(op, "permutation").iter().enumerate();
        dims.fold(0, |all, (dim, &source)| {
            let (low, count) = dim_bits(to, dim);
            all | (basis >> low & ((1 << count) - 1)) << dim_bits(from, source as usize).0
        })
    })
}
