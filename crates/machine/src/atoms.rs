//! The resources that an op holds while it runs, in the units of the scheduler's model: the *atoms* that loops are made
//! of.

use crate::data::{Data, Misfit, Place, built_in, carried, fields, read_tree, tree};
use crate::model::{ModelCeiling, SchedulerModel, documented_blackwell};
use crate::policy::policy;
use crate::thread_ops::{ThreadOps, thread_ops};
use crate::tree::Tree;
use std::ops::Deref;
use std::sync::LazyLock;

/// Whether a resource is one for the whole SM, or one for each agent (a group of warps that runs its own program).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// One for the SM: TMA, the tensor cores, the transports to and from memory.
    Sm,
    /// One for each agent: issue slots and what is behind them.
    Agent,
}

impl Data for Scope {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        match value.text() {
            Some("sm") => Self::Sm,
            Some("agent") => Self::Agent,
            _ => {
                at.misfit("\"sm\" or \"agent\" is expected".to_string());
                Self::Sm
            }
        }
    }
}

/// A slot: one op at a time.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Whether the SM has one, or each agent.
    pub scope: Scope,
}

fields!(Slot { name, scope });

/// A pool: several ops at a time, up to a capacity.
#[derive(Clone, PartialEq, Debug)]
pub struct Pool {
    /// Its name.
    pub name: String,
    /// Its amount in one cycle.
    pub capacity: u32,
    /// Whether the SM has one, or each agent.
    pub scope: Scope,
}

fields!(Pool { name, capacity, scope });

/// A kind of op.
#[derive(Clone, PartialEq, Debug)]
pub struct Atom {
    /// Its name.
    pub kind: String,
    /// Cycles to its result.
    pub latency: u32,
    /// Slots held: name, first cycle, how many cycles.
    pub slots: Vec<(String, u32, u32)>,
    /// Amounts of pools held: name, first cycle, how many cycles, how much.
    pub pools: Vec<(String, u32, u32, u32)>,
    /// `documented`, or whose choice it is.
    pub status: String,
}

impl Atom {
    /// Whether it says what has been published, and nothing of our choice.
    pub fn is_published(&self) -> bool {
        self.status == PUBLISHED
    }
}

/// The status of what has been published.
const PUBLISHED: &str = "documented";

fields!(Atom {
    kind,
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
    /// The kind of numbers: model weights.
    pub kind: String,
    /// Their source.
    pub source: String,
    /// The slots.
    pub slots: Vec<Slot>,
    /// The pools.
    pub pools: Vec<Pool>,
    /// The atoms.
    pub atoms: Vec<Atom>,
    /// The largest latencies that a loop may have, where there are such.
    pub ceilings: Option<Vec<ModelCeiling>>,
    /// Instructions and rates of ops on tiles, if they are not as built in.
    pub thread_ops: Option<ThreadOps>,
}

fields!(Atoms {
    name,
    kind,
    source,
    slots,
    pools,
    atoms,
    ceilings,
    thread_ops
});

/// The atoms that loop graphs are built of, read when they are first asked for.
static ATOMS: LazyLock<Atoms> = LazyLock::new(|| built_in("atoms.json", carried!("atoms.json")));

/// The atoms that loop graphs are built of.
pub fn atoms() -> &'static LazyLock<Atoms> {
    &ATOMS
}

tilewright_vocabulary::vocabulary! {
    /// The models that loops can be scheduled with.
    pub enum LoopModel {
        /// All atoms that loops are made of.
        GpuAtoms = "gpu-atoms",
        /// Only what has been published of Blackwell; ops that the publications are silent about hold nothing, and have the latency of the units that they go through.
        DocumentedBlackwell = "documented-blackwell",
    }
}

impl LoopModel {
    /// The atoms of the model, not read yet.
    #[expect(clippy::panic, reason = "the file is part of the program, and a test reads it")]
    pub fn atoms(self) -> &'static LazyLock<Atoms> {
        static DOCUMENTED: LazyLock<Atoms> = LazyLock::new(|| match documented() {
            Ok(atoms) => atoms,
            Err(misfit) => panic!("the data file documented-blackwell.json does not fit at {misfit}"),
        });
        match self {
            Self::GpuAtoms => &ATOMS,
            Self::DocumentedBlackwell => &DOCUMENTED,
        }
    }
}

