//! Explicit-state search, breadth first: every state once, and the shortest way to each kind of fault.

use super::compiled::Compiled;
use super::fault::Fault;
use super::state::{Layout, Move, Outcome};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Bounds of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// States to visit at most.
    pub states: usize,
    /// Moves from the start at most.
    pub depth: usize,
}

/// Watches a search; called now and then.
pub struct Control<'a> {
    /// Is told the states found and those explored so far; answers whether to go on.
    pub progress: &'a mut dyn FnMut(u64, u64) -> bool,
}

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exploration {
    /// States found.
    pub states: u64,
    /// Moves made.
    pub moves: u64,
    /// Everything within the depth was explored.
    pub complete: bool,
    /// The watcher called it off.
    pub cancelled: bool,
    /// For each kind of fault, the first found (at the least depth), with the moves that lead to it.
    pub faults: Vec<(Fault, Vec<Move>)>,
}

/// The way to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct How {
    /// Treat states that differ only by a permutation of equal agents as one.
    pub symmetry: bool,
    /// Stop at the first fault.
    pub first_fault: bool,
    /// Bounds.
    pub limits: Limits,
}

/// States in one array, found through an open-addressing table of their indices.
struct Store {
    words: usize,
    arena: Vec<u16>,
    table: Vec<u32>,
    count: usize,
}

const EMPTY: u32 = u32::MAX;

/// Words of states that are kept at most: 256 MiB.
const MAX_WORDS: usize = 1 << 27;

/// Words that are read and written for each state that may be visited, at most: a search of few but large states, each
/// with many moves, ends as soon as one of as many small ones.
const WORDS_PER_STATE: usize = 1 << 14;

impl Store {
    fn new(words: usize) -> Self {
        Self {
            words,
            arena: Vec::new(),
            table: vec![EMPTY; 1 << 10],
            count: 0,
        }
    }

    fn get(&self, index: usize) -> &[u16] {
        &self.arena[index * self.words..(index + 1) * self.words]
    }

    fn hash(state: &[u16]) -> usize {
        let mut hasher = FxHasher::default();
        for chunk in state.chunks(4) {
            hasher.write_u64(chunk.iter().fold(0, |all, &word| all << 16 | word as u64));
        }
        let hash = hasher.finish();
        (hash ^ (hash >> 32)) as usize
    }

