//! The boxes that TMA can address, and how a tile lies in shared memory.
//!
//! Rules from the CUDA driver API, `cuTensorMapEncodeTiled`: the innermost stride is one element, other strides and the
//! address are multiples of 16 bytes, a box has at most 256 elements along a dimension, and its innermost extent is
//! exactly the span of the swizzle here, so that wider tiles are several boxes side by side.

use crate::affine::{Number, ViewFacts};
use crate::divisibility::power_of;
use crate::{Copier, ViewFault};
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::dialects::facts::{MULTICAST, NO_TMA, SWIZZLE};
use tilewright_ir::dialects::nv_tileas::BOXES;
use tilewright_ir::operand;
use tilewright_ir::ops::{nv_tileaa, nv_tileas};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::words::{padding, swizzle};
use tilewright_ir::{Attr, AttrData, Def, Module, Op, Value};
use tilewright_layout::boxes::{BufferTile, CHUNK};
use tilewright_layout::select::{Choice, Way};
use tilewright_machine::{MemorySpace, memory};

/// The boxes by which the tiles of one load are copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxes {
    /// The tile dimension that is contiguous in memory.
    pub contiguous: usize,
    /// Bytes that one row of a box spans: 128, 64 or 32, or 16 that no swizzle permutes.
    pub span: i64,
    /// Extents of a box by tile dimension, in elements.
    pub extents: Vec<i64>,
    /// Boxes side by side along the contiguous dimension.
    pub count: i64,
    /// Bytes of an element.
    pub element_bytes: i64,
}

impl Boxes {
    /// The tile as it lies in a buffer.
    fn in_buffer(&self) -> BufferTile {
        BufferTile {
            row_bytes: self.row_bytes(),
            rows: self.extents.iter().product::<i64>() * self.element_bytes / self.span,
            reads: 1,
        }
    }

    /// Bytes of a row of the tile.
    pub fn row_bytes(&self) -> i64 {
        self.span * self.count
    }

    /// Whether the tile can have a swizzle of so many bytes.
    pub fn takes(&self, span: i64) -> bool {
        self.in_buffer().takes(span)
    }

    /// The layout as an attribute.
    pub fn to_attr(&self, module: &mut Module) -> Attr {
        let ints = [self.count, self.in_buffer().rows, self.span].into_iter().collect();
        let attrs = Default::default();
        module.intern_attr(AttrData::Record(&BOXES, AttrParams { ints, attrs }))
    }

    /// The choice of its swizzle, for the report: the load of the tile, which an atom reads so many times, and the candidates.
    pub fn told(&self, module: &Module, load: Op, reads: i64, atom: &'static str) -> Choice {
        let ty = module.ty(module.result(load, 0));
        let tile = BufferTile {
            reads,
            ..self.in_buffer()
        };
        let mut candidates = tile.candidates();
        candidates.iter_mut().for_each(|candidate| candidate.atom = atom);
        let extents: String = module.shape(ty).iter().map(|extent| format!("{extent}x")).collect();
        Choice {
            line: module.loc_data(module.loc(load)).line,
            op: module.def(load).short_name(),
            tile: format!("tile<{extents}{}>", module.type_text(module.element(ty))),
            shape: module.shape(ty).to_vec(),
            element_bytes: self.element_bytes,
            from: MemorySpace::Global,
            to: MemorySpace::Shared,
            chosen: candidates.iter().position(|candidate| self.is(&candidate.way)),
            candidates,
        }
    }

    /// Whether it is this one of the candidates.
    fn is(&self, way: &Way) -> bool {
        matches!(way, Way::Boxes { span, swizzled, .. } if *span == self.span && *swizzled == (*span > CHUNK))
    }

    /// Bytes of one box.
    pub fn bytes(&self) -> i64 {
        self.extents.iter().product::<i64>() * self.element_bytes
    }

    /// Bytes of the whole tile.
    pub fn tile_bytes(&self) -> i64 {
        self.bytes() * self.count
    }

    /// The swizzle by name.
    pub fn swizzle(&self) -> &'static str {
        // Absent: rows of one chunk; a test holds that the spans of `machine/data` are these.
        swizzle_name(self.span).unwrap_or(swizzle::NONE)
    }
}

