//! Strategies of pipelined loops, and their consumers.

use tilewright_ir::words::copy_form;
use tilewright_ir::words::swizzle::{ROWS_32, ROWS_64, ROWS_128};
use tilewright_machine::Target;
use tilewright_units::asynchronous;

tilewright_vocabulary::vocabulary! {
    /// Strategies of pipelined loops.
    pub enum Strategy {
        /// Not at all: each iteration loads, then multiplies.
        None = "none",
        /// All threads copy ahead and multiply.
        Unspecialize = "unspecialize",
        /// Some warps load, others multiply.
        WarpSpecialize = "warp-specialize",
    }
}

impl Strategy {
    /// The strategy that a GPU gets where none is asked for.
    pub fn usual(target: &Target) -> Self {
        if asynchronous(target).is_ok() {
            Strategy::WarpSpecialize
        } else {
            Strategy::Unspecialize
        }
    }
}

tilewright_vocabulary::vocabulary! {
    /// The consumers of a loop of agents; fewer warps come first. CUTLASS has kernels of the same names.
    pub enum Consumers {
        /// One warpgroup.
        One = "1",
        /// Two warpgroups, each with half of the rows of a tile; `2` means the same.
        Cooperative = "cooperative" | "2",
        /// Two warpgroups that take turns at the tiles of a persistent kernel: one multiplies while the other stores.
        PingPong = "pingpong",
        /// Two warpgroups, each with half of the rows of a tile, that take turns at the products of an iteration: while one multiplies, the other
        /// computes.
        Turns = "turns",
        /// One warpgroup for accumulators alone, beside another that makes operands of what products leave in tensor memory.
        Correction = "correction",
    }
}

tilewright_vocabulary::vocabulary! {
    /// Whether the two CTAs of a cluster make products together.
    pub enum Pairs {
        /// They do, or the loop is refused.
        On = "on",
        /// Each CTA makes its own.
        Off = "off",
    }
}

tilewright_vocabulary::vocabulary! {
    /// Units that compute powers of two.
    pub enum PowersBy {
        /// Special functions, all of them.
        SpecialFunctions = "special-functions",
        /// Multiply-adds, by a polynomial, all of those of f32 that flush subnormal numbers.
        Polynomial = "polynomial",
    }
}

tilewright_vocabulary::vocabulary! {
    /// Swizzles of an operand's buffer, by the bytes of a row within which chunks of 16 bytes are permuted.
    pub enum Swizzle {
        /// Rows of 128 bytes.
        Rows128 = ROWS_128,
        /// Rows of 64 bytes.
        Rows64 = ROWS_64,
        /// Rows of 32 bytes.
        Rows32 = ROWS_32,
    }
}

impl Consumers {
    /// The number of warpgroups.
    pub fn groups(self) -> i64 {
        match self {
            Consumers::One | Consumers::Correction => 1,
            Consumers::Cooperative | Consumers::PingPong | Consumers::Turns => 2,
        }
    }

    /// The number of warpgroups that share a tile.
    pub fn sharing(self) -> i64 {
        match self {
            Consumers::Cooperative | Consumers::Turns => 2,
            Consumers::One | Consumers::PingPong | Consumers::Correction => 1,
        }
    }
}

/// The variant by which tiles of an unspecialised loop are loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyForm {
    /// Each thread copies its part by `cp.async`, some iterations ahead.
    Copies,
    /// One thread has TMA load them, some iterations ahead.
    Bulk,
    /// Through registers and two buffers (docs/sources/four-stage.md).
    FourStage,
    /// Each thread copies its part by `cp.async`, or one has TMA load, each tile into a ring of its own, whatever the loop does with it.
    Rings,
    /// Each thread loads its part to registers, some iterations ahead, in loops without products.
    Ahead,
}

impl CopyForm {
    const NAMES: [(CopyForm, &'static str); 5] = [
        (CopyForm::Copies, copy_form::COPIES),
        (CopyForm::Bulk, copy_form::BULK),
        (CopyForm::FourStage, copy_form::FOUR_STAGE),
        (CopyForm::Rings, copy_form::RINGS),
        (CopyForm::Ahead, copy_form::AHEAD),
    ];

    /// The form of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = Self::NAMES.iter().find(|(_, other)| *other == name);
        named.map(|(form, _)| *form)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}
