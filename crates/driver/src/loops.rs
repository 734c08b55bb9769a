//! Loop graphs that come as files, with the scheduler models that complete them.

use tilewright_machine::{ModelFootprint, ModelPool, SchedulerModel};
use tilewright_modsched::graph::{Ceiling, GraphError, LoopGraph};
use tilewright_modsched::json::read_graph;
use tilewright_modsched::model::{Footprint, ResourceModel};

/// The loop graph of a text in JSON. Ops that only state their kind get footprints, latencies and ceilings from `model`.
///
/// # Errors
///
/// The text is no loop graph, or the model does not know the kind of an op.
pub fn read_loop(text: &str, model: Option<&ResourceModel>) -> Result<LoopGraph, GraphError> {
    let mut graph = read_graph(text)?;
    if let Some(model) = model {
        model.complete(&mut graph)?;
    }
    Ok(graph)
}

/// The model of a data file in the scheduler's terms.
pub fn resources(model: &SchedulerModel) -> ResourceModel {
    let pools = |pools: &[ModelPool]| pools.iter().map(|pool| (pool.name.clone(), pool.capacity)).collect();
    let footprint = |held: &ModelFootprint| Footprint {
        op: held.op.clone(),
        latency: held.latency,
        triples: held.triples.clone(),
        pools: held.pools.clone(),
    };
    let ceilings = model.ceilings.iter().map(|ceiling| Ceiling {
        name: ceiling.name.clone(),
        cycles: ceiling.cycles,
    });
    ResourceModel {
        name: model.name.clone(),
        slots: model.slots.iter().map(|slot| (slot.slot, slot.name.clone())).collect(),
        pools: pools(&model.pools),
        further_pools: pools(&model.further_pools),
        footprints: model.footprints.iter().map(footprint).collect(),
        ceilings: ceilings.collect(),
    }
}
