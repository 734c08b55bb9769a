//! Tiles that are too large to be registers of threads: each element of a tile that a thread holds is a register, and each op
//! on the tile an instruction for each of them.

use super::Cx;
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::{Module, Op, Ty};
use tilewright_layout::{LANE_BITS, Layout};
use tilewright_machine::{Target, policy};
use tilewright_units::WARPS;
use tilewright_units::product::{ProductUnit, Sharing, columns_together, is_dot, matrices, mma_k_bytes, product_unit};

/// Bytes of an address.
const ADDRESS: i64 = 8;

/// Refuses the first op with a tile of which a thread would hold more elements than are compiled, and the first product with
/// which there are more of a thread's instructions.
pub(super) fn check(module: &Module, warp_bits: usize, target: &Target) -> Result<(), Failure> {
    let most = policy().tile_elements_per_thread.value;
    let mut of_products = 0;
    for op in module.walk(module.top()) {
        if is_dot(module, op) {
            let together = columns_together(module, op, Sharing::of(target), warp_bits);
            of_products += warp_products(module, op, warp_bits, together) * policy().product_ops.value;
            if of_products > policy().ops_per_thread.value {
                return Err(beyond_budget(module, op));
            }
        }
        for &value in module.operands(op).iter().chain(module.results(op)) {
            let ty = module.ty(value);
            let layout = module.layout(ty).and_then(|attr| Layout::from_attr(module, attr));
            // Absent: what is no tile, or fits, is no fault.
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
                tile_name(module, ty)
            );
            let elements = most * threads as i64;
            let registers = target.registers_per_thread.value;
            let refusal = Diagnostic::error("convert.tile-size", module.span(op), message)
                .with_note("each is a register of its thread, or a place in its memory, and takes instructions of its own")
                .with_help(format!(
                    "use a tile of at most {elements} elements here, in a loop or in more tile blocks; up to {registers} \
                     registers a thread, {} of these tiles' elements, stay out of memory",
                    registers as usize * threads
                ));
            return Err(Box::new(refusal));
        }
    }
    Ok(())
}

/// The instructions of a warp that a product on tensor cores is, each with four accumulators of a thread and a step of K.
fn warp_products(module: &Module, op: Op, warp_bits: usize, together: i64) -> u64 {
    let ProductUnit::Mma { bytes } = product_unit(module, op) else {
        return 0;
    };
    let [lhs, acc] =
        [operand::LHS, operand::ACC].map(|name| matrices(module.shape(module.ty(module.required_operand(op, name)))));
    let fragments = (WARPS.accumulators)(acc, warp_bits, together).registers() / 4;
    fragments as u64 * (lhs[2] * bytes / mma_k_bytes()) as u64
}

/// Refuses an op with which the kernel becomes more ops for a thread than are compiled: there are no loops over the elements
/// of a tile.
pub(super) fn within_budget(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.new.op_count() as u64 <= policy().ops_per_thread.value {
        true => Ok(()),
        false => Err(beyond_budget(cx.old, op)),
    }
}

fn beyond_budget(old: &Module, op: Op) -> Failure {
    let most = policy().ops_per_thread.value;
    let values = old.results(op).iter().chain(old.operands(op));
    let tiles = values
        .map(|&value| old.ty(value))
        .filter(|&ty| !old.shape(ty).is_empty());
    let largest = tiles.max_by_key(|&ty| old.shape(ty).iter().product::<i64>());
    let what = match largest {
        Some(ty) => format!("`{}` of a `{}`", old.def(op).short_name(), tile_name(old, ty)),
        None => format!("`{}`", old.def(op).short_name()),
    };
    let message = format!("with {what} the kernel becomes more than {most} instructions for each thread");
    let refusal = Diagnostic::error("convert.tile-size", old.span(op), message);
    let note = "the elements of tiles are not looped over: each takes instructions of its own";
    Box::new(refusal.with_note(note).with_help(
        "use smaller tiles, in a loop or in more tile blocks: half the extent of a product's tiles is an eighth of the work",
    ))
}

/// A tile type as the source has it, without its layout.
pub(crate) fn tile_name(module: &Module, ty: Ty) -> String {
    let extents: String = module.shape(ty).iter().map(|extent| format!("{extent}x")).collect();
    format!("tile<{extents}{}>", module.type_text(module.element(ty)))
}
