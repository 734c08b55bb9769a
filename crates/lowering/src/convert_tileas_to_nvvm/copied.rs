//! Loads that threads copy straight to a slot, each neighbours that lie side by side in both (`slot_write ... copied`).

use super::access::{layout_of_access, optional, together};
use super::nibbles::is_nibble;
use super::pieces::{Piece, Pieces};
use super::scalar::{Int, Scalars};
use super::swizzled::{CHUNK, set_int};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{nv_tileas, nvvm};
use tilewright_ir::{Op, Value, operand};
use tilewright_layout::dim_bits;
use tilewright_machine::memory;

/// Whether a load is copied to the slot that takes it: as it says, and as neighbours of this layout allow.
pub(super) fn is_copied(cx: &mut Cx<'_>, load: Op) -> Result<bool, Failure> {
    let old = cx.old;
    if !matches!(old.kind(load), nv_tileas::LOAD | nv_tileas::TILED_LOAD) {
        return Ok(false);
    }
    let tile = old.result(load, 0);
    let &[site] = old.uses(tile) else { return Ok(false) };
    if old.kind(site.op) != nv_tileas::SLOT_WRITE || !old.has_attr(site.op, "copied") {
        return Ok(false);
    }
    let along = old.required_int(site.op, "contiguous") as usize;
    let layout = layout_of_access(cx, load)?;
    let (low, _) = dim_bits(old.shape(old.ty(tile)), along);
    let lies_along = layout.reg.first() == Some(&(1 << low));
    let bytes = i64::from(old.element_bytes(old.ty(tile)));
    // Absent: a thread that has nothing copies nothing.
    let count = neighbours(cx, load)?;
    let size = count as i64 * bytes;
    let fewest = memory().fewest_copy_bytes.value as i64;
    Ok((lies_along || count == 1) && (fewest..=CHUNK).contains(&size))
}

/// Neighbours that a thread loads by one instruction.
fn neighbours(cx: &mut Cx<'_>, load: Op) -> Result<usize, Failure> {
    let old = cx.old;
    let ty = cx.scalar_type(old.ty(old.result(load, 0)));
    if is_nibble(cx, ty) {
        return Ok(0);
    }
    let firsts = match old.kind(load) {
        // Absent: a thread that has no element of the tile.
        nv_tileas::LOAD => together(cx, load, ty, false)?.first().map_or(0, ExactSizeIterator::len),
        _ => Pieces::width(cx, load, &layout_of_access(cx, load)?)?,
    };
    Ok(firsts)
}

/// The pieces of a load.
pub(super) fn pieces(cx: &mut Cx<'_>, load: Op) -> Result<Vec<Piece>, Failure> {
    let old = cx.old;
    if old.kind(load) == nv_tileas::TILED_LOAD {
        let layout = layout_of_access(cx, load)?;
        let pieces = Pieces::of(cx, load, &layout)?;
        return pieces.firsts().map(|first| pieces.piece(cx, first)).collect();
    }
    let ty = cx.scalar_type(old.ty(old.result(load, 0)));
    let pointers = cx.values(old.required_operand(load, operand::SOURCE))?.to_vec();
    let mask = optional(cx, load, operand::MASK)?;
    let all = together(cx, load, ty, false)?.into_iter();
    let of = |registers: std::ops::Range<usize>| Piece {
        address: pointers[registers.start],
        offset: 0,
        inside: mask.as_ref().map(|mask| mask[registers.start]),
        registers,
    };
    Ok(all.map(of).collect())
}

/// Starts the copy of a piece, of elements of so many bytes; zeros where it is not loaded. Of threads with copies one does.
pub(super) fn start(
    cx: &mut Cx<'_>,
    piece: &Piece,
    (address, offset): (Value, i64),
    (element, writer): (i64, Option<Value>),
) {
    let size = piece.registers.len() as i64 * element;
    let bytes = piece.inside.map(|inside| {
        let (all, none) = (cx.int(Int::I32, size), cx.int(Int::I32, 0));
        cx.build().select(inside, all, none)
    });
    let lists: [&[Value]; 4] = [&[address], &[piece.address], bytes.as_slice(), writer.as_slice()];
    let copy = cx.build().op(nvvm::CP_ASYNC_SHARED_GLOBAL, &lists, &[]);
    set_int(cx, copy, "offset", offset);
    set_int(cx, copy, "source_offset", piece.offset);
    if size < CHUNK {
        set_int(cx, copy, "size", size);
    }
}
