//! The costs of a kernel by the seven categories of the cost model (docs/sources/cost-model.md#categories): one list, which the text, the
//! page and the report have.

use crate::report::{Fact, LoopSchedule, NotPipelined, Report, Schedule};
use tilewright_diag::counted;

/// The costs, in the order of the categories; what the summary tells of one is told in its words.
pub(crate) fn costs(report: &Report) -> Vec<Fact> {
    // Absent: nothing is known of an SM's room.
    let columns = report.occupancy.as_ref().map_or(0, |found| found.tensor_columns);
    let mut costs = Vec::new();
    let [latency, pressure] = of_loops(report);
    tell(&mut costs, "latency", latency);
    tell(&mut costs, "resource pressure", pressure);
    as_told(&mut costs, report, "register pressure", "registers");
    as_told(&mut costs, report, "shared memory", "shared memory");
    tell(&mut costs, "tensor memory", counted(columns as usize, "columns"));
    as_told(&mut costs, report, "bank conflicts", "layouts");
    as_told(&mut costs, report, "code size", "PTX");
    costs
}

fn tell(costs: &mut Vec<Fact>, label: &str, value: String) {
    let label = label.to_string();
    costs.push(Fact { label, value });
}

/// Tells of one in the words of a line of the summary.
fn as_told(costs: &mut Vec<Fact>, report: &Report, label: &str, line: &str) {
    let fact = report.summary.iter().find(|fact| fact.label == line);
    // Absent: nothing of the kind is in the kernel.
    let value = fact.map_or_else(|| "none".to_string(), |fact| fact.value.clone());
    tell(costs, label, value);
}

/// A number, and what it counts; none: no figures are known, or what is refused is in no loop.
type Cost = Option<(i64, &'static str)>;

/// The latency of each loop and its pressure on resources: of those that are pipelined, and of those that are not.
fn of_loops(report: &Report) -> [String; 2] {
    let mut told = [String::new(), String::new()];
    let mut tell = |line: u32, [latency, pressure]: [Cost; 2]| {
        add(&mut told[0], line, latency);
        add(&mut told[1], line, pressure);
    };
    if let Some(Schedule { loops, refusals, .. }) = &report.schedule {
        for one in loops {
            tell(one.line, of_pipelined(one));
        }
        // A loop that is pipelined in another way than the first is in both lists.
        for one in refusals {
            if loops.iter().all(|other| other.line != one.line) {
                tell(one.line, of_left(one));
            }
        }
    }
    for told in &mut told {
        if told.is_empty() {
            *told += "there is no loop";
        }
    }
    told
}

/// Adds what a loop costs to what is told of those before.
fn add(told: &mut String, line: u32, cost: Cost) {
    let separator = if told.is_empty() { "" } else { ", " };
    let cost = match cost {
        Some((number, what)) => format!("{number} {what}"),
        // Absent: what is refused is in no loop, or no figures of the target are known.
        None => "not estimated".to_string(),
    };
    *told += &format!("{separator}{cost} (line {line})");
}

fn of_pipelined(found: &LoopSchedule) -> [Cost; 2] {
    let latency = match &found.estimate {
        Some(estimate) => (estimate.iteration_cycles.round() as i64, "cycles an iteration"),
        // Absent: no cycles of the target are known, and those of the model count; none without a schedule.
        None => (
            // Absent: no cycles of the model either.
            found.solution.ii.unwrap_or_default().into(),
            "cycles of the model an iteration",
        ),
    };
    let bounds = found.solution.bounds.as_ref();
    // Absent: the loop has no schedule, and nothing is held.
    let held = bounds.map_or(0, |bounds| bounds.resource.mii);
    [Some(latency), Some((held, "rows of the busiest resource"))]
}

/// By what it costs as it is, and by the one resource that is counted of a loop without a schedule.
fn of_left(found: &NotPipelined) -> [Cost; 2] {
    let memory = found.roofline.as_ref().map(|roofline| roofline.bound_cycles);
    let of = |cycles: Option<f64>, what: &'static str| cycles.map(|cycles| (cycles.round() as i64, what));
    [
        of(found.iteration_cycles, "cycles an iteration"),
        of(memory, "cycles of memory"),
    ]
}
