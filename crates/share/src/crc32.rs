//! CRC-32 as in ISO 3309 and gzip (RFC 1952, section 8): reflected, polynomial 0xEDB88320.

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 {
                value >> 1 ^ 0xEDB8_8320
            } else {
                value >> 1
            };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
}

/// The checksum of `bytes`.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        TABLE[((sum ^ u32::from(byte)) & 0xFF) as usize] ^ sum >> 8
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
