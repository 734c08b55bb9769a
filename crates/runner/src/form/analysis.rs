//! Facts about a kernel's parameters, read off the kernel.

use super::extents::{Bound, NUMBER, Tensor};
use super::values::Place;
use super::{Argument, ArgumentRole};
use std::collections::BTreeSet;
use tilewright_case::Element;
use tilewright_ir::attrs::AttrData;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::types::DYNAMIC;
use tilewright_ir::views::ForOp;
use tilewright_ir::views::{TensorAt, TileAccess};
use tilewright_ir::{Module, Op, Value};

/// Elements of an array that no view describes.
const ELEMENTS: f64 = 4096.0;

/// The type of elements by its name in Tile IR.
pub(super) fn element(name: &str) -> Result<Element, String> {
    Element::from_name(name).ok_or_else(|| format!("there are no data of type `{name}` for this; use a case"))
}

/// An access to tiles of a view.
pub(super) struct Tiling<'m> {
    pub access: TileAccess<'m>,
    pub tensor: Op,
    pub store: bool,
    pub ty: tilewright_ir::types::TileViewType<'m>,
}

pub(super) struct Analysis<'m> {
    pub(super) module: &'m Module,
    pub(super) params: Vec<Value>,
    pub(super) ops: Vec<Op>,
    pub(super) tensors: Vec<Tensor>,
    pub(super) bounds: Vec<Bound>,
    /// Values that are loaded from arrays of whole numbers, and the parameters that these are.
    pub(super) loads: BTreeSet<(Value, usize)>,
    /// The entry is one of Python's.
    pub(super) of_python: bool,
    /// The grid that suits the numbers.
    pub(super) grid: [u32; 3],
    pub(super) tilings: Vec<Tiling<'m>>,
    /// The values of whole numbers, by parameter; none while unknown.
    pub(super) numbers: Vec<Option<i64>>,
    pub(super) roles: Vec<ArgumentRole>,
    /// Values that depend on which tile block this is.
    pub(super) by_block: BTreeSet<Value>,
    /// Values that depend on the variable of a loop.
    pub(super) by_loop: BTreeSet<Value>,
    /// Of these, those that no loop decides but such that have another inside which accesses tiles.
    pub(super) by_outer: BTreeSet<Value>,
}

impl<'m> Analysis<'m> {
    pub fn new(module: &'m Module, entry: &str) -> Result<Self, String> {
        let all = module.walk(module.top());
        let found = all
            .iter()
            .find(|&&op| module.kind(op) == cuda_tile::ENTRY && module.keyword(op, "sym_name") == entry);
        let block = found.and_then(|&op| module.entry_block(*module.regions(op).first()?));
        let block = block.ok_or_else(|| format!("there is no kernel `{entry}` here"))?;
        let params = module.arguments(block).to_vec();
        let mut analysis = Self {
            module,
            ops: module.walk(block),
            tensors: Vec::new(),
            bounds: Vec::new(),
            loads: BTreeSet::new(),
            of_python: false,
            grid: [1; 3],
            tilings: Vec::new(),
            numbers: vec![None; params.len()],
            roles: vec![ArgumentRole::Number; params.len()],
            by_block: BTreeSet::new(),
            by_loop: BTreeSet::new(),
            by_outer: BTreeSet::new(),
            params,
        };
        analysis.find_arrays();
        analysis.find_block_values();
        analysis.find_tensors(entry);
        analysis.find_bounds();
        analysis.find_loads();
        if analysis.takes_addresses() {
            return Err(
                "the kernel reads addresses from memory, as those of a list of arrays, and made inputs have none: \
                 give a case, with --case"
                    .to_string(),
            );
        }
        Ok(analysis)
    }

    /// The parameters that a pointer may point into.
    pub(super) fn roots(&self, pointer: Value) -> BTreeSet<usize> {
        let mut seen = BTreeSet::from([pointer]);
        let mut stack = vec![pointer];
        let mut roots = BTreeSet::new();
        while let Some(value) = stack.pop() {
            if let Some(i) = self.params.iter().position(|&p| p == value) {
                roots.insert(i);
                continue;
            }
            // A value of a loop or a branch comes from any of the pointers that go in.
            let op = match self.module.value_def(value) {
                tilewright_ir::Def::Result(op, _) => Some(op),
                tilewright_ir::Def::Argument(block, _) => self.module.owner(block),
            };
            // Absent: an argument of the kernel.
            let inputs = op.map(|op| self.module.operands(op)).unwrap_or_default();
            for &input in inputs {
                let points = self
                    .module
                    .pointee(self.module.element(self.module.ty(input)))
                    .is_some();
                if points && seen.insert(input) {
                    stack.push(input);
                }
            }
        }
        roots
    }

