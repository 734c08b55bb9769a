//! Copies of `nvvm` from global to shared memory that a thread starts and waits for later (PTX ISA, `cp.async`), and
//! reads and writes of matrices there.

use crate::dialects::Table;
use crate::op_def::AttrKind::{Flag, Int};
use crate::op_def::Constraint::{Any, Bool, Tile};
use crate::op_def::effects::{ASYNCHRONOUS, EXCHANGES, GROUPS, READS, SYNCHRONISES, WRITES};
use crate::op_def::*;

// The ops.
records!(
    pub(crate) OPS,
    copies,
    Table::NvvmCopies,
    CP_ASYNC_SHARED_GLOBAL = OpDef::new(
        "nvvm.cp.async.shared.global",
        "$address + $offset, $source + $source_offset{?bytes , $bytes}{?predicate  if $predicate}",
        "Starts to copy 16 bytes, or `size`; with a number of bytes, so many, and zeros behind them.",
    )
    .effects(WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[
        one("address", Any),
        one("source", Any),
        optional("bytes", Tile),
        optional("predicate", Bool),
    ])
    .attrs(&[attr("offset", Int), attr("source_offset", Int), attr_opt("size", Int)]),
    CP_ASYNC_MBARRIER_ARRIVE = OpDef::new(
        "nvvm.cp.async.mbarrier.arrive",
        "$address + $offset",
        "Keeps the phase of a barrier from its end until this thread's copies before are done.",
    )
    .effects(SYNCHRONISES, On::Shared)
    .operands(&[one("address", Any)])
    .attrs(&[attr("offset", Int)]),
    CP_ASYNC_COMMIT_GROUP = OpDef::new(
        "nvvm.cp.async.commit_group",
        "",
        "Makes a group of this thread's copies since the last.",
    )
    .effects(GROUPS, On::Shared),
    CP_ASYNC_WAIT_GROUP = OpDef::new(
        "nvvm.cp.async.wait_group",
        "$count",
        "Waits until at most so many groups of this thread's copies are in flight.",
    )
    .effects(SYNCHRONISES, On::Shared)
    .attrs(&[attr("count", Int)]),
    LDMATRIX = OpDef::new(
        "nvvm.ldmatrix",
        "$address + $offset{?transposed  transposed}{?bytes  bytes} : #results",
        "Reads matrices of 8 by 8 elements of 16 bits; eight lanes each say where the rows of one are. Of bytes, matrices of 16 by 16, transposed: sixteen lanes each say where the rows of one are.",
    )
    .effects(READS | EXCHANGES, On::Shared)
    .operands(&[one("address", Any)])
    .results(&[results("results", Tile)])
    .attrs(&[attr("offset", Int), attr_opt("transposed", Flag), attr_opt("bytes", Flag)]),
    STMATRIX = OpDef::new(
        "nvvm.stmatrix",
        "$address + $offset, $values : #values",
        "Writes matrices of 8 by 8 elements of 16 bits, two neighbours of a thread for each; eight lanes each say where the rows of one are.",
    )
    .effects(WRITES | EXCHANGES, On::Shared)
    .operands(&[one("address", Any), variadic("values", Tile)])
    .attrs(&[attr("offset", Int)]),
);
