//! Loops with a ring for each load, whose work is pulled at run time: the producer hands each id on to consumers, transformers and issuers.

use crate::common::orders;
use crate::tensor_memory::{Compiled, Fault, caught, silent};
use std::path::Path;
use tilewright_driver::report::Report;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_driver::{Options, Strategy, compile};

fn pulled(source: &str, gpu_name: &str, cluster: [u32; 2]) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        tile_scheduler: Some(TileScheduler {
            kind: SchedulerKind::DataParallel,
            pull: true,
            cluster,
            ..TileScheduler::default()
        }),
        ..Options::default()
    };
    compile(source, &options).report
}

#[test]
fn agents_with_rings_pull_their_work() {
    let kernels = [
        // A transformer makes an operand where no issuer does.
        ("language/rings_dequantised.mlir", "sm_90a"),
        ("language/rings_dequantised.mlir", "sm_100a"),
        ("language/rings_tf32.mlir", "sm_90a"),
        ("language/rings_both_computed.mlir", "sm_100a"),
        ("language/rings_f8.mlir", "sm_100a"),
    ];
    for (name, gpu) in kernels {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
        let source = std::fs::read_to_string(file).unwrap();
        for cluster in [[1, 1], [2, 1]] {
            if cluster != [1, 1] && gpu == "sm_90a" {
                continue;
            }
            let place = format!("{name}, {gpu}, {cluster:?}");
            let report = pulled(&source, gpu, cluster);
            let ptx = report
                .ptx
                .unwrap_or_else(|| panic!("{place}: {:?}", report.diagnostics));
            let found = &report.schedule.as_ref().unwrap().loops[0];
            assert_eq!(found.strategy, Strategy::WarpSpecialize, "{place}");
            let verdict = found.protocol.as_ref().expect("a verdict");
            assert_eq!(verdict.verdict.word(), "proved", "{place}: {}", verdict.text);
            // One thread pulls, for all agents.
            let pulls = ["atom.", "clusterlaunchcontrol.try_cancel"].map(|what| ptx.text.matches(what).count());
            assert_eq!(pulls.iter().sum::<usize>(), 1, "{place}");
            let kernel = Compiled {
                source: source.clone(),
                ptx: ptx.text,
                lines: ptx.lines,
                abi: report.abi.expect("a launch"),
            };
            for seed in 0..4 {
                silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{place}, seed {seed}"));
            }
        }
    }
}

fn source(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
    std::fs::read_to_string(file).unwrap()
}

/// The kernel, and the agents of its loop with their warps.
fn agents(source: &str, gpu_name: &str, cluster: [u32; 2]) -> (Compiled, Vec<(String, i64)>) {
    let place = format!("{gpu_name}, {cluster:?}");
    let report = pulled(source, gpu_name, cluster);
    let found = &report.schedule.as_ref().unwrap_or_else(|| panic!("{place}")).loops[0];
    let agents = found.agents.iter().map(|agent| (agent.name.clone(), agent.warps));
    let agents = agents.collect();
    (Compiled::proved(source.to_string(), report, &place), agents)
}

/// The line behind the last that holds `near` that holds `what`, left out.
fn without_after(ptx: &str, near: &str, what: &str) -> Option<String> {
    let lines: Vec<&str> = ptx.lines().collect();
    let near = lines.iter().rposition(|line| line.contains(near))?;
    let one = near + lines[near..].iter().position(|line| line.contains(what))?;
    let kept = lines.iter().enumerate().filter(|(at, _)| *at != one);
    Some(kept.map(|(_, line)| format!("{line}\n")).collect())
}

const SCHEDULER_FAULTS: [Fault; 3] = [
    (
        "the scheduler does not announce the id",
        |ptx| without_after(ptx, "query_cancel.get_first_ctaid", "mbarrier.arrive.shared"),
        &["deadlock"],
    ),
    (
        "the scheduler does not wait for the answer",
        |ptx| without_after(ptx, "clusterlaunchcontrol.try_cancel", "bra wait"),
        &["race", "uninitialised-memory"],
    ),
    (
        "the scheduler asks for nothing",
        |ptx| {
            without_after(
                ptx,
                "mbarrier.arrive.expect_tx.shared::cta.b64 _",
                "clusterlaunchcontrol.try_cancel",
            )
        },
        &["deadlock"],
    ),
];

#[test]
fn a_scheduler_hands_work_to_all_agents() {
    let source = source("kernels/matmul.mlir");
    for gpu_name in ["sm_100a", "sm_103a"] {
        for cluster in [[1, 1], [2, 1]] {
            let (kernel, agents) = agents(&source, gpu_name, cluster);
            let place = format!("{gpu_name}, {cluster:?}: {agents:?}");
            assert_eq!(agents.last(), Some(&("scheduler".to_string(), 1)), "{place}");
            for seed in 0..orders() {
                silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{place}, seed {seed}"));
            }
            if cluster == [1, 1] {
                caught(&SCHEDULER_FAULTS, &kernel.ptx, |ptx, seed| kernel.run_on_any(ptx, seed));
            }
        }
    }
}

/// Nobody else has launches to cancel: a counter is the producer's.
#[test]
fn a_producer_that_counts_has_no_scheduler_beside_it() {
    let (_, agents) = agents(&source("kernels/matmul.mlir"), "sm_90a", [1, 1]);
    assert!(agents.iter().all(|(name, _)| name != "scheduler"), "{agents:?}");
}
