//! The report on a kernel's tile scheduler.

use tilewright_driver::report::Tiles;
use tilewright_driver::tile_scheduler::{SchedulerKind, SchedulerPolicy, TileScheduler};
use tilewright_driver::{Options, Report, Strategy, compile};

/// The gallery's product; with an extent, that of a square problem of known size.
fn kernel(extent: Option<u32>) -> String {
    let gallery = tilewright_driver::gallery();
    let source = gallery.into_iter().find(|k| k.name == "matmul").unwrap().source;
    let Some(extent) = extent else {
        return source.to_string();
    };
    let view = "tensor_view<?x?xf16, strides=[?,1]>";
    let mut text = source.replace(
        view,
        &format!("tensor_view<{extent}x{extent}xf16, strides=[{extent},1]>"),
    );
    for shape in [
        "[%m, %k8], strides = [%k8, 1]",
        "[%k8, %n8], strides = [%n8, 1]",
        "[%m, %n8], strides = [%n8, 1]",
    ] {
        let old = format!("shape = {shape} : tile<i32> ->");
        assert!(text.contains(&old));
        text = text.replace(
            &old,
            &format!("shape = [{extent}, {extent}], strides = [{extent}, 1] :"),
        );
    }
    text
}

fn report(target: &str, extent: Option<u32>, scheduler: TileScheduler) -> Report {
    of_options(extent, scheduler, |options| options.gpu_name = target.to_string())
}

fn of_options(extent: Option<u32>, scheduler: TileScheduler, set: impl Fn(&mut Options)) -> Report {
    let mut options = Options {
        tile_scheduler: Some(scheduler),
        ..Default::default()
    };
    set(&mut options);
    let report = compile(&kernel(extent), &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

fn of(kind: SchedulerKind) -> TileScheduler {
    TileScheduler {
        kind,
        sms: Some(7),
        ..Default::default()
    }
}

fn tiles(report: &Report) -> &Tiles {
    report.tiles.as_ref().expect("a kernel with a tile scheduler")
}

#[test]
fn auto_counts_in_the_cycles_of_the_pipelined_loop() {
    let report = report("sm_90a", Some(320), of(SchedulerKind::Auto));
    let estimate = report.schedule.as_ref().unwrap().loops[0].estimate.as_ref().unwrap();
    let (found, interval) = (tiles(&report), estimate.ii_cycles.round());
    let why = found.why.as_ref().expect("auto says why");
    assert!(why.contains(&format!("a K tile takes {interval} cycles")), "{why}");
    // A tile of sums has 64 x 64 x 4 bytes, at 64 bytes a cycle after 750: see the target's data.
    assert!(why.contains("a join 1006"), "{why}");
    let join = found.problem.as_ref().unwrap().join;
    assert_eq!(f64::from(join), (1006.0 / interval).ceil());
    assert_ne!(found.scheduler, SchedulerKind::Auto);
}

#[test]
fn auto_counts_in_weights_where_no_loop_is_pipelined() {
    let report = of_options(Some(320), of(SchedulerKind::Auto), |options| {
        options.pipeline_strategy = Some(Strategy::None);
    });
    let why = tiles(&report).why.as_ref().unwrap();
    assert!(why.contains("no cycles are known"), "{why}");
    assert!(why.contains("K-tile times"), "{why}");
}

#[test]
fn auto_cannot_compare_what_is_known_only_at_run_time() {
    let report = report("sm_90a", None, of(SchedulerKind::Auto));
    let found = tiles(&report);
    assert!(found.why.as_ref().unwrap().contains("known only at run time"));
    assert!(found.launch.is_none() && found.problem.is_none());
}

/// The map that is drawn from the problem is that of the launch: as many workers, every K tile once.
#[test]
fn the_problem_is_the_kernels_own() {
    for policy in [SchedulerPolicy::Contract, SchedulerPolicy::CutlassSm90] {
        for kind in [
            SchedulerKind::DataParallel,
            SchedulerKind::StaticPersistent,
            SchedulerKind::StreamK,
            SchedulerKind::Tilelang,
        ] {
            let report = report("sm_90a", Some(320), TileScheduler { policy, ..of(kind) });
            let found = tiles(&report);
            assert_eq!((found.scheduler, &found.why), (kind, &None));
            let (launch, problem) = (found.launch.as_ref().unwrap(), found.problem.as_ref().unwrap());
            assert_eq!(
                Some(launch),
                report.abi.as_ref().unwrap().scheduler.as_ref().unwrap().known.as_ref()
            );
            let (facts, pieces) = problem.map().unwrap();
            assert_eq!((facts.tiles, facts.k_tiles), ([5, 5, 1], 10));
            let k: u32 = pieces.chunks(9).map(|piece| piece[4]).sum();
            assert_eq!(k, 5 * 5 * 10);
            let workers = if kind == SchedulerKind::DataParallel {
                25
            } else {
                facts.workers
            };
            assert_eq!(launch.grid[0], workers, "{kind:?} {policy:?}");
            let split = kind == SchedulerKind::StreamK && policy == SchedulerPolicy::Contract;
            assert_eq!(facts.pieces > 25, split, "{kind:?} {policy:?}");
            // CUTLASS reserves sums for tiles of stream-K units even where the units are whole tiles.
            assert_eq!(
                launch.workspace_bytes > 0,
                kind == SchedulerKind::StreamK,
                "{kind:?} {policy:?}"
            );
            let fact = report.summary.iter().find(|f| f.label == "tile scheduler").unwrap();
            assert!(
                fact.value.contains(&format!("{} CTAs", launch.grid[0])),
                "{}",
                fact.value
            );
        }
    }
}

#[test]
fn the_kernel_carries_the_bytes_of_its_workspace() {
    let carried = |report: &Report, level: &str| {
        let listing = &report.passes.iter().rfind(|p| p.level == level).unwrap().listing.text;
        let (_, rest) = listing.split_once("\"workspace-global-offset\" = ")?;
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        rest[..end].parse::<u64>().ok()
    };
    for level in ["nv_tileaa", "nv_tileas", "nvvm"] {
        let stream_k = report("sm_90a", Some(320), of(SchedulerKind::StreamK));
        let bytes = tiles(&stream_k).launch.as_ref().unwrap().workspace_bytes;
        assert_eq!(carried(&stream_k, level), Some(bytes));
        // A counter has its size whatever the extents are.
        let pull = TileScheduler {
            pull: true,
            ..of(SchedulerKind::DataParallel)
        };
        assert_eq!(carried(&report("sm_90a", None, pull), level), Some(128));
        assert_eq!(
            carried(&report("sm_90a", None, of(SchedulerKind::StreamK)), level),
            None
        );
        assert_eq!(
            carried(&report("sm_90a", Some(320), of(SchedulerKind::StaticPersistent)), level),
            None
        );
    }
}
