//! Floating-point arithmetic, conversions and functions.

use super::{FLOATS, FOUR_BITS, Grower, INTEGERS, SMALL, integers::bits};
use crate::plan::{Accuracy, Accuracy::Exact, Ty, Value};
use tilewright_ir::OpKind;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{PlainOp, plain_ops};

const ROUNDINGS: [&str; 4] = [
    "",
    " rounding<zero>",
    " rounding<negative_inf>",
    " rounding<positive_inf>",
];

/// The ops that both engines compute exactly.
const EXACT: [OpKind; 13] = [
    cuda_tile::ABSF,
    cuda_tile::NEGF,
    cuda_tile::FLOOR,
    cuda_tile::CEIL,
    cuda_tile::SQRT,
    cuda_tile::ADDF,
    cuda_tile::SUBF,
    cuda_tile::MULF,
    cuda_tile::DIVF,
    cuda_tile::REMF,
    cuda_tile::MAXF,
    cuda_tile::MINF,
    cuda_tile::FMA,
];

/// The others that work on floats: functions, which are approximated.
fn functions() -> impl Iterator<Item = PlainOp> {
    plain_ops().filter(|op| op.is_float && !EXACT.contains(&op.def.kind))
}

/// The distance from 1 to the next number.
pub(super) fn epsilon(element: &str) -> f64 {
    match element {
        "f16" => 9.8e-4,
        "bf16" => 7.9e-3,
        "f32" | "tf32" => 1.2e-7,
        _ => 2.3e-16,
    }
}

impl Grower {
    fn float(&mut self) -> Value {
        match self.pick_of(&FLOATS) {
            Some(value) => value,
            None => {
                let shape = self.shape();
                let element = *self.random.choose(&FLOATS);
                self.constant(&Ty::new(&shape, element), false)
            }
        }
    }

    pub(super) fn float_op(&mut self) {
        let a = self.float();
        let ty = self.ty(a);
        let b = self.mate(&ty);
        let rounding = *self.random.choose(&ROUNDINGS);
        let flush = if ty.element == "f32" && self.random.one_in(4) {
            " flush_to_zero"
        } else {
            ""
        };
        let mut uses = vec![a, b];
        let template = match self.random.below(14) {
            // As many rounds as exponents are apart: thousands for f64.
            13 if ty.element != "f64" || ty.count() <= 128 => "remf {0}, {1} : {t0}".to_string(),
            op @ 0..=5 => {
                let op = ["addf", "subf", "mulf", "divf", "addf", "mulf"][op];
                format!("{op} {{0}}, {{1}}{rounding}{flush} : {{t0}}")
            }
            6 | 7 => {
                let c = self.mate(&ty);
                uses.push(c);
                format!("fma {{0}}, {{1}}, {{2}}{rounding}{flush} : {{t0}}")
            }
            op @ 8..=9 => {
                let op = ["minf", "maxf"][op - 8];
                let nan = *self.random.choose(&["", " propagate_nan"]);
                format!("{op} {{0}}, {{1}}{flush}{nan} : {{t0}}")
            }
            10 => format!("sqrt {{0}}{rounding}{flush} : {{t0}}"),
            _ => {
                let op = *self.random.choose(&["absf", "negf", "floor", "ceil"]);
                format!("{op} {{0}} : {{t0}}")
            }
        };
        if !template.contains("{1}") {
            uses.truncate(1);
        }
        self.emit(template, &uses, ty, Exact);
    }

