//! Candidates, their costs, and the choice among them.
//!
//! The score and its ties: [docs/sources/layouts.md](../../../docs/sources/layouts.md).

use crate::Layout;
use crate::staged::StagedRows;
use std::fmt;
use tilewright_machine::{LayoutWeights, MemorySpace, layouts};

/// The cost of moving a tile along a layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Transactions of shared memory, of all warps for the whole tile.
    pub shared: i64,
    /// Transactions of global memory, likewise.
    pub global: i64,
    /// Cycles of tensor memory.
    pub tmem_cycles: i64,
    /// Registers of a thread that hold the tile.
    pub registers: i64,
    /// Wavefronts of shared memory that only bank conflicts ask for.
    pub conflicts: i64,
    /// Instructions of a thread.
    pub instructions: i64,
}

impl Cost {
    /// One after the other: registers are those of the one that takes more.
    pub fn and(self, other: Self) -> Self {
        Self {
            shared: self.shared + other.shared,
            global: self.global + other.global,
            tmem_cycles: self.tmem_cycles + other.tmem_cycles,
            registers: self.registers.max(other.registers),
            conflicts: self.conflicts + other.conflicts,
            instructions: self.instructions + other.instructions,
        }
    }

    /// The score: smaller is better.
    pub fn score(&self, weights: &LayoutWeights) -> f64 {
        weights.transactions.value * self.shared as f64
            + weights.global_transactions.value * self.global as f64
            + weights.tmem_cycles.value * self.tmem_cycles as f64
            + weights.registers.value * self.registers as f64
    }

    /// Whether it is better than another: by score, then registers, then bank conflicts, then instructions.
    pub fn is_below(&self, other: &Self) -> bool {
        let weights = &layouts().weights;
        let by_score = self.score(weights).total_cmp(&other.score(weights));
        let rest = |cost: &Self| (cost.registers, cost.conflicts, cost.instructions);
        by_score.then(rest(self).cmp(&rest(other))).is_lt()
    }
}

/// The reason why a candidate was left out before any was scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Fewer bytes are proven to lie side by side, and to be aligned together.
    Alignment {
        /// Bytes that are proven.
        proven: i64,
        /// Bytes that one access moves.
        wanted: i64,
    },
    /// The tile gives a thread fewer elements, so that threads would have none.
    Idle {
        /// Elements of a thread.
        elements: i64,
        /// Elements that one access moves.
        wanted: i64,
    },
    /// Elements would go to other warps than those that have them as accumulators.
    Warps,
    /// Threads have other elements afterwards.
    Threads,
    /// More words of a thread than are worth it.
    Words {
        /// Words of a thread.
        words: i64,
        /// The most.
        most: i64,
    },
    /// The bytes that it needs are not free.
    Room {
        /// Bytes that it needs.
        bytes: i64,
        /// Bytes that are free.
        free: i64,
    },
    /// The rows of a tile have another extent.
    Row {
        /// Bytes of a row.
        bytes: i64,
        /// Bytes that it is a multiple of.
        wanted: i64,
    },
    /// A warp has fewer rows of the tile than lanes of tensor memory take part.
    Lanes {
        /// Rows of a warp.
        rows: i64,
        /// Lanes.
        lanes: i64,
    },
    /// Threads have single elements of a row, and words are made of two.
    Single,
    /// Rows reach fewer of the four groups of lanes than read them.
    Groups(i64),
    /// More registers side by side than the assembler places well.
    Together {
        /// Registers of one instruction.
        registers: i64,
        /// The most.
        most: i64,
    },
    /// The next box would begin amid the pattern of the swizzle.
    Pattern {
        /// Rows of a box.
        rows: i64,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alignment { proven, wanted } => {
                write!(
                    f,
                    "{proven} of {wanted} bytes are proven to lie side by side and aligned"
                )
            }
            Self::Idle { elements, wanted } => {
                write!(
                    f,
                    "a thread would have {wanted} elements together, and there are {elements} for each"
                )
            }
            Self::Warps => write!(f, "elements would leave the warps that have them as accumulators"),
            Self::Threads => write!(f, "elements go to other threads"),
            Self::Words { words, most } => {
                write!(
                    f,
                    "{words} words of a thread; from {most} on shared memory takes fewer instructions"
                )
            }
            Self::Room { bytes, free } => write!(f, "{bytes} bytes of shared memory, of which {free} are free"),
            Self::Row { bytes, wanted } => write!(f, "rows of {bytes} bytes, no multiple of {wanted}"),
            Self::Lanes { rows, lanes } => write!(f, "a warp has {rows} rows, and {lanes} lanes take part"),
            Self::Single => write!(
                f,
                "threads have no two neighbours of a row, of which words of operands are made"
            ),
            Self::Groups(reached) => write!(f, "rows go to {reached} of 4 groups of lanes, all of which read them"),
            Self::Together { registers, most } => {
                write!(
                    f,
                    "{registers} registers would have to lie side by side, and {most} are the most"
                )
            }
            Self::Pattern { rows } => write!(f, "boxes of {rows} rows end amid the pattern of the swizzle"),
        }
    }
}

