//! What an op holds of the machine while it runs, in the units of the scheduler's model: the *atoms* that loops are made of.

use crate::data::{Data, Misfit, built_in, fields, read};
use serde_json::Value;
use std::sync::LazyLock;

/// Whether a resource is one for the whole SM, or one for each agent (a group of warps that runs its own program).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// One for the SM: the copy engine, the tensor cores, the ways to and from memory.
    Sm,
    /// One for each agent: issue slots and what is behind them.
    Agent,
}

impl Data for Scope {
    fn of(value: &Value) -> Result<Self, Misfit> {
        match value.as_str() {
            Some("sm") => Ok(Self::Sm),
            Some("agent") => Ok(Self::Agent),
            _ => Err(Misfit::new("\"sm\" or \"agent\" is expected".to_string())),
        }
    }
}

/// A slot: one op at a time.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub scope: Scope,
}

fields!(Slot { name, scope });

/// A pool: several ops at a time, up to a capacity.
#[derive(Clone, PartialEq, Debug)]
pub struct Pool {
    /// Its name.
    pub name: String,
    /// How much there is of it in one cycle.
    pub capacity: u32,
    /// Whose it is.
    pub scope: Scope,
}

fields!(Pool { name, capacity, scope });

/// A kind of op.
#[derive(Clone, PartialEq, Debug)]
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

fields!(Atom {
    kind,
    stands_for,
    latency,
    slots,
    pools,
    status
});

/// All atoms and what they hold.
#[derive(Clone, PartialEq, Debug)]
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

fields!(Atoms {
    name,
    kind,
    source,
    slots,
    pools,
    atoms
});

/// The atoms that loop graphs are built of, read when they are first asked for.
static ATOMS: LazyLock<Atoms> = LazyLock::new(|| {
    let atoms: Atoms = built_in("atoms.json", include_str!("../data/atoms.json"));
    atoms
});

/// The atoms that loop graphs are built of.
pub fn atoms() -> &'static LazyLock<Atoms> {
    &ATOMS
}

/// The names of the models that loops can be scheduled with, the default first.
pub const LOOP_MODELS: [&str; 2] = ["gpu-atoms", "documented-blackwell"];

/// The model of a name, not read yet: all our atoms, or only what the documents state.
pub fn loop_model(name: &str) -> Option<&'static LazyLock<Atoms>> {
    static DOCUMENTED: LazyLock<Atoms> = LazyLock::new(|| match documented() {
        Ok(atoms) => atoms,
        Err(misfit) => panic!("the data file documented-blackwell.json does not fit at {misfit}"),
    });
    match name {
        "gpu-atoms" => Some(&ATOMS),
        "documented-blackwell" => Some(&DOCUMENTED),
        _ => None,
    }
}

/// The kinds of atoms whose footprint the documents publish, and the op that they publish it for.
const DOCUMENTED: [(&str, &str); 8] = [
    ("tma_load", "nv_tileas.async.tiled_tma_load"),
    ("wgmma", "nv_tileas.async.wgmma"),
    ("smem_wr", "nv_tileas.async.smem_write"),
    ("smem_rd", "nv_tileas.async.smem_read"),
    ("tc5_cp", "cp.async.tcgen05"),
    ("tc5_mma", "tcgen05.mma"),
    ("tc5_ld", "tcgen05.ld"),
    ("bar", "bar.sync.named"),
];

/// The data file of a documented model, as far as loops are concerned.
struct File {
    name: String,
    kind: String,
    source: String,
    slots: Vec<FileSlot>,
    pools: Vec<FilePool>,
    footprints: Vec<Footprint>,
}

fields!(part File {
    name,
    kind,
    source,
    slots,
    pools,
    footprints
});

/// One of its slots.
struct FileSlot {
    slot: u32,
    name: String,
}

fields!(part FileSlot { slot, name });

/// One of its pools.
struct FilePool {
    name: Option<String>,
    capacity: u32,
}

fields!(part FilePool { name, capacity });

/// What an op of its holds.
struct Footprint {
    op: String,
    latency: u32,
    triples: Vec<(u32, u32, u32)>,
    pools: Vec<(String, u32, u32)>,
}

fields!(part Footprint {
    op,
    latency,
    triples,
    pools
});

/// What the documents state and nothing else: ops that they are silent about hold nothing.
fn documented() -> Result<Atoms, Misfit> {
    let file: File = read(crate::model::DOCUMENTED_BLACKWELL)?;
    let scope = |name: &str| {
        let known = atoms().slots.iter().find(|s| s.name == name);
        known.map_or(Scope::Sm, |slot| slot.scope)
    };
    let slot_name = |number: u32| {
        let slot = file.slots.iter().find(|s| s.slot == number);
        let name = slot.map(|s| s.name.clone());
        name.ok_or_else(|| Misfit::new(format!("no slot has the number {number}")).inside("slots"))
    };
    let atom = |&(kind, op): &(&str, &str)| {
        let found = file.footprints.iter().find(|f| f.op == op);
        let found = found.ok_or_else(|| Misfit::new(format!("`{op}` has none")).inside("footprints"))?;
        let slots = found.triples.iter();
        Ok(Atom {
            kind: kind.to_string(),
            stands_for: op.to_string(),
            latency: found.latency,
            slots: slots
                .map(|&(slot, cycles, _)| Ok((slot_name(slot)?, 0, cycles)))
                .collect::<Result<_, Misfit>>()?,
            pools: found
                .pools
                .iter()
                .map(|(name, cycles, amount)| (name.clone(), 0, *cycles, *amount))
                .collect(),
            status: "documented".to_string(),
        })
    };
    Ok(Atoms {
        slots: file
            .slots
            .iter()
            .map(|s| Slot {
                name: s.name.clone(),
                scope: scope(&s.name),
            })
            .collect(),
        pools: file
            .pools
            .iter()
            .filter_map(|p| {
                Some(Pool {
                    name: p.name.clone()?,
                    capacity: p.capacity,
                    scope: Scope::Sm,
                })
            })
            .collect(),
        atoms: DOCUMENTED.iter().map(atom).collect::<Result<_, Misfit>>()?,
        name: file.name,
        kind: file.kind,
        source: file.source,
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
                assert!(
                    *cycles > 0 && atoms.slots.iter().any(|s| s.name == *slot),
                    "{} holds {slot}",
                    atom.kind
                );
            }
            for (pool, _, cycles, amount) in &atom.pools {
                let found = atoms.pools.iter().find(|p| p.name == *pool);
                assert!(
                    *cycles > 0 && found.is_some_and(|p| p.capacity >= *amount),
                    "{} draws on {pool}",
                    atom.kind
                );
            }
        }
        assert_eq!(atoms.atom("wgmma").map(|a| a.latency), Some(8));
        assert_eq!(atoms.atom("a kind that is not there"), None);
    }

    #[test]
    fn each_model_has_a_name_and_the_documented_one_only_what_is_published() {
        for name in LOOP_MODELS {
            assert_eq!(loop_model(name).map(|m| m.name.as_str()), Some(name));
        }
        let documented = loop_model("documented-blackwell").unwrap();
        assert_eq!(documented.atoms.len(), DOCUMENTED.len());
        assert_eq!(documented.atom("wgmma").map(|a| a.latency), Some(16));
        assert_eq!(documented.atom("addr"), None);
        assert!(loop_model("measured").is_none());
    }
}
