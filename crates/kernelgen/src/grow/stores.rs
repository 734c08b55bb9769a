//! Tiles stored through views of every kind, or combined with what is there; each tile block has elements of its own.

use super::{FOUR_BITS, Grower, stored};
use crate::plan::{Accuracy::Exact, Step, Ty, Value, View};

impl Grower {
    /// One tile to an array of its own, some of it perhaps beyond the edge; often it is loaded again.
    pub(super) fn store(&mut self) {
        let Some(value) = self.pick_of(&stored()) else { return };
        let ty = self.ty(value);
        if ty.count() < 2 {
            return;
        }
        let four = ty.element == FOUR_BITS;
        let rows = 1 << self.random.below(ty.count().ilog2() as usize + usize::from(!four));
        let tile = Ty::new(&[rows, ty.count() / rows], ty.element);
        let mut flat = value;
        if ty != tile {
            let accuracy = self.accuracy(value);
            flat = self.emit("reshape {0} : {t0} -> {d0}", &[value], tile.clone(), accuracy);
        }
        let turned = !four && self.random.one_in(3);
        let mut view = View {
            kind: "partition_view",
            before: String::new(),
            after: if turned { ", dim_map=[1, 0]" } else { "" }.to_string(),
            dynamic: self.random.one_in(2),
        };
        let mut steps = tile.shape.clone();
        match self.random.below(3) {
            0 => {}
            1 => {
                // Tiles of different tile blocks do not overlap.
                steps = vec![rows + self.random.below(4), 1 + self.random.below(9)];
                if four {
                    steps[1] = steps[1].next_multiple_of(2);
                }
                view.kind = "strided_view";
                view.before = format!("traversal_strides=[{},{}], ", steps[0], steps[1]);
            }
            _ => return self.scatter(flat, &tile),
        }
        let column = self.random.below(3);
        let last = steps[0] * (self.plan.grid - 1) + 1 + self.random.below(rows);
        let mut wide = steps[1] * column + 1 + self.random.below(tile.shape[1]);
        if four || self.random.one_in(2) {
            wide = wide.next_multiple_of(16);
        }
        let extents = if turned { vec![wide, last] } else { vec![last, wide] };
        // Into a view that has no padding tiles are combined, if their type allows it.
        let combined = view.kind == "partition_view" && self.random.one_in(2);
        let input = self.whole_input(tile, extents, !combined, combined, view);
        let index = self.emit(
            format!("constant <i32: {column}> : {{d0}}"),
            &[],
            Ty::new(&[], "i32"),
            Exact,
        );
        self.store_and_load(flat, input, "%bx, {1}", "{t1}", vec![index]);
    }

    /// Rows or columns go to places that the kernel computes, each to another.
    fn scatter(&mut self, value: Value, tile: &Ty) {
        let sparse = if tile.element == FOUR_BITS {
            0
        } else {
            self.random.below(2)
        };
        let (count, apart) = (tile.shape[sparse], 1 + self.random.below(3));
        let column = self.random.below(3);
        let mut extents = vec![count * self.plan.grid * apart; 2];
        let other = tile.shape[1 - sparse];
        extents[1 - sparse] = other * column + 1 + self.random.below(other);
        if tile.element == FOUR_BITS || self.random.one_in(2) {
            extents[1] = extents[1].next_multiple_of(16);
        }
        let view = View {
            kind: "gather_scatter_view",
            before: String::new(),
            after: format!(", sparse_dim={sparse}"),
            dynamic: self.random.one_in(2),
        };
        let input = self.whole_input(tile.clone(), extents, true, false, view);
        let line = Ty::new(&[count], "i32");
        let scalar = Ty::new(&[], "i32");
        let number = |n: usize| format!("constant <i32: {n}> : {{d0}}");
        let places = self.emit("iota : {d0}", &[], line.clone(), Exact);
        let flip = number(self.random.below(count));
        let flip = self.emit(flip, &[], line.clone(), Exact);
        let mixed = self.emit("xori {0}, {1} : {t0}", &[places, flip], line.clone(), Exact);
        let many = self.emit(number(count), &[], scalar.clone(), Exact);
        let first = self.emit("muli {0}, %bx : {t0}", &[many], scalar.clone(), Exact);
        let first = self.emit("reshape {0} : {t0} -> {d0}", &[first], Ty::new(&[1], "i32"), Exact);
        let first = self.emit("broadcast {0} : {t0} -> {d0}", &[first], line.clone(), Exact);
        let own = self.emit("addi {0}, {1} : {t0}", &[mixed, first], line.clone(), Exact);
        let factor = self.emit(number(apart), &[], line.clone(), Exact);
        let places = self.emit("muli {0}, {1} : {t0}", &[own, factor], line, Exact);
        let column = self.emit(number(column), &[], scalar, Exact);
        let index = if sparse == 0 {
            vec![places, column]
        } else {
            vec![column, places]
        };
        self.store_and_load(value, input, "{1}, {2}", "{t1}, {t2}", index);
    }

    /// The op by which a tile is combined with the elements in memory. Each element is touched once, so that sums of
    /// floats are exact, too.
    fn mode(&mut self, value: Value) -> Option<&'static str> {
        let modes: &[&str] = match self.ty(value).element {
            "i32" | "i64" => &["add", "and", "or", "xor", "max", "min", "umax", "umin"],
            // Those of f32 flush subnormal numbers, of which tame numbers and their sums are none.
            "f32" if self.is_tame(value) => &["addf"],
            "f64" => &["addf"],
            _ => return None,
        };
        Some(*self.random.choose(modes))
    }

    /// The index is `at`, of these types, from these values.
    fn store_and_load(&mut self, value: Value, input: (usize, String), at: &str, types: &str, index: Vec<Value>) {
        let (number, view) = &input;
        self.plan.inputs[*number].stored = true;
        let token = self.token();
        let mode = self.plan.inputs[*number]
            .padding
            .is_none()
            .then(|| self.mode(value))
            .flatten();
        let op = match mode {
            Some(mode) => format!("atomic_red_view_tko relaxed device %px{number}[{at}], {mode}, {{0}}"),
            None => format!("store_view_tko weak {{0}}, %px{number}[{at}]"),
        };
        self.block.steps.push(Step {
            template: format!("{op} : {{t0}}, {view}, {types} -> token"),
            uses: [&[value], &index[..]].concat(),
            defs: vec![token],
            blocks: Vec::new(),
        });
        if self.plan.inputs[*number].padding.is_some() && self.random.one_in(2) {
            let (again, after) = (self.value(self.ty(value), Exact), self.token());
            self.block.steps.push(Step {
                template: format!(
                    "load_view_tko weak %px{number}[{at}] token = {{0}} : {view}, {types} -> {{d0}}, token"
                ),
                uses: [&[token], &index[..]].concat(),
                defs: vec![again, after],
                blocks: Vec::new(),
            });
            self.scope.push(again);
        }
    }
}
