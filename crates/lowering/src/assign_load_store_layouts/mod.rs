//! `assign-load-store-layouts`
//!
//! Purpose: each access gets the layout `nv_tileas.layout`: which thread moves which elements or, of a load to a buffer, how its tile
//! lies there.
//!
//! The layout selector (`crates/layout`) chooses: candidates are the directions in which lanes can go on and the widths of
//! accesses, and where a shape is that of accumulators, these. All tiles of one shape are a group with one layout, so
//! that values need no conversion between accesses of the same shape; an access for which another layout and a conversion score better has that.
//!
//! Requires: `nv_tileas` without layouts. Guarantees: every access to memory has the attribute.

mod asked;
pub(crate) mod scales;

use crate::assign_buffers::given_name;
use crate::convert_tileas_to_nvvm::tile_name;
use asked::{Access, accumulators};
use tilewright_analysis::Context;
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::threads::thread_boxes;
use tilewright_analysis::tma::Boxes;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::operand;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::views::TiledStore;
use tilewright_ir::{Module, Op, Ty};
use tilewright_layout::access::Group;
use tilewright_layout::global::Global;
use tilewright_layout::select::{Candidate, Choice, Way};
use tilewright_sorted::SortedMap;
use tilewright_units::product::Sharing;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let warp_bits = tilewright_analysis::warp_bits(module, context);
    let mut module = module.clone();
    let mut groups: SortedMap<Vec<i64>, Vec<Access>> = SortedMap::new();
    scales::assign(&mut module, Sharing::of(context.target), warp_bits);
    for op in module.walk(module.top()) {
        if module.attr(op, LAYOUT).is_some() {
            continue;
        }
        // Absent: an op that moves no tile needs no layout.
        let Some(access) = Access::of(&module, op, context.target.compute_capability) else {
            continue;
        };
        groups.entry(access.tile.shape.clone()).or_default().push(access);
    }
    let mut choices = Vec::new();
    for (shape, accesses) in groups {
        let accumulators = accumulators(&module, context, &shape, warp_bits);
        let tiles: Vec<Global> = accesses.iter().map(|access| access.tile.clone()).collect();
        let group = Group::new(&tiles, accumulators.as_ref(), warp_bits);
        for (number, access) in accesses.iter().enumerate() {
            choices.push(told(&module, access, &group, number));
            let layout = group.layout(number).to_attr(&mut module);
            module.set_attr(access.op, LAYOUT, layout);
        }
    }
    for op in module.walk(module.top()) {
        if let Some(boxes) = in_buffer(&module, op) {
            let layout = boxes.to_attr(&mut module);
            module.set_attr(op, LAYOUT, layout);
        }
        name_buffer(&mut module, op);
    }
    choices.sort_by_key(|choice| choice.line);
    context.notes.borrow_mut().layouts.append(&mut choices);
    Ok(Some(module))
}

/// The choice for one access, for the report.
fn told(module: &Module, access: &Access, group: &Group, number: usize) -> Choice {
    let (from, to) = access.spaces();
    let candidates = group.candidates(number, access.atom);
    let candidates = candidates.into_iter().map(|candidate| Candidate {
        atom: candidate.atom,
        way: Way::Threads(candidate.way),
        verdict: candidate.verdict,
    });
    Choice {
        line: module.loc_data(module.loc(access.op)).line,
        op: module.def(access.op).short_name(),
        // Absent: an access moves a tile.
        tile: accessed(module, access.op).map_or(String::new(), |ty| tile_name(module, ty)),
        shape: access.tile.shape.clone(),
        element_bytes: access.tile.bytes,
        from,
        to,
        candidates: candidates.collect(),
        chosen: Some(group.chosen()[number]),
    }
}

/// The type of the tile that an op moves between memory and registers.
pub fn accessed(module: &Module, op: Op) -> Option<Ty> {
    match module.kind(op) {
        // A tile that only goes on to a buffer never is in registers.
        nv_tileas::TILED_LOAD if goes_to_buffer(module, op) => None,
        nv_tileas::TILED_LOAD | nv_tileas::LOAD | nv_tileas::ATOMIC_RMW | nv_tileas::ATOMIC_CAS => {
            Some(module.ty(module.result(op, 0)))
        }
        nv_tileas::TILED_STORE | nv_tileas::TILED_ATOMIC_RMW => {
            TiledStore::of(module, op).map(|store| module.ty(store.tile))
        }
        nv_tileas::STORE => module.operand_named(op, operand::VALUE).map(|v| module.ty(v)),
        _ => None,
    }
}

/// The layout that a load's tile has in the buffer that it goes to; none: it goes to registers.
fn in_buffer(module: &Module, op: Op) -> Option<Boxes> {
    let loads = match module.kind(op) {
        nv_tileas::TILED_LOAD => goes_to_buffer(module, op),
        kind => [nv_tileas::ASYNC_TILED_LOAD, nv_tileas::ASYNC_TILED_TMA_LOAD].contains(&kind),
    };
    let view = module.operand_named(op, operand::VIEW).filter(|_| loads)?;
    // Absent: a view that is loaded to a buffer has boxes, or it is refused where it is copied.
    thread_boxes(module, op, &ViewFacts::of(module, view)?).ok()
}

/// Names a buffer as the tile that `op` puts into it: once copies to it are asynchronous, no value is that tile, and people
/// know it by its name.
fn name_buffer(module: &mut Module, op: Op) {
    let [tile, buffer] = [operand::TILE, operand::BUFFER].map(|name| module.operand_named(op, name));
    if let (nv_tileas::LOCAL_STORE, Some(tile), Some(buffer)) = (module.kind(op), tile, buffer)
        && module.value_name(buffer).is_none()
    {
        let name = given_name(module, tile);
        module.set_value_name(buffer, name);
    }
}

fn goes_to_buffer(module: &Module, load: Op) -> bool {
    let uses = module.uses(module.result(load, 0));
    !uses.is_empty() && uses.iter().all(|u| module.kind(u.op) == nv_tileas::LOCAL_STORE)
}
