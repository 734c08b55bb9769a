//! Results of ops, as far as they are known before the kernel runs.

use super::Warp;
use crate::action::{Action, Computed, op_text};
use crate::meetings::tells_cta;
use crate::model;
use crate::value::{Known, Operands, Rule};
use tilewright_ir::entity::Entity;
use tilewright_ir::operand;
use tilewright_ir::ops::llvm;
use tilewright_ir::{Module, Op, Value};

impl Warp<'_, '_> {
    /// An op that is computed, or not known.
    pub(super) fn compute(&mut self, op: Op, action: Action) {
        for index in 0..self.shared.module.results(op).len() {
            let known = match action {
                Action::Pure(rule, text) => self.pure_result(op, index, rule, text),
                Action::Computed(computed) => return self.compute_one(op, &computed),
                Action::Number(_) | Action::Thread | Action::Lane | Action::Unknown | Action::Modelled(_) => {
                    self.shared.symbols.fresh()
                }
            };
            self.set(op, index, known);
        }
    }

    /// An op whose result has a meaning of its own.
    pub(super) fn value(&mut self, op: Op, value: model::Value) {
        let module = self.shared.module;
        let known = match value {
            model::Value::Buffer => return self.buffer(op),
            model::Value::Assumed => self.get(module.only_operand(op)),
            model::Value::Special => self.special(op),
            model::Value::WorkId => self.work_id(op),
            model::Value::Element => match element(module, op) {
                Some(value) => self.term(value),
                None => self.pure(op),
            },
            model::Value::Uniform => self.pure(op),
            model::Value::Place => return self.cluster_place(op),
        };
        self.set(op, 0, known);
    }

    /// The result of an op is a buffer.
    pub(super) fn buffer(&mut self, op: Op) {
        let known = self.memory.buffers.iter().position(|&buffer| buffer == op);
        let number = known.unwrap_or_else(|| {
            self.memory.buffers.push(op);
            self.memory.buffers.len() - 1
        });
        self.buffers.insert(self.shared.module.result(op, 0), number);
    }

    /// The work of an iteration: the same in all agents, since who reads its id reads what was written (which is for
    /// the checker to see).
    pub(super) fn work_id(&mut self, op: Op) -> Known {
        let iter = self.shared.module.operand_named(op, operand::CURRENT_ITER);
        let iter = iter.map(|iter| self.term(iter));
        let text = self.shared.symbols.text("work id");
        self.shared.symbols.of((text, 0), iter.into_iter().collect(), None)
    }

    /// The cluster is the same for all of its CTAs; the place in it follows from the CTA's rank.
    fn cluster_place(&mut self, op: Op) {
        let module = self.shared.module;
        let text = self.shared.symbols.text(&op_text(module, op));
        let rank = i64::from(self.cta.0);
        let ctas = i64::from(self.shared.ctas);
        let place = match module.ints_attr(op, "cluster") {
            Some(&[x, y]) if x > 0 && ctas == x * y => [Some(rank % x), Some(rank / x)],
            // A pair stands for all of its cluster.
            Some(&[x, _]) if ctas == x && ctas > 1 => [Some(rank), None],
            // Absent: one CTA stands for all, or the cluster is not that of the barriers.
            _ => [None, None],
        };
        for index in 0..module.results(op).len() {
            let known = match index.checked_sub(1).and_then(|side| place[side]) {
                Some(place) => Known::Int(place),
                _ => self.pure_result(op, index, None, text),
            };
            self.set(op, index, known);
        }
    }

    fn special(&mut self, op: Op) -> Known {
        match self.shared.module.keyword(op, "register") {
            "cluster_ctarank" if self.shared.ctas > 1 => Known::Int(i64::from(self.cta.0)),
            // The same for all threads of the block.
            _ => self.pure(op),
        }
    }

    fn pure(&mut self, op: Op) -> Known {
        let text = self.shared.symbols.text(&op_text(self.shared.module, op));
        self.pure_result(op, 0, Rule::of(self.shared.module, op), text)
    }

