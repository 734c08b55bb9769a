//! A matrix product under every tile scheduler, executed on several CTAs, with ragged edges: the right result, and
//! nothing found.

use crate::common::{halves, orders};
use serde_json::json;
use std::sync::OnceLock;
use tilewright_case::Case;
use tilewright_driver::abi::Abi;
use tilewright_driver::tile_scheduler::{Raster, SchedulerKind, SchedulerPolicy, TileScheduler};
use tilewright_driver::{Options, Report, Strategy, compile};
use tilewright_npz::{Array, Dtype, Npz, write_npz};
use tilewright_runner::emulate;

/// Extents m, n, k that no tile divides: 3 by 3 tiles of 64 by 64, and 4 K tiles of 32.
const WIDE: [usize; 3] = [150, 136, 104];
/// 2 by 2 tiles, and 25 K tiles: enough for pieces of the 8 that CUTLASS's units have at least.
const DEEP: [usize; 3] = [100, 72, 776];

/// The extents of one batch.
fn extents([m, n, k]: [usize; 3]) -> [i64; 4] {
    [m, n, k, 1].map(|extent| extent as i64)
}

/// Small whole numbers: every sum is exact, in whatever order, so that every scheduler must give the same bits.
fn numbers(count: usize, salt: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7 + i / 11 + salt) % 5) as f32 - 2.0).collect()
}

/// 3 by 2 tiles.
static RAGGED: std::sync::LazyLock<Case> =
    std::sync::LazyLock::new(|| case_of("matmul", [3, 2, 1], [150, 72, 776], None));

/// The product as a case of a kernel; `iters`: what the kernel's fourth array holds afterwards.
pub(crate) fn case_of(entry: &str, grid: [u32; 3], [m, n, k]: [usize; 3], iters: Option<&[i32]>) -> Case {
    let (a, b) = (numbers(m * k, 1), numbers(k * n, 2));
    let mut c = vec![0f32; m * n];
    for (i, row) in c.chunks_mut(n).enumerate() {
        for (j, sum) in row.iter_mut().enumerate() {
            *sum = (0..k).map(|l| a[i * k + l] * b[l * n + j]).sum();
        }
    }
    let array = |role: &str, dtype: &str, shape: &[usize]| {
        let strides: Vec<usize> = (0..shape.len()).map(|i| shape[i + 1..].iter().product()).collect();
        json!({ "dtype": dtype, "shape": shape, "strides": strides, "role": role })
    };
    let pointer = |name: &str, ty: &str| json!({ "kind": "pointer", "array": name, "type": ty });
    let scalar = |name: &str, value: usize| json!({ "kind": "scalar", "name": name, "dtype": "int32", "value": value, "type": "i32" });
    let mut params = vec![
        pointer("A", "ptr<f16>"),
        pointer("B", "ptr<f16>"),
        pointer("C", "ptr<f16>"),
    ];
    let mut arrays = json!({
        "A": array("in", "float16", &[m, k]), "B": array("in", "float16", &[k, n]), "C": array("out", "float16", &[m, n]),
    });
    let mut tolerance = json!({ "C": { "exact": true } });
    let mut expected = vec![("C".to_string(), halves("f16", &[m, n], &c))];
    if let Some(iters) = iters {
        params.push(pointer("ITERS", "ptr<i32>"));
        arrays["ITERS"] = array("out", "int32", &[iters.len()]);
        tolerance["ITERS"] = json!({ "exact": true });
        let bytes = iters.iter().flat_map(|v| v.to_le_bytes()).collect();
        expected.push((
            "ITERS".to_string(),
            Array::new(Dtype::I32, &[iters.len()], bytes).unwrap(),
        ));
    }
    params.extend([scalar("m", m), scalar("n", n), scalar("k", k)]);
    let json = json!({
        "name": entry, "entry": entry, "grid": grid, "entry_params": params, "arrays": arrays, "tolerance": tolerance,
    });
    let inputs = Npz {
        members: vec![
            ("A".to_string(), halves("f16", &[m, k], &a)),
            ("B".to_string(), halves("f16", &[k, n], &b)),
        ],
    };
    let (inputs, expected) = (
        write_npz(&inputs).unwrap(),
        write_npz(&Npz { members: expected }).unwrap(),
    );
    Case::read(json.to_string().as_bytes(), &inputs, Some(&expected)).unwrap()
}

