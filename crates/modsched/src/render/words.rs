//! The sentences of a report: what bound II, why not one less, what would help, why there is nothing.

use crate::arms::{NoSeat, RefusedCycle};
use crate::bounds::{Binding, Bounds, Impossible};
use crate::exact::certificate::{Certificate, Checked};
use crate::explain::{Change, What};
use crate::four_stage::FourStageError;
use crate::graph::{Class, LoopGraph, OpId, ResId};
use crate::report::{Report, ScheduleRefusal};
use tilewright_sorted::SortedMap;

/// Most items a sentence lists.
const LISTED: usize = 12;

/// A list of so many items, each in the words for its place.
fn list(count: usize, item: &dyn Fn(usize) -> String) -> String {
    let mut list = String::new();
    for at in 0..count.min(LISTED) {
        if at > 0 {
            list.push_str(", ");
        }
        list.push_str(&item(at));
    }
    if count > LISTED {
        list.push_str(&format!(" and {} more", count - LISTED));
    }
    list
}

fn ops(graph: &LoopGraph, ids: &[OpId]) -> String {
    list(ids.len(), &|at| graph.label(ids[at]))
}

fn res(graph: &LoopGraph, id: ResId) -> String {
    graph
        .resources
        .get(id)
        .map_or_else(|| id.to_string(), |r| r.name.clone())
}

/// A resource with its kind: `slot tma`, `pool 1 smem (capacity 4)`.
pub fn resource(graph: &LoopGraph, id: ResId) -> String {
    match graph.resources.get(id) {
        Some(r) if r.capacity == 1 => format!("slot {}", r.name),
        Some(r) => format!("pool {} (cap {})", r.name, r.capacity),
        None => format!("resource {id}"),
    }
}

/// A dependence: `0 (load) -> 2 (mma), latency 8, distance 1`.
pub fn edge(graph: &LoopGraph, id: usize) -> String {
    match graph.edges.get(id) {
        Some(e) => {
            let (a, b) = (graph.label(e.src), graph.label(e.dst));
            format!("{a} -> {b}, latency {}, distance {}", e.latency, e.distance)
        }
        None => format!("edge {id}"),
    }
}

fn circuit(graph: &LoopGraph, edges: &[usize]) -> String {
    let first = edges
        .first()
        .and_then(|&e| graph.edges.get(e))
        .map(|e| graph.label(e.src));
    let rest = edges
        .iter()
        .filter_map(|&e| graph.edges.get(e))
        .map(|e| graph.label(e.dst));
    let all: Vec<String> = first.into_iter().chain(rest).collect();
    let more = all.len().saturating_sub(LISTED + 1);
    let shown = all.into_iter().take(LISTED + 1).collect::<Vec<_>>().join(" -> ");
    if more > 0 {
        format!("{shown} and {more} more")
    } else {
        shown
    }
}

/// One bound with its witness.
pub fn bound(graph: &LoopGraph, bounds: &Bounds, which: Binding) -> String {
    let value = bounds.value(which);
    match which {
        Binding::Recurrence if bounds.recurrence.circuit.is_empty() => {
            "0: no circuit of dependences takes any time".into()
        }
        Binding::Recurrence => {
            let r = &bounds.recurrence;
            let path = circuit(graph, &r.circuit);
            format!(
                "{value}: latency {} over distance {} along {path}",
                r.latency, r.distance
            )
        }
        Binding::Resource | Binding::FineDensity => {
            let d = if which == Binding::Resource {
                &bounds.resource
            } else {
                &bounds.fine
            };
            match d.res {
                None if which == Binding::Resource => "0: no slot is held".into(),
                None => "0: no pool is drawn on".into(),
                Some(r) => {
                    let (who, n) = (ops(graph, &d.users), d.users.len());
                    format!(
                        "{value}: {} is held {} cycle{} by {n} op{}: {who}",
                        resource(graph, r),
                        d.demand,
                        if d.demand == 1 { "" } else { "s" },
                        if n == 1 { "" } else { "s" }
                    )
                }
            }
        }
        Binding::Dependency => match bounds.dependency.op {
            None => "0: no cap on depth".into(),
            Some(op) => {
                let d = &bounds.dependency;
                format!(
                    "{value}: {} cycles lead to op {}, in {} stages",
                    d.path,
                    graph.label(op),
                    d.depth
                )
            }
        },
    }
}

