//! A shorter interleaving with the same fault: moves that it does without are left out, one after the other.
//!
//! The result has no move that could be left out alone. It need not be shortest, but a search for something shorter
//! need not go further than it is long.

use super::compiled::Compiled;
use super::fault::Fault;
use super::state::{Layout, Move, Outcome};

/// The number of times that all moves are tried.
const ROUNDS: usize = 3;

/// Moves that are replayed at most, in all tries together.
const MAX_MOVES: usize = 2_000_000;

/// The interleaving without what it does without.
pub(super) fn shrink(c: &Compiled, (fault, path): (Fault, Vec<Move>)) -> (Fault, Vec<Move>) {
    let layout = Layout::new(c);
    // A phase that nobody observed is a property of a whole execution, which a replay does not see.
    if matches!(fault, Fault::UnobservedPhase { .. }) {
        return (fault, path);
    }
    let mut best = (fault, path);
    let mut replayed = 0;
    for _ in 0..ROUNDS {
        let before = best.1.len();
        let mut at = before;
        while at > 0 && replayed < MAX_MOVES {
            replayed += best.1.len();
            at = (at - 1).min(best.1.len().saturating_sub(1));
            let shorter = replay(c, &layout, fault, &best.1, at);
            if let Some(found) = shorter.filter(|(_, path)| path.len() < best.1.len()) {
                best = found;
            }
        }
        if best.1.len() == before {
            break;
        }
    }
    best
}

/// Replays without the move `left_out` and those that are then not possible, up to a fault of the kind.
fn replay(c: &Compiled, layout: &Layout, fault: Fault, path: &[Move], left_out: usize) -> Option<(Fault, Vec<Move>)> {
    let mut state = layout.initial(c);
    let mut made = Vec::with_capacity(path.len());
    let mut faults = Vec::new();
    for (index, &mv) in path.iter().enumerate() {
        if index == left_out {
            continue;
        }
        let outcome = layout.apply(c, &mut state, mv, &mut faults);
        if outcome != Outcome::Disabled {
            made.push(mv);
        }
        if let Some(found) = faults.drain(..).find(|found| found.kind() == fault.kind()) {
            return Some((found, made));
        }
        if outcome == Outcome::Trapped {
            return None;
        }
    }
    // Faults of an end need that nobody can move any more.
    let mut candidates = Vec::new();
    layout.candidates(c, &state, &mut candidates);
    let mut scratch = Vec::new();
    for mv in candidates {
        scratch.clone_from(&state);
        if layout.apply(c, &mut scratch, mv, &mut faults) != Outcome::Disabled {
            return None;
        }
    }
    faults.clear();
    layout.at_end(c, &state, &mut faults);
    let found = faults.into_iter().find(|found| found.kind() == fault.kind())?;
    Some((found, made))
}
