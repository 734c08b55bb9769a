//! Module level: header, variables, entries, debug sections.

use super::{Parsed, Parser};
use crate::error::Error;
use crate::lex::Kind;
use crate::tree::*;
use crate::types::{Space, Target, Type, Version};

impl Parser<'_> {
    pub(super) fn module(mut self) -> Result<Parsed, Error> {
        let mut module = self.header()?;
        while self.peek() != Kind::End {
            if self.eat_dot("file") {
                let index = self.u32("a file number")?;
                let name = self.string()?.to_string();
                // Old forms add a time stamp and a size.
                while self.eat(b',') {
                    self.number()?;
                }
                module.files.push(SourceFile { index, name });
            } else if self.eat_dot("section") {
                let item = self.section()?;
                module.items.push(item);
            } else {
                let item = self.declaration()?;
                module.items.push(item);
            }
        }
        Ok(Parsed { module, map: self.map })
    }

    fn header(&mut self) -> Result<Module, Error> {
        let expected = "a PTX text begins with `.version`, `.target` and `.address_size`";
        if !self.eat_dot("version") {
            return Err(self.error(format!("expected `.version`, found {}", self.found()), expected));
        }
        let bad = self.error(
            format!("{} is no PTX version", self.found()),
            "write MAJOR.MINOR, for example 8.4",
        );
        let version = self
            .text_at(0)
            .split_once('.')
            .and_then(|(a, b)| Some(Version::new(a.parse().ok()?, b.parse().ok()?)))
            .ok_or(bad)?;
        self.at += 1;
        if !self.eat_dot("target") {
            return Err(self.error(format!("expected `.target`, found {}", self.found()), expected));
        }
        let target = Target::parse(self.text_at(0)).ok_or_else(|| {
            self.error(
                format!("{} is no target", self.found()),
                "write sm_80, sm_90a, sm_100a, sm_120a ...",
            )
        })?;
        self.at += 1;
        while self.eat(b',') {
            let option = self.ident("a target option")?;
            if option != "debug" {
                self.at -= 1;
                return Err(self.error(format!("target option `{option}` is not supported"), "remove it"));
            }
        }
        let mut module = Module::new(version, target);
        if self.eat_dot("address_size") {
            let size = self.u32("32 or 64")?;
            if size != 64 {
                self.at -= 1;
                return Err(self.error("only `.address_size 64` is supported", "compile for 64-bit addresses"));
            }
            module.address_size = 64;
        }
        Ok(module)
    }

    /// A debug section, kept as text. Its braces do not nest.
    fn section(&mut self) -> Result<Item, Error> {
        if self.peek() != Kind::Dot {
            return Err(self.error(format!("expected a section name, found {}", self.found()), ""));
        }
        let name = self.text_at(0).to_string();
        self.at += 1;
        self.expect(b'{')?;
        let start = self.tokens[self.at - 1].end as usize;
        while !self.is(b'}') {
            if self.peek() == Kind::End {
                return Err(self.error("section is not closed", "add `}`"));
            }
            self.at += 1;
        }
        let end = self.token(0).start as usize;
        self.at += 1;
        Ok(Item::Section {
            name,
            text: self.text.get(start..end).unwrap_or("").to_string(),
        })
    }

    fn declaration(&mut self) -> Result<Item, Error> {
        let linkage = self.linkage();
        if self.eat_dot("func") {
            return Ok(Item::Func(self.func(linkage)?));
        }
        if self.eat_dot("entry") {
            return Ok(Item::Entry(self.entry(linkage)?));
        }
        let outside = self
            .is_dot("param")
            .then(|| self.error("a parameter outside of a body", ""));
        let var = self.variable(linkage)?;
        outside.map_or(Ok(Item::Var(var)), Err)
    }

    fn linkage(&mut self) -> Linkage {
        for (word, linkage) in [
            ("visible", Linkage::Visible),
            ("extern", Linkage::Extern),
            ("weak", Linkage::Weak),
        ] {
            if self.eat_dot(word) {
                return linkage;
            }
        }
        Linkage::Local
    }

    /// `.shared .align 8 .b64 full[3] = {..};`
    pub(super) fn variable(&mut self, linkage: Linkage) -> Result<Var, Error> {
        let space = match self.text_at(0).get(1..).and_then(Space::from_text) {
            Some(s @ (Space::Shared | Space::Global | Space::Const | Space::Local)) => s,
            // Arguments of a call, in a body.
            Some(s @ Space::Param) => s,
            _ => {
                let help = "expected a variable in .shared, .global, .const or .local, an .entry or a .section";
                return Err(self.error(format!("{} is not supported here", self.found()), help));
            }
        };
        self.at += 1;
        let align = self.align()?;
        let ty = self.decl_type()?;
        let name = self.ident("a name")?.into();
        let len = self.len()?;
        let init = if self.eat(b'=') {
            Some(self.initial_values(ty)?)
        } else {
            None
        };
        self.expect(b';')?;
        Ok(Var {
            linkage,
            space,
            align,
            ty,
            name,
            len,
            init,
        })
    }

    fn align(&mut self) -> Result<Option<u32>, Error> {
        if !self.eat_dot("align") {
            return Ok(None);
        }
        let align = self.u32("an alignment")?;
        if !align.is_power_of_two() {
            self.at -= 1;
            return Err(self.error(format!("alignment {align} is not a power of two"), ""));
        }
        Ok(Some(align))
    }

    pub(super) fn decl_type(&mut self) -> Result<Type, Error> {
        match self.text_at(0).strip_prefix('.').and_then(Type::from_text) {
            Some(t) if t.is_register() => {
                self.at += 1;
                Ok(t)
            }
            _ => Err(self.error(
                format!("expected a type, found {}", self.found()),
                "one of .pred .b8 .. .b128 .u8 .. .f64",
            )),
        }
    }

    fn len(&mut self) -> Result<Len, Error> {
        let mut len = Len::One;
        while self.eat(b'[') {
            if self.eat(b']') {
                return Ok(Len::Open);
            }
            let n = u64::from(self.u32("a length")?);
            self.expect(b']')?;
            len = Len::Array(if let Len::Array(m) = len {
                m.saturating_mul(n)
            } else {
                n
            });
        }
        Ok(len)
    }

    fn initial_values(&mut self, ty: Type) -> Result<Vec<u64>, Error> {
        let list = self.eat(b'{');
        let mut values = Vec::new();
        loop {
            values.push(match (self.number()?, ty) {
                (Imm::Int(v), _) => v as u64,
                (Imm::F32(bits), _) => u64::from(bits),
                (Imm::F64(bits), Type::F32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
                (Imm::F64(bits), _) => bits,
            });
            if !list {
                return Ok(values);
            }
            if !self.eat(b',') {
                self.expect(b'}')?;
                return Ok(values);
            }
        }
    }

    fn func(&mut self, linkage: Linkage) -> Result<Func, Error> {
        let returns = self.params()?;
        let name = self.ident("the function's name")?.into();
        let params = self.params()?;
        let directives = self.directives()?;
        let defined = !self.eat(b';');
        let mut body = Body::default();
        if defined {
            body = self.body()?;
            self.map.functions.extend(self.map.places.pop());
        }
        let entry = Entry {
            linkage,
            name,
            params,
            directives,
            body,
        };
        Ok(Func {
            returns,
            entry,
            defined,
        })
    }

    /// `(.param ..., .param ...)` or nothing.
    fn params(&mut self) -> Result<Vec<Param>, Error> {
        let mut params = Vec::new();
        if self.eat(b'(') && !self.eat(b')') {
            loop {
                params.push(self.param()?);
                if !self.eat(b',') {
                    self.expect(b')')?;
                    break;
                }
            }
        }
        Ok(params)
    }

    fn entry(&mut self, linkage: Linkage) -> Result<Entry, Error> {
        let name = self.ident("the entry's name")?.into();
        let params = self.params()?;
        let directives = self.directives()?;
        let body = self.body()?;
        Ok(Entry {
            linkage,
            name,
            params,
            directives,
            body,
        })
    }

    fn param(&mut self) -> Result<Param, Error> {
        if !self.eat_dot("param") {
            return Err(self.error(format!("expected `.param`, found {}", self.found()), ""));
        }
        let align = self.align()?;
        let ty = self.decl_type()?;
        let pointee = if self.eat_dot("ptr") {
            let space = self.text_at(0).strip_prefix('.').and_then(Space::from_text);
            self.at += usize::from(space.is_some());
            Some(Pointee {
                space,
                align: self.align()?,
            })
        } else {
            None
        };
        let name = self.ident("the parameter's name")?.into();
        let len = self.len()?;
        if len == Len::Open {
            self.at -= 1;
            return Err(self.error("a parameter needs a length", "write it between the brackets"));
        }
        Ok(Param {
            align,
            ty,
            pointee,
            name,
            len,
        })
    }

    fn directives(&mut self) -> Result<Vec<Directive>, Error> {
        let mut list = Vec::new();
        while self.peek() == Kind::Dot {
            let word = self.text_at(0).get(1..).unwrap_or("");
            self.at += 1;
            list.push(match word {
                "maxntid" => Directive::Maxntid(self.three()?),
                "reqntid" => Directive::Reqntid(self.three()?),
                "reqnctapercluster" => Directive::Reqnctapercluster(self.three()?),
                "minnctapersm" => Directive::Minnctapersm(self.u32("a number")?),
                "maxnctapersm" => Directive::Maxnctapersm(self.u32("a number")?),
                "maxnreg" => Directive::Maxnreg(self.u32("a number")?),
                "maxclusterrank" => Directive::Maxclusterrank(self.u32("a number")?),
                "noreturn" => Directive::Noreturn,
                "explicitcluster" => Directive::Explicitcluster,
                "blocksareclusters" => Directive::Blocksareclusters,
                "pragma" => {
                    let text = self.string()?.to_string();
                    self.expect(b';')?;
                    Directive::Pragma(text)
                }
                _ => {
                    self.at -= 1;
                    return Err(self.error(format!("{} is no directive of an entry", self.found()), ""));
                }
            });
        }
        Ok(list)
    }

    /// One to three numbers; missing ones are 1.
    fn three(&mut self) -> Result<[u32; 3], Error> {
        let mut n = [1; 3];
        for (i, slot) in n.iter_mut().enumerate() {
            if i > 0 && !self.eat(b',') {
                break;
            }
            *slot = self.u32("a number")?;
        }
        Ok(n)
    }
}
