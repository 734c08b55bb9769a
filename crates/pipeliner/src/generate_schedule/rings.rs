//! The schedule of a loop whose tiles come through rings (`pipelining/ring_loop.rs`).
//!
//! The consumers do the same, each for its rows; their ops are scheduled by themselves, in at most two stages, since the loop is
//! written with one iteration before it and one after (`materialize_schedule/overlap.rs`).

mod issued;

use super::heeded_budget;
use crate::Context;
use crate::Pipelined;
use crate::pipelining::choice::{Candidate, Cost, refuse, ring_demand, wanted};
use crate::pipelining::depth::Depth;
use crate::pipelining::loop_graph::LoopOps;
use crate::pipelining::model::Model;
use crate::pipelining::plan::Agents;
use crate::pipelining::powers::{Powers, share_out};
use crate::pipelining::ring_graph::{Figures, RingGraph, ring_graph};
use crate::pipelining::ring_issued::apart;
use crate::pipelining::ring_loop::{RingProduct, Side, Written, is_read_by_threads, takers_of};
use crate::pipelining::tables::{AgentTable, Variant};
use crate::pipelining::transformer::Transformed;
use crate::pipelining::why::{AgentRefusal, LoopRefusal, Refused, Standing};
use crate::pipelining::{Consumers, RingLoop, Strategy, product_loop, ring_loop, ring_plan};
use tilewright_analysis::trips::trip_count;
use tilewright_analysis::warpgroup::GROUP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{
    CORRECTED, IN_PARTS, ORDER, OVER_ACCUMULATORS, RINGS, SINGLE_SLOTS, STAGE, STAGES, TURNS,
};
use tilewright_ir::op_def::traits::TERMINATOR;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{AttrData, Def, Module, Op, operand};
use tilewright_machine::{policy, register_model};
use tilewright_modsched::graph::{Edge, OpId};
use tilewright_modsched::options::Generator;
use tilewright_modsched::report::Report;
use tilewright_modsched::schedule::Schedule;
use tilewright_units::{Role, asynchronous, tensor_memory};

/// Stages of a consumer's ops.
const CONSUMER_STAGES: u32 = 2;

/// A way to do it.
struct Plan {
    /// The loop, with who makes its operands.
    found: RingLoop,
    agents: Agents,
    depth: Depth,
    /// The most stages of a consumer's ops.
    stages: u32,
}

impl Plan {
    /// Cycles of an iteration, by estimate.
    fn cycles(&self) -> f64 {
        self.depth.estimate.iteration(self.depth.chosen)
    }
}

/// The standing of a plan that is not taken beside the one that is.
fn standing(plan: &Plan, taken: &Plan, trips: Option<i64>) -> Standing {
    let more = plan.cycles() - taken.cycles();
    match more {
        more if more > 0.0 => Standing::Dearer(trips.map(|trips| more * trips as f64)),
        more if more < 0.0 => Standing::WithinMargin(policy().strategy_margin.value * 100.0),
        // Absent: a difference, both take as long.
        _ => Standing::Tie,
    }
}

/// A schedule, and what it is of.
struct Scheduled {
    graph: RingGraph,
    variant: Variant,
    report: Report,
    solution: Schedule,
}

