//! Why an II is infeasible, in a form that a short program can check: [`verify`] is that program. It shares no code
//! with the bounds, the reduction or the solver; only a core too large for its search falls back on a proof for the
//! encoding.

use super::staged::{StagedCore, verify_staged};
use crate::graph::{LoopGraph, OpId, ResId};
use crate::steps::Steps;
use serde::{Deserialize, Serialize};
use tilewright_sorted::{SortedMap, SortedSet};

/// Why one II is infeasible, or that it is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Certificate {
    /// A circuit of dependences with `latency > II * distance`.
    Recurrence {
        /// The circuit, by edge.
        edges: Vec<usize>,
        /// Sum of latency.
        latency: i64,
        /// Sum of distance.
        distance: i64,
    },
    /// A resource with `demand > II * capacity`.
    Capacity {
        /// The resource.
        #[serde(rename = "resource")]
        res: ResId,
        /// Sum over all ops of units times cycles held.
        demand: u64,
    },
    /// A chain of distance 0 that does not fit into the stages an op may choose from: `path > II * depth - 1`.
    Depth {
        /// The chain, by edge.
        edges: Vec<usize>,
        /// The capped op at its end.
        op: OpId,
    },
    /// An op whose footprint collides with itself when it wraps around.
    SelfCollision {
        /// The op.
        op: OpId,
        /// Two of its footprint rows that meet.
        rows: (usize, usize),
        /// The resource that is overfilled there.
        #[serde(rename = "resource")]
        res: ResId,
    },
    /// Ops, dependences and rows that cannot be packed together.
    Packing(Core),
    /// Ops, dependences, caps on depth and shared leaders that cannot be met together.
    Staged(StagedCore),
    /// Not decided within the budget. Never to be read as infeasible.
    Unknown {
        /// Conflicts spent.
        conflicts: u64,
    },
}

/// A part of the loop that has no placement at an II. Turning the whole table is a symmetry, so `pin` may be taken to
/// start at row 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PackingCore"))]
pub struct Core {
    /// Ops that hold something.
    pub ops: Vec<OpId>,
    /// Dependences between them, by edge.
    pub edges: Vec<usize>,
    /// The rows of resources that are too small.
    pub rows: Vec<(ResId, u32)>,
    /// The op taken to start at row 0 (one of its footprint's ops, if `rows` is not whole); `None` if no rows were
    /// dropped.
    pub pin: Option<OpId>,
    /// Whether every single part is needed: dropping any one makes the rest packable.
    pub irreducible: bool,
    /// Conflicts spent on finding and reducing it.
    pub conflicts: u64,
}

tilewright_vocabulary::vocabulary! {
    /// The way in which a certificate was checked.
    pub enum Checked {
        /// By adding up.
        Arithmetic = "arithmetic",
        /// By an exhaustive search that shares no code with the solver.
        Search = "search",
        /// By unit propagation along a proof for the solver's formula.
        Proof = "proof",
        /// The certificate claims nothing.
        NothingClaimed = "nothing claimed",
        /// Too large for the search, and no proof was within reach.
        NotChecked = "not checked",
    }
}

impl Certificate {
    /// Name in files.
    pub fn kind(&self) -> &'static str {
        match self {
            Certificate::Recurrence { .. } => "recurrence",
            Certificate::Capacity { .. } => "capacity",
            Certificate::Depth { .. } => "depth",
            Certificate::SelfCollision { .. } => "self-collision",
            Certificate::Packing(_) => "packing",
            Certificate::Staged(_) => "staged",
            Certificate::Unknown { .. } => "unknown",
        }
    }

    /// Whether this proves the II infeasible.
    pub fn is_proof(&self) -> bool {
        !matches!(self, Certificate::Unknown { .. })
    }
}

/// Checks a certificate against the graph.
///
/// # Errors
/// Its fault.
pub fn verify(graph: &LoopGraph, ii: u32, certificate: &Certificate) -> Result<Checked, String> {
    verify_within(graph, ii, certificate, &Steps::endless())
}

