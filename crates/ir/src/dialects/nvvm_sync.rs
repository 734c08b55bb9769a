//! Further barriers of `nvvm`: arriving without waiting at a named barrier, the barrier of a cluster, and barriers of
//! other CTAs.

use super::cutlass_seq_bar::whole_warps;
use crate::dialects::Table;
use crate::entity::Op;
use crate::module::Module;
use crate::op_def::AttrKind::Int;
use crate::op_def::Constraint::{Any, Bool, ScalarInt, Tile};
use crate::op_def::effects::SYNCHRONISES;
use crate::op_def::traits::PURE;
use crate::op_def::*;
use crate::verify::Violation;

// The ops.
records!(
    pub(crate) OPS,
    sync,
    Table::NvvmSync,
    BARRIER_CTA_ARRIVE = OpDef::new(
        "nvvm.barrier.cta.arrive",
        "{?number of $number}{?id id = $id} threads = $threads",
        "Arrives at the barrier of this number, at which so many threads meet, without waiting.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(&[optional("number", ScalarInt)])
    .attrs(&[attr_opt("id", Int), attr("threads", Int)])
    .verify(participants),
    CLUSTER_ARRIVE = OpDef::new(
        "nvvm.cluster.arrive",
        "",
        "Arrives at the barrier of the cluster without waiting.",
    )
    .effects(SYNCHRONISES, On::Barriers),
    CLUSTER_WAIT = OpDef::new(
        "nvvm.cluster.wait",
        "",
        "Waits until all threads of the cluster have arrived at its barrier.",
    )
    .effects(SYNCHRONISES, On::Barriers),
    MAP_CTA = OpDef::new(
        "nvvm.map_cta",
        "$address at $cta : #result",
        "The address of what a CTA of the cluster has at an address of its own shared memory.",
    )
    .operands(&[one("address", Any), one("cta", ScalarInt)])
    .results(&[result("result", Tile)])
    .traits(PURE),
    MBARRIER_ARRIVE_CLUSTER = OpDef::new(
        "nvvm.mbarrier.arrive.cluster",
        "$address + $offset at $cta of $ctas{?bytes , $bytes}{?predicate  if $predicate}",
        "Arrives at the barrier that a CTA of the cluster, of so many CTAs, has at the same place, and may expect bytes there first.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("address", Any), one("cta", ScalarInt), optional("predicate", Bool)])
    .attrs(&[attr("offset", Int), attr("ctas", Int), attr_opt("bytes", Int)]),
);

/// At a named barrier whole warps meet; without a number, all threads of the block do.
pub(super) fn participants(module: &Module, op: Op) -> Result<(), Violation> {
    module.int_attr(op, "threads").map_or(Ok(()), whole_warps)
}
