//! A machine's resource model as data: it turns op kinds into latencies and footprints. It comes from the caller; this
//! crate reads no files.

use crate::graph::{Ceiling, GraphError, LoopGraph, Op, ResId, Resource, Use};
use crate::options::Pressure;

/// Slots, pools, footprints and ceilings of a machine.
#[derive(Clone, Debug, Default)]
pub struct ResourceModel {
    /// Its name.
    pub name: String,
    /// The slots: number and name.
    pub slots: Vec<(u32, String)>,
    /// The pools whose pressure counts, some without a name: name and capacity.
    pub pools: Vec<(Option<String>, u32)>,
    /// Further pools.
    pub further_pools: Vec<(Option<String>, u32)>,
    /// The footprints of ops.
    pub footprints: Vec<Footprint>,
    /// Ceilings of graphs that state none.
    pub ceilings: Vec<Ceiling>,
}

/// The resources that an op holds.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// The op.
    pub op: String,
    /// Cycles to its result.
    pub latency: u32,
    /// Slots held: number, how many cycles, how much.
    pub triples: Vec<(u32, u32, u32)>,
    /// Pools held: name, how many cycles, how much.
    pub pools: Vec<(String, u32, u32)>,
}

impl ResourceModel {
    /// Completes a graph: ops whose kind the model knows and that hold nothing get its footprint, and its latency if
    /// they have none; missing resources and ceilings are added.
    ///
    /// # Errors
    /// A kind without footprint that the model does not know, on an op that states no latency either.
    pub fn complete(&self, graph: &mut LoopGraph) -> Result<(), GraphError> {
        let mut ids = Resources {
            list: std::mem::take(&mut graph.resources),
        };
        let mut outcome = Ok(());
        for (id, op) in graph.ops.iter_mut().enumerate() {
            if op.kind.is_empty() || !op.footprint.is_empty() {
                continue;
            }
            match self.footprints.iter().find(|f| f.op == op.kind) {
                Some(f) => self.give(op, f, &mut ids),
                None if op.latency == 0 && outcome.is_ok() => {
                    let known: Vec<_> = self.footprints.iter().map(|f| f.op.as_str()).collect();
                    let (kind, name, list) = (&op.kind, &self.name, known.join(", "));
                    let message = format!("op {id} is a {kind:?}, which {name} does not know; it knows {list}");
                    outcome = Err(GraphError { message });
                }
                None => {}
            }
        }
        graph.resources = ids.list;
        if graph.limits.ceilings.is_empty() {
            graph.limits.ceilings = self.ceilings.clone();
        }
        outcome.and_then(|()| graph.validate())
    }

    /// The amount that one iteration in flight takes of each numbered pool, in the order of their indices: the largest
    /// that an op of the loop holds at once (docs/sources/cost-model.md#roofline, second example).
    pub fn pressure(&self, graph: &LoopGraph) -> Vec<Pressure> {
        let each = |name: &str| {
            let uses = graph.ops.iter().flat_map(|o| o.footprint.iter().flatten());
            let of_pool = uses.filter(|u| graph.resources.get(u.res).is_some_and(|r| r.name == name));
            of_pool.map(|u| u64::from(u.count)).max().unwrap_or(0)
        };
        let one = |(name, capacity): &(Option<String>, u32)| {
            let name = name.clone().unwrap_or_default();
            Pressure {
                each: each(&name),
                name,
                cap: u64::from(*capacity),
            }
        };
        self.pools.iter().map(one).collect()
    }

    /// Row `k` of the footprint holds every slot and pool whose duration is above `k`
    /// (docs/sources/cost-model.md#footprints).
    fn give(&self, op: &mut Op, f: &Footprint, ids: &mut Resources) {
        if op.latency == 0 {
            op.latency = f.latency;
        }
        let mut held: Vec<(ResId, u32, u32)> = Vec::new();
        for &(slot, duration, occupancy) in &f.triples {
            if let Some((_, name)) = self.slots.iter().find(|(number, _)| *number == slot) {
                held.push((ids.id(name, 1), duration, occupancy));
            }
        }
        for (name, duration, amount) in &f.pools {
            let pool = self
                .pools
                .iter()
                .chain(&self.further_pools)
                .find(|(other, _)| other.as_ref() == Some(name));
            if let Some(&(_, capacity)) = pool {
                held.push((ids.id(name, capacity), *duration, *amount));
            }
        }
        let rows = held.iter().map(|h| h.1).max().unwrap_or(0);
        let row = |k: u32| {
            held.iter()
                .filter(|h| k < h.1)
                .map(|h| Use { res: h.0, count: h.2 })
                .collect()
        };
        op.footprint = (0..rows).map(row).collect();
    }
}

struct Resources {
    list: Vec<Resource>,
}

impl Resources {
    fn id(&mut self, name: &str, capacity: u32) -> ResId {
        match self.list.iter().position(|r| r.name == name) {
            Some(id) => id,
            None => {
                self.list.push(Resource {
                    name: name.to_owned(),
                    capacity,
                });
                self.list.len() - 1
            }
        }
    }
}
