//! Letting waiters go, and naming them when nobody can.

use crate::decode::{BarKind, MbarKind, Op, SyncOp, TensorOp};
use crate::exec::Stop;
use crate::finding::{FindingKind, Other, PtxPosition};
use crate::run::Device;
use crate::state::*;
use crate::story::{Deed, Standing};
use crate::timeline::BarrierName;

impl Device<'_> {
    /// Lets the waiters of a CTA barrier go if all have come.
    pub(crate) fn bar_released(&mut self, cl: &mut Cluster, c: usize, id: usize) -> Result<(), Stop> {
        let cta = &mut cl.ctas[c];
        let alive: u32 = cta.warps.iter().map(|w| w.alive.count_ones()).sum();
        let Some(b) = cta.bars.get_mut(id).filter(|b| b.arrived > 0) else {
            return Ok(());
        };
        let expected = if b.expected == 0 { alive } else { b.expected };
        if b.arrived < expected {
            return Ok(());
        }
        let done = std::mem::take(b);
        let name = BarrierName::Named { id: id as u8 };
        self.timeline.completed(cta.index, name, done.since, cl.now);
        let (index, phase) = (cta.index, self.timeline.phase(cta.index, name));
        let mut overrun = None;
        let has_tensor_memory = !cta.tmem.allocated.is_empty();
        for (w, warp) in cta.warps.iter_mut().enumerate() {
            for f in warp.frags.iter_mut().filter(|f| f.wait == Wait::Bar(id as u8)) {
                if let Some(Op::Sync(SyncOp::Bar(bar))) = self.p.code.get(f.pc as usize).map(|i| &i.op) {
                    match bar.kind {
                        BarKind::RedPopc { d, .. } => {
                            let reg = &mut warp.regs[usize::from(d)];
                            (0..LANES)
                                .filter(|l| f.mask >> l & 1 == 1)
                                .for_each(|l| reg[l] = done.count.into());
                            warp.written[usize::from(d)] |= f.mask;
                        }
                        BarKind::RedLogic { and, d, .. } => {
                            let yes = if and { done.all } else { done.any };
                            let p = &mut warp.preds[usize::from(d)];
                            *p = if yes { *p | f.mask } else { *p & !f.mask };
                            warp.pred_written[usize::from(d)] |= f.mask;
                        }
                        BarKind::Sync | BarKind::Arrive => {}
                    }
                }
                if done.arrived > expected && done.expected != 0 {
                    overrun = Some((w, f.mask, f.pc));
                }
                f.pc += 1;
                f.wait = Wait::Ready;
                warp.clock.join(&done.clock);
                if has_tensor_memory {
                    warp.tc_barred = warp.clock.clone();
                }
            }
        }
        cl.event();
        let after = Standing {
            cta: index,
            barrier: name,
            phase,
            pending: expected.into(),
            bytes: 0,
        };
        self.exec(cl, c, 0, 0, 0).note(Deed::Completes, Some(after));
        if let Some((w, mask, pc)) = overrun {
            let message = format!(
                "barrier {id} expects {} threads and {} arrive",
                done.expected, done.arrived
            );
            return self
                .exec(cl, c, w, mask, pc)
                .stop(FindingKind::ArriveOverrun, mask, message);
        }
        for w in 0..cl.ctas[c].warps.len() {
            self.merge(cl, c, w);
        }
        Ok(())
    }

    /// Lets the waiters of the cluster barrier go if all live threads have arrived.
    pub(crate) fn cluster_released(&mut self, cl: &mut Cluster) {
        let mut any = false;
        for w in cl.ctas.iter().flat_map(|c| &c.warps) {
            if w.cluster_arrived & w.alive != w.alive {
                return;
            }
            any |= w.cluster_arrived != 0;
        }
        if !any {
            return;
        }
        let since = cl.cluster_since.take().unwrap_or(cl.now);
        for cta in &cl.ctas {
            self.timeline.completed(cta.index, BarrierName::Cluster, since, cl.now);
        }
        cl.cluster_done = std::mem::take(&mut cl.cluster_clock);
        let done = cl.cluster_done.clone();
        for w in cl.ctas.iter_mut().flat_map(|c| &mut c.warps) {
            let mut passed = w.cluster_arrived & w.alive;
            w.cluster_arrived = 0;
            for f in w.frags.iter_mut().filter(|f| f.wait == Wait::Cluster) {
                passed &= !f.mask;
                f.pc += 1;
                f.wait = Wait::Ready;
                w.clock.join(&done);
            }
            w.cluster_passed |= passed;
        }
        cl.event();
        self.exec(cl, 0, 0, 0, 0).note_cluster(Deed::Completes);
    }

    /// Names everybody who waits.
    pub(crate) fn deadlock(&mut self, cl: &mut Cluster) {
        // Warps that wait for the same thing at the same place are named together.
        let mut waiting: Vec<(u32, String, Option<PtxPosition>, Vec<usize>)> = Vec::new();
        let mut first = None;
        let mut lanes_only = true;
        for c in 0..cl.ctas.len() {
            for w in 0..cl.ctas[c].warps.len() {
                for f in cl.ctas[c].warps[w].frags.clone() {
                    first.get_or_insert((c, w, f));
                    lanes_only &= matches!(f.wait, Wait::Lanes(_));
                    let index = cl.ctas[c].index;
                    let what = self.waits_for(cl, c, w, f);
                    let place = self.exec(cl, c, w, f.mask, f.pc).place(f.pc);
                    match waiting
                        .iter_mut()
                        .find(|(i, s, p, _)| *i == index && *s == what && *p == place)
                    {
                        Some((_, _, _, warps)) => warps.push(w),
                        None => waiting.push((index, what, place, vec![w])),
                    }
                }
            }
        }
        let others = waiting
            .into_iter()
            .map(|(index, what, place, warps)| {
                let names: Vec<String> = warps.iter().map(usize::to_string).collect();
                let (noun, verb) = if names.len() == 1 {
                    ("warp", "waits")
                } else {
                    ("warps", "wait")
                };
                Other {
                    what: format!("{noun} {} of CTA {index} {verb} for {what}", names.join(", ")),
                    place,
                }
            })
            .collect();
        let Some((c, w, f)) = first else { return };
        let (kind, message) = if lanes_only {
            (
                FindingKind::Divergence,
                "lanes of a warp wait for each other at different instructions".to_string(),
            )
        } else {
            (
                FindingKind::Deadlock,
                format!("nothing can run any more{}", self.cause(cl)),
            )
        };
        self.exec(cl, c, w, f.mask, f.pc).report(kind, f.mask, message, others);
    }

    pub(crate) fn waits_for(&mut self, cl: &mut Cluster, c: usize, w: usize, f: Frag) -> String {
        match f.wait {
            Wait::Bar(id) => {
                let b = &cl.ctas[c].bars[usize::from(id)];
                let expected = if b.expected == 0 {
                    "all".to_string()
                } else {
                    b.expected.to_string()
                };
                format!("barrier {id}: {} threads of {expected} have arrived", b.arrived)
            }
            Wait::Cluster => "the cluster barrier".to_string(),
            Wait::Lanes(mask) => format!("lanes {:#010x} of the same warp", mask & !f.mask),
            Wait::Ready | Wait::Retry(_) => match self.p.code.get(f.pc as usize).map(|i| &i.op) {
                Some(Op::Sync(SyncOp::Mbar(m))) => {
                    let (kind, lane) = (m.kind, f.mask.trailing_zeros() as usize & 31);
                    let key = match kind {
                        MbarKind::Wait { key, .. } => self.exec(cl, c, w, f.mask, f.pc).read(key)[lane],
                        MbarKind::Init { .. } | MbarKind::Inval | MbarKind::Arrive { .. } => 0,
                        MbarKind::ExpectTx { .. } | MbarKind::CompleteTx { .. } => 0,
                    };
                    let Some((cta, at)) = self.waited_mbarrier(cl, c, w, f) else {
                        return "an mbarrier".to_string();
                    };
                    match cl.ctas[cta].mbarriers.get(&at) {
                        Some(b) => format!(
                            "the mbarrier at {at:#x} with parity {key}: it is in phase {}, {} of {} pending, {} outstanding",
                            b.phase,
                            b.pending,
                            tilewright_diag::counted(b.expected as usize, "arrivals"),
                            tilewright_diag::counted(b.tx as usize, "bytes")
                        ),
                        None => format!("the mbarrier at {at:#x}"),
                    }
                }
                Some(Op::Sync(SyncOp::Setmaxnreg { .. })) => "registers of the pool".to_string(),
                Some(Op::Tensor(TensorOp::Tcgen05(_))) => {
                    match (cl.ctas[c].tc_alloc, cl.ctas.get(c ^ 1).map(|peer| peer.tc_alloc)) {
                        (PairAlloc::Asked(_), Some(PairAlloc::Nothing)) => {
                            "the other CTA of its pair to allocate tensor memory too".to_string()
                        }
                        _ => "tensor memory".to_string(),
                    }
                }
                _ => "asynchronous work".to_string(),
            },
        }
    }

    /// The most likely reason why a waited-for mbarrier does not complete its phase.
    fn cause(&mut self, cl: &mut Cluster) -> String {
        for c in 0..cl.ctas.len() {
            for w in 0..cl.ctas[c].warps.len() {
                for f in cl.ctas[c].warps[w].frags.clone() {
                    let Some((cta, at)) = self.waited_mbarrier(cl, c, w, f) else {
                        continue;
                    };
                    match cl.ctas[cta].mbarriers.get(&at) {
                        Some(b) if b.pending == 0 && b.tx > 0 => {
                            return format!(
                                ": the mbarrier at {at:#x} has all its arrivals but expects {} that no copy brings",
                                tilewright_diag::counted(b.tx as usize, "bytes")
                            );
                        }
                        Some(b) if b.pending > 0 && b.pending < b.expected => {
                            return format!(
                                ": phase {} of the mbarrier at {at:#x} lacks {} of the {} arrivals it was set up for",
                                b.phase, b.pending, b.expected
                            );
                        }
                        _ => {}
                    }
                }
            }
        }
        self.untouched(cl).unwrap_or_default()
    }

    /// A waited-for mbarrier in whose phase nobody has arrived: those who would are themselves waiting, one of them for
    /// a phase that it takes for another.
    fn untouched(&mut self, cl: &mut Cluster) -> Option<String> {
        for c in 0..cl.ctas.len() {
            for w in 0..cl.ctas[c].warps.len() {
                for f in cl.ctas[c].warps[w].frags.clone() {
                    let Some((cta, at)) = self.waited_mbarrier(cl, c, w, f) else {
                        continue;
                    };
                    if let Some(b) = cl.ctas[cta].mbarriers.get(&at).filter(|b| b.pending == b.expected) {
                        return Some(format!(
                            ": nobody has arrived in phase {} of the mbarrier at {at:#x}, and whoever would waits too; a wait for the \
                             other parity passes now, so look for a wrong start phase, a missing or a superfluous flip of the phase, or \
                             too few stages",
                            b.phase
                        ));
                    }
                }
            }
        }
        None
    }

    /// The mbarrier that a part of a warp waits on.
    fn waited_mbarrier(&mut self, cl: &mut Cluster, c: usize, w: usize, f: Frag) -> Option<(usize, u32)> {
        let Some(Op::Sync(SyncOp::Mbar(m))) = self.p.code.get(f.pc as usize).map(|i| &i.op) else {
            return None;
        };
        let (m, lane) = (*m, f.mask.trailing_zeros() as usize & 31);
        let mut e = self.exec(cl, c, w, f.mask, f.pc);
        let addr = e.addresses(m.addr);
        e.shared_of(m.space, addr[lane], lane).ok()
    }
}