/// The atoms that loops are scheduled with.
#[derive(Clone, Copy)]
pub enum LoopAtoms<'a> {
    /// Those of a model, read when they are first asked for.
    Of(LoopModel),
    /// Those that a user has written.
    Given(&'a Atoms),
}

impl<'a> LoopAtoms<'a> {
    /// The atoms, where others than the usual ones are asked for: of loops whose time is in cycles of the SM they say ceilings, pools, and
    /// latencies that have been published.
    pub fn asked(self) -> Option<&'a Atoms> {
        match self {
            Self::Of(LoopModel::GpuAtoms) => None,
            Self::Of(model) => Some(model.atoms()),
            // A copy of the usual ones asks for nothing, whatever it is called.
            Self::Given(atoms) => {
                let parts = |atoms: &'a Atoms| (&atoms.pools, &atoms.atoms, &atoms.ceilings);
                (parts(atoms) != parts(&ATOMS)).then_some(atoms)
            }
        }
    }

    /// Instructions and rates of ops on tiles.
    pub fn thread_ops(self) -> &'a ThreadOps {
        match self {
            Self::Given(Atoms {
                thread_ops: Some(given),
                ..
            }) => given,
            // Absent: the user has written none.
            _ => thread_ops(),
        }
    }
}

impl Deref for LoopAtoms<'_> {
    type Target = Atoms;

    fn deref(&self) -> &Atoms {
        match *self {
            Self::Of(model) => model.atoms(),
            Self::Given(atoms) => atoms,
        }
    }
}

/// A model that a user has written, in the form of `data/atoms.json`, where `thread_ops` may be in the form of `data/thread-ops.json`,
/// or of `data/documented-blackwell.json`.
///
/// # Errors
/// The first place that does not fit: a field, or an atom that holds what there is not.
pub fn read_atoms(text: &str) -> Result<Atoms, Misfit> {
    let tree = tree(text)?;
    let is_published = tree.fields().iter().any(|(name, _)| name == "footprints");
    let atoms = match is_published {
        true => published(&read_tree(&tree)?)?,
        false => read_tree(&tree)?,
    };
    for (index, atom) in atoms.atoms.iter().enumerate() {
        atoms
            .check(atom)
            .map_err(|misfit| misfit.inside(&index.to_string()).inside("atoms"))?;
    }
    if let Some(ops) = &atoms.thread_ops {
        ops.check().map_err(|misfit| misfit.inside("thread_ops"))?;
    }
    Ok(atoms)
}

/// The published footprints and nothing else: ops that the publications are silent about hold nothing.
fn documented() -> Result<Atoms, Misfit> {
    published(documented_blackwell())
}

