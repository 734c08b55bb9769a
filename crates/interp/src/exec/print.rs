//! The text of `print_tko`.

use crate::number::{Format, mask, sign_extend};
use crate::tile::Tile;
use tilewright_diag::printf::{Conversion, Piece, pieces};
use tilewright_ir::types::Scalar;

/// An argument: a tile, its element type (none: addresses), and its extents.
pub(super) struct Arg<'a> {
    pub tile: Tile,
    pub scalar: Option<Scalar>,
    pub shape: &'a [usize],
}

impl Arg<'_> {
    fn element(&self, index: usize, conversion: &Conversion<'_>) -> String {
        let bits = self.tile.bits.get(index);
        if self.tile.undefined.get(index) != 0 {
            return "undefined".to_string();
        }
        conversion.write(match self.scalar {
            Some(scalar) if scalar.is_float() => Format::of(scalar).map_or(0, |format| format.widen(bits).to_bits()),
            Some(scalar) if conversion.is_signed() && scalar.bits > 1 => sign_extend(bits, scalar.bits) as u64,
            Some(scalar) => bits & mask(scalar.bits),
            None => bits,
        })
    }

    /// The elements from `start` on that dimension `dim` and those within it have, in brackets.
    fn write(&self, dim: usize, start: usize, conversion: &Conversion<'_>, out: &mut String) {
        let Some(&extent) = self.shape.get(dim) else {
            out.push_str(&self.element(start, conversion));
            return;
        };
        let step: usize = self.shape[dim + 1..].iter().product();
        for i in 0..extent {
            out.push_str(if i == 0 { "[" } else { ", " });
            self.write(dim + 1, start + i * step, conversion, out);
        }
        out.push(']');
    }
}

/// A format with its conversions replaced by the arguments, in order; each element of a tile is printed by itself.
pub(super) fn fill_format(format: &str, args: &[Arg<'_>]) -> String {
    let mut out = String::new();
    let mut args = args.iter();
    for piece in pieces(format) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Conversion(conversion) => match args.next() {
                Some(arg) => arg.write(0, 0, &conversion, &mut out),
                None => out.push_str(conversion.text),
            },
        }
    }
    out
}
