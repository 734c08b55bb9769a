//! Shared by the tests.

pub mod counted;

use std::ops::ControlFlow;
use tilewright_driver::report::Report;
use tilewright_npz::{Array, Dtype};
use tilewright_runner::{Form, Verdict, emulate, experiment, fill, generate, meant};

/// An array of `f16` or `bf16`: the bits of numbers, rounded to nearest even where they are not exact.
pub fn halves(element: &str, shape: &[usize], values: &[f32]) -> Array {
    let scalar = tilewright_ir::types::SCALARS
        .iter()
        .find_map(|t| t.scalar.filter(|s| s.name == element))
        .unwrap();
    let bits = values
        .iter()
        .map(|&v| tilewright_ir::numbers::float_bits(scalar, f64::from(v)) as u16);
    let dtype = if element == "bf16" { Dtype::U16 } else { Dtype::F16 };
    Array::new(dtype, shape, bits.flat_map(u16::to_le_bytes).collect()).unwrap()
}

/// Whether the PTX of a kernel computes, in one order, what the kernel means.
pub fn is_right(source: &str, report: &Report, seed: u32) -> bool {
    let module = tilewright_ir::parse(source).module;
    let (ptx, abi) = (report.ptx.as_ref().unwrap(), report.abi.as_ref().unwrap());
    let form = Form {
        seed,
        ..Form::default()
    };
    let launch = fill(&module, &abi.entry, &form).unwrap();
    let result = experiment(source, (&ptx.text, &ptx.lines), abi, &launch, seed, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    matches!(result.verdict, Verdict::Same | Verdict::Close)
}

/// Orders of warps that a kernel is run in: two, or eight where `TILEWRIGHT_ORDERS` is `all` (`npm test -- longer`).
pub fn orders() -> u32 {
    let all = std::env::var("TILEWRIGHT_ORDERS").is_ok_and(|orders| orders == "all");
    if all { 8 } else { 2 }
}

/// Asserts that the PTX of a kernel computes what the kernel means, in so many orders of its warps. All have the same inputs, so that what it means is
/// found once.
pub fn right_in_orders(source: &str, report: &Report, orders: u32, place: impl std::fmt::Display) {
    let module = tilewright_ir::parse(source).module;
    let (ptx, abi) = (report.ptx.as_ref().unwrap(), report.abi.as_ref().unwrap());
    let mut case = generate(&fill(&module, &abi.entry, &Form::default()).unwrap()).unwrap();
    let said = meant(&module, &mut case, Default::default(), &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(said.passed(), "{place}: {:?}", said.findings);
    for seed in 0..orders {
        let options = tilewright_emulator::Options {
            seed: u64::from(seed),
            budget: 400_000_000,
        };
        let trial = emulate(&ptx.text, abi, &case, options).unwrap();
        assert!(
            trial.passed(),
            "{place}, order {seed}: {:?}, {:?}",
            trial.findings,
            trial.comparisons
        );
    }
}
