//! Products of `nvvm` that a warp waits for (PTX ISA, `mma`).

use crate::dialects::Table;
use crate::op_def::Constraint::Tile;
use crate::op_def::traits::PURE;
use crate::op_def::*;

/// Element types of fragments.
const FRAGMENT: &[&str] = &["f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"];
/// Element types of fragments with scales, and of these.
const SCALED_FRAGMENT: &[&str] = &["f8E4M3FN", "f8E5M2", "f4E2M1FN"];
const SCALE: &[&str] = &["f8E8M0FNU", "f8E4M3FN"];

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
    MMA_SYNC_SCALED = OpDef::new(
        "nvvm.mma_sync.scaled",
        "$element $scale x $blocks ($lhs) ($rhs) ($acc), $lhs_scale $lhs_byte of $lhs_thread, $rhs_scale $rhs_byte of $rhs_thread : #results",
        "The same, of fragments whose rows and columns have so many scales along k: in words of the threads that hold them, from a byte on.",
    )
    .operands(&[
        variadic("lhs", Tile),
        variadic("rhs", Tile),
        variadic("acc", Tile),
        one("lhs_scale", Tile),
        one("rhs_scale", Tile),
    ])
    .results(&[results("results", Tile)])
    .attrs(&[
        attr("element", AttrKind::Enum(SCALED_FRAGMENT)),
        attr("scale", AttrKind::Enum(SCALE)),
        attr("blocks", AttrKind::Int),
        attr("lhs_byte", AttrKind::Int),
        attr("lhs_thread", AttrKind::Int),
        attr("rhs_byte", AttrKind::Int),
        attr("rhs_thread", AttrKind::Int),
    ])
    .traits(PURE),
);
