//! State that all warps of a kernel share while they are followed.

use super::action::Action;
use super::agents::{Agent, MAX_WARPS, agents, part, regions};
use super::facts::{Facts, kernel_body};
use super::meetings;
use super::start::Start;
use super::uses::Uses;
use super::value::{Known, Operands, Symbols};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tilewright_ir::OpKind;
use tilewright_ir::entity::Entity;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::{nv_tileas, nvvm};
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_sorted::SortedMap;

/// A scenario: how often loops go round whose trip counts are not known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Trips {
    /// For loops that hold no other loop: these counts, one after the other, again and again.
    pub inner: Vec<u32>,
    /// For loops around them.
    pub outer: u32,
    /// Stages of the ring.
    pub depth: u32,
    /// The values of unknown conditions: these, one after the other, again and again.
    pub conditions: Vec<bool>,
}

/// The decisions of a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Open {
    pub inner: bool,
    pub outer: bool,
    pub conditions: bool,
}

impl Open {
    /// The decisions of either.
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
            words.push(format!("{} iteration{plural} of the loop around it", self.outer));
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

    /// The iterations of which none is left out: a count that the scenario has decided for one agent is known to the next, and must be
    /// the same.
    pub fn longest(&self, laps: i64) -> i64 {
        // Absent: a scenario that decides nothing.
        let decided = self.inner.iter().copied().max().unwrap_or(0).max(self.outer);
        (2 * laps).max(i64::from(decided))
    }

    /// A known trip count, shortened to between two and four laps, the same modulo two laps, which are `laps` iterations. Where the first
    /// iterations of a loop were written out before it, it is shortened as one with these is: other agents run that one.
    pub fn shorten(&self, count: i64, before: i64, laps: i64) -> i64 {
        let before = if (0..laps).contains(&before) { before } else { 0 };
        let count = count.saturating_add(before);
        let shortened = match count > self.longest(laps) {
            true => laps + count % laps,
            false => count,
        };
        shortened - before
    }
}

/// The operands by which an op names a slot: the buffer, and which of its slots.
pub(super) const SLOT_OF_BUFFER: [OperandName; 2] = [operand::BUFFER, operand::SLOT];
/// The same of the two operands of a product.
pub(super) const OPERANDS_OF_PRODUCT: [[OperandName; 2]; 2] =
    [[operand::LHS, operand::LHS_SLOT], [operand::RHS, operand::RHS_SLOT]];

/// Operands of an op by name: warps come to it many times. None: it has no such operand, or leaves it out.
#[derive(Clone, Copy)]
pub(super) struct Said {
    pub slot: Option<SlotSaid>,
    /// Those of the operands of a product.
    pub sides: [Option<SlotSaid>; 2],
    /// The parts of the tile, of which a copy fills one, and those of a slot.
    pub parts: (i64, i64),
    pub predicate: Option<Value>,
    pub parity: Option<Value>,
    pub barrier: Option<Value>,
    pub part: Option<Value>,
    pub mask: Option<Value>,
}

/// A slot that an op names.
#[derive(Clone, Copy)]
pub(super) struct SlotSaid {
    pub buffer: Value,
    /// Its number.
    pub number: Value,
    /// The slots that the buffer has, where its type says so.
    pub depth: Option<i64>,
}

impl Said {
    fn of(module: &Module, op: Op) -> Self {
        let named = |name| module.operand_named(op, name);
        let slot = |of| SlotSaid::named(module, op, of);
        Self {
            slot: slot(SLOT_OF_BUFFER),
            sides: OPERANDS_OF_PRODUCT.map(slot),
            // Absent: the whole tile is copied.
            parts: (module.int_or(op, "parts", 1), parts_of(module, op)),
            predicate: named(operand::PREDICATE),
            parity: named(operand::PARITY),
            barrier: named(operand::BARRIER),
            part: named(operand::PART),
            mask: named(operand::MASK),
        }
    }
}

