//! The part of a kernel that decides where and how often something is done: what an agent must compute for itself.

use super::product_loop::ProductLoop;
use tilewright_ir::OpKind;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::scf;
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Def, Module, Op, Value};
use tilewright_sorted::SortedSet;

/// Ops and values that are needed.
#[derive(Default)]
pub struct Slice {
    /// The ops.
    pub ops: SortedSet<Op>,
    /// The values: results of ops and arguments of blocks.
    pub values: SortedSet<Value>,
    /// Whether the order of accesses is left out: whoever computes this has tokens of its own.
    without_tokens: bool,
}

/// The values that say what a loop loads: indices and views, or pointers and masks.
pub fn loaded(module: &Module, loads: &[Op]) -> Vec<Value> {
    let of = |&load: &Op| match TiledLoad::of(module, load) {
        Some(load) => load.index.iter().copied().chain([load.view]).collect(),
        None => {
            let operands = module.operands(load).iter().copied();
            operands
                .filter(|&value| !module.is_token(module.ty(value)))
                .collect::<Vec<_>>()
        }
    };
    loads.iter().flat_map(of).collect()
}

/// The ops that the producer of a loop needs: the indices of its loads, and all control around them.
pub fn needed_for(module: &Module, product_loop: &ProductLoop) -> Slice {
    let mut slice = Slice::default();
    let mut work = loaded(module, &product_loop.loads());
    control_around(module, product_loop.for_op, &mut slice, &mut work);
    keep_control(module, product_loop.for_op, &mut slice, &mut work);
    grow(module, &mut slice, work);
    slice
}

/// The ops that values depend on, with the control around some ops and the bounds of some loops.
pub fn grow_from(module: &Module, around: &[Op], loops: &[Op], values: Vec<Value>) -> Slice {
    grow_into(module, Slice::default(), around, loops, values)
}

/// As [`grow_from`], without the order of accesses.
pub fn grow_without_tokens(module: &Module, around: &[Op], loops: &[Op], values: Vec<Value>) -> Slice {
    let slice = Slice {
        without_tokens: true,
        ..Slice::default()
    };
    grow_into(module, slice, around, loops, values)
}

fn grow_into(module: &Module, mut slice: Slice, around: &[Op], loops: &[Op], mut work: Vec<Value>) -> Slice {
    for &op in around {
        control_around(module, op, &mut slice, &mut work);
    }
    for &op in loops {
        keep_control(module, op, &mut slice, &mut work);
    }
    grow(module, &mut slice, work);
    slice
}

/// As [`grow_without_tokens`], up to values that are there already.
pub(super) fn grow_behind(
    module: &Module,
    around: &[Op],
    loops: &[Op],
    (values, known): (Vec<Value>, Vec<Value>),
) -> Slice {
    let slice = Slice {
        without_tokens: true,
        values: known.into_iter().collect(),
        ..Slice::default()
    };
    grow_into(module, slice, around, loops, values)
}

/// The ops that these depend on, themselves included: by operands and by control, and so on backwards.
pub fn backward_slice(module: &Module, roots: &[Op]) -> Slice {
    let mut slice = Slice::default();
    let mut work = Vec::new();
    for &root in roots {
        keep(module, root, &mut slice, &mut work);
        control_around(module, root, &mut slice, &mut work);
    }
    grow(module, &mut slice, work);
    slice
}

/// An op that stays, with all that is in it.
fn keep(module: &Module, op: Op, slice: &mut Slice, work: &mut Vec<Value>) {
    if !slice.ops.insert(op) {
        return;
    }
    work.extend(module.operands(op));
    for &block in module.regions(op).iter().flat_map(|&region| module.blocks(region)) {
        module.ops(block).for_each(|inner| keep(module, inner, slice, work));
    }
}

/// Follows values back to what makes them.
fn grow(module: &Module, slice: &mut Slice, mut work: Vec<Value>) {
    while let Some(value) = work.pop() {
        if slice.without_tokens && module.is_token(module.ty(value)) || !slice.values.insert(value) {
            continue;
        }
        match module.value_def(value) {
            Def::Result(op, index) => {
                control_around(module, op, slice, &mut work);
                match module.kind(op) {
                    scf::FOR => {
                        keep_control(module, op, slice, &mut work);
                        let body = module.entry_block(module.regions(op)[0]);
                        work.extend(body.and_then(|b| module.arguments(b).get(index as usize + 1)));
                    }
                    name @ (scf::IF | scf::LOOP) => {
                        keep_control(module, op, slice, &mut work);
                        let end = if name == scf::IF { scf::YIELD } else { scf::BREAK };
                        work.extend(handed_out(module, op, end, index as usize));
                    }
                    _ => keep(module, op, slice, &mut work),
                }
            }
            Def::Argument(block, index) => {
                // Absent: the block of the module has no arguments.
                let Some(owner) = module.owner(block) else { continue };
                match module.kind(owner) {
                    scf::FOR if index > 0 => {
                        keep_control(module, owner, slice, &mut work);
                        let carried = index as usize - 1;
                        work.extend(module.loop_inits(owner).get(carried));
                        work.extend(handed_out(module, owner, scf::CONTINUE, carried));
                    }
                    scf::LOOP => {
                        keep_control(module, owner, slice, &mut work);
                        work.extend(module.loop_inits(owner).get(index as usize));
                        work.extend(handed_out(module, owner, scf::CONTINUE, index as usize));
                    }
                    // Absent: arguments of the kernel, and indices of loops, which their loop makes.
                    _ => {}
                }
            }
        }
    }
}

