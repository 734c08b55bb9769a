//! Loops whose tiles come through rings of their own, which all threads fill, or one of them has TMA fill.
//!
//! The prologue starts the copies of the first `stages` - 1 iterations, and each iteration those of the one `stages` - 1 later, if there
//! is one. Copies are counted in groups, one an iteration, empty ones too. The barrier of an iteration says two things: all threads'
//! copies of its tiles are there, and no one reads the tiles of the iteration before any more, whose places are filled next. Whatever the
//! loop does besides stays as it is; small tiles that have no ring are carried, loaded an iteration ahead. A loop of no ring at all carries
//! the tiles of some iterations, and has no barrier. A tile is read from its ring where it was loaded, or, if only a product takes it, before that.
//!
//! ```text
//!                              for j in 0 .. stages-1 { if j < trips { async.tiled_load ... }; commit }
//! for %k {                     for %k {
//!   %a = tiled_load              wait_group stages-2; barrier
//!   %x = f(%a)          ->       if there is %k + (stages-1) { async.tiled_load ... }; commit
//!   %b = tiled_load              %x = f(slot_read)
//!   dot %x, %b                   dot %x, slot_read
//! }                            }
//! ```
//!
//! Where TMA can (`nv_tileas.by_tma` on the loop), one thread has it fill the rings instead, and the full barrier of a slot takes the place of
//! groups (`bulk.rs`): the barrier of an iteration says only that no one reads any more what is filled next.
//!
//! With one stage (`refilled.rs`), the slot of a ring is filled again when all threads have read it: the copies of the next iteration run while
//! this one works on what other rings brought.

use super::bulk::{self, Bulk, Copy};
use super::iterations::{Exists, Iterations, when};
use super::refilled::{self, Refilled};
use super::ring::{before, round};
use super::through::{self, Fragments, Read, Through};
use super::{count_op, loop_of, word};
use crate::pipelining::CopyForm;
use crate::pipelining::product_loop::is_nested;
use crate::pipelining::thread_rings::{self, ThreadRings, chain, is_in_pieces, operand};
use crate::pipelining::{Operand, indices_in_loop};
use tilewright_analysis::Context;
use tilewright_analysis::contract::set_tensor_maps;
use tilewright_analysis::tma::TensorMap;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::dialects::facts::{BY_TMA, FORM, READ_LATE, STAGES};
use tilewright_ir::ops::{nv_tileas, nvvm, scf};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{AttrData, Block, Def, Module, Op, Value, operand};
use tilewright_sorted::{SortedMap, SortedSet};

/// A loop, and its rings.
pub(super) struct Ring {
    pub(super) found: ThreadRings,
    /// The ops of the loop that compute which tiles it copies.
    pub(super) indices: Vec<Op>,
    /// Those that compute which tiles it loads an iteration ahead.
    indices_ahead: Vec<Op>,
    pub(super) stages: i64,
    /// The number of each load's ring, and its buffer.
    numbers: Vec<usize>,
    pub(super) buffers: Vec<Value>,
    /// The slot that the iteration reads that is being made.
    pub(super) slot: Option<Value>,
    /// Where tiles go to their rings through registers; none: they are copied.
    pub(super) through: Option<Through>,
    /// Where the only slots are filled again; none: there are several of each.
    pub(super) refilled: Option<Refilled>,
}

#[derive(Default)]
pub(super) struct State {
    /// The rings of each loop.
    pub(super) rings: SortedMap<Op, Ring>,
    /// The loop of each load that has a ring, and its number there.
    loads: SortedMap<Op, (Op, usize)>,
    /// The loads whose tiles the loop carries.
    ahead: SortedSet<Op>,
    /// The ops between such a load and the one product that takes it, the load among them, by the product.
    late: SortedMap<Op, Vec<Op>>,
    /// All of these ops.
    waiting: SortedSet<Op>,
    /// The buffers of the rings of loops that were rewritten before.
    buffers: SortedMap<usize, Value>,
    /// The values that the iteration yields which is being made.
    pub(super) handed_on: Vec<Value>,
    /// Warps of a CTA, as a power of two.
    pub(super) warp_bits: usize,
    /// The tensor maps that copies need.
    tensor_maps: Vec<TensorMap>,
}

