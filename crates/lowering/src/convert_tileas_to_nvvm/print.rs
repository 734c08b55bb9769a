//! Printing and assertions.
//!
//! One thread prints. Tiles of few elements become arguments of one call, so that a line stays together whoever else
//! prints; others go through shared memory, part by part, and are printed in a loop, neighbours in a row at a time.
//! Elements stand in brackets, one pair for each dimension.

use super::access::tile_leader;
use super::control::{fork, jump};
use super::exchange::barrier;
use super::scalar::{Int, Scalars};
use super::slices::Shared;
use super::{Cx, ThreadLowering};
use tilewright_diag::printf::{Conversion, Piece, misfit, pieces};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Block, Op, Value};

/// The most arguments of one call (CUDA programming guide, formatted output).
const MAX_ARGS: usize = 32;
/// Elements of a tile that are arguments of the call that prints the text around them.
const MAX_INLINE: i64 = 16;
/// Neighbours that one call of a loop prints.
const RUN: i64 = 8;
/// Shared memory that a part of a tile takes on its way to the thread that prints, in bytes.
const PART_BYTES: i64 = 16 << 10;

/// Text that waits for its call, and the arguments of it.
#[derive(Default)]
struct Line {
    text: String,
    args: Vec<Value>,
}

impl Line {
    fn flush(&mut self, cx: &mut Cx<'_>) {
        let Self { text, args } = std::mem::take(self);
        if !text.is_empty() {
            print_line(cx, &text, &args);
        }
    }
}

fn string(cx: &mut Cx<'_>, text: &str) -> Value {
    let ty = cx.int_type(Int::I64);
    let text = cx.new.intern_name(text);
    let text = cx.new.intern_attr(AttrData::Str(text));
    cx.build().value_with(nvvm::STRING, &[], ty, &[("text", text)])
}

fn print_line(cx: &mut Cx<'_>, text: &str, args: &[Value]) {
    let format = string(cx, text);
    cx.build().op(nvvm::PRINTF, &[&[format], args], &[]);
}

/// An element as `printf` takes it: 32 or 64 bits of an integer, an f64; none if the conversion is for another kind of
/// number.
fn promoted(cx: &mut Cx<'_>, value: Value, conversion: &Conversion<'_>) -> Option<Value> {
    let ty = cx.new.ty(value);
    let scalar = cx.new.scalar(ty)?;
    if scalar.is_float() != conversion.is_float() {
        return None;
    }
    if scalar.is_float() {
        let wide = cx.new.named_type("f64");
        return Some(match scalar.bits {
            64 => value,
            _ => cx.build().value(arith::FTOF, &[value], wide),
        });
    }
    let bits = if conversion.is_long() { 64 } else { 32 };
    let to = cx.int_type(if bits == 64 { Int::I64 } else { Int::I32 });
    // A truth value is 0 or 1.
    let sign = if conversion.is_signed() && scalar.bits > 1 {
        "signed"
    } else {
        "unsigned"
    };
    Some(match scalar.bits {
        own if own < bits => cx.build().extend(sign, value, to),
        own if own > bits => cx.build().value(arith::TRUNCI, &[value], to),
        _ => value,
    })
}

