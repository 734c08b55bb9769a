//! Loads, and stores besides those of the outputs.

use super::{FLOATS, FOUR_BITS, Grower, INTEGERS, SMALL};
use crate::case::COUNTERS;
use crate::plan::{Accuracy, Accuracy::Exact, Input, Step, Ty, Value, one_more, view_text};
use tilewright_ir::words;

impl Grower {
    /// A tile of an array of its own, some of it perhaps beyond the edge.
    pub(super) fn input(&mut self) {
        let mut shape = self.shape();
        if self.random.one_in(3) {
            shape = self
                .random
                .choose(&[vec![16, 16], vec![32, 16], vec![128], vec![8, 8, 8]])
                .clone();
        }
        let all: Vec<&str> = INTEGERS.iter().chain(&FLOATS).chain(&SMALL).copied().collect();
        let element = *self.random.choose(&all);
        let tile = Ty::new(&shape, element);
        let tame = self.random.one_in(2);
        let mut extents = shape.clone();
        let mut padding = None;
        if self.random.one_in(3) {
            for extent in &mut extents {
                *extent -= self.random.below(*extent);
            }
            let float = FLOATS.contains(&element) || element == SMALL[1];
            padding = Some(if float && !tame {
                *self.random.choose(words::padding::ALL)
            } else {
                words::padding::ZERO
            });
        }
        let number = self.plan.inputs.len();
        let view = view_text(&extents, &tile, padding, self.plan.grid);
        let input = Input {
            tile: tile.clone(),
            extents,
            padding,
            tame,
            view: None,
            stored: false,
        };
        self.plan.inputs.push(input);
        let loaded = one_more(&tile);
        let accuracy = if tame { Accuracy::Tame } else { Exact };
        let whole = self.value(loaded, accuracy);
        let token = self.token();
        let zeros = ", %zero".repeat(shape.len());
        self.block.steps.push(Step {
            template: format!("load_view_tko weak %px{number}[%bx{zeros}] : {view}, tile<i32> -> {{d0}}, token"),
            uses: Vec::new(),
            defs: vec![whole, token],
            blocks: Vec::new(),
        });
        self.emit("reshape {0} : {t0} -> {d0}", &[whole], tile, accuracy);
    }

    /// Pointers into an array from a tile of integers; elements at most.
    fn pointers(&mut self, name: &str, element: &'static str, index: Value, elements: usize) -> Value {
        self.pointers_from(&format!("%{name}"), &[], element, index, elements)
    }

    /// As `pointers`, from a pointer of this text, which `uses` fill in.
    pub(super) fn pointers_from(
        &mut self,
        from: &str,
        uses: &[Value],
        element: &'static str,
        index: Value,
        elements: usize,
    ) -> Value {
        let ty = self.ty(index);
        let most = elements.ilog2();
        let mask = self.emit(
            format!("constant <{}: {}> : {{d0}}", ty.element, (1u64 << most) - 1),
            &[],
            ty.clone(),
            Exact,
        );
        let inside = self.emit("andi {0}, {1} : {t0}", &[index, mask], ty.clone(), Exact);
        // Pointers are no numbers: nothing else may pick them.
        let pointer = |shape: &[usize]| Ty {
            shape: shape.to_vec(),
            element: pointer_to(element),
        };
        let ones = vec![1; ty.shape.len()];
        let mut base = self.hidden(
            format!("reshape {from} : tile<ptr<{element}>> -> {{d0}}"),
            uses,
            pointer(&ones),
        );
        if ones != ty.shape {
            base = self.hidden("broadcast {0} : {t0} -> {d0}".to_string(), &[base], pointer(&ty.shape));
        }
        self.hidden(
            "offset {0}, {1} : {t0}, {t1} -> {d0}".to_string(),
            &[base, inside],
            pointer(&ty.shape),
        )
    }

    /// A token that nobody waits for.
    pub(super) fn token(&mut self) -> Value {
        self.value(Ty::new(&[], "token"), Exact)
    }

