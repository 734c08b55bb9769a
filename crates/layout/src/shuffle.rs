//! Conversions within a warp: lanes give each other registers by shuffles.
//!
//! Each index bit is that of a register or of a lane, before and after. A bit that goes from a lane to a lane, or from a lane to a
//! register, says which lane a thread asks. A bit that goes from a register to a lane says which register it asks for, and a lane
//! hands out one register at a time: so such a bit is paired with one that goes the other way, and in round `c` a thread
//! whose own bits are `x` asks for the element at `x ^ c` of the other. Threads choose what they hand out by their own bits
//! before, and sort what they got by their own bits after.

use crate::Layout;

/// A bit that a thread's own number decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Of the lane.
    Lane(usize),
    /// Of the warp.
    Warp(usize),
}

/// A conversion by shuffles: what happens to each bit, bits counted from the lowest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shuffles {
    /// Register bits before that stay register bits after.
    pub kept: Vec<(usize, usize)>,
    /// Register bits before that a thread's warp decides after.
    pub by_warp: Vec<(usize, usize)>,
    /// Lane bits of the thread that is asked, and where in the asking thread's number they come from.
    pub asked: Vec<(usize, Own)>,
    /// Lane bits of the thread that is asked, and the register bit after that says them.
    pub spread: Vec<(usize, usize)>,
    /// Pairs: a register bit before that is a lane bit after, and a lane bit before that is a register bit after.
    pub pairs: Vec<Pair>,
    /// Register bits after.
    registers: usize,
}

/// Two bits that change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The register bit before.
    pub register: usize,
    /// The lane bit that it is after.
    pub to_lane: usize,
    /// The lane bit before.
    pub lane: usize,
    /// The register bit that it is after.
    pub to_register: usize,
}

/// The place of an index bit.
#[derive(Clone, Copy)]
enum Home {
    Register(usize),
    Thread(Own),
}

impl Shuffles {
    /// The shuffles from one layout to another; none where elements change warps, bits are mixed, or registers are copies.
    pub fn plan(from: &Layout, to: &Layout) -> Option<Self> {
        let (before, after) = (homes(from)?, homes(to)?);
        if to.reg.contains(&0) {
            return None;
        }
        let mut plan = Self {
            registers: to.reg.len(),
            ..Self::default()
        };
        let (mut leaving, mut coming) = (Vec::new(), Vec::new());
        for (bit, home) in after {
            let source = before.iter().find(|(known, _)| *known == bit)?.1;
            match (source, home) {
                (Home::Register(own), Home::Register(other)) => plan.kept.push((own, other)),
                (Home::Register(own), Home::Thread(Own::Lane(lane))) => leaving.push((own, lane)),
                (Home::Register(own), Home::Thread(Own::Warp(warp))) => plan.by_warp.push((own, warp)),
                (Home::Thread(Own::Lane(lane)), Home::Register(other)) => coming.push((lane, other)),
                (Home::Thread(Own::Lane(lane)), Home::Thread(own)) => plan.asked.push((lane, own)),
                (Home::Thread(Own::Warp(own)), Home::Thread(Own::Warp(other))) if own == other => {}
                (Home::Thread(Own::Warp(_)), _) => return None,
            }
        }
        // A lane bit that stays where it is makes the round without a change one without a shuffle: such pairs come first.
        let stays = |lane: usize| coming.iter().any(|&(known, _)| known == lane);
        leaving.sort_by_key(|&(_, lane)| !stays(lane));
        for (register, to_lane) in leaving {
            let place = coming.iter().position(|&(lane, _)| lane == to_lane);
            let (lane, to_register) = match place {
                Some(place) => coming.remove(place),
                None => coming.pop()?,
            };
            plan.pairs.push(Pair {
                register,
                to_lane,
                lane,
                to_register,
            });
        }
        plan.spread = coming;
        Some(plan)
    }

    /// Whether a thread asks itself where nothing of its register's number says otherwise.
    pub fn asks_itself(&self) -> bool {
        let same = |&(lane, own): &(usize, Own)| own == Own::Lane(lane);
        self.spread.is_empty() && self.asked.iter().all(same) && self.pairs.iter().all(|pair| pair.lane == pair.to_lane)
    }

    /// Registers after, as a power of two.
    pub fn register_bits(&self) -> usize {
        self.registers
    }

