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

use crate::pipelining::{Slice, backward_slice, ended_by};
use tilewright_analysis::Context;
use tilewright_analysis::agent_switch;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Kept, Pattern, convert};
use tilewright_ir::op_def::traits::{PURE, TERMINATOR};
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Block, Module, Op, Value};

struct State {
    /// The ops and values that the agents need.
    slice: Slice,
    /// Whether they had anything else.
    changed: bool,
}

type Cx<'a> = Conversion<'a, State>;

static PATTERNS: &[Pattern<State>] = &[Pattern {
    op: nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH,
    rewrite: narrow,
}];

/// Runs the pass.
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    let Some(switch) = agent_switch(module) else {
        return Ok(None);
    };
    let mut roots = Vec::new();
    for &region in module.regions(switch) {
        if let Some(body) = module.entry_block(region) {
            effects(module, body, &mut roots);
        }
    }
    let state = State {
        slice: backward_slice(module, &roots),
        changed: false,
    };
    let legal = &["nv_tileas", "cutlass", "cute", "cute_nvgpu", "nvvm", "arith", "scf"];
    let (module, state) = convert(module, &ConversionTarget::new(legal, PATTERNS), state)?;
    Ok(state.changed.then_some(module))
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

/// The switch, or a loop or branch in it, with what is needed of the values that it carries and results in, and of its ops.
fn narrow(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let kept = kept(cx, op);
    cx.state.changed |= !kept.is_all();
    let new = cx.rewrite_control(op, &kept, &[])?;
    for (&region, block) in old.regions(op).iter().zip(new.blocks) {
        if let (Some(from), Some(block)) = (old.entry_block(region), block) {
            cx.in_block(block, |cx| trim(cx, from))?;
        }
    }
    Ok(())
}

fn kept(cx: &Cx<'_>, op: Op) -> Kept {
    Kept::of(cx.old, op, |value| cx.state.slice.values.contains(&value))
}

/// The ops of a block that are needed.
fn trim(cx: &mut Cx<'_>, block: Block) -> Result<(), Failure> {
    let old = cx.old;
    for op in old.ops(block) {
        let def = old.def(op);
        cx.loc = old.loc(op);
        if def.has(TERMINATOR) {
            end(cx, op)?;
        } else if !cx.state.slice.ops.contains(&op) {
            cx.state.changed = true;
        } else if def.dialect() == "scf" {
            narrow(cx, op)?;
        } else {
            cx.convert_op(op)?;
        }
    }
    Ok(())
}

/// The end of a loop or branch hands on the values that it keeps.
fn end(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let Some(ended) = ended_by(old, op) else {
        return cx.copy(op);
    };
    let mut values: Vec<Value> = Vec::new();
    for value in kept(cx, ended).handed_on(old, op) {
        values.push(cx.value(value)?);
    }
    cx.op_like(op, &[&values], &[]);
    Ok(())
}
