//! Sums that have a warpgroup of their own (`--consumers correction`), beside one that makes operands of what products leave in tensor memory.

use crate::common::orders;
use crate::tensor_memory::{Compiled, caught, silent, without_wait};
use std::path::Path;
use tilewright_driver::report::Report;
use tilewright_driver::{Consumers, Options};
use tilewright_emulator::{BarrierHistory, BarrierName};

/// A kernel whose sums are apart, for a GPU, with leave to round once or without.
fn corrected(source: &str, gpu_name: &str, relaxed: bool) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        consumers: Some(Consumers::Correction),
        ftz: relaxed,
        contract: relaxed,
        ..Options::default()
    };
    tilewright_driver::compile(source, &options).report
}

fn compiled(source: &str, report: &mut Report) -> Compiled {
    let ptx = report.ptx.take().unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    Compiled {
        source: source.to_string(),
        ptx: ptx.text,
        lines: ptx.lines,
        abi: report.abi.take().expect("a launch"),
    }
}

fn source(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
    std::fs::read_to_string(file).unwrap()
}

/// Proved, and right in every order of the warps.
#[test]
fn sums_have_a_warpgroup_of_their_own() {
    for (name, gpu_name) in [
        ("cutile/attention.mlir", "sm_100a"),
        ("cutile/attention.mlir", "sm_103a"),
        ("language/rings_causal.mlir", "sm_100a"),
    ] {
        let source = source(name);
        let mut report = corrected(&source, gpu_name, false);
        assert!(report.ok, "{name}: {:?}", report.diagnostics);
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert!(found.why.contains("another that corrects"), "{name}: {}", found.why);
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{name}: {:?}", found.protocol);
        // Consumers only add up.
        let consumers = found.agents.iter().find(|agent| agent.name == "consumer").unwrap();
        let order = &consumers.order;
        assert!(order.iter().all(|name| !name.contains("exp2")), "{name}: {order:?}");
        let kernel = compiled(&source, &mut report);
        for seed in 0..orders() {
            silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{name}, seed {seed}"));
        }
    }
}

/// A loop that cannot be parted is refused.
#[test]
fn what_has_no_sums_apart_says_so() {
    for name in ["cutile/gemm.mlir", "language/rings_added.mlir"] {
        let report = corrected(&source(name), "sm_100a", false);
        let codes: Vec<&str> = report.diagnostics.iter().map(|found| found.code.as_str()).collect();
        assert_eq!(codes, ["pipeline.no-correction"], "{name}");
    }
}

/// The operand of the next block is made before sums are corrected for this one: whoever makes it does not wait for them.
#[test]
fn operands_of_the_next_block_are_made_before_this_one_is_added() {
    let source = source("cutile/attention.mlir");
    let mut report = corrected(&source, "sm_100a", false);
    let rings: Vec<(i64, i64)> = {
        let found = &report.schedule.as_ref().unwrap().loops[0];
        let all = found.ledger.buffers.iter().filter(|buffer| buffer.name == "barriers");
        all.map(|buffer| (buffer.offset, buffer.slots)).collect()
    };
    let kernel = compiled(&source, &mut report);
    let orders = (0..8).map(|seed| {
        let run = kernel.run_on_any(&kernel.ptx, seed);
        silent(&run, "as compiled");
        let addresses = run.barriers.iter().filter_map(|history| match history.barrier {
            BarrierName::Mbarrier { address } => Some(i64::from(address)),
            BarrierName::Named { .. } | BarrierName::Cluster => None,
        });
        // Shared memory of a CTA does not begin at its first byte.
        let begin = addresses.min().unwrap() - rings.iter().map(|ring| ring.0).min().unwrap();
        let history = |at: i64| {
            let barrier = BarrierName::Mbarrier {
                address: (begin + at) as u32,
            };
            let is_it = |history: &&BarrierHistory| history.cta == 0 && history.barrier == barrier;
            run.barriers.iter().find(is_it).expect("the barrier of a slot")
        };
        let [.., (operands, _), (_, _), (_, _), (_, _), (sums, slots)] = rings[..] else {
            panic!("{rings:?}");
        };
        assert_eq!(slots, 1, "{rings:?}");
        // The full barrier of the second slot, and the empty barrier of the only one.
        let made = history(operands + 8).phases.first().expect("it was made").completed;
        let added = history(sums + 8).phases.first().expect("it was read").completed;
        (made, added)
    });
    let orders: Vec<(u64, u64)> = orders.collect();
    assert!(orders.iter().any(|(made, added)| made < added), "{orders:?}");
}

/// Without the line of its wait, the factor of a row is read before it is there.
#[test]
fn a_correction_that_is_not_waited_for_is_caught() {
    let source = source("cutile/attention.mlir");
    let mut report = corrected(&source, "sm_100a", false);
    let kernel = compiled(&source, &mut report);
    silent(&kernel.run_on_any(&kernel.ptx, 0), "as compiled");
    caught(
        &[(
            "the factors of rows are not waited for",
            |ptx| {
                let lines: Vec<&str> = ptx.lines().collect();
                let read = lines
                    .iter()
                    .position(|line| line.contains("fma.rn.f32x2") || line.contains("mul.rn.f32x2"))?;
                let read = lines[..read].iter().rposition(|line| line.contains("ld.shared.f32"))?;
                without_wait(&lines, read)
            },
            &["race", "uninitialised-memory"],
        )],
        &kernel.ptx,
        |ptx, seed| kernel.run_on_any(ptx, seed),
    );
}