/// The loop with its schedule; none if it is one of another kind, or none at all.
pub(super) fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    if wanted(context) != Strategy::WarpSpecialize || context.scheduler == Generator::FourStage {
        return Ok(None);
    }
    // A loop of one product that does nothing else has candidates of its own.
    if !matches!(
        product_loop(module, Strategy::WarpSpecialize, context.target),
        Some(Err(_))
    ) {
        return Ok(None);
    }
    let started = tensor_memory(context.target).map(|_| apart(module, context.arithmetic.contract));
    // Absent: products are added to what is in the registers of those who start them.
    let module = started.as_ref().unwrap_or(module);
    let Some(Ok(found)) = ring_loop(module, context.target) else {
        return Ok(None);
    };
    let figures = &context.target.pipeline;
    let (Some(of_agents), Ok((unit, _))) = (&figures.agents, asynchronous(context.target)) else {
        return Ok(None);
    };
    let figures = (figures, of_agents);
    let rates = Figures {
        target: figures.0,
        ops: context.atoms.thread_ops(),
        // Before agents are chosen, as many as there can be.
        warps: found.products.iter().map(|product| product.warps).fold(0, i64::max),
        model: Model::of(context.atoms, ["tma_load", &unit.figures().atom]),
    };
    let mut shared = module.clone();
    let powers = shared_out(&mut shared, context, &found, rates);
    let module = &shared;
    // Others make operands where that is possible, and where there are registers for them.
    let transformed = found.transformed(module);
    let single = transformed.clone().map(RingLoop::single);
    // Where a product has all to itself, there are others who copy, or no agents.
    let alone = Some(found.clone()).filter(|found| !found.copied_alone);
    let usual: Vec<RingLoop> = transformed.into_iter().chain(single).chain(alone).collect();
    let corrected = found.corrected(module).map(|found| vec![found]);
    let mut candidates = Vec::new();
    let mut taken: Option<Plan> = None;
    let trips = trip_count(module, found.for_op);
    let tried = match context.consumers {
        // Warpgroups that take turns at tiles have a tile each.
        Some(Consumers::PingPong) => Vec::new(),
        Some(asked) => vec![asked],
        None => {
            let sums = corrected.is_ok().then_some(Consumers::Correction);
            preferred(module, &usual[0], rates).into_iter().chain(sums).collect()
        }
    };
    for consumers in tried {
        let alone = |found: &RingLoop| {
            let agents = ring_plan::agents(module, found, context.target, figures.1, (unit, consumers));
            agents.map_err(LoopRefusal::Agents).and_then(|agents| {
                let rates = rates.of(&agents);
                let graph = ring_graph(module, &found.at(module, found.for_op), rates, (CONSUMER_STAGES, 1));
                let depth = |stages: u32| {
                    let demand = ring_demand(module, context, found.for_op);
                    ring_plan::depth(
                        module,
                        (found, &graph),
                        &agents,
                        context.target,
                        figures,
                        demand,
                        stages,
                    )
                };
                // Of one iteration nothing overlaps. Computed operands of a later stage take a slot more: not where rings of one slot would be left.
                let most = depth(CONSUMER_STAGES).map(|depth| (depth, CONSUMER_STAGES));
                let is_enough =
                    |plan: &(Depth, u32)| plan.0.chosen > 1 || found.written.is_empty() || !found.issued.is_empty();
                let (depth, stages) = match trips != Some(1) && most.as_ref().is_ok_and(is_enough) {
                    true => most?,
                    false => (depth(1)?, 1),
                };
                Ok(Plan {
                    found: found.clone(),
                    agents,
                    depth,
                    stages,
                })
            })
        };
        let ways = match consumers {
            Consumers::Correction => corrected.clone(),
            // Absent: consumers that have all that is left.
            _ => Ok(usual.clone()),
        };
        let ways = ways.map_err(LoopRefusal::Agents);
        // Operands over accumulators take no memory, and hold their slots for longer.
        let planned = |found: &RingLoop| {
            let over = found.over_accumulators(module, context.target);
            // Absent: it cannot be so.
            let over = over.and_then(|over| alone(&over).ok());
            let margin = 1.0 + policy().strategy_margin.value;
            match (alone(found), over) {
                (Ok(plain), Some(over)) if over.cycles() > plain.cycles() * margin => Ok(plain),
                (_, Some(over)) => Ok(over),
                (plain, None) => plain,
            }
        };
        // Rings of one slot are filled and emptied in turn: whoever else makes operands would wait most of the time.
        let is_deep = |plan: &Plan| plan.depth.chosen > 1;
        let plan = ways.and_then(|ways| {
            let first = ways.iter().map(planned).find(|plan| plan.as_ref().is_ok_and(is_deep));
            // Absent: no way at all, which a loop without others has not.
            let last = ways.last().unwrap_or(&found);
            first.unwrap_or_else(|| planned(last))
        });
        let mut candidate = Candidate {
            strategy: Strategy::WarpSpecialize,
            consumers: Some(consumers),
            form: None,
            stages: None,
            flight: None,
            cost: None,
            taken: false,
            why: Standing::Tie,
        };
        match plan {
            Ok(plan) => {
                let Depth { estimate, chosen, .. } = plan.depth;
                candidate.stages = Some(chosen);
                candidate.cost = Some(Cost {
                    iteration: estimate.iteration(chosen),
                    tile: estimate.load,
                    trips,
                });
                // Consumers that leave registers to others who make operands have less to do.
                let parts = |plan: &Plan| {
                    let mut made = plan.found.written.iter().filter(|tile| tile.by == Role::Transformer);
                    // Others write while products run where these have two slots.
                    made.next().map(|tile| !tile.single)
                };
                // More agents hand more over: they must be worth it.
                let margin = 1.0 + policy().strategy_margin.value;
                let is_better = |before: &Plan| match consumers {
                    Consumers::Correction => plan.cycles() * margin < before.cycles(),
                    // Absent: consumers that have all that is left.
                    _ => parts(&plan) > parts(before),
                };
                candidate.why = match &taken {
                    Some(before) if consumers == Consumers::Correction => standing(&plan, before, trips),
                    // Absent: there is nothing to be compared with.
                    _ => Standing::Tie,
                };
                if taken.as_ref().is_none_or(is_better) {
                    for before in candidates.iter_mut().filter(|before: &&mut Candidate| before.taken) {
                        let why = |before| standing(before, &plan, trips);
                        let why = taken.as_ref().filter(|_| consumers == Consumers::Correction).map(why);
                        // Absent: the same cycles, by others.
                        (before.taken, before.why) = (false, why.unwrap_or(Standing::Tie));
                    }
                    candidate.taken = true;
                    candidate.why = match context.consumers {
                        Some(_) => Standing::Asked,
                        None => Standing::Fewest,
                    };
                    taken = Some(plan);
                }
            }
            Err(why) => candidate.why = Standing::Refused(why),
        }
        candidates.push(candidate);
    }
    let Some(plan) = taken else {
        let is_asked = context.consumers.is_some();
        // The fewest warpgroups need the fewest rows, or more share what is read: their reason is the one that matters.
        let is_usual = |candidate: &Candidate| is_asked || candidate.consumers != Some(Consumers::Correction);
        let mut refused = candidates.into_iter().filter(is_usual).rev();
        let why = refused.find_map(|candidate| match candidate.why {
            Standing::Refused(why) => Some(why),
            _ => None,
        });
        // Absent: consumers were asked for that such a loop does not have.
        let why = why.unwrap_or_else(|| LoopRefusal::NoConsumers(context.target.name.clone()));
        let refused = Refused::at(module.span(found.for_op), why);
        if context.consumers.is_some() || context.num_stages.is_some() || context.strategy.is_some() {
            return Err(refuse(context, refused));
        }
        context.decisions.borrow_mut().reasons.push(refused);
        return Ok(None);
    };
    let mut plan = plan;
    let found = plan.found.clone();
    let own = found.at(module, found.for_op);
    let rates = rates.of(&plan.agents);
    let (schedule, mut renamed) = fitting(module, context, &own, rates, &plan)?;
    let mut others = Vec::new();
    for for_op in found.others(module) {
        let other = found.at(module, for_op);
        let (schedule, more) = fitting(module, context, &other, rates, &plan)?;
        renamed = renamed.max(more);
        let depth = ring_plan::depth_of_other(module, (&other, &schedule.graph), &plan.depth, figures);
        others.push((schedule, depth));
    }
    let all = std::iter::once(&schedule).chain(others.iter().map(|(other, _)| other));
    let mut stages = all.map(|schedule| schedule.solution.stages_by_start());
    if plan.agents.consumers == Consumers::Turns && stages.any(|stages| stages <= 1) {
        let why = LoopRefusal::Agents(AgentRefusal::NoTurns("its iterations do not overlap"));
        return Err(refuse(context, Refused::at(module.span(found.for_op), why)));
    }
    let whole = match is_written_whole(&plan, &schedule, trips) {
        true => register_model().whole_loop.value,
        false => 0,
    };
    for agent in plan.agents.list.iter_mut().filter(|agent| agent.role == Role::Consumer) {
        agent.need += renamed + whole;
    }
    ring_plan::hand_over(&mut plan.agents, &found, context.target, figures.1);
    context.decisions.borrow_mut().powers = powers;
    Ok(Some(decided(
        module,
        context,
        &found,
        (plan, schedule, others),
        candidates,
    )))
}

