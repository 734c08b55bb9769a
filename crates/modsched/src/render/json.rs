//! A report as JSON: one object, the same bytes everywhere. Its form is [`Solution`].

use super::table::{Hold, holds};
use super::words;
use crate::arms::NoSeat;
use crate::arms::cost::{Chosen, Component};
use crate::bounds::{Binding, Bounds, Demand};
use crate::depths::{heaviest_load, roofline_cycles, roofline_stages};
use crate::exact::certificate::{Certificate, Checked};
use crate::explain::What;
use crate::four_stage::{FourStage, LISTING, Step, TIMELINE};
use crate::graph::{Class, LoopGraph, OpId, ResId};
use crate::options::Generator;
use crate::polish::buffer_depths;
use crate::prepared::Prepared;
use crate::report::{Attempt, Candidate, Report, RuledOut, ScheduleRefusal};
use crate::schedule::{Arm, Schedule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The schedule that was found. Cycles are weights of the model, not the hardware's.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Solution {
    /// The name of the graph.
    pub name: String,
    /// The generator that was asked for.
    pub scheduler: Generator,
    /// The generator that made the schedule.
    pub used: Generator,
    /// Conflicts of the exact solver spent.
    pub conflicts: u64,
    /// The search for a smaller II, where it has a budget of steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub search: Option<SearchSpent>,
    /// Why the schedule is the serial one, though another was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub serial_by: Option<String>,
    /// Lower bounds; not there if the loop is impossible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<SolutionBounds>,
    /// The bound that sets the floor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<Binding>,
    /// The initiation interval, in cycles; none where there is no schedule.
    pub ii: Option<u32>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<SolutionRefusal>,
    /// The cycle at which each op is issued in its own iteration, by the op's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<BTreeMap<usize, i64>>"))]
    pub start: Option<ById<i64>>,
    /// Where each op was put, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<BTreeMap<usize, OpSeat>>"))]
    pub ops: Option<ById<OpSeat>>,
    /// The reservation table: what holds each resource of the graph, by its place there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<Vec<Held>>>,
    /// Iterations that the schedule overlaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage_count: Option<i64>,
    /// Stages in which ops are issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages_by_start: Option<i64>,
    /// Cycles from the first issue to the last result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<i64>,
    /// Whether every smaller II is ruled out by a proof.
    pub proven_optimal: bool,
    /// The stages that bandwidth alone asks for; not there where the loop has no load or no product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roofline_stages: Option<RooflineStages>,
    /// Second objectives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objectives: Option<SolutionObjectives>,
    /// The four-stage pipeline, if that scheduler ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub four_stage: Option<FourStageForm>,
    /// Why it is so, and what would change it.
    pub explanation: Explanation,
}

/// A list by the id of ops: an object in JSON, whose keys are the ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ById<T>(pub Vec<T>);

impl<T: Serialize> Serialize for ById<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().enumerate().map(|(id, value)| (id.to_string(), value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ById<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let by_id: BTreeMap<usize, T> = BTreeMap::deserialize(deserializer)?;
        Ok(Self(by_id.into_values().collect()))
    }
}

/// The steps that a search took.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchSpent {
    /// The II less the smallest that no proof rules out.
    pub gap: u32,
    /// Steps that it took, for all IIs and what is told of them.
    pub steps: u64,
    /// The most that it might take.
    pub budget: u64,
}

/// Where an op was put.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OpSeat {
    /// The number of iterations after the first op of its iteration at which it is issued.
    pub stage: i64,
    /// Its place among the ops of its stage.
    pub order: u32,
    /// The row of the reservation table that it is issued in.
    pub row: u32,
    /// The slots and pools that it holds, by name.
    pub slots: Vec<String>,
    /// The arm that seated it.
    pub arm: Arm,
    /// The cost of its seat, where the cost arm ran: resource, pipe slot, bank, inversions.
    pub cost: Option<[u32; 4]>,
    /// The component of it that no other seat came up to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Component>,
    /// The number of buffers that its result needs.
    pub buffer_depth: Option<u64>,
}

