//! Tensor memory: reserved by the first warp, whose threads all other threads meet after; its address is then in shared memory.
//!
//! ```text
//! tensor.reserve   warp 0: alloc, the address to shared memory; relinquish
//! tensor.buffer    ld.shared of the address, and the column of the buffer
//! tensor.over      the same place
//! tensor.dot       the unit's instructions, into the slot
//! tensor.read      loads of the warp's lanes, and a wait for them
//! tensor.write     stores to the warp's lanes, and a wait for them
//! tensor.release   the agent's warps meet; its first warp: dealloc
//! ```

use super::async_dot::{element_names, packed, tile};
use super::choices::{Told, tell};
use super::control::{fork, jump};
use super::exchange::{barrier, shared_loads};
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_analysis::shared_memory::pitch;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{IN_PARTS, REGISTERS};
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::{arith, nv_tileas, nvvm};
use tilewright_ir::{Module, Op, Value, WARP_THREADS};
use tilewright_layout::select::{Candidate, Refusal, Way, best};
use tilewright_machine::{MemorySpace, register_model};
use tilewright_units::product::{depth, matrix, row_reductions};
use tilewright_units::tensor_memory::{
    TensorAccess, TensorLeft, TensorMemoryOps, TensorProduct, TensorScales, TensorTile, WrittenLeft, buffer_columns,
};
use tilewright_units::{Missing, Unit};

/// The GPU's unit, and its ops on tensor memory.
fn unit(cx: &Cx<'_>, op: Op) -> Result<(&'static Unit, &'static TensorMemoryOps), Failure> {
    let found = match &cx.state.asynchronous {
        Ok((unit, products)) => products.tensor_memory.as_ref().map(|ops| (*unit, ops)),
        Err(_) => None,
    };
    found.ok_or_else(|| {
        let missing = match &cx.state.asynchronous {
            Ok((unit, _)) => format!("the accumulators of `{}` are in registers", unit.name),
            Err(missing) => Missing::to_string(missing),
        };
        let why = format!("no unit leaves accumulators in tensor memory: {missing}");
        let help =
            "compile for a GPU that has one (--gpu-name): IR that a pass has printed, for the one it was made for";
        Box::new(cx.error(op, "lower.unit", why).with_help(help))
    })
}

/// A number that a pass before this gave an op.
fn placed(cx: &Cx<'_>, op: Op, name: &str) -> Result<i64, Failure> {
    let number = cx.old.int_attr(op, name);
    number.ok_or_else(|| cx.error(op, "internal", "tensor memory without a place"))
}

/// The word of shared memory in which the address of what is reserved is.
fn address_word(cx: &mut Cx<'_>, op: Op) -> Result<Value, Failure> {
    let from = placed(cx, op, "offset")?;
    let ty = cx.int_type(Int::I32);
    let (bytes, from) = (cx.build().int(4), cx.build().int(from));
    let attrs = [("bytes", bytes), ("from", from)];
    Ok(cx.build().value_with(nvvm::SHARED_BASE, &[], ty, &attrs))
}

/// The address of what is reserved.
fn address(cx: &mut Cx<'_>, op: Op) -> Result<Value, Failure> {
    let word = address_word(cx, op)?;
    let ty = cx.int_type(Int::I32);
    let loaded = shared_loads(cx, word, 0, ty, 1);
    let loaded = loaded.first().copied();
    loaded.ok_or_else(|| cx.error(op, "internal", "an address that is not loaded"))
}

/// The first of the warps that run this does something.
fn first_warp(cx: &mut Cx<'_>, work: impl FnOnce(&mut Cx<'_>)) {
    let (own, after) = (cx.add_block(), cx.add_block());
    let tid = cx.tid();
    let count = cx.int(Int::I32, WARP_THREADS);
    let is_first = cx.compare("less_than", tid, count);
    fork(cx, is_first, own, after);
    cx.block = own;
    work(cx);
    jump(cx, after, &[]);
    cx.block = after;
}

pub(super) fn reserve(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (_, ops) = unit(cx, op)?;
    let columns = placed(cx, op, "columns")?;
    let word = address_word(cx, op)?;
    first_warp(cx, |cx| {
        let attrs = [("offset", cx.build().int(0)), ("columns", cx.build().int(columns))];
        cx.build().op_with(ops.alloc, &[&[word]], &[], &attrs);
        cx.build().op(ops.relinquish, &[], &[]);
    });
    Ok(())
}

