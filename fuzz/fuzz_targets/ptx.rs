#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tilewright_ptx::fuzzing::check_parse(&String::from_utf8_lossy(data)));
