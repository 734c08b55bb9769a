#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = tilewright_bytecode::fuzzing::check_bytes(data);
});
