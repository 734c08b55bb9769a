//! The costs of a kernel by the seven categories of the cost model (docs/sources/cost-model.md#categories): one list, which the text, the
//! page and the report have.

use crate::report::{Fact, LoopSchedule, Report};
use tilewright_diag::counted;

/// The costs, in the order of the categories; what the summary tells of one is told in its words.
pub(crate) fn costs(report: &Report) -> Vec<Fact> {
    let told = |label: &str| {
        let fact = report.summary.iter().find(|fact| fact.label == label);
        // Absent: nothing of the kind is in the kernel.
        fact.map_or_else(|| "none".to_string(), |fact| fact.value.clone())
    };
    // Absent: nothing is known of an SM's room.
    let columns = report.occupancy.as_ref().map_or(0, |found| found.tensor_columns);
    let all = [
        ("latency", of_loops(report, latency)),
        ("resource pressure", of_loops(report, resources)),
        ("register pressure", told("registers")),
        ("shared memory", told("shared memory")),
        ("tensor memory", counted(columns as usize, "columns")),
        ("bank conflicts", told("layouts")),
        ("code size", told("PTX")),
    ];
    let fact = |(label, value): (&str, String)| Fact {
        label: label.to_string(),
        value,
    };
    all.map(fact).into()
}

/// A number of each pipelined loop, and what it counts.
fn of_loops(report: &Report, cost: fn(&LoopSchedule) -> (i64, &'static str)) -> String {
    let loops = report.schedule.iter().flat_map(|schedule| &schedule.loops);
    let each: Vec<String> = loops
        .map(|one| {
            let (number, what) = cost(one);
            format!("{number} {what} (line {})", one.line)
        })
        .collect();
    match each.is_empty() {
        true => "no loop is pipelined".to_string(),
        false => each.join(", "),
    }
}

fn latency(found: &LoopSchedule) -> (i64, &'static str) {
    match &found.estimate {
        Some(estimate) => (estimate.iteration_cycles.round() as i64, "cycles an iteration"),
        // Absent: no cycles of the target are known, and those of the model count; none without a schedule.
        None => (
            // Absent: no cycles of the model either.
            found.solution.ii.unwrap_or_default().into(),
            "cycles of the model an iteration",
        ),
    }
}

fn resources(found: &LoopSchedule) -> (i64, &'static str) {
    let bounds = found.solution.bounds.as_ref();
    // Absent: the loop has no schedule, and nothing is held.
    (
        bounds.map_or(0, |bounds| bounds.resource.mii),
        "rows of the busiest resource",
    )
}
