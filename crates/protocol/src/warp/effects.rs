//! Ops that others can see the effect of, as events.

use super::{Outcome, Warp};
use crate::agents::{Part, part};
use crate::event::{Cta, Event};
use crate::finding::Finding;
use crate::lanes::LANES;
use crate::model::{Model, Seen};
use crate::shared::{Ready, SlotSaid, place_of_part};
use crate::value::Known;
use tilewright_ir::entity::Entity;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::{cute_nvgpu, nv_tileas};
use tilewright_ir::{NAMED_BARRIERS, Op, Value};

/// Bytes of the answer to a request for a launch (PTX ISA, `clusterlaunchcontrol.try_cancel`: 128 bits).
const RESPONSE_BYTES: u32 = 16;

/// The operands by which a product names the slots of its scales, if it has some.
pub(super) const SCALES_OF_PRODUCT: [[OperandName; 2]; 2] = [
    [operand::LHS_SCALE, operand::LHS_SCALE_SLOT],
    [operand::RHS_SCALE, operand::RHS_SCALE_SLOT],
];

impl Warp<'_, '_> {
    fn address(&mut self, op: Op) -> Outcome<i64> {
        if let Some((base, offset)) = self.shared.addresses[op.index()] {
            return Ok(self.number(op, base, Finding::AddressUnknown)? + offset);
        }
        let base = self.shared.module.required_operand(op, operand::ADDRESS);
        let (at, offset) = (
            self.number(op, base, Finding::AddressUnknown)?,
            self.attr(op, "offset")?,
        );
        self.shared.addresses[op.index()] = Some((base, offset));
        Ok(at + offset)
    }

    /// The same, in this CTA.
    fn here(&mut self, op: Op) -> Outcome<i64> {
        Ok(self.cta.address(self.address(op)?))
    }

    /// The lanes that take part: those that are here, and whose predicate holds.
    fn participants(&mut self, op: Op) -> Outcome<u32> {
        let Some(predicate) = self.shared.said(op).predicate else {
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
            Known::Lanes(row) => self.shared.symbols.rows.holding(row),
            Known::Symbol(_) | Known::Probe(..) => return self.refuse(op, Finding::ArrivalUnknown),
        };
        Ok((self.mask & mask).count_ones())
    }

    fn parity(&mut self, op: Op) -> Outcome<u32> {
        // Absent: a record that has no parity, which the module tells of.
        let parity = self.shared.said(op).parity;
        let parity = parity.unwrap_or_else(|| self.shared.module.required_operand(op, operand::PARITY));
        Ok((self.number(op, parity, Finding::ParityUnknown)? & 1) as u32)
    }

    /// The slot that an op names by such operands: the buffer's number, and which slot.
    pub(super) fn place(&mut self, op: Op, of: [OperandName; 2]) -> Outcome<(usize, i64)> {
        self.place_of(op, SlotSaid::named(self.shared.module, op, of))
    }

    /// The one slot of a buffer that an op names.
    pub(super) fn slot(&mut self, op: Op) -> Outcome<(usize, i64)> {
        let said = self.shared.said(op).slot;
        self.place_of(op, said)
    }

    fn place_of(&mut self, op: Op, said: Option<SlotSaid>) -> Outcome<(usize, i64)> {
        let buffer = said.and_then(|said| self.buffers.get(&said.buffer).copied());
        let (Some(buffer), Some(SlotSaid { number, depth, .. })) = (buffer, said) else {
            return self.refuse(op, Finding::BufferUnknown);
        };
        let index = self.number(op, number, Finding::SlotUnknown)?;
        if let Some(depth) = depth.filter(|&depth| !(0..depth).contains(&index)) {
            return self.refuse(op, Finding::SlotOutside { slot: index, depth });
        }
        Ok((self.cta.buffer(buffer), index))
    }

