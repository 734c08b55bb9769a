//! Pipeline state arithmetic: where an agent stands in the ring of stages.

use serde::{Deserialize, Serialize};

/// An agent's position (docs/sources/pipelines.md#state).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PipelineState {
    /// Stage.
    pub index: u32,
    /// Parity of the lap, 0 or 1.
    pub phase: u32,
    /// Steps taken.
    pub count: u64,
}

impl PipelineState {
    /// A state at the first stage with the given phase: 0 for every agent by the contract; in CUTLASS 1 for producers.
    pub fn start(phase: u32) -> Self {
        Self {
            index: 0,
            phase: phase & 1,
            count: 0,
        }
    }

    /// One step on: the index wraps at `stages`, and a wrap flips the phase. With 0 stages nothing changes (CUTLASS).
    pub fn increment(self, stages: u32) -> Self {
        self.advance(stages, 1)
    }

    /// `n` steps on at once. The phase flips once for each wrap.
    pub fn advance(self, stages: u32, n: u64) -> Self {
        if stages == 0 {
            return self;
        }
        let stages = stages as u128;
        let at = self.index as u128 + n as u128;
        Self {
            index: (at % stages) as u32,
            phase: self.phase ^ ((at / stages) & 1) as u32,
            count: self.count.wrapping_add(n),
        }
    }

    /// The sibling of `increment` for a counter that moves in lockstep: the index wraps, the phase stays.
    pub fn bump(self, stages: u32) -> Self {
        Self {
            phase: self.phase,
            ..self.increment(stages)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_wrap_flips_the_phase() {
        let s = PipelineState::start(0).increment(2);
        assert_eq!((s.index, s.phase, s.count), (1, 0, 1));
        let s = s.increment(2);
        assert_eq!((s.index, s.phase, s.count), (0, 1, 2));
        assert_eq!(s.bump(1).phase, 1);
        assert_eq!(PipelineState::start(1).increment(0), PipelineState::start(1));
    }

    proptest! {
        #[test]
        fn advance_is_repeated_increment(stages in 0u32..9, start in 0u64..20, n in 0u64..40, phase in 0u32..2) {
            let from = PipelineState::start(phase).advance(stages, start);
            let mut stepped = from;
            for _ in 0..n {
                stepped = stepped.increment(stages);
            }
            prop_assert_eq!(from.advance(stages, n), stepped);
        }
    }
}
