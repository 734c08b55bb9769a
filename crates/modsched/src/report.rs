//! The result of a run, as data. Text, JSON and drawings are made from it in [`crate::render`].

use crate::arms::NoSeat;
use crate::bounds::{Bounds, Impossible};
use crate::check::Violation;
use crate::depths::StagesRefused;
use crate::exact::certificate::{Certificate, Checked};
use crate::explain::Change;
use crate::four_stage::{FourStage, FourStageError};
use crate::graph::OpId;
use crate::options::Generator;
use crate::schedule::{Arm, Schedule};

/// One attempt at one II.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The arm.
    pub arm: Arm,
    /// The ops it was tried on; empty means all.
    pub group: Vec<OpId>,
    /// Placements or conflicts it took.
    pub steps: u64,
    /// Whether it seated them.
    pub seated: bool,
    /// The first op that found no seat, where the arm can say.
    pub refused: Option<NoSeat>,
}

/// One candidate II with everything tried there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The II.
    pub ii: u32,
    /// Whether a schedule came out.
    pub feasible: bool,
    /// Attempts in order; empty if the II was skipped because an op collides with itself.
    pub attempts: Vec<Attempt>,
}

/// IIs below the answer with the reason why they are out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledOut {
    /// First II the certificate speaks of.
    pub from: u32,
    /// Last one.
    pub to: u32,
    /// The reason.
    pub certificate: Certificate,
    /// The check of the certificate.
    pub checked: Checked,
}

/// Second objectives at the II found, each with a lower bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objectives {
    /// Sum over components of last minus first start, in cycles.
    pub recurrence_span: i64,
    /// No schedule at this II has less.
    pub recurrence_span_bound: i64,
    /// Stages by start.
    pub stages: i64,
    /// No schedule at this II has fewer.
    pub stages_bound: i64,
    /// Sum of the lifetimes of all values, in cycles.
    pub lifetime: i64,
    /// No schedule at this II has less.
    pub lifetime_bound: i64,
}

/// A budget of the exact solver that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The largest II that was tried; below the bound: none was.
    pub reached: u32,
    /// The amount that there was of it.
    pub budget: u64,
    /// The things that it counts.
    pub counts: &'static str,
}

/// Why there is no schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScheduleRefusal {
    /// No II at all would do.
    Impossible(Impossible),
    /// Nothing found up to the cap.
    IiCap {
        /// The cap.
        cap: u32,
        /// The lower bound.
        mii: i64,
        /// The last op that found no seat, if one can be named.
        last: Option<NoSeat>,
        /// Whether every II up to the cap is refuted by a proof.
        refuted: bool,
        /// The budget of the exact solver that ended before the cap, if one did.
        ended: Option<Ended>,
    },
    /// The reservation table would be larger than this library builds.
    TableTooLarge {
        /// Rows needed.
        ii: i64,
        /// Rows possible.
        limit: i64,
    },
    /// Dependences of distance 0 form a circuit: no op of it can go first, so there is no serial order.
    NoSerialOrder,
    /// So many iterations in flight overfill a pool, whatever the II (docs/sources/cost-model.md#roofline).
    Stages {
        /// Stages asked for.
        stages: u32,
        /// Name of the pool.
        pool: String,
        /// The pool and its demand.
        refused: StagesRefused,
    },
    /// The four-stage scheduler refuses the loop.
    FourStage(FourStageError),
    /// The caller cancelled.
    Cancelled,
    /// A generator made a schedule that the checker rejects: a bug of this library.
    Rejected(Violation),
}

/// Everything about one run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The generator that was asked for.
    pub asked: Generator,
    /// The generator that made the schedule (`auto` and `documented` choose).
    pub used: Generator,
    /// Lower bounds; `None` if the loop is impossible.
    pub bounds: Option<Bounds>,
    /// The checked schedule, or why there is none.
    pub outcome: Result<Schedule, ScheduleRefusal>,
    /// Every candidate II in the order tried.
    pub candidates: Vec<Candidate>,
    /// IIs below the answer, ascending, as far as anything is known about them.
    pub ruled_out: Vec<RuledOut>,
    /// Whether every smaller II is ruled out by a proof.
    pub proven_optimal: bool,
    /// Second objectives, if a schedule was found.
    pub objectives: Option<Objectives>,
    /// The smallest single changes to the loop that would lower II.
    pub changes: Vec<Change>,
    /// The four-stage pipeline, if that scheduler ran.
    pub four_stage: Option<FourStage>,
    /// Conflicts of the exact solver spent.
    pub conflicts: u64,
    /// Steps spent, of those that there were for the loop.
    pub steps: u64,
    /// The steps that there were; none where any number may be taken.
    pub budget: Option<u64>,
    /// Why the schedule is the serial one, though another was asked for.
    pub serial_by: Option<&'static str>,
}

impl Report {
    /// The first II that no proof rules out.
    pub fn first_open_ii(&self) -> u32 {
        let mut next = 1;
        for r in &self.ruled_out {
            if r.certificate.is_proof() && r.from <= next {
                next = next.max(r.to.saturating_add(1));
            }
        }
        next
    }
}
