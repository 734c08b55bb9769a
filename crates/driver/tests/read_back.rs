//! The agents of loops as the report has them, read back from the PTX: the order of ops, their stages, and how many products still
//! run when an iteration ends. Each instruction has the line of the source that it is for.

use std::cmp::Reverse;
use std::path::Path;
use tilewright_driver::options::PowersBy;
use tilewright_driver::report::{LoopAgent, LoopSchedule, Report};
use tilewright_driver::{Asked, Options, Strategy, compile, gallery, trace_asked};
use tilewright_machine::{Atoms, atoms, thread_ops};

/// An instruction, with the line of the source that it is for.
struct Instruction<'p> {
    text: &'p str,
    line: u32,
}

impl Instruction<'_> {
    /// The instruction without the predicate under which it runs.
    fn bare(&self) -> &str {
        match self.text.strip_prefix('@') {
            Some(guarded) => guarded.split_once(' ').unwrap().1,
            None => self.text,
        }
    }

    fn is_product(&self) -> bool {
        self.bare().starts_with("wgmma.mma_async")
    }

    /// Whether it moves data or computes: all but steps on barriers, jumps, moves of what is
    /// carried, and what is for products in general.
    fn works(&self) -> bool {
        const STEPS: [&str; 5] = ["bra", "mbarrier", "bar.", "wgmma.", "mov."];
        self.is_product() || !self.text.ends_with(':') && STEPS.iter().all(|step| !self.bare().starts_with(step))
    }
}

/// The PTX of each agent, in the order of the report: an agent begins where it takes its registers.
fn programs(report: &Report) -> Vec<Vec<Instruction<'_>>> {
    let ptx = report.ptx.as_ref().unwrap();
    let mut programs = Vec::new();
    for (text, &line) in ptx.text.lines().map(str::trim).zip(&ptx.lines) {
        if text.starts_with("setmaxnreg") {
            programs.push(Vec::new());
        }
        if let Some(program) = programs.last_mut() {
            program.push(Instruction { text, line });
        }
    }
    programs
}

/// A loop of a program: the places of its label, of the body of an iteration, and of the jump back.
struct Body {
    label: usize,
    start: usize,
    /// Where the first iteration ends: at the jump back, or, of a loop that is unrolled, where it may be left for the second time.
    iteration: usize,
    end: usize,
}

