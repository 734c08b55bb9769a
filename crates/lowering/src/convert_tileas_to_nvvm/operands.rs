//! The operands of a product on their way through shared memory.

use super::access::{is_writer, thread_coordinate};
use super::exchange::{access_bytes, shared_store};
use super::parts::Parts;
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, Ty, Value};
use tilewright_layout::{Layout, dim_bits, log2};
use tilewright_units::product::{ProductUnit, matrices, mma_k_bytes};

/// The slices in which operands of a product go through shared memory: some matrices at a time, and some of K.
pub(super) struct Slices {
    shapes: [[i64; 3]; 2],
    /// Of each operand, the dimension that is in rows: what is the other one is contiguous.
    rows: [usize; 2],
    bytes: [i64; 2],
    /// Extents of a slice along the batch and along K.
    batch: i64,
    pub(super) k: i64,
}

/// A slice: the bits of the number of its matrix, and of its first element along K, that all in it have.
type Slice = [i64; 2];

/// Of each operand, the dimension of K.
const K_DIM: [usize; 2] = [2, 1];

impl Slices {
    pub(super) fn plan(cx: &Cx<'_>, op: Op, product_unit: ProductUnit, accumulators: &Layout, room: i64) -> Self {
        let old = cx.old;
        let sides = old.sides(op);
        let types = sides.map(|side| old.ty(side));
        let shapes = types.map(|ty| matrices(old.shape(ty)));
        let bytes = types.map(|ty| old.element_bytes(ty).into());
        let least_k = match product_unit {
            ProductUnit::Mma { bytes } => mma_k_bytes() / bytes,
            ProductUnit::Simt => 1,
        };
        let rows = [0, 1].map(|index| {
            let mn = 3 - K_DIM[index];
            let inner = inner_of(cx, sides[index], &shapes[index]);
            // The unit of transposing while reading is 8 neighbours of 16 bits.
            let transposed = product_unit == ProductUnit::Mma { bytes: 2 } && inner == mn && shapes[index][mn] >= 8;
            if transposed { K_DIM[index] } else { mn }
        });
        let mut slices = Self {
            shapes,
            rows,
            bytes,
            batch: shapes[0][0],
            k: shapes[0][2],
        };
        // Threads have all of a slice's matrices: those that warps share out are in one.
        let matrix = shapes[0][1] * shapes[1][2];
        let shared = accumulators
            .warp
            .iter()
            .filter(|basis| i64::from(**basis) >= matrix)
            .count();
        while slices.bytes().iter().sum::<i64>() > room {
            if slices.batch >> shared > 1 {
                slices.batch /= 2;
            } else if slices.k > least_k {
                slices.k /= 2;
            } else {
                break;
            }
        }
        slices
    }

    /// Bytes of a slice of each operand.
    pub(super) fn bytes(&self) -> [i64; 2] {
        [0, 1].map(|index| self.batch * self.matrix(index))
    }

    /// The extents of an operand's slice.
    fn extents(&self, index: usize) -> [i64; 3] {
        let mut extents = self.shapes[index];
        extents[0] = self.batch;
        extents[K_DIM[index]] = self.k;
        extents
    }

    /// Bytes from one row of an operand to the next.
    fn pitch(&self, index: usize) -> i64 {
        self.extents(index)[3 - self.rows[index]] * self.bytes[index] + access_bytes()
    }

    /// Bytes of one matrix of an operand.
    fn matrix(&self, index: usize) -> i64 {
        self.extents(index)[self.rows[index]] * self.pitch(index)
    }

    /// The number of slices of the batch.
    pub(super) fn of_batch(&self) -> i64 {
        self.shapes[0][0] / self.batch
    }

    /// The number of slices of K.
    pub(super) fn of_k(&self) -> usize {
        (self.shapes[0][2] / self.k) as usize
    }

