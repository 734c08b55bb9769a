//! Notes what agents do at barriers, and tells the way to a race of it.

use super::Exec;
use crate::finding::{Finding, FindingKind, Other};
use crate::race::Agent;
use crate::state::AgentName;
use crate::story::{Deed, Happening, Side, Standing};
use crate::timeline::BarrierName;

/// The earlier access of a race.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    /// Its cluster, by the first CTA of that; none if several did it.
    pub cluster: Option<u32>,
    pub agent: Agent,
    pub wrote: bool,
    pub pc: u32,
    pub step: u32,
    pub warp: u8,
}

impl Exec<'_> {
    /// The deed of the warp at hand, now.
    fn happening(&self, deed: Deed, after: Option<Standing>) -> Happening {
        Happening {
            step: self.cl.now,
            cta: self.cl.ctas[self.cta].index,
            warp: self.warp as u32,
            deed,
            after,
            // A phase ends by itself.
            line: if deed == Deed::Completes { 0 } else { self.line(self.pc) },
            gap: false,
        }
    }

    fn line(&self, pc: u32) -> u32 {
        self.p.place.get(pc as usize).map_or(0, |place| place.line)
    }

    /// Notes what the warp at hand does.
    pub fn note(&mut self, deed: Deed, after: Option<Standing>) {
        let one = self.happening(deed, after);
        self.cl.trail.note(one);
    }

    /// Notes what the warp at hand does at an mbarrier.
    pub fn note_mbarrier(&mut self, deed: Deed, cta: usize, at: u32) {
        let index = self.cl.ctas[cta].index;
        let after = self.cl.ctas[cta].mbarriers.get(&at).map(|b| Standing {
            cta: index,
            barrier: BarrierName::Mbarrier { address: at },
            phase: b.phase,
            pending: b.pending,
            bytes: b.tx,
        });
        self.note(deed, after);
    }

    /// Notes what the warp at hand does at the barrier of the cluster.
    pub fn note_cluster(&mut self, deed: Deed) {
        let index = self.cl.ctas[self.cta].index;
        let warps = self.cl.ctas.iter().flat_map(|cta| &cta.warps);
        let pending = warps.map(|w| i64::from((w.alive & !w.cluster_arrived).count_ones()));
        let after = Standing {
            cta: index,
            barrier: BarrierName::Cluster,
            phase: self.timeline.phase(index, BarrierName::Cluster),
            pending: pending.sum(),
            bytes: 0,
        };
        self.note(deed, Some(after));
    }

    /// Records a race at the current instruction, with the way to it. The later access is by `agent`, and writes if `write`.
    pub(super) fn report_race(
        &mut self,
        kind: FindingKind,
        lanes: u32,
        message: String,
        other: Other,
        first: First,
        later: (Agent, bool),
    ) {
        let place = self.place(self.pc);
        // The way is told once: a race may come as often as its loop goes round.
        if self.f.again(kind, place) {
            return;
        }
        let finding = Finding {
            kind,
            message,
            place,
            cta: self.cl.ctas[self.cta].index,
            warp: self.warp as u32,
            lanes,
            others: vec![other],
            times: 1,
            agents: Vec::new(),
            story: Vec::new(),
        };
        let finding = self.with_story(finding, first, later);
        self.f.list.push(finding);
    }

    /// Adds the way to a race, and its agents in words.
    fn with_story(&self, finding: Finding, first: First, (agent, write): (Agent, bool)) -> Finding {
        let own = self.cl.ctas.first().map_or(0, |cta| cta.index);
        let here = first.cluster == Some(own);
        let name = |agent: Agent| self.cl.agents.get(usize::from(agent)).copied();
        let earlier = name(first.agent).filter(|_| here);
        let accesses = |wrote| if wrote { Deed::Writes } else { Deed::Reads };
        let last = self.happening(accesses(write), None);
        let first_access = Happening {
            step: first.step.into(),
            // Of another cluster, whose steps are its own, nothing is known but the access.
            cta: earlier.map_or(first.cluster.unwrap_or(own), AgentName::cta),
            warp: first.warp.into(),
            deed: accesses(first.wrote),
            line: self.line(first.pc),
            ..last
        };
        let side = |name: Option<AgentName>, access: &Happening| Side {
            cta: access.cta,
            warp: access.warp,
            whole_group: matches!(name, Some(AgentName::Wgmma(..))),
        };
        let sides = [side(earlier, &first_access), side(name(agent), &last)];
        let from = if here { first_access.step } else { 0 };
        let mut story = self.cl.trail.way(from, first_access, sides);
        story.push(last);
        let called = |name: Option<AgentName>, access: &Happening| match name {
            Some(name) => name.to_string(),
            None => AgentName::Warp(access.cta, access.warp).to_string(),
        };
        Finding {
            agents: vec![called(earlier, &first_access), called(name(agent), &last)],
            story,
            ..finding
        }
    }
}
