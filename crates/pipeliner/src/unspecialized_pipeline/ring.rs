//! Loops for which one thread has TMA copy ahead into a ring of as many buffers as stages.
//!
//! The prologue starts the first `stages` - 1 tiles, each iteration of the steady loop the one `stages` - 1 later, and the
//! epilogue, a loop over the last `stages` - 1 iterations, none. A loop with fewer iterations than that has no steady part:
//! the prologue asks for each tile whether there is one, and the epilogue has as many iterations as there are.
//!
//! The full barrier of a slot tells all threads of its bytes; that a place may be filled again is said by the barrier of the block. Where
//! the unit multiplies while threads go on, the product of an iteration is in flight while the next one's starts; the barrier and the copies
//! come after that, when it is done.

use super::bulk::{self, Bulk, Copy};
use super::iterations::{Iterations, when};
use super::{Cx, Operands, indices_at, iteration, loop_of, tile_at, word};
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Block, Op, Value};
use tilewright_units::LoopProducts;

/// State that all iterations share.
struct CopyRing {
    op: Op,
    body: Block,
    iterations: Iterations,
    bulk: Bulk,
    /// The unit that multiplies while threads go on, if it can these tiles.
    products: Option<&'static LoopProducts>,
}

/// Makes the loops; returns what the old one results in.
pub(super) fn pipeline(cx: &mut Cx<'_>, op: Op, body: Block, inits: Vec<Value>) -> Result<Vec<Value>, Failure> {
    let iterations = Iterations::of(cx, op)?;
    let (stages, warp_bits) = (cx.state.stages, cx.state.warp_bits);
    let ring = CopyRing {
        op,
        body,
        iterations,
        bulk: Bulk::create(cx, stages, warp_bits),
        products: cx
            .state
            .asynchronous
            .filter(|(unit, _)| cx.state.product_loop.fits(unit, warp_bits))
            .map(|(_, products)| products),
    };
    let n = &ring.iterations;
    let count = inits.len();
    let [mut filled, read] = Bulk::start(cx);
    for ahead in 0..stages - 1 {
        let exists = n.exists(cx, ahead);
        let slot = word(cx, ahead);
        when(cx, exists, &[], |cx| {
            let at = n.after(cx, n.lower, ahead);
            ring.start(cx, at, slot, filled).map(|()| Vec::new())
        })?;
        filled = ring.bulk.next(cx, filled);
    }

    // Carried besides: the states of what is read and filled, and where the epilogue starts.
    let mut carried = inits;
    carried.push(read);
    let mut until = n.until(cx, stages - 1);
    let mut steady = carried.clone();
    steady.push(filled);
    steady.extend((!n.is_by_one()).then_some(n.lower));
    let results = loop_of(cx, op, [n.lower, until, n.step], &steady, |cx, index, values| {
        let [read, filled] = [values[count], values[count + 1]];
        let at = n.after(cx, index, stages - 1);
        let refill = |cx: &mut Cx<'_>| {
            cx.build().op(nvvm::BARRIER, &[&[]], &[]);
            let free = Bulk::slot(cx, filled);
            ring.start(cx, at, free, filled)
        };
        let mut next = ring.step(cx, index, &values[..count], read, refill)?;
        next.push(ring.bulk.next(cx, read));
        next.push(ring.bulk.next(cx, filled));
        if !n.is_by_one() {
            next.push(n.after(cx, index, 1));
        }
        Ok(next)
    })?;
    if let Some(products) = ring.products {
        // Accumulators that go from one loop to the other are moved.
        products.wait(&mut cx.build(), 0);
    }
    let kept = carried.len();
    carried = results[..kept].to_vec();
    if let Some(&from) = results.last().filter(|_| !n.is_by_one()) {
        until = from;
    }
    let mut results = loop_of(cx, op, [until, n.upper, n.step], &carried, |cx, index, values| {
        let mut next = ring.step(cx, index, &values[..count], values[count], |_| Ok(()))?;
        next.push(ring.bulk.next(cx, values[count]));
        Ok(next)
    })?;
    if let Some(products) = ring.products {
        products.wait(&mut cx.build(), 0);
    }
    results.truncate(count);
    Ok(results)
}

impl CopyRing {
    /// Waits for the tile of this iteration, has a slot filled again by `refill`, and multiplies.
    fn step(
        &self,
        cx: &mut Cx<'_>,
        index: Value,
        carried: &[Value],
        read: Value,
        refill: impl FnOnce(&mut Cx<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<Value>, Failure> {
        let slot = Bulk::slot(cx, read);
        if let Some(products) = self.products {
            self.bulk.wait(cx, read);
            let next = iteration(cx, self.body, index, carried, Operands::Descriptors(slot, products))?;
            refill(cx)?;
            return Ok(next);
        }
        refill(cx)?;
        self.bulk.wait(cx, read);
        iteration(cx, self.body, index, carried, Operands::Buffers(slot))
    }

    /// Starts the copies of the iteration of an index to a slot.
    fn start(&self, cx: &mut Cx<'_>, at: Value, slot: Value, filled: Value) -> Result<(), Failure> {
        let bytes: i64 = cx.state.product_loop.operands.iter().map(|f| f.tma.tile_bytes()).sum();
        self.bulk.fill(cx, filled, bytes, |cx, barrier| {
            indices_at(cx, self.body, at)?;
            for number in 0..2 {
                let (view, indices) = tile_at(cx, number)?;
                let tile = Copy {
                    load: cx.state.product_loop.operands[number].load,
                    view,
                    indices,
                    buffer: cx.state.buffers[number],
                    slot,
                };
                bulk::copy(cx, barrier, &tile, |state| &mut state.tensor_maps)?;
            }
            cx.loc = cx.old.loc(self.op);
            Ok(())
        })
    }
}

/// The place before another, round the ring.
pub(super) fn before<S>(cx: &mut Conversion<'_, S>, slot: Value, stages: i64) -> Value {
    round(cx, slot, 0, stages - 1, -1)
}

/// `to` from `from`, else moved on.
pub(super) fn round<S>(cx: &mut Conversion<'_, S>, slot: Value, from: i64, to: i64, by: i64) -> Value {
    let (from, to, by) = (word(cx, from), word(cx, to), word(cx, by));
    let turns = cx.build().compare("equal", "signed", slot, from);
    let next = cx.build().binary(arith::ADDI, slot, by);
    cx.build().select(turns, to, next)
}