/// Rows `from` to `to` (exclusive) of a resource, in which the same ops hold it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Held {
    /// First row.
    pub from: u32,
    /// The row after the last.
    pub to: u32,
    /// Units held, by all ops together.
    pub units: u64,
    /// The ops that hold it, by id.
    pub ops: Vec<OpId>,
}

/// The lower bounds on the initiation interval, each with its witness.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SolutionBounds {
    /// The largest of them, in cycles.
    pub mii: i64,
    /// Whether the schedule starts iterations as often as that.
    #[serde(default)]
    pub reached: bool,
    /// A circuit of dependences.
    pub recurrence: RecurrenceBound,
    /// A slot.
    pub resource: DemandBound,
    /// A pool.
    #[serde(rename = "fine-density")]
    pub fine_density: DemandBound,
    /// A cap on depth.
    pub dependency: DependencyBound,
}

/// The bound that a circuit of dependences sets.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RecurrenceBound {
    /// The bound, in cycles.
    pub mii: i64,
    /// Sum of latency along the circuit.
    pub latency: i64,
    /// Sum of distance along it.
    pub distance: i64,
    /// Its edges, in order.
    pub circuit: Vec<usize>,
}

/// The bound that a slot or pool sets.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DemandBound {
    /// The bound, in cycles.
    pub mii: i64,
    /// Which slot or pool, by its place in the graph.
    pub resource: Option<ResId>,
    /// The amount that one iteration holds of it, in units times cycles.
    pub demand: u64,
    /// The ops that hold it.
    pub users: Vec<OpId>,
}

/// The bound that a cap on depth sets.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DependencyBound {
    /// The bound, in cycles.
    pub mii: i64,
    /// The capped op.
    pub op: Option<OpId>,
    /// The longest path of distance 0 that ends at it, in cycles.
    pub path: i64,
}

/// Why there is no schedule.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SolutionRefusal {
    /// A stable name for the reason.
    pub kind: String,
    /// The reason in words.
    pub message: String,
}

/// Stages that bandwidth asks for, and the cycles that they come from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RooflineStages {
    /// `ceil(memory / compute)`.
    pub stages: u64,
    /// Moving what one iteration needs.
    pub memory: u64,
    /// The products of one iteration.
    pub compute: u64,
    /// Stages of producer and consumer.
    pub pair: [u64; 2],
    /// The heaviest load, from its issue to its result; none where nothing comes from global memory.
    pub load: Option<u32>,
}

/// Second objectives at the II found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SolutionObjectives {
    /// Sum over components of last minus first start, in cycles.
    pub recurrence_span: Objective,
    /// Stages by start.
    pub stages: Objective,
    /// Sum of the live ranges of all values, in cycles.
    pub lifetime: Objective,
}

/// An objective and how good it could be.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Objective {
    /// The value that was reached.
    pub value: i64,
    /// No schedule at this II has less.
    pub at_least: i64,
}

/// Why the initiation interval is what it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Explanation {
    /// For each bound, its value and its witness in words.
    pub bounds: BoundTexts,
    /// Why no smaller II would do; none where nothing is smaller.
    pub why_not_less: Option<String>,
    /// IIs below the answer with the reason why they are out.
    pub ruled_out: Vec<RuledOutIi>,
    /// The smallest single changes to the loop that would lower the II.
    pub would_lower_ii: Vec<LowerIi>,
    /// Every candidate II in the order tried.
    pub candidates: Vec<CandidateIi>,
}

/// The bounds in words; empty if the loop is impossible.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct BoundTexts {
    /// A circuit of dependences.
    pub recurrence: String,
    /// A slot.
    pub resource: String,
    /// A pool.
    #[serde(rename = "fine-density")]
    pub fine_density: String,
    /// A cap on depth.
    pub dependency: String,
}