/// Whether a program jumps from a place to one behind another, at once or by way of a label that hands values on.
fn leaves(program: &[Instruction<'_>], from: usize, end: usize) -> bool {
    let target = |at: usize| {
        program[at]
            .text
            .rsplit_once("bra ")
            .map(|(_, label)| label.replace(';', ":"))
    };
    let place = |label: String| program.iter().position(|at| at.text == label);
    let mut at = target(from).and_then(place);
    if let Some(label) = at.filter(|&label| program[label].text.starts_with("else_")) {
        let jump = program[label..].iter().position(|at| at.text.starts_with("bra "));
        at = jump.and_then(|jump| target(label + jump)).and_then(place);
    }
    at.is_some_and(|at| at > end)
}

fn bodies(program: &[Instruction<'_>]) -> Vec<Body> {
    let labels = program.iter().enumerate().filter(|(_, at)| at.text.ends_with(':'));
    let body = |(label, at): (usize, &Instruction<'_>)| {
        let jump = format!("bra {};", at.text.trim_end_matches(':'));
        let end = program
            .iter()
            .rposition(|other| other.text == jump)
            .filter(|&end| end > label)?;
        let mut exits = (label..end).filter(|&at| program[at].text.starts_with("@!") && leaves(program, at, end));
        let start = exits.next()?;
        let iteration = exits.next().unwrap_or(end);
        Some(Body {
            label,
            start,
            iteration,
            end,
        })
    };
    labels.filter_map(body).collect()
}

/// The doing of an agent's loop, as its PTX has it: of the ops that can be told by their lines, order and stages.
#[derive(Debug, PartialEq)]
struct Found {
    order: Vec<String>,
    stages: Vec<Option<i64>>,
    in_flight: Option<i64>,
}

impl Found {
    /// Whether an agent of the report does the same.
    fn is(&self, agent: &LoopAgent) -> bool {
        let placed = agent.placed().into_iter();
        let seen = placed.filter(|(name, _)| self.order.iter().any(|own| own == name));
        let (order, stages): (Vec<&str>, Vec<Option<i64>>) = seen.unzip();
        self.order == order && self.stages == stages && self.in_flight == agent.in_flight
    }
}

/// The ops of an agent, and the lines of the source where they stand.
fn lines<'r>(found: &'r LoopSchedule, agent: &'r LoopAgent) -> Vec<(&'r str, u32)> {
    let line = |name: &String| {
        found
            .graph
            .ops
            .iter()
            .find(|op| op.name == *name)
            .unwrap()
            .line
            .unwrap()
    };
    agent.ops.iter().map(|name| (name.as_str(), line(name))).collect()
}

/// Reads an agent's loop back; none where nothing tells which loop of its program that is.
fn read_back(found: &LoopSchedule, agent: &LoopAgent, program: &[Instruction<'_>]) -> Option<Found> {
    let all = lines(found, agent);
    let is_alone = |(_, line): &(&str, u32)| all.iter().filter(|(_, other)| other == line).count() == 1;
    let mut ops: Vec<(&str, u32)> = all.iter().copied().filter(is_alone).collect();
    let is_of = |at: &Instruction<'_>, (name, line): (&str, u32)| {
        // Descriptors of a product may be computed before the loop.
        let is_dot = name.trim_start_matches("consumer ").starts_with("dot");
        at.line == line && at.works() && (at.is_product() == is_dot || !is_alone(&(name, line)))
    };
    let count = |part: &[Instruction<'_>], op: (&str, u32)| part.iter().filter(|at| is_of(at, op)).count();
    let seen = |body: &Body| {
        all.iter()
            .filter(|&&op| count(&program[body.start..body.iteration], op) > 0)
            .count()
    };
    let bodies = bodies(program).into_iter().filter(|body| seen(body) > 0);
    let body = bodies.max_by_key(|body| (seen(body), Reverse(body.end - body.label)))?;
    let inside = &program[body.start..body.iteration];
    // Ops that do not depend on the iteration are computed before the loop.
    ops.retain(|&op| count(inside, op) > 0);
    // A copy may do without what is the same in all iterations; what is only begun before the loop is less than that.
    let copied = |part: &[Instruction<'_>], op: (&str, u32)| 4 * count(part, op) >= count(inside, op);
    let [before, after] = [&program[..body.label], &program[body.end..]];
    // Of the last iteration, what is of stage 1 is done after the loop; then, of the first, all else is done before it.
    let is_late = |op: (&str, u32)| copied(after, op);
    let overlaps = ops.iter().any(|&op| is_late(op));
    let mut placed: Vec<(usize, &str, Option<i64>)> = Vec::new();
    for &op in &ops {
        let first = inside.iter().position(|at| is_of(at, op)).unwrap();
        let stage = match (copied(before, op), is_late(op)) {
            (false, true) => Some(1),
            (early, false) if early == overlaps => Some(0),
            _ => None,
        };
        placed.push((first, op.0, stage));
    }
    placed.sort();
    Some(Found {
        order: placed.iter().map(|(_, name, _)| (*name).to_string()).collect(),
        stages: placed.iter().map(|(_, _, stage)| *stage).collect(),
        in_flight: Some(flying(inside)),
    })
}

/// Groups of products that still run at the end of a body that runs again and again.
fn flying(body: &[Instruction<'_>]) -> i64 {
    let mut flying = 0;
    for _ in 0..3 {
        for at in body {
            if at.bare().starts_with("wgmma.commit_group") {
                flying += 1;
            } else if let Some(count) = at.bare().strip_prefix("wgmma.wait_group.sync.aligned ") {
                flying = flying.min(count.trim_end_matches(';').parse().unwrap());
            }
        }
    }
    flying
}

/// Attention, and the kernels of the gallery and of `tests/language`, whose loops have agents, with their reports.
fn kernels() -> Vec<(String, Report)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut sources: Vec<(String, String)> = files
        .filter(|file| file.extension().is_some_and(|ending| ending == "mlir"))
        .map(|file| (file.display().to_string(), std::fs::read_to_string(&file).unwrap()))
        .collect();
    sources.sort();
    sources.extend(
        gallery()
            .into_iter()
            .map(|one| (one.name.to_string(), one.source.to_string())),
    );
    let options = Options {
        gpu_name: "sm_90a".to_string(),
        ..Options::default()
    };
    let with_agents = |report: &Report| {
        let mut loops = report.schedule.iter().flat_map(|schedule| &schedule.loops);
        loops.any(|found| found.strategy == Strategy::WarpSpecialize)
    };
    let compiled = sources
        .into_iter()
        .map(|(name, source)| (name, compile(&source, &options).report));
    compiled
        .filter(|(_, report)| report.ok && with_agents(report))
        .collect()
}

/// The agents of pipelined loops, each with its name for messages, and what its PTX does.
fn read(name: &str, report: &Report, mut each: impl FnMut(&str, &LoopAgent, &Found)) {
    let programs = programs(report);
    for found in &report.schedule.as_ref().unwrap().loops {
        let (multiply, others): (Vec<_>, Vec<_>) = programs
            .iter()
            .partition(|program| program.iter().any(Instruction::is_product));
        let mut others = others.into_iter();
        for agent in &found.agents {
            // Agents that multiply run one program.
            let program = match agent.name.starts_with("consumer") {
                true => multiply[0],
                false => others.next().unwrap(),
            };
            // Where threads copy all tiles, nothing is left for the producer.
            if agent.ops.is_empty() {
                continue;
            }
            let place = format!("{name}, line {}, {}", found.line, agent.name);
            let done = read_back(found, agent, program);
            let done = done.unwrap_or_else(|| panic!("{place}: no loop in its PTX has its ops"));
            each(&place, agent, &done);
        }
    }
}

#[test]
fn agents_do_what_the_report_says() {
    let (mut ops, mut late, mut flying) = (0, 0, 0);
    for (name, report) in kernels() {
        read(&name, &report, |place, agent, done| {
            assert!(done.is(agent), "{place}: {agent:?}, but {done:?}");
            ops += done.order.len();
            late += done.stages.iter().filter(|stage| **stage == Some(1)).count();
            flying += usize::from(done.in_flight > Some(0));
        });
    }
    assert!(
        ops > 150 && late > 20 && flying > 15,
        "{ops} ops, {late} of a later stage, {flying} agents"
    );
}

/// Two ops the other way round, an op in another stage, or a product more in flight is found.
#[test]
fn another_report_is_not_what_agents_do() {
    for (name, report) in kernels() {
        read(&name, &report, |place, agent, done| {
            for op in &done.order {
                let at = agent.order.iter().position(|own| own == op).unwrap();
                let mut other = agent.clone();
                other.stages[at] = other.stages[at].map(|stage| 1 - stage);
                assert!(!done.is(&other), "{place}: {op} in another stage");
            }
            for pair in done.order.windows(2) {
                let place_of = |op: &String| agent.order.iter().position(|own| own == op).unwrap();
                let mut other = agent.clone();
                let (one, two) = (place_of(&pair[0]), place_of(&pair[1]));
                other.order.swap(one, two);
                other.stages.swap(one, two);
                assert!(!done.is(&other), "{place}: {pair:?} the other way round");
            }
            let mut other = agent.clone();
            other.in_flight = other.in_flight.map(|count| count + 1);
            assert!(!done.is(&other), "{place}: a product more in flight");
        });
    }
}

/// The values that the consumers of a kernel make with products, in the order in which its PTX makes them.
fn products_made(source: &str) -> Vec<String> {
    let options = Options {
        gpu_name: "sm_90a".to_string(),
        ..Options::default()
    };
    let report = compile(source, &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    let graph = &report.schedule.as_ref().unwrap().loops[0].graph;
    let made = |name: &String| {
        let line = graph.ops.iter().find(|op| op.name == *name).unwrap().line.unwrap();
        let text = source.lines().nth(line as usize - 1).unwrap();
        text.trim().split_once(" = ").unwrap().0.to_string()
    };
    let mut all = Vec::new();
    read("a kernel", &report, |place, agent, done| {
        assert!(done.is(agent), "{place}: {agent:?}, but {done:?}");
        all.extend(done.order.iter().filter(|name| name.starts_with("dot")).map(made));
    });
    all
}

/// A kernel of the folder of tests.
fn text(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(file)).unwrap()
}

/// Nothing but their order in the kernel says which of two independent products is first: where they change places in it, they do in
/// the PTX.
#[test]
fn independent_ops_change_places() {
    let source = text("language/rings_gated.mlir");
    let products: Vec<&str> = source.lines().filter(|line| line.contains(" = mmaf ")).collect();
    let [one, two] = products[..] else {
        panic!("{products:?}");
    };
    let swapped = source.replace(&format!("{one}\n{two}"), &format!("{two}\n{one}"));
    assert_ne!(source, swapped);
    let (before, mut after) = (products_made(&source), products_made(&swapped));
    assert_eq!(before.len(), 2, "{before:?}");
    assert_ne!(before, after);
    after.reverse();
    assert_eq!(before, after);
}

/// A kernel's report where a special function takes so many times the cycles that it does.
fn with_special_functions(source: &str, times: i64) -> Report {
    let options = Options {
        gpu_name: "sm_90a".to_string(),
        // Slower ones would be spared.
        powers: Some(PowersBy::SpecialFunctions),
        ..Options::default()
    };
    let mut ops = thread_ops().clone();
    ops.special_per_cycle.value /= times;
    let atoms = Atoms {
        thread_ops: Some(ops),
        ..(**atoms()).clone()
    };
    let asked = Asked {
        atoms: Some(&atoms),
        ..Asked::from(&options)
    };
    let report = trace_asked(source, asked, None).complete().report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

/// Cycles of an iteration, and the order in which the PTX of its consumers has ops, with stages.
fn consumers(report: &Report) -> (f64, Vec<(String, Option<i64>)>) {
    let mut all = Vec::new();
    read("a kernel", report, |place, agent, done| {
        assert!(done.is(agent), "{place}: {agent:?}, but {done:?}");
        if agent.name.starts_with("consumer") {
            all.extend(done.order.iter().cloned().zip(done.stages.iter().copied()));
        }
    });
    let found = &report.schedule.as_ref().unwrap().loops[0];
    (f64::from(found.solution.ii.unwrap()) * found.row_cycles.unwrap(), all)
}

/// Where special functions take twice as long, exponentials fill most of an iteration: more of what does not wait for them is between
/// them. A kernel without any is as before.
#[test]
fn slower_special_functions_change_places_and_stages() {
    let attention = text("cutile/attention.mlir");
    let [(usual, before), (slow, after)] = [1, 2].map(|times| consumers(&with_special_functions(&attention, times)));
    assert!(slow > usual * 1.2, "{usual} cycles, then {slow}");
    let names = |all: &[(String, Option<i64>)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let sorted = |all: &[(String, Option<i64>)]| {
        let mut names = names(all);
        names.sort();
        names
    };
    assert_eq!(sorted(&before), sorted(&after));
    let between = |all: &[(String, Option<i64>)]| {
        let is_function = |(name, _): &(String, Option<i64>)| name.contains("exp2");
        let (first, last) = (
            all.iter().position(is_function).unwrap(),
            all.iter().rposition(is_function).unwrap(),
        );
        last - first - 1
    };
    assert!(between(&after) > between(&before), "{before:?}, then {after:?}");
    let stages = |all: &[(String, Option<i64>)]| {
        let mut all = all.to_vec();
        all.sort();
        all
    };
    assert_ne!(stages(&before), stages(&after));

    let without = text("language/rings_running.mlir");
    let [before, after] = [1, 2].map(|times| with_special_functions(&without, times).ptx.unwrap().text);
    assert_eq!(before, after);
}
