//! Chooses how a loop is pipelined: each candidate has an estimated cost in cycles of the SM clock, and the cheapest is taken.
//!
//! | candidate | an iteration takes | a tile takes besides |
//! |---|---|---|
//! | none | the load, then the product by `mma.sync` | the stores |
//! | unspecialize | the longer of filling and multiplying by `mma.sync`, and a barrier | the first load, the stores |
//! | agents | the longer of filling and multiplying | the first load, the stores, barriers |
//! | the same in a loop over tiles | | the stores, barriers: the next tile is loaded meanwhile |
//! | unspecialize, where threads copy the next tile's first tiles before the stores | | the longer of the first load and the stores |
//! | ping-pong | | barriers, and what of the stores is longer than the other warpgroup's products |
//!
//! An iteration is no shorter than the live range of a stage divided by the stages. Stores take their bytes at the rate
//! at which shared memory is filled, which is taken for both directions of the path to L2. Of candidates that take
//! about as long, the first one is taken: agents before threads, fewer warps before more.
//!
//! Registers that a consumer's thread needs beyond those that it gets are spilled: written to memory and read again in each
//! tile. Consumers that spill come behind those that do not.

use super::depth::{self, Depth, Estimate, RingDemand, warp_rate};
use super::next_tile::next_tile;
use super::plain_loop::Flight;
use super::plan::{self, Agents};
use super::together::pair;
use super::why::{LoopRefusal, NoTma, Refused, Standing};
use super::{Consumers, CopyForm, Pairs, ProductLoop, Strategy, constraints, product_loop, ring_loop};
use crate::Context;
use tilewright_analysis::ViewFault;
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::tma::tma_boxes;
use tilewright_analysis::trips::trip_count;
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::LATENCY;
use tilewright_ir::operand;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::views::{ForOp, TiledLoad};
use tilewright_ir::{Module, Op};
use tilewright_layout::LANE_BITS;
use tilewright_machine::{PipelineFigures, Target, policy};
use tilewright_modsched::options::Generator;
use tilewright_units::product::is_dot;
use tilewright_units::{Missing, Unit, by_registers, of_agents};

/// A candidate: a way to pipeline a loop that was considered, with its cost.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The strategy.
    pub strategy: Strategy,
    /// The consumers, where it has agents.
    pub consumers: Option<Consumers>,
    /// The way in which tiles are loaded, where all threads do the same.
    pub form: Option<CopyForm>,
    /// Its stages, where it can be.
    pub stages: Option<i64>,
    /// The bytes that its CTAs have in flight, where it was found for that.
    pub flight: Option<Flight>,
    /// The estimated cost; none where the candidate is impossible.
    pub cost: Option<Cost>,
    /// Whether this candidate was chosen.
    pub taken: bool,
    /// The reason why it was chosen or not.
    pub why: Standing,
}

/// The cost of a loop in cycles of the SM clock, estimated from published figures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// Cycles of an iteration.
    pub iteration: f64,
    /// Cycles of a tile besides its iterations.
    pub tile: f64,
    /// Iterations of a tile, if they are known.
    pub trips: Option<i64>,
}

impl Cost {
    /// Cycles of a whole tile; where the number of iterations is not known, a number so large that only they count.
    pub fn whole(&self) -> f64 {
        let trips = self.trips.unwrap_or_else(|| policy().unknown_trips.value);
        self.tile + self.iteration * trips as f64
    }
}

/// The part by which a candidate must be cheaper: strategies that are closer are taken to take as long, since the
/// figures are no better than that. What the consumers of one strategy have in common is estimated wrong in common.
fn margin(a: &Entry, b: &Entry) -> f64 {
    if a.strategy == b.strategy {
        0.0
    } else {
        policy().strategy_margin.value
    }
}

/// The plan of a candidate that can be carried out.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Agents, and the depth of their ring.
    Agents(ProductLoop, Agents, Depth),
    /// Unspecialised code: all threads run the same program.
    Threads(ProductLoop, Threads),
}

