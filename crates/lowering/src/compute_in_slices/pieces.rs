//! Products of tiles so long along K that shared memory has room for few stages of them: the loop goes round more often, each time with a
//! piece of what was a tile.
//!
//! ```text
//! %n = get_index_space_shape %v                         %n = get_index_space_shape %w
//! for %k in (%0 to %n, step %1) {                       for %k in (%0 to %n, step %1) {
//!   %a, %t = load_view_tko %v[%i, %k] : 128x512    ->     %a, %t = load_view_tko %w[%i, %k] : 128x64
//! ```

use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{Def, Module, Op, Ty, Value, operand};
use tilewright_machine::{Target, memory, policy};
use tilewright_units::asynchronous;
use tilewright_units::product::{matrix, products};

/// An operand of a product: its load, and the tiles from there to the product with the dimension that is K.
struct Side {
    load: Op,
    tiles: Vec<(Value, usize)>,
}

/// The kernel with a product of pieces, and their number in what was a tile; none: enough stages fit, or its loop does more than multiply
/// what it loads, or has another number of iterations than there are tiles along K.
pub(super) fn cut(module: &Module, target: &Target) -> Option<(Module, i64)> {
    // Absent: a target without such a unit.
    let (unit, _) = asynchronous(target).ok().filter(|(unit, _)| unit.has_tensor_memory())?;
    let all: Vec<Op> = products(module).collect();
    let &[dot] = &all[..] else { return None };
    let for_op = module.parent_op(dot).filter(|&op| module.kind(op) == cuda_tile::FOR)?;
    let [lhs, rhs] = module.sides(dot);
    let element = module.element_scalar(module.ty(lhs))?.name;
    let is_taken = unit.figures().elements.iter().any(|own| own == element);
    let is_plain = is_taken && [cuda_tile::MMAF, cuda_tile::MMAI].contains(&module.kind(dot));
    let bounds = [operand::LOWER, operand::STEP].map(|name| module.constant_int(module.required_operand(for_op, name)));
    (is_plain && bounds == [Some(0), Some(1)]).then_some(())?;
    let body = module.entry_block(*module.regions(for_op).first()?)?;
    let index = *module.arguments(body).first()?;
    let sides = [side(module, index, (lhs, 1))?, side(module, index, (rhs, 0))?];
    // Nothing else depends on how often the loop goes round.
    (module.uses(index).len() == sides.len()).then_some(())?;
    let upper = module.required_operand(for_op, operand::UPPER);
    let (count, dim) = sides.iter().find_map(|side| side.counted(module, upper))?;
    let bytes = |value: Value| {
        let ty = module.ty(value);
        module.shape(ty).iter().product::<i64>() * i64::from(module.element_bytes(ty))
    };
    let [m, _] = matrix(module.shape(module.ty(lhs)))?;
    let (row, stage) = (bytes(lhs) / m.max(1), bytes(lhs) + bytes(rhs));
    let (stages, room) = (
        policy().piece_stages.value,
        i64::from(target.shared_bytes_per_cta.value),
    );
    // Absent: there are swizzles.
    let widest = memory().swizzle_spans.value.first().copied().unwrap_or(row);
    let mut pieces = 1;
    while stages * stage / pieces > room && row / (2 * pieces) >= widest {
        pieces *= 2;
    }
    let mut new = (pieces > 1).then(|| module.clone())?;
    sides.iter().for_each(|side| side.narrow(&mut new, pieces));
    let counted = new.only_operand(count);
    let view = narrowed_view(&mut new, (counted, dim), pieces);
    let types: Vec<Ty> = new.results(count).iter().map(|&result| new.ty(result)).collect();
    let counted = new.create_before(for_op, cuda_tile::GET_INDEX_SPACE_SHAPE, &[&[view]], &types);
    new.set_operand(for_op, 1, new.result(counted, dim));
    Some((new, pieces))
}

/// The side of a product that a loop loads for it alone, from a view of tiles whose number along K is the loop's index.
fn side(module: &Module, index: Value, (mut tile, mut dim): (Value, usize)) -> Option<Side> {
    let mut tiles = Vec::new();
    loop {
        let op = module.defining_op(tile).filter(|_| module.uses(tile).len() == 1)?;
        matrix(module.shape(module.ty(tile)))?;
        tiles.push((tile, dim));
        match module.kind(op) {
            cuda_tile::PERMUTE => {
                dim = *module.required_list(op, "permutation").get(dim)? as usize;
                tile = module.only_operand(op);
            }
            cuda_tile::LOAD_VIEW_TKO => {
                let is_tile = module.operands_named(op, operand::INDEX).get(dim) == Some(&index);
                let view = module.defining_op(module.required_operand(op, operand::VIEW))?;
                let is_made = module.kind(view) == cuda_tile::MAKE_PARTITION_VIEW;
                return (is_tile && is_made).then_some(Side { load: op, tiles });
            }
            // Absent: threads change the operand on its way.
            _ => return None,
        }
    }
}

impl Side {
    /// The dimension of the loaded tile that is K.
    fn dim(&self) -> usize {
        // Absent: a load is on the way of each side.
        self.tiles.last().map_or(0, |(_, dim)| *dim)
    }

    /// The op that counts the tiles of this side's view along K, and the dimension, if it is what makes a number.
    fn counted(&self, module: &Module, number: Value) -> Option<(Op, usize)> {
        let Def::Result(count, dim) = module.value_def(number) else {
            return None;
        };
        let is_count = module.kind(count) == cuda_tile::GET_INDEX_SPACE_SHAPE && dim as usize == self.dim();
        let own = module.required_operand(self.load, operand::VIEW);
        let other = is_count.then(|| module.only_operand(count))?;
        let tensor = |view: Value| Some(module.only_operand(module.defining_op(view)?));
        let extents = |view: Value| &module.type_data(module.ty(view)).params.ints;
        (tensor(own) == tensor(other) && extents(own) == extents(other)).then_some((count, self.dim()))
    }

    /// Has pieces loaded.
    fn narrow(&self, module: &mut Module, pieces: i64) {
        for &(tile, dim) in &self.tiles {
            let ty = narrowed(module, module.ty(tile), dim, pieces);
            module.set_ty(tile, ty);
        }
        let view = module.required_operand(self.load, operand::VIEW);
        let own = narrowed_view(module, (view, self.dim()), pieces);
        module.set_operand(self.load, 0, own);
    }
}

/// A view of pieces of the tiles of a view along a dimension.
fn narrowed_view(module: &mut Module, (view, dim): (Value, usize), pieces: i64) -> Value {
    // Absent: only views that are made are cut.
    let Some(made) = module.defining_op(view) else {
        return view;
    };
    let ty = narrowed(module, module.ty(view), dim, pieces);
    let tensor = module.only_operand(made);
    let own = module.create_before(made, cuda_tile::MAKE_PARTITION_VIEW, &[&[tensor]], &[ty]);
    module.result(own, 0)
}

/// A type of tiles, or of a view of them, whose extent along a dimension is a part of what it was.
fn narrowed(module: &mut Module, ty: Ty, dim: usize, pieces: i64) -> Ty {
    let mut data = module.type_data(ty).clone();
    data.params.ints[dim] /= pieces;
    module.intern_type(data.def, data.params)
}
