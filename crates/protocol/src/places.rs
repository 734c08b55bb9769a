//! Where buffers and barriers lie in shared memory: apart from each other, inside of what is set aside for them, and where
//! those who access them can address them. A buffer may lie over one that nobody needs any more.

use super::finding::{Finding, Found};
use super::structure::{all, name};
use std::ops::Range;
use tilewright_ir::ops::{cute_nvgpu, cutlass, nv_tileas, nvvm};
use tilewright_ir::words::swizzle;
use tilewright_ir::{MBARRIER_BYTES, Module, Op, OpKind, operand};

/// The bytes that something takes, its name, and the op that makes it, if it is a buffer.
type Taken = (Range<i64>, String, Option<Op>);

/// Bytes to which a copy by TMA aligns its tile in shared memory (PTX ISA, `cp.async.bulk.tensor`).
const TMA_ALIGNMENT: i64 = 128;
/// Bytes that a thread moves at once, at most (PTX ISA, `cp.async` and `ldmatrix`).
const ACCESS_ALIGNMENT: i64 = 16;

/// Two things on the same bytes of shared memory, or a buffer or barrier where none may be.
pub(super) fn fault(module: &Module, ops: &[Op], memory: u32) -> Option<Found> {
    let (buffers, barriers) = match (buffers(module, ops), barriers(module, ops)) {
        (Ok(buffers), Ok(barriers)) => (buffers, barriers),
        (Err(found), _) | (_, Err(found)) => return Some(found),
    };
    let mut taken: Vec<Taken> = buffers.into_iter().chain(barriers).collect();
    let memory = i64::from(memory);
    if let Some((bytes, what, _)) = taken.iter().find(|(bytes, ..)| bytes.end > memory) {
        let (what, end) = (what.clone(), bytes.end);
        return Some(Finding::BeyondMemory { what, end, memory }.into());
    }
    taken.sort_by_key(|(bytes, ..)| bytes.start);
    let mut pairs =
        (taken.iter().enumerate()).flat_map(|(at, one)| taken[at + 1..].iter().map(move |other| (one, other)));
    pairs.find_map(|((before, one, maker), (after, other, next))| {
        if after.start >= before.end || maker.zip(*next).is_some_and(|(one, other)| in_turn(module, one, other)) {
            return None;
        }
        let shared = Finding::SharedBytes {
            one: one.clone(),
            other: other.clone(),
            from: after.start,
        };
        Some(shared.into())
    })
}

/// Accesses that are over when the thread goes on.
const DONE_AT_ONCE: [OpKind; 5] = [
    nv_tileas::STAGED_STORE,
    nv_tileas::FRAGMENT_LOAD,
    nv_tileas::BUFFER_DOT,
    nv_tileas::SLOT_READ,
    nv_tileas::SLOT_WRITE,
];

/// Whether all accesses to one of two buffers come before all of the other, and all threads meet in between. The block in which they do is
/// gone through once: in a loop, what is in one buffer would not be there in the next iteration.
fn in_turn(module: &Module, one: Op, other: Op) -> bool {
    let Some(block) = module.parent(one) else { return false };
    let owner = module.owner(block);
    let is_once = owner.is_some_and(|owner| {
        let mut blocks = module.regions(owner).iter().flat_map(|&region| module.blocks(region));
        module.kind(owner) == nv_tileas::FUNC && blocks.all(|&only| only == block)
    });
    let ops: Vec<Op> = module.ops(block).collect();
    // The first and the last place of an access; none if one is not known to be over there.
    let span = |made: Op| {
        let mut span = (usize::MAX, 0);
        for used in module.uses(module.result(made, 0)) {
            let mut around = std::iter::successors(Some(used.op), |&op| module.parent_op(op));
            let at = around.find_map(|op| ops.iter().position(|&at| at == op))?;
            span = (span.0.min(at), span.1.max(at));
            DONE_AT_ONCE.contains(&module.kind(used.op)).then_some(())?;
        }
        Some(span)
    };
    let (Some(one), Some(other)) = (span(one), span(other)) else {
        return false;
    };
    let is_meeting = |&op: &Op| module.kind(op) == nvvm::BARRIER && !module.has_attr(op, "id");
    let meet = |from: usize, to: usize| {
        ops.get(from + 1..to)
            .is_some_and(|between| between.iter().any(is_meeting))
    };
    is_once && (meet(one.1, other.0) || meet(other.1, one.0))
}

