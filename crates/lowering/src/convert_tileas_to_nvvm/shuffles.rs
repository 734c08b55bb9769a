//! Conversions of layouts by shuffles, as [`Shuffles`] plans them, for one thread.

use super::scalar::{Int, Scalars};
use super::scan::{bit_of_thread, shuffled};
use super::{Cx, ThreadLowering};
use tilewright_ir::Value;
use tilewright_ir::ops::arith;
use tilewright_layout::LANE_BITS;
use tilewright_layout::shuffle::{Own, Shuffles};

/// The registers of a tile after the shuffles.
pub(super) fn shuffled_tile(cx: &mut Cx<'_>, plan: &Shuffles, values: &[Value]) -> Vec<Value> {
    let base = asked_lane(cx, plan);
    let handed_out: Vec<Value> = plan
        .pairs
        .iter()
        .map(|pair| bit_of_thread(cx, pair.lane, true))
        .collect();
    let sorted: Vec<Value> = plan
        .pairs
        .iter()
        .map(|pair| bit_of_thread(cx, pair.to_lane, true))
        .collect();
    let by_warp: Vec<Value> = plan
        .by_warp
        .iter()
        .map(|&(_, warp)| bit_of_thread(cx, place(Own::Warp(warp)), true))
        .collect();
    let of_pairs = plan.pairs.iter().fold(0, |all, pair| all | 1usize << pair.to_register);
    let rounds = 1usize << plan.pairs.len();
    let mut results = vec![None; 1 << plan.register_bits()];
    for rest in (0..results.len()).filter(|register| register & of_pairs == 0) {
        // In round `c` a thread hands out the register whose bits are its own ones before, changed by `c`.
        let in_order: Vec<Value> = (0..rounds)
            .map(|bits| own_register(cx, plan, values, &by_warp, (rest, bits)))
            .collect();
        let out = rotated(cx, in_order, &handed_out);
        let spread = plan
            .spread
            .iter()
            .fold(0, |all, &(lane, register)| all | (rest >> register & 1) << lane);
        let got = out.into_iter().enumerate().map(|(round, value)| {
            let changed = plan
                .pairs
                .iter()
                .enumerate()
                .fold(spread, |all, (bit, pair)| all ^ (round >> bit & 1) << pair.lane);
            match (changed, base) {
                (0, None) => value,
                (_, None) => {
                    let tid = cx.tid();
                    let own = cx.binary_const(arith::ANDI, tid, Int::I32, (1 << LANE_BITS) - 1);
                    let lane = cx.binary_const(arith::XORI, own, Int::I32, changed as i64);
                    shuffled(cx, value, lane)
                }
                (_, Some(base)) => {
                    let lane = cx.binary_const(arith::XORI, base, Int::I32, changed as i64);
                    shuffled(cx, value, lane)
                }
            }
        });
        let got = got.collect();
        for (bits, value) in rotated(cx, got, &sorted).into_iter().enumerate() {
            let pairs = plan.pairs.iter().enumerate();
            let register = pairs.fold(rest, |all, (bit, pair)| all | (bits >> bit & 1) << pair.to_register);
            results[register] = Some(value);
        }
    }
    results.into_iter().flatten().collect()
}

/// The register that goes to register `rest` of some lane, where the bits of the pairs are `bits`.
fn own_register(
    cx: &mut Cx<'_>,
    plan: &Shuffles,
    values: &[Value],
    by_warp: &[Value],
    (rest, bits): (usize, usize),
) -> Value {
    let kept = plan
        .kept
        .iter()
        .fold(0, |all, &(from, to)| all | (rest >> to & 1) << from);
    let pairs = plan.pairs.iter().enumerate();
    let own = pairs.fold(kept, |all, (bit, pair)| all | (bits >> bit & 1) << pair.register);
    // Each bit that the warp decides halves what is left to choose from.
    let mut left: Vec<Value> = (0..1usize << by_warp.len())
        .map(|chosen| {
            let warps = plan.by_warp.iter().enumerate();
            values[warps.fold(own, |all, (bit, &(register, _))| all | (chosen >> bit & 1) << register)]
        })
        .collect();
    for &is_set in by_warp {
        left = left
            .chunks(2)
            .map(|pair| cx.build().select(is_set, pair[1], pair[0]))
            .collect();
    }
    left[0]
}

/// Values in the order in which the one of number `n` is that of number `n` changed by this thread's own bits.
fn rotated(cx: &mut Cx<'_>, mut values: Vec<Value>, own: &[Value]) -> Vec<Value> {
    for (bit, &is_set) in own.iter().enumerate() {
        values = (0..values.len())
            .map(|number| cx.build().select(is_set, values[number ^ 1 << bit], values[number]))
            .collect();
    }
    values
}

/// The lane that a thread asks where its registers' numbers are 0; none: itself.
fn asked_lane(cx: &mut Cx<'_>, plan: &Shuffles) -> Option<Value> {
    if plan.asks_itself() {
        return None;
    }
    let pairs = plan.pairs.iter().map(|pair| (pair.lane, Own::Lane(pair.to_lane)));
    let mut lane = None;
    for (to, own) in plan.asked.iter().copied().chain(pairs) {
        let bit = bit_of(cx, own);
        let moved = cx.binary_const(arith::SHLI, bit, Int::I32, to as i64);
        lane = Some(match lane {
            Some(lane) => cx.binary(arith::ORI, lane, moved),
            None => moved,
        });
    }
    // Absent: a layout of which all lanes have the same, where the first one is asked.
    Some(lane.unwrap_or_else(|| cx.int(Int::I32, 0)))
}

/// The place of a bit in a thread's number.
fn place(own: Own) -> usize {
    match own {
        Own::Lane(bit) => bit,
        Own::Warp(bit) => LANE_BITS + bit,
    }
}

/// A bit of this thread's number, as 0 or 1.
fn bit_of(cx: &mut Cx<'_>, own: Own) -> Value {
    let tid = cx.tid();
    let moved = cx.binary_const(arith::SHRI, tid, Int::I32, place(own) as i64);
    cx.binary_const(arith::ANDI, moved, Int::I32, 1)
}
