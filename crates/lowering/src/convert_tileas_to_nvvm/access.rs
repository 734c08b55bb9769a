//! Accesses to global memory: addresses, predicates, vectors.

use super::exchange::spread;
use super::nibbles::{NibbleAddress, is_nibble};
use super::ordered::is_stored_back;
use super::pieces::{Piece, Pieces, contiguous_registers};
use super::scalar::{Int, Scalars};
use super::swizzled::set_int;
use super::{Cx, ThreadLowering, copied, ordered};
use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_analysis::runs;
use tilewright_analysis::tma_store::is_by_tma;
use tilewright_analysis::token_order::is_unawaited;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{LAYOUT, UNAWAITED};
use tilewright_ir::numbers::float_bits;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::{arith, nv_tileas, nvvm, scf};
use tilewright_ir::views::{TensorAt, TileAccess, TiledStore};
use tilewright_ir::words::padding;
use tilewright_ir::{AttrData, Module, Op, Ty, Value};
use tilewright_layout::{Layout, dim_bits, log2};

/// The coordinate of a thread along a dimension of a tile: what its index contributes; none if nothing.
pub(super) fn thread_coordinate(cx: &mut Cx<'_>, layout: &Layout, shape: &[i64], dim: usize) -> Option<Value> {
    let (low, count) = dim_bits(shape, dim);
    let bases = layout.lane.iter().chain(&layout.warp);
    // Bits of the thread index that are neighbours and go to neighbouring bits are moved together.
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (bit, basis) in bases.enumerate() {
        let part = basis >> low & ((1 << count) - 1);
        if part == 0 {
            continue;
        }
        let to = log2(u64::from(part));
        match runs.last_mut() {
            Some((from, start, length)) if *from + *length == bit && *start + *length == to => *length += 1,
            _ => runs.push((bit, to, 1)),
        }
    }
    let tid = cx.tid();
    let mut sum = None;
    for (from, to, length) in runs {
        let mut part = tid;
        if from > 0 {
            part = cx.binary_const(arith::SHRI, part, Int::I32, from as i64);
        }
        if from + length < layout.lane.len() + layout.warp.len() {
            part = cx.binary_const(arith::ANDI, part, Int::I32, (1 << length) - 1);
        }
        if to > 0 {
            part = cx.binary_const(arith::SHLI, part, Int::I32, to as i64);
        }
        sum = Some(match sum {
            Some(sum) => cx.binary(arith::ORI, sum, part),
            None => part,
        });
    }
    sum
}

/// Whether this thread is the one of those with copies that writes; none: there are no copies.
pub(super) fn is_writer(cx: &mut Cx<'_>, layout: &Layout) -> Option<Value> {
    let (lanes, warps) = layout.idle_bits();
    let idle = lanes | warps << layout.lane.len();
    if idle == 0 {
        return None;
    }
    let tid = cx.tid();
    let bits = cx.binary_const(arith::ANDI, tid, Int::I32, idle as i64);
    let zero = cx.int(Int::I32, 0);
    Some(cx.compare("equal", bits, zero))
}

/// Whether this thread is the first of those that hold tiles.
pub(super) fn tile_leader(cx: &mut Cx<'_>) -> Value {
    let (tid, zero) = (cx.tid(), cx.int(Int::I32, 0));
    let mask = (WARP_THREADS << cx.state.warp_bits) - 1;
    let own = cx.binary_const(arith::ANDI, tid, Int::I32, mask);
    cx.compare("equal", own, zero)
}

pub(super) fn number(cx: &mut Cx<'_>, number: Number) -> Result<Value, Failure> {
    match number {
        Number::Known(known) => Ok(cx.int(Int::I64, known)),
        Number::Runtime(value) => {
            let value = cx.value(value)?;
            Ok(cx.widen(value))
        }
    }
}

