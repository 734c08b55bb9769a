//! Values of a warp that are known before any scenario begins: they follow from constants and the number of the warp.
//! They are computed once, and it says which warps go the same way.

use super::action::{Action, Computed};
use super::agents::Part;
use super::lanes::{LANES, Rows};
use super::value::{Known, Rule};
use tilewright_ir::entity::Entity;
use tilewright_ir::{Block, Module, Op};
use tilewright_sorted::SortedMap;

/// Values of a warp that are known from the start.
pub(super) struct Start {
    /// By the number of the value.
    pub values: Vec<Option<Known>>,
    /// The ops of each block that are still to be followed, in order.
    open: SortedMap<Block, Vec<Op>>,
    /// Its part in the work of the agents.
    part: Part,
    /// The parts of it that ops see which are to be followed.
    seen: Vec<(usize, Known)>,
}

impl Start {
    /// That of a warp, by the ops that it may come to.
    pub fn of(
        module: &Module,
        ops: &[Op],
        (actions, rows): (&[Action], &mut Rows),
        (number, part): (u32, Part),
    ) -> Self {
        let mut start = Self {
            values: vec![None; module.value_count()],
            open: SortedMap::new(),
            part,
            seen: Vec::new(),
        };
        let mut open = Vec::new();
        let first = i64::from(number) * LANES as i64;
        for &op in ops {
            let known = match (actions[op.index()], module.results(op)) {
                (Action::Number(number), _) => Some(Known::Int(number)),
                (Action::Thread, _) => Some(rows.of(std::array::from_fn(|lane| first + lane as i64))),
                (Action::Lane, _) => Some(rows.of(std::array::from_fn(|lane| lane as i64))),
                (Action::Pure(Some(rule), _), [_]) | (Action::Computed(Computed { rule: Some(rule), .. }), _) => {
                    start.computed(module, op, (rule, &mut *rows))
                }
                _ => None,
            };
            match (known, module.results(op)) {
                (Some(known), &[result]) => start.values[result.index()] = Some(known),
                _ => open.push(op),
            }
        }
        for &op in &open {
            let seen = |value: usize| Some((value, start.values[value]?));
            let seen = module.operands(op).iter().filter_map(|value| seen(value.index()));
            start.seen.extend(seen);
        }
        for ops in open.chunk_by(|&one, &next| module.parent(one) == module.parent(next)) {
            // Absent: an op that stands in no block is not followed.
            if let Some(block) = module.parent(ops[0]) {
                start.open.entry(block).or_default().extend_from_slice(ops);
            }
        }
        start
    }

    /// The ops of a block that are still to be followed, in order.
    pub fn open(&self, block: Block) -> &[Op] {
        // Absent: nothing in the block is.
        self.open.get(&block).map_or(&[], Vec::as_slice)
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
