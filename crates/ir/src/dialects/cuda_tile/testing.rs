//! Ops that only tests of the language use. They are read where that is asked for, and are never lowered.

use super::control;
use crate::attrs::AttrData;
use crate::dialects::Table;
use crate::entity::{Op, Ty, Value};
use crate::module::Module;
use crate::op_def::AttrKind::{Symbol, Type};
use crate::op_def::traits::{IMPLICIT_END, ISOLATED, TERMINATOR};
use crate::op_def::*;
use crate::parse::{OpInProgress, Parser, Refused};
use crate::print::Printer;
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, TYPE};

// The ops.
records!(
    pub(crate) OPS,
    testing,
    Table::Testing,
    TESTING_FUNC = OpDef::new(
        "cuda_tile.testing$func",
        "",
        "Like a kernel, but with any types of arguments, and with results.",
    )
    .attrs(&[attr("sym_name", Symbol), attr("function_type", Type)])
    .regions(&["body"])
    .traits(IMPLICIT_END | ISOLATED)
    .custom(parse, print)
    .verify(verify),
);

/// `@name(%a: type) -> types { ops }`.
fn parse(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let (open, results) = control::parse_signature(parser, op)?;
    let inputs: Vec<Ty> = parser
        .module
        .arguments(open.entry)
        .iter()
        .map(|&a| parser.module.ty(a))
        .collect();
    let ty = parser.module.function_type(&inputs, &results);
    op.attrs.push((1, parser.module.intern_attr(AttrData::Type(ty))));
    parser.keyword_dictionary(op)?;
    op.regions.push(parser.close_region(open)?);
    Ok(())
}

fn print(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    control::print_signature(printer, op);
    match results(module, op) {
        [] => {}
        [one] => {
            printer.text(" -> ");
            printer.ty(*one);
        }
        several => {
            printer.text(" -> (");
            for (i, &ty) in several.iter().enumerate() {
                printer.text(if i > 0 { ", " } else { "" });
                printer.ty(ty);
            }
            printer.text(")");
        }
    }
    printer.text(" ");
    printer.region_body(module.regions(op)[0]);
}

/// The types of what a function returns.
fn results(module: &Module, op: Op) -> &[Ty] {
    match module.attr(op, "function_type").map(|attr| module.attr_data(attr)) {
        Some(&AttrData::Type(ty)) => module.function_parts(ty).map_or(&[], |(_, results)| results),
        _ => &[],
    }
}

/// Its type is that of a function, and it ends in a `return` if it returns anything.
fn verify(module: &Module, op: Op) -> Result<(), Violation> {
    let ty = module.attr(op, "function_type").map(|attr| module.attr_data(attr));
    if !matches!(ty, Some(&AttrData::Type(ty)) if module.function_parts(ty).is_some()) {
        return Err(Violation::of(
            ATTRIBUTE,
            "`function_type` must be the type of a function",
        ));
    }
    let block = module.entry_block(module.regions(op)[0]);
    let last = block.and_then(|block| module.last_op(block));
    match last {
        Some(last) if module.def(last).has(TERMINATOR) => Ok(()),
        _ => returns(module, op, &[]),
    }
}

/// Results of a function have the types that it declares.
pub(super) fn returns(module: &Module, function: Op, values: &[Value]) -> Result<(), Violation> {
    let returned: Vec<Ty> = values.iter().map(|&v| module.ty(v)).collect();
    let wanted = results(module, function);
    if returned == wanted {
        return Ok(());
    }
    let list = |types: &[Ty]| {
        types
            .iter()
            .map(|&ty| module.type_text(ty))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (returned, wanted) = (list(&returned), list(wanted));
    let message = format!("({returned}) is returned, but the function says that it returns ({wanted})");
    Err(Violation::of(TYPE, message))
}