pub(super) fn facts(cx: &Cx<'_>, op: Op) -> Result<ViewFacts, Failure> {
    let view = cx.old.operand_named(op, operand::VIEW);
    view.and_then(|view| ViewFacts::of(cx.old, view)).ok_or_else(|| {
        let refusal = cx.error(
            op,
            "convert.unsupported",
            "views that are carried by loops or branches are not supported yet",
        );
        Box::new(refusal.with_help("make the view where it is used"))
    })
}

/// The layout that an access was given, and the shape of its tile.
pub(super) fn layout_of_access(cx: &Cx<'_>, op: Op) -> Result<Layout, Failure> {
    let layout = cx.old.attr(op, LAYOUT).and_then(|attr| Layout::from_attr(cx.old, attr));
    layout.ok_or_else(|| cx.error(op, "internal", "an access without a layout"))
}

pub(super) fn tiled_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    ordered::access(cx, op);
    if copied::is_copied(cx, op)? {
        cx.replace(cx.old.result(op, 1), []);
        return Ok(());
    }
    let old = cx.old;
    let layout = layout_of_access(cx, op)?;
    let result = old.result(op, 0);
    let padding = padding_bits(cx, op);
    let ty = cx.scalar_type(old.ty(result));
    let mut values = Vec::new();
    let nibbles = is_nibble(cx, ty);
    let pieces = Pieces::of(cx, op, &layout)?;
    for first in pieces.firsts() {
        let piece = pieces.piece(cx, first)?;
        let count = piece.registers.len();
        if nibbles {
            let place = NibbleAddress::of_piece(cx, op, &piece)?;
            values.extend(place.load(cx, op, ty, padding));
            continue;
        }
        let defaults = match piece.inside {
            Some(_) => vec![cx.build().constant(padding, ty); count],
            // Absent: all elements are inside of the view, and none is made up.
            None => Vec::new(),
        };
        let loaded = load_piece(cx, &piece, &defaults, &vec![ty; count]);
        ordered_as(cx, op, &loaded);
        values.extend(loaded);
    }
    cx.replace(result, values);
    cx.replace(old.result(op, 1), []);
    Ok(())
}

pub(super) fn load_piece(
    cx: &mut Cx<'_>,
    piece: &Piece,
    defaults: &[Value],
    types: &[tilewright_ir::Ty],
) -> Vec<Value> {
    let predicate: Vec<Value> = piece.inside.into_iter().collect();
    let op = cx
        .build()
        .op(nvvm::LD, &[&[piece.address], &predicate, defaults], types);
    set_place(cx, op, piece.offset);
    cx.new.results(op).to_vec()
}

/// Says how an access of a thread orders others: as the access of the tile does.
pub(super) fn order_as(cx: &mut Cx<'_>, op: Op, new: Op) {
    // Absent: a contradiction, its record asks for it.
    if cx.old.keyword(op, "ordering") == "weak" {
        return;
    }
    for name in ["ordering", "scope"] {
        if let Some(attr) = cx.old.attr(op, name) {
            cx.new.set_attr(new, name, attr);
        }
    }
}

fn ordered_as(cx: &mut Cx<'_>, op: Op, loaded: &[Value]) {
    if let Some(new) = loaded.first().and_then(|&v| cx.new.defining_op(v)) {
        order_as(cx, op, new);
        if !is_scheduled(cx.old, op) && (is_unawaited(cx.old, op) || is_stored_back(cx.old, op)) {
            may_wait(cx, loaded);
        }
    }
}

/// Says that what an op loads may be loaded later.
pub(super) fn may_wait(cx: &mut Cx<'_>, loaded: &[Value]) {
    if let Some(op) = loaded.first().and_then(|&value| cx.new.defining_op(value)) {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(op, UNAWAITED, flag);
    }
}

/// Whether a load is where the schedule of a loop has it: that is around no other.
fn is_scheduled(module: &Module, load: Op) -> bool {
    let is_loop = |op: Op| matches!(module.kind(op), scf::FOR | scf::LOOP);
    let mut around = std::iter::successors(module.parent_op(load), |&op| module.parent_op(op));
    let blocks = around.find(|&op| is_loop(op)).map(|op| module.regions(op).iter());
    let mut blocks = blocks.into_iter().flatten().flat_map(|&region| module.blocks(region));
    blocks
        .next()
        .is_some_and(|&block| !module.walk(block).into_iter().any(is_loop))
}

