//! Loops whose threads copy ahead by `cp.async` into a ring of as many buffers as stages.
//!
//! Tiles are copied as many iterations ahead as there are stages beside those of a round; a round is one iteration, or two. The prologue starts
//! the first tiles, each round of the steady loop those that come after them, and the rest of the loop goes one iteration at a time, with
//! copies of what is left. A loop with fewer iterations has no steady part: the prologue asks for each tile whether there is one.
//!
//! Copies are counted in groups: one a round, and in the rest of the loop one an iteration, empty ones too. The one barrier of a round says two
//! things: all threads' copies of its tiles are there, and no one reads the tiles of the round before any more, whose places are filled next.
//!
//! ```text
//!                                     for j in 0 .. ahead { if j < trips { async.tiled_load x 2 } }; commit for each round
//! for %k in 0 .. trips {              for %k in 0 .. steady by round {
//!   %a = tiled_load                     wait_group ahead/round-1; barrier
//!   %b = tiled_load           ->        for each { async.tiled_load x 2 of %k + ahead }; commit
//!   dot %a, %b, %acc                    for each { buffer_dot %a[%slot], %b[%slot], %acc } }
//! }                                   wait_group 0, where a round is several iterations
//!                                     for the rest { wait_group ahead-1; barrier; copies, if any; commit; buffer_dot }
//! ```
//!
//! Where each tile is a step further in memory, the steady loop carries the places, and copies tiles that lie wholly in their tensors: a CTA
//! at an edge goes all of its way by the rest, and only the last tile along K may hang over.

use super::iterations::{Exists, Iterations, when};
use super::ring::round;
use super::{Cx, Operands, count_op, indices_at, iteration, loop_of, tile_at, word};
use crate::pipelining::next_tile::NextTile;
use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::ROUND;
use tilewright_ir::ops::{arith, nv_tileas, nvvm};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_machine::policy;

/// State that all iterations share.
struct Copied {
    op: Op,
    body: Block,
    /// Iterations between two barriers, those that tiles are copied ahead, and those that the steady loop writes one after the other.
    round: i64,
    ahead: i64,
    pass: i64,
}

/// The places in memory from which the steady loop copies the tiles of an iteration, in bytes, and the steps to those of the next.
struct Sources {
    at: Vec<Value>,
    steps: Vec<Value>,
}

/// The steady loop.
#[derive(Clone, Copy)]
struct Bounds {
    /// From where to where it counts, and by how much.
    passes: [Value; 3],
    /// Whether tiles are left to copy in the rest of the loop.
    leaves: bool,
}

