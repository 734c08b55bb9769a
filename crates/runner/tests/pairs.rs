//! Products that the two CTAs of a cluster make together: proved, silent and right on every seed, whatever their shape and their tile
//! scheduler; with a fault planted in their PTX, caught by name.

use crate::common::orders;
use crate::tensor_memory::{Compiled, Fault, PLAIN, Shape, caught, instead, silent, without};
use tilewright_driver::options::Pairs;
use tilewright_driver::report::Report;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_driver::{Consumers, Options, compile};

const WIDE: Shape = Shape {
    tile: [128, 128, 64],
    ..PLAIN
};

/// A product whose steps are the tiles along K: tile schedulers ask for that.
pub(crate) fn source(shape: Shape) -> String {
    let source = shape.source();
    let made = source.find("  %ta = ").expect("the left operand's tiles");
    let end = made + source[made..].find('\n').expect("the end of a line") + 1;
    let (_, ty) = source[made..end].trim_end().split_once(" : ").expect("a type");
    let along = if shape.turned[0] { 0 } else { 1 };
    let counted = format!("  %grid:2 = get_index_space_shape %ta : {ty} -> tile<i32>\n");
    let rest = source[end..].replace("(%zero to %steps,", &format!("(%zero to %grid#{along},"));
    format!("{}{counted}{rest}", &source[..end])
}

fn of(kind: SchedulerKind) -> TileScheduler {
    TileScheduler {
        kind,
        ..Default::default()
    }
}

/// A product under a tile scheduler in clusters of two, with some options more.
fn report(shape: Shape, scheduler: TileScheduler, options: Options) -> Report {
    let scheduler = TileScheduler {
        cluster: [2, 1],
        sms: Some(4),
        ..scheduler
    };
    let options = Options {
        tile_scheduler: Some(scheduler),
        ..options
    };
    compile(&source(shape), &options).report
}

fn on(gpu_name: &str) -> Options {
    Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    }
}

/// A product that pairs make, and that is proved.
fn compiled(shape: Shape, scheduler: TileScheduler, options: Options) -> Compiled {
    let report = report(shape, scheduler.clone(), options);
    let place = format!("{shape:?}, {scheduler:?}");
    let found = &report.schedule.as_ref().expect("a loop").loops[0];
    let (code, why) = (found.together_code.as_deref(), &found.together_why);
    assert_eq!(code, Some("choice.pair"), "{place}: {why:?}");
    let product = Compiled::proved(source(shape), report, &place);
    // A kernel has instructions of one kind (PTX ISA, `tcgen05`, use of `.cta_group`).
    assert!(!product.ptx.contains("cta_group::1"), "{place}");
    for instruction in ["alloc", "mma", "commit", "dealloc", "relinquish_alloc_permit"] {
        let text = format!("tcgen05.{instruction}.cta_group::2");
        assert!(product.ptx.contains(&text), "{place}: {instruction}");
    }
    assert_eq!(product.abi.cluster, [2, 1, 1], "{place}");
    product
}

#[test]
fn products_of_pairs_are_proved_and_right() {
    use SchedulerKind::{DataParallel, StaticPersistent, Tilelang};
    let shape_of = |tile, element, result, turned| Shape {
        tile,
        element,
        result,
        turned,
        ..PLAIN
    };
    for (number, (shape, kind)) in (0..).zip([
        (WIDE, StaticPersistent),
        (shape_of([128, 128, 64], "bf16", "f32", [true, true]), DataParallel),
        (shape_of([128, 256, 32], "f16", "f16", [false; 2]), Tilelang),
        (shape_of([256, 128, 32], "f16", "f16", [true, false]), StaticPersistent),
        // Several boxes along K, of whose rows each CTA has half.
        (shape_of([128, 64, 128], "f16", "f32", [false, true]), StaticPersistent),
        (shape_of([128, 64, 32], "tf32", "f32", [false, true]), DataParallel),
        (shape_of([128, 32, 32], "f16", "f16", [false, true]), StaticPersistent),
    ]) {
        let gpu = ["sm_100a", "sm_103a"][number % 2];
        let product = compiled(shape, of(kind), on(gpu));
        let [m, n, k] = shape.tile;
        for seed in 0..orders() {
            // Three tiles by two, so that a cluster has a CTA without one; a part of a tile, and steps that end within one of K.
            let extents = [3 * m - 8, n + n / 2 / 8 * 8, 3 * k - 8];
            let run = product.run(&product.ptx, [3, 2], extents, 3, seed);
            silent(&run, &format!("{shape:?}, {kind:?}, seed {seed}"));
        }
    }
}