/// The case whose K is cut, or that of many tiles.
fn case(kind: SchedulerKind) -> &'static Case {
    static CASES: OnceLock<[Case; 2]> = OnceLock::new();
    let [wide, deep] = CASES.get_or_init(|| [WIDE, DEEP].map(|size| case_of("matmul", [3, 3, 1], size, None)));
    if kind == SchedulerKind::StreamK { deep } else { wide }
}

pub(crate) fn gallery_source(name: &str) -> &'static str {
    let kernel = tilewright_driver::gallery().into_iter().find(|k| k.name == name);
    kernel.unwrap().source
}

fn compiled(target: &str, scheduler: &TileScheduler) -> Report {
    let options = Options {
        gpu_name: target.to_string(),
        tile_scheduler: Some(scheduler.clone()),
        ..Default::default()
    };
    compile(gallery_source("matmul"), &options).report
}

/// Compiles and runs under a scheduler; how many CTAs were launched.
fn check(target: &str, scheduler: &TileScheduler) -> u32 {
    check_case(target, scheduler, case(scheduler.kind))
}

fn check_case(target: &str, scheduler: &TileScheduler, case: &Case) -> u32 {
    let report = compiled(target, scheduler);
    let place = format!("{target}, {scheduler:?}");
    assert!(
        report.diagnostics.iter().all(|d| d.code != "internal"),
        "{place}: {:?}",
        report.diagnostics
    );
    let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
        panic!("{place}: {:?}", report.diagnostics);
    };
    for seed in 0..2 {
        let options = tilewright_emulator::Options {
            seed,
            ..Default::default()
        };
        let run = emulate(&ptx.text, &abi, case, options).unwrap_or_else(|why| panic!("{place}: {why}"));
        assert!(
            run.passed(),
            "{place}, seed {seed}: {:?} {:?}",
            run.comparisons,
            run.findings
        );
    }
    tilewright_runner::launch(&abi, case).unwrap().grid.iter().product()
}

const TARGETS: [&str; 2] = ["sm_80", "sm_90a"];
const POLICIES: [SchedulerPolicy; 2] = [SchedulerPolicy::Contract, SchedulerPolicy::CutlassSm90];

fn scheduler(kind: SchedulerKind, sms: u32) -> TileScheduler {
    TileScheduler {
        kind,
        sms: Some(sms),
        ..Default::default()
    }
}

#[test]
fn data_parallel() {
    for target in TARGETS {
        for policy in POLICIES {
            let plain = TileScheduler {
                policy,
                swizzle: 2,
                ..scheduler(SchedulerKind::DataParallel, 4)
            };
            let tiles = if policy == SchedulerPolicy::Contract { 9 } else { 16 };
            assert_eq!(check(target, &plain), tiles, "CUTLASS pads to whole panels");
            let pull = TileScheduler { pull: true, ..plain };
            assert_eq!(check(target, &pull), 4);
        }
    }
}

/// An id that is none of a tile: nothing is computed and nothing is touched, or the kernel stops.
#[test]
fn an_id_of_no_tile_computes_nothing_or_stops_the_kernel() {
    for (target, checked) in TARGETS.into_iter().flat_map(|target| [(target, false), (target, true)]) {
        let parallel = TileScheduler {
            checked,
            ..scheduler(SchedulerKind::DataParallel, 4)
        };
        check(target, &parallel);
        let report = compiled(target, &parallel);
        let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
        let astray = ptx.replace("%ctaid.x;", "100000;");
        assert_ne!(astray, ptx);
        let run = emulate(&astray, &abi, case(parallel.kind), Default::default()).unwrap();
        let found = format!("{:?}", run.findings);
        assert_eq!(found.contains("Trap"), checked, "{target}: {found}");
        assert!(!run.passed(), "{target}");
    }
}

