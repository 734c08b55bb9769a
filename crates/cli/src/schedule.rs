//! A report's schedule as text: a few lines for the summary, and the whole of it for `--emit schedule_text`.

use crate::candidates::{intensity, write_candidates, write_left, write_roofline};
use std::fmt::Write;
use tilewright_driver::report::{LoopAgent, LoopEstimate, LoopRoofline, LoopSchedule, NotPipelined, Schedule};
use tilewright_modsched::bounds::Binding;
use tilewright_modsched::graph::{Class, LoopGraph};
use tilewright_modsched::render::json::{Solution, SolutionBounds};

/// A few lines for each loop: II and what bounds it, stages, buffers, shared memory, and of those that are left the intensity. Why others
/// were not pipelined is among the warnings.
pub fn summary(schedule: &Schedule) -> String {
    let mut out = String::new();
    for one in &schedule.loops {
        write_loop(&mut out, one);
    }
    let mut lines: Vec<u32> = schedule.loops.iter().map(|one| one.line).collect();
    for one in &schedule.refusals {
        if let Some(found) = told_intensity(None, one.roofline.as_ref()).filter(|_| !lines.contains(&one.line)) {
            lines.push(one.line);
            let _ = writeln!(out, "    {:<14} line {}, as it is", "loop at", one.line);
            let _ = writeln!(out, "    {:<14} {found}", "intensity");
        }
    }
    out
}

/// The intensity of a loop by its estimate or, where its stages are not estimated, by its roofline.
fn told_intensity(estimate: Option<&LoopEstimate>, roofline: Option<&LoopRoofline>) -> Option<String> {
    let of_stages = estimate.map(|own| intensity(own.flops, own.loaded_bytes, own.intensity, own.limit));
    of_stages.or_else(|| roofline.map(|own| intensity(own.flops, own.loaded_bytes, own.intensity, own.limit)))
}

/// Why loops were not pipelined.
fn refusals(refusals: &[NotPipelined]) -> String {
    let mut out = String::new();
    for refusal in refusals {
        let NotPipelined {
            line,
            at,
            what,
            why,
            help,
            ..
        } = refusal;
        let at = at.map_or_else(String::new, |at| format!(" (line {at})"));
        let _ = writeln!(out, "  line {line}: {what}: {why}{at}");
        if !help.is_empty() {
            let _ = writeln!(out, "    {help}");
        }
        write_left(&mut out, refusal);
    }
    out
}

/// The summary, and for each loop why its II is no smaller, the seat of each op, its agents and its buffers; and what a profiler measures
/// on a target that has such a unit for products.
pub fn whole(schedule: &Schedule, unit: &str) -> String {
    let mut out = String::new();
    for one in &schedule.loops {
        write_loop(&mut out, one);
        write_reasons(&mut out, &one.solution);
        out += "\n";
        write_roofline(&mut out, one.roofline.as_ref());
        write_candidates(&mut out, &one.candidates);
        write_ops(&mut out, one);
        write_table(
            &mut out,
            [
                "agent",
                "warps",
                "registers",
                "budget",
                "II",
                "ops as issued, and their stages",
            ],
            one.agents.iter().map(|agent| {
                let placed = agent.placed().into_iter().map(|(op, stage)| match stage {
                    Some(stage) => format!("{op} {stage}"),
                    None => op.to_string(),
                });
                let placed: Vec<_> = placed.collect();
                [
                    agent.name.clone(),
                    agent.warps.to_string(),
                    agent.registers.to_string(),
                    agent.budget.clone(),
                    agent.ii.map_or_else(String::new, |ii| ii.to_string()),
                    placed.join(", "),
                ]
            }),
        );
        write_table(
            &mut out,
            ["buffer", "offset", "bytes", "slots", "note"],
            one.ledger.buffers.iter().map(|buffer| {
                [
                    buffer.name.clone(),
                    buffer.offset.to_string(),
                    buffer.bytes.to_string(),
                    buffer.slots.to_string(),
                    buffer.note.clone(),
                ]
            }),
        );
    }
    if !schedule.loops.is_empty() {
        out += &crate::metrics::metrics(unit);
    }
    out += &refusals(&schedule.refusals);
    for one in &schedule.around {
        let inside: Vec<String> = one.inside.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "  line {}: a loop around those at {}", one.line, inside.join(", "));
    }
    out
}

