//! Products that a warpgroup starts and waits for later, by `wgmma`.

use super::{Emitter, Held};
use tilewright_ir::operand;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Def, Op, Value};
use tilewright_ptx::{Opcode, Operand, Reg, Type, WgmmaTail};

impl Emitter<'_> {
    /// Emits an op of the unit; whether it is one.
    pub(super) fn wgmma(&mut self, op: Op) -> bool {
        match self.module.kind(op) {
            nvvm::WGMMA_FENCE => self.b.wgmma_fence(),
            nvvm::WGMMA_COMMIT_GROUP => self.b.wgmma_commit(),
            nvvm::WGMMA_WAIT_GROUP => {
                let count = self.attr_int(op, "count") as u32;
                self.b.wgmma_wait(count);
            }
            nvvm::WGMMA_DESCRIPTOR => self.descriptor(op),
            nvvm::WGMMA_MMA_ASYNC => self.mma_async(op),
            _ => return false,
        }
        true
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
        let accumulators: Vec<Reg> = module
            .operands_named(op, operand::ACC)
            .iter()
            .map(|&v| self.owned(v, op))
            .collect();
        let tail = WgmmaTail {
            trans_a: module.keyword(op, "lhs_major") == "mn",
            trans_b: module.keyword(op, "rhs_major") == "mn",
        };
        let n = self.attr_int(op, "n") as u16;
        self.b
            .wgmma(n, 16, [Type::F32, ty, ty], &accumulators, a.into(), b, 1.into(), tail);
        for (&value, reg) in module.results(op).iter().zip(accumulators) {
            self.set(value, reg);
        }
    }

    /// The register of an accumulator, which `wgmma` changes in place: the accumulator's own where no one else wants
    /// what was in it, else a copy.
    fn owned(&mut self, value: Value, op: Op) -> Reg {
        let module = self.module;
        let shared = match module.value_def(value) {
            Def::Result(..) => module.uses(value).len() > 1,
            // Values that a loop carries are needed again only when the loop is left, and then the new ones.
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
