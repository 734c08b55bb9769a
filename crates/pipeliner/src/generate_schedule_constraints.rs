//! `generate-schedule-constraints`
//!
//! Purpose: says, before a loop is scheduled, which of its loads belong together. Loads whose tiles are taken by the same op fill
//! one stage: they have the same depth, one barrier tells that all of them are there, and one that all may be overwritten. Such a
//! set has a canonical owner, the first of its loads.
//!
//! A loop with a product that cannot be pipelined is marked to run serially; `generate-schedule` says why.
//!
//! Requires: `nv_tileas` before layouts. Guarantees: changes nothing but attributes, products with scales, whose loop an issuer could have
//! (`pipelining/scaled.rs`) or not, and products outside of loops, which get one of one iteration (`pipelining/once.rs`) where agents could have it: `gid` and `leader_gid` on loads, of which
//! the latter names the owner of the set, `swizzle` where one is asked for, `max_depth` on the loop if a number of stages is asked
//! for, `force_serial_execution` on loops that stay as they are. (The names are those that NVIDIA's
//! compiler is described with.) Whoever edits the IR here may write more of them, also on other ops: `generate-schedule` heeds them.
//!
//! ```text
//! %a = tiled_load                 %a = tiled_load {gid = 0, leader_gid = 0}
//! %b = tiled_load          ->     %b = tiled_load {gid = 1, leader_gid = 0}
//! dot %a, %b, %acc                dot %a, %b, %acc
//! ```

use crate::pipelining::choice::{possible, wanted};
use crate::pipelining::once::in_a_loop;
use crate::pipelining::thread_rings::{ThreadRings, thread_rings};
use crate::pipelining::{Operand, Strategy, Swizzle, grow_without_tokens, product_loop, ring_loop, scaled};
use crate::{Context, Narrow};
use tilewright_analysis::tma::swizzle_span;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{GROUP, LEADER, MAX_DEPTH, SERIAL, SWIZZLE};
use tilewright_ir::ops::{nv_tileas, scf};
use tilewright_ir::{AttrData, Module, Op, Value};
use tilewright_sorted::SortedMap;
use tilewright_units::asynchronous;
use tilewright_units::product::is_dot;

/// The kernel with its products in a loop of one iteration, where they are in none and agents could have it so.
fn once(module: &Module, context: &Context<'_>) -> Option<Module> {
    let has_agents = wanted(context) == Strategy::WarpSpecialize && asynchronous(context.target).is_ok();
    let once = has_agents.then(|| in_a_loop(module)).flatten()?;
    // Absent: why agents cannot have it is told where loops are chosen.
    ring_loop(&once, context.target)?.ok().map(|_| once)
}

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let strategy = wanted(context);
    if product_loop(module, strategy, context.target).is_none() {
        return Ok(None);
    }
    // Scales that an issuer may copy are put in order.
    let placed = scaled::placed(module, context);
    let module = placed.as_ref().unwrap_or(module);
    let once = once(module, context);
    let module = once.as_ref().unwrap_or(module);
    let mut new = module.clone();
    let mut set = |op: Op, name: &str, data: AttrData| {
        let attr = new.intern_attr(data);
        new.set_attr(op, name, attr);
    };
    let Some(product_loop) = possible(module, context).filter(|_| strategy != Strategy::None) else {
        if strategy == Strategy::WarpSpecialize
            && let Some(Ok(found)) = ring_loop(module, context.target)
        {
            let mut number = 0;
            for ring in &found.rings {
                let leader = number;
                for load in ring.loads() {
                    set(load.load, GROUP, AttrData::Int(number));
                    set(load.load, LEADER, AttrData::Int(leader));
                    number += 1;
                }
            }
            if let Some(stages) = context.num_stages {
                set(found.for_op, MAX_DEPTH, AttrData::Int(stages.into()));
            }
            let dots = found.products.iter().map(|product| product.dot).collect();
            let loads: Vec<&Operand> = found.loads().collect();
            swizzle_rings(&mut new, module, context, dots, &loads);
            return Ok(Some(new));
        }
        let rings = match strategy {
            // Threads may multiply some of what agents cannot.
            Strategy::WarpSpecialize if context.strategy.is_none() => thread_rings(module, context.target),
            Strategy::Unspecialize => thread_rings(module, context.target),
            Strategy::None | Strategy::WarpSpecialize => Vec::new(),
        };
        for (load, number) in rings.iter().flat_map(|found| &found.loads).zip(0..) {
            set(load.load, GROUP, AttrData::Int(number));
            set(load.load, LEADER, AttrData::Int(number));
        }
        if let Some(stages) = context.num_stages {
            for found in &rings {
                set(found.for_op, MAX_DEPTH, AttrData::Int(stages.into()));
            }
        }
        // A loop around one that has rings keeps its order, and these their stages.
        let around = |found: &ThreadRings| std::iter::successors(Some(found.for_op), |&op| module.parent_op(op));
        let has_rings = |op: Op| rings.iter().flat_map(around).any(|around| around == op);
        for op in serial_loops(module) {
            if !has_rings(op) {
                set(op, SERIAL, AttrData::Unit);
            }
        }
        let dots = rings.iter().flat_map(|found| found.products(module)).collect();
        let loads: Vec<&Operand> = rings.iter().flat_map(|found| &found.loads).collect();
        swizzle_rings(&mut new, module, context, dots, &loads);
        return Ok(Some(new));
    };
    let loads: Vec<Op> = match module
        .regions(product_loop.for_op)
        .first()
        .and_then(|&r| module.entry_block(r))
    {
        Some(body) => module
            .ops(body)
            .filter(|&op| product_loop.operands.iter().any(|operand| operand.load == op))
            .collect(),
        // Absent: a loop without a body loads nothing.
        None => Vec::new(),
    };
    let leaders = leaders(module, &loads);
    for (number, (&load, leader)) in loads.iter().zip(leaders).enumerate() {
        set(load, GROUP, AttrData::Int(number as i64));
        set(load, LEADER, AttrData::Int(leader as i64));
    }
    if let Some(stages) = context.num_stages {
        set(product_loop.for_op, MAX_DEPTH, AttrData::Int(stages.into()));
    }
    for (side, swizzle) in asked(context) {
        if let Some(operand) = product_loop.operands.get(side) {
            swizzled(&mut new, operand.load, swizzle);
        }
    }
    Ok(Some(new))
}

