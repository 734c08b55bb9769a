//! From the IR of a kernel to a barrier program: every warp is followed by itself, and what each did is put together.

use super::alike::Contents;
use super::event::{BARRIERS, Cta, Event, Memory};
use super::facts::Facts;
use super::value::{Rule, Symbols};
use super::warp::Warp;
use std::collections::BTreeMap;
use tilewright_ir::{Module, Op, Value};
use tilewright_pipeline::program::{Agent, Barrier, Program, Slot, Step};

/// Why no barrier program can be read off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// In a sentence.
    pub text: String,
}

/// A scenario: how often loops go round whose trip counts are not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trips {
    /// For loops that hold no other loop: these counts, one after the other, again and again.
    pub inner: Vec<u32>,
    /// For loops around them.
    pub outer: u32,
    /// Stages of the ring; known counts that go round it more than a few times are shortened by whole double laps.
    pub depth: u32,
    /// What conditions are that are not known: these, one after the other, again and again.
    pub conditions: Vec<bool>,
}

/// What a scenario had to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Open {
    pub inner: bool,
    pub outer: bool,
    pub conditions: bool,
}

impl Open {
    /// What either had to decide.
    pub fn with(self, other: Self) -> Self {
        Self {
            inner: self.inner || other.inner,
            outer: self.outer || other.outer,
            conditions: self.conditions || other.conditions,
        }
    }
}

impl Trips {
    /// The part of a scenario that matters where only this is open.
    pub fn decides(&self, open: Open) -> (Option<Vec<u32>>, Option<u32>, Option<Vec<bool>>) {
        // Without a loop around it, the pipelined loop is gone into once.
        let inner = || {
            self.inner
                .iter()
                .take(if open.outer { usize::MAX } else { 1 })
                .copied()
                .collect()
        };
        (
            open.inner.then(inner),
            open.outer.then_some(self.outer),
            open.conditions.then(|| self.conditions.clone()),
        )
    }

    /// The scenario in words, as far as it decided anything.
    pub fn name(&self, open: Open) -> String {
        let mut words = Vec::new();
        if open.inner {
            let shown = if open.outer { self.inner.len() } else { 1 };
            let counts: Vec<String> = self.inner.iter().take(shown).map(u32::to_string).collect();
            let plural = if counts == ["1"] { "" } else { "s" };
            words.push(format!("{} iteration{plural}", counts.join(", ")));
        }
        if open.outer {
            let plural = if self.outer == 1 { "" } else { "s" };
            words.push(format!("{} round{plural} of the loop around it", self.outer));
        }
        if open.conditions {
            let all: Vec<String> = self.conditions.iter().map(bool::to_string).collect();
            words.push(format!("unknown conditions {}", all.join(", ")));
        }
        if words.is_empty() {
            words.push("the trip counts of the kernel".to_string());
        }
        words.join(", ")
    }

    /// A known trip count, shortened to between two and four laps, the same modulo two laps.
    pub fn shorten(&self, count: i64) -> i64 {
        let lap = 2 * i64::from(self.depth.max(1));
        if count > 2 * lap { lap + count % lap } else { count }
    }
}

/// What all warps share while they are followed.
pub(super) struct Shared<'m> {
    pub module: &'m Module,
    pub trips: &'m Trips,
    pub symbols: Symbols,
    /// Barriers by address, with the arrivals that complete a phase.
    pub barriers: BTreeMap<i64, u32>,
    /// Named barriers by number, with the warps that meet there.
    pub named: BTreeMap<i64, u32>,
    /// Warps of the block.
    pub warps: u32,
    /// CTAs of the cluster, where they arrive at each other's barriers; else one stands for all.
    pub ctas: u32,
    pub open: Open,
    pub facts: Facts,
    /// How ops are computed, and the number of their text, by the op's number.
    pub rules: Vec<Option<(Option<Rule>, u32)>>,
    /// Loops whose counts, and conditions that the scenario has decided so far.
    pub decided: [usize; 2],
    /// Steps left before the program is too long to be checked.
    pub fuel: usize,
}

