//! Base64 with the URL-safe alphabet and no padding (RFC 4648, section 5). Decoding is strict: every byte string has
//! exactly one text.

use crate::DecodeError;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The text of `bytes`.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            text.push(char::from(ALPHABET[(bits >> (18 - 6 * place)) as usize & 63]));
        }
    }
    text
}

/// The bytes of `text`.
///
/// # Errors
///
/// [`DecodeError::BadCharacter`] outside the alphabet; [`DecodeError::Truncated`] when the text stops in the middle of
/// a byte, or the bits that belong to no byte are not zero, as nearly always after a cut.
pub fn decode(text: &str) -> Result<Vec<u8>, DecodeError> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut held) = (0u32, 0u32);
    for (at, character) in text.bytes().enumerate() {
        let value = value_of(character).ok_or(DecodeError::BadCharacter { at })?;
        bits = bits << 6 | value;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    if held == 6 || bits != 0 {
        Err(DecodeError::Truncated)
    } else {
        Ok(bytes)
    }
}

/// The six bits that `character` stands for.
fn value_of(character: u8) -> Option<u32> {
    let value = match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 4648, section 10, less their padding.
    #[test]
    fn agrees_with_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text), Ok(bytes.as_bytes().to_vec()));
        }
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn refuses_what_is_not_canonical() {
        assert_eq!(decode("Zg=="), Err(DecodeError::BadCharacter { at: 2 }));
        assert_eq!(decode("Z"), Err(DecodeError::Truncated));
        assert_eq!(decode("Zm9vY"), Err(DecodeError::Truncated));
        assert_eq!(decode("Zh"), Err(DecodeError::Truncated));
        assert_eq!(decode("Zm+v"), Err(DecodeError::BadCharacter { at: 2 }));
    }
}
