//! Execution of one instruction for the lanes of a warp that are at it.

mod access;
mod alu;
mod barrier;
mod copy;
mod groups;
mod host;
mod launch_control;
mod matrix;
mod observe;
mod stories;
mod tcgen05;
mod tensor_copy;
mod warp_ops;
mod wgmma;

pub(crate) use access::atom_known;
pub(crate) use copy::{Scatter, StoreWork};
pub(crate) use launch_control::CancelWork;
pub use observe::{AccessKind, Observer, WarpAccess};
pub(crate) use tcgen05::TcWork;

use crate::decode::{Address, MemSpace, Pred, PredSrc, Program, SHARED_BASE, Slot, Windows};
use crate::finding::{Finding, FindingKind, Findings, Other, PtxPosition};
use crate::global_race::Who;
use crate::launch::Param;
use crate::memory::Global;
use crate::queue::Queue;
use crate::race::{Agent, Clock, NO_LANE};
use crate::rng::Rng;
use crate::run::Stats;
use crate::shared::Touch;
use crate::state::{AgentName, Cluster, Cta, LANES, Lanes, Wait, Warp};
use crate::timeline::Timeline;
use stories::First;

/// The part that does not change during a run.
#[derive(Clone, Debug)]
pub(crate) struct Fixed {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cluster: [u32; 3],
    pub params: Vec<u8>,
    pub shared_bytes: u32,
    pub dynamic_shared: u32,
}

/// A fatal finding was recorded; the run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stop;

/// The fate of the lanes after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// To the next one.
    Next,
    /// Stay at this one and wait.
    Stay(Wait),
}

pub(crate) type Done = Result<Flow, Stop>;

pub(crate) struct Exec<'a> {
    pub p: &'a Program,
    pub fixed: &'a Fixed,
    pub g: &'a mut Global,
    pub cl: &'a mut Cluster,
    pub f: &'a mut Findings,
    pub stats: &'a mut Stats,
    pub timeline: &'a mut Timeline,
    pub printed: &'a mut Vec<String>,
    pub rng: &'a mut Rng,
    pub queue: &'a mut Queue,
    /// Told of accesses to memory, if somebody asked.
    pub observer: Option<&'a mut Observer<'a>>,
    pub cta: usize,
    pub warp: usize,
    /// Lanes that execute.
    pub mask: u32,
    pub pc: u32,
    /// The write that is being done changes nothing.
    pub repeats: bool,
}

/// Where an address points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Global(u64),
    Shared(usize, u32),
    Local(u32),
    Param(u32),
    Const(u32),
}

/// The agent of an access, for the bookkeeping.
#[derive(Clone, Copy, Debug)]
pub(crate) struct By {
    pub agent: Agent,
    pub epoch: u32,
    pub asynchronous: bool,
    pub strong: bool,
}

/// The lanes of a mask, lowest first.
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |l| mask >> l & 1 == 1)
}

