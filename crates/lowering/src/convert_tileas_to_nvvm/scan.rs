//! Scans, by Sklansky's scheme: for each bit of the index along the dimension, lowest first, every element whose bit is
//! set is combined with the last element of the half before it: the one with this bit clear and all lower bits set.
//! Whether that element is in another register, lane or warp follows from where the layout has the bits. A scan in
//! reverse is the same with the bits' meaning exchanged.

use super::exchange::{barrier, room, shared_base, shared_bytes, shared_load, shared_store};
use super::reduce::combine;
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Op, Value};
use tilewright_layout::{LANE_BITS, Layout, dim_bits, log2};

/// Where a bit of the element index is decided, and by which bit of the register's, lane's or warp's number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    Register(usize),
    Lane(usize),
    Warp(usize),
}

/// Changes of a number's bits: these are set, those cleared.
#[derive(Clone, Copy, Default)]
struct Change {
    set: i64,
    clear: i64,
}

impl Change {
    fn bit(&mut self, bit: usize, on: bool) {
        if on {
            self.set |= 1 << bit;
        } else {
            self.clear |= 1 << bit;
        }
    }

    fn apply(self, number: i64) -> i64 {
        (number | self.set) & !self.clear
    }

    fn apply_to(self, cx: &mut Cx<'_>, number: Value) -> Value {
        let set = cx.binary_const(arith::ORI, number, Int::I32, self.set);
        cx.binary_const(arith::ANDI, set, Int::I32, !self.clear)
    }
}

pub(super) fn homes(layout: &Layout) -> Vec<(u32, Home)> {
    let registers = layout.reg.iter().enumerate().map(|(i, &b)| (b, Home::Register(i)));
    let lanes = layout.lane.iter().enumerate().map(|(i, &b)| (b, Home::Lane(i)));
    let warps = layout.warp.iter().enumerate().map(|(i, &b)| (b, Home::Warp(i)));
    registers.chain(lanes).chain(warps).collect()
}

pub(super) fn scan(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let operand = old.only_operand(op);
    let shape = old.shape(old.ty(operand)).to_vec();
    let dim = old.required_int(op, "dim") as usize;
    let reverse = matches!(
        old.attr(op, "reverse").map(|a| old.attr_data(a)),
        Some(AttrData::Bool(true))
    );
    let layout = cx.layout_of(operand);
    let homes = homes(&layout);
    let sources = old
        .operands(op)
        .iter()
        .map(|&v| cx.values(v))
        .collect::<Result<Vec<_>, _>>()?;
    // By register: the tuple of values, one for each operand.
    let mut tuples: Vec<Vec<Value>> = (0..layout.registers())
        .map(|r| sources.iter().map(|values| values[r]).collect())
        .collect();
    let (low, count) = dim_bits(&shape, dim);
    let scan = Scan {
        op,
        homes: &homes,
        low,
        reverse,
    };
    for bit in low..low + count {
        step(cx, &scan, &mut tuples, bit)?;
    }
    for (index, &result) in old.results(op).iter().enumerate() {
        let values: Vec<Value> = tuples.iter().map(|tuple| tuple[index]).collect();
        cx.replace(result, values);
    }
    Ok(())
}

/// State that all steps of a scan share.
struct Scan<'s> {
    op: Op,
    homes: &'s [(u32, Home)],
    /// The lowest bit of the dimension.
    low: usize,
    reverse: bool,
}

