//! Sizes and limits of the instructions that move data between memories.

use crate::data::{built_in, carried, fields};
use crate::target::Sourced;
use std::sync::LazyLock;

/// Sizes and limits of accesses and copies.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryFigures {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// The most bytes of shared memory that a kernel declares; what is beyond it is asked for at launch.
    pub static_shared_bytes: Sourced<i64>,
    /// The most bytes that a thread moves between memory and registers with one instruction.
    pub access_bytes: Sourced<u64>,
    /// Bytes that a thread copies to shared memory with one instruction, and that its addresses are multiples of.
    pub copy_bytes: Sourced<u64>,
    /// Bytes of a row that neighbouring lanes move together.
    pub run_bytes: Sourced<u32>,
    /// Bytes of shared memory that its banks give together: those that are a multiple of it apart share a bank.
    pub bank_line_bytes: Sourced<i64>,
    /// Rows of a matrix that `ldmatrix` reads.
    pub matrix_rows: Sourced<i64>,
    /// Bytes of one of them.
    pub matrix_row_bytes: Sourced<i64>,
    /// The most dimensions of a tensor map.
    pub tma_dimensions: Sourced<u32>,
    /// The most elements of a box along a dimension.
    pub tma_box: Sourced<i64>,
    /// Bytes that addresses and strides of a tensor map are multiples of.
    pub tma_alignment: Sourced<u64>,
    /// Bytes of a row by swizzle, widest first.
    pub swizzle_spans: Sourced<Vec<i64>>,
    /// Lanes of tensor memory.
    pub tensor_memory_lanes: Sourced<i64>,
    /// Columns of tensor memory that the CTAs of an SM share.
    pub tensor_memory_columns: Sourced<i64>,
    /// The fewest columns that a CTA allocates.
    pub tensor_memory_least_columns: Sourced<i64>,
}

fields!(MemoryFigures {
    name,
    source,
    static_shared_bytes,
    access_bytes,
    copy_bytes,
    run_bytes,
    bank_line_bytes,
    matrix_rows,
    matrix_row_bytes,
    tma_dimensions,
    tma_box,
    tma_alignment,
    swizzle_spans,
    tensor_memory_lanes,
    tensor_memory_columns,
    tensor_memory_least_columns
});

/// Sizes and limits of accesses and copies, read when they are first asked for.
pub fn memory() -> &'static MemoryFigures {
    static MEMORY: LazyLock<MemoryFigures> = LazyLock::new(|| built_in("memory.json", carried!("memory.json")));
    &MEMORY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_spans_fall() {
        let memory = memory();
        assert!(memory.swizzle_spans.value.is_sorted_by(|a, b| a > b));
        assert!(memory.access_bytes.value.is_power_of_two() && !memory.tma_box.source.is_empty());
    }
}
