//! The candidates of a loop as text: what was tried, what each would cost, and why it was not taken.

use crate::schedule::{whole_cycles, write_table};
use std::cmp::Ordering;
use std::fmt::Write;
use tilewright_driver::Consumers;
use tilewright_driver::Strategy;
use tilewright_driver::report::{
    IterationLimit, LoopCandidate, LoopRoofline, LoopSchedule, NotPipelined, Schedule, StageCost,
};

/// All that was tried for the loop at a line, with what each would cost; none if no loop is there.
pub fn explained(schedule: &Schedule, line: u32) -> Option<String> {
    let mut out = String::new();
    for one in schedule.loops.iter().filter(|one| one.line == line) {
        let _ = writeln!(out, "line {line}: {}: {} ({})", one.strategy, one.why, one.why_code);
        write_roofline(&mut out, one.roofline.as_ref());
        out.push('\n');
        write_candidates(&mut out, &one.candidates);
        let _ = writeln!(out, "buffer depth: {}", one.depth.why);
        write_stages(&mut out, &one.stage_costs, one.depth.chosen);
    }
    for one in schedule.refusals.iter().filter(|one| one.line == line) {
        let _ = writeln!(out, "line {line}: {}: {} ({})", one.what, one.why, one.code);
        write_left(&mut out, one);
    }
    for one in schedule.around.iter().filter(|one| one.line == line) {
        // A loop that is pipelined itself has been told of.
        if out.is_empty() {
            let _ = writeln!(
                out,
                "line {line}: a loop around others: they are pipelined or not, it keeps the order of the text"
            );
        }
        for inner in &one.inside {
            let _ = writeln!(out, "in it, {}", in_short(schedule, *inner));
            let pipelined = schedule.loops.iter().find(|one| one.line == *inner);
            pipelined.and_then(between).into_iter().for_each(|told| out += &told);
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The cycles from the last iteration of a loop to the first of its next run, in a loop around it, where the tiles of that are loaded
/// meanwhile, and where they are not; none where no candidate tells.
fn between(one: &LoopSchedule) -> Option<String> {
    let own = one.candidates.iter().find(|candidate| candidate.chosen)?.tile_cycles?;
    let as_it_is = one
        .candidates
        .iter()
        .find(|candidate| candidate.strategy == Strategy::None)?;
    let (load, end) = (one.estimate.as_ref()?.load_cycles, as_it_is.tile_cycles?);
    let (way, cycles, other, why) = match (one.consumers, own < load + end) {
        (Some(_), _) => ("are loaded by an agent that goes on by itself", own, load + end, ""),
        (None, true) => ("are copied while this one ends", own, load + end, ""),
        (None, false) => (
            "wait for the end of this one",
            load + end,
            load.max(end),
            "; copies start before only for one product, at places and for a count that follow from the index around",
        ),
    };
    let (cycles, other) = (whole_cycles(cycles), whole_cycles(other));
    Some(format!(
        "    the first tiles of its next run {way}: {cycles} cycles between two runs by estimate, {other} otherwise{why}\n"
    ))
}

/// A loop in a line.
fn in_short(schedule: &Schedule, line: u32) -> String {
    let pipelined = schedule.loops.iter().find(|one| one.line == line);
    let left = schedule.refusals.iter().find(|one| one.line == line);
    match (pipelined, left) {
        (Some(one), _) => format!("line {line}: {}: {}", one.strategy, one.why),
        (None, Some(one)) => format!("line {line}: {}: {}", one.what, one.why),
        (None, None) => format!("line {line}: a loop around others"),
    }
}

/// The lines of all loops of a kernel.
pub fn lines(schedule: &Schedule) -> Vec<u32> {
    let loops = schedule.loops.iter().map(|one| one.line);
    let around = schedule.around.iter().map(|one| one.line);
    let left = schedule.refusals.iter().map(|one| one.line);
    let mut lines: Vec<u32> = loops.chain(left).chain(around).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The cycles that a loop takes that is left alone, and would take.
pub fn write_left(out: &mut String, one: &NotPipelined) {
    if let Some(cycles) = one.iteration_cycles {
        let cycles = whole_cycles(cycles);
        let _ = writeln!(out, "    as it is, an iteration takes {cycles} cycles by estimate");
    }
    write_roofline(out, one.roofline.as_ref());
    write_candidates(out, &one.candidates);
}

/// The work of memory for an iteration.
pub fn write_roofline(out: &mut String, roofline: Option<&LoopRoofline>) {
    // Absent: stages of products are estimated, or nothing is known of the GPU's memory.
    let Some(own) = roofline else { return };
    let _ = writeln!(
        out,
        "    memory: {} bytes loaded and {} stored by an iteration take {} cycles at {} bytes a cycle; {} bytes in flight hide {} cycles",
        whole_cycles(own.loaded_bytes),
        whole_cycles(own.stored_bytes),
        whole_cycles(own.bound_cycles),
        own.bytes_per_cycle,
        whole_cycles(own.needed_bytes),
        whole_cycles(own.latency_cycles)
    );
    let told = intensity(own.flops, own.loaded_bytes, own.intensity, own.limit);
    let _ = writeln!(out, "    {told}");
}

/// The operations of a loop for each byte, and what bounds it: of loops with stages, and of others.
pub fn intensity(flops: f64, loaded: f64, intensity: f64, limit: Option<IterationLimit>) -> String {
    format!(
        "{intensity:.1} FLOPs a byte: {flops} of products over {} bytes loaded by an iteration{}",
        whole_cycles(loaded),
        // Absent: in reports that are older than the field.
        limit.map_or_else(String::new, |limit| format!("; bound by {}", limit.name()))
    )
}

/// A line for each candidate.
pub fn write_candidates(out: &mut String, candidates: &[LoopCandidate]) {
    let shown = |number: Option<f64>| number.map_or_else(String::new, whole_cycles);
    let row = |candidate: &LoopCandidate| {
        let taken = if candidate.chosen { " (chosen)" } else { "" };
        let form = candidate
            .form
            .as_ref()
            .map_or_else(String::new, |form| format!(", {form}"));
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
            "buffer depth",
            "CTAs an SM",
            "bytes in flight",
            "cycles an iteration",
            "and a tile",
            "why",
        ],
        candidates.iter().map(row),
    );
}

fn write_stages(out: &mut String, costs: &[StageCost], chosen: i64) {
    let taken = costs.iter().find(|cost| cost.stages == chosen);
    let row = |cost: &StageCost| {
        let by = taken.map(|taken| cost.iteration_cycles.total_cmp(&taken.iteration_cycles));
        let why = match (cost.fits, cost.stages < chosen, by) {
            _ if cost.stages == chosen => "chosen",
            (false, ..) => "they do not fit",
            (true, _, None) => "not chosen",
            (true, true, Some(Ordering::Greater)) => "an iteration waits longer for its tiles",
            (true, false, Some(Ordering::Greater)) => "an iteration is longer",
            (true, true, Some(Ordering::Equal)) => "as long by estimate; the line above says why more are taken",
            (true, false, Some(Ordering::Equal)) => "no shorter; of equals, the smaller depth is taken",
            (true, _, Some(Ordering::Less)) => "shorter; the reason why it is not taken is above",
        };
        [
            cost.stages.to_string(),
            whole_cycles(cost.iteration_cycles),
            why.to_string(),
        ]
    };
    write_table(
        out,
        ["buffer depth", "cycles an iteration", "why"],
        costs.iter().map(row),
    );
}