/// Shares out the powers of two of each loop.
fn shared_out(module: &mut Module, context: &Context<'_>, found: &RingLoop, rates: Figures<'_>) -> Vec<Powers> {
    let is_issued = !found.issued.is_empty();
    let others = found.others(module);
    let of_loop = |for_op: Op| {
        let graph = ring_graph(module, &found.at(module, for_op), rates, (CONSUMER_STAGES, 1));
        share_out(
            module,
            for_op,
            &graph,
            rates.ops,
            (context.target, is_issued, context.powers),
        )
    };
    std::iter::once(found.for_op)
        .chain(others)
        .filter_map(of_loop)
        .collect()
}

/// Whether the iterations behind the first are known to be whole rounds of the ring, which are written one after the other (`unroll-loops`).
fn is_written_whole(plan: &Plan, schedule: &Scheduled, trips: Option<i64>) -> bool {
    let depth = plan.depth.chosen;
    let is_round = 2 < depth && depth <= policy().unrolled_iterations.value && depth % 2 == 1;
    let overlaps = plan.found.issued.is_empty() && schedule.solution.stages_by_start() > 1;
    is_round && overlaps && trips.is_some_and(|trips| trips > 1 && (trips - 1) % depth == 0)
}

/// The consumers that are tried first. The more warpgroups share the rows, the fewer registers a thread needs, and the more of them wait
/// for different things. Where others make the operands, as fast as they are multiplied, and there is nothing but products, one has fewer
/// instructions to issue.
fn preferred(module: &Module, found: &RingLoop, figures: Figures<'_>) -> [Consumers; 2] {
    let alone = Transformed::of(module, found).alone;
    let mut taken = found
        .loops
        .iter()
        .flat_map(|&op| module.regions(op))
        .filter_map(|&region| module.entry_block(region));
    let is_other = |op: Op| {
        let is_theirs = alone.contains(&op) || found.loads().any(|load| load.load == op);
        let has_tiles = module
            .results(op)
            .iter()
            .any(|&value| module.shape(module.ty(value)).len() > 1);
        let is_product = found.products.iter().any(|product| product.dot == op);
        let is_free = matches!(module.kind(op), nv_tileas::PERMUTE | nv_tileas::VIEW) || module.def(op).has(TERMINATOR);
        has_tiles && !is_theirs && !is_product && !is_free
    };
    let usual = match found.issued.is_empty() {
        true => [Consumers::Cooperative, Consumers::One],
        // A thread that reads all columns of a row has it to itself.
        false => [Consumers::One, Consumers::Cooperative],
    };
    if alone.is_empty() || taken.any(|body| module.ops(body).any(is_other)) {
        return usual;
    }
    let graph = ring_graph(module, &found.at(module, found.for_op), figures, (CONSUMER_STAGES, 1));
    match graph.threads() > graph.tensor() {
        true => usual,
        false => [Consumers::One, Consumers::Cooperative],
    }
}

