//! Two reservation tables of banks, seen from one stage: what its own ops press on, and what ops of other stages carry over.

use super::{Arena, State};
use crate::graph::OpId;

/// The ops that press on each pool in each row.
pub struct Banks {
    /// The stage whose ops are in the first table.
    pub stage: i64,
    /// Ops of the stage, by row and resource.
    inside: Vec<u32>,
    /// Ops of other stages.
    across: Vec<u32>,
}

impl Banks {
    /// The tables with everything that has a seat.
    pub fn of(arena: &Arena, state: &State, stage: i64) -> Self {
        let cells = arena.loop_.graph.resources.len() * arena.ii as usize;
        let mut banks = Banks {
            stage,
            inside: vec![0; cells],
            across: vec![0; cells],
        };
        for (op, start) in state.placed() {
            let is_own = start.div_euclid(i64::from(arena.ii)) == stage;
            let table = if is_own { &mut banks.inside } else { &mut banks.across };
            for at in pressed(arena, state, op, start) {
                table[at] += 1;
            }
        }
        banks
    }

    /// The most ops of its own stage, itself among them, and the most of others, that an op would meet on a pool; nothing where it
    /// draws on none.
    pub fn pressure(&self, arena: &Arena, state: &State, op: OpId, cycle: i64) -> (u32, u32) {
        let (mut inside, mut across) = (0, 0);
        for at in pressed(arena, state, op, cycle) {
            inside = inside.max(self.inside[at] + 1);
            across = across.max(self.across[at]);
        }
        (inside, across)
    }
}

/// The places in the tables that an op presses on: its pools' rows, each once.
fn pressed(arena: &Arena, state: &State, op: OpId, cycle: i64) -> Vec<usize> {
    let resources = &arena.loop_.graph.resources;
    let mut places = Vec::new();
    for cell in arena.loop_.shapes.of_op(op) {
        let row = state.row(cycle + i64::from(cell.offset));
        let place = row as usize * resources.len() + cell.res;
        if resources[cell.res].capacity > 1 && !places.contains(&place) {
            places.push(place);
        }
    }
    places
}