/// The address of an access, and whether it takes place.
pub(super) fn tile_base(cx: &Cx<'_>, op: Op) -> Result<Value, Failure> {
    cx.value(facts(cx, op)?.base)
}

pub(super) fn set_place(cx: &mut Cx<'_>, op: Op, offset: i64) {
    let global = cx.keyword("global");
    cx.new.set_attr(op, "space", global);
    set_int(cx, op, "offset", offset);
}

/// The bits of the padding value of a view's elements; zero where nothing is said.
fn padding_bits(cx: &Cx<'_>, op: Op) -> u64 {
    let old = cx.old;
    let view = TileAccess::of(old, op).and_then(|access| old.tile_view_type(old.ty(access.view)));
    let Some(scalar) = old.element_scalar(old.ty(old.result(op, 0))).filter(|s| s.is_float()) else {
        return 0;
    };
    let word = match view.and_then(|v| v.padding).map(|attr| old.attr_data(attr)) {
        Some(AttrData::Keyword(word)) => old.name(*word),
        // Absent: a view that says nothing is padded with zeros.
        _ => padding::ZERO,
    };
    let value = match word {
        padding::NEG_ZERO => -0.0,
        padding::NAN => f64::NAN,
        padding::POS_INF => f64::INFINITY,
        padding::NEG_INF => f64::NEG_INFINITY,
        padding::ZERO => 0.0,
        word => {
            old.inconsistent(Some(op), format!("pads with `{word}`"));
            0.0
        }
    };
    float_bits(scalar, value)
}

pub(super) fn tiled_store(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if is_by_tma(cx.old, op) {
        return super::tma_store::tiled_store(cx, op);
    }
    ordered::access(cx, op);
    let old = cx.old;
    let layout = layout_of_access(cx, op)?;
    let Some(TiledStore { tile, .. }) = TiledStore::of(old, op) else {
        return Ok(());
    };
    let values = cx.values(tile)?;
    let writer = is_writer(cx, &layout);
    let pieces = Pieces::of(cx, op, &layout)?;
    for first in pieces.firsts() {
        let piece = pieces.piece(cx, first)?;
        let predicate = match writer {
            Some(writer) => cx.both(piece.inside, writer),
            None => piece.inside,
        };
        let Some(stored) = values.get(piece.registers.clone()).map(<[Value]>::to_vec) else {
            return Err(cx.error(op, "internal", "the tile is not in the layout of its access"));
        };
        if stored.first().is_some_and(|&v| is_nibble(cx, cx.new.ty(v))) {
            let mut place = NibbleAddress::of_piece(cx, op, &piece)?;
            place.inside = predicate;
            place.store(cx, op, &stored);
            continue;
        }
        store_at(cx, op, (piece.address, piece.offset), &stored, predicate);
    }
    cx.replace(old.result(op, 0), []);
    Ok(())
}

/// Stores neighbours so many bytes after an address.
pub(super) fn store_at(
    cx: &mut Cx<'_>,
    op: Op,
    (address, offset): (Value, i64),
    values: &[Value],
    predicate: Option<Value>,
) {
    let new = cx
        .build()
        .op(nvvm::ST, &[&[address], values, predicate.as_slice()], &[]);
    set_place(cx, new, offset);
    order_as(cx, op, new);
}