pub(super) fn print(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let format = old.keyword(op, "format").to_string();
    let args = old.operands_named(op, operand::ARGS).to_vec();
    let refuse = |cx: &Cx<'_>, what: String| {
        let refusal = cx.error(op, "convert.print", what);
        Err(Box::new(refusal.with_help(
            "integers are printed by %d, %u, %x and so on, with `ll` for i64; floats by %f, %e, %g",
        )))
    };
    let is_float = |arg| old.element_scalar(old.ty(arg)).is_some_and(|scalar| scalar.is_float());
    let types: Vec<_> = args
        .iter()
        .map(|&arg| (is_float(arg), old.type_text(old.ty(arg))))
        .collect();
    if let Some(why) = misfit(&format, &types) {
        return refuse(cx, why);
    }
    // The elements of small tiles are brought to the thread that prints before it goes a way of its own.
    let mut small = Vec::new();
    for &arg in &args {
        let ty = old.ty(arg);
        let few = old.shape(ty).iter().product::<i64>() <= MAX_INLINE;
        small.push(match (old.shape(ty).is_empty(), few) {
            (true, _) => Some(vec![cx.value(arg)?]),
            (_, true) => Some(gathered(cx, arg)?),
            _ => None,
        });
    }
    let mut block = None;
    let mut line = Line::default();
    let mut next = 0;
    for piece in pieces(&format) {
        let conversion = match piece {
            Piece::Text(text) => {
                block = block.or_else(|| Some(enter(cx)));
                line.text.push_str(&text.replace('%', "%%"));
                continue;
            }
            Piece::Conversion(conversion) => conversion,
        };
        let Some(&arg) = args.get(next) else {
            return refuse(cx, format!("`{}` has no argument", conversion.text));
        };
        let shape = old.shape(old.ty(arg)).to_vec();
        let misfit = format!("`{}` cannot print {}", conversion.text, old.type_text(old.ty(arg)));
        match &small[next] {
            Some(values) => {
                block = block.or_else(|| Some(enter(cx)));
                if line.args.len() + values.len() > MAX_ARGS {
                    line.flush(cx);
                }
                for (i, &value) in values.iter().enumerate() {
                    line.text.push_str(&around(&shape, i as i64));
                    line.text.push_str(conversion.text);
                    match promoted(cx, value, &conversion) {
                        Some(value) => line.args.push(value),
                        None => return refuse(cx, misfit),
                    }
                }
                line.text.push_str(&"]".repeat(shape.len()));
            }
            None => {
                if let Some(all) = block.take() {
                    line.flush(cx);
                    jump(cx, all, &[]);
                    cx.block = all;
                }
                if large(cx, arg, &conversion)?.is_none() {
                    return refuse(cx, misfit);
                }
            }
        }
        next += 1;
    }
    if let Some(all) = block {
        line.flush(cx);
        jump(cx, all, &[]);
        cx.block = all;
    }
    cx.replace(old.result(op, 0), []);
    Ok(())
}

/// Goes on as the thread that prints; the block where all go on is the result.
fn enter(cx: &mut Cx<'_>) -> Block {
    let (first, all) = (cx.add_block(), cx.add_block());
    let leader = tile_leader(cx);
    fork(cx, leader, first, all);
    cx.block = first;
    all
}

/// The text before an element: the brackets that open there, after those that close and a comma.
fn around(shape: &[i64], index: i64) -> String {
    let mut rows = shape.len();
    let mut inner = 1;
    for (dim, extent) in shape.iter().enumerate().rev() {
        if index % (inner * extent) != 0 {
            rows = shape.len() - 1 - dim;
            break;
        }
        inner *= extent;
    }
    match index {
        0 => "[".repeat(rows),
        _ => format!("{}, {}", "]".repeat(rows), "[".repeat(rows)),
    }
}

/// All elements of a tile, in every thread.
fn gathered(cx: &mut Cx<'_>, tile: Value) -> Result<Vec<Value>, Failure> {
    let shared = Shared::room(cx, tile);
    barrier(cx);
    shared.write(cx, shared.base, tile)?;
    barrier(cx);
    let count = shared.shape.iter().product::<i64>();
    Ok((0..count).map(|i| shared.element_at(cx, shared.base, i)).collect())
}

/// Prints a tile of many elements, part by part; none if the conversion is for another kind of number.
fn large(cx: &mut Cx<'_>, tile: Value, conversion: &Conversion<'_>) -> Result<Option<()>, Failure> {
    let shape = cx.old.shape(cx.old.ty(tile)).to_vec();
    let elements = shape.iter().product::<i64>();
    // Absent: a single element is a row of one.
    let row = shape.last().copied().unwrap_or(1).min(RUN);
    let shared = Shared::room_for(cx, tile, PART_BYTES);
    let part = shared.shape.iter().product::<i64>();
    for first in (0..elements).step_by(part as usize) {
        barrier(cx);
        shared.write_part(cx, tile, first)?;
        barrier(cx);
        let all = enter(cx);
        // The loop over the neighbours of a row.
        let ty = cx.int_type(Int::I32);
        let header = cx.add_block();
        let index = cx.new.add_argument(header, ty);
        let (body, done) = (cx.add_block(), cx.add_block());
        let zero = cx.int(Int::I32, 0);
        jump(cx, header, &[zero]);
        cx.block = header;
        let end = cx.int(Int::I32, part);
        let goes_on = cx.compare("less_than", index, end);
        fork(cx, goes_on, body, done);
        cx.block = body;
        let whole = cx.binary_const(arith::ADDI, index, Int::I32, first);
        let before = separator(cx, &shape, whole);
        cx.build().op(nvvm::PRINTF, &[&[before], &[]], &[]);
        let bytes = cx.binary_const(arith::MULI, index, Int::I32, shared.bytes);
        let address = cx.binary(arith::ADDI, shared.base, bytes);
        let mut line = Line::default();
        for i in 0..row {
            line.text.push_str(if i > 0 { ", " } else { "" });
            line.text.push_str(conversion.text);
            let value = shared.element_at(cx, address, i);
            let Some(value) = promoted(cx, value, conversion) else {
                return Ok(None);
            };
            line.args.push(value);
        }
        line.flush(cx);
        let next = cx.binary_const(arith::ADDI, index, Int::I32, row);
        jump(cx, header, &[next]);
        cx.block = done;
        if first + part == elements {
            print_line(cx, &"]".repeat(shape.len()), &[]);
        }
        jump(cx, all, &[]);
        cx.block = all;
    }
    Ok(Some(()))
}

