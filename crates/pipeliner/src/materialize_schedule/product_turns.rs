//! Consumers that share the rows of a tile take turns at the products of an iteration, where `--consumers turns` asks for it: while the products
//! of one have the tensor cores, the other computes.
//!
//! ```text
//! %bar, %turn = seq_bar.init
//! for %i iter(%turn, ...) {
//!   seq_bar.wait %turn;  dot ...;  dot ...;  %next = seq_bar.arrive    // all products of an iteration are started
//!   what is computed of them
//!   continue %next, ... }
//! ```
//!
//! Both have as many iterations, so that each turn is over.

use super::turns::{arrive, sequence, wait};
use tilewright_ir::build::Builder;
use tilewright_ir::dialects::facts::TURNS;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Module, Op, Value};

/// Warpgroups that share the rows of a tile.
const SHARING: i64 = 2;
/// The named barrier of all consumers.
const MEETING: i64 = 1;

/// The turns of a loop, where they are written.
#[derive(Clone, Copy)]
pub(super) struct Turns {
    bar: Value,
    /// The state of the sequence here.
    pub(super) turn: Value,
    /// The product before which a turn is waited for, and the one behind which it is over.
    products: [Op; 2],
}

impl Turns {
    /// The turns of a loop that has them, whose ops are written in this order; before the loop.
    pub(super) fn start(old: &Module, build: Builder<'_>, for_op: Op, order: impl Iterator<Item = Op>) -> Option<Self> {
        let mut products = order.filter(|&op| [nv_tileas::DOT, nv_tileas::WORD_DOT].contains(&old.kind(op)));
        let first = products.next().filter(|_| old.has_attr(for_op, TURNS))?;
        let last = products.last()?;
        let [bar, turn, _] = sequence(build, [1, SHARING], MEETING);
        let products = [first, last];
        Some(Self { bar, turn, products })
    }

    /// Before an op of the kernel.
    pub(super) fn before(&self, build: Builder<'_>, op: Op) {
        if op == self.products[0] {
            wait(build, self.bar, self.turn);
        }
    }

    /// Behind an op of the kernel.
    pub(super) fn behind(&mut self, build: Builder<'_>, op: Op) {
        if op == self.products[1] {
            self.turn = arrive(build, self.bar, self.turn);
        }
    }
}
