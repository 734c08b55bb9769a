//! Propositional formulas and the few constraints this crate encodes into them.

use std::collections::BTreeMap;

/// A literal: twice the variable, plus one if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub u32);

impl Lit {
    /// The variable.
    pub fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the literal is the negation of its variable.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// In DIMACS, variables count from 1 and a minus sign negates.
    pub fn dimacs(self) -> i64 {
        let v = i64::from(self.0 >> 1) + 1;
        if self.is_negated() { -v } else { v }
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A conjunction of clauses.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    vars: u32,
    ends: Vec<u32>,
    lits: Vec<Lit>,
}

impl Cnf {
    /// A fresh variable, as its positive literal.
    pub fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit((self.vars - 1) * 2)
    }

    /// Number of variables.
    pub fn vars(&self) -> usize {
        self.vars as usize
    }

    /// Number of clauses.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Adds a clause.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len() as u32);
    }

    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.ends.len()).map(|i| {
            let first = if i == 0 { 0 } else { self.ends[i - 1] as usize };
            &self.lits[first..self.ends[i] as usize]
        })
    }

    /// The formula in DIMACS form.
    pub fn dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.vars, self.ends.len());
        for clause in self.clauses() {
            for l in clause {
                text.push_str(&format!("{} ", l.dimacs()));
            }
            text.push_str("0\n");
        }
        text
    }

    /// `sum of weight over true literals <= bound`.
    ///
    /// Small disjunctions are written out; the rest becomes a decision diagram over (literals left, room left), two
    /// clauses a node, whose propagation is complete (Een and Sorensson, 2006, for monotone constraints).
    pub fn at_most(&mut self, terms: &[(Lit, u64)], bound: u64) {
        let mut terms: Vec<_> = terms.iter().copied().filter(|t| t.1 > 0).collect();
        // Heavy terms first keeps the diagram small; the sort is stable, so the result is the same everywhere.
        terms.sort_by_key(|t| std::cmp::Reverse(t.1));
        let total: u64 = terms.iter().map(|t| t.1).sum();
        if total <= bound {
            return;
        }
        if bound < terms.last().map_or(0, |t| t.1) {
            for &(l, _) in &terms {
                self.clause(&[!l]);
            }
            return;
        }
        let exclusive = terms.len() < 2 || terms[terms.len() - 1].1 + terms[terms.len() - 2].1 > bound;
        if exclusive && terms.len() <= 6 && terms[0].1 <= bound {
            for (i, &(a, _)) in terms.iter().enumerate() {
                for &(b, _) in &terms[i + 1..] {
                    self.clause(&[!a, !b]);
                }
            }
            return;
        }
        let mut rest = vec![0; terms.len() + 1];
        for i in (0..terms.len()).rev() {
            rest[i] = rest[i + 1] + terms[i].1;
        }
        let mut diagram = Diagram {
            cnf: self,
            terms,
            rest,
            nodes: BTreeMap::new(),
        };
        if let Node::Must(root) = diagram.node(bound) {
            self.clause(&[root]);
        }
    }

    /// `sum of weight over true literals >= bound`.
    pub fn at_least(&mut self, terms: &[(Lit, u64)], bound: u64) {
        let total: u64 = terms.iter().map(|t| t.1).sum();
        if bound > total {
            self.clause(&[]);
            return;
        }
        if bound == 1 {
            let lits: Vec<_> = terms.iter().filter(|t| t.1 > 0).map(|t| t.0).collect();
            self.clause(&lits);
            return;
        }
        let negated: Vec<_> = terms.iter().map(|&(l, w)| (!l, w)).collect();
        self.at_most(&negated, total - bound);
    }
}

#[derive(Clone, Copy)]
enum Node {
    /// The constraint from here on holds whatever happens.
    Free,
    /// The literal stands for the constraint from here on.
    Must(Lit),
    /// The constraint from here on cannot hold.
    Broken,
}

struct Diagram<'a> {
    cnf: &'a mut Cnf,
    terms: Vec<(Lit, u64)>,
    rest: Vec<u64>,
    nodes: BTreeMap<(usize, u64), Node>,
}

impl Diagram<'_> {
    /// The node for all terms and the given room. Built layer by layer, so that long constraints need no deep stack.
    fn node(&mut self, bound: u64) -> Node {
        let n = self.terms.len();
        let mut layers: Vec<std::collections::BTreeSet<u64>> = vec![Default::default(); n + 1];
        layers[0].insert(bound);
        for i in 0..n {
            let rooms: Vec<u64> = layers[i].iter().copied().filter(|&room| self.rest[i] > room).collect();
            for room in rooms {
                layers[i + 1].insert(room);
                if room >= self.terms[i].1 {
                    layers[i + 1].insert(room - self.terms[i].1);
                }
            }
        }
        for i in (0..=n).rev() {
            for &room in &layers[i] {
                let node = self.build(i, room);
                self.nodes.insert((i, room), node);
            }
        }
        self.lookup(0, bound)
    }

    fn lookup(&self, i: usize, room: u64) -> Node {
        self.nodes.get(&(i, room)).copied().unwrap_or(Node::Free)
    }

    fn build(&mut self, i: usize, room: u64) -> Node {
        if self.rest[i] <= room {
            return Node::Free;
        }
        let (lit, weight) = self.terms[i];
        let without = self.lookup(i + 1, room);
        let with = if weight > room {
            Node::Broken
        } else {
            self.lookup(i + 1, room - weight)
        };
        let here = self.cnf.fresh();
        match without {
            Node::Free => {}
            Node::Must(l) => self.cnf.clause(&[!here, l]),
            Node::Broken => self.cnf.clause(&[!here]),
        }
        match with {
            Node::Free => {}
            Node::Must(l) => self.cnf.clause(&[!here, !lit, l]),
            Node::Broken => self.cnf.clause(&[!here, !lit]),
        }
        Node::Must(here)
    }
}
