//! `generate-schedule`
//!
//! Purpose: finds the loop that can be pipelined, plans its agents and the depth of its buffers, schedules it, and writes
//! the results on the ops: `nv_tile.aws.stage` and `nv_tile.aws.order` on each op of the loop, on the loop
//! how many tiles have room (`nv_tileas.stages`), warps and registers of the agents.
//!
//! Requires: `nv_tileas` before layouts. Guarantees: changes nothing but attributes; no loop is marked that the passes after
//! this cannot pipeline. Where a loop with a product is not pipelined, the reason is a warning.

use crate::affine::ViewFacts;
use crate::pipelining::loop_graph::{LoopOps, loop_graph, thread_graph};
use crate::pipelining::strategy::can_specialize;
use crate::pipelining::tma::tma_boxes;
use crate::pipelining::{Candidate, Form, Strategy, candidate, plan};
use crate::{Context, Pipelined};
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Module, Value};
use tilewright_modsched::generate::schedule;
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::render::words;
use tilewright_modsched::report::Report;
use tilewright_modsched::schedule::Schedule;

/// On an op: the iteration, counted from that of the first op, in which it runs.
pub const STAGE: &str = "nv_tile.aws.stage";
/// On an op: its place among the ops of the loop.
pub const ORDER: &str = "nv_tile.aws.order";
/// On a loop: products under way when the next one starts.
pub const IN_FLIGHT: &str = "nv_tileas.products_in_flight";

/// On a loop: tiles that each buffer has room for.
pub const STAGES: &str = "nv_tileas.stages";
/// On a loop whose threads all do the same: the form, by name.
pub const FORM: &str = "nv_tileas.form";
/// On a loop: warps of the consumer and of the producer.
pub const NUM_WARPS: &str = "nv_tileas.num_warps";
/// On a loop: registers of a consumer's and of a producer's thread.
pub const MAX_REGS: &str = "nv_tileas.max_regs";
/// On a product: which dimension of a factor is contiguous.
pub const MAJORS: [&str; 2] = ["nv_tileas.lhs_major", "nv_tileas.rhs_major"];

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let four_stage = context.scheduler == Generator::FourStage;
    let strategy = strategy(context);
    let found = match candidate(module, strategy) {
        None => return Ok(None),
        Some(_) if strategy == Strategy::None => {
            let reason = Diagnostic::error(TURNED_OFF, None, "pipelining was turned off");
            let reason = reason
                .with_severity(Severity::Warning)
                .with_help("ask for another strategy, or for none");
            context.notes.borrow_mut().reasons.push(reason);
            return Ok(None);
        }
        Some(Err(reason)) if four_stage => return Err(no_four_stages(*reason)),
        Some(Err(reason)) => {
            context.notes.borrow_mut().reasons.push(*reason);
            return Ok(None);
        }
        Some(Ok(found)) => found,
    };
    match strategy {
        Strategy::WarpSpecialize => specialized(module, context, &found).map(Some),
        _ => unspecialized(module, context, &found),
    }
}

/// How loops are pipelined: as asked for, or as is usual.
pub(crate) fn strategy(context: &Context<'_>) -> Strategy {
    context.strategy.unwrap_or(match context.scheduler {
        Generator::FourStage => Strategy::Unspecialize,
        _ => Strategy::usual(context.target),
    })
}

/// Document 004's preconditions do not hold.
fn no_four_stages(reason: Diagnostic) -> Box<Diagnostic> {
    let message = format!("the four-stage scheduler cannot take this kernel: {}", reason.message);
    let refusal = Diagnostic::error("pipeline.four-stage", reason.span, message);
    let refusal = reason
        .notes
        .iter()
        .fold(refusal, |refusal, note| refusal.with_note(note));
    let refusal = refusal.with_note("it wants a single group of products, of tiles that a loop loads for it alone");
    Box::new(refusal.with_help(reason.help.as_deref().unwrap_or("ask for another scheduler")))
}

/// The code of the reason that pipelining was not wanted.
pub const TURNED_OFF: &str = "pipeline.off";

/// The schedule of a graph.
fn scheduled(
    module: &Module,
    context: &Context<'_>,
    found: &Candidate,
    ops: &LoopOps,
) -> Result<(Report, Schedule), Failure> {
    let options = Options {
        generator: context.scheduler,
        ..Options::default()
    };
    let report = schedule(&ops.graph, &options);
    match &report.outcome {
        Ok(solution) => {
            let solution = solution.clone();
            Ok((report, solution))
        }
        Err(refusal) => {
            let message = format!("the loop cannot be scheduled: {}", words::refusal(&ops.graph, refusal));
            let refusal = Diagnostic::error("pipeline.schedule", module.span(found.for_op), message);
            Err(Box::new(
                refusal.with_help("ask for another scheduler, or for the default"),
            ))
        }
    }
}

