//! The exact generator: every II from the bound to the answer, refuted with a certificate or satisfied.

use super::absolute::{Absolute, Answer};
use super::certificate::{Certificate, Checked, verify_within};
use super::core::reduce_core;
use super::decide::{Budget, Decision, Refuted, decide};
use super::orders;
use super::staged::reduce_staged;
use crate::options::{Options, Progress};
use crate::prepared::Prepared;
use crate::report::{Attempt, Candidate, Ended, RuledOut};
use crate::rrt;
use crate::schedule::{Arm, Schedule};
use crate::shape::self_collision;
use crate::steps::Steps;

/// Cells (ops times rows) whose encoding takes as long as a conflict.
const CELLS_PER_CONFLICT: u64 = 200;

/// The outcome of a sweep.
pub struct Sweep {
    /// The smallest II satisfied, if any.
    pub schedule: Option<Schedule>,
    /// One entry for each II tried and not satisfied.
    pub ruled_out: Vec<RuledOut>,
    /// Conflicts spent.
    pub conflicts: u64,
    /// Whether the caller cancelled.
    pub cancelled: bool,
    /// The budget that ended, if one did.
    pub ended: Option<Ended>,
    /// IIs that cannot be packed, with the part that refutes each and the conflicts spent.
    refuted: Vec<(u32, Refuted, u64)>,
    /// IIs refuted by caps on depth and shared leaders, with the conflicts spent.
    too_deep: Vec<(u32, u64)>,
}

/// Conflicts each II gets in the first round. Most need no more, and a feasible II found early spares the search above
/// it.
const FIRST_ROUND: u64 = 500;

/// Sweeps `from..=to` in two rounds: a quick one up to the first II that is satisfied, then the IIs it left open with
/// whatever the budget still holds. What stays undecided is reported as unknown.
pub fn sweep(
    loop_: &Prepared,
    from: u32,
    to: u32,
    (options, steps): (&Options, &Steps),
    log: &mut Vec<Candidate>,
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Sweep {
    let out = Sweep {
        schedule: None,
        ruled_out: Vec::new(),
        conflicts: 0,
        cancelled: false,
        ended: None,
        refuted: Vec::new(),
        too_deep: Vec::new(),
    };
    let mut run = Run {
        loop_,
        options,
        steps,
        reached: from.saturating_sub(1),
        log,
        progress,
        out,
    };
    let mut open = Vec::new();
    for ii in from..=to {
        if let Some(certificate) = collision(loop_, ii).or_else(|| too_deep(loop_, ii)) {
            run.log.push(Candidate {
                ii,
                feasible: false,
                attempts: Vec::new(),
            });
            run.out.ruled_out.push(checked(loop_, ii, ii, certificate, steps));
            continue;
        }
        match run.decide(ii, FIRST_ROUND) {
            Some(true) => break,
            Some(false) => {}
            None => open.push(ii),
        }
        if run.out.cancelled {
            break;
        }
    }
    for ii in open {
        let spent = run.out.conflicts;
        match if run.out.cancelled {
            None
        } else {
            run.decide(ii, u64::MAX)
        } {
            Some(true) => break,
            Some(false) => {}
            None => {
                let certificate = Certificate::Unknown {
                    conflicts: run.out.conflicts - spent,
                };
                run.out.ruled_out.push(RuledOut {
                    from: ii,
                    to: ii,
                    certificate,
                    checked: Checked::NothingClaimed,
                });
            }
        }
    }
    run.finish()
}

struct Run<'a> {
    loop_: &'a Prepared<'a>,
    options: &'a Options,
    steps: &'a Steps,
    /// The largest II that was tried.
    reached: u32,
    log: &'a mut Vec<Candidate>,
    progress: &'a mut dyn FnMut(Progress) -> bool,
    out: Sweep,
}

