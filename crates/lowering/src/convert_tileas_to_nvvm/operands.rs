//! The operands of a product on their way through shared memory.

use super::access::{is_writer, thread_coordinate};
use super::choices::{Told, tell};
use super::exchange::{access_bytes, shared_store};
use super::parts::Parts;
use super::rows::{RowAddress, moved};
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, Ty, Value, WARP_THREADS};
use tilewright_layout::select::{Candidate, Way, best, keep_if_any};
use tilewright_layout::staged::{self, LaneAccess, StagedRows};
use tilewright_layout::{Layout, dim_bits, log2};
use tilewright_machine::{MemorySpace, memory};
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
    /// The places of each operand's rows.
    places: [StagedRows; 2],
    /// Whether each operand is written: else a ring has it.
    staged: [bool; 2],
}

/// A slice: the bits of the number of its matrix, and of its first element along K, that all in it have.
type Slice = [i64; 2];

/// Of each operand, the dimension of K.
const K_DIM: [usize; 2] = [2, 1];

impl Slices {
    pub(super) fn plan(
        cx: &mut Cx<'_>,
        op: Op,
        product_unit: ProductUnit,
        (accumulators, room): (&Layout, i64),
        staged: [bool; 2],
    ) -> Self {
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
            if !staged[index] {
                return mn;
            }
            let inner = inner_of(cx, sides[index], &shapes[index]);
            // The unit of transposing while reading is 8 neighbours of 16 bits, or 16 of 8.
            let least = match product_unit {
                ProductUnit::Mma { bytes: 2 } => Some(memory().matrix_rows.value),
                ProductUnit::Mma { bytes: 1 } if cx.state.sharing.turns_bytes => Some(memory().matrix_row_bytes.value),
                ProductUnit::Mma { .. } | ProductUnit::Simt => None,
            };
            let transposed = inner == mn && least.is_some_and(|least| shapes[index][mn] >= least);
            if transposed { K_DIM[index] } else { mn }
        });
        let padded = StagedRows {
            pitch: 0,
            span: 0,
            groups: 0,
        };
        let mut slices = Self {
            shapes,
            rows,
            bytes,
            batch: shapes[0][0],
            k: shapes[0][2],
            places: [padded; 2],
            staged,
        };
        // Threads have all of a slice's matrices: those that warps share out are in one.
        let matrix = shapes[0][1] * shapes[1][2];
        let shared = accumulators
            .warp
            .iter()
            .filter(|basis| i64::from(**basis) >= matrix)
            .count();
        while slices.padded_bytes() > room {
            if slices.batch >> shared > 1 {
                slices.batch /= 2;
            } else if slices.k > least_k {
                slices.k /= 2;
            } else {
                break;
            }
        }
        for index in [0, 1].into_iter().filter(|&index| staged[index]) {
            slices.places[index] = slices.chosen(cx, op, (accumulators, product_unit), index);
        }
        slices
    }

    /// The places of an operand's rows that cost the least, which the report is told.
    fn chosen(
        &self,
        cx: &mut Cx<'_>,
        op: Op,
        (accumulators, product_unit): (&Layout, ProductUnit),
        index: usize,
    ) -> StagedRows {
        let tile = cx.old.sides(op)[index];
        let accesses = [
            self.written(&cx.layout_of(tile), index),
            self.read(accumulators, product_unit, index),
        ];
        let [_, rows, columns] = self.row_extents(index);
        let bytes = columns * self.bytes[index];
        let mut candidates = staged::candidates(rows, bytes, &accesses);
        if cx.state.steering.always_swizzle {
            keep_if_any(&mut candidates, |rows| rows.groups > 0);
        }
        // Absent: padded rows are always possible.
        let chosen = best(&candidates).unwrap_or(0);
        let places = candidates[chosen].way;
        let (extents, row) = (self.extents(index), self.rows[index]);
        let bits = [3 - row, row].map(|dim| {
            let (low, _) = dim_bits(&self.shapes[index], dim);
            (low as u32, log2(extents[dim] as u64) as u32)
        });
        let told = candidates.into_iter().map(|candidate| Candidate {
            atom: candidate.atom,
            way: Way::Rows {
                bytes,
                places: candidate.way,
                bits,
            },
            verdict: candidate.verdict,
        });
        let (tile, told) = (Told::of(cx, cx.old.ty(tile), self.bytes[index]), told.collect());
        let spaces = [MemorySpace::Registers, MemorySpace::Shared];
        tell(cx, op, tile, spaces, told, Some(chosen));
        places
    }

    /// Bytes of a slice of both operands with padded rows, which take the most.
    fn padded_bytes(&self) -> i64 {
        let of_operand = |index: usize| {
            let [batch, rows, columns] = self.row_extents(index);
            batch * rows * (columns * self.bytes[index] + access_bytes())
        };
        let staged = [0, 1].into_iter().filter(|&index| self.staged[index]);
        staged.map(of_operand).sum()
    }

    /// The extents of a slice of an operand: matrices, rows, and elements of a row.
    fn row_extents(&self, index: usize) -> [i64; 3] {
        let (extents, row) = (self.extents(index), self.rows[index]);
        [extents[0], extents[row], extents[3 - row]]
    }

    /// The bits of an element's index that say its slice of an operand.
    fn mask(&self, index: usize) -> u32 {
        let shape = &self.shapes[index];
        let bits = |dim: usize, from: i64| {
            let (low, count) = dim_bits(shape, dim);
            ((1u32 << count) - (1 << log2(from as u64).min(count))) << low
        };
        bits(0, self.batch) | bits(K_DIM[index], self.k)
    }

    /// Neighbours in a row that a thread of a layout writes together.
    fn vector(&self, layout: &Layout, index: usize) -> usize {
        let (low, bits) = dim_bits(&self.shapes[index], 3 - self.rows[index]);
        let mask = self.mask(index);
        let inside = layout.reg.iter().map(|basis| basis & !mask);
        let neighbours = inside.take(bits).enumerate().take_while(|(i, b)| *b == 1 << (low + i));
        (1 << neighbours.count()).min((access_bytes() / self.bytes[index]).max(1) as usize)
    }

    /// The accesses of a warp that write an operand's slice. Those of other registers, and of other warps, are like the first.
    fn written(&self, layout: &Layout, index: usize) -> LaneAccess {
        let (shape, row, mask) = (&self.shapes[index], self.rows[index], self.mask(index));
        let part = |element: u32, dim: usize| {
            let (low, count) = dim_bits(shape, dim);
            i64::from((element & !mask) >> low & ((1 << count) - 1))
        };
        let element = |lane: usize| {
            let bases = layout.lane.iter().enumerate();
            bases.fold(0, |all, (bit, basis)| all ^ ((lane as u32 >> bit & 1) * basis))
        };
        let lanes = (0..WARP_THREADS as usize).map(element);
        let vector = self.vector(layout, index);
        LaneAccess {
            lanes: lanes
                .map(|e| [part(e, 0), part(e, row), part(e, 3 - row) * self.bytes[index]])
                .collect(),
            bytes: self.bytes[index] * vector as i64,
            times: ((layout.registers() / vector) << layout.warp.len()) as i64,
        }
    }

    /// The accesses of a warp that read an operand's slice for accumulators in a layout.
    fn read(&self, accumulators: &Layout, product_unit: ProductUnit, index: usize) -> LaneAccess {
        let [batch, rows, columns] = self.row_extents(index);
        let row_bytes = columns * self.bytes[index];
        let shape = [self.shapes[0][0], self.shapes[0][1], self.shapes[1][2]];
        let (low, count) = dim_bits(&shape, 1 + index);
        let own = |basis: &u32| (basis >> low & ((1 << count) - 1)) != 0;
        let readers = 1i64 << accumulators.warp.iter().filter(|basis| !own(basis)).count();
        match product_unit {
            ProductUnit::Mma { .. } => {
                let matrix = memory().matrix_rows.value.min(rows);
                LaneAccess {
                    lanes: (0..matrix).map(|row| [0, row, 0]).collect(),
                    bytes: memory().matrix_row_bytes.value.min(row_bytes),
                    times: readers * batch * (rows / matrix) * (row_bytes / memory().matrix_row_bytes.value).max(1),
                }
            }
            ProductUnit::Simt => {
                let of_lane = |lane: usize| {
                    let bases = accumulators.lane.iter().enumerate();
                    let element = bases.fold(0, |all, (bit, basis)| all ^ ((lane as u32 >> bit & 1) * basis));
                    [0, i64::from(element >> low & ((1 << count) - 1)), 0]
                };
                let bytes = access_bytes().min(row_bytes);
                let registers = 1i64 << accumulators.reg.iter().filter(|basis| own(basis)).count();
                LaneAccess {
                    lanes: (0..WARP_THREADS as usize).map(of_lane).collect(),
                    bytes,
                    times: (registers * batch * (row_bytes / bytes)) << accumulators.warp.len(),
                }
            }
        }
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

    /// Bytes of one matrix of an operand.
    fn matrix(&self, index: usize) -> i64 {
        self.extents(index)[self.rows[index]] * self.places[index].pitch
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

/// The dimension of a tile along which threads hold neighbours, or else lanes do; the last where none do.
fn inner_of(cx: &Cx<'_>, tile: Value, &[_, rows, columns]: &[i64; 3]) -> usize {
    let layout = cx.layout_of(tile);
    let along = |basis: Option<&u32>| match basis.map(|&basis| i64::from(basis)) {
        Some(1) if columns > 1 => Some(2),
        Some(basis) if basis == columns && rows > 1 => Some(1),
        _ => None,
    };
    // Absent: neither has neighbours.
    along(layout.reg.first())
        .or_else(|| along(layout.lane.first()))
        .unwrap_or(2)
}

/// A slice of an operand in shared memory.
pub(super) struct SharedOperand {
    pub(super) start: Value,
    /// The places of its rows.
    pub(super) places: StagedRows,
    /// Bytes from one matrix to the next.
    pub(super) matrix: i64,
    pub(super) bytes: i64,
    pub(super) element: Ty,
    /// Whether rows run along K.
    pub(super) k_major: bool,
}

impl SharedOperand {
    /// Whether bytes are turned as they are read.
    pub(super) fn turns_bytes(&self) -> bool {
        self.bytes == 1 && !self.k_major
    }

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
            places: slices.places[index],
            matrix: slices.matrix(index),
            bytes: slices.bytes[index],
            element: cx.scalar_type(cx.old.ty(tile)),
            k_major: row != K_DIM[index],
        };
        let mask = slices.mask(index);
        let part = (batch as u32) << dim_bits(&shape, 0).0 | (k as u32) << dim_bits(&shape, K_DIM[index]).0;
        let layout = cx.layout_of(tile);
        let mut parts = Parts::new(cx, &layout, mask);
        let writer = is_writer(cx, &layout);
        let inside = layout.map(|basis| basis & !mask);
        let matrix = thread_coordinate(cx, &inside, &shape, 0);
        let start = moved(cx, start, matrix, operand.matrix);
        let own_row = thread_coordinate(cx, &inside, &shape, row);
        let place = RowAddress::new(operand.places, start).below(cx, own_row);
        let own_byte = thread_coordinate(cx, &inside, &shape, 3 - row);
        let own_byte = own_byte.map(|at| cx.binary_const(arith::MULI, at, Int::I32, operand.bytes));
        let mut place = place.further(cx, own_byte);
        let count = slices.vector(&layout, index);
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
            let part = |dim: usize| {
                let (low, count) = dim_bits(&shape, dim);
                i64::from((index & !mask) >> low & ((1 << count) - 1))
            };
            let (address, offset) = place.at(cx, part(row), part(3 - row) * operand.bytes);
            shared_store(cx, address, part(0) * operand.matrix + offset, values, condition);
        }
        Ok(operand)
    }
}
