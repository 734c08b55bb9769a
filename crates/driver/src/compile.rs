//! One compilation, from text to report.

use crate::abi::Abi;
use crate::clock::Clock;
use crate::costs::costs;
use crate::hints::{tell_latency, tell_swizzle};
use crate::layouts::{LayoutChoice, layouts_fact};
use crate::occupancy::Occupancy;
use crate::options::{Generator, Options};
use crate::registers::{AgentRegisters, of_agents, words};
use crate::report::{Compilation, Fact, Listing, Message, PassRecord, Report, Timings};
use crate::schedule::{facts as schedule_facts, plain_loops, refusals, schedule, told};
use crate::sums;
use crate::text::Text;
use crate::unused::Asked;
use crate::{tiles, unused};
use std::rc::Rc;
use tilewright_analysis::contract::{self, CTA_WARP_BITS};
use tilewright_analysis::occupancy::Demand;
use tilewright_analysis::registers::{self, Estimate};
use tilewright_diag::{Diagnostic, LineIndex, OUR_MISTAKE, Severity, Span, counted, no_language, other_language};
use tilewright_ir::WARP_THREADS;
use tilewright_ir::dialects::cutlass_pipeline::MAX_STAGES;
use tilewright_ir::dialects::facts::REGISTERS;
use tilewright_ir::{Module, Op};
use tilewright_layout::select::Choice;
use tilewright_lowering::{compute_in_slices, convert_cudatile_to_tileaa, cut_tile_blocks, load_again};
use tilewright_machine::{LoopAtoms, Target};
use tilewright_modsched::graph::LoopGraph;
use tilewright_nvptx::emit_ptx;
use tilewright_passes::boundary::{self, INPUT};
use tilewright_passes::{Context, Level, PIPELINE, Pipelined};
use tilewright_pipeliner::Unseated;
use tilewright_pipeliner::pipelining::why::LoopRefusal;
use tilewright_protocol as protocol;
use tilewright_units::product;

/// Compiles a kernel in text form, and keeps everything there is to know.
pub fn compile<'a>(source: impl Into<Text<'a>>, options: &Options) -> Compilation {
    trace(source, options).complete()
}

/// Compiles a kernel in text form, and prints the IR of a pass boundary only when it is asked for.
pub fn trace<'a>(source: impl Into<Text<'a>>, options: &Options) -> Trace {
    trace_from(source, options, None)
}

/// As [`trace`], of the text that a pass has made; none: the ops tell which one.
pub fn trace_from<'a>(source: impl Into<Text<'a>>, options: &Options, from: Option<&str>) -> Trace {
    trace_asked(source, options.into(), from)
}

/// As [`trace_from`], with what is asked besides the options.
pub fn trace_asked<'a>(source: impl Into<Text<'a>>, asked: Asked<'_>, from: Option<&str>) -> Trace {
    traced(source.into(), asked, from, false)
}

/// As [`trace_asked`], and without the passes that can be left out: what is compiled on in the plainest way shows what
/// the passes before have made.
pub fn trace_plain<'a>(source: impl Into<Text<'a>>, asked: Asked<'_>, from: Option<&str>) -> Trace {
    traced(source.into(), asked, from, true)
}

fn traced(source: Text<'_>, asked: Asked<'_>, from: Option<&str>, plain: bool) -> Trace {
    let mut report = Report::new(asked.options);
    report.scheduler_model = asked.atoms.map(|atoms| atoms.name.clone());
    let clock = Clock::start();
    let mut job = Job {
        source,
        asked,
        from,
        plain,
        found: Vec::new(),
        trace: Trace {
            report,
            clock,
            snapshots: Vec::new(),
            pipelined: Vec::new(),
            unseated: Vec::new(),
            layouts: Vec::new(),
            start: 0,
        },
    };
    if let Err(failure) = job.run() {
        job.found.push(*failure);
    }
    job.finish()
}

/// The IR at a pass boundary.
pub struct Snapshot {
    /// The pass; `parse` for the input as read.
    pub name: &'static str,
    /// The level of the IR.
    pub level: Level,
    /// Whether the pass changed anything.
    pub changed: bool,
    /// Shared with the boundary before where the pass changed nothing.
    module: Rc<Module>,
}

