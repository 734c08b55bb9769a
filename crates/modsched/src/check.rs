//! The independent checker. It shares no code with any scheduler and rebuilds everything from the graph.
//!
//! Formally, `(II, start)` is a legal schedule of a loop graph if and only if
//!
//! 1. `II` is an integer `>= 1`, and every op has an integer `start >= 0`;
//! 2. for each edge, `start[dst] + distance * II >= start[src] + latency`;
//! 3. for each resource and each row `r` in `0..II`, the sum of the counts of all footprint cells `k` of all ops with
//!    `(start + k) mod II = r` is at most the capacity;
//! 4. each op with a cap on depth has `floor(start / II) < max_depth`;
//! 5. ops that share an explicit leader group share `floor(start / II)`;
//! 6. under force-serial, no two iterations overlap: every op has `start + max(latency, footprint length) <= II`.

use crate::graph::{LoopGraph, OpId, ResId};
use std::fmt;
use tilewright_sorted::SortedMap;

/// The first rule a schedule breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// Rule 1: no interval.
    NoInterval,
    /// Rule 1: as many starts as ops are needed.
    WrongLength {
        /// Starts given.
        starts: usize,
        /// Ops of the loop.
        ops: usize,
    },
    /// Rule 1: an op without a start.
    Unplaced {
        /// The op.
        op: OpId,
    },
    /// Rule 1: a negative start.
    Negative {
        /// The op.
        op: OpId,
        /// Its start.
        start: i64,
    },
    /// Rule 2.
    Dependence {
        /// Index of the edge.
        edge: usize,
        /// `start[dst] + distance * II`.
        available: i128,
        /// `start[src] + latency`.
        needed: i128,
    },
    /// Rule 3.
    Capacity {
        /// The resource.
        res: ResId,
        /// The row that is too full.
        row: u32,
        /// The units that are held there.
        used: u64,
        /// The ops that hold it.
        ops: Vec<OpId>,
    },
    /// Rule 4.
    TooDeep {
        /// The op.
        op: OpId,
        /// Its stage.
        stage: i64,
        /// Number of stages allowed.
        max_depth: u32,
    },
    /// Rule 5.
    LeaderSplit {
        /// One op of the group.
        a: OpId,
        /// Another in a different stage.
        b: OpId,
    },
    /// Rule 6.
    Overlap {
        /// An op that is still busy when the next iteration starts.
        op: OpId,
    },
}

/// Accepts a schedule or names the first violation, in the order of the rules.
///
/// # Errors
/// The violation.
pub fn check(graph: &LoopGraph, ii: u32, start: &[Option<i64>]) -> Result<(), Violation> {
    if ii == 0 {
        return Err(Violation::NoInterval);
    }
    if start.len() != graph.ops.len() {
        return Err(Violation::WrongLength {
            starts: start.len(),
            ops: graph.ops.len(),
        });
    }
    let mut at = Vec::with_capacity(start.len());
    for (op, s) in start.iter().enumerate() {
        match *s {
            None => return Err(Violation::Unplaced { op }),
            Some(s) if s < 0 => return Err(Violation::Negative { op, start: s }),
            Some(s) => at.push(s),
        }
    }
    check_dependences(graph, ii, &at)?;
    check_capacity(graph, ii, &at)?;
    check_depth(graph, ii, &at)?;
    if graph.is_force_serial() {
        let busy = |op: &OpId| {
            let o = &graph.ops[*op];
            i128::from(at[*op]) + i128::from(o.latency).max(o.footprint.len() as i128)
        };
        if let Some(op) = (0..at.len()).find(|op| busy(op) > i128::from(ii)) {
            return Err(Violation::Overlap { op });
        }
    }
    Ok(())
}

fn check_dependences(graph: &LoopGraph, ii: u32, at: &[i64]) -> Result<(), Violation> {
    for (edge, e) in graph.edges.iter().enumerate() {
        let available = i128::from(at[e.dst]) + i128::from(e.distance) * i128::from(ii);
        let needed = i128::from(at[e.src]) + i128::from(e.latency);
        if available < needed {
            return Err(Violation::Dependence {
                edge,
                available,
                needed,
            });
        }
    }
    Ok(())
}