/// The swizzles that the user asks for, by the side of the product that they are of.
fn asked(context: &Context<'_>) -> impl Iterator<Item = (usize, Swizzle)> {
    let sides = context.swizzles.into_iter().enumerate();
    sides.filter_map(|(side, asked)| Some((side, asked?)))
}

/// Notes the swizzles that are asked for, on the loads that a side of products is made of. A load whose rows are too short for one keeps
/// that which it has, and its ring.
fn swizzle_rings(new: &mut Module, module: &Module, context: &Context<'_>, dots: Vec<Op>, loads: &[&Operand]) {
    for (side, asked) in asked(context) {
        let operands = dots.iter().map(|&dot| module.operands(dot)[side]).collect();
        let made_of = grow_without_tokens(module, &[], &[], operands).ops;
        // Of so few rows no matrix is read: scales, and the like, which the hint does not mean.
        let has_matrices = |load: Op| {
            let shape = module.shape(module.ty(module.result(load, 0)));
            let rows = shape.iter().product::<i64>() / shape.iter().fold(1, |most, &extent| most.max(extent));
            rows >= tilewright_machine::memory().matrix_rows.value
        };
        for &Operand { load, ref tma, .. } in loads.iter().copied() {
            if !made_of.contains(&load) || !has_matrices(load) {
                continue;
            }
            if swizzle_span(asked.name()).is_some_and(|span| tma.takes(span)) {
                swizzled(new, load, asked);
            } else {
                context.decisions.borrow_mut().narrow.push(Narrow {
                    span: module.span(load),
                    side,
                    asked,
                    row: tma.row_bytes(),
                });
            }
        }
    }
}

/// Notes the swizzle that is asked for a load's buffer.
fn swizzled(new: &mut Module, load: Op, swizzle: Swizzle) {
    let word = AttrData::Keyword(new.intern_name(swizzle.name()));
    let attr = new.intern_attr(word);
    new.set_attr(load, SWIZZLE, attr);
}

/// The loops around products.
fn serial_loops(module: &Module) -> Vec<Op> {
    let is_product = |op: &Op| is_dot(module, *op);
    let products = module.walk(module.top()).into_iter().filter(is_product);
    let around = products.filter_map(|op| module.parent_op(op));
    around.filter(|&op| module.kind(op) == scf::FOR).collect()
}

/// For each load, the first one of its set: sets are joined where one op takes tiles of both.
fn leaders(module: &Module, loads: &[Op]) -> Vec<usize> {
    let mut sets = Sets::new(loads.len());
    let mut taken: SortedMap<Op, usize> = SortedMap::new();
    for (number, &load) in loads.iter().enumerate() {
        let mut takers = Vec::new();
        takers_of(module, module.result(load, 0), &mut takers);
        for taker in takers {
            let earlier = *taken.entry(taker).or_insert(number);
            sets.join(earlier, number);
        }
    }
    (0..loads.len()).map(|number| sets.owner(number)).collect()
}

/// The ops that take a value, seen through changes of shape and order.
fn takers_of(module: &Module, value: Value, users: &mut Vec<Op>) {
    for site in module.uses(value) {
        match module.kind(site.op) {
            nv_tileas::PERMUTE | nv_tileas::VIEW => takers_of(module, module.result(site.op, 0), users),
            _ => users.push(site.op),
        }
    }
}

/// Disjoint sets of numbers, each owned by its least.
struct Sets {
    parent: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self {
            parent: (0..count).collect(),
        }
    }

    fn owner(&mut self, number: usize) -> usize {
        let parent = self.parent[number];
        if parent == number {
            return number;
        }
        let owner = self.owner(parent);
        self.parent[number] = owner;
        owner
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.owner(a), self.owner(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

/// The sets of loads of a loop, by owner, each in order.
pub fn sets(module: &Module, loads: &[Op]) -> Vec<Vec<Op>> {
    let mut sets: SortedMap<i64, Vec<Op>> = SortedMap::new();
    for &load in loads {
        sets.entry(module.required_int(load, LEADER)).or_default().push(load);
    }
    sets.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::Sets;

    #[test]
    fn joined_sets_are_owned_by_their_least() {
        let mut sets = Sets::new(6);
        sets.join(4, 5);
        sets.join(5, 2);
        sets.join(1, 3);
        let owners: Vec<usize> = (0..6).map(|n| sets.owner(n)).collect();
        assert_eq!(owners, [0, 1, 2, 1, 2, 2]);
        sets.join(3, 4);
        assert_eq!(sets.owner(5), 1);
        assert_eq!(sets.owner(0), 0);
    }
}
