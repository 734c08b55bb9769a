//! Further barriers of `nvvm`: arriving without waiting at a named barrier, and the barrier of a cluster.

use crate::op_def::AttrKind::Int;
use crate::op_def::*;

/// The ops.
pub(super) static OPS: [OpDef; 3] = [
    OpDef::new(
        "nvvm.barrier.cta.arrive",
        "id = $id threads = $threads",
        "Arrives at the barrier of this number, at which so many threads meet, without waiting.",
    )
    .attrs(&[attr("id", Int), attr("threads", Int)]),
    OpDef::new(
        "nvvm.cluster.arrive",
        "",
        "Arrives at the barrier of the cluster without waiting.",
    ),
    OpDef::new(
        "nvvm.cluster.wait",
        "",
        "Waits until all threads of the cluster have arrived at its barrier.",
    ),
];
