//! Rules of ops beyond the types of their operands; from the Tile IR specification. One file a family.

mod combine;
mod control;
mod elementwise;
mod memory;
mod product;
mod promise;
pub(crate) mod scopes;
mod shape;
mod view;

pub(crate) use combine::{reduce, scan};
pub(crate) use control::{
    branch, early_return, endless_loop, entry, for_loop, i32_results, in_loop, module, print, yields,
};
pub(crate) use elementwise::*;
pub(crate) use memory::*;
pub(crate) use product::{dot_scaled, mmaf, mmaf_scaled, mmai};
pub(crate) use promise::assume;
pub(crate) use shape::*;
pub(crate) use view::*;

use crate::entity::{Op, Ty, Value};
use crate::module::Module;
use crate::operand::OperandName;
use crate::verify::Violation;

type Rule = Result<(), Violation>;

/// The rule holds, or is broken in the way that `message` says; `kind` is one of [`crate::verify::kind`].
fn ensure(holds: bool, kind: &'static str, message: impl FnOnce() -> String) -> Rule {
    if holds {
        Ok(())
    } else {
        Err(Violation::of(kind, message()))
    }
}

fn ty(module: &Module, op: Op, name: OperandName) -> Option<Ty> {
    module.operand_named(op, name).map(|v| module.ty(v))
}

/// The type of an operand that an op always has.
fn required_ty(module: &Module, op: Op, name: OperandName) -> Ty {
    module.ty(module.required_operand(op, name))
}

/// The type of the one operand of an op.
fn only_ty(module: &Module, op: Op) -> Ty {
    module.ty(module.only_operand(op))
}

/// The types of an op's left and right operand.
fn side_types(module: &Module, op: Op) -> [Ty; 2] {
    module.sides(op).map(|side| module.ty(side))
}

fn result_ty(module: &Module, op: Op) -> Ty {
    module.ty(module.result(op, 0))
}

fn shape_text(shape: &[i64]) -> String {
    if shape.is_empty() {
        "a scalar".to_string()
    } else {
        shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
    }
}

/// The name of the elements of a type: that of a scalar type, or `ptr`.
fn element_name(module: &Module, ty: Ty) -> &'static str {
    module.element_scalar(ty).map_or("ptr", |s| s.name)
}

fn bits(module: &Module, ty: Ty) -> u32 {
    module.element_scalar(ty).map_or(64, |s| s.bits)
}

fn types_text(module: &Module, values: &[Value]) -> String {
    let texts: Vec<String> = values.iter().map(|&v| module.type_text(module.ty(v))).collect();
    texts.join(", ")
}

/// Whether an op is of the input language: the levels below take some forms that nobody may write.
fn is_input(module: &Module, op: Op) -> bool {
    module.def(op).dialect() == "cuda_tile"
}
