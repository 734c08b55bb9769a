//! The clock and the console of the browser, which every module of the page asks for, in a page or in a worker. Elsewhere they are those
//! of the standard library.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod machine;

#[cfg(target_arch = "wasm32")]
pub use browser::{now, report_panics};
#[cfg(not(target_arch = "wasm32"))]
pub use machine::{now, report_panics};
