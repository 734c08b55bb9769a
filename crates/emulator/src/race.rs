//! Happens-before by vector clocks.
//!
//! Agents are the warps, and one channel for each kind of asynchronous work that completes in order: the matrix
//! products of a warpgroup, the `cp.async` and the bulk stores of a warp, the tensor-core work of a CTA. Bulk loads
//! complete in any order, but always through an mbarrier: there the barrier is the agent and its phase the time.
//!
//! Lanes of a warp are told apart between two synchronisations of the warp, each of which begins an epoch of it: what
//! two lanes do to the same place in one epoch, in different instructions, is not ordered.
//!
//! Besides "known to have happened" a clock keeps "known to be visible to the asynchronous proxy", which only
//! `fence.proxy.async` advances (docs/sources/ptx-sync.md#bulk-copies, B5; docs/sources/ptx-sync.md#wgmma, G5).

use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An agent's number within a cluster.
pub(crate) type Agent = u16;

/// The progress of each agent that is known here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    seen: Vec<u32>,
    flushed: Vec<u32>,
    abroad: Abroad,
}

/// The known progress of the agents of other clusters, by cluster: acquiring in global memory teaches it.
pub(crate) type Abroad = Arc<BTreeMap<u32, Vec<u32>>>;

fn join_abroad(a: &mut Abroad, b: &Abroad) {
    if b.is_empty() || Arc::ptr_eq(a, b) {
        return;
    }
    if a.is_empty() {
        *a = b.clone();
        return;
    }
    let all = Arc::make_mut(a);
    for (&cluster, seen) in b.iter() {
        join(all.entry(cluster).or_default(), seen);
    }
}

fn at(v: &[u32], agent: Agent) -> u32 {
    v.get(usize::from(agent)).copied().unwrap_or(0)
}

fn raise(v: &mut Vec<u32>, agent: Agent, epoch: u32) {
    let i = usize::from(agent);
    if v.len() <= i {
        v.resize(i + 1, 0);
    }
    if let Some(slot) = v.get_mut(i) {
        *slot = (*slot).max(epoch);
    }
}

fn join(a: &mut Vec<u32>, b: &[u32]) {
    if a.len() < b.len() {
        a.resize(b.len(), 0);
    }
    for (x, y) in a.iter_mut().zip(b) {
        *x = (*x).max(*y);
    }
}

impl Clock {
    /// Learns that `agent` has come to `epoch`.
    pub fn see(&mut self, agent: Agent, epoch: u32) {
        raise(&mut self.seen, agent, epoch);
    }

    pub fn seen(&self, agent: Agent) -> u32 {
        at(&self.seen, agent)
    }

    /// The point up to which the agent's accesses are known to be visible to asynchronous ones.
    pub fn flushed(&self, agent: Agent) -> u32 {
        at(&self.flushed, agent)
    }

    /// Learns all that `other` knows.
    pub fn join(&mut self, other: &Clock) {
        join(&mut self.seen, &other.seen);
        join(&mut self.flushed, &other.flushed);
        join_abroad(&mut self.abroad, &other.abroad);
    }

    /// Adds to `published`, for other clusters, all that an agent of `cluster` with this clock knows.
    pub fn publish(&self, cluster: u32, published: &mut Abroad) {
        join_abroad(published, &self.abroad);
        join(Arc::make_mut(published).entry(cluster).or_default(), &self.seen);
    }

    /// Learns what agents of other clusters published.
    pub fn learn(&mut self, published: &Abroad) {
        join_abroad(&mut self.abroad, published);
    }

    /// Whether an agent of another cluster is known to have come to an epoch.
    pub fn knows(&self, cluster: u32, agent: Agent, epoch: u32) -> bool {
        self.abroad.get(&cluster).is_some_and(|seen| at(seen, agent) >= epoch)
    }

    /// Knows only what both know.
    pub fn meet(&mut self, other: &Clock) {
        for (i, x) in self.seen.iter_mut().enumerate() {
            *x = (*x).min(at(&other.seen, i as Agent));
        }
        if self.abroad != other.abroad {
            self.abroad = Abroad::default();
        }
        for (i, x) in self.flushed.iter_mut().enumerate() {
            *x = (*x).min(at(&other.flushed, i as Agent));
        }
    }

