//! `cut-tile-blocks`: CTAs of a cluster compute a tile block together, where the kernel's hint cuts it into several.
//!
//! Purpose: `num_cta_in_cga = 2` says that two CTAs share a tile block. Each computes a slice of what it stores, from the loads on. Of a
//! product they need one operand both, which they load together further below (`MULTICAST`), or they multiply as a pair.
//!
//! Requires: verified `cuda_tile`. Guarantees: the same with `nv_tileaa.get_cluster_place`, whose first result is the tile block along x,
//! for the launch has so many CTAs along x for each; the same as before where nothing asks for it, the target has no clusters, or elements
//! of the slices depend on each other. Each element is computed as before.
//!
//! ```text
//! %i, %y, %z = get_tile_block_id                 %i, %a, %b = nv_tileaa.get_cluster_place of [2, 1]
//! %x, %t = load_view_tko %v[%i]                  %c = muli %i, 2
//! %y = negf %x : tile<256x256xf32>      ->       %d = addi %c, %a
//! store_view_tko %y, %w[%i]                      %x, %t = load_view_tko %v_0[%d]
//!                                                %y = negf %x : tile<128x256xf32>
//!                                                store_view_tko %y, %w_0[%d]
//! ```

use crate::compute_in_slices::cuts::{self, Cuts};
use crate::compute_in_slices::cutter::{Cutter, numeral};
use crate::compute_in_slices::{least, of_slices};
use crate::convert_cudatile_to_tileaa::entry_op;
use tilewright_analysis::{Context, hint};
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{cuda_tile, nv_tileaa};
use tilewright_ir::{AttrData, Module, Op, Value, operand};
use tilewright_machine::Target;
use tilewright_units::{Unit, asynchronous};

/// The hint.
pub const HINT: &str = "num_cta_in_cga";

/// Why a tile block stays whole, whatever the hint says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// The target has no clusters.
    Clusters,
    /// Slices of what is stored depend on each other, or would be written in another order.
    Dependent,
    /// Slices of tiles of this extent would be too short: one has at least so many elements along it.
    Short(i64, i64),
}

impl Whole {
    /// The reason in words.
    pub fn words(self) -> String {
        match self {
            Self::Clusters => "the target has no clusters".to_string(),
            Self::Dependent => {
                "no dimension of what is stored can be cut: elements along it depend on each other, or accesses have an order".to_string()
            }
            Self::Short(extent, least) => {
                format!("tiles of {extent} elements cannot be cut into so many slices of {least} or more")
            }
        }
    }
}

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let kernel = entry_op(module, context.entry).filter(|_| !context.steering.whole_blocks);
    // Absent: why it stays whole is told of the hint.
    Ok(kernel.and_then(|kernel| cut(module, kernel, context.target)?.ok()))
}

/// The op that tells a CTA which part of its tile block is its own; none: it has all of it.
pub fn place(module: &Module, kernel: Op) -> Option<Op> {
    let body = module.entry_block(*module.regions(kernel).first()?)?;
    module
        .ops(body)
        .find(|&op| module.kind(op) == nv_tileaa::GET_CLUSTER_PLACE)
}

/// The kernel with tile blocks cut as its hint says; none: it has no such hint, or they are cut.
pub fn cut(module: &Module, kernel: Op, target: &Target) -> Option<Result<Module, Whole>> {
    let ctas = hint(module, kernel, &target.name, HINT).filter(|&ctas| ctas > 1)?;
    if place(module, kernel).is_some() {
        return None;
    }
    if !target.clusters.value {
        return Some(Err(Whole::Clusters));
    }
    // Fewer rows than an instruction has leave lanes of tensor memory idle, or are none of its shapes.
    let rows = lanes(target);
    let least = |cuts: &Cuts| match along(module, kernel, cuts) {
        Some(Side::Rows) => rows.max(least(module)),
        Some(Side::Columns) | None => least(module),
    };
    match cuts::of_kernel(module, kernel, &|cuts, extent| extent % (ctas * least(cuts)) == 0) {
        Some((cuts, _)) => among(module, kernel, &cuts, ctas).map(Ok),
        None => match cuts::of_kernel(module, kernel, &|_, _| true) {
            Some((cuts, extent)) => Some(Err(Whole::Short(extent, least(&cuts)))),
            None => Some(Err(Whole::Dependent)),
        },
    }
}

/// The rows of a product's instruction that accumulates in tensor memory; 1 on other targets.
fn lanes(target: &Target) -> i64 {
    // Absent: a target whose warps multiply.
    let unit = asynchronous(target).ok().map(|(unit, _)| unit);
    let of = |unit: &&Unit| unit.has_tensor_memory();
    // Absent: a unit that takes any number of rows.
    unit.filter(of).and_then(|unit| unit.figures().rows_most).unwrap_or(1)
}

