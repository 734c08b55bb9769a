//! The four-stage loop (docs/sources/four-stage.md) of whatever a loop does with its tiles: each of them goes from global memory to
//! registers, from there to a ring of its own, and is read from that, each step an iteration before the next.
//!
//! The steady iteration is the published one. What a product alone takes is read as its fragments, and any other tile as threads have it.
//! Tiles for which a thread has no registers are read from their slots as the iteration works (`nv_tileas.read_late` on their loads): with
//! two slots, all threads meet before such a slot is written over.
//!
//! ```text
//!                           a = load 0; write a, SM[0]; a = load 1; barrier
//! for %k in 0 .. trips {    b = read SM[0]; write a, SM[1]; a = load 2; barrier
//!   %a = tiled_load    ->   for %k in 0 .. trips {
//!   %x = f(%a)                %x = f(b); b = read SM[k+1]; write a, SM[k+2]; if there is k + 3 { a = load k + 3 }; barrier
//! }                         }
//! ```
//!
//! Where a later iteration is missing, what was loaded before is written once more, to a slot that nobody reads.

use super::iterations::{Exists, Iterations, when};
use super::ring::round;
use super::rings::{Cx, each_tile, first_tiles, last_tiles, place, ring};
use super::{loop_of, word};
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::ops::{arith, nv_tileas, nvvm};
use tilewright_ir::words::major;
use tilewright_ir::{Block, Op, Value};
use tilewright_layout::Layout;

/// The way in which a tile is read from its slot an iteration ahead.
#[derive(Clone)]
pub(super) enum Read {
    /// As threads have it.
    Tile,
    /// As the fragments of one side of a product.
    Fragments(Fragments),
}

/// The words of an operand that warps hold as fragments.
#[derive(Clone)]
pub(super) struct Fragments {
    pub side: usize,
    pub k_major: bool,
    pub shape: [i64; 2],
    pub layout: Layout,
}

/// The tiles of a loop that go through registers.
pub(super) struct Through {
    /// Those that are read an iteration ahead, by the numbers of their loads.
    pub reads: Vec<(usize, Read)>,
    /// These in the iteration that is being made.
    pub now: Vec<Value>,
}

/// Iterations between the load of a tile and its use.
const AHEAD: i64 = 3;

/// Makes the loop; returns what the old one results in.
pub(super) fn pipeline(
    cx: &mut Cx<'_>,
    op: Op,
    body: Block,
    (iterations, inits): (&Iterations, Vec<Value>),
) -> Result<Vec<Value>, Failure> {
    let any = iterations.exists(cx, 0);
    let otherwise = inits.clone();
    when(cx, any, &otherwise, |cx| stages(cx, op, body, iterations, inits))
}

