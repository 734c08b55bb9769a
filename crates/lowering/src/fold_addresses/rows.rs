//! Addresses of atomics, row by row: where one is so many strides after the one before it, it is that one and the strides. An atomic
//! that acquires waits for the one before it, so that its address may come as late; what is computed by itself the assembler computes before the
//! first of them, and keeps.
//!
//! ```text
//! %a = arith.addi %base, %row_times_stride
//! nvvm.atom %a + 0                                      nvvm.atom %a + 0
//! %b = arith.addi %base, %next_row_times_stride   ->    %b = arith.addi %a, %stride
//! nvvm.atom %b + 0                                      nvvm.atom %b + 0
//! ```

use super::numbers::{Numbers, sides};
use super::{DEEPEST, Part, Sum, add};
use crate::canonicalize::remove_unused;
use tilewright_ir::build::Builder;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Block, Module, Op, Value, operand};

/// An atomic whose address is another one and so many times a number.
struct Step {
    atomic: Op,
    before: Value,
    stride: Value,
    times: i64,
}

/// Makes addresses of the atomics of some blocks of those before them. How many.
pub(super) fn step(module: &mut Module, blocks: &[Block], threads: i64) -> usize {
    let numbers = Numbers::of(module, blocks, threads);
    let steps: Vec<Step> = blocks.iter().flat_map(|&block| of_block(&numbers, block)).collect();
    // The newest address, behind the one that it is in place of; and the newest distance, behind what it is made of.
    let mut newest: Option<(Value, Value)> = None;
    let mut known: Option<((Value, i64), Value)> = None;
    for step in &steps {
        let old = module.required_operand(step.atomic, operand::ADDRESS);
        let (top, loc) = (module.top(), module.loc(step.atomic));
        if newest.is_none_or(|(replaced, _)| replaced != old) {
            // Absent: the first address of all is as it was.
            let before = newest.filter(|&(replaced, _)| replaced == step.before);
            let before = before.map_or(step.before, |(_, made)| made);
            let last = module.last_op(top);
            let by = (step.stride, step.times);
            let mut build = Builder::new(module, top, loc);
            let distance = match known.filter(|&(known, _)| known == by) {
                Some((_, distance)) => distance,
                None => {
                    let times = build.number(step.times, build.module.ty(step.stride));
                    build.binary(arith::MULI, step.stride, times)
                }
            };
            known = Some((by, distance));
            newest = Some((old, build.binary(arith::ADDI, before, distance)));
            while let Some(made) = last.and_then(|last| module.next_op(last)) {
                module.detach(made);
                module.insert_before(step.atomic, made);
            }
        }
        if let Some((_, made)) = newest {
            module.set_operand(step.atomic, 0, made);
        }
    }
    if !steps.is_empty() {
        remove_unused(module);
    }
    steps.len()
}

/// The atomics of a block whose addresses are so far from those before them.
fn of_block(numbers: &Numbers<'_>, block: Block) -> Vec<Step> {
    let module = numbers.module();
    let mut steps = Vec::new();
    let mut before: Option<(Value, Sum)> = None;
    let mut newest: Option<(Value, Value, i64)> = None;
    for atomic in module.ops(block).filter(|&op| module.kind(op) == nvvm::ATOM) {
        let address = module.required_operand(atomic, operand::ADDRESS);
        if before.as_ref().is_none_or(|(old, _)| *old != address) {
            let sum = sum_of(numbers, address);
            newest = before.as_ref().zip(sum.as_ref()).and_then(|((old, of_old), sum)| {
                let (stride, times) = apart(numbers, of_old, sum)?;
                Some((*old, stride, times))
            });
            before = sum.map(|sum| (address, sum));
        }
        steps.extend(newest.map(|(before, stride, times)| Step {
            atomic,
            before,
            stride,
            times,
        }));
    }
    steps
}

fn sum_of(numbers: &Numbers<'_>, value: Value) -> Option<Sum> {
    let mut sum = Sum {
        parts: Vec::new(),
        number: 0,
    };
    add(numbers, value, 1, DEEPEST, &mut sum)?;
    Some(sum)
}

/// The value of which an address has so many more than another one, if that is all in which they differ.
fn apart(numbers: &Numbers<'_>, from: &Sum, to: &Sum) -> Option<(Value, i64)> {
    let module = numbers.module();
    let is_alike = from.number == to.number && from.parts.len() == to.parts.len();
    let mut other = from.parts.iter().zip(&to.parts).filter(|(from, to)| from != to);
    let (from, to) = other.next().filter(|(from, to)| is_alike && from.times == to.times)?;
    let product = |part: &Part| {
        let op = module.defining_op(part.value)?;
        sides(module, op).filter(|_| module.kind(op) == arith::MULI)
    };
    let ([from_row, stride], [to_row, to_stride]) = (product(from)?, product(to)?);
    let (first, second) = (sum_of(numbers, from_row)?, sum_of(numbers, to_row)?);
    let rows = second.number.wrapping_sub(first.number);
    let is_so = other.next().is_none() && stride == to_stride && first.parts == second.parts && rows != 0;
    is_so.then(|| (stride, rows.wrapping_mul(to.times)))
}
