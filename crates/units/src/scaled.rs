//! Products of blocks that have scales along K, as units have them: which types they take, and where scales are.

use tilewright_ir::build::Builder;
use tilewright_ir::{Op, OpKind, Ty, Value};
use tilewright_layout::Layout;

/// The types of scaled products that a unit has instructions for.
#[derive(Debug)]
pub struct ScaledTypes {
    /// Those of the operands, of which both have the same.
    pub operands: &'static [&'static str],
    /// That of the scales.
    pub scale: &'static str,
    /// Elements along K that a scale may stand for.
    pub blocks: &'static [i64],
}

/// The types that products have with `.block_scale` (PTX ISA, the tables of `.kind` and `.scale_vec_size`).
pub(crate) static BLOCK_SCALED: [ScaledTypes; 3] = [
    ScaledTypes {
        operands: &["f8E4M3FN", "f8E5M2"],
        scale: "f8E8M0FNU",
        blocks: &[32],
    },
    ScaledTypes {
        operands: &["f4E2M1FN"],
        scale: "f8E8M0FNU",
        blocks: &[32, 16],
    },
    ScaledTypes {
        operands: &["f4E2M1FN"],
        scale: "f8E4M3FN",
        blocks: &[16],
    },
];

impl ScaledTypes {
    /// Whether operands and scales are of these types, of which one stands for so many elements.
    pub fn takes(&self, operand: &str, scale: &str, block: i64) -> bool {
        self.operands.contains(&operand) && self.scale == scale && self.blocks.contains(&block)
    }
}

/// A side of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// M by K.
    Left = 0,
    /// K by N.
    Right = 1,
}

impl Side {
    /// The side of a name.
    pub fn of(name: &str) -> Self {
        match name {
            "lhs" => Self::Left,
            // Absent: the op's record knows no third.
            _ => Self::Right,
        }
    }
}

/// Where the scales of a fragment are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selected {
    /// The elements of the tile of scales that are bytes of the first thread's word, the lowest first.
    pub elements: Vec<u32>,
    /// The byte of the first scale that is taken.
    pub byte: i64,
    /// Which of the threads that share a row or column hold them.
    pub thread: i64,
}

/// Products with scales of fragments in registers.
pub struct ScaledWarps {
    /// The types.
    pub types: &'static [ScaledTypes],
    /// The op of one product.
    pub product: OpKind,
    /// The layout of a side's scales, of so many blocks along K, for accumulators in a layout, of matrices, rows and columns.
    pub layout: fn(&Layout, [i64; 3], i64, Side) -> Layout,
    /// Where the scales are that a fragment takes: of a side, with the accumulator of this index in the first thread, from a
    /// block on.
    pub selected: Select,
    /// Multiplies two fragments, and adds an accumulator's four registers: with the types of elements and scales, words of scales, where in
    /// them these are, and how many along K.
    pub multiply: Multiply,
}

/// Finds the scales of a fragment.
pub type Select = fn(&Layout, [i64; 3], i64, (Side, u32, i64)) -> Selected;

/// The words of both sides' scales, where in them the scales are, and how many are taken along K.
pub type Scales<'s> = ([Value; 2], [&'s Selected; 2], i64);

/// Writes the product of two fragments.
pub type Multiply = fn(&mut Builder<'_>, [&[Value]; 3], Ty, [&str; 2], Scales<'_>) -> Op;
