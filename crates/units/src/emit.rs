//! The interface by which a room writes its ops as PTX.

use tilewright_ir::{Module, Op, Value};
use tilewright_ptx::{EntryBuilder, Operand, Reg, Version};

/// The PTX of a kernel so far, and the registers of the values of its ops.
pub trait Emitter {
    /// The text so far, to which instructions are added.
    fn ptx(&mut self) -> &mut EntryBuilder;
    /// The register of a value; a constant is moved to one.
    fn register(&mut self, value: Value) -> Reg;
    /// The register of a value that is in one.
    fn held(&self, value: Value) -> Option<Reg>;
    /// A value as an operand: a register, or a number.
    fn operand(&self, value: Value) -> Operand;
    /// A result of an op is in this register.
    fn set(&mut self, value: Value, register: Reg);
    /// An instruction needs this version of PTX.
    fn needs(&mut self, version: Version);
    /// The op breaks a promise, which fails the compilation in the end.
    fn inconsistent(&self, what: String);
}

/// Writes an op of the unit; false if it is of another.
pub type Emit = fn(&mut dyn Emitter, &Module, Op) -> bool;
