#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(why) = tilewright_modsched::fuzz::check_bytes(data) {
        panic!("{why}");
    }
});
