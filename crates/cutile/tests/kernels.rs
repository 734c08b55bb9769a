//! The project's own kernels in Python, and the Tile IR that they become: `BLESS=1` writes it. Beside the gallery's there are those in
//! `tests/kernels` here, which have what is not obvious of the language.

use std::path::{Path, PathBuf};
use tilewright_cutile::{Request, lower};
use tilewright_ir::Module;

fn kernels() -> Vec<PathBuf> {
    let folders =
        ["../../tests/cutile", "tests/kernels"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    files.sort();
    assert!(files.len() > 5);
    files
}

/// The ops that are not of the input language, which the page's module of this crate cannot print.
fn below(module: &Module) -> Vec<&'static str> {
    let ops = module.walk(module.top()).into_iter().map(|op| module.kind(op).name());
    ops.filter(|name| !name.starts_with("cuda_tile.")).collect()
}

#[test]
fn ops_of_lower_levels_are_told_apart() {
    let text = "nv_tileaa.func @k(%n: tile<i32>) {\n  %m = arith.addi %n, %n : tile<i32>\n  nv_tileaa.return\n}\n";
    let parsed = tilewright_ir::parse(text);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(
        below(&parsed.module),
        ["nv_tileaa.func", "arith.addi", "nv_tileaa.return"]
    );
}

/// The text without places: these are the business of another test.
fn tile_ir(source: &str) -> String {
    let lowered = lower(source, &Request::default()).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(lowered.notes, [], "everything is said");
    let parsed = tilewright_ir::parse(&lowered.text);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(tilewright_ir::verify(&parsed.module), []);
    assert_eq!(
        below(&parsed.module),
        [""; 0],
        "the page's module has no record of such ops"
    );
    tilewright_ir::print(&parsed.module).text
}

#[test]
fn kernels_become_the_tile_ir_beside_them() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut stale = Vec::new();
    for path in kernels() {
        let text = tile_ir(&std::fs::read_to_string(&path).unwrap());
        let expected = path.with_extension("mlir");
        if bless {
            std::fs::write(&expected, &text).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != text {
            stale.push(path);
        }
    }
    assert!(stale.is_empty(), "BLESS=1 writes what comes out; different: {stale:#?}");
}

/// A text whose words are changed, each by what it is and the character behind it.
fn words(text: &str, change: &dyn Fn(&str, Option<char>) -> Option<String>) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        out.push_str(&rest[..start]);
        let word = &rest[start..];
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        let after = word[end..].chars().next();
        out.push_str(&change(&word[..end], after).unwrap_or_else(|| word[..end].to_string()));
        rest = &word[end..];
    }
    out + rest
}

/// The text with the parameters of the kernel and what it assigns renamed, in the comment above it, too.
fn renamed(source: &str) -> String {
    let said = source.lines().filter_map(|line| line.strip_prefix("# tilewright:"));
    let parameters = said.flat_map(|said| said.split(';').filter_map(|part| part.split_once('=')));
    let parameters = parameters.map(|(name, _)| name.trim());
    let lines = source.lines().filter(|line| line.starts_with(' '));
    let assigned = lines
        .filter_map(|line| line.trim().split_once(" = "))
        .flat_map(|(names, _)| names.split(", "));
    // Names of keywords and of parameters with defaults stay.
    let keywords = std::cell::RefCell::new(Vec::new());
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        words(line, &|word, after| {
            keywords
                .borrow_mut()
                .extend((after == Some('=')).then(|| word.to_string()));
            None
        });
    }
    let keywords = keywords.into_inner();
    let is_other = |name: &&str| !name.starts_with('@') && !keywords.iter().any(|keyword| keyword == name);
    let names: Vec<&str> = parameters.chain(assigned).filter(is_other).collect();
    assert!(!names.is_empty());
    let change = |word: &str, after: Option<char>| {
        let (name, rest) = word
            .split_once('.')
            .map_or((word, ""), |(name, _)| (name, &word[name.len()..]));
        let is_other = matches!(after, Some('=' | '"' | '\''));
        (names.contains(&name) && !is_other).then(|| format!("{name}_other{rest}"))
    };
    let lines = source.lines().map(|line| match line.strip_prefix("# tilewright:") {
        Some(said) => {
            let parts = said.split(';').map(|part| match part.trim().split_once('=') {
                Some((name, of)) if names.contains(&name) => format!(" {name}_other={of}"),
                _ => part.to_string(),
            });
            format!("# tilewright:{}", parts.collect::<Vec<_>>().join(";"))
        }
        None => words(line, &change),
    });
    lines.map(|line| line + "\n").collect()
}