pub(super) fn buffer(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    unit(cx, op)?;
    let column = placed(cx, op, "column")?;
    let reserved = address(cx, op)?;
    let first = cx.binary_const(arith::ADDI, reserved, Int::I32, column);
    cx.replace(cx.old.result(op, 0), [first]);
    Ok(())
}

pub(super) fn release(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (_, ops) = unit(cx, op)?;
    let columns = placed(cx, op, "columns")?;
    barrier(cx);
    let reserved = address(cx, op)?;
    first_warp(cx, |cx| {
        let columns = cx.build().int(columns);
        cx.build()
            .op_with(ops.dealloc, &[&[reserved]], &[], &[("columns", columns)]);
    });
    Ok(())
}

/// A buffer that lies over another one is in its columns.
pub(super) fn over(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let under = cx.only_operand(op)?;
    cx.replace(cx.old.result(op, 0), [under]);
    Ok(())
}

/// A buffer in tensor memory: the op that says which columns it has.
fn home(module: &Module, buffer: Value) -> Option<Op> {
    let made = module.defining_op(buffer)?;
    match module.kind(made) {
        nv_tileas::TENSOR_BUFFER => Some(made),
        nv_tileas::TENSOR_OVER => home(module, module.only_operand(made)),
        // Absent: a buffer in shared memory.
        _ => None,
    }
}

/// The buffer and slot that most ops are about.
const SLOT_OF_BUFFER: [OperandName; 2] = [operand::BUFFER, operand::SLOT];

/// The address of the slot that an op is about, and its columns.
fn slot(cx: &mut Cx<'_>, op: Op, names: [OperandName; 2]) -> Result<(Value, i64), Failure> {
    let [buffer, slot] = cx.old.required_operands(op, names);
    let home = home(cx.old, buffer).map(|op| cx.old.ty(cx.old.result(op, 0)));
    let columns = home.and_then(|ty| buffer_columns(cx.old, ty));
    let depth = cx.old.buffer_type(cx.old.ty(buffer)).map(|buffer| buffer.depth);
    let (Some(columns), Some(depth)) = (columns, depth) else {
        return Err(cx.error(op, "internal", "accumulators that are no matrix"));
    };
    let columns = columns / depth;
    let first = cx.value(buffer)?;
    if depth == 1 {
        return Ok((first, columns));
    }
    let slot = cx.value(slot)?;
    let moved = cx.binary_const(arith::MULI, slot, Int::I32, columns);
    Ok((cx.binary(arith::ADDI, first, moved), columns))
}

/// The left operand of a product, in whichever memory it is.
fn left(cx: &mut Cx<'_>, op: Op, extents: [i64; 2]) -> Result<TensorLeft, Failure> {
    let buffer = cx.old.required_operand(op, operand::LHS);
    if home(cx.old, buffer).is_none() {
        return tile(cx, op, 0, extents).map(TensorLeft::Slot);
    }
    let mut uses = cx.old.uses(buffer).iter().map(|site| site.op);
    let write = uses.find(|&op| cx.old.kind(op) == nv_tileas::TENSOR_WRITE);
    let Some(write) = write else {
        return Err(cx.error(op, "internal", "an operand in tensor memory that nobody writes"));
    };
    let layout = cx.layout_of(cx.old.required_operand(write, operand::TILE));
    let (address, columns) = slot(cx, op, [operand::LHS, operand::LHS_SLOT])?;
    Ok(TensorLeft::Written(WrittenLeft {
        address,
        columns,
        warps: 1 << layout.warp.len(),
    }))
}

/// Rows and columns of the tiles of a buffer.
fn shape(cx: &Cx<'_>, op: Op, buffer: Value) -> Result<[i64; 2], Failure> {
    let buffer = cx.old.buffer_type(cx.old.ty(buffer));
    let shape = buffer.and_then(|buffer| matrix(buffer.tile));
    shape.ok_or_else(|| cx.error(op, "internal", "a product that is no matrix"))
}

