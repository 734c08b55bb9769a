//! Constants in text: `<f32: 1.0> : tile<f32>`, `<i32: [1, 2]> : tile<2xi32>`, and the identities of reductions.

use crate::attrs::AttrData;
use crate::entity::{Attr, Op, Ty};
use crate::module::Module;
use crate::numbers;
use crate::parse::{OpInProgress, Parser, Refused};
use crate::print::Printer;
use crate::types::Scalar;
use crate::verify::kind;
use smallvec::{SmallVec, smallvec};
use tilewright_diag::Span;

/// `<element: values> : type`; what is between the brackets, and the type after them.
pub(crate) fn parse_typed(parser: &mut Parser<'_>) -> Result<(Attr, Ty), Refused> {
    parser.expect("<")?;
    let start = parser.position();
    let element = parser.ty()?;
    let Some(scalar) = parser.module.scalar(element).filter(|s| s.name != "i4") else {
        let text = parser.module.type_text(element);
        let message = format!("constants are made of numbers, not of `{text}`");
        return Err(parser.invalid(kind::TYPE, Span::new(start, parser.at), message));
    };
    parser.expect(":")?;
    let values_at = parser.position();
    let mut bits = Vec::new();
    let shape = values(parser, scalar, &mut bits, 0)?;
    let span = Span::new(values_at, parser.at);
    parser.expect(">")?;
    parser.expect(":")?;
    let ty = parser.ty()?;
    let found = parser.module.element(ty);
    if found != element {
        let (a, b) = (parser.module.type_text(element), parser.module.type_text(ty));
        let message = format!("the values are of type `{a}`, which are not the elements of `{b}`");
        return Err(parser.invalid(kind::TYPE, span, message));
    }
    // One number without brackets stands for all elements.
    if shape
        .as_ref()
        .is_some_and(|shape| shape.as_slice() != parser.module.shape(ty))
    {
        let wanted = parser.module.shape(ty).iter().product::<i64>();
        let message = if bits.len() as i64 == wanted {
            format!(
                "the brackets do not have the shape of `{}`",
                parser.module.type_text(ty)
            )
        } else {
            format!("{} values are written, but the tile has {wanted} elements", bits.len())
        };
        return Err(parser.invalid(kind::SHAPE, span, message));
    }
    if bits.windows(2).all(|pair| pair[0] == pair[1]) {
        bits.truncate(1);
    }
    let attr = parser.module.intern_attr(AttrData::Dense { ty, bits: bits.into() });
    Ok((attr, ty))
}

/// A number, or lists of them in brackets; the extents of the lists, if it is one.
fn values(
    parser: &mut Parser<'_>,
    scalar: Scalar,
    bits: &mut Vec<u64>,
    depth: usize,
) -> Result<Option<SmallVec<[i64; 4]>>, Refused> {
    if depth >= DEEPEST || !parser.eat("[") {
        bits.push(number(parser, scalar)?);
        return Ok(None);
    }
    let mut inner: Option<Option<SmallVec<[i64; 4]>>> = None;
    let mut count = 0;
    while !parser.eat("]") {
        let start = parser.position();
        let shape = values(parser, scalar, bits, depth + 1)?;
        if inner.as_ref().is_some_and(|first| *first != shape) {
            let span = Span::new(start, parser.at);
            return Err(parser.invalid(kind::SHAPE, span, "this list has other extents than the ones before it"));
        }
        inner.get_or_insert(shape);
        count += 1;
        if !parser.eat(",") && !parser.peek("]") {
            return Err(parser.expected("`,` or `]`"));
        }
    }
    let mut shape: SmallVec<[i64; 4]> = smallvec![count];
    shape.extend(inner.flatten().unwrap_or_default());
    Ok(Some(shape))
}

/// How deep lists of values may nest: deeper than any tile has dimensions.
const DEEPEST: usize = 32;

fn number(parser: &mut Parser<'_>, scalar: Scalar) -> Result<u64, Refused> {
    let start = parser.position();
    let text = if parser.peek("t") || parser.peek("f") {
        parser.take_word()
    } else {
        parser.number_text()?
    };
    let bits = numbers::parse_number(scalar, text);
    let span = Span::new(start, parser.at);
    bits.ok_or_else(|| {
        let message = format!("`{text}` is no value of type `{}`", scalar.name);
        parser.invalid(kind::ATTRIBUTE, span, message)
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
        // Numbers of 64 bits are printed without their type.
        let ty = if parser.eat(":") {
            parser.ty()?
        } else {
            let is_float = text.contains(['.', 'e', 'E']) && !text.starts_with("0x");
            parser.scalar_type(if is_float { "f64" } else { "i64" })
        };
        let scalar = parser.module.scalar(ty);
        let Some(bits) = scalar.and_then(|s| numbers::parse_number(s, text)) else {
            let ty = parser.module.type_text(ty);
            let message = format!("`{text}` is no value of type `{ty}`");
            return Err(parser.invalid(kind::ATTRIBUTE, span, message));
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
            let start = out.len();
            numbers::write_number(scalar, *bits, out);
            // As NVIDIA prints it: the type of a number of 64 bits is left out where its digits tell it.
            if scalar.name == "i64" || (scalar.name == "f64" && !out[start..].contains('x')) {
                continue;
            }
            out.push_str(" : ");
            out.push_str(scalar.name);
        }
    }
    out.push(']');
}
