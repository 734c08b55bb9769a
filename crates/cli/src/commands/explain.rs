//! `tilewright explain`: what the code of a diagnostic means, and what changes it.

use crate::exit::Exit;
use crate::terminal::{print, tell};
use std::fmt::Write;
use tilewright_codes::{Code, Example, Sample};

/// Arguments of `explain`.
#[derive(clap::Args)]
pub struct Args {
    /// The code, as in `error[verify.type]`; without it, all codes are listed.
    code: Option<String>,
}

/// The widest that text is written, in characters.
const WIDTH: usize = 100;

/// Runs `explain`.
pub fn run(args: &Args) -> Exit {
    let codes = match tilewright_codes::all() {
        Ok(codes) => codes,
        Err(why) => {
            tell!("tilewright: internal error: {why}");
            return Exit::OurBug;
        }
    };
    let Some(asked) = &args.code else {
        return print(&list(&codes));
    };
    match codes.iter().find(|code| code.name == *asked) {
        Some(code) => print(&explained(code)),
        None => {
            tell!("error: there is no code `{asked}`");
            let near = nearest(asked, &codes);
            if !near.is_empty() {
                tell!("  the nearest: {}", near.join(", "));
            }
            tell!("  `tilewright explain` lists all");
            Exit::Usage
        }
    }
}

/// Every code with one line.
fn list(codes: &[Code]) -> String {
    let width = codes.iter().map(|code| code.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for code in codes {
        let _ = writeln!(out, "{:width$}  {:7}  {}", code.name, code.severity, code.summary());
    }
    out
}

/// All about a code.
fn explained(code: &Code) -> String {
    let mut out = format!("{} ({})\n\n", code.name, code.severity);
    wrap(&code.cause, "", &mut out);
    if !code.values.is_empty() {
        out.push_str("\nValues:\n");
        for value in &code.values {
            wrap(value, "  ", &mut out);
        }
    }
    if !code.change.is_empty() {
        out.push('\n');
        wrap(&format!("To change it: {}", code.change), "", &mut out);
    }
    match &code.example {
        Example::None(reason) => {
            out.push('\n');
            wrap(&format!("No example: {reason}"), "", &mut out);
        }
        Example::Kernel { with, without } => {
            sample("An example", with, &mut out);
            if let Some(without) = without {
                changed(with, without, &mut out);
            }
        }
    }
    out
}

/// A kernel, with the command that it is for.
fn sample(title: &str, sample: &Sample, out: &mut String) {
    let _ = writeln!(out, "\n{title}, by {}:\n", command(sample));
    for line in sample.text.lines() {
        let _ = writeln!(out, "  {line}");
    }
}

fn command(sample: &Sample) -> String {
    match &sample.command[..] {
        [pass, name] if pass == "pass" => format!("the pass `{name}` alone"),
        words => format!("`tilewright {} FILE`", words.join(" ")),
    }
}

/// The change that makes an example one without its code: the lines that differ.
fn changed(with: &Sample, without: &Sample, out: &mut String) {
    let _ = writeln!(out, "\nWithout it, by {}:\n", command(without));
    if with.text == without.text {
        out.push_str("  the same text\n");
        return;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (with.text.lines().collect(), without.text.lines().collect());
    for (sign, line) in tilewright_codes::difference(&old, &new) {
        let _ = writeln!(out, "  {sign} {line}");
    }
}

/// A paragraph in lines that are not too wide.
fn wrap(text: &str, indent: &str, out: &mut String) {
    let mut width = 0;
    for word in text.split_whitespace() {
        if width > 0 && width + 1 + word.chars().count() > WIDTH {
            out.push('\n');
            width = 0;
        }
        out.push_str(if width == 0 { indent } else { " " });
        width += word.chars().count() + if width == 0 { indent.len() } else { 1 };
        out.push_str(word);
    }
    out.push('\n');
}

/// The codes that are written most like one that there is not: those of its family first.
fn nearest<'c>(asked: &str, codes: &'c [Code]) -> Vec<&'c str> {
    let distance = |name: &str| {
        // A word that is a part of a code is meant, whatever else the code has.
        let part = name
            .split('.')
            .any(|part| part == asked || asked.ends_with(&format!(".{part}")));
        if part { 0 } else { edits(asked, name) }
    };
    let mut near: Vec<(usize, &str)> = codes.iter().map(|code| (distance(&code.name), &*code.name)).collect();
    near.sort();
    let close = near
        .into_iter()
        .filter(|(distance, _)| *distance <= asked.len().div_ceil(2));
    close.take(3).map(|(_, name)| name).collect()
}

/// The number of letters that must be put in, left out or changed to make one word another.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut last = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = last + usize::from(x != *y);
            last = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(last + 1);
        }
    }
    row[b.len()]
}
