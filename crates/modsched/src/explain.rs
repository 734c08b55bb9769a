//! Changes that would lower II: the smallest single changes to the loop, each tried before it is suggested.

use crate::exact::certificate::Certificate;
use crate::graph::{LoopGraph, OpId, ResId};
use crate::prepared::Prepared;
use crate::rau::rau_at;
use crate::report::RuledOut;
use crate::steps::Steps;
use serde::{Deserialize, Serialize};

/// A single change to the loop and the II it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The change.
    pub what: What,
    /// The II that the changed loop was scheduled at.
    pub ii: u32,
}

/// A change to a loop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LoopChange"))]
#[serde(untagged)]
pub enum What {
    /// One more unit of a resource.
    Unit {
        /// The resource.
        #[serde(rename = "unit")]
        res: ResId,
    },
    /// A shorter latency of one dependence.
    Latency {
        /// The edge.
        #[serde(rename = "latency")]
        edge: usize,
        /// By how many cycles at least.
        by: i64,
    },
    /// One more iteration of distance on one dependence.
    Distance {
        /// The edge.
        #[serde(rename = "distance")]
        edge: usize,
    },
}

/// Most parts of the witness that are varied.
const MAX_PARTS: usize = 8;
/// Largest loop for which changes are tried.
const MAX_OPS: usize = 200;
/// Most IIs tried for one change.
const MAX_IIS: u32 = 3;
/// Effort that all trials together may take, in squares of rows: a search for slots looks at all rows for each that it
/// tries.
const EFFORT: u64 = 1 << 20;

/// Effort that is left.
struct Effort<'a>(u64, &'a Steps);

impl Effort<'_> {
    /// Whether an II may be tried; if so, that is spent.
    fn allows(&mut self, ii: u32) -> bool {
        let left = self.0.checked_sub(u64::from(ii) * u64::from(ii));
        self.0 = left.unwrap_or(0);
        left.is_some() && self.1.left() > 0
    }
}

/// Tries single changes to whatever rules out the II just below `ii`.
pub fn changes(loop_: &Prepared, ii: u32, ruled_out: &[RuledOut], steps: &Steps) -> Vec<Change> {
    let Some(below) = ruled_out.iter().rev().find(|r| r.from < ii && ii <= r.to + 1) else {
        return Vec::new();
    };
    if loop_.graph.ops.len() > MAX_OPS {
        return Vec::new();
    }
    let (resources, edges): (Vec<ResId>, Vec<usize>) = match &below.certificate {
        Certificate::Recurrence { edges, .. } | Certificate::Depth { edges, .. } => (Vec::new(), edges.clone()),
        Certificate::Capacity { res, .. } | Certificate::SelfCollision { res, .. } => (vec![*res], Vec::new()),
        Certificate::Packing(core) => {
            let mut resources: Vec<ResId> = core.rows.iter().map(|&(r, _)| r).collect();
            resources.dedup();
            (resources, core.edges.clone())
        }
        Certificate::Staged(core) => {
            // Those that several of its ops hold: one op alone is in nobody's way.
            let held = |op: &OpId| loop_.graph.ops[*op].footprint.iter().flatten().map(|held| held.res);
            let mut resources: Vec<ResId> = core.ops.iter().flat_map(held).collect();
            resources.sort_unstable();
            resources = resources
                .chunk_by(|a, b| a == b)
                .filter(|of| of.len() > 1)
                .map(|of| of[0])
                .collect();
            (resources, core.edges.clone())
        }
        Certificate::Unknown { .. } => (Vec::new(), Vec::new()),
    };
    let mut found = Vec::new();
    let effort = &mut Effort(EFFORT, steps);
    for res in resources.into_iter().take(MAX_PARTS) {
        consider(loop_.graph, ii, What::Unit { res }, effort, &mut found);
    }
    for &edge in edges.iter().take(MAX_PARTS) {
        consider(loop_.graph, ii, What::Distance { edge }, effort, &mut found);
    }
    for &edge in edges.iter().take(MAX_PARTS) {
        let latency = loop_.graph.edges[edge].latency;
        // The least reduction that helps: doubling until it does, then bisecting (shorter is never worse for the
        // sweep's bounds, and what is suggested was tried).
        let mut helps = |by: u32| {
            lower_ii(
                loop_.graph,
                ii,
                &What::Latency {
                    edge,
                    by: i64::from(by),
                },
                effort,
            )
            .is_some()
        };
        let most = u32::try_from(latency).unwrap_or(0).min(256);
        let least = if most > 0 && helps(most) {
            crate::search::gallop(1, most, &mut helps)
        } else {
            None
        };
        if let Some(by) = least {
            consider(
                loop_.graph,
                ii,
                What::Latency {
                    edge,
                    by: i64::from(by),
                },
                effort,
                &mut found,
            );
        }
    }
    found.sort_by(|a, b| (a.ii, &a.what).cmp(&(b.ii, &b.what)));
    found
}

fn consider(graph: &LoopGraph, ii: u32, what: What, effort: &mut Effort, found: &mut Vec<Change>) {
    if let Some(ii) = lower_ii(graph, ii, &what, effort) {
        found.push(Change { what, ii });
    }
}

/// An II below `ii` that the changed loop can be scheduled at, found by the heuristic generator and checked.
fn lower_ii(graph: &LoopGraph, ii: u32, what: &What, effort: &mut Effort) -> Option<u32> {
    let mut changed = graph.clone();
    match *what {
        What::Unit { res } => changed.resources.get_mut(res)?.capacity += 1,
        What::Latency { edge, by } => changed.edges.get_mut(edge)?.latency -= by,
        What::Distance { edge } => changed.edges.get_mut(edge)?.distance += 1,
    }
    let prepared = Prepared::new(&changed).ok()?;
    let from = u32::try_from(prepared.bounds.mii()).ok()?;
    (from..ii).take(MAX_IIS as usize).find(|&ii| {
        if !effort.allows(ii) {
            return false;
        }
        let (schedule, tried) = rau_at(&prepared, ii);
        let placed: u64 = tried.attempts.iter().map(|attempt| attempt.steps).sum();
        effort.1.spend((placed + changed.ops.len() as u64) * u64::from(ii));
        schedule.is_some_and(|s| s.check(&changed).is_ok())
    })
}
