//! Asynchronous copies that are not tensor copies, and the groups they complete in (docs/sources/ptx-sync.md#cpasync
//! and docs/sources/ptx-sync.md#bulk-copies).

use super::{AccessKind, By, Done, Exec, Flow, Stop, Target, lanes};
use crate::decode::{Address, AtomOp, Bulk, BulkDir, CpAsync, MemSpace, StAsync};
use crate::finding::FindingKind;
use crate::memory::{load_le, store_le};
use crate::race::Clock;
use crate::state::{Pending, Wait, Work};
use crate::story::Deed;
use tilewright_ptx::Type;

/// Bytes for several places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scatter {
    /// Address and length of each piece; `data` holds them in order.
    pub spans: Vec<(u32, u32)>,
    pub data: Vec<u8>,
}

impl Scatter {
    pub fn push(&mut self, at: u32, data: &[u8]) {
        self.spans.push((at, data.len() as u32));
        self.data.extend_from_slice(data);
    }

    /// The pieces.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let mut from = 0;
        self.spans.iter().map(move |&(at, len)| {
            let piece = self.data.get(from..from + len as usize).unwrap_or(&[]);
            from += len as usize;
            (at, piece)
        })
    }
}

/// A bulk store in flight: pieces of shared memory and the global addresses they go to.
#[derive(Clone, Debug)]
pub(crate) struct StoreWork {
    pub pieces: Vec<(u32, u64, u32)>,
    pub reduce: Option<(AtomOp, Type)>,
}

/// Where a load goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    /// The CTA whose shared memory gets it, unless there is a mask of several.
    pub smem: usize,
    /// CTA and address of the mbarrier that it completes on.
    pub mbar: (usize, u32),
    pub multicast: Option<u16>,
    /// `.cta_group::2`
    pub pair: bool,
    /// The bytes that the mbarrier counts.
    pub bytes: u32,
    pub reduce: Option<(AtomOp, Type)>,
    /// Else through the generic one.
    pub asynchronous_proxy: bool,
}

/// Instructions that a copy usually takes.
const COPY: u64 = 400;

