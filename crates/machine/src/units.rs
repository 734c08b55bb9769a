//! The units that multiply matrices: the shapes of their instructions.

use crate::data::{built_in, fields};

/// The shape of an instruction that multiplies matrices, and who issues it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitFigures {
    /// The source of the numbers.
    pub source: String,
    /// The kind of the scheduler's atom that stands for one instruction.
    pub atom: String,
    /// The atom of the catalogue of layouts by which operands are read from shared memory.
    pub reader: String,
    /// Rows of one instruction.
    pub rows: i64,
    /// The most rows of one instruction; none: it has one shape.
    pub rows_most: Option<i64>,
    /// The fewest columns of one instruction.
    pub columns_least: i64,
    /// The fewest columns of one instruction with the most rows; none: as few as with others.
    pub columns_least_of_most_rows: Option<i64>,
    /// The most columns of one instruction.
    pub columns_most: i64,
    /// Bytes along K of one instruction.
    pub k_bytes: i64,
    /// The number of threads that issue an instruction together.
    pub threads: i64,
    /// The element types of operands that it takes, on some GPU.
    pub elements: Vec<String>,
    /// Bits of the fraction that it keeps of sums of eight-bit floats; none: as many as an f32 has.
    pub f8_sum_bits: Option<i64>,
}

fields!(UnitFigures {
    source,
    atom,
    reader,
    rows,
    rows_most,
    columns_least,
    columns_least_of_most_rows,
    columns_most,
    k_bytes,
    threads,
    elements,
    f8_sum_bits
});

impl UnitFigures {
    /// Elements along K of one instruction, of so many bytes each.
    pub fn k(&self, element_bytes: i64) -> i64 {
        self.k_bytes / element_bytes
    }

    /// Whether so many groups of threads that issue together can multiply a tile of M, N and K, each having rows of its own.
    pub fn divides(&self, [m, n, k]: [i64; 3], element_bytes: i64, groups: i64) -> bool {
        m % (groups * self.rows) == 0
            && (self.columns_least_of(m)..=self.columns_most).contains(&n)
            && k % self.k(element_bytes) == 0
    }

    /// The fewest columns of instructions of a tile of so many rows.
    fn columns_least_of(&self, rows: i64) -> i64 {
        match self.columns_least_of_most_rows {
            Some(columns) if Some(self.rows_at_once(rows)) == self.rows_most => columns,
            _ => self.columns_least,
        }
    }

    /// Rows of each instruction of a tile of so many.
    pub fn rows_at_once(&self, rows: i64) -> i64 {
        // Absent: all instructions have as many.
        rows.clamp(self.rows, self.rows_most.unwrap_or(self.rows))
    }

    /// The nearest tile to one of M, N and K, all powers of two, that instructions can multiply.
    pub fn nearest(&self, [m, n, k]: [i64; 3], element_bytes: i64) -> [i64; 3] {
        [
            m.max(self.rows),
            n.clamp(self.columns_least_of(m), self.columns_most),
            k.max(self.k(element_bytes)),
        ]
    }

    /// The threads that issue an instruction together, in words.
    pub fn issuer(&self) -> &'static str {
        match self.threads {
            1 => "a thread",
            32 => "a warp",
            _ => "a warpgroup",
        }
    }

    /// The most accumulators of one instruction that a thread holds, of an instruction with so many columns.
    pub fn accumulators_per_thread(&self, columns: i64) -> i64 {
        self.rows * columns / self.threads
    }
}

/// Reads the figures of a unit, which stand in its room: the file, and its text.
///
/// # Panics
/// They do not fit, which a test of all rooms would say.
pub fn unit_figures(file: &str, text: &str) -> UnitFigures {
    built_in(file, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_cut_into_instructions_or_have_a_nearest_tile_that_is() {
        let text = r#"{"source": "s", "atom": "wgmma", "reader": "wgmma.mma_async", "rows": 64, "columns_least": 8, "columns_least_of_most_rows": null, "columns_most": 256, "k_bytes": 32,
            "threads": 128, "elements": ["f16"], "f8_sum_bits": null}"#;
        let unit = unit_figures("text", text);
        assert!(unit.divides([128, 128, 64], 2, 2) && !unit.divides([64, 128, 64], 2, 2));
        assert!(!unit.divides([64, 512, 64], 2, 1) && !unit.divides([64, 64, 8], 2, 1));
        assert_eq!(unit.nearest([32, 512, 8], 2), [64, 256, 16]);
        assert_eq!(unit.accumulators_per_thread(256), 128);
    }
}