/// The atoms that have a footprint in a model.
fn published(model: &SchedulerModel) -> Result<Atoms, Misfit> {
    let scope = |name: &str| {
        let known = atoms().slots.iter().find(|s| s.name == name);
        known.map_or(Scope::Sm, |slot| slot.scope)
    };
    let slot_name = |number: u32| {
        let slot = model.slots.iter().find(|s| s.slot == number);
        let name = slot.map(|s| s.name.clone());
        name.ok_or_else(|| Misfit::new(format!("no slot has the number {number}")).inside("slots"))
    };
    let held = |&(slot, cycles, amount): &(u32, u32, u32)| match amount {
        1 => Ok((slot_name(slot)?, 0, cycles)),
        _ => {
            Err(Misfit::new(format!("an op holds {amount} of slot {slot}, of which there is one")).inside("footprints"))
        }
    };
    // The table of latencies says by no name which op a row is of: an op waits for the slowest row of each slot that it goes through.
    let slowest = |slots: &[(String, u32, u32)]| {
        let mut slowest = None;
        // Absent: no latencies are published.
        for row in model.latencies.as_deref().unwrap_or_default() {
            if slots.iter().any(|(slot, ..)| row.slots.contains(slot)) {
                slowest = slowest.max(Some(row.latency));
            }
        }
        slowest
    };
    let mut made: Vec<Atom> = Vec::new();
    for footprint in &model.footprints {
        let Some(kind) = &footprint.atom else { continue };
        let (mut slots, mut pools) = (Vec::new(), Vec::new());
        for triple in &footprint.triples {
            slots.push(held(triple)?);
        }
        for (name, cycles, amount) in &footprint.pools {
            pools.push((name.clone(), 0, *cycles, *amount));
        }
        made.push(Atom {
            kind: kind.clone(),
            // Absent: no row is of its slots.
            latency: footprint.latency.max(slowest(&slots).unwrap_or(0)),
            slots,
            pools,
            status: PUBLISHED.to_string(),
        });
    }
    // An op without a footprint holds nothing.
    let listed = made.len();
    for Atom { kind, slots, .. } in &atoms().atoms {
        if let Some(latency) = slowest(slots)
            && made[..listed].iter().all(|atom| atom.kind != *kind)
        {
            made.push(Atom {
                kind: kind.clone(),
                latency,
                slots: Vec::new(),
                pools: Vec::new(),
                status: PUBLISHED.to_string(),
            });
        }
    }
    let slots = model.slots.iter().map(|s| Slot {
        name: s.name.clone(),
        scope: scope(&s.name),
    });
    let pools = model.pools.iter().chain(&model.further_pools).filter_map(|p| {
        Some(Pool {
            name: p.name.clone()?,
            capacity: p.capacity,
            scope: Scope::Sm,
        })
    });
    Ok(Atoms {
        slots: slots.collect(),
        pools: pools.collect(),
        atoms: made,
        ceilings: Some(model.ceilings.clone()),
        thread_ops: None,
        name: model.name.clone(),
        kind: model.kind.clone(),
        source: model.source.clone(),
    })
}

impl Atoms {
    /// The atom of a kind.
    pub fn atom(&self, kind: &str) -> Option<&Atom> {
        self.atoms.iter().find(|atom| atom.kind == kind)
    }

