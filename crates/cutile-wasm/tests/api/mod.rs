//! The behaviour that the page relies on, run in a page and in a dedicated worker.

#[path = "../../../../tests/wasm_values.rs"]
mod values;

use js_sys::{Array, JSON};
use tilewright_cutile_wasm as python;
use values::{get, number, text};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const GEMM: &str = include_str!("../../../../tests/cutile/gemm.py");
const GEMM_TILE_IR: &str = include_str!("../../../../tests/cutile/gemm.mlir");

/// The answer of `lower`, as the page reads it.
fn lowered(source: &str, kernel: Option<&str>) -> JsValue {
    JSON::parse(&python::lower(source, kernel.map(str::to_string))).expect("JSON")
}

#[wasm_bindgen_test]
fn a_kernel_becomes_the_tile_ir_that_the_command_line_makes() {
    let gemm = lowered(GEMM, None);
    assert_eq!(Array::from(&get(&gemm, "messages")).length(), 0);
    let with_places = text(&gemm, "tile_ir");
    assert!(with_places.contains("loc("), "each op has its line of Python");
    let module = tilewright_ir::parse(&with_places).module;
    assert_eq!(tilewright_ir::print(&module).text, GEMM_TILE_IR);
}

#[wasm_bindgen_test]
fn the_form_has_each_parameter_with_who_said_it() {
    let form = |source: &str| {
        let parameters = Array::from(&get(&lowered(source, None), "parameters"));
        let words = parameters.iter().map(|one| {
            let kind = if get(&one, "constant") == JsValue::TRUE {
                "="
            } else {
                ":"
            };
            format!(
                "{}{kind}{} {}",
                text(&one, "name"),
                text(&one, "text"),
                text(&one, "said")
            )
        });
        words.collect::<Vec<_>>()
    };
    let said = form(GEMM);
    assert_eq!(said.len(), 6);
    assert_eq!(said[0], "A:f16[?,?] div=8 comment");
    assert_eq!(said[5], "tk=32 comment");
    let silent: String = GEMM
        .lines()
        .filter(|line| !line.starts_with("# tilewright"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(form(&silent)[0], "A:f16[?,?] div=8 assumed");
}

#[wasm_bindgen_test]
fn a_fault_has_its_words_and_its_place_as_the_browser_counts() {
    let source = format!("# größe 🧮\n{}", GEMM.replace("ct.mma(", "ct.mmma("));
    let refused = lowered(&source, None);
    assert_eq!(get(&refused, "tile_ir"), JsValue::NULL);
    let message = get(&get(&refused, "messages"), "0");
    assert!(text(&message, "message").contains("mmma"));
    let place = get(&get(&refused, "places"), "0");
    let (from, to) = (number(&place, "from") as usize, number(&place, "to") as usize);
    let units: Vec<u16> = source.encode_utf16().collect();
    let marked = String::from_utf16(&units[from..to]).expect("whole characters");
    assert!(marked.contains("mmma"), "{marked}");
}

#[wasm_bindgen_test]
fn of_several_kernels_one_is_chosen() {
    let source = format!(
        "{GEMM}\n\n# tilewright: X=f32[?]\n@ct.kernel\ndef twice(X):\n    ct.store(X, (0,), 2 * ct.load(X, (0,), (64,)))\n"
    );
    let names = |python: &JsValue| Array::from(&get(python, "kernels")).join(" ");
    assert_eq!(names(&lowered(&source, None)), "gemm twice");
    assert_eq!(text(&lowered(&source, None), "kernel"), "gemm");
    let second = lowered(&source, Some("twice"));
    assert_eq!(text(&second, "kernel"), "twice");
    assert!(text(&second, "tile_ir").starts_with("entry @twice"));
    // The name may be left from another text.
    assert_eq!(text(&lowered(&source, Some("thrice")), "kernel"), "gemm");
}

#[wasm_bindgen_test]
fn the_comment_of_a_kernel_is_written_and_taken_away() {
    let filled = python::fill_in(GEMM, None, "tk\nA", "64\nf32[?,?]").expect("a kernel");
    let parameters = Array::from(&get(&lowered(&filled, None), "parameters"));
    assert_eq!(text(&parameters.get(5), "text"), "64");
    assert_eq!(text(&parameters.get(0), "text"), "f32[?,?]");
    let without = python::fill_in(GEMM, Some("gemm".to_string()), "A", "").expect("a kernel");
    let parameters = Array::from(&get(&lowered(&without, None), "parameters"));
    assert_eq!(text(&parameters.get(0), "said"), "assumed");
    let refused = python::fill_in("import cuda.tile as ct\n", None, "A", "f32[?]").expect_err("no kernel");
    assert!(refused.contains("kernel"), "{refused}");
}

#[wasm_bindgen_test]
fn what_cannot_be_read_is_refused_in_words() {
    for source in ["def k(:\n", "\"\"\"", "x = 1\n", ""] {
        let refused = lowered(source, None);
        assert_eq!(get(&refused, "tile_ir"), JsValue::NULL, "{source}");
        let message = text(&get(&get(&refused, "messages"), "0"), "message");
        assert!(message.len() > 10, "{source}: {message}");
    }
}

/// The stack of a page is smaller than that of a process.
#[wasm_bindgen_test]
fn deep_nests_are_answered_in_words() {
    let deep = 5000;
    let nested = format!("{}1{}", "(".repeat(deep), ")".repeat(deep));
    let source = format!("import cuda.tile as ct\n@ct.kernel\ndef k():\n    x = {nested}\n");
    let answered = lowered(&source, None);
    let messages = Array::from(&get(&answered, "messages")).length();
    assert!(messages > 0 || get(&answered, "tile_ir").is_string());
}