impl Run<'_> {
    /// Decides one II within a grant of conflicts; `None` if it stays open.
    fn decide(&mut self, ii: u32, grant: u64) -> Option<bool> {
        let left = self.options.conflicts.saturating_sub(self.out.conflicts).min(grant);
        let cells = u64::from(ii) * self.loop_.graph.resources.len() as u64;
        if left == 0 || self.steps.left() == 0 || cells > rrt::MAX_CELLS {
            return None;
        }
        self.reached = self.reached.max(ii);
        let (progress, mut cancelled) = (&mut *self.progress, false);
        let mut cancel = |conflicts| {
            cancelled |= progress(Progress { ii, conflicts });
            cancelled
        };
        let mut budget = Budget {
            conflicts: left,
            steps: self.steps,
            cancel: &mut cancel,
        };
        let decision = decide(self.loop_, ii, &mut budget);
        // Building a formula costs too, even if it is refuted at once; charging for it bounds the number of IIs.
        let building = self.loop_.graph.ops.len() as u64 * u64::from(ii) / CELLS_PER_CONFLICT;
        let spent = left - budget.conflicts;
        self.out.conflicts += spent + building;
        self.out.cancelled |= cancelled;
        let seated = matches!(decision, Decision::Feasible(_));
        let attempt = Attempt {
            arm: Arm::Exact,
            group: Vec::new(),
            steps: spent,
            seated,
            refused: None,
        };
        self.log.push(Candidate {
            ii,
            feasible: seated,
            attempts: vec![attempt],
        });
        match decision {
            Decision::Feasible(start) => {
                self.out.schedule = Some(Schedule::by(Arm::Exact, ii, start));
                Some(true)
            }
            Decision::Infeasible(part) => {
                self.out.refuted.push((ii, part, spent));
                Some(false)
            }
            Decision::TooDeep => {
                self.out.too_deep.push((ii, spent));
                Some(false)
            }
            Decision::Unknown => None,
        }
    }

    /// Says which budget ended.
    fn finish(mut self) -> Sweep {
        let (options, reached) = (self.options, self.reached);
        let ended = |budget, counts| {
            Some(Ended {
                reached,
                budget,
                counts,
            })
        };
        self.out.ended = match self.out.schedule {
            None if self.steps.left() == 0 => ended(options.steps, "steps"),
            None if self.out.conflicts >= options.conflicts => ended(options.conflicts, "conflicts"),
            _ => None,
        };
        self.out
    }
}

impl Sweep {
    /// Reduces and checks the cores, if conflicts may be spent on that. The II just below the answer matters most, so its core comes first.
    pub fn explain(mut self, loop_: &Prepared, core_conflicts: u64, steps: &Steps) -> Vec<RuledOut> {
        let answer = self.schedule.as_ref().map_or(u32::MAX, |s| s.ii);
        self.refuted.sort_by_key(|&(ii, ..)| std::cmp::Reverse(ii));
        let mut core_left = core_conflicts;
        let ruled_out = |ii: u32, certificate: Certificate| match core_conflicts {
            0 => RuledOut {
                from: ii,
                to: ii,
                certificate,
                checked: Checked::NotChecked,
            },
            _ => checked(loop_, ii, ii, certificate, steps),
        };
        for (ii, part, spent) in self.refuted {
            let core = reduce_core(loop_.graph, ii, part, spent, core_left, steps);
            core_left = core_left.saturating_sub(core.conflicts - spent);
            self.ruled_out.push(ruled_out(ii, Certificate::Packing(core)));
        }
        self.too_deep.sort_unstable_by_key(|&(ii, _)| std::cmp::Reverse(ii));
        for (ii, spent) in self.too_deep {
            let core = reduce_staged(loop_.graph, ii, spent, core_left, steps);
            core_left = core_left.saturating_sub(core.conflicts - spent);
            self.ruled_out.push(ruled_out(ii, Certificate::Staged(core)));
        }
        self.ruled_out.retain(|r| r.to < answer);
        self.ruled_out.sort_by_key(|r| r.from);
        self.ruled_out
    }
}

/// Certificates for everything below the bound: the smallest kind that applies to each range.
pub fn below_bound(loop_: &Prepared) -> Vec<RuledOut> {
    let bounds = &loop_.bounds;
    let recurrence = bounds.recurrence.mii().unwrap_or(0).max(1);
    let mut out = Vec::new();
    if recurrence > 1 {
        let r = &bounds.recurrence;
        let (edges, latency, distance) = (r.circuit.clone(), r.latency, r.distance);
        push(
            loop_,
            &mut out,
            1,
            recurrence - 1,
            Certificate::Recurrence {
                edges,
                latency,
                distance,
            },
        );
    }
    let mut from = recurrence;
    for demand in [&bounds.resource, &bounds.fine] {
        if let Some(res) = demand.res.filter(|_| demand.mii > from) {
            let certificate = Certificate::Capacity {
                res,
                demand: demand.demand,
            };
            push(loop_, &mut out, from, demand.mii - 1, certificate);
            from = demand.mii;
        }
    }
    if let Some(op) = bounds.dependency.op.filter(|_| bounds.dependency.mii > from) {
        let edges = longest_chain(loop_, op);
        push(
            loop_,
            &mut out,
            from,
            bounds.dependency.mii - 1,
            Certificate::Depth { edges, op },
        );
    }
    out
}

fn push(loop_: &Prepared, out: &mut Vec<RuledOut>, from: i64, to: i64, certificate: Certificate) {
    let clamp = |x: i64| u32::try_from(x).unwrap_or(u32::MAX);
    out.push(checked(loop_, clamp(from), clamp(to), certificate, &Steps::endless()));
}

/// The certificates of a range hold for its last II most narrowly, so that is the one checked.
fn checked(loop_: &Prepared, from: u32, to: u32, certificate: Certificate, steps: &Steps) -> RuledOut {
    match verify_within(loop_.graph, to, &certificate, steps) {
        Ok(checked) => RuledOut {
            from,
            to,
            certificate,
            checked,
        },
        // A certificate that does not check claims nothing.
        Err(_) => {
            let certificate = Certificate::Unknown { conflicts: 0 };
            RuledOut {
                from,
                to,
                certificate,
                checked: Checked::NothingClaimed,
            }
        }
    }
}

