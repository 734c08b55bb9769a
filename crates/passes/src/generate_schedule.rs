//! `generate-schedule`
//!
//! Purpose: finds the loop that can be pipelined, plans its agents and the depth of its buffers, schedules it, and writes
//! the results on the ops: `nv_tile.aws.stage` and `nv_tile.aws.order` on each op of the loop, on the loop
//! how many tiles have room (`nv_tileas.stages`), warps and registers of the agents.
//!
//! Requires: `nv_tileas` before layouts. Guarantees: changes nothing but attributes; no loop is marked that the passes after
//! this cannot pipeline. Where a loop with a product is not pipelined, the reason is a warning.

use crate::pipelining::loop_graph::{LoopOps, loop_graph};
use crate::pipelining::{Candidate, candidate, plan};
use crate::{Context, Pipelined};
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Module, Value};
use tilewright_modsched::generate::schedule;
use tilewright_modsched::options::Options;
use tilewright_modsched::render::words;
use tilewright_modsched::schedule::Schedule;

/// On an op: the iteration, counted from that of the first op, in which it runs.
pub const STAGE: &str = "nv_tile.aws.stage";
/// On an op: its place among the ops of the loop.
pub const ORDER: &str = "nv_tile.aws.order";
/// On a loop: products under way when the next one starts.
pub const IN_FLIGHT: &str = "nv_tileas.products_in_flight";

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
    let mut depth = plan::depth(module, &found, &agents, context.target, figures, context.num_stages)?;
    let ops = loop_graph(module, &found, &agents, depth.chosen, context.atoms);
    let options = Options {
        generator: context.scheduler,
        ..Options::default()
    };
    let report = schedule(&ops.graph, &options);
    let solution = match &report.outcome {
        Ok(solution) => solution.clone(),
        Err(refusal) => {
            let message = format!("the loop cannot be scheduled: {}", words::refusal(&ops.graph, refusal));
            let refusal = Diagnostic::error("pipeline.schedule", module.span(found.for_op), message);
            return Err(Box::new(
                refusal.with_help("ask for another scheduler, or for the default"),
            ));
        }
    };
    // A serial schedule overlaps nothing, so it needs no second stage.
    if solution.stages_by_start() <= 1 && context.num_stages.is_none() {
        depth.chosen = 1;
    }
    let in_flight = (solution.stage(ops.release) - solution.stage(ops.product)).clamp(0, 1);

    let mut module = module.clone();
    reorder(&mut module, &found, &ops, &solution);
    let order = solution.order();
    for (id, op) in ops.ir.iter().enumerate() {
        // Of the consumers, which all do the same, the first one speaks.
        let Some(op) = op.filter(|op| !module.has_attr(*op, STAGE)) else {
            continue;
        };
        for (name, value) in [(STAGE, solution.stage(id)), (ORDER, i64::from(order[id]))] {
            let attr = module.intern_attr(AttrData::Int(value));
            module.set_attr(op, name, attr);
        }
    }
    let warps = [agents.groups * 4, 4];
    let mut set = |op, name: &str, data| {
        let attr = module.intern_attr(data);
        module.set_attr(op, name, attr);
    };
    set(found.for_op, STAGES, AttrData::Int(depth.chosen));
    set(found.for_op, IN_FLIGHT, AttrData::Int(in_flight));
    set(found.for_op, NUM_WARPS, AttrData::Ints(warps.into()));
    set(found.for_op, MAX_REGS, AttrData::Ints(agents.registers.into()));
    for (name, factor) in MAJORS.into_iter().zip(&found.factors) {
        let word = module.intern_name(if factor.k_major { "k" } else { "mn" });
        let attr = module.intern_attr(AttrData::Keyword(word));
        module.set_attr(found.dot, name, attr);
    }
    context.notes.borrow_mut().pipelined = Some(Pipelined {
        line: module.loc_data(module.loc(found.for_op)).line,
        agents,
        depth,
        ops,
        report,
        in_flight,
    });
    Ok(Some(module))
}

/// The loads come in the order of the schedule, where what they need comes before both.
fn reorder(module: &mut Module, found: &Candidate, ops: &LoopOps, solution: &Schedule) {
    let [first, second] = [0, 1].map(|factor: usize| found.factors[factor].load);
    let start = |op| {
        ops.ir
            .iter()
            .position(|ir| *ir == Some(op))
            .map(|id| solution.start[id])
    };
    let outside = |value: Value| {
        module
            .defining_op(value)
            .is_none_or(|op| module.parent_op(op) != Some(found.for_op))
    };
    let free = module.operands(second).iter().all(|&value| outside(value));
    if start(second) < start(first) && free {
        module.detach(second);
        module.insert_before(first, second);
    }
}
