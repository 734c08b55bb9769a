//! Kernels, loops and branches.

use super::{constant, hints, rules};
use crate::attrs::AttrData;
use crate::dialects::Table;
use crate::entity::{Op, Region, Ty, Value};
use crate::module::ValueName;
use crate::op_def::AttrKind::{Flag, Symbol};
use crate::op_def::Constraint::{Any, ScalarBool, ScalarInt};
use crate::op_def::custom;
use crate::op_def::traits::{IMPLICIT_END, ISOLATED, TERMINATOR};
use crate::op_def::*;
use crate::parse::{OpInProgress, OpenRegion, Parser, Refused};
use crate::print::Printer;
use crate::verify::kind;
use crate::views::ForOp;
use smallvec::SmallVec;
use tilewright_diag::counted;

const fn terminator(name: &'static str, doc: &'static str) -> OpDef {
    OpDef::new(name, "{?values $values : #values}", doc)
        .operands(const { &[variadic("values", Any)] })
        .traits(TERMINATOR)
}

// Kernels.
records!(
    pub(crate) KERNELS,
    kernels,
    Table::Kernels,
    MODULE = OpDef::new("cuda_tile.module", "", "A group of kernels and globals.")
        .attrs(&[attr("sym_name", Symbol)])
        .regions(&["body"])
        .traits(IMPLICIT_END | ISOLATED)
        .custom(parse_module, print_module)
        .verify(rules::module),
    ENTRY = OpDef::new("cuda_tile.entry", "", "A kernel.")
        .attrs(&[
            attr("sym_name", Symbol),
            attr_opt("hints", custom(hints::parse, hints::print)),
        ])
        .regions(&["body"])
        .traits(IMPLICIT_END | ISOLATED)
        .custom(parse_entry, print_entry)
        .verify(rules::entry),
    RETURN = terminator("cuda_tile.return", "Ends the kernel.").verify(rules::early_return),
);

/// Loops and branches, under the name of a dialect.
macro_rules! control_ops {
    ($table:ident, $module:ident, $number:ident, $dialect:literal) => {
        records!(
            pub(crate) $table,
            $module,
            Table::$number,
            FOR = OpDef::new(
                concat!($dialect, ".for"),
                "",
                "A loop over a range, carrying values."
            )
            .operands(&[
                one("lower", ScalarInt),
                one("upper", ScalarInt),
                one("step", ScalarInt),
                variadic("inits", Any),
            ])
            .results(&[results("results", Any)])
            .attrs(&[attr_opt("unsigned", Flag)])
            .regions(&["body"])
            .traits(IMPLICIT_END)
            .custom(parse_for, print_for)
            .verify(rules::for_loop),
            LOOP = OpDef::new(
                concat!($dialect, ".loop"),
                "",
                "A loop until `break`, carrying values."
            )
            .operands(&[variadic("inits", Any)])
            .results(&[results("results", Any)])
            .regions(&["body"])
            .traits(IMPLICIT_END)
            .custom(parse_loop, print_loop)
            .verify(rules::endless_loop),
            IF = OpDef::new(concat!($dialect, ".if"), "", "One of two branches.")
                .operands(&[one("condition", ScalarBool)])
                .results(&[results("results", Any)])
                .regions(&["then", "else"])
                .traits(IMPLICIT_END)
                .custom(parse_if, print_if)
                .verify(rules::branch),
            YIELD = terminator(
                concat!($dialect, ".yield"),
                "Ends a way of `if`, or the combiner of `reduce` and `scan`, with its values.",
            )
            .verify(rules::yields),
            CONTINUE = terminator(
                concat!($dialect, ".continue"),
                "Goes on with the next iteration, with the values it starts from.",
            )
            .verify(rules::in_loop),
            BREAK = terminator(
                concat!($dialect, ".break"),
                "Leaves the innermost `loop` with its results.",
            )
            .verify(rules::in_loop),
        );
    };
}

control_ops!(OPS, cuda_tile, Control, "cuda_tile");

control_ops!(SCF, scf, Scf, "scf");

fn parse_module(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    parse_visibility(parser, op);
    parse_name(parser, op)?;
    parser.keyword_dictionary(op)?;
    let open = parser.open_region(op.def)?;
    op.regions.push(parser.close_region(open)?);
    Ok(())
}