/// The schedule of a loop, and registers for what its iterations keep of each other. These are counted once the schedule is known: if a
/// thread has no room for them, iterations do not overlap.
fn fitting(
    module: &Module,
    context: &Context<'_>,
    found: &RingLoop,
    figures: Figures<'_>,
    plan: &Plan,
) -> Result<(Scheduled, i64), Failure> {
    let mut stages = plan.stages;
    loop {
        let mut graph = ring_graph(module, found, figures, (stages, plan.depth.chosen));
        // Agents count stages each by themselves; what is asked for is of the whole loop.
        graph.ops.graph.limits.max_depth = context.num_stages;
        // A table that is larger than is allowed is not made: ops stay in the order of the program.
        let variant = Variant::of(&graph.ops, context.rrt_size_threshold);
        let (report, solution) = super::scheduled(
            module,
            found.for_op,
            &graph.ops,
            context,
            &super::of_rings(context, generator(context, variant)),
        )?;
        let solution = match found.issued.is_empty() {
            true => solution,
            false => issued::by_agents(module, found, &graph, solution, stages),
        };
        let renamed = renamed(module, found, &graph, &solution, &plan.agents);
        let consumer = plan.agents.of(Role::Consumer);
        let fits = consumer.is_none_or(|consumer| consumer.need + renamed <= consumer.registers);
        let depth = plan.depth.chosen;
        if fits && flows(module, found, &graph, &solution, depth) || stages <= 1 {
            let schedule = Scheduled {
                graph,
                variant,
                report,
                solution,
            };
            return Ok((schedule, renamed));
        }
        stages -= 1;
    }
}

