//! Tiles that are too large to be registers of threads: each element of a tile that a thread holds is a register, and each op
//! on the tile an instruction for each of them.

use super::Cx;
use tilewright_analysis::layout::{LANE_BITS, Layout};
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::{Module, Op, Ty};
use tilewright_machine::policy;

/// Bytes of an address.
const ADDRESS: i64 = 8;

/// Refuses the first op with a tile of which a thread would hold more elements than are compiled.
pub(super) fn check(module: &Module) -> Result<(), Failure> {
    let most = policy().tile_elements_per_thread.value;
    for op in module.walk(module.top()) {
        for &value in module.operands(op).iter().chain(module.results(op)) {
            let ty = module.ty(value);
            let layout = module.layout(ty).and_then(|attr| Layout::from_attr(module, attr));
            let Some(layout) = layout.filter(|layout| layout.registers() as i64 > most) else {
                continue;
            };
            let own = layout.registers() as i64;
            let threads = 1usize << (LANE_BITS + layout.warp.len());
            let element = module.element(ty);
            let bytes = match module.scalar(element) {
                Some(scalar) => own * i64::from(scalar.bits) / 8,
                None => own * ADDRESS,
            };
            let message = format!(
                "of a `{}` each of {threads} threads has {own} elements, {bytes} bytes, and at most {most} elements are compiled",
                name(module, ty)
            );
            let elements = most * threads as i64;
            let refusal = Diagnostic::error("convert.tile-size", module.span(op), message)
                .with_note("each is a register of its thread, or a place in its memory, and takes instructions of its own")
                .with_help(format!(
                    "use a tile of at most {elements} elements here, in a loop or in more tile blocks; up to 255 registers \
                     a thread, {} of these tiles' elements, stay out of memory",
                    255 * threads
                ));
            return Err(Box::new(refusal));
        }
    }
    Ok(())
}

/// Refuses an op with which the kernel becomes more ops for a thread than are compiled: there are no loops over the elements
/// of a tile.
pub(super) fn within_budget(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let most = policy().ops_per_thread.value;
    if cx.new.op_count() as u64 <= most {
        return Ok(());
    }
    let old = cx.old;
    let values = old.results(op).iter().chain(old.operands(op));
    let tiles = values
        .map(|&value| old.ty(value))
        .filter(|&ty| !old.shape(ty).is_empty());
    let largest = tiles.max_by_key(|&ty| old.shape(ty).iter().product::<i64>());
    let what = match largest {
        Some(ty) => format!("`{}` of a `{}`", old.def(op).short_name(), name(old, ty)),
        None => format!("`{}`", old.def(op).short_name()),
    };
    let message = format!("with {what} the kernel becomes more than {most} instructions for each thread");
    let refusal = cx.error(op, "convert.tile-size", message);
    let note = "the elements of tiles are not looped over: each takes instructions of its own";
    Err(Box::new(refusal.with_note(note).with_help(
        "use smaller tiles, in a loop or in more tile blocks: half the extent of a product's tiles is an eighth of the work",
    )))
}

/// A tile type as the source has it, without its layout.
fn name(module: &Module, ty: Ty) -> String {
    let extents: String = module.shape(ty).iter().map(|extent| format!("{extent}x")).collect();
    format!("tile<{extents}{}>", module.type_text(module.element(ty)))
}