/// `public` or `private` before a name, if it is there.
fn parse_visibility(parser: &mut Parser<'_>, op: &mut OpInProgress) {
    if let Some(word) = parser.visibility() {
        let text = parser.module.intern_name(word);
        let value = parser.module.intern_attr(AttrData::Str(text));
        let name = parser.module.intern_name("sym_visibility");
        op.extra.push((name, value));
    }
}

fn print_module(printer: &mut Printer<'_>, op: Op) {
    printer.text(" ");
    printer.symbol(printer.module.keyword(op, "sym_name"));
    printer.text(" ");
    printer.region_body(printer.module.regions(op)[0]);
}

fn parse_name(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let name = parser.symbol()?;
    let name = parser.module.intern_attr(AttrData::Symbol(name));
    op.attrs.push((0, name));
    Ok(())
}

/// `public @name(%a: type) -> types`: the region whose arguments were read, and the types of results.
pub(super) fn parse_signature(
    parser: &mut Parser<'_>,
    op: &mut OpInProgress,
) -> Result<(OpenRegion, SmallVec<[Ty; 2]>), Refused> {
    parse_visibility(parser, op);
    parse_name(parser, op)?;
    let open = parser.open_region(op.def)?;
    if !parser.peek("(") {
        return Err(parser.expected("`(` and the parameters"));
    }
    parser.arguments(open.entry)?;
    let results = if !parser.eat("->") {
        SmallVec::new()
    } else if parser.peek("(") {
        parser.types_in_parentheses()?
    } else {
        smallvec::smallvec![parser.ty()?]
    };
    Ok((open, results))
}

/// Writes ` @name(%a: type)`.
pub(super) fn print_signature(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    printer.text(" ");
    printer.symbol(module.keyword(op, "sym_name"));
    if let Some(block) = module.entry_block(module.regions(op)[0]) {
        printer.name_arguments(block);
        printer.arguments(block);
    }
}

/// `@name(%a: type) optimization_hints=<...> { ops }`.
pub(crate) fn parse_entry(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let (open, results) = parse_signature(parser, op)?;
    if !results.is_empty() {
        return Err(parser.rule(op, "type", "a kernel returns nothing".to_string()));
    }
    if parser.eat("optimization_hints") {
        parser.expect("=")?;
        let hints = hints::parse(parser)?;
        op.attrs.push((1, hints));
    }
    parser.keyword_dictionary(op)?;
    op.regions.push(parser.close_region(open)?);
    Ok(())
}

pub(crate) fn print_entry(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    let region = module.regions(op)[0];
    print_signature(printer, op);
    if let Some(attr) = module.attr(op, "hints") {
        printer.text(" optimization_hints=");
        printer.with_text(|module, out| hints::print(module, attr, out));
    }
    printer.text(" ");
    printer.region_body(region);
}

/// `iter_values(%a = %x, %b = %y)`: names of block arguments, and the values they start from.
type IterValues = Vec<(ValueName, tilewright_diag::Span)>;

fn parse_iter_values(parser: &mut Parser<'_>, inits: &mut SmallVec<[Value; 4]>) -> Result<IterValues, Refused> {
    let mut names = Vec::new();
    if !parser.eat("iter_values") {
        return Ok(names);
    }
    parser.expect("(")?;
    while !parser.eat(")") {
        let (name, span) = parser.value_name()?;
        parser.expect("=")?;
        let value = parser.value()?;
        inits.push(value);
        names.push((ValueName { name, part: 0 }, span));
        if !parser.eat(",") && !parser.peek(")") {
            return Err(parser.expected("`,` or `)`"));
        }
    }
    Ok(names)
}

fn print_iter_values(printer: &mut Printer<'_>, arguments: &[Value], inits: &[Value]) {
    printer.text("iter_values(");
    for (i, (&argument, &init)) in arguments.iter().zip(inits).enumerate() {
        if i > 0 {
            printer.text(", ");
        }
        printer.value(argument);
        printer.text(" = ");
        printer.value(init);
    }
    printer.text(")");
}

