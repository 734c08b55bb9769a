//! Attributes in text.

use super::{Parser, Refused};
use crate::attrs::AttrData;
use crate::dialects;
use crate::entity::{Attr, Name};
use crate::op_def::{AttrDef, AttrKind};
use crate::verify::kind;
use tilewright_diag::{Diagnostic, Span};

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
            AttrKind::Symbol => {
                let start = self.position();
                match self.symbol_path()? {
                    AttrData::Nested(_) => {
                        let span = Span::new(start, self.at);
                        let message = format!("`{}` is one name, not one inside of others", def.name);
                        return Err(self.invalid(kind::SYMBOL, span, message));
                    }
                    name => name,
                }
            }
            AttrKind::Type => AttrData::Type(self.ty()?),
            AttrKind::Any => return self.any_attr().map(Some),
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

    /// The word before the name of a function or module that says who sees it, if it is there.
    pub(crate) fn visibility(&mut self) -> Option<&'static str> {
        ["public", "private", "nested"].into_iter().find(|word| self.eat(word))
    }

    /// `@name`, or `@outer::@inner` with any number of names.
    fn symbol_path(&mut self) -> Result<AttrData, Refused> {
        let mut names = vec![self.symbol()?];
        while self.source[self.at..].starts_with("::") {
            self.at += "::".len();
            names.push(self.symbol()?);
        }
        Ok(match names[..] {
            [name] => AttrData::Symbol(name),
            _ => AttrData::Nested(names.into()),
        })
    }

    /// An attribute in its own text form.
    pub fn any_attr(&mut self) -> Result<Attr, Refused> {
        self.nested(Self::attr_here)
    }

    pub(super) fn attr_here(&mut self) -> Result<Attr, Refused> {
        let start = self.position();
        let rest = self.rest();
        let data = match rest.chars().next() {
            Some('"') => {
                let text = self.string()?;
                AttrData::Str(self.module.intern_name(&text))
            }
            Some('@') => self.symbol_path()?,
            Some('{') => {
                self.expect("{")?;
                AttrData::Dict(self.entries("}")?.into_boxed_slice())
            }
            Some('[') => self.list()?,
            Some('<') => return self.typed_constant().map(|(value, _)| value),
            Some('#') => return self.term(false),
            Some('!' | '(') => AttrData::Type(self.ty()?),
            // `64b`, the word for a swizzle.
            Some('0'..='9') if let Some(word) = word_of_bytes(rest) => {
                self.at += word.len();
                AttrData::Keyword(self.module.intern_name(word))
            }
            Some(c) if c.is_ascii_digit() || c == '-' => self.number()?,
            _ => return self.attr_of_word(start),
        };
        Ok(self.module.intern_attr(data))
    }

    /// An attribute that starts with a word.
    fn attr_of_word(&mut self, start: usize) -> Result<Attr, Refused> {
        let data = match self.word("an attribute")? {
            "unit" => AttrData::Unit,
            "true" => AttrData::Bool(true),
            "false" => AttrData::Bool(false),
            "dense" if self.peek("<") => return self.dense(),
            "array" if self.peek("<") => self.array()?,
            "loc" if self.peek("(") => {
                self.at = start;
                return self.term(false);
            }
            word @ ("affine_map" | "affine_set" | "dense_resource" | "distinct" | "opaque" | "sparse" | "strided") => {
                let message = format!("attributes `{word}<...>` of MLIR have no meaning in CUDA Tile IR");
                let span = Span::new(start, self.at);
                return Err(self.refuse(Diagnostic::error("parse.attribute", Some(span), message)));
            }
            // Types of MLIR's own stand without a sign.
            word if self.peek("<") || dialects::type_def(word).is_some_and(|def| def.scalar.is_some()) => {
                self.at = start;
                AttrData::Type(self.ty()?)
            }
            word => AttrData::Keyword(self.module.intern_name(word)),
        };
        Ok(self.module.intern_attr(data))
    }

    /// A number, `1 : i32` or `1.0 : f32`; without a type it is one of 64 bits.
    fn number(&mut self) -> Result<AttrData, Refused> {
        let start = self.position();
        let text = self.number_text()?;
        let span = Span::new(start, self.at);
        let is_float = !text.contains("0x") && text.contains(['.', 'e', 'E']);
        let ty = match (self.eat(":"), is_float) {
            (true, _) if self.eat("index") => {
                let end = std::mem::replace(&mut self.at, start);
                let index = self.integer()?;
                self.at = end;
                return Ok(AttrData::Index(index));
            }
            (true, _) => self.ty()?,
            (false, true) => self.module.named_type("f64"),
            (false, false) => {
                self.at = start;
                return Ok(AttrData::Int(self.integer()?));
            }
        };
        let Some(scalar) = self.module.scalar(ty).filter(|s| s.bits > 0) else {
            let ty = self.module.type_text(ty);
            return Err(self.invalid(kind::TYPE, span, format!("`{ty}` is no type of a number")));
        };
        let bits = self.number_at(scalar, span)?;
        Ok(if scalar.name == "i64" {
            AttrData::Int(bits as i64)
        } else {
            let bits = [bits].into();
            AttrData::Dense { ty, bits }
        })
    }

    /// A number with its type, `1.0 : f32`; truth values and numbers of 64 bits do without.
    pub(crate) fn typed_number(&mut self) -> Result<Attr, Refused> {
        let span = self.number_span()?;
        let is_word = self.source[span.start as usize..].starts_with(['t', 'f']);
        let text = &self.source[span.start as usize..span.end as usize];
        let is_float = !text.contains("0x") && text.contains(['.', 'e', 'E']);
        let ty = match (is_word, is_float) {
            _ if self.eat(":") => self.ty()?,
            (true, _) => self.module.named_type("i1"),
            (_, true) => self.module.named_type("f64"),
            _ => self.module.named_type("i64"),
        };
        let Some(scalar) = self.module.scalar(ty).filter(|s| s.bits > 0) else {
            let ty = self.module.type_text(ty);
            return Err(self.invalid(kind::TYPE, span, format!("`{ty}` is no type of a number")));
        };
        let bits = [self.number_at(scalar, span)?].into();
        Ok(self.module.intern_attr(AttrData::Dense { ty, bits }))
    }

    /// `array<i32: 1, 2>` after its first word.
    fn array(&mut self) -> Result<AttrData, Refused> {
        self.expect("<")?;
        let start = self.position();
        let ty = self.ty()?;
        let span = Span::new(start, self.at);
        let Some(scalar) = self.module.scalar(ty).filter(|s| s.bits > 0) else {
            return Err(self.error_at(span, "arrays are made of numbers"));
        };
        let mut bits = Vec::new();
        if self.eat(":") {
            loop {
                let span = self.number_span()?;
                bits.push(self.number_at(scalar, span)?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(">")?;
        let bits = bits.into();
        Ok(AttrData::Numbers { ty, bits })
    }

    /// An attribute in the form that records and facts have for it: what MLIR spells in several ways is one thing there.
    pub(super) fn plain(&mut self, attr: Attr) -> Attr {
        let data = match self.module.attr_data(attr) {
            &AttrData::Index(int) => AttrData::Int(int),
            AttrData::Numbers { ty, bits } => {
                let (ty, bits) = (*ty, bits.clone());
                // The language has arrays of i32; others keep the type of their elements.
                if self.module.scalar(ty).is_some_and(|s| s.name == "i32") {
                    AttrData::Ints(bits.iter().map(|&bits| i64::from(bits as i32)).collect())
                } else {
                    let number = |&bits: &u64| {
                        let bits = [bits].into();
                        self.module.intern_attr(AttrData::Dense { ty, bits })
                    };
                    AttrData::Array(bits.iter().map(number).collect())
                }
            }
            _ => return attr,
        };
        self.module.intern_attr(data)
    }

    fn list(&mut self) -> Result<AttrData, Refused> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.eat("]") {
            items.push(self.any_attr()?);
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
    pub fn entries(&mut self, end: &str) -> Result<Vec<(Name, Attr)>, Refused> {
        let mut entries: Vec<(Name, Attr)> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        while !self.eat(end) {
            let start = self.position();
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
            if !seen.insert(name) {
                let text = self.module.name(name).to_string();
                let span = Span::new(start, self.at);
                return Err(self.error_at(span, format!("`{text}` is given twice")));
            }
            let value = if self.eat("=") {
                self.any_attr()?
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

/// The word for rows of so many bytes at the start of a text.
fn word_of_bytes(text: &str) -> Option<&str> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.strip_prefix('b')?;
    let goes_on = rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    (!goes_on).then(|| &text[..text.len() - rest.len()])
}
