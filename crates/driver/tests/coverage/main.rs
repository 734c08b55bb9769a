//! What is compiled: every op with every type of element for every kind of target. Each is lowered, or refused by name.
//! There is no third state. `BLESS=1` writes what comes out to `docs/coverage.md`.

mod rows;

use rows::{BARE, PLAIN, ROWS, Row, row};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use tilewright_diag::Severity;
use tilewright_driver::{Options, compile};
use tilewright_ir::dialects::cuda_tile;

const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

/// Of `i4` there are no constants and no memory, so nothing gives a tile of it to try.
const TYPES: [&str; 16] = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "f16",
    "bf16",
    "f32",
    "f64",
    "tf32",
    "f8E4M3FN",
    "f8E5M2",
    "f8E8M0FNU",
    "fnv8E5M3FNU",
    "f4E2M1FN",
    "ptr<f32>",
];

/// Ops whose kernels are those of other ops, and where; and ops that are no part of kernels.
const ELSEWHERE: &[&str] = &[
    "module",
    "entry",
    "return",
    "global",
    "yield",
    "continue",
    "break",
    "testing$func",
    "store_view_tko",
    "make_partition_view",
    "make_tensor_view",
];

/// What a type is in memory.
fn stored(element: &str) -> &str {
    match element {
        "i1" => "i8",
        "ptr<f32>" => "i64",
        other => other,
    }
}

fn splat(value: &str, element: &str) -> String {
    let (scalar, line) = (format!("tile<{element}>"), format!("tile<1x1x{element}>"));
    format!("reshape {value} : {scalar} -> {line}\nTO = broadcast FROM : {line} -> tile<16x16x{element}>")
}

/// Writes `%to = short` as the two ops that it stands for.
fn spread(line: &str, from: &str, element: &str) -> String {
    let to = line.split(" =").next().unwrap_or("");
    let text = splat(from, element);
    format!(
        "{to}_line = {}",
        text.replace("TO", to).replace("FROM", &format!("{to}_line"))
    )
}

fn kernel(row: &Row, element: &str) -> String {
    let is_int = element.starts_with('i');
    let zero = match element {
        "i1" => "false",
        "f8E8M0FNU" => "1.0",
        _ if is_int => "0",
        _ => "0.0",
    };
    let bits: String = element
        .trim_start_matches(['b', 'f', 't', 'i', 'n', 'v'])
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let bytes = 256 * bits.parse::<usize>().unwrap_or(8) / 8;
    let memory = stored(element);
    let view = |e: &str| format!("tensor_view<16x16x{e}, strides=[16,1]>");
    let tiles = |e: &str| format!("partition_view<tile=(16x16), {}>", view(e));
    let result = row.result.replace('T', element);
    let (into, a) = (stored(&result).to_string(), format!("tile<16x16x{element}>"));
    let into = if into.is_empty() { "i32".to_string() } else { into };
    let mut out = String::new();
    let _ = writeln!(out, "cuda_tile.module @m {{");
    if row.op == "get_global" {
        let _ = writeln!(out, "global @g <{element}: {zero}> : tile<16x{element}>");
    }
    let _ = writeln!(
        out,
        "entry @k(%p: tile<ptr<{memory}>>, %q: tile<ptr<{into}>>, %i: tile<i32>) {{"
    );
    let make = |out: &mut String, v: &str, w: &str, p: &str, e: &str| {
        let _ = writeln!(
            out,
            "{v} = make_tensor_view {p}, shape = [16, 16], strides = [16, 1] : {}\n{w} = make_partition_view {v} : {}",
            view(e),
            tiles(e)
        );
    };
    make(&mut out, "%v", "%w", "%p", memory);
    let name = if memory == element { "%a" } else { "%a_stored" };
    let _ = writeln!(
        out,
        "{name}, %ta = load_view_tko weak %w[%i, %i] : {}, tile<i32> -> tile<16x16x{memory}>, token",
        tiles(memory)
    );
    match element {
        "i1" => out.push_str("%a = trunci %a_stored : tile<16x16xi8> -> tile<16x16xi1>\n"),
        "ptr<f32>" => out.push_str("%a = int_to_ptr %a_stored : tile<16x16xi64> -> tile<16x16xptr<f32>>\n"),
        _ => {}
    }
    for line in row.text.lines() {
        let line = if line.ends_with("broadcast_i") {
            spread(line, "%i", "i32")
        } else if line.ends_with("broadcast_p") {
            spread(line, "%p", &format!("ptr<{memory}>"))
        } else if let Some(at) = line.find("splat ") {
            spread(line, &line[at + 6..], "i32")
        } else {
            words(line, &a, element, zero, bytes, &view(memory), &tiles(memory), is_int)
        };
        out.push_str(&line);
        out.push('\n');
    }
    let mut value = "%r";
    match result.as_str() {
        "i1" => {
            out.push_str("%r_stored = exti %r unsigned : tile<16x16xi1> -> tile<16x16xi8>\n");
            value = "%r_stored";
        }
        "ptr<f32>" => {
            out.push_str("%r_stored = ptr_to_int %r : tile<16x16xptr<f32>> -> tile<16x16xi64>\n");
            value = "%r_stored";
        }
        _ => {}
    }
    if !result.is_empty() {
        make(&mut out, "%vr", "%wr", "%q", &into);
        let _ = writeln!(
            out,
            "%tr = store_view_tko weak {value}, %wr[%i, %i] : tile<16x16x{into}>, {}, tile<i32> -> token",
            tiles(&into)
        );
    }
    out.push_str("return\n}\n}\n");
    out
}