/// From sm_100 on work is pulled by cluster launch control: a CTA is launched for each tile, or cancelled by one that
/// runs.
#[test]
fn launches_are_cancelled_where_the_gpu_can() {
    for policy in POLICIES {
        let pull = TileScheduler {
            policy,
            swizzle: 2,
            pull: true,
            ..scheduler(SchedulerKind::DataParallel, 4)
        };
        let tiles = if policy == SchedulerPolicy::Contract { 9 } else { 16 };
        assert_eq!(check("sm_100a", &pull), tiles);
        let report = compiled("sm_100a", &pull);
        let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
        assert!(ptx.contains("clusterlaunchcontrol.try_cancel") && !ptx.contains("atom."));
        let scheduler = abi.scheduler.as_ref().unwrap();
        assert_eq!(scheduler.launch(extents(WIDE)).unwrap().workspace, 0);
        // An answer that nobody waits for is read while it is written.
        let wait = ptx.find("mbarrier.try_wait").unwrap();
        let line = ptx[wait..].lines().next().unwrap();
        let done = line.split([' ', ',']).nth(1).unwrap();
        let broken = ptx.replace(line, &format!("setp.eq.u32 {done}, 0, 0;"));
        assert!(raced(&broken, &abi, case(pull.kind)), "{line}");
    }
}

/// A cluster takes over the work of a whole cluster: its first CTA asks, once all have read the answer before, and the
/// answer comes to all.
#[test]
fn launches_of_clusters_are_cancelled() {
    for (target, policy, cluster) in [
        ("sm_100a", SchedulerPolicy::Contract, [2, 1]),
        ("sm_100a", SchedulerPolicy::CutlassSm90, [2, 2]),
        ("sm_103a", SchedulerPolicy::Contract, [1, 2]),
        ("sm_103a", SchedulerPolicy::CutlassSm90, [1, 2]),
        ("sm_120a", SchedulerPolicy::Contract, [2, 2]),
        ("sm_120a", SchedulerPolicy::CutlassSm90, [2, 1]),
    ] {
        let pull = TileScheduler {
            policy,
            cluster,
            pull: true,
            ..scheduler(SchedulerKind::DataParallel, 4)
        };
        let place = format!("{target}, {pull:?}");
        let ctas = check(target, &pull);
        assert!(ctas > cluster[0] * cluster[1], "{place}: a cluster is left to cancel");
        // Without agents all threads ask, and read the answer.
        let options = Options {
            gpu_name: target.to_string(),
            tile_scheduler: Some(pull.clone()),
            pipeline_strategy: Some(Strategy::Unspecialize),
            ..Default::default()
        };
        let report = compile(gallery_source("matmul"), &options).report;
        let (ptx, abi) = (report.ptx.expect(&place).text, report.abi.expect(&place));
        let run = emulate(&ptx, &abi, case(pull.kind), Default::default()).expect(&place);
        assert!(run.passed(), "{place}: {:?} {:?}", run.comparisons, run.findings);
        let report = compiled(target, &pull);
        let verdict = |report: &Report| {
            let schedule = report.schedule.as_ref();
            let protocol = schedule.and_then(|schedule| schedule.loops[0].protocol.as_ref());
            protocol.map(|protocol| (protocol.verdict.word().to_string(), protocol.text.clone()))
        };
        assert_eq!(
            verdict(&report).map(|(word, _)| word).as_deref(),
            Some("proved"),
            "{place}: {:?}",
            verdict(&report)
        );
        let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
        assert_eq!(ptx.matches("multicast::cluster::all").count(), 1, "{place}");
        // An answer that the cluster asks for before all have read the one before, and one that nobody but the first gets.
        let told = ptx
            .lines()
            .find(|line| line.contains("mbarrier.arrive") && line.contains("shared::cluster"))
            .unwrap();
        for (line, other) in [(told, ""), (".multicast::cluster::all", "")] {
            let broken = ptx.replacen(line, other, 1);
            assert!(fails(&broken, &abi, case(pull.kind)), "{place}: {line}");
        }
    }
}

