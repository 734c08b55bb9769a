//! Further barriers of `nvvm`: arriving without waiting at a named barrier, the barrier of a cluster, and barriers of
//! other CTAs.

use crate::dialects::Table;
use crate::op_def::AttrKind::Int;
use crate::op_def::Constraint::{Any, Bool, ScalarInt};
use crate::op_def::effects::SYNCHRONISES;
use crate::op_def::*;

// The ops.
records!(
    pub(crate) OPS,
    sync,
    Table::NvvmSync,
    BARRIER_CTA_ARRIVE = OpDef::new(
        "nvvm.barrier.cta.arrive",
        "id = $id threads = $threads",
        "Arrives at the barrier of this number, at which so many threads meet, without waiting.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .attrs(&[attr("id", Int), attr("threads", Int)]),
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
    MBARRIER_ARRIVE_CLUSTER = OpDef::new(
        "nvvm.mbarrier.arrive.cluster",
        "$address + $offset at $cta of $ctas{?predicate  if $predicate}",
        "Arrives at the barrier that another CTA of the cluster, of so many CTAs, has at the same place.",
    )
    .effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("address", Any), one("cta", ScalarInt), optional("predicate", Bool)])
    .attrs(&[attr("offset", Int), attr("ctas", Int)]),
);