/// Clusters take over the work of clusters that are not launched. The issuer of the second CTA does not read its id.
#[test]
fn pairs_that_pull_their_work_are_right() {
    let pulled = TileScheduler {
        pull: true,
        ..of(SchedulerKind::DataParallel)
    };
    let turned = Shape {
        tile: [128, 64, 32],
        element: "tf32",
        result: "f32",
        turned: [false, true],
        ..PLAIN
    };
    for (shape, gpu, consumers) in [
        (WIDE, "sm_100a", Consumers::One),
        (WIDE, "sm_103a", Consumers::Cooperative),
        (turned, "sm_100a", Consumers::One),
    ] {
        let options = Options {
            consumers: Some(consumers),
            ..on(gpu)
        };
        let product = compiled(shape, pulled.clone(), options);
        assert!(product.ptx.contains("clusterlaunchcontrol.try_cancel"), "{shape:?}");
        let [m, n, k] = shape.tile;
        for seed in 0..orders() {
            // More tiles than are launched at a time, the last of a cluster's two without one.
            let extents = [5 * m - 8, 3 * n - 8, 3 * k - 8];
            let run = product.run(&product.ptx, [5, 3], extents, 3, seed);
            silent(&run, &format!("{shape:?}, {consumers:?}, seed {seed}"));
        }
        // The issuer of the first CTA is a reader more: without it, ids would be overwritten before it has read them.
        let [of_first, of_all] = readers(&product.ptx);
        assert_eq!(of_first, of_all + 1, "{shape:?}");
    }
}

/// The warps that empty a place of the ring of work ids in the first CTA of a cluster, and in the others.
fn readers(ptx: &str) -> [u32; 2] {
    let inits = ptx.lines().filter(|line| line.contains("mbarrier.init"));
    let counts = inits.map(|line| {
        line.trim_end_matches(';')
            .rsplit(", ")
            .next()
            .unwrap()
            .parse::<u32>()
            .unwrap()
    });
    let mut counts: Vec<u32> = counts.filter(|&count| count > 1).collect();
    counts.dedup();
    let at = counts
        .windows(2)
        .position(|pair| pair[0] == pair[1] + 1)
        .expect("two counts");
    [counts[at], counts[at + 1]]
}

/// Rings of every length, and both kinds of consumers.
#[test]
fn pairs_are_right_whatever_the_trip_count() {
    for (stages, consumers) in [(1, Consumers::One), (2, Consumers::Cooperative), (3, Consumers::One)] {
        let options = Options {
            num_stages: Some(stages),
            consumers: Some(consumers),
            ..on("sm_100a")
        };
        let product = compiled(WIDE, of(SchedulerKind::StaticPersistent), options);
        for steps in [1, stages, 2 * stages + 1] {
            for seed in 0..4 {
                let run = product.run(&product.ptx, [2, 3], [256, 384, 64 * steps], steps, seed);
                silent(&run, &format!("{stages} stages, {steps} steps, seed {seed}"));
            }
        }
    }
}

/// Each CTA makes for itself what pairs cannot make, and where they are asked for it is said why.
#[test]
fn others_multiply_for_themselves() {
    let low = Shape {
        tile: [64, 128, 64],
        ..PLAIN
    };
    let narrow = Shape {
        tile: [128, 64, 64],
        ..PLAIN
    };
    for (shape, gpu, why) in [
        (low, "sm_100a", "rows"),
        (narrow, "sm_100a", "halves"),
        (WIDE, "sm_90a", "multiplies for two"),
    ] {
        let told = report(shape, of(SchedulerKind::StaticPersistent), on(gpu));
        let found = &told.schedule.as_ref().unwrap().loops[0];
        assert_eq!(found.together_code.as_deref(), Some("choice.together"), "{why}");
        let asked = Options {
            pairs: Some(Pairs::On),
            ..on(gpu)
        };
        let refused = report(shape, of(SchedulerKind::StaticPersistent), asked);
        let told = refused.diagnostics.iter().find(|one| one.code == "pipeline.pairs");
        let told = told.unwrap_or_else(|| panic!("{why}: {:?}", refused.diagnostics));
        assert!(told.notes.iter().any(|note| note.contains(why)), "{told:?}");
        assert!(refused.ptx.is_none(), "{why}");
    }
    // Neither a product with scales nor one of warps, under whichever scheduler, is made by each CTA alone in silence.
    let scaled = include_str!("../../../tests/language/scaled_wide.mlir").to_string();
    for (source, gpu, scheduler, why) in [
        (scaled, "sm_100a", None, "without scales of blocks"),
        (
            source(WIDE),
            "sm_120a",
            Some(of(SchedulerKind::StreamK)),
            "multiplies for two",
        ),
    ] {
        let with = |pairs: Option<Pairs>| {
            let options = Options {
                pairs,
                tile_scheduler: scheduler.clone(),
                ..on(gpu)
            };
            compile(&source, &options).report
        };
        assert!(with(None).ok && with(Some(Pairs::Off)).ok, "{why}");
        let refused = with(Some(Pairs::On));
        let told = refused.diagnostics.iter().find(|one| one.code == "pipeline.pairs");
        let told = told.unwrap_or_else(|| panic!("{why}: {:?}", refused.diagnostics));
        assert!(told.notes.iter().any(|note| note.contains(why)), "{told:?}");
        assert!(refused.ptx.is_none(), "{why}");
    }
    let off = Options {
        pairs: Some(Pairs::Off),
        ..on("sm_100a")
    };
    let alone = report(WIDE, of(SchedulerKind::StaticPersistent), off);
    assert!(!alone.ptx.unwrap().text.contains("cta_group::2"));
}

