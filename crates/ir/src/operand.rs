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
    ADDS "adds"
    ADDRESS "address"
    ARG "arg"
    ARGS "args"
    AT "at"
    BAR "bar"
    BARRIER "barrier"
    BASE "base"
    BUFFER "buffer"
    BYTES "bytes"
    CMP "cmp"
    COND "cond"
    CONDITION "condition"
    COORDINATES "coordinates"
    COUNT "count"
    CTA "cta"
    CURRENT_ITER "current_iter"
    DEFAULTS "defaults"
    DESTINATION "destination"
    ELSE_ARGS "else_args"
    EXPONENT "exponent"
    FORMAT "format"
    FRAGMENT "fragment"
    ID "id"
    INDEX "index"
    INITS "inits"
    LANE "lane"
    L "l"
    LHS "lhs"
    LHS_SCALE "lhs_scale"
    LHS_SCALE_SLOT "lhs_scale_slot"
    LHS_SLOT "lhs_slot"
    LINEAR_ID "linear_id"
    LINEAR_INIT "linear_init"
    LOCK "lock"
    LOWER "lower"
    M "m"
    MASK "mask"
    N "n"
    NUMBER "number"
    NUM_M_TILES "num_m_tiles"
    NUM_N_TILES "num_n_tiles"
    NUM_WORKERS "num_workers"
    OFFSET "offset"
    PADDING "padding"
    PARAMS "params"
    PART "part"
    PARITY "parity"
    PARTIAL "partial"
    PIPE "pipe"
    POINTERS "pointers"
    PREDICATE "predicate"
    PTR "ptr"
    RECORD "record"
    RESPONSE "response"
    RHS "rhs"
    RHS_SCALE "rhs_scale"
    RHS_SCALE_SLOT "rhs_scale_slot"
    RHS_SLOT "rhs_slot"
    SCALES "scales"
    SIZES "sizes"
    SLOT "slot"
    SOURCE "source"
    START "start"
    STATE "state"
    STEP "step"
    STRIDES "strides"
    TENSOR_VIEW "tensor_view"
    THEN_ARGS "then_args"
    THREAD "thread"
    TICKET "ticket"
    TILE "tile"
    TILE_ID "tile_id"
    TILE_IDX "tile_idx"
    TOKEN "token"
    UNACQUIRED "unacquired"
    UPPER "upper"
    VAL "val"
    VALUE "value"
    VALUES "values"
    VIEW "view"
    WORK "work"
    WORK_ID "work_id"
}

/// The operands of a counted loop that say how often it runs.
pub const BOUNDS: [OperandName; 3] = [LOWER, UPPER, STEP];

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
