//! Text to IR. One parser reads every dialect: op records say what their ops look like.
//!
//! A mistake in one op is recorded and the rest is read on, so that one typing error gives one message. Values whose
//! op was refused get the type `none`, which agrees with everything, and cause no messages of their own.

mod attrs;
mod locations;
mod op;
mod scanner;
mod types;

pub(crate) use scanner::is_word;

use crate::entity::{Block, Name, Op, Region, Ty, Value};
use crate::module::{Module, ValueName};
use crate::verify::kind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilewright_diag::{Diagnostic, LineIndex, Span};

/// The longest source taken, in bytes. Real kernels are a few KiB.
pub const LONGEST_SOURCE: usize = 4 << 20;
/// The deepest nesting of regions taken. Real kernels stay below ten.
pub const DEEPEST_NESTING: usize = 64;
/// After this many errors the rest of the text is not read.
const MOST_ERRORS: usize = 20;

/// Something was wrong; the diagnostics say what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// What came of reading a text.
pub struct Parsed {
    /// The module; without the ops that were refused.
    pub module: Module,
    /// What was wrong. The module is whole only if there is no error among them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a module in text form.
pub fn parse(source: &str) -> Parsed {
    let mut parser = Parser::new(source);
    if source.len() > LONGEST_SOURCE {
        let message = format!(
            "the text has {} bytes; at most {LONGEST_SOURCE} are read (real kernels have a few thousand)",
            source.len()
        );
        parser
            .diagnostics
            .push(Diagnostic::error("parse.too-long", None, message));
        return parser.finish();
    }
    if let Some(at) = source.bytes().position(|b| b == 0) {
        let diagnostic = Diagnostic::error("parse.binary", Some(Span::new(at, at + 1)), "this is not text")
            .with_help("the text form of Tile IR is expected; `tileirdisasm` prints it from bytecode");
        parser.diagnostics.push(diagnostic);
        return parser.finish();
    }
    let top = parser.module.top();
    parser.ops_until_end(top);
    parser.resolve_locations();
    parser.finish()
}

/// Reads one type that is the whole text, into a module.
///
/// # Errors
///
/// What is wrong with it.
pub fn parse_type(module: &mut Module, text: &str) -> Result<Ty, Box<Diagnostic>> {
    let mut parser = Parser::new(text);
    std::mem::swap(&mut parser.module, module);
    let ty = parser.ty();
    if ty.is_ok() && !parser.rest().is_empty() {
        parser.expected("the end of the type");
    }
    std::mem::swap(&mut parser.module, module);
    match (ty, parser.diagnostics.pop()) {
        (Ok(ty), None) => Ok(ty),
        (_, Some(why)) => Err(Box::new(why)),
        (Err(Refused), None) => Err(Box::new(Diagnostic::error("parse.type", None, "this is no type"))),
    }
}

/// The parts of an op while it is being read.
pub struct OpInProgress {
    /// The record.
    pub def: &'static crate::op_def::OpDef,
    /// The values of each operand record.
    pub operands: Vec<SmallVec<[Value; 4]>>,
    /// The types of each result record, as far as the text says them.
    pub result_types: Vec<SmallVec<[Ty; 2]>>,
    /// Attributes by slot.
    pub attrs: Vec<(u8, crate::entity::Attr)>,
    /// Attributes beyond the record.
    pub extra: Vec<(Name, crate::entity::Attr)>,
    /// Regions in order.
    pub regions: Vec<Region>,
    /// Successors in order.
    pub successors: Vec<Block>,
    /// Where the op stands.
    pub span: Span,
}

/// A name that a scope defined, and what it meant before.
type Shadowed = ((Name, u32), Option<Value>);

/// The parser's state.
pub struct Parser<'s> {
    pub(crate) source: &'s str,
    pub(crate) at: usize,
    /// The module being made.
    pub module: Module,
    pub(crate) diagnostics: Vec<Diagnostic>,
    lines: LineIndex,
    values: FxHashMap<(Name, u32), Value>,
    /// What each open scope changed in `values`, to be undone at its end.
    scopes: Vec<Vec<Shadowed>>,
    /// Blocks of the open regions by label; `.1`: whether it was defined.
    labels: Vec<FxHashMap<Name, (Block, bool)>>,
    regions: Vec<Region>,
    locations: locations::Locations<'s>,
    /// Holds the stand-ins for values whose op was refused.
    poison_block: Option<Block>,
}

impl<'s> Parser<'s> {
    fn new(source: &'s str) -> Self {
        Self {
            source,
            at: 0,
            module: Module::new(),
            diagnostics: Vec::new(),
            lines: LineIndex::new(source),
            values: FxHashMap::default(),
            scopes: vec![Vec::new()],
            labels: Vec::new(),
            regions: Vec::new(),
            locations: locations::Locations::default(),
            poison_block: None,
        }
    }

    fn finish(self) -> Parsed {
        Parsed {
            module: self.module,
            diagnostics: self.diagnostics,
        }
    }

