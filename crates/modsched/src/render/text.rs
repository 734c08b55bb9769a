//! Reports for the terminal, with the reservation table drawn.

use super::words;
use crate::bounds::Binding;
use crate::depths::{barriers_that_align, roofline_cycles, roofline_stages, staging_inflates};
use crate::four_stage::{FourStage, LISTING, Step, TIMELINE};
use crate::graph::{LoopGraph, OpId};
use crate::report::Report;
use crate::schedule::Schedule;

/// Widest table drawn; further resources are left out and counted.
const MAX_COLUMNS: usize = 16;
/// Longest table drawn.
const MAX_ROWS: u32 = 128;

/// The report as text.
pub fn report(graph: &LoopGraph, report: &Report) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!(
        "loop {}: {} ops, {} dependences",
        graph.name,
        graph.ops.len(),
        graph.edges.len()
    ));
    if let Some(b) = &report.bounds {
        let binding = b.binding();
        line(format!("lower bound on II: {} (binding: {})", b.mii(), binding.name()));
        for which in [
            Binding::Recurrence,
            Binding::Resource,
            Binding::FineDensity,
            Binding::Dependency,
        ] {
            line(format!("  {:<13} {}", which.name(), words::bound(graph, b, which)));
        }
    }
    let schedule = match &report.outcome {
        Ok(s) => s,
        Err(refusal) => {
            line(format!("no schedule: {}", words::refusal(graph, refusal)));
            if let Some(r) = report.ruled_out.last() {
                line(format!(
                    "II {} is out: {}",
                    r.to,
                    words::certificate(graph, &r.certificate)
                ));
            }
            return out;
        }
    };
    if let Some(form) = &report.four_stage {
        line(format!(
            "four-stage pipeline, II 1 in stages, {} stages, {} buffers",
            form.stages.len(),
            form.buffers
        ));
        line(String::new());
        line(form.timeline(TIMELINE));
        line(program(form));
        line(LISTING.to_owned());
        return out;
    }
    let proven = if report.proven_optimal {
        "proven smallest"
    } else {
        "not proven smallest"
    };
    let rule = report.serial_by.map_or_else(String::new, |rule| format!(": {rule}"));
    line(format!(
        "II {} ({proven}), made by {}{rule}",
        schedule.ii,
        report.used.name()
    ));
    line(format!(
        "stage count {}, stages by start {}, length {} cycles",
        schedule.stage_count(graph),
        schedule.stages_by_start(),
        schedule.length(graph)
    ));
    if let Some((memory, compute)) = roofline_cycles(graph)
        && let Some(r) = roofline_stages(memory, compute)
    {
        line(format!(
            "roofline stages {}: {memory} memory cycles over {compute} compute cycles; producer in stage {}, consumer in {}",
            r.stages, r.pair.0, r.pair.1
        ));
        if let Some(alone) = staging_inflates(graph) {
            line(format!(
                "staging is counted in: copies take {alone} memory cycles, {} in all with stores to shared memory; copy there straight (TMA, cp.async), or \
                 ask for a number of stages",
                memory
            ));
        }
    }
    for ops in barriers_that_align(graph) {
        let names: Vec<String> = ops.iter().map(|&op| format!("{op} ({})", graph.ops[op].name)).collect();
        line(format!(
            "named barriers are short: {} wait for the same ops, and can share one",
            names.join(", ")
        ));
    }
    if let Some(o) = &report.objectives {
        line(format!(
            "recurrence span {} (at least {}), stages {} (at least {}), lifetime {} (at least {})",
            o.recurrence_span, o.recurrence_span_bound, o.stages, o.stages_bound, o.lifetime, o.lifetime_bound
        ));
    }
    if let Some(why) = words::why_not_less(graph, report) {
        line(why);
    }
    for c in report.changes.iter().take(6) {
        line(format!("would help: {}", words::change(graph, c)));
    }
    line(String::new());
    line(seats(graph, schedule));
    line(table(graph, schedule));
    out
}

