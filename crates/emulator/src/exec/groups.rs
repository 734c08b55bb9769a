//! Execution by groups: each is a match without a wildcard, so that an instruction that is decoded and not executed
//! does not build. `frag_mask` holds the lanes that are at the instruction, guarded off or not.

use super::{Done, Exec, Flow, lanes};
use crate::decode::{CopyOp, HostOp, MemoryOp, Slot, SyncOp, TensorOp, low};
use crate::finding::FindingKind;
use crate::state::LANES;
use tilewright_ptx::Opcode;

impl Exec<'_> {
    pub fn memory(&mut self, op: &MemoryOp) -> Done {
        match op {
            MemoryOp::Ld(a) => self.load(a),
            MemoryOp::St(a) => self.store(a),
            MemoryOp::Atom(a) => self.atomic(a),
            MemoryOp::StAsync(s) => self.st_async(s),
            MemoryOp::StBulk { space, addr, bytes } => self.st_bulk(*space, *addr, *bytes),
        }
    }

    pub fn copy(&mut self, op: &CopyOp, frag_mask: u32) -> Done {
        match op {
            CopyOp::CpAsync(c) => self.cp_async(c),
            CopyOp::CpAsyncCommit => self.cp_commit(),
            CopyOp::CpAsyncWait { left } => self.cp_wait(*left),
            CopyOp::CpAsyncArrive { addr, noinc } => self.cp_arrive(*addr, *noinc),
            CopyOp::Bulk(b) => self.bulk(b),
            CopyOp::BulkTensor(b) => self.bulk_tensor(b),
            CopyOp::TensormapReplace(r) => self.tensormap_replace(r),
            CopyOp::TensormapCopy { to, from } => self.tensormap_copy(*to, *from, frag_mask),
            CopyOp::BulkCommit => self.bulk_commit(),
            CopyOp::BulkWait { left, read } => self.bulk_wait(*left, *read),
        }
    }

    pub fn sync(&mut self, op: &SyncOp, frag_mask: u32) -> Done {
        match op {
            SyncOp::Warp { mask, op } => self.warp_op(*mask, *op),
            SyncOp::Bar(bar) => self.bar(*bar, frag_mask),
            SyncOp::ClusterArrive { relaxed } => self.cluster_arrive(*relaxed),
            SyncOp::ClusterWait => self.cluster_wait(),
            SyncOp::Fence(kind) => self.fence(*kind),
            SyncOp::Mbar(m) => self.mbarrier(*m),
            SyncOp::PendingCount { d, a } => self.pending_count(*d, *a),
            SyncOp::TryCancel(t) => self.try_cancel(t),
            SyncOp::QueryCancel(q) => self.query_cancel(q),
            SyncOp::Setmaxnreg { increase, registers } => self.setmaxnreg(*increase, *registers, frag_mask),
        }
    }

    pub fn tensor(&mut self, op: &TensorOp, frag_mask: u32) -> Done {
        match op {
            TensorOp::Ldmatrix(m) => self.ldmatrix(m, frag_mask),
            TensorOp::Stmatrix(m) => self.stmatrix(m, frag_mask),
            TensorOp::Movmatrix { d, a } => self.movmatrix(*d, *a, frag_mask),
            TensorOp::Mma(m) => self.mma(m, frag_mask),
            TensorOp::Wgmma(m) => self.wgmma(m, frag_mask),
            TensorOp::WgmmaFence => self.wgmma_fence(frag_mask),
            TensorOp::WgmmaCommit => self.wgmma_commit(frag_mask),
            TensorOp::WgmmaWait { left } => self.wgmma_wait(*left, frag_mask),
            TensorOp::Tcgen05(tc) => self.tcgen05(tc, frag_mask),
        }
    }

    pub fn host(&mut self, op: &HostOp) -> Done {
        match *op {
            HostOp::Trap => {
                let mask = self.mask;
                let called = self.p.opcode.get(self.pc as usize) == Some(&Opcode::Call);
                let message = if called {
                    "an assertion of the kernel failed"
                } else {
                    "the kernel executed `trap`"
                };
                self.stop(FindingKind::Trap, mask, message)
            }
            HostOp::Call {
                function,
                args,
                returns,
            } => self.call(function, args, returns),
        }
    }

    /// `mbarrier.pending_count`: the low 20 bits of a state are the pending count before the arrive.
    fn pending_count(&mut self, d: Slot, a: Slot) -> Done {
        let mut out = [0; LANES];
        let a = self.read(a);
        lanes(self.mask).for_each(|l| out[l] = low(a[l], 20));
        self.write(d, &out);
        Ok(Flow::Next)
    }
}
