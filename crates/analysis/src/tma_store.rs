//! Stores by TMA of tiles that are in the order of accumulators.
//!
//! Each warp has sixteen rows of such a tile and all their columns, or several times sixteen. It writes them to shared memory as
//! matrices, box after box, each as wide as a swizzle spans, and one of its lanes starts the copy of a box; warps do not wait for
//! each other. What lies outside of the tensor is left out by TMA.

use crate::affine::{Number, ViewFacts};
use crate::tma::{Boxes, TensorMap, map_of, tma_boxes};
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::views::TiledStore;
use tilewright_ir::{Module, Op};
use tilewright_layout::Layout;
use tilewright_layout::dim_bits;
use tilewright_machine::memory;

/// Bytes of an element of the matrices that `stmatrix` writes.
const MATRIX_ELEMENT_BYTES: u64 = 2;

/// Whether an op is a store by TMA, from the free part of shared memory.
pub fn is_by_tma(module: &Module, op: Op) -> bool {
    module.kind(op) == nv_tileas::TILED_STORE && module.has_attr(op, "descriptor")
}

/// The boxes in which each warp hands over its part of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarpBoxes {
    /// A row of boxes: all columns of a warp's rows that lie together.
    pub boxes: Boxes,
    /// The dimension of the rows.
    pub row_dim: usize,
    /// The bit of an element's index that its row's number starts at.
    pub row_bit: usize,
    /// The bases of the registers that are further rows of boxes.
    pub further: Vec<u32>,
}

impl WarpBoxes {
    /// The boxes of a store of a tile in this layout; none if a warp's part is none, or TMA cannot address the view.
    pub fn of(module: &Module, store: Op, layout: &Layout) -> Option<Self> {
        let mut facts = facts(module, store)?;
        let rank = facts.tile.len();
        let (columns, row_dim) = (rank.checked_sub(1)?, rank.checked_sub(2)?);
        let contiguous = facts.strides[facts.dim_map[columns]] == Number::Known(1);
        if !contiguous || facts.element_bytes() != MATRIX_ELEMENT_BYTES || facts.tile[..row_dim].iter().any(|&e| e != 1)
        {
            return None;
        }
        let row_bit = dim_bits(&facts.tile, row_dim).0;
        let further = further_rows(layout, row_bit)?;
        facts.tile[row_dim] = matrix_rows();
        // Absent: a view that TMA cannot address is stored by threads.
        let boxes = tma_boxes(module, store, &facts).ok()?;
        Some(Self {
            boxes,
            row_dim,
            row_bit,
            further,
        })
    }

    /// The tensor map of the store.
    pub fn map(&self, module: &Module, store: Op) -> Option<TensorMap> {
        map_of(module, &facts(module, store)?, &self.boxes)
    }
}

/// The view of a store.
fn facts(module: &Module, store: Op) -> Option<ViewFacts> {
    ViewFacts::of(module, TiledStore::of(module, store)?.view)
}

/// Rows of a box: those of two matrices, one above the other.
fn matrix_rows() -> i64 {
    2 * memory().matrix_rows.value
}

/// The bases of registers that are rows of other boxes, of a layout in the order of accumulators: lanes have neighbours of a row and
/// the rows of a matrix, registers the rest of the columns and the other matrix, warps whole boxes.
fn further_rows(layout: &Layout, row_bit: usize) -> Option<Vec<u32>> {
    let row = |bit: usize| 1u32 << (row_bit + bit);
    let boxed = matrix_rows().trailing_zeros() as usize;
    let lanes = [2, 4].into_iter().chain((0..boxed - 1).map(row));
    let (own, rest): (Vec<u32>, Vec<u32>) = layout.reg.iter().partition(|&&basis| basis < row(boxed));
    let mut wanted: Vec<u32> = (0..row_bit)
        .filter(|bit| ![1, 2].contains(bit))
        .map(|bit| 1 << bit)
        .collect();
    wanted.push(row(boxed - 1));
    let mut sorted = own.clone();
    sorted.sort_unstable();
    let in_order = layout.lane.iter().copied().eq(lanes) && sorted == wanted && own.first() == Some(&1);
    let whole = layout.warp.iter().all(|&basis| basis >= row(boxed));
    (in_order && whole).then_some(rest)
}
