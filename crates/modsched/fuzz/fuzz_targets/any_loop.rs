//! Any loop at all through every generator and the checker: `cargo +nightly fuzz run any_loop`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = tilewright_modsched::fuzz::check_bytes(bytes) {
        panic!("{why}");
    }
});
