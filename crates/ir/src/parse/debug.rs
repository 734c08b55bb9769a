//! Locations and debug attributes. Where calls were inlined they nest as deep as the calls did, so they are read without
//! calls of the parser: what is open is a list.

use super::{Parser, Refused, aliases};
use crate::attrs::{AttrData, AttrParams, AttrRecord};
use crate::dialects;
use crate::entity::Attr;
use crate::locations::{self, Field, LocKind};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};
use tilewright_diag::{Diagnostic, Span};

/// The kind of record of which a part is being read.
enum Open<'s> {
    /// `loc(place)`, which is no level of its own.
    Place,
    /// `callsite(callee at caller)`, with the callee once it is known.
    Call(Option<Attr>),
    /// `"name"(child)`.
    Name(Attr),
    /// `fused<metadata>[parts]`, before the parts.
    Metadata,
    /// `fused[parts]`, with what stood before them, and the parts so far.
    Fused(Option<Attr>, Vec<Attr>, FxHashSet<Attr>),
    /// A debug attribute, the values of its fields so far, and the field that is being read.
    Debug(&'static AttrRecord, SmallVec<[Option<Attr>; 6]>, usize),
    /// The text of an alias.
    Alias(aliases::OpenAlias<'s>),
}

impl Open<'_> {
    /// Whether the part that is read must be a location.
    fn wants_location(&self) -> bool {
        !matches!(self, Self::Metadata | Self::Debug(..) | Self::Alias(_))
    }
}

/// Something open, and where the part of it starts that is being read.
type Frame<'s> = (Open<'s>, usize);

impl<'s> Parser<'s> {
    /// A location, or an attribute that may be one.
    pub(super) fn term(&mut self, is_location: bool) -> Result<Attr, Refused> {
        self.term_in(is_location, Vec::new())
    }

    /// The record that the text of an alias describes.
    pub(super) fn unused_alias(&mut self, name: &'s str, text: (usize, usize)) -> Result<Attr, Refused> {
        let alias = self.open_alias(name, text);
        self.term_in(false, vec![(Open::Alias(alias), text.0)])
    }

    fn term_in(&mut self, is_location: bool, mut open: Vec<Frame<'s>>) -> Result<Attr, Refused> {
        let read = self.term_with(is_location, &mut open);
        while let Some((frame, _)) = open.pop() {
            self.leave(frame);
        }
        read
    }

    fn term_with(&mut self, is_location: bool, open: &mut Vec<Frame<'s>>) -> Result<Attr, Refused> {
        let first = self.position();
        loop {
            let wants = open.last().map_or(is_location, |(frame, _)| frame.wants_location());
            let mut whole = self.begin(wants, open)?;
            while let Some(part) = whole {
                let start = open.last().map_or(first, |(_, start)| *start);
                let wants = open.last().map_or(is_location, |(frame, _)| frame.wants_location());
                if wants && !locations::is_location(&self.module, part) {
                    return Err(self.error_at(Span::new(start, self.at), "this is no location"));
                }
                let Some((frame, start)) = open.last_mut() else {
                    return Ok(part);
                };
                whole = self.resume(frame, part)?;
                *start = self.at;
                if whole.is_some()
                    && let Some((frame, _)) = open.pop()
                {
                    let size = self.leave(frame);
                    let start = open.last().map_or(first, |(_, start)| *start);
                    self.larger(size, Span::new(start, self.at))?;
                }
            }
        }
    }

    fn enter(&mut self, frame: Open<'s>, open: &mut Vec<Frame<'s>>) -> Result<Option<Attr>, Refused> {
        if !matches!(frame, Open::Place) {
            self.enter_level()?;
        }
        let start = self.position();
        open.push((frame, start));
        Ok(None)
    }

    /// Leaves what was open. How large it was, if that was counted by itself.
    fn leave(&mut self, frame: Open<'s>) -> u64 {
        match frame {
            Open::Alias(alias) => self.close_alias(alias),
            Open::Place => 0,
            _ => {
                self.leave_level();
                0
            }
        }
    }