/// Combines the elements whose bit is set with the last element of the half before.
fn step(cx: &mut Cx<'_>, scan: &Scan<'_>, tuples: &mut [Vec<Value>], bit: usize) -> Result<(), Failure> {
    let Scan {
        op,
        homes,
        low,
        reverse,
    } = *scan;
    let home = |bit: usize| {
        homes
            .iter()
            .find(|(basis, _)| *basis == 1 << bit)
            .map(|(_, home)| *home)
    };
    let missing = || {
        Box::new(tilewright_diag::Diagnostic::error(
            "internal",
            None,
            "an index bit is in no thread",
        ))
    };
    let decider = home(bit).ok_or_else(missing)?;
    let (mut register, mut thread) = (Change::default(), Change::default());
    let mut crosses_warps = false;
    for lower in low..=bit {
        // The source has this bit clear and all lower ones set; in reverse, the other way round.
        let on = (lower < bit) != reverse;
        match home(lower).ok_or_else(missing)? {
            Home::Register(i) => register.bit(i, on),
            Home::Lane(i) => thread.bit(i, on),
            Home::Warp(i) => {
                thread.bit(i + LANE_BITS, on);
                crosses_warps = true;
            }
        }
    }
    let is_target = |r: usize| match decider {
        Home::Register(i) => (r >> i & 1 == 1) != reverse,
        // Absent: bits of threads are compared when the kernel runs.
        _ => true,
    };
    let predicate = match decider {
        Home::Register(_) => None,
        Home::Lane(i) => Some(bit_of_thread(cx, i, !reverse)),
        Home::Warp(i) => Some(bit_of_thread(cx, i + LANE_BITS, !reverse)),
    };
    let sources: Vec<usize> = (0..tuples.len()).map(|r| register.apply(r as i64) as usize).collect();
    let before = tuples.to_vec();
    // Each is combined as it arrives: what has arrived is else as much as the tile.
    let mut arrive = |cx: &mut Cx<'_>, r: usize, from: &[Value]| -> Result<(), Failure> {
        if !is_target(r) {
            return Ok(());
        }
        // In reverse the element comes first still: the combiner is given what is nearer to the start on its left.
        let own = &before[r];
        let combined = combine(cx, op, from, own)?.into_iter().zip(own);
        tuples[r] = combined
            .map(|(new, &old)| match predicate {
                None => new,
                Some(predicate) => cx.build().select(predicate, new, old),
            })
            .collect();
        Ok(())
    };
    if crosses_warps {
        return through_shared(cx, &before, thread, &sources, arrive);
    }
    let tid = cx.tid();
    let lane = (thread.set | thread.clear != 0).then(|| {
        let changed = thread.apply_to(cx, tid);
        cx.binary_const(arith::ANDI, changed, Int::I32, 31)
    });
    for (r, &source) in sources.iter().enumerate() {
        let mut from = before[source].clone();
        if let Some(lane) = lane.filter(|_| is_target(r)) {
            from.iter_mut().for_each(|value| *value = shuffled(cx, *value, lane));
        }
        arrive(cx, r, &from)?;
    }
    Ok(())
}

/// Whether a bit of the thread index is set, or clear.
pub(super) fn bit_of_thread(cx: &mut Cx<'_>, bit: usize, set: bool) -> Value {
    let tid = cx.tid();
    let masked = cx.binary_const(arith::ANDI, tid, Int::I32, 1 << bit);
    let zero = cx.int(Int::I32, 0);
    cx.compare(if set { "not_equal" } else { "equal" }, masked, zero)
}

pub(super) fn shuffled(cx: &mut Cx<'_>, value: Value, lane: Value) -> Value {
    let ty = cx.new.ty(value);
    cx.build().value(nvvm::SHFL_IDX, &[value, lane], ty)
}

/// Hands on the tuples of changed threads and registers, for each register, through shared memory: as many at a time as there is
/// room for. Each thread has a slot for each value.
fn through_shared(
    cx: &mut Cx<'_>,
    tuples: &[Vec<Value>],
    thread: Change,
    sources: &[usize],
    mut arrive: impl FnMut(&mut Cx<'_>, usize, &[Value]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut wanted = sources.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let threads = WARP_THREADS << cx.state.warp_bits;
    let room = room(cx);
    let mut from: Vec<Vec<Value>> = vec![Vec::new(); tuples.len()];
    for (index, &like) in tuples[0].iter().enumerate() {
        let ty = cx.new.ty(like);
        let bytes = shared_bytes(cx, ty);
        let stride = bytes * threads;
        let at_once = ((room / stride) as usize).clamp(1, wanted.len());
        let base = shared_base(cx, stride * at_once as i64);
        let address = |cx: &mut Cx<'_>, thread: Value| {
            let scaled = cx.binary_const(arith::SHLI, thread, Int::I32, log2(bytes as u64) as i64);
            cx.binary(arith::ADDI, base, scaled)
        };
        let tid = cx.tid();
        let own = address(cx, tid);
        let changed = thread.apply_to(cx, tid);
        let other = address(cx, changed);
        for round in wanted.chunks(at_once) {
            barrier(cx);
            for (slot, &source) in round.iter().enumerate() {
                shared_store(cx, own, slot as i64 * stride, &[tuples[source][index]], None);
            }
            barrier(cx);
            for (r, source) in sources.iter().enumerate() {
                if let Some(slot) = round.iter().position(|wanted| wanted == source) {
                    from[r].push(shared_load(cx, other, slot as i64 * stride, ty));
                    if from[r].len() == tuples[r].len() {
                        arrive(cx, r, &from[r])?;
                    }
                }
            }
        }
    }
    Ok(())
}
