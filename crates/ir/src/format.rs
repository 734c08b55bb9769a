//! Format strings, taken apart once per op.

use crate::op_def::{Arity, OpDef, ResultDef, Syntax};

/// A piece of a format.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text as it stands, and its tokens.
    Text(&'static str, Vec<&'static str>),
    /// The operand record of this number.
    Operand(usize),
    /// The attribute of this slot.
    Attr(usize),
    /// The region of this number.
    Region(usize),
    /// The successor of this number.
    Successor(usize),
    /// The type or types of an operand record; `.1`: written once if all are the same.
    OperandType(usize, bool),
    /// The type or types of a result record.
    ResultType(usize),
    /// Pieces that are there only if the anchor is.
    Group(Anchor, Vec<Piece>),
}

/// The part by whose presence a group is there.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) enum Anchor {
    Operand(usize),
    Attr(usize),
    Result(usize),
}

/// A format taken apart.
#[derive(Debug, Default)]
pub(crate) struct Format {
    pub pieces: Vec<Piece>,
}

impl Format {
    /// Whether the text has a place for the attribute of this slot.
    pub(crate) fn mentions_attr(&self, slot: usize) -> bool {
        mentions_attr(&self.pieces, slot)
    }
}

fn mentions_attr(pieces: &[Piece], slot: usize) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Attr(s) => *s == slot,
        Piece::Group(anchor, inner) => *anchor == Anchor::Attr(slot) || mentions_attr(inner, slot),
        _ => false,
    })
}

impl OpDef {
    /// The format of this op, taken apart; empty for ops with a text form of their own. A registry has found it well formed.
    pub(crate) fn format(&'static self) -> &'static Format {
        self.compiled.get_or_init(|| match self.syntax {
            Syntax::Format(text) => compile(self, text).unwrap_or_default(),
            Syntax::Custom(..) => Format::default(),
        })
    }
}

/// Takes a format apart.
///
/// # Errors
/// If it names what the record does not have, or its braces do not pair.
pub(crate) fn compile(def: &'static OpDef, text: &'static str) -> Result<Format, &'static str> {
    let mut rest = text;
    let pieces = pieces(def, &mut rest, false)?;
    Ok(Format { pieces })
}

/// Reads pieces up to the end of the format, or of the group.
fn pieces(def: &'static OpDef, rest: &mut &'static str, in_group: bool) -> Result<Vec<Piece>, &'static str> {
    let mut found = Vec::new();
    loop {
        let plain = rest.find(['$', '#', '{', '}']).unwrap_or(rest.len());
        let (text, tail) = rest.split_at(plain);
        if !text.is_empty() {
            found.push(Piece::Text(text, tokens(text)));
        }
        *rest = tail;
        let Some(marker) = rest.chars().next() else {
            return if in_group {
                Err("a `}` is missing in its format")
            } else {
                Ok(found)
            };
        };
        *rest = &rest[1..];
        match marker {
            '$' => found.push(dollar(def, take_name(rest)).ok_or(NO_PART)?),
            '#' => {
                let name = take_name(rest);
                let once = rest.strip_prefix('*');
                *rest = once.unwrap_or(rest);
                found.push(type_of(def, name, once.is_some()).ok_or(NO_PART)?);
            }
            '{' => {
                *rest = rest.strip_prefix('?').ok_or("a `{` without `?` is in its format")?;
                let anchor =
                    anchor(def, take_name(rest)).ok_or("a group of its format hangs on what is always there")?;
                *rest = rest.strip_prefix(' ').unwrap_or(rest);
                found.push(Piece::Group(anchor, pieces(def, rest, true)?));
            }
            _ if in_group => return Ok(found),
            _ => return Err("a `}` too many is in its format"),
        }
    }
}

const NO_PART: &str = "its format names a part that it does not have";

/// The tokens of a text: whole words, and punctuation sign by sign (`->` is one).
fn tokens(text: &'static str) -> Vec<&'static str> {
    let mut tokens = Vec::new();
    for mut part in text.split_whitespace() {
        while !part.is_empty() {
            let word = part.find(|c| !crate::parse::is_word(c)).unwrap_or(part.len());
            let end = match word {
                0 if part.starts_with("->") => 2,
                0 => 1,
                _ => word,
            };
            tokens.push(&part[..end]);
            part = &part[end..];
        }
    }
    tokens
}

fn take_name(rest: &mut &'static str) -> &'static str {
    let end = rest
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let (name, tail) = rest.split_at(end);
    *rest = tail;
    name
}

fn dollar(def: &OpDef, name: &str) -> Option<Piece> {
    let operand = def.operand_slot(name).map(Piece::Operand);
    let region = || def.regions.iter().position(|r| *r == name).map(Piece::Region);
    let successor = || def.successors.iter().position(|s| *s == name).map(Piece::Successor);
    operand
        .or_else(|| def.attr_slot(name).map(Piece::Attr))
        .or_else(region)
        .or_else(successor)
}

fn type_of(def: &OpDef, name: &str, once: bool) -> Option<Piece> {
    let result = || def.results.iter().position(|r| r.name == name).map(Piece::ResultType);
    let operand = def.operand_slot(name).map(|slot| Piece::OperandType(slot, once));
    operand.or_else(result)
}

fn anchor(def: &OpDef, name: &str) -> Option<Anchor> {
    let results = || {
        let named = |r: &ResultDef| r.name == name && r.arity != Arity::One;
        def.results.iter().position(named).map(Anchor::Result)
    };
    match def.operand_slot(name) {
        Some(slot) if def.operands[slot].arity != Arity::One => Some(Anchor::Operand(slot)),
        _ => def.attr_slot(name).map(Anchor::Attr).or_else(results),
    }
}
