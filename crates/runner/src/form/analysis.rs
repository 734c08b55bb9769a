//! Facts about a kernel's parameters, read off the kernel.

use super::{Argument, ArgumentRole};
use std::collections::BTreeSet;
use tilewright_case::Element;
use tilewright_ir::attrs::AttrData;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::types::DYNAMIC;
use tilewright_ir::views::{TensorAt, TileAccess};
use tilewright_ir::{Module, Op, Value};

/// Elements of an array that no view describes.
const ELEMENTS: f64 = 4096.0;
/// A number that elements are compared with, such as the length of an array that pointers point into.
const BOUND: i64 = 1000;
/// Any other whole number.
const NUMBER: i64 = 16;
/// The least extent that a parameter gets.
const MIN_EXTENT: i64 = 24;
/// Uses of each slot of a ring.
const ROUNDS: i64 = 3;
/// Tile blocks of a kernel that asks how many there are and shares the work among them.
const PERSISTENT: u32 = 3;

/// The type of elements by its name in Tile IR.
pub(super) fn element(name: &str) -> Result<Element, String> {
    Element::from_name(name).ok_or_else(|| format!("there are no data of type `{name}` for this; use a case"))
}

/// Memory as a tensor: the op that says so, and the parameter it begins at.
struct View {
    op: Op,
    base: usize,
}

/// An access to tiles of a view.
struct Tiling<'m> {
    access: TileAccess<'m>,
    tensor: Op,
    store: bool,
    ty: tilewright_ir::types::TileViewType<'m>,
}

/// A length that suits an extent.
struct Wanted {
    param: usize,
    extent: i64,
    /// It is a multiple of this; sizes of tiles and divisors are powers of two.
    multiple: i64,
}