/// A line with its words replaced: whole words only.
#[allow(clippy::too_many_arguments)]
fn words(
    line: &str,
    a: &str,
    element: &str,
    zero: &str,
    bytes: usize,
    view: &str,
    tiles: &str,
    is_int: bool,
) -> String {
    let bytes = bytes.to_string();
    let add = if is_int { "addi" } else { "addf" };
    let print = if is_int || element.starts_with("ptr") {
        "%x"
    } else {
        "%f"
    };
    let pairs = [
        ("A", a),
        ("T", element),
        ("Z", zero),
        ("V", view),
        ("W", tiles),
        ("PRINT", print),
        ("ADD", add),
    ];
    let mut out = String::new();
    let mut rest = line.replace("BYTESx", &format!("{bytes}x"));
    // Extents stand right before the type: `256xT`.
    rest = rest.replace("xT>", &format!("x{element}>"));
    let mut word = String::new();
    for c in rest.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' || c == '%' {
            word.push(c);
            continue;
        }
        let found = pairs.iter().find(|(name, _)| *name == word).map(|(_, text)| *text);
        out.push_str(found.unwrap_or(&word));
        word.clear();
        out.push(c);
    }
    out.trim_end().to_string()
}

/// What became of a kernel.
enum Outcome {
    /// The language has no such op.
    Illegal,
    Lowered,
    Refused(String),
}

fn outcome(text: &str, gpu_name: &str, place: &str) -> Outcome {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    };
    let report = compile(text, &options).report;
    let error = report.diagnostics.iter().find(|d| d.severity == Severity::Error);
    match error {
        Some(error) if error.code.starts_with("verify.") => Outcome::Illegal,
        Some(error) => {
            let is_reason = !error.code.starts_with("parse") && !error.code.starts_with("internal");
            assert!(is_reason, "{place}: {} {}\n{text}", error.code, error.message);
            Outcome::Refused(error.message.clone())
        }
        None => {
            assert!(report.ptx.is_some(), "{place}: neither PTX nor a reason\n{text}");
            Outcome::Lowered
        }
    }
}

/// The cell of a table: `yes`, empty where the language has nothing, or the reasons, by target.
fn cell(row: &Row, element: &str) -> Vec<(String, &'static str)> {
    let text = kernel(row, element);
    let mut refused = Vec::new();
    for target in TARGETS {
        let place = format!("{} of {element} for {target}", row.op);
        match outcome(&text, target, &place) {
            Outcome::Illegal => return vec![(String::new(), "")],
            Outcome::Lowered => {}
            Outcome::Refused(why) => refused.push((why, target)),
        }
    }
    refused
}