/// Whether each slot that somebody waits for can be filled. Rings are filled by an agent in the order of the text: to fill the slot of one
/// iteration it has filled those of all its rings before, and for these whoever reads them has released the slot that is as many iterations
/// old as the ring is deep. A tile of a later stage is released later, and one more iteration later if its product runs on. Transformers
/// empty rings of the producer to fill theirs.
///
/// All of it are distances from one fill to another; somebody waits for himself where they come back to a fill without an iteration between.
fn flows(module: &Module, found: &RingLoop, graph: &RingGraph, solution: &Schedule, depth: i64) -> bool {
    let ops = &graph.ops;
    let place = |op: Op| {
        let around = module
            .parent(op)
            .filter(|_| module.parent_op(op) == Some(found.for_op))?;
        module.ops(around).position(|other| other == op)
    };
    let is_transformers = |op: OpId| ops.roles[ops.agent_of[op]] == Some(Role::Transformer);
    let fill = |made: Vec<Op>, by: Role, slots: i64| {
        // Absent: a ring that nothing of this loop takes holds nothing up.
        let place = place(*made.first()?)?;
        let is_filled = |op: OpId| graph.members[op].iter().any(|op| made.contains(op));
        let edges = ops.graph.edges.iter().filter(|edge| is_filled(edge.src));
        let (others, own): (Vec<OpId>, Vec<OpId>) = edges
            .map(|edge| edge.dst)
            .filter(|&op| !is_filled(op))
            .partition(|&op| is_transformers(op));
        let runs_on = |op: OpId| {
            let product = found.products.iter().find(|product| ops.ir[op] == Some(product.dot));
            product.is_some_and(|product| runs_on(module, found, product))
        };
        // Absent: transformers alone read it.
        let first = own.iter().map(|&op| solution.stage(op)).min();
        let last = own.iter().map(|&op| solution.stage(op) + i64::from(runs_on(op))).max();
        Some(Fill {
            by,
            place,
            slots,
            held: first.zip(last),
            is_transformed: by == Role::Producer && !others.is_empty(),
        })
    };
    let loaded = found.rings.iter().flat_map(|ring| &ring.sites).map(|site| {
        let loads = site.iter().map(|load| load.load).collect();
        fill(loads, Role::Producer, depth)
    });
    let is_theirs = |tile: &&Written| tile.by == Role::Transformer && tile.inside && tile.over.is_none();
    let written = found.written.iter().filter(is_theirs);
    let slots = |tile: &Written| tile.copied().map_or_else(|| tile.slots(true), |_| depth);
    let written = written.map(|tile| fill(vec![tile.at], tile.by, slots(tile)));
    let fills: Vec<Fill> = loaded.chain(written).flatten().collect();
    let mut far: Vec<Vec<i64>> = fills
        .iter()
        .map(|one| fills.iter().map(|other| one.distance(other)).collect())
        .collect();
    for through in 0..fills.len() {
        for from in 0..fills.len() {
            for to in 0..fills.len() {
                // Around a circle that waits for itself, distances shrink without end.
                let by_way = far[from][through].saturating_add(far[through][to]);
                far[from][to] = far[from][to].min(by_way);
            }
        }
    }
    (0..fills.len()).all(|fill| far[fill][fill] > 0)
}

