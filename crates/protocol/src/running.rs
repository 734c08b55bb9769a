//! Products that run while the kernel goes on, followed from the first op to the last: which may still run at each op, and whether
//! something touches the registers that they use.
//!
//! A product runs from its op until a wait for its group, or for a later one, is over. Groups end in the order in which they were
//! made (PTX ISA, the wait for groups of asynchronous products), so that a wait for all but some leaves those that were made last. Where ways meet, what may run
//! on either is taken to run, each group as many before the end as it was on its way.

use super::finding::{Finding, Found};
use super::model::{Model, Seen};
use super::structure::name;
use tilewright_ir::operand;
use tilewright_ir::ops::{nv_tileas, scf};
use tilewright_ir::{Block, Def, Module, Op, Value};
use tilewright_sorted::{SortedMap, SortedSet};

/// The most groups that are told apart; those before are taken to be one.
const MOST_GROUPS: usize = 8;
/// The most times that a loop is gone through; each finds more that runs, or is the last.
const MOST_ROUNDS: usize = 64;

/// Registers that products use.
#[derive(Clone, Default, PartialEq, Eq)]
struct Group {
    /// The registers that they write.
    written: SortedSet<Value>,
    /// The registers that they read.
    read: SortedSet<Value>,
}

impl Group {
    fn join(&mut self, other: &Self) {
        self.written.extend(other.written.iter().copied());
        self.read.extend(other.read.iter().copied());
    }
}

/// The products that may run at a place.
#[derive(Clone, Default, PartialEq, Eq)]
struct Running {
    /// Products that are in no group yet.
    open: Group,
    /// Groups, the last one last.
    groups: Vec<Group>,
}

impl Running {
    fn all(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().chain([&self.open])
    }

    fn writes(&self, value: Value) -> bool {
        self.all().any(|group| group.written.contains(&value))
    }

    fn reads(&self, value: Value) -> bool {
        self.all().any(|group| group.read.contains(&value))
    }

    fn commit(&mut self) {
        self.groups.push(std::mem::take(&mut self.open));
        while self.groups.len() > MOST_GROUPS {
            let first = self.groups.remove(0);
            self.groups[0].join(&first);
        }
    }

    fn wait(&mut self, but: usize) {
        let done = self.groups.len().saturating_sub(but);
        self.groups.drain(..done);
    }

    /// Where two ways meet.
    fn join(&mut self, other: &Self) {
        self.open.join(&other.open);
        let more = other.groups.len().saturating_sub(self.groups.len());
        self.groups.splice(..0, vec![Group::default(); more]);
        let ends = self.groups.iter_mut().rev().zip(other.groups.iter().rev());
        ends.for_each(|(own, other)| own.join(other));
    }

    /// A value that is written has another name from here on, too.
    fn also(&mut self, value: Value, alias: Value) {
        for group in self.groups.iter_mut().chain([&mut self.open]) {
            if group.written.contains(&value) {
                group.written.insert(alias);
            }
        }
    }
}

/// A loop that is gone through.
struct Around {
    op: Op,
    /// The products that run at the end of an iteration, and where the loop is left.
    next: Running,
    left: Running,
}

struct Walk<'m> {
    module: &'m Module,
    /// Of a product's result, the value whose registers it is in: a product adds to what is in its accumulators' registers.
    homes: SortedMap<Value, Value>,
    loops: Vec<Around>,
    found: Option<Found>,
}

/// The first op that touches registers of a product that may run.
pub(super) fn touched(module: &Module, ops: &[Op]) -> Option<Found> {
    let &kernel = ops.iter().find(|&&op| module.kind(op) == nv_tileas::FUNC)?;
    let mut walk = Walk {
        module,
        homes: SortedMap::new(),
        loops: Vec::new(),
        found: None,
    };
    for &block in module.regions(kernel).iter().flat_map(|&region| module.blocks(region)) {
        walk.block(block, Running::default());
    }
    walk.found
}

