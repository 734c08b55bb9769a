//! The behaviour that the page relies on, run in a page and in a dedicated worker.

#[path = "../../../../tests/wasm_values.rs"]
mod values;

use js_sys::{JSON, Reflect};
use tilewright_playground as playground;
use values::{get, text};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// An answer as the page reads it.
fn read(json: &str) -> JsValue {
    JSON::parse(json).expect("JSON")
}

/// A compilation of a kernel with the usual options.
fn compiled(source: &str) -> JsValue {
    read(&playground::compile(source, &playground::default_options(), None, None).expect("options"))
}

#[wasm_bindgen_test]
fn names_its_version() {
    assert_eq!(playground::version(), env!("CARGO_PKG_VERSION"));
}

const LINK: &str = include_str!("../../../share/tests/fixtures/k1/unicode.link");
const RECORD: &str = include_str!("../../../share/tests/fixtures/k1/unicode.json");

/// A link that is opened by what its bytes inflate to, here by the program that made it.
fn opened(link: &str) -> JsValue {
    let body = miniz_oxide::inflate::decompress_to_vec(&playground::packed_link(link)).ok();
    read(&playground::decode_link(link, body, false))
}

#[wasm_bindgen_test]
fn a_link_is_opened() {
    let opened = opened(LINK);
    assert_eq!(text(&opened, "kind"), "opened");
    let record = get(&opened, "record");
    let meant = JSON::parse(RECORD).expect("JSON");
    assert_eq!(text(&record, "source"), text(&meant, "source"));
    let options = |record: &JsValue| JSON::stringify(&get(record, "options")).expect("JSON").as_string();
    assert_eq!(options(&record), options(&meant));
}

#[wasm_bindgen_test]
fn a_bad_link_is_refused_in_words() {
    let refused = |link: &str, body: Option<Vec<u8>>, ends_early: bool, code: &str| {
        let refused = read(&playground::decode_link(link, body, ends_early));
        assert_eq!(text(&refused, "code"), code);
        assert!(text(&refused, "message").len() > 20);
    };
    refused("#k9.x", None, false, "newer-format");
    refused("", None, false, "not-a-link");
    refused(LINK, None, true, "truncated");
    refused(LINK, Some(vec![1, 2]), false, "truncated");
    refused(LINK, None, false, "corrupt");
    refused(LINK, Some(vec![0; 9]), false, "corrupt");
    refused(
        LINK,
        Some(vec![0; playground::longest_record() + 1]),
        false,
        "record-too-large",
    );
}

const KERNEL: &str = include_str!("../../../../tests/kernels/vadd.mlir");

#[wasm_bindgen_test]
fn compiles_a_kernel_and_the_report_is_that_of_the_command_line() {
    let compiled = compiled(KERNEL);
    let report = get(&compiled, "report");
    assert_eq!(get(&report, "ok").as_bool(), Some(true));
    assert!(text(&get(&report, "ptx"), "text").contains(".target sm_90a"));
    assert!(
        get(&get(&compiled, "timings"), "total_micros")
            .as_f64()
            .is_some_and(|micros| micros >= 0.0)
    );
    let passes = read(&playground::passes());
    Reflect::set(&report, &"passes".into(), &passes).expect("an object");
    let layouts = read(&playground::layouts());
    Reflect::set(&report, &"layouts".into(), &layouts).expect("an object");
    let native = tilewright_driver::compile(KERNEL, &tilewright_driver::Options::default())
        .report
        .to_json();
    let json = |value: &JsValue| JSON::stringify(value).expect("JSON").as_string();
    assert_eq!(json(&report), json(&JSON::parse(&native).expect("JSON")));
}

/// The stack of a page is smaller than that of a process.
#[wasm_bindgen_test]
fn a_long_chain_of_branches_is_compiled() {
    let deep = 190;
    let links: String = (0..deep).map(|_| "if %c {\n yield\n} else {\n").collect();
    let source = format!(
        "entry @k(%c: tile<i1>) {{\n{links}{}return\n}}\n",
        "yield\n}\n".repeat(deep)
    );
    assert_eq!(get(&get(&compiled(&source), "report"), "ok").as_bool(), Some(true));
}

#[wasm_bindgen_test]
fn places_count_as_the_browser_counts() {
    let source = "// größe 🧮\nentry @k() {\n  %q = nonsense\n}\n";
    let compiled = compiled(source);
    let message = get(&get(&get(&compiled, "report"), "diagnostics"), "0");
    let range = get(&message, "range");
    let place = get(&get(&compiled, "places"), "0");
    let start = get(&range, "start").as_f64().expect("a number") as usize;
    let from = get(&place, "from").as_f64().expect("a number") as usize;
    assert_eq!(from, source[..start].encode_utf16().count());
    assert!(from < start, "the text before it is wider in bytes");
}

#[wasm_bindgen_test]
fn settings_of_a_link_are_laid_over_the_defaults() {
    let overlaid = read(&playground::overlay_options(r#"{"gpu_name":"sm_80","gone":1}"#).expect("an object"));
    assert_eq!(text(&get(&overlaid, "settings"), "gpu_name"), "sm_80");
    assert_eq!(get(&get(&overlaid, "settings"), "opt_level").as_f64(), Some(3.0));
    assert_eq!(
        get(&get(&overlaid, "ignored"), "0").as_string().as_deref(),
        Some("gone")
    );
    assert!(playground::overlay_options("[]").is_err());
    assert!(playground::compile("", "no options", None, None).is_err());
}

#[wasm_bindgen_test]
fn offers_targets() {
    let targets = js_sys::Array::from(&read(&playground::targets()));
    assert!(targets.iter().any(|target| text(&target, "name") == "sm_90a"));
}

#[wasm_bindgen_test]
fn a_machine_of_ones_own_is_what_loops_are_scheduled_in() {
    let options = playground::default_options();
    let kernel = include_str!("../../../../tests/kernels/matmul.mlir");
    let stock = include_str!("../../../machine/data/atoms.json");
    let ii = |machine: Option<String>| {
        let compiled = read(&playground::compile(kernel, &options, None, machine).expect("an object"));
        let schedule = get(&get(&compiled, "report"), "schedule");
        get(&get(&get(&get(&schedule, "loops"), "0"), "solution"), "ii").as_f64()
    };
    assert_eq!(ii(Some(stock.to_string())), ii(None));
    let slower = stock.replace("[[\"tc_and_mma\", 0, 8]", "[[\"tc_and_mma\", 0, 40]");
    assert!(ii(Some(slower)) > ii(None));
    let refused = playground::compile(kernel, &options, None, Some("{}".to_string())).expect_err("no model");
    assert!(
        refused
            .as_string()
            .is_some_and(|why| why.starts_with("machine model: "))
    );
}
