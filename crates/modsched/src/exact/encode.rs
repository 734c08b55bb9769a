//! The reduced question as a propositional formula.
//!
//! Each tied op has an integer start in order encoding (`start >= t`, one variable a cycle of its window) and one
//! variable per modulo row. Ops of one footprint are interchangeable as far as rows go, so the resource constraints
//! speak of counts: `at least j ops of this footprint start at row r`. Free ops are nothing but such counts, which
//! leaves no symmetry between them. Rotating the table is a symmetry as well; one start is pinned to row 0.

use super::cnf::{Cnf, Lit};
use crate::graph::{OpId, ResId};
use crate::prepared::Prepared;
use crate::recurrence::{Distances, NO_PATH};
use crate::shape::Cell;
use crate::steps::Steps;
use tilewright_sorted::{SortedMap, SortedSet};

/// Formulas larger than this are not built; the answer is "unknown".
const MAX_CLAUSES: usize = 2_000_000;

/// An op tied to others by dependences, with the window of its start.
#[derive(Clone, Copy, Debug)]
pub struct Tied {
    /// The op.
    pub op: OpId,
    /// Earliest start.
    pub lo: i64,
    /// Latest start.
    pub hi: i64,
}

/// A dependence between two tied ops, by position: `start[to] >= start[from] + weight`.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// Position of the producer.
    pub from: usize,
    /// Position of the consumer.
    pub to: usize,
    /// Least difference of starts.
    pub weight: i64,
}

/// A question to the solver.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Ops with windows.
    pub tied: Vec<Tied>,
    /// Dependences between them.
    pub arcs: Vec<Arc>,
    /// Ops without dependences, by footprint.
    pub free: SortedMap<Vec<Cell>, Vec<OpId>>,
    /// Resources that count.
    pub resources: SortedSet<ResId>,
    /// Pairs that must share their stage.
    pub same_stage: Vec<(usize, usize)>,
    /// Whether a free op may be pinned to row 0 (rotation is a symmetry, and no tied op is pinned already).
    pub pin_free: bool,
    /// Rows of resources left without a limit, when a core is reduced.
    pub lifted: SortedSet<(ResId, u32)>,
}

/// A formula with the meaning of its variables.
pub struct Encoded {
    /// The formula.
    pub cnf: Cnf,
    starts: Vec<IntVar>,
    counts: Vec<Counts>,
    /// Position in `counts` and ops of each footprint with free ops.
    free: Vec<(usize, Vec<OpId>)>,
    /// Positions of tied ops of each entry of `counts`.
    tied_of: Vec<Vec<usize>>,
    ii: u32,
}

/// An integer in order encoding: `ge[i]` says that it is at least `lo + 1 + i`.
struct IntVar {
    lo: i64,
    ge: Vec<Lit>,
}

/// The knowledge about "start >= t".
enum Ge {
    Always,
    Never,
    Lit(Lit),
}

impl IntVar {
    fn at_least(&self, t: i64) -> Ge {
        if t <= self.lo {
            return Ge::Always;
        }
        usize::try_from(t - self.lo - 1)
            .ok()
            .and_then(|i| self.ge.get(i))
            .map_or(Ge::Never, |&l| Ge::Lit(l))
    }
}

/// `levels[j][r]`: at least `j + 1` ops of this footprint start at row `r`.
struct Counts {
    cells: Vec<Cell>,
    total: u64,
    levels: Vec<Vec<Lit>>,
}

/// Builds the formula and takes the steps for it, or `None` if it would be too large for what is left of them.
pub fn encode(loop_: &Prepared, ii: u32, cells: &[Vec<Cell>], question: &Question, steps: &Steps) -> Option<Encoded> {
    let encoded = built(loop_, ii, cells, question, steps.clauses().min(MAX_CLAUSES));
    match &encoded {
        Some(encoded) => steps.make(encoded.cnf.count()),
        // As much was built as could be, and is of no use.
        None => steps.make(steps.clauses()),
    };
    encoded
}

