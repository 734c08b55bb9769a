//! The way to a race: what happened between its two accesses, as data.
//!
//! A cluster keeps the newest of its synchronisations. Of these a race is told with those that its two sides took part in, and
//! with what others did at the barriers that these touched.

use crate::timeline::BarrierName;
use serde::Serialize;
use std::fmt;

/// The deed of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Deed {
    /// Read what the other side writes.
    Reads,
    /// Wrote what the other side reads or writes.
    Writes,
    /// Arrived at a barrier.
    Arrives,
    /// Brought bytes that a barrier waits for.
    Delivers,
    /// A phase of a barrier came to its end.
    Completes,
    /// Found a phase complete that it had waited for.
    Passes,
    /// Made what it knows visible to the asynchronous proxy.
    Fences,
    /// Found its own asynchronous work complete.
    Collects,
}

/// A barrier as it stands after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Standing {
    /// Linear index of its CTA in the grid.
    pub cta: u32,
    /// Which barrier.
    pub barrier: BarrierName,
    /// The phase that it is in.
    pub phase: u64,
    /// Arrivals that the phase lacks: of an mbarrier operations, else threads.
    pub pending: i64,
    /// Bytes that the phase lacks.
    pub bytes: i64,
}

/// A step on the way to a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Happening {
    /// The step of the run; for another cluster, of that cluster.
    pub step: u64,
    /// Linear index of the CTA in the grid.
    pub cta: u32,
    /// The warp, or that which issued the work.
    pub warp: u32,
    /// Its deed.
    pub deed: Deed,
    /// The barrier at which it did so.
    pub after: Option<Standing>,
    /// The line of the PTX, from 1; 0: none.
    pub line: u32,
    /// Steps before it are left out, for there are many.
    pub gap: bool,
}

impl Happening {
    /// Whether it is one of the two accesses.
    pub fn is_access(&self) -> bool {
        matches!(self.deed, Deed::Reads | Deed::Writes)
    }

    /// The barrier that it is about: its CTA, and which it is.
    fn barrier(&self) -> Option<(u32, BarrierName)> {
        self.after.map(|after| (after.cta, after.barrier))
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.deed, self.after) {
            (Deed::Completes, Some(after)) => {
                return write!(
                    f,
                    "{} {} {}",
                    after.barrier,
                    self.deed.words(),
                    after.phase.saturating_sub(1)
                );
            }
            (Deed::Delivers, _) => write!(f, "a copy of warp {} of CTA {} ", self.warp, self.cta)?,
            (Deed::Reads | Deed::Writes, _) => {}
            _ => write!(f, "warp {} of CTA {} ", self.warp, self.cta)?,
        }
        f.write_str(self.deed.words())?;
        if let Some(after) = self.after {
            write!(
                f,
                " {}: phase {}, {} pending",
                after.barrier, after.phase, after.pending
            )?;
            if after.bytes != 0 {
                write!(f, ", {} bytes outstanding", after.bytes)?;
            }
        }
        write!(f, " (line {})", self.line)
    }
}

impl Deed {
    /// In words, before the barrier or the phase that it is about.
    fn words(self) -> &'static str {
        match self {
            Deed::Reads => "reads it",
            Deed::Writes => "writes it",
            Deed::Arrives => "arrives at",
            Deed::Delivers => "brings bytes to",
            Deed::Completes => "completes phase",
            Deed::Passes => "is past its wait for",
            Deed::Fences => "makes what it knows of visible to asynchronous accesses",
            Deed::Collects => "has waited for its own asynchronous work",
        }
    }
}

/// One side of a race: a warp, or all of a warpgroup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub cta: u32,
    pub warp: u32,
    pub whole_group: bool,
}

impl Side {
    fn has(self, one: &Happening) -> bool {
        let own = one.warp == self.warp || (self.whole_group && one.warp / 4 == self.warp / 4);
        one.deed != Deed::Completes && one.cta == self.cta && own
    }
}

/// Synchronisations that a cluster keeps, at least.
const KEPT: usize = 512;
/// Of what the earlier side did before its access.
const BEFORE: usize = 2;
/// Of what happened between the accesses.
const BETWEEN: usize = 32;

