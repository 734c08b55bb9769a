//! A report's schedule as text: a few lines for the summary, and the whole of it for `--emit schedule_text`.

use serde_json::Value;
use std::fmt::Write;

/// A few lines for each loop: II and what bounds it, stages, buffers, shared memory. Why others were not pipelined is
/// among the warnings.
pub fn summary(schedule: &Value) -> String {
    let mut out = String::new();
    for one in list(schedule, "/loops") {
        write_loop(&mut out, one);
    }
    out
}

/// Why loops were not pipelined.
fn refusals(schedule: &Value) -> String {
    let mut out = String::new();
    for refusal in list(schedule, "/refusals") {
        let line = number(refusal, "/line").unwrap_or(0);
        let [what, why, help] = ["/what", "/why", "/help"].map(|path| text(refusal, path));
        let _ = writeln!(out, "  line {line}: {what}: {why}");
        if !help.is_empty() {
            let _ = writeln!(out, "    {help}");
        }
    }
    out
}

/// The summary, and for each loop why its II is no smaller, the seat of each op, its agents and its buffers.
pub fn whole(schedule: &Value) -> String {
    let mut out = String::new();
    for one in list(schedule, "/loops") {
        write_loop(&mut out, one);
        write_reasons(&mut out, one);
        out += "\n";
        write_table(
            &mut out,
            ["way", "consumers", "cycles an iteration", "and a tile", "why"],
            list(one, "/strategies").iter().map(|way| {
                let cells = ["/strategy", "/consumers", "/iteration_cycles", "/tile_cycles", "/why"];
                let [mut name, who, iteration, tile, why] = cells.map(|path| plain(way, path));
                if way.get("taken").and_then(Value::as_bool) == Some(true) {
                    name += " (taken)";
                }
                [name, who, iteration, tile, why]
            }),
        );
        write_ops(&mut out, one);
        write_table(
            &mut out,
            [
                "agent",
                "warps",
                "registers",
                "budget",
                "II",
                "ops as issued, and their stages",
            ],
            list(one, "/agents").iter().map(|agent| {
                let seat = |seat: &Value| match number(seat, "/stage") {
                    Some(stage) => format!("{} {stage}", text(seat, "/op")),
                    None => text(seat, "/op").to_string(),
                };
                let seats: Vec<_> = list(agent, "/seats").iter().map(seat).collect();
                let cells = ["/name", "/warps", "/registers", "/budget", "/ii"].map(|path| plain(agent, path));
                let [name, warps, registers, budget, ii] = cells;
                [name, warps, registers, budget, ii, seats.join(", ")]
            }),
        );
        write_table(
            &mut out,
            ["buffer", "offset", "bytes", "copies", "note"],
            list(one, "/ledger/buffers")
                .iter()
                .map(|buffer| ["/name", "/offset", "/bytes", "/copies", "/note"].map(|path| plain(buffer, path))),
        );
    }
    out + &refusals(schedule)
}

