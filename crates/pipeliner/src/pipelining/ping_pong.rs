//! Whether two warpgroups can take turns at the tiles of a loop (ping-pong).

use super::why::PingPongRefusal;
use super::{ProductLoop, Slice, needed_for};
use tilewright_ir::ops::{Family, cutlass, scf};
use tilewright_ir::{Module, Op};

/// Consumers that take turns, a warpgroup each: one multiplies while the other stores. That there are two is what
/// ping-pong means (docs/glossary.md, after CUTLASS's `KernelTmaWarpSpecializedPingpong`), and no choice.
pub const CONSUMERS: i64 = 2;
/// Turns that a tile takes, as in CUTLASS: one to multiply, one to store.
pub const STEPS: i64 = 2;

/// The loop over tiles around a pipelined loop, if warpgroups can take turns at its iterations.
///
/// # Errors
/// Why they cannot.
pub fn tile_loop(module: &Module, product_loop: &ProductLoop) -> Result<Op, PingPongRefusal> {
    let is_loop = |&op: &Op| matches!(module.kind(op), scf::FOR | scf::LOOP);
    let Some(outer) = module.parent_op(product_loop.for_op).filter(is_loop) else {
        return Err(PingPongRefusal::NoTileLoop);
    };
    if module
        .parent_op(outer)
        .is_some_and(|op| module.def(op).dialect() == "scf")
    {
        return Err(PingPongRefusal::Nested);
    }
    let slice = needed_for(module, product_loop);
    carries_tiles_apart(module, outer, &slice)?;
    works_after_it_decides(module, product_loop, outer, &slice)?;
    let around = module.parent(outer).into_iter().flat_map(|block| module.ops(block));
    for op in around.filter(|&op| op != outer) {
        if inside(module, op)
            .into_iter()
            .any(|inner| module.def(inner).has_side_effect())
        {
            return Err(PingPongRefusal::DoneTwice(module.def(op).short_name()));
        }
    }
    Ok(outer)
}

/// An op and all ops in its regions.
fn inside(module: &Module, op: Op) -> Vec<Op> {
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    std::iter::once(op)
        .chain(blocks.flat_map(|&block| module.walk(block)))
        .collect()
}

/// One tile passes to the next only the bounds of the loop, and tokens.
fn carries_tiles_apart(module: &Module, outer: Op, slice: &Slice) -> Result<(), PingPongRefusal> {
    let body = module.entry_block(module.regions(outer)[0]);
    // Absent: a branch that is not there takes no arguments.
    let arguments = body.map_or(&[][..], |body| module.arguments(body));
    let first = usize::from(module.kind(outer) == scf::FOR);
    let carried = arguments.iter().skip(first).chain(module.results(outer));
    for &value in carried {
        let ty = module.ty(value);
        if !slice.values.contains(&value) && module.is_tile_like(ty) {
            return Err(PingPongRefusal::CarriedTile(module.type_text(ty)));
        }
    }
    Ok(())
}

/// Nothing is done for a tile before it is decided that there is one, and nothing waits for other CTAs.
fn works_after_it_decides(
    module: &Module,
    product_loop: &ProductLoop,
    outer: Op,
    slice: &Slice,
) -> Result<(), PingPongRefusal> {
    let Some(body) = module.entry_block(module.regions(outer)[0]) else {
        return Ok(());
    };
    let mut works = false;
    for op in module.ops(body) {
        let decides = slice.ops.contains(&op) && op != product_loop.for_op;
        let inside = inside(module, op);
        if let Some(lock) = inside.iter().find(|&&op| module.kind(op).is_of(Family::TileScheduler)) {
            return Err(match module.kind(*lock) {
                cutlass::TILE_SCHEDULER_FETCH_WORK_ID | cutlass::TILE_SCHEDULER_REQUEST_WORK_ID => {
                    PingPongRefusal::Pulled
                }
                other => PingPongRefusal::Waits(other.short_name()),
            });
        }
        let effect = inside.iter().any(|&inner| module.def(inner).has_side_effect());
        if decides && (effect || works) && module.def(op).dialect() == "scf" {
            return Err(PingPongRefusal::LateDecision);
        }
        works |= !decides && effect;
    }
    Ok(())
}
