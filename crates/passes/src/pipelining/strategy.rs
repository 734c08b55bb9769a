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

/// Who multiplies in a loop of agents. CUTLASS has kernels of the same names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consumers {
    /// One warpgroup.
    One,
    /// Two warpgroups, each with half of the rows of a tile.
    Cooperative,
    /// Two warpgroups, each with every other tile of a loop over tiles: one multiplies while the other stores.
    PingPong,
}

impl Consumers {
    /// All of them by name, as `--consumers` takes it; fewer warps come first.
    pub const NAMES: [(Consumers, &'static str); 3] = [
        (Consumers::One, "1"),
        (Consumers::Cooperative, "cooperative"),
        (Consumers::PingPong, "pingpong"),
    ];

    /// The consumers of a name; `2` are cooperative ones.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "2" { "cooperative" } else { name };
        let mut all = Self::NAMES.iter();
        all.find(|(_, other)| *other == name).map(|(consumers, _)| *consumers)
    }

    /// Their name.
    pub fn name(self) -> &'static str {
        match self {
            Consumers::One => "1",
            Consumers::Cooperative => "cooperative",
            Consumers::PingPong => "pingpong",
        }
    }

    /// How many warpgroups.
    pub fn groups(self) -> i64 {
        match self {
            Consumers::One => 1,
            Consumers::Cooperative | Consumers::PingPong => 2,
        }
    }

    /// How many warpgroups share a tile.
    pub fn sharing(self) -> i64 {
        match self {
            Consumers::Cooperative => 2,
            Consumers::One | Consumers::PingPong => 1,
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

    /// The form of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(_, other)| *other == name);
        found.map(|(form, _)| *form)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}
