//! `compute-in-slices`: tiles that the registers of no CTA hold are computed one slice after the other.
//!
//! Purpose: sums of 256 by 256 f32 are as much as all registers of an SM, so that the assembler spills whatever is beside them. A tile
//! block does as well what several with smaller tiles would: each slice of what it stores, from the loads on. What slices have in
//! common they load again. Products of batches of matrices are cut as well, where a unit multiplies one matrix while threads go on, and
//! those of more columns than its instructions have; and tiles of which few stages fit into shared memory, along K (`pieces.rs`).
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

pub(crate) mod cuts;
pub(crate) mod cutter;
mod pieces;

use crate::convert_cudatile_to_tileaa::entry_op;
use cuts::Cuts;
use cutter::{Cutter, numeral};
use rustc_hash::FxHashSet;
use tilewright_analysis::Context;
use tilewright_analysis::registers::{Estimate, of_thread};
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{Block, Module, Op, Use, Value, WARP_THREADS, operand};
use tilewright_machine::Target;
use tilewright_units::tensor_memory::most_columns;
use tilewright_units::{asynchronous, product, tensor_memory};

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
    let tell = |why: &str, what: String, help: &str| {
        let note = Diagnostic::error("lower.in-slices", module.span(kernel), format!("{why}: {what}"))
            .with_severity(Severity::Note)
            .with_help(help);
        context.notes.borrow_mut().warnings.push(note);
    };
    let cut = pieces::cut(module, context.target);
    if let Some((_, pieces)) = cut {
        tell(
            "shared memory has room for few stages of this kernel's tiles",
            format!("it multiplies them in {pieces} pieces along K"),
            "tiles with so much less along K do the same",
        );
    }
    let whole = cut.as_ref().map_or(module, |(cut, _)| cut);
    let Some((new, slices)) = sliced(whole, kernel, context.target, &|_| context.warp_bits) else {
        return Ok(cut.map(|(cut, _)| cut));
    };
    let [why, help] = match of_batch(module, kernel, context.target) {
        Some(_) => [
            "each product of this kernel has a batch of matrices, of which the unit multiplies one",
            "as many more tile blocks, each with one matrix, may run side by side",
        ],
        None if is_wide(module, context.target) => [
            "no instruction of the unit has as many columns as a product of this kernel",
            "tiles of that size in as many more tile blocks may run side by side",
        ],
        None => [
            "the registers of no CTA hold the tiles of this kernel",
            "tiles of that size in as many more tile blocks may run side by side",
        ],
    };
    tell(why, format!("it computes them in {slices} slices"), help);
    Ok(Some(new))
}

/// The kernel in slices that registers hold, the fewest, and their number; none: its tiles fit, or it cannot be cut. `warp_bits` are the warps of a
/// CTA for a kernel, as a power of two.
pub fn sliced(
    module: &Module,
    kernel: Op,
    target: &Target,
    warp_bits: &dyn Fn(&Module) -> usize,
) -> Option<(Module, i64)> {
    if let Some((cuts, batch)) = of_batch(module, kernel, target) {
        return Some((in_slices(module, kernel, &cuts, batch), batch));
    }
    let needed = |module: &Module| {
        let bits = warp_bits(module);
        let room = of_thread(target, (WARP_THREADS << bits) as u32);
        (Estimate::of(module, kernel, bits, target), i64::from(room))
    };
    let (estimate, room) = needed(module);
    let least = least(module);
    let is_wide = |module: &Module| is_wide(module, target);
    let wide = is_wide(module);
    let is_cut = wide || estimate.tiles > room && !tensor_memory_holds(module, target);
    let (cuts, extent) = is_cut
        .then(|| cuts::of_kernel(module, kernel, &|_, _| true))
        .flatten()?;
    // The unit takes scales of so many rows and columns at once: smaller slices would leave it.
    let is_on_unit = |module: &Module| product::is_scaled(module) && tensor_memory_holds(module, target);
    let mut numbers = std::iter::successors(Some(2), |slices| Some(2 * slices))
        .take_while(|slices| extent % slices == 0 && extent / slices >= least);
    numbers.find_map(|slices| {
        let new = in_slices(module, kernel, &cuts, slices);
        let (estimate, room) = needed(&new);
        let is_held = || wide && tensor_memory_holds(&new, target) || is_on_unit(&new);
        let fits = !is_wide(&new) && (estimate.registers <= room || is_held());
        fits.then_some((new, slices))
    })
}

