//! How loops are pipelined: who copies and who multiplies.

use tilewright_machine::Target;

/// A way to pipeline a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Not at all: each iteration loads, then multiplies.
    None,
    /// All threads copy ahead and multiply.
    Unspecialize,
    /// Some warps load, others multiply.
    WarpSpecialize,
}

impl Strategy {
    /// All of them by name, as `--pipeline-strategy` takes it.
    pub const NAMES: [(Strategy, &'static str); 3] = [
        (Strategy::None, "none"),
        (Strategy::Unspecialize, "unspecialize"),
        (Strategy::WarpSpecialize, "warp-specialize"),
    ];

    /// The strategy of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(_, other)| *other == name)
            .map(|(strategy, _)| *strategy)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::None => "none",
            Strategy::Unspecialize => "unspecialize",
            Strategy::WarpSpecialize => "warp-specialize",
        }
    }

    /// The strategy that a GPU gets where none is asked for.
    pub fn usual(target: &Target) -> Self {
        if can_specialize(target) {
            Strategy::WarpSpecialize
        } else {
            Strategy::Unspecialize
        }
    }
}

/// Whether a GPU has what warp-specialised loops are made of here: a copy engine, and a matrix unit that runs beside the
/// threads and is driven by `wgmma`.
pub fn can_specialize(target: &Target) -> bool {
    target.tma.value && target.matrix_unit.value == "wgmma"
}

/// How tiles come where all threads do the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Each thread copies its part by `cp.async`, some iterations ahead.
    Copies,
    /// One thread has the copy engine bring them, some iterations ahead.
    Bulk,
    /// Through registers and two buffers, as document 004 has it.
    FourStage,
}

impl Form {
    const NAMES: [(Form, &'static str); 3] = [
        (Form::Copies, "copies"),
        (Form::Bulk, "bulk"),
        (Form::FourStage, "four_stage"),
    ];

    /// The form of a name; `copies` for any other.
    pub fn from_name(name: &str) -> Self {
        let found = Self::NAMES.iter().find(|(_, other)| *other == name);
        found.map_or(Form::Copies, |(form, _)| *form)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(form, _)| *form == self)
            .map_or("", |(_, name)| name)
    }
}
