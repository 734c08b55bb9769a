//! Constants. What differs between threads is chosen by the bits of the thread's number.

use super::access::{load_piece, thread_coordinate};
use super::nibbles::from_byte;
use super::pieces::{Piece, contiguous_registers};
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Op, Ty, Value};
use tilewright_machine::memory;
use tilewright_sorted::SortedMap;

/// Elements of a constant that is made of choices: more is a table in memory.
const MAX_CHOSEN: usize = 32;

/// A splat is one value for all registers; otherwise each register is a choice between the elements that threads hold
/// there.
pub(super) fn constant(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let result = old.result(op, 0);
    let ty = cx.scalar_type(old.ty(result));
    let elements = match old.attr(op, "value").map(|a| old.attr_data(a)) {
        Some(AttrData::Dense { bits, .. }) => bits.clone(),
        _ => return Err(cx.error(op, "internal", "a constant without a value")),
    };
    if let [one] = elements[..] {
        let count = cx.register_types(old.ty(result)).len();
        let value = cx.build().constant(one, ty);
        cx.replace(result, vec![value; count]);
        return Ok(());
    }
    if elements.len() > MAX_CHOSEN {
        let values = from_table(cx, op, ty, &elements);
        cx.replace(result, values);
        return Ok(());
    }
    let layout = cx.layout_of(result);
    let mut choice = Choices {
        ty,
        made: SortedMap::new(),
        conditions: SortedMap::new(),
    };
    let lanes = 1usize << layout.lane.len();
    let threads = lanes << layout.warp.len();
    let registers = (0..layout.registers()).map(|register| {
        let held = (0..threads).map(|thread| {
            let index = layout.index(register, thread % lanes, thread / lanes);
            let element = elements.get(index as usize).copied();
            cx.old
                .or_inconsistent(Some(op), element, 0, "a layout goes past the elements")
        });
        let held: Vec<u64> = held.collect();
        choice.between(cx, &held)
    });
    let registers: Vec<Value> = registers.collect();
    cx.replace(result, registers);
    Ok(())
}

/// Elements read from a table that the module has; those of less than a byte have one each.
fn from_table(cx: &mut Cx<'_>, op: Op, ty: Ty, elements: &[u64]) -> Vec<Value> {
    let scalar = cx.new.scalar(ty);
    let stored = match scalar {
        Some(scalar) if scalar.bits < 8 => cx.new.named_type("i8"),
        _ => ty,
    };
    let of = cx.new.make_tile_type(&[elements.len() as i64], stored, None);
    let table = cx.new.intern_attr(AttrData::Dense {
        ty: of,
        bits: elements.into(),
    });
    let known = cx.state.tables.len();
    let number = *cx.state.tables.entry(table).or_insert(known);
    let symbol = cx.new.intern_name(&format!("__constant_{number}"));
    let symbol = cx.new.intern_attr(AttrData::Symbol(symbol));
    if number == known {
        let (unit, align) = (
            cx.new.intern_attr(AttrData::Unit),
            cx.new.intern_attr(AttrData::Int(memory().access_bytes.value as i64)),
        );
        let attrs = [
            ("sym_name", symbol),
            ("value", table),
            ("alignment", align),
            ("constant", unit),
            ("private", unit),
        ];
        let top = cx.new.top();
        cx.in_block(top, |cx| {
            let global = cx.build().op(nvvm::GLOBAL, &[], &[]);
            for (name, attr) in attrs {
                cx.new.set_attr(global, name, attr);
            }
        });
    }
    let address = cx.int_type(Int::I64);
    let mut start = cx
        .build()
        .value_with(nvvm::GET_GLOBAL, &[], address, &[("symbol", symbol)]);
    let layout = cx.layout_of(cx.old.result(op, 0));
    let bytes = i64::from(cx.new.element_bytes(ty));
    if let Some(thread) = thread_coordinate(cx, &layout, &[elements.len() as i64], 0) {
        let thread = cx.widen(thread);
        let moved = cx.binary_const(arith::MULI, thread, Int::I64, bytes);
        start = cx.binary(arith::ADDI, start, moved);
    }
    let vector = match layout.reg.first() {
        Some(1) => contiguous_registers(&layout).min(memory().access_bytes.value as usize / bytes as usize),
        // Absent: elements that are apart are read one by one.
        _ => 1,
    };
    let mut values = Vec::new();
    for first in (0..layout.registers()).step_by(vector) {
        let piece = Piece {
            registers: first..first + vector,
            address: start,
            offset: i64::from(layout.register_index(first)) * bytes,
            inside: None,
        };
        values.extend(load_piece(cx, &piece, &[], &vec![stored; vector]));
    }
    if stored != ty {
        values = values.into_iter().map(|byte| from_byte(cx, byte, ty)).collect();
    }
    values
}

/// Choices that were made, so that none is made twice.
struct Choices {
    ty: Ty,
    /// By what there is to choose from.
    made: SortedMap<Vec<u64>, Value>,
    /// Whether a bit of the thread's number is set.
    conditions: SortedMap<usize, Value>,
}

impl Choices {
    /// The value that the thread's number names, of a power of two of them.
    fn between(&mut self, cx: &mut Cx<'_>, held: &[u64]) -> Value {
        let (low, high) = held.split_at(held.len() / 2);
        if low == high {
            return self.between(cx, low);
        }
        if let Some(&value) = self.made.get(held) {
            return value;
        }
        let value = match held {
            &[one] => cx.build().constant(one, self.ty),
            _ => {
                let (low, high) = (self.between(cx, low), self.between(cx, high));
                let upper = self.condition(cx, held.len().ilog2() as usize - 1);
                cx.build().select(upper, high, low)
            }
        };
        self.made.insert(held.to_vec(), value);
        value
    }

    fn condition(&mut self, cx: &mut Cx<'_>, bit: usize) -> Value {
        if let Some(&condition) = self.conditions.get(&bit) {
            return condition;
        }
        let tid = cx.tid();
        let part = cx.binary_const(arith::ANDI, tid, Int::I32, 1 << bit);
        let zero = cx.int(Int::I32, 0);
        let condition = cx.compare("not_equal", part, zero);
        self.conditions.insert(bit, condition);
        condition
    }
}