#[test]
fn every_op_of_every_type_is_lowered_or_refused_by_name() {
    let plain: Vec<Row> = PLAIN
        .iter()
        .map(|&(op, count, words)| {
            let operands = ["%a"; 3][..count].join(", ");
            let text: &'static str = Box::leak(format!("%r = {op} {operands}{words} : A").into_boxed_str());
            row(op, text, "T")
        })
        .collect();
    let rows: Vec<&Row> = plain.iter().chain(ROWS).collect();
    let tried: BTreeSet<&str> = rows
        .iter()
        .copied()
        .chain(BARE)
        .flat_map(|row| row.op.split(' ').next())
        .collect();
    for def in cuda_tile::OPS.iter().copied().flatten() {
        let name = def.short_name();
        let elsewhere = ELSEWHERE.contains(&name) || name == "unpack";
        assert_ne!(
            tried.contains(name),
            elsewhere,
            "`{name}` is tried, or a reason says why not"
        );
    }
    let jobs: Vec<(&Row, &str)> = rows
        .iter()
        .flat_map(|&row| TYPES.iter().map(move |&element| (row, element)))
        .chain(BARE.iter().map(|row| (row, "i32")))
        .collect();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let (sender, next, jobs) = (sender.clone(), &next, &jobs);
            scope.spawn(move || {
                while let Some(&(row, element)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // A panic is a third state too: it is told with the others.
                    let Ok(cell) = std::panic::catch_unwind(|| cell(row, element)) else {
                        continue;
                    };
                    let _ = sender.send(((row.op, element), cell));
                }
            });
        }
    });
    drop(sender);
    let cells: BTreeMap<(&str, &str), Vec<(String, &str)>> = receiver.into_iter().collect();
    let missing: Vec<_> = jobs
        .iter()
        .filter(|(row, element)| !cells.contains_key(&(row.op, *element)))
        .collect();
    let missing: Vec<String> = missing
        .iter()
        .map(|(row, element)| format!("{} of {element}", row.op))
        .collect();
    assert!(
        missing.is_empty(),
        "neither lowered nor refused: {}",
        missing.join(", ")
    );
    let text = table(&rows, &cells);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/coverage.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(known, text, "docs/coverage.md: BLESS=1 writes it anew");
}

fn table(rows: &[&Row], cells: &BTreeMap<(&str, &str), Vec<(String, &str)>>) -> String {
    let mut reasons: Vec<String> = Vec::new();
    let mut shown = |op: &str, element: &str| -> String {
        let refused = &cells[&(op, element)];
        if refused.is_empty() {
            return "yes".to_string();
        }
        if refused[0].1.is_empty() {
            return String::new();
        }
        let mut out = if refused.len() < TARGETS.len() {
            "yes ".to_string()
        } else {
            String::new()
        };
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (why, target) in refused {
            by_reason.entry(why).or_default().push(target);
        }
        for (why, targets) in by_reason {
            let text = if targets.len() == TARGETS.len() {
                why.to_string()
            } else {
                format!("{why} ({})", targets.join(", "))
            };
            let known = reasons.iter().position(|reason| *reason == text);
            let number = known.unwrap_or_else(|| {
                reasons.push(text);
                reasons.len() - 1
            });
            let _ = write!(out, "[{}]", number + 1);
        }
        out
    };
    let mut out = format!(
        "# What is compiled\n\nThe tests write this page (`BLESS=1 cargo test -p tilewright-driver --test coverage`). Every op is tried on \
         tiles of 16x16 elements of every type, for {}. `yes`: it is compiled for all of them. Empty: the language has no such \
         op. A number: it is refused with this reason, by all targets or by those that are named; there is no other case.\n\n",
        TARGETS.join(", ")
    );
    let _ = writeln!(out, "| op | {} |", TYPES.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(TYPES.len()));
    for row in rows {
        let line: Vec<String> = TYPES.iter().map(|element| shown(row.op, element)).collect();
        let _ = writeln!(out, "| {} | {} |", row.op, line.join(" | "));
    }
    let _ = writeln!(
        out,
        "\nOps that have to do with no type of elements:\n\n| op | |\n|---|---|"
    );
    for row in BARE {
        let _ = writeln!(out, "| {} | {} |", row.op, shown(row.op, "i32"));
    }
    let _ = write!(out, "\nReasons:\n\n");
    for (index, reason) in reasons.iter().enumerate() {
        let _ = writeln!(out, "{}. {reason}", index + 1);
    }
    out
}