/// A ring that is filled once in each iteration of a loop.
struct Fill {
    by: Role,
    /// Where in the text.
    place: usize,
    slots: i64,
    /// The first stage in which consumers or issuer wait for it, and the last in which it is held.
    held: Option<(i64, i64)>,
    /// Whether the producer fills it for transformers, too.
    is_transformed: bool,
}

impl Fill {
    /// The fewest iterations after which another ring's fill waits for this one's.
    fn distance(&self, other: &Self) -> i64 {
        // Of one agent, and what its rings are made of.
        let order = match (self.by == other.by, self.is_transformed, other.is_transformed) {
            (true, ..) => i64::from(self.place >= other.place),
            (false, true, _) => 0,
            (false, _, true) => other.slots,
            (false, ..) => UNBOUND,
        };
        // Its slot is let go of behind all waits of a pass through the kernel.
        let waits = self.held.zip(other.held);
        order.min(waits.map_or(UNBOUND, |((first, _), (_, last))| other.slots - last + first))
    }
}

/// Iterations after which a fill waits for one that it does not wait for: more than any slots are.
const UNBOUND: i64 = i64::MAX / 4;

/// Registers of a consumer's thread for tiles that one iteration has while the next is computed: those that are made in one stage and
/// taken in a later one.
fn renamed(module: &Module, found: &RingLoop, graph: &RingGraph, solution: &Schedule, agents: &Agents) -> i64 {
    let ops = &graph.ops;
    let threads = agents.consumers.sharing() * GROUP_THREADS;
    let later = |op: OpId| {
        let edges = ops
            .graph
            .edges
            .iter()
            .filter(move |edge| edge.src == op && edge.distance == 0);
        edges
            .filter(|edge| solution.stage(edge.dst) > solution.stage(edge.src))
            .map(|edge| edge.dst)
            .collect::<Vec<_>>()
    };
    let mut bytes = 0;
    let is_consumers = |op: OpId| ops.roles[ops.agent_of[op]] == Some(Role::Consumer);
    for (op, members) in graph.members.iter().enumerate().filter(|(op, _)| is_consumers(*op)) {
        let takers: Vec<Op> = later(op)
            .into_iter()
            .flat_map(|taker| graph.members[taker].clone())
            .collect();
        for &made in members
            .iter()
            .filter(|&&made| found.loads().all(|load| load.load != made))
        {
            for &value in module.results(made) {
                // From slots products take it in any stage; a token takes no registers.
                if module.is_token(module.ty(value)) || found.written.iter().any(|tile| tile.value == value) {
                    continue;
                }
                let mut users = Vec::new();
                takers_of(module, value, &mut users);
                if users.iter().any(|user| takers.contains(user)) {
                    let ty = module.ty(value);
                    bytes += module.shape(ty).iter().product::<i64>() * i64::from(module.element_bytes(ty));
                }
            }
        }
    }
    bytes / (threads * REGISTER_BYTES * register_model().renamed_part.value.max(1))
}

/// Bytes of a register.
const REGISTER_BYTES: i64 = 4;

/// The scheduler of a loop.
fn generator(context: &Context<'_>, variant: Variant) -> Generator {
    match variant.heavy {
        true => context.scheduler,
        false => Generator::Serial,
    }
}

