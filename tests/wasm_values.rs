//! Fields of objects of JavaScript, for tests of the WebAssembly modules. A test that wants them takes this file as a module, by its path.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

pub fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).expect("an object")
}

pub fn text(object: &JsValue, name: &str) -> String {
    get(object, name)
        .as_string()
        .unwrap_or_else(|| panic!("{name} is text in {object:?}"))
}

#[allow(dead_code)] // Some modules have no numbers to tell.
pub fn number(object: &JsValue, name: &str) -> f64 {
    get(object, name)
        .as_f64()
        .unwrap_or_else(|| panic!("{name} is a number in {object:?}"))
}
