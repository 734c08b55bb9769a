//! Grows a random kernel, op by op.

mod bytes;
mod control;
mod floats;
mod folds;
mod globals;
mod integers;
mod memory;
mod moves;
mod prints;
mod products;
mod scaled;
mod scratch;
mod stores;
mod swaps;
mod views;

use crate::plan::{Accuracy, Block, Plan, Step, Ty, Value};
use crate::random::Random;

/// Elements of the largest tile that most kernels make, products excepted.
const MAX_ELEMENTS: usize = 2048;

/// Elements of the largest tile of the others, which have fewer ops.
const MAX_LARGE_ELEMENTS: usize = 16384;

/// Blocks nest at most so deep.
const MAX_DEPTH: usize = 2;

pub(crate) const INTEGERS: [&str; 4] = ["i8", "i16", "i32", "i64"];
pub(crate) const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];
/// Floats that are stored, moved and multiplied, but not computed with.
pub(crate) const SMALL: [&str; 2] = ["f8E4M3FN", "f8E5M2"];

/// Floats of which two lie in a byte: tiles of them have an even number of elements.
pub(crate) const FOUR_BITS: &str = "f4E2M1FN";

/// The element types that lie in memory.
pub(crate) fn stored() -> Vec<&'static str> {
    let all = INTEGERS.iter().chain(&FLOATS).chain(&SMALL).chain(&[FOUR_BITS]);
    all.copied().collect()
}

/// A kernel that is growing.
pub(crate) struct Grower {
    pub random: Random,
    pub plan: Plan,
    /// The block that grows.
    pub block: Block,
    /// The values that may be used there.
    pub scope: Vec<Value>,
    pub depth: usize,
    /// Elements of the largest tile.
    pub most: usize,
    /// The token of what was printed last.
    pub printed: Option<Value>,
}

/// The kernel of a seed, of about so many ops.
pub fn grow(seed: u64, size: usize) -> Plan {
    let plan = Plan {
        seed,
        values: Vec::new(),
        inputs: Vec::new(),
        body: Block::default(),
        outputs: Vec::new(),
        grid: 1,
        counters: Vec::new(),
        globals: Vec::new(),
    };
    let mut grower = Grower {
        random: Random::new(seed),
        plan,
        block: Block::default(),
        scope: Vec::new(),
        depth: 0,
        most: MAX_ELEMENTS,
        printed: None,
    };
    let mut size = size;
    if seed % 23 == 7 {
        grower.most = MAX_LARGE_ELEMENTS;
        size = size.min(8);
    }
    grower.plan.grid = 1 + grower.random.below(2);
    let inputs = 1 + grower.random.below(3);
    for _ in 0..inputs {
        grower.input();
    }
    if seed % 6 == 1 {
        // Loops that can be pipelined, for the options about them.
        grower.sum_of_products();
        size = size.min(12);
    }
    for _ in 0..size {
        grower.op();
    }
    grower.finish()
}

impl Grower {
    /// Adds an op, or a few that belong together.
    fn op(&mut self) {
        match self.random.below(47) {
            0..=6 => self.integer_op(),
            7..=13 => self.float_op(),
            14..=16 => self.conversion(),
            17..=18 => self.comparison(),
            19..=22 => self.move_op(),
            23..=25 => self.fold(),
            26 if self.depth == 0 => self.input(),
            27 if self.depth == 0 => self.gather(),
            28 if self.depth == 0 => self.count(),
            29 if self.depth < MAX_DEPTH => self.control(),
            30 => self.product(),
            31 | 40 => self.approximate(),
            41 if self.depth == 0 => self.store(),
            42 => self.scaled_product(),
            43 if self.depth == 0 => self.scratch(),
            44 if self.depth == 0 => self.table(),
            45 if self.depth == 0 => self.print(),
            32 | 33 => self.bytes(),
            34 if self.depth == 0 => self.swap(),
            35 if self.depth == 0 && self.random.one_in(2) => self.sum_of_products(),
            36 | 37 if self.depth == 0 => self.tile_of_view(),
            _ => self.constant_of_any_type(),
        }
    }

    /// Stores what nobody used, and some more.
    fn finish(mut self) -> Plan {
        let scope = self.scope.clone();
        let mut outputs: Vec<Value> = Vec::new();
        for &value in scope.iter().rev() {
            let used = self.block.steps.iter().any(|s| uses(s, value));
            if outputs.len() < 12 && (!used || self.random.one_in(8)) {
                outputs.push(value);
            }
        }
        outputs.reverse();
        self.plan.outputs = outputs;
        self.plan.body = self.block;
        self.plan
    }

    /// A new value, in scope from now on.
    pub fn value(&mut self, ty: Ty, accuracy: Accuracy) -> Value {
        self.plan.values.push((ty, accuracy));
        Value(self.plan.values.len() - 1)
    }

    /// Adds an op with one result.
    pub fn emit(&mut self, template: impl Into<String>, uses: &[Value], ty: Ty, accuracy: Accuracy) -> Value {
        let value = self.value(ty, accuracy);
        self.block.steps.push(Step {
            template: template.into(),
            uses: uses.to_vec(),
            defs: vec![value],
            blocks: Vec::new(),
        });
        self.scope.push(value);
        value
    }

    pub fn ty(&self, value: Value) -> Ty {
        self.plan.values[value.0].0.clone()
    }

    pub fn accuracy(&self, value: Value) -> Accuracy {
        self.plan.values[value.0].1
    }

    pub fn is_tame(&self, value: Value) -> bool {
        self.accuracy(value) == Accuracy::Tame
    }