    /// The state's index, and whether it is new.
    fn insert(&mut self, state: &[u16]) -> (usize, bool) {
        if self.count * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = Self::hash(state) & mask;
        loop {
            match self.table[at] {
                EMPTY => break,
                index if self.get(index as usize) == state => return (index as usize, false),
                _ => at = (at + 1) & mask,
            }
        }
        self.table[at] = self.count as u32;
        self.arena.extend_from_slice(state);
        self.count += 1;
        (self.count - 1, true)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        let mut table = vec![EMPTY; size];
        for index in 0..self.count {
            let mut at = Self::hash(self.get(index)) & (size - 1);
            while table[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            table[at] = index as u32;
        }
        self.table = table;
    }
}

/// Faults that hold before anyone has moved (accesses of the agents' first stretches).
fn initial_faults(c: &Compiled, layout: &Layout, state: &[u16]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for agent in 0..c.agents.len() as u32 {
        layout.enter(c, state, agent, 0, &mut faults);
    }
    faults
}

/// Searches from the start.
pub fn explore(c: &Compiled, how: How, control: &mut Control) -> Exploration {
    let layout = Layout::new(c);
    let mut store = Store::new(layout.words);
    let mut parents: Vec<u32> = Vec::new();
    let mut out = Exploration {
        states: 0,
        moves: 0,
        complete: true,
        cancelled: false,
        faults: Vec::new(),
    };
    // (fault, state it leads from, move; none for faults of the state itself)
    let mut found: Vec<(Fault, usize, Option<Move>)> = Vec::new();
    let note = |found: &mut Vec<(Fault, usize, Option<Move>)>, faults: &mut Vec<Fault>, at, mv| {
        for fault in faults.drain(..) {
            if !found.iter().any(|(f, ..)| f.kind() == fault.kind()) {
                found.push((fault, at, mv));
            }
        }
    };

    let mut state = layout.initial(c);
    let mut faults = initial_faults(c, &layout, &state);
    layout.canonicalize(&mut state);
    store.insert(&state);
    parents.push(0);
    note(&mut found, &mut faults, 0, None);

    let mut candidates = Vec::new();
    let states = how.limits.states.min(MAX_WORDS / layout.words.max(1));
    let work = how.limits.states.saturating_add(10_000).saturating_mul(WORDS_PER_STATE);
    let mut worked = 0_usize;
    let (mut at, mut depth, mut depth_end) = (0, 0, 1);
    while at < store.count && (!how.first_fault || found.is_empty()) {
        if at == depth_end {
            depth += 1;
            depth_end = store.count;
            if depth >= how.limits.depth {
                out.complete = false;
                break;
            }
        }
        if at % 4096 == 4095 && !(control.progress)(store.count as u64, at as u64) {
            out.complete = false;
            out.cancelled = true;
            break;
        }
        layout.candidates(c, store.get(at), &mut candidates);
        let mut moved = false;
        let mut full = false;
        for &mv in &candidates {
            state.clear();
            state.extend_from_slice(store.get(at));
            let outcome = layout.apply(c, &mut state, mv, &mut faults);
            worked = worked.saturating_add(layout.words);
            if outcome == Outcome::Disabled {
                continue;
            }
            moved = true;
            out.moves += 1;
            note(&mut found, &mut faults, at, Some(mv));
            if outcome == Outcome::Trapped {
                continue;
            }
            if how.symmetry {
                layout.canonicalize(&mut state);
            }
            let (_, new) = store.insert(&state);
            if new {
                parents.push(at as u32);
                if store.count > states || worked > work {
                    full = true;
                    break;
                }
            }
        }
        if full {
            out.complete = false;
            break;
        }
        if !moved {
            layout.at_end(c, store.get(at), &mut faults);
            note(&mut found, &mut faults, at, None);
        }
        at += 1;
    }
    out.states = store.count as u64;
    out.faults = found
        .into_iter()
        .map(|(fault, from, last)| {
            let mut path = path_to(c, &layout, &store, &parents, how.symmetry, from);
            path.extend(last.map(|mv| concrete(c, &layout, &path, &store, from, mv, how.symmetry)));
            (rename(c, &layout, &path, fault), path)
        })
        .collect();
    out
}

/// The moves from the start to a stored state. With symmetry the stored states have permuted agents; each next move is
/// one that leads to the next stored state up to permutation.
fn path_to(c: &Compiled, layout: &Layout, store: &Store, parents: &[u32], symmetry: bool, target: usize) -> Vec<Move> {
    let mut chain = vec![target];
    while let Some(&last) = chain.last()
        && last != 0
    {
        chain.push(parents[last] as usize);
    }
    chain.reverse();
    let mut state = layout.initial(c);
    let mut path = Vec::new();
    let (mut candidates, mut ignored, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    for &next in &chain[1..] {
        layout.candidates(c, &state, &mut candidates);
        for &mv in &candidates {
            scratch.clone_from(&state);
            if layout.apply(c, &mut scratch, mv, &mut ignored) != Outcome::Done {
                continue;
            }
            let reached = scratch.clone();
            if symmetry {
                layout.canonicalize(&mut scratch);
            }
            if scratch == store.get(next) {
                state = reached;
                path.push(mv);
                break;
            }
        }
    }
    path
}

/// The state after `path`.
pub fn replay(c: &Compiled, layout: &Layout, path: &[Move]) -> Vec<u16> {
    let mut state = layout.initial(c);
    let mut ignored = Vec::new();
    for &mv in path {
        layout.apply(c, &mut state, mv, &mut ignored);
    }
    state
}

/// The move that, from the concrete state after `path`, does what `mv` does from the stored state.
fn concrete(
    c: &Compiled,
    layout: &Layout,
    path: &[Move],
    store: &Store,
    from: usize,
    mv: Move,
    symmetry: bool,
) -> Move {
    if !symmetry {
        return mv;
    }
    let kinds = |faults: &[Fault]| faults.iter().map(Fault::kind).collect::<Vec<_>>();
    let mut want = store.get(from).to_vec();
    let mut want_faults = Vec::new();
    layout.apply(c, &mut want, mv, &mut want_faults);
    layout.canonicalize(&mut want);
    let state = replay(c, layout, path);
    let mut candidates = Vec::new();
    layout.candidates(c, &state, &mut candidates);
    for candidate in candidates {
        let mut next = state.clone();
        let mut faults = Vec::new();
        if layout.apply(c, &mut next, candidate, &mut faults) == Outcome::Disabled {
            continue;
        }
        layout.canonicalize(&mut next);
        if next == want && kinds(&faults) == kinds(&want_faults) {
            return candidate;
        }
    }
    mv
}

/// The fault of the same kind that the concrete path ends in, with its own agents' names.
fn rename(c: &Compiled, layout: &Layout, path: &[Move], fault: Fault) -> Fault {
    let mut state = layout.initial(c);
    let mut faults = initial_faults(c, layout, &state);
    for &mv in path {
        faults.clear();
        layout.apply(c, &mut state, mv, &mut faults);
    }
    faults.into_iter().find(|f| f.kind() == fault.kind()).unwrap_or(fault)
}
