//! Products of `nvvm` that one thread starts, with accumulators in tensor memory (PTX ISA, `tcgen05`).

use crate::dialects::Table;
use crate::op_def::AttrKind::{Enum, Int};
use crate::op_def::Constraint::{Any, Bool, ScalarInt, Tile};
use crate::op_def::effects::{ALLOCATES, ASYNCHRONOUS, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::PURE;
use crate::op_def::*;

/// The kinds of products, by the elements of their operands.
const KINDS: &[&str] = &["f16", "tf32", "f8f6f4", "i8"];
/// Those of products with scales.
const SCALED_KINDS: &[&str] = &["mxf8f6f4", "mxf4", "mxf4nvf4"];

// The ops.
records!(
    pub(crate) OPS,
    tcgen05,
    Table::NvvmTcgen05,
    TCGEN05_ALLOC = OpDef::new(
        "nvvm.tcgen05.alloc",
        "$address + $offset columns = $columns",
        "A warp allocates columns of tensor memory; the address of the first is written to shared memory.",
    )
    .effects(ALLOCATES | WRITES, On::Shared)
    .operands(&[one("address", Any)])
    .attrs(&[attr("offset", Int), attr("columns", Int)]),
    TCGEN05_RELINQUISH_ALLOC_PERMIT = OpDef::new(
        "nvvm.tcgen05.relinquish_alloc_permit",
        "",
        "A warp says that its CTA allocates no more tensor memory.",
    )
    .effects(SYNCHRONISES, On::Shared),
    TCGEN05_DEALLOC = OpDef::new(
        "nvvm.tcgen05.dealloc",
        "$address columns = $columns",
        "A warp frees columns of tensor memory.",
    )
    .effects(WRITES, On::Shared)
    .operands(&[one("address", Any)])
    .attrs(&[attr("columns", Int)]),
    TCGEN05_FENCE_BEFORE_THREAD_SYNC = OpDef::new(
        "nvvm.tcgen05.fence.before_thread_sync",
        "",
        "What this thread has done in tensor memory comes before what it signals from here on.",
    )
    .effects(SYNCHRONISES, On::Shared),
    TCGEN05_FENCE_AFTER_THREAD_SYNC = OpDef::new(
        "nvvm.tcgen05.fence.after_thread_sync",
        "",
        "What this thread does in tensor memory from here on comes after what it has waited for.",
    )
    .effects(SYNCHRONISES, On::Shared),
    TCGEN05_DESCRIPTOR = OpDef::new(
        "nvvm.tcgen05.descriptor",
        "$start high $high : #result",
        "Makes the descriptor of an operand in shared memory: the low word is a value, the high word is known.",
    )
    .operands(&[one("start", Tile)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("high", Int)])
    .traits(PURE),
    TCGEN05_MMA = OpDef::new(
        "nvvm.tcgen05.mma",
        "$kind $address, $lhs, $rhs instruction = $instruction{?adds  adds if $adds} : #lhs, #rhs",
        "Starts a product of operands in shared memory, by one thread; the left one may be an address in tensor memory. It is added to \
         what is at the address in tensor memory where the condition holds, and else takes its place; without a condition it is added.",
    )
    .effects(READS | WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[one("address", Any), one("lhs", Tile), one("rhs", Tile), optional("adds", Bool)])
    .attrs(&[attr("kind", Enum(KINDS)), attr("instruction", Int)]),
    TCGEN05_CP = OpDef::new(
        "nvvm.tcgen05.cp",
        "$address + $offset, $source : #source",
        "Starts to copy 32 rows of 16 bytes to tensor memory, by one thread: each row to a lane of every warp's lanes, four columns. Products that \
         the thread starts later find it there.",
    )
    .effects(READS | WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[one("address", Any), one("source", Tile)])
    .attrs(&[attr("offset", Int)]),
    TCGEN05_MMA_SCALED = OpDef::new(
        "nvvm.tcgen05.mma.scaled",
        "$kind x $blocks $address, $lhs, $rhs, $lhs_scale + $lhs_offset, $rhs_scale + $rhs_offset instruction = $instruction{?adds  adds if $adds} : #lhs, #rhs",
        "The same, of operands whose scales are in tensor memory, so many columns after addresses.",
    )
    .effects(READS | WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[
        one("address", Any),
        one("lhs", Tile),
        one("rhs", Tile),
        one("lhs_scale", Any),
        one("rhs_scale", Any),
        optional("adds", Bool),
    ])
    .attrs(&[
        attr("kind", Enum(SCALED_KINDS)),
        attr("blocks", Int),
        attr("lhs_offset", Int),
        attr("rhs_offset", Int),
        attr("instruction", Int),
    ]),
    TCGEN05_COMMIT = OpDef::new(
        "nvvm.tcgen05.commit",
        "$address + $offset{?mask  to $mask of $ctas}",
        "Arrives at a barrier once all products that this thread has started are done; with a mask, at that of each CTA of the cluster, of \
         so many, whose bit is set.",
    )
    .effects(SYNCHRONISES | ASYNCHRONOUS, On::Barriers)
    .operands(&[one("address", Any), optional("mask", ScalarInt)])
    .attrs(&[attr("offset", Int), attr_opt("ctas", Int)]),
    TCGEN05_LD = OpDef::new(
        "nvvm.tcgen05.ld",
        "$address + $offset bits = $bits : #results",
        "A warp loads from tensor memory: of each so many bits of 16 lanes, or of 32 bits of 32 lanes, a thread has its words as PTX says, one \
         repetition after the other. The offset is added to the address.",
    )
    .effects(READS | ASYNCHRONOUS, On::Shared)
    .operands(&[one("address", Any)])
    .results(&[results("results", Tile)])
    .attrs(&[attr("offset", Int), attr("bits", Int)]),
    TCGEN05_ST = OpDef::new(
        "nvvm.tcgen05.st",
        "$address + $offset bits = $bits, $values : #values*",
        "A warp stores to tensor memory, likewise.",
    )
    .effects(WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[one("address", Any), variadic("values", Tile)])
    .attrs(&[attr("offset", Int), attr("bits", Int)]),
    TCGEN05_WAIT_ST = OpDef::new(
        "nvvm.tcgen05.wait_st",
        "",
        "A warp waits for its stores to tensor memory.",
    )
    .effects(SYNCHRONISES, On::Shared),
    TCGEN05_WAIT_LD = OpDef::new(
        "nvvm.tcgen05.wait_ld",
        "",
        "A warp waits for its loads of tensor memory.",
    )
    .effects(SYNCHRONISES, On::Shared),
);