/// Whether some run of a program has a finding, or another result.
fn fails(ptx: &str, abi: &Abi, case: &Case) -> bool {
    (0..8).any(|seed| {
        let options = tilewright_emulator::Options {
            seed,
            ..Default::default()
        };
        emulate(ptx, abi, case, options).is_ok_and(|run| !run.passed())
    })
}

/// Pulled work is pipelined too: the producer pulls, and hands the ids on through a ring.
#[test]
fn pulled_work_keeps_its_pipeline() {
    for policy in POLICIES {
        let pull = TileScheduler {
            policy,
            pull: true,
            ..scheduler(SchedulerKind::DataParallel, 2)
        };
        let report = compile(
            gallery_source("matmul"),
            &Options {
                num_stages: Some(3),
                tile_scheduler: Some(pull.clone()),
                ..Default::default()
            },
        )
        .report;
        let pipelined = &report.schedule.as_ref().unwrap().loops[0];
        assert_eq!(pipelined.strategy, "warp-specialize");
        assert_eq!(pipelined.protocol.as_ref().unwrap().verdict.word(), "proved");
        let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
        assert_eq!(ptx.matches("atom.").count(), 1, "one thread pulls");
        for seed in 0..orders() {
            let options = tilewright_emulator::Options {
                seed: seed.into(),
                ..Default::default()
            };
            let run = emulate(&ptx, &abi, case(pull.kind), options).unwrap();
            assert!(run.passed(), "seed {seed}: {:?} {:?}", run.comparisons, run.findings);
        }
    }
}

#[test]
fn static_persistent() {
    for target in TARGETS {
        for policy in POLICIES {
            for (swizzle, raster, cluster) in [
                (1, Raster::Heuristic, [1, 1]),
                (2, Raster::AlongN, [1, 1]),
                (1, Raster::AlongM, [2, 2]),
            ] {
                let scheduler = TileScheduler {
                    policy,
                    swizzle,
                    raster,
                    cluster,
                    ..scheduler(SchedulerKind::StaticPersistent, if cluster == [1, 1] { 4 } else { 18 })
                };
                assert!(check(target, &scheduler) >= 4);
            }
        }
    }
}

#[test]
fn tilelang() {
    for target in TARGETS {
        for (swizzle, raster, cluster) in [
            (1, Raster::AlongM, [1, 1]),
            (2, Raster::AlongN, [1, 1]),
            (8, Raster::AlongM, [2, 1]),
            (2, Raster::AlongM, [3, 1]),
        ] {
            let scheduler = TileScheduler {
                swizzle,
                raster,
                cluster,
                ..scheduler(SchedulerKind::Tilelang, 6)
            };
            assert_eq!(check(target, &scheduler), 6);
        }
    }
}

/// Warp-specialised: each agent runs the scheduler's loop on its own, and its pipeline state goes on from tile to tile.
/// A worker has up to three tiles of four K tiles and the buffers have three stages, so that an agent whose state began
/// anew at a tile, or whose tiles were others than the other agent's, would wait for the wrong phase or multiply the
/// wrong tiles.
#[test]
fn tilelang_in_warp_specialised_code() {
    let scheduler = TileScheduler {
        raster: Raster::AlongM,
        swizzle: 2,
        ..scheduler(SchedulerKind::Tilelang, 4)
    };
    let report = compile(
        gallery_source("matmul"),
        &Options {
            num_stages: Some(3),
            tile_scheduler: Some(scheduler),
            ..Default::default()
        },
    )
    .report;
    let schedule = report.schedule.as_ref().expect("a loop with a product");
    assert_eq!(schedule.loops[0].strategy, "warp-specialize");
    assert_eq!(schedule.loops[0].depth.chosen, 3);
    let roles = &report
        .passes
        .iter()
        .rfind(|p| p.level == "cutlass")
        .unwrap()
        .listing
        .text;
    let loops = roles
        .lines()
        .filter(|line| line.contains("%linear_idx"))
        .filter(|line| line.contains("scf.for"));
    let loops: Vec<&str> = loops.collect();
    assert_eq!(loops.len(), 2, "one loop over tiles for each agent: {loops:?}");
    assert!(
        loops.iter().all(|line| line.contains("iter_values")),
        "it carries the state: {loops:?}"
    );
    let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
    for seed in 0..orders() {
        let options = tilewright_emulator::Options {
            seed: seed.into(),
            ..Default::default()
        };
        let run = emulate(&ptx, &abi, case(SchedulerKind::Tilelang), options).unwrap();
        assert!(run.passed(), "seed {seed}: {:?} {:?}", run.comparisons, run.findings);
    }
}

