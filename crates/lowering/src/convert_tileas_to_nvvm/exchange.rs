//! Ops that move elements between registers and threads.

use super::access::{is_writer, thread_coordinate};
use super::parts::{Parts, Run, values_of};
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use crate::materialize_convert_layout::part_for;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Op, Ty, Value};
use tilewright_layout::{LANE_BITS, Layout};
use tilewright_machine::memory;

/// The number of an element is its index.
pub(super) fn range(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let result = cx.old.result(op, 0);
    let shape = cx.old.shape(cx.old.ty(result)).to_vec();
    let layout = cx.layout_of(result);
    let ty = cx.scalar_type(cx.old.ty(result));
    let thread = thread_coordinate(cx, &layout, &shape, 0);
    let mut values = Vec::new();
    for register in 0..layout.registers() {
        let constant = i64::from(layout.register_index(register));
        let value = match thread {
            Some(thread) => cx.binary_const(arith::ADDI, thread, Int::I32, constant),
            None => cx.int(Int::I32, constant),
        };
        values.push(match cx.new.element_bits(ty) {
            32 => value,
            64 => cx.widen(value),
            _ => cx.build().value(arith::TRUNCI, &[value], ty),
        });
    }
    cx.replace(result, values);
    Ok(())
}

/// Registers of the result that come from registers of the same thread: element `source(i)` for element `i`.
fn regroup(cx: &mut Cx<'_>, op: Op, source: impl Fn(u32) -> u32) -> Result<(), Failure> {
    let (operand, result) = (cx.old.operand(op, 0), cx.old.result(op, 0));
    let (from, to) = (cx.layout_of(operand), cx.layout_of(result));
    let values = cx.values(operand)?;
    let mut regrouped = Vec::new();
    for register in 0..to.registers() {
        let wanted = source(to.register_index(register));
        match from.register_of(wanted).and_then(|r| values.get(r)) {
            Some(&value) => regrouped.push(value),
            None => return Err(cx.error(op, "internal", "an element is not in the thread that needs it")),
        }
    }
    cx.replace(result, regrouped);
    Ok(())
}

pub(super) fn view(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    regroup(cx, op, |index| index)
}

pub(super) fn broadcast(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let from = cx.old.shape(cx.old.ty(cx.old.operand(op, 0))).to_vec();
    let to = cx.old.shape(cx.old.ty(cx.old.result(op, 0))).to_vec();
    regroup(cx, op, |index| part_for(index, &from, &to))
}

pub(super) fn permute(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    use tilewright_layout::dim_bits;
    let from = cx.old.shape(cx.old.ty(cx.old.operand(op, 0))).to_vec();
    let to = cx.old.shape(cx.old.ty(cx.old.result(op, 0))).to_vec();
    let permutation = cx.old.required_list(op, "permutation").to_vec();
    regroup(cx, op, |index| {
        permutation.iter().enumerate().fold(0, |all, (dim, &source)| {
            let (low, count) = dim_bits(&to, dim);
            all | (index >> low & ((1 << count) - 1)) << dim_bits(&from, source as usize).0
        })
    })
}

/// Within a thread where every thread has what it needs, else through shared memory.
pub(super) fn convert_layout(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (operand, result) = (cx.old.operand(op, 0), cx.old.result(op, 0));
    let to = cx.layout_of(result);
    let converted = converted(cx, op, operand, &to)?;
    cx.replace(result, converted);
    Ok(())
}

/// The registers of a tile in another layout.
pub(super) fn converted(cx: &mut Cx<'_>, op: Op, tile: Value, to: &Layout) -> Result<Vec<Value>, Failure> {
    let (from, values) = (cx.layout_of(tile), cx.values(tile)?);
    match registers_within_thread(&from, to) {
        Some(registers) => Ok(registers.into_iter().map(|r| values[r]).collect()),
        None => spread(cx, op, cx.old.ty(tile), [&from, to], &values),
    }
}

/// For each register of `to`, the register of `from` that holds its element in every thread; none if there is a thread
/// that lacks one.
fn registers_within_thread(from: &Layout, to: &Layout) -> Option<Vec<usize>> {
    // Where the thread bits agree, the registers alone decide.
    let agree = from.lane == to.lane && from.warp == to.warp;
    // A source without thread bits holds everything everywhere, if the registers span all.
    let everywhere =
        from.lane.iter().chain(&from.warp).all(|&b| b == 0) && to.lane.iter().chain(&to.warp).all(|&b| b == 0);
    if !agree && !everywhere {
        return None;
    }
    (0..to.registers())
        .map(|r| from.register_of(to.register_index(r)))
        .collect()
}