/// Cycles, or bytes, without a fraction.
pub fn whole_cycles(cycles: f64) -> String {
    format!("{cycles:.0}")
}

fn write_loop(out: &mut String, one: &LoopSchedule) {
    let mut fact = |label: &str, value: String| {
        let _ = writeln!(out, "    {label:<14} {value}");
    };
    let solution = &one.solution;
    fact("loop at", format!("line {}, {}: {}", one.line, one.strategy, one.why));
    if let Some(variant) = &one.variant {
        let why = one.variant_why.as_deref().unwrap_or_default();
        fact("agents", format!("{variant}: {why}"));
    }
    if let Some(together) = &one.together_why {
        fact("clusters", together.clone());
    }
    if let Some(powers) = &one.powers {
        let (parts, of, why) = (powers.by_polynomial, powers.of, &powers.why);
        fact("powers of two", format!("{parts} of {of} by a polynomial: {why}"));
    }
    match (solution.ii, &solution.four_stage) {
        (None, _) => {
            let refusal = solution.refusal.as_ref();
            fact("refused", refusal.map_or_else(String::new, |why| why.message.clone()));
        }
        (Some(ii), Some(form)) => {
            fact("II", format!("{ii}, counted in stages"));
            use Class::{Compute, GlobalLoad, LocalLoad, LocalStore, Noop};
            for class in [GlobalLoad, LocalStore, LocalLoad, Compute, Noop].map(Class::name) {
                let of_class = one.graph.ops.iter().filter(|op| op.class.as_deref() == Some(class));
                let names: Vec<&str> = of_class.map(|op| op.name.as_str()).collect();
                fact(class, names.join(", "));
            }
            for line in form.timeline.lines() {
                fact("", line.to_string());
            }
        }
        (Some(ii), None) => {
            let how = match (solution.proven_optimal, &solution.search) {
                (true, _) => "proven smallest".to_string(),
                (false, None) => "not proven smallest".to_string(),
                (false, Some(spent)) => format!(
                    "not proven smallest: {} is not ruled out, {} below it; {} of {} steps spent",
                    ii - spent.gap,
                    spent.gap,
                    spent.steps,
                    spent.budget
                ),
            };
            fact("II", format!("{ii} cycles of the model, {how}"));
            if let Some(found) = &solution.bounds {
                fact("bounds", bounds(found, solution.binding));
            }
            let [in_flight, by_start] = [solution.stage_count, solution.stages_by_start].map(Option::unwrap_or_default);
            if let Some(rule) = &solution.serial_by {
                fact("serial", rule.clone());
            }
            fact("stage count", format!("{in_flight} in flight, {by_start} by start"));
            if let (Some(budget), Some(surcharge)) = (one.register_budget, one.surcharge) {
                fact(
                    "budget",
                    format!("{budget} values live at a time, surcharge {surcharge} for those beyond"),
                );
            }
        }
    }
    if let Some(roofline) = &solution.roofline_stages {
        let [producer, consumer] = roofline.pair;
        let found = stages_of(one).map(|[loads, products, ahead]| {
            let lead = (products + ahead - loads).max(0) as u64;
            let (is_less, depth) = (lead < consumer, one.depth.chosen);
            let why = match one.agents.len() {
                _ if !is_less => String::new(),
                _ if depth.max(1) as u64 <= consumer && ahead > 0 => {
                    format!(", and no further with rings of depth {depth}")
                }
                _ if depth.max(1) as u64 <= consumer => {
                    format!(", since rings of depth {depth} let no load start earlier")
                }
                0 | 1 => ", since threads keep the kernel's order".to_string(),
                _ => format!(
                    ", since a stage more would hold each of the {depth} slots for more than {depth} iterations"
                ),
            };
            let ring = match ahead {
                1.. => format!(", and loads run {ahead} further ahead, in slots or registers"),
                _ => String::new(),
            };
            format!("; loads are in stage {loads}, products in {products}{ring}{why}")
        });
        fact(
            "roofline",
            format!(
                "{} stages: {} cycles of memory over {} that are computed; it asks for stages {producer} and {consumer}{}",
                roofline.stages,
                roofline.memory,
                roofline.compute,
                // Absent: without a schedule nothing has a stage.
                found.unwrap_or_default()
            ),
        );
    }
    // Absent: each loop has one or the other.
    if let Some(found) = told_intensity(one.estimate.as_ref(), one.roofline.as_ref()) {
        fact("intensity", found);
    }
    let depth = &one.depth;
    let asked = depth
        .asked
        .map(|asked| format!("{asked} asked for, "))
        .unwrap_or_default();
    fact(
        "buffer depth",
        format!("{} ({asked}{} wanted, {} fit)", depth.chosen, depth.wanted, depth.fits),
    );
    if let Some(estimate) = &one.estimate {
        let [iteration, load, mma, life] = [
            estimate.iteration_cycles,
            estimate.load_cycles,
            estimate.mma_cycles,
            estimate.live_cycles,
        ]
        .map(whole_cycles);
        let mhz = estimate.clock_mhz;
        let nanoseconds = estimate.iteration_cycles * 1000.0 / mhz as f64;
        fact(
            "estimated",
            format!(
                "iteration {iteration}, load {load}, product {mma}, live range of a stage {life} cycles of the SM clock; at {mhz} MHz an iteration takes {nanoseconds:.0} ns"
            ),
        );
    }
    let ledger = &one.ledger;
    fact(
        "shared memory",
        format!(
            "{} of {} bytes; one more stage needs {}",
            ledger.used, ledger.capacity, ledger.one_more
        ),
    );
    if let Some(own) = &ledger.tensor_memory {
        let used: i64 = own.buffers.iter().map(|buffer| buffer.columns).sum();
        let slots: i64 = own.buffers.iter().map(|buffer| buffer.slots).sum();
        fact(
            "tensor memory",
            format!(
                "{} of {} columns reserved, {used} used: slots for accumulators: {slots}",
                own.reserved, own.capacity
            ),
        );
    }
    let named = ledger.named_barriers.iter();
    let named: Vec<String> = named
        .map(|one| format!("{}: {} ({} threads)", one.number, one.who, one.threads))
        .collect();
    if !named.is_empty() {
        fact("named barriers", named.join(", "));
    }
    if let Some(protocol) = &one.protocol {
        fact("barriers", format!("{}: {}", protocol.verdict.word(), protocol.text));
    }
}