/// The bytes of buffers.
fn buffers(module: &Module, ops: &[Op]) -> Result<Vec<Taken>, Found> {
    let buffers = || all(module, ops, nv_tileas::ALLOC_TENSOR);
    // Before buffers are given their places each is memory of its own.
    let placed = buffers().any(|op| module.int_attr(op, "offset").is_some());
    let mut taken = Vec::new();
    for op in buffers().filter(|_| placed) {
        let value = module.result(op, 0);
        let buffer = name(module, value);
        // Absent: a tile in registers takes no shared memory.
        let Some(ty) = module.buffer_type(module.ty(value)) else {
            continue;
        };
        let found = |finding| Err(Found::at(module, op, finding));
        let Some(at) = module.int_attr(op, "offset") else {
            return found(Finding::BufferWithoutPlace { buffer });
        };
        if at < 0 {
            return found(Finding::BufferBeforeMemory { buffer, at });
        }
        // Slots lie a multiple of every alignment apart, so that the first tells of all.
        let (align, why) = alignment(module, op);
        if at % align != 0 {
            return found(Finding::BufferMisaligned { buffer, at, align, why });
        }
        let bytes = ty.depth.saturating_mul(ty.pitch());
        let what = match buffer.strip_prefix('%') {
            Some(name) if !name.starts_with(|first: char| first.is_ascii_digit()) => format!("the buffer {buffer}"),
            // Absent: nobody has named it; its type and its line tell it from others.
            _ => {
                let ty = module.type_text(module.ty(value));
                format!("the {ty} of line {}", module.loc_data(module.loc(op)).line)
            }
        };
        taken.push((at..at.saturating_add(bytes), what, Some(op)));
    }
    Ok(taken)
}

/// The alignment of a buffer's tiles, and the reason for it.
fn alignment(module: &Module, alloc: Op) -> (i64, &'static str) {
    const PATTERN: &str = "the pattern of its swizzle starts there";
    // Absent: rows that are not swizzled may start anywhere.
    match module.keyword(alloc, "swizzle") {
        // Eight rows, which the exclusive or with address bits counts from a multiple of their bytes (PTX ISA, swizzling).
        swizzle::ROWS_128 => return (1024, PATTERN),
        swizzle::ROWS_64 => return (512, PATTERN),
        swizzle::ROWS_32 => return (256, PATTERN),
        // Absent: rows that are not swizzled may start anywhere.
        _ => {}
    }
    let is_copy = |op: Op| module.kind(op) == cute_nvgpu::TMA_LOAD;
    match module.uses(module.result(alloc, 0)).iter().any(|used| is_copy(used.op)) {
        true => (TMA_ALIGNMENT, "TMA writes there"),
        false => (ACCESS_ALIGNMENT, "threads access as many bytes at once"),
    }
}

/// The bytes that are set aside for barriers, and for work ids that lie among them.
fn barriers(module: &Module, ops: &[Op]) -> Result<Vec<Taken>, Found> {
    let mut taken: Vec<Taken> = Vec::new();
    let mut take = |base: Op, bytes: i64| {
        // Absent: from the first byte on.
        let start = module.int_attr(base, "from").unwrap_or(0);
        let one = (
            start..start.saturating_add(bytes),
            format!("the {bytes} bytes from {start} on that are set aside for barriers"),
            None,
        );
        if !taken.contains(&one) {
            taken.push(one);
        }
        start
    };
    let base_of = |value| {
        let base = module.defining_op(value);
        let base = base.filter(|&base| module.kind(base) == nvvm::SHARED_BASE)?;
        Some((base, module.int_attr(base, "bytes")?))
    };
    for op in all(module, ops, nvvm::MBARRIER_INIT) {
        let found = |finding| Err(Found::at(module, op, finding));
        let base = base_of(module.only_operand(op));
        let (Some((base, bytes)), Some(offset)) = (base, module.int_attr(op, "offset")) else {
            return found(Finding::BarrierPlaceUnknown);
        };
        let start = take(base, bytes);
        let at = start.saturating_add(offset);
        if offset < 0 || offset > bytes.saturating_sub(MBARRIER_BYTES) {
            return found(Finding::BarrierOutside { at, bytes, start });
        }
        if at % MBARRIER_BYTES != 0 {
            let align = MBARRIER_BYTES;
            return found(Finding::BarrierMisaligned { at, align });
        }
    }
    let is_ring = |op: &Op| {
        matches!(
            module.kind(*op),
            cutlass::TILE_SCHEDULER_READ_WORK_ID | cutlass::TILE_SCHEDULER_WRITE_WORK_ID
        )
    };
    for op in ops.iter().copied().filter(is_ring) {
        match module.operand_named(op, operand::BUFFER).and_then(base_of) {
            Some((base, bytes)) => take(base, bytes),
            None => return Err(Found::at(module, op, Finding::BufferUnknown)),
        };
    }
    Ok(taken)
}
