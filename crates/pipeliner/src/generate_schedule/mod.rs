//! `generate-schedule`
//!
//! Purpose: finds the loop that can be pipelined, plans its agents and the depth of its buffers, schedules it, and writes
//! the results on the ops: `nv_tile.aws.stage` and `nv_tile.aws.order` on each op of the loop, on the loop
//! how many tiles have room (`nv_tileas.stages`), warps and registers of the agents.
//!
//! Requires: `nv_tileas` before layouts; constraints on ops and loops are attributes (`pipelining/constraints.rs`). Guarantees: changes
//! nothing but attributes, and products with scales that no issuer starts after all; no loop is marked that the passes after this cannot
//! pipeline. Where a loop with a product is not pipelined, the
//! reason is a warning.

mod plain;
mod rings;
mod thread_rings;

use crate::pipelining::choice::{Candidate, Plan, Threads, as_it_is, choose, possible, refuse, wanted};
use crate::pipelining::depth::Depth;
use crate::pipelining::left::of_left;
use crate::pipelining::loop_graph::{LoopOps, loop_graph, thread_graph};
use crate::pipelining::plain_loop::inner_loops;
use crate::pipelining::plan::{Agent, Agents};
use crate::pipelining::powers::all_by_polynomial;
use crate::pipelining::tables::{AgentTable, Variant, tables};
use crate::pipelining::together::NoPair;
use crate::pipelining::why::{LoopRefusal, Refused};
use crate::pipelining::{
    Consumers, Pairs, ProductLoop, Strategy, constraints, ping_pong, product_loop, ring_loop, scaled, tensor_memory,
};
use crate::{Context, Pipelined, Unseated};
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{
    AGENT_ROLES, CLUSTER, CONSUMERS, FORM, IN_FLIGHT, MAJORS, MAX_REGS, MULTICAST, NUM_WARPS, ORDER, PAIR, REUSED,
    ROUND, SEVERAL_PAIRS, STAGE, STAGES,
};
use tilewright_ir::ops::scf;
use tilewright_ir::words::major;
use tilewright_ir::{AttrData, Module, Op, Value};
use tilewright_layout::Layout;
use tilewright_machine::policy;
use tilewright_modsched::depths::lifetime;
use tilewright_modsched::graph::{Class, LoopGraph};
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::render::words;
use tilewright_modsched::report::{Report, ScheduleRefusal};
use tilewright_modsched::schedule::Schedule;
use tilewright_units::product::is_dot;
use tilewright_units::{Completion, Role, Unit, WARPS, asynchronous};

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let asked = all_by_polynomial(module, context.powers);
    context.decisions.borrow_mut().all_by_polynomial = asked.is_some();
    let made = made(asked.as_ref().unwrap_or(module), context)?.or(asked);
    in_pairs(module, made.as_ref(), context)?;
    let mut decisions = context.decisions.borrow_mut();
    let is_pipelined = |line: u32| {
        let is_main = decisions.pipelined.as_ref().is_some_and(|found| found.line == line);
        is_main || decisions.others.iter().any(|found| found.line == line)
    };
    decisions.work = of_left(module, context, &is_pipelined);
    Ok(made)
}

/// Pairs of CTAs that are asked for make the products, or these are refused.
fn in_pairs(module: &Module, made: Option<&Module>, context: &Context<'_>) -> Result<(), Failure> {
    let is_made = |made: &Module| made.walk(made.top()).into_iter().any(|op| made.is_of_pair(op));
    if context.pairs != Some(Pairs::On) || made.is_some_and(is_made) {
        return Ok(());
    }
    // Absent: a kernel without products, of which it is told that the option has no effect.
    let Some(dot) = first_product(module) else {
        return Ok(());
    };
    let why = match asynchronous(context.target) {
        Ok((unit, _)) if unit.has_tensor_memory() => NoPair::Loop,
        _ => NoPair::Unit,
    };
    Err(refuse(context, Refused::at(module.span(dot), LoopRefusal::NoPair(why))))
}

