//! Programs with probes, by way of the same programs without.
//!
//! A probe that succeeds is the wait that follows it, in one move; one that fails changes nothing but that its agent
//! now stands at the wait. So a program with probes has the executions of the program without them, up to failing
//! probes, and the same faults: an access that has not ended when an agent waits has not ended either before it probes,
//! and an agent that is left behind at a wait is so after a failing probe. What a checker of the smaller program finds,
//! this module puts back into the larger: each wait that passes becomes a probe that succeeds, and where agents must
//! stand at a wait for the fault to show, their probes fail.

use super::compiled::{Compiled, Sync};
use super::fault::Fault;
use super::state::{Layout, Move, Outcome};
use crate::program::{Program, Step};

/// Whether any agent probes.
pub(super) fn probes(program: &Program) -> bool {
    let mut steps = program.agents.iter().flat_map(|agent| &agent.steps);
    steps.any(|step| matches!(step, Step::TryWait { .. }))
}

/// The program without its probes.
pub(super) fn without(program: &Program) -> Program {
    let mut plain = program.clone();
    for agent in &mut plain.agents {
        agent.steps.retain(|step| !matches!(step, Step::TryWait { .. }));
    }
    plain
}

/// The moves of the program with probes that do what `path` does without them, and how many probes fail in it.
pub(super) fn with(c: &Compiled, fault: Fault, path: &[Move]) -> (Vec<Move>, usize) {
    let layout = Layout::new(c);
    let mut ignored = Vec::new();
    let mut state = layout.initial(c);
    let mut moves = Vec::new();
    for (index, &mv) in path.iter().enumerate() {
        let mv = match mv {
            Move::Step(agent) if stands_at_probe(c, &layout, &state, agent) => Move::Probe(agent),
            Move::Step(_) | Move::Probe(_) | Move::Complete(_) => mv,
        };
        // Whoever is left behind by the last move stood at a wait.
        if let Fault::PhaseLag { agent, .. } = fault
            && index + 1 == path.len()
            && !matches!(mv, Move::Step(mover) | Move::Probe(mover) if mover == agent)
            && stands_at_probe(c, &layout, &state, agent)
        {
            layout.apply(c, &mut state, Move::Step(agent), &mut ignored);
            moves.push(Move::Step(agent));
        }
        layout.apply(c, &mut state, mv, &mut ignored);
        moves.push(mv);
    }
    let must_stand: Vec<u32> = match fault {
        Fault::Deadlock => (0..c.agents.len() as u32).collect(),
        Fault::PhaseLag { agent, .. } => vec![agent],
        Fault::OverwriteUnread { .. } | Fault::OverlappingWrites { .. } | Fault::ReadUnwritten { .. } => Vec::new(),
        Fault::OverArrival { .. } | Fault::UnobservedPhase { .. } | Fault::SignalAfterExit { .. } => Vec::new(),
        Fault::TransactionRange { .. } | Fault::TransactionsLeft { .. } => Vec::new(),
    };
    for agent in must_stand {
        if stands_at_probe(c, &layout, &state, agent)
            && layout.apply(c, &mut state, Move::Step(agent), &mut ignored) == Outcome::Done
        {
            moves.push(Move::Step(agent));
        }
    }
    let failing = moves.len() - path.len();
    (moves, failing)
}

fn stands_at_probe(c: &Compiled, layout: &Layout, state: &[u16], agent: u32) -> bool {
    let at = layout.position(state, agent) as usize;
    let events = c.agents.get(agent as usize).map(|a| &a.events);
    matches!(events.and_then(|events| events.get(at)), Some(Sync::TryWait { .. }))
}
