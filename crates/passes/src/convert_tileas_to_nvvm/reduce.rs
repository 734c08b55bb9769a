//! Reductions: within the registers of a thread, then between lanes by shuffles, then between warps through shared
//! memory. Every thread that holds a result has it in the end.

use super::exchange::{barrier, shared_base, shared_load, shared_store};
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use crate::layout::{LANE_BITS, dim_bits};
use crate::materialize_convert_layout::without_dim;
use tilewright_ir::convert::Failure;
use tilewright_ir::{Op, Value};

pub(super) fn reduce(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let operand = old.operand(op, 0);
    let shape = old.shape(old.ty(operand)).to_vec();
    let dim = old.int_attr(op, "dim").unwrap_or(0) as usize;
    let layout = cx.layout_of(operand);
    let result_layout = cx.layout_of(old.result(op, 0));
    let sources = old
        .operands(op)
        .iter()
        .map(|&v| cx.values(v))
        .collect::<Result<Vec<_>, _>>()?;

    // By register of the result: the tuple of values, one for each operand.
    let mut partial: Vec<Option<Vec<Value>>> = vec![None; result_layout.registers()];
    for register in 0..layout.registers() {
        let left = without_dim(layout.register_index(register), &shape, dim);
        let Some(place) = result_layout.register_of(left) else {
            return Err(cx.error(op, "internal", "a reduction into another thread"));
        };
        let tuple: Vec<Value> = sources.iter().map(|values| values[register]).collect();
        partial[place] = Some(match partial[place].take() {
            Some(before) => combine(cx, op, &before, &tuple)?,
            None => tuple,
        });
    }
    let mut tuples: Vec<Vec<Value>> = partial.into_iter().flatten().collect();

    let in_dim = |basis: u32| {
        let (low, count) = dim_bits(&shape, dim);
        basis >> low & ((1 << count) - 1) != 0
    };
    for (bit, &basis) in layout.lane.iter().enumerate() {
        if in_dim(basis) {
            for tuple in &mut tuples {
                let others: Vec<Value> = tuple.iter().map(|&v| butterfly(cx, v, 1 << bit)).collect();
                *tuple = combine(cx, op, tuple, &others)?;
            }
        }
    }
    let warps: Vec<usize> = (0..layout.warp.len()).filter(|&bit| in_dim(layout.warp[bit])).collect();
    if !warps.is_empty() {
        tuples = between_warps(cx, op, &tuples, &warps)?;
    }
    for index in 0..sources.len() {
        let values: Vec<Value> = tuples.iter().map(|tuple| tuple[index]).collect();
        cx.replace(old.result(op, index), values);
    }
    Ok(())
}

fn butterfly(cx: &mut Cx<'_>, value: Value, lanes: i64) -> Value {
    let (ty, lanes) = (
        cx.new.ty(value),
        cx.new.intern_attr(tilewright_ir::AttrData::Int(lanes)),
    );
    cx.build()
        .value_with("nvvm.shfl_bfly", &[value], ty, &[("lanes", lanes)])
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
        if old.op_name(inner) == "scf.yield" {
            results = cx.flat(old.operands(inner))?;
        } else {
            cx.convert_op(inner)?;
        }
    }
    Ok(results)
}

/// Warps that differ in the bits `warps` exchange their tuples and combine them in the order of the warps.
fn between_warps(cx: &mut Cx<'_>, op: Op, tuples: &[Vec<Value>], warps: &[usize]) -> Result<Vec<Vec<Value>>, Failure> {
    let warp_count = 1i64 << cx.state.warp_bits;
    let threads = 32 * warp_count;
    // One slot of 8 bytes for each thread, operand and register.
    let stride = 8 * threads;
    let slots = tuples.iter().map(Vec::len).sum::<usize>() as i64;
    let base = shared_base(cx, stride * slots);
    let own = {
        let tid = cx.tid();
        let scaled = cx.binary_const("arith.shli", tid, Int::I32, 3);
        cx.binary("arith.addi", base, scaled)
    };
    barrier(cx);
    let mut slot = 0;
    for tuple in tuples {
        for &value in tuple {
            shared_store(cx, own, slot * stride, &[value], None);
            slot += 1;
        }
    }
    barrier(cx);
    // The first of the warps that differ from this one only in the bits that are reduced.
    let mask = warps.iter().fold(0i64, |mask, &bit| mask | 1 << (bit + LANE_BITS));
    let first = {
        let tid = cx.tid();
        let kept = cx.binary_const("arith.andi", tid, Int::I32, (threads - 1) & !mask);
        let scaled = cx.binary_const("arith.shli", kept, Int::I32, 3);
        cx.binary("arith.addi", base, scaled)
    };
    let mut results: Vec<Option<Vec<Value>>> = vec![None; tuples.len()];
    for choice in 0..1usize << warps.len() {
        let warp = warps
            .iter()
            .enumerate()
            .filter(|(i, _)| choice >> i & 1 == 1)
            .fold(0, |w, (_, &bit)| w | 1 << bit);
        let mut slot = 0;
        for (tuple, result) in tuples.iter().zip(&mut results) {
            let mut other = Vec::new();
            for &like in tuple {
                other.push(loaded(cx, first, slot * stride + warp * 32 * 8, like));
                slot += 1;
            }
            *result = Some(match result.take() {
                Some(before) => combine(cx, op, &before, &other)?,
                None => other,
            });
        }
    }
    Ok(results.into_iter().flatten().collect())
}

fn loaded(cx: &mut Cx<'_>, address: Value, offset: i64, like: Value) -> Value {
    let ty = cx.new.ty(like);
    shared_load(cx, address, offset, ty)
}