/// The part of a tile that one of several CTAs copies for all of them: whole boxes, or rows of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its boxes.
    pub boxes: Boxes,
    /// The tile dimension along which parts follow each other.
    pub dim: usize,
    /// Elements along it from a part to the next.
    pub elements: i64,
    /// Bytes from one to the next in a slot.
    pub bytes: i64,
    /// Bytes from one of its boxes to the next in a slot.
    pub box_bytes: i64,
}

/// Rows after which the pattern of every swizzle begins anew (PTX ISA, swizzling modes: 8 rows of up to 128 bytes).
const PATTERN_ROWS: i64 = 8;

impl Boxes {
    /// One of so many equal parts of the tile, along a dimension if one is asked for, which lies in a slot as the whole does; none if the tile
    /// has none.
    pub fn part(&self, parts: i64, along: Option<usize>) -> Option<Part> {
        let may_be = |dim: usize| along.is_none_or(|along| along == dim);
        let part = |boxes: Boxes, dim: usize, elements: i64, bytes: i64| Part {
            boxes,
            dim,
            elements,
            bytes,
            box_bytes: self.bytes(),
        };
        if parts < 1 {
            return None;
        }
        if self.count % parts == 0 && may_be(self.contiguous) {
            let count = self.count / parts;
            let elements = count * self.extents[self.contiguous];
            let boxes = Boxes { count, ..self.clone() };
            return Some(part(boxes, self.contiguous, elements, count * self.bytes()));
        }
        let mut long = (0..self.extents.len()).filter(|&dim| dim != self.contiguous && self.extents[dim] > 1);
        let (Some(dim), None) = (long.next(), long.next()) else {
            return None;
        };
        if self.extents[dim] % (parts * PATTERN_ROWS) != 0 || !may_be(dim) {
            return None;
        }
        let mut boxes = self.clone();
        boxes.extents[dim] /= parts;
        let (elements, bytes) = (boxes.extents[dim], boxes.bytes());
        Some(part(boxes, dim, elements, bytes))
    }
}

/// The CTAs of a cluster that load the tile of an op together, and how far apart their ranks are; none: one loads it.
pub fn loaded_together(module: &Module, load: Op) -> Option<[i64; 2]> {
    match module.ints_attr(load, MULTICAST) {
        Some(&[parts, stride, ..]) => Some([parts, stride]),
        _ => None,
    }
}

/// The dimension along which a load's tile is cut, if one matters.
fn cut_along(module: &Module, load: Op) -> Option<usize> {
    match module.ints_attr(load, MULTICAST) {
        Some(&[_, _, dim]) => usize::try_from(dim).ok(),
        _ => None,
    }
}

/// The part of its tile that a CTA copies by a load, whose tile has so many; none if it has not.
pub fn part_of(module: &Module, load: Op, boxes: &Boxes, parts: i64) -> Option<Part> {
    boxes.part(parts, cut_along(module, load))
}

/// The swizzles by name, and the bytes of a row that each is of.
const SWIZZLES: [(&str, i64); 3] = [(swizzle::ROWS_128, 128), (swizzle::ROWS_64, 64), (swizzle::ROWS_32, 32)];

/// The name of the swizzle of rows of so many bytes.
pub fn swizzle_name(span: i64) -> Option<&'static str> {
    let known = SWIZZLES.iter().find(|(_, known)| *known == span);
    known.map(|(name, _)| *name)
}

/// Bytes of a row of a box by the name of its swizzle.
pub fn swizzle_span(name: &str) -> Option<i64> {
    let known = SWIZZLES.iter().find(|(known, _)| *known == name);
    known.map(|(_, span)| *span)
}

/// The boxes by which TMA copies the tiles of a view.
///
/// # Errors
/// If TMA cannot address the view.
pub fn tma_boxes(module: &Module, op: Op, facts: &ViewFacts) -> Result<Boxes, ViewFault> {
    boxes(module, op, facts, (Copier::Tma, false))
}

/// The same of tiles that threads read from their slots, or that are copied there already: rows of one chunk among them, which no swizzle
/// permutes.
///
/// # Errors
/// If it cannot.
pub fn tma_boxes_of_slots(module: &Module, op: Op, facts: &ViewFacts) -> Result<Boxes, ViewFault> {
    boxes(module, op, facts, (Copier::Tma, true))
}