/// The graph of a loop, from the form that the report has it in.
pub fn graph_of(one: &LoopSchedule) -> Option<LoopGraph> {
    one.graph.clone().try_into().ok()
}

/// The last stage of the ops that bring tiles, the first of those that compute with them, and the iterations that rings let loads run ahead besides:
/// as if products were as many stages later.
fn stages_of(one: &LoopSchedule) -> Option<[i64; 3]> {
    let seats = &one.solution.ops.as_ref()?.0;
    let graph = graph_of(one)?;
    let all = || 0..graph.ops.len();
    let is = |op: usize, wanted: fn(Class) -> bool| Class::of(&graph.ops[op]).is_some_and(wanted);
    // An agent that makes operands of tiles that it loads itself takes them right away.
    let computes =
        |name: &String| all().any(|op| graph.ops[op].name == *name && is(op, |class| class == Class::Compute));
    let makers = one.agents.iter().filter(|agent| agent.ops.iter().any(computes));
    let makers: Vec<&LoopAgent> = makers.filter(|_| one.agents.len() > 1).collect();
    let makes = |agent: &LoopAgent, op: usize| agent.ops.contains(&graph.ops[op].name);
    // A tile that goes to others as it is was copied to their slots.
    let is_taken = |agent: &LoopAgent, op: usize| {
        let mut takers = graph.edges.iter().filter(|edge| edge.src == op && edge.dst != op);
        takers.any(|edge| makes(agent, edge.dst))
    };
    let is_theirs = |op: usize| makers.iter().any(|agent| makes(agent, op) && is_taken(agent, op));
    let is_load = |op: usize| is(op, |class| matches!(class, Class::GlobalLoad | Class::GlobalToShared));
    let loads = || all().filter(|&op| is_load(op) && !is_theirs(op));
    let leads = loads().filter_map(|load| {
        let mut behind: Vec<Option<i64>> = vec![None; graph.ops.len()];
        behind[load] = Some(0);
        // As many rounds as the longest way has edges.
        for edge in all().flat_map(|_| &graph.edges) {
            let Some(own) = behind[edge.src].map(|own| own + i64::from(edge.distance)) else {
                continue;
            };
            let before = behind[edge.dst].unwrap_or(own);
            behind[edge.dst] = Some(before.min(own));
        }
        let takers = all().filter(|&op| is(op, |class| class == Class::Compute));
        let stages = takers.filter_map(|op| Some((behind[op]? + seats[op].stage - seats[load].stage, seats[op].stage)));
        stages.min()
    });
    let last = loads().map(|load| seats[load].stage).max()?;
    let (lead, products) = leads.min()?;
    Some([last, products, last + lead - products])
}

