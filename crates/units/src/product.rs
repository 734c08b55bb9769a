//! The unit that computes a matrix product, and the fragments it takes.

use crate::scaled::Side;
use crate::{WARPS, asynchronous};
use tilewright_ir::OpKind;
use tilewright_ir::build::Builder;
use tilewright_ir::dialects::facts::DEPTH;
use tilewright_ir::operand;
use tilewright_ir::ops::{cuda_tile, cute_nvgpu, nv_tileaa, nv_tileas};
use tilewright_ir::{Attr, Def, Module, Op, Value};
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

/// Rows and columns of a tile all of whose other dimensions, which are before these, have one element.
pub fn only_matrix(shape: &[i64]) -> Option<[i64; 2]> {
    match shape {
        [others @ .., rows, columns] if others.iter().all(|&extent| extent == 1) => Some([*rows, *columns]),
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

/// An operand that warps read from a slot of a buffer as they multiply, so that it is never in registers as a tile.
#[derive(Clone, Debug)]
pub struct SlotOperand {
    /// The read of the slot.
    pub read: Op,
    /// The ops from there to the product: the read, and changes of shape and order.
    pub ops: Vec<Op>,
    /// Whether rows in the slot run along K.
    pub k_major: bool,
    /// Whether bytes are turned as they are read.
    pub turns_bytes: bool,
}

/// The way in which warps read an operand of a `dot`, the left one or the right one, from a slot; none: it goes another way. Of an op that reads a tile
/// from a slot, `contiguous` says the dimension along which it lies. Rows along K may have elements of any size; `ldmatrix` turns those
/// of two bytes, and on some GPUs (`turns_bytes`) those of one.
pub fn slot_operand(
    module: &Module,
    (dot, side): (Op, usize),
    turns_bytes: bool,
    contiguous: impl Fn(Op) -> Option<usize>,
) -> Option<SlotOperand> {
    if !is_dot(module, dot) {
        return None;
    }
    let ProductUnit::Mma { bytes } = product_unit(module, dot) else {
        return None;
    };
    let mut value = module.sides(dot)[side];
    let [rows, columns] = matrix(module.shape(module.ty(value)))?;
    let figures = WARPS.unit.figures();
    let wide_enough = match side {
        0 => rows >= figures.rows,
        _ => columns >= figures.columns_least,
    };
    // Which of the two dimensions of the tile is K.
    let mut k_dim = 1 - side;
    let mut ops = Vec::new();
    let is_taken_once = |value: Value| module.uses(value).len() == 1;
    while let Some(op) = module
        .defining_op(value)
        .filter(|_| wide_enough && is_taken_once(value))
    {
        ops.push(op);
        if let Some(contiguous) = contiguous(op).filter(|_| module.parent(op) == module.parent(dot)) {
            let rank = module.shape(module.ty(value)).len();
            let k_major = contiguous + 2 == rank + k_dim;
            ops.reverse();
            let [rows, columns] = only_matrix(module.shape(module.ty(module.sides(dot)[side])))?;
            let turned = !k_major && bytes == 1;
            let [mn, k] = if side == 0 { [rows, columns] } else { [columns, rows] };
            let can_turn = turns_bytes && mn >= WARPS.turned_columns && k >= mma_k_bytes();
            let read = SlotOperand {
                read: op,
                ops,
                k_major,
                turns_bytes: turned,
            };
            return (k_major || bytes == 2 || turned && can_turn).then_some(read);
        }
        match module.kind(op) {
            nv_tileas::CONVERT_LAYOUT => {}
            nv_tileas::PERMUTE if swaps_matrix(module, op) => k_dim = 1 - k_dim,
            nv_tileas::VIEW if is_same_matrix(module, op) => {}
            _ => return None,
        }
        value = module.only_operand(op);
    }
    None
}

/// The dimension along which a tile that a `slot_read` reads lies.
pub fn lies_along(module: &Module, op: Op) -> Option<usize> {
    let is_read = module.kind(op) == nv_tileas::SLOT_READ;
    is_read.then(|| module.required_int(op, "contiguous") as usize)
}

/// Whether a `permute` makes rows columns, and nothing else.
fn swaps_matrix(module: &Module, op: Op) -> bool {
    let permutation = module.required_list(op, "permutation");
    let last = permutation.len() as i64 - 1;
    let kept = permutation.iter().zip(0..).take(permutation.len().saturating_sub(2));
    kept.into_iter().all(|(&from, to)| from == to) && permutation.ends_with(&[last, last - 1])
}

/// Whether a `view` only adds or drops dimensions of one before the others.
pub fn is_same_matrix(module: &Module, op: Op) -> bool {
    let shape = |value: Value| only_matrix(module.shape(module.ty(value)));
    let (from, to) = (shape(module.only_operand(op)), shape(module.result(op, 0)));
    from.is_some() && from == to
}

/// Whether tensor cores multiply elements of a type, on some GPU.
pub fn unit_takes(element: &str) -> bool {
    WARPS.unit.figures().elements.iter().any(|taken| taken == element)
}

/// The layout that the accumulators of a `dot` have; by multiply-adds too, so that a thread reads few of the operands'
/// elements.
pub fn accumulator_layout(module: &Module, op: Op, target: &Target, warp_bits: usize) -> Option<Layout> {
    let shape = || module.shape(module.ty(module.result(op, 0)));
    // Absent: warps read fragments of what is in a buffer.
    if let Some((unit, _)) = asynchronous(target).ok().filter(|_| reads_buffers(module, op)) {
        return unit.layout_in(module, matrix(shape())?, warp_bits);
    }
    let is_dot = is_dot(module, op) || module.kind(op) == nv_tileas::BUFFER_DOT;
    is_dot.then(|| {
        let together = columns_together(module, op, Sharing::of(target), warp_bits);
        (WARPS.accumulators)(matrices(shape()), warp_bits, together).without_copies()
    })
}

/// The reductions of a kernel that combine elements along rows of tiles with as many rows.
pub fn row_reductions(module: &Module, [rows, _]: [i64; 2]) -> i64 {
    let combines = |op: Op| {
        let shape = module.shape(module.ty(module.only_operand(op)));
        let is_last = module.int_attr(op, "dim") == Some(shape.len() as i64 - 1);
        is_last && matrix(shape).is_some_and(|[own, _]| own == rows)
    };
    let reduces = module.walk(module.top()).into_iter();
    reduces
        .filter(|&op| module.kind(op) == nv_tileas::REDUCE && combines(op))
        .count() as i64
}

/// Elements along K that a product multiplies: those of its tiles, but for the ones that are known to be zero on both sides.
pub fn depth(module: &Module, op: Op, k: i64) -> i64 {
    // Absent: all of them count.
    module.int_attr(op, DEPTH).map_or(k, |depth| depth.min(k))
}

/// The same as an attribute, for the op that a product becomes.
pub fn depth_of(to: &mut Builder<'_>, old: &Module, op: Op) -> Option<(&'static str, Attr)> {
    old.int_attr(op, DEPTH).map(|depth| (DEPTH, to.int(depth)))
}

/// Whether an op is a product of tiles in registers.
pub fn is_dot(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), nv_tileas::DOT | nv_tileas::DOT_SCALED)
}