impl Snapshot {
    /// The IR as text.
    pub fn listing(&self) -> Listing {
        let printed = tilewright_ir::print(&self.module);
        // Absent: a line that no op has made.
        let line = |op: &Option<Op>| op.map_or(0, |op| self.module.loc_data(self.module.loc(op)).line);
        let lines = printed.lines.iter().map(line).collect();
        Listing {
            text: printed.text,
            lines,
        }
    }
}

/// A compilation whose IR is still IR.
pub struct Trace {
    /// The facts; without the IR at the pass boundaries.
    pub report: Report,
    /// The IR at the pass boundaries, in order; unless all are kept, of those of single threads the last one.
    pub snapshots: Vec<Snapshot>,
    pipelined: Vec<Pipelined>,
    unseated: Vec<Unseated>,
    layouts: Vec<Choice>,
    clock: Clock,
    start: usize,
}

impl Trace {
    /// The number of passes that had made the text that was compiled.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The last IR of a level, as text; of that with pipelines, the one before they become barriers.
    pub fn listing_of(&self, level: &str) -> Option<Listing> {
        self.snapshots
            .iter()
            .rev()
            .find(|s| s.level.name() == level && !(s.level == Level::Cutlass && BELOW.contains(&s.name)))
            .map(Snapshot::listing)
    }

    /// The search for the schedule of each loop, as a Chrome trace (JSON, opens in Perfetto): candidates, arms, placements and cost
    /// vectors, or why there is no schedule; none where no loop was scheduled.
    pub fn schedule_trace(&self) -> Option<String> {
        let seated = self.pipelined.iter();
        let seated = seated.map(|found| (found.line, &found.ops.graph, &found.report));
        let refused = self.unseated.iter().map(|one| (one.line, &one.graph, &one.report));
        let named = |(line, graph, report): (u32, &LoopGraph, _)| {
            let name = format!("loop at line {line}");
            (LoopGraph { name, ..graph.clone() }, report)
        };
        let runs: Vec<_> = seated.chain(refused).map(named).collect();
        let all = runs.iter().map(|(graph, report)| (graph, *report));
        (!runs.is_empty()).then(|| tilewright_modsched::trace::file(all))
    }

    /// The choices of the layout selector, with the candidates.
    pub fn layouts(&self) -> Vec<LayoutChoice> {
        self.layouts.iter().map(LayoutChoice::from).collect()
    }

    /// The times so far.
    pub fn timings(&self) -> Timings {
        self.clock.clone().stop()
    }

    /// The passes, with the IR after each as text.
    pub fn passes(&self) -> Vec<PassRecord> {
        let record = |s: &Snapshot| PassRecord {
            name: s.name.to_string(),
            level: s.level.name().to_string(),
            changed: s.changed,
            listing: s.listing(),
        };
        self.snapshots.iter().map(record).collect()
    }

    /// Prints the IR at every pass boundary into the report.
    pub fn complete(mut self) -> Compilation {
        self.report.passes = self.passes();
        self.report.layouts = self.layouts();
        self.clock.lap("print");
        Compilation {
            report: self.report,
            timings: self.clock.stop(),
        }
    }
}

/// The text holds no kernel.
pub(crate) fn no_kernel() -> Diagnostic {
    Diagnostic::error("entry", None, "there is no kernel here").with_help("a kernel starts with `entry @name(...) {`")
}

struct Job<'a> {
    source: Text<'a>,
    asked: Asked<'a>,
    /// The pass that made the text, if it is said.
    from: Option<&'a str>,
    /// Whether passes that can be left out are.
    plain: bool,
    found: Vec<Diagnostic>,
    trace: Trace,
}

type Outcome<T> = Result<T, Box<Diagnostic>>;

