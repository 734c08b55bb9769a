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

/// How many matrices, rows and columns.
pub fn matrices(shape: &[i64]) -> [i64; 3] {
    match *shape {
        [batch, rows, columns] => [batch, rows, columns],
        [rows, columns] => [1, rows, columns],
        _ => [1, 1, 1],
    }
}

/// Bytes along K of one instruction of the matrix unit.
pub const STEP: i64 = 32;

/// The way of a `dot`: the matrix unit has no instruction for less than a step of K, nor for single and double precision.
pub fn way(module: &Module, op: Op) -> Way {
    let ty = module.ty(module.operand(op, 0));
    let [.., k] = matrices(module.shape(ty));
    match module.element_scalar(ty) {
        Some(scalar) if unit_takes(scalar.name) && k * i64::from(scalar.bytes()) >= STEP => Way::Mma {
            bytes: i64::from(scalar.bytes()),
        },
        _ => Way::Simt,
    }
}

/// Whether the matrix unit multiplies elements of a type, on some GPU.
pub fn unit_takes(element: &str) -> bool {
    matches!(element, "f16" | "bf16" | "tf32" | "f8E4M3FN" | "f8E5M2" | "i8")
}

/// The layout that the accumulators of a `dot` have; by multiply-adds too, so that a thread reads few of the factors' elements.
pub fn accumulator_layout(module: &Module, op: Op, warp_bits: usize) -> Option<Layout> {
    let shape = || module.shape(module.ty(module.result(op, 0)));
    if reads_buffers(module, op) {
        let [rows, columns] = matrix(shape())?;
        return Layout::wgmma_accumulator(rows, columns, warp_bits);
    }
    let is_dot = module.def(op).short_name() == "dot" || is_fragments(module, op);
    is_dot.then(|| Layout::mma_sums(matrices(shape()), warp_bits).without_copies())
}

/// Whether an op is a product by warps of fragments of buffers.
fn is_fragments(module: &Module, op: Op) -> bool {
    matches!(module.op_name(op), "nv_tileas.buffer_dot" | "nv_tileas.fragment_dot")
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
        .filter(|&op| matches!(module.def(op).short_name(), "dot" | "mmaf" | "mmai" | "mmaf_scaled"));
    let elements = |op: Op| module.shape(module.ty(module.operand(op, 2))).iter().product::<i64>();
    // Absent: a kernel without products.
    let largest = products.map(elements).max().unwrap_or(0);
    // Absent: more than 8 warps have no more registers each.
    (usual..=3).find(|&bits| largest <= (64 * 32) << bits).unwrap_or(3)
}
