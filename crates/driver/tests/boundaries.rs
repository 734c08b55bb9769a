//! At every pass boundary: print, parse, print gives the same text, and what is printed is legal.
//!
//! Over the gallery, and over the shared corpus where it is present.

use crate::shared;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_driver::{Generator, Options, Report, Strategy, compile, gallery, trace_from};

fn check_boundaries(name: &str, source: &str) -> usize {
    let report = compile(source, &Options::default()).report;
    for pass in &report.passes {
        let place = format!("{name} after {}", pass.name);
        let text = &pass.listing.text;
        assert_eq!(
            text.lines().count(),
            pass.listing.lines.len(),
            "{place}: a source line for each line"
        );
        let parsed = tilewright_ir::parse(text);
        assert!(
            parsed.diagnostics.is_empty(),
            "{place}: {:#?}\n{text}",
            parsed.diagnostics
        );
        let found = tilewright_ir::verify(&parsed.module);
        assert!(found.is_empty(), "{place}: {found:#?}\n{text}");
        let again = tilewright_ir::print(&parsed.module).text;
        for (i, (a, b)) in text.lines().zip(again.lines()).enumerate() {
            assert_eq!(a, b, "{place}, line {}", i + 1);
        }
        assert_eq!(*text, again, "{place}");
    }
    report.passes.len()
}

/// Compiling on from the text of each boundary gives the PTX and the calling contract of the whole compilation: where
/// it is said which pass has made the text, and where only its ops tell.
fn check_going_on(name: &str, source: &str, options: &Options) {
    check_some(name, source, options, &|_| true);
}

/// The same from those boundaries that are wanted, by number.
fn check_some(name: &str, source: &str, options: &Options, wanted: &dyn Fn(usize) -> bool) {
    let whole = compile(source, options).report;
    let Some(ptx) = &whole.ptx else { return };
    let same = |from: Option<&str>, text: &str| {
        let report: Report = trace_from(text, options, from).report;
        let place = format!("{name} for {}, from {from:?}", options.gpu_name);
        let made = report
            .ptx
            .unwrap_or_else(|| panic!("{place}: {:#?}\n{text}", report.diagnostics));
        for (i, (a, b)) in ptx.text.lines().zip(made.text.lines()).enumerate() {
            assert_eq!(a, b, "{place}, line {}", i + 1);
        }
        assert_eq!(ptx.text, made.text, "{place}");
        assert_eq!(whole.abi, report.abi, "{place}");
    };
    // Where a pass changed nothing, the text is that of the boundary before.
    let changed = whole.passes.iter().filter(|pass| pass.changed).enumerate();
    for (_, pass) in changed.filter(|(number, _)| wanted(*number)) {
        same(Some(&pass.name), &pass.listing.text);
        same(None, &pass.listing.text);
    }
}

fn for_target(gpu_name: &str) -> Options {
    Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    }
}

#[test]
fn every_boundary_of_the_gallery_compiles_on_to_the_same_ptx() {
    for kernel in gallery() {
        check_going_on(kernel.name, kernel.source, &for_target("sm_90a"));
    }
}

/// Each dialect has ops before that pass in some kernel for each target, and none behind it.
#[test]
fn nothing_of_a_pipeline_is_left_when_pipelines_are_barriers() {
    let must_go = ["cutlass.pipeline.", "nv_tileas.async."];
    let has = |text: &str| must_go.map(|prefix| text.lines().any(|line| line.contains(prefix)));
    for target in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        let mut seen = [false; 2];
        for kernel in gallery() {
            let report = compile(kernel.source, &for_target(target)).report;
            let at = report
                .passes
                .iter()
                .position(|pass| pass.name == "convert-pipeline-to-nvvm");
            let Some(at) = at else { continue };
            let before = has(&report.passes[at - 1].listing.text);
            seen = [seen[0] || before[0], seen[1] || before[1]];
            let text = &report.passes[at].listing.text;
            assert_eq!(has(text), [false; 2], "{} for {target}:\n{text}", kernel.name);
        }
        // Without TMA, threads copy and no mbarrier is needed.
        assert_eq!(seen, [target != "sm_80", true], "{target}");
    }
}

#[test]
fn so_does_every_boundary_of_products_whose_threads_all_do_the_same() {
    let products = gallery().into_iter().filter(|kernel| kernel.source.contains("mma"));
    for kernel in products.take(4) {
        check_going_on(kernel.name, kernel.source, &for_target("sm_80"));
    }
    let bulk = Options {
        pipeline_strategy: Some(Strategy::Unspecialize),
        ..for_target("sm_90a")
    };
    let four_stage = Options {
        scheduler: Generator::FourStage,
        ..for_target("sm_80")
    };
    let products = gallery().into_iter().filter(|kernel| kernel.name == "gemm_dynamic");
    for kernel in products {
        check_going_on(kernel.name, kernel.source, &bulk);
        check_going_on(kernel.name, kernel.source, &four_stage);
    }
}

