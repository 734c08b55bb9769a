//! Ops that move elements between registers and threads.

use super::access::{is_writer, thread_coordinate};
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use crate::layout::{Layout, log2};
use crate::materialize_convert_layout::part_for;
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Op, Value};

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
            Some(thread) => cx.binary_const("arith.addi", thread, Int::I32, constant),
            None => cx.int(Int::I32, constant),
        };
        values.push(match cx.new.scalar(ty).map_or(32, |s| s.bits) {
            32 => value,
            64 => cx.widen(value),
            _ => cx.build().value("arith.trunci", &[value], ty),
        });
    }
    cx.replace(result, values);
    Ok(())
}

/// Registers of the result taken from registers of the same thread: element `source(i)` for element `i`.
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
    use crate::layout::dim_bits;
    let from = cx.old.shape(cx.old.ty(cx.old.operand(op, 0))).to_vec();
    let to = cx.old.shape(cx.old.ty(cx.old.result(op, 0))).to_vec();
    let permutation = cx.old.ints_attr(op, "permutation").unwrap_or(&[]).to_vec();
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
    let (from, to) = (cx.layout_of(operand), cx.layout_of(result));
    let values = cx.values(operand)?;
    let local = registers_within_thread(&from, &to);
    let converted: Vec<Value> = match local {
        Some(registers) => registers.into_iter().map(|r| values[r]).collect(),
        None => through_shared(cx, op, &from, &to, &values)?,
    };
    cx.replace(result, converted);
    Ok(())
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
fn through_shared(
    cx: &mut Cx<'_>,
    op: Op,
    from: &Layout,
    to: &Layout,
    values: &[Value],
) -> Result<Vec<Value>, Failure> {
    let old_type = cx.old.ty(cx.old.operand(op, 0));
    let shape = cx.old.shape(old_type).to_vec();
    let ty = cx.scalar_type(old_type);
    let bits = cx.new.scalar(ty).map_or(64, |s| s.bits);
    if bits < 8 {
        return Err(cx.error(
            op,
            "convert.unsupported",
            "moving tiles of i1 between threads is not supported yet",
        ));
    }
    let bytes = i64::from(bits / 8);
    let base = shared_base(cx, bytes * shape.iter().product::<i64>());
    let writer = is_writer(cx, from);
    let start = shared_address(cx, base, from, &shape, bytes);
    barrier(cx);
    for (register, &value) in values.iter().enumerate() {
        let offset = i64::from(from.register_index(register)) * bytes;
        shared_store(cx, start, offset, value, writer);
    }
    barrier(cx);
    let start = shared_address(cx, base, to, &shape, bytes);
    Ok((0..to.registers())
        .map(|r| shared_load(cx, start, i64::from(to.register_index(r)) * bytes, ty))
        .collect())
}

/// The address of so many bytes of shared memory that no buffer has.
pub(super) fn shared_base(cx: &mut Cx<'_>, bytes: i64) -> Value {
    let (ty, bytes) = (cx.int_type(Int::I32), cx.new.intern_attr(AttrData::Int(bytes)));
    let from = cx.new.intern_attr(AttrData::Int(cx.state.free));
    cx.build()
        .value_with("nvvm.shared_base", &[], ty, &[("bytes", bytes), ("from", from)])
}

/// The address of the thread's part of a tile in shared memory, row-major.
fn shared_address(cx: &mut Cx<'_>, base: Value, layout: &Layout, shape: &[i64], bytes: i64) -> Value {
    let flat = [shape.iter().product::<i64>()];
    match thread_coordinate(cx, layout, &flat, 0) {
        Some(index) => {
            let scaled = cx.binary_const("arith.shli", index, Int::I32, log2(bytes as u64) as i64);
            cx.binary("arith.addi", base, scaled)
        }
        None => base,
    }
}

/// Waits for all threads that hold tiles.
pub(super) fn barrier(cx: &mut Cx<'_>) {
    let op = cx.build().op("nvvm.barrier", &[], &[]);
    if let Some(meeting) = cx.state.meeting {
        for (name, value) in [("id", meeting.barrier), ("threads", meeting.threads)] {
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

pub(super) fn shared_store(cx: &mut Cx<'_>, address: Value, offset: i64, value: Value, predicate: Option<Value>) {
    let predicate: Vec<Value> = predicate.into_iter().collect();
    let op = cx.build().op("nvvm.st", &[&[address], &[value], &predicate], &[]);
    shared_place(cx, op, offset);
}

pub(super) fn shared_load(cx: &mut Cx<'_>, address: Value, offset: i64, ty: tilewright_ir::Ty) -> Value {
    let op = cx.build().op("nvvm.ld", &[&[address], &[], &[]], &[ty]);
    shared_place(cx, op, offset);
    cx.new.result(op, 0)
}
