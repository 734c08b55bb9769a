//! The behaviour that the page relies on, run in a page and in a dedicated worker.

#[path = "../../../../tests/wasm_values.rs"]
mod values;

use js_sys::{Array, JSON, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use tilewright_driver::{Options, compile};
use tilewright_workbench as workbench;
use values::{get, number, text};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::DedicatedWorkerGlobalScope;

const VADD: &str = include_str!("../../../../tests/kernels/vadd.mlir");
const MATMUL: &str = include_str!("../../../../tests/kernels/matmul.mlir");

fn set(object: &JsValue, name: &str, value: impl Into<JsValue>) {
    Reflect::set(object, &name.into(), &value.into()).expect("an object");
}

fn length(list: &JsValue) -> u32 {
    Array::from(list).length()
}

/// The report of the compiler's module on a kernel, as the page has it.
fn report(source: &str) -> JsValue {
    JSON::parse(&compile(source, &Options::default()).report.to_json()).expect("JSON")
}

/// A form with nothing filled in, and the kernel's launch by it.
fn suggested(source: &str, entry: &str, slots: u32) -> JsValue {
    let form = JSON::parse(&format!(r#"{{"slots":{slots}}}"#)).expect("JSON");
    workbench::fill(source, entry, form).expect("a launch")
}

/// Somebody who is told how far a run is, in place of the page, with what it was told.
fn listener() -> (DedicatedWorkerGlobalScope, Rc<RefCell<Vec<JsValue>>>) {
    let told: Rc<RefCell<Vec<JsValue>>> = Rc::default();
    let hears = {
        let told = Rc::clone(&told);
        Closure::<dyn FnMut(JsValue)>::new(move |message| told.borrow_mut().push(message))
    };
    let page = Object::new();
    set(&page, "postMessage", hears.into_js_value());
    (page.unchecked_into(), told)
}

/// Runs what the compiler made of a kernel.
fn experiment(source: &str, report: &JsValue, launch: JsValue) -> (Result<JsValue, JsValue>, Vec<JsValue>) {
    let (page, told) = listener();
    let (ptx, abi, options) = (get(report, "ptx"), get(report, "abi"), get(report, "options"));
    let ran = workbench::experiment(source, None, ptx, abi, launch, options, &page, 7);
    (ran, told.take())
}

#[wasm_bindgen_test]
fn a_launch_is_suggested_and_follows_what_is_filled_in() {
    let launch = suggested(VADD, "vadd", 0);
    let names = Array::from(&get(&launch, "arguments"));
    let names: Vec<_> = names.iter().map(|one| text(&one, "name")).collect();
    assert_eq!(names, ["x", "y", "z", "n"]);
    let form = JSON::parse(r#"{"values":[null,null,null,4096]}"#).expect("JSON");
    let launch = workbench::fill(VADD, "vadd", form).expect("a launch");
    assert_eq!(number(&get(&launch, "grid"), "0"), 4.0);
    let refused = |form: &str| {
        let refused = workbench::fill(VADD, "vadd", JSON::parse(form).expect("JSON")).expect_err("refused");
        refused.as_string().expect("text, which the page tells from a crash")
    };
    assert!(refused(r#"{"grid":[-1,null,null]}"#).contains("-1"));
    assert!(refused(r#"{"grid":7}"#).len() > 10);
    assert!(workbench::fill(VADD, "nobody", JSON::parse("{}").expect("JSON")).is_err());
}

#[wasm_bindgen_test]
fn a_run_compares_both_engines_and_tells_how_far_it_is() {
    let report = report(VADD);
    let (ran, told) = experiment(VADD, &report, suggested(VADD, "vadd", 0));
    let ran = ran.expect("a run");
    assert_eq!(text(&ran, "verdict"), "same");
    assert!(number(&get(&get(&ran, "outputs"), "0"), "elements") > 1000.0);
    assert!(!told.is_empty());
    for message in &told {
        assert_eq!(
            (number(message, "id"), text(message, "kind")),
            (7.0, "progress".to_string())
        );
    }
    // A short run tells of whichever engine has come far.
    let stages = |name: &str| {
        told.iter()
            .any(|message| !get(&get(message, "stage"), name).is_undefined())
    };
    assert!(stages("kernel") || stages("ptx"));
}

#[wasm_bindgen_test]
fn ptx_that_computes_something_else_is_wrong() {
    let report = report(VADD);
    let ptx = get(&report, "ptx");
    let (right, wrong) = (
        text(&ptx, "text"),
        text(&ptx, "text").replace("add.rn.f32", "sub.rn.f32"),
    );
    assert_ne!(right, wrong);
    set(&ptx, "text", wrong);
    let (ran, _) = experiment(VADD, &report, suggested(VADD, "vadd", 0));
    assert_eq!(text(&ran.expect("a run"), "verdict"), "wrong");
    set(&ptx, "text", right.replace("ret;", "rte;"));
    let (ran, _) = experiment(VADD, &report, suggested(VADD, "vadd", 0));
    assert!(
        ran.expect_err("no PTX")
            .as_string()
            .is_some_and(|why| why.contains("rte"))
    );
}

#[wasm_bindgen_test]
fn the_barriers_of_a_ring_come_with_their_histories() {
    let report = report(MATMUL);
    let (ran, _) = experiment(MATMUL, &report, suggested(MATMUL, "matmul", 3));
    let ran = ran.expect("a run");
    assert!(
        ["same", "close"].contains(&&text(&ran, "verdict")[..]),
        "{}",
        text(&ran, "verdict")
    );
    assert!(length(&get(&ran, "barriers")) > 0);
    assert!(length(&get(&ran, "accesses")) > 0);
}

const PTX: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a)
{
  .reg .b32 %r<2>; .reg .b64 %rd<4>;
  ld.param.u64 %rd0, [a];
  cvta.to.global.u64 %rd1, %rd0;
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.f32 [%rd3], 0f40E00000;
  ret;
}
";

#[wasm_bindgen_test]
fn ptx_from_elsewhere_gets_a_launch_and_runs() {
    let suggested = workbench::suggest_launch(PTX, None).expect("PTX");
    assert_eq!(text(&suggested, "target"), "sm_80");
    assert_eq!(Array::from(&get(&suggested, "entries")).join(" "), "k");
    let launch = get(&suggested, "launch");
    let (page, told) = listener();
    let ran = workbench::run_alone(PTX, launch.clone(), 1, &page, 9).expect("a run");
    assert_eq!(length(&get(&ran, "faults")), 0);
    let threads = number(&get(&launch, "block"), "0");
    let array = get(&get(&ran, "arrays"), "0");
    assert!((1.0..=threads).contains(&number(&array, "changed")));
    assert_eq!(get(&get(&array, "values"), "0").as_f64(), Some(7.0));
    assert!(told.borrow().iter().all(|message| number(message, "id") == 9.0));

    let outside = PTX.replace("mul.wide.u32 %rd2, %r0, 4;", "mul.wide.u32 %rd2, %r0, 4194304;");
    let ran = workbench::run_alone(&outside, launch, 1, &page, 9).expect("a run");
    assert_eq!(text(&get(&get(&ran, "faults"), "0"), "kind"), "out-of-bounds");
}

#[wasm_bindgen_test]
fn what_is_no_ptx_or_no_launch_is_refused_in_words() {
    let refused = |why: Result<JsValue, JsValue>| why.expect_err("refused").as_string().expect("text");
    assert!(refused(workbench::suggest_launch("hello", None)).len() > 10);
    assert!(refused(workbench::suggest_launch(PTX, Some("other".to_string()))).contains("other"));
    let (page, _) = listener();
    assert!(refused(workbench::run_alone(PTX, JsValue::from_str("no launch"), 1, &page, 9)).len() > 10);
}
