//! One warp followed through a kernel, in one scenario. Its lanes move together; where a condition differs between them, both
//! ways are gone with some of the lanes.

use super::extract::{Shared, Unreadable};
use super::value::{Known, LANES, Rule, lanes, sign_extend};
use std::collections::{BTreeMap, BTreeSet};
use tilewright_ir::entity::Entity;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::{AttrData, Block, Module, Op, Value};

/// What a warp does that others can see. Barriers are addresses in shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// Spins for a parity.
    Wait(i64, u32),
    /// Probes, and then waits if that failed.
    Probe(i64, u32),
    /// So many lanes arrive.
    Arrive(i64, u32),
    /// A lane expects bytes and arrives.
    Expect(i64, u32),
    /// A bulk copy into a place of a buffer.
    Copy {
        buffer: usize,
        index: i64,
        barrier: i64,
        bytes: u32,
        /// Whether its item has been committed before it.
        committed: bool,
    },
    /// Reads a place of a buffer.
    Read(usize, i64),
    /// Starts to read it.
    ReadAsync(usize, i64),
    /// Writes it.
    Write(usize, i64),
    /// Closes a group of products.
    CommitGroup,
    /// Waits until so few groups are under way.
    WaitGroup(u32),
    /// Arrives at a named barrier.
    NamedArrive(i64),
    /// Waits at one.
    NamedWait(i64),
}

impl Event {
    /// The place of a buffer that is touched.
    pub fn slot(&self) -> Option<(usize, i64)> {
        match *self {
            Event::Copy { buffer, index, .. } => Some((buffer, index)),
            Event::Read(buffer, index) | Event::ReadAsync(buffer, index) | Event::Write(buffer, index) => {
                Some((buffer, index))
            }
            _ => None,
        }
    }
}

/// Buffers by number, the same for all warps.
#[derive(Default)]
pub(super) struct Memory {
    pub buffers: Vec<Op>,
}

/// A warp under way.
pub(super) struct Warp<'a, 'm> {
    shared: &'a mut Shared<'m>,
    memory: &'a mut Memory,
    number: u32,
    agents: &'a [u32],
    /// What is known of each value, by its number.
    values: Vec<Option<Known>>,
    buffers: BTreeMap<Value, usize>,
    trace: Vec<Event>,
    /// Bit `l`: lane `l` is here.
    mask: u32,
    /// Iterations of the innermost endless loop so far.
    rounds: u32,
    /// Barriers whose current item has been committed, and not yet waited for again.
    committed: BTreeMap<i64, bool>,
    /// Probes so far: the barrier and parity of each, and the length of the trace then.
    probes: Vec<(i64, u32, usize)>,
}

/// How a block ends.
enum Flow {
    /// At its end, without a terminator.
    End,
    Yield(Vec<Known>),
    Continue(Vec<Known>),
    Break(Vec<Known>),
    /// The kernel ends.
    Return,
}

type Outcome<T> = Result<T, Unreadable>;

/// Ops that others can see the effect of.
pub(super) fn is_relevant(name: &str) -> bool {
    name.starts_with("nvvm.mbarrier.")
        || name.starts_with("nvvm.barrier")
        || name.starts_with("nvvm.cluster.")
        || name.starts_with("nvvm.wgmma.commit")
        || name.starts_with("nvvm.wgmma.wait")
        || name.starts_with("nv_tileas.async.")
        || matches!(name, "nv_tileas.local_load" | "nv_tileas.local_store")
}

impl<'a, 'm> Warp<'a, 'm> {
    pub fn new(shared: &'a mut Shared<'m>, memory: &'a mut Memory, number: u32, agents: &'a [u32]) -> Self {
        let values = vec![None; shared.module.value_count()];
        Self {
            shared,
            memory,
            number,
            agents,
            values,
            buffers: BTreeMap::new(),
            trace: Vec::new(),
            mask: u32::MAX,
            rounds: 0,
            committed: BTreeMap::new(),
            probes: Vec::new(),
        }
    }

    /// What the warp does in the kernel.
    pub fn follow(mut self, body: Block) -> Outcome<Vec<Event>> {
        let module = self.shared.module;
        for (index, &argument) in module.arguments(body).iter().enumerate() {
            let text = self.shared.symbols.text(&format!("argument {index}"));
            let known = self.shared.symbols.of(text, Vec::new(), None);
            self.know(argument, known);
        }
        self.block(body)?;
        Ok(self.trace)
    }