/// The text with its functions in the reverse order, each with what stands above it.
fn reordered(source: &str) -> String {
    let starts_part = |line: &str| !line.starts_with([' ', ')']) && !line.trim().is_empty();
    let mut parts: Vec<String> = vec![String::new()];
    let mut is_head = false;
    for line in source.lines() {
        let goes_on = is_head && line.starts_with(['@', '#', 'd']);
        if starts_part(line) && !goes_on {
            parts.push(String::new());
        }
        is_head = line.starts_with(['@', '#']);
        let last = parts.len() - 1;
        parts[last].push_str(&format!("{line}\n"));
    }
    let is_function = |part: &String| part.starts_with("def ") || part.contains("\ndef ");
    let (mut functions, others): (Vec<String>, Vec<String>) = parts.into_iter().partition(is_function);
    assert!(!functions.is_empty());
    functions.reverse();
    others.concat() + &functions.concat()
}

/// The text with other floats.
fn with_other_floats(source: &str) -> String {
    words(source, &|word, _| {
        let is_float = word.contains('.') && word.parse::<f64>().is_ok();
        is_float.then(|| format!("{word}5"))
    })
}

/// Names, comments, the order of functions and the values of floats are no part of a kernel's structure.
#[test]
fn other_names_give_the_same_ops() {
    let mut changed = [0; 4];
    for path in kernels() {
        let source = std::fs::read_to_string(&path).unwrap();
        let plain = |text: &str| {
            let text = tile_ir(text);
            let module = tilewright_ir::parse(&text).module;
            module
                .walk(module.top())
                .into_iter()
                .map(|op| module.op_name(op))
                .collect::<Vec<_>>()
        };
        let others = [
            source.replace("\n    ", "\n    # a comment\n    "),
            renamed(&source),
            reordered(&source),
            with_other_floats(&source),
        ];
        for (other, changed) in others.iter().zip(&mut changed) {
            *changed += usize::from(*other != source);
            assert_eq!(plain(&source), plain(other), "{}\n{other}", path.display());
        }
    }
    assert!(
        changed.iter().all(|changed| *changed > 0),
        "nothing was changed: {changed:?}"
    );
    // Another op is another structure.
    let gemm = std::fs::read_to_string(&kernels()[0]).unwrap();
    assert_ne!(tile_ir(&gemm), tile_ir(&gemm.replacen("ct.exp2", "ct.exp", 1)));
}

/// Every op knows its line.
#[test]
fn ops_come_from_lines_of_the_file() {
    for path in kernels() {
        let source = std::fs::read_to_string(&path).unwrap();
        let request = Request {
            file: "k.py",
            ..Request::default()
        };
        let lowered = lower(&source, &request).unwrap();
        let module = tilewright_ir::parse(&lowered.text).module;
        let lines = source.lines().count() as u32;
        for op in module.walk(module.top()) {
            let origin = module.loc_data(module.loc(op)).origin;
            let origin = origin.unwrap_or_else(|| panic!("{}: {}", path.display(), module.op_name(op)));
            assert_eq!(module.name(origin.file), "k.py");
            assert!((1..=lines).contains(&origin.line) && origin.column > 0);
        }
    }
}
