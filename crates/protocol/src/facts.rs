//! Facts of a kernel's structure that hold for all warps.

use super::model::{Control, Model, Unspecialised, Value as Known, is_seen};
use tilewright_ir::entity::Entity;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::views::ForOp;
use tilewright_ir::{Block, Def, Module, Op, Value};
use tilewright_sorted::SortedMap;

/// Facts of an op that hold for all warps.
#[derive(Clone, Copy, Default)]
struct Fact {
    /// Something inside it is seen by others.
    matters: bool,
    /// It is a loop that holds such a loop, or that goes round with one.
    outer: bool,
    /// An effect that others see depends on it.
    live: bool,
}

/// Looked up again and again.
pub(super) struct Facts(Vec<Fact>);

impl Facts {
    pub fn of(module: &Module, ops: &[Op]) -> Self {
        let mut facts = Self(vec![Fact::default(); module.op_count()]);
        // Whoever leaves the kernel does nothing of what comes after.
        let is_return = |op: Op| Model::of(module.kind(op)) == Some(Model::Control(Control::Return));
        for &op in ops.iter().filter(|&&op| is_seen(module, op) || is_return(op)) {
            let mut in_loop = false;
            for owner in around(module, op) {
                let fact = &mut facts.0[owner.index()];
                fact.matters = true;
                if is_loop(module, owner) {
                    fact.outer |= in_loop;
                    in_loop = true;
                }
            }
        }
        facts.spread_outer(module, ops);
        Slice::of(module, ops, &mut facts.0);
        facts
    }

    /// Agents go round the tiles together, though not all of them have a loop inside: who has the same bounds is no less around it. So are the
    /// bounds that are said before the loop.
    fn spread_outer(&mut self, module: &Module, ops: &[Op]) {
        let is_said = |op: Op| Model::of(module.kind(op)) == Some(Model::Unspecialised(Unspecialised::Iterations));
        let bounds = |op: Op| match is_said(op) {
            true => Some(operand::BOUNDS.map(|name| module.required_operand(op, name))),
            false => ForOp::of(module, op).map(|counted| [counted.lower, counted.upper, counted.step]),
        };
        let outer = ops.iter().filter(|&&op| self.is_outer(op));
        let outer: Vec<_> = outer.filter_map(|&op| bounds(op)).collect();
        for &op in ops.iter().filter(|_| !outer.is_empty()) {
            let is_alone = (self.matters(op) || is_said(op)) && !around(module, op).any(|owner| is_loop(module, owner));
            if is_alone && bounds(op).is_some_and(|own| outer.contains(&own)) {
                self.0[op.index()].outer = true;
            }
        }
    }

    /// Whether an op inside this one does what others can see.
    pub fn matters(&self, op: Op) -> bool {
        self.0[op.index()].matters
    }

    /// Whether a loop holds another loop that matters.
    pub fn is_outer(&self, op: Op) -> bool {
        self.0[op.index()].outer
    }

    /// Whether what others see depends on this op. Following warps would be slow if they did all the rest as well.
    pub fn is_live(&self, op: Op) -> bool {
        self.0[op.index()].live
    }
}

/// The function that is the kernel; none where the text is only the inside of one.
pub(super) fn kernel(module: &Module, ops: &[Op]) -> Option<Op> {
    let is_kernel = |op: &Op| Model::of(module.kind(*op)) == Some(Model::Control(Control::Kernel));
    ops.iter().copied().find(is_kernel)
}

/// The block of the kernel: that of its function, or all there is.
pub(super) fn kernel_body(module: &Module, ops: &[Op]) -> Block {
    let region = kernel(module, ops).and_then(|kernel| module.regions(kernel).first().copied());
    // A declaration has no block; what stands beside it is no part of a kernel.
    let body = region.and_then(|region| module.entry_block(region));
    body.unwrap_or(module.top())
}

/// The ops around this one, from the inside out.
fn around(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    std::iter::successors(module.parent_op(op), |&owner| module.parent_op(owner))
}

fn is_loop(module: &Module, op: Op) -> bool {
    matches!(
        Model::of(module.kind(op)),
        Some(Model::Control(Control::For | Control::Loop))
    )
}

