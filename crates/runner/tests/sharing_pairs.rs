//! Products in the SM100 form of stream-K whose tiles pairs of CTAs share, or have each for itself: proved, silent and right on every seed;
//! with a fault planted in their PTX, caught by name. And loads that go ahead of the joins of tiles.

use crate::pairs::source;
use crate::sharers::{report, run_shares, unwaited};
use crate::tensor_memory::{Compiled, Fault, PLAIN, Shape, caught, instead, silent};
use tilewright_driver::options::Pairs;
use tilewright_driver::{Consumers, Options, Strategy};
use tilewright_emulator::BarrierName;
use tilewright_runner::Experiment;

const WIDE: Shape = Shape {
    tile: [128, 128, 64],
    ..PLAIN
};

fn on(pairs: Option<Pairs>) -> Options {
    Options {
        pairs,
        ..Options::default()
    }
}

/// A proved product; of pairs, with instructions of pairs alone.
fn compiled(shape: Shape, gpu: &str, cluster: [u32; 2], options: Options) -> Compiled {
    let of_pairs = options.pairs == Some(Pairs::On);
    let report = report(&source(shape), gpu, cluster, options);
    let place = format!("{shape:?}, {gpu}, {cluster:?}");
    let together = report.schedule.as_ref().expect("a loop").loops[0].together_code.clone();
    let product = Compiled::proved(source(shape), report, &place);
    let has = |text: &str| product.ptx.contains(text);
    if of_pairs {
        assert_eq!(together.as_deref(), Some("choice.pair"), "{place}");
        assert!(!has("cta_group::1") && has("tcgen05.mma.cta_group::2"), "{place}");
        // A pair alone has nothing to join.
        let size: u32 = cluster.iter().product();
        assert_eq!(has("ld.shared::cluster"), size > 2, "{place}");
    }
    let scheduler = product.abi.scheduler.as_ref().expect("a scheduler");
    assert!(scheduler.shares_tiles && scheduler.pairs == of_pairs, "{place}");
    assert!(scheduler.workspace.starts_with("none"), "{place}");
    product
}

#[test]
fn products_that_pairs_share_are_proved_and_right() {
    let of = |tile, element, result, turned| Shape {
        tile,
        element,
        result,
        turned,
        ..PLAIN
    };
    for (number, (shape, cluster)) in (0..).zip([
        (WIDE, [4, 1]),
        (of([128, 128, 32], "bf16", "f32", [false; 2]), [2, 2]),
        // A pair alone, of which there is one without a cluster, too.
        (WIDE, [2, 1]),
        (of([128, 128, 64], "f16", "f32", [false; 2]), [1, 1]),
        (of([128, 64, 32], "tf32", "f32", [false, true]), [4, 1]),
        // More than is shown at once.
        (of([128, 256, 32], "f16", "f16", [false; 2]), [4, 1]),
    ]) {
        let gpu = ["sm_100a", "sm_103a"][number % 2];
        let product = compiled(shape, gpu, cluster, on(Some(Pairs::On)));
        let size = if cluster == [1, 1] { 2 } else { cluster.iter().product() };
        assert_eq!(product.abi.cluster, [size, 1, 1]);
        // More tiles than clusters and fewer, pairs of which one CTA has no tile, and K tiles from one, fewer than pairs, on.
        let cases = [
            ([3, 2], 5),
            ([1, 1], 1),
            ([2, 2], 2),
            ([1, 1], 9),
            ([4, 1], 3),
            ([5, 2], 1),
            ([1, 3], 4),
            ([2, 2], 7),
        ];
        run_shares(&product, shape, cases, &format!("{gpu}, {cluster:?}"));
    }
}

