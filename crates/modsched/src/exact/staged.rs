//! Cores that speak of stages: ops, dependences, caps on depth and shared leaders that cannot be met together at an II,
//! and the search that checks one. The search shares no code with the solver and needs no horizon: it gives rows to ops
//! one after the other; once rows are fixed, dependences and shared leaders only push stages up, so the least stages
//! are the ones to compare with the caps.

use super::absolute::refutation;
use super::certificate::Checked;
use super::core::delete;
use super::decide::Budget;
use super::rup;
use crate::graph::{Constraints, Edge, LoopGraph, Op, OpId, ResId, Resource};
use crate::prepared::Prepared;
use crate::rau::rau_at;
use crate::steps::Steps;
use serde::{Deserialize, Serialize};
use tilewright_sorted::{SortedMap, SortedSet};

/// Conflicts one question may cost while a core is reduced.
const CONFLICTS_PER_QUESTION: u64 = 2000;
/// Path lengths (ops cubed) that take as long to compute as a conflict.
const PATHS_PER_CONFLICT: u64 = 200_000;
/// Rows the search may try, and passes over the dependences for each.
const SEATS: u64 = 50_000;
/// Clause visits of the proof checker.
const PROOF_WORK: u64 = 50_000_000;

/// A part of the loop that has no placement at an II because of caps on depth or shared leaders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StagedCore {
    /// Ops that hold something.
    pub ops: Vec<OpId>,
    /// Dependences, by edge.
    pub edges: Vec<usize>,
    /// Ops whose cap on depth counts.
    pub capped: Vec<OpId>,
    /// Leaders whose ops must share their stage.
    pub leaders: Vec<u32>,
    /// Whether every part is needed: dropping any one leaves nothing refuted.
    pub irreducible: bool,
    /// Conflicts spent on finding and reducing it.
    pub conflicts: u64,
}

impl StagedCore {
    /// Everything in the loop.
    fn whole(graph: &LoopGraph) -> Self {
        let n = graph.ops.len();
        let leaders: SortedSet<u32> = graph.ops.iter().filter_map(|o| o.constraints.leader_gid).collect();
        StagedCore {
            ops: (0..n).filter(|&op| graph.ops[op].duration() > 0).collect(),
            edges: (0..graph.edges.len()).collect(),
            capped: (0..n).filter(|&op| graph.max_depth(op).is_some()).collect(),
            leaders: leaders.into_iter().collect(),
            irreducible: false,
            conflicts: 0,
        }
    }

    /// The ops and dependences of the core as a loop of their own, without what is for messages alone: it is made for every question.
    fn restricted(&self, graph: &LoopGraph) -> LoopGraph {
        let (ops, capped): (SortedSet<_>, SortedSet<_>) = (self.ops.iter().collect(), self.capped.iter().collect());
        let leader = |op: OpId| {
            let leader = graph.ops[op].constraints.leader_gid;
            leader.filter(|leader| self.leaders.contains(leader))
        };
        let mut counts: Vec<bool> = (0..graph.ops.len())
            .map(|op| ops.contains(&op) || capped.contains(&op) || leader(op).is_some())
            .collect();
        let edges: Vec<&Edge> = self.edges.iter().filter_map(|&e| graph.edges.get(e)).collect();
        for edge in &edges {
            (counts[edge.src], counts[edge.dst]) = (true, true);
        }
        let kept: Vec<OpId> = (0..graph.ops.len()).filter(|&op| counts[op]).collect();
        let mut place = vec![0; graph.ops.len()];
        kept.iter().enumerate().for_each(|(at, &op)| place[op] = at);
        let op = |&op: &OpId| Op {
            latency: graph.ops[op].latency,
            footprint: match ops.contains(&op) {
                true => graph.ops[op].footprint.clone(),
                false => Vec::new(),
            },
            constraints: Constraints {
                leader_gid: leader(op),
                max_depth: graph.max_depth(op).filter(|_| capped.contains(&op)),
                ..Constraints::default()
            },
            ..Op::default()
        };
        let edge = |edge: &Edge| Edge {
            src: place[edge.src],
            dst: place[edge.dst],
            ..*edge
        };
        let resource = |r: &Resource| Resource {
            capacity: r.capacity,
            ..Resource::default()
        };
        LoopGraph {
            resources: graph.resources.iter().map(resource).collect(),
            ops: kept.iter().map(op).collect(),
            edges: edges.into_iter().map(edge).collect(),
            ..LoopGraph::default()
        }
    }
}

