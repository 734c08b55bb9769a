//! The dependences of a ring loop's graph (`ring_graph.rs`): an edge for each value, also those that the loop carries, and one from whoever
//! reads an accumulator to the product that adds to it.

use tilewright_ir::ops::arith;
use tilewright_ir::{Block, Def, Module, Op, Value, operand};
use tilewright_modsched::graph::{Edge, LoopGraph, OpId};
use tilewright_sorted::SortedMap;
use tilewright_units::product::is_dot;

/// Dependences by values: what an op takes, seen through ops that take no time and through what the loop carries.
pub(super) fn edges(module: &Module, for_op: Op, body: Block, nodes: &SortedMap<Op, OpId>, graph: &mut LoopGraph) {
    let mut made: Vec<Edge> = Vec::new();
    for op in module.ops(body) {
        // Absent: what takes no time is no node.
        let Some(&dst) = nodes.get(&op) else { continue };
        for value in taken(module, op) {
            for (source, distance) in sources(module, for_op, body, nodes, value) {
                if let Some(&src) = nodes.get(&source).filter(|&&src| src != dst || distance > 0) {
                    let edge = Edge {
                        src,
                        dst,
                        latency: i64::from(graph.ops[src].latency),
                        distance,
                        ceiling: None,
                    };
                    if !made.contains(&edge) {
                        made.push(edge);
                    }
                }
            }
        }
    }
    for edge in read_before_written(module, for_op, body, nodes) {
        // Whoever takes what the product makes as well cannot come before it: what was there is kept in other registers.
        if !made.contains(&edge) && (edge.distance > 0 || !leads(&made, edge.dst, edge.src)) {
            made.push(edge);
        }
    }
    graph.edges.append(&mut made);
}

/// A product adds to its accumulator where that is: whoever else takes the same reads it before the product starts, in this iteration or, where
/// the product is of a later one, before that.
fn read_before_written(module: &Module, for_op: Op, body: Block, nodes: &SortedMap<Op, OpId>) -> Vec<Edge> {
    let mut found = Vec::new();
    let products = module.ops(body).filter(|&op| is_dot(module, op));
    for product in products {
        let accumulator = origin(module, for_op, body, module.required_operand(product, operand::ACC));
        // Absent: one that comes from outside is there as often as it is asked for, and so is a constant.
        let (Some((made, behind)), Some(&dst)) = (accumulator, nodes.get(&product)) else {
            continue;
        };
        if module
            .defining_op(made)
            .is_some_and(|op| module.kind(op) == arith::CONSTANT)
        {
            continue;
        }
        for reader in module.ops(body).filter(|&op| op != product) {
            // Absent: what takes no time is read where its result is.
            let Some(&src) = nodes.get(&reader) else { continue };
            for value in read_through(module, body, nodes, reader) {
                let distance = match origin(module, for_op, body, value) {
                    Some((value, before)) if value == made => behind.checked_sub(before),
                    _ => None,
                };
                found.extend(distance.map(|distance| Edge {
                    src,
                    dst,
                    latency: 1,
                    distance,
                    ceiling: None,
                }));
            }
        }
    }
    found
}

/// Whether `to` waits, within an iteration, for what `from` makes.
fn leads(edges: &[Edge], from: OpId, to: OpId) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&op) = reached.get(next) {
        for edge in edges.iter().filter(|edge| edge.src == op && edge.distance == 0) {
            if !reached.contains(&edge.dst) {
                reached.push(edge.dst);
            }
        }
        next += 1;
    }
    reached.contains(&to)
}

/// The values that an op takes, and those of which ops that take no time make these.
fn read_through(module: &Module, body: Block, nodes: &SortedMap<Op, OpId>, reader: Op) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let mut work = taken(module, reader);
    while let Some(value) = work.pop() {
        if found.contains(&value) {
            continue;
        }
        found.push(value);
        let made = module.defining_op(value).filter(|&op| module.parent(op) == Some(body));
        let free = made.filter(|op| !nodes.contains_key(op));
        work.extend(free.into_iter().flat_map(|op| taken(module, op)));
    }
    found
}

/// The value of the loop that a value is, and of how many iterations before; none: it is of none.
fn origin(module: &Module, for_op: Op, body: Block, value: Value) -> Option<(Value, u32)> {
    let (mut value, mut before) = (value, 0);
    loop {
        match module.value_def(value) {
            Def::Result(op, _) => return (module.parent(op) == Some(body)).then_some((value, before)),
            Def::Argument(block, index) if block == body && index > 0 && before < MAX_DISTANCE => {
                let next = module
                    .last_op(body)
                    .filter(|&op| module.parent_op(op) == Some(for_op))?;
                value = *module.operands(next).get(index as usize - 1)?;
                before += 1;
            }
            Def::Argument(..) => return None,
        }
    }
}

/// The values that an op takes, those that ops inside of it take among them.
pub fn taken(module: &Module, op: Op) -> Vec<Value> {
    let inner = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let inner = inner.flat_map(|&block| module.walk(block));
    let all = std::iter::once(op).chain(inner);
    all.flat_map(|op| module.operands(op).iter().copied()).collect()
}

/// The ops of the loop that make a value, and how many iterations before: those that take time, and, of those that do not, what they are
/// made of.
pub(super) fn sources(
    module: &Module,
    for_op: Op,
    body: Block,
    nodes: &SortedMap<Op, OpId>,
    value: Value,
) -> Vec<(Op, u32)> {
    let mut found = Vec::new();
    let mut seen: Vec<(Value, u32)> = Vec::new();
    let mut work = vec![(value, 0u32)];
    while let Some((value, distance)) = work.pop() {
        // A value that comes round and round comes from outside.
        if distance > MAX_DISTANCE || seen.contains(&(value, distance)) {
            continue;
        }
        seen.push((value, distance));
        match module.value_def(value) {
            Def::Result(op, _) if module.parent(op) == Some(body) => match nodes.contains_key(&op) {
                true => found.push((op, distance)),
                false => work.extend(taken(module, op).into_iter().map(|value| (value, distance))),
            },
            Def::Argument(block, index) if block == body && index > 0 => {
                let next = module.last_op(body).filter(|&op| module.parent_op(op) == Some(for_op));
                let next = next.and_then(|next| module.operands(next).get(index as usize - 1));
                work.extend(next.map(|&value| (value, distance + 1)));
            }
            // Absent: values from outside are there before the loop, and the index takes no time.
            Def::Result(..) | Def::Argument(..) => {}
        }
    }
    found
}

/// Iterations that a carried value is followed back.
const MAX_DISTANCE: u32 = 4;
