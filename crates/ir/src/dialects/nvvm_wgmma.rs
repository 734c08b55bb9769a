//! Products of `nvvm` that a warpgroup starts and waits for later (PTX ISA, `wgmma`).

use crate::dialects::Table;
use crate::op_def::Constraint::{ScalarInt, Tile};
use crate::op_def::effects::{ASYNCHRONOUS, GROUPS, READS, SYNCHRONISES};
use crate::op_def::traits::PURE;
use crate::op_def::*;
use crate::words::major;

/// The types of elements of operands, as PTX names them.
const ELEMENTS: &[&str] = &["f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"];

// The ops.
records!(
    pub(crate) OPS,
    wgmma,
    Table::NvvmWgmma,
    WGMMA_FENCE = OpDef::new(
        "nvvm.wgmma.fence",
        "",
        "Orders the accesses to registers before the products that follow.",
    ).effects(SYNCHRONISES, On::Registers),
    WGMMA_COMMIT_GROUP = OpDef::new("nvvm.wgmma.commit_group", "", "Makes a group of the products since the last.").effects(GROUPS, On::Registers),
    WGMMA_WAIT_GROUP = OpDef::new(
        "nvvm.wgmma.wait_group",
        "$count",
        "Waits until at most so many groups of products are in flight.",
    ).effects(SYNCHRONISES, On::Registers)
    .attrs(&[attr("count", AttrKind::Int)]),
    WGMMA_DESCRIPTOR = OpDef::new(
        "nvvm.wgmma.descriptor",
        "$start high $high{?slot  slot $slot}{?pitch  of $pitch} : #result",
        "Makes the descriptor by which `wgmma` finds an operand in shared memory: the low word is a value, the high word is known. Of a slot, \
         the low word is moved by so many pitches, which are known.",
    )
    .operands(&[one("start", Tile), optional("slot", ScalarInt)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("high", AttrKind::Int), attr_opt("pitch", AttrKind::Int)])
    .traits(PURE),
    WGMMA_MMA_ASYNC = OpDef::new(
        "nvvm.wgmma.mma_async",
        "$type{?rhs_type  by $rhs_type} n = $n ($lhs) $lhs_major, $rhs $rhs_major ($acc) : #results",
        "Starts a product of operands in shared memory plus an accumulator in registers, by a warpgroup: 64 by n by 32 bytes of k. \
         The left operand may be four words in registers instead. Without an accumulator, the product is the result. The elements of \
         the right operand are of a type of their own where it is said.",
    ).effects(READS | ASYNCHRONOUS, On::Shared)
    .operands(&[variadic("lhs", Tile), one("rhs", Tile), variadic("acc", Tile)])
    .results(&[results("results", Tile)])
    .attrs(&[
        attr("type", AttrKind::Enum(ELEMENTS)),
        attr_opt("rhs_type", AttrKind::Enum(ELEMENTS)),
        attr("n", AttrKind::Int),
        attr("lhs_major", AttrKind::Enum(major::ALL)),
        attr("rhs_major", AttrKind::Enum(major::ALL)),
    ]),
);
