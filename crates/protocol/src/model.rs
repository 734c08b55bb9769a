//! The ops that are not pure and that the judge models: one list. An op that is not in it and not harmless by its
//! record is not followed, and then nothing is proved.

use tilewright_ir::OpKind;
use tilewright_ir::op_def::effects::{ALLOCATES, EXCHANGES};
use tilewright_ir::op_def::{On, OpDef, traits};
use tilewright_ir::ops::{cf, cute_nvgpu, cutlass, llvm, nv_tileas, nvvm, scf};
use tilewright_ir::{Module, Op};

/// The model of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Model {
    /// Other warps see what it does.
    Seen(Seen),
    /// Other threads see what it does, in loops whose threads all do the same.
    Unspecialised(Unspecialised),
    /// It decides where warps go.
    Control(Control),
    /// Something is known of its result.
    Value(Value),
    /// It makes no difference to any barrier, or to the tiles that barriers guard.
    Harmless,
    /// Looked for before any warp is followed (`structure.rs`).
    Fence(Fence),
}

/// Fences, by what they announce to units that work beside the threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fence {
    /// Barriers that were made ready.
    Barriers,
    /// Registers that products read and write.
    Products,
}

/// Ops whose effect other warps see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    MbarrierInit,
    MbarrierWait,
    MbarrierTryWait,
    MbarrierArrive,
    MbarrierHold,
    MbarrierArriveCluster,
    MbarrierArriveExpectTx,
    TmaLoad,
    AsyncDot,
    AsyncWordDot,
    LocalLoad,
    LocalStore,
    ReadWorkId,
    WriteWorkId,
    TryCancel,
    QueryCancel,
    CommitProducts,
    WaitProducts,
    Barrier,
    BarrierArrive,
    ClusterArrive,
    ClusterWait,
    Tensor(Tensor),
}

/// Ops on tensor memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tensor {
    Reserve,
    Release,
    Dot,
    Read,
    Write,
    Commit,
    FenceAfter,
    FenceBefore,
}

/// Ops of loops whose threads all do the same, and of CTAs that all do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unspecialised {
    Iterations,
    TiledLoad,
    StagedStore,
    FragmentLoad,
    BufferDot,
    CommitCopies,
    WaitCopies,
    SharePartial,
    AddPartial,
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
    /// Which cluster this is, and the place in it.
    Place,
}

