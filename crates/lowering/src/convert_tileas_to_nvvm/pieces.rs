//! The part of each thread in the access to a tile of a view: pieces of neighbours, where they are, and whether they are
//! inside of the tensor.

use super::access::{facts, number, thread_coordinate};
use super::nibbles::is_nibble;
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, OpKind, Value};
use tilewright_layout::{Layout, dim_bits, log2};
use tilewright_machine::memory;

/// A run of neighbouring registers that one instruction moves, and where.
pub(super) struct Piece {
    pub registers: std::ops::Range<usize>,
    pub address: Value,
    /// Bytes after the address.
    pub offset: i64,
    /// Whether the elements are inside the tensor; none: always.
    pub inside: Option<Value>,
}

/// The pieces of a thread: what they have in common.
pub(super) struct Pieces<'l> {
    layout: &'l Layout,
    facts: ViewFacts,
    indices: Vec<Value>,
    element_bytes: i64,
    /// Of the thread's first element.
    address: Value,
    dims: Vec<Along>,
    /// Registers that one instruction moves.
    vector: usize,
}

/// A dimension of the tile, as a thread sees it.
enum Along {
    /// Nothing is known of the start; rows of a gather come from registers.
    Nowhere,
    /// The coordinate in the tensor of the thread's first element.
    From(Value),
    /// The same in 32 bits without sign ([`kept_position`]), and the extent of the tensor.
    Kept(Value, Value),
    /// As many elements are left from the thread's first one to the end of the tensor: 32 bits, from 0 on.
    /// A thread with many pieces along the dimension compares constants with it, so that no coordinate of each stays live.
    Left(Value),
}

/// From so many different coordinates of a thread's pieces on, it pays to count what is left.
const MANY_COORDINATES: usize = 4;

impl<'l> Pieces<'l> {
    /// Finds where the thread's part of the access is.
    pub(super) fn of(cx: &mut Cx<'_>, op: Op, layout: &'l Layout) -> Result<Self, Failure> {
        let facts = facts(cx, op)?;
        let element = cx
            .old
            .tensor_view_type(cx.old.ty(cx.old.result(facts.memref, 0)))
            .map(|t| t.element);
        let Some(element) = element else {
            return Err(cx.error(op, "internal", "an access to what is no tensor"));
        };
        let element_bytes = i64::from(cx.old.element_bytes(element));
        let indices = cx.old.operands_named(op, operand::INDEX).to_vec();
        // Elements of 4 bits are counted from the base; where they lie is for those who move them.
        let mut address = match is_nibble(cx, element) {
            true => cx.int(Int::I64, 0),
            false => cx.value(facts.base)?,
        };
        let vector = vector_of(&facts, layout, element_bytes);
        let alone = log2(vector as u64) as usize;
        let mut dims = Vec::new();
        for (dim, &index) in indices.iter().enumerate() {
            if facts.sparse_dim == Some(dim) {
                dims.push(Along::Nowhere);
                continue;
            }
            let coordinate = thread_coordinate(cx, layout, &facts.tile, dim);
            let kept = kept_position(cx, &facts, dim, (index, coordinate))?;
            let start = match kept {
                Some((position, _)) => {
                    let wide = cx.int_type(Int::I64);
                    cx.build().extend("unsigned", position, wide)
                }
                None => {
                    let index = cx.value(index)?;
                    let index = cx.widen(index);
                    let start = cx.binary_const(arith::MULI, index, Int::I64, facts.steps[dim]);
                    match coordinate.map(|coordinate| cx.widen(coordinate)) {
                        Some(coordinate) => cx.binary(arith::ADDI, start, coordinate),
                        None => start,
                    }
                }
            };
            let moved = scaled(cx, start, facts.strides[facts.dim_map[dim]], element_bytes)?;
            address = cx.binary(arith::ADDI, address, moved);
            let apart = layout.reg.iter().skip(alone);
            let coordinates = 1 << apart.filter(|&&basis| part_of(&facts, dim, basis) != 0).count();
            dims.push(match (coordinates >= MANY_COORDINATES && !facts.is_inside(dim), kept) {
                (true, Some((position, size))) => {
                    let end = unsigned(cx, arith::MAXI, size, position);
                    Along::Left(cx.binary(arith::SUBI, end, position))
                }
                (true, None) => Along::Left(left(cx, &facts, dim, start)?),
                (false, Some((position, size))) => Along::Kept(position, size),
                (false, None) => Along::From(start),
            });
        }
        Ok(Self {
            layout,
            facts,
            indices,
            element_bytes,
            address,
            dims,
            vector,
        })
    }