pub(super) type Cx<'a> = Conversion<'a, State>;

static PATTERNS: &[Pattern<State>] = &[
    Pattern {
        op: scf::FOR,
        rewrite: pipeline,
    },
    Pattern {
        op: scf::CONTINUE,
        rewrite: hand_on,
    },
    Pattern {
        op: nv_tileas::TILED_LOAD,
        rewrite: load,
    },
    Pattern {
        op: nv_tileas::LOAD,
        rewrite: load,
    },
    Pattern {
        op: nv_tileas::PERMUTE,
        rewrite: turned,
    },
    Pattern {
        op: nv_tileas::VIEW,
        rewrite: turned,
    },
    Pattern {
        op: nv_tileas::DOT,
        rewrite: product,
    },
    Pattern {
        op: nv_tileas::DOT_SCALED,
        rewrite: product,
    },
];

/// Rewrites the loops that are marked.
pub(super) fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let mut state = State {
        warp_bits: tilewright_analysis::warp_bits(module, context),
        ..State::default()
    };
    // Absent: most ops are no such loops.
    let form = |op: Op| CopyForm::from_name(module.keyword(op, FORM));
    let stages = |for_op: Op| module.required_int(for_op, STAGES).max(1);
    let of = |for_op: Op| match form(for_op)? {
        CopyForm::Rings => Some(ThreadRings::of(module, for_op, context.target)),
        CopyForm::FourStage => Some(ThreadRings::of_views(module, for_op, context.target)),
        CopyForm::Ahead => Some(ThreadRings::to_registers(
            module,
            for_op,
            (stages(for_op) - 1).max(1),
            context.target,
        )),
        CopyForm::Copies | CopyForm::Bulk => None,
    };
    let loops: Vec<ThreadRings> = module.walk(module.top()).into_iter().filter_map(of).collect();
    let (numbers, _) = thread_rings::rings(module, &loops);
    for (found, numbers) in loops.into_iter().zip(numbers) {
        let for_op = found.for_op;
        let copied: Vec<Op> = found.loads.iter().map(|ring| ring.load).collect();
        let is_empty = copied.is_empty() && found.ahead.is_empty();
        let indices = indices_in_loop(module, for_op, &copied).filter(|_| !is_empty);
        let Some((indices, indices_ahead)) = indices.zip(indices_in_loop(module, for_op, &found.ahead)) else {
            return Err(module.contradicts(
                for_op,
                "the loads of the loop that was scheduled are not where they were",
            ));
        };
        for (number, ring) in found.loads.iter().enumerate() {
            state.loads.insert(ring.load, (for_op, number));
        }
        state.ahead.extend(found.ahead.iter().copied());
        for dot in found.products(module) {
            for ops in (0..2).filter_map(|side| chain(module, &found, dot, side)) {
                state.waiting.extend(ops.iter().copied());
                state.late.entry(dot).or_default().extend(ops);
            }
        }
        let stages = stages(for_op);
        let through = (form(for_op) == Some(CopyForm::FourStage)).then(|| Through {
            reads: read_ahead(module, &found, state.warp_bits),
            now: Vec::new(),
        });
        let is_refilled = stages == 1 && through.is_none() && !found.loads.is_empty();
        let ring = Ring {
            stages,
            through,
            refilled: is_refilled.then(|| Refilled::new(found.reads(module))),
            found,
            indices,
            indices_ahead,
            numbers,
            buffers: Vec::new(),
            slot: None,
        };
        state.rings.insert(for_op, ring);
    }
    let legal = &["nv_tileas", "cutlass", "cute_nvgpu", "llvm", "nvvm", "arith", "scf"];
    let (mut module, state) = convert(module, &ConversionTarget::new(legal, PATTERNS), state)?;
    set_tensor_maps(&mut module, &state.tensor_maps);
    Ok(Some(module))
}

