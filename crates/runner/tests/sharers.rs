//! Products whose K range the CTAs of a cluster share, in the SM100 form of stream-K: proved, silent and right on every seed, whatever
//! there is to share; with a fault planted in their PTX, caught by name.

use crate::pairs::source;
use crate::tensor_memory::{Compiled, Fault, PLAIN, Shape, caught, instead, silent};
use tilewright_driver::report::Report;
use tilewright_driver::tile_scheduler::{SchedulerKind, SchedulerPolicy, TileScheduler};
use tilewright_driver::{Consumers, Options, Strategy, compile};

fn of(tile: [u32; 3], element: &'static str, result: &'static str) -> Shape {
    Shape {
        tile,
        element,
        result,
        ..PLAIN
    }
}

/// A product under the scheduler, on six SMs.
pub(crate) fn report(text: &str, gpu: &str, cluster: [u32; 2], options: Options) -> Report {
    let scheduler = TileScheduler {
        kind: SchedulerKind::StreamK,
        cluster,
        sms: Some(6),
        ..Default::default()
    };
    let options = Options {
        gpu_name: gpu.to_string(),
        tile_scheduler: Some(scheduler),
        ..options
    };
    compile(text, &options).report
}

fn compiled(shape: Shape, gpu: &str, cluster: [u32; 2], options: Options) -> Compiled {
    let report = report(&source(shape), gpu, cluster, options);
    let place = format!("{shape:?}, {gpu}, {cluster:?}");
    let product = Compiled::proved(source(shape), report, &place);
    assert!(product.ptx.contains("ld.shared::cluster"), "{place}");
    let scheduler = product.abi.scheduler.as_ref().expect("a scheduler");
    let workspace = &scheduler.workspace;
    assert!(workspace.starts_with("none"), "{place}: {workspace}");
    product
}

/// Runs a product of so many tiles and K steps, the last ones cut short, each with a seed of its own.
pub(crate) fn run_shares(product: &Compiled, shape: Shape, cases: [([u32; 2], u32); 8], place: &str) {
    let [m, n, k] = shape.tile;
    for (seed, (tiles, steps)) in (0..).zip(cases) {
        let extents = [tiles[0] * m - 8, tiles[1] * n - n / 2 / 8 * 8, steps * k - 8];
        let run = product.run(&product.ptx, tiles, extents, steps, seed);
        silent(
            &run,
            &format!("{shape:?}, {place}, {tiles:?}, {steps} steps, seed {seed}"),
        );
    }
}

#[test]
fn products_that_clusters_share_are_proved_and_right() {
    for (number, (shape, cluster)) in (0..).zip([
        // Without a cluster it is two CTAs.
        (of([128, 128, 64], "f16", "f32"), [1, 1]),
        (of([128, 64, 32], "bf16", "f32"), [4, 1]),
        (of([64, 64, 32], "f16", "f16"), [2, 1]),
        (of([128, 32, 32], "tf32", "f32"), [2, 2]),
        // More than is shown at once.
        (of([128, 256, 32], "f16", "f16"), [2, 1]),
    ]) {
        let gpu = ["sm_100a", "sm_103a"][number % 2];
        let product = compiled(shape, gpu, cluster, Options::default());
        let size = if cluster == [1, 1] { 2 } else { cluster.iter().product() };
        assert_eq!(product.abi.cluster, [size, 1, 1]);
        // More tiles than clusters and fewer, and K tiles from one, fewer than CTAs, on.
        let cases = [
            ([3, 2], 5),
            ([1, 1], 1),
            ([2, 2], 2),
            ([1, 1], 9),
            ([2, 1], 3),
            ([3, 3], 1),
            ([1, 3], 4),
            ([2, 2], 7),
        ];
        run_shares(&product, shape, cases, &format!("{gpu}, {cluster:?}"));
    }
}

/// Rings of every length, and both kinds of consumers that share a tile.
#[test]
fn shares_of_every_length_are_right() {
    for (stages, consumers) in [(1, Consumers::One), (2, Consumers::Cooperative), (3, Consumers::One)] {
        let options = Options {
            num_stages: Some(stages),
            consumers: Some(consumers),
            ..Options::default()
        };
        let product = compiled(of([128, 128, 64], "f16", "f32"), "sm_100a", [2, 1], options);
        for steps in [1, 2 * stages, 4 * stages + 1] {
            for seed in 0..4 {
                let run = product.run(&product.ptx, [2, 3], [256, 384, 64 * steps], steps, seed);
                silent(&run, &format!("{stages} stages, {steps} steps, seed {seed}"));
            }
        }
    }
}

