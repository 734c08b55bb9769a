//! Numbers of every scalar type, exactly as the ops of Tile IR treat them.

mod exact;
mod float;
mod format;
mod int;

pub use float::{
    Arithmetic, Function, Function2, arithmetic, convert, extremum, fma, from_int, function, function_of, function2,
    function2_of, power_of_int, sqrt, to_int,
};
pub use format::{Format, Rounding};
pub use int::{Binary, Promise, binary};

pub(crate) use float::canonical_f32;

/// Ones in the low `bits` bits.
pub fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The low `bits` bits read as a signed number.
pub fn sign_extend(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    ((value << shift) as i64) >> shift
}
