//! The unit that computes a matrix product, and the fragments it takes.

use crate::scaled::Side;
use crate::{WARPS, asynchronous};
use tilewright_ir::OpKind;
use tilewright_ir::operand;
use tilewright_ir::ops::{cuda_tile, nv_tileaa, nv_tileas};
use tilewright_ir::{Module, Op, Value};
use tilewright_layout::{LANE_BITS, Layout};
use tilewright_machine::Target;

/// The unit that computes a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProductUnit {
    /// On tensor cores by instructions of a warp, with elements of so many bytes.
    Mma {
        /// Bytes of an element of the operands.
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

/// The number of matrices, rows and columns.
pub fn matrices(shape: &[i64]) -> [i64; 3] {
    match *shape {
        [batch, rows, columns] => [batch, rows, columns],
        [rows, columns] => [1, rows, columns],
        _ => [1, 1, 1],
    }
}

/// Bytes along K of one instruction of a warp.
pub fn mma_k_bytes() -> i64 {
    WARPS.unit.figures().k_bytes
}

/// The unit that computes a `dot`: tensor cores have no instruction for less than a step of K, nor for single and
/// double precision.
pub fn product_unit(module: &Module, op: Op) -> ProductUnit {
    let ty = module.ty(module.required_operand(op, operand::LHS));
    let [.., k] = matrices(module.shape(ty));
    match module.element_scalar(ty) {
        Some(scalar) if unit_takes(scalar.name) && k * i64::from(scalar.bytes()) >= mma_k_bytes() => ProductUnit::Mma {
            bytes: i64::from(scalar.bytes()),
        },
        _ => ProductUnit::Simt,
    }
}

/// Whether tensor cores multiply elements of a type, on some GPU.
pub fn unit_takes(element: &str) -> bool {
    WARPS.unit.figures().elements.iter().any(|taken| taken == element)
}

/// The layout that the accumulators of a `dot` have; by multiply-adds too, so that a thread reads few of the operands'
/// elements.
pub fn accumulator_layout(module: &Module, op: Op, target: &Target, warp_bits: usize) -> Option<Layout> {
    let shape = || module.shape(module.ty(module.result(op, 0)));
    if reads_buffers(module, op) {
        // Absent: a target without such a unit was refused where the loop was chosen.
        let (unit, _) = asynchronous(target).ok()?;
        return unit.accumulator_layout(matrix(shape())?, warp_bits);
    }
    let is_dot = is_dot(module, op) || is_fragments(module, op);
    let together = columns_together(module, op, target.byte_matrices.value);
    is_dot.then(|| (WARPS.accumulators)(matrices(shape()), warp_bits, together).without_copies())
}

/// Whether an op is a product of tiles in registers.
pub fn is_dot(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), nv_tileas::DOT | nv_tileas::DOT_SCALED)
}

/// Columns that a warp has together of a product: more where operands of bytes are turned as they are read, as some GPUs do.
pub fn columns_together(module: &Module, op: Op, turns_bytes: bool) -> i64 {
    let is_of_bytes = is_dot(module, op) && product_unit(module, op) == (ProductUnit::Mma { bytes: 1 });
    match is_of_bytes && turns_bytes {
        true => WARPS.turned_columns,
        false => WARPS.unit.figures().columns_least,
    }
}

/// The elements that a product with scales multiplies, which may be two to a byte.
pub fn scaled_element(module: &Module, op: Op) -> &'static str {
    match module.has_attr(op, "packed") {
        true => "f4E2M1FN",
        false => {
            let lhs = module.ty(module.required_operand(op, operand::LHS));
            module.required_scalar(lhs).name
        }
    }
}

/// The scales of a product by warps.
pub struct DotScales {
    /// Those of both sides.
    pub tiles: [Value; 2],
    /// The layouts in which warps take them.
    pub layouts: [Layout; 2],
    /// How many there are along K.
    pub blocks: i64,
    /// The elements of the operands, which may be packed.
    pub element: &'static str,
}

impl DotScales {
    /// Those of an op; none if it has no scales.
    pub fn of(module: &Module, op: Op, turns_bytes: bool, warp_bits: usize) -> Option<Self> {
        (module.kind(op) == nv_tileas::DOT_SCALED).then_some(())?;
        let tiles = [operand::LHS_SCALE, operand::RHS_SCALE].map(|name| module.required_operand(op, name));
        let [.., blocks] = matrices(module.shape(module.ty(tiles[0])));
        let shape = matrices(module.shape(module.ty(module.result(op, 0))));
        let accumulators = (WARPS.accumulators)(shape, warp_bits, columns_together(module, op, turns_bytes));
        Some(Self {
            tiles,
            layouts: [Side::Left, Side::Right].map(|side| (WARPS.scaled.layout)(&accumulators, shape, blocks, side)),
            blocks,
            element: scaled_element(module, op),
        })
    }
}

/// Whether an op is a product by warps of fragments of buffers.
fn is_fragments(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), nv_tileas::BUFFER_DOT | nv_tileas::FRAGMENT_DOT)
}

/// Whether an op is a product by warpgroups of tiles in shared memory.
pub fn reads_buffers(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        nv_tileas::ASYNC_DOT | nv_tileas::ASYNC_WORD_DOT | nv_tileas::WORD_DOT | nv_tileas::TENSOR_READ => true,
        nv_tileas::DOT => {
            let lhs = module.defining_op(module.required_operand(op, operand::LHS));
            lhs.is_some_and(|op| is_buffer_read(module, op))
        }
        // Absent: no other op multiplies tiles in shared memory by warpgroups.
        _ => false,
    }
}

/// Whether an op reads a tile from a buffer, in whatever order.
fn is_buffer_read(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        nv_tileas::LOCAL_LOAD => true,
        nv_tileas::PERMUTE | nv_tileas::VIEW => {
            let source = module.defining_op(module.only_operand(op));
            source.is_some_and(|op| is_buffer_read(module, op))
        }
        // Absent: every other op computes its tile.
        _ => false,
    }
}

/// Products of whole tiles, at all levels.
const PRODUCTS: [OpKind; 7] = [
    cuda_tile::MMAF,
    cuda_tile::MMAI,
    cuda_tile::MMAF_SCALED,
    nv_tileaa::DOT,
    nv_tileaa::DOT_SCALED,
    nv_tileas::DOT,
    nv_tileas::DOT_SCALED,
];

/// Warps of a CTA, as a power of two, so that the largest accumulator takes no more of a thread's registers than the
/// policy says; none without products.
pub fn warp_bits(module: &Module, usual: usize) -> Option<usize> {
    let products = module
        .walk(module.top())
        .into_iter()
        .filter(|&op| PRODUCTS.contains(&module.kind(op)));
    let elements = |op: Op| {
        module
            .shape(module.ty(module.required_operand(op, operand::ACC)))
            .iter()
            .product::<i64>()
    };
    let largest = products.map(elements).max()?;
    let of_warp = tilewright_machine::policy().accumulator_registers_per_thread.value << LANE_BITS;
    let most = most_warp_bits();
    Some((usual..most).find(|&bits| largest <= of_warp << bits).unwrap_or(most))
}

/// The most warps of a CTA for the sake of a product, as a power of two.
pub fn most_warp_bits() -> usize {
    tilewright_machine::policy().product_warps.value.max(1).ilog2() as usize
}
