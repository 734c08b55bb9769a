//! Text forms of views and globals that no format string can say.

use crate::attrs::AttrData;
use crate::entity::{Attr, Op, Value};
use crate::module::Module;
use crate::op_def::{AttrDef, AttrKind, attr, attr_opt};
use crate::parse::{OpInProgress, Parser, Refused};
use crate::print::Printer;
use crate::types::DYNAMIC;
use crate::verify::kind;
use crate::views::TensorAt;
use smallvec::{SmallVec, smallvec};
use tilewright_diag::Span;

/// `%base, shape = [%n, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>`.
pub(crate) fn parse_make_tensor_view(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let base = parser.value()?;
    op.operands[0].push(base);
    let mut ints = Vec::new();
    for (slot, word) in [(1, "shape"), (2, "strides")] {
        parser.expect(",")?;
        parser.expect(word)?;
        parser.expect("=")?;
        parser.expect("[")?;
        while !parser.eat("]") {
            if parser.peek("%") {
                let value = parser.value()?;
                op.operands[slot].push(value);
                ints.push(DYNAMIC);
            } else {
                ints.push(parser.integer()?);
            }
            if !parser.eat(",") && !parser.peek("]") {
                return Err(parser.expected("`,` or `]`"));
            }
        }
    }
    parser.dictionary(op)?;
    parser.expect(":")?;
    let dynamic: SmallVec<[Value; 4]> = op.operands[1].iter().chain(&op.operands[2]).copied().collect();
    if !dynamic.is_empty() {
        let ty = parser.ty()?;
        for value in dynamic {
            parser.check_type(value, ty)?;
        }
        parser.expect("->")?;
    }
    let start = parser.position();
    let ty = parser.ty()?;
    let span = Span::new(start, parser.at);
    let Some(view) = parser.module.tensor_view_type(ty) else {
        return Err(parser.invalid(kind::TYPE, span, "the result must be a tensor view"));
    };
    let written = view.sizes.iter().chain(view.strides);
    let (ranks, wanted) = (view.sizes.len() + view.strides.len(), ints.len());
    if !written.eq(ints.iter()) {
        let kind = if ranks == wanted { kind::SHAPE } else { kind::COUNT };
        let message = "the type does not agree with `shape` and `strides` before it";
        return Err(parser.invalid(kind, span, message));
    }
    op.result_types[0] = smallvec![ty];
    Ok(())
}

pub(crate) fn print_make_tensor_view(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    let ty = module.ty(module.result(op, 0));
    let (Some(view), Some(tensor)) = (module.tensor_view_type(ty), TensorAt::of(module, op)) else {
        return;
    };
    printer.text(" ");
    printer.value(tensor.base);
    let lists = [
        (tensor.sizes, ", shape = [", view.sizes),
        (tensor.strides, ", strides = [", view.strides),
    ];
    for (dynamic, word, ints) in lists {
        printer.text(word);
        let mut dynamic = dynamic.iter();
        for (i, &int) in ints.iter().enumerate() {
            if i > 0 {
                printer.text(", ");
            }
            match dynamic.as_slice().first() {
                Some(&value) if int == DYNAMIC => {
                    dynamic.next();
                    printer.value(value);
                }
                _ => printer.text(&int.to_string()),
            }
        }
        printer.text("]");
    }
    printer.text(" : ");
    if let Some(&first) = tensor.sizes.iter().chain(tensor.strides).next() {
        printer.type_of(first);
        printer.text(" -> ");
    }
    printer.ty(ty);
}

/// `%view : view type -> tile<i32>`; as many results as the view has dimensions, all of the one type.
pub(crate) fn parse_extents_of(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let view = parser.value()?;
    op.operands[0].push(view);
    parser.expect(":")?;
    let view_type = parser.ty()?;
    parser.check_type(view, view_type)?;
    parser.expect("->")?;
    let ty = parser.ty()?;
    let module = &parser.module;
    let tiles = module.tile_view_type(view_type).map(|v| v.tile.len());
    let rank = tiles
        .or(module.tensor_view_type(view_type).map(|v| v.sizes.len()))
        .unwrap_or(0);
    op.result_types[0] = SmallVec::from_elem(ty, rank);
    Ok(())
}

pub(crate) fn print_extents_of(printer: &mut Printer<'_>, op: Op) {
    let view = printer.module.only_operand(op);
    printer.text(" ");
    printer.value(view);
    printer.text(" : ");
    printer.type_of(view);
    printer.text(" -> ");
    if let Some(&first) = printer.module.results(op).first() {
        printer.type_of(first);
    }
}

/// The attributes of a global, at every level.
pub(crate) const GLOBAL_ATTRS: &[AttrDef] = &[
    attr("sym_name", AttrKind::Symbol),
    attr("value", AttrKind::Any),
    attr_opt("alignment", AttrKind::Int),
    attr_opt("constant", AttrKind::Flag),
    attr_opt("private", AttrKind::Flag),
];

/// `private constant @name alignment = 4 <i32: [1]> : tile<1xi32>`.
pub(crate) fn parse_global(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let unit = parser.module.intern_attr(AttrData::Unit);
    for (slot, word) in [(4, "private"), (3, "constant")] {
        if parser.eat(word) {
            op.attrs.push((slot, unit));
        }
    }
    let name = parser.symbol()?;
    let name = parser.module.intern_attr(AttrData::Symbol(name));
    op.attrs.push((0, name));
    if parser.eat("alignment") {
        parser.expect("=")?;
        let bytes = parser.integer()?;
        let bytes = parser.module.intern_attr(AttrData::Int(bytes));
        op.attrs.push((2, bytes));
    }
    let (value, _) = parser.typed_constant()?;
    op.attrs.push((1, value));
    Ok(())
}

pub(crate) fn print_global(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    // The space between the two words is NVIDIA's, and stands there without them too.
    for (word, after) in [("private", " "), ("constant", "")] {
        if module.has_attr(op, word) {
            printer.text(" ");
            printer.text(word);
        }
        printer.text(after);
    }
    printer.text(" ");
    printer.symbol(module.keyword(op, "sym_name"));
    if let Some(bytes) = module.int_attr(op, "alignment") {
        printer.text(&format!(" alignment = {bytes}"));
    }
    if let Some(value) = module.attr(op, "value")
        && let AttrData::Dense { .. } = module.attr_data(value)
    {
        printer.text(" ");
        printer.attr(value);
    }
}

/// `[true, false]`.
pub(crate) fn parse_bools(parser: &mut Parser<'_>) -> Result<Attr, Refused> {
    parser.expect("[")?;
    let mut items = Vec::new();
    while !parser.eat("]") {
        let item = match parser.take_word() {
            "true" => true,
            "false" => false,
            _ => return Err(parser.expected("`true` or `false`")),
        };
        items.push(parser.module.intern_attr(AttrData::Bool(item)));
        if !parser.eat(",") && !parser.peek("]") {
            return Err(parser.expected("`,` or `]`"));
        }
    }
    Ok(parser.module.intern_attr(AttrData::Array(items.into())))
}

pub(crate) fn print_bools(module: &Module, attr: Attr, out: &mut String) {
    module.write_attr(attr, out);
}
