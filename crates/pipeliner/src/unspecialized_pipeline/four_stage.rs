//! The four-stage loop (docs/sources/four-stage.md): global memory to registers, registers to shared memory, shared
//! memory to fragments, and the product, each an iteration behind the one before, with two buffers that alternate, or as many as are
//! asked for: with one, all threads have read a tile before the next is written over it.
//!
//! The steady loop is the published one: multiply, read the next fragments, write the tile after those, load the one after
//! that, one barrier. The published prologue and epilogue read what was written just before without a barrier between;
//! each such read has one here. Where iterations are missing that the prologue loads, it loads the first tile again.
//!
//! ```text
//!                                     a0 = load 0; write a0, SM[0]; a = load 1; barrier
//! for %k in 0 .. trips {              b = read SM[0]; write a, SM[1]; a = load 2; barrier
//!   %a = tiled_load            ->     for %k in 0 .. trips - 3 {
//!   dot %a, ..., %acc                   dot b; b = read SM[(k+1) % 2]; write a, SM[k % 2]; a = load k + 3; barrier }
//! }                                   dot b; b = read; write a; barrier; dot b; b = read; dot b
//! ```

use super::iterations::{Exists, Iterations, when};
use super::through::{Fragments, barrier, fragment_load, staged_load, staged_store, turns};
use super::{Cx, Operands, indices_at, iteration, loop_of, tile_at, word};
use tilewright_ir::convert::Failure;
use tilewright_ir::{Block, Op, Value};
use tilewright_layout::Layout;
use tilewright_units::WARPS;

/// The stages of an iteration: load, write, read, multiply. Their number is the form of the loop that is written here, and
/// no choice (docs/sources/four-stage.md).
const STAGES: i64 = 4;
/// Iterations in flight besides the one that multiplies.
const AHEAD: i64 = STAGES - 1;

struct FourStage {
    body: Block,
    /// The buffers of each operand.
    buffers: i64,
    /// The accumulators of the product.
    accumulators: Layout,
}

/// Makes the loops; returns what the old one results in.
pub(super) fn pipeline(cx: &mut Cx<'_>, op: Op, body: Block, inits: Vec<Value>) -> Result<Vec<Value>, Failure> {
    let [m, n, _] = cx.state.product_loop.mnk;
    let Some(accumulators) = (WARPS.accumulator)(m, n, cx.state.warp_bits) else {
        return Err(cx.error(op, "internal", "a product smaller than one of the tensor cores"));
    };
    let buffers = cx.state.stages;
    let form = FourStage {
        body,
        buffers,
        accumulators,
    };
    let iterations = Iterations::of(cx, op)?;
    let any = iterations.exists(cx, 0);
    let otherwise = inits.clone();
    when(cx, any, &otherwise, |cx| form.stages(cx, op, &iterations, inits))
}

