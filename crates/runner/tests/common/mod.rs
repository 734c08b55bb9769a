//! Shared by the tests.

use std::ops::ControlFlow;
use tilewright_driver::report::Report;
use tilewright_npz::{Array, Dtype};
use tilewright_runner::{Form, Verdict, experiment, fill};

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