    /// `fence.proxy.async`: everything known becomes visible to asynchronous accesses.
    pub fn flush(&mut self) {
        let seen = std::mem::take(&mut self.seen);
        join(&mut self.flushed, &seen);
        self.seen = seen;
    }
}

/// One access, for the shadow memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access<'a> {
    pub agent: Agent,
    pub epoch: u32,
    pub pc: u32,
    /// Through the asynchronous proxy.
    pub asynchronous: bool,
    /// Atomic or volatile: no race with its like.
    pub strong: bool,
    /// The lane of a warp that does it; [`NO_LANE`] for other agents.
    pub lane: u8,
    /// The step at which it is issued, and the warp that does so.
    pub step: u32,
    pub warp: u8,
    pub clock: &'a Clock,
}

/// No lane in particular.
pub(crate) const NO_LANE: u8 = 255;
/// More than one lane.
const SEVERAL_LANES: u8 = 254;

/// Why two accesses are in conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict {
    /// Ordered, but the second is asynchronous and the first generic with no proxy fence between.
    pub only_proxy: bool,
    /// The earlier access wrote (else it read).
    pub wrote: bool,
    pub agent: Agent,
    pub pc: u32,
    pub step: u32,
    pub warp: u8,
}

#[derive(Clone, Copy, Debug, Default)]
struct Epoch {
    agent: Agent,
    /// Bytes of the word, one bit each.
    bytes: u8,
    asynchronous: bool,
    strong: bool,
    lane: u8,
    warp: u8,
    epoch: u32,
    pc: u32,
    step: u32,
}

impl Epoch {
    /// Whether an access by the same agent is by another lane that nothing orders with this one.
    fn other_lane(&self, a: &Access<'_>) -> bool {
        let lanes = self.lane != NO_LANE && a.lane != NO_LANE && self.lane != a.lane;
        lanes && self.epoch == a.epoch && self.pc != a.pc
    }
}

/// The knowledge about one 32-bit word.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    write: Epoch,
    reads: SmallVec<[Epoch; 2]>,
}

impl Shadow {
    fn against_write(&self, a: &Access<'_>, bytes: u8) -> Option<Conflict> {
        let w = &self.write;
        let same = w.agent == a.agent;
        if w.epoch == 0 || w.bytes & bytes == 0 || (same && !w.other_lane(a)) || (w.strong && a.strong) {
            return None;
        }
        let conflict = |only_proxy| {
            Some(Conflict {
                only_proxy,
                wrote: true,
                agent: w.agent,
                pc: w.pc,
                step: w.step,
                warp: w.warp,
            })
        };
        if same || a.clock.seen(w.agent) < w.epoch {
            return conflict(false);
        }
        if a.asynchronous && !w.asynchronous && at(&a.clock.flushed, w.agent) < w.epoch {
            return conflict(true);
        }
        None
    }

    fn entry(a: &Access<'_>, bytes: u8) -> Epoch {
        Epoch {
            agent: a.agent,
            bytes,
            asynchronous: a.asynchronous,
            strong: a.strong,
            lane: a.lane,
            warp: a.warp,
            epoch: a.epoch,
            pc: a.pc,
            step: a.step,
        }
    }

    /// A read of `bytes` of this word.
    pub fn read(&mut self, a: &Access<'_>, bytes: u8) -> Option<Conflict> {
        let conflict = self.against_write(a, bytes);
        let mut entry = Self::entry(a, bytes);
        let mine = self.reads.iter().find(|r| r.agent == a.agent && r.bytes & bytes != 0);
        if mine.is_some_and(|r| r.lane != a.lane && r.epoch == a.epoch) {
            entry.lane = SEVERAL_LANES;
        }
        // Reads that this one knows of add nothing: whoever is ordered after this one is ordered after them.
        self.reads
            .retain(|r| r.agent != a.agent && a.clock.seen(r.agent) < r.epoch);
        self.reads.push(entry);
        conflict
    }