impl Job<'_> {
    fn run(&mut self) -> Outcome<()> {
        let mut endless;
        let mut target = self.target()?;
        if self.asked.options.unlimited_smem {
            endless = target.clone();
            endless.shared_bytes_per_cta.value = i32::MAX as u32;
            endless.shared_bytes_per_sm.value = i32::MAX as u32;
            target = &endless;
        }
        self.trace.report.options.gpu_name = target.name.clone();
        let parsed = self.source.parse();
        let mut module = parsed.module;
        crate::hints::asked(&mut module, self.asked.options);
        self.found.extend(parsed.diagnostics);
        if self.found.iter().any(Diagnostic::is_error) {
            if let Some((message, help)) = other_language(self.source.ir) {
                // The faults of such a text as Tile IR would say nothing.
                self.found = vec![Diagnostic::error("parse.language", None, message).with_help(help)];
            } else if self.found[0].message.contains(" op")
                && let Some((message, help)) = no_language(self.source.ir)
            {
                // An op that is spelled nearly so would mislead: nothing here is one.
                self.found = vec![Diagnostic::error("parse.language", None, message).with_help(help)];
            }
            return Ok(());
        }
        self.trace.clock.lap("parse");
        self.found.extend(tilewright_ir::verify(&module));
        crate::hints::tell_options(&mut self.found, self.asked.options);
        self.trace.clock.lap("verify");
        if self.found.iter().any(Diagnostic::is_error) {
            return Ok(());
        }
        self.trace.start = match self.from {
            Some(pass) => boundary::named(&module, pass).map_err(misplaced)?,
            None => boundary::told(&module),
        };
        self.trace.report.entries = entries(&module);
        self.trace.report.hints = crate::hints::hints(&module, target, self.asked.options.tile_scheduler.is_some());
        self.trace.snapshots.push(Snapshot {
            name: INPUT,
            level: boundary::level(self.trace.start),
            changed: true,
            module: Rc::new(module),
        });
        if self.trace.report.entries.is_empty() {
            return Err(Box::new(no_kernel()));
        }
        if self.asked.options.opt_level < 2 {
            self.found.extend(unused::not_reached(self.asked));
        }
        if self.asked.options.opt_level == 0 {
            self.trace.report.ok = true;
            return Ok(());
        }
        let entry = self.entry()?;
        let source = &self.trace.snapshots[0].module;
        let size = cta_size(source, &entry, target, self.asked.options);
        if self.asked.options.opt_level > 1 {
            self.found.extend(unused::late(self.asked, self.trace.start));
            self.found.extend(unused::of_last_level(self.asked));
        }
        let stages = self
            .asked
            .options
            .num_stages
            .filter(|&stages| i64::from(stages) > MAX_STAGES);
        if let Some(stages) = stages {
            return Err(Box::new(too_many_stages(stages)));
        }
        let context = self.asked.options.context(target, &entry, size.warp_bits);
        let mut context = context.map_err(|refusal| unschedulable(&refusal))?;
        context.pipeliner.explains = self.asked.explains;
        if let Some(atoms) = self.asked.atoms {
            context.pipeliner.atoms = LoopAtoms::Given(atoms);
        }
        let index = LineIndex::new(self.source.shown());
        let lowered = self.lower(&context);
        self.trace.unseated = std::mem::take(&mut context.pipeliner.decisions.borrow_mut().unseated);
        let base = &context.pipeliner.base;
        if self.trace.start == 0 {
            let source = &self.trace.snapshots[0].module;
            let parts = base.notes.borrow().sums_in_parts;
            self.found.extend(unused::nothing_relaxed(self.asked, source, parts));
        }
        self.found.append(&mut base.notes.borrow_mut().warnings);
        for reason in &context.pipeliner.decisions.borrow().reasons {
            let warning = reason.diagnostic(Severity::Warning);
            let is_failure = lowered.as_ref().is_err_and(|failure| failure.code == warning.code);
            if reason.why != LoopRefusal::TurnedOff && !is_failure {
                self.found.push(warning);
            }
        }
        let goes_on = lowered.inspect_err(|_| {
            // The report says why there is no schedule, with the numbers, all the same.
            let read = self.trace.snapshots.first().map(|read| &*read.module);
            let reasons = &context.pipeliner.decisions.borrow().reasons;
            let refusals = refusals(reasons, None, read, &index);
            self.trace.report.schedule = told(Vec::new(), refusals, Vec::new());
        })?;
        if !goes_on {
            return Ok(());
        }
        let unused = unused::not_pipelined(self.asked, &context.pipeliner.decisions.borrow(), self.trace.start);
        self.found.extend(unused);
        self.found
            .extend(unused::too_narrow(&context.pipeliner.decisions.borrow()));
        let Some(module) = self.trace.snapshots.last().map(|lowered| &lowered.module) else {
            return Ok(());
        };
        let facts = contract::launch(module)?;
        let emitted = emit_ptx::emit(module, base, self.asked.options.lineinfo)?;
        let notes = context.into_notes();
        let mut abi = Abi::new(module, &facts, target, &emitted);
        let applied = facts.tile_scheduler;
        if let Some(applied) = &applied {
            if let Some(told) = unused::nothing_joined(self.asked, applied.scheduled.kind) {
                self.found.push(told);
            }
            if let Some(told) = unused::no_clusters(&applied.scheduled, target) {
                self.found.push(told);
            }
            abi.schedule(applied, target)
                .map_err(|refusal| unschedulable(&refusal))?;
        }
        self.trace.report.abi = Some(abi);
        self.trace.clock.lap("emit-ptx");
        let with_barriers = PIPELINE.iter().position(|pass| pass.name == "convert-pipeline-to-nvvm");
        let pipelined = with_barriers.and_then(|at| self.trace.snapshots.get((at + 1).checked_sub(self.trace.start)?));
        let cta = protocol::Cta {
            warps: emitted.threads / WARP_THREADS as u32,
            shared_bytes: target.shared_bytes_per_cta.value,
        };
        let verdict = pipelined.and_then(|s| protocol::verdict_with(&s.module, cta, self.asked.explains));
        self.trace.clock.lap("check-pipeline");
        let wrong = verdict
            .as_ref()
            .and_then(|verdict| refuted(verdict, self.trace.start > 0));
        let shared = emitted.static_shared_bytes + emitted.dynamic_shared_bytes;
        let read = self.trace.snapshots.first();
        let plain = read.map(|read| plain_loops(&read.module, &entry, &index));
        // Absent: nothing was read, so there are no loops.
        let left = (read.map(|read| &*read.module), plain.unwrap_or_default(), &index);
        let is_fed = self.trace.start > 0 && notes.pipelined.is_none();
        let of_text = verdict.clone().filter(|_| is_fed);
        self.trace.report.schedule = schedule(&notes, verdict, target, (shared, emitted.threads), left);
        if of_text.is_some() {
            self.trace.report.schedule.get_or_insert_default().protocol = of_text;
        }
        tell_latency(&mut self.trace.report.hints, self.trace.report.schedule.as_ref());
        tell_swizzle(&mut self.trace.report.hints, &notes.layouts, self.asked.options);
        if let (Some(applied), Some(abi)) = (&applied, &self.trace.report.abi) {
            self.trace.report.tiles = tiles::tiles(abi, applied, notes.pipelined.as_ref(), target);
        }
        let at_launch = module.int_attr(facts.kernel, REGISTERS);
        let registers = registers::of_thread(target, emitted.threads);
        let all_threads = |estimate: Estimate| {
            vec![AgentRegisters {
                agent: "all threads".to_string(),
                needs: estimate.registers,
                has: registers.into(),
                line: size.at.map(|span| index.line(span.start)),
            }]
        };
        let of_agents = of_agents(notes.pipelined.as_ref(), &index);
        // Absent: a kernel that was read below the input language, without agents.
        self.trace.report.registers = of_agents.or(size.estimate.map(all_threads)).unwrap_or_default();
        let demand = Demand {
            threads: emitted.threads,
            registers: at_launch
                // No thread has more than it can have, whatever it needs.
                .or(size.estimate.map(|estimate| estimate.registers.min(registers.into())))
                .map(|registers| registers as u32),
            shared_bytes: shared,
            // Absent: a kernel without tensor memory.
            tensor_columns: notes.tensor_memory.as_ref().map_or(0, |own| own.columns as u32),
        };
        let occupancy = Occupancy::of(demand, at_launch.is_none(), target);
        if let Some(occupancy) = &occupancy {
            let depth = notes.pipelined.as_ref().map(|found| &found.depth);
            let fewer = depth.filter(|depth| depth.ctas.is_some() && depth.chosen < depth.wanted);
            let stages = fewer.map(|depth| [depth.chosen, depth.wanted]);
            let asked = self.trace.report.hints.iter_mut();
            for hint in asked.filter(|hint| hint.honoured && hint.name.ends_with(".occupancy")) {
                occupancy.tell(hint, stages);
            }
        }
        self.trace.report.occupancy = occupancy;
        self.trace.pipelined = notes.others;
        if let Some(main) = notes.pipelined {
            self.trace.pipelined.insert(0, main);
        }
        self.trace.layouts = notes.layouts;
        self.summarize(&entry, target, &emitted);
        self.trace.report.costs = costs(&self.trace.report);
        if let Some(mut why) = wrong {
            if !self.asked.options.allow_refuted {
                return Err(Box::new(why));
            }
            // It was asked for, and is told all the same.
            why.severity = Severity::Warning;
            why.notes.remove(0);
            why.help = None;
            self.found.push(why);
        }
        self.trace.report.ptx = Some(Listing {
            text: emitted.text,
            lines: emitted.lines,
        });
        self.trace.report.ok = true;
        Ok(())
    }

    fn target(&self) -> Outcome<&'static Target> {
        tilewright_machine::target(&self.asked.options.gpu_name).ok_or_else(|| {
            let names: Vec<&str> = tilewright_machine::targets().map(|t| t.name.as_str()).collect();
            let message = format!(
                "there is no target `{}`, or it is not supported yet",
                self.asked.options.gpu_name
            );
            Box::new(Diagnostic::error("target", None, message).with_help(format!("targets are {}", names.join(", "))))
        })
    }

    /// The kernel that is compiled: the one asked for, or the only one.
    fn entry(&self) -> Outcome<String> {
        let entries = &self.trace.report.entries;
        let list = || {
            format!(
                "the module has {}",
                entries.iter().map(|e| format!("`{e}`")).collect::<Vec<_>>().join(", ")
            )
        };
        match (&self.asked.options.entry, &entries[..]) {
            (Some(name), _) if entries.contains(name) => Ok(name.clone()),
            (Some(name), _) => {
                let error = Diagnostic::error("entry", None, format!("there is no kernel `{name}`"));
                Err(Box::new(error.with_help(list())))
            }
            (None, [only]) => Ok(only.clone()),
            (None, _) => {
                let error = Diagnostic::error("entry.which", None, "there are several kernels; say which");
                Err(Box::new(error.with_note(list()).with_help("name one with --entry")))
            }
        }
    }

    /// Runs the passes; false if the level asked for comes earlier than PTX.
    fn lower(&mut self, context: &Context<'_>) -> Outcome<bool> {
        let last = last_level(self.asked.options.opt_level);
        for pass in PIPELINE.iter().skip(self.trace.start).filter(|pass| pass.level <= last) {
            let snapshots = &mut self.trace.snapshots;
            let is_left_out = self.plain && boundary::OPTIONAL.contains(&pass.name);
            // The first is what was read.
            let may_go = !self.asked.keeps && !is_left_out && snapshots.len() > 1;
            let is_alone = |before: &mut Snapshot| may_go && before.level == Level::Nvvm;
            let (changed, module) = if let Some(before) = snapshots.pop_if(is_alone) {
                let mut module = before.module;
                (pass.run_in(Rc::make_mut(&mut module), context)?, module)
            } else if let Some(before) = snapshots.last() {
                let next = match is_left_out {
                    true => None,
                    false => pass.run(&before.module, context)?,
                };
                (next.is_some(), next.map_or_else(|| Rc::clone(&before.module), Rc::new))
            } else {
                break;
            };
            self.trace.clock.lap(pass.name);
            self.trace.snapshots.push(Snapshot {
                name: pass.name,
                level: pass.level,
                changed,
                module,
            });
            self.check(pass.name)?;
        }
        self.trace.report.ok = true;
        Ok(last == Level::Nvvm)
    }

    /// The output of a pass must be legal; if it is not, that is our mistake.
    fn check(&mut self, pass: &str) -> Outcome<()> {
        let Some(snapshot) = self.trace.snapshots.last().filter(|_| cfg!(debug_assertions)) else {
            return Ok(());
        };
        match tilewright_ir::verify(&snapshot.module).into_iter().next() {
            None => Ok(()),
            Some(mut wrong) => {
                wrong.code = "internal".to_string();
                wrong.message = format!("after {pass}: {}", wrong.message);
                Err(Box::new(wrong.with_note(OUR_MISTAKE)))
            }
        }
    }

    fn summarize(&mut self, entry: &str, target: &Target, emitted: &emit_ptx::Emitted) {
        // Absent: no contract yet.
        let abi = self.trace.report.abi.as_ref();
        let (maps, ctas) = abi.map_or((0, 1), |abi| (abi.descriptors.len(), abi.cluster[0]));
        let tiles = self.trace.report.tiles.as_ref().map(tiles::fact);
        let occupancy = self.trace.report.occupancy.as_ref().map(Occupancy::words);
        let registers = &self.trace.report.registers;
        let registers = (!registers.is_empty()).then(|| words(registers));
        let schedule = schedule_facts(self.trace.report.schedule.as_ref(), maps);
        let start = self.trace.start;
        let leave = self.asked.options.leave();
        let index = LineIndex::new(self.source.shown());
        let read = self.trace.snapshots.first();
        let sums = read.and_then(|read| sums::words(&read.module, entry, &index));
        let mut fact = |label: &str, value: String| {
            self.trace.report.summary.push(Fact {
                label: label.to_string(),
                value,
            });
        };
        fact("kernel", entry.to_string());
        if let Some(last) = start.checked_sub(1).and_then(|last| PIPELINE.get(last)) {
            fact("read", format!("as the IR after {}", last.name));
        }
        fact("target", format!("{} ({})", target.name, target.label));
        fact(
            "threads",
            match tiles {
                Some(_) => format!("{} per CTA", emitted.threads),
                None if ctas > 1 => format!("{} per CTA, a cluster of {ctas} CTAs per tile block", emitted.threads),
                None => format!("{} per CTA, one CTA per tile block", emitted.threads),
            },
        );
        if !leave.is_empty() {
            fact("arithmetic", leave.join(", "));
        }
        if let Some(registers) = registers {
            fact("registers", registers);
        }
        fact(
            "shared memory",
            counted(
                (emitted.static_shared_bytes + emitted.dynamic_shared_bytes) as usize,
                "bytes",
            ),
        );
        if let Some(layouts) = layouts_fact(&self.trace.layouts) {
            fact("layouts", layouts);
        }
        if let Some(occupancy) = occupancy {
            fact("occupancy", occupancy);
        }
        fact("PTX", counted(emitted.instructions, "instructions"));
        for (label, value) in schedule {
            fact(label, value);
        }
        if let Some(tiles) = tiles {
            fact("tile scheduler", tiles);
        }
        if let Some(sums) = sums {
            fact("order of sums", sums);
        }
    }

    fn finish(mut self) -> Trace {
        if self.trace.start > 0 {
            // Whoever fed the IR in may have changed it.
            self.found.iter_mut().for_each(blame_text);
        }
        let index = LineIndex::new(self.source.shown());
        // Absent: what is about the whole text comes first.
        self.found.sort_by_key(|d| (d.span.map_or(0, |s| s.start), d.severity));
        let messages = self.found.iter().map(|d| Message::new(d, self.source.shown(), &index));
        self.trace.report.diagnostics = messages.collect();
        // A pass may fail after the level that was asked for had been reached.
        self.trace.report.ok &= !self.found.iter().any(Diagnostic::is_error);
        self.trace
    }
}

