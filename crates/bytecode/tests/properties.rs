//! Damaged files are refused without a panic, and with little memory; kernels are the same after writing and reading.

mod common;

use common::{golden, kernels};
use proptest::prelude::*;
use std::sync::OnceLock;
use tilewright_bytecode::fuzzing::{check_bytes, check_text};
use tilewright_bytecode::{assemble, read};

/// A way to break a file: where, counted in 65536ths of it, and how.
#[derive(Clone, Debug)]
enum Damage {
    Set(u16, u8),
    Cut(u16),
    Insert(u16, u8),
    Remove(u16),
    Copy(u16, u16, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        6 => (any::<u16>(), prop_oneof![any::<u8>(), 0u8..12, Just(0xFF), Just(0x80)]).prop_map(|(at, byte)| Damage::Set(at, byte)),
        1 => any::<u16>().prop_map(Damage::Cut),
        2 => (any::<u16>(), any::<u8>()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        2 => any::<u16>().prop_map(Damage::Remove),
        2 => (any::<u16>(), any::<u16>(), 1u8..40).prop_map(|(from, to, length)| Damage::Copy(from, to, length)),
    ]
}

fn broken(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        let place = |at: u16| bytes.len() * usize::from(at) / 65536;
        match *damage {
            _ if bytes.is_empty() => {}
            Damage::Set(at, byte) => {
                let at = place(at);
                bytes[at] = byte;
            }
            Damage::Cut(at) => bytes.truncate(place(at)),
            Damage::Insert(at, byte) => bytes.insert(place(at), byte),
            Damage::Remove(at) => drop(bytes.remove(place(at))),
            Damage::Copy(from, to, length) => {
                let (from, to) = (place(from), place(to));
                let end = (from + usize::from(length)).min(bytes.len());
                let piece = bytes[from..end].to_vec();
                let end = (to + piece.len()).min(bytes.len());
                bytes[to..end].copy_from_slice(&piece[..end - to]);
            }
        }
    }
    bytes
}

/// Files of the official compiler and of our own writer.
fn seeds() -> &'static [Vec<u8>] {
    static SEEDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    SEEDS.get_or_init(made_seeds)
}

fn made_seeds() -> Vec<Vec<u8>> {
    let own = kernels()
        .into_iter()
        .map(|(name, text)| assemble(&text, Default::default()).unwrap_or_else(|why| panic!("{name}: {why:?}")));
    golden().into_iter().map(|(_, bytes)| bytes).chain(own).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_do_no_harm(seed in any::<prop::sample::Index>(), damages in prop::collection::vec(damage(), 1..4)) {
        check_bytes(&broken(seed.get(seeds()).clone(), &damages));
    }
}

#[test]
fn each_byte_of_a_file_may_be_missing_or_anything() {
    let (_, bytes) = golden().swap_remove(0);
    for at in 0..bytes.len() {
        assert!(read(&bytes[..at]).is_err(), "cut at byte {at}");
        for byte in [0, bytes[at] ^ 0x80, bytes[at].wrapping_add(1)] {
            let mut broken = bytes.clone();
            broken[at] = byte;
            check_bytes(&broken);
        }
    }
}

#[test]
fn kernels_are_the_same_after_writing_and_reading() {
    for (_, text) in kernels() {
        check_text(&text);
    }
}
