//! From the IR of a kernel to a barrier program: every warp is followed by itself, and what each did is put together.

use super::agents::{self, Part};
use super::event::{BARRIERS, Cta, Event, Memory, PRESENCE, SHOWN, TENSOR_MEMORY, barriers_made};
use super::finding::{Finding, Found};
use super::meetings::{as_often, stands_for_all};
use super::shared::{Open, Ready, Shared, Trips, slot_and_part};
use super::unspecialised::Contents;
use super::warp::Warp;
use tilewright_ir::{Module, Value};
use tilewright_pipeline::program::{Agent, Barrier, Program, Slot, Step};
use tilewright_sorted::{SortedMap, SortedSet};

/// The barrier program of a kernel, for one scenario.
pub(super) struct Extracted {
    pub program: Program,
    /// The decisions of the scenario.
    pub open: Open,
    /// A place of a buffer that somebody reads, and that nobody writes.
    pub unwritten: Option<String>,
}

/// Reads the barrier program of a kernel off, for one scenario.
pub(super) fn extract(shared: &mut Shared<'_>, trips: &Trips) -> Result<Extracted, Found> {
    shared.begin(trips);
    let mut traces = Vec::new();
    let mut memory = Memory::default();
    for cta in (0..shared.ctas).map(Cta) {
        for number in 0..shared.warps {
            let name = name(number, &shared.agents) + &cta.suffix(shared.ctas);
            let before = shared.fuel;
            let trace = match like_another(shared, &traces, number) {
                Some(trace) => trace,
                None => Warp::new(shared, &mut memory, (cta, number)).follow()?,
            };
            let fuel = before - shared.fuel;
            traces.push(Trace {
                name,
                cta,
                trace,
                fuel,
                is_repeated: false,
            });
        }
    }
    note_repeated(&mut traces);
    if written_by_many(&traces) {
        return Err(Finding::StartedByMany.into());
    }
    let unwritten = never_written(&traces).map(|slot| slot_name(shared, &memory, slot));
    // One CTA stands for all, or a pair, only if all go the same way, or meet as often whichever way each of them goes.
    let meets = shared.named.contains_key(&Cta::CLUSTER);
    if meets && stands_for_all(shared.module, shared.ctas) && shared.open != Open::default() && !as_often(shared.module)
    {
        return Err(Finding::CtasDisagree.into());
    }
    for trace in different(&traces) {
        shared.uses.add(trace);
    }
    Ok(Extracted {
        open: shared.open,
        program: assemble(shared, &memory, traces),
        unwritten,
    })
}

/// The trace of a warp.
struct Trace {
    name: String,
    cta: Cta,
    trace: Vec<Event>,
    /// The decisions that it took to follow it.
    fuel: usize,
    /// Whether the warp before it has done the same, as those of an agent mostly do.
    is_repeated: bool,
}

/// Compares each trace with the one before it, once for all who ask.
fn note_repeated(traces: &mut [Trace]) {
    let repeated: Vec<bool> = traces.windows(2).map(|pair| pair[0].trace == pair[1].trace).collect();
    for (one, is_repeated) in traces.iter_mut().skip(1).zip(repeated) {
        one.is_repeated = is_repeated;
    }
}

/// The traces, but for those of warps that do the same as the one before them.
fn different(traces: &[Trace]) -> impl Iterator<Item = &[Event]> {
    traces.iter().filter(|one| !one.is_repeated).map(|one| &one.trace[..])
}

/// The trace of a warp that goes the same way as one before it. Who makes barriers ready is always followed: that must
/// be done but once.
fn like_another(shared: &mut Shared<'_>, traces: &[Trace], number: u32) -> Option<Vec<Event>> {
    let back = number.checked_sub(shared.starts.get(number as usize)?.1)?;
    let other = traces.get(traces.len() - back as usize)?;
    let is_lifetime = |(buffer, _): (usize, i64)| Cta::of_buffer(buffer).0 == TENSOR_MEMORY;
    let makes = |event: &Event| event.makes() || event.writes() && event.slot().is_some_and(is_lifetime);
    let makes = other.trace.iter().any(makes);
    shared.fuel = shared.fuel.checked_sub(other.fuel).filter(|_| !makes)?;
    Some(other.trace.clone())
}