/// The error that stands in place of PTX whose barriers are refuted.
fn refuted(verdict: &protocol::Verdict, is_fed: bool) -> Option<Diagnostic> {
    let message = format!("the barriers of this kernel go wrong: {}", verdict.text);
    let (note, help) = match is_fed {
        // Whoever fed the IR in may have changed it.
        true => (
            "its PTX is not emitted; the text is IR, and its barriers are as it says",
            "undo what was changed; if a pass has printed the text, report it; --allow-refuted hands the PTX out",
        ),
        false => (
            "its PTX is not emitted; the mistake is the compiler's, not the kernel's",
            "try another number of stages or another pipeline strategy; --allow-refuted hands the PTX out",
        ),
    };
    let mut why = Diagnostic::error("protocol.refuted", None, message)
        .with_note(note)
        .with_help(help);
    let shown = verdict.counterexamples.first();
    why.notes
        .extend(shown.into_iter().flat_map(|shown| shown.blocked.clone()));
    (verdict.verdict == protocol::VerdictKind::Refuted).then_some(why)
}

/// The code of what is wrong with IR that was fed in at a pass boundary.
const FROM: &str = "boundary.text";

/// The passes that make integers of work and barriers of pipelines: what stands before them is the level's.
const BELOW: [&str; 2] = ["convert-tile-scheduler-to-nvvm", "convert-pipeline-to-nvvm"];

