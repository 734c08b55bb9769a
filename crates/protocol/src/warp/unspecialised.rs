//! Loops whose threads all do the same: each warp writes a part of every tile and reads all of it.

use super::{Outcome, Warp};
use crate::event::{Event, SHOWN};
use crate::model::Unspecialised;
use crate::shared::OPERANDS_OF_PRODUCT;
use crate::value::Known;
use tilewright_ir::Op;
use tilewright_ir::operand;

impl Warp<'_, '_> {
    pub(super) fn unspecialised(&mut self, op: Op, model: Unspecialised) -> Outcome<()> {
        let module = self.shared.module;
        match model {
            // The parts of the loop follow from its bounds, so these are decided first.
            Unspecialised::Iterations => {
                let bounds = operand::BOUNDS.map(|name| self.get(module.required_operand(op, name)));
                if bounds.iter().all(|bound| matches!(bound, Known::Int(_))) {
                    return Ok(());
                }
                self.count(op, bounds).map(|_| ())
            }
            Unspecialised::TiledLoad => {
                let (buffer, index) = self.slot(op)?;
                self.emit(op, Event::StartOwn(buffer, index))
            }
            Unspecialised::StagedStore => {
                let (buffer, index) = self.slot(op)?;
                self.emit(op, Event::WriteOwn(buffer, index))
            }
            Unspecialised::FragmentLoad => {
                let (buffer, index) = self.slot(op)?;
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                self.emit(op, Event::ReadOwn(buffer, index))
            }
            // Whatever part of a tile is shown lies in the same memory.
            Unspecialised::SharePartial => self.emit(op, Event::WriteOwn(self.cta.buffer(SHOWN), 0)),
            Unspecialised::AddPartial => {
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                self.emit(op, Event::ReadOwn(self.cta.buffer(SHOWN), 0))
            }
            Unspecialised::BufferDot => {
                for of in OPERANDS_OF_PRODUCT {
                    let (buffer, index) = self.place(op, of)?;
                    self.emit(op, Event::ReadOwn(buffer, index))?;
                }
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                Ok(())
            }
            Unspecialised::CommitCopies => self.emit(op, Event::CommitGroup),
            Unspecialised::WaitCopies => {
                let pending = self.attr(op, "count")?.clamp(0, 64) as u32;
                self.emit(op, Event::WaitGroup(pending))
            }
        }
    }
}