    pub(super) fn conversion(&mut self) {
        let all: Vec<&str> = INTEGERS
            .iter()
            .chain(&FLOATS)
            .chain(&SMALL)
            .chain(&["i1", "i4", "tf32", FOUR_BITS])
            .copied()
            .collect();
        let Some(a) = self.pick_of(&all) else { return };
        let ty = self.ty(a);
        let sign = *self.random.choose(&["signed", "unsigned"]);
        let floats = *self.random.choose(&FLOATS);
        let integers = *self.random.choose(&["i1", "i4", "i8", "i16", "i32", "i64"]);
        if SMALL.contains(&ty.element) || ["tf32", FOUR_BITS].contains(&ty.element) {
            self.emit(
                "ftof {0} : {t0} -> {d0}",
                &[a],
                ty.with(if ty.element == "tf32" { "f32" } else { floats }),
                Exact,
            );
            return;
        }
        if !ty.element.starts_with('i') {
            return match self.random.below(4) {
                0 | 1 if floats != ty.element => self.float_to_float(a, &ty, floats),
                2 => self.through_small_float(a, &ty),
                _ => self.float_to_integer(a, &ty),
            };
        }
        if !["i1", "i4"].contains(&ty.element) && self.random.one_in(2) {
            // A signed number of few bits, so that `i1` has its one meaning.
            self.emit(
                format!("itof {{0}} {sign} : {{t0}} -> {{d0}}"),
                &[a],
                ty.with(floats),
                Exact,
            );
            return;
        }
        let (from, to) = (bits(ty.element), bits(integers));
        if to > from {
            let sign = if from == 1 { "unsigned" } else { sign };
            self.emit(
                format!("exti {{0}} {sign} : {{t0}} -> {{d0}}"),
                &[a],
                ty.with(integers),
                Exact,
            );
        } else if to < from {
            self.emit("trunci {0} : {t0} -> {d0}", &[a], ty.with(integers), Exact);
        } else if let Some(element) = FLOATS.iter().find(|f| float_bits(f) == from) {
            self.emit("bitcast {0} : {t0} -> {d0}", &[a], ty.with(element), Exact);
        }
    }

    fn float_to_float(&mut self, a: Value, ty: &Ty, to: &'static str) {
        // The machine rounds in any direction between the wide formats alone.
        let roundings = if (ty.element, to) == ("f64", "f32") {
            &ROUNDINGS[..]
        } else {
            &ROUNDINGS[..2]
        };
        let narrower = float_bits(to) < float_bits(ty.element);
        let rounding = if narrower { *self.random.choose(roundings) } else { "" };
        self.emit(
            format!("ftof {{0}}{rounding} : {{t0}} -> {{d0}}"),
            &[a],
            ty.with(to),
            Exact,
        );
    }

    /// There and back through a format that nothing computes with.
    fn through_small_float(&mut self, a: Value, ty: &Ty) {
        let small = *self.random.choose(&["f8E4M3FN", "f8E5M2", "tf32", FOUR_BITS]);
        if small == FOUR_BITS && ty.count() < 2 {
            return;
        }
        if ty.element == "f64" || (small == "tf32" && ty.element != "f32") {
            return;
        }
        let there = self.value(ty.with(small), Exact);
        self.block.steps.push(crate::plan::Step {
            template: "ftof {0} : {t0} -> {d0}".to_string(),
            uses: vec![a],
            defs: vec![there],
            blocks: Vec::new(),
        });
        let back = *self.random.choose(if small == "tf32" {
            &["f32"][..]
        } else {
            &["f16", "bf16", "f32"][..]
        });
        self.emit("ftof {0} : {t0} -> {d0}", &[there], ty.with(back), Exact);
        self.scope.push(there);
    }

    /// Brought into the range of the integer first: NaN becomes 1.
    fn float_to_integer(&mut self, a: Value, ty: &Ty) {
        let to = *self.random.choose(&INTEGERS);
        let signed = self.random.one_in(2);
        let number = |text: &str| format!("constant <{}: {text}> : {{d0}}", ty.element);
        let one = self.emit(number("1.0"), &[], ty.clone(), Exact);
        let (low, high) = if signed { ("-100.0", "100.0") } else { ("0.0", "200.0") };
        let low = self.emit(number(low), &[], ty.clone(), Exact);
        let high = self.emit(number(high), &[], ty.clone(), Exact);
        let known = self.emit("cmpf equal ordered {0}, {0} : {t0} -> {d0}", &[a], ty.with("i1"), Exact);
        let finite = self.emit("select {0}, {1}, {2} : {t0}, {t1}", &[known, a, one], ty.clone(), Exact);
        let above = self.emit("maxf {0}, {1} : {t0}", &[finite, low], ty.clone(), Exact);
        let inside = self.emit("minf {0}, {1} : {t0}", &[above, high], ty.clone(), Exact);
        let sign = if signed { "signed" } else { "unsigned" };
        self.emit(
            format!("ftoi {{0}} {sign} : {{t0}} -> {{d0}}"),
            &[inside],
            ty.with(to),
            Exact,
        );
    }

