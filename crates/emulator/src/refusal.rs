//! Refusals: kernels that the emulator cannot run.

use std::fmt;
use tilewright_ptx::Pos;

/// Why a program or launch cannot be run: nothing was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Line and column in the PTX text; line 0 if it concerns the launch.
    pub pos: Pos,
    /// The reason and, where there is something to do, advice.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(pos: Pos, message: impl Into<String>) -> Refusal {
        Refusal {
            pos,
            message: message.into(),
        }
    }

    /// A refusal that concerns the launch, not a line.
    pub(crate) fn launch(message: impl Into<String>) -> Refusal {
        Refusal::new(Pos::default(), message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pos.line > 0 {
            write!(f, "{}:{}: ", self.pos.line, self.pos.col)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
