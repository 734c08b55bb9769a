//! Promises that a pass may rely on, and what happens where one does not hold.
//!
//! The verifier and the passes before promise things: an op has the attributes of its record, a value that is used has
//! been made, a loop that was planned can be planned again. A pass that finds a promise broken must not go on with a
//! default as if nothing were. It calls [`Module::inconsistent`] and goes on with a stand-in; whoever runs the pass
//! asks [`Module::inconsistency`] and refuses the result as an `internal` error. So helpers that compute stay free of
//! error paths, and no stand-in ever leaves the compiler.

use crate::convert::Failure;
use crate::entity::{Op, Ty, Value};
use crate::module::Module;
use crate::operand::{self, OperandName};
use crate::types::Scalar;
use tilewright_diag::Diagnostic;

impl Module {
    /// Records that the IR contradicts what it was promised to be. The first contradiction is kept.
    pub fn inconsistent(&self, op: Option<Op>, what: impl Into<String>) {
        self.record(op, what.into());
    }

    #[cold]
    #[inline(never)]
    fn record(&self, op: Option<Op>, what: String) {
        let span = op.and_then(|op| self.span(op));
        let of = op.map_or(String::new(), |op| format!("`{}`: ", self.op_name(op)));
        let what = of + &what;
        // Later ones mostly follow from the first.
        let _ = self.inconsistency.set(Box::new(Diagnostic::internal(span, what)));
    }

    /// The failure of a pass that cannot go on, since the IR contradicts what it was promised to be.
    pub fn contradicts(&self, op: Op, what: impl Into<String>) -> Failure {
        Box::new(Diagnostic::internal(self.span(op), what))
    }

    /// The first contradiction that was found in this module.
    pub fn inconsistency(&self) -> Option<Failure> {
        self.inconsistency.get().cloned()
    }

    /// The value that was found; else the stand-in, and a contradiction.
    pub fn or_inconsistent<T>(&self, op: Option<Op>, found: Option<T>, stand_in: T, what: &str) -> T {
        found.unwrap_or_else(|| {
            self.inconsistent(op, what);
            stand_in
        })
    }

    /// An integer attribute that an op always has.
    pub fn required_int(&self, op: Op, name: &str) -> i64 {
        self.int_attr(op, name).unwrap_or_else(|| {
            self.inconsistent(Some(op), format!("has no number `{name}`"));
            0
        })
    }

    /// An integer attribute that an op need not have, and what it means to be without.
    pub fn int_or(&self, op: Op, name: &str, absent: i64) -> i64 {
        match self.attr(op, name) {
            Some(_) => self.required_int(op, name),
            None if self.def(op).requires(name) => self.required_int(op, name),
            None => absent,
        }
    }

    /// The value of an operand that an op always has.
    pub fn required_operand(&self, op: Op, name: OperandName) -> Value {
        self.operand_named(op, name).unwrap_or_else(|| {
            self.inconsistent(Some(op), format!("has no operand `{}`", name.text()));
            self.first_operand(op)
        })
    }

    /// The values of operands that an op always has.
    pub fn required_operands<const N: usize>(&self, op: Op, names: [OperandName; N]) -> [Value; N] {
        names.map(|name| self.required_operand(op, name))
    }

    /// The left and the right operand of an op that always has both.
    pub fn sides(&self, op: Op) -> [Value; 2] {
        self.required_operands(op, [operand::LHS, operand::RHS])
    }

    /// The one operand of an op, or the first of its values where the record has a list.
    pub fn only_operand(&self, op: Op) -> Value {
        if self.def(op).operands.len() != 1 {
            self.inconsistent(Some(op), "has not one operand");
        }
        self.first_operand(op)
    }

    /// The first of all operands, whose type says in which type an elementwise op computes. Whoever asks an operand for
    /// what it means asks by its name.
    pub fn first_operand(&self, op: Op) -> Value {
        self.operands(op)[0]
    }

    /// An attribute that lists integers, which an op always has.
    pub fn required_list(&self, op: Op, name: &str) -> &[i64] {
        self.ints_attr(op, name).unwrap_or_else(|| {
            self.inconsistent(Some(op), format!("has no numbers `{name}`"));
            &[]
        })
    }

    /// The scalar type of a type's elements, which are numbers.
    pub fn required_scalar(&self, ty: Ty) -> Scalar {
        self.element_scalar(ty).unwrap_or_else(|| {
            self.inconsistent(None, format!("`{}` has no numbers in it", self.type_text(ty)));
            Scalar::STAND_IN
        })
    }

    /// Bits of a type's elements: of numbers, or of pointers.
    pub fn element_bits(&self, ty: Ty) -> u32 {
        match self.element_scalar(ty) {
            None if self.pointee(self.element(ty)).is_some() => POINTER_BITS,
            _ => self.required_scalar(ty).bits,
        }
    }

    /// Bytes of a type's elements in memory: of numbers, or of pointers.
    pub fn element_bytes(&self, ty: Ty) -> u32 {
        match self.element_scalar(ty) {
            None if self.pointee(self.element(ty)).is_some() => POINTER_BITS / 8,
            _ => self.required_scalar(ty).bytes(),
        }
    }

    /// Bytes of one tile of a buffer.
    pub fn required_tile_bytes(&self, buffer: Ty) -> i64 {
        let bytes = self.buffer_type(buffer).map(|buffer| buffer.tile_bytes());
        bytes.unwrap_or_else(|| {
            self.inconsistent(None, format!("`{}` is no buffer", self.type_text(buffer)));
            0
        })
    }
}

/// Pointers are those of CUDA on 64-bit systems.
const POINTER_BITS: u32 = 64;
