//! One warp followed through a kernel, in one scenario. Its lanes execute together; where a condition differs between
//! them, both branches are followed, each with a part of the lanes.

mod branches;
mod compute;
mod control;
mod effects;
mod jumps;
mod tensor_memory;
mod unspecialised;

use super::event::{Cta, Event, Memory};
use super::finding::{Finding, Found};
use super::shared::Shared;
use super::start::Start;
use super::value::{Known, Operands};
use std::rc::Rc;
use tensor_memory::Dealings;
use tilewright_ir::entity::Entity;
use tilewright_ir::{Op, Value};
use tilewright_sorted::{SortedMap, SortedSet};

/// A warp that is being followed.
pub(super) struct Warp<'a, 'm> {
    shared: &'a mut Shared<'m>,
    memory: &'a mut Memory,
    cta: Cta,
    number: u32,
    /// Values known at the start.
    start: Rc<Start>,
    /// The known part of each value, by its number.
    values: Vec<Option<Known>>,
    buffers: SortedMap<Value, usize>,
    trace: Vec<Event>,
    /// Bit `l`: lane `l` is here.
    mask: u32,
    /// Iterations of the innermost endless loop so far.
    rounds: u32,
    /// Barriers whose current item has been committed, and not yet waited for again.
    committed: SortedMap<i64, bool>,
    /// The slot to which it has started copies, and the barrier whose phase they hold open.
    copies: Option<((usize, i64), Option<i64>)>,
    /// Groups of barriers that it has touched.
    relies: SortedSet<i64>,
    /// Probes so far: the barrier and parity of each, and the length of the trace then.
    probes: Vec<(i64, u32, usize)>,
    /// The effect on tensor memory.
    dealings: Dealings,
}

/// The end of a block.
enum Flow {
    /// At its end, without a terminator.
    End,
    Yield(Vec<Known>),
    Continue(Vec<Known>),
    Break(Vec<Known>),
    /// The kernel ends.
    Return,
}

type Outcome<T> = Result<T, Found>;

impl<'a, 'm> Warp<'a, 'm> {
    pub fn new(shared: &'a mut Shared<'m>, memory: &'a mut Memory, (cta, number): (Cta, u32)) -> Self {
        let start = shared.starts[number as usize].0.clone();
        Self {
            shared,
            memory,
            cta,
            number,
            values: start.values.clone(),
            buffers: SortedMap::new(),
            trace: Vec::new(),
            mask: u32::MAX,
            rounds: 0,
            committed: SortedMap::new(),
            copies: None,
            relies: SortedSet::new(),
            probes: Vec::new(),
            dealings: Dealings::default(),
            start,
        }
    }

    /// Follows the warp through the kernel.
    pub fn follow(mut self) -> Outcome<Vec<Event>> {
        let (module, body) = (self.shared.module, self.shared.body);
        let text = self.shared.symbols.text("argument");
        for (index, &argument) in (0..).zip(module.arguments(body)) {
            let known = self.shared.symbols.of((text, index), Operands::new(), None);
            self.know(argument, known);
        }
        if self.shared.ctas > 1 && self.number == 0 {
            self.trace.push(Event::Begun(self.cta));
        }
        self.block(body)?;
        self.end_tensor();
        Ok(self.trace)
    }

    fn refuse<T>(&self, op: Op, finding: Finding) -> Outcome<T> {
        Err(Found::at(self.shared.module, op, finding))
    }

    /// An op is not as its record says.
    fn malformed<T>(&self, op: Op, what: &'static str) -> Outcome<T> {
        let op_name = self.shared.module.kind(op).name();
        self.refuse(op, Finding::NotAsRecorded { op: op_name, what })
    }

    /// A value in terms of what is not known. It says the same in every warp, however much a scenario has decided when
    /// it gets there; so symbols are made of this, and numbers are only asked for where something depends on them.
    pub(super) fn term(&mut self, value: Value) -> Known {
        self.values.get(value.index()).copied().flatten().unwrap_or_else(|| {
            let fresh = self.shared.symbols.fresh();
            self.know(value, fresh);
            fresh
        })
    }

    fn terms(&mut self, values: &[Value]) -> Vec<Known> {
        values.iter().map(|&value| self.term(value)).collect()
    }

    /// The same as a number, as far as the scenario says.
    fn get(&mut self, value: Value) -> Known {
        let term = self.term(value);
        self.shared.symbols.force(term)
    }

    fn know(&mut self, value: Value, known: Known) {
        if let Some(entry) = self.values.get_mut(value.index()) {
            *entry = Some(known);
        }
    }

    fn set(&mut self, op: Op, index: usize, known: Known) {
        let value = self.shared.module.result(op, index);
        self.know(value, known);
    }

    /// A number that is the same in all lanes.
    fn number(&mut self, op: Op, value: Value, unknown: Finding) -> Outcome<i64> {
        match self.get(value) {
            Known::Int(number) => Ok(number),
            Known::Lanes(_) | Known::Symbol(_) | Known::Probe(..) => self.refuse(op, unknown),
        }
    }

    fn emit(&mut self, op: Op, event: Event) -> Outcome<()> {
        self.fuel(op)?;
        self.trace.push(event);
        Ok(())
    }

    fn fuel(&mut self, op: Op) -> Outcome<()> {
        self.shared.fuel = match self.shared.fuel.checked_sub(1) {
            Some(fuel) => fuel,
            None => return self.refuse(op, Finding::TooLong),
        };
        Ok(())
    }
}
