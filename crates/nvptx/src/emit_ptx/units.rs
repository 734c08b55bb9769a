//! Ops of the units that multiply matrices: each unit writes its own.

use super::{Emitter, Held};
use tilewright_ir::{Op, Value};
use tilewright_ptx::{EntryBuilder, Operand, Reg, Version};
use tilewright_units::{WARPS, emit, with_loops};

impl Emitter<'_> {
    /// Emits an op of a unit; false if it is none.
    pub(super) fn unit(&mut self, op: Op) -> bool {
        let module = self.module;
        (WARPS.emit)(self, module, op) || with_loops().any(|(_, products)| (products.emit)(self, module, op))
    }
}

impl emit::Emitter for Emitter<'_> {
    fn ptx(&mut self) -> &mut EntryBuilder {
        &mut self.b
    }

    fn register(&mut self, value: Value) -> Reg {
        self.reg(value)
    }

    fn held(&self, value: Value) -> Option<Reg> {
        match self.regs.get(value) {
            Some(&Held::Reg(reg)) => Some(reg),
            Some(Held::Constant(_)) | None => None,
        }
    }

    fn operand(&self, value: Value) -> Operand {
        Self::operand(self, value)
    }

    fn set(&mut self, value: Value, register: Reg) {
        Self::set(self, value, register);
    }

    fn needs(&mut self, version: Version) {
        self.version = self.version.max(version);
    }

    fn inconsistent(&self, what: String) {
        self.amiss(what);
    }
}
