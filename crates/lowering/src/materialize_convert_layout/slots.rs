//! Layouts of tiles that threads read from slots.

use super::{Cx, STEPS, remake, types_with};
use tilewright_analysis::tma::swizzle_span;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::operand;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Module, Op, Ty, Value};
use tilewright_layout::Layout;
use tilewright_layout::boxes::{CHUNK, TileLayout};
use tilewright_layout::slot::SlotTile;
use tilewright_machine::memory;

/// A tile that threads read from a slot has the layout of its shape; if it has none, neighbours in memory are in one thread. On the way to
/// another slot it is as wide as what is written there: lanes write next to each other.
pub(super) fn slot_read(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let ty = old.ty(old.result(op, 0));
    let shape = old.shape(ty).to_vec();
    let elements: i64 = shape.iter().product();
    let bytes_of = |ty: Ty| old.shape(ty).iter().product::<i64>() * i64::from(old.element_bytes(ty));
    let written = written_from(old, old.result(op, 0), &mut STEPS.clone());
    let along = old.required_int(op, "contiguous") as usize;
    let layout = match (written, old.attr(op, LAYOUT).or(cx.state.by_shape.get(&shape).copied())) {
        (None, Some(layout)) => layout,
        (written, _) => {
            // Absent: it is written to no slot.
            let bytes = written.map_or(0, bytes_of).max(bytes_of(ty)).max(1);
            let widest = (memory().access_bytes.value as i64 * elements / bytes).max(1) as u32;
            let layout = turned(old, op, cx.state.warp_bits)
                .unwrap_or_else(|| Layout::along(&shape, along, widest, cx.state.warp_bits))
                .to_attr(&mut cx.new);
            // Iterations hand it on in this layout, where its shape has no other.
            cx.state.by_shape.entry(shape).or_insert(layout);
            layout
        }
    };
    let operands = cx.operands(op)?;
    let types = types_with(cx, op, |_, _| Some(layout));
    remake(cx, op, &operands, &types);
    Ok(())
}

/// The layout of a tile that is read from a slot and, after work on each element, written to another along its other dimension.
fn turned(module: &Module, read: Op, warp_bits: usize) -> Option<Layout> {
    let mut tile = module.result(read, 0);
    let write = loop {
        let [site] = module.uses(tile) else { return None };
        if module.kind(site.op) == nv_tileas::SLOT_WRITE {
            break site.op;
        }
        let is_elementwise = module.def(site.op).dialect() == "arith" && module.results(site.op).len() == 1;
        tile = is_elementwise.then(|| module.result(site.op, 0))?;
    };
    let shape = module.shape(module.ty(tile));
    let of = |op: Op, tile: Value| {
        let along = module.required_int(op, "contiguous") as usize;
        let row = (0..shape.len()).find(|&dim| dim != along && shape[dim] > 1)?;
        let bytes = i64::from(module.element_bytes(module.ty(tile)));
        let rows = shape[row];
        let span = match shape[along] * bytes {
            CHUNK => CHUNK,
            _ => {
                let alloc = module.defining_op(module.required_operand(op, operand::BUFFER))?;
                // Absent: rows that are not swizzled.
                swizzle_span(module.keyword(alloc, "swizzle"))?
            }
        };
        Some(SlotTile {
            shape: shape.to_vec(),
            dims: [along, row],
            form: TileLayout { span, rows },
            bytes,
        })
    };
    let (from, to) = (of(read, module.result(read, 0))?, of(write, tile)?);
    let is_turned = from.dims[0] == to.dims[1] && from.dims[1] == to.dims[0];
    is_turned.then(|| from.turned(&to, warp_bits))?
}

/// The tile that is written to a slot, or to shared memory for a product, and made of this one, element by element; none: nothing is.
fn written_from(module: &Module, value: Value, steps: &mut u32) -> Option<Ty> {
    *steps = steps.checked_sub(1)?;
    module.uses(value).iter().find_map(|site| match module.kind(site.op) {
        nv_tileas::SLOT_WRITE => Some(module.ty(value)),
        nv_tileas::DOT if module.sides(site.op).contains(&value) => Some(module.ty(value)),
        nv_tileas::VIEW | nv_tileas::PERMUTE | nv_tileas::UNPACK => {
            written_from(module, module.result(site.op, 0), steps)
        }
        _ if module.def(site.op).dialect() == "arith" => {
            let results = module.results(site.op).iter();
            results
                .into_iter()
                .find_map(|&result| written_from(module, result, steps))
        }
        // Absent: other ops make no element of one.
        _ => None,
    })
}
