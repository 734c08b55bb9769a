//! `unroll-loops`
//!
//! Purpose: a loop that takes what a product has made in the iteration before, while the product runs again, is written several times, one
//! iteration after the other. Each has names of its own, so that nothing is moved from registers to registers (modulo variable
//! expansion by unrolling), and it is written so often that the place in a ring of buffers is known in each of them.
//!
//! Only where each iteration waits for its products: registers that are written meanwhile are not handed on; and where a thread could have what
//! is handed on twice: behind any of the iterations the loop may end, and all leave it in the same registers. The loop of an issuer, whose
//! products leave nothing in registers, is written twice if that makes places in rings known; that of warps, which wait for each product, up to
//! four times, if it does nothing but multiply.
//!
//! Requires: `nvvm`. Guarantees: the same ops in the same order for any number of iterations: the test before each of them stays, but where the
//! number of iterations is known and a multiple of those that are written: then, where products run on by themselves, the first alone has one.
//!
//! ```text
//! ^head(%i, %slot):                              ^head(%i, %slot):
//!   cond_br %i < %n, ^body, ^end                   cond_br %i < %n, ^body, ^end(%slot)
//! ^body:                                   ->    ^body:                             // slot 0
//!   ...                                            ...
//!   br ^head(%i + 1, (%slot + 1) mod 2)            cond_br %i + 1 < %n, ^second, ^end(1)
//! ^end:                                          ^second:                           // slot 1
//!                                                  ...
//!                                                  br ^head(%i + 2, 0)
//!                                                ^end(%slot):
//! ```
//!
//! An agent's loop of warps in another loop goes on in a ring where it was left: iterations up to the ring's first slot are a loop before it.

use crate::canonicalize::{of_known, splat_bits};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilewright_analysis::Context;
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::copy::{Names, named};
use tilewright_ir::entity::EntityMap;
use tilewright_ir::op_def::effects::ASYNCHRONOUS;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cf, nvvm};
use tilewright_ir::{AttrData, Block, Def, Loc, Module, Op, OpKind, Region, Value};
use tilewright_machine::{Target, policy};
use tilewright_units::{LoopProducts, Missing, WARPS, asynchronous};

/// Runs the pass; whether it changed something.
pub fn run(module: &mut Module, context: &Context<'_>) -> Result<bool, Failure> {
    let way = match asynchronous(context.target) {
        Ok((unit, products)) if unit.has_tensor_memory() => Way::Issued(products),
        Ok((_, products)) => Way::Groups(products, room(context.target)),
        Err(Missing::InOrder) => Way::Warps,
        // Absent: a target that no loops are written for.
        Err(_) => return Ok(false),
    };
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    let regions: Vec<Region> = funcs.flat_map(|func| module.regions(func).to_vec()).collect();
    let mut all = Vec::new();
    for region in regions {
        for &head in module.blocks(region) {
            // Absent: a block that begins no such loop.
            let found = Loop::of(module, region, head).filter(|found| way.has(module, found));
            all.extend(found.and_then(|found| Some((found.times(module, way)?, found))));
        }
    }
    for ((times, known), found) in &all {
        found.unroll(module, way, (*times, known));
    }
    Ok(!all.is_empty())
}

/// The most registers that a loop of groups hands on where it is written several times: as many again, and those beside an instruction, are
/// there as well.
fn room(target: &Target) -> i64 {
    let agents = target.pipeline.agents.as_ref();
    // Absent: nobody multiplies in groups.
    agents.map_or(0, |agents| {
        (agents.registers_of_consumer.value - agents.registers_beside_instruction.value) / 2
    })
}