/// The text before the neighbours of a row that start at an element: what [`around`] says, chosen as the kernel runs.
fn separator(cx: &mut Cx<'_>, shape: &[i64], index: Value) -> Value {
    let elements = shape.iter().product::<i64>();
    let mut text = string(cx, &"[".repeat(shape.len()));
    let mut inner = elements;
    for (dim, extent) in shape.iter().enumerate() {
        // Elements whose index is no multiple of `inner` are not the first of this dimension.
        let rows = shape.len() - 1 - dim;
        let own = string(cx, &format!("{}, {}", "]".repeat(rows), "[".repeat(rows)));
        let within = cx.binary_const(arith::ANDI, index, Int::I32, inner - 1);
        let zero = cx.int(Int::I32, 0);
        let later = cx.compare("not_equal", within, zero);
        text = cx.build().select(later, own, text);
        inner /= extent;
    }
    text
}

/// Each thread looks at the elements that it holds, and says which of them are wrong.
pub(super) fn assert(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let condition = cx.old.only_operand(op);
    let (layout, values) = (cx.layout_of(condition), cx.values(condition)?);
    let shape = cx.old.shape(cx.old.ty(condition)).to_vec();
    let mut fine = values[0];
    for &value in &values[1..] {
        fine = cx.binary(arith::ANDI, fine, value);
    }
    let (wrong, all) = (cx.add_block(), cx.add_block());
    fork(cx, fine, all, wrong);
    cx.block = wrong;
    let writer = super::access::is_writer(cx, &layout);
    let mut block: Vec<Value> = Vec::new();
    for register in ["ctaid.x", "ctaid.y", "ctaid.z"] {
        block.push(cx.special(register));
    }
    let place = ["%d"; 8][..shape.len().min(8)].join(", ");
    let place = if shape.is_empty() {
        String::new()
    } else {
        format!(", element [{place}]")
    };
    let loc = cx.old.loc_data(cx.old.loc(op));
    let message = cx.old.keyword(op, "message").replace('%', "%%");
    let text = format!("line {}: tile block [%d, %d, %d]{place}: {message}\n", loc.line);
    let thread: Vec<Option<Value>> = (0..shape.len())
        .map(|dim| super::access::thread_coordinate(cx, &layout, &shape, dim))
        .collect();
    for (register, &value) in values.iter().enumerate() {
        let (say, next) = (cx.add_block(), cx.add_block());
        let mut holds = value;
        if let Some(writer) = writer {
            let one = cx.new.ty(value);
            let one = cx.build().number(-1, one);
            let copy = cx.binary(arith::XORI, writer, one);
            holds = cx.binary(arith::ORI, holds, copy);
        }
        fork(cx, holds, next, say);
        cx.block = say;
        let mut args = block.clone();
        let index = layout.register_index(register);
        for (dim, &thread) in thread.iter().enumerate() {
            let (low, count) = tilewright_layout::dim_bits(&shape, dim);
            let own = i64::from(index >> low & ((1 << count) - 1));
            args.push(match thread {
                Some(thread) => cx.binary_const(arith::ADDI, thread, Int::I32, own),
                None => cx.int(Int::I32, own),
            });
        }
        print_line(cx, &text, &args);
        jump(cx, next, &[]);
        cx.block = next;
    }
    // Printed text reaches the host before the error does.
    let sleep = cx.build().op(nvvm::NANOSLEEP, &[], &[]);
    let duration = cx.new.intern_attr(AttrData::Int(500_000));
    cx.new.set_attr(sleep, "duration", duration);
    cx.build().op(nvvm::TRAP, &[], &[]);
    jump(cx, all, &[]);
    cx.block = all;
    Ok(())
}
