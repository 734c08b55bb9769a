//! Barriers in shared memory, the copy engine, and the asynchronous matrix unit.

use super::{Emitter, Held};
use tilewright_ir::{Def, Op, Value};
use tilewright_ptx::{Addr, Opcode, Operand, Reg, Type, WgmmaTail};

impl Emitter<'_> {
    /// One parameter for each tensor map, after the kernel's own.
    pub(super) fn declare_tensor_maps(&mut self) {
        let module = self.module;
        for op in module.walk(module.top()) {
            let number = match module.op_name(op) {
                "nvvm.tma_load" => self.attr_int(op, "descriptor") as usize,
                _ => continue,
            };
            // Maps are numbered from 0 without gaps; the verifier of PTX bounds how many fit.
            while self.tensor_maps.len() <= number {
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
        match module.op_name(op) {
            "nvvm.mbarrier.init" => {
                let bar = self.at(op);
                let count = count(self);
                self.b.mbarrier_init(bar, count);
            }
            "nvvm.mbarrier.arrive" => {
                let bar = self.at(op);
                self.guarded(op, |b| b.mbarrier_arrive(bar));
            }
            "nvvm.mbarrier.arrive.cluster" => {
                let address = self.named(op, "address");
                let (cta, offset) = (self.operand(module.operand(op, 1)), self.attr_int(op, "offset"));
                self.guarded(op, |b| b.mbarrier_arrive_cluster(address, offset as i32, cta));
            }
            "nvvm.mbarrier.arrive.expect_tx" => {
                let (bar, bytes) = (self.at(op), self.attr_int(op, "bytes") as u32);
                self.guarded(op, |b| b.mbarrier_expect_tx(bar, bytes));
            }
            "nvvm.mbarrier.wait.parity" => {
                let (bar, parity) = (self.at(op), self.operand(module.operand(op, 1)));
                let hint = module
                    .has_attr(op, "timeout")
                    .then(|| self.attr_int(op, "timeout") as u32);
                self.b.mbarrier_wait(bar, parity, hint);
            }
            "nvvm.mbarrier.try_wait.parity" => {
                let (bar, parity) = (self.at(op), self.operand(module.operand(op, 1)));
                let done = self.b.mbarrier_try_wait(bar, parity);
                self.set(module.result(op, 0), done);
            }
            "nvvm.barrier.cta.arrive" => {
                let numbers = ["id", "threads"].map(|name| Operand::from(self.attr_int(op, name) as u32));
                self.b.op(Opcode::BarArrive, &[], numbers);
            }
            "nvvm.cluster.arrive" => self.b.op(Opcode::BarrierClusterArrive, &[], []),
            "nvvm.cluster.wait" => self.b.op(Opcode::BarrierClusterWait, &[], []),
            "nvvm.clusterlaunchcontrol.try_cancel" => {
                let response = self.at(op);
                let barrier = Addr::reg(self.named(op, "barrier"), self.attr_int(op, "barrier_offset"));
                self.guarded(op, |b| b.try_cancel(response, barrier));
            }
            "nvvm.clusterlaunchcontrol.query_cancel" => {
                let response = self.at(op);
                let none = self.attr_int(op, "none") as i32;
                let id = self.b.query_cancel(response, none);
                self.set(module.result(op, 0), id);
            }
            "nvvm.fence.mbarrier_init" => self.b.fence_mbarrier_init(),
            "nvvm.fence.proxy.async" => self.b.fence_proxy_async(),
            "nvvm.cp.async.bulk.commit_group" => self.b.bulk_commit(),
            "nvvm.cp.async.bulk.wait_group" => self.b.bulk_wait(count(self), module.has_attr(op, "read")),
            "nvvm.setmaxnreg" => self.b.setmaxnreg(module.keyword(op, "action") == "inc", count(self)),
            "nvvm.wgmma.fence" => self.b.wgmma_fence(),
            "nvvm.wgmma.commit_group" => self.b.wgmma_commit(),
            "nvvm.wgmma.wait_group" => self.b.wgmma_wait(count(self)),
            "nvvm.wgmma.descriptor" => self.descriptor(op),
            "nvvm.wgmma.mma_async" => self.mma_async(op),
            "nvvm.tma_load" => self.tma_load(op),
            "nvvm.bar.warp.sync" => self.b.op(Opcode::BarWarpSync, &[], [u32::MAX.into()]),
            _ => return false,
        }
        true
    }

    /// The address operand of an op plus its offset.
    fn at(&mut self, op: Op) -> Addr {
        Addr::reg(self.named(op, "address"), self.attr_int(op, "offset"))
    }

    /// The register of an operand that the op always has.
    fn named(&mut self, op: Op, name: &str) -> Reg {
        match self.module.operand_named(op, name) {
            Some(value) => self.reg(value),
            None => {
                self.amiss(format!("has no operand `{name}`"));
                self.b.reg(Type::U32)
            }
        }
    }

    /// Emits under the predicate of an op, if it has one.
    pub(super) fn guarded(&mut self, op: Op, emit: impl FnOnce(&mut tilewright_ptx::EntryBuilder)) {
        match self.module.operand_named(op, "predicate") {
            Some(predicate) => {
                let predicate = self.reg(predicate);
                self.b.when(predicate, false, emit);
            }
            None => emit(&mut self.b),
        }
    }

    fn tma_load(&mut self, op: Op) {
        let module = self.module;
        let address = self.at(op);
        let coordinates = module.operands_named(op, "coordinates");
        let coordinates: Vec<Operand> = coordinates.iter().map(|&v| self.reg(v).into()).collect();
        let barrier = Addr::reg(self.named(op, "barrier"), self.attr_int(op, "barrier_offset"));
        match self.tensor_maps.get(self.attr_int(op, "descriptor") as usize).copied() {
            Some(map) => self.b.tma_load(address, map, &coordinates, barrier),
            None => self.amiss("loads by a tensor map that is not declared"),
        }
    }

    fn descriptor(&mut self, op: Op) {
        let module = self.module;
        let low = self.reg(module.operand(op, 0));
        let high = self.b.mov(Type::B32, self.attr_int(op, "high") as u32 as i32);
        let halves: Operand = [low, high][..].into();
        let whole = self.b.value(Type::B64, Opcode::Mov, &[Type::B64.into()], [halves]);
        self.set(module.result(op, 0), whole);
    }

    fn mma_async(&mut self, op: Op) {
        let module = self.module;
        let (a, b) = (self.reg(module.operand(op, 0)), self.reg(module.operand(op, 1)));
        let ty = match module.keyword(op, "type") {
            "bf16" => Type::Bf16,
            "f16" => Type::F16,
            other => {
                self.amiss(format!("multiplies `{other}`"));
                Type::F16
            }
        };
        let sums: Vec<Reg> = module
            .operands_named(op, "acc")
            .iter()
            .map(|&v| self.owned(v, op))
            .collect();
        let tail = WgmmaTail {
            trans_a: module.keyword(op, "lhs_major") == "mn",
            trans_b: module.keyword(op, "rhs_major") == "mn",
        };
        let n = self.attr_int(op, "n") as u16;
        self.b
            .wgmma(n, 16, [Type::F32, ty, ty], &sums, a.into(), b, 1.into(), tail);
        for (&value, reg) in module.results(op).iter().zip(sums) {
            self.set(value, reg);
        }
    }

    /// The register of a sum, which the matrix unit changes in place: the sum's own where no one else wants what was in it,
    /// else a copy.
    fn owned(&mut self, value: Value, op: Op) -> Reg {
        let module = self.module;
        let shared = match module.value_def(value) {
            Def::Result(..) => module.uses(value).len() > 1,
            // What a loop carries is needed again only when the loop is left, and then in its new value.
            Def::Argument(block, _) => {
                let in_loop = |user: Op| user != op && module.parent(user) == module.parent(op);
                module.uses(value).iter().any(|u| in_loop(u.op)) || module.parent(op) == Some(block)
            }
        };
        match self.regs.get(&value) {
            Some(&Held::Reg(reg)) if !shared => reg,
            _ => {
                let source = self.operand(value);
                self.b.mov(Type::F32, source)
            }
        }
    }
}