/// The first product of a module.
fn first_product(module: &Module) -> Option<Op> {
    let mut products = module.walk(module.top()).into_iter();
    products.find(|&op| is_dot(module, op))
}

/// The module with its decisions; none: nothing is changed.
fn made(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    if context.target.warps_scale_blocks.value || scaled::products(module).is_empty() {
        return decide(module, context);
    }
    let reasons = context.decisions.borrow().reasons.len();
    let may_overlap = context.strategy != Some(Strategy::None) && serial(module, context).is_none();
    // Absent: what was asked for cannot be had with an issuer, and is said of the product that is made instead.
    let started = may_overlap
        .then(|| rings::run(module, context).ok().flatten())
        .flatten();
    if started.is_some() {
        return Ok(started);
    }
    context.decisions.borrow_mut().reasons.truncate(reasons);
    let multiplied = scaled::converted(module, context, "its loop gets no agent that starts products");
    let decided = decide(&multiplied, context)?;
    Ok(Some(decided.unwrap_or(multiplied)))
}

/// Decides about a kernel whose products all have a way.
fn decide(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let mut plain = Vec::new();
    for &op in &inner_loops(module) {
        if module.kind(op) == scf::FOR {
            plain.push(op);
        }
    }
    if !plain.is_empty() && first_product(module).is_none() {
        return plain::run(module, context, &plain);
    }
    if context.strategy == Some(Strategy::None) {
        if let Some(found) = product_loop(module, Strategy::None, context.target) {
            let mut decisions = context.decisions.borrow_mut();
            let at = match found {
                Err(refused) => refused.span,
                Ok(found) => {
                    decisions.tried = vec![as_it_is(module, &found, context)];
                    module.span(found.for_op)
                }
            };
            decisions.reasons.push(Refused::at(at, LoopRefusal::TurnedOff));
        }
        return Ok(None);
    }
    if let Some(for_op) = serial(module, context) {
        let refused = Refused::at(module.span(for_op), LoopRefusal::Serial);
        if context.consumers.is_some() || context.num_stages.is_some() || context.strategy.is_some() {
            return Err(refuse(context, refused));
        }
        context.decisions.borrow_mut().reasons.push(refused);
        return Ok(None);
    }
    if let Some(module) = rings::run(module, context)? {
        return Ok(Some(module));
    }
    if wanted(context) == Strategy::Unspecialize
        && possible(module, context).is_none()
        && let Some(module) = thread_rings::run(module, context, Vec::new())?
    {
        return Ok(Some(module));
    }
    let choice = match choose(module, context) {
        // Agents have no stages for it; threads that copy ahead may.
        Err(failure) if may_copy_ahead(context) => return copied_ahead(module, context, failure),
        chosen => chosen?,
    };
    let Some(choice) = choice else {
        return Ok(None);
    };
    if choice.plan.is_none() {
        context.decisions.borrow_mut().tried.extend(choice.candidates.clone());
    }
    match choice.plan {
        Some(Plan::Agents(product_loop, agents, depth)) => {
            specialized(module, context, &product_loop, agents, depth, choice.candidates).map(Some)
        }
        Some(Plan::Threads(product_loop, threads)) => {
            unspecialized(module, context, &product_loop, threads, choice.candidates).map(Some)
        }
        // Where agents cannot multiply what the loop does, all threads may copy ahead.
        None if context.strategy.is_none() && wanted(context) == Strategy::WarpSpecialize => {
            thread_rings::run(module, context, choice.candidates)
        }
        None => Ok(None),
    }
}

/// Whether stages are asked for, no candidate has any, and nothing forbids that threads copy ahead.
fn may_copy_ahead(context: &Context<'_>) -> bool {
    let decisions = context.decisions.borrow();
    let last = decisions.reasons.last();
    context.strategy.is_none()
        && context.consumers.is_none()
        && last.is_some_and(|refused| matches!(refused.why, LoopRefusal::NoStages(_)))
}

