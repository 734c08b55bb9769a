//! Records that two dialects share: of ops that threads start and do not wait for, and of the branch by warps around them.
//!
//! `nv_tileas.async` has them as long as pipelines and tokens say what waits for what. Where mbarriers and groups say it,
//! they are the machine's copies and products of whole tiles, of `cute_nvgpu`, and a branch by the number of the warp.

use super::buffers;
use crate::op_def::AttrKind::{Any as AnyAttr, Enum, Int, Ints};
use crate::op_def::Constraint::{Any, ScalarInt, Tile, TileView};
use crate::op_def::effects::{ASYNCHRONOUS, READS, WRITES};
use crate::op_def::traits::{IMPLICIT_END, REGION_LIST};
use crate::op_def::*;
use crate::words::major;

/// The contiguous dimension of an operand: the one it shares with the accumulator, or K.
pub(super) const MAJOR: AttrKind = Enum(major::ALL);
/// Whether integers have a sign.
pub(super) const SIGN: AttrKind = Enum(&["unsigned", "signed"]);

/// A copy of a tile by TMA, or a CTA's part of it.
pub(super) const fn tma_load(name: &'static str, doc: &'static str) -> OpDef {
    const OPERANDS: &[OperandDef] = &[
        one("view", TileView),
        variadic("index", ScalarInt),
        one("buffer", Any),
        one("slot", ScalarInt),
        one("barrier", ScalarInt),
        optional("part", ScalarInt),
        optional("mask", ScalarInt),
    ];
    const ATTRS: &[AttrDef] = &[
        attr_opt("descriptor", Int),
        attr_opt("parts", Int),
        attr_opt("ctas", Int),
    ];
    const FORMAT: &str = "$view[$index], $buffer[$slot], $barrier{?part  part $part of $parts}{?mask  to $mask among $ctas}\
                          {?descriptor  descriptor = $descriptor} : #view, #buffer, #index*";
    OpDef::new(name, FORMAT, doc)
        .effects(WRITES | ASYNCHRONOUS, On::Shared)
        .operands(OPERANDS)
        .attrs(ATTRS)
        .verify(buffers::tma_load)
}

/// A copy of a tile by all threads.
pub(super) const fn thread_copy(name: &'static str, doc: &'static str) -> OpDef {
    const OPERANDS: &[OperandDef] = &[
        one("view", TileView),
        variadic("index", ScalarInt),
        one("buffer", Any),
        one("slot", ScalarInt),
        optional("source", ScalarInt),
    ];
    OpDef::new(
        name,
        "$view[$index], $buffer[$slot]{?source  from $source} : #view, #buffer, #index*",
        doc,
    )
    .effects(WRITES | ASYNCHRONOUS, On::Shared)
    .operands(OPERANDS)
    .verify(buffers::tma_load)
}

/// A product of tiles in two buffers.
pub(super) const fn product(name: &'static str, doc: &'static str) -> OpDef {
    const OPERANDS: &[OperandDef] = &[
        one("lhs", Any),
        one("lhs_slot", ScalarInt),
        one("rhs", Any),
        one("rhs_slot", ScalarInt),
        one("acc", Tile),
    ];
    const ATTRS: &[AttrDef] = &[
        attr("lhs_major", MAJOR),
        attr("rhs_major", MAJOR),
        attr_opt("signedness_lhs", SIGN),
        attr_opt("signedness_rhs", SIGN),
    ];
    const FORMAT: &str = "$lhs[$lhs_slot] $lhs_major, $rhs[$rhs_slot] $rhs_major, $acc{?signedness_lhs  $signedness_lhs}\
                          {?signedness_rhs  $signedness_rhs} : #lhs, #rhs, #acc";
    OpDef::new(name, FORMAT, doc)
        .effects(READS | ASYNCHRONOUS, On::Shared)
        .operands(OPERANDS)
        .results(ACCUMULATED)
        .attrs(ATTRS)
        .verify(buffers::dot)
}

/// A product of words in registers and a tile in a buffer.
pub(super) const fn word_product(name: &'static str, doc: &'static str) -> OpDef {
    const OPERANDS: &[OperandDef] = &[
        one("lhs", Tile),
        one("rhs", Any),
        one("rhs_slot", ScalarInt),
        one("acc", Tile),
    ];
    const ATTRS: &[AttrDef] = &[attr("rhs_major", MAJOR)];
    OpDef::new(name, "$lhs, $rhs[$rhs_slot] $rhs_major, $acc : #lhs, #rhs, #acc", doc)
        .effects(READS | ASYNCHRONOUS, On::Shared)
        .operands(OPERANDS)
        .results(ACCUMULATED)
        .attrs(ATTRS)
        .verify(buffers::word_dot)
}

const ACCUMULATED: &[ResultDef] = &[result_like("result", Tile, "acc")];

/// A region for each group of warps.
pub(super) const fn warps(name: &'static str, doc: &'static str) -> OpDef {
    const ATTRS: &[AttrDef] = &[
        attr_opt("roles", AnyAttr),
        attr("num_warps", Ints),
        attr("max_regs", Ints),
        attr_opt("consumers", Int),
    ];
    const FORMAT: &str = "{?roles roles = $roles }num_warps = $num_warps max_regs = $max_regs\
                          {?consumers  consumers = $consumers} $agents";
    OpDef::new(name, FORMAT, doc)
        .attrs(ATTRS)
        .regions(&["agents"])
        .traits(IMPLICIT_END | REGION_LIST)
        .verify(buffers::agent_switch)
}
