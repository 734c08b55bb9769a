//! PTX of another compiler, run to its expected results under several orders.

mod common;

use common::Case;

use tilewright_emulator::FindingKind;

fn check(name: &str, seeds: u64) {
    check_except(name, seeds, &[]);
}

/// No findings but of these kinds.
fn check_except(name: &str, seeds: u64, known: &[FindingKind]) {
    let Some(case) = Case::read(name) else { return };
    for seed in 0..seeds {
        let report = case.run(&case.text, seed);
        for f in report.findings.iter().filter(|f| !known.contains(&f.kind)).take(5) {
            eprintln!("{f}");
        }
        assert!(
            report.findings.iter().all(|f| known.contains(&f.kind)),
            "{name}, seed {seed}"
        );
        assert!(
            known.is_empty() || !report.findings.is_empty(),
            "{name}, seed {seed}: the known fault was not found"
        );
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
    // This compiler leaves out the tcgen05.fence::after_thread_sync that the manual's patterns have between the wait for a commit
    // and the load of the accumulator.
    check_except("gemm_tcgen05_sm100", 8, &[FindingKind::MissingTcgen05Fence]);
}
