//! Code knows an op by the constant of its record, never by its text or a part of it: a name that is misspelt then does
//! not build. Ops that are asked for together are a `Family`. An operand is asked for by its name, not by its place.

use crate::rust_files::sources;
use std::path::Path;
use tilewright_ir::Registry;

/// A literal that is text of an input, and where it is read.
const TEXT: [(&str, &str); 1] = [("ir/src/parse/mod.rs", "cuda_tile.module")];

#[test]
fn no_code_names_an_op_by_its_text() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        files.extend(sources(&entry.unwrap().path().join("src")));
    }
    let mut records = 0;
    let mut wrong = Vec::new();
    for file in files {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for literal in lines.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            if !literal.contains('.') || Registry::builtin().op(literal).is_none() {
                continue;
            }
            if name.starts_with("ir/src/dialects/") {
                records += 1;
            } else if !TEXT.contains(&(&name, literal)) {
                wrong.push(format!("{name}: \"{literal}\""));
            }
        }
    }
    assert!(records > 200, "only {records} records were seen");
    assert!(
        wrong.is_empty(),
        "use the constants of `tilewright_ir::ops`:\n{}",
        wrong.join("\n")
    );
}

/// The places that read parts of the names of ops, and why they may.
const PARTS: [(&str, &str); 5] = [
    (
        "ir/src/dialects/cuda_tile/mod.rs",
        "types are written without their dialect",
    ),
    (
        "ir/src/dialects/mod.rs",
        "the same, where records are found by what a person wrote",
    ),
    ("ir/src/parse/types.rs", "the same, where they are read"),
    (
        "bytecode/src/write/ops.rs",
        "a table of opcodes is asked by whole names",
    ),
    ("ptx/src/opcode.rs", "opcodes of PTX are not ops"),
];

/// The methods that look at a part of a text.
const LOOKS: [&str; 7] = [
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "trim_start_matches",
    "split_once",
];

/// The expressions that give the name of an op.
const NAMES: [&str; 4] = [".op_name(", ".short_name()", "kind.name()", "def.name."];

/// The lines of a source that match on the name of an op, or on a part of one.
fn by_name(text: &str) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .take_while(|line| !line.contains("#[cfg(test)]"))
        .map(|line| line.trim().split("//").next().unwrap_or_default())
        .collect();
    // A chain of calls may go on in the next lines.
    let mut chains: Vec<String> = Vec::new();
    for line in code.into_iter().filter(|line| !line.is_empty()) {
        match chains.last_mut() {
            Some(chain) if line.starts_with('.') => chain.push_str(line),
            _ => chains.push(line.to_string()),
        }
    }
    let is_name = |text: &str| NAMES.iter().any(|name| text.contains(name));
    // Things that are called by a name of an op from there on.
    let mut called: Vec<&str> = Vec::new();
    let mut wrong = Vec::new();
    for chain in &chains {
        let looks = LOOKS.iter().any(|look| chain.contains(&format!(".{look}(")));
        let compares = ["matches!(", "match ", "== \"", "!= \""]
            .iter()
            .any(|word| chain.contains(word));
        let bound = called.iter().any(|name| {
            let compared = [
                format!("match {name} {{"),
                format!("matches!({name},"),
                format!("{name} == \""),
            ];
            LOOKS.iter().any(|look| chain.contains(&format!("{name}.{look}(")))
                || compared.iter().any(|way| chain.contains(way.as_str()))
        });
        let part = LOOKS.iter().any(|look| {
            let call = format!(".{look}(\"");
            let calls = chain.split(call.as_str()).skip(1);
            calls.filter_map(|rest| rest.split('"').next()).any(is_part)
        });
        // A name that is only put into a message is text.
        let is_text = chain.contains("format!(") || chain.contains("return Err(");
        if is_name(chain) && (looks || compares) && !is_text || bound || part {
            wrong.push(chain.clone());
        }
        let binding = chain.strip_prefix("let ").and_then(|rest| rest.split_once(" = "));
        if let Some((name, value)) = binding
            && is_name(value)
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            called.push(name);
        } else if chain.starts_with("fn ") || chain.contains(" fn ") {
            called.clear();
        }
    }
    wrong
}

/// Whether a text is a part of the name of an op, by its dots.
fn is_part(text: &str) -> bool {
    text.len() > 3 && text.contains('.') && Registry::builtin().ops().any(|def| def.name.contains(text))
}

