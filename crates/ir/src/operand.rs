//! The operands by name: a constant for each name that code asks for, in the records of several ops.
//!
//! [`Module::operand_named`] takes these, so that a name that is misspelt does not build. The operands of one op have a
//! [view](crate::views).

use crate::entity::{Op, Value};
use crate::module::Module;

/// The name of an operand, as records have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandName(&'static str);

impl OperandName {
    /// The name as text.
    pub fn text(self) -> &'static str {
        self.0
    }
}

macro_rules! names {
    ($($name:ident $text:literal)*) => {
        $(#[doc = concat!("The operand `", $text, "`.")] pub const $name: OperandName = OperandName($text);)*

        #[cfg(test)]
        const ALL: &[OperandName] = &[$($name),*];
    };
}

names! {
    ACC "acc"
    ADDRESS "address"
    ARG "arg"
    ARGS "args"
    BARRIER "barrier"
    BASE "base"
    BUFFER "buffer"
    BYTES "bytes"
    CMP "cmp"
    COORDINATES "coordinates"
    CTA "cta"
    CURRENT_ITER "current_iter"
    DEFAULTS "defaults"
    DESTINATION "destination"
    FORMAT "format"
    FRAGMENT "fragment"
    INDEX "index"
    INITS "inits"
    LHS "lhs"
    LHS_SLOT "lhs_slot"
    LOWER "lower"
    MASK "mask"
    NUMBER "number"
    PADDING "padding"
    PARITY "parity"
    PIPE "pipe"
    POINTERS "pointers"
    PREDICATE "predicate"
    RECORD "record"
    RHS "rhs"
    RHS_SLOT "rhs_slot"
    SLOT "slot"
    SOURCE "source"
    STATE "state"
    STEP "step"
    TENSOR_VIEW "tensor_view"
    THREAD "thread"
    TILE "tile"
    TOKEN "token"
    UNACQUIRED "unacquired"
    UPPER "upper"
    VAL "val"
    VALUE "value"
    VALUES "values"
    VIEW "view"
    WORK_ID "work_id"
}

impl Module {
    /// The values of an operand; none if the record has no such operand.
    pub fn operands_named(&self, op: Op, name: OperandName) -> &[Value] {
        let slot = self.def(op).operand_slot(name.0);
        slot.map_or(&[], |slot| self.operand_list(op, slot))
    }

    /// The value of an operand, if it is there.
    pub fn operand_named(&self, op: Op, name: OperandName) -> Option<Value> {
        self.operands_named(op, name).first().copied()
    }

    /// The place among all operands of the first value of an operand, if it is there.
    pub fn operand_place(&self, op: Op, name: OperandName) -> Option<usize> {
        let slot = self.def(op).operand_slot(name.0)?;
        let segments = self.segments(op);
        let before: u32 = segments[..slot].iter().sum();
        (segments[slot] > 0).then_some(before as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn is_of_a_record(name: OperandName) -> bool {
        Registry::builtin().ops().any(|def| def.operand_slot(name.0).is_some())
    }

    #[test]
    fn each_name_is_that_of_an_operand() {
        let unknown: Vec<_> = ALL.iter().filter(|name| !is_of_a_record(**name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(!is_of_a_record(OperandName("predicat")));
    }
}
