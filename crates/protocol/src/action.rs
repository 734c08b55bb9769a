//! The action for each op, computed once, since warps come to an op many times.

use super::facts::Facts;
use super::meetings::tells_cta;
use super::model::{Model, Value};
use super::value::{Rule, Symbols, sign_extend};
use tilewright_ir::entity::Entity;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{arith, nv_tileas, nvvm};
use tilewright_ir::{AttrData, Module, Op};

/// The action for an op.
#[derive(Clone, Copy)]
pub(super) enum Action {
    /// It is a number, whoever asks.
    Number(i64),
    /// It is the number of the thread in the block.
    Thread,
    /// It is the number of the thread in the warp.
    Lane,
    /// Its one result is computed.
    Computed(Computed),
    /// Each result is computed, or is a symbol for the computation, which has this text.
    Pure(Option<Rule>, u32),
    /// Nothing is known of its results.
    Unknown,
    /// The model of its op decides.
    Modelled(Model),
}

/// A computation with one result of few values, by their numbers: most of what warps do is that.
#[derive(Clone, Copy)]
pub(super) struct Computed {
    pub rule: Option<Rule>,
    /// The number of its text.
    pub text: u32,
    operands: [u32; Rule::OPERANDS],
    count: u8,
    pub result: u32,
}

impl Computed {
    /// The same as this op says; none where it has more results or operands, or says something else to each CTA.
    fn of(module: &Module, op: Op, rule: Option<Rule>, text: u32) -> Option<Self> {
        let (&[result], values) = (module.results(op), module.operands(op)) else {
            return None;
        };
        let mut operands = [0; Rule::OPERANDS];
        for (operand, value) in operands.get_mut(..values.len())?.iter_mut().zip(values) {
            *operand = value.index() as u32;
        }
        (!tells_cta(module, op, 0)).then_some(Self {
            rule,
            text,
            operands,
            count: values.len() as u8,
            result: result.index() as u32,
        })
    }

    /// The values that it is computed of.
    pub fn operands(&self) -> &[u32] {
        &self.operands[..usize::from(self.count)]
    }
}

impl Action {
    /// The actions for the ops of a kernel, by their numbers.
    pub fn of_all(module: &Module, ops: &[Op], facts: &Facts, symbols: &mut Symbols) -> Vec<Self> {
        let mut all = vec![Self::Unknown; module.op_count()];
        for &op in ops.iter().filter(|&&op| facts.is_live(op)) {
            all[op.index()] = Self::of(module, op, symbols);
        }
        all
    }

    fn of(module: &Module, op: Op, symbols: &mut Symbols) -> Self {
        let kind = module.kind(op);
        match (kind, module.keyword(op, "register"), module.dense_attr(op, "value")) {
            (nvvm::READ_SREG, "tid.x", _) => Self::Thread,
            (nvvm::READ_SREG, "laneid", _) => Self::Lane,
            // Absent: the memory begins at byte 0.
            (nvvm::SHARED_BASE, ..) => Self::Number(module.int_attr(op, "from").unwrap_or(0)),
            (arith::CONSTANT, _, Some([value])) => {
                let scalar = module.element_scalar(module.ty(module.result(op, 0)));
                // Absent: a constant that is no number is not computed with.
                Self::Number(sign_extend(*value as i64, scalar.map_or(64, |s| s.bits)))
            }
            _ => match Model::of(kind) {
                // A value that a warp broadcasts is computed as well, though it must not be moved.
                Some(Model::Value(Value::Uniform)) => Self::pure(module, op, symbols),
                Some(model) => Self::Modelled(model),
                None if module.def(op).has(PURE) || is_read_once(module, op) => Self::pure(module, op, symbols),
                None => Self::Unknown,
            },
        }
    }

    fn pure(module: &Module, op: Op, symbols: &mut Symbols) -> Self {
        let (rule, text) = (Rule::of(module, op), symbols.text(&op_text(module, op)));
        match Computed::of(module, op, rule, text) {
            Some(computed) => Self::Computed(computed),
            None => Self::Pure(rule, text),
        }
    }
}

/// Whether a load gives each warp that runs a copy of it the same. The kernel has it once, and a weak one in which nothing is ordered
/// behind it: whoever writes there meanwhile races with it, and has not been promised anything.
fn is_read_once(module: &Module, op: Op) -> bool {
    let is_load = matches!(module.kind(op), nv_tileas::LOAD | nv_tileas::TILED_LOAD);
    // Absent: a contradiction, each load's record asks for it.
    let is_weak = is_load && module.keyword(op, "ordering") == "weak";
    is_weak && matches!(module.results(op), &[_, token] if module.uses(token).is_empty())
}

/// An op without its operands: two of the same text compute the same of the same.
pub(super) fn op_text(module: &Module, op: Op) -> String {
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
