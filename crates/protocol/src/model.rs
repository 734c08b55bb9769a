//! What the judge knows of ops that are not pure: one list. What is not in it and is not harmless by its record is not
//! followed, and then nothing is proved.

use tilewright_ir::op_def::effects::{ALLOCATES, EXCHANGES};
use tilewright_ir::op_def::{On, OpDef, traits};
use tilewright_ir::{Module, Op};

/// What the judge takes an op for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Model {
    /// Other warps see what it does.
    Seen(Seen),
    /// Other threads see what it does, in loops whose threads all do the same.
    Alike(Alike),
    /// It decides where warps go.
    Control(Control),
    /// Something is known of its result.
    Value(Value),
    /// It makes no difference to any barrier, or to the tiles that barriers guard.
    Harmless,
    /// Looked for before any warp is followed (`structure.rs`).
    Fence,
}

/// Ops whose effect other warps see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    MbarrierInit,
    MbarrierWait,
    MbarrierTryWait,
    MbarrierArrive,
    MbarrierArriveCluster,
    MbarrierArriveExpectTx,
    TmaLoad,
    AsyncDot,
    LocalLoad,
    LocalStore,
    ReadWorkId,
    WriteWorkId,
    CommitProducts,
    WaitProducts,
    Barrier,
    BarrierArrive,
    ClusterArrive,
    ClusterWait,
}

/// Ops of loops whose threads all do the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alike {
    Iterations,
    TiledLoad,
    StagedStore,
    FragmentLoad,
    BufferDot,
    CommitCopies,
    WaitCopies,
}

/// Ops that decide where warps go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Control {
    Kernel,
    Agents,
    For,
    Loop,
    If,
    Yield,
    Continue,
    Break,
    Return,
    Branch,
    ConditionalBranch,
}

/// Ops of whose results something is known besides how they are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// Memory for tiles.
    Buffer,
    /// The id of the work that is pulled next.
    WorkId,
    /// The same value.
    Assumed,
    /// A special register.
    Special,
    /// An element of an array.
    Element,
    /// That of the first lane.
    Uniform,
}

const MODELS: [(&str, Model); 51] = [
    ("nvvm.mbarrier.init", Model::Seen(Seen::MbarrierInit)),
    ("nvvm.mbarrier.wait.parity", Model::Seen(Seen::MbarrierWait)),
    ("nvvm.mbarrier.try_wait.parity", Model::Seen(Seen::MbarrierTryWait)),
    ("nvvm.mbarrier.arrive", Model::Seen(Seen::MbarrierArrive)),
    ("nvvm.mbarrier.arrive.cluster", Model::Seen(Seen::MbarrierArriveCluster)),
    (
        "nvvm.mbarrier.arrive.expect_tx",
        Model::Seen(Seen::MbarrierArriveExpectTx),
    ),
    ("nv_tileas.async.tiled_tma_load", Model::Seen(Seen::TmaLoad)),
    ("nv_tileas.async.dot", Model::Seen(Seen::AsyncDot)),
    ("nv_tileas.local_load", Model::Seen(Seen::LocalLoad)),
    ("nv_tileas.local_store", Model::Seen(Seen::LocalStore)),
    ("cutlass.tile_scheduler.read_work_id", Model::Seen(Seen::ReadWorkId)),
    ("cutlass.tile_scheduler.write_work_id", Model::Seen(Seen::WriteWorkId)),
    ("nvvm.wgmma.commit_group", Model::Seen(Seen::CommitProducts)),
    ("nvvm.wgmma.wait_group", Model::Seen(Seen::WaitProducts)),
    ("nvvm.barrier", Model::Seen(Seen::Barrier)),
    ("nvvm.barrier.cta.arrive", Model::Seen(Seen::BarrierArrive)),
    ("nvvm.cluster.arrive", Model::Seen(Seen::ClusterArrive)),
    ("nvvm.cluster.wait", Model::Seen(Seen::ClusterWait)),
    ("nv_tileas.iterations", Model::Alike(Alike::Iterations)),
    ("nv_tileas.async.tiled_load", Model::Alike(Alike::TiledLoad)),
    ("nv_tileas.staged_store", Model::Alike(Alike::StagedStore)),
    ("nv_tileas.fragment_load", Model::Alike(Alike::FragmentLoad)),
    ("nv_tileas.buffer_dot", Model::Alike(Alike::BufferDot)),
    ("nvvm.cp.async.commit_group", Model::Alike(Alike::CommitCopies)),
    ("nvvm.cp.async.wait_group", Model::Alike(Alike::WaitCopies)),
    ("nv_tileas.func", Model::Control(Control::Kernel)),
    ("nvvm.func", Model::Control(Control::Kernel)),
    ("nv_tileas.async.pipeline.agent_switch", Model::Control(Control::Agents)),
    ("scf.for", Model::Control(Control::For)),
    ("scf.loop", Model::Control(Control::Loop)),
    ("scf.if", Model::Control(Control::If)),
    ("scf.yield", Model::Control(Control::Yield)),
    ("scf.continue", Model::Control(Control::Continue)),
    ("scf.break", Model::Control(Control::Break)),
    ("nv_tileas.return", Model::Control(Control::Return)),
    ("nvvm.return", Model::Control(Control::Return)),
    ("cf.br", Model::Control(Control::Branch)),
    ("cf.cond_br", Model::Control(Control::ConditionalBranch)),
    ("nv_tileas.alloc_tensor", Model::Value(Value::Buffer)),
    ("cutlass.tile_scheduler.fetch_work_id", Model::Value(Value::WorkId)),
    ("nv_tileas.assume", Model::Value(Value::Assumed)),
    ("nvvm.read_sreg", Model::Value(Value::Special)),
    ("llvm.extractvalue", Model::Value(Value::Element)),
    ("cute_nvgpu.arch.make_warp_uniform", Model::Value(Value::Uniform)),
    ("nvvm.fence.mbarrier_init", Model::Fence),
    ("nvvm.fence.proxy.async", Model::Fence),
    ("nvvm.wgmma.fence", Model::Fence),
    // The lanes of a warp move together here.
    ("nvvm.bar.warp.sync", Model::Harmless),
    // How many registers a thread has.
    ("nvvm.setmaxnreg", Model::Harmless),
    // What they declare lies in global memory.
    ("nv_tileas.global", Model::Harmless),
    ("nvvm.global", Model::Harmless),
];