/// The module with threads that copy ahead, or the failure if they cannot.
fn copied_ahead(module: &Module, context: &Context<'_>, failure: Failure) -> Result<Option<Module>, Failure> {
    let refused = context.decisions.borrow_mut().reasons.pop();
    let made = thread_rings::run(module, context, Vec::new())?;
    if made.is_none() {
        if let Some(refused) = refused {
            context.decisions.borrow_mut().reasons.push(refused);
        }
        return Err(failure);
    }
    Ok(made)
}

/// The loop that could be pipelined, if its iterations must not overlap. One that could not says so by a reason of its own.
fn serial(module: &Module, context: &Context<'_>) -> Option<Op> {
    if !constraints::has_serial(module) {
        return None;
    }
    let loops = match possible(module, context) {
        Some(found) => vec![found.for_op],
        // Rings that threads fill are looked at where they are planned.
        None if wanted(context) != Strategy::WarpSpecialize => return None,
        // Absent: without rings the loop cannot be pipelined.
        None => ring_loop(module, context.target).and_then(Result::ok)?.loops,
    };
    constraints::serial(module, &loops)
}

/// The options of a search. A kernel compiles between two keystrokes, so that the policy says how many steps it may take;
/// `tilewright schedule` takes its time.
fn options(context: &Context<'_>, generator: Generator) -> Options {
    let usual = Options::default();
    Options {
        generator,
        cost_model: context.cost_model(),
        steps: policy().search_steps.value,
        suggest_changes: context.explains,
        core_conflicts: if context.explains { usual.core_conflicts } else { 0 },
        // Absent: two, as Wave has them.
        multi_buffer: context.num_stages.unwrap_or(usual.multi_buffer),
        ..usual
    }
}

/// The options of a search for a loop with rings, whose stages are as many as its slots let them be: fewer would overlap less.
fn of_rings(context: &Context<'_>, generator: Generator) -> Options {
    Options {
        stage_conflicts: 0,
        ..options(context, generator)
    }
}

/// The schedule of a graph.
fn scheduled(
    module: &Module,
    for_op: Op,
    ops: &LoopOps,
    context: &Context<'_>,
    options: &Options,
) -> Result<(Report, Schedule), Failure> {
    let mut report = context.scheduled(&ops.graph, options);
    if let Err(ScheduleRefusal::IiCap { ended: Some(_), .. }) = report.outcome {
        report = by_heuristic(&ops.graph, context, options, report);
    }
    match &report.outcome {
        Ok(solution) => {
            let solution = solution.clone();
            Ok((report, solution))
        }
        Err(refusal) => {
            let why = LoopRefusal::Schedule(words::refusal(&ops.graph, refusal));
            context.decisions.borrow_mut().unseated.push(Unseated {
                line: module.loc_data(module.loc(for_op)).line,
                graph: ops.graph.clone(),
                report,
            });
            Err(refuse(context, Refused::at(module.span(for_op), why)))
        }
    }
}

/// The heuristic's schedule where the budget of the exact solver ended, with all that this has ruled out.
fn by_heuristic(graph: &LoopGraph, context: &Context<'_>, options: &Options, exact: Report) -> Report {
    let heuristic = Options {
        generator: Generator::Rau,
        ..options.clone()
    };
    let mut found = context.scheduled(graph, &heuristic);
    let Ok(schedule) = &found.outcome else {
        return exact;
    };
    let ii = schedule.ii;
    found.candidates = [exact.candidates, found.candidates].concat();
    found.ruled_out = exact.ruled_out;
    found.ruled_out.retain(|ruled| ruled.to < ii);
    found.proven_optimal = found.first_open_ii() >= ii;
    (found.asked, found.conflicts, found.steps) = (exact.asked, exact.conflicts, exact.steps);
    found
}

