//! Scheduler models: slots, footprints, pools and caps as they are published. Model weights, not hardware figures; what
//! has been measured lives with the targets.

use crate::data::{Misfit, built_in, carried, fields, read};
use std::sync::LazyLock;

/// A scheduler model, as far as loops are concerned.
#[derive(Clone, PartialEq, Debug)]
pub struct SchedulerModel {
    /// Its name.
    pub name: String,
    /// The kind of its numbers.
    pub kind: String,
    /// Where they are from.
    pub source: String,
    /// The slots.
    pub slots: Vec<ModelSlot>,
    /// The pools of the published table, some without a name.
    pub pools: Vec<ModelPool>,
    /// Pools that are published elsewhere.
    pub further_pools: Vec<ModelPool>,
    /// The footprints of ops.
    pub footprints: Vec<ModelFootprint>,
    /// The table of latencies, if there is one.
    pub latencies: Option<Vec<ModelLatency>>,
    /// The largest latencies that a loop may have.
    pub ceilings: Vec<ModelCeiling>,
}

fields!(SchedulerModel {
    name,
    kind,
    source,
    slots,
    pools,
    further_pools,
    footprints,
    latencies,
    ceilings
});

/// A row of the table of latencies.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelLatency {
    /// The number by which the table knows a kind of op.
    pub tag: u32,
    /// Cycles to the result.
    pub latency: u32,
    /// The slots that such an op goes through.
    pub slots: Vec<String>,
}

fields!(ModelLatency { tag, latency, slots });

/// A slot.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelSlot {
    /// Its number.
    pub slot: u32,
    /// Its name.
    pub name: String,
}

fields!(ModelSlot { slot, name });

/// A pool.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelPool {
    /// Its name, where one is published.
    pub name: Option<String>,
    /// The amount that there is of it in one cycle.
    pub capacity: u32,
}

fields!(ModelPool { name, capacity });

/// The resources that an op holds.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelFootprint {
    /// The op.
    pub op: String,
    /// Cycles to its result.
    pub latency: u32,
    /// Slots held: number, how many cycles, how much.
    pub triples: Vec<(u32, u32, u32)>,
    /// Pools held: name, how many cycles, how much.
    pub pools: Vec<(String, u32, u32)>,
    /// The kind of the atom whose footprint this is, where loop graphs have one.
    pub atom: Option<String>,
}

fields!(ModelFootprint {
    op,
    atom,
    latency,
    triples,
    pools
});

/// A largest latency.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelCeiling {
    /// Of what.
    pub name: String,
    /// In cycles.
    pub cycles: i64,
}

fields!(ModelCeiling { name, cycles });

/// The names of all scheduler models.
pub const SCHEDULER_MODELS: [&str; 1] = ["documented-blackwell"];

/// The model of that name.
pub fn scheduler_model(name: &str) -> Option<&'static SchedulerModel> {
    (name == SCHEDULER_MODELS[0]).then(documented_blackwell)
}

/// The published model of Blackwell.
pub(crate) fn documented_blackwell() -> &'static SchedulerModel {
    static MODEL: LazyLock<SchedulerModel> =
        LazyLock::new(|| built_in("documented-blackwell.json", DOCUMENTED_BLACKWELL));
    &MODEL
}

/// A model that a user has written.
///
/// # Errors
/// The first place of the text that does not fit.
pub fn read_model(text: &str) -> Result<SchedulerModel, Misfit> {
    read(text)
}

const DOCUMENTED_BLACKWELL: &str = carried!("documented-blackwell.json");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_holds_what_the_document_lists() {
        let model = scheduler_model("documented-blackwell").expect("the model exists");
        assert_eq!(model.name, SCHEDULER_MODELS[0]);
        assert_eq!((model.slots.len(), model.footprints.len() > 4), (24, true));
        let numbers: Vec<u32> = model.slots.iter().map(|slot| slot.slot).collect();
        assert_eq!(numbers, (1..=24).collect::<Vec<u32>>());
        let caps: Vec<u32> = model.pools.iter().map(|pool| pool.capacity).collect();
        assert_eq!(caps, [37, 4, 7, 37, 5, 1, 3, 6, 2]);
        let wrong = read_model(&DOCUMENTED_BLACKWELL.replacen("\"capacity\"", "\"capacty\"", 1)).expect_err("misspelt");
        assert_eq!(
            wrong.to_string(),
            "`pools.0.capacty`: there is no such field; they are name, capacity"
        );
    }

    #[test]
    fn an_unknown_model_is_none() {
        assert_eq!(scheduler_model("measured-blackwell"), None);
    }
}
