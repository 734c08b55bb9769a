//! The costs of a kernel by the seven categories of the cost model (docs/sources/cost-model.md#categories): one list, which the text, the
//! page and the report have.

use crate::layouts::chosen_cost;
use crate::registers;
use crate::report::{Fact, LoopSchedule, Report};
use tilewright_layout::select::Choice;
use tilewright_machine::Target;
use tilewright_nvptx::emit_ptx::Emitted;
use tilewright_units::tensor_memory::most_columns;

/// The costs, in the order of the categories.
pub(crate) fn costs(report: &Report, layouts: &[Choice], target: &Target, emitted: &Emitted) -> Vec<Fact> {
    let cost = chosen_cost(layouts);
    // Absent: nothing is known of an SM's room.
    let columns = report.occupancy.as_ref().map_or(0, |found| found.tensor_columns);
    let all = [
        ("latency", of_loops(report, latency)),
        ("resource pressure", of_loops(report, resources)),
        ("register pressure", registers::words(&report.registers)),
        (
            "shared memory",
            format!(
                "{} of {} bytes",
                emitted.static_shared_bytes + emitted.dynamic_shared_bytes,
                target.shared_bytes_per_cta.value
            ),
        ),
        (
            "tensor memory",
            match columns {
                0 => "none".to_string(),
                _ => format!("{columns} of {} columns", most_columns()),
            },
        ),
        (
            "bank conflicts",
            format!("{} of {} transactions of shared memory", cost.conflicts, cost.shared),
        ),
        (
            "code size",
            format!(
                "{} instructions, {} bytes of PTX",
                emitted.instructions,
                emitted.text.len()
            ),
        ),
    ];
    let fact = |(label, value): (&str, String)| Fact {
        label: label.to_string(),
        value,
    };
    all.map(fact).into()
}

/// A cost of each pipelined loop.
fn of_loops(report: &Report, cost: fn(&LoopSchedule) -> String) -> String {
    let loops = report.schedule.iter().flat_map(|schedule| &schedule.loops);
    let each: Vec<String> = loops.map(|one| format!("{} (line {})", cost(one), one.line)).collect();
    match each.is_empty() {
        true => "no loop is pipelined".to_string(),
        false => each.join(", "),
    }
}

fn latency(found: &LoopSchedule) -> String {
    match &found.estimate {
        Some(estimate) => format!(
            "{:.0} cycles an iteration, {:.0} until a load is there",
            estimate.iteration_cycles, estimate.load_cycles
        ),
        None => "no cycles are known".to_string(),
    }
}

fn resources(found: &LoopSchedule) -> String {
    match (&found.solution.bounds, found.solution.ii) {
        (Some(bounds), Some(ii)) => format!("{} of {ii} rows held", bounds.resource.mii),
        _ => "no schedule".to_string(),
    }
}
