//! Small kernels with known results, one file each in `tests/kernels`: how to launch in the lines before it, what comes
//! of it in the lines after it. `BLESS=1` writes the latter.
//!
//! ```text
//! // grid 2 1 1            tile blocks; 1 1 1 if not given
//! // seed 3                order of the blocks
//! // budget 1000           work before the run is given up
//! // in x f32 = 1.0, 2.0   an array with content, as the next argument
//! // out y i32 x 4         an array without, as the next argument
//! // num n i32 = 5         a number, as the next argument
//! //=> y = 1, 2, 3, 4
//! //=> race 12 (11): ...   a finding: its line, the line of the other op, its text
//! ```

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use tilewright_diag::{LineIndex, Span};
use tilewright_interp::{Arg, Ended, Launch, Memory, Options, run};
use tilewright_ir::numbers::{parse_number, write_number};
use tilewright_ir::types::{SCALARS, Scalar};

struct Set {
    launch: Launch,
    memory: Memory,
    options: Options,
    types: Vec<Scalar>,
}

fn scalar(name: &str) -> Scalar {
    SCALARS
        .iter()
        .find(|s| s.name == name)
        .and_then(|s| s.scalar)
        .unwrap_or_else(|| panic!("no type {name}"))
}

fn number(ty: Scalar, text: &str) -> u64 {
    let text = text.trim();
    // The language wants a point in floats; expectations need none.
    let pointed = format!("{text}.0");
    let text = match ty.is_float() && text.parse::<i64>().is_ok() {
        true => &pointed,
        false => text,
    };
    match text {
        "nan" => tilewright_interp::number::Format::of(ty).unwrap().nan(),
        _ => parse_number(ty, text).unwrap_or_else(|| panic!("{text} is no {}", ty.name)),
    }
}

fn set_up(source: &str) -> Set {
    let mut set = Set {
        launch: Launch {
            grid: [1; 3],
            args: Vec::new(),
        },
        memory: Memory::default(),
        options: Options {
            budget: 1 << 24,
            ..Options::default()
        },
        types: Vec::new(),
    };
    for line in source.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let values = |ty: Scalar| line.split_once('=').unwrap().1.split(',').map(move |t| number(ty, t));
        match words[..] {
            ["//", "grid", x, y, z] => set.launch.grid = [x, y, z].map(|n| n.parse().unwrap()),
            ["//", "seed", seed] => set.options.seed = seed.parse().unwrap(),
            ["//", "budget", budget] => set.options.budget = budget.parse().unwrap(),
            ["//", "num", _, ty, ..] => set.launch.args.extend(values(scalar(ty)).map(Arg::Scalar)),
            ["//", role @ ("in" | "out"), name, ty, ref rest @ ..] => {
                let ty = scalar(ty);
                let width = ty.bytes() as usize;
                let bytes = match rest {
                    ["x", count] => vec![0xFF; count.parse::<usize>().unwrap() * width],
                    _ => values(ty)
                        .flat_map(|bits| bits.to_le_bytes()[..width].to_vec())
                        .collect(),
                };
                let buffer = set.memory.add(name, bytes, role == "in");
                set.launch.args.push(Arg::Pointer { buffer, offset: 0 });
                set.types.push(ty);
            }
            _ => {}
        }
    }
    set
}

fn show(bytes: &[u8], ty: Scalar) -> String {
    let mut out = String::new();
    for (i, element) in bytes.chunks(ty.bytes() as usize).enumerate() {
        let bits = element.iter().rev().fold(0u64, |bits, &b| bits << 8 | u64::from(b));
        out.push_str(if i == 0 { "" } else { ", " });
        match tilewright_interp::number::Format::of(ty) {
            Some(format) if format.is_nan(bits) => write!(out, "{bits:#x}").unwrap(),
            Some(format) => write!(out, "{}", format.widen(bits)).unwrap(),
            None => write_number(ty, bits, &mut out),
        }
    }
    out
}

/// The outcome of a kernel, a line each.
fn outcome(source: &str) -> Vec<String> {
    let parsed = tilewright_ir::parse(source);
    let index = LineIndex::new(source);
    if let Some(first) = parsed.diagnostics.first() {
        return vec![format!(
            "does not parse: {} at {:?}",
            first.message,
            first.span.map(|s| index.line(s.start))
        )];
    }
    let mut set = set_up(source);
    let keep_going = &mut |_| ControlFlow::Continue(());
    let outcome = match run(
        &parsed.module,
        None,
        &set.launch,
        &mut set.memory,
        set.options,
        keep_going,
    ) {
        Ok(outcome) => outcome,
        Err(refused) => return refused.iter().map(|d| format!("refused: {}", d.message)).collect(),
    };
    let line = |span: Option<Span>| span.map_or(0, |s| index.line(s.start));
    let mut lines = Vec::new();
    if outcome.ended != Ended::Done {
        lines.push(format!("ended: {:?}", outcome.ended));
    }
    for (buffer, &ty) in set.memory.buffers.iter().zip(&set.types) {
        lines.push(format!("{} = {}", buffer.name, show(&buffer.bytes, ty)));
    }
    lines.extend(
        outcome
            .printed
            .iter()
            .map(|text| format!("printed: {}", text.escape_default())),
    );
    for finding in &outcome.findings {
        let text = finding.diagnostic(&parsed.module).message;
        let other = finding
            .problem
            .other()
            .map_or(String::new(), |op| format!(" ({})", line(parsed.module.span(op))));
        lines.push(format!(
            "{} {}{other}: {text}",
            finding.problem.name(),
            line(parsed.module.span(finding.op))
        ));
    }
    lines
}

#[test]
fn kernels_give_what_their_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "the kernels are missing");
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let (kernel, expected): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| !l.starts_with("//=>"));
        let source = kernel.join("\n") + "\n";
        let found: Vec<String> = outcome(&source).iter().map(|l| format!("//=> {l}")).collect();
        if found == expected {
            continue;
        }
        if bless {
            std::fs::write(&file, format!("{source}{}\n", found.join("\n"))).unwrap();
        } else {
            let name = file.display();
            writeln!(
                wrong,
                "{name}\nexpected\n{}\nfound\n{}\n",
                expected.join("\n"),
                found.join("\n")
            )
            .unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}BLESS=1 writes what was found into the files");
}
