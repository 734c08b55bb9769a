//! Kernels whose products agents give to the unit that multiplies while threads go on, whatever is around these products.

use std::path::Path;
use tilewright_driver::report::Report;
use tilewright_driver::{Options, compile};

/// The kernels of `tests/language`.
const KERNELS: &[&str] = &[
    "ends_early",
    "ends_early_return",
    "ends_early_twice",
    "product_batch",
    "product_branch",
    "product_branch_loaded",
    "product_once",
    "product_once_chained",
    "product_while",
    "rings_regrouped",
];

/// The GPUs with such a unit, and its instruction.
const UNITS: [(&str, &str); 2] = [("sm_90a", "wgmma.mma_async"), ("sm_100a", "tcgen05.mma")];

fn source(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    std::fs::read_to_string(folder.join(format!("{name}.mlir"))).unwrap()
}

fn compiled(source: &str, gpu_name: &str) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    };
    compile(source, &options).report
}

/// Whether TMA loads and the unit multiplies.
fn is_specialised(report: &Report, instruction: &str) -> bool {
    let text = &report.ptx.as_ref().unwrap().text;
    text.contains(instruction) && text.contains("cp.async.bulk.tensor") && !text.contains("mma.sync")
}

#[test]
fn agents_have_products_whatever_is_around_them() {
    for name in KERNELS {
        for (gpu_name, instruction) in UNITS {
            let report = compiled(&source(name), gpu_name);
            assert!(is_specialised(&report, instruction), "{name} on {gpu_name}");
        }
    }
}

/// The kernel with a part of it replaced, which agents are not given, for a reason with this code.
fn refused(name: &str, [from, to]: [&str; 2], code: &str) {
    let changed = source(name).replace(from, to);
    assert_ne!(changed, source(name), "{name}");
    for (gpu_name, instruction) in UNITS {
        let report = compiled(&changed, gpu_name);
        assert!(!is_specialised(&report, instruction), "{name} on {gpu_name}");
        let codes: Vec<&str> = report.diagnostics.iter().map(|told| &*told.code).collect();
        assert!(codes.contains(&code), "{name} on {gpu_name}: {codes:?}");
    }
}

#[test]
fn agents_have_no_kernel_that_returns_from_a_branch_in_a_branch() {
    let nested = "  if %skip {\n    if %skip {\n      return\n    }\n  }\n";
    refused(
        "ends_early_return",
        ["  if %skip {\n    return\n  }\n", nested],
        "choice.ends-early",
    );
}

/// Matrices of a batch that are stored in an order with others are not cut.
#[test]
fn batches_in_an_order_stay_whole() {
    let stores = ["store_view_tko weak", "store_view_tko release device"];
    refused("product_batch", stores, "pipeline.batch");
}

#[test]
fn loops_that_count_to_no_bound_have_no_agents() {
    let tests = ["cmpi less_than %k_1, %32", "cmpi not_equal %k_1, %32"];
    refused("product_while", tests, "pipeline.no-loop");
}

/// The reason is not that the product is in no loop, or in a branch.
#[test]
fn reads_in_an_order_are_not_ahead_in_whatever_loop() {
    let loads = ["load_view_tko weak", "load_view_tko relaxed device"];
    for name in ["product_once", "product_branch"] {
        refused(name, loads, "pipeline.ordered-read");
    }
}

/// Rows of 64 by so many elements on the left, times so many rows of 64 on the right, each loaded as a tile of 128.
fn padded([left, right]: [&str; 2]) -> String {
    format!(
        "entry @padded(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %n: tile<i32>) {{
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f32>>
  %zero = constant <i32: 0> : tile<i32>
  %sum = constant <f32: 0.0> : tile<64x64xf32>
  %ta = make_tensor_view %a16, shape = [64, {left}], strides = [128, 1] : {of_a}{a}
  %tb = make_tensor_view %b16, shape = [{right}, 64], strides = [64, 1] : {of_b}{b}
  %tc = make_tensor_view %c16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %va = make_partition_view %ta : partition_view<tile=(64x128), padding_value = zero, {a}>
  %vb = make_partition_view %tb : partition_view<tile=(128x64), padding_value = zero, {b}>
  %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %l, %t0 = load_view_tko weak %va[%zero, %zero] token = %token : partition_view<tile=(64x128), padding_value = zero, {a}>, tile<i32> -> tile<64x128xf16>, token
  %r, %t1 = load_view_tko weak %vb[%zero, %zero] token = %token : partition_view<tile=(128x64), padding_value = zero, {b}>, tile<i32> -> tile<128x64xf16>, token
  %d = mmaf %l, %r, %sum : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
  %t2 = store_view_tko weak %d, %vc[%zero, %zero] token = %token : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}}
",
        of_a = operands(left),
        of_b = operands(right),
        a = format_args!("tensor_view<64x{}xf16, strides=[128,1]>", extent(left)),
        b = format_args!("tensor_view<{}x64xf16, strides=[64,1]>", extent(right)),
    )
}

/// The types of a view's operands, where its extent is one.
fn operands(written: &str) -> &str {
    if written.starts_with('%') { "tile<i32> -> " } else { "" }
}

/// An extent in a type: `?` where it is a value.
fn extent(written: &str) -> &str {
    if written.starts_with('%') { "?" } else { written }
}

/// Places along K that both views pad with zeros are not multiplied; those that one of them pads are, since the other may have an infinity there.
#[test]
fn steps_along_k_that_are_zero_on_both_sides_are_dropped() {
    for (gpu_name, instruction) in [("sm_80", "mma.sync"), ("sm_120a", "mma.sync")]
        .into_iter()
        .chain(UNITS)
    {
        let products = |extents: [&str; 2]| {
            let report = compiled(&padded(extents), gpu_name);
            let ptx = report
                .ptx
                .unwrap_or_else(|| panic!("{gpu_name}: {:?}", report.diagnostics));
            ptx.text.matches(instruction).count()
        };
        let all = products(["128", "128"]);
        assert!(all > 0, "{gpu_name}");
        for (extents, of_8) in [
            (["96", "96"], 6),
            (["80", "96"], 6),
            (["80", "80"], 5),
            (["40", "40"], 3),
        ] {
            assert_eq!(products(extents) * 8, all * of_8, "{extents:?} on {gpu_name}");
        }
        for extents in [["96", "128"], ["128", "96"], ["96", "%n"], ["%n", "%n"]] {
            assert_eq!(products(extents), all, "{extents:?} on {gpu_name}");
        }
        // Padded with another number, nothing is zero.
        let odd = padded(["96", "96"]).replace("padding_value = zero", "padding_value = nan");
        let ptx = compiled(&odd, gpu_name).ptx.unwrap();
        let of_warps = ptx.text.matches("mma.sync").count() + ptx.text.matches(instruction).count();
        assert!(of_warps > 0 && of_warps.is_multiple_of(8), "{gpu_name}: {of_warps}");
    }
}
