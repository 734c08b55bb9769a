//! Dead code goes: ops without effect whose results nobody needs, and values that loops and branches carry in vain.

use super::Set;
use super::rebuild::{arguments, ends, inits, is_loop, keep};
use crate::dtype::Dtype;
use crate::eval::Eval;
use std::rc::Rc;
use tilewright_ir::entity::EntityMap;
use tilewright_ir::op_def::effects::READS;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{AttrData, Block, Def, Module, Op, OpKind, Value as Ir};

/// Removes what is dead below `entry`.
pub(crate) fn remove_dead(eval: &mut Eval<'_>, entry: Block) {
    remove_dead_where(eval, entry, |_, _| true);
}

/// Removes what is dead if there are accesses to memory in it. Where there are none, nothing is ordered that need not be.
pub(crate) fn remove_dead_accesses(eval: &mut Eval<'_>, entry: Block) {
    remove_dead_where(eval, entry, |eval, live| {
        eval.memory.iter().any(|(access, _)| !live.contains(access))
    });
}

fn remove_dead_where(eval: &mut Eval<'_>, entry: Block, is_asked: impl Fn(&Eval<'_>, &Set<Op>) -> bool) {
    let protected: Vec<Op> = [Some(eval.anchor), eval.m.defining_op(eval.token)]
        .into_iter()
        .flatten()
        .collect();
    let written = eval.m.walk(entry);
    if is_straight(&eval.m, &written, &protected) {
        return;
    }
    let live = Liveness::of(&eval.m, &written, &protected, &eval.along);
    let (mut ops, values) = (live.ops, live.values);
    if !is_asked(eval, &ops) {
        return;
    }
    sweep_block(eval, entry, &mut ops, &values);
}

/// Whether ops are without loops and branches, and none of them is dead: of what is, nobody uses the last.
fn is_straight(m: &Module, ops: &[Op], protected: &[Op]) -> bool {
    let is_used = |op: Op| {
        let results = m.results(op);
        results.is_empty() || results.iter().any(|&result| !m.uses(result).is_empty())
    };
    ops.iter().all(|&op| {
        let kind = m.kind(op);
        kind != ct::IF && !is_loop(kind) && (is_used(op) || has_effect(m, op) || protected.contains(&op))
    })
}

/// Whether an op is needed although nobody uses its results: it has a side effect, orders the accesses after it, or ends
/// the kernel.
pub(crate) fn has_effect(m: &Module, op: Op) -> bool {
    let def = m.def(op);
    let acquires = def.does(READS) && m.keyword(op, "ordering") == "acquire";
    def.has_side_effect() || acquires || def.kind == ct::RETURN
}

struct Liveness<'m> {
    m: &'m Module,
    along: &'m EntityMap<Op, Vec<Op>>,
    ops: Set<Op>,
    values: Set<Ir>,
    todo: Vec<Ir>,
    /// The block whose op was marked last: most ops stand in the one that the op before stands in.
    inside: Option<Block>,
    /// The ends of the loops and branches that were looked at.
    ends: EntityMap<Op, Rc<[Op]>>,
}

impl<'m> Liveness<'m> {
    fn of(m: &'m Module, written: &[Op], protected: &[Op], along: &'m EntityMap<Op, Vec<Op>>) -> Self {
        let mut live = Self {
            m,
            along,
            ops: Set::sized(m.op_count()),
            values: Set::sized(m.value_count()),
            todo: Vec::new(),
            inside: None,
            ends: EntityMap::default(),
        };
        protected.iter().for_each(|&op| live.op(op));
        for &op in written {
            if has_effect(m, op) {
                live.op(op);
            }
        }
        while let Some(value) = live.todo.pop() {
            live.needed(value);
        }
        live
    }

    fn value(&mut self, value: Ir) {
        if !self.values.contains(value) {
            self.values.insert(value, ());
            self.todo.push(value);
        }
    }

