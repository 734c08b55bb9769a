//! File tests: kernels in `tests/files` with what is expected of them, in the file itself.
//!
//! The first line of a section says what is tested:
//!
//! | line | expected |
//! |---|---|
//! | `// test: messages` | every diagnostic, as line, column, severity, code, message, notes and help that is not the code's general one |
//! | `// test: emit LEVEL` | the IR of that level: `cuda_tile`, `nv_tileaa`, `nv_tileas`, `nvvm` |
//! | `// test: ptx TARGET` | the PTX |
//! | `// test: pipelines FORM` | the IR after `convert-pipeline-to-nvvm`; FORM is `step` or `documented` |
//! | `// test: verdict FORM` | the verdict on the barriers of IR whose pipelines are lowered so, with the shortest counterexample |
//! | `// test: pass NAME TARGET` | the IR of any level after this pass alone, after the warnings of the pass; or that nothing changed |
//! | `// test: testing` | what `check --testing` says, and the IR as it is read and printed |
//! | `// test: ir` | the IR as it is read and printed, of any level; or what is wrong with it |
//!
//! The first two, and `pass`, take options of the command line after that, as `gpu-name=sm_80 scheduler=four-stage
//! num-stages=2 tile-scheduler=stream-k`.
//!
//! The expected output stands at the end of the section in lines that start with `//=`. `BLESS=1 cargo test` writes what comes
//! out. A line `// -----` starts the next section.

use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tilewright_analysis::contract::CTA_WARP_BITS;
use tilewright_analysis::shared_memory::LedgerEntry;
use tilewright_diag::{Diagnostic, LineIndex, Severity};
use tilewright_driver::options::{OPTIONS, OptionValue};
use tilewright_driver::report::Message;
use tilewright_driver::tile_scheduler::SchedulerKind;
use tilewright_driver::{Options, compile};
use tilewright_ir::general_help;
use tilewright_lowering::convert_pipeline_to_nvvm::{PipelineForm, lower};
use tilewright_lowering::value_pipelines;
use tilewright_passes::PIPELINE;
use tilewright_protocol as protocol;

const SPLIT: &str = "// -----\n";
const EXPECTED: &str = "//=";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "mlir") {
            found.push(path);
        }
    }
}

/// The output of a section, without the section's expectation.
fn outcome(section: &str, place: &str) -> String {
    let header = section.lines().next().unwrap_or("");
    let mut words = header
        .trim_start_matches("//")
        .trim()
        .trim_start_matches("test:")
        .split_whitespace();
    let options = options(header);
    let words = &mut words.by_ref().filter(|word| !word.contains('='));
    match (words.next(), words.next()) {
        (Some("messages"), None) => messages(&compile(section, &options).report.diagnostics),
        (Some("emit"), Some(level)) => {
            let report = compile(section, &options).report;
            let record = report.passes.iter().rev().find(|p| p.level == level);
            let text = record.map(|r| r.listing.text.clone());
            text.unwrap_or_else(|| messages(&report.diagnostics))
        }
        (Some("ptx"), Some(target)) => {
            let options = Options {
                gpu_name: target.to_string(),
                ..Options::default()
            };
            let report = compile(section, &options).report;
            let text = report.ptx.map(|listing| listing.text);
            text.unwrap_or_else(|| messages(&report.diagnostics))
        }
        (Some("pipelines"), Some(form)) => pipelines(section, form),
        (Some("verdict"), Some(form)) => judged(section, form),
        (Some("pass"), Some(name)) => one_pass(section, name, words.next().unwrap_or("sm_90a"), &options),
        (Some("testing"), None) => testing(section),
        (Some("ir"), None) => read(section).map_or_else(|found| found, |module| tilewright_ir::print(&module).text),
        _ => panic!("{place}: the first line must be `// test: ...`, not `{header}`"),
    }
}

/// The refusals where the ops of the language's own tests are taken, else the text.
fn testing(section: &str) -> String {
    let checked = tilewright_driver::check(section, true, None);
    let options = tilewright_ir::ReadOptions {
        testing: true,
        ..tilewright_ir::ReadOptions::default()
    };
    match &checked.diagnostics[..] {
        [] => tilewright_ir::print(&tilewright_ir::parse_with(section, options).module).text,
        found => diagnostics(found, section),
    }
}

/// The options that a first line gives, by the names of the command line.
fn options(header: &str) -> Options {
    let mut options = json!({});
    for (name, value) in header.split_whitespace().filter_map(|word| word.split_once('=')) {
        let option = OPTIONS.iter().find(|option| option.flag == name);
        let option = option.unwrap_or_else(|| panic!("there is no option `{name}`"));
        let value = match option.value {
            OptionValue::Target | OptionValue::Entry | OptionValue::Choice { .. } => json!(value),
            OptionValue::Flag => json!(value.parse::<bool>().unwrap()),
            OptionValue::Level { .. } | OptionValue::Count { .. } => json!(value.parse::<u32>().unwrap()),
            OptionValue::Pair => panic!("`{name}` is a pair, which no file test has had yet"),
        };
        let place = option
            .field
            .split('.')
            .fold(&mut options, |place, field| &mut place[field]);
        *place = value;
    }
    serde_json::from_value(options).unwrap()
}

