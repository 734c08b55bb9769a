#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tilewright_driver::fuzzing::check_compile(data));
