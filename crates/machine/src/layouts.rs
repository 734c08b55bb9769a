//! The instructions that move tiles between memories and registers, and the weights by which layouts are compared.

use crate::data::{Data, Place, built_in, carried, fields, unfit};
use crate::target::Sourced;
use crate::tree::Tree;
use std::sync::LazyLock;

/// A memory that tiles are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemorySpace {
    /// Global memory.
    Global,
    /// Shared memory of a CTA.
    Shared,
    /// Registers of threads.
    Registers,
    /// Tensor memory of an SM.
    TensorMemory,
}

impl MemorySpace {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Global, Self::Shared, Self::Registers, Self::TensorMemory];

    /// Its name in data files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Registers => "registers",
            Self::TensorMemory => "tensor_memory",
        }
    }
}

impl Data for MemorySpace {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        let name = value.text();
        let known = Self::ALL.into_iter().find(|space| name == Some(space.name()));
        if known.is_none() {
            unfit("a memory (global, shared, registers, tensor_memory)", value, at);
        }
        known.unwrap_or(Self::Global)
    }
}

/// An atom of the catalogue: an instruction that moves a piece of a tile, in its variants.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutAtom {
    /// The instruction.
    pub name: String,
    /// The memory that it reads.
    pub from: MemorySpace,
    /// The memory that it writes.
    pub to: MemorySpace,
    /// The first compute capability that has it; 0: all have it (the universal tier).
    pub since: u32,
    /// The last one; none: none is known that has it no more.
    pub until: Option<u32>,
    /// Bytes that a thread, or a row, moves at once, by variant, widest first. They are also the alignment.
    pub bytes: Vec<i64>,
    /// Threads that issue one instruction together.
    pub threads: i64,
    /// Pieces that one instruction moves, by variant: matrices, or columns of tensor memory.
    pub parts: Vec<i64>,
    /// Rows of a piece: of a matrix, or lanes of tensor memory that it occupies.
    pub rows: Option<i64>,
    /// Columns of a piece of tensor memory, or of an instruction's accumulators.
    pub columns: Option<i64>,
    /// Columns between neighbouring accumulators of a thread.
    pub accumulator_stride: Option<i64>,
    /// Groups of 32 lanes of tensor memory that each row of it goes to.
    pub groups: Option<i64>,
    /// The most registers that one instruction is given here; none: as many as it takes.
    pub registers: Option<i64>,
    /// Cycles of tensor memory that an instruction takes.
    pub tmem_cycles: Option<i64>,
    /// Where that stands.
    pub source: String,
}

fields!(LayoutAtom {
    name,
    from,
    to,
    since,
    until,
    bytes,
    threads,
    parts,
    rows,
    columns,
    accumulator_stride,
    groups,
    registers,
    tmem_cycles,
    source
});

impl LayoutAtom {
    /// Whether a GPU of a compute capability has it.
    pub fn is_on(&self, capability: u32) -> bool {
        // Absent: no GPU is known that has it no more.
        let last = self.until.unwrap_or(u32::MAX);
        (self.since..=last).contains(&capability)
    }
}

/// The weights of a layout's score.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutWeights {
    /// Of a transaction of shared memory.
    pub transactions: Sourced<f64>,
    /// Of a transaction of global memory.
    pub global_transactions: Sourced<f64>,
    /// Of a cycle of tensor memory.
    pub tmem_cycles: Sourced<f64>,
    /// Of a live register of a thread.
    pub registers: Sourced<f64>,
}

fields!(LayoutWeights {
    transactions,
    global_transactions,
    tmem_cycles,
    registers
});

/// The figures that layouts are compared by.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutFigures {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// The weights.
    pub weights: LayoutWeights,
    /// Bytes between rows of an exchange, in the order in which they are tried.
    pub paddings: Sourced<Vec<i64>>,
    /// The most words of a thread that a conversion passes by shuffles.
    pub shuffled_words: Sourced<i64>,
}

fields!(LayoutFigures {
    name,
    source,
    weights,
    paddings,
    shuffled_words
});

/// The catalogue of atoms, which kernels without exchanges do without.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutAtoms {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// The atoms.
    pub atoms: Vec<LayoutAtom>,
}

fields!(LayoutAtoms { name, source, atoms });

impl LayoutAtoms {
    /// Whether a GPU of a compute capability has an atom.
    pub fn has(&self, name: &str, capability: u32) -> bool {
        self.atoms
            .iter()
            .any(|atom| atom.name == name && atom.is_on(capability))
    }
}

/// The weights, read when they are first asked for.
pub fn layouts() -> &'static LayoutFigures {
    static LAYOUTS: LazyLock<LayoutFigures> = LazyLock::new(|| built_in("layouts.json", carried!("layouts.json")));
    &LAYOUTS
}

/// The catalogue, read when it is first asked for.
pub fn layout_atoms() -> &'static LayoutAtoms {
    static ATOMS: LazyLock<LayoutAtoms> =
        LazyLock::new(|| built_in("layout-atoms.json", carried!("layout-atoms.json")));
    &ATOMS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target;

    #[test]
    fn each_tier_has_its_atoms() {
        let has = |gpu: &str, name: &str| {
            let target = target(gpu).expect("a target");
            layout_atoms().has(name, target.compute_capability)
        };
        assert!(has("sm_80", "cp.async") && !has("sm_80", "stmatrix") && !has("sm_80", "cp.async.bulk.tensor"));
        assert!(has("sm_90a", "wgmma.mma_async") && !has("sm_90a", "tcgen05.ld.32x32b"));
        assert!(has("sm_100a", "tcgen05.ld.32x32b") && !has("sm_100a", "wgmma.mma_async"));
        assert!(!has("sm_120a", "tcgen05.ld.32x32b") && has("sm_120a", "stmatrix"));
        assert!(!has("sm_89", "red.global.add.vec") && has("sm_120a", "red.global.add.vec"));
    }

    #[test]
    fn variants_fall_and_accesses_have_widths() {
        for atom in &layout_atoms().atoms {
            assert!(atom.bytes.is_sorted_by(|a, b| a > b), "{}", atom.name);
            assert!(
                !atom.source.is_empty() && atom.threads > 0 && !atom.parts.is_empty(),
                "{}",
                atom.name
            );
            let of_tensor_memory = ["tcgen05.ld", "tcgen05.st", "tcgen05.cp"];
            let has_cycles = of_tensor_memory.iter().any(|op| atom.name.starts_with(op));
            assert_eq!(has_cycles, atom.tmem_cycles.is_some(), "{}", atom.name);
        }
    }
}