    /// The shuffles of an element each.
    pub fn count(&self) -> i64 {
        let all = 1 << self.registers;
        if self.asks_itself() {
            all - (all >> self.pairs.len())
        } else {
            all
        }
    }

    /// The selections before and after.
    pub fn selections(&self) -> i64 {
        ((2 * self.pairs.len() + self.by_warp.len()) as i64) << self.registers
    }
}

/// The bits of a layout's indices with where each is; none if bits are mixed or there twice.
fn homes(layout: &Layout) -> Option<Vec<(u32, Home)>> {
    let registers = layout
        .reg
        .iter()
        .enumerate()
        .map(|(bit, &basis)| (basis, Home::Register(bit)));
    let lanes = layout
        .lane
        .iter()
        .enumerate()
        .map(|(bit, &basis)| (basis, Home::Thread(Own::Lane(bit))));
    let warps = layout
        .warp
        .iter()
        .enumerate()
        .map(|(bit, &basis)| (basis, Home::Thread(Own::Warp(bit))));
    let mut found: Vec<(u32, Home)> = Vec::new();
    for (basis, home) in registers.chain(lanes).chain(warps).filter(|(basis, _)| *basis != 0) {
        if basis.count_ones() != 1 || found.iter().any(|(known, _)| *known == basis) {
            return None;
        }
        found.push((basis, home));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LANE_BITS;

    /// Does what the compiled shuffles do, for all lanes of a warp.
    fn shuffled(plan: &Shuffles, from: &Layout, to: &Layout, warp: usize) -> Vec<Vec<u32>> {
        let lanes = 1 << LANE_BITS;
        let bit = |number: usize, bit: usize| number >> bit & 1;
        let element = |target: usize, lane: usize| {
            let own = |own: Own| match own {
                Own::Lane(at) => bit(lane, at),
                Own::Warp(at) => bit(warp, at),
            };
            let mut asked = 0;
            asked |= plan.asked.iter().fold(0, |all, &(to, from)| all | own(from) << to);
            asked |= plan
                .spread
                .iter()
                .fold(0, |all, &(to, from)| all | bit(target, from) << to);
            asked |= plan
                .pairs
                .iter()
                .fold(0, |all, p| all | bit(target, p.to_register) << p.lane);
            let mut register = plan
                .kept
                .iter()
                .fold(0, |all, &(from, to)| all | bit(target, to) << from);
            register |= plan
                .by_warp
                .iter()
                .fold(0, |all, &(from, at)| all | bit(warp, at) << from);
            register |= plan
                .pairs
                .iter()
                .fold(0, |all, p| all | bit(lane, p.to_lane) << p.register);
            from.index(register, asked, warp)
        };
        let registers = 0..to.registers();
        registers
            .map(|target| (0..lanes).map(|lane| element(target, lane)).collect())
            .collect()
    }

    #[test]
    fn every_thread_gets_what_its_layout_says() {
        let shape = [16, 64];
        let layouts = [
            Layout::blocked(&shape, 1, 2),
            Layout::blocked(&shape, 4, 2),
            Layout::along(&shape, 0, 2, 2),
            Layout {
                reg: vec![8, 4, 16],
                lane: vec![1, 2, 64, 128, 32],
                warp: vec![256, 512],
            },
            Layout {
                reg: vec![1, 2, 128],
                lane: vec![64, 4, 8, 16, 32],
                warp: vec![256, 512],
            },
            Layout {
                reg: vec![1, 2, 4, 8, 16],
                lane: vec![32, 0, 0, 64, 128],
                warp: vec![256, 512],
            },
        ];
        let mut planned = 0;
        for from in &layouts {
            for to in &layouts {
                let Some(plan) = Shuffles::plan(from, to) else { continue };
                planned += 1;
                for warp in 0..4 {
                    for (register, lanes) in shuffled(&plan, from, to, warp).iter().enumerate() {
                        for (lane, &found) in lanes.iter().enumerate() {
                            assert_eq!(found, to.index(register, lane, warp), "{from:?} {to:?}");
                        }
                    }
                }
            }
        }
        assert!(planned >= 10, "{planned}");
    }

    #[test]
    fn elements_that_change_warps_are_not_shuffled() {
        let shape = [16, 64];
        assert_eq!(
            Shuffles::plan(&Layout::along(&shape, 0, 1, 2), &Layout::blocked(&shape, 1, 2)),
            None
        );
    }
}
