//! Loops for which one thread has TMA copy ahead into a ring of as many buffers as stages.
//!
//! The prologue starts the first `stages` - 1 tiles, each iteration of the steady loop the one `stages` - 1 later, and the
//! epilogue, a loop over the last `stages` - 1 iterations, none. A loop with fewer iterations than that has no steady part:
//! the prologue asks for each tile whether there is one, and the epilogue has as many iterations as there are.
//!
//! The full barrier of a slot tells all threads of its bytes; that a place may be filled again is said by the barrier of the block. Where
//! the unit multiplies while threads go on, the product of an iteration is in flight while the next one's starts; the barrier and the copies
//! come after that, when it is done.

use super::iterations::{Exists, Iterations, when};
use super::{Cx, Operands, indices_at, iteration, loop_of, tile_at, word};
use crate::pipelining::CopyForm;
use tilewright_analysis::tma::tensor_map;
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::ops::{arith, cutlass, nv_tileas, nvvm};
use tilewright_ir::words::role;
use tilewright_ir::{Block, Op, Value};
use tilewright_units::LoopProducts;

/// A slot of the ring.
#[derive(Clone, Copy)]
struct Slot {
    slot: Value,
    /// With TMA: the state of the barriers that are waited for.
    state: Option<Value>,
}

/// State that all iterations share.
struct CopyRing {
    op: Op,
    body: Block,
    iterations: Iterations,
    /// With TMA: the pipeline, and whether this thread starts copies.
    bulk: Option<(Value, Value)>,
    /// With TMA and tiles that it can multiply: the unit that multiplies while threads go on.
    products: Option<&'static LoopProducts>,
}

/// Makes the loops; returns what the old one results in.
pub(super) fn pipeline(cx: &mut Cx<'_>, op: Op, body: Block, inits: Vec<Value>) -> Result<Vec<Value>, Failure> {
    let iterations = Iterations::of(cx, op)?;
    let bulk = (cx.state.form == CopyForm::Bulk).then(|| barriers(cx));
    let ring = CopyRing {
        op,
        body,
        iterations,
        bulk,
        products: cx
            .state
            .asynchronous
            .filter(|(unit, _)| bulk.is_some() && cx.state.product_loop.fits(unit, cx.state.warp_bits))
            .map(|(_, products)| products),
    };
    let stages = cx.state.stages;
    let n = &ring.iterations;
    let count = inits.len();
    let mut filled = ring.start_state(cx, role::PRODUCER);
    for ahead in 0..stages - 1 {
        let exists = n.exists(cx, ahead);
        let slot = word(cx, ahead);
        when(cx, exists, &[], |cx| {
            let at = n.after(cx, n.lower, ahead);
            ring.start(cx, at, slot, filled).map(|()| Vec::new())
        })?;
        filled = ring.next_state(cx, filled);
    }

    // Carried besides: the place, the state of what is filled, and where the epilogue starts.
    let mut carried = inits;
    carried.push(match ring.start_state(cx, role::CONSUMER) {
        Some(state) => state,
        None => word(cx, 0),
    });
    let mut until = n.until(cx, stages - 1);
    let mut steady = carried.clone();
    steady.extend(filled);
    steady.extend((!n.is_by_one()).then_some(n.lower));
    let results = loop_of(cx, op, [n.lower, until, n.step], &steady, |cx, index, values| {
        let place = ring.place(cx, values[count]);
        let filled = ring.bulk.and_then(|_| values.get(count + 1).copied());
        let at = n.after(cx, index, stages - 1);
        let refill = |cx: &mut Cx<'_>| {
            cx.build().op(nvvm::BARRIER, &[&[]], &[]);
            let free = match filled {
                Some(filled) => ring.place(cx, filled).slot,
                None => before(cx, place.slot, stages),
            };
            ring.start(cx, at, free, filled)
        };
        let mut next = ring.step(cx, index, &values[..count], place, refill)?;
        next.push(ring.advance(cx, values[count], stages));
        next.extend(ring.next_state(cx, filled));
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
        let place = ring.place(cx, values[count]);
        let mut next = ring.step(cx, index, &values[..count], place, |_| Ok(()))?;
        next.push(ring.advance(cx, values[count], stages));
        Ok(next)
    })?;
    if let Some(products) = ring.products {
        products.wait(&mut cx.build(), 0);
    }
    results.truncate(count);
    Ok(results)
}