pub(super) struct Analysis<'m> {
    module: &'m Module,
    params: Vec<Value>,
    ops: Vec<Op>,
    views: Vec<View>,
    tilings: Vec<Tiling<'m>>,
    /// The values of whole numbers, by parameter; none while unknown.
    numbers: Vec<Option<i64>>,
    roles: Vec<ArgumentRole>,
    /// Values that depend on which tile block this is.
    by_block: BTreeSet<Value>,
    /// Values that depend on the variable of a loop.
    by_loop: BTreeSet<Value>,
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
            views: Vec::new(),
            tilings: Vec::new(),
            numbers: vec![None; params.len()],
            roles: vec![ArgumentRole::Number; params.len()],
            by_block: BTreeSet::new(),
            by_loop: BTreeSet::new(),
            params,
        };
        analysis.find_arrays();
        analysis.find_block_values();
        Ok(analysis)
    }

    /// The parameters that a pointer may point into.
    fn roots(&self, pointer: Value) -> BTreeSet<usize> {
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
            if self.module.kind(op) == cuda_tile::MAKE_TENSOR_VIEW
                && let Some(tensor) = TensorAt::of(module, op)
            {
                let roots = self.roots(tensor.base);
                self.views.extend(roots.into_iter().map(|base| View { op, base }));
            }
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
        for view in &self.views {
            if self.tilings.iter().any(|t| t.store && t.tensor == view.op) {
                self.roles[view.base] = ArgumentRole::Output;
            }
        }
    }

    /// The tensor view behind a view of tiles.
    fn tensor_of(&self, view: Op) -> Option<Op> {
        let tensor = self.module.operand_named(view, operand::TENSOR_VIEW)?;
        let mut op = self.module.defining_op(tensor)?;
        while self.module.kind(op) == cuda_tile::ASSUME {
            op = self.module.defining_op(self.module.operand(op, 0))?;
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
            }
            if self.module.kind(op) == cuda_tile::FOR {
                let bounds = module.operands(op).iter().take(3).any(|v| self.by_block.contains(v));
                let body = module.regions(op).first().and_then(|&r| module.entry_block(r));
                let variable = body.and_then(|b| module.arguments(b).first().copied());
                if bounds {
                    self.by_block.extend(variable);
                }
                self.by_loop.extend(variable);
            }
        }
    }

    /// A value without the promises about it.
    fn plain(&self, mut value: Value) -> Value {
        while let Some(op) = self.module.defining_op(value)
            && (self.module.kind(op) == cuda_tile::ASSUME
                || self.module.kind(op) == cuda_tile::EXTI
                || self.module.kind(op) == cuda_tile::TRUNCI)
        {
            value = self.module.operand(op, 0);
        }
        value
    }

    fn param_of(&self, value: Value) -> Option<usize> {
        let value = self.plain(value);
        self.params.iter().position(|&p| p == value)
    }

    /// The value of a scalar, as far as the parameters are known.
    fn number(&self, value: Value) -> Option<i64> {
        let value = self.plain(value);
        if let Some(i) = self.params.iter().position(|&p| p == value) {
            return *self.numbers.get(i)?;
        }
        let op = self.module.defining_op(value)?;
        let operand = |i: usize| self.module.operands(op).get(i).and_then(|&v| self.number(v));
        match self.module.kind(op) {
            cuda_tile::CONSTANT => self.module.constant_int(value),
            cuda_tile::ADDI => operand(0)?.checked_add(operand(1)?),
            cuda_tile::SUBI => operand(0)?.checked_sub(operand(1)?),
            cuda_tile::MULI => operand(0)?.checked_mul(operand(1)?),
            cuda_tile::DIVI => operand(0)?.checked_div(operand(1)?),
            cuda_tile::MAXI => Some(operand(0)?.max(operand(1)?)),
            cuda_tile::MINI => Some(operand(0)?.min(operand(1)?)),
            _ => None,
        }
    }

    /// Sizes and strides of a tensor view: known ones as numbers, the others as the values that bring them.
    fn extents(&self, tensor: Op) -> (Vec<Extent>, Vec<Extent>) {
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

    fn known(&self, extent: &Extent) -> Option<i64> {
        match *extent {
            Extent::Known(n) => Some(n),
            Extent::Value(v) => self.number(v),
        }
    }

    /// The number that every promise says a parameter is a multiple of.
    fn divisor(&self, param: usize) -> i64 {
        let mut by = 1;
        for &op in self.ops.iter().filter(|&&op| self.module.kind(op) == cuda_tile::ASSUME) {
            let about = self.module.operands(op).first().and_then(|&v| self.param_of(v));
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

    /// Gives every whole number a value: that of the form, or one that suits the kernel.
    pub fn set_numbers(&mut self, given: &[Option<f64>], slots: u32) {
        let whole: Vec<Option<i64>> = (0..self.params.len())
            .map(|i| given.get(i).copied().flatten().map(|v| v as i64))
            .collect();
        let wanted = |i: usize, value: i64, divisor: i64| {
            whole[i].unwrap_or(value.max(1).saturating_add(divisor - 1) / divisor * divisor)
        };
        // Extents first: strides follow from them.
        let mut multiples = vec![1; self.params.len()];
        for tiling in 0..self.tilings.len() {
            for Wanted {
                param,
                extent,
                multiple,
            } in self.extents_wanted(tiling, slots)
            {
                multiples[param] = multiples[param].max(multiple);
                let divisor = self.divisor(param).max(multiples[param]);
                let old = self.numbers[param].unwrap_or(extent);
                self.roles[param] = ArgumentRole::Extent;
                self.numbers[param] = Some(wanted(param, extent.max(old), divisor));
            }
        }
        for view in 0..self.views.len() {
            self.set_strides(view, &whole);
        }
        for i in 0..self.params.len() {
            if self.roles[i] == ArgumentRole::Number && self.numbers[i].is_none() {
                let value = if self.is_bound(i) { BOUND } else { NUMBER };
                self.numbers[i] = Some(wanted(i, value, self.divisor(i)));
            }
        }
    }

    /// Parameters that are extents of the tensor that an access goes to, with a length for each.
    fn extents_wanted(&self, tiling: usize, slots: u32) -> Vec<Wanted> {
        let Some(tiling) = self.tilings.get(tiling) else {
            return Vec::new();
        };
        let indices = tiling.access.index;
        let (sizes, _) = self.extents(tiling.tensor);
        let mut out = Vec::new();
        for (at, &dim) in tiling.ty.dim_map.iter().enumerate() {
            // Absent: an extent that is known needs no suggestion.
            let (Some(Extent::Value(size)), Some(&tile)) = (sizes.get(dim), tiling.ty.tile.get(at)) else {
                continue;
            };
            let along = |values: &BTreeSet<Value>| indices.get(at).is_some_and(|v| values.contains(v));
            let halves = match (along(&self.by_block), along(&self.by_loop)) {
                (true, _) => 3,
                // So many iterations that each slot is filled anew twice, the last one of half a tile.
                (false, true) => (2 * ROUNDS * i64::from(slots) - 1).max(7),
                (false, false) => 7,
            };
            // An element that a load takes from outside is undefined without padding. Along the blocks it goes where nothing is
            // stored; elsewhere it would be in every result.
            let whole = !tiling.store && tiling.ty.padding.is_none() && !along(&self.by_block);
            if let Some(param) = self.param_of(*size) {
                out.push(Wanted {
                    param,
                    extent: (tile.saturating_mul(halves) / 2).max(MIN_EXTENT),
                    multiple: if whole { tile.max(1) } else { 1 },
                });
            }
        }
        out
    }

    fn set_strides(&mut self, view: usize, given: &[Option<i64>]) {
        // Absent: nothing is suggested for a view that is not there.
        let Some(view) = self.views.get(view) else { return };
        let (sizes, strides) = self.extents(view.op);
        // From the innermost dimension on: those with a known stride first, then from the last to the first.
        let mut order: Vec<usize> = (0..strides.len()).collect();
        order.sort_by_key(|&d| match strides.get(d) {
            Some(&Extent::Known(n)) => (0, n, 0),
            _ => (1, 0, usize::MAX - d),
        });
        let mut room = 1i64;
        for d in order {
            // Absent: an extent that is not known is suggested as 1.
            let size = sizes.get(d).and_then(|e| self.known(e)).unwrap_or(1);
            // Absent: a stride that is not known is suggested below.
            let mut stride = strides.get(d).and_then(|e| self.known(e)).unwrap_or(0);
            if let Some(Extent::Value(value)) = strides.get(d)
                && let Some(param) = self.param_of(*value)
                && self.roles[param] != ArgumentRole::Extent
            {
                let divisor = self.divisor(param);
                let needed = room.saturating_add(divisor - 1) / divisor * divisor;
                stride = given[param].unwrap_or(stride.max(needed));
                self.roles[param] = ArgumentRole::Stride;
                self.numbers[param] = Some(stride);
            }
            room = room.max(size.saturating_mul(stride));
        }
    }

    /// Whether elements are compared with a parameter.
    fn is_bound(&self, param: usize) -> bool {
        let compared = |&op: &Op| {
            self.module.kind(op) == cuda_tile::CMPI
                && self.module.operands(op).iter().any(|&v| {
                    let mut value = self.plain(v);
                    while let Some(op) = self.module.defining_op(value)
                        && (self.module.kind(op) == cuda_tile::RESHAPE || self.module.kind(op) == cuda_tile::BROADCAST)
                    {
                        value = self.plain(self.module.operand(op, 0));
                    }
                    self.params.get(param) == Some(&value)
                })
        };
        self.ops.iter().any(compared)
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
            list.push(Argument {
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
        let views = self.views.iter().filter(|v| v.base == param);
        let reach = views.map(|view| {
            let (sizes, strides) = self.extents(view.op);
            let mut last = 0f64;
            for (size, stride) in sizes.iter().zip(&strides) {
                last += (self.known(size)? - 1) as f64 * self.known(stride)? as f64;
            }
            Some(last + 1.0)
        });
        reach.flatten().reduce(f64::max)
    }

    /// The number of tiles that a view has along each index.
    fn tiles(&self, tiling: &Tiling<'_>) -> Vec<Option<u32>> {
        let (sizes, _) = self.extents(tiling.tensor);
        let steps = tiling.ty.steps.iter().zip(&tiling.ty.dim_map);
        let one = |(&step, &dim): (&i64, &usize)| {
            let size = self.known(sizes.get(dim)?)?;
            u32::try_from(size.checked_add(step - 1)?.checked_div(step)?).ok()
        };
        steps.map(one).collect()
    }

    /// The grid that covers what the coordinates of the tile block index.
    pub fn grid(&self, arguments: &[Argument]) -> [u32; 3] {
        let mut grid = [0u32; 3];
        let mut shared = false;
        for &op in &self.ops {
            shared |= self.module.kind(op) == cuda_tile::GET_NUM_TILE_BLOCKS;
            if self.module.kind(op) != cuda_tile::GET_TILE_BLOCK_ID {
                continue;
            }
            for (axis, &id) in self.module.results(op).iter().enumerate().take(3) {
                for tiling in &self.tilings {
                    for (index, tiles) in tiling.access.index.iter().zip(self.tiles(tiling)) {
                        if self.plain(*index) == id {
                            // Absent: a number of tiles that is not known suggests one block.
                            grid[axis] = grid[axis].max(tiles.unwrap_or(1));
                        }
                    }
                }
                if grid[axis] == 0 && !self.module.uses(id).is_empty() {
                    grid[axis] = if axis == 0 { self.blocks_in_all(arguments) } else { 1 };
                }
            }
        }
        if shared {
            grid[0] = grid[0].min(PERSISTENT);
        }
        grid.map(|n| n.max(1))
    }

    /// Tile blocks for a kernel that computes from their number what they do: as many as there are tiles of the largest
    /// view that is written, or as pieces of the length that elements are compared with.
    fn blocks_in_all(&self, arguments: &[Argument]) -> u32 {
        let stored = self.tilings.iter().filter(|t| t.store);
        let tiles = stored
            .map(|t| {
                self.tiles(t)
                    .iter()
                    // Absent: an extent that is not known yet counts as one tile.
                    .map(|n| n.unwrap_or(1))
                    .fold(1, u32::saturating_mul)
            })
            .max();
        if let Some(tiles) = tiles {
            return tiles;
        }
        let accessed = self.ops.iter().filter_map(|&op| {
            let pointers = [operand::SOURCE, operand::DESTINATION, operand::POINTERS]
                .iter()
                .find_map(|&name| self.module.operand_named(op, name))?;
            let elements: i64 = self.module.shape(self.module.ty(pointers)).iter().product();
            (elements > 1).then_some(elements)
        });
        let bound = (0..self.params.len())
            .filter(|&i| self.is_bound(i))
            .filter_map(|i| arguments.get(i))
            .map(|a| a.value as i64)
            .max();
        match (accessed.max(), bound) {
            // Absent: more blocks than a grid has are refused where the form is read.
            (Some(piece), Some(length)) => u32::try_from((length.max(1) + piece - 1) / piece).unwrap_or(1),
            // Absent: nothing says how long the arrays are: one block.
            _ => 1,
        }
    }
}

enum Extent {
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