/// Makes the loops; returns what the old one results in.
pub(super) fn pipeline(cx: &mut Cx<'_>, op: Op, body: Block, inits: Vec<Value>) -> Result<Vec<Value>, Failure> {
    let n = Iterations::of(cx, op)?;
    let stages = cx.state.stages;
    let ring = Copied::of(cx, op, body, &n);
    if cx.state.next_tile.is_none() {
        ring.first(cx, &n)?;
    }
    let count = inits.len();
    let mut carried = inits;
    carried.push(word(cx, 0));
    let sources = if n.is_by_one() { ring.sources(cx, &n)? } else { None };
    let bounds = match &sources {
        Some((_, bounds)) => Some(*bounds),
        None if n.is_by_one() => {
            let trips = n.trips(cx);
            Some(ring.bounds(cx, &n, trips))
        }
        // Absent: steps are not counted, and the loop goes by its index.
        None => None,
    };
    let leaves = bounds.is_some_and(|bounds| bounds.leaves);
    let mut steady = carried.clone();
    let first = steady.len();
    steady.extend(sources.iter().flat_map(|(sources, _)| sources.at.clone()));
    steady.extend(bounds.is_none().then_some(n.lower));
    let own = match bounds {
        Some(bounds) => bounds.passes,
        None => [n.lower, n.until(cx, ring.ahead), n.step],
    };
    let results = loop_of(cx, op, own, &steady, |cx, counted, values| {
        let (mut now, mut at) = (values[..count].to_vec(), values[first..].to_vec());
        let mut index = match bounds {
            Some(_) => ring.from(cx, n.lower, counted),
            None => counted,
        };
        let known = ring.pass == stages;
        for begin in (0..ring.pass).step_by(ring.round as usize) {
            count_op(cx, nvvm::CP_ASYNC_WAIT_GROUP, ring.ahead / ring.round - 1);
            cx.build().op(nvvm::BARRIER, &[&[]], &[]);
            let behind = (begin + ring.ahead) % stages;
            let [mut slot, mut free] = match known {
                true => [begin, behind].map(|slot| word(cx, slot)),
                false => [values[count], ring.free(cx, values[count])],
            };
            for number in 0..ring.round {
                match &sources {
                    Some((sources, _)) => {
                        ring.copy_whole(cx, n.lower, &at, free)?;
                        let moved = at.iter().zip(&sources.steps);
                        at = moved
                            .map(|(&at, &step)| cx.build().binary(arith::ADDI, at, step))
                            .collect();
                    }
                    None => {
                        let later = n.after(cx, index, ring.ahead + number);
                        ring.copy(cx, later, free)?;
                    }
                }
                free = next(cx, free, known.then_some(behind + number));
            }
            close(cx);
            for number in 0..ring.round {
                now = iteration(cx, body, index, &now, Operands::Buffers(slot))?;
                slot = next(cx, slot, known.then_some(begin + number));
                index = n.after(cx, index, 1);
            }
        }
        now.push(match known {
            true => word(cx, 0),
            false => round(cx, values[count], stages - ring.round, 0, ring.round),
        });
        now.extend(if bounds.is_some() { at } else { vec![index] });
        Ok(now)
    })?;
    let from = match bounds {
        Some(bounds) => ring.from(cx, n.lower, bounds.passes[1]),
        None => results[first],
    };
    if ring.round > 1 {
        count_op(cx, nvvm::CP_ASYNC_WAIT_GROUP, 0);
    }
    let mut results = loop_of(
        cx,
        op,
        [from, n.upper, n.step],
        &results[..first],
        |cx, index, values| {
            count_op(cx, nvvm::CP_ASYNC_WAIT_GROUP, ring.ahead - 1);
            cx.build().op(nvvm::BARRIER, &[&[]], &[]);
            if leaves {
                let exists = n.exists_after(cx, index, ring.ahead);
                when(cx, exists, &[], |cx| {
                    let free = ring.free(cx, values[count]);
                    let at = n.after(cx, index, ring.ahead);
                    ring.copy(cx, at, free).map(|()| Vec::new())
                })?;
            }
            close(cx);
            let mut now = iteration(cx, body, index, &values[..count], Operands::Buffers(values[count]))?;
            now.push(round(cx, values[count], stages - 1, 0, 1));
            Ok(now)
        },
    )?;
    results.truncate(count);
    Ok(results)
}

/// Starts the copies of the first tiles of the first iteration of the loop around.
pub(super) fn first_tile(cx: &mut Cx<'_>) -> Result<(), Failure> {
    // Absent: no loop around has its tiles known ahead.
    let Some((next, _)) = cx.state.next_tile.clone() else {
        return Ok(());
    };
    let n = Iterations::of(cx, next.around)?;
    let exists = n.exists(cx, 0);
    first_of(cx, &next, exists, n.lower)?;
    cx.state.next_tile = Some((next, Some(n)));
    Ok(())
}

/// Starts those of the iteration after this one of the loop around, once no thread reads this one's tiles any more.
pub(super) fn next_tile(cx: &mut Cx<'_>) -> Result<(), Failure> {
    // Absent: no loop around has its tiles known ahead.
    let Some((next, Some(n))) = cx.state.next_tile.clone() else {
        return Ok(());
    };
    let (old, index) = (cx.old, next.index);
    // The end of this iteration goes on with its own numbers.
    let results = next.places.iter().flat_map(|&op| old.results(op));
    let values: Vec<Value> = results.copied().chain([index]).collect();
    let own: Result<Vec<Value>, Failure> = values.iter().map(|&value| cx.value(value)).collect();
    let own = own?;
    let now = own[own.len() - 1];
    cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    let exists = n.exists_after(cx, now, 1);
    let at = n.after(cx, now, 1);
    first_of(cx, &next, exists, at)?;
    values
        .into_iter()
        .zip(own)
        .for_each(|(old, own)| cx.replace_unnamed(old, own));
    Ok(())
}

