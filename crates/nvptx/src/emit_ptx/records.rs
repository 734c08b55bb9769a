//! Parameter records, and loads that acquire.

use super::Emitter;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::{Op, Value};
use tilewright_ptx::{Addr, Mod, Opcode, Space, Word};

/// The alignment of a record in bytes: that of its widest field.
const RECORD_ALIGNMENT: u32 = 8;

impl Emitter<'_> {
    /// Declares a parameter of so many bytes; its fields are read where they are asked for.
    pub(super) fn declare_record(&mut self, argument: Value, number: usize, bytes: i64) {
        let name = self.parameter_name(argument, number);
        let name = self.b.param_record(RECORD_ALIGNMENT, bytes as u64, &name);
        self.records.insert(argument, name);
    }

    pub(super) fn load_field(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let (record, result) = (module.required_operand(op, operand::RECORD), module.result(op, 0));
        let ty = self.type_of(result, op)?;
        let Some(name) = self.records.get(record).cloned() else {
            return Err(self.unsupported(op, "a field of what is no parameter of the kernel"));
        };
        let address = Addr::symbol(&name, self.attr_int(op, "offset"));
        let reg = self.b.ld(Space::Param, ty, address);
        self.set(result, reg);
        Ok(())
    }

    pub(super) fn load_acquire(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let result = module.result(op, 0);
        let ty = self.type_of(result, op)?;
        let scope = self.scope(op);
        let address = self.reg(module.only_operand(op));
        let mods = [
            Mod::Word(Word::Acquire),
            Mod::Word(scope),
            Mod::Space(Space::Global),
            Mod::Type(ty),
        ];
        let reg = self.b.value(ty, Opcode::Ld, &mods, [Addr::reg(address, 0).into()]);
        self.set(result, reg);
        Ok(())
    }
}
