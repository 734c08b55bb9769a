//! A machine that is no browser.

use std::sync::OnceLock;
use std::time::Instant;

/// Milliseconds since this was first asked.
pub fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

/// Nothing is left to do: the standard library tells of a panic.
pub fn report_panics() {}

/// Elementary functions of floats, by the names that the browser has for them.
pub mod math {
    macro_rules! functions {
        ($($name:ident = $method:ident),*) => {
            $(#[doc = concat!("`", stringify!($method), "` of a float.")]
            pub fn $name(x: f64) -> f64 {
                x.$method()
            })*
        };
    }
    functions!(
        cos = cos,
        cosh = cosh,
        exp = exp,
        log = ln,
        log2 = log2,
        log10 = log10,
        sin = sin,
        sinh = sinh,
        tan = tan,
        tanh = tanh
    );

    /// The angle of a point.
    pub fn atan2(y: f64, x: f64) -> f64 {
        y.atan2(x)
    }

    /// A power, as the standard library has it.
    pub fn pow(x: f64, y: f64) -> f64 {
        x.powf(y)
    }
}