/// Steps of all warps, at most.
const FUEL: usize = 200_000;
/// Warps of a block, at most (PTX ISA, 1024 threads).
const MOST_WARPS: u32 = 32;
/// CTAs of a cluster, at most.
const MOST_CTAS: u32 = 16;

/// Reads the barrier program of a module's kernel off, for one scenario.
pub(super) fn extract(module: &Module, warps: u32, trips: &Trips) -> Result<(Program, Open), Unreadable> {
    let is_kernel = |op: &Op| matches!(module.op_name(*op), "nv_tileas.func" | "nvvm.func");
    let ops = module.walk(module.top());
    let kernel = ops.iter().copied().find(is_kernel);
    let body = match kernel {
        Some(kernel) => module
            .regions(kernel)
            .first()
            .and_then(|&region| module.entry_block(region)),
        None => Some(module.top()),
    };
    let Some(body) = body else {
        return Err(Unreadable {
            text: "there is no kernel".to_string(),
        });
    };
    let switch = ops
        .iter()
        .copied()
        .find(|&op| module.op_name(op) == "nv_tileas.async.pipeline.agent_switch");
    let counts = switch.and_then(|op| module.ints_attr(op, "num_warps"));
    let agents: Vec<u32> = counts.map_or(vec![], |counts| counts.iter().map(|&n| n.clamp(0, 32) as u32).collect());
    let total = if agents.is_empty() { warps } else { agents.iter().sum() };
    let mut shared = Shared {
        module,
        trips,
        symbols: Symbols::default(),
        barriers: BTreeMap::new(),
        named: BTreeMap::new(),
        warps: total.clamp(1, MOST_WARPS),
        ctas: ctas(module, &ops),
        open: Open::default(),
        facts: Facts::of(module),
        rules: vec![None; module.op_count()],
        decided: [0, 0],
        fuel: FUEL,
    };
    let mut traces = Vec::new();
    let mut memory = Memory::default();
    for cta in (0..shared.ctas).map(Cta) {
        for number in 0..shared.warps {
            let name = name(number, &agents) + &cta.suffix(shared.ctas);
            let warp = Warp::new(&mut shared, &mut memory, (cta, number), &agents);
            let trace = warp.follow(body)?;
            traces.push(Trace { name, cta, trace });
        }
    }
    let made = |event: &Event| !matches!(event, Event::Arrive(at, _) if !shared.barriers.contains_key(at));
    if !traces.iter().flat_map(|one| &one.trace).all(made) {
        return Err(Unreadable {
            text: "a barrier of another CTA is arrived at, but never made ready".to_string(),
        });
    }
    // One CTA stands for all only if all go the same way.
    let meets = shared.named.contains_key(&Cta::default().cluster());
    if meets && shared.ctas == 1 && shared.open != Open::default() {
        return Err(Unreadable {
            text: "how the CTAs of a cluster go is known only when the kernel runs, and they need not agree"
                .to_string(),
        });
    }
    Ok((assemble(&shared, &memory, traces), shared.open))
}

/// What a warp did.
struct Trace {
    name: String,
    cta: Cta,
    trace: Vec<Event>,
}

/// The CTAs of a cluster whose barriers are arrived at from outside.
fn ctas(module: &Module, ops: &[Op]) -> u32 {
    let said = ops
        .iter()
        .filter(|&&op| module.op_name(op) == "nvvm.mbarrier.arrive.cluster")
        .filter_map(|&op| module.int_attr(op, "ctas"));
    said.max().map_or(1, |ctas| ctas.clamp(1, i64::from(MOST_CTAS)) as u32)
}

/// The name of a warp: what agent it belongs to, and which of it it is.
fn name(number: u32, agents: &[u32]) -> String {
    match agents {
        [consumers, ..] if number < *consumers => format!("consumer warp {number}"),
        [consumers, ..] if number == *consumers => "producer".to_string(),
        _ => format!("warp {number}"),
    }
}

