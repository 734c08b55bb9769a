//! `order-chains`: of independent chains of ops, one comes after the other.
//!
//! Purpose: the assembler moves nothing over a call, and a division that is rounded right is one, for its rare cases. Where tiles are
//! divided, whatever is live around the calls is kept in registers. A chain that is computed for one element before the next one
//! needs few; an op after the other for all elements needs a whole tile for each. So it is around accesses, where much is live:
//! the assembler keeps addresses of a whole tile of pointers that are computed before the first of them is used, and tiles that are
//! loaded before. What is added to a tile in place is added before the next tile is loaded, if less is live so. A load for which no other
//! access waits, but for a store of the same elements by the same threads, takes place where its elements are needed, or some stores
//! before; so does one of a row that has shared memory of its own.
//!
//! Requires: `nvvm`. Guarantees: the same ops in each block, in an order in which every value is made before it is used, and those
//! with effects in the order in which they were, but for such loads. Up to the last op of a block that writes registers while others
//! run, nothing moves: what is done with accumulators comes after it.

use smallvec::SmallVec;
use tilewright_analysis::Context;
use tilewright_analysis::registers::of_thread;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{THREADS, UNAWAITED};
use tilewright_ir::entity::EntityMap;
use tilewright_ir::op_def::effects::{ASYNCHRONOUS, EXCHANGES, GROUPS, SYNCHRONISES};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_machine::Target;
use tilewright_units::WARPS;

/// Fewer calls in a block leave nothing to order.
const FEWEST_CALLS: usize = 2;

/// So many bits that are live around an access are many for any thread: half of the registers that it can address.
const MANY_BITS: u64 = 128 * 32;

/// So many bits that are live around an access are many: half of the registers that a thread can have.
fn many_bits(module: &Module, func: Op, target: &Target) -> u64 {
    // Absent: a kernel that says nothing of its threads may have few.
    let threads = module.int_attr(func, THREADS).unwrap_or(1);
    u64::from(of_thread(target, threads as u32).next_multiple_of(2)) * 32 / 2
}

/// Runs the pass; whether it changed something.
pub fn run(module: &mut Module, context: &Context<'_>) -> Result<bool, Failure> {
    let better = all_better(module, context.target);
    for &(block, ref order) in &better {
        for &op in order {
            module.detach(op);
            module.append(block, op);
        }
    }
    Ok(!better.is_empty())
}

/// The blocks of all kernels that have a better order of their last ops, each with it.
fn all_better(module: &Module, target: &Target) -> Vec<(Block, Vec<Op>)> {
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    funcs
        .flat_map(|func| {
            let many = many_bits(module, func, target);
            let blocks = || module.regions(func).iter().flat_map(|&region| module.blocks(region));
            // Memory that is given back at the end of the kernel, behind a barrier, must have been loaded from before it.
            let gives_back = blocks().any(|&block| module.ops(block).any(|op| module.kind(op) == nvvm::FREE));
            let stays = move |block| gives_back && module.ops(block).any(|op| module.has_attr(op, UNAWAITED));
            let blocks = blocks().filter(move |&&block| !stays(block));
            blocks.filter_map(move |&block| Some((block, better(module, block, many)?)))
        })
        .collect()
}

