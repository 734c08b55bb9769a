//! Runs damaged kernels until a given number of seconds has passed: `cargo run --release --example fuzz -- 600`. A
//! second number is where the damage begins; what follows are folders with a `kernel.ptx`, `launch.json` and
//! `inputs.npz` each, to damage these.

#[path = "../tests/common/gemm.rs"]
#[allow(dead_code)]
mod gemm;

use gemm::{Fault, Size, kernel, problem};
use std::time::Instant;
use tilewright_emulator::{Buffer, Launch, LaunchFile, fuzzing};
use tilewright_npz::{Limits, read_npz};

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(10.0);
    let size = Size {
        m: 128,
        n: 128,
        k_tiles: 2,
        stages: 2,
        ctas: 1,
    };
    let mut cases: Vec<(String, Launch, Vec<Buffer>)> = std::env::args().skip(3).filter_map(|f| read(&f)).collect();
    if cases.is_empty() {
        let (launch, buffers, _) = problem(size);
        cases.push((kernel(size.stages, Fault::None), launch, buffers));
    }
    let start = Instant::now();
    let mut state = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(1_u64);
    let (mut runs, mut slowest) = (0_u64, 0.0_f64);
    while start.elapsed().as_secs_f64() < seconds {
        let mut data = Vec::new();
        for _ in 0..1 + runs % 4 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            data.extend_from_slice(&((state >> 32) as u32).to_le_bytes());
        }
        let Some((text, launch, buffers)) = cases.get(runs as usize % cases.len()) else {
            break;
        };
        let begin = Instant::now();
        let result = std::panic::catch_unwind(|| fuzzing::run_damaged(text, launch, buffers, &data));
        if result.is_err() {
            println!("panic with edits {data:?} in case {}", runs as usize % cases.len());
            std::process::exit(1);
        }
        let took = begin.elapsed().as_secs_f64();
        if took > 2.0 {
            println!(
                "{took:.1} s with edits {data:?} in case {}",
                runs as usize % cases.len()
            );
        }
        slowest = slowest.max(took);
        runs += 1;
    }
    println!("{runs} runs, slowest {:.0} ms, no panic", slowest * 1e3);
}

/// A case; none where something is missing or does not fit.
fn read(folder: &str) -> Option<(String, Launch, Vec<Buffer>)> {
    let at = |name: &str| std::path::Path::new(folder).join(name);
    let text = std::fs::read_to_string(at("kernel.ptx")).ok()?;
    let inputs = read_npz(&std::fs::read(at("inputs.npz")).ok()?, Limits::default()).ok()?;
    let file = LaunchFile::read(&std::fs::read_to_string(at("launch.json")).ok()?, &inputs).ok()?;
    Some((text, file.launch, file.buffers))
}