/// The whole of it, where there is at least one iteration.
fn stages(cx: &mut Cx<'_>, op: Op, body: Block, n: &Iterations, inits: Vec<Value>) -> Result<Vec<Value>, Failure> {
    let count = inits.len();
    let (slots, tiles) = {
        let ring = ring(cx, op)?;
        (ring.stages, ring.found.loads.len())
    };
    let reads = reads(cx, op)?;
    let zero = word(cx, 0);
    let second_slot = word(cx, (slots - 1).min(1));
    let first = load(cx, op, body, n.lower)?;
    write(cx, op, &first, zero)?;
    let second = load_if_there(cx, (op, body, n), 1, &first)?;
    barrier(cx);
    let mut carried = inits;
    carried.push(zero);
    carried.extend(read(cx, op, &reads, zero)?);
    if slots == 1 {
        barrier(cx);
    }
    write(cx, op, &second, second_slot)?;
    carried.extend(load_if_there(cx, (op, body, n), 2, &second)?);
    barrier(cx);
    let ahead = carried.len();
    carried.extend(first_tiles(cx, op, body, n)?);
    let staged = ahead - tiles;
    let mut results = loop_of(cx, op, [n.lower, n.upper, n.step], &carried, |cx, index, values| {
        let slot = values[count];
        let last = last_tiles(cx, op, body, n, index)?;
        let carried = ring(cx, op)?.found.ahead.clone();
        for (&load, &tile) in carried.iter().zip(&values[ahead..]) {
            cx.replace_unnamed(cx.old.result(load, 0), tile);
        }
        let arguments = cx.old.arguments(body);
        for (&argument, &value) in arguments.iter().zip([index].iter().chain(&values[..count])) {
            cx.replace_unnamed(argument, value);
        }
        let ring = ring(cx, op)?;
        ring.slot = Some(slot);
        if let Some(through) = &mut ring.through {
            through.now = values[count + 1..staged].to_vec();
        }
        cx.block_ops(body)?;
        let mut next = std::mem::take(&mut cx.state.handed_on);
        let reads_late = reads.len() < tiles;
        let [after, free] = turns(cx, slot, slots);
        next.push(after);
        next.extend(read(cx, op, &reads, after)?);
        if slots == 1 || slots == 2 && reads_late {
            barrier(cx);
        }
        write(cx, op, &values[staged..ahead], free)?;
        let exists = n.exists_after(cx, index, AHEAD);
        next.extend(when(cx, exists, &values[staged..ahead], |cx| {
            let at = n.after(cx, index, AHEAD);
            load(cx, op, body, at)
        })?);
        barrier(cx);
        // The tiles of the iterations between move on.
        next.extend(values[ahead..].iter().skip(carried.len()));
        next.extend(last);
        Ok(next)
    })?;
    results.truncate(count);
    Ok(results)
}

fn reads(cx: &mut Cx<'_>, op: Op) -> Result<Vec<(usize, Read)>, Failure> {
    let through = ring(cx, op)?.through.as_ref();
    // Absent: tiles that go another way.
    Ok(through.map_or_else(Vec::new, |through| through.reads.clone()))
}

/// The slots of the two tiles after the one of a slot: which is read while that is worked on, and which is written.
pub(super) fn turns<S>(cx: &mut Conversion<'_, S>, slot: Value, slots: i64) -> [Value; 2] {
    match slots {
        1 => [slot; 2],
        2 => {
            let one = word(cx, 1);
            [cx.build().binary(arith::XORI, slot, one), slot]
        }
        _ => {
            let next = round(cx, slot, slots - 1, 0, 1);
            [next, round(cx, next, slots - 1, 0, 1)]
        }
    }
}

/// Loads the tiles of the iteration of an index.
fn load(cx: &mut Cx<'_>, op: Op, body: Block, at: Value) -> Result<Vec<Value>, Failure> {
    let loads = ring(cx, op)?.found.loads.len();
    let warp_bits = cx.state.warp_bits;
    let mut words = Vec::new();
    let numbers: Vec<usize> = (0..loads).collect();
    each_tile(cx, (op, body), at, &numbers, |cx, _, ring| {
        let (view, indices) = place(cx, ring.load)?;
        let load = (ring.load, ring.tma.contiguous);
        words.push(staged_load(cx, load, warp_bits, view, &indices));
        Ok(())
    })?;
    Ok(words)
}

/// Loads the tiles of the iteration of a number, or if there is none, keeps those before.
fn load_if_there(
    cx: &mut Cx<'_>,
    (op, body, n): (Op, Block, &Iterations),
    number: i64,
    before: &[Value],
) -> Result<Vec<Value>, Failure> {
    let exists: Exists = n.exists(cx, number);
    when(cx, exists, before, |cx| {
        let at = n.after(cx, n.lower, number);
        load(cx, op, body, at)
    })
}

/// Writes tiles to a slot of their rings.
fn write(cx: &mut Cx<'_>, op: Op, tiles: &[Value], slot: Value) -> Result<(), Failure> {
    let ring = ring(cx, op)?;
    let buffers = ring.buffers.clone();
    let along: Vec<usize> = ring.found.loads.iter().map(|load| load.tma.contiguous).collect();
    for ((&tile, buffer), along) in tiles.iter().zip(buffers).zip(along) {
        staged_store(cx, tile, buffer, slot, along);
    }
    Ok(())
}