/// The better order of the last ops of a block, if there is one: around calls, or accesses without calls, less is live by a fifth, or as
/// much by a fifth less often, where it is more than there are registers; where it is so anywhere, around all ops.
fn better(module: &Module, block: Block, many: u64) -> Option<Vec<Op>> {
    let all: Vec<Op> = module.ops(block).collect();
    // Registers that are written while other ops run: nothing moves around them, only what comes after the last of them. What runs
    // beside a group of products was placed there by their schedule.
    let writes_later = |&op: &Op| module.def(op).does(ASYNCHRONOUS) && !module.results(op).is_empty();
    let last = all.iter().rposition(writes_later);
    // Absent: no op of the block writes so.
    let plain = &all[last.map_or(0, |at| at + 1)..];
    let is_in_groups = last.is_some() && plain.iter().any(|&op| module.def(op).does(GROUPS));
    if is_in_groups {
        return None;
    }
    let calls: Point = calls;
    let stays: Point = |module, op| !is_computed(module, op);
    let has_calls = plain.iter().filter(|&&op| calls(module, op)).count() >= FEWEST_CALLS;
    // Other blocks, those of loops among them, stay in the order of their schedule unless far more is live.
    let waits = |is_slot: bool| {
        let is_so = |&op: &Op| module.has_attr(op, UNAWAITED) && (module.keyword(op, "space") == "shared") == is_slot;
        plain.iter().any(is_so)
    };
    let (may_wait, slots_wait) = (waits(false), waits(true));
    let many = if may_wait { many } else { many.max(MANY_BITS) };
    // Whoever reads a slot late waits for each of its reads: registers must be few for that.
    let crowd = if slots_wait { many * 3 / 2 } else { many };
    // A value is of 64 bits at most.
    let may_be_many = plain.len() as u64 > crowd / 64;
    let may_be_crowded = (may_wait || !has_calls) && may_be_many;
    if !has_calls && !may_be_crowded {
        return None;
    }
    let bits = Bits::of(module, (block, slots_wait), plain);
    let held = |lives: &Lives, around: Point| held(module, lives, around, 2 * many);
    let as_it_is = bits.lives(module, plain);
    let is_crowded = may_be_crowded && held(&as_it_is, stays).most > crowd;
    let everywhere: Point = |_, _| true;
    // Of sums that wait for each other the assembler computes all parts before, and keeps them.
    let is_beyond = may_be_many && held(&as_it_is, everywhere).beyond > 0;
    let around = [(has_calls, calls), (is_crowded, stays), (is_beyond, everywhere)];
    if around.iter().all(|(is_so, _)| !is_so) {
        return None;
    }
    let orders = [
        on_demand(module, plain, |_| false),
        // A chain that stands before an access ends before it.
        in_place(module, plain, is_computed, is_computed),
        // Elements that are exchanged are combined as they arrive; what nobody waits for is loaded where it is needed.
        in_place(module, plain, is_between_meetings, moves_to_use),
        // A row that is added to a tile is let go of before the next tile is loaded.
        on_demand(module, plain, bits.merging(module, plain)),
    ];
    let lives = orders.each_ref().map(|order| bits.lives(module, order));
    let most_less = |around: Point| {
        let (old, new) = (
            held(&as_it_is, around),
            lives.each_ref().map(|lives| held(lives, around)),
        );
        // Of some that are as good, elements are computed where they are needed.
        let first = (0..new.len()).min_by_key(|&at| new[at])?;
        // Where registers are few, a little more around calls is less than much more around accesses.
        let is_near = |&at: &usize| is_crowded && new[at].most * 16 <= new[first].most * 17;
        let near = (0..new.len()).filter(is_near).min_by_key(|&at| held(&lives[at], stays));
        // Absent: registers are many.
        let at = near.unwrap_or(first);
        let is_less = |new: u64, old: u64| new * 5 <= old * 4;
        let is_seldom = new[at].most <= old.most && old.beyond > 0 && is_less(new[at].beyond, old.beyond);
        (is_less(new[at].most, old.most) || is_seldom).then_some(at)
    };
    let mut around = around.into_iter().filter(|(is_so, _)| *is_so);
    let at = around.find_map(|(_, point)| most_less(point))?;
    orders.into_iter().nth(at)
}

/// Whether what is live is counted around an op.
type Point = fn(&Module, Op) -> bool;

/// Whether an op becomes a call, or code with branches: what is rounded right has rare cases.
fn calls(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        arith::DIVF | arith::SQRT => !matches!(module.keyword(op, "rounding"), "approx" | "full"),
        kind => matches!(kind, arith::TANH | arith::TAN),
    }
}

/// Whether an op is made of values of its thread: a product is made of a warp's, and lets go of fragments.
fn is_computed(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    let is_product = [WARPS.product, WARPS.scaled.product].contains(&module.kind(op));
    def.has(PURE) && !def.does(EXCHANGES) && !is_product
}