fn write_loop(out: &mut String, one: &Value) {
    let mut fact = |label: &str, value: String| {
        let _ = writeln!(out, "    {label:<14} {value}");
    };
    let heading = format!("line {}", number(one, "/line").unwrap_or(0));
    fact(
        "loop at",
        format!("{heading}, {}: {}", text(one, "/strategy"), text(one, "/why")),
    );
    if !text(one, "/variant").is_empty() {
        fact(
            "agents",
            format!("{}: {}", text(one, "/variant"), text(one, "/variant_why")),
        );
    }
    match number(one, "/solution/ii") {
        Some(ii) if one.pointer("/solution/four_stage").is_some() => {
            fact("II", format!("{ii}, counted in stages"));
            for class in ["global_load", "local_store", "local_load", "compute", "noop"] {
                let ops = list(one, "/graph/ops").iter();
                let of_class = ops.filter(|op| text(op, "/class") == class);
                let names: Vec<&str> = of_class.map(|op| text(op, "/name")).collect();
                fact(class, names.join(", "));
            }
            for line in text(one, "/solution/four_stage/timeline").lines() {
                fact("", line.to_string());
            }
        }
        None => fact("refused", text(one, "/solution/refusal/message").to_string()),
        Some(ii) => {
            let proven = one.pointer("/solution/proven_optimal").and_then(Value::as_bool) == Some(true);
            let how = if proven {
                "proven smallest"
            } else {
                "not proven smallest"
            };
            fact("II", format!("{ii} cycles of the model, {how}"));
            fact("bounds", bounds(one));
            fact(
                "stages",
                format!(
                    "{} in flight, {} by start",
                    plain(one, "/solution/stage_count"),
                    plain(one, "/solution/stages_by_start")
                ),
            );
        }
    }
    if let Some(depth) = one.get("depth").filter(|depth| depth.is_object()) {
        let asked = number(depth, "/asked")
            .map(|asked| format!("{asked} asked for, "))
            .unwrap_or_default();
        let [chosen, wanted, fits] = ["/chosen", "/wanted", "/fits"].map(|path| plain(depth, path));
        fact("buffer depth", format!("{chosen} ({asked}{wanted} wanted, {fits} fit)"));
    }
    if let Some(measured) = one.get("measured").filter(|measured| measured.is_object()) {
        let [ii, load, mma, life] =
            ["/ii_cycles", "/load_cycles", "/mma_cycles", "/life_cycles"].map(|p| plain(measured, p));
        fact(
            "measured",
            format!("II {ii}, load {load}, product {mma}, life of a buffer {life} cycles"),
        );
    }
    if let Some(ledger) = one.get("ledger").filter(|ledger| ledger.is_object()) {
        let [used, capacity, more] = ["/used", "/capacity", "/one_more"].map(|path| plain(ledger, path));
        fact(
            "shared memory",
            format!("{used} of {capacity} bytes; one more stage needs {more}"),
        );
        let named = list(ledger, "/named_barriers").iter();
        let named: Vec<String> = named
            .map(|one| {
                let [number, threads, who] = ["/number", "/threads", "/who"].map(|path| plain(one, path));
                format!("{number}: {who} ({threads} threads)")
            })
            .collect();
        if !named.is_empty() {
            fact("named barriers", named.join(", "));
        }
    }
    if let Some(protocol) = one.get("protocol").filter(|protocol| protocol.is_object()) {
        fact(
            "barriers",
            format!("{}: {}", text(protocol, "/verdict"), text(protocol, "/text")),
        );
    }
}

/// The four bounds, the one that binds marked.
fn bounds(one: &Value) -> String {
    let binding = text(one, "/solution/binding");
    let bound = |name: &&str| {
        let value = plain(one, &format!("/solution/bounds/{name}/mii"));
        let mark = if *name == binding { " (binds)" } else { "" };
        format!("{name} {value}{mark}")
    };
    let names = ["recurrence", "resource", "fine-density", "dependency"];
    names.iter().map(bound).collect::<Vec<_>>().join(", ")
}

/// How many changes that would help the text has room for; the best come first.
const CHANGES: usize = 6;

fn write_reasons(out: &mut String, one: &Value) {
    let binding = text(one, "/solution/binding");
    let because = text(one, &format!("/solution/explanation/bounds/{binding}"));
    let why = text(one, "/solution/explanation/why_not_less");
    for reason in [because, why].into_iter().filter(|reason| !reason.is_empty()) {
        let _ = writeln!(out, "    {reason}");
    }
    let changes = list(one, "/solution/explanation/would_lower_ii");
    for change in changes.iter().take(CHANGES) {
        let _ = writeln!(out, "    would help: {}", text(change, "/text"));
    }
    if changes.len() > CHANGES {
        let more = changes.len() - CHANGES;
        let _ = writeln!(out, "    would help: {more} more changes, in `--emit schedule`");
    }
}

fn write_ops(out: &mut String, one: &Value) {
    let mut rows: Vec<(u64, u64, [String; 7])> = Vec::new();
    for op in list(one, "/graph/ops") {
        let Some(id) = number(op, "/id") else { continue };
        let (Some(start), Some(seat)) = (
            number(one, &format!("/solution/start/{id}")),
            one.pointer(&format!("/solution/ops/{id}")),
        ) else {
            continue;
        };
        let slots: Vec<_> = list(seat, "/slots").iter().filter_map(Value::as_str).collect();
        let [stage, order, arm] = ["/stage", "/order", "/arm"].map(|path| plain(seat, path));
        let name = format!("{id} ({})", text(op, "/name"));
        rows.push((
            start,
            id,
            [
                name,
                plain(op, "/line"),
                start.to_string(),
                stage,
                order,
                slots.join(", "),
                arm,
            ],
        ));
    }
    rows.sort();
    write_table(
        out,
        ["op", "line", "cycle", "stage", "order", "slots", "arm"],
        rows.into_iter().map(|(_, _, row)| row),
    );
}