/// Starts the first copies of the iteration of an index of the loop around, if there is one.
fn first_of(cx: &mut Cx<'_>, next: &NextTile, exists: Exists, at: Value) -> Result<(), Failure> {
    let op = cx.state.product_loop.for_op;
    when(cx, exists, &[], |cx| {
        cx.replace_unnamed(next.index, at);
        next.places.iter().try_for_each(|&place| cx.convert_op(place))?;
        let n = Iterations::of(cx, op)?;
        Copied::of(cx, op, next.body, &n).first(cx, &n).map(|()| Vec::new())
    })?;
    Ok(())
}

impl Copied {
    /// The ring of a loop of these iterations.
    fn of(cx: &Cx<'_>, op: Op, body: Block, n: &Iterations) -> Self {
        let stages = cx.state.stages;
        // Absent: each iteration meets.
        let asked = cx.old.int_attr(op, ROUND).unwrap_or(1);
        let is_whole = n.is_by_one() && stages % asked == 0 && stages > asked;
        let each = if is_whole { asked } else { 1 };
        Self {
            op,
            body,
            round: each,
            ahead: stages - each,
            // Once round the ring, so that slots are known.
            pass: match n.is_by_one() && stages <= policy().unrolled_iterations.value {
                true => stages,
                false => each,
            },
        }
    }

    /// Starts the copies of the first iterations, as far as there are any.
    fn first(&self, cx: &mut Cx<'_>, n: &Iterations) -> Result<(), Failure> {
        for number in 0..self.ahead {
            let exists = n.exists(cx, number);
            let slot = word(cx, number);
            when(cx, exists, &[], |cx| {
                let at = n.after(cx, n.lower, number);
                self.copy(cx, at, slot).map(|()| Vec::new())
            })?;
            if (number + 1) % self.round == 0 {
                close(cx);
            }
        }
        Ok(())
    }

    /// The index with which a pass begins.
    fn from(&self, cx: &mut Cx<'_>, lower: Value, pass: Value) -> Value {
        let ty = cx.new.ty(pass);
        let each = cx.build().number(self.pass, ty);
        let moved = cx.build().binary(arith::MULI, pass, each);
        cx.build().binary(arith::ADDI, lower, moved)
    }

    /// Starts the copies of the iteration of an index to a slot.
    fn copy(&self, cx: &mut Cx<'_>, at: Value, slot: Value) -> Result<(), Failure> {
        indices_at(cx, self.body, at)?;
        self.start(cx, slot, &[])
    }

    /// Starts copies of whole tiles from places in memory. The iteration that the tiles are named by is any.
    fn copy_whole(&self, cx: &mut Cx<'_>, any: Value, from: &[Value], slot: Value) -> Result<(), Failure> {
        indices_at(cx, self.body, any)?;
        self.start(cx, slot, from)
    }

    fn start(&self, cx: &mut Cx<'_>, slot: Value, from: &[Value]) -> Result<(), Failure> {
        for number in 0..2 {
            let (view, indices) = tile_at(cx, number)?;
            let buffer = cx.state.buffers[number];
            let from = from.get(number).copied();
            let operands: [&[Value]; 5] = [&[view], &indices, &[buffer], &[slot], from.as_slice()];
            cx.build().op(nv_tileas::ASYNC_TILED_LOAD, &operands, &[]);
        }
        cx.loc = cx.old.loc(self.op);
        Ok(())
    }

    /// The slot that is filled while a round begins with another.
    fn free(&self, cx: &mut Cx<'_>, slot: Value) -> Value {
        let [first, back, on] = [self.round, -self.round, self.ahead].map(|number| word(cx, number));
        let turns = cx.build().compare("less_than", "signed", slot, first);
        let [before, behind] = [back, on].map(|by| cx.build().binary(arith::ADDI, slot, by));
        cx.build().select(turns, behind, before)
    }