/// IIs that are out, and why.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuledOutIi {
    /// First II that the certificate speaks of.
    pub from: u32,
    /// Last one.
    pub to: u32,
    /// The sort of certificate.
    pub certificate: String,
    /// The way in which it was checked.
    pub checked: Checked,
    /// The certificate.
    pub detail: Certificate,
    /// The certificate in words.
    pub text: String,
}

/// A change to the loop that lowers its II.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LowerIi {
    /// The II that the changed loop was scheduled at.
    pub ii: u32,
    /// The thing to change.
    pub change: What,
    /// The change in words.
    pub text: String,
}

/// A candidate II.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CandidateIi {
    /// The II.
    pub ii: u32,
    /// Whether a schedule came out.
    pub feasible: bool,
    /// Attempts; groups that the first attempt seated are left out.
    pub attempts: Vec<AttemptAt>,
}

/// One attempt at an II.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AttemptAt {
    /// The arm that was tried.
    pub arm: Arm,
    /// On which ops; empty means all.
    pub group: Vec<OpId>,
    /// Placements or conflicts that it took.
    pub steps: u64,
    /// Whether it seated them.
    pub seated: bool,
    /// The first op that found no seat, where the arm can say.
    pub refused: Option<SeatRefused>,
}

/// An op that found no seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatRefused {
    /// The op.
    pub op: OpId,
    /// The slots and pools that it asks for, in words.
    #[serde(default)]
    pub requested: String,
    /// First and last cycle that it could have had.
    pub window: [i64; 2],
    /// The first cycles of the window, each with all that was full then.
    pub refused_by: Vec<FullAt>,
    /// The same in words.
    pub text: String,
}

/// A resource that was full at a cycle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FullAt {
    /// The cycle.
    pub cycle: i64,
    /// The stage that the op would have had.
    #[serde(default)]
    pub stage: i64,
    /// Its place among the ops of the stage.
    #[serde(default)]
    pub order: usize,
    /// Slots and pools with the rows at which they were full.
    pub rows: Vec<(ResId, u32)>,
    /// For each of them, the ops that hold it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holders: Vec<Vec<OpId>>,
}

/// The four-stage pipeline: its stages, and the program for as many iterations as fill it once over.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FourStageForm {
    /// The classes that occur, by stage.
    pub stages: Vec<Class>,
    /// Shared-memory buffers of each operand; 1 means that multi-buffering is off.
    pub buffers: u32,
    /// The first cycle at which every stage works.
    pub full_from: u64,
    /// Fills the pipeline.
    pub prologue: Vec<Step>,
    /// A steady iteration.
    pub kernel: Option<Vec<Step>>,
    /// Drains the pipeline.
    pub epilogue: Vec<Step>,
    /// A remark on the program.
    pub note: String,
    /// A row for each stage, a column for each cycle.
    pub timeline: String,
    /// The number of times that the steady iteration runs.
    pub steady_trips: String,
}

/// The report as one JSON object on one line.
pub fn report(graph: &LoopGraph, report: &Report) -> String {
    // Serialising plain structs of strings and numbers to a string cannot fail.
    serde_json::to_string(&solution(graph, report)).unwrap_or_default()
}

