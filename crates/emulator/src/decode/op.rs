//! The compact instructions.

use super::parts::*;
use super::{Cvt, FloatOp, Fn1, Fn2, Fn3};

/// One instruction with its guard.
#[derive(Clone, Debug)]
pub(crate) struct Inst {
    pub guard: Option<PredSrc>,
    pub op: Op,
}

/// A compact instruction. Each group is executed by a match of its own without a wildcard: what nobody executes does
/// not build.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Control(ControlOp),
    Alu(AluOp),
    Memory(MemoryOp),
    Copy(CopyOp),
    Sync(SyncOp),
    Tensor(TensorOp),
    Host(HostOp),
}

/// Where the warp goes on.
#[derive(Clone, Debug)]
pub(crate) enum ControlOp {
    Nop,
    Bra {
        target: u32,
    },
    /// To the target that the index selects.
    Brx {
        index: Slot,
        targets: Box<[u32]>,
    },
    Exit,
}

/// Arithmetic, logic, comparisons and moves: lane by lane, in registers.
#[derive(Clone, Debug)]
pub(crate) enum AluOp {
    /// Its result goes nowhere.
    Nop,
    Un {
        f: Fn1,
        d: Slot,
        a: Slot,
    },
    Bin {
        f: Fn2,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// The lesser of three, or what else is asked of two, twice.
    Bin3 {
        f: Fn2,
        d: Slot,
        abc: [Slot; 3],
    },
    Tri {
        f: Fn3,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    /// On f32, with a first operand (and for `fma` a second one) of 16 bits.
    Mixed {
        f: FloatOp,
        bf16: bool,
        d: Slot,
        abc: [Slot; 3],
    },
    Float {
        f: FloatOp,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Cvt {
        f: Cvt,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Carry {
        f: Carry,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    MadCarry {
        f: Carry,
        /// The low or the high half of the product.
        product: Fn2,
        d: Slot,
        abc: [Slot; 3],
    },
    /// `cvt.pack` to elements of so many bits.
    CvtPack {
        bits: u32,
        signed: bool,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Option<Slot>,
    },
    Lop3 {
        lut: u8,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Bfi {
        bits: u32,
        d: Slot,
        a: Slot,
        b: Slot,
        pos: Slot,
        len: Slot,
    },
    Setp {
        f: fn(u64, u64) -> bool,
        d: Option<Pred>,
        q: Option<Pred>,
        a: Slot,
        b: Slot,
        with: Option<(Logic, PredSrc)>,
    },
    /// Two halves compared, one predicate each.
    SetpHalves {
        f: fn(u64, u64) -> bool,
        d: Option<Pred>,
        q: Option<Pred>,
        a: Slot,
        b: Slot,
    },
    Set {
        f: fn(u64, u64) -> bool,
        d: Slot,
        a: Slot,
        b: Slot,
        with: Option<(Logic, PredSrc)>,
        /// The bits of true.
        yes: u64,
        /// In each of two halves.
        halves: bool,
    },
    Selp {
        d: Slot,
        a: Slot,
        b: Slot,
        p: PredSrc,
    },
    Slct {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
        float: bool,
    },
    Mov {
        d: Slot,
        a: Slot,
    },
    /// Both halves of 128 bits.
    MovWide {
        to: [Option<Slot>; 2],
        from: [Slot; 2],
    },
    Pack {
        d: Slot,
        parts: Box<[Slot]>,
        bits: u32,
    },
    Unpack {
        parts: Box<[Option<Slot>]>,
        a: Slot,
        bits: u32,
    },
    PredMov {
        d: Pred,
        a: PredSrc,
    },
    PredLogic {
        op: Logic,
        d: Pred,
        a: PredSrc,
        b: PredSrc,
    },
    SelpPred {
        d: Pred,
        a: PredSrc,
        b: PredSrc,
        p: PredSrc,
    },
    Isspacep {
        d: Pred,
        a: Slot,
        space: MemSpace,
    },
    Mapa {
        d: Slot,
        a: Slot,
        rank: Slot,
    },
    Getctarank {
        d: Slot,
        a: Slot,
    },
    Clock {
        d: Slot,
        kind: ClockKind,
    },
    Activemask {
        d: Slot,
    },
}

/// Loads, stores and atomics, of single threads.
#[derive(Clone, Debug)]
pub(crate) enum MemoryOp {
    Ld(Box<Access>),
    St(Box<Access>),
    Atom(Box<Atom>),
    StAsync(Box<StAsync>),
    /// `st.bulk`: zeros.
    StBulk {
        space: MemSpace,
        addr: Address,
        bytes: Slot,
    },
}

/// Copies that go on after their instruction, and waits for their groups.
#[derive(Clone, Debug)]
pub(crate) enum CopyOp {
    CpAsync(Box<CpAsync>),
    CpAsyncCommit,
    CpAsyncWait { left: u32 },
    CpAsyncArrive { addr: Address, noinc: bool },
    Bulk(Box<Bulk>),
    BulkTensor(Box<BulkTensor>),
    TensormapReplace(Box<TensormapReplace>),
    TensormapCopy { to: Address, from: Address },
    BulkCommit,
    BulkWait { left: u32, read: bool },
}

/// Ops that threads do together: warp operations, barriers, fences; and requests to the hardware's queue of clusters.
#[derive(Clone, Debug)]
pub(crate) enum SyncOp {
    Warp { mask: Slot, op: WarpOp },
    Bar(Bar),
    ClusterArrive { relaxed: bool },
    ClusterWait,
    Fence(FenceKind),
    Mbar(Mbar),
    PendingCount { d: Slot, a: Slot },
    TryCancel(Box<TryCancel>),
    QueryCancel(Box<QueryCancel>),
    Setmaxnreg { increase: bool, registers: u32 },
}

/// Matrices: fragments, products, tensor memory.
#[derive(Clone, Debug)]
pub(crate) enum TensorOp {
    Ldmatrix(Box<Matrix>),
    Stmatrix(Box<Matrix>),
    Movmatrix { d: Slot, a: Slot },
    Mma(Box<Mma>),
    Wgmma(Box<Wgmma>),
    WgmmaFence,
    WgmmaCommit,
    WgmmaWait { left: u32 },
    Tcgen05(Box<Tc>),
}

/// Ops that end the run, or that the host does.
#[derive(Clone, Debug)]
pub(crate) enum HostOp {
    Trap,
    /// A function of the CUDA runtime; its arguments and what it returns lie in local memory.
    Call {
        function: HostFunction,
        args: [u32; 2],
        returns: Option<u32>,
    },
}
