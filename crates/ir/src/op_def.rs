//! Op records: one static record per op names its parts, its rules and its text form.
//!
//! The format string drives both printer and parser, so the two cannot drift apart. It is the op's text, literally,
//! with these markers:
//!
//! | marker | stands for |
//! |---|---|
//! | `$name` | an operand (or all of a variadic one, with commas), an attribute, a region or a successor |
//! | `#name` | the type of an operand or result (all types of a variadic one, with commas) |
//! | `#name*` | the types of a variadic operand, written once if they are all the same |
//! | `{?name text}` | text that is there only if the optional operand or attribute `name` is |
//!
//! White space and punctuation are printed as written and skipped when reading. Attributes that the format does not
//! mention follow in braces, `{name = value}`.

use crate::dialects::{self, TABLES};
use crate::entity::{Attr, Op};
use crate::format::{self, Format};
use crate::module::Module;
use crate::parse::{OpInProgress, Parser, Refused};
use crate::print::Printer;
use crate::verify::Violation;
use std::sync::OnceLock;

/// The number of values of an operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// Types that a value may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// Any type at all.
    Any,
    /// A tile or scalar of numbers or pointers.
    Tile,
    /// A tile of numbers.
    Number,
    /// A tile or scalar of floats that can be computed with: in `cuda_tile` f16, bf16, f32 and f64.
    Float,
    /// A tile or scalar of any floats, those that are only stored and multiplied included.
    AnyFloat,
    /// A tile or scalar of integers, `i1` included; in `cuda_tile` not i4.
    Int,
    /// A tile or scalar of any integers, i4 included.
    AnyInt,
    /// A tile or scalar of `i1`.
    Bool,
    /// A tile or scalar of pointers.
    Pointer,
    /// A tile of rank 0 (or a scalar) of integers.
    ScalarInt,
    /// A tile of rank 0 (or a scalar) of `i1`.
    ScalarBool,
    /// A tile of rank 0 of i32.
    ScalarI32,
    /// A tile of rank 0 of pointers.
    ScalarPointer,
    /// A tile of elements of this one type.
    TileOf(&'static str),
    /// A tensor view.
    TensorView,
    /// A view of tiles: partition, gather/scatter or strided.
    TileView,
    /// A token.
    Token,
    /// A value of the type of this name.
    Type(&'static str),
    /// A value of one type or the other.
    Either(&'static str, &'static str),
}

/// An operand of an op.
#[derive(Clone, Copy, Debug)]
pub struct OperandDef {
    /// Its name in the format string.
    pub name: &'static str,
    /// The number of values.
    pub arity: Arity,
    /// Of what types.
    pub constraint: Constraint,
}

/// The rule by which the type of a result is known when the text does not say it.
#[derive(Clone, Copy, Debug)]
pub enum Infer {
    /// The text says it.
    FromText,
    /// It is the type of this operand or earlier result.
    SameAs(&'static str),
    /// It is always this type, by name.
    Always(&'static str),
}

/// A result of an op.
#[derive(Clone, Copy, Debug)]
pub struct ResultDef {
    /// Its name in the format string.
    pub name: &'static str,
    /// The number of values.
    pub arity: Arity,
    /// Of what types.
    pub constraint: Constraint,
    /// The rule for its type.
    pub infer: Infer,
}

/// Reads an attribute's text.
pub type ParseAttr = fn(&mut Parser<'_>) -> Result<Attr, Refused>;
/// Writes an attribute's text.
pub type PrintAttr = fn(&Module, Attr, &mut String);

/// The kind of an attribute, and how it is written.
#[derive(Clone, Copy)]
pub enum AttrKind {
    /// One of these words.
    Enum(&'static [&'static str]),
    /// There or not there; the words around it are its text.
    Flag,
    /// A whole number.
    Int,
    /// Whole numbers in brackets, `[2, 0, 1]`.
    Ints,
    /// `true` or `false`.
    Bool,
    /// A quoted string.
    Str,
    /// `@name`.
    Symbol,
    /// A type.
    Type,
    /// Any attribute in its own text form.
    Any,
    /// A text form of the dialect's own.
    Custom(ParseAttr, PrintAttr),
}

/// An attribute of an op.
#[derive(Clone, Copy)]
pub struct AttrDef {
    /// Its name in the format string.
    pub name: &'static str,
    /// Its kind.
    pub kind: AttrKind,
    /// Whether the op may do without.
    pub optional: bool,
    /// The word that is meant, and not printed, where it is left out.
    pub default: Option<&'static str>,
}

/// Traits of an op; a set of bits.
pub mod traits {
    /// No effect but its results: may be removed, merged and moved.
    pub const PURE: u32 = 1;
    /// Ends its block.
    pub const TERMINATOR: u32 = 2;
    /// All operands and results that are tiles have one type.
    pub const SAME_TYPE: u32 = 4;
    /// All operands and results that are tiles have one shape.
    pub const SAME_SHAPE: u32 = 8;
    /// Values from outside may not be used inside its regions.
    pub const ISOLATED: u32 = 16;
    /// Its regions may hold several blocks.
    pub const CFG: u32 = 32;
    /// The operands commute.
    pub const COMMUTATIVE: u32 = 64;
    /// Its region may end without a terminator, which then means an empty one.
    pub const IMPLICIT_END: u32 = 128;
    /// It has any number of regions, which its record names as one.
    pub const REGION_LIST: u32 = 256;
}

/// Effects of an op that others can see; a set of bits. An op that does nothing of this and has no region is pure, ends
/// its block, or declares something.
pub mod effects {
    /// Reads what others may write.
    pub const READS: u32 = 1;
    /// Writes what others may read.
    pub const WRITES: u32 = 2;
    /// Waits for others, lets them go on, or orders what they see.
    pub const SYNCHRONISES: u32 = 4;
    /// May pass elements between threads, so that threads must meet there. An op that only does this may still be pure.
    pub const EXCHANGES: u32 = 8;
    /// Goes on after the op: who needs its end must wait for it.
    pub const ASYNCHRONOUS: u32 = 16;
    /// Makes something that is like nothing else.
    pub const ALLOCATES: u32 = 32;
    /// Closes a group of asynchronous ops, for a wait to count: nobody waits here, and nothing is ordered.
    pub const GROUPS: u32 = 64;
}

/// Resources on which an op has its effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// It has no effects.
    Nothing,
    /// Registers of other threads.
    Registers,
    /// Shared memory.
    Shared,
    /// Barriers, whatever they are made of.
    Barriers,
    /// Global memory.
    Global,
    /// Memory; the operands say which.
    Any,
    /// Things beside memory that the host sees: printed text, errors, time.
    Host,
}

/// Reads an op after its name.
pub type ParseOp = fn(&mut Parser<'_>, &mut OpInProgress) -> Result<(), Refused>;
/// Writes an op after its name.
pub type PrintOp = fn(&mut Printer<'_>, Op);

/// The text form of an op.
pub enum Syntax {
    /// As the format string says.
    Format(&'static str),
    /// By functions of the dialect.
    Custom(ParseOp, PrintOp),
}

/// A rule of one op; the error says what is wrong and why.
pub type VerifyOp = fn(&Module, Op) -> Result<(), Violation>;

/// Which op it is: the table that its record is in, and the place there. Every record has a constant, such as
/// [`scf::FOR`](crate::ops::scf::FOR), that comparisons and patterns use; no code knows an op by its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpKind(u16);

impl OpKind {
    /// The op of a place; [`records!`](crate::records) gives each its own.
    pub const fn new(table: u8, row: u8) -> Self {
        Self((table as u16) << 8 | row as u16)
    }

    pub(crate) fn table(self) -> u8 {
        (self.0 >> 8) as u8
    }

    pub(crate) fn row(self) -> u8 {
        self.0 as u8
    }

    /// The record of an op of this crate; a stand-in for any other, which only a [`Registry`](crate::Registry) knows.
    pub fn def(self) -> &'static OpDef {
        let table = TABLES.get(usize::from(self.table()));
        table
            .and_then(|table| table.get(usize::from(self.row())))
            .unwrap_or(&STAND_IN)
    }

    /// The full name.
    pub fn name(self) -> &'static str {
        self.def().name
    }

    /// The name without the dialect.
    pub fn short_name(self) -> &'static str {
        self.def().short_name()
    }
}

impl std::fmt::Display for OpKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Debug for OpKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The dialect whose ops are written without the dialect's name, as NVIDIA's tools write them.
pub(crate) const BARE_DIALECT: &str = "cuda_tile";

/// Stands for a record that is not known.
pub(crate) static STAND_IN: OpDef = OpDef::new("builtin.unregistered", "", "An op that no registry knows.");

/// The record of an op.
pub struct OpDef {
    /// Which op it is.
    pub kind: OpKind,
    /// Full name, dialect first, such as `cuda_tile.addf`.
    pub name: &'static str,
    /// One sentence: what it does. The page shows none of them, so its module has none of them.
    #[cfg(not(target_family = "wasm"))]
    pub doc: &'static str,
    /// Operands in order.
    pub operands: &'static [OperandDef],
    /// Results in order.
    pub results: &'static [ResultDef],
    /// Attributes in order.
    pub attrs: &'static [AttrDef],
    /// Names of the regions in order.
    pub regions: &'static [&'static str],
    /// Names of the successor blocks in order.
    pub successors: &'static [&'static str],
    /// Bits of [`traits`].
    pub traits: u32,
    /// Bits of [`effects`].
    pub effects: u32,
    /// The resource of the effects.
    pub on: On,
    /// The text form.
    pub syntax: Syntax,
    /// Rules beyond the constraints above.
    pub verify: Option<VerifyOp>,
    pub(crate) compiled: OnceLock<Format>,
}

