//! CRC-32 as zip uses it (polynomial 0xEDB88320, reflected).

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

pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0, |c, &b| TABLE[usize::from(c as u8 ^ b)] ^ (c >> 8))
}
