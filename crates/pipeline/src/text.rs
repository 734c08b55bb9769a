//! Reports as text.

use crate::check::report::Counterexample;
use crate::check::{Report, Verdict};
use std::fmt::Write;

/// A report for the terminal: the verdict, the reason, and each counterexample as a table of steps.
pub fn report(r: &Report) -> String {
    let mut out = String::new();
    let verdict = match r.verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::NotProved => "not proved",
    };
    let _ = writeln!(out, "{verdict}: {}", r.reason);
    let _ = writeln!(out, "{} states, {} moves", r.states, r.moves);
    for example in &r.counterexamples {
        out.push_str(&counterexample(example));
    }
    out
}

/// A counterexample as a table of steps.
pub fn counterexample(example: &Counterexample) -> String {
    let mut out = String::new();
    let minimal = if example.minimal {
        "shortest"
    } else {
        "not shown to be shortest"
    };
    let _ = writeln!(out, "\n{}: {}", example.fault.kind(), example.explanation);
    let _ = writeln!(out, "{} steps ({minimal}):", example.rows.len());
    let width = |f: &dyn Fn(&crate::check::report::Row) -> usize| example.rows.iter().map(f).max().unwrap_or(0);
    let (who, action) = (width(&|row| row.who.len()), width(&|row| row.action.len()));
    for (index, row) in example.rows.iter().enumerate() {
        let a = &row.after;
        let bytes = if a.tx == 0 {
            String::new()
        } else {
            format!(", {} bytes outstanding", a.tx)
        };
        let _ = writeln!(
            out,
            "{:>4}  {:<who$}  {:<action$}  {}: phase {}, {} pending{bytes}",
            index + 1,
            row.who,
            row.action,
            a.barrier,
            a.phase,
            a.pending
        );
    }
    for blocked in &example.blocked {
        let _ = writeln!(out, "      {blocked}");
    }
    out
}
