//! Asynchronous copies, mbarriers and wgmma (docs/sources/ptx-data.md#wgmma-fragments,
//! docs/sources/ptx-data.md#bulk-copy-forms, docs/sources/ptx-sync.md).

use super::EntryBuilder;
use crate::modifier::{Mod, Word};
use crate::mods;
use crate::opcode::Opcode;
use crate::tree::*;
use crate::types::{Space, Type};

/// Operands of [`EntryBuilder::wgmma`] that have no register of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WgmmaTail {
    /// A in shared memory is M-major (16-bit types only).
    pub trans_a: bool,
    /// B in shared memory is N-major (16-bit types only).
    pub trans_b: bool,
}

impl EntryBuilder {
    /// `mbarrier.init.shared::cta.b64 [bar], count`
    pub fn mbarrier_init(&mut self, bar: Addr, count: u32) {
        self.op(
            Opcode::MbarrierInit,
            &mods![Space::SharedCta, Type::B64],
            [bar.into(), count.into()],
        );
    }

    /// `mbarrier.arrive.shared::cta.b64 _, [bar]`
    pub fn mbarrier_arrive(&mut self, bar: Addr) {
        self.op(
            Opcode::MbarrierArrive,
            &mods![Space::SharedCta, Type::B64],
            [Operand::Sink, bar.into()],
        );
    }

    /// The address of what a CTA of the cluster has at an address of its own shared memory: `mapa.shared::cluster.u32 a, here, cta`
    pub fn map_cta(&mut self, address: Reg, offset: i32, cta: impl Into<Operand>) -> Addr {
        let here = self.value(
            Type::U32,
            Opcode::Add,
            &mods![Type::U32],
            [address.into(), offset.into()],
        );
        Addr::reg(self.map_address(here, cta), 0)
    }

    /// The same of an address without an offset.
    pub fn map_address(&mut self, here: Reg, cta: impl Into<Operand>) -> Reg {
        let mods = mods![Space::SharedCluster, Type::U32];
        self.value(Type::U32, Opcode::Mapa, &mods, [here.into(), cta.into()])
    }

    /// An arrival at the barrier that a CTA of the cluster has at the same address, where it may expect bytes first:
    /// `mbarrier.arrive.shared::cluster.b64 _, [a]`, as CUTLASS has it: what tensor cores have read
    /// is waited for, and the scope of the whole cluster would put a fence for all of the GPU's memory before it.
    pub fn mbarrier_arrive_cluster(&mut self, bar: Reg, offset: i32, cta: impl Into<Operand>, bytes: Option<u32>) {
        let there = self.map_cta(bar, offset, cta);
        let mut mods = mods![Space::SharedCluster, Type::B64].to_vec();
        let mut operands = vec![Operand::Sink, there.into()];
        if let Some(bytes) = bytes {
            mods.insert(0, Word::ExpectTx.into());
            operands.push(bytes.into());
        }
        self.op(Opcode::MbarrierArrive, &mods, operands);
    }

    /// `mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], bytes`
    pub fn mbarrier_expect_tx(&mut self, bar: Addr, bytes: impl Into<Operand>) {
        let mods = mods![Word::ExpectTx, Space::SharedCta, Type::B64];
        self.op(Opcode::MbarrierArrive, &mods, [Operand::Sink, bar.into(), bytes.into()]);
    }

    /// `mbarrier.try_wait.parity.shared::cta.b64 p, [bar], parity`: one attempt; the caller loops.
    pub fn mbarrier_try_wait(&mut self, bar: Addr, parity: impl Into<Operand>) -> Reg {
        let mods = mods![Word::Parity, Space::SharedCta, Type::B64];
        self.value(Type::Pred, Opcode::MbarrierTryWait, &mods, [bar.into(), parity.into()])
    }