/// The function that reads something, or what stands for it where nothing is read: without the feature `read` a module
/// for the browser has neither the parser nor what only the parser calls.
pub(crate) const fn reading<F: Copy>(read: F, unread: F) -> F {
    if cfg!(feature = "read") { read } else { unread }
}

fn unread_op(_: &mut Parser<'_>, _: &mut OpInProgress) -> Result<(), Refused> {
    Err(Refused)
}

fn unread_attr(_: &mut Parser<'_>) -> Result<Attr, Refused> {
    Err(Refused)
}

/// Stands for the reader of a type.
pub(crate) fn unread_type(_: &mut Parser<'_>) -> Result<crate::TypeParams, Refused> {
    Err(Refused)
}

/// An attribute with a text form of its own.
pub const fn custom(parse: ParseAttr, print: PrintAttr) -> AttrKind {
    AttrKind::Custom(reading(parse, unread_attr), print)
}

impl OpDef {
    /// A record with a name, what the op does, and its text form.
    #[cfg_attr(target_family = "wasm", expect(unused_variables))]
    pub const fn new(name: &'static str, format: &'static str, doc: &'static str) -> Self {
        Self {
            kind: OpKind(u16::MAX),
            name,
            #[cfg(not(target_family = "wasm"))]
            doc,
            operands: &[],
            results: &[],
            attrs: &[],
            regions: &[],
            successors: &[],
            traits: 0,
            effects: 0,
            on: On::Nothing,
            syntax: Syntax::Format(format),
            verify: None,
            compiled: OnceLock::new(),
        }
    }

