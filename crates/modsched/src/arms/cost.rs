//! Arm 4, cost-based: for each op the legal seat of least cost. Costs are compared lexicographically and never summed.
//!
//! 1. Resource legality: the table's probe. Hard.
//! 2. Pipe-slot pressure: the least number of turns of the table that no placed neighbour by a path of dependences is
//!    further away than: so many slots a pipe between the two has. Hard: nothing may be further away than the machine's first ceiling.
//! 3. Bank pressure: two tables of who presses on which pool in which row, ops of the same stage (capped at 4) and those
//!    carried from other stages (capped at 3); the score is the least threshold their sum stays within. The variant
//!    behind an option scores spills instead. The description finds both thresholds by doubling and bisecting; they are numbers that
//!    can be told.
//! 4. Order: inversions against program order (Kendall's tau).
//!
//! An op that retry has marked dead is tried all the same: what found no earliest seat may find another one.

use super::banks::Banks;
use super::{Arena, NoSeat, Snapshot, State, by_priority};
use crate::graph::OpId;
use crate::recurrence::NO_PATH;
use crate::schedule::Arm;
use serde_json::Value;
use tilewright_sorted::insert_by;

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
    /// Most waiting groups that are tried as partners of one group.
    pub fuse_partners: usize,
    /// Most ops of a group that must still find a seat beside one that the cost arm takes.
    pub cost_ahead: usize,
    /// Most orders in which retry seats one group before anything is evicted.
    pub retry_orders: usize,
    /// Values that may be live at a time; `Some` replaces bank pressure by the spill surcharge, and asks the cost arm first.
    pub register_budget: Option<u32>,
}

impl CostModel {
    /// The documented weights, from `data/cost-model.json`.
    #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
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
        fuse_partners: weight("fuse_partners")? as usize,
        cost_ahead: weight("cost_ahead")? as usize,
        retry_orders: weight("retry_orders")? as usize,
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

tilewright_vocabulary::vocabulary! {
    /// The component that decided between the seats of an op.
    pub enum Component {
        /// No other seat is legal.
        Resource = "resource legality",
        /// Others need more slots of a pipe.
        PipeSlot = "pipe-slot pressure",
        /// Others press on more banks, or spill more.
        Bank = "bank pressure",
        /// Others are further from the order of the program.
        Order = "program order",
        /// Others cost the same and are later.
        Earliest = "earliest cycle",
    }
}

/// A seat's cost, and what made it the cheapest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The cost.
    pub cost: CostVector,
    /// The first component in which the next best seat differs.
    pub by: Component,
}

impl Chosen {
    /// The value of the component that decided.
    pub fn value(&self) -> u32 {
        let components = self.cost.components();
        // Absent: no component decided.
        components.get(self.by as usize).copied().unwrap_or(self.cost.resource)
    }
}

impl CostVector {
    /// The components in the order in which they are compared.
    pub fn components(&self) -> [u32; 4] {
        [self.resource, self.pipe_slot, self.bank, self.inversions]
    }
}

/// Places a group, or leaves no trace but a dead mark in the snapshot.
pub fn run(arena: &Arena, state: &mut State, group: &[OpId], snapshot: &mut Snapshot) -> Result<(), NoSeat> {
    let order = by_priority(arena, group);
    state.ahead = true;
    let seated = seat(arena, state, &order, snapshot);
    state.ahead = false;
    seated
}

fn seat(arena: &Arena, state: &mut State, order: &[OpId], snapshot: &mut Snapshot) -> Result<(), NoSeat> {
    let mark = state.mark();
    for (at, &op) in order.iter().enumerate() {
        if state.start(op).is_some() {
            continue;
        }
        match cheapest(arena, state, op, &order[at + 1..]) {
            Some((chosen, cycle)) => state.seat(op, cycle, Arm::CostBased, Some(chosen)),
            None => {
                let refused = state.no_seat(op);
                state.roll_back(mark);
                snapshot.dead.insert(op);
                return Err(refused);
            }
        }
    }
    // An op that has a seat is dead no more.
    for op in order {
        snapshot.dead.remove(op);
    }
    Ok(())
}