    /// Whether something may be computed from it.
    pub fn is_exact(&self, value: Value) -> bool {
        !matches!(self.accuracy(value), Accuracy::Close { .. })
    }

    /// A value in scope of which this holds, later ones more likely.
    pub fn pick(&mut self, holds: impl Fn(&Self, Value) -> bool) -> Option<Value> {
        let fitting: Vec<Value> = self.scope.iter().copied().filter(|&v| holds(self, v)).collect();
        if fitting.is_empty() {
            return None;
        }
        let n = fitting.len();
        let at = self.random.below(n).max(self.random.below(n));
        Some(fitting[at])
    }

    /// A value to compute with, of one of these element types.
    pub fn pick_of(&mut self, elements: &[&str]) -> Option<Value> {
        self.pick(|g, v| g.is_exact(v) && elements.contains(&g.ty(v).element))
    }

    /// A value of this type to compute with: one in scope, or a constant.
    pub fn mate(&mut self, ty: &Ty) -> Value {
        if !self.random.one_in(4)
            && let Some(value) = self.pick(|g, v| g.is_exact(v) && g.ty(v) == *ty)
        {
            return value;
        }
        self.constant(ty, false)
    }

    fn constant_of_any_type(&mut self) {
        let shape = self.shape();
        let elements = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"];
        let element = *self.random.choose(&elements);
        let tame = self.random.one_in(2);
        self.constant(&Ty::new(&shape, element), tame);
    }

    /// A constant: one number for all elements, or a few that differ.
    pub fn constant(&mut self, ty: &Ty, tame: bool) -> Value {
        if ty.element == "i4" {
            let wide = self.constant(&ty.with("i8"), tame);
            return self.emit("trunci {0} : {t0} -> {d0}", &[wide], ty.clone(), Accuracy::Exact);
        }
        let differs = (2..=16).contains(&ty.count()) && self.random.one_in(3);
        let text = if differs {
            self.nested(&ty.shape, ty.element, tame)
        } else {
            self.number(ty.element, tame)
        };
        let accuracy = if tame { Accuracy::Tame } else { Accuracy::Exact };
        self.emit(
            format!("constant <{}: {text}> : {{d0}}", ty.element),
            &[],
            ty.clone(),
            accuracy,
        )
    }

    fn nested(&mut self, shape: &[usize], element: &str, tame: bool) -> String {
        let Some((&n, inner)) = shape.split_first() else {
            return self.number(element, tame);
        };
        let parts: Vec<String> = (0..n).map(|_| self.nested(inner, element, tame)).collect();
        format!("[{}]", parts.join(", "))
    }

    fn number(&mut self, element: &str, tame: bool) -> String {
        if element == "i1" {
            return self.random.one_in(2).to_string();
        }
        if let Some(bits) = element.strip_prefix('i').and_then(|n| n.parse::<u32>().ok()) {
            let any = (self.random.bits() as i64) >> (64 - bits);
            return if tame || self.random.one_in(2) {
                (any % 8).to_string()
            } else {
                any.to_string()
            };
        }
        if !tame && self.random.one_in(3) {
            let special: &[&str] = match element {
                "f16" => &["0x7C00", "0xFC00", "0x7E00", "0x0001", "0x7BFF", "0x8000"],
                "bf16" => &["0x7F80", "0xFF80", "0x7FC0", "0x0001", "0x7F7F", "0x8000"],
                "f32" => &[
                    "0x7F800000",
                    "0xFF800000",
                    "0x7FC00000",
                    "0x00000001",
                    "0x7F7FFFFF",
                    "0x80000000",
                ],
                "f64" => &[
                    "0x7FF0000000000000",
                    "0x7FF8000000000000",
                    "0x0000000000000001",
                    "0x8000000000000000",
                ],
                _ => &["0.0", "-0.0", "1.0"],
            };
            return self.random.choose(special).to_string();
        }
        if !tame && self.random.one_in(2) {
            // Large angles, and what exp, sinh, cosh and powers of it nearly overflow at.
            let remarkable: &[&str] = match element {
                "f16" => &["11.75", "-11.0", "3100.0", "65504.0", "-1.0", "16.0"],
                "bf16" | "f32" => &["89.0", "-88.75", "88.5", "1.0e30", "-3.0e8", "127.0", "-1.0", "-99.25"],
                "f64" => &["710.0", "-709.75", "1.0e300", "-1.0e22", "1023.0", "-1.0", "-99.25"],
                _ => &["0.5"],
            };
            return self.random.choose(remarkable).to_string();
        }
        format!("{:?}", (self.random.below(65) as f64 - 32.0) / 8.0)
    }

    /// Extents of a tile, from none to three of them.
    pub fn shape(&mut self) -> Vec<usize> {
        let rank = *self.random.choose(&[0, 1, 1, 2, 2, 2, 3]);
        let mut shape: Vec<usize> = Vec::new();
        for _ in 0..rank {
            let room = self.most / shape.iter().product::<usize>().max(1);
            let most = room.ilog2() as usize;
            let usual = if rank == 1 { 11 } else { 7 } + usize::from(self.most > MAX_ELEMENTS) * 3;
            shape.push(1 << self.random.below(most.min(usual) + 1));
        }
        shape
    }
}

/// Whether a step or one inside it uses a value.
fn uses(step: &Step, value: Value) -> bool {
    let inside = |b: &Block| b.ends.contains(&value) || b.steps.iter().any(|s| uses(s, value));
    step.uses.contains(&value) || step.blocks.iter().any(inside)
}
