//! Loops, and the order of ops in a block.

use super::{Flow, Outcome, Warp};
use crate::action::Action;
use crate::agents::{Part, part};
use crate::event::Cta;
use crate::finding::Finding;
use crate::model::{Control, Model};
use crate::value::Known;
use std::rc::Rc;
use tilewright_ir::entity::Entity;
use tilewright_ir::views::ForOp;
use tilewright_ir::{Block, Op};

/// The iterations of a counted loop that are followed: the first ones, and the last ones.
pub(super) struct Rounds {
    lower: i64,
    step: i64,
    count: i64,
    /// Iterations between those, which do the same again.
    left_out: i64,
}

impl Rounds {
    /// The loop's index in one of them. What a loop does otherwise at its end, such as to copy nothing more ahead, it does in the last.
    fn index(&self, round: i64) -> i64 {
        let before = if round < self.count / 2 { 0 } else { self.left_out };
        self.lower
            .wrapping_add(round.wrapping_add(before).wrapping_mul(self.step))
    }
}

impl Warp<'_, '_> {
    pub(super) fn block(&mut self, block: Block) -> Outcome<Flow> {
        let module = self.shared.module;
        let start = Rc::clone(&self.start);
        let mut ops = start.open(block).iter();
        while let Some(&op) = ops.next() {
            let action = self.shared.actions[op.index()];
            let control = match action {
                Action::Computed(computed) => {
                    self.compute_one(op, &computed);
                    continue;
                }
                Action::Modelled(Model::Control(control)) => control,
                // The warp stays in its block.
                Action::Modelled(_)
                | Action::Number(_)
                | Action::Thread
                | Action::Lane
                | Action::Pure(..)
                | Action::Unknown => {
                    self.execute(op, action)?;
                    continue;
                }
            };
            match control {
                Control::Yield => return Ok(Flow::Yield(self.terms(module.operands(op)))),
                Control::Continue => return Ok(Flow::Continue(self.terms(module.operands(op)))),
                Control::Break => return Ok(Flow::Break(self.terms(module.operands(op)))),
                Control::Return => return Ok(Flow::Return),
                Control::If => match self.branch(op)? {
                    Flow::End | Flow::Yield(_) => {}
                    flow @ (Flow::Continue(_) | Flow::Break(_) | Flow::Return) => return Ok(flow),
                },
                Control::For => self.counted(op)?,
                Control::Loop => self.endless(op)?,
                Control::Agents => self.agent(op)?,
                Control::Branch | Control::ConditionalBranch => {
                    let way = self.jump(op)?;
                    ops = start.open(self.enter(op, way)?).iter();
                }
                Control::Kernel => return self.refuse(op, Finding::KernelInKernel),
            }
        }
        Ok(Flow::End)
    }

    /// An op that leaves the warp in its block. Whatever a model says is named here, so that no new one is without effect.
    fn execute(&mut self, op: Op, action: Action) -> Outcome<()> {
        match action {
            Action::Modelled(Model::Seen(seen)) => return self.effect(op, seen),
            Action::Modelled(Model::Unspecialised(model)) => return self.unspecialised(op, model),
            Action::Modelled(Model::Value(value)) => self.value(op, value),
            // Ordered by `structure`, without effect, or followed where they stand.
            Action::Modelled(Model::Fence(_) | Model::Harmless | Model::Control(_))
            | Action::Number(_)
            | Action::Thread
            | Action::Lane
            | Action::Computed(_)
            | Action::Pure(..)
            | Action::Unknown => self.compute(op, action),
        }
        Ok(())
    }

    /// Decides something that is known only when the kernel runs. All agents must come to the same decision: those
    /// after the first find it made.
    pub(super) fn decide(&mut self, op: Op, symbol: u32, number: i64) -> Outcome<()> {
        if self.number > 0 || self.cta != Cta::default() {
            return self.refuse(op, Finding::AgentsDisagree);
        }
        self.shared.symbols.bind(symbol, number);
        Ok(())
    }

    pub(super) fn trips(&mut self, op: Op) -> i64 {
        if self.shared.facts.is_outer(op) {
            self.shared.open.outer = true;
            return i64::from(self.shared.trips.outer);
        }
        self.shared.open.inner = true;
        let trips = &self.shared.trips;
        let at = self.shared.decided[0] % trips.inner.len().max(1);
        self.shared.decided[0] += 1;
        // Absent: a scenario that decides no loop lets each run once.
        trips.inner.get(at).map_or(1, |&count| i64::from(count))
    }

