//! tcgen05: allocation, loads, stores, commit and fences; products, copies and what orders them are in the files below
//! (docs/sources/ptx-data.md#tensor-memory, docs/sources/ptx-sync.md#tcgen05).

mod copy;
mod descriptor;
mod order;
mod product;

use super::{Done, Exec, Flow, Stop, lanes};
use crate::decode::{Address, MemSpace, Slot, Tc, TcMove, TcShape};
use crate::finding::FindingKind;
use crate::race::Clock;
use crate::state::{AgentName, LANES, PairAlloc, Wait, Work};
use crate::tmem::{Move, TMEM_COLUMNS};
use copy::TcCopy;
use order::Order;
use product::TcProduct;

/// Tensor-core work in flight.
#[derive(Clone, Debug)]
pub(crate) enum TcWork {
    Product(Box<TcProduct>),
    Copy(TcCopy),
    /// Arrivals of a commit: (CTA, address) of each mbarrier.
    Commit {
        mbarriers: Vec<(usize, u32)>,
        clock: Clock,
    },
}

impl Exec<'_> {
    pub(super) fn tcgen05(&mut self, tc: &Tc, frag_mask: u32) -> Done {
        match tc {
            Tc::Alloc {
                dst,
                space,
                columns,
                pair,
            } => self.tc_alloc(*dst, *space, *columns, *pair, frag_mask),
            Tc::Dealloc { addr, columns } => self.tc_dealloc(*addr, *columns, frag_mask),
            Tc::Relinquish => {
                if let Some(flow) = self.aligned(frag_mask)? {
                    return Ok(flow);
                }
                self.cta().tmem.permit_given_up = true;
                Ok(Flow::Next)
            }
            Tc::FenceBefore => {
                self.tc_fence_before();
                Ok(Flow::Next)
            }
            Tc::FenceAfter => {
                self.tc_fence_after();
                Ok(Flow::Next)
            }
            Tc::Cp(cp) => self.tc_cp(cp),
            Tc::WaitLd | Tc::WaitSt => {
                if let Some(flow) = self.aligned(frag_mask)? {
                    return Ok(flow);
                }
                let w = self.w();
                if let Some((agent, count)) = w.tc_moves[usize::from(matches!(tc, Tc::WaitSt))] {
                    w.clock.see(agent, count);
                }
                Ok(Flow::Next)
            }
            Tc::Mma(m) => self.tc_mma(m),
            Tc::Commit { mbar, multicast } => self.tc_commit(*mbar, *multicast),
            Tc::Ld(m) => self.tc_move(m, true, frag_mask),
            Tc::St(m) => self.tc_move(m, false, frag_mask),
        }
    }

    fn tc_alloc(&mut self, dst: Address, space: MemSpace, columns: Slot, pair: bool, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let mask = self.mask;
        let columns = self.uniform(columns) as u32;
        if !(32..=512).contains(&columns) || !columns.is_power_of_two() {
            return self.stop(
                FindingKind::TensorMemory,
                mask,
                format!("{columns} columns cannot be allocated: 32 to 512, a power of two"),
            );
        }
        if self.cta().tmem.permit_given_up {
            return self.stop(
                FindingKind::TensorMemory,
                mask,
                "tensor memory is allocated after the permit was given up",
            );
        }
        let at = if pair {
            self.tc_pair_alloc(columns)?
        } else {
            let tmem = &mut self.cta().tmem;
            let at = tmem.room(columns, |_| true);
            at.inspect(|&at| tmem.alloc(at, columns))
        };
        let Some(at) = at else {
            return Ok(Flow::Stay(Wait::Retry(self.cl.events)));
        };
        let addr = self.addresses(dst)[0];
        let (cta, place) = self.shared_of(space, addr, 0)?;
        if !self.cl.ctas[cta].shared.put(place, &at.to_le_bytes()) {
            return self.out_of_shared(cta, place, 4, "written", 0);
        }
        // The unit writes the address itself, not through the generic proxy.
        let (agent, epoch, clock) = (
            self.warp_ref().agent,
            self.warp_ref().epoch,
            self.warp_ref().clock.clone(),
        );
        self.touch_as(cta, place, 4, true, 0, agent, epoch, &clock, true, false);
        Ok(Flow::Next)
    }

    fn tc_dealloc(&mut self, addr: Slot, columns: Slot, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let (at, columns, mask) = (self.uniform(addr) as u32, self.uniform(columns) as u32, self.mask);
        if !self.cta().tmem.dealloc(at, columns) {
            let message = format!("{columns} columns at {at:#x} are freed, but were not allocated so");
            return self.stop(FindingKind::TensorMemory, mask, message);
        }
        self.cl.event();
        Ok(Flow::Next)
    }

    /// The own CTA, or both of its pair, the one of even rank first (docs/sources/ptx-data.md#tensor-memory).
    fn tc_ctas(&mut self, pair: bool) -> Result<Vec<usize>, Stop> {
        if !pair {
            return Ok(vec![self.cta]);
        }
        let even = self.cta & !1;
        if even + 1 < self.cl.ctas.len() {
            return Ok(vec![even, even + 1]);
        }
        let mask = self.mask;
        let message = "cta_group::2 needs a pair of CTAs: the cluster has no CTA whose rank differs in the last bit";
        self.stop(FindingKind::InvalidOperand, mask, message)
    }

    /// Columns at one place in both CTAs of a pair, once a warp of each has asked for them; `None` until then.
    fn tc_pair_alloc(&mut self, columns: u32) -> Result<Option<u32>, Stop> {
        self.tc_ctas(true)?;
        let (own, peer) = (self.cta, self.cta ^ 1);
        match self.cl.ctas[own].tc_alloc {
            PairAlloc::Granted(at) => {
                self.cl.ctas[own].tc_alloc = PairAlloc::Nothing;
                return Ok(Some(at));
            }
            PairAlloc::Nothing => {
                self.cl.ctas[own].tc_alloc = PairAlloc::Asked(columns);
                self.cl.event();
            }
            PairAlloc::Asked(_) => {}
        }
        let PairAlloc::Asked(other) = self.cl.ctas[peer].tc_alloc else {
            return Ok(None);
        };
        if other != columns {
            let mask = self.mask;
            let message = format!("the CTAs of a pair allocate {columns} and {other} columns together");
            return self.stop(FindingKind::TensorMemory, mask, message);
        }
        let in_peer = &self.cl.ctas[peer].tmem;
        let at = self.cl.ctas[own].tmem.room(columns, |at| in_peer.is_free(at, columns));
        if let Some(at) = at {
            for cta in [own, peer] {
                self.cl.ctas[cta].tmem.alloc(at, columns);
            }
            self.cl.ctas[own].tc_alloc = PairAlloc::Nothing;
            self.cl.ctas[peer].tc_alloc = PairAlloc::Granted(at);
            self.cl.event();
        }
        Ok(at)
    }

    /// Tensor-core work of a CTA completes in order of issue.
    fn tc_due(&mut self, usual: u64) -> u64 {
        let due = self.due(usual).max(self.cta().tc_last_due + 1);
        self.cta().tc_last_due = due;
        due
    }

    fn tc_commit(&mut self, mbar: Address, multicast: Option<Slot>) -> Done {
        let addr = self.addresses(mbar);
        let masks = multicast.map(|m| self.read(m));
        let (agent, warp) = (self.cta().tc_agent, self.warp as u32);
        for l in lanes(self.mask) {
            let own = self.shared_of(
                MemSpace::Generic,
                if addr[l] >> 32 == 0 {
                    addr[l] + crate::decode::Windows::SHARED
                } else {
                    addr[l]
                },
                l,
            )?;
            let targets = self.destinations(masks.map(|m| m[l] as u16), own.0, l)?;
            for &cta in &targets {
                self.load_barrier(cta, own.1, l)?;
            }
            // T3: a commit tracks what its own thread has issued.
            let number = self.cta().tc_last.get(&(warp, l as u32)).copied();
            let mut clock = Clock::default();
            clock.see(agent, number.unwrap_or(0));
            let mbarriers = targets.into_iter().map(|c| (c, own.1)).collect();
            let due = self.tc_due(1);
            self.launch(due, Work::Tc(TcWork::Commit { mbarriers, clock }));
        }
        Ok(Flow::Next)
    }

    pub(super) fn complete_tc(&mut self, work: TcWork) -> Result<(), Stop> {
        match work {
            TcWork::Commit { mbarriers, clock } => {
                for (cta, at) in mbarriers {
                    self.arrive(cta, at, 1, &clock, self.mask)?;
                }
                Ok(())
            }
            TcWork::Product(p) => {
                self.finish_tc_product(&p);
                Ok(())
            }
            TcWork::Copy(c) => {
                self.finish_tc_copy(&c);
                Ok(())
            }
        }
    }

    fn tc_move(&mut self, m: &TcMove, load: bool, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let mask = self.mask;
        let base = self.addresses(m.addr)[0] as u32;
        let (lane0, column0) = (base >> 16, base & 0xFFFF);
        let window = 32 * (self.warp as u32 % 4);
        let starts = lane0 == window || (m.shape != TcShape::S32x32b && lane0 == window + 16);
        if !starts {
            let message = format!(
                "warp {} may touch lanes {window} to {} of tensor memory, not lane {lane0}",
                self.warp,
                window + 31
            );
            return self.stop(FindingKind::OutOfBounds, mask, message);
        }
        let width = if m.packed { 2 } else { 1 };
        let mut values = if load {
            vec![[0; LANES]; m.regs.len()]
        } else {
            self.fragment(&m.regs)
        };
        let (mut unwritten, mut order, mut unwaited) = (false, Order::Ordered, None);
        let new = self.tc_move_by(load, lane0, m.shape);
        let mut checked = [false; TMEM_COLUMNS];
        for (r, value) in values.iter_mut().enumerate() {
            for (l, value) in value.iter_mut().enumerate() {
                let (lane, column) = cell(m.shape, m.split, l as u32, r as u32);
                for part in 0..width {
                    let (lane, column) = (lane0 + lane, column0 + column * width + part);
                    if lane > 127 || !self.cta().tmem.is_allocated(column) {
                        let message = format!("lane {lane}, column {column} of tensor memory is not allocated");
                        return self.stop(FindingKind::TensorMemory, mask, message);
                    }
                    if let Some(seen) = checked.get_mut(column as usize)
                        && !std::mem::replace(seen, true)
                    {
                        let moved = self.tc_moved(column, load, new);
                        order = order.max(moved.0);
                        unwaited = unwaited.or(moved.1);
                    }
                    if load {
                        let (v, written) = self.cta().tmem.get(lane, column);
                        unwritten |= !written;
                        *value |= if m.packed {
                            u64::from(v & 0xFFFF) << (16 * part)
                        } else {
                            u64::from(v)
                        };
                    } else {
                        let v = if m.packed {
                            *value >> (16 * part) & 0xFFFF
                        } else {
                            *value
                        };
                        self.cta().tmem.put(lane, column, v as u32);
                    }
                }
            }
        }
        let verb = if load { "loaded from" } else { "stored to" };
        if order == Order::Unordered {
            let message = format!("tensor memory is {verb} while a product or copy that uses it was not waited for");
            self.report(FindingKind::Race, mask, message, Vec::new());
        } else if order == Order::Unfenced {
            let message = format!(
                "tensor memory is {verb} without tcgen05.fence::after_thread_sync after the wait for the product or copy"
            );
            self.report(FindingKind::MissingTcgen05Fence, mask, message, Vec::new());
        } else if let Some(earlier) = unwaited {
            let message = format!(
                "tensor memory is {verb} after a load or store that was not waited for: a missing tcgen05.wait::ld or wait::st, or \
                 between warps a barrier"
            );
            let name = self.cl.agents.get(usize::from(earlier.agent));
            let wrote = matches!(name, Some(AgentName::Tcgen05Move(_, _, false)));
            let other = self.other(earlier.agent, earlier.pc, wrote);
            self.report(FindingKind::Race, mask, message, vec![other]);
        } else if unwritten {
            let message = "tensor memory is read before it is written";
            self.report(FindingKind::UninitialisedMemory, mask, message, Vec::new());
        }
        if load {
            for (&reg, value) in m.regs.iter().zip(&values) {
                self.write(reg, value);
            }
        }
        Ok(Flow::Next)
    }
}

