//! In a browser page.
#![cfg(target_arch = "wasm32")]

mod api;

use wasm_bindgen::JsCast;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test::wasm_bindgen_test]
fn runs_where_it_says() {
    assert!(js_sys::global().is_instance_of::<web_sys::Window>());
}
