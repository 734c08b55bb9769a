//! The reservation table of a schedule: what holds each resource in each row. Text, JSON and the page show this one.

use crate::graph::{LoopGraph, OpId, ResId};
use crate::schedule::Schedule;
use tilewright_sorted::SortedMap;

/// Rows `from` to `to` (exclusive) of a resource, in which the same ops hold the same of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hold {
    /// First row.
    pub from: u32,
    /// The row after the last.
    pub to: u32,
    /// Units held, by all ops together.
    pub units: u64,
    /// The ops that hold it, with the units of each.
    pub ops: Vec<(OpId, u64)>,
}

/// By resource and row: the ops that hold it, with the units of each.
pub(super) fn cells(graph: &LoopGraph, s: &Schedule) -> SortedMap<(ResId, u32), Vec<(OpId, u64)>> {
    let mut cells: SortedMap<_, Vec<(OpId, u64)>> = SortedMap::new();
    for (op, o) in graph.ops.iter().enumerate() {
        for (cycle, held) in o.footprint.iter().enumerate() {
            let row = ((s.start[op] + cycle as i64) % i64::from(s.ii)) as u32;
            for held in held {
                let (ops, count) = (cells.entry((held.res, row)).or_default(), u64::from(held.count));
                // Ops come in order: what an op holds of a cell is last there.
                match ops.last_mut() {
                    Some((last, units)) if *last == op => *units += count,
                    _ => ops.push((op, count)),
                }
            }
        }
    }
    cells
}

/// The holders of each resource, by resource; rows in which nothing changes are one.
pub fn holds(graph: &LoopGraph, s: &Schedule) -> Vec<Vec<Hold>> {
    let mut holds: Vec<Vec<Hold>> = vec![Vec::new(); graph.resources.len()];
    for ((res, row), ops) in cells(graph, s) {
        let Some(holds) = holds.get_mut(res) else { continue };
        match holds.last_mut() {
            Some(last) if last.to == row && last.ops == ops => last.to += 1,
            _ => holds.push(Hold {
                from: row,
                to: row + 1,
                units: ops.iter().map(|(_, units)| units).sum(),
                ops,
            }),
        }
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Op, Resource, Use};
    use crate::schedule::Arm;

    /// An op that holds some of each of these resources for so many cycles.
    fn op(cycles: usize, resources: &[ResId]) -> Op {
        let row: Vec<Use> = resources.iter().map(|&res| Use { res, count: 1 }).collect();
        Op {
            footprint: vec![row; cycles],
            ..Op::default()
        }
    }

    /// A load on a slot and a pool, and a wait on the pool.
    fn table(ii: u32, start: [i64; 2], cycles: [usize; 2]) -> Vec<Vec<String>> {
        let resource = |capacity| Resource {
            capacity,
            ..Resource::default()
        };
        let graph = LoopGraph {
            resources: vec![resource(1), resource(3), resource(1)],
            ops: vec![op(cycles[0], &[0, 1]), op(cycles[1], &[1])],
            ..LoopGraph::default()
        };
        let schedule = Schedule::by(Arm::Slots, ii, start.to_vec());
        let words = |hold: &Hold| format!("{}-{} {} {:?}", hold.from, hold.to, hold.units, hold.ops);
        let of = |holds: Vec<Hold>| holds.iter().map(words).collect();
        holds(&graph, &schedule).into_iter().map(of).collect()
    }

    #[test]
    fn a_hold_that_goes_past_the_last_row_goes_on_in_the_first() {
        let [slot, pool, unused] = &table(4, [3, 9], [3, 2])[..] else {
            panic!("three resources")
        };
        assert_eq!(slot[..], ["0-2 1 [(0, 1)]", "3-4 1 [(0, 1)]"]);
        assert_eq!(
            pool[..],
            [
                "0-1 1 [(0, 1)]",
                "1-2 2 [(0, 1), (1, 1)]",
                "2-3 1 [(1, 1)]",
                "3-4 1 [(0, 1)]"
            ]
        );
        assert!(unused.is_empty());
    }

    #[test]
    fn an_op_that_holds_a_pool_longer_than_ii_holds_several_units_of_it() {
        let table = table(2, [0, 0], [2, 3]);
        assert_eq!(table[1][..], ["0-1 3 [(0, 1), (1, 2)]", "1-2 2 [(0, 1), (1, 1)]"]);
    }
}
