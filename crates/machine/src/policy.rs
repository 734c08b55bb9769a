//! Choices of the compiler where neither a machine nor a user makes them.

use crate::data::{built_in, carried, fields};
use crate::target::Sourced;
use std::sync::LazyLock;

/// Numbers that the compiler decides with.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// Strategies whose estimates are closer than this part of the whole are taken to take as long.
    pub strategy_margin: Sourced<f64>,
    /// Iterations with which a loop is compared whose number of them is not known.
    pub unknown_trips: Sourced<i64>,
    /// Iterations that share a barrier where threads copy.
    pub copied_round: Sourced<i64>,
    /// The fewest stages that overlap anything.
    pub fewest_stages: Sourced<i64>,
    /// Registers of a thread for addresses, indices and predicates of a four-stage loop.
    pub four_stage_address_registers: Sourced<i64>,
    /// The most bytes of a tile that threads load an iteration ahead, to registers.
    pub carried_tile_bytes: Sourced<i64>,
    /// The most iterations that loads to registers run ahead, in loops without products.
    pub loads_ahead: Sourced<i64>,
    /// The most registers of a thread that the largest accumulator takes before a CTA gets more warps.
    pub accumulator_registers_per_thread: Sourced<i64>,
    /// The same on GPUs whose products all are multiplied by warps.
    pub accumulator_registers_of_warps: Sourced<i64>,
    /// The most warps of a CTA for the sake of a product.
    pub product_warps: Sourced<u32>,
    /// The warps of a CTA that loads tiles again instead of holding them.
    pub streamed_warps: Sourced<u32>,
    /// The most elements of one tile that a thread holds.
    pub tile_elements_per_thread: Sourced<i64>,
    /// The most ops that a kernel becomes for a thread.
    pub ops_per_thread: Sourced<u64>,
    /// As how many of these an instruction on tensor cores counts.
    pub product_ops: Sourced<u64>,
    /// Steps that the search for a loop's schedule may take, with all its explanations.
    pub search_steps: Sourced<u64>,
    /// Parts of a loop's powers of two of which some are computed by a polynomial.
    pub power_parts: Sourced<i64>,
    /// The largest reservation tables, in entries, with which agents are scheduled.
    pub rrt_size_threshold: Sourced<u32>,
    /// Slots of the ring through which a producer hands on the ids of work that it pulls.
    pub work_id_slots: Sourced<i64>,
    /// The largest tiles, in bytes, that go through a ring for the sake of threads that read them.
    pub thread_ring_bytes: Sourced<i64>,
    /// The part of a CTA's shared memory, one of so many, through which the CTAs of a cluster show each other tiles.
    pub shown_part: Sourced<i64>,
    /// Nanoseconds that a wait for a future may sleep before it tests again.
    pub future_wait_nanoseconds: Sourced<i64>,
    /// The same of a wait or acquire of a pipeline, where the description's words are asked for.
    pub consumer_wait_nanoseconds: Sourced<i64>,
    /// Multiply-adds of a thread that are written out one after the other.
    pub unrolled_multiply_adds: Sourced<i64>,
    /// Iterations of a loop that are written one after the other.
    pub unrolled_iterations: Sourced<i64>,
    /// Eighths of an iteration for which threads wait at the most, rather than do their work an iteration later.
    pub waited_eighths: Sourced<i64>,
    /// Iterations of an issuer's loop that are written one after the other at the most.
    pub issued_iterations: Sourced<i64>,
    /// Ops of a thread in iterations that are written so.
    pub unrolled_ops: Sourced<i64>,
    /// Descriptors of operands that are computed before a loop.
    pub held_descriptors: Sourced<i64>,
    /// The most addresses of matrices that a warp keeps in registers for a loop of products.
    pub held_matrix_addresses: Sourced<i64>,
    /// Elements of K after which products are added in full where accumulators of the tensor cores are short.
    pub short_accumulation: Sourced<i64>,
    /// Stages for which shared memory should have room, or tiles are cut along K.
    pub piece_stages: Sourced<i64>,
    /// The most cycles for which an op of a model that a user has written holds something or takes.
    pub atom_cycles: Sourced<u32>,
}

fields!(Policy {
    name,
    source,
    strategy_margin,
    unknown_trips,
    copied_round,
    fewest_stages,
    four_stage_address_registers,
    carried_tile_bytes,
    loads_ahead,
    accumulator_registers_per_thread,
    accumulator_registers_of_warps,
    product_warps,
    streamed_warps,
    tile_elements_per_thread,
    ops_per_thread,
    product_ops,
    search_steps,
    power_parts,
    rrt_size_threshold,
    work_id_slots,
    thread_ring_bytes,
    shown_part,
    future_wait_nanoseconds,
    consumer_wait_nanoseconds,
    unrolled_multiply_adds,
    unrolled_iterations,
    waited_eighths,
    issued_iterations,
    unrolled_ops,
    held_descriptors,
    held_matrix_addresses,
    short_accumulation,
    piece_stages,
    atom_cycles
});

/// The numbers that the compiler decides with, read when they are first asked for.
pub fn policy() -> &'static Policy {
    static POLICY: LazyLock<Policy> = LazyLock::new(|| built_in("policy.json", carried!("policy.json")));
    &POLICY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_each_number_has_its_reason() {
        let policy = policy();
        assert_eq!(policy.name, "policy");
        assert!(policy.strategy_margin.value > 0.0 && !policy.strategy_margin.source.is_empty());
    }
}
