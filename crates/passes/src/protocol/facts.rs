//! What the structure of a kernel says to whoever follows its warps.

use std::collections::BTreeSet;
use tilewright_ir::{Module, Op};

/// Ids of pulled work on their way from the agent that pulls it to the others.
pub(super) const READ_WORK_ID: &str = "cutlass.tile_scheduler.read_work_id";
pub(super) const WRITE_WORK_ID: &str = "cutlass.tile_scheduler.write_work_id";
pub(super) const FETCH_WORK_ID: &str = "cutlass.tile_scheduler.fetch_work_id";

/// Ops that others can see the effect of.
pub(super) fn is_relevant(name: &str) -> bool {
    name.starts_with("nvvm.mbarrier.")
        || name.starts_with("nvvm.barrier")
        || name.starts_with("nvvm.cluster.")
        || name.starts_with("nvvm.wgmma.commit")
        || name.starts_with("nvvm.wgmma.wait")
        || name.starts_with("nv_tileas.async.")
        || matches!(name, "nv_tileas.local_load" | "nv_tileas.local_store")
        || matches!(name, READ_WORK_ID | WRITE_WORK_ID)
        || is_alike(name)
}

/// Ops of loops whose threads all do the same.
pub(super) fn is_alike(name: &str) -> bool {
    const NAMES: [&str; 6] = [
        "nv_tileas.iterations",
        "nv_tileas.buffer_dot",
        "nv_tileas.staged_store",
        "nv_tileas.fragment_load",
        "nvvm.cp.async.commit_group",
        "nvvm.cp.async.wait_group",
    ];
    NAMES.contains(&name)
}

/// Looked up again and again.
#[derive(Default)]
pub(super) struct Facts {
    /// Ops with something inside that others can see.
    pub relevant: BTreeSet<Op>,
    /// Loops with such a loop inside.
    pub outer: BTreeSet<Op>,
}

impl Facts {
    pub fn of(module: &Module) -> Self {
        let mut facts = Self::default();
        for op in module.walk(module.top()) {
            if !is_relevant(module.op_name(op)) {
                continue;
            }
            let mut in_loop = false;
            let mut at = module.parent_op(op);
            while let Some(owner) = at {
                facts.relevant.insert(owner);
                if matches!(module.op_name(owner), "scf.for" | "scf.loop") {
                    if in_loop {
                        facts.outer.insert(owner);
                    }
                    in_loop = true;
                }
                at = module.parent_op(owner);
            }
        }
        facts
    }
}