    pub(super) fn effect(&mut self, op: Op, seen: Seen) -> Outcome<()> {
        let module = self.shared.module;
        match seen {
            Seen::MbarrierInit => {
                let (at, count) = (self.here(op)?, self.attr(op, "count")?);
                let Ok(count) = u32::try_from(count) else {
                    return self.refuse(op, Finding::NegativeArrivals);
                };
                let group = match self.trace.last() {
                    Some(&Event::Made(group)) => group,
                    _ => at,
                };
                if self.shared.barriers.insert(at, Ready { count, group }).is_some() {
                    return self.refuse(op, Finding::ReadyTwice);
                }
                if !self.relies.insert(group) {
                    return Ok(());
                }
                self.emit(op, Event::Made(group))
            }
            Seen::MbarrierWait => {
                let (at, parity) = (self.ready(op)?, self.parity(op)?);
                self.committed.clear();
                self.emit(op, Event::Wait(at, parity))
            }
            Seen::MbarrierTryWait => {
                let (at, parity) = (self.ready(op)?, self.parity(op)?);
                self.probes.push((at, parity, self.trace.len()));
                let probe = Known::Probe(self.probes.len() as u32 - 1, false);
                self.set(op, 0, probe);
                Ok(())
            }
            Seen::MbarrierArrive => {
                let (at, count) = (self.ready(op)?, self.participants(op)?);
                if count == 0 {
                    return Ok(());
                }
                // Copies land whatever others do: the phase ends when they have, if it is held open for them.
                if self.copies.take().is_some_and(|(_, held)| held != Some(at)) {
                    return self.refuse(op, Finding::CopiesUnawaited);
                }
                self.committed.insert(at, true);
                self.emit(op, Event::Arrive(at, count))
            }
            Seen::MbarrierHold => {
                let at = self.ready(op)?;
                self.copies = self.copies.map(|(place, _)| (place, Some(at)));
                Ok(())
            }
            Seen::MbarrierArriveCluster => {
                let (number, ctas) = (
                    self.number(op, module.required_operand(op, operand::CTA), Finding::CtaUnknown)?,
                    self.shared.ctas,
                );
                let cta = u32::try_from(number).ok().filter(|&cta| cta < ctas);
                let (Some(cta), at) = (cta, self.address(op)?) else {
                    return self.refuse(op, Finding::NoSuchCta { cta: number, ctas });
                };
                let count = self.participants(op)?;
                if count == 0 {
                    return Ok(());
                }
                let at = self.elsewhere(op, at, (Cta(cta), false))?;
                match module.int_attr(op, "bytes") {
                    // Absent: it arrives, and expects nothing.
                    None => self.emit(op, Event::Arrive(at, count)),
                    Some(bytes) => {
                        self.committed.insert(at, true);
                        let bytes = bytes.clamp(0, i64::from(u32::MAX)) as u32;
                        (0..count).try_for_each(|_| self.emit(op, Event::Expect(at, bytes)))
                    }
                }
            }
            Seen::MbarrierArriveExpectTx => {
                let (at, count) = (self.ready(op)?, self.participants(op)?);
                let bytes = self.attr(op, "bytes")?.clamp(0, i64::from(u32::MAX)) as u32;
                self.committed.insert(at, true);
                (0..count).try_for_each(|_| self.emit(op, Event::Expect(at, bytes)))
            }
            Seen::TmaLoad => self.copy(op),
            Seen::AsyncDot => {
                for side in self.shared.said(op).sides {
                    self.reads(op, side, Event::ReadAsync)?;
                }
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                Ok(())
            }
            Seen::AsyncWordDot => {
                let [_, right] = self.shared.said(op).sides;
                self.reads(op, right, Event::ReadAsync)?;
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                Ok(())
            }
            Seen::LocalLoad => {
                let known = self.shared.symbols.fresh();
                self.set(op, 0, known);
                // Threads that fill a ring themselves read what they wrote; others, what an agent hands over.
                let ring = module.required_operand(op, operand::BUFFER);
                let mut uses = module.uses(ring).iter();
                let fills = [cute_nvgpu::SIMT_ASYNC_COPY, nv_tileas::STAGED_STORE];
                let is_own = uses.any(|site| {
                    fills.contains(&module.kind(site.op))
                        || self.shared.awaits_groups && module.kind(site.op) == nv_tileas::SLOT_WRITE
                });
                let slot = self.shared.said(op).slot;
                self.reads(op, slot, if is_own { Event::ReadOwn } else { Event::Read })
            }
            Seen::LocalStore => {
                let (buffer, index) = self.slot(op)?;
                if module.has_attr(op, "copied") && self.shared.awaits_groups {
                    return self.emit(op, Event::StartOwn(buffer, index));
                }
                if module.has_attr(op, "copied") {
                    // Copies of two slots cannot be told apart by one that holds a barrier for all of them.
                    let (place, before) = ((buffer, index), self.copies.map(|copies| copies.0));
                    if before.is_some_and(|before| before != place) {
                        return self.refuse(op, Finding::CopiesUnawaited);
                    }
                    self.copies = Some((place, None));
                }
                self.emit(op, Event::Write(buffer, index))
            }
            Seen::ReadWorkId | Seen::WriteWorkId => {
                // A ring is a buffer once something lies in it.
                if let Some(ring) = module.defining_op(module.required_operand(op, operand::BUFFER)) {
                    self.buffer(ring);
                }
                let (ring, index) = self.slot(op)?;
                if seen == Seen::WriteWorkId {
                    return self.emit(op, Event::Write(ring, index));
                }
                let known = self.work_id(op);
                self.set(op, 0, known);
                self.emit(op, Event::Read(ring, index))
            }
            Seen::TryCancel => self.request(op),
            Seen::QueryCancel => {
                let ring = self.response(op)?;
                let known = self.work_id(op);
                self.set(op, 0, known);
                self.emit(op, Event::Read(ring, 0))
            }
            Seen::Tensor(tensor) => self.tensor(op, tensor),
            Seen::CommitProducts => self.emit(op, Event::CommitGroup),
            Seen::WaitProducts => {
                let pending = self.attr(op, "count")?.clamp(0, 64) as u32;
                self.emit(op, Event::WaitGroup(pending))
            }
            Seen::Barrier => {
                let id = self.named(op)?;
                self.emit(op, Event::NamedArrive(id))?;
                self.emit(op, Event::NamedWait(id))
            }
            Seen::BarrierArrive => {
                let id = self.named(op)?;
                self.emit(op, Event::NamedArrive(id))
            }
            Seen::ClusterArrive => self.of_cluster(op, Event::NamedArrive),
            Seen::ClusterWait => self.of_cluster(op, Event::NamedWait),
        }
    }

