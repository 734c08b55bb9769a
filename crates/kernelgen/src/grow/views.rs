//! Views of arrays that all tile blocks read: of every kind, and in loops that add up products.

use super::{FOUR_BITS, Grower, floats::epsilon, stored};
use crate::plan::{Accuracy, Accuracy::Exact, Block, Input, Step, Ty, Value, View};
use tilewright_ir::words::padding::ZERO;

/// Types of the operands and of the accumulator of a pipelined product.
const TYPES: [(&str, &str, &str); 8] = [
    ("f16", "f16", "f32"),
    ("bf16", "bf16", "f32"),
    ("f16", "f16", "f16"),
    ("f8E4M3FN", "f8E4M3FN", "f32"),
    ("f8E5M2", "f8E5M2", "f32"),
    ("f8E4M3FN", "f8E4M3FN", "f16"),
    ("i8", "i8", "i32"),
    ("f32", "f32", "f32"),
];

impl Grower {
    pub(super) fn whole_input(
        &mut self,
        tile: Ty,
        extents: Vec<usize>,
        padding: bool,
        tame: bool,
        view: View,
    ) -> (usize, String) {
        let input = Input {
            tile,
            extents,
            padding: padding.then_some(ZERO),
            tame,
            view: Some(view.clone()),
            stored: false,
        };
        let text = input.whole_text(&view);
        self.plan.inputs.push(input);
        (self.plan.inputs.len() - 1, text)
    }

    /// A load from a view at these places, which `uses` fill in.
    fn load(&mut self, (number, text): &(usize, String), at: &str, index: &str, uses: Vec<Value>) -> Value {
        let input = &self.plan.inputs[*number];
        let accuracy = if input.tame { Accuracy::Tame } else { Exact };
        let loaded = self.value(input.tile.clone(), accuracy);
        let token = self.token();
        self.block.steps.push(Step {
            template: format!("load_view_tko weak %px{number}[{at}] : {text}, {index} -> {{d0}}, token"),
            uses,
            defs: vec![loaded, token],
            blocks: Vec::new(),
        });
        loaded
    }

    /// One tile through a view of any kind; what lies beyond the edge is padded.
    pub(super) fn tile_of_view(&mut self) {
        let element = *self.random.choose(&stored());
        let mut tile = Ty::new(&[1 << self.random.below(6), 1 << self.random.below(6)], element);
        let mut extents: Vec<usize> = (0..2).map(|_| 1 + self.random.below(70)).collect();
        if element == FOUR_BITS {
            tile.shape[1] = tile.shape[1].max(2);
            extents[1] = extents[1].next_multiple_of(2);
        }
        if self.random.one_in(2) {
            extents = extents.iter().map(|n| n.next_multiple_of(16)).collect();
        }
        let turned = self.random.one_in(3);
        let map = if turned { ", dim_map=[1, 0]" } else { "" };
        let dynamic = self.random.one_in(2);
        let mut view = View {
            kind: "partition_view",
            before: String::new(),
            after: map.to_string(),
            dynamic,
        };
        let mut steps = tile.shape.clone();
        match self.random.below(3) {
            0 => {}
            1 => {
                steps = (0..2).map(|_| 1 + self.random.below(9)).collect();
                view.kind = "strided_view";
                view.before = format!("traversal_strides=[{},{}], ", steps[0], steps[1]);
            }
            _ => return self.gathered(tile, extents, dynamic),
        }
        let input = self.whole_input(tile.clone(), extents.clone(), true, false, view);
        let scalar = Ty::new(&[], "i32");
        let tiles = |dim: usize| extents[if turned { 1 - dim } else { dim }].div_ceil(steps[dim]);
        let tiles = [tiles(0), tiles(1)];
        let mut place = |dim: usize| {
            let n = self.random.below(tiles[dim]);
            self.emit(format!("constant <i32: {n}> : {{d0}}"), &[], scalar.clone(), Exact)
        };
        let uses = vec![place(0), place(1)];
        let loaded = self.load(&input, "{0}, {1}", "tile<i32>", uses);
        self.scope.push(loaded);
    }