#[test]
fn stream_k_with_all_three_fixups() {
    for target in TARGETS {
        for sms in [3, 16] {
            // Four tiles over three workers leave an incomplete wave; sixteen workers are more than there are tiles.
            assert_eq!(check(target, &scheduler(SchedulerKind::StreamK, sms)), sms);
            for nondeterministic in [false, true] {
                let turns = TileScheduler {
                    policy: SchedulerPolicy::CutlassSm90,
                    nondeterministic,
                    ..scheduler(SchedulerKind::StreamK, sms)
                };
                assert_eq!(check(target, &turns), sms);
            }
        }
    }
}

/// The CTAs of a cluster share a range of K, and join each its own sums; three tiles by two leave a CTA without a tile.
#[test]
fn stream_k_in_clusters() {
    for policy in POLICIES {
        for (cluster, sms, splits) in [([2, 1], 18, 1), ([1, 2], 18, 3), ([2, 2], 24, 1)] {
            let scheduler = TileScheduler {
                policy,
                cluster,
                splits,
                ..scheduler(SchedulerKind::StreamK, sms)
            };
            check_case("sm_90a", &scheduler, &RAGGED);
        }
    }
}

#[test]
fn split_k() {
    for policy in POLICIES {
        for splits in [2, 7] {
            let scheduler = TileScheduler {
                policy,
                splits,
                ..scheduler(SchedulerKind::StreamK, 8)
            };
            check("sm_90a", &scheduler);
        }
    }
}

#[test]
fn the_workspace_is_what_the_contract_says() {
    let report = compiled("sm_90a", &scheduler(SchedulerKind::StreamK, 3));
    let abi = report.abi.unwrap().scheduler.unwrap();
    let launch = abi.launch(extents(DEEP)).unwrap();
    // The locks follow the slots.
    let (offset, bytes) = launch.clear.unwrap();
    assert_eq!(offset % (64 * 64 * 4), 0);
    assert_eq!(bytes % 4, 0);
    assert_eq!(launch.workspace, (offset + bytes).next_multiple_of(128));
    assert_eq!(abi.record, Some(6), "the record comes after the entry's own parameters");
    assert_eq!(launch.record.len(), 48);
}

#[test]
fn what_cannot_be_scheduled_is_refused_with_the_rule() {
    let said = |options: TileScheduler, target: &str| {
        let report = compiled(target, &options);
        assert!(!report.ok);
        report.diagnostics.iter().map(|d| d.message.clone()).collect::<String>()
    };
    let base = scheduler(SchedulerKind::StaticPersistent, 4);
    let pull = TileScheduler {
        pull: true,
        ..base.clone()
    };
    assert!(said(pull, "sm_90a").contains("only the data-parallel scheduler pulls"));
    let together = TileScheduler {
        pull: true,
        cluster: [2, 1],
        ..scheduler(SchedulerKind::DataParallel, 4)
    };
    assert!(said(together, "sm_90a").contains("on sm_90a work is pulled by CTAs one by one"));
    let splits = TileScheduler {
        splits: 2,
        ..base.clone()
    };
    assert!(said(splits, "sm_90a").contains("only stream-K splits it"));
    let odd = TileScheduler {
        policy: SchedulerPolicy::CutlassSm90,
        cluster: [3, 1],
        ..base.clone()
    };
    assert!(said(odd, "sm_90a").contains("powers of two; the nearest legal value is 2"));
    let wide = TileScheduler {
        cluster: [1, 2],
        ..scheduler(SchedulerKind::Tilelang, 4)
    };
    assert!(said(wide, "sm_90a").contains("clusters along m only"));
    let zero = TileScheduler { swizzle: 0, ..base };
    assert!(said(zero, "sm_90a").contains("the nearest legal value is 1"));
}

