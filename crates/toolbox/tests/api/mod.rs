//! The behaviour that the page relies on, run in a page and in a dedicated worker.

#[path = "../../../../tests/wasm_values.rs"]
mod values;

use tilewright_toolbox as toolbox;
use values::{get, text};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn bytecode_goes_both_ways_and_is_refused_in_words() {
    let bytes = toolbox::assemble("entry @k() {\n  return\n}\n").expect("a kernel");
    let text = toolbox::disassemble(&bytes).expect("its bytecode");
    assert_eq!(text, "entry @k() {\n  return\n}\n");
    let refused = toolbox::disassemble(&bytes[..20]).expect_err("cut");
    assert!(refused.as_string().is_some_and(|why| why.contains("byte ")));
    let refused = toolbox::assemble("entry @k() {\n  nothing\n}\n").expect_err("no op");
    assert!(refused.as_string().is_some_and(|why| why.starts_with("line 2")));
}

/// The stack of a page is smaller than that of a process.
#[wasm_bindgen_test]
fn a_long_chain_of_branches_goes_both_ways() {
    let deep = 190;
    let links: String = (0..deep).map(|_| "if %c {\n yield\n} else {\n").collect();
    let source = format!(
        "entry @k(%c: tile<i1>) {{\n{links}{}return\n}}\n",
        "yield\n}\n".repeat(deep)
    );
    let bytes = toolbox::assemble(&source).expect("a kernel");
    assert!(toolbox::disassemble(&bytes).expect("its bytecode").len() > source.len());
}

#[wasm_bindgen_test]
fn a_link_is_made() {
    let json = include_str!("../../../share/tests/fixtures/k1/unicode.json");
    let link = toolbox::encode_link(js_sys::JSON::parse(json).expect("JSON")).expect("small");
    assert!(link.starts_with("#k1."));
    let meant: tilewright_share::Record = serde_json::from_str(json).expect("a record");
    assert_eq!(tilewright_share::decode(&link), Ok(meant));
    assert!(toolbox::encode_link(JsValue::NULL).is_err());
}

const GRAPH: &str = include_str!("../../../../tests/documents/four.json");

#[wasm_bindgen_test]
fn a_loop_graph_is_scheduled() {
    let machine = Some("documented-blackwell".to_string());
    let scheduled = toolbox::schedule(GRAPH, "auto", machine).expect("a schedule");
    assert_eq!(get(&get(&scheduled, "solution"), "ii").as_f64(), Some(15.0));
    assert!(text(&scheduled, "text").contains("lower bound on II: 15"));
    assert_eq!(text(&get(&scheduled, "graph"), "name"), "four");
}

#[wasm_bindgen_test]
fn what_is_no_loop_graph_is_refused_in_words() {
    let why = |graph: &str, scheduler: &str, machine: Option<&str>| {
        let refused = toolbox::schedule(graph, scheduler, machine.map(str::to_string)).expect_err("refused");
        refused.as_string().expect("text")
    };
    assert!(why("{", "auto", None).contains("line 1"));
    assert!(why(GRAPH, "fastest", None).contains("there is no `fastest`"));
    assert!(why(GRAPH, "auto", Some("abacus")).contains("abacus"));
}

#[wasm_bindgen_test]
fn a_barrier_program_is_checked() {
    let program = |parity: u32| {
        format!(
            r#"{{"barriers":[{{"name":"full","count":1}}],"slots":[{{"name":"a"}}],"agents":[
            {{"name":"producer","steps":[{{"step":"write","slot":0,"item":0}},{{"step":"arrive","barrier":0,"count":1}}]}},
            {{"name":"consumer","steps":[{{"step":"wait","barrier":0,"parity":{parity}}},{{"step":"read","slot":0,"item":0}}]}}]}}"#
        )
    };
    let proved = toolbox::check_pipeline(&program(0)).expect("a program");
    assert_eq!(get(&proved, "proved").as_bool(), Some(true));
    let refuted = toolbox::check_pipeline(&program(1)).expect("a program");
    assert_eq!(get(&refuted, "proved").as_bool(), Some(false));
    assert!(text(&refuted, "text").contains("consumer"));
    let refused = toolbox::check_pipeline("[]").expect_err("no program");
    assert!(
        refused
            .as_string()
            .is_some_and(|why| why.contains("not a barrier program"))
    );
}

#[wasm_bindgen_test]
fn maps_tiles_and_compares_schedulers() {
    let text = r#"{"m":512,"n":512,"k":256,"l":1,"tile":[128,128,64],"cluster":[1,1],"sms":6,"scheduler":"stream-k",
        "policy":"cutlass-sm90","swizzle":1,"raster":"Heuristic","splits":1,"element_bytes":2,"l2_bytes":1048576,
        "epilogue":0,"join":1}"#;
    let problem = || js_sys::JSON::parse(text).expect("JSON");
    let map = toolbox::tile_map(problem()).expect("an object");
    let pieces = get(&map, "pieces").as_f64().expect("a number");
    let data = js_sys::Uint32Array::from(get(&map, "pieces_data"));
    assert!(pieces >= 16.0);
    assert_eq!(f64::from(data.length()), pieces * 9.0);
    let compared = js_sys::Array::from(&toolbox::compare_schedulers(problem()).expect("an array"));
    assert_eq!(compared.length(), 4);
    let wrong = js_sys::JSON::parse(&text.replace("512", "0")).expect("JSON");
    assert!(
        toolbox::tile_map(wrong)
            .unwrap_err()
            .as_string()
            .is_some_and(|why| why.contains("at least 1"))
    );
}

#[wasm_bindgen_test]
fn a_graph_is_laid_out_or_refused_in_words() {
    let graph = |to: usize| {
        let json = format!(
            r#"{{"boxes":[{{"width":80,"height":26}},{{"width":80,"height":26}}],"lines":[{{"from":0,"to":{to},"strong":true}}],"label":{{"width":30,"height":14}}}}"#
        );
        js_sys::JSON::parse(&json).expect("JSON")
    };
    let drawing = toolbox::lay_out(graph(1)).expect("a drawing");
    let boxes = js_sys::Array::from(&get(&drawing, "boxes"));
    let down = |place: u32| get(&boxes.get(place), "y").as_f64().expect("a number");
    assert!(down(0) < down(1));
    let way = js_sys::Array::from(&get(&drawing, "ways")).get(0);
    assert_eq!(js_sys::Array::from(&get(&way, "points")).length(), 3);
    let refused = toolbox::lay_out(graph(2)).expect_err("no box");
    assert!(refused.as_string().is_some_and(|why| why.contains("not there")));
}