/// Puts what the warps did together: barriers get names, accesses get the number of the content that they mean.
fn assemble(shared: &Shared<'_>, memory: &Memory, traces: Vec<Trace>) -> Program {
    let traces = without_start(traces, shared.ctas);
    let events = || traces.iter().flat_map(|one| &one.trace);
    let guard = guards(&traces);
    // Barriers that count bytes, or guard what is copied, say that a stage is full.
    let is_full = |address: i64| {
        events().any(|event| matches!(event, Event::Expect(at, _) | Event::Copy { barrier: at, .. } if *at == address))
    };
    // Those that nobody who copies waits for are about turns, not stages.
    let copies = |trace: &[Event]| trace.iter().any(|event| matches!(event, Event::Copy { .. }));
    let waits = |trace: &[Event], address: i64| {
        let waits = |event: &Event| matches!(event, Event::Wait(at, _) | Event::Probe(at, _) if *at == address);
        trace.iter().any(waits)
    };
    let is_turn = |address: i64| {
        let mut waiting = traces.iter().filter(|one| waits(&one.trace, address)).peekable();
        waiting.peek().is_some() && !waiting.any(|one| copies(&one.trace))
    };
    let any_full = shared.barriers.keys().any(|&address| is_full(address));
    let mut program = Program::default();
    let mut numbers: BTreeMap<Place, u32> = BTreeMap::new();
    let (mut full, mut empty, mut turn) = (0, 0, 0);
    let mut before = Cta::default();
    for (&address, &count) in &shared.barriers {
        let cta = Cta::of_address(address);
        if cta != before {
            (before, full, empty, turn) = (cta, 0, 0, 0);
        }
        let (word, number) = if is_full(address) {
            ("full", &mut full)
        } else if any_full && is_turn(address) {
            ("turn", &mut turn)
        } else if any_full {
            ("empty", &mut empty)
        } else {
            ("barrier ", &mut full)
        };
        let name = if any_full {
            format!("{word}[{number}]")
        } else {
            format!("{word}{number}")
        };
        *number += 1;
        numbers.insert(Place::Memory(address), program.barriers.len() as u32);
        program.barriers.push(Barrier {
            name: name + &cta.suffix(shared.ctas),
            cta: cta.0,
            count,
        });
    }
    for (&number, &count) in &shared.named {
        let used = events().any(|event| matches!(event, Event::NamedArrive(n) | Event::NamedWait(n) if *n == number));
        if used {
            numbers.insert(Place::Named(number), program.barriers.len() as u32);
            let (name, cta) = match Cta::of_named(number) {
                (None, cta) => ("the cluster's barrier".to_string(), cta),
                (Some(number), cta) => (format!("named barrier {number}"), cta),
            };
            program.barriers.push(Barrier {
                name: name + &cta.suffix(shared.ctas),
                cta: cta.0,
                count,
            });
        }
    }
    let mut slots: BTreeMap<(usize, i64), u32> = BTreeMap::new();
    for event in events() {
        if let Some(slot) = event.slot() {
            let next = slots.len() as u32;
            slots.entry(slot).or_insert(next);
        }
    }
    let mut names = vec![String::new(); slots.len()];
    for (&(buffer, index), &number) in &slots {
        let (buffer, cta) = Cta::of_buffer(buffer);
        let suffix = cta.suffix(shared.ctas);
        if buffer == BARRIERS {
            names[number as usize] = format!("the memory of the barriers{suffix}");
            continue;
        }
        let value = memory.buffers.get(buffer).map(|&op| shared.module.result(op, 0));
        let buffer = value.map_or(format!("buffer {buffer}"), |value| {
            buffer_name(shared.module, value, buffer)
        });
        names[number as usize] = format!("{buffer}[{index}]{suffix}");
    }
    program.slots = names.into_iter().map(|name| Slot { name }).collect();
    for Trace { name, cta, trace } in &traces {
        let steps = Steps {
            numbers: &numbers,
            slots: &slots,
            guard: &guard,
            arrived: BTreeMap::new(),
            waited: BTreeMap::new(),
            rounds: BTreeMap::new(),
            met: BTreeMap::new(),
            contents: Contents::default(),
            waits: 0,
        };
        let steps = steps.of(trace);
        if !steps.is_empty() {
            program.agents.push(Agent {
                name: name.clone(),
                cta: cta.0,
                steps,
            });
        }
    }
    program
}