    /// An op whose result only the caller uses.
    pub(super) fn hidden(&mut self, template: String, uses: &[Value], ty: Ty) -> Value {
        let value = self.emit(template, uses, ty, Exact);
        self.scope.pop();
        value
    }

    /// An index: integers that are wide enough to count elements.
    pub(super) fn index(&mut self) -> Option<Value> {
        self.pick(|g, v| g.is_exact(v) && ["i16", "i32", "i64"].contains(&g.ty(v).element) && !g.ty(v).shape.is_empty())
    }

    /// Elements of an input from anywhere, with a mask and padding, or without.
    pub(super) fn gather(&mut self) {
        let (Some(index), false) = (self.index(), self.plan.inputs.is_empty()) else {
            return;
        };
        let number = self.random.below(self.plan.inputs.len());
        let input = self.plan.inputs[number].clone();
        let element = input.tile.element;
        if input.stored || element == FOUR_BITS {
            return;
        }
        let count = input.extents.iter().product::<usize>() * if input.view.is_none() { self.plan.grid } else { 1 };
        let pointers = self.pointers(&format!("x{number}"), element, index, count);
        let shape = self.ty(index).shape;
        let ty = Ty::new(&shape, element);
        let mut uses = vec![pointers];
        if self.random.one_in(2) {
            let mask = self.mate(&ty.with("i1"));
            let padding = self.mate(&ty);
            uses.extend([mask, padding]);
        } else if self.random.one_in(3) {
            let padding = self.mate(&ty);
            uses.push(padding);
        }
        let operands: Vec<String> = (0..uses.len()).map(|i| format!("{{{i}}}")).collect();
        let types: Vec<String> = (0..uses.len()).map(|i| format!("{{t{i}}}")).collect();
        let loaded = self.value(ty, Exact);
        self.scope.push(loaded);
        let token = self.token();
        self.block.steps.push(Step {
            template: format!(
                "load_ptr_tko weak {} : {} -> {{d0}}, token",
                operands.join(", "),
                types.join(", ")
            ),
            uses,
            defs: vec![loaded, token],
            blocks: Vec::new(),
        });
    }

    /// Changes counters atomically, all in one way, so that the order does not matter.
    pub(super) fn count(&mut self) {
        let Some(index) = self.index() else { return };
        let element = *self.random.choose(&["i32", "i64"]);
        let number = self.plan.counters.len();
        self.plan.counters.push(element);
        let pointers = self.pointers(&format!("c{number}"), element, index, COUNTERS);
        let shape = self.ty(index).shape;
        let values = self.mate(&Ty::new(&shape, element));
        let mode = *self
            .random
            .choose(&["add", "and", "or", "xor", "max", "min", "umax", "umin"]);
        let order = *self.random.choose(&[
            "relaxed device",
            "relaxed sys",
            "acq_rel device",
            "release device",
            "acquire sys",
        ]);
        let mut uses = vec![pointers, values];
        if self.random.one_in(2) {
            uses.push(self.mate(&Ty::new(&shape, "i1")));
        }
        let mask = if uses.len() == 3 { ", {2}" } else { "" };
        let types: Vec<String> = (0..uses.len()).map(|i| format!("{{t{i}}}")).collect();
        let (old, token) = (self.value(Ty::new(&shape, element), Exact), self.token());
        self.block.steps.push(Step {
            template: format!(
                "atomic_rmw_tko {order} {{0}}, {mode}, {{1}}{mask} : {} -> {{t1}}, token",
                types.join(", ")
            ),
            uses,
            defs: vec![old, token],
            blocks: Vec::new(),
        });
    }
}

pub(super) fn pointer_to(element: &str) -> &'static str {
    match element {
        "i8" => "ptr<i8>",
        "i16" => "ptr<i16>",
        "i32" => "ptr<i32>",
        "i64" => "ptr<i64>",
        "f16" => "ptr<f16>",
        "bf16" => "ptr<bf16>",
        "f32" => "ptr<f32>",
        "f8E4M3FN" => "ptr<f8E4M3FN>",
        "f8E5M2" => "ptr<f8E5M2>",
        _ => "ptr<f64>",
    }
}