/// The plan of an unspecialised loop.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The way in which tiles are loaded.
    pub form: CopyForm,
    /// The reason why TMA does not load them.
    pub no_tma: Option<NoTma>,
    /// Whether the first tiles of the next iteration of the loop around are loaded before the end of this one.
    pub next_tile: bool,
    /// Products in flight when the next one starts.
    pub in_flight: i64,
    /// The depth of its ring.
    pub depth: Depth,
}

/// The decision on a loop.
pub struct Choice {
    /// The plan; none: the loop stays as it is.
    pub plan: Option<Plan>,
    /// All candidates, the chosen one among them.
    pub candidates: Vec<Candidate>,
}

/// A candidate, and its plan where it is possible.
struct Entry {
    strategy: Strategy,
    consumers: Option<Consumers>,
    plan: Result<Option<Plan>, Box<Refused>>,
    cost: Option<Cost>,
}

impl Entry {
    fn refused(strategy: Strategy, consumers: Option<Consumers>, why: Box<Refused>) -> Self {
        Self {
            strategy,
            consumers,
            plan: Err(why),
            cost: None,
        }
    }

    /// Whether as many of its CTAs fit an SM as the kernel's hint asks for, where it asks for several.
    fn reaches(&self, hint: Option<u32>) -> bool {
        let ctas = match &self.plan {
            Ok(Some(Plan::Agents(_, _, depth))) => depth.ctas,
            Ok(Some(Plan::Threads(_, threads))) => threads.depth.ctas,
            // A loop that is left alone takes no shared memory for stages, but is not compared by what it takes.
            Ok(None) | Err(_) => None,
        };
        ctas.is_some() && ctas == hint
    }

    /// The way in which its threads load, and its stages.
    fn form(&self) -> (Option<CopyForm>, Option<i64>) {
        match &self.plan {
            Ok(Some(Plan::Agents(_, _, depth))) => (None, Some(depth.chosen)),
            Ok(Some(Plan::Threads(_, threads))) => (Some(threads.form), Some(threads.depth.chosen)),
            // Absent: nothing runs ahead.
            Ok(None) => (None, Some(1)),
            Err(_) => (None, None),
        }
    }

    /// The registers that a thread of its consumers needs and those that it gets, where these are fewer.
    fn spills(&self) -> Option<(i64, i64)> {
        match &self.plan {
            Ok(Some(Plan::Agents(_, agents, _))) => agents.spills(),
            // Absent: threads that all do the same have as many as there are.
            _ => None,
        }
    }

    /// The unit that its agents multiply by.
    fn unit(&self) -> Option<&'static Unit> {
        match &self.plan {
            Ok(Some(Plan::Agents(_, agents, _))) => Some(agents.unit),
            // Absent: threads multiply by warps' instructions, or cannot.
            _ => None,
        }
    }

    /// Its name, as it is asked for.
    fn name(&self) -> String {
        match self.consumers {
            Some(consumers) => format!("{} with consumers {}", self.strategy.name(), consumers.name()),
            None => self.strategy.name().to_string(),
        }
    }
}

