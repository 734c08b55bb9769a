//! Agents: the warps of each, and what a warp does of its agent's program.

use tilewright_ir::entity::Entity;
use tilewright_ir::words::role;
use tilewright_ir::{Module, Op};

/// The most warps of a CTA (PTX ISA: 1024 threads).
pub(super) const MAX_WARPS: i64 = 32;

/// An agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Agent {
    /// Its role.
    pub role: &'static str,
    /// Its warps, behind those of the agents before it.
    pub warps: u32,
}

/// The part of an agent's program that a warp runs; the agent's region has this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// All of its lanes run it.
    Whole(usize),
    /// One lane does, for the agent starts the work of others.
    OneLane(usize),
    /// Nothing.
    Idle,
}

impl Part {
    /// Whether a warp with this part goes where ops stand in the region of an agent; none: outside of them all.
    pub fn reaches(self, region: Option<usize>) -> bool {
        match self {
            Part::Whole(own) | Part::OneLane(own) => region.is_none_or(|region| region == own),
            Part::Idle => region.is_none(),
        }
    }
}

/// The region of an agent in which each op stands, by its number.
pub(super) fn regions(module: &Module, switch: Option<Op>) -> Vec<Option<usize>> {
    let mut regions = vec![None; module.op_count()];
    // Absent: without a switch there is no agent.
    let all = switch.map_or(&[][..], |switch| module.regions(switch));
    for (number, &region) in all.iter().enumerate() {
        for op in module.blocks(region).iter().flat_map(|&block| module.walk(block)) {
            regions[op.index()] = Some(number);
        }
    }
    regions
}

/// The agents of a switch.
pub(super) fn agents(module: &Module, switch: Op) -> Vec<Agent> {
    // Absent: refused by `structure`.
    let roles = module.agent_roles(switch).unwrap_or_default();
    // Absent: refused by `structure`, as roles are.
    let warps = module.ints_attr(switch, "num_warps").unwrap_or(&[]);
    let agent = |(&role, &warps): (&&'static str, &i64)| Agent {
        role,
        warps: warps.clamp(0, MAX_WARPS) as u32,
    };
    roles.iter().zip(warps).map(agent).collect()
}

/// The part of a warp, by its number.
pub(super) fn part(agents: &[Agent], number: u32) -> Part {
    let mut first = 0;
    for (region, agent) in agents.iter().enumerate() {
        match number.checked_sub(first) {
            Some(own) if own < agent.warps && [role::CONSUMER, role::TRANSFORMER].contains(&agent.role) => {
                return Part::Whole(region);
            }
            Some(0) if agent.warps > 0 => return Part::OneLane(region),
            _ => first += agent.warps,
        }
    }
    Part::Idle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warps_are_those_of_one_agent_after_the_other() {
        let agent = |role, warps| Agent { role, warps };
        let three = [agent("consumer", 4), agent("producer", 4), agent("issuer", 4)];
        let parts: Vec<Part> = (0..12).map(|number| part(&three, number)).collect();
        assert_eq!(parts[..4], [Part::Whole(0); 4]);
        assert_eq!(parts[4], Part::OneLane(1));
        assert_eq!(parts[5..8], [Part::Idle; 3]);
        assert_eq!(parts[8], Part::OneLane(2));
        assert_eq!(parts[9..], [Part::Idle; 3]);
        assert_eq!(part(&[], 0), Part::Idle);
        let makes = [agent("consumer", 4), agent("producer", 4), agent("transformer", 4)];
        assert_eq!(part(&makes, 11), Part::Whole(2));
    }

    #[test]
    fn warps_reach_the_region_of_their_agent_and_what_is_outside_of_all() {
        for (part, reached) in [
            (Part::Whole(1), [true, false, true]),
            (Part::OneLane(0), [true, true, false]),
            (Part::Idle, [true, false, false]),
        ] {
            assert_eq!(
                [None, Some(0), Some(1)].map(|region| part.reaches(region)),
                reached,
                "{part:?}"
            );
        }
    }
}
