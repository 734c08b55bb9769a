//! The same bits as other numbers: pack, unpack and bitcast.

use super::{Grower, floats::float_bits};
use crate::plan::{Accuracy::Exact, Ty};

/// Element types with the bits of one element.
const TYPES: [(&str, u32); 10] = [
    ("i4", 4),
    ("f4E2M1FN", 4),
    ("i8", 8),
    ("i16", 16),
    ("i32", 32),
    ("i64", 64),
    ("f8E4M3FN", 8),
    ("f8E5M2", 8),
    ("f16", 16),
    ("f32", 32),
];

impl Grower {
    /// Integers as bytes, and those as numbers of any type. Floats stay as they are: the bits of a NaN are nobody's business.
    pub(super) fn bytes(&mut self) {
        let Some(a) = self.pick_of(&["i4", "f4E2M1FN", "i8", "i16", "i32", "i64"]) else {
            return;
        };
        let ty = self.ty(a);
        if ty.element == "i8" && self.random.one_in(3) {
            let to = *self.random.choose(&["f8E4M3FN", "f8E5M2"]);
            self.emit("bitcast {0} : {t0} -> {d0}", &[a], ty.with(to), Exact);
            return;
        }
        let all = ty.count() * float_bits(ty.element) as usize;
        let &(to, width) = self.random.choose(&TYPES);
        if !all.is_multiple_of((width as usize).max(8)) || all / width as usize > self.most {
            return;
        }
        let line = Ty::new(&[ty.count()], ty.element);
        let mut flat = self.emit("reshape {0} : {t0} -> {d0}", &[a], line, Exact);
        if ty.element != "i8" {
            flat = self.emit("pack {0} : {t0} -> {d0}", &[flat], Ty::new(&[all / 8], "i8"), Exact);
        }
        if to != "i8" {
            let op = if width == 8 { "bitcast" } else { "unpack" };
            self.emit(
                format!("{op} {{0}} : {{t0}} -> {{d0}}"),
                &[flat],
                Ty::new(&[all / width as usize], to),
                Exact,
            );
        }
    }
}
