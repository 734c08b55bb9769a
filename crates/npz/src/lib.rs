//! NumPy arrays in files: `.npy` (one array) and `.npz` (a zip of them), from bytes and to bytes.
//!
//! An array is its element type, its shape and its bytes, little-endian and in C order whatever the file had. Every
//! size is checked against [`Limits`] before memory is taken, so a hostile file costs an error and nothing else.
//! Writing is deterministic: members are stored, in the order given, with a fixed date.
//!
//! Formats: NumPy's `numpy.lib.format` (versions 1 to 3) and PKWARE's APPNOTE (stored and deflated members, zip64).

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod array;
mod crc;
mod error;
mod header;
mod npy;
mod zip;

pub use array::{Array, Dtype};
pub use crc::crc32;
pub use error::Error;
pub use npy::{read_npy, write_npy};

/// Bounds on what is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of all arrays together, inflated.
    pub bytes: usize,
    /// Number of arrays.
    pub members: usize,
}

impl Default for Limits {
    /// 1 GiB in 1024 arrays.
    fn default() -> Limits {
        Limits {
            bytes: 1 << 30,
            members: 1024,
        }
    }
}

/// Named arrays, in file order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Npz {
    /// Name (without `.npy`) and array.
    pub members: Vec<(String, Array)>,
}

impl Npz {
    /// The array of this name.
    pub fn get(&self, name: &str) -> Option<&Array> {
        self.members.iter().find(|(n, _)| n == name).map(|(_, a)| a)
    }
}

/// Reads an `.npz`.
///
/// # Errors
/// Anything that is not a zip of `.npy` members within `limits`; the message names the member.
pub fn read_npz(bytes: &[u8], limits: Limits) -> Result<Npz, Error> {
    let mut members: Vec<(String, Array)> = Vec::new();
    for (file, content) in zip::read(bytes, limits)? {
        let name = file.strip_suffix(".npy").unwrap_or(&file).to_string();
        if members.iter().any(|(n, _)| *n == name) {
            return Err(Error::new(format!("array `{name}` is in the file twice")));
        }
        let array = read_npy(&content).map_err(|e| e.within(&name))?;
        members.push((name, array));
    }
    Ok(Npz { members })
}

/// Writes an `.npz` with stored members.
///
/// # Errors
/// More than 65535 members, or 4 GiB or more in all: the plain zip format ends there.
pub fn write_npz(npz: &Npz) -> Result<Vec<u8>, Error> {
    let files: Vec<(String, Vec<u8>)> = npz
        .members
        .iter()
        .map(|(n, a)| (format!("{n}.npy"), write_npy(a)))
        .collect();
    zip::write(&files)
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