fn built(loop_: &Prepared, ii: u32, cells: &[Vec<Cell>], question: &Question, most: usize) -> Option<Encoded> {
    let size: i64 = question.tied.iter().map(|t| (t.hi - t.lo + 1).max(1)).sum::<i64>()
        + question
            .arcs
            .iter()
            .map(|a| question.tied[a.from].hi - question.tied[a.from].lo + 1)
            .sum::<i64>();
    if size > most as i64 {
        return None;
    }
    let mut b = Builder {
        loop_,
        ii,
        cnf: Cnf::default(),
        rows: Vec::new(),
        most,
    };
    let starts: Vec<IntVar> = question.tied.iter().map(|t| b.integer(t)).collect();
    for arc in &question.arcs {
        b.arc(&starts[arc.from], &starts[arc.to], arc.weight);
    }
    for &(x, y) in &question.same_stage {
        b.same_stage(&starts[x], &starts[y]);
    }
    let mut by_cells = SortedMap::<&[Cell], Vec<usize>>::new();
    for (i, t) in question.tied.iter().enumerate() {
        b.rows.push(Vec::new());
        if !cells[t.op].is_empty() {
            b.rows[i] = b.rows_of(&starts[i]);
            by_cells.entry(&cells[t.op]).or_default().push(i);
        }
    }
    for own in question.free.keys() {
        by_cells.entry(own).or_default();
    }
    let (mut counts, mut free, mut tied_of) = (Vec::new(), Vec::new(), Vec::new());
    for (own, tied) in by_cells {
        let loose = question.free.get(own).cloned().unwrap_or_default();
        counts.push(b.counts(own, &tied, loose.len(), !question.lifted.is_empty())?);
        tied_of.push(tied);
        if !loose.is_empty() {
            free.push((counts.len() - 1, loose));
        }
        b.is_small()?;
    }
    for &res in &question.resources {
        b.resource(res, &counts, &question.lifted)?;
    }
    if question.pin_free {
        // The rarest footprint constrains most.
        if let Some((c, _)) = free
            .iter()
            .min_by_key(|(c, ops)| (ops.len(), usize::MAX - counts[*c].cells.len()))
        {
            b.cnf.clause(&[counts[*c].levels[0][0]]);
        }
    }
    Some(Encoded {
        cnf: b.cnf,
        starts,
        counts,
        free,
        tied_of,
        ii,
    })
}

impl Encoded {
    /// Reads starts of tied ops (by position) and rows of free ops from a model.
    pub fn decode(&self, question: &Question, is_true: impl Fn(Lit) -> bool) -> Vec<(OpId, i64)> {
        let value = |v: &IntVar| v.lo + v.ge.iter().take_while(|&&l| is_true(l)).count() as i64;
        let mut out: Vec<(OpId, i64)> = question
            .tied
            .iter()
            .zip(&self.starts)
            .map(|(t, v)| (t.op, value(v)))
            .collect();
        for (c, ops) in &self.free {
            let counts = &self.counts[*c];
            let mut taken = vec![0usize; self.ii as usize];
            for &i in &self.tied_of[*c] {
                taken[out[i].1.rem_euclid(i64::from(self.ii)) as usize] += 1;
            }
            let mut waiting = ops.iter();
            for (row, &tied) in taken.iter().enumerate() {
                let here = counts.levels.iter().filter(|level| is_true(level[row])).count();
                for _ in tied..here {
                    if let Some(&op) = waiting.next() {
                        out.push((op, row as i64));
                    }
                }
            }
        }
        out
    }
}

struct Builder<'a> {
    loop_: &'a Prepared<'a>,
    ii: u32,
    cnf: Cnf,
    rows: Vec<Vec<Option<Lit>>>,
    /// The most clauses.
    most: usize,
}

