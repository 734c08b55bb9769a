//! The programs of agents, a line for each role: which part of the kernel it has, and which rings it takes part in.
//!
//! Without an issuer the consumer multiplies. With one, the issuer runs the loop and hands its accumulators to the consumer
//! through a ring of one slot:
//!
//! ```text
//! producer             issuer                                consumer
//!   for %k { load }      for %k { read; dot }                  wait; %acc = read; release
//!                        acquire; store %acc; commit           what is done with %acc
//! ```

use super::pulled::scheduling;
use crate::pipelining::{ProductLoop, Slice, backward_slice, needed_for};
use tilewright_ir::Module;
use tilewright_units::Role;

/// A ring of slots through which one agent hands something on to another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ring {
    /// The operands' tiles: a slot an iteration.
    Tiles,
    /// The accumulators of a whole loop.
    Accumulators,
}

/// An agent's side of a ring.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Fills,
    Empties,
}

/// The program of an agent.
pub(super) struct Program {
    pub(super) role: Role,
    pub(super) slice: Option<Slice>,
    pub(super) rings: &'static [(Ring, Side)],
}

/// The programs of the agents of these roles.
pub(super) fn programs(module: &Module, product_loop: &ProductLoop, roles: &[Role]) -> Vec<Program> {
    let is_issued = roles.contains(&Role::Issuer);
    let program = |&role: &Role| {
        let (slice, rings): (_, &[_]) = match role {
            Role::Consumer if is_issued => (None, &[(Ring::Accumulators, Side::Empties)]),
            Role::Consumer => (None, &[(Ring::Tiles, Side::Empties)]),
            Role::Producer => (Some(needed_for(module, product_loop)), &[(Ring::Tiles, Side::Fills)]),
            // Operands of such a loop are as they were loaded: there is nothing to make.
            Role::Transformer => (Some(Slice::default()), &[]),
            Role::Scheduler => (Some(scheduling(module)), &[]),
            Role::Issuer => (
                Some(backward_slice(module, &[product_loop.for_op])),
                &[(Ring::Tiles, Side::Empties), (Ring::Accumulators, Side::Fills)],
            ),
        };
        Program { role, slice, rings }
    };
    roles.iter().map(program).collect()
}

impl Program {
    /// Its side of a ring; none if it takes no part.
    pub(super) fn side(&self, ring: Ring) -> Option<Side> {
        self.rings.iter().find(|(own, _)| *own == ring).map(|(_, side)| *side)
    }

    /// The place of a ring among its own.
    pub(super) fn place(&self, ring: Ring) -> Option<usize> {
        self.rings.iter().position(|(own, _)| *own == ring)
    }

    /// Threads that say that they are done with a slot: one of each warp, or the one that issues.
    pub(super) fn arrivals(&self, warps: i64) -> i64 {
        match self.role {
            Role::Consumer | Role::Transformer => warps,
            Role::Producer | Role::Issuer | Role::Scheduler => 1,
        }
    }
}
