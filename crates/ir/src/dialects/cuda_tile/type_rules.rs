//! Rules of the parameters of types; the same for text and for bytecode.

use super::types::MAX_ELEMENTS;
use crate::module::Module;
use crate::types::{DYNAMIC, TypeParams};
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, COUNT, SHAPE, TYPE};
use crate::words::padding;
use tilewright_diag::counted;

type Rule = Result<(), Violation>;

fn broken(kind: &'static str, message: impl Into<String>) -> Rule {
    Err(Violation::of(kind, message))
}

/// Numbers in memory: any but those that only tiles have.
fn is_number(module: &Module, params: &TypeParams) -> bool {
    let scalar = module.scalar(params.types[0]);
    scalar.is_some_and(|s| !matches!(s.name, "none" | "i4"))
}

pub(super) fn pointer(module: &Module, params: &TypeParams) -> Rule {
    if is_number(module, params) {
        return Ok(());
    }
    let text = module.type_text(params.types[0]);
    broken(TYPE, format!("a pointer points to numbers, not to `{text}`"))
}

pub(super) fn tile(module: &Module, params: &TypeParams) -> Rule {
    let element = params.types[0];
    if module.scalar(element).is_none_or(|s| s.name == "none") && module.pointee(element).is_none() {
        let text = module.type_text(element);
        return broken(
            TYPE,
            format!("the elements of a tile are numbers or pointers, not `{text}`"),
        );
    }
    if module.scalar(element).is_some_and(|s| s.name == "f4E2M1FN") && params.ints.iter().all(|&extent| extent == 1) {
        let violation = Violation::of(
            SHAPE,
            "tiles of f4E2M1FN have an even number of elements: two lie in a byte",
        );
        return Err(violation.help("give it an extent of at least 2"));
    }
    tile_shape(&params.ints)
}

/// Extents are powers of two and their product is at most [`MAX_ELEMENTS`].
fn tile_shape(shape: &[i64]) -> Rule {
    for &extent in shape {
        if extent == DYNAMIC {
            return broken(SHAPE, "the extents of a tile are constants, not `?`");
        }
        if extent <= 0 || extent & (extent - 1) != 0 {
            let help = match u64::try_from(extent) {
                Ok(wanted @ 1..) if wanted < 1 << 62 => {
                    let above = wanted.next_power_of_two();
                    format!(
                        "the nearest legal extents are {} and {above}; mask or pad the rest",
                        above / 2
                    )
                }
                _ => "use an extent such as 64 or 128".to_string(),
            };
            let message = format!("the tile extent {extent} is not a power of two");
            return Err(Violation::of(SHAPE, message)
                .note("Tile IR allows only powers of two as tile extents")
                .help(help));
        }
    }
    let elements = shape.iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
    if elements.is_some_and(|elements| elements <= MAX_ELEMENTS) {
        return Ok(());
    }
    broken(
        SHAPE,
        format!("a tile has at most {MAX_ELEMENTS} elements; this one has more"),
    )
}

pub(super) fn tensor_view(module: &Module, params: &TypeParams) -> Rule {
    if !is_number(module, params) {
        let text = module.type_text(params.types[0]);
        return broken(TYPE, format!("the elements of a tensor view are numbers, not `{text}`"));
    }
    if params.ints.iter().any(|&i| i != DYNAMIC && i <= 0) {
        return broken(SHAPE, "extents and strides of a tensor view are at least 1, or `?`");
    }
    Ok(())
}

/// The rules that the views of tiles share: about the tile, the tensor below and the padding.
fn tiles(module: &Module, params: &TypeParams, tile: &[i64]) -> Rule {
    let Some(tensor) = module.tensor_view_type(params.types[0]) else {
        let text = module.type_text(params.types[0]);
        return broken(TYPE, format!("tiles are of a tensor view, not of `{text}`"));
    };
    let (rank, found) = (tile.len(), tensor.sizes.len());
    if rank == 0 {
        return broken(SHAPE, "the tiles of a view have at least one dimension");
    }
    if rank != found {
        return broken(
            SHAPE,
            format!(
                "the tile has {}, but the tensor has {found}",
                counted(rank, "dimensions")
            ),
        );
    }
    tile_shape(tile)?;
    let Some(padding) = params.attrs.first().copied().flatten() else {
        return Ok(());
    };
    let word = module.attr_text(padding);
    if !padding::ALL.contains(&word.as_str()) {
        let message = format!("`{word}` is no padding value; there are {}", padding::ALL.join(", "));
        return broken(ATTRIBUTE, message);
    }
    let float = module.scalar(tensor.element).is_some_and(|s| s.is_float());
    if word != padding::ZERO && !float {
        let text = module.type_text(tensor.element);
        return broken(
            ATTRIBUTE,
            format!("the padding value {word} is for floats, not for {text}"),
        );
    }
    Ok(())
}

/// A dimension of the tensor for each of the tile.
fn dim_map(map: &[i64]) -> Rule {
    let mut sorted = map.to_vec();
    sorted.sort_unstable();
    if sorted.iter().copied().eq(0..map.len() as i64) {
        return Ok(());
    }
    broken(
        ATTRIBUTE,
        format!("`dim_map` must name each of the {} dimensions once", map.len()),
    )
}

pub(super) fn partition(module: &Module, params: &TypeParams) -> Rule {
    let (tile, map) = params.ints.split_at(params.ints.len() / 2);
    tiles(module, params, tile)?;
    dim_map(map)
}

pub(super) fn strided(module: &Module, params: &TypeParams) -> Rule {
    let rank = params.ints.len() / 3;
    tiles(module, params, &params.ints[..rank])?;
    if params.ints[rank..2 * rank].iter().any(|&step| step <= 0) {
        return broken(SHAPE, "the steps of `traversal_strides` are at least 1");
    }
    dim_map(&params.ints[2 * rank..])
}

pub(super) fn gather(module: &Module, params: &TypeParams) -> Rule {
    let Some((&sparse, tile)) = params.ints.split_last() else {
        return broken(COUNT, "`sparse_dim` is missing");
    };
    tiles(module, params, tile)?;
    if (0..tile.len() as i64).contains(&sparse) {
        return Ok(());
    }
    broken(ATTRIBUTE, format!("`sparse_dim` must be below {}", tile.len()))
}
