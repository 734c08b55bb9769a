//! Rules of `assume`.

use super::{Rule, ensure, only_ty, shape_text};
use crate::attrs::AttrData;
use crate::dialects::cuda_tile::assume::{BOUNDED, DIV_BY};
use crate::entity::{Op, Ty};
use crate::module::Module;
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, COUNT, TYPE};
use tilewright_diag::counted;

/// The largest divisor.
const MAX_DIVISOR: i64 = 1 << 62;

pub(crate) fn assume(module: &Module, op: Op) -> Rule {
    let value = only_ty(module, op);
    let Some(AttrData::Record(record, params)) = module.attr(op, "predicate").map(|a| module.attr_data(a)) else {
        return Err(Violation::of(ATTRIBUTE, "the predicate is missing"));
    };
    match record.name {
        name if name == BOUNDED.name => bounded(module, value, &params.ints),
        name if name == DIV_BY.name => divisible(module, value, &params.ints),
        _ => same_elements(module, value, &params.ints),
    }
}

fn is_int(module: &Module, ty: Ty) -> bool {
    module.element_scalar(ty).is_some_and(|s| !s.is_float())
}

fn is_pointer(module: &Module, ty: Ty) -> bool {
    module.pointee(module.element(ty)).is_some()
}

fn bounded(module: &Module, ty: Ty, ints: &[i64]) -> Rule {
    let &[has_low, low, has_high, high] = ints else {
        return Ok(());
    };
    ensure(is_int(module, ty), TYPE, || "only integers have bounds".to_string())?;
    let bits = module.element_scalar(ty).map_or(64, |s| s.bits);
    let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
    for (there, bound) in [(has_low, low), (has_high, high)] {
        ensure(there == 0 || (least..=most).contains(&bound), ATTRIBUTE, || {
            format!("the bound {bound} is not among the signed numbers of {bits} bits, {least} to {most}")
        })?;
    }
    ensure(has_low == 0 || has_high == 0 || low <= high, ATTRIBUTE, || {
        format!("no number lies between {low} and {high}")
    })
}

fn divisible(module: &Module, ty: Ty, ints: &[i64]) -> Rule {
    let view = module.tensor_view_type(ty).is_some();
    ensure(is_int(module, ty) || is_pointer(module, ty) || view, TYPE, || {
        "only integers, pointers and tensor views have divisors".to_string()
    })?;
    let divisor = ints[0];
    let power = divisor > 0 && divisor & (divisor - 1) == 0 && divisor <= MAX_DIVISOR;
    ensure(power, ATTRIBUTE, || {
        format!("the divisor must be a power of two of at most {MAX_DIVISOR}, not {divisor}")
    })?;
    let &[_, every, along] = ints else {
        return Ok(());
    };
    let shape = if view { &[][..] } else { module.shape(ty) };
    let extent = usize::try_from(along).ok().and_then(|dim| shape.get(dim));
    if extent.is_some_and(|extent| (0..=*extent).contains(&every)) {
        return Ok(());
    }
    let message = if shape.is_empty() {
        "`every` and `along` are for tiles with dimensions".to_string()
    } else {
        format!(
            "`every {every} along {along}` does not fit the shape {}",
            shape_text(shape)
        )
    };
    Err(Violation::of(ATTRIBUTE, message))
}

fn same_elements(module: &Module, ty: Ty, sizes: &[i64]) -> Rule {
    ensure(is_int(module, ty) || is_pointer(module, ty), TYPE, || {
        "groups of equal elements are for integers and pointers".to_string()
    })?;
    let shape = module.shape(ty);
    ensure(sizes.len() == shape.len(), COUNT, || {
        format!(
            "{} for a tile of {}",
            counted(sizes.len(), "group sizes"),
            counted(shape.len(), "dimensions")
        )
    })?;
    let fits = sizes
        .iter()
        .zip(shape)
        .all(|(size, extent)| (0..=*extent).contains(size));
    ensure(fits, ATTRIBUTE, || {
        format!(
            "groups of {} do not fit the shape {}",
            shape_text(sizes),
            shape_text(shape)
        )
    })
}
