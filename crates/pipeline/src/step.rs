//! `pipeline_step` (docs/sources/pipelines.md#step) as an executable specification: what one agent does for one item,
//! given its role and state, and the state it leaves with.

use crate::state::PipelineState;
use serde::{Deserialize, Serialize};

/// Which side of the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Fills stages.
    Producer,
    /// Reads and frees stages.
    Consumer,
}

/// The arrangement of parities, barriers and expected bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Convention {
    /// The contract with a full and an empty barrier for each stage: every phase starts at 0, acquire waits for the
    /// opposite parity, commit arrives (with the expected bytes).
    Contract,
    /// CUTLASS: producers start at phase 1, everyone waits for the own parity, the bytes are expected at acquire.
    Cutlass,
    /// The description to the letter: one barrier for each stage, for both directions. Deadlocks and overwrites.
    OneSlot,
    /// Both parity tricks at once: producers start at phase 1 and acquire waits for the opposite parity. Deadlocks.
    BothTricks,
}

/// One of the two barriers of a stage. With one slot for both, they are the same object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Completes when the stage has been filled.
    Full,
    /// Completes when the stage has been freed.
    Empty,
}

/// The steps that an agent takes, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "op")]
pub enum Op {
    /// Spin until the barrier's phase of this parity has completed.
    Wait {
        /// Barrier.
        side: Side,
        /// Stage.
        stage: u32,
        /// Parity.
        parity: u32,
    },
    /// The producer's or consumer's body works on the stage.
    Body {
        /// Stage.
        stage: u32,
    },
    /// Arrive once.
    Arrive {
        /// Barrier.
        side: Side,
        /// Stage.
        stage: u32,
    },
    /// Expect bytes, then arrive once, in one instruction.
    ArriveExpectTx {
        /// Barrier.
        side: Side,
        /// Stage.
        stage: u32,
        /// Transaction bytes.
        bytes: u32,
    },
}

/// The phase an agent starts with.
pub fn start_phase(convention: Convention, role: Role) -> u32 {
    match (convention, role) {
        (Convention::Cutlass | Convention::BothTricks, Role::Producer) => 1,
        _ => 0,
    }
}

/// The parity an acquire waits for in `state`.
pub fn acquire_parity(convention: Convention, state: PipelineState) -> u32 {
    match convention {
        Convention::Cutlass => state.phase,
        Convention::Contract | Convention::OneSlot | Convention::BothTricks => state.phase ^ 1,
    }
}

/// One step of an agent: its operations, and its next state. `bytes` is the transaction count of the stage, 0 where the
/// producer writes the data itself. Every participant arrives with a count of 1; the barriers' initial counts carry the
/// totals.
///
/// The three invariants (docs/sources/pipelines.md#step): the operations depend on (role, state) alone; agents
/// communicate only through the stage's barriers; and the phase flips on each wrap.
pub fn pipeline_step(
    convention: Convention,
    stages: u32,
    role: Role,
    state: PipelineState,
    bytes: u32,
) -> (Vec<Op>, PipelineState) {
    let stage = state.index;
    let empty = if convention == Convention::OneSlot {
        Side::Full
    } else {
        Side::Empty
    };
    let ops = match role {
        Role::Producer => {
            let acquire = Op::Wait {
                side: empty,
                stage,
                parity: acquire_parity(convention, state),
            };
            let commit = match bytes {
                0 => Op::Arrive {
                    side: Side::Full,
                    stage,
                },
                bytes => Op::ArriveExpectTx {
                    side: Side::Full,
                    stage,
                    bytes,
                },
            };
            if convention == Convention::Cutlass && bytes > 0 {
                vec![acquire, commit, Op::Body { stage }]
            } else {
                vec![acquire, Op::Body { stage }, commit]
            }
        }
        Role::Consumer => vec![
            Op::Wait {
                side: Side::Full,
                stage,
                parity: state.phase,
            },
            Op::Body { stage },
            Op::Arrive { side: empty, stage },
        ],
    };
    (ops, state.increment(stages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contract_and_cutlass_wait_for_the_same_parities() {
        for stages in 1..5 {
            let mut a = PipelineState::start(start_phase(Convention::Contract, Role::Producer));
            let mut b = PipelineState::start(start_phase(Convention::Cutlass, Role::Producer));
            for _ in 0..3 * stages + 1 {
                assert_eq!(
                    acquire_parity(Convention::Contract, a),
                    acquire_parity(Convention::Cutlass, b)
                );
                let step = |c, s| pipeline_step(c, stages, Role::Producer, s, 0);
                let ((ops_a, next_a), (ops_b, next_b)) = (step(Convention::Contract, a), step(Convention::Cutlass, b));
                assert_eq!(ops_a, ops_b);
                (a, b) = (next_a, next_b);
            }
        }
    }

    #[test]
    fn bytes_are_expected_at_acquire_in_cutlass_and_at_commit_by_contract() {
        let at = |c| {
            let (ops, _) = pipeline_step(c, 2, Role::Producer, PipelineState::start(0), 64);
            ops.iter()
                .position(|op| matches!(op, Op::ArriveExpectTx { bytes: 64, .. }))
        };
        assert_eq!((at(Convention::Cutlass), at(Convention::Contract)), (Some(1), Some(2)));
    }
}
