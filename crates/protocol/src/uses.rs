//! The use of each mbarrier, from which it has its name.
//!
//! A scenario may leave stages of a ring unused, and with them their barriers. So what was seen in one scenario holds
//! in the next. A barrier that none has used yet is one of those that lie before it, if it waits for as many arrivals;
//! after those of slots that are full come those of slots that are empty.

use super::event::{Cta, Event};
use super::shared::{Ready, Shared};
use tilewright_sorted::SortedSet;

/// The meaning of a barrier to those who wait for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// A slot has its tile.
    Full,
    /// A slot may be written.
    Empty,
    /// It is a warpgroup's turn.
    Turn,
}

/// Ops on barriers, in all scenarios so far.
#[derive(Default)]
pub(super) struct Uses {
    /// Those that count bytes, that a copy completes, or that tell of what a warp has written.
    full: SortedSet<i64>,
    arrived: SortedSet<i64>,
    waited: SortedSet<i64>,
    waited_by_copiers: SortedSet<i64>,
}

impl Uses {
    /// Records the ops of a warp.
    pub fn add(&mut self, trace: &[Event]) {
        let copies = trace.iter().any(|event| {
            matches!(
                event,
                Event::Copy { .. } | Event::Write(..) | Event::TensorWriteAsync(..)
            )
        });
        // Whoever has written a slot says next that it is full.
        let mut wrote = false;
        // Whoever reads what products leave has waited until it is there.
        let mut waited = None;
        for event in trace {
            if let Event::Arrive(at, _) = *event
                && std::mem::replace(&mut wrote, false)
            {
                self.full.insert(at);
            }
            wrote |= matches!(event, Event::Write(..) | Event::TensorWrite(_, _, 1..));
            match *event {
                Event::Expect(at, _) | Event::Copy { barrier: at, .. } => {
                    self.full.insert(at);
                }
                Event::Arrive(at, _) | Event::Commit(at) => {
                    self.arrived.insert(at);
                }
                Event::TensorRead(..) => self.full.extend(waited),
                Event::Wait(at, _) | Event::Probe(at, _) => {
                    waited = Some(at);
                    self.waited.insert(at);
                    if copies {
                        self.waited_by_copiers.insert(at);
                    }
                }
                // At no barrier in memory.
                Event::Skip(..)
                | Event::Read(..)
                | Event::ReadAsync(..)
                | Event::Write(..)
                | Event::StartOwn(..)
                | Event::WriteOwn(..)
                | Event::ReadOwn(..)
                | Event::TensorWrite(..)
                | Event::TensorWriteAsync(..)
                | Event::TensorReadAsync(..)
                | Event::Begun(_)
                | Event::Touches(..)
                | Event::Ended(_)
                | Event::CommitGroup
                | Event::WaitGroup(_)
                | Event::Made(_)
                | Event::Relies(_)
                | Event::NamedArrive(_)
                | Event::NamedWait(_) => {}
            }
        }
    }

    /// None for a barrier that nobody has used.
    fn role(&self, at: i64) -> Option<Role> {
        let waited = self.waited.contains(&at);
        if self.full.contains(&at) {
            Some(Role::Full)
        } else if waited && !self.waited_by_copiers.contains(&at) {
            // Agents that copy wait for slots that may be written, never for a turn.
            Some(Role::Turn)
        } else if waited || self.arrived.contains(&at) {
            Some(Role::Empty)
        } else {
            None
        }
    }

    /// The names of a kernel's barriers, in the order of their addresses. Where nothing is copied, they only have
    /// numbers.
    pub fn names(&self, shared: &Shared<'_>) -> Vec<String> {
        let is_ring = shared.barriers.keys().any(|address| self.full.contains(address));
        let (mut cta, mut next, mut role, mut before) = (Cta::default(), [0; 3], Role::Full, None);
        let name = |(&address, &Ready { count: arrivals, .. }): (&i64, &Ready)| {
            let own = Cta::of_address(address);
            if own != cta {
                (cta, next, role, before) = (own, [0; 3], Role::Full, None);
            }
            if is_ring {
                let unused = match role {
                    Role::Full if before.is_some_and(|before| before != arrivals) => Role::Empty,
                    Role::Full | Role::Empty | Role::Turn => role,
                };
                role = self.role(address).unwrap_or(unused);
            }
            before = Some(arrivals);
            let number = next[role as usize];
            next[role as usize] += 1;
            let name = match role {
                _ if !is_ring => format!("barrier {number}"),
                Role::Full => format!("full[{number}]"),
                Role::Empty => format!("empty[{number}]"),
                Role::Turn => format!("turn[{number}]"),
            };
            name + &cta.suffix(shared.ctas)
        };
        shared.barriers.iter().map(name).collect()
    }
}