    /// With these effects; bits of [`effects`].
    pub const fn effects(mut self, effects: u32, on: On) -> Self {
        self.effects = effects;
        self.on = on;
        self
    }

    /// Whether it has all of these effects.
    pub const fn does(&self, effects: u32) -> bool {
        self.effects & effects == effects
    }

    /// Whether doing it can be told from not doing it, or from doing it twice: it does more than read, or pass elements
    /// between threads.
    pub const fn has_side_effect(&self) -> bool {
        self.effects & !(effects::READS | effects::EXCHANGES) != 0
    }

    /// With these operands.
    pub const fn operands(mut self, operands: &'static [OperandDef]) -> Self {
        self.operands = operands;
        self
    }

    /// With these results.
    pub const fn results(mut self, results: &'static [ResultDef]) -> Self {
        self.results = results;
        self
    }

    /// With these attributes.
    pub const fn attrs(mut self, attrs: &'static [AttrDef]) -> Self {
        self.attrs = attrs;
        self
    }

    /// Whether a number of regions is one that it can have.
    pub fn takes_regions(&self, count: usize) -> bool {
        count == self.regions.len() || self.has(traits::REGION_LIST)
    }

    /// With these regions.
    pub const fn regions(mut self, regions: &'static [&'static str]) -> Self {
        self.regions = regions;
        self
    }

    /// With these successors.
    pub const fn successors(mut self, successors: &'static [&'static str]) -> Self {
        self.successors = successors;
        self
    }

    /// With these [`traits`].
    pub const fn traits(mut self, bits: u32) -> Self {
        self.traits = bits;
        self
    }

    /// With a text form of its own.
    pub const fn custom(mut self, parse: ParseOp, print: PrintOp) -> Self {
        self.syntax = Syntax::Custom(reading(parse, unread_op), print);
        self
    }

    /// With a rule of its own.
    pub const fn verify(mut self, verify: VerifyOp) -> Self {
        self.verify = reading(Some(verify), None);
        self
    }

    /// Whether it has this trait.
    pub fn has(&self, bit: u32) -> bool {
        self.traits & bit != 0
    }

    /// Where the name of the dialect ends. Asked for at every op, and names are short.
    fn dot(&self) -> Option<usize> {
        self.name.bytes().position(|byte| byte == b'.')
    }

    /// The name without the dialect.
    pub fn short_name(&self) -> &'static str {
        &self.name[self.dot().map_or(0, |dot| dot + 1)..]
    }

    /// The dialect.
    pub fn dialect(&self) -> &'static str {
        &self.name[..self.dot().unwrap_or(0)]
    }

    /// The name as the text form writes it.
    pub fn spelling(&self) -> &'static str {
        match self.dialect() {
            BARE_DIALECT => self.short_name(),
            _ => self.name,
        }
    }

    /// Finds what is wrong with the record itself: its format names parts that it has, in braces that pair, and the types
    /// that it names are there.
    pub(crate) fn check(&'static self) -> Result<(), &'static str> {
        if let Syntax::Format(text) = self.syntax {
            format::compile(self, text)?;
        }
        let is_type = |name: &str| dialects::type_def(name).is_some();
        let is_known = |constraint| match constraint {
            Constraint::TileOf(name) | Constraint::Type(name) => is_type(name),
            Constraint::Either(one, other) => is_type(one) && is_type(other),
            _ => true,
        };
        let operands = self.operands.iter().map(|operand| operand.constraint);
        if !operands
            .chain(self.results.iter().map(|result| result.constraint))
            .all(is_known)
        {
            return Err("there is no type of the name that it asks for");
        }
        let is_inferred = |(slot, result): (usize, &ResultDef)| match result.infer {
            Infer::FromText => true,
            Infer::SameAs(of) => self.operand_slot(of).is_some() || self.results[..slot].iter().any(|r| r.name == of),
            Infer::Always(name) => is_type(name),
        };
        match self.results.iter().enumerate().all(is_inferred) {
            true => Ok(()),
            false => Err("the type of a result follows from nothing that is there"),
        }
    }

    /// The slot of an attribute.
    pub fn attr_slot(&self, name: &str) -> Option<usize> {
        self.attrs.iter().position(|a| same(a.name, name))
    }

    /// Whether an op cannot be without an attribute.
    pub fn requires(&self, name: &str) -> bool {
        self.attr_slot(name).is_some_and(|slot| !self.attrs[slot].optional)
    }

    /// The place of an operand among the operand records.
    pub fn operand_slot(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|o| same(o.name, name))
    }
}

