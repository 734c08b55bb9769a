//! The array: element type, shape, bytes.

use crate::error::Error;

/// Element types. Formats that NumPy has no name for (bf16, the 8-bit floats) are kept as integers of their width by
/// convention.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
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
    F32,
    F64,
}

impl Dtype {
    /// All of them.
    pub const ALL: [Dtype; 12] = {
        use Dtype::*;
        [Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64]
    };

    /// Bytes per element.
    pub const fn bytes(self) -> usize {
        use Dtype::*;
        match self {
            Bool | I8 | U8 => 1,
            I16 | U16 | F16 => 2,
            I32 | U32 | F32 => 4,
            I64 | U64 | F64 => 8,
        }
    }

    /// NumPy's name: `float16`, `int32`, `bool`.
    pub const fn name(self) -> &'static str {
        use Dtype::*;
        match self {
            Bool => "bool",
            I8 => "int8",
            I16 => "int16",
            I32 => "int32",
            I64 => "int64",
            U8 => "uint8",
            U16 => "uint16",
            U32 => "uint32",
            U64 => "uint64",
            F16 => "float16",
            F32 => "float32",
            F64 => "float64",
        }
    }

    /// Kind letter and size, as in a `.npy` header: `f4`, `i8`, `b1`.
    pub(crate) fn code(self) -> String {
        let kind = match self.name().as_bytes().first() {
            Some(b'b') => 'b',
            Some(b'i') => 'i',
            Some(b'u') => 'u',
            _ => 'f',
        };
        format!("{kind}{}", self.bytes())
    }
}

/// An array in C order, little-endian.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    dtype: Dtype,
    shape: Vec<usize>,
    data: Vec<u8>,
}

/// Makes constructors from and copies to vectors of a primitive type.
macro_rules! typed {
    ($($ty:ty, $dtype:ident, $from:ident, $to:ident;)*) => { $(
        #[doc = concat!("An array of `", stringify!($ty), "`.\n\n# Errors\nThe shape does not hold this many elements.")]
        pub fn $from(shape: &[usize], values: &[$ty]) -> Result<Array, Error> {
            Array::new(Dtype::$dtype, shape, values.iter().flat_map(|v| v.to_le_bytes()).collect())
        }

        #[doc = concat!("The elements as `", stringify!($ty), "`; `None` if the array has another type.")]
        pub fn $to(&self) -> Option<Vec<$ty>> {
            (self.dtype == Dtype::$dtype)
                .then(|| self.data.as_chunks().0.iter().map(|c| <$ty>::from_le_bytes(*c)).collect())
        }
    )* };
}

impl Array {
    /// An array from its parts.
    ///
    /// # Errors
    /// `data` is not as long as type and shape ask for.
    pub fn new(dtype: Dtype, shape: &[usize], data: Vec<u8>) -> Result<Array, Error> {
        let expected = byte_len(dtype, shape);
        if expected != Some(data.len()) {
            let asked = expected.map_or("more than memory holds".to_string(), |n| format!("{n} bytes"));
            return Err(Error::new(format!(
                "shape {shape:?} of {} needs {asked}, found {}",
                dtype.name(),
                data.len()
            )));
        }
        Ok(Array {
            dtype,
            shape: shape.to_vec(),
            data,
        })
    }

    /// Element type.
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// Extents, outermost first; empty for a scalar.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.data.len() / self.dtype.bytes()
    }

    /// No element at all?
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The bytes, C order, little-endian.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    typed! {
        f32, F32, from_f32, to_f32;
        f64, F64, from_f64, to_f64;
        i8, I8, from_i8, to_i8;
        i32, I32, from_i32, to_i32;
        i64, I64, from_i64, to_i64;
        u8, U8, from_u8, to_u8;
        u16, U16, from_u16, to_u16;
        u32, U32, from_u32, to_u32;
        u64, U64, from_u64, to_u64;
    }
}

/// Bytes of an array; `None` on overflow.
pub(crate) fn byte_len(dtype: Dtype, shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(dtype.bytes(), |n, &d| n.checked_mul(d))
}
