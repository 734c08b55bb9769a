//! Ops that move elements between registers and threads.

use super::access::{is_writer, may_wait, thread_coordinate};
use super::choices::{Told, tell};
use super::nibbles::either;
use super::parts::{Parts, values_of};
use super::places::{ThreadPlaces, matrices, read_matrices, write_matrices};
use super::scalar::{Int, Scalars};
use super::shuffles::shuffled_tile;
use super::{Cx, ThreadLowering};
use crate::materialize_convert_layout::part_for;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Op, Ty, Value};
use tilewright_layout::exchange::{Conversion, Exchange, Path};
use tilewright_layout::select::{Candidate, best, keep_if_any};
use tilewright_layout::{LANE_BITS, Layout};
use tilewright_machine::{MemorySpace, memory};
use tilewright_units::scaled::Side;

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
    if cx.state.unread.contains(&op) {
        return Ok(());
    }
    let (operand, result) = (cx.old.only_operand(op), cx.old.result(op, 0));
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
    let from = cx.old.shape(cx.old.ty(cx.old.only_operand(op))).to_vec();
    let to = cx.old.shape(cx.old.ty(cx.old.result(op, 0))).to_vec();
    regroup(cx, op, |index| part_for(index, &from, &to))
}

pub(super) fn permute(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    use tilewright_layout::dim_bits;
    let from = cx.old.shape(cx.old.ty(cx.old.only_operand(op))).to_vec();
    let to = cx.old.shape(cx.old.ty(cx.old.result(op, 0))).to_vec();
    let permutation = cx.old.required_list(op, "permutation").to_vec();
    regroup(cx, op, |index| {
        permutation.iter().enumerate().fold(0, |all, (dim, &source)| {
            let (low, count) = dim_bits(&to, dim);
            all | (index >> low & ((1 << count) - 1)) << dim_bits(&from, source as usize).0
        })
    })
}

/// Scales as a unit takes them: each is where it was, under another index, or several.
pub(super) fn order_scales(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let ty = cx.old.ty(cx.old.only_operand(op));
    let side = Side::of(cx.old.keyword(op, "side"));
    // Absent: a GPU without such a unit, which is refused below.
    let products = cx.state.asynchronous.as_ref().ok().map(|(_, products)| products);
    let scaled = products.and_then(|products| products.tensor_memory.as_ref());
    let Some(order) = scaled.and_then(|ops| ops.scaled.order_of(cx.old.shape(ty), side)) else {
        return Err(cx.error(op, "internal", "scales that no unit orders"));
    };
    regroup(cx, op, |index| {
        let own = order.bits.iter().enumerate().filter(|(_, after)| index & **after != 0);
        own.fold(0, |all, (bit, _)| all | 1 << bit)
    })
}

/// By the way that the layout selector takes: within a thread, by shuffles, or through shared memory.
pub(super) fn convert_layout(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if cx.state.unread.contains(&op) {
        return Ok(());
    }
    let (operand, result) = (cx.old.only_operand(op), cx.old.result(op, 0));
    let to = cx.layout_of(result);
    let converted = converted(cx, op, operand, &to)?;
    cx.replace(result, converted);
    Ok(())
}

/// The registers of a tile in another layout.
pub(super) fn converted(cx: &mut Cx<'_>, op: Op, tile: Value, to: &Layout) -> Result<Vec<Value>, Failure> {
    let (from, values) = (cx.layout_of(tile), cx.values(tile)?);
    let (element, shape) = (cx.scalar_type(cx.old.ty(tile)), cx.old.shape(cx.old.ty(tile)).to_vec());
    let conversion = Conversion {
        from: &from,
        to,
        shape: &shape,
        bytes: shared_bytes(cx, element),
        room: room(cx),
        matrices: [from.is_of_matrices() && cx.state.has_stmatrix(), true],
    };
    let mut candidates = conversion.candidates_with(|| exchanges(cx, &conversion));
    if cx.state.steering.always_swizzle {
        keep_if_any(
            &mut candidates,
            |path| !matches!(path, Path::Shared(exchange) if !exchange.is_swizzled()),
        );
    }
    let chosen = best(&candidates);
    let told = candidates.iter().map(|candidate| Candidate {
        atom: candidate.atom,
        way: candidate.way.told(to),
        verdict: candidate.verdict.clone(),
    });
    let (named, told) = (Told::of(cx, cx.old.ty(tile), conversion.bytes), told.collect());
    tell(cx, op, named, [MemorySpace::Registers; 2], told, chosen);
    match chosen.map(|chosen| &candidates[chosen].way) {
        Some(Path::Registers(registers)) => Ok(registers.iter().map(|&r| values[r]).collect()),
        Some(Path::Shuffles(shuffles)) => Ok(shuffled_tile(cx, shuffles, &values)),
        Some(Path::Shared(plan)) => {
            let mut writer = None;
            let writes = |cx: &mut Cx<'_>, _| *writer.get_or_insert_with(|| is_writer(cx, &from));
            let read = by_plan(cx, element, [&from, to], &values, plan, writes);
            read.ok_or_else(|| lost(cx, op))
        }
        None => spread(cx, op, tile, [&from, to], &values),
    }
}

