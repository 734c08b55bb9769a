//! No arm leaves a trace in the state when it fails.

use super::*;
use crate::random::{Numbers, jigsaw_loop, odd_loop, realistic_loop};

/// Tries something on a loop at its MII; nothing on one that has none.
fn at_mii(graph: &crate::graph::LoopGraph, tried: impl FnOnce(&Arena<'_>)) {
    let model = CostModel::documented();
    let Ok(loop_) = Prepared::new(graph) else { return };
    let ii = u32::try_from(loop_.bounds.mii()).unwrap_or(1).max(1);
    let Some(priority) = earliest_starts(graph, i64::from(ii), |_| true) else {
        return;
    };
    tried(&Arena {
        loop_: &loop_,
        ii,
        distances: distances(&loop_, ii, &model),
        priority,
        model: &model,
    });
}

fn check(arena: &Arena<'_>, failures: &mut [usize; 4]) {
    let groups = groups(arena);
    let mut state = State::new(arena);
    for (at, group) in groups.iter().enumerate() {
        if group.iter().any(|&op| state.start(op).is_some()) {
            continue;
        }
        let before = state.clone();
        let mut snapshot = Snapshot::default();
        let outcomes = [
            permute::run(arena, &mut state, group).is_ok(),
            before.same_as(&state) && fuse::run(arena, &mut state, group, &groups[at + 1..]).is_ok(),
            before.same_as(&state) && retry::evict(arena, &mut state, group, &mut snapshot).is_ok(),
            before.same_as(&state) && cost::run(arena, &mut state, group, &mut Snapshot::default()).is_ok(),
        ];
        // The first success changes the state; up to there every arm must have left it alone.
        match outcomes.iter().position(|&seated| seated) {
            None => assert!(before.same_as(&state), "a failed arm left something behind"),
            Some(first) => {
                assert!(
                    group.iter().all(|&op| state.start(op).is_some()),
                    "arm {first} seated only part of a group"
                );
            }
        }
        for (count, seated) in failures.iter_mut().zip(outcomes) {
            *count += usize::from(!seated);
        }
    }
}

#[test]
fn a_failed_arm_leaves_no_trace() {
    let mut failures = [0; 4];
    let mut numbers = Numbers::new(7);
    for seed in 0..300 {
        let bytes: Vec<u8> = (0..150).map(|_| numbers.below(256) as u8).collect();
        for graph in [odd_loop(&bytes), realistic_loop(12, seed)] {
            at_mii(&graph, |arena| check(arena, &mut failures));
        }
    }
    assert!(
        failures.iter().all(|&n| n > 10),
        "every arm must have failed often enough to be tested: {failures:?}"
    );
}

#[test]
fn groups_unite_with_their_leaders_and_sentinels_stand_alone() {
    let mut graph = realistic_loop(6, 1);
    graph.edges.clear();
    for (op, gid, leader) in [
        (0, Some(5), None),
        (1, Some(6), Some(5)),
        (2, None, None),
        (3, Some(u32::MAX), None),
    ] {
        graph.ops[op].constraints.gid = gid;
        graph.ops[op].constraints.leader_gid = leader;
    }
    let loop_ = Prepared::new(&graph).expect("no circuit, no cap");
    let model = CostModel::documented();
    let arena = Arena {
        loop_: &loop_,
        ii: 9,
        distances: None,
        priority: vec![0; 6],
        model: &model,
    };
    assert_eq!(groups(&arena), [vec![0, 1], vec![2], vec![3], vec![4], vec![5]]);
}

#[test]
fn groups_with_a_required_order_or_nesting_do_not_fuse() {
    let mut graph = realistic_loop(4, 1);
    graph.edges = vec![crate::graph::Edge {
        src: 0,
        dst: 1,
        latency: 1,
        distance: 0,
        ceiling: None,
    }];
    graph.ops[3].parent = Some(2);
    let loop_ = Prepared::new(&graph).expect("no circuit, no cap");
    let model = CostModel::documented();
    let arena = Arena {
        loop_: &loop_,
        ii: 9,
        distances: None,
        priority: vec![0; 4],
        model: &model,
    };
    assert!(!fuse::can_fuse(&arena, &[0], &[1]), "required order");
    assert!(!fuse::can_fuse(&arena, &[2], &[3]), "nesting");
    assert!(!fuse::can_fuse(&arena, &[0], &[0, 2]), "not disjoint");
    assert!(fuse::can_fuse(&arena, &[0], &[2]));
}

/// Why the shared loops, which have no groups, are seated by permute and by eviction alone (see the README).
#[test]
fn of_a_group_of_one_op_that_permute_refuses_no_arm_finds_a_seat_without_eviction() {
    let (mut refused, mut numbers) = (0, Numbers::new(11));
    for seed in 0..200 {
        let bytes: Vec<u8> = (0..150).map(|_| numbers.below(256) as u8).collect();
        for mut graph in [jigsaw_loop(5, seed), realistic_loop(14, seed), odd_loop(&bytes)] {
            for op in &mut graph.ops {
                op.constraints.gid = None;
                op.constraints.leader_gid = None;
            }
            at_mii(&graph, |arena| {
                let groups = groups(arena);
                let mut state = State::new(arena);
                for (at, group) in groups.iter().enumerate() {
                    if permute::run(arena, &mut state, group).is_ok() {
                        continue;
                    }
                    refused += 1;
                    let mut snapshot = Snapshot::default();
                    assert!(fuse::run(arena, &mut state, group, &groups[at + 1..]).is_err());
                    assert!(retry::run(arena, &mut state, group, &mut snapshot).is_err());
                    assert!(cost::run(arena, &mut state, group, &mut snapshot).is_err());
                }
            });
        }
    }
    assert!(refused > 100, "{refused} refusals are too few to say anything");
}

#[test]
fn what_retry_gave_up_the_cost_arm_may_still_seat() {
    let graph = realistic_loop(4, 1);
    let loop_ = Prepared::new(&graph).expect("no circuit, no cap");
    let model = CostModel::documented();
    let arena = Arena {
        loop_: &loop_,
        ii: 40,
        distances: distances(&loop_, 40, &model),
        priority: earliest_starts(&graph, 40, |_| true).expect("no circuit"),
        model: &model,
    };
    let mut state = State::new(&arena);
    let mut snapshot = Snapshot {
        dead: [0, 1].into_iter().collect(),
    };
    assert!(
        retry::run(&arena, &mut state, &[0, 1], &mut snapshot).is_err(),
        "the dead stay dead for retry"
    );
    assert_eq!(cost::run(&arena, &mut state, &[0, 1], &mut snapshot), Ok(()));
    assert!(snapshot.dead.is_empty() && state.start(0).is_some() && state.start(1).is_some());
}

#[test]
fn a_merged_group_is_sorted_stably() {
    let mut graph = realistic_loop(5, 1);
    graph.edges.clear();
    let loop_ = Prepared::new(&graph).expect("no circuit, no cap");
    let model = CostModel::documented();
    let arena = Arena {
        loop_: &loop_,
        ii: 9,
        distances: None,
        priority: vec![3, 1, 3, 1, 0],
        model: &model,
    };
    assert_eq!(fuse::merged(&arena, &[0, 1], &[4, 3, 2]), [4, 3, 1, 2, 0]);
}

/// Every cycle of an op's window is scored apart, with tables of its own: what the arm takes is the least of them.
#[test]
fn the_cost_arm_takes_the_least_of_all_seats() {
    let (mut seated, mut choices) = (0, 0);
    for seed in 0..100 {
        for graph in [jigsaw_loop(8, seed), realistic_loop(14, seed)] {
            at_mii(&graph, |arena| {
                let mut state = State::new(arena);
                for op in 0..graph.ops.len() {
                    // The arm looks at what is not placed yet, too.
                    state.ahead = true;
                    let (earliest, latest) = state.window(op);
                    state.ahead = false;
                    let scored =
                        (earliest..=latest).filter_map(|t| Some((cost::score(arena, &state, op, t, &mut None)?, t)));
                    let all: Vec<_> = scored.collect();
                    let found = cost::run(arena, &mut state, &[op], &mut Snapshot::default());
                    assert_eq!(found.is_ok(), !all.is_empty());
                    assert_eq!(state.start(op), all.iter().min().map(|&(_, cycle)| cycle), "{all:?}");
                    seated += usize::from(found.is_ok());
                    choices += usize::from(all.iter().any(|&(cost, _)| cost != all[0].0));
                }
            });
        }
    }
    assert!(
        seated > 500 && choices > 100,
        "{seated} seats, {choices} of which had others"
    );
}

/// In a row of a pool that holds twenty, four ops of a stage may press, and three of others.
#[test]
fn caps_of_banks_refuse_seats() {
    let mut graph = realistic_loop(6, 1);
    graph.edges.clear();
    graph.limits = Default::default();
    graph.resources = vec![crate::graph::Resource {
        name: "banks".into(),
        capacity: 20,
    }];
    for op in &mut graph.ops {
        op.footprint = vec![vec![crate::graph::Use { res: 0, count: 1 }]];
        op.constraints = Default::default();
    }
    let loop_ = Prepared::new(&graph).expect("no circuit, no cap");
    let model = CostModel::documented();
    let arena = Arena {
        loop_: &loop_,
        ii: 4,
        distances: distances(&loop_, 4, &model),
        priority: vec![0; 6],
        model: &model,
    };
    // So many ops are seated in cycle 0 or, a stage later, in cycle 4 when the next one is scored in cycle 0.
    for (stage, taken, is_legal) in [(0, 3, true), (0, 4, false), (1, 3, true), (1, 4, false)] {
        let mut state = State::new(&arena);
        for op in 0..taken {
            state.seat(op, 4 * stage, crate::schedule::Arm::Permute, None);
        }
        assert!(state.fits(taken, 0), "the pool has room");
        let scored = cost::score(&arena, &state, taken, 0, &mut None);
        assert_eq!(scored.is_some(), is_legal, "{taken} ops of stage {stage}: {scored:?}");
    }
}
