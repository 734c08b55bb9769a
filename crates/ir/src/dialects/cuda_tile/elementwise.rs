//! Arithmetic on every element by itself.
//!
//! The same ops exist twice: in `cuda_tile`, and as the dialect `arith`, which works on tiles at the levels below and
//! on the scalars of one thread at the lowest.

use super::rules;
use crate::dialects::Table;
use crate::op_def::AttrKind::{Enum, Flag};
use crate::op_def::Constraint::{AnyFloat, AnyInt, Bool, Float, Int, Number, Pointer, Tile, TileOf};
use crate::op_def::custom;
use crate::op_def::effects::WRITES;
use crate::op_def::traits::{COMMUTATIVE, PURE, SAME_SHAPE, SAME_TYPE};
use crate::op_def::*;

/// Rounding of the exact result of an op on floats.
const ROUNDING: &[&str] = &["nearest_even", "zero", "negative_inf", "positive_inf"];
/// Signedness of integers.
pub const SIGNEDNESS: &[&str] = &["unsigned", "signed"];
/// The author's promise on overflow.
pub const OVERFLOW: &[&str] = &["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"];
/// Comparisons.
pub const PREDICATE: &[&str] = &[
    "equal",
    "not_equal",
    "less_than",
    "less_than_or_equal",
    "greater_than",
    "greater_than_or_equal",
];

const ROUND: AttrDef = attr_default("rounding", ROUNDING, "nearest_even");
/// Quotients also have two fast forms.
const ROUND_QUOTIENT: AttrDef = attr_default(
    "rounding",
    &["nearest_even", "zero", "negative_inf", "positive_inf", "approx", "full"],
    "nearest_even",
);
const ROUND_ROOT: AttrDef = attr_default(
    "rounding",
    &["nearest_even", "zero", "negative_inf", "positive_inf", "approx"],
    "nearest_even",
);
/// Functions are not rounded exactly: they are as good as the machine's, or faster.
const ROUND_FUNCTION: AttrDef = attr_default("rounding", &["approx", "full"], "full");
const ROUND_FORMAT: AttrDef = attr_default(
    "rounding",
    &["nearest_even", "zero", "negative_inf", "positive_inf", "nearest_away"],
    "nearest_even",
);
const FTZ: AttrDef = attr_opt("ftz", Flag);
const OVER: AttrDef = attr_default("overflow", OVERFLOW, "none");
const SIGN: AttrDef = attr("signedness", Enum(SIGNEDNESS));

const fn unary(name: &'static str, of: UnaryKind, doc: &'static str) -> OpDef {
    let (format, attrs): (_, &'static [AttrDef]) = match of.extra {
        Extra::None => ("$source : #result", &[]),
        Extra::Function => ("$source {?rounding rounding<$rounding>} : #result", &[ROUND_FUNCTION]),
        Extra::Ftz => ("$source{?ftz  flush_to_zero} : #result", &[FTZ]),
        Extra::RootFtz => (
            "$source {?rounding rounding<$rounding>}{?ftz  flush_to_zero} : #result",
            &[ROUND_ROOT, FTZ],
        ),
        Extra::Overflow => ("$source{?overflow  overflow<$overflow>} : #result", &[OVER]),
    };
    let (operands, results): (&'static [OperandDef], &'static [ResultDef]) = if of.float {
        (const { &[one("source", Float)] }, const { &[result("result", Float)] })
    } else {
        (const { &[one("source", Int)] }, const { &[result("result", Int)] })
    };
    let def = OpDef::new(name, format, doc)
        .operands(operands)
        .results(results)
        .attrs(attrs)
        .traits(PURE | SAME_TYPE);
    match of.extra {
        Extra::None => def,
        Extra::Overflow => def.verify(rules::negi),
        Extra::Function | Extra::Ftz | Extra::RootFtz => def.verify(rules::float_modifiers),
    }
}

struct UnaryKind {
    float: bool,
    extra: Extra,
}

enum Extra {
    None,
    Function,
    Ftz,
    RootFtz,
    Overflow,
}