pub(super) fn tiled_atomic(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    ordered::access(cx, op);
    let old = cx.old;
    let layout = layout_of_access(cx, op)?;
    let Some(TiledStore { tile, .. }) = TiledStore::of(old, op) else {
        return Ok(());
    };
    let values = cx.values(tile)?;
    let writer = is_writer(cx, &layout);
    let pieces = Pieces::of(cx, op, &layout)?;
    let bytes = i64::from(old.element_bytes(old.ty(tile)));
    let count = match runs::reduces_together(old, op, cx.state.capability) {
        true => layout.registers(),
        false => 1,
    };
    for first in pieces.firsts() {
        let piece = pieces.piece(cx, first)?;
        let predicate = match writer {
            Some(writer) => cx.both(piece.inside, writer),
            None => piece.inside,
        };
        let mut offset = piece.offset;
        for part in values[piece.registers.clone()].chunks(count) {
            reduce_at(cx, op, (piece.address, offset), part, predicate);
            offset += part.len() as i64 * bytes;
        }
    }
    cx.replace(old.result(op, 0), []);
    Ok(())
}

/// Neighbours so many bytes after an address are changed, each atomically; nobody asks what was there.
fn reduce_at(cx: &mut Cx<'_>, op: Op, (address, offset): (Value, i64), values: &[Value], predicate: Option<Value>) {
    let new = cx
        .build()
        .op(nvvm::RED, &[&[address], values, predicate.as_slice()], &[]);
    cx.copy_attrs(op, new);
    cx.new.remove_attr(new, LAYOUT);
    set_int(cx, new, "offset", offset);
}

/// An element is changed atomically, for the whole GPU; nobody asks what was there.
pub(super) fn change(
    cx: &mut Cx<'_>,
    address: Value,
    value: Value,
    predicate: Option<Value>,
    (ordering, mode): (&str, &str),
) -> Op {
    let lists: [&[Value]; 3] = [&[address], &[value], predicate.as_slice()];
    let op = cx.build().op(nvvm::RED, &lists, &[]);
    for (name, word) in [("ordering", ordering), ("scope", "device"), ("mode", mode)] {
        let word = cx.keyword(word);
        cx.new.set_attr(op, name, word);
    }
    set_int(cx, op, "offset", 0);
    op
}

/// One atomic; what was there is its result.
fn atomic_at(cx: &mut Cx<'_>, op: Op, address: Value, value: Value, predicate: Option<Value>) -> Value {
    let predicate: Vec<Value> = predicate.into_iter().collect();
    let ty = cx.new.ty(value);
    let new = cx.build().op(nvvm::ATOM, &[&[address], &[value], &predicate], &[ty]);
    cx.copy_attrs(op, new);
    cx.new.remove_attr(new, LAYOUT);
    set_int(cx, new, "offset", 0);
    cx.new.result(new, 0)
}

/// One compare and swap; what was there is its result, or what was compared with if nothing was done.
fn swap_at(cx: &mut Cx<'_>, op: Op, address: Value, [cmp, value]: [Value; 2], predicate: Option<Value>) -> Value {
    let ty = cx.new.ty(value);
    let lists: [&[Value]; 4] = [&[address], &[cmp], &[value], predicate.as_slice()];
    let new = cx.build().op(nvvm::CAS, &lists, &[ty]);
    cx.copy_attrs(op, new);
    cx.new.remove_attr(new, LAYOUT);
    cx.new.result(new, 0)
}

/// The values of an optional operand by register.
pub(super) fn optional(cx: &Cx<'_>, op: Op, name: OperandName) -> Result<Option<Vec<Value>>, Failure> {
    cx.old
        .operand_named(op, name)
        .map(|v| cx.values(v).map(|values| values.to_vec()))
        .transpose()
}

