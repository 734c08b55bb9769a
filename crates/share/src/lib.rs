//! The codec of kernel links: a kernel and its settings in the fragment of an address, so that sharing needs no server
//! and the fragment is never sent to one.
//!
//! ```text
//! https://host/page#k1.<payload>
//! payload = base64url without padding ( deflate-raw ( body ) )
//! body    = CRC-32 of the record, 4 bytes little endian, then the record as JSON in UTF-8
//! ```
//!
//! Rules that keep old links alive:
//!
//! * `k1` names the format. A decoder for it stays here, with its frozen fixtures in `tests/fixtures`, for as long as the
//!   project lives; a change that `k1` cannot express gets a new number and a new decoder beside the old one.
//! * [`Record::options`] holds only what differs from the defaults and is a plain map: what a reader does not know it
//!   can name and leave out, and a record without a field means that field's default.
//! * Decoding is total. Every text gives a record or a [`DecodeError`] that says what is wrong; the length of the text
//!   is checked before anything is decoded, and inflating stops at [`MAX_RECORD_BYTES`].
//!
//! The crate knows nothing of the compiler, so it can be used, tested and fuzzed by itself.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod base64url;
mod error;
pub mod fuzzing;
mod k1;
mod record;
mod settings;

pub use error::{DecodeError, EncodeError};
pub use k1::read;
pub use record::{MACHINE_MODEL, Record};
pub use settings::{Overlaid, differences, overlay};

/// Where the public page lives; links are made for it unless the caller names another place.
pub const PUBLIC_SITE: &str = "https://tilewright.netlify.app/";

/// The longest link text, in characters, that is looked at. Browsers keep fragments of this length.
pub const MAX_LINK_CHARS: usize = 1 << 20;

/// The largest record, in bytes, that is encoded or inflated.
pub const MAX_RECORD_BYTES: usize = 4 << 20;

/// The fragment for `record`, beginning with `#k1.`. Equal records give equal text on every platform.
///
/// # Errors
///
/// [`EncodeError::TooLarge`] when the record or its link exceeds the caps, so that no link is made that would not open.
pub fn encode(record: &Record) -> Result<String, EncodeError> {
    k1::encode(record).map(|payload| format!("#{}{payload}", k1::PREFIX))
}

/// The whole address for `record` at `base` (see [`PUBLIC_SITE`]); a fragment already in `base` is replaced.
///
/// # Errors
///
/// As [`encode`].
pub fn link(base: &str, record: &Record) -> Result<String, EncodeError> {
    let page = base.split('#').next().unwrap_or_default();
    encode(record).map(|fragment| format!("{page}{fragment}"))
}

/// Reads a link: a whole address, a fragment with or without its `#`, with white space around it or not.
///
/// # Errors
///
/// See [`DecodeError`]; no text makes this panic, loop, or use memory beyond the caps.
pub fn decode(link: &str) -> Result<Record, DecodeError> {
    k1::read(&k1::inflate(&packed(link)?)?)
}

/// The first half of [`decode`]: the bytes that a link packs. Whoever can inflate by other means, to at most [`MAX_RECORD_BYTES`], hands what
/// comes of them to [`read`].
///
/// # Errors
///
/// As [`decode`], but for what is seen when the bytes are inflated and read.
pub fn packed(link: &str) -> Result<Vec<u8>, DecodeError> {
    if link.len() > MAX_LINK_CHARS {
        return Err(DecodeError::LinkTooLong {
            length: link.len(),
            limit: MAX_LINK_CHARS,
        });
    }
    let link = link.trim();
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let Some((format, payload)) = fragment.split_once('.') else {
        return Err(DecodeError::NotALink);
    };
    match format_number(format) {
        Some(1) => base64url::decode(payload),
        Some(found) => Err(DecodeError::NewerFormat { found }),
        None => Err(DecodeError::NotALink),
    }
}

/// The number of a format name: `k` and a positive decimal number without leading zeros.
fn format_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('k')?;
    let plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}
