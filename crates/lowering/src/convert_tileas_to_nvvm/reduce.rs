//! Reductions: elements are combined in the order of their indices, earlier ones on the left, so that any associative
//! combiner will do. Registers that are neighbours along the dimension are combined first, then lanes by shuffles, then
//! warps through shared memory, and so on upwards through the bits of the index, wherever the layout has them. Where
//! the combiner commutes in every bit that is seen, all registers come first and all warps last, and no bit is waited
//! for.
//!
//! Every thread that holds a result has the same one in the end, to the last bit.

use super::commutes::commutes;
use super::exchange::{barrier, shared_base, shared_bytes, shared_loads, shared_store};
use super::scalar::{Int, Scalars};
use super::scan::{Home, homes, shuffled};
use super::{Cx, ThreadLowering};
use crate::materialize_convert_layout::without_dim;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm, scf};
use tilewright_ir::{Op, Value};
use tilewright_layout::{LANE_BITS, dim_bits, log2};
use tilewright_machine::memory;

/// Elements that an access of a thread moves at the most (PTX ISA, `.v4`).
const MOST_TOGETHER: usize = 4;

/// The combined value of some registers of a thread: the index of their first element as far as registers decide it,
/// and the tuple of values, one for each operand.
type Partial = (u32, Vec<Value>);

/// Bits of the index that are combined together.
enum Step {
    /// All registers that differ in these bits only.
    Registers(u32),
    /// Two lanes that differ in this bit of their number.
    Lane(usize),
    /// Warps that differ in these bits of their number only; the bits of the index rise with them.
    Warps(Vec<usize>),
}

pub(super) fn reduce(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let operand = old.only_operand(op);
    let shape = old.shape(old.ty(operand)).to_vec();
    let dim = old.required_int(op, "dim") as usize;
    let layout = cx.layout_of(operand);
    let result_layout = cx.layout_of(old.result(op, 0));
    let sources = old
        .operands(op)
        .iter()
        .map(|&v| cx.values(v))
        .collect::<Result<Vec<_>, _>>()?;
    let commutes = commutes(old, op);
    let mut partials: Vec<Partial> = (0..layout.registers())
        .map(|r| {
            (
                layout.register_index(r),
                sources.iter().map(|values| values[r]).collect(),
            )
        })
        .collect();
    let (low, count) = dim_bits(&shape, dim);
    let bits = (low..low + count).map(|bit| 1u32 << bit);
    let homes = homes(&layout);
    let found: Option<Vec<(u32, Home)>> = bits
        .map(|bit| homes.iter().find(|(basis, _)| *basis == bit).copied())
        .collect();
    let Some(mut bits) = found else {
        return Err(cx.error(op, "internal", "an index bit is in no thread"));
    };
    if commutes {
        bits.sort_by_key(|(_, home)| match home {
            Home::Register(_) => (0, 0),
            Home::Lane(bit) => (1, *bit),
            Home::Warp(_) => (2, 0),
        });
    } else {
        partials.sort_by_key(|(index, _)| *index);
    }

    // Bits of the thread's number at which only threads that have them clear are right so far.
    let mut right_if_clear = 0i64;
    // Lanes that differ in these bits alone have the same, or another one of them does.
    let (mut alike, _) = layout.idle_bits();
    for step in steps(&bits) {
        match step {
            Step::Registers(mask) => {
                // Where two are combined at a time, those of one result are two chains, of every second element.
                let is_one = partials.len() == 1 << mask.count_ones();
                let last = match commutes && cx.state.packs_f32 && is_one {
                    true => mask & mask.wrapping_neg(),
                    false => 0,
                };
                for mask in [mask & !last, last] {
                    partials = of_registers(cx, op, partials, mask)?;
                }
            }
            Step::Lane(bit) => {
                for (_, tuple) in &mut partials {
                    let others: Vec<Value> = tuple.iter().map(|&v| butterfly(cx, v, 1 << bit)).collect();
                    *tuple = combine(cx, op, tuple, &others)?;
                }
                alike |= 1 << bit;
                if !commutes {
                    right_if_clear |= 1 << bit;
                }
            }
            Step::Warps(warps) => {
                let by_warp = alike as i64 == WARP_THREADS - 1;
                between_warps(cx, op, &mut partials, &warps, (right_if_clear, by_warp))?;
                right_if_clear = 0;
            }
        }
    }
    if right_if_clear != 0 {
        let tid = cx.tid();
        let lane = cx.binary_const(arith::ANDI, tid, Int::I32, 31 & !right_if_clear);
        for value in partials.iter_mut().flat_map(|(_, tuple)| tuple) {
            *value = shuffled(cx, *value, lane);
        }
    }
    for index in 0..sources.len() {
        let mut values = vec![None; result_layout.registers()];
        for (first, tuple) in &partials {
            match result_layout.register_of(without_dim(*first, &shape, dim)) {
                Some(register) => values[register] = Some(tuple[index]),
                None => return Err(cx.error(op, "internal", "a reduction into another thread")),
            }
        }
        let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() else {
            return Err(cx.error(op, "internal", "a reduction without a result"));
        };
        cx.replace(old.result(op, index), values);
    }
    Ok(())
}