/// Why one II is out.
pub fn certificate(graph: &LoopGraph, certificate: &Certificate) -> String {
    match certificate {
        Certificate::Recurrence {
            edges,
            latency,
            distance,
        } => {
            format!(
                "recurrence {}: latency {latency} over distance {distance}",
                circuit(graph, edges)
            )
        }
        Certificate::Capacity { res, demand } => {
            format!("{} is asked for {demand} cycles", resource(graph, *res))
        }
        Certificate::Depth { edges, op } => {
            format!(
                "chain {} does not fit into the stages op {} may use",
                circuit(graph, edges),
                graph.label(*op)
            )
        }
        Certificate::SelfCollision { op, rows: (a, b), res } => {
            let what = resource(graph, *res);
            format!(
                "op {} collides with itself: rows {a} and {b} of its footprint meet on {what}",
                graph.label(*op)
            )
        }
        Certificate::Packing(core) => {
            let mut rows = SortedMap::<ResId, usize>::new();
            for &(r, _) in &core.rows {
                *rows.entry(r).or_default() += 1;
            }
            let held = list(rows.len(), &|at| {
                let (r, count) = rows.entries()[at];
                format!("{} ({count} rows)", resource(graph, r))
            });
            let minimal = if core.irreducible { "irreducible " } else { "" };
            let n = core.edges.len();
            format!(
                "{minimal}packing core: ops {} with {n} dependences do not fit {held}",
                ops(graph, &core.ops)
            )
        }
        Certificate::Staged(core) => {
            let minimal = if core.irreducible { "irreducible " } else { "" };
            let mut parts = vec![format!("{} dependences", core.edges.len())];
            if !core.ops.is_empty() {
                parts.push(format!("what ops {} hold", ops(graph, &core.ops)));
            }
            if !core.capped.is_empty() {
                parts.push(format!("the caps on depth of ops {}", ops(graph, &core.capped)));
            }
            if !core.leaders.is_empty() {
                parts.push(format!(
                    "the shared stage of leaders {}",
                    list(core.leaders.len(), &|at| core.leaders[at].to_string())
                ));
            }
            format!("{minimal}core with stages: {} cannot be met together", parts.join(", "))
        }
        Certificate::Unknown { conflicts } => format!("not decided ({conflicts} conflicts spent)"),
    }
}

/// The demand of an op: each slot or pool with the cycles after its start, and the amount where that is not 1.
pub fn requested(graph: &LoopGraph, op: OpId) -> String {
    // Absent: the graph has no such op.
    let footprint = graph.ops.get(op).map_or(&[][..], |op| &op.footprint);
    // Of each amount of a resource the first and the last cycle of each run.
    let mut held = SortedMap::<(ResId, u32), Vec<[usize; 2]>>::new();
    for (cycle, row) in footprint.iter().enumerate() {
        for u in row {
            let runs = held.entry((u.res, u.count)).or_default();
            match runs.last_mut() {
                Some([_, last]) if *last + 1 == cycle => *last = cycle,
                // Absent: the first run, or one behind a gap.
                _ => runs.push([cycle; 2]),
            }
        }
    }
    if held.is_empty() {
        return "nothing".into();
    }
    list(held.len(), &|at| {
        let ((r, count), runs) = &held.entries()[at];
        let mut text = match count {
            1 => String::new(),
            count => format!("{count} of "),
        };
        text.push_str(&res(graph, *r));
        for (number, run) in runs.iter().enumerate() {
            text.push_str(if number == 0 { " in cycles " } else { " and " });
            text.push_str(&run_of(*run));
        }
        text
    })
}

/// A run of numbers: the first and the last, or the only one.
fn run_of([first, last]: [usize; 2]) -> String {
    match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    }
}

/// An op that found no seat: what it asks for, its window, and the rows and pools that refused it, with who holds them.
pub fn no_seat(graph: &LoopGraph, n: &NoSeat) -> String {
    no_seat_in(graph, n, &n.refused(graph))
}