impl Exec<'_> {
    pub fn cta(&mut self) -> &mut Cta {
        &mut self.cl.ctas[self.cta]
    }

    pub fn w(&mut self) -> &mut Warp {
        &mut self.cl.ctas[self.cta].warps[self.warp]
    }

    pub fn warp_ref(&self) -> &Warp {
        &self.cl.ctas[self.cta].warps[self.warp]
    }

    /// The place of an instruction.
    pub fn place(&self, pc: u32) -> Option<PtxPosition> {
        let pos = self.p.place.get(pc as usize)?;
        let loc = self.p.loc.get(pc as usize).copied().flatten();
        Some(PtxPosition {
            line: pos.line,
            col: pos.col,
            source: loc.map(|l| [l.file, l.line, l.col]),
        })
    }

    /// Records a fault at the current instruction and goes on.
    pub fn report(&mut self, kind: FindingKind, lanes: u32, message: impl Into<String>, others: Vec<Other>) {
        let finding = Finding {
            kind,
            message: message.into(),
            place: self.place(self.pc),
            cta: self.cl.ctas[self.cta].index,
            warp: self.warp as u32,
            lanes,
            others,
            times: 1,
            agents: Vec::new(),
            story: Vec::new(),
        };
        self.f.add(finding);
    }

    /// Records a fault after which the run has no meaning.
    pub fn stop<T>(&mut self, kind: FindingKind, lanes: u32, message: impl Into<String>) -> Result<T, Stop> {
        self.report(kind, lanes, message, Vec::new());
        Err(Stop)
    }

    /// A register's content; reports lanes that were never written and products still in flight.
    pub fn read(&mut self, s: Slot) -> Lanes {
        let mask = self.mask;
        let w = self.w();
        let i = usize::from(s);
        let (unwritten, busy) = (mask & !w.written[i], w.busy[i]);
        let value = w.regs[i];
        if unwritten != 0 || busy != 0 {
            self.check_register(s, unwritten, busy, "read");
        }
        value
    }

    #[cold]
    fn check_register(&mut self, s: Slot, unwritten: u32, busy: u64, what: &str) {
        let name = self.p.slot_names.get(usize::from(s)).cloned().unwrap_or_default();
        if unwritten != 0 {
            let message = format!("register `{name}` is read before it is written");
            self.report(FindingKind::UninitialisedRegister, unwritten, message, Vec::new());
        }
        if busy != 0 {
            let mask = self.mask;
            let waited = self.warp_ref().wgmma_waited();
            if busy > waited {
                let message =
                    format!("register `{name}` is {what} while a matrix product that uses it was not waited for");
                self.report(FindingKind::WgmmaRegisterHazard, mask, message, Vec::new());
            } else if let Some(b) = self.w().busy.get_mut(usize::from(s)) {
                *b = 0;
            }
        }
    }

    /// Writes the executing lanes of a register.
    pub fn write(&mut self, d: Slot, value: &Lanes) {
        let mask = self.mask;
        let i = usize::from(d);
        if self.w().busy[i] != 0 {
            let busy = self.w().busy[i];
            self.check_register(d, 0, busy, "written");
        }
        let w = self.w();
        let reg = &mut w.regs[i];
        if mask == u32::MAX {
            *reg = *value;
        } else {
            for l in lanes(mask) {
                reg[l] = value[l];
            }
        }
        w.written[i] |= mask;
        w.last_write[i] = w.ticks;
    }

    /// A predicate's lanes.
    pub fn pred(&mut self, p: PredSrc) -> u32 {
        let mask = self.mask;
        let i = usize::from(p.pred);
        let (value, unwritten) = (self.warp_ref().preds[i], mask & !self.warp_ref().pred_written[i]);
        if unwritten != 0 {
            let message = "a predicate is read before it is written";
            self.report(FindingKind::UninitialisedRegister, unwritten, message, Vec::new());
        }
        if p.negated { !value } else { value }
    }

    /// Writes the executing lanes of a predicate.
    pub fn set_pred(&mut self, d: Pred, value: u32) {
        let mask = self.mask;
        let w = self.w();
        let i = usize::from(d);
        w.preds[i] = (w.preds[i] & !mask) | (value & mask);
        w.pred_written[i] |= mask;
    }

    /// The address of each lane.
    pub fn addresses(&mut self, a: Address) -> Lanes {
        let mut base = self.read(a.base);
        for v in &mut base {
            *v = v.wrapping_add(a.offset as u64);
        }
        base
    }

    /// A value that must be the same in all executing lanes: that of the lowest.
    pub fn uniform(&mut self, s: Slot) -> u64 {
        let v = self.read(s);
        lanes(self.mask).next().map_or(0, |l| v[l])
    }

    /// The memory that an address of a space means.
    pub fn resolve(&mut self, space: MemSpace, addr: u64, lane: usize) -> Result<Target, Stop> {
        let window = |base: u64| addr.wrapping_sub(base) < Windows::SIZE;
        Ok(match space {
            MemSpace::Global => Target::Global(addr),
            MemSpace::Shared => return self.shared_target(addr, lane),
            MemSpace::Local => Target::Local(self.small(addr, lane)?),
            MemSpace::Param => Target::Param(self.small(addr, lane)?),
            MemSpace::Const => Target::Const(self.small(addr, lane)?),
            MemSpace::Generic if window(Windows::SHARED) => return self.shared_target(addr - Windows::SHARED, lane),
            MemSpace::Generic if window(Windows::LOCAL) => Target::Local(self.small(addr - Windows::LOCAL, lane)?),
            MemSpace::Generic if window(Windows::PARAM) => Target::Param(self.small(addr - Windows::PARAM, lane)?),
            MemSpace::Generic if window(Windows::CONST) => Target::Const(self.small(addr - Windows::CONST, lane)?),
            MemSpace::Generic => Target::Global(addr),
        })
    }

    fn small(&mut self, addr: u64, lane: usize) -> Result<u32, Stop> {
        match u32::try_from(addr) {
            Ok(a) => Ok(a),
            Err(_) => self.stop(
                FindingKind::OutOfBounds,
                1 << lane,
                format!("address {addr:#x} is outside of its space"),
            ),
        }
    }

    /// Bits 24 and up hold the CTA's rank in the cluster plus one; zero is the own CTA.
    pub fn shared_target(&mut self, addr: u64, lane: usize) -> Result<Target, Stop> {
        let rank = (addr >> 24) as usize;
        let offset = (addr & 0xFF_FFFF) as u32;
        let cta = if rank == 0 { self.cta } else { rank - 1 };
        if addr > u64::from(u32::MAX) || cta >= self.cl.ctas.len() {
            return self.stop(
                FindingKind::OutOfBounds,
                1 << lane,
                format!("shared address {addr:#x} is in no CTA of the cluster"),
            );
        }
        Ok(Target::Shared(cta, offset))
    }

    /// The own CTA or another, and the offset, of a shared address.
    pub fn shared_of(&mut self, space: MemSpace, addr: u64, lane: usize) -> Result<(usize, u32), Stop> {
        match self.resolve(space, addr, lane)? {
            Target::Shared(cta, offset) => Ok((cta, offset)),
            Target::Global(_) | Target::Local(_) | Target::Param(_) | Target::Const(_) => self.stop(
                FindingKind::InvalidOperand,
                1 << lane,
                format!("address {addr:#x} is not in shared memory"),
            ),
        }
    }

    /// An earlier access and its agent, for a message.
    pub fn other(&self, agent: Agent, pc: u32, wrote: bool) -> Other {
        let name = self
            .cl
            .agents
            .get(usize::from(agent))
            .map_or("somebody".to_string(), ToString::to_string);
        let verb = if wrote { "wrote" } else { "read" };
        Other {
            what: format!("{name} {verb} it"),
            place: self.place(pc),
        }
    }

    /// Shadow bookkeeping of the warp's own accesses to shared memory. False if a fault was reported.
    pub fn touch(&mut self, cta: usize, at: u32, len: u32, write: bool, strong: bool, lane: usize) -> bool {
        let (agent, epoch) = (self.warp_ref().agent, self.warp_ref().epoch);
        let clock = std::mem::take(&mut self.w().clock);
        let fine = self.touch_lane(
            cta, at, len, write, lane, lane as u8, agent, epoch, &clock, false, strong,
        );
        self.w().clock = clock;
        fine
    }

    /// Shadow bookkeeping of an access by an agent. False if a fault was reported.
    #[allow(clippy::too_many_arguments)]
    pub fn touch_as(
        &mut self,
        cta: usize,
        at: u32,
        len: u32,
        write: bool,
        lane: usize,
        agent: Agent,
        epoch: u32,
        clock: &Clock,
        asynchronous: bool,
        strong: bool,
    ) -> bool {
        self.touch_lane(
            cta,
            at,
            len,
            write,
            lane,
            NO_LANE,
            agent,
            epoch,
            clock,
            asynchronous,
            strong,
        )
    }

    #[allow(clippy::too_many_arguments)]
    fn touch_lane(
        &mut self,
        cta: usize,
        at: u32,
        len: u32,
        write: bool,
        lane: usize,
        agents_lane: u8,
        agent: Agent,
        epoch: u32,
        clock: &Clock,
        asynchronous: bool,
        strong: bool,
    ) -> bool {
        let access = crate::race::Access {
            agent,
            epoch,
            pc: self.pc,
            asynchronous,
            strong,
            lane: agents_lane,
            step: self.cl.now as u32,
            warp: self.warp as u8,
            clock,
        };
        let traffic = match (write, asynchronous) {
            (false, false) => &mut self.stats.shared_read,
            (true, false) => &mut self.stats.shared_written,
            (false, true) => &mut self.stats.shared_read_async,
            (true, true) => &mut self.stats.shared_written_async,
        };
        *traffic += u64::from(len);
        let touch = self.cl.ctas[cta].shared.touch(at, len, write, &access);
        match touch {
            Touch::Fine => {}
            // Threads that write one value by one instruction: whoever comes last, it is the value.
            Touch::Conflict(c) if self.repeats && c.wrote && c.pc == self.pc => return true,
            Touch::Barrier => {
                let message =
                    format!("shared memory at {at:#x} belongs to an mbarrier and is touched by another instruction");
                self.report(FindingKind::InvalidBarrier, 1 << lane, message, Vec::new());
            }
            Touch::Conflict(c) => {
                let verb = if write { "written" } else { "read" };
                let (kind, message) = if c.only_proxy {
                    (
                        FindingKind::MissingProxyFence,
                        format!(
                            "shared memory at {at:#x} is {verb} asynchronously after an ordinary write, without fence.proxy.async between"
                        ),
                    )
                } else {
                    let before = if c.wrote { "the write" } else { "the read" };
                    (
                        FindingKind::Race,
                        format!("shared memory at {at:#x} is {verb} and nothing orders it after {before} below"),
                    )
                };
                let first = First {
                    cluster: Some(self.cluster_number()),
                    agent: c.agent,
                    wrote: c.wrote,
                    pc: c.pc,
                    step: c.step,
                    warp: c.warp,
                };
                let other = self.other(c.agent, c.pc, c.wrote);
                self.report_race(kind, 1 << lane, message, other, first, (agent, write));
            }
        }
        touch == Touch::Fine
    }

    /// Notes the warp's own access to global memory and reports a conflict.
    pub fn touch_global(&mut self, addr: u64, len: usize, write: bool, strong: bool, lane: usize) {
        let (agent, epoch) = (self.warp_ref().agent, self.warp_ref().epoch);
        let clock = std::mem::take(&mut self.w().clock);
        let by = By {
            agent,
            epoch,
            asynchronous: false,
            strong,
        };
        self.touch_global_as(addr, len, write, lane, by, &clock);
        self.w().clock = clock;
    }

    /// Notes an access to global memory by an agent and reports a conflict.
    pub fn touch_global_as(&mut self, addr: u64, len: usize, write: bool, lane: usize, by: By, clock: &Clock) {
        let who = Who {
            cluster: self.cluster_number(),
            agent: by.agent,
            epoch: by.epoch,
            pc: self.pc,
            asynchronous: by.asynchronous,
            strong: by.strong,
            step: self.cl.now as u32,
            warp: self.warp as u8,
            clock,
        };
        let Some(clash) = self.g.note(addr, len, write, &who) else {
            return;
        };
        // Of several CTAs this would be work done twice.
        let own = self.cl.ctas[self.cta].index;
        let of_own = matches!(self.cl.agents.get(usize::from(clash.agent)), Some(AgentName::Warp(c, _)) if *c == own);
        if self.repeats && clash.wrote && clash.pc == self.pc && clash.cluster == Some(who.cluster) && of_own {
            return;
        }
        let first = First {
            cluster: clash.cluster,
            agent: clash.agent,
            wrote: clash.wrote,
            pc: clash.pc,
            step: clash.step,
            warp: clash.warp,
        };
        let verb = |w: bool| if w { "written" } else { "read" };
        let place = self.g.describe(addr);
        let same = clash.cluster == Some(who.cluster);
        if clash.only_proxy {
            let message = format!(
                "{place} is {} asynchronously after an ordinary write, without fence.proxy.async between",
                verb(write)
            );
            let other = self.other(clash.agent, clash.pc, clash.wrote);
            let kind = FindingKind::MissingProxyFence;
            self.report_race(kind, 1 << lane, message, other, first, (by.agent, write));
            return;
        }
        let name = if self.cl.ctas.len() > 1 {
            "the cluster of CTA"
        } else {
            "CTA"
        };
        let other = match clash.cluster {
            _ if same => self.other(clash.agent, clash.pc, clash.wrote),
            Some(c) => Other {
                what: format!("{name} {c} has {} it", verb(clash.wrote)),
                place: self.place(clash.pc),
            },
            None => Other {
                what: format!("several CTAs have {} it", verb(clash.wrote)),
                place: self.place(clash.pc),
            },
        };
        let message = format!(
            "{place} is {} here and {} elsewhere, and nothing orders the two",
            verb(write),
            verb(clash.wrote)
        );
        self.report_race(FindingKind::Race, 1 << lane, message, other, first, (by.agent, write));
    }

    /// Makes what the warp did so far one step of its clock; called at every release.
    pub fn release(&mut self) -> Clock {
        let w = self.w();
        let clock = w.clock.clone();
        w.epoch += 1;
        let (agent, epoch) = (w.agent, w.epoch);
        w.clock.see(agent, epoch);
        clock
    }

    /// Releases all that the warp did so far at an address of global memory.
    pub fn release_at(&mut self, addr: u64) {
        let clock = self.release();
        let cluster = self.cluster_number();
        self.g.publish(addr, cluster, &clock);
    }

    /// The warp acquires what was released at an address of global memory.
    pub fn acquire_at(&mut self, addr: u64) {
        if let Some(published) = self.g.published(addr).cloned() {
            self.w().clock.learn(&published);
        }
    }

    /// The cluster by the number of its first CTA.
    fn cluster_number(&self) -> u32 {
        self.cl.ctas.first().map_or(0, |c| c.index)
    }

    /// Begins an epoch of the warp: what its lanes did so far is ordered before what they do from here on.
    pub fn synchronise_lanes(&mut self) {
        let w = self.w();
        w.epoch += 1;
        let (agent, epoch) = (w.agent, w.epoch);
        w.clock.see(agent, epoch);
    }

    /// When asynchronous work issued now completes.
    pub fn due(&mut self, usual: u64) -> u64 {
        let due = self.cl.now + self.rng.latency(usual);
        self.cl.next_due = self.cl.next_due.min(due);
        due
    }

    /// Must all live lanes of the warp be here? If they are not, waits for them.
    pub fn aligned(&mut self, frag_mask: u32) -> Result<Option<Flow>, Stop> {
        let alive = self.warp_ref().alive;
        if self.mask == alive {
            return Ok(None);
        }
        if frag_mask == alive {
            let missing = alive & !self.mask;
            return self.stop(
                FindingKind::Divergence,
                missing,
                "an .aligned instruction is predicated off in some lanes of the warp",
            );
        }
        Ok(Some(Flow::Stay(Wait::Lanes(alive))))
    }
}

