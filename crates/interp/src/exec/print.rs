//! What `print_tko` prints.

use crate::number::{Format, sign_extend};
use crate::tile::Tile;
use tilewright_ir::types::Scalar;

/// The elements of a tile as text.
pub(super) fn print_tile(tile: &Tile, scalar: Option<Scalar>, count: usize) -> String {
    const MOST: usize = 1024;
    let one = |i: usize| match scalar {
        _ if tile.undefined.get(i) != 0 => "undefined".to_string(),
        Some(scalar) if scalar.is_float() => {
            let format = Format::of(scalar);
            format.map_or(String::new(), |f| f.widen(tile.bits.get(i)).to_string())
        }
        Some(scalar) => sign_extend(tile.bits.get(i), scalar.bits).to_string(),
        None => format!("{:#x}", tile.bits.get(i)),
    };
    if count == 1 {
        return one(0);
    }
    let shown: Vec<String> = (0..count.min(MOST)).map(one).collect();
    let more = if count > MOST { ", ..." } else { "" };
    format!("[{}{more}]", shown.join(", "))
}

/// A format with its `%` conversions replaced by the arguments, in order.
pub(super) fn fill_format(format: &str, args: &[String]) -> String {
    let mut out = String::new();
    let mut args = args.iter();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
        } else if chars.next_if_eq(&'%').is_some() {
            out.push('%');
        } else {
            // Flags, width, precision and length, then the letter of the conversion.
            while chars
                .next_if(|c| !c.is_ascii_alphabetic() || matches!(c, 'l' | 'h'))
                .is_some()
            {}
            chars.next();
            out.push_str(args.next().map_or("?", String::as_str));
        }
    }
    out
}
