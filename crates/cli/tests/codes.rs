//! The catalogue of codes is true: each example has its code and no other, its change takes the code away, and every
//! code in the sources is in the catalogue.

use crate::common::tilewright;
use crate::cores::on_all_cores;
use crate::rust_files::sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tilewright_codes::{Code, Example, Sample};
use tilewright_diag::Diagnostic;

/// A code that was told, and what was told with it.
#[derive(Debug)]
struct Told {
    severity: String,
    code: String,
    helps: bool,
    /// The names of the values that the report has with it.
    values: Vec<String>,
}

/// The codes and texts that a command prints for a sample. Reasons in the report have the severity `choice`.
fn told(sample: &Sample) -> Vec<Told> {
    match &sample.command[..] {
        [pass, name] if pass == "pass" => of_pass(name, &sample.text),
        words => of_command(words, &sample.text),
    }
}

fn of_pass(name: &str, text: &str) -> Vec<Told> {
    let parsed = tilewright_ir::parse(text);
    let mut found = parsed.diagnostics;
    found.extend(tilewright_ir::verify(&parsed.module));
    if found.is_empty() {
        found.extend(pass_alone(name, &parsed.module));
    }
    let told = |d: &Diagnostic| Told {
        severity: if d.is_error() { "error" } else { "warning" }.to_string(),
        code: d.code.clone(),
        helps: d.help.is_some(),
        values: Vec::new(),
    };
    found.iter().map(told).collect()
}

/// The refusal of a pass by itself.
fn pass_alone(name: &str, module: &tilewright_ir::Module) -> Option<Diagnostic> {
    let pass = tilewright_passes::PIPELINE.iter().find(|pass| pass.name == name);
    let pass = pass.unwrap_or_else(|| panic!("there is no pass `{name}`"));
    let context = tilewright_passes::Context::new(tilewright_machine::target("sm_90a").unwrap(), "k", 2);
    pass.run(module, &context).err().map(|found| *found)
}

fn of_command(words: &[String], text: &str) -> Vec<Told> {
    let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
    match args[0] {
        "compile" => args.extend(["--emit", "json", "-"]),
        "asm" => args.extend(["--output-file", "/dev/null", "-"]),
        "run" => return of_run(words, text),
        _ => args.push("-"),
    }
    let output = tilewright(&args, text.as_bytes());
    let mut told = of_terminal(&String::from_utf8_lossy(&output.stderr));
    if args[0] == "compile" {
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        reasons(&report["schedule"], &mut told);
    }
    told
}

/// Runs a kernel, which has to be a file.
fn of_run(words: &[String], text: &str) -> Vec<Told> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hash = DefaultHasher::new();
    text.hash(&mut hash);
    let file = std::env::temp_dir().join(format!(
        "tilewright-code-{}-{:x}.mlir",
        std::process::id(),
        hash.finish()
    ));
    std::fs::write(&file, text).unwrap();
    let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
    let path = file.display().to_string();
    args.push(&path);
    let output = tilewright(&args, b"");
    std::fs::remove_file(&file).unwrap();
    of_terminal(&String::from_utf8_lossy(&output.stderr))
}

/// The codes in what the terminal shows.
fn of_terminal(text: &str) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    for line in text.lines() {
        for severity in ["error", "warning", "note"] {
            if let Some((_, rest)) = line.split_once(&format!("{severity}[")) {
                told.push(Told {
                    severity: severity.to_string(),
                    code: rest.split(']').next().unwrap_or_default().to_string(),
                    helps: false,
                    values: Vec::new(),
                });
            }
        }
        if let Some(last) = told.last_mut() {
            last.helps |= line.trim_start().starts_with("= help: ");
        }
    }
    told
}

/// The codes of reasons in the report.
fn reasons(value: &serde_json::Value, told: &mut Vec<Told>) {
    match value {
        serde_json::Value::Object(fields) => {
            let values = fields.get("values").and_then(|values| values.as_object());
            for (name, value) in fields {
                match value.as_str() {
                    Some(code) if name == "code" || name.ends_with("_code") => told.push(Told {
                        severity: "choice".to_string(),
                        code: code.to_string(),
                        helps: true,
                        values: values.map_or(Vec::new(), |values| values.keys().cloned().collect()),
                    }),
                    _ => reasons(value, told),
                }
            }
        }
        serde_json::Value::Array(all) => all.iter().for_each(|value| reasons(value, told)),
        _ => {}
    }
}

/// The faults of a code's example.
fn faults(code: &Code) -> Vec<String> {
    let Example::Kernel { with, without } = &code.example else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    let found = told(with);
    // A reason in the report is one of several. An error may have warnings beside it, of what led to it; and a warning the
    // error of a command that asks for consumers, which the loop then lacks.
    let is_choice = code.severity == "choice";
    let in_vain = with.command.iter().any(|word| word == "--consumers");
    let of_kind = |told: &&Told| match &*code.severity {
        "choice" => told.severity == "choice",
        "error" => told.severity == "error",
        _ => told.severity != "choice" && !(in_vain && told.code == "pipeline.consumers"),
    };
    let own: Vec<&Told> = found.iter().filter(of_kind).collect();
    let is_it = |told: &&Told| told.code == code.name && told.severity == code.severity;
    if !own.iter().any(is_it) || !is_choice && !own.iter().all(is_it) {
        faults.push(format!("the example has {own:?}"));
    }
    if let Some(told) = found.iter().find(|told| !told.helps) {
        faults.push(format!("there is no help in {told:?}"));
    }
    for name in found
        .iter()
        .filter(|told| told.code == code.name)
        .flat_map(|told| &told.values)
    {
        if !code.values.iter().any(|about| about.contains(&format!("`{name}`"))) {
            faults.push(format!("the catalogue does not say what the value `{name}` is"));
        }
    }
    match without {
        Some(without) => {
            let left = told(without);
            if left
                .iter()
                .any(|told| told.code == code.name && (is_choice || told.severity != "choice"))
            {
                faults.push("the changed example has it too".to_string());
            }
            if let Some(error) = left.iter().find(|told| told.severity == "error") {
                faults.push(format!("the changed example has {error:?}"));
            }
        }
        None if !is_choice => faults.push("nothing is said to change the example".to_string()),
        None => {}
    }
    faults
}

