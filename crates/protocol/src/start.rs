//! Values of a warp that are known before any scenario begins: they follow from constants and the number of the warp.
//! They are computed once, and it says which warps go the same way.

use super::action::Action;
use super::agents::Part;
use super::facts::Facts;
use super::lanes::{LANES, Rows};
use super::value::{Known, Rule};
use tilewright_ir::entity::Entity;
use tilewright_ir::{Module, Op};

/// Values of a warp that are known from the start.
pub(super) struct Start {
    /// By the number of the value.
    pub values: Vec<Option<Known>>,
    /// By the number of the op: whether it is still to be followed.
    pub open: Vec<bool>,
    /// Its part in the work of the agents.
    part: Part,
    /// The parts of it that ops see which are to be followed.
    seen: Vec<(usize, Known)>,
}

impl Start {
    pub fn of(
        module: &Module,
        ops: &[Op],
        (facts, actions, rows): (&Facts, &[Action], &mut Rows),
        (number, part): (u32, Part),
    ) -> Self {
        let mut start = Self {
            values: vec![None; module.value_count()],
            open: vec![false; module.op_count()],
            part,
            seen: Vec::new(),
        };
        let first = i64::from(number) * LANES as i64;
        for &op in ops.iter().filter(|&&op| facts.is_live(op)) {
            let known = match (actions[op.index()], module.results(op)) {
                (Action::Number(number), _) => Some(Known::Int(number)),
                (Action::Thread, _) => Some(rows.of(std::array::from_fn(|lane| first + lane as i64))),
                (Action::Lane, _) => Some(rows.of(std::array::from_fn(|lane| lane as i64))),
                (Action::Pure(Some(rule), _), [_]) => start.computed(module, op, (rule, &mut *rows)),
                _ => None,
            };
            match (known, module.results(op)) {
                (Some(known), &[result]) => start.values[result.index()] = Some(known),
                _ => start.open[op.index()] = true,
            }
        }
        for &op in ops.iter().filter(|&&op| start.open[op.index()]) {
            let seen = |value: usize| Some((value, start.values[value]?));
            let seen = module.operands(op).iter().filter_map(|value| seen(value.index()));
            start.seen.extend(seen);
        }
        start
    }

    /// The result of an op whose operands are known from the start.
    fn computed(&self, module: &Module, op: Op, (rule, rows): (Rule, &mut Rows)) -> Option<Known> {
        let operands = module.operands(op);
        let mut known = [Known::Int(0); Rule::OPERANDS];
        for (known, value) in known.get_mut(..operands.len())?.iter_mut().zip(operands) {
            *known = self.values[value.index()]?;
        }
        rule.apply(&known[..operands.len()], rows)
    }

    /// Whether two warps go the same way: nothing that is still to be followed sees a difference between them.
    pub fn is_like(&self, other: &Self) -> bool {
        self.part == other.part && self.seen == other.seen
    }
}
