//! Metrics of a profiler for each term of a schedule's cost, by the names that Nsight Compute has for its metrics.

use std::fmt::Write;

/// A term, where the report has it, and the metric that measures what it predicts (docs/sources/cost-model.md#metrics).
type Term = (&'static str, &'static str, &'static str);

const TERMS: &[Term] = &[
    (
        "resources (component 1)",
        "II, bounds",
        "smsp__inst_executed_pipe_lsu.sum / smsp__cycles_active.avg",
    ),
    (
        "turns of the units (component 2)",
        "estimated product",
        "smsp__inst_executed_pipe_tensor_op_hmma.sum",
    ),
    (
        "turns of warpgroups (component 2)",
        "estimated product",
        "sm__inst_executed_pipe_tensor_op_gmma.sum",
    ),
    (
        "banks (component 3)",
        "bank conflicts",
        "l1tex__data_bank_conflicts_pipe_lsu.sum",
    ),
    (
        "surcharge of registers (component 3)",
        "registers, surcharge",
        "smsp__inst_executed_op_local_ld.sum",
    ),
    (
        "inversions (component 4)",
        "ops as issued",
        "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio",
    ),
    ("bytes", "intensity", "dram__bytes.sum"),
    (
        "occupancy",
        "occupancy",
        "sm__warps_active.avg.pct_of_peak_sustained_active",
    ),
];

/// The terms, a line for each.
pub fn metrics() -> String {
    let mut out = "  to measure with ncu --metrics\n".to_string();
    for (term, at, metric) in TERMS {
        let _ = writeln!(out, "    {term} ({at}): {metric}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_component_has_a_metric_of_its_own() {
        for component in 1..=4 {
            assert!(metrics().contains(&format!("(component {component})")));
        }
        for (at, (_, _, metric)) in TERMS.iter().enumerate() {
            assert!(metric.contains("__") && TERMS[..at].iter().all(|other| other.2 != *metric));
        }
    }
}
