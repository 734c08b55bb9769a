//! Checks that the property tests and the fuzz targets share. Each panics when a promise of the codec is broken.

#![expect(clippy::expect_used, reason = "a check that fails is a panic, for fuzzers and tests")]

use crate::{MAX_RECORD_BYTES, Record, decode, encode};

/// Any bytes, taken as a link, as its payload, or as what the payload stands for (a path that random text seldom gets
/// to), decode to a record or an error; a record that decodes also encodes and decodes back to itself.
pub fn check_decode(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for candidate in [
        text.as_ref(),
        &format!("#k1.{text}"),
        &format!("#k1.{}", crate::base64url::encode(bytes)),
    ] {
        match decode(candidate) {
            Ok(record) => check_round_trip(&record),
            Err(error) => assert!(!error.to_string().is_empty() && !error.code().is_empty()),
        }
    }
}

/// Whatever is encoded decodes to itself, in the alphabet that survives being pasted anywhere.
pub fn check_round_trip(record: &Record) {
    let Ok(link) = encode(record) else {
        let size = serde_json::to_vec(record).map_or(0, |json| json.len());
        assert!(
            size > MAX_RECORD_BYTES / 8,
            "only large records have no link, not one of {size} bytes"
        );
        return;
    };
    let payload = link.strip_prefix("#k1.").expect("a fragment of format k1");
    assert!(
        payload
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    );
    assert_eq!(decode(&link).as_ref(), Ok(record));
    assert_eq!(
        encode(record).as_ref(),
        Ok(&link),
        "the same record gives the same link"
    );
}
