//! The order of two accesses to tensor memory (docs/sources/ptx-sync.md#tcgen05, T2 to T6).
//!
//! Products and copies are asynchronous. One of them is ordered after another if the thread that issues it knows, by a
//! commit, that the other is finished, and has executed `fence::after_thread_sync` since; or if the two are a pair that
//! the unit keeps in order, issued by one thread, or by two that the tcgen05 fences order. As with shared memory, the
//! check is made at issue and for every column, so that a missing order is found whatever the delays of a run are.

use super::{Exec, Stop};
use crate::finding::{FindingKind, Other};
use crate::race::Agent;
use crate::tmem::{Issue, Unit};
use std::ops::Range;

/// The relation of two accesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Order {
    Ordered,
    /// Ordered, but `fence::after_thread_sync` is missing.
    Unfenced,
    Unordered,
}

impl Unit {
    /// T2: does the unit itself start `self` only after an `earlier` operation of the same thread?
    fn follows(self, earlier: Unit) -> bool {
        match (earlier, self) {
            (Unit::Copy, Unit::Product { .. }) => true,
            (Unit::Product { d, shape }, Unit::Product { d: d2, shape: shape2 }) => (d, shape) == (d2, shape2),
            _ => false,
        }
    }
}

impl Exec<'_> {
    /// Numbers an operation that a lane issues, and remembers it as that thread's last.
    pub(super) fn tc_issue(&mut self, unit: Unit, lane: usize) -> Issue {
        let (index, warp, pc) = (self.cl.ctas[self.cta].index, self.warp as u32, self.pc);
        let fences = match self.warp_ref().tc_fences {
            Some(agent) => agent,
            None => self.cl.agent(crate::state::AgentName::Tcgen05Issue(index, warp)),
        };
        let w = self.w();
        w.tc_fences = Some(fences);
        w.tc_issues += 1;
        let issues = w.tc_issues;
        let cta = self.cta();
        cta.tc_issued += 1;
        cta.tc_last.insert((warp, lane as u32), cta.tc_issued);
        Issue {
            agent: cta.tc_agent,
            number: cta.tc_issued,
            fences,
            issues,
            lane: lane as u8,
            unit,
            pc,
        }
    }

    /// T5: whoever acquires what the warp releases from here on knows of what it has issued.
    pub(super) fn tc_fence_before(&mut self) {
        let w = self.w();
        if let Some(agent) = w.tc_fences {
            let issues = w.tc_issues;
            w.clock.see(agent, issues);
        }
    }

    /// T5: what the warp knows of orders what it does in tensor memory from here on.
    pub(super) fn tc_fence_after(&mut self) {
        let w = self.w();
        w.tc_fenced = w.clock.clone();
    }

    /// Is an operation finished, as far as the warp knows, and fenced?
    pub(super) fn tc_finished(&self, earlier: &Issue) -> Order {
        let w = self.warp_ref();
        if w.tc_fenced.seen(earlier.agent) >= earlier.number {
            Order::Ordered
        } else if w.clock.seen(earlier.agent) >= earlier.number {
            Order::Unfenced
        } else {
            Order::Unordered
        }
    }

    /// As [`Exec::tc_finished`], for a load or store by the warp. One that has itself waited for the operation, and
    /// then met the other warps of its CTA, is taken to be behind a fence: compilers leave the fence out there, and no
    /// load moves over both.
    pub(super) fn tc_finished_before_move(&self, earlier: &Issue) -> Order {
        let order = self.tc_finished(earlier);
        let met = || self.warp_ref().tc_met.seen(earlier.agent) >= earlier.number;
        if order == Order::Unfenced && met() {
            Order::Ordered
        } else {
            order
        }
    }

    fn tc_after(&self, now: &Issue, earlier: &Issue) -> Order {
        let finished = self.tc_finished(earlier);
        if !now.unit.follows(earlier.unit) {
            return finished;
        }
        let w = self.warp_ref();
        let same_thread = (now.fences, now.lane) == (earlier.fences, earlier.lane);
        if same_thread || w.tc_fenced.seen(earlier.fences) >= earlier.issues {
            Order::Ordered
        } else if w.clock.seen(earlier.fences) >= earlier.issues {
            finished.min(Order::Unfenced)
        } else {
            finished
        }
    }

    /// Notes that an operation reads or writes columns of a CTA's tensor memory, and reports what it is not ordered
    /// after.
    pub(super) fn tc_touch(
        &mut self,
        cta: usize,
        columns: Range<u32>,
        write: bool,
        now: &Issue,
        what: &str,
    ) -> Result<(), Stop> {
        let mask = self.mask;
        if let Some(column) = columns.clone().find(|&c| !self.cl.ctas[cta].tmem.is_allocated(c)) {
            let message = format!("column {column} of tensor memory, {what}, is not allocated");
            return self.stop(FindingKind::TensorMemory, mask, message);
        }
        let mut worst = (Order::Ordered, None);
        let mut by_warp: Option<(Agent, u32, bool)> = None;
        for c in columns {
            let Some(column) = self.cl.ctas[cta].tmem.columns.get(c as usize) else {
                continue;
            };
            let readers = if write { column.readers.as_slice() } else { &[] };
            for earlier in column.writer.iter().chain(readers) {
                let order = self.tc_after(now, earlier);
                if order > worst.0 {
                    worst = (order, Some(*earlier));
                }
            }
            let loads = if write { column.loads.as_slice() } else { &[] };
            let clock = &self.warp_ref().clock;
            let moves = [(column.stores.as_slice(), true), (loads, false)];
            for (list, wrote) in moves {
                if let Some(m) = list.iter().find(|m| clock.seen(m.agent) < m.epoch) {
                    by_warp = Some((m.agent, m.pc, wrote));
                }
            }
            if let Some(column) = self.cl.ctas[cta].tmem.columns.get_mut(c as usize) {
                column.note(*now, write);
            }
        }
        let (order, earlier) = worst;
        let others = earlier.map(|e| Other {
            what: "the earlier operation of the tensor core".to_string(),
            place: self.place(e.pc),
        });
        match order {
            Order::Unordered => {
                let product = |unit: Unit| matches!(unit, Unit::Product { .. });
                let own = earlier.is_some_and(|e| (e.fences, e.lane) == (now.fences, now.lane) && product(e.unit));
                let pairs = if own && now.unit == Unit::Copy {
                    "; a copy after a product is not among the pairs that PTX orders in one thread (a product after a copy is): \
                     commit the product and wait before the copy"
                } else {
                    ""
                };
                let message = format!(
                    "tensor memory, {what}, is in use by an earlier tensor-core operation that was not waited for, and the unit does \
                     not order the two{pairs}"
                );
                self.report(FindingKind::Race, mask, message, others.into_iter().collect());
            }
            Order::Unfenced => {
                let message = format!(
                    "tensor memory, {what}, is used without tcgen05.fence::after_thread_sync after the wait for the earlier operation"
                );
                self.report(
                    FindingKind::MissingTcgen05Fence,
                    mask,
                    message,
                    others.into_iter().collect(),
                );
            }
            Order::Ordered => {
                if let Some((agent, pc, wrote)) = by_warp {
                    let other = self.other(agent, pc, wrote);
                    let message = format!(
                        "tensor memory, {what}, is in use by a tcgen05.ld or tcgen05.st that nothing orders before this: a missing \
                         tcgen05.wait::ld or wait::st, or a barrier"
                    );
                    self.report(FindingKind::Race, mask, message, vec![other]);
                }
            }
        }
        Ok(())
    }
}