impl SlotSaid {
    /// The slot that an op names by such operands, if it does.
    pub fn named(module: &Module, op: Op, [buffer, slot]: [OperandName; 2]) -> Option<Self> {
        let (buffer, number) = (module.operand_named(op, buffer)?, module.operand_named(op, slot)?);
        let depth = module.buffer_type(module.ty(buffer)).map(|buffer| buffer.depth);
        Some(Self { buffer, number, depth })
    }
}

/// A barrier that was made ready.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    /// The arrivals that complete a phase.
    pub count: u32,
    /// The first of the group of barriers that was made ready together with it.
    pub group: i64,
}

/// The state that all warps share while they are followed: what is true of the kernel, and where a scenario stands.
pub(super) struct Shared<'m> {
    pub module: &'m Module,
    /// The block of the kernel.
    pub body: Block,
    /// The agents, if the kernel has any.
    pub agents: Vec<Agent>,
    pub facts: Facts,
    /// The actions for ops, by their numbers.
    pub actions: Vec<Action>,
    /// The last operands that each op was computed of which differ between lanes, and its result.
    pub by_lane: Vec<Option<(Operands, Option<Known>)>>,
    /// The addresses of barriers that ops name: values, and offsets from them.
    pub addresses: Vec<Option<(Value, i64)>>,
    /// The operands by name of ops that others see, each looked for once.
    said: Vec<Option<Said>>,
    /// Known values of each warp, and the first warp with the same ones.
    pub starts: Vec<(Rc<Start>, u32)>,
    pub trips: Trips,
    /// Iterations after which each ring is where it was, with the phases that it had.
    pub laps: i64,
    pub symbols: Symbols,
    /// Barriers by address.
    pub barriers: SortedMap<i64, Ready>,
    /// Names of places of buffers, by what makes the buffer and its number.
    pub slot_names: FxHashMap<(Option<Op>, (usize, i64)), String>,
    /// Ops on barriers in all scenarios so far.
    pub uses: Uses,
    /// Named barriers by number, with the warps that meet there.
    pub named: SortedMap<i64, u32>,
    /// Warps of the block.
    pub warps: u32,
    /// Those of them that meet the other CTAs of the cluster.
    pub meeting: u32,
    /// CTAs of the cluster, where they arrive at each other's barriers or copy for each other; else one stands for all.
    pub ctas: u32,
    /// Parts of the tiles of buffers that several CTAs fill together.
    pub parts: SortedMap<Value, i64>,
    /// Whether threads wait for groups of their own copies, for there is no mbarrier.
    pub awaits_groups: bool,
    pub open: Open,
    /// Loops whose counts, and conditions that the scenario has decided so far.
    pub decided: [usize; 2],
    /// Steps left before the program is too long to be checked.
    pub fuel: usize,
}

/// Steps of all warps, at most.
const FUEL: usize = 200_000;
/// CTAs of a cluster, at most.
const MAX_CTAS: u32 = 16;

impl<'m> Shared<'m> {
    /// Facts of a module's kernel that hold in all scenarios.
    pub fn of(module: &'m Module, warps: u32) -> Self {
        let ops = module.walk(module.top());
        let find = |kinds: &[OpKind]| ops.iter().copied().find(|&op| kinds.contains(&module.kind(op)));
        let body = kernel_body(module, &ops);
        let switch = find(&[nv_tileas::WARP_SWITCH]);
        // Absent: without a switch all warps do the same.
        let agents = switch.map_or(vec![], |op| agents(module, op));
        let total = match &agents[..] {
            [] => warps,
            agents => agents.iter().map(|agent| agent.warps).sum(),
        };
        let warps = total.clamp(1, MAX_WARPS as u32);
        let facts = Facts::of(module, &ops);
        let mut symbols = Symbols::default();
        let actions = Action::of_all(module, &ops, &facts, &mut symbols);
        let mut starts: Vec<(Rc<Start>, u32)> = Vec::new();
        let regions = regions(module, switch);
        for number in 0..warps {
            let part = part(&agents, number);
            let reached = |op: &&Op| facts.is_live(**op) && part.reaches(regions[op.index()]);
            let own: Vec<Op> = ops.iter().filter(reached).copied().collect();
            let start = Start::of(module, &own, (&actions, &mut symbols.rows), (number, part));
            // The first warp decides for all.
            let alike = starts.iter().skip(1).find(|(other, _)| other.is_like(&start));
            let leader = alike.map_or(number, |&(_, leader)| leader);
            starts.push((Rc::new(start), leader));
        }
        let meeting = meetings::warps(module, &agents, warps);
        Self {
            module,
            body,
            agents,
            facts,
            actions,
            by_lane: vec![None; module.op_count()],
            addresses: vec![None; module.op_count()],
            said: vec![None; module.op_count()],
            starts,
            trips: Trips::default(),
            laps: laps(module, &ops),
            symbols,
            barriers: SortedMap::new(),
            slot_names: FxHashMap::default(),
            uses: Uses::default(),
            named: SortedMap::new(),
            warps,
            meeting,
            ctas: ctas(module, &ops),
            parts: parts(module, &ops),
            awaits_groups: find(&[nvvm::MBARRIER_INIT]).is_none(),
            open: Open::default(),
            decided: [0, 0],
            fuel: FUEL,
        }
    }

