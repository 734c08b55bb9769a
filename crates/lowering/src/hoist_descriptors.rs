//! `hoist-descriptors`
//!
//! Purpose: what says where a product finds an operand that stays in its buffer is computed at the beginning of the kernel, with the number of
//! the warpgroup, which lanes take from one of them where all threads are. The assembler leaves it in the loop, and adds up the descriptor of
//! each instruction anew. Where warps read matrices of a slot, it is their addresses.
//!
//! Where an agent needs most of the registers that a thread can have, a loop shares no descriptor with a product before it: each is made where it is
//! used, of the place that is known. Elsewhere, those of rings that it shares are sums of another one ([`rebased`]). Addresses that an agent alone
//! takes are computed once it has its registers ([`behind`]). Where one thread starts products, all that its loops compute alike is computed
//! before them ([`issued`]).
//!
//! Requires: `nvvm`. Guarantees: the same ops on the same values.
//!
//! ```text
//!   ...                                  %group = shfl_idx %own
//!   br ^head                             %q = descriptor of %base + %group
//! ^head(%i, %slot):                      %q2 = %q + 2
//!   ...                           ->     br ^head
//! ^body:                               ^head(%i, %slot):
//!   %group = shfl_idx %own               ...
//!   %q = descriptor of %base + %group  ^body:
//!   %q2 = %q + 2                         product of %q2, ...
//!   product of %q2, ...
//! ```

mod behind;
mod issued;
mod rebased;

use tilewright_analysis::Context;
use tilewright_ir::convert::Failure;
use tilewright_ir::copy::{Names, named};
use tilewright_ir::dialects::facts::ROUND;
use tilewright_ir::dominance::{reverse_postorder, successors};
use tilewright_ir::entity::EntityMap;
use tilewright_ir::op_def::effects::ASYNCHRONOUS;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Block, Def, Module, Op, Region, Value};
use tilewright_machine::{Target, policy};
use tilewright_units::{Missing, asynchronous};

/// Ops one after the other that a descriptor is made of.
const DEEPEST: usize = 24;

/// Runs the pass; whether it changed something.
pub fn run(module: &mut Module, context: &Context<'_>) -> Result<bool, Failure> {
    let unit = asynchronous(context.target);
    if let Ok((_, products)) = unit
        && let Some(memory) = &products.tensor_memory
    {
        return Ok(issued::run(module, memory.commit));
    }
    let finding = match unit {
        Ok(_) => Finding::Descriptors,
        // Where threads copy from places that they add up anew, the assembler finds them itself, and they would take registers besides.
        Err(Missing::InOrder) if loads_by_tma(module) || copies_on(module) => Finding::Matrices,
        Err(_) => return Ok(false),
    };
    let mut is_changed = false;
    // Ops of several blocks are the same once they stand in one.
    while round(module, finding) {
        crate::cse::once(module);
        is_changed = true;
    }
    match (is_crowded(module, context.target), finding) {
        (true, _) => is_changed |= remake(module, finding),
        (false, Finding::Descriptors) => {
            // Absent: the unit has no such descriptors.
            let descriptor = asynchronous(context.target)
                .ok()
                .and_then(|(_, products)| products.descriptor);
            if descriptor.is_some_and(|descriptor| rebased::run(module, descriptor)) {
                crate::cse::once(module);
                is_changed = true;
            }
        }
        (false, Finding::Matrices) => {}
    }
    if let Finding::Matrices = finding {
        is_changed |= behind::run(module);
    }
    Ok(is_changed)
}

/// Whether an agent has more registers than consumers usually have, since it needs most of them.
fn is_crowded(module: &Module, target: &Target) -> bool {
    // Absent: a target without agents hands no registers over.
    let agents = target.pipeline.agents.as_ref();
    // Absent: then no agent is crowded.
    let usual = agents.map_or(i64::MAX, |figures| figures.registers_of_consumer.value);
    let ops = module.walk(module.top()).into_iter();
    ops.filter(|&op| module.kind(op) == nvvm::SETMAXNREG)
        .any(|op| module.required_int(op, "count") > usual)
}

