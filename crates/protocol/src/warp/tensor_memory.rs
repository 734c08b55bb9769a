//! Tensor memory: what products leave there, who reads it, and when it is there at all.
//!
//! A product that is added to nothing begins a content of a slot, and the next read of that slot by a warp means the next content.
//! Barriers alone do not order work in tensor memory (PTX ISA, memory consistency of tensor memory): it may begin as early as
//! behind the last fence after a wait, and end as late as at the next fence before a signal. So an access is also there, in the trace,
//! where it may begin and where it may end; barriers that order all of these order the access.
//!
//! Operands that warps write over accumulators are contents of the same columns, between those of two products. Each warp writes where it has read
//! (`columns.rs`), so that the columns are a place of their own to what is written: products destroy it, which is a content that nobody
//! reads, and warps write the next.
//!
//! That columns are there is a content too: reserving begins it, each access reads it, releasing begins the next.

use super::{Outcome, Warp};
use crate::agents::{Part, part};
use crate::event::{Cta, Event, TENSOR_MEMORY};
use crate::finding::Finding;
use crate::model::Tensor;
use crate::shared::{OPERANDS_OF_PRODUCT, SLOT_OF_BUFFER, SlotSaid};
use crate::structure::name;
use crate::value::Known;
use crate::warp::effects::SCALES_OF_PRODUCT;
use tilewright_ir::operand::OperandName;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Module, Op, Value, operand};
use tilewright_sorted::SortedMap;

/// A warp's dealings with tensor memory so far.
#[derive(Default)]
pub(super) struct Dealings {
    /// Contents that its products have begun, by slot.
    begun: SortedMap<(usize, i64), u32>,
    /// Contents that it has read.
    read: SortedMap<(usize, i64), u32>,
    /// The place in the trace behind the last fence after a wait.
    fenced: usize,
    /// Accesses since the last fence before a signal, and the length of the trace behind each.
    open: Vec<(Event, usize)>,
    /// Whether it has released what is reserved.
    released: bool,
}

/// Whether threads access tensor memory themselves, and no unit for them.
fn is_of_threads(event: &Event) -> bool {
    matches!(event, Event::TensorRead(..) | Event::TensorWrite(..))
}

/// The content of a place over accumulators that a product destroys, and that which warps write over it.
fn destroyed(item: u32) -> u32 {
    item.saturating_mul(2)
}

fn written_over(item: u32) -> u32 {
    destroyed(item) + 1
}

fn is_over(module: &Module, buffer: Value) -> bool {
    let made = module.defining_op(buffer);
    made.is_some_and(|made| module.kind(made) == nv_tileas::TENSOR_OVER)
}

impl Warp<'_, '_> {
    pub(super) fn tensor(&mut self, op: Op, tensor: Tensor) -> Outcome<()> {
        match tensor {
            // The first warp of the block does it.
            Tensor::Reserve if self.number == 0 => self.emit(op, Event::TensorWrite(self.lifetime(), 0, 0)),
            Tensor::Reserve => Ok(()),
            Tensor::Release => self.release(op),
            Tensor::Dot => self.started(op),
            Tensor::Read => {
                let (buffer, index) = self.slot(op)?;
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                let read = self.dealings.read.entry((buffer, index)).or_insert(0);
                let item = *read;
                *read += 1;
                self.emit(op, Event::TensorRead(self.lifetime(), 0, 0))?;
                self.access(op, Event::TensorRead(buffer, index, item))
            }
            Tensor::Write => {
                let (buffer, index) = self.slot(op)?;
                let read = self.below(op, SLOT_OF_BUFFER)?;
                let Some(read) = self.dealings.read.get(&read).and_then(|read| read.checked_sub(1)) else {
                    let buffer = name(
                        self.shared.module,
                        self.shared.module.required_operand(op, operand::BUFFER),
                    );
                    return self.refuse(op, Finding::OverUnread { buffer });
                };
                self.emit(op, Event::TensorRead(self.lifetime(), 0, 0))?;
                self.access(op, Event::TensorWrite(buffer, index, written_over(read)))
            }
            Tensor::Commit => {
                let at = self.ready(op)?;
                let ctas = match self.shared.module.operand_named(op, operand::MASK) {
                    Some(mask) => self.ctas_of(op, mask)?,
                    None => vec![self.cta],
                };
                for _ in 0..self.mask.count_ones() {
                    for &cta in &ctas {
                        let at = match cta == self.cta {
                            true => at,
                            false => self.elsewhere(op, Cta::in_memory(at), (cta, true))?,
                        };
                        self.emit(op, Event::Commit(at))?;
                    }
                }
                Ok(())
            }
            Tensor::FenceAfter => {
                self.dealings.fenced = self.trace.len();
                Ok(())
            }
            Tensor::FenceBefore => self.end_accesses(op),
        }
    }

    /// The buffer that stands for the columns being there.
    fn lifetime(&self) -> usize {
        self.cta.buffer(TENSOR_MEMORY)
    }

    /// A product, which is one in either CTA of a pair.
    fn started(&mut self, op: Op) -> Outcome<()> {
        if self.mask.count_ones() != 1 {
            return self.refuse(op, Finding::StartedByMany);
        }
        if !self.shared.module.is_of_pair(op) {
            return self.product(op);
        }
        let own = self.cta;
        for cta in [Cta(0), Cta(1)] {
            if cta != own {
                self.emit(op, Event::Touches(cta, true))?;
            }
            self.cta = cta;
            let done = self.product(op);
            self.cta = own;
            done?;
        }
        Ok(())
    }

