//! A small checker for proofs: every added clause must follow by unit propagation from those before it (reverse unit
//! propagation; the solver never needs the stronger RAT rule). It shares nothing with the solver but the literals.

use super::cnf::{Cnf, Lit};
use super::sat::ProofStep;
use crate::steps::Steps;

/// Whether the steps prove the formula unsatisfiable. `work` bounds the clause visits; running out counts as "not
/// shown".
pub fn is_refutation(cnf: &Cnf, proof: &[ProofStep], work: u64, steps: &Steps) -> bool {
    let most = work.min(steps.left());
    let mut checker = Checker::new(cnf.vars(), most);
    let is_shown = checker.check(cnf, proof);
    steps.spend(most - checker.work);
    is_shown
}
struct Checker {
    lits: Vec<Lit>,
    /// First literal and length of each clause; length 0 marks a deleted one.
    clauses: Vec<(u32, u32)>,
    /// Clauses that stand, as hash and number, by the list that the hash of their literals in order is of.
    by_hash: Vec<Vec<(u32, u32)>>,
    /// For each literal, clauses that watch its negation, with another literal of theirs.
    watches: Vec<Vec<(u32, Lit)>>,
    /// 0 false, 1 true, 2 open, by literal.
    value: Vec<u8>,
    trail: Vec<Lit>,
    refuted: bool,
    work: u64,
}

const OPEN: u8 = 2;

/// Lists that clauses are divided among, to be found by their literals: as many as [`list_of`] has numbers.
const LISTS: usize = 1 << 12;

/// The list of clauses with a hash: its high bits, on which all literals tell.
const fn list_of(hash: u32) -> usize {
    (hash >> 20) as usize
}

/// A hash of a clause's literals: each is mixed in by a multiplication with 2^32 over the golden ratio (Knuth).
fn hash(lits: &[Lit]) -> u32 {
    lits.iter().fold(0, |hash: u32, lit| {
        (hash.rotate_left(5) ^ lit.0).wrapping_mul(0x9e37_79b9)
    })
}

impl Checker {
    fn check(&mut self, cnf: &Cnf, proof: &[ProofStep]) -> bool {
        for clause in cnf.clauses() {
            self.insert(clause);
        }
        for step in proof {
            match step {
                ProofStep::Delete(lits) => self.remove(lits),
                ProofStep::Add(lits) => {
                    if self.refuted {
                        return true;
                    }
                    if !self.follows(lits) {
                        return false;
                    }
                    self.insert(lits);
                }
            }
        }
        self.refuted
    }

    fn new(vars: usize, work: u64) -> Self {
        Checker {
            lits: Vec::new(),
            clauses: Vec::new(),
            by_hash: vec![Vec::new(); LISTS],
            watches: vec![Vec::new(); 2 * vars],
            value: vec![OPEN; 2 * vars],
            trail: Vec::new(),
            refuted: false,
            work,
        }
    }

    fn truth(&self, l: Lit) -> u8 {
        self.value[l.0 as usize]
    }

    fn insert(&mut self, clause: &[Lit]) {
        let mark = self.trail.len();
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let content = lits.clone();
        // Watch literals that are not false at the top, if there are any: what is false there stays so.
        lits.sort_by_key(|&l| self.truth(l) == 0);
        let id = self.clauses.len() as u32;
        match lits[..] {
            [] => self.refuted = true,
            [unit] => self.assume(unit),
            [a, b, ..] => {
                self.watches[(!a).0 as usize].push((id, b));
                self.watches[(!b).0 as usize].push((id, a));
                if self.truth(b) == 0 {
                    self.assume(a);
                }
            }
        }
        let hash = hash(&content);
        self.by_hash[list_of(hash)].push((hash, id));
        self.clauses.push((self.lits.len() as u32, lits.len() as u32));
        self.lits.extend(lits);
        if !self.propagate(mark) {
            self.refuted = true;
        }
    }

    fn set(&mut self, l: Lit) {
        self.value[l.0 as usize] = 1;
        self.value[(!l).0 as usize] = 0;
        self.trail.push(l);
    }

    fn assume(&mut self, l: Lit) {
        match self.truth(l) {
            OPEN => self.set(l),
            0 => self.refuted = true,
            _ => {}
        }
    }

    fn remove(&mut self, clause: &[Lit]) {
        let mut content = clause.to_vec();
        content.sort_unstable();
        content.dedup();
        // Unit consequences at the top stay assigned, as in other forward checkers: they were derived while it stood.
        let hash = hash(&content);
        let found = self.by_hash[list_of(hash)]
            .iter()
            .rposition(|&(other, id)| other == hash && self.content(id) == content);
        if let Some(place) = found {
            let (_, id) = self.by_hash[list_of(hash)].remove(place);
            self.clauses[id as usize].1 = 0;
        }
    }

    /// The literals of a clause, in order.
    fn content(&self, id: u32) -> Vec<Lit> {
        let (first, len) = self.clauses[id as usize];
        let mut lits = self.lits[first as usize..(first + len) as usize].to_vec();
        lits.sort_unstable();
        lits
    }

    fn follows(&mut self, clause: &[Lit]) -> bool {
        let mark = self.trail.len();
        let mut holds = false;
        for &l in clause {
            match self.truth(l) {
                OPEN => self.set(!l),
                1 => holds = true,
                _ => {}
            }
        }
        let holds = holds || !self.propagate(mark);
        for l in self.trail.drain(mark..) {
            self.value[l.0 as usize] = OPEN;
            self.value[(!l).0 as usize] = OPEN;
        }
        holds
    }

    /// Propagates from a trail position on; false on a conflict. Without work left it propagates no more, so that
    /// nothing further is accepted.
    fn propagate(&mut self, from: usize) -> bool {
        let mut head = from;
        while let Some(&p) = self.trail.get(head) {
            head += 1;
            let mut list = std::mem::take(&mut self.watches[p.0 as usize]);
            self.work = self.work.saturating_sub(list.len() as u64);
            if self.work == 0 {
                self.watches[p.0 as usize] = list;
                return true;
            }
            let (mut fine, falsified) = (true, !p);
            list.retain_mut(|watch| {
                if !fine || self.value[watch.1.0 as usize] == 1 {
                    return true;
                }
                let (first, len) = self.clauses[watch.0 as usize];
                if len == 0 {
                    return false;
                }
                let lits = &mut self.lits[first as usize..(first + len) as usize];
                if lits[0] == falsified {
                    lits.swap(0, 1);
                }
                watch.1 = lits[0];
                let other = self.value[lits[0].0 as usize];
                if other == 1 {
                    return true;
                }
                if let Some(k) = (2..lits.len()).find(|&k| self.value[lits[k].0 as usize] != 0) {
                    lits.swap(1, k);
                    self.watches[(!lits[1]).0 as usize].push(*watch);
                    return false;
                }
                if other == 0 {
                    fine = false;
                } else {
                    let unit = lits[0];
                    self.set(unit);
                }
                true
            });
            self.watches[p.0 as usize].append(&mut list);
            if !fine {
                return false;
            }
        }
        true
    }
}
