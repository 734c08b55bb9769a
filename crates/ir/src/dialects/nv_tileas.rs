//! Attributes of `nv_tileas`: how the elements of a tile lie in the registers of the threads, or in a buffer.

use crate::attrs::{AttrParams, AttrRecord};
use crate::module::Module;
use crate::op_def::reading;
use crate::parse::{Parser, Refused};
use crate::written::write_ints;
use smallvec::SmallVec;

/// A layout: three lists of numbers. Element index (row-major, as bits) of the element in register `r` of lane `l` of
/// warp `w` is the exclusive-or of the numbers at the positions of the set bits of `r`, `l` and `w`. A number 0 means
/// that this bit does not matter: threads or registers that differ in it hold the same element.
///
/// `#nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>`
pub static LAYOUT: AttrRecord = AttrRecord {
    name: "nv_tileas.layout",
    parse: reading(Some(parse), None),
    print,
};

/// The layout of a tile in a buffer: boxes one after the other along its contiguous dimension, each row after row, with the chunks of
/// 16 bytes of a row permuted within its bytes.
///
/// `#nv_tileas.boxes<count=2, rows=64, swizzle=128>`
pub static BOXES: AttrRecord = AttrRecord {
    name: "nv_tileas.boxes",
    parse: reading(Some(parse_boxes), None),
    print: print_boxes,
};

/// The numbers of such a layout, in the order of its text: boxes, rows of a box, and bytes of a row.
const NUMBERS: [&str; 3] = ["count", "rows", "swizzle"];

fn parse_boxes(parser: &mut Parser<'_>) -> Result<AttrParams, Refused> {
    let mut ints: SmallVec<[i64; 4]> = SmallVec::new();
    for (name, before) in NUMBERS.iter().zip(["<", ",", ","]) {
        parser.expect(before)?;
        parser.expect(name)?;
        parser.expect("=")?;
        ints.push(parser.integer()?);
    }
    parser.expect(">")?;
    Ok(AttrParams {
        ints,
        attrs: SmallVec::new(),
    })
}

fn print_boxes(_: &Module, params: &AttrParams, out: &mut String) {
    for ((name, number), before) in NUMBERS.iter().zip(&params.ints).zip(["<", ", ", ", "]) {
        for part in [before, name, "=", &number.to_string()] {
            out.push_str(part);
        }
    }
    out.push('>');
}

/// On an `scf.if`: warps of one agent take different arms, and those that do not take the first pass over its stages. A
/// wait for a phase of an mbarrier does not say which lap of the ring it means; this says that the waits of the other
/// arm count.
pub const TURNS: &str = "nv_tile.aws.turns";

/// The lists of a layout, in the order of its text.
pub const PARTS: [&str; 3] = ["reg", "lane", "warp"];

fn parse(parser: &mut Parser<'_>) -> Result<AttrParams, Refused> {
    parser.expect("<")?;
    let mut lengths: SmallVec<[i64; 4]> = SmallVec::new();
    let mut numbers = Vec::new();
    for (i, part) in PARTS.iter().enumerate() {
        if i > 0 {
            parser.expect(",")?;
        }
        parser.expect(part)?;
        parser.expect("=")?;
        let list = parser.int_list()?;
        if list.len() > 24 || list.iter().any(|&n| !(0..1 << 24).contains(&n)) {
            return Err(parser.expected("at most 24 element indices, each below 2^24"));
        }
        lengths.push(list.len() as i64);
        numbers.extend(list);
    }
    parser.expect(">")?;
    lengths.extend(numbers);
    Ok(AttrParams {
        ints: lengths,
        attrs: SmallVec::new(),
    })
}

fn print(_: &Module, params: &AttrParams, out: &mut String) {
    let mut rest = &params.ints[PARTS.len()..];
    out.push('<');
    for (i, part) in PARTS.iter().enumerate() {
        let (list, tail) = rest.split_at(params.ints[i] as usize);
        rest = tail;
        out.push_str(if i > 0 { ", " } else { "" });
        out.push_str(part);
        out.push('=');
        write_ints(list, out);
    }
    out.push('>');
}