/// Reduces the whole loop, refuted at `ii` with `spent` conflicts, by deletion: leaders, caps, ops, dependences.
pub fn reduce_staged(graph: &LoopGraph, ii: u32, spent: u64, budget: u64, steps: &Steps) -> StagedCore {
    let mut core = StagedCore::whole(graph);
    let mut left = budget;
    let paths = (graph.ops.len() as u64).pow(3) / PATHS_PER_CONFLICT;
    let mut still = |trial: &StagedCore| {
        if left == 0 || steps.left() == 0 {
            return None;
        }
        let grant = CONFLICTS_PER_QUESTION.min(left);
        let (answer, spent) = is_refuted(&trial.restricted(graph), ii, grant, steps);
        left = left.saturating_sub(spent + 1 + paths);
        Some(answer)
    };
    core.leaders = delete(core.leaders.clone(), |keep| {
        still(&StagedCore {
            leaders: keep.to_vec(),
            ..core.clone()
        })
    });
    core.capped = delete(core.capped.clone(), |keep| {
        still(&StagedCore {
            capped: keep.to_vec(),
            ..core.clone()
        })
    });
    core.ops = delete(core.ops.clone(), |keep| {
        still(&StagedCore {
            ops: keep.to_vec(),
            ..core.clone()
        })
    });
    core.edges = delete(core.edges.clone(), |keep| {
        still(&StagedCore {
            edges: keep.to_vec(),
            ..core.clone()
        })
    });
    core.irreducible = left > 0 && steps.left() > 0;
    core.conflicts = spent + (budget - left);
    core
}

fn is_refuted(part: &LoopGraph, ii: u32, grant: u64, steps: &Steps) -> (bool, u64) {
    if super::orders::refute(part, ii, None, steps) {
        return (true, 0);
    }
    let Ok(prepared) = Prepared::new(part) else {
        return (false, 0);
    };
    let mut never = |_| false;
    let mut budget = Budget {
        conflicts: grant,
        steps,
        cancel: &mut never,
    };
    // Where the heuristic finds a schedule, no formula need be asked.
    let is_scheduled = || rau_at(&prepared, ii).0.is_some_and(|found| found.check(part).is_ok());
    let answer = !is_scheduled() && refutation(&prepared, ii, &mut budget).is_some();
    (answer, grant - budget.conflicts)
}

/// Checks a core: by exhaustive search, or where that is too long by a proof for the solver's formula of the core.
///
/// # Errors
/// Its fault.
pub(super) fn verify_staged(graph: &LoopGraph, ii: u32, core: &StagedCore, steps: &Steps) -> Result<Checked, String> {
    let n = graph.ops.len();
    let ops = core.ops.iter().chain(&core.capped);
    if ops.into_iter().any(|&op| op >= n) || core.edges.iter().any(|&e| e >= graph.edges.len()) {
        return Err("the core names ops or edges the loop does not have".into());
    }
    match Search::new(graph, ii, core, steps).is_packable() {
        Some(true) => Err("the core can be scheduled".into()),
        Some(false) => Ok(Checked::Search),
        None if is_refuted_by_proof(graph, ii, core, steps) => Ok(Checked::Proof),
        None => Ok(Checked::NotChecked),
    }
}

fn is_refuted_by_proof(graph: &LoopGraph, ii: u32, core: &StagedCore, steps: &Steps) -> bool {
    let part = core.restricted(graph);
    let Ok(prepared) = Prepared::new(&part) else {
        return false;
    };
    let mut never = |_| false;
    let mut budget = Budget {
        conflicts: 50_000,
        steps,
        cancel: &mut never,
    };
    refutation(&prepared, ii, &mut budget)
        .is_some_and(|(cnf, proof)| rup::is_refutation(&cnf, &proof, PROOF_WORK, steps))
}

/// An amount that an op holds of a resource some cycles after its start.
struct Cell {
    res: ResId,
    after: usize,
    count: u64,
    capacity: u64,
}

/// Exhaustive search over rows, with the least starts that the rows chosen so far allow.
struct Search<'a> {
    graph: &'a LoopGraph,
    core: &'a StagedCore,
    ii: i64,
    /// Ops that get a row: those that hold something and those that share a leader.
    rowed: Vec<OpId>,
    /// Ops that must share their stage.
    groups: Vec<Vec<OpId>>,
    row: Vec<Option<i64>>,
    /// The cells of each op of the core.
    cells: Vec<Vec<Cell>>,
    /// The amount that is held in each row of each resource, one resource after the other.
    held: Vec<u64>,
    /// No least start exceeds this, unless there is none.
    limit: i64,
    seats: u64,
    steps: &'a Steps,
}