    /// Marks an op as needed, with its operands and the op whose region it stands in.
    fn op(&mut self, op: Op) {
        if self.ops.contains(op) {
            return;
        }
        self.ops.insert(op, ());
        let m = self.m;
        for &other in self.along.get(op).into_iter().flatten() {
            self.op(other);
        }
        match m.kind(op) {
            ct::IF => self.value(m.only_operand(op)),
            ct::FOR => m
                .required_operands(op, operand::BOUNDS)
                .into_iter()
                .for_each(|value| self.value(value)),
            ct::LOOP => {}
            // Each operand of these is needed only if the value that it becomes is.
            ct::CONTINUE | ct::BREAK | ct::YIELD if self.is_structure_end(op) => {}
            _ => {
                m.operands(op).iter().for_each(|&value| self.value(value));
                for &region in m.regions(op) {
                    for &block in m.blocks(region) {
                        m.ops(block).for_each(|inner| self.op(inner));
                    }
                }
            }
        }
        if is_loop(m.kind(op)) {
            self.ends(op).iter().for_each(|&end| self.op(end));
        }
        let block = m.parent(op);
        if block != self.inside {
            self.inside = block;
            if let Some(outer) = m.parent_op(op).filter(|&outer| m.kind(outer) != ct::ENTRY) {
                self.op(outer);
            }
        }
    }

    fn ends(&mut self, op: Op) -> Rc<[Op]> {
        if let Some(found) = self.ends.get(op) {
            return found.clone();
        }
        let found: Rc<[Op]> = ends(self.m, op).into();
        self.ends.insert(op, found.clone());
        found
    }

    /// Whether an end belongs to a loop or branch, not to the combiner of a reduction.
    fn is_structure_end(&self, op: Op) -> bool {
        let outer = self.m.parent_op(op).map(|outer| self.m.kind(outer));
        outer.is_some_and(|kind| kind == ct::IF || is_loop(kind))
    }

    /// Marks the op that makes a needed value; for a value that a loop or branch carries, the operands that it comes from.
    fn needed(&mut self, value: Ir) {
        let m = self.m;
        match m.value_def(value) {
            Def::Result(op, index) => {
                self.op(op);
                let index = index as usize;
                match m.kind(op) {
                    ct::IF | ct::FOR => self.handed_on(op, index, |_| true),
                    ct::LOOP => self.handed_on(op, index, |kind| kind == ct::BREAK),
                    _ => return,
                }
                if m.kind(op) == ct::FOR {
                    self.value(inits(m, op)[index]);
                }
            }
            Def::Argument(block, index) => {
                let Some(op) = m.owner(block) else { return };
                let skipped = u32::from(m.kind(op) == ct::FOR);
                if is_loop(m.kind(op)) && index >= skipped {
                    self.op(op);
                    let index = (index - skipped) as usize;
                    self.value(inits(m, op)[index]);
                    self.handed_on(op, index, |kind| kind == ct::CONTINUE);
                }
            }
        }
    }

    /// Marks the operand at `index` of each terminator of a loop or branch whose kind `is_asked`.
    fn handed_on(&mut self, op: Op, index: usize, is_asked: fn(OpKind) -> bool) {
        for &end in &*self.ends(op) {
            self.op(end);
            if let Some(&value) = self.m.operands(end).get(index).filter(|_| is_asked(self.m.kind(end))) {
                self.value(value);
            }
        }
    }
}

/// Removes what is not needed, from the end to the start.
fn sweep_block(eval: &mut Eval<'_>, block: Block, ops: &mut Set<Op>, values: &Set<Ir>) {
    let mut next = eval.m.last_op(block);
    while let Some(op) = next {
        let m = &mut eval.m;
        next = m.prev_op(op);
        let kind = m.kind(op);
        if !ops.contains(op) && !matches!(kind, ct::YIELD | ct::CONTINUE | ct::BREAK) {
            // The terminators that still use its results get other operands below.
            m.erase(op);
            continue;
        }
        if kind != ct::IF && !is_loop(kind) {
            continue;
        }
        let mut kept: Vec<bool> = m.results(op).iter().map(|&value| values.contains(value)).collect();
        if is_loop(kind) {
            for (kept, argument) in kept.iter_mut().zip(arguments(m, op)) {
                *kept |= values.contains(argument);
            }
            if kind == ct::LOOP {
                for made in replace_dead(eval, op, &kept, values, ops) {
                    ops.insert(made, ());
                }
            }
        }
        for region in eval.m.regions(op).to_vec() {
            for block in eval.m.blocks(region).to_vec() {
                sweep_block(eval, block, ops, values);
            }
        }
        let m = &mut eval.m;
        if kept.iter().any(|kept| !kept) {
            let ends = ends(m, op);
            keep(m, op, &ends, &kept);
        }
    }
}

