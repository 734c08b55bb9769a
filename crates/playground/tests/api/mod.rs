//! What the page relies on, run in a page and in a dedicated worker.

use js_sys::Reflect;
use tilewright_playground as playground;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).expect("an object")
}

fn text(object: &JsValue, name: &str) -> String {
    get(object, name)
        .as_string()
        .unwrap_or_else(|| panic!("{name} is text in {object:?}"))
}

#[wasm_bindgen_test]
fn names_its_version() {
    assert_eq!(playground::version(), env!("CARGO_PKG_VERSION"));
}

#[wasm_bindgen_test]
fn links_go_both_ways() {
    let record =
        js_sys::JSON::parse(r#"{"source":"größe","options":{"num_stages":3},"view":{"tab":"ptx"}}"#).expect("JSON");
    let link = playground::encode_link(record).expect("small");
    assert!(link.starts_with("#k1."));
    let opened = playground::decode_link(&link).expect("an object");
    assert_eq!(text(&opened, "kind"), "opened");
    let record = get(&opened, "record");
    assert_eq!(text(&record, "source"), "größe");
    assert_eq!(get(&get(&record, "options"), "num_stages").as_f64(), Some(3.0));
    assert_eq!(text(&get(&record, "view"), "tab"), "ptx");
}

#[wasm_bindgen_test]
fn a_bad_link_is_refused_in_words() {
    for (link, code) in [
        ("#k1.AAAA", "truncated"),
        ("#k1.____", "corrupt"),
        ("#k9.x", "newer-format"),
        ("", "not-a-link"),
    ] {
        let refused = playground::decode_link(link).expect("an object");
        assert_eq!(text(&refused, "code"), code);
        assert!(text(&refused, "message").len() > 20);
    }
    assert!(playground::encode_link(JsValue::NULL).is_err());
}
