//! The agents that touched each piece of global memory, to find accesses that nothing orders.
//!
//! Within a cluster, vector clocks say what is ordered (see `race.rs`). Between clusters that is what was released and
//! acquired at an address of global memory; programs with fences, whose order is not followed, are not watched. Of each
//! piece the last write and the last read are kept; after reads by several agents a write within the cluster is taken
//! for ordered.

use crate::race::{Agent, Clock};

/// Somebody who accesses global memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who<'a> {
    pub cluster: u32,
    pub agent: Agent,
    pub epoch: u32,
    pub pc: u32,
    /// Through the asynchronous proxy.
    pub asynchronous: bool,
    /// Atomic or volatile: no race with its like.
    pub strong: bool,
    /// The step at which it is issued, and the warp that does so.
    pub step: u32,
    pub warp: u8,
    pub clock: &'a Clock,
}

/// An access that conflicts with the one at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clash {
    pub pc: u32,
    pub wrote: bool,
    /// Its cluster; none if several read.
    pub cluster: Option<u32>,
    pub agent: Agent,
    pub step: u32,
    pub warp: u8,
    /// Ordered, but the second is asynchronous and the first generic with no proxy fence between.
    pub only_proxy: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Number of the cluster plus one; 0: nobody.
    cluster: u32,
    epoch: u32,
    pc: u32,
    agent: Agent,
    flags: u8,
    warp: u8,
    step: u32,
}

const ASYNCHRONOUS: u8 = 1;
const STRONG: u8 = 2;
/// More than one agent of the cluster.
const SEVERAL: u8 = 4;
/// More than one cluster.
const MANY: u8 = 8;

impl Mark {
    fn of(who: &Who<'_>) -> Mark {
        let asynchronous = if who.asynchronous { ASYNCHRONOUS } else { 0 };
        Mark {
            cluster: who.cluster + 1,
            epoch: who.epoch,
            pc: who.pc,
            agent: who.agent,
            flags: asynchronous | if who.strong { STRONG } else { 0 },
            warp: who.warp,
            step: who.step,
        }
    }

    fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether what it stands for conflicts with an access by `who`.
    fn against(&self, who: &Who<'_>, wrote: bool) -> Option<Clash> {
        let both_strong = self.is(STRONG) && who.strong;
        if self.cluster == 0 || both_strong {
            return None;
        }
        let clash = |only_proxy| {
            Some(Clash {
                pc: self.pc,
                wrote,
                cluster: (!self.is(MANY)).then_some(self.cluster - 1),
                agent: self.agent,
                step: self.step,
                warp: self.warp,
                only_proxy,
            })
        };
        if self.is(MANY) {
            return clash(false);
        }
        if self.cluster != who.cluster + 1 {
            let known = !self.is(SEVERAL) && who.clock.knows(self.cluster - 1, self.agent, self.epoch);
            return if known { None } else { clash(false) };
        }
        if self.is(SEVERAL) || self.agent == who.agent {
            return None;
        }
        if who.clock.seen(self.agent) < self.epoch {
            return clash(false);
        }
        let crosses = who.asynchronous && !self.is(ASYNCHRONOUS) && wrote;
        if crosses && who.clock.flushed(self.agent) < self.epoch {
            return clash(true);
        }
        None
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    write: Mark,
    read: Mark,
}

/// Above this many bytes of bookkeeping for one buffer it is not watched.
const MAX_BYTES: usize = 128 << 20;
/// Bytes of a piece at first; accesses of fewer bytes make pieces smaller.
const MAX_PIECE: usize = 16;

/// The book of one buffer.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    len: usize,
    piece: usize,
    cells: Vec<Cell>,
}

impl Book {
    /// For a buffer of `len` bytes that nobody has touched.
    pub fn new(len: usize) -> Book {
        Book {
            len,
            piece: MAX_PIECE,
            cells: Vec::new(),
        }
    }

    fn count(&self, piece: usize) -> Option<usize> {
        let count = self.len.div_ceil(piece);
        (count.checked_mul(size_of::<Cell>())? <= MAX_BYTES).then_some(count)
    }

    /// Makes pieces so small that the access covers whole ones. False if that takes too much memory.
    fn fit(&mut self, at: usize, len: usize) -> bool {
        let wanted = (at | len | MAX_PIECE).trailing_zeros();
        let piece = 1 << wanted;
        if self.cells.is_empty() || piece < self.piece {
            let smaller = piece.min(self.piece);
            let Some(count) = self.count(smaller) else {
                // Given up: no cell is ever found.
                (self.cells, self.len, self.piece) = (Vec::new(), 0, 1);
                return false;
            };
            let ratio = self.piece / smaller;
            let old = std::mem::take(&mut self.cells);
            self.cells = (0..count)
                .map(|i| old.get(i / ratio).copied().unwrap_or_default())
                .collect();
            self.piece = smaller;
        }
        true
    }