impl Walk<'_> {
    /// The products that run at the end of a block.
    fn block(&mut self, block: Block, mut running: Running) -> Running {
        for op in self.module.ops(block) {
            if self.found.is_some() {
                return running;
            }
            running = self.op(op, running);
        }
        running
    }

    fn op(&mut self, op: Op, mut running: Running) -> Running {
        let module = self.module;
        let kind = module.kind(op);
        // An op in a loop makes its results in the same registers again.
        if let Some(&value) = module.results(op).iter().find(|&&value| running.reads(value)) {
            self.overwrites(op, value);
        }
        match Model::of(kind) {
            Some(Model::Seen(Seen::AsyncDot | Seen::AsyncWordDot)) => {
                let acc = module.operand_named(op, operand::ACC);
                self.takes(op, &running, acc);
                let words = module.operand_named(op, operand::LHS);
                let words = words.filter(|&value| module.tile_type(module.ty(value)).is_some());
                running.open.read.extend(words);
                let result = module.result(op, 0);
                running.open.written.insert(result);
                if let Some(acc) = acc {
                    // It adds to what a loop carries, or another product has made, in the registers of that: whoever reads it now reads sums.
                    let is_carried =
                        matches!(module.value_def(acc), Def::Argument(..)) || self.homes.contains_key(&acc);
                    running.open.written.extend(is_carried.then_some(acc));
                    // Absent: what no product has made has registers of its own.
                    let home = self.homes.get(&acc).copied().unwrap_or(acc);
                    self.homes.insert(result, home);
                }
                return running;
            }
            Some(Model::Seen(Seen::CommitProducts)) => running.commit(),
            Some(Model::Seen(Seen::WaitProducts)) => {
                // Absent: a wait that does not say for how many waits for none.
                let but = module
                    .int_attr(op, "count")
                    .map_or(usize::MAX, |count| count.max(0) as usize);
                running.wait(but);
            }
            // Absent: other ops start and end no product.
            _ => {}
        }
        match kind {
            scf::FOR | scf::LOOP => return self.around(op, running),
            scf::CONTINUE | scf::BREAK => return self.ends(op, running),
            _ => self.takes(op, &running, None),
        }
        let blocks: Vec<Block> = module
            .regions(op)
            .iter()
            .flat_map(|&region| module.blocks(region))
            .copied()
            .collect();
        if blocks.is_empty() {
            return running;
        }
        // A branch may have one way only, and an agent is one of several.
        let mut after = running.clone();
        for block in blocks {
            let end = self.block(block, running.clone());
            if self.goes_on(block) {
                after.join(&end);
            }
        }
        after
    }

    /// Whether what comes after a branch comes after this block.
    fn goes_on(&self, block: Block) -> bool {
        let last = self.module.last_op(block).map(|op| self.module.kind(op));
        !matches!(last, Some(scf::CONTINUE | scf::BREAK))
    }

    /// An op that takes what a product may still write.
    fn takes(&mut self, op: Op, running: &Running, except: Option<Value>) {
        let module = self.module;
        let mut values = module.operands(op).iter().copied();
        if let Some(value) = values.find(|&value| Some(value) != except && running.writes(value)) {
            self.moves(op, value);
        }
    }

    /// A value is read, or moved to other registers, while a product may still write it.
    fn moves(&mut self, op: Op, value: Value) {
        let module = self.module;
        if self.found.is_none() {
            let finding = Finding::ReadInFlight {
                accumulator: name(module, value),
                commit: Model::Seen(Seen::CommitProducts).names(),
                wait: Model::Seen(Seen::WaitProducts).names(),
            };
            self.found = Some(Found::at(module, op, finding));
        }
    }

    /// Registers are written that a product may still read.
    fn overwrites(&mut self, op: Op, value: Value) {
        let finding = Finding::OperandInFlight {
            operand: name(self.module, value),
            wait: Model::Seen(Seen::WaitProducts).names(),
        };
        self.found.get_or_insert(Found::at(self.module, op, finding));
    }

    /// A loop: what runs at its start may come from before it, where the registers of what it carries are others, or from an
    /// iteration, where they are the same.
    fn around(&mut self, op: Op, running: Running) -> Running {
        let module = self.module;
        self.takes(op, &running, None);
        let Some(body) = module
            .regions(op)
            .first()
            .and_then(|&region| module.entry_block(region))
        else {
            return running;
        };
        let mut head = running.clone();
        for _ in 0..MOST_ROUNDS {
            self.loops.push(Around {
                op,
                next: Running::default(),
                left: Running::default(),
            });
            self.block(body, head.clone());
            let Some(round) = self.loops.pop() else { return head };
            let mut next = head.clone();
            next.join(&round.next);
            let mut after = round.left;
            if module.kind(op) == scf::FOR {
                after.join(&running);
                after.join(&round.next);
            }
            if self.found.is_some() || next == head {
                return after;
            }
            head = next;
        }
        self.found = Some(Finding::TooLong.into());
        head
    }

    /// The end of an iteration or of a loop: accumulators stay in the registers that the loop has for them; nothing else may.
    fn ends(&mut self, op: Op, mut running: Running) -> Running {
        let module = self.module;
        let Some(at) = self.loops.len().checked_sub(1) else {
            return running;
        };
        let owner = self.loops[at].op;
        let is_next = module.kind(op) == scf::CONTINUE;
        let body = module
            .regions(owner)
            .first()
            .and_then(|&region| module.entry_block(region));
        let first = usize::from(module.kind(owner) == scf::FOR);
        // Absent: a loop without a body has no arguments.
        let arguments = body.map_or(&[][..], |body| module.arguments(body));
        let argument = |place: usize| arguments.get(place + first).copied();
        for (place, &value) in module.operands(op).iter().enumerate().filter(|_| is_next) {
            // The next iteration's words take the registers of those that a product reads.
            if let Some(argument) = argument(place).filter(|&argument| argument != value && running.reads(argument)) {
                self.overwrites(op, argument);
            }
        }
        for (place, &value) in module.operands(op).iter().enumerate() {
            if running.writes(value) {
                // Absent: what no product has made has registers of its own.
                let home = self.homes.get(&value).copied().unwrap_or(value);
                if !is_next || Some(home) != argument(place) {
                    self.moves(op, value);
                }
                let result = module.results(owner).get(place).copied();
                argument(place)
                    .into_iter()
                    .chain(result)
                    .for_each(|alias| running.also(value, alias));
            }
        }
        let around = &mut self.loops[at];
        if is_next {
            around.next.join(&running);
        } else {
            around.left.join(&running);
        }
        running
    }
}