fn buffer_name(module: &Module, value: Value, number: usize) -> String {
    match module.value_name(value) {
        Some(name) => format!("%{}", module.name(name.name)),
        None => format!("buffer {number}"),
    }
}

/// The meeting of all threads before anyone touches a barrier says only that the barriers are ready. Where it is, who makes them
/// and who relies on that is left out too.
fn without_start(mut traces: Vec<Trace>, ctas: u32) -> Vec<Trace> {
    // How long the meeting is: all threads of a block, or of the cluster.
    let meeting = |trace: &[Event]| -> Option<usize> {
        let made = trace.iter().take_while(|event| matches!(event, Event::Made(_))).count();
        let arrives = match trace.get(made)? {
            Event::NamedArrive(number) => match Cta::of_named(*number).0 {
                Some(0) => 1,
                None => ctas as usize,
                _ => return None,
            },
            _ => return None,
        };
        let all = |number: i64| matches!(Cta::of_named(number).0, None | Some(0));
        let arrive = |event: &Event| matches!(event, Event::NamedArrive(number) if all(*number));
        let (arrivals, rest) = trace.get(made..)?.split_at_checked(arrives)?;
        let waits = matches!(rest.first(), Some(Event::NamedWait(number)) if all(*number));
        (arrivals.iter().all(arrive) && waits).then_some(made + arrives + 1)
    };
    let mut met = false;
    while let Some(lengths) = traces
        .iter()
        .map(|one| meeting(&one.trace))
        .collect::<Option<Vec<usize>>>()
        .filter(|lengths| !lengths.is_empty())
    {
        met = true;
        for (one, length) in traces.iter_mut().zip(lengths) {
            one.trace.drain(..length);
        }
    }
    for one in traces.iter_mut().filter(|_| met) {
        one.trace
            .retain(|event| !matches!(event, Event::Made(_) | Event::Relies(_)));
    }
    traces
}

/// Which barrier tells that a buffer's place is full: the one that its copies name.
fn guards(traces: &[Trace]) -> BTreeMap<(usize, i64), i64> {
    let mut guards = BTreeMap::new();
    for event in traces.iter().flat_map(|one| &one.trace) {
        if let Event::Copy {
            buffer, index, barrier, ..
        } = event
        {
            guards.insert((*buffer, *index), *barrier);
        }
    }
    guards
}

/// A barrier: in shared memory, or one of the named ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Memory(i64),
    Named(i64),
}

/// One agent's steps under way.
struct Steps<'a> {
    numbers: &'a BTreeMap<Place, u32>,
    slots: &'a BTreeMap<(usize, i64), u32>,
    guard: &'a BTreeMap<(usize, i64), i64>,
    /// Arrivals and waits at each barrier so far.
    arrived: BTreeMap<i64, u32>,
    waited: BTreeMap<i64, u32>,
    /// For places that no copy fills: the content that was touched last, and how many waits there had been by then.
    rounds: BTreeMap<(usize, i64), (u32, u32)>,
    /// Meetings at each named barrier.
    met: BTreeMap<i64, u32>,
    /// What is in places that all threads write and read alike.
    contents: Contents,
    waits: u32,
}