/// `%i in (%lo to %hi, step %st) : tile<i32> iter_values(...) -> (types) { ops }`.
pub(crate) fn parse_for(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    if parser.eat("unsigned") {
        let unit = parser.module.intern_attr(AttrData::Unit);
        op.attrs.push((0, unit));
    }
    let (name, span) = parser.value_name()?;
    parser.expect("in")?;
    for (slot, before) in [(0, "("), (1, "to"), (2, ",")] {
        parser.expect(before)?;
        if slot == 2 {
            parser.expect("step")?;
        }
        let value = parser.value()?;
        op.operands[slot].push(value);
    }
    parser.expect(")")?;
    parser.expect(":")?;
    let ty = parser.ty()?;
    for slot in 0..3 {
        let value = op.operands[slot][0];
        parser.check_type(value, ty)?;
    }
    let names = parse_iter_values(parser, &mut op.operands[3])?;
    if !names.is_empty() {
        parser.expect("->")?;
        parser.expect("(")?;
        op.result_types[0] = parser.types()?;
        parser.expect(")")?;
    }
    let open = parser.open_region(op.def)?;
    let induction = parser.module.add_argument(open.entry, ty);
    parser.define(ValueName { name, part: 0 }, induction, span)?;
    for ((name, span), index) in names.into_iter().zip(0..) {
        let Some(&ty) = op.result_types[0].get(index) else {
            return Err(parser.invalid(kind::COUNT, span, "there is no result type for this value"));
        };
        let argument = parser.module.add_argument(open.entry, ty);
        parser.define(name, argument, span)?;
    }
    op.regions.push(parser.close_region(open)?);
    Ok(())
}

pub(crate) fn print_for(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    let Some((bounds, block)) = ForOp::of(module, op).and_then(|bounds| Some((bounds, bounds.body?))) else {
        return;
    };
    let arguments = module.arguments(block);
    printer.name_arguments(block);
    printer.text(if module.has_attr(op, "unsigned") {
        " unsigned "
    } else {
        " "
    });
    printer.value(arguments[0]);
    printer.text(" in (");
    printer.value(bounds.lower);
    printer.text(" to ");
    printer.value(bounds.upper);
    printer.text(", step ");
    printer.value(bounds.step);
    printer.text(") : ");
    printer.type_of(arguments[0]);
    printer.text(" ");
    let inits = bounds.inits;
    if !inits.is_empty() {
        print_iter_values(printer, &arguments[1..], inits);
        printer.text(" -> (");
        printer.types_of(module.results(op), false);
        printer.text(") ");
    }
    printer.region_body(module.regions(op)[0]);
}

/// `iter_values(...) : types -> types { ops }`.
pub(crate) fn parse_loop(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let names = parse_iter_values(parser, &mut op.operands[0])?;
    let mut types = SmallVec::new();
    if parser.eat(":") {
        if names.is_empty() {
            op.result_types[0] = parser.types()?;
        } else {
            types = parser.types()?;
            if parser.eat("->") {
                op.result_types[0] = parser.types()?;
            }
        }
    }
    if types.len() > names.len() {
        let message = format!(
            "{} for {} carried",
            counted(types.len(), "types"),
            counted(names.len(), "values")
        );
        let span = parser.next_span();
        return Err(parser.invalid(kind::COUNT, span, message));
    }
    let open = parser.open_region(op.def)?;
    for (i, (name, span)) in names.into_iter().enumerate() {
        let Some(&ty) = types.get(i) else {
            return Err(parser.invalid(kind::COUNT, span, "there is no type for this value"));
        };
        let init = op.operands[0][i];
        parser.check_type(init, ty)?;
        let argument = parser.module.add_argument(open.entry, ty);
        parser.define(name, argument, span)?;
    }
    op.regions.push(parser.close_region(open)?);
    Ok(())
}

pub(crate) fn print_loop(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    let region = module.regions(op)[0];
    let Some(block) = module.entry_block(region) else {
        return;
    };
    let arguments = module.arguments(block);
    printer.name_arguments(block);
    printer.text(" ");
    if !arguments.is_empty() {
        print_iter_values(printer, arguments, module.operands(op));
        printer.text(" : ");
        printer.types_of(arguments, false);
        printer.text(" ");
    }
    if !module.results(op).is_empty() {
        printer.text(if arguments.is_empty() { ": " } else { "-> " });
        printer.types_of(module.results(op), false);
        printer.text(" ");
    }
    printer.region_body(region);
}

