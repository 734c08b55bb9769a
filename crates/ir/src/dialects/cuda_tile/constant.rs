//! Constants in text: `<f32: 1.0> : tile<f32>`, `<i32: [1, 2]> : tile<2xi32>`, and the identities of reductions.

use crate::attrs::AttrData;
use crate::entity::{Attr, Op};
use crate::module::Module;
use crate::numbers;
use crate::parse::{OpInProgress, Parser, Refused};
use crate::print::Printer;
use smallvec::smallvec;

/// `constant {attributes} <f32: 1.0> : tile<f32>`.
pub(crate) fn parse_op(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    parser.dictionary(op)?;
    let (value, ty) = parser.typed_constant()?;
    op.attrs.push((0, value));
    op.result_types[0] = smallvec![ty];
    Ok(())
}

pub(crate) fn print_op(printer: &mut Printer<'_>, op: Op) {
    printer.text(" ");
    let module = printer.module;
    // Below the language the value may have another layout than the result: the type is that of the result.
    if let Some(AttrData::Dense { ty, bits }) = module.attr(op, "value").map(|value| module.attr_data(value)) {
        printer.with_text(|module, out| numbers::write_dense(module, *ty, bits, out));
    }
    printer.text(" : ");
    printer.type_of(module.result(op, 0));
}

/// `[0xFF800000 : f32, 0 : i32]`: the value that changes nothing, for each operand of a reduction.
pub(crate) fn parse_identities(parser: &mut Parser<'_>) -> Result<Attr, Refused> {
    parser.expect("[")?;
    let mut items = Vec::new();
    while !parser.eat("]") {
        items.push(parser.typed_number()?);
        if !parser.eat(",") && !parser.peek("]") {
            return Err(parser.expected("`,` or `]`"));
        }
    }
    Ok(parser.module.intern_attr(AttrData::Array(items.into())))
}

pub(crate) fn print_identities(module: &Module, attr: Attr, out: &mut String) {
    let AttrData::Array(items) = module.attr_data(attr) else {
        return;
    };
    out.push('[');
    for (i, &item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if let AttrData::Dense { ty, bits } = module.attr_data(item)
            && let (Some(scalar), [bits]) = (module.scalar(*ty), &bits[..])
        {
            let start = out.len();
            numbers::write_number(scalar, *bits, out);
            // As NVIDIA prints it: the type of a number of 64 bits is left out where its digits tell it, and truth
            // values have but one.
            let is_known = matches!(scalar.name, "i64" | "i1") || scalar.name == "f64" && !out[start..].contains('x');
            if !is_known {
                out.push_str(" : ");
                out.push_str(scalar.name);
            }
        }
    }
    out.push(']');
}
