//! Loops whose tiles come through rings that all threads fill: each with a graph and a schedule of its own.

use super::{heeded_budget, of_rings, scheduled};
use crate::Context;
use crate::Pipelined;
use crate::pipelining::choice::{Candidate, Cost, asked, refuse, ring_demand};
use crate::pipelining::depth::Depth;
use crate::pipelining::powers::{Powers, share_out};
use crate::pipelining::ring_graph::RingGraph;
use crate::pipelining::thread_rings::{ThreadRings, is_in_pieces, rings, thread_rings};
use crate::pipelining::thread_stages::four_stages;
use crate::pipelining::why::{LoopRefusal, Refused, Standing};
use crate::pipelining::{CopyForm, Strategy, constraints};
use tilewright_analysis::contract;
use tilewright_analysis::registers::{Estimate as Registers, of_thread};
use tilewright_analysis::trips::trip_count;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{BY_TMA, FORM, IN_PLACE, ORDER, READ_LATE, STAGE, STAGES};
use tilewright_ir::{AttrData, Module, Op};
use tilewright_layout::LANE_BITS;
use tilewright_machine::{PipelineFigures, policy};
use tilewright_modsched::options::Generator;

/// Plans the rings of each loop that can have some; none: no loop can, or none of them has room. Of other ways that were looked at, the
/// report has those with agents.
pub(super) fn run(
    module: &Module,
    context: &Context<'_>,
    mut others: Vec<Candidate>,
) -> Result<Option<Module>, Failure> {
    let figures = &context.target.pipeline;
    if context.consumers.is_some() {
        return Ok(None);
    }
    let in_stages = context.scheduler == Generator::FourStage;
    let is_free = |found: &ThreadRings| constraints::serial(module, &[found.for_op]).is_none();
    let mut loops: Vec<ThreadRings> = thread_rings(module, context.target)
        .into_iter()
        .filter(is_free)
        .collect();
    if in_stages {
        for found in &mut loops {
            *found = ThreadRings::of_views(module, found.for_op, context.target);
        }
        loops.retain(|found| !found.loads.is_empty());
    }
    let (_, slots) = rings(module, &loops);
    let rates = (figures, context.atoms);
    let mut shared = module.clone();
    let powers = loops.iter().filter_map(|found| {
        let graph = found.graph(&shared, rates, 1 << context.warp_bits, 1);
        share_out(
            &mut shared,
            found.for_op,
            &graph,
            context.atoms.thread_ops(),
            (context.target, false, context.powers),
        )
    });
    let powers: Vec<Powers> = powers.collect();
    let module = &shared;
    let mut planned = Vec::new();
    for found in loops {
        let graph = found.graph(module, rates, 1 << context.warp_bits, 1);
        let demand = ring_demand(module, context, found.for_op);
        let size = (context.warp_bits, &slots[..]);
        let late = in_stages.then(|| late(module, context, &found)).transpose();
        let depth = late.and_then(|late| {
            let reads_ahead = late.map(|late| late.is_empty());
            found.depth(module, &graph, (context.target, figures), size, (demand, reads_ahead))
        });
        match depth {
            Ok(depth) => planned.push((found, depth)),
            // Loops share rings, so that one without room is one of all; without those of pieces there may be some.
            Err(why) => {
                if let Some((fewer, load)) = without_pieces(module, &found) {
                    let refused = Refused::at(module.span(load), why);
                    context.decisions.borrow_mut().reasons.push(refused);
                    return run(&fewer, context, others);
                }
                let refused = Refused::at(module.span(found.for_op), why);
                if context.num_stages.is_some() || in_stages {
                    return Err(refuse(context, refused));
                }
                let mut decisions = context.decisions.borrow_mut();
                decisions.tried.push(without_room(refused.why.clone()));
                decisions.reasons.push(refused);
                return Ok(None);
            }
        }
    }
    let mut decisions = context.decisions.borrow_mut();
    // Of a load that agents cannot have either, it has been said.
    let told: Vec<_> = decisions.reasons.iter().map(|refused| refused.span).collect();
    let refused = planned.iter().flat_map(|(found, _)| found.refused(module));
    let new_ones = refused.filter(|refused| !told.contains(&refused.span));
    decisions.reasons.extend(new_ones.map(|refused| *refused));
    drop(decisions);
    let stages = shared_stages(module, context, &planned);
    let mut new = module.clone();
    let mut done = Vec::new();
    let alone = planned.len() == 1;
    for (found, mut depth) in planned {
        depth.chosen = stages;
        let form = if in_stages {
            CopyForm::FourStage
        } else {
            CopyForm::Rings
        };
        let plan = (form, depth, None);
        done.push(of_loop(&mut new, module, context, &found, (figures, alone), plan)?);
    }
    context.decisions.borrow_mut().powers = powers;
    others.retain(|other| other.strategy == Strategy::WarpSpecialize);
    if let Some(first) = done.first_mut() {
        first.candidates.splice(0..0, others);
    }
    Ok(decided(context, new, done))
}

