//! Matrix products by warps and threads: operands go to shared memory, from where each warp takes the fragments that
//! its accumulators need, or each thread the elements; where a ring has an operand, fragments come from there.
//!
//! For `mma.sync` an operand of 16-bit elements lies there in the order in which threads hold neighbours, and
//! `ldmatrix` transposes where that is not along K; others lie with K innermost. Rows are padded or
//! swizzled, whichever the layout selector finds to take fewer wavefronts. Where the operands do not fit, they go slice after slice: of a
//! batch, then of K.

use super::access::thread_coordinate;
use super::async_dot::packed;
use super::control::{fork, jump};
use super::exchange::{barrier, room, shared_base, shared_loads};
use super::fragments::{self, FragmentOperand, WORD_BYTES, lane_bits, ldmatrix, turned_bytes};
use super::operands::{SharedOperand, Slices};
use super::rows::{RowAddress, moved};
use super::scalar::{Int, Scalars};
use super::scales::Scales;
use super::swizzled::CHUNK_ELEMENTS;
use super::{Cx, ThreadLowering};
use std::ops::Range;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nv_tileas};
use tilewright_ir::{Block, Module, Op, Ty, Value};
use tilewright_layout::{LANE_BITS, Layout, ceil_div};
use tilewright_machine::{memory, policy};
use tilewright_sorted::SortedMap;
use tilewright_units::WARPS;
use tilewright_units::product::{
    ProductUnit, SlotOperand, columns_together, depth, matrices, mma_k_bytes, product_unit,
};

/// A product in flight.
struct Product {
    op: Op,
    /// The number of matrices, rows and columns.
    shape: [i64; 3],
    /// The layout of the accumulators, in which registers of small tiles repeat each other.
    layout: Layout,
    accumulators: Vec<Value>,
}

impl Product {
    /// The matrix, row and column that a register holds for the first thread.
    fn place(&self, register: usize) -> [i64; 3] {
        let index = i64::from(self.layout.register_index(register));
        let [_, rows, columns] = self.shape;
        [index / columns / rows, index / columns % rows, index % columns]
    }
}

pub(super) fn dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (acc, result) = (old.required_operand(op, operand::ACC), old.result(op, 0));
    let shape = matrices(old.shape(old.ty(acc)));
    let (held, given) = (cx.layout_of(acc), cx.values(acc)?);
    let together = columns_together(old, op, cx.state.sharing, cx.state.warp_bits);
    let layout = (WARPS.accumulators)(shape, cx.state.warp_bits, together);
    let accumulators = (0..layout.registers()).map(|r| given.get(held.register_of(layout.register_index(r))?).copied());
    let Some(accumulators) = accumulators.collect() else {
        return Err(cx.error(op, "internal", "an accumulator is not where its product is computed"));
    };
    let mut product = Product {
        op,
        shape,
        layout,
        accumulators,
    };
    let product_unit = product_unit(old, op);
    let slots = [0, 1].map(|side| cx.state.slot_operands.get(&(op, side)).cloned());
    let mut words = [HeldWords::carried(cx, op, 0)?, HeldWords::carried(cx, op, 1)?];
    if slots[0].is_none() && words[0].is_none() {
        words[0] = HeldWords::of(cx, op, &product)?;
    }
    let staged = [0, 1].map(|side| slots[side].is_none() && words[side].is_none());
    let room = room(cx);
    let scales = Scales::of(cx, op)?;
    let mut multiplier = Multiplier::new(cx, op, scales);
    let slices = Slices::plan(cx, op, product_unit, (&product.layout, room), staged);
    let bytes = slices.bytes();
    let base = shared_base(cx, bytes.iter().sum());
    let of_batch = product.layout.registers() / slices.of_batch().max(1) as usize;
    let is_staged = staged.contains(&true);
    for (number, slice) in slices.parts().into_iter().enumerate() {
        if is_staged {
            barrier(cx);
        }
        let mut sides = Vec::new();
        let mut start = base;
        for (side, slot) in slots.iter().enumerate() {
            sides.push(match (slot, &words[side]) {
                (Some(slot), _) => Side::Slot(slot),
                (None, Some(words)) => Side::Held(words),
                (None, None) => Side::Staged(SharedOperand::write(cx, op, side, &slices, start, slice)?),
            });
            start = cx.binary_const(arith::ADDI, start, Int::I32, bytes[side]);
        }
        if is_staged {
            barrier(cx);
        }
        let first = number / slices.of_k() * of_batch;
        let registers = first..first + of_batch;
        match (product_unit, &sides[..]) {
            (ProductUnit::Mma { bytes }, [left, right]) => {
                let [first, end] = [slice[1], slice[1] + slices.k].map(|k| k * bytes / mma_k_bytes());
                let [.., k] = matrices(old.shape(old.ty(old.sides(op)[0])));
                let counts = ceil_div(depth(old, op, k) * bytes, mma_k_bytes());
                mma(
                    cx,
                    &mut product,
                    &mut multiplier,
                    [left, right],
                    registers,
                    first..end.min(counts),
                )?;
            }
            (ProductUnit::Simt, [Side::Staged(left), Side::Staged(right)]) => {
                simt(cx, &mut product, [left, right], registers, slices.k);
            }
            _ => return Err(cx.error(op, "internal", "threads multiply elements of no slots")),
        }
        super::sizes::within_budget(cx, op)?;
    }
    let Product {
        layout, accumulators, ..
    } = product;
    let registers =
        (0..held.registers()).map(|r| accumulators.get(layout.register_of(held.register_index(r))?).copied());
    match registers.collect::<Option<Vec<Value>>>() {
        Some(registers) => cx.replace(result, registers),
        None => return Err(cx.error(op, "internal", "an accumulator went nowhere")),
    }
    Ok(())
}