/// The way in which the kernel's product is pipelined; none if no loop has a product. Why it is not pipelined in the way that
/// the target would have is left in the notes.
///
/// # Errors
/// The options cannot be followed, or no tiles of this size can be pipelined.
pub fn choose(module: &Module, context: &Context<'_>) -> Result<Option<Choice>, Failure> {
    let wanted = wanted(context);
    let Some(wanted_loop) = product_loop(module, wanted, context.target) else {
        return Ok(None);
    };
    // A loop that does more than one product may have rings, and says why it has none.
    let wanted_loop = match wanted {
        Strategy::WarpSpecialize => wanted_loop.map_err(|own| {
            let of_rings = ring_loop(module, context.target).and_then(Result::err);
            of_rings.unwrap_or(own)
        }),
        Strategy::None | Strategy::Unspecialize => wanted_loop,
    };
    if let Err(reason) = &wanted_loop {
        if context.scheduler == Generator::FourStage {
            let why = LoopRefusal::FourStage(Box::new(reason.why.clone()));
            return Err(refuse(context, Refused::at(reason.span, why)));
        }
        let of_swizzle = matches!(reason.why, LoopRefusal::View(_, ViewFault::Swizzle { .. }));
        if of_swizzle && context.swizzles.iter().any(Option::is_some) {
            return Err(refuse(context, (**reason).clone()));
        }
        // A loop cannot have agents on a target without them, whatever else it has.
        if let (Some(Strategy::WarpSpecialize), Err(missing)) = (asked(context), of_agents(context.target)) {
            let why = LoopRefusal::NoAgents(context.target.name.clone(), missing);
            return Err(refuse(context, Refused::at(first_product(module), why)));
        }
        // A loop with rings has told already why it has none.
        if context.decisions.borrow().reasons.is_empty() {
            context.decisions.borrow_mut().reasons.push((**reason).clone());
        }
        if asked(context).is_some() {
            return Ok(Some(Choice {
                plan: None,
                candidates: Vec::new(),
            }));
        }
    }
    let mut entries = Vec::new();
    for strategy in [Strategy::WarpSpecialize, Strategy::Unspecialize] {
        match (&wanted_loop, product_loop(module, strategy, context.target)) {
            (Ok(product_loop), _) if strategy == wanted => with(module, context, strategy, product_loop, &mut entries),
            (_, Some(Ok(product_loop))) => with(module, context, strategy, &product_loop, &mut entries),
            // Of a loop that may have rings, the reason why it has none.
            (Err(reason), Some(_)) if strategy == wanted => {
                entries.push(Entry::refused(strategy, None, reason.clone()))
            }
            (_, Some(Err(reason))) => entries.push(Entry::refused(strategy, None, reason)),
            (_, None) => {}
        }
    }
    let plain = entries.iter().find_map(|entry| match &entry.plan {
        Ok(Some(Plan::Agents(product_loop, ..) | Plan::Threads(product_loop, _))) => Some(product_loop.clone()),
        _ => None,
    });
    entries.push(Entry {
        strategy: Strategy::None,
        consumers: None,
        plan: Ok(None),
        cost: plain.and_then(|product_loop| plain_cost(module, &product_loop, context)),
    });
    decide(module, context, wanted_loop.is_ok().then_some(wanted), entries).map(Some)
}

/// The strategy that is asked for, or that is usual.
pub fn wanted(context: &Context<'_>) -> Strategy {
    asked(context).unwrap_or(Strategy::usual(context.target))
}

/// The loop that may be pipelined in the strategy that is wanted or, if none is asked for, by threads; none if there is none.
pub fn possible(module: &Module, context: &Context<'_>) -> Option<ProductLoop> {
    // Absent: why a loop is refused is told where the loop is chosen.
    let wanted_loop = product_loop(module, wanted(context), context.target).and_then(Result::ok);
    match asked(context) {
        // Absent: the reasons are told where the loop is chosen.
        None => wanted_loop.or_else(|| product_loop(module, Strategy::Unspecialize, context.target)?.ok()),
        Some(_) => wanted_loop,
    }
}

/// The strategy that is asked for; the four-stage scheduler knows unspecialised loops alone.
pub fn asked(context: &Context<'_>) -> Option<Strategy> {
    let four_stage = context.scheduler == Generator::FourStage;
    context.strategy.or(four_stage.then_some(Strategy::Unspecialize))
}

