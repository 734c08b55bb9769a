//! `tilewright layout`: the layouts of a kernel, of one access, of one conversion, and the catalogue.

use crate::common::tilewright;

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = tilewright(args, b"");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The line of the candidate that was taken.
fn taken(out: &str) -> &str {
    out.lines().find(|line| line.starts_with('>')).unwrap()
}

const KERNEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/kernels/gemm_bias_relu.mlir");

#[test]
fn every_access_and_conversion_of_a_kernel_is_told_with_its_candidates() {
    let (exit, out, _) = run(&["layout", KERNEL]);
    assert_eq!(exit, Some(0));
    let says = |out: &str, parts: [&str; 3]| {
        for part in parts {
            assert!(out.contains(part), "{part} is missing from\n{out}");
        }
    };
    let store = "tiled_store of tile<128x128xf16>, registers to global";
    let leaving = "elements would leave the warps that have them as accumulators";
    says(
        &out,
        [
            store,
            leaving,
            "cp.async.bulk.tensor store boxes of 128 rows of 128 bytes, swizzled",
        ],
    );
    let (_, by_threads, _) = run(&["layout", KERNEL, "--gpu-name", "sm_80"]);
    let conversion = "convert_layout of tile<128x128xf16>, registers to registers";
    says(&by_threads, [store, conversion, "rows padded by 16 bytes"]);
    let (exit, out, _) = run(&["layout", KERNEL, "--json"]);
    assert_eq!(exit, Some(0));
    let choices: serde_json::Value = serde_json::from_str(&out).unwrap();
    for choice in choices.as_array().unwrap() {
        let candidates = choice["candidates"].as_array().unwrap();
        let score = |candidate: &serde_json::Value| candidate["cost"]["score"].as_f64();
        let least = candidates.iter().filter_map(score).fold(f64::INFINITY, f64::min);
        let chosen = &candidates[choice["chosen"].as_u64().unwrap() as usize];
        assert_eq!(score(chosen), Some(least), "{choice}");
    }
}

#[test]
fn an_access_takes_the_widest_that_is_aligned() {
    let (exit, out, _) = run(&["layout", "--tile", "128x64xf16", "--strides", "?,1", "--align", "8"]);
    assert_eq!(exit, Some(0));
    assert!(
        out.contains("8 of 16 bytes are proven to lie side by side and aligned"),
        "{out}"
    );
    assert!(taken(&out).contains("ld.global"), "{out}");
    // A column-major tile is moved along its columns.
    let (_, out, _) = run(&["layout", "--tile", "64x64xf32", "--strides", "1,64", "--store"]);
    assert!(taken(&out).contains(" 512 "), "{out}");
}

#[test]
fn a_conversion_takes_shuffles_for_little_and_rows_without_conflicts_for_much() {
    let (exit, out, _) = run(&["layout", "--tile", "32x32xf32", "--convert", "1:4,1:2", "--warps", "1"]);
    assert_eq!((exit, taken(&out).contains("st.shared")), (Some(0), true), "{out}");
    let (_, out, _) = run(&["layout", "--tile", "8x32xf32", "--convert", "1:4,1:2", "--warps", "1"]);
    assert!(taken(&out).contains("shfl.sync.idx"), "{out}");
    let (_, out, _) = run(&["layout", "--tile", "64x64xf32", "--convert", "1:4,1:4"]);
    assert!(taken(&out).contains("mov"), "{out}");
}

#[test]
fn the_catalogue_is_that_of_the_target() {
    let (exit, out, _) = run(&["layout", "--atoms", "--gpu-name", "sm_100a"]);
    assert_eq!(exit, Some(0));
    assert!(
        out.contains("tcgen05.ld.32x32b: tensor_memory to registers, from sm_100"),
        "{out}"
    );
    assert!(!out.contains("wgmma"), "{out}");
    let (_, out, _) = run(&["layout", "--atoms", "--gpu-name", "sm_80"]);
    assert!(out.contains("cp.async:") && !out.contains("stmatrix"), "{out}");
}

#[test]
fn what_is_no_question_is_wrong_usage() {
    for args in [
        &["layout"][..],
        &["layout", "--tile", "128"],
        &["layout", "--tile", "3xf32"],
        &["layout", "--tile", "16777216x16777216xf32"],
        &["layout", "--tile", "64x64xf32", "--strides", "1"],
        &["layout", "--tile", "64x64xf32", "--convert", "2:1,0:1"],
        &["layout", "--tile", "64x64xf32", "--convert", "0:3,0:1"],
        &["layout", "--tile", "64x64xf32", "--warps", "3"],
        &["layout", "--tile", "64x64xf32", "--align", "0"],
        &["layout", "--atoms", "--tile", "64x64xf32"],
        &["layout", "no-such-file.mlir"],
    ] {
        let (exit, out, told) = run(args);
        assert_eq!((exit, out.is_empty()), (Some(2), true), "{args:?}: {told}");
    }
}