/// Makes descriptors that a product in a loop shares with one before it for each of them, so that no register holds them over the loop; whether
/// any is shared.
fn remake(module: &mut Module, finding: Finding) -> bool {
    let mut new = None;
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    for region in funcs.flat_map(|func| module.regions(func).to_vec()) {
        // Absent: a kernel without a body.
        let Some(&entry) = module.blocks(region).first() else {
            continue;
        };
        let is_before = |value: Value| {
            let made = module.defining_op(value).filter(|&op| module.def(op).has(PURE));
            let block = made.and_then(|op| module.parent(op));
            block.is_some_and(|block| block != entry && !repeats(module, block))
        };
        let looped = module.blocks(region).iter().filter(|&&block| repeats(module, block));
        for op in looped.flat_map(|&block| module.ops(block).collect::<Vec<Op>>()) {
            let mut names = Names::default();
            let places = finding.places(module, op).into_iter();
            for place in places.filter(|&place| is_before(place)).collect::<Vec<Value>>() {
                let new = new.get_or_insert_with(|| module.clone());
                let own = again(module, new, (op, place), &is_before, &mut names);
                let operands = module.operands(op).iter();
                let at: Vec<usize> = operands
                    .enumerate()
                    .filter(|of| *of.1 == place)
                    .map(|of| of.0)
                    .collect();
                at.into_iter().for_each(|index| new.set_operand(op, index, own));
            }
        }
    }
    let is_changed = new.is_some();
    if let Some(new) = new {
        *module = new;
    }
    is_changed
}

/// A value made again right before an op, with all that it is made of before loops.
fn again(
    module: &Module,
    new: &mut Module,
    (op, value): (Op, Value),
    is_before: &impl Fn(Value) -> bool,
    names: &mut Names,
) -> Value {
    let made = module.defining_op(value).filter(|_| is_before(value));
    let (Some(made), Some(block)) = (made.filter(|_| named(names, value) == value), module.parent(op)) else {
        return named(names, value);
    };
    for &operand in module.operands(made) {
        again(module, new, (op, operand), is_before, names);
    }
    let copy = new.copy_op(made, block, names);
    new.detach(copy);
    new.insert_before(op, copy);
    named(names, value)
}

/// Whether TMA fills the buffers of a kernel.
fn loads_by_tma(module: &Module) -> bool {
    let ops = module.walk(module.top());
    ops.iter().any(|&op| module.kind(op) == nvvm::TMA_LOAD)
}

/// Whether threads copy from places that a loop carries.
fn copies_on(module: &Module) -> bool {
    let ops = module.walk(module.top());
    ops.iter()
        .any(|&op| module.kind(op) == nvvm::CP_ASYNC_SHARED_GLOBAL && module.has_attr(op, ROUND))
}

/// The way in which products find operands in shared memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finding {
    /// The unit reads them by descriptors.
    Descriptors,
    /// Warps read matrices of them.
    Matrices,
}

impl Finding {
    /// The values that say where an op finds operands.
    fn places(self, module: &Module, op: Op) -> Vec<Value> {
        if self == Self::Matrices {
            let reads = module.kind(op) == nvvm::LDMATRIX;
            return reads
                .then(|| module.required_operand(op, operand::ADDRESS))
                .into_iter()
                .collect();
        }
        // Copies, which run on too, leave nothing in registers.
        if !module.def(op).does(ASYNCHRONOUS) || module.results(op).is_empty() {
            return Vec::new();
        }
        let is_wide = |value: &Value| {
            let scalar = module.element_scalar(module.ty(*value));
            scalar.is_some_and(|scalar| scalar.name == "i64")
        };
        module.operands(op).iter().copied().filter(is_wide).collect()
    }

    /// Whether what is known of one that is not known as a whole moves, too. Where threads copy, the assembler finds it itself; where slots
    /// are known, it is of the loops before and after, and would be held besides.
    fn moves_parts(self, module: &Module, some_are_whole: bool) -> bool {
        self == Self::Descriptors || !some_are_whole && loads_by_tma(module)
    }

    /// The most that stay in registers for a loop.
    fn most(self) -> i64 {
        match self {
            Self::Descriptors => policy().held_descriptors.value,
            Self::Matrices => policy().held_matrix_addresses.value,
        }
    }
}

