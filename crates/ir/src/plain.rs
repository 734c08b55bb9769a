//! The ops whose text follows from their record: those that make a tile of tiles of its own type. Whoever tries all ops
//! asks for them here, so that a new one is tried without being listed again.

use crate::Registry;
use crate::op_def::AttrKind::Enum;
use crate::op_def::traits::{PURE, SAME_TYPE};
use crate::op_def::{Constraint, OpDef};

/// An op that makes a tile of tiles of its own type.
#[derive(Clone, Copy)]
pub struct PlainOp {
    /// Its record.
    pub def: &'static OpDef,
    /// Whether it works on floats rather than integers.
    pub is_float: bool,
}

/// All such ops of the input language, in the order of their records.
pub fn plain_ops() -> impl Iterator<Item = PlainOp> {
    let ops = Registry::builtin().ops().filter(|def| def.dialect() == "cuda_tile");
    ops.filter(|def| def.has(PURE) && def.has(SAME_TYPE))
        .map(|def| PlainOp {
            def,
            is_float: def
                .operands
                .iter()
                .all(|one| matches!(one.constraint, Constraint::Float)),
        })
}

impl PlainOp {
    /// Its text up to the type, on operands of these names: `divi %a, %b signed`. Each word that it cannot do without is
    /// the last of those that it may be.
    pub fn on(self, operands: &[&str]) -> String {
        let mut text = format!("{} {}", self.def.short_name(), operands.join(", "));
        for attr in self.def.attrs.iter().filter(|attr| !attr.optional) {
            if let (Enum(words), None) = (attr.kind, attr.default) {
                text.push(' ');
                text.push_str(words.last().unwrap_or(&""));
            }
        }
        text
    }
}