/// Parameter space of a launch: values at their places.
pub(crate) fn parameter_bytes(p: &Program, params: &[Param], g: &Global) -> Result<Vec<u8>, String> {
    if params.len() != p.params.len() {
        return Err(format!(
            "the entry has {}, the launch gives {}",
            tilewright_diag::counted(p.params.len(), "parameters"),
            params.len()
        ));
    }
    let mut bytes = vec![0; p.param_bytes as usize];
    for (value, place) in params.iter().zip(&p.params) {
        let data = match value {
            Param::Bytes(b) => b.clone(),
            Param::Null => vec![0; 8],
            Param::Record { bytes, pointer } => {
                let mut bytes = bytes.clone();
                if let Some((at, name)) = pointer {
                    let base = g.address(name);
                    let base = base.ok_or_else(|| format!("parameter `{}`: no buffer `{name}`", place.name))?;
                    let target = bytes.get_mut(*at..at.saturating_add(8));
                    let target = target.ok_or_else(|| format!("parameter `{}` has no 8 bytes at {at}", place.name))?;
                    target.copy_from_slice(&base.to_le_bytes());
                }
                bytes
            }
            Param::Buffer { name, offset } => {
                let base = g
                    .address(name)
                    .ok_or_else(|| format!("parameter `{}`: no buffer `{name}`", place.name))?;
                base.wrapping_add(*offset).to_le_bytes().to_vec()
            }
            Param::TensorMap(map) => {
                let base = g
                    .address(&map.buffer)
                    .ok_or_else(|| format!("parameter `{}`: no buffer `{}`", place.name, map.buffer))?;
                let base = base.wrapping_add(map.offset);
                map.check(base)
                    .map_err(|e| format!("parameter `{}`: {e}", place.name))?;
                crate::tensor_map::image::encode(map, base)
            }
        };
        if data.len() as u64 != place.bytes {
            return Err(format!(
                "parameter `{}` has {} bytes, the launch gives {}",
                place.name,
                place.bytes,
                data.len()
            ));
        }
        if let Some(target) = bytes.get_mut(place.offset as usize..place.offset as usize + data.len()) {
            target.copy_from_slice(&data);
        }
    }
    Ok(bytes)
}

/// Bytes of shared memory a CTA of this launch has.
pub(crate) fn shared_size(p: &Program, dynamic: u32) -> u32 {
    p.shared_static
        .max(p.shared_dynamic.saturating_add(dynamic))
        .max(SHARED_BASE)
}