/// `%c -> (types) { ops } else { ops }`.
pub(crate) fn parse_if(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    let condition = parser.value()?;
    op.operands[0].push(condition);
    if parser.eat("->") {
        parser.expect("(")?;
        op.result_types[0] = parser.types()?;
        parser.expect(")")?;
    }
    let open = parser.open_region(op.def)?;
    op.regions.push(parser.close_region(open)?);
    if parser.eat("else") {
        let open = parser.open_region(op.def)?;
        op.regions.push(parser.close_region(open)?);
    } else {
        // Without `else` the second region has no block at all.
        let region: Region = parser.module.loose_region();
        op.regions.push(region);
    }
    Ok(())
}

pub(crate) fn print_if(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    printer.text(" ");
    printer.value(module.only_operand(op));
    if !module.results(op).is_empty() {
        printer.text(" -> (");
        printer.types_of(module.results(op), false);
        printer.text(")");
    }
    for (region, word) in module.regions(op).iter().zip([" ", " else "]) {
        if !module.blocks(*region).is_empty() {
            printer.text(word);
            printer.scoped(|printer| printer.region_body(*region));
        }
    }
}

pub(crate) fn parse_reduce(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    parse_combining(parser, op, false)
}

pub(crate) fn parse_scan(parser: &mut Parser<'_>, op: &mut OpInProgress) -> Result<(), Refused> {
    parse_combining(parser, op, true)
}

/// `%x, %y dim=1 reverse=false identities=[...] : types -> types` and on the next line `(%a: t, %b: t) { ops }`.
fn parse_combining(parser: &mut Parser<'_>, op: &mut OpInProgress, scan: bool) -> Result<(), Refused> {
    loop {
        let value = parser.value()?;
        op.operands[0].push(value);
        if !parser.eat(",") {
            break;
        }
    }
    parser.dictionary(op)?;
    parser.expect("dim")?;
    parser.expect("=")?;
    let dim = parser.integer()?;
    let dim = parser.module.intern_attr(AttrData::Int(dim));
    op.attrs.push((0, dim));
    if scan {
        parser.expect("reverse")?;
        parser.expect("=")?;
        let reverse = match parser.take_word() {
            "true" => true,
            "false" => false,
            _ => return Err(parser.expected("`true` or `false`")),
        };
        let reverse = parser.module.intern_attr(AttrData::Bool(reverse));
        op.attrs.push((1, reverse));
    }
    parser.expect("identities")?;
    parser.expect("=")?;
    let identities = constant::parse_identities(parser)?;
    op.attrs.push((if scan { 2 } else { 1 }, identities));
    parser.expect(":")?;
    let types = parser.types()?;
    if types.len() != op.operands[0].len() {
        let message = format!(
            "{}, but {}",
            counted(op.operands[0].len(), "operands"),
            counted(types.len(), "types")
        );
        let span = parser.next_span();
        return Err(parser.invalid(kind::COUNT, span, message));
    }
    for (i, &ty) in types.iter().enumerate() {
        let value = op.operands[0][i];
        parser.check_type(value, ty)?;
    }
    parser.expect("->")?;
    op.result_types[0] = parser.types()?;
    let open = parser.open_region(op.def)?;
    parser.arguments(open.entry)?;
    op.regions.push(parser.close_region(open)?);
    Ok(())
}

pub(crate) fn print_reduce(printer: &mut Printer<'_>, op: Op) {
    print_combining(printer, op);
}

pub(crate) fn print_scan(printer: &mut Printer<'_>, op: Op) {
    print_combining(printer, op);
}

fn print_combining(printer: &mut Printer<'_>, op: Op) {
    let module = printer.module;
    printer.text(" ");
    printer.values(module.operands(op));
    printer.text(&format!(" dim={}", module.int_attr(op, "dim").unwrap_or_default()));
    if let Some(reverse) = module.attr(op, "reverse") {
        printer.text(" reverse=");
        printer.attr(reverse);
    }
    if let Some(identities) = module.attr(op, "identities") {
        printer.text(" identities=");
        printer.with_text(|module, out| constant::print_identities(module, identities, out));
    }
    printer.text(" : ");
    printer.types_of(module.operands(op), false);
    printer.text(" -> ");
    printer.types_of(module.results(op), false);
    // The space before the line break is NVIDIA's.
    printer.text(" ");
    printer.newline();
    let region = module.regions(op)[0];
    printer.indentation();
    if let Some(block) = module.entry_block(region) {
        printer.name_arguments(block);
        printer.arguments(block);
    }
    printer.text(" ");
    printer.region_body(region);
}
