//! IR to text. The printer also says which op each line belongs to, so that texts can be linked line by line.

use crate::attrs::AttrData;
use crate::entity::{Attr, Block, Entity, EntityMap, Name, Op, Region, Ty, Value};
use crate::format::{Anchor, Piece};
use crate::locations::names::LocationNames;
use crate::module::{Module, ValueName};
use crate::op_def::{Arity, AttrKind, BARE_DIALECT, Syntax, traits};
use crate::ops::cuda_tile;
use crate::written::{Spelling, push_decimal, write_ints, write_symbol};
use smallvec::SmallVec;
use std::fmt::Write;
use std::ops::Range;

/// A printed module.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// The text; every line ends in a newline.
    pub text: String,
    /// For each line of the text, the op it belongs to.
    pub lines: Vec<Option<Op>>,
}

/// Options of printing.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Where ops come from: `loc(...)` behind each, and what these refer to at the end.
    pub locations: bool,
}

/// Prints a module.
pub fn print(module: &Module) -> Printed {
    print_with(module, PrintOptions::default())
}

/// Prints a module, with options.
pub fn print_with(module: &Module, options: PrintOptions) -> Printed {
    let mut printer = Printer::new(module);
    printer.locations = options.locations.then(|| LocationNames::of(module));
    let top = module.top();
    printer.ops(top);
    if let Some(names) = printer.locations.take() {
        printer.line_op = None;
        for &location in names.defined() {
            names.define(module, location, &mut printer.out);
            printer.newline();
        }
    }
    Printed {
        text: printer.out,
        lines: printer.lines,
    }
}