/// The cheapest seat that leaves each op of the group that waits one of its own, and by which component the next such seat costs more.
fn cheapest(arena: &Arena, state: &mut State, op: OpId, waiting: &[OpId]) -> Option<(Chosen, i64)> {
    let (earliest, latest) = state.window(op);
    let (mut banks, mut seats) = (None, Vec::new());
    for cycle in earliest..=latest {
        if let Some(cost) = score(arena, state, op, cycle, &mut banks) {
            insert_by(&mut seats, (cost, cycle), |seat| *seat);
        }
    }
    let waiting = &waiting[..waiting.len().min(arena.model.cost_ahead)];
    let mut found: Option<(CostVector, i64)> = None;
    for &(cost, cycle) in &seats {
        if !leaves_seats(state, (op, cycle), waiting) {
            continue;
        }
        match found {
            None => found = Some((cost, cycle)),
            Some((best, seat)) => {
                return Some((
                    Chosen {
                        cost: best,
                        by: decider(best, cost),
                    },
                    seat,
                ));
            }
        }
    }
    let only = |(cost, seat)| {
        (
            Chosen {
                cost,
                by: Component::Resource,
            },
            seat,
        )
    };
    found.map(only)
}

/// The first component in which two costs differ.
fn decider(one: CostVector, other: CostVector) -> Component {
    let others = other.components();
    let differs = |&at: &usize| one.components()[at] != others[at];
    let first = (0..others.len()).find(differs);
    // Absent: they cost the same.
    first.map_or(Component::Earliest, |at| Component::ALL[at])
}

/// Whether each op that waits still finds a seat beside one.
fn leaves_seats(state: &mut State, (op, cycle): (OpId, i64), waiting: &[OpId]) -> bool {
    let mark = state.mark();
    state.seat(op, cycle, Arm::CostBased, None);
    let leaves = (waiting.iter()).all(|&other| state.start(other).is_some() || state.has_seat(other));
    state.roll_back(mark);
    leaves
}

/// The cost vector of a seat, or `None` if a hard gate refuses it. The tables of banks are those of the stage that was asked
/// about last.
pub(super) fn score(
    arena: &Arena,
    state: &State,
    op: OpId,
    cycle: i64,
    banks: &mut Option<Banks>,
) -> Option<CostVector> {
    if !state.fits(op, cycle) {
        return None;
    }
    let pipe_slot = pipe_slot_threshold(arena, state, op, cycle)?;
    let bank = match arena.model.register_budget {
        None => bank_pressure(arena, state, op, cycle, banks)?,
        Some(budget) => spill_surcharge(arena, state, budget, cycle),
    };
    Some(CostVector {
        resource: 0,
        pipe_slot,
        bank,
        inversions: inversions(state, op, cycle),
    })
}

/// The least number of turns of the table within which every placed neighbour lies; no neighbour may be further away than
/// the machine's first ceiling.
fn pipe_slot_threshold(arena: &Arena, state: &State, op: OpId, cycle: i64) -> Option<u32> {
    let distances = arena.distances.as_ref()?;
    let ceilings = &arena.loop_.graph.limits.ceilings;
    let ceiling = ceilings.first().map_or(i64::from(u32::MAX / 4), |c| c.cycles);
    let mut reach = 0;
    for (other, start) in state.placed().filter(|&(other, _)| other != op) {
        if distances.get(other, op) > NO_PATH {
            reach = reach.max(cycle - start);
        }
        if distances.get(op, other) > NO_PATH {
            reach = reach.max(start - cycle);
        }
    }
    let period = i64::from(arena.ii);
    let slots = ((reach + period - 1) / period).max(1);
    u32::try_from(slots).ok().filter(|_| reach <= ceiling)
}

fn bank_pressure(arena: &Arena, state: &State, op: OpId, cycle: i64, banks: &mut Option<Banks>) -> Option<u32> {
    let model = arena.model;
    let stage = cycle.div_euclid(i64::from(arena.ii));
    let tables = match banks.take() {
        Some(tables) if tables.stage == stage => tables,
        _ => Banks::of(arena, state, stage),
    };
    let (inside, across) = banks.insert(tables).pressure(arena, state, op, cycle);
    if inside > model.bank_cap_in_iteration || across > model.bank_cap_across_iterations {
        return None;
    }
    Some(inside + across)
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

fn inversions(state: &State, op: OpId, cycle: i64) -> u32 {
    let mut inversions = 0;
    for (other, start) in state.placed() {
        if other < op && start > cycle || other > op && start < cycle {
            inversions += 1;
        }
    }
    inversions
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
