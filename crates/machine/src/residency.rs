//! In what portions an SM gives its registers and its shared memory to CTAs.

use crate::data::{built_in, carried, fields};
use crate::target::Sourced;
use std::sync::LazyLock;

/// Portions of an SM.
#[derive(Clone, Debug, PartialEq)]
pub struct Residency {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// Parts of an SM, each with a share of its registers and warps of its own.
    pub partitions: Sourced<u32>,
    /// Registers that a warp gets at a time.
    pub warp_registers: Sourced<u32>,
    /// Bytes of shared memory that every CTA takes besides its own.
    pub shared_bytes_of_system: Sourced<u32>,
    /// Bytes of shared memory that a CTA gets at a time.
    pub shared_portion: Sourced<u32>,
}

fields!(Residency {
    name,
    source,
    partitions,
    warp_registers,
    shared_bytes_of_system,
    shared_portion
});

/// Portions of an SM, read when they are first asked for.
pub fn residency() -> &'static Residency {
    static RESIDENCY: LazyLock<Residency> = LazyLock::new(|| built_in("residency.json", carried!("residency.json")));
    &RESIDENCY
}
