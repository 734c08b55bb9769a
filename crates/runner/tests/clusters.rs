//! Products whose CTAs load tiles together with their neighbours in a cluster: right in every order of events, proved, and with a fault
//! planted in their PTX caught by name.

use crate::tile_schedulers::{case_of, gallery_source};
use std::sync::LazyLock;
use tilewright_case::Case;
use tilewright_driver::abi::Abi;
use tilewright_driver::options::Consumers;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_driver::{Options, Report, compile};
use tilewright_runner::{Findings, emulate};

/// Three tiles by three of 64 by 64, so that a cluster has a CTA without a tile; four K tiles of 32.
static RAGGED: LazyLock<Case> = LazyLock::new(|| case_of("matmul", [3, 3, 1], [150, 136, 104], None));

/// The gallery's product under a scheduler in clusters.
fn compiled(target: &str, kind: SchedulerKind, cluster: [u32; 2], consumers: Option<Consumers>) -> Report {
    let scheduler = TileScheduler {
        kind,
        cluster,
        sms: Some(18),
        ..Default::default()
    };
    let options = Options {
        gpu_name: target.to_string(),
        tile_scheduler: Some(scheduler),
        consumers,
        num_stages: Some(3),
        ..Default::default()
    };
    compile(gallery_source("matmul"), &options).report
}

/// The names of what is found on so many seeds, and whether results were wrong.
fn faults(ptx: &str, abi: &Abi, seeds: u64) -> Vec<String> {
    let of = |seed| {
        let options = tilewright_emulator::Options {
            seed,
            ..Default::default()
        };
        let run = emulate(ptx, abi, &RAGGED, options).unwrap_or_else(|why| panic!("{why}\n{ptx}"));
        let wrong = (!run.passed() && run.findings.is_empty()).then(|| "WrongResult".to_string());
        let Findings::Ptx(found) = &run.findings else {
            panic!("a run of PTX tells of PTX");
        };
        let found = found.iter().map(|finding| format!("{:?}", finding.kind));
        found.chain(wrong).collect::<Vec<_>>()
    };
    (0..seeds).flat_map(of).collect()
}

#[test]
fn neighbours_load_tiles_together() {
    use SchedulerKind::{DataParallel, StaticPersistent, Tilelang};
    let mut wrong = Vec::new();
    for (target, kind, cluster, consumers) in [
        ("sm_90a", StaticPersistent, [2, 1], None),
        ("sm_90a", StaticPersistent, [1, 2], None),
        ("sm_90a", StaticPersistent, [2, 2], Some(Consumers::One)),
        ("sm_90a", StaticPersistent, [2, 1], Some(Consumers::PingPong)),
        ("sm_90a", DataParallel, [2, 2], None),
        ("sm_90a", Tilelang, [2, 1], None),
        ("sm_100a", StaticPersistent, [2, 1], None),
        ("sm_100a", StaticPersistent, [2, 2], None),
    ] {
        let place = format!("{target}, {kind:?}, {cluster:?}, {consumers:?}");
        let report = compiled(target, kind, cluster, consumers);
        let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
            wrong.push(format!("{place}: {:?}", report.diagnostics));
            continue;
        };
        let pipelined = &report.schedule.as_ref().expect("a schedule").loops[0];
        let verdict = pipelined.protocol.as_ref().expect("a verdict");
        let told = pipelined.together_code.as_deref();
        let copies = ptx.text.matches(".multicast::cluster [").count();
        if told != Some("choice.together") || verdict.verdict.word() != "proved" || copies == 0 {
            wrong.push(format!("{place}: {told:?}, {}, {copies} copies", verdict.text));
        }
        assert_eq!(abi.cluster, [cluster[0] * cluster[1], 1, 1]);
        let found = faults(&ptx.text, &abi, 8);
        if !found.is_empty() {
            wrong.push(format!("{place}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Without a cluster, or where CTAs need not go round as often as their neighbours, each loads for itself, and says why.
#[test]
fn others_load_alone() {
    let alone = compiled("sm_90a", SchedulerKind::StaticPersistent, [1, 1], None);
    assert_eq!(alone.schedule.unwrap().loops[0].together_code, None);
    let split = compiled("sm_90a", SchedulerKind::StreamK, [2, 1], None);
    let told = split.schedule.unwrap().loops.swap_remove(0);
    assert_eq!(told.together_code.as_deref(), Some("choice.apart"));
    assert!(told.together_why.unwrap().contains("how often they go round"));
    assert!(!split.ptx.unwrap().text.contains(".multicast::cluster"));
}

/// Each line of the PTX that contains a text, changed or left out.
fn edited(ptx: &str, has: &str, edit: impl Fn(&str) -> Option<String>) -> String {
    let lines = ptx.lines().filter_map(|line| match line.contains(has) {
        true => edit(line),
        false => Some(line.to_string()),
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    assert_ne!(text, ptx.trim_end(), "`{has}` is not there");
    text
}

#[test]
fn what_is_planted_in_clusters_is_caught() {
    let report = compiled("sm_90a", SchedulerKind::StaticPersistent, [2, 1], Some(Consumers::One));
    let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
    let twice = |line: &str| Some(format!("{line}\n{line}"));
    let plants = [
        (
            "a release that the other CTA misses",
            "shared::cluster.b64 _,",
            edited(&ptx, "shared::cluster.b64 _,", |_| None),
        ),
        (
            "a release too many",
            "shared::cluster.b64 _,",
            edited(&ptx, "shared::cluster.b64 _,", twice),
        ),
        (
            "a copy for this CTA alone",
            ".multicast::cluster",
            edited(&ptx, ".multicast::cluster", |line| {
                let (before, _) = line.rsplit_once(',')?;
                Some(format!("{};", before.replace(".multicast::cluster", "")))
            }),
        ),
        (
            "bytes of half a tile",
            "expect_tx",
            edited(&ptx, "expect_tx", |line| {
                let (before, bytes) = line.rsplit_once(' ')?;
                let bytes: u32 = bytes.trim_end_matches(';').parse().ok()?;
                Some(format!("{before} {};", bytes / 2))
            }),
        ),
        ("CTAs that do not wait for each other at first", "barrier.cluster", {
            let first = ptx.find("barrier.cluster.wait").expect("a barrier");
            let end = first + ptx[first..].find(';').unwrap() + 1;
            format!("{}bar.sync 0;{}", &ptx[..first], &ptx[end..])
        }),
    ];
    let missed: Vec<&str> = plants
        .iter()
        .filter(|(_, _, ptx)| faults(ptx, &abi, 16).is_empty())
        .map(|(name, _, _)| *name)
        .collect();
    assert!(missed.is_empty(), "nothing is found of: {missed:?}");
}