/// Whether products of several warps go to one place in tensor memory: the unit keeps those of a thread in order, and no others.
fn written_by_many(traces: &[Trace]) -> bool {
    let mut writers: SortedMap<(usize, i64), usize> = SortedMap::default();
    traces.iter().enumerate().any(|(number, one)| {
        let starts = |event: &&Event| matches!(event, Event::TensorWriteAsync(..));
        let mut places = one.trace.iter().filter(starts).filter_map(Event::slot);
        places.any(|place| *writers.entry(place).or_insert(number) != number)
    })
}

/// A place of a buffer that somebody reads, and that nobody writes.
fn never_written(traces: &[Trace]) -> Option<(usize, i64)> {
    let events = || different(traces).flatten();
    // Of tensor memory each content is told apart.
    let content = |event: &Event| Some((event.slot()?, event.content()));
    let written: SortedSet<((usize, i64), u32)> = events().filter(|event| event.writes()).filter_map(content).collect();
    let mut read = events().filter(|event| !event.writes()).filter_map(content);
    read.find(|content| !written.contains(content)).map(|(slot, _)| slot)
}

/// The name of a place of a buffer.
fn slot_name(shared: &Shared<'_>, memory: &Memory, (buffer, index): (usize, i64)) -> String {
    let (buffer, cta) = Cta::of_buffer(buffer);
    let suffix = cta.suffix(shared.ctas);
    if buffer == TENSOR_MEMORY {
        return format!("the columns of tensor memory{suffix}");
    }
    if buffer == BARRIERS {
        return format!("the memory of the barriers{suffix}");
    }
    if buffer == SHOWN {
        return format!("what the CTAs of the cluster show each other{suffix}");
    }
    if buffer == PRESENCE {
        return format!("shared memory as long as its CTA is there{suffix}");
    }
    let (index, part) = slot_and_part(index);
    let value = memory.buffers.get(buffer).map(|&op| shared.module.result(op, 0));
    let buffer = value.map_or(format!("buffer {buffer}"), |value| {
        buffer_name(shared.module, value, buffer)
    });
    match part {
        0 => format!("{buffer}[{index}]{suffix}"),
        part => format!("part {part} of {buffer}[{index}]{suffix}"),
    }
}

/// The name of a warp: what agent it belongs to, and which of it it is.
fn name(number: u32, agents: &[agents::Agent]) -> String {
    match agents::part(agents, number) {
        Part::Whole(region) => format!("{} warp {number}", agents[region].role),
        Part::OneLane(region) => agents[region].role.to_string(),
        Part::Idle => format!("warp {number}"),
    }
}