    /// A function that engines approximate, of any numbers: large angles, infinities, what nearly overflows.
    pub(super) fn approximate(&mut self) {
        let a = self.float();
        let ty = self.ty(a);
        let mut ops: Vec<&str> = functions().map(|op| op.def.short_name()).collect();
        ops.extend(["fpowi", "fpowf", "sin", "cos", "divf", "sqrt"]);
        let op = *self.random.choose(&ops);
        let record = plain_ops().find(|known| known.def.short_name() == op);
        let mut uses = vec![a];
        let mut types = "{t0}";
        match record.map(|known| known.def.operands.len()) {
            Some(count @ 2..) => {
                uses.extend((1..count).map(|_| self.mate(&ty)));
                if self.random.one_in(4) {
                    uses = uses.iter().map(|_| self.remarkable(&ty)).collect();
                }
            }
            Some(_) => {}
            // `fpowi`, whose operands are of two types.
            None => {
                uses.push(self.exponent(&ty));
                types = "{t0}, {t1}";
            }
        }
        // Quotients and roots are exact but for the fast forms, which only f32 has.
        let fast: &[&str] = match op {
            _ if ty.element != "f32" => &[""],
            // The quotient of the machine is zero where the divisor is above 2^126.
            "divf" if self.is_tame(uses[1]) => &[" rounding<approx>", " rounding<full>"],
            "divf" => &[" rounding<full>"],
            "sqrt" => &[" rounding<approx>"],
            "tanh" | "exp" => &["", " rounding<approx>", " rounding<full>"],
            _ => &[""],
        };
        let rounding = *self.random.choose(fast);
        let flushes = record.is_some_and(|known| known.def.attr_slot("ftz").is_some());
        let flush = if flushes && ty.element == "f32" && self.random.one_in(3) {
            " flush_to_zero"
        } else {
            ""
        };
        let operands = ["{0}", "{1}", "{2}"][..uses.len()].join(", ");
        let epsilon = epsilon(ty.element);
        let accuracy = Accuracy::Close {
            // Numbers just below the normal ones are flushed or are not.
            absolute: if flush.is_empty() {
                4.0 * least(ty.element)
            } else {
                1.2e-38
            },
            relative: match op {
                "tanh" if rounding == " rounding<approx>" => 5e-4,
                "exp" if rounding == " rounding<approx>" => 1e-5,
                _ => 4.0 * epsilon,
            },
        };
        self.emit(
            format!("{op} {operands}{rounding}{flush} : {types}"),
            &uses,
            ty,
            accuracy,
        );
    }

    /// One number of those that functions treat apart.
    fn remarkable(&mut self, ty: &Ty) -> Value {
        let infinities = match ty.element {
            "f16" => ["0x7C00", "0xFC00"],
            "bf16" => ["0x7F80", "0xFF80"],
            "f32" => ["0x7F800000", "0xFF800000"],
            _ => ["0x7FF0000000000000", "0xFFF0000000000000"],
        };
        let numbers = [
            infinities[0],
            infinities[1],
            "0.0",
            "-0.0",
            "1.0",
            "-1.0",
            "-3.0",
            "2.5",
            "-99.25",
        ];
        let number = *self.random.choose(&numbers);
        self.emit(
            format!("constant <{}: {number}> : {{d0}}", ty.element),
            &[],
            ty.clone(),
            Exact,
        )
    }

    /// Whole exponents: any, or from -4 to 3.
    fn exponent(&mut self, ty: &Ty) -> Value {
        let whole = ty.with("i32");
        let any = self.mate(&whole);
        if self.random.one_in(2) {
            return any;
        }
        let mut number = |n: i32| self.emit(format!("constant <i32: {n}> : {{d0}}"), &[], whole.clone(), Exact);
        let (seven, four) = (number(7), number(4));
        let few = self.emit("andi {0}, {1} : {t0}", &[any, seven], whole.clone(), Exact);
        self.emit("subi {0}, {1} : {t0}", &[few, four], whole, Exact)
    }
}

/// The smallest number above zero.
fn least(element: &str) -> f64 {
    match element {
        "f16" => 6e-8,
        "bf16" => 9.2e-41,
        "f32" => 1.5e-45,
        _ => 5e-324,
    }
}

pub(super) fn float_bits(element: &str) -> u32 {
    match element {
        "bf16" => 16,
        FOUR_BITS => 4,
        _ => bits(element),
    }
}
