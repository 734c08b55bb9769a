//! The types of Tile IR.

use crate::attrs::AttrData;
use crate::entity::Attr;
use crate::module::Module;
use crate::parse::{Parser, Refused};
use crate::print::{write_int, write_ints};
use crate::types::{DYNAMIC, TypeDef, TypeParams, plain};
use smallvec::smallvec;
use std::fmt::Write;
use tilewright_diag::{Diagnostic, Span};

/// The largest number of elements of a tile.
pub const MOST_ELEMENTS: i64 = 1 << 24;

/// What elements outside the tensor may read as.
pub const PADDING: &[&str] = &["zero", "neg_zero", "nan", "pos_inf", "neg_inf"];

/// `ptr<f32>`.
pub static PTR: TypeDef = TypeDef {
    name: "ptr",
    parse: parse_ptr,
    print: print_ptr,
    scalar: None,
};
/// `tile<4x8xf32>`; below `cuda_tile` with a layout, `tile<4x8xf32, #layout>`.
pub static TILE: TypeDef = TypeDef {
    name: "tile",
    parse: parse_tile,
    print: print_tile,
    scalar: None,
};
/// `tensor_view<?x64xf32, strides=[?,1]>`.
pub static TENSOR_VIEW: TypeDef = TypeDef {
    name: "tensor_view",
    parse: parse_tensor_view,
    print: print_tensor_view,
    scalar: None,
};
/// `partition_view<tile=(64x64), padding_value = zero, tensor_view<…>, dim_map=[1, 0]>`.
pub static PARTITION_VIEW: TypeDef = TypeDef {
    name: "partition_view",
    parse: parse_partition,
    print: print_partition,
    scalar: None,
};
/// `strided_view<tile=(64), traversal_strides=[32], padding_value = zero, tensor_view<…>, dim_map=[0]>`.
pub static STRIDED_VIEW: TypeDef = TypeDef {
    name: "strided_view",
    parse: parse_strided,
    print: print_strided,
    scalar: None,
};
/// `gather_scatter_view<tile=(16x32), padding_value = zero, tensor_view<…>, sparse_dim=0>`.
pub static GATHER_SCATTER_VIEW: TypeDef = TypeDef {
    name: "gather_scatter_view",
    parse: parse_gather,
    print: print_gather,
    scalar: None,
};
/// `token`: an order between memory accesses.
pub static TOKEN: TypeDef = plain("token");

/// All of them.
pub static TYPES: [&TypeDef; 7] = [
    &PTR,
    &TILE,
    &TENSOR_VIEW,
    &PARTITION_VIEW,
    &STRIDED_VIEW,
    &GATHER_SCATTER_VIEW,
    &TOKEN,
];

fn parse_ptr(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let start = parser.position();
    let pointee = parser.ty()?;
    let end = parser.at;
    parser.expect(">")?;
    if parser.module.scalar(pointee).is_none_or(|s| s.name == "none") {
        let text = parser.module.type_text(pointee);
        return Err(parser.error_at(
            Span::new(start, end),
            format!("a pointer points to numbers, not to `{text}`"),
        ));
    }
    Ok(TypeParams {
        types: smallvec![pointee],
        ..TypeParams::default()
    })
}

fn print_ptr(module: &Module, params: &TypeParams, out: &mut String) {
    out.push('<');
    module.write_type(params.types[0], out);
    out.push('>');
}

fn parse_tile(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let start = parser.position();
    let ints = parser.extents()?;
    let extents_end = parser.at;
    let element = parser.ty()?;
    let layout = if parser.eat(",") {
        Some(parser.any_attr(0)?)
    } else {
        None
    };
    parser.expect(">")?;
    check_tile_shape(parser, &ints, Span::new(start, extents_end.saturating_sub(1)))?;
    if parser.module.scalar(element).is_none() && parser.module.pointee(element).is_none() {
        let text = parser.module.type_text(element);
        let message = format!("the elements of a tile are numbers or pointers, not `{text}`");
        return Err(parser.error_at(Span::new(extents_end, parser.at), message));
    }
    Ok(TypeParams {
        types: smallvec![element],
        ints,
        attrs: smallvec![layout],
    })
}