/// Rings of every length, and both kinds of consumers.
#[test]
fn shares_of_pairs_of_every_length_are_right() {
    for (stages, consumers) in [(1, Consumers::One), (2, Consumers::Cooperative), (3, Consumers::One)] {
        let options = Options {
            num_stages: Some(stages),
            consumers: Some(consumers),
            ..on(Some(Pairs::On))
        };
        let product = compiled(WIDE, "sm_100a", [4, 1], options);
        for steps in [1, 2 * stages, 4 * stages + 1] {
            for seed in 0..2 {
                let run = product.run(&product.ptx, [3, 3], [384, 384, 64 * steps], steps, seed);
                silent(&run, &format!("{stages} stages, {steps} steps, seed {seed}"));
            }
        }
    }
}

/// The launch of pairs: resident clusters, of which each has at most one for two tiles along m.
#[test]
fn the_launch_is_of_pairs() {
    for (cluster, expected) in [([2, 1], 6), ([4, 1], 4)] {
        let product = compiled(WIDE, "sm_100a", cluster, on(Some(Pairs::On)));
        let scheduler = product.abi.scheduler.as_ref().unwrap();
        let launch = scheduler.launch([3 * 128, 2 * 128, 640, 1]).unwrap();
        assert_eq!(launch.grid, [expected, 1, 1], "{cluster:?}");
        assert_eq!((launch.workspace, launch.workspace_at), (0, None));
        let word = |at: usize| u32::from_le_bytes(launch.record[at..at + 4].try_into().unwrap());
        assert_eq!([word(0), word(4), word(8)], [2, 2, 10], "{cluster:?}");
    }
}

const WAIT: &str = "barrier.cluster.wait";
const ARRIVE: &str = "barrier.cluster.arrive";
const MAP: &str = "mapa.shared::cluster";
const JOIN: &str = "ld.shared::cluster";

/// The line of the first load from another CTA moves before the meeting that it waits for.
fn read_early(ptx: &str) -> Option<String> {
    let mut lines: Vec<String> = ptx.lines().map(str::to_string).collect();
    let read = lines.iter().position(|line| line.contains(JOIN))?;
    let wait = lines[..read].iter().rposition(|line| line.contains(WAIT))?;
    lines[wait].clear();
    let last = lines.iter().rposition(|line| line.contains(JOIN))?;
    lines[last].push_str(" barrier.cluster.wait;");
    Some(lines.join("\n") + "\n")
}

/// The place in memory of another CTA that sums are read from is in a CTA that there is not.
fn read_elsewhere(ptx: &str) -> Option<String> {
    let lines: Vec<&str> = ptx.lines().collect();
    let read = lines.iter().position(|line| line.contains(JOIN))?;
    let map = lines[..read].iter().rfind(|line| line.contains(MAP))?;
    let (_, rank) = map.trim_end_matches(';').rsplit_once(", ")?;
    instead(ptx, map, &format!(", {rank};"), ", 9;")
}

const FAULTS: [Fault; 4] = [
    (
        "sums are read before they are there",
        |ptx| read_early(ptx),
        &["race", "uninitialised-memory"],
    ),
    (
        "sums of a CTA that there is not",
        |ptx| read_elsewhere(ptx),
        &["out-of-bounds", "invalid-operand"],
    ),
    (
        "accumulators are there for one CTA of a pair",
        |ptx| {
            let at = ptx.rfind("tcgen05.commit.cta_group::2")?;
            let end = at + ptx[at..].find(';')?;
            let (line, _) = ptx[at..end].rsplit_once(',')?;
            let line = line.replace(".multicast::cluster", "");
            Some(format!("{}{line}{}", &ptx[..at], &ptx[end..]))
        },
        &["deadlock"],
    ),
    (
        "an agent does not wait for a meeting",
        |ptx| unwaited(ptx),
        &["arrive-overrun", "invalid-barrier"],
    ),
];

#[test]
fn faults_of_products_that_pairs_share_are_caught() {
    let product = compiled(WIDE, "sm_100a", [4, 1], on(Some(Pairs::On)));
    let run = |ptx: &str, seed| product.run(ptx, [3, 2], [384, 256, 320], 5, seed);
    silent(&run(&product.ptx, 0), "nothing is planted");
    caught(&FAULTS, &product.ptx, run);
}