/// Whether an op loads, at any time, what its block alone uses: what the next iteration uses is loaded early.
fn is_for_this_block(module: &Module, op: Op) -> bool {
    let is_within = |user: Op| module.parent(user) == module.parent(op) && module.next_op(user).is_some();
    let mut uses = module.results(op).iter().flat_map(|&result| module.uses(result));
    module.has_attr(op, UNAWAITED) && uses.all(|of| is_within(of.op))
}

/// The last ops of a block, each right before the first one that needs it; what others can see stays in its order, and so does what stays besides.
fn on_demand(module: &Module, plain: &[Op], stays: impl Fn(Op) -> bool) -> Vec<Op> {
    // At the end everything is there, for other blocks.
    let last = plain.last();
    let roots = plain
        .iter()
        .filter(|&&op| !moves_to_use(module, op) || stays(op))
        .flat_map(|root| match last {
            Some(last) if last == root => plain,
            _ => std::slice::from_ref(root),
        });
    by_need(module, plain, roots.copied())
}

/// The last ops of a block, those that move each in the same part of them as before, and there right before the first one that needs
/// it: a chain that is for a later part ends where it stood. `goes_on` says whether a part does after an op.
fn in_place(module: &Module, plain: &[Op], goes_on: Point, moves: Point) -> Vec<Op> {
    let mut part_of = EntityMap::sized(module.op_count());
    for (at, part) in plain.chunk_by(|&op, _| goes_on(module, op)).enumerate() {
        part.iter().for_each(|&op| part_of.insert(op, at));
    }
    let is_end = |op: Op| {
        let mut uses = module.results(op).iter().flat_map(|&result| module.uses(result));
        is_computed(module, op) && !uses.any(|of| part_of.get(of.op) == part_of.get(op))
    };
    let is_root = |op: &Op| !moves(module, *op) || is_end(*op);
    by_need(module, plain, plain.iter().copied().filter(is_root))
}

/// Whether threads do not meet in an op.
fn is_between_meetings(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    !def.does(EXCHANGES) && !def.does(SYNCHRONISES)
}

/// Whether an op may come later, right before what needs it.
fn moves_to_use(module: &Module, op: Op) -> bool {
    let is_used = |&result: &Value| !module.uses(result).is_empty();
    is_computed(module, op) || is_for_this_block(module, op) && module.results(op).iter().any(is_used)
}

/// So many stores before the one that needs it something is loaded.
const STORES_AHEAD: usize = 4;

/// Some ops by those that others are made for: each op comes right before the first one that needs it, but for loads.
fn by_need(module: &Module, plain: &[Op], roots: impl Iterator<Item = Op>) -> Vec<Op> {
    let mut order = Vec::with_capacity(plain.len());
    let mut waiting: EntityMap<Op, bool> = EntityMap::sized(module.op_count());
    plain.iter().for_each(|&op| waiting.insert(op, true));
    let waits = |waiting: &EntityMap<Op, bool>, op: Op| waiting.get(op) == Some(&true);
    let roots = loading_ahead(module, plain, roots.collect());
    let mut stack = Vec::new();
    for root in roots {
        stack.push(root);
        while let Some(&op) = stack.last() {
            let before = stack.len();
            if waits(&waiting, op) {
                let needed = module
                    .operands(op)
                    .iter()
                    .rev()
                    .filter_map(|&value| module.defining_op(value));
                stack.extend(needed.filter(|&needed| waits(&waiting, needed)));
            }
            if stack.len() == before {
                stack.pop();
                if waits(&waiting, op) {
                    waiting.insert(op, false);
                    order.push(op);
                }
            }
        }
    }
    order
}