/// Extents are powers of two and their product is at most [`MOST_ELEMENTS`].
fn check_tile_shape(parser: &mut Parser<'_>, shape: &[i64], span: Span) -> Result<(), Refused> {
    for &extent in shape {
        if extent == DYNAMIC {
            return Err(parser.error_at(span, "the extents of a tile are constants, not `?`"));
        }
        if extent <= 0 || extent & (extent - 1) != 0 {
            let diagnostic = Diagnostic::error(
                "parse.tile-shape",
                Some(span),
                format!("the tile extent {extent} is not a power of two"),
            )
            .with_note("Tile IR allows only powers of two as tile extents")
            .with_help(match u64::try_from(extent) {
                Ok(wanted @ 1..) if wanted < 1 << 62 => {
                    let above = wanted.next_power_of_two();
                    format!(
                        "the nearest legal extents are {} and {above}; mask or pad the rest",
                        above / 2
                    )
                }
                _ => "use an extent such as 64 or 128".to_string(),
            });
            return Err(parser.refuse(diagnostic));
        }
    }
    let elements = shape.iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
    match elements {
        Some(elements) if elements <= MOST_ELEMENTS => Ok(()),
        _ => Err(parser.error_at(
            span,
            format!("a tile has at most {MOST_ELEMENTS} elements; this one has more"),
        )),
    }
}

fn print_tile(module: &Module, params: &TypeParams, out: &mut String) {
    out.push('<');
    for &extent in &params.ints {
        let _ = write!(out, "{extent}x");
    }
    module.write_type(params.types[0], out);
    if let Some(layout) = params.attrs[0] {
        out.push_str(", ");
        module.write_attr(layout, out);
    }
    out.push('>');
}

fn parse_tensor_view(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let start = parser.position();
    let sizes = parser.extents()?;
    let element = parser.ty()?;
    let mut ints = sizes.clone();
    if parser.eat(",") {
        parser.expect("strides")?;
        parser.expect("=")?;
        let strides = parser.int_list()?;
        if strides.len() != sizes.len() {
            let message = format!("{} extents, but {} strides", sizes.len(), strides.len());
            return Err(parser.error_at(Span::new(start, parser.at), message));
        }
        ints.extend(strides);
    } else if !sizes.is_empty() {
        return Err(parser.expected("`, strides=[...]`"));
    }
    if ints.iter().any(|&i| i != DYNAMIC && i <= 0) {
        let message = "extents and strides of a tensor view are at least 1, or `?`";
        return Err(parser.error_at(Span::new(start, parser.at), message));
    }
    parser.expect(">")?;
    if parser.module.scalar(element).is_none() {
        return Err(parser.error_at(Span::new(start, parser.at), "the elements of a tensor view are numbers"));
    }
    Ok(TypeParams {
        types: smallvec![element],
        ints,
        attrs: smallvec![],
    })
}

fn print_tensor_view(module: &Module, params: &TypeParams, out: &mut String) {
    let (sizes, strides) = params.ints.split_at(params.ints.len() / 2);
    out.push('<');
    for &size in sizes {
        write_int(size, out);
        out.push('x');
    }
    module.write_type(params.types[0], out);
    if !strides.is_empty() {
        out.push_str(", strides=[");
        for (i, &stride) in strides.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_int(stride, out);
        }
        out.push(']');
    }
    out.push('>');
}

/// `<tile=(4x8), `.
fn parse_tile_extents(parser: &mut Parser<'_>) -> Result<smallvec::SmallVec<[i64; 4]>, Refused> {
    parser.expect("<")?;
    parser.expect("tile")?;
    parser.expect("=")?;
    parser.expect("(")?;
    let start = parser.position();
    let tile = parser.plain_extents()?;
    check_tile_shape(parser, &tile, Span::new(start, parser.at))?;
    parser.expect(")")?;
    parser.expect(",")?;
    Ok(tile)
}

/// `padding_value = zero, `, if it is there.
fn parse_padding(parser: &mut Parser<'_>) -> Result<Option<Attr>, Refused> {
    if !parser.eat("padding_value") {
        return Ok(None);
    }
    parser.expect("=")?;
    let start = parser.position();
    let word = parser.take_word();
    if !PADDING.contains(&word) {
        let message = format!("`{word}` is no padding value; there are {}", PADDING.join(", "));
        return Err(parser.error_at(Span::new(start, parser.at), message));
    }
    parser.expect(",")?;
    let name = parser.module.intern_name(word);
    Ok(Some(parser.module.intern_attr(AttrData::Keyword(name))))
}

/// The tensor view below, which must have `rank` dimensions.
fn parse_tensor(parser: &mut Parser<'_>, rank: usize) -> Result<crate::entity::Ty, Refused> {
    let start = parser.position();
    let tensor = parser.ty()?;
    let span = Span::new(start, parser.at);
    match parser.module.tensor_view_type(tensor).map(|t| t.sizes.len()) {
        Some(found) if found == rank => Ok(tensor),
        Some(found) => Err(parser.error_at(
            span,
            format!("the tile has {rank} dimensions, but the tensor has {found}"),
        )),
        None => Err(parser.error_at(span, "a tensor view is expected here")),
    }
}

