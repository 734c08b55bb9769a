//! `compute-in-slices`: tiles that the registers of no CTA hold are computed one slice after the other.
//!
//! Purpose: sums of 256 by 256 f32 are as much as all registers of an SM, so that the assembler spills whatever is beside them. A tile
//! block does as well what several with smaller tiles would: each slice of what it stores, from the loads on. What slices have in
//! common they load again.
//!
//! Requires: verified `cuda_tile`. Guarantees: verified `cuda_tile`, the same wherever registers hold the tiles, or elements of the
//! slices depend on each other, or the order of accesses would be another. Each element is computed as before.
//!
//! ```text
//! %x, %t = load_view_tko %v[%i]              for %s in (%0 to %2, step %1) : tile<i32> {
//! %y = negf %x : tile<256x256xf32>             %a = muli %i, %2 : tile<i32>
//! store_view_tko %y, %w[%i]             ->     %b = addi %a, %s : tile<i32>
//!                                              %x, %t = load_view_tko %v_0[%b]
//!                                              %y = negf %x : tile<128x256xf32>
//!                                              store_view_tko %y, %w_0[%b]
//!                                            }
//! ```

mod cuts;

use crate::convert_cudatile_to_tileaa::entry_op;
use cuts::{Cuts, accessed};
use rustc_hash::{FxHashMap, FxHashSet};
use tilewright_analysis::Context;
use tilewright_analysis::registers::{Estimate, of_thread};
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::copy::{Names, named};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{AttrData, Block, Module, Op, Ty, Value, WARP_THREADS, operand};
use tilewright_machine::Target;
use tilewright_units::tensor_memory::most_columns;
use tilewright_units::{product, tensor_memory};

/// The least extent of a slice of a product: that of the rows of a tensor core's instruction for a warpgroup.
const LEAST_OF_PRODUCT: i64 = 64;
/// The least extent of another slice.
const LEAST: i64 = 16;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    // Absent: a module without a kernel.
    let Some(kernel) = entry_op(module, context.entry) else {
        return Ok(None);
    };
    let Some((new, slices)) = sliced(module, kernel, context.target, |_| context.warp_bits) else {
        return Ok(None);
    };
    let message = format!("the registers of no CTA hold the tiles of this kernel: it computes them in {slices} slices");
    let note = Diagnostic::error("lower.in-slices", module.span(kernel), message)
        .with_severity(Severity::Note)
        .with_help("tiles of that size in as many more tile blocks may run side by side");
    context.notes.borrow_mut().warnings.push(note);
    Ok(Some(new))
}

/// The kernel in slices that registers hold, the fewest, and their number; none: its tiles fit, or it cannot be cut. `warp_bits` are the warps of a
/// CTA for a kernel, as a power of two.
pub fn sliced(
    module: &Module,
    kernel: Op,
    target: &Target,
    warp_bits: impl Fn(&Module) -> usize,
) -> Option<(Module, i64)> {
    let needed = |module: &Module| {
        let bits = warp_bits(module);
        let room = of_thread(target, (WARP_THREADS << bits) as u32);
        (Estimate::of(module, kernel, bits, target), i64::from(room))
    };
    let (estimate, room) = needed(module);
    let least = match product::has_products(module) {
        true => LEAST_OF_PRODUCT,
        false => LEAST,
    };
    let is_cut = estimate.tiles > room && !tensor_memory_holds(module, target);
    let (cuts, extent) = is_cut.then(|| cuts::of_kernel(module, kernel)).flatten()?;
    let mut numbers = std::iter::successors(Some(2), |slices| Some(2 * slices))
        .take_while(|slices| extent % slices == 0 && extent / slices >= least);
    numbers.find_map(|slices| {
        let new = in_slices(module, kernel, &cuts, slices);
        let (estimate, room) = needed(&new);
        (estimate.registers <= room).then_some((new, slices))
    })
}

/// Whether the sums of all products are in tensor memory, with room for more: registers have them only on their way.
fn tensor_memory_holds(module: &Module, target: &Target) -> bool {
    let columns = product::accumulator_columns(module);
    tensor_memory(target).is_some() && (1..most_columns()).contains(&columns)
}

/// The kernel as a loop over so many slices.
fn in_slices(module: &Module, kernel: Op, cuts: &Cuts, slices: i64) -> Module {
    let mut new = module.clone();
    let Some(body) = new.regions(kernel).first().and_then(|&region| new.entry_block(region)) else {
        return new;
    };
    let mut inside: Vec<Op> = new.ops(body).collect();
    // Absent: the end of a kernel need not be written.
    let last = inside.pop_if(|&mut last| new.kind(last) == cuda_tile::RETURN);
    let mut shared: FxHashSet<Value> = new.arguments(body).iter().copied().collect();
    inside.retain(|&op| !is_shared(&new, op, &mut shared));
    last.into_iter().for_each(|op| new.detach(op));
    let loc = new.loc(kernel);
    let number = new.number_type("i32");
    let mut build = Builder::new(&mut new, body, loc);
    let [first, count, step] = [0, slices, 1].map(|value| {
        let value = build.module.intern_attr(AttrData::Dense {
            ty: number,
            bits: [value as u64].into(),
        });
        build.value_with(cuda_tile::CONSTANT, &[], number, &[("value", value)])
    });
    let around = build.op(cuda_tile::FOR, &[&[first], &[count], &[step], &[]], &[]);
    let region = new.regions(around)[0];
    let block = new.add_block(region);
    let slice = new.add_argument(block, number);
    let mut cutter = Cutter {
        module: &mut new,
        cuts,
        slices,
        around,
        slice,
        count,
        names: Names::default(),
        views: FxHashMap::default(),
    };
    inside.iter().for_each(|&op| cutter.copy(op, block));
    Builder::new(&mut new, block, loc).op(cuda_tile::CONTINUE, &[&[]], &[]);
    for op in inside.into_iter().rev() {
        new.erase(op);
    }
    last.into_iter().for_each(|op| new.append(body, op));
    new
}

/// Whether an op makes numbers and views that all slices share; they are added.
fn is_shared(module: &Module, op: Op, shared: &mut FxHashSet<Value>) -> bool {
    let is_one = |&result: &Value| module.shape(module.ty(result)).is_empty();
    let is_early = module.def(op).has(PURE)
        && module.regions(op).is_empty()
        && module.results(op).iter().all(is_one)
        && module.operands(op).iter().all(|value| shared.contains(value));
    if is_early {
        shared.extend(module.results(op));
    }
    is_early
}

/// Copies a kernel's ops for a slice.
struct Cutter<'m> {
    module: &'m mut Module,
    cuts: &'m Cuts,
    slices: i64,
    /// The loop over slices.
    around: Op,
    /// The number of the slice, and that of all of them.
    slice: Value,
    count: Value,
    /// The slices of tiles, and what else is computed for each.
    names: Names,
    /// Views of a slice by the view of the tile and the dimension that is cut.
    views: FxHashMap<(Value, usize), Value>,
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
    fn copy(&mut self, op: Op, to: Block) {
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
            self.module.insert_before(self.around, made);
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
        let value = self.module.intern_attr(AttrData::Dense {
            ty: number,
            bits: [extent as u64].into(),
        });
        let mut build = self.build(to, op);
        let extent = build.value_with(cuda_tile::CONSTANT, &[], number, &[("value", value)]);
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
