//! A conflict-driven clause-learning solver: two watched literals, first unique implication points with minimisation,
//! activity order, saved phases, Luby restarts, clause deletion by glue. It reads no clock and draws no random numbers:
//! budgets count conflicts, so the same formula gives the same answer on every machine. On request it records a DRAT
//! proof.

use super::cnf::{Cnf, Lit};
use crate::steps::Steps;

/// The solver's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfied; see [`Solver::is_true`].
    Sat,
    /// Proven unsatisfiable.
    Unsat,
    /// The budget ran out, or the caller cancelled.
    Unknown,
}

/// One step of a DRAT proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// A clause that follows from those before it.
    Add(Vec<Lit>),
    /// A clause no longer needed.
    Delete(Vec<Lit>),
}

/// Writes proof steps in the textual DRAT form.
pub fn drat_text(steps: &[ProofStep]) -> String {
    let mut text = String::new();
    for step in steps {
        let lits = match step {
            ProofStep::Add(lits) => lits,
            ProofStep::Delete(lits) => {
                text.push_str("d ");
                lits
            }
        };
        for l in lits {
            text.push_str(&format!("{} ", l.dimacs()));
        }
        text.push_str("0\n");
    }
    text
}

const UNDEF: u8 = 2;
const NO_REASON: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Some other literal of the clause: if it is true, the clause needs no look.
    blocker: Lit,
}

struct Clause {
    first: u32,
    len: u32,
    glue: u32,
    learnt: bool,
    dead: bool,
}

/// The solver.
pub struct Solver {
    lits: Vec<Lit>,
    clauses: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
    value: Vec<u8>,
    phase: Vec<u8>,
    level: Vec<u32>,
    reason: Vec<u32>,
    trail: Vec<Lit>,
    marks: Vec<usize>,
    head: usize,
    activity: Vec<f64>,
    bump: f64,
    heap: Heap,
    seen: Vec<bool>,
    contradiction: bool,
    learnt_alive: usize,
    conflicts: u64,
    /// Clauses looked at that no budget has paid for yet.
    looks: u64,
    proof: Option<Vec<ProofStep>>,
}

impl Solver {
    /// A solver for the formula; `with_proof` records a DRAT proof.
    pub fn new(cnf: &Cnf, with_proof: bool) -> Self {
        let n = cnf.vars();
        let mut solver = Solver {
            lits: Vec::new(),
            clauses: Vec::with_capacity(cnf.count()),
            watches: vec![Vec::new(); 2 * n],
            value: vec![UNDEF; n],
            phase: vec![0; n],
            level: vec![0; n],
            reason: vec![NO_REASON; n],
            trail: Vec::with_capacity(n),
            marks: Vec::new(),
            head: 0,
            activity: vec![0.0; n],
            bump: 1.0,
            heap: Heap::new(n),
            seen: vec![false; n],
            contradiction: false,
            learnt_alive: 0,
            conflicts: 0,
            looks: 0,
            proof: with_proof.then(Vec::new),
        };
        let mut lits = Vec::new();
        for clause in cnf.clauses() {
            lits.clear();
            lits.extend_from_slice(clause);
            solver.add(&mut lits);
        }
        solver
    }