#[test]
fn a_first_line_has_the_options_of_the_command_line() {
    let read = options("// test: messages gpu-name=sm_80 num-stages=2 tile-scheduler=stream-k splits=3 lineinfo=false");
    let tiles = read.tile_scheduler.unwrap();
    assert_eq!((read.gpu_name.as_str(), read.num_stages), ("sm_80", Some(2)));
    assert_eq!((tiles.kind, tiles.splits), (SchedulerKind::StreamK, 3));
    assert!(std::panic::catch_unwind(|| options("// test: messages stages=2")).is_err());
}

/// Reads IR of any level; or all that is wrong with it. What is legal must print as something that reads as the same.
fn read(section: &str) -> Result<tilewright_ir::Module, String> {
    let parsed = tilewright_ir::parse(section);
    let mut found = parsed.diagnostics;
    if found.is_empty() {
        found = tilewright_ir::verify(&parsed.module);
    }
    if !found.is_empty() {
        return Err(diagnostics(&found, section));
    }
    let text = tilewright_ir::print(&parsed.module).text;
    let again = tilewright_ir::parse(&text);
    assert!(again.diagnostics.is_empty(), "{text}\n{:?}", again.diagnostics);
    assert_eq!(text, tilewright_ir::print(&again.module).text);
    Ok(parsed.module)
}

/// Pipelines as barriers.
fn lowered(section: &str, form: &str) -> Result<tilewright_ir::Module, String> {
    let form = match form {
        "documented" => PipelineForm::Documented,
        "step" => PipelineForm::Step,
        _ => panic!("pipelines are lowered as `step` or `documented`, not `{form}`"),
    };
    let steps = |module: tilewright_ir::Module| Ok(value_pipelines::lower(&module)?.unwrap_or(module));
    let whole = |module| steps(module).and_then(|module| lower(&module, form));
    read(section).and_then(|module| whole(module).map_err(|found| diagnostics(&[*found], section)))
}

/// Rows of a counterexample that are shown.
const SHOWN: usize = 12;

/// A CTA of an H100: four warps, and 232,448 bytes of shared memory.
const CTA: protocol::Cta = protocol::Cta {
    warps: 4,
    shared_bytes: 232_448,
};

/// The model checker's verdict on barriers.
fn judged(section: &str, form: &str) -> String {
    let module = match lowered(section, form) {
        Ok(module) => module,
        Err(found) => return found,
    };
    let Some(verdict) = protocol::verdict(&module, CTA) else {
        return "no barriers\n".to_string();
    };
    let mut out = format!("{}: {}\n", verdict.verdict.word(), verdict.text);
    for (word, names) in [("agents", &verdict.agents), ("barriers", &verdict.barriers)] {
        if !names.is_empty() {
            let _ = writeln!(out, "{word}: {}", names.join(", "));
        }
    }
    if let Some(example) = verdict.counterexamples.first() {
        for row in example.rows.iter().take(SHOWN) {
            let _ = writeln!(out, "  {} {}", row.who, row.action);
        }
        if let Some(more) = example.rows.len().checked_sub(SHOWN + 1) {
            let _ = writeln!(out, "  ... {} more", more + 1);
        }
        for blocked in &example.blocked {
            let _ = writeln!(out, "  {blocked}");
        }
    }
    out
}

/// Pipelines as barriers; what comes out must be legal too.
fn pipelines(section: &str, form: &str) -> String {
    match lowered(section, form) {
        Err(found) => found,
        Ok(module) => {
            let found = tilewright_ir::verify(&module);
            assert!(found.is_empty(), "{found:?}\n{}", tilewright_ir::print(&module).text);
            tilewright_ir::print(&module).text
        }
    }
}

