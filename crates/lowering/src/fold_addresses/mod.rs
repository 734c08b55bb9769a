//! `fold-addresses`
//!
//! Purpose: accesses whose addresses differ by a number share one address, and have the number in the instruction. What they share is
//! added up as early as it is known, so that a loop adds what changes in it. Where integers are made wider to be compared, they are
//! compared as they were.
//!
//! Requires: `nvvm`. Guarantees: the same accesses.
//!
//! ```text
//! %o1 = arith.addi %tid, %c128                       %x0 = arith.exti %tid
//! %x1 = arith.exti %o1 signed                        %y0 = arith.muli %x0, %c4
//! %y1 = arith.muli %x1, %c4                      ->  %z0 = arith.addi %base, %y0
//! %z1 = arith.addi %base, %y1
//! nvvm.ld global %z1 + 0                             nvvm.ld global %z0 + 512
//! ```

mod chains;
mod numbers;
mod products;
mod rows;

use crate::canonicalize::remove_unused;
use numbers::Numbers;
use tilewright_analysis::{Context, Steering};
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::THREADS;
use tilewright_ir::dominance::{reverse_postorder, successors};
use tilewright_ir::entity::EntityMap;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Block, Def, Module, Op, Region, Value};

/// The largest number that an instruction has beside an address: 24 bits with a sign.
const FURTHEST: i64 = 1 << 23;
/// Sums of more ops are not looked into.
const DEEPEST: usize = 24;

/// Runs the pass; whether it changed something.
pub fn run(module: &mut Module, context: &Context<'_>) -> Result<bool, Failure> {
    let mut folded = 0;
    // Sums that one round leaves twice may be folded again: going on from the text of this pass, nothing more is.
    loop {
        let now = fold(module, context.steering);
        if now == 0 {
            folded += step_rows(module);
            // Absent: a chain may have any length.
            folded += context
                .steering
                .longest_chain
                .map_or(0, |longest| chains::split(module, longest));
            return Ok(folded > 0);
        }
        folded += now;
        crate::cse::once(module);
        if context.steering.shared_addresses.is_some() {
            // A second round would share as many again.
            return Ok(true);
        }
    }
}

/// The regions of all kernels, each with the threads of a CTA.
fn regions(module: &Module) -> Vec<(Region, i64)> {
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    let of = |func: Op| {
        let threads = module.required_int(func, THREADS);
        module.regions(func).iter().map(move |&region| (region, threads))
    };
    funcs.flat_map(of).collect()
}

/// Addresses of atomics are made of those before them. How many.
fn step_rows(module: &mut Module) -> usize {
    let mut stepped = 0;
    for (region, threads) in regions(module) {
        let blocks = reverse_postorder(module, region);
        stepped += rows::step(module, &blocks, threads);
    }
    stepped
}

/// One round. How many ops became others.
fn fold(module: &mut Module, steering: Steering) -> usize {
    let changed = narrow_all(module) + products::multiply_parts(module);
    let mut shared = 0;
    for (region, threads) in regions(module) {
        shared += share(module, region, threads, steering);
    }
    if changed + shared > 0 {
        remove_unused(module);
    }
    changed + shared
}

/// Comparisons of integers that were made wider compare what they were. How many.
fn narrow_all(module: &mut Module) -> usize {
    let mut narrowed = 0;
    for op in module.walk(module.top()) {
        if module.kind(op) != arith::CMPI {
            continue;
        }
        let sides = module.sides(op);
        let [a, b] = sides.map(|side| numbers::extended(module, side));
        // Absent: it is no number of 32 bits.
        let number = module
            .constant_int(sides[1])
            .filter(|&number| i32::try_from(number).is_ok());
        let (a, b) = match (a, b, number) {
            (Some(a), Some(b), _) => (a, b),
            (Some(a), None, Some(number)) => {
                let (top, loc, ty) = (module.top(), module.loc(op), module.ty(a));
                let b = Builder::new(module, top, loc).number(number, ty);
                if let Some(made) = module.defining_op(b) {
                    module.detach(made);
                    module.insert_before(op, made);
                }
                (a, b)
            }
            // Absent: it is compared as it is.
            _ => continue,
        };
        module.set_operand(op, 0, a);
        module.set_operand(op, 1, b);
        narrowed += 1;
    }
    narrowed
}

/// A part of an address: a value, and by what it is multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    value: Value,
    /// Whether it has 32 bits with a sign, and is made wider.
    narrow: bool,
    times: i64,
}

/// An address: its parts, by where they are made, and a number.
struct Sum {
    parts: Vec<Part>,
    number: i64,
}

