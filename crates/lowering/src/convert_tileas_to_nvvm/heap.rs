//! Memory that is no argument of the kernel: globals of the module, and scratch memory of a tile block from the
//! device's heap.
//!
//! All scratch memory of a kernel is one piece, taken when a tile block starts and given back when it ends: what an
//! `alloca` makes lives at most that long.

use super::access::tile_leader;
use super::control::{fork, jump};
use super::exchange::{barrier, shared_base, shared_load, shared_store};
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nv_tileas, nvvm};
use tilewright_ir::{AttrData, Block, Op, Value};
use tilewright_sorted::SortedMap;

/// The alignment of the heap's memory, in bytes (CUDA programming guide, dynamic global memory allocation).
const HEAP_ALIGNMENT: i64 = 16;
/// The most that a tile block may ask for: beyond it the heap's size would no longer be a number of 40 bits.
const MAX_BYTES: i64 = 1 << 40;

/// The scratch memory of a tile block.
pub(super) struct Scratch {
    /// The address that the heap gave.
    memory: Value,
    /// The same, aligned.
    base: Value,
    offsets: SortedMap<Op, i64>,
}

/// Takes the memory of all `alloca` of a kernel, if it has any.
pub(super) fn allocate(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let (old, mut bytes, mut align, mut offsets) = (cx.old, 0i64, HEAP_ALIGNMENT, SortedMap::new());
    for op in old
        .walk(body)
        .into_iter()
        .filter(|&op| old.kind(op) == nv_tileas::ALLOCA)
    {
        let Some(pointee) = old.pointee(old.element(old.ty(old.result(op, 0)))) else {
            return Err(cx.error(op, "internal", "memory of no type"));
        };
        let size = i64::from(old.element_bytes(pointee));
        let own = old.required_int(op, "alignment").clamp(size, MAX_BYTES);
        let own = 1i64 << tilewright_layout::log2(own as u64);
        let count = old.required_int(op, "num_elem");
        let room = count.checked_mul(size).filter(|room| (0..=MAX_BYTES).contains(room));
        let start = (bytes + own - 1) & -own;
        let Some(room) = room.filter(|room| start + room <= MAX_BYTES) else {
            let refusal = cx.error(
                op,
                "convert.alloca",
                format!("{count} elements of {size} bytes are more than a GPU has"),
            );
            return Err(Box::new(refusal.with_help("allocate less")));
        };
        offsets.insert(op, start);
        (bytes, align) = (start + room, align.max(own));
    }
    if offsets.is_empty() {
        return Ok(());
    }
    let ty = cx.int_type(Int::I64);
    let size = cx.new.intern_attr(AttrData::Int(bytes + align - HEAP_ALIGNMENT));
    let place = shared_base(cx, 8);
    let (first, all) = (cx.add_block(), cx.add_block());
    let leader = tile_leader(cx);
    fork(cx, leader, first, all);
    cx.block = first;
    let memory = cx.build().value_with(nvvm::MALLOC, &[], ty, &[("bytes", size)]);
    shared_store(cx, place, 0, &[memory], None);
    jump(cx, all, &[]);
    cx.block = all;
    barrier(cx);
    let memory = shared_load(cx, place, 0, ty);
    // The heap may be too small: the kernel ends with an error then.
    let zero = cx.int(Int::I64, 0);
    let there = cx.compare("not_equal", memory, zero);
    let (none, some) = (cx.add_block(), cx.add_block());
    fork(cx, there, some, none);
    cx.block = none;
    cx.build().op(nvvm::TRAP, &[], &[]);
    jump(cx, some, &[]);
    cx.block = some;
    let mut base = memory;
    if align > HEAP_ALIGNMENT {
        base = cx.binary_const(arith::ADDI, base, Int::I64, align - HEAP_ALIGNMENT);
        base = cx.binary_const(arith::ANDI, base, Int::I64, -align);
    }
    cx.state.scratch = Some(Scratch { memory, base, offsets });
    Ok(())
}

/// Gives the memory back, once all threads are done with it.
pub(super) fn release(cx: &mut Cx<'_>) {
    // Absent: a kernel without scratch memory gives none back.
    let Some(memory) = cx.state.scratch.as_ref().map(|scratch| scratch.memory) else {
        return;
    };
    barrier(cx);
    let (first, all) = (cx.add_block(), cx.add_block());
    let leader = tile_leader(cx);
    fork(cx, leader, first, all);
    cx.block = first;
    cx.build().op(nvvm::FREE, &[&[memory]], &[]);
    jump(cx, all, &[]);
    cx.block = all;
}

pub(super) fn alloca(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let scratch = cx.state.scratch.as_ref();
    let place = scratch.and_then(|scratch| Some((scratch.base, *scratch.offsets.get(&op)?)));
    let Some((base, offset)) = place else {
        return Err(cx.error(op, "internal", "scratch memory that was not counted"));
    };
    let address = cx.binary_const(arith::ADDI, base, Int::I64, offset);
    cx.replace(cx.old.result(op, 0), [address]);
    Ok(())
}

pub(super) fn global(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let new = cx.build().op(nvvm::GLOBAL, &[], &[]);
    cx.copy_attrs(op, new);
    Ok(())
}

pub(super) fn get_global(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let ty = cx.int_type(Int::I64);
    let address = cx.build().value(nvvm::GET_GLOBAL, &[], ty);
    if let Some(new) = cx.new.defining_op(address) {
        cx.copy_attrs(op, new);
    }
    cx.replace(cx.old.result(op, 0), [address]);
    Ok(())
}
