//! The outcome of a section, by the kind of test that its first line names.

use crate::section::Section;
use libtest_mimic::{Failed, Trial};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use tilewright_analysis::contract::CTA_WARP_BITS;
use tilewright_analysis::shared_memory::LedgerEntry;
use tilewright_diag::{Diagnostic, LineIndex, Severity};
use tilewright_driver::options::{OPTIONS, OptionValue};
use tilewright_driver::report::{Listing, Message};
use tilewright_driver::tile_scheduler::SchedulerKind;
use tilewright_driver::{Options, compile};
use tilewright_ir::general_help;
use tilewright_lowering::convert_pipeline_to_nvvm::{PipelineForm, lower};
use tilewright_lowering::value_pipelines;
use tilewright_passes::PIPELINE;
use tilewright_protocol as protocol;

/// The outcome of a section.
pub fn outcome(section: &Section) -> Result<String, Failed> {
    let header = section.header();
    let source = &section.source()?;
    let said = header.strip_prefix("// test: ").unwrap_or_default();
    let (pairs, words): (Vec<&str>, Vec<&str>) = said.split_whitespace().partition(|word| word.contains('='));
    let op = pairs.iter().find_map(|pair| pair.strip_prefix("of="));
    let given: Vec<&str> = pairs.iter().copied().filter(|pair| !pair.starts_with("of=")).collect();
    let options = options(&given)?;
    Ok(match words[..] {
        ["messages"] => messages(&compile(source, &options).report.diagnostics),
        ["emit", level] => {
            let report = compile(source, &options).report;
            let record = report.passes.iter().rev().find(|pass| pass.level == level);
            let text = record.map(|record| record.listing.text.clone());
            text.ok_or_else(|| nothing(level, &report.diagnostics))?
        }
        ["ptx", target] => {
            let gpu_name = target.to_string();
            let report = compile(source, &Options { gpu_name, ..options }).report;
            let listing = report.ptx.ok_or_else(|| nothing("PTX", &report.diagnostics))?;
            op.map_or(Ok(listing.text.clone()), |op| instructions(&listing, source, op))?
        }
        ["pipelines", form] => pipelines(source, form),
        ["verdict", form] => judged(source, form),
        ["pass", name] => one_pass(source, name, "sm_90a", &options),
        ["pass", name, target] => one_pass(source, name, target, &options),
        ["testing"] => testing(source),
        ["ir"] => read(source).map_or_else(|found| found, |module| tilewright_ir::print(&module).text),
        _ => return Err(format!("the first line must be `// test: ...`, not `{header}`").into()),
    })
}

/// The reason why there is nothing to expect.
fn nothing(wanted: &str, found: &[Message]) -> Failed {
    format!("there is no {wanted}:\n{}", messages(found)).into()
}

/// The instructions that the lines with an op become, in their order; whatever is between two runs of them is `...`. Registers are numbered as
/// they come, so that what a kernel does before makes no difference.
fn instructions(listing: &Listing, source: &str, op: &str) -> Result<String, Failed> {
    let of_op = |line: &u32| {
        let text = line.checked_sub(1).and_then(|line| source.lines().nth(line as usize));
        text.is_some_and(|text| text.split_whitespace().any(|word| word == op))
    };
    let mut out = String::new();
    let mut left_out = false;
    for (text, line) in listing.text.lines().zip(&listing.lines) {
        let own = of_op(line) && !text.trim_start().starts_with('.');
        if own && left_out && !out.is_empty() {
            out.push_str("...\n");
        }
        if own {
            out.push_str(text.trim_start());
            out.push('\n');
        }
        left_out = !own;
    }
    match out.is_empty() {
        true => Err(format!("no instruction comes of a line with `{op}`").into()),
        false => Ok(renumbered(&out)),
    }
}

/// A text whose registers (`%rd41`) have the numbers of their first places in it, each class its own.
fn renumbered(text: &str) -> String {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let class = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let behind = class.trim_start_matches(|c: char| c.is_ascii_digit());
        let (class, number) = (&part[..part.len() - class.len()], &class[..class.len() - behind.len()]);
        let own = found.entry(class).or_default();
        let place = own.iter().position(|one| *one == number).unwrap_or(own.len());
        if place == own.len() {
            own.push(number);
        }
        let _ = match number.is_empty() {
            true => write!(out, "%{part}"),
            false => write!(out, "%{class}{place}{behind}"),
        };
    }
    out
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
fn options(given: &[&str]) -> Result<Options, Failed> {
    let mut options = json!({});
    for (name, value) in given.iter().filter_map(|word| word.split_once('=')) {
        let option = OPTIONS.iter().find(|option| option.flag == name);
        let option = option.ok_or_else(|| format!("there is no option `{name}`"))?;
        let value = match option.value {
            OptionValue::Target | OptionValue::Entry | OptionValue::Choice { .. } => json!(value),
            OptionValue::Flag => json!(value.parse::<bool>().map_err(|e| e.to_string())?),
            OptionValue::Level { .. } | OptionValue::Count { .. } => {
                json!(value.parse::<u32>().map_err(|e| e.to_string())?)
            }
            OptionValue::Pair => return Err(format!("`{name}` is a pair, which no file test has had yet").into()),
        };
        let place = option
            .field
            .split('.')
            .fold(&mut options, |place, field| &mut place[field]);
        *place = value;
    }
    serde_json::from_value(options).map_err(|e| e.to_string().into())
}

/// Tests of this file itself.
pub fn about_itself() -> Vec<Trial> {
    vec![
        Trial::test("a first line has the options of the command line", || {
            let given = [
                "gpu-name=sm_80",
                "num-stages=2",
                "tile-scheduler=stream-k",
                "splits=3",
                "lineinfo=false",
            ];
            let read = options(&given)?;
            let tiles = read.tile_scheduler.unwrap();
            assert_eq!((read.gpu_name.as_str(), read.num_stages), ("sm_80", Some(2)));
            assert_eq!((tiles.kind, tiles.splits), (SchedulerKind::StreamK, 3));
            assert!(options(&["stages=2"]).is_err());
            Ok(())
        }),
        Trial::test(
            "a level, a form of test or an op that is not there is no expectation",
            || {
                let fails = |header: &str| outcome(&Section::of(header)).is_err();
                assert!(!fails("// test: ptx sm_80 of=store_ptr_tko"));
                assert!(fails("// test: ptx sm_80 of=store_view_tko"));
                assert!(fails("// test: emit nvmm") && fails("// test: emits nvvm") && fails("// test: ptx"));
                Ok(())
            },
        ),
    ]
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