/// Combines registers that differ in these bits only, one after the other.
fn of_registers(cx: &mut Cx<'_>, op: Op, partials: Vec<Partial>, mask: u32) -> Result<Vec<Partial>, Failure> {
    let mut combined: Vec<Partial> = Vec::new();
    for (index, tuple) in partials {
        let index = index & !mask;
        match combined.iter_mut().find(|(i, _)| *i == index) {
            Some((_, before)) => *before = combine(cx, op, before, &tuple)?,
            None => combined.push((index, tuple)),
        }
    }
    Ok(combined)
}

/// Neighbouring bits of one kind are combined in one step.
fn steps(bits: &[(u32, Home)]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for &(basis, home) in bits {
        match (steps.last_mut(), home) {
            (Some(Step::Registers(mask)), Home::Register(_)) => *mask |= basis,
            (Some(Step::Warps(warps)), Home::Warp(bit)) => warps.push(bit),
            (_, Home::Register(_)) => steps.push(Step::Registers(basis)),
            (_, Home::Lane(bit)) => steps.push(Step::Lane(bit)),
            (_, Home::Warp(bit)) => steps.push(Step::Warps(vec![bit])),
        }
    }
    steps
}

fn butterfly(cx: &mut Cx<'_>, value: Value, lanes: i64) -> Value {
    let (ty, lanes) = (
        cx.new.ty(value),
        cx.new.intern_attr(tilewright_ir::AttrData::Int(lanes)),
    );
    cx.build()
        .value_with(nvvm::SHFL_BFLY, &[value], ty, &[("lanes", lanes)])
}

/// Runs the combiner on two tuples.
pub(super) fn combine(cx: &mut Cx<'_>, op: Op, left: &[Value], right: &[Value]) -> Result<Vec<Value>, Failure> {
    let old = cx.old;
    let Some(block) = old.entry_block(old.regions(op)[0]) else {
        return Ok(left.to_vec());
    };
    let arguments = old.arguments(block);
    for (index, (&l, &r)) in left.iter().zip(right).enumerate() {
        // Names of the combiner's arguments would be given to values that have their own.
        cx.replace_unnamed(arguments[2 * index], l);
        cx.replace_unnamed(arguments[2 * index + 1], r);
    }
    let mut results = Vec::new();
    for inner in old.ops(block) {
        if old.kind(inner) == scf::YIELD {
            results = cx.flat(old.operands(inner))?;
        } else {
            cx.convert_op(inner)?;
        }
    }
    Ok(results)
}

