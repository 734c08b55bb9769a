//! Random kernels of Tile IR, with data to run them on, and a reducer.
//!
//! A [`Plan`] is a kernel as data: ops with text templates, the values they use and make, and nested blocks. [`grow()`] makes one
//! from a seed, [`Plan::text`] writes it as Tile IR, [`Plan::case`] makes its arrays and arguments, and [`shrink()`] takes away
//! what a failure does not need. Whoever runs the plan (tests of `runner`) compares two engines; this crate knows neither.
//!
//! Kernels stay clear of what the language leaves undefined: divisors are never zero, shifts stay below the width,
//! floats are brought into range before they become integers. What engines may compute differently (sums of floats in
//! another order, approximate functions) is stored with a tolerance and never decides anything.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod case;
mod grow;
mod plan;
mod random;
mod shrink;
mod spoil;

pub use case::Tolerances;
pub use grow::grow;
pub use plan::{Accuracy, Block, Global, Input, Plan, Step, Ty, Value, View};
pub use random::Random;
pub use shrink::shrink;