/// The output of one pass; it must be legal too.
fn one_pass(section: &str, name: &str, target: &str, options: &Options) -> String {
    let pass = PIPELINE.iter().find(|pass| pass.name == name);
    let pass = pass.unwrap_or_else(|| panic!("there is no pass `{name}`"));
    let module = match read(section) {
        Ok(module) => module,
        Err(found) => return found,
    };
    let target = tilewright_machine::target(target).unwrap();
    let context = options.context(target, "k", CTA_WARP_BITS).unwrap();
    let made = pass.run(&module, &context);
    let reasons = context.pipeliner.decisions.borrow();
    let warned = reasons
        .reasons
        .iter()
        .map(|reason| reason.diagnostic(Severity::Warning));
    let warnings = diagnostics(&warned.collect::<Vec<_>>(), section);
    match made {
        Err(found) => warnings + &diagnostics(&[*found], section),
        Ok(None) => warnings + "nothing changed\n",
        Ok(Some(module)) => {
            let found = tilewright_ir::verify(&module);
            assert!(found.is_empty(), "{found:?}\n{}", tilewright_ir::print(&module).text);
            let mut out = warnings + &tilewright_ir::print(&module).text;
            for entry in &context.pipeliner.base.notes.borrow().ledger {
                let LedgerEntry { name, what, bytes, .. } = entry;
                let end = entry.offset + bytes;
                let _ = write!(
                    out,
                    "{:>6} to {end:>6}: {name}, {what}, aligned to {}",
                    entry.offset, entry.align
                );
                if let Some([first, last]) = entry.lines {
                    let _ = write!(out, ", lines {first} to {last}");
                }
                if !entry.shares.is_empty() {
                    let _ = write!(out, ", shares with {}", entry.shares.join(", "));
                }
                out.push_str(if entry.at_peak { ", at the peak\n" } else { "\n" });
            }
            out
        }
    }
}

fn diagnostics(found: &[Diagnostic], section: &str) -> String {
    let index = LineIndex::new(section);
    messages(
        &found
            .iter()
            .map(|d| Message::new(d, section, &index))
            .collect::<Vec<_>>(),
    )
}

fn messages(messages: &[Message]) -> String {
    let mut out = String::new();
    for m in messages {
        let place = m.range.map_or("-".to_string(), |r| format!("{}:{}", r.line, r.column));
        let severity = format!("{:?}", m.severity).to_lowercase();
        let _ = writeln!(out, "{place} {severity}[{}]: {}", m.code, m.message);
        for note in &m.notes {
            let _ = writeln!(out, "  note: {note}");
        }
        // A broken promise of the compiler is the only thing that nobody outside of it can do anything about.
        assert!(m.help.is_some() || m.is_internal(), "there is no help in {m:?}");
        let help = m.help.as_deref().filter(|help| general_help(&m.code) != Some(help));
        if let Some(help) = help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    out
}

/// A section's own text and its expectation.
fn split_expectation(section: &str) -> (String, String) {
    let (mut own, mut expected) = (String::new(), String::new());
    for line in section.lines() {
        match line.strip_prefix(EXPECTED) {
            Some(rest) => {
                expected.push_str(rest.strip_prefix(' ').unwrap_or(rest));
                expected.push('\n');
            }
            None => {
                own.push_str(line);
                own.push('\n');
            }
        }
    }
    (own, expected)
}

#[test]
fn files_give_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files");
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    assert!(!paths.is_empty(), "no file tests at {}", folder.display());
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut blessed = Vec::new();
        for (number, section) in text.split(SPLIT).enumerate() {
            let place = format!("{} section {}", path.display(), number + 1);
            let (own, expected) = split_expectation(section);
            let actual = outcome(&own, &place);
            // Expectations stand in comments without white space at the ends of lines.
            let lines = |text: &str| {
                text.trim_end()
                    .lines()
                    .map(|l| l.trim_end().to_string())
                    .collect::<Vec<_>>()
            };
            if lines(&actual) != lines(&expected) {
                let _ = writeln!(wrong, "{place}\nexpected:\n{expected}\nactual:\n{actual}");
            }
            let mut section = own.trim_end().to_string() + "\n";
            for line in actual.trim_end().lines() {
                let _ = writeln!(section, "{}", format!("{EXPECTED} {line}").trim_end());
            }
            blessed.push(section);
        }
        if bless {
            std::fs::write(&path, blessed.join(SPLIT)).unwrap();
        }
    }
    assert!(bless || wrong.is_empty(), "{wrong}\nBLESS=1 writes what comes out");
}

/// The passes whose IR other kinds of sections show.
const SHOWN_OTHERWISE: [(&str, &str); 1] = [("convert-pipeline-to-nvvm", "// test: pipelines ")];

#[test]
fn each_pass_has_a_file_test_that_changes_the_ir() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files");
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let texts: Vec<String> = paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let sections: Vec<&str> = texts.iter().flat_map(|text| text.split(SPLIT)).collect();
    for pass in PIPELINE {
        let header = format!("// test: pass {}", pass.name);
        let otherwise = SHOWN_OTHERWISE.iter().find(|(name, _)| *name == pass.name);
        let of_it = |section: &&&str| {
            let line = section.lines().next().unwrap_or_default();
            let rest = line.strip_prefix(header.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                || otherwise.is_some_and(|(_, other)| line.starts_with(other))
        };
        let changes = |section: &&str| {
            let (_, expected) = split_expectation(section);
            // IR begins with a function or a module, a message with its place.
            !expected.is_empty()
                && !expected.starts_with("nothing changed")
                && !expected.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        };
        let own: Vec<&str> = sections.iter().filter(of_it).copied().collect();
        assert!(own.iter().any(changes), "write `{header}` into tests/files/passes");
    }
}