/// Whether a product has more columns than an instruction of a unit that leaves sums in tensor memory, and could be multiplied there else.
fn is_wide(module: &Module, target: &Target) -> bool {
    // Absent: a target without such a unit.
    let unit = asynchronous(target).ok().filter(|(unit, _)| unit.has_tensor_memory());
    let figures = unit.map(|(unit, _)| unit.figures());
    let shape = |value: Value| product::matrix(module.shape(module.ty(value)));
    let is_one = |product: Op| {
        let ty = module.ty(module.required_operand(product, operand::LHS));
        let bytes = module.element_bytes(ty).into();
        let ([lhs, rhs], figures) = (module.sides(product).map(shape), figures?);
        let ([m, k], [_, n]) = (lhs?, rhs?);
        let divides = |n| figures.divides([m, n, k], bytes, 1);
        Some(n > figures.columns_most && divides(figures.columns_most))
    };
    // Absent: a product of a batch.
    product::products(module).any(|product| is_one(product) == Some(true))
}

/// The cuts of a kernel whose products have batches, matrix by matrix, where a unit multiplies one of them while threads go on; and the batch.
fn of_batch(module: &Module, kernel: Op, target: &Target) -> Option<(Cuts, i64)> {
    // Absent: a target without such a unit.
    let (unit, _) = asynchronous(target).ok()?;
    let products: Vec<Op> = product::products(module).collect();
    let shape = |value: Value| module.shape(module.ty(value));
    let is_taken = |&product: &Op| {
        let [lhs, rhs] = [operand::LHS, operand::RHS].map(|name| module.required_operand(product, name));
        let ([batch, m, k], [.., n]) = (product::matrices(shape(lhs)), product::matrices(shape(rhs)));
        let bytes = module.element_bytes(module.ty(lhs)).into();
        batch > 1 && unit.figures().divides([m, n, k], bytes, 1)
    };
    (!products.is_empty() && products.iter().all(is_taken)).then_some(())?;
    let is_by_matrix = |cuts: &Cuts, extent: i64| {
        let of = |&product: &Op| {
            (
                cuts.get(&module.result(product, 0)),
                shape(module.result(product, 0))[0],
            )
        };
        products.iter().map(of).all(|cut| cut == (Some(&0), extent))
    };
    cuts::of_kernel(module, kernel, &is_by_matrix)
}

/// The least extent of a slice of a kernel.
pub(crate) fn least(module: &Module) -> i64 {
    match product::has_products(module) {
        true => LEAST_OF_PRODUCT,
        false => LEAST,
    }
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
    let (inside, last) = of_slices(&mut new, body);
    let loc = new.loc(kernel);
    let number = new.number_type("i32");
    let mut build = Builder::new(&mut new, body, loc);
    let [first, count, step] = [0, slices, 1].map(|value| numeral(&mut build, value, number));
    let around = build.op(cuda_tile::FOR, &[&[first], &[count], &[step], &[]], &[]);
    let region = new.regions(around)[0];
    let block = new.add_block(region);
    let slice = new.add_argument(block, number);
    let mut cutter = Cutter::new(&mut new, cuts, (slices, around), [slice, count]);
    inside.iter().for_each(|&op| cutter.copy(op, block));
    Builder::new(&mut new, block, loc).op(cuda_tile::CONTINUE, &[&[]], &[]);
    for op in inside.into_iter().rev() {
        new.erase(op);
    }
    last.into_iter().for_each(|op| new.append(body, op));
    load_late(&mut new, block);
    new
}

/// Tiles of views are loaded right before the first op that takes them, or waits for them: registers are few.
fn load_late(module: &mut Module, block: Block) {
    // Absent: a contradiction, each load's record asks for it.
    let is_load = |op: &Op| module.kind(*op) == cuda_tile::LOAD_VIEW_TKO && module.keyword(*op, "ordering") == "weak";
    let loads: Vec<Op> = module.ops(block).filter(is_load).collect();
    for load in loads {
        let uses = module.results(load).iter().flat_map(|&result| module.uses(result));
        let in_block = |of: &Use| {
            let mut around = std::iter::successors(Some(of.op), |&op| module.parent_op(op));
            around.find(|&op| module.parent(op) == Some(block))
        };
        let takers: FxHashSet<Op> = uses.filter_map(in_block).collect();
        // Absent: nobody takes it.
        let first = module.ops(block).find(|op| takers.contains(op));
        if let Some(first) = first {
            module.detach(load);
            module.insert_before(first, load);
        }
    }
}

/// The ops of a kernel's body that each slice has, and its end, which is taken out.
pub(crate) fn of_slices(module: &mut Module, body: Block) -> (Vec<Op>, Option<Op>) {
    let mut inside: Vec<Op> = module.ops(body).collect();
    // Absent: the end of a kernel need not be written.
    let last = inside.pop_if(|&mut last| module.kind(last) == cuda_tile::RETURN);
    let mut shared: FxHashSet<Value> = module.arguments(body).iter().copied().collect();
    inside.retain(|&op| !is_shared(module, op, &mut shared));
    last.into_iter().for_each(|op| module.detach(op));
    (inside, last)
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
