//! `optimize-pipeline-region`
//!
//! Purpose: each agent keeps the smallest part of the kernel that it needs for what it does to others: its stores, its copies,
//! and its steps on pipelines. What only another agent needs is dropped, down to the values that loops carry.
//!
//! Requires: the output of `materialize-schedule`. Guarantees: in the regions of an `agent_switch`, an op without effects and a
//! value that a loop carries stand only where something needs them; effects stay, in their order.
//!
//! ```text
//! consumer {                                         consumer {
//!   %view = make_tiled_view %a                         for %k iter(%acc, %s) {
//!   for %k iter(%acc, %at, %s) {             ->          consumer_wait %s; ...
//!     consumer_wait %s; ...                              continue %sum, %s
//!     %next = addi %at, %one                           }
//!     continue %sum, %next, %s                       }
//!   } }
//! ```

use crate::pipelining::{Slice, backward_slice, ends_of};
use tilewright_analysis::Context;
use tilewright_analysis::agent_switch;
use tilewright_ir::convert::Failure;
use tilewright_ir::op_def::traits::{PURE, TERMINATOR};
use tilewright_ir::ops::scf;
use tilewright_ir::{Block, Module, Op, Ty, Value};

/// Runs the pass.
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    let Some(switch) = agent_switch(module) else {
        return Ok(None);
    };
    let bodies: Vec<Block> = module
        .regions(switch)
        .iter()
        .filter_map(|&region| module.entry_block(region))
        .collect();
    let mut roots = Vec::new();
    for &body in &bodies {
        effects(module, body, &mut roots);
    }
    let slice = backward_slice(module, &roots);
    let mut new = module.clone();
    let mut changed = false;
    for body in bodies {
        changed |= trim(&mut new, &slice, body);
    }
    Ok(changed.then_some(new))
}

/// Effects that others can see, of a block and of the loops and branches in it.
fn effects(module: &Module, block: Block, roots: &mut Vec<Op>) {
    for op in module.ops(block) {
        let def = module.def(op);
        if def.has(PURE) || def.has(TERMINATOR) {
            continue;
        }
        if def.dialect() != "scf" {
            roots.push(op);
            continue;
        }
        for &inner in module.regions(op).iter().flat_map(|&region| module.blocks(region)) {
            effects(module, inner, roots);
        }
    }
}

/// Drops what is not in the slice, users before what they use. Whether there was anything.
fn trim(module: &mut Module, slice: &Slice, block: Block) -> bool {
    let mut ops: Vec<Op> = module.ops(block).collect();
    ops.reverse();
    let mut changed = false;
    for op in ops {
        let control = module.def(op).dialect() == "scf" && !module.regions(op).is_empty();
        if !slice.ops.contains(&op) && !module.def(op).has(TERMINATOR) {
            module.erase(op);
            changed = true;
        } else if control {
            changed |= narrow(module, slice, op);
        }
    }
    changed
}

/// Drops what is not needed of what a loop or branch carries and results in, and in it.
fn narrow(module: &mut Module, slice: &Slice, op: Op) -> bool {
    let blocks: Vec<Block> = module
        .regions(op)
        .iter()
        .filter_map(|&region| module.entry_block(region))
        .collect();
    let needed = |values: &[Value]| -> Vec<bool> { values.iter().map(|v| slice.values.contains(v)).collect() };
    let arguments = blocks
        .first()
        // Absent: an op without a region carries nothing.
        .map_or(Vec::new(), |&block| module.arguments(block).to_vec());
    // A counted loop results in what it carries; its first argument is its index.
    let (carried, results, first) = match module.kind(op) {
        scf::FOR => {
            // Absent: a loop that carries nothing.
            let carried = needed(arguments.get(1..).unwrap_or(&[]));
            (carried.clone(), carried, 1)
        }
        scf::LOOP => (needed(&arguments), needed(module.results(op)), 0),
        _ => (Vec::new(), needed(module.results(op)), 0),
    };
    if carried.iter().chain(&results).all(|&keep| keep) {
        return blocks
            .into_iter()
            .fold(false, |changed, block| trim(module, slice, block) | changed);
    }
    for end in ends_of(module, op) {
        let mask = if module.kind(end) == scf::CONTINUE {
            &carried
        } else {
            &results
        };
        let values = only(module.operands(end), mask);
        let new = module.create_op(module.def(end), &[&values], &[], module.loc(end));
        module.insert_before(end, new);
        module.erase(end);
    }
    for &block in &blocks {
        trim(module, slice, block);
    }
    rebuild(module, op, (&carried, first), &results);
    true
}

/// The values that a mask has.
fn only(values: &[Value], mask: &[bool]) -> Vec<Value> {
    let kept = values.iter().zip(mask).filter(|(_, keep)| **keep);
    kept.map(|(&value, _)| value).collect()
}

/// The same loop or branch with fewer carried values, behind so many arguments of its own, and fewer results.
fn rebuild(module: &mut Module, op: Op, (carried, first): (&[bool], usize), results: &[bool]) {
    let def = module.def(op);
    let mut lists: Vec<Vec<Value>> = (0..def.operands.len())
        .map(|slot| module.operand_list(op, slot).to_vec())
        .collect();
    if !carried.is_empty()
        && let Some(inits) = lists.last_mut()
    {
        *inits = only(inits, carried);
    }
    let lists: Vec<&[Value]> = lists.iter().map(Vec::as_slice).collect();
    let kept = only(module.results(op), results);
    let types: Vec<Ty> = kept.iter().map(|&value| module.ty(value)).collect();
    let new = module.create_op(def, &lists, &types, module.loc(op));
    for (slot, attr) in module.own_attrs(op).to_vec() {
        module.set_attr(new, def.attrs[slot as usize].name, attr);
    }
    for (name, attr) in module.extra_attrs(op).to_vec() {
        let name = module.name(name).to_string();
        module.set_attr(new, &name, attr);
    }
    module.insert_before(op, new);
    for (index, old) in kept.into_iter().enumerate() {
        let value = module.result(new, index);
        hand_over(module, old, value);
    }
    for (from, to) in module
        .regions(op)
        .to_vec()
        .into_iter()
        .zip(module.regions(new).to_vec())
    {
        let Some(old_block) = module.entry_block(from) else {
            continue;
        };
        let block = module.add_block(to);
        for (index, old) in module.arguments(old_block).to_vec().into_iter().enumerate() {
            // Absent: arguments of branches, which are not carried, stay.
            let keeps = index < first || carried.get(index - first).copied().unwrap_or(true);
            if keeps {
                let value = module.add_argument(block, module.ty(old));
                hand_over(module, old, value);
            }
        }
        for inner in module.ops(old_block).collect::<Vec<_>>() {
            module.detach(inner);
            module.append(block, inner);
        }
    }
    module.erase(op);
}

/// A value takes the place and the name of another.
fn hand_over(module: &mut Module, old: Value, new: Value) {
    module.replace_uses(old, new);
    let name = module.value_name(old);
    module.set_value_name(new, name);
}