impl Model {
    /// What is known of an op by this name.
    pub fn of(name: &str) -> Option<Self> {
        MODELS.iter().find(|(known, _)| *known == name).map(|&(_, model)| model)
    }

    /// Whether it reads or writes tiles, of which only the place matters.
    pub fn touches_tiles(self) -> bool {
        use Alike::{BufferDot, FragmentLoad, StagedStore, TiledLoad};
        use Seen::{AsyncDot, LocalLoad, LocalStore, ReadWorkId, TmaLoad, WriteWorkId};
        match self {
            Model::Seen(seen) => matches!(
                seen,
                TmaLoad | AsyncDot | LocalLoad | LocalStore | ReadWorkId | WriteWorkId
            ),
            Model::Alike(alike) => matches!(alike, TiledLoad | StagedStore | FragmentLoad | BufferDot),
            _ => false,
        }
    }

    /// Whether others can see the effect of the op.
    pub fn is_seen(self) -> bool {
        matches!(self, Model::Seen(_) | Model::Alike(_))
    }
}

/// Whether others can see the effect of an op.
pub(super) fn is_seen(module: &Module, op: Op) -> bool {
    Model::of(module.op_name(op)).is_some_and(Model::is_seen)
}

/// Whether an op may do something to shared memory, to a barrier, or to the way that warps take, that nobody here follows. What
/// it does to global memory, or to what the host sees, is not asked. `space` is what the op says of the memory it is on.
pub(super) fn is_unknown(def: &OpDef, space: &str) -> bool {
    let acts = def.effects & !(EXCHANGES | ALLOCATES) != 0;
    let may = match def.on {
        On::Shared | On::Barriers | On::Registers => acts,
        On::Any => acts && space != "global",
        On::Global | On::Host => false,
        On::Nothing => !def.has(traits::PURE),
    };
    may && Model::of(def.name).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tilewright_ir::dialects::{all_ops, op_def};

    #[test]
    fn each_model_is_of_an_op_and_of_one() {
        let names: BTreeSet<&str> = MODELS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), MODELS.len(), "an op is modelled twice");
        for name in names {
            assert!(op_def(name).is_some(), "`{name}` is no op");
        }
    }

    /// Ops that only make memory, or move registers between threads that are all there.
    const HARMLESS_BY_RECORD: [&str; 8] = [
        "nv_tileas.async.pipeline.create_pipeline",
        "nv_tileas.create_pipe",
        "nv_tileas.create_mutex",
        "nv_tileas.fragment_dot",
        "cutlass.pipeline.create",
        "cutlass.tile_scheduler.create_work_id_response",
        "nvvm.shfl_bfly",
        "nvvm.shfl_idx",
    ];

    #[test]
    fn what_is_not_pure_is_modelled_or_not_followed() {
        let below = |def: &&OpDef| !matches!(def.dialect(), "cuda_tile" | "nv_tileaa");
        for def in all_ops().filter(below).filter(|def| !def.has(traits::PURE)) {
            let is_far = matches!(def.on, On::Global | On::Host) || HARMLESS_BY_RECORD.contains(&def.name);
            let is_modelled = Model::of(def.name).is_some();
            assert!(
                is_far || is_modelled || is_unknown(def, "shared"),
                "{}: neither modelled nor refused",
                def.name
            );
            assert!(!(is_modelled && is_unknown(def, "shared")), "{}", def.name);
        }
        // Whoever does not say which memory may mean any.
        let load = op_def("nvvm.ld").unwrap();
        assert!(is_unknown(load, "") && !is_unknown(load, "global"));
        for name in HARMLESS_BY_RECORD {
            assert!(!is_unknown(op_def(name).unwrap(), "shared"), "{name}");
        }
    }
}