/// Threads that all do the same, agents of which warps multiply, and those of which some make operands share as well.
#[test]
fn whoever_multiplies_shares() {
    let plain = source(of([64, 64, 32], "f16", "f32"));
    let twice = "    %twice = addf %la, %la rounding<nearest_even> : tile<64x32xf16>\n    %next = mmaf %twice,";
    let made = plain.replace("    %next = mmaf %la,", twice);
    assert_ne!(made, plain);
    for (gpu, strategy, text) in [
        ("sm_100a", Some(Strategy::None), &plain),
        ("sm_100a", Some(Strategy::Unspecialize), &plain),
        ("sm_120a", None, &plain),
        ("sm_121a", Some(Strategy::Unspecialize), &plain),
        ("sm_100a", None, &made),
        ("sm_103a", Some(Strategy::WarpSpecialize), &made),
        ("sm_120a", None, &made),
    ] {
        let options = Options {
            pipeline_strategy: strategy,
            ..Options::default()
        };
        let report = report(text, gpu, [2, 1], options);
        let place = format!("{gpu}, {strategy:?}");
        let ptx = report
            .ptx
            .unwrap_or_else(|| panic!("{place}: {:?}", report.diagnostics));
        let verdict = report
            .schedule
            .as_ref()
            .and_then(|found| found.loops.first()?.protocol.as_ref());
        let verdict = verdict.map(|found| found.verdict.word());
        let expected = (strategy != Some(Strategy::None)).then_some("proved");
        assert_eq!(verdict, expected, "{place}");
        let product = Compiled {
            source: text.clone(),
            ptx: ptx.text,
            lines: ptx.lines,
            abi: report.abi.expect("a launch"),
        };
        for (seed, steps) in (0..).zip([1, 2, 5, 6]) {
            let run = product.run(&product.ptx, [3, 2], [184, 128, 32 * steps - 8], steps, seed);
            silent(&run, &format!("{place}, {steps} steps, seed {seed}"));
        }
    }
}

/// Accumulators that are shown have memory of their own beside slots that threads write; a stage more has none.
#[test]
fn what_is_shown_is_counted_beside_computed_operands() {
    let plain = source(of([128, 128, 64], "f16", "f32"));
    let twice = "    %twice = addf %la, %la rounding<nearest_even> : tile<128x64xf16>\n    %next = mmaf %twice,";
    let made = plain.replace("    %next = mmaf %la,", twice);
    assert_ne!(made, plain);
    let with = |num_stages: Option<u32>| {
        let options = Options {
            num_stages,
            ..Options::default()
        };
        report(&made, "sm_100a", [2, 1], options)
    };
    let report = with(None);
    let ptx = report.ptx.unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    let found = &report.schedule.as_ref().expect("a loop").loops[0];
    assert_eq!(
        found.protocol.as_ref().map(|found| found.verdict.word()),
        Some("proved")
    );
    assert_eq!(
        found.depth.chosen,
        found.depth.wanted.min(found.depth.fits),
        "{:?}",
        found.depth
    );
    let product = Compiled {
        source: made.clone(),
        ptx: ptx.text,
        lines: ptx.lines,
        abi: report.abi.expect("a launch"),
    };
    let run = product.run(&product.ptx, [3, 2], [384, 256, 64 * 9 - 8], 9, 1);
    silent(&run, "9 steps");

    let more = with(Some(found.depth.fits as u32 + 1));
    assert!(more.ptx.is_none());
    assert_eq!(more.diagnostics[0].code, "pipeline.shared", "{:?}", more.diagnostics);
}

const ARRIVE: &str = "barrier.cluster.arrive";
const WAIT: &str = "barrier.cluster.wait";
const MAP: &str = "mapa.shared::cluster";

