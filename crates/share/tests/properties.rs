//! Properties of the codec.

use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use tilewright_share::{Record, decode, encode, fuzzing, link};

/// Values that an option or a view may have.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(Value::from)
    })
}

fn map() -> impl Strategy<Value = BTreeMap<String, Value>> {
    prop::collection::btree_map("[a-z_]{1,12}", value(), 0..5)
}

fn record() -> impl Strategy<Value = Record> {
    let source = prop_oneof!["(?s).{0,400}", "[ -~\n]{0,2000}"];
    (source, map(), "[0-9.]{0,8}", map()).prop_map(|(source, options, compiler, view)| Record {
        source,
        options,
        compiler,
        view,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_record_round_trips(record in record()) {
        fuzzing::check_round_trip(&record);
        let address = link("https://example.org/page?x=1#old", &record).expect("small");
        prop_assert!(address.starts_with("https://example.org/page?x=1#k1."));
        prop_assert_eq!(decode(&format!("  {address}\n")), Ok(record));
    }

    #[test]
    fn decoding_is_total(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        fuzzing::check_decode(&bytes);
    }

    /// One changed character is always noticed: by the alphabet, the inflater or the checksum.
    #[test]
    fn a_changed_character_is_noticed(record in record(), at in any::<prop::sample::Index>(), by in 1..64usize) {
        const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut text = encode(&record).expect("small").into_bytes();
        let at = 4 + at.index(text.len() - 4);
        let old = ALPHABET.iter().position(|&c| c == text[at]).expect("in the alphabet");
        text[at] = ALPHABET[(old + by) % 64];
        let changed = String::from_utf8(text).expect("ASCII");
        // A change in the unused bits of the deflate stream's last byte alters nothing that is read.
        prop_assert!(decode(&changed).map_or(true, |found| found == record));
    }

    /// No proper prefix of a link opens as something else.
    #[test]
    fn a_cut_link_is_refused(record in record(), keep in any::<prop::sample::Index>()) {
        let text = encode(&record).expect("small");
        prop_assert!(decode(&text[..keep.index(text.len())]).is_err());
    }
}
