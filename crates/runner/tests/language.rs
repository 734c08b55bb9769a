//! Kernels of one feature of the language each (`tests/language`), on made-up data, in both engines.

use crate::common::counted::{Counted, of_folders};
use crate::common::orders;
use std::ops::ControlFlow;
use std::path::Path;
use tilewright_driver::Generator;
use tilewright_driver::abi::Abi;
use tilewright_driver::report::Listing;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_ir::Module;
use tilewright_runner::{Experiment, Form, Verdict, experiment, fill};

/// A kernel and its PTX on data that is made with a seed.
fn ran((source, module): (&str, &Module), (ptx, abi): (&Listing, &Abi), seed: u32) -> Experiment {
    let form = Form {
        seed,
        ..Form::default()
    };
    let launch = fill(module, &abi.entry, &form).unwrap();
    let mut go_on = |_| ControlFlow::Continue(());
    experiment(source, (&ptx.text, &ptx.lines), abi, &launch, seed, &mut go_on).unwrap()
}

#[test]
fn each_feature_means_the_same_in_both_engines() {
    let is_of_language = |run: &&Result<Counted, String>| run.as_ref().map_or(true, |run| run.folder == "language");
    let runs: Vec<_> = of_folders().iter().filter(is_of_language).collect();
    assert!(runs.len() > 300, "only {}", runs.len());
    let wrong = runs.into_iter().filter_map(|run| match run {
        Ok(run) => {
            let right = run.trial.passed() && run.trial.comparisons.iter().any(|output| output.elements > 1);
            (!right).then(|| format!("{}: {:?}, {:?}", run.place, run.trial.findings, run.trial.comparisons))
        }
        Err(refused) => Some(refused.clone()),
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Of a problem of one tile three CTAs of a cluster of four have none: they go round with the first, and read nothing beyond the problem.
#[test]
fn ctas_without_a_tile_read_nothing_beyond_the_problem() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language/rings_gathered.mlir");
    let source = std::fs::read_to_string(file).unwrap();
    let module = tilewright_ir::parse(&source).module;
    for kind in [
        SchedulerKind::DataParallel,
        SchedulerKind::StaticPersistent,
        SchedulerKind::Tilelang,
    ] {
        let scheduler = TileScheduler {
            kind,
            cluster: [4, 1],
            ..Default::default()
        };
        let options = tilewright_driver::Options {
            gpu_name: "sm_90a".to_string(),
            tile_scheduler: Some(scheduler),
            ..Default::default()
        };
        let report = tilewright_driver::compile(&source, &options).report;
        let (ptx, abi) = (report.ptx.unwrap(), report.abi.unwrap());
        assert_eq!(abi.cluster, [4, 1, 1], "{kind:?}");
        let result = ran((&source, &module), (&ptx, &abi), 1);
        assert!(
            matches!(result.verdict, Verdict::Same | Verdict::Close),
            "{kind:?}: {result:?}"
        );
    }
}

#[test]
fn four_stages_take_whatever_a_loop_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    let loops = [
        ("rings_causal", "sm_80"),
        ("rings_dequantised", "sm_90a"),
        ("rings_f8_turned", "sm_120a"),
        ("ahead_rings", "sm_100a"),
    ];
    for (name, gpu_name) in loops {
        let source = std::fs::read_to_string(folder.join(format!("{name}.mlir"))).unwrap();
        let module = tilewright_ir::parse(&source).module;
        let options = tilewright_driver::Options {
            gpu_name: gpu_name.to_string(),
            scheduler: Generator::FourStage,
            ..Default::default()
        };
        let report = tilewright_driver::compile(&source, &options).report;
        let schedule = report.schedule.unwrap();
        let why = &schedule.loops[0].why;
        assert!(why.contains("the four-stage scheduler"), "{name}: {why}");
        let (ptx, abi) = (report.ptx.unwrap(), report.abi.unwrap());
        for seed in 0..orders() {
            let result = ran((&source, &module), (&ptx, &abi), seed);
            assert!(
                matches!(result.verdict, Verdict::Same | Verdict::Close),
                "{name}: {result:?}"
            );
        }
    }
}