    /// Reads what has no parts, or up to the first part of what has some.
    fn begin(&mut self, is_location: bool, open: &mut Vec<Frame<'s>>) -> Result<Option<Attr>, Refused> {
        let start = self.position();
        if self.peek("#") {
            return self.begin_marked(open);
        }
        if !is_location {
            if self.eat("loc") {
                self.expect("(")?;
                return self.enter(Open::Place, open);
            }
            return self.attr_in_location().map(Some);
        }
        if self.peek("\"") {
            let text = self.string()?;
            let name = self.module.intern_name(&text);
            let name = self.module.intern_attr(AttrData::Str(name));
            if self.eat(":") {
                return self.place_in_file(name).map(Some);
            }
            if self.eat("(") {
                return self.enter(Open::Name(name), open);
            }
            return Ok(Some(self.located(LocKind::Name, smallvec![name])));
        }
        match self.word("a location")? {
            "unknown" => Ok(Some(self.module.unknown_location())),
            "callsite" => {
                self.expect("(")?;
                self.enter(Open::Call(None), open)
            }
            "fused" if self.eat("<") => self.enter(Open::Metadata, open),
            "fused" => {
                self.expect("[")?;
                if self.eat("]") {
                    return Ok(Some(self.fused(None, Vec::new())));
                }
                self.enter(Open::Fused(None, Vec::new(), FxHashSet::default()), open)
            }
            "loc" => {
                self.expect("(")?;
                self.enter(Open::Place, open)
            }
            word => {
                let message = format!("there is no location `{word}(...)`");
                Err(self.error_at(Span::new(start, self.at), message))
            }
        }
    }

    /// `#alias`, or `#name` of an attribute of a dialect and what follows it.
    fn begin_marked(&mut self, open: &mut Vec<Frame<'s>>) -> Result<Option<Attr>, Refused> {
        let start = self.position();
        self.expect("#")?;
        let name = self.alias_name();
        let span = Span::new(start, self.at);
        // Aliases have no dot in their names; what an attribute of a dialect says follows in brackets.
        if !name.contains('.') && !self.peek("<") {
            return match self.known_alias(name, span)? {
                Ok(known) => Ok(Some(known)),
                Err(unread) => {
                    let alias = self.open_alias(name, unread);
                    open.push((Open::Alias(alias), self.at));
                    Ok(None)
                }
            };
        }
        let Some(record) = dialects::attr_record(name) else {
            let message = format!("there is no attribute `#{name}`");
            return Err(self.refuse(Diagnostic::error("parse.attribute", Some(span), message)));
        };
        if let Some(parse) = record.parse {
            let params = parse(self)?;
            return Ok(Some(self.module.intern_attr(AttrData::Record(record, params))));
        }
        self.expect("<")?;
        let mut found = SmallVec::from_elem(None, locations::fields(record.name).len());
        match self.next_field(record, &mut found)? {
            Some(field) => self.enter(Open::Debug(record, found, field), open),
            None => self.debug_attr(record, &found).map(Some),
        }
    }

