//! Damaged kernels: a refusal or findings, never a panic, never a hang.

#[path = "common/gemm.rs"]
#[allow(dead_code)]
mod gemm;

#[path = "common/tensor_core.rs"]
#[allow(dead_code)]
mod tensor_core;

#[path = "../../../tests/shared.rs"]
mod shared;

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

/// A block-scaled product of one CTA after copies of its scale factors, and a product of a pair.
static TENSOR_CORE: LazyLock<[(String, Launch, Vec<Buffer>); 2]> = LazyLock::new(|| {
    use tensor_core::{Kernel, descriptor};
    let operands = descriptor("%rd10", 0, 2048, 128);
    let scaled = format!(
        "{operands} mov.b32 %r52, 0x08900000;
         tcgen05.cp.cta_group::1.32x128b.warpx4 [%r7], %rd10; tcgen05.cp.cta_group::1.128x128b [%r7+4], %rd10;
         tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%r7+8], %rd10, %rd10, %r52, [%r7], [%r7+4], %p7;"
    );
    let pair = format!(
        "{operands} mov.b32 %r52, 0x10100010; tcgen05.mma.cta_group::2.kind::f16 [%r7], %rd10, %rd10, %r52, %p7;"
    );
    [(scaled, 1), (pair, 2)].map(|(body, ctas)| {
        let kernel = Kernel {
            ctas,
            ..Kernel::new(vec![0; 4096 * ctas], 72, body)
        };
        let buffer = |name: &str, len: usize| Buffer {
            name: name.into(),
            bytes: vec![0; len],
            align: 256,
        };
        let buffers = vec![buffer("in", 4096 * ctas), buffer("out", ctas * 128 * 72 * 4)];
        (kernel.text(), kernel.launch(), buffers)
    })
});

/// The kernels of another compiler, where the reference material is at hand.
static OTHERS: LazyLock<Vec<(String, Launch, Vec<Buffer>)>> = LazyLock::new(|| {
    let Some(folder) = shared::shared("ptx-triton") else {
        return Vec::new();
    };
    let mut cases: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.is_dir())
        .collect();
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
    fn a_damaged_use_of_tensor_memory_does_not_panic(pair in any::<bool>(), data in prop::collection::vec(any::<u8>(), 4..16)) {
        let (text, launch, buffers) = &TENSOR_CORE[usize::from(pair)];
        fuzzing::run_damaged(text, launch, buffers, &data);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(data in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzzing::run_bytes(&data);
    }
}

#[test]
fn undamaged_uses_of_tensor_memory_are_silent() {
    for (text, launch, buffers) in &*TENSOR_CORE {
        let outcome = run(text, launch, buffers.clone(), Options::default()).unwrap_or_else(|e| panic!("{e}"));
        assert!(outcome.findings.is_empty(), "{}", outcome.findings[0]);
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

/// An instruction that takes longer than arithmetic counts more, so that a budget bounds the time of a run.
#[test]
fn accesses_of_memory_count_more_than_arithmetic() {
    let executed = |body: &str| {
        let text = format!(
            ".version 8.0 .target sm_80 .address_size 64 .visible .entry k() {{ .reg .b32 %r<2>; .shared .align 4 .b8 s[4]; \
             mov.u32 %r1, 0; st.shared.u32 [s], %r1; L: {body} bra L; }}"
        );
        let launch = Launch {
            entry: "k".into(),
            grid: [1, 1, 1],
            block: [1, 1, 1],
            cluster: [1, 1, 1],
            dynamic_shared: 0,
            shared_align: 16,
            params: Vec::new(),
        };
        let options = Options {
            seed: 0,
            budget: 10_000,
        };
        let outcome = run(&text, &launch, Vec::new(), options).unwrap();
        assert_eq!(outcome.findings[0].kind, FindingKind::BudgetExhausted);
        outcome.stats.instructions
    };
    let (plain, memory) = (executed("add.u32 %r1, %r1, 1;"), executed("ld.shared.u32 %r1, [s];"));
    assert!(memory * 4 < plain, "{memory} and {plain}");
}