pub(super) fn load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    ordered::access(cx, op);
    if copied::is_copied(cx, op)? {
        cx.replace(cx.old.result(op, 1), []);
        return Ok(());
    }
    let old = cx.old;
    let result = old.result(op, 0);
    let ty = cx.scalar_type(old.ty(result));
    let pointers = cx.values(old.required_operand(op, operand::SOURCE))?;
    let (mask, padding) = (optional(cx, op, operand::MASK)?, optional(cx, op, operand::PADDING)?);
    let mut values = Vec::new();
    let nibbles = is_nibble(cx, ty);
    for registers in together(cx, op, ty, nibbles)? {
        let (first, count) = (registers.start, registers.len());
        let (address, inside) = (pointers[first], mask.as_ref().map(|m| m[first]));
        if nibbles {
            let place = NibbleAddress::low_half(address, inside);
            let loaded = place.load(cx, op, ty, 0)[0];
            values.push(match (inside, &padding) {
                (Some(inside), Some(padding)) => cx.build().select(inside, loaded, padding[first]),
                _ => loaded,
            });
            continue;
        }
        let defaults = match (&padding, inside) {
            (_, None) => Vec::new(),
            (Some(padding), _) => padding[registers.clone()].to_vec(),
            (None, _) => vec![cx.build().constant(0, ty); count],
        };
        let piece = Piece {
            registers,
            address,
            offset: 0,
            inside,
        };
        let loaded = load_piece(cx, &piece, &defaults, &vec![ty; count]);
        ordered_as(cx, op, &loaded);
        values.extend(loaded);
    }
    cx.replace(result, values);
    cx.replace(old.result(op, 1), []);
    Ok(())
}

/// The layout of an access by pointers, which all its operands have.
fn layout_of_pointers(cx: &Cx<'_>, op: Op) -> Result<Layout, Failure> {
    let layout = layout_of_access(cx, op)?;
    for &value in cx.old.operands(op) {
        // Tokens are no values.
        let count = cx.values(value)?.len();
        if count != 0 && count != layout.registers() {
            return Err(cx.error(op, "internal", "a tile is not in the layout of its access"));
        }
    }
    Ok(layout)
}

/// The registers of an access by pointers that one instruction moves each time.
pub(super) fn together(cx: &Cx<'_>, op: Op, ty: Ty, alone: bool) -> Result<Vec<std::ops::Range<usize>>, Failure> {
    let layout = layout_of_pointers(cx, op)?;
    let bytes = u64::from(cx.new.element_bytes(ty));
    // Runs are of elements one after the other, which a thread of this layout may not have.
    let apart = layout.reg.first() != Some(&1);
    // Absent: a contradiction, its record asks for it.
    let ordered = cx.old.keyword(op, "ordering") != "weak" && !runs::reduces_together(cx.old, op, cx.state.capability);
    let run = match alone || apart || ordered {
        true => 1,
        false => runs::of_access(cx.old, op, bytes) as usize,
    };
    let count = run.min(contiguous_registers(&layout));
    let firsts = (0..layout.registers()).step_by(count);
    Ok(firsts.map(|first| first..first + count).collect())
}

pub(super) fn store(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    ordered::access(cx, op);
    let old = cx.old;
    let layout = layout_of_access(cx, op)?;
    let pointers = cx.values(old.required_operand(op, operand::DESTINATION))?;
    let stored = old.required_operand(op, operand::VALUE);
    let values = cx.values(stored)?;
    let mask = optional(cx, op, operand::MASK)?;
    let writer = is_writer(cx, &layout);
    // Absent: a tile without elements, which there is not.
    let nibbles = values.first().is_some_and(|&value| is_nibble(cx, cx.new.ty(value)));
    let ty = cx.scalar_type(old.ty(stored));
    for registers in together(cx, op, ty, nibbles)? {
        let (address, inside) = (pointers[registers.start], mask.as_ref().map(|m| m[registers.start]));
        let predicate = match writer {
            Some(writer) => cx.both(inside, writer),
            None => inside,
        };
        if nibbles {
            NibbleAddress::low_half(address, predicate).store(cx, op, &values[registers]);
            continue;
        }
        store_at(cx, op, (address, 0), &values[registers], predicate);
    }
    cx.replace(old.result(op, 0), []);
    Ok(())
}

