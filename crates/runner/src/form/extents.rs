//! Sizes and strides of what a kernel accesses, and the other whole numbers that it takes.

use super::analysis::{Analysis, Extent};
use super::values::Place;
use super::{ArgumentRole, Form, arrays};
use std::collections::BTreeMap;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::types::DYNAMIC;
use tilewright_ir::views::TensorAt;
use tilewright_ir::{Def, Op, Value};

/// A number that elements are compared with, such as the length of an array that pointers point into.
const BOUND: i64 = 1000;
/// Any other whole number.
pub(super) const NUMBER: i64 = 16;
/// The least extent that a parameter gets, in matrices and in tensors of more dimensions.
const MIN_EXTENT: [i64; 2] = [24, 4];
/// The extent of a dimension that nothing is known to index, by the dimensions that there are.
const UNKNOWN_EXTENT: [i64; 4] = [BOUND, 64, 16, 8];
/// Uses of each slot of a ring.
const ROUNDS: i64 = 3;
/// The largest index for which an extent is made larger.
const MAX_INDEX: i64 = 1 << 12;
/// Elements of an array of indices that are looked at.
const MAX_SCATTERED: i64 = 256;

/// Memory as a tensor: the parameter that it begins at, its sizes and its strides.
pub(super) struct Tensor {
    pub base: usize,
    pub sizes: Vec<Extent>,
    pub strides: Vec<Extent>,
}

/// An index, and the extent that it counts along.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub index: Value,
    extent: Extent,
    /// Elements from one index to the next.
    step: i64,
    /// Elements of one access.
    tile: i64,
    /// Dimensions of the array.
    rank: usize,
    /// Elements outside are undefined, and nothing says that they are not stored.
    whole: bool,
    /// An index outside is a fault; elements of a gather that lie outside are left out.
    view: bool,
}

