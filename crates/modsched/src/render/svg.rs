//! A schedule as an SVG drawing: above the reservation table, below the timeline of a few overlapping iterations.

use crate::four_stage::FourStage;
use crate::graph::LoopGraph;
use crate::report::Report;
use crate::schedule::Schedule;

const CELL: i64 = 18;
const LABEL: i64 = 150;
/// Largest table drawn, in rows.
const MAX_ROWS: i64 = 200;
/// Iterations of the timeline.
const ITERATIONS: i64 = 4;
/// Steady iterations that a picture of a pipeline shows.
const STEADY: i64 = 4;
/// Longest timeline drawn, in cycles.
const MAX_CYCLES: i64 = 400;

/// The drawing. Colours come from classes in an embedded style sheet, so that a page may restyle them.
pub fn report(graph: &LoopGraph, report: &Report) -> String {
    match &report.outcome {
        Ok(s) => match &report.four_stage {
            Some(form) => picture(&graph.name, form),
            None => drawing(graph, s),
        },
        Err(r) => {
            let text = escape(&super::words::refusal(graph, r));
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"40\"><text x=\"8\" y=\"24\">{text}</text></svg>\n"
            )
        }
    }
}

/// The picture of a four-stage pipeline (docs/sources/four-stage.md#timeline): cycles from top to bottom, a column for each stage,
/// the steady iterations in a frame.
fn picture(name: &str, form: &FourStage) -> String {
    let stages = form.stages.len() as i64;
    let fill = form.full_from() as i64;
    let iterations = fill + STEADY;
    let (column, top) = (6 * CELL, 2 * CELL);
    let height = top + (iterations + fill + 1) * CELL;
    let width = LABEL + stages * column + 6 * CELL;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" \
         font-size=\"11\">\n<style>.l{{fill:#222}}.m{{fill:#eef4fb;stroke:#4477aa;stroke-width:2}}.i0{{fill:#a6c8e6}}\
         .i1{{fill:#b8e6f2}}.i2{{fill:#b5dcbc}}.i3{{fill:#ece2ae}}</style>\n<title>{}: four-stage pipeline</title>\n",
        escape(name)
    );
    let y = |cycle: i64| top + cycle * CELL;
    rect(&mut out, 4, y(fill) - 1, width - 8, STEADY * CELL + 2, "m", "main loop");
    for (stage, class) in (0..).zip(&form.stages) {
        text(&mut out, LABEL + stage * column + 3, CELL, "l", class.name());
    }
    for cycle in 0..iterations + fill {
        let part = match cycle {
            _ if cycle < fill => "prologue",
            _ if cycle < iterations => "main loop",
            _ => "epilogue",
        };
        text(
            &mut out,
            8,
            y(cycle) + CELL - 5,
            "l",
            &format!("cycle {cycle:<3} {part}"),
        );
        for (stage, class) in (0..).zip(&form.stages) {
            let iteration = cycle - stage;
            if !(0..iterations).contains(&iteration) {
                continue;
            }
            let (x, note) = (
                LABEL + stage * column,
                format!("{} of iteration {iteration}", class.name()),
            );
            let colour = format!("i{}", iteration % 4);
            rect(&mut out, x, y(cycle) + 1, column - 4, CELL - 2, &colour, &note);
            text(
                &mut out,
                x + 4,
                y(cycle) + CELL - 5,
                "l",
                &format!("iteration {iteration}"),
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

fn drawing(graph: &LoopGraph, s: &Schedule) -> String {
    let rows = i64::from(s.ii).min(MAX_ROWS);
    let mut used: Vec<usize> = graph
        .ops
        .iter()
        .flat_map(|o| o.footprint.iter().flatten())
        .map(|u| u.res)
        .collect();
    used.sort_unstable();
    used.dedup();
    let cycles = ((ITERATIONS - 1) * i64::from(s.ii) + s.length(graph)).clamp(1, MAX_CYCLES);
    let table_height = (used.len() as i64 + 2) * CELL;
    let height = table_height + (graph.ops.len() as i64 + 3) * CELL;
    let width = LABEL + rows.max(cycles) * CELL + CELL;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" \
         font-size=\"11\">\n<style>.g{{fill:none;stroke:#ccc}}.l{{fill:#222}}.i0{{fill:#4477aa}}.i1{{fill:#66ccee}}\
         .i2{{fill:#228833}}.i3{{fill:#ccbb44}}.o{{fill:#fff}}</style>\n<title>{}: II {}</title>\n",
        escape(&graph.name),
        s.ii
    );
    table(graph, s, &used, rows, &mut out);
    timeline(graph, s, table_height, cycles, &mut out);
    out.push_str("</svg>\n");
    out
}

fn table(graph: &LoopGraph, s: &Schedule, used: &[usize], rows: i64, out: &mut String) {
    for row in 0..rows {
        text(out, LABEL + row * CELL + 3, CELL - 4, "l", &row.to_string());
    }
    for (line, &r) in used.iter().enumerate() {
        let y = (line as i64 + 1) * CELL;
        let resource = &graph.resources[r];
        text(
            out,
            2,
            y + CELL - 5,
            "l",
            &format!("{} /{}", resource.name, resource.capacity),
        );
        for row in 0..rows {
            rect(out, LABEL + row * CELL, y, CELL, CELL, "g", "");
        }
        let mut fill = tilewright_sorted::SortedMap::<i64, (u64, Vec<usize>)>::new();
        for (op, o) in graph.ops.iter().enumerate() {
            for (k, cells) in o.footprint.iter().enumerate() {
                for u in cells.iter().filter(|u| u.res == r) {
                    let entry = fill.entry((s.start[op] + k as i64) % i64::from(s.ii)).or_default();
                    entry.0 += u64::from(u.count);
                    entry.1.push(op);
                }
            }
        }
        for (row, (count, who)) in fill.into_iter().filter(|(row, _)| *row < rows) {
            let part = (CELL as u64 * count / u64::from(resource.capacity.max(1))).clamp(2, CELL as u64) as i64;
            let names: Vec<String> = who.iter().map(|&op| graph.label(op)).collect();
            let (x, top) = (LABEL + row * CELL, y + CELL - part);
            rect(
                out,
                x,
                top,
                CELL,
                part,
                "i0",
                &format!("row {row}: {count} by {}", names.join(", ")),
            );
        }
    }
}

fn timeline(graph: &LoopGraph, s: &Schedule, top: i64, cycles: i64, out: &mut String) {
    for cycle in (0..cycles).step_by(5) {
        text(out, LABEL + cycle * CELL, top + CELL - 4, "l", &cycle.to_string());
    }
    for (op, o) in graph.ops.iter().enumerate() {
        let y = top + (op as i64 + 1) * CELL;
        text(out, 2, y + CELL - 5, "l", &graph.label(op));
        for iteration in 0..ITERATIONS {
            let at = s.start[op] + iteration * i64::from(s.ii);
            if at < cycles {
                let long = i64::from(o.latency).max(1).min(cycles - at);
                let note = format!(
                    "{} of iteration {iteration}: cycles {at} to {}",
                    graph.label(op),
                    at + long - 1
                );
                rect(
                    out,
                    LABEL + at * CELL,
                    y + 2,
                    long * CELL,
                    CELL - 4,
                    &format!("i{iteration}"),
                    &note,
                );
            }
        }
    }
}

fn rect(out: &mut String, x: i64, y: i64, w: i64, h: i64, class: &str, note: &str) {
    let head = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" class=\"{class}\"");
    match note {
        "" => out.push_str(&format!("{head}/>\n")),
        note => out.push_str(&format!("{head}><title>{}</title></rect>\n", escape(note))),
    }
}

fn text(out: &mut String, x: i64, y: i64, class: &str, words: &str) {
    out.push_str(&format!(
        "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>\n",
        escape(words)
    ));
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
