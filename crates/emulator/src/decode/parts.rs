//! The parts of compact instructions.

use crate::tensor_map::image::Field;
use tilewright_ptx::Type;

/// Index of a register's lanes in a warp.
pub(crate) type Slot = u16;
/// Index of a predicate's lane mask in a warp.
pub(crate) type Pred = u16;

/// A predicate read straight or negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PredSrc {
    pub pred: Pred,
    pub negated: bool,
}

/// `base + offset`, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub base: Slot,
    pub offset: i64,
}

/// Where an address points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemSpace {
    Generic,
    Global,
    /// Own CTA, or any CTA of the cluster by the rank above bit 24.
    Shared,
    Local,
    Param,
    Const,
}

/// The ways to combine two predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Logic {
    And,
    Or,
    Xor,
}

impl Logic {
    pub fn apply(self, a: u32, b: u32) -> u32 {
        match self {
            Logic::And => a & b,
            Logic::Or => a | b,
            Logic::Xor => a ^ b,
        }
    }
}

/// A carry-chain instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Carry {
    pub subtract: bool,
    pub take: bool,
    pub give: bool,
    pub bits: u32,
}

/// A load or a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub space: MemSpace,
    /// Bytes of one element.
    pub bytes: u32,
    /// Sign-extend to the register.
    pub signed: bool,
    /// Bits of the destination register.
    pub width: u32,
    /// One slot per element; `None` is the sink.
    pub regs: Vec<Option<Slot>>,
    pub addr: Address,
    /// Stronger than weak: no race with other such accesses.
    pub strong: bool,
    pub acquire: bool,
    pub release: bool,
}

/// The operations of atomics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtomKind {
    Exch,
    Cas,
    /// An update by a function of old value and operand.
    Update(AtomOp, Type),
}

/// The functions of atomics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtomOp {
    Add,
    Min,
    Max,
    Inc,
    Dec,
    And,
    Or,
    Xor,
}

/// `atom` and `red`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Atom {
    pub space: MemSpace,
    pub kind: AtomKind,
    pub bytes: u32,
    pub dst: Vec<Option<Slot>>,
    pub addr: Address,
    pub src: Vec<Slot>,
    pub swap: Option<Slot>,
    pub acquire: bool,
    pub release: bool,
}

/// `shfl.sync` modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShflMode {
    Up,
    Down,
    Bfly,
    Idx,
}

/// `vote.sync` modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VoteMode {
    All,
    Any,
    Uni,
}

/// Operations of the warp as a whole; every one waits until the lanes of `mask` have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WarpOp {
    Sync,
    Shfl {
        mode: ShflMode,
        d: Option<Slot>,
        p: Option<Pred>,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Vote {
        mode: VoteMode,
        d: Pred,
        p: PredSrc,
    },
    Ballot {
        d: Slot,
        p: PredSrc,
    },
    MatchAny {
        d: Slot,
        a: Slot,
        bits: u32,
    },
    MatchAll {
        d: Slot,
        p: Option<Pred>,
        a: Slot,
        bits: u32,
    },
    Redux {
        op: AtomOp,
        signed: bool,
        d: Slot,
        a: Slot,
    },
    ReduxFloat {
        max: bool,
        abs: bool,
        nan: bool,
        d: Slot,
        a: Slot,
    },
    Elect {
        d: Option<Slot>,
        p: Option<Pred>,
    },
}

/// The work of a CTA barrier besides waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BarKind {
    Sync,
    Arrive,
    RedPopc { d: Slot, p: PredSrc },
    RedLogic { and: bool, d: Pred, p: PredSrc },
}

/// `bar` and `barrier`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bar {
    pub kind: BarKind,
    pub id: Slot,
    pub threads: Option<Slot>,
    pub aligned: bool,
}

/// Fences, as far as they mean something here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FenceKind {
    /// `fence`, `membar`: orders the thread's memory operations.
    Thread,
    /// `fence.proxy.async`: generic accesses before, asynchronous ones after.
    ProxyAsync,
    /// `fence.mbarrier_init.release.cluster`
    MbarrierInit,
    /// `fence.proxy.tensormap` and `fence.proxy.alias`.
    OtherProxy,
}

/// mbarrier operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MbarKind {
    Init {
        count: Slot,
    },
    Inval,
    ExpectTx {
        bytes: Slot,
    },
    CompleteTx {
        bytes: Slot,
    },
    Arrive {
        d: Option<Slot>,
        count: Option<Slot>,
        expect: Option<Slot>,
        drop: bool,
        no_complete: bool,
        relaxed: bool,
    },
    /// `key` is the parity, or the state if not `parity`.
    Wait {
        d: Pred,
        key: Slot,
        parity: bool,
        test: bool,
        relaxed: bool,
    },
}