/// The exchanges of a conversion: those of one like it, if there was one.
fn exchanges(cx: &mut Cx<'_>, conversion: &Conversion<'_>) -> Vec<Candidate<Exchange>> {
    let own = Known {
        layouts: [conversion.from, conversion.to].map(Clone::clone),
        shape: conversion.shape.to_vec(),
        numbers: [conversion.bytes, conversion.room],
        matrices: conversion.matrices,
    };
    if let Some((_, found)) = cx.state.known_exchanges.iter().find(|(known, _)| *known == own) {
        return found.clone();
    }
    let found = conversion.exchanges();
    cx.state.known_exchanges.push((own, found.clone()));
    found
}

/// A conversion whose exchanges are known.
#[derive(PartialEq, Eq)]
pub(super) struct Known {
    layouts: [Layout; 2],
    shape: Vec<i64>,
    numbers: [i64; 2],
    matrices: [bool; 2],
}

/// A tile of which threads may have copies, and whose elements only some write, goes through shared memory to the layout of an op's
/// result, or of a tile like it, by the exchange that costs the least.
pub(super) fn exchanged(
    cx: &mut Cx<'_>,
    op: Op,
    tile: Value,
    [from, to]: [&Layout; 2],
    values: &[Value],
    writes: impl FnMut(&mut Cx<'_>, usize) -> Option<Value>,
) -> Option<Vec<Value>> {
    let ty = cx.old.ty(tile);
    let (element, shape) = (cx.scalar_type(ty), cx.old.shape(ty).to_vec());
    let own = from.clone().without_copies();
    let conversion = Conversion {
        from: &own,
        to,
        shape: &shape,
        bytes: shared_bytes(cx, element),
        room: room(cx),
        matrices: [false; 2],
    };
    let candidates = exchanges(cx, &conversion);
    let found = best(&candidates);
    let told = candidates.iter().map(|candidate| Candidate {
        atom: candidate.atom,
        way: Path::Shared(candidate.way.clone()).told(to),
        verdict: candidate.verdict.clone(),
    });
    let (named, told) = (Told::of(cx, ty, conversion.bytes), told.collect());
    tell(cx, op, named, [MemorySpace::Registers; 2], told, found);
    // Absent: not even one element of each thread at a time fits, which the size of shared memory refuses later.
    let plan = candidates.get(found.unwrap_or(0))?;
    by_plan(cx, element, [from, to], values, &plan.way, writes)
}

/// By an exchange that was chosen: every element is written by one thread and read by those that need it.
/// Tiles go in the rounds of an [`Exchange`]; where each warp has a place of its own, warps do not wait for each other.
///
/// `writes` says for the first of a run of registers whether this thread writes it.
fn by_plan(
    cx: &mut Cx<'_>,
    ty: Ty,
    [from, to]: [&Layout; 2],
    values: &[Value],
    plan: &Exchange,
    mut writes: impl FnMut(&mut Cx<'_>, usize) -> Option<Value>,
) -> Option<Vec<Value>> {
    let base = shared_base(cx, plan.bytes());
    let base = warp_base(cx, plan, base);
    // Values that all registers ask for are computed ahead of the rounds.
    writes(cx, 0);
    let [rows, columns] = [(from, 0), (to, 1)].map(|(layout, side)| plan.matrix_rows(layout, side));
    let mut start = ThreadPlaces::new(cx, plan, base, rows.as_ref().unwrap_or(from));
    let mut end = ThreadPlaces::new(cx, plan, base, columns.as_ref().unwrap_or(to));
    let mut converted = vec![None; to.registers()];
    let stays = stays(cx, plan, [from, to]);
    let [mut writers, mut readers] = [from, to].map(|layout| Parts::new(cx, layout, plan.rounds));
    let [runs, wanted] = [(from, 0), (to, 1)].map(|(layout, side)| match &plan.matrices[side] {
        Some(_) => Vec::new(),
        None => plan.runs(layout),
    });
    let (written, read) = (writers.by_part(runs, from), readers.by_part(wanted, to));
    for (number, round) in values_of(plan.rounds).into_iter().enumerate() {
        // Before, the memory may have been another exchange's, of other warps.
        match number {
            0 if cx.state.exchanges > 1 => barrier(cx),
            _ => meet(cx, plan),
        }
        for (index, registers) in of_matrices(plan, from, 0, round) {
            let stored: Vec<Value> = registers.iter().map(|&register| values[register]).collect();
            let place = start.at(cx, index);
            write_matrices(cx, place, &stored);
        }
        for run in writers.part_of(&written, round) {
            let index = from.register_index(run[0]);
            if let Some(holder) = writers.holds(cx, index, round) {
                let writer = writes(cx, run[0]);
                let writer = holder.map_or(writer, |holder| cx.both(writer, holder));
                let stored: Vec<Value> = run.iter().map(|&register| values[register]).collect();
                let (address, offset) = start.at(cx, index);
                shared_store(cx, address, offset, &stored, writer);
            }
        }
        meet(cx, plan);
        for (index, registers) in of_matrices(plan, to, 1, round) {
            let place = end.at(cx, index);
            let loaded = read_matrices(cx, place, registers.len() / 2, ty);
            for (register, value) in registers.into_iter().zip(loaded) {
                converted[register] = Some(value);
            }
        }
        for run in readers.part_of(&read, round) {
            let index = to.register_index(run[0]);
            // Absent: no thread has this element in this round.
            let Some(holder) = readers.holds(cx, index, round) else {
                continue;
            };
            let (address, offset) = end.at(cx, index);
            let loaded = shared_loads(cx, address, offset, ty, run.len());
            if stays {
                may_wait(cx, &loaded);
            }
            for (&register, value) in run.iter().zip(loaded) {
                let place = &mut converted[register];
                *place = Some(match (holder, *place) {
                    (Some(holder), Some(earlier)) => either(cx, holder, value, earlier),
                    _ => value,
                });
            }
        }
    }
    if stays {
        cx.state.free += plan.bytes();
    }
    converted.into_iter().collect()
}

/// Registers of a row that are many: half of those of a thread. With fewer, whoever reads late for rounds of an exchange holds most of them anyway.
const MANY_OF_A_ROW: usize = 128;

/// Whether the memory of an exchange is left to it, so that threads may read it as late as they like: it is small, and each has much of it.
fn stays(cx: &Cx<'_>, plan: &Exchange, [from, to]: [&Layout; 2]) -> bool {
    // Absent: all threads are one consumer.
    let is_one = cx.state.consumers.as_ref().is_none_or(|consumers| consumers.count < 2);
    let is_row = to.registers() >= MANY_OF_A_ROW && from.registers() * 8 <= to.registers();
    let is_small = plan.bytes() * 8 <= room(cx) && plan.bytes() % access_bytes() == 0;
    is_one && is_row && is_small && plan.rounds == 0 && !plan.by_warp
}

/// The registers of each instruction that moves matrices on a side of an exchange, in a round.
fn of_matrices(plan: &Exchange, layout: &Layout, side: usize, round: u32) -> Vec<(u32, Vec<usize>)> {
    let apart = plan.matrices[side].as_deref();
    // Absent: no instruction moves matrices on this side.
    apart.map_or(Vec::new(), |apart| matrices(layout, plan, apart, round))
}

pub(super) fn lost(cx: &Cx<'_>, op: Op) -> Failure {
    cx.error(op, "internal", "an element went through no round")
}

/// Gives what the writers of a tile like another one hold (see [`is_writer`]) to the threads that have its elements in another layout, or
/// copies of them in the same.
pub(super) fn spread(
    cx: &mut Cx<'_>,
    op: Op,
    tile: Value,
    layouts: [&Layout; 2],
    values: &[Value],
) -> Result<Vec<Value>, Failure> {
    let mut writer = None;
    let writes = |cx: &mut Cx<'_>, _| *writer.get_or_insert_with(|| is_writer(cx, layouts[0]));
    exchanged(cx, op, tile, layouts, values, writes).ok_or_else(|| lost(cx, op))
}

/// Bytes that one instruction moves at most, and by which rows in shared memory are apart, so that lanes that access
/// one row each meet in no bank.
pub(super) fn access_bytes() -> i64 {
    memory().access_bytes.value as i64
}

/// Where the memory of this warp starts.
fn warp_base(cx: &mut Cx<'_>, plan: &Exchange, base: Value) -> Value {
    if !plan.by_warp {
        return base;
    }
    let tid = cx.tid();
    let warp = cx.binary_const(arith::SHRI, tid, Int::I32, LANE_BITS as i64);
    let moved = cx.binary_const(arith::MULI, warp, Int::I32, plan.round_bytes());
    cx.binary(arith::ADDI, base, moved)
}

/// Waits for those who share the memory.
fn meet(cx: &mut Cx<'_>, plan: &Exchange) {
    if plan.by_warp {
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
    } else {
        barrier(cx);
    }
}

/// The address of so many bytes of shared memory that no buffer has; of this consumer's part, where there are consumers.
pub(super) fn shared_base(cx: &mut Cx<'_>, bytes: i64) -> Value {
    cx.state.most_taken = cx.state.most_taken.max(bytes);
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
