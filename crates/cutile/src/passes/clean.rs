//! Dead code goes: ops without effect whose results nobody needs, and values that loops and branches carry in vain.

use super::rebuild::{arguments, ends, inits, is_loop, keep};
use crate::eval::Eval;
use rustc_hash::{FxHashMap, FxHashSet};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{AttrData, Block, Def, Module, Op, OpKind, Value as Ir};

/// Removes what is dead below `entry`.
pub(crate) fn remove_dead(eval: &mut Eval<'_>, entry: Block) {
    let protected: Vec<Op> = [Some(eval.anchor), eval.m.defining_op(eval.token)]
        .into_iter()
        .flatten()
        .collect();
    let live = Liveness::of(&eval.m, entry, &protected, &eval.along);
    let (mut ops, values) = (live.ops, live.values);
    sweep_block(eval, entry, &mut ops, &values);
}

/// Whether an op does something by itself, or makes memory change.
pub(crate) fn has_effect(kind: OpKind) -> bool {
    matches!(
        kind,
        ct::STORE_VIEW_TKO
            | ct::STORE_PTR_TKO
            | ct::ATOMIC_RMW_TKO
            | ct::ATOMIC_CAS_TKO
            | ct::ATOMIC_RED_VIEW_TKO
            | ct::PRINT_TKO
            | ct::ASSERT
            | ct::GDC_WAIT_TKO
            | ct::GDC_LAUNCH_DEPENDENTS_TKO
            | ct::RETURN
    )
}

struct Liveness<'m> {
    m: &'m Module,
    along: &'m FxHashMap<Op, Vec<Op>>,
    ops: FxHashSet<Op>,
    values: FxHashSet<Ir>,
    todo: Vec<Ir>,
}

impl<'m> Liveness<'m> {
    fn of(m: &'m Module, entry: Block, protected: &[Op], along: &'m FxHashMap<Op, Vec<Op>>) -> Self {
        let mut live = Self {
            m,
            along,
            ops: FxHashSet::default(),
            values: FxHashSet::default(),
            todo: Vec::new(),
        };
        for op in m.walk(entry) {
            // What acquires orders what comes after it.
            let acquires = m.kind(op) == ct::LOAD_VIEW_TKO && m.keyword(op, "ordering") == "acquire";
            if has_effect(m.kind(op)) || acquires || protected.contains(&op) {
                live.op(op);
            }
        }
        while let Some(value) = live.todo.pop() {
            live.needed(value);
        }
        live
    }

    fn value(&mut self, value: Ir) {
        if self.values.insert(value) {
            self.todo.push(value);
        }
    }

    /// An op is needed: so is what it stands in, and what it works on.
    fn op(&mut self, op: Op) {
        if !self.ops.insert(op) {
            return;
        }
        let m = self.m;
        for &other in self.along.get(&op).into_iter().flatten() {
            self.op(other);
        }
        match m.kind(op) {
            ct::IF => self.value(m.operand(op, 0)),
            ct::FOR => (0..3).for_each(|i| self.value(m.operand(op, i))),
            ct::LOOP => {}
            // What these hand on is needed value by value.
            ct::CONTINUE | ct::BREAK | ct::YIELD if self.is_structure_end(op) => {}
            _ => {
                m.operands(op).to_vec().into_iter().for_each(|value| self.value(value));
                for &region in m.regions(op) {
                    for &block in m.blocks(region) {
                        m.ops(block).for_each(|inner| self.op(inner));
                    }
                }
            }
        }
        if is_loop(m.kind(op)) {
            ends(m, op).into_iter().for_each(|end| self.op(end));
        }
        if let Some(outer) = m.parent_op(op).filter(|&outer| m.kind(outer) != ct::ENTRY) {
            self.op(outer);
        }
    }

    /// Whether an end belongs to a loop or branch, not to the combiner of a reduction.
    fn is_structure_end(&self, op: Op) -> bool {
        let outer = self.m.parent_op(op).map(|outer| self.m.kind(outer));
        outer.is_some_and(|kind| kind == ct::IF || is_loop(kind))
    }

    /// A value is needed: so is what makes it.
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

    /// What ends of these kinds hand on at a place is needed.
    fn handed_on(&mut self, op: Op, index: usize, is_asked: fn(OpKind) -> bool) {
        for end in ends(self.m, op) {
            self.op(end);
            if let Some(&value) = self.m.operands(end).get(index).filter(|_| is_asked(self.m.kind(end))) {
                self.value(value);
            }
        }
    }
}

/// Removes what is not needed, from the end to the start.
fn sweep_block(eval: &mut Eval<'_>, block: Block, ops: &mut FxHashSet<Op>, values: &FxHashSet<Ir>) {
    let all: Vec<Op> = eval.m.ops(block).collect();
    for op in all.into_iter().rev() {
        let m = &mut eval.m;
        let kind = m.kind(op);
        if !ops.contains(&op) && !matches!(kind, ct::YIELD | ct::CONTINUE | ct::BREAK) {
            // Ends of blocks that hand it on in vain are written again below.
            m.erase(op);
            continue;
        }
        if kind != ct::IF && !is_loop(kind) {
            continue;
        }
        let mut kept: Vec<bool> = m.results(op).iter().map(|value| values.contains(value)).collect();
        if is_loop(kind) {
            for (kept, argument) in kept.iter_mut().zip(arguments(m, op)) {
                *kept |= values.contains(&argument);
            }
            if kind == ct::LOOP {
                ops.extend(replace_dead(eval, op, &kept, values));
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

/// What a loop carries although nobody needs it at one of its ends, and nobody made it for something else, becomes a zero: the constants
/// that are made for it.
fn replace_dead(eval: &mut Eval<'_>, op: Op, kept: &[bool], values: &FxHashSet<Ir>) -> Vec<Op> {
    let mut made = Vec::new();
    let all: Vec<Op> = ends(&eval.m, op).into_iter().chain([op]).collect();
    for at in all {
        for (index, _) in kept.iter().enumerate().filter(|(_, kept)| **kept) {
            let value = eval.m.operand(at, index);
            if values.contains(&value) {
                continue;
            }
            let ty = eval.m.ty(value);
            if ty == eval.m.ty(eval.token) {
                eval.m.set_operand(at, index, eval.token);
                continue;
            }
            let loc = eval.m.loc(at);
            let zero = eval.m.intern_attr(AttrData::Dense { ty, bits: [0].into() });
            let constant = eval.m.create_op(eval.m.record_of(ct::CONSTANT), &[], &[ty], loc);
            eval.m.set_attr(constant, "value", zero);
            eval.m.insert_before(at, constant);
            eval.m.set_operand(at, index, eval.m.result(constant, 0));
            eval.parts.insert(constant);
            made.push(constant);
        }
    }
    made
}
