//! No arm leaves a trace in the state when it fails.

use super::*;
use crate::random::{Numbers, odd_loop, realistic_loop};

fn check(graph: &crate::graph::LoopGraph, failures: &mut [usize; 4]) {
    let model = CostModel::documented();
    let Ok(loop_) = Prepared::new(graph) else { return };
    let ii = u32::try_from(loop_.bounds.mii()).unwrap_or(1);
    let Some(priority) = earliest_starts(graph, i64::from(ii), |_| true) else {
        return;
    };
    let arena = Arena {
        loop_: &loop_,
        ii,
        distances: distances(&loop_, ii, &model),
        priority,
        model: &model,
    };
    let groups = groups(&arena);
    let mut state = State::new(&arena);
    for (at, group) in groups.iter().enumerate() {
        if group.iter().any(|&op| state.start(op).is_some()) {
            continue;
        }
        let before = state.clone();
        let mut snapshot = Snapshot::default();
        let outcomes = [
            permute::run(&arena, &mut state, group, Arm::Permute).is_ok(),
            before.same_as(&state) && fuse::run(&arena, &mut state, group, &groups[at + 1..]).is_ok(),
            before.same_as(&state) && retry::run(&arena, &mut state, group, &mut snapshot).is_ok(),
            before.same_as(&state) && cost::run(&arena, &mut state, group, &mut Snapshot::default()).is_ok(),
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
        check(&odd_loop(&bytes), &mut failures);
        check(&realistic_loop(12, seed), &mut failures);
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
