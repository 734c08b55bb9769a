//! Elementary functions of numbers that are known. A browser has them: their code and tables are no part of what a page loads.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen(js_namespace = Math)]
extern "C" {
    pub(crate) fn exp(x: f64) -> f64;
    pub(crate) fn log(x: f64) -> f64;
    pub(crate) fn log2(x: f64) -> f64;
    pub(crate) fn log10(x: f64) -> f64;
    pub(crate) fn sin(x: f64) -> f64;
    pub(crate) fn cos(x: f64) -> f64;
    pub(crate) fn tan(x: f64) -> f64;
    pub(crate) fn sinh(x: f64) -> f64;
    pub(crate) fn cosh(x: f64) -> f64;
    pub(crate) fn tanh(x: f64) -> f64;
    pub(crate) fn atan2(y: f64, x: f64) -> f64;
    fn pow(x: f64, y: f64) -> f64;
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    macro_rules! functions {
        ($($name:ident = $method:ident),*) => {
            $(pub(crate) fn $name(x: f64) -> f64 {
                x.$method()
            })*
        };
    }
    functions!(
        exp = exp,
        log = ln,
        log2 = log2,
        log10 = log10,
        sin = sin,
        cos = cos,
        tan = tan,
        sinh = sinh,
        cosh = cosh,
        tanh = tanh
    );

    pub(crate) fn atan2(y: f64, x: f64) -> f64 {
        y.atan2(x)
    }

    pub(super) fn pow(x: f64, y: f64) -> f64 {
        x.powf(y)
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::*;

#[cfg(not(target_arch = "wasm32"))]
use native::pow;

/// A power, as Python has it: JavaScript has none of 1 that is not a number, nor of -1 for an infinite exponent.
pub(crate) fn power(x: f64, y: f64) -> f64 {
    match x {
        1.0 => 1.0,
        -1.0 if y.is_infinite() => 1.0,
        x => pow(x, y),
    }
}

pub(crate) fn exp2(x: f64) -> f64 {
    power(2.0, x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_python() {
        for (x, y, expected) in [
            (1.0, f64::NAN, 1.0),
            (-1.0, f64::INFINITY, 1.0),
            (2.0, -1.0, 0.5),
            (f64::NEG_INFINITY, 0.0, 1.0),
        ] {
            assert_eq!(power(x, y), expected, "{x} ** {y}");
        }
        assert!(power(-2.0, 0.5).is_nan() && power(f64::NAN, 2.0).is_nan());
        assert_eq!((exp2(10.0), exp2(-1074.0)), (1024.0, f64::from_bits(1)));
    }
}
