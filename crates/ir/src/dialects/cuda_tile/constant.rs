//! Constants in text: `<f32: 1.0> : tile<f32>`, `<i32: [1, 2]> : tile<2xi32>`, and the identities of reductions.

use crate::attrs::AttrData;
use crate::entity::{Attr, Op};
use crate::module::Module;
use crate::numbers;
use crate::parse::{OpInProgress, Parser, Refused};
use crate::print::Printer;
use crate::types::Scalar;
use smallvec::smallvec;
use tilewright_diag::Span;

/// `<element: values> : type`; what is between the brackets, and the type after them.
pub(crate) fn parse_typed(parser: &mut Parser<'_>) -> Result<(Attr, crate::entity::Ty), Refused> {
    parser.expect("<")?;
    let start = parser.position();
    let element = parser.ty()?;
    let Some(scalar) = parser.module.scalar(element) else {
        return Err(parser.error_at(Span::new(start, parser.at), "constants are made of numbers"));
    };
    parser.expect(":")?;
    let values_at = parser.position();
    let mut bits = Vec::new();
    let is_list = parser.peek("[");
    values(parser, scalar, &mut bits, 0)?;
    let span = Span::new(values_at, parser.at);
    parser.expect(">")?;
    parser.expect(":")?;
    let ty = parser.ty()?;
    let wanted = parser.module.shape(ty).iter().product::<i64>();
    let found = parser.module.element(ty);
    if found != element {
        let (a, b) = (parser.module.type_text(element), parser.module.type_text(found));
        return Err(parser.error_at(
            span,
            format!("the values are of type `{a}`, but the tile's elements are `{b}`"),
        ));
    }
    if is_list && bits.len() as i64 != wanted {
        let message = format!("{} values are written, but the tile has {wanted} elements", bits.len());
        return Err(parser.error_at(span, message));
    }
    if bits.windows(2).all(|pair| pair[0] == pair[1]) {
        bits.truncate(1);
    }
    let attr = parser.module.intern_attr(AttrData::Dense { ty, bits: bits.into() });
    Ok((attr, ty))
}

fn values(parser: &mut Parser<'_>, scalar: Scalar, bits: &mut Vec<u64>, depth: usize) -> Result<(), Refused> {
    if depth < 8 && parser.eat("[") {
        while !parser.eat("]") {
            values(parser, scalar, bits, depth + 1)?;
            if !parser.eat(",") && !parser.peek("]") {
                return Err(parser.expected("`,` or `]`"));
            }
        }
        return Ok(());
    }
    bits.push(number(parser, scalar)?);
    Ok(())
}

fn number(parser: &mut Parser<'_>, scalar: Scalar) -> Result<u64, Refused> {
    let start = parser.position();
    let text = if parser.peek("t") || parser.peek("f") {
        parser.take_word()
    } else {
        parser.number_text()?
    };
    let bits = numbers::parse_number(scalar, text);
    bits.ok_or_else(|| {
        parser.error_at(
            Span::new(start, parser.at),
            format!("`{text}` is no value of type `{}`", scalar.name),
        )
    })
}

/// `constant <f32: 1.0> : tile<f32>`.
pub(crate) fn parse_op(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let (value, ty) = parse_typed(parser)?;
    op.attrs.push((0, value));
    op.result_types[0] = smallvec![ty];
    Ok(())
}

pub(crate) fn print_op(printer: &mut Printer<'_>, op: Op) {
    printer.text(" ");
    if let Some(value) = printer.module.attr(op, "value") {
        printer.attr(value);
    }
    printer.text(" : ");
    printer.type_of(printer.module.result(op, 0));
}

/// `[0xFF800000 : f32, 0 : i32]`: the value that changes nothing, for each operand of a reduction.
pub(crate) fn parse_identities(parser: &mut Parser<'_>) -> Result<Attr, Refused> {
    parser.expect("[")?;
    let mut items = Vec::new();
    while !parser.eat("]") {
        let start = parser.position();
        let text = if parser.peek("t") || parser.peek("f") {
            parser.take_word()
        } else {
            parser.number_text()?
        };
        let span = Span::new(start, parser.at);
        parser.expect(":")?;
        let ty = parser.ty()?;
        let scalar = parser.module.scalar(ty);
        let Some(bits) = scalar.and_then(|s| numbers::parse_number(s, text)) else {
            let ty = parser.module.type_text(ty);
            return Err(parser.error_at(span, format!("`{text}` is no value of type `{ty}`")));
        };
        items.push(parser.module.intern_attr(AttrData::Dense {
            ty,
            bits: [bits].into(),
        }));
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
            numbers::write_number(scalar, *bits, out);
            out.push_str(" : ");
            out.push_str(scalar.name);
        }
    }
    out.push(']');
}