/// The report as data that can be read without the graph.
pub fn solution(graph: &LoopGraph, report: &Report) -> Solution {
    let found = report.outcome.as_ref().ok();
    let roofline = roofline_cycles(graph).and_then(|(memory, compute)| {
        let found = roofline_stages(memory, compute)?;
        Some(RooflineStages {
            stages: found.stages,
            memory,
            compute,
            pair: [found.pair.0, found.pair.1],
            load: heaviest_load(graph),
        })
    });
    let objective = |value, at_least| Objective { value, at_least };
    Solution {
        name: graph.name.clone(),
        scheduler: report.asked,
        used: report.used,
        conflicts: report.conflicts,
        // Absent: a scheduler that proves nothing spends nothing.
        search: report
            .budget
            .filter(|_| report.steps > 0 || report.proven_optimal)
            .map(|budget| SearchSpent {
                gap: found.map_or(0, |s| s.ii.saturating_sub(report.first_open_ii())),
                steps: report.steps,
                budget,
            }),
        serial_by: report.serial_by.map(str::to_string),
        bounds: report.bounds.as_ref().map(|lower| bounds(lower, found.map(|s| s.ii))),
        binding: report.bounds.as_ref().map(Bounds::binding),
        ii: found.map(|s| s.ii),
        refusal: report.outcome.as_ref().err().map(|refusal| SolutionRefusal {
            kind: refusal_kind(refusal).to_string(),
            message: words::refusal(graph, refusal),
        }),
        start: found.map(|s| ById(s.start.clone())),
        ops: found.map(|s| ById(seats(graph, s, report.four_stage.is_some()))),
        table: found.map(|s| table(graph, s)),
        stage_count: found.map(|s| s.stage_count(graph)),
        stages_by_start: found.map(Schedule::stages_by_start),
        length: found.map(|s| s.length(graph)),
        proven_optimal: found.is_some() && report.proven_optimal,
        roofline_stages: roofline,
        objectives: report.objectives.as_ref().map(|o| SolutionObjectives {
            recurrence_span: objective(o.recurrence_span, o.recurrence_span_bound),
            stages: objective(o.stages, o.stages_bound),
            lifetime: objective(o.lifetime, o.lifetime_bound),
        }),
        four_stage: report.four_stage.as_ref().map(four_stage),
        explanation: explanation(graph, report),
    }
}

fn seats(graph: &LoopGraph, s: &Schedule, in_stages: bool) -> Vec<OpSeat> {
    let order = s.order();
    let depths = Prepared::new(graph)
        .ok()
        .filter(|_| !in_stages)
        .map(|p| buffer_depths(&p, s));
    let seat = |op: OpId| {
        let held = graph.ops[op].footprint.iter().flatten();
        let mut slots: Vec<String> = held
            .filter_map(|u| graph.resources.get(u.res).map(|r| r.name.clone()))
            .collect();
        slots.sort_unstable();
        slots.dedup();
        OpSeat {
            stage: s.stage(op),
            order: order[op],
            row: s.row(op),
            slots,
            arm: s.arm[op],
            cost: s.cost[op].map(|chosen| chosen.cost.components()),
            decided_by: s.cost[op].map(|Chosen { by, .. }| by),
            buffer_depth: depths.as_ref().and_then(|d| d.get(op).copied()),
        }
    };
    (0..graph.ops.len()).map(seat).collect()
}

fn table(graph: &LoopGraph, s: &Schedule) -> Vec<Vec<Held>> {
    let held = |hold: &Hold| Held {
        from: hold.from,
        to: hold.to,
        units: hold.units,
        ops: hold.ops.iter().map(|&(op, _)| op).collect(),
    };
    let by_resource = holds(graph, s);
    by_resource
        .iter()
        .map(|holds| holds.iter().map(held).collect())
        .collect()
}

fn bounds(b: &Bounds, ii: Option<u32>) -> SolutionBounds {
    let demand = |d: &Demand| DemandBound {
        mii: d.mii,
        resource: d.res,
        demand: d.demand,
        users: d.users.clone(),
    };
    SolutionBounds {
        mii: b.mii(),
        reached: ii.is_some_and(|ii| i64::from(ii) == b.mii()),
        recurrence: RecurrenceBound {
            mii: b.value(Binding::Recurrence),
            latency: b.recurrence.latency,
            distance: b.recurrence.distance,
            circuit: b.recurrence.circuit.clone(),
        },
        resource: demand(&b.resource),
        fine_density: demand(&b.fine),
        dependency: DependencyBound {
            mii: b.dependency.mii,
            op: b.dependency.op,
            path: b.dependency.path,
        },
    }
}

