//! The tests of this crate: one program, which is linked once and runs all of them at the same time.

#[path = "../../../tests/shared.rs"]
mod shared;

mod clusters;
mod compiled;
mod findings;
mod tensor_memory;
mod unspecialised;