fn decided(
    module: &Module,
    context: &Context<'_>,
    found: &RingLoop,
    (plan, schedule, others): (Plan, Scheduled, Vec<(Scheduled, Depth)>),
    candidates: Vec<Candidate>,
) -> Module {
    let mut new = module.clone();
    let reader = &plan.agents.unit.figures().reader;
    let by = |load: Op| match is_read_by_threads(module, module.result(load, 0)) {
        true => "ld.shared",
        false => reader,
    };
    let told = found
        .loads()
        .map(|load| load.tma.told(&new, load.load, 1, by(load.load)));
    context.base.notes.borrow_mut().layouts.extend(told);
    let agents = &plan.agents;
    let main = of_loop(&mut new, context, found, (agents, &plan.depth, schedule), &candidates);
    let mut apart = Vec::new();
    for (for_op, (schedule, depth)) in found.others(module).into_iter().zip(others) {
        let found = found.at(module, for_op);
        apart.push(of_loop(
            &mut new,
            context,
            &found,
            (agents, &depth, schedule),
            &candidates,
        ));
    }
    mark_loop(&mut new, found, &plan.agents, plan.depth.chosen);
    let mut decisions = context.decisions.borrow_mut();
    decisions.pipelined = Some(main);
    decisions.others = apart;
    drop(decisions);
    new
}

/// Writes the schedule of a loop on its ops, and what is told of it.
fn of_loop(
    module: &mut Module,
    context: &Context<'_>,
    found: &RingLoop,
    (agents, depth, schedule): (&Agents, &Depth, Scheduled),
    candidates: &[Candidate],
) -> Pipelined {
    let Scheduled {
        graph: RingGraph { ops, members, unit, .. },
        variant,
        report,
        solution,
    } = schedule;
    let is_product = |op: OpId| ops.ir[op].is_some_and(|op| found.products.iter().any(|product| product.dot == op));
    let all: Vec<OpId> = (0..ops.graph.ops.len()).collect();
    let table = |role: &Option<Role>| {
        let own = all.iter().copied().filter(|&op| ops.roles[ops.agent_of[op]] == *role);
        let own: Vec<OpId> = own.collect();
        // All but the consumers work on one iteration at a time, in the order of the text.
        let (own, written) = match role {
            Some(Role::Consumer | Role::Issuer) => (in_order(&ops, &solution, own, is_product), Vec::new()),
            _ => (own.clone(), own.into_iter().map(|op| (op, 0)).collect()),
        };
        AgentTable {
            ops: own,
            written,
            schedule: Some((all.clone(), solution.clone())),
        }
    };
    let tables: Vec<AgentTable> = ops.roles.iter().map(table).collect();
    for (table, role) in tables.iter().zip(&ops.roles) {
        if matches!(role, Some(Role::Consumer | Role::Issuer)) {
            mark(module, &members, &table.ops, &solution);
        }
    }
    let own = found
        .products
        .iter()
        .filter(|product| module.parent_op(product.dot) == Some(found.for_op));
    let products = own.clone().count() as i64;
    let on = own.clone().any(|product| runs_on(module, found, product));
    Pipelined {
        line: module.loc_data(module.loc(found.for_op)).line,
        strategy: Strategy::WarpSpecialize,
        form: None,
        no_tma: None,
        next_tile: false,
        candidates: candidates.to_vec(),
        by_tma: false,
        flow: None,
        asked: context.strategy.is_some() || context.consumers.is_some(),
        agents: Some(agents.clone()),
        variant: Some(variant),
        tables,
        together: None,
        depth: depth.clone(),
        ops,
        register_budget: heeded_budget(context, &report),
        report,
        unit: Some(unit),
        in_flight: match found.issued.is_empty() {
            // Those of branches are waited for there.
            true => (products - 1).max(0) + i64::from(on),
            false => products,
        },
        // The pass that has products run says how many it leaves running.
        running: 0,
    }
}

