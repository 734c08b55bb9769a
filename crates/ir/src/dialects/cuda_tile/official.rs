//! The names that the public definition of the dialect gives to attributes, where the records have shorter ones, and
//! how MLIR's generic form spells their values.

use crate::attrs::{AttrData, AttrParams, AttrRecord};
use crate::entity::Attr;
use crate::module::Module;
use crate::op_def::OpDef;
use crate::op_def::reading;
use crate::ops::cuda_tile;
use crate::parse::{Parser, Refused};
use smallvec::smallvec;

/// The spelling of an attribute that is a word.
#[derive(Clone, Copy)]
pub(crate) enum Words {
    /// `#cuda_tile.name<word>`.
    Named(&'static str),
    /// A number: the place of the word in this list.
    Numbered(&'static [&'static str]),
    /// The attribute has no words.
    None,
}

use Words::{Named, Numbered};

/// Memory orderings by number.
pub(crate) const ORDERINGS: &[&str] = &["weak", "relaxed", "acquire", "release", "acq_rel"];
/// Memory scopes by number.
pub(crate) const SCOPES: &[&str] = &["tl_blk", "device", "sys"];
/// Modes of atomic ops by number.
pub(crate) const MODES: &[&str] = &["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"];

/// Ops whose attribute has another official name than its namesakes.
const OF_ONE_OP: [(&str, &str, &str, Words); 5] = [
    (
        "cmpf",
        "predicate",
        "comparison_predicate",
        Named("comparison_predicate"),
    ),
    (
        "cmpi",
        "predicate",
        "comparison_predicate",
        Named("comparison_predicate"),
    ),
    ("cmpf", "ordering", "comparison_ordering", Named("comparison_ordering")),
    ("divi", "rounding", "rounding", Named("rounding")),
    ("get_global", "symbol", "name", Words::None),
];

/// Attributes by the name in the record.
const OF_ALL: [(&str, &str, Words); 13] = [
    ("rounding", "rounding_mode", Named("rounding")),
    ("overflow", "overflow", Named("overflow")),
    ("signedness", "signedness", Named("signedness")),
    ("signedness_lhs", "signedness_lhs", Named("signedness")),
    ("signedness_rhs", "signedness_rhs", Named("signedness")),
    ("ordering", "memory_ordering_semantics", Numbered(ORDERINGS)),
    ("scope", "memory_scope", Numbered(SCOPES)),
    ("mode", "mode", Numbered(MODES)),
    ("ftz", "flush_to_zero", Words::None),
    ("hints", "optimization_hints", Words::None),
    ("unsigned", "unsignedCmp", Words::None),
    ("format", "str", Words::None),
    ("private", "symbol_visibility", Words::None),
];

/// The official name of an attribute of an op, and how its words are spelled.
pub(crate) fn official(def: &OpDef, name: &'static str) -> (&'static str, Words) {
    if def.dialect() != "cuda_tile" {
        return (name, Words::None);
    }
    let op = def.short_name();
    let own = OF_ONE_OP.iter().find(|row| row.0 == op && row.1 == name);
    let common = || OF_ALL.iter().find(|row| row.0 == name);
    match (own, common()) {
        (Some(&(_, _, official, words)), _) | (None, Some(&(_, official, words))) => (official, words),
        _ => (name, Words::None),
    }
}

/// The type of an attribute that is a whole number; none if the definition is not public.
pub(crate) fn type_of(def: &OpDef, name: &str) -> Option<&'static str> {
    match (def.kind, name) {
        (cuda_tile::CAT, "dim") | (cuda_tile::GLOBAL, "alignment") => Some("i64"),
        (cuda_tile::REDUCE | cuda_tile::SCAN, "dim") => Some("i32"),
        _ => None,
    }
}

/// The place in the record of the attribute with this official name, or with the record's own.
pub(crate) fn slot(def: &OpDef, name: &str) -> Option<usize> {
    let official = |a: &crate::op_def::AttrDef| official(def, a.name).0 == name;
    def.attrs.iter().position(official).or(def.attr_slot(name))
}

/// Whether the official definition asks for an attribute that the record takes for its default where it is missing.
pub(crate) fn is_asked_for(def: &OpDef, name: &str) -> bool {
    name == "rounding" && !matches!(def.kind, cuda_tile::DIVI | cuda_tile::FTOF)
}

/// The name of the attribute that is no attribute in the record: how many values each operand has.
pub(crate) const SEGMENTS: &str = "operandSegmentSizes";

/// Whether the segments are asked for: only one operand may have another number of values than one.
pub(crate) fn has_segments(def: &OpDef) -> bool {
    let several = |o: &&crate::op_def::OperandDef| o.arity != crate::op_def::Arity::One;
    def.operands.iter().filter(several).count() > 1
}

/// The attributes that are a word in brackets.
pub static RECORDS: [AttrRecord; 11] = [
    word("signedness"),
    word("overflow"),
    word("rounding"),
    word("comparison_predicate"),
    word("comparison_ordering"),
    word("padding_value"),
    word("symbol_visibility"),
    word("memory_ordering_semantics"),
    word("memory_scope"),
    word("atomic_rmw_mode"),
    AttrRecord {
        name: "optimization_hints",
        parse: reading(Some(parse_hints), None),
        print: |module, params, out| super::hints::print(module, params.attrs[0], out),
    },
];

fn parse_hints(parser: &mut Parser<'_>) -> Result<AttrParams, Refused> {
    let hints = super::hints::parse(parser)?;
    Ok(AttrParams {
        attrs: smallvec![hints],
        ..AttrParams::default()
    })
}

const fn word(name: &'static str) -> AttrRecord {
    AttrRecord {
        name,
        parse: reading(Some(parse_word), None),
        print: print_word,
    }
}

fn parse_word(parser: &mut Parser<'_>) -> Result<AttrParams, Refused> {
    parser.expect("<")?;
    let word = parser.word("a word")?;
    let word = parser.module.intern_name(word);
    parser.expect(">")?;
    Ok(AttrParams {
        attrs: smallvec![parser.module.intern_attr(AttrData::Keyword(word))],
        ..AttrParams::default()
    })
}

fn print_word(module: &Module, params: &AttrParams, out: &mut String) {
    out.push('<');
    module.write_attr(params.attrs[0], out);
    out.push('>');
}

/// The text in the brackets of one of [`RECORDS`] of this name.
pub(crate) fn inside(module: &Module, attr: Attr, name: &str) -> Option<Attr> {
    match module.attr_data(attr) {
        AttrData::Record(record, params) if record.name == name => params.attrs.first().copied(),
        _ => None,
    }
}
