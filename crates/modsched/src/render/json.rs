//! Reports as JSON: one object, keys in alphabetical order, the same bytes everywhere.

use super::table::{Hold, holds};
use super::words;
use crate::arms::NoSeat;
use crate::bounds::{Binding, Bounds};
use crate::depths::{heaviest_load, roofline_cycles, roofline_stages};
use crate::exact::certificate::Certificate;
use crate::explain::What;
use crate::four_stage::{FourStage, LISTING, Step, TIMELINE};
use crate::graph::{LoopGraph, OpId};
use crate::polish::buffer_depths;
use crate::prepared::Prepared;
use crate::report::{Candidate, Refusal, Report, RuledOut};
use crate::schedule::Schedule;
use serde_json::{Map, Value, json};

const KINDS: [Binding; 4] = [
    Binding::Recurrence,
    Binding::Resource,
    Binding::FineDensity,
    Binding::Dependency,
];

/// The report as one JSON object on one line.
pub fn report(graph: &LoopGraph, report: &Report) -> String {
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.to_owned(), value);
    put("name", json!(graph.name));
    put("scheduler", json!(report.asked.name()));
    put("used", json!(report.used.name()));
    put("conflicts", json!(report.conflicts));
    if let Some(b) = &report.bounds {
        put("bounds", bounds(b));
        put("binding", json!(b.binding().name()));
    }
    match &report.outcome {
        Ok(s) => {
            put("ii", json!(s.ii));
            put("start", by_id(s.start.iter().map(|t| json!(t))));
            put("ops", ops(graph, s, report.four_stage.is_some()));
            put("table", table(graph, s));
            put("stage_count", json!(s.stage_count(graph)));
            put("stages_by_start", json!(s.stages_by_start()));
            put("length", json!(s.length(graph)));
            put("proven_optimal", json!(report.proven_optimal));
        }
        Err(r) => {
            put("ii", Value::Null);
            put(
                "refusal",
                json!({ "kind": refusal_kind(r), "message": words::refusal(graph, r) }),
            );
            put("proven_optimal", json!(false));
        }
    }
    if let Some((memory, compute)) = roofline_cycles(graph)
        && let Some(r) = roofline_stages(memory, compute)
    {
        let (pair, load) = ([r.pair.0, r.pair.1], heaviest_load(graph));
        put(
            "roofline_stages",
            json!({ "stages": r.stages, "memory": memory, "compute": compute, "pair": pair, "load": load }),
        );
    }
    if let Some(o) = &report.objectives {
        put(
            "objectives",
            json!({
                "recurrence_span": { "value": o.recurrence_span, "at_least": o.recurrence_span_bound },
                "stages": { "value": o.stages, "at_least": o.stages_bound },
                "lifetime": { "value": o.lifetime, "at_least": o.lifetime_bound },
            }),
        );
    }
    if let Some(form) = &report.four_stage {
        put("four_stage", four_stage(form));
    }
    put("explanation", explanation(graph, report));
    Value::Object(out).to_string()
}

fn by_id(values: impl Iterator<Item = Value>) -> Value {
    Value::Object(values.enumerate().map(|(id, v)| (id.to_string(), v)).collect())
}

fn ops(graph: &LoopGraph, s: &Schedule, in_stages: bool) -> Value {
    let order = s.order();
    let depths = Prepared::new(graph)
        .ok()
        .filter(|_| !in_stages)
        .map(|p| buffer_depths(&p, s));
    let one = |op: OpId| {
        let mut slots: Vec<&str> = (graph.ops[op].footprint.iter().flatten())
            .filter_map(|u| graph.resources.get(u.res).map(|r| r.name.as_str()))
            .collect();
        slots.sort_unstable();
        slots.dedup();
        let cost = s.cost[op].map(|c| json!([c.resource, c.pipe_slot, c.bank, c.inversions]));
        json!({
            "stage": s.stage(op),
            "order": order[op],
            "row": s.row(op),
            "slots": slots,
            "arm": s.arm[op].name(),
            "cost": cost,
            "buffer_depth": depths.as_ref().and_then(|d| d.get(op)),
        })
    };
    by_id((0..graph.ops.len()).map(one))
}

/// What holds each resource, by resource: rows, units, and the ops.
fn table(graph: &LoopGraph, s: &Schedule) -> Value {
    let hold = |hold: &Hold| {
        let ops: Vec<OpId> = hold.ops.iter().map(|&(op, _)| op).collect();
        json!({ "from": hold.from, "to": hold.to, "units": hold.units, "ops": ops })
    };
    let of_resource = |holds: &Vec<Hold>| Value::Array(holds.iter().map(hold).collect());
    Value::Array(holds(graph, s).iter().map(of_resource).collect())
}

fn bounds(b: &Bounds) -> Value {
    let demand =
        |d: &crate::bounds::Demand| json!({ "mii": d.mii, "resource": d.res, "demand": d.demand, "users": d.users });
    json!({
        "mii": b.mii(),
        "recurrence": {
            "mii": b.value(Binding::Recurrence),
            "latency": b.recurrence.latency,
            "distance": b.recurrence.distance,
            "circuit": b.recurrence.circuit,
        },
        "resource": demand(&b.resource),
        "fine-density": demand(&b.fine),
        "dependency": { "mii": b.dependency.mii, "op": b.dependency.op, "path": b.dependency.path },
    })
}