    fn product(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        // Scales are copied to a place in tensor memory that the product takes them from: one content each.
        // Those of both sides are in two parts of a slot, which count as places of their own.
        if module.operand_named(op, operand::SCALES).is_some() {
            for (side, [_, slot]) in SCALES_OF_PRODUCT.into_iter().enumerate() {
                let (buffer, index) = self.place(op, [operand::SCALES, slot])?;
                let place = (buffer, SCALES_OF_PRODUCT.len() as i64 * index + side as i64);
                let item = self.dealings.begun.entry(place).or_insert(0);
                let own = *item;
                *item += 1;
                self.access(op, Event::TensorWriteAsync(place.0, place.1, own))?;
            }
        }
        let scales = SCALES_OF_PRODUCT.into_iter();
        let scales = scales.filter(|[buffer, _]| module.operand_named(op, *buffer).is_some());
        for of in OPERANDS_OF_PRODUCT.into_iter().chain(scales) {
            match is_over(module, module.required_operand(op, of[0])) {
                true => {
                    let (buffer, index) = self.place(op, of)?;
                    let below = self.below(op, of)?;
                    // Absent: no product has begun, and nobody writes over what it leaves.
                    let begun = self.dealings.begun.get(&below).copied().unwrap_or(0);
                    self.access(op, Event::TensorReadAsync(buffer, index, written_over(begun)))?;
                }
                false => self.reads(op, SlotSaid::named(module, op, of), Event::ReadAsync)?,
            }
        }
        let slot = self.slot(op)?;
        let adds = match module.operand_named(op, operand::ADDS) {
            // Absent: without a condition a product is added.
            None => true,
            Some(adds) => match self.get(adds) {
                Known::Int(adds) => adds != 0,
                // One lane starts it.
                Known::Lanes(row) => {
                    let first = self.mask & self.mask.wrapping_neg();
                    self.shared.symbols.rows.holding(row) & first != 0
                }
                Known::Symbol(_) | Known::Probe(..) => return self.refuse(op, Finding::AddsUnknown),
            },
        };
        let item = match (self.dealings.begun.get(&slot).copied(), adds) {
            (Some(begun), true) => begun,
            (Some(begun), false) => begun + 1,
            (None, false) => 0,
            (None, true) => return self.refuse(op, Finding::AddsToNothing),
        };
        self.dealings.begun.insert(slot, item);
        self.emit(op, Event::TensorReadAsync(self.lifetime(), 0, 0))?;
        let uses = module.uses(module.required_operand(op, operand::BUFFER)).iter();
        for over in uses.filter_map(|site| module.results(site.op).first().copied()) {
            if let Some(&over) = self.buffers.get(&over).filter(|_| is_over(module, over)) {
                let place = self.cta.buffer(over);
                self.access(op, Event::TensorWriteAsync(place, slot.1, destroyed(item)))?;
            }
        }
        self.access(op, Event::TensorWriteAsync(slot.0, slot.1, item))
    }

    /// The slot of accumulators that one of a buffer lies over.
    fn below(&mut self, op: Op, [buffer, slot]: [OperandName; 2]) -> Outcome<(usize, i64)> {
        let module = self.shared.module;
        let (_, index) = self.place(op, [buffer, slot])?;
        let over = module.defining_op(module.required_operand(op, buffer));
        let source = over.filter(|&over| module.kind(over) == nv_tileas::TENSOR_OVER);
        let below = source.and_then(|over| self.buffers.get(&module.only_operand(over)));
        match below {
            Some(&below) => Ok((self.cta.buffer(below), index)),
            None => self.refuse(op, Finding::BufferUnknown),
        }
    }

    /// An access to a slot: where it is done, and as early as it may begin.
    fn access(&mut self, op: Op, event: Event) -> Outcome<()> {
        let from = self.dealings.fenced.min(self.trace.len());
        if self.trace[from..].iter().any(Event::orders) {
            self.fuel(op)?;
            self.trace.insert(from, event.clone());
        }
        self.emit(op, event.clone())?;
        self.dealings.open.push((event, self.trace.len()));
        Ok(())
    }

    /// Accesses of threads end here; those of the unit end when they are committed.
    fn end_accesses(&mut self, op: Op) -> Outcome<()> {
        for (event, from) in std::mem::take(&mut self.dealings.open) {
            let from = from.min(self.trace.len());
            if is_of_threads(&event) && self.trace[from..].iter().any(Event::orders) {
                self.emit(op, event)?;
            }
        }
        Ok(())
    }

    /// The kernel ends: what no fence has ended ends here.
    pub(super) fn end_tensor(&mut self) {
        for (event, from) in std::mem::take(&mut self.dealings.open) {
            let from = from.min(self.trace.len());
            if is_of_threads(&event) && self.trace[from..].iter().any(Event::orders) {
                self.trace.push(event);
            }
        }
    }

    /// The warps of the agent meet, and the first of the block releases what it has reserved.
    fn release(&mut self, op: Op) -> Outcome<()> {
        if std::mem::replace(&mut self.dealings.released, true) {
            return self.refuse(op, Finding::ReleasedTwice);
        }
        let warps = match part(&self.shared.agents, self.number) {
            Part::Whole(region) => self.shared.agents[region].warps,
            Part::OneLane(_) | Part::Idle => return self.refuse(op, Finding::ReleasedByFew),
        };
        let meeting = self.cta.named(Cta::MEETING);
        self.shared.named.insert(meeting, warps.max(1));
        self.emit(op, Event::NamedArrive(meeting))?;
        self.emit(op, Event::NamedWait(meeting))?;
        match self.number {
            0 => self.emit(op, Event::TensorWrite(self.lifetime(), 0, 1)),
            _ => Ok(()),
        }
    }
}