/// Takes the cheapest of the candidates that may be taken.
fn decide(
    module: &Module,
    context: &Context<'_>,
    usual: Option<Strategy>,
    entries: Vec<Entry>,
) -> Result<Choice, Failure> {
    let wanted = |entry: &Entry| {
        asked(context).is_none_or(|asked| asked == entry.strategy)
            && context.consumers.is_none_or(|asked| entry.consumers == Some(asked))
            && (context.num_stages.is_none() || entry.strategy != Strategy::None)
    };
    let whole = |entry: &Entry| entry.cost.map(|cost| cost.whole());
    let possible = |entry: &Entry| wanted(entry) && entry.plan.is_ok();
    // Threads without stages multiply as well: who asks for threads alone gets them.
    if context.strategy == Some(Strategy::Unspecialize)
        && (context.num_stages, context.consumers) == (None, None)
        && !entries.iter().any(possible)
        && let Some(why) = entries
            .iter()
            .filter(|entry| wanted(entry))
            .find_map(|entry| entry.plan.as_ref().err())
    {
        context.decisions.borrow_mut().reasons.push((**why).clone());
        return Ok(Choice {
            plan: None,
            candidates: Vec::new(),
        });
    }
    // The hint decides where some have what it asks for, and others not.
    let hint = occupancy_hint(module, context.target);
    // Where an agent starts products, threads would multiply by another unit, many times as slow, which no hint asks for.
    let is_issued = |entry: &Entry| possible(entry) && entry.unit().is_some_and(Unit::has_tensor_memory);
    let has_issuer = entries.iter().any(is_issued);
    let reaches = |entry: &Entry| possible(entry) && entry.reaches(hint);
    let of_hint = |entry: &Entry| reaches(entry) && (!has_issuer || is_issued(entry));
    let is_followed = entries.iter().any(of_hint);
    let hint_decides = is_followed && entries.iter().any(|entry| possible(entry) && !of_hint(entry));
    let may_be = |entry: &Entry| possible(entry) && (!hint_decides || of_hint(entry));
    // Where some consumers have the registers that they need, those that would spill are not taken.
    let fits = |entry: &Entry| may_be(entry) && entry.consumers.is_some() && entry.spills().is_none();
    let some_fit = entries.iter().any(fits);
    let is_behind = |entry: &Entry| entry.spills().filter(|_| some_fit && may_be(entry));
    let registers_decide = entries.iter().any(|entry| is_behind(entry).is_some());
    let mut best: Option<usize> = None;
    for (number, entry) in entries.iter().enumerate() {
        if !may_be(entry) || is_behind(entry).is_some() {
            continue;
        }
        // Where two take as long, the first one: it has fewer warps.
        let cheaper = best.is_none_or(|best| {
            let margin = margin(entry, &entries[best]);
            matches!((whole(entry), whole(&entries[best])), (Some(a), Some(b)) if a < b * (1.0 - margin))
        });
        if cheaper {
            best = Some(number);
        }
    }
    // A strategy that the target usually has, and here cannot because of sizes, is reported: the tile should be another
    // one. One that was asked for, and cannot be, is an error.
    let of_usual = |entry: &&Entry| Some(entry.strategy) == usual && wanted(entry);
    let fails =
        best.is_none() || context.consumers.is_none() && !entries.iter().filter(of_usual).any(|e| e.plan.is_ok());
    if usual.is_some() && fails {
        let asked = asked(context).is_some()
            || context.consumers.is_some()
            || context.num_stages.is_some()
            || context.pairs == Some(Pairs::On);
        let why = entries
            .iter()
            .filter(of_usual)
            .find_map(|entry| entry.plan.as_ref().err());
        match why {
            Some(why) if asked => return Err(refuse(context, (**why).clone())),
            Some(why) => context.decisions.borrow_mut().reasons.push((**why).clone()),
            None => {}
        }
    }
    let Some(best) = best else {
        let of_stages = |entry: &&Entry| {
            let refused = entry.plan.as_ref().err();
            wanted(entry) && refused.is_some_and(|refused| refused.why.is_of_stages())
        };
        return Err(
            match entries
                .iter()
                .find(of_stages)
                .and_then(|entry| entry.plan.as_ref().err())
            {
                Some(why) if context.num_stages.is_some() => refuse(context, (**why).clone()),
                _ => no_way(module, context),
            },
        );
    };
    if let (false, Some(unit), Some(hint)) = (is_followed, entries[best].unit(), hint)
        && entries.iter().any(reaches)
    {
        not_followed(module, context, hint, unit);
    }
    let only = entries.iter().filter(|entry| entry.plan.is_ok()).count() == 1;
    let (taken, price) = (entries[best].name(), whole(&entries[best]));
    let trips = entries[best].cost.and_then(|cost| cost.trips);
    let mut plan = None;
    let mut candidates = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let cost = whole(&entry);
        let why = match (&entry.plan, is_behind(&entry)) {
            _ if number == best && (asked(context).is_some() || context.consumers.is_some()) => Standing::Asked,
            _ if number == best && only => Standing::Only,
            _ if number == best && hint_decides => Standing::Occupancy,
            _ if number == best && registers_decide && entry.consumers.is_some() => Standing::InRegisters,
            _ if number == best => Standing::Fewest,
            (Err(refused), _) => Standing::Refused(refused.why.clone()),
            (Ok(_), _) if entry.strategy == Strategy::None && context.num_stages.is_some() => Standing::StagesAsked,
            (Ok(_), _) if !wanted(&entry) => Standing::OtherAsked(taken.clone()),
            (Ok(_), _) if hint_decides && !entry.reaches(hint) => Standing::FewerCtas,
            (Ok(_), _) if hint_decides && !of_hint(&entry) => Standing::OtherUnit,
            (Ok(_), Some((need, has))) => Standing::Spills { need, has },
            (Ok(_), None) if cost == price => Standing::Tie,
            (Ok(_), None) if cost < price => Standing::WithinMargin(policy().strategy_margin.value * 100.0),
            (Ok(_), None) => Standing::Dearer(trips.and(cost.zip(price)).map(|(cost, price)| cost - price)),
        };
        let (form, stages) = entry.form();
        candidates.push(Candidate {
            strategy: entry.strategy,
            consumers: entry.consumers,
            form,
            stages,
            flight: None,
            cost: entry.cost,
            taken: number == best,
            why,
        });
        if number == best {
            // Absent: a candidate that is refused has no plan, and its reason is beside it.
            plan = entry.plan.ok().flatten();
        }
    }
    if plan.is_none() && asked(context).is_none() {
        left_alone(module, context, &candidates);
    } else if asked(context).is_none() {
        without_agents(module, context, &candidates);
    }
    Ok(Choice { plan, candidates })
}