/// One mbarrier instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mbar {
    pub kind: MbarKind,
    pub space: MemSpace,
    pub addr: Address,
}

/// `clusterlaunchcontrol.try_cancel`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TryCancel {
    pub space: MemSpace,
    /// Where the 16 bytes of the response go.
    pub response: Address,
    pub mbar: Address,
    /// To every CTA of the cluster.
    pub multicast: bool,
}

/// `clusterlaunchcontrol.query_cancel` on the halves of a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueryCancel {
    pub response: [Slot; 2],
    pub what: Query,
}

/// The questions that a response answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Query {
    IsCanceled(Option<Pred>),
    /// x, y, z of the first CTA of the cancelled cluster.
    FirstCtaid([Option<Slot>; 3]),
}

/// `cp.async`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CpAsync {
    pub dst: Address,
    pub src: Address,
    pub bytes: u32,
    pub src_bytes: Option<Slot>,
    pub ignore: Option<PredSrc>,
}

/// `st.async` and `red.async`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StAsync {
    pub space: MemSpace,
    pub dst: Address,
    /// Bytes of one value.
    pub bytes: u32,
    pub values: Vec<Slot>,
    pub mbar: Address,
    pub reduce: Option<(AtomOp, Type)>,
}

/// Which way a bulk copy goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BulkDir {
    /// Global to shared, of the own CTA or of those in the mask; completes on an mbarrier.
    Load,
    /// Shared of the own CTA to shared of another; completes on an mbarrier there.
    Across,
    /// Shared to global; completes as a bulk group.
    Store,
}

/// `cp.async.bulk` and `cp.reduce.async.bulk`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bulk {
    pub dir: BulkDir,
    pub dst: Address,
    pub src: Address,
    pub bytes: Slot,
    pub mbar: Option<Address>,
    pub multicast: Option<Slot>,
    pub reduce: Option<(AtomOp, Type)>,
}

/// `cp.async.bulk.tensor` and `cp.reduce.async.bulk.tensor`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BulkTensor {
    pub dir: BulkDir,
    pub map: Address,
    pub coords: Vec<Slot>,
    /// `.cta_group::2`: the mbarrier may be in the other CTA of a pair.
    pub pair: bool,
    pub smem: Address,
    pub mbar: Option<Address>,
    pub multicast: Option<Slot>,
    pub reduce: Option<AtomOp>,
}

/// `tensormap.replace`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TensormapReplace {
    pub space: MemSpace,
    pub addr: Address,
    pub field: Field,
    /// Which entry of a list.
    pub entry: usize,
    pub value: Slot,
}

/// The types of accumulators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccType {
    F16,
    F32,
    F64,
    S32,
}

impl AccType {
    /// The one that is written so; none if no accumulator has that type.
    pub fn of(ty: Type) -> Option<Self> {
        match ty {
            Type::F16 => Some(Self::F16),
            Type::F32 => Some(Self::F32),
            Type::F64 => Some(Self::F64),
            Type::S32 => Some(Self::S32),
            _ => None,
        }
    }
}

/// Element types of tensor cores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Elem {
    F16,
    Bf16,
    Tf32,
    E4m3,
    E5m2,
    /// Six bits in the low bits of a byte.
    E3m2,
    /// Six bits in the low bits of a byte.
    E2m3,
    /// Four bits in bits 2 to 5 of a byte.
    E2m1,
    /// Four bits, two to a byte.
    E2m1Packed,
    S8,
    U8,
    S4,
    U4,
    F64,
}

impl Elem {
    /// Bits of one element as it lies in a fragment or tile (tf32 in its 32-bit container).
    pub const fn bits(self) -> u32 {
        match self {
            Elem::F16 | Elem::Bf16 => 16,
            Elem::Tf32 => 32,
            Elem::S4 | Elem::U4 | Elem::E2m1Packed => 4,
            Elem::F64 => 64,
            _ => 8,
        }
    }
}

/// `ldmatrix` and `stmatrix` of 8x8 matrices of 16 bits, and `ldmatrix` of 16x16 matrices of bytes, which are turned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Matrix {
    pub trans: bool,
    /// Whether elements are bytes: a matrix is two registers, and 16 rows.
    pub bytes: bool,
    pub regs: Vec<Slot>,
    pub addr: Address,
    pub space: MemSpace,
}

