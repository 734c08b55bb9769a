//! The tests of this crate: one program, which is linked once and runs all of them at the same time.

#[path = "../../../tests/cores.rs"]
mod cores;
#[path = "../../../tests/sources.rs"]
mod rust_files;
#[path = "../../../tests/shared.rs"]
mod shared;

mod access_hints;
mod additions;
mod agents_of_warps;
mod boundaries;
mod bytes;
#[path = "coverage/main.rs"]
mod coverage;
mod floors;
mod layout_choices;
mod ledger;
mod old_reports;
mod op_names;
mod plurals;
mod properties;
mod ptxas;
mod ptxas_grid;
mod read_back;
mod register_budget;
mod registers;
mod scheduling;
mod slow_arithmetic;
mod sources;
mod spoiled;
mod sums;
mod tensor_cores;
mod tiles;
mod tma_stores;
mod units;
mod unrolled;
mod vocabularies;