/// Where an operand is.
enum Side<'s> {
    /// A slice of it was written for this product.
    Staged(SharedOperand),
    /// A ring has all of it.
    Slot(&'s SlotOperand),
    /// Threads hold its fragments.
    Held(&'s HeldWords),
}

/// The words of an operand that threads hold as their fragments.
struct HeldWords {
    layout: Layout,
    words: Vec<Value>,
    /// Distances of the words of neighbouring rows, and of neighbours along K.
    steps: [i64; 2],
}

impl HeldWords {
    /// Those that were read from a buffer before; none: the operand is elsewhere.
    fn carried(cx: &mut Cx<'_>, op: Op, side: usize) -> Result<Option<Self>, Failure> {
        let old = cx.old;
        let held = old.defining_op(old.sides(op)[side]);
        let Some(held) = held.filter(|&held| old.kind(held) == nv_tileas::FRAGMENTS) else {
            return Ok(None);
        };
        let words = old.only_operand(held);
        let [_, _, columns] = matrices(old.shape(old.ty(words)));
        Ok(Some(Self {
            layout: cx.layout_of(words),
            words: cx.values(words)?.to_vec(),
            steps: if side == 0 { [columns, 1] } else { [1, columns] },
        }))
    }

    /// Those of a product whose left operand is where its fragments are; none: it goes through shared memory.
    fn of(cx: &mut Cx<'_>, op: Op, product: &Product) -> Result<Option<Self>, Failure> {
        let old = cx.old;
        let tile = old.sides(op)[0];
        let [batch, _, columns] = product.shape;
        let [.., k] = matrices(old.shape(old.ty(tile)));
        if batch > 1 || product_unit(old, op) != (ProductUnit::Mma { bytes: 2 }) {
            return Ok(None);
        }
        let held = cx.layout_of(tile);
        let layout = (WARPS.lhs)(&product.layout, columns, k);
        let wanted = layout.in_parts(1);
        if (&wanted.lane, &wanted.warp) != (&held.lane, &held.warp) {
            return Ok(None);
        }
        let given = cx.values(tile)?.to_vec();
        let elements = (0..wanted.registers()).map(|r| given.get(held.register_of(wanted.register_index(r))?).copied());
        // Absent: a thread has other elements.
        let Some(elements) = elements.collect::<Option<Vec<Value>>>() else {
            return Ok(None);
        };
        let element = old.required_scalar(old.element(old.ty(tile))).name;
        let words: Vec<Value> = elements.chunks(2).map(|pair| packed(cx, pair, element)).collect();
        let home = made_in(&cx.new, &elements);
        if let Some(end) = home.and_then(|home| cx.new.last_op(home)) {
            // Packed anew in each iteration, elements from before a loop would take a register each.
            for word in words
                .iter()
                .filter_map(|&word| cx.new.defining_op(word))
                .collect::<Vec<Op>>()
            {
                cx.new.detach(word);
                cx.new.insert_before(end, word);
            }
        }
        Ok(Some(Self {
            layout,
            words,
            steps: [k / 2, 1],
        }))
    }

    /// The registers of the fragment (or fragments) that start at a row of M (or column of N) and at a step of K.
    fn read(&self, row: i64, step: i64, count: usize) -> Vec<Value> {
        let word = step * mma_k_bytes() / WORD_BYTES;
        let first = self
            .layout
            .register_of((row * self.steps[0] + word * self.steps[1]) as u32);
        // Absent: a fragment of another thread, which no product of this one asks for.
        first.map_or_else(Vec::new, |first| self.words[first..first + count].to_vec())
    }
}

/// The one block whose ops make these values; none: there are several, or it has no end yet.
fn made_in(module: &Module, values: &[Value]) -> Option<Block> {
    let mut homes = values.iter().map(|&value| module.parent(module.defining_op(value)?));
    let first = homes.next()??;
    let has_end = module
        .last_op(first)
        .is_some_and(|end| !module.successors(end).is_empty());
    (has_end && homes.all(|home| home == Some(first))).then_some(first)
}

impl Side<'_> {
    /// Whether bytes are turned as they are read.
    fn turns_bytes(&self) -> bool {
        match self {
            Self::Staged(operand) => operand.turns_bytes(),
            Self::Slot(slot) => slot.turns_bytes,
            Self::Held(_) => false,
        }
    }
}

