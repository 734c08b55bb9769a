//! Text to IR. One parser reads every dialect: op records say what their ops look like.
//!
//! A mistake in one op is recorded and the rest is read on, so that one typing error gives one message. Values whose
//! op was refused get the type `none`, which agrees with everything, and cause no messages of their own.

mod aliases;
mod attrs;
mod debug;
mod dense;
mod generic;
mod locations;
mod op;
mod scanner;
mod types;

pub(crate) use scanner::{is_word, is_word_byte};

use crate::entity::{Block, Name, Region, Ty, Value};
use crate::module::{Module, ValueName};
use crate::op_def::{OpDef, traits};
use crate::registry::Registry;
use crate::verify::kind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use tilewright_diag::{Diagnostic, LineIndex, Span};
use tilewright_sorted::SortedMap;

/// The longest source taken, in bytes. Real kernels are a few KiB.
pub const MAX_SOURCE_BYTES: usize = 16 << 20;
/// The deepest nesting of regions taken, the module and the kernel counted. Reading, printing and lowering go into regions by
/// calls, and must stand the stack of a WebAssembly module, 1 MiB, also in development builds, and half of that in the page's
/// compiler. Real kernels stay below ten; `tileiras` 13.3 ends within seconds for 16 loops in each other, not within minutes for 32, and takes thousands of branches.
pub const MAX_NESTING: usize = 200;
/// The deepest nesting of types and attributes taken, aliases counted as what they stand for. Everything that looks into them
/// may go as deep in calls, below the regions around them: so it is small enough for the stack of a WebAssembly module.
/// Locations of ops nest as deep as the text has it: nothing goes into them by calls.
pub const MAX_TERM_DEPTH: usize = 64;
/// After this many errors the rest of the text is not read.
const MAX_ERRORS: usize = 20;

/// Something was wrong; the diagnostics say what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// The result of reading a text.
pub struct Parsed {
    /// The module; without the ops that were refused.
    pub module: Module,
    /// Messages. The module is whole only if there is no error among them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Options of reading a text.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'o> {
    /// Also takes the ops that only tests of the language use, such as `testing$func`.
    pub testing: bool,
    /// The text that a front end made this one of: ops then have their places in it, as their `loc(...)` says them.
    pub origin: Option<&'o str>,
    /// The ops that there are.
    pub registry: &'static Registry,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            testing: false,
            origin: None,
            registry: Registry::builtin(),
        }
    }
}

/// Reads a module in text form.
pub fn parse(source: &str) -> Parsed {
    parse_with(source, ReadOptions::default())
}

/// Reads a module in text form, with options.
pub fn parse_with(source: &str, options: ReadOptions<'_>) -> Parsed {
    let mut parser = Parser::new(source, options);
    if source.len() > MAX_SOURCE_BYTES {
        let message = format!(
            "the text has {} bytes; at most {MAX_SOURCE_BYTES} are read (real kernels have a few thousand)",
            source.len()
        );
        parser.diagnostics.push(crate::verify::helped(Diagnostic::error(
            "parse.too-long",
            None,
            message,
        )));
        return parser.finish();
    }
    if let Some(at) = source.bytes().position(|b| b == 0) {
        let diagnostic = Diagnostic::error("parse.binary", Some(Span::new(at, at + 1)), "this is not text")
            .with_help("the text form of Tile IR is expected; `tileirdisasm` prints it from bytecode");
        parser.diagnostics.push(diagnostic);
        return parser.finish();
    }
    // Some editors start a file with a byte order mark.
    if source.starts_with('\u{FEFF}') {
        parser.at = '\u{FEFF}'.len_utf8();
    }
    let top = parser.module.top();
    parser.ops_until_end(top);
    parser.resolve_locations();
    let mut parsed = parser.finish();
    if let Some(origin) = options.origin {
        parsed.module.move_to_origins(origin);
        // A fault of the text itself is at no place of the one that it was made of.
        for fault in &mut parsed.diagnostics {
            fault.span = None;
            fault.labels.clear();
        }
    }
    parsed
}