/// Puts what the warps did together: barriers get names, accesses get the number of the content that they mean.
fn assemble(shared: &mut Shared<'_>, memory: &Memory, traces: Vec<Trace>) -> Program {
    let mut traces = without_start(traces, shared.ctas);
    if shared.ctas > 1 {
        end_ctas(shared, &mut traces);
    }
    note_repeated(&mut traces);
    let events = || different(&traces).flatten();
    let guard = guards(&traces);
    let mut program = Program::default();
    let mut numbers: SortedMap<BarrierName, u32> = SortedMap::default();
    for ((&address, &Ready { count, .. }), name) in shared.barriers.iter().zip(shared.uses.names(shared)) {
        let cta = Cta::of_address(address);
        numbers.insert(BarrierName::Memory(address), program.barriers.len() as u32);
        program.barriers.push(Barrier {
            name,
            cta: cta.0,
            count,
        });
    }
    let named: SortedSet<i64> = events().filter_map(Event::named).collect();
    for (&number, &count) in &shared.named {
        if named.contains(&number) {
            numbers.insert(BarrierName::Named(number), program.barriers.len() as u32);
            let (number, cta) = Cta::of_named(number);
            let name = match number {
                // Absent: no CTA has numbered it.
                None => "the cluster's barrier".to_string(),
                Some(Cta::END) => "the end of the CTA".to_string() + &cta.suffix(shared.ctas),
                Some(Cta::MEETING) => {
                    "the meeting before tensor memory is released".to_string() + &cta.suffix(shared.ctas)
                }
                Some(number) => format!("named barrier {number}") + &cta.suffix(shared.ctas),
            };
            let cta = if number.is_none() { Barrier::OF_CLUSTER } else { cta.0 };
            program.barriers.push(Barrier { name, cta, count });
        }
    }
    let mut slots: SortedMap<(usize, i64), u32> = SortedMap::default();
    for event in events() {
        if let Some(slot) = event.slot() {
            let next = slots.len() as u32;
            slots.entry(slot).or_insert(next);
        }
    }
    let mut names = vec![String::new(); slots.len()];
    let mut known = std::mem::take(&mut shared.slot_names);
    for (&slot, &number) in &slots {
        let made = memory.buffers.get(Cta::of_buffer(slot.0).0).copied();
        let name = known.entry((made, slot));
        names[number as usize] = name.or_insert_with(|| slot_name(shared, memory, slot)).clone();
    }
    shared.slot_names = known;
    program.slots = names.into_iter().map(|name| Slot { name }).collect();
    let of = |trace: &[Event]| {
        let steps = Steps {
            numbers: &numbers,
            slots: &slots,
            guard: &guard,
            arrived: SortedMap::default(),
            waited: SortedMap::default(),
            rounds: SortedMap::default(),
            met: SortedMap::default(),
            contents: Contents::default(),
            waits: 0,
        };
        steps.of(trace)
    };
    // The trace of the last agent: mostly the next warp does the same.
    let mut last: &[Event] = &[];
    for Trace { name, cta, trace, .. } in &traces {
        let alike = program.agents.last().filter(|_| trace == last);
        let steps = alike.map_or_else(|| of(trace), |agent| agent.steps.clone());
        if !steps.is_empty() {
            last = trace;
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

/// The meeting of all threads before anyone touches a barrier says only that the barriers made before it are ready.
/// Where it is, who makes these and who relies on that is left out too. Others may be made ready later. Of a cluster, all threads of all
/// CTAs meet.
fn without_start(mut traces: Vec<Trace>, ctas: u32) -> Vec<Trace> {
    let meeting = |trace: &[Event]| -> Option<usize> {
        let made = trace.iter().take_while(|event| event.makes()).count();
        match Cta::of_named(trace.get(made)?.named()?).0 {
            Some(0) if ctas == 1 => {}
            None => {}
            Some(_) => return None,
        }
        let all = |number: i64| matches!(Cta::of_named(number).0, None | Some(0));
        let arrive = |event: &Event| matches!(event, Event::NamedArrive(number) if all(*number));
        let [arrives, waits, ..] = trace.get(made..)? else {
            return None;
        };
        (arrive(arrives) && matches!(waits, Event::NamedWait(number) if all(*number))).then_some(made + 2)
    };
    let mut made = SortedSet::new();
    while let Some(lengths) = traces
        .iter()
        .map(|one| meeting(&one.trace))
        .collect::<Option<Vec<usize>>>()
        .filter(|lengths| !lengths.is_empty())
    {
        for (one, length) in traces.iter_mut().zip(lengths) {
            for event in one.trace.drain(..length) {
                if let Event::Made(group) = event {
                    made.insert(group);
                }
            }
        }
    }
    for one in &mut traces {
        one.trace
            .retain(|event| !matches!(event, Event::Relies(group) if made.contains(group)));
    }
    traces
}

/// A CTA ends when the last of its warps does, of those that do anything; the first of them stands for it.
fn end_ctas(shared: &mut Shared<'_>, traces: &mut [Trace]) {
    for cta in (0..shared.ctas).map(Cta) {
        let end = cta.named(Cta::END);
        let mut own: Vec<&mut Trace> = traces.iter_mut().filter(|one| one.cta == cta).collect();
        let works = own.iter().any(|one| !one.trace.is_empty());
        // One that does nothing ends as well.
        own.retain(|one| !works || !one.trace.is_empty());
        own.truncate(if works { own.len() } else { 1 });
        shared.named.insert(end, own.len() as u32);
        for (number, one) in own.into_iter().enumerate() {
            one.trace.push(Event::NamedArrive(end));
            if number == 0 {
                one.trace.extend([Event::NamedWait(end), Event::Ended(cta)]);
            }
        }
    }
}

/// Which barrier tells that a buffer's place is full: the one that its copies name, or the one that its writers arrive at next.
fn guards(traces: &[Trace]) -> SortedMap<(usize, i64), i64> {
    let mut guards = told_by_writers(traces);
    for event in different(traces).flatten() {
        if let Event::Copy {
            buffer, index, barrier, ..
        } = event
        {
            guards.insert((*buffer, *index), *barrier);
        }
    }
    guards
}

/// The barriers that writers of a place arrive at once they have written it. None where they meet at a named barrier first, do not arrive,
/// or arrive at several.
fn told_by_writers(traces: &[Trace]) -> SortedMap<(usize, i64), i64> {
    let mut told: SortedMap<(usize, i64), Option<i64>> = SortedMap::default();
    let mut tells = |places: &mut Vec<(usize, i64)>, barrier: Option<i64>| {
        for place in places.drain(..) {
            let known = told.entry(place).or_insert(barrier);
            *known = known.filter(|_| *known == barrier);
        }
    };
    for trace in different(traces) {
        let mut written = Vec::new();
        for event in trace {
            if let Event::Write(buffer, index) = *event {
                written.push((buffer, index));
            } else if let Event::Arrive(at, _) = *event {
                tells(&mut written, Some(at));
            } else if matches!(event, Event::NamedArrive(_)) {
                tells(&mut written, None);
            }
        }
        tells(&mut written, None);
    }
    let known = told.iter().filter_map(|(&place, &barrier)| Some((place, barrier?)));
    known.collect()
}

/// A barrier: in shared memory, or one of the named ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum BarrierName {
    Memory(i64),
    Named(i64),
}

/// The steps of one agent while they are collected.
struct Steps<'a> {
    numbers: &'a SortedMap<BarrierName, u32>,
    slots: &'a SortedMap<(usize, i64), u32>,
    guard: &'a SortedMap<(usize, i64), i64>,
    /// Arrivals and waits at each barrier so far.
    arrived: SortedMap<i64, u32>,
    waited: SortedMap<i64, u32>,
    /// For places that no barrier tells to be full: the content that was touched last, and how many waits there had been by then.
    rounds: SortedMap<(usize, i64), (u32, u32)>,
    /// Meetings at each named barrier.
    met: SortedMap<i64, u32>,
    /// Contents of slots, in unspecialised code.
    contents: Contents,
    waits: u32,
}

impl Steps<'_> {
    fn of(mut self, trace: &[Event]) -> Vec<Step> {
        let mut steps = Vec::new();
        for event in trace {
            // Absent: an event that the program does not have: what nobody waits for.
            let Some(step) = self.step(event) else { continue };
            if let (Event::Probe(..), Step::Wait { barrier, parity }) = (event, step) {
                steps.push(Step::TryWait { barrier, parity });
            }
            steps.push(step);
        }
        steps
    }

    fn step(&mut self, event: &Event) -> Option<Step> {
        let memory = |at: i64| self.numbers.get(&BarrierName::Memory(at)).copied();
        let named = |at: i64| self.numbers.get(&BarrierName::Named(at)).copied();
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
                own,
                bytes,
                committed,
            } => Step::Copy {
                slot: *self.slots.get(&(buffer, index))?,
                // A commit comes after the copies of its item; an expectation may come before them.
                // Absent: nobody has arrived yet.
                item: (self.arrived.get(&own).copied().unwrap_or(0)).saturating_sub(u32::from(committed)),
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
            Event::TensorWrite(buffer, index, item) => Step::Write {
                slot: *self.slots.get(&(buffer, index))?,
                item,
            },
            Event::TensorWriteAsync(buffer, index, item) => Step::WriteAsync {
                slot: *self.slots.get(&(buffer, index))?,
                item,
            },
            Event::TensorRead(buffer, index, item) => Step::Read {
                slot: *self.slots.get(&(buffer, index))?,
                item,
            },
            Event::TensorReadAsync(buffer, index, item) => Step::ReadAsync {
                slot: *self.slots.get(&(buffer, index))?,
                item,
            },
            Event::Commit(at) => {
                let barrier = memory(at)?;
                *self.arrived.entry(at).or_default() += 1;
                Step::ArriveAsync { barrier, count: 1 }
            }
            Event::Made(group) => Step::Write {
                slot: *self.slots.get(&barriers_made(group))?,
                item: 0,
            },
            Event::Relies(group) => Step::Read {
                slot: *self.slots.get(&barriers_made(group))?,
                item: 0,
            },
            Event::Begun(_) => Step::Write {
                slot: *self.slots.get(&event.slot()?)?,
                item: 0,
            },
            Event::Touches(_, false) => Step::Read {
                slot: *self.slots.get(&event.slot()?)?,
                item: 0,
            },
            Event::Touches(_, true) => Step::ReadAsync {
                slot: *self.slots.get(&event.slot()?)?,
                item: 0,
            },
            Event::Ended(_) => Step::Write {
                slot: *self.slots.get(&event.slot()?)?,
                item: 1,
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
            // Absent: nobody has waited yet.
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
