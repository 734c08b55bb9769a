//! Aliases: names for attributes, locations and types, `#name = ...` and `!name = ...` between the ops of the top level.
//!
//! Attributes are remembered as text and read where they are first used: the disassembler prints the places of ops after
//! the ops, and in an order of its own.

use super::{MAX_TERM_DEPTH, Parser, Refused, is_word};
use crate::entity::{Attr, Ty};
use rustc_hash::FxHashMap;
use tilewright_diag::{Diagnostic, Span};

/// Types and attributes of a text, at most, with its aliases written out. What has more is not what somebody wrote.
const MAX_PARTS: u64 = 1 << 24;

/// The meaning of an alias.
#[derive(Clone, Copy)]
enum Meaning<T> {
    /// Text that was not read yet: where it starts and ends.
    Text(usize, usize),
    /// Text that is being read now, or was refused.
    Open,
    /// The attribute or type, its depth, and its size with each use of another alias written out.
    Known(T, usize, u64),
}

/// Types that are not read anew: ops that follow one another have few.
pub(super) const RECENT: usize = 4;

/// A type that was read lately: its text, how deep it nests, and how large it is.
#[derive(Clone, Copy)]
pub(super) struct Recent<'s> {
    text: &'s str,
    ty: Ty,
    depth: usize,
    size: u64,
}

/// An alias of which the text is being read.
pub(super) struct OpenAlias<'s> {
    name: &'s str,
    /// Where its text ends, and where it was named.
    to: usize,
    back: usize,
    /// The counts of the parser outside of it.
    deepest: usize,
    size: u64,
}

/// The aliases met so far.
#[derive(Default)]
pub(super) struct Aliases<'s> {
    attrs: FxHashMap<&'s str, Meaning<Attr>>,
    types: FxHashMap<&'s str, Meaning<Ty>>,
    /// The number that are being read, one for the other.
    open: usize,
    /// Types and attributes read so far, those of aliases counted at each use; of an alias that is being read, its own.
    size: u64,
    /// Whether locations are being read: they are printed by alias, and never written out.
    pub are_locations: bool,
    /// Names of attributes in the order of their text.
    pub order: Vec<&'s str>,
}

