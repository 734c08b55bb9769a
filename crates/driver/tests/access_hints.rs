//! Hints of loads and stores: `latency` and `allow_tma`, by architecture.

use tilewright_driver::options::Swizzle;
use tilewright_driver::report::Report;
use tilewright_driver::{Options, compile};

const LOAD: &str = "%tiles_a[%x, %i] token = %token";
const STORE: &str = "%tiles_c[%x, %y] token = %token";

/// The kernel of the catalogue of codes, with hints of an access.
fn hinted(access: &str, hints: &str, gpu: &str) -> Report {
    let source = include_str!("../../../docs/codes/gemm.mlir");
    assert_eq!(source.matches(access).count(), 1);
    let source = source.replace(access, &format!("{access} optimization_hints=<{hints}>"));
    let options = Options {
        gpu_name: gpu.to_string(),
        ..Options::default()
    };
    let report = compile(&source, &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

fn stages(report: &Report) -> i64 {
    report.schedule.as_ref().unwrap().loops[0].depth.chosen
}

fn ptx(report: &Report) -> &str {
    &report.ptx.as_ref().unwrap().text
}

#[test]
fn a_latency_deepens_the_ring_as_far_as_it_fits() {
    for (gpu, key) in [("sm_90a", "sm_90"), ("sm_100a", "sm_100"), ("sm_80", "default")] {
        let plain = hinted(LOAD, "default = {}", gpu);
        let (usual, fits) = (stages(&plain), plain.schedule.as_ref().unwrap().loops[0].depth.fits);
        // As many as there would be anyway, and the most that fit.
        for (asked, has, honoured) in [(1, usual, true), (fits, fits, true), (fits + 1, fits, false)] {
            let report = hinted(LOAD, &format!("{key} = {{latency = {asked}}}"), gpu);
            assert_eq!(stages(&report), has.max(usual), "{gpu}, {asked}");
            let hint = &report.hints[0];
            assert_eq!(hint.honoured, honoured, "{gpu}, {asked}: {}", hint.reason);
            assert!(hint.reason.contains(&format!("{has} stages")), "{gpu}: {}", hint.reason);
        }
        // One for another architecture says nothing.
        let other = hinted(LOAD, "sm_120 = {latency = 9}", gpu);
        assert_eq!((stages(&other), other.hints[0].honoured), (usual, false), "{gpu}");
    }
}

/// Copies of two iterations share a barrier, as they do without a hint, where the stages that it asks for are those ahead and a round's.
#[test]
fn a_latency_leaves_the_stages_of_a_round() {
    let hinted = |stages: u32| hinted(LOAD, &format!("default = {{latency = {stages}}}"), "sm_80");
    let usual = hinted(1);
    let asked = stages(&usual) as u32;
    assert!(hinted(asked).schedule.unwrap().loops[0].depth.asked == Some(asked));
    assert_eq!(ptx(&hinted(asked)), ptx(&usual));
    assert_ne!(ptx(&hinted(asked + 1)), ptx(&usual));
}

#[test]
fn tma_is_kept_away_where_the_kernel_forbids_it() {
    let allowed = hinted(LOAD, "sm_90 = {allow_tma = true}", "sm_90a");
    assert!(ptx(&allowed).contains("cp.async.bulk.tensor.2d.shared") && allowed.hints[0].honoured);
    let forbidden = hinted(LOAD, "sm_90 = {allow_tma = false}", "sm_90a");
    // TMA loads the other operand, and threads copy this one.
    let loads = |report: &Report, opcode: &str| ptx(report).matches(opcode).count();
    let tensor = "cp.async.bulk.tensor.2d.shared";
    assert!(loads(&forbidden, tensor) < loads(&allowed, tensor) && loads(&forbidden, tensor) > 0);
    assert_eq!(loads(&allowed, "cp.async.mbarrier.arrive"), 0);
    assert!(loads(&forbidden, "cp.async.mbarrier.arrive") > 0);
    assert!(forbidden.hints[0].honoured, "{}", forbidden.hints[0].reason);
    assert!(forbidden.diagnostics.is_empty(), "{:?}", forbidden.diagnostics);
    // For another architecture.
    let other = hinted(LOAD, "sm_100 = {allow_tma = false}", "sm_90a");
    assert!(ptx(&other).contains("cp.async.bulk.tensor.2d.shared") && !other.hints[0].honoured);
    let stored = |hints: &str| ptx(&hinted(STORE, hints, "sm_90a")).contains("cp.async.bulk.tensor.2d.global");
    assert!(stored("sm_90 = {allow_tma = true}"));
    assert!(!stored("sm_90 = {allow_tma = false}"));
}

#[test]
fn a_swizzle_of_a_load_yields_to_an_option_and_says_so() {
    let source = include_str!("../../../docs/codes/gemm.mlir");
    let source = source.replace(LOAD, &format!("{LOAD} optimization_hints=<sm_90 = {{swizzle = 64}}>"));
    let told = |lhs_swizzle: Option<Swizzle>| {
        let options = Options {
            gpu_name: "sm_90a".to_string(),
            lhs_swizzle,
            ..Options::default()
        };
        let report = compile(&source, &options).report;
        assert!(report.ok, "{:?}", report.diagnostics);
        let buffer = report.layouts.iter().find(|choice| choice.to == "shared").unwrap();
        let boxes = buffer.candidates[buffer.chosen.unwrap()].boxes.unwrap();
        (boxes.span, report.hints[0].honoured, report.hints[0].reason.clone())
    };
    let has_it = "the tile's buffer has it".to_string();
    assert_eq!(told(None), (64, true, has_it.clone()));
    assert_eq!(told(Swizzle::from_name("64b")), (64, true, has_it));
    let (span, honoured, why) = told(Swizzle::from_name("32b"));
    assert_eq!((span, honoured), (32, false));
    assert!(why.contains("overridden by --lhs-swizzle"), "{why}");
}

/// Each value that an operand is made of is looked at once: here there are 2^40 ways to the load.
#[test]
fn a_swizzle_is_asked_for_however_an_operand_is_made() {
    let source = include_str!("../../../tests/documents/swizzle.mlir");
    let doubled = |at: usize| format!("    %d{} = addf %d{at}, %d{at} : tile<128x32xf32>\n", at + 1);
    let chain: String = (0..40).map(doubled).collect();
    let made = source.replace(
        "    %75 = maxf %73, %65 : tile<128x32xf32>\n",
        &format!("    %d0 = maxf %73, %65 : tile<128x32xf32>\n{chain}"),
    );
    let made = made.replace("ftof %75 ", "ftof %d40 ");
    assert_ne!(made, source);
    let ptx = |lhs_swizzle: Option<Swizzle>| {
        let options = Options {
            gpu_name: "sm_90a".to_string(),
            lhs_swizzle,
            ..Options::default()
        };
        compile(&made, &options).report.ptx.unwrap().text
    };
    assert_ne!(ptx(Swizzle::from_name("128b")), ptx(None));
}

/// Elements that pass between threads behind the loop take as many rounds as the memory of a CTA's share asks for: no ring gives stages up for a hint
/// that is not honoured then.
#[test]
fn threads_pass_elements_on_within_the_share_of_a_cta() {
    let with = |source: &str, ctas: u32, gpu: &str| {
        let hints = format!("optimization_hints=<default = {{occupancy = {ctas}}}>");
        let open = "optimization_hints=<default = {}>";
        let options = Options {
            gpu_name: gpu.to_string(),
            ..Options::default()
        };
        let report = compile(&source.replace(open, &hints), &options).report;
        assert!(report.ok && source.contains(open), "{:?}", report.diagnostics);
        let hint = report.hints.iter().find(|hint| hint.name.ends_with("occupancy"));
        (stages(&report), hint.is_some_and(|hint| hint.honoured))
    };
    let gemm = include_str!("../../../tests/cutile/gemm.mlir");
    for (gpu, ctas) in [("sm_80", 5), ("sm_90a", 5), ("sm_100a", 4), ("sm_120a", 4)] {
        assert!(with(gemm, ctas, gpu).1, "{gpu}");
    }
    // Two slots of attention's tiles fit two CTAs, and no three, whatever is passed on.
    let attention = include_str!("../../../tests/cutile/attention.mlir");
    let honoured = [2, 3].map(|ctas| with(attention, ctas, "sm_120a"));
    assert_eq!(honoured, [(2, true), (2, false)]);
}
