//! The text of a signature, read. Each item that is not understood is a problem of its own.

use super::comment::comments_above;
use super::reader::{EXAMPLE, Read, Reader, constant, number_start, problem};
use super::{Part, Parts, Problem};
use crate::dtype::Dtype;
use crate::signature::Param;
use tilewright_ir::spelling::nearest;

/// The depth to which tuples may nest.
const DEPTH: usize = 64;

/// Reads a text. Places in it are counted from `start`, which is where it begins in its file.
///
/// # Errors
/// All that is wrong in it.
pub fn parse(text: &str, start: usize) -> Result<Parts, Vec<Problem>> {
    parse_all([(text, start)].into_iter())
}

/// Reads what the comments above the kernel at `at` say; see [`comments_above`].
///
/// # Errors
/// All that is wrong in them.
pub fn parse_comments(source: &str, at: usize) -> Result<Parts, Vec<Problem>> {
    let texts = comments_above(source, at);
    parse_all(texts.into_iter().map(|text| (&source[text.clone()], text.start)))
}

fn parse_all<'a>(texts: impl Iterator<Item = (&'a str, usize)>) -> Result<Parts, Vec<Problem>> {
    let mut parts = Parts::default();
    let mut problems = Vec::new();
    for (text, start) in texts {
        let mut reader = Reader { text, at: 0, start };
        while reader.skip_separators() {
            let from = reader.at;
            if let Err(problem) = reader.item(&mut parts) {
                problems.push(problem);
                reader.at = from + text[from..].find([';', '\n']).unwrap_or(text.len() - from);
            }
        }
    }
    match problems.is_empty() {
        true => Ok(parts),
        false => Err(problems),
    }
}

impl Reader<'_> {
    fn item(&mut self, parts: &mut Parts) -> Read<()> {
        self.peek();
        let from = self.at;
        if self.eat('@') {
            self.option(parts, from)?;
        } else {
            let name = self.name("the name of a parameter")?;
            let named = self.span(from);
            self.expect('=', &format!("after `{name}`"))?;
            let param = self.value(0)?;
            if parts.get(name).is_some() {
                return problem(named, format!("`{name}` is there twice"), "leave one of the two out");
            }
            parts.parts.push(Part {
                name: name.to_string(),
                span: self.span(from),
                param,
            });
        }
        match self.peek() {
            None | Some(';' | '\n') => Ok(()),
            Some(_) => {
                let (span, found) = self.here();
                problem(
                    span,
                    format!("{found} does not belong here"),
                    "a parameter has one type or one value, in numbers that are worked out; parameters are separated by `;` or by lines",
                )
            }
        }
    }

    /// `@symbol=NAME` or `@version=2`.
    fn option(&mut self, parts: &mut Parts, from: usize) -> Read<()> {
        let option = self.name("the name of an option")?;
        self.expect('=', &format!("after `@{option}`"))?;
        let value = self.word();
        let at = self.at;
        self.at += value.len();
        match (option, value) {
            ("symbol", _) => {
                let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
                if value.is_empty() || value.starts_with(number_start) || !value.chars().all(plain) {
                    return self.problem(
                        at,
                        format!("`{value}` cannot be the name of an entry"),
                        "use letters, digits and `_`",
                    );
                }
                parts.symbol = Some(value.to_string());
                Ok(())
            }
            ("version", "1" | "2") => {
                parts.version = Some((if value == "1" { 1 } else { 2 }, self.span(from)));
                Ok(())
            }
            ("version", _) => self.problem(
                at,
                "the calling convention is 1 or 2",
                "write `@version=2`, or leave it out",
            ),
            _ => self.problem(
                from,
                format!("there is no option `@{option}`"),
                "the options are `@symbol=NAME` and `@version=2`",
            ),
        }
    }

    pub(super) fn value(&mut self, depth: usize) -> Read<Param> {
        self.peek();
        let from = self.at;
        if self.eat('(') {
            if depth == DEPTH {
                return self.problem(
                    from,
                    "tuples are nested too deeply",
                    format!("at most {DEPTH} levels are taken"),
                );
            }
            let mut items = Vec::new();
            while !self.eat(')') {
                items.push(self.value(depth + 1)?);
                if !self.eat(',') {
                    self.expect(')', "at the end of the tuple")?;
                    break;
                }
            }
            return Ok(Param::Tuple(items));
        }
        let word = self.word();
        self.at += word.len();
        if word == "list" {
            return self.list();
        }
        let bracket = self.peek() == Some('[');
        match Dtype::from_name(word) {
            Some(Dtype::F4E2M1) => self.problem(
                from,
                "`f4e2m1` cannot be the type of a parameter: two of its elements share a byte",
                "pass bytes, `u8`, and take them apart in the kernel with `ct.unpack_from_bytes`",
            ),
            Some(dtype) if bracket => self.array(dtype).map(Param::Array),
            Some(dtype) => Ok(Param::Scalar(dtype)),
            None if bracket => self.unknown(from, word, true),
            None => match constant(word) {
                Some(constant) => Ok(Param::Const(constant)),
                None => self.unknown(from, word, false),
            },
        }
    }

    /// A word where a type or a constant should be.
    fn unknown<T>(&mut self, from: usize, word: &str, array: bool) -> Read<T> {
        if word.is_empty() {
            let (span, found) = self.here();
            return problem(
                span,
                format!("a type or a number is missing; {found} stands there"),
                EXAMPLE,
            );
        }
        if !array && word.starts_with(number_start) {
            return self.problem(
                from,
                format!("`{word}` is not a number that can be read"),
                "write it as `128`, `0x80`, `-3`, `0.125` or `1e-5`, with at most 128 bits where it is whole",
            );
        }
        let usual = match word.rsplit('.').next().unwrap_or(word) {
            "half" => "f16",
            "float" => "f32",
            "double" => "f64",
            "int" => "i32",
            "long" => "i64",
            last => Dtype::from_name(last).map_or(last, |dtype| dtype.short()),
        };
        let help = match nearest(usual, Dtype::all().map(Dtype::short)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "types are such as `f16`, `bf16`, `f32`, `f8e4m3`, `i32`, `u8` and `bool`".to_string(),
        };
        let what = match array {
            true => "no type of elements",
            false => "neither a type nor a constant",
        };
        self.problem(from, format!("`{word}` is {what}"), help)
    }
}
