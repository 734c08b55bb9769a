//! The order of accesses to memory: a token for each of them.
//!
//! For each set of arrays that may overlap there are two tokens: of everything so far, and of the last store. A load waits for
//! the last store, a store for everything. What acquires or releases orders all sets.

use super::rebuild::{carry_more, end_with, more_results};
use crate::arrays::{Access, Memory};
use crate::eval::Eval;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Block, Module, Op, Ty, Value as Ir};

/// A token of the state, in the order in which loops carry them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Slot {
    /// Everything so far in a set.
    All(usize),
    /// The last store to a set.
    Store(usize),
    /// The last access that acquired.
    Acquired,
    /// The last call that lets dependent kernels start.
    Launched,
}

/// The tokens at a place; what is absent is the token that waits for nothing.
#[derive(Clone, Default)]
struct State {
    tokens: FxHashMap<Slot, Ir>,
}

struct Tokens<'e> {
    m: &'e mut Module,
    memory: &'e FxHashMap<Op, Memory>,
    none: Ir,
    sets: Vec<usize>,
    /// The loops around, with what each carries more.
    loops: Vec<(Op, Vec<Slot>)>,
    /// Stores whose rounds do not depend on each other, with the token from before the loop.
    free: FxHashMap<Op, Ir>,
    /// Ops that were written again.
    renamed: FxHashMap<Op, Op>,
}

/// Gives every access its tokens.
pub(crate) fn order(eval: &mut Eval<'_>, entry: Block) {
    let sets: BTreeSet<usize> = eval
        .arrays
        .iter()
        .map(|array| array.set)
        .chain(eval.lists.iter().map(|list| list.set))
        .collect();
    let mut tokens = Tokens {
        m: &mut eval.m,
        memory: &eval.memory,
        none: eval.token,
        sets: sets.into_iter().collect(),
        loops: Vec::new(),
        free: FxHashMap::default(),
        renamed: FxHashMap::default(),
    };
    let mut state = State::default();
    tokens.block(entry, &mut state);
}

