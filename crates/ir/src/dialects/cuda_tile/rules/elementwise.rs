//! Rules of arithmetic on every element by itself, and of conversions.

use super::{Rule, bits, element_name, ensure, is_input, only_ty, required_ty, result_ty, side_types};
use crate::attrs::AttrData;
use crate::entity::Op;
use crate::module::Module;
use crate::operand;
use crate::ops::arith;
use crate::ops::cuda_tile;
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, TYPE};

/// The two operands that are compared have one type.
/// The value of a constant has the elements and the shape of its result; the layout is the result's alone.
pub(crate) fn constant(module: &Module, op: Op) -> Rule {
    let value = module.attr(op, "value").map(|value| module.attr_data(value));
    let Some(AttrData::Dense { ty, .. }) = value else {
        return Err(Violation::of(ATTRIBUTE, "its value must be a constant tile"));
    };
    let result = result_ty(module, op);
    if is_input(module, op) && module.tile_type(*ty).is_none() {
        return Err(Violation::of(
            ATTRIBUTE,
            "its value must be a constant tile, not a bare number",
        ));
    }
    let is_same = module.element(*ty) == module.element(result) && module.shape(*ty) == module.shape(result);
    ensure(is_same, TYPE, || {
        let (value, result) = (module.type_text(*ty), module.type_text(result));
        format!("its value has type `{value}`, its result `{result}`")
    })
}

pub(crate) fn same_operands(module: &Module, op: Op) -> Rule {
    let [a, b] = side_types(module, op);
    ensure(a == b, TYPE, || {
        format!(
            "cannot compare `{}` with `{}`",
            module.type_text(a),
            module.type_text(b)
        )
    })
}

pub(crate) fn select(module: &Module, op: Op) -> Rule {
    let [a, b] = side_types(module, op);
    ensure(a == b, TYPE, || {
        format!(
            "cannot choose between `{}` and `{}`",
            module.type_text(a),
            module.type_text(b)
        )
    })?;
    ensure(element_name(module, a) != "f4E2M1FN", TYPE, || {
        "elements of f4E2M1FN cannot be chosen one by one".to_string()
    })
}

/// Modifiers that only f32 has: subnormal numbers as zero, and the fast forms of functions.
pub(crate) fn float_modifiers(module: &Module, op: Op) -> Rule {
    let element = element_name(module, result_ty(module, op));
    if element == "f32" {
        return Ok(());
    }
    ensure(!module.has_attr(op, "ftz"), ATTRIBUTE, || {
        format!("`flush_to_zero` is for f32 only, not for {element}")
    })?;
    let rounding = module.keyword(op, "rounding");
    // For a function `full` is the default; for a quotient it is a fast form.
    let fast = rounding == "approx" || (rounding == "full" && matches!(module.kind(op), cuda_tile::DIVF | arith::DIVF));
    ensure(!fast, ATTRIBUTE, || {
        format!("`rounding<{rounding}>` is for f32 only, not for {element}")
    })
}

pub(crate) fn divi(module: &Module, op: Op) -> Rule {
    let floor_of_unsigned =
        module.keyword(op, "signedness") == "unsigned" && module.keyword(op, "rounding") == "negative_inf";
    if floor_of_unsigned {
        let message = "rounding mode 'negative_inf' is not allowed with 'unsigned'";
        return Err(Violation::of(ATTRIBUTE, message)
            .help("leave the rounding out: for unsigned numbers rounding to zero is the same"));
    }
    Ok(())
}

pub(crate) fn negi(module: &Module, op: Op) -> Rule {
    ensure(module.keyword(op, "overflow") != "no_unsigned_wrap", ATTRIBUTE, || {
        "a negation is signed: `no_unsigned_wrap` says nothing about it".to_string()
    })
}

pub(crate) fn bitcast(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    // In the language the format of tf32 has 19 bits, whatever room it takes.
    let input = is_input(module, op);
    let width = |ty| {
        bits(module, ty)
            - if input && element_name(module, ty) == "tf32" {
                13
            } else {
                0
            }
    };
    ensure(width(from) == width(to), TYPE, || {
        format!(
            "the elements of `{}` and `{}` differ in width",
            module.type_text(from),
            module.type_text(to)
        )
    })
}

pub(crate) fn exti(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    ensure(bits(module, from) < bits(module, to), TYPE, || {
        "the result must be wider than the source".to_string()
    })
}

pub(crate) fn trunci(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    ensure(bits(module, from) > bits(module, to), TYPE, || {
        "the result must be narrower than the source".to_string()
    })
}

/// The roundings of a conversion between two formats.
fn roundings(from: &str, from_bits: u32, to: &str, to_bits: u32) -> &'static [&'static str] {
    match (from, to) {
        (_, "f8E8M0FNU") => &["zero", "positive_inf"],
        (_, "f8E4M3FN" | "f8E5M2" | "f4E2M1FN" | "fnv8E5M3FNU") => &["nearest_even"],
        // Of the unsigned formats not every number fits into what is wider.
        ("f8E8M0FNU", "f16" | "bf16" | "f32" | "tf32") | ("fnv8E5M3FNU", "f16") => &["nearest_even", "zero"],
        ("f64", "f32") => &["nearest_even", "zero", "negative_inf", "positive_inf"],
        ("f32", "tf32") => &["nearest_even", "zero", "nearest_away"],
        _ if from_bits < to_bits || (from, to) == ("tf32", "f32") => {
            &["nearest_even", "zero", "negative_inf", "positive_inf", "nearest_away"]
        }
        _ => &["nearest_even", "zero"],
    }
}

pub(crate) fn ftof(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    ensure(from != to || !is_input(module, op), TYPE, || {
        "source and result are of one type: there is nothing to convert".to_string()
    })?;
    let (a, b) = (element_name(module, from), element_name(module, to));
    let rounding = module.keyword(op, "rounding");
    let allowed = roundings(a, bits(module, from), b, bits(module, to));
    ensure(allowed.contains(&rounding), ATTRIBUTE, || {
        format!(
            "a conversion of {a} to {b} takes the rounding {}, not {rounding}",
            allowed.join(", ")
        )
    })
}

pub(crate) fn itof(module: &Module, op: Op) -> Rule {
    if element_name(module, result_ty(module, op)) == "f8E8M0FNU" {
        let violation = Violation::of(TYPE, "integers cannot be converted to f8E8M0FNU");
        return Err(violation.help("convert to another float first"));
    }
    Ok(())
}

pub(crate) fn offset(module: &Module, op: Op) -> Rule {
    let (from, to) = (required_ty(module, op, operand::PTR), result_ty(module, op));
    ensure(from == to, TYPE, || {
        "moving pointers does not change their type".to_string()
    })
}

/// Powers of floats with whole exponents.
pub(crate) fn fpowi(module: &Module, op: Op) -> Rule {
    ensure(
        required_ty(module, op, operand::SOURCE) == result_ty(module, op),
        TYPE,
        || "the power has the type of what is raised".to_string(),
    )?;
    ensure(
        bits(module, required_ty(module, op, operand::EXPONENT)) <= 32,
        TYPE,
        || "an exponent has at most 32 bits".to_string(),
    )
}
