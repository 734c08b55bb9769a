//! `generate-schedule`
//!
//! Purpose: finds the loop that can be pipelined, plans its agents and the depth of its buffers, schedules it, and writes
//! the results on the ops: `nv_tile.aws.stage` and `nv_tile.aws.order` on each op of the loop, on the loop
//! how many tiles have room (`nv_tileas.stages`), warps and registers of the agents.
//!
//! Requires: `nv_tileas` before layouts. Guarantees: changes nothing but attributes; no loop is marked that the passes after
//! this cannot pipeline. Where a loop with a product is not pipelined, the reason is a warning.

use crate::Context;
use crate::pipelining::{candidate, plan};
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Module};

/// On a loop: tiles that each buffer has room for.
pub const STAGES: &str = "nv_tileas.stages";
/// On a loop: warps of the consumer and of the producer.
pub const NUM_WARPS: &str = "nv_tileas.num_warps";
/// On a loop: registers of a consumer's and of a producer's thread.
pub const MAX_REGS: &str = "nv_tileas.max_regs";
/// On a product: which dimension of a factor is contiguous.
pub const MAJORS: [&str; 2] = ["nv_tileas.lhs_major", "nv_tileas.rhs_major"];

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let Some(figures) = &context.target.pipeline else {
        return Ok(None);
    };
    let found = match candidate(module) {
        None => return Ok(None),
        Some(Err(reason)) => {
            context.notes.borrow_mut().reasons.push(*reason);
            return Ok(None);
        }
        Some(Ok(found)) => found,
    };
    let agents = plan::agents(module, &found, context.target, figures)?;
    let depth = plan::depth(module, &found, &agents, context.target, figures, context.num_stages)?;

    let mut module = module.clone();
    let warps = [agents.groups * 4, 4];
    let mut set = |op, name: &str, data| {
        let attr = module.intern_attr(data);
        module.set_attr(op, name, attr);
    };
    set(found.for_op, STAGES, AttrData::Int(depth.chosen));
    set(found.for_op, NUM_WARPS, AttrData::Ints(warps.into()));
    set(found.for_op, MAX_REGS, AttrData::Ints(agents.registers.into()));
    for (name, factor) in MAJORS.into_iter().zip(&found.factors) {
        let word = module.intern_name(if factor.k_major { "k" } else { "mn" });
        let attr = module.intern_attr(AttrData::Keyword(word));
        module.set_attr(found.dot, name, attr);
    }
    context.notes.borrow_mut().depth = Some(depth);
    Ok(Some(module))
}
