//! Tiles that threads copy to slots straight from where they are loaded: what TMA cannot address, at places that the kernel computes
//! for each row or element, and at those that a view computes in the kernel.

use super::ring_issued::is_zero;
use super::ring_loop::RingLoop;
use super::ring_operand::sides;
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::runs;
use tilewright_analysis::tma::{Boxes, swizzle_span};
use tilewright_ir::dialects::facts::SWIZZLE;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::views::TiledLoad;
use tilewright_ir::words::padding;
use tilewright_ir::{AttrData, Module, Op, Value, operand};
use tilewright_layout::boxes::BufferTile;
use tilewright_machine::memory;

/// The dimension along which a load of a view lies in memory, where threads can copy its tile along it; none: the load is no such one.
pub(super) fn along(module: &Module, load: Op) -> Option<usize> {
    let dims = sides(module.shape(module.ty(*module.results(load).first()?)))?;
    let is_long = |&dim: &usize| module.kind(load) == nv_tileas::TILED_LOAD && chunk(module, load, dim).is_some();
    dims.into_iter().find(is_long)
}

/// Bytes that a thread copies at a time of a tile that lies along a dimension, with zeros for what is not loaded; none: threads have it in
/// registers.
pub(super) fn chunk(module: &Module, load: Op, along: usize) -> Option<i64> {
    let tile = *module.results(load).first()?;
    let ty = module.ty(tile);
    if module.element_bits(ty) < 8 {
        return None;
    }
    let bytes = u64::from(module.element_bytes(ty));
    let elements = match module.kind(load) {
        nv_tileas::LOAD => {
            let is_inner = along + 1 == module.shape(ty).len();
            let padding = module.operand_named(load, operand::PADDING);
            let is_zero = padding.is_none_or(|tile| is_zero_tile(module, tile));
            (is_inner && is_zero).then(|| runs::of_access(module, load, bytes))?
        }
        nv_tileas::TILED_LOAD => {
            let facts = ViewFacts::of(module, TiledLoad::of(module, load)?.view)?;
            let view = module.tile_view_type(module.ty(TiledLoad::of(module, load)?.view))?;
            let is_zero = view.padding.is_none_or(|attr| match module.attr_data(attr) {
                AttrData::Keyword(word) => module.name(*word) == padding::ZERO,
                // Absent: a contradiction, its record asks for a word.
                _ => false,
            });
            (is_zero && facts.sparse_dim.is_none()).then(|| facts.vector_along(along))?
        }
        // Absent: every other op makes what it has.
        _ => return None,
    };
    let most = memory().copy_bytes.value;
    let chunk = (elements * bytes).min(most);
    (chunk >= memory().fewest_copy_bytes.value).then_some(chunk as i64)
}

/// The tile of a load as it lies in a ring that threads copy it to, piece by piece from wherever each is; none: they cannot.
pub(super) fn boxes(module: &Module, load: Op) -> Option<Boxes> {
    let ty = module.ty(*module.results(load).first()?);
    let shape = module.shape(ty);
    let dims = sides(shape)?;
    let of_dim = |dim: usize| Some((chunk(module, load, dim)?, dim));
    let (_, contiguous) = dims.into_iter().filter_map(of_dim).max()?;
    let element_bytes = i64::from(module.element_bytes(ty));
    let row_bytes = shape[contiguous] * element_bytes;
    let tile = BufferTile {
        row_bytes,
        rows: shape.iter().product::<i64>() / shape[contiguous],
        reads: 1,
    };
    // Absent: no swizzle is asked for.
    let asked = swizzle_span(module.keyword(load, SWIZZLE)).filter(|&span| tile.takes(span));
    let span = asked.or_else(|| tile.span())?;
    let mut extents = shape.to_vec();
    extents[contiguous] = span / element_bytes;
    Some(Boxes {
        contiguous,
        span,
        count: row_bytes / span,
        extents,
        element_bytes,
    })
}

/// Whether all elements of a tile are the constant zero, which it repeats.
fn is_zero_tile(module: &Module, tile: Value) -> bool {
    let source = |value: &Value| {
        let op = module.defining_op(*value)?;
        matches!(module.kind(op), nv_tileas::BROADCAST | nv_tileas::VIEW).then(|| module.only_operand(op))
    };
    std::iter::successors(Some(tile), source).any(|value| is_zero(module, value))
}

/// Values that are looked at for one that says where elements are.
const COPIED_STEPS: u32 = 64;

/// The elements of a copy, of a tile that says where those are which threads copy, or which of them, and nothing else; none: it is no such tile.
pub(super) fn neighbours(module: &Module, found: &RingLoop, value: Value) -> Option<f64> {
    neighbours_of(module, found, value, &mut { COPIED_STEPS })
}

fn neighbours_of(module: &Module, found: &RingLoop, value: Value, steps: &mut u32) -> Option<f64> {
    let shape = module.shape(module.ty(value));
    let of_taker = |taker: Op| {
        *steps = steps.checked_sub(1)?;
        let tile = found.written.iter().find(|tile| tile.at == taker);
        if let Some((tile, chunk)) = tile.and_then(|tile| Some((tile, tile.copied()?))) {
            let bytes = i64::from(module.element_bytes(module.ty(tile.value)));
            return (module.shape(module.ty(tile.value)) == shape).then_some(chunk as f64 / bytes as f64);
        }
        let &[made] = module.results(taker) else { return None };
        let is_alike = module.def(taker).has(PURE) && module.shape(module.ty(made)) == shape;
        is_alike.then(|| neighbours_of(module, found, made, steps))?
    };
    let takers: Option<Vec<f64>> = module.uses(value).iter().map(|site| site.op).map(of_taker).collect();
    takers?.into_iter().reduce(f64::min)
}