/// The module with the loads left where they are whose tiles threads would copy in pieces, and the first of these; none: the loop has no
/// such ring.
fn without_pieces(module: &Module, found: &ThreadRings) -> Option<(Module, Op)> {
    let loads = found.loads.iter().map(|ring| ring.load);
    let pieces: Vec<Op> = loads.filter(|&load| is_in_pieces(module, load)).collect();
    let &first = pieces.first()?;
    let mut fewer = module.clone();
    let flag = fewer.intern_attr(AttrData::Unit);
    pieces.iter().for_each(|&load| fewer.set_attr(load, IN_PLACE, flag));
    Some((fewer, first))
}

/// Rings that have no room.
fn without_room(why: LoopRefusal) -> Candidate {
    Candidate {
        strategy: Strategy::Unspecialize,
        consumers: None,
        form: Some(CopyForm::Rings),
        stages: None,
        flight: None,
        cost: None,
        taken: false,
        why: Standing::Refused(why),
    }
}

/// The loads of a four-stage loop whose tiles are read from their slots as the iteration works.
fn late(module: &Module, context: &Context<'_>, found: &ThreadRings) -> Result<Vec<Op>, LoopRefusal> {
    let bits = context.warp_bits;
    let has = i64::from(of_thread(context.target, 1 << (LANE_BITS + bits)));
    // Absent: a module without a kernel has no loops.
    let need = contract::kernel(module).map_or(0, |op| Registers::of(module, op, bits, context.target).registers);
    found.read_late(module, bits, (need, has))
}

/// The module with the loops that were pipelined, which are noted; none: no loop was.
pub(super) fn decided(context: &Context<'_>, new: Module, done: Vec<Pipelined>) -> Option<Module> {
    let mut done = done.into_iter();
    let first = done.next()?;
    let mut decisions = context.decisions.borrow_mut();
    decisions.pipelined = Some(first);
    decisions.others = done.collect();
    Some(new)
}

/// The depth of all rings, which loops share: the one that wants the most has it, as far as there is room for each, and as each may have.
fn shared_stages(module: &Module, context: &Context<'_>, planned: &[(ThreadRings, Depth)]) -> i64 {
    let fits = planned.iter().map(|(_, depth)| depth.fits);
    let most = planned
        .iter()
        .filter_map(|(found, _)| ring_demand(module, context, found.for_op).most);
    let bounds = fits.chain(most).min();
    let wanted = planned.iter().map(|(_, depth)| depth.chosen).max();
    // Absent: without a loop there are no rings.
    wanted.unwrap_or(0).min(bounds.unwrap_or(0))
}

