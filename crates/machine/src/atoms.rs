//! What an op holds of the machine while it runs, in the units of the scheduler's model: the *atoms* that loops are made of.

use serde::Deserialize;
use std::sync::OnceLock;

/// Whether a resource is one for the whole SM, or one for each agent (a group of warps that runs its own program).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// One for the SM: the copy engine, the tensor cores, the ways to and from memory.
    Sm,
    /// One for each agent: issue slots and what is behind them.
    Agent,
}

/// A slot: one op at a time.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub scope: Scope,
}

/// A pool: several ops at a time, up to a capacity.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Pool {
    /// Its name.
    pub name: String,
    /// How much there is of it in one cycle.
    pub capacity: u32,
    /// Whose it is.
    pub scope: Scope,
}

/// A kind of op.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Atom {
    /// Its name.
    pub kind: String,
    /// What it stands for.
    pub stands_for: String,
    /// Cycles to its result.
    pub latency: u32,
    /// Slots held: name, first cycle, how many cycles.
    pub slots: Vec<(String, u32, u32)>,
    /// Amounts of pools held: name, first cycle, how many cycles, how much.
    pub pools: Vec<(String, u32, u32, u32)>,
    /// `documented`, or whose choice it is.
    pub status: String,
}

/// All atoms and what they hold.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Atoms {
    /// The name of the model.
    pub name: String,
    /// What kind of numbers these are.
    pub kind: String,
    /// Where they are from.
    pub source: String,
    /// The slots.
    pub slots: Vec<Slot>,
    /// The pools.
    pub pools: Vec<Pool>,
    /// The atoms.
    pub atoms: Vec<Atom>,
}

/// The atoms that loop graphs are built of.
pub fn atoms() -> &'static Atoms {
    static ATOMS: OnceLock<Atoms> = OnceLock::new();
    ATOMS.get_or_init(|| {
        // A test reads the file, so this cannot fail here.
        serde_json::from_str(include_str!("../data/atoms.json")).unwrap_or_else(|_| Atoms {
            name: String::new(),
            kind: String::new(),
            source: String::new(),
            slots: Vec::new(),
            pools: Vec::new(),
            atoms: Vec::new(),
        })
    })
}

impl Atoms {
    /// The atom of a kind.
    pub fn atom(&self, kind: &str) -> Option<&Atom> {
        self.atoms.iter().find(|atom| atom.kind == kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_atom_holds_what_there_is() {
        let atoms = atoms();
        assert!(atoms.atoms.len() >= 30 && !atoms.source.is_empty());
        for atom in &atoms.atoms {
            for (slot, _, cycles) in &atom.slots {
                assert!(*cycles > 0 && atoms.slots.iter().any(|s| s.name == *slot), "{} holds {slot}", atom.kind);
            }
            for (pool, _, cycles, amount) in &atom.pools {
                let found = atoms.pools.iter().find(|p| p.name == *pool);
                assert!(*cycles > 0 && found.is_some_and(|p| p.capacity >= *amount), "{} draws on {pool}", atom.kind);
            }
        }
        assert_eq!(atoms.atom("wgmma").map(|a| a.latency), Some(8));
        assert_eq!(atoms.atom("a kind that is not there"), None);
    }
}