    fn has_too_many_errors(&self) -> bool {
        self.diagnostics.len() >= MOST_ERRORS
    }

    /// Reads ops up to the end of the text.
    fn ops_until_end(&mut self, block: Block) {
        while !self.rest().is_empty() && !self.has_too_many_errors() {
            if self.peek("#") {
                self.alias();
            } else if self.eat("}") {
                let span = Span::new(self.at - 1, self.at);
                self.error_at(span, "this `}` closes nothing");
            } else {
                self.op_or_recover(block);
            }
        }
    }

    /// Reads one op; if it is refused, skips to where the next one seems to start.
    fn op_or_recover(&mut self, block: Block) {
        let start = self.position();
        let depths = (self.scopes.len(), self.labels.len(), self.regions.len());
        if self.op(block).is_ok() {
            return;
        }
        while self.scopes.len() > depths.0 {
            self.close_scope();
        }
        self.labels.truncate(depths.1);
        self.regions.truncate(depths.2);
        self.poison_results(start);
        self.skip_broken_op(start);
    }

    /// Gives the names on the left of a refused op stand-in values.
    fn poison_results(&mut self, start: usize) {
        let resume = std::mem::replace(&mut self.at, start);
        let told = self.diagnostics.len();
        let none = self.none_type();
        if let Ok(names) = self.result_names() {
            for (name, count, span) in names {
                for part in 0..count.min(64) {
                    let block = match self.poison_block {
                        Some(block) => block,
                        None => {
                            let region = self.module.loose_region();
                            let block = self.module.add_block(region);
                            self.poison_block = Some(block);
                            block
                        }
                    };
                    let value = self.module.add_argument(block, none);
                    if !self.values.contains_key(&(name, part)) {
                        let _ = self.define(ValueName { name, part }, value, span);
                    }
                }
            }
        }
        // What is wrong on the left was said already, or follows from what was.
        self.diagnostics.truncate(told);
        self.at = resume;
    }

    /// Skips the rest of the line on which a refused op starts, and the braces that are opened there.
    fn skip_broken_op(&mut self, start: usize) {
        let bytes = self.source.as_bytes();
        // Braces up to the place of the error count too: the error may be inside the op's region.
        let mut depth = 0i32;
        let mut at = start;
        let mut in_string = false;
        while at < bytes.len() {
            match bytes[at] {
                b'"' => in_string = !in_string,
                b'\n' => {
                    in_string = false;
                    if depth <= 0 && at >= self.at.min(bytes.len() - 1) {
                        break;
                    }
                }
                b'/' if !in_string && bytes.get(at + 1) == Some(&b'/') => {
                    while at + 1 < bytes.len() && bytes[at + 1] != b'\n' {
                        at += 1;
                    }
                }
                b'{' if !in_string => depth += 1,
                b'}' if !in_string => {
                    if depth == 0 {
                        // It closes the region around the op.
                        break;
                    }
                    depth -= 1;
                }
                _ => {}
            }
            at += 1;
        }
        self.at = at.max(start);
        if self.at == start {
            // Always go on, so that reading ends.
            self.at += self.source[start..].chars().next().map_or(0, char::len_utf8);
        }
    }

    pub(crate) fn none_type(&mut self) -> Ty {
        self.scalar_type("none")
    }

    /// The scalar type of this name.
    pub(crate) fn scalar_type(&mut self, name: &str) -> Ty {
        crate::op_def::named_type(&mut self.module, name).unwrap_or_else(|| unreachable!("`{name}` is a scalar type"))
    }

    // Scopes.

    fn open_scope(&mut self) {
        self.scopes.push(Vec::new());
    }

    fn close_scope(&mut self) {
        for (key, old) in self.scopes.pop().unwrap_or_default().into_iter().rev() {
            match old {
                Some(value) => self.values.insert(key, value),
                None => self.values.remove(&key),
            };
        }
    }

    /// Makes `value` known by `name` in the innermost scope.
    pub fn define(&mut self, name: ValueName, value: Value, span: Span) -> Result<(), Refused> {
        let key = (name.name, name.part);
        if self.values.contains_key(&key) {
            let text = self.module.name(name.name).to_string();
            return Err(self.invalid(kind::SYMBOL, span, format!("the name `%{text}` is taken already")));
        }
        let old = self.values.insert(key, value);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((key, old));
        }
        self.module.set_value_name(value, Some(name));
        Ok(())
    }

    /// A name after `%`, without the part after `#`.
    pub fn value_name(&mut self) -> Result<(Name, Span), Refused> {
        let start = self.position();
        self.expect("%")?;
        let rest = &self.source[self.at..];
        let end = rest.find(|c| !is_word(c) && !"-.$".contains(c)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected("a name after `%`"));
        }
        let name = self.module.intern_name(&rest[..end]);
        self.at += end;
        Ok((name, Span::new(start, self.at)))
    }

    /// A value that is used: `%name` or `%name#2`.
    pub fn value(&mut self) -> Result<Value, Refused> {
        let (name, span) = self.value_name()?;
        let mut part = 0;
        if self.source[self.at..].starts_with('#') {
            self.at += 1;
            part = u32::try_from(self.integer()?).unwrap_or(u32::MAX);
        }
        match self.values.get(&(name, part)) {
            Some(&value) => Ok(value),
            None => {
                let text = &self.source[span.start as usize..self.at];
                let message = format!("`{text}` is not defined here");
                let span = Span::new(span.start as usize, self.at);
                let diagnostic = Diagnostic::error("verify.dominance", Some(span), message)
                    .with_help("values are defined before they are used, and are known only inside their braces");
                Err(self.refuse(diagnostic))
            }
        }
    }
}

