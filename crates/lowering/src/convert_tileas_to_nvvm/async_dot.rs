//! Products of tiles in slots of buffers: what they are made of is found here, and the GPU's unit writes them for one thread.

use super::buffers::pitch_of;
use super::swizzled::{CHUNK, span_of};
use super::{Cx, ThreadLowering};
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::words::major;
use tilewright_ir::{Module, Op, Ty, Value};
use tilewright_units::lower::{Lhs, Product, SlotTile};
use tilewright_units::product::{depth, matrix};

/// One operand in its slot.
pub(super) fn tile(cx: &Cx<'_>, op: Op, index: usize, extents: [i64; 2]) -> Result<SlotTile, Failure> {
    let old = cx.old;
    let (name, slot, major) = [
        (operand::LHS, operand::LHS_SLOT, "lhs_major"),
        (operand::RHS, operand::RHS_SLOT, "rhs_major"),
    ][index];
    let (Some(buffer), Some(slot)) = (old.operand_named(op, name), old.operand_named(op, slot)) else {
        return Err(cx.error(op, "internal", "a product without operands"));
    };
    let k_major = old.keyword(op, major) == major::K;
    let [mn, k] = extents;
    // Absent: an operand that is in no buffer, whose swizzle is not known either.
    let bytes = old.buffer_type(old.ty(buffer)).map_or(0, |buffer| buffer.element_bytes);
    // Rows of one chunk have no swizzle.
    let span = match bytes * if k_major { k } else { mn } {
        CHUNK => CHUNK,
        _ => span_of(cx, op, buffer)?,
    };
    Ok(SlotTile {
        buffer: cx.value(buffer)?,
        slot: cx.value(slot)?,
        pitch: pitch_of(cx, buffer),
        span,
        rows: if k_major { mn } else { k },
        k_major,
    })
}

pub(super) fn dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let [acc, lhs, rhs] = [operand::ACC, operand::LHS, operand::RHS].map(|name| old.operand_named(op, name));
    let (Some(acc), Some(lhs), Some(rhs)) = (acc, lhs, rhs) else {
        return Err(cx.error(op, "internal", "a product without operands"));
    };
    let shape = matrix(old.shape(old.ty(acc)));
    let buffer = old.buffer_type(old.ty(rhs));
    let (Some([m, n]), Some(buffer)) = (shape, buffer) else {
        return Err(cx.error(op, "internal", "a product that is no matrix"));
    };
    let k = buffer.tile.iter().product::<i64>() / n;
    let threads = cx
        .state
        .meeting
        // Absent: without agents, all threads of the CTA meet.
        .map_or(WARP_THREADS << cx.state.warp_bits, |meeting| meeting.threads);
    let (unit, products) = match &cx.state.asynchronous {
        Ok(found) => *found,
        Err(missing) => {
            let why = format!("no unit multiplies tiles in buffers while its threads go on: {missing}");
            let help =
                "compile for a GPU that has one (--gpu-name): IR that a pass has printed, for the one it was made for";
            return Err(Box::new(cx.error(op, "lower.unit", why).with_help(help)));
        }
    };
    let words = match old.buffer_type(old.ty(lhs)) {
        Some(_) => Vec::new(),
        None => cx.values(lhs)?.to_vec(),
    };
    let product = Product {
        unit,
        shape: [m, n, k],
        depth: depth(old, op, k),
        elements: element_names(old, op, buffer.element),
        element_bytes: buffer.element_bytes,
        lhs: match words.is_empty() {
            true => Lhs::Slot(tile(cx, op, 0, [m, k])?),
            false => Lhs::Words(&words),
        },
        rhs: tile(cx, op, 1, [n, k])?,
        fresh: is_zero(old, acc),
        threads,
        thread: cx.tid(),
        accumulator: cx.scalar_type(old.ty(acc)),
    };
    let mut values: Vec<Value> = cx.values(acc)?.to_vec();
    let lower = products.lower;
    if !lower(&mut cx.build(), &product, &mut values) {
        return Err(cx.error(
            op,
            "internal",
            "the accumulators are not in the registers that the unit wants",
        ));
    }
    cx.replace(old.result(op, 0), values);
    Ok(())
}

/// The element types of a product's operands, as PTX names them; words hold elements like those of the other operand.
pub(super) fn element_names(old: &Module, op: Op, right: Ty) -> [&'static str; 2] {
    let of_buffer = |name| {
        old.buffer_type(old.ty(old.required_operand(op, name)))
            .map(|buffer| buffer.element)
    };
    // Absent: words in registers.
    let left = of_buffer(operand::LHS).unwrap_or(right);
    [(left, "signedness_lhs"), (right, "signedness_rhs")]
        .map(|(element, sign)| super::dot::ptx_name(old.required_scalar(element).name, old.keyword(op, sign)))
}

/// Whether a tile is a constant whose elements are all plus zero. A product that is added to it starts from nothing instead (PTX ISA,
/// `scale-d`), which is the same but for the sign of a sum of nothing but minus zeros.
fn is_zero(module: &Module, tile: Value) -> bool {
    let made = module
        .defining_op(tile)
        .filter(|&op| module.kind(op) == arith::CONSTANT);
    made.is_some_and(|op| matches!(module.dense_attr(op, "value"), Some([0])))
}

/// Neighbours along K become words: with two in each, a thread has both, the first at the lower place.
pub(super) fn words(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (source, result) = (cx.old.only_operand(op), cx.old.result(op, 0));
    let element = cx.old.required_scalar(cx.old.element(cx.old.ty(source))).name;
    let values = cx.values(source)?.to_vec();
    let words: Vec<Value> = values.chunks(2).map(|group| packed(cx, group, element)).collect();
    cx.replace(result, words);
    Ok(())
}

/// The word of neighbours of an element type.
pub(super) fn packed(cx: &mut Cx<'_>, group: &[Value], element: &str) -> Value {
    let (word, ty) = (cx.new.named_type("i32"), cx.keyword(element));
    let wide: Option<Vec<Value>> = group.iter().map(|&value| rounded_from(cx, value)).collect();
    // Absent: they were not all just rounded from f32.
    let group = wide.as_deref().unwrap_or(group);
    let op = cx.build().op_with(nvvm::PACK_WORD, &[group], &[word], &[("type", ty)]);
    cx.new.result(op, 0)
}

/// The f32 that a value was rounded from, to nearest: one instruction rounds and packs two.
fn rounded_from(cx: &Cx<'_>, value: Value) -> Option<Value> {
    let op = cx.new.defining_op(value).filter(|&op| cx.new.kind(op) == arith::FTOF)?;
    let source = cx.new.only_operand(op);
    let (from, to) = (
        cx.new.element_scalar(cx.new.ty(source))?,
        cx.new.element_scalar(cx.new.ty(value))?,
    );
    (from.name == "f32" && to.bits == 16 && cx.new.keyword(op, "rounding") == "nearest_even").then_some(source)
}