const F: UnaryKind = UnaryKind {
    float: true,
    extra: Extra::None,
};

const fn float(extra: Extra) -> UnaryKind {
    UnaryKind { float: true, extra }
}

const fn float_binary(name: &'static str, traits: u32, doc: &'static str) -> OpDef {
    OpDef::new(
        name,
        "$lhs, $rhs {?rounding rounding<$rounding>}{?ftz  flush_to_zero} : #result",
        doc,
    )
    .operands(const { &[one("lhs", Float), one("rhs", Float)] })
    .results(const { &[result("result", Float)] })
    .attrs(&[ROUND, FTZ])
    .traits(PURE | SAME_TYPE | traits)
    .verify(rules::float_modifiers)
}

const fn float_plain(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "$lhs, $rhs : #result", doc)
        .operands(const { &[one("lhs", Float), one("rhs", Float)] })
        .results(const { &[result("result", Float)] })
        .traits(PURE | SAME_TYPE)
}

const fn float_extremum(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(
        name,
        "$lhs, $rhs{?ftz  flush_to_zero}{?propagate_nan  propagate_nan} : #result",
        doc,
    )
    .operands(const { &[one("lhs", Float), one("rhs", Float)] })
    .results(const { &[result("result", Float)] })
    .attrs(const { &[FTZ, attr_opt("propagate_nan", Flag)] })
    .traits(PURE | SAME_TYPE | COMMUTATIVE)
    .verify(rules::float_modifiers)
}

const fn int_binary(name: &'static str, format: &'static str, traits: u32, doc: &'static str) -> OpDef {
    OpDef::new(name, format, doc)
        .operands(const { &[one("lhs", Int), one("rhs", Int)] })
        .results(const { &[result("result", Int)] })
        .traits(PURE | SAME_TYPE | traits)
}

const PLAIN: &str = "$lhs, $rhs : #result";
const WITH_OVERFLOW: &str = "$lhs, $rhs{?overflow  overflow<$overflow>} : #result";
const WITH_SIGN: &str = "$lhs, $rhs $signedness : #result";

const fn cast(name: &'static str, format: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, format, doc).traits(PURE | SAME_SHAPE)
}