#[test]
fn every_boundary_of_the_corpus_compiles_on_to_the_same_ptx() {
    // Of each kernel a few boundaries, in turn, so that all of them come up.
    for (first, folder) in shared::corpus().iter().enumerate() {
        let source = std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
        let name = folder.display().to_string();
        check_some(&name, &source, &Options::default(), &|number| number % 5 == first % 5);
    }
}

/// The barriers of IR that is fed in behind the scheduler: no loop of it is in the schedule, whose part their verdict is.
#[test]
fn the_verdict_on_fed_barriers_is_in_the_report_with_its_way() {
    let all = gallery();
    let kernel = all
        .iter()
        .find(|one| one.name == "matmul")
        .expect("a kernel of the gallery");
    let options = for_target("sm_90a");
    let whole = compile(kernel.source, &options).report;
    let pass = |name: &str| whole.passes.iter().find(|pass| pass.name == name).expect("a pass");
    let text = &pass("materialize-schedule").listing.text;
    let verdict = |text: &str| {
        let report = trace_from(text, &options, None).report;
        let told = report.schedule.expect("something is told of the barriers");
        assert!(told.loops.is_empty());
        told.protocol.expect("there are barriers")
    };
    let right = verdict(text);
    assert_eq!(right.verdict.word(), "proved", "{}", right.text);
    assert!(!right.run.is_empty() && right.barriers.contains(&"full[0]".to_string()));
    let wrong = verdict(&without(text, "cutlass.pipeline.consumer_release"));
    assert_eq!(wrong.verdict.word(), "refuted", "{}", wrong.text);
    let [way, ..] = &wrong.counterexamples[..] else {
        panic!("a way into it");
    };
    assert!(!way.rows.is_empty() && !way.blocked.is_empty());
    // Of a kernel the loop has it.
    let own = whole.schedule.expect("a pipelined loop");
    assert!(own.protocol.is_none() && own.loops[0].protocol.is_some());
}

/// A text without the lines of an op.
fn without(text: &str, op: &str) -> String {
    let kept = text.lines().filter(|line| !line.contains(op));
    kept.map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_a_launch_knows_of_a_tile_scheduler_is_in_the_text() {
    let kernels = gallery();
    let product = kernels.iter().find(|kernel| kernel.name == "matmul").unwrap();
    for kind in [
        SchedulerKind::Auto,
        SchedulerKind::DataParallel,
        SchedulerKind::StaticPersistent,
        SchedulerKind::StreamK,
        SchedulerKind::Tilelang,
    ] {
        let options = Options {
            tile_scheduler: Some(TileScheduler {
                kind,
                ..TileScheduler::default()
            }),
            ..for_target("sm_90a")
        };
        check_going_on(&format!("matmul, {kind:?}"), product.source, &options);
    }
}

#[test]
fn gallery_kernels_survive_print_and_parse_at_every_boundary() {
    for kernel in gallery() {
        assert!(check_boundaries(kernel.name, kernel.source) > 5, "{}", kernel.name);
    }
}

#[test]
fn corpus_kernels_survive_print_and_parse_at_every_boundary() {
    let folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    let mut compiled = 0;
    for folder in folders {
        let source = std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
        if check_boundaries(&folder.display().to_string(), &source) > 5 {
            compiled += 1;
        }
    }
    assert!(compiled >= 10, "only {compiled} kernels came through");
}

#[test]
fn every_line_of_ptx_that_does_something_comes_from_a_line_of_the_kernel() {
    for kernel in gallery() {
        let report = compile(kernel.source, &Options::default()).report;
        let ptx = report.ptx.unwrap();
        let lines = kernel.source.lines().count() as u32;
        let body = ptx
            .text
            .lines()
            .zip(&ptx.lines)
            .filter(|(text, _)| text.starts_with("    ") && !text.contains(".reg"));
        let body: Vec<_> = body
            .filter(|(text, _)| !text.contains(".param .") && !text.contains("ld.param"))
            .collect();
        assert!(body.len() > 10);
        for (text, &line) in body {
            let declared = text.trim_start().starts_with('.');
            assert!(
                declared || (1..=lines).contains(&line),
                "{}: `{text}` comes from line {line}",
                kernel.name
            );
        }
    }
}

#[test]
fn agents_whose_threads_nobody_says_are_refused() {
    let kernel = gallery().into_iter().find(|kernel| kernel.name == "matmul").unwrap();
    let passes = compile(kernel.source, &Options::default()).report.passes;
    let whole = &passes.last().unwrap().listing.text;
    assert!(compile(whole, &Options::default()).report.ok);
    let number = "nvvm.reqntid = 256";
    assert!(whole.contains(number), "{whole}");
    let report = compile(
        &whole.replace(&format!("{number}, "), "").replace(number, ""),
        &Options::default(),
    )
    .report;
    let codes: Vec<_> = report
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.to_string())
        .collect();
    assert!(!report.ok && codes == ["boundary.text"], "{codes:?}");
}
