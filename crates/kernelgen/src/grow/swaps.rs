//! Atomics of which each touches an element of its own, so that what they find there does not depend on the order.

use super::{Grower, memory::pointer_to};
use crate::plan::{Accuracy::Exact, Step, Ty, Value};

impl Grower {
    pub(super) fn swap(&mut self) {
        let element = *self.random.choose(&["i32", "i64", "f32", "f64"]);
        let number = self.plan.counters.len();
        self.plan.counters.push(element);
        let shape = self
            .random
            .choose(&[vec![1], vec![4], vec![32], vec![2, 8], vec![4, 8]])
            .clone();
        let pointers = self.own_elements(number, element, &shape);
        let ty = Ty::new(&shape, element);
        let mut mask = Vec::new();
        if self.random.one_in(2) {
            mask.push(self.mate(&ty.with("i1")));
        }
        let order = *self.random.choose(&[
            "relaxed device",
            "relaxed sys",
            "acq_rel device",
            "release sys",
            "acquire device",
        ]);
        let (mut uses, text) = if self.random.one_in(2) {
            // Half of the time the swap compares with the value that is there.
            let there = match element {
                "i32" => "286331153",
                "i64" => "1229782938247303441",
                "f32" => "0x11111111",
                _ => "0x1111111111111111",
            };
            let there = self.emit(
                format!("constant <{element}: {there}> : {{d0}}"),
                &[],
                ty.clone(),
                Exact,
            );
            let which = self.mate(&ty.with("i1"));
            let other = self.mate(&ty);
            let wanted = self.emit(
                "select {0}, {1}, {2} : {t0}, {t1}",
                &[which, there, other],
                ty.clone(),
                Exact,
            );
            (
                vec![pointers, wanted, self.mate(&ty)],
                format!("atomic_cas_tko {order} {{0}}, {{1}}, {{2}}"),
            )
        } else {
            let modes: &[&str] = if element.starts_with('i') {
                &["add", "and", "or", "xor", "max", "min", "umax", "umin", "xchg"]
            } else {
                &["addf", "xchg"]
            };
            let mode = *self.random.choose(modes);
            (
                vec![pointers, self.mate(&ty)],
                format!("atomic_rmw_tko {order} {{0}}, {mode}, {{1}}"),
            )
        };
        let masked = if mask.is_empty() {
            String::new()
        } else {
            format!(", {{{}}}", uses.len())
        };
        uses.extend(mask);
        // Both values of an exchange have one type, which is written once.
        let types: Vec<String> = (0..uses.len())
            .filter(|&i| i != 2 || !text.starts_with("atomic_cas"))
            .map(|i| format!("{{t{i}}}"))
            .collect();
        // The result of a masked element is not defined, and not compared.
        let (old, token) = (self.value(ty, Exact), self.token());
        if masked.is_empty() {
            self.scope.push(old);
        }
        self.block.steps.push(Step {
            template: format!("{text}{masked} : {} -> {{d0}}, token", types.join(", ")),
            uses,
            defs: vec![old, token],
            blocks: Vec::new(),
        });
    }

    /// Pointers to elements of an array of counters, in some order, each used once; a tile block has 32 of them.
    fn own_elements(&mut self, number: usize, element: &'static str, shape: &[usize]) -> Value {
        let count: usize = shape.iter().product();
        let line = Ty::new(&[count], "i32");
        let index = self.emit("iota : {d0}", &[], line.clone(), Exact);
        let flip = self.random.below(32);
        let flip = self.emit(format!("constant <i32: {flip}> : {{d0}}"), &[], line.clone(), Exact);
        let mixed = self.emit("xori {0}, {1} : {t0}", &[index, flip], line, Exact);
        let mixed = self.emit("reshape {0} : {t0} -> {d0}", &[mixed], Ty::new(shape, "i32"), Exact);
        let scalar = Ty::new(&[], "i32");
        let many = self.emit("constant <i32: 32> : {d0}", &[], scalar.clone(), Exact);
        let first = self.emit("muli {0}, %bx : {t0}", &[many], scalar, Exact);
        let pointer = |shape: &[usize]| Ty::new(shape, pointer_to(element));
        let name = format!("offset %c{number}, {{0}} : tile<ptr<{element}>>, {{t0}} -> {{d0}}");
        let base = self.hidden(name, &[first], pointer(&[]));
        let ones = vec![1; shape.len()];
        let base = self.hidden("reshape {0} : {t0} -> {d0}".to_string(), &[base], pointer(&ones));
        let base = self.hidden("broadcast {0} : {t0} -> {d0}".to_string(), &[base], pointer(shape));
        self.hidden(
            "offset {0}, {1} : {t0}, {t1} -> {d0}".to_string(),
            &[base, mixed],
            pointer(shape),
        )
    }
}