/// The four bounds, the highest marked: it binds where the II is no more than it.
fn bounds(found: &SolutionBounds, binding: Option<Binding>) -> String {
    let bound = |&name: &Binding| {
        let value = match name {
            Binding::Recurrence => found.recurrence.mii,
            Binding::Resource => found.resource.mii,
            Binding::FineDensity => found.fine_density.mii,
            Binding::Dependency => found.dependency.mii,
        };
        let mark = match (Some(name) == binding, found.reached) {
            (false, _) => "",
            (true, true) => " (binds)",
            (true, false) => " (highest)",
        };
        format!("{} {value}{mark}", name.name())
    };
    Binding::ALL.iter().map(bound).collect::<Vec<_>>().join(", ")
}

/// The number of helpful changes that the text has room for; the best come first.
const CHANGES: usize = 6;

fn write_reasons(out: &mut String, solution: &Solution) {
    let explanation = &solution.explanation;
    let because = solution.binding.map_or("", |binding| match binding {
        Binding::Recurrence => &explanation.bounds.recurrence,
        Binding::Resource => &explanation.bounds.resource,
        Binding::FineDensity => &explanation.bounds.fine_density,
        Binding::Dependency => &explanation.bounds.dependency,
    });
    let why = explanation.why_not_less.as_deref().unwrap_or_default();
    for reason in [because, why].into_iter().filter(|reason| !reason.is_empty()) {
        let _ = writeln!(out, "    {reason}");
    }
    let changes = &explanation.would_lower_ii;
    for change in changes.iter().take(CHANGES) {
        let _ = writeln!(out, "    would help: {}", change.text);
    }
    if changes.len() > CHANGES {
        let more = changes.len() - CHANGES;
        let _ = writeln!(out, "    would help: {more} more changes, in `--emit schedule`");
    }
}

fn write_ops(out: &mut String, one: &LoopSchedule) {
    let (Some(start), Some(seats)) = (&one.solution.start, &one.solution.ops) else {
        return;
    };
    let mut rows: Vec<(i64, usize, [String; 7])> = Vec::new();
    let placed = one.graph.ops.iter().zip(&start.0).zip(&seats.0).enumerate();
    for (id, ((op, &start), seat)) in placed {
        let row = [
            format!("{id} ({})", op.name),
            op.line.map_or_else(String::new, |line| line.to_string()),
            start.to_string(),
            seat.stage.to_string(),
            seat.order.to_string(),
            seat.slots.join(", "),
            seat.arm.name().to_string(),
        ];
        rows.push((start, id, row));
    }
    rows.sort();
    write_table(
        out,
        ["op", "line", "cycle", "stage", "order", "slots", "arm"],
        rows.into_iter().map(|(_, _, row)| row),
    );
}