/// The newest synchronisations of a cluster.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    entries: Vec<Happening>,
    forgot: bool,
}

impl Trail {
    /// Notes a synchronisation. Lanes that do the same by one instruction are one, as the last of them leaves it.
    pub fn note(&mut self, one: Happening) {
        if let Some(last) = self.entries.last_mut()
            && (last.step, last.warp, last.deed) == (one.step, one.warp, one.deed)
            && last.barrier() == one.barrier()
        {
            *last = one;
            return;
        }
        if self.entries.len() == 2 * KEPT {
            self.entries.copy_within(KEPT.., 0);
            self.entries.truncate(KEPT);
            self.forgot = true;
        }
        self.entries.push(one);
    }

    /// The way to a race between `first`, at step `from` of this cluster, and what is done now: what the two sides did, and what others
    /// did at the barriers that these touched.
    pub fn way(&self, from: u64, first: Happening, sides: [Side; 2]) -> Vec<Happening> {
        let start = self.entries.partition_point(|one| one.step < from);
        let (before, after) = self.entries.split_at(start);
        let by_a_side = |one: &Happening| sides.iter().any(|side| side.has(one));
        let touched = |one: &Happening| {
            one.after.is_some()
                && after
                    .iter()
                    .any(|other| by_a_side(other) && other.barrier() == one.barrier())
        };
        let mut way = Vec::new();
        for one in before.iter().rev() {
            if way.len() < BEFORE && sides[0].has(one) {
                way.push(*one);
            }
        }
        way.reverse();
        way.push(first);
        let told: Vec<bool> = after.iter().map(|one| by_a_side(one) || touched(one)).collect();
        let all = told.iter().filter(|told| **told).count();
        let mut gap = all > BETWEEN || (self.forgot && start == 0);
        let mut left = all;
        for (one, _) in after.iter().zip(&told).filter(|(_, told)| **told) {
            if left <= BETWEEN {
                way.push(Happening { gap, ..*one });
                gap = false;
            }
            left -= 1;
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(step: u64, warp: u32, id: u8) -> Happening {
        Happening {
            step,
            cta: 0,
            warp,
            deed: Deed::Arrives,
            after: Some(Standing {
                cta: 0,
                barrier: BarrierName::Named { id },
                phase: 0,
                pending: 1,
                bytes: 0,
            }),
            line: 1,
            gap: false,
        }
    }

    /// The steps on the way to a race of warps 0 and 1, and whether some are left out.
    fn way(trail: &Trail, from: u64) -> (Vec<u64>, bool) {
        let side = |warp| Side {
            cta: 0,
            warp,
            whole_group: false,
        };
        let first = Happening {
            deed: Deed::Writes,
            after: None,
            ..at(from, 0, 0)
        };
        let way = trail.way(from, first, [side(0), side(1)]);
        (way.iter().map(|one| one.step).collect(), way.iter().any(|one| one.gap))
    }

    #[test]
    fn what_has_to_do_with_neither_side_is_not_told() {
        let mut trail = Trail::default();
        // Before the first access; at barriers of the sides; and between others.
        for (step, warp, id) in [
            (1, 0, 1),
            (2, 0, 2),
            (3, 0, 3),
            (4, 1, 1),
            (11, 0, 5),
            (12, 7, 5),
            (13, 7, 6),
            (14, 1, 7),
        ] {
            trail.note(at(step, warp, id));
        }
        assert_eq!(way(&trail, 10), (vec![2, 3, 10, 11, 12, 14], false));
    }

    #[test]
    fn a_long_way_is_told_from_its_end() {
        let mut trail = Trail::default();
        let end = 4 * KEPT as u64;
        for step in 0..end {
            trail.note(at(step, 0, 1));
        }
        let (steps, gap) = way(&trail, 3);
        assert!(gap && steps.len() == 1 + BETWEEN && steps[0] == 3);
        assert_eq!(steps.last(), Some(&(end - 1)));
    }

    #[test]
    fn lanes_that_do_the_same_are_one() {
        let mut trail = Trail::default();
        (0..32).for_each(|_| trail.note(at(5, 0, 1)));
        assert_eq!(way(&trail, 0).0.len(), 2);
    }
}
