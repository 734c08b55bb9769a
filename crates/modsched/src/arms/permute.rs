//! Arm 1, permute: stable sort by predecessor priority, then the earliest legal seat for each op.

use super::{Arena, NoSeat, State};
use crate::graph::OpId;
use crate::schedule::Arm;

/// Places a group, or leaves no trace.
pub fn run(arena: &Arena, state: &mut State, group: &[OpId]) -> Result<(), NoSeat> {
    let mut order = group.to_vec();
    order.sort_by_key(|&op| arena.priority[op]);
    super::seat_all(state, &order, Arm::Permute)
}