    /// A step of a meeting of all threads of the cluster. Where agents meet, warps of none have left once the agents go apart: who has left
    /// counts as one who has come.
    fn of_cluster(&mut self, op: Op, step: fn(i64) -> Event) -> Outcome<()> {
        let module = self.shared.module;
        let mut before = std::iter::successors(module.prev_op(op), |&op| module.prev_op(op));
        let has_left = self.shared.meeting < self.shared.warps && part(&self.shared.agents, self.number) == Part::Idle;
        if has_left && before.any(|op| module.kind(op) == nv_tileas::WARP_SWITCH) {
            return Ok(());
        }
        let all = self.shared.meeting * self.shared.ctas;
        self.shared.named.insert(Cta::CLUSTER, all);
        self.emit(op, step(Cta::CLUSTER))
    }

    /// A number that the record of an op asks for.
    pub(super) fn attr(&self, op: Op, name: &'static str) -> Outcome<i64> {
        match self.shared.module.int_attr(op, name) {
            Some(number) => Ok(number),
            None => self.malformed(op, name),
        }
    }

    /// The address of a barrier that has been made ready.
    pub(super) fn ready(&mut self, op: Op) -> Outcome<i64> {
        let at = self.here(op)?;
        self.rely(op, at)?;
        Ok(at)
    }