/// A message about IR that was fed in blames the text where it would have blamed the compiler: whoever fed it in may have
/// changed it.
pub fn blame_text(wrong: &mut Diagnostic) {
    if wrong.code != "internal" {
        return;
    }
    wrong.code = FROM.to_string();
    wrong.notes.retain(|note| note != OUR_MISTAKE);
    wrong
        .notes
        .push("the text is not as the passes before leave it".to_string());
    let help = "undo what was changed; if nothing was, and a pass has printed the text, report it";
    // Help that is there already knows of a cause, such as another GPU.
    wrong.help.get_or_insert_with(|| help.to_string());
}

/// The text is not what a pass makes.
pub(crate) fn misplaced(why: String) -> Diagnostic {
    Diagnostic::error(FROM, None, why).with_help("without --from the ops tell where the text stands")
}

/// The names of the kernels of a module, of any level.
pub(crate) fn entries(module: &Module) -> Vec<String> {
    match contract::kernel(module) {
        Some(kernel) => vec![module.keyword(kernel, "sym_name").to_string()],
        None => convert_cudatile_to_tileaa::entries(module),
    }
}

/// The size of a CTA.
struct CtaSize {
    /// Its warps, as a power of two.
    warp_bits: usize,
    /// Registers that a thread needs where all do the same, if the kernel was read in the input language.
    estimate: Option<Estimate>,
    /// The place in the source where it needs them; none: no op needs more than any kernel.
    at: Option<Span>,
}

