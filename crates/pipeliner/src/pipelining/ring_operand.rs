//! The operands of a product whose tiles come through rings: where each comes from, and whether a ring can have it.

use super::copied;
use super::product_loop::{Operand, Reason, changed, reason};
use super::ring_edges::taken;
use super::ring_loop::{Written, loop_of, takers_of};
use super::strategy::Strategy;
use super::why::{Copier, LoopRefusal};
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::tma::{tma_boxes, tma_boxes_of_slots};
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Module, Op, Value};
use tilewright_layout::boxes::BufferTile;
use tilewright_units::Role;
use tilewright_units::product::is_dot;

/// An operand of a product, seen through changes of shape and order.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub value: Value,
    /// Which of its two dimensions of more than one element is that of M or N.
    pub side: usize,
}

pub(super) fn root(module: &Module, dot: Op, index: usize) -> Root {
    let mut root = Root {
        value: module.sides(dot)[index],
        side: index,
    };
    // Absent: every other op makes the operand.
    while let Some(op) = module.defining_op(root.value).filter(|&op| reorders(module, op)) {
        if module.kind(op) == nv_tileas::PERMUTE {
            let permutation = module.required_list(op, "permutation");
            let to = module.shape(module.ty(root.value));
            let moved = sides(to).map(|dims| dims.map(|dim| permutation[dim] as usize));
            if moved.is_some_and(|[first, second]| first > second) {
                root.side = 1 - root.side;
            }
        }
        root.value = module.only_operand(op);
    }
    root
}

/// Whether an op gives a tile another shape or order in which it is the same matrix, or that one turned: products see through it, and
/// any other change is made by threads.
pub fn reorders(module: &Module, op: Op) -> bool {
    let shape = |value: Value| module.shape(module.ty(value));
    match module.kind(op) {
        nv_tileas::PERMUTE => sides(shape(module.result(op, 0))).is_some(),
        nv_tileas::VIEW => {
            let [from, to] = [module.only_operand(op), module.result(op, 0)].map(|value| extents(shape(value)));
            from.is_some() && from == to
        }
        // Absent: every other op makes another tile.
        _ => false,
    }
}

/// Whether an operand is made of what other products leave, in the same iteration.
pub(super) fn is_of_products(module: &Module, dot: Op, value: Value) -> bool {
    is_made_of(module, dot, value, |op| {
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        let mut inner = blocks.flat_map(|&block| module.walk(block));
        is_dot(module, op) || inner.any(|op| is_dot(module, op))
    })
}

/// Whether a value is made of what some ops make that stand beside another one, in the same iteration.
pub(super) fn is_made_of(module: &Module, beside: Op, value: Value, is_it: impl Fn(Op) -> bool) -> bool {
    let mut seen = Vec::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        // Absent: a value that comes from outside, or was looked at.
        let Some(op) = module.defining_op(value).filter(|op| !seen.contains(op)) else {
            continue;
        };
        if module.parent(op) != module.parent(beside) {
            continue;
        }
        if is_it(op) {
            return true;
        }
        seen.push(op);
        work.extend(taken(module, op));
    }
    false
}

/// A computed operand as consumers write it to slots; none: nothing makes it where the loop's iterations could take it, or no swizzle
/// has its rows.
pub(super) fn written(module: &Module, dot: Op, root: Root, k_major: bool) -> Option<Written> {
    let at = module.defining_op(root.value)?;
    if !is_around(module, dot, at) {
        return None;
    }
    let inside = is_of_loop(module, at, dot);
    let ty = module.ty(root.value);
    let shape = module.shape(ty);
    let [outer, inner] = sides(shape)?;
    // The way in which threads have it, where the unit takes either.
    let is_turned = match k_major {
        true => root.side == 1,
        false => copied::along(module, at).or_else(|| runs_along(module, root.value)) == Some(outer),
    };
    let [row, contiguous] = match is_turned {
        true => [inner, outer],
        false => [outer, inner],
    };
    let row_bytes = shape[contiguous] * i64::from(module.element_bytes(ty));
    let tile = BufferTile {
        row_bytes,
        rows: shape[row],
        reads: 1,
    };
    Some(Written {
        value: root.value,
        at,
        contiguous,
        span: tile.span()?,
        bytes: row_bytes * shape[row],
        inside,
        over: None,
        by: Role::Consumer,
        single: false,
        chunk: copied::chunk(module, at, contiguous),
    })
}

