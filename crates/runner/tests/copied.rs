//! Operands that no tensor map of the host has (`tests/language/copied_*.mlir`): rows through pointers, views at places that the kernel
//! computes, and views whose strides TMA refuses. Threads copy them to where the unit reads them, or warps that multiply as they come.

use crate::common::{orders, right_in_orders};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tilewright_driver::report::{PassRecord, Report};
use tilewright_driver::{Options, Strategy, compile, trace_from};
use tilewright_runner::{Experiment, Form, experiment, fill};

/// GPUs whose products run meanwhile, and the instruction that multiplies.
const GPUS: [(&str, &str); 2] = [("sm_90a", "wgmma.mma_async"), ("sm_100a", "tcgen05.mma")];

/// The ops that keep the phase of a barrier from its end until copies have landed.
const HOLD: &str = "cp.async.mbarrier.arrive";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language")
}

fn kernel(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.mlir"))).unwrap()
}

fn kernels() -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let name = |file: PathBuf| file.file_stem().unwrap().to_string_lossy().into_owned();
    let mut names: Vec<String> = files.map(name).filter(|name| name.starts_with("copied_")).collect();
    names.sort();
    assert!(names.len() >= 6, "{names:?}");
    names.into_iter().map(|name| (name.clone(), kernel(&name))).collect()
}

fn options(gpu: &str) -> Options {
    Options {
        gpu_name: gpu.to_string(),
        ..Options::default()
    }
}

fn compiled(gpu: &str, source: &str) -> Report {
    let report = compile(source, &options(gpu)).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

fn text(report: &Report) -> &str {
    &report.ptx.as_ref().unwrap().text
}

#[test]
fn threads_copy_to_where_the_unit_reads() {
    for ((name, source), (gpu, instruction)) in kernels().iter().flat_map(|kernel| GPUS.map(|gpu| (kernel, gpu))) {
        let report = compiled(gpu, source);
        let place = format!("{name} for {gpu}");
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert_eq!(found.strategy, Strategy::WarpSpecialize, "{place}");
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
        let ptx = text(&report);
        assert!(ptx.contains(instruction) && !ptx.contains("mma.sync"), "{place}");
        assert!(ptx.contains("cp.async.c") && ptx.contains(HOLD), "{place}");
        right_in_orders(source, &report, orders(), &place);
    }
}

/// GPUs whose warps multiply as they come have the same tiles ahead, in rings that all threads fill.
#[test]
fn all_threads_copy_ahead_what_is_nowhere_known_before() {
    for ((name, source), gpu) in kernels()
        .iter()
        .flat_map(|kernel| ["sm_80", "sm_120a"].map(|gpu| (kernel, gpu)))
    {
        let place = format!("{name} for {gpu}");
        let report = compiled(gpu, source);
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert!(found.depth.chosen > 2, "{place}: {}", found.depth.chosen);
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
        // In the loop nothing is loaded but numbers that say where tiles are.
        let ptx = text(&report);
        let body = &ptx[ptx.find("mma.sync").unwrap()..ptx.rfind("mma.sync").unwrap()];
        assert!(ptx.contains("cp.async.c") && !body.contains("ld.global.v"), "{place}");
        right_in_orders(source, &report, orders(), &place);
    }
}

/// In a loop over tiles the first copies for the next one start before this one is stored, once nobody reads this one's slots any more.
#[test]
fn threads_copy_for_the_next_tile_before_they_store_this_one() {
    let file = folder().join("../kernels/tiles_persistent.mlir");
    let source = std::fs::read_to_string(file).unwrap();
    let report = compiled("sm_80", &source);
    let found = &report.schedule.as_ref().unwrap().loops[0];
    assert!(
        found.why.contains("the next iteration of the loop around"),
        "{}",
        found.why
    );
    let text = &made(&report).listing.text;
    let store = text.find("nv_tileas.tiled_store").unwrap();
    let last = text[..store].rfind("nvvm.barrier").unwrap();
    assert!(text[last..store].contains("nv_tileas.async.tiled_load"), "{text}");
    assert_eq!(verdict("sm_80", text), Some("proved"));
    let end = last + text[last..].find('\n').unwrap();
    let spoiled = format!("{}{}", &text[..last], &text[end..]);
    assert_eq!(verdict("sm_80", &spoiled), Some("refuted"));
    right_in_orders(&source, &report, orders(), "");
}

/// The kernel once all threads copy ahead.
fn made(report: &Report) -> &PassRecord {
    let mut passes = report.passes.iter();
    passes.find(|pass| pass.name == "unspecialized-pipeline").unwrap()
}

/// The verdict on the barriers of such a text.
fn verdict(gpu: &str, text: &str) -> Option<&'static str> {
    let report = trace_from(text, &options(gpu), Some("unspecialized-pipeline")).report;
    let protocol = report.schedule.and_then(|schedule| schedule.protocol);
    protocol.map(|protocol| protocol.verdict.word())
}