/// The same roots, and some stores before the one that needs it, but no earlier than it was, each load that may come later: the assembler moves
/// none over a store, and would wait for each.
fn loading_ahead(module: &Module, plain: &[Op], roots: Vec<Op>) -> Vec<Op> {
    let mut places: EntityMap<Op, usize> = EntityMap::default();
    plain.iter().enumerate().for_each(|(at, &op)| places.insert(op, at));
    let is_global = |op: Op| module.keyword(op, "space") == "global";
    let is_store = |op: Op| module.kind(op) == nvvm::ST && is_global(op);
    let mut looked_at: EntityMap<Op, bool> = EntityMap::default();
    let mut loads_of = |store: Op| {
        let (mut loads, mut open) = (Vec::new(), vec![store]);
        while let Some(op) = open.pop() {
            if places.contains(op) && !looked_at.contains(op) {
                looked_at.insert(op, true);
                let is_load = module.kind(op) == nvvm::LD && is_global(op) && is_for_this_block(module, op);
                loads.extend(is_load.then_some(op));
                let made = module
                    .operands(op)
                    .iter()
                    .filter_map(|&value| module.defining_op(value));
                open.extend(made);
            }
        }
        loads
    };
    let stores = roots.iter().copied().filter(|&root| is_store(root));
    let ahead: Vec<Vec<Op>> = stores.map(&mut loads_of).collect();
    let (mut done, mut end) = (0, STORES_AHEAD);
    let mut order = Vec::with_capacity(roots.len());
    for root in roots {
        if is_store(root) {
            end = (end + 1).min(ahead.len());
            let loads = ahead[done..end].iter().flatten().copied();
            order.extend(loads.filter(|&load| places[load] < places[root]));
            done = end;
        }
        order.push(root);
    }
    order
}

/// The ops of an order, each with the bits that are live around it.
type Lives = Vec<(Op, u64)>;

/// Bits that are live around some ops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Held {
    most: u64,
    /// Those beyond the room that there is, of all of the ops.
    beyond: u64,
}

/// The bits that values take which count where some ops are ordered: those that their block makes or uses up.
struct Bits {
    /// By the value; 0: it does not count, or takes no register.
    of: EntityMap<Value, u8>,
    /// Those of the values that are used beyond the block and made in it.
    beyond: SmallVec<[Value; 8]>,
}

impl Bits {
    /// The bits of the values of a block. `packs`: what the block stores is packed until then, as it is where what it is made of is loaded late;
    /// else the assembler makes it early. Elsewhere all narrow values count by their bits: agents keep the order of their schedule.
    fn of(module: &Module, (block, packs): (Block, bool), ops: &[Op]) -> Self {
        // Absent: a block without a region is alone.
        let blocks = module.region_of(block).map_or(&[][..], |region| module.blocks(region));
        // Absent: the block is one of its region.
        let later = &blocks[blocks.iter().position(|&other| other == block).map_or(0, |at| at + 1)..];
        // A loop before this block is over.
        let mut beyond: EntityMap<Block, ()> = EntityMap::default();
        later.iter().for_each(|&block| beyond.insert(block, ()));
        let is_beyond = |op: Op| module.parent(op).is_some_and(|home| beyond.contains(home));
        // A value may have thousands of uses, the last of which is the one that is likely to come later.
        let used_beyond = |value: Value| module.uses(value).iter().rev().any(|of| is_beyond(of.op));
        let counts = |value: Value| match module.defining_op(value) {
            Some(op) if module.parent(op) == Some(block) => module.kind(op) != arith::CONSTANT,
            // Absent: it comes from elsewhere.
            _ => !used_beyond(value),
        };
        // However narrow, another value has a register of its own.
        let is_packed = |value: Value| packs && module.uses(value).iter().all(|of| module.kind(of.op) == nvvm::ST);
        // Predicates have registers of their own.
        let bits = |value: Value| match module.scalar(module.ty(value)) {
            Some(scalar) if scalar.bits > 1 && (!packs || is_packed(value)) => scalar.bits as u8,
            Some(scalar) if scalar.bits > 1 => scalar.bits.max(32) as u8,
            // Absent: it takes no register.
            _ => 0,
        };
        let mut found = Self {
            of: EntityMap::default(),
            beyond: SmallVec::new(),
        };
        let values = |op: Op| module.results(op).iter().chain(module.operands(op));
        for &value in ops.iter().flat_map(|&op| values(op)) {
            if !found.of.contains(value) {
                let bits = if counts(value) { bits(value) } else { 0 };
                found.of.insert(value, bits);
            }
        }
        let made = ops.iter().flat_map(|&op| module.results(op)).copied();
        found.beyond = made
            .filter(|&value| found.of[value] > 0 && used_beyond(value))
            .collect();
        found
    }