/// Checks a certificate as far as some steps suffice.
///
/// # Errors
/// Its fault.
pub fn verify_within(graph: &LoopGraph, ii: u32, certificate: &Certificate, steps: &Steps) -> Result<Checked, String> {
    match certificate {
        Certificate::Unknown { .. } => Ok(Checked::NothingClaimed),
        Certificate::Recurrence {
            edges,
            latency,
            distance,
        } => {
            let list = chain(graph, edges)?;
            if list.first().map(|e| e.src) != list.last().map(|e| e.dst) {
                return Err("the edges do not close a circuit".into());
            }
            let (l, d): (i64, i64) = list
                .iter()
                .fold((0, 0), |(l, d), e| (l + e.latency, d + i64::from(e.distance)));
            if (l, d) != (*latency, *distance) || l <= i64::from(ii) * d {
                return Err(format!(
                    "the circuit has latency {l} and distance {d}, which II {ii} satisfies"
                ));
            }
            Ok(Checked::Arithmetic)
        }
        Certificate::Capacity { res, demand } => {
            let resource = graph.resources.get(*res).ok_or("no such resource")?;
            let uses = graph
                .ops
                .iter()
                .flat_map(|o| o.footprint.iter().flatten())
                .filter(|u| u.res == *res);
            let sum: u64 = uses.map(|u| u64::from(u.count)).sum();
            if sum != *demand || sum <= u64::from(ii) * u64::from(resource.capacity) {
                return Err(format!("{} is asked for {sum}, which fits into II {ii}", resource.name));
            }
            Ok(Checked::Arithmetic)
        }
        Certificate::Depth { edges, op } => {
            let list = chain(graph, edges)?;
            let path: i64 = list.iter().map(|e| e.latency).sum();
            let depth = graph
                .ops
                .get(*op)
                .and_then(|_| graph.max_depth(*op))
                .ok_or("the op has no cap on depth")?;
            let ends_there = list.last().is_some_and(|e| e.dst == *op) && list.iter().all(|e| e.distance == 0);
            if !ends_there || path < i64::from(ii) * i64::from(depth) {
                return Err(format!(
                    "the chain of {path} cycles fits into {depth} stages at II {ii}"
                ));
            }
            Ok(Checked::Arithmetic)
        }
        Certificate::SelfCollision { op, rows: (a, b), res } => {
            let footprint = &graph.ops.get(*op).ok_or("no such op")?.footprint;
            let capacity = graph.resources.get(*res).ok_or("no such resource")?.capacity;
            if a == b || a % ii as usize != b % ii as usize {
                return Err(format!("rows {a} and {b} do not meet at II {ii}"));
            }
            let row = a % ii as usize;
            let here = footprint
                .iter()
                .skip(row)
                .step_by(ii as usize)
                .flatten()
                .filter(|u| u.res == *res);
            match here.map(|u| u64::from(u.count)).sum::<u64>() > u64::from(capacity) {
                true => Ok(Checked::Arithmetic),
                false => Err("what meets there fits".into()),
            }
        }
        Certificate::Packing(core) => verify_core(graph, ii, core, steps),
        Certificate::Staged(core) => verify_staged(graph, ii, core, steps),
    }
}

/// The edges, if each starts where the one before it ends.
fn chain<'a>(graph: &'a LoopGraph, edges: &[usize]) -> Result<Vec<&'a crate::graph::Edge>, String> {
    let list: Option<Vec<_>> = edges.iter().map(|&i| graph.edges.get(i)).collect();
    let list = list
        .filter(|l| !l.is_empty())
        .ok_or("no edges, or edges the loop does not have")?;
    match list.windows(2).all(|w| w[0].dst == w[1].src) {
        true => Ok(list),
        false => Err("the edges are no chain".into()),
    }
}