impl Exec<'_> {
    /// Counts a load or store of the warp.
    fn tc_move_by(&mut self, load: bool, lane0: u32, shape: TcShape) -> Move {
        let (index, warp, pc) = (self.cl.ctas[self.cta].index, self.warp as u32, self.pc);
        let which = usize::from(!load);
        let (agent, count) = match self.warp_ref().tc_moves[which] {
            Some(known) => known,
            None => {
                let agent = self.cl.agent(AgentName::Tcgen05Move(index, warp, load));
                self.cl.agent(AgentName::Tcgen05Fenced(index, warp, load));
                (agent, 0)
            }
        };
        self.w().tc_moves[which] = Some((agent, count + 1));
        let groups = if shape == TcShape::S32x32b { 3 } else { 1 };
        Move {
            agent,
            epoch: count + 1,
            fenced: agent + 1,
            pc,
            lanes: groups << ((lane0 / 16) & 7),
        }
    }

    /// Notes that the warp loads from or stores to a column, and says how that is ordered after the tensor core's use
    /// of it, and after which load or store it is not.
    fn tc_moved(&mut self, column: u32, load: bool, new: Move) -> (Order, Option<Move>) {
        let Some(uses) = self.cl.ctas[self.cta].tmem.columns.get(column as usize) else {
            return (Order::Ordered, None);
        };
        let readers = if load { &[] } else { uses.readers.as_slice() };
        let earlier = uses.writer.iter().chain(readers);
        let order = earlier.map(|e| self.tc_finished_before_move(e)).max();
        let order = order.unwrap_or(Order::Ordered);
        let loads = if load { &[] } else { uses.loads.as_slice() };
        let clock = &self.warp_ref().clock;
        let mut moves = uses.stores.iter().chain(loads);
        // Moves of one instruction are one.
        let unwaited = moves.find(|m| {
            let same = (m.agent, m.epoch) == (new.agent, new.epoch);
            !same && m.lanes & new.lanes != 0 && clock.seen(m.agent) < m.epoch
        });
        let unwaited = unwaited.copied();
        if let Some(uses) = self.cta().tmem.columns.get_mut(column as usize) {
            uses.note_move(new, load);
        }
        (order, unwaited)
    }
}

/// Lane and column of a register of a lane, relative to the address (docs/sources/ptx-data.md#tcgen05-loads).
fn cell(shape: TcShape, split: i64, lane: u32, r: u32) -> (u32, u32) {
    let (g, q) = (lane >> 2, lane & 3);
    match shape {
        TcShape::S32x32b => (lane, r),
        TcShape::S16x64b => (g + 8 * (lane & 1), 2 * r + (lane >> 1 & 1)),
        TcShape::S16x128b => (g + 8 * (r & 1), 4 * (r >> 1) + q),
        TcShape::S16x256b => (g + 8 * (r >> 1 & 1), 8 * (r >> 2) + 2 * q + (r & 1)),
        TcShape::S16x32bx2 => (lane & 15, r + if lane >= 16 { split as u32 } else { 0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_examples() {
        assert_eq!(cell(TcShape::S32x32b, 0, 13, 7), (13, 7));
        assert_eq!(cell(TcShape::S16x256b, 0, 23, 3), (13, 7));
        assert_eq!(cell(TcShape::S16x128b, 0, 23, 3), (13, 7));
        assert_eq!(cell(TcShape::S16x64b, 0, 23, 3), (13, 7));
    }
}
