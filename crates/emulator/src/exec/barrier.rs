//! CTA and cluster barriers, fences, mbarriers, register pools (docs/sources/ptx-sync.md).

use super::{Done, Exec, Flow, Stop, lanes};
use crate::decode::{Bar, BarKind, FenceKind, Mbar, MbarKind};
use crate::finding::FindingKind;
use crate::race::{Agent, Clock};
use crate::state::{AgentName, LANES, Mbarrier, Wait};
use crate::story::{Deed, Standing};
use crate::timeline::BarrierName;

/// Greatest expected and pending count, and magnitude of the transaction count (M3).
const COUNT_MAX: i64 = (1 << 20) - 1;

impl Exec<'_> {
    pub(super) fn bar(&mut self, bar: Bar, frag_mask: u32) -> Done {
        if bar.aligned
            && let Some(flow) = self.aligned(frag_mask)?
        {
            return Ok(flow);
        }
        let mask = self.mask;
        let id = self.uniform(bar.id);
        if id > 15 {
            return self.stop(
                FindingKind::InvalidOperand,
                mask,
                format!("barrier {id}: a CTA has barriers 0 to 15"),
            );
        }
        let count = match bar.threads {
            Some(s) => self.uniform(s) as u32,
            None => 0,
        };
        if bar.threads.is_some() && (count == 0 || count % 32 != 0) {
            return self.stop(
                FindingKind::InvalidOperand,
                mask,
                format!("thread count {count} is no positive multiple of 32"),
            );
        }
        let votes = match bar.kind {
            BarKind::RedPopc { p, .. } | BarKind::RedLogic { p, .. } => Some(self.pred(p) & mask),
            BarKind::Sync | BarKind::Arrive => None,
        };
        let clock = self.release();
        if bar.kind != BarKind::Arrive && !self.cta().tmem.allocated.is_empty() {
            self.w().tc_met = clock.clone();
        }
        // A warp arrives as a whole; only without .aligned can its parts come one by one.
        let arriving = if bar.threads.is_some() && bar.aligned {
            32
        } else {
            mask.count_ones()
        };
        let now = self.cl.now;
        let b = &mut self.cta().bars[id as usize];
        if b.arrived == 0 {
            b.since = now;
            b.all = true;
            b.any = false;
            b.count = 0;
            b.expected = count;
        } else if b.expected != count {
            let message = format!(
                "barrier {id} is used with thread count {count} while others wait on it with {}",
                b.expected
            );
            return self.stop(FindingKind::InvalidBarrier, mask, message);
        }
        b.arrived += arriving;
        b.clock.join(&clock);
        if let Some(v) = votes {
            b.count += v.count_ones();
            b.all &= v == mask;
            b.any |= v != 0;
        }
        let (index, name) = (self.cta().index, BarrierName::Named { id: id as u8 });
        let alive = || self.cl.ctas[self.cta].warps.iter().map(|w| w.alive.count_ones()).sum();
        let b = &self.cl.ctas[self.cta].bars[id as usize];
        let expected: u32 = if count == 0 { alive() } else { count };
        let after = Standing {
            cta: index,
            barrier: name,
            phase: self.timeline.phase(index, name),
            pending: i64::from(expected) - i64::from(b.arrived),
            bytes: 0,
        };
        self.note(Deed::Arrives, Some(after));
        let waits = bar.kind != BarKind::Arrive;
        Ok(if waits {
            Flow::Stay(Wait::Bar(id as u8))
        } else {
            Flow::Next
        })
    }

    /// A `.relaxed` arrive releases nothing (N2).
    pub(super) fn cluster_arrive(&mut self, relaxed: bool) -> Done {
        let mask = self.mask;
        let twice = self.w().cluster_arrived & mask;
        if twice != 0 {
            return self.stop(
                FindingKind::ArriveOverrun,
                twice,
                "a thread arrives at the cluster barrier twice in one phase",
            );
        }
        if !relaxed {
            let clock = self.release();
            self.cl.cluster_clock.join(&clock);
        }
        let now = self.cl.now;
        self.cl.cluster_since.get_or_insert(now);
        self.w().cluster_arrived |= mask;
        self.note_cluster(Deed::Arrives);
        self.cl.event();
        Ok(Flow::Next)
    }

    pub(super) fn cluster_wait(&mut self) -> Done {
        let mask = self.mask;
        if self.w().cluster_passed & mask == mask {
            let done = self.cl.cluster_done.clone();
            let w = self.w();
            w.cluster_passed &= !mask;
            w.clock.join(&done);
            self.note_cluster(Deed::Passes);
            return Ok(Flow::Next);
        }
        if self.w().cluster_arrived & mask == mask {
            return Ok(Flow::Stay(Wait::Cluster));
        }
        self.stop(
            FindingKind::InvalidBarrier,
            mask,
            "a thread waits at the cluster barrier without having arrived",
        )
    }

    pub(super) fn fence(&mut self, kind: FenceKind) -> Done {
        if kind == FenceKind::ProxyAsync {
            let w = self.w();
            w.clock.flush();
            w.epoch += 1;
            let (agent, epoch) = (w.agent, w.epoch);
            w.clock.see(agent, epoch);
            self.note(Deed::Fences, None);
        }
        Ok(Flow::Next)
    }

    /// The mbarrier at an address, or a fault.
    fn known_mbarrier(&mut self, cta: usize, at: u32, lane: usize) -> Result<(), Stop> {
        if !at.is_multiple_of(8) {
            return self.stop(
                FindingKind::Misaligned,
                1 << lane,
                format!("the mbarrier at {at:#x} is not 8-byte aligned"),
            );
        }
        if self.cl.ctas[cta].mbarriers.get(&at).is_some_and(|b| b.valid) {
            return Ok(());
        }
        self.stop(
            FindingKind::InvalidBarrier,
            1 << lane,
            format!("there is no mbarrier at {at:#x}: it was not initialised"),
        )
    }

    pub(super) fn mbarrier(&mut self, m: Mbar) -> Done {
        if let MbarKind::Wait { .. } = m.kind {
            return self.mbarrier_wait(m);
        }
        let addr = self.addresses(m.addr);
        let mut states = [0; LANES];
        for l in lanes(self.mask) {
            let (cta, at) = self.shared_of(m.space, addr[l], l)?;
            match m.kind {
                MbarKind::Init { count } => {
                    let count = self.read(count)[l];
                    self.mbarrier_init(cta, at, count as i64, l)?;
                }
                MbarKind::Inval => {
                    self.known_mbarrier(cta, at, l)?;
                    self.cl.ctas[cta].shared.set_barrier(at, false);
                    if let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) {
                        b.valid = false;
                        b.base += b.phase as u32 + 2;
                    }
                }
                MbarKind::ExpectTx { bytes } => {
                    self.known_mbarrier(cta, at, l)?;
                    let bytes = self.read(bytes)[l] as i64;
                    self.expect(cta, at, bytes, l)?;
                }
                MbarKind::CompleteTx { bytes } => {
                    self.known_mbarrier(cta, at, l)?;
                    let bytes = self.read(bytes)[l] as i64;
                    self.complete_tx(cta, at, bytes, 1 << l)?;
                }
                MbarKind::Arrive {
                    count,
                    expect,
                    drop,
                    d,
                    no_complete,
                    relaxed,
                } => {
                    self.known_mbarrier(cta, at, l)?;
                    if let Some(bytes) = expect {
                        let bytes = self.read(bytes)[l] as i64;
                        self.expect(cta, at, bytes, l)?;
                    }
                    let count = match count {
                        Some(s) => self.read(s)[l] as i64,
                        None => 1,
                    };
                    if let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) {
                        states[l] = b.phase << 20 | b.pending.clamp(0, COUNT_MAX) as u64;
                        if drop {
                            b.expected -= count;
                        }
                        if no_complete && b.pending == count && b.tx == 0 {
                            return self.stop(
                                FindingKind::InvalidBarrier,
                                1 << l,
                                "an arrive with .noComplete completes the phase",
                            );
                        }
                    }
                    if d.is_some() && cta != self.cta {
                        return self.stop(
                            FindingKind::InvalidOperand,
                            1 << l,
                            "an arrive on another CTA's barrier returns no state",
                        );
                    }
                    let clock = if relaxed { Clock::default() } else { self.release() };
                    self.arrive(cta, at, count, &clock, 1 << l)?;
                }
                MbarKind::Wait { .. } => {}
            }
        }
        if let MbarKind::Arrive { d: Some(d), .. } = m.kind {
            self.write(d, &states);
        }
        Ok(Flow::Next)
    }

    fn mbarrier_init(&mut self, cta: usize, at: u32, count: i64, lane: usize) -> Result<(), Stop> {
        if cta != self.cta {
            return self.stop(
                FindingKind::InvalidOperand,
                1 << lane,
                "an mbarrier can be initialised only by its own CTA",
            );
        }
        if !at.is_multiple_of(8) {
            return self.stop(
                FindingKind::Misaligned,
                1 << lane,
                format!("the mbarrier at {at:#x} is not 8-byte aligned"),
            );
        }
        if !(1..=COUNT_MAX).contains(&count) {
            return self.stop(
                FindingKind::InvalidOperand,
                1 << lane,
                format!("an mbarrier cannot expect {count} arrivals"),
            );
        }
        if self.cl.ctas[cta].shared.get(at, 8).is_none() {
            return self.out_of_shared(cta, at, 8, "initialised", lane);
        }
        let old = self.cl.ctas[cta].mbarriers.get(&at).map(|b| (b.valid, b.base));
        if let Some((true, _)) = old {
            return self.stop(
                FindingKind::InvalidBarrier,
                1 << lane,
                format!("the mbarrier at {at:#x} is initialised twice"),
            );
        }
        // The storage may hold data that others still read: an init is a write of it.
        self.touch(cta, at, 8, true, false, lane);
        let index = self.cl.ctas[cta].index;
        let agent = self.cl.agent(AgentName::Barrier(index, at));
        let barrier = Mbarrier {
            phase: 0,
            pending: count,
            expected: count,
            tx: 0,
            arrived: None,
            agent,
            gathering: Clock::default(),
            done: Clock::default(),
            observed: true,
            valid: true,
            base: old.map_or(0, |(_, base)| base),
        };
        self.cl.ctas[cta].mbarriers.insert(at, barrier);
        self.cl.ctas[cta].shared.set_barrier(at, true);
        self.timeline.known(index, BarrierName::Mbarrier { address: at });
        Ok(())
    }

    fn expect(&mut self, cta: usize, at: u32, bytes: i64, lane: usize) -> Result<(), Stop> {
        let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) else {
            return Ok(());
        };
        b.tx += bytes;
        if b.tx.abs() > COUNT_MAX {
            let message = format!("the transaction count of the mbarrier at {at:#x} leaves its range");
            return self.stop(FindingKind::TransactionMismatch, 1 << lane, message);
        }
        Ok(())
    }

    /// complete-tx, then the completion test (M6).
    pub(crate) fn complete_tx(&mut self, cta: usize, at: u32, bytes: i64, lanes: u32) -> Result<(), Stop> {
        let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) else {
            return Ok(());
        };
        b.tx -= bytes;
        if b.tx.abs() > COUNT_MAX {
            let message = format!("the transaction count of the mbarrier at {at:#x} leaves its range");
            return self.stop(FindingKind::TransactionMismatch, lanes, message);
        }
        // With no arrival left that could expect more, the count cannot come back to zero.
        if b.tx < 0 && b.pending == 0 {
            let message = format!(
                "phase {} of the mbarrier at {at:#x} gets {} bytes more than it expects: the expected byte count is too small",
                b.phase, -b.tx
            );
            return self.stop(FindingKind::TransactionMismatch, lanes, message);
        }
        self.note_mbarrier(Deed::Delivers, cta, at);
        self.test_phase(cta, at);
        Ok(())
    }

    /// arrive-on, then the completion test (M6).
    pub(crate) fn arrive(&mut self, cta: usize, at: u32, count: i64, clock: &Clock, lanes: u32) -> Result<(), Stop> {
        let now = self.cl.now;
        let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) else {
            return Ok(());
        };
        b.arrived.get_or_insert(now);
        b.gathering.join(clock);
        b.pending -= count;
        if !b.observed {
            b.observed = true;
            let phase = b.phase;
            let message = format!(
                "an arrive in phase {phase} of the mbarrier at {at:#x} although no thread has seen phase {} complete: more arrivals \
                 than the barrier was set up for, or a wait that is missing or has the wrong parity",
                phase - 1
            );
            self.report(FindingKind::ArriveOverrun, lanes, message, Vec::new());
        }
        let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) else {
            return Ok(());
        };
        if b.pending < 0 {
            let message = format!(
                "phase {} of the mbarrier at {at:#x} expects {} arrivals and gets {} more",
                b.phase, b.expected, -b.pending
            );
            return self.stop(FindingKind::ArriveOverrun, lanes, message);
        }
        self.note_mbarrier(Deed::Arrives, cta, at);
        self.test_phase(cta, at);
        Ok(())
    }

    /// M5: a phase completes when no arrival is pending and the transaction count is zero.
    fn test_phase(&mut self, cta: usize, at: u32) {
        let (now, index) = (self.cl.now, self.cl.ctas[cta].index);
        let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) else {
            return;
        };
        if b.pending == 0 && b.tx == 0 {
            let arrived = b.arrived.take().unwrap_or(now);
            let name = BarrierName::Mbarrier { address: at };
            self.timeline.completed(index, name, arrived, now);
            b.phase += 1;
            b.observed = false;
            b.pending = b.expected;
            b.done = std::mem::take(&mut b.gathering);
            let (agent, epoch) = (b.agent, b.base + b.phase as u32);
            b.done.see(agent, epoch);
            self.note_mbarrier(Deed::Completes, cta, at);
            self.cl.event();
        }
    }

    fn mbarrier_wait(&mut self, m: Mbar) -> Done {
        let MbarKind::Wait {
            d,
            key,
            parity,
            test,
            relaxed,
        } = m.kind
        else {
            return Ok(Flow::Next);
        };
        let addr = self.addresses(m.addr);
        let key = self.read(key);
        let mut yes = 0_u32;
        let mut passed = None;
        let mut seen = Clock::default();
        for l in lanes(self.mask) {
            let (cta, at) = self.shared_of(m.space, addr[l], l)?;
            if cta != self.cta {
                return self.stop(
                    FindingKind::InvalidOperand,
                    1 << l,
                    "a thread can wait only on an mbarrier of its own CTA",
                );
            }
            self.known_mbarrier(cta, at, l)?;
            let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at) else {
                continue;
            };
            let complete = if parity {
                // Compilers write a bit with its sign extended, too.
                let bit = if key[l] == 0xFFFF_FFFF { 1 } else { key[l] };
                if bit > 1 {
                    return self.stop(
                        FindingKind::InvalidOperand,
                        1 << l,
                        format!("phase parity {} is neither 0 nor 1", key[l]),
                    );
                }
                // W2: the phase before the current one has this parity.
                b.phase.wrapping_sub(1) & 1 == bit
            } else {
                b.phase > key[l] >> 20
            };
            if complete {
                b.observed = true;
                yes |= 1 << l;
                passed = Some((cta, at));
                if relaxed {
                    let done = b.done.clone();
                    let fenced = self.cl.agents.iter().enumerate().filter(|(_, name)| name.is_fenced());
                    fenced.for_each(|(agent, _)| seen.see(agent as Agent, done.seen(agent as Agent)));
                } else {
                    seen.join(&b.done);
                }
            }
        }
        // W3: try_wait may suspend and may return false early; a test never suspends, but a part of a warp that does
        // nothing but test need not run until something has happened.
        let again = test && self.warp_ref().polled != Some((self.pc, self.cl.events));
        if yes == 0 && !again && !self.rng.one_in(16) {
            return Ok(Flow::Stay(Wait::Retry(self.cl.events)));
        }
        if test {
            let polled = (yes == 0).then_some((self.pc, self.cl.events));
            self.w().polled = polled;
        }
        self.w().clock.join(&seen);
        if let Some((cta, at)) = passed {
            self.note_mbarrier(Deed::Passes, cta, at);
        }
        self.set_pred(d, yes);
        Ok(Flow::Next)
    }

    pub(super) fn setmaxnreg(&mut self, increase: bool, registers: u32, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let mask = self.mask;
        if !(24..=256).contains(&registers) || !registers.is_multiple_of(8) {
            return self.stop(
                FindingKind::InvalidOperand,
                mask,
                format!("{registers} is no multiple of 8 from 24 to 256"),
            );
        }
        // Without a known register count at launch the instruction is ignored (docs/sources/ptx-data.md#resources).
        if self.p.maxnreg.is_none() {
            return Ok(Flow::Next);
        }
        let warp = self.warp;
        let current = self.cta().warp_registers[warp];
        let change = i64::from(registers) - i64::from(current);
        if increase != (change >= 0) && change != 0 {
            let word = if increase { "inc" } else { "dec" };
            let message = format!("setmaxnreg.{word} to {registers} from {current} registers");
            return self.stop(FindingKind::InvalidOperand, mask, message);
        }
        if change > self.cta().register_pool {
            return Ok(Flow::Stay(Wait::Retry(self.cl.events)));
        }
        self.cta().register_pool -= change;
        self.cta().warp_registers[warp] = registers;
        self.cl.event();
        Ok(Flow::Next)
    }
}
