//! Rings that the CTAs of a cluster fill together: proved, and with a fault planted refuted by what goes wrong.

use crate::findings::lowered;
use tilewright_driver::Options;
use tilewright_driver::options::Pairs;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_protocol::{Cta, Verdict, VerdictKind, verdict};

/// The gallery's product on a target, with three stages, whose CTAs load tiles together in clusters.
fn product(gpu_name: &str, cluster: [u32; 2]) -> String {
    scheduled(SchedulerKind::StaticPersistent, gpu_name, cluster)
}

fn scheduled(kind: SchedulerKind, gpu_name: &str, cluster: [u32; 2]) -> String {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        num_stages: Some(3),
        tile_scheduler: Some(TileScheduler {
            kind,
            cluster,
            ..TileScheduler::default()
        }),
        ..Options::default()
    };
    lowered(include_str!("../../../tests/kernels/matmul.mlir"), options)
}

fn judged(text: &str) -> Verdict {
    let parsed = tilewright_ir::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    let cta = Cta {
        warps: 4,
        shared_bytes: 232_448,
    };
    verdict(&parsed.module, cta).expect("there are barriers")
}

#[test]
fn rings_of_a_cluster_are_proved() {
    for target in ["sm_90a", "sm_100a"] {
        for cluster in [[2, 1], [1, 2], [2, 2]] {
            let text = product(target, cluster);
            assert!(text.contains(" of 2 to %"), "{target}, {cluster:?}: {text}");
            let found = judged(&text);
            let place = format!("{target}, {cluster:?}: {}", found.text);
            assert_eq!(found.verdict, VerdictKind::Proved, "{place}");
            let ctas = (cluster[0] * cluster[1]) as usize;
            let last = format!("@{}", ctas - 1);
            assert!(
                found.agents.iter().any(|name| name.ends_with(&last)),
                "{place}: {:?}",
                found.agents
            );
        }
    }
}

/// The number that copies say for their part, or for the CTAs that they go to, is another.
fn with_number(text: &str, before: &str, after: &str, number: i64) -> String {
    let own = format!("  %planted = arith.constant <i32: {number}> : i32\n");
    let line = text.find("nv_tileas.func").expect("a kernel");
    let start = line + text[line..].find('\n').expect("its first line") + 1;
    let text = format!("{}{own}{}", &text[..start], &text[start..]);
    let mut parts = text.split(before);
    let mut changed = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (_, rest) = part.split_once(after).expect("the end of a value");
        changed += &format!("{before}%planted{after}{rest}");
    }
    changed
}

/// Copies of part `number` of two.
pub(crate) fn with_part(number: i64) -> String {
    with_number(&product("sm_90a", [2, 1]), " part ", " of 2 to ", number)
}

