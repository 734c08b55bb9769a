//! Registers of a thread beside the tiles that it holds.

use crate::data::{built_in, carried, fields};
use crate::target::Sourced;
use std::sync::LazyLock;

/// Registers beside tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterModel {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// Those of any kernel.
    pub least: Sourced<i64>,
    /// By how many percent an estimate may be too high.
    pub too_high: Sourced<i64>,
    /// By how many registers more than a thread has may be live in PTX.
    pub live_beyond: Sourced<i64>,
    /// Those of any agent.
    pub agent: Sourced<i64>,
    /// Those of an agent without tiles beside consumers that read tensor memory part by part.
    pub agent_beside_parts: Sourced<i64>,
    /// Those of an instruction by which such consumers read.
    pub read_in_parts: Sourced<i64>,
    /// Those of an agent that makes operands.
    pub transformer: Sourced<i64>,
    /// Percent of the rest that an agent takes more where it makes 16-bit floats of shorter ones for an issuer.
    pub floats_percent: Sourced<i64>,
    /// Percent of their estimate that consumers need who only correct sums and add to them.
    pub corrected_sums_percent: Sourced<i64>,
    /// Percent of the rest that those take more who make operands beside such consumers.
    pub corrected_operands_percent: Sourced<i64>,
    /// Those of any kernel with tiles.
    pub least_with_tiles: Sourced<i64>,
    /// Those of any kernel with tiles and loops.
    pub least_with_loops: Sourced<i64>,
    /// Those of an access to memory.
    pub access: Sourced<i64>,
    /// Those of an exchange between threads.
    pub exchange: Sourced<i64>,
    /// Those of a reduction beside them.
    pub reduction: Sourced<i64>,
    /// The same in a loop.
    pub reduction_in_loop: Sourced<i64>,
    /// Those of a loop.
    pub in_loop: Sourced<i64>,
    /// Those of an access by pointers.
    pub pointers: Sourced<i64>,
    /// The most that such an access holds besides, of the registers of live tiles, where it is not along a line.
    pub pointers_most: Sourced<i64>,
    /// One of how many parts of the live tiles it holds besides, along a line.
    pub pointers_part: Sourced<i64>,
    /// Those of a division or a root that is rounded right.
    pub division: Sourced<i64>,
    /// Those of a kernel with a product.
    pub product: Sourced<i64>,
    /// Those besides where threads copy its operands.
    pub product_copies: Sourced<i64>,
    /// Bytes of K of a step of a product, whose fragments a thread holds.
    pub product_step_bytes: Sourced<i64>,
    /// Registers beside accumulators and fragments, where operands are read from shared memory as they are multiplied.
    pub product_ahead: Sourced<i64>,
    /// Percent of the accumulators that such a product takes beside them.
    pub product_ahead_percent: Sourced<i64>,
    /// Those beside them where there are several such products.
    pub products: Sourced<i64>,
    /// Registers beside tiles of which those of products are read from tensor memory.
    pub read: Sourced<i64>,
    /// Those that an instruction on tensor memory needs beside its own, of what a thread has at launch.
    pub tensor_access: Sourced<i64>,
    /// Registers that are read of tensor memory together; larger tiles are read half by half.
    pub read_together: Sourced<i64>,
    /// Registers beside them where an operand is written to shared memory first.
    pub product_exchanged: Sourced<i64>,
    /// Registers that a product of integers takes beside what one of floats does.
    pub product_of_integers: Sourced<i64>,
    /// Those of a product's scales.
    pub scales: Sourced<i64>,
    /// Those of operands that are scaled on their way from rings that threads fill.
    pub scaled_copies: Sourced<i64>,
    /// Elements of a row or column that are read at a time for a product without tensor cores.
    pub multiply_add_steps: Sourced<i64>,
    /// Those of such a product beyond that, where threads copy operands.
    pub multiply_add_copies: Sourced<i64>,
    /// Those of a consumer's loop whose iterations are written one after the other, without a test between them.
    pub whole_loop: Sourced<i64>,
    /// Those of a consumer's loops.
    pub consumer: Sourced<i64>,
    /// One of how many parts of its tiles a consumer moves at a time.
    pub consumer_part: Sourced<i64>,
    /// Of a tile whose powers a consumer reduces, one of so many parts has its elements twice.
    pub powers_part: Sourced<i64>,
    /// One of how many parts of the tiles that an iteration has while the next is computed takes registers of its own.
    pub renamed_part: Sourced<i64>,
    /// Registers of a consumer of warps for places in slots that are not known.
    pub unknown_slots: Sourced<i64>,
}

fields!(RegisterModel {
    name,
    source,
    least,
    too_high,
    live_beyond,
    agent,
    agent_beside_parts,
    read_in_parts,
    transformer,
    floats_percent,
    corrected_sums_percent,
    corrected_operands_percent,
    least_with_tiles,
    least_with_loops,
    access,
    exchange,
    reduction,
    reduction_in_loop,
    in_loop,
    pointers,
    pointers_most,
    pointers_part,
    division,
    product,
    product_copies,
    product_step_bytes,
    product_ahead,
    product_ahead_percent,
    products,
    read,
    tensor_access,
    read_together,
    product_exchanged,
    product_of_integers,
    scales,
    scaled_copies,
    multiply_add_steps,
    multiply_add_copies,
    whole_loop,
    consumer,
    consumer_part,
    powers_part,
    renamed_part,
    unknown_slots
});

/// Registers beside tiles, read when they are first asked for.
pub fn register_model() -> &'static RegisterModel {
    static MODEL: LazyLock<RegisterModel> = LazyLock::new(|| built_in("registers.json", carried!("registers.json")));
    &MODEL
}