/// The boxes by which tiles of a view are copied: rules for both copiers, and those of each.
pub(crate) fn boxes(
    module: &Module,
    op: Op,
    facts: &ViewFacts,
    (copier, takes_chunks): (Copier, bool),
) -> Result<Boxes, ViewFault> {
    if facts.sparse_dim.is_some() {
        return Err(ViewFault::Gather);
    }
    if copier == Copier::Tma && module.has_attr(op, NO_TMA) {
        return Err(ViewFault::Forbidden);
    }
    let limits = memory();
    let alignment = match copier {
        Copier::Tma => limits.tma_alignment.value,
        Copier::Threads => limits.copy_bytes.value,
    };
    let rank = facts.tile.len();
    if copier == Copier::Tma && rank > limits.tma_dimensions.value as usize {
        return Err(ViewFault::Rank(rank));
    }
    let unit = |dim: &usize| facts.strides[facts.dim_map[*dim]] == Number::Known(1);
    let contiguous = (rank.saturating_sub(2)..rank).find(unit);
    let contiguous = contiguous.ok_or(ViewFault::NotContiguous)?;
    let bytes = facts.element_bytes();
    for (dim, &divisor) in facts.stride_divisors().iter().enumerate() {
        if dim != facts.dim_map[contiguous] && !(divisor * bytes).is_multiple_of(alignment) {
            let wanted = alignment / bytes;
            return Err(match facts.strides[dim] {
                Number::Known(stride) => ViewFault::Stride { dim, stride, wanted },
                Number::Runtime(_) => ViewFault::StrideDivisor { dim, divisor, wanted },
            });
        }
    }
    if !facts.base_divisor().is_multiple_of(alignment) {
        return Err(ViewFault::Address(facts.base_divisor()));
    }
    match copier {
        Copier::Tma => known_to_the_host(module, facts)?,
        Copier::Threads => {
            let step = facts.steps[contiguous];
            if !(power_of(step.unsigned_abs()) * bytes).is_multiple_of(alignment) {
                return Err(ViewFault::Start(step));
            }
        }
    }
    if let Some(word) = padding(module, op).filter(|word| word != padding::ZERO) {
        return Err(ViewFault::Padding(word));
    }
    let inner = facts.tile[contiguous] * bytes as i64;
    let in_buffer = BufferTile {
        row_bytes: inner,
        rows: facts.tile.iter().product::<i64>() / facts.tile[contiguous],
        reads: 1,
    };
    let span = match asked_span(module, op) {
        Some(span) if in_buffer.takes(span) => span,
        Some(span) => return Err(ViewFault::Swizzle { span, row: inner }),
        None if takes_chunks && inner == CHUNK => inner,
        None => in_buffer.span().ok_or(ViewFault::Row(inner))?,
    };
    let mut extents = facts.tile.clone();
    extents[contiguous] = span / bytes as i64;
    if let (Copier::Tma, Some(&most)) = (copier, extents.iter().find(|&&e| e > limits.tma_box.value)) {
        return Err(ViewFault::Box(most));
    }
    Ok(Boxes {
        contiguous,
        span,
        count: inner / span,
        extents,
        element_bytes: bytes as i64,
    })
}

/// The bytes of a row of a box by the swizzle that is settled for a load: that of its buffer, once there is one, before that the
/// one that is asked for.
fn asked_span(module: &Module, load: Op) -> Option<i64> {
    let buffer = module.operand_named(load, operand::BUFFER);
    match buffer.and_then(|buffer| module.defining_op(buffer)) {
        // Absent: none is settled.
        Some(alloc) => swizzle_span(module.keyword(alloc, "swizzle")),
        // Absent: none is asked for.
        None => swizzle_span(module.keyword(load, SWIZZLE)),
    }
}