    /// Takes a part of what is open and reads on, to the next part or to the end.
    fn resume(&mut self, open: &mut Open<'s>, part: Attr) -> Result<Option<Attr>, Refused> {
        match open {
            Open::Place => {
                self.expect(")")?;
                Ok(Some(part))
            }
            &mut Open::Call(None) => {
                self.expect("at")?;
                *open = Open::Call(Some(part));
                Ok(None)
            }
            &mut Open::Call(Some(callee)) => {
                self.expect(")")?;
                Ok(Some(self.located(LocKind::CallSite, smallvec![callee, part])))
            }
            &mut Open::Name(name) => {
                self.expect(")")?;
                Ok(Some(self.located(LocKind::Name, smallvec![name, part])))
            }
            Open::Metadata => {
                self.expect(">")?;
                self.expect("[")?;
                if self.eat("]") {
                    return Ok(Some(self.fused(Some(part), Vec::new())));
                }
                *open = Open::Fused(Some(part), Vec::new(), FxHashSet::default());
                Ok(None)
            }
            Open::Fused(metadata, parts, seen) => {
                if part != self.module.unknown_location() && seen.insert(part) {
                    parts.push(part);
                }
                if self.eat(",") && !self.peek("]") {
                    return Ok(None);
                }
                if !self.eat("]") {
                    return Err(self.expected("`,` or `]`"));
                }
                Ok(Some(self.fused(*metadata, std::mem::take(parts))))
            }
            Open::Debug(record, found, field) => {
                let (name, kind) = locations::fields(record.name)[*field];
                if name.is_empty() && !kind.takes(self.module.attr_data(part)) {
                    return Err(self.expected(&format!("{} before this", kind.wanted())));
                }
                found[*field] = Some(part);
                let separated = name.is_empty() || self.eat(",") || self.peek(">");
                if !separated {
                    return Err(self.expected("`,` or `>`"));
                }
                match self.next_field(record, found)? {
                    Some(next) => {
                        *field = next;
                        Ok(None)
                    }
                    None => self.debug_attr(record, found).map(Some),
                }
            }
            Open::Alias(alias) => self.finish_alias(alias, part).map(Some),
        }
    }

    fn located(&mut self, kind: LocKind, attrs: SmallVec<[Attr; 2]>) -> Attr {
        let ints = smallvec![];
        self.module.intern_attr(AttrData::Loc(kind, AttrParams { ints, attrs }))
    }

    /// `fused<metadata>[parts]`. As in MLIR each part is kept once and unknown ones are left out; one part alone is itself.
    fn fused(&mut self, metadata: Option<Attr>, mut parts: Vec<Attr>) -> Attr {
        if parts.is_empty() {
            parts.push(self.module.unknown_location());
        }
        if let (None, &[only]) = (metadata, &parts[..]) {
            return only;
        }
        parts.extend(metadata);
        let ints = smallvec![i64::from(metadata.is_some())];
        let attrs = parts.into();
        let params = AttrParams { ints, attrs };
        self.module.intern_attr(AttrData::Loc(LocKind::Fused, params))
    }

    /// Reads up to the next value in the brackets of a debug attribute: `first in second`, or `name = value, ...` in any
    /// order. None at the end.
    fn next_field(&mut self, record: &AttrRecord, found: &mut [Option<Attr>]) -> Result<Option<usize>, Refused> {
        let fields = locations::fields(record.name);
        if let [("", _), _] = fields {
            return match found {
                [None, _] => Ok(Some(0)),
                [_, None] => self.expect("in").map(|()| Some(1)),
                _ => self.expect(">").map(|()| None),
            };
        }
        if self.eat(">") {
            return Ok(None);
        }
        let name = self.word("the name of a parameter")?;
        let at = fields.iter().position(|(field, _)| *field == name);
        let Some(at) = at.filter(|&at| found[at].is_none()) else {
            let list: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
            return Err(self.expected(&format!("each of {} at most once before this", list.join(", "))));
        };
        self.expect("=")?;
        Ok(Some(at))
    }

    /// The debug attribute with these values.
    fn debug_attr(&mut self, record: &'static AttrRecord, found: &[Option<Attr>]) -> Result<Attr, Refused> {
        let mut params = AttrParams::default();
        for ((name, field), &value) in locations::fields(record.name).iter().zip(found) {
            let int = value.and_then(|value| match self.module.attr_data(value) {
                AttrData::Int(int) => Some(*int),
                _ => None,
            });
            match (field, value, int) {
                (_, Some(value), None) if field.takes(self.module.attr_data(value)) => params.attrs.push(value),
                (Field::Int | Field::OptionalInt, _, Some(int)) if (0..=i64::from(u32::MAX)).contains(&int) => {
                    params.ints.push(int);
                }
                (Field::OptionalInt, None, _) => params.ints.push(0),
                _ => return Err(self.expected(&format!("{} as `{name}` before this", field.wanted()))),
            }
        }
        Ok(self.module.intern_attr(AttrData::Record(record, params)))
    }
}