/// The elementwise ops, under the name of a dialect.
macro_rules! elementwise_ops {
    ($table:ident, $module:ident, $number:ident, $dialect:literal) => {
        records!(
            pub(crate) $table,
            $module,
            Table::$number,
            ABSF = unary(concat!($dialect, ".absf"), F, "The absolute value of floats."),
            ABSI = unary(
                concat!($dialect, ".absi"),
                UnaryKind {
                    float: false,
                    extra: Extra::None,
                },
                "The absolute value of signed integers.",
            ),
            CEIL = unary(concat!($dialect, ".ceil"), F, "The least whole number not below."),
            COS = unary(concat!($dialect, ".cos"), F, "The cosine."),
            COSH = unary(concat!($dialect, ".cosh"), F, "The hyperbolic cosine."),
            EXP = unary(
                concat!($dialect, ".exp"),
                float(Extra::Function),
                "e to the power of each element.",
            ),
            EXP2 = unary(
                concat!($dialect, ".exp2"),
                float(Extra::Ftz),
                "2 to the power of each element.",
            ),
            FLOOR = unary(
                concat!($dialect, ".floor"),
                F,
                "The greatest whole number not above."
            ),
            LOG = unary(concat!($dialect, ".log"), F, "The natural logarithm."),
            LOG2 = unary(concat!($dialect, ".log2"), F, "The logarithm to base 2."),
            NEGF = unary(concat!($dialect, ".negf"), F, "Floats with the sign flipped."),
            NEGI = unary(
                concat!($dialect, ".negi"),
                UnaryKind {
                    float: false,
                    extra: Extra::Overflow,
                },
                "Integers subtracted from zero.",
            ),
            RSQRT = unary(
                concat!($dialect, ".rsqrt"),
                float(Extra::Ftz),
                "One over the square root.",
            ),
            SIN = unary(concat!($dialect, ".sin"), F, "The sine."),
            SINH = unary(concat!($dialect, ".sinh"), F, "The hyperbolic sine."),
            SQRT = unary(
                concat!($dialect, ".sqrt"),
                float(Extra::RootFtz),
                "The square root."
            ),
            TAN = unary(concat!($dialect, ".tan"), F, "The tangent."),
            TANH = unary(
                concat!($dialect, ".tanh"),
                float(Extra::Function),
                "The hyperbolic tangent.",
            ),
            ADDF = float_binary(concat!($dialect, ".addf"), COMMUTATIVE, "The sum of floats."),
            SUBF = float_binary(concat!($dialect, ".subf"), 0, "The difference of floats."),
            MULF = float_binary(concat!($dialect, ".mulf"), COMMUTATIVE, "The product of floats."),
            DIVF = float_binary(concat!($dialect, ".divf"), 0, "The quotient of floats.").attrs(&[ROUND_QUOTIENT, FTZ]),
            ATAN2 = float_plain(concat!($dialect, ".atan2"), "The angle of the point (rhs, lhs)."),
            FPOWF = float_plain(concat!($dialect, ".fpowf"), "The left to the power of the right."),
            REMF = float_plain(
                concat!($dialect, ".remf"),
                "The remainder of the quotient rounded to zero.",
            ),
            MAXF = float_extremum(concat!($dialect, ".maxf"), "The greater of two floats."),
            MINF = float_extremum(concat!($dialect, ".minf"), "The lesser of two floats."),
            FMA = OpDef::new(
                concat!($dialect, ".fma"),
                "$lhs, $rhs, $acc {?rounding rounding<$rounding>}{?ftz  flush_to_zero} : #result",
                "The product of the first two plus the third, rounded once.",
            )
            .operands(&[one("lhs", Float), one("rhs", Float), one("acc", Float)])
            .results(&[result("result", Float)])
            .attrs(&[ROUND, FTZ])
            .traits(PURE | SAME_TYPE)
            .verify(rules::float_modifiers),
            FPOWI = OpDef::new(
                concat!($dialect, ".fpowi"),
                "$source, $exponent : #source, #exponent",
                "Floats to the power of integers.",
            )
            .operands(&[one("source", Float), one("exponent", Int)])
            .results(&[result_like("result", Float, "source")])
            .traits(PURE | SAME_SHAPE)
            .verify(rules::fpowi),
            ADDI = int_binary(
                concat!($dialect, ".addi"),
                WITH_OVERFLOW,
                COMMUTATIVE,
                "The sum of integers.",
            )
            .attrs(&[OVER]),
            SUBI = int_binary(
                concat!($dialect, ".subi"),
                WITH_OVERFLOW,
                0,
                "The difference of integers.",
            )
            .attrs(&[OVER]),
            MULI = int_binary(
                concat!($dialect, ".muli"),
                WITH_OVERFLOW,
                COMMUTATIVE,
                "The product of integers.",
            )
            .attrs(&[OVER]),
            SHLI = int_binary(
                concat!($dialect, ".shli"),
                WITH_OVERFLOW,
                0,
                "Bits shifted towards the high end.",
            )
            .attrs(&[OVER]),
            SHRI = int_binary(
                concat!($dialect, ".shri"),
                WITH_SIGN,
                0,
                "Bits shifted towards the low end.",
            )
            .attrs(&[SIGN]),
            MAXI = int_binary(
                concat!($dialect, ".maxi"),
                WITH_SIGN,
                COMMUTATIVE,
                "The greater of two integers.",
            )
            .attrs(&[SIGN]),
            MINI = int_binary(
                concat!($dialect, ".mini"),
                WITH_SIGN,
                COMMUTATIVE,
                "The lesser of two integers.",
            )
            .attrs(&[SIGN]),
            REMI = int_binary(
                concat!($dialect, ".remi"),
                WITH_SIGN,
                0,
                "The remainder of the quotient rounded to zero.",
            )
            .attrs(&[SIGN]),
            DIVI = int_binary(
                concat!($dialect, ".divi"),
                "$lhs, $rhs $signedness{?rounding  rounding<$rounding>} : #result",
                0,
                "The quotient of integers, rounded to zero, down or up.",
            )
            .attrs(&[
                SIGN,
                attr_default("rounding", &["zero", "negative_inf", "positive_inf"], "zero"),
            ])
            .verify(rules::divi),
            MULHII = int_binary(
                concat!($dialect, ".mulhii"),
                PLAIN,
                COMMUTATIVE,
                "The high half of the product of unsigned integers.",
            ),
            ANDI = int_binary(
                concat!($dialect, ".andi"),
                PLAIN,
                COMMUTATIVE,
                "Bits that are set in both.",
            ),
            ORI = int_binary(
                concat!($dialect, ".ori"),
                PLAIN,
                COMMUTATIVE,
                "Bits that are set in either.",
            ),
            XORI = int_binary(
                concat!($dialect, ".xori"),
                PLAIN,
                COMMUTATIVE,
                "Bits that are set in one of the two.",
            ),
            CMPF = OpDef::new(
                concat!($dialect, ".cmpf"),
                "$predicate $ordering $lhs, $rhs : #lhs -> #result",
                "Whether floats compare so.",
            )
            .operands(&[one("lhs", Float), one("rhs", Float)])
            .results(&[result("result", Bool)])
            .attrs(&[
                attr("predicate", Enum(PREDICATE)),
                attr("ordering", Enum(&["unordered", "ordered"])),
            ])
            .traits(PURE | SAME_SHAPE)
            .verify(rules::same_operands),
            CMPI = OpDef::new(
                concat!($dialect, ".cmpi"),
                "$predicate $lhs, $rhs, $signedness : #lhs -> #result",
                "Whether integers compare so.",
            )
            .operands(&[one("lhs", Int), one("rhs", Int)])
            .results(&[result("result", Bool)])
            .attrs(&[attr("predicate", Enum(PREDICATE)), SIGN])
            .traits(PURE | SAME_SHAPE)
            .verify(rules::same_operands),
            SELECT = OpDef::new(
                concat!($dialect, ".select"),
                "$cond, $lhs, $rhs : #cond, #lhs",
                "The left where the condition holds, else the right.",
            )
            .operands(&[one("cond", Bool), one("lhs", Tile), one("rhs", Tile)])
            .results(&[result_like("result", Tile, "lhs")])
            .traits(PURE | SAME_SHAPE)
            .verify(rules::select),
            BITCAST = cast(
                concat!($dialect, ".bitcast"),
                "$source : #source -> #result",
                "The same bits read as another type.",
            )
            .operands(&[one("source", Number)])
            .results(&[result("result", Number)])
            .verify(rules::bitcast),
            EXTI = cast(
                concat!($dialect, ".exti"),
                "$source $signedness : #source -> #result",
                "Integers made wider.",
            )
            .operands(&[one("source", AnyInt)])
            .results(&[result("result", AnyInt)])
            .attrs(&[SIGN])
            .verify(rules::exti),
            TRUNCI = cast(
                concat!($dialect, ".trunci"),
                "$source{?overflow  overflow<$overflow>} : #source -> #result",
                "Integers made narrower.",
            )
            .operands(&[one("source", AnyInt)])
            .results(&[result("result", AnyInt)])
            .attrs(&[OVER])
            .verify(rules::trunci),
            FTOF = cast(
                concat!($dialect, ".ftof"),
                "$source {?rounding rounding<$rounding>} : #source -> #result",
                "Floats of another format.",
            )
            .operands(&[one("source", AnyFloat)])
            .results(&[result("result", AnyFloat)])
            .attrs(&[ROUND_FORMAT])
            .verify(rules::ftof),
            FTOI = cast(
                concat!($dialect, ".ftoi"),
                "$source $signedness {?rounding rounding<$rounding>}{?saturating  saturating} : #source -> #result",
                "Floats made integers, rounded to zero.",
            )
            .operands(&[one("source", AnyFloat)])
            .results(&[result("result", Int)])
            .attrs(&[
                SIGN,
                attr_default("rounding", &["nearest_int_to_zero"], "nearest_int_to_zero"),
                attr_opt("saturating", Flag),
            ]),
            ITOF = cast(
                concat!($dialect, ".itof"),
                "$source $signedness {?rounding rounding<$rounding>} : #source -> #result",
                "Integers made floats.",
            )
            .operands(&[one("source", Int)])
            .results(&[result("result", AnyFloat)])
            .attrs(&[SIGN, attr_default("rounding", &["nearest_even"], "nearest_even")])
            .verify(rules::itof),
            INT_TO_PTR = cast(
                concat!($dialect, ".int_to_ptr"),
                "$source : #source -> #result",
                "Integers read as addresses.",
            )
            .operands(&[one("source", TileOf("i64"))])
            .results(&[result("result", Pointer)]),
            PTR_TO_INT = cast(
                concat!($dialect, ".ptr_to_int"),
                "$source : #source -> #result",
                "Addresses as integers.",
            )
            .operands(&[one("source", Pointer)])
            .results(&[result("result", TileOf("i64"))]),
            PTR_TO_PTR = cast(
                concat!($dialect, ".ptr_to_ptr"),
                "$source : #source -> #result",
                "Pointers to another type.",
            )
            .operands(&[one("source", Pointer)])
            .results(&[result("result", Pointer)]),
            OFFSET = cast(
                concat!($dialect, ".offset"),
                "$ptr, $offset : #ptr, #offset -> #result",
                "Pointers moved by so many elements.",
            )
            .operands(&[one("ptr", Pointer), one("offset", Int)])
            .results(&[result("result", Pointer)])
            .verify(rules::offset),
            CONSTANT = OpDef::new(
                concat!($dialect, ".constant"),
                "",
                "A tile known when the kernel is compiled.",
            )
            .results(&[result("result", Tile)])
            .attrs(&[attr("value", AttrKind::Any)])
            .traits(PURE)
            .custom(
                $crate::dialects::cuda_tile::constant::parse_op,
                $crate::dialects::cuda_tile::constant::print_op,
            )
            .verify(rules::constant),
        );
    };
}