/// The fragments of an operand.
enum Fragments<'f> {
    Staged(StagedFragments<'f>, i64),
    Slot(FragmentOperand),
    Held(&'f HeldWords),
}

impl<'f> Fragments<'f> {
    /// Those of an operand of a product for a warp whose first element of the batch and whose first row of M (or column of N) are
    /// `warp`, of so many. `steps` are how far along M (or N), and in chunks along K the second matrix is from the
    /// first, and the third; `first` is the step of K at which a slice starts.
    fn new(
        cx: &mut Cx<'_>,
        op: Op,
        side: &'f Side<'_>,
        warp: [Option<Value>; 2],
        extent: i64,
        (steps, first): ([[i64; 2]; 2], i64),
    ) -> Result<Self, Failure> {
        match side {
            Side::Held(words) => Ok(Self::Held(words)),
            Side::Staged(operand) => Ok(Self::Staged(
                StagedFragments::new(cx, operand, warp, extent, steps),
                first,
            )),
            Side::Slot(slot) => {
                let old = cx.old;
                let tile = old.buffer_type(old.ty(old.required_operand(slot.read, operand::BUFFER)));
                // Absent: a read of a slot has a buffer.
                let elements = tile.map_or(0, |buffer| buffer.tile.iter().product());
                let source = fragments::Source {
                    buffer: old.required_operand(slot.read, operand::BUFFER),
                    slot: old.required_operand(slot.read, operand::SLOT),
                    k_major: slot.k_major,
                    turns_bytes: slot.turns_bytes,
                    k: elements / extent.max(1),
                };
                let steps = steps.map(|[mn, k]| [mn, k * CHUNK_ELEMENTS]);
                let [_, warp] = warp;
                Ok(Self::Slot(fragments::operand(cx, op, &source, warp, steps)?))
            }
        }
    }

    /// The registers of the fragment (or fragments) that start at a matrix and a row of M (or column of N) of it, and
    /// at a step of K.
    fn read(&mut self, cx: &mut Cx<'_>, batch: i64, mn: i64, step: i64, count: usize) -> Vec<Value> {
        match self {
            Self::Staged(staged, first) => staged.read(cx, batch, mn, step - *first, count),
            Self::Slot(operand) => operand.read(cx, mn, step, count),
            Self::Held(words) => words.read(mn, step, count),
        }
    }
}

/// Where the lanes' rows of the matrices that `ldmatrix` reads are: eight lanes say the rows of one matrix.
struct StagedFragments<'f> {
    operand: &'f SharedOperand,
    place: RowAddress,
}