    /// The passes of the steady loop, by how many iterations it may copy for.
    fn bounds(&self, cx: &mut Cx<'_>, n: &Iterations, (all, known): (Value, Option<i64>)) -> Bounds {
        let ty = cx.new.ty(all);
        let left = |trips: i64| trips - (trips - self.ahead).max(0) / self.pass * self.pass;
        let [zero, ahead, pass] = [0, self.ahead, self.pass].map(|number| cx.build().number(number, ty));
        let most = cx.build().signed(arith::MAXI, "unsigned", all, ahead);
        let steady = cx.build().binary(arith::SUBI, most, ahead);
        let passes = cx.build().signed(arith::DIVI, "unsigned", steady, pass);
        Bounds {
            passes: [zero, passes, n.step],
            leaves: known.is_none_or(|trips| left(trips) > self.ahead),
        }
    }

    /// The places of the tiles that the steady loop copies, and its bounds; none: tiles do not follow each other by a step.
    fn sources(&self, cx: &mut Cx<'_>, n: &Iterations) -> Result<Option<(Sources, Bounds)>, Failure> {
        let old = cx.old;
        let loads = cx.state.product_loop.loads();
        let tiles: Option<Vec<Stepped<'_>>> = loads.iter().map(|&load| Stepped::of(old, self.body, load)).collect();
        // Absent: loads of which nothing such is known.
        let Some(tiles) = tiles else { return Ok(None) };
        let (trips, known) = n.trips(cx);
        indices_at(cx, self.body, n.lower)?;
        let Some(whole) = whole(cx, &tiles, trips)? else {
            return Ok(None);
        };
        let all = match whole {
            Whole::Always => (trips, known),
            Whole::If(whole, less) => (self.copied_whole(cx, (whole, less), trips)?, None),
        };
        let bounds = self.bounds(cx, n, all);
        let at = n.after(cx, n.lower, self.ahead);
        indices_at(cx, self.body, at)?;
        let wide = cx.new.named_type("i64");
        let mut sources = Sources {
            at: Vec::new(),
            steps: Vec::new(),
        };
        for (number, tile) in tiles.iter().enumerate() {
            let (view, indices) = tile_at(cx, number)?;
            let place = cx.build().op(nv_tileas::COPY_SOURCE, &[&[view], &indices], &[wide]);
            sources.at.push(cx.new.result(place, 0));
            let step = tile.step(cx)?;
            sources.steps.push(step);
        }
        Ok(Some((sources, bounds)))
    }

    /// The iterations whose tiles are whole: of a CTA that is not at an edge all but the last so many, of another none.
    fn copied_whole(&self, cx: &mut Cx<'_>, (whole, less): (Value, i64), trips: Value) -> Result<Value, Failure> {
        let ty = cx.new.ty(trips);
        let zero = cx.build().number(0, ty);
        let all = when(cx, Exists::If(whole), &[zero], |cx| {
            let less = cx.build().number(less, ty);
            let most = cx.build().signed(arith::MAXI, "unsigned", trips, less);
            Ok(vec![cx.build().binary(arith::SUBI, most, less)])
        })?;
        // For whoever follows what the loops do.
        if let Some(branch) = cx.new.defining_op(all[0]) {
            let round = cx.build().int(self.round);
            cx.new.set_attr(branch, ROUND, round);
        }
        Ok(all[0])
    }
}

/// A load whose tiles are a step apart in memory.
struct Stepped<'m> {
    load: TiledLoad<'m>,
    facts: ViewFacts,
    /// Along each dimension of the index, whether an iteration goes on by one.
    moves: Vec<bool>,
}

impl<'m> Stepped<'m> {
    /// None where tiles overlap or are gathered, or an index goes another way.
    fn of(module: &'m Module, body: Block, load: Op) -> Option<Self> {
        let load = TiledLoad::of(module, load)?;
        let facts = ViewFacts::of(module, load.view)?;
        let moves: Option<Vec<bool>> = load.index.iter().map(|&index| moves(module, body, index)).collect();
        let moves = moves.filter(|_| facts.tile == facts.steps && facts.sparse_dim.is_none())?;
        Some(Self { load, facts, moves })
    }