pub(super) fn atomic(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    ordered::access(cx, op);
    let old = cx.old;
    let layout = layout_of_pointers(cx, op)?;
    let writer = is_writer(cx, &layout);
    let result = old.result(op, 0);
    let pointers = cx.values(old.required_operand(op, operand::POINTERS))?;
    let compare = optional(cx, op, operand::CMP)?;
    let value = if compare.is_some() { operand::VAL } else { operand::ARG };
    let values = cx.values(old.required_operand(op, value))?;
    let mask = optional(cx, op, operand::MASK)?;
    if runs::only_reduces(old, op) {
        let ty = cx.scalar_type(old.ty(result));
        for registers in together(cx, op, ty, false)? {
            let inside = mask.as_ref().map(|m| m[registers.start]);
            let predicate = match writer {
                Some(writer) => cx.both(inside, writer),
                None => inside,
            };
            reduce_at(cx, op, (pointers[registers.start], 0), &values[registers], predicate);
        }
        cx.replace(result, []);
        cx.replace(old.result(op, 1), []);
        return Ok(());
    }
    let mut results = Vec::new();
    for (register, (&address, &value)) in pointers.iter().zip(&values).enumerate() {
        let inside = mask.as_ref().map(|m| m[register]);
        let predicate = match writer {
            Some(writer) => cx.both(inside, writer),
            None => inside,
        };
        results.push(match &compare {
            Some(compare) => swap_at(cx, op, address, [compare[register], value], predicate),
            None => atomic_at(cx, op, address, value, predicate),
        });
    }
    if writer.is_some() && !old.uses(result).is_empty() {
        results = spread(cx, op, result, [&layout; 2], &results)?;
    }
    cx.replace(result, results);
    cx.replace(old.result(op, 1), []);
    Ok(())
}

/// The number of tiles a view has: extents over steps, rounded up.
pub(super) fn tile_count(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let facts = facts(cx, op)?;
    for dim in 0..facts.tile.len() {
        let result = cx.old.result(op, dim);
        let size = number(cx, facts.sizes[facts.dim_map[dim]])?;
        let padded = cx.binary_const(arith::ADDI, size, Int::I64, facts.steps[dim] - 1);
        let step = cx.int(Int::I64, facts.steps[dim]);
        let unsigned = cx.keyword("unsigned");
        let count = cx.binary_with(arith::DIVI, padded, step, &[("signedness", unsigned)]);
        let narrow = narrow_to(cx, count, result);
        cx.replace(result, [narrow]);
    }
    Ok(())
}

pub(super) fn dim_size(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let memref = cx.old.only_operand(op);
    let Some(sizes) = cx.old.tensor_view_type(cx.old.ty(memref)).map(|t| t.sizes.to_vec()) else {
        return Err(cx.error(op, "internal", "the extents of what is no tensor"));
    };
    let mut made = cx.old.defining_op(memref);
    while let Some(assume) = made.filter(|&op| cx.old.kind(op) == nv_tileas::ASSUME) {
        made = cx.old.defining_op(cx.old.only_operand(assume));
    }
    let Some(made) = made.and_then(|made| TensorAt::of(cx.old, made)) else {
        return Err(cx.error(op, "internal", "the extents of a tensor that comes from nowhere"));
    };
    let mut runtime = made.sizes.iter().copied();
    for (dim, size) in sizes.into_iter().enumerate() {
        let result = cx.old.result(op, dim);
        let size = match size {
            tilewright_ir::types::DYNAMIC => match runtime.next() {
                Some(value) => Number::Runtime(value),
                None => return Err(cx.error(op, "internal", "an extent without a value")),
            },
            known => Number::Known(known),
        };
        let size = number(cx, size)?;
        let narrow = narrow_to(cx, size, result);
        cx.replace(result, [narrow]);
    }
    Ok(())
}

/// A 64-bit number in the type of an old value.
fn narrow_to(cx: &mut Cx<'_>, value: Value, like: Value) -> Value {
    let ty = cx.scalar_type(cx.old.ty(like));
    match cx.new.scalar(ty) {
        Some(scalar) if scalar.bits < 64 => cx.build().value(arith::TRUNCI, &[value], ty),
        _ => value,
    }
}