impl<'f> StagedFragments<'f> {
    /// Those of an operand for a warp whose first element of the batch and whose first row of M (or column of N) are
    /// `warp`, of so many. `steps` are how far along M (or N), and in eights along K the second matrix is from the
    /// first, and the third.
    fn new(
        cx: &mut Cx<'_>,
        operand: &'f SharedOperand,
        warp: [Option<Value>; 2],
        extent: i64,
        steps: [[i64; 2]; 2],
    ) -> Self {
        let SharedOperand {
            places, bytes, k_major, ..
        } = *operand;
        let (matrix_rows, row_bytes) = (memory().matrix_rows.value, memory().matrix_row_bytes.value);
        let [batch, first] = warp;
        let start = moved(cx, operand.start, batch, operand.matrix);
        let mut place = RowAddress::new(places, start);
        if operand.turns_bytes() {
            // All lanes say rows: the upper matrix has those of the first half.
            let place = place.further(cx, first);
            let row = lane_bits(cx, 0, LANE_BITS as u32, 1);
            let place = place.below(cx, Some(row));
            return Self { operand, place };
        }
        let along_mn = |place: RowAddress, cx: &mut Cx<'_>, number: Value, times: i64| {
            let unit = if k_major { 1 } else { bytes };
            let number = cx.binary_const(arith::MULI, number, Int::I32, times * unit);
            match k_major {
                true => place.below(cx, Some(number)),
                false => place.further(cx, Some(number)),
            }
        };
        if let Some(first) = first {
            place = along_mn(place, cx, first, 1);
        }
        // Rows beyond the edge of a small operand are its rows once more.
        let rows = if k_major { matrix_rows.min(extent) } else { matrix_rows };
        if rows > 1 {
            let row = lane_bits(cx, 0, rows.ilog2(), 1);
            place = place.below(cx, Some(row));
        }
        for (bit, [mn, k]) in [(3, steps[0]), (4, steps[1])] {
            if mn > 0 {
                let bit = lane_bits(cx, bit, 1, 1);
                place = along_mn(place, cx, bit, mn);
            } else if k > 0 {
                let times = if k_major { row_bytes } else { row_bytes / bytes };
                let number = lane_bits(cx, bit, 1, k * times);
                place = match k_major {
                    true => place.further(cx, Some(number)),
                    false => place.below(cx, Some(number)),
                };
            }
        }
        Self { operand, place }
    }

    /// The registers of the fragment (or fragments) that start at a matrix and a row of M (or column of N) of it, and
    /// at a step of K.
    fn read(&mut self, cx: &mut Cx<'_>, batch: i64, mn: i64, step: i64, count: usize) -> Vec<Value> {
        let SharedOperand {
            matrix, bytes, k_major, ..
        } = *self.operand;
        let (row, byte) = match k_major {
            true => (mn, step * mma_k_bytes()),
            false => (step * mma_k_bytes() / bytes, mn * bytes),
        };
        let (address, offset) = self.place.at(cx, row, byte);
        match self.operand.turns_bytes() {
            true => turned_bytes(cx, address, batch * matrix + offset),
            false => ldmatrix(cx, address, batch * matrix + offset, count, !k_major),
        }
    }
}

/// Steps of K after which accumulators of eight-bit products are added in full where the tensor cores cut them short.
fn short_steps() -> usize {
    (policy().short_accumulation.value / mma_k_bytes()).max(1) as usize
}