/// Whether two names are the same. Those of a record are the same constant wherever they are asked for by it, and most others differ in length:
/// what they hold is seldom looked at.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && (std::ptr::eq(one, other) || one == other)
}

impl std::fmt::Debug for OpDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Gives the records of a table their numbers; [`records!`](crate::records) does so.
///
/// # Panics
/// While the compiler is built, if a constant is not called as its op: `CP_ASYNC` names `nvvm.cp.async`; or if the rows
/// are more than a byte can number.
pub const fn numbered<const N: usize>(table: u8, names: [&str; N], mut defs: [OpDef; N]) -> [OpDef; N] {
    assert!(N <= 256);
    let mut row = 0;
    while row < N {
        assert!(is_called(names[row].as_bytes(), defs[row].name.as_bytes()));
        defs[row].kind = OpKind::new(table, row as u8);
        row += 1;
    }
    defs
}

/// Whether `constant` is the name of an op without its dialect, in capitals, other signs as underscores.
const fn is_called(constant: &[u8], name: &[u8]) -> bool {
    let mut dot = 0;
    while name[dot] != b'.' {
        dot += 1;
    }
    let mut at = 0;
    while at < constant.len() && dot + 1 + at < name.len() {
        let letter = name[dot + 1 + at].to_ascii_uppercase();
        let sign = !letter.is_ascii_alphanumeric();
        if constant[at] != if sign { b'_' } else { letter } {
            return false;
        }
        at += 1;
    }
    dot + 1 + at == name.len() && at == constant.len()
}

