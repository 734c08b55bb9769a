//! The tests of this crate: one program, which is linked once and runs all of them at the same time.

mod common;
#[path = "../../../tests/cores.rs"]
mod cores;
#[path = "../../../tests/sources.rs"]
mod rust_files;
#[path = "../../../tests/shared.rs"]
mod shared;
#[path = "common/snapshots.rs"]
mod snapshots;

mod agents;
mod asked;
mod bisect;
mod boundaries;
mod bytecode;
mod check_pipeline;
mod codes;
mod compile;
mod described;
mod explain;
mod instructions;
mod layout;
mod links;
mod made;
mod misuse;
mod planted;
mod product_loops;
mod python;
mod recount;
mod reduce;
mod reference;
mod run;
mod schedule;
mod snippets;
mod spills;
mod tileiras;
mod tiles;
mod tunables;
mod words;