/// The tiles that are read an iteration ahead, each by the number of its load.
fn read_ahead(module: &Module, found: &ThreadRings, warp_bits: usize) -> Vec<(usize, Read)> {
    let dots = found.products(module);
    let sides: Vec<_> = dots.iter().flat_map(|&dot| [(dot, 0), (dot, 1)]).collect();
    let of = |load: Op| {
        let taken = sides
            .iter()
            .find_map(|&(dot, side)| Some((dot, side, operand(module, found, dot, side).filter(|o| o.read == load)?)));
        match taken {
            None => Read::Tile,
            Some((dot, side, operand)) => {
                let (shape, layout) = found.fragments(module, (dot, side), warp_bits);
                Read::Fragments(Fragments {
                    side,
                    k_major: operand.k_major,
                    shape,
                    layout,
                })
            }
        }
    };
    let loads = found.loads.iter().enumerate();
    loads
        .filter(|(_, load)| !module.has_attr(load.load, READ_LATE))
        .map(|(number, load)| (number, of(load.load)))
        .collect()
}

pub(super) fn ring<'s>(cx: &'s mut Cx<'_>, for_op: Op) -> Result<&'s mut Ring, Failure> {
    let missing = cx.error(for_op, "internal", "a loop without the rings that it had");
    cx.state.rings.get_mut(&for_op).ok_or(missing)
}

fn pipeline(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let body = cx.old.entry_block(cx.old.regions(op)[0]);
    let Some(body) = body.filter(|_| cx.state.rings.contains_key(&op)) else {
        return cx.copy(op);
    };
    let (stages, loads, numbers) = {
        let ring = ring(cx, op)?;
        (ring.stages, ring.found.loads.clone(), ring.numbers.clone())
    };
    let is_shared = numbers.iter().any(|number| cx.state.buffers.contains_key(number));
    let mut buffers = Vec::new();
    for (load, number) in loads.iter().zip(numbers) {
        let made = cx.state.buffers.get(&number).copied();
        buffers.push(match made {
            Some(buffer) => buffer,
            None => buffer(cx, load, stages),
        });
        cx.state.buffers.insert(number, buffers[buffers.len() - 1]);
    }
    ring(cx, op)?.buffers = buffers;
    let has_rings = !loads.is_empty();
    if has_rings && (is_shared || is_nested(cx.old, op)) {
        // The threads may still read what an earlier run of this loop brought, or another loop to the same rings.
        cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    }
    let mut carried = Vec::new();
    for &value in cx.old.loop_inits(op) {
        carried.push(cx.value(value)?);
    }
    let iterations = Iterations::of(cx, op)?;
    if ring(cx, op)?.through.is_some() {
        let results = through::pipeline(cx, op, body, (&iterations, carried))?;
        for (&old, &new) in cx.old.results(op).iter().zip(&results) {
            cx.rename(old, new);
        }
        return Ok(());
    }
    let is_refilled = ring(cx, op)?.refilled.is_some();
    if is_refilled {
        refilled::first(cx, op, body, &iterations)?;
    }
    let by = Filled::of(cx, op)?;
    let [mut filled, read] = by.first(cx);
    let copied_ahead = if has_rings { stages - 1 } else { 0 };
    for ahead in 0..copied_ahead {
        let exists = iterations.exists(cx, ahead);
        let slot = word(cx, ahead);
        when(cx, exists, &[], |cx| {
            let at = iterations.after(cx, iterations.lower, ahead);
            by.start(cx, (op, body), at, (slot, filled)).map(|()| Vec::new())
        })?;
        by.close(cx);
        filled = by.next(cx, filled, stages);
    }
    let count = carried.len();
    if has_rings && !is_refilled {
        carried.push(read);
        carried.extend(matches!(by, Filled::ByTma(..)).then_some(filled));
    }
    let tiles = carried.len();
    carried.extend(first_tiles(cx, op, body, &iterations)?);
    let bounds = [iterations.lower, iterations.upper, iterations.step];
    let results = loop_of(cx, op, bounds, &carried, |cx, index, values| {
        let mut slot = None;
        if let &[read, ref filled @ ..] = &values[count..tiles] {
            if matches!(by, Filled::ByThreads) {
                count_op(cx, nvvm::CP_ASYNC_WAIT_GROUP, stages - 2);
            }
            cx.build().op(nvvm::BARRIER, &[&[]], &[]);
            let (free, filled) = match filled.first() {
                Some(&filled) => (Bulk::slot(cx, filled), filled),
                None => (before(cx, read, stages), read),
            };
            let exists = iterations.exists_after(cx, index, stages - 1);
            when(cx, exists, &[], |cx| {
                let at = iterations.after(cx, index, stages - 1);
                by.start(cx, (op, body), at, (free, filled)).map(|()| Vec::new())
            })?;
            by.close(cx);
            slot = Some(match &by {
                Filled::ByThreads => read,
                Filled::ByTma(bulk, _) => {
                    bulk.wait(cx, read);
                    Bulk::slot(cx, read)
                }
            });
        }
        if is_refilled {
            refilled::begin(cx, op, body, (&iterations, index))?;
        }
        let last = last_tiles(cx, op, body, &iterations, index)?;
        let ahead = ring(cx, op)?.found.ahead.clone();
        for (&load, &tile) in ahead.iter().zip(&values[tiles..]) {
            cx.replace_unnamed(cx.old.result(load, 0), tile);
        }
        let arguments = cx.old.arguments(body);
        for (&argument, &value) in arguments.iter().zip([index].iter().chain(&values[..count])) {
            cx.replace_unnamed(argument, value);
        }
        let only = is_refilled.then(|| word(cx, 0));
        ring(cx, op)?.slot = slot.or(only);
        cx.block_ops(body)?;
        let mut next = std::mem::take(&mut cx.state.handed_on);
        for &place in &values[count..tiles] {
            next.push(by.next(cx, place, stages));
        }
        // The tiles of the iterations between move on.
        next.extend(values[tiles..].iter().skip(ahead.len()));
        next.extend(last);
        Ok(next)
    })?;
    for (&old, &new) in cx.old.results(op).iter().zip(&results) {
        cx.rename(old, new);
    }
    Ok(())
}

