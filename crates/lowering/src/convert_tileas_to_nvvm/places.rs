//! Where a thread's elements are in shared memory on their way to other threads, and what moves them there as matrices.

use super::Cx;
use super::access::thread_coordinate;
use super::fragments::ldmatrix;
use super::scalar::{Int, Scalars};
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Ty, Value};
use tilewright_layout::Layout;
use tilewright_layout::exchange::Exchange;
use tilewright_sorted::SortedMap;

/// The places of a thread's elements in an exchange.
pub(super) struct ThreadPlaces<'p> {
    plan: &'p Exchange,
    base: Value,
    /// The addend of a thread's own part of an index; none: nothing.
    own: Option<Value>,
    /// The bytes with which what registers add is combined by exclusive or.
    mixed: i64,
    /// Addresses, by what is combined so.
    addresses: SortedMap<i64, Value>,
}

impl<'p> ThreadPlaces<'p> {
    /// The places of one side's threads.
    pub fn new(cx: &mut Cx<'_>, plan: &'p Exchange, base: Value, layout: &Layout) -> Self {
        let mut own = None;
        for (low, count, bytes) in plan.steps() {
            let part = layout.map(|basis| basis >> low & ((1 << count) - 1));
            own = added(cx, arith::ADDI, own, (&part, 1 << count, bytes));
        }
        // The move of the swizzle, in elements.
        let swizzle = layout.map(|basis| (plan.swizzle_of(basis) / plan.element_bytes()) as u32);
        own = added(
            cx,
            arith::XORI,
            own,
            (&swizzle, 1 << (u32::BITS - 1), plan.element_bytes()),
        );
        Self {
            plan,
            base,
            own,
            mixed: plan.mixed(layout),
            addresses: SortedMap::new(),
        }
    }

    /// The address of the element that a register has by this part of its index, and bytes after it.
    pub fn at(&mut self, cx: &mut Cx<'_>, index: u32) -> (Value, i64) {
        let place = self.plan.place(index);
        let differs = place & self.mixed;
        let address = match (self.addresses.get(&differs), self.own) {
            (Some(&address), _) => address,
            (None, None) => self.base,
            (None, Some(own)) => {
                let own = match differs {
                    0 => own,
                    _ => cx.binary_const(arith::XORI, own, Int::I32, differs),
                };
                cx.binary(arith::ADDI, self.base, own)
            }
        };
        self.addresses.insert(differs, address);
        (address, place - differs)
    }
}

/// A sum with what a thread's bits contribute, times so many bytes.
fn added(
    cx: &mut Cx<'_>,
    kind: tilewright_ir::OpKind,
    sum: Option<Value>,
    (part, extent, bytes): (&Layout, i64, i64),
) -> Option<Value> {
    // Absent: no thread moves along these bits.
    let Some(index) = thread_coordinate(cx, part, &[extent], 0) else {
        return sum;
    };
    let moved = cx.binary_const(arith::MULI, index, Int::I32, bytes);
    Some(match sum {
        Some(sum) => cx.binary(kind, sum, moved),
        None => moved,
    })
}

/// The registers of each instruction that moves matrices in a round, with the first one's index: two for each matrix.
pub(super) fn matrices(layout: &Layout, plan: &Exchange, apart: &[u32], round: u32) -> Vec<(u32, Vec<usize>)> {
    let within = apart.iter().fold(1, |all, bit| all | bit);
    let indices = (0..layout.registers()).map(|register| layout.register_index(register));
    let firsts = indices.filter(|index| index & within == 0 && index & plan.rounds == round);
    let registers = |first: u32| {
        let matrices = (0..1u32 << apart.len()).map(|number| {
            let bits = apart.iter().enumerate();
            bits.fold(first, |all, (bit, basis)| all | ((number >> bit & 1) * basis))
        });
        let of_matrix = |matrix: u32| [matrix, matrix | 1].map(|index| layout.register_of(index));
        (first, matrices.flat_map(of_matrix).flatten().collect())
    };
    firsts.map(registers).collect()
}

/// Writes matrices.
pub(super) fn write_matrices(cx: &mut Cx<'_>, (address, offset): (Value, i64), values: &[Value]) {
    let new = cx.build().op(nvvm::STMATRIX, &[&[address], values], &[]);
    let offset = cx.new.intern_attr(AttrData::Int(offset));
    cx.new.set_attr(new, "offset", offset);
}

/// Reads so many matrices of a type of 16 bits: two elements of each.
pub(super) fn read_matrices(cx: &mut Cx<'_>, (address, offset): (Value, i64), count: usize, ty: Ty) -> Vec<Value> {
    let words = ldmatrix(cx, address, offset, count, false);
    let half = cx.new.named_type("i16");
    let elements = words.into_iter().flat_map(|word| {
        let high = cx.binary_const(arith::SHRI, word, Int::I32, 16);
        [word, high].map(|word| {
            let bits = cx.build().value(arith::TRUNCI, &[word], half);
            match ty == half {
                true => bits,
                false => cx.build().value(arith::BITCAST, &[bits], ty),
            }
        })
    });
    elements.collect()
}