/// An access to global memory.
#[derive(Clone, Copy)]
struct Access {
    op: Op,
    /// The place of the address among its operands.
    address: usize,
    /// The attribute that has the number beside the address.
    offset: &'static str,
}

impl Access {
    /// The access that an op is to global memory.
    fn of(module: &Module, op: Op) -> Option<Self> {
        let (address, offset) = match module.kind(op) {
            nvvm::LD | nvvm::ST if module.keyword(op, "space") != "global" => return None,
            nvvm::LD | nvvm::ST | nvvm::RED | nvvm::ATOM => (0, "offset"),
            nvvm::CP_ASYNC_SHARED_GLOBAL => (1, "source_offset"),
            // Absent: it is none, or one whose address has no number beside it.
            _ => return None,
        };
        Some(Self { op, address, offset })
    }

    fn address(self, module: &Module) -> Value {
        module.operands(self.op)[self.address]
    }
}

/// The parts that some addresses have in common, and the accesses to them, each with its number.
type Group = (Vec<Part>, Vec<(Access, i64)>);

/// Accesses of a region share addresses: those that most accesses share, where there are too many. How many.
fn share(module: &mut Module, region: Region, threads: i64, steering: Steering) -> usize {
    let mut places: EntityMap<Value, usize> = EntityMap::sized(module.value_count());
    let mut place = 0;
    let mut accesses = Vec::new();
    let blocks = reverse_postorder(module, region);
    let around = steering
        .largest_rewritten_loop
        .map(|most| (most as usize, sizes_around(module, &blocks)));
    for (number, &block) in blocks.iter().enumerate() {
        for &argument in module.arguments(block) {
            places.insert(argument, place);
            place += 1;
        }
        for op in module.ops(block) {
            for &result in module.results(op) {
                places.insert(result, place);
                place += 1;
            }
            let is_left = around.as_ref().is_some_and(|(most, sizes)| sizes[number] > *most);
            accesses.extend(Access::of(module, op).filter(|_| !is_left));
        }
    }
    let numbers = Numbers::of(module, &blocks, threads);
    let sums = accesses.into_iter().filter_map(|access| {
        let mut sum = Sum {
            parts: Vec::new(),
            number: module.required_int(access.op, access.offset),
        };
        add(&numbers, access.address(module), 1, DEEPEST, &mut sum)?;
        // Absent: what is not in the region is before all that is.
        let place = |part: &Part| places.get(part.value).copied().unwrap_or(0);
        for end in 1..sum.parts.len() {
            let mut at = end;
            while at > 0 && place(&sum.parts[at - 1]) > place(&sum.parts[at]) {
                sum.parts.swap(at - 1, at);
                at -= 1;
            }
        }
        (sum.number.abs() < FURTHEST).then_some((access, sum))
    });
    let mut groups: Vec<Group> = Vec::new();
    for (access, sum) in sums {
        match groups.iter_mut().find(|(parts, _)| *parts == sum.parts) {
            Some((_, of)) => of.push((access, sum.number)),
            None => groups.push((sum.parts, vec![(access, sum.number)])),
        }
    }
    groups.retain(|(_, of)| {
        of.iter()
            .any(|(access, _)| access.address(module) != of[0].0.address(module))
    });
    if let Some(most) = steering.shared_addresses {
        groups = most_shared(groups, most.into());
    }
    let mut writer = Writer {
        module,
        last: EntityMap::default(),
        known: Vec::new(),
    };
    for (parts, of) in &groups {
        let address = writer.sum(parts, of[0].0);
        for &(access, number) in of {
            writer.address(access, address, number);
        }
    }
    groups.iter().map(|(_, of)| of.len()).sum()
}

/// As many of the groups that most accesses share, those first; of groups that as many share, the first.
fn most_shared(mut groups: Vec<Group>, most: usize) -> Vec<Group> {
    let mut shared = Vec::new();
    while shared.len() < most && !groups.is_empty() {
        let mut largest = 0;
        for (at, (_, of)) in groups.iter().enumerate() {
            if of.len() > groups[largest].1.len() {
                largest = at;
            }
        }
        shared.push(groups.remove(largest));
    }
    shared
}

/// For each block, in reverse postorder, the ops of the innermost loop around it; none where there is no loop.
fn sizes_around(module: &Module, blocks: &[Block]) -> Vec<usize> {
    let mut smallest = vec![0; blocks.len()];
    for (last, &block) in blocks.iter().enumerate() {
        for next in successors(module, block) {
            // Absent: a way out of the region. Loops are between a block and one that goes back to it.
            let Some(first) = blocks[..=last].iter().position(|&b| b == next) else {
                continue;
            };
            let size = blocks[first..=last]
                .iter()
                .map(|&block| module.ops(block).count())
                .sum();
            for around in &mut smallest[first..=last] {
                *around = if *around == 0 { size } else { size.min(*around) };
            }
        }
    }
    smallest
}

