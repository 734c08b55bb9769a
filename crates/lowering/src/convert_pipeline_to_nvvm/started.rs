//! Agents, and copies and products that are started and not waited for. A pipeline's full barrier is the address of an
//! mbarrier by now, and a token a group: so copies and products are those of the machine, and agents are warps that
//! branch. Tiles are still whole, so each stays one op.

use super::Cx;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{cute_nvgpu, nv_tileas};
use tilewright_ir::{Op, OpKind};

/// The ops of `nv_tileas.async` that are no handshake, and what each is without pipelines and tokens.
const BECOMES: [(OpKind, OpKind); 5] = [
    (nv_tileas::ASYNC_TILED_TMA_LOAD, cute_nvgpu::TMA_LOAD),
    (nv_tileas::ASYNC_TILED_LOAD, cute_nvgpu::SIMT_ASYNC_COPY),
    (nv_tileas::ASYNC_DOT, cute_nvgpu::ASYNC_MMA),
    (nv_tileas::ASYNC_WORD_DOT, cute_nvgpu::ASYNC_WORD_MMA),
    (nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH, nv_tileas::WARP_SWITCH),
];

pub(super) fn started(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let kind = cx.old.kind(op);
    let Some((_, machine)) = BECOMES.iter().find(|(started, _)| *started == kind) else {
        return Err(cx.old.contradicts(op, "an op that the machine does not start"));
    };
    cx.copy_as(op, *machine).map(|_| ())
}