/// The ones who fill the rings of a loop.
enum Filled {
    ByThreads,
    /// One thread has TMA fill them, with so many bytes an iteration.
    ByTma(Bulk, i64),
}

impl Filled {
    fn of(cx: &mut Cx<'_>, op: Op) -> Result<Self, Failure> {
        let warp_bits = cx.state.warp_bits;
        let ring = ring(cx, op)?;
        let (stages, bytes) = (ring.stages, ring.found.stage_bytes());
        Ok(match cx.old.has_attr(op, BY_TMA) {
            true => Self::ByTma(Bulk::create(cx, stages, warp_bits), bytes),
            false => Self::ByThreads,
        })
    }

    /// The places of what is filled first and of what is read first.
    fn first(&self, cx: &mut Cx<'_>) -> [Value; 2] {
        match self {
            Self::ByTma(..) => Bulk::start(cx),
            Self::ByThreads => [word(cx, 0); 2],
        }
    }

    /// The place behind another, round the rings.
    fn next(&self, cx: &mut Cx<'_>, place: Value, stages: i64) -> Value {
        match self {
            Self::ByTma(bulk, _) => bulk.next(cx, place),
            Self::ByThreads => round(cx, place, stages - 1, 0, 1),
        }
    }

    /// Starts the copies of the iteration of an index to a slot, which is at that place.
    fn start(
        &self,
        cx: &mut Cx<'_>,
        (op, body): (Op, Block),
        at: Value,
        (slot, place): (Value, Value),
    ) -> Result<(), Failure> {
        let buffers = ring(cx, op)?.buffers.clone();
        let all: Vec<usize> = (0..buffers.len()).collect();
        let Self::ByTma(bulk, bytes) = self else {
            return copies(cx, op, body, (at, slot), &all);
        };
        bulk.fill(cx, place, *bytes, |cx, barrier| {
            each_tile(cx, (op, body), at, &all, |cx, number, ring| {
                let (view, indices) = self::place(cx, ring.load)?;
                let tile = Copy {
                    load: ring.load,
                    view,
                    indices,
                    buffer: buffers[number],
                    slot,
                };
                bulk::copy(cx, barrier, &tile, |state| &mut state.tensor_maps)
            })
        })
    }