/// The size of a CTA: what the kernel says of itself below the input language, else what its tiles need, or its hint
/// asks for beyond that.
fn cta_size(module: &Module, entry: &str, target: &Target, options: &Options) -> CtaSize {
    let said = |warp_bits| CtaSize {
        warp_bits,
        estimate: None,
        at: None,
    };
    if let Some(kernel) = contract::kernel(module) {
        return said(contract::warp_bits(module, kernel));
    }
    let Some(kernel) = convert_cudatile_to_tileaa::entry_op(module, entry) else {
        return said(CTA_WARP_BITS);
    };
    // Absent: tile blocks stay whole.
    let cut = options
        .tile_scheduler
        .is_none()
        .then(|| cut_tile_blocks::cut(module, kernel, target)?.ok())
        .flatten();
    let module = cut.as_ref().unwrap_or(module);
    let accumulators = product::accumulator_registers(target, options.scheduler == Generator::FourStage);
    let warps = |module: &Module| {
        let needed = match product::warp_bits(module, CTA_WARP_BITS, accumulators) {
            Some(bits) => registers::warp_bits(module, kernel, target, bits..=product::most_warp_bits().max(bits)),
            None => registers::warp_bits(
                module,
                kernel,
                target,
                CTA_WARP_BITS..=registers::most_warp_bits(target),
            ),
        };
        match tilewright_analysis::hint(module, kernel, &target.name, "num_worker_warps_per_cta") {
            Some(8) => needed.max(3),
            _ => needed,
        }
    };
    let slices = compute_in_slices::sliced(module, kernel, target, &warps);
    let module = slices.as_ref().map_or(module, |(slices, _)| slices);
    let warp_bits = warps(module);
    let again = load_again::warp_bits();
    let estimate = Estimate::of(module, kernel, warp_bits, target);
    let is_held = estimate.registers <= registers::of_thread(target, WARP_THREADS as u32 * (1 << warp_bits)).into();
    let streamed = (!is_held)
        .then(|| load_again::remade(module, kernel, target, again))
        .flatten();
    // A kernel that is made of another has the places of that one.
    let found = streamed.as_ref().map(|streamed| {
        let estimate = Estimate::of_streamed(streamed, kernel, again, target);
        (again, streamed, estimate)
    });
    let (warp_bits, module, estimate) = found.unwrap_or((warp_bits, module, estimate));
    CtaSize {
        warp_bits,
        estimate: Some(estimate),
        at: estimate.at.and_then(|op| module.span(op)),
    }
}