    /// Goes on as if a barrier had been made ready; whether that has been done is seen by the search.
    fn rely(&mut self, op: Op, at: i64) -> Outcome<()> {
        let Some(&Ready { group, .. }) = self.shared.barriers.get(&at) else {
            return self.refuse(op, Finding::NeverReady { at });
        };
        match self.relies.insert(group) {
            true => self.emit(op, Event::Relies(group)),
            false => Ok(()),
        }
    }

    fn named(&mut self, op: Op) -> Outcome<i64> {
        let module = self.shared.module;
        let id = match module.operand_named(op, operand::NUMBER) {
            Some(number) => self.number(op, number, Finding::NumberUnknown)?,
            // Absent: the barrier of the whole block.
            None => module.int_attr(op, "id").unwrap_or(0),
        };
        if !(0..NAMED_BARRIERS).contains(&id) {
            let most = NAMED_BARRIERS;
            return self.refuse(op, Finding::NoSuchNumber { number: id, most });
        }
        let threads = module.int_attr(op, "threads");
        let warps = threads.map_or(self.shared.warps, |threads| {
            (threads.max(0) as u32).div_ceil(LANES as u32)
        });
        let id = self.cta.named(id);
        self.shared.named.insert(id, warps.max(1));
        Ok(id)
    }

    fn copy(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let (said, (buffer, index)) = (self.shared.said(op), self.slot(op)?);
        let (Some(barrier), Some(value)) = (said.barrier, said.slot.map(|slot| slot.buffer)) else {
            return self.malformed(op, "barrier");
        };
        let local = self.number(op, barrier, Finding::AddressUnknown)?;
        self.rely(op, self.cta.address(local))?;
        let Some(buffer_type) = module.buffer_type(module.ty(value)) else {
            return self.malformed(op, "buffer");
        };
        let (all, parts) = said.parts;
        let bytes = (buffer_type.tile_bytes() / parts).clamp(0, i64::from(u32::MAX)) as u32;
        let (number, own) = Cta::of_buffer(buffer);
        let part = match said.part {
            Some(part) => self.number(op, part, Finding::SlotUnknown)?,
            // Absent: the whole tile is part 0.
            None => 0,
        };
        if !(0..all).contains(&part) {
            return self.refuse(op, Finding::PartOutside { part, parts: all });
        }
        let part = part % parts;
        // Every lane that is here starts a copy of its own, to each CTA.
        let targets = match said.mask {
            Some(mask) => self.ctas_of(op, mask)?,
            None => vec![own],
        };
        let place = (number, place_of_part(index, part));
        (0..self.mask.count_ones()).try_for_each(|_| self.copy_to(op, &targets, place, (local, bytes)))
    }

    /// A launch is asked to be cancelled: the answer is copied to this CTA, or to all of the cluster.
    fn request(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        let barrier = module.required_operand(op, operand::BARRIER);
        let local = self.number(op, barrier, Finding::AddressUnknown)? + self.attr(op, "barrier_offset")?;
        self.rely(op, self.cta.address(local))?;
        let (number, own) = Cta::of_buffer(self.response(op)?);
        // A CTA asks for itself, unless it is for all.
        let mut targets = vec![own];
        if module.has_attr(op, "ctas") {
            targets.clear();
            for cta in 0..self.shared.ctas {
                targets.push(Cta(cta));
            }
        }
        for _ in 0..self.participants(op)? {
            self.copy_to(op, &targets, (number, 0), (local, RESPONSE_BYTES))?;
        }
        Ok(())
    }

