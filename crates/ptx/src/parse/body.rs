//! The body of an entry: declarations, labels, nested scopes, instructions.

use super::Parser;
use crate::error::Error;
use crate::lex::Kind;
use crate::modifier::Mod;
use crate::opcode::Opcode;
use crate::source_map::Pos;
use crate::tree::*;
use smallvec::SmallVec;
use tilewright_sorted::SortedMap;

/// Scopes nested deeper than this are refused.
const MAX_DEPTH: usize = 64;

/// The meanings of identifiers in one `{ }`.
#[derive(Default)]
pub(super) struct Scope<'a> {
    /// Registers by name, and ranges of registers by prefix.
    banks: SortedMap<(&'a str, bool), u16>,
    labels: SortedMap<&'a str, Label>,
}

/// The body under construction.
pub(super) struct BodyBuilder<'a> {
    pub body: Body,
    pub scopes: Vec<Scope<'a>>,
    places: Vec<Pos>,
    loc: Option<Loc>,
}

impl<'a> BodyBuilder<'a> {
    /// The register named `name`, innermost scope first.
    pub fn reg(&self, name: &str) -> Option<Reg> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: Option<u32> = name.get(prefix.len()..).and_then(|d| d.parse().ok());
        for scope in self.scopes.iter().rev() {
            if let Some(&bank) = scope.banks.get(&(name, false))
                && let Some(Bank { ty, count: None, .. }) = self.body.banks.get(usize::from(bank))
            {
                return Some(Reg {
                    bank,
                    ty: *ty,
                    index: 0,
                });
            }
            // `%r<12>` declares %r0 to %r11; a prefix may itself end in digits, so try every split of the digits.
            if number.is_some() {
                for cut in prefix.len()..name.len() {
                    let (front, digits) = name.split_at(cut);
                    if let Some(&bank) = scope.banks.get(&(front, true))
                        && let Some(Bank { ty, count: Some(n), .. }) = self.body.banks.get(usize::from(bank))
                        && let Ok(index) = digits.parse::<u32>()
                        && index < *n
                    {
                        return Some(Reg { bank, ty: *ty, index });
                    }
                }
            }
        }
        None
    }

    /// The label named `name`, innermost scope first.
    pub fn label(&self, name: &str) -> Option<Label> {
        self.scopes.iter().rev().find_map(|s| s.labels.get(name).copied())
    }

    fn push(&mut self, stmt: Stmt, pos: Pos) {
        self.body.stmts.push(stmt);
        self.places.push(pos);
    }
}

impl<'a> Parser<'a> {
    pub(super) fn body(&mut self) -> Result<Body, Error> {
        self.expect(b'{')?;
        let mut b = BodyBuilder {
            body: Body::default(),
            scopes: Vec::new(),
            places: Vec::new(),
            loc: None,
        };
        self.open_scope(&mut b)?;
        while !b.scopes.is_empty() {
            self.statement(&mut b)?;
        }
        self.map.places.push(b.places);
        Ok(b.body)
    }

    /// Enters a scope: its labels are known from its first line on, so that branches may go forward.
    fn open_scope(&mut self, b: &mut BodyBuilder<'a>) -> Result<(), Error> {
        if b.scopes.len() >= MAX_DEPTH {
            return Err(self.error(format!("more than {MAX_DEPTH} nested scopes"), "flatten the code"));
        }
        let mut scope = Scope::default();
        let (mut depth, mut ahead) = (0_usize, 0);
        loop {
            let token = self.token(ahead);
            match token.kind {
                Kind::End => break,
                Kind::Punct(b'{') => depth += 1,
                Kind::Punct(b'}') if depth == 0 => break,
                Kind::Punct(b'}') => depth -= 1,
                Kind::Ident if depth == 0 && self.token(ahead + 1).kind == Kind::Punct(b':') => {
                    let name = self.text_at(ahead);
                    let label = Label(b.body.labels.len() as u32);
                    if scope.labels.insert(name, label).is_some() {
                        self.at += ahead;
                        return Err(self.error(format!("label `{name}` is defined twice in this scope"), "rename one"));
                    }
                    b.body.labels.push(name.into());
                }
                _ => {}
            }
            ahead += 1;
        }
        b.scopes.push(scope);
        Ok(())
    }

    fn statement(&mut self, b: &mut BodyBuilder<'a>) -> Result<(), Error> {
        let pos = self.pos();
        match self.peek() {
            Kind::Punct(b'{') => {
                self.at += 1;
                b.push(Stmt::Open, pos);
                self.open_scope(b)
            }
            Kind::Punct(b'}') => {
                self.at += 1;
                b.scopes.pop();
                if !b.scopes.is_empty() {
                    b.push(Stmt::Close, pos);
                }
                Ok(())
            }
            Kind::Punct(b';') => {
                self.at += 1;
                Ok(())
            }
            Kind::Dot => self.directive(b, pos),
            Kind::Ident if self.token(1).kind == Kind::Punct(b':') => {
                let name = self.text_at(0);
                let label = b
                    .label(name)
                    .ok_or_else(|| self.error(format!("label `{name}` is out of place"), ""))?;
                self.at += 2;
                b.push(Stmt::Label(label), pos);
                Ok(())
            }
            Kind::Ident | Kind::Punct(b'@') => {
                let instr = self.instruction(b)?;
                b.push(Stmt::Instr(instr), pos);
                Ok(())
            }
            Kind::End => Err(self.error("the body is not closed", "add `}`")),
            _ => Err(self.error(format!("expected an instruction, found {}", self.found()), "")),
        }
    }

