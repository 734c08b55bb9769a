#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let (numbers, text) = data.split_at(data.len().min(16));
    tilewright_runner::fuzzing::check_launch(&String::from_utf8_lossy(text), numbers);
});
