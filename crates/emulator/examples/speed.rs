//! Times one CTA of a 128x128x512 f16 GEMM with all checks on: `cargo run --release --example speed`.

#[path = "../tests/common/gemm.rs"]
#[allow(dead_code)]
mod gemm;

use gemm::{Fault, Size, kernel, problem};
use std::time::Instant;
use tilewright_emulator::{Options, run};

fn main() {
    let size = Size {
        m: 128,
        n: 128,
        k_tiles: 8,
        stages: 4,
        ctas: 1,
    };
    let text = kernel(size.stages, Fault::None);
    for seed in 0..6 {
        let (launch, buffers, expected) = problem(size);
        let start = Instant::now();
        let outcome = run(
            &text,
            &launch,
            buffers,
            Options {
                seed,
                ..Options::default()
            },
        )
        .expect("the kernel is known");
        let seconds = start.elapsed().as_secs_f64();
        let right = gemm::wrong(&outcome.buffers, &expected).is_none() && outcome.findings.is_empty();
        println!(
            "seed {seed}: {:.1} ms, {} warp instructions, right: {right}",
            seconds * 1e3,
            outcome.stats.instructions
        );
    }
}
