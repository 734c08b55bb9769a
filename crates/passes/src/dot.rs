//! How a matrix product is computed: on which unit, with what fragments.

use crate::layout::Layout;
use tilewright_ir::{Module, Op};

/// The way of one product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// On the matrix unit by `mma.sync`, with elements of so many bytes: 32 bytes of K at a time.
    Mma {
        /// Bytes of an element of the factors.
        bytes: i64,
    },
    /// By multiply-adds of single threads.
    Simt,
}

/// Rows and columns; a batch of one is no batch.
pub fn matrix(shape: &[i64]) -> Option<[i64; 2]> {
    match *shape {
        [rows, columns] | [1, rows, columns] => Some([rows, columns]),
        _ => None,
    }
}

/// The way of a `dot`; none if there is none yet.
pub fn way(module: &Module, op: Op) -> Option<Way> {
    let ty = |index: usize| module.ty(module.operand(op, index));
    let name = |index: usize| module.element_scalar(ty(index)).map_or("", |s| s.name);
    let ([_, k], acc) = (matrix(module.shape(ty(0)))?, matrix(module.shape(ty(2)))?);
    let large = acc[0] >= 16 && acc[1] >= 8;
    match (name(0), name(2)) {
        ("f16" | "bf16", "f32") if large && k >= 16 => Some(Way::Mma { bytes: 2 }),
        ("i8", "i32") if large && k >= 32 => Some(Way::Mma { bytes: 1 }),
        ("f32", "f32") | ("f64", "f64") => Some(Way::Simt),
        _ => None,
    }
}

/// The layout that the accumulators of a `dot` have on the matrix unit.
pub fn accumulator_layout(module: &Module, op: Op, warp_bits: usize) -> Option<Layout> {
    if matches!(module.op_name(op), "nv_tileas.buffer_dot" | "nv_tileas.fragment_dot") {
        let [rows, columns] = matrix(module.shape(module.ty(module.result(op, 0))))?;
        return Layout::mma_accumulator(rows, columns, warp_bits);
    }
    if reads_buffers(module, op) {
        let [rows, columns] = matrix(module.shape(module.ty(module.result(op, 0))))?;
        return Layout::wgmma_accumulator(rows, columns, warp_bits);
    }
    if module.def(op).short_name() != "dot" {
        return None;
    }
    match (
        way(module, op)?,
        matrix(module.shape(module.ty(module.operand(op, 2))))?,
    ) {
        (Way::Mma { .. }, [rows, columns]) => Layout::mma_accumulator(rows, columns, warp_bits),
        _ => None,
    }
}

/// Whether an op is a product by warpgroups of tiles in shared memory.
pub fn reads_buffers(module: &Module, op: Op) -> bool {
    if module.op_name(op) == "nv_tileas.async.dot" {
        return true;
    }
    let factor = || module.defining_op(module.operand(op, 0));
    module.op_name(op) == "nv_tileas.dot" && factor().is_some_and(|op| is_buffer_read(module, op))
}

/// Whether an op reads a tile from a buffer, in whatever order.
fn is_buffer_read(module: &Module, op: Op) -> bool {
    match module.op_name(op) {
        "nv_tileas.local_load" => true,
        "nv_tileas.permute" | "nv_tileas.view" => {
            let source = module.defining_op(module.operand(op, 0));
            source.is_some_and(|op| is_buffer_read(module, op))
        }
        _ => false,
    }
}

/// Warps of a CTA, as a power of two, so that the largest accumulator takes at most 64 registers of a thread.
pub fn warp_bits(module: &Module, usual: usize) -> usize {
    let products = module
        .walk(module.top())
        .into_iter()
        .filter(|&op| matches!(module.def(op).short_name(), "dot" | "mmaf" | "mmai"));
    let elements = |op: Op| module.shape(module.ty(module.operand(op, 2))).iter().product::<i64>();
    let largest = products.map(elements).max().unwrap_or(0);
    (usual..=3).find(|&bits| largest <= (64 * 32) << bits).unwrap_or(3)
}
