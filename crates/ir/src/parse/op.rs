//! Ops in text, as their records say.

use super::locations::Located;
use super::{OpInProgress, Parser, Refused};
use crate::dialects;
use crate::entity::{Block, Name, Ty, Value};
use crate::format::{Anchor, Piece};
use crate::module::ValueName;
use crate::op_def::{Arity, Infer, OpDef, Syntax, traits};
use crate::verify::kind;
use smallvec::{SmallVec, smallvec};
use tilewright_diag::counted;
use tilewright_diag::{Diagnostic, Span};

/// More results than any op has; a larger number in the text is a mistake or an attack.
const MAX_RESULTS: i64 = 4096;

/// Names on the left of an op: how many results each has, and where it stands.
pub(super) type ResultNames = Vec<(Name, u32, Span)>;

impl OpInProgress {
    /// Of an op nothing but its name was read.
    pub(super) fn new(def: &'static OpDef, start: usize) -> Self {
        Self {
            def,
            operands: vec![SmallVec::new(); def.operands.len()],
            result_types: vec![SmallVec::new(); def.results.len()],
            attrs: Vec::new(),
            defaulted: Vec::new(),
            extra: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            span: Span::at(start),
            types_are_written: false,
        }
    }
}

impl Parser<'_> {
    /// Reads one op into `block`.
    pub(super) fn op(&mut self, block: Block) -> Result<(), Refused> {
        let start = self.position();
        let names = self.result_names()?;
        if self.peek("\"") {
            return self.generic_op(block, start, names);
        }
        let def = self.op_record()?;
        let mut op = OpInProgress::new(def, start);
        // An op that ends its block has its attributes before its operands.
        if def.has(traits::TERMINATOR) {
            self.dictionary(&mut op)?;
        }
        match def.syntax {
            Syntax::Format(_) => self.pieces(&def.format().pieces, &mut op)?,
            Syntax::Custom(parse, _) => parse(self, &mut op)?,
        }
        self.dictionary(&mut op)?;
        // The parser may have looked at the next line for what could follow here.
        op.span = Span::new(start, start + self.source[start..self.at].trim_end().len());
        self.at = op.span.end as usize;
        self.finish_op(block, names, op)
    }

    /// `%a, %b:2 = `, if the op has results.
    pub(super) fn result_names(&mut self) -> Result<ResultNames, Refused> {
        let mut names = ResultNames::new();
        if !self.peek("%") {
            return Ok(names);
        }
        loop {
            let (name, span) = self.value_name()?;
            let mut count = 1;
            if self.eat(":") {
                count = self.integer()?;
                if !(1..=MAX_RESULTS).contains(&count) {
                    return Err(self.error_at(span, format!("{count} is no number of results")));
                }
            }
            names.push((name, count as u32, span));
            if !self.eat(",") {
                break;
            }
        }
        self.expect("=")?;
        Ok(names)
    }

    /// The record of the op whose name is next.
    fn op_record(&mut self) -> Result<&'static OpDef, Refused> {
        let start = self.position();
        let word = self.word("an op")?;
        let span = Span::new(start, self.at);
        match self.module.registry().op(word) {
            Some(def) => self.allowed(def, span),
            None => Err(self.unknown_op(word, span)),
        }
    }

    pub(super) fn unknown_op(&mut self, name: &str, span: Span) -> Refused {
        if let Some(why) = dialects::cuda_tile::refused_op(name) {
            return self.refuse(Diagnostic::error(
                "verify.unsupported",
                Some(span),
                format!("`{name}`: {why}"),
            ));
        }
        let mut diagnostic = Diagnostic::error("parse.unknown-op", Some(span), format!("there is no op `{name}`"));
        if let Some(near) = crate::spelling::nearest(name, self.module.registry().spellings()) {
            diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
        }
        self.refuse(diagnostic)
    }

    /// `^name`: a block that is branched to.
    pub(super) fn successor(&mut self) -> Result<Block, Refused> {
        self.expect("^")?;
        let label = self.word("the name of a block")?;
        let name = self.module.intern_name(label);
        self.labelled(name)
    }

    fn pieces(&mut self, pieces: &'static [Piece], op: &mut OpInProgress) -> Result<(), Refused> {
        for piece in pieces {
            match piece {
                Piece::Text(_, tokens) => {
                    // Attributes without a place of their own stand before the types.
                    if tokens.first().is_some_and(|first| *first == ":") {
                        self.dictionary(op)?;
                    }
                    tokens.iter().try_for_each(|token| self.expect(token))?;
                }
                Piece::Operand(slot) => self.operand_piece(*slot, op)?,
                Piece::Attr(slot) => {
                    if let Some(attr) = self.attr_of(&op.def.attrs[*slot])? {
                        op.attrs.push((*slot as u8, attr));
                    }
                }
                Piece::Region(_) => loop {
                    let open = self.open_region(op.def)?;
                    self.arguments(open.entry)?;
                    let region = self.close_region(open)?;
                    op.regions.push(region);
                    if !op.def.has(traits::REGION_LIST) || !self.peek("{") {
                        break;
                    }
                },
                Piece::Successor(_) => {
                    let block = self.successor()?;
                    op.successors.push(block);
                }
                Piece::OperandType(slot, once) => self.operand_types(*slot, *once, op)?,
                Piece::ResultType(slot) => {
                    op.result_types[*slot] = if op.def.results[*slot].arity == Arity::One {
                        smallvec![self.ty()?]
                    } else {
                        self.types()?
                    };
                }
                Piece::Group(anchor, inner) => self.group(*anchor, inner, op)?,
            }
        }
        Ok(())
    }

    fn operand_piece(&mut self, slot: usize, op: &mut OpInProgress) -> Result<(), Refused> {
        if op.def.operands[slot].arity != Arity::Variadic {
            let value = self.value()?;
            op.operands[slot].push(value);
            return Ok(());
        }
        while self.peek("%") {
            let value = self.value()?;
            op.operands[slot].push(value);
            if !self.eat(",") {
                break;
            }
        }
        Ok(())
    }

    /// The types of an operand, which must be those of its values.
    fn operand_types(&mut self, slot: usize, once: bool, op: &mut OpInProgress) -> Result<(), Refused> {
        let values = op.operands[slot].clone();
        for (index, &value) in values.iter().enumerate() {
            if index > 0 && !self.eat(",") {
                // Written once for all.
                if once && index == 1 {
                    let ty = self.module.ty(values[0]);
                    return values.iter().try_for_each(|&v| self.check_type(v, ty));
                }
                return Err(self.expected("`,`"));
            }
            let ty = self.ty()?;
            self.check_type(value, ty)?;
        }
        Ok(())
    }

    /// Says so if `value` is not of type `ty`.
    pub fn check_type(&mut self, value: Value, ty: Ty) -> Result<(), Refused> {
        let actual = self.module.ty(value);
        let none = self.none_type();
        if actual == ty || actual == none || ty == none {
            return Ok(());
        }
        let name = self
            .module
            .value_name(value)
            .map_or(String::new(), |n| self.module.name(n.name).to_string());
        let actual = self.module.type_text(actual);
        let written = self.module.type_text(ty);
        let span = Span::at(self.at);
        let span = Span::new(span.start as usize - written.len().min(self.at), self.at);
        let message = format!("`%{name}` has type `{actual}`, but `{written}` is written here");
        Err(self.invalid(kind::TYPE, span, message))
    }

    fn group(&mut self, anchor: Anchor, inner: &'static [Piece], op: &mut OpInProgress) -> Result<(), Refused> {
        // After the values come their types: then what was read before decides, else what stands here.
        let has = |wanted: fn(&Piece) -> bool| inner.iter().any(wanted);
        let is_about_types = has(|p| matches!(p, Piece::OperandType(..))) && !has(|p| matches!(p, Piece::Operand(_)));
        let present = match anchor {
            Anchor::Operand(slot) if is_about_types => !op.operands[slot].is_empty(),
            Anchor::Operand(slot) => self.starts(inner, op) && !self.is_for_the_next(slot, inner, op),
            _ => self.starts(inner, op),
        };
        if !present {
            return Ok(());
        }
        self.pieces(inner, op)?;
        if let Anchor::Attr(slot) = anchor
            && matches!(op.def.attrs[slot].kind, crate::op_def::AttrKind::Flag)
        {
            let unit = self.module.intern_attr(crate::attrs::AttrData::Unit);
            op.attrs.push((slot as u8, unit));
        }
        Ok(())
    }

    /// Whether the value that follows here is not for this optional operand but for the next one: it is the last of
    /// its list, and its type suits only that. So a load with a padding value and no mask is read as it is printed.
    fn is_for_the_next(&mut self, slot: usize, inner: &'static [Piece], op: &OpInProgress) -> bool {
        let is_list = op.def.operands[slot].arity == Arity::Variadic;
        if is_list || !matches!(inner, [Piece::Text(", ", _), ..]) {
            return false;
        }
        let Some(next) = op.def.operands.get(slot + 1) else {
            return false;
        };
        let (start, told) = (self.at, self.diagnostics.len());
        self.eat(",");
        let value = self.value();
        let is_last = !self.peek(",");
        self.at = start;
        // An error in the value is reported when it is read for good.
        self.diagnostics.truncate(told);
        let Ok(value) = value else { return false };
        let ty = self.module.ty(value);
        let suits = |constraint| crate::verify::satisfies(&self.module, ty, constraint, false);
        is_last && next.arity == Arity::Optional && !suits(op.def.operands[slot].constraint) && suits(next.constraint)
    }

    /// Whether the text goes on with these pieces, as far as the first of them tells.
    fn starts(&mut self, pieces: &'static [Piece], op: &OpInProgress) -> bool {
        let is_blank = |piece: &&Piece| matches!(piece, Piece::Text(_, tokens) if tokens.is_empty());
        match pieces.iter().find(|piece| !is_blank(piece)) {
            Some(Piece::Text(_, tokens)) => match tokens[0].as_bytes() {
                [sign, ..] if !super::is_word_byte(sign) => self.peek(&tokens[0][..1]),
                _ => self.peek_word(tokens[0]),
            },
            // Operands that may be missing stand on the line of their op: the next line may start with a result.
            Some(Piece::Operand(_)) => self.source[self.at..].trim_start_matches([' ', '\t']).starts_with('%'),
            Some(Piece::Attr(slot)) => match op.def.attrs[*slot].kind {
                // Any word: what is wrong with one that is not among those allowed is said where it is read.
                crate::op_def::AttrKind::Enum(_) => self.rest().starts_with(|c: char| c.is_ascii_alphabetic()),
                _ => true,
            },
            _ => true,
        }
    }

    /// Makes the op, once all of it is read.
    pub(super) fn finish_op(&mut self, block: Block, names: ResultNames, op: OpInProgress) -> Result<(), Refused> {
        let mut result_types = self.result_types(&op)?;
        if op.types_are_written {
            self.check_written_results(&op, &result_types)?;
            result_types = op.result_types.iter().flatten().copied().collect();
        }
        let count: u32 = names.iter().map(|(_, count, _)| count).sum();
        // Results that nobody uses need no names.
        if count > 0 && count as usize != result_types.len() {
            let message = if result_types.is_empty() {
                format!("`{}` has no results, but {count} are named", op.def.short_name())
            } else {
                format!(
                    "`{}` has {}, but {count} named",
                    op.def.short_name(),
                    counted(result_types.len(), "results")
                )
            };
            return Err(self.invalid(kind::COUNT, op.span, message));
        }
        let loc = self.place(op.span);
        let lists: SmallVec<[&[Value]; 4]> = op.operands.iter().map(|list| list.as_slice()).collect();
        let id = self.module.create_op(op.def, &lists, &result_types, loc);
        self.module.set_attrs(id, &op.attrs, &op.extra);
        if !op.regions.is_empty() {
            self.module.attach_regions(id, &op.regions);
        }
        self.module.set_successors(id, &op.successors);
        self.module.append(block, id);
        let mut index = 0;
        for (name, count, span) in names {
            for part in 0..count {
                let value = self.module.result(id, index);
                self.define(ValueName { name, part }, value, span)?;
                index += 1;
            }
        }
        self.remember_location(Located::Op(id))
    }

    fn result_types(&mut self, op: &OpInProgress) -> Result<SmallVec<[Ty; 4]>, Refused> {
        let mut types: SmallVec<[Ty; 4]> = SmallVec::new();
        for (slot, def) in op.def.results.iter().enumerate() {
            match def.infer {
                Infer::FromText => types.extend(op.result_types[slot].iter().copied()),
                Infer::SameAs(name) => {
                    let operand = op.def.operand_slot(name).and_then(|slot| op.operands[slot].first());
                    let earlier = op.def.results[..slot].iter().position(|r| r.name == name);
                    match (operand, earlier) {
                        (Some(&value), _) => types.push(self.module.ty(value)),
                        (_, Some(index)) if index < types.len() => types.push(types[index]),
                        _ => return Err(self.expected(&format!("operand `{name}`"))),
                    }
                }
                Infer::Always(name) => types.push(self.module.named_type(name)),
            }
        }
        Ok(types)
    }
}
