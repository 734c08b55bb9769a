//! Rules of `reduce` and `scan`.

use super::{Rule, ensure, is_input, shape_text, types_text};
use crate::attrs::AttrData;
use crate::entity::{Attr, Block, Op, Value};
use crate::module::Module;
use crate::op_def::traits;
use crate::ops::cuda_tile;
use crate::ops::nv_tileaa;
use crate::ops::nv_tileas;
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, COUNT, REGION, SHAPE, TYPE};
use tilewright_diag::counted;

/// The rules that `reduce` and `scan` share; the shapes of the results are for the caller to check.
fn combining(module: &Module, op: Op) -> Rule {
    let operands = module.operands(op);
    let dim = module.int_attr(op, "dim").unwrap_or(-1);
    let count = operands.len();
    ensure(count > 0, COUNT, || "there is nothing to combine".to_string())?;
    ensure(module.results(op).len() == count, COUNT, || {
        format!(
            "{} for {}",
            counted(module.results(op).len(), "results"),
            counted(count, "operands")
        )
    })?;
    let shape = module.shape(module.ty(module.only_operand(op)));
    ensure(
        operands.iter().all(|&v| module.shape(module.ty(v)) == shape),
        SHAPE,
        || "all operands must have one shape".to_string(),
    )?;
    ensure((0..shape.len() as i64).contains(&dim), ATTRIBUTE, || {
        format!("there is no dimension {dim} in {}", shape_text(shape))
    })?;
    identities(module, op, operands)?;
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Err(Violation::of(REGION, "the combiner is missing"));
    };
    combiner(module, block, operands)?;
    let effect = module
        .ops(block)
        .find(|&inner| is_input(module, op) && !is_effect_free(module, inner));
    ensure(effect.is_none(), REGION, || {
        let name = effect.map_or("?", |inner| module.def(inner).short_name());
        format!("`{name}` has effects; a combiner only computes")
    })
}

/// One identity for each operand, of the type of its elements.
fn identities(module: &Module, op: Op, operands: &[Value]) -> Rule {
    let items: &[Attr] = match module.attr(op, "identities").map(|a| module.attr_data(a)) {
        Some(AttrData::Array(items)) => items,
        _ => &[],
    };
    ensure(items.len() == operands.len(), COUNT, || {
        format!(
            "{} for {}",
            counted(items.len(), "identities"),
            counted(operands.len(), "operands")
        )
    })?;
    for (&item, &operand) in items.iter().zip(operands) {
        let element = module.element(module.ty(operand));
        let found = match *module.attr_data(item) {
            AttrData::Dense { ty, .. } => ty,
            _ => {
                return Err(Violation::of(
                    TYPE,
                    "an identity is a number with its type, such as `0.0 : f32`",
                ));
            }
        };
        ensure(found == element, TYPE, || {
            let (found, wanted) = (module.type_text(found), module.type_text(element));
            format!("an identity is of type `{found}`, but the elements are of type `{wanted}`")
        })?;
    }
    Ok(())
}

/// The combiner takes two scalars for each operand and yields one.
fn combiner(module: &Module, block: Block, operands: &[Value]) -> Rule {
    let (arguments, count) = (module.arguments(block), operands.len());
    ensure(arguments.len() == 2 * count, COUNT, || {
        format!(
            "the combiner takes two scalars for each operand, so {}, not {}",
            2 * count,
            arguments.len()
        )
    })?;
    for (index, &argument) in arguments.iter().enumerate() {
        let (ty, element) = (module.ty(argument), module.element(module.ty(operands[index / 2])));
        let right = module.is_tile_like(ty) && module.shape(ty).is_empty() && module.element(ty) == element;
        ensure(right, TYPE, || {
            format!(
                "argument {index} of the combiner must be a scalar of `{}`, not `{}`",
                module.type_text(element),
                module.type_text(ty)
            )
        })?;
    }
    let yielded = module.last_op(block).map_or(&[][..], |last| module.operands(last));
    ensure(yielded.len() == count, COUNT, || {
        format!(
            "the combiner must yield {}, not {}",
            counted(count, "scalars"),
            yielded.len()
        )
    })?;
    let agrees = yielded
        .iter()
        .zip(arguments.iter().step_by(2))
        .all(|(&y, &a)| module.ty(y) == module.ty(a));
    ensure(agrees, TYPE, || {
        format!(
            "the combiner yields ({}), which is not what it takes",
            types_text(module, yielded)
        )
    })
}

/// Whether an op does nothing but compute its results; a promise does more.
fn is_effect_free(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    if def.has(traits::PURE) || def.has(traits::TERMINATOR) {
        return !matches!(def.kind, cuda_tile::ASSUME | nv_tileaa::ASSUME | nv_tileas::ASSUME);
    }
    let mut blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    !def.regions.is_empty() && blocks.all(|&block| module.ops(block).all(|inner| is_effect_free(module, inner)))
}

pub(crate) fn reduce(module: &Module, op: Op) -> Rule {
    combining(module, op)?;
    let dim = module.int_attr(op, "dim").unwrap_or(0) as usize;
    for (&operand, &result) in module.operands(op).iter().zip(module.results(op)) {
        let mut shape = module.shape(module.ty(operand)).to_vec();
        shape.remove(dim);
        let (source, ty) = (module.ty(operand), module.ty(result));
        ensure(module.shape(ty) == shape, SHAPE, || {
            format!("the result must be {}", shape_text(&shape))
        })?;
        ensure(module.element(ty) == module.element(source), TYPE, || {
            "reducing does not change the type of the elements".to_string()
        })?;
    }
    Ok(())
}

pub(crate) fn scan(module: &Module, op: Op) -> Rule {
    combining(module, op)?;
    let mut pairs = module.operands(op).iter().zip(module.results(op));
    ensure(pairs.all(|(&a, &b)| module.ty(a) == module.ty(b)), TYPE, || {
        "scanning does not change the type".to_string()
    })
}