impl CopyRing {
    /// Waits for the tile of this iteration, has a place filled again by `refill`, and multiplies.
    fn step(
        &self,
        cx: &mut Cx<'_>,
        index: Value,
        carried: &[Value],
        place: Slot,
        refill: impl FnOnce(&mut Cx<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<Value>, Failure> {
        let wait = |cx: &mut Cx<'_>| {
            if let (Some((pipe, _)), Some(state)) = (self.bulk, place.state) {
                cx.build()
                    .op(cutlass::PIPELINE_CONSUMER_WAIT, &[&[pipe], &[state], &[]], &[]);
            }
        };
        if let Some(products) = self.products {
            wait(cx);
            let next = iteration(
                cx,
                self.body,
                index,
                carried,
                Operands::Descriptors(place.slot, products),
            )?;
            refill(cx)?;
            return Ok(next);
        }
        refill(cx)?;
        wait(cx);
        iteration(cx, self.body, index, carried, Operands::Buffers(place.slot))
    }

    /// Starts the copies of the iteration of an index to a place.
    fn start(&self, cx: &mut Cx<'_>, at: Value, slot: Value, filled: Option<Value>) -> Result<(), Failure> {
        let Some(((pipe, elected), filled)) = self.bulk.zip(filled) else {
            return Ok(());
        };
        when(cx, Exists::If(elected), &[], |cx| {
            indices_at(cx, self.body, at)?;
            let bytes: i64 = cx.state.product_loop.operands.iter().map(|f| f.tma.tile_bytes()).sum();
            let commit = cx
                .build()
                .op(cutlass::PIPELINE_PRODUCER_COMMIT, &[&[pipe], &[filled], &[]], &[]);
            let bytes = cx.build().int(bytes);
            cx.new.set_attr(commit, "transaction_bytes", bytes);
            let ty = cx.new.ty(slot);
            let barrier = cx.build().value(cutlass::PIPELINE_FULL_BARRIER, &[pipe, filled], ty);
            for number in 0..2 {
                let load = cx.state.product_loop.operands[number].load;
                let descriptor = self.descriptor(cx, load)?;
                let (view, indices) = tile_at(cx, number)?;
                let buffer = cx.state.buffers[number];
                let copy = cx.build().op(
                    nv_tileas::ASYNC_TILED_TMA_LOAD,
                    &[&[view], &indices, &[buffer], &[slot], &[barrier], &[], &[]],
                    &[],
                );
                let descriptor = cx.build().int(descriptor);
                cx.new.set_attr(copy, "descriptor", descriptor);
            }
            cx.loc = cx.old.loc(self.op);
            Ok(Vec::new())
        })
        .map(|_| ())
    }

    /// The number of the tensor map of a load.
    fn descriptor(&self, cx: &mut Cx<'_>, load: Op) -> Result<i64, Failure> {
        let Some(map) = tensor_map(cx.old, load) else {
            return Err(cx.error(load, "internal", "a copy of a view without a tensor map"));
        };
        let maps = &mut cx.state.tensor_maps;
        let number = maps.iter().position(|other| *other == map).unwrap_or_else(|| {
            maps.push(map);
            maps.len() - 1
        });
        Ok(number as i64)
    }

    fn start_state(&self, cx: &mut Cx<'_>, role: &str) -> Option<Value> {
        self.bulk?;
        let (ty, role) = (cx.new.named_type("cutlass.pipeline_state"), cx.keyword(role));
        Some(
            cx.build()
                .value_with(cutlass::PIPELINE_STATE_CREATE, &[], ty, &[("role", role)]),
        )
    }

    fn next_state(&self, cx: &mut Cx<'_>, state: Option<Value>) -> Option<Value> {
        let ((pipe, _), state) = self.bulk.zip(state)?;
        let ty = cx.new.ty(state);
        Some(cx.build().value(cutlass::PIPELINE_STATE_INCREMENT, &[pipe, state], ty))
    }

    /// The place that a carried value says.
    fn place(&self, cx: &mut Cx<'_>, carried: Value) -> Slot {
        if self.bulk.is_none() {
            return Slot {
                slot: carried,
                state: None,
            };
        }
        let ty = cx.new.number_type("i32");
        Slot {
            slot: cx.build().value(cutlass::PIPELINE_STATE_INDEX, &[carried], ty),
            state: Some(carried),
        }
    }

    /// The next place round the ring, as it is carried.
    fn advance(&self, cx: &mut Cx<'_>, carried: Value, stages: i64) -> Value {
        if let Some(next) = self.next_state(cx, Some(carried)) {
            return next;
        }
        round(cx, carried, stages - 1, 0, 1)
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

/// A pipeline of which only the full barriers are waited for, and whether this thread is the one that starts copies.
fn barriers(cx: &mut Cx<'_>) -> (Value, Value) {
    let ty = cx.new.named_type("cutlass.pipeline");
    let create = cx.build().op(cutlass::PIPELINE_CREATE, &[], &[ty]);
    for (name, value) in [
        ("numStages", cx.state.stages),
        ("num_producers", 1),
        ("num_consumers", 1 << cx.state.warp_bits),
    ] {
        let value = cx.build().int(value);
        cx.new.set_attr(create, name, value);
    }
    let pipe = cx.new.result(create, 0);
    cx.build().op(cutlass::PIPELINE_INIT, &[&[pipe]], &[]);
    let zero = word(cx, 0);
    let ty = cx.new.ty(zero);
    let thread = cx.build().special("tid.x", ty);
    let elected = cx.build().compare("equal", "signed", thread, zero);
    (pipe, elected)
}