/// The way in which the loops of a target multiply.
#[derive(Clone, Copy)]
enum Way {
    /// A thread starts products that leave nothing in registers.
    Issued(&'static LoopProducts),
    /// Threads start groups of products in registers, and wait for them; the most registers that a loop hands on.
    Groups(&'static LoopProducts, i64),
    /// Warps wait for each product.
    Warps,
}

impl Way {
    /// Whether a loop multiplies, and waits for all of it: behind one that runs on, where an iteration may be the last, no register that it
    /// writes can be handed on.
    fn has(self, module: &Module, found: &Loop) -> bool {
        let ops = || found.blocks.iter().flat_map(|&block| module.ops(block));
        let has = |kind: OpKind| ops().any(|op| module.kind(op) == kind);
        match self {
            Self::Warps => {
                let is_product = |op: Op| [WARPS.product, WARPS.scaled.product].contains(&module.kind(op));
                let is_handed_on = |&fragment: &Value| {
                    let def = module.value_def(fragment);
                    matches!(def, Def::Argument(block, _) if block == found.head)
                };
                // Numbers that are computed besides, and fragments of the iteration before, take the registers that later fragments would have.
                let crowds = |op: Op| match is_product(op) {
                    true => module.operands_named(op, operand::LHS).iter().any(is_handed_on),
                    false => computes(module, op),
                };
                ops().any(is_product) && !ops().any(crowds)
            }
            Self::Issued(products) => found.blocks.len() == 1 && has(products.commit),
            Self::Groups(products, room) => {
                let steps = ops().filter(|&op| [products.commit, products.wait].contains(&module.kind(op)));
                let last = steps.last().filter(|&op| module.kind(op) == products.wait);
                let waits = last.is_some_and(|wait| module.required_int(wait, "count") == 0);
                found.blocks.len() == 1 && waits && found.has_room(module, room)
            }
        }
    }
}

/// Whether an op computes a floating-point number, and multiplies no matrices.
fn computes(module: &Module, op: Op) -> bool {
    let is_float = |&result: &Value| {
        let scalar = module.element_scalar(module.ty(result));
        scalar.is_some_and(|scalar| scalar.is_float())
    };
    module.def(op).dialect() == "arith" && module.results(op).iter().any(is_float)
}

/// A loop whose first block decides whether there is another iteration, which is the others: of these only the last goes back.
struct Loop {
    region: Region,
    head: Block,
    /// The blocks of an iteration: each behind those that come before it on all ways.
    blocks: Vec<Block>,
    /// The block with which an iteration begins.
    first: Block,
    /// The block from which the head is gone to again.
    last: Block,
    /// The block behind the loop, to which nothing else goes.
    end: Block,
    /// The op that goes to the head from before the loop, and the values that the head has then.
    entry: Op,
    inits: Vec<Value>,
}

/// Arguments of the head that are numbers known in the first of the written iterations.
type Known = Vec<(usize, u64)>;

/// A loop before its first iteration.
struct Start {
    /// The numbers that arguments of its head have.
    written: Vec<Option<u64>>,
    /// Those that they have, or are taken to have.
    taken: Vec<Option<u64>>,
    /// The ops by which an iteration computes the numbers that it hands on.
    counts: Vec<Op>,
}

/// The number with which a ring begins: what places are taken for that the loop begins with.
const FIRST: u64 = 0;

impl Loop {
    fn of(module: &Module, region: Region, head: Block) -> Option<Self> {
        let test = module.last_op(head)?;
        let &[then, end] = module.successors(test) else {
            return None;
        };
        let is_test = module.kind(test) == cf::COND_BR && module.operands(test).len() == 1;
        if !is_test || then == head || !module.arguments(then).is_empty() || !module.arguments(end).is_empty() {
            return None;
        }
        let mut inside = vec![then];
        let mut at = 0;
        while let Some(&block) = inside.get(at) {
            at += 1;
            for &next in module.successors(module.last_op(block)?) {
                if next != head && !inside.contains(&next) {
                    inside.push(next);
                }
            }
        }
        let into = |to: Block| {
            let ends = module.blocks(region).iter().filter_map(|&block| module.last_op(block));
            ends.filter(|&op| module.successors(op).contains(&to))
                .collect::<Vec<Op>>()
        };
        let is_inside = |op: Op| module.parent(op).is_some_and(|block| inside.contains(&block));
        let (backs, entries): (Vec<Op>, Vec<Op>) = into(head).into_iter().partition(|&op| is_inside(op));
        let (&[back], &[entry]) = (&backs[..], &entries[..]) else {
            return None;
        };
        let is_left = |&block: &Block| block != then && into(block).iter().any(|&op| !is_inside(op));
        let whole = module.kind(back) == cf::BR && module.kind(entry) == cf::BR && !inside.contains(&end);
        if !whole || into(then) != [test] || into(end) != [test] || inside.iter().any(is_left) {
            return None;
        }
        Some(Self {
            region,
            head,
            blocks: inside,
            first: then,
            last: module.parent(back)?,
            end,
            entry,
            inits: module.operands(entry).to_vec(),
        })
    }

    /// Whether a thread could have what an iteration hands on twice: there is room for it, or little is computed besides, as where products are
    /// only added to sums.
    fn has_room(&self, module: &Module, room: i64) -> bool {
        let registers = |values: &[Value]| -> i64 {
            let bits = values
                .iter()
                .map(|&value| i64::from(module.element_bits(module.ty(value))));
            bits.filter(|&bits| bits > 1).map(|bits| (bits + 31) / 32).sum()
        };
        let handed_on = registers(module.arguments(self.head));
        let computed: i64 = self.ops(module).map(|op| registers(module.results(op))).sum();
        handed_on <= room || computed <= 3 * handed_on
    }

    /// The ops of an iteration.
    fn ops<'m>(&'m self, module: &'m Module) -> impl Iterator<Item = Op> + 'm {
        self.blocks.iter().flat_map(|&block| module.ops(block))
    }

    /// The number of times that an iteration is written, and the arguments that are known then; none: as it is. It is the least after which
    /// as many of the places in rings as possible begin anew.
    fn times(&self, module: &Module, way: Way) -> Option<(usize, Known)> {
        let is_for_registers = matches!(way, Way::Groups(..));
        let renames = self.renames(module);
        let limits = policy();
        let ops = self.ops(module).count() as i64;
        let iterations = match way {
            Way::Issued(_) => limits.issued_iterations.value,
            Way::Groups(..) | Way::Warps => limits.unrolled_iterations.value,
        };
        let most = (limits.unrolled_ops.value / ops.max(1)).min(iterations);
        let most = most.max(0) as usize;
        // Where nothing is renamed, only a ring that goes round by three: attention with two slots, written twice, has more moves of registers
        // than known places save (docs/sources/measurements.md#unrolled).
        let pays = |times: &usize| !is_for_registers || renames || !times.is_power_of_two();
        // A value that one iteration leaves as it was, such as the place in a ring of one slot, is none that unrolling makes known.
        let start = self.start(module, way);
        let still = self.known(module, &start, 1);
        let ways = (2..=most).rev().filter(pays).map(|times| {
            let mut known = self.known(module, &start, times);
            known.retain(|one| !still.contains(one));
            (times, known)
        });
        // Of equals, the last: the least.
        ways.max_by_key(|(_, known)| known.len())
            .filter(|(_, known)| is_for_registers && renames || !known.is_empty())
    }

    /// Whether an iteration takes what a product has made in the one before, while the same product writes anew: as one loop, all of these
    /// registers are moved.
    fn renames(&self, module: &Module) -> bool {
        let Some(back) = module.last_op(self.last) else {
            return false;
        };
        let pairs = module.arguments(self.head).iter().zip(module.operands(back));
        let is_used = |value: Value| module.uses(value).iter().any(|user| self.is_inside(module, user.op));
        pairs
            .into_iter()
            .any(|(&before, &next)| is_used(before) && self.is_made_anew(module, next))
    }

    /// Whether an op stands in an iteration.
    fn is_inside(&self, module: &Module, op: Op) -> bool {
        module.parent(op).is_some_and(|block| self.blocks.contains(&block))
    }

    /// Whether a value is the sum of asynchronous products of the body that begin with none.
    fn is_made_anew(&self, module: &Module, value: Value) -> bool {
        let mut at = value;
        loop {
            let op = module.defining_op(at).filter(|&op| self.is_inside(module, op));
            let Some(op) = op.filter(|&op| module.def(op).does(ASYNCHRONOUS)) else {
                return false;
            };
            let ty = module.ty(at);
            match module.operands(op).iter().find(|&&operand| module.ty(operand) == ty) {
                Some(&sum) => at = sum,
                None => return true,
            }
        }
    }

    /// The numbers before the first iteration. Of an agent's loop in another loop, which goes on in a ring where it was left, iterations up
    /// to the ring's first slot are written apart.
    fn start(&self, module: &Module, way: Way) -> Start {
        let waits = || {
            self.ops(module)
                .any(|op| [nvvm::MBARRIER_WAIT_PARITY, nvvm::MBARRIER_TRY_WAIT_PARITY].contains(&module.kind(op)))
        };
        let goes_on = matches!(way, Way::Warps) && waits() && self.is_innermost(module);
        let is_slot = |&argument: &Value| {
            let mut uses = module.uses(argument).iter();
            uses.any(|user| self.is_inside(module, user.op) && module.kind(user.op) == arith::MULI)
        };
        let inits = self.inits.iter();
        let written: Vec<Option<u64>> = inits.map(|&init| settled(module, init, DEEPEST)).collect();
        let arguments = written.iter().zip(module.arguments(self.head));
        let taken =
            arguments.map(|(number, argument)| number.or_else(|| (goes_on && is_slot(argument)).then_some(FIRST)));
        Start {
            taken: taken.collect(),
            written,
            counts: self.counts(module),
        }
    }

    /// Whether no loop is in an iteration.
    fn is_innermost(&self, module: &Module) -> bool {
        let place = |block: &Block| self.blocks.iter().position(|own| own == block);
        self.blocks.iter().enumerate().all(|(at, &block)| {
            // Absent: a block ends with its terminator.
            let ways = module.last_op(block).map_or(&[][..], |end| module.successors(end));
            ways.iter().filter_map(place).all(|next| next > at)
        })
    }

    /// The arguments of the head that are numbers before the loop, and the same ones after so many iterations. Where some are numbers, and others
    /// are only taken for such, the first alone are known: iterations that are written apart, until the others have come to theirs, move both.
    fn known(&self, module: &Module, start: &Start, times: usize) -> Known {
        let known = self.known_from(module, (&start.counts, times), &start.taken);
        let is_written = |&&(place, _): &&(usize, u64)| start.written[place].is_some();
        let written = known.iter().filter(is_written).count();
        match (1..known.len()).contains(&written) {
            true => self.known_from(module, (&start.counts, times), &start.written),
            false => known,
        }
    }

    /// The same with the numbers that arguments have before the loop: all are taken for such that come again, and those that turn out to be
    /// others are given up, until none does.
    fn known_from(&self, module: &Module, (counts, times): (&[Op], usize), first: &[Option<u64>]) -> Known {
        let arguments = module.arguments(self.head);
        let first = first.iter().enumerate();
        let mut known: Known = first.filter_map(|(place, number)| Some((place, (*number)?))).collect();
        loop {
            let start = known.iter().map(|&(place, number)| (arguments[place], number));
            let mut now: FxHashMap<Value, u64> = start.collect();
            let mut handed: Vec<Option<u64>> = Vec::new();
            for _ in 0..times {
                handed = self.iteration(module, counts, &mut now);
                now = arguments
                    .iter()
                    .zip(&handed)
                    .filter_map(|(&argument, &number)| Some((argument, number?)))
                    .collect();
            }
            let before = known.len();
            known.retain(|&(place, number)| handed[place] == Some(number));
            if known.len() == before {
                break;
            }
        }
        // An argument that never changes is none that unrolling makes known.
        let back = module.last_op(self.last);
        let next = |place: usize| back.and_then(|back| module.operands(back).get(place).copied());
        let is_constant = |place: usize| {
            next(place).is_some_and(|next| next == arguments[place] || splat_bits(module, next).is_some())
        };
        known.retain(|&(place, _)| !is_constant(place));
        known
    }

    /// The ops of an iteration by which whole numbers that it hands on are computed, in their order.
    fn counts(&self, module: &Module) -> Vec<Op> {
        let mut needed: EntityMap<Op, ()> = EntityMap::default();
        let back = module.last_op(self.last);
        // Absent: each block of the loop has an end.
        let mut open = back.map_or(&[][..], |back| module.operands(back)).to_vec();
        while let Some(value) = open.pop() {
            let op = module
                .defining_op(value)
                .filter(|&op| module.def(op).dialect() == "arith" && !needed.contains(op));
            if let Some(op) = op {
                needed.insert(op, ());
                open.extend_from_slice(module.operands(op));
            }
        }
        let ops = module.ops(self.head).chain(self.ops(module));
        ops.filter(|&op| needed.contains(op)).collect()
    }

    /// The numbers that an iteration hands on, which these ops compute.
    fn iteration(&self, module: &Module, counts: &[Op], now: &mut FxHashMap<Value, u64>) -> Vec<Option<u64>> {
        for &op in counts {
            if let (Some(result), &[value]) = (computed(module, op, now), module.results(op)) {
                now.insert(value, result);
            }
        }
        let back = module.last_op(self.last);
        // Absent: each block of the loop has an end.
        let handed = back.map_or(&[][..], |back| module.operands(back));
        handed.iter().map(|&value| known_number(module, value, now)).collect()
    }

    /// The number of iterations of a loop that counts from one known number to another by a third; none: it is not known before the kernel
    /// runs.
    fn iterations(&self, module: &Module, (condition, handed): (Value, &[Value])) -> Option<u64> {
        let test = module
            .defining_op(condition)
            .filter(|&op| module.kind(op) == arith::CMPI)?;
        let counts = module.keyword(test, "predicate") == "less_than" && module.keyword(test, "signedness") == "signed";
        let [counter, bound] = module.sides(test);
        let place = module
            .arguments(self.head)
            .iter()
            .position(|&argument| argument == counter)?;
        let step = module
            .defining_op(handed[place])
            .filter(|&op| counts && module.kind(op) == arith::ADDI)?;
        let [before, step] = module.sides(step);
        // Numbers that a loop counts by are of 32 bits, as its counter is.
        let known = |value: Value| settled(module, value, DEEPEST).map(|bits| i64::from(bits as i32));
        let (from, to, step) = (known(self.inits[place])?, known(bound)?, known(step)?);
        let is_whole = module
            .element_scalar(module.ty(counter))
            .is_some_and(|scalar| scalar.name == "i32");
        let counts = is_whole && before == counter && step > 0 && to + step <= i64::from(i32::MAX);
        counts.then(|| ((to - from).max(0) as u64).div_ceil(step as u64))
    }

    fn unroll(&self, module: &mut Module, way: Way, (times, known): (usize, &Known)) {
        let test = module.last_op(self.head);
        let back = module.last_op(self.last);
        // Absent: each block of the loop has an end.
        let (Some(test), Some(back)) = (test, back) else { return };
        let head: Vec<Op> = module.ops(self.head).filter(|&op| op != test).collect();
        let condition = module.required_operand(test, operand::CONDITION);
        let test_loc = module.loc(test);
        let outside = self.handed_out(module, test);
        let arguments = module.arguments(self.head).to_vec();
        let handed = module.operands(back).to_vec();
        let loc = module.loc(back);
        let mut names = Names::default();
        let mut written = vec![self.blocks.clone()];
        let mut last = self.last;
        module.erase(back);
        let ops: Vec<Vec<Op>> = self.blocks.iter().map(|&block| module.ops(block).collect()).collect();
        let is_open = |&&(place, _): &&(usize, u64)| settled(module, self.inits[place], DEEPEST).is_none();
        let open: Known = known.iter().filter(is_open).copied().collect();
        // Warps that wait for each product would hold more fragments at a time (measured: gemm_mxf8 for sm_120a).
        let may_mix = open.is_empty() && !matches!(way, Way::Warps);
        let count = self.iterations(module, (condition, &handed)).filter(|_| may_mix);
        let is_whole = count.is_some_and(|count| count.is_multiple_of(times as u64));
        let before = match open[..] {
            [] => Vec::new(),
            _ => self.write_before(module, (&head, condition, &outside), (&ops, &handed), &open),
        };
        for _ in 1..times {
            // An iteration begins with what the one before hands on.
            let next: Vec<Value> = handed.iter().map(|value| named(&names, *value)).collect();
            names = arguments.iter().copied().zip(next).collect();
            for &op in &head {
                module.copy_op(op, last, &mut names);
            }
            let more = named(&names, condition);
            let left: Vec<Value> = outside.iter().map(|value| named(&names, *value)).collect();
            let blocks = self.copy(module, &ops, &mut names);
            let place = |block: Block| {
                self.blocks
                    .iter()
                    .position(|&own| own == block)
                    .map(|place| blocks[place])
            };
            // Absent: the first and the last block are some of an iteration's.
            if let (Some(first), Some(new_last)) = (place(self.first), place(self.last)) {
                match is_whole {
                    true => {
                        let on = Builder::new(module, last, test_loc).op(cf::BR, &[&[]], &[]);
                        module.set_successors(on, &[first]);
                    }
                    false => branch(module, last, (more, &left), [first, self.end], test_loc),
                }
                last = new_last;
            }
            written.push(blocks);
        }
        let next: Vec<Value> = handed.iter().map(|value| named(&names, *value)).collect();
        let again = Builder::new(module, last, loc).op(cf::BR, &[&next], &[]);
        module.set_successors(again, &[self.head]);
        self.write_known(module, known);
        let all = written.concat();
        let others = module.blocks(self.region).iter().copied();
        let kept =
            others.filter(|block| self.blocks.contains(block) || !all.contains(block) && !before.contains(block));
        let kept: Vec<Block> = kept.collect();
        let own: Vec<usize> = kept
            .iter()
            .filter_map(|block| self.blocks.iter().position(|own| own == block))
            .collect();
        let copies = written[1..]
            .iter()
            .flat_map(|blocks| own.iter().map(move |&place| blocks[place]));
        let copies: Vec<Block> = copies.collect();
        let end = own.last().map(|&place| self.blocks[place]);
        let order = kept.into_iter().flat_map(|block| match Some(block) == end {
            true => [&[block][..], &copies].concat(),
            false if block == self.head => [&before[..], &[block]].concat(),
            false => vec![block],
        });
        let order = order.collect();
        module.reorder_blocks(self.region, order);
    }

    /// Writes a loop before this one: iterations up to the one with which it may begin, for which arguments must have these numbers. Returns
    /// its blocks.
    fn write_before(
        &self,
        module: &mut Module,
        (head, condition, outside): (&[Op], Value, &[Value]),
        (ops, handed): (&[Vec<Op>], &[Value]),
        open: &[(usize, u64)],
    ) -> Vec<Block> {
        let loc = module.unknown_loc();
        let [first, test] = [0; 2].map(|_| module.add_block_beside(self.head));
        let mut names = Names::default();
        let mut own = Vec::new();
        for argument in module.arguments(self.head).to_vec() {
            let ty = module.ty(argument);
            own.push(module.add_argument(first, ty));
            names.extend([(argument, own[own.len() - 1])]);
        }
        for &op in head {
            module.copy_op(op, first, &mut names);
        }
        let more = named(&names, condition);
        let left: Vec<Value> = outside.iter().map(|value| named(&names, *value)).collect();
        branch(module, first, (more, &left), [test, self.end], loc);
        let mut build = Builder::new(module, test, loc);
        let differ = open.iter().map(|&(place, number)| {
            let ty = build.module.ty(own[place]);
            let number = build.constant(number, ty);
            build.compare("not_equal", "signed", own[place], number)
        });
        let differ: Vec<Value> = differ.collect();
        let any = differ.into_iter().reduce(|a, b| build.binary(arith::ORI, a, b));
        let blocks = self.copy(module, ops, &mut names);
        let place = |block: Block| self.blocks.iter().position(|&own| own == block);
        // Absent: the first and the last block are some of an iteration's.
        if let (Some(any), Some(begin), Some(last)) = (any, place(self.first), place(self.last)) {
            branch(module, test, (any, &own), [blocks[begin], self.head], loc);
            let next: Vec<Value> = handed.iter().map(|value| named(&names, *value)).collect();
            let again = Builder::new(module, blocks[last], loc).op(cf::BR, &[&next], &[]);
            module.set_successors(again, &[first]);
        }
        module.set_successors(self.entry, &[first]);
        [&[first, test][..], &blocks].concat()
    }

    /// Writes the blocks of an iteration, of these ops, once more; the last of them has no end yet.
    fn copy(&self, module: &mut Module, ops: &[Vec<Op>], names: &mut Names) -> Vec<Block> {
        let blocks: Vec<Block> = self
            .blocks
            .iter()
            .map(|&block| module.add_block_beside(block))
            .collect();
        for (&block, &new) in self.blocks.iter().zip(&blocks) {
            for argument in module.arguments(block).to_vec() {
                let ty = module.ty(argument);
                let copy = module.add_argument(new, ty);
                names.insert(argument, copy);
            }
        }
        for (ops, &new) in ops.iter().zip(&blocks) {
            for &op in ops {
                let ways = module.successors(op).to_vec();
                let copy = module.copy_op(op, new, names);
                let to = |way: Block| {
                    self.blocks
                        .iter()
                        .position(|&own| own == way)
                        .map_or(way, |place| blocks[place])
                };
                let ways: Vec<Block> = ways.into_iter().map(to).collect();
                module.set_successors(copy, &ways);
            }
        }
        blocks
    }

    /// The values of the head that are used behind the loop: the block there takes them from wherever the loop is left.
    fn handed_out(&self, module: &mut Module, test: Op) -> Vec<Value> {
        let own = module.ops(self.head).flat_map(|op| module.results(op).to_vec());
        let all: Vec<Value> = module.arguments(self.head).iter().copied().chain(own).collect();
        let mut outside = Vec::new();
        for value in all {
            let users: Vec<(Op, u32)> = module.uses(value).iter().map(|user| (user.op, user.index)).collect();
            let is_inside = |op: Op| self.is_inside(module, op) || module.parent(op) == Some(self.head);
            let behind: Vec<(Op, u32)> = users.into_iter().filter(|&(op, _)| !is_inside(op)).collect();
            if behind.is_empty() {
                continue;
            }
            let ty = module.ty(value);
            let taken = module.add_argument(self.end, ty);
            for (op, index) in behind {
                module.set_operand(op, index as usize, taken);
            }
            outside.push(value);
        }
        let (condition, loc) = (module.required_operand(test, operand::CONDITION), module.loc(test));
        module.erase(test);
        branch(module, self.head, (condition, &outside), [self.first, self.end], loc);
        outside
    }

    /// Writes the numbers that the first iteration begins with.
    fn write_known(&self, module: &mut Module, known: &Known) {
        let first = module.first_op(self.first);
        for &(place, number) in known {
            let argument = module.arguments(self.head)[place];
            let users: Vec<(Op, u32)> = module.uses(argument).iter().map(|user| (user.op, user.index)).collect();
            // The iterations behind the first may have it too, as what was before.
            let inside = users
                .into_iter()
                .filter(|&(op, _)| module.parent(op) != Some(self.head));
            let inside: Vec<(Op, u32)> = inside.collect();
            let (ty, loc) = (module.ty(argument), module.unknown_loc());
            let attr = module.intern_attr(AttrData::Dense {
                ty,
                bits: [number].into(),
            });
            let constant = module.create_op(module.record_of(arith::CONSTANT), &[], &[ty], loc);
            module.set_attr(constant, "value", attr);
            if let Some(first) = first {
                module.insert_before(first, constant);
            }
            let value = module.result(constant, 0);
            for (op, index) in inside {
                module.set_operand(op, index as usize, value);
            }
        }
    }
}

/// A branch at the end of a block, of which only the second way hands values on.
fn branch(module: &mut Module, block: Block, (condition, left): (Value, &[Value]), to: [Block; 2], loc: Loc) {
    let new = Builder::new(module, block, loc).op(cf::COND_BR, &[&[condition], &[], left], &[]);
    module.set_successors(new, &to);
}

/// Ops that a number before the loop may be computed by, one of the other.
const DEEPEST: usize = 8;

/// The bits of a number that is written in the kernel, or computed of such ones.
fn settled(module: &Module, value: Value, deepest: usize) -> Option<u64> {
    let written = splat_bits(module, value);
    let rest = deepest.checked_sub(1)?;
    written.or_else(|| {
        let op = module
            .defining_op(value)
            .filter(|&op| module.def(op).dialect() == "arith")?;
        let operands = module.operands(op);
        // Those of whole numbers have three at the most.
        let known = operands
            .iter()
            .take(3)
            .filter_map(|&operand| Some((operand, settled(module, operand, rest)?)));
        computed(module, op, &known.collect())
    })
}

fn known_number(module: &Module, value: Value, now: &FxHashMap<Value, u64>) -> Option<u64> {
    now.get(&value).copied().or_else(|| splat_bits(module, value))
}

/// The bits of what an op of whole numbers makes of known ones.
fn computed(module: &Module, op: Op, now: &FxHashMap<Value, u64>) -> Option<u64> {
    let known = |value: Value| known_number(module, value, now);
    match module.kind(op) {
        arith::SELECT => {
            let [yes, no] = module.sides(op);
            match known(module.required_operand(op, operand::COND))? {
                1 => known(yes),
                _ => known(no),
            }
        }
        _ if module.def(op).dialect() == "arith" => {
            let operands: Option<SmallVec<[u64; 2]>> = module.operands(op).iter().map(|&value| known(value)).collect();
            of_known(module, op, &operands?)
        }
        // Absent: other ops make no whole numbers.
        _ => None,
    }
}