    /// The memory that an answer comes to, which is a buffer of one place.
    fn response(&mut self, op: Op) -> Outcome<usize> {
        let module = self.shared.module;
        let address = module.required_operand(op, operand::ADDRESS);
        let Some(base) = module.defining_op(address) else {
            return self.refuse(op, Finding::BufferUnknown);
        };
        self.buffer(base);
        match self.buffers.get(&address) {
            Some(&number) => Ok(self.cta.buffer(number)),
            None => self.refuse(op, Finding::BufferUnknown),
        }
    }

    /// A copy into a place of a buffer in each of some CTAs, of so many bytes, that counts at the barrier at an address there.
    fn copy_to(
        &mut self,
        op: Op,
        targets: &[Cta],
        (number, index): (usize, i64),
        (local, bytes): (i64, u32),
    ) -> Outcome<()> {
        // A copy of a pair counts at the barrier of its first CTA.
        let counts = match self.shared.module.is_of_pair(op) {
            true => Some(Cta::default()),
            false => None,
        };
        let at = counts.unwrap_or(self.cta).address(local);
        let is_answer = Model::of(self.shared.module.kind(op)) == Some(Model::Seen(Seen::TryCancel));
        // Absent: nothing is committed yet.
        let committed = self.committed.get(&at).copied().unwrap_or(false);
        for &cta in targets {
            let barrier = match cta == self.cta {
                _ if counts.is_some_and(|counts| counts != self.cta) => {
                    self.elsewhere(op, local, (Cta::default(), false))?
                }
                true => at,
                // That an answer comes before its CTA has ended follows from the barrier that it counts at.
                false if is_answer => self.far(op, local, cta)?,
                false => self.elsewhere(op, local, (cta, false))?,
            };
            let copy = Event::Copy {
                buffer: cta.buffer(number),
                index,
                barrier,
                own: at,
                bytes,
                committed,
            };
            self.emit(op, copy)?;
        }
        Ok(())
    }

    /// The CTAs whose bits are set in a mask.
    pub(super) fn ctas_of(&mut self, op: Op, mask: Value) -> Outcome<Vec<Cta>> {
        let (mask, ctas) = (self.number(op, mask, Finding::CtaUnknown)?, self.shared.ctas);
        if let Some(cta) = (i64::from(ctas)..i64::from(u16::BITS)).find(|cta| mask >> cta & 1 != 0) {
            return self.refuse(op, Finding::NoSuchCta { cta, ctas });
        }
        Ok((0..ctas).filter(|cta| mask >> cta & 1 != 0).map(Cta).collect())
    }

    /// The barrier of another CTA at an address, which is touched from here, at once or when what this warp has started is done: the CTA
    /// is there, and has made it ready.
    pub(super) fn elsewhere(&mut self, op: Op, local: i64, (cta, is_late): (Cta, bool)) -> Outcome<i64> {
        self.emit(op, Event::Touches(cta, is_late))?;
        self.far(op, local, cta)
    }

    /// The same, which the CTA has made ready.
    fn far(&mut self, op: Op, local: i64, cta: Cta) -> Outcome<i64> {
        // All CTAs make theirs ready in the same way; whether they have by now is seen by the search.
        let own = self.cta.address(local);
        let Some(&Ready { group, .. }) = self.shared.barriers.get(&own) else {
            return self.refuse(op, Finding::NeverReadyElsewhere);
        };
        let group = cta.address(Cta::in_memory(group));
        if self.relies.insert(group) {
            self.emit(op, Event::Relies(group))?;
        }
        Ok(cta.address(local))
    }

    /// Reads a slot that an op names: all parts of its tile.
    pub(super) fn reads(&mut self, op: Op, said: Option<SlotSaid>, event: fn(usize, i64) -> Event) -> Outcome<()> {
        let (buffer, index) = self.place_of(op, said)?;
        // Absent: one CTA fills it.
        let parts = said
            .and_then(|said| self.shared.parts.get(&said.buffer))
            .copied()
            .unwrap_or(1);
        (0..parts).try_for_each(|part| self.emit(op, event(buffer, place_of_part(index, part))))
    }
}