/// What a region is to its op while it is read.
pub(crate) struct OpenRegion {
    pub region: Region,
    pub entry: Block,
}

impl Parser<'_> {
    /// Opens a region; its first block is for `arguments` to be added to.
    pub(crate) fn open_region(&mut self) -> Result<OpenRegion, Refused> {
        if self.regions.len() >= DEEPEST_NESTING {
            let span = self.next_span();
            return Err(self.error_at(
                span,
                format!("regions are nested more than {DEEPEST_NESTING} deep here"),
            ));
        }
        let region = self.module.loose_region();
        let entry = self.module.add_block(region);
        self.regions.push(region);
        self.labels.push(FxHashMap::default());
        self.open_scope();
        Ok(OpenRegion { region, entry })
    }

    /// Reads `{ ops }` into an open region and closes it.
    pub(crate) fn close_region(&mut self, open: OpenRegion) -> Result<Region, Refused> {
        let brace = self.next_span();
        self.expect("{")?;
        let mut block = open.entry;
        let mut order = vec![block];
        loop {
            if self.rest().is_empty() {
                return Err(self.error_at(brace, "this `{` is not closed"));
            }
            if self.has_too_many_errors() {
                return Err(Refused);
            }
            if self.eat("}") {
                break;
            }
            if self.peek("^") {
                block = self.block_header()?;
                order.push(block);
            } else {
                self.op_or_recover(block);
            }
        }
        self.close_scope();
        self.regions.pop();
        let undefined = self
            .labels
            .pop()
            .unwrap_or_default()
            .into_iter()
            .filter(|(_, (_, defined))| !defined);
        if let Some(name) = undefined.map(|(name, _)| name).min() {
            let text = self.module.name(name).to_string();
            return Err(self.error_at(
                brace,
                format!("the block `^{text}` is branched to but not defined here"),
            ));
        }
        self.module.reorder_blocks(open.region, order);
        Ok(open.region)
    }

    /// `(%a: type, %b: type)` as arguments of a block; with nothing if there is no parenthesis.
    pub(crate) fn arguments(&mut self, block: Block) -> Result<(), Refused> {
        if !self.eat("(") {
            return Ok(());
        }
        while !self.eat(")") {
            let (name, span) = self.value_name()?;
            self.expect(":")?;
            let ty = self.ty()?;
            let value = self.module.add_argument(block, ty);
            self.define(ValueName { name, part: 0 }, value, span)?;
            if !self.eat(",") && !self.peek(")") {
                return Err(self.expected("`,` or `)`"));
            }
        }
        Ok(())
    }

    fn block_header(&mut self) -> Result<Block, Refused> {
        let span = self.next_span();
        self.expect("^")?;
        let label = self.word("the name of a block")?;
        let name = self.module.intern_name(label);
        let block = self.labelled(name)?;
        let known = self.labels.last_mut().and_then(|labels| labels.get_mut(&name));
        if let Some((_, defined)) = known
            && std::mem::replace(defined, true)
        {
            return Err(self.error_at(span, format!("the block `^{label}` is defined twice")));
        }
        self.arguments(block)?;
        self.expect(":")?;
        Ok(block)
    }

    /// The block with this label in the innermost region; made if it was not met before.
    pub(crate) fn labelled(&mut self, name: Name) -> Result<Block, Refused> {
        let (Some(labels), Some(&region)) = (self.labels.last_mut(), self.regions.last()) else {
            return Err(self.expected("an op"));
        };
        if let Some(&(block, _)) = labels.get(&name) {
            return Ok(block);
        }
        let block = self.module.add_block(region);
        labels.insert(name, (block, false));
        Ok(block)
    }

    /// The place in the source that a span starts at.
    pub(crate) fn place(&mut self, span: Span) -> crate::entity::Loc {
        let place = self.lines.line_column(self.source, span.start);
        self.module.intern_loc(crate::module::LocData {
            span,
            line: place.line,
            column: place.column,
            origin: None,
        })
    }

    pub(crate) fn remember_location(&mut self, op: Op) -> Result<(), Refused> {
        if self.eat("loc") {
            let text = self.balanced()?;
            self.locations.ops.push((op, text));
        }
        Ok(())
    }
}
