//! The names of barriers, in texts of the emulator.

use tilewright_emulator::{BarrierHistory, BarrierName};

/// A text of the emulator with the names of mbarriers in place of their addresses; `names` are in the order of the addresses. The text as
/// it is if not each of the run's mbarriers has a name.
pub fn with_names(text: &str, names: &[String], barriers: &[BarrierHistory]) -> String {
    let mbarrier = |history: &BarrierHistory| match history.barrier {
        BarrierName::Mbarrier { address } => Some((address, history.barrier.to_string())),
        BarrierName::Named { .. } | BarrierName::Cluster => None,
    };
    // They lie alike in every CTA.
    let first = barriers.first().map(|history| history.cta);
    let own = barriers.iter().filter(|history| Some(history.cta) == first);
    let mut said: Vec<(u32, String)> = own.filter_map(mbarrier).collect();
    said.sort_unstable();
    if said.len() != names.len() {
        return text.to_string();
    }
    // The last one first: an address may begin as another is.
    let named = said.iter().zip(names).rev();
    named.fold(text.to_string(), |text, ((_, said), name)| text.replace(said, name))
}