/// TileLang's examples, written out in Tile IR: nine tiles over four workers, in both engines.
#[test]
fn the_examples_of_the_document() {
    for (name, iters) in [
        ("tiles_persistent", None),
        ("tiles_swizzled", None),
        ("tiles_cluster", None),
        ("tiles_waves", None),
        ("tiles_roles", Some(&[3, 2, 2, 2][..])),
    ] {
        let case = case_of(name, [4, 1, 1], WIDE, iters);
        let kernel = tilewright_driver::gallery()
            .into_iter()
            .find(|k| k.name == name)
            .unwrap();
        let module = tilewright_ir::parse(kernel.source).module;
        let meant = tilewright_runner::interpret(&module, &case, Default::default(), &mut |_| {
            std::ops::ControlFlow::Continue(())
        });
        let meant = meant.unwrap();
        assert!(meant.passed(), "{name}: {:?} {:?}", meant.comparisons, meant.findings);
        let with_clusters = ["sm_100a", "sm_120a"].into_iter().filter(|_| name == "tiles_cluster");
        for target in TARGETS.into_iter().chain(with_clusters) {
            let options = Options {
                gpu_name: target.to_string(),
                ..Default::default()
            };
            let report = compile(kernel.source, &options).report;
            let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
            // Of the clusters the launch is one of clusters, whose CTAs wait for each other and load what both multiply by.
            let in_clusters = name == "tiles_cluster" && target != "sm_80";
            assert_eq!(abi.cluster == [2, 1, 1], in_clusters, "{name} for {target}");
            for word in ["barrier.cluster.wait", ".multicast::cluster", "%cluster_ctarank"] {
                assert_eq!(ptx.contains(word), in_clusters, "{word} in {name} for {target}");
            }
            for seed in 0..2 {
                let options = tilewright_emulator::Options {
                    seed,
                    ..Default::default()
                };
                let run = emulate(&ptx, &abi, &case, options).unwrap();
                assert!(
                    run.passed(),
                    "{name} for {target}, seed {seed}: {:?} {:?}",
                    run.comparisons,
                    run.findings
                );
            }
        }
    }
}

