//! Format k1. Frozen: what [`crate::decode`] accepts must only ever grow.

use crate::{DecodeError, EncodeError, MAX_LINK_CHARS, MAX_RECORD_BYTES, Record, base64url};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use tilewright_npz::crc32;

/// The first letters of the fragment, after its `#`.
pub const PREFIX: &str = "k1.";

/// Bytes of the checksum before the record.
const CHECKSUM: usize = 4;

/// Effort of the compressor, the highest that standard zlib knows too.
const LEVEL: u8 = 9;

/// The payload for `record`.
pub fn encode(record: &Record) -> Result<String, EncodeError> {
    let json = serde_json::to_vec(record).map_err(|_| EncodeError::NotJson)?;
    let within = |what, bytes, limit| {
        if bytes <= limit {
            Ok(())
        } else {
            Err(EncodeError::TooLarge { what, bytes, limit })
        }
    };
    within("record", CHECKSUM + json.len(), MAX_RECORD_BYTES)?;
    let mut body = crc32(&json).to_le_bytes().to_vec();
    body.extend_from_slice(&json);
    let payload = base64url::encode(&compress_to_vec(&body, LEVEL));
    within("link", payload.len(), MAX_PAYLOAD_CHARS)?;
    Ok(payload)
}

/// Room that [`MAX_LINK_CHARS`] leaves for the payload when an address of ordinary length stands before it.
const MAX_PAYLOAD_CHARS: usize = MAX_LINK_CHARS - 4096;

/// The body that `packed` inflates to.
pub fn inflate(packed: &[u8]) -> Result<Vec<u8>, DecodeError> {
    decompress_to_vec_with_limit(packed, MAX_RECORD_BYTES).map_err(|failure| match failure.status {
        TINFLStatus::HasMoreOutput => DecodeError::RecordTooLarge {
            limit: MAX_RECORD_BYTES,
        },
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => DecodeError::Truncated,
        _ => DecodeError::Corrupt {
            check: "it does not inflate",
        },
    })
}

/// The record of a body, the second half of [`crate::decode`].
///
/// # Errors
///
/// A checksum or a record that is wrong.
pub fn read(body: &[u8]) -> Result<Record, DecodeError> {
    let (sum, json) = body.split_first_chunk::<CHECKSUM>().ok_or(DecodeError::Truncated)?;
    if u32::from_le_bytes(*sum) != crc32(json) {
        return Err(DecodeError::Corrupt {
            check: "its checksum is wrong",
        });
    }
    // By way of text and a JSON value, for which the page has readers anyway.
    let json = str::from_utf8(json).ok();
    json.and_then(|json| Record::of(serde_json::from_str(json).ok()?))
        .ok_or(DecodeError::Corrupt {
            check: "its record is not readable",
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A payload around `body`, for records that [`encode`] would not make.
    fn pack(body: &[u8]) -> String {
        base64url::encode(&compress_to_vec(body, LEVEL))
    }

    fn decode(payload: &str) -> Result<Record, DecodeError> {
        crate::decode(&format!("#{PREFIX}{payload}"))
    }

    fn with_checksum(json: &[u8]) -> Vec<u8> {
        [&crc32(json).to_le_bytes()[..], json].concat()
    }

    #[test]
    fn a_small_link_that_unpacks_to_much_is_refused_before_memory_is_spent() {
        let bomb = pack(&vec![b' '; 64 << 20]);
        assert!(bomb.len() < 100_000, "the bomb is small: {}", bomb.len());
        assert_eq!(
            decode(&bomb),
            Err(DecodeError::RecordTooLarge {
                limit: MAX_RECORD_BYTES
            })
        );
    }

    #[test]
    fn the_checksum_is_checked_before_the_record_is_read() {
        let mut body = with_checksum(br#"{"source":"a"}"#);
        assert_eq!(decode(&pack(&body)), Ok(Record::new("a")));
        *body.last_mut().expect("not empty") = b']';
        assert_eq!(
            decode(&pack(&body)),
            Err(DecodeError::Corrupt {
                check: "its checksum is wrong"
            })
        );
    }

    #[test]
    fn a_record_that_is_no_record_is_corrupt() {
        let nested = format!("{{\"source\":{}", "[".repeat(100_000));
        for json in [
            "",
            "[]",
            "null",
            "{}",
            r#"{"source":1}"#,
            r#"{"source":"a"} x"#,
            "\u{fffd}",
            &nested,
        ] {
            let error = decode(&pack(&with_checksum(json.as_bytes())));
            assert_eq!(
                error,
                Err(DecodeError::Corrupt {
                    check: "its record is not readable"
                }),
                "{json:.40}"
            );
        }
        assert_eq!(decode(&pack(b"abc")), Err(DecodeError::Truncated));
    }

    #[test]
    fn fields_of_a_later_version_are_left_alone() {
        let json = br#"{"source":"a","options":{"unheard_of":[1,{"x":null}]},"later":true}"#;
        let record = decode(&pack(&with_checksum(json))).expect("readable");
        assert_eq!(record.source, "a");
        assert_eq!(record.options["unheard_of"], serde_json::json!([1, { "x": null }]));
    }

    #[test]
    fn what_would_not_open_is_not_made() {
        let record = Record::new(" ".repeat(MAX_RECORD_BYTES));
        assert!(matches!(
            encode(&record),
            Err(EncodeError::TooLarge { what: "record", .. })
        ));
        // Text that does not compress: a generator's digits in the printable range.
        let mut state = 1u64;
        let noise = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            char::from(b'#' + (state >> 57) as u8 % 90)
        });
        let record = Record::new(noise.take(2 << 20).collect::<String>());
        assert!(matches!(
            encode(&record),
            Err(EncodeError::TooLarge { what: "link", .. })
        ));
    }
}