/// Puts a zero, or a token that waits for nothing, for each value that a loop has to carry, but that nobody needs at one of its
/// terminators or at its start. The ops that were made for it.
fn replace_dead(eval: &mut Eval<'_>, op: Op, kept: &[bool], values: &Set<Ir>, ops: &Set<Op>) -> Vec<Op> {
    let mut made = Vec::new();
    let all: Vec<Op> = ends(&eval.m, op).into_iter().chain([op]).collect();
    for at in all {
        for (index, _) in kept.iter().enumerate().filter(|(_, kept)| **kept) {
            let value = eval.m.operands(at)[index];
            let ty = eval.m.ty(value);
            let is_token = ty == eval.m.ty(eval.token);
            // An access that nobody waits for here gives a token of its own, that waits for nothing.
            if values.contains(value) || !is_token && is_made_anyway(&eval.m, value, ops) {
                continue;
            }
            let loc = eval.m.loc(at);
            let is_address = eval.m.pointee(eval.m.element(ty)).is_some();
            let kind = if is_token { ct::MAKE_TOKEN } else { ct::CONSTANT };
            let own = if is_address {
                eval.tile_type(&[], Dtype::I64)
            } else {
                ty
            };
            let mut stand_in = eval.m.create_op(eval.m.record_of(kind), &[], &[own], loc);
            if !is_token {
                let zero = eval.m.intern_attr(AttrData::Dense {
                    ty: own,
                    bits: [0].into(),
                });
                eval.m.set_attr(stand_in, "value", zero);
            }
            let mut note = |eval: &mut Eval<'_>, op| {
                eval.m.insert_before(at, op);
                eval.parts.insert(op);
                made.push(op);
            };
            note(eval, stand_in);
            if is_address {
                let zero = eval.m.result(stand_in, 0);
                let def = eval.m.record_of(ct::INT_TO_PTR);
                stand_in = eval.m.create_op(def, &[&[zero]], &[ty], loc);
                note(eval, stand_in);
            }
            eval.m.set_operand(at, index, eval.m.result(stand_in, 0));
        }
    }
    made
}

/// Whether a value is a further result of an op that is needed for another one.
fn is_made_anyway(m: &Module, value: Ir, ops: &Set<Op>) -> bool {
    match m.value_def(value) {
        Def::Result(op, _) => ops.contains(op) && m.kind(op) != ct::IF && !is_loop(m.kind(op)),
        Def::Argument(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_ir::op_def::{On, OpDef, effects};
    use tilewright_ir::{ReadOptions, Registry, parse_with, records};

    records!(
        OPS,
        toy,
        Registry::FREE,
        POKE = OpDef::new("toy.poke", "", "Writes.").effects(effects::WRITES, On::Global),
        PEEK = OpDef::new("toy.peek", "", "Reads.").effects(effects::READS, On::Global),
        MEET = OpDef::new("toy.meet", "", "Waits.").effects(effects::SYNCHRONISES, On::Barriers),
        MAKE = OpDef::new("toy.make", "", "Allocates.").effects(effects::ALLOCATES, On::Global),
        IDLE = OpDef::new("toy.idle", "", "Does nothing."),
    );

    #[test]
    fn an_op_of_a_new_kind_is_kept_if_its_record_has_a_side_effect() {
        let registry = Registry::builtin().with(&OPS).expect("the toys go with the rest");
        let registry: &'static Registry = Box::leak(Box::new(registry));
        let options = ReadOptions {
            registry,
            ..ReadOptions::default()
        };
        let text = "cuda_tile.module @m {\n entry @k() {\n toy.poke\n toy.peek\n toy.meet\n toy.make\n toy.idle\n return\n }\n}";
        let parsed = parse_with(text, options);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let m = parsed.module;
        let all = m.walk(m.top());
        let entry = all
            .iter()
            .find(|&&op| m.kind(op) == ct::ENTRY)
            .expect("there is an entry");
        let body = m.entry_block(m.regions(*entry)[0]).expect("it has a body");
        let along = EntityMap::default();
        let live = Liveness::of(&m, &m.walk(body), &[], &along);
        let kept = m
            .ops(body)
            .filter(|&op| live.ops.contains(op))
            .map(|op| m.def(op).short_name());
        assert_eq!(kept.collect::<Vec<_>>(), ["poke", "meet", "make", "return"]);
    }
}
