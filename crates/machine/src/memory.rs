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
    /// The fewest bytes that a thread copies to shared memory with one instruction.
    pub fewest_copy_bytes: Sourced<u64>,
    /// Bytes that a thread copies to shared memory with one instruction, and that its addresses are multiples of.
    pub copy_bytes: Sourced<u64>,
    /// Bytes of a row that neighbouring lanes move together.
    pub run_bytes: Sourced<u32>,
    /// Bytes of shared memory that its banks give together: those that are a multiple of it apart share a bank.
    pub bank_line_bytes: Sourced<i64>,
    /// Bytes of a bank of shared memory.
    pub bank_bytes: Sourced<i64>,
    /// Bytes of a transaction.
    pub sector_bytes: Sourced<i64>,
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
    fewest_copy_bytes,
    copy_bytes,
    run_bytes,
    bank_line_bytes,
    bank_bytes,
    sector_bytes,
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

/// The number of the file that stands under a name, read while the compiler is built: what needs no more than a few of them needs
/// no reader of JSON.
const fn figure(name: &str) -> i64 {
    let (file, name) = (carried!("memory.json").as_bytes(), name.as_bytes());
    let (mut at, mut same) = (0, 0);
    while same < name.len() {
        assert!(at < file.len(), "there is no such figure");
        same = if file[at] == name[same] { same + 1 } else { 0 };
        at += 1;
    }
    while !file[at].is_ascii_digit() {
        at += 1;
    }
    let mut number = 0;
    while file[at].is_ascii_digit() {
        number = 10 * number + (file[at] - b'0') as i64;
        at += 1;
    }
    number
}

/// [`MemoryFigures::bank_line_bytes`]
pub const BANK_LINE_BYTES: i64 = figure("\"bank_line_bytes\"");
/// [`MemoryFigures::bank_bytes`]
pub const BANK_BYTES: i64 = figure("\"bank_bytes\"");
/// [`MemoryFigures::sector_bytes`]
pub const SECTOR_BYTES: i64 = figure("\"sector_bytes\"");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_spans_fall() {
        let memory = memory();
        assert!(memory.swizzle_spans.value.is_sorted_by(|a, b| a > b));
        assert_eq!(memory.bank_line_bytes.value, BANK_LINE_BYTES);
        assert_eq!(memory.bank_bytes.value, BANK_BYTES);
        assert_eq!(memory.sector_bytes.value, SECTOR_BYTES);
        assert!(memory.access_bytes.value.is_power_of_two() && !memory.tma_box.source.is_empty());
    }
}
