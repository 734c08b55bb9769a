//! Loops whose threads all do the same: each warp writes a part of every tile and reads all of it.

use super::effects::{OPERANDS_OF_PRODUCT, SLOT_OF_BUFFER};
use super::{Outcome, Warp};
use crate::event::Event;
use crate::model::Alike;
use crate::value::Known;
use tilewright_ir::Op;
use tilewright_ir::operand;

impl Warp<'_, '_> {
    pub(super) fn alike(&mut self, op: Op, alike: Alike) -> Outcome<()> {
        let module = self.shared.module;
        match alike {
            // The parts of the loop follow from its bounds, so these are decided first.
            Alike::Iterations => {
                let bounds = operand::BOUNDS.map(|name| self.get(module.required_operand(op, name)));
                if bounds.iter().all(|bound| matches!(bound, Known::Int(_))) {
                    return Ok(());
                }
                self.count(op, bounds).map(|_| ())
            }
            Alike::TiledLoad => {
                let (buffer, index) = self.place(op, SLOT_OF_BUFFER)?;
                self.emit(op, Event::StartOwn(buffer, index))
            }
            Alike::StagedStore => {
                let (buffer, index) = self.place(op, SLOT_OF_BUFFER)?;
                self.emit(op, Event::WriteOwn(buffer, index))
            }
            Alike::FragmentLoad => {
                let (buffer, index) = self.place(op, SLOT_OF_BUFFER)?;
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                self.emit(op, Event::ReadOwn(buffer, index))
            }
            Alike::BufferDot => {
                for of in OPERANDS_OF_PRODUCT {
                    let (buffer, index) = self.place(op, of)?;
                    self.emit(op, Event::ReadOwn(buffer, index))?;
                }
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                Ok(())
            }
            Alike::CommitCopies => self.emit(op, Event::CommitGroup),
            Alike::WaitCopies => {
                let pending = self.attr(op, "count")?.clamp(0, 64) as u32;
                self.emit(op, Event::WaitGroup(pending))
            }
        }
    }
}