/// Ordered scales as threads write them to slots, in rows that no swizzle permutes; none: the loop does not make them in each
/// iteration. Their places in tensor memory are free again when those of the slots are.
pub(super) fn written_scales(module: &Module, dot: Op, value: Value) -> Option<Written> {
    let at = module.defining_op(value)?;
    let &[rows, row_bytes] = module.shape(module.ty(value)) else {
        return None;
    };
    is_of_loop(module, at, dot).then_some(Written {
        value,
        at,
        contiguous: 1,
        span: row_bytes,
        bytes: rows * row_bytes,
        inside: true,
        over: None,
        by: Role::Consumer,
        single: false,
        chunk: None,
    })
}

/// The dimension along which neighbours of a tile come from neighbours in memory; none: nothing tells.
fn runs_along(module: &Module, value: Value) -> Option<usize> {
    let op = module.defining_op(value)?;
    match module.kind(op) {
        nv_tileas::TILED_LOAD => {
            let facts = ViewFacts::of(module, TiledLoad::of(module, op)?.view)?;
            // Absent: a view that TMA cannot address does not tell.
            let boxes = tma_boxes(module, op, &facts).ok()?;
            Some(boxes.contiguous)
        }
        nv_tileas::PERMUTE => {
            let along = runs_along(module, module.only_operand(op))? as i64;
            let permutation = module.required_list(op, "permutation");
            permutation.iter().position(|&dim| dim == along)
        }
        // Bytes are packed along the innermost dimension.
        nv_tileas::VIEW | nv_tileas::UNPACK => module.shape(module.ty(value)).len().checked_sub(1),
        _ if module.def(op).dialect() == "arith" => {
            let shape = module.shape(module.ty(value));
            let alike = module
                .operands(op)
                .iter()
                .filter(|&&other| module.shape(module.ty(other)) == shape);
            alike.into_iter().find_map(|&other| runs_along(module, other))
        }
        // Absent: nothing tells.
        _ => None,
    }
}

/// Whether an op stands in the body of the loop whose iterations do another one.
fn is_of_loop(module: &Module, op: Op, beside: Op) -> bool {
    let around = loop_of(module, beside);
    around.is_some() && module.parent_op(op) == around
}

/// Whether an op stands in the block of another one, or in a block around it, where agents find it on their way.
fn is_around(module: &Module, inner: Op, op: Op) -> bool {
    let around = std::iter::successors(Some(inner), |&op| module.parent_op(op));
    let mut blocks = around.into_iter().filter_map(|op| module.parent(op));
    blocks.any(|block| module.parent(op) == Some(block))
}

/// The load of an operand, and whether its loop loads it in each iteration. A unit with tensor memory takes rows of one chunk.
pub(super) fn loaded(
    module: &Module,
    dot: Op,
    (index, root): (usize, Root),
    takes_chunks: bool,
) -> Result<(Operand, bool), Reason> {
    let name = ["left", "right"][index];
    let not_loaded = || reason(module, dot, LoopRefusal::OperandNotLoaded(name));
    let load = module.defining_op(root.value).ok_or_else(not_loaded)?;
    if module.kind(load) != nv_tileas::TILED_LOAD {
        return Err(match module.operands(load).is_empty() {
            true => not_loaded(),
            false => reason(module, load, changed(module, name, load, Strategy::WarpSpecialize)),
        });
    }
    let inside = is_of_loop(module, load, dot);
    let mut takers = Vec::new();
    takers_of(module, root.value, &mut takers);
    if !takers.iter().all(|&taker| is_around(module, taker, load)) {
        return Err(not_loaded());
    }
    let facts = TiledLoad::of(module, load).and_then(|load| ViewFacts::of(module, load.view));
    let Some(facts) = facts else {
        return Err(reason(module, load, LoopRefusal::OperandView(name)));
    };
    let Some(dims) = sides(&facts.tile) else {
        return Err(reason(module, load, LoopRefusal::OperandBatch(name)));
    };
    let boxes = if takes_chunks { tma_boxes_of_slots } else { tma_boxes }(module, load, &facts);
    let tma = boxes.map_err(|fault| reason(module, load, LoopRefusal::View(Copier::Tma, fault)))?;
    let k_major = tma.contiguous != dims[root.side];
    Ok((Operand { load, tma, k_major }, inside))
}

/// The two dimensions of a tile that have more than one element; none if it has not two.
pub(super) fn sides(shape: &[i64]) -> Option<[usize; 2]> {
    let mut long = (0..shape.len()).filter(|&dim| shape[dim] > 1);
    let two = [long.next()?, long.next()?];
    long.next().is_none().then_some(two)
}

/// Their extents.
fn extents(shape: &[i64]) -> Option<[i64; 2]> {
    sides(shape).map(|dims| dims.map(|dim| shape[dim]))
}