/// The longest chain of distance 0 that ends at an op, by edge.
fn longest_chain(loop_: &Prepared, op: usize) -> Vec<usize> {
    let graph = loop_.graph;
    let path = crate::recurrence::earliest_starts(graph, 0, |i| graph.edges[i].distance == 0).unwrap_or_default();
    // From the op back along edges that leave no slack, to the nearest op that may start at once. Circuits that take no
    // time leave none either, so that ops are visited once.
    let mut after: Vec<Option<usize>> = vec![None; graph.ops.len()];
    let mut reached = vec![op];
    let mut next = 0;
    while let Some(&at) = reached.get(next).filter(|&&at| path.get(at).is_some_and(|&p| p > 0)) {
        next += 1;
        for &e in loop_.ins(at) {
            let edge = &graph.edges[e];
            let is_tight = edge.distance == 0 && path[edge.src] + edge.latency == path[at];
            if is_tight && edge.src != op && after[edge.src].is_none() {
                after[edge.src] = Some(e);
                reached.push(edge.src);
            }
        }
    }
    let mut at = reached.get(next).copied().unwrap_or(op);
    let mut edges = Vec::new();
    while let Some(e) = after[at] {
        edges.push(e);
        at = graph.edges[e].dst;
    }
    edges
}

/// A chain that does not fit into the stages allowed at this II; sharper than the bound, which divides and rounds.
fn too_deep(loop_: &Prepared, ii: u32) -> Option<Certificate> {
    let graph = loop_.graph;
    if !(0..graph.ops.len()).any(|op| graph.max_depth(op).is_some()) {
        return None;
    }
    let path = crate::recurrence::earliest_starts(graph, 0, |i| graph.edges[i].distance == 0)?;
    let room = |op: usize| graph.max_depth(op).map(|depth| i64::from(depth) * i64::from(ii));
    let op = (0..graph.ops.len()).find(|&op| room(op).is_some_and(|room| path[op] >= room))?;
    Some(Certificate::Depth {
        edges: longest_chain(loop_, op),
        op,
    })
}

/// A self-collision at this II, with two footprint rows that meet.
fn collision(loop_: &Prepared, ii: u32) -> Option<Certificate> {
    let shape = (0..loop_.shapes.cells.len())
        .find_map(|s| self_collision(loop_.graph, &loop_.shapes.cells[s], ii).map(|cell| (s, cell)));
    let (shape, cell) = shape?;
    let op = loop_.shapes.of.iter().position(|&s| s == shape)?;
    let meets = |c: &&crate::shape::Cell| c.res == cell.res && c.offset % ii == cell.offset;
    let mut rows = loop_.shapes.cells[shape]
        .iter()
        .filter(meets)
        .map(|c| c.offset as usize);
    Some(Certificate::SelfCollision {
        op,
        rows: (rows.next()?, rows.next()?),
        res: cell.res,
    })
}

/// Fewest stages at the schedule's II: the schedule itself or a shorter one, and a lower bound on stages.
pub fn shorten(loop_: &Prepared, schedule: Schedule, options: &Options, steps: &Steps) -> (Schedule, i64, u64) {
    let ii = schedule.ii;
    let mut best = schedule;
    let mut never = |_| false;
    let mut budget = Budget {
        conflicts: options.stage_conflicts,
        steps,
        cancel: &mut never,
    };
    let Some(absolute) = Absolute::new(loop_, ii, steps) else {
        let earliest = crate::recurrence::earliest_starts(loop_.graph, i64::from(ii), |_| true);
        let last = earliest.and_then(|e| e.into_iter().max()).unwrap_or(0);
        return (best, last / i64::from(ii) + 1, 0);
    };
    let mut bound = absolute.least_last_start() / i64::from(ii) + 1;
    while best.stages_by_start() > bound && budget.conflicts > 0 && steps.left() > 0 {
        let horizon = (best.stages_by_start() - 1) * i64::from(ii) - 1;
        // Orders of ops refute most horizons in a small part of the time that a formula takes.
        let answer = match orders::refute(loop_.graph, ii, Some(horizon), steps) {
            true => Answer::No,
            false => absolute.ask(horizon, &mut budget),
        };
        match answer {
            Answer::Yes(start) => {
                let shorter = Schedule::by(Arm::Exact, ii, start);
                // Only what the checker accepts replaces what it has accepted.
                if shorter.check(loop_.graph).is_err() || shorter.stages_by_start() >= best.stages_by_start() {
                    break;
                }
                best = shorter;
            }
            Answer::No => bound = best.stages_by_start(),
            Answer::Unknown => break,
        }
    }
    (best, bound, options.stage_conflicts - budget.conflicts)
}