    /// The loop around [`EntryBuilder::mbarrier_try_wait`]. The hint, in nanoseconds, says how long one attempt may
    /// sleep; without it the machine decides.
    pub fn mbarrier_wait(&mut self, bar: Addr, parity: impl Into<Operand>, hint: Option<u32>) {
        let again = self.label("wait");
        self.bind(again);
        let mods = mods![Word::Parity, Space::SharedCta, Type::B64];
        let mut operands = vec![bar.into(), parity.into()];
        operands.extend(hint.map(Operand::from));
        let done = self.value(Type::Pred, Opcode::MbarrierTryWait, &mods, operands);
        self.bra_if(done, true, again);
    }

    /// `clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [response], [bar]`, with
    /// `.multicast::cluster::all` where all CTAs of the cluster get the answer.
    pub fn try_cancel(&mut self, response: Addr, bar: Addr, to_all: bool) {
        let mut mods = mods![Word::Async, Space::SharedCta, Word::CompleteTxBytes].to_vec();
        mods.extend(to_all.then(|| Mod::from(Word::MulticastClusterAll)));
        mods.push(Type::B128.into());
        self.op(
            Opcode::ClusterlaunchcontrolTryCancel,
            &mods,
            [response.into(), bar.into()],
        );
    }

    /// The number along x of the first CTA of the launch that a response says was cancelled; `none` where it says that
    /// none was, since then its other parts mean nothing.
    pub fn query_cancel(&mut self, response: Addr, none: i32) -> Reg {
        let whole = self.value(
            Type::B128,
            Opcode::Ld,
            &mods![Space::Shared, Type::B128],
            [response.into()],
        );
        let id = self.mov(Type::B32, none);
        let query = Opcode::ClusterlaunchcontrolQueryCancel;
        let cancelled = self.value(
            Type::Pred,
            query,
            &mods![Word::IsCanceled, Type::Pred, Type::B128],
            [whole.into()],
        );
        self.when(cancelled, false, |b| {
            b.op(
                query,
                &mods![Word::GetFirstCtaidX, Type::B32, Type::B128],
                [id.into(), whole.into()],
            );
        });
        id
    }

    /// `fence.proxy.async.shared::cta`
    pub fn fence_proxy_async(&mut self) {
        self.op(Opcode::FenceProxy, &mods![Word::Async, Space::SharedCta], []);
    }

    /// `fence.mbarrier_init.release.cluster`
    pub fn fence_mbarrier_init(&mut self) {
        self.op(Opcode::FenceMbarrierInit, &mods![Word::Release, Word::Cluster], []);
    }

    /// The generic address of a tensor map parameter: `mov.b64` and `cvta.param.u64`.
    pub fn tensor_map_address(&mut self, param: &Name) -> Reg {
        let raw = self.mov(Type::B64, param);
        self.value(Type::B64, Opcode::Cvta, &mods![Space::Param, Type::U64], [raw.into()])
    }

    /// `cp.async.bulk.tensor.Nd.space.global.mbarrier::complete_tx::bytes [dst], [map, {coords}], [bar]`;
    /// coordinates innermost first. With a mask of 16 bits, `.multicast::cluster` to the CTAs whose bits are set. The space is
    /// `.shared::cluster`, or `.shared::cta` from PTX 8.6 on. For a pair of CTAs, `.cta_group::2`, whose barrier is in either.
    pub fn tma_load(
        &mut self,
        (dst, space): (Addr, Space),
        map: Reg,
        coords: &[Operand],
        (bar, is_of_pair): (Addr, bool),
        mask: Option<Reg>,
    ) {
        let mut mods = vec![
            dim(coords),
            space.into(),
            Space::Global.into(),
            Word::CompleteTxBytes.into(),
        ];
        mods.extend(mask.map(|_| Mod::from(Word::MulticastCluster)));
        mods.extend(is_of_pair.then(|| Mod::from(Word::CtaGroup2)));
        let source = Operand::TensorAddr {
            map: Addr::reg(map, 0),
            coords: coords.to_vec(),
        };
        let mut operands = vec![dst.into(), source, bar.into()];
        operands.extend(mask.map(Operand::from));
        self.op(Opcode::CpAsyncBulkTensor, &mods, operands);
    }