fn check_capacity(graph: &LoopGraph, ii: u32, at: &[i64]) -> Result<(), Violation> {
    let mut held = Vec::<(ResId, u32, u64)>::new();
    for (op, o) in graph.ops.iter().enumerate() {
        let first = (i128::from(at[op]) % i128::from(ii)) as u64;
        for (k, row) in (0..).zip(&o.footprint) {
            let r = ((first + k) % u64::from(ii)) as u32;
            held.extend(row.iter().map(|u| (u.res, r, u64::from(u.count))));
        }
    }
    held.sort_unstable();
    let cells = held.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
    let mut used = cells.map(|cell| (cell[0].0, cell[0].1, cell.iter().map(|of| of.2).sum::<u64>()));
    let Some((res, row, used)) = used.find(|&(res, _, used)| used > u64::from(graph.resources[res].capacity)) else {
        return Ok(());
    };
    let holds = |op: &OpId| {
        graph.ops[*op].footprint.iter().enumerate().any(|(k, cells)| {
            (i128::from(at[*op]) + k as i128) % i128::from(ii) == i128::from(row)
                && cells.iter().any(|u| u.res == res && u.count > 0)
        })
    };
    Err(Violation::Capacity {
        res,
        row,
        used,
        ops: (0..at.len()).filter(holds).collect(),
    })
}

fn check_depth(graph: &LoopGraph, ii: u32, at: &[i64]) -> Result<(), Violation> {
    let stage = |op: OpId| at[op] / i64::from(ii);
    for op in 0..at.len() {
        if let Some(max_depth) = graph.max_depth(op).filter(|&d| stage(op) >= i64::from(d)) {
            return Err(Violation::TooDeep {
                op,
                stage: stage(op),
                max_depth,
            });
        }
    }
    let mut leader_of_group = SortedMap::<u32, OpId>::new();
    for (op, o) in graph.ops.iter().enumerate() {
        if let Some(leader) = o.constraints.leader_gid {
            let first = *leader_of_group.entry(leader).or_insert(op);
            if stage(first) != stage(op) {
                return Err(Violation::LeaderSplit { a: first, b: op });
            }
        }
    }
    Ok(())
}

impl Violation {
    /// The violation as a sentence.
    pub fn describe<'a>(&'a self, graph: &'a LoopGraph) -> impl fmt::Display + 'a {
        Described { violation: self, graph }
    }
}

struct Described<'a> {
    violation: &'a Violation,
    graph: &'a LoopGraph,
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let g = self.graph;
        match self.violation {
            Violation::NoInterval => write!(f, "the initiation interval must be at least 1"),
            Violation::WrongLength { starts, ops } => write!(f, "{starts} starts for {ops} operations"),
            Violation::Unplaced { op } => write!(f, "op {} has no start", g.label(*op)),
            Violation::Negative { op, start } => write!(f, "op {} starts at {start}, before cycle 0", g.label(*op)),
            Violation::Dependence {
                edge,
                available,
                needed,
            } => {
                let Some(e) = g.edges.get(*edge) else {
                    return write!(f, "edge {edge} is violated");
                };
                write!(
                    f,
                    "dependence {edge}, op {} to op {} (latency {}, distance {}): the result is needed at cycle \
                     {available} but comes at cycle {needed}",
                    g.label(e.src),
                    g.label(e.dst),
                    e.latency,
                    e.distance
                )
            }
            Violation::Capacity { res, row, used, ops } => {
                let (name, cap) = g
                    .resources
                    .get(*res)
                    .map_or(("?", 0), |r| (r.name.as_str(), r.capacity));
                let who: Vec<_> = ops.iter().map(|&op| g.label(op)).collect();
                write!(
                    f,
                    "row {row} of {name} holds {used}, its capacity is {cap}; held by ops {}",
                    who.join(", ")
                )
            }
            Violation::TooDeep { op, stage, max_depth } => {
                write!(
                    f,
                    "op {} is in stage {stage}, but may only use the first {max_depth} stages",
                    g.label(*op)
                )
            }
            Violation::LeaderSplit { a, b } => {
                write!(
                    f,
                    "ops {} and {} share a leader but not their stage",
                    g.label(*a),
                    g.label(*b)
                )
            }
            Violation::Overlap { op } => {
                write!(
                    f,
                    "serial execution is forced, but op {} is still busy at the next iteration",
                    g.label(*op)
                )
            }
        }
    }
}