pub(super) fn dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (unit, ops) = unit(cx, op)?;
    let [into, lhs, rhs] = old.required_operands(op, [operand::BUFFER, operand::LHS, operand::RHS]);
    let [m, n] = shape(cx, op, into)?;
    let types = [lhs, rhs].map(|side| old.buffer_type(old.ty(side)));
    let [Some(lhs), Some(rhs)] = types else {
        return Err(cx.error(op, "internal", "a product without operands"));
    };
    let k = lhs.tile.iter().product::<i64>() / m.max(1);
    let is_of_pair = old.is_of_pair(op);
    let own = n >> i64::from(is_of_pair);
    if k * own != rhs.tile.iter().product::<i64>() {
        return Err(cx.error(op, "internal", "operands of different extents along K"));
    }
    let elements = element_names(old, op, rhs.element);
    let scales = scales(cx, op)?;
    let element_bytes = lhs.element_bytes;
    let (left, right) = (left(cx, op, [m, k])?, tile(cx, op, 1, [own, k])?);
    let (address, _) = slot(cx, op, SLOT_OF_BUFFER)?;
    let adds = old.operand_named(op, operand::ADDS);
    let adds = adds.map(|adds| cx.value(adds)).transpose()?;
    let product = TensorProduct {
        unit,
        shape: [m, n, k],
        depth: depth(old, op, k),
        elements,
        element_bytes,
        left,
        right,
        address,
        adds,
        scales,
        is_of_pair,
    };
    match (ops.product)(&mut cx.build(), &product) {
        true => Ok(()),
        false => Err(cx.error(op, "internal", "a product that the unit does not have")),
    }
}

