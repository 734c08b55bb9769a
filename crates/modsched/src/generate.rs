//! The entry point: a loop graph and options in, a report with a checked schedule or a refusal out.

use crate::arms::run_chain;
use crate::depths::admit_stages;
use crate::exact::sweep::{below_bound, shorten, sweep};
use crate::explain;
use crate::four_stage::FourStage;
use crate::graph::LoopGraph;
use crate::options::{Generator, IiSearch, Options, Progress, serial_rule};
use crate::polish::{objectives, polish};
use crate::prepared::Prepared;
use crate::rau::rau;
use crate::report::{Attempt, Candidate, Ended, Report, ScheduleRefusal};
use crate::rrt;
use crate::schedule::{Arm, Schedule};
use crate::search::gallop;
use crate::serial::serial;
use crate::steps::Steps;

/// Largest II that is tried unless the caller caps it higher.
pub const MAX_II: u32 = 1 << 16;

/// Schedules a loop.
pub fn schedule(graph: &LoopGraph, options: &Options) -> Report {
    schedule_with(graph, options, &mut |_| false)
}

/// Schedules a loop; `progress` is called at every candidate II and every conflict, and cancels by returning `true`.
pub fn schedule_with(graph: &LoopGraph, options: &Options, progress: &mut dyn FnMut(Progress) -> bool) -> Report {
    let mut report = Report {
        asked: options.generator,
        used: options.generator,
        bounds: None,
        outcome: Err(ScheduleRefusal::Cancelled),
        candidates: Vec::new(),
        ruled_out: Vec::new(),
        proven_optimal: false,
        objectives: None,
        changes: Vec::new(),
        four_stage: None,
        conflicts: 0,
        steps: 0,
        budget: Some(options.steps).filter(|&steps| steps < u64::MAX),
        serial_by: None,
    };
    if options.generator == Generator::FourStage {
        four_stage(graph, options, &mut report);
        return report;
    }
    let capped;
    let graph = match options.stages {
        None => graph,
        Some(stages) => {
            let (each, caps): (Vec<_>, Vec<_>) = options.pressure.iter().map(|p| (p.each, p.cap)).unzip();
            if let Err(refused) = admit_stages(u64::from(stages), &each, &caps) {
                let pool = options
                    .pressure
                    .get(refused.pool)
                    .map_or_else(String::new, |p| p.name.clone());
                report.outcome = Err(ScheduleRefusal::Stages { stages, pool, refused });
                return report;
            }
            let mut with_cap = graph.clone();
            with_cap.limits.max_depth = Some(graph.limits.max_depth.map_or(stages, |d| d.min(stages)));
            capped = with_cap;
            &capped
        }
    };
    let prepared = match Prepared::new(graph) {
        Ok(prepared) => prepared,
        Err(reason) => {
            report.outcome = Err(ScheduleRefusal::Impossible(reason));
            return report;
        }
    };
    report.bounds = Some(prepared.bounds.clone());
    let steps = Steps::new(options.steps);
    report.outcome = Run {
        loop_: &prepared,
        options,
        steps: &steps,
        report: &mut report,
        progress,
        stages_bound: 1,
    }
    .run();
    if let Ok(schedule) = &report.outcome {
        // Whoever produces does not check: this is the only way out for a schedule.
        if let Err(violation) = schedule.check(graph) {
            report.outcome = Err(ScheduleRefusal::Rejected(violation));
        }
    }
    if let (Ok(schedule), true) = (&report.outcome, options.suggest_changes) {
        report.changes = explain::changes(&prepared, schedule.ii, &report.ruled_out, &steps);
    }
    report.steps = options.steps - steps.left();
    report
}

struct Run<'a> {
    loop_: &'a Prepared<'a>,
    options: &'a Options,
    steps: &'a Steps,
    report: &'a mut Report,
    progress: &'a mut dyn FnMut(Progress) -> bool,
    /// Fewest stages proven so far at the schedule's II.
    stages_bound: i64,
}