/// Seats the exhaustive search may try.
const SEATS: u64 = 30_000;
/// Steps that looking up an op or a cell takes.
const STEPS_PER_LOOK: u64 = 4;

fn verify_core(graph: &LoopGraph, ii: u32, core: &Core, steps: &Steps) -> Result<Checked, String> {
    let mut search = CoreSearch::new(graph, ii, core, steps)?;
    match search.is_packable() {
        Some(true) => Err("the core can be packed".into()),
        Some(false) => Ok(Checked::Search),
        None if super::core::is_refuted_by_proof(graph, ii, core, steps) => Ok(Checked::Proof),
        None => Ok(Checked::NotChecked),
    }
}

/// Longest paths along the edges of a core, in cycles: an edge is as long as its latency less the IIs that it spans.
struct Paths {
    /// The ends of the edges, in order.
    ops: Vec<OpId>,
    /// From each op to each, row by row; `None` where no path leads.
    lengths: Vec<Option<i64>>,
}

impl Paths {
    fn new(graph: &LoopGraph, ii: i64, core: &Core) -> Self {
        let edges = || core.edges.iter().map(|&i| &graph.edges[i]);
        let mut ops: Vec<OpId> = edges().flat_map(|e| [e.src, e.dst]).collect();
        ops.sort_unstable();
        ops.dedup();
        let lengths = vec![None; ops.len() * ops.len()];
        let mut paths = Self { ops, lengths };
        for e in edges() {
            if let Some(place) = paths.place(e.src, e.dst) {
                paths.lengthen(place, e.latency - ii * i64::from(e.distance));
            }
        }
        let n = paths.ops.len();
        for k in 0..n {
            for i in 0..n {
                let Some(first) = paths.lengths[i * n + k] else {
                    continue;
                };
                for j in 0..n {
                    if let Some(second) = paths.lengths[k * n + j] {
                        paths.lengthen(i * n + j, first + second);
                    }
                }
            }
        }
        paths
    }

    fn lengthen(&mut self, place: usize, length: i64) {
        // `None` is less than every length.
        self.lengths[place] = self.lengths[place].max(Some(length));
    }

    fn place(&self, from: OpId, to: OpId) -> Option<usize> {
        let (from, to) = (self.ops.binary_search(&from).ok()?, self.ops.binary_search(&to).ok()?);
        Some(from * self.ops.len() + to)
    }

    fn get(&self, from: OpId, to: OpId) -> Option<i64> {
        self.lengths[self.place(from, to)?]
    }

    /// Whether an edge starts or ends at `op`.
    fn join(&self, op: OpId) -> bool {
        self.ops.binary_search(&op).is_ok()
    }

    fn has_positive_cycle(&self) -> bool {
        let cycles = self.lengths.iter().step_by(self.ops.len() + 1);
        cycles.flatten().any(|&length| length > 0)
    }
}

/// Exhaustive search for a packing of a core.
struct CoreSearch<'a> {
    ii: i64,
    graph: &'a LoopGraph,
    ops: Vec<OpId>,
    paths: Paths,
    limited: SortedSet<(ResId, i64)>,
    held: SortedMap<(ResId, i64), u64>,
    placed: SortedMap<OpId, i64>,
    seats: u64,
    steps: &'a Steps,
    pin: OpId,
}

impl<'a> CoreSearch<'a> {
    fn new(graph: &'a LoopGraph, ii: u32, core: &Core, steps: &'a Steps) -> Result<Self, String> {
        if core.ops.iter().any(|&op| op >= graph.ops.len()) || core.edges.iter().any(|&e| e >= graph.edges.len()) {
            return Err("the core names ops or edges the loop does not have".into());
        }
        let pin = core
            .pin
            .or(core.ops.first().copied())
            .ok_or("a core without ops refutes nothing")?;
        let ii = i64::from(ii);
        let paths = Paths::new(graph, ii, core);
        let limited = core.rows.iter().map(|&(r, row)| (r, i64::from(row))).collect();
        let (held, placed) = (SortedMap::new(), SortedMap::new());
        Ok(CoreSearch {
            ii,
            graph,
            ops: core.ops.clone(),
            paths,
            limited,
            held,
            placed,
            seats: 0,
            steps,
            pin,
        })
    }