/// Says that the hint of the kernel would cost it the unit that multiplies.
fn not_followed(module: &Module, context: &Context<'_>, hint: u32, unit: &Unit) {
    let message = format!(
        "the hint `occupancy` is not followed: {hint} CTAs an SM would multiply without {}",
        unit.name
    );
    let warning = Diagnostic::error("pipeline.occupancy", first_product(module), message)
        .with_severity(Severity::Warning)
        .with_note("an SM has no registers for the agents of as many CTAs, and threads multiply by mma.sync")
        .with_help("use a smaller tile, or ask for --pipeline-strategy unspecialize, which follows the hint");
    context.base.notes.borrow_mut().warnings.push(warning);
}

/// Says that the loop is cheapest as it is, and what the pipelined candidates would cost.
fn left_alone(module: &Module, context: &Context<'_>, candidates: &[Candidate]) {
    let iteration = |candidate: &Candidate| candidate.cost.map(|cost| cost.iteration);
    // Absent: without costs, nothing is compared.
    let Some(plain) = candidates.iter().find(|candidate| candidate.taken).and_then(iteration) else {
        return;
    };
    let others = candidates
        .iter()
        .filter(|candidate| !candidate.taken)
        .filter_map(iteration);
    let best = others.reduce(f64::min);
    let why = LoopRefusal::Cheapest { plain, best };
    let refused = Refused::at(first_product(module), why);
    context.decisions.borrow_mut().reasons.push(refused);
}

/// Says that the loop has no agents since CTAs of a cluster show each other tiles, whose memory stages would have.
fn without_agents(module: &Module, context: &Context<'_>, candidates: &[Candidate]) {
    let bytes = depth::shown_bytes(module);
    let cost = |candidate: &Candidate| candidate.cost.map(|cost| cost.iteration);
    let usual = candidates.iter().filter(|one| one.strategy == Strategy::WarpSpecialize);
    let usual = usual.filter(|one| !one.taken).filter_map(cost).reduce(f64::min);
    let taken = candidates
        .iter()
        .find(|one| one.taken && one.strategy != Strategy::WarpSpecialize);
    // Absent: it has agents, or cannot have them, whose reason is told.
    if let (1.., Some(usual), Some(taken)) = (bytes, usual, taken.and_then(cost)) {
        let cycles = [usual, taken];
        let refused = Refused::at(first_product(module), LoopRefusal::Shown { bytes, cycles });
        context.decisions.borrow_mut().reasons.push(refused);
    }
}

/// Where the first product is.
fn first_product(module: &Module) -> Option<tilewright_diag::Span> {
    let mut ops = module.walk(module.top()).into_iter();
    let dot = ops.find(|&op| is_dot(module, op));
    dot.and_then(|dot| module.span(dot))
}

