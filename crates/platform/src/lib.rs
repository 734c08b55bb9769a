//! The clock, the console and the elementary functions of the browser, which modules of the page ask for, in a page or in a worker, and the
//! allocator of their memory. Elsewhere they are those of the standard library.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod machine;

#[cfg(target_arch = "wasm32")]
pub use browser::{math, now, report_panics};
#[cfg(not(target_arch = "wasm32"))]
pub use machine::{math, now, report_panics};
