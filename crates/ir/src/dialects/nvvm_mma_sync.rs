//! Products of `nvvm` that a warp waits for (PTX ISA, `mma`).

use crate::dialects::Table;
use crate::op_def::Constraint::Tile;
use crate::op_def::traits::PURE;
use crate::op_def::*;

/// Element types of fragments.
const FRAGMENT: &[&str] = &["f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"];

// The ops.
records!(
    pub(crate) OPS,
    mma_sync,
    Table::NvvmMmaSync,
    MMA_SYNC = OpDef::new(
        "nvvm.mma_sync",
        "$lhs_type $rhs_type ($lhs) ($rhs) ($acc) : #results",
        "The product of two fragments plus a third, by a warp: m16n8 by 32 bytes of k.",
    )
    .operands(&[variadic("lhs", Tile), variadic("rhs", Tile), variadic("acc", Tile)])
    .results(&[results("results", Tile)])
    .attrs(&[
        attr("lhs_type", AttrKind::Enum(FRAGMENT)),
        attr("rhs_type", AttrKind::Enum(FRAGMENT)),
    ])
    .traits(PURE),
);