    /// Notes an access of `len` bytes at offset `at`; an earlier one that it conflicts with.
    pub fn note(&mut self, at: usize, len: usize, write: bool, who: &Who<'_>) -> Option<Clash> {
        if self.len == 0 || len == 0 || !self.fit(at, len) {
            return None;
        }
        let pieces = at / self.piece..(at + len).div_ceil(self.piece);
        let mut found = None;
        for cell in self.cells.get_mut(pieces).into_iter().flatten() {
            let clash = cell.write.against(who, true);
            let clash = if write {
                clash.or(cell.read.against(who, false))
            } else {
                clash
            };
            found = found.or(clash);
            let mark = Mark::of(who);
            if write {
                cell.write = mark;
                cell.read = Mark::default();
                continue;
            }
            let old = cell.read;
            let known =
                old.cluster == mark.cluster && (old.agent == mark.agent || who.clock.seen(old.agent) >= old.epoch);
            cell.read = mark;
            // Reads of another cluster that this one knows of add nothing: whoever is ordered after it is after them.
            let foreign = old.cluster != 0 && old.cluster != mark.cluster;
            let known_abroad =
                foreign && !old.is(SEVERAL | MANY) && who.clock.knows(old.cluster - 1, old.agent, old.epoch);
            if known_abroad {
                continue;
            }
            if foreign || old.is(MANY) {
                cell.read.flags |= MANY;
            } else if old.cluster != 0 && (!known || old.is(SEVERAL)) {
                cell.read.flags |= SEVERAL;
            }
            // A weak read among atomic ones is what a later atomic write conflicts with.
            if old.cluster != 0 && !old.is(STRONG) {
                cell.read.flags &= !STRONG;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(cluster: u32, agent: Agent, epoch: u32, clock: &Clock) -> Who<'_> {
        Who {
            cluster,
            agent,
            epoch,
            pc: u32::from(agent),
            asynchronous: false,
            strong: false,
            step: 0,
            warp: 0,
            clock,
        }
    }

    #[test]
    fn pieces_become_as_small_as_accesses() {
        let mut book = Book::new(64);
        let (a, b) = (Clock::default(), Clock::default());
        assert_eq!(book.note(0, 16, true, &who(0, 0, 1, &a)), None);
        assert_eq!(book.note(16, 2, true, &who(1, 0, 1, &b)), None);
        assert_eq!(book.note(18, 2, true, &who(2, 0, 1, &b)), None);
        assert_eq!(
            book.note(18, 2, false, &who(1, 0, 1, &b)).map(|c| c.cluster),
            Some(Some(2))
        );
        assert!(
            book.note(0, 1, false, &who(1, 0, 1, &b)).is_some(),
            "what was known is kept"
        );
    }

    #[test]
    fn clocks_order_within_a_cluster_and_nothing_does_between() {
        let mut book = Book::new(64);
        let (mut a, mut b) = (Clock::default(), Clock::default());
        a.see(0, 1);
        book.note(0, 4, true, &who(0, 0, 1, &a));
        assert!(book.note(0, 4, false, &who(0, 1, 1, &b)).is_some());
        b.join(&a);
        assert_eq!(book.note(0, 4, false, &who(0, 1, 1, &b)), None);
        assert!(book.note(0, 4, false, &who(1, 1, 1, &b)).is_some());
    }

    #[test]
    fn several_readers_of_a_cluster_are_taken_for_ordered_and_those_of_others_are_not() {
        let mut book = Book::new(64);
        let clock = Clock::default();
        for agent in 0..3 {
            assert_eq!(book.note(0, 4, false, &who(0, agent, 1, &clock)), None);
        }
        assert_eq!(book.clone().note(0, 4, true, &who(0, 5, 1, &clock)), None);
        let clash = book.note(0, 4, true, &who(1, 5, 1, &clock)).unwrap();
        assert!(!clash.wrote && clash.cluster == Some(0));
    }

    #[test]
    fn atomics_race_with_others_only() {
        let mut book = Book::new(64);
        let clock = Clock::default();
        let strong = |cluster| Who {
            strong: true,
            ..who(cluster, 0, 1, &clock)
        };
        book.note(0, 4, true, &strong(0));
        assert_eq!(book.note(0, 4, true, &strong(1)), None);
        assert!(book.note(0, 4, false, &who(2, 0, 1, &clock)).is_some());
    }

    #[test]
    fn an_asynchronous_read_needs_the_proxy_fence() {
        let mut book = Book::new(64);
        let mut clock = Clock::default();
        clock.see(0, 1);
        book.note(0, 16, true, &who(0, 0, 1, &clock));
        let read = |clock: &Clock| {
            let asynchronous = Who {
                asynchronous: true,
                ..who(0, 9, 1, clock)
            };
            book.clone().note(0, 16, false, &asynchronous)
        };
        assert!(read(&clock).unwrap().only_proxy);
        clock.flush();
        assert_eq!(read(&clock), None);
    }
}
