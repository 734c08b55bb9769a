//! Agents on GPUs whose warps wait for their products: one warp has TMA load, the others multiply what it brings.

use tilewright_driver::report::Report;
use tilewright_driver::{Options, Strategy, compile};

/// A product of 128 by 128 by 64 in each of eight iterations.
const GEMM: &str = include_str!("../../../docs/codes/gemm.mlir");

fn compiled(source: &str, gpu_name: &str, strategy: Option<Strategy>) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        pipeline_strategy: strategy,
        ..Options::default()
    };
    compile(source, &options).report
}

/// The PTX, and how many stages its ring has.
fn ptx_and_stages(source: &str, gpu_name: &str, strategy: Option<Strategy>) -> (String, i64) {
    let report = compiled(source, gpu_name, strategy);
    let slots = report.schedule.unwrap().loops.remove(0).ledger.buffers[0].slots;
    (report.ptx.unwrap().text, slots)
}

/// The occurrences of a part of a text.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn warps_read_each_fragment_once_and_nothing_but_the_producer_copies() {
    let (ptx, stages) = ptx_and_stages(GEMM, "sm_120a", None);
    // The loop is written once for each stage: a warp has 64 by 64 of the product, in four steps of K.
    let written = count(&ptx, "mma.sync") / 128;
    assert_eq!((stages, written), (3, 3));
    assert_eq!(count(&ptx, "ldmatrix"), 32 * written);
    assert_eq!(count(&ptx, "cp.async.bulk.tensor"), 3);
    assert_eq!(count(&ptx, "cp.async.c"), 0);
    // One lane of a warp releases a slot for all.
    assert_eq!(count(&ptx, "bar.warp.sync"), written);
    // The assembler calls a function to find the CTA of an address of a cluster.
    assert_eq!(count(&ptx, "cp.async.bulk.tensor.2d.shared::cta.global"), 3);
    let hopper = ptx_and_stages(GEMM, "sm_90a", None).0;
    assert_eq!(count(&hopper, "shared::cta.global"), 0);
}

#[test]
fn the_addresses_of_matrices_are_known_before_the_loop() {
    let (ptx, _) = ptx_and_stages(GEMM, "sm_120a", None);
    let (before, inside) = ptx.split_once("mbarrier.try_wait").unwrap();
    let steady = &inside[..inside.rfind("mma.sync").unwrap()];
    for line in steady.lines().filter(|line| line.contains("ldmatrix")) {
        let (_, place) = line.split_once('[').unwrap();
        let register = place.split(['+', ']']).next().unwrap();
        assert!(before.contains(&format!(" {register}, ")), "{line}");
    }
}

#[test]
fn the_end_of_a_kernel_goes_through_the_memory_of_its_ring() {
    // Three stages leave 3,024 of 101,376 bytes.
    let (ptx, stages) = ptx_and_stages(GEMM, "sm_120a", Some(Strategy::WarpSpecialize));
    assert_eq!(stages, 3);
    // The consumers meet before they write where TMA has.
    let end = &ptx[ptx.rfind("mma.sync").unwrap()..];
    let meeting = end.find("bar.sync 1, 128").unwrap();
    assert!(meeting < end.find("stmatrix").unwrap(), "{end}");
    for strategy in [Strategy::Unspecialize, Strategy::WarpSpecialize] {
        assert_eq!(ptx_and_stages(GEMM, "sm_120a", Some(strategy)).1, 3, "{strategy:?}");
    }
    // Where a tile is there before the loop, it may move between threads while the ring is full.
    let early = GEMM
        .replace(
            "  %zero = constant <f32: 0.0> : !acc",
            "  %before, %t = load_view_tko weak %tiles_c[%x, %y] token = %token : !tiles_c, tile<i32> -> !c, token\n  %zero = ftof %before : !c -> !acc",
        );
    assert_ne!(early, GEMM);
    assert_eq!(ptx_and_stages(&early, "sm_120a", Some(Strategy::WarpSpecialize)).1, 2);
}

#[test]
fn a_gpu_without_tma_has_no_agents() {
    let report = compiled(GEMM, "sm_89", Some(Strategy::WarpSpecialize));
    let told: Vec<&str> = report.diagnostics.iter().map(|told| &*told.code).collect();
    assert!(report.ptx.is_none() && told == ["pipeline.strategy"], "{told:?}");
}
