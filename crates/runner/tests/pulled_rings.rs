//! Loops with a ring for each load, whose work is pulled at run time: the producer hands each id on to consumers, transformers and issuers.

use crate::tensor_memory::{Compiled, silent};
use std::path::Path;
use tilewright_driver::report::Report;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_driver::{Options, Strategy, compile};

fn pulled(source: &str, gpu_name: &str, cluster: [u32; 2]) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        tile_scheduler: Some(TileScheduler {
            kind: SchedulerKind::DataParallel,
            pull: true,
            cluster,
            ..TileScheduler::default()
        }),
        ..Options::default()
    };
    compile(source, &options).report
}

#[test]
fn agents_with_rings_pull_their_work() {
    let kernels = [
        // A transformer makes an operand where no issuer does.
        ("language/rings_dequantised.mlir", "sm_90a"),
        ("language/rings_dequantised.mlir", "sm_100a"),
        ("language/rings_tf32.mlir", "sm_90a"),
        ("language/rings_both_computed.mlir", "sm_100a"),
        ("language/rings_f8.mlir", "sm_100a"),
    ];
    for (name, gpu) in kernels {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
        let source = std::fs::read_to_string(file).unwrap();
        for cluster in [[1, 1], [2, 1]] {
            if cluster != [1, 1] && gpu == "sm_90a" {
                continue;
            }
            let place = format!("{name}, {gpu}, {cluster:?}");
            let report = pulled(&source, gpu, cluster);
            let ptx = report
                .ptx
                .unwrap_or_else(|| panic!("{place}: {:?}", report.diagnostics));
            let found = &report.schedule.as_ref().unwrap().loops[0];
            assert_eq!(found.strategy, Strategy::WarpSpecialize, "{place}");
            let verdict = found.protocol.as_ref().expect("a verdict");
            assert_eq!(verdict.verdict.word(), "proved", "{place}: {}", verdict.text);
            // One thread pulls, for all agents.
            let pulls = ["atom.", "clusterlaunchcontrol.try_cancel"].map(|what| ptx.text.matches(what).count());
            assert_eq!(pulls.iter().sum::<usize>(), 1, "{place}");
            let kernel = Compiled {
                source: source.clone(),
                ptx: ptx.text,
                lines: ptx.lines,
                abi: report.abi.expect("a launch"),
            };
            for seed in 0..4 {
                silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{place}, seed {seed}"));
            }
        }
    }
}