#[test]
fn no_code_matches_parts_of_names() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        for file in sources(&entry.unwrap().path().join("src")) {
            let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
            if PARTS.iter().all(|(allowed, _)| *allowed != name) {
                let text = std::fs::read_to_string(&file).unwrap();
                wrong.extend(by_name(&text).into_iter().map(|line| format!("{name}: {line}")));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "match the kind of the op, or its family:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn a_part_of_a_name_is_seen() {
    for wrong in [
        "if module.op_name(op).contains(\"tile_scheduler\") {",
        "let short = module.def(op).short_name();\n    if short.ends_with(\"fetch\") {",
        "let ours = module\n    .op_name(op)\n    .starts_with(\"x\");",
        "match module.def(op).short_name() {",
        "if word.starts_with(\"cutlass.pipeline.\") {",
        "if kind.name().ends_with(\"view_tko\") {",
    ] {
        assert_eq!(by_name(wrong).len(), 1, "{wrong}");
    }
    assert_eq!(
        by_name("let short = module.def(op).short_name();\nuse_it(short);"),
        [""; 0]
    );
    assert_eq!(by_name("if line.starts_with(\"// Title: \") {"), [""; 0]);
}

/// The files that look at an operand by its place, how often, and why they may.
const PLACES: [(&str, usize, &str); 5] = [
    ("ir/src/consistency.rs", 3, "what others ask instead is written there"),
    (
        "interp/src/decode.rs",
        1,
        "an elementwise op computes in the type of its first operand",
    ),
    ("nvptx/src/emit_ptx/arithmetic.rs", 3, "the same"),
    ("lowering/src/canonicalize.rs", 1, "the same"),
    (
        "protocol/src/value.rs",
        1,
        "the same; of a selection by the last, a choice",
    ),
];

/// The lines of a source that look at an operand of an op by its place.
fn by_place(text: &str) -> Vec<String> {
    let code = text.lines().take_while(|line| !line.contains("#[cfg(test)]"));
    let code = code.map(|line| line.trim().split("//").next().unwrap_or_default());
    let mut chains: Vec<String> = Vec::new();
    for line in code.filter(|line| !line.is_empty()) {
        match chains.last_mut() {
            Some(chain) if line.starts_with('.') => chain.push_str(line),
            _ => chains.push(line.to_string()),
        }
    }
    let by_number = |rest: &str| {
        let number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let indexed = ["[", ".get("]
            .iter()
            .any(|how| rest.strip_prefix(how).is_some_and(number));
        indexed || [".first()", ".last()", ".nth("].iter().any(|how| rest.starts_with(how))
    };
    // The lists that are an op's operands, by the name that they were given.
    let mut lists: Vec<&str> = Vec::new();
    let mut wrong = Vec::new();
    for chain in &chains {
        if chain.starts_with("fn ") || chain.contains(" fn ") {
            lists.clear();
        }
        let asked = chain.split(".operands(").skip(1);
        let mut asked = asked.filter_map(|rest| Some(rest.split_once(')')?.1));
        let slot = chain
            .split("operand_list(")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'));
        let slot = slot
            .filter_map(|(asked, _)| asked.rsplit_once(", "))
            .any(|(_, slot)| slot.parse::<usize>().is_ok());
        let binding = chain.strip_prefix("let ").and_then(|rest| rest.split_once(" = "));
        let is_list =
            |value: &str| value.contains(".operands(") && !value.contains(").iter()") && !value.contains("=>");
        let pattern =
            binding.is_some_and(|(name, value)| name.trim_start_matches('&').starts_with('[') && is_list(value));
        let by_name = |list: &&str| {
            let parts = chain.split(list).skip(1);
            let whole = chain
                .split(list)
                .next()
                .is_none_or(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.'));
            whole && parts.into_iter().any(by_number)
        };
        if asked.any(by_number) || slot || pattern || lists.iter().any(by_name) || chain.contains(".first_operand(") {
            wrong.push(chain.clone());
        }
        if let Some((name, value)) = binding
            && is_list(value)
            && (value.ends_with(");") || value.ends_with(").to_vec();"))
        {
            lists.push(name.trim_start_matches("mut "));
        }
    }
    wrong
}

#[test]
fn operands_are_asked_for_by_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        for file in sources(&entry.unwrap().path().join("src")) {
            let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
            let found = by_place(&std::fs::read_to_string(&file).unwrap());
            let allowed = PLACES
                .iter()
                .find(|(of, ..)| *of == name)
                .map_or(0, |(_, count, _)| *count);
            if found.len() != allowed {
                wrong.push(format!("{name}: {allowed} are known\n    {}", found.join("\n    ")));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "ask for an operand by its name, or by a view:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn an_operand_by_place_is_seen() {
    for wrong in [
        "let a = module.operands(op)[0];",
        "let a = module\n    .operands(op)\n    .get(1);",
        "let inits = module.operand_list(op, 3);",
        "let &[lower, upper, ..] = module.operands(op) else {",
        "let given = self.module.operands(op);\nlet second = given.get(1)?;",
        "let first = module.first_operand(op);",
    ] {
        assert_eq!(by_place(wrong).len(), 1, "{wrong}");
    }
    for right in [
        "let a = module.operands(op)[index];",
        "let values = module.operands(op).iter().map(seen);",
        "let inits = module.operand_list(op, slot);",
        "let [lhs, rhs] = module.sides(op);",
        "fn a() { let list = module.operands(op); }\nfn b(list: &[u8]) { list[0]; }",
    ] {
        assert_eq!(by_place(right), [""; 0], "{right}");
    }
}
