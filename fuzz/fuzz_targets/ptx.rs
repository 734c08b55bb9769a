#![no_main]
// Whatever parses also prints, and parses again to the same text.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(parsed) = tilewright_ptx::parse(&String::from_utf8_lossy(data)) else { return };
    let printed = tilewright_ptx::print(&parsed.module, Default::default()).text;
    let again = tilewright_ptx::parse(&printed).expect("what is printed parses");
    assert_eq!(printed, tilewright_ptx::print(&again.module, Default::default()).text);
});