impl Run<'_> {
    fn run(&mut self) -> Result<Schedule, ScheduleRefusal> {
        self.report.ruled_out = below_bound(self.loop_);
        if self.loop_.graph.is_force_serial() {
            self.report.serial_by = Some(serial_rule::FORCED);
            return self.serial();
        }
        let schedule = match self.options.generator {
            Generator::Serial => self.serial()?,
            Generator::Documented => self.documented()?,
            Generator::Rau => self.rau()?,
            Generator::Exact => self.exact(None)?,
            Generator::Auto | Generator::FourStage => {
                // Where the heuristic finds nothing up to the cap, the exact solver may, or proves that there is
                // nothing.
                match self.rau() {
                    Ok(found) => self.exact(Some(found))?,
                    Err(ScheduleRefusal::IiCap { .. }) => self.exact(None)?,
                    Err(other) => return Err(other),
                }
            }
        };
        self.judge(&schedule);
        Ok(schedule)
    }

    fn serial(&mut self) -> Result<Schedule, ScheduleRefusal> {
        self.report.used = Generator::Serial;
        let cap = self.options.ii_cap.unwrap_or(u32::MAX);
        let schedule = serial(self.loop_, cap).ok_or_else(|| match serial(self.loop_, u32::MAX) {
            Some(_) => ScheduleRefusal::IiCap {
                cap,
                mii: self.loop_.bounds.mii(),
                last: None,
                refuted: false,
                ended: None,
            },
            None => ScheduleRefusal::NoSerialOrder,
        })?;
        let attempt = Attempt {
            arm: Arm::Serial,
            group: Vec::new(),
            steps: 1,
            seated: true,
            refused: None,
        };
        self.report.candidates.push(Candidate {
            ii: schedule.ii,
            feasible: true,
            attempts: vec![attempt],
        });
        self.judge(&schedule);
        Ok(schedule)
    }

    /// From the bound to the cap; refuses tables too large to build.
    fn range(&self) -> Result<(u32, u32), ScheduleRefusal> {
        let mii = self.loop_.bounds.mii();
        let serial_ii = serial(self.loop_, MAX_II).map_or_else(|| self.end_of_wrapping(), |s| s.ii);
        let rows = (rrt::MAX_CELLS / self.loop_.graph.resources.len().max(1) as u64).max(1) as i64;
        let limit = rows.min(i64::from(MAX_II));
        let cap = self
            .options
            .ii_cap
            .unwrap_or(serial_ii.max(u32::try_from(mii).unwrap_or(MAX_II)));
        match u32::try_from(mii) {
            Ok(from) if from <= cap && i64::from(from) > limit => {
                Err(ScheduleRefusal::TableTooLarge { ii: mii, limit })
            }
            Ok(from) if from <= cap => Ok((from, cap.min(u32::try_from(limit).unwrap_or(MAX_II)))),
            _ => Err(ScheduleRefusal::IiCap {
                cap,
                mii,
                last: None,
                refuted: true,
                ended: None,
            }),
        }
    }

    /// An II from which on nothing wraps around any more, so that larger ones are feasible only if this one is: all
    /// latencies and footprints one after the other. The cap for loops that have no serial order.
    fn end_of_wrapping(&self) -> u32 {
        let ops = self
            .loop_
            .graph
            .ops
            .iter()
            .map(|o| i64::from(o.latency).max(o.duration() as i64) + 1);
        let edges = self.loop_.graph.edges.iter().map(|e| e.latency.abs());
        let sum = ops.chain(edges).fold(1i64, i64::saturating_add);
        u32::try_from(sum).unwrap_or(MAX_II).min(MAX_II)
    }

    fn rau(&mut self) -> Result<Schedule, ScheduleRefusal> {
        self.report.used = Generator::Rau;
        let (from, cap) = self.range()?;
        let log = &mut self.report.candidates;
        // `auto` sweeps below what it finds, so a gallop would only cost it time.
        let found = if self.options.search == IiSearch::Gallop && self.options.generator == Generator::Rau {
            crate::rau::galloping(self.loop_, from, cap, log, self.progress)
        } else {
            rau(self.loop_, from, cap, log, self.progress)
        };
        match found {
            Some(schedule) => Ok(schedule),
            None if (self.progress)(Progress { ii: cap, conflicts: 0 }) => Err(ScheduleRefusal::Cancelled),
            // The serial schedule needs no search; its II is the default cap.
            None => serial(self.loop_, cap).ok_or_else(|| self.at_cap(cap, None)),
        }
    }

    fn at_cap(&self, cap: u32, ended: Option<Ended>) -> ScheduleRefusal {
        let refused = |c: &Candidate| c.attempts.iter().rev().find_map(|a| a.refused.clone());
        let last = self.report.candidates.iter().rev().find_map(refused);
        let refuted = self.report.first_open_ii() > cap;
        ScheduleRefusal::IiCap {
            cap,
            mii: self.loop_.bounds.mii(),
            last,
            refuted,
            ended,
        }
    }

    /// Sweeps below a schedule already found, or up to the cap without one.
    fn exact(&mut self, found: Option<Schedule>) -> Result<Schedule, ScheduleRefusal> {
        let (from, cap) = match &found {
            Some(s) => (
                u32::try_from(self.loop_.bounds.mii()).unwrap_or(u32::MAX),
                s.ii.saturating_sub(1),
            ),
            None => self.range()?,
        };
        let log = &mut self.report.candidates;
        let swept = sweep(self.loop_, from, cap, (self.options, self.steps), log, self.progress);
        self.report.conflicts += swept.conflicts;
        let (cancelled, ended) = (swept.cancelled, swept.ended);
        if swept.schedule.is_some() {
            self.report.used = Generator::Exact;
        }
        let mut schedule = swept.schedule.clone().or(found);
        if let Some(found) = schedule.take_if(|found| found.check(self.loop_.graph).is_ok()) {
            let fewer = |steps: &Steps| shorten(self.loop_, found, self.options, steps);
            let (mut settled, stages_bound, spent) = self.steps.half(fewer);
            self.report.conflicts += spent;
            self.stages_bound = stages_bound;
            polish(self.loop_, &mut settled);
            schedule = Some(settled);
        }
        // Changes that would lower the II are found by what rules a smaller one out, and need steps as well.
        let explain = |steps: &Steps| swept.explain(self.loop_, self.options.core_conflicts, steps);
        let explained = self.steps.half(explain);
        self.report.ruled_out.extend(explained);
        schedule.ok_or_else(|| match cancelled {
            true => ScheduleRefusal::Cancelled,
            false => self.at_cap(cap, ended),
        })
    }

    fn documented(&mut self) -> Result<Schedule, ScheduleRefusal> {
        let graph = self.loop_.graph;
        let model = &self.options.cost_model;
        self.report.serial_by = if graph.ops.len() < model.serial_threshold {
            Some(serial_rule::SMALL)
        } else if !graph.ops.iter().any(crate::graph::Op::is_asynchronous) {
            Some(serial_rule::SYNCHRONOUS)
        } else {
            None
        };
        if self.report.serial_by.is_some() {
            return self.serial();
        }
        self.report.used = Generator::Documented;
        let (from, cap) = self.range()?;
        let mut best: Option<Schedule> = None;
        let mut cancelled = false;
        let log = &mut self.report.candidates;
        let loop_ = self.loop_;
        let mut test = |ii: u32| {
            cancelled |= (self.progress)(Progress { ii, conflicts: 0 });
            if cancelled {
                return false;
            }
            let run = run_chain(loop_, ii, model);
            let attempts = run.tried.into_iter().map(|t| Attempt {
                arm: t.arm,
                seated: t.refused.is_none(),
                steps: t.group.len() as u64,
                group: t.group,
                refused: t.refused,
            });
            log.push(Candidate {
                ii,
                feasible: run.schedule.is_some(),
                attempts: attempts.collect(),
            });
            let feasible = run.schedule.is_some();
            if let Some(s) = run.schedule.filter(|s| best.as_ref().is_none_or(|b| s.ii < b.ii)) {
                best = Some(s);
            }
            feasible
        };
        match self.options.search {
            IiSearch::Sweep => crate::search::sweep(from, cap, &mut test),
            IiSearch::Gallop => gallop(from, cap, &mut test),
        };
        match best {
            Some(schedule) => Ok(schedule),
            None if cancelled => Err(ScheduleRefusal::Cancelled),
            None => Err(self.at_cap(cap, None)),
        }
    }

    /// Says how good the schedule is.
    fn judge(&mut self, schedule: &Schedule) {
        self.report.proven_optimal = self.report.first_open_ii() >= schedule.ii;
        let last = crate::recurrence::earliest_starts(self.loop_.graph, i64::from(schedule.ii), |_| true)
            .and_then(|e| e.into_iter().max())
            .unwrap_or(0);
        self.report.objectives = Some(objectives(
            self.loop_,
            schedule,
            self.stages_bound.max(last / i64::from(schedule.ii) + 1),
        ));
    }
}

fn four_stage(graph: &LoopGraph, options: &Options, report: &mut Report) {
    match FourStage::new(graph, options.multi_buffer) {
        Err(reason) => report.outcome = Err(ScheduleRefusal::FourStage(reason)),
        Ok(form) => {
            report.outcome = Ok(Schedule::by(Arm::FourStage, 1, form.stage.clone()));
            report.four_stage = Some(form);
        }
    }
}
