//! Kernels without a case: launches made from what the kernel says, and both engines on them.

use crate::shared;
use std::ops::ControlFlow;
use tilewright_runner::{ArgumentRole, Experiment, Form, Launch, Stage, Verdict, experiment, fill};

fn launch(source: &str, form: &Form) -> Result<Launch, String> {
    let module = tilewright_ir::parse(source).module;
    let entry = tilewright_driver::compile(source, &Default::default())
        .report
        .entries
        .first()
        .cloned();
    fill(&module, &entry.unwrap_or_default(), form)
}

fn go(source: &str, gpu_name: &str, form: &Form, seed: u32) -> Option<Result<Experiment, String>> {
    let options = tilewright_driver::Options {
        gpu_name: gpu_name.to_string(),
        ..Default::default()
    };
    let report = tilewright_driver::compile(source, &options).report;
    let (ptx, abi) = (report.ptx?, report.abi?);
    let module = tilewright_ir::parse(source).module;
    let run = |launch: Launch| {
        experiment(source, (&ptx.text, &ptx.lines), &abi, &launch, seed, &mut |_| {
            ControlFlow::Continue(())
        })
    };
    Some(fill(&module, &abi.entry, form).and_then(run))
}

fn gallery(name: &str) -> &'static str {
    tilewright_driver::gallery()
        .into_iter()
        .find(|k| k.name == name)
        .unwrap()
        .source
}

#[test]
fn each_slot_of_a_ring_is_used_three_times() {
    for (name, k, tile) in [("matmul", "k", 32.0), ("gemm_dynamic", "arg3", 64.0)] {
        let source = gallery(name);
        let report = tilewright_driver::compile(source, &Default::default()).report;
        let [product_loop] = &report.schedule.as_ref().unwrap().loops[..] else {
            panic!("{name} has one pipelined loop")
        };
        assert_eq!(i64::from(report.ring_slots()), product_loop.depth.chosen);
        let form = Form {
            slots: report.ring_slots(),
            ..Form::default()
        };
        let launch = launch(source, &form).unwrap();
        let extent = launch.arguments.iter().find(|a| a.name == k).unwrap().value;
        assert_eq!(
            (extent / tile).ceil(),
            3.0 * f64::from(form.slots),
            "{name}: K is {extent}"
        );
        assert!(extent % tile > 0.0, "the last tile is cut");
    }
}

/// The slots of a ring are filled by the innermost loop: one around it that went round as often would make the run long by their square.
#[test]
fn loops_around_the_one_that_fills_a_ring_are_short() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/language/rings_nested.mlir");
    let source = &std::fs::read_to_string(path).unwrap();
    for slots in [2, 23] {
        let form = Form {
            slots,
            ..Form::default()
        };
        let launch = launch(source, &form).unwrap();
        let extent = |name: &str| launch.arguments.iter().find(|a| a.name == name).unwrap().value;
        let rounds = [("W1_size0", 32.0), ("W1_size1", 64.0)].map(|(name, tile)| (extent(name) / tile).ceil());
        assert_eq!(rounds, [3.0 * f64::from(slots), 6.0], "{slots} slots");
    }
}

/// A row of scales for each tile of K: as many as the other operand, whose tiles the loop counts, has tiles.
#[test]
fn arrays_that_are_indexed_by_a_loop_over_the_tiles_of_another_are_long_enough() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/language/rings_dequantised.mlir"
    );
    let source = &std::fs::read_to_string(path).unwrap();
    for slots in [2, 11, 23] {
        let form = Form {
            slots,
            ..Form::default()
        };
        let launch = launch(source, &form).unwrap();
        let extent = |name: &str| launch.arguments.iter().find(|a| a.name == name).unwrap().value;
        let rounds = (extent("W_size0") / 32.0).ceil();
        assert!(rounds >= 3.0 * f64::from(slots), "{slots} slots");
        assert!(
            extent("S_size0") >= rounds,
            "{slots} slots: {rounds} rows, {}",
            extent("S_size0")
        );
    }
}