/// Clusters without pairs, and products that no pair can make, are refused with the reason; without the option CTAs share by themselves.
#[test]
fn what_pairs_cannot_share_is_refused_with_the_reason() {
    let low = Shape {
        tile: [64, 128, 64],
        ..PLAIN
    };
    for (shape, gpu, cluster, why) in [
        (WIDE, "sm_100a", [1, 2], "a cluster of 1x2 has no pairs of CTAs"),
        (WIDE, "sm_100a", [3, 1], "a cluster of 3x1 has no pairs of CTAs"),
        (low, "sm_100a", [4, 1], "a pair multiplies 256 rows, 128 of each CTA"),
    ] {
        let report = report(&source(shape), gpu, cluster, on(Some(Pairs::On)));
        assert!(report.ptx.is_none(), "{why}");
        let texts = report
            .diagnostics
            .iter()
            .flat_map(|found| std::iter::once(&found.message).chain(&found.notes));
        let told: Vec<&String> = texts.collect();
        assert!(told.iter().any(|text| text.contains(why)), "{why}: {told:?}");
    }
    let alone = report(&source(WIDE), "sm_100a", [4, 1], on(None));
    assert!(!alone.ptx.unwrap().text.contains("cta_group::2"));
}

/// When the first load of the second tile of the first CTA has arrived, and when the join of its first tile is over: phases of the
/// barriers of slots, which come first of all, and of the cluster's barrier, where so many come before the first join.
fn first_load_and_join(run: &Experiment, steps: usize, stages: usize, before: usize) -> (u64, u64) {
    let own = || run.barriers.iter().filter(|history| history.cta == 0);
    let mut slots: Vec<_> = own()
        .filter_map(|history| match history.barrier {
            BarrierName::Mbarrier { address } => Some((address, history)),
            BarrierName::Named { .. } | BarrierName::Cluster => None,
        })
        .collect();
    slots.sort_by_key(|&(address, _)| address);
    let (_, full) = slots[steps % stages];
    let cluster = own()
        .find(|history| history.barrier == BarrierName::Cluster)
        .expect("it joins");
    (
        full.phases[steps / stages].completed,
        cluster.phases[before + 1].completed,
    )
}

/// The meetings before the first tile, by which the consumer's are about a tile before the one that is loaded, are left out.
fn in_step(ptx: &str) -> String {
    let mut left = [2, 2];
    let kept = ptx.lines().map(|line| {
        let kind = [ARRIVE, WAIT].iter().position(|kind| line.contains(kind));
        match kind.filter(|&kind| left[kind] > 0) {
            Some(kind) => {
                left[kind] -= 1;
                ""
            }
            None => line,
        }
    });
    kept.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn loads_of_the_next_tile_begin_before_the_join_of_this_one_ends() {
    let stages = 3;
    let options = Options {
        num_stages: Some(stages as u32),
        pipeline_strategy: Some(Strategy::WarpSpecialize),
        ..on(None)
    };
    let product = compiled(PLAIN, "sm_100a", [2, 1], options);
    // Two tiles for each of three clusters, and a share of four K tiles. A tile's sums are shown at once.
    let run = |ptx: &str, seed| product.run(ptx, [3, 2], [384, 128, 8 * 64], 8, seed);
    let mut in_order = 0;
    for seed in 0..8 {
        let whole = run(&product.ptx, seed);
        silent(&whole, "as compiled");
        let (load, join) = first_load_and_join(&whole, 4, stages, 2);
        assert!(load < join, "seed {seed}: loaded at {load}, joined at {join}");
        // One who has left counts as one who has come, so that meeting about the same tile all is right, and late.
        let late = run(&in_step(&product.ptx), seed);
        let (load, join) = first_load_and_join(&late, 4, stages, 0);
        in_order += u32::from(load < join);
    }
    assert_eq!(
        in_order, 0,
        "the meetings before the first tile are not what loads go ahead by"
    );
}
