//! Tensor maps: each copy by TMA names one, and the boxes that it says make up the tile of the buffer as its readers see it.
//!
//! A copy brings box after box along the dimension of the tile that is contiguous in memory; a map's extents are innermost first
//! (CUDA driver API, `cuTensorMapEncodeTiled`). Whoever waits counts the bytes of the whole tile.

use super::finding::{Finding, Found};
use super::shared::parts_of;
use super::structure::name;
use tilewright_ir::dialects::facts::TENSOR_MAPS;
use tilewright_ir::ops::cute_nvgpu;
use tilewright_ir::words::swizzle;
use tilewright_ir::{Attr, AttrData, Module, Op, Ty, operand};

/// The part of a map that the judge asks for.
struct Map<'m> {
    element: Ty,
    extents: &'m [i64],
    swizzle: &'m str,
}

impl<'m> Map<'m> {
    fn of(module: &'m Module, attr: Attr) -> Option<Self> {
        let AttrData::Dict(entries) = module.attr_data(attr) else {
            return None;
        };
        let field = |name: &str| {
            let found = entries.iter().find(|(key, _)| module.name(*key) == name);
            found.map(|(_, attr)| module.attr_data(*attr))
        };
        match (field("element")?, field("box")?, field("swizzle")?) {
            (AttrData::Type(element), AttrData::Ints(extents), AttrData::Str(swizzle) | AttrData::Keyword(swizzle)) => {
                Some(Self {
                    element: *element,
                    extents,
                    swizzle: module.name(*swizzle),
                })
            }
            _ => None,
        }
    }

    /// Bytes of a row of a box, as those who read it count them: what the swizzle spans; none: it permutes nothing.
    fn span(&self) -> Option<i64> {
        match self.swizzle {
            swizzle::ROWS_128 => Some(128),
            swizzle::ROWS_64 => Some(64),
            swizzle::ROWS_32 => Some(32),
            // Absent: rows that are not swizzled are as wide as the tile.
            _ => None,
        }
    }

    /// Whether boxes side by side along one dimension, with rows as wide as the swizzle, make up a tile of these extents, or one of so
    /// many equal parts of it: some of the boxes, or some rows of each.
    fn makes_up(&self, module: &Module, tile: &[i64], parts: i64) -> bool {
        let Some((&inner, outer)) = self.extents.split_first() else {
            return false;
        };
        let bytes = i64::from(module.element_bytes(self.element));
        let is_it = |dim: usize| {
            let others: Vec<i64> = (0..tile.len())
                .rev()
                .filter(|&other| other != dim)
                .map(|other| tile[other])
                .collect();
            let boxes = tile[dim] / inner.max(1);
            // Of parts that are rows, one extent is shorter.
            let is_cut = |at: usize| {
                let whole = |(place, &extent): (usize, &i64)| if place == at { extent * parts } else { extent };
                outer.iter().enumerate().map(whole).eq(others.iter().copied())
            };
            let fits = match boxes % parts {
                0 => others == outer,
                _ => (0..outer.len()).any(is_cut),
            };
            let wide = self.span().unwrap_or(tile[dim] * bytes);
            inner > 0 && inner * bytes == wide && tile[dim] % inner == 0 && fits
        };
        (0..tile.len()).any(is_it)
    }
}

/// A copy whose tensor map is none, or another than its buffer asks for.
pub(super) fn fault(module: &Module, ops: &[Op]) -> Option<Found> {
    let maps = ops.iter().find_map(|&op| module.attr(op, TENSOR_MAPS));
    let maps: &[Attr] = match maps.map(|maps| module.attr_data(maps)) {
        Some(AttrData::Array(maps)) => maps,
        // Absent: a kernel that names no map has none.
        _ => &[],
    };
    ops.iter().find_map(|&op| {
        let descriptor = module.int_attr(op, "descriptor")?;
        let finding = of_copy(module, op, (maps, descriptor))?;
        Some(Found::at(module, op, finding))
    })
}

fn of_copy(module: &Module, op: Op, (maps, descriptor): (&[Attr], i64)) -> Option<Finding> {
    // Absent: a number below 0 names no map.
    let at = usize::try_from(descriptor).ok();
    let map = at.and_then(|at| Map::of(module, *maps.get(at)?));
    let Some(map) = map else {
        let maps = maps.len();
        return Some(Finding::NoTensorMap { descriptor, maps });
    };
    if module.kind(op) != cute_nvgpu::TMA_LOAD {
        return None;
    }
    let value = module.operand_named(op, operand::BUFFER)?;
    let ty = module.buffer_type(module.ty(value))?;
    let swizzle = module.keyword(module.defining_op(value)?, "swizzle");
    let buffer = name(module, value);
    let what = match () {
        () if map.element != ty.element => "element",
        () if map.swizzle != swizzle => "swizzle",
        () if !map.makes_up(module, ty.tile, parts_of(module, op)) => "box",
        () => return None,
    };
    Some(Finding::OtherTensorMap {
        descriptor,
        what,
        buffer,
    })
}