    /// The operands by name of an op that others see.
    pub fn said(&mut self, op: Op) -> Said {
        let module = self.module;
        *self.said[op.index()].get_or_insert_with(|| Said::of(module, op))
    }

    /// Starts a scenario.
    pub fn begin(&mut self, trips: &Trips) {
        self.trips = trips.clone();
        self.symbols.forget();
        self.barriers.clear();
        self.named.clear();
        self.open = Open::default();
        self.decided = [0, 0];
        self.fuel = FUEL;
    }
}

/// Stages that rings have in common, at most: else the deepest ring counts alone.
const MAX_STAGES: i64 = 64;

/// Two laps of all rings together.
fn laps(module: &Module, ops: &[Op]) -> i64 {
    let results = ops.iter().flat_map(|&op| module.results(op));
    let depth = |&value: &Value| module.buffer_type(module.ty(value)).map(|buffer| buffer.depth.max(1));
    let stages = results.filter_map(depth).fold(1, |all, depth| {
        let mut multiples = (1..=MAX_STAGES).map(|times| times * all.max(depth));
        let common = multiples.find(|multiple| multiple % all == 0 && multiple % depth == 0);
        common.filter(|&common| common <= MAX_STAGES).unwrap_or(all.max(depth))
    });
    2 * stages
}

/// The CTAs of a cluster whose shared memory is touched from outside.
fn ctas(module: &Module, ops: &[Op]) -> u32 {
    let said = ops.iter().filter_map(|&op| module.int_attr(op, "ctas"));
    // Absent: a CTA alone.
    said.max().map_or(1, |ctas| ctas.clamp(1, i64::from(MAX_CTAS)) as u32)
}

fn parts(module: &Module, ops: &[Op]) -> SortedMap<Value, i64> {
    let mut found = SortedMap::new();
    for &op in ops {
        if let (Some(_), Some(buffer)) = (module.int_attr(op, "parts"), module.operand_named(op, operand::BUFFER)) {
            let most = found.entry(buffer).or_insert(1);
            *most = parts_of(module, op).clamp(*most, i64::from(MAX_CTAS));
        }
    }
    found
}

/// Parts of a slot, of which a copy fills one: a CTA of a pair has slots for its part alone.
pub(super) fn parts_of(module: &Module, copy: Op) -> i64 {
    // Absent: the whole tile is copied.
    match module.int_or(copy, "parts", 1) {
        parts if parts > 1 && !module.is_of_pair(copy) => parts,
        // Absent: the whole tile, or the part for which a CTA of a pair has its slots.
        _ => 1,
    }
}

/// The number that a part of the tile in a slot has among the places of a buffer.
pub(super) fn place_of_part(slot: i64, part: i64) -> i64 {
    slot | part << PART_BITS
}

/// The slot and the part of such a number.
pub(super) fn slot_and_part(place: i64) -> (i64, i64) {
    (place & ((1 << PART_BITS) - 1), place >> PART_BITS)
}

/// Bits for the number of a slot.
const PART_BITS: u32 = 32;
