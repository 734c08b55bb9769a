//! `assign-load-store-layouts`
//!
//! Purpose: each access gets the layout `nv_tileas.layout`: which thread moves which elements.
//!
//! Neighbouring lanes move neighbouring elements, each as many at once as alignment and the number of threads allow, at
//! most 16 bytes. All tiles of one shape get one layout, that of their widest access, so that values need no
//! conversion between accesses of the same shape.
//!
//! Requires: `nv_tileas` without layouts. Guarantees: every access to memory has the attribute.

use tilewright_analysis::Context;
use tilewright_analysis::affine::ViewFacts;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::operand;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::views::{TileAccess, TiledStore};
use tilewright_ir::{Module, Op, Ty};
use tilewright_layout::Layout;
use tilewright_machine::memory;
use tilewright_sorted::SortedMap;
use tilewright_units::asynchronous;
use tilewright_units::product::matrix;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let warp_bits = tilewright_analysis::warp_bits(module, context);
    let mut module = module.clone();
    let accesses: Vec<Op> = module
        .walk(module.top())
        .into_iter()
        .filter(|&op| accessed(&module, op).is_some())
        .collect();
    let is_sum = |&op: &Op| tilewright_units::product::reads_buffers(&module, op);
    let accumulators = module.walk(module.top()).into_iter().filter(is_sum);
    let accumulators: Vec<_> = accumulators
        .map(|op| matrix(module.shape(module.ty(module.result(op, 0)))))
        .collect();
    let mut widest: SortedMap<Vec<i64>, u32> = SortedMap::new();
    for &op in &accesses {
        // Absent: an op that moves no tile needs no layout.
        let Some(ty) = accessed(&module, op) else { continue };
        let vector = vector_width(&module, op, ty, warp_bits);
        let entry = widest.entry(module.shape(ty).to_vec()).or_insert(1);
        *entry = vector.max(*entry);
    }
    for op in accesses {
        // Absent: an op that moves no tile needs no layout.
        let Some(ty) = accessed(&module, op) else { continue };
        let shape = module.shape(ty).to_vec();
        let vector = widest[&shape];
        let bytes = module.element_bytes(ty);
        // Elements that come from accumulators of tensor cores stay with their warp.
        let near_accumulators = matrix(&shape)
            .filter(|_| accumulators.contains(&matrix(&shape)))
            .and_then(|[rows, columns]| {
                // Absent: without such a unit no accumulators have its layout.
                let (unit, _) = asynchronous(context.target).ok()?;
                let accumulators = unit.accumulator_layout([rows, columns], warp_bits)?;
                Layout::beside(accumulators, columns, vector, memory().run_bytes.value / bytes)
            });
        let layout = near_accumulators.unwrap_or_else(|| Layout::blocked(&shape, vector, warp_bits));
        let layout = layout.to_attr(&mut module);
        module.set_attr(op, LAYOUT, layout);
    }
    Ok(Some(module))
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

fn goes_to_buffer(module: &Module, load: Op) -> bool {
    let uses = module.uses(module.result(load, 0));
    !uses.is_empty() && uses.iter().all(|u| module.kind(u.op) == nv_tileas::LOCAL_STORE)
}

/// The number of contiguous elements that a thread moves in one access.
fn vector_width(module: &Module, op: Op, ty: Ty, warp_bits: usize) -> u32 {
    let elements = module.shape(ty).iter().product::<i64>() as u64;
    let threads = (WARP_THREADS as u64) << warp_bits;
    let fair = (elements / threads).max(1);
    let bytes = u64::from(module.element_bytes(ty));
    let contiguous = match TileAccess::of(module, op) {
        // Absent: a view that comes from a loop or branch, of which nothing is known.
        Some(access) => ViewFacts::of(module, access.view).map_or(1, |facts| facts.vector_elements()),
        None => pointers_run(module, op, bytes),
    };
    contiguous.min(fair).min(memory().access_bytes.value / bytes).max(1) as u32
}

/// The number of contiguous elements that one access by pointers moves.
fn pointers_run(module: &Module, op: Op, bytes: u64) -> u64 {
    match module.kind(op) {
        nv_tileas::LOAD | nv_tileas::STORE => tilewright_analysis::runs::of_access(module, op, bytes),
        // Absent: atomics go one by one.
        _ => 1,
    }
}