/// Reads what is read an iteration ahead from a slot.
fn read(cx: &mut Cx<'_>, op: Op, reads: &[(usize, Read)], slot: Value) -> Result<Vec<Value>, Failure> {
    let mut made = Vec::new();
    for (number, read) in reads {
        let ring = ring(cx, op)?;
        let (load, buffer) = (ring.found.loads[*number].clone(), ring.buffers[*number]);
        cx.loc = cx.old.loc(load.load);
        made.push(match read {
            Read::Tile => {
                let ty = cx.old.ty(cx.old.result(load.load, 0));
                let contiguous = cx.build().int(load.tma.contiguous as i64);
                cx.build()
                    .value_with(nv_tileas::SLOT_READ, &[buffer, slot], ty, &[("contiguous", contiguous)])
            }
            Read::Fragments(of) => fragment_load(cx, of, buffer, slot),
        });
        cx.loc = cx.old.loc(op);
    }
    Ok(made)
}

/// Words that a thread moves at once: 16 bytes.
const COPIED_WORDS: u32 = 4;
/// Bytes of a word.
const WORD_BYTES: i64 = 4;

/// Loads a tile of a view as words, along the dimension in which it lies.
pub(super) fn staged_load<S>(
    cx: &mut Conversion<'_, S>,
    (load, contiguous): (Op, usize),
    warp_bits: usize,
    view: Value,
    indices: &[Value],
) -> Value {
    let loc = std::mem::replace(&mut cx.loc, cx.old.loc(load));
    let tile = cx.old.ty(cx.old.result(load, 0));
    let mut shape = cx.old.shape(tile).to_vec();
    shape[contiguous] = shape[contiguous] * i64::from(cx.old.element_bytes(tile)) / WORD_BYTES;
    let layout = Layout::along(&shape, contiguous, COPIED_WORDS, warp_bits);
    let (layout, word) = (layout.to_attr(&mut cx.new), cx.new.named_type("i32"));
    let ty = cx.new.make_tile_type(&shape, word, Some(layout));
    let op = cx.build().op(nv_tileas::STAGED_LOAD, &[&[view], indices], &[ty]);
    cx.loc = loc;
    cx.new.result(op, 0)
}

/// Writes words to a slot.
pub(super) fn staged_store<S>(cx: &mut Conversion<'_, S>, tile: Value, buffer: Value, slot: Value, along: usize) {
    let along = cx.build().int(along as i64);
    cx.build().op_with(
        nv_tileas::STAGED_STORE,
        &[&[tile], &[buffer], &[slot]],
        &[],
        &[("contiguous", along)],
    );
}

/// Reads an operand from a slot as its fragments.
pub(super) fn fragment_load<S>(cx: &mut Conversion<'_, S>, of: &Fragments, buffer: Value, slot: Value) -> Value {
    let (layout, word) = (of.layout.to_attr(&mut cx.new), cx.new.named_type("i32"));
    let ty = cx.new.make_tile_type(&of.shape, word, Some(layout));
    let side = cx.keyword(["lhs", "rhs"][of.side]);
    let major = cx.keyword(if of.k_major { major::K } else { major::MN });
    cx.build().value_with(
        nv_tileas::FRAGMENT_LOAD,
        &[buffer, slot],
        ty,
        &[("side", side), ("major", major)],
    )
}

/// The operand of an old product becomes that whose fragments these words are.
pub(super) fn hold<S>(cx: &mut Conversion<'_, S>, (dot, side): (Op, usize), words: Value) {
    let operand = cx.old.sides(dot)[side];
    let ty = cx.old.ty(operand);
    let held = cx.build().value(nv_tileas::FRAGMENTS, &[words], ty);
    cx.replace_unnamed(operand, held);
}

pub(super) fn barrier<S>(cx: &mut Conversion<'_, S>) {
    cx.build().op(nvvm::BARRIER, &[&[]], &[]);
}
