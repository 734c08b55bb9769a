//! The orders in which ops can hold what there is one of: where each contradicts the dependences and the caps on depth, an II is refuted.
//! This takes the same time for a row of a cycle as for one of hundreds, which a formula with a variable for each row does not. It finds no
//! schedules, and tells nothing of resources that several ops can hold.

use crate::graph::LoopGraph;
use crate::steps::Steps;

/// The largest loop that is looked at: each choice relaxes the paths between all ops.
const MAX_OPS: usize = 64;
/// The most pairs of cells that are kept apart.
const MAX_PAIRS: usize = 400;
/// The most choices.
const CHOICES: u32 = 400;
/// The length of a path that is none.
const NONE: i64 = i64::MIN / 4;

/// Two ops that hold a resource: for some whole `k`, the second starts between `least + k * II` and `most + k * II` after the first.
struct Pair {
    first: usize,
    second: usize,
    least: i64,
    most: i64,
}

/// Whether no order is possible at `ii`, where no op may start later than at `last`, if that is given. "No" says nothing.
pub fn refute(graph: &LoopGraph, ii: u32, last: Option<i64>, steps: &Steps) -> bool {
    let n = graph.ops.len() + 1;
    if n > MAX_OPS || !steps.paths(n) {
        return false;
    }
    let (ii, mut paths) = (
        i64::from(ii),
        Paths {
            n,
            far: vec![NONE; n * n],
        },
    );
    // The last node is the beginning of time.
    let begin = n - 1;
    for op in 0..n {
        paths.far[op * n + op] = 0;
    }
    let starts = (0..begin).map(|op| (begin, op, 0));
    let cap = |op| graph.max_depth(op).map(|depth| i64::from(depth) * ii - 1);
    let caps = (0..begin).filter_map(|op| Some((op, begin, -cap(op).into_iter().chain(last).min()?)));
    let edges = graph.edges.iter();
    let edges = edges.map(|e| (e.src, e.dst, e.latency - ii * i64::from(e.distance)));
    for (from, to, length) in starts.chain(caps).chain(edges) {
        if !paths.lengthen(from, to, length, steps) {
            return true;
        }
    }
    let Some(pairs) = pairs(graph, ii) else {
        return true;
    };
    let mut choices = 0;
    refuted(paths, &pairs, ii, &mut choices, steps)
}

/// The pairs of ops that hold a resource of one unit; none where two of them never fit.
fn pairs(graph: &LoopGraph, ii: i64) -> Option<Vec<Pair>> {
    let mut pairs = Vec::new();
    for res in (0..graph.resources.len()).filter(|&res| graph.resources[res].capacity == 1) {
        // Runs of cycles in which an op holds it: its first one, and the first one after it.
        let mut runs: Vec<(usize, i64, i64)> = Vec::new();
        for (op, one) in graph.ops.iter().enumerate() {
            for (at, held) in (0..).zip(&one.footprint) {
                if held.iter().all(|used| used.res != res || used.count == 0) {
                    continue;
                }
                match runs.last_mut() {
                    Some((last, _, end)) if *last == op && *end == at => *end += 1,
                    _ => runs.push((op, at, at + 1)),
                }
            }
        }
        for (at, &(first, from, until)) in runs.iter().enumerate() {
            for &(second, other, end) in runs[at + 1..].iter().filter(|run| run.0 != first) {
                let (least, most) = (until - other, ii - end + from);
                if least > most {
                    return None;
                }
                pairs.push(Pair {
                    first,
                    second,
                    least,
                    most,
                });
            }
        }
    }
    // The longest leave the least choice.
    pairs.sort_by_key(|pair| pair.most - pair.least);
    pairs.truncate(MAX_PAIRS);
    Some(pairs)
}

/// Whether all choices contradict.
fn refuted(mut paths: Paths, pairs: &[Pair], ii: i64, choices: &mut u32, steps: &Steps) -> bool {
    let fewest = loop {
        let (mut changed, mut fewest) = (false, None::<(i64, &Pair, i64)>);
        for pair in pairs {
            let (after, before) = (paths.get(pair.first, pair.second), paths.get(pair.second, pair.first));
            // Ops that nothing ties can be as far apart as is needed.
            if after == NONE || before == NONE {
                continue;
            }
            let from = -(pair.most - after).div_euclid(ii);
            let to = (-before - pair.least).div_euclid(ii);
            if from > to {
                return true;
            }
            for (first, second, length) in pair.between(from, to, ii) {
                if length > paths.get(first, second) {
                    changed = true;
                    if !paths.lengthen(first, second, length, steps) {
                        return true;
                    }
                }
            }
            if to > from && fewest.is_none_or(|(count, ..)| to - from < count) {
                fewest = Some((to - from, pair, from));
            }
        }
        if steps.left() == 0 {
            return false;
        }
        if !changed {
            break fewest;
        }
    };
    let Some((more, pair, from)) = fewest else {
        return false;
    };
    (from..=from + more).all(|k| {
        *choices += 1;
        let mut chosen = paths.clone();
        let mut lengthened = pair.between(k, k, ii).into_iter();
        *choices <= CHOICES
            && (!lengthened.all(|(first, second, length)| chosen.lengthen(first, second, length, steps))
                || refuted(chosen, pairs, ii, choices, steps))
    })
}

impl Pair {
    /// The differences that it asks for if its `k` is between two numbers.
    fn between(&self, from: i64, to: i64, ii: i64) -> [(usize, usize, i64); 2] {
        [
            (self.first, self.second, self.least + from * ii),
            (self.second, self.first, -(self.most + to * ii)),
        ]
    }
}

/// The longest paths between all ops: how much later at least each starts than each other.
#[derive(Clone)]
struct Paths {
    n: usize,
    far: Vec<i64>,
}

impl Paths {
    fn get(&self, from: usize, to: usize) -> i64 {
        self.far[from * self.n + to]
    }

    /// Adds an edge; whether no circuit has a positive length.
    fn lengthen(&mut self, from: usize, to: usize, length: i64, steps: &Steps) -> bool {
        if length <= self.get(from, to) {
            return true;
        }
        if self.get(to, from) + length > 0 {
            return false;
        }
        let n = self.n;
        steps.spend((n * n) as u64 / 4);
        for at in 0..n {
            let before = self.get(at, from);
            if before == NONE {
                continue;
            }
            for end in 0..n {
                let after = self.get(to, end);
                if after > NONE {
                    let place = &mut self.far[at * n + end];
                    *place = (*place).max(before + length + after);
                }
            }
        }
        true
    }
}
