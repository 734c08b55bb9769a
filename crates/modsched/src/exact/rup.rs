//! A small checker for proofs: every added clause must follow by unit propagation from those before it (reverse unit
//! propagation; the solver never needs the stronger RAT rule). It shares nothing with the solver but the literals.

use super::cnf::{Cnf, Lit};
use super::sat::Step;
use std::collections::BTreeMap;

/// Whether the steps prove the formula unsatisfiable. `work` bounds the clause visits; running out counts as "not shown".
pub fn is_refutation(cnf: &Cnf, steps: &[Step], work: u64) -> bool {
    let mut checker = Checker::new(cnf.vars(), work);
    for clause in cnf.clauses() {
        checker.insert(clause);
    }
    for step in steps {
        match step {
            Step::Delete(lits) => checker.remove(lits),
            Step::Add(lits) => {
                if checker.refuted {
                    return true;
                }
                if !checker.follows(lits) {
                    return false;
                }
                checker.insert(lits);
            }
        }
    }
    checker.refuted
}

struct Checker {
    clauses: Vec<Option<Vec<Lit>>>,
    by_content: BTreeMap<Vec<Lit>, Vec<usize>>,
    watches: Vec<Vec<usize>>,
    value: Vec<Option<bool>>,
    trail: Vec<Lit>,
    refuted: bool,
    work: u64,
}

impl Checker {
    fn new(vars: usize, work: u64) -> Self {
        Checker {
            clauses: Vec::new(),
            by_content: BTreeMap::new(),
            watches: vec![Vec::new(); 2 * vars],
            value: vec![None; vars],
            trail: Vec::new(),
            refuted: false,
            work,
        }
    }

    fn truth(&self, l: Lit) -> Option<bool> {
        self.value[l.var()].map(|v| v != l.is_negated())
    }

    fn insert(&mut self, clause: &[Lit]) {
        let mark = self.trail.len();
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let content = lits.clone();
        // Watch literals that are not false at the top, if there are any: what is false there stays so.
        lits.sort_by_key(|&l| self.truth(l) == Some(false));
        let id = self.clauses.len();
        match lits[..] {
            [] => self.refuted = true,
            [unit] => self.assume(unit),
            [a, b, ..] => {
                self.watches[a.0 as usize].push(id);
                self.watches[b.0 as usize].push(id);
                if self.truth(b) == Some(false) {
                    self.assume(a);
                }
            }
        }
        self.by_content.entry(content).or_default().push(id);
        self.clauses.push(Some(lits));
        if !self.propagate(mark) {
            self.refuted = true;
        }
    }

    fn assume(&mut self, l: Lit) {
        match self.truth(l) {
            None => {
                self.value[l.var()] = Some(!l.is_negated());
                self.trail.push(l);
            }
            Some(true) => {}
            Some(false) => self.refuted = true,
        }
    }

    fn remove(&mut self, clause: &[Lit]) {
        let mut content = clause.to_vec();
        content.sort_unstable();
        content.dedup();
        // Unit consequences at the top stay assigned; deleting their reasons only makes the checker accept less.
        if let Some(id) = self.by_content.get_mut(&content).and_then(Vec::pop) {
            self.clauses[id] = None;
        }
    }

    fn follows(&mut self, clause: &[Lit]) -> bool {
        let mark = self.trail.len();
        let mut conflict = false;
        for &l in clause {
            match self.truth(l) {
                Some(true) => conflict = true,
                Some(false) => {}
                None => {
                    self.value[l.var()] = Some(l.is_negated());
                    self.trail.push(!l);
                }
            }
        }
        let holds = conflict || !self.propagate(mark);
        for l in self.trail.drain(mark..) {
            self.value[l.var()] = None;
        }
        holds
    }

    /// Propagates from a trail position on; false on a conflict.
    fn propagate(&mut self, from: usize) -> bool {
        let mut head = from;
        while let Some(&p) = self.trail.get(head) {
            head += 1;
            let falsified = !p;
            let list = std::mem::take(&mut self.watches[falsified.0 as usize]);
            let mut kept = Vec::with_capacity(list.len());
            let mut fine = true;
            for (i, &id) in list.iter().enumerate() {
                if self.work == 0 {
                    kept.extend_from_slice(&list[i..]);
                    self.watches[falsified.0 as usize] = kept;
                    return true;
                }
                self.work -= 1;
                let Some(mut lits) = self.clauses[id].take() else { continue };
                if lits[0] == falsified {
                    lits.swap(0, 1);
                }
                if self.truth(lits[0]) == Some(true) {
                    kept.push(id);
                } else if let Some(k) = (2..lits.len()).find(|&k| self.truth(lits[k]) != Some(false)) {
                    lits.swap(1, k);
                    self.watches[lits[1].0 as usize].push(id);
                } else {
                    kept.push(id);
                    if self.truth(lits[0]) == Some(false) {
                        fine = false;
                    } else {
                        self.assume(lits[0]);
                    }
                }
                self.clauses[id] = Some(lits);
                if !fine {
                    kept.extend_from_slice(&list[i + 1..]);
                    break;
                }
            }
            self.watches[falsified.0 as usize].append(&mut kept);
            if !fine {
                return false;
            }
        }
        true
    }
}