    /// The ops that take only what is there without them, and put what they make in place of a value that nothing else needs: early they take no
    /// register, and let go of what else they take.
    fn merging(&self, module: &Module, ops: &[Op]) -> impl Fn(Op) -> bool {
        let mut users: EntityMap<Value, usize> = EntityMap::sized(module.value_count());
        for &value in ops.iter().flat_map(|&op| module.operands(op)) {
            // Absent: nobody has used it so far.
            let before = users.get(value).copied().unwrap_or(0);
            users.insert(value, before + 1);
        }
        self.beyond.iter().for_each(|&value| users.insert(value, usize::MAX));
        let mut merges: EntityMap<Op, ()> = EntityMap::default();
        for &op in ops.iter().filter(|&&op| is_computed(module, op)) {
            let is_there = |&value: &Value| {
                let makes_it = |made| module.kind(made) != arith::CONSTANT && moves_to_use(module, made);
                module
                    .defining_op(value)
                    .is_none_or(|made| !makes_it(made) || merges.contains(made))
            };
            let is_replaced = |&value: &Value| {
                let bits = |value: Value| u32::from(self.of[value]);
                let made: u32 = module.results(op).iter().map(|&result| bits(result)).sum();
                bits(value) > 0 && users.get(value) == Some(&1) && bits(value) >= made
            };
            let operands = module.operands(op);
            if operands.iter().all(is_there) && operands.iter().any(is_replaced) {
                merges.insert(op, ());
            }
        }
        move |op| merges.contains(op)
    }

    /// The ops of an order, the last one first, each with the bits that are live around it.
    fn lives(&self, module: &Module, order: &[Op]) -> Lives {
        let mut live: EntityMap<Value, ()> = EntityMap::sized(module.value_count());
        let of = |value: Value| u64::from(self.of[value]);
        let mut now = 0;
        for &value in &self.beyond {
            live.insert(value, ());
            now += of(value);
        }
        let mut around = |&op: &Op| {
            for &result in module.results(op) {
                if live.contains(result) {
                    now -= of(result);
                }
            }
            for &operand in module.operands(op) {
                if !live.contains(operand) {
                    live.insert(operand, ());
                    now += of(operand);
                }
            }
            (op, now)
        };
        order.iter().rev().map(&mut around).collect()
    }
}