/// The refusal where no candidate has the consumers, or else the stages, that are asked for.
fn no_way(module: &Module, context: &Context<'_>) -> Failure {
    let target = context.target.name.clone();
    let why = match context.consumers {
        Some(_) => LoopRefusal::NoConsumers(target),
        None => LoopRefusal::NoStages(target),
    };
    refuse(context, Refused::at(first_product(module), why))
}

/// The failure of a loop that cannot be pipelined as was asked; the report has the reason too.
pub fn refuse(context: &Context<'_>, refused: Refused) -> Failure {
    let failure = refused.error();
    context.decisions.borrow_mut().reasons.push(refused);
    failure
}

/// The candidates of a strategy for a loop.
fn with(
    module: &Module,
    context: &Context<'_>,
    strategy: Strategy,
    product_loop: &ProductLoop,
    entries: &mut Vec<Entry>,
) {
    let target = context.target;
    let at_loop = |why| {
        let of_product = matches!(why, LoopRefusal::Accumulators(_) | LoopRefusal::FourStageRegisters(_));
        let op = if of_product {
            product_loop.dot
        } else {
            product_loop.for_op
        };
        Box::new(Refused::at(module.span(op), why))
    };
    if strategy == Strategy::Unspecialize {
        entries.push(match threads(module, context, product_loop) {
            Ok(threads) => Entry {
                strategy,
                consumers: None,
                cost: thread_cost(module, product_loop, context, &threads),
                plan: Ok(Some(Plan::Threads(product_loop.clone(), threads))),
            },
            Err(why) => Entry::refused(strategy, None, at_loop(why)),
        });
        return;
    }
    let figures = (target.pipeline.agents.as_ref()).map(|agents| (&target.pipeline, agents));
    let unit = of_agents(target).map(|(unit, _)| unit);
    let (figures, unit) = match (figures, unit) {
        (Some(figures), Ok(unit)) => (figures, unit),
        (_, unit) => {
            let missing = unit.err().unwrap_or(Missing::Figures);
            let why = at_loop(LoopRefusal::NoAgents(target.name.clone(), missing));
            entries.push(Entry::refused(strategy, None, why));
            return;
        }
    };
    let first = entries.len();
    let paired = pair(product_loop, unit);
    if let (Some(Pairs::On), Err(why)) = (context.pairs, &paired) {
        entries.push(Entry::refused(strategy, None, at_loop(LoopRefusal::NoPair(*why))));
        return;
    }
    // Absent: each CTA multiplies for itself. Pairs come first: where both ways take as long, they take less memory.
    let paired = paired.ok().filter(|_| context.pairs != Some(Pairs::Off));
    let mut ways = Vec::from_iter(paired.map(|together| ProductLoop {
        together: Some(Ok(together)),
        ..product_loop.clone()
    }));
    if ways.is_empty() || context.pairs.is_none() {
        ways.push(product_loop.clone());
    }
    // Some are for loops that do more than multiply: one that does not says so where it is asked for them.
    let of_more = [Consumers::Turns, Consumers::Correction];
    let is_asked = |consumers: &Consumers| !of_more.contains(consumers) || context.consumers == Some(*consumers);
    for &consumers in Consumers::ALL.iter().filter(|consumers| is_asked(consumers)) {
        let agents = match plan::agents(module, product_loop, target, figures.1, (unit, consumers)) {
            Ok(agents) => agents,
            Err(why) => {
                let why = at_loop(LoopRefusal::Agents(why));
                entries.push(Entry::refused(strategy, Some(consumers), why));
                continue;
            }
        };
        let of_way = |product_loop: &ProductLoop| {
            let demand = ring_demand(module, context, product_loop.for_op);
            let can_reuse = !unit.has_tensor_memory() && product_loop.leaves_ring(module);
            match depth::of_agents(product_loop, &agents, target, figures, (demand, can_reuse)) {
                Ok(depth) => Entry {
                    strategy,
                    consumers: Some(consumers),
                    cost: agent_cost(module, product_loop, context, &agents, &depth),
                    plan: Ok(Some(Plan::Agents(product_loop.clone(), agents.clone(), depth))),
                },
                Err(why) => Entry::refused(strategy, Some(consumers), at_loop(why)),
            }
        };
        let cost = |entry: &Entry| entry.cost.map_or(f64::INFINITY, |cost| cost.whole());
        let all = ways.iter().map(of_way);
        // Of those that take as long, the first.
        let best = all.reduce(|best, other| if cost(&other) < cost(&best) { other } else { best });
        entries.extend(best);
    }
    // Where registers are the reason against all, the nearest tile is what helps.
    let all = &mut entries[first..];
    let registers =
        |entry: &Entry| matches!(&entry.plan, Err(refused) if matches!(refused.why, LoopRefusal::Agents(_)));
    if context.consumers.is_none()
        && !unit.has_tensor_memory()
        && all.iter().all(registers)
        && let Some(first) = all.first_mut()
    {
        first.plan = Err(at_loop(plan::too_many_accumulators(
            product_loop,
            unit,
            target,
            figures.1,
        )));
    }
}