impl Steps<'_> {
    fn of(mut self, trace: &[Event]) -> Vec<Step> {
        let mut steps = Vec::new();
        for event in trace {
            let Some(step) = self.step(event) else { continue };
            if let (Event::Probe(..), Step::Wait { barrier, parity }) = (event, step) {
                steps.push(Step::TryWait { barrier, parity });
            }
            steps.push(step);
        }
        steps
    }

    fn step(&mut self, event: &Event) -> Option<Step> {
        let memory = |at: i64| self.numbers.get(&Place::Memory(at)).copied();
        let named = |at: i64| self.numbers.get(&Place::Named(at)).copied();
        Some(match *event {
            Event::Wait(at, parity) | Event::Probe(at, parity) => {
                let barrier = memory(at)?;
                *self.waited.entry(at).or_default() += 1;
                self.waits += 1;
                Step::Wait { barrier, parity }
            }
            Event::Skip(at, parity) => {
                let barrier = memory(at)?;
                *self.waited.entry(at).or_default() += 1;
                Step::Skip { barrier, parity }
            }
            Event::Arrive(at, count) => {
                let barrier = memory(at)?;
                *self.arrived.entry(at).or_default() += 1;
                Step::Arrive { barrier, count }
            }
            Event::Expect(at, bytes) => {
                let barrier = memory(at)?;
                *self.arrived.entry(at).or_default() += 1;
                Step::ArriveExpectTx { barrier, bytes }
            }
            Event::Copy {
                buffer,
                index,
                barrier: at,
                bytes,
                committed,
            } => Step::Copy {
                slot: *self.slots.get(&(buffer, index))?,
                // A commit comes after the copies of its item; an expectation may come before them.
                item: (self.arrived.get(&at).copied().unwrap_or(0)).saturating_sub(u32::from(committed)),
                barrier: memory(at)?,
                bytes,
            },
            Event::Read(buffer, index) => Step::Read {
                slot: *self.slots.get(&(buffer, index))?,
                item: self.item(buffer, index),
            },
            Event::ReadAsync(buffer, index) => Step::ReadAsync {
                slot: *self.slots.get(&(buffer, index))?,
                item: self.item(buffer, index),
            },
            Event::Write(buffer, index) => Step::Write {
                slot: *self.slots.get(&(buffer, index))?,
                item: self.round(buffer, index),
            },
            Event::StartOwn(buffer, index) => Step::WriteAsync {
                slot: *self.slots.get(&(buffer, index))?,
                item: self.contents.start((buffer, index)),
            },
            Event::WriteOwn(buffer, index) => Step::Write {
                slot: *self.slots.get(&(buffer, index))?,
                item: self.contents.write((buffer, index)),
            },
            Event::ReadOwn(buffer, index) => Step::Read {
                slot: *self.slots.get(&(buffer, index))?,
                item: match self.guard.contains_key(&(buffer, index)) {
                    true => self.item(buffer, index),
                    false => self.contents.read((buffer, index)),
                },
            },
            Event::Made(cta) => Step::Write {
                slot: *self.slots.get(&(cta.buffer(BARRIERS), 0))?,
                item: 0,
            },
            Event::Relies(cta) => Step::Read {
                slot: *self.slots.get(&(cta.buffer(BARRIERS), 0))?,
                item: 0,
            },
            Event::CommitGroup => Step::CommitGroup,
            Event::WaitGroup(pending) => Step::WaitGroup { pending },
            Event::NamedArrive(at) => Step::Arrive {
                barrier: named(at)?,
                count: 1,
            },
            Event::NamedWait(at) => {
                let barrier = named(at)?;
                let met = self.met.entry(at).or_default();
                let parity = *met & 1;
                *met += 1;
                Step::Wait { barrier, parity }
            }
        })
    }

    /// The content that a read means: as many as the reader has waited for the place to be full.
    fn item(&mut self, buffer: usize, index: i64) -> u32 {
        match self.guard.get(&(buffer, index)) {
            Some(barrier) => self.waited.get(barrier).copied().unwrap_or(0).saturating_sub(1),
            None => self.round(buffer, index),
        }
    }

    /// Accesses without a wait between them mean the same content, those after a wait the next.
    fn round(&mut self, buffer: usize, index: i64) -> u32 {
        let waits = self.waits;
        let (round, at) = self.rounds.entry((buffer, index)).or_insert((0, waits));
        if *at != waits {
            (*round, *at) = (*round + 1, waits);
        }
        *round
    }
}
