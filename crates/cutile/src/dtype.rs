//! Types of elements, as the Python language names them.

/// The type of an element. Integers have a sign here; in Tile IR only ops have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)] // The names say it.
pub enum Dtype {
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
    F64,
    Tf32,
    F8E4M3,
    F8E5M2,
    F8E8M0,
    F4E2M1,
}

use Dtype::*;

/// The names of a dtype: in `ct.`, in NumPy's manner (short), in the symbol of an entry, and its type in Tile IR.
const NAMES: [(Dtype, &str, &str, &str, &str); 18] = [
    (Bool, "bool_", "bool", "b8", "i1"),
    (I8, "int8", "i8", "i8", "i8"),
    (I16, "int16", "i16", "i16", "i16"),
    (I32, "int32", "i32", "i32", "i32"),
    (I64, "int64", "i64", "i64", "i64"),
    (U8, "uint8", "u8", "u8", "i8"),
    (U16, "uint16", "u16", "u16", "i16"),
    (U32, "uint32", "u32", "u32", "i32"),
    (U64, "uint64", "u64", "u64", "i64"),
    (F16, "float16", "f16", "f16", "f16"),
    (Bf16, "bfloat16", "bf16", "bf16", "bf16"),
    (F32, "float32", "f32", "f32", "f32"),
    (F64, "float64", "f64", "f64", "f64"),
    (Tf32, "tfloat32", "tf32", "tf32", "tf32"),
    (F8E4M3, "float8_e4m3fn", "f8e4m3", "f8m3fn", "f8E4M3FN"),
    (F8E5M2, "float8_e5m2", "f8e5m2", "f8m2", "f8E5M2"),
    (F8E8M0, "float8_e8m0fnu", "f8e8m0", "f8m0fnu", "f8E8M0FNU"),
    (F4E2M1, "float4_e2m1fn", "f4e2m1", "f4e2m1fn", "f4E2M1FN"),
];

impl Dtype {
    fn row(self) -> &'static (Dtype, &'static str, &'static str, &'static str, &'static str) {
        &NAMES[self as usize]
    }

    /// The type of an operation on values of both types; none where they do not go together.
    pub fn promoted(self, other: Dtype) -> Option<Dtype> {
        let rank = |dtype| match dtype {
            F16 | Bf16 => 1,
            F32 => 2,
            _ => 3,
        };
        let (a, b) = (self, other);
        if a == b {
            return Some(a);
        }
        let do_not_fit = a.is_restricted()
            || b.is_restricted()
            || (a.is_signed() && b.is_unsigned())
            || (a.is_unsigned() && b.is_signed())
            || matches!((a, b), (F16, Bf16) | (Bf16, F16));
        let is_first = match (a.is_int(), b.is_int()) {
            _ if a == Bool || b == Bool => b == Bool,
            (true, true) => a.bits() >= b.bits(),
            (true, false) => false,
            (false, true) => true,
            (false, false) => rank(a) >= rank(b),
        };
        (!do_not_fit).then_some(if is_first { a } else { b })
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Dtype> {
        NAMES.iter().map(|row| row.0)
    }

    /// The name in Python, `float16`.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The short name of our own notation, `f16`.
    pub fn short(self) -> &'static str {
        self.row().2
    }

    /// The code in the symbol of an entry, `f16`.
    pub fn code(self) -> &'static str {
        self.row().3
    }

    /// The element type in Tile IR.
    pub fn element(self) -> &'static str {
        self.row().4
    }

    /// By any of its names.
    pub fn from_name(name: &str) -> Option<Dtype> {
        let row = NAMES.iter().find(|row| [row.1, row.2, row.3].contains(&name));
        row.map(|row| row.0).or(match name {
            "bool" => Some(Bool),
            _ => None,
        })
    }

    /// By a name that PyTorch or NumPy has for it.
    pub fn of_library(name: &str) -> Option<Dtype> {
        Dtype::from_name(name).or(match name {
            "half" => Some(F16),
            "float" | "single" => Some(F32),
            "double" => Some(F64),
            "long" => Some(I64),
            "int" => Some(I32),
            "short" => Some(I16),
            "float8_e8m0fnu" => Some(F8E8M0),
            _ => None,
        })
    }

    /// Bits of an element; of a truth value those in memory.
    pub fn bits(self) -> u32 {
        match self {
            F4E2M1 => 4,
            Bool | I8 | U8 | F8E4M3 | F8E5M2 | F8E8M0 => 8,
            I16 | U16 | F16 | Bf16 => 16,
            I32 | U32 | F32 | Tf32 => 32,
            I64 | U64 | F64 => 64,
        }
    }

    /// Whether it is a signed or unsigned integer, truth values excluded.
    pub fn is_int(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }

    /// Whether it is a signed integer.
    pub fn is_signed(self) -> bool {
        matches!(self, I8 | I16 | I32 | I64)
    }

    /// Whether it is an unsigned integer.
    pub fn is_unsigned(self) -> bool {
        matches!(self, U8 | U16 | U32 | U64)
    }

    /// Whether it is a float that can be computed with.
    pub fn is_float(self) -> bool {
        matches!(self, F16 | Bf16 | F32 | F64)
    }

    /// Whether it can only be loaded, stored, converted and multiplied as a matrix.
    pub fn is_restricted(self) -> bool {
        matches!(self, Tf32 | F8E4M3 | F8E5M2 | F8E8M0 | F4E2M1)
    }

    /// The word for its sign on ops: truth values count as unsigned.
    pub fn signedness(self) -> &'static str {
        if self.is_signed() { "signed" } else { "unsigned" }
    }
}

impl std::fmt::Display for Dtype {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (i, dtype) in Dtype::all().enumerate() {
            assert_eq!(dtype as usize, i);
            assert_eq!(Dtype::from_name(dtype.name()), Some(dtype));
        }
        assert_eq!(Dtype::from_name("float31"), None);
    }

    #[test]
    fn types_are_promoted_whichever_comes_first() {
        let cases = [
            (Bool, I8, I8),
            (I8, I32, I32),
            (I64, F16, F16),
            (F16, F32, F32),
            (Bf16, F64, F64),
            (U8, U16, U16),
        ];
        for (a, b, both) in cases {
            assert_eq!((a.promoted(b), b.promoted(a)), (Some(both), Some(both)), "{a} {b}");
        }
        for (a, b) in [(F16, Bf16), (I32, U32), (F8E4M3, F16), (Tf32, F32)] {
            assert_eq!((a.promoted(b), b.promoted(a)), (None, None), "{a} {b}");
        }
    }
}