#[test]
fn every_kernel_of_the_gallery_runs_without_a_case() {
    for kernel in tilewright_driver::gallery() {
        for (gpu_name, seed) in [("sm_80", 0), ("sm_90a", 1), ("sm_120a", 2)] {
            let form = Form {
                seed,
                ..Form::default()
            };
            let Some(result) = go(kernel.source, gpu_name, &form, seed) else {
                continue;
            };
            let result = result.unwrap();
            let place = format!("{} on {gpu_name}", kernel.name);
            assert!(
                matches!(result.verdict, Verdict::Same | Verdict::Close),
                "{place}: {result:?}"
            );
            assert!(
                result.outputs.iter().any(|o| o.elements > 1),
                "{place} writes something"
            );
            assert!(result.stats.global_written > 0, "{place}");
        }
    }
}

#[test]
fn extents_strides_and_the_grid_follow_from_the_views() {
    let matmul = launch(gallery("matmul"), &Form::default()).unwrap();
    let arguments: Vec<(&str, ArgumentRole, f64)> = matmul
        .arguments
        .iter()
        .map(|a| (a.name.as_str(), a.role, a.value))
        .collect();
    use ArgumentRole::*;
    // Tiles of 64 by 64 and 32 along k: one and a half tiles for rows and columns, three and a half along k.
    assert_eq!(
        arguments,
        [
            ("a", Input, 96.0 * 112.0),
            ("b", Input, 112.0 * 96.0),
            ("c", Output, 96.0 * 96.0),
            ("m", Extent, 96.0),
            ("n", Extent, 96.0),
            ("k", Extent, 112.0),
        ]
    );
    assert_eq!(matmul.grid, [2, 2, 1]);
    let sums = launch(gallery("row_sum"), &Form::default()).unwrap();
    let pitch = sums.arguments.iter().find(|a| a.name == "pitch").unwrap();
    let columns = sums.arguments.iter().find(|a| a.name == "columns").unwrap();
    assert_eq!(pitch.role, Stride);
    assert!(pitch.value >= columns.value);
}

#[test]
fn what_a_person_fills_in_is_kept_and_the_rest_follows() {
    let mut form = Form {
        values: vec![None, None, None, Some(200.0), None, None],
        ..Form::default()
    };
    let matmul = launch(gallery("matmul"), &form).unwrap();
    assert_eq!(matmul.grid, [4, 2, 1]);
    assert_eq!(matmul.arguments[0].value, 200.0 * 112.0);
    form.grid[1] = Some(1.0);
    assert_eq!(launch(gallery("matmul"), &form).unwrap().grid, [4, 1, 1]);
    form.values[3] = Some(0.5);
    assert!(launch(gallery("matmul"), &form).unwrap_err().contains("0.5"));
    form.values[3] = None;
    form.grid[0] = Some(0.0);
    assert!(launch(gallery("matmul"), &form).unwrap_err().contains("grid"));
}