/// Moves what a round finds; whether there is something to move.
fn round(module: &mut Module, finding: Finding) -> bool {
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    let regions: Vec<Region> = funcs.flat_map(|func| module.regions(func).to_vec()).collect();
    let mut is_changed = false;
    for region in regions {
        // Absent: a function without blocks does nothing.
        let Some(&entry) = module.blocks(region).first() else {
            continue;
        };
        // Absent: nor does one whose first block is empty.
        let Some(end) = module.last_op(entry) else { continue };
        for op in moved(module, region, entry, finding) {
            module.detach(op);
            module.insert_before(end, op);
            is_changed = true;
        }
    }
    is_changed
}

/// The ops that move to the entry of a region, in their order.
fn moved(module: &Module, region: Region, entry: Block, finding: Finding) -> Vec<Op> {
    let descriptors = descriptors(module, region, finding);
    let mut known = Vec::new();
    let mut whole = descriptors.clone();
    whole.retain(|&op| add_known(module, (entry, DEEPEST), op, &mut known));
    if !finding.moves_parts(module, !whole.is_empty()) {
        known.clear();
        whole.retain(|&op| add_known(module, (entry, DEEPEST), op, &mut known));
    }
    // Parts of a descriptor that stays move all the same.
    let held = match finding {
        Finding::Descriptors => held(module, &known, &whole),
        // Warps hold what they read of a loop beside what they read of another one.
        Finding::Matrices => whole.len(),
    };
    let has_room = held as i64 <= finding.most();
    known.retain(|op| module.parent(*op) != Some(entry) && (has_room || !descriptors.contains(op)));
    known
}

/// Descriptors that are held for loops: those that several loops have are the same ones, if they are made of the same values. All that
/// they are made of is known, each behind what it is made of itself.
fn held(module: &Module, known: &[Op], descriptors: &[Op]) -> usize {
    let mut names = Names::default();
    let mut different = Vec::new();
    let mut count = 0;
    for &op in known {
        let operands: Vec<Value> = module.operands(op).iter().map(|&value| named(&names, value)).collect();
        let own = (module.kind(op), operands, module.own_attrs(op));
        let first = different
            .iter()
            .find(|(_, other)| *other == own)
            .map(|&(first, _)| first);
        match first {
            Some(first) => names.extend(
                module
                    .results(op)
                    .iter()
                    .copied()
                    .zip(module.results(first).iter().copied()),
            ),
            None => {
                count += usize::from(descriptors.contains(&op));
                different.push((op, own));
            }
        }
    }
    count
}

/// The ops whose results say where products in loops, which run on, find their operands.
fn descriptors(module: &Module, region: Region, finding: Finding) -> Vec<Op> {
    let places = in_loops(module, region).into_iter();
    let places = places.flat_map(|op| finding.places(module, op));
    let mut made: Vec<Op> = places.filter_map(|value| module.defining_op(value)).collect();
    made.sort_unstable();
    made.dedup();
    made
}

/// The ops of a region's loops, each behind those that come before it on all ways.
fn in_loops(module: &Module, region: Region) -> Vec<Op> {
    let blocks = reverse_postorder(module, region).into_iter();
    let looped = blocks.filter(|&block| repeats(module, block));
    looped.flat_map(|block| module.ops(block)).collect()
}

/// Whether a block may run again.
fn repeats(module: &Module, block: Block) -> bool {
    let mut seen: EntityMap<Block, ()> = EntityMap::default();
    let mut work = successors(module, block);
    while let Some(next) = work.pop() {
        if !seen.contains(next) {
            seen.insert(next, ());
            work.extend(successors(module, next));
        }
    }
    seen.contains(block)
}

/// Adds an op behind all that it is made of, if it is known where the entry block ends.
fn add_known(module: &Module, (entry, deepest): (Block, usize), op: Op, known: &mut Vec<Op>) -> bool {
    if known.contains(&op) || module.parent(op) == Some(entry) {
        return true;
    }
    let Some(deepest) = deepest.checked_sub(1) else {
        return false;
    };
    let moves = module.def(op).has(PURE) && module.regions(op).is_empty() || module.kind(op) == nvvm::SHFL_IDX;
    let is_known = |&value: &Value, known: &mut Vec<Op>| match module.value_def(value) {
        Def::Argument(block, _) => block == entry,
        Def::Result(made, _) => add_known(module, (entry, deepest), made, known),
    };
    // All are looked at: what is known of an op that stays moves without it.
    let all = module
        .operands(op)
        .iter()
        .fold(moves, |all, value| is_known(value, known) && all);
    if all {
        known.push(op);
    }
    all
}
