//! Tiles that go from global to shared memory through registers (docs/sources/four-stage.md), as words.

use super::access::{is_writer, load_piece, thread_coordinate};
use super::exchange::shared_store;
use super::fragments::WORD_BYTES;
use super::pieces::Pieces;
use super::scalar::{Int, Scalars};
use super::swizzled::{CHUNK, CHUNK_WORDS, TileAddress, form_of, tile_of};
use super::{Cx, ThreadLowering};
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::threads::thread_boxes;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::views::TileAccess;
use tilewright_ir::{Op, Value};
use tilewright_layout::{Layout, dim_bits, log2};

/// Each thread reads words of 16 bytes together where it may, less at edges that cut them.
pub(super) fn staged_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let facts = TileAccess::of(old, op).and_then(|access| ViewFacts::of(old, access.view));
    // Absent: a view without boxes is refused below, as a contradiction.
    let boxes = facts.as_ref().and_then(|facts| thread_boxes(old, op, facts).ok());
    let (Some(facts), Some(boxes)) = (facts, boxes) else {
        return Err(cx.error(op, "internal", "a view that threads cannot read"));
    };
    let vector = (CHUNK / boxes.element_bytes) as u32;
    let layout = Layout::along(&facts.tile, boxes.contiguous, vector, cx.state.warp_bits);
    let mut words: Vec<Value> = Vec::new();
    // The parts of a word that were loaded before.
    let mut parts: Option<(Value, i64)> = None;
    let pieces = Pieces::of(cx, op, &layout)?;
    for first in pieces.firsts() {
        let piece = pieces.piece(cx, first)?;
        let bytes = piece.registers.len() as i64 * boxes.element_bytes;
        let (ty, count) = match bytes {
            1 => (cx.new.named_type("i8"), 1),
            2 => (cx.new.named_type("i16"), 1),
            _ => (cx.int_type(Int::I32), (bytes / WORD_BYTES) as usize),
        };
        let defaults = match piece.inside {
            Some(_) => vec![cx.build().constant(0, ty); count],
            // Absent: all elements are inside of the view, and none is made up.
            None => Vec::new(),
        };
        let loaded = load_piece(cx, &piece, &defaults, &vec![ty; count]);
        let &[part] = &loaded[..] else {
            words.extend(loaded);
            continue;
        };
        if bytes >= WORD_BYTES {
            words.push(part);
            continue;
        }
        let word = cx.int_type(Int::I32);
        let part = cx.build().extend("unsigned", part, word);
        let (below, have) = match parts.take() {
            None => (part, 0),
            Some((below, have)) => {
                let part = cx.binary_const(arith::SHLI, part, Int::I32, 8 * have);
                (cx.binary(arith::ORI, below, part), have)
            }
        };
        match have + bytes {
            WORD_BYTES => words.push(below),
            have => parts = Some((below, have)),
        }
    }
    cx.replace(old.result(op, 0), words);
    Ok(())
}

/// Each thread writes its chunks where the swizzle wants them.
pub(super) fn staged_store(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let [tile, buffer, slot] = old.required_operands(op, [operand::TILE, operand::BUFFER, operand::SLOT]);
    let Some(shape) = old.buffer_type(old.ty(buffer)).map(|b| b.tile.to_vec()) else {
        return Err(cx.error(op, "internal", "a store to what is no buffer"));
    };
    let words = old.shape(old.ty(tile)).to_vec();
    let contiguous = old.required_int(op, "contiguous") as usize;
    let last = shape.len().saturating_sub(1);
    if contiguous > last {
        return Err(cx.error(op, "internal", "a tile that lies along none of its dimensions"));
    }
    let row_dim = if contiguous == last {
        last.saturating_sub(1)
    } else {
        last
    };
    let layout = cx.layout_of(tile);
    let form = form_of(cx, op, buffer, shape[row_dim])?;
    let base = tile_of(cx, buffer, slot)?;
    let row = thread_coordinate(cx, &layout, &words, row_dim);
    let chunk = thread_coordinate(cx, &layout, &words, contiguous);
    let chunk = chunk.map(|word| cx.binary_const(arith::SHRI, word, Int::I32, log2(CHUNK_WORDS as u64) as i64));
    let mut place = TileAddress::new(cx, form, base, row, chunk);
    let writer = is_writer(cx, &layout);
    let values = cx.values(tile)?;
    let part = |index: u32, dim: usize| {
        let (low, count) = dim_bits(&words, dim);
        i64::from(index >> low & ((1 << count) - 1))
    };
    for (number, chunk) in values.chunks(CHUNK_WORDS).enumerate() {
        let index = layout.register_index(number * CHUNK_WORDS);
        let (row, word) = (part(index, row_dim), part(index, contiguous));
        let (address, offset) = place.at(cx, row, word / CHUNK_WORDS as i64);
        shared_store(cx, address, offset, chunk, writer);
    }
    Ok(())
}