/// A product for each batch, whose tiles are counted by the block ids in another order than that of the product's modes.
const BATCHES: &str = "cuda_tile.module @m {
  entry @batches(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %l: tile<i32>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %y, %z, %x = get_tile_block_id : tile<i32>
    %mk = muli %m, %k : tile<i32>
    %kn = muli %k, %n : tile<i32>
    %mn = muli %m, %n : tile<i32>
    %ta = make_tensor_view %a, shape = [%l, %m, %k], strides = [%mk, %k, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %tb = make_tensor_view %b, shape = [%l, %k, %n], strides = [%kn, %n, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %tc = make_tensor_view %c, shape = [%l, %m, %n], strides = [%mn, %n, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %va = make_partition_view %ta : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %vb = make_partition_view %tb : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %vc = make_partition_view %tc : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %32 = constant <i32: 32> : tile<i32>
    %steps = divi %k, %32 signed rounding<positive_inf> : tile<i32>
    %zero = constant <f32: 0.0> : tile<1x64x64xf32>
    %sum = for %i in (%0 to %steps, step %1) : tile<i32> iter_values(%acc = %zero) -> (tile<1x64x64xf32>) {
      %p, %t = load_view_tko weak %va[%z, %x, %i] : partition_view<tile=(1x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x32xf16>, token
      %q, %u = load_view_tko weak %vb[%z, %i, %y] : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x32x64xf16>, token
      %next = mmaf %p, %q, %acc : tile<1x64x32xf16>, tile<1x32x64xf16>, tile<1x64x64xf32>
      continue %next : tile<1x64x64xf32>
    }
    %done = store_view_tko weak %sum, %vc[%z, %x, %y] : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
    return
  }
}";

/// l is a coordinate of a tile like m and n, whoever hands tiles out.
#[test]
fn every_scheduler_hands_out_batches() {
    let split = TileScheduler {
        splits: 2,
        ..scheduler(SchedulerKind::StreamK, 5)
    };
    let pulled = TileScheduler {
        pull: true,
        ..scheduler(SchedulerKind::DataParallel, 5)
    };
    let together = TileScheduler {
        cluster: [2, 1],
        ..pulled.clone()
    };
    let kinds = [
        SchedulerKind::DataParallel,
        SchedulerKind::StaticPersistent,
        SchedulerKind::StreamK,
        SchedulerKind::Tilelang,
    ];
    let plain = kinds.map(|kind| scheduler(kind, 5)).into_iter();
    let rows = plain.clone().map(|plain| TileScheduler {
        cluster: [2, 1],
        swizzle: 2,
        raster: Raster::AlongN,
        ..plain
    });
    let module = tilewright_ir::parse(BATCHES).module;
    let form = tilewright_runner::Form::default();
    for asked in plain.chain(rows).chain([split, pulled, together]) {
        // Clusters pull where their launches can be cancelled.
        let targets: &[&str] = match asked.pull && asked.cluster != [1, 1] {
            true => &["sm_100a"],
            false => &TARGETS,
        };
        for policy in POLICIES {
            for target in targets {
                let asked = TileScheduler {
                    policy,
                    ..asked.clone()
                };
                let options = Options {
                    gpu_name: target.to_string(),
                    tile_scheduler: Some(asked.clone()),
                    ..Default::default()
                };
                let report = compile(BATCHES, &options).report;
                let place = format!("{target}, {asked:?}: {:?}", report.diagnostics);
                let (ptx, abi) = (report.ptx.expect(&place), report.abi.expect(&place));
                let launch = tilewright_runner::fill(&module, &abi.entry, &form).expect(&place);
                let batches = launch.arguments.iter().find(|a| a.name == "l").unwrap();
                assert!(batches.value > 1.0, "{place}: one batch is none");
                let run =
                    tilewright_runner::experiment(BATCHES, (&ptx.text, &ptx.lines), &abi, &launch, 1, &mut |_| {
                        std::ops::ControlFlow::Continue(())
                    });
                let run = run.expect(&place);
                assert!(
                    matches!(
                        run.verdict,
                        tilewright_runner::Verdict::Same | tilewright_runner::Verdict::Close
                    ),
                    "{place}: {run:?}"
                );
            }
        }
    }
}

/// Whether the emulator finds a race.
fn raced(ptx: &str, abi: &Abi, case: &Case) -> bool {
    let run = emulate(ptx, abi, case, Default::default()).unwrap();
    let tilewright_runner::Findings::Ptx(findings) = &run.findings else {
        panic!("the emulator finds things about PTX");
    };
    findings
        .iter()
        .any(|f| f.kind == tilewright_emulator::FindingKind::Race)
}

/// Without its acquire or its release a fixup reads sums that nothing orders after their writing, which is found.
#[test]
fn a_fixup_without_acquire_or_release_is_caught() {
    for target in TARGETS {
        for (policy, nondeterministic) in [
            (SchedulerPolicy::Contract, false),
            (SchedulerPolicy::CutlassSm90, false),
            (SchedulerPolicy::CutlassSm90, true),
        ] {
            let scheduler = TileScheduler {
                policy,
                nondeterministic,
                ..scheduler(SchedulerKind::StreamK, 16)
            };
            let report = compiled(target, &scheduler);
            let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
            for (strong, weak) in [
                ("ld.acquire.gpu", "ld.relaxed.gpu"),
                ("red.release.gpu", "red.relaxed.gpu"),
            ] {
                assert!(ptx.contains(strong), "{target}, {scheduler:?}: no {strong}");
                let broken = ptx.replace(strong, weak);
                let raced = raced(&broken, &abi, case(scheduler.kind));
                assert!(raced, "{target}, {scheduler:?}: {weak} was not caught");
            }
        }
    }
}
