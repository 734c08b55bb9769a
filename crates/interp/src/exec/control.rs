//! Branches and loops.

use super::{BlockRun, Frame, Machine, Pause, Purpose, Slot};
use crate::Ended;
use crate::finding::{Problem, Role};
use crate::number::{mask, sign_extend};
use crate::order::Node;
use crate::program::{Enter, Inst, Leave};
use crate::tile::Tile;

impl<'m> Machine<'m> {
    /// Enters the body of a loop or branch.
    pub(super) fn enter(&mut self, run: &mut BlockRun, inst: &'m Inst, enter: Enter, control: Node) {
        match enter {
            Enter::If { then, otherwise } => {
                let condition = inst
                    .operands
                    .first()
                    .map(|&v| run.tile(v))
                    .unwrap_or_else(|| Tile::splat(0));
                self.check_branch(run, inst, &condition);
                let after = self.after_all(run, &inst.operands);
                let control = self.order.join(control, after);
                let body = if condition.bits.get(0) & 1 == 1 {
                    Some(then)
                } else {
                    otherwise
                };
                if let Some(body) = body {
                    run.frames.push(Frame {
                        body,
                        next: 0,
                        purpose: Purpose::If,
                        of: None,
                        control,
                    });
                }
            }
            Enter::Loop { body } => {
                for (&argument, &init) in self.body(body).arguments.iter().zip(&inst.operands) {
                    if let Some(slot) = run.slot(init).cloned() {
                        run.set(argument, slot);
                    }
                }
                run.frames.push(Frame {
                    body,
                    next: 0,
                    purpose: Purpose::Loop,
                    of: Some(inst.op),
                    control,
                });
            }
            Enter::For { body, bits, unsigned } => {
                let bounds: Vec<Tile> = inst.operands.iter().take(3).map(|&v| run.tile(v)).collect();
                let [lower, upper, step] = &bounds[..] else { return };
                for bound in &bounds {
                    self.check_branch(run, inst, bound);
                }
                let number = |tile: &Tile| {
                    let raw = tile.bits.get(0);
                    if unsigned {
                        i128::from(raw)
                    } else {
                        i128::from(sign_extend(raw, bits))
                    }
                };
                let after = self.after_all(run, inst.operands.get(..3).unwrap_or(&[]));
                let control = self.order.join(control, after);
                let (next, upper, step) = (number(lower), number(upper), number(step));
                if step <= 0 {
                    self.find(run, inst.op, Problem::StepNotPositive { step: step as i64 });
                    self.stop = Some(Ended::Stopped);
                    return;
                }
                let purpose = Purpose::For {
                    next,
                    upper,
                    step,
                    bits,
                };
                run.frames.push(Frame {
                    body,
                    next: 0,
                    purpose,
                    of: Some(inst.op),
                    control,
                });
                let carried: Vec<Slot> = inst
                    .operands
                    .iter()
                    .skip(3)
                    .filter_map(|&v| run.slot(v).cloned())
                    .collect();
                self.iterate(run, carried);
            }
        }
    }

    fn check_branch(&mut self, run: &BlockRun, inst: &Inst, tile: &Tile) {
        let cause = tile.undefined.get(0);
        if cause != 0 {
            self.find_undefined(run, inst.op, Role::Branch, cause);
        }
    }

    /// Begins the next iteration of the loop on top, or leaves it.
    fn iterate(&mut self, run: &mut BlockRun, carried: Vec<Slot>) {
        let Some(frame) = run.frames.last_mut() else { return };
        frame.next = 0;
        let body = frame.body;
        let control = frame.control;
        let arguments = &self.body(body).arguments;
        match &mut frame.purpose {
            Purpose::For {
                next,
                upper,
                step,
                bits,
            } => {
                if *next >= *upper {
                    // The results wait for the bounds too: they say how often the loop ran.
                    run.frames.pop();
                    self.finish(run, carried, control);
                    return;
                }
                let index = Tile::splat(*next as u64 & mask(*bits));
                *next += *step;
                if let Some(&argument) = arguments.first() {
                    run.set(argument, Slot::tile(index, control));
                }
                for (&argument, slot) in arguments.iter().skip(1).zip(carried) {
                    run.set(argument, slot);
                }
            }
            Purpose::Entry | Purpose::If | Purpose::Loop | Purpose::Combiner => {
                for (&argument, slot) in arguments.iter().zip(carried) {
                    run.set(argument, slot);
                }
            }
        }
    }

    /// Gives the op that opened the frame just left its results.
    fn finish(&mut self, run: &mut BlockRun, values: Vec<Slot>, control: Node) {
        let Some(frame) = run.frames.last() else { return };
        let body = self.body(frame.body);
        let Some(inst) = frame.next.checked_sub(1).and_then(|i| body.insts.get(i)) else {
            return;
        };
        for (i, slot) in values.into_iter().enumerate() {
            let after = self.order.join(slot.after, control);
            run.define(inst, i, Slot { after, ..slot });
        }
        for &value in &inst.dead {
            run.clear(value);
        }
    }

    /// A block that ends without saying how.
    pub(super) fn fall_off(&mut self, run: &mut BlockRun) -> Option<Pause> {
        match run.frames.last().map(|f| f.purpose) {
            Some(Purpose::If | Purpose::Combiner) => self.leave_if(run, Vec::new()),
            Some(Purpose::Loop | Purpose::For { .. }) => return self.next_iteration(run, Vec::new()),
            Some(Purpose::Entry) | None => return Some(Pause::Done),
        }
        None
    }

    fn leave_if(&mut self, run: &mut BlockRun, values: Vec<Slot>) {
        let Some(frame) = run.frames.pop() else { return };
        match frame.purpose {
            Purpose::Combiner => run.yielded = values,
            Purpose::Entry | Purpose::If | Purpose::Loop | Purpose::For { .. } => {
                self.finish(run, values, frame.control);
            }
        }
    }

    fn next_iteration(&mut self, run: &mut BlockRun, values: Vec<Slot>) -> Option<Pause> {
        self.iterate(run, values);
        std::mem::take(&mut run.polled).then_some(Pause::Polling)
    }

    /// A terminator.
    pub(super) fn leave(&mut self, run: &mut BlockRun, inst: &'m Inst, leave: Leave) -> Option<Pause> {
        let values: Vec<Slot> = inst.operands.iter().filter_map(|&v| run.slot(v).cloned()).collect();
        match leave {
            Leave::Yield => self.leave_if(run, values),
            Leave::Continue => {
                while run.frames.last().is_some_and(|f| matches!(f.purpose, Purpose::If)) {
                    run.frames.pop();
                }
                return self.next_iteration(run, values);
            }
            Leave::Break => {
                // The results wait for what led to the `break`.
                let control = run.frames.last().map_or(0, |f| f.control);
                while run.frames.last().is_some_and(|f| matches!(f.purpose, Purpose::If)) {
                    run.frames.pop();
                }
                run.frames.pop();
                self.finish(run, values, control);
            }
            Leave::Return => {
                run.frames.clear();
                return Some(Pause::Done);
            }
        }
        None
    }
}
