//! The questions to the selector: accesses to global memory, with what is known of the memory, and the accumulators of their shape.

use super::accessed;
use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_analysis::{Context, runs};
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::views::TileAccess;
use tilewright_ir::{Module, Op};
use tilewright_layout::access::Accumulators;
use tilewright_layout::global::Global;
use tilewright_machine::MemorySpace;
use tilewright_units::asynchronous;
use tilewright_units::product::{accumulator_layout, matrix, reads_buffers};

/// An access to global memory.
pub(super) struct Access {
    /// The op.
    pub op: Op,
    /// The tile in memory.
    pub tile: Global,
    /// The atom that moves it.
    pub atom: &'static str,
    /// Whether it writes.
    stores: bool,
}

impl Access {
    /// The access that an op is; none if it moves no tile between memory and registers.
    pub(super) fn of(module: &Module, op: Op, capability: u32) -> Option<Self> {
        let ty = accessed(module, op)?;
        let (shape, bytes) = (module.shape(ty).to_vec(), i64::from(module.element_bytes(ty)));
        let view = TileAccess::of(module, op).map(|access| ViewFacts::of(module, access.view));
        let is_view = view.is_some();
        let (atom, alone) = match module.kind(op) {
            nv_tileas::TILED_STORE | nv_tileas::STORE => ("st.global", false),
            nv_tileas::TILED_LOAD | nv_tileas::LOAD => ("ld.global", false),
            _ if runs::reduces_together(module, op, capability) => (runs::VECTOR_ADDITION, false),
            _ if runs::only_reduces(module, op) => ("red.global", true),
            _ => ("ld.global", true),
        };
        let (strides, mut runs) = match view {
            Some(Some(view)) => of_view(&view, bytes),
            // Absent: a view that comes from a loop or branch, of which nothing is known.
            Some(None) => (vec![None; shape.len()], vec![1; shape.len()]),
            None => of_pointers(module, op, bytes, shape.len()),
        };
        if alone {
            runs.fill(1);
        }
        let mut takers = module.results(op).iter().flat_map(|&tile| module.uses(tile));
        let copied = takers.any(|site| module.has_attr(site.op, "copied"));
        let tile = Global {
            shape,
            strides,
            runs,
            bytes,
            by_pointers: !is_view,
            copied,
        };
        Some(Self {
            op,
            tile: if is_view { tile.without_ones() } else { tile },
            atom,
            stores: atom != "ld.global",
        })
    }

    /// The memory that the tile comes from, and that it goes to.
    pub(super) fn spaces(&self) -> (MemorySpace, MemorySpace) {
        match self.stores {
            true => (MemorySpace::Registers, MemorySpace::Global),
            false => (MemorySpace::Global, MemorySpace::Registers),
        }
    }
}

/// Bytes between elements, and neighbours that are aligned together, by dimension of the tile.
type Along = (Vec<Option<i64>>, Vec<i64>);

fn of_view(view: &ViewFacts, bytes: i64) -> Along {
    let stride = |dim: usize| match view.strides[view.dim_map[dim]] {
        Number::Known(stride) if view.sparse_dim != Some(dim) => Some(stride * bytes),
        Number::Known(_) | Number::Runtime(_) => None,
    };
    let dims = 0..view.tile.len();
    let runs = dims.clone().map(|dim| view.vector_along(dim) as i64);
    (dims.map(stride).collect(), runs.collect())
}

/// Pointers are taken to go on along the innermost dimension, and to be anywhere else along others.
fn of_pointers(module: &Module, op: Op, bytes: i64, rank: usize) -> Along {
    let (mut strides, mut runs) = (vec![None; rank], vec![1; rank]);
    if let (Some(stride), Some(run)) = (strides.last_mut(), runs.last_mut()) {
        *stride = Some(bytes);
        *run = runs::of_access(module, op, bytes as u64) as i64;
    }
    (strides, runs)
}

/// The accumulators of a shape, if products have it.
pub(super) fn accumulators(
    module: &Module,
    context: &Context<'_>,
    shape: &[i64],
    warp_bits: usize,
) -> Option<Accumulators> {
    let of_op = |op: Op| {
        let own = module
            .results(op)
            .first()
            .map(|&result| module.shape(module.ty(result)))?;
        let same = own == shape || matrix(own).is_some() && matrix(own) == matrix(shape);
        let layout = same.then(|| accumulator_layout(module, op, context.target, warp_bits))??;
        let columns = matrix(shape).map(|[_, columns]| columns);
        Some(Accumulators {
            layout,
            fixed: columns.filter(|_| reads_buffers(module, op) && asynchronous(context.target).is_ok()),
        })
    };
    module.walk(module.top()).into_iter().find_map(of_op)
}
