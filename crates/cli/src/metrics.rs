//! Metrics of a profiler for each term of a schedule's cost, by the names that Nsight Compute has for its metrics (docs/sources/cost-model.md#metrics).

use serde::Deserialize;
use std::fmt::Write;

/// The metrics, as data.
#[derive(Deserialize)]
struct Metrics {
    metrics: Vec<Metric>,
}

/// A term, where the report has it, and the metric that measures what it predicts.
#[derive(Deserialize)]
struct Metric {
    term: String,
    at: String,
    metric: String,
    /// The unit whose products it counts; none: targets of all units have it.
    unit: Option<String>,
}

/// The terms of a target that has such a unit for products, a line for each.
pub fn metrics(unit: &str) -> String {
    let data = serde_json::from_str::<Metrics>(include_str!("../data/metrics.json"));
    let mut out = "  to measure with ncu --metrics\n".to_string();
    // Absent: the file is part of the command, and a test reads it.
    for Metric { term, at, metric, .. } in data
        .iter()
        .flat_map(|data| &data.metrics)
        .filter(|one| is_of(one, unit))
    {
        let _ = writeln!(out, "    {term} ({at}): {metric}");
    }
    out
}

fn is_of(one: &Metric, unit: &str) -> bool {
    one.unit.as_ref().is_none_or(|own| own == unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_component_has_a_metric_of_its_own() {
        let data: Metrics = serde_json::from_str(include_str!("../data/metrics.json")).unwrap();
        for (unit, count) in [("mma.sync", 7), ("wgmma", 8), ("tcgen05", 8)] {
            let told = metrics(unit);
            for component in 1..=4 {
                assert!(told.contains(&format!("(component {component})")));
            }
            assert_eq!(told.lines().count(), 1 + count, "{told}");
            assert_eq!(told.contains("op_gmma"), unit == "wgmma");
            assert_eq!(told.contains("pipe_tc_cycles"), unit == "tcgen05");
        }
        for (at, one) in data.metrics.iter().enumerate() {
            assert!(one.metric.contains("__") && data.metrics[..at].iter().all(|other| other.metric != one.metric));
        }
    }
}