impl Exec<'_> {
    /// Starts asynchronous work; returns its number.
    pub(super) fn launch(&mut self, due: u64, work: Work) -> u64 {
        self.cl.next_id += 1;
        let id = self.cl.next_id;
        let (cta, warp, pc) = (self.cta, self.warp, self.pc);
        self.cl.pending.push(Pending {
            id,
            due,
            cta,
            warp,
            pc,
            work,
        });
        id
    }

    pub(super) fn is_pending(&self, id: u64) -> bool {
        self.cl.pending.iter().any(|p| p.id == id)
    }

    pub(super) fn cp_async(&mut self, c: &CpAsync) -> Done {
        let (dst, src) = (self.addresses(c.dst), self.addresses(c.src));
        let sizes = c.src_bytes.map(|s| self.read(s));
        let ignored = match c.ignore {
            Some(p) => self.pred(p),
            None => 0,
        };
        // Lanes that read something.
        let mut copied = 0;
        let mut scatter = Scatter::default();
        self.w().cp_sequence += 1;
        let agent = self.w().agent + 2;
        let epoch = self.w().cp_sequence;
        let clock = self.w().clock.clone();
        for l in lanes(self.mask) {
            self.check_aligned(dst[l], c.bytes, l)?;
            self.check_aligned(src[l], c.bytes, l)?;
            let take = sizes.map_or(u64::from(c.bytes), |s| s[l]);
            if take > c.bytes.into() {
                return self.stop(
                    FindingKind::InvalidOperand,
                    1 << l,
                    format!("source size {take} is above the {} copied", c.bytes),
                );
            }
            let take = if ignored >> l & 1 == 1 { 0 } else { take as usize };
            let mut bytes = [0; 16];
            if take > 0 {
                copied |= 1 << l;
                let target = self.resolve(MemSpace::Generic, src[l], l)?;
                let part = &mut bytes[..take];
                let by = By {
                    agent,
                    epoch,
                    asynchronous: false,
                    strong: false,
                };
                self.fetch_as(target, part, l, by, &clock)?;
            }
            let (cta, at) = self.shared_of(MemSpace::Shared, dst[l], l)?;
            if cta != self.cta || self.cl.ctas[cta].shared.get(at, c.bytes).is_none() {
                return self.out_of_shared(cta, at, c.bytes as usize, "written", l);
            }
            self.touch_as(cta, at, c.bytes, true, l, agent, epoch, &clock, false, false);
            scatter.push(at, &bytes[..c.bytes as usize]);
        }
        let all = self.mask;
        self.observe([None, Some(AccessKind::SharedCopy)], MemSpace::Shared, &dst, c.bytes);
        self.mask = copied;
        self.observe([Some(AccessKind::GlobalCopy), None], MemSpace::Generic, &src, c.bytes);
        self.mask = all;
        let due = self.due(COPY / 2);
        let id = self.launch(due, Work::CpAsync(scatter));
        self.w().cp_open.push(id);
        Ok(Flow::Next)
    }

    pub(super) fn cp_commit(&mut self) -> Done {
        let w = self.w();
        let group = std::mem::take(&mut w.cp_open);
        let sequence = w.cp_sequence;
        w.cp_groups.push_back((sequence, group));
        Ok(Flow::Next)
    }

    pub(super) fn cp_wait(&mut self, left: u32) -> Done {
        // wait_all also waits for what was not committed.
        if left == 0
            && !self.w().cp_open.is_empty()
            && self.p.opcode.get(self.pc as usize) == Some(&tilewright_ptx::Opcode::CpAsyncWaitAll)
        {
            self.cp_commit()?;
        }
        while self.warp_ref().cp_groups.len() > left as usize {
            let finished = match self.warp_ref().cp_groups.front() {
                Some((_, group)) => !group.iter().any(|&id| self.is_pending(id)),
                None => break,
            };
            if !finished {
                return Ok(Flow::Stay(Wait::Retry(self.cl.events)));
            }
            let w = self.w();
            if let Some((sequence, _)) = w.cp_groups.pop_front() {
                let agent = w.agent + 2;
                w.clock.see(agent, sequence);
                self.note(Deed::Collects, None);
            }
        }
        Ok(Flow::Next)
    }

    /// `cp.async.mbarrier.arrive` (M13).
    pub(super) fn cp_arrive(&mut self, addr: Address, noinc: bool) -> Done {
        let addr = self.addresses(addr);
        // Every copy of this warp that is under way is due before its arrival.
        let (cta, warp) = (self.cta, self.warp);
        let own = self.cl.pending.iter().filter(|p| (p.cta, p.warp) == (cta, warp));
        let copies = own.filter(|p| matches!(p.work, Work::CpAsync(_)));
        // Absent: nothing is under way.
        let landed = copies.map(|p| p.due).max().unwrap_or(0);
        let mut clock = self.release();
        let (agent, sequence) = (self.w().agent + 2, self.w().cp_sequence);
        clock.see(agent, sequence);
        for l in lanes(self.mask) {
            let (cta, at) = self.shared_of(MemSpace::Shared, addr[l], l)?;
            let Some(b) = self.cl.ctas[cta].mbarriers.get_mut(&at).filter(|b| b.valid) else {
                return self.stop(
                    FindingKind::InvalidBarrier,
                    1 << l,
                    format!("there is no mbarrier at {at:#x}"),
                );
            };
            if !noinc {
                b.pending += 1;
            }
            let work = Work::CpArrive {
                mbar: at,
                clock: clock.clone(),
            };
            let due = self.due(1).max(landed);
            self.launch(due, work);
        }
        Ok(Flow::Next)
    }

    /// The mbarrier a bulk load names, its agent and the time its current phase ends.
    pub(super) fn load_barrier(&mut self, cta: usize, at: u32, lane: usize) -> Result<(u16, u32, u64), Stop> {
        let barrier = self.cl.ctas.get(cta).and_then(|c| c.mbarriers.get(&at));
        match barrier.filter(|b| b.valid) {
            Some(b) => Ok((b.agent, b.base + b.phase as u32 + 1, b.phase)),
            None => self.stop(
                FindingKind::InvalidBarrier,
                1 << lane,
                format!("there is no mbarrier at {at:#x}: it was not initialised"),
            ),
        }
    }

    /// The reader of global memory for a load: the mbarrier, whose phase is the time.
    pub(super) fn by_barrier(&mut self, mbar: (usize, u32), lane: usize) -> Result<By, Stop> {
        let (agent, epoch, _) = self.load_barrier(mbar.0, mbar.1, lane)?;
        Ok(By {
            agent,
            epoch,
            asynchronous: true,
            strong: false,
        })
    }

    /// Reads bytes of global memory for an agent, or of another space.
    fn fetch_as(&mut self, target: Target, out: &mut [u8], lane: usize, by: By, clock: &Clock) -> Result<(), Stop> {
        let Target::Global(addr) = target else {
            return self.fetch(target, out, false, lane);
        };
        match self.g.get(addr, out.len()) {
            Some(b) => out.copy_from_slice(b),
            None => return self.out_of_global(addr, out.len(), "read", lane),
        }
        self.touch_global_as(addr, out.len(), false, lane, by, clock);
        Ok(())
    }

    /// CTAs of the cluster that a load goes to.
    pub(super) fn destinations(&mut self, multicast: Option<u16>, own: usize, lane: usize) -> Result<Vec<usize>, Stop> {
        let Some(mask) = multicast else { return Ok(vec![own]) };
        let list: Vec<usize> = (0..16).filter(|i| mask >> i & 1 == 1).collect();
        if list.is_empty() || list.iter().any(|&c| c >= self.cl.ctas.len()) {
            return self.stop(
                FindingKind::InvalidOperand,
                1 << lane,
                format!("multicast mask {mask:#x} names a CTA that the cluster lacks"),
            );
        }
        Ok(list)
    }

    /// Pieces on their way into shared memory, completing on an mbarrier in every destination.
    pub(super) fn launch_load(
        &mut self,
        scatter: Scatter,
        to: &Landing,
        clock: &Clock,
        lane: usize,
    ) -> Result<(), Stop> {
        for target in self.destinations(to.multicast, to.smem, lane)? {
            let barrier_cta = match to.multicast {
                None => to.mbar.0,
                // The CTA of the pair that has the parity of the one with the mbarrier
                // (docs/sources/ptx-data.md#bulk-copy-forms).
                Some(_) if to.pair => (target & !1) | (to.mbar.0 & 1),
                Some(_) => target,
            };
            let (agent, epoch, phase) = self.load_barrier(barrier_cta, to.mbar.1, lane)?;
            for &(at, len) in &scatter.spans {
                if self.cl.ctas[target].shared.get(at, len).is_none() {
                    return self.out_of_shared(target, at, len as usize, "written by a copy", lane);
                }
                let (proxy, strong) = (to.asynchronous_proxy, to.reduce.is_some());
                self.touch_as(target, at, len, true, lane, agent, epoch, clock, proxy, strong);
            }
            let due = self.due(COPY);
            let work = Work::Load {
                target,
                scatter: scatter.clone(),
                barrier_cta,
                mbar: to.mbar.1,
                bytes: to.bytes,
                phase,
                reduce: to.reduce,
            };
            self.launch(due, work);
        }
        Ok(())
    }

    /// `st.async` and `red.async`: registers to shared memory of a CTA of the cluster, completing on an mbarrier there.
    pub(super) fn st_async(&mut self, s: &StAsync) -> Done {
        let (dst, mbar) = (self.addresses(s.dst), self.addresses(s.mbar));
        let values: Vec<_> = s.values.iter().map(|&v| self.read(v)).collect();
        let bytes = s.bytes * values.len() as u32;
        let clock = self.release();
        for l in lanes(self.mask) {
            self.check_aligned(dst[l], bytes, l)?;
            let smem = self.shared_of(s.space, dst[l], l)?;
            let mbar = self.shared_of(s.space, mbar[l], l)?;
            if smem.0 != mbar.0 {
                let message = "the data and the mbarrier of an asynchronous store must be in one CTA's shared memory";
                return self.stop(FindingKind::InvalidOperand, 1 << l, message);
            }
            self.load_barrier(mbar.0, mbar.1, l)?;
            let mut data = [0; 32];
            let Some(part) = data.get_mut(..bytes as usize) else {
                continue;
            };
            for (value, chunk) in values.iter().zip(part.chunks_exact_mut(s.bytes as usize)) {
                store_le(chunk, value[l]);
            }
            let mut scatter = Scatter::default();
            scatter.push(smem.1, part);
            let to = Landing {
                smem: smem.0,
                mbar,
                multicast: None,
                pair: false,
                bytes,
                reduce: s.reduce,
                asynchronous_proxy: false,
            };
            self.launch_load(scatter, &to, &clock, l)?;
        }
        Ok(Flow::Next)
    }

    pub(super) fn bulk(&mut self, b: &Bulk) -> Done {
        let (dst, src, bytes) = (self.addresses(b.dst), self.addresses(b.src), self.read(b.bytes));
        let mbar = b.mbar.map(|m| self.addresses(m));
        let multicast = b.multicast.map(|m| self.read(m));
        for l in lanes(self.mask) {
            let size = bytes[l] as u32;
            if !size.is_multiple_of(16) || dst[l] % 16 != 0 || src[l] % 16 != 0 {
                let message = format!(
                    "a bulk copy of {size} bytes from {:#x} to {:#x}: all three must be multiples of 16",
                    src[l], dst[l]
                );
                return self.stop(FindingKind::Misaligned, 1 << l, message);
            }
            if size > 1 << 18 {
                return self.stop(
                    FindingKind::OutOfBounds,
                    1 << l,
                    format!("a bulk copy of {size} bytes is larger than shared memory"),
                );
            }
            let clock = self.w().clock.clone();
            if b.dir == BulkDir::Store {
                let (cta, at) = self.shared_of(MemSpace::Shared, src[l], l)?;
                if cta != self.cta {
                    return self.stop(
                        FindingKind::InvalidOperand,
                        1 << l,
                        "a bulk store reads the own CTA's shared memory",
                    );
                }
                self.launch_store(vec![(at, dst[l], size)], b.reduce, &clock, l)?;
                continue;
            }
            let m = mbar.map_or(0, |m| m[l]);
            let mbar = self.shared_of(MemSpace::Shared, m, l)?;
            let by = self.by_barrier(mbar, l)?;
            let mut scatter = Scatter::default();
            let mut data = vec![0; size as usize];
            let target = if b.dir == BulkDir::Load {
                Target::Global(src[l])
            } else {
                self.resolve(MemSpace::Shared, src[l], l)?
            };
            match target {
                Target::Shared(cta, at) => {
                    let Some(bytes) = self.cl.ctas[cta].shared.get(at, size) else {
                        return self.out_of_shared(cta, at, size as usize, "read by a bulk copy", l);
                    };
                    data.copy_from_slice(bytes);
                }
                Target::Global(_) | Target::Local(_) | Target::Param(_) | Target::Const(_) => {
                    self.fetch_as(target, &mut data, l, by, &clock)?;
                }
            }
            let smem = self.shared_of(MemSpace::Shared, dst[l], l)?;
            scatter.push(smem.1, &data);
            let to = Landing {
                smem: smem.0,
                mbar,
                multicast: multicast.map(|m| m[l] as u16),
                pair: false,
                bytes: size,
                reduce: b.reduce,
                asynchronous_proxy: true,
            };
            self.launch_load(scatter, &to, &clock, l)?;
        }
        Ok(Flow::Next)
    }

    /// A store of pieces of shared memory, in the open bulk group of the lane.
    pub(super) fn launch_store(
        &mut self,
        pieces: Vec<(u32, u64, u32)>,
        reduce: Option<(AtomOp, Type)>,
        clock: &Clock,
        lane: usize,
    ) -> Result<(), Stop> {
        self.w().bulk_sequence += 1;
        let sequence = self.w().bulk_sequence;
        let agent = self.w().agent + 3;
        let cta = self.cta;
        let by = By {
            agent: agent + 1,
            epoch: sequence,
            asynchronous: true,
            strong: reduce.is_some(),
        };
        for &(at, addr, len) in &pieces {
            self.touch_global_as(addr, len as usize, true, lane, by, clock);
            if self.cl.ctas[cta].shared.get(at, len).is_none() {
                return self.out_of_shared(cta, at, len as usize, "read by a bulk copy", lane);
            }
            if !self.cl.ctas[cta].shared.is_written(at, len) {
                let message = format!("shared memory at {at:#x} is stored before it is written");
                self.report(FindingKind::UninitialisedMemory, 1 << lane, message, Vec::new());
            }
            self.touch_as(cta, at, len, false, lane, agent, sequence, clock, true, false);
        }
        let due = self.due(COPY);
        let id = self.launch(due, Work::Store(StoreWork { pieces, reduce }));
        if let Some(groups) = self.w().bulk.get_mut(lane) {
            groups.open.push(id);
        }
        Ok(())
    }

    pub(super) fn bulk_commit(&mut self) -> Done {
        let sequence = self.w().bulk_sequence;
        for l in lanes(self.mask) {
            if let Some(g) = self.w().bulk.get_mut(l) {
                let open = std::mem::take(&mut g.open);
                g.committed.push_back((sequence, open));
            }
        }
        Ok(Flow::Next)
    }

    /// With `read`, only the sources have been read (B7).
    pub(super) fn bulk_wait(&mut self, left: u32, read: bool) -> Done {
        for l in lanes(self.mask) {
            loop {
                let front = self
                    .warp_ref()
                    .bulk
                    .get(l)
                    .filter(|g| g.committed.len() > left as usize)
                    .and_then(|g| g.committed.front());
                let Some((sequence, group)) = front else { break };
                let (sequence, busy) = (*sequence, group.iter().any(|&id| self.is_pending(id)));
                if busy {
                    return Ok(Flow::Stay(Wait::Retry(self.cl.events)));
                }
                let empty = group.is_empty();
                let w = self.w();
                if let Some(g) = w.bulk.get_mut(l) {
                    g.committed.pop_front();
                }
                // Waiting for an empty group says nothing of the stores of other threads.
                if !empty {
                    let agent = w.agent + 3;
                    w.clock.see(agent, sequence);
                    if !read {
                        w.clock.see(agent + 1, sequence);
                    }
                    self.note(Deed::Collects, None);
                }
            }
        }
        Ok(Flow::Next)
    }

    /// Completes work that is due.
    pub(crate) fn complete(&mut self, work: Work) -> Result<(), Stop> {
        let cta = self.cta;
        match work {
            Work::CpAsync(scatter) => {
                for (at, data) in scatter.iter() {
                    self.cl.ctas[cta].shared.put(at, data);
                }
            }
            Work::CpArrive { mbar, clock, .. } => self.arrive(cta, mbar, 1, &clock, self.mask)?,
            Work::Load {
                target,
                scatter,
                barrier_cta,
                mbar,
                bytes,
                phase,
                reduce,
            } => {
                for (at, data) in scatter.iter() {
                    let shared = &mut self.cl.ctas[target].shared;
                    match reduce {
                        None => shared.put(at, data),
                        Some((op, ty)) => {
                            let mut joined = shared.get(at, data.len() as u32).unwrap_or(&[]).to_vec();
                            join(op, ty, &mut joined, data, false);
                            shared.put(at, &joined)
                        }
                    };
                }
                let now = self.cl.ctas[barrier_cta]
                    .mbarriers
                    .get(&mbar)
                    .map(|b| (b.phase, b.valid));
                match now {
                    Some((p, true)) if p == phase => {}
                    Some((p, true)) => {
                        let message = format!(
                            "a bulk load of {bytes} bytes was issued in phase {phase} of the mbarrier at {mbar:#x} and completes in phase {p}: \
                             the expected byte count of phase {phase} was too small"
                        );
                        return self.stop(FindingKind::TransactionMismatch, self.mask, message);
                    }
                    _ => {
                        let message =
                            format!("a bulk load completes on the mbarrier at {mbar:#x}, which is no longer valid");
                        return self.stop(FindingKind::InvalidBarrier, self.mask, message);
                    }
                }
                self.complete_tx(barrier_cta, mbar, bytes.into(), self.mask)?;
            }
            Work::Store(store) => self.complete_store(&store)?,
            Work::Tc(tc) => self.complete_tc(tc)?,
            Work::Cancel(cancel) => self.answer_cancel(cancel),
        }
        self.cl.event();
        Ok(())
    }

    fn complete_store(&mut self, store: &StoreWork) -> Result<(), Stop> {
        let cta = self.cta;
        for &(at, addr, len) in &store.pieces {
            let Some(data) = self.cl.ctas[cta].shared.get(at, len).map(<[u8]>::to_vec) else {
                continue;
            };
            let Some(target) = self.g.get_mut(addr, len as usize) else {
                return self.out_of_global(addr, len as usize, "written by a bulk copy", 0);
            };
            match store.reduce {
                None => target.copy_from_slice(&data),
                Some((op, ty)) => join(op, ty, target, &data, true),
            }
        }
        Ok(())
    }
}

/// Joins every element of `data` to that of `target`.
fn join(op: AtomOp, ty: Type, target: &mut [u8], data: &[u8], flush: bool) {
    let width = ty.bytes() as usize;
    for (t, d) in target.chunks_exact_mut(width).zip(data.chunks_exact(width)) {
        store_le(t, super::access::update(op, ty, load_le(t), load_le(d), flush));
    }
}