impl Builder<'_> {
    /// Something, unless there are more clauses than there may be.
    fn is_small(&self) -> Option<()> {
        (self.cnf.count() <= self.most).then_some(())
    }

    fn integer(&mut self, t: &Tied) -> IntVar {
        let ge: Vec<Lit> = (t.lo + 1..=t.hi).map(|_| self.cnf.fresh()).collect();
        for pair in ge.windows(2) {
            self.cnf.clause(&[pair[0], !pair[1]]);
        }
        if t.lo > t.hi {
            self.cnf.clause(&[]);
        }
        IntVar { lo: t.lo, ge }
    }

    fn arc(&mut self, from: &IntVar, to: &IntVar, weight: i64) {
        let last = from.lo + from.ge.len() as i64;
        for t in from.lo..=last {
            let mut clause = Vec::with_capacity(2);
            if let Ge::Lit(l) = from.at_least(t) {
                clause.push(!l);
            }
            match to.at_least(t + weight) {
                Ge::Always => continue,
                Ge::Never => {}
                Ge::Lit(l) => clause.push(l),
            }
            self.cnf.clause(&clause);
        }
    }

    /// Both starts reach each multiple of II together.
    fn same_stage(&mut self, a: &IntVar, b: &IntVar) {
        let last = (a.lo + a.ge.len() as i64).max(b.lo + b.ge.len() as i64);
        let period = i64::from(self.ii);
        let mut t = a.lo.min(b.lo).div_euclid(period) * period;
        while t <= last {
            for (x, y) in [(a, b), (b, a)] {
                let mut clause = Vec::new();
                match x.at_least(t) {
                    Ge::Always => {}
                    Ge::Never => continue,
                    Ge::Lit(l) => clause.push(!l),
                }
                match y.at_least(t) {
                    Ge::Always => continue,
                    Ge::Never => {}
                    Ge::Lit(l) => clause.push(l),
                }
                self.cnf.clause(&clause);
            }
            t += period;
        }
    }

    /// A variable for each modulo row the start can fall into.
    fn rows_of(&mut self, start: &IntVar) -> Vec<Option<Lit>> {
        let period = i64::from(self.ii);
        let last = start.lo + start.ge.len() as i64;
        let mut rows = vec![None; self.ii as usize];
        for t in start.lo..=last {
            let cnf = &mut self.cnf;
            let row = *rows[t.rem_euclid(period) as usize].get_or_insert_with(|| cnf.fresh());
            let mut forward = vec![row];
            let single = last - start.lo < period;
            if let Ge::Lit(l) = start.at_least(t) {
                forward.push(!l);
                if single {
                    self.cnf.clause(&[!row, l]);
                }
            }
            if let Ge::Lit(l) = start.at_least(t + 1) {
                forward.push(l);
                if single {
                    self.cnf.clause(&[!row, !l]);
                }
            }
            self.cnf.clause(&forward);
        }
        if last - start.lo >= period {
            let all: Vec<_> = rows.iter().flatten().map(|&l| (l, 1)).collect();
            self.cnf.at_most(&all, 1);
        }
        rows
    }

    /// Counting variables of one footprint.
    fn counts(&mut self, own: &[Cell], tied: &[usize], loose: usize, partial: bool) -> Option<Counts> {
        let total = tied.len() + loose;
        // The number that may share a row; rows without limit (`partial`) lift this.
        let share = own
            .iter()
            .map(|c| u64::from(self.loop_.graph.resources[c.res].capacity) / c.count)
            .min();
        let most = if partial {
            total
        } else {
            share.map_or(total, |s| (s as usize).min(total))
        }
        .max(1);
        let period = self.ii as usize;
        if total.checked_mul(period)?.checked_mul(most)? > self.most {
            return None;
        }
        let levels: Vec<Vec<Lit>> = match (tied, loose) {
            // A single tied op is its own count.
            (&[i], 0) => {
                let rows: Vec<Lit> = (0..period).map(|r| self.row_or_never(i, r)).collect();
                return Some(Counts {
                    cells: own.to_vec(),
                    total: 1,
                    levels: vec![rows],
                });
            }
            _ => (0..most)
                .map(|_| (0..period).map(|_| self.cnf.fresh()).collect())
                .collect(),
        };
        for row in 0..period {
            for j in 1..most {
                self.cnf.clause(&[levels[j - 1][row], !levels[j][row]]);
            }
            let mut terms: Vec<(Lit, u64)> = tied.iter().filter_map(|&i| Some((self.rows[i][row]?, 1))).collect();
            terms.extend(levels.iter().map(|level| (!level[row], 1)));
            self.cnf.at_most(&terms, most as u64);
            self.is_small()?;
        }
        let all: Vec<(Lit, u64)> = levels.iter().flatten().map(|&l| (l, 1)).collect();
        self.cnf.at_least(&all, total as u64);
        Some(Counts {
            cells: own.to_vec(),
            total: total as u64,
            levels,
        })
    }

    fn row_or_never(&mut self, position: usize, row: usize) -> Lit {
        match self.rows[position][row] {
            Some(l) => l,
            None => {
                let never = self.cnf.fresh();
                self.cnf.clause(&[!never]);
                never
            }
        }
    }

    fn resource(&mut self, res: ResId, counts: &[Counts], lifted: &SortedSet<(ResId, u32)>) -> Option<()> {
        let capacity = u64::from(self.loop_.graph.resources[res].capacity);
        let held = |c: &Counts| {
            c.cells
                .iter()
                .filter(|cell| cell.res == res)
                .map(|cell| cell.count)
                .sum::<u64>()
        };
        let demand: u64 = counts.iter().map(|c| held(c) * c.total).sum();
        let slack = (capacity * u64::from(self.ii)).saturating_sub(demand);
        // Where hardly anything is idle, saying so outright spares the solver counting arguments it is bad at.
        let is_tight = lifted.is_empty() && capacity == 1 && slack <= u64::from(self.ii) / 4;
        let mut idle = Vec::new();
        for row in (0..self.ii).filter(|&row| !lifted.contains(&(res, row))) {
            let mut terms = Vec::new();
            for c in counts {
                for cell in c.cells.iter().filter(|cell| cell.res == res) {
                    let from = (row + self.ii - cell.offset % self.ii) % self.ii;
                    terms.extend(c.levels.iter().map(|level| (level[from as usize], cell.count)));
                }
            }
            self.cnf.at_most(&terms, capacity);
            self.is_small()?;
            if is_tight {
                let mut busy: Vec<Lit> = terms.iter().map(|t| t.0).collect();
                if slack > 0 {
                    let nobody = self.cnf.fresh();
                    idle.push((nobody, 1));
                    busy.push(nobody);
                }
                self.cnf.clause(&busy);
            } else if slack == 0 && lifted.is_empty() {
                self.cnf.at_least(&terms, capacity);
            }
        }
        self.cnf.at_most(&idle, slack);
        self.is_small()
    }
}