#[test]
fn examples_have_their_code_and_changes_take_it_away() {
    let codes = tilewright_codes::all().unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    let codes: Vec<&Code> = codes.iter().filter(|code| code.name.starts_with(&only)).collect();
    let wrong = on_all_cores(&codes, |code| {
        let faults = faults(code).into_iter().map(|fault| format!("{}: {fault}", code.name));
        faults.collect::<Vec<_>>()
    });
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_catalogue_names_each_code_once_and_every_file() {
    let mut seen = BTreeSet::new();
    let codes = tilewright_codes::all().unwrap();
    for code in &codes {
        assert!(seen.insert(&code.name), "{} is there twice", code.name);
        assert!(code.summary().ends_with('.'), "{}: {}", code.name, code.summary());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    let files: BTreeSet<&str> = codes.iter().map(|code| code.file).collect();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_list = path.extension().is_some_and(|e| e == "md") && name != "README";
        assert!(
            !is_list || files.contains(&*name),
            "crates/codes does not read {name}.md"
        );
    }
}

/// Families of codes; a literal in the sources that starts so is a code.
const FAMILIES: &[&str] = &[
    "parse",
    "python",
    "verify",
    "bytecode",
    "convert",
    "lower",
    "ptx",
    "pipeline",
    "choice",
    "run",
    "entry",
    "tile-scheduler",
    "protocol",
    "boundary",
    "option",
];

/// Codes of one word, by how their diagnostics are made.
const MAKERS: &[&str] = &["Diagnostic::error(", "cx.error(", "self.error(", "refusal("];

/// The codes that sources can tell, with a place for each.
fn emitted() -> BTreeMap<String, String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        let src = entry.unwrap().path().join("src");
        // The catalogue itself, and the renderer, whose tests make codes up.
        if src.is_dir() && !src.ends_with("codes/src") && !src.ends_with("diag/src") {
            paths.extend(sources(&src));
        }
    }
    paths.sort();
    let mut codes = BTreeMap::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let place = path.display().to_string();
        for (at, literal) in literals(text) {
            let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            let mut parts = literal.split('.');
            let family = parts.next().unwrap_or_default();
            let rest: Vec<&str> = parts.collect();
            let dotted = FAMILIES.contains(&family) && rest.len() == 1 && is_word(rest[0]);
            let before = text[..at].trim_end();
            let alone = rest.is_empty() && is_word(family) && made(before);
            if dotted || alone {
                codes.insert(literal.to_string(), place.clone());
            }
        }
        // Codes that are put together of a family and a kind.
        let kinds: &[(&str, &str, &str)] = &[
            ("ir/src/verify.rs", "verify", ": &str = \""),
            ("interp/src/finding.rs", "run", " => \""),
        ];
        for (_, family, before) in kinds.iter().filter(|(file, ..)| place.ends_with(file)) {
            let lines = text
                .lines()
                .filter(|line| line.contains("pub const") || line.contains("Self::"));
            for line in lines.filter_map(|line| line.split_once(before)) {
                let kind = line.1.split('"').next().unwrap_or_default();
                if !kind.contains(' ') {
                    codes.insert(format!("{family}.{kind}"), place.clone());
                }
            }
        }
    }
    codes
}

/// Whether what stands before a literal makes a diagnostic of it: `error("parse"`, `error(op, "internal"`.
fn made(before: &str) -> bool {
    let Some(open) = before.rfind('(') else { return false };
    let between = &before[open + 1..];
    MAKERS.iter().any(|maker| before[..=open].ends_with(maker))
        && (between.is_empty() || between.ends_with(',') && between.matches(',').count() == 1)
}

/// The string literals of a source, with the place of each; comments are left out.
fn literals(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = if line.trim_start().starts_with("//") { "" } else { line };
        let mut pieces = code.split('"');
        let mut place = at + pieces.next().map_or(0, str::len);
        while let (Some(inside), Some(after)) = (pieces.next(), pieces.next()) {
            found.push((place, inside));
            place += inside.len() + after.len() + 2;
        }
        at += line.len();
    }
    found
}

#[test]
fn every_code_in_the_sources_is_in_the_catalogue_and_the_other_way_round() {
    let emitted = emitted();
    let codes = tilewright_codes::all().unwrap();
    let names: BTreeSet<&str> = codes.iter().map(|code| &*code.name).collect();
    let missing: Vec<_> = emitted.iter().filter(|(code, _)| !names.contains(&***code)).collect();
    assert!(missing.is_empty(), "docs/codes does not have {missing:#?}");
    let stale: Vec<_> = names.iter().filter(|name| !emitted.contains_key(**name)).collect();
    assert!(stale.is_empty(), "nobody tells {stale:?}");
}