/// Goes from what others see back to what it depends on.
struct Slice<'m> {
    module: &'m Module,
    facts: &'m mut [Fact],
    /// Values that something depends on, and those among them whose reasons are still to be found.
    needed: Vec<bool>,
    pending: Vec<Value>,
}

impl<'m> Slice<'m> {
    fn of(module: &'m Module, ops: &[Op], facts: &'m mut [Fact]) {
        // The values that the ends of an op's regions pass on: to its results, or to its next iteration.
        let mut ends: SortedMap<Op, Vec<Op>> = SortedMap::new();
        let mut slice = Self {
            module,
            facts,
            needed: vec![false; module.value_count()],
            pending: Vec::new(),
        };
        for &op in ops {
            let model = Model::of(module.kind(op));
            let left = match model {
                Some(Model::Control(Control::Yield)) => module.parent_op(op),
                Some(Model::Control(Control::Continue | Control::Break)) => {
                    around(module, op).find(|&owner| is_loop(module, owner))
                }
                _ => None,
            };
            if let Some(left) = left {
                ends.entry(left).or_default().push(op);
            }
            // Whether a loop goes on may be decided inside a branch.
            if let Some(branch) = module
                .parent_op(op)
                .filter(|&owner| left.is_some_and(|left| left != owner))
            {
                slice.op(branch);
            }
            match model {
                Some(Model::Seen(_) | Model::Unspecialised(_)) => slice.op(op),
                Some(Model::Control(
                    Control::Agents | Control::Branch | Control::ConditionalBranch | Control::Return,
                )) => slice.op(op),
                // Numbers of buffers are given in the order of the program.
                Some(Model::Value(Known::Buffer)) => slice.op(op),
                // Absent: what computes values is needed where they are read.
                _ => {}
            }
            slice.facts[op.index()].live |= left.is_some();
        }
        while let Some(value) = slice.pending.pop() {
            // Number `index` of what an op's regions begin or end with.
            let (owner, index, first) = match module.value_def(value) {
                Def::Result(op, index) => (Some(op), index as usize, 0),
                Def::Argument(block, index) => (module.owner(block), index as usize, 1),
            };
            // Absent: the block of the module has no arguments.
            let Some(owner) = owner else { continue };
            slice.op(owner);
            let (skipped, initial) = match Model::of(module.kind(owner)) {
                Some(Model::Control(Control::For)) => (first, module.loop_inits(owner)),
                Some(Model::Control(Control::Loop)) => (0, module.loop_inits(owner)),
                Some(Model::Control(Control::If)) => (0, &[][..]),
                // Absent: other ops hand nothing on: they read their operands.
                _ => continue,
            };
            // Absent: the index of a counted loop, which its bounds decide.
            let Some(index) = index.checked_sub(skipped) else {
                continue;
            };
            slice.values(initial.get(index));
            for &end in ends.get(&owner).into_iter().flatten() {
                slice.values(module.operands(end).get(index));
            }
        }
    }

    fn values(&mut self, values: impl IntoIterator<Item = &'m Value>) {
        for &value in values {
            if !std::mem::replace(&mut self.needed[value.index()], true) {
                self.pending.push(value);
            }
        }
    }

    /// An op is executed: the ops around it are, and what it reads is needed; what is only handed on is needed where it
    /// goes.
    fn op(&mut self, op: Op) {
        let module = self.module;
        if std::mem::replace(&mut self.facts[op.index()].live, true) {
            return;
        }
        match Model::of(module.kind(op)) {
            Some(Model::Control(Control::If)) => self.values(module.operands_named(op, operand::CONDITION)),
            Some(Model::Control(Control::For)) => {
                for name in operand::BOUNDS {
                    self.values(module.operands_named(op, name));
                }
            }
            Some(Model::Control(Control::Loop)) => {}
            Some(model) if model.touches_tiles() => {
                const READ: [OperandName; 9] = [
                    operand::ADDS,
                    operand::SLOT,
                    operand::LHS_SLOT,
                    operand::RHS_SLOT,
                    operand::BARRIER,
                    operand::PART,
                    operand::MASK,
                    operand::PREDICATE,
                    operand::CURRENT_ITER,
                ];
                for name in READ {
                    self.values(module.operands_named(op, name));
                }
            }
            _ => self.values(module.operands(op)),
        }
        if let Some(owner) = module.parent_op(op) {
            self.op(owner);
        }
    }
}