    /// A write of `bytes` of this word.
    pub fn write(&mut self, a: &Access<'_>, bytes: u8) -> Option<Conflict> {
        let mut conflict = self.against_write(a, bytes);
        for r in &self.reads {
            let same = r.agent == a.agent;
            let before = if same {
                !r.other_lane(a)
            } else {
                a.clock.seen(r.agent) >= r.epoch
            };
            let ordered = before || (r.strong && a.strong);
            if !ordered && r.bytes & bytes != 0 {
                conflict = Some(Conflict {
                    only_proxy: false,
                    wrote: false,
                    agent: r.agent,
                    pc: r.pc,
                    step: r.step,
                    warp: r.warp,
                });
            }
        }
        self.reads.clear();
        // A write of other bytes of the word by the same agent and epoch widens the entry.
        let same = self.write.agent == a.agent && self.write.epoch == a.epoch;
        let widened = if same { bytes | self.write.bytes } else { bytes };
        let one_lane = !same || self.write.lane == a.lane || self.write.bytes & !bytes == 0;
        self.write = Self::entry(a, widened);
        if !one_lane {
            self.write.lane = NO_LANE;
        }
        conflict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(agent: Agent, epoch: u32, clock: &Clock, asynchronous: bool) -> Access<'_> {
        Access {
            agent,
            epoch,
            pc: u32::from(agent),
            asynchronous,
            strong: false,
            lane: NO_LANE,
            step: 0,
            warp: 0,
            clock,
        }
    }

    #[test]
    fn lanes_of_a_warp_are_ordered_by_its_synchronisation_only() {
        let clock = Clock::default();
        let by = |lane: u8, epoch: u32, pc: u32| Access {
            lane,
            pc,
            ..access(0, epoch, &clock, false)
        };
        let mut word = Shadow::default();
        assert_eq!(word.write(&by(0, 1, 10), 15), None);
        assert_eq!(word.write(&by(1, 1, 10), 15), None, "the same instruction");
        assert_eq!(word.read(&by(1, 1, 11), 15), None, "the lane that wrote");
        assert!(word.read(&by(0, 1, 11), 15).is_some());
        assert_eq!(word.read(&by(0, 2, 12), 15), None, "after a synchronisation");
        assert!(word.write(&by(3, 2, 13), 15).is_some_and(|c| !c.wrote));
        // Halves of a word belong to the lanes that wrote them.
        let mut halves = Shadow::default();
        halves.write(&by(0, 1, 10), 0b0011);
        halves.write(&by(1, 1, 10), 0b1100);
        assert_eq!(halves.read(&by(0, 1, 11), 0b0011), None);
    }

    #[test]
    fn unordered_accesses_conflict_and_ordered_ones_do_not() {
        let mut word = Shadow::default();
        let (mut a, mut b) = (Clock::default(), Clock::default());
        a.see(0, 1);
        b.see(1, 1);
        assert_eq!(word.write(&access(0, 1, &a, false), 15), None);
        assert!(word.read(&access(1, 1, &b, false), 15).is_some());
        b.join(&a);
        assert_eq!(word.read(&access(1, 1, &b, false), 15), None);
        // The writer does not know of the read: write after read.
        let conflict = word.write(&access(0, 2, &a, false), 15).unwrap();
        assert!(!conflict.wrote && conflict.agent == 1);
    }

    #[test]
    fn another_cluster_knows_what_was_published() {
        let (mut a, mut b, mut published) = (Clock::default(), Clock::default(), Abroad::default());
        a.see(3, 7);
        a.publish(1, &mut published);
        assert!(!b.knows(1, 3, 7));
        b.learn(&published);
        assert!(b.knows(1, 3, 7) && !b.knows(1, 3, 8) && !b.knows(2, 3, 7));
        // All knowledge is passed on.
        let (mut c, mut further) = (Clock::default(), Abroad::default());
        b.publish(2, &mut further);
        c.learn(&further);
        assert!(c.knows(1, 3, 7));
    }

    #[test]
    fn an_asynchronous_access_needs_the_proxy_fence() {
        let mut word = Shadow::default();
        let mut a = Clock::default();
        a.see(0, 1);
        word.write(&access(0, 1, &a, false), 15);
        assert!(word.read(&access(7, 1, &a, true), 15).unwrap().only_proxy);
        a.flush();
        assert_eq!(word.read(&access(7, 2, &a, true), 15), None);
    }

    #[test]
    fn other_bytes_of_the_word_are_other_places() {
        let mut word = Shadow::default();
        let clock = Clock::default();
        word.write(&access(0, 1, &clock, false), 0b0011);
        assert_eq!(word.write(&access(1, 1, &clock, false), 0b1100), None);
    }
}
