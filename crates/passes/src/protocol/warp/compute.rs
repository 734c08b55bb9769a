//! What ops compute, as far as it is known before the kernel runs.

use super::{Outcome, Warp};
use crate::protocol::facts::{FETCH_WORK_ID, is_relevant};
use crate::protocol::value::{Known, LANES, Rule, lanes, sign_extend};
use tilewright_ir::entity::Entity;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::{AttrData, Module, Op, Value};

/// Ops that say which CTA this is.
const PLACES: [&str; 2] = ["nvvm.read_sreg", "nv_tileas.get_program_id"];

impl Warp<'_, '_> {
    pub(super) fn op(&mut self, op: Op) -> Outcome<()> {
        let module = self.shared.module;
        match module.op_name(op) {
            "arith.constant" => {
                let bits = module
                    .element_scalar(module.ty(module.result(op, 0)))
                    .map_or(64, |s| s.bits);
                let known = match module.dense_attr(op, "value") {
                    Some([value]) => Known::Int(sign_extend(*value as i64, bits)),
                    _ => self.pure(op),
                };
                self.set(op, 0, known);
                Ok(())
            }
            "nv_tileas.assume" => {
                let known = self.get(module.operand(op, 0));
                self.set(op, 0, known);
                Ok(())
            }
            "nvvm.read_sreg" => {
                let known = self.special(op);
                self.set(op, 0, known);
                Ok(())
            }
            "nvvm.shared_base" => {
                let from = module.int_attr(op, "from").unwrap_or(0);
                self.set(op, 0, Known::Int(from));
                Ok(())
            }
            "nv_tileas.alloc_tensor" => {
                self.buffer(op);
                Ok(())
            }
            FETCH_WORK_ID => {
                let known = self.work_id(op);
                self.set(op, 0, known);
                Ok(())
            }
            "llvm.extractvalue" => {
                let known = match element(module, op) {
                    Some(value) => self.term(value),
                    None => self.pure(op),
                };
                self.set(op, 0, known);
                Ok(())
            }
            name if is_relevant(name) => self.effect(op),
            _ => {
                // What a warp broadcasts is computed as well, though it must not be moved.
                let computed = module.def(op).has(PURE) || module.op_name(op) == "cute_nvgpu.arch.make_warp_uniform";
                for index in 0..module.results(op).len() {
                    let known = if computed {
                        self.pure_result(op, index)
                    } else {
                        self.shared.symbols.fresh()
                    };
                    self.set(op, index, known);
                }
                Ok(())
            }
        }
    }

    /// What an op makes is a buffer.
    pub(super) fn buffer(&mut self, op: Op) {
        let known = self.memory.buffers.iter().position(|&buffer| buffer == op);
        let number = known.unwrap_or_else(|| {
            self.memory.buffers.push(op);
            self.memory.buffers.len() - 1
        });
        self.buffers.insert(self.shared.module.result(op, 0), number);
    }

    /// The work of an iteration: the same in all agents, since who reads its id reads what was written (which is for the
    /// checker to see).
    pub(super) fn work_id(&mut self, op: Op) -> Known {
        let iter = self.shared.module.operand_named(op, "current_iter");
        let iter = iter.map(|iter| self.term(iter));
        let text = self.shared.symbols.text("work id");
        self.shared.symbols.of(text, iter.into_iter().collect(), None)
    }

    fn special(&mut self, op: Op) -> Known {
        let number = i64::from(self.number);
        match self.shared.module.keyword(op, "register") {
            "tid.x" => lanes(std::array::from_fn(|lane| number * LANES as i64 + lane as i64)),
            "laneid" => lanes(std::array::from_fn(|lane| lane as i64)),
            "cluster_ctarank" if self.shared.ctas > 1 => Known::Int(i64::from(self.cta.0)),
            // The same for all threads of the block.
            _ => self.pure(op),
        }
    }

    fn pure(&mut self, op: Op) -> Known {
        self.pure_result(op, 0)
    }

    /// The result of an op without effects: computed, or a symbol for the computation.
    fn pure_result(&mut self, op: Op, index: usize) -> Known {
        let module = self.shared.module;
        let mut operands = self.terms(module.operands(op));
        // Not the same in all CTAs of a cluster.
        if self.shared.ctas > 1 && PLACES.contains(&module.op_name(op)) {
            operands.push(Known::Int(i64::from(self.cta.0)));
        }
        let shared = &mut *self.shared;
        let rule = match shared.rules.get(op.index()).copied().flatten() {
            Some(rule) => rule,
            None => {
                let rule = (Rule::of(module, op), shared.symbols.text(&op_text(module, op)));
                if let Some(entry) = shared.rules.get_mut(op.index()) {
                    *entry = Some(rule);
                }
                rule
            }
        };
        let (rule, text) = rule;
        // What depends on a symbol stays one, even if it could be computed by now: another warp may have got here earlier.
        let numbers = !operands.iter().any(|operand| matches!(operand, Known::Symbol(_)));
        if let Some(known) = rule.filter(|_| numbers).and_then(|rule| rule.apply(&operands)) {
            return known;
        }
        // Each result is a symbol of its own.
        let text = match index {
            0 => text,
            _ => shared.symbols.text(&format!("{}#{index}", op_text(module, op))),
        };
        shared.symbols.of(text, operands, rule)
    }
}

/// The value that was put where this op takes one out of an array.
fn element(module: &Module, extract: Op) -> Option<Value> {
    let at = module.int_attr(extract, "at")?;
    let mut array = module.operand(extract, 0);
    while let Some(insert) = module
        .defining_op(array)
        .filter(|&op| module.op_name(op) == "llvm.insertvalue")
    {
        match *module.operands(insert) {
            [value, _] if module.int_attr(insert, "at") == Some(at) => return Some(value),
            [_, before] => array = before,
            _ => break,
        }
    }
    None
}

/// An op without its operands: two of the same text compute the same of the same.
fn op_text(module: &Module, op: Op) -> String {
    let mut text = module.op_name(op).to_string();
    for &(slot, attr) in module.own_attrs(op) {
        text.push_str(&format!(" {slot}={}", module.attr_text(attr)));
    }
    for &(name, attr) in module.extra_attrs(op) {
        if matches!(module.attr_data(attr), AttrData::Int(_) | AttrData::Keyword(_)) {
            text.push_str(&format!(" {}={}", module.name(name), module.attr_text(attr)));
        }
    }
    for &result in module.results(op) {
        text.push_str(&format!(" {}", module.type_text(module.ty(result))));
    }
    text
}
