//! Why a loop cannot have certain agents.

use super::{Values, Words, refusal};

/// Why warpgroups take no turns at the products of an iteration that has one.
pub const ONE_PRODUCT: &str = "an iteration has one product";

/// Why a loop cannot have certain agents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AgentRefusal {
    /// Rows that so many warpgroups cannot share, each multiplying so many at a time.
    Rows {
        /// Rows of the tile.
        rows: i64,
        /// The warpgroups.
        groups: i64,
        /// Rows of one product.
        at_once: i64,
    },
    /// A thread has too few registers.
    ThreadRegisters {
        /// For accumulators.
        accumulators: i64,
        /// For the rest.
        beside: i64,
        /// The most that a thread may have.
        most: i64,
    },
    /// An SM has too few registers.
    SmRegisters {
        /// Of a thread.
        need: i64,
        /// The threads.
        threads: i64,
        /// The number that an SM has.
        most: i64,
    },
    /// Warpgroups take no turns: one thread issues products for all.
    IssuedForAll,
    /// Warpgroups cannot take turns at tiles.
    PingPong(PingPongRefusal),
    /// Warpgroups that share a tile cannot take turns at the products of an iteration, since it is so.
    NoTurns(&'static str),
    /// Accumulators cannot have a warpgroup of their own, since it is so.
    NoCorrection(&'static str),
}

/// Why warpgroups cannot take turns at the tiles of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PingPongRefusal {
    /// There is no loop over tiles.
    NoTileLoop,
    /// The loop over tiles is in a loop or branch.
    Nested,
    /// An op outside of it would be done by each warpgroup.
    DoneTwice(&'static str),
    /// It carries a tile of this type.
    CarriedTile(String),
    /// Tiles are pulled at run time.
    Pulled,
    /// An op waits for other CTAs.
    Waits(&'static str),
    /// The next tile is decided after work on a tile.
    LateDecision,
}

impl AgentRefusal {
    pub(super) fn words(&self) -> Words {
        let other = "ask for other consumers";
        match self {
            Self::Rows { rows, groups, at_once } => refusal(
                "pipeline.agent-rows",
                "{rows} rows cannot be shared by {groups} warpgroups, which multiply {at-once} rows at a time",
                "",
                other,
                &[("rows", rows), ("groups", groups), ("at-once", at_once)],
            ),
            Self::ThreadRegisters {
                accumulators,
                beside,
                most,
            } => refusal(
                "pipeline.thread-registers",
                "{accumulators} accumulators and {beside} registers beside them are more than the {most} of a thread",
                "",
                other,
                &[("accumulators", accumulators), ("beside", beside), ("most", most)],
            ),
            Self::SmRegisters { need, threads, most } => refusal(
                "pipeline.sm-registers",
                "{need} registers of each of {threads} threads are more than the {most} of an SM",
                "",
                other,
                &[("need", need), ("threads", threads), ("most", most)],
            ),
            Self::IssuedForAll => refusal(
                "pipeline.issued-for-all",
                "warpgroups that take turns at tiles multiply themselves, and here one thread issues products for all",
                "accumulators are in tensor memory, and have two slots where tiles follow each other",
                other,
                &[],
            ),
            Self::PingPong(refused) => refused.words(),
            Self::NoTurns(why) => refusal(
                "pipeline.no-turns",
                "warpgroups cannot take turns at the products of this loop: {why}",
                "a turn is for all products of an iteration",
                other,
                &[("why", why)],
            ),
            Self::NoCorrection(why) => refusal(
                "pipeline.no-correction",
                "sums of this loop have no warpgroup of their own: {why}",
                "it corrects what a product is added to while another warpgroup makes operands",
                other,
                &[("why", why)],
            ),
        }
    }
}

impl PingPongRefusal {
    pub(super) fn words(&self) -> Words {
        let say = |code: &'static str, message: &str, values: Values<'_>| {
            let help = "ask for --tile-scheduler static-persistent, or for other consumers";
            refusal(code, message, "", help, values)
        };
        match self {
            Self::NoTileLoop => say(
                "pipeline.no-tile-loop",
                "there is no loop over tiles around the product's, at whose tiles warpgroups could take turns",
                &[],
            ),
            Self::Nested => say(
                "pipeline.nested-tile-loop",
                "the loop over tiles is itself in a loop or branch",
                &[],
            ),
            Self::DoneTwice(op) => say(
                "pipeline.done-twice",
                "`{op}` outside of the loop over tiles would be done by both warpgroups",
                &[("op", op)],
            ),
            Self::CarriedTile(ty) => say(
                "pipeline.carried-tile",
                "each tile changes a {type} that the loop over tiles carries",
                &[("type", ty)],
            ),
            Self::Pulled => say(
                "pipeline.pulled-tiles",
                "tiles are pulled at run time, one after the other",
                &[],
            ),
            Self::Waits(op) => say(
                "pipeline.waits-for-ctas",
                "a tile waits for other CTAs (`{op}`) while it has its turn",
                &[("op", op)],
            ),
            Self::LateDecision => say(
                "pipeline.late-decision",
                "the loop over tiles is left, or goes on, after work on a tile",
                &[],
            ),
        }
    }
}
