//! Modulo scheduling: loop graph in, checked schedule or reasoned refusal out.
//!
//! A loop graph ([`graph::LoopGraph`]) is plain data: operations with latencies and footprints over slots and pools,
//! dependences with latency and iteration distance. [`generate::schedule`] gives a [`report::Report`]: the schedule,
//! what bounds its initiation interval (II), a certificate for every smaller II, and what was tried. The library knows
//! no IR, reads no files and no clock, starts no threads, and runs in WebAssembly.
//!
//! ```
//! use tilewright_modsched::{generate::schedule, json::read_graph, options::Options};
//!
//! let graph = read_graph(
//!     r#"{"resources": [{"name": "tma", "capacity": 1}],
//!         "ops": [{"latency": 8, "footprint": [[{"res": 0}], [{"res": 0}]]}, {"latency": 4}],
//!         "edges": [{"src": 0, "dst": 1, "latency": 8}, {"src": 1, "dst": 1, "latency": 3, "distance": 1}]}"#,
//! )?;
//! let report = schedule(&graph, &Options::default());
//! assert_eq!(report.outcome.map(|s| s.ii), Ok(3));
//! assert!(report.proven_optimal);
//! # Ok::<(), tilewright_modsched::graph::GraphError>(())
//! ```
//!
//! The README of this crate tells the algorithms, the formal definition of a legal schedule, and what was measured.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod arms;
pub mod bounds;
pub mod check;
pub mod depths;
pub mod eviction;
pub mod exact;
pub mod explain;
pub mod four_stage;
pub mod fuzz;
pub mod generate;
pub mod graph;
pub mod json;
pub mod lift;
pub mod model;
mod occupancy;
pub mod options;
pub mod polish;
pub mod prepared;
pub mod random;
pub mod rau;
pub mod recurrence;
pub mod render;
pub mod report;
pub mod rrt;
pub mod scc;
pub mod schedule;
pub mod search;
pub mod serial;
pub mod shape;
pub mod slots;
pub mod steps;
pub mod trace;
