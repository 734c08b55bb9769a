//! The described placement arms at one II: permute, fuse, retry, cost-based, in this order, first success winning for
//! each group; then, with a cleared snapshot, the heavier retry and cost-based once more.

mod banks;
pub mod cost;
mod fuse;
mod no_seat;
mod permute;
mod retry;
mod state;
#[cfg(test)]
mod tests;

pub use no_seat::{NoSeat, RefusedCycle};
pub use state::{Snapshot, State};

use crate::graph::OpId;
use crate::prepared::Prepared;
use crate::recurrence::{Distances, earliest_starts};
use crate::schedule::{Arm, Schedule};
use cost::CostModel;
use tilewright_sorted::{SortedMap, insert_by};

/// The work of the chain at one II.
#[derive(Clone, Debug)]
pub struct ChainRun {
    /// The schedule, if every op found a seat.
    pub schedule: Option<Schedule>,
    /// Each arm tried on each group, in order.
    pub tried: Vec<Tried>,
}

/// One arm tried on one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The arm.
    pub arm: Arm,
    /// The group's ops.
    pub group: Vec<OpId>,
    /// Why it gave up; `None` if it seated the group.
    pub refused: Option<NoSeat>,
}

/// Everything the arms look at besides the state.
pub struct Arena<'a> {
    /// The loop.
    pub loop_: &'a Prepared<'a>,
    /// The II.
    pub ii: u32,
    /// Predecessor priority: longest path to each op at this II.
    pub priority: Vec<i64>,
    /// The structural distance matrix, for the cost arm; `None` if the loop is too large for it.
    pub distances: Option<Distances>,
    /// Weights of the cost arm.
    pub model: &'a CostModel,
}

/// Runs the chain at `ii`, which must be at least the recurrence bound.
pub fn run_chain(loop_: &Prepared, ii: u32, model: &CostModel) -> ChainRun {
    let mut tried = Vec::new();
    let Some(priority) = earliest_starts(loop_.graph, i64::from(ii), |_| true) else {
        return ChainRun { schedule: None, tried };
    };
    let arena = Arena {
        loop_,
        ii,
        distances: distances(loop_, ii, model),
        priority,
        model,
    };
    let mut state = State::new(&arena);
    let groups = groups(&arena);
    let mut snapshot = Snapshot::default();
    let mut at = 0;
    let mut failed = Vec::new();
    while at < groups.len() {
        let group = groups[at].clone();
        at += 1;
        if group.iter().all(|&op| state.start(op).is_some()) {
            continue;
        }
        if !place_group(&arena, &mut state, &group, &groups[at..], &mut snapshot, &mut tried) {
            failed.push(group);
        }
    }
    // The heavier arms get another go with an empty snapshot before II is given up.
    let mut cleared = Snapshot::default();
    for group in failed {
        let done = attempt(Arm::Retry, &group, &mut tried, || {
            retry::evict(&arena, &mut state, &group, &mut cleared)
        }) || attempt(Arm::CostBased, &group, &mut tried, || {
            cost::run(&arena, &mut state, &group, &mut cleared)
        });
        if !done {
            return ChainRun { schedule: None, tried };
        }
    }
    ChainRun {
        schedule: state.finish(ii),
        tried,
    }
}

fn distances(loop_: &Prepared, ii: u32, model: &CostModel) -> Option<Distances> {
    let n = loop_.graph.ops.len();
    let edges: Vec<usize> = (0..loop_.graph.edges.len()).collect();
    let all: Vec<OpId> = (0..n).collect();
    (n <= model.max_cost_ops).then(|| Distances::new(loop_.graph, &all, &edges, i64::from(ii)))
}

fn place_group(
    arena: &Arena,
    state: &mut State,
    group: &[OpId],
    pending: &[Vec<OpId>],
    snapshot: &mut Snapshot,
    tried: &mut Vec<Tried>,
) -> bool {
    // With a register budget, seats are chosen by cost where that is possible.
    let first = arena.model.register_budget.is_some();
    (first
        && attempt(Arm::CostBased, group, tried, || {
            cost::run(arena, state, group, &mut Snapshot::default())
        }))
        || attempt(Arm::Permute, group, tried, || permute::run(arena, state, group))
        || attempt(Arm::Fuse, group, tried, || fuse::run(arena, state, group, pending))
        || attempt(Arm::Retry, group, tried, || retry::run(arena, state, group, snapshot))
        || attempt(Arm::CostBased, group, tried, || {
            cost::run(arena, state, group, snapshot)
        })
}

/// Ops by their predecessor priority, producers first; those of the same as they come.
fn by_priority(arena: &Arena, ops: &[OpId]) -> Vec<OpId> {
    let mut order = Vec::new();
    for &op in ops {
        insert_by(&mut order, op, |&op| arena.priority[op]);
    }
    order
}

/// Seats each op at its earliest legal cycle, in this order, or none.
fn seat_all(state: &mut State, order: &[OpId], arm: Arm) -> Result<(), NoSeat> {
    let mark = state.mark();
    for &op in order {
        if let Err(refused) = state.seat_earliest(op, arm) {
            state.roll_back(mark);
            return Err(refused);
        }
    }
    Ok(())
}

fn attempt(arm: Arm, group: &[OpId], tried: &mut Vec<Tried>, run: impl FnOnce() -> Result<(), NoSeat>) -> bool {
    let refused = run().err();
    let done = refused.is_none();
    tried.push(Tried {
        arm,
        group: group.to_vec(),
        refused,
    });
    done
}

/// Groups in placement order. A leader unites its group with the leader's; ids above `0xFFFFFFFD` are sentinels and
/// count as none; an op without a group is its own.
fn groups(arena: &Arena) -> Vec<Vec<OpId>> {
    const LAST_GROUP: u32 = 0xFFFF_FFFD;
    let ops = &arena.loop_.graph.ops;
    let named = |id: Option<u32>| id.filter(|&g| g <= LAST_GROUP);
    let mut united = SortedMap::<u32, u32>::new();
    fn find(united: &SortedMap<u32, u32>, mut g: u32) -> u32 {
        while let Some(&up) = united.get(&g) {
            g = up;
        }
        g
    }
    for op in ops {
        if let (Some(g), Some(l)) = (named(op.constraints.gid), named(op.constraints.leader_gid)) {
            let (a, b) = (find(&united, g), find(&united, l));
            if a != b {
                united.insert(a.max(b), a.min(b));
            }
        }
    }
    let mut by_id = SortedMap::<u32, usize>::new();
    let mut list: Vec<Vec<OpId>> = Vec::new();
    for (id, op) in ops.iter().enumerate() {
        match named(op.constraints.gid).or(named(op.constraints.leader_gid)) {
            None => list.push(vec![id]),
            Some(g) => {
                let next = list.len();
                let slot = *by_id.entry(find(&united, g)).or_insert(next);
                if slot == next {
                    list.push(Vec::new());
                }
                list[slot].push(id);
            }
        }
    }
    // Producers first: a group is as early as its earliest op.
    let mut ordered = Vec::new();
    for group in list {
        insert_by(&mut ordered, group, |group: &Vec<OpId>| {
            group.iter().map(|&op| (arena.priority[op], op)).min()
        });
    }
    ordered
}