elementwise_ops!(OPS, cuda_tile, Elementwise, "cuda_tile");

elementwise_ops!(ARITH, arith, Arith, "arith");

// Ops that make or describe whole tiles.
records!(
    pub(crate) SOURCES,
    sources,
    Table::Sources,
    IOTA = OpDef::new("cuda_tile.iota", ": #result", "The numbers 0, 1, 2 and so on.")
        .results(&[result("result", Int)])
        .traits(PURE)
        .verify(rules::iota),
    ASSUME = OpDef::new(
        "cuda_tile.assume",
        "$predicate, $value : #value",
        "The same value, with a promise about it.",
    )
    .operands(&[one("value", Constraint::Any)])
    .results(&[result_like("result", Constraint::Any, "value")])
    .attrs(&[attr(
        "predicate",
        custom(super::assume::parse, super::assume::print),
    )])
    .traits(PURE)
    .verify(rules::assume),
    ASSERT = OpDef::new(
        "cuda_tile.assert",
        "$condition, $message : #condition",
        "Stops the kernel where the condition does not hold.",
    )
    .effects(WRITES, On::Host)
    .operands(&[one("condition", Bool)])
    .attrs(&[attr("message", AttrKind::Str)]),
    PRINT_TKO = OpDef::new(
        "cuda_tile.print_tko",
        "$format{?args , $args}{?token  token=$token}{?args  : #args} -> #result_token",
        "Prints tiles.",
    )
    .effects(WRITES, On::Host)
    .operands(&[variadic("args", Tile), optional("token", Constraint::Token)])
    .results(&[result("result_token", Constraint::Token)])
    .attrs(&[attr("format", AttrKind::Str)])
    .verify(rules::print),
);