    fn find_arrays(&mut self) {
        let module = self.module;
        for (i, &param) in self.params.iter().enumerate() {
            if module.pointee(module.element(module.ty(param))).is_some() {
                self.roles[i] = ArgumentRole::Input;
            }
        }
        for op in self.ops.clone() {
            if let Some(access) = TileAccess::of(module, op)
                && let Some(view) = module.defining_op(access.view)
                && let Some(ty) = module.tile_view_type(module.ty(access.view))
                && let Some(tensor) = self.tensor_of(view)
            {
                let store = self.module.kind(op) == cuda_tile::STORE_VIEW_TKO
                    || self.module.kind(op) == cuda_tile::ATOMIC_RED_VIEW_TKO;
                self.tilings.push(Tiling {
                    access,
                    tensor,
                    store,
                    ty,
                });
            }
            let written = module
                .operand_named(op, operand::DESTINATION)
                .or(module.operand_named(op, operand::POINTERS));
            // Absent: it writes nothing through pointers.
            for root in written.map(|v| self.roots(v)).unwrap_or_default() {
                self.roles[root] = ArgumentRole::Output;
            }
        }
        for tiling in self.tilings.iter().filter(|t| t.store) {
            // Absent: the op is a tensor view.
            for base in TensorAt::of(module, tiling.tensor).map_or(BTreeSet::new(), |t| self.roots(t.base)) {
                self.roles[base] = ArgumentRole::Output;
            }
        }
    }

    /// The tensor view behind a view of tiles.
    pub(super) fn tensor_of(&self, view: Op) -> Option<Op> {
        let tensor = self.module.operand_named(view, operand::TENSOR_VIEW)?;
        let mut op = self.module.defining_op(tensor)?;
        while self.module.kind(op) == cuda_tile::ASSUME {
            op = self.module.defining_op(self.module.only_operand(op))?;
        }
        (self.module.kind(op) == cuda_tile::MAKE_TENSOR_VIEW).then_some(op)
    }

    /// Marks what depends on the coordinates of the tile block, and on the variables of loops, in the order of the text; a
    /// loop's variable depends on its bounds.
    fn find_block_values(&mut self) {
        let module = self.module;
        for &op in &self.ops {
            let depends = self.module.kind(op) == cuda_tile::GET_TILE_BLOCK_ID
                || module.operands(op).iter().any(|v| self.by_block.contains(v));
            if depends {
                self.by_block.extend(module.results(op));
            }
            if module.operands(op).iter().any(|v| self.by_loop.contains(v)) {
                self.by_loop.extend(module.results(op));
                let inner = |v: &Value| self.by_loop.contains(v) && !self.by_outer.contains(v);
                if !module.operands(op).iter().any(inner) {
                    self.by_outer.extend(module.results(op));
                }
            }
            if self.module.kind(op) == cuda_tile::FOR {
                let counted = ForOp::of(module, op);
                let bounds = counted.map_or([None; 3], |c| [c.lower, c.upper, c.step].map(Some));
                let bounds = bounds.iter().flatten().any(|v| self.by_block.contains(v));
                let body = counted.and_then(|counted| counted.body);
                let variable = body.and_then(|b| module.arguments(b).first().copied());
                if bounds {
                    self.by_block.extend(variable);
                }
                self.by_loop.extend(variable);
                let is_loop = |op: &Op| matches!(module.kind(*op), cuda_tile::FOR | cuda_tile::LOOP);
                let around =
                    |op: Op| std::iter::successors(module.parent_op(op), |&op| module.parent_op(op)).find(is_loop);
                let inside = body.into_iter().flat_map(|body| module.walk(body));
                let mut accesses = inside.filter(|&op| TileAccess::of(module, op).is_some());
                if accesses.any(|access| around(access) != Some(op)) {
                    self.by_outer.extend(variable);
                }
            }
        }
    }

    /// A value without the promises about it.
    pub(super) fn plain(&self, mut value: Value) -> Value {
        while let Some(op) = self.module.defining_op(value)
            && (self.module.kind(op) == cuda_tile::ASSUME
                || self.module.kind(op) == cuda_tile::EXTI
                || self.module.kind(op) == cuda_tile::TRUNCI)
        {
            value = self.module.only_operand(op);
        }
        value
    }

