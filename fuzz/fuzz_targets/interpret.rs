#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tilewright_interp::fuzzing::check_run(&String::from_utf8_lossy(data), 0));