impl Tokens<'_> {
    fn get(&self, state: &State, slot: Slot) -> Ir {
        state.tokens.get(&slot).copied().unwrap_or(self.none)
    }

    /// The tokens of a block; whether it goes on behind it.
    fn block(&mut self, block: Block, state: &mut State) -> bool {
        for op in self.m.ops(block).collect::<Vec<_>>() {
            match self.m.kind(op) {
                ct::FOR | ct::LOOP => self.round(op, state),
                ct::IF => {
                    if !self.branch(op, state) {
                        return false;
                    }
                }
                ct::CONTINUE | ct::BREAK => {
                    self.end(op, state);
                    return false;
                }
                ct::RETURN => return false,
                _ => {
                    if let Some(memory) = self.memory.get(&op).copied() {
                        self.access(op, memory, state);
                    }
                }
            }
        }
        true
    }

    /// A token that waits for all of these; a new op where there are several.
    fn join(&mut self, at: Op, behind: bool, tokens: &[Ir]) -> Ir {
        let mut distinct: Vec<Ir> = Vec::new();
        for &token in tokens {
            if !distinct.contains(&token) {
                distinct.push(token);
            }
        }
        if let [only] = distinct[..] {
            return only;
        }
        let ty: Ty = self.m.ty(self.none);
        let def = self.m.record_of(ct::JOIN_TOKENS);
        let join = self.m.create_op(def, &[&distinct], &[ty], self.m.loc(at));
        match self.m.next_op(at).filter(|_| behind) {
            Some(next) => self.m.insert_before(next, join),
            None if behind => {
                if let Some(block) = self.m.parent(at) {
                    self.m.append(block, join);
                }
            }
            None => self.m.insert_before(at, join),
        }
        self.m.result(join, 0)
    }

    /// One access: which token it waits for, and what its own changes.
    fn access(&mut self, op: Op, memory: Memory, state: &mut State) {
        let set = memory.set.unwrap_or(usize::MAX);
        let acquired = self.get(state, Slot::Acquired);
        let mut wait = Vec::new();
        match memory.access {
            Access::Load | Access::AcquireLoad => wait.push(self.get(state, Slot::Store(set))),
            Access::Store | Access::RelaxedAtomic => match self.free.get(&op) {
                Some(&before) => wait.push(before),
                None => wait.push(self.get(state, Slot::All(set))),
            },
            Access::ReleaseStore | Access::Atomic => {
                wait.push(self.get(state, Slot::All(set)));
                wait.extend(
                    self.sets
                        .clone()
                        .into_iter()
                        .filter(|&other| other != set)
                        .map(|other| self.get(state, Slot::All(other))),
                );
            }
            Access::Everything | Access::Launch => {
                wait.push(acquired);
                wait.extend(
                    self.sets
                        .clone()
                        .into_iter()
                        .map(|other| self.get(state, Slot::All(other))),
                );
            }
        }
        if matches!(
            memory.access,
            Access::Store | Access::ReleaseStore | Access::RelaxedAtomic | Access::Atomic
        ) && let Some(&launched) = state.tokens.get(&Slot::Launched)
        {
            wait.push(launched);
        }
        if acquired != self.none {
            wait.push(acquired);
        }
        let token = self.join(op, false, &wait);
        self.set_token(op, token);
        let results = self.m.results(op);
        let own = results[results.len() - 1];
        match memory.access {
            Access::Load | Access::AcquireLoad => {
                let all = self.get(state, Slot::All(set));
                let joined = self.join(op, true, &[all, own]);
                state.tokens.insert(Slot::All(set), joined);
                if memory.access == Access::AcquireLoad {
                    state.tokens.insert(Slot::Acquired, own);
                }
            }
            Access::Store | Access::ReleaseStore | Access::RelaxedAtomic | Access::Atomic => {
                let mut token = own;
                if self.free.contains_key(&op) {
                    let all = self.get(state, Slot::All(set));
                    token = self.join(op, true, &[all, own]);
                }
                state.tokens.insert(Slot::All(set), token);
                state.tokens.insert(Slot::Store(set), token);
                if memory.access == Access::Atomic {
                    state.tokens.insert(Slot::Acquired, own);
                }
            }
            Access::Everything => {
                state.tokens.insert(Slot::Acquired, own);
            }
            Access::Launch => {
                state.tokens.insert(Slot::Launched, own);
            }
        }
    }

    /// Makes a token the one that an access waits for.
    fn set_token(&mut self, op: Op, token: Ir) {
        let index = self.m.operands(op).iter().rposition(|&value| value == self.none);
        if let Some(index) = index {
            self.m.set_operand(op, index, token);
        }
    }

    /// The tokens that ops below an op change.
    fn touched(&self, op: Op) -> BTreeSet<Slot> {
        let mut slots = BTreeSet::new();
        for &region in self.m.regions(op) {
            for &block in self.m.blocks(region) {
                for inner in self.m.walk(block) {
                    let Some(memory) = self.memory.get(&inner) else {
                        continue;
                    };
                    let set = memory.set.unwrap_or(usize::MAX);
                    match memory.access {
                        Access::Load => slots.extend([Slot::All(set)]),
                        Access::AcquireLoad => slots.extend([Slot::All(set), Slot::Acquired]),
                        Access::Store | Access::ReleaseStore | Access::RelaxedAtomic => {
                            slots.extend([Slot::All(set), Slot::Store(set)])
                        }
                        Access::Atomic => slots.extend([Slot::All(set), Slot::Store(set), Slot::Acquired]),
                        Access::Everything => slots.extend([Slot::Acquired]),
                        Access::Launch => slots.extend([Slot::Launched]),
                    }
                }
            }
        }
        slots
    }

    /// A loop: it carries the tokens that it changes.
    fn round(&mut self, op: Op, state: &mut State) {
        // Absent: in the order of sets, each with everything before its stores.
        let mut slots: Vec<Slot> = self.touched(op).into_iter().collect();
        slots.sort_by_key(|slot| match *slot {
            Slot::All(set) => (set, 0),
            Slot::Store(set) => (set, 1),
            Slot::Acquired => (usize::MAX, 0),
            Slot::Launched => (usize::MAX, 1),
        });
        let free = self.free_stores(op);
        for store in free {
            if let Some(set) = self.memory.get(&store).and_then(|memory| memory.set) {
                let before = self.get(state, Slot::All(set));
                self.free.insert(store, before);
            }
        }
        let starts: Vec<Ir> = slots.iter().map(|&slot| self.get(state, slot)).collect();
        let carried = self.m.results(op).len();
        let (new, arguments) = carry_more(self.m, op, &starts);
        self.renamed.insert(op, new);
        let mut inside = state.clone();
        for (&slot, &argument) in slots.iter().zip(&arguments) {
            inside.tokens.insert(slot, argument);
        }
        self.loops.push((new, slots.clone()));
        if let Some(body) = self.m.entry_block(self.m.regions(new)[0]) {
            self.block(body, &mut inside);
        }
        self.loops.pop();
        for (i, &slot) in slots.iter().enumerate() {
            let result = self.m.result(new, carried + i);
            state.tokens.insert(slot, result);
        }
    }

    /// The end of a round hands on the tokens as they are.
    fn end(&mut self, op: Op, state: &State) {
        let is_break = self.m.kind(op) == ct::BREAK;
        let around = self
            .loops
            .iter()
            .rev()
            .find(|(around, _)| !is_break || self.m.kind(*around) == ct::LOOP);
        let Some((_, slots)) = around else { return };
        let mut operands = self.m.operands(op).to_vec();
        operands.extend(slots.iter().map(|&slot| self.get(state, slot)));
        end_with(self.m, op, &operands);
    }

    /// A branch: tokens that one of the ways changes become results. Whether it goes on behind it.
    fn branch(&mut self, op: Op, state: &mut State) -> bool {
        let mut ways = Vec::new();
        for region in self.m.regions(op).to_vec() {
            let mut inside = state.clone();
            let goes_on = match self.m.entry_block(region) {
                Some(block) => self.block(block, &mut inside),
                None => true,
            };
            ways.push((region, inside, goes_on));
        }
        if ways.iter().all(|(_, _, goes_on)| !goes_on) {
            return false;
        }
        let mut changed: Vec<Slot> = ways
            .iter()
            .filter(|(_, _, goes_on)| *goes_on)
            .flat_map(|(_, inside, _)| {
                inside
                    .tokens
                    .iter()
                    .filter(|(slot, token)| state.tokens.get(slot).copied().unwrap_or(self.none) != **token)
                    .map(|(slot, _)| *slot)
            })
            .collect();
        changed.sort_by_key(|slot| match *slot {
            Slot::All(set) => (set, 0),
            Slot::Store(set) => (set, 1),
            Slot::Acquired => (usize::MAX, 0),
            Slot::Launched => (usize::MAX, 1),
        });
        changed.dedup();
        if changed.is_empty() {
            return true;
        }
        for (region, inside, goes_on) in &ways {
            let end = self.m.entry_block(*region).and_then(|block| self.m.last_op(block));
            if let Some(end) = end.filter(|&end| *goes_on && self.m.kind(end) == ct::YIELD) {
                let mut operands = self.m.operands(end).to_vec();
                operands.extend(changed.iter().map(|&slot| self.get(inside, slot)));
                end_with(self.m, end, &operands);
            }
        }
        let results = self.m.results(op).len();
        let types = vec![self.m.ty(self.none); changed.len()];
        let new = more_results(self.m, op, &types);
        for (i, &slot) in changed.iter().enumerate() {
            let token = self.m.result(new, results + i);
            state.tokens.insert(slot, token);
        }
        true
    }

    /// Stores of a counted loop whose rounds write different tiles: the only access to their set, directly in the loop, at the
    /// loop's own index.
    fn free_stores(&self, op: Op) -> Vec<Op> {
        if self.m.kind(op) != ct::FOR {
            return Vec::new();
        }
        let Some(body) = self.m.entry_block(self.m.regions(op)[0]) else {
            return Vec::new();
        };
        let index = self.m.arguments(body)[0];
        let mut accesses: FxHashMap<usize, u32> = FxHashMap::default();
        let mut all_ordered = false;
        for inner in self.m.walk(body) {
            if let Some(memory) = self.memory.get(&inner) {
                *accesses.entry(memory.set.unwrap_or(usize::MAX)).or_default() += 1;
                all_ordered |= memory.set.is_none();
            }
        }
        let direct: FxHashSet<Op> = self.m.ops(body).collect();
        let _ = all_ordered;
        let mut free = Vec::new();
        for &store in &direct {
            let Some(memory) = self.memory.get(&store) else {
                continue;
            };
            let is_alone = memory.set.is_some_and(|set| accesses.get(&set) == Some(&1));
            let is_tile_store =
                self.m.kind(store) == ct::STORE_VIEW_TKO && memory.access == Access::Store && !memory.serial;
            if is_alone && is_tile_store && self.m.operands_named(store, "index").contains(&index) {
                free.push(store);
            }
        }
        free
    }
}