    /// Rows or columns at places that the kernel computes.
    fn gathered(&mut self, tile: Ty, extents: Vec<usize>, dynamic: bool) {
        let sparse = if tile.element == FOUR_BITS {
            0
        } else {
            self.random.below(2)
        };
        let view = View {
            kind: "gather_scatter_view",
            before: String::new(),
            after: format!(", sparse_dim={sparse}"),
            dynamic,
        };
        let most = extents[sparse].ilog2();
        let tiles = extents[1 - sparse].div_ceil(tile.shape[1 - sparse]);
        let input = self.whole_input(tile.clone(), extents, true, false, view);
        let line = Ty::new(&[tile.shape[sparse]], "i32");
        let any = self.mate(&line);
        let most = self.emit(
            format!("constant <i32: {}> : {{d0}}", (1 << most) - 1),
            &[],
            line.clone(),
            Exact,
        );
        let places = self.emit("andi {0}, {1} : {t0}", &[any, most], line, Exact);
        let scalar = Ty::new(&[], "i32");
        let n = self.random.below(tiles);
        let other = self.emit(format!("constant <i32: {n}> : {{d0}}"), &[], scalar, Exact);
        let uses = if sparse == 0 {
            vec![places, other]
        } else {
            vec![other, places]
        };
        let loaded = self.load(&input, "{0}, {1}", "{t0}, {t1}", uses);
        self.scope.push(loaded);
    }

    /// A loop along K that loads both operands and adds up their products.
    pub(super) fn sum_of_products(&mut self) {
        let &(left, right, sum) = self.random.choose(&TYPES);
        let m = *self.random.choose(&[16, 64, 64, 128]);
        let n = *self.random.choose(&[8, 16, 32, 64, 128]);
        let k = *self.random.choose(&[16, 32, 64]);
        let rounds = 1 + self.random.below(6);
        if m * n * k * rounds > 1 << 20 {
            return;
        }
        // The last tile along K may be cut off.
        let depth = k * rounds - *self.random.choose(&[0, 0, 0, 8, 3]);
        let dynamic = self.random.one_in(3);
        let view = |turned: bool| View {
            kind: "partition_view",
            before: String::new(),
            after: if turned { ", dim_map=[1, 0]" } else { "" }.to_string(),
            dynamic,
        };
        let (turned_a, turned_b) = (self.random.one_in(4), self.random.one_in(2));
        let extents = |a: usize, b: usize, turned: bool| if turned { vec![b, a] } else { vec![a, b] };
        let (tile_a, tile_b) = (Ty::new(&[m, k], left), Ty::new(&[k, n], right));
        let a = self.whole_input(tile_a, extents(m, depth, turned_a), true, true, view(turned_a));
        let b = self.whole_input(tile_b, extents(depth, n, turned_b), true, true, view(turned_b));
        let scalar = Ty::new(&[], "i32");
        let mut number = |n: usize| self.emit(format!("constant <i32: {n}> : {{d0}}"), &[], scalar.clone(), Exact);
        let (zero, mut last, one) = (number(0), number(rounds), number(1));
        if self.random.one_in(2) {
            last = self.emit("addi {0}, %by : {t0}", &[last], scalar.clone(), Exact);
        }
        let whole = Ty::new(&[m, n], sum);
        let begin = self.constant(&whole, true);
        // Each product is below 16, and so is what it begins with.
        let precision = match (left, sum) {
            _ if sum == "i32" => 0.0,
            (l, _) if l.starts_with("f8") => 2.5e-4_f64.max(epsilon(sum)),
            _ => epsilon(sum),
        };
        let terms = depth as f64;
        let accuracy = if sum == "i32" {
            Exact
        } else {
            Accuracy::Close {
                absolute: (16.0 * terms + 4.0) * precision * terms.sqrt().max(2.0),
                relative: 0.0,
            }
        };
        let index = self.value(scalar, Exact);
        let acc = self.value(whole.clone(), Exact);
        let outer = std::mem::take(&mut self.block);
        let at = |first: bool| {
            if first {
                format!("%zero, %v{}", index.0)
            } else {
                format!("%v{}, %zero", index.0)
            }
        };
        let x = self.load(&a, &at(true), "tile<i32>", Vec::new());
        let y = self.load(&b, &at(false), "tile<i32>", Vec::new());
        let next = self.value(whole.clone(), Exact);
        let op = if sum == "i32" {
            "mmai {0}, {1}, {2} signed signed"
        } else {
            "mmaf {0}, {1}, {2}"
        };
        self.block.steps.push(Step {
            template: format!("{op} : {{t0}}, {{t1}}, {{t2}}"),
            uses: vec![x, y, acc],
            defs: vec![next],
            blocks: Vec::new(),
        });
        let grown = std::mem::replace(&mut self.block, outer);
        let result = self.value(whole, accuracy);
        self.scope.push(result);
        self.block.steps.push(Step {
            template: format!(
                "for %v{} in ({{0}} to {{1}}, step {{2}}) : {{t0}} iter_values(%v{} = {{3}}) -> ({{t3}}) {{b0}}",
                index.0, acc.0
            ),
            uses: vec![zero, last, one, begin],
            defs: vec![result],
            blocks: vec![Block {
                args: vec![index, acc],
                steps: grown.steps,
                end: "continue",
                ends: vec![next],
            }],
        });
    }
}