/// Every element is written by one thread and read by those that need it.
///
/// Tiles go in rounds, one for each value of the register bits that both layouts have, as far as that is needed or,
/// within a warp, costs nothing; where it is not enough, of bits that threads decide, each thread in its round. Where
/// the layouts give each warp the same elements, warps do not wait for each other.
///
/// `writes` says for the first of a run of registers whether this thread writes it.
pub(super) fn through_shared(
    cx: &mut Cx<'_>,
    (ty, shape): (Ty, &[i64]),
    [from, to]: [&Layout; 2],
    values: &[Value],
    mut writes: impl FnMut(&mut Cx<'_>, usize) -> Option<Value>,
) -> Option<Vec<Value>> {
    let bytes = shared_bytes(cx, ty);
    let room = room(cx);
    let plan = Rounds::plan(from, to, shape, bytes, room);
    let base = shared_base(cx, plan.bytes());
    let base = plan.warp_base(cx, base);
    // Values that all registers ask for are computed ahead of the rounds.
    writes(cx, 0);
    let start = plan.thread_address(cx, base, from);
    let end = plan.thread_address(cx, base, to);
    let mut converted = vec![None; to.registers()];
    let [mut writers, mut readers] = [from, to].map(|layout| Parts::new(cx, layout, plan.rounds));
    let written = writers.by_part(plan.runs(from), from);
    let read = readers.by_part(plan.runs(to), to);
    for (number, round) in values_of(plan.rounds).into_iter().enumerate() {
        // Before, the memory may have been another exchange's, of other warps.
        match number {
            0 if cx.state.exchanges > 1 => barrier(cx),
            _ => plan.meet(cx),
        }
        for &(first, count) in writers.part_of(&written, round) {
            let index = from.register_index(first);
            if let Some(holder) = writers.holds(cx, index, round) {
                let writer = writes(cx, first);
                let writer = holder.map_or(writer, |holder| cx.both(writer, holder));
                shared_store(cx, start, plan.place(index), &values[first..first + count], writer);
            }
        }
        plan.meet(cx);
        for &(first, count) in readers.part_of(&read, round) {
            let index = to.register_index(first);
            // Absent: no thread has this element in this round.
            let Some(holder) = readers.holds(cx, index, round) else {
                continue;
            };
            let loaded = shared_loads(cx, end, plan.place(index), ty, count);
            for (place, value) in converted[first..first + count].iter_mut().zip(loaded) {
                *place = Some(match (holder, *place) {
                    (Some(holder), Some(earlier)) => cx.build().select(holder, value, earlier),
                    _ => value,
                });
            }
        }
    }
    converted.into_iter().collect()
}

pub(super) fn lost(cx: &Cx<'_>, op: Op) -> Failure {
    cx.error(op, "internal", "an element went through no round")
}

/// Gives what the writers of a tile hold (see [`is_writer`]) to the threads that have its elements in another layout, or copies
/// of them in the same.
pub(super) fn spread(
    cx: &mut Cx<'_>,
    op: Op,
    tile: Ty,
    layouts: [&Layout; 2],
    values: &[Value],
) -> Result<Vec<Value>, Failure> {
    let (ty, shape) = (cx.scalar_type(tile), cx.old.shape(tile).to_vec());
    let mut writer = None;
    let writes = |cx: &mut Cx<'_>, _| *writer.get_or_insert_with(|| is_writer(cx, layouts[0]));
    through_shared(cx, (ty, &shape), layouts, values, writes).ok_or_else(|| lost(cx, op))
}

/// The layout in which a tile goes through shared memory.
struct Rounds {
    /// Bytes of an element.
    bytes: i64,
    /// Whether each warp has a place of its own.
    by_warp: bool,
    /// The number of warps.
    warps: i64,
    /// The bits of an element's index that say its round.
    rounds: u32,
    /// The bits that say its place, lowest first; the first `run` of them are neighbours in a row.
    places: Vec<u32>,
    run: usize,
}

/// Bytes that one instruction moves at most, and by which rows in shared memory are apart, so that lanes that access
/// one row each meet in no bank.
pub(super) fn access_bytes() -> i64 {
    memory().access_bytes.value as i64
}

impl Rounds {
    fn plan(from: &Layout, to: &Layout, shape: &[i64], bytes: i64, room: i64) -> Self {
        let all: u32 = (shape.iter().product::<i64>() - 1) as u32;
        let single = |layout: &Layout| {
            let bases = layout.reg.iter().chain(&layout.lane).chain(&layout.warp);
            bases.into_iter().all(|b| b.count_ones() <= 1)
        };
        let by_warp = single(from) && single(to) && from.warp == to.warp && from.warp.iter().all(|&b| b != 0);
        let of_warp = if by_warp { from.warp.iter().sum() } else { 0 };
        let mut plan = Self {
            bytes,
            by_warp,
            warps: 1 << from.warp.len(),
            rounds: 0,
            places: Vec::new(),
            run: 0,
        };
        plan.set_places(all & !of_warp, shape);
        let mut common: Vec<u32> = Vec::new();
        if single(from) && single(to) {
            common = from.reg.iter().filter(|b| to.reg.contains(b)).copied().collect();
            common.sort_unstable();
        }
        // Neighbours that one instruction moves stay together.
        let vector = (access_bytes() / bytes).max(1) as u32;
        while let Some(bit) = common.pop().filter(|&bit| bit >= vector) {
            if !by_warp && plan.bytes() <= room {
                break;
            }
            plan.rounds |= bit;
            plan.set_places(all & !of_warp & !plan.rounds, shape);
        }
        while plan.bytes() > room && single(from) && single(to) {
            let Some(bit) = plan.places.pop().filter(|&bit| bit >= vector) else {
                break;
            };
            plan.rounds |= bit;
            plan.set_places(all & !of_warp & !plan.rounds, shape);
        }
        plan
    }

    fn set_places(&mut self, bits: u32, shape: &[i64]) {
        // Absent: a single element is a row of one.
        let inner = shape.last().copied().unwrap_or(1);
        self.places = (0..u32::BITS).map(|i| 1 << i).filter(|b| bits & b != 0).collect();
        let in_row =
            |b: &&u32| i64::from(**b) < inner && i64::from(**b) * self.bytes < i64::from(memory().run_bytes.value);
        self.run = self.places.iter().take_while(in_row).count();
    }

    /// Bytes of one round of one warp, or of all where they go together.
    fn round_bytes(&self) -> i64 {
        let run = self.bytes << self.run;
        let padding = if self.by_warp { access_bytes() } else { 0 };
        (run + padding) << (self.places.len() - self.run)
    }

    fn bytes(&self) -> i64 {
        self.round_bytes() * if self.by_warp { self.warps } else { 1 }
    }

    /// Where an element is, in bytes, by the bits of its index that say its place.
    fn place(&self, index: u32) -> i64 {
        let bits = self.places.iter().enumerate().filter(|(_, b)| index & **b != 0);
        bits.map(|(i, _)| self.step(i)).sum()
    }

    /// Bytes that a bit of the place moves.
    fn step(&self, bit: usize) -> i64 {
        let run = self.bytes << self.run;
        let padding = if self.by_warp { access_bytes() } else { 0 };
        if bit < self.run {
            self.bytes << bit
        } else {
            (run + padding) << (bit - self.run)
        }
    }

    /// Registers that lie next to each other, as first one and count, at most what one instruction moves.
    fn runs(&self, layout: &Layout) -> Vec<Run> {
        let most = (access_bytes() / self.bytes).max(1) as usize;
        let neighbours = layout.reg.iter().enumerate().take_while(|(i, b)| **b == 1 << i).count();
        // Padding follows the end of a row.
        let most = if self.by_warp { most.min(1 << self.run) } else { most };
        let count = (1 << neighbours).min(most).min(layout.registers());
        let starts = (0..layout.registers()).step_by(count);
        starts.map(|first| (first, count)).collect()
    }

    /// Where the memory of this warp starts.
    fn warp_base(&self, cx: &mut Cx<'_>, base: Value) -> Value {
        if !self.by_warp {
            return base;
        }
        let tid = cx.tid();
        let warp = cx.binary_const(arith::SHRI, tid, Int::I32, LANE_BITS as i64);
        let moved = cx.binary_const(arith::MULI, warp, Int::I32, self.round_bytes());
        cx.binary(arith::ADDI, base, moved)
    }

    /// Where this thread's elements start.
    fn thread_address(&self, cx: &mut Cx<'_>, base: Value, layout: &Layout) -> Value {
        let flat = [1i64 << self.places.len()];
        let by_place = |basis: u32| {
            let bits = self.places.iter().enumerate().filter(|(_, b)| basis & **b != 0);
            bits.fold(0, |all, (i, _)| all | 1 << i)
        };
        let mut address = base;
        // Bits within a row and bits of rows count differently, because of the padding.
        for (keep, step) in [(0..self.run, 0), (self.run..self.places.len(), self.run)] {
            let mask = keep.fold(0u32, |mask, bit| mask | 1 << bit);
            let part = layout.map(|basis| by_place(basis) & mask);
            // Absent: no thread moves along these bits.
            let Some(index) = thread_coordinate(cx, &part, &flat, 0) else {
                continue;
            };
            let index = cx.binary_const(arith::SHRI, index, Int::I32, step as i64);
            let moved = cx.binary_const(arith::MULI, index, Int::I32, self.step(step));
            address = cx.binary(arith::ADDI, address, moved);
        }
        address
    }

    /// Waits for those who share the memory.
    fn meet(&self, cx: &mut Cx<'_>) {
        if self.by_warp {
            cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
        } else {
            barrier(cx);
        }
    }
}

/// The address of so many bytes of shared memory that no buffer has; of this consumer's part, where there are consumers.
pub(super) fn shared_base(cx: &mut Cx<'_>, bytes: i64) -> Value {
    let (ty, attr) = (cx.int_type(Int::I32), cx.new.intern_attr(AttrData::Int(bytes)));
    let from = cx.new.intern_attr(AttrData::Int(cx.state.free));
    let base = cx
        .build()
        .value_with(nvvm::SHARED_BASE, &[], ty, &[("bytes", attr), ("from", from)]);
    let made = cx.new.defining_op(base);
    let Some(consumers) = &mut cx.state.consumers else {
        return base;
    };
    consumers.taken.extend(made.map(|op| (op, bytes)));
    let shift = consumers.shift;
    cx.binary(arith::ADDI, base, shift)
}

/// Bytes of shared memory that no buffer has, for each consumer.
pub(super) fn room(cx: &Cx<'_>) -> i64 {
    // Absent: all threads are one consumer.
    let consumers = cx
        .state
        .consumers
        .as_ref()
        .map_or(1, |consumers| consumers.count.max(1));
    (cx.state.capacity - cx.state.free) / consumers
}

/// Waits for all threads that hold tiles.
pub(super) fn barrier(cx: &mut Cx<'_>) {
    let number = cx.state.meeting.and_then(|meeting| meeting.number);
    let op = cx.build().op(nvvm::BARRIER, &[number.as_slice()], &[]);
    cx.state.order.met(cx.block);
    if let Some(meeting) = cx.state.meeting {
        let id = number.is_none().then_some(("id", meeting.barrier));
        for (name, value) in id.into_iter().chain([("threads", meeting.threads)]) {
            let value = cx.new.intern_attr(AttrData::Int(value));
            cx.new.set_attr(op, name, value);
        }
    }
}

fn shared_place(cx: &mut Cx<'_>, op: Op, offset: i64) {
    let (shared, offset) = (cx.keyword("shared"), cx.new.intern_attr(AttrData::Int(offset)));
    cx.new.set_attr(op, "space", shared);
    cx.new.set_attr(op, "offset", offset);
}

pub(super) fn shared_store(cx: &mut Cx<'_>, address: Value, offset: i64, values: &[Value], predicate: Option<Value>) {
    let predicate: Vec<Value> = predicate.into_iter().collect();
    let op = cx.build().op(nvvm::ST, &[&[address], values, &predicate], &[]);
    shared_place(cx, op, offset);
}

/// Bytes of an element in shared memory; addresses have 8.
pub(super) fn shared_bytes(cx: &Cx<'_>, ty: Ty) -> i64 {
    cx.new.element_bytes(ty).into()
}

pub(super) fn shared_load(cx: &mut Cx<'_>, address: Value, offset: i64, ty: Ty) -> Value {
    shared_loads(cx, address, offset, ty, 1)[0]
}

/// So many neighbours.
pub(super) fn shared_loads(cx: &mut Cx<'_>, address: Value, offset: i64, ty: Ty, count: usize) -> Vec<Value> {
    let op = cx.build().op(nvvm::LD, &[&[address], &[], &[]], &vec![ty; count]);
    shared_place(cx, op, offset);
    cx.new.results(op).to_vec()
}