    /// The result of an op without effects: computed, or a symbol for the computation.
    fn pure_result(&mut self, op: Op, index: usize, rule: Option<Rule>, text: u32) -> Known {
        if let Some(result) = rule.and_then(|rule| self.computed(op, rule)) {
            return result;
        }
        let module = self.shared.module;
        let mut operands = Operands::from_elem(Known::Int(0), module.operands(op).len());
        for (known, &operand) in operands.iter_mut().zip(module.operands(op)) {
            *known = self.term(operand);
        }
        if self.shared.ctas > 1 && tells_cta(module, op, index as u32) {
            operands.push(Known::Int(i64::from(self.cta.0)));
        }
        // Each result is a symbol of its own.
        self.shared.symbols.of((text, index as u32), operands, rule)
    }

    /// An op with one result of few values. A value that depends on a symbol stays one, even if it could be computed by now: another warp may
    /// have got here earlier.
    pub(super) fn compute_one(&mut self, op: Op, of: &Computed) {
        let mut known = [Known::Int(0); Rule::OPERANDS];
        let mut kinds = Kinds::default();
        for (known, &value) in known.iter_mut().zip(of.operands()) {
            *known = match self.values[value as usize] {
                Some(known) => known,
                None => {
                    let fresh = self.shared.symbols.fresh();
                    self.values[value as usize] = Some(fresh);
                    fresh
                }
            };
            kinds.note(*known);
        }
        let known = &known[..of.operands().len()];
        let rule = of.rule.filter(|_| !kinds.symbols);
        let result = rule.and_then(|rule| self.applied(op, rule, (known, kinds.lanes)));
        let result = match result {
            Some(result) => result,
            None => self.shared.symbols.of((of.text, 0), known.into(), of.rule),
        };
        self.values[of.result as usize] = Some(result);
    }

    /// The result of an op whose operands are all known.
    fn computed(&mut self, op: Op, rule: Rule) -> Option<Known> {
        let operands = self.shared.module.operands(op);
        let mut known = [Known::Int(0); Rule::OPERANDS];
        let known = known.get_mut(..operands.len())?;
        let mut kinds = Kinds::default();
        for (known, &operand) in known.iter_mut().zip(operands) {
            *known = self.values.get(operand.index()).copied().flatten()?;
            kinds.note(*known);
        }
        match kinds.symbols {
            true => None,
            false => self.applied(op, rule, (known, kinds.lanes)),
        }
    }

    /// The result of values that are known, and whether some differ between lanes: these are gone through once for as long as they compute with the
    /// same.
    fn applied(&mut self, op: Op, rule: Rule, (known, by_lane): (&[Known], bool)) -> Option<Known> {
        let rows = &mut self.shared.symbols.rows;
        if !by_lane {
            return rule.apply(known, rows);
        }
        let last = &mut self.shared.by_lane[op.index()];
        match last {
            Some((of, result)) if of[..] == *known => *result,
            _ => {
                let result = rule.apply(known, rows);
                *last = Some((known.into(), result));
                result
            }
        }
    }
}

/// Whether there are symbols among some values, and rows of lanes.
#[derive(Default)]
struct Kinds {
    symbols: bool,
    lanes: bool,
}

impl Kinds {
    fn note(&mut self, known: Known) {
        self.symbols |= matches!(known, Known::Symbol(_));
        self.lanes |= matches!(known, Known::Lanes(_));
    }
}

/// The value that was put where this op takes one out of an array.
fn element(module: &Module, extract: Op) -> Option<Value> {
    let at = module.int_attr(extract, "at")?;
    let mut array = module.only_operand(extract);
    while let Some(insert) = module
        .defining_op(array)
        .filter(|&op| module.kind(op) == llvm::INSERTVALUE)
    {
        if module.int_attr(insert, "at") == Some(at) {
            return module.operand_named(insert, operand::VALUE);
        }
        array = module.operand_named(insert, operand::SOURCE)?;
    }
    None
}
