//! What the structure of a kernel says to whoever follows its warps.

use std::collections::BTreeMap;
use tilewright_ir::entity::Entity;
use tilewright_ir::{Def, Module, Op, Value};

/// Ids of pulled work on their way from the agent that pulls it to the others.
pub(super) const READ_WORK_ID: &str = "cutlass.tile_scheduler.read_work_id";
pub(super) const WRITE_WORK_ID: &str = "cutlass.tile_scheduler.write_work_id";
pub(super) const FETCH_WORK_ID: &str = "cutlass.tile_scheduler.fetch_work_id";

/// Ops that others can see the effect of.
pub(super) fn is_relevant(name: &str) -> bool {
    name.starts_with("nvvm.mbarrier.")
        || name.starts_with("nvvm.barrier")
        || name.starts_with("nvvm.cluster.")
        || name.starts_with("nvvm.wgmma.commit")
        || name.starts_with("nvvm.wgmma.wait")
        || name.starts_with("nv_tileas.async.")
        || matches!(name, "nv_tileas.local_load" | "nv_tileas.local_store")
        || matches!(name, READ_WORK_ID | WRITE_WORK_ID)
        || is_alike(name)
}

/// Ops of loops whose threads all do the same.
pub(super) fn is_alike(name: &str) -> bool {
    const NAMES: [&str; 6] = [
        "nv_tileas.iterations",
        "nv_tileas.buffer_dot",
        "nv_tileas.staged_store",
        "nv_tileas.fragment_load",
        "nvvm.cp.async.commit_group",
        "nvvm.cp.async.wait_group",
    ];
    NAMES.contains(&name)
}

/// What is true of an op, whichever warp comes to it.
#[derive(Clone, Copy, Default)]
struct Fact {
    /// Something inside it is seen by others.
    matters: bool,
    /// It is a loop that holds such a loop.
    outer: bool,
    /// What others see depends on it.
    live: bool,
}

/// Looked up again and again.
pub(super) struct Facts(Vec<Fact>);

impl Facts {
    pub fn of(module: &Module, ops: &[Op]) -> Self {
        let mut facts = Self(vec![Fact::default(); module.op_count()]);
        for &op in ops.iter().filter(|&&op| is_relevant(module.op_name(op))) {
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
        Slice::of(module, ops, &mut facts.0);
        facts
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

/// The ops around this one, from the inside out.
fn around(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    std::iter::successors(module.parent_op(op), |&owner| module.parent_op(owner))
}

fn is_loop(module: &Module, op: Op) -> bool {
    matches!(module.op_name(op), "scf.for" | "scf.loop")
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
        // What is handed on at the ends of an op's regions: to its results, or to its next iteration.
        let mut ends: BTreeMap<Op, Vec<Op>> = BTreeMap::new();
        let mut slice = Self {
            module,
            facts,
            needed: vec![false; module.value_count()],
            pending: Vec::new(),
        };
        for &op in ops {
            let name = module.op_name(op);
            let left = match name {
                "scf.yield" => module.parent_op(op),
                "scf.continue" | "scf.break" => around(module, op).find(|&owner| is_loop(module, owner)),
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
            // Numbers of buffers are given in the order of the program.
            if is_relevant(name) || matches!(name, "cf.br" | "cf.cond_br" | "nv_tileas.alloc_tensor") {
                slice.op(op);
            }
            slice.facts[op.index()].live |= left.is_some() || matches!(name, "nv_tileas.return" | "nvvm.return");
        }
        while let Some(value) = slice.pending.pop() {
            // Number `index` of what an op's regions begin or end with.
            let (owner, index, first) = match module.value_def(value) {
                Def::Result(op, index) => (Some(op), index as usize, 0),
                Def::Argument(block, index) => (module.owner(block), index as usize, 1),
            };
            let Some(owner) = owner else { continue };
            slice.op(owner);
            let (skipped, initial) = match module.op_name(owner) {
                "scf.for" => (first, module.operand_list(owner, 3)),
                "scf.loop" => (0, module.operands(owner)),
                "scf.if" => (0, &[][..]),
                _ => continue,
            };
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

    /// An op is executed: the ops around it are, and what it reads is needed; what is only handed on is needed where it goes.
    fn op(&mut self, op: Op) {
        let module = self.module;
        if std::mem::replace(&mut self.facts[op.index()].live, true) {
            return;
        }
        let operands = module.operands(op);
        match module.op_name(op) {
            "scf.if" => self.values(operands.first()),
            "scf.for" => self.values(&operands[..operands.len().min(3)]),
            "scf.loop" => {}
            name if is_relevant(name) && !name.starts_with("nvvm.") && name != "nv_tileas.iterations" => {
                const READ: [&str; 6] = ["slot", "lhs_slot", "rhs_slot", "barrier", "predicate", "current_iter"];
                for name in READ {
                    self.values(module.operands_named(op, name));
                }
            }
            _ => self.values(operands),
        }
        if let Some(owner) = module.parent_op(op) {
            self.op(owner);
        }
    }
}