/// The scales of a product; none: it has none.
fn scales(cx: &mut Cx<'_>, op: Op) -> Result<Option<TensorScales<'static>>, Failure> {
    let old = cx.old;
    let Some(address) = old.operand_named(op, operand::SCALES) else {
        return Ok(None);
    };
    let names = [
        [operand::LHS_SCALE, operand::LHS_SCALE_SLOT],
        [operand::RHS_SCALE, operand::RHS_SCALE_SLOT],
    ];
    let mut slots = Vec::new();
    let mut scale = "";
    for [buffer, slot] in names {
        let [buffer, slot] = old.required_operands(op, [buffer, slot]);
        let Some(own) = old.buffer_type(old.ty(buffer)) else {
            return Err(cx.error(op, "internal", "scales that are in no buffer"));
        };
        scale = old.required_scalar(own.element).name;
        let pitch = pitch(old.required_tile_bytes(old.ty(buffer)));
        tell_scales(cx, op, buffer);
        slots.push((cx.value(buffer)?, cx.value(slot)?, pitch));
    }
    let lhs = old.buffer_type(old.ty(old.required_operand(op, operand::LHS)));
    // Absent: an operand that is in no buffer was refused.
    let own = lhs.map_or("", |lhs| old.required_scalar(lhs.element).name);
    let element = if old.has_attr(op, "packed") { "f4E2M1FN" } else { own };
    let [left, right] = slots[..] else {
        return Err(cx.error(op, "internal", "scales of one side"));
    };
    Ok(Some(TensorScales {
        types: [element, scale],
        slots: [left, right],
        blocks: placed(cx, op, "blocks")?,
        address: cx.value(address)?,
    }))
}

/// The instruction by which a tile is read, or written, in the layout that it has: bits of a lane, and how often it takes so many.
fn chosen(
    cx: &mut Cx<'_>,
    op: Op,
    tile: Value,
    access: &TensorAccess<'_>,
    spaces: [MemorySpace; 2],
) -> Result<(i64, i64), Failure> {
    let (_, ops) = unit(cx, op)?;
    let held = cx.layout_of(tile);
    let candidates = (ops.ways)(access);
    let own: Vec<Candidate<()>> = candidates
        .iter()
        .map(|one| Candidate {
            atom: one.atom,
            way: (),
            verdict: match &one.way {
                Way::Lanes { layout, .. } if *layout == held => one.verdict.clone(),
                _ => Err(Refusal::Threads),
            },
        })
        .collect();
    let found = best(&own);
    let way = found.map(|place| candidates[place].way.clone());
    let named = Told::of(cx, cx.old.ty(tile), cx.old.element_bytes(cx.old.ty(tile)).into());
    tell(cx, op, named, spaces, candidates, found);
    match way {
        Some(Way::Lanes { bits, times, .. }) => Ok((bits, times)),
        _ => {
            let why = "a tile in tensor memory is in registers in a layout that the unit does not have";
            Err(cx.error(op, "internal", why))
        }
    }
}

/// The most registers that an instruction may have: `setmaxnreg` gives more, but the assembler wants all of them, and some beside, of what a
/// thread has at launch. None where threads have all that there are.
fn most_registers(cx: &Cx<'_>) -> Option<i64> {
    let at_launch = cx.new.int_attr(cx.new.owner(cx.block)?, REGISTERS)?;
    Some(at_launch - register_model().tensor_access.value)
}

/// Notes how the ordered scales of a side are copied.
fn tell_scales(cx: &mut Cx<'_>, op: Op, buffer: Value) {
    let ops = unit(cx, op).map(|(_, ops)| ops);
    // Absent: scales of no unit, or in no buffer, were refused.
    let (Ok(ops), Some(own)) = (ops, cx.old.buffer_type(cx.old.ty(buffer))) else {
        return;
    };
    let (shape, bytes) = (own.tile.to_vec(), own.element_bytes);
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    let candidates = (ops.scaled.ways)(shape.iter().product());
    let chosen = best(&candidates);
    let named = Told {
        name: format!("tile<{extents}{}>", cx.old.required_scalar(own.element).name),
        shape,
        bytes,
    };
    let spaces = [MemorySpace::Shared, MemorySpace::TensorMemory];
    tell(cx, op, named, spaces, candidates, chosen);
}

pub(super) fn read(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (_, ops) = unit(cx, op)?;
    let result = cx.old.result(op, 0);
    let shape = shape(cx, op, cx.old.required_operand(op, operand::BUFFER))?;
    let (layout, element) = (cx.layout_of(result), cx.scalar_type(cx.old.ty(result)));
    let access = TensorAccess {
        shape,
        warp_bits: layout.warp.len(),
        of_word: 1,
        written: None,
        reductions: row_reductions(cx.old, shape),
        most: match cx.old.has_attr(op, IN_PARTS) {
            true => Some(register_model().read_in_parts.value),
            false => most_registers(cx),
        },
    };
    let spaces = [MemorySpace::TensorMemory, MemorySpace::Registers];
    let (bits, times) = chosen(cx, op, result, &access, spaces)?;
    let (address, columns) = slot(cx, op, SLOT_OF_BUFFER)?;
    let tile = TensorTile {
        shape,
        layout: &layout,
        address,
        columns,
        thread: cx.tid(),
        element,
        bits,
        times,
    };
    let Some(values) = (ops.load)(&mut cx.build(), &tile) else {
        return Err(cx.error(
            op,
            "internal",
            "accumulators are read in a layout that the unit does not give",
        ));
    };
    cx.build().op(ops.wait_load, &[], &[]);
    cx.replace(result, values);
    Ok(())
}

pub(super) fn write(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (_, ops) = unit(cx, op)?;
    let tile = cx.old.required_operand(op, operand::TILE);
    let shape = shape(cx, op, cx.old.required_operand(op, operand::BUFFER))?;
    let (layout, element) = (cx.layout_of(tile), cx.scalar_type(cx.old.ty(tile)));
    let scalar = cx.old.required_scalar(cx.old.element(cx.old.ty(tile)));
    let values = cx.values(tile)?.to_vec();
    let words: Vec<Value> = match scalar.bytes() {
        2 => values.chunks(2).map(|group| packed(cx, group, scalar.name)).collect(),
        _ => values,
    };
    let access = TensorAccess {
        shape,
        warp_bits: layout.warp.len(),
        of_word: (layout.registers() / words.len().max(1)) as i64,
        written: Some(&layout),
        reductions: 0,
        most: most_registers(cx),
    };
    let spaces = [MemorySpace::Registers, MemorySpace::TensorMemory];
    let (bits, times) = chosen(cx, op, tile, &access, spaces)?;
    let (address, columns) = slot(cx, op, SLOT_OF_BUFFER)?;
    let tile = TensorTile {
        shape,
        layout: &layout,
        address,
        columns,
        thread: cx.tid(),
        element,
        bits,
        times,
    };
    if !(ops.store)(&mut cx.build(), &tile, &words) {
        let why = "a left operand is written in a layout that the unit does not take";
        return Err(cx.error(op, "internal", why));
    }
    cx.build().op(ops.wait_store, &[], &[]);
    Ok(())
}