/// The rules by which the warps of a target share out products.
#[derive(Clone, Copy, Debug)]
pub struct Sharing {
    /// Bytes of operands are turned as they are read.
    pub turns_bytes: bool,
    /// Nobody else multiplies: fragments may be handed on in registers.
    hands_on: bool,
}

impl Sharing {
    /// Those of a target.
    pub fn of(target: &Target) -> Self {
        Self {
            turns_bytes: target.byte_matrices.value,
            hands_on: asynchronous(target).is_err(),
        }
    }
}

/// Columns that a warp has together of a product: all where warps hand fragments on in registers, more where operands of bytes are turned
/// as they are read, as some GPUs do.
pub fn columns_together(module: &Module, op: Op, sharing: Sharing, warp_bits: usize) -> i64 {
    let figures = WARPS.unit.figures();
    let [_, rows, columns] = matrices(module.shape(module.ty(module.result(op, 0))));
    let is_of_bytes = is_dot(module, op) && product_unit(module, op) == (ProductUnit::Mma { bytes: 1 });
    match is_of_bytes && sharing.turns_bytes {
        _ if rows >= figures.rows << warp_bits && is_chained(module, sharing) => columns,
        true => WARPS.turned_columns,
        false => figures.columns_least,
    }
}

/// Whether a product of the kernel takes as its left operand what threads make of another one's accumulators: warps with whole rows of
/// both have the fragments of it in their registers. All products of a kernel are shared out alike, since tiles of one shape are.
pub fn is_chained(module: &Module, sharing: Sharing) -> bool {
    let takes = |op: Op| is_dot(module, op) && takes_accumulators(module, op);
    sharing.hands_on && module.walk(module.top()).into_iter().any(takes)
}

