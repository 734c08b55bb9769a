//! The types of Tile IR.

use super::type_rules;
use crate::attrs::AttrData;
use crate::entity::Attr;
use crate::module::Module;
use crate::op_def::{reading, unread_type};
use crate::parse::{Parser, Refused};
use crate::types::{TypeDef, TypeParams, plain};
use crate::verify::kind;
use crate::written::{write_int, write_ints};
use smallvec::{SmallVec, smallvec};
use std::fmt::Write;
use tilewright_diag::Span;
use tilewright_diag::counted;

/// The largest number of elements of a tile.
pub const MAX_ELEMENTS: i64 = 1 << 24;

/// `ptr<f32>`.
pub static PTR: TypeDef = TypeDef {
    name: "ptr",
    parse: reading(parse_ptr, unread_type),
    print: print_ptr,
    scalar: None,
    verify: Some(type_rules::pointer),
};
/// `tile<4x8xf32>`; below `cuda_tile` with a layout, `tile<4x8xf32, #layout>`.
pub static TILE: TypeDef = TypeDef {
    name: "tile",
    parse: reading(parse_tile, unread_type),
    print: print_tile,
    scalar: None,
    verify: Some(type_rules::tile),
};
/// `tensor_view<?x64xf32, strides=[?,1]>`.
pub static TENSOR_VIEW: TypeDef = TypeDef {
    name: "tensor_view",
    parse: reading(parse_tensor_view, unread_type),
    print: print_tensor_view,
    scalar: None,
    verify: Some(type_rules::tensor_view),
};
/// `partition_view<tile=(64x64), padding_value = zero, tensor_view<…>, dim_map=[1, 0]>`.
pub static PARTITION_VIEW: TypeDef = TypeDef {
    name: "partition_view",
    parse: reading(parse_partition, unread_type),
    print: print_partition,
    scalar: None,
    verify: Some(type_rules::partition),
};
/// `strided_view<tile=(64), traversal_strides=[32], padding_value = zero, tensor_view<…>, dim_map=[0]>`.
pub static STRIDED_VIEW: TypeDef = TypeDef {
    name: "strided_view",
    parse: reading(parse_strided, unread_type),
    print: print_strided,
    scalar: None,
    verify: Some(type_rules::strided),
};
/// `gather_scatter_view<tile=(16x32), padding_value = zero, tensor_view<…>, sparse_dim=0>`.
pub static GATHER_SCATTER_VIEW: TypeDef = TypeDef {
    name: "gather_scatter_view",
    parse: reading(parse_gather, unread_type),
    print: print_gather,
    scalar: None,
    verify: Some(type_rules::gather),
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
    let pointee = parser.ty()?;
    no_multicast(parser)?;
    parser.expect(">")?;
    Ok(TypeParams {
        types: smallvec![pointee],
        ..TypeParams::default()
    })
}

/// Refuses what pointers and views of multicast memory say: `<multicast>`, or `#cuda_tile.ptr_attr<multicast>`.
fn no_multicast(parser: &mut Parser<'_>) -> Result<(), Refused> {
    let start = parser.position();
    if !parser.eat(",") {
        return Ok(());
    }
    let _ = parser.eat("#cuda_tile.ptr_attr") || parser.eat("#ptr_attr");
    parser.expect("<")?;
    parser.expect("multicast")?;
    parser.expect(">")?;
    Err(parser.invalid(
        "unsupported",
        Span::new(start, parser.at),
        super::NO_MULTICAST.to_string(),
    ))
}

fn print_ptr(module: &Module, params: &TypeParams, out: &mut String) {
    out.push('<');
    module.write_type(params.types[0], out);
    out.push('>');
}

fn parse_tile(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    parser.expect("<")?;
    let ints = parser.extents()?;
    let element = parser.ty()?;
    let layout = if parser.eat(",") {
        Some(parser.any_attr()?)
    } else {
        None
    };
    parser.expect(">")?;
    Ok(TypeParams {
        types: smallvec![element],
        ints,
        attrs: smallvec![layout],
    })
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
    let mut strides = smallvec![];
    if parser.eat(",") {
        parser.expect("strides")?;
        parser.expect("=")?;
        strides = parser.int_list()?;
        if sizes.is_empty() {
            let span = Span::new(start, parser.at);
            return Err(parser.invalid(kind::COUNT, span, "a view without dimensions has no strides"));
        }
    }
    // The two are kept in one list, so their numbers are checked here.
    if strides.len() != sizes.len() {
        let message = format!(
            "{}, but {}",
            counted(sizes.len(), "extents"),
            counted(strides.len(), "strides")
        );
        return Err(parser.invalid(kind::COUNT, Span::new(start, parser.at), message));
    }
    ints.extend(strides);
    no_multicast(parser)?;
    parser.expect(">")?;
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
fn parse_tile_extents(parser: &mut Parser<'_>) -> Result<SmallVec<[i64; 4]>, Refused> {
    for part in ["<", "tile", "=", "("] {
        parser.expect(part)?;
    }
    let tile = if parser.peek(")") {
        SmallVec::new()
    } else {
        parser.plain_extents()?
    };
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
    let word = parser.take_word();
    parser.expect(",")?;
    let name = parser.module.intern_name(word);
    Ok(Some(parser.module.intern_attr(AttrData::Keyword(name))))
}

/// As many numbers in brackets as the tile has dimensions.
fn parse_per_dimension(parser: &mut Parser<'_>, what: &str, rank: usize) -> Result<SmallVec<[i64; 4]>, Refused> {
    parser.expect(what)?;
    parser.expect("=")?;
    let start = parser.position();
    let ints = parser.int_list()?;
    if ints.len() == rank {
        return Ok(ints);
    }
    let message = format!("`{what}` must have {}, not {}", counted(rank, "numbers"), ints.len());
    Err(parser.invalid(kind::COUNT, Span::new(start, parser.at), message))
}

/// `, dim_map=[1, 0]`, if it is there; a permutation of the dimensions.
fn parse_dim_map(parser: &mut Parser<'_>, rank: usize) -> Result<SmallVec<[i64; 4]>, Refused> {
    if !parser.eat(",") {
        return Ok((0..rank as i64).collect());
    }
    parse_per_dimension(parser, "dim_map", rank)
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
    let tensor = parser.ty()?;
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
    let steps = parse_per_dimension(parser, "traversal_strides", rank)?;
    parser.expect(",")?;
    ints.extend(steps);
    let padding = parse_padding(parser)?;
    let tensor = parser.ty()?;
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
    out.push_str("traversal_strides=[");
    for (i, &step) in params.ints[rank..2 * rank].iter().enumerate() {
        let _ = write!(out, "{}{step}", if i > 0 { "," } else { "" });
    }
    out.push_str("], ");
    print_padding_and_tensor(module, params, out);
    print_dim_map(&params.ints[2 * rank..], out);
}

fn parse_gather(parser: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    let mut ints = parse_tile_extents(parser)?;
    let padding = parse_padding(parser)?;
    let tensor = parser.ty()?;
    parser.expect(",")?;
    parser.expect("sparse_dim")?;
    parser.expect("=")?;
    ints.push(parser.integer()?);
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
