//! Element types of arrays: how they are stored, and what their bits mean.

use tilewright_npz::Dtype;

/// An element type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Element {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    Bf16,
    F32,
    /// f32 whose lower 13 bits do not matter.
    Tf32,
    F64,
    F8E4M3,
    F8E5M2,
    F8E8M0,
}

impl Element {
    /// By its name in NumPy, Tile IR or PTX; integers of Tile IR have no sign of their own and are signed here.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "bool" | "i1" => Self::Bool,
            "int8" | "i8" => Self::I8,
            "int16" | "i16" => Self::I16,
            "int32" | "i32" => Self::I32,
            "int64" | "i64" => Self::I64,
            "uint8" | "u8" => Self::U8,
            "uint16" | "u16" => Self::U16,
            "uint32" | "u32" => Self::U32,
            "uint64" | "u64" => Self::U64,
            "float16" | "f16" => Self::F16,
            "bfloat16" | "bf16" => Self::Bf16,
            "float32" | "f32" => Self::F32,
            "tfloat32" | "tf32" => Self::Tf32,
            "float64" | "f64" => Self::F64,
            "float8_e4m3fn" | "f8E4M3FN" | "e4m3" => Self::F8E4M3,
            "float8_e5m2" | "f8E5M2" | "e5m2" => Self::F8E5M2,
            "float8_e8m0fnu" | "f8E8M0FNU" => Self::F8E8M0,
            _ => return None,
        })
    }

    /// Its name in Tile IR; unsigned integers, which Tile IR does not have, by their name in PTX.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "i1",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::F32 => "f32",
            Self::Tf32 => "tf32",
            Self::F64 => "f64",
            Self::F8E4M3 => "f8E4M3FN",
            Self::F8E5M2 => "f8E5M2",
            Self::F8E8M0 => "f8E8M0FNU",
        }
    }

    /// The type in which NumPy stores it; formats that it does not know are kept as unsigned bits.
    pub fn stored_as(self) -> Dtype {
        match self {
            Self::Bool => Dtype::Bool,
            Self::I8 => Dtype::I8,
            Self::I16 => Dtype::I16,
            Self::I32 => Dtype::I32,
            Self::I64 => Dtype::I64,
            Self::U8 | Self::F8E4M3 | Self::F8E5M2 | Self::F8E8M0 => Dtype::U8,
            Self::U16 | Self::Bf16 => Dtype::U16,
            Self::U32 => Dtype::U32,
            Self::U64 => Dtype::U64,
            Self::F16 => Dtype::F16,
            Self::F32 | Self::Tf32 => Dtype::F32,
            Self::F64 => Dtype::F64,
        }
    }

    /// Bytes of one element.
    pub fn bytes(self) -> usize {
        self.stored_as().bytes()
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            Self::F16 | Self::Bf16 | Self::F32 | Self::Tf32 | Self::F64 | Self::F8E4M3 | Self::F8E5M2 | Self::F8E8M0
        )
    }

    /// The value of an element; large 64-bit integers are rounded.
    pub fn value(self, bits: u64) -> f64 {
        match self {
            Self::Bool | Self::U8 | Self::U16 | Self::U32 | Self::U64 => bits as f64,
            Self::I8 => (bits as i8).into(),
            Self::I16 => (bits as i16).into(),
            Self::I32 => (bits as i32).into(),
            Self::I64 => bits as i64 as f64,
            Self::F64 => f64::from_bits(bits),
            Self::F32 | Self::Tf32 => f32::from_bits(bits as u32).into(),
            Self::Bf16 => f32::from_bits((bits as u32) << 16).into(),
            Self::F16 => small_float(bits, 5, 10, true),
            Self::F8E5M2 => small_float(bits, 5, 2, true),
            Self::F8E4M3 => small_float(bits, 4, 3, false),
            Self::F8E8M0 if bits & 0xFF == 0xFF => f64::NAN,
            Self::F8E8M0 => power_of_two((bits & 0xFF) as i32 - 127),
        }
    }
}

/// A float of at most 16 bits. Formats without infinity have one NaN, all ones.
fn small_float(bits: u64, exponent_bits: u32, fraction_bits: u32, infinity: bool) -> f64 {
    let fraction = bits & ((1 << fraction_bits) - 1);
    let all_ones = (1u64 << exponent_bits) - 1;
    let exponent = bits >> fraction_bits & all_ones;
    let sign = if bits >> (fraction_bits + exponent_bits) & 1 == 1 {
        -1.0
    } else {
        1.0
    };
    if exponent == all_ones && infinity {
        return if fraction == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    if exponent == all_ones && fraction == (1 << fraction_bits) - 1 {
        return f64::NAN;
    }
    let bias = (1 << (exponent_bits - 1)) - 1;
    let hidden = if exponent == 0 { 0 } else { 1 << fraction_bits };
    sign * (hidden | fraction) as f64 * power_of_two(exponent.max(1) as i32 - bias - fraction_bits as i32)
}

/// 2 to a power between -1022 and 1023.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_have_the_values_of_their_formats() {
        assert_eq!(Element::F16.value(0x3C00), 1.0);
        assert_eq!(Element::F16.value(0x0001), 2f64.powi(-24));
        assert_eq!(Element::F16.value(0xFC00), f64::NEG_INFINITY);
        assert_eq!(Element::Bf16.value(0xC040), -3.0);
        assert_eq!(Element::F8E4M3.value(0x7E), 448.0);
        assert!(Element::F8E4M3.value(0xFF).is_nan());
        assert_eq!(Element::F8E5M2.value(0x7B), 57344.0);
        assert_eq!(Element::F8E8M0.value(130), 8.0);
        assert_eq!(Element::I8.value(0xFF), -1.0);
        assert_eq!(Element::U8.value(0xFF), 255.0);
    }
}