/// The bits that are live around some of the ops of an order, where there is room for so many.
fn held(module: &Module, lives: &Lives, around: Point, room: u64) -> Held {
    let mut held = Held::default();
    for &(_, now) in lives.iter().filter(|&&(op, _)| around(module, op)) {
        held.most = held.most.max(now);
        held.beyond += now.saturating_sub(room);
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel that computes so many addresses, and then stores to each.
    fn kernel(addresses: usize) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..addresses).map(line).collect::<String>();
        let made = each(&|i| format!("%a{i} = arith.addi %p, %q : i64\n"));
        let stored = each(&|i| format!("nvvm.st global %a{i} + 0, %x : f32\n"));
        let text = format!("nvvm.func @k(%p: i64, %q: i64, %x: f32) {{ {made} {stored} nvvm.return }}");
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    fn ordered(module: &Module) -> Option<Vec<Op>> {
        let func = module.ops(module.top()).next().unwrap();
        better(module, module.blocks(module.regions(func)[0])[0], 128 * 32)
    }

    #[test]
    fn many_addresses_are_computed_right_before_they_are_used() {
        let module = kernel(80);
        let order = ordered(&module).unwrap();
        assert_eq!(order.len(), 161);
        for pair in order[..160].chunks(2) {
            let address = module.result(pair[0], 0);
            assert_eq!(module.operands(pair[1]).first(), Some(&address));
        }
    }

    /// A kernel that loads so many elements, and then stores each.
    fn copies(elements: usize, fact: &str) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..elements).map(line).collect::<String>();
        let loaded = each(&|i| format!("%x{i} = nvvm.ld global %p + {} {fact} : f32\n", 4 * i));
        let stored = each(&|i| format!("nvvm.st global %q + {}, %x{i} : f32\n", 4 * i));
        let text = format!("nvvm.func @k(%p: i64, %q: i64) {{ {loaded} {stored} nvvm.return }}");
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn elements_that_nobody_waits_for_are_loaded_some_stores_before_they_are_used() {
        let module = copies(200, "{nvvm.unawaited}");
        let order = ordered(&module).unwrap();
        let place = |op: Op| order.iter().position(|&other| other == op).unwrap();
        let stores: Vec<Op> = order
            .iter()
            .copied()
            .filter(|&op| module.kind(op) == nvvm::ST)
            .collect();
        for (at, &store) in stores.iter().enumerate() {
            let loaded = module.defining_op(module.operands(store)[1]).unwrap();
            let ahead = at.saturating_sub(STORES_AHEAD);
            assert!(place(loaded) < place(stores[ahead]), "{at}");
            assert!(ahead == 0 || place(loaded) > place(stores[ahead - 1]), "{at}");
        }
        // A store may change what is loaded after it.
        assert!(ordered(&copies(200, "")).is_none());
    }

    /// A kernel that reads so many elements of a slot, and stores each behind a barrier.
    fn of_slot(elements: usize, fact: &str) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..elements).map(line).collect::<String>();
        let read = each(&|i| format!("%x{i} = nvvm.ld shared %s + {} {fact} : f32\n", 4 * i));
        let put = each(&|i| format!("nvvm.st shared %t + {}, %x{i} : f32\n", 4 * i));
        let text = format!("nvvm.func @k(%s: i32, %t: i32) {{ {read} nvvm.barrier {put} nvvm.return }}");
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn slots_are_read_late_only_where_registers_are_few() {
        let module = of_slot(200, "{nvvm.unawaited}");
        let order = ordered(&module).unwrap();
        assert_eq!(module.kind(order[0]), nvvm::BARRIER);
        for pair in order[1..401].chunks(2) {
            assert_eq!(module.operands(pair[1]).get(1), Some(&module.result(pair[0], 0)));
        }
        assert!(ordered(&of_slot(150, "{nvvm.unawaited}")).is_none());
        assert!(ordered(&of_slot(200, "")).is_none());
    }

    /// A kernel that loads so many elements, moves others between threads, and stores the sums of both.
    fn exchanged(elements: usize, fact: &str) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..elements).map(line).collect::<String>();
        let loaded = each(&|i| format!("%x{i} = nvvm.ld global %p + {} {fact} : f32\n", 4 * i));
        let put = each(&|i| format!("nvvm.st shared %s + {}, %f : f32\n", 4 * i));
        let read = each(&|i| format!("%y{i} = nvvm.ld shared %s + {} : f32\n", 4 * i));
        let sums = each(&|i| format!("%z{i} = arith.addf %x{i}, %y{i} : f32\n"));
        let stored = each(&|i| format!("nvvm.st global %p + {}, %z{i} : f32\n", 4 * i));
        let text = format!(
            "nvvm.func @k(%p: i64, %s: i32, %f: f32) {{ {loaded} {put} nvvm.barrier {read} {sums} {stored} nvvm.return }}"
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn what_is_added_to_exchanged_tiles_is_loaded_after_the_exchange() {
        let module = exchanged(200, "{nvvm.unawaited}");
        let order = ordered(&module).unwrap();
        let kinds: Vec<_> = order.iter().map(|&op| module.kind(op)).collect();
        assert_eq!(kinds[..201], [vec![nvvm::ST; 200], vec![nvvm::BARRIER]].concat());
        assert!(ordered(&exchanged(200, "")).is_none());
    }

    #[test]
    fn loads_come_late_before_whatever_takes_them() {
        let text = "nvvm.func @k(%p: i64) {
            %q = nvvm.ld global %p + 0 {nvvm.unawaited} : i64
            %x = nvvm.ld global %q + 0 {nvvm.unawaited} : f32
            %n = nvvm.ld global %p + 8 {nvvm.unawaited} : f32
            nvvm.barrier
            nvvm.st global %p + 16, %x : f32
            nvvm.return
        }";
        let module = tilewright_ir::parse(text).module;
        let func = module.ops(module.top()).next().unwrap();
        let block = module.blocks(module.regions(func)[0])[0];
        let plain: Vec<Op> = module.ops(block).collect();
        // A load that nobody takes stays.
        let order = [2, 3, 0, 1, 4, 5].map(|at| plain[at]);
        assert_eq!(in_place(&module, &plain, is_between_meetings, moves_to_use), order);
    }

    /// A kernel that loads so many elements, divides each by what is computed of it, loads as many others, and stores the sums.
    fn quotients(elements: usize) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..elements).map(line).collect::<String>();
        let loaded = |name: char| each(&|i| format!("%{name}{i} = nvvm.ld global %p + {} : f32\n", 4 * i));
        let (first, second) = (loaded('x'), loaded('r'));
        let below = each(&|i| format!("%e{i} = arith.mulf %x{i}, %x{i} : f32\n"));
        let divided = each(&|i| format!("%d{i} = arith.divf %x{i}, %e{i} : f32\n"));
        let added = each(&|i| format!("%s{i} = arith.addf %d{i}, %r{i} : f32\n"));
        let stored = each(&|i| format!("nvvm.st global %p + {}, %s{i} : f32\n", 4 * i));
        let text =
            format!("nvvm.func @k(%p: i64) {{ {first} {below} {divided} {second} {added} {stored} nvvm.return }}");
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn quotients_are_done_before_what_they_are_added_to_is_loaded() {
        let module = quotients(100);
        let order = ordered(&module).unwrap();
        let kinds: Vec<_> = order.iter().map(|&op| module.kind(op)).collect();
        let last = |kind| kinds.iter().rposition(|&each| each == kind).unwrap();
        // One after the other, each right after what it is made of.
        assert_eq!(last(arith::DIVF), 299);
        for pair in order[100..300].chunks(2) {
            assert_eq!(module.operands(pair[1]).get(1), Some(&module.result(pair[0], 0)));
        }
        // A single one stays where it is.
        assert!(ordered(&quotients(1)).is_none());
    }

    /// A kernel that adds a row to so many elements, divides each by what is computed of it, and adds as many others to the products of both. Values
    /// called `also` are stored besides.
    fn biased(elements: usize, also: &[char]) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..elements).map(line).collect::<String>();
        let loaded = |name: char, ty: &str| each(&|i| format!("%{name}{i} = nvvm.ld global %p + {} : {ty}\n", 4 * i));
        let (tile, row, next) = (loaded('x', "f32"), loaded('b', "f32"), loaded('r', "f16"));
        let sums = each(&|i| format!("%s{i} = arith.addf %x{i}, %b{i} : f32\n"));
        let below = each(&|i| format!("%e{i} = arith.mulf %s{i}, %s{i} : f32\n"));
        let divided = each(&|i| format!("%d{i} = arith.divf %s{i}, %e{i} : f32\n"));
        let widened = each(&|i| format!("%w{i} = arith.ftof %r{i} : f16 -> f32\n"));
        let added = each(&|i| format!("%z{i} = arith.fma %s{i}, %d{i}, %w{i} : f32\n"));
        let again = |name: &char| each(&|i| format!("nvvm.st global %p + 0, %{name}{i} : f32\n"));
        let (stored, also) = (again(&'z'), also.iter().map(again).collect::<String>());
        let text = format!(
            "nvvm.func @k(%p: i64) {{ {tile} {row} {sums} {below} {divided} {next} {widened} {added} {stored} {also} nvvm.return }}"
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn rows_are_added_in_place_before_the_next_tile_is_loaded() {
        let kinds = |also: &[char]| {
            let module = biased(60, also);
            let order = ordered(&module).unwrap();
            order[..240].iter().map(|&op| module.kind(op)).collect::<Vec<_>>()
        };
        let tiles = |kind, count: usize| vec![kind; 60 * count];
        assert_eq!(
            kinds(&[]),
            [tiles(nvvm::LD, 2), tiles(arith::ADDF, 1), tiles(nvvm::LD, 1)].concat()
        );
        // Where both are needed again, sums take registers of their own, and come late.
        assert_eq!(kinds(&['x', 'b'])[..180], tiles(nvvm::LD, 3));
    }

    /// A kernel that reads accumulators while other ops run, and computes addresses of its own for each.
    fn accumulators(elements: usize, before: bool, after: &str) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..elements).map(line).collect::<String>();
        let made = each(&|i| format!("%a{i} = arith.addi %p, %q : i64\n"));
        let stored = each(&|i| format!("nvvm.st global %a{i} + 0, %x : f32\n"));
        let read = format!("%x = nvvm.tcgen05.ld %t + 0 bits = 32 : f32\n{after}\nnvvm.tcgen05.wait_ld\n");
        let [first, second] = if before { [&made, &read] } else { [&read, &made] };
        let text = format!("nvvm.func @k(%p: i64, %q: i64, %t: i32) {{ {first} {second} {stored} nvvm.return }}");
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn what_is_done_with_accumulators_is_ordered_after_they_are_read() {
        let module = accumulators(80, false, "");
        let order = ordered(&module).unwrap();
        // The reading is no part of it, and the wait stays before what is stored.
        assert_eq!(order.len(), 162);
        assert_eq!(module.kind(order[0]), nvvm::TCGEN05_WAIT_LD);
        for pair in order[1..161].chunks(2) {
            assert_eq!(module.operands(pair[1]).first(), Some(&module.result(pair[0], 0)));
        }
        // Nothing moves over it, nor what is beside a group.
        assert!(ordered(&accumulators(80, true, "")).is_none());
        assert!(ordered(&accumulators(80, false, nvvm::WGMMA_COMMIT_GROUP.def().name)).is_none());
    }

    /// A kernel that adds up products of so many elements, which it stores as well, behind two divisions.
    fn summed(elements: usize) -> Module {
        let each = |line: &dyn Fn(usize) -> String| (0..elements).map(line).collect::<String>();
        let loaded = each(&|i| format!("%x{i} = nvvm.ld global %p + {} : f32\n", 4 * i));
        let products = each(&|i| format!("%m{i} = arith.mulf %x{i}, %x{i} : f32\n"));
        let sums = each(&|i| match i {
            0 => String::from("%s0 = arith.addf %f, %m0 : f32\n"),
            _ => format!("%s{i} = arith.addf %s{}, %m{i} : f32\n", i - 1),
        });
        let stored = each(&|i| format!("nvvm.st global %p + {}, %x{i} : f32\n", 4 * i));
        let last = elements - 1;
        let text = format!(
            "nvvm.func @k(%p: i64, %f: f32) {{ {loaded} {products} {sums} %d = arith.divf %s{last}, %f : f32
               %e = arith.divf %d, %f : f32 nvvm.st global %p + 0, %e : f32 {stored} nvvm.return }}"
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    #[test]
    fn products_are_computed_as_they_are_added_up_where_registers_do_not_hold_all() {
        let module = summed(200);
        let order = ordered(&module).unwrap();
        for pair in order[200..600].chunks(2) {
            assert_eq!(module.operands(pair[1]).get(1), Some(&module.result(pair[0], 0)));
        }
        // Where they do, the assembler may have them all.
        assert!(ordered(&summed(100)).is_none());
    }

    #[test]
    fn few_addresses_stay_where_they_are() {
        assert!(ordered(&kernel(60)).is_none());
    }
}
