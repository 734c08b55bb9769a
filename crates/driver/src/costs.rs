//! The costs of a kernel by the seven categories of the cost model (docs/sources/cost-model.md#categories): one list, which the text, the
//! page and the report have.

use crate::report::{Fact, LoopSchedule, NotPipelined, Report, Schedule};
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
        ("latency", of_loops(report, latency, latency_of_left)),
        ("resource pressure", of_loops(report, resources, resources_of_left)),
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

type Cost = (i64, &'static str);

/// A number of each loop, and what it counts: of those that are pipelined, and of those that are not.
fn of_loops(report: &Report, cost: fn(&LoopSchedule) -> Cost, of_left: fn(&NotPipelined) -> Option<Cost>) -> String {
    let Some(Schedule { loops, refusals, .. }) = &report.schedule else {
        return "there is no loop".to_string();
    };
    let told = |(number, what): Cost, line: u32| format!("{number} {what} (line {line})");
    let mut each: Vec<String> = loops.iter().map(|one| told(cost(one), one.line)).collect();
    // A loop that is pipelined in another way than the first is in both lists.
    let left = refusals
        .iter()
        .filter(|one| loops.iter().all(|other| other.line != one.line));
    each.extend(left.map(|one| match of_left(one) {
        Some(cost) => told(cost, one.line),
        // Absent: what is refused is in no loop, or no figures of the target are known.
        None => format!("not estimated (line {})", one.line),
    }));
    match each.is_empty() {
        true => "there is no loop".to_string(),
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

/// By what it costs as it is.
fn latency_of_left(found: &NotPipelined) -> Option<Cost> {
    Some((found.iteration_cycles?.round() as i64, "cycles an iteration"))
}

/// By the one resource that is counted of a loop without a schedule.
fn resources_of_left(found: &NotPipelined) -> Option<Cost> {
    let roofline = found.roofline.as_ref()?;
    Some((roofline.bound_cycles.round() as i64, "cycles of memory"))
}

fn resources(found: &LoopSchedule) -> (i64, &'static str) {
    let bounds = found.solution.bounds.as_ref();
    // Absent: the loop has no schedule, and nothing is held.
    (
        bounds.map_or(0, |bounds| bounds.resource.mii),
        "rows of the busiest resource",
    )
}