impl<'a> Search<'a> {
    fn new(graph: &'a LoopGraph, ii: u32, core: &'a StagedCore, steps: &'a Steps) -> Self {
        let cells = |op: OpId| match core.ops.contains(&op) {
            true => cells(graph, op, ii),
            false => Vec::new(),
        };
        let cells: Vec<Vec<Cell>> = (0..graph.ops.len()).map(cells).collect();
        let table = if u64::from(ii) > SEATS {
            0
        } else {
            graph.resources.len() * ii as usize
        };
        let ii = i64::from(ii);
        let led = |leader: &u32| -> Vec<OpId> {
            (0..graph.ops.len())
                .filter(|&op| graph.ops[op].constraints.leader_gid == Some(*leader))
                .collect()
        };
        let groups: Vec<Vec<OpId>> = core.leaders.iter().map(led).collect();
        let rowed: SortedSet<OpId> = core.ops.iter().chain(groups.iter().flatten()).copied().collect();
        // Each op that an edge leads to, or that gets a row, is raised by at most its largest latency and a turn of the table along any
        // chain that supports it.
        let mut most: SortedMap<OpId, i64> = rowed.iter().map(|&op| (op, 0)).collect();
        for &e in &core.edges {
            let edge = &graph.edges[e];
            let raised = most.entry(edge.dst).or_insert(0);
            *raised = (*raised).max(edge.latency - ii * i64::from(edge.distance));
        }
        Search {
            graph,
            core,
            ii,
            rowed: rowed.into_iter().collect(),
            groups,
            row: vec![None; graph.ops.len()],
            cells,
            held: vec![0; table],
            limit: most.values().fold(0i64, |sum, &m| sum.saturating_add(m + ii)),
            seats: 0,
            steps,
        }
    }

    fn is_packable(&mut self) -> Option<bool> {
        if self.ii > SEATS as i64 {
            return None;
        }
        match self.least_starts()? {
            true => self.extend(0),
            false => Some(false),
        }
    }

    fn extend(&mut self, nth: usize) -> Option<bool> {
        let Some(&op) = self.rowed.get(nth) else {
            return Some(true);
        };
        // Without caps and leaders a schedule may be shifted: the first op may be taken to start in the first row.
        let is_free = nth == 0 && self.core.capped.is_empty() && self.groups.is_empty();
        for row in 0..if is_free { 1 } else { self.ii } {
            self.seats += 1;
            if self.seats > SEATS {
                return None;
            }
            let fits = self.hold(op, row);
            self.row[op] = Some(row);
            if fits && self.least_starts()? {
                match self.extend(nth + 1) {
                    Some(false) => {}
                    answer => return answer,
                }
            }
            self.row[op] = None;
            self.release(op, row);
        }
        Some(false)
    }

    /// Whether starts exist that keep dependences, leaders and caps, given the rows chosen; `None` if cut short.
    fn least_starts(&mut self) -> Option<bool> {
        let seat = |row: Option<i64>, t: i64| row.map_or(t, |r| t + (r - t).rem_euclid(self.ii));
        let mut start: Vec<i64> = self.row.iter().map(|&row| seat(row, 0)).collect();
        for _ in 0..=2 * start.len() + 2 {
            self.steps
                .spend((start.len() + self.core.edges.len()) as u64)
                .then_some(())?;
            let mut raised = false;
            let mut raise = |op: OpId, t: i64, start: &mut Vec<i64>| {
                if start[op] < t {
                    start[op] = seat(self.row[op], t);
                    raised = true;
                }
            };
            for &e in &self.core.edges {
                let edge = &self.graph.edges[e];
                let t = start[edge.src] + edge.latency - self.ii * i64::from(edge.distance);
                raise(edge.dst, t, &mut start);
            }
            for group in &self.groups {
                let stage = group.iter().map(|&op| start[op] / self.ii).max().unwrap_or(0);
                for &op in group {
                    raise(op, stage * self.ii, &mut start);
                }
            }
            let too_deep = |&op: &OpId| {
                self.graph
                    .max_depth(op)
                    .is_some_and(|d| start[op] >= i64::from(d) * self.ii)
            };
            if self.core.capped.iter().any(too_deep) || start.iter().any(|&t| t > self.limit) {
                return Some(false);
            }
            if !raised {
                return Some(true);
            }
        }
        // Still rising slowly: the limit would be reached, but not soon.
        None
    }

    /// Adds an op's footprint; whether all rows stay within capacity. Ops outside the core hold nothing.
    fn hold(&mut self, op: OpId, row: i64) -> bool {
        let mut fits = true;
        for cell in &self.cells[op] {
            let held = &mut self.held[place(cell, row, self.ii)];
            *held += cell.count;
            fits &= *held <= cell.capacity;
        }
        fits
    }

    fn release(&mut self, op: OpId, row: i64) {
        for cell in &self.cells[op] {
            self.held[place(cell, row, self.ii)] -= cell.count;
        }
    }
}

/// Where a table has what an op that starts in a row holds in a cell.
fn place(cell: &Cell, row: i64, ii: i64) -> usize {
    let ii = ii as usize;
    cell.res * ii + (row as usize + cell.after) % ii
}

fn cells(graph: &LoopGraph, op: OpId, ii: u32) -> Vec<Cell> {
    let capacity = |res: ResId| graph.resources.get(res).map_or(0, |r| u64::from(r.capacity));
    let rows = graph.ops[op].footprint.iter().enumerate();
    rows.flat_map(|(after, row)| row.iter().map(move |used| (after, used)))
        .map(|(after, used)| Cell {
            res: used.res,
            after: after % ii as usize,
            count: u64::from(used.count),
            capacity: capacity(used.res),
        })
        .collect()
}