/// The same, with the cycles that were refused.
pub(super) fn no_seat_in(graph: &LoopGraph, n: &NoSeat, refused: &[RefusedCycle]) -> String {
    let (op, ii) = (graph.ops.get(n.op), n.ii);
    let duration = op.map_or(0, |o| o.duration());
    let group = op
        .and_then(|o| o.constraints.gid)
        .map_or_else(|| "own".into(), |g| g.to_string());
    let mut text = format!(
        "op {} (group {group}, footprint {duration} cycles: {}) found no seat at II {ii}: ",
        graph.label(n.op),
        requested(graph, n.op)
    );
    if n.latest < n.earliest {
        text.push_str(&format!("its window [{}, {}] is empty", n.earliest, n.latest));
        return text;
    }
    text.push_str(&format!("window [{}, {}]", n.earliest, n.latest));
    for at in &refused[..refused.len().min(NoSeat::TOLD)] {
        let runs = full_rows(at);
        let rows = list(runs.len(), &|number| full_row(graph, &runs[number]));
        let stage = at.cycle / i64::from(ii.max(1));
        text.push_str(&format!(
            "; cycle {} (stage {stage}, order {}) refused by {rows}",
            at.cycle, at.order
        ));
    }
    if refused.len() > NoSeat::TOLD {
        text.push_str("; and so on");
    }
    text
}

/// Rows of a slot or pool, one after the other, that were full for the same reason.
struct FullRows<'a> {
    res: ResId,
    first: u32,
    last: u32,
    with_itself: bool,
    holders: &'a [OpId],
}

fn full_row(graph: &LoopGraph, run: &FullRows) -> String {
    let held = match run.with_itself {
        true => " with itself".into(),
        false => format!(", held by {}", ops(graph, run.holders)),
    };
    let rows = if run.first == run.last { "row" } else { "rows" };
    let numbers = run_of([run.first, run.last].map(|row| row as usize));
    format!("{rows} {numbers} of {}{held}", resource(graph, run.res))
}

/// The rows that refused a cycle; those that say the same are one.
fn full_rows(at: &RefusedCycle) -> Vec<FullRows<'_>> {
    let mut runs: Vec<FullRows> = Vec::new();
    for (c, holders) in at.conflicts.iter().zip(&at.holders) {
        let continues = |run: &&mut FullRows| {
            (run.res, run.with_itself, run.last + 1) == (c.res, c.with_itself, c.row) && run.holders == holders
        };
        match runs.iter_mut().find(continues) {
            Some(run) => run.last = c.row,
            None => runs.push(FullRows {
                res: c.res,
                first: c.row,
                last: c.row,
                with_itself: c.with_itself,
                holders,
            }),
        }
    }
    runs
}

/// A change that would lower II.
pub fn change(graph: &LoopGraph, c: &Change) -> String {
    match c.what {
        What::Unit { res: r } => format!("II {} with one more unit of {}", c.ii, res(graph, r)),
        What::Latency { edge: e, by } => format!("II {} with a latency shorter by {by} on {}", c.ii, edge(graph, e)),
        What::Distance { edge: e } => format!("II {} with one more iteration of distance on {}", c.ii, edge(graph, e)),
    }
}

/// Why no II at all would do.
pub fn impossible(graph: &LoopGraph, reason: &Impossible) -> String {
    match reason {
        Impossible::ZeroDistanceCircuit { circuit: c, latency } => format!(
            "the dependences {} form a circuit of latency {latency} inside one iteration, so no op of it can ever start; \
             give one of them a distance, or remove it",
            circuit(graph, c)
        ),
        Impossible::Overcommitted {
            op,
            row,
            res: r,
            demand,
            capacity,
        } => format!(
            "op {} holds {demand} of {} in row {row} of its footprint, but there is only {capacity}",
            graph.label(*op),
            resource(graph, *r)
        ),
        Impossible::AboveCeiling {
            edge: e,
            accumulated,
            ceiling,
        } => {
            let (name, cycles) = graph
                .limits
                .ceilings
                .get(*ceiling)
                .map_or(("?", 0), |c| (c.name.as_str(), c.cycles));
            format!(
                "the dependence {} accumulates {accumulated} cycles of the schedule, above the ceiling {name} of {cycles}; shorten the \
                 chain that leads to it",
                edge(graph, *e)
            )
        }
        Impossible::NoStageAllowed { op } => {
            format!(
                "op {} has a max_depth of 0, so there is no stage for it; allow at least 1",
                graph.label(*op)
            )
        }
    }
}