/// Adds a value, so many times, to a sum. None: it has too many parts.
fn add(numbers: &Numbers<'_>, value: Value, times: i64, depth: usize, sum: &mut Sum) -> Option<()> {
    let module = numbers.module();
    let deeper = depth.checked_sub(1)?;
    if let Some(number) = module.constant_int(value) {
        sum.number = sum.number.wrapping_add(number.wrapping_mul(times));
        return Some(());
    }
    let narrow = module.scalar(module.ty(value))?.bits == 32;
    if let Some(op) = module.defining_op(value) {
        let is_of_two = matches!(module.kind(op), arith::ADDI | arith::MULI | arith::SHLI);
        let sides = is_of_two.then(|| numbers::sides(module, op)).flatten();
        let by = sides.and_then(|[_, by]| module.constant_int(by));
        // A narrow sum is the sum of what is made wider where it does not wrap.
        let exact = !narrow || numbers.is_exact(op);
        match (module.kind(op), sides, by) {
            (arith::ADDI, Some([lhs, rhs]), _) if exact => {
                add(numbers, lhs, times, deeper, sum)?;
                return add(numbers, rhs, times, deeper, sum);
            }
            (arith::MULI, Some([lhs, _]), Some(by)) if exact => {
                return add(numbers, lhs, times.wrapping_mul(by), deeper, sum);
            }
            (arith::SHLI, Some([lhs, _]), Some(by)) if exact && (0..32).contains(&by) => {
                return add(numbers, lhs, times.wrapping_shl(by as u32), deeper, sum);
            }
            (arith::EXTI, ..) => {
                if let Some(source) = numbers.wider(op) {
                    return add(numbers, source, times, deeper, sum);
                }
            }
            // Absent: it is a part.
            _ => {}
        }
    }
    match sum.parts.iter_mut().find(|part| part.value == value) {
        Some(part) => part.times = part.times.wrapping_add(times),
        None => sum.parts.push(Part { value, narrow, times }),
    }
    Some(())
}

/// Writes sums.
struct Writer<'m> {
    module: &'m mut Module,
    /// The newest op that was written behind a place: the op or the block whose first value this is.
    last: EntityMap<Value, Op>,
    /// Sums that are there, and where.
    known: Vec<(Vec<Part>, Value)>,
}

impl Writer<'_> {
    fn address(&mut self, access: Access, address: Value, number: i64) {
        let number = self.module.intern_attr(AttrData::Int(number));
        self.module.set_operand(access.op, access.address, address);
        self.module.set_attr(access.op, access.offset, number);
    }

    /// The sum of some parts, made as soon as the last of them is; at least one access `of` them comes later.
    fn sum(&mut self, parts: &[Part], of: Access) -> Value {
        if let Some((_, value)) = self.known.iter().find(|(known, _)| known == parts) {
            return *value;
        }
        let Some((&last, before)) = parts.split_last() else {
            return of.address(self.module);
        };
        let before = (!before.is_empty()).then(|| self.sum(before, of));
        let loc = self.module.loc(of.op);
        let (top, long) = (self.module.top(), self.module.named_type("i64"));
        // Made at the end of the top level and moved: the builder only appends.
        let first = self.module.last_op(top);
        let mut builder = Builder::new(self.module, top, loc);
        let mut value = last.value;
        if last.narrow {
            value = builder.extend("signed", value, long);
        }
        if last.times != 1 {
            let times = builder.number(last.times, long);
            value = builder.binary(arith::MULI, value, times);
        }
        if let Some(before) = before {
            value = builder.binary(arith::ADDI, before, value);
        }
        let mut next = first.and_then(|first| self.module.next_op(first));
        while let Some(op) = next {
            next = self.module.next_op(op);
            self.place(op, last.value);
        }
        self.known.push((parts.to_vec(), value));
        value
    }

    /// Moves an op to behind the place where a value is made.
    fn place(&mut self, op: Op, value: Value) {
        let module = &mut *self.module;
        module.detach(op);
        let (made, block, first) = match module.value_def(value) {
            Def::Result(made, _) => (Some(made), module.parent(made), module.result(made, 0)),
            Def::Argument(block, _) => (None, Some(block), module.arguments(block)[0]),
        };
        let behind = self.last.get(first).copied().or(made);
        self.last.insert(first, op);
        let next = match behind {
            Some(behind) => module.next_op(behind),
            None => block.and_then(|block| module.first_op(block)),
        };
        match (next, block) {
            (Some(next), _) => module.insert_before(next, op),
            (None, Some(block)) => module.append(block, op),
            (None, None) => {}
        }
    }
}
