//! Attributes in text.

use super::{Parser, Refused};
use crate::attrs::AttrData;
use crate::dialects;
use crate::entity::{Attr, Name};
use crate::op_def::{AttrDef, AttrKind};
use crate::verify::kind;
use tilewright_diag::{Diagnostic, Span};

/// How deep attributes may nest.
const DEEPEST_ATTR: usize = 32;

impl Parser<'_> {
    /// An attribute of the kind its record says. None if it is the default, which is never stored.
    pub(super) fn attr_of(&mut self, def: &AttrDef) -> Result<Option<Attr>, Refused> {
        let data = match def.kind {
            AttrKind::Enum(words) => {
                let start = self.position();
                let word = self.take_word();
                if !words.contains(&word) {
                    self.at = start;
                    let span = self.next_span();
                    let found = &self.source[span.start as usize..span.end as usize];
                    let list = words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
                    let message = format!("`{}` must be one of {list}, not `{found}`", def.name);
                    return Err(self.invalid(kind::ATTRIBUTE, span, message));
                }
                if def.default == Some(word) {
                    return Ok(None);
                }
                AttrData::Keyword(self.module.intern_name(word))
            }
            AttrKind::Flag => AttrData::Unit,
            AttrKind::Int => AttrData::Int(self.integer()?),
            AttrKind::Ints => AttrData::Ints(self.int_list()?.to_vec().into_boxed_slice()),
            AttrKind::Bool => match self.take_word() {
                "true" => AttrData::Bool(true),
                "false" => AttrData::Bool(false),
                _ => return Err(self.expected("`true` or `false`")),
            },
            AttrKind::Str => {
                let text = self.string()?;
                AttrData::Str(self.module.intern_name(&text))
            }
            AttrKind::Symbol => AttrData::Symbol(self.symbol()?),
            AttrKind::Type => AttrData::Type(self.ty()?),
            AttrKind::Any => return self.any_attr(0).map(Some),
            AttrKind::Custom(parse, _) => return parse(self).map(Some),
        };
        Ok(Some(self.module.intern_attr(data)))
    }

    /// `@name`.
    pub fn symbol(&mut self) -> Result<Name, Refused> {
        self.expect("@")?;
        if self.source[self.at..].starts_with('"') {
            let text = self.string()?;
            return Ok(self.module.intern_name(&text));
        }
        let word = self.word("a name after `@`")?;
        Ok(self.module.intern_name(word))
    }

    /// An attribute in its own text form.
    pub fn any_attr(&mut self, depth: usize) -> Result<Attr, Refused> {
        if depth > DEEPEST_ATTR {
            let span = self.next_span();
            return Err(self.error_at(
                span,
                format!("attributes are nested more than {DEEPEST_ATTR} deep here"),
            ));
        }
        let start = self.position();
        let rest = self.rest();
        let data = match rest.chars().next() {
            Some('"') => {
                let text = self.string()?;
                AttrData::Str(self.module.intern_name(&text))
            }
            Some('@') => AttrData::Symbol(self.symbol()?),
            Some('{') => {
                self.expect("{")?;
                AttrData::Dict(self.entries("}", depth)?.into_boxed_slice())
            }
            Some('[') => self.list(depth)?,
            Some('#') => {
                self.expect("#")?;
                let name = self.word("the name of an attribute")?;
                let Some(record) = dialects::attr_record(name) else {
                    let span = Span::new(start, self.at);
                    let message = format!("there is no attribute `#{name}`");
                    return Err(self.refuse(Diagnostic::error("parse.attribute", Some(span), message)));
                };
                let params = (record.parse)(self)?;
                AttrData::Record(record, params)
            }
            Some('!') => AttrData::Type(self.ty()?),
            Some(c) if c.is_ascii_digit() || c == '-' => AttrData::Int(self.integer()?),
            _ => match self.word("an attribute")? {
                "unit" => AttrData::Unit,
                "true" => AttrData::Bool(true),
                "false" => AttrData::Bool(false),
                word => AttrData::Keyword(self.module.intern_name(word)),
            },
        };
        Ok(self.module.intern_attr(data))
    }

    fn list(&mut self, depth: usize) -> Result<AttrData, Refused> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.eat("]") {
            items.push(self.any_attr(depth + 1)?);
            if !self.eat(",") && !self.peek("]") {
                return Err(self.expected("`,` or `]`"));
            }
        }
        let ints = items.iter().map(|&item| match self.module.attr_data(item) {
            AttrData::Int(value) => Some(*value),
            _ => None,
        });
        Ok(match ints.collect::<Option<Vec<_>>>() {
            Some(ints) => AttrData::Ints(ints.into_boxed_slice()),
            None => AttrData::Array(items.into_boxed_slice()),
        })
    }

    /// `name = attribute` entries with commas, up to `end`; a name that is no word stands in quotes.
    pub fn entries(&mut self, end: &str, depth: usize) -> Result<Vec<(Name, Attr)>, Refused> {
        let mut entries = Vec::new();
        while !self.eat(end) {
            let name = if self.peek("\"") {
                let quoted = self.string()?;
                if quoted.is_empty() {
                    return Err(self.expected("the name of an attribute"));
                }
                self.module.intern_name(&quoted)
            } else {
                let word = self.word("the name of an attribute")?;
                self.module.intern_name(word)
            };
            let value = if self.eat("=") {
                self.any_attr(depth + 1)?
            } else {
                self.module.intern_attr(AttrData::Unit)
            };
            entries.push((name, value));
            if !self.eat(",") && !self.peek(end) {
                return Err(self.expected(&format!("`,` or `{end}`")));
            }
        }
        Ok(entries)
    }
}
