//! The by-products of a run: barrier phases, traffic, progress.

#[path = "common/gemm.rs"]
#[allow(dead_code)]
mod gemm;

use gemm::{Fault, Size, kernel, problem};
use std::ops::ControlFlow;
use tilewright_emulator::{AccessKind, BarrierName, Ended, Options, WarpAccess, run, run_observed, run_watched};

const SIZE: Size = Size {
    m: 128,
    n: 128,
    k_tiles: 5,
    stages: 2,
    ctas: 1,
};

#[test]
fn the_phases_of_the_ring_are_recorded() {
    let (launch, buffers, _) = problem(SIZE);
    let outcome = run(&kernel(SIZE.stages, Fault::None), &launch, buffers, Options::default()).unwrap();
    assert_eq!(outcome.ended, Ended::Done);
    let mut completed: Vec<u64> = Vec::new();
    for history in &outcome.barriers {
        assert_eq!(history.completed as usize, history.phases.len());
        assert!(history.phases.iter().all(|p| p.arrived <= p.completed));
        assert!(history.phases.windows(2).all(|w| w[0].completed <= w[1].arrived));
        if let BarrierName::Mbarrier { .. } = history.barrier {
            completed.push(history.completed);
        }
    }
    // Five tiles over two stages: full and empty of the first stage three times, of the second twice.
    completed.sort_unstable();
    assert_eq!(completed, [2, 2, 3, 3]);
    assert!(
        outcome
            .barriers
            .iter()
            .any(|h| h.barrier == BarrierName::Named { id: 0 } && h.completed == 1)
    );
}

#[test]
fn traffic_is_counted_by_space() {
    let (launch, buffers, _) = problem(SIZE);
    let stats = run(&kernel(SIZE.stages, Fault::None), &launch, buffers, Options::default())
        .unwrap()
        .stats;
    let tile = (128 * 64 * 2 * 2) as u64;
    assert_eq!(stats.global_read, 5 * tile);
    assert_eq!(stats.global_written, 128 * 128 * 4);
    // Two warpgroups read all of B and half of A each; the store reads what it stores.
    assert_eq!(stats.shared_written_async, 5 * tile);
    assert_eq!(stats.shared_read_async, 5 * (tile + tile / 2) + 128 * 128 * 4);
    // The threads write the staged result, and the barriers' storage when they are set up.
    assert_eq!(stats.shared_written, 128 * 128 * 4 + 4 * 8);
    assert_eq!((stats.local_read, stats.local_written, stats.shared_read), (0, 0, 0));
}

#[test]
fn a_run_can_be_cancelled() {
    let size = Size { k_tiles: 100, ..SIZE };
    let (launch, buffers, _) = problem(size);
    let mut calls = 0;
    let outcome = run_watched(
        &kernel(size.stages, Fault::None),
        &launch,
        buffers,
        Options::default(),
        &mut |p| {
            calls += 1;
            assert_eq!(p.ctas, 1);
            ControlFlow::Break(())
        },
    );
    let outcome = outcome.unwrap();
    assert_eq!((outcome.ended, calls, outcome.stats.ctas), (Ended::Cancelled, 1, 0));
}

#[test]
fn an_observer_sees_accesses_and_changes_nothing() {
    let (launch, buffers, _) = problem(SIZE);
    let text = kernel(SIZE.stages, Fault::None);
    let mut go_on = |_| ControlFlow::Continue(());
    let mut seen = Vec::new();
    let mut observer = |access: &WarpAccess<'_>| seen.push((access.kind, access.bytes, access.addresses.len()));
    let observed = run_observed(
        &text,
        &launch,
        buffers.clone(),
        Options::default(),
        &mut go_on,
        Some(&mut observer),
    );
    assert_eq!(observed, run(&text, &launch, buffers, Options::default()));
    // Two warpgroups, five tiles, four products each: 64 rows of A, and 128 of B, of 32 bytes.
    let operands = |rows: usize| {
        seen.iter()
            .filter(|s| **s == (AccessKind::Operand, 16, 2 * rows))
            .count()
    };
    assert_eq!((operands(64), operands(128)), (40, 40));
    assert!(seen.iter().any(|s| s.0 == AccessKind::SharedStore && s.2 == 32));
    // TMA stores the result.
    assert!(!seen.iter().any(|s| s.0.is_global()));
}