/// The stages of a loop and the CTAs of an SM that the user and the kernel ask for.
pub fn ring_demand(module: &Module, context: &Context<'_>, for_op: Op) -> RingDemand {
    let body = module.entry_block(module.regions(for_op)[0]);
    let inside = body.into_iter().flat_map(|body| module.walk(body));
    RingDemand {
        asked: context.num_stages,
        hinted: inside.filter_map(|op| module.int_attr(op, LATENCY)).max(),
        most: constraints::max_depth(module, for_op),
        occupancy: occupancy_hint(module, context.target),
        shown: depth::shown_bytes(module),
    }
}

/// The CTAs of an SM that the kernel asks for.
pub fn occupancy_hint(module: &Module, target: &Target) -> Option<u32> {
    let kernel = tilewright_analysis::contract::kernel(module)?;
    let asked = tilewright_analysis::hint(module, kernel, &target.name, "occupancy")?;
    u32::try_from(asked).ok()
}

/// The loop whose threads all do the same.
fn threads(module: &Module, context: &Context<'_>, product_loop: &ProductLoop) -> Result<Threads, LoopRefusal> {
    let (form, no_tma) = match (context.scheduler, no_tma(module, context, product_loop)) {
        (Generator::FourStage, _) => (CopyForm::FourStage, None),
        (_, None) => (CopyForm::Bulk, None),
        (_, why) => (CopyForm::Copies, why),
    };
    // Absent: a target without a unit that all threads start together.
    let unit = by_registers(context.target).ok();
    let fits = unit.is_some_and(|(unit, _)| product_loop.fits(unit, context.warp_bits));
    let in_flight = i64::from(form == CopyForm::Bulk && fits);
    let size = (context.target, context.warp_bits);
    let depth = depth::of_threads(
        product_loop,
        (form, in_flight),
        size,
        (
            ring_demand(module, context, product_loop.for_op),
            product_loop.leaves_ring(module),
            ForOp::of(module, product_loop.for_op).is_some_and(|of| module.constant_int(of.step) == Some(1)),
        ),
    )?;
    if form == CopyForm::FourStage {
        plan::four_stage_registers(product_loop, context.warp_bits, context.target)?;
    }
    Ok(Threads {
        form,
        no_tma,
        next_tile: form == CopyForm::Copies && next_tile(module, product_loop.for_op, &product_loop.loads()).is_some(),
        in_flight,
        depth,
    })
}

/// Why TMA does not load the tiles of a loop whose threads all do the same.
fn no_tma(module: &Module, context: &Context<'_>, product_loop: &ProductLoop) -> Option<NoTma> {
    if !context.target.tma.value {
        return Some(NoTma::Target(context.target.name.clone()));
    }
    if product_loop.is_nested(module) {
        return Some(NoTma::Nested);
    }
    product_loop.operands.iter().find_map(|operand| {
        let facts = ViewFacts::of(module, TiledLoad::of(module, operand.load)?.view)?;
        tma_boxes(module, operand.load, &facts).err().map(NoTma::View)
    })
}

