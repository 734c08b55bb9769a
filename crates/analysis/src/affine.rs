//! Properties of a view that are known before the kernel runs: contiguity, alignment, and whether tiles hang over the
//! edge.

use crate::divisibility::{self, MAX_DIVISOR, divisor, power_of};
use tilewright_ir::operand;
use tilewright_ir::ops::{nv_tileaa, nv_tileas};
use tilewright_ir::types::{DYNAMIC, TileViewKind};
use tilewright_ir::views::TensorAt;
use tilewright_ir::{Module, Op, Value};

/// A number of a view: known, or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// Known when the kernel is compiled.
    Known(i64),
    /// Known when it runs.
    Runtime(Value),
}

/// The facts about one view of tiles.
pub struct ViewFacts {
    /// The op that makes the memref below.
    pub memref: Op,
    /// The address of the first element.
    pub base: Value,
    /// Extents of the tensor by tensor dimension, in elements.
    pub sizes: Vec<Number>,
    /// Strides of the tensor by tensor dimension, in elements.
    pub strides: Vec<Number>,
    /// Extents of a tile by tile dimension.
    pub tile: Vec<i64>,
    /// Step between tiles by tile dimension.
    pub steps: Vec<i64>,
    /// The tensor dimension of each tile dimension.
    pub dim_map: Vec<usize>,
    /// The tile dimension whose index is a tile, for gather and scatter.
    pub sparse_dim: Option<usize>,
    /// Known divisors of each extent and of the address, and bytes of an element.
    size_divisors: Vec<u64>,
    stride_divisors: Vec<u64>,
    base_divisor: u64,
    element_bytes: u64,
    /// Elements of a byte: 2 of those of 4 bits.
    per_byte: u64,
}

impl ViewFacts {
    /// The facts about `view`; none if it is not made in sight.
    pub fn of(module: &Module, view: Value) -> Option<Self> {
        let ty = module.tile_view_type(module.ty(view))?;
        let make_view = module.defining_op(view)?;
        let tensor = module.operand_named(make_view, operand::TENSOR_VIEW)?;
        let mut memref = module.defining_op(tensor)?;
        let mut promised = 1;
        while matches!(module.kind(memref), nv_tileaa::ASSUME | nv_tileas::ASSUME) {
            promised = divisibility::promised(module, memref).max(promised);
            memref = module.defining_op(module.only_operand(memref))?;
        }
        let tensor_ty = module.tensor_view_type(ty.tensor)?;
        let tensor = TensorAt::of(module, memref)?;
        let numbers = |known: &[i64], runtime: &[Value]| {
            let mut values = runtime.iter();
            known
                .iter()
                .map(|&n| match n {
                    DYNAMIC => values.next().map(|&v| Number::Runtime(v)),
                    known => Some(Number::Known(known)),
                })
                .collect::<Option<Vec<_>>>()
        };
        let sizes = numbers(tensor_ty.sizes, tensor.sizes)?;
        let strides = numbers(tensor_ty.strides, tensor.strides)?;
        let divisors = |numbers: &[Number]| {
            let one = |n: &Number| match n {
                Number::Known(known) => power_of(known.unsigned_abs()),
                Number::Runtime(value) => divisor(module, *value),
            };
            numbers.iter().map(one).collect::<Vec<_>>()
        };
        let base = tensor.base;
        Some(Self {
            memref,
            base,
            size_divisors: divisors(&sizes),
            stride_divisors: divisors(&strides),
            base_divisor: divisor(module, base).max(promised),
            element_bytes: module.element_bytes(tensor_ty.element).into(),
            per_byte: if module.element_bits(tensor_ty.element) == 4 {
                2
            } else {
                1
            },
            sizes,
            strides,
            tile: ty.tile.to_vec(),
            steps: ty.steps.to_vec(),
            dim_map: ty.dim_map.to_vec(),
            sparse_dim: match ty.kind {
                TileViewKind::GatherScatter { sparse_dim } => Some(sparse_dim),
                _ => None,
            },
        })
    }

    /// Known divisors of the strides, in elements.
    pub fn stride_divisors(&self) -> &[u64] {
        &self.stride_divisors
    }

    /// Known divisor of the address, in bytes.
    pub fn base_divisor(&self) -> u64 {
        self.base_divisor
    }

    /// Bytes of an element.
    pub fn element_bytes(&self) -> u64 {
        self.element_bytes
    }

    /// The number of neighbours along a tile dimension that lie side by side in memory, are aligned together, and are inside or
    /// outside the tensor together. A power of two.
    pub fn vector_along(&self, inner: usize) -> u64 {
        let contiguous = self.strides[self.dim_map[inner]] == Number::Known(1) && self.sparse_dim != Some(inner);
        if !contiguous {
            return 1;
        }
        // Every part of the address must keep the alignment.
        let mut bytes = self.base_divisor.saturating_mul(self.per_byte);
        for (dim, &divisor) in self.stride_divisors.iter().enumerate() {
            if dim != self.dim_map[inner] {
                bytes = bytes.min(divisor.saturating_mul(self.element_bytes));
            }
        }
        let step = power_of(self.steps[inner] as u64);
        let inside = if self.is_inside(inner) {
            MAX_DIVISOR
        } else {
            self.size_divisors[self.dim_map[inner]]
        };
        (bytes / self.element_bytes)
            .min(step)
            .min(inside)
            .min(self.tile[inner] as u64)
            .max(1)
    }

    /// Whether no tile of the view hangs over the edge of the tensor in a tile dimension.
    pub fn is_inside(&self, dim: usize) -> bool {
        if self.sparse_dim == Some(dim) {
            return false;
        }
        let (tile, step) = (self.tile[dim] as u64, self.steps[dim] as u64);
        match self.sizes[self.dim_map[dim]] {
            Number::Known(size) => {
                // The last tile starts at the last step below the extent.
                let last = (size as u64).div_ceil(step).saturating_sub(1) * step;
                last + tile <= size as u64
            }
            Number::Runtime(_) => tile == step && self.size_divisors[self.dim_map[dim]] >= tile,
        }
    }
}
