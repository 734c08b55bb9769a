//! The search and the schedule as a Chrome trace (JSON array format), which Perfetto opens. One microsecond of the
//! trace is one cycle of the schedule, or one step of the search: no clock is read.

use crate::arms::cost::Component;
use crate::bounds::{Binding, Impossible};
use crate::graph::LoopGraph;
use crate::render::words;
use crate::report::{Report, ScheduleRefusal};
use crate::schedule::Schedule;
use serde_json::{Value, json};

const SEARCH: u32 = 1;
const SCHEDULE: u32 = 2;

/// The trace of one report; `process` separates several loops in one file.
pub fn events(graph: &LoopGraph, report: &Report, process: u32) -> Vec<Value> {
    let mut out = vec![
        json!({ "ph": "M", "name": "process_name", "pid": process, "args": { "name": graph.name } }),
        json!({ "ph": "M", "name": "thread_name", "pid": process, "tid": SEARCH, "args": { "name": "search" } }),
    ];
    let mut clock = 0u64;
    for c in &report.candidates {
        let begin = clock;
        for a in &c.attempts {
            let long = a.steps.max(1);
            let refused = a.refused.as_ref().map(|n| words::no_seat(graph, n));
            let args =
                json!({ "ii": c.ii, "group": a.group, "steps": a.steps, "seated": a.seated, "refused": refused });
            out.push(json!({
                "ph": "X", "name": a.arm.name(), "cat": "arm", "pid": process, "tid": SEARCH, "ts": clock, "dur": long,
                "args": args,
            }));
            clock += long;
        }
        clock = clock.max(begin + 1);
        out.push(json!({
            "ph": "X", "name": format!("II {}", c.ii), "cat": "candidate", "pid": process, "tid": SEARCH, "ts": begin,
            "dur": clock - begin, "args": { "feasible": c.feasible },
        }));
    }
    let instant = |name: &str, args: Value| -> Value {
        json!({
            "ph": "i", "name": name, "cat": "outcome", "pid": process, "tid": SEARCH, "ts": clock, "s": "p", "args": args,
        })
    };
    if let Err(refusal) = &report.outcome {
        out.push(instant("refused", json!({ "why": words::refusal(graph, refusal) })));
        if let Some((component, refused)) = refusing(report, refusal) {
            out.push(instant(
                "dominant cost component",
                json!({ "component": component, "refused": refused }),
            ));
        }
    }
    if let Ok(schedule) = &report.outcome {
        let decided = dominant(schedule).map(|(component, seats)| (component.name(), seats));
        let (component, seats) = decided.unwrap_or(("none: cost decided no seat", 0));
        out.push(instant(
            "dominant cost component",
            json!({ "component": component, "seats": seats }),
        ));
    }
    if let Ok(s) = &report.outcome {
        let order = s.order();
        for (op, o) in graph.ops.iter().enumerate() {
            let tid = SCHEDULE + s.stage(op).clamp(0, 1000) as u32;
            let cost = s.cost[op].map(|chosen| {
                json!({ "vector": chosen.cost.components(), "decided by": chosen.by.name(), "value": chosen.value() })
            });
            out.push(json!({
                "ph": "X", "name": graph.label(op), "cat": "placement", "pid": process, "tid": tid, "ts": s.start[op],
                "dur": o.latency.max(1),
                "args": {
                    "ii": s.ii, "stage": s.stage(op), "row": s.row(op), "order": order[op], "arm": s.arm[op].name(),
                    "cost": cost,
                },
            }));
        }
        for stage in 0..s.stages_by_start().clamp(0, 1000) as u32 {
            let args = json!({ "name": format!("stage {stage}") });
            let tid = SCHEDULE + stage;
            out.push(json!({ "ph": "M", "name": "thread_name", "pid": process, "tid": tid, "args": args }));
        }
    }
    out
}

/// The component of costs that decided most seats, and how many.
fn dominant(schedule: &Schedule) -> Option<(Component, usize)> {
    let chosen = schedule.cost.iter().flatten();
    let seats = |component| chosen.clone().filter(|chosen| chosen.by == component).count();
    let counted = Component::ALL.iter().map(|&component| (component, seats(component)));
    // Of components that decided as many, the first.
    counted
        .rev()
        .max_by_key(|&(_, seats)| seats)
        .filter(|&(_, seats)| seats > 0)
}

/// The component of costs that refused the most ops a seat, and how many, since both gates can; or the dependences between ops. Where
/// no op can be named, what the refusal is about, or the bound that binds.
fn refusing(report: &Report, refusal: &ScheduleRefusal) -> Option<(&'static str, usize)> {
    let dependences = "none: dependences";
    let attempts = report.candidates.iter().flat_map(|candidate| &candidate.attempts);
    let seats: Vec<bool> = attempts
        .filter_map(|attempt| attempt.refused.as_ref())
        // An empty window is one that dependences leave.
        .map(|seat| seat.earliest <= seat.latest)
        .collect();
    let full = seats.iter().filter(|&&is_full| is_full).count();
    let [resource, slots] = [Component::Resource, Component::PipeSlot].map(Component::name);
    Some(match refusal {
        ScheduleRefusal::Impossible(Impossible::AboveCeiling { .. }) => (slots, 0),
        ScheduleRefusal::Impossible(Impossible::Overcommitted { .. }) | ScheduleRefusal::Stages { .. } => (resource, 0),
        ScheduleRefusal::Impossible(_) | ScheduleRefusal::NoSerialOrder => (dependences, 0),
        _ if full * 2 > seats.len() => (resource, full),
        _ if full < seats.len() => (dependences, seats.len() - full),
        _ => match report.bounds.as_ref()?.binding() {
            Binding::Resource | Binding::FineDensity => (resource, 0),
            Binding::Recurrence | Binding::Dependency => (dependences, 0),
        },
    })
}

/// A trace file of several reports.
pub fn file<'a>(runs: impl Iterator<Item = (&'a LoopGraph, &'a Report)>) -> String {
    let all: Vec<Value> = runs
        .zip(1..)
        .flat_map(|((graph, report), process)| events(graph, report, process))
        .collect();
    Value::Array(all).to_string()
}
