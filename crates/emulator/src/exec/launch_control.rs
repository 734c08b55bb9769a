//! Cluster launch control: a running cluster takes over the work of one that has not been launched
//! (docs/sources/ptx-sync.md#other-barriers,
//! N4).

use super::{Done, Exec, Flow, Scatter, lanes};
use crate::decode::{MemSpace, Query, QueryCancel, TryCancel, low};
use crate::finding::FindingKind;
use crate::state::{LANES, Work};

/// Instructions that a request usually takes.
const REQUEST: u64 = 200;
/// Bytes of a response.
const RESPONSE: u32 = 16;
/// The upper half of a response: a mark, and bit 0 for success. The lower half is the index of the first CTA, 32 bits
/// of x and 16 of y and z each. What hardware writes is not documented, and not visible to a program that uses only
/// `query_cancel`.
const MARK: u64 = 0x436C_4361_6E63_6500;

/// A request in flight.
#[derive(Clone, Debug)]
pub(crate) struct CancelWork {
    /// CTAs that get the response, and the phase of the barrier in each.
    targets: Vec<(usize, u64)>,
    at: u32,
    mbar: u32,
}

impl Exec<'_> {
    pub(super) fn try_cancel(&mut self, t: &TryCancel) -> Done {
        let (response, mbar) = (self.addresses(t.response), self.addresses(t.mbar));
        for l in lanes(self.mask) {
            self.check_aligned(response[l], RESPONSE, l)?;
            if self.cl.cancels.failure_seen {
                let message = "a launch is to be cancelled after a request was seen to fail: this is undefined";
                return self.stop(FindingKind::LaunchControl, 1 << l, message);
            }
            let (cta, at) = self.shared_of(t.space, response[l], l)?;
            let (barrier_cta, mbar) = self.shared_of(MemSpace::Shared, mbar[l], l)?;
            if cta != self.cta || barrier_cta != self.cta {
                let message = "the response and the mbarrier of a request must be in the own CTA's shared memory";
                return self.stop(FindingKind::InvalidOperand, 1 << l, message);
            }
            let clock = self.w().clock.clone();
            let receivers = if t.multicast {
                0..self.cl.ctas.len()
            } else {
                cta..cta + 1
            };
            let mut targets = Vec::new();
            for target in receivers {
                let (agent, epoch, phase) = self.load_barrier(target, mbar, l)?;
                if self.cl.ctas[target].shared.get(at, RESPONSE).is_none() {
                    return self.out_of_shared(target, at, RESPONSE as usize, "written by a response", l);
                }
                self.touch_as(target, at, RESPONSE, true, l, agent, epoch, &clock, true, false);
                targets.push((target, phase));
            }
            let due = self.due(REQUEST);
            self.launch(due, Work::Cancel(CancelWork { targets, at, mbar }));
        }
        Ok(Flow::Next)
    }

    /// The request is answered; every receiver gets the answer in its own time. Under a seed a request sometimes fails
    /// although clusters wait, as it does when a kernel of higher priority comes.
    pub(super) fn answer_cancel(&mut self, work: CancelWork) {
        let cancelled = if self.rng.one_in(16) {
            None
        } else {
            self.queue.cancel(self.rng)
        };
        let cluster = self.fixed.cluster;
        let halves = match cancelled {
            Some(id) => {
                let first = [0, 1, 2].map(|d| id[d] * cluster[d]);
                self.cl.cancels.unclaimed.push((first, self.pc));
                let [x, y, z] = first.map(u64::from);
                [x | y << 32 | z << 48, MARK | 1]
            }
            None => [0, MARK],
        };
        let mut scatter = Scatter::default();
        scatter.push(work.at, &halves.map(u64::to_le_bytes).concat());
        for (target, phase) in work.targets {
            let due = self.due(1);
            let load = Work::Load {
                target,
                scatter: scatter.clone(),
                barrier_cta: target,
                mbar: work.mbar,
                bytes: RESPONSE,
                phase,
                reduce: None,
            };
            self.launch(due, load);
        }
    }

    pub(super) fn query_cancel(&mut self, q: &QueryCancel) -> Done {
        let [first, mark] = q.response.map(|s| self.read(s));
        let mut succeeded = 0_u32;
        for l in lanes(self.mask) {
            if mark[l] & !1 != MARK {
                let message = "the operand is not what a request to cancel a launch wrote";
                return self.stop(FindingKind::LaunchControl, 1 << l, message);
            }
            succeeded |= ((mark[l] & 1) as u32) << l;
        }
        match q.what {
            Query::IsCanceled(d) => {
                self.cl.cancels.failure_seen |= succeeded != self.mask;
                if let Some(d) = d {
                    self.set_pred(d, succeeded);
                }
            }
            Query::FirstCtaid(d) => {
                if succeeded != self.mask {
                    let lanes = self.mask & !succeeded;
                    let message = "the index of a cancelled CTA is asked of a request that failed: it is undefined";
                    return self.stop(FindingKind::LaunchControl, lanes, message);
                }
                let parts = [(0, 32), (32, 16), (48, 16)];
                for (d, (shift, bits)) in d.into_iter().zip(parts) {
                    let Some(d) = d else { continue };
                    let mut out = [0; LANES];
                    lanes(self.mask).for_each(|l| out[l] = low(first[l] >> shift, bits));
                    self.write(d, &out);
                }
                for l in lanes(self.mask) {
                    let index = parts.map(|(shift, bits)| low(first[l] >> shift, bits) as u32);
                    self.cl.cancels.unclaimed.retain(|(id, _)| *id != index);
                }
            }
        }
        Ok(Flow::Next)
    }

    /// At the end of the cluster: work of cancelled clusters that nobody can have done.
    pub(crate) fn check_cancels(&mut self) {
        for ([x, y, z], pc) in std::mem::take(&mut self.cl.cancels.unclaimed) {
            self.pc = pc;
            let message = format!(
                "the launch of the cluster at CTA ({x}, {y}, {z}) was cancelled, and no thread asked which it is: its work is lost"
            );
            self.report(FindingKind::LaunchControl, 1, message, Vec::new());
        }
    }
}
