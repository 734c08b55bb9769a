//! The report tells where the order of sums is not fixed, and nothing where it is.

use tilewright_driver::{Options, compile};

/// The line of the summary about the order of sums in a kernel that updates a place twice.
fn told(mode: &str, ty: &str) -> Option<String> {
    let source = format!(
        "entry @k(%p: tile<ptr<{ty}>>, %v: tile<{ty}>) {{\n  \
         %t = make_token : token\n  \
         %a, %t1 = atomic_rmw_tko relaxed device %p, {mode}, %v token=%t : tile<ptr<{ty}>>, tile<{ty}> -> tile<{ty}>, token\n  \
         %b, %t2 = atomic_rmw_tko relaxed device %p, {mode}, %v token=%t1 : tile<ptr<{ty}>>, tile<{ty}> -> tile<{ty}>, token\n  \
         return\n}}\n"
    );
    let report = compile(&source, &Options::default()).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    let mut facts = report.summary.into_iter();
    facts.find(|fact| fact.label == "order of sums").map(|fact| fact.value)
}

#[test]
fn atomics_that_add_floats_are_told_by_line() {
    let words = told("addf", "f32").expect("floats are added");
    assert!(
        words.starts_with("the atomics at lines 3, 4 add floats in the order"),
        "{words}"
    );
}

#[test]
fn atomics_whose_order_changes_no_result_are_not() {
    assert_eq!(told("add", "i32"), None);
    assert_eq!(told("max", "i32"), None);
    assert_eq!(told("xchg", "f32"), None);
}