/// The units take scales of blocks without their sign, where the kernel takes them with it.
#[test]
fn scales_of_blocks_are_made_without_a_sign() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/language/scaled_packed.mlir");
    let source = std::fs::read_to_string(path).unwrap();
    let launch = launch(&source, &Form::default()).unwrap();
    let scales = launch.arguments.iter().filter(|argument| argument.scales);
    let scales: Vec<&str> = scales.map(|argument| argument.name.as_str()).collect();
    assert_eq!(scales, ["x", "y"]);
    for seed in 0..2 {
        let found = go(&source, "sm_100a", &Form::default(), seed).unwrap().unwrap();
        assert!(matches!(found.verdict, Verdict::Same | Verdict::Close), "{found:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_data() {
    let launch = |seed| {
        launch(
            gallery("vadd"),
            &Form {
                seed,
                ..Form::default()
            },
        )
        .unwrap()
    };
    let data = |seed| {
        tilewright_runner::generate(&launch(seed)).unwrap().arrays[0]
            .initial
            .clone()
    };
    assert_eq!(data(1), data(1));
    assert_ne!(data(1), data(2));
}

#[test]
fn an_array_that_is_too_short_is_a_fault_with_its_line() {
    let form = Form {
        values: vec![None, Some(100.0)],
        ..Form::default()
    };
    let result = go(gallery("relu_scale_2d"), "sm_90a", &form, 0).unwrap().unwrap();
    assert_eq!(result.verdict, Verdict::Faulty);
    let kernel = result
        .kernel_faults
        .iter()
        .find(|f| f.code == "run.out-of-bounds")
        .unwrap();
    assert!(kernel.range.is_some());
    let ptx = result.ptx_faults.iter().find(|f| f.kind == "out-of-bounds").unwrap();
    let line = ptx.place.unwrap().line as usize;
    let text = gallery("relu_scale_2d").lines().nth(line - 1).unwrap();
    assert!(text.contains("load_view_tko"), "line {line}: {text}");
}

#[test]
fn a_wrong_program_is_wrong() {
    let source = gallery("vadd");
    let report = tilewright_driver::compile(source, &Default::default()).report;
    let (ptx, abi) = (report.ptx.unwrap(), report.abi.unwrap());
    let text = ptx.text.replace("add.rn.f32", "sub.rn.f32");
    assert_ne!(text, ptx.text);
    let launch = launch(source, &Form::default()).unwrap();
    let result = experiment(source, (&text, &ptx.lines), &abi, &launch, 0, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(result.verdict, Verdict::Wrong);
    assert!(result.outputs[0].wrong > 0 && result.outputs[0].largest_absolute.unwrap() > 1.0);
}

#[test]
fn either_engine_can_be_cancelled() {
    let source = gallery("relu_scale_2d");
    let report = tilewright_driver::compile(source, &Default::default()).report;
    let (ptx, abi) = (report.ptx.unwrap(), report.abi.unwrap());
    let launch = launch(source, &Form::default()).unwrap();
    for at_ptx in [false, true] {
        let mut stop = |stage: Stage| match stage {
            Stage::Ptx(..) => ControlFlow::Break(()),
            Stage::Kernel(..) if at_ptx => ControlFlow::Continue(()),
            Stage::Kernel(..) => ControlFlow::Break(()),
        };
        let result = experiment(source, (&ptx.text, &ptx.lines), &abi, &launch, 0, &mut stop).unwrap();
        assert_eq!(result.verdict, Verdict::Unfinished);
        assert!(result.unfinished.unwrap().contains("cancelled"));
    }
}

/// Kernels of the corpus: launches are found for them without their cases.
#[test]
fn kernels_of_the_corpus_run_without_their_cases() {
    let folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    let (mut fine, mut others) = (0, Vec::new());
    for folder in folders.iter().filter(|f| f.join("expected.npz").exists()) {
        let source = std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        match go(&source, "sm_90a", &Form::default(), 0) {
            Some(Ok(r)) if matches!(r.verdict, Verdict::Same | Verdict::Close) => fine += 1,
            Some(Ok(r)) => {
                let first = r.kernel_faults.first().map(|f| f.message.clone());
                let second = r.ptx_faults.first().map(|f| f.message.clone());
                // Whatever is wrong with a launch that was guessed, the kernel must say so first.
                assert!(
                    !r.kernel_faults.is_empty() || r.unfinished.is_some() || r.ptx_faults.is_empty(),
                    "{name}: {second:?}"
                );
                others.push(format!(
                    "{name}: {:?} {first:?} {:?}",
                    r.verdict,
                    r.outputs
                        .iter()
                        .map(|o| (o.wrong, o.largest_absolute))
                        .collect::<Vec<_>>()
                ));
            }
            Some(Err(why)) => others.push(format!("{name}: {why}")),
            None => {}
        }
    }
    eprintln!("{fine} run; others: {others:#?}");
    assert!(fine > others.len(), "{others:#?}");
}

/// Kernels with pieces taken out, doubled or exchanged.
#[test]
fn damaged_kernels_have_a_launch_or_a_reason() {
    let mut state = 1u64;
    let mut next = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n.max(1)
    };
    for kernel in tilewright_driver::gallery() {
        for _ in 0..150 {
            let mut lines: Vec<&str> = kernel.source.lines().collect();
            for _ in 0..1 + next(3) {
                let (at, other) = (next(lines.len()), next(lines.len()));
                match next(3) {
                    0 => drop(lines.remove(at)),
                    1 => lines.swap(at, other),
                    _ => lines.insert(at, lines[other]),
                }
            }
            let numbers: Vec<u8> = (0..16).map(|_| if next(3) > 0 { 0 } else { next(256) as u8 }).collect();
            tilewright_runner::fuzzing::check_launch(&lines.join("\n"), &numbers);
        }
    }
}
