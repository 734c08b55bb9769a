//! PTX of another compiler, run to its expected results under several orders.

mod common;

use common::Case;

fn check(name: &str, seeds: u64) {
    let Some(case) = Case::read(name) else { return };
    for seed in 0..seeds {
        let report = case.run(&case.text, seed);
        for f in report.findings.iter().take(5) {
            eprintln!("{f}");
        }
        assert!(report.findings.is_empty(), "{name}, seed {seed}");
        assert_eq!(case.wrong(&report), None, "{name}, seed {seed}");
        assert!(report.stats.instructions > 0);
    }
}

#[test]
fn vadd() {
    check("vadd_sm90", 8);
}

#[test]
fn softmax() {
    check("softmax_sm90", 8);
}

#[test]
fn histogram() {
    check("histogram_sm90", 8);
}

#[test]
fn splitk_atomic() {
    check("splitk_atomic_sm90", 8);
}

#[test]
fn gemm_ptr_sm80() {
    check("gemm_ptr_sm80", 8);
}

#[test]
fn gemm_tma_sm90() {
    check("gemm_tma_sm90", 8);
}

#[test]
fn gemm_ptr_wgmma_sm90() {
    check("gemm_ptr_wgmma_sm90", 8);
}

#[test]
fn gemm_tcgen05_sm100() {
    check("gemm_tcgen05_sm100", 8);
}
