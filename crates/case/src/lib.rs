//! Test cases of kernels, for any engine: `case.json` says how to launch the kernel, `inputs.npz` on what, and
//! `expected.npz` what must come out.
//!
//! [`Case::read`] takes the three files as bytes, so that it works where there are no files. An engine gets the initial
//! content of every array ([`Array::initial`]; outputs are poisoned with 0xFF bytes) and the arguments of the entry in
//! order ([`Case::params`]), and hands the arrays' bytes to [`Case::compare`] afterwards.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod compare;
mod description;
mod element;
mod json;

pub use compare::{Comparison, Worst};
pub use description::{Constant, DescribedArray, Description};
pub use element::Element;

use tilewright_npz::{Limits, Npz, read_npz};

/// Why a case cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// A launch of a kernel with data.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// One sentence about it.
    pub summary: String,
    /// The symbol of the kernel.
    pub entry: String,
    /// Tile blocks in x, y and z.
    pub grid: [u32; 3],
    /// The arguments, in the order of the entry's parameters.
    pub params: Vec<Param>,
    /// The arrays in memory.
    pub arrays: Vec<Array>,
}

/// An argument of the entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Param {
    /// The address of the first byte of an array of [`Case::arrays`], aligned to 16 bytes or better.
    Pointer(usize),
    /// A number.
    Number {
        /// Its type.
        element: Element,
        /// Its bits, in the low bits.
        bits: u64,
    },
}

/// The use that a kernel makes of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Reads it.
    In,
    /// Writes all of it.
    Out,
    /// Reads and writes it.
    InOut,
}

/// The distance that a result may have from what is expected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tolerance {
    /// Not at all; +0 and -0 are equal, and so are NaNs.
    Exact,
    /// `|got - expected| <= atol + rtol * |expected|`; NaN where NaN is expected, and nowhere else.
    Close {
        /// Absolute.
        atol: f64,
        /// Relative.
        rtol: f64,
    },
}

impl Tolerance {
    /// The absolute and the relative part.
    pub fn bounds(self) -> (f64, f64) {
        match self {
            Self::Exact => (0.0, 0.0),
            Self::Close { atol, rtol } => (atol, rtol),
        }
    }
}

/// An array in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// Type of the elements.
    pub element: Element,
    /// Extents, outermost first.
    pub shape: Vec<usize>,
    /// Strides in elements.
    pub strides: Vec<usize>,
    /// The use that the kernel makes of it.
    pub role: Role,
    /// The bytes before the launch; 0xFF throughout for outputs.
    pub initial: Vec<u8>,
    /// Extents of the storage, which may be more than the array (a pitch).
    pub storage_shape: Vec<usize>,
    /// The bytes after the launch, if they are known.
    pub expected: Option<Vec<u8>>,
    /// The distance that the result may have from that.
    pub tolerance: Tolerance,
}

impl Array {
    /// Whether the kernel writes it.
    pub fn is_output(&self) -> bool {
        self.role != Role::In
    }
}

impl Case {
    /// Reads a case. Without `expected`, nothing can be compared.
    ///
    /// # Errors
    /// The entry that is missing or does not fit, by name.
    pub fn read(case_json: &[u8], inputs: &[u8], expected: Option<&[u8]>) -> Result<Self, Error> {
        let within = |file: &str, e: tilewright_npz::Error| Error::new(format!("{file}: {e}"));
        let inputs = read_npz(inputs, Limits::default()).map_err(|e| within("inputs.npz", e))?;
        let expected = match expected {
            Some(bytes) => Some(read_npz(bytes, Limits::default()).map_err(|e| within("expected.npz", e))?),
            None => None,
        };
        json::read(case_json, &inputs, expected.as_ref())
    }

    /// The arrays that the kernel writes, as they are after a run, for a file. `memory` has the bytes of every array.
    ///
    /// # Errors
    /// An array of `memory` has another size than its shape.
    pub fn outputs(&self, memory: &[Vec<u8>]) -> Result<Npz, Error> {
        let mut members = Vec::new();
        for (array, bytes) in self.arrays.iter().zip(memory).filter(|(array, _)| array.is_output()) {
            let data = tilewright_npz::Array::new(array.element.stored_as(), &array.storage_shape, bytes.clone());
            members.push((
                array.name.clone(),
                data.map_err(|e| Error::new(format!("array `{}`: {e}", array.name)))?,
            ));
        }
        Ok(Npz { members })
    }
}
