//! Arm 4, cost-based: for each op the legal seat of least cost. Costs are compared lexicographically and never summed.
//!
//! 1. Resource legality: the table's probe. Hard.
//! 2. Pipe-slot pressure: the least threshold at which no placed predecessor is structurally further away, found by
//!    doubling and bisecting. Hard: without a threshold below the ceiling there is no seat.
//! 3. Bank pressure: ops that share a pool with this one in its rows, those of the same stage (capped at 4) and those
//!    carried from other stages (capped at 3); the score is the least threshold their sum stays within. The variant
//!    behind an option scores spills instead.
//! 4. Order: inversions against program order (Kendall's tau).

use super::{Arena, NoSeat, Snapshot, State};
use crate::graph::OpId;
use crate::recurrence::NO_PATH;
use crate::schedule::Arm;
use crate::search::gallop;
use serde_json::Value;

/// Weights of the cost arm and thresholds of the documented generator: model weights, read from data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostModel {
    /// Where the weights are from.
    pub source: String,
    /// Most ops of one iteration that may press on a bank in one row.
    pub bank_cap_in_iteration: u32,
    /// Most ops of other iterations that may.
    pub bank_cap_across_iterations: u32,
    /// Surcharge for each value above the register budget.
    pub spill_weight: u32,
    /// Largest surcharge for one op.
    pub spill_cap: u32,
    /// Loops with fewer ops are scheduled serially by the documented generator.
    pub serial_threshold: usize,
    /// Largest loop for which the full distance matrix is built.
    pub max_cost_ops: usize,
    /// Values that may be live at a time; `Some` replaces bank pressure by the spill surcharge, and asks the cost arm first.
    pub register_budget: Option<u32>,
}

impl CostModel {
    /// The documented weights, from `data/cost-model.json`.
    pub fn documented() -> Self {
        read(include_str!("../../data/cost-model.json")).expect("data/cost-model.json fits, which a test reads")
    }
}

/// Reads weights by hand: what would be derived is 3 KB that a page loads.
fn read(text: &str) -> Result<CostModel, String> {
    let mut file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut weight = |name: &str| {
        let weight = file[name].take().as_u64().and_then(|weight| weight.try_into().ok());
        weight.ok_or_else(|| format!("`{name}` is not given as a number"))
    };
    let read = CostModel {
        bank_cap_in_iteration: weight("bank_cap_in_iteration")?,
        bank_cap_across_iterations: weight("bank_cap_across_iterations")?,
        spill_weight: weight("spill_weight")?,
        spill_cap: weight("spill_cap")?,
        serial_threshold: weight("serial_threshold")? as usize,
        max_cost_ops: weight("max_cost_ops")? as usize,
        register_budget: None,
        source: file["source"]
            .take()
            .as_str()
            .map(str::to_string)
            .ok_or("`source` is not given")?,
    };
    // Fields that were read are null by now.
    let mut fields = file.as_object().into_iter().flatten();
    match fields.find(|(_, value)| !value.is_null()) {
        Some((name, _)) => Err(format!("unknown field `{name}`")),
        None => Ok(read),
    }
}

/// Cost of a seat that passed both hard gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CostVector {
    /// Component 1: 0; an illegal seat has no vector at all.
    pub resource: u32,
    /// Component 2.
    pub pipe_slot: u32,
    /// Component 3.
    pub bank: u32,
    /// Component 4.
    pub inversions: u32,
}

/// Places a group, or leaves no trace but a dead mark in the snapshot.
pub fn run(arena: &Arena, state: &mut State, group: &[OpId], snapshot: &mut Snapshot) -> Result<(), NoSeat> {
    let mark = state.mark();
    let mut order = group.to_vec();
    order.sort_by_key(|&op| arena.priority[op]);
    for op in order {
        if state.start(op).is_some() {
            continue;
        }
        let dead = snapshot.dead.contains(&op);
        match cheapest(arena, state, op).filter(|_| !dead) {
            Some((vector, cycle)) => state.seat(op, cycle, Arm::CostBased, Some(vector)),
            None => {
                let refused = state.no_seat(op);
                state.roll_back(mark);
                snapshot.dead.insert(op);
                return Err(refused);
            }
        }
    }
    Ok(())
}