/// Cycles that a tile's results take on their way to memory.
fn stores(module: &Module, product_loop: &ProductLoop, figures: &PipelineFigures) -> f64 {
    let bytes = |op: Op| {
        let ty = module.ty(module
            .operand_named(op, operand::TILE)
            .or(module.operand_named(op, operand::VALUE))?);
        let element = module.element_scalar(ty)?;
        Some(module.shape(ty).iter().product::<i64>() * i64::from(element.bits.div_ceil(8)))
    };
    let all = module.walk(module.top()).into_iter();
    let stores = all.filter(|&op| {
        matches!(module.kind(op), nv_tileas::TILED_STORE | nv_tileas::STORE)
            && module.parent_op(op) != Some(product_loop.for_op)
    });
    let bytes: i64 = stores.filter_map(bytes).sum();
    bytes as f64 / figures.fill_bytes_per_cycle.value.max(1) as f64
}

/// Cycles in which the consumers write what does not fit their registers, and read it again, once a tile: at the rate at which
/// stores go to L2.
fn spilling(agents: &Agents, figures: &PipelineFigures) -> f64 {
    let threads = agents.consumer_warps() << LANE_BITS;
    // Absent: everything fits.
    let registers = agents.spills().map_or(0, |(need, has)| need - has);
    (2 * 4 * registers * threads) as f64 / figures.fill_bytes_per_cycle.value.max(1) as f64
}

/// The live range of a stage limits how often one can be filled. The ring is as deep as it would be if no depth were
/// asked for: ways are not chosen by how well they do with too few stages.
fn iteration(estimate: &Estimate, depth: &Depth) -> f64 {
    estimate.iteration(depth.wanted.min(depth.fits).max(1))
}

/// The candidate that a loop is as it is, where that is asked for.
pub fn as_it_is(module: &Module, product_loop: &ProductLoop, context: &Context<'_>) -> Candidate {
    Candidate {
        strategy: Strategy::None,
        consumers: None,
        form: None,
        // Nothing runs ahead.
        stages: Some(1),
        flight: None,
        cost: plain_cost(module, product_loop, context),
        taken: true,
        why: Standing::Asked,
    }
}

fn plain_cost(module: &Module, product_loop: &ProductLoop, context: &Context<'_>) -> Option<Cost> {
    let figures = &context.target.pipeline;
    let cycles = Estimate::of(product_loop, figures, warp_rate(figures), 0);
    Some(Cost {
        iteration: cycles.load + cycles.mma,
        tile: stores(module, product_loop, figures),
        trips: trip_count(module, product_loop.for_op),
    })
}

fn thread_cost(module: &Module, product_loop: &ProductLoop, context: &Context<'_>, threads: &Threads) -> Option<Cost> {
    let (depth, figures) = (&threads.depth, &context.target.pipeline);
    let (estimate, stores) = (&depth.estimate, stores(module, product_loop, figures));
    // Absent: no figure is known, and all candidates are compared without it.
    let barrier = figures.block_barrier_cycles.as_ref().map_or(0, |cycles| cycles.value);
    Some(Cost {
        iteration: iteration(estimate, depth) + barrier as f64,
        tile: match threads.next_tile {
            true => estimate.load.max(stores),
            false => estimate.load + stores,
        },
        trips: trip_count(module, product_loop.for_op),
    })
}

fn agent_cost(
    module: &Module,
    product_loop: &ProductLoop,
    context: &Context<'_>,
    agents: &Agents,
    depth: &Depth,
) -> Option<Cost> {
    let (figures, estimate) = (&context.target.pipeline, &depth.estimate);
    let barriers = figures.agents.as_ref()?.barrier_cycles.value as f64;
    let (iteration, trips) = (iteration(estimate, depth), trip_count(module, product_loop.for_op));
    let stores = stores(module, product_loop, figures);
    let in_loop = module
        .parent_op(product_loop.for_op)
        .is_some_and(|op| module.def(op).dialect() == "scf");
    let tile = match agents.consumers {
        // Without a number, products are taken to be longer than stores.
        // Absent: a loop of unknown length is taken to hide all stores.
        Consumers::PingPong => trips.map_or(0.0, |trips| (stores - trips as f64 * iteration).max(0.0)),
        _ if in_loop => stores,
        _ => estimate.load + stores,
    };
    Some(Cost {
        iteration,
        tile: tile + barriers + spilling(agents, figures),
        trips,
    })
}