/// Whether the left operand of a product of 16-bit elements is made, element by element, of another one's accumulators.
fn takes_accumulators(module: &Module, dot: Op) -> bool {
    if product_unit(module, dot) != (ProductUnit::Mma { bytes: 2 }) {
        return false;
    }
    let elements = |value: Value| module.shape(module.ty(value)).iter().product::<i64>();
    let left = module.sides(dot)[0];
    let mut work = vec![left];
    let mut seen: Vec<Op> = Vec::new();
    while let Some(value) = work.pop() {
        // Absent: an argument, or an op that was looked at before.
        let Some(op) = module.defining_op(value).filter(|op| !seen.contains(op)) else {
            continue;
        };
        seen.push(op);
        let kind = module.kind(op);
        if is_dot(module, op) {
            return true;
        }
        if module.def(op).dialect() == "arith" || [nv_tileas::VIEW, nv_tileas::CONVERT_LAYOUT].contains(&kind) {
            let operands = module.operands(op).iter().copied();
            work.extend(operands.filter(|&operand| elements(operand) == elements(left)));
        }
    }
    false
}

/// The layout in which threads hold the left operand of a product as its fragments; none: it goes through shared memory. What comes anew
/// in each iteration is read from there.
pub fn held_left(module: &Module, op: Op, sharing: Sharing, warp_bits: usize) -> Option<Layout> {
    let left = module.sides(op)[0];
    let block_of = |value| match module.value_def(value) {
        Def::Result(op, _) => module.parent(op),
        Def::Argument(block, _) => Some(block),
    };
    // Absent: an op that stands nowhere has no product's operand.
    let stays = block_of(left) != module.parent(op);
    let shape = matrices(module.shape(module.ty(module.result(op, 0))));
    let [_, rows, columns] = shape;
    let is_shared_by_rows = rows >= WARPS.unit.figures().rows << warp_bits && is_chained(module, sharing);
    let is_held = shape[0] == 1
        && is_dot(module, op)
        && product_unit(module, op) == (ProductUnit::Mma { bytes: 2 })
        && is_shared_by_rows
        && (stays || takes_accumulators(module, op));
    let accumulators = (WARPS.accumulators)(shape, warp_bits, columns_together(module, op, sharing, warp_bits));
    let [.., k] = matrices(module.shape(module.ty(left)));
    is_held.then(|| (WARPS.lhs)(&accumulators, columns, k).in_parts(1))
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
    /// Their number along K.
    pub blocks: i64,
    /// The elements of the operands, which may be packed.
    pub element: &'static str,
}

impl DotScales {
    /// Those of an op; none if it has no scales.
    pub fn of(module: &Module, op: Op, sharing: Sharing, warp_bits: usize) -> Option<Self> {
        (module.kind(op) == nv_tileas::DOT_SCALED).then_some(())?;
        let tiles = module.required_operands(op, [operand::LHS_SCALE, operand::RHS_SCALE]);
        let [.., blocks] = matrices(module.shape(module.ty(tiles[0])));
        let shape = matrices(module.shape(module.ty(module.result(op, 0))));
        let together = columns_together(module, op, sharing, warp_bits);
        let accumulators = (WARPS.accumulators)(shape, warp_bits, together);
        Some(Self {
            tiles,
            layouts: [Side::Left, Side::Right].map(|side| (WARPS.scaled.layout)(&accumulators, shape, blocks, side)),
            blocks,
            element: scaled_element(module, op),
        })
    }
}

