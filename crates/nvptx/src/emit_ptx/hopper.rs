//! Barriers in shared memory, and TMA.

use super::Emitter;
use tilewright_ir::Op;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::nvvm;
use tilewright_ptx::{Addr, Opcode, Operand, Reg, Space, Special, Type, Version};

/// The version of PTX from which on a load by TMA says that it fills the CTA's own memory.
const WITH_OWN_MEMORY: Version = Version::new(8, 6);

impl Emitter<'_> {
    /// One parameter for each tensor map, after the kernel's own.
    pub(super) fn declare_tensor_maps(&mut self) {
        let module = self.module;
        let mut copies = module.walk(module.top());
        copies.retain(|&op| matches!(module.kind(op), nvvm::TMA_LOAD | nvvm::TMA_STORE));
        for &op in &copies {
            // Maps are numbered from 0 without gaps: no copy has a number beyond all of them, and one that has is told of
            // where it is written.
            let number = self.attr_int(op, "descriptor");
            while number < copies.len() as i64 && (self.tensor_maps.len() as i64) <= number {
                let before = self.b.next_index();
                let param = self.b.param_tensor_map(&format!("tma{}", self.tensor_maps.len()));
                let address = self.b.tensor_map_address(&param);
                self.tensor_maps.push(address);
                self.origins.resize(before, 0);
                self.origins
                    .resize(self.b.next_index(), module.loc_data(module.loc(op)).line);
            }
        }
    }

    /// Emits an op of this kind; false if it is of another.
    pub(super) fn hopper(&mut self, op: Op) -> bool {
        let module = self.module;
        let count = |e: &Self| e.attr_int(op, "count") as u32;
        match module.kind(op) {
            nvvm::MBARRIER_INIT => {
                let bar = self.at(op);
                let count = count(self);
                self.b.mbarrier_init(bar, count);
            }
            nvvm::MBARRIER_ARRIVE => {
                let bar = self.at(op);
                self.guarded(op, |b| b.mbarrier_arrive(bar));
            }
            nvvm::MBARRIER_ARRIVE_CLUSTER => {
                let address = self.named(op, operand::ADDRESS);
                let (cta, offset) = (
                    self.operand(module.required_operand(op, operand::CTA)),
                    self.attr_int(op, "offset"),
                );
                let bytes = module.int_attr(op, "bytes").map(|bytes| bytes as u32);
                self.guarded(op, |b| b.mbarrier_arrive_cluster(address, offset as i32, cta, bytes));
            }
            nvvm::MAP_CTA => {
                let cta = self.operand(module.required_operand(op, operand::CTA));
                let address = self.named(op, operand::ADDRESS);
                let there = self.b.map_address(address, cta);
                self.set(module.result(op, 0), there);
            }
            nvvm::MBARRIER_ARRIVE_EXPECT_TX => {
                let (bar, bytes) = (self.at(op), self.attr_int(op, "bytes") as u32);
                self.guarded(op, |b| b.mbarrier_expect_tx(bar, bytes));
            }
            nvvm::MBARRIER_WAIT_PARITY => {
                let (bar, parity) = (self.at(op), self.operand(module.required_operand(op, operand::PARITY)));
                let hint = module
                    .has_attr(op, "timeout")
                    .then(|| self.attr_int(op, "timeout") as u32);
                self.b.mbarrier_wait(bar, parity, hint);
            }
            nvvm::MBARRIER_TRY_WAIT_PARITY => {
                let (bar, parity) = (self.at(op), self.operand(module.required_operand(op, operand::PARITY)));
                let done = self.b.mbarrier_try_wait(bar, parity);
                self.set(module.result(op, 0), done);
            }
            nvvm::BARRIER_CTA_ARRIVE => {
                let (id, threads) = (self.barrier_number(op), self.attr_int(op, "threads") as u32);
                self.b.op(Opcode::BarArrive, &[], [id, Operand::from(threads)]);
            }
            nvvm::CLUSTER_ARRIVE => self.b.op(Opcode::BarrierClusterArrive, &[], []),
            nvvm::CLUSTER_WAIT => self.b.op(Opcode::BarrierClusterWait, &[], []),
            nvvm::CLUSTERLAUNCHCONTROL_TRY_CANCEL => {
                let response = self.at(op);
                let barrier = Addr::reg(self.named(op, operand::BARRIER), self.attr_int(op, "barrier_offset"));
                let to_all = module.has_attr(op, "ctas");
                self.guarded(op, |b| b.try_cancel(response, barrier, to_all));
            }
            nvvm::CLUSTERLAUNCHCONTROL_QUERY_CANCEL => {
                let response = self.at(op);
                let none = self.attr_int(op, "none") as i32;
                let id = self.b.query_cancel(response, none);
                self.set(module.result(op, 0), id);
            }
            nvvm::FENCE_MBARRIER_INIT => self.b.fence_mbarrier_init(),
            nvvm::FENCE_PROXY_ASYNC => self.b.fence_proxy_async(),
            nvvm::CP_ASYNC_BULK_COMMIT_GROUP => self.b.bulk_commit(),
            nvvm::CP_ASYNC_BULK_WAIT_GROUP => self.b.bulk_wait(count(self), module.has_attr(op, "read")),
            nvvm::SETMAXNREG => self.b.setmaxnreg(module.keyword(op, "action") == "inc", count(self)),
            nvvm::TMA_LOAD => self.tma_load(op),
            nvvm::TMA_STORE => self.tma_store(op),
            nvvm::BAR_WARP_SYNC => self.b.op(Opcode::BarWarpSync, &[], [u32::MAX.into()]),
            _ => return self.unit(op),
        }
        true
    }

    /// The address operand of an op plus its offset.
    pub(super) fn at(&mut self, op: Op) -> Addr {
        Addr::reg(self.named(op, operand::ADDRESS), self.attr_int(op, "offset"))
    }

    /// The register of an operand that the op always has.
    pub(super) fn named(&mut self, op: Op, name: OperandName) -> Reg {
        match self.module.operand_named(op, name) {
            Some(value) => self.reg(value),
            None => {
                self.amiss(format!("has no operand `{}`", name.text()));
                self.b.reg(Type::U32)
            }
        }
    }

    /// Emits under the predicate of an op, if it has one.
    pub(super) fn guarded(&mut self, op: Op, emit: impl FnOnce(&mut tilewright_ptx::EntryBuilder)) {
        match self.module.operand_named(op, operand::PREDICATE) {
            Some(predicate) => {
                let predicate = self.reg(predicate);
                self.b.when(predicate, false, emit);
            }
            None => emit(&mut self.b),
        }
    }

    fn tma_load(&mut self, op: Op) {
        let (address, coordinates) = (self.at(op), self.coordinates(op));
        let (barrier, offset) = (self.named(op, operand::BARRIER), self.attr_int(op, "barrier_offset"));
        let is_of_pair = self.module.is_of_pair(op);
        // A load of a pair counts at the barrier of its first CTA.
        let barrier = match is_of_pair {
            true if self.module.is_of_several_pairs(op) => {
                let rank = self.b.special(Special::ClusterCtarank, None);
                let first = self.b.binary(Opcode::And, Type::B32, rank, !1u32);
                self.b.map_cta(barrier, offset as i32, first)
            }
            true => self.b.map_cta(barrier, offset as i32, 0),
            false => Addr::reg(barrier, offset),
        };
        let mask = self.module.operand_named(op, operand::MASK).map(|mask| self.reg(mask));
        // The memory of a cluster is asked for where there is no other way to say it: where GPUs have none, the assembler compares
        // the CTA with the address, and calls a function.
        let is_own = mask.is_none()
            && !is_of_pair
            && super::ptx_version(self.gpu).is_ok_and(|version| version >= WITH_OWN_MEMORY);
        let space = if is_own { Space::SharedCta } else { Space::SharedCluster };
        if let Some(map) = self.tensor_map(op) {
            self.b
                .tma_load((address, space), map, &coordinates, (barrier, is_of_pair), mask);
        }
    }

    fn tma_store(&mut self, op: Op) {
        let (address, coordinates) = (self.at(op), self.coordinates(op));
        if let Some(map) = self.tensor_map(op) {
            self.guarded(op, |b| b.tma_store(map, &coordinates, address));
        }
    }

    /// The coordinates of a box, innermost first.
    fn coordinates(&mut self, op: Op) -> Vec<Operand> {
        let coordinates = self.module.operands_named(op, operand::COORDINATES);
        coordinates.iter().map(|&v| self.reg(v).into()).collect()
    }

    /// The address of the tensor map that a copy names.
    fn tensor_map(&mut self, op: Op) -> Option<Reg> {
        let map = self.tensor_maps.get(self.attr_int(op, "descriptor") as usize).copied();
        if map.is_none() {
            self.amiss("copies by a tensor map that is not declared");
        }
        map
    }
}
