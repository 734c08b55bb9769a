//! Coverage: every op with every type of element for every kind of target. Each is lowered, or refused by name.
//! There is no third state. `BLESS=1` writes what comes out to `docs/coverage.md`.

mod kernels;

use crate::cores::on_all_cores;
use kernels::rows::{BARE, Row};
use kernels::{TYPES, kernel, rows};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use tilewright_diag::Severity;
use tilewright_driver::{Options, compile};
use tilewright_ir::{Registry, parse, print};

const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

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

/// The outcome for a kernel.
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
            let printed = print(&parse(text).module).text;
            assert_eq!(
                print(&parse(&printed).module).text,
                printed,
                "{place}: printed, it is another"
            );
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
    let all = rows();
    let rows: Vec<&Row> = all.iter().collect();
    let tried: BTreeSet<&str> = rows
        .iter()
        .copied()
        .chain(BARE)
        .flat_map(|row| row.op.split(' ').next())
        .collect();
    for def in Registry::builtin().ops().filter(|def| def.dialect() == "cuda_tile") {
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
    let tried = on_all_cores(&jobs, |&(row, element)| {
        // A panic is a third state too: it is told with the others.
        let cell = std::panic::catch_unwind(|| cell(row, element)).ok()?;
        Some(((row.op, element), cell))
    });
    let cells: BTreeMap<(&str, &str), Vec<(String, &str)>> = tried.into_iter().flatten().collect();
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
    let nowhere = rows.iter().filter(|row| {
        let mut of_types = TYPES.iter().filter_map(|element| cells.get(&(row.op, *element)));
        !of_types.any(Vec::is_empty)
    });
    let nowhere: Vec<&str> = nowhere.map(|row| row.op).collect();
    assert!(
        nowhere.is_empty(),
        "refused with elements of every type: {}. What they become is written by crates/nvptx: floats by `formulas`, \
         integers by `emit_ptx/arithmetic.rs`",
        nowhere.join(", ")
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
        "# What is compiled\n\nThe tests write this page (`BLESS=1 cargo test -p tilewright-driver coverage`). Every op is tried on \
         tiles of 16x16 elements of every type, for {}. `yes`: it is compiled for all of them. Empty: the language has no such \
         op. A number: it is refused with this reason, by all targets or by those that are named; there is no other case. \
         In which order `reduce` and `scan` take elements, and what is undefined of them: [reductions.md](reductions.md).\n\n",
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
