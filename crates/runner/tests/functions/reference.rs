//! Float formats as tables, made from their definition alone.

/// A float format of at most 16 bits, or f32, tf32 and f64 by the processor's own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Format {
    pub name: &'static str,
    pub bits: u32,
    pub exponent: i32,
    pub fraction: i32,
    pub bias: i32,
    /// Whether the largest exponent is kept for infinity and NaN.
    pub ieee: bool,
}

const fn format(name: &'static str, bits: u32, exponent: i32, fraction: i32, bias: i32, ieee: bool) -> Format {
    Format {
        name,
        bits,
        exponent,
        fraction,
        bias,
        ieee,
    }
}

pub const FORMATS: [Format; 7] = [
    format("f16", 16, 5, 10, 15, true),
    format("bf16", 16, 8, 7, 127, true),
    format("f32", 32, 8, 23, 127, true),
    format("f64", 64, 11, 52, 1023, true),
    format("f8E4M3FN", 8, 4, 3, 7, false),
    format("f8E5M2", 8, 5, 2, 15, true),
    format("f8E8M0FNU", 8, 8, 0, 127, false),
];

pub fn named(name: &str) -> Format {
    FORMATS.into_iter().find(|f| f.name == name).unwrap()
}

impl Format {
    pub fn value(self, bits: u64) -> f64 {
        match self.name {
            "f32" => return f64::from(f32::from_bits(bits as u32)),
            "f64" => return f64::from_bits(bits),
            "f8E8M0FNU" if bits == 0xFF => return f64::NAN,
            "f8E8M0FNU" => return 2f64.powi(bits as i32 - 127),
            "f8E4M3FN" if bits & 0x7F == 0x7F => return f64::NAN,
            _ => {}
        }
        let sign = if bits >> (self.bits - 1) == 1 { -1.0 } else { 1.0 };
        let field = (bits >> self.fraction) as i32 & ((1 << self.exponent) - 1);
        let fraction = (bits & ((1 << self.fraction) - 1)) as f64;
        if self.ieee && field == (1 << self.exponent) - 1 {
            return if fraction == 0.0 {
                sign * f64::INFINITY
            } else {
                f64::NAN
            };
        }
        let scale = 2f64.powi(field.max(1) - self.bias - self.fraction);
        let hidden = if field == 0 { 0.0 } else { 2f64.powi(self.fraction) };
        sign * (hidden + fraction) * scale
    }

    /// The distance of two numbers of the format about a value.
    pub fn unit(self, value: f64) -> f64 {
        let size = value.abs().max(2f64.powi(1 - self.bias));
        let exponent = ((size.to_bits() >> 52) as i32 - 1023).min((1 << (self.exponent - 1)) - 1);
        // In two steps: the unit of a small f64 is no normal number.
        2f64.powi(exponent / 2) * (2f64.powi(exponent - exponent / 2) * 2f64.powi(-self.fraction))
    }

    /// The largest finite number.
    pub fn largest(self) -> f64 {
        match self.name {
            "f32" => f64::from(f32::MAX),
            "f64" => f64::MAX,
            "f8E4M3FN" => 448.0,
            "f8E8M0FNU" => 2f64.powi(127),
            _ => self.value((1 << (self.exponent + self.fraction)) - (1 << self.fraction) - 1),
        }
    }
}