impl<'s> Parser<'s> {
    /// Runs `read` one level deeper, unless that is too deep.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Refused>) -> Result<T, Refused> {
        self.enter_level()?;
        let outcome = read(self);
        self.leave_level();
        outcome
    }

    /// Goes one level deeper, unless that is too deep.
    pub(super) fn enter_level(&mut self) -> Result<(), Refused> {
        self.deeper(1)?;
        self.depth += 1;
        self.aliases.size = self.aliases.size.saturating_add(1);
        Ok(())
    }

    pub(super) fn leave_level(&mut self) {
        self.depth -= 1;
    }

    /// Notes that so many levels lie below this place, or says that they are too many.
    fn deeper(&mut self, levels: usize) -> Result<(), Refused> {
        let deepest = self.depth + levels;
        self.deepest = self.deepest.max(deepest);
        if deepest <= MAX_TERM_DEPTH || self.aliases.are_locations {
            return Ok(());
        }
        let span = self.next_span();
        let message = format!("types and attributes nest at most {MAX_TERM_DEPTH} deep, with the locations in them");
        let diagnostic = Diagnostic::error("parse.too-deep", Some(span), message)
            .with_help("write lists and dictionaries that hold fewer others; an alias counts as what it stands for");
        Err(self.refuse(diagnostic))
    }

    /// An attribute that is no location. In a location it may nest as deep as in an op, since it is written out there.
    pub(super) fn attr_in_location(&mut self) -> Result<Attr, Refused> {
        if !self.aliases.are_locations {
            return self.attr_here();
        }
        self.aliases.are_locations = false;
        let outside = (self.depth, self.deepest, self.aliases.size);
        (self.depth, self.deepest, self.aliases.size) = (0, 0, 0);
        let read = self.attr_here();
        self.depth = outside.0;
        self.deepest = outside.1.max(outside.0 + self.deepest);
        self.aliases.size = self.aliases.size.saturating_add(outside.2);
        self.aliases.are_locations = true;
        read
    }

    /// The name of an alias after its sign.
    pub(super) fn alias_name(&mut self) -> &'s str {
        let rest = &self.source[self.at..];
        let end = rest.find(|c| !is_word(c) && !".$-".contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads `#name = ...` or `!name = ...` at the top level.
    pub(super) fn alias(&mut self) -> Result<(), Refused> {
        let start = self.position();
        let is_type = self.eat("!");
        if !is_type {
            self.expect("#")?;
        }
        let name = self.alias_name();
        let span = Span::new(start, self.at);
        if name.is_empty() || name.contains('.') || !self.eat("=") {
            self.at = start;
            return Err(self.expected("an op, or `#name = ...`"));
        }
        let known =
            self.aliases.attrs.contains_key(name) && !is_type || self.aliases.types.contains_key(name) && is_type;
        if known {
            let text = &self.source[start..span.end as usize];
            return Err(self.error_at(span, format!("the alias `{text}` is defined twice")));
        }
        if is_type {
            self.aliases.types.insert(name, Meaning::Open);
            let (ty, depth, size) = self.measured(Self::ty)?;
            self.aliases.types.insert(name, Meaning::Known(ty, depth, size));
            return Ok(());
        }
        let from = self.position();
        self.skip_value();
        self.aliases.attrs.insert(name, Meaning::Text(from, self.at));
        self.aliases.order.push(name);
        Ok(())
    }

    /// Reads, and says how many levels deep what was read is, and how large.
    fn measured<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Refused>) -> Result<(T, usize, u64), Refused> {
        let outside = std::mem::replace(&mut self.deepest, self.depth);
        let before = std::mem::take(&mut self.aliases.size);
        let outcome = read(self);
        let inside = self.deepest;
        self.deepest = outside.max(inside);
        let size = std::mem::replace(&mut self.aliases.size, before);
        Ok((outcome?, inside - self.depth, size))
    }

    /// Whether this place is inside a type, an attribute or a location.
    pub(super) fn is_inside(&self) -> bool {
        self.depth > 0
    }

    /// The type that is next, if its text was read lately.
    pub(super) fn recent_type(&mut self) -> Option<Result<Ty, Refused>> {
        let start = self.position();
        let text = &self.source.as_bytes()[start..];
        let known = self
            .recent
            .iter()
            .flatten()
            .find(|r| text.starts_with(r.text.as_bytes()))?;
        let Recent { text, ty, depth, size } = *known;
        let fits = self.deeper(depth).and_then(|()| self.larger(size, Span::at(start)));
        Some(fits.map(|()| {
            self.at += text.len();
            ty
        }))
    }

    /// Reads a type and remembers it by its text. What ends in a bracket means the same whatever follows.
    pub(super) fn remembered_type(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Ty, Refused>,
    ) -> Result<Ty, Refused> {
        let start = self.position();
        let (ty, depth, size) = self.measured(read)?;
        self.aliases.size = self.aliases.size.saturating_add(size);
        let text = &self.source[start..self.at];
        if text.ends_with('>') {
            self.recent.rotate_right(1);
            self.recent[0] = Some(Recent { text, ty, depth, size });
        }
        Ok(ty)
    }

    /// Notes the size of what an alias stands for, or says that all is too large: text that names itself twice and again
    /// doubles with each line.
    pub(super) fn larger(&mut self, size: u64, span: Span) -> Result<(), Refused> {
        self.aliases.size = self.aliases.size.saturating_add(size);
        if self.aliases.size <= MAX_PARTS || self.aliases.open > 0 || self.aliases.are_locations {
            return Ok(());
        }
        let message = format!("with its aliases written out, this text has more than {MAX_PARTS} types and attributes");
        Err(self.error_at(span, message))
    }

    /// Skips an attribute: to the end of the line on which the last of its brackets closes.
    fn skip_value(&mut self) {
        let bytes = self.source.as_bytes();
        let mut depth = 0i32;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    let rest = &bytes[self.at + 1..];
                    let mut length = 0;
                    while length < rest.len() && !matches!(rest[length], b'"' | b'\n' | b'\r') {
                        length += 1 + usize::from(rest[length] == b'\\');
                    }
                    self.at += length.min(rest.len()) + 1;
                }
                b'-' if bytes.get(self.at + 1) == Some(&b'>') => self.at += 1,
                b'<' | b'(' | b'[' | b'{' => depth += 1,
                b'>' | b')' | b']' | b'}' => depth -= 1,
                b'\n' | b'\r' if depth <= 0 => break,
                b'/' if depth <= 0 && bytes.get(self.at + 1) == Some(&b'/') => break,
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.at.min(bytes.len());
        while !self.source.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// The meaning of the alias `#name`, or where its text starts and ends if it was not read yet.
    pub(super) fn known_alias(&mut self, name: &str, span: Span) -> Result<Result<Attr, (usize, usize)>, Refused> {
        match self.aliases.attrs.get(name) {
            Some(&Meaning::Known(attr, depth, size)) => {
                self.deeper(depth)?;
                self.larger(size, span)?;
                Ok(Ok(attr))
            }
            Some(&Meaning::Text(from, to)) => Ok(Err((from, to))),
            Some(Meaning::Open) => Err(self.error_at(span, format!("`#{name}` cannot be read, or is part of itself"))),
            None => Err(self.error_at(span, format!("there is no attribute and no alias `#{name}`"))),
        }
    }

    /// Goes to the text of an alias. Whoever names it is a level already.
    pub(super) fn open_alias(&mut self, name: &'s str, (from, to): (usize, usize)) -> OpenAlias<'s> {
        self.aliases.attrs.insert(name, Meaning::Open);
        self.aliases.open += 1;
        OpenAlias {
            name,
            to,
            back: std::mem::replace(&mut self.at, from),
            deepest: std::mem::replace(&mut self.deepest, self.depth),
            size: std::mem::take(&mut self.aliases.size),
        }
    }

    /// Remembers what the text of an alias says, unless more follows there.
    pub(super) fn finish_alias(&mut self, alias: &OpenAlias<'s>, attr: Attr) -> Result<Attr, Refused> {
        if self.position() < alias.to {
            return Err(self.expected("the end of the line"));
        }
        let (depth, size) = (self.deepest - self.depth, self.aliases.size);
        self.aliases.attrs.insert(alias.name, Meaning::Known(attr, depth, size));
        Ok(attr)
    }

    /// Goes back to where an alias was named, and says how large its text was.
    pub(super) fn close_alias(&mut self, alias: OpenAlias<'s>) -> u64 {
        self.deepest = self.deepest.max(alias.deepest);
        self.at = alias.back;
        self.aliases.open -= 1;
        std::mem::replace(&mut self.aliases.size, alias.size)
    }

    /// The meaning of the alias `!name`.
    pub(super) fn type_alias(&mut self, name: &str) -> Option<Result<Ty, Refused>> {
        let Some(&Meaning::Known(ty, depth, size)) = self.aliases.types.get(name) else {
            return None;
        };
        let span = Span::at(self.at);
        Some(self.deeper(depth).and_then(|()| self.larger(size, span)).map(|()| ty))
    }

    /// Reads the aliases that nobody used, so that what is wrong with them is said.
    pub(super) fn unused_aliases(&mut self) {
        for name in std::mem::take(&mut self.aliases.order) {
            if let Some(&Meaning::Text(from, to)) = self.aliases.attrs.get(name)
                && !self.has_too_many_errors()
            {
                let _ = self.unused_alias(name, (from, to));
            }
        }
    }
}
