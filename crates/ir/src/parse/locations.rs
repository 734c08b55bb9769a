//! `loc(...)`: where an op comes from in the language the kernel was written in.
//!
//! A location may be named before its alias is defined, so the text of each is remembered, and read when everything else
//! was.

use super::{Parser, Refused};
use crate::attrs::{AttrData, AttrParams};
use crate::entity::{Attr, Op, Value};
use crate::locations::LocKind;
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use tilewright_diag::Span;

/// An op or a value that has a location.
#[derive(Clone, Copy)]
pub(crate) enum Located {
    Op(Op),
    Argument(Value),
}

/// The locations that a text gives, not read yet: of what, where each starts, and the text in its parentheses.
#[derive(Default)]
pub(super) struct Locations<'s> {
    places: Vec<(Located, usize, &'s str)>,
}

impl<'s> Parser<'s> {
    /// Remembers the `loc(...)` that follows, if there is one.
    pub(crate) fn remember_location(&mut self, place: Located) -> Result<(), Refused> {
        if self.eat("loc") {
            let text = self.balanced()?;
            self.locations.places.push((place, self.at - 1 - text.len(), text));
        }
        Ok(())
    }

    /// The text in the next pair of parentheses.
    pub(super) fn balanced(&mut self) -> Result<&'s str, Refused> {
        self.expect("(")?;
        let start = self.at;
        let mut depth = 1;
        let mut bytes = self.source.as_bytes()[start..].iter().enumerate();
        let mut in_string = false;
        while let Some((i, &byte)) = bytes.next() {
            match byte {
                b'\\' if in_string => {
                    bytes.next();
                }
                b'"' => in_string = !in_string,
                b'(' if !in_string => depth += 1,
                b')' if !in_string => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + i + 1;
                return Ok(&self.source[start..start + i]);
            }
        }
        Err(self.error_at(Span::new(start - 1, start), "this `(` is not closed"))
    }

    /// Gives everything the location that its `loc` names.
    pub(super) fn resolve_locations(&mut self) {
        self.aliases.are_locations = true;
        let places = std::mem::take(&mut self.locations.places);
        let mut known: FxHashMap<&str, Option<Attr>> = FxHashMap::default();
        for (place, start, text) in places {
            let location = match known.get(text) {
                Some(&location) => location,
                None => {
                    let location = self.location_at(start, start + text.len()).ok();
                    known.insert(text, location);
                    location
                }
            };
            match (place, location) {
                (Located::Op(op), Some(location)) => self.module.set_location(op, location),
                (Located::Argument(value), Some(location)) => self.module.set_argument_location(value, location),
                _ => {}
            }
            if self.has_too_many_errors() {
                return;
            }
        }
        self.unused_aliases();
    }

    fn location_at(&mut self, start: usize, end: usize) -> Result<Attr, Refused> {
        self.at = start;
        let location = self.term(true)?;
        if self.position() != end {
            return Err(self.expected("`)`"));
        }
        Ok(location)
    }

    /// `:1:2` or `:1:2 to 3:4`, after the name of a file.
    pub(super) fn place_in_file(&mut self, file: Attr) -> Result<Attr, Refused> {
        let mut ints = smallvec![self.line_or_column()?];
        ints.push(if self.eat(":") { self.line_or_column()? } else { 0 });
        if self.eat("to") {
            let line = if self.peek(":") {
                ints[0]
            } else {
                self.line_or_column()?
            };
            let column = if self.eat(":") { self.line_or_column()? } else { 0 };
            ints.extend([line, column]);
        }
        let params = AttrParams {
            ints,
            attrs: smallvec![file],
        };
        Ok(self.module.intern_attr(AttrData::Loc(LocKind::File, params)))
    }

    fn line_or_column(&mut self) -> Result<i64, Refused> {
        let start = self.position();
        let number = self.integer()?;
        if (0..=i64::from(u32::MAX)).contains(&number) {
            return Ok(number);
        }
        Err(self.error_at(Span::new(start, self.at), "lines and columns have at most 32 bits"))
    }
}
