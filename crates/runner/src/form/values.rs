//! The values of whole numbers in a kernel, as far as they follow from the launch.

use super::analysis::Analysis;
use std::collections::BTreeMap;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::views::ForOp;
use tilewright_ir::{Def, Op, Value};

/// Where a value is computed.
#[derive(Default)]
pub(super) struct Place {
    /// The tile block; none for what must be the same in all.
    pub block: Option<[i64; 3]>,
    /// The number that elements of an array of indices have.
    pub loaded: Option<(usize, i64)>,
    /// Loops are in their last iteration, not in their first.
    pub last: bool,
    pub known: BTreeMap<Value, Option<i64>>,
    pub depth: u32,
}

/// Expressions of more ops one in another are not looked through.
const MAX_DEPTH: u32 = 200;

impl Analysis<'_> {
    /// The value of a number at a place; of a tile that of its first element.
    pub(super) fn value(&self, value: Value, place: &mut Place) -> Option<i64> {
        if let Some(&known) = place.known.get(&value) {
            return known;
        }
        if place.depth == MAX_DEPTH {
            return None;
        }
        place.depth += 1;
        let found = self.compute(value, place);
        place.depth -= 1;
        place.known.insert(value, found);
        found
    }

    fn compute(&self, value: Value, place: &mut Place) -> Option<i64> {
        let module = self.module;
        if let Some(i) = self.params.iter().position(|&p| p == value) {
            return *self.numbers.get(i)?;
        }
        let (op, at) = match module.value_def(value) {
            Def::Result(op, at) => (op, at as usize),
            Def::Argument(block, 0) => return self.iteration(module.owner(block)?, place),
            Def::Argument(..) => return None,
        };
        if let Some((array, number)) = place.loaded
            && self.loads.contains(&(value, array))
        {
            return Some(number);
        }
        let kind = module.kind(op);
        match kind {
            cuda_tile::CONSTANT => {
                let truth = module
                    .element_scalar(module.ty(value))
                    .is_some_and(|scalar| scalar.bits == 1);
                return module.constant_int(value).map(|n| if truth { n & 1 } else { n });
            }
            cuda_tile::IOTA => return Some(0),
            cuda_tile::GET_TILE_BLOCK_ID => return place.block?.get(at).copied(),
            cuda_tile::GET_INDEX_SPACE_SHAPE => return self.tiles_along(op, at),
            // Absent: other ops are computed from their operands.
            _ => {}
        }
        match kind {
            cuda_tile::ASSUME | cuda_tile::EXTI | cuda_tile::TRUNCI | cuda_tile::RESHAPE | cuda_tile::BROADCAST => {
                return self.value(module.only_operand(op), place);
            }
            cuda_tile::SELECT => {
                let [yes, no] = module.sides(op);
                let condition = self.value(module.required_operand(op, operand::COND), place)?;
                return self.value(if condition == 0 { no } else { yes }, place);
            }
            // Absent: other ops compute from two operands.
            _ => {}
        }
        let mut side = |name| self.value(module.operand_named(op, name)?, place);
        let (first, second) = (side(operand::LHS)?, side(operand::RHS)?);
        Some(match kind {
            cuda_tile::ADDI => first.checked_add(second)?,
            cuda_tile::SUBI => first.checked_sub(second)?,
            cuda_tile::MULI => first.checked_mul(second)?,
            cuda_tile::DIVI => {
                let (quotient, exact) = (first.checked_div(second)?, first % second == 0);
                let below = (first < 0) != (second < 0);
                match module.keyword(op, "rounding") {
                    "positive_inf" => quotient + i64::from(!exact && !below),
                    "negative_inf" => quotient - i64::from(!exact && below),
                    _ => quotient,
                }
            }
            cuda_tile::REMI => first.checked_rem(second)?,
            cuda_tile::MAXI => first.max(second),
            cuda_tile::MINI => first.min(second),
            cuda_tile::ANDI => first & second,
            cuda_tile::ORI => first | second,
            cuda_tile::XORI => first ^ second,
            cuda_tile::CMPI => i64::from(match module.keyword(op, "predicate") {
                "equal" => first == second,
                "not_equal" => first != second,
                "less_than" => first < second,
                "less_than_or_equal" => first <= second,
                "greater_than" => first > second,
                _ => first >= second,
            }),
            _ => return None,
        })
    }

    /// The tiles of a view along one of its dimensions.
    fn tiles_along(&self, op: Op, at: usize) -> Option<i64> {
        let module = self.module;
        let view = module.only_operand(op);
        let tensor = self.tensor_of(module.defining_op(view)?)?;
        let ty = module.tile_view_type(module.ty(view))?;
        let (sizes, _) = self.extents(tensor);
        let (size, &step) = (self.known(sizes.get(*ty.dim_map.get(at)?)?)?, ty.steps.get(at)?);
        size.checked_add(step - 1)?.checked_div(step)
    }

    /// The variable of a loop.
    fn iteration(&self, op: Op, place: &mut Place) -> Option<i64> {
        let ForOp { lower, upper, step, .. } = ForOp::of(self.module, op)?;
        let lower = self.value(lower, place)?;
        if !place.last {
            return Some(lower);
        }
        let (upper, step) = (self.value(upper, place)?, self.value(step, place)?);
        let rounds = upper.checked_sub(lower)?.max(1) - 1;
        lower.checked_add(rounds.checked_div(step)?.checked_mul(step)?)
    }
}
