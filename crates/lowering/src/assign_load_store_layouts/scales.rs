//! Scales of a product go from memory to the threads that the product takes them from.

use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Module, Op, Value};
use tilewright_layout::{Layout, dim_bits};
use tilewright_units::product::{DotScales, Sharing};

/// Gives loads of scales that nothing else takes the layout that their product wants.
pub(super) fn assign(module: &mut Module, sharing: Sharing, warp_bits: usize) {
    for op in module.walk(module.top()) {
        // Absent: an op without scales.
        let Some(scales) = DotScales::of(module, op, sharing, warp_bits) else {
            continue;
        };
        for (tile, layout) in scales.tiles.into_iter().zip(scales.layouts) {
            // Absent: something else takes them too.
            let Some((tile, layout)) = root(module, tile, layout) else {
                continue;
            };
            let layout = layout.to_attr(module);
            for load in loads(module, tile) {
                module.set_attr(load, LAYOUT, layout);
            }
        }
    }
}

/// The loads of a tile: the one that makes it, or, of one that a loop carries, those of such tiles that are only handed on.
fn loads(module: &Module, tile: Value) -> Vec<Op> {
    if let Some(op) = module.defining_op(tile) {
        return Vec::from([op]);
    }
    let is_handed_on = |&op: &Op| {
        let made = module.result(op, 0);
        let mut uses = module.uses(made).iter();
        module.ty(made) == module.ty(tile) && uses.all(|site| module.def(site.op).dialect() == "scf")
    };
    let all = module.walk(module.top()).into_iter();
    let all = all.filter(|&op| module.kind(op) == nv_tileas::TILED_LOAD);
    all.filter(is_handed_on).collect()
}

/// The tile of a load, or of a read of a slot, or the one that a loop carries, of which a tile is made by turns and changes of shape
/// alone; and the layout that it has where this one has another.
pub(crate) fn root(module: &Module, tile: Value, layout: Layout) -> Option<(Value, Layout)> {
    let (mut tile, mut layout) = (tile, layout);
    loop {
        (module.uses(tile).len() == 1).then_some(())?;
        let Some(op) = module.defining_op(tile) else {
            return Some((tile, layout));
        };
        match module.kind(op) {
            nv_tileas::TILED_LOAD | nv_tileas::SLOT_READ => return Some((tile, layout)),
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
