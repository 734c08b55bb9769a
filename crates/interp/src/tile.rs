//! The values of a kernel: tiles whose elements are bits, tokens, and views of memory.

use crate::number::sign_extend;
use smallvec::SmallVec;
use std::rc::Rc;
use tilewright_ir::types::TileViewKind;

/// One thing for each element of a tile, row-major; or one thing that all of them share, of whatever shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Lanes<T> {
    /// All elements share it.
    Splat(T),
    /// One each.
    Each(Rc<Vec<T>>),
}

impl<T: Copy + PartialEq> Lanes<T> {
    pub fn each(items: Vec<T>) -> Self {
        Self::Each(Rc::new(items))
    }

    /// Element `index`; the default where there are fewer.
    pub fn get(&self, index: usize) -> T
    where
        T: Default,
    {
        match self {
            Self::Splat(item) => *item,
            Self::Each(items) => items.get(index).copied().unwrap_or_default(),
        }
    }

    /// The number of elements; none if any number may be meant.
    pub fn len(&self) -> Option<usize> {
        match self {
            Self::Splat(_) => None,
            Self::Each(items) => Some(items.len()),
        }
    }

    /// The elements at `indices`, in that order.
    pub fn gather(&self, count: usize, index: impl Fn(usize) -> usize) -> Self
    where
        T: Default,
    {
        match self {
            Self::Splat(item) => Self::Splat(*item),
            Self::Each(_) => Self::each((0..count).map(|i| self.get(index(i))).collect()),
        }
    }

    /// The elements, written out.
    pub fn to_vec(&self, count: usize) -> Vec<T>
    where
        T: Default,
    {
        match self {
            Self::Splat(item) => vec![*item; count],
            Self::Each(items) => items.to_vec(),
        }
    }
}

/// Why an element is undefined: 0 for one that is defined, else an index into the run's list of causes.
pub(crate) type Cause = u32;

/// The elements of a tile: their bits (addresses, for pointers), and which of them are undefined.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub bits: Lanes<u64>,
    pub undefined: Lanes<Cause>,
}

impl Tile {
    pub fn splat(bits: u64) -> Self {
        Self::defined(Lanes::Splat(bits))
    }

    pub fn defined(bits: Lanes<u64>) -> Self {
        Self {
            bits,
            undefined: Lanes::Splat(0),
        }
    }

    /// Elements with their causes; the causes are dropped where there are none.
    pub fn with_causes(bits: Vec<u64>, undefined: Vec<Cause>) -> Self {
        let undefined = if undefined.iter().all(|&c| c == 0) {
            Lanes::Splat(0)
        } else {
            Lanes::each(undefined)
        };
        Self {
            bits: Lanes::each(bits),
            undefined,
        }
    }

    /// Whether no element is undefined.
    pub fn is_defined(&self) -> bool {
        matches!(self.undefined, Lanes::Splat(0))
    }

    /// The number of a scalar tile read as signed.
    pub fn signed(&self, bits: u32) -> i64 {
        sign_extend(self.bits.get(0), bits)
    }

    /// The elements at `index(0)`, `index(1)` and so on.
    pub fn gather(&self, count: usize, index: impl Fn(usize) -> usize) -> Self {
        Self {
            bits: self.bits.gather(count, &index),
            undefined: self.undefined.gather(count, &index),
        }
    }
}

/// A tensor in memory.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    /// Address of the first element, in bytes.
    pub base: u64,
    /// Extents in elements.
    pub sizes: SmallVec<[i64; 4]>,
    /// Strides in elements.
    pub strides: SmallVec<[i64; 4]>,
    /// Whether base, a size or a stride is undefined.
    pub undefined: Cause,
}

/// A tensor cut into tiles.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub tensor: Rc<Tensor>,
    pub kind: TileViewKind,
    /// Extents of a tile.
    pub tile: SmallVec<[i64; 4]>,
    /// For each tile dimension, the tensor dimension that it walks.
    pub dim_map: SmallVec<[usize; 4]>,
    /// For each tile dimension, the step between tiles in elements.
    pub steps: SmallVec<[i64; 4]>,
    /// The value of elements outside the tensor; none: they are undefined.
    pub padding: Option<u64>,
}

impl View {
    /// The number of indices along a dimension of the index space: tiles, or elements for gather/scatter views.
    pub fn index_extent(&self, dim: usize) -> i64 {
        let size = self
            .dim_map
            .get(dim)
            .and_then(|&d| self.tensor.sizes.get(d))
            .copied()
            .unwrap_or(0)
            .max(0);
        match self.kind {
            TileViewKind::GatherScatter { .. } => size,
            TileViewKind::Partition | TileViewKind::Strided => {
                let step = self.steps.get(dim).copied().unwrap_or(1).max(1);
                size / step + i64::from(size % step != 0)
            }
        }
    }
}

/// A value of the kernel at run time.
#[derive(Clone, Debug)]
pub(crate) enum Datum {
    Tile(Tile),
    Token,
    Tensor(Rc<Tensor>),
    View(Rc<View>),
}
