//! Rings whose slots one thread has TMA fill: the full barrier of a slot tells all threads of its bytes. Nothing is waited for before a slot is
//! filled again, which is behind a barrier of the block.

use super::iterations::{Exists, when};
use super::word;
use tilewright_analysis::tma::{TensorMap, tensor_map};
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::ops::{cutlass, nv_tileas};
use tilewright_ir::words::role;
use tilewright_ir::{Op, Value};

/// A pipeline of which only the full barriers are waited for.
#[derive(Clone, Copy)]
pub(super) struct Bulk {
    pipe: Value,
    /// Whether this thread is the one that starts copies.
    elected: Value,
}

/// The place of a tile that TMA copies: the load's view and the indices of the tile, and the slot of a buffer.
pub(super) struct Copy {
    pub(super) load: Op,
    pub(super) view: Value,
    pub(super) indices: Vec<Value>,
    pub(super) buffer: Value,
    pub(super) slot: Value,
}

impl Bulk {
    /// Makes the barriers of so many slots, which so many warps wait for, as a power of two.
    pub(super) fn create<S>(cx: &mut Conversion<'_, S>, stages: i64, warp_bits: usize) -> Self {
        let ty = cx.new.named_type("cutlass.pipeline");
        let create = cx.build().op(cutlass::PIPELINE_CREATE, &[], &[ty]);
        for (name, value) in [
            ("numStages", stages),
            ("num_producers", 1),
            ("num_consumers", 1 << warp_bits),
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
        Self { pipe, elected }
    }

    /// The states before the first slot is filled, and before it is read.
    pub(super) fn start<S>(cx: &mut Conversion<'_, S>) -> [Value; 2] {
        [role::PRODUCER, role::CONSUMER].map(|role| {
            let (ty, role) = (cx.new.named_type("cutlass.pipeline_state"), cx.keyword(role));
            cx.build()
                .value_with(cutlass::PIPELINE_STATE_CREATE, &[], ty, &[("role", role)])
        })
    }

    /// The state at the next slot.
    pub(super) fn next<S>(self, cx: &mut Conversion<'_, S>, state: Value) -> Value {
        let ty = cx.new.ty(state);
        cx.build()
            .value(cutlass::PIPELINE_STATE_INCREMENT, &[self.pipe, state], ty)
    }

    /// The number of the slot that a state is at.
    pub(super) fn slot<S>(cx: &mut Conversion<'_, S>, state: Value) -> Value {
        let ty = cx.new.number_type("i32");
        cx.build().value(cutlass::PIPELINE_STATE_INDEX, &[state], ty)
    }

    /// Waits until the slot of a state is full.
    pub(super) fn wait<S>(self, cx: &mut Conversion<'_, S>, state: Value) {
        cx.build()
            .op(cutlass::PIPELINE_CONSUMER_WAIT, &[&[self.pipe], &[state], &[]], &[]);
    }

    /// The one thread announces so many bytes to the slot of a state, and `copies`, by the barrier that counts them.
    pub(super) fn fill<S>(
        self,
        cx: &mut Conversion<'_, S>,
        state: Value,
        bytes: i64,
        copies: impl FnOnce(&mut Conversion<'_, S>, Value) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        when(cx, Exists::If(self.elected), &[], |cx| {
            let commit = cx
                .build()
                .op(cutlass::PIPELINE_PRODUCER_COMMIT, &[&[self.pipe], &[state], &[]], &[]);
            let bytes = cx.build().int(bytes);
            cx.new.set_attr(commit, "transaction_bytes", bytes);
            let ty = cx.new.number_type("i32");
            let barrier = cx
                .build()
                .value(cutlass::PIPELINE_FULL_BARRIER, &[self.pipe, state], ty);
            copies(cx, barrier).map(|()| Vec::new())
        })
        .map(|_| ())
    }
}

/// Copies a tile by TMA, by its tensor map, which is among those of the kernel then.
pub(super) fn copy<S>(
    cx: &mut Conversion<'_, S>,
    barrier: Value,
    tile: &Copy,
    maps: impl FnOnce(&mut S) -> &mut Vec<TensorMap>,
) -> Result<(), Failure> {
    let Some(map) = tensor_map(cx.old, tile.load) else {
        return Err(cx.error(tile.load, "internal", "a copy of a view without a tensor map"));
    };
    let maps = maps(&mut cx.state);
    let number = maps.iter().position(|other| *other == map).unwrap_or_else(|| {
        maps.push(map);
        maps.len() - 1
    });
    let lists: [&[Value]; 7] = [
        &[tile.view],
        &tile.indices,
        &[tile.buffer],
        &[tile.slot],
        &[barrier],
        &[],
        &[],
    ];
    let copy = cx.build().op(nv_tileas::ASYNC_TILED_TMA_LOAD, &lists, &[]);
    let descriptor = cx.build().int(number as i64);
    cx.new.set_attr(copy, "descriptor", descriptor);
    Ok(())
}
