//! Branches between blocks, in IR that has no loops any more.

use super::{Outcome, Warp};
use crate::event::Event;
use crate::finding::Finding;
use crate::value::Known;
use tilewright_ir::operand;
use tilewright_ir::ops::cf;
use tilewright_ir::{Block, Op};

impl Warp<'_, '_> {
    /// Which successor the warp goes on in.
    pub(super) fn jump(&mut self, op: Op) -> Outcome<usize> {
        let module = self.shared.module;
        if module.kind(op) == cf::BR {
            return Ok(0);
        }
        match self.get(module.required_operand(op, operand::CONDITION)) {
            Known::Int(condition) => Ok(usize::from(condition == 0)),
            Known::Lanes(row) => {
                match self.shared.symbols.rows.holding(row) & self.mask {
                    0 => Ok(1),
                    here if here == self.mask => Ok(0),
                    // Some lanes go either way.
                    _ => self.refuse(op, Finding::LanesPart),
                }
            }
            Known::Probe(probe, inverted) => self.spin(op, probe, inverted),
            Known::Symbol(symbol) => {
                let taken = self.condition();
                self.decide(op, symbol, i64::from(taken))?;
                Ok(usize::from(!taken))
            }
        }
    }

    /// A loop of probes until one succeeds is a wait.
    fn spin(&mut self, op: Op, probe: u32, inverted: bool) -> Outcome<usize> {
        let (succeeded, failed) = (usize::from(inverted), usize::from(!inverted));
        let again = self.shared.module.successors(op).get(failed).copied() == self.shared.module.parent(op);
        match self.probes.get(probe as usize).copied() {
            Some((at, parity, then)) if again && then == self.trace.len() => {
                self.committed.clear();
                self.emit(op, Event::Wait(at, parity))?;
                Ok(succeeded)
            }
            _ => self.refuse(op, Finding::ProbeDecides),
        }
    }

    /// Goes on in a successor, which it returns.
    pub(super) fn enter(&mut self, op: Op, way: usize) -> Outcome<Block> {
        let module = self.shared.module;
        let slot = if module.kind(op) == cf::BR { 0 } else { way + 1 };
        let values = self.terms(module.operand_list(op, slot));
        let Some(&block) = module.successors(op).get(way) else {
            return self.malformed(op, "successor");
        };
        for (&argument, value) in module.arguments(block).iter().zip(values) {
            self.know(argument, value);
        }
        // A loop without barriers must not go on for ever.
        self.fuel(op)?;
        Ok(block)
    }
}