/// A tile scheduler that cannot be had.
fn too_many_stages(stages: u32) -> Diagnostic {
    let message = format!("--num-stages {stages} is more than any shared memory has room for");
    Diagnostic::error("option.number", None, message).with_help(format!("ask for {MAX_STAGES} at most"))
}

/// The last level whose passes run.
pub(crate) fn last_level(opt_level: u8) -> Level {
    match opt_level {
        1 => Level::Tileaa,
        _ => Level::Nvvm,
    }
}

fn unschedulable(refusal: &tilewright_tilesched::SchedulerRefusal) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error("tile-scheduler.parameter", None, refusal.to_string());
    Box::new(diagnostic.with_help("take the value that is named, or leave the option out"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_target_is_refused_with_the_list_of_all() {
        let of = |gpu: &str| {
            let options = Options {
                gpu_name: gpu.to_string(),
                ..Options::default()
            };
            compile("entry @k() { return }", &options).report
        };
        let refused = of("sm_13").diagnostics.swap_remove(0);
        assert_eq!(refused.code, "target");
        let names: Vec<&str> = tilewright_machine::targets().map(|t| t.name.as_str()).collect();
        assert_eq!(refused.help, Some(format!("targets are {}", names.join(", "))));
        assert!(names.iter().all(|name| of(name).ok));
    }

    #[test]
    fn a_compilation_that_failed_late_is_no_success() {
        let options = Options::default();
        let clock = Clock::start();
        let mut report = Report::new(&options);
        report.ok = true;
        let trace = Trace {
            report,
            clock,
            snapshots: Vec::new(),
            pipelined: Vec::new(),
            unseated: Vec::new(),
            layouts: Vec::new(),
            start: 0,
        };
        let job = Job {
            source: "".into(),
            asked: (&options).into(),
            from: None,
            plain: false,
            found: vec![Diagnostic::error("internal", None, "after the last level")],
            trace,
        };
        assert!(!job.finish().report.ok);
    }

    #[test]
    fn ptx_is_withheld_where_barriers_go_wrong_and_only_there() {
        let cta = protocol::Cta {
            warps: 4,
            shared_bytes: 1 << 16,
        };
        let verdict = |text: &str| protocol::verdict(&tilewright_ir::parse(text).module, cta);
        let wrong = verdict("%a = arith.constant <i32: 0> : i32\nnvvm.mbarrier.arrive %a + 0\n").expect("barriers");
        let why = refuted(&wrong, false).expect("nobody makes the barrier ready");
        assert!(why.is_error() && why.message.contains("none is made ready"), "{why:?}");
        let blames_us = |why: &Diagnostic| why.notes.iter().any(|note| note.contains("the compiler's"));
        let of_text = refuted(&wrong, true).expect("nobody makes the barrier ready");
        assert!(blames_us(&why) && !blames_us(&of_text));
        let right = protocol::Verdict {
            verdict: protocol::VerdictKind::NotProved,
            ..wrong
        };
        assert_eq!(refuted(&right, false), None);
    }
}
