//! Format strings, taken apart once per op.

use crate::op_def::{Arity, OpDef, Syntax};

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
    /// The format of this op, taken apart; empty for ops with a text form of their own.
    pub(crate) fn format(&'static self) -> &'static Format {
        self.compiled.get_or_init(|| match self.syntax {
            Syntax::Format(text) => {
                let mut rest = text;
                Format {
                    pieces: compile(self, &mut rest, false),
                }
            }
            Syntax::Custom(..) => Format::default(),
        })
    }
}

/// Reads pieces up to the end of the format, or of the group.
///
/// A name that the record does not have is a mistake in the record; a test compiles every format.
fn compile(def: &'static OpDef, rest: &mut &'static str, in_group: bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    loop {
        let plain = rest.find(['$', '#', '{', '}']).unwrap_or(rest.len());
        let (text, tail) = rest.split_at(plain);
        if !text.is_empty() {
            pieces.push(Piece::Text(text, tokens(text)));
        }
        *rest = tail;
        let Some(marker) = rest.chars().next() else {
            return pieces;
        };
        *rest = &rest[1..];
        match marker {
            '$' => pieces.push(dollar(def, take_name(rest))),
            '#' => {
                let name = take_name(rest);
                let once = rest.strip_prefix('*');
                *rest = once.unwrap_or(rest);
                pieces.push(type_of(def, name, once.is_some()));
            }
            '{' => {
                *rest = rest
                    .strip_prefix('?')
                    .unwrap_or_else(|| panic!("{}: `{{` without `?`", def.name));
                let anchor = anchor(def, take_name(rest));
                *rest = rest.strip_prefix(' ').unwrap_or(rest);
                pieces.push(Piece::Group(anchor, compile(def, rest, true)));
            }
            _ if in_group => return pieces,
            _ => panic!("{}: a `}}` too many", def.name),
        }
    }
}

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

fn dollar(def: &OpDef, name: &str) -> Piece {
    if let Some(slot) = def.operand_slot(name) {
        return Piece::Operand(slot);
    }
    if let Some(slot) = def.attr_slot(name) {
        return Piece::Attr(slot);
    }
    if let Some(slot) = def.regions.iter().position(|r| *r == name) {
        return Piece::Region(slot);
    }
    match def.successors.iter().position(|s| *s == name) {
        Some(slot) => Piece::Successor(slot),
        None => panic!("{} has no part named `{name}`", def.name),
    }
}

fn type_of(def: &OpDef, name: &str, once: bool) -> Piece {
    if let Some(slot) = def.operand_slot(name) {
        return Piece::OperandType(slot, once);
    }
    match def.results.iter().position(|r| r.name == name) {
        Some(slot) => Piece::ResultType(slot),
        None => panic!("{} has no operand or result named `{name}`", def.name),
    }
}

fn anchor(def: &OpDef, name: &str) -> Anchor {
    match (def.operand_slot(name), def.attr_slot(name)) {
        (Some(slot), _) if def.operands[slot].arity != Arity::One => Anchor::Operand(slot),
        (_, Some(slot)) => Anchor::Attr(slot),
        _ => panic!("{}: `{name}` is neither an optional operand nor an attribute", def.name),
    }
}
