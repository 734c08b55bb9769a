//! Matrix products.

use super::{Grower, floats::epsilon};
use crate::plan::{Accuracy, Accuracy::Exact, Ty, Value};

/// Types of the operands and of the accumulator.
const TYPES: [(&str, &str); 9] = [
    ("f16", "f32"),
    ("f16", "f16"),
    ("bf16", "f32"),
    ("tf32", "f32"),
    ("f32", "f32"),
    ("f64", "f64"),
    ("f8E4M3FN", "f32"),
    ("f8E5M2", "f32"),
    ("i8", "i32"),
];

impl Grower {
    pub(super) fn product(&mut self) {
        let &(operand, sum) = self.random.choose(&TYPES);
        let mut extent = || 1usize << self.random.below(7);
        let (m, n, k) = (extent(), extent(), extent());
        if m * n > 2048 || m * k > 2048 || k * n > 2048 {
            return;
        }
        let batch = self.random.one_in(4).then(|| 1 << self.random.below(2));
        let shape = |a: usize, b: usize| batch.into_iter().chain([a, b]).collect::<Vec<_>>();
        let a = self.operand(&shape(m, k), operand);
        let b = self.operand(&shape(k, n), operand);
        let accumulator = Ty::new(&shape(m, n), sum);
        let c = self.tame(&accumulator);
        if sum == "i32" {
            let signs = [
                "signed signed",
                "signed unsigned",
                "unsigned signed",
                "unsigned unsigned",
            ];
            let signs = *self.random.choose(&signs);
            self.emit(
                format!("mmai {{0}}, {{1}}, {{2}} {signs} : {{t0}}, {{t1}}, {{t2}}"),
                &[a, b, c],
                accumulator,
                Exact,
            );
            return;
        }
        // Each of k products is below 16; the unit may keep as few as 13 bits below the largest.
        let precision = if operand.starts_with("f8") {
            2.5e-4
        } else {
            epsilon(sum).max(if operand == "tf32" { 1e-6 } else { 0.0 })
        };
        let absolute = (16.0 * k as f64 + 4.0) * precision * (k as f64).sqrt().max(2.0);
        let accuracy = Accuracy::Close {
            absolute,
            relative: 0.0,
        };
        self.emit(
            "mmaf {0}, {1}, {2} : {t0}, {t1}, {t2}",
            &[a, b, c],
            accumulator,
            accuracy,
        );
    }

    /// A tile of numbers of moderate size.
    fn tame(&mut self, ty: &Ty) -> Value {
        match self.pick(|g, v| g.is_tame(v) && g.ty(v) == *ty) {
            Some(value) => value,
            None => self.constant(ty, true),
        }
    }

    pub(super) fn operand(&mut self, shape: &[usize], element: &'static str) -> Value {
        if element != "tf32" && !element.starts_with("f8") && element != super::FOUR_BITS {
            let ty = Ty::new(shape, element);
            let count = ty.count();
            // Another tile with as many elements serves as well.
            let other = self.pick(|g, v| g.is_tame(v) && g.ty(v).element == element && g.ty(v).count() == count);
            return match other {
                Some(value) if self.ty(value) == ty => value,
                Some(value) => self.emit("reshape {0} : {t0} -> {d0}", &[value], ty, Accuracy::Tame),
                None => self.counted(&ty),
            };
        }
        let wide = self.counted(&Ty::new(shape, "f32"));
        let value = self.emit(
            "ftof {0} : {t0} -> {d0}",
            &[wide],
            Ty::new(shape, element),
            Accuracy::Tame,
        );
        // Nothing but products computes with these.
        self.scope.pop();
        value
    }

    /// Numbers that differ from element to element: small multiples of an eighth, or small integers.
    pub(super) fn counted(&mut self, ty: &Ty) -> Value {
        let count = ty.count();
        let line = Ty::new(&[count], "i32");
        let index = self.emit("iota : {d0}", &[], line.clone(), Exact);
        let multiplier = 2 * self.random.below(500) + 1;
        let times = self.emit(
            format!("constant <i32: {multiplier}> : {{d0}}"),
            &[],
            line.clone(),
            Exact,
        );
        let mixed = self.emit("muli {0}, {1} : {t0}", &[index, times], line.clone(), Exact);
        let prime = self.emit("constant <i32: 31> : {d0}", &[], line.clone(), Exact);
        let rest = self.emit("remi {0}, {1} unsigned : {t0}", &[mixed, prime], line.clone(), Exact);
        let middle = self.emit("constant <i32: 15> : {d0}", &[], line.clone(), Exact);
        let small = self.emit("subi {0}, {1} : {t0}", &[rest, middle], line.clone(), Accuracy::Tame);
        let element = ty.element;
        let line = line.with(element);
        let mut value = if element == "i8" {
            self.emit("trunci {0} : {t0} -> {d0}", &[small], line, Accuracy::Tame)
        } else {
            let whole = self.emit("itof {0} signed : {t0} -> {d0}", &[small], line.clone(), Exact);
            let eighth = self.emit(
                format!("constant <{element}: 0.125> : {{d0}}"),
                &[],
                line.clone(),
                Accuracy::Tame,
            );
            self.emit("mulf {0}, {1} : {t0}", &[whole, eighth], line, Accuracy::Tame)
        };
        if ty.shape.len() != 1 {
            value = self.emit("reshape {0} : {t0} -> {d0}", &[value], ty.clone(), Accuracy::Tame);
        }
        value
    }
}