fn refusal_kind(r: &Refusal) -> &'static str {
    match r {
        Refusal::Impossible(_) => "impossible",
        Refusal::IiCap { .. } => "ii-cap",
        Refusal::TableTooLarge { .. } => "table-too-large",
        Refusal::NoSerialOrder => "no-serial-order",
        Refusal::Stages { .. } => "stages",
        Refusal::FourStage(_) => "four-stage",
        Refusal::Cancelled => "cancelled",
        Refusal::Rejected(_) => "rejected",
    }
}

fn explanation(graph: &LoopGraph, report: &Report) -> Value {
    let why: Map<String, Value> = (report.bounds.iter())
        .flat_map(|b| {
            KINDS
                .into_iter()
                .map(move |k| (k.name().to_owned(), json!(words::bound(graph, b, k))))
        })
        .collect();
    json!({
        "bounds": why,
        "why_not_less": words::why_not_less(graph, report),
        "ruled_out": report.ruled_out.iter().map(|r| ruled_out(graph, r)).collect::<Vec<_>>(),
        "would_lower_ii": report.changes.iter().map(|c| {
            let what = match c.what {
                What::Unit { res } => json!({ "unit": res }),
                What::Latency { edge, by } => json!({ "latency": edge, "by": by }),
                What::Distance { edge } => json!({ "distance": edge }),
            };
            json!({ "ii": c.ii, "change": what, "text": words::change(graph, c) })
        }).collect::<Vec<_>>(),
        "candidates": report.candidates.iter().map(|c| candidate(graph, c)).collect::<Vec<_>>(),
    })
}

fn ruled_out(graph: &LoopGraph, r: &RuledOut) -> Value {
    let detail = match &r.certificate {
        Certificate::Recurrence {
            edges,
            latency,
            distance,
        } => {
            json!({ "edges": edges, "latency": latency, "distance": distance })
        }
        Certificate::Capacity { res, demand } => json!({ "resource": res, "demand": demand }),
        Certificate::Depth { edges, op } => json!({ "edges": edges, "op": op }),
        Certificate::SelfCollision { op, rows, res } => json!({ "op": op, "rows": [rows.0, rows.1], "resource": res }),
        Certificate::Packing(core) => json!({
            "ops": core.ops,
            "edges": core.edges,
            "rows": core.rows,
            "pin": core.pin,
            "irreducible": core.irreducible,
            "conflicts": core.conflicts,
        }),
        Certificate::Staged(core) => json!({
            "ops": core.ops,
            "edges": core.edges,
            "capped": core.capped,
            "leaders": core.leaders,
            "irreducible": core.irreducible,
            "conflicts": core.conflicts,
        }),
        Certificate::Unknown { conflicts } => json!({ "conflicts": conflicts }),
    };
    json!({
        "from": r.from,
        "to": r.to,
        "certificate": r.certificate.kind(),
        "checked": r.checked.name(),
        "detail": detail,
        "text": words::certificate(graph, &r.certificate),
    })
}

fn candidate(graph: &LoopGraph, c: &Candidate) -> Value {
    // Groups seated at once say nothing; what was refused does.
    let attempts = c.attempts.iter().filter(|a| !a.seated || a.group.is_empty()).map(|a| {
        json!({
            "arm": a.arm.name(),
            "group": a.group,
            "steps": a.steps,
            "seated": a.seated,
            "refused": a.refused.as_ref().map(|n| no_seat(graph, c.ii, n)),
        })
    });
    json!({ "ii": c.ii, "feasible": c.feasible, "attempts": attempts.collect::<Vec<_>>() })
}

fn no_seat(graph: &LoopGraph, ii: u32, n: &NoSeat) -> Value {
    let rows: Vec<Value> = (n.conflicts.iter())
        .map(|(cycle, why)| json!({ "cycle": cycle, "rows": why.iter().map(|c| json!([c.res, c.row])).collect::<Vec<_>>() }))
        .collect();
    json!({
        "op": n.op,
        "window": [n.earliest, n.latest],
        "refused_by": rows,
        "text": words::no_seat(graph, ii, n),
    })
}

/// The four-stage pipeline: its stages and the program for as many iterations as fill it once over.
fn four_stage(form: &FourStage) -> Value {
    let step = |s: &Step| match s {
        Step::Barrier => json!("barrier"),
        Step::Run {
            class,
            iteration,
            buffer,
        } => json!({ "run": class.name(), "iteration": iteration, "buffer": buffer }),
    };
    let steps = |list: &[Step]| list.iter().map(step).collect::<Vec<_>>();
    let program = form.program(form.stages.len() as u64);
    json!({
        "stages": form.stages.iter().map(|c| c.name()).collect::<Vec<_>>(),
        "buffers": form.buffers,
        "full_from": form.full_from(),
        "prologue": steps(&program.prologue),
        "kernel": program.kernel.first().map(|k| steps(k)),
        "epilogue": steps(&program.epilogue),
        "note": LISTING,
        "timeline": form.timeline(TIMELINE),
        "steady_trips": format!("iterations - {}", form.full_from()),
    })
}