/// The kernel of one of so many CTAs.
fn among(module: &Module, kernel: Op, cuts: &Cuts, ctas: i64) -> Option<Module> {
    let mut new = module.clone();
    let body = new.entry_block(*new.regions(kernel).first()?)?;
    let is_along_y = along(module, kernel, cuts) == Some(Side::Columns);
    let place = placed(&mut new, kernel, ctas, is_along_y)?;
    let (inside, last) = of_slices(&mut new, body);
    let number = new.ty(place[0]);
    let mut build = Builder::new(&mut new, body, module.loc(kernel));
    let count = numeral(&mut build, ctas, number);
    let before = build.module.defining_op(count)?;
    let slice = place[1 + usize::from(is_along_y)];
    let mut cutter = Cutter::new(&mut new, cuts, (ctas, before), [slice, count]);
    inside.iter().for_each(|&op| cutter.copy(op, body));
    for op in inside.into_iter().rev() {
        new.erase(op);
    }
    last.into_iter().for_each(|op| new.append(body, op));
    Some(new)
}

/// The side of a product that is cut. CTAs that are side by side along N follow each other along y of their cluster.
#[derive(PartialEq, Eq)]
enum Side {
    Rows,
    Columns,
}

/// The side that is cut of a kernel's first product that is cut along either; none: it has no such product.
fn along(module: &Module, kernel: Op, cuts: &Cuts) -> Option<Side> {
    let blocks = module.regions(kernel).iter().flat_map(|&region| module.blocks(region));
    let mut ops = blocks.flat_map(|&block| module.walk(block));
    ops.find_map(|op| {
        let is_product = matches!(
            module.kind(op),
            cuda_tile::MMAF | cuda_tile::MMAI | cuda_tile::MMAF_SCALED
        );
        let acc = module.operand_named(op, operand::ACC).filter(|_| is_product)?;
        match module.shape(module.ty(acc)).len() - cuts.get(&acc)? {
            1 => Some(Side::Columns),
            2 => Some(Side::Rows),
            // Absent: batches.
            _ => None,
        }
    })
}

/// Tells which tile block a CTA is in, and its place there along x and y, at the beginning of a kernel, whose own questions it answers.
fn placed(module: &mut Module, kernel: Op, ctas: i64, is_along_y: bool) -> Option<[Value; 3]> {
    let body = module.entry_block(*module.regions(kernel).first()?)?;
    let asked: Vec<Op> = module.walk(body);
    let first = module.ops(body).next()?;
    let loc = module.loc(kernel);
    let number = module.number_type("i32");
    let cluster = if is_along_y { [1, ctas] } else { [ctas, 1] };
    let cluster = module.intern_attr(AttrData::Ints(cluster.into()));
    let mut build = Builder::new(module, body, loc);
    let op = build.op_with(nv_tileaa::GET_CLUSTER_PLACE, &[], &[number; 3], &[("cluster", cluster)]);
    module.detach(op);
    module.insert_before(first, op);
    let place = [0, 1, 2].map(|index| module.result(op, index));
    for op in asked {
        match module.kind(op) {
            cuda_tile::GET_TILE_BLOCK_ID => module.replace_uses(module.result(op, 0), place[0]),
            cuda_tile::GET_NUM_TILE_BLOCKS => divide(module, op, ctas),
            // Absent: other ops know nothing of the launch.
            _ => {}
        }
    }
    Some(place)
}

/// There are as many CTAs along x for each tile block.
fn divide(module: &mut Module, asked: Op, ctas: i64) {
    let all = module.result(asked, 0);
    let (ty, loc, block) = (module.ty(all), module.loc(asked), module.parent(asked));
    let Some(block) = block else {
        module.inconsistent(Some(asked), "is in no block");
        return;
    };
    let users: Vec<_> = module.uses(all).to_vec();
    let mut build = Builder::new(module, block, loc);
    let count = numeral(&mut build, ctas, ty);
    let blocks = build.signed(cuda_tile::DIVI, "signed", all, count);
    let rounding = build.keyword("zero");
    let made = [count, blocks].map(|value| module.defining_op(value));
    for own in made.into_iter().rev().flatten() {
        let next = module.next_op(asked);
        module.detach(own);
        match next {
            Some(next) => module.insert_before(next, own),
            None => module.append(block, own),
        }
    }
    if let Some(divided) = made[1] {
        module.set_attr(divided, "rounding", rounding);
    }
    for user in users {
        module.set_operand(user.op, user.index as usize, blocks);
    }
}