/// The host makes the tensor map before the launch, from the kernel's parameters.
fn known_to_the_host(module: &Module, facts: &ViewFacts) -> Result<(), ViewFault> {
    for (what, numbers) in [("extent", &facts.sizes), ("stride", &facts.strides)] {
        let computed = |n: &&Number| matches!(n, Number::Runtime(v) if argument_of(module, *v).is_none());
        if numbers.iter().any(|n| computed(&n)) {
            return Err(ViewFault::Computed(what));
        }
    }
    match argument_of(module, facts.base) {
        Some(_) => Ok(()),
        None => Err(ViewFault::Computed("address")),
    }
}

/// The word of a view's padding.
fn padding(module: &Module, load: Op) -> Option<String> {
    let view = TiledLoad::of(module, load)?.view;
    match module.attr_data(module.tile_view_type(module.ty(view))?.padding?) {
        AttrData::Keyword(word) => Some(module.name(*word).to_string()),
        _ => None,
    }
}

/// The parameter of the kernel that a value is, seen through promises about it.
pub fn argument_of(module: &Module, mut value: Value) -> Option<u32> {
    loop {
        match module.value_def(value) {
            Def::Argument(block, index) => {
                let owner = module.owner(block)?;
                return matches!(module.kind(owner), nv_tileaa::FUNC | nv_tileas::FUNC).then_some(index);
            }
            Def::Result(op, _) if matches!(module.kind(op), nv_tileaa::ASSUME | nv_tileas::ASSUME) => {
                value = module.only_operand(op)
            }
            Def::Result(..) => return None,
        }
    }
}

/// A number that the host knows: a constant, or a parameter times a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Known.
    Constant(i64),
    /// A parameter by place, times a number.
    Argument {
        /// The place.
        argument: u32,
        /// The number.
        by: i64,
    },
}

/// A tensor map, dimensions innermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMap {
    /// The element type.
    pub element: &'static str,
    /// The parameter that is the address.
    pub base: u32,
    /// Extents in elements.
    pub dims: Vec<Quantity>,
    /// Strides in bytes of all dimensions but the innermost.
    pub strides: Vec<Quantity>,
    /// Extents of a box in elements.
    pub extents: Vec<i64>,
    /// `128b`, `64b`, `32b` or `none`.
    pub swizzle: &'static str,
}

/// The dimensions of a tile in the order of a tensor map: innermost first.
pub fn map_order(rank: usize, contiguous: usize) -> impl Iterator<Item = usize> {
    std::iter::once(contiguous).chain((0..rank).rev().filter(move |&dim| dim != contiguous))
}

/// The tensor map of a load; none if its view cannot have one.
pub fn tensor_map(module: &Module, load: Op) -> Option<TensorMap> {
    let view = TiledLoad::of(module, load)?.view;
    let facts = ViewFacts::of(module, view)?;
    // Absent: a view that TMA cannot copy has no boxes.
    let shape = tma_boxes_of_slots(module, load, &facts).ok()?;
    match loaded_together(module, load) {
        Some([parts, _]) => map_of(module, &facts, &part_of(module, load, &shape, parts)?.boxes),
        None => map_of(module, &facts, &shape),
    }
}

/// The tensor map by which boxes of a view are copied; none if the host does not know what it says.
pub(crate) fn map_of(module: &Module, facts: &ViewFacts, shape: &Boxes) -> Option<TensorMap> {
    let ty = module.tensor_view_type(module.ty(module.result(facts.memref, 0)))?;
    let quantity = |number: Number, by: i64| match number {
        Number::Known(known) => Some(Quantity::Constant(known * by)),
        Number::Runtime(value) => argument_of(module, value).map(|argument| Quantity::Argument { argument, by }),
    };
    let order: Vec<usize> = map_order(facts.tile.len(), shape.contiguous).collect();
    let tensor = |dim: &usize| facts.dim_map[*dim];
    let dims = order
        .iter()
        .map(|d| quantity(facts.sizes[tensor(d)], 1))
        .collect::<Option<_>>()?;
    let strides = order.iter().skip(1);
    let strides = strides.map(|d| quantity(facts.strides[tensor(d)], shape.element_bytes));
    Some(TensorMap {
        element: module.scalar(ty.element)?.name,
        base: argument_of(module, facts.base)?,
        dims,
        strides: strides.collect::<Option<_>>()?,
        extents: order.iter().map(|&d| shape.extents[d]).collect(),
        swizzle: shape.swizzle(),
    })
}