/// The printer's state.
pub struct Printer<'m> {
    /// The module that is printed.
    pub module: &'m Module,
    out: String,
    lines: Vec<Option<Op>>,
    indent: usize,
    line_op: Option<Op>,
    /// The name of each value, by its number, and its place among those that share the name; none where that is not known yet.
    texts: Vec<Option<(Base, Option<u32>)>>,
    /// Whether each name that values were given is visible now. Made-up names are all different.
    visible: Vec<bool>,
    /// Names in the order in which they became visible, to be forgotten at the end of a scope.
    bound: Vec<Base>,
    /// For each name, the least number that may be free for names made of it.
    numbers: Vec<u32>,
    /// Names that some value has been given, by their numbers; a made-up name must be none of them.
    given: Vec<bool>,
    /// Whether one of them may be a number.
    is_number_given: bool,
    next_number: u32,
    /// The text of types that were written, and where in it each stands.
    types: String,
    type_places: EntityMap<Ty, Range<usize>>,
    /// The writer of locations, if they are written.
    locations: Option<LocationNames>,
    /// Labels of the blocks of the open regions.
    labels: EntityMap<Block, String>,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module) -> Self {
        let names = module.name_count();
        let mut given = vec![false; names];
        let mut is_number_given = false;
        for value in (0..module.value_count()).map(Value::new) {
            if let Some(ValueName { name, .. }) = module.value_name(value)
                && !std::mem::replace(&mut given[name.index()], true)
            {
                is_number_given |= module.name(name).starts_with(|first: char| first.is_ascii_digit());
            }
        }
        Self {
            module,
            out: String::new(),
            lines: Vec::new(),
            indent: 0,
            line_op: None,
            texts: vec![None; module.value_count()],
            visible: vec![false; names],
            bound: Vec::new(),
            numbers: vec![0; names],
            given,
            is_number_given,
            next_number: 0,
            types: String::new(),
            type_places: EntityMap::default(),
            locations: None,
            labels: EntityMap::default(),
        }
    }

    // Functions for the text forms of dialects.

    /// Writes text without line breaks.
    pub fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Ends the line.
    pub fn newline(&mut self) {
        self.out.push('\n');
        self.lines.push(self.line_op);
    }

    /// Starts a line with the indentation of the op that is printed.
    pub fn indentation(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    /// Writes a value that is used.
    pub fn value(&mut self, value: Value) {
        self.out.push('%');
        match self.texts[value.index()] {
            // Only in IR that the verifier refuses; said so that a broken pass can be seen in its own output.
            None => self.out.push_str("<<undefined>>"),
            Some((base, part)) => {
                self.base(base);
                if let Some(part) = part {
                    self.out.push('#');
                    push_decimal(part.into(), &mut self.out);
                }
            }
        }
    }

    /// Writes values with commas.
    pub fn values(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.value(value);
        }
    }

    /// Writes `@name`, in quotes where it needs them.
    pub fn symbol(&mut self, name: &str) {
        write_symbol(name, &mut self.out);
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: Ty) {
        if let Some(place) = self.type_places.get(ty) {
            return self.out.push_str(&self.types[place.clone()]);
        }
        let start = self.types.len();
        self.module.write_type(ty, &mut self.types);
        self.out.push_str(&self.types[start..]);
        self.type_places.insert(ty, start..self.types.len());
    }

    /// Writes the type of a value.
    pub fn type_of(&mut self, value: Value) {
        self.ty(self.module.ty(value));
    }

    /// Writes the types of values with commas; once if `once` and all are the same.
    pub fn types_of(&mut self, values: &[Value], once: bool) {
        let same = values
            .windows(2)
            .all(|pair| self.module.ty(pair[0]) == self.module.ty(pair[1]));
        let shown = if once && same {
            &values[..values.len().min(1)]
        } else {
            values
        };
        for (i, &value) in shown.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.type_of(value);
        }
    }

    /// Writes an attribute in its own text form.
    pub fn attr(&mut self, attr: Attr) {
        self.module.write_attr(attr, &mut self.out);
    }

    /// Lets text be written through functions that know only types and attributes.
    pub fn with_text(&mut self, write: impl FnOnce(&Module, &mut String)) {
        write(self.module, &mut self.out);
    }

    /// Names the arguments of a block, so that they can be written.
    pub fn name_arguments(&mut self, block: Block) {
        for &argument in self.module.arguments(block) {
            self.name_group(&[argument]);
        }
    }

    /// Writes `(%a: type, %b: type)`; the arguments must be named.
    pub fn arguments(&mut self, block: Block) {
        self.text("(");
        for (i, &argument) in self.module.arguments(block).iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.value(argument);
            self.text(": ");
            self.type_of(argument);
            if let Some(location) = self.module.argument_location(argument) {
                self.location(Some(location));
            }
        }
        self.text(")");
    }

    /// Writes `{ ops }`; the arguments of its first block must be named and written by the caller.
    pub fn region_body(&mut self, region: Region) {
        let owner = self.line_op;
        self.text("{");
        self.newline();
        self.indent += 1;
        let blocks = self.module.blocks(region);
        for (i, &block) in blocks.iter().enumerate().skip(1) {
            self.labels.insert(block, format!("bb{i}"));
        }
        for (i, &block) in blocks.iter().enumerate() {
            if i > 0 {
                self.block_header(block, owner);
            }
            self.ops(block);
        }
        self.indent -= 1;
        self.line_op = owner;
        self.indentation();
        self.text("}");
    }

    /// Opens a scope of names, prints, and closes it.
    pub fn scoped(&mut self, print: impl FnOnce(&mut Self)) {
        let bound = self.bound.len();
        print(self);
        for base in self.bound.drain(bound..) {
            match base {
                Base::Given(name) => self.visible[name.index()] = false,
                // The number is free again, and so are all above it, which were made later.
                Base::Made(name, number) => self.numbers[name.index()] = number,
                Base::Number(_) => {}
            }
        }
    }

    /// A region of an op, and before it the arguments of its first block.
    fn region(&mut self, region: Region) {
        let module = self.module;
        self.scoped(|printer| {
            if let Some(entry) = module.entry_block(region)
                && !module.arguments(entry).is_empty()
            {
                printer.name_arguments(entry);
                printer.arguments(entry);
                printer.text(" ");
            }
            printer.region_body(region);
        });
    }

    fn block_header(&mut self, block: Block, owner: Option<Op>) {
        self.line_op = owner;
        self.indent -= 1;
        self.indentation();
        self.indent += 1;
        self.text("^");
        let label = self.labels.get(block).cloned().unwrap_or_default();
        self.text(&label);
        self.name_arguments(block);
        if !self.module.arguments(block).is_empty() {
            self.arguments(block);
        }
        self.text(":");
        self.newline();
    }

    fn ops(&mut self, block: Block) {
        let module = self.module;
        for op in module.ops(block) {
            if is_implied(module, block, op) {
                continue;
            }
            self.line_op = Some(op);
            self.op(op);
            self.line_op = Some(op);
            self.location(module.location(op));
            self.newline();
        }
    }

    /// Writes ` loc(...)`, if locations are written.
    fn location(&mut self, location: Option<Attr>) {
        if let Some(names) = &self.locations {
            self.out.push_str(" loc(");
            names.write(self.module, location, &mut self.out);
            self.out.push(')');
        }
    }

    fn op(&mut self, op: Op) {
        self.indentation();
        let def = self.module.def(op);
        // The left side is written first but its names are visible only after the op.
        let groups = self.groups(op);
        let mut texts: SmallVec<[_; 1]> = SmallVec::new();
        for (i, group) in groups.iter().enumerate() {
            let base = self.base_name(group);
            self.text(if i > 0 { ", %" } else { "%" });
            self.base(base);
            if group.len() > 1 {
                let _ = write!(self.out, ":{}", group.len());
            }
            texts.push(base);
        }
        if !groups.is_empty() {
            self.text(" = ");
        }
        self.text(def.spelling());
        match &def.syntax {
            Syntax::Format(_) => {
                let pieces = &def.format().pieces;
                // Attributes without a place of their own stand before the types, as MLIR has them.
                let is_colon = |piece: &Piece| matches!(piece, Piece::Text(_, tokens) if tokens.first() == Some(&":"));
                let (before, after) = pieces.split_at(pieces.iter().position(is_colon).unwrap_or(pieces.len()));
                self.text(" ");
                let start = self.out.len();
                self.scoped(|printer| {
                    printer.pieces(op, before);
                    let end = printer.out.len();
                    printer.extra_attrs(op);
                    if printer.out.len() > end {
                        if printer.out[..end].ends_with(' ') {
                            printer.out.remove(end - 1);
                        }
                        if matches!(after, [Piece::Text(text, _), ..] if !text.starts_with(' ')) {
                            printer.out.push(' ');
                        }
                    }
                    printer.pieces(op, after);
                });
                if self.out.len() == start {
                    self.out.pop();
                }
            }
            Syntax::Custom(_, print) => {
                self.scoped(|printer| print(printer, op));
                self.extra_attrs(op);
            }
        }
        for (group, base) in groups.iter().zip(texts) {
            self.bind(group, base);
        }
    }

    /// The attributes that the op's text does not have a place for: those of its record in order, then those added to it.
    fn extra_attrs(&mut self, op: Op) {
        let def = self.module.def(op);
        let unplaced = |slot: u8| {
            let at_home = matches!(def.syntax, Syntax::Custom(..)) || def.format().mentions_attr(slot as usize);
            (!at_home).then(|| def.attrs[slot as usize].name)
        };
        let own = self.module.own_attrs(op).iter();
        let own = own.filter_map(|&(slot, attr)| Some((unplaced(slot)?, attr)));
        let added = self.module.extra_attrs(op).iter();
        let added = added.map(|&(name, attr)| (self.module.name(name), attr));
        let entries: Vec<(&str, Attr)> = own.chain(added).collect();
        if entries.is_empty() {
            return;
        }
        self.text(if def.regions.is_empty() { " {" } else { " attributes {" });
        let spelling = match def.dialect() {
            BARE_DIALECT => Spelling::Typed,
            _ => Spelling::Plain,
        };
        self.module.write_named(&entries, spelling, &mut self.out);
        self.text("}");
    }

    fn pieces(&mut self, op: Op, pieces: &'static [Piece]) {
        let module = self.module;
        let def = module.def(op);
        for piece in pieces {
            match piece {
                Piece::Text(text, _) => self.text(text),
                Piece::Operand(slot) => self.values(module.operand_list(op, *slot)),
                Piece::Attr(slot) => {
                    if let Some(attr) = module.attr(op, def.attrs[*slot].name) {
                        self.attr_of(def.attrs[*slot].kind, attr);
                    }
                }
                Piece::Region(_) if def.has(traits::REGION_LIST) => {
                    for (number, &region) in module.regions(op).iter().enumerate() {
                        self.text(if number > 0 { " " } else { "" });
                        self.region(region);
                    }
                }
                Piece::Region(slot) => self.region(module.regions(op)[*slot]),
                Piece::Successor(slot) => {
                    self.text("^");
                    let label = self
                        .labels
                        .get(module.successors(op)[*slot])
                        .cloned()
                        .unwrap_or_default();
                    self.text(&label);
                }
                Piece::OperandType(slot, once) => self.types_of(module.operand_list(op, *slot), *once),
                Piece::ResultType(slot) => {
                    let values = module.result_list(op, *slot);
                    let shown = if def.results[*slot].arity == Arity::One {
                        &values[..1]
                    } else {
                        values
                    };
                    self.types_of(shown, false);
                }
                Piece::Group(anchor, inner) => {
                    let present = match anchor {
                        Anchor::Operand(slot) => !module.operand_list(op, *slot).is_empty(),
                        Anchor::Attr(slot) => module.attr(op, def.attrs[*slot].name).is_some(),
                        Anchor::Result(slot) => !module.result_list(op, *slot).is_empty(),
                    };
                    if present {
                        self.pieces(op, inner);
                    }
                }
            }
        }
    }

    fn attr_of(&mut self, kind: AttrKind, attr: Attr) {
        match (kind, self.module.attr_data(attr)) {
            (AttrKind::Custom(_, print), _) => print(self.module, attr, &mut self.out),
            (AttrKind::Ints, AttrData::Ints(ints)) => write_ints(ints, &mut self.out),
            (AttrKind::Type, AttrData::Type(ty)) => self.ty(*ty),
            (AttrKind::Flag, _) => {}
            _ => self.attr(attr),
        }
    }

    // Names.

    /// The results of an op, cut where a new name starts.
    fn groups(&self, op: Op) -> SmallVec<[&'m [Value]; 1]> {
        let mut groups: SmallVec<[&[Value]; 1]> = SmallVec::new();
        let mut current: Option<Name> = None;
        let results = self.module.results(op);
        let mut start = 0;
        for (index, &result) in results.iter().enumerate() {
            let name = self.module.value_name(result);
            let goes_on = name.is_some_and(|n| current == Some(n.name) && n.part as usize == index - start);
            match groups.last_mut() {
                Some(group) if goes_on => *group = &results[start..=index],
                _ => {
                    start = index;
                    groups.push(&results[index..=index]);
                }
            }
            current = name.map(|n| n.name);
        }
        groups
    }

    /// Whether some value was given this name.
    fn is_given(&self, name: &str) -> bool {
        let name = self.module.known_name(name);
        name.is_some_and(|name| self.given[name.index()])
    }

    /// The name for a group of values: the given one if it is free, else one made from it.
    fn base_name(&mut self, group: &[Value]) -> Base {
        let mut made = String::new();
        match self.module.value_name(group[0]) {
            Some(ValueName { name, .. }) if !self.visible[name.index()] => Base::Given(name),
            Some(ValueName { name, .. }) => loop {
                let number = self.numbers[name.index()];
                self.numbers[name.index()] += 1;
                made.clear();
                let _ = write!(made, "{}_{number}", self.module.name(name));
                if !self.is_given(&made) {
                    break Base::Made(name, number);
                }
            },
            None => loop {
                let number = self.next_number;
                self.next_number += 1;
                if !self.is_number_given || !self.is_given(&number.to_string()) {
                    break Base::Number(number);
                }
            },
        }
    }

    /// Writes a name.
    fn base(&mut self, base: Base) {
        let number = match base {
            Base::Given(name) => return self.out.push_str(self.module.name(name)),
            Base::Made(name, number) => {
                self.out.push_str(self.module.name(name));
                self.out.push('_');
                number
            }
            Base::Number(number) => number,
        };
        push_decimal(number.into(), &mut self.out);
    }

    fn bind(&mut self, group: &[Value], base: Base) {
        for (part, &value) in (0..).zip(group) {
            self.texts[value.index()] = Some((base, (group.len() > 1).then_some(part)));
        }
        let is_new = match base {
            Base::Given(name) => !std::mem::replace(&mut self.visible[name.index()], true),
            Base::Made(..) => true,
            Base::Number(_) => false,
        };
        if is_new {
            self.bound.push(base);
        }
    }

    fn name_group(&mut self, group: &[Value]) {
        let base = self.base_name(group);
        self.bind(group, base);
    }
}

/// The name of a value in a text, without what tells apart values that share it.
#[derive(Clone, Copy)]
enum Base {
    /// The one that it was given.
    Given(Name),
    /// That one, a line and a number, where it is taken.
    Made(Name, u32),
    /// A number of its own.
    Number(u32),
}

/// Whether the end of a loop or branch is not written, as NVIDIA's tools do not: it says nothing that its place does not.
pub(crate) fn is_implied(module: &Module, block: Block, op: Op) -> bool {
    let implied = match module.owner(block).map(|owner| module.kind(owner)) {
        Some(cuda_tile::FOR | cuda_tile::LOOP) => cuda_tile::CONTINUE,
        Some(cuda_tile::IF) => cuda_tile::YIELD,
        _ => return false,
    };
    module.kind(op) == implied && module.operands(op).is_empty() && module.extra_attrs(op).is_empty()
}