/// The dependences among `heavy` positions of a closure that no chain of others implies.
pub fn irredundant(d: &Distances, heavy: &[usize]) -> Vec<(usize, usize, i64)> {
    let rigid = |a: usize, b: usize| d.get(a, b) > NO_PATH && d.get(b, a) > NO_PATH && d.get(a, b) + d.get(b, a) == 0;
    let implied = |i: usize, j: usize| {
        heavy.iter().any(|&k| {
            k != i
                && k != j
                && d.get(i, k) > NO_PATH
                && d.get(k, j) > NO_PATH
                && d.get(i, k) + d.get(k, j) == d.get(i, j)
                // Among ops tied rigidly, only the first may stand in for the others.
                && (!rigid(i, k) || k < i)
                && (!rigid(k, j) || k < j)
        })
    };
    let mut out = Vec::new();
    for &i in heavy {
        for &j in heavy {
            if i != j && d.get(i, j) > NO_PATH && (rigid(i, j) || !implied(i, j)) {
                out.push((i, j, d.get(i, j)));
            }
        }
    }
    out
}

/// Pairs of consecutive twins among `heavy` positions: ops with equal contended cells and equal distances to and from
/// all others may be exchanged, so an order may be imposed on them. `fixed` is left out.
pub fn twins(d: &Distances, heavy: &[usize], cells: &[Vec<Cell>], fixed: Option<usize>) -> Vec<(usize, usize)> {
    let alike = |i: usize, j: usize| {
        cells[d.members[i]] == cells[d.members[j]]
            && d.get(i, j) == d.get(j, i)
            && heavy
                .iter()
                .all(|&k| k == i || k == j || (d.get(i, k) == d.get(j, k) && d.get(k, i) == d.get(k, j)))
    };
    let mut out = Vec::new();
    for (at, &i) in heavy.iter().enumerate() {
        let next = heavy[at + 1..].iter().find(|&&j| Some(j) != fixed && alike(i, j));
        if let Some(&j) = next.filter(|_| Some(i) != fixed) {
            out.push((i, j));
        }
    }
    out
}
