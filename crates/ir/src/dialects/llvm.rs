//! Ops that the levels between share with LLVM: `builtin.unrealized_conversion_cast`, `llvm.mlir.poison`, and the ops
//! by which the documented form of a producer's acquire builds its masks.

use crate::dialects::Table;
use crate::op_def::AttrKind::{Enum, Int};
use crate::op_def::Constraint::{Any, Bool, Int as IntValue};
use crate::op_def::traits::PURE;
use crate::op_def::*;
use crate::parse::{Parser, Refused};
use crate::types::{TypeDef, TypeParams};
use std::fmt::Write;

/// `!llvm.array<16 x i32>`: a number of 32-bit words.
pub static ARRAY: TypeDef = TypeDef {
    name: "llvm.array",
    parse,
    print,
    scalar: None,
    verify: None,
};

/// The most words of an array.
const MAX_WORDS: i64 = 4096;

fn parse(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let words = parser.integer()?;
    parser.expect("x")?;
    parser.expect("i32")?;
    parser.expect(">")?;
    if !(1..=MAX_WORDS).contains(&words) {
        return Err(parser.expected(&format!("an array of 1 to {MAX_WORDS} words")));
    }
    Ok(TypeParams {
        ints: smallvec::smallvec![words],
        ..TypeParams::default()
    })
}

fn print(_: &crate::Module, params: &TypeParams, out: &mut String) {
    let _ = write!(out, "<{} x i32>", params.ints[0]);
}

const WORDS: Constraint = Constraint::Type("llvm.array");

const fn binary(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$lhs, $rhs : #lhs", doc)
        .operands(const { &[one("lhs", IntValue), one("rhs", IntValue)] })
        .results(const { &[result_like("result", IntValue, "lhs")] })
        .traits(PURE)
}

// The ops.
records!(
    pub(crate) OPS,
    llvm,
    Table::Llvm,
    UNREALIZED_CONVERSION_CAST = OpDef::new(
        "builtin.unrealized_conversion_cast",
        "$source : #source -> #results",
        "The same thing at another level; gone once both sides are at one.",
    )
    .operands(&[variadic("source", Any)])
    .results(&[results("results", Any)])
    .traits(PURE),
    MLIR_POISON = OpDef::new("llvm.mlir.poison", ": #result", "A value that nobody may look at.")
        .results(&[result("result", Any)])
        .traits(PURE),
    EXTRACTVALUE = OpDef::new(
        "llvm.extractvalue",
        "$source[$at] : #source -> #result",
        "A word of an array.",
    )
    .operands(&[one("source", WORDS)])
    .results(&[result("result", IntValue)])
    .attrs(&[attr("at", Int)])
    .traits(PURE),
    INSERTVALUE = OpDef::new(
        "llvm.insertvalue",
        "$value, $source[$at] : #source",
        "An array with one word replaced.",
    )
    .operands(&[one("value", IntValue), one("source", WORDS)])
    .results(&[result_like("result", WORDS, "source")])
    .attrs(&[attr("at", Int)])
    .traits(PURE),
    ICMP = OpDef::new("llvm.icmp", "$predicate $lhs, $rhs : #lhs -> #result", "A comparison.")
        .operands(&[one("lhs", IntValue), one("rhs", IntValue)])
        .results(&[result("result", Bool)])
        .attrs(&[attr("predicate", Enum(&["eq", "ne"]))])
        .traits(PURE),
    SELECT = OpDef::new("llvm.select", "$condition, $then, $else : #then", "One of two values.")
        .operands(&[one("condition", Bool), one("then", IntValue), one("else", IntValue)])
        .results(&[result_like("result", IntValue, "then")])
        .traits(PURE),
    OR = binary("llvm.or", "The bits of both."),
    AND = binary("llvm.and", "The bits that both have."),
    UREM = binary("llvm.urem", "The rest of a division of unsigned numbers."),
    UDIV = binary("llvm.udiv", "The quotient of unsigned numbers."),
    ADD = binary("llvm.add", "The sum."),
);