/// A way to lay out a tile, with its cost or the reason why it is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<T> {
    /// The atom of the catalogue.
    pub atom: &'static str,
    /// The way.
    pub way: T,
    /// Its cost; or the reason for which it was left out.
    pub verdict: Result<Cost, Refusal>,
}

/// Leaves the candidates of a kind alone in the choice, if one of them is possible.
pub fn keep_if_any<T>(candidates: &mut Vec<Candidate<T>>, is_kind: impl Fn(&T) -> bool) {
    if !candidates.iter().any(|one| one.verdict.is_ok() && is_kind(&one.way)) {
        return;
    }
    let mut kept = 0;
    for at in 0..candidates.len() {
        if is_kind(&candidates[at].way) {
            candidates.swap(kept, at);
            kept += 1;
        }
    }
    candidates.truncate(kept);
}

/// The place of the best candidate; none if all were left out.
pub fn best<T>(candidates: &[Candidate<T>]) -> Option<usize> {
    let mut best: Option<(usize, &Cost)> = None;
    for (place, candidate) in candidates.iter().enumerate() {
        // Absent: it was left out.
        let Ok(cost) = &candidate.verdict else { continue };
        if best.is_none_or(|(_, least)| cost.is_below(least)) {
            best = Some((place, cost));
        }
    }
    best.map(|(place, _)| place)
}

/// A candidate's layout, for the report: enough to draw it.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// Which thread holds which element.
    Threads(Layout),
    /// The same, by an instruction that takes so many bits of lanes of tensor memory, so many times.
    Lanes {
        /// Which thread holds which element.
        layout: Layout,
        /// Bits of a lane.
        bits: i64,
        /// Repetitions.
        times: i64,
    },
    /// Where each element is in shared memory: runs of bits of its index (lowest bit, number, bytes of the lowest), and the
    /// bytes between rows.
    Places {
        /// The runs.
        steps: Vec<(u32, u32, i64)>,
        /// Bytes between rows.
        padding: i64,
        /// Bits of an index that move their element besides, by exclusive or, and the bytes.
        swizzle: Vec<(u32, i64)>,
    },
    /// Boxes in shared memory with rows of so many bytes, in whose chunks of 16 bytes a swizzle permutes.
    Boxes {
        /// Bytes of a row of the tile.
        row_bytes: i64,
        /// Bytes of a row of a box.
        span: i64,
        /// Rows of a box.
        rows: i64,
        /// Whether chunks are permuted.
        swizzled: bool,
    },
    /// Rows in shared memory, one after the other.
    Rows {
        /// Bytes of a row.
        bytes: i64,
        /// Where they lie.
        places: StagedRows,
        /// The bits of an element's index that say its place in a row, and the row: the lowest, and how many.
        bits: [(u32, u32); 2],
    },
}

/// The choice for one access or conversion of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The line of the source.
    pub line: u32,
    /// The op.
    pub op: &'static str,
    /// The type of the tile.
    pub tile: String,
    /// Its extents.
    pub shape: Vec<i64>,
    /// Bytes of an element.
    pub element_bytes: i64,
    /// The memory that the tile comes from.
    pub from: MemorySpace,
    /// The memory that it goes to.
    pub to: MemorySpace,
    /// The candidates.
    pub candidates: Vec<Candidate<Way>>,
    /// The place of the chosen one; none: none was possible.
    pub chosen: Option<usize>,
}

impl Choice {
    /// The candidate that was taken.
    pub fn taken(&self) -> Option<&Candidate<Way>> {
        self.candidates.get(self.chosen?)
    }
}

/// A member of a pipeline alias group: a value that shares storage with others, and the memories that it can be in, with costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The value.
    pub name: String,
    /// The memories that its candidates are in, with the cost of the best of each.
    pub memories: Vec<(MemorySpace, Cost)>,
}

/// A group whose members have no kind of memory in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCommonMemory {
    /// Each member, and the memories that it can be in.
    pub members: Vec<(String, Vec<MemorySpace>)>,
}

