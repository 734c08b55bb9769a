//! In a browser page.
#![cfg(target_arch = "wasm32")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test::wasm_bindgen_test]
fn the_clock_goes_on() {
    let start = tilewright_platform::now();
    assert!(start > 0.0);
    while tilewright_platform::now() <= start {}
}