/// Reads one type that is the whole text, into a module.
///
/// # Errors
///
/// Its faults.
pub fn parse_type(module: &mut Module, text: &str) -> Result<Ty, Box<Diagnostic>> {
    let mut parser = Parser::new(text, ReadOptions::default());
    std::mem::swap(&mut parser.module, module);
    let ty = parser.ty();
    if ty.is_ok() && !parser.rest().is_empty() {
        parser.expected("the end of the type");
    }
    std::mem::swap(&mut parser.module, module);
    match (ty, parser.diagnostics.pop()) {
        (Ok(ty), None) => Ok(ty),
        (_, Some(why)) => Err(Box::new(why)),
        (Err(Refused), None) => Err(Box::new(crate::verify::helped(Diagnostic::error(
            "parse.type",
            None,
            "this is no type",
        )))),
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
    /// Attributes that were given as what they are where they are left out.
    pub defaulted: Vec<&'static str>,
    /// Attributes beyond the record.
    pub extra: Vec<(Name, crate::entity::Attr)>,
    /// Regions in order.
    pub regions: Vec<Region>,
    /// Successors in order.
    pub successors: Vec<Block>,
    /// Where the op stands.
    pub span: Span,
    /// Whether the text says the types of all results, as the generic form does.
    pub types_are_written: bool,
}

/// The meanings of names.
type Values = FxHashMap<(Name, u32), Value>;

/// A scope of names.
#[derive(Default)]
struct Scope {
    /// The names that it defined; none of them meant anything before.
    defined: Vec<(Name, u32)>,
    /// The value outside, for a name that is not known inside.
    outside: Option<Values>,
}

/// The parser's state.
pub struct Parser<'s> {
    pub(crate) source: &'s str,
    pub(crate) at: usize,
    /// The module being made.
    pub module: Module,
    pub(crate) diagnostics: Vec<Diagnostic>,
    testing: bool,
    lines: LineIndex,
    /// The last place that was asked for: its line, offset and column.
    last_place: (u32, u32, u32),
    /// The type of values whose op was refused.
    none: Option<Ty>,
    values: Values,
    /// The changes of each open scope to `values`, to be undone at its end.
    scopes: Vec<Scope>,
    /// Blocks of the open regions by label; `.1`: whether it was defined.
    labels: Vec<SortedMap<Name, (Block, bool)>>,
    regions: Vec<Region>,
    locations: locations::Locations<'s>,
    /// Types that were read last.
    recent: [Option<aliases::Recent<'s>>; aliases::RECENT],
    aliases: aliases::Aliases<'s>,
    /// The number of types, attributes and locations around this place that are being read, and the most that were.
    depth: usize,
    deepest: usize,
    /// The modules of MLIR's own that are open around this place, and whether each is in generic form.
    outer_modules: Vec<(Span, bool)>,
    /// Holds the stand-ins for values whose op was refused.
    poison_block: Option<Block>,
}

impl<'s> Parser<'s> {
    fn new(source: &'s str, options: ReadOptions<'_>) -> Self {
        Self {
            source,
            at: 0,
            module: Module::of(options.registry),
            diagnostics: Vec::new(),
            testing: options.testing,
            lines: LineIndex::new(source),
            last_place: (0, 0, 0),
            none: None,
            values: Values::default(),
            scopes: vec![Scope::default()],
            labels: Vec::new(),
            regions: Vec::new(),
            locations: locations::Locations::default(),
            recent: [None; aliases::RECENT],
            aliases: aliases::Aliases::default(),
            depth: 0,
            deepest: 0,
            outer_modules: Vec::new(),
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
        self.diagnostics.len() >= MAX_ERRORS
    }

    /// Reads ops up to the end of the text.
    fn ops_until_end(&mut self, block: Block) {
        while !self.rest().is_empty() && !self.has_too_many_errors() {
            if self.peek("#") || self.peek("!") {
                let start = self.at;
                if self.alias().is_err() {
                    self.skip_broken_op(start);
                }
            } else if self.peek("}") {
                self.close_outer_module();
            } else if !self.open_outer_module() {
                self.op_or_recover(block);
            }
        }
        if let (true, Some(last)) = (self.has_too_many_errors(), self.diagnostics.last_mut()) {
            last.notes.push(format!(
                "these are the first {MAX_ERRORS} errors: the text is not read to its end"
            ));
        }
        if let (Some(&(span, _)), false) = (self.outer_modules.last(), self.has_too_many_errors()) {
            self.error_at(span, "this module is not closed");
        }
    }

    /// Reads the header of a module of MLIR's own around kernels or modules. It says nothing, so it is not kept.
    fn open_outer_module(&mut self) -> bool {
        let start = self.position();
        let is_generic = self.eat("\"builtin.module\"");
        if !is_generic && !self.eat("builtin.module") && !self.eat("module") {
            return false;
        }
        let is_builtin = self.source[start..self.at].contains("builtin");
        let told = self.diagnostics.len();
        let header = self.outer_module_header(is_generic);
        // `module @name { ops }` is a module of Tile IR, unless such modules are inside.
        let inner = ["cuda_tile.module", "\"cuda_tile.module\"", "module"];
        let is_outer = match header {
            Ok(named) => is_builtin || !named || inner.iter().any(|text| self.peek(text)),
            Err(Refused) => is_builtin,
        };
        if !is_outer {
            self.diagnostics.truncate(told);
            self.at = start;
            return false;
        }
        self.outer_modules.push((Span::new(start, self.at), is_generic));
        true
    }

    /// Reads the text between the name of a module of MLIR's own and its ops; true if it has a name of its own.
    fn outer_module_header(&mut self, is_generic: bool) -> Result<bool, Refused> {
        if is_generic {
            self.expect("(")?;
            self.expect(")")?;
            if self.eat("<") {
                self.any_attr()?;
                self.expect(">")?;
            }
            self.expect("(")?;
            self.expect("{")?;
            return Ok(false);
        }
        let is_shown = self.visibility().is_some();
        let named = is_shown || self.peek("@");
        if named {
            self.symbol()?;
        }
        if self.eat("attributes") {
            let start = self.position();
            self.expect("{")?;
            if !self.entries("}")?.is_empty() {
                let message = "attributes of a module around that of Tile IR mean nothing here, and are not kept";
                self.warn_of_attributes(Span::new(start, self.at), message);
            }
        }
        self.expect("{")?;
        Ok(named)
    }

    fn warn_of_attributes(&mut self, span: Span, message: &str) {
        let diagnostic = Diagnostic::error("parse.attribute", Some(span), message);
        let warning = diagnostic.with_severity(tilewright_diag::Severity::Warning);
        self.diagnostics.push(crate::verify::helped(warning));
    }

    fn close_outer_module(&mut self) {
        let span = self.next_span();
        self.at = span.end as usize;
        let Some((_, is_generic)) = self.outer_modules.pop() else {
            self.error_at(span, "this `}` closes nothing");
            return;
        };
        let end = |parser: &mut Self| {
            if is_generic {
                parser.expect(")")?;
                if parser.peek("{") {
                    parser.any_attr()?;
                }
                parser.expect(":")?;
                parser.ty()?;
            }
            if parser.eat("loc") {
                parser.balanced()?;
            }
            Ok::<(), Refused>(())
        };
        let _ = end(self);
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
        // Errors on the left were reported already, or follow from those that were.
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
                b'\n' | b'\r' => {
                    in_string = false;
                    if depth <= 0 && at >= self.at.min(bytes.len() - 1) {
                        break;
                    }
                }
                b'/' if !in_string && bytes.get(at + 1) == Some(&b'/') => {
                    while at + 1 < bytes.len() && !matches!(bytes[at + 1], b'\n' | b'\r') {
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
        // Asked for at every use of a value.
        if let Some(none) = self.none {
            return none;
        }
        let none = self.module.named_type("none");
        self.none = Some(none);
        none
    }

    // Scopes.

    fn open_scope(&mut self, isolated: bool) {
        let outside = isolated.then(|| std::mem::take(&mut self.values));
        self.scopes.push(Scope {
            outside,
            ..Scope::default()
        });
    }

    fn close_scope(&mut self) {
        let scope = self.scopes.pop().unwrap_or_default();
        if let Some(outside) = scope.outside {
            self.values = outside;
            return;
        }
        for key in scope.defined {
            self.values.remove(&key);
        }
    }

    /// Makes `value` known by `name` in the innermost scope.
    pub fn define(&mut self, name: ValueName, value: Value, span: Span) -> Result<(), Refused> {
        let key = (name.name, name.part);
        match self.values.entry(key) {
            Entry::Occupied(_) => {
                let text = self.module.name(name.name).to_string();
                return Err(self.invalid(kind::SYMBOL, span, format!("the name `%{text}` is taken already")));
            }
            Entry::Vacant(new) => new.insert(value),
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.defined.push(key);
        }
        self.module.set_value_name(value, Some(name));
        Ok(())
    }

    /// A name after `%`, without the part after `#`.
    pub fn value_name(&mut self) -> Result<(Name, Span), Refused> {
        let start = self.position();
        self.expect("%")?;
        let from = self.at;
        let text = self.take_while(|byte| is_word_byte(byte) || matches!(byte, b'-' | b'.' | b'$'));
        let span = Span::new(start, self.at);
        if text.is_empty() {
            return Err(self.expected("a name after `%`"));
        }
        // The printer tells the parts of a value that a pass split from one another by `_` and a number.
        let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() < text.len() && !after.is_empty() && !after.starts_with('_') {
            self.at = from;
            let message = "a name that starts with a digit is a number";
            return Err(self.error_at(span, message));
        }
        Ok((self.module.intern_name(text), span))
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

/// A region of an op that is being read.
pub(crate) struct OpenRegion {
    pub region: Region,
    pub entry: Block,
}

impl Parser<'_> {
    /// Opens a region of an op; its first block is for `arguments` to be added to.
    pub(crate) fn open_region(&mut self, def: &OpDef) -> Result<OpenRegion, Refused> {
        if self.regions.len() >= MAX_NESTING {
            let message = format!("regions are nested more than {MAX_NESTING} deep here");
            let help = format!(
                "at most {MAX_NESTING} are read, module and kernel counted: write branches in each other as one, whose condition \
                 is the `andi` of theirs, and loops in each other as one over all their rounds"
            );
            let diagnostic = Diagnostic::error("parse.too-deep", Some(self.next_span()), message).with_help(help);
            return Err(self.refuse(diagnostic));
        }
        let region = self.module.loose_region();
        let entry = self.module.add_block(region);
        self.regions.push(region);
        self.labels.push(SortedMap::default());
        self.open_scope(def.has(traits::ISOLATED));
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
                // The first block is there already; its header may come after its opening brace.
                let is_first = order.len() == 1 && self.is_untouched(block);
                block = self.block_header(is_first.then_some(block))?;
                if !is_first {
                    order.push(block);
                }
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
            if self.peek("{") {
                self.argument_attributes()?;
            }
            self.remember_location(locations::Located::Argument(value))?;
            if !self.eat(",") && !self.peek(")") {
                return Err(self.expected("`,` or `)`"));
            }
        }
        Ok(())
    }

    /// Whether nothing was put into a block yet.
    pub(crate) fn is_untouched(&self, block: Block) -> bool {
        self.module.first_op(block).is_none() && self.module.arguments(block).is_empty()
    }

    /// `^name(%a: type):`; the block is `first` if that is given.
    fn block_header(&mut self, first: Option<Block>) -> Result<Block, Refused> {
        let span = self.next_span();
        self.expect("^")?;
        let label = self.word("the name of a block")?;
        let name = self.module.intern_name(label);
        if let (Some(first), Some(labels)) = (first, self.labels.last_mut()) {
            labels.entry(name).or_insert((first, false));
        }
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
        let line = self.lines.line(span.start);
        // Counted from the last place on this line: a text may be one long line.
        let (known, column) = match self.last_place {
            (last, offset, column) if last == line && offset <= span.start => (offset, column),
            _ => (self.lines.start(line), 1),
        };
        let between = &self.source.as_bytes()[known as usize..span.start as usize];
        let column = column + between.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32;
        self.last_place = (line, span.start, column);
        self.module.add_loc(crate::module::LocData {
            span,
            line,
            column,
            ..Default::default()
        })
    }

    /// The attributes of an argument. The language has none; those of other dialects, which have a dialect's name and a
    /// dot, are read and not kept.
    fn argument_attributes(&mut self) -> Result<(), Refused> {
        let start = self.position();
        self.expect("{")?;
        let entries = self.entries("}")?;
        let span = Span::new(start, self.at);
        let is_foreign = |name: Name| self.module.name(name).contains('.');
        if !entries.iter().all(|&(name, _)| is_foreign(name)) {
            let message = "arguments have no attributes of this language";
            let diagnostic = Diagnostic::error("verify.attribute", Some(span), message)
                .with_help("attributes of other dialects have the dialect's name before them, as in `name.attribute`");
            return Err(self.refuse(diagnostic));
        }
        if !entries.is_empty() {
            self.warn_of_attributes(span, "attributes of arguments mean nothing here, and are not kept");
        }
        Ok(())
    }
}