const MODELS: [(OpKind, Model); 71] = [
    (nvvm::MBARRIER_INIT, Model::Seen(Seen::MbarrierInit)),
    (nvvm::MBARRIER_WAIT_PARITY, Model::Seen(Seen::MbarrierWait)),
    (nvvm::MBARRIER_TRY_WAIT_PARITY, Model::Seen(Seen::MbarrierTryWait)),
    (nvvm::MBARRIER_ARRIVE, Model::Seen(Seen::MbarrierArrive)),
    (nvvm::CP_ASYNC_MBARRIER_ARRIVE, Model::Seen(Seen::MbarrierHold)),
    (nvvm::MBARRIER_ARRIVE_CLUSTER, Model::Seen(Seen::MbarrierArriveCluster)),
    (
        nvvm::MBARRIER_ARRIVE_EXPECT_TX,
        Model::Seen(Seen::MbarrierArriveExpectTx),
    ),
    (cute_nvgpu::TMA_LOAD, Model::Seen(Seen::TmaLoad)),
    (cute_nvgpu::ASYNC_MMA, Model::Seen(Seen::AsyncDot)),
    (cute_nvgpu::ASYNC_WORD_MMA, Model::Seen(Seen::AsyncWordDot)),
    (nv_tileas::LOCAL_LOAD, Model::Seen(Seen::LocalLoad)),
    (nv_tileas::LOCAL_STORE, Model::Seen(Seen::LocalStore)),
    (nv_tileas::SLOT_READ, Model::Seen(Seen::LocalLoad)),
    (nv_tileas::SLOT_WRITE, Model::Seen(Seen::LocalStore)),
    (cutlass::TILE_SCHEDULER_READ_WORK_ID, Model::Seen(Seen::ReadWorkId)),
    (cutlass::TILE_SCHEDULER_WRITE_WORK_ID, Model::Seen(Seen::WriteWorkId)),
    (nvvm::CLUSTERLAUNCHCONTROL_TRY_CANCEL, Model::Seen(Seen::TryCancel)),
    (nvvm::CLUSTERLAUNCHCONTROL_QUERY_CANCEL, Model::Seen(Seen::QueryCancel)),
    (nv_tileas::TENSOR_RESERVE, Model::Seen(Seen::Tensor(Tensor::Reserve))),
    (nv_tileas::TENSOR_RELEASE, Model::Seen(Seen::Tensor(Tensor::Release))),
    (nv_tileas::TENSOR_DOT, Model::Seen(Seen::Tensor(Tensor::Dot))),
    (nv_tileas::TENSOR_READ, Model::Seen(Seen::Tensor(Tensor::Read))),
    (nv_tileas::TENSOR_WRITE, Model::Seen(Seen::Tensor(Tensor::Write))),
    (nvvm::BARRIER, Model::Seen(Seen::Barrier)),
    (nvvm::BARRIER_CTA_ARRIVE, Model::Seen(Seen::BarrierArrive)),
    (nvvm::CLUSTER_ARRIVE, Model::Seen(Seen::ClusterArrive)),
    (nvvm::CLUSTER_WAIT, Model::Seen(Seen::ClusterWait)),
    (nv_tileas::ITERATIONS, Model::Unspecialised(Unspecialised::Iterations)),
    (
        cute_nvgpu::SIMT_ASYNC_COPY,
        Model::Unspecialised(Unspecialised::TiledLoad),
    ),
    (
        nv_tileas::STAGED_STORE,
        Model::Unspecialised(Unspecialised::StagedStore),
    ),
    (
        nv_tileas::FRAGMENT_LOAD,
        Model::Unspecialised(Unspecialised::FragmentLoad),
    ),
    (nv_tileas::BUFFER_DOT, Model::Unspecialised(Unspecialised::BufferDot)),
    (
        nvvm::CP_ASYNC_COMMIT_GROUP,
        Model::Unspecialised(Unspecialised::CommitCopies),
    ),
    (
        nvvm::CP_ASYNC_WAIT_GROUP,
        Model::Unspecialised(Unspecialised::WaitCopies),
    ),
    (nv_tileas::FUNC, Model::Control(Control::Kernel)),
    (nvvm::FUNC, Model::Control(Control::Kernel)),
    (nv_tileas::WARP_SWITCH, Model::Control(Control::Agents)),
    (scf::FOR, Model::Control(Control::For)),
    (scf::LOOP, Model::Control(Control::Loop)),
    (scf::IF, Model::Control(Control::If)),
    (scf::YIELD, Model::Control(Control::Yield)),
    (scf::CONTINUE, Model::Control(Control::Continue)),
    (scf::BREAK, Model::Control(Control::Break)),
    (nv_tileas::RETURN, Model::Control(Control::Return)),
    (nvvm::RETURN, Model::Control(Control::Return)),
    (cf::BR, Model::Control(Control::Branch)),
    (cf::COND_BR, Model::Control(Control::ConditionalBranch)),
    (
        cutlass::TILE_SCHEDULER_SHARE_PARTIAL,
        Model::Unspecialised(Unspecialised::SharePartial),
    ),
    (
        cutlass::TILE_SCHEDULER_ADD_PARTIAL,
        Model::Unspecialised(Unspecialised::AddPartial),
    ),
    (nv_tileas::ALLOC_TENSOR, Model::Value(Value::Buffer)),
    (nv_tileas::TENSOR_BUFFER, Model::Value(Value::Buffer)),
    (nv_tileas::TENSOR_OVER, Model::Value(Value::Buffer)),
    (cutlass::TILE_SCHEDULER_FETCH_WORK_ID, Model::Value(Value::WorkId)),
    (nv_tileas::ASSUME, Model::Value(Value::Assumed)),
    (nvvm::READ_SREG, Model::Value(Value::Special)),
    (nv_tileas::GET_CLUSTER_PLACE, Model::Value(Value::Place)),
    (llvm::EXTRACTVALUE, Model::Value(Value::Element)),
    (cute_nvgpu::ARCH_MAKE_WARP_UNIFORM, Model::Value(Value::Uniform)),
    (nvvm::FENCE_MBARRIER_INIT, Model::Fence(Fence::Barriers)),
    (nvvm::FENCE_PROXY_ASYNC, Model::Fence(Fence::Barriers)),
    (nvvm::WGMMA_FENCE, Model::Fence(Fence::Products)),
    (nvvm::TCGEN05_COMMIT, Model::Seen(Seen::Tensor(Tensor::Commit))),
    (
        nvvm::TCGEN05_FENCE_AFTER_THREAD_SYNC,
        Model::Seen(Seen::Tensor(Tensor::FenceAfter)),
    ),
    (
        nvvm::TCGEN05_FENCE_BEFORE_THREAD_SYNC,
        Model::Seen(Seen::Tensor(Tensor::FenceBefore)),
    ),
    (nvvm::WGMMA_COMMIT_GROUP, Model::Seen(Seen::CommitProducts)),
    (nvvm::WGMMA_WAIT_GROUP, Model::Seen(Seen::WaitProducts)),
    // The lanes of a warp move together here.
    (nvvm::BAR_WARP_SYNC, Model::Harmless),
    // A thread waits for copies that it has started itself, which end whatever others do.
    (nvvm::CP_ASYNC_BULK_WAIT_GROUP, Model::Harmless),
    // It changes how many registers a thread has.
    (nvvm::SETMAXNREG, Model::Harmless),
    // The variables that they declare lie in global memory.
    (nv_tileas::GLOBAL, Model::Harmless),
    (nvvm::GLOBAL, Model::Harmless),
];

