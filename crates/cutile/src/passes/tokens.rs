//! The order of accesses to memory: a token for each of them.
//!
//! For each set of arrays that may overlap there are two tokens: of everything so far, and of the last store. A load waits for
//! the last store, a store for everything. What acquires or releases orders all sets. Output is a set of its own that
//! all others wait for.

use super::rebuild::{carry_more, end_with, more_results};
use crate::arrays::{Access, Memory, Set};
use crate::eval::Eval;
use tilewright_ir::entity::EntityMap;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Block, Module, Op, Ty, Value as Ir};
use tilewright_sorted::SortedSet;

/// The set of what is seen from outside of the kernel without being memory of it: output, and waiting for other kernels.
const OUTSIDE: usize = usize::MAX;

/// A token of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// Everything so far in a set.
    All(usize),
    /// The last store to a set.
    Store(usize),
    /// The last access that acquired.
    Acquired,
}

/// The tokens at a place, in the order in which they came up; what is absent is the token that waits for nothing.
#[derive(Clone, Default)]
struct State {
    tokens: Vec<(Slot, Ir)>,
}

impl State {
    fn set(&mut self, slot: Slot, token: Ir) {
        match self.tokens.iter_mut().find(|(other, _)| *other == slot) {
            Some((_, old)) => *old = token,
            None => self.tokens.push((slot, token)),
        }
    }
}

struct Tokens<'e> {
    m: &'e mut Module,
    memory: &'e EntityMap<Op, Memory>,
    none: Ir,
    /// The loops around, with what each carries more.
    loops: Vec<(Op, Vec<Slot>)>,
    /// Indices of views that were cut to 32 bits.
    narrowed: &'e EntityMap<Ir, ()>,
    /// For each set, the first one that is of the same arrays, and the sets of parameters that it may be; nothing where no array is chosen.
    same: Vec<(usize, Vec<usize>)>,
    sets: &'e [Set],
    /// Stores whose rounds do not depend on each other, with the token from before the loop.
    free: EntityMap<Op, Ir>,
}

/// Gives every access its tokens.
pub(crate) fn order(eval: &mut Eval<'_>, entry: Block) {
    let mut tokens = Tokens {
        m: &mut eval.m,
        memory: &eval.memory,
        narrowed: &eval.narrowed,
        none: eval.token,
        loops: Vec::new(),
        same: same_sets(&eval.sets),
        sets: &eval.sets,
        free: EntityMap::default(),
    };
    let mut state = State::default();
    tokens.block(entry, &mut state);
}

/// For each set, the first one that is of the same arrays, and the sets of parameters that it may be.
fn same_sets(sets: &[Set]) -> Vec<(usize, Vec<usize>)> {
    if sets.iter().all(|set| set.of.is_empty()) {
        return Vec::new();
    }
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (i, set) in sets.iter().enumerate() {
        members.push(if set.of.is_empty() { vec![i] } else { Vec::new() });
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (i, set) in sets.iter().enumerate() {
            for &of in &set.of {
                for member in members[of].clone() {
                    if !members[i].contains(&member) {
                        members[i].push(member);
                        changed = true;
                    }
                }
            }
        }
    }
    members.iter_mut().for_each(|of| of.sort_unstable());
    let first = |i: usize| members.iter().position(|of| *of == members[i]).unwrap_or(i);
    (0..sets.len()).map(|i| (first(i), members[i].clone())).collect()
}