/// A table whose columns are as wide as they must be; nothing without rows.
fn write_table<const N: usize>(out: &mut String, head: [&str; N], rows: impl Iterator<Item = [String; N]>) {
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return;
    }
    let mut width = head.map(str::len);
    for row in &rows {
        for (width, cell) in width.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut line = |cells: [&str; N]| {
        let padded = cells.iter().zip(width).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end());
    };
    line(head);
    for row in &rows {
        line(std::array::from_fn(|at| row[at].as_str()));
    }
    out.push('\n');
}

fn list<'a>(value: &'a Value, path: &str) -> &'a [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

fn number(value: &Value, path: &str) -> Option<u64> {
    value.pointer(path).and_then(Value::as_u64)
}

/// A number or a text as it stands; nothing where there is none.
fn plain(value: &Value, path: &str) -> String {
    match value.pointer(path) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.as_i64().map_or_else(
            || format!("{:.0}", number.as_f64().unwrap_or(0.0)),
            |whole| whole.to_string(),
        ),
        Some(value) if !value.is_null() => value.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schedule() -> Value {
        let seat = |stage, order| json!({ "stage": stage, "order": order, "slots": ["tma"], "arm": "permute" });
        let bound = |mii| json!({ "mii": mii });
        json!({
            "loops": [{
                "line": 7, "strategy": "warp-specialize", "why": "loads by TMA",
                "graph": { "ops": [{ "id": 0, "name": "mma", "line": 9 }, { "id": 1, "name": "load" }] },
                "solution": {
                    "ii": 16, "proven_optimal": true, "stage_count": 3, "stages_by_start": 2, "binding": "resource",
                    "bounds": {
                        "recurrence": bound(8), "resource": bound(16), "fine-density": bound(3), "dependency": bound(0),
                    },
                    "start": { "0": 20, "1": 4 },
                    "ops": { "0": seat(1, 0), "1": seat(0, 0) },
                    "explanation": {
                        "bounds": { "resource": "16: slot tma is held" },
                        "why_not_less": "II 15 is infeasible",
                        "would_lower_ii": [{ "text": "II 8 with one more unit of tma" }],
                    },
                },
                "agents": [{ "name": "producer", "warps": 1, "registers": 40, "ops": ["load"] }],
                "measured": { "ii_cycles": 512, "load_cycles": 1000, "mma_cycles": 512, "life_cycles": 2100 },
                "depth": { "chosen": 5, "wanted": 5, "fits": 7, "asked": null },
                "ledger": {
                    "capacity": 232448, "used": 163960, "one_more": 32784,
                    "buffers": [{ "name": "A", "bytes": 81920, "offset": 0, "copies": 5, "note": "f16" }],
                },
            }],
            "refusals": [{ "line": 3, "what": "not pipelined", "why": "no product", "help": "" }],
        })
    }

    #[test]
    fn the_summary_marks_the_bound_that_binds_and_keeps_depths_apart() {
        let text = summary(&schedule());
        for line in [
            "    loop at        line 7, warp-specialize: loads by TMA\n",
            "    II             16 cycles of the model, proven smallest\n",
            "    bounds         recurrence 8, resource 16 (binds), fine-density 3, dependency 0\n",
            "    stages         3 in flight, 2 by start\n",
            "    buffer depth   5 (5 wanted, 7 fit)\n",
            "    shared memory  163960 of 232448 bytes; one more stage needs 32784\n",
        ] {
            assert!(text.contains(line), "{line:?} is missing in\n{text}");
        }
        assert!(
            !text.contains("barriers"),
            "nothing is said of a protocol that was not checked"
        );
    }

    #[test]
    fn the_whole_has_every_op_in_the_order_of_issue() {
        let text = whole(&schedule());
        assert!(text.contains("  line 3: not pipelined: no product\n"), "{text}");
        let load = text
            .find("1 (load)        4      0      0      tma    permute")
            .expect(&text);
        let mma = text
            .find("0 (mma)   9     20     1      0      tma    permute")
            .expect(&text);
        assert!(load < mma);
        assert!(text.contains("would help: II 8 with one more unit of tma"));
        assert!(text.contains("A       0       81920  5       f16"));
    }

    #[test]
    fn a_refused_loop_says_so_and_odd_data_does_no_harm() {
        let refused =
            json!({ "loops": [{ "line": 2, "solution": { "ii": null, "refusal": { "message": "too deep" } } }] });
        assert!(summary(&refused).contains("refused        too deep"));
        for odd in [
            json!(null),
            json!([]),
            json!({ "loops": [1, null, {}] }),
            json!({ "loops": {} }),
        ] {
            let _ = (summary(&odd), whole(&odd));
        }
    }
}