    /// Whether an atom holds what there is, and no longer than a schedule can be looked for.
    fn check(&self, atom: &Atom) -> Result<(), Misfit> {
        let most = policy().atom_cycles.value;
        let lasts = |field: &str, index: usize, cycles: u32, end: Option<u32>| {
            let fits = cycles > 0 && end.is_some_and(|end| end <= most);
            let what = || Misfit::new(format!("it is held for a cycle or more, up to cycle {most}"));
            fits.then_some(())
                .ok_or_else(|| what().inside(&index.to_string()).inside(field))
        };
        if atom.latency > most {
            return Err(Misfit::new(format!("a latency is at most {most}")).inside("latency"));
        }
        for (index, (name, first, cycles)) in atom.slots.iter().enumerate() {
            if !self.slots.iter().any(|slot| slot.name == *name) {
                let missing = Misfit::new(format!("there is no slot `{name}`"));
                return Err(missing.inside(&index.to_string()).inside("slots"));
            }
            lasts("slots", index, *cycles, first.checked_add(*cycles))?;
        }
        for (index, (name, first, cycles, amount)) in atom.pools.iter().enumerate() {
            let pool = self.pools.iter().find(|pool| pool.name == *name);
            if !pool.is_some_and(|pool| (1..=pool.capacity).contains(amount)) {
                let missing = Misfit::new(format!("there is no pool `{name}` with {amount} and more"));
                return Err(missing.inside(&index.to_string()).inside("pools"));
            }
            lasts("pools", index, *cycles, first.checked_add(*cycles))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_a_user_has_written_is_checked() {
        let text = carried!("atoms.json");
        assert_eq!(read_atoms(text).as_ref(), Ok(&**atoms()));
        let published = read_atoms(carried!("documented-blackwell.json"));
        assert_eq!(published.as_ref(), Ok(&**LoopModel::DocumentedBlackwell.atoms()));
        let wrong = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            read_atoms(&text.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert_eq!(
            wrong("\"latency\"", "\"latncy\""),
            "`atoms.0.latncy`: there is no such field; they are kind, latency, slots, pools, status"
        );
        assert_eq!(
            wrong("[\"tma\", 0, 8]", "[\"tna\", 0, 8]"),
            "`atoms.0.slots.0`: there is no slot `tna`"
        );
        assert_eq!(
            wrong("[\"coarse_issue\", 0, 1, 1]", "[\"coarse_issue\", 0, 1, 6]"),
            "`atoms.0.pools.0`: there is no pool `coarse_issue` with 6 and more"
        );
        let long = wrong("[\"tma\", 0, 8]", "[\"tma\", 4294967295, 8]");
        assert_eq!(
            long,
            "`atoms.0.slots.0`: it is held for a cycle or more, up to cycle 1000"
        );
        assert_eq!(
            wrong("\"latency\": 8", "\"latency\": 8000"),
            "`atoms.0.latency`: a latency is at most 1000"
        );
    }

    #[test]
    fn a_model_may_say_what_ops_on_tiles_take() {
        let with = |ops: &str| {
            let text = include_str!("../data/atoms.json").replacen('{', &format!("{{\"thread_ops\": {ops},"), 1);
            read_atoms(&text).map_err(|misfit| misfit.to_string())
        };
        let text = include_str!("../data/thread-ops.json");
        let half = text.replace(
            "\"special_per_cycle\": {\"value\": 16",
            "\"special_per_cycle\": {\"value\": 8",
        );
        let read = with(&half).unwrap();
        assert_eq!(LoopAtoms::Given(&read).thread_ops().special_per_cycle.value, 8);
        assert_eq!(LoopAtoms::Given(atoms()).thread_ops(), thread_ops());
        let wrong = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            with(&text.replacen(from, to, 1)).unwrap_err()
        };
        let misspelt = wrong("\"slot\"", "\"slots\"");
        assert!(
            misspelt.starts_with("`thread_ops.slots`: there is no such field"),
            "{misspelt}"
        );
        for (from, to, name) in [
            (
                "\"rows_most\": {\"value\": 96",
                "\"rows_most\": {\"value\": 0",
                "rows_most",
            ),
            (
                "\"narrowed\": {\"value\": 0.5",
                "\"narrowed\": {\"value\": -0.5",
                "narrowed",
            ),
            ("\"slot\": {\"value\": 18", "\"slot\": {\"value\": 1e9", "slot"),
        ] {
            let place = format!("`thread_ops.{name}`: it is positive, and at most 1000");
            assert_eq!(wrong(from, to), place);
        }
    }

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

    /// A row is of no op by name: each makes an op slower that goes through its slots.
    #[test]
    fn each_row_of_the_published_latencies_is_of_an_atom() {
        let text = carried!("documented-blackwell.json");
        let model = documented_blackwell();
        let rows = model.latencies.as_ref().expect("a table");
        assert_eq!(rows.len(), 23);
        let latencies = |text: &str| -> Vec<(String, u32)> {
            let atoms = read_atoms(text).expect("a model").atoms;
            atoms.into_iter().map(|atom| (atom.kind, atom.latency)).collect()
        };
        let usual = latencies(text);
        for row in rows {
            let (from, to) = (
                format!("\"tag\":{},\"latency\":{}", row.tag, row.latency),
                format!("\"tag\":{},\"latency\":{}", row.tag, row.latency + 40),
            );
            let text = text.replace("\": ", "\":").replace(", \"", ",\"");
            assert!(text.contains(&from), "{from}");
            let slower = latencies(&text.replace(&from, &to));
            let rises = usual.iter().zip(&slower).any(|(one, other)| one.1 < other.1);
            assert!(rises, "tag {}: {slower:?}", row.tag);
        }
    }

    #[test]
    fn each_model_has_a_name_and_the_documented_one_only_what_is_published() {
        for model in LoopModel::ALL {
            assert_eq!(model.atoms().name, model.name());
        }
        let documented = LoopModel::DocumentedBlackwell.atoms();
        let holds = |atom: &&Atom| !atom.slots.is_empty() || !atom.pools.is_empty();
        assert_eq!(documented.atoms.iter().filter(holds).count(), 8);
        assert_eq!(documented.atom("wgmma").map(|a| a.latency), Some(16));
        // The publications give the latency of its unit, and no footprint.
        assert!(!documented.atom("addr").as_ref().is_some_and(holds));
    }
}
