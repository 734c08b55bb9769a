//! Branches: one way where all lanes agree, both where they differ or where nobody sees the difference.

use super::{Flow, Outcome, Warp};
use crate::event::Event;
use crate::finding::Finding;
use crate::value::Known;
use tilewright_ir::OpKind;
use tilewright_ir::dialects::facts::ROUND;
use tilewright_ir::dialects::nv_tileas::TURNS;
use tilewright_ir::ops::scf;
use tilewright_ir::{Block, Op};

impl Warp<'_, '_> {
    pub(super) fn branch(&mut self, op: Op) -> Outcome<Flow> {
        let module = self.shared.module;
        let ways: Vec<Option<Block>> = module.regions(op).iter().map(|&r| module.entry_block(r)).collect();
        let ends = |way: &Option<Block>, kind: OpKind| {
            way.and_then(|block| module.last_op(block))
                .is_some_and(|last| module.kind(last) == kind)
        };
        let leaves = ways.iter().any(|way| ends(way, scf::BREAK) || ends(way, scf::CONTINUE));
        let term = self.term(module.only_operand(op));
        // The end of a loop by rounds is decided, since the rest follows from it.
        let matters = self.shared.facts.matters(op) || module.has_attr(op, ROUND);
        if matches!(term, Known::Symbol(_)) && !leaves && !matters {
            return self.either(op, &ways, term);
        }
        match self.shared.symbols.force(term) {
            Known::Int(condition) => {
                if module.has_attr(op, TURNS) {
                    self.pass_over(&ways, condition == 0)?;
                }
                self.way(op, &ways, condition != 0)
            }
            Known::Lanes(row) => {
                let taken = self.shared.symbols.rows.holding(row);
                self.both(op, &ways, term, taken)
            }
            Known::Probe(probe, inverted) => self.after_probe(op, &ways, probe, inverted),
            Known::Symbol(symbol) => {
                let condition = if leaves {
                    let over = self.rounds >= self.shared.trips.outer;
                    self.shared.open.outer = true;
                    // The way that breaks is taken when the rounds are over.
                    if ends(&ways[0], scf::BREAK) || ends(&ways[1], scf::CONTINUE) {
                        over
                    } else {
                        !over
                    }
                } else if let Some((lower, upper)) = self.shared.symbols.less_than(symbol) {
                    // Whether a loop has an iteration: how many it has is decided, and where it begins, and the rest follows.
                    let count = self.trips(op);
                    let lower = match lower {
                        Known::Symbol(lower) => {
                            self.decide(op, lower, 0)?;
                            0
                        }
                        Known::Int(lower) => lower,
                        // A place by lane is none that a loop begins at.
                        Known::Lanes(_) | Known::Probe(..) => return self.refuse(op, Finding::LanesCount),
                    };
                    self.decide(op, upper, lower.saturating_add(count))?;
                    return self.way(op, &ways, count > 0);
                } else {
                    self.condition()
                };
                self.decide(op, symbol, i64::from(condition))?;
                self.way(op, &ways, condition)
            }
        }
    }

    /// The scenario's answer for the next condition that is not known.
    pub(super) fn condition(&mut self) -> bool {
        self.shared.open.conditions = true;
        let all = &self.shared.trips.conditions;
        let at = self.shared.decided[1] % all.len().max(1);
        self.shared.decided[1] += 1;
        // Absent: a scenario that decides no condition lets all hold.
        all.get(at).copied().unwrap_or(true)
    }

    /// The way that other warps of this agent go instead: what they wait for there, this one does not, and how often
    /// they go round is decided for all.
    fn pass_over(&mut self, ways: &[Option<Block>], condition: bool) -> Outcome<()> {
        let Some(way) = ways.get(usize::from(!condition)).copied().flatten() else {
            return Ok(());
        };
        let before = self.trace.len();
        self.block(way)?;
        let passed = self.trace.split_off(before);
        let skipped = passed.iter().filter_map(Event::wait);
        self.trace.extend(skipped.map(|(at, parity)| Event::Skip(at, parity)));
        Ok(())
    }

    fn way(&mut self, op: Op, ways: &[Option<Block>], condition: bool) -> Outcome<Flow> {
        let Some(way) = ways.get(usize::from(!condition)).copied().flatten() else {
            return Ok(Flow::End);
        };
        let flow = self.block(way)?;
        if let Flow::Yield(values) = &flow {
            for (index, &value) in values.iter().enumerate() {
                self.set(op, index, value);
            }
        }
        Ok(flow)
    }

    /// The lanes part, and meet again after the branch.
    fn both(&mut self, op: Op, ways: &[Option<Block>], term: Known, taken: u32) -> Outcome<Flow> {
        let all = self.mask;
        // Nothing where no lane goes.
        let mut results: Vec<Option<Vec<Known>>> = Vec::new();
        for (way, mask) in ways.iter().zip([taken, !taken]) {
            let (Some(way), mask) = (*way, all & mask) else {
                results.push(None);
                continue;
            };
            if mask == 0 {
                results.push(None);
                continue;
            }
            self.mask = mask;
            match self.block(way)? {
                Flow::End => results.push(Some(Vec::new())),
                Flow::Yield(values) => results.push(Some(values)),
                Flow::Continue(_) | Flow::Break(_) | Flow::Return => return self.refuse(op, Finding::LanesLeave),
            }
            self.mask = all;
        }
        for index in 0..self.shared.module.results(op).len() {
            let of = |way: usize| results.get(way)?.as_ref()?.get(index).copied();
            let merged = match (of(0), of(1)) {
                (Some(a), Some(b)) => self.shared.symbols.select(term, a, b),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => self.shared.symbols.fresh(),
            };
            self.set(op, index, merged);
        }
        Ok(Flow::End)
    }

    /// A wait that only those whose probe failed must do: probe and wait are one thing to the checker.
    fn after_probe(&mut self, op: Op, ways: &[Option<Block>], probe: u32, inverted: bool) -> Outcome<Flow> {
        let before = self.trace.len();
        let Some((at, parity, then)) = self.probes.get(probe as usize).copied() else {
            return self.refuse(op, Finding::ProbeDecides);
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
            return self.refuse(op, Finding::ProbeDecides);
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
                Flow::Continue(_) | Flow::Break(_) | Flow::Return => return self.refuse(op, Finding::BranchLeft),
            });
        }
        for index in 0..self.shared.module.results(op).len() {
            let of = |way: usize| results.get(way).and_then(|r| r.get(index)).copied();
            let known = match (of(0), of(1)) {
                (Some(a), Some(b)) => self.shared.symbols.select(condition, a, b),
                _ => self.shared.symbols.fresh(),
            };
            self.set(op, index, known);
        }
        Ok(Flow::End)
    }
}