    fn directive(&mut self, b: &mut BodyBuilder<'a>, pos: Pos) -> Result<(), Error> {
        if self.eat_dot("loc") {
            b.loc = Some(self.loc()?);
            return Ok(());
        }
        if self.eat_dot("pragma") {
            let text = self.string()?.to_string();
            self.expect(b';')?;
            b.push(Stmt::Pragma(text), pos);
            return Ok(());
        }
        if self.eat_dot("reg") {
            return self.registers(b, pos);
        }
        if self.eat_dot("branchtargets") {
            let mut list = Vec::new();
            loop {
                let bad = self.error(format!("{} is no label", self.found()), "");
                let name = self.ident("a label")?;
                list.push(b.label(name).ok_or(bad)?);
                if !self.eat(b',') {
                    self.expect(b';')?;
                    b.push(Stmt::Targets(list), pos);
                    return Ok(());
                }
            }
        }
        let var = self.variable(Linkage::Local)?;
        b.push(Stmt::Var(var), pos);
        Ok(())
    }

    /// `.loc file line col [, function_name symbol [+ n], inlined_at file line col]`
    fn loc(&mut self) -> Result<Loc, Error> {
        let (file, line, col) = (self.u32("a file")?, self.u32("a line")?, self.u32("a column")?);
        while self.eat(b',') {
            match self.ident("`function_name` or `inlined_at`")? {
                "function_name" => {
                    self.ident("a symbol")?;
                    if self.eat(b'+') {
                        self.u32("an offset")?;
                    }
                }
                "inlined_at" => {
                    for what in ["a file", "a line", "a column"] {
                        self.u32(what)?;
                    }
                }
                _ => {
                    self.at -= 1;
                    return Err(self.error(format!("{} is no attribute of .loc", self.found()), ""));
                }
            }
        }
        Ok(Loc { file, line, col })
    }

    fn registers(&mut self, b: &mut BodyBuilder<'a>, pos: Pos) -> Result<(), Error> {
        if self.is_dot("v2") || self.is_dot("v4") {
            return Err(self.error("vector registers are not supported", "declare scalar registers"));
        }
        let ty = self.decl_type()?;
        loop {
            let name_at = self.at;
            let name = self.ident("a register name")?;
            let count = if self.eat(b'<') {
                let n = self.u32("a count")?;
                self.expect(b'>')?;
                Some(n)
            } else {
                None
            };
            let bank = u16::try_from(b.body.banks.len()).map_err(|_| {
                self.error(
                    "more than 65536 register declarations in one entry",
                    "declare banks, as in %r<100>",
                )
            })?;
            let twice = b
                .scopes
                .last_mut()
                .is_some_and(|s| s.banks.insert((name, count.is_some()), bank).is_some());
            if twice {
                self.at = name_at;
                return Err(self.error(
                    format!("register `{name}` is declared twice in this scope"),
                    "rename one",
                ));
            }
            b.body.banks.push(Bank {
                ty,
                name: name.into(),
                count,
            });
            b.push(Stmt::Regs(bank), pos);
            if !self.eat(b',') {
                return self.expect(b';');
            }
        }
    }

    fn instruction(&mut self, b: &BodyBuilder<'a>) -> Result<Instr, Error> {
        let guard = if self.eat(b'@') {
            let negated = self.eat(b'!');
            let bad = self.error(
                format!("{} is no declared predicate", self.found()),
                "declare it with .reg .pred",
            );
            let name = self.ident("a predicate")?;
            match b.reg(name) {
                Some(reg) if reg.ty == crate::Type::Pred => Some(Guard { reg, negated }),
                _ => return Err(bad),
            }
        } else {
            None
        };
        let start = self.at;
        let mut text = self.ident("an instruction")?.to_string();
        while self.peek() == Kind::Dot {
            text.push_str(self.text_at(0));
            self.at += 1;
        }
        let name_end = self.at;
        self.at = start;
        let Some((op, rest)) = Opcode::split(&text) else {
            let help = "the opcode table in crate ptx lists all";
            return Err(self.error(format!("instruction `{text}` is not supported"), help));
        };
        let mut mods: SmallVec<[Mod; 7]> = SmallVec::new();
        for word in rest.split('.').filter(|w| !w.is_empty()) {
            let m = Mod::from_text(word)
                .ok_or_else(|| self.error(format!("modifier `.{word}` of `{}` is not supported", op.text()), ""))?;
            mods.push(m);
        }
        if let Err(bad) = op.check_mods(&mods) {
            return Err(self.error(bad.message(op, &mods), bad.help(op)));
        }
        self.at = name_end;
        let operands = self.operands(b, op)?;
        Ok(Instr {
            guard,
            op,
            mods,
            operands,
            loc: b.loc,
        })
    }
}
