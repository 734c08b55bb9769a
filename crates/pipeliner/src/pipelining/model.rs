//! A scheduler model that is asked for, for loops whose time is in cycles of the SM: its ceilings, pools, and latencies that have been
//! published. The units of such loops have figures of their own, which name their source; a cycle of the model is taken for one of the SM.

use tilewright_machine::{Atoms, LoopAtoms, ModelCeiling, Scope};
use tilewright_modsched::graph::{Ceiling, LoopGraph, OpId, ResId, Resource, Use};

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

/// The ceilings of a model.
pub fn ceilings(atoms: &Atoms) -> Vec<Ceiling> {
    let mut ceilings = Vec::new();
    // Absent: it has none.
    for ModelCeiling { name, cycles } in atoms.ceilings.as_deref().unwrap_or_default() {
        let (name, cycles) = (name.clone(), *cycles);
        ceilings.push(Ceiling { name, cycles });
    }
    ceilings
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
        let mut ceilings = ceilings(self.atoms);
        for ceiling in &mut ceilings {
            ceiling.name += &format!(" ({} cycles of the SM)", ceiling.cycles);
            ceiling.cycles = (ceiling.cycles as f64 / unit) as i64;
        }
        ceilings
    }

    /// Has an op hold pools of the SM for as long as it holds units, and a row at least.
    pub fn hold(self, graph: &mut LoopGraph, op: OpId, held: &Hold) {
        let kinds = [
            (self.kinds[0], held.bytes > 0),
            (self.kinds[1], held.multiplies),
            ("bar", held.meets),
        ];
        for &(kind, holds) in &kinds {
            if let Some(atom) = self.atoms.atom(kind).filter(|_| holds) {
                for (name, _, _, amount) in &atom.pools {
                    self.draw(graph, op, name, (*amount).into());
                }
            }
        }
        self.draw(graph, op, SMEM_BYTES, held.bytes);
        self.draw(graph, op, TMEM_COLUMNS, held.columns);
    }

    /// Has an op hold so much of a pool.
    fn draw(self, graph: &mut LoopGraph, op: OpId, name: &str, amount: i64) {
        let pool = self.atoms.pools.iter().find(|pool| pool.name == name);
        // Absent: pools of an agent count instructions, which hold units here.
        let Some(pool) = pool.filter(|pool| pool.scope == Scope::Sm && amount > 0) else {
            return;
        };
        let res = resource(graph, format!("{name} (pool)"), pool.capacity);
        let footprint = &mut graph.ops[op].footprint;
        if footprint.is_empty() {
            footprint.push(Vec::new());
        }
        fill(footprint, res, amount);
    }
}

/// The resource of a name, which a graph without it gets.
pub fn resource(graph: &mut LoopGraph, name: String, capacity: u32) -> ResId {
    let known = graph.resources.iter().position(|resource| resource.name == name);
    known.unwrap_or_else(|| {
        graph.resources.push(Resource { name, capacity });
        graph.resources.len() - 1
    })
}

/// Holds so much of a resource in all rows of a footprint.
pub fn fill(footprint: &mut [Vec<Use>], res: ResId, amount: i64) {
    // Absent: more than there can be, which is refused in any case.
    let count = u32::try_from(amount).unwrap_or(u32::MAX);
    for row in footprint {
        row.push(Use { res, count });
    }
}