    /// `cp.async.bulk.tensor.Nd.global.shared::cta.bulk_group [map, {coords}], [src]`
    pub fn tma_store(&mut self, map: Reg, coords: &[Operand], src: Addr) {
        let mods = [
            dim(coords),
            Space::Global.into(),
            Space::SharedCta.into(),
            Word::BulkGroup.into(),
        ];
        let target = Operand::TensorAddr {
            map: Addr::reg(map, 0),
            coords: coords.to_vec(),
        };
        self.op(Opcode::CpAsyncBulkTensor, &mods, [target, src.into()]);
    }

    /// `cp.async.bulk.commit_group`
    pub fn bulk_commit(&mut self) {
        self.op(Opcode::CpAsyncBulkCommitGroup, &[], []);
    }

    /// `cp.async.bulk.wait_group[.read] n`
    pub fn bulk_wait(&mut self, n: u32, read: bool) {
        if read {
            self.op(Opcode::CpAsyncBulkWaitGroup, &mods![Word::Read], [n.into()]);
        } else {
            self.op(Opcode::CpAsyncBulkWaitGroup, &[], [n.into()]);
        }
    }

    /// `setmaxnreg.inc` or `.dec`
    pub fn setmaxnreg(&mut self, increase: bool, registers: u32) {
        let how = if increase { Word::Inc } else { Word::Dec };
        self.op(
            Opcode::Setmaxnreg,
            &mods![how, Word::Sync, Word::Aligned, Type::U32],
            [registers.into()],
        );
    }

    /// `wgmma.fence.sync.aligned`
    pub fn wgmma_fence(&mut self) {
        self.op(Opcode::WgmmaFence, &[], []);
    }

    /// `wgmma.commit_group.sync.aligned`
    pub fn wgmma_commit(&mut self) {
        self.op(Opcode::WgmmaCommitGroup, &[], []);
    }

    /// `wgmma.wait_group.sync.aligned n`
    pub fn wgmma_wait(&mut self, n: u32) {
        self.op(Opcode::WgmmaWaitGroup, &[], [n.into()]);
    }

    /// `wgmma.mma_async`: `d` (+)= `a` x `b`, shape m64 n`n` k`k`. `a` is a descriptor
    /// register or a vector of four registers; `scale_d` is a predicate or 0/1 (0: `d` is overwritten). The transpose
    /// immediates are added where the type takes them.
    #[allow(clippy::too_many_arguments)]
    pub fn wgmma(
        &mut self,
        n: u16,
        k: u16,
        types: [Type; 3],
        d: &[Reg],
        a: Operand,
        b: Reg,
        scale_d: Operand,
        tail: WgmmaTail,
    ) {
        let mods = [
            Mod::Shape { m: 64, n, k },
            types[0].into(),
            types[1].into(),
            types[2].into(),
        ];
        let a_in_registers = matches!(a, Operand::Vector(_));
        let mut operands: Vec<Operand> = vec![d.into(), a, b.into(), scale_d];
        // Whole numbers are multiplied as they are.
        if types[0] != Type::S32 {
            operands.extend([1.into(), 1.into()]);
        }
        if types[1].bits() == 16 {
            if !a_in_registers {
                operands.push(i32::from(tail.trans_a).into());
            }
            operands.push(i32::from(tail.trans_b).into());
        }
        self.op(Opcode::WgmmaMmaAsync, &mods, operands);
    }
}

fn dim(coords: &[Operand]) -> Mod {
    Mod::Word(match coords.len() {
        1 => Word::D1,
        2 => Word::D2,
        3 => Word::D3,
        4 => Word::D4,
        _ => Word::D5,
    })
}
