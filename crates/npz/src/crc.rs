//! CRC-32 as in ISO 3309, gzip (RFC 1952, section 8) and zip: reflected, polynomial 0xEDB88320.

/// Each byte after eight steps. Made when it is used: a constant would be 1 KB that a page loads and gzip makes no smaller.
fn table() -> [u32; 256] {
    let step = |c: u32| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 };
    std::array::from_fn(|byte| (0..8).fold(byte as u32, |c, _| step(c)))
}

/// The checksum of `bytes`.
pub fn crc32(bytes: &[u8]) -> u32 {
    let table = table();
    let next = |c: u32, &byte: &u8| table[usize::from(c as u8 ^ byte)] ^ (c >> 8);
    !bytes.iter().fold(!0, next)
}

#[cfg(test)]
mod tests {
    /// The check value that catalogues of CRCs give for this one.
    #[test]
    fn agrees_with_the_check_value() {
        assert_eq!(super::crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(super::crc32(b""), 0);
    }
}
