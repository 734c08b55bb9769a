//! Slices of a kernel: its ops once more, on tiles that are cut.

use super::cuts::{Cuts, accessed};
use rustc_hash::FxHashMap;
use tilewright_ir::build::Builder;
use tilewright_ir::copy::{Names, named};
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{AttrData, Block, Module, Op, Ty, Value, operand};

/// A number as a constant.
pub(crate) fn numeral(build: &mut Builder<'_>, value: i64, ty: Ty) -> Value {
    let value = build.module.intern_attr(AttrData::Dense {
        ty,
        bits: [value as u64].into(),
    });
    build.value_with(cuda_tile::CONSTANT, &[], ty, &[("value", value)])
}

/// Copies a kernel's ops for a slice.
pub(crate) struct Cutter<'m> {
    module: &'m mut Module,
    cuts: &'m Cuts,
    slices: i64,
    /// The op before which stands what all slices have.
    before: Op,
    /// The number of the slice, and that of all of them.
    slice: Value,
    count: Value,
    /// The slices of tiles, and what else is computed for each.
    names: Names,
    /// Views of a slice by the view of the tile and the dimension that is cut.
    views: FxHashMap<(Value, usize), Value>,
}

impl<'m> Cutter<'m> {
    /// Makes slice number `slice` of `slices`, a number that `count` is in the kernel; what all slices have is put before an op.
    pub(crate) fn new(
        module: &'m mut Module,
        cuts: &'m Cuts,
        (slices, before): (i64, Op),
        [slice, count]: [Value; 2],
    ) -> Self {
        Self {
            module,
            cuts,
            slices,
            before,
            slice,
            count,
            names: Names::default(),
            views: FxHashMap::default(),
        }
    }
}

impl Cutter<'_> {
    /// The type of a slice of a tile.
    fn ty(&mut self, value: Value) -> Ty {
        let ty = self.module.ty(value);
        let Some(&dim) = self.cuts.get(&value) else { return ty };
        let mut data = self.module.type_data(ty).clone();
        data.params.ints[dim] /= self.slices;
        self.module.intern_type(data.def, data.params)
    }

    /// Copies an op, and what is in it, to the end of a block.
    pub(crate) fn copy(&mut self, op: Op, to: Block) {
        let def = self.module.def(op);
        let mut lists: Vec<Vec<Value>> = (0..def.operands.len())
            .map(|slot| {
                let values = self.module.operand_list(op, slot).iter();
                values.map(|&value| named(&self.names, value)).collect()
            })
            .collect();
        let cut = accessed(self.module, op).and_then(|tile| self.cuts.get(&tile).copied());
        if let (Some(dim), Some(view)) = (cut, self.module.operand_named(op, operand::VIEW)) {
            let own = self.view(view, dim, to, op);
            let first = def.operands.iter().position(|each| each.name == operand::VIEW.text());
            // Absent: an access without a view has no number of a tile.
            if let Some(at) = first {
                lists[at] = vec![own];
                lists[at + 1][dim] = self.number(lists[at + 1][dim], to, op);
            }
        }
        let results = self.module.results(op).to_vec();
        let types: Vec<Ty> = results.iter().map(|&value| self.ty(value)).collect();
        let lists: Vec<&[Value]> = lists.iter().map(Vec::as_slice).collect();
        let new = self.module.create_op(def, &lists, &types, self.module.loc(op));
        self.module.copy_attrs(op, new);
        self.module.append(to, new);
        for (index, &result) in results.iter().enumerate() {
            let copy = self.module.result(new, index);
            self.module.set_value_name(copy, self.module.value_name(result));
            self.names.insert(result, copy);
        }
        if let Some(&dim) = results.first().and_then(|result| self.cuts.get(result)) {
            match self.module.kind(op) {
                cuda_tile::CONSTANT => self.retype(new, types[0]),
                cuda_tile::IOTA => self.go_on(op, new, self.module.shape(types[0])[dim], to),
                // Absent: other ops make slices of slices.
                _ => {}
            }
        }
        for (index, region) in self.module.regions(op).to_vec().into_iter().enumerate() {
            for block in self.module.blocks(region).to_vec() {
                let target = self.module.add_block(self.module.regions(new)[index]);
                for argument in self.module.arguments(block).to_vec() {
                    let ty = self.ty(argument);
                    let copy = self.module.add_argument(target, ty);
                    self.module.set_value_name(copy, self.module.value_name(argument));
                    self.names.insert(argument, copy);
                }
                for inner in self.module.ops(block).collect::<Vec<Op>>() {
                    self.copy(inner, target);
                }
            }
        }
    }

    /// The view of slices of a view of tiles.
    fn view(&mut self, view: Value, dim: usize, to: Block, op: Op) -> Value {
        if let Some(&known) = self.views.get(&(view, dim)) {
            return known;
        }
        let mut data = self.module.type_data(self.module.ty(view)).clone();
        data.params.ints[dim] /= self.slices;
        let ty = self.module.intern_type(data.def, data.params);
        // Absent: only views that are made are cut.
        let tensor = self
            .module
            .defining_op(view)
            .map_or(view, |made| self.module.only_operand(made));
        let own = named(&self.names, tensor);
        let made = self.build(to, op).op(cuda_tile::MAKE_PARTITION_VIEW, &[&[own]], &[ty]);
        let slices = self.module.result(made, 0);
        if own == tensor {
            // All slices have it.
            self.module.detach(made);
            self.module.insert_before(self.before, made);
            self.views.insert((view, dim), slices);
        }
        slices
    }

    /// The number of a slice among all, of that of its tile.
    fn number(&mut self, tile: Value, to: Block, op: Op) -> Value {
        let (slice, count) = (self.slice, self.count);
        let mut build = self.build(to, op);
        let before = build.binary(cuda_tile::MULI, tile, count);
        build.binary(cuda_tile::ADDI, before, slice)
    }

    /// A constant has the type of its slice.
    fn retype(&mut self, op: Op, ty: Ty) {
        // Absent: every constant has a value.
        let bits = self.module.dense_attr(op, "value").unwrap_or_default().into();
        let value = self.module.intern_attr(AttrData::Dense { ty, bits });
        self.module.set_attr(op, "value", value);
    }

    /// Numbers of a slice go on where those of the one before end.
    fn go_on(&mut self, op: Op, new: Op, extent: i64, to: Block) {
        let (own, slice) = (self.module.result(new, 0), self.slice);
        let ty = self.module.ty(own);
        let number = self.module.ty(slice);
        let one = self.module.make_tile_type(&[1], self.module.element(ty), None);
        let mut build = self.build(to, op);
        let extent = numeral(&mut build, extent, number);
        let start = build.binary(cuda_tile::MULI, slice, extent);
        let start = build.value(cuda_tile::RESHAPE, &[start], one);
        let start = build.value(cuda_tile::BROADCAST, &[start], ty);
        let numbers = build.binary(cuda_tile::ADDI, own, start);
        self.names.insert(self.module.result(op, 0), numbers);
    }

    fn build(&mut self, to: Block, op: Op) -> Builder<'_> {
        let loc = self.module.loc(op);
        Builder::new(self.module, to, loc)
    }
}