/// Threads that copy ahead piece by piece wait for the pieces of all others.
#[test]
fn a_ring_of_pieces_is_not_read_before_all_have_waited() {
    let source = kernel("copied_pointers");
    let report = compiled("sm_80", &source);
    let text = &made(&report).listing.text;
    assert!(text.contains("slot_write") && text.contains(" copied"), "{text}");
    assert_eq!(verdict("sm_80", text), Some("proved"));
    for word in ["nvvm.cp.async.wait_group", "nvvm.barrier"] {
        let spoiled = without(text, |line| line.trim_start().starts_with(word));
        assert!(spoiled != *text, "{word}");
        assert_eq!(verdict("sm_80", &spoiled), Some("refuted"), "without {word}");
    }
}

/// Tiles that threads cannot copy go through their registers: elements beside which others lie nowhere near, and padding that is not zero.
#[test]
fn what_cannot_be_copied_goes_through_registers() {
    let pointers = kernel("copied_pointers");
    // Rows of an odd number of elements, whose neighbours are aligned to 2 bytes.
    let odd = kernel("copied_odd").replace("x100xf16, strides=[100,1]", "x100xf16, strides=[101,1]");
    let odd = odd.replace("strides = [100, 1]", "strides = [101, 1]");
    let ones = pointers.replace("constant <f16: 0.000000e+00>", "constant <f16: 1.000000e+00>");
    assert!(odd != kernel("copied_odd") && ones != pointers);
    for (name, source) in [("odd", odd), ("ones", ones)] {
        let report = compiled("sm_90a", &source);
        let loads = |source: &str| text(&compiled("sm_90a", source)).matches("ld.global").count();
        let fewer = match name {
            "odd" => loads(&kernel("copied_odd")),
            _ => loads(&pointers),
        };
        assert!(text(&report).matches("ld.global").count() > fewer, "{name}");
        right_in_orders(&source, &report, orders(), name);
    }
}

fn run(source: &str, report: &Report, ptx: &str, seed: u32) -> Experiment {
    let module = tilewright_ir::parse(source).module;
    let (lines, abi) = (&report.ptx.as_ref().unwrap().lines, report.abi.as_ref().unwrap());
    let form = Form {
        seed,
        ..Form::default()
    };
    let launch = fill(&module, &abi.entry, &form).unwrap();
    let mut go_on = |_| ControlFlow::Continue(());
    experiment(source, (ptx, lines), abi, &launch, seed, &mut go_on).unwrap()
}

/// A text of as many lines without what some of them say.
fn without(text: &str, is_it: impl Fn(&str) -> bool) -> String {
    let lines: Vec<&str> = text.lines().map(|line| if is_it(line) { "" } else { line }).collect();
    lines.join("\n") + "\n"
}

/// The unit reads through the asynchronous proxy, and before they have landed copies are not there.
#[test]
fn a_slot_is_not_read_before_its_copies_are_seen() {
    let source = kernel("copied_pointers");
    for (gpu, _) in GPUS {
        let report = compiled(gpu, &source);
        let caught = |word: &str, kind: &str| {
            let spoiled = without(text(&report), |line| line.contains(word));
            assert_ne!(spoiled, text(&report));
            let found = (0..8).any(|seed| {
                let result = run(&source, &report, &spoiled, seed);
                result.ptx_faults.iter().any(|fault| fault.kind == kind)
            });
            assert!(found, "{word} for {gpu}");
        };
        caught("fence.proxy.async", "missing-proxy-fence");
        caught(HOLD, "race");
    }
}

/// The judge knows that copies are under way when a warp arrives that does not hold the barrier open for them.
#[test]
fn a_commit_that_forgets_its_copies_is_refuted() {
    let source = kernel("copied_pointers");
    let passes = compiled("sm_90a", &source).passes;
    let made = passes.iter().find(|pass| pass.name == "materialize-async").unwrap();
    let verdict = |text: &str| {
        let report = trace_from(text, &options("sm_90a"), Some("materialize-async")).report;
        let protocol = report.schedule.and_then(|schedule| schedule.protocol);
        let protocol = protocol.unwrap_or_else(|| panic!("{:?}", report.diagnostics));
        (protocol.verdict.word(), format!("{protocol:?}"))
    };
    let spoil = |line: &str| match line.contains("producer_commit") {
        true => line.replace(" copied", ""),
        false => line.to_string(),
    };
    let text = &made.listing.text;
    assert_eq!(verdict(text).0, "proved");
    let spoiled: Vec<String> = text.lines().map(spoil).collect();
    let (word, told) = verdict(&(spoiled.join("\n") + "\n"));
    assert!(
        word == "refuted" && told.contains("copies to it are under way"),
        "{told}"
    );
}
