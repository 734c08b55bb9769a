//! Rules of ops that move elements about.

use super::{Rule, bits, element_name, ensure, is_input, only_ty, required_ty, result_ty, shape_text, side_types};
use crate::entity::{Op, Ty};
use crate::module::Module;
use crate::operand;
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, COUNT, SHAPE, TYPE};
use tilewright_diag::counted;

/// The elements stay what they are.
fn same_elements(module: &Module, from: Ty, to: Ty) -> Rule {
    ensure(module.element(from) == module.element(to), TYPE, || {
        format!(
            "the elements must be of one type, not of `{}` and `{}`",
            module.type_text(module.element(from)),
            module.type_text(module.element(to))
        )
    })
}

pub(crate) fn iota(module: &Module, op: Op) -> Rule {
    let ty = result_ty(module, op);
    let (shape, bits) = (module.shape(ty), bits(module, ty));
    ensure(shape.len() == 1, SHAPE, || {
        format!("the result must have one dimension, not be {}", shape_text(shape))
    })?;
    ensure(bits >= 63 || shape[0] <= 1 << bits, SHAPE, || {
        format!("{} numbers do not fit in {bits} bits", shape[0])
    })
}

pub(crate) fn reshape(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    same_elements(module, from, to)?;
    let (a, b) = (module.shape(from), module.shape(to));
    ensure(a.iter().product::<i64>() == b.iter().product::<i64>(), SHAPE, || {
        format!(
            "{} and {} do not have the same number of elements",
            shape_text(a),
            shape_text(b)
        )
    })
}

pub(crate) fn broadcast(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    same_elements(module, from, to)?;
    let (a, b) = (module.shape(from), module.shape(to));
    let fits = a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| x == 1 || x == y);
    if fits {
        return Ok(());
    }
    let message = format!("{} cannot be broadcast to {}", shape_text(a), shape_text(b));
    Err(Violation::of(SHAPE, message)
        .note("the number of dimensions stays, and only extents of 1 may grow")
        .help("reshape first, to give the source a dimension of extent 1 where the result has more"))
}

/// The same tile but for its layout.
pub(crate) fn convert_layout(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    ensure(
        module.element(from) == module.element(to) && module.shape(from) == module.shape(to),
        TYPE,
        || "only the layout may change".to_string(),
    )
}

pub(crate) fn permute(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    let permutation = module.ints_attr(op, "permutation").unwrap_or(&[]);
    let (a, b) = (module.shape(from), module.shape(to));
    ensure(a.len() >= 2 || !is_input(module, op), SHAPE, || {
        format!("there is nothing to permute in {}", shape_text(a))
    })?;
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    ensure(sorted.iter().copied().eq(0..a.len() as i64), ATTRIBUTE, || {
        format!("the permutation must name each of the {} dimensions once", a.len())
    })?;
    same_elements(module, from, to)?;
    let permuted: Vec<i64> = permutation.iter().map(|&dim| a[dim as usize]).collect();
    ensure(permuted == b, SHAPE, || {
        format!("the result must be {}, not {}", shape_text(&permuted), shape_text(b))
    })
}

/// A slice divides the tile evenly, and there is an index for each dimension.
fn slice(module: &Module, slice: Ty, whole: Ty, indices: usize) -> Rule {
    same_elements(module, slice, whole)?;
    let (a, b) = (module.shape(slice), module.shape(whole));
    ensure(indices == b.len(), COUNT, || {
        format!("{} for {}", counted(indices, "indices"), counted(b.len(), "dimensions"))
    })?;
    ensure(
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| y % x == 0),
        SHAPE,
        || format!("{} does not divide {} evenly", shape_text(a), shape_text(b)),
    )
}

pub(crate) fn extract(module: &Module, op: Op) -> Rule {
    let indices = module.operands_named(op, operand::INDEX).len();
    slice(
        module,
        result_ty(module, op),
        required_ty(module, op, operand::SOURCE),
        indices,
    )
}

pub(crate) fn insert(module: &Module, op: Op) -> Rule {
    let indices = module.operands_named(op, operand::INDEX).len();
    let [source, destination] = [operand::SOURCE, operand::DESTINATION].map(|name| required_ty(module, op, name));
    slice(module, source, destination, indices)
}

pub(crate) fn cat(module: &Module, op: Op) -> Rule {
    let [a, b] = side_types(module, op);
    let to = result_ty(module, op);
    same_elements(module, a, b)?;
    same_elements(module, a, to)?;
    let dim = module.int_attr(op, "dim").unwrap_or(-1);
    let (x, y, z) = (module.shape(a), module.shape(b), module.shape(to));
    ensure((0..x.len() as i64).contains(&dim), ATTRIBUTE, || {
        format!("there is no dimension {dim} in {}", shape_text(x))
    })?;
    let joined = |i: usize| if i as i64 == dim { x[i] + y[i] } else { x[i] };
    let fits = x.len() == y.len()
        && x.len() == z.len()
        && (0..x.len()).all(|i| z[i] == joined(i) && (i as i64 == dim || x[i] == y[i]));
    ensure(fits, SHAPE, || {
        format!(
            "{} and {} joined along dimension {dim} are not {}",
            shape_text(x),
            shape_text(y),
            shape_text(z)
        )
    })
}

/// `pack` and `unpack`: the same bits as bytes and as numbers.
pub(crate) fn same_bits(module: &Module, op: Op) -> Rule {
    let (from, to) = (only_ty(module, op), result_ty(module, op));
    let rank = |t: Ty| module.shape(t).len();
    ensure(rank(from) == 1 && rank(to) == 1, SHAPE, || {
        "source and result must have one dimension".to_string()
    })?;
    let (a, b) = (element_name(module, from), element_name(module, to));
    ensure(a != "ptr" && b != "ptr", TYPE, || {
        "pointers are neither packed nor unpacked".to_string()
    })?;
    if bits(module, from) == bits(module, to) {
        let violation = Violation::of(TYPE, format!("elements of {a} and {b} have the same width"));
        return Err(violation.help("`bitcast` reads elements of the same width as another type"));
    }
    let size = |t: Ty| module.shape(t)[0] * i64::from(bits(module, t));
    ensure(size(from) == size(to) && size(from) % 8 == 0, SHAPE, || {
        format!(
            "{} bits and {} bits are not the same number of whole bytes",
            size(from),
            size(to)
        )
    })
}