/// `mma.sync`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mma {
    pub m: u32,
    pub n: u32,
    pub k: u32,
    pub a_type: Elem,
    pub b_type: Elem,
    pub d_type: AccType,
    pub saturate: bool,
    pub d: Vec<Slot>,
    pub a: Vec<Slot>,
    pub b: Vec<Slot>,
    pub c: Vec<Slot>,
    /// The operands' scales.
    pub scale: Option<MmaScale>,
}

/// The scales of both operands of a block-scaled product (docs/sources/ptx-data.md#block-scaling).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MmaScale {
    /// Scales along k; each is for `k` over this many elements.
    pub blocks: u32,
    /// ue4m3, else ue8m0.
    pub ue4m3: bool,
    pub a: ScaleFrom,
    pub b: ScaleFrom,
}

/// Where an operand's scales are: a register, and which byte of which of the lanes that share a row or column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScaleFrom {
    pub reg: Slot,
    pub byte: Slot,
    pub thread: Slot,
}

/// Operand A of `wgmma`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WgmmaA {
    Descriptor { slot: Slot, transposed: bool },
    Registers(Vec<Slot>),
}

/// `wgmma.mma_async`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wgmma {
    pub n: u32,
    pub k: u32,
    pub a_type: Elem,
    pub b_type: Elem,
    pub d_type: AccType,
    pub saturate: bool,
    pub d: Vec<Slot>,
    pub a: WgmmaA,
    pub b: Slot,
    pub b_transposed: bool,
    pub scale_d: PredSrc,
    pub negate_a: bool,
    pub negate_b: bool,
}

/// Shapes of `tcgen05.ld` and `tcgen05.st`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TcShape {
    S32x32b,
    S16x64b,
    S16x128b,
    S16x256b,
    S16x32bx2,
}

/// `tcgen05.ld` and `tcgen05.st`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TcMove {
    pub shape: TcShape,
    pub packed: bool,
    pub regs: Vec<Slot>,
    pub addr: Address,
    /// Column offset of the upper half-warp of 16x32bx2.
    pub split: i64,
}

/// `tcgen05.mma`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TcMma {
    pub kind: TcKind,
    /// By a pair of CTAs.
    pub pair: bool,
    pub d: Address,
    pub a: TcA,
    pub b: Slot,
    pub idesc: Slot,
    pub enable: PredSrc,
    pub scale: Option<TcScale>,
    /// Lanes of D that are left as they are, 32 to a word, of both CTAs of a pair; empty: none.
    pub disabled: Vec<Slot>,
    /// D counts 2 to the power of minus this.
    pub scale_d: u32,
    /// `.ws`: with its own layouts of D.
    pub ws: bool,
}

/// Scale factors in tensor memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TcScale {
    /// Along K, for each row of A and column of B: 1, 2 or 4.
    pub blocks: u32,
    pub a: Address,
    pub b: Address,
}

/// `tcgen05.cp`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TcCp {
    pub shape: TcCpShape,
    /// In both CTAs of a pair, each from its own shared memory.
    pub pair: bool,
    pub addr: Address,
    pub source: Slot,
}

/// Shapes of `tcgen05.cp`, with the windows of 32 lanes that get a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TcCpShape {
    S128x256b,
    S4x256b,
    S128x128b,
    S64x128bWarps02And13,
    S64x128bWarps01And23,
    S32x128bAllWarps,
}

/// Operand A of `tcgen05.mma`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TcA {
    Descriptor(Slot),
    Tmem(Address),
}

/// Kinds of `tcgen05.mma`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TcKind {
    F16,
    Tf32,
    F8f6f4,
    I8,
    Mxf8f6f4,
    Mxf4,
    Mxf4nvf4,
}

/// tcgen05 operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tc {
    Alloc {
        dst: Address,
        space: MemSpace,
        columns: Slot,
        pair: bool,
    },
    Dealloc {
        addr: Slot,
        columns: Slot,
    },
    Relinquish,
    FenceBefore,
    FenceAfter,
    Mma(TcMma),
    Cp(TcCp),
    Commit {
        mbar: Address,
        multicast: Option<Slot>,
    },
    Ld(TcMove),
    St(TcMove),
    WaitLd,
    WaitSt,
}

/// A time or counter register, read when the instruction runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockKind {
    Low32,
    Full,
}

/// The functions of the CUDA runtime that a kernel may call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HostFunction {
    Printf,
    Malloc,
    Free,
}