fn refusal_kind(r: &ScheduleRefusal) -> &'static str {
    match r {
        ScheduleRefusal::Impossible(_) => "impossible",
        ScheduleRefusal::IiCap { .. } => "ii-cap",
        ScheduleRefusal::TableTooLarge { .. } => "table-too-large",
        ScheduleRefusal::NoSerialOrder => "no-serial-order",
        ScheduleRefusal::Stages { .. } => "stages",
        ScheduleRefusal::FourStage(_) => "four-stage",
        ScheduleRefusal::Cancelled => "cancelled",
        ScheduleRefusal::Rejected(_) => "rejected",
    }
}

fn explanation(graph: &LoopGraph, report: &Report) -> Explanation {
    let bound = |binding| {
        let bounds = report.bounds.as_ref();
        bounds.map_or_else(String::new, |bounds| words::bound(graph, bounds, binding))
    };
    Explanation {
        bounds: BoundTexts {
            recurrence: bound(Binding::Recurrence),
            resource: bound(Binding::Resource),
            fine_density: bound(Binding::FineDensity),
            dependency: bound(Binding::Dependency),
        },
        why_not_less: words::why_not_less(graph, report),
        ruled_out: report.ruled_out.iter().map(|r| ruled_out(graph, r)).collect(),
        would_lower_ii: (report.changes.iter())
            .map(|c| LowerIi {
                ii: c.ii,
                change: c.what.clone(),
                text: words::change(graph, c),
            })
            .collect(),
        candidates: report.candidates.iter().map(|c| candidate(graph, c)).collect(),
    }
}

fn ruled_out(graph: &LoopGraph, r: &RuledOut) -> RuledOutIi {
    RuledOutIi {
        from: r.from,
        to: r.to,
        certificate: r.certificate.kind().to_string(),
        checked: r.checked,
        detail: r.certificate.clone(),
        text: words::certificate(graph, &r.certificate),
    }
}

fn candidate(graph: &LoopGraph, c: &Candidate) -> CandidateIi {
    // Groups seated at once say nothing; what was refused does.
    let tells = |a: &&Attempt| !a.seated || a.group.is_empty();
    let attempt = |a: &Attempt| AttemptAt {
        arm: a.arm,
        group: a.group.clone(),
        steps: a.steps,
        seated: a.seated,
        refused: a.refused.as_ref().map(|n| no_seat(graph, n)),
    };
    CandidateIi {
        ii: c.ii,
        feasible: c.feasible,
        attempts: c.attempts.iter().filter(tells).map(attempt).collect(),
    }
}

fn no_seat(graph: &LoopGraph, n: &NoSeat) -> SeatRefused {
    let refused = n.refused(graph);
    let text = words::no_seat_in(graph, n, &refused);
    let mut refused_by = Vec::new();
    for at in refused {
        let mut rows = Vec::new();
        for full in &at.conflicts {
            rows.push((full.res, full.row));
        }
        refused_by.push(FullAt {
            cycle: at.cycle,
            stage: at.cycle / i64::from(n.ii.max(1)),
            order: at.order,
            rows,
            holders: at.holders,
        });
    }
    SeatRefused {
        op: n.op,
        window: [n.earliest, n.latest],
        requested: words::requested(graph, n.op),
        refused_by,
        text,
    }
}

fn four_stage(form: &FourStage) -> FourStageForm {
    let program = form.program(form.stages.len() as u64);
    FourStageForm {
        stages: form.stages.clone(),
        buffers: form.buffers,
        full_from: form.full_from(),
        prologue: program.prologue,
        kernel: program.kernel.into_iter().next(),
        epilogue: program.epilogue,
        note: LISTING.to_string(),
        timeline: form.timeline(TIMELINE),
        steady_trips: format!("iterations - {}", form.full_from()),
    }
}