    /// The copies of threads so far are a group.
    fn close(&self, cx: &mut Cx<'_>) {
        if matches!(self, Self::ByThreads) {
            cx.build().op(nvvm::CP_ASYNC_COMMIT_GROUP, &[], &[]);
        }
    }
}

/// The tiles that the first iterations take from registers, iteration after iteration: where there are fewer, the first one's again, and
/// zeros where there is none.
pub(super) fn first_tiles(
    cx: &mut Cx<'_>,
    op: Op,
    body: Block,
    iterations: &Iterations,
) -> Result<Vec<Value>, Failure> {
    let (ahead, distance) = {
        let found = &ring(cx, op)?.found;
        (found.ahead.clone(), found.distance)
    };
    if ahead.is_empty() {
        return Ok(Vec::new());
    }
    let any = iterations.exists(cx, 0);
    let mut zeros = Vec::new();
    for _ in 0..distance {
        for &load in &ahead {
            let ty = cx.old.ty(cx.old.result(load, 0));
            zeros.push(cx.build().constant(0, ty));
        }
    }
    when(cx, any, &zeros, |cx| {
        let mut tiles = Vec::new();
        for number in 0..distance {
            let exists = iterations.exists(cx, number);
            let at = index_or(cx, iterations, (exists, number), iterations.lower);
            tiles.extend(tiles_at(cx, op, body, at)?);
        }
        Ok(tiles)
    })
}

/// The tiles of the last iteration that is looked ahead to; where there is none, those of this one once more.
pub(super) fn last_tiles(
    cx: &mut Cx<'_>,
    op: Op,
    body: Block,
    iterations: &Iterations,
    index: Value,
) -> Result<Vec<Value>, Failure> {
    let found = &ring(cx, op)?.found;
    let distance = found.distance;
    if found.ahead.is_empty() {
        return Ok(Vec::new());
    }
    let exists = iterations.exists_after(cx, index, distance);
    let at = index_or(cx, iterations, (exists, distance), index);
    tiles_at(cx, op, body, at)
}

/// The index so many iterations after one, or that one itself where there are fewer.
fn index_or(cx: &mut Cx<'_>, iterations: &Iterations, (exists, number): (Exists, i64), index: Value) -> Value {
    match exists {
        Exists::If(exists) if number > 0 => {
            let later = iterations.after(cx, index, number);
            cx.build().select(exists, later, index)
        }
        Exists::Always => iterations.after(cx, index, number),
        Exists::If(_) | Exists::Never => index,
    }
}

/// Loads the tiles that the iteration of an index takes from registers.
fn tiles_at(cx: &mut Cx<'_>, op: Op, body: Block, at: Value) -> Result<Vec<Value>, Failure> {
    cx.replace_unnamed(cx.old.arguments(body)[0], at);
    let (indices, ahead) = {
        let ring = ring(cx, op)?;
        (ring.indices_ahead.clone(), ring.found.ahead.clone())
    };
    indices.into_iter().try_for_each(|index| cx.convert_op(index))?;
    let mut tiles = Vec::new();
    for load in ahead {
        cx.loc = cx.old.loc(load);
        tiles.push(loaded(cx, op, load)?);
    }
    cx.loc = cx.old.loc(op);
    Ok(tiles)
}

/// Whether a loop makes a value in each iteration, or carries it.
fn is_of(module: &Module, for_op: Op, value: Value) -> bool {
    let home = match module.value_def(value) {
        Def::Result(op, _) => module.parent_op(op),
        Def::Argument(block, _) => module.owner(block),
    };
    home == Some(for_op)
}

