//! Rules of accesses through pointers, of atomics, and of memory that a kernel has.

use super::view::view_access;
use super::{Rule, bits, ensure, required_ty, result_ty, ty};
use crate::attrs::AttrData;
use crate::dialects::cuda_tile::hints;
use crate::entity::{Op, Ty, Value};
use crate::module::Module;
use crate::operand::{self, OperandName};
use crate::ops::cuda_tile;
use crate::types::TileViewKind;
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, COUNT, SHAPE, SYMBOL, TYPE};
use tilewright_diag::counted;

/// A weak access has no scope, any other one has.
fn scoped(module: &Module, op: Op) -> Rule {
    let (ordering, scope) = (module.keyword(op, "ordering"), module.keyword(op, "scope"));
    if ordering == "weak" {
        return ensure(scope.is_empty(), ATTRIBUTE, || {
            format!("a `weak` access meets no other one, so it has no scope such as `{scope}`")
        });
    }
    if scope.is_empty() {
        let violation = Violation::of(ATTRIBUTE, format!("a `{ordering}` access needs a scope"));
        return Err(violation.help("write `tl_blk`, `device` or `sys` after it"));
    }
    Ok(())
}

/// The promises that a tile does not hang over the end of the tensor, one a dimension.
fn inbounds(module: &Module, op: Op) -> Rule {
    let Some(AttrData::Array(items)) = module.attr(op, "inbounds").map(|a| module.attr_data(a)) else {
        return Ok(());
    };
    let rank = module.operands_named(op, operand::INDEX).len();
    ensure(items.len() == rank, COUNT, || {
        format!(
            "`inbounds` has {} for {}",
            counted(items.len(), "entries"),
            counted(rank, "indices")
        )
    })
}

/// Loads and stores of views.
pub(crate) fn view_load_store(module: &Module, op: Op) -> Rule {
    view_access(module, op)?;
    scoped(module, op)?;
    inbounds(module, op)?;
    // A swizzle is that of the buffer that a tile is loaded to.
    let known = ["swizzle", "latency", "allow_tma"];
    let loads = module.kind(op) == cuda_tile::LOAD_VIEW_TKO;
    hints::check(module, op, if loads { &known } else { &known[1..] })
}

/// Pointers and the tile that is read or written through them.
fn pointer_access(module: &Module, pointers: Ty, value: Ty, mask: Option<Value>) -> Rule {
    ensure(
        module.pointee(module.element(pointers)) == Some(module.element(value)),
        TYPE,
        || {
            format!(
                "`{}` do not point to elements of `{}`",
                module.type_text(pointers),
                module.type_text(value)
            )
        },
    )?;
    let shape = module.shape(pointers);
    ensure(module.shape(value) == shape, SHAPE, || {
        "pointers and elements must have one shape".to_string()
    })?;
    ensure(mask.is_none_or(|m| module.shape(module.ty(m)) == shape), SHAPE, || {
        "the mask must have the same shape".to_string()
    })
}

pub(crate) fn load_ptr(module: &Module, op: Op) -> Rule {
    let pointers = required_ty(module, op, operand::SOURCE);
    let value = result_ty(module, op);
    pointer_access(module, pointers, value, module.operand_named(op, operand::MASK))?;
    let padding = ty(module, op, operand::PADDING);
    ensure(padding.is_none_or(|p| p == value), TYPE, || {
        "the padding must have the type of the result".to_string()
    })
}

pub(crate) fn store_ptr(module: &Module, op: Op) -> Rule {
    changed(module, op, operand::DESTINATION, operand::VALUE).map(|_| ())
}

/// The type of a value that memory at pointers is changed with: it fits what is there.
fn changed(module: &Module, op: Op, pointers: OperandName, value: OperandName) -> Result<Ty, Violation> {
    let [pointers, value] = [pointers, value].map(|name| required_ty(module, op, name));
    pointer_access(module, pointers, value, module.operand_named(op, operand::MASK))?;
    Ok(value)
}

/// The rest of what `load_ptr_tko` and `store_ptr_tko` want.
fn pointer_modifiers(module: &Module, op: Op) -> Rule {
    scoped(module, op)?;
    hints::check(module, op, &["latency"])
}

pub(crate) fn load_ptr_tko(module: &Module, op: Op) -> Rule {
    load_ptr(module, op)?;
    pointer_modifiers(module, op)
}

pub(crate) fn store_ptr_tko(module: &Module, op: Op) -> Rule {
    store_ptr(module, op)?;
    pointer_modifiers(module, op)
}

/// The types that an atomic change takes.
fn atomic_mode(module: &Module, op: Op, value: Ty) -> Rule {
    let scalar = module.element_scalar(value);
    let mode = module.keyword(op, "mode");
    let (right, wanted) = match mode {
        "addf" => (
            scalar.is_some_and(|s| matches!(s.name, "f16" | "bf16" | "f32" | "f64")),
            "f16, bf16, f32 and f64",
        ),
        "xchg" => (
            scalar.is_some_and(|s| matches!(s.bits, 32 | 64) && s.name != "tf32"),
            "numbers of 32 or 64 bits",
        ),
        _ => (scalar.is_some_and(|s| matches!(s.name, "i32" | "i64")), "i32 and i64"),
    };
    ensure(right, TYPE, || {
        format!("`{mode}` works on {wanted}, not on `{}`", module.type_text(value))
    })
}