/// Whether a product may run on from one iteration to the next: the loop carries what it makes, and nobody else takes it, nor
/// changes registers that it reads.
fn runs_on(module: &Module, found: &RingLoop, product: &RingProduct) -> bool {
    let (made, acc) = (
        module.result(product.dot, 0),
        module.required_operand(product.dot, operand::ACC),
    );
    let Def::Argument(block, index) = module.value_def(acc) else {
        return false;
    };
    let carried = (index as usize).checked_sub(1).and_then(|place| {
        let end = module
            .last_op(block)
            .filter(|&end| module.parent_op(end) == Some(found.for_op))?;
        module.operands(end).get(place).copied()
    });
    let is_alone = module.uses(made).len() == 1 && module.uses(acc).len() == 1;
    // A slot that is alone in its ring is filled anew when the product is done.
    let is_single = |tile: &Written| tile.single && product.sides.contains(&Side::Slots(tile.value));
    let leaves_room = !found.written.iter().any(is_single);
    carried == Some(made) && is_alone && product.sides[0] != Side::Registers && leaves_room
}

/// Ops of an agent in the order in which it issues them: by their rows; of one row, first what is of the later stage, whose iteration
/// is older. A product takes no time of those that start it, and tensor cores take products in turn: each starts as soon as what
/// it takes is there, but no sooner than the one before it.
fn in_order(ops: &LoopOps, solution: &Schedule, own: Vec<OpId>, is_product: impl Fn(OpId) -> bool) -> Vec<OpId> {
    let mut order = own;
    order.sort_unstable_by_key(|&op| (solution.row(op), -solution.stage(op), op));
    // Of one pass through the kernel, an op works on the iteration of its stage: an edge holds in it if the stages are as far apart.
    let waits = |op: OpId, before: OpId| {
        let same_pass = |edge: &&Edge| solution.stage(edge.dst) + i64::from(edge.distance) == solution.stage(edge.src);
        let edges = ops
            .graph
            .edges
            .iter()
            .filter(|edge| edge.src == before && edge.dst == op);
        edges.filter(same_pass).count() > 0
    };
    for at in 0..order.len() {
        if !is_product(order[at]) {
            continue;
        }
        let mut to = at;
        while to > 0 && !is_product(order[to - 1]) && !waits(order[at], order[to - 1]) {
            to -= 1;
        }
        let product = order.remove(at);
        order.insert(to, product);
    }
    order
}

/// Writes stage and place in the kernel on each op of the consumers.
fn mark(module: &mut Module, members: &[Vec<Op>], order: &[OpId], solution: &Schedule) {
    for (number, &id) in order.iter().enumerate() {
        for (name, value) in [(STAGE, solution.stage(id)), (ORDER, number as i64)] {
            let attr = module.intern_attr(AttrData::Int(value));
            members[id].iter().for_each(|&op| module.set_attr(op, name, attr));
        }
    }
}

fn mark_loop(module: &mut Module, found: &RingLoop, agents: &Agents, stages: i64) {
    super::mark_agents(module, found.for_op, agents);
    let (stages, unit) = (
        module.intern_attr(AttrData::Int(stages)),
        module.intern_attr(AttrData::Unit),
    );
    module.set_attr(found.for_op, STAGES, stages);
    for &for_op in &found.loops {
        module.set_attr(for_op, RINGS, unit);
        if agents.consumers == Consumers::Turns {
            module.set_attr(for_op, TURNS, unit);
        }
    }
    let has_over = found.written.iter().any(|tile| tile.over.is_some());
    let flags = [
        (OVER_ACCUMULATORS, has_over),
        (SINGLE_SLOTS, found.has_single()),
        (CORRECTED, found.corrected),
        (IN_PARTS, agents.in_parts),
    ];
    for (name, _) in flags.into_iter().filter(|(_, has)| *has) {
        module.set_attr(found.for_op, name, unit);
    }
    for product in &found.products {
        super::mark_majors(module, product.dot, product.k_major);
    }
}
