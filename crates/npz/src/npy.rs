//! One array: magic, version, header, bytes.

use crate::array::{Array, byte_len};
use crate::error::Error;
use crate::header;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads a `.npy`.
///
/// # Errors
/// Not a `.npy`, an element type outside [`crate::Dtype`], or a length that does not match the shape.
pub fn read_npy(bytes: &[u8]) -> Result<Array, Error> {
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| Error::new("not a .npy file"))?;
    let short = || Error::new("the header is cut short");
    let (length, rest) = match rest {
        [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        [version, ..] if !matches!(version, 1..=3) => {
            return Err(Error::new(format!(".npy version {version} is not supported")));
        }
        _ => return Err(short()),
    };
    let (head, data) = rest.split_at_checked(length).ok_or_else(short)?;
    let h = header::read(&String::from_utf8_lossy(head))?;
    let size = byte_len(h.dtype, &h.shape).ok_or_else(|| Error::new("the shape overflows"))?;
    if data.len() < size {
        return Err(Error::new(format!(
            "{size} bytes of data expected, {} found",
            data.len()
        )));
    }
    let mut data = data[..size].to_vec();
    let width = h.dtype.bytes();
    if h.big_endian {
        data.chunks_exact_mut(width).for_each(<[u8]>::reverse);
    }
    if h.fortran && h.shape.len() > 1 {
        data = to_c_order(&data, &h.shape, width);
    }
    Array::new(h.dtype, &h.shape, data)
}

/// Reorders from first-index-fastest to last-index-fastest.
fn to_c_order(data: &[u8], shape: &[usize], width: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len());
    let mut index = vec![0_usize; shape.len()];
    let mut strides = Vec::with_capacity(shape.len());
    let mut stride = width;
    for &d in shape {
        strides.push(stride);
        stride *= d;
    }
    for _ in 0..data.len() / width {
        let at: usize = index.iter().zip(&strides).map(|(i, s)| i * s).sum();
        out.extend_from_slice(data.get(at..at + width).unwrap_or(&[]));
        for (i, &d) in index.iter_mut().zip(shape).rev() {
            *i += 1;
            if *i < d {
                break;
            }
            *i = 0;
        }
    }
    out
}

/// Writes a `.npy` (version 1.0, or 2.0 for very long headers), data aligned to 64 bytes as NumPy does.
pub fn write_npy(array: &Array) -> Vec<u8> {
    let mut head = header::write(array.dtype(), array.shape());
    let prefix = |head: &String| {
        if head.len() < 65_000 {
            MAGIC.len() + 4
        } else {
            MAGIC.len() + 6
        }
    };
    let start = prefix(&head);
    let pad = (64 - (start + head.len() + 1) % 64) % 64;
    head.extend(std::iter::repeat_n(' ', pad));
    head.push('\n');
    let mut out = Vec::with_capacity(start + head.len() + array.data().len());
    out.extend_from_slice(MAGIC);
    if start == MAGIC.len() + 4 {
        out.extend_from_slice(&[1, 0]);
        out.extend_from_slice(&(head.len() as u16).to_le_bytes());
    } else {
        out.extend_from_slice(&[2, 0]);
        out.extend_from_slice(&(head.len() as u32).to_le_bytes());
    }
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(array.data());
    out
}