/// Warps that differ in the bits `warps` exchange their tuples and combine them in order; of each warp those lanes are
/// read that have the bits `right_if_clear` clear. Of a warp whose lanes have one tuple, the first one writes it: those of
/// neighbouring warps are read together.
fn between_warps(
    cx: &mut Cx<'_>,
    op: Op,
    partials: &mut [Partial],
    warps: &[usize],
    (right_if_clear, by_warp): (i64, bool),
) -> Result<(), Failure> {
    let threads = WARP_THREADS << cx.state.warp_bits;
    let (lanes, right) = match by_warp {
        true => (WARP_THREADS, 0),
        false => (1, right_if_clear),
    };
    let places = threads / lanes;
    // One slot for each thread, or warp, and value: as many bytes as the widest needs.
    let types = partials[0].1.iter().map(|&value| cx.new.ty(value));
    // Absent: nothing is exchanged, in slots of a word.
    let bytes = types.map(|ty| shared_bytes(cx, ty)).max().unwrap_or(8);
    let stride = bytes * places;
    // As many values at a time as there is room for.
    // Absent: all threads are one consumer.
    let consumers = cx
        .state
        .consumers
        .as_ref()
        .map_or(1, |consumers| consumers.count.max(1));
    let room = (cx.state.capacity - cx.state.free) / consumers / stride;
    let width = partials[0].1.len();
    let at_once = (room as usize / width).clamp(1, partials.len());
    let base = shared_base(cx, stride * (at_once * width) as i64);
    let address = |cx: &mut Cx<'_>, kept: i64| {
        if kept == 0 {
            return base;
        }
        let mut place = cx.tid();
        if by_warp {
            place = cx.binary_const(arith::SHRI, place, Int::I32, LANE_BITS as i64);
        }
        if kept != places - 1 {
            place = cx.binary_const(arith::ANDI, place, Int::I32, kept);
        }
        let scaled = cx.binary_const(arith::SHLI, place, Int::I32, log2(bytes as u64) as i64);
        cx.binary(arith::ADDI, base, scaled)
    };
    let own = address(cx, places - 1);
    // The first of the threads that differ from this one only in the bits that are reduced.
    let of_warp = WARP_THREADS / lanes;
    let mask = warps.iter().fold(0i64, |mask, &bit| mask | of_warp << bit);
    let first = address(cx, (places - 1) & !mask & !right);
    let writer = by_warp.then(|| {
        let (tid, zero) = (cx.tid(), cx.int(Int::I32, 0));
        let lane = cx.binary_const(arith::ANDI, tid, Int::I32, WARP_THREADS - 1);
        cx.compare("equal", lane, zero)
    });
    // Neighbouring warps whose slots are neighbours, too.
    let apart = warps.iter().enumerate().take_while(|(i, bit)| i == *bit).count();
    let neighbours = if by_warp { 1usize << apart } else { 1 };
    for partials in partials.chunks_mut(at_once) {
        barrier(cx);
        for (slot, &value) in partials.iter().flat_map(|(_, tuple)| tuple).enumerate() {
            shared_store(cx, own, slot as i64 * stride, &[value], writer);
        }
        barrier(cx);
        let mut slot = 0;
        for (_, tuple) in partials.iter_mut() {
            let mut of_choices: Vec<Vec<Value>> = vec![Vec::new(); 1 << warps.len()];
            for &like in tuple.iter() {
                let ty = cx.new.ty(like);
                let together = match shared_bytes(cx, ty) == bytes {
                    true => neighbours
                        .min(memory().access_bytes.value as usize / bytes as usize)
                        .min(MOST_TOGETHER),
                    false => 1,
                };
                for choice in (0..of_choices.len()).step_by(together) {
                    let chosen = warps.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
                    let warp = chosen.fold(0, |w, (_, &bit)| w | 1i64 << bit);
                    let offset = slot * stride + warp * of_warp * bytes;
                    let loaded = shared_loads(cx, first, offset, ty, together);
                    for (to, value) in of_choices[choice..].iter_mut().zip(loaded) {
                        to.push(value);
                    }
                }
                slot += 1;
            }
            let mut others = of_choices.into_iter();
            // Absent: there is a choice without any warp.
            *tuple = others.next().unwrap_or_default();
            for other in others {
                *tuple = combine(cx, op, tuple, &other)?;
            }
        }
    }
    Ok(())
}
