//! Rules of views: how they are made, and how they are accessed.

use super::{Rule, ensure, is_input, only_ty, required_ty, result_ty, shape_text, ty};
use crate::entity::{Op, Ty, Value};
use crate::module::Module;
use crate::operand;
use crate::ops::cuda_tile;
use crate::types::{DYNAMIC, TileViewKind, TileViewType};
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, COUNT, SHAPE, TYPE};
use tilewright_diag::counted;

pub(crate) fn make_tensor_view(module: &Module, op: Op) -> Rule {
    let base = required_ty(module, op, operand::BASE);
    let Some(view) = module.tensor_view_type(result_ty(module, op)) else {
        return Ok(());
    };
    let pointee = module.pointee(module.element(base));
    ensure(
        module.shape(base).is_empty() && pointee == Some(view.element),
        TYPE,
        || format!("the base must be one pointer to `{}`", module.type_text(view.element)),
    )?;
    for (name, word, ints) in [
        (operand::SIZES, "extents", view.sizes),
        (operand::STRIDES, "strides", view.strides),
    ] {
        let wanted = ints.iter().filter(|&&i| i == DYNAMIC).count();
        let found = module.operands_named(op, name).len();
        ensure(wanted == found, COUNT, || {
            format!(
                "`?` stands for {} in the type, but {} given",
                counted(wanted, word),
                counted(found, "values")
            )
        })?;
    }
    let lists = [operand::SIZES, operand::STRIDES].map(|name| module.operands_named(op, name));
    same_types(module, &lists.concat(), "the extents and strides")
}

/// Values that are written with one type for all.
fn same_types(module: &Module, values: &[Value], what: &str) -> Rule {
    let odd = values.iter().find(|&&v| module.ty(v) != module.ty(values[0]));
    ensure(odd.is_none(), TYPE, || {
        let text = |v: Value| module.type_text(module.ty(v));
        format!(
            "{what} must have one type, but `{}` and `{}` are here",
            text(values[0]),
            odd.map_or(String::new(), |&v| text(v))
        )
    })
}

pub(crate) fn make_view(module: &Module, op: Op) -> Rule {
    let source = only_ty(module, op);
    let Some(view) = module.tile_view_type(result_ty(module, op)) else {
        return Ok(());
    };
    let wanted = match module.kind(op) {
        cuda_tile::MAKE_PARTITION_VIEW => view.kind == TileViewKind::Partition,
        cuda_tile::MAKE_STRIDED_VIEW => view.kind == TileViewKind::Strided,
        cuda_tile::MAKE_GATHER_SCATTER_VIEW => matches!(view.kind, TileViewKind::GatherScatter { .. }),
        _ => true,
    };
    ensure(wanted, TYPE, || {
        format!(
            "it does not make a view of type `{}`",
            module.type_text(result_ty(module, op))
        )
    })?;
    ensure(view.tensor == source, TYPE, || {
        format!(
            "the view must be of the tensor view it is made from, `{}`",
            module.type_text(source)
        )
    })
}

/// As many results as the view has dimensions, of one type.
pub(crate) fn extents_of(module: &Module, op: Op) -> Rule {
    let source = only_ty(module, op);
    let tiles = module.tile_view_type(source).map(|v| v.tile.len());
    let rank = tiles
        .or(module.tensor_view_type(source).map(|v| v.sizes.len()))
        .unwrap_or(0);
    let results = module.results(op);
    ensure(results.len() == rank, COUNT, || {
        format!(
            "{} for {}",
            counted(results.len(), "results"),
            counted(rank, "dimensions")
        )
    })?;
    same_types(module, results, "the results")
}

/// Indices and tile of an access to a view.
pub(crate) fn view_access(module: &Module, op: Op) -> Rule {
    let Some(view) = ty(module, op, operand::VIEW).and_then(|t| module.tile_view_type(t)) else {
        return Ok(());
    };
    let tile = ty(module, op, operand::TILE).unwrap_or_else(|| result_ty(module, op));
    tile_of_view(module, &view, tile)?;
    let indices = module.operands_named(op, operand::INDEX);
    ensure(indices.len() == view.tile.len(), COUNT, || {
        format!(
            "{} for a view of {}",
            counted(indices.len(), "indices"),
            counted(view.tile.len(), "dimensions")
        )
    })?;
    for (dim, &index) in indices.iter().enumerate() {
        let shape = module.shape(module.ty(index));
        let (right, wanted) = match view.kind {
            TileViewKind::GatherScatter { sparse_dim } if dim == sparse_dim => (
                shape == [view.tile[dim]],
                format!("of {}", counted(view.tile[dim] as usize, "elements")),
            ),
            _ => (shape.is_empty(), "a scalar".to_string()),
        };
        ensure(right, SHAPE, || {
            format!("index {dim} is {}, but must be {wanted}", shape_text(shape))
        })?;
    }
    let scalars: Vec<Value> = indices
        .iter()
        .copied()
        .filter(|&index| module.shape(module.ty(index)).is_empty())
        .collect();
    // The one op whose indices may be of several types.
    if module.kind(op) != cuda_tile::ATOMIC_RED_VIEW_TKO {
        same_types(module, &scalars, "the indices")?;
    }
    if is_input(module, op) {
        packing(module, &view)
    } else {
        Ok(())
    }
}

fn tile_of_view(module: &Module, view: &TileViewType<'_>, tile: Ty) -> Rule {
    let element = module.tensor_view_type(view.tensor).map(|t| t.element);
    if Some(module.element(tile)) != element {
        let wanted = element.map_or(String::new(), |e| module.type_text(e));
        return Err(Violation::of(
            TYPE,
            format!("`{}` is no tile of a view of {wanted}", module.type_text(tile)),
        ));
    }
    ensure(module.shape(tile) == view.tile, SHAPE, || {
        format!(
            "`{}` is not a tile of the view: {} is",
            module.type_text(tile),
            shape_text(view.tile)
        )
    })
}

/// Elements of 4 bits lie two in a byte along the one dimension of stride 1.
fn packing(module: &Module, view: &TileViewType<'_>) -> Rule {
    let Some(tensor) = module.tensor_view_type(view.tensor) else {
        return Ok(());
    };
    if module.scalar(tensor.element).is_none_or(|s| s.bits != 4) {
        return Ok(());
    }
    let mut units = (0..tensor.strides.len()).filter(|&dim| tensor.strides[dim] == 1);
    let (Some(packed), None) = (units.next(), units.next()) else {
        let message =
            "exactly one stride of a tensor of 4-bit elements must be 1 in its type: two lie in a byte along it";
        return Err(Violation::of(SHAPE, message));
    };
    let sparse = matches!(view.kind, TileViewKind::GatherScatter { sparse_dim } if sparse_dim == packed);
    ensure(!sparse, ATTRIBUTE, || {
        format!("elements of 4 bits lie two in a byte along dimension {packed}: it cannot be `sparse_dim`")
    })
}
