//! Ops that move elements and compute nothing.

use super::{FOUR_BITS, Grower};
use crate::plan::{Accuracy::Exact, Ty, Value};

impl Grower {
    pub(super) fn move_op(&mut self) {
        let Some(a) = self.pick(|_, _| true) else {
            return self.iota();
        };
        let (ty, accuracy) = (self.ty(a), self.accuracy(a));
        match self.random.below(8) {
            0 => self.iota(),
            1 | 2 => {
                let shape = self.shape_of(ty.count());
                self.emit(
                    "reshape {0} : {t0} -> {d0}",
                    &[a],
                    Ty::new(&shape, ty.element),
                    accuracy,
                );
            }
            3 => self.broadcast(a),
            4 if ty.shape.len() > 1 => {
                let mut order: Vec<usize> = (0..ty.shape.len()).collect();
                for i in (1..order.len()).rev() {
                    order.swap(i, self.random.below(i + 1));
                }
                let shape: Vec<usize> = order.iter().map(|&d| ty.shape[d]).collect();
                let result = Ty::new(&shape, ty.element);
                self.emit(
                    format!("permute {{0}} {order:?} : {{t0}} -> {{d0}}"),
                    &[a],
                    result,
                    accuracy,
                );
            }
            5 if !ty.shape.is_empty() && ty.count() < self.most => {
                let dim = self.random.below(ty.shape.len());
                let b = self
                    .pick(|g, v| g.ty(v) == ty && g.accuracy(v) == accuracy)
                    .unwrap_or(a);
                let mut shape = ty.shape.clone();
                shape[dim] *= 2;
                let result = Ty::new(&shape, ty.element);
                self.emit(
                    format!("cat {{0}}, {{1}} dim = {dim} : {{t0}}, {{t1}} -> {{d0}}"),
                    &[a, b],
                    result,
                    accuracy,
                );
            }
            6 if !ty.shape.is_empty() && ty.element != FOUR_BITS => self.extract(a),
            _ => {}
        }
    }

    fn iota(&mut self) {
        let n = 1 << self.random.below(11);
        let element = *self.random.choose(&["i16", "i32", "i32", "i64"]);
        self.emit("iota : {d0}", &[], Ty::new(&[n], element), Exact);
    }

    /// Extents with this product, which is a power of two.
    fn shape_of(&mut self, count: usize) -> Vec<usize> {
        let mut left = count;
        let mut shape = Vec::new();
        let rank = self.random.below(4);
        for _ in 0..rank {
            let extent = 1 << self.random.below(left.ilog2() as usize + 1);
            shape.push(extent);
            left /= extent;
        }
        if left > 1 {
            let at = self.random.below(shape.len() + 1);
            shape.insert(at, left);
        }
        shape
    }

    fn broadcast(&mut self, a: Value) {
        let (mut ty, accuracy) = (self.ty(a), self.accuracy(a));
        let mut from = a;
        if ty.shape.len() < 3 && self.random.one_in(2) {
            let at = self.random.below(ty.shape.len() + 1);
            ty.shape.insert(at, 1);
            from = self.emit("reshape {0} : {t0} -> {d0}", &[a], ty.clone(), accuracy);
        }
        let mut shape = ty.shape.clone();
        for extent in shape.iter_mut().filter(|n| **n == 1) {
            *extent = 1 << self.random.below(5);
        }
        if shape != ty.shape && shape.iter().product::<usize>() <= self.most {
            self.emit(
                "broadcast {0} : {t0} -> {d0}",
                &[from],
                Ty::new(&shape, ty.element),
                accuracy,
            );
        }
    }

    /// The number of a slice of so many: a constant, or what is known only when the kernel runs.
    fn slice(&mut self, at: usize, slices: usize) -> Value {
        let scalar = Ty::new(&[], "i32");
        let known = self.emit(format!("constant <i32: {at}> : {{d0}}"), &[], scalar.clone(), Exact);
        if self.random.one_in(2) {
            return known;
        }
        let most = self.emit(
            format!("constant <i32: {}> : {{d0}}", slices - 1),
            &[],
            scalar.clone(),
            Exact,
        );
        let any = match self.pick(|g, v| g.is_exact(v) && g.ty(v) == scalar) {
            Some(value) => value,
            None => known,
        };
        let moved = self.emit("addi {0}, %bx : {t0}", &[any], scalar.clone(), Exact);
        self.emit("andi {0}, {1} : {t0}", &[moved, most], scalar, Exact)
    }

    fn extract(&mut self, a: Value) {
        let (ty, accuracy) = (self.ty(a), self.accuracy(a));
        let mut indices = Vec::new();
        let mut shape = Vec::new();
        for &extent in &ty.shape {
            let slices = 1 << self.random.below(extent.ilog2() as usize + 1);
            let at = self.random.below(slices);
            shape.push(extent / slices);
            indices.push(self.slice(at, slices));
        }
        let small = Ty::new(&shape, ty.element);
        let list: Vec<String> = (1..=indices.len()).map(|i| format!("{{{i}}}")).collect();
        let list = list.join(", ");
        let part = *[&[a], &indices[..]].concat().first().unwrap_or(&a);
        let uses = [&[part], &indices[..]].concat();
        let taken = self.emit(
            format!("extract {{0}}[{list}] : {{t0}} -> {{d0}}"),
            &uses,
            small.clone(),
            accuracy,
        );
        if self.random.one_in(2) {
            let other = self
                .pick(|g, v| g.ty(v) == small && g.accuracy(v) == accuracy)
                .unwrap_or(taken);
            let list: Vec<String> = (2..indices.len() + 2).map(|i| format!("{{{i}}}")).collect();
            let uses = [&[other, a], &indices[..]].concat();
            self.emit(
                format!("insert {{0}}, {{1}}[{}] : {{t0}}, {{t1}}", list.join(", ")),
                &uses,
                ty,
                accuracy,
            );
        }
    }
}
