//! Shared memory of buffers that nobody reads any more.
//!
//! Behind the last op that reads or fills the buffers of a ring, what moves between threads may go through their memory, where the
//! pipeliner says so: it has left no other to the end of the kernel. All copies to them have been waited for by then.

use super::Cx;
use super::exchange::barrier;
use std::ops::Range;
use tilewright_analysis::agent_switch;
use tilewright_analysis::shared_memory::pitch;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::words::role;
use tilewright_ir::{Block, Module, Op};

/// The ops behind which the memory of buffers is free, in each program of threads that hold tiles; and the bytes that this is.
pub(super) fn places(module: &Module) -> Vec<(Op, Range<i64>)> {
    let is_reused = |&op: &Op| module.kind(op) == nv_tileas::ALLOC_TENSOR && module.has_attr(op, "reused");
    let buffers: Vec<Op> = module.walk(module.top()).into_iter().filter(is_reused).collect();
    let bytes = |op: Op| {
        let start = module.int_attr(op, "offset")?;
        let buffer = module.buffer_type(module.ty(module.result(op, 0)))?;
        Some(start..start + pitch(buffer.tile_bytes()) * buffer.depth)
    };
    let all = buffers.iter().filter_map(|&op| bytes(op));
    // Buffers of a ring lie one behind the other.
    let Some(whole) = all.reduce(|all, next| all.start.min(next.start)..all.end.max(next.end)) else {
        return Vec::new();
    };
    let last = program(module, &buffers).and_then(|block| last_use(module, &buffers, block));
    last.map(|op| (op, whole)).into_iter().collect()
}

/// The block of the threads that hold tiles: the consumer's, or the one of all.
fn program(module: &Module, buffers: &[Op]) -> Option<Block> {
    let Some(switch) = agent_switch(module) else {
        return module.parent(*buffers.first()?);
    };
    let consumer = module
        .agent_roles(switch)?
        .iter()
        .position(|&name| name == role::CONSUMER)?;
    module.entry_block(*module.regions(switch).get(consumer)?)
}

/// The last op of a block that uses one of the buffers, itself or inside.
fn last_use(module: &Module, buffers: &[Op], block: Block) -> Option<Op> {
    let of_block = |user: Op| {
        let around = |&op: &Op| module.parent_op(op);
        std::iter::successors(Some(user), around).find(|&op| module.parent(op) == Some(block))
    };
    let users = buffers.iter().flat_map(|&op| module.uses(module.result(op, 0)));
    let own: Vec<Op> = users.filter_map(|site| of_block(site.op)).collect();
    module.ops(block).filter(|op| own.contains(op)).last()
}

/// Behind such an op, all who hold tiles meet, and use its memory from there on.
pub(super) fn reuse(cx: &mut Cx<'_>, op: Op) {
    // Absent: behind all other ops, what was free still is.
    let Some((_, bytes)) = cx.state.reused.iter().find(|(last, _)| *last == op) else {
        return;
    };
    let bytes = bytes.clone();
    barrier(cx);
    (cx.state.free, cx.state.capacity) = (bytes.start, bytes.end);
}
