//! A scheduler model that is asked for, for loops whose time is in cycles of the SM: its ceilings, pools, and latencies that have been
//! published. The units of such loops have figures of their own, which name their source; a cycle of the model is taken for one of the SM.

use tilewright_machine::{Atoms, LoopAtoms, Scope};
use tilewright_modsched::graph::{Ceiling, LoopGraph, OpId, Resource, Use};

/// The pool of bytes of shared memory, of a model that has one.
pub const SMEM_BYTES: &str = "smem_bytes";
/// The same of columns of tensor memory.
pub const TMEM_COLUMNS: &str = "tmem_columns";

/// A model that is asked for.
#[derive(Clone, Copy)]
pub struct Model<'f> {
    atoms: &'f Atoms,
    /// The kinds of the loop's copies and products.
    pub kinds: [&'f str; 2],
}

/// The hold of an op of a loop on more than units.
pub struct Hold {
    /// Bytes of shared memory that it fills.
    pub bytes: i64,
    /// Columns of tensor memory that its accumulators have.
    pub columns: i64,
    /// Whether tensor cores multiply for it.
    pub multiplies: bool,
    /// Whether threads meet for it, at a named barrier.
    pub meets: bool,
}

impl<'f> Model<'f> {
    /// The model, where it is not the usual one.
    pub fn of(atoms: LoopAtoms<'f>, kinds: [&'f str; 2]) -> Option<Self> {
        let atoms = atoms.asked()?;
        Some(Self { atoms, kinds })
    }

    /// The latency of a kind of atom, where it has been published.
    pub fn latency(self, kind: &str) -> Option<f64> {
        let atom = self.atoms.atom(kind).filter(|atom| atom.is_published());
        atom.map(|atom| f64::from(atom.latency))
    }

    /// The ceilings, in units of so many cycles; their names say how many these are.
    pub fn ceilings(self, unit: f64) -> Vec<Ceiling> {
        let ceilings = self.atoms.ceilings.iter().flatten();
        let in_units = ceilings.map(|ceiling| Ceiling {
            name: format!("{} ({} cycles of the SM)", ceiling.name, ceiling.cycles),
            cycles: (ceiling.cycles as f64 / unit) as i64,
        });
        in_units.collect()
    }

    /// Has an op hold pools of the SM for as long as it holds units, and a row at least.
    pub fn hold(self, graph: &mut LoopGraph, op: OpId, held: &Hold) {
        let of_atom = |kind: &str, holds: bool| {
            let atom = self.atoms.atom(kind).filter(|_| holds);
            let pools = atom.into_iter().flat_map(|atom| &atom.pools);
            pools.map(|(name, _, _, amount)| (name.as_str(), *amount))
        };
        // Absent: more than there can be, which is refused in any case.
        let count = |amount: i64| u32::try_from(amount).unwrap_or(u32::MAX);
        let amounts = of_atom(self.kinds[0], held.bytes > 0)
            .chain(of_atom(self.kinds[1], held.multiplies))
            .chain(of_atom("bar", held.meets))
            .chain([(SMEM_BYTES, count(held.bytes)), (TMEM_COLUMNS, count(held.columns))]);
        for (name, count) in amounts.filter(|(_, count)| *count > 0) {
            let pool = self.atoms.pools.iter().find(|pool| pool.name == name);
            // Absent: pools of an agent count instructions, which hold units here.
            let Some(pool) = pool.filter(|pool| pool.scope == Scope::Sm) else {
                continue;
            };
            let name = format!("{name} (pool)");
            let known = graph.resources.iter().position(|resource| resource.name == name);
            let res = known.unwrap_or_else(|| {
                let capacity = pool.capacity;
                graph.resources.push(Resource { name, capacity });
                graph.resources.len() - 1
            });
            let footprint = &mut graph.ops[op].footprint;
            if footprint.is_empty() {
                footprint.push(Vec::new());
            }
            footprint.iter_mut().for_each(|row| row.push(Use { res, count }));
        }
    }
}