pub(crate) fn atomic_rmw(module: &Module, op: Op) -> Rule {
    let value = changed(module, op, operand::POINTERS, operand::ARG)?;
    ensure(value == result_ty(module, op), TYPE, || {
        "the result has the type of the argument".to_string()
    })?;
    atomic_mode(module, op, value)
}

pub(crate) fn atomic_cas(module: &Module, op: Op) -> Rule {
    let cmp = changed(module, op, operand::POINTERS, operand::CMP)?;
    let value = required_ty(module, op, operand::VAL);
    ensure(cmp == value && value == result_ty(module, op), TYPE, || {
        "both values and the result have one type".to_string()
    })?;
    ensure(bits(module, value) >= 32, TYPE, || {
        "elements of 32 or 64 bits can be compared and replaced".to_string()
    })
}

pub(crate) fn atomic_red_view(module: &Module, op: Op) -> Rule {
    let view = ty(module, op, operand::VIEW).and_then(|t| module.tile_view_type(t));
    let Some(view) = view else { return Ok(()) };
    let sparse = matches!(view.kind, TileViewKind::GatherScatter { .. });
    ensure(!sparse, TYPE, || {
        "a gather/scatter view cannot be combined into; take a partition view".to_string()
    })?;
    ensure(view.padding.is_none(), TYPE, || {
        "a view with a padding value cannot be combined into: nothing is read".to_string()
    })?;
    view_access(module, op)?;
    inbounds(module, op)?;
    atomic_mode(module, op, required_ty(module, op, operand::TILE))
}

pub(crate) fn join_tokens(module: &Module, op: Op) -> Rule {
    let count = module.operands(op).len();
    ensure(count >= 2, COUNT, || {
        format!("two tokens or more can be joined, not {count}")
    })
}

fn power_of_two(module: &Module, op: Op, name: &str) -> Rule {
    let value = module.int_attr(op, name).unwrap_or(1);
    ensure(value > 0 && value & (value - 1) == 0, ATTRIBUTE, || {
        format!("`{name}` must be a power of two, not {value}")
    })
}

pub(crate) fn alloca(module: &Module, op: Op) -> Rule {
    power_of_two(module, op, "alignment")?;
    let count = module.int_attr(op, "num_elem").unwrap_or(0);
    ensure(count >= 0, ATTRIBUTE, || {
        format!("`num_elem` must not be negative, but is {count}")
    })?;
    let pointee = module.pointee(module.element(result_ty(module, op)));
    let bytes = pointee.map_or(1, |p| i64::from(bits(module, p) / 8).max(1));
    let alignment = module.int_attr(op, "alignment").unwrap_or(1);
    ensure(alignment >= bytes, ATTRIBUTE, || {
        format!("an alignment of {alignment} is less than the {bytes} bytes of one element")
    })
}

pub(crate) fn global(module: &Module, op: Op) -> Rule {
    super::control::at_the_top(module, op, "a global")?;
    if module.int_attr(op, "alignment").is_some_and(|bytes| bytes != 0) {
        power_of_two(module, op, "alignment")?;
    }
    let value = module.attr(op, "value").map(|value| module.attr_data(value));
    let Some(AttrData::Dense { ty, .. }) = value else {
        return Err(Violation::of(ATTRIBUTE, "its value must be a constant tile"));
    };
    ensure(module.shape(*ty).len() == 1, SHAPE, || {
        format!("a global has one dimension, not the type `{}`", module.type_text(*ty))
    })
}

/// The global that is named is there, and has elements of the type pointed to.
pub(crate) fn get_global(module: &Module, op: Op) -> Rule {
    let mut kernel = op;
    while let Some(outer) = module.parent_op(kernel) {
        if module.kind(outer) == cuda_tile::MODULE {
            break;
        }
        kernel = outer;
    }
    let symbol = module.attr(op, "symbol");
    let name = module.keyword(op, "symbol");
    let found = module.parent(kernel).and_then(|block| {
        module
            .ops(block)
            .find(|&other| module.kind(other) == cuda_tile::GLOBAL && module.attr(other, "sym_name") == symbol)
    });
    let Some(found) = found else {
        return Err(Violation::of(SYMBOL, format!("there is no global `@{name}`")));
    };
    let Some(AttrData::Dense { ty, .. }) = module.attr(found, "value").map(|value| module.attr_data(value)) else {
        return Ok(());
    };
    let (element, pointers) = (module.element(*ty), result_ty(module, op));
    ensure(module.pointee(module.element(pointers)) == Some(element), TYPE, || {
        format!(
            "`@{name}` has elements of `{}`, to which `{}` does not point",
            module.type_text(element),
            module.type_text(pointers)
        )
    })
}