impl Tokens<'_> {
    /// The set of an access, by the first one of the same arrays.
    fn set_of(&self, memory: &Memory) -> usize {
        let set = memory.set.unwrap_or(OUTSIDE);
        self.same.get(set).map_or(set, |row| row.0)
    }

    /// Whether two sets that are not the same have an array in common.
    fn overlap(&self, a: usize, b: usize) -> bool {
        match (self.same.get(a), self.same.get(b)) {
            (Some((_, a)), Some((_, b))) => a.iter().any(|of| b.contains(of)),
            _ => false,
        }
    }

    fn get(&self, state: &State, slot: Slot) -> Ir {
        let known = state.tokens.iter().find(|(other, _)| *other == slot);
        known.map_or(self.none, |(_, token)| *token)
    }

    /// The tokens of a block; whether it goes on behind it.
    fn block(&mut self, block: Block, state: &mut State) -> bool {
        let mut next = self.m.first_op(block);
        while let Some(op) = next {
            next = self.m.next_op(op);
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
                    if let Some(memory) = self.memory.get(op).copied() {
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
        let set = self.set_of(&memory);
        let access = memory.access;
        let free = self.free.get(op).copied();
        let own = match (access, free) {
            (_, Some(before)) => before,
            (Access::Load | Access::AcquireLoad, None) => self.get(state, Slot::Store(set)),
            _ => self.get(state, Slot::All(set)),
        };
        let mut wait = vec![own];
        for &(slot, token) in &state.tokens {
            let is_ordered = match slot {
                Slot::Acquired => true,
                // A store to a place of its own is not ordered with output.
                _ if free.is_some() => false,
                Slot::All(other) => access.releases() || (other == OUTSIDE && access.writes()),
                Slot::Store(other) => other == OUTSIDE && !access.writes(),
            };
            // Arrays that were met are waited for, also where nothing was stored to them.
            if let Slot::All(other) = slot
                && other != set
                && self.overlap(set, other)
            {
                wait.push(match access.writes() {
                    true => token,
                    false => self.get(state, Slot::Store(other)),
                });
            } else if is_ordered && token != self.none && slot != Slot::All(set) {
                wait.push(token);
            }
        }
        let token = self.join(op, false, &wait);
        self.set_token(op, token);
        let results = self.m.results(op);
        let done = results[results.len() - 1];
        let joins = !access.writes() || free.is_some();
        let all = match joins {
            true => {
                let before = self.get(state, Slot::All(set));
                self.join(op, true, &[before, done])
            }
            false => done,
        };
        state.set(Slot::All(set), all);
        if access.writes() {
            state.set(Slot::Store(set), all);
        }
        if access.acquires() {
            state.set(Slot::Acquired, done);
        }
    }

    /// Makes a token the one that an access waits for.
    fn set_token(&mut self, op: Op, token: Ir) {
        let index = self.m.operands(op).iter().rposition(|&value| value == self.none);
        if let Some(index) = index {
            self.m.set_operand(op, index, token);
        }
    }

    /// The tokens that ops below an op may change: sets in the order in which they are met, what acquires at the end.
    fn touched(&self, op: Op) -> Vec<Slot> {
        let mut sets: Vec<(usize, bool)> = Vec::new();
        let mut acquires = false;
        for &region in self.m.regions(op) {
            for &block in self.m.blocks(region) {
                for inner in self.m.walk(block) {
                    let Some(memory) = self.memory.get(inner) else {
                        continue;
                    };
                    let set = self.set_of(memory);
                    let writes = memory.access.writes();
                    acquires |= memory.access.acquires();
                    match sets.iter_mut().find(|(other, _)| *other == set) {
                        Some((_, written)) => *written |= writes,
                        None => sets.push((set, writes)),
                    }
                }
            }
        }
        let of_set = |(set, writes)| [Some(Slot::All(set)), Some(Slot::Store(set)).filter(|_| writes)];
        let slots = sets.into_iter().flat_map(of_set).flatten();
        slots.chain(acquires.then_some(Slot::Acquired)).collect()
    }

    /// A loop: it carries the tokens that it changes.
    fn round(&mut self, op: Op, state: &mut State) {
        let slots = self.touched(op);
        let free = self.free_stores(op);
        for store in free {
            if let Some(set) = self.memory.get(store).map(|memory| self.set_of(memory)) {
                let before = self.get(state, Slot::All(set));
                self.free.insert(store, before);
            }
        }
        let starts: Vec<Ir> = slots.iter().map(|&slot| self.get(state, slot)).collect();
        let carried = self.m.results(op).len();
        let (new, arguments) = carry_more(self.m, op, &starts);
        let mut inside = state.clone();
        for (&slot, &argument) in slots.iter().zip(&arguments) {
            inside.set(slot, argument);
        }
        self.loops.push((new, slots.clone()));
        if let Some(body) = self.m.entry_block(self.m.regions(new)[0]) {
            self.block(body, &mut inside);
        }
        self.loops.pop();
        for (i, &slot) in slots.iter().enumerate() {
            let result = self.m.result(new, carried + i);
            state.set(slot, result);
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

    /// A branch: tokens that one of the ways may change become results. Whether it goes on behind it.
    fn branch(&mut self, op: Op, state: &mut State) -> bool {
        let changed = self.touched(op);
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
            state.set(slot, token);
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
        let is_store = |op: Op| self.m.kind(op) == ct::STORE_VIEW_TKO;
        if !self.m.ops(body).any(is_store) {
            return Vec::new();
        }
        let index = self.m.arguments(body)[0];
        // By set, of which there are few.
        let mut accesses: Vec<u32> = Vec::new();
        for memory in self.m.walk(body).iter().filter_map(|inner| self.memory.get(*inner)) {
            let set = self.set_of(memory);
            // Output is behind all stores of its round, and before those of the next; an array that is chosen may be that of the store.
            if set == OUTSIDE || self.same.get(set).is_some_and(|(_, of)| of.len() > 1) {
                return Vec::new();
            }
            accesses.resize(accesses.len().max(set + 1), 0);
            accesses[set] += 1;
        }
        let direct: SortedSet<Op> = self.m.ops(body).collect();
        let inside = super::set_of(self.m.walk(body));
        let mut free = Vec::new();
        for &store in &direct {
            let Some(memory) = self.memory.get(store) else {
                continue;
            };
            let is_alone = accesses.get(self.set_of(memory)) == Some(&1);
            let is_tile_store =
                self.m.kind(store) == ct::STORE_VIEW_TKO && memory.access == Access::Store && !memory.serial;
            // The tiles of a strided view may overlap, and so may arrays of a list where each round takes another.
            let view = self.m.operands_named(store, operand::VIEW).first();
            let op = view.and_then(|&view| self.m.defining_op(view));
            let is_apart = op.is_some_and(|op| {
                let is_inside = |value| self.m.defining_op(value).is_some_and(|op| inside.contains(op));
                let is_one = || !is_inside(self.m.only_operand(op));
                let has_parts = memory
                    .set
                    .and_then(|set| self.sets.get(set))
                    .is_some_and(|set| set.has_parts);
                self.m.kind(op) == ct::MAKE_PARTITION_VIEW && (!(memory.overlapped || has_parts) || is_one())
            });
            let places = self.m.operands_named(store, operand::INDEX).iter();
            let uncut = |&place: &Ir| match self.m.defining_op(place) {
                Some(cut) if self.narrowed.contains(place) => self.m.only_operand(cut),
                _ => place,
            };
            let is_own = places.map(uncut).any(|place| place == index);
            if is_alone && is_tile_store && is_apart && is_own {
                free.push(store);
            }
        }
        free
    }
}