/// A loop of agents.
fn specialized(module: &Module, context: &Context<'_>, found: &Candidate) -> Result<Module, Failure> {
    let figures = context.target.pipeline.as_ref();
    let figures = figures.and_then(|figures| Some((figures, figures.agents.as_ref()?)));
    let Some(figures) = figures.filter(|_| can_specialize(context.target)) else {
        let message = format!("loops for {} cannot be warp-specialised", context.target.name);
        let refusal = Diagnostic::error("pipeline.strategy", module.span(found.for_op), message)
            .with_note("agents need a copy engine and a matrix unit driven by wgmma, which sm_90a has")
            .with_help("ask for --pipeline-strategy unspecialize");
        return Err(Box::new(refusal));
    };
    let agents = plan::agents(module, found, context.target, figures.1)?;
    let mut depth = plan::depth(module, found, &agents, context.target, figures, context.num_stages)?;
    let ops = loop_graph(module, found, &agents, depth.chosen, context.atoms);
    let (report, solution) = scheduled(module, context, found, &ops)?;
    // A serial schedule overlaps nothing, so it needs no second stage.
    if solution.stages_by_start() <= 1 && context.num_stages.is_none() {
        depth.chosen = 1;
    }
    let lag = solution.stage(ops.release) - solution.stage(ops.product);
    let in_flight = products_in_flight(lag, depth.chosen);

    let mut module = module.clone();
    reorder(&mut module, found, &ops, &solution);
    mark(&mut module, found, &ops, &solution, depth.chosen);
    let warps = [agents.groups * 4, 4];
    let mut set = |name: &str, data| {
        let attr = module.intern_attr(data);
        module.set_attr(found.for_op, name, attr);
    };
    set(IN_FLIGHT, AttrData::Int(in_flight));
    set(NUM_WARPS, AttrData::Ints(warps.into()));
    set(MAX_REGS, AttrData::Ints(agents.registers.into()));
    context.notes.borrow_mut().pipelined = Some(Pipelined {
        line: module.loc_data(module.loc(found.for_op)).line,
        strategy: Strategy::WarpSpecialize,
        form: None,
        not_bulk: None,
        asked: context.strategy.is_some(),
        agents: Some(agents),
        depth,
        ops,
        report,
        in_flight,
    });
    Ok(module)
}

/// Products under way when the next one starts: at most one, and none where its stage is the one that the next product
/// waits for. A stage is released when its product is done, so as many products as there are stages never let go of one.
fn products_in_flight(lag: i64, stages: i64) -> i64 {
    lag.clamp(0, (stages - 1).clamp(0, 1))
}

/// A loop whose threads all do the same.
///
/// Where the user did not ask for one, buffers that do not fit are no error: the loop stays as it is.
fn unspecialized(module: &Module, context: &Context<'_>, found: &Candidate) -> Result<Option<Module>, Failure> {
    let (form, not_bulk) = match (context.scheduler, no_bulk(module, context, found)) {
        (Generator::FourStage, _) => (Form::FourStage, None),
        (_, None) => (Form::Bulk, None),
        (_, why) => (Form::Copies, why),
    };
    let in_flight = i64::from(form == Form::Bulk && found.fits_wgmma(context.warp_bits));
    let depth = plan::thread_depth(module, found, (form, in_flight), context.target, context.num_stages);
    let depth = match depth {
        Ok(depth) => depth,
        Err(refusal) if context.strategy.is_none() && form != Form::FourStage => {
            let reason = refusal.with_severity(Severity::Warning);
            context.notes.borrow_mut().reasons.push(reason);
            return Ok(None);
        }
        Err(refusal) => return Err(refusal),
    };
    if form == Form::FourStage {
        plan::four_stage_registers(module, found, context.warp_bits, context.target)?;
    }
    let ops = thread_graph(module, found, form, depth.chosen, context.atoms);
    let (report, solution) = scheduled(module, context, found, &ops)?;
    let mut module = module.clone();
    mark(&mut module, found, &ops, &solution, depth.chosen);
    let name = module.intern_name(form.name());
    let name = module.intern_attr(AttrData::Keyword(name));
    module.set_attr(found.for_op, FORM, name);
    context.notes.borrow_mut().pipelined = Some(Pipelined {
        line: module.loc_data(module.loc(found.for_op)).line,
        strategy: Strategy::Unspecialize,
        form: Some(form),
        not_bulk,
        asked: context.strategy.is_some(),
        agents: None,
        depth,
        ops,
        report,
        in_flight,
    });
    Ok(Some(module))
}

/// Why the copy engine does not bring the tiles of a loop whose threads all do the same.
fn no_bulk(module: &Module, context: &Context<'_>, found: &Candidate) -> Option<String> {
    if !can_specialize(context.target) {
        return Some(format!("{} has no copy engine beside wgmma", context.target.name));
    }
    if found.is_nested(module) {
        return Some("the loop runs again and again, and its barriers would have to be carried along".to_string());
    }
    found.factors.iter().find_map(|factor| {
        let view = module.operand_named(factor.load, "view")?;
        let facts = ViewFacts::of(module, view)?;
        tma_boxes(module, factor.load, &facts).err().map(|why| why.message)
    })
}

/// Writes a schedule on the ops of the loop, and the depth on the loop.
fn mark(module: &mut Module, found: &Candidate, ops: &LoopOps, solution: &Schedule, stages: i64) {
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
    let stages = module.intern_attr(AttrData::Int(stages));
    module.set_attr(found.for_op, STAGES, stages);
    for (name, factor) in MAJORS.into_iter().zip(&found.factors) {
        let word = module.intern_name(if factor.k_major { "k" } else { "mn" });
        let attr = module.intern_attr(AttrData::Keyword(word));
        module.set_attr(found.dot, name, attr);
    }
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

#[cfg(test)]
mod tests {
    use super::products_in_flight;

    #[test]
    fn a_ring_of_one_stage_leaves_no_product_under_way() {
        assert_eq!(products_in_flight(1, 1), 0);
        assert_eq!(products_in_flight(1, 2), 1);
        assert_eq!(products_in_flight(3, 5), 1);
        assert_eq!(products_in_flight(0, 5), 0);
        assert_eq!(products_in_flight(-1, 5), 0);
    }
}