fn cheapest(arena: &Arena, state: &State, op: OpId) -> Option<(CostVector, i64)> {
    let (earliest, latest) = state.window(op);
    (earliest..=latest)
        .filter_map(|t| Some((score(arena, state, op, t)?, t)))
        .min()
}

/// The cost vector of a seat, or `None` if a hard gate refuses it.
pub fn score(arena: &Arena, state: &State, op: OpId, cycle: i64) -> Option<CostVector> {
    if !state.fits(op, cycle) {
        return None;
    }
    let pipe_slot = pipe_slot_threshold(arena, state, op)?;
    let bank = match arena.model.register_budget {
        None => bank_pressure(arena, state, op, cycle)?,
        Some(budget) => spill_surcharge(arena, state, budget, cycle),
    };
    Some(CostVector {
        resource: 0,
        pipe_slot,
        bank,
        inversions: inversions(arena, state, op, cycle),
    })
}

/// The least threshold that no placed predecessor's structural distance exceeds; at most the machine's first ceiling.
fn pipe_slot_threshold(arena: &Arena, state: &State, op: OpId) -> Option<u32> {
    let distances = arena.distances.as_ref()?;
    let ceiling = arena
        .loop_
        .graph
        .limits
        .ceilings
        .first()
        .map_or(i64::from(u32::MAX / 4), |c| c.cycles);
    let reach = (0..arena.loop_.graph.ops.len())
        .filter(|&p| p != op && state.start(p).is_some())
        .map(|p| distances.get(p, op))
        .filter(|&d| d > NO_PATH)
        .max()
        .unwrap_or(0);
    gallop(1, u32::try_from(ceiling).unwrap_or(u32::MAX / 4), |threshold| {
        reach <= i64::from(threshold)
    })
}

fn bank_pressure(arena: &Arena, state: &State, op: OpId, cycle: i64) -> Option<u32> {
    let model = arena.model;
    let (mut inside, mut across) = (0, 0);
    let stage = cycle / i64::from(arena.ii);
    for (same, other) in state.pool_sharers(op, cycle, stage) {
        inside = inside.max(same);
        across = across.max(other);
    }
    if inside > model.bank_cap_in_iteration || across > model.bank_cap_across_iterations {
        return None;
    }
    let caps = model.bank_cap_in_iteration + model.bank_cap_across_iterations;
    match inside + across {
        0 => Some(0),
        sum => gallop(1, caps.max(1), |threshold| sum <= threshold),
    }
}

/// `min(cap, weight * (values live at the seat - budget))`, 0 within the budget.
fn spill_surcharge(arena: &Arena, state: &State, budget: u32, cycle: i64) -> u32 {
    let row = cycle.rem_euclid(i64::from(arena.ii));
    let live = state.live_at_row(row);
    arena
        .model
        .spill_cap
        .min(live.saturating_sub(budget).saturating_mul(arena.model.spill_weight))
}

fn inversions(arena: &Arena, state: &State, op: OpId, cycle: i64) -> u32 {
    let crossed = |o: &OpId| match state.start(*o) {
        Some(s) if *o < op => s > cycle,
        Some(s) if *o > op => s < cycle,
        _ => false,
    };
    (0..arena.loop_.graph.ops.len()).filter(crossed).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_weight_is_named() {
        let text = include_str!("../../data/cost-model.json");
        let file: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).expect("an object");
        for name in file.keys() {
            let wrong = read(&text.replacen(&format!("\"{name}\""), &format!("\"{name}_\""), 1)).expect_err(name);
            assert!(wrong.contains(&format!("`{name}` is not given")), "{wrong}");
            let more = text.replacen(&format!("\"{name}\""), &format!("\"{name}_\": 1, \"{name}\""), 1);
            assert_eq!(read(&more), Err(format!("unknown field `{name}_`")));
        }
    }
}