    pub(super) fn param_of(&self, value: Value) -> Option<usize> {
        let value = self.plain(value);
        self.params.iter().position(|&p| p == value)
    }

    /// The value of a scalar, as far as the parameters are known.
    pub(super) fn number(&self, value: Value) -> Option<i64> {
        self.value(value, &mut Place::default())
    }

    /// Sizes and strides of a tensor view: known ones as numbers, the others as the values that bring them.
    pub(super) fn extents(&self, tensor: Op) -> (Vec<Extent>, Vec<Extent>) {
        let module = self.module;
        let ty = module
            .results(tensor)
            .first()
            .and_then(|&v| module.tensor_view_type(module.ty(v)));
        let list = |known: &[i64], values: &[Value]| {
            let mut values = values.iter();
            let one = |&n: &i64| {
                if n == DYNAMIC {
                    values.next().map_or(Extent::Known(0), |&v| Extent::Value(v))
                } else {
                    Extent::Known(n)
                }
            };
            known.iter().map(one).collect()
        };
        let Some(ty) = ty else { return Default::default() };
        let runtime = TensorAt::of(module, tensor);
        (
            // Absent: no extents that are given at run time.
            list(ty.sizes, runtime.map_or(&[], |tensor| tensor.sizes)),
            // Absent: no strides that are given at run time.
            list(ty.strides, runtime.map_or(&[], |tensor| tensor.strides)),
        )
    }

    pub(super) fn known(&self, extent: &Extent) -> Option<i64> {
        match *extent {
            Extent::Known(n) => Some(n),
            Extent::Value(v) => self.number(v),
        }
    }

    /// The number that every promise says a parameter is a multiple of.
    pub(super) fn divisor(&self, param: usize) -> i64 {
        let mut by = 1;
        for &op in self.ops.iter().filter(|&&op| self.module.kind(op) == cuda_tile::ASSUME) {
            let about = self.param_of(self.module.only_operand(op));
            if about != Some(param) {
                continue;
            }
            // Absent: a promise of another form suggests nothing.
            let Some(AttrData::Record(record, params)) =
                self.module.attr(op, "predicate").map(|a| self.module.attr_data(a))
            else {
                continue;
            };
            if let ("div_by", &[n]) = (record.name, &params.ints[..]) {
                by = lcm(by, n.clamp(1, 1 << 20));
            }
        }
        by
    }

    /// The arguments with their values.
    pub fn arguments(&self) -> Result<Vec<Argument>, String> {
        let module = self.module;
        let mut list = Vec::new();
        for (i, &param) in self.params.iter().enumerate() {
            let ty = module.element(module.ty(param));
            let scalar = module.scalar(module.pointee(ty).unwrap_or(ty));
            let scalar = scalar.ok_or_else(|| format!("parameter {i} is neither an array of numbers nor a number"))?;
            let name = module
                .value_name(param)
                .map_or(format!("{i}"), |n| module.name(n.name).to_string());
            let float = element(scalar.name)?.is_float();
            let value = match self.roles[i] {
                role if role.is_array() => self.elements(i).unwrap_or(ELEMENTS),
                _ if float => 1.0,
                _ => self.numbers[i].unwrap_or(NUMBER) as f64,
            };
            let (below, distinct) = match float {
                true => (0, false),
                false => self.content(i),
            };
            list.push(Argument {
                below,
                distinct,
                scales: float && self.scales(i),
                name,
                element: scalar.name.to_string(),
                role: self.roles[i],
                value,
            });
        }
        Ok(list)
    }

    /// The number of elements of an array that its views reach, if that is known.
    fn elements(&self, param: usize) -> Option<f64> {
        let tensors = self.tensors.iter().filter(|tensor| tensor.base == param);
        let reach = tensors.map(|tensor| {
            let mut last = 0f64;
            for (size, stride) in tensor.sizes.iter().zip(&tensor.strides) {
                last += (self.known(size)? - 1) as f64 * self.known(stride)? as f64;
            }
            Some(last + 1.0)
        });
        reach.flatten().reduce(f64::max)
    }
}

#[derive(Clone, Copy)]
pub(super) enum Extent {
    Known(i64),
    Value(Value),
}

fn lcm(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b).min(1 << 20)
}