/// A ring for a load: as many tiles as stages.
fn buffer(cx: &mut Cx<'_>, load: &Operand, stages: i64) -> Value {
    let tile = cx.old.ty(cx.old.result(load.load, 0));
    let (shape, element) = (cx.old.shape(tile).to_vec(), cx.old.element(tile));
    let ty = cx.new.make_buffer_type(stages, &shape, element);
    let swizzle = cx.keyword(load.tma.swizzle());
    cx.build()
        .value_with(nv_tileas::ALLOC_TENSOR, &[], ty, &[("swizzle", swizzle)])
}

/// Starts the copies of the iteration of an index to a slot of some rings.
pub(super) fn copies(
    cx: &mut Cx<'_>,
    op: Op,
    body: Block,
    (at, slot): (Value, Value),
    numbers: &[usize],
) -> Result<(), Failure> {
    let buffers = ring(cx, op)?.buffers.clone();
    each_tile(cx, (op, body), at, numbers, |cx, number, ring| {
        let buffer = buffers[number];
        if is_in_pieces(cx.old, ring.load) {
            let tile = loaded(cx, op, ring.load)?;
            let flag = cx.new.intern_attr(AttrData::Unit);
            let along = cx.build().int(ring.tma.contiguous as i64);
            let attrs = [("contiguous", along), ("copied", flag)];
            let lists: [&[Value]; 3] = [&[tile], &[buffer], &[slot]];
            cx.build().op_with(nv_tileas::SLOT_WRITE, &lists, &[], &attrs);
            return Ok(());
        }
        let (view, indices) = place(cx, ring.load)?;
        let lists: [&[Value]; 5] = [&[view], &indices, &[buffer], &[slot], &[]];
        cx.build().op(nv_tileas::ASYNC_TILED_LOAD, &lists, &[]);
        Ok(())
    })
}

/// The view of a load, and the indices of its tile in the iteration that is looked at.
pub(super) fn place(cx: &mut Cx<'_>, load: Op) -> Result<(Value, Vec<Value>), Failure> {
    let Some(tile) = TiledLoad::of(cx.old, load) else {
        return Err(cx.error(load, "internal", "a load of no view"));
    };
    let indices: Result<Vec<Value>, Failure> = tile.index.iter().map(|&index| cx.value(index)).collect();
    Ok((cx.value(tile.view)?, indices?))
}

/// Loads the tile of a load in the iteration that is looked at. What the iteration that is being made has in its place stays.
fn loaded(cx: &mut Cx<'_>, op: Op, load: Op) -> Result<Value, Failure> {
    let old = cx.old;
    // Absent: the iteration has not come to it.
    let own: Vec<Option<Value>> = old.results(load).iter().map(|&value| cx.value(value).ok()).collect();
    // Nothing that the loop does comes before it.
    if let Some(token) = old
        .operand_named(load, operand::TOKEN)
        .filter(|&token| is_of(old, op, token))
    {
        let ty = old.ty(token);
        let order = cx.build().value(nv_tileas::CREATE_MEM_TOKEN, &[], ty);
        cx.replace_unnamed(token, order);
    }
    cx.copy(load)?;
    let tile = cx.value(old.result(load, 0))?;
    for (&value, own) in old.results(load).iter().zip(own) {
        own.into_iter().for_each(|own| cx.replace_unnamed(value, own));
    }
    Ok(tile)
}

