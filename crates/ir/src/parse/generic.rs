//! MLIR's generic form, which every op has: `"name"(operands) <{properties}> ({regions}) {attributes} : (types) -> types`;
//! and the attribute dictionaries of both forms.

use super::{OpInProgress, Parser, Refused};
use crate::attrs::AttrData;
use crate::dialects::cuda_tile::official::{self, Words};
use crate::entity::{Attr, Block, Name, Region, Ty, Value};
use crate::op_def::{Arity, AttrKind, Infer, OpDef, traits};
use crate::ops;
use crate::ops::{cuda_tile, scf};
use crate::verify::kind;
use smallvec::SmallVec;
use tilewright_diag::counted;
use tilewright_diag::{Diagnostic, Span};

/// Attributes of functions that say nothing the op does not say.
const OF_FUNCTIONS: [&str; 3] = ["function_type", "arg_attrs", "res_attrs"];

impl Parser<'_> {
    /// Reads an op whose name in quotes is next.
    pub(super) fn generic_op(
        &mut self,
        block: Block,
        start: usize,
        names: super::op::ResultNames,
    ) -> Result<(), Refused> {
        let at = self.position();
        let name = self.string()?;
        let def = match self.module.registry().op(&name).filter(|_| name.contains('.')) {
            Some(def) => self.allowed(def, Span::new(at, self.at))?,
            None => return Err(self.unknown_op(&name, Span::new(at, self.at))),
        };
        let mut op = OpInProgress::new(def, start);
        op.types_are_written = true;
        let operands = self.generic_operands()?;
        if self.eat("[") {
            while !self.eat("]") {
                let successor = self.successor()?;
                op.successors.push(successor);
                if !self.eat(",") && !self.peek("]") {
                    return Err(self.expected("`,` or `]`"));
                }
            }
        }
        let mut entries = Vec::new();
        if self.eat("<") {
            self.expect("{")?;
            entries = self.entries("}")?;
            self.expect(">")?;
        }
        if self.eat("(") {
            while !self.eat(")") {
                let region = self.generic_region(def)?;
                op.regions.push(region);
                if !self.eat(",") && !self.peek(")") {
                    return Err(self.expected("`,` or `)`"));
                }
            }
        }
        if self.eat("{") {
            entries.extend(self.entries("}")?);
        }
        self.expect(":")?;
        let inputs = self.types_in_parentheses()?;
        self.expect("->")?;
        let results = if self.peek("(") {
            self.types_in_parentheses()?
        } else {
            smallvec::smallvec![self.ty()?]
        };
        op.span = Span::new(start, self.at);
        self.generic_parts(&mut op, entries, (&operands, &inputs), &results)?;
        self.finish_op(block, names, op)
    }

    fn generic_operands(&mut self) -> Result<Vec<Value>, Refused> {
        let mut operands = Vec::new();
        self.expect("(")?;
        while !self.eat(")") {
            operands.push(self.value()?);
            if !self.eat(",") && !self.peek(")") {
                return Err(self.expected("`,` or `)`"));
            }
        }
        Ok(operands)
    }

    /// `{ ops }` or `{ ^bb0(%a: type): ops }`; nothing at all between the braces is a region without a block.
    fn generic_region(&mut self, def: &'static OpDef) -> Result<Region, Refused> {
        let open = self.open_region(def)?;
        let entry = open.entry;
        let start = self.position();
        let region = self.close_region(open)?;
        let is_empty = self.source[start..self.at].trim_matches(['{', '}']).trim().is_empty();
        if is_empty && self.is_untouched(entry) {
            self.module.reorder_blocks_to_none(region);
        }
        self.written_end(def, region, Span::new(start, self.at))?;
        Ok(region)
    }

    /// In this form nothing is left out: a region has a block, and a block its terminator, except that of a module.
    fn written_end(&mut self, def: &'static OpDef, region: Region, span: Span) -> Result<(), Refused> {
        if def.kind == cuda_tile::MODULE || !def.has(traits::IMPLICIT_END) {
            return Ok(());
        }
        let blocks = self.module.blocks(region);
        // Only the second way of a branch may be missing.
        if blocks.is_empty() && !matches!(def.kind, cuda_tile::IF | scf::IF) {
            return Err(self.invalid(
                kind::REGION,
                span,
                format!("the region of `{}` has no block", def.short_name()),
            ));
        }
        let ends = |&block: &Block| {
            self.module
                .last_op(block)
                .is_some_and(|op| self.module.def(op).has(traits::TERMINATOR))
        };
        if blocks.iter().all(ends) {
            return Ok(());
        }
        let message = "a block does not end in a terminator, and in this form none is understood";
        Err(self.invalid(kind::REGION, span, message))
    }

    /// Gives operands, results and attributes their places in the record.
    fn generic_parts(
        &mut self,
        op: &mut OpInProgress,
        mut entries: Vec<(Name, Attr)>,
        (operands, inputs): (&[Value], &[Ty]),
        results: &[Ty],
    ) -> Result<(), Refused> {
        let def = op.def;
        if operands.len() != inputs.len() {
            let message = format!(
                "{}, but {} of operands",
                counted(operands.len(), "operands"),
                counted(inputs.len(), "types")
            );
            return Err(self.error_at(op.span, message));
        }
        for (&value, &ty) in operands.iter().zip(inputs) {
            self.check_type(value, ty)?;
        }
        let is_segments = |parser: &Self, name: Name| parser.module.name(name) == official::SEGMENTS;
        let segments = entries.iter().position(|&(name, _)| is_segments(self, name));
        let segments = segments.map(|at| entries.remove(at).1);
        let segments = segments.map(|attr| self.plain(attr));
        let segments = match segments.map(|attr| self.module.attr_data(attr)) {
            Some(AttrData::Ints(ints)) => Some(ints.clone()),
            Some(_) => return Err(self.rule(op, "count", format!("`{}` is an array of i32", official::SEGMENTS))),
            None => None,
        };
        if official::has_segments(def) && segments.is_none() && !operands.is_empty() {
            let message = format!("attribute `{}` is missing", official::SEGMENTS);
            return Err(self.rule(op, "attribute", message));
        }
        let arities: Vec<Arity> = def.operands.iter().map(|o| o.arity).collect();
        let Some(counts) = counts(&arities, operands.len(), segments.as_deref()) else {
            let message = format!("the number of its operands, {}, does not fit", operands.len());
            return Err(self.rule(op, "count", message));
        };
        let mut rest = operands;
        for (list, count) in op.operands.iter_mut().zip(counts) {
            let (own, others) = rest.split_at(count);
            list.extend_from_slice(own);
            rest = others;
        }
        if def.kind == cuda_tile::ATOMIC_RED_VIEW_TKO {
            // The only op whose record has its operands in another order than the official definition.
            op.operands = [2, 0, 1, 3].map(|slot| std::mem::take(&mut op.operands[slot])).into();
        }
        let arities: Vec<Arity> = def.results.iter().map(|r| r.arity).collect();
        let Some(counts) = counts_of_results(&arities, results.len()) else {
            let message = format!("the number of its results, {}, does not fit", results.len());
            return Err(self.rule(op, "count", message));
        };
        let mut rest = results;
        for (list, count) in op.result_types.iter_mut().zip(counts) {
            let (own, others) = rest.split_at(count);
            list.extend_from_slice(own);
            rest = others;
        }
        if !def.takes_regions(op.regions.len()) {
            let message = format!("{}, not {}", counted(op.regions.len(), "regions"), def.regions.len());
            return Err(self.rule(op, "region", message));
        }
        self.function_attributes(op, &mut entries)?;
        self.absorb(op, entries)?;
        for attr in def.attrs {
            let is_missing = || {
                !op.attrs
                    .iter()
                    .any(|&(slot, _)| def.attrs[slot as usize].name == attr.name)
            };
            let was_given = |name: &str| op.extra.iter().any(|&(n, _)| self.module.name(n) == name);
            if official::is_asked_for(def, attr.name) && is_missing() && !was_given(attr.name) {
                let (name, _) = official::official(def, attr.name);
                let defaulted = op.defaulted.contains(&attr.name);
                if !defaulted {
                    return Err(self.rule(op, "attribute", format!("attribute `{name}` is missing")));
                }
            }
        }
        Ok(())
    }

    /// Takes the attributes of a function that its region says too, and refuses them where they say something else.
    fn function_attributes(&mut self, op: &OpInProgress, entries: &mut Vec<(Name, Attr)>) -> Result<(), Refused> {
        let is_function = matches!(op.def.kind, cuda_tile::ENTRY | cuda_tile::TESTING_FUNC);
        if !is_function {
            return Ok(());
        }
        let mut taken = Vec::new();
        entries.retain(|&(name, attr)| {
            let is_one = OF_FUNCTIONS.contains(&self.module.name(name));
            if is_one {
                taken.push((self.module.name(name) == OF_FUNCTIONS[0], attr));
            }
            !is_one
        });
        let Some(&(_, ty)) = taken.iter().find(|(is_type, _)| *is_type) else {
            return Err(self.rule(op, "attribute", "attribute `function_type` is missing".to_string()));
        };
        for &(_, attr) in taken.iter().filter(|(is_type, _)| !is_type) {
            let is_empty =
                |attr: Attr| matches!(self.module.attr_data(attr), AttrData::Dict(entries) if entries.is_empty());
            let says_nothing = match self.module.attr_data(attr) {
                AttrData::Array(items) => items.iter().all(|&item| is_empty(item)),
                AttrData::Ints(items) => items.is_empty(),
                _ => false,
            };
            if !says_nothing {
                let message = "arguments and results of functions have no attributes";
                return Err(self.rule(op, "attribute", message.to_string()));
            }
        }
        let ty = match *self.module.attr_data(ty) {
            AttrData::Type(ty) => Some(ty),
            _ => None,
        };
        let Some((inputs, results)) = ty.and_then(|ty| self.module.function_parts(ty)) else {
            return Err(self.rule(
                op,
                "attribute",
                "attribute `function_type` must be the type of a function".to_string(),
            ));
        };
        let block = op.regions.first().and_then(|&region| self.module.entry_block(region));
        let arguments = block.map_or(&[][..], |block| self.module.arguments(block));
        if !arguments.iter().map(|&a| self.module.ty(a)).eq(inputs.iter().copied()) {
            let message = "the arguments of its block are not those of `function_type`".to_string();
            return Err(self.rule(op, "region", message));
        }
        if op.def.kind == cuda_tile::ENTRY && !results.is_empty() {
            return Err(self.rule(op, "type", "a kernel returns nothing".to_string()));
        }
        if let (Some(slot), Some(ty)) = (op.def.attr_slot(OF_FUNCTIONS[0]), ty) {
            let attr = self.module.intern_attr(AttrData::Type(ty));
            let name = self.module.intern_name(op.def.attrs[slot].name);
            entries.push((name, attr));
        }
        Ok(())
    }

    /// Reads the dictionary of attributes that may stand here after its keyword.
    pub(crate) fn keyword_dictionary(&mut self, op: &mut OpInProgress) -> Result<(), Refused> {
        if self.peek_word("attributes") {
            return self.dictionary(op);
        }
        Ok(())
    }

    /// Reads the dictionary of attributes that may stand here, with or without its keyword.
    pub(crate) fn dictionary(&mut self, op: &mut OpInProgress) -> Result<(), Refused> {
        let start = self.at;
        if self.eat("attributes") && !self.peek("{") {
            return Err(self.expected("`{`"));
        }
        if self.eat("{") {
            let entries = self.entries("}")?;
            return self.absorb(op, entries);
        }
        // Attributes that may stand only on the line of the op are looked for after this.
        self.at = start;
        Ok(())
    }

    /// Gives the attributes of a dictionary to an op: to their places in its record, the others as they are.
    fn absorb(&mut self, op: &mut OpInProgress, entries: Vec<(Name, Attr)>) -> Result<(), Refused> {
        for (name, attr) in entries {
            let text = self.module.name(name).to_string();
            let Some(slot) = official::slot(op.def, &text) else {
                if op.extra.iter().any(|&(other, _)| other == name) {
                    return Err(self.rule(op, "attribute", format!("attribute `{text}` is given twice")));
                }
                // An attribute that the language does not know is kept as it is written.
                let is_kept = op.def.dialect() == "cuda_tile";
                let attr = if is_kept { attr } else { self.plain(attr) };
                op.extra.push((name, attr));
                continue;
            };
            let attr = self.plain(attr);
            if op.attrs.iter().any(|&(other, _)| usize::from(other) == slot) {
                return Err(self.rule(op, "attribute", format!("attribute `{text}` is given twice")));
            }
            self.check_written_type(op, slot, attr)?;
            match self.fitted(op.def, slot, attr) {
                Some(attr) => op.attrs.push((slot as u8, attr)),
                None => op.defaulted.push(op.def.attrs[slot].name),
            }
        }
        Ok(())
    }

    /// A whole number has the type that the definition gives it: without one it is of i64.
    fn check_written_type(&mut self, op: &OpInProgress, slot: usize, attr: Attr) -> Result<(), Refused> {
        let record = &op.def.attrs[slot];
        let (name, words) = official::official(op.def, record.name);
        let wanted = match (words, record.kind) {
            (Words::Numbered(_), _) => Some("i32"),
            (_, AttrKind::Int) => official::type_of(op.def, record.name),
            _ => None,
        };
        let found = match self.module.attr_data(attr) {
            AttrData::Int(_) => "i64".to_string(),
            AttrData::Dense { ty, bits } if bits.len() == 1 => self.module.type_text(*ty),
            AttrData::Array(_) if matches!(record.kind, AttrKind::Ints) => {
                return Err(self.rule(op, "attribute", format!("attribute `{name}` is an array of i32")));
            }
            _ => return Ok(()),
        };
        match wanted {
            Some(wanted) if wanted != found => {
                let message = format!("attribute `{name}` is a number of {wanted}, not of {found}");
                Err(self.rule(op, "attribute", message))
            }
            _ => Ok(()),
        }
    }

    /// An attribute as the record of its op has it; none if it is the default. One that does not fit is kept as it is, for
    /// the verifier to say so.
    fn fitted(&mut self, def: &'static OpDef, slot: usize, attr: Attr) -> Option<Attr> {
        let record = &def.attrs[slot];
        let (_, words) = official::official(def, record.name);
        let (data, module) = (self.module.attr_data(attr), &self.module);
        let whole = match data {
            AttrData::Int(int) => Some(*int),
            AttrData::Dense { ty, bits } => match (module.scalar(*ty), &bits[..]) {
                (Some(scalar), &[bits]) if !scalar.is_float() => {
                    let unused = 64 - scalar.bits;
                    Some(((bits << unused) as i64) >> unused)
                }
                _ => None,
            },
            _ => None,
        };
        let new = match (record.kind, data) {
            (AttrKind::Enum(_), _) => {
                let named = match words {
                    Words::Named(name) => official::inside(module, attr, name),
                    _ => official::RECORDS
                        .iter()
                        .find_map(|record| official::inside(module, attr, record.name)),
                };
                let numbered = match (words, whole) {
                    (Words::Numbered(list), Some(at)) => usize::try_from(at).ok().and_then(|at| list.get(at)),
                    _ => None,
                };
                match (named, numbered) {
                    (Some(word), _) => word,
                    (None, Some(word)) => {
                        let word = self.module.intern_name(word);
                        self.module.intern_attr(AttrData::Keyword(word))
                    }
                    _ => attr,
                }
            }
            // Visibility is a word officially; of the two only `private` is said.
            (AttrKind::Flag, _) if record.name == "private" => {
                let word = official::inside(module, attr, "symbol_visibility").unwrap_or(attr);
                match module.attr_data(word) {
                    AttrData::Keyword(word) | AttrData::Str(word) if module.name(*word) == "public" => return None,
                    AttrData::Keyword(word) | AttrData::Str(word) if module.name(*word) == "private" => {
                        self.module.intern_attr(AttrData::Unit)
                    }
                    _ => attr,
                }
            }
            (AttrKind::Int, _) => match whole {
                // The alignment that is asked for where none is.
                Some(0) if record.name == "alignment" && record.optional => return None,
                Some(int) => self.module.intern_attr(AttrData::Int(int)),
                None => attr,
            },
            (AttrKind::Symbol, &AttrData::Str(name)) => self.module.intern_attr(AttrData::Symbol(name)),
            (AttrKind::Custom(..), _) if record.name == "hints" => {
                official::inside(module, attr, "optimization_hints").unwrap_or(attr)
            }
            // One list of one type is read as whole numbers: the values of reductions are numbers with a type.
            (AttrKind::Custom(..), AttrData::Ints(ints)) if record.name == "identities" => {
                let ints = ints.clone();
                let ty = self.module.named_type("i64");
                let number = |&int: &i64| {
                    let bits = [int as u64].into();
                    self.module.intern_attr(AttrData::Dense { ty, bits })
                };
                let items = ints.iter().map(number).collect();
                self.module.intern_attr(AttrData::Array(items))
            }
            _ => attr,
        };
        let is_default = self.module.is_default_word(def, slot, new);
        (!is_default).then_some(new)
    }

    /// Says that a rule of an op is broken, in the words and with the code of the verifier.
    pub(crate) fn rule(&mut self, op: &OpInProgress, kind: &str, message: String) -> Refused {
        let message = format!("`{}`: {message}", op.def.short_name());
        self.refuse(Diagnostic::error(format!("verify.{kind}"), Some(op.span), message))
    }

    /// Results whose types follow from other parts must have those.
    pub(super) fn check_written_results(&mut self, op: &OpInProgress, inferred: &[Ty]) -> Result<(), Refused> {
        let written = op.result_types.iter().flatten();
        for ((&written, &inferred), result) in written.zip(inferred).zip(op.def.results) {
            if written != inferred && !matches!(result.infer, Infer::FromText) {
                let (a, b) = (self.module.type_text(written), self.module.type_text(inferred));
                let message = format!("result `{}` has type `{a}`, but must have type `{b}`", result.name);
                return Err(self.rule(op, "type", message));
            }
        }
        Ok(())
    }

    /// An op of the language's own tests is for those who ask for it.
    pub(super) fn allowed(&mut self, def: &'static OpDef, span: Span) -> Result<&'static OpDef, Refused> {
        if self.testing || def.kind != ops::cuda_tile::TESTING_FUNC {
            return Ok(def);
        }
        let message = format!("`{}` is an op of tests of the language alone", def.short_name());
        let diagnostic = Diagnostic::error("parse.testing", Some(span), message)
            .with_help("`tilewright check --testing` takes it; a kernel starts with `entry @name(...) {`");
        Err(self.refuse(diagnostic))
    }
}

/// The number of values each record gets.
fn counts(arities: &[Arity], total: usize, segments: Option<&[i64]>) -> Option<SmallVec<[usize; 8]>> {
    let Some(segments) = segments else {
        return counts_of_results(arities, total);
    };
    let counts: Option<SmallVec<[usize; 8]>> = segments.iter().map(|&s| usize::try_from(s).ok()).collect();
    let counts = counts?;
    let mut sum = 0usize;
    for &count in &counts {
        sum = sum.checked_add(count)?;
    }
    (counts.len() == arities.len() && sum == total).then_some(counts)
}

/// The number of values each record gets, of which at most one has another number than one.
fn counts_of_results(arities: &[Arity], total: usize) -> Option<SmallVec<[usize; 8]>> {
    let single = arities.iter().filter(|a| **a == Arity::One).count();
    let spread = arities.iter().position(|a| *a != Arity::One);
    let mut counts = SmallVec::from_elem(0, arities.len());
    for (count, arity) in counts.iter_mut().zip(arities) {
        *count = usize::from(*arity == Arity::One);
    }
    match spread {
        Some(at) => counts[at] = total.checked_sub(single)?,
        None if total != single => return None,
        None => {}
    }
    Some(counts)
}