    /// Registers of each piece of an access.
    pub(super) fn width(cx: &mut Cx<'_>, op: Op, layout: &Layout) -> Result<usize, Failure> {
        let element_bytes = i64::from(cx.old.element_bytes(cx.old.ty(cx.old.result(op, 0))));
        Ok(vector_of(&facts(cx, op)?, layout, element_bytes))
    }

    /// The first register of each piece.
    pub(super) fn firsts(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.layout.registers()).step_by(self.vector)
    }

    /// The piece that begins at a register.
    pub(super) fn piece(&self, cx: &mut Cx<'_>, first: usize) -> Result<Piece, Failure> {
        let facts = &self.facts;
        let index = self.layout.register_index(first);
        let mut piece = Piece {
            registers: first..first + self.vector,
            address: self.address,
            offset: 0,
            inside: None,
        };
        for (dim, along) in self.dims.iter().enumerate() {
            let constant = part_of(facts, dim, index);
            let stride = facts.strides[facts.dim_map[dim]];
            if let Along::Nowhere = along {
                let row = gathered_row(cx, self.indices[dim], constant as u32)?;
                let moved = scaled(cx, row, stride, self.element_bytes)?;
                piece.address = cx.binary(arith::ADDI, piece.address, moved);
                if let Some(below) = inside_of(cx, facts, dim, row)? {
                    piece.inside = cx.both(piece.inside, below);
                    // A row that is named may be any number.
                    let zero = cx.int(Int::I64, 0);
                    let above = cx.compare("greater_than_or_equal", row, zero);
                    piece.inside = cx.both(piece.inside, above);
                }
                continue;
            }
            match stride {
                Number::Known(stride) => piece.offset += constant * stride * self.element_bytes,
                Number::Runtime(_) if constant != 0 => {
                    let constant = cx.int(Int::I64, constant);
                    let moved = scaled(cx, constant, stride, self.element_bytes)?;
                    piece.address = cx.binary(arith::ADDI, piece.address, moved);
                }
                Number::Runtime(_) => {}
            }
            let below = match *along {
                Along::Left(left) => {
                    let constant = cx.int(Int::I32, constant);
                    Some(cx.compare("greater_than", left, constant))
                }
                Along::Kept(start, size) => {
                    let position = cx.binary_const(arith::ADDI, start, Int::I32, constant);
                    Some(cx.build().compare("less_than", "unsigned", position, size))
                }
                Along::From(start) => {
                    let position = cx.binary_const(arith::ADDI, start, Int::I64, constant);
                    inside_of(cx, facts, dim, position)?
                }
                Along::Nowhere => None,
            };
            if let Some(below) = below {
                piece.inside = cx.both(piece.inside, below);
            }
        }
        Ok(piece)
    }
}

/// Registers that one instruction moves: neighbours along the dimension that the first register bit moves in.
fn vector_of(view: &ViewFacts, layout: &Layout, element_bytes: i64) -> usize {
    // Absent: a thread with one element has no neighbours.
    let first = layout.reg.first().copied().unwrap_or(1);
    let inner = (0..view.tile.len()).find(|&dim| first == 1 << dim_bits(&view.tile, dim).0);
    contiguous_registers(layout)
        // Absent: elements that are no neighbours travel one by one.
        .min(inner.map_or(1, |inner| view.vector_along(inner) as usize))
        .min(memory().access_bytes.value as usize / element_bytes as usize)
        .max(1)
}

/// The meaning of an index of the tile along a dimension.
fn part_of(view: &ViewFacts, dim: usize, index: u32) -> i64 {
    let (low, count) = dim_bits(&view.tile, dim);
    i64::from(index >> low & ((1 << count) - 1))
}

/// The extents of tensors and the indices of tiles that are numbers of 32 bits with a sign are below this.
const EXTENTS: i64 = 1 << 31;