/// Does something with some loads in the iteration of an index.
pub(super) fn each_tile(
    cx: &mut Cx<'_>,
    (op, body): (Op, Block),
    at: Value,
    numbers: &[usize],
    mut work: impl FnMut(&mut Cx<'_>, usize, &Operand) -> Result<(), Failure>,
) -> Result<(), Failure> {
    cx.replace_unnamed(cx.old.arguments(body)[0], at);
    let (indices, loads) = {
        let ring = ring(cx, op)?;
        (ring.indices.clone(), ring.found.loads.clone())
    };
    for index in indices {
        // A number that the loop carries is read for itself by whoever copies further ahead.
        match cx.state.ahead.contains(&index) {
            true => cx.copy(index)?,
            false => cx.convert_op(index)?,
        }
    }
    for &number in numbers {
        cx.loc = cx.old.loc(loads[number].load);
        work(cx, number, &loads[number])?;
    }
    cx.loc = cx.old.loc(op);
    Ok(())
}

/// The tile is in its ring, or carried; one in a ring that only a product takes is read before that.
fn load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let is_ahead = cx.state.ahead.contains(&op);
    if !is_ahead && !cx.state.loads.contains_key(&op) {
        return cx.copy(op);
    }
    let token = cx.old.result(op, 1);
    let ty = cx.old.ty(token);
    let order = cx.build().value(nv_tileas::CREATE_MEM_TOKEN, &[], ty);
    cx.rename(token, order);
    if is_ahead || cx.state.waiting.contains(&op) {
        return Ok(());
    }
    if let Some((tile, Read::Tile)) = read_before(cx, op) {
        cx.rename(cx.old.result(op, 0), tile);
        return Ok(());
    }
    refilled::wait(cx, op)?;
    read(cx, op)?;
    refilled::refill(cx, op)
}

/// The part of a load's tile that was read an iteration ahead, and how.
fn read_before(cx: &Cx<'_>, load: Op) -> Option<(Value, Read)> {
    let (for_op, number) = cx.state.loads.get(&load)?;
    let through = cx.state.rings.get(for_op)?.through.as_ref()?;
    let at = through.reads.iter().position(|(own, _)| own == number)?;
    Some((*through.now.get(at)?, through.reads[at].1.clone()))
}

/// Reads the tile of a load from its ring.
fn read(cx: &mut Cx<'_>, load: Op) -> Result<(), Failure> {
    let place = cx.state.loads.get(&load).copied();
    let place = place.and_then(|(for_op, number)| {
        let ring = cx.state.rings.get(&for_op)?;
        Some((
            *ring.buffers.get(number)?,
            ring.slot?,
            ring.found.loads.get(number)?.tma.contiguous,
        ))
    });
    let Some((buffer, slot, contiguous)) = place else {
        return Err(cx.error(load, "internal", "a load whose ring is not there"));
    };
    let tile = cx.old.result(load, 0);
    let ty = cx.old.ty(tile);
    let contiguous = cx.build().int(contiguous as i64);
    let value = cx
        .build()
        .value_with(nv_tileas::SLOT_READ, &[buffer, slot], ty, &[("contiguous", contiguous)]);
    cx.rename(tile, value);
    Ok(())
}

/// A change of shape or order on the way to the one product that takes it is made there.
fn turned(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.state.waiting.contains(&op) {
        true => Ok(()),
        false => cx.copy(op),
    }
}

fn product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    refilled::wait(cx, op)?;
    let mut is_held = false;
    // Absent: no ring has an operand of this product alone.
    for late in cx.state.late.get(&op).cloned().unwrap_or_default() {
        cx.loc = cx.old.loc(late);
        match (cx.state.loads.contains_key(&late), read_before(cx, late)) {
            (true, Some((words, Read::Fragments(of)))) => {
                is_held = true;
                through::hold(cx, (op, of.side), words);
            }
            (true, _) => {
                is_held = false;
                read(cx, late)?;
            }
            // Changes of shape and order before the product are in the order of its fragments.
            (false, _) if is_held => {}
            (false, _) => cx.copy(late)?,
        }
    }
    cx.loc = cx.old.loc(op);
    cx.copy(op)?;
    refilled::refill(cx, op)
}

fn hand_on(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let around = cx.old.parent_op(op);
    if !around.is_some_and(|around| cx.state.rings.contains_key(&around)) {
        return cx.copy(op);
    }
    cx.state.handed_on = cx.operands(op)?;
    Ok(())
}
