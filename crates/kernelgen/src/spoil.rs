//! Makes kernels that are refused, or that would better have been.

use crate::plan::{Block, Plan, Ty};

/// Flushes numbers to zero; for f32 alone.
const FLUSH: &str = " flush_to_zero";

/// A modifier, and the ops that do not have it.
const NOT_THEIRS: [(&str, &[&str]); 5] = [
    (" rounding<positive_inf>", &["itof", "exp", "tanh"]),
    (" rounding<zero>", &["itof", "ftoi", "tanh"]),
    (" rounding<full>", &["sqrt", "addf", "fma"]),
    (" rounding<approx>", &["subf", "mulf", "fma"]),
    (FLUSH, &["addf", "mulf", "sqrt", "rsqrt", "maxf", "fma", "exp2"]),
];

impl Plan {
    /// The plan with a modifier at each op that does not have it, one of five kinds; nothing if there is no such op.
    ///
    /// The verifier refuses such a kernel. What takes it must at least do as it is asked to.
    pub fn misrounded(&self, kind: usize) -> Option<Plan> {
        let mut plan = self.clone();
        let (modifier, ops) = NOT_THEIRS[kind % NOT_THEIRS.len()];
        let types: Vec<Ty> = self.values.iter().map(|(ty, _)| ty.clone()).collect();
        misround(&mut plan.body, modifier, ops, &types).then_some(plan)
    }
}

fn misround(block: &mut Block, modifier: &str, ops: &[&str], types: &[Ty]) -> bool {
    let mut changed = false;
    for step in &mut block.steps {
        for inner in &mut step.blocks {
            changed |= misround(inner, modifier, ops, types);
        }
        let name = step.template.split(' ').next().unwrap_or_default();
        let is_f32 = step.uses.first().is_some_and(|v| types[v.0].element == "f32");
        if !ops.contains(&name) || (modifier == FLUSH && is_f32) {
            continue;
        }
        // A rounding stands behind operands and signs, before the rest.
        let (head, tail) = step.template.split_once(" : ").unwrap_or((&step.template, ""));
        let flush = if head.ends_with(FLUSH) { FLUSH } else { "" };
        let mut head = head.strip_suffix(flush).unwrap_or(head);
        if modifier != FLUSH {
            head = head.split_once(" rounding<").map_or(head, |(head, _)| head);
        }
        step.template = format!("{head}{modifier}{flush} : {tail}");
        changed = true;
    }
    changed
}
