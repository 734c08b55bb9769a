//! The polynomial by which powers of two are computed where special functions have too many of them.

use crate::data::{built_in, carried, fields};
use crate::target::Sourced;
use std::sync::LazyLock;

/// Constants of the steps that make 2^x of an f32.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerFigures {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// The factor of the rest, beside 1.
    pub slope: Sourced<f64>,
    /// The coefficients of the polynomial of the rest, lowest first.
    pub coefficients: Sourced<Vec<f64>>,
    /// The argument from which down results are zero.
    pub least: Sourced<f64>,
    /// The argument from which up results are infinite.
    pub most: Sourced<f64>,
    /// A number that leaves sums no room for fractions.
    pub whole: Sourced<f64>,
}

fields!(PowerFigures {
    name,
    source,
    slope,
    coefficients,
    least,
    most,
    whole
});

/// The figures, read when they are first asked for.
pub fn powers() -> &'static PowerFigures {
    static POWERS: LazyLock<PowerFigures> = LazyLock::new(|| built_in("powers.json", carried!("powers.json")));
    &POWERS
}

#[cfg(test)]
mod tests {
    use super::powers;

    /// 2^r of a rest, by the steps that are compiled.
    fn power(r: f32, coefficients: &[f32], slope: f32) -> f32 {
        let sum = coefficients
            .iter()
            .rev()
            .copied()
            .reduce(|sum, next| sum.mul_add(r, next));
        let line = r.mul_add(slope, 1.0);
        let missing = r.mul_add(slope, 1.0 - line);
        line + r.mul_add(sum.unwrap(), missing)
    }

    /// Every 61st rest on both sides of 0, to where the result is 1; with another coefficient it is off.
    #[test]
    fn rests_have_powers_within_what_is_stated() {
        let figures = powers();
        let mut coefficients: Vec<f32> = figures.coefficients.value.iter().map(|&one| one as f32).collect();
        let slope = figures.slope.value as f32;
        let rests = (0x3300_0000..=0x3F00_0000_u32).step_by(61).map(f32::from_bits);
        let rests: Vec<f32> = rests.flat_map(|rest| [rest, -rest]).chain([0.5, -0.5, 0.0]).collect();
        let worst = |coefficients: &[f32]| {
            let off = rests.iter().map(|&rest| {
                let want = f64::from(rest).exp2();
                let unit = if want < 1.0 { -24 } else { -23 };
                (f64::from(power(rest, coefficients, slope)) - want).abs() / 2f64.powi(unit)
            });
            off.fold(0.0, f64::max)
        };
        let off = worst(&coefficients);
        assert!((0.5..0.6).contains(&off), "{off}");
        coefficients[1] += 1e-6;
        assert!(worst(&coefficients) > 0.6);
    }
}
