//! Products that tensor memory has no room for, or that its unit does not take, and hints that would take the unit away: what is made of
//! them, and in which words it is told.

use crate::tensor_memory::{PLAIN, Shape, report};
use tilewright_driver::report::Report;
use tilewright_driver::{Consumers, Options, Strategy};

/// A product that the unit does not take goes the way that it had before, and the reason is told.
#[test]
fn what_does_not_go_to_tensor_memory_says_why() {
    let sized = |tile: [u32; 3]| Shape { tile, ..PLAIN }.source();
    let small = sized([32, 64, 32]);
    let wide = sized([128, 512, 16]);
    // Columns that no instruction has are computed in slices, and these go there.
    for (source, code, is_taken) in [(small, "pipeline.tile-shape", false), (wide, "lower.in-slices", true)] {
        let report = report(&source, "sm_100a", None, None);
        let ptx = report
            .ptx
            .as_ref()
            .unwrap_or_else(|| panic!("{:?}", report.diagnostics));
        let has = |what: &str| ptx.text.contains(what);
        assert!(has("tcgen05.mma") == is_taken && has("mma.sync") != is_taken, "{code}");
        assert!(
            report.diagnostics.iter().any(|found| found.code == code),
            "{code}: {:?}",
            report.diagnostics
        );
    }
    // Rows of 16 bytes lie without a swizzle across K. Along K they are half of what an instruction of eight-bit elements takes: these become f16.
    let bytes = |tile: [u32; 3], turned: [bool; 2]| Shape {
        tile,
        element: "f8E4M3FN",
        turned,
        ..PLAIN
    };
    let short = bytes([128, 128, 16], [false, true]).source();
    let narrow = bytes([128, 16, 64], [false; 2]).source();
    for (source, kind) in [(short, "kind::f16"), (narrow, "kind::f8f6f4")] {
        let report = report(&source.replace("div_by<8>", "div_by<16>"), "sm_100a", None, None);
        let ptx = report.ptx.as_ref().map_or("", |ptx| &ptx.text);
        assert!(ptx.contains(kind), "{kind}: {:?}", report.diagnostics);
    }
    // Consumers that would take turns are refused where they are asked for.
    let report = report(&PLAIN.source(), "sm_100a", None, Some(Consumers::PingPong));
    assert!(!report.ok);
    let code = "pipeline.issued-for-all";
    assert!(
        report.diagnostics.iter().any(|found| found.code == code),
        "{:?}",
        report.diagnostics
    );
}

/// Types that the unit of one GPU has and that of another lacks are told as that.
#[test]
fn types_of_other_gpus_are_told() {
    let floats = Shape {
        element: "i8",
        result: "i32",
        ..PLAIN
    };
    let source = floats.source().replace("constant <f32: 0.0>", "constant <i32: 0>");
    let source = source.replace(
        "%narrow = ftof %sum : tile<128x64xf32> -> tile<128x64xi32>",
        "%narrow = addi %sum, %nothing : tile<128x64xi32>",
    );
    let source = source
        .replace("mmaf %la, %lb, %acc", "mmai %la, %lb, %acc signed signed")
        .replace("xf32>", "xi32>");
    let takes = report(&source, "sm_100a", None, None);
    assert!(
        takes.ptx.as_ref().is_some_and(|ptx| ptx.text.contains("tcgen05.mma")),
        "{:?}",
        takes.diagnostics
    );
    let lacks = report(&source, "sm_103a", None, None);
    let told = lacks.diagnostics.iter().find(|found| found.code == "pipeline.types");
    let told = told.unwrap_or_else(|| panic!("{:?}", lacks.diagnostics));
    assert!(
        told.message.contains("tcgen05 of sm_103a has no products of i8"),
        "{told:?}"
    );
    assert!(lacks.ptx.is_some_and(|ptx| ptx.text.contains("mma.sync")));
}

/// A hint for several CTAs of an SM is followed as far as agents have registers, and costs the product no unit; who asks for threads has them.
#[test]
fn no_hint_takes_the_unit_away() {
    let hinted = |tile: [u32; 3], ctas: u32| {
        let source = Shape { tile, ..PLAIN }.source();
        let hint = format!(") optimization_hints=<default = {{occupancy = {ctas}}}> {{");
        source.replacen(") {", &hint, 1)
    };
    let has = |report: &Report, what: &str| report.ptx.as_ref().is_some_and(|ptx| ptx.text.contains(what));
    let is_told = |report: &Report| {
        report
            .diagnostics
            .iter()
            .any(|found| found.code == "pipeline.occupancy")
    };
    for tile in [[128, 128, 64], [64, 64, 64]] {
        let followed = report(&hinted(tile, 2), "sm_100a", None, None);
        assert!(
            has(&followed, "tcgen05.mma") && !is_told(&followed),
            "{:?}",
            followed.diagnostics
        );
        let ctas = followed.occupancy.map(|occupancy| occupancy.ctas);
        assert_eq!(ctas, Some(2), "{tile:?}");
    }
    let source = hinted([128, 128, 32], 3);
    let kept = report(&source, "sm_100a", None, None);
    assert!(has(&kept, "tcgen05.mma") && is_told(&kept), "{:?}", kept.diagnostics);
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        pipeline_strategy: Some(Strategy::Unspecialize),
        ..Options::default()
    };
    let asked = tilewright_driver::compile(&source, &options).report;
    assert!(has(&asked, "mma.sync") && !is_told(&asked), "{:?}", asked.diagnostics);
}