/// The ops of a loop, in order, that compute which tiles it loads, from the loop's index and from what is outside; none if they
/// need what the loop carries.
pub fn indices_in_loop(module: &Module, for_op: Op, loads: &[Op]) -> Option<Vec<Op>> {
    made_in_loop(module, for_op, loaded(module, loads))
}

/// The ops of a loop's body that values are made of, in order, from the loop's index and from what is outside; none if they need what the
/// loop carries.
pub fn made_in_loop(module: &Module, for_op: Op, values: Vec<Value>) -> Option<Vec<Op>> {
    let body = module.entry_block(module.regions(for_op)[0])?;
    let carried = module.arguments(body).get(1..)?;
    let mut work = values;
    let mut needed = SortedSet::new();
    while let Some(value) = work.pop() {
        if carried.contains(&value) {
            return None;
        }
        let op = module.defining_op(value).filter(|&op| module.parent(op) == Some(body));
        if let Some(op) = op.filter(|&op| needed.insert(op)) {
            work.extend(module.operands(op));
        }
    }
    Some(module.ops(body).filter(|op| needed.contains(op)).collect())
}

/// The operands of a control op that decide how it goes.
fn controls(module: &Module, op: Op) -> impl Iterator<Item = Value> {
    let names: &[OperandName] = match module.kind(op) {
        scf::FOR => &operand::BOUNDS,
        scf::IF => &[operand::CONDITION],
        // Absent: no operand of other control ops decides how they go.
        _ => &[],
    };
    names.iter().filter_map(move |&name| module.operand_named(op, name))
}

/// The ops around an op, with what decides how they go.
fn control_around(module: &Module, op: Op, slice: &mut Slice, work: &mut Vec<Value>) {
    let mut outer = module.parent_op(op);
    while let Some(op) = outer.filter(|&op| module.def(op).dialect() == "scf") {
        keep_control(module, op, slice, work);
        outer = module.parent_op(op);
    }
}

/// A loop or branch that stays, with what decides how it goes: of a loop, too, the branches in it that end an iteration or all of it.
fn keep_control(module: &Module, op: Op, slice: &mut Slice, work: &mut Vec<Value>) {
    if !slice.ops.insert(op) {
        return;
    }
    work.extend(controls(module, op));
    if matches!(module.kind(op), scf::FOR | scf::LOOP) {
        for end in early_ends(module, op) {
            let around = std::iter::successors(module.parent_op(end), |&around| module.parent_op(around));
            for branch in around.take_while(|&around| around != op) {
                slice.ops.insert(branch);
                work.extend(controls(module, branch));
            }
        }
    }
}

/// The ops in the branches of a loop that end an iteration of it, or all of it.
pub fn early_ends(module: &Module, op: Op) -> Vec<Op> {
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let ends = blocks.flat_map(|&block| module.walk(block));
    let is_early = |&end: &Op| {
        let leaves = matches!(module.kind(end), scf::BREAK | scf::CONTINUE) && module.parent_op(end) != Some(op);
        leaves && ended_by(module, end) == Some(op)
    };
    ends.filter(is_early).collect()
}

/// The values that an op's ends of this kind hand on at a place.
fn handed_out(module: &Module, op: Op, kind: OpKind, place: usize) -> Vec<Value> {
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let ends = blocks.flat_map(|&block| module.walk(block));
    ends.filter(|&end| module.kind(end) == kind && ended_by(module, end) == Some(op))
        .filter_map(|end| module.operands(end).get(place).copied())
        .collect()
}

/// The op that a `yield`, `continue` or `break` ends: the one around it, or the loop around the branches that it leaves.
pub fn ended_by(module: &Module, end: Op) -> Option<Op> {
    let mut around = module.parent_op(end);
    while module.kind(end) != scf::YIELD && around.is_some_and(|op| module.kind(op) == scf::IF) {
        around = around.and_then(|op| module.parent_op(op));
    }
    around
}
