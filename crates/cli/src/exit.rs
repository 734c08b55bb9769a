//! Exit codes, the same for every command.

/// The ways in which a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Fine,
    /// The kernel (or loop, or schedule, or link) is wrong, or cannot be scheduled.
    Wrong,
    /// The command was used wrongly: a bad flag, an unreadable file.
    Usage,
    /// An internal error; the message says how to report it.
    OurBug,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Wrong => 1,
            Exit::Usage => 2,
            Exit::OurBug => 3,
        })
    }
}