    /// Bytes from the tile of an iteration to that of the next.
    fn step(&self, cx: &mut Cx<'_>) -> Result<Value, Failure> {
        let facts = &self.facts;
        let wide = cx.new.named_type("i64");
        let mut step = cx.build().number(0, wide);
        for dim in (0..self.moves.len()).filter(|&dim| self.moves[dim]) {
            let bytes = facts.tile[dim] * facts.element_bytes() as i64;
            let moved = match facts.strides[facts.dim_map[dim]] {
                Number::Known(stride) => cx.build().number(stride * bytes, wide),
                Number::Runtime(stride) => {
                    let stride = cx.value(stride)?;
                    let stride = match cx.new.ty(stride) == wide {
                        true => stride,
                        false => cx.build().extend("signed", stride, wide),
                    };
                    let bytes = cx.build().number(bytes, wide);
                    cx.build().binary(arith::MULI, stride, bytes)
                }
            };
            step = cx.build().binary(arith::ADDI, step, moved);
        }
        Ok(step)
    }
}

/// When the tiles of a CTA lie wholly in their tensors.
enum Whole {
    Always,
    /// Where this is true, those of all iterations but the last so many.
    If(Value, i64),
}

/// Whether the tiles from the first iteration on, so many, are whole; none where an extent is of another type than an index.
fn whole(cx: &mut Cx<'_>, tiles: &[Stepped<'_>], trips: Value) -> Result<Option<Whole>, Failure> {
    let mut whole: Option<Value> = None;
    let mut hangs_over = false;
    for Stepped { load, facts, moves } in tiles {
        for (dim, (&index, &moves)) in load.index.iter().zip(moves).enumerate() {
            if facts.is_inside(dim) {
                continue;
            }
            let index = cx.value(index)?;
            let ty = cx.new.ty(index);
            let tile = cx.build().number(facts.tile[dim], ty);
            let tiles = match facts.sizes[facts.dim_map[dim]] {
                Number::Known(size) => cx.build().number(size / facts.tile[dim], ty),
                Number::Runtime(size) => {
                    let size = cx.value(size)?;
                    if cx.new.ty(size) != ty {
                        return Ok(None);
                    }
                    cx.build().signed(arith::DIVI, "unsigned", size, tile)
                }
            };
            let mut fits = match moves {
                false => vec![cx.build().compare("less_than", "unsigned", index, tiles)],
                true => {
                    // All but the last are whole.
                    let left = cx.build().binary(arith::SUBI, tiles, index);
                    let one = cx.build().number(1, ty);
                    let before = cx.build().binary(arith::SUBI, trips, one);
                    [(index, tiles), (before, left)]
                        .map(|(a, b)| cx.build().compare("less_than_or_equal", "unsigned", a, b))
                        .to_vec()
                }
            };
            hangs_over |= moves;
            fits.extend(whole);
            whole = fits.into_iter().reduce(|a, b| cx.build().binary(arith::ANDI, a, b));
        }
    }
    Ok(Some(whole.map_or(Whole::Always, |whole| {
        Whole::If(whole, i64::from(hangs_over))
    })))
}

/// Whether an index goes on by one an iteration, or stays; none: neither.
fn moves(module: &Module, body: Block, index: Value) -> Option<bool> {
    if module.arguments(body).first() == Some(&index) {
        return Some(true);
    }
    let made = module.defining_op(index).filter(|&op| module.parent(op) == Some(body));
    // Absent: it comes from outside.
    let Some(op) = made else { return Some(false) };
    let sides: Option<Vec<bool>> = module
        .operands(op)
        .iter()
        .map(|&side| moves(module, body, side))
        .collect();
    match (module.kind(op), &sides?[..]) {
        (arith::ADDI, [a, b]) if a != b => Some(true),
        (_, sides) => (!sides.contains(&true)).then_some(false),
    }
}

/// The copies of a round, or of an iteration of the rest, are a group.
fn close(cx: &mut Cx<'_>) {
    cx.build().op(nvvm::CP_ASYNC_COMMIT_GROUP, &[], &[]);
}

/// The next slot of a round, whose number may be known.
fn next(cx: &mut Cx<'_>, slot: Value, known: Option<i64>) -> Value {
    match known {
        Some(slot) => word(cx, slot + 1),
        None => {
            let one = word(cx, 1);
            cx.build().binary(arith::ADDI, slot, one)
        }
    }
}