/// Schedules a loop, which may be the only one with rings, and marks it; its candidates are those with rings and without, where they are not
/// known.
pub(super) fn of_loop(
    new: &mut Module,
    module: &Module,
    context: &Context<'_>,
    found: &ThreadRings,
    (figures, alone): (&PipelineFigures, bool),
    (form, mut depth, candidates): (CopyForm, Depth, Option<Vec<Candidate>>),
) -> Result<Pipelined, Failure> {
    let rates = (figures, context.atoms);
    // The only slot of a ring is filled again in the iteration before, too.
    let in_stages = context.scheduler == Generator::FourStage;
    let stages = if in_stages { 1 } else { depth.chosen.max(2) };
    let mut graph = found.graph(module, rates, 1 << context.warp_bits, stages);
    if in_stages {
        graph = four_stages(module, found, graph);
    }
    if form == CopyForm::FourStage {
        let late =
            late(module, context, found).map_err(|why| refuse(context, Refused::at(module.span(found.for_op), why)))?;
        let flag = new.intern_attr(AttrData::Unit);
        late.iter().for_each(|&load| new.set_attr(load, READ_LATE, flag));
    }
    let RingGraph { ops, members, unit, .. } = graph;
    let (report, solution) = scheduled(
        module,
        found.for_op,
        &ops,
        context,
        &of_rings(context, context.scheduler),
    )?;
    // Threads run one iteration after the other: it takes no less than its chain of ops, which candidates that are known have counted.
    let chain = f64::from(solution.ii) * unit;
    let counted = candidates.is_some();
    let estimate = &mut depth.estimate;
    if !counted && !in_stages && estimate.ii < chain {
        estimate.life += chain - estimate.ii;
        (estimate.ii, estimate.held, estimate.threads) = (chain, chain, true);
        // Longer iterations need fewer tiles in flight; rings of other loops may need more, and loops share a depth.
        if alone {
            depth.wanted = ((estimate.life / chain).ceil() as i64).max(policy().fewest_stages.value);
            if depth.asked.is_none() {
                depth.chosen = depth.chosen.min(depth.wanted);
            }
        }
    }
    for (id, members) in members.iter().enumerate() {
        for (name, value) in [(STAGE, solution.stage(id)), (ORDER, i64::from(solution.order()[id]))] {
            let attr = new.intern_attr(AttrData::Int(value));
            members.iter().for_each(|&op| new.set_attr(op, name, attr));
        }
    }
    let by_tma = form == CopyForm::Rings && depth.chosen > 1 && found.by_tma(module, context.target);
    if by_tma {
        let flag = new.intern_attr(AttrData::Unit);
        new.set_attr(found.for_op, BY_TMA, flag);
    }
    let stages = new.intern_attr(AttrData::Int(depth.chosen));
    new.set_attr(found.for_op, STAGES, stages);
    let name = new.intern_name(form.name());
    let name = new.intern_attr(AttrData::Keyword(name));
    new.set_attr(found.for_op, FORM, name);
    Ok(Pipelined {
        line: module.loc_data(module.loc(found.for_op)).line,
        strategy: Strategy::Unspecialize,
        form: Some(form),
        no_tma: None,
        next_tile: false,
        by_tma,
        flow: None,
        asked: asked(context).is_some(),
        candidates: candidates.unwrap_or_else(|| self::candidates(module, context, found, (figures, form, &depth))),
        agents: None,
        variant: None,
        tables: Vec::new(),
        together: None,
        depth,
        ops,
        register_budget: heeded_budget(context, &report),
        report,
        unit: (!in_stages).then_some(unit),
        in_flight: 0,
        running: 0,
    })
}

/// The loop as it is, which waits for each load, and with rings.
fn candidates(
    module: &Module,
    context: &Context<'_>,
    found: &ThreadRings,
    (figures, form, depth): (&PipelineFigures, CopyForm, &Depth),
) -> Vec<Candidate> {
    let estimate = &depth.estimate;
    let trips = trip_count(module, found.for_op);
    let cost = |iteration: f64, tile: f64| Some(Cost { iteration, tile, trips });
    // Absent: no figure is known.
    let barrier = figures.block_barrier_cycles.as_ref().map_or(0, |cycles| cycles.value) as f64;
    // Of four stages, two iterations are in registers on their way to slots.
    let in_flight = depth.chosen.max(if form == CopyForm::FourStage { 4 } else { 1 });
    let rings = cost(estimate.iteration(in_flight) + barrier, estimate.load);
    let plain = cost(estimate.load + estimate.ii, 0.0);
    vec![
        Candidate {
            strategy: Strategy::Unspecialize,
            consumers: None,
            form: Some(form),
            stages: Some(depth.chosen),
            flight: None,
            cost: rings,
            taken: true,
            why: match asked(context) {
                Some(_) => Standing::Asked,
                None => Standing::Fewest,
            },
        },
        Candidate {
            strategy: Strategy::None,
            consumers: None,
            form: None,
            stages: Some(1),
            flight: None,
            cost: plain,
            taken: false,
            why: match asked(context) {
                Some(_) => Standing::OtherAsked(Strategy::Unspecialize.name().to_string()),
                None => Standing::Dearer(trips.map(|trips| estimate.load * (trips as f64 - 1.0))),
            },
        },
    ]
}