    /// All slices, those of K one after the other.
    pub(super) fn parts(&self) -> Vec<Slice> {
        let along = |slices: i64, extent: i64| (0..slices).map(move |slice| slice * extent);
        along(self.of_batch(), self.batch)
            .flat_map(|batch| along(self.of_k() as i64, self.k).map(move |k| [batch, k]))
            .collect()
    }
}

/// The dimension of a tile along which threads hold neighbours; the last where they hold none.
fn inner_of(cx: &Cx<'_>, tile: Value, &[_, rows, columns]: &[i64; 3]) -> usize {
    // Absent: a thread with one element: any dimension serves.
    let first = cx.layout_of(tile).reg.first().copied().map_or(1, i64::from);
    if first >= columns && first < rows * columns {
        1
    } else {
        2
    }
}

/// A slice of an operand in shared memory.
pub(super) struct SharedOperand {
    pub(super) start: Value,
    /// Bytes from one row to the next.
    pub(super) pitch: i64,
    /// Bytes from one matrix to the next.
    pub(super) matrix: i64,
    pub(super) bytes: i64,
    pub(super) element: Ty,
    /// Whether rows run along K.
    pub(super) k_major: bool,
}

impl SharedOperand {
    /// Writes a slice of an operand of a product.
    pub(super) fn write(
        cx: &mut Cx<'_>,
        op: Op,
        index: usize,
        slices: &Slices,
        start: Value,
        [batch, k]: Slice,
    ) -> Result<Self, Failure> {
        let tile = cx.old.sides(op)[index];
        let (shape, row) = (slices.shapes[index], slices.rows[index]);
        let operand = Self {
            start,
            pitch: slices.pitch(index),
            matrix: slices.matrix(index),
            bytes: slices.bytes[index],
            element: cx.scalar_type(cx.old.ty(tile)),
            k_major: row != K_DIM[index],
        };
        // The bits of an element's index that say its slice, and those that say its place in it.
        let bits = |dim: usize, from: i64| {
            let (low, count) = dim_bits(&shape, dim);
            ((1u32 << count) - (1 << log2(from as u64).min(count))) << low
        };
        let mask = bits(0, slices.batch) | bits(K_DIM[index], slices.k);
        let part = (batch as u32) << dim_bits(&shape, 0).0 | (k as u32) << dim_bits(&shape, K_DIM[index]).0;
        let layout = cx.layout_of(tile);
        let mut parts = Parts::new(cx, &layout, mask);
        let writer = is_writer(cx, &layout);
        let inside = layout.map(|basis| basis & !mask);
        let steps = [(0, operand.matrix), (row, operand.pitch), (3 - row, operand.bytes)];
        let mut address = start;
        for (dim, step) in steps {
            if let Some(coordinate) = thread_coordinate(cx, &inside, &shape, dim) {
                let moved = cx.binary_const(arith::MULI, coordinate, Int::I32, step);
                address = cx.binary(arith::ADDI, address, moved);
            }
        }
        // Neighbours in a row go together, as many as one instruction moves.
        let (low, bits) = dim_bits(&shape, 3 - row);
        let neighbours = inside.reg.iter().take(bits).enumerate();
        let neighbours = neighbours.take_while(|(i, b)| **b == 1 << (low + i));
        let count = (1 << neighbours.count()).min((access_bytes() / operand.bytes).max(1) as usize);
        let values = cx.values(tile)?;
        for (number, values) in values.chunks(count).enumerate() {
            let index = layout.register_index(number * count);
            // Absent: no thread has this element in this part.
            let Some(holder) = parts.holds(cx, index, part) else {
                continue;
            };
            let condition = match (holder, writer) {
                (Some(holder), writer) => cx.both(writer, holder),
                (None, writer) => writer,
            };
            let offset = steps.iter().map(|&(dim, step)| {
                let (low, count) = dim_bits(&shape, dim);
                i64::from((index & !mask) >> low & ((1 << count) - 1)) * step
            });
            shared_store(cx, address, offset.sum(), values, condition);
        }
        Ok(operand)
    }
}