impl FourStage {
    /// The whole of it, where there is at least one iteration.
    fn stages(&self, cx: &mut Cx<'_>, op: Op, n: &Iterations, inits: Vec<Value>) -> Result<Vec<Value>, Failure> {
        let count = inits.len();
        let (zero, one) = (word(cx, 0), word(cx, 1));
        let first = self.load(cx, n, 0)?;
        self.write(cx, first, zero);
        let second = self.load(cx, n, 1)?;
        barrier(cx);
        let fragments = self.read(cx, zero);
        self.write(cx, second, if self.buffers > 1 { one } else { zero });
        let third = self.load(cx, n, 2)?;
        barrier(cx);

        // Carried besides: fragments, tiles on their way, and whose turn it is.
        let mut carried = inits;
        carried.extend(fragments);
        carried.extend(third);
        carried.push(zero);
        let until = n.until(cx, AHEAD);
        let mut steady = carried.clone();
        steady.extend((!n.is_by_one()).then_some(n.lower));
        let results = loop_of(cx, op, [n.lower, until, n.step], &steady, |cx, index, values| {
            let (own, [lhs, rhs, a, b, turn]) = parts(values, count);
            let mut next = iteration(cx, self.body, index, own, Operands::Fragments([lhs, rhs]))?;
            let [other, free] = turns(cx, turn, self.buffers);
            next.extend(self.read(cx, other));
            self.write(cx, [a, b], free);
            let at = n.after(cx, index, AHEAD);
            next.extend(self.load_at(cx, at)?);
            barrier(cx);
            next.push(other);
            if !n.is_by_one() {
                next.push(n.after(cx, index, 1));
            }
            Ok(next)
        })?;
        let kept = carried.len();
        carried = results[..kept].to_vec();
        let index = match results.last() {
            Some(&from) if !n.is_by_one() => from,
            _ => until,
        };

        let (own, [lhs, rhs, a, b, turn]) = parts(&carried, count);
        let own = iteration(cx, self.body, index, own, Operands::Fragments([lhs, rhs]))?;
        let second = n.exists(cx, 1);
        when(cx, second, &own, |cx| {
            let [other, free] = turns(cx, turn, self.buffers);
            let fragments = self.read(cx, other);
            self.write(cx, [a, b], free);
            barrier(cx);
            let index = n.after(cx, index, 1);
            let own = iteration(cx, self.body, index, &own, Operands::Fragments(fragments))?;
            let third = n.exists(cx, 2);
            when(cx, third, &own, |cx| {
                let fragments = self.read(cx, free);
                let index = n.after(cx, index, 1);
                iteration(cx, self.body, index, &own, Operands::Fragments(fragments))
            })
        })
    }

    /// Loads the tiles of the iteration of a number, or if there is none, of the first.
    fn load(&self, cx: &mut Cx<'_>, n: &Iterations, number: i64) -> Result<[Value; 2], Failure> {
        let at = match n.exists(cx, number) {
            Exists::Always => n.after(cx, n.lower, number),
            Exists::If(exists) if number > 0 => {
                let at = n.after(cx, n.lower, number);
                cx.build().select(exists, at, n.lower)
            }
            _ => n.lower,
        };
        self.load_at(cx, at)
    }

    fn load_at(&self, cx: &mut Cx<'_>, at: Value) -> Result<[Value; 2], Failure> {
        indices_at(cx, self.body, at)?;
        let mut loaded = [at; 2];
        for (number, loaded) in loaded.iter_mut().enumerate() {
            let (view, indices) = tile_at(cx, number)?;
            let operand = &cx.state.product_loop.operands[number];
            let (load, contiguous) = (operand.load, operand.tma.contiguous);
            *loaded = staged_load(cx, (load, contiguous), cx.state.warp_bits, view, &indices);
        }
        Ok(loaded)
    }

    /// Writes tiles to a buffer. Where there is no other one, all threads have read what is in it.
    fn write(&self, cx: &mut Cx<'_>, tiles: [Value; 2], turn: Value) {
        if self.buffers == 1 {
            barrier(cx);
        }
        for (number, tile) in tiles.into_iter().enumerate() {
            let along = cx.state.product_loop.operands[number].tma.contiguous;
            staged_store(cx, tile, cx.state.buffers[number], turn, along);
        }
    }

    fn read(&self, cx: &mut Cx<'_>, turn: Value) -> [Value; 2] {
        let [m, n, k] = cx.state.product_loop.mnk;
        [0, 1].map(|side| {
            let (shape, layout) = match side {
                0 => ([m, k / 2], WARPS.lhs),
                _ => ([k / 2, n], WARPS.rhs),
            };
            let of = Fragments {
                side,
                k_major: cx.state.product_loop.operands[side].k_major,
                shape,
                layout: layout(&self.accumulators, n, k),
            };
            fragment_load(cx, &of, cx.state.buffers[side], turn)
        })
    }
}

/// The old loop's own values, then the fragments, the tiles and the number of the buffer.
fn parts(values: &[Value], count: usize) -> (&[Value], [Value; 5]) {
    (&values[..count], std::array::from_fn(|i| values[count + i]))
}
