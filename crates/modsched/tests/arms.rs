//! The arms of the documented generator: which of them decides, by what, and what a refusal says.

use std::collections::BTreeMap;
use tilewright_modsched::arms::cost::{Component, CostModel};
use tilewright_modsched::arms::run_chain;
use tilewright_modsched::graph::{Resource, Use};
use tilewright_modsched::prepared::Prepared;
use tilewright_modsched::random::{Grouping, grouped, jigsaw_loop, realistic_loop};
use tilewright_modsched::render::words;
use tilewright_modsched::schedule::Arm;

#[test]
fn each_arm_and_each_component_of_a_cost_decides_somewhere() {
    let model = CostModel::documented();
    let (mut seated, mut decided) = (BTreeMap::<Arm, usize>::new(), BTreeMap::<Component, usize>::new());
    for seed in 0..300 {
        let graph = grouped(&jigsaw_loop(10, seed), Grouping::Runs(4));
        let Ok(loop_) = Prepared::new(&graph) else { continue };
        let mii = u32::try_from(loop_.bounds.mii()).unwrap_or(1).max(1);
        let Some(found) = (mii..mii + 12).find_map(|ii| run_chain(&loop_, ii, &model).schedule) else {
            continue;
        };
        assert_eq!(found.check(&graph), Ok(()));
        for (arm, chosen) in found.arm.iter().zip(&found.cost) {
            *seated.entry(*arm).or_default() += 1;
            assert_eq!(chosen.is_some(), *arm == Arm::CostBased);
            if let Some(chosen) = chosen {
                *decided.entry(chosen.by).or_default() += 1;
            }
        }
    }
    for arm in [Arm::Permute, Arm::Fuse, Arm::Retry, Arm::CostBased] {
        assert!(seated.get(&arm).is_some_and(|&ops| ops >= 10), "{seated:?}");
    }
    for component in Component::ALL {
        assert!(
            decided.contains_key(component),
            "{component:?} decides nothing: {decided:?}"
        );
    }
    let all: usize = seated.values().sum();
    let by_cost = seated.get(&Arm::CostBased).copied().unwrap_or(0);
    assert!(by_cost * 20 >= all, "{by_cost} of {all}");
}

#[test]
fn a_refusal_says_what_is_asked_and_who_holds_it() {
    let mut graph = realistic_loop(3, 1);
    graph.edges.clear();
    graph.resources = vec![
        Resource {
            name: "tma".into(),
            capacity: 1,
        },
        Resource {
            name: "banks".into(),
            capacity: 4,
        },
    ];
    let held = |res, count| Use { res, count };
    for (op, rows) in graph.ops.iter_mut().zip([
        vec![vec![held(0, 1)], vec![held(0, 1)]],
        vec![vec![held(1, 3)]; 3],
        vec![vec![held(0, 1), held(1, 2)], Vec::new(), vec![held(0, 1)]],
    ]) {
        op.footprint = rows;
        op.constraints.gid = Some(7);
    }
    let loop_ = Prepared::new(&graph).expect("no circuit, no cap");
    let model = CostModel::documented();
    let run = run_chain(&loop_, 3, &model);
    let refused = run.tried[0].refused.as_ref().expect("there is no room for the last");
    assert_eq!(run.tried[0].arm, Arm::Permute);
    assert_eq!(
        words::no_seat(&graph, refused),
        "op 2 (op2) (group 7, footprint 3 cycles: tma in cycles 0 and 2, 2 of banks in cycles 0) found no seat at II 3: \
         window [0, 2]; cycle 0 (stage 0, order 2) refused by row 0 of slot tma, held by 0 (op0), row 0 of pool banks (cap 4), \
         held by 1 (op1); cycle 1 (stage 0, order 2) refused by rows 0-1 of slot tma, held by \
         0 (op0), row 1 of pool banks (cap 4), held by 1 (op1); cycle 2 (stage 0, order 2) refused by row 1 of slot tma, held by \
         0 (op0), row 2 of pool banks (cap 4), held by 1 (op1)"
    );
}

#[test]
fn fuse_tries_as_many_partners_as_the_data_say() {
    let fused = |partners: usize| {
        let model = CostModel {
            fuse_partners: partners,
            ..CostModel::documented()
        };
        let mut ops = 0;
        for seed in 0..100 {
            let graph = grouped(&jigsaw_loop(10, seed), Grouping::Runs(4));
            let Ok(loop_) = Prepared::new(&graph) else { continue };
            let mii = u32::try_from(loop_.bounds.mii()).unwrap_or(1).max(1);
            let found = (mii..mii + 12).find_map(|ii| run_chain(&loop_, ii, &model).schedule);
            ops += found.map_or(0, |found| found.arm.iter().filter(|arm| **arm == Arm::Fuse).count());
        }
        ops
    };
    assert_eq!(fused(0), 0);
    assert!(fused(CostModel::documented().fuse_partners) > 0);
}