impl fmt::Display for NoCommonMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "can not find common memKind among pipeline alias group")?;
        for (place, (name, memories)) in self.members.iter().enumerate() {
            let names: Vec<&str> = memories.iter().map(|memory| memory.name()).collect();
            let names = if names.is_empty() {
                "none".to_string()
            } else {
                names.join(" or ")
            };
            write!(f, "{} `{name}` in {names}", if place == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

/// The memory that all members of a group are put in: one decision for all, the one with the least sum of costs.
///
/// # Errors
/// No memory is possible for all of them.
pub fn common_memory(members: &[Member]) -> Result<(MemorySpace, Cost), NoCommonMemory> {
    let sum = |space: MemorySpace| {
        let of = |member: &Member| {
            member
                .memories
                .iter()
                .find(|(known, _)| *known == space)
                .map(|(_, cost)| *cost)
        };
        let costs: Option<Vec<Cost>> = members.iter().map(of).collect();
        costs.map(|costs| (space, costs.into_iter().fold(Cost::default(), Cost::and)))
    };
    let mut best: Option<(MemorySpace, Cost)> = None;
    for (space, cost) in MemorySpace::ALL.into_iter().filter_map(sum) {
        if best.as_ref().is_none_or(|(_, least)| cost.is_below(least)) {
            best = Some((space, cost));
        }
    }
    best.ok_or_else(|| NoCommonMemory {
        members: members
            .iter()
            .map(|member| {
                (
                    member.name.clone(),
                    member.memories.iter().map(|(space, _)| *space).collect(),
                )
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shared: i64, registers: i64) -> Cost {
        Cost {
            shared,
            registers,
            ..Cost::default()
        }
    }

    #[test]
    fn the_published_scores_come_out() {
        let weights = &layouts().weights;
        let published = [(of(4, 32), 12.0), (of(2, 64), 18.0), (of(1, 0), 1.0)];
        for (cost, score) in published {
            assert_eq!(cost.score(weights), score);
        }
        let in_tensor_memory = Cost {
            tmem_cycles: 7,
            ..of(0, 4)
        };
        assert_eq!(in_tensor_memory.score(weights), 29.0);
    }

    #[test]
    fn ties_go_to_fewer_registers_then_conflicts_then_instructions_then_the_first() {
        let candidate = |cost: Cost| Candidate {
            atom: "ld.shared",
            way: (),
            verdict: Ok(cost),
        };
        let choice = |costs: &[Cost]| best(&costs.iter().map(|&cost| candidate(cost)).collect::<Vec<_>>());
        assert_eq!(choice(&[of(4, 32), of(2, 64), of(1, 0)]), Some(2));
        assert_eq!(choice(&[of(4, 4), of(3, 8), of(5, 0)]), Some(2), "all score 5");
        let conflicts = |conflicts| Cost { conflicts, ..of(4, 4) };
        assert_eq!(choice(&[conflicts(3), conflicts(1), conflicts(2)]), Some(1));
        let instructions = |instructions| Cost {
            instructions,
            ..of(4, 4)
        };
        assert_eq!(choice(&[instructions(4), instructions(2), instructions(2)]), Some(1));
        assert_eq!(choice(&[]), None);
        let refused = Candidate {
            atom: "ld.shared",
            way: (),
            verdict: Err(Refusal::Warps),
        };
        assert_eq!(best(&[refused.clone(), candidate(of(9, 9))]), Some(1));
        assert_eq!(best(&[refused]), None);
    }

    #[test]
    fn a_group_has_one_memory_or_says_which_members_disagree() {
        let member = |name: &str, memories: &[(MemorySpace, i64)]| Member {
            name: name.to_string(),
            memories: memories.iter().map(|&(space, cost)| (space, of(cost, 0))).collect(),
        };
        let both = [
            member("%a", &[(MemorySpace::Shared, 4), (MemorySpace::Registers, 1)]),
            member("%b", &[(MemorySpace::Shared, 1), (MemorySpace::Registers, 9)]),
        ];
        assert_eq!(common_memory(&both), Ok((MemorySpace::Shared, of(5, 0))));
        let apart = [
            member("%a", &[(MemorySpace::Shared, 4)]),
            member("%b", &[(MemorySpace::Registers, 1), (MemorySpace::TensorMemory, 1)]),
        ];
        assert_eq!(
            common_memory(&apart).unwrap_err().to_string(),
            "can not find common memKind among pipeline alias group: `%a` in shared, `%b` in registers or tensor_memory"
        );
    }
}
