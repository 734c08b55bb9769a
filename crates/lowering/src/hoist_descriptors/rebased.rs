//! Descriptors of rings of which a product before a loop has read the first slot. The assembler puts the two descriptors of a product into
//! four registers in a row: one that is held over the loop for this has to be moved there, two moves for each product, where a sum is one
//! instruction. So all of them are sums of one descriptor that no product before the loop has, of another ring, whose place in shared
//! memory is known.

use super::{in_loops, repeats};
use tilewright_ir::build::Builder;
use tilewright_ir::dominance::Dominance;
use tilewright_ir::op_def::effects::ASYNCHRONOUS;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Module, Op, OpKind, Region, Value};

/// Bytes by which a descriptor counts.
const UNIT: i64 = 16;

/// Writes such sums; whether a loop has such a ring.
pub(super) fn run(module: &mut Module, descriptor: OpKind) -> bool {
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    let regions = funcs.flat_map(|func| module.regions(func));
    let found = regions.filter_map(|&region| Rings::of(module, region, descriptor));
    let found: Vec<Rings> = found.collect();
    found.iter().for_each(|rings| rings.write(module));
    !found.is_empty()
}

/// Where a ring has a slot: how far behind the base, in units of a descriptor.
type Distance = i64;

/// The descriptors of a loop that are to be sums of one.
struct Rings {
    /// A descriptor before the loop, in front of which the base is made.
    before: Op,
    /// The first slot of a ring that no product before the loop reads.
    base: Op,
    /// The descriptors that are made in the loop.
    made: Vec<(Op, Distance)>,
    /// The products of the loop that take one that was made before, which of their operands, and how far that is behind the base.
    taken: Vec<(Op, usize, Distance)>,
}

/// A descriptor of a slot that is known.
struct Slot {
    /// Its place in shared memory, as the low word has it.
    low: i64,
    high: i64,
}

impl Slot {
    fn of(module: &Module, op: Op) -> Option<Self> {
        let slot = module.operand_named(op, operand::SLOT)?;
        let slot = module.constant_int(slot)?;
        let start = low(module, module.required_operand(op, operand::START))?;
        Some(Self {
            low: start + slot * module.required_int(op, "pitch"),
            high: module.required_int(op, "high"),
        })
    }
}

/// The part of a low word that is known: of what is not, the beginning of shared memory, all have the same.
fn low(module: &Module, value: Value) -> Option<i64> {
    let op = module.defining_op(value)?;
    match module.kind(op) {
        arith::ADDI => {
            let [a, b] = module.sides(op);
            Some(low(module, a)? + module.constant_int(b)?)
        }
        arith::SHRI => {
            let [address, by] = module.sides(op);
            let base = module.defining_op(address)?;
            let is_base = module.kind(base) == nvvm::SHARED_BASE && 1 << module.constant_int(by)? == UNIT;
            // Absent: memory that has no place yet.
            let from = module
                .int_attr(base, "from")
                .filter(|from| is_base && from % UNIT == 0)?;
            Some(from / UNIT)
        }
        _ => None,
    }
}

/// The descriptor of which a value is a known sum, and what is added.
fn described(module: &Module, value: Value, descriptor: OpKind) -> Option<(Op, i64)> {
    let op = module.defining_op(value)?;
    match module.kind(op) {
        kind if kind == descriptor => Some((op, 0)),
        arith::ADDI => {
            let [a, b] = module.sides(op);
            let (op, added) = described(module, a, descriptor)?;
            Some((op, added + module.constant_int(b)?))
        }
        _ => None,
    }
}

impl Rings {
    fn of(module: &Module, region: Region, descriptor: OpKind) -> Option<Self> {
        let looped = in_loops(module, region);
        let is_described = |&op: &Op| module.kind(op) == descriptor;
        let made: Vec<(Op, Slot)> = looped
            .iter()
            .copied()
            .filter(is_described)
            .filter_map(|op| Some((op, Slot::of(module, op)?)))
            .collect();
        let products = looped.iter().filter(|&&op| module.def(op).does(ASYNCHRONOUS));
        let of_before = |&op: &Op| {
            let operands = module.operands(op).iter().enumerate();
            let known = move |(at, &value): (usize, &Value)| {
                let (from, added) = described(module, value, descriptor)?;
                let slot = Slot::of(module, from)?;
                let is_before = module.parent(from).is_some_and(|block| !repeats(module, block));
                is_before.then_some((op, at, from, slot.low + added))
            };
            operands.filter_map(known).collect::<Vec<_>>()
        };
        let taken: Vec<(Op, usize, Op, i64)> = products.flat_map(of_before).collect();
        let before = taken.first()?.2;
        let high = Slot::of(module, before)?.high;
        let start = |op: Op| module.required_operand(op, operand::START);
        let is_first = |op: Op| {
            module
                .operand_named(op, operand::SLOT)
                .and_then(|slot| module.constant_int(slot))
                == Some(0)
        };
        let is_base = |&&(op, ref slot): &&(Op, Slot)| slot.high == high && is_first(op) && start(op) != start(before);
        let &(base, Slot { low, .. }) = made.iter().find(is_base)?;
        let dominance = Dominance::of(module, region);
        let outer = module.parent(before)?;
        let is_behind = |op: Op| module.parent(op).is_some_and(|inner| dominance.dominates(outer, inner));
        let is_one = taken.iter().all(|&(op, _, from, _)| from == before && is_behind(op));
        let made = made.iter().filter(|(op, slot)| slot.high == high && is_behind(*op));
        is_one.then(|| Self {
            before,
            base,
            made: made.map(|(op, slot)| (*op, slot.low - low)).collect(),
            taken: taken
                .into_iter()
                .map(|(op, at, _, place)| (op, at, place - low))
                .collect(),
        })
    }

    fn write(&self, module: &mut Module) {
        // Absent: a descriptor that is in no block is before no loop.
        let Some(block) = module.parent(self.before) else {
            return;
        };
        let (kind, loc) = (module.kind(self.base), module.loc(self.base));
        let mut build = Builder::new(module, block, loc);
        let ty = build.module.ty(build.module.result(self.base, 0));
        let start = build.module.required_operand(self.base, operand::START);
        let high = build.int(build.module.required_int(self.base, "high"));
        let base = build.op_with(kind, &[&[start], &[]], &[ty], &[("high", high)]);
        module.detach(base);
        module.insert_before(self.before, base);
        let base = module.result(base, 0);
        for &(op, at, distance) in &self.taken {
            let place = sum(module, (base, distance), op);
            module.set_operand(op, at, place);
        }
        for &(op, distance) in &self.made {
            let place = sum(module, (base, distance), op);
            module.replace_uses(module.result(op, 0), place);
            module.erase(op);
        }
    }
}

/// The base and a distance from it, added right before an op.
fn sum(module: &mut Module, (base, distance): (Value, Distance), before: Op) -> Value {
    // Absent: an op that is in no block needs no place.
    let (Some(block), ty) = (module.parent(before), module.ty(base)) else {
        return base;
    };
    if distance == 0 {
        return base;
    }
    let mut build = Builder::new(module, block, module.loc(before));
    let distance = build.number(distance, ty);
    let sum = build.binary(arith::ADDI, base, distance);
    for value in [distance, sum] {
        // Absent: both are made by ops.
        if let Some(op) = module.defining_op(value) {
            module.detach(op);
            module.insert_before(before, op);
        }
    }
    sum
}