    fn refuse<T>(&self, op: Op, text: &str) -> Outcome<T> {
        let module = self.shared.module;
        let line = module.loc_data(module.loc(op)).line;
        let place = if line > 0 {
            format!(" (line {line})")
        } else {
            String::new()
        };
        Err(Unreadable {
            text: format!("{text}{place}"),
        })
    }

    fn get(&mut self, value: Value) -> Known {
        match self.values.get(value.index()).and_then(Option::as_ref) {
            Some(known) => self.shared.symbols.force(known),
            None => {
                let fresh = self.shared.symbols.fresh();
                self.know(value, fresh.clone());
                fresh
            }
        }
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
    fn number(&mut self, op: Op, value: Value, what: &str) -> Outcome<i64> {
        match self.get(value) {
            Known::Int(number) => Ok(number),
            _ => self.refuse(op, &format!("{what} is not known before the kernel runs")),
        }
    }

    fn emit(&mut self, op: Op, event: Event) -> Outcome<()> {
        self.shared.fuel = match self.shared.fuel.checked_sub(1) {
            Some(fuel) => fuel,
            None => return self.refuse(op, "the program is too long to be checked"),
        };
        self.trace.push(event);
        Ok(())
    }

    fn block(&mut self, block: Block) -> Outcome<Flow> {
        let module = self.shared.module;
        let mut next = module.first_op(block);
        while let Some(op) = next {
            next = module.next_op(op);
            let operands = |warp: &mut Self| module.operands(op).iter().map(|&v| warp.get(v)).collect::<Vec<_>>();
            match module.op_name(op) {
                "scf.yield" => return Ok(Flow::Yield(operands(self))),
                "scf.continue" => return Ok(Flow::Continue(operands(self))),
                "scf.break" => return Ok(Flow::Break(operands(self))),
                "nv_tileas.return" | "nvvm.return" => return Ok(Flow::Return),
                "scf.if" => match self.branch(op)? {
                    Flow::End | Flow::Yield(_) => {}
                    flow => return Ok(flow),
                },
                "scf.for" => self.counted(op)?,
                "scf.loop" => self.endless(op)?,
                "nv_tileas.async.pipeline.agent_switch" => self.agent(op)?,
                "cf.br" | "cf.cond_br" => return self.refuse(op, "branches between blocks are not followed"),
                _ => self.op(op)?,
            }
        }
        Ok(Flow::End)
    }

    /// Whether an op inside this one does what others can see.
    fn matters(&self, op: Op) -> bool {
        self.shared.facts.relevant.contains(&op)
    }

    /// Whether a loop holds another loop that matters.
    fn is_outer(&self, op: Op) -> bool {
        self.shared.facts.outer.contains(&op)
    }

    /// Decides something that is known only when the kernel runs. All agents must come to the same decision: those after
    /// the first find it made.
    fn decide(&mut self, op: Op, symbol: usize, number: i64) -> Outcome<()> {
        if self.number > 0 {
            return self.refuse(
                op,
                "agents decide by values that need not be the same, how often this runs",
            );
        }
        self.shared.symbols.bind(symbol, number);
        Ok(())
    }

    fn trips(&mut self, op: Op) -> i64 {
        let trips = self.shared.trips;
        if self.is_outer(op) {
            self.shared.open.outer = true;
            return i64::from(trips.outer);
        }
        self.shared.open.inner = true;
        let at = self.shared.decided % trips.inner.len().max(1);
        self.shared.decided += 1;
        trips.inner.get(at).map_or(1, |&count| i64::from(count))
    }

    fn counted(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let Some(body) = module.entry_block(module.regions(op)[0]) else {
            return Ok(());
        };
        let bounds = [0, 1, 2].map(|index| self.get(module.operand(op, index)));
        let mut carried: Vec<Known> = module
            .operand_list(op, 3)
            .to_vec()
            .iter()
            .map(|&v| self.get(v))
            .collect();
        let matters = self.matters(op);
        let known = bounds.iter().all(|bound| matches!(bound, Known::Int(_)));
        let follow = matters || known && self.is_short(&bounds);
        if !follow {
            return self.skip(op);
        }
        let [lower, step, count] = self.count(op, bounds)?;
        for round in 0..count {
            let index = lower.wrapping_add(round.wrapping_mul(step));
            let [induction, arguments @ ..] = module.arguments(body) else {
                return Ok(());
            };
            self.know(*induction, Known::Int(index));
            for (&argument, value) in arguments.iter().zip(&carried) {
                self.know(argument, value.clone());
            }
            match self.block(body)? {
                Flow::Continue(values) => carried = values,
                Flow::End => {}
                _ => return self.refuse(op, "a counted loop is left early"),
            }
        }
        for (index, value) in carried.into_iter().enumerate() {
            self.set(op, index, value);
        }
        Ok(())
    }

    /// Loops without effects are followed if they are short.
    fn is_short(&self, bounds: &[Known; 3]) -> bool {
        matches!(bounds, [Known::Int(lower), Known::Int(upper), Known::Int(step)]
            if *step > 0 && upper.saturating_sub(*lower) / step <= 64)
    }

    /// A loop that nobody sees and whose results nobody knows.
    fn skip(&mut self, op: Op) -> Outcome<()> {
        for index in 0..self.shared.module.results(op).len() {
            let known = self.shared.symbols.fresh();
            self.set(op, index, known);
        }
        Ok(())
    }

    /// Start, step and number of iterations of a counted loop.
    fn count(&mut self, op: Op, bounds: [Known; 3]) -> Outcome<[i64; 3]> {
        if bounds
            .iter()
            .any(|bound| matches!(bound, Known::Lanes(_) | Known::Probe(..)))
        {
            return self.refuse(op, "the lanes of a warp go round a loop differently often");
        }
        if let [Known::Int(lower), Known::Int(upper), Known::Int(step)] = bounds {
            let span = i128::from(upper) - i128::from(lower);
            let count = if span <= 0 || step <= 0 {
                0
            } else {
                (span + i128::from(step) - 1) / i128::from(step)
            };
            let count = self.shared.trips.shorten(i64::try_from(count).unwrap_or(i64::MAX));
            return Ok([lower, step, count]);
        }
        let count = self.trips(op);
        let [lower, upper, step] = bounds;
        let step = match step {
            Known::Symbol(symbol) => {
                self.decide(op, symbol, 1)?;
                1
            }
            Known::Int(step) => step,
            _ => 1,
        };
        let span = count.saturating_mul(step);
        let lower = match (&lower, &upper) {
            (Known::Int(lower), _) => *lower,
            (Known::Symbol(symbol), Known::Int(upper)) => {
                let lower = upper.saturating_sub(span);
                self.decide(op, *symbol, lower)?;
                lower
            }
            (Known::Symbol(symbol), _) => {
                self.decide(op, *symbol, 0)?;
                0
            }
            _ => 0,
        };
        if let Known::Symbol(symbol) = upper {
            self.decide(op, symbol, lower.saturating_add(span))?;
        }
        Ok([lower, step, count])
    }

    fn endless(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let Some(body) = module.entry_block(module.regions(op)[0]) else {
            return Ok(());
        };
        let mut carried: Vec<Known> = module.operands(op).to_vec().iter().map(|&v| self.get(v)).collect();
        if !self.matters(op) {
            return self.skip(op);
        }
        let outside = std::mem::take(&mut self.rounds);
        let results = loop {
            for (&argument, value) in module.arguments(body).iter().zip(&carried) {
                self.know(argument, value.clone());
            }
            match self.block(body)? {
                Flow::Continue(values) => carried = values,
                Flow::End => {}
                Flow::Break(values) => break values,
                Flow::Yield(_) | Flow::Return => {
                    return self.refuse(op, "a loop is left in a way that is not followed");
                }
            }
            self.rounds += 1;
            if self.rounds > 4 * self.shared.trips.depth + 64 {
                return self.refuse(op, "a loop whose end is not known");
            }
        };
        self.rounds = outside;
        for (index, value) in results.into_iter().enumerate() {
            self.set(op, index, value);
        }
        Ok(())
    }

    fn branch(&mut self, op: Op) -> Outcome<Flow> {
        let module = self.shared.module;
        let ways: Vec<Option<Block>> = module.regions(op).iter().map(|&r| module.entry_block(r)).collect();
        let ends = |way: &Option<Block>, name: &str| {
            way.and_then(|block| module.last_op(block))
                .is_some_and(|last| module.op_name(last) == name)
        };
        let leaves = ways
            .iter()
            .any(|way| ends(way, "scf.break") || ends(way, "scf.continue"));
        match self.get(module.operand(op, 0)) {
            Known::Int(condition) => self.way(op, &ways, condition != 0),
            Known::Lanes(values) => self.both(op, &ways, |lane| values[lane] != 0),
            Known::Probe(probe, inverted) => self.after_probe(op, &ways, probe, inverted),
            Known::Symbol(symbol) if leaves || self.matters(op) => {
                let condition = if leaves {
                    let over = self.rounds >= self.shared.trips.outer;
                    self.shared.open.outer = true;
                    // The way that breaks is taken when the rounds are over.
                    if ends(&ways[0], "scf.break") || ends(&ways[1], "scf.continue") {
                        over
                    } else {
                        !over
                    }
                } else {
                    self.shared.open.conditions = true;
                    self.shared.trips.condition
                };
                self.decide(op, symbol, i64::from(condition))?;
                self.way(op, &ways, condition)
            }
            condition @ Known::Symbol(_) => self.either(op, &ways, condition),
        }
    }

    fn way(&mut self, op: Op, ways: &[Option<Block>], condition: bool) -> Outcome<Flow> {
        let Some(way) = ways.get(usize::from(!condition)).copied().flatten() else {
            return Ok(Flow::End);
        };
        let flow = self.block(way)?;
        if let Flow::Yield(values) = &flow {
            for (index, value) in values.iter().enumerate() {
                self.set(op, index, value.clone());
            }
        }
        Ok(flow)
    }

    /// The lanes part, and meet again after the branch.
    fn both(&mut self, op: Op, ways: &[Option<Block>], condition: impl Fn(usize) -> bool) -> Outcome<Flow> {
        let all = self.mask;
        let taken = (0..LANES)
            .filter(|&lane| condition(lane))
            .fold(0u32, |mask, lane| mask | 1 << lane);
        let mut results: Vec<Vec<Known>> = Vec::new();
        for (way, mask) in ways.iter().zip([taken, !taken]) {
            let (Some(way), mask) = (*way, all & mask) else {
                continue;
            };
            if mask == 0 {
                results.push(Vec::new());
                continue;
            }
            self.mask = mask;
            match self.block(way)? {
                Flow::End => results.push(Vec::new()),
                Flow::Yield(values) => results.push(values),
                _ => return self.refuse(op, "some lanes of a warp leave a loop before the others"),
            }
            self.mask = all;
        }
        for index in 0..self.shared.module.results(op).len() {
            let merged = match (
                results.first().and_then(|r| r.get(index)),
                results.get(1).and_then(|r| r.get(index)),
            ) {
                (Some(a), Some(b)) => merge(a, b, &condition),
                _ => None,
            };
            let merged = merged.unwrap_or_else(|| self.shared.symbols.fresh());
            self.set(op, index, merged);
        }
        Ok(Flow::End)
    }

    /// A wait that only those whose probe failed must do: probe and wait are one thing to the checker.
    fn after_probe(&mut self, op: Op, ways: &[Option<Block>], probe: usize, inverted: bool) -> Outcome<Flow> {
        let before = self.trace.len();
        let Some((at, parity, then)) = self.probes.get(probe).copied() else {
            return self.refuse(op, "a probe that is not known");
        };
        // The way of those whose probe failed.
        let failed = ways.get(usize::from(!inverted)).copied().flatten();
        let succeeded = ways.get(usize::from(inverted)).copied().flatten();
        if let Some(block) = succeeded {
            self.block(block)?;
        }
        if let Some(block) = failed {
            self.block(block)?;
        }
        let waits = self.trace.get(before..) == Some(&[Event::Wait(at, parity)][..]);
        if !waits || then != before {
            return self.refuse(op, "what follows a probe is more than the wait that it may save");
        }
        self.trace[before] = Event::Probe(at, parity);
        Ok(Flow::End)
    }

    /// A branch that nobody sees: its results are one or the other.
    fn either(&mut self, op: Op, ways: &[Option<Block>], condition: Known) -> Outcome<Flow> {
        let mut results: Vec<Vec<Known>> = Vec::new();
        for way in ways.iter().flatten() {
            results.push(match self.block(*way)? {
                Flow::Yield(values) => values,
                Flow::End => Vec::new(),
                _ => return self.refuse(op, "a branch is left in a way that is not followed"),
            });
        }
        for index in 0..self.shared.module.results(op).len() {
            let of = |way: usize| results.get(way).and_then(|r| r.get(index)).cloned();
            let known = match (of(0), of(1)) {
                (Some(a), Some(b)) if a == b => a,
                (Some(a), Some(b)) => {
                    let operands = vec![condition.clone(), a, b];
                    let text = self.shared.symbols.text("either");
                    self.shared.symbols.of(text, operands, None)
                }
                _ => self.shared.symbols.fresh(),
            };
            self.set(op, index, known);
        }
        Ok(Flow::End)
    }

    /// The first warps consume, one thread of those after them produces.
    fn agent(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let consumers = self.agents.first().copied().unwrap_or(0);
        let (region, mask) = match self.number {
            number if number < consumers => (0, u32::MAX),
            number if number == consumers => (1, 1),
            _ => return Ok(()),
        };
        if let Some(block) = module
            .regions(op)
            .get(region)
            .and_then(|&region| module.entry_block(region))
        {
            let all = std::mem::replace(&mut self.mask, mask);
            self.block(block)?;
            self.mask = all;
        }
        Ok(())
    }

    fn op(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        match module.op_name(op) {
            "arith.constant" => {
                let bits = module
                    .element_scalar(module.ty(module.result(op, 0)))
                    .map_or(64, |s| s.bits);
                let known = match module.dense_attr(op, "value") {
                    Some([value]) => Known::Int(sign_extend(*value as i64, bits)),
                    _ => self.pure(op),
                };
                self.set(op, 0, known);
                Ok(())
            }
            "nv_tileas.assume" => {
                let known = self.get(module.operand(op, 0));
                self.set(op, 0, known);
                Ok(())
            }
            "nvvm.read_sreg" => {
                let known = self.special(op);
                self.set(op, 0, known);
                Ok(())
            }
            "nvvm.shared_base" => {
                let from = module.int_attr(op, "from").unwrap_or(0);
                self.set(op, 0, Known::Int(from));
                Ok(())
            }
            "nv_tileas.alloc_tensor" => {
                let number = self
                    .memory
                    .buffers
                    .iter()
                    .position(|&buffer| buffer == op)
                    .unwrap_or_else(|| {
                        self.memory.buffers.push(op);
                        self.memory.buffers.len() - 1
                    });
                self.buffers.insert(module.result(op, 0), number);
                Ok(())
            }
            name if is_relevant(name) => self.effect(op),
            _ => {
                for index in 0..module.results(op).len() {
                    let known = if module.def(op).has(PURE) {
                        self.pure_result(op, index)
                    } else {
                        self.shared.symbols.fresh()
                    };
                    self.set(op, index, known);
                }
                Ok(())
            }
        }
    }

    fn special(&mut self, op: Op) -> Known {
        let number = i64::from(self.number);
        match self.shared.module.keyword(op, "register") {
            "tid.x" => lanes(std::array::from_fn(|lane| number * LANES as i64 + lane as i64)),
            "laneid" => lanes(std::array::from_fn(|lane| lane as i64)),
            // The same for all threads of the block.
            _ => self.pure(op),
        }
    }

    fn pure(&mut self, op: Op) -> Known {
        self.pure_result(op, 0)
    }

    /// The result of an op without effects: computed, or a symbol for the computation.
    fn pure_result(&mut self, op: Op, index: usize) -> Known {
        let module = self.shared.module;
        let operands: Vec<Known> = module.operands(op).iter().map(|&v| self.get(v)).collect();
        let shared = &mut *self.shared;
        let rule = match shared.rules.get(op.index()).copied().flatten() {
            Some(rule) => rule,
            None => {
                let rule = (Rule::of(module, op), shared.symbols.text(&op_text(module, op)));
                if let Some(entry) = shared.rules.get_mut(op.index()) {
                    *entry = Some(rule);
                }
                rule
            }
        };
        let (rule, text) = rule;
        if let Some(known) = rule.and_then(|rule| rule.apply(&operands)) {
            return known;
        }
        // Each result is a symbol of its own.
        let text = match index {
            0 => text,
            _ => shared.symbols.text(&format!("{}#{index}", op_text(module, op))),
        };
        shared.symbols.of(text, operands, rule)
    }

    fn address(&mut self, op: Op) -> Outcome<i64> {
        let module = self.shared.module;
        let base = self.number(op, module.operand(op, 0), "the address of a barrier")?;
        Ok(base + module.int_attr(op, "offset").unwrap_or(0))
    }

    /// The lanes that take part: those that are here, and whose predicate holds.
    fn participants(&mut self, op: Op) -> Outcome<u32> {
        let Some(predicate) = self.shared.module.operand_named(op, "predicate") else {
            return Ok(self.mask.count_ones());
        };
        let mask = match self.get(predicate) {
            Known::Int(value) => {
                if value != 0 {
                    u32::MAX
                } else {
                    0
                }
            }
            Known::Lanes(values) => (0..LANES)
                .filter(|&l| values[l] != 0)
                .fold(0u32, |mask, lane| mask | 1 << lane),
            _ => return self.refuse(op, "whether a thread arrives is not known before the kernel runs"),
        };
        Ok((self.mask & mask).count_ones())
    }

    fn parity(&mut self, op: Op) -> Outcome<u32> {
        let parity = self.shared.module.operand(op, 1);
        Ok((self.number(op, parity, "the parity that is waited for")? & 1) as u32)
    }

    fn place(&mut self, op: Op, buffer: &str, slot: &str) -> Outcome<(usize, i64)> {
        let module = self.shared.module;
        let buffer = module
            .operand_named(op, buffer)
            .and_then(|value| self.buffers.get(&value).copied());
        let (Some(buffer), Some(slot)) = (buffer, module.operand_named(op, slot)) else {
            return self.refuse(op, "which buffer is meant is not known");
        };
        Ok((buffer, self.number(op, slot, "which place of a buffer is meant")?))
    }

    fn effect(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        match module.op_name(op) {
            "nvvm.mbarrier.init" => {
                let (at, count) = (self.address(op)?, module.int_attr(op, "count").unwrap_or(0));
                let Ok(count) = u32::try_from(count) else {
                    return self.refuse(op, "a barrier that counts fewer than no arrivals");
                };
                if self.shared.barriers.insert(at, count).is_some() {
                    return self.refuse(op, "a barrier is made ready twice");
                }
                Ok(())
            }
            "nvvm.mbarrier.inval" => Ok(()),
            "nvvm.mbarrier.wait.parity" => {
                let (at, parity) = (self.ready(op)?, self.parity(op)?);
                self.committed.clear();
                self.emit(op, Event::Wait(at, parity))
            }
            "nvvm.mbarrier.try_wait.parity" => {
                let (at, parity) = (self.ready(op)?, self.parity(op)?);
                self.probes.push((at, parity, self.trace.len()));
                let probe = Known::Probe(self.probes.len() - 1, false);
                self.set(op, 0, probe);
                Ok(())
            }
            "nvvm.mbarrier.arrive" => {
                let (at, count) = (self.ready(op)?, self.participants(op)?);
                if count == 0 {
                    return Ok(());
                }
                self.committed.insert(at, true);
                self.emit(op, Event::Arrive(at, count))
            }
            "nvvm.mbarrier.arrive.expect_tx" => {
                let (at, count) = (self.ready(op)?, self.participants(op)?);
                let bytes = module.int_attr(op, "bytes").unwrap_or(0).clamp(0, i64::from(u32::MAX)) as u32;
                self.committed.insert(at, true);
                (0..count).try_for_each(|_| self.emit(op, Event::Expect(at, bytes)))
            }
            "nv_tileas.async.tiled_tma_load" => self.copy(op),
            "nv_tileas.async.dot" => {
                for (buffer, slot) in [("lhs", "lhs_slot"), ("rhs", "rhs_slot")] {
                    let (buffer, index) = self.place(op, buffer, slot)?;
                    self.emit(op, Event::ReadAsync(buffer, index))?;
                }
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                Ok(())
            }
            "nv_tileas.local_load" => {
                let (buffer, index) = self.place(op, "buffer", "slot")?;
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                self.emit(op, Event::Read(buffer, index))
            }
            "nv_tileas.local_store" => {
                let (buffer, index) = self.place(op, "buffer", "slot")?;
                self.emit(op, Event::Write(buffer, index))
            }
            "nvvm.wgmma.commit_group" => self.emit(op, Event::CommitGroup),
            "nvvm.wgmma.wait_group" => {
                let pending = module.int_attr(op, "count").unwrap_or(0).clamp(0, 64) as u32;
                self.emit(op, Event::WaitGroup(pending))
            }
            "nvvm.barrier" => {
                let id = self.named(op);
                self.emit(op, Event::NamedArrive(id))?;
                self.emit(op, Event::NamedWait(id))
            }
            "nvvm.barrier.cta.arrive" => {
                let id = self.named(op);
                self.emit(op, Event::NamedArrive(id))
            }
            name if name.starts_with("nvvm.cluster.") => self.refuse(op, "barriers of a cluster are not followed"),
            name => self.refuse(op, &format!("`{name}` is not followed")),
        }
    }

    /// The address of a barrier that has been made ready.
    fn ready(&mut self, op: Op) -> Outcome<i64> {
        let at = self.address(op)?;
        if self.shared.barriers.contains_key(&at) {
            Ok(at)
        } else {
            self.refuse(op, &format!("the barrier at byte {at} is used but never made ready"))
        }
    }

    fn named(&mut self, op: Op) -> i64 {
        let module = self.shared.module;
        let id = module.int_attr(op, "id").unwrap_or(0);
        let threads = module.int_attr(op, "threads");
        let warps = threads.map_or(self.shared.warps, |threads| {
            (threads.max(0) as u32).div_ceil(LANES as u32)
        });
        self.shared.named.insert(id, warps.max(1));
        id
    }

    fn copy(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let (buffer, index) = self.place(op, "buffer", "slot")?;
        let (Some(barrier), Some(value)) = (module.operand_named(op, "barrier"), module.operand_named(op, "buffer"))
        else {
            return self.refuse(op, "a copy that names no barrier");
        };
        let at = self.number(op, barrier, "the address of a barrier")?;
        if !self.shared.barriers.contains_key(&at) {
            return self.refuse(op, &format!("the barrier at byte {at} is used but never made ready"));
        }
        let bytes = module
            .buffer_type(module.ty(value))
            .map_or(0, |buffer| buffer.tile_bytes());
        let bytes = bytes.clamp(0, i64::from(u32::MAX)) as u32;
        let committed = self.committed.get(&at).copied().unwrap_or(false);
        // Every lane that is here starts a copy of its own.
        (0..self.mask.count_ones()).try_for_each(|_| {
            let copy = Event::Copy {
                buffer,
                index,
                barrier: at,
                bytes,
                committed,
            };
            self.emit(op, copy)
        })
    }
}

/// What the structure of a kernel says, looked up again and again.
#[derive(Default)]
pub(super) struct Facts {
    /// Ops with something inside that others can see.
    pub relevant: BTreeSet<Op>,
    /// Loops with such a loop inside.
    pub outer: BTreeSet<Op>,
}

impl Facts {
    pub fn of(module: &Module) -> Self {
        let mut facts = Self::default();
        for op in module.walk(module.top()) {
            if !is_relevant(module.op_name(op)) {
                continue;
            }
            let mut in_loop = false;
            let mut at = module.parent_op(op);
            while let Some(owner) = at {
                facts.relevant.insert(owner);
                if matches!(module.op_name(owner), "scf.for" | "scf.loop") {
                    if in_loop {
                        facts.outer.insert(owner);
                    }
                    in_loop = true;
                }
                at = module.parent_op(owner);
            }
        }
        facts
    }
}

/// What a value is after the lanes have met again.
fn merge(a: &Known, b: &Known, condition: impl Fn(usize) -> bool) -> Option<Known> {
    let of = |known: &Known, lane: usize| match known {
        Known::Int(value) => Some(*value),
        Known::Lanes(values) => Some(values[lane]),
        _ => None,
    };
    let mut values = [0; LANES];
    for (lane, value) in values.iter_mut().enumerate() {
        *value = of(if condition(lane) { a } else { b }, lane)?;
    }
    Some(lanes(values))
}

/// An op without its operands: two of the same text compute the same of the same.
fn op_text(module: &Module, op: Op) -> String {
    let mut text = module.op_name(op).to_string();
    for &(slot, attr) in module.own_attrs(op) {
        text.push_str(&format!(" {slot}={}", module.attr_text(attr)));
    }
    for &(name, attr) in module.extra_attrs(op) {
        if matches!(module.attr_data(attr), AttrData::Int(_) | AttrData::Keyword(_)) {
            text.push_str(&format!(" {}={}", module.name(name), module.attr_text(attr)));
        }
    }
    for &result in module.results(op) {
        text.push_str(&format!(" {}", module.type_text(module.ty(result))));
    }
    text
}
