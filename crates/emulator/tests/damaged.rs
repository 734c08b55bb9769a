//! Damaged kernels: a refusal or findings, never a panic, never a hang.

#[path = "common/gemm.rs"]
#[allow(dead_code)]
mod gemm;

use gemm::{Fault, Size, kernel, problem};
use proptest::prelude::*;
use std::sync::LazyLock;
use tilewright_emulator::{Buffer, FindingKind, Launch, LaunchFile, Options, fuzzing, run};
use tilewright_npz::{Limits, read_npz};

static GEMM: LazyLock<(String, Launch, Vec<Buffer>)> = LazyLock::new(|| {
    let size = Size {
        m: 128,
        n: 128,
        k_tiles: 2,
        stages: 2,
        ctas: 1,
    };
    let (launch, buffers, _) = problem(size);
    (kernel(size.stages, Fault::None), launch, buffers)
});

/// The kernels of another compiler, where the reference material is at hand.
static OTHERS: LazyLock<Vec<(String, Launch, Vec<Buffer>)>> = LazyLock::new(|| {
    let root = std::env::var_os("TILEWRIGHT_SHARED").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        Into::into,
    );
    let Ok(dir) = std::fs::read_dir(root.join("ptx-triton")) else {
        eprintln!(
            "SKIPPED: no reference material at {} (set TILEWRIGHT_SHARED)",
            root.display()
        );
        return Vec::new();
    };
    let mut cases: Vec<_> = dir.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    cases.sort();
    cases
        .iter()
        .map(|p| {
            let text = std::fs::read_to_string(p.join("kernel.ptx")).unwrap();
            let inputs = read_npz(&std::fs::read(p.join("inputs.npz")).unwrap(), Limits::default()).unwrap();
            let file = LaunchFile::read(&std::fs::read_to_string(p.join("launch.json")).unwrap(), &inputs).unwrap();
            (text, file.launch, file.buffers)
        })
        .collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_gemm_does_not_panic(data in prop::collection::vec(any::<u8>(), 4..16)) {
        let (text, launch, buffers) = &*GEMM;
        fuzzing::run_damaged(text, launch, buffers, &data);
    }

    #[test]
    fn damaged_kernels_of_another_compiler_do_not_panic(which in any::<prop::sample::Index>(), data in prop::collection::vec(any::<u8>(), 4..12)) {
        if !OTHERS.is_empty() {
            let (text, launch, buffers) = &OTHERS[which.index(OTHERS.len())];
            fuzzing::run_damaged(text, launch, buffers, &data);
        }
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(data in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzzing::run_bytes(&data);
    }
}

#[test]
fn an_endless_loop_is_given_up() {
    let text = ".version 8.0 .target sm_80 .address_size 64 .visible .entry k() { L: bra L; }";
    let launch = Launch {
        entry: "k".into(),
        grid: [1, 1, 1],
        block: [32, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: 0,
        shared_align: 16,
        params: Vec::new(),
    };
    let outcome = run(
        text,
        &launch,
        Vec::new(),
        Options {
            seed: 0,
            budget: 10_000,
        },
    )
    .unwrap();
    assert_eq!(outcome.findings[0].kind, FindingKind::BudgetExhausted);
}

/// Bytes count towards the budget: a loop that issues large copies without end is given up after little of it.
#[test]
fn a_loop_of_large_copies_ends_soon() {
    let (text, launch, buffers) = &*GEMM;
    let store = text
        .lines()
        .find(|l| l.contains("cp.async.bulk.tensor.2d.global"))
        .unwrap();
    let endless = text.replacen("CTILE:\n", &format!("CTILE:\n{store}\n bra.uni CTILE;\n"), 1);
    assert_ne!(&endless, text);
    let options = Options {
        seed: 1,
        budget: 20_000,
    };
    let outcome = run(&endless, launch, buffers.clone(), options).unwrap();
    assert!(outcome.findings.iter().any(|f| f.kind == FindingKind::BudgetExhausted));
    assert!(
        outcome.stats.instructions < 2_000,
        "{} instructions",
        outcome.stats.instructions
    );
}
