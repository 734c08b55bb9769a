//! Takes away what a failure does not need.

use crate::plan::{Block, Plan, Step, Ty, Value};

/// The smallest plan found that still fails, starting from one that does. `fails` is asked at most `tries` times.
pub fn shrink(plan: &Plan, tries: usize, fails: &mut dyn FnMut(&Plan) -> bool) -> Plan {
    let mut best = plan.clone();
    let mut left = tries;
    let mut accept = |candidate: Plan, best: &mut Plan, left: &mut usize| {
        if *left == 0 || candidate == *best {
            return false;
        }
        *left -= 1;
        let better = fails(&candidate);
        if better {
            *best = candidate;
        }
        better
    };
    loop {
        let before = best.clone();
        // Outputs first, all but one at once if it can be: most of a kernel goes with them.
        for i in (0..best.outputs.len()).rev() {
            let mut only = best.clone();
            only.outputs = vec![best.outputs[i]];
            if accept(drop_dead(only), &mut best, &mut left) {
                break;
            }
        }
        for i in (0..best.outputs.len()).rev() {
            let mut fewer = best.clone();
            fewer.outputs.remove(i);
            accept(drop_dead(fewer), &mut best, &mut left);
        }
        let mut at = 0;
        while let Some(path) = path_of(&best.body, at) {
            // The last first: earlier ones then have fewer uses.
            let mut candidate = best.clone();
            remove(&mut candidate, &path);
            if !accept(drop_dead(candidate), &mut best, &mut left) {
                at += 1;
            }
        }
        if best.grid > 1 {
            let mut candidate = best.clone();
            candidate.grid = 1;
            accept(candidate, &mut best, &mut left);
        }
        if best == before || left == 0 {
            return best;
        }
    }
}

/// Where a step stands: its place in the body, then block and place in the step before, and so on.
type Path = Vec<(usize, usize)>;

/// The path of step number `wanted`, counted from the end, steps of blocks after their owner.
fn path_of(body: &Block, wanted: usize) -> Option<Path> {
    fn visit(block: &Block, number: usize, path: &mut Path, left: &mut usize) -> Option<Path> {
        for i in (0..block.steps.len()).rev() {
            path.push((number, i));
            if *left == 0 {
                return Some(path.clone());
            }
            *left -= 1;
            for (b, inner) in block.steps[i].blocks.iter().enumerate() {
                if let Some(found) = visit(inner, b, path, left) {
                    return Some(found);
                }
            }
            path.pop();
        }
        None
    }
    visit(body, 0, &mut Vec::new(), &mut wanted.clone())
}

fn block_at<'p>(body: &'p mut Block, path: &[(usize, usize)]) -> &'p mut Block {
    let mut block = body;
    for pair in path.windows(2) {
        block = &mut block.steps[pair[0].1].blocks[pair[1].0];
    }
    block
}

/// Removes a step; its results become zeros.
fn remove(plan: &mut Plan, path: &[(usize, usize)]) {
    let Some(&(_, at)) = path.last() else { return };
    let types: Vec<Ty> = plan.values.iter().map(|(ty, _)| ty.clone()).collect();
    let block = block_at(&mut plan.body, path);
    let step = block.steps.remove(at);
    let numbers = step.defs.iter().filter(|v| types[v.0].element != "token");
    let zeros = numbers.map(|&value| zero(value, &types[value.0]));
    // A constant that is replaced by a constant would never come to an end.
    if !step.template.starts_with("constant") {
        block.steps.splice(at..at, zeros);
    }
}

/// The constant zero of a type, as a value that there already is.
pub(crate) fn zero(value: Value, ty: &Ty) -> Step {
    let number = if ty.element.starts_with('i') { "0" } else { "0.0" };
    let number = if ty.element == "i1" { "false" } else { number };
    Step {
        template: format!("constant <{}: {number}> : {{d0}}", ty.element),
        uses: Vec::new(),
        defs: vec![value],
        blocks: Vec::new(),
    }
}

/// Removes what nobody uses.
fn drop_dead(mut plan: Plan) -> Plan {
    let mut used = vec![false; plan.values.len()];
    for output in &plan.outputs {
        used[output.0] = true;
    }
    sweep(&mut plan.body, &mut used);
    plan
}

fn sweep(block: &mut Block, used: &mut [bool]) {
    for value in &block.ends {
        used[value.0] = true;
    }
    let steps = std::mem::take(&mut block.steps);
    for mut step in steps.into_iter().rev() {
        let effect = ["atomic", "store", "print"]
            .iter()
            .any(|name| step.template.starts_with(name));
        if !effect && !step.defs.is_empty() && !step.defs.iter().any(|v| used[v.0]) {
            continue;
        }
        for inner in &mut step.blocks {
            sweep(inner, used);
        }
        for value in &step.uses {
            used[value.0] = true;
        }
        block.steps.push(step);
    }
    block.steps.reverse();
}