/// The pipelined program in the form of docs/sources/four-stage.md#listing: what fills the pipeline, one steady
/// iteration, what drains it.
fn program(form: &FourStage) -> String {
    let program = form.program(form.stages.len() as u64);
    let step = |s: &Step| match s {
        Step::Barrier => "  barrier\n".to_owned(),
        Step::Run {
            class,
            iteration,
            buffer,
        } => {
            let buffer = buffer.map_or_else(String::new, |b| format!(" SM[{b}]"));
            format!("  {} {iteration}{buffer}\n", class.name())
        }
    };
    let steps = |list: &[Step]| list.iter().map(step).collect::<String>();
    format!(
        "for {} iterations:\nprologue\n{}kernel (iterations - {} times)\n{}epilogue\n{}",
        form.stages.len(),
        steps(&program.prologue),
        form.full_from(),
        program.kernel.first().map(|k| steps(k)).unwrap_or_default(),
        steps(&program.epilogue)
    )
}

/// One line for each op: start, stage, row, order, arm, cost.
pub fn seats(graph: &LoopGraph, s: &Schedule) -> String {
    let mut rows = vec![["op", "start", "stage", "row", "order", "arm", "cost"].map(str::to_owned)];
    let order = s.order();
    let mut sorted: Vec<OpId> = (0..graph.ops.len()).collect();
    sorted.sort_by_key(|&op| (s.start[op], op));
    for op in sorted {
        let cost = s.cost[op].map(|chosen| {
            let [resource, pipe_slot, bank, inversions] = chosen.cost.components();
            format!(
                "({resource}, {pipe_slot}, {bank}, {inversions}) by {}",
                chosen.by.name()
            )
        });
        rows.push([
            graph.label(op),
            s.start[op].to_string(),
            s.stage(op).to_string(),
            s.row(op).to_string(),
            order[op].to_string(),
            s.arm[op].name().to_owned(),
            cost.unwrap_or_default(),
        ]);
    }
    columns(&rows)
}

/// The reservation table: a line for each modulo row, a column for each resource in use. Slots name the op that holds
/// them, pools how much is taken.
pub fn table(graph: &LoopGraph, s: &Schedule) -> String {
    let held = super::table::cells(graph, s);
    let mut used: Vec<usize> = held.keys().map(|&(r, _)| r).collect();
    used.dedup();
    let hidden = used.len().saturating_sub(MAX_COLUMNS);
    used.truncate(MAX_COLUMNS);
    let mut rows = vec![vec!["row".to_owned()]];
    rows[0].extend(used.iter().map(|&r| graph.resources[r].name.clone()));
    for row in 0..s.ii.min(MAX_ROWS) {
        let mut cells = vec![row.to_string()];
        for &r in &used {
            let capacity = graph.resources[r].capacity;
            cells.push(match held.get(&(r, row)) {
                None => ".".into(),
                Some(who) if capacity == 1 => who.iter().map(|(op, _)| op.to_string()).collect::<Vec<_>>().join("+"),
                Some(who) => format!("{}/{capacity}", who.iter().map(|(_, units)| units).sum::<u64>()),
            });
        }
        rows.push(cells);
    }
    let mut text = columns(&rows);
    if hidden > 0 {
        text.push_str(&format!("({hidden} more resources are not drawn)\n"));
    }
    if s.ii > MAX_ROWS {
        text.push_str(&format!("({} more rows are not drawn)\n", s.ii - MAX_ROWS));
    }
    text
}

fn columns<R: AsRef<[String]>>(rows: &[R]) -> String {
    let mut width = Vec::new();
    for row in rows {
        for (i, cell) in row.as_ref().iter().enumerate() {
            if width.len() <= i {
                width.push(0);
            }
            width[i] = width[i].max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &w) in row.as_ref().iter().zip(&width) {
            line.push_str(&format!("{cell:<w$}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