/// Without one meeting of two, of all agents: the first or the second.
fn unmet(ptx: &str, which: usize) -> Option<String> {
    let mut number = [0; 2];
    let kept = ptx.lines().map(|line| {
        let kind = [ARRIVE, WAIT].iter().position(|kind| line.contains(kind));
        let Some(kind) = kind else { return line };
        number[kind] += 1;
        if (number[kind] - 1) % 2 == which { "" } else { line }
    });
    let text = kept.collect::<Vec<_>>().join("\n") + "\n";
    (text != ptx).then_some(text)
}

/// The line of the first load from another CTA moves before the meeting that it waits for.
fn read_early(ptx: &str) -> Option<String> {
    let mut lines: Vec<String> = ptx.lines().map(str::to_string).collect();
    let mapped = lines.iter().position(|line| line.contains(MAP))?;
    let wait = lines[..mapped].iter().rposition(|line| line.contains(WAIT))?;
    lines[wait].clear();
    let read = lines.iter().rposition(|line| line.contains("ld.shared::cluster"))?;
    lines[read].push_str(" barrier.cluster.wait;");
    Some(lines.join("\n") + "\n")
}

/// Without the wait before the last one: its agent arrives twice. One that leaves early counts as one that has come.
pub(crate) fn unwaited(ptx: &str) -> Option<String> {
    let mut lines: Vec<&str> = ptx.lines().collect();
    let last = lines.iter().rposition(|line| line.contains(WAIT))?;
    let before = lines[..last].iter().rposition(|line| line.contains(WAIT))?;
    lines[before] = "";
    Some(lines.join("\n") + "\n")
}

const FAULTS: [Fault; 5] = [
    (
        "nobody waits for the others' sums",
        |ptx| unmet(ptx, 0),
        &["race", "uninitialised-memory"],
    ),
    ("memory is written again at once", |ptx| unmet(ptx, 1), &["race"]),
    (
        "an agent does not wait for a meeting",
        |ptx| unwaited(ptx),
        &["arrive-overrun", "invalid-barrier"],
    ),
    (
        "sums are read before they are there",
        |ptx| read_early(ptx),
        &["race", "uninitialised-memory"],
    ),
    (
        "sums of a CTA that there is not",
        |ptx| {
            let map = ptx.lines().find(|line| line.contains(MAP))?;
            let (_, rank) = map.trim_end_matches(';').rsplit_once(", ")?;
            instead(ptx, MAP, &format!(", {rank};"), ", 5;")
        },
        &["out-of-bounds", "invalid-operand"],
    ),
];

#[test]
fn faults_of_a_shared_product_are_caught() {
    let product = compiled(of([64, 64, 32], "f16", "f32"), "sm_100a", [2, 1], Options::default());
    let run = |ptx: &str, seed| product.run(ptx, [3, 2], [192, 128, 160], 5, seed);
    silent(&run(&product.ptx, 0), "nothing is planted");
    caught(&FAULTS, &product.ptx, run);
    // That a CTA adds its own sum, and not another's, is seen in the result.
    let map = product.ptx.lines().find(|line| line.contains(MAP)).expect("a CTA");
    let (_, rank) = map.trim_end_matches(';').rsplit_once(", ").expect("its rank");
    let own = instead(&product.ptx, MAP, &format!(", {rank};"), ", 1;").expect("another CTA");
    assert!(
        run(&own, 0).verdict != run(&product.ptx, 0).verdict,
        "a wrong rank is not seen"
    );
}

#[test]
fn what_clusters_cannot_share_is_refused_with_the_reason() {
    let said = |scheduler: TileScheduler| {
        let options = Options {
            gpu_name: "sm_100a".to_string(),
            tile_scheduler: Some(scheduler),
            ..Options::default()
        };
        let report = compile(&source(PLAIN), &options).report;
        assert!(!report.ok);
        report.diagnostics.iter().map(|d| d.message.clone()).collect::<String>()
    };
    let asked = TileScheduler {
        kind: SchedulerKind::StreamK,
        ..Default::default()
    };
    for other in [
        TileScheduler {
            splits: 3,
            ..asked.clone()
        },
        TileScheduler {
            policy: SchedulerPolicy::CutlassSm90,
            ..asked
        },
    ] {
        assert!(said(other).contains("the SM100 form on sm_100a"));
    }
}
