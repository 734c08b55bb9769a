//! CRC-32 as in ISO 3309, gzip (RFC 1952, section 8) and zip: reflected, polynomial 0xEDB88320.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut c = i as u32;
        let mut bit = 0;
        while bit < 8 {
            c = if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 };
            bit += 1;
        }
        table[i] = c;
        i += 1;
    }
    table
};

/// The checksum of `bytes`.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0, |c, &b| TABLE[usize::from(c as u8 ^ b)] ^ (c >> 8))
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
