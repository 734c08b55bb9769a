//! The candidates of a loop as text: what was tried, what each would cost, and why it was not taken.

use crate::schedule::{whole_cycles, write_table};
use std::fmt::Write;
use tilewright_driver::Consumers;
use tilewright_driver::report::{LoopCandidate, LoopRoofline, NotPipelined};

/// What a loop that is left alone takes, and would take.
pub fn write_left(out: &mut String, one: &NotPipelined) {
    write_roofline(out, one.roofline.as_ref());
    write_candidates(out, &one.candidates);
}

/// What memory does for an iteration.
pub fn write_roofline(out: &mut String, roofline: Option<&LoopRoofline>) {
    // Absent: products bound the loop, or nothing is known of the GPU's memory.
    let Some(own) = roofline else { return };
    let _ = writeln!(
        out,
        "    memory: {} bytes loaded and {} stored by an iteration take {} cycles at {} bytes a cycle; {} bytes under way hide {} cycles",
        whole_cycles(own.loaded_bytes),
        whole_cycles(own.stored_bytes),
        whole_cycles(own.bound_cycles),
        own.bytes_per_cycle,
        whole_cycles(own.needed_bytes),
        whole_cycles(own.latency_cycles)
    );
}

/// A line for each candidate.
pub fn write_candidates(out: &mut String, candidates: &[LoopCandidate]) {
    let shown = |number: Option<f64>| number.map_or_else(String::new, whole_cycles);
    let row = |candidate: &LoopCandidate| {
        let taken = if candidate.chosen { " (chosen)" } else { "" };
        let form = candidate.form.as_ref().map_or_else(String::new, |form| format!(", {form}"));
        [
            format!("{}{form}{taken}", candidate.strategy),
            candidate.consumers.map_or("", Consumers::name).to_string(),
            candidate.stages.map_or_else(String::new, |stages| stages.to_string()),
            candidate.ctas.map_or_else(String::new, |ctas| ctas.to_string()),
            shown(candidate.bytes_in_flight),
            shown(candidate.iteration_cycles),
            shown(candidate.tile_cycles),
            candidate.why.clone(),
        ]
    };
    write_table(
        out,
        [
            "candidate",
            "consumers",
            "stages",
            "CTAs an SM",
            "bytes under way",
            "cycles an iteration",
            "and a tile",
            "why",
        ],
        candidates.iter().map(row),
    );
}
