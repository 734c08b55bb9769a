//! CRC-32 as in ISO 3309 and gzip (RFC 1952, section 8): reflected, polynomial 0xEDB88320.

/// The checksum of `bytes`, bit by bit: links are short, and a table would weigh more than it saves.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    })
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