impl Model {
    /// The model of this op, if it has one.
    pub fn of(kind: OpKind) -> Option<Self> {
        MODELS.iter().find(|(known, _)| *known == kind).map(|&(_, model)| model)
    }

    /// The ops of this model, as findings call them: without the dialect.
    pub fn names(self) -> String {
        let of_model = MODELS.iter().filter(|(_, model)| *model == self);
        let names: Vec<&str> = of_model.map(|(kind, _)| kind.def().name).collect();
        let bare = names
            .iter()
            .map(|name| name.split_once('.').map_or(*name, |(_, bare)| bare));
        bare.collect::<Vec<_>>().join(" or ")
    }

    /// Whether it reads or writes tiles, of which only the place matters.
    pub fn touches_tiles(self) -> bool {
        use Seen::{AsyncDot, AsyncWordDot, LocalLoad, LocalStore, ReadWorkId, TmaLoad, WriteWorkId};
        use Unspecialised::{AddPartial, BufferDot, FragmentLoad, SharePartial, StagedStore, TiledLoad};
        match self {
            Model::Seen(seen) => matches!(
                seen,
                TmaLoad
                    | AsyncDot
                    | AsyncWordDot
                    | LocalLoad
                    | LocalStore
                    | ReadWorkId
                    | WriteWorkId
                    | Seen::Tensor(Tensor::Dot | Tensor::Read | Tensor::Write)
            ),
            Model::Unspecialised(model) => matches!(
                model,
                TiledLoad | StagedStore | FragmentLoad | BufferDot | SharePartial | AddPartial
            ),
            Model::Control(_) | Model::Value(_) | Model::Harmless | Model::Fence(_) => false,
        }
    }

    /// Whether others can see the effect of the op.
    pub fn is_seen(self) -> bool {
        matches!(self, Model::Seen(_) | Model::Unspecialised(_))
    }
}

/// Whether others can see the effect of an op.
pub(super) fn is_seen(module: &Module, op: Op) -> bool {
    Model::of(module.kind(op)).is_some_and(Model::is_seen)
}

/// Whether an op may do something to shared memory, to a barrier, or to the way that warps take, that nobody here
/// follows. What it does to global memory, or to what the host sees, is not asked. `space` is what the op says of the
/// memory it is on.
pub(super) fn is_unknown(def: &OpDef, space: &str) -> bool {
    let acts = def.effects & !(EXCHANGES | ALLOCATES) != 0;
    let may = match def.on {
        On::Shared | On::Barriers | On::Registers => acts,
        On::Any => acts && space != "global",
        On::Global | On::Host => false,
        On::Nothing => !def.has(traits::PURE),
    };
    may && Model::of(def.kind).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tilewright_ir::Registry;

    #[test]
    fn no_op_is_modelled_twice() {
        let kinds: BTreeSet<OpKind> = MODELS.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds.len(), MODELS.len(), "an op is modelled twice");
    }

    /// Ops that only make memory, or move registers between threads that are all there.
    const HARMLESS_BY_RECORD: [OpKind; 7] = [
        nv_tileas::ASYNC_PIPELINE_CREATE_PIPELINE,
        nv_tileas::CREATE_PIPE,
        nv_tileas::CREATE_MUTEX,
        cutlass::PIPELINE_CREATE,
        cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE,
        nvvm::SHFL_BFLY,
        nvvm::SHFL_IDX,
    ];

    #[test]
    fn what_is_not_pure_is_modelled_or_not_followed() {
        let below = |def: &&OpDef| !matches!(def.dialect(), "cuda_tile" | "nv_tileaa");
        for def in Registry::builtin()
            .ops()
            .filter(below)
            .filter(|def| !def.has(traits::PURE))
        {
            let is_far = matches!(def.on, On::Global | On::Host) || HARMLESS_BY_RECORD.contains(&def.kind);
            let is_modelled = Model::of(def.kind).is_some();
            assert!(
                is_far || is_modelled || is_unknown(def, "shared"),
                "{}: neither modelled nor refused",
                def.name
            );
            assert!(!(is_modelled && is_unknown(def, "shared")), "{}", def.name);
        }
        // Whoever does not say which memory may mean any.
        let load = nvvm::LD.def();
        assert!(is_unknown(load, "") && !is_unknown(load, "global"));
        for kind in HARMLESS_BY_RECORD {
            assert!(!is_unknown(kind.def(), "shared"), "{kind}");
        }
    }
}
