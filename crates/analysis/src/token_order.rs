//! The order that tokens give to accesses of memory.

use tilewright_ir::OpKind;
use tilewright_ir::op_def::On;
use tilewright_ir::op_def::effects::{READS, WRITES};
use tilewright_ir::operand;
use tilewright_ir::ops::scf;
use tilewright_ir::{Block, Def, Module, Op, Value};
use tilewright_sorted::SortedSet;

/// Whether an op reads or writes memory in the order that tokens say.
pub fn is_access(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    let touches = def.does(READS) || def.does(WRITES);
    let is_ordered = def.attr_slot("ordering").is_some();
    matches!(def.dialect(), "nv_tileaa" | "nv_tileas") && def.on == On::Global && touches && is_ordered
}

/// Whether an access writes.
pub fn writes(module: &Module, op: Op) -> bool {
    module.def(op).does(WRITES)
}

/// Whether an op loads at any time, and more often if need be: no other access waits for it.
pub fn is_unawaited(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    let is_load = def.does(READS) && !def.does(WRITES) && def.on == On::Global;
    // Absent: no access, it is no load.
    let is_weak = is_load && module.keyword(op, "ordering") == "weak";
    is_weak
        && module
            .results(op)
            .iter()
            .skip(1)
            .all(|&token| module.uses(token).is_empty())
}

/// Whether what comes after an access may read what other blocks wrote before.
pub fn acquires(module: &Module, op: Op) -> bool {
    // Absent: no access, it orders nothing.
    matches!(module.keyword(op, "ordering"), "acquire" | "acq_rel")
}

/// Whether other blocks that read what an access writes may read what was written before.
pub fn releases(module: &Module, op: Op) -> bool {
    // Absent: no access, it orders nothing.
    matches!(module.keyword(op, "ordering"), "release" | "acq_rel")
}

/// The accesses that an op's token says come before it, in this iteration of the loops around it or an earlier one.
pub fn before(module: &Module, op: Op) -> SortedSet<Op> {
    let mut walk = Walk {
        module,
        seen: SortedSet::new(),
        accesses: SortedSet::new(),
        todo: module.operand_named(op, operand::TOKEN).into_iter().collect(),
    };
    while let Some(token) = walk.todo.pop() {
        if walk.seen.insert(token) {
            walk.follow(token);
        }
    }
    walk.accesses
}

struct Walk<'m> {
    module: &'m Module,
    seen: SortedSet<Value>,
    accesses: SortedSet<Op>,
    todo: Vec<Value>,
}

impl Walk<'_> {
    fn follow(&mut self, token: Value) {
        let module = self.module;
        match module.value_def(token) {
            Def::Result(op, index) => self.made_by(op, index as usize),
            Def::Argument(block, index) => {
                // Absent: the block of the module has no arguments.
                let Some(owner) = module.owner(block) else { return };
                // The first argument of a counted loop is its index.
                let carried = match module.kind(owner) {
                    scf::FOR => (index as usize).checked_sub(1),
                    _ => Some(index as usize),
                };
                if let Some(carried) = carried {
                    self.carried(owner, carried);
                }
            }
        }
    }

    fn made_by(&mut self, op: Op, index: usize) {
        let module = self.module;
        if is_access(module, op) {
            self.accesses.insert(op);
            self.todo.extend(module.operand_named(op, operand::TOKEN));
            return;
        }
        match module.kind(op) {
            scf::FOR => self.carried(op, index),
            scf::LOOP => self.handed_on(op, scf::BREAK, index),
            scf::IF => {
                let ways = module.regions(op).iter().filter_map(|&way| module.entry_block(way));
                let ends: Vec<Op> = ways.filter_map(|way| module.last_op(way)).collect();
                for end in ends.into_iter().filter(|&end| module.kind(end) == scf::YIELD) {
                    self.todo.extend(module.operands(end).get(index));
                }
            }
            _ => self.todo.extend(module.operands(op)),
        }
    }

    /// The values that a loop carries: initial ones, and those that its iterations yield.
    fn carried(&mut self, looping: Op, index: usize) {
        self.todo.extend(self.module.loop_inits(looping).get(index));
        self.handed_on(looping, scf::CONTINUE, index);
        self.handed_on(looping, scf::YIELD, index);
    }

    /// The values that a loop's terminators of a name yield.
    fn handed_on(&mut self, looping: Op, kind: OpKind, index: usize) {
        let module = self.module;
        let bodies = module.regions(looping).iter();
        let bodies: Vec<Block> = bodies.filter_map(|&body| module.entry_block(body)).collect();
        for op in bodies.into_iter().flat_map(|body| module.walk(body)) {
            if module.kind(op) == kind && self.loop_of(op) == Some(looping) {
                self.todo.extend(module.operands(op).get(index));
            }
        }
    }

    /// The loop that a terminator ends an iteration of; none if it ends the way of a branch.
    fn loop_of(&self, end: Op) -> Option<Op> {
        let module = self.module;
        let mut around = module.parent_op(end);
        while let Some(op) = around {
            match module.kind(op) {
                scf::FOR | scf::LOOP => return Some(op),
                scf::IF if module.kind(end) == scf::YIELD => return None,
                _ => around = module.parent_op(op),
            }
        }
        None
    }
}