/// Why there is no schedule.
pub fn refusal(graph: &LoopGraph, refusal: &ScheduleRefusal) -> String {
    match refusal {
        ScheduleRefusal::Impossible(reason) => impossible(graph, reason),
        ScheduleRefusal::IiCap { cap, mii, .. } if i64::from(*cap) < *mii => {
            format!("the lower bound on II is {mii}, above the cap of {cap}; raise the cap to at least {mii}")
        }
        ScheduleRefusal::IiCap {
            cap,
            mii,
            refuted: true,
            ..
        } => format!(
            "no schedule exists with II from {mii} to {cap}: each is refuted by a proof (see what is ruled out); change the \
             loop, or raise the cap if you set one"
        ),
        ScheduleRefusal::IiCap {
            cap,
            mii,
            ended: Some(ended),
            ..
        } => {
            let (reached, budget) = (ended.reached, format!("{} {}", ended.budget, ended.counts));
            let what = match reached {
                _ if i64::from(reached) < *mii => format!("no II from {mii} to {cap} was tried"),
                _ if reached < *cap => {
                    format!("no schedule with II from {mii} to {reached} was found, and none up to {cap} was tried")
                }
                _ => format!("no schedule with II from {mii} to {cap} was found"),
            };
            format!("{what}: the exact solver's budget of {budget} ended; try another scheduler")
        }
        ScheduleRefusal::IiCap { cap, mii, last, .. } => {
            let why = last
                .as_ref()
                .map(|n| format!("; {}", no_seat(graph, n)))
                .unwrap_or_default();
            format!("no schedule with II from {mii} to {cap} was found{why}; try another scheduler")
        }
        ScheduleRefusal::TableTooLarge { ii, limit } => {
            format!("II must be at least {ii}, but reservation tables end at {limit} rows for this loop")
        }
        ScheduleRefusal::NoSerialOrder => {
            "dependences of distance 0 form a circuit, so there is no serial order; remove one or give it a distance"
                .into()
        }
        ScheduleRefusal::Stages { stages, pool, refused } => format!(
            "{stages} stages are refused at component {} (resource legality): pool {} ({pool}, cap {}) would be asked for {}; \
             ask for fewer stages",
            refused.component, refused.pool, refused.cap, refused.demand
        ),
        ScheduleRefusal::FourStage(e) => four_stage(graph, e),
        ScheduleRefusal::Cancelled => "cancelled".into(),
        ScheduleRefusal::Rejected(v) => {
            format!(
                "internal error: the checker rejects the schedule ({}); please report this loop",
                v.describe(graph)
            )
        }
    }
}

fn four_stage(graph: &LoopGraph, e: &FourStageError) -> String {
    match e {
        FourStageError::Unclassified { op } => {
            let known: Vec<_> = Class::WORDS.iter().map(|word| word.name).collect();
            format!(
                "op {} has no class and its kind tells none; set \"class\" to one of {}",
                graph.label(*op),
                known.join(", ")
            )
        }
        FourStageError::IllegalTransition { from, to, op } => format!(
            "op {} goes from {} to {}, a transition the four-stage pipeline does not have",
            graph.label(*op),
            from.name(),
            to.name()
        ),
        FourStageError::SecondComputeGroup { op } => format!(
            "op {} starts a second round after compute; the four-stage pipeline needs a single group of compute ops",
            graph.label(*op)
        ),
        FourStageError::MissingClass { class } => {
            format!(
                "the loop has no {} op, which the four-stage pipeline needs",
                class.name()
            )
        }
        FourStageError::BrokenDependence { edge: e, needs } => {
            format!(
                "the dependence {} would be broken by the four-stage pipeline; it would hold at a distance of {needs} iterations",
                edge(graph, *e)
            )
        }
        FourStageError::Circuit => "dependences of distance 0 form a circuit".into(),
        FourStageError::NoBuffers => {
            "at least one shared-memory buffer is needed; use --multi-buffer 1 to switch it off".into()
        }
    }
}

/// Why not one cycle less: the certificate for II-1, or the op that found no seat there.
pub fn why_not_less(graph: &LoopGraph, report: &Report) -> Option<String> {
    let schedule = report.outcome.as_ref().ok()?;
    let less = schedule.ii.checked_sub(1).filter(|&x| x > 0)?;
    if let Some(r) = report
        .ruled_out
        .iter()
        .find(|r| r.from <= less && less <= r.to && r.certificate.is_proof())
    {
        let how = match r.checked {
            Checked::NotChecked => "not checked: the search had no step left for it".to_string(),
            by => format!("checked by {}", by.name()),
        };
        return Some(format!(
            "II {less} is infeasible: {} ({how})",
            certificate(graph, &r.certificate)
        ));
    }
    let tried = report.candidates.iter().find(|c| c.ii == less)?;
    match tried.attempts.iter().rev().find_map(|a| a.refused.as_ref()) {
        Some(n) => Some(format!(
            "II {less} was not reached by the heuristic, not refuted: {}",
            no_seat(graph, n)
        )),
        None => Some(format!("II {less} was tried and not reached, but not refuted either")),
    }
}