/// Lines are of the first CTA alone, or of the barrier of the CTA that runs them.
fn by_rank(ptx: &str, what: &str, last: bool, edit: fn(&str) -> String) -> Option<String> {
    let mut lines: Vec<String> = ptx.lines().map(str::to_string).collect();
    let holds = |line: &String| line.contains(what);
    let at = match last {
        true => lines.iter().rposition(holds)?,
        false => lines.iter().position(holds)?,
    };
    lines[at] = format!("mov.u32 %fault0, %cluster_ctarank; {}", edit(&lines[at]));
    let declared = lines.iter_mut().find(|line| line.contains(".reg .pred"))?;
    declared.push_str(" .reg .b32 %fault0; .reg .pred %fault1;");
    Some(lines.join("\n") + "\n")
}

const EXPECT: &str = "mbarrier.arrive.expect_tx.shared::cluster";
const COMMIT: &str = "tcgen05.commit.cta_group::2";
const MAP: &str = "mapa.shared::cluster";

/// The barrier of the CTA itself, instead of that of the first one.
fn own(line: &str) -> String {
    line.replace(", 0;", ", %fault0;")
}

/// A commit for the first CTA alone.
fn for_one(ptx: &str, last: bool) -> Option<String> {
    let at = if last { ptx.rfind(COMMIT) } else { ptx.find(COMMIT) }?;
    let end = at + ptx[at..].find(';')?;
    let (line, _) = ptx[at..end].rsplit_once(',')?;
    let line = line.replace(".multicast::cluster", "");
    Some(format!("{}{line}{}", &ptx[..at], &ptx[end..]))
}

const FAULTS: [Fault; 9] = [
    (
        "bytes are expected of one CTA",
        |ptx| {
            by_rank(ptx, EXPECT, false, |line| {
                format!("setp.eq.u32 %fault1, %fault0, 0; @%fault1 {}", line.trim())
            })
        },
        &["deadlock"],
    ),
    (
        "half of the bytes are expected",
        |ptx| instead(ptx, EXPECT, ", 24576;", ", 12288;"),
        &["transaction-mismatch", "arrive-overrun", "deadlock", "race"],
    ),
    ("a slot is freed for one CTA", |ptx| for_one(ptx, false), &["deadlock"]),
    (
        "accumulators are there for one CTA",
        |ptx| for_one(ptx, true),
        &["deadlock"],
    ),
    (
        "a copy counts at the barrier of its own CTA",
        |ptx| by_rank(ptx, MAP, false, own),
        &["transaction-mismatch", "arrive-overrun", "deadlock", "race"],
    ),
    (
        "accumulators are let go of at the barrier of the CTA itself",
        |ptx| by_rank(ptx, MAP, true, own),
        &["transaction-mismatch", "arrive-overrun", "deadlock", "race"],
    ),
    (
        "CTAs do not wait for each other at first",
        |ptx| {
            let changed = without(ptx, "barrier.cluster.wait", Some(false))?;
            let changed = without(&changed, "barrier.cluster.arrive", Some(false))?;
            let changed = without(&changed, "barrier.cluster.wait", Some(false))?;
            instead(
                &changed,
                "barrier.cluster.arrive",
                "barrier.cluster.arrive;",
                "bar.sync 0;",
            )
        },
        &["invalid-barrier", "uninitialised-memory", "race", "deadlock"],
    ),
    (
        "columns are never freed",
        |ptx| without(ptx, "tcgen05.dealloc", None),
        &["tensor-memory"],
    ),
    (
        "the rows of one CTA are multiplied",
        |ptx| instead(ptx, "mov.b32", "270598160", "136380432"),
        &[
            "tensor-memory",
            "uninitialised-memory",
            "invalid-operand",
            "out-of-bounds",
            "race",
        ],
    ),
];

#[test]
fn every_fault_that_is_planted_is_caught_and_named() {
    let options = Options {
        num_stages: Some(2),
        ..on("sm_100a")
    };
    let product = compiled(WIDE, of(SchedulerKind::StaticPersistent), options);
    let run = |ptx: &str, seed| product.run(ptx, [2, 3], [256, 384, 3 * 64], 3, seed);
    silent(&run(&product.ptx, 0), "as compiled");
    caught(&FAULTS, &product.ptx, run);
}