fn mma(
    cx: &mut Cx<'_>,
    product: &mut Product,
    multiplier: &mut Multiplier,
    sides: [&Side<'_>; 2],
    registers: Range<usize>,
    steps: Range<i64>,
) -> Result<(), Failure> {
    let [_, rows, columns] = product.shape;
    let of_warp = Layout {
        lane: vec![0; LANE_BITS],
        ..product.layout.clone()
    };
    let [batch, m, n] = [0, 1, 2].map(|dim| thread_coordinate(cx, &of_warp, &product.shape, dim));
    let pair = (WARPS.column_pair)(&product.layout, [rows, columns]);
    let half = memory().matrix_rows.value;
    let below = if rows > half { half } else { 0 };
    let (op, first) = (product.op, steps.start);
    let mut left = Fragments::new(cx, op, sides[0], [batch, m], rows, ([[below, 0], [0, 1]], first))?;
    let mut right = Fragments::new(cx, op, sides[1], [batch, n], columns, ([[0, 1], [pair, 0]], first))?;
    let acc_type = cx.new.ty(product.accumulators[0]);
    let is_short = cx.state.short_f8_accumulators
        && multiplier.types[0].starts_with('e')
        && !cx.old.has_attr(product.op, "fast_acc");
    let group = if is_short { short_steps() } else { 1 };
    let first_batch = product.place(registers.start)[0];
    for first_step in steps.clone().step_by(group) {
        let mut a_fragments: SortedMap<[i64; 3], Vec<Value>> = SortedMap::new();
        let mut b_fragments: SortedMap<[i64; 3], Vec<Value>> = SortedMap::new();
        // Registers 4 i to 4 i + 3 are one fragment: two columns by two rows.
        for first in registers.clone().step_by(4) {
            let [batch, row, column] = product.place(first);
            let batch = batch - first_batch;
            let mut accumulators = match is_short {
                true => vec![cx.build().constant(0, acc_type); 4],
                false => product.accumulators[first..first + 4].to_vec(),
            };
            for step in first_step..steps.end.min(first_step + group as i64) {
                let a = a_fragments
                    .entry([step, batch, row])
                    .or_insert_with(|| left.read(cx, batch, row, step, 4))
                    .clone();
                if !b_fragments.contains_key(&[step, batch, column]) {
                    let start = column & !pair;
                    let mut read = right.read(cx, batch, start, step, if pair > 0 { 4 } else { 2 });
                    if sides[1].turns_bytes() {
                        // Both columns of the upper matrix come first.
                        read.swap(1, 2);
                    }
                    for (number, fragment) in read.chunks(2).enumerate() {
                        b_fragments.insert([step, batch, start + number as i64 * pair], fragment.to_vec());
                    }
                }
                let Some(b) = b_fragments.get(&[step, batch, column]) else {
                    return Err(cx.error(product.op, "internal", "a fragment that was not read"));
                };
                let index = product.layout.register_index(first);
                accumulators =
                    multiplier.multiply(cx, [&a, b, &accumulators], acc_type, &product.layout, (index, step))?;
            }
            for (acc, new) in product.accumulators[first..first + 4].iter_mut().zip(accumulators) {
                *acc = if is_short {
                    cx.binary(arith::ADDF, *acc, new)
                } else {
                    new
                };
            }
        }
    }
    Ok(())
}

/// A multiplier of fragments.
struct Multiplier {
    op: Op,
    /// The element types of the operands, as `mma` names them.
    types: [&'static str; 2],
    scales: Option<Scales>,
}

impl Multiplier {
    fn new(cx: &Cx<'_>, op: Op, scales: Option<Scales>) -> Self {
        Self {
            op,
            types: fragment_types(cx, op),
            scales,
        }
    }

    /// The accumulators of a fragment, of which the first is the element of an index in the first thread, after a step of K.
    fn multiply(
        &mut self,
        cx: &mut Cx<'_>,
        fragments: [&[Value]; 3],
        ty: Ty,
        layout: &Layout,
        (index, step): (u32, i64),
    ) -> Result<Vec<Value>, Failure> {
        let product = match &mut self.scales {
            None => {
                let attrs = self.types.map(|ty| cx.keyword(ty));
                WARPS.multiply(&mut cx.build(), fragments, ty, attrs)
            }
            Some(scales) => scales.multiply(cx, self.op, (fragments, ty), layout, (index, step))?,
        };
        Ok(cx.new.results(product).to_vec())
    }
}

/// The element types of the operands, as `mma` names them.
fn fragment_types(cx: &Cx<'_>, op: Op) -> [&'static str; 2] {
    let old = cx.old;
    [(operand::LHS, "signedness_lhs"), (operand::RHS, "signedness_rhs")].map(|(side, sign)| {
        let element = old.required_scalar(old.ty(old.required_operand(op, side)));
        ptx_name(element.name, old.keyword(op, sign))
    })
}

/// The name that PTX has for the elements of an operand, whose sign is said where they are whole numbers.
pub(super) fn ptx_name(element: &'static str, sign: &str) -> &'static str {
    match element {
        "f8E4M3FN" => "e4m3",
        "f8E5M2" => "e5m2",
        "i8" if sign == "unsigned" => "u8",
        "i8" => "s8",
        other => other,
    }
}

/// Every thread computes its own elements, K in order: written out as far as policy says, beyond that in a loop.
fn simt(cx: &mut Cx<'_>, product: &mut Product, operands: [&SharedOperand; 2], registers: Range<usize>, k: i64) {
    let element = operands[0].element;
    let bytes = operands[0].bytes;
    // Neighbours along K are read together.
    let vector = (memory().access_bytes.value as i64 / bytes).min(k).max(1);
    let most = policy().unrolled_multiply_adds.value as usize;
    let unrolled = (most / registers.len().max(1)).max(1).next_power_of_two() as i64;
    let unrolled = unrolled.clamp(vector, k.max(vector));
    let mut places = [(operands[0], 1), (operands[1], 2)].map(|(operand, dim)| {
        let [batch, row] = [0, dim].map(|dim| thread_coordinate(cx, &product.layout, &product.shape, dim));
        let start = moved(cx, operand.start, batch, operand.matrix);
        RowAddress::new(operand.places, start).below(cx, row)
    });
    let first_batch = product.place(registers.start)[0];
    let around = (unrolled < k).then(|| {
        let from = cx.int(Int::I32, 0);
        let (header, inside, exit) = (cx.add_block(), cx.add_block(), cx.add_block());
        let mut args = vec![from];
        args.extend(&product.accumulators[registers.clone()]);
        jump(cx, header, &args);
        cx.block = header;
        let (word, acc) = (cx.int_type(Int::I32), cx.new.ty(product.accumulators[0]));
        let offset = cx.new.add_argument(header, word);
        let carried: Vec<Value> = registers.clone().map(|_| cx.new.add_argument(header, acc)).collect();
        product.accumulators[registers.clone()].copy_from_slice(&carried);
        let end = cx.int(Int::I32, k * bytes);
        let goes_on = cx.compare("less_than", offset, end);
        fork(cx, goes_on, inside, exit);
        cx.block = inside;
        (header, exit, offset, carried)
    });
    if let Some((_, _, offset, _)) = &around {
        places = places.map(|place| place.further(cx, Some(*offset)));
    }
    for step in (0..unrolled).step_by(vector as usize) {
        let mut loaded: SortedMap<(usize, i64, i64), Vec<Value>> = SortedMap::new();
        for register in registers.clone() {
            let [batch, row, column] = product.place(register);
            let mut elements = |cx: &mut Cx<'_>, side: usize, row: i64| {
                let operand = operands[side];
                let matrix = (batch - first_batch) * operand.matrix;
                let (address, offset) = places[side].at(cx, row, step * bytes);
                let entry = loaded.entry((side, matrix, row));
                entry
                    .or_insert_with(|| shared_loads(cx, address, matrix + offset, element, vector as usize))
                    .clone()
            };
            let (a, b) = (elements(cx, 0, row), elements(cx, 1, column));
            for (a, b) in a.into_iter().zip(b) {
                let acc = &mut product.accumulators[register];
                let ty = cx.new.ty(*acc);
                *acc = match cx.new.scalar(ty).is_some_and(|s| s.is_float()) {
                    true => cx.build().value(arith::FMA, &[a, b, *acc], ty),
                    false => {
                        let product = cx.binary(arith::MULI, a, b);
                        cx.binary(arith::ADDI, *acc, product)
                    }
                };
            }
        }
    }
    if let Some((header, exit, offset, carried)) = around {
        let mut args = vec![cx.binary_const(arith::ADDI, offset, Int::I32, unrolled * bytes)];
        args.extend(&product.accumulators[registers.clone()]);
        jump(cx, header, &args);
        product.accumulators[registers].copy_from_slice(&carried);
        cx.block = exit;
    }
}
