//! Propositional formulas and the few constraints this crate encodes into them.

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
        let diagram = Diagram { terms: &terms, rest };
        if let Node::Must(root) = diagram.build(self, bound) {
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
    terms: &'a [(Lit, u64)],
    /// The weight of the terms from each on.
    rest: Vec<u64>,
}

/// The nodes that stand before one term: the room that is left, in ascending order, and the node of each.
type Layer = Vec<(u64, Node)>;

impl Diagram<'_> {
    /// The node for all terms and the given room. Built layer by layer, so that long constraints need no deep stack.
    fn build(&self, cnf: &mut Cnf, bound: u64) -> Node {
        let mut layers: Vec<Layer> = vec![vec![(bound, Node::Free)]];
        for (i, &(_, weight)) in self.terms.iter().enumerate() {
            let open = layers[i]
                .iter()
                .map(|&(room, _)| room)
                .filter(|&room| self.rest[i] > room);
            let taken = open.clone().filter_map(|room| room.checked_sub(weight));
            let mut rooms: Layer = open.clone().chain(taken).map(|room| (room, Node::Free)).collect();
            rooms.sort_unstable_by_key(|&(room, _)| room);
            rooms.dedup_by_key(|&mut (room, _)| room);
            layers.push(rooms);
        }
        let mut after = Layer::new();
        for (i, mut layer) in layers.into_iter().enumerate().rev() {
            for (room, node) in &mut layer {
                *node = self.node(cnf, i, *room, &after);
            }
            after = layer;
        }
        at_room(&after, bound)
    }

    /// The node before term `i` with `room` left, where `after` are those behind it.
    fn node(&self, cnf: &mut Cnf, i: usize, room: u64, after: &Layer) -> Node {
        if self.rest[i] <= room {
            return Node::Free;
        }
        let (lit, weight) = self.terms[i];
        let without = at_room(after, room);
        let with = match room.checked_sub(weight) {
            Some(left) => at_room(after, left),
            None => Node::Broken,
        };
        let here = cnf.fresh();
        match without {
            Node::Free => {}
            Node::Must(l) => cnf.clause(&[!here, l]),
            Node::Broken => cnf.clause(&[!here]),
        }
        match with {
            Node::Free => {}
            Node::Must(l) => cnf.clause(&[!here, !lit, l]),
            Node::Broken => cnf.clause(&[!here, !lit]),
        }
        Node::Must(here)
    }
}

/// The node of a layer with so much room; what has no node there holds whatever happens.
fn at_room(layer: &Layer, room: u64) -> Node {
    match layer.binary_search_by_key(&room, |&(room, _)| room) {
        Ok(at) => layer[at].1,
        // Absent: more room than the terms that are left can take.
        Err(_) => Node::Free,
    }
}