/// Without the lines that have a text.
fn without(text: &str, line: &str) -> String {
    let lines = text.lines().filter(|one| !one.contains(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_planted_in_a_cluster_is_refuted() {
    let whole = product("sm_90a", [2, 1]);
    let at_end = |text: &str| {
        let last = text.rfind("nvvm.cluster.arrive").expect("the barrier at the end");
        let end = last + text[last..].find("nvvm.cluster.wait").unwrap() + "nvvm.cluster.wait".len();
        format!("{}{}", &text[..last], &text[end..])
    };
    let at_start = whole.replacen("nvvm.cluster.arrive", "nvvm.barrier", 1);
    let at_start = at_start.replacen("nvvm.cluster.wait", "", 1);
    let expect = whole.find("mbarrier.arrive.expect_tx").expect("bytes are expected");
    let line = whole[expect..].lines().next().unwrap();
    let (rest, number) = line.rsplit_once(", ").expect("a number of bytes");
    let half: i64 = number.trim().parse::<i64>().unwrap() / 2;
    for (name, text) in [
        (
            "the other CTA is not told",
            without(&whole, "nvvm.mbarrier.arrive.cluster"),
        ),
        ("copies go to one CTA", with_number(&whole, " of 2 to ", " among", 1)),
        ("both copy the same part", with_part(0)),
        ("CTAs do not leave together", at_end(&whole)),
        ("CTAs do not begin together", at_start),
        ("half of the bytes", whole.replace(line, &format!("{rest}, {half}"))),
    ] {
        assert_ne!(text, whole, "{name}");
        let found = judged(&text);
        eprintln!("{name}: {}", found.text);
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    }
}

/// A line of the first kind that has a text, and so on, without every second one: one meeting of two, of all agents.
fn unmet(text: &str, which: usize) -> String {
    let mut numbers = [0; 2];
    let kept = text.lines().filter(|line| {
        let kinds = ["nvvm.cluster.arrive", "nvvm.cluster.wait"];
        let Some(kind) = kinds.iter().position(|kind| line.contains(kind)) else {
            return true;
        };
        numbers[kind] += 1;
        (numbers[kind] - 1) % 2 != which
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// CTAs that share tiles meet as often, whatever their shares are.
#[test]
fn sums_that_a_cluster_joins_are_proved_and_their_twins_refuted() {
    for (target, cluster) in [("sm_100a", [2, 1]), ("sm_103a", [4, 1]), ("sm_120a", [2, 1])] {
        let found = judged(&scheduled(SchedulerKind::StreamK, target, cluster));
        assert_eq!(found.verdict, VerdictKind::Proved, "{target}: {}", found.text);
        assert!(found.scenarios.len() > 5, "{target}: {:?}", found.scenarios);
    }
    let whole = scheduled(SchedulerKind::StreamK, "sm_100a", [2, 1]);
    let last = |text: &str, what: &str| {
        let at = text.rfind(what).expect("a meeting");
        format!("{}{}", &text[..at], &text[at + what.len()..])
    };
    for (name, text) in [
        ("nobody waits for sums", unmet(&whole, 0)),
        ("nobody waits until sums are read", unmet(&whole, 1)),
        ("nobody shows a sum", without(&whole, "share_partial")),
        (
            "an agent does not come",
            last(&last(&whole, "nvvm.cluster.wait"), "nvvm.cluster.arrive"),
        ),
    ] {
        assert_ne!(text, whole, "{name}");
        let found = judged(&text);
        eprintln!("{name}: {}", found.text);
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    }
}

/// A product of 128x128x64 that the two CTAs of a cluster make together, with three stages.
fn paired() -> String {
    paired_under(TileScheduler {
        kind: SchedulerKind::StaticPersistent,
        ..TileScheduler::default()
    })
}

fn paired_under(scheduler: TileScheduler) -> String {
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        num_stages: Some(3),
        tile_scheduler: Some(TileScheduler {
            cluster: [2, 1],
            ..scheduler
        }),
        ..Options::default()
    };
    let text = lowered(include_str!("../../../docs/codes/gemm.mlir"), options);
    assert!(text.contains("nv_tileas.pair"), "{text}");
    text
}

#[test]
fn pairs_are_proved() {
    let found = judged(&paired());
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
}

/// Pairs that share tiles: one stands for all of its cluster, and the issuer of its second CTA comes to the meetings alone.
#[test]
fn sums_that_pairs_join_are_proved_and_their_twins_refuted() {
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        num_stages: Some(3),
        pairs: Some(Pairs::On),
        tile_scheduler: Some(TileScheduler {
            kind: SchedulerKind::StreamK,
            cluster: [4, 1],
            ..TileScheduler::default()
        }),
        ..Options::default()
    };
    let whole = lowered(include_str!("../../../docs/codes/gemm.mlir"), options);
    assert!(whole.contains("nv_tileas.several_pairs"), "{whole}");
    let found = judged(&whole);
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    let drop = |text: &str, what: &str, from_end: usize| {
        let at = lines_with(text, what);
        with_line(text, at[at.len() - 1 - from_end], |_| String::new())
    };
    let meeting = |from_end: usize| {
        drop(
            &drop(&whole, "nvvm.cluster.arrive", from_end),
            "nvvm.cluster.wait",
            from_end,
        )
    };
    for (name, text) in [
        ("nobody shows a sum", without(&whole, "share_partial")),
        ("an issuer does not come to the last meeting about a tile", meeting(1)),
    ] {
        assert_ne!(text, whole, "{name}");
        let found = judged(&text);
        eprintln!("{name}: {}", found.text);
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    }
}

/// The issuer of the second CTA reads no ids of work, so that a place of their ring has a reader less there.
#[test]
fn pairs_that_pull_work_are_proved() {
    let whole = paired_under(TileScheduler {
        kind: SchedulerKind::DataParallel,
        pull: true,
        ..TileScheduler::default()
    });
    let found = judged(&whole);
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    for (name, from, to) in [
        ("the issuer of the second CTA is waited for", ", 5", ", 6"),
        ("that of the first is not", ", 6", ", 5"),
    ] {
        let text: Vec<String> = whole
            .lines()
            .map(|line| {
                match line
                    .strip_suffix(from)
                    .filter(|line| line.contains("nvvm.mbarrier.init"))
                {
                    Some(init) => format!("{init}{to}"),
                    None => line.to_string(),
                }
            })
            .collect();
        let text = text.join("\n");
        assert_ne!(text, whole, "{name}");
        let found = judged(&text);
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    }
}

/// The place of each line that has a text.
fn lines_with(text: &str, what: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| line.contains(what))
        .map(|(at, _)| at)
        .collect()
}

/// A text with one of its lines changed.
fn with_line(text: &str, at: usize, edit: impl Fn(&str) -> String) -> String {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(number, line)| if number == at { edit(line) } else { line.to_string() });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_planted_in_a_pair_is_refuted() {
    let whole = paired();
    let expect = lines_with(&whole, "nvvm.mbarrier.arrive.cluster");
    let [releases, expects] = expect[..] else {
        panic!("{expect:?}: {whole}");
    };
    let commits = lines_with(&whole, "nvvm.tcgen05.commit");
    let [frees, hands_on] = commits[..] else {
        panic!("{commits:?}: {whole}");
    };
    let for_one = |line: &str| line.split(" to %").next().unwrap_or(line).to_string();
    // The number of the CTA whose barrier is meant.
    let at_own = |at: usize| {
        let named = with_line(&whole, at, |line| {
            let (before, after) = line.split_once(" at %").expect("a CTA");
            let (_, rest) = after.split_once(" of 2").expect("its cluster");
            format!("  %planted = nvvm.read_sreg cluster_ctarank : i32\n{before} at %planted of 2{rest}")
        });
        assert_ne!(named, whole);
        named
    };
    let bytes = |line: &str| {
        let (before, after) = line.split_once(" of 2, ").expect("bytes are expected");
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let half = after[..end].parse::<i64>().unwrap() / 2;
        format!("{before} of 2, {half}{}", &after[end..])
    };
    let first = whole.replacen("nvvm.cluster.arrive", "nvvm.barrier", 2);
    let first = first.replacen("nvvm.cluster.wait", "", 2);
    for (name, text) in [
        ("nobody expects bytes", with_line(&whole, expects, |_| String::new())),
        ("half of the bytes are expected", with_line(&whole, expects, bytes)),
        ("bytes are expected at the own barrier", at_own(expects)),
        ("accumulators are let go of at the own barrier", at_own(releases)),
        (
            "accumulators are not let go of",
            with_line(&whole, releases, |_| String::new()),
        ),
        ("a slot is freed for the first CTA", with_line(&whole, frees, for_one)),
        (
            "accumulators are there for the first CTA",
            with_line(&whole, hands_on, for_one),
        ),
        ("the CTAs do not begin together", first),
    ] {
        assert_ne!(text, whole, "{name}");
        let found = judged(&text);
        eprintln!("{name}: {}", found.text);
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    }
}

/// The gallery's product whose clusters take over the work of clusters that are not launched.
fn pulled(cluster: [u32; 2]) -> String {
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        num_stages: Some(3),
        tile_scheduler: Some(TileScheduler {
            kind: SchedulerKind::DataParallel,
            pull: true,
            cluster,
            ..TileScheduler::default()
        }),
        ..Options::default()
    };
    lowered(include_str!("../../../tests/kernels/matmul.mlir"), options)
}

#[test]
fn clusters_that_pull_work_are_proved() {
    for cluster in [[1, 1], [2, 1], [1, 2], [2, 2]] {
        let found = judged(&pulled(cluster));
        assert_eq!(found.verdict, VerdictKind::Proved, "{cluster:?}: {}", found.text);
    }
}

/// The handshake before the first CTA asks for all: each way to leave a part of it out goes wrong.
#[test]
fn what_is_planted_where_work_is_pulled_is_refuted() {
    let whole = pulled([2, 1]);
    const ASKS: &str = "nvvm.clusterlaunchcontrol.try_cancel";
    let asks = whole.find(ASKS).expect("a launch is cancelled");
    let reads = whole
        .find("nvvm.clusterlaunchcontrol.query_cancel")
        .expect("its answer is read");
    let before = |at: usize, what: &str, edit: &dyn Fn(&str) -> String| {
        let start = whole[..at].rfind(what).expect(what);
        let start = whole[..start].rfind('\n').expect("a line before") + 1;
        let end = start + whole[start..].find('\n').expect("its end");
        format!("{}{}{}", &whole[..start], edit(&whole[start..end]), &whole[end..])
    };
    let drop = |_: &str| String::new();
    for (name, text) in [
        (
            "the first CTA is not told",
            before(asks, "nvvm.mbarrier.arrive.cluster", &drop),
        ),
        (
            "the first CTA does not wait",
            before(asks, "nvvm.mbarrier.wait.parity", &drop),
        ),
        (
            "no bytes are expected",
            before(asks, "nvvm.mbarrier.arrive.expect_tx", &drop),
        ),
        (
            "twice the bytes are expected",
            before(asks, "nvvm.mbarrier.arrive.expect_tx", &|line| {
                line.replace(", 16", ", 32")
            }),
        ),
        (
            "the answer comes to the first CTA alone",
            before(asks + ASKS.len(), ASKS, &|line| line.replace(" to 2", "")),
        ),
        (
            "each CTA asks for all",
            before(asks + ASKS.len(), ASKS, &|line| {
                line[..line.find(" if ").unwrap()].to_string()
            }),
        ),
        (
            "the answer is not waited for",
            before(reads, "nvvm.mbarrier.wait.parity", &drop),
        ),
    ] {
        assert_ne!(text, whole, "{name}");
        let found = judged(&text);
        eprintln!("{name}: {}", found.text);
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    }
}

/// A product whose tile blocks the CTAs of a cluster share, and whose rounds follow from y of the tile block.
fn triangle() -> String {
    let options = Options {
        gpu_name: "sm_90a".to_string(),
        ..Options::default()
    };
    lowered(include_str!("../../../tests/language/ctas_triangle.mlir"), options)
}

#[test]
fn rounds_that_follow_from_y_of_a_tile_block_are_those_of_all_ctas() {
    let text = triangle();
    let found = judged(&text);
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    // By x each would go round as often as it likes.
    let asks: Vec<&str> = text.lines().filter(|line| line.contains("get_program_id")).collect();
    assert!(!asks.is_empty(), "{text}");
    let planted = asks.iter().fold(text.clone(), |text, line| {
        let (results, op) = line.split_once(" = ").expect("it has results");
        let names: Vec<&str> = results.trim().split(", ").collect();
        text.replace(line, &format!("  {}, {}, {} = {op}", names[1], names[0], names[2]))
    });
    assert_ne!(judged(&planted).verdict, VerdictKind::Proved, "{planted}");
}
