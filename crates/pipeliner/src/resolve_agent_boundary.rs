//! `resolve-agent-boundary`
//!
//! Purpose: ops that several agents compute in the same way are computed once, before the agents part, and each agent gets the
//! value. So the number of iterations of each agent is seen to be the same value.
//!
//! Requires: the output of `materialize-schedule`. Guarantees: no two agents compute the same scalar or view in front of their
//! loops; no agent uses a tile from outside, for that is in the registers of other threads.
//!
//! ```text
//! agent_switch consumer {                          %steps = get_tile_count %view
//!   %steps = get_tile_count %view                  agent_switch consumer {
//!   for %k in (0 to %steps) ... }          ->        for %k in (0 to %steps) ... }
//! producer {                                       producer {
//!   %steps = get_tile_count %view                    for %k in (0 to %steps) ... }
//!   for %k in (0 to %steps) ... }
//! ```

use crate::pipelining::product_loop::reads_number;
use tilewright_analysis::Context;
use tilewright_analysis::agent_switch;
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{nv_tileas, scf};
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_sorted::SortedSet;

/// Runs the pass.
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    let Some(switch) = agent_switch(module) else {
        return Ok(None);
    };
    if let Some(refusal) = tile_from_outside(module, switch) {
        return Err(Box::new(refusal));
    }
    let bodies: Vec<Block> = module
        .regions(switch)
        .iter()
        .filter_map(|&region| module.entry_block(region))
        .map(|body| program(module, switch, body))
        .collect();
    let mut new = module.clone();
    let mut changed = false;
    for (number, &body) in bodies.iter().enumerate() {
        for op in module.ops(body) {
            // An op that was alike in an agent before this one is gone by now.
            if new.parent(op) != Some(body) || !crosses(&new, switch, op) {
                continue;
            }
            let alike: Vec<Op> = bodies[number + 1..]
                .iter()
                .filter_map(|&other| new.ops(other).find(|&other| same(&new, op, other)))
                .collect();
            if alike.is_empty() {
                continue;
            }
            new.detach(op);
            new.insert_before(switch, op);
            for other in alike {
                for index in 0..new.results(other).len() {
                    let (from, to) = (new.result(other, index), new.result(op, index));
                    new.replace_uses(from, to);
                }
                new.erase(other);
            }
            changed = true;
        }
    }
    Ok(changed.then_some(new))
}

/// The program of an agent: of one that works for a pair of CTAs, it is in a branch that the first CTA takes.
fn program(module: &Module, switch: Op, body: Block) -> Block {
    let last = module.last_op(body).filter(|&last| module.kind(last) == scf::IF);
    let branch = last
        .filter(|&last| module.is_of_pair(switch) && module.ops(body).all(|op| op == last || module.def(op).has(PURE)));
    let inner = branch.and_then(|branch| module.entry_block(*module.regions(branch).first()?));
    inner.unwrap_or(body)
}

/// Whether an op may stand before the switch: it has no effect, or reads one number, makes nothing that is spread over threads, and needs
/// nothing that an agent makes.
fn crosses(module: &Module, switch: Op, op: Op) -> bool {
    let reads = reads_number(module, op);
    let starts = module.kind(op) == nv_tileas::CREATE_MEM_TOKEN;
    let whole = |&value: &Value| {
        let ty = module.ty(value);
        reads || starts || module.shape(ty).is_empty() && !module.is_token(ty)
    };
    let outside = |&value: &Value| match module.value_def(value) {
        tilewright_ir::Def::Result(op, _) => module.parent(op) == module.parent(switch),
        tilewright_ir::Def::Argument(block, _) => Some(block) == module.parent(switch),
    };
    let def = module.def(op);
    (def.has(PURE) || reads || starts)
        && def.dialect() != "cutlass"
        && module.regions(op).is_empty()
        && module.results(op).iter().all(whole)
        && module.operands(op).iter().all(outside)
}

/// Whether two ops without effects compute the same.
fn same(module: &Module, a: Op, b: Op) -> bool {
    let types = |op: Op| module.results(op).iter().map(|&value| module.ty(value));
    std::ptr::eq(module.def(a), module.def(b))
        && module.operands(a) == module.operands(b)
        && module.segments(a) == module.segments(b)
        && module.own_attrs(a) == module.own_attrs(b)
        && module.extra_attrs(a) == module.extra_attrs(b)
        && types(a).eq(types(b))
}

/// The first op of an agent that uses a tile from outside.
fn tile_from_outside(module: &Module, switch: Op) -> Option<Diagnostic> {
    let bodies = module.regions(switch).iter().flat_map(|&region| module.blocks(region));
    let ops: Vec<Op> = bodies.flat_map(|&block| module.walk(block)).collect();
    let inside: SortedSet<Op> = ops.iter().copied().collect();
    let spread = |value: Value| {
        let made = module.defining_op(value).filter(|op| !inside.contains(op));
        let ty = module.ty(value);
        // One element is in the registers of each thread.
        made.is_some() && module.is_tile_like(ty) && module.shape(ty).iter().product::<i64>() > 1
    };
    let (op, value) = ops
        .iter()
        .find_map(|&op| Some((op, module.operands(op).iter().copied().find(|&value| spread(value))?)))?;
    let message = format!(
        "`{}` uses a tile that was made before the agents parted",
        module.def(op).short_name()
    );
    let made = module.def(module.defining_op(value)?).short_name();
    Some(
        Diagnostic::error("pipeline.boundary", module.span(op), message)
            .with_note(format!(
                "what `{made}` made is in the registers of all threads, and an agent has only some of them"
            ))
            .with_help("make it in the agent that needs it, or hand it over through a pipeline"),
    )
}