/// The coordinate of a thread's first element in 32 bits without sign, and the extent of the tensor along the dimension; none: nothing
/// is compared with the extent, or it or the index of the tile has more bits. An index beyond what any extent allows, or below zero, is
/// kept to the first beyond, so that the coordinate does not overflow and is beyond the tensor as well.
fn kept_position(
    cx: &mut Cx<'_>,
    facts: &ViewFacts,
    dim: usize,
    (index, coordinate): (Value, Option<Value>),
) -> Result<Option<(Value, Value)>, Failure> {
    let old = cx.old;
    let is_word = |value: Value| old.element_bits(old.ty(value)) == 32;
    let step = facts.steps[dim];
    let size = facts.sizes[facts.dim_map[dim]];
    let small = match size {
        Number::Known(known) => known < EXTENTS,
        Number::Runtime(value) => is_word(value),
    };
    if facts.is_inside(dim) || !small || !is_word(index) || !(1..EXTENTS / 2).contains(&step) {
        return Ok(None);
    }
    let start = match old.constant_int(index) {
        Some(known) if (0..EXTENTS / step).contains(&known) => cx.int(Int::I32, known * step),
        _ => {
            let index = cx.value(index)?;
            let most = cx.int(Int::I32, (EXTENTS + step - 1) / step);
            let index = unsigned(cx, arith::MINI, index, most);
            cx.binary_const(arith::MULI, index, Int::I32, step)
        }
    };
    let position = match coordinate {
        Some(coordinate) => cx.binary(arith::ADDI, start, coordinate),
        None => start,
    };
    let size = match size {
        Number::Known(known) => cx.int(Int::I32, known),
        Number::Runtime(value) => cx.value(value)?,
    };
    Ok(Some((position, size)))
}

fn unsigned(cx: &mut Cx<'_>, kind: OpKind, a: Value, b: Value) -> Value {
    let unsigned = cx.keyword("unsigned");
    cx.binary_with(kind, a, b, &[("signedness", unsigned)])
}

/// The number of elements from a coordinate to the end of the tensor, from 0 to the extent of the tile, in 32 bits.
pub(super) fn left(cx: &mut Cx<'_>, facts: &ViewFacts, dim: usize, start: Value) -> Result<Value, Failure> {
    let size = number(cx, facts.sizes[facts.dim_map[dim]])?;
    let left = cx.binary(arith::SUBI, size, start);
    let signed = cx.keyword("signed");
    let (most, none) = (cx.int(Int::I64, facts.tile[dim]), cx.int(Int::I64, 0));
    let left = cx.binary_with(arith::MINI, left, most, &[("signedness", signed)]);
    let left = cx.binary_with(arith::MAXI, left, none, &[("signedness", signed)]);
    Ok(cx.narrow(left))
}

/// Whether a position is below the extent of a dimension; none: it always is.
pub(super) fn inside_of(
    cx: &mut Cx<'_>,
    facts: &ViewFacts,
    dim: usize,
    position: Value,
) -> Result<Option<Value>, Failure> {
    if facts.is_inside(dim) {
        return Ok(None);
    }
    let size = number(cx, facts.sizes[facts.dim_map[dim]])?;
    Ok(Some(cx.compare("less_than", position, size)))
}

/// A number of elements times a stride, in bytes.
pub(super) fn scaled(cx: &mut Cx<'_>, elements: Value, stride: Number, bytes: i64) -> Result<Value, Failure> {
    Ok(match stride {
        Number::Known(stride) => cx.binary_const(arith::MULI, elements, Int::I64, stride * bytes),
        Number::Runtime(_) => {
            // Both have 32 bits where they come from, as a rule: their product is one instruction.
            let stride = number(cx, stride)?;
            let moved = cx.binary(arith::MULI, elements, stride);
            cx.binary_const(arith::MULI, moved, Int::I64, bytes)
        }
    })
}

/// The row that a gather names for the register whose coordinate along the sparse dimension is `constant`.
fn gathered_row(cx: &mut Cx<'_>, index: Value, constant: u32) -> Result<Value, Failure> {
    let layout = cx.layout_of(index);
    let values = cx.values(index)?;
    match layout.register_of(constant).and_then(|r| values.get(r)) {
        Some(&value) => Ok(cx.widen(value)),
        None => Err(Box::new(tilewright_diag::Diagnostic::error(
            "internal",
            None,
            "a row is in another thread",
        ))),
    }
}

/// The number of registers, from the first on, that hold contiguous elements of one dimension.
pub(super) fn contiguous_registers(layout: &Layout) -> usize {
    // Absent: a thread with one element has no neighbours.
    let first = layout.reg.first().copied().unwrap_or(0);
    1 << layout
        .reg
        .iter()
        .enumerate()
        .take_while(|(bit, basis)| **basis == first << bit)
        .count()
}
