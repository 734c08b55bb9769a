//! The order of two accesses to tensor memory (docs/sources/ptx-sync.md#tcgen05, T2 to T6).
//!
//! Products and copies are asynchronous. One of them is ordered after another if the thread that issues it knows, by a
//! commit, that the other is finished, and has executed `fence::after_thread_sync` since; or if the two are a pair that
//! the unit keeps in order, issued by one thread, or by two that the tcgen05 fences order. As with shared memory, the
//! check is made at issue and for every column, so that a missing order is found whatever the delays of a run are. Loads and
//! stores by other warps before it are checked in the same way: they ask for a fence on either side.

use super::{Exec, Stop};
use crate::finding::{FindingKind, Other};
use crate::race::{Agent, Clock};
use crate::state::AgentName;
use crate::tmem::{Issue, Move, Unit};
use std::ops::Range;

/// The relation of two accesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Order {
    Ordered,
    /// Ordered, but `fence::after_thread_sync` is missing.
    Unfenced,
    Unordered,
}

/// The relation of a product or copy to an earlier load or store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum MoveOrder {
    Ordered,
    /// Ordered, but for `fence::after_thread_sync` of who comes later.
    NotFencedAfter,
    /// Ordered, but for `fence::before_thread_sync` of who came earlier.
    NotFencedBefore,
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
        // So are loads and stores that were waited for, by this warp or by one that it has met.
        let is_move = |name: &AgentName| matches!(name, AgentName::Tcgen05Move(..));
        for (agent, _) in self.cl.agents.iter().enumerate().filter(|(_, name)| is_move(name)) {
            let clock = &mut self.cl.ctas[self.cta].warps[self.warp].clock;
            let agent = agent as Agent;
            clock.see(agent + 1, clock.seen(agent));
        }
    }

    /// T6: the order of a product or copy of this warp after a load or store of one, whose fences may be missing. Behind a barrier of the CTA
    /// that both meet at, they are: compilers leave them out there.
    fn tc_after_move(&self, earlier: &Move) -> MoveOrder {
        let w = self.warp_ref();
        let (of_move, fenced) = ((earlier.agent, earlier.epoch), (earlier.fenced, earlier.epoch));
        let has = |clock: &Clock, (agent, epoch): (Agent, u32)| clock.seen(agent) >= epoch;
        let own = w.tc_moves.iter().flatten().any(|&(agent, _)| agent == earlier.agent);
        let waited = has(&w.clock, of_move);
        if has(&w.tc_fenced, fenced) || waited && (own || has(&w.tc_barred, of_move)) {
            MoveOrder::Ordered
        } else if has(&w.clock, fenced) {
            MoveOrder::NotFencedAfter
        } else if waited {
            MoveOrder::NotFencedBefore
        } else {
            MoveOrder::Unordered
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
        let mut moved: (MoveOrder, Option<(Move, bool)>) = (MoveOrder::Ordered, None);
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
            for (list, wrote) in [(column.stores.as_slice(), true), (loads, false)] {
                for &earlier in list {
                    let order = self.tc_after_move(&earlier);
                    if order > moved.0 {
                        moved = (order, Some((earlier, wrote)));
                    }
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
                let (order, Some((earlier, wrote))) = moved else {
                    return Ok(());
                };
                let other = self.other(earlier.agent, earlier.pc, wrote);
                let missing = match order {
                    MoveOrder::Unordered | MoveOrder::Ordered => {
                        let message = format!(
                            "tensor memory, {what}, is in use by a tcgen05.ld or tcgen05.st that nothing orders before this: a missing \
                             tcgen05.wait::ld or wait::st, or a barrier"
                        );
                        self.report(FindingKind::Race, mask, message, vec![other]);
                        return Ok(());
                    }
                    MoveOrder::NotFencedBefore => {
                        "before_thread_sync between the wait for a tcgen05.ld or tcgen05.st and the arrival that tells of it"
                    }
                    MoveOrder::NotFencedAfter => {
                        "after_thread_sync after the wait for the thread that loaded or stored it"
                    }
                };
                let message = format!("tensor memory, {what}, is used without tcgen05.fence::{missing}");
                self.report(FindingKind::MissingTcgen05Fence, mask, message, vec![other]);
            }
        }
        Ok(())
    }
}