/// The pair of stages (docs/sources/cost-model.md#roofline): where loads would share a stage with the product that takes them, whoever does
/// not load is a stage later, if the ring and all limits let it.
fn part_stages(ops: &LoopOps, report: &mut Report, solution: &mut Schedule) {
    let is_load = |op: &usize| ops.graph.ops[*op].class == Some(Class::GlobalToShared);
    let loads = (0..ops.graph.ops.len()).filter(is_load).map(|op| solution.stage(op));
    let shares = loads.max().is_some_and(|stage| stage >= solution.stage(ops.product));
    // A serial schedule is one on purpose.
    if !shares || report.used == Generator::Serial {
        return;
    }
    let mut later = solution.clone();
    for (op, start) in later.start.iter_mut().enumerate() {
        if ops.roles[ops.agent_of[op]] != Some(Role::Producer) {
            *start += i64::from(solution.ii);
        }
    }
    if later.check(&ops.graph).is_err() {
        return;
    }
    if let Some(found) = &mut report.objectives {
        found.stages = later.stages_by_start();
        let lifetimes = (0..later.start.len()).map(|op| lifetime(&ops.graph, later.ii, &later.start, op));
        found.lifetime = lifetimes.sum();
    }
    report.outcome = Ok(later.clone());
    *solution = later;
}

/// The register budget, if the scheduler that was used has one.
fn heeded_budget(context: &Context<'_>, report: &Report) -> Option<u32> {
    context.register_budget.filter(|_| report.used == Generator::Documented)
}

/// Notes how the operands' tiles lie in their buffers. Where warps read fragments, each reads what its accumulators need, and several
/// the same; a unit that reads tiles itself is taken to read them once.
fn tell_swizzles(module: &Module, context: &Context<'_>, product_loop: &ProductLoop, unit: &'static Unit) {
    let [m, n, k] = product_loop.mnk;
    let by_warps = unit.completion == Completion::InOrder;
    let accumulators = by_warps.then(|| (WARPS.accumulator)(m, n, context.warp_bits)).flatten();
    let copies = |words: Layout| 1 << words.warp.iter().filter(|&&basis| basis == 0).count();
    let of = |layout: &Layout| [(WARPS.lhs)(layout, n, k), (WARPS.rhs)(layout, n, k)].map(copies);
    let reads = accumulators.as_ref().map_or([1, 1], of);
    let operands = product_loop.operands.iter().zip(reads);
    let told = operands.map(|(operand, reads)| operand.tma.told(module, operand.load, reads, &unit.figures().reader));
    context.base.notes.borrow_mut().layouts.extend(told);
}

/// A loop of agents.
fn specialized(
    module: &Module,
    context: &Context<'_>,
    product_loop: &ProductLoop,
    agents: Agents,
    mut depth: Depth,
    candidates: Vec<Candidate>,
) -> Result<Module, Failure> {
    let mut ops = loop_graph(module, product_loop, &agents, depth.chosen, &context.atoms);
    ops.graph.limits.max_depth = context.num_stages;
    let variant = Variant::of(&ops, context.rrt_size_threshold);
    let generator = if variant.heavy {
        context.scheduler
    } else {
        Generator::Serial
    };
    let mut options = options(context, generator);
    let budget = options.steps;
    // Agents first: the loop's search uses up what is left for what it tells.
    let tables = tables(&ops, variant, context, &mut options.steps);
    let (mut report, mut solution) = scheduled(module, product_loop.for_op, &ops, context, &options)?;
    report.steps += budget - options.steps;
    report.budget = Some(budget);
    part_stages(&ops, &mut report, &mut solution);
    // A serial schedule overlaps nothing, so it needs no second stage.
    if variant.heavy && solution.stages_by_start() <= 1 && context.num_stages.is_none() {
        depth.chosen = 1;
    }
    // Without a schedule, agents run as far apart as the ring lets them.
    let lag = match variant.heavy {
        true => solution.stage(ops.release) - solution.stage(ops.product),
        false => 1,
    };
    let by_warps = agents.unit.completion == Completion::InOrder;
    let in_flight = match by_warps {
        true => 0,
        false => products_in_flight(lag, depth.chosen),
    };

    let mut module = module.clone();
    reorder(&mut module, product_loop, &ops, &tables);
    mark(&mut module, product_loop, &ops, &solution, &depth);
    mark_agents(&mut module, product_loop.for_op, &agents);
    mark_together(&mut module, product_loop);
    let mut set = |name: &str, data| {
        let attr = module.intern_attr(data);
        module.set_attr(product_loop.for_op, name, attr);
    };
    set(IN_FLIGHT, AttrData::Int(in_flight));
    if agents.consumers == Consumers::PingPong {
        set(CONSUMERS, AttrData::Int(ping_pong::CONSUMERS));
    }
    if agents.unit.has_tensor_memory() {
        let slots = tensor_memory::accumulator_slots(&module, product_loop, depth.ctas);
        tensor_memory::mark(&mut module, product_loop.for_op, slots);
    }
    tell_swizzles(&module, context, product_loop, agents.unit);
    context.decisions.borrow_mut().pipelined = Some(Pipelined {
        line: module.loc_data(module.loc(product_loop.for_op)).line,
        strategy: Strategy::WarpSpecialize,
        form: None,
        no_tma: None,
        next_tile: false,
        by_tma: false,
        flow: None,
        asked: context.strategy.is_some() || context.consumers.is_some(),
        candidates,
        agents: Some(agents),
        variant: Some(variant),
        tables,
        together: product_loop.together,
        depth,
        ops,
        register_budget: heeded_budget(context, &report),
        report,
        unit: None,
        in_flight,
        running: in_flight,
    });
    Ok(module)
}

