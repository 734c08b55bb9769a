//! Reads the Markdown of the catalogue.

use crate::{Code, Example, Sample, edited, kernel};

/// A fenced block: the words after the language, and the text.
struct Block {
    language: String,
    words: Vec<String>,
    text: String,
}

/// Reads the sections of a file: each starts with `## CODE`.
pub(crate) fn read(file: &'static str, text: &str, codes: &mut Vec<Code>) -> Result<(), String> {
    for section in text.split("\n## ").skip(1) {
        let (name, body) = section.split_once('\n').unwrap_or((section, ""));
        let name = name.trim().trim_matches('`');
        let code = code(file, name, body).map_err(|why| format!("docs/codes/{file}.md, {name}: {why}"))?;
        codes.push(code);
    }
    Ok(())
}

fn code(file: &'static str, name: &str, body: &str) -> Result<Code, String> {
    let (paragraphs, blocks) = split(body)?;
    let (mut severity, mut cause) = (String::new(), String::new());
    let (mut values, mut change, mut none) = (Vec::new(), String::new(), None);
    for paragraph in paragraphs {
        if let Some(list) = paragraph.strip_prefix("- ") {
            values.extend(list.split("\n- ").map(one_line));
        } else if let Some(text) = paragraph.strip_prefix("**To change it:** ") {
            change = one_line(text);
        } else if let Some(text) = paragraph.strip_prefix("**No example:** ") {
            none = Some(one_line(text));
        } else if let Some((word, text)) = paragraph.strip_prefix('*').and_then(|rest| rest.split_once(".* ")) {
            (severity, cause) = (word.to_lowercase(), one_line(text));
        } else {
            return Err(format!("a paragraph that is not expected: `{paragraph}`"));
        }
    }
    if !matches!(&*severity, "error" | "warning" | "note" | "choice") {
        return Err("the first paragraph starts with `*Error.*`, `*Warning.*`, `*Note.*` or `*Choice.*`".to_string());
    }
    if change.is_empty() {
        return Err("what to do is missing: `**To change it:** ...`".to_string());
    }
    Ok(Code {
        name: name.to_string(),
        file,
        severity,
        cause,
        values,
        change,
        example: example(&blocks, none)?,
    })
}

/// The paragraphs and the fenced blocks.
fn split(body: &str) -> Result<(Vec<String>, Vec<Block>), String> {
    let (mut paragraphs, mut blocks) = (vec![String::new()], Vec::new());
    let mut lines = body.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let mut words = info.split_whitespace().map(str::to_string);
            let language = words.next().unwrap_or_default();
            let mut text = String::new();
            loop {
                match lines.next() {
                    Some("```") => break,
                    Some(line) => text.extend([line, "\n"]),
                    None => return Err("a block does not end".to_string()),
                }
            }
            blocks.push(Block {
                language,
                words: words.collect(),
                text,
            });
        } else if line.trim().is_empty() {
            paragraphs.push(String::new());
        } else if let Some(last) = paragraphs.last_mut() {
            last.extend([line, "\n"]);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    Ok((paragraphs, blocks))
}

fn example(blocks: &[Block], none: Option<String>) -> Result<Example, String> {
    let (first, second) = match (blocks, none) {
        ([], Some(reason)) => return Ok(Example::None(reason)),
        ([first], None) => (first, None),
        ([first, second], None) => (first, Some(second)),
        _ => return Err("one example, perhaps with a change of it, or `**No example:**` with the reason".to_string()),
    };
    let compile = || vec!["compile".to_string()];
    let command = |words: &[String]| if words.is_empty() { compile() } else { words.to_vec() };
    let (with, base) = match (&*first.language, &first.words[..]) {
        ("mlir" | "python", words) => (
            Sample {
                command: command(words),
                text: first.text.clone(),
            },
            None,
        ),
        ("diff", [name, words @ ..]) => {
            let base = kernel(name).ok_or_else(|| format!("there is no kernel `{name}`"))?;
            let with = Sample {
                command: command(words),
                text: edited(base, &first.text)?,
            };
            let base = Sample {
                command: compile(),
                text: base.to_string(),
            };
            (with, Some(base))
        }
        (other, _) => {
            return Err(format!(
                "an example is `mlir`, `python`, or `diff` with the name of a kernel, not `{other}`"
            ));
        }
    };
    let without = match second {
        None => base,
        Some(block) if block.language == "diff" => Some(Sample {
            command: match &block.words[..] {
                [] => with.command.clone(),
                words => words.to_vec(),
            },
            text: edited(&with.text, &block.text)?,
        }),
        Some(block) => return Err(format!("a change is a `diff`, not `{}`", block.language)),
    };
    Ok(Example::Kernel { with, without })
}

/// A paragraph as one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
