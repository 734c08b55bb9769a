//! Shared by the tests.

use tilewright_npz::{Array, Dtype};

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