/// Products in flight when the next one starts: at most one, and none where its stage is the one that the next product
/// waits for. A stage is released when its product is done, so as many products as there are stages never let go of one.
fn products_in_flight(lag: i64, stages: i64) -> i64 {
    lag.clamp(0, (stages - 1).clamp(0, 1))
}

/// A loop whose threads all do the same.
fn unspecialized(
    module: &Module,
    context: &Context<'_>,
    product_loop: &ProductLoop,
    threads: Threads,
    candidates: Vec<Candidate>,
) -> Result<Module, Failure> {
    let Threads {
        form,
        no_tma,
        next_tile,
        in_flight,
        depth,
    } = threads;
    let ops = thread_graph(
        module,
        product_loop,
        form,
        depth.chosen + 1 - depth.round,
        &context.atoms,
    );
    let (report, solution) = scheduled(
        module,
        product_loop.for_op,
        &ops,
        context,
        &options(context, context.scheduler),
    )?;
    let mut module = module.clone();
    mark(&mut module, product_loop, &ops, &solution, &depth);
    let name = module.intern_name(form.name());
    let name = module.intern_attr(AttrData::Keyword(name));
    module.set_attr(product_loop.for_op, FORM, name);
    // Absent: threads wait for each product.
    let unit = asynchronous(context.target).map_or(WARPS.unit, |(unit, _)| unit);
    tell_swizzles(
        &module,
        context,
        product_loop,
        if in_flight > 0 { unit } else { WARPS.unit },
    );
    context.decisions.borrow_mut().pipelined = Some(Pipelined {
        line: module.loc_data(module.loc(product_loop.for_op)).line,
        strategy: Strategy::Unspecialize,
        form: Some(form),
        no_tma,
        next_tile,
        by_tma: false,
        flow: None,
        asked: context.strategy.is_some() || context.consumers.is_some(),
        candidates,
        agents: None,
        variant: None,
        tables: Vec::new(),
        together: None,
        depth,
        ops,
        register_budget: heeded_budget(context, &report),
        report,
        unit: None,
        in_flight,
        running: in_flight,
    });
    Ok(module)
}