    /// `None` if the search was cut short.
    fn is_packable(&mut self) -> Option<bool> {
        if self.paths.has_positive_cycle() {
            return Some(false);
        }
        let first = if self.ops.contains(&self.pin) {
            vec![(self.pin, 0, 0)]
        } else {
            Vec::new()
        };
        self.extend(first.first().copied())
    }

    /// Cycles an op may start at, given the placed ones it is tied to both ways.
    fn window(&self, op: OpId) -> (i64, i64) {
        let (mut lo, mut hi) = (i64::MIN, i64::MAX);
        for (&o, &s) in &self.placed {
            if let (Some(there), Some(back)) = (self.paths.get(o, op), self.paths.get(op, o)) {
                lo = lo.max(s + there);
                hi = hi.min(s - back);
            }
        }
        if lo == i64::MIN { (0, self.ii - 1) } else { (lo, hi) }
    }

    fn extend(&mut self, forced: Option<(OpId, i64, i64)>) -> Option<bool> {
        let looks = self.ops.len() * (self.placed.len() + 1);
        self.steps.spend(looks as u64 * STEPS_PER_LOOK).then_some(())?;
        let open = self.ops.iter().filter(|op| !self.placed.contains_key(op));
        let next = forced.or_else(|| {
            let windows = open.map(|&op| (op, self.window(op)));
            windows
                .map(|(op, (lo, hi))| (op, lo, hi))
                .min_by_key(|&(op, lo, hi)| (hi - lo, op))
        });
        let Some((op, lo, hi)) = next else { return Some(true) };
        for t in lo..=hi {
            if !self.is_ordered(op, t) {
                continue;
            }
            self.seats += 1;
            let cells = self.graph.ops[op].footprint.len() as u64;
            if self.seats > SEATS || !self.steps.spend(cells * STEPS_PER_LOOK) {
                return None;
            }
            let fits = self.hold(op, t);
            if fits {
                self.placed.insert(op, t);
                let deeper = self.extend(None);
                self.placed.remove(&op);
                if deeper != Some(false) {
                    return deeper;
                }
            }
            self.release(op, t);
        }
        Some(false)
    }

    /// Ops with equal footprints and no dependences are interchangeable: only one order of them is tried.
    fn is_ordered(&self, op: OpId, t: i64) -> bool {
        let is_loose = |o: OpId| !self.paths.join(o);
        if op == self.pin || !is_loose(op) {
            return true;
        }
        self.placed.iter().all(|(&o, &s)| {
            o == self.pin
                || self.graph.ops[o].footprint != self.graph.ops[op].footprint
                || !is_loose(o)
                || (o < op) == (s <= t)
                || s == t
        })
    }

    /// Adds an op's footprint; whether all limited rows stay within capacity.
    fn hold(&mut self, op: OpId, t: i64) -> bool {
        let mut fits = true;
        for (k, row) in self.graph.ops[op].footprint.iter().enumerate() {
            for u in row {
                let key = (u.res, (t + k as i64).rem_euclid(self.ii));
                let held = self.held.entry(key).or_default();
                *held += u64::from(u.count);
                let capacity = self.graph.resources.get(u.res).map_or(0, |r| u64::from(r.capacity));
                fits &= *held <= capacity || !self.limited.contains(&key);
            }
        }
        fits
    }

    fn release(&mut self, op: OpId, t: i64) {
        for (k, row) in self.graph.ops[op].footprint.iter().enumerate() {
            for u in row {
                let key = (u.res, (t + k as i64).rem_euclid(self.ii));
                if let Some(held) = self.held.get_mut(&key) {
                    *held -= u64::from(u.count);
                }
            }
        }
    }
}