/// A table of records, and a module with a constant for each:
/// `records!(pub TABLE, module, number, ADDF = record, ...)`. Numbers of tables outside of this crate start with [`Registry::FREE`](crate::Registry::FREE).
#[macro_export]
macro_rules! records {
    ($visible:vis $table:ident, $module:ident, $number:expr, $($name:ident = $def:expr),* $(,)?) => {
        #[allow(missing_docs, clippy::upper_case_acronyms, non_camel_case_types)]
        pub mod $module {
            #[allow(unused_imports)]
            use super::*;

            enum Row {
                $($name),*
            }

            $(pub const $name: $crate::OpKind = $crate::OpKind::new($number as u8, Row::$name as u8);)*
        }

        #[allow(missing_docs)]
        $visible static $table: [$crate::op_def::OpDef; [$(stringify!($name)),*].len()] =
            $crate::op_def::numbered($number as u8, [$(stringify!($name)),*], [$($def),*]);
    };
}
pub(crate) use records;

/// One operand.
pub const fn one(name: &'static str, constraint: Constraint) -> OperandDef {
    OperandDef {
        name,
        arity: Arity::One,
        constraint,
    }
}

/// An operand that may be left out.
pub const fn optional(name: &'static str, constraint: Constraint) -> OperandDef {
    OperandDef {
        name,
        arity: Arity::Optional,
        constraint,
    }
}

/// Any number of operands.
pub const fn variadic(name: &'static str, constraint: Constraint) -> OperandDef {
    OperandDef {
        name,
        arity: Arity::Variadic,
        constraint,
    }
}

/// A result whose type the text says.
pub const fn result(name: &'static str, constraint: Constraint) -> ResultDef {
    ResultDef {
        name,
        arity: Arity::One,
        constraint,
        infer: Infer::FromText,
    }
}

/// A result of the type of operand (or earlier result) `of`.
pub const fn result_like(name: &'static str, constraint: Constraint, of: &'static str) -> ResultDef {
    ResultDef {
        name,
        arity: Arity::One,
        constraint,
        infer: Infer::SameAs(of),
    }
}

/// A result that always has the type of this name.
pub const fn result_always(name: &'static str, constraint: Constraint, ty: &'static str) -> ResultDef {
    ResultDef {
        name,
        arity: Arity::One,
        constraint,
        infer: Infer::Always(ty),
    }
}

/// Any number of results.
pub const fn results(name: &'static str, constraint: Constraint) -> ResultDef {
    ResultDef {
        name,
        arity: Arity::Variadic,
        constraint,
        infer: Infer::FromText,
    }
}

/// An attribute that must be there.
pub const fn attr(name: &'static str, kind: AttrKind) -> AttrDef {
    AttrDef {
        name,
        kind,
        optional: false,
        default: None,
    }
}

/// An attribute that may be left out.
pub const fn attr_opt(name: &'static str, kind: AttrKind) -> AttrDef {
    AttrDef {
        name,
        kind,
        optional: true,
        default: None,
    }
}

/// A word that may be left out, and then is `default`.
pub const fn attr_default(name: &'static str, words: &'static [&'static str], default: &'static str) -> AttrDef {
    AttrDef {
        name,
        kind: AttrKind::Enum(words),
        optional: true,
        default: Some(default),
    }
}