/// Writes a schedule on the ops of the loop, and the depth on the loop.
fn mark(module: &mut Module, product_loop: &ProductLoop, ops: &LoopOps, solution: &Schedule, depth: &Depth) {
    let order = solution.order();
    for (id, op) in ops.ir.iter().enumerate() {
        // Of the consumers, which all do the same, the first one speaks.
        // Absent: what is no op of the IR, or has been marked, is not marked.
        let Some(op) = op.filter(|op| !module.has_attr(*op, STAGE)) else {
            continue;
        };
        for (name, value) in [(STAGE, solution.stage(id)), (ORDER, i64::from(order[id]))] {
            let attr = module.intern_attr(AttrData::Int(value));
            module.set_attr(op, name, attr);
        }
    }
    let stages = module.intern_attr(AttrData::Int(depth.chosen));
    module.set_attr(product_loop.for_op, STAGES, stages);
    if depth.round > 1 {
        let round = module.intern_attr(AttrData::Int(depth.round));
        module.set_attr(product_loop.for_op, ROUND, round);
    }
    if depth.reused {
        let flag = module.intern_attr(AttrData::Unit);
        module.set_attr(product_loop.for_op, REUSED, flag);
    }
    let [lhs, rhs] = &product_loop.operands;
    mark_majors(module, product_loop.dot, [lhs.k_major, rhs.k_major]);
}

/// Writes on a loop and its loads which CTAs load tiles together.
fn mark_together(module: &mut Module, product_loop: &ProductLoop) {
    // Absent: each CTA loads alone.
    let Some(Ok(together)) = product_loop.together else {
        return;
    };
    let mut set = |op: Op, name: &str, numbers: &[i64]| {
        let attr = module.intern_attr(AttrData::Ints(numbers.into()));
        module.set_attr(op, name, attr);
    };
    let right = &product_loop.operands[1];
    if together.pair {
        set(right.load, MULTICAST, &[2, 1, right.row_dim() as i64]);
        if let Some(kernel) = tilewright_analysis::contract::kernel(module) {
            let flag = module.intern_attr(AttrData::Unit);
            module.set_attr(kernel, PAIR, flag);
            if together.cluster[1] > 1 {
                let ctas = together.cluster.iter().product();
                let ctas = module.intern_attr(AttrData::Int(ctas));
                module.set_attr(kernel, SEVERAL_PAIRS, ctas);
            }
        }
        return;
    }
    set(product_loop.for_op, CLUSTER, &together.cluster);
    for (load, parts) in product_loop.loads().into_iter().zip(&together.parts) {
        if parts[0] > 1 {
            set(load, MULTICAST, parts);
        }
    }
}

/// Writes on a loop which agents it has.
fn mark_agents(module: &mut Module, for_op: Op, agents: &Agents) {
    let each = |of: &dyn Fn(&Agent) -> i64| AttrData::Ints(agents.list.iter().map(of).collect());
    let warps = each(&|agent| agent.warps);
    let registers = each(&|agent| agent.registers);
    let roles = agents.list.iter().map(|agent| {
        let name = module.intern_name(agent.role.name());
        module.intern_attr(AttrData::Keyword(name))
    });
    let roles = AttrData::Array(roles.collect());
    for (name, data) in [(AGENT_ROLES, roles), (NUM_WARPS, warps), (MAX_REGS, registers)] {
        let attr = module.intern_attr(data);
        module.set_attr(for_op, name, attr);
    }
}

/// Writes on a product whether K is the contiguous dimension of each operand.
fn mark_majors(module: &mut Module, dot: Op, k_major: [bool; 2]) {
    for (name, k_major) in MAJORS.into_iter().zip(k_major) {
        let word = module.intern_name(if k_major { major::K } else { major::MN });
        let attr = module.intern_attr(AttrData::Keyword(word));
        module.set_attr(dot, name, attr);
    }
}

/// The loads come in the order of the producer's table, where what they need comes before both.
fn reorder(module: &mut Module, product_loop: &ProductLoop, ops: &LoopOps, tables: &[AgentTable]) {
    let [first, second] = [0, 1].map(|operand: usize| product_loop.operands[operand].load);
    let place = |op| {
        let mut all = tables.iter().flat_map(|table| &table.ops);
        all.position(|&id| ops.ir[id] == Some(op))
    };
    let outside = |value: Value| {
        module
            .defining_op(value)
            .is_none_or(|op| module.parent_op(op) != Some(product_loop.for_op))
    };
    let free = module.operands(second).iter().all(|&value| outside(value));
    if place(second) < place(first) && free {
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
