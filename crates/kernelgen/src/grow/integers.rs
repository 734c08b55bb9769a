//! Integer arithmetic, and comparisons of all kinds.

use super::{FLOATS, Grower, INTEGERS};
use crate::plan::{Accuracy::Exact, Ty, Value};
use tilewright_ir::OpKind;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{PlainOp, plain_ops};

pub(super) fn bits(element: &str) -> u32 {
    element
        .trim_start_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .unwrap_or(8)
}

/// The ops on integers that have a place below.
const LISTED: [OpKind; 15] = [
    cuda_tile::NEGI,
    cuda_tile::ABSI,
    cuda_tile::MAXI,
    cuda_tile::MINI,
    cuda_tile::SHRI,
    cuda_tile::SHLI,
    cuda_tile::MULHII,
    cuda_tile::REMI,
    cuda_tile::DIVI,
    cuda_tile::ADDI,
    cuda_tile::SUBI,
    cuda_tile::MULI,
    cuda_tile::ANDI,
    cuda_tile::ORI,
    cuda_tile::XORI,
];

/// Those that have none: they take any numbers.
fn others() -> impl Iterator<Item = PlainOp> {
    plain_ops().filter(|op| !op.is_float && !LISTED.contains(&op.def.kind))
}

impl Grower {
    pub(super) fn integer_op(&mut self) {
        if self.random.one_in(5) {
            return self.logic();
        }
        let a = match self.pick_of(&INTEGERS) {
            Some(a) => a,
            None => {
                let shape = self.shape();
                let element = *self.random.choose(&INTEGERS);
                self.constant(&Ty::new(&shape, element), false)
            }
        };
        let ty = self.ty(a);
        let b = self.mate(&ty);
        let sign = *self.random.choose(&["signed", "unsigned"]);
        let others: Vec<PlainOp> = others().collect();
        let (template, b) = match self.random.below(16 + others.len()) {
            0 => ("negi {0} : {t0}".to_string(), b),
            1 => ("absi {0} : {t0}".to_string(), b),
            2 => (format!("maxi {{0}}, {{1}} {sign} : {{t0}}"), b),
            3 => (format!("mini {{0}}, {{1}} {sign} : {{t0}}"), b),
            4 => (format!("shri {{0}}, {{1}} {sign} : {{t0}}"), self.below_width(b)),
            5 => ("shli {0}, {1} : {t0}".to_string(), self.below_width(b)),
            6 => ("mulhii {0}, {1} : {t0}".to_string(), b),
            7 => (format!("remi {{0}}, {{1}} {sign} : {{t0}}"), self.divisor(b)),
            8 => {
                let roundings: &[&str] = match sign {
                    "signed" => &["", " rounding<negative_inf>", " rounding<positive_inf>"],
                    _ => &["", " rounding<positive_inf>"],
                };
                let rounding = *self.random.choose(roundings);
                (format!("divi {{0}}, {{1}} {sign}{rounding} : {{t0}}"), self.divisor(b))
            }
            n @ 16.. => {
                let op = others[n - 16];
                let operands = &["{0}", "{1}"][..op.def.operands.len().min(2)];
                (format!("{} : {{t0}}", op.on(operands)), b)
            }
            n => {
                let op = ["addi", "subi", "muli", "andi", "ori", "xori", "addi"][n - 9];
                (format!("{op} {{0}}, {{1}} : {{t0}}"), b)
            }
        };
        let uses = if template.contains("{1}") { vec![a, b] } else { vec![a] };
        self.emit(template, &uses, ty, Exact);
    }

    fn logic(&mut self) {
        let Some(a) = self.pick_of(&["i1"]) else {
            return self.comparison();
        };
        let ty = self.ty(a);
        let b = self.mate(&ty);
        let op = *self.random.choose(&["andi", "ori", "xori"]);
        self.emit(format!("{op} {{0}}, {{1}} : {{t0}}"), &[a, b], ty, Exact);
    }

    /// The value brought below the width of its type, as a number of places to shift.
    fn below_width(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let width = bits(ty.element);
        let most = self.emit(
            format!("constant <{}: {}> : {{d0}}", ty.element, width - 1),
            &[],
            ty.clone(),
            Exact,
        );
        self.emit("andi {0}, {1} : {t0}", &[value, most], ty, Exact)
    }

    /// The value as a divisor: positive, or anything but zero and -1.
    fn divisor(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        if self.random.one_in(2) {
            let mut number = |n: i32| {
                self.emit(
                    format!("constant <{}: {n}> : {{d0}}", ty.element),
                    &[],
                    ty.clone(),
                    Exact,
                )
            };
            let (one, not_two) = (number(1), number(-3));
            let odd = self.emit("ori {0}, {1} : {t0}", &[value, one], ty.clone(), Exact);
            return self.emit("andi {0}, {1} : {t0}", &[odd, not_two], ty, Exact);
        }
        let one = self.emit(format!("constant <{}: 1> : {{d0}}", ty.element), &[], ty.clone(), Exact);
        self.emit("maxi {0}, {1} signed : {t0}", &[value, one], ty, Exact)
    }

    pub(super) fn comparison(&mut self) {
        let all: Vec<&str> = INTEGERS.iter().chain(&FLOATS).copied().collect();
        let Some(a) = self.pick_of(&all) else { return };
        let ty = self.ty(a);
        let b = self.mate(&ty);
        let predicate = *self.random.choose(&[
            "equal",
            "not_equal",
            "less_than",
            "less_than_or_equal",
            "greater_than",
            "greater_than_or_equal",
        ]);
        let text = if ty.element.starts_with('i') {
            let sign = *self.random.choose(&["signed", "unsigned"]);
            format!("cmpi {predicate} {{0}}, {{1}}, {sign} : {{t0}} -> {{d0}}")
        } else {
            let order = *self.random.choose(&["ordered", "unordered"]);
            format!("cmpf {predicate} {order} {{0}}, {{1}} : {{t0}} -> {{d0}}")
        };
        let condition = self.emit(text, &[a, b], ty.with("i1"), Exact);
        if self.random.one_in(2) {
            let accuracy = if self.is_tame(a) && self.is_tame(b) {
                self.accuracy(a)
            } else {
                Exact
            };
            self.emit("select {0}, {1}, {2} : {t0}, {t1}", &[condition, a, b], ty, accuracy);
        }
    }
}