/// Whether an op is a product by warpgroups of tiles in shared memory.
pub fn reads_buffers(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        nv_tileas::ASYNC_DOT
        | nv_tileas::ASYNC_WORD_DOT
        | cute_nvgpu::ASYNC_MMA
        | cute_nvgpu::ASYNC_WORD_MMA
        | nv_tileas::WORD_DOT
        | nv_tileas::TENSOR_READ => true,
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

/// Lanes that share a row of accumulators, and the neighbours in it that each of them has; none: each has rows of its own.
pub fn lanes_of_row(target: &Target) -> Option<[i64; 2]> {
    /// A side of a tile that no unit finds too small.
    const SIDE: i64 = 64;
    let layout = match asynchronous(target) {
        Ok((unit, _)) if unit.has_tensor_memory() => None,
        Ok((unit, _)) => unit.accumulator_layout([SIDE, SIDE], 2),
        // Absent: warps multiply.
        Err(_) => Some((WARPS.accumulators)([1, SIDE, SIDE], 2, SIDE)),
    }?;
    let along = |basis: &&u32| **basis > 0 && i64::from(**basis) < SIDE;
    let together = layout.lane.iter().find(along).copied()?;
    let lanes = layout.lane.iter().filter(along).count();
    Some([1 << lanes, together.into()])
}

/// The products of a module.
pub fn products(module: &Module) -> impl Iterator<Item = Op> {
    let ops = module.walk(module.top()).into_iter();
    ops.filter(|&op| PRODUCTS.contains(&module.kind(op)))
}

/// Whether a module multiplies tiles.
pub fn has_products(module: &Module) -> bool {
    products(module).next().is_some()
}

/// Whether a module multiplies blocks with scales.
pub fn is_scaled(module: &Module) -> bool {
    products(module)
        .any(|op| [cuda_tile::MMAF_SCALED, nv_tileaa::DOT_SCALED, nv_tileas::DOT_SCALED].contains(&module.kind(op)))
}

/// Columns of tensor memory that the accumulators of all products take.
pub fn accumulator_columns(module: &Module) -> i64 {
    let shape = |op: Op| module.shape(module.ty(module.required_operand(op, operand::ACC)));
    let matrices = products(module).filter_map(|op| matrix(shape(op)));
    matrices.map(crate::tensor_memory::columns).sum()
}

/// Warps of a CTA, as a power of two, so that the largest accumulator takes no more than so many of a thread's registers; none without
/// products.
pub fn warp_bits(module: &Module, usual: usize, registers: i64) -> Option<usize> {
    let elements = |op: Op| {
        module
            .shape(module.ty(module.required_operand(op, operand::ACC)))
            .iter()
            .product::<i64>()
    };
    let largest = products(module).map(elements).max()?;
    let of_warp = registers << LANE_BITS;
    let most = most_warp_bits();
    Some((usual..most).find(|&bits| largest <= of_warp << bits).unwrap_or(most))
}

/// Registers of a thread that accumulators may take. Warps that read fragments have more of a product where nobody else multiplies for them, but
/// not where they hold fragments and tiles of whole iterations besides.
pub fn accumulator_registers(target: &Target, holds_iterations: bool) -> i64 {
    let policy = tilewright_machine::policy();
    match asynchronous(target) {
        Err(_) if !holds_iterations => policy.accumulator_registers_of_warps.value,
        _ => policy.accumulator_registers_per_thread.value,
    }
}

/// The most warps of a CTA for the sake of a product, as a power of two.
pub fn most_warp_bits() -> usize {
    tilewright_machine::policy().product_warps.value.max(1).ilog2() as usize
}