/// A table whose columns are as wide as they must be; nothing without rows.
pub fn write_table<const N: usize>(out: &mut String, head: [&str; N], rows: impl Iterator<Item = [String; N]>) {
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return;
    }
    let mut width = head.map(str::len);
    for row in &rows {
        for (width, cell) in width.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut line = |cells: [&str; N]| {
        let padded = cells.iter().zip(width).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end());
    };
    line(head);
    for row in &rows {
        line(std::array::from_fn(|at| row[at].as_str()));
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_driver::{Generator, Options, compile, gallery};

    fn schedule(options: &Options) -> Schedule {
        let matmul = gallery()
            .into_iter()
            .find(|kernel| kernel.name == "matmul")
            .expect("it is there");
        let report = compile(matmul.source, options).report;
        report.schedule.expect("its loop is pipelined")
    }

    #[test]
    fn the_summary_marks_the_bound_that_binds_and_keeps_depths_apart() {
        let schedule = schedule(&Options::default());
        let text = summary(&schedule);
        let one = &schedule.loops[0];
        let ii = one.solution.ii.expect("scheduled");
        let binds = one.solution.binding.expect("something binds").name();
        for line in [
            format!("    loop at        line {}, warp-specialize: ", one.line),
            format!("    II             {ii} cycles of the model, proven smallest\n"),
            format!("{binds} {ii} (binds)"),
            format!("    buffer depth   {} (", one.depth.chosen),
            format!(
                "    shared memory  {} of 232448 bytes; one more stage needs ",
                one.ledger.used
            ),
            "    barriers       proved: ".to_string(),
        ] {
            assert!(text.contains(&line), "{line:?} is missing in\n{text}");
        }
        assert_eq!(text.matches("(binds)").count(), 1);
    }

    #[test]
    fn the_whole_has_every_op_in_the_order_of_issue() {
        let mut schedule = schedule(&Options::default());
        let text = whole(&schedule, "wgmma");
        let found = &schedule.loops[0];
        let mut issued: Vec<(i64, usize)> = found
            .solution
            .start
            .as_ref()
            .expect("starts")
            .0
            .iter()
            .copied()
            .zip(0..)
            .collect();
        issued.sort();
        let mut from = text.find("op ").expect("a table of ops");
        for (_, id) in issued {
            let name = format!("\n{id} ({})", found.graph.ops[id].name);
            from += text[from..]
                .find(&name)
                .unwrap_or_else(|| panic!("{name} is late or missing in\n{text}"));
        }
        let buffer = &found.ledger.buffers[0];
        assert!(text.contains(&format!("\n{} ", buffer.name)), "{text}");
        schedule.refusals.push(NotPipelined {
            line: 3,
            at: Some(9),
            what: "not pipelined".to_string(),
            code: String::new(),
            values: Default::default(),
            why: "no product".to_string(),
            help: "add one".to_string(),
            memory: None,
            roofline: None,
            iteration_cycles: None,
            candidates: Vec::new(),
        });
        assert!(whole(&schedule, "mma.sync").ends_with("  line 3: not pipelined: no product (line 9)\n    add one\n"));
        schedule.refusals[0].at = None;
        assert!(whole(&schedule, "mma.sync").ends_with("  line 3: not pipelined: no product\n    add one\n"));
    }

    #[test]
    fn a_loop_in_four_stages_is_told_by_them_and_a_refused_one_by_its_reason() {
        let options = Options {
            gpu_name: "sm_80".to_string(),
            scheduler: Generator::FourStage,
            ..Options::default()
        };
        let mut schedule = schedule(&options);
        let text = summary(&schedule);
        assert!(
            text.contains("counted in stages") && text.contains("    global_load    "),
            "{text}"
        );
        let solution = &mut schedule.loops[0].solution;
        let message = "too deep".to_string();
        let kind = "stages".to_string();
        solution.refusal = Some(tilewright_modsched::render::json::SolutionRefusal { kind, message });
        solution.ii = None;
        assert!(summary(&schedule).contains("refused        too deep"));
    }
}