impl Analysis<'_> {
    /// Finds the arrays of a kernel in Python: each is an address, sizes and strides in the entry's parameters.
    pub(super) fn find_tensors(&mut self, entry: &str) {
        let known = arrays::of_symbol(entry);
        self.of_python = !known.is_empty();
        let pointers = (0..self.params.len()).filter(|&i| self.roles[i].is_array());
        if pointers.clone().count() == known.len() {
            for (base, (sizes, strides)) in pointers.collect::<Vec<_>>().into_iter().zip(known) {
                let rank = sizes.len();
                let mut list = |first: usize, known: &[i64], role: ArgumentRole| -> Vec<Extent> {
                    let params = (first..self.params.len()).zip(known);
                    let one = |(param, &n): (usize, &i64)| {
                        self.roles[param] = role;
                        self.numbers[param] = (n != DYNAMIC).then_some(n);
                        match n {
                            DYNAMIC => Extent::Value(self.params[param]),
                            n => Extent::Known(n),
                        }
                    };
                    params.map(one).collect()
                };
                let sizes = list(base + 1, &sizes, ArgumentRole::Extent);
                let strides = list(base + 1 + rank, &strides, ArgumentRole::Stride);
                self.tensors.push(Tensor { base, sizes, strides });
            }
        }
        for op in self.ops.clone() {
            if let Some(tensor) = TensorAt::of(self.module, op) {
                for base in self.roots(tensor.base) {
                    let (sizes, strides) = self.extents(op);
                    self.tensors.push(Tensor { base, sizes, strides });
                }
            }
        }
    }

    /// Finds what indexes what: tiles of views, and elements that are compared with a size.
    pub(super) fn find_bounds(&mut self) {
        let mut bounds = Vec::new();
        for tiling in &self.tilings {
            let (sizes, _) = self.extents(tiling.tensor);
            for (at, &dim) in tiling.ty.dim_map.iter().enumerate() {
                let (Some(&extent), Some(&tile), Some(&step), Some(&index)) = (
                    sizes.get(dim),
                    tiling.ty.tile.get(at),
                    tiling.ty.steps.get(at),
                    tiling.access.index.get(at),
                    // Absent: a dimension that the verifier would have refused.
                ) else {
                    continue;
                };
                let index = self.coordinate(index);
                // An element that a load takes from outside is undefined without padding. It goes where nothing is stored if
                // a store has the same tiles; elsewhere it would be in a result.
                let left_out = |store: &super::analysis::Tiling<'_>| {
                    let there = store.access.index.get(at).map(|&value| self.coordinate(value));
                    store.store && there == Some(index) && self.by_block.contains(&index)
                };
                bounds.push(Bound {
                    index,
                    extent,
                    step,
                    tile,
                    rank: sizes.len(),
                    whole: !tiling.store && tiling.ty.padding.is_none() && !self.tilings.iter().any(left_out),
                    view: true,
                });
            }
        }
        for &op in &self.ops {
            let module = self.module;
            if module.kind(op) != cuda_tile::CMPI {
                continue;
            }
            let [index, bound] = module.sides(op);
            let is_mask = module.keyword(op, "predicate") == "less_than"
                && (module.keyword(op, "signedness") == "unsigned" || !module.shape(module.ty(index)).is_empty());
            if !is_mask {
                continue;
            }
            let (index, bound) = (self.coordinate(self.spread(index)), self.spread(bound));
            let of = |tensor: &&Tensor| {
                tensor
                    .sizes
                    .iter()
                    .any(|size| matches!(size, Extent::Value(v) if *v == bound))
            };
            bounds.push(Bound {
                index,
                extent: Extent::Value(bound),
                step: 1,
                tile: module.shape(module.ty(index)).iter().product(),
                // Absent: the length of an array that only the kernel knows.
                rank: self.tensors.iter().find(of).map_or(1, |tensor| tensor.sizes.len()),
                whole: false,
                view: false,
            });
        }
        self.bounds = bounds;
    }

    /// A value before it is spread over a tile.
    pub(super) fn spread(&self, value: Value) -> Value {
        let mut value = self.plain(value);
        while let Some(op) = self.module.defining_op(value)
            && matches!(self.module.kind(op), cuda_tile::RESHAPE | cuda_tile::BROADCAST)
        {
            value = self.plain(self.module.only_operand(op));
        }
        value
    }

    /// A value; of a coordinate of the tile block that the kernel asks for again the first.
    pub(super) fn coordinate(&self, value: Value) -> Value {
        let is_id = |op: &Op| self.module.kind(*op) == cuda_tile::GET_TILE_BLOCK_ID;
        match self.module.value_def(self.plain(value)) {
            Def::Result(op, at) if is_id(&op) => {
                let first = self.ops.iter().copied().find(is_id);
                // Absent: an op that is not of this kernel.
                first
                    .and_then(|op| self.module.results(op).get(at as usize).copied())
                    .unwrap_or(value)
            }
            _ => value,
        }
    }

    /// The number that an index must be less than.
    pub(super) fn limit(&self, bound: &Bound) -> Option<i64> {
        self.known(&bound.extent)?
            .checked_add(bound.step - 1)?
            .checked_div(bound.step)
    }

    /// The parameter that is the extent of an array.
    fn extent_of(&self, bound: &Bound) -> Option<usize> {
        let Extent::Value(value) = bound.extent else {
            return None;
        };
        self.param_of(value)
            .filter(|&param| bound.view || self.roles[param] == ArgumentRole::Extent)
    }

    /// Gives every whole number a value: that of the form, or one that suits the kernel.
    pub fn set_numbers(&mut self, form: &Form) {
        let given: Vec<Option<i64>> = (0..self.params.len())
            .map(|i| form.values.get(i).copied().flatten().map(|v| v as i64))
            .collect();
        for (number, given) in self.numbers.iter_mut().zip(&given) {
            *number = given.or(*number);
        }
        let bounds = self.bounds.clone();
        let mut divisors: Vec<i64> = (0..self.params.len()).map(|i| self.divisor(i)).collect();
        let suits = |divisors: &[i64], i: usize, value: i64| {
            let value = value.max(1).saturating_add(divisors[i] - 1) / divisors[i] * divisors[i];
            given[i].unwrap_or(value)
        };
        // Extents first: strides follow from them.
        for bound in &bounds {
            if let Some(param) = self.extent_of(bound) {
                if bound.whole {
                    divisors[param] = divisors[param].max(bound.tile);
                }
                // Absent: nothing was wanted before.
                let value = self
                    .extent_wanted(bound, form.slots)
                    .max(self.numbers[param].unwrap_or(0));
                self.roles[param] = ArgumentRole::Extent;
                self.numbers[param] = Some(suits(&divisors, param, value));
            }
        }
        // The same tiles of several arrays: where one is long, the others are.
        for _ in 0..2 {
            let mut same: BTreeMap<(Value, i64), (bool, i64)> = BTreeMap::new();
            for bound in &bounds {
                if let Some(param) = self.extent_of(bound) {
                    // Absent: no extent.
                    let length = (given[param].is_some(), self.numbers[param].unwrap_or(0));
                    let longest = same.entry((bound.index, bound.tile)).or_insert(length);
                    *longest = length.max(*longest);
                }
            }
            for bound in &bounds {
                if let (Some(param), Some(&(_, length))) = (self.extent_of(bound), same.get(&(bound.index, bound.tile)))
                {
                    self.numbers[param] = Some(suits(&divisors, param, length));
                }
            }
        }
        for i in 0..self.params.len() {
            let value = match self.roles[i] {
                _ if self.numbers[i].is_some() => continue,
                ArgumentRole::Number if self.is_bound(i) => BOUND,
                ArgumentRole::Number => NUMBER,
                ArgumentRole::Extent => {
                    let of = |tensor: &&Tensor| (tensor.base..=tensor.base + tensor.sizes.len()).contains(&i);
                    // Absent: an extent of no tensor is one of a row.
                    let rank = self.tensors.iter().find(of).map_or(1, |tensor| tensor.sizes.len());
                    UNKNOWN_EXTENT[rank.clamp(1, UNKNOWN_EXTENT.len()) - 1]
                }
                // Absent: everything else is made elsewhere.
                _ => continue,
            };
            self.numbers[i] = Some(suits(&divisors, i, value));
        }
        self.grid = self.grid_suggested(form);
        // The last index of a loop in the last tile block, and where elements of an array say that a store goes: there it
        // must be so long.
        let block = Some(self.grid.map(|blocks| i64::from(blocks) - 1));
        let mut corners = vec![Place {
            block,
            last: true,
            ..Place::default()
        }];
        for array in (0..self.params.len()).filter(|&i| self.roles[i].is_array() && self.scatters(i)) {
            let sizes = self.tensors.iter().filter(|tensor| tensor.base == array);
            let count = |tensor: &Tensor| {
                tensor
                    .sizes
                    .iter()
                    .map(|size| self.known(size))
                    .product::<Option<i64>>()
            };
            // Absent: an array of which nothing is known.
            let count = sizes.filter_map(count).max().unwrap_or(0);
            corners.extend((0..count.min(MAX_SCATTERED)).map(|n| Place {
                block,
                loaded: Some((array, n)),
                ..Place::default()
            }));
        }
        for place in &mut corners {
            for bound in bounds.iter().filter(|bound| bound.view) {
                if let (Some(param), Some(index), Some(limit)) =
                    (self.extent_of(bound), self.value(bound.index, place), self.limit(bound))
                    && (limit..MAX_INDEX).contains(&index)
                {
                    self.numbers[param] = Some(suits(&divisors, param, (index + 1).saturating_mul(bound.step)));
                }
            }
        }
        // A number that stands for elements beyond an array of indices is no index.
        for &op in &self.ops {
            if let Some(padding) = self.module.operand_named(op, operand::PADDING)
                && let Some(param) = self.param_of(self.spread(padding))
                && let Some(&(_, array)) = self.loads.iter().find(|load| self.module.results(op).contains(&load.0))
                && self.roles[param] == ArgumentRole::Number
            {
                self.numbers[param] = Some(suits(&divisors, param, self.content(array).0.into()));
            }
        }
        for tensor in 0..self.tensors.len() {
            self.set_strides(tensor, &given);
        }
    }

    /// A length for the extent that an index counts along.
    fn extent_wanted(&self, bound: &Bound, slots: u32) -> i64 {
        let along = |values: &std::collections::BTreeSet<Value>| values.contains(&bound.index);
        let halves = match (along(&self.by_block), along(&self.by_loop)) {
            (true, _) => 3,
            // So many iterations that each slot is filled anew twice, the last one of half a tile. Around a loop that fills slots, rings
            // have two at most.
            (false, true) => {
                let slots = i64::from(if along(&self.by_outer) { slots.min(2) } else { slots });
                (2 * ROUNDS * slots - 1).max(7)
            }
            (false, false) => match self.number(bound.index) {
                // One tile and no other: what is not padded is whole.
                Some(index) if self.of_python => {
                    let tiles = bound.step.saturating_mul(index.clamp(0, MAX_INDEX));
                    return tiles.saturating_add(if bound.whole {
                        bound.tile
                    } else {
                        (bound.tile * 3 / 4).max(1)
                    });
                }
                // Absent: a number that nothing is known of.
                _ => 7,
            },
        };
        let least = MIN_EXTENT[usize::from(bound.rank > 2)];
        (bound.tile.saturating_mul(halves) / 2).max(least)
    }

    fn set_strides(&mut self, tensor: usize, given: &[Option<i64>]) {
        // Absent: nothing is suggested for a tensor that is not there.
        let Some(tensor) = self.tensors.get(tensor) else { return };
        let (sizes, strides) = (tensor.sizes.clone(), tensor.strides.clone());
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
    pub(super) fn is_bound(&self, param: usize) -> bool {
        let compared = |&op: &Op| {
            self.module.kind(op) == cuda_tile::CMPI
                && (self.module.operands(op).iter()).any(|&v| self.params.get(param) == Some(&self.spread(v)))
        };
        self.ops.iter().any(compared)
    }
}