    /// Whether a literal is true in the model found.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.lit_value(lit) == 1
    }

    /// Conflicts spent so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// The proof recorded so far.
    pub fn take_proof(&mut self) -> Vec<ProofStep> {
        self.proof.take().unwrap_or_default()
    }

    fn lit_value(&self, l: Lit) -> u8 {
        let v = self.value[l.var()];
        if v == UNDEF { UNDEF } else { v ^ (l.0 & 1) as u8 }
    }

    fn add(&mut self, lits: &mut Vec<Lit>) {
        if self.contradiction {
            return;
        }
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|w| w[0] == !w[1]);
        if is_tautology || lits.iter().any(|&l| self.lit_value(l) == 1) {
            return;
        }
        let before = lits.len();
        lits.retain(|&l| self.lit_value(l) != 0);
        if lits.len() < before {
            self.log_add(lits);
        }
        match lits[..] {
            [] => self.contradiction = true,
            [unit] => self.assign(unit, NO_REASON),
            _ => {
                self.attach(lits, false, 0);
            }
        }
        if !self.contradiction && lits.len() == 1 && self.propagate().is_some() {
            self.contradiction = true;
            self.log_add(&[]);
        }
    }

    fn log_add(&mut self, lits: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.push(ProofStep::Add(lits.to_vec()));
        }
    }

    fn attach(&mut self, lits: &[Lit], learnt: bool, glue: u32) -> u32 {
        let id = self.clauses.len() as u32;
        let first = self.lits.len() as u32;
        self.lits.extend_from_slice(lits);
        self.clauses.push(Clause {
            first,
            len: lits.len() as u32,
            glue,
            learnt,
            dead: false,
        });
        self.watches[(!lits[0]).0 as usize].push(Watch {
            clause: id,
            blocker: lits[1],
        });
        self.watches[(!lits[1]).0 as usize].push(Watch {
            clause: id,
            blocker: lits[0],
        });
        self.learnt_alive += usize::from(learnt);
        id
    }

    fn assign(&mut self, l: Lit, reason: u32) {
        let v = l.var();
        self.value[v] = u8::from(!l.is_negated());
        self.level[v] = self.marks.len() as u32;
        self.reason[v] = reason;
        self.trail.push(l);
    }

    fn propagate(&mut self) -> Option<u32> {
        while let Some(&p) = self.trail.get(self.head) {
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[p.0 as usize]);
            self.looks += list.len() as u64 + 1;
            let (mut keep, mut at, mut conflict) = (0, 0, None);
            while at < list.len() {
                let w = list[at];
                at += 1;
                if self.lit_value(w.blocker) == 1 {
                    list[keep] = w;
                    keep += 1;
                    continue;
                }
                let clause = &self.clauses[w.clause as usize];
                if clause.dead {
                    continue;
                }
                let (first, len) = (clause.first as usize, clause.len as usize);
                if self.lits[first] == !p {
                    self.lits.swap(first, first + 1);
                }
                let other = self.lits[first];
                let here = Watch {
                    clause: w.clause,
                    blocker: other,
                };
                if other != w.blocker && self.lit_value(other) == 1 {
                    list[keep] = here;
                    keep += 1;
                    continue;
                }
                if let Some(k) = (2..len).find(|&k| self.lit_value(self.lits[first + k]) != 0) {
                    self.lits.swap(first + 1, first + k);
                    let watched = !self.lits[first + 1];
                    self.watches[watched.0 as usize].push(here);
                    continue;
                }
                list[keep] = here;
                keep += 1;
                if self.lit_value(other) == 0 {
                    conflict = Some(w.clause);
                    break;
                }
                self.assign(other, w.clause);
            }
            while at < list.len() {
                list[keep] = list[at];
                keep += 1;
                at += 1;
            }
            list.truncate(keep);
            self.watches[p.0 as usize] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn clause_lits(&self, id: u32) -> &[Lit] {
        let c = &self.clauses[id as usize];
        &self.lits[c.first as usize..(c.first + c.len) as usize]
    }

    fn raise(&mut self, v: usize) {
        self.activity[v] += self.bump;
        if self.activity[v] > 1e100 {
            for a in &mut self.activity {
                *a *= 1e-100;
            }
            self.bump *= 1e-100;
        }
        self.heap.raised(v, &self.activity);
    }

    /// The first unique implication point: the learnt clause (asserting literal first) and the level to return to.
    fn analyse(&mut self, conflict: u32) -> (Vec<Lit>, u32) {
        let mut learnt = vec![Lit(0)];
        let (mut open, mut at, mut from) = (0, self.trail.len(), conflict);
        let here = self.marks.len() as u32;
        let mut touched = Vec::new();
        loop {
            for k in 0..self.clauses[from as usize].len {
                let l = self.lits[(self.clauses[from as usize].first + k) as usize];
                let v = l.var();
                // The implied literal of a reason is the one on the trail itself: it is seen already.
                if self.seen[v] || self.level[v] == 0 {
                    continue;
                }
                self.seen[v] = true;
                touched.push(v);
                self.raise(v);
                if self.level[v] == here {
                    open += 1;
                } else {
                    learnt.push(l);
                }
            }
            let pivot = loop {
                at -= 1;
                let l = self.trail[at];
                if self.seen[l.var()] {
                    break l;
                }
            };
            open -= 1;
            if open == 0 {
                learnt[0] = !pivot;
                break;
            }
            from = self.reason[pivot.var()];
        }
        self.minimise(&mut learnt);
        for v in touched {
            self.seen[v] = false;
        }
        let mut back = 0;
        if learnt.len() > 1 {
            let deepest = (1..learnt.len())
                .max_by_key(|&i| self.level[learnt[i].var()])
                .unwrap_or(1);
            learnt.swap(1, deepest);
            back = self.level[learnt[1].var()];
        }
        (learnt, back)
    }

    /// Drops literals whose reason consists of other literals of the clause.
    fn minimise(&self, learnt: &mut Vec<Lit>) {
        let redundant = |l: Lit| {
            let reason = self.reason[l.var()];
            reason != NO_REASON
                && (self.clause_lits(reason).iter())
                    .all(|&o| o.var() == l.var() || self.seen[o.var()] || self.level[o.var()] == 0)
        };
        let mut first = true;
        learnt.retain(|&l| std::mem::take(&mut first) || !redundant(l));
    }

    fn cancel_until(&mut self, level: u32) {
        let Some(&mark) = self.marks.get(level as usize) else {
            return;
        };
        for i in (mark..self.trail.len()).rev() {
            let l = self.trail[i];
            let v = l.var();
            self.phase[v] = self.value[v];
            self.value[v] = UNDEF;
            self.heap.insert(v, &self.activity);
        }
        self.trail.truncate(mark);
        self.marks.truncate(level as usize);
        self.head = mark;
    }

    fn glue(&self, lits: &[Lit]) -> u32 {
        let mut levels: Vec<u32> = lits.iter().map(|l| self.level[l.var()]).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    fn reduce(&mut self) {
        let locked = |s: &Self, id: usize| {
            let l = s.lits[s.clauses[id].first as usize];
            s.lit_value(l) == 1 && s.reason[l.var()] == id as u32
        };
        let mut weak: Vec<usize> = (0..self.clauses.len())
            .filter(|&i| {
                let c = &self.clauses[i];
                c.learnt && !c.dead && c.glue > 2 && !locked(self, i)
            })
            .collect();
        weak.sort_unstable_by_key(|&i| (std::cmp::Reverse(self.clauses[i].glue), i));
        weak.truncate(weak.len() / 2);
        for i in weak {
            self.clauses[i].dead = true;
            self.learnt_alive -= 1;
            let lits = self.clause_lits(i as u32).to_vec();
            if let Some(proof) = &mut self.proof {
                proof.push(ProofStep::Delete(lits));
            }
        }
        self.compact();
    }

    /// Rebuilds the clause store without the dead.
    fn compact(&mut self) {
        let mut moved = vec![NO_REASON; self.clauses.len()];
        let (mut lits, mut clauses) = (Vec::with_capacity(self.lits.len()), Vec::new());
        for (i, c) in self.clauses.iter().enumerate().filter(|(_, c)| !c.dead) {
            moved[i] = clauses.len() as u32;
            let first = lits.len() as u32;
            lits.extend_from_slice(&self.lits[c.first as usize..(c.first + c.len) as usize]);
            clauses.push(Clause {
                first,
                len: c.len,
                glue: c.glue,
                learnt: c.learnt,
                dead: false,
            });
        }
        self.lits = lits;
        self.clauses = clauses;
        for list in &mut self.watches {
            list.retain_mut(|w| {
                w.clause = moved[w.clause as usize];
                w.clause != NO_REASON
            });
        }
        for r in self.reason.iter_mut().filter(|r| **r != NO_REASON) {
            // Reasons of variables no longer assigned may name clauses that are gone.
            *r = moved.get(*r as usize).copied().unwrap_or(NO_REASON);
        }
    }

    /// Solves within `budget` conflicts and some steps; `cancel` is asked at every conflict with the number spent.
    pub fn solve(&mut self, budget: u64, steps: &Steps, cancel: &mut dyn FnMut(u64) -> bool) -> Verdict {
        if self.contradiction {
            self.log_add(&[]);
            return Verdict::Unsat;
        }
        let limit = self.conflicts.saturating_add(budget);
        let (mut round, mut until_restart) = (1, luby(1) * 64);
        let mut cap = 4000;
        loop {
            let conflict = self.propagate();
            if !steps.spend(std::mem::take(&mut self.looks)) {
                self.cancel_until(0);
                return Verdict::Unknown;
            }
            if let Some(conflict) = conflict {
                if self.marks.is_empty() {
                    self.log_add(&[]);
                    self.contradiction = true;
                    return Verdict::Unsat;
                }
                self.conflicts += 1;
                until_restart -= 1;
                let (learnt, back) = self.analyse(conflict);
                self.looks += 16 * learnt.len() as u64;
                self.log_add(&learnt);
                let glue = self.glue(&learnt);
                self.cancel_until(back);
                let reason = if learnt.len() > 1 {
                    self.attach(&learnt, true, glue)
                } else {
                    NO_REASON
                };
                self.assign(learnt[0], reason);
                self.bump /= 0.95;
                if self.conflicts >= limit || cancel(self.conflicts) {
                    self.cancel_until(0);
                    return Verdict::Unknown;
                }
                continue;
            }
            if until_restart <= 0 {
                round += 1;
                until_restart = luby(round) * 64;
                self.cancel_until(0);
                if self.learnt_alive > cap {
                    self.reduce();
                    cap += 500;
                }
                continue;
            }
            let next = loop {
                match self.heap.pop(&self.activity) {
                    None => return Verdict::Sat,
                    Some(v) if self.value[v] == UNDEF => break v,
                    Some(_) => {}
                }
            };
            self.marks.push(self.trail.len());
            self.assign(Lit(next as u32 * 2 + u32::from(self.phase[next] == 0)), NO_REASON);
        }
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair, Zuckerman 1993), counted from 1.
fn luby(mut i: u64) -> i64 {
    loop {
        let size = 64 - i.leading_zeros();
        if i == (1 << size) - 1 {
            return 1 << (size - 1);
        }
        i -= (1 << (size - 1)) - 1;
    }
}

/// A binary heap of variables, most active first; ties go to the smaller index.
struct Heap {
    list: Vec<u32>,
    at: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    fn new(n: usize) -> Self {
        Heap {
            list: (0..n as u32).collect(),
            at: (0..n as u32).collect(),
        }
    }

    fn before(a: u32, b: u32, activity: &[f64]) -> bool {
        let (x, y) = (activity[a as usize], activity[b as usize]);
        x > y || (x == y && a < b)
    }

    fn insert(&mut self, v: usize, activity: &[f64]) {
        if self.at[v] == ABSENT {
            self.at[v] = self.list.len() as u32;
            self.list.push(v as u32);
            self.up(self.list.len() - 1, activity);
        }
    }

    fn raised(&mut self, v: usize, activity: &[f64]) {
        if self.at[v] != ABSENT {
            self.up(self.at[v] as usize, activity);
        }
    }

    fn pop(&mut self, activity: &[f64]) -> Option<usize> {
        let top = *self.list.first()?;
        self.at[top as usize] = ABSENT;
        let last = self.list.pop()?;
        if last != top {
            self.list[0] = last;
            self.at[last as usize] = 0;
            self.down(0, activity);
        }
        Some(top as usize)
    }

    fn up(&mut self, mut i: usize, activity: &[f64]) {
        while i > 0 {
            let parent = (i - 1) / 2;
            if !Self::before(self.list[i], self.list[parent], activity) {
                break;
            }
            self.swap(i, parent);
            i = parent;
        }
    }

    fn down(&mut self, mut i: usize, activity: &[f64]) {
        loop {
            let (left, right) = (2 * i + 1, 2 * i + 2);
            let mut best = i;
            for child in [left, right] {
                if child < self.list.len() && Self::before(self.list[child], self.list[best], activity) {
                    best = child;
                }
            }
            if best == i {
                break;
            }
            self.swap(i, best);
            i = best;
        }
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.list.swap(i, j);
        self.at[self.list[i] as usize] = i as u32;
        self.at[self.list[j] as usize] = j as u32;
    }
}