/// `, dim_map=[1, 0]`, if it is there; a permutation of the dimensions.
fn parse_dim_map(parser: &mut Parser<'_>, rank: usize) -> Result<smallvec::SmallVec<[i64; 4]>, Refused> {
    if !parser.eat(",") {
        return Ok((0..rank as i64).collect());
    }
    parser.expect("dim_map")?;
    parser.expect("=")?;
    let start = parser.position();
    let map = parser.int_list()?;
    let mut sorted = map.clone();
    sorted.sort_unstable();
    if sorted.iter().copied().ne(0..rank as i64) {
        let message = format!("`dim_map` must name each of the {rank} dimensions once");
        return Err(parser.error_at(Span::new(start, parser.at), message));
    }
    Ok(map)
}

fn print_tile_extents(tile: &[i64], out: &mut String) {
    out.push_str("<tile=(");
    for (i, extent) in tile.iter().enumerate() {
        if i > 0 {
            out.push('x');
        }
        let _ = write!(out, "{extent}");
    }
    out.push_str("), ");
}

fn print_padding_and_tensor(module: &Module, params: &TypeParams, out: &mut String) {
    if let Some(padding) = params.attrs[0] {
        out.push_str("padding_value = ");
        module.write_attr(padding, out);
        out.push_str(", ");
    }
    module.write_type(params.types[0], out);
}

fn print_dim_map(map: &[i64], out: &mut String) {
    if map.iter().copied().ne(0..map.len() as i64) {
        out.push_str(", dim_map=");
        write_ints(map, out);
    }
    out.push('>');
}

fn parse_partition(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    let mut ints = parse_tile_extents(parser)?;
    let padding = parse_padding(parser)?;
    let rank = ints.len();
    let tensor = parse_tensor(parser, rank)?;
    ints.extend(parse_dim_map(parser, rank)?);
    parser.expect(">")?;
    Ok(TypeParams {
        types: smallvec![tensor],
        ints,
        attrs: smallvec![padding],
    })
}

fn print_partition(module: &Module, params: &TypeParams, out: &mut String) {
    let (tile, map) = params.ints.split_at(params.ints.len() / 2);
    print_tile_extents(tile, out);
    print_padding_and_tensor(module, params, out);
    print_dim_map(map, out);
}

fn parse_strided(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    let mut ints = parse_tile_extents(parser)?;
    let rank = ints.len();
    parser.expect("traversal_strides")?;
    parser.expect("=")?;
    let start = parser.position();
    let steps = parser.int_list()?;
    if steps.len() != rank || steps.iter().any(|&s| s <= 0) {
        let message = format!("`traversal_strides` must have {rank} positive steps");
        return Err(parser.error_at(Span::new(start, parser.at), message));
    }
    parser.expect(",")?;
    ints.extend(steps);
    let padding = parse_padding(parser)?;
    let tensor = parse_tensor(parser, rank)?;
    ints.extend(parse_dim_map(parser, rank)?);
    parser.expect(">")?;
    Ok(TypeParams {
        types: smallvec![tensor],
        ints,
        attrs: smallvec![padding],
    })
}

fn print_strided(module: &Module, params: &TypeParams, out: &mut String) {
    let rank = params.ints.len() / 3;
    print_tile_extents(&params.ints[..rank], out);
    out.push_str("traversal_strides=");
    write_ints(&params.ints[rank..2 * rank], out);
    out.push_str(", ");
    print_padding_and_tensor(module, params, out);
    print_dim_map(&params.ints[2 * rank..], out);
}

fn parse_gather(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    let mut ints = parse_tile_extents(parser)?;
    let padding = parse_padding(parser)?;
    let rank = ints.len();
    let tensor = parse_tensor(parser, rank)?;
    parser.expect(",")?;
    parser.expect("sparse_dim")?;
    parser.expect("=")?;
    let start = parser.position();
    let sparse = parser.integer()?;
    if !(0..rank as i64).contains(&sparse) {
        return Err(parser.error_at(
            Span::new(start, parser.at),
            format!("`sparse_dim` must be below {rank}"),
        ));
    }
    ints.push(sparse);
    parser.expect(">")?;
    Ok(TypeParams {
        types: smallvec![tensor],
        ints,
        attrs: smallvec![padding],
    })
}

fn print_gather(module: &Module, params: &TypeParams, out: &mut String) {
    let Some((sparse, tile)) = params.ints.split_last() else {
        return;
    };
    print_tile_extents(tile, out);
    print_padding_and_tensor(module, params, out);
    let _ = write!(out, ", sparse_dim={sparse}>");
}
