//! The `rau` generator: a sweep over II from the bound; at each one Rau's iterative scheduling over all dependences
//! (short schedules), then the search for modulo slots over dependences inside components (finds more IIs).

use crate::eviction::place_with_eviction;
use crate::options::Progress;
use crate::prepared::Prepared;
use crate::report::{Attempt, Candidate};
use crate::rrt;
use crate::schedule::{Arm, Schedule};
use crate::search::gallop;
use crate::shape::self_collision;
use crate::slots::search_slots;

/// Placements allowed for each op in one attempt with eviction: Rau's budget ratio.
const EVICTION_BUDGET_RATIO: u64 = 3;
/// Placements of one search for slots, up to 256 rows; each looks at all rows, so more rows get fewer.
const SLOT_BUDGET: u64 = 1000;
/// After this many IIs without success the sweep takes growing steps: it proves nothing anyway, and must end.
const PATIENCE: u32 = 48;

/// The first schedule of the sweep from `from` to `cap`, with a log. `progress` may cancel.
pub fn rau(
    loop_: &Prepared,
    from: u32,
    cap: u32,
    log: &mut Vec<Candidate>,
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Option<Schedule> {
    let (mut ii, mut tried) = (from.max(1), 0);
    while ii <= cap {
        if progress(Progress { ii, conflicts: 0 }) {
            return None;
        }
        let (schedule, candidate) = rau_at(loop_, ii);
        log.push(candidate);
        if schedule.is_some() {
            return schedule;
        }
        tried += 1;
        ii += if tried < PATIENCE { 1 } else { 1 + ii / 16 };
    }
    None
}

/// Some schedule found by doubling from `from` and bisecting, with a log. Fewer candidates than [`rau`], but
/// feasibility is not monotone in II, so smaller IIs may be missed.
pub fn galloping(
    loop_: &Prepared,
    from: u32,
    cap: u32,
    log: &mut Vec<Candidate>,
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Option<Schedule> {
    let (mut best, mut cancelled): (Option<Schedule>, bool) = (None, false);
    gallop(from, cap, |ii| {
        cancelled = cancelled || progress(Progress { ii, conflicts: 0 });
        if cancelled {
            return false;
        }
        let (schedule, candidate) = rau_at(loop_, ii);
        log.push(candidate);
        let seated = schedule.is_some();
        if let Some(s) = schedule.filter(|s| best.as_ref().is_none_or(|b| s.ii < b.ii)) {
            best = Some(s);
        }
        seated
    });
    best
}

/// Tries one II.
pub fn rau_at(loop_: &Prepared, ii: u32) -> (Option<Schedule>, Candidate) {
    let mut candidate = Candidate {
        ii,
        feasible: false,
        attempts: Vec::new(),
    };
    let collides = |cells: &Vec<crate::shape::Cell>| self_collision(loop_.graph, cells, ii).is_some();
    let cells = u64::from(ii) * loop_.graph.resources.len() as u64;
    if loop_.shapes.cells.iter().any(collides) || cells > rrt::MAX_CELLS {
        return (None, candidate);
    }
    let n = loop_.graph.ops.len() as u64;
    let run = place_with_eviction(loop_, ii, EVICTION_BUDGET_RATIO * n + 16);
    let seated = run.start.is_some();
    let refused = if seated { None } else { run.refused };
    candidate.attempts.push(Attempt {
        arm: Arm::Eviction,
        group: Vec::new(),
        steps: run.steps,
        seated,
        refused,
    });
    let schedule = match run.start {
        Some(start) => Some(Schedule::by(Arm::Eviction, ii, start)),
        None => {
            let (start, steps) = search_slots(loop_, ii, SLOT_BUDGET * 256 / u64::from(ii.max(256)));
            let seated = start.is_some();
            candidate.attempts.push(Attempt {
                arm: Arm::Slots,
                group: Vec::new(),
                steps,
                seated,
                refused: None,
            });
            start.map(|start| Schedule::by(Arm::Slots, ii, start))
        }
    };
    candidate.feasible = schedule.is_some();
    (schedule, candidate)
}
