#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilewright_cutile::fuzzing::check_kernel(data);
});
