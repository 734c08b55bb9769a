//! `loc(...)`: where an op comes from in the language the kernel was written in.
//!
//! A location may be named before its alias is defined, so the text of each is remembered, and read when everything else
//! was.

use super::{Parser, Refused};
use crate::attrs::{AttrData, AttrParams};
use crate::entity::{Attr, Op, Value};
use crate::locations::{DI_LOC, LocKind};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use tilewright_diag::Span;

/// An op or a value that has a location.
#[derive(Clone, Copy)]
pub(crate) enum Located {
    Op(Op),
    Argument(Value),
}

/// What the text says of places, where the text in the parentheses starts and ends.
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
        let location = self.location()?;
        if self.position() != end {
            return Err(self.expected("`)`"));
        }
        Ok(location)
    }

    /// What stands in the parentheses of `loc(...)`.
    pub(super) fn location(&mut self) -> Result<Attr, Refused> {
        self.nested(Self::location_here)
    }

    pub(super) fn location_here(&mut self) -> Result<Attr, Refused> {
        let start = self.position();
        if self.peek("#") {
            let attr = self.attr_here()?;
            let is_location = match self.module.attr_data(attr) {
                AttrData::Loc(..) => true,
                AttrData::Record(record, _) => std::ptr::eq(*record, &DI_LOC),
                _ => false,
            };
            if !is_location {
                return Err(self.error_at(Span::new(start, self.at), "this is no location"));
            }
            return Ok(attr);
        }
        if self.peek("\"") {
            return self.file_or_name();
        }
        let (kind, params) = match self.word("a location")? {
            "unknown" => (LocKind::Unknown, AttrParams::default()),
            "callsite" => {
                self.expect("(")?;
                let callee = self.location()?;
                self.expect("at")?;
                let caller = self.location()?;
                self.expect(")")?;
                let attrs = smallvec![callee, caller];
                (
                    LocKind::CallSite,
                    AttrParams {
                        attrs,
                        ints: smallvec![],
                    },
                )
            }
            "fused" => return self.fused(),
            "loc" => {
                self.expect("(")?;
                let location = self.location()?;
                self.expect(")")?;
                return Ok(location);
            }
            word => {
                let message = format!("there is no location `{word}(...)`");
                return Err(self.error_at(Span::new(start, self.at), message));
            }
        };
        Ok(self.module.intern_attr(AttrData::Loc(kind, params)))
    }

    /// `"file":1:2`, `"file":1:2 to 3:4`, or `"name"(child)`.
    fn file_or_name(&mut self) -> Result<Attr, Refused> {
        let text = self.string()?;
        let name = self.module.intern_name(&text);
        let mut params = AttrParams {
            attrs: smallvec![self.module.intern_attr(AttrData::Str(name))],
            ints: smallvec![],
        };
        if !self.eat(":") {
            if self.eat("(") {
                params.attrs.push(self.location()?);
                self.expect(")")?;
            }
            return Ok(self.module.intern_attr(AttrData::Loc(LocKind::Name, params)));
        }
        params.ints.push(self.line_or_column()?);
        params.ints.push(if self.eat(":") { self.line_or_column()? } else { 0 });
        if self.eat("to") {
            let line = if self.peek(":") {
                params.ints[0]
            } else {
                self.line_or_column()?
            };
            let column = if self.eat(":") { self.line_or_column()? } else { 0 };
            params.ints.extend([line, column]);
        }
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

    /// `fused<metadata>[a, b]` after its first word. As in MLIR each part is kept once and unknown ones are left out; one
    /// part alone is itself.
    fn fused(&mut self) -> Result<Attr, Refused> {
        let mut metadata = None;
        if self.eat("<") {
            metadata = Some(self.any_attr()?);
            self.expect(">")?;
        }
        self.expect("[")?;
        let mut parts: Vec<Attr> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let unknown = self.module.unknown_location();
        while !self.eat("]") {
            let part = self.location()?;
            if part != unknown && seen.insert(part) {
                parts.push(part);
            }
            if !self.eat(",") && !self.peek("]") {
                return Err(self.expected("`,` or `]`"));
            }
        }
        if parts.is_empty() {
            parts.push(unknown);
        }
        if let (None, &[only]) = (metadata, &parts[..]) {
            return Ok(only);
        }
        parts.extend(metadata);
        let ints = smallvec![i64::from(metadata.is_some())];
        let attrs = parts.into();
        Ok(self
            .module
            .intern_attr(AttrData::Loc(LocKind::Fused, AttrParams { ints, attrs })))
    }
}
