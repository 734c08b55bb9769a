//! Loops without products: each is left alone, or has loads ahead where that is estimated to be shorter.

use super::thread_rings::{decided, of_loop};
use crate::pipelining::Strategy;
use crate::pipelining::choice::{Candidate, Cost, asked, ring_demand};
use crate::pipelining::constraints;
use crate::pipelining::plain_loop::{PlainLoop, Way};
use crate::pipelining::thread_rings::reads;
use crate::pipelining::why::{Left, LoopRefusal, Standing};
use crate::{Context, LeftAlone};
use tilewright_ir::convert::Failure;
use tilewright_ir::{Module, Op};
use tilewright_machine::policy;
use tilewright_modsched::options::Generator;

/// Decides about the loops of a kernel that multiplies nothing.
pub(super) fn run(module: &Module, context: &Context<'_>, loops: &[Op]) -> Result<Option<Module>, Failure> {
    let mut new = module.clone();
    let mut done = Vec::new();
    for &for_op in loops {
        // Absent: the loop is in no kernel.
        let Some(plain) = PlainLoop::of(module, for_op, context.target, context.atoms, context.warp_bits) else {
            continue;
        };
        let figures = &context.target.pipeline;
        let demand = ring_demand(module, context, for_op);
        let ways = plain.ways(&demand, context.scheduler == Generator::FourStage);
        let chosen = choose(context, &ways, demand.occupancy);
        let told = candidates(context, &ways, (chosen, demand.occupancy));
        let way = &ways[chosen];
        let Some(form) = way.form else {
            let why = why_left(module, context, &plain, (&ways, demand.occupancy));
            leave(module, context, for_op, told, why);
            continue;
        };
        let plan = (form, plain.depth(way, &ways, demand), Some(told));
        let mut pipelined = of_loop(&mut new, module, context, &way.found, (figures, false), plan)?;
        pipelined.flow = Some(plain.flow.clone());
        done.push(pipelined);
    }
    Ok(decided(context, new, done))
}

/// Notes that a loop stays as it is.
fn leave(module: &Module, context: &Context<'_>, for_op: Op, candidates: Vec<Candidate>, why: Left) {
    let left = LeftAlone {
        span: module.span(for_op),
        candidates,
        why,
    };
    context.decisions.borrow_mut().left.push(left);
}

/// Whether what is asked for allows a way.
fn is_allowed(context: &Context<'_>, way: &Way) -> bool {
    context.strategy.is_none_or(|asked| asked == way.strategy())
}

/// Whether as many CTAs of a way fit an SM as the kernel's hint asks for, or as of the loop as it is.
fn is_of_hint(way: &Way, ways: &[Way], occupancy: Option<u32>) -> bool {
    // Absent: it cannot be, and no CTA runs it.
    let ctas = |way: &Way| way.cost.as_ref().map_or(0, |(_, flight)| flight.ctas);
    occupancy.is_none_or(|asked| ctas(way) >= asked.min(ctas(&ways[0])))
}

fn whole(way: &Way) -> Option<f64> {
    // Absent: it cannot be, for the reason that stands there.
    way.cost.as_ref().ok().map(|(cost, _)| cost.whole())
}

/// The way that is taken, by number: of those about as short as the shortest, the one with the fewest tiles in flight. The loop as it is
/// comes first, and is taken where nothing else can be.
fn choose(context: &Context<'_>, ways: &[Way], occupancy: Option<u32>) -> usize {
    let may_be = |way: &&Way| is_allowed(context, way) && whole(way).is_some() && is_of_hint(way, ways, occupancy);
    let is_asked = asked(context) == Some(Strategy::Unspecialize) || context.num_stages.is_some_and(|asked| asked > 1);
    let others = ways.iter().any(|way| way.form.is_some() && may_be(&way));
    let may_be = |way: &&Way| may_be(way) && (way.form.is_some() || !(is_asked && others));
    let best = ways.iter().filter(may_be).filter_map(whole).reduce(f64::min);
    let margin = 1.0 - policy().strategy_margin.value;
    let is_about = |way: &Way| may_be(&way) && whole(way).zip(best).is_some_and(|(own, best)| own * margin <= best);
    // Absent: nothing is allowed but what is there.
    ways.iter().position(is_about).unwrap_or(0)
}

/// Why a loop is left alone.
fn why_left(
    module: &Module,
    context: &Context<'_>,
    plain: &PlainLoop<'_>,
    (ways, occupancy): (&[Way], Option<u32>),
) -> Left {
    if reads(module, plain.for_op).is_empty() {
        return Left::NothingLoaded;
    }
    if constraints::serial(module, &[plain.for_op]).is_some() {
        return Left::Refused(LoopRefusal::Serial);
    }
    if context.strategy == Some(Strategy::None) {
        return Left::Refused(LoopRefusal::TurnedOff);
    }
    if let Some(refused) = plain.refused() {
        return Left::Refused(refused.why);
    }
    let others = || ways.iter().filter(|way| way.form.is_some());
    let best = others()
        .filter(|way| is_of_hint(way, ways, occupancy))
        // Absent: it cannot be.
        .filter_map(|way| Some(way.cost.as_ref().ok()?.0.iteration))
        .reduce(f64::min);
    let refused = others().find_map(|way| way.cost.as_ref().err());
    match (&ways[0].cost, refused) {
        (_, Some(refused)) if best.is_none() => Left::Refused(refused.clone()),
        (Ok((cost, flight)), _) => Left::Enough {
            flow: plain.flow.clone(),
            flight: *flight,
            plain: cost.iteration,
            best,
        },
        (Err(refused), _) => Left::Refused(refused.clone()),
    }
}

/// The candidates that ways are, of which one is chosen.
fn candidates(context: &Context<'_>, ways: &[Way], (chosen, occupancy): (usize, Option<u32>)) -> Vec<Candidate> {
    let is_asked = asked(context).is_some() || context.num_stages.is_some();
    let price = whole(&ways[chosen]);
    let standing = |place: usize, way: &Way| match (&way.cost, whole(way), price) {
        (Err(refused), ..) => Standing::Refused(refused.clone()),
        _ if place == chosen && is_asked => Standing::Asked,
        _ if place == chosen => Standing::Fewest,
        _ if !is_allowed(context, way) => Standing::OtherAsked(ways[chosen].strategy().name().to_string()),
        _ if !is_of_hint(way, ways, occupancy) => Standing::FewerCtas,
        _ if way.form.is_none() && context.num_stages.is_some() => Standing::StagesAsked,
        (Ok(_), own, price) if own == price => Standing::Tie,
        (Ok(_), own, price) if own < price => Standing::WithinMargin(policy().strategy_margin.value * 100.0),
        (Ok((cost, _)), own, price) => Standing::Dearer(cost.trips.and(own.zip(price)).map(|(own, price)| own - price)),
    };
    let candidate = |(place, way): (usize, &Way)| {
        // Absent: it cannot be; the standing says why.
        let (cost, flight): (Option<Cost>, _) = way.cost.clone().ok().unzip();
        Candidate {
            strategy: way.strategy(),
            consumers: None,
            form: way.form,
            stages: Some(way.stages),
            flight,
            cost,
            taken: place == chosen,
            why: standing(place, way),
        }
    };
    ways.iter().enumerate().map(candidate).collect()
}