    fn counted(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let Some((counted, body)) = ForOp::of(module, op).and_then(|counted| Some((counted, counted.body?))) else {
            return self.malformed(op, "body");
        };
        let bounds = [counted.lower, counted.upper, counted.step].map(|bound| self.get(bound));
        let mut carried = self.terms(counted.inits);
        let matters = self.shared.facts.matters(op);
        let known = bounds.iter().all(|bound| matches!(bound, Known::Int(_)));
        let follow = matters || known && self.is_short(&bounds);
        if !follow {
            return self.skip(op);
        }
        let rounds = self.count(op, bounds)?;
        for round in 0..rounds.count {
            let index = rounds.index(round);
            let [induction, arguments @ ..] = module.arguments(body) else {
                return self.malformed(op, "index");
            };
            self.know(*induction, Known::Int(index));
            for (&argument, &value) in arguments.iter().zip(&carried) {
                self.know(argument, value);
            }
            match self.block(body)? {
                Flow::Continue(values) => carried = values,
                Flow::End => {}
                Flow::Yield(_) | Flow::Break(_) | Flow::Return => return self.refuse(op, Finding::LoopLeft),
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

    /// The iterations of a counted loop that are followed.
    pub(super) fn count(&mut self, op: Op, bounds: [Known; 3]) -> Outcome<Rounds> {
        if bounds
            .iter()
            .any(|bound| matches!(bound, Known::Lanes(_) | Known::Probe(..)))
        {
            return self.refuse(op, Finding::LanesCount);
        }
        if let [Known::Int(lower), Known::Int(upper), Known::Int(step)] = bounds {
            let span = i128::from(upper) - i128::from(lower);
            if span > 0 && step <= 0 {
                return self.refuse(op, Finding::Endless { step });
            }
            let count = if span <= 0 {
                0
            } else {
                (span + i128::from(step) - 1) / i128::from(step)
            };
            // Absent: more iterations than can be counted: they are shortened all the same.
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            let before = if step > 0 { lower / step } else { 0 };
            let followed = self.shared.trips.shorten(count, before, self.shared.laps);
            return Ok(Rounds {
                lower,
                step,
                count: followed,
                left_out: count - followed,
            });
        }
        let count = self.trips(op);
        let [lower, upper, step] = bounds;
        let step = match step {
            Known::Symbol(symbol) => {
                self.decide(op, symbol, 1)?;
                1
            }
            Known::Int(step) if step <= 0 => {
                return self.refuse(op, Finding::EndlessIfEntered { step });
            }
            Known::Int(step) => step,
            // Refused above.
            Known::Lanes(_) | Known::Probe(..) => 1,
        };
        let span = count.saturating_mul(step);
        let lower = match (lower, upper) {
            (Known::Int(lower), _) => lower,
            (Known::Symbol(symbol), Known::Int(upper)) => {
                let lower = upper.saturating_sub(span);
                self.decide(op, symbol, lower)?;
                lower
            }
            (Known::Symbol(symbol), _) => {
                self.decide(op, symbol, 0)?;
                0
            }
            // Absent: bounds by lane are refused above.
            _ => 0,
        };
        if let Known::Symbol(symbol) = upper {
            self.decide(op, symbol, lower.saturating_add(span))?;
        }
        Ok(Rounds {
            lower,
            step,
            count,
            left_out: 0,
        })
    }

    fn endless(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let Some(body) = module.regions(op).first().and_then(|&body| module.entry_block(body)) else {
            return self.malformed(op, "body");
        };
        let mut carried = self.terms(module.operands(op));
        if !self.shared.facts.matters(op) {
            return self.skip(op);
        }
        let outside = std::mem::take(&mut self.rounds);
        let results = loop {
            for (&argument, &value) in module.arguments(body).iter().zip(&carried) {
                self.know(argument, value);
            }
            match self.block(body)? {
                Flow::Continue(values) => carried = values,
                Flow::End => {}
                Flow::Break(values) => break values,
                Flow::Yield(_) | Flow::Return => {
                    return self.refuse(op, Finding::LoopLeft);
                }
            }
            self.rounds += 1;
            if self.rounds > 4 * self.shared.trips.depth + 64 {
                return self.refuse(op, Finding::EndUnknown);
            }
        };
        self.rounds = outside;
        for (index, value) in results.into_iter().enumerate() {
            self.set(op, index, value);
        }
        Ok(())
    }

    /// The first warps consume, one thread of those after them produces.
    fn agent(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let (region, mask) = match part(&self.shared.agents, self.number) {
            Part::Whole(region) => (region, u32::MAX),
            Part::OneLane(region) => (region, 1),
            Part::Idle => return Ok(()),
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
}
