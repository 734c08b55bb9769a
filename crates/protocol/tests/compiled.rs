//! The verdict on the barriers of kernels, read off the IR that the compiler prints.

use crate::shared;
use std::path::{Path, PathBuf};
use tilewright_driver::options::Strategy;
use tilewright_driver::tile_scheduler::{SchedulerKind, SchedulerPolicy, TileScheduler};
use tilewright_driver::{Consumers, Generator, LoopModel, Options, compile};
use tilewright_protocol::{Cta, Verdict, VerdictKind, verdict};

/// The IR of a kernel after its pipelines have become barriers; none if it has no pipelined loop.
fn lowered(source: &str) -> Option<String> {
    lowered_with(source, None)
}

fn lowered_with(source: &str, tile_scheduler: Option<TileScheduler>) -> Option<String> {
    lowered_for("sm_90a", source, tile_scheduler)
}

fn lowered_for(gpu: &str, source: &str, tile_scheduler: Option<TileScheduler>) -> Option<String> {
    let options = Options {
        gpu_name: gpu.to_string(),
        tile_scheduler,
        ..Options::default()
    };
    lowered_as(source, &options)
}

fn lowered_as(source: &str, options: &Options) -> Option<String> {
    let report = compile(source, options).report;
    let mut passes = report.passes.into_iter();
    let pass = passes.find(|pass| pass.name == "convert-pipeline-to-nvvm")?;
    pass.changed.then_some(pass.listing.text)
}

/// A CTA of an H100: of so many warps, and 232,448 bytes of shared memory.
const fn cta(warps: u32) -> Cta {
    Cta {
        warps,
        shared_bytes: 232_448,
    }
}

fn judge(text: &str) -> Option<Verdict> {
    let parsed = tilewright_ir::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    verdict(&parsed.module, cta(4))
}

fn kernels(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            kernels(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            found.push(path);
        }
    }
}

/// The pipelined kernels of the gallery, and of the shared corpus if it is there.
fn pipelined() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    kernels(&root.join("tests/kernels"), &mut paths);
    paths.extend(shared::corpus().into_iter().map(|folder| folder.join("kernel.mlir")));
    let text = |path: PathBuf| {
        let source = std::fs::read_to_string(&path).unwrap();
        source
            .contains("mma")
            .then(|| lowered(&source))
            .flatten()
            .map(|text| (path.display().to_string(), text))
    };
    paths.into_iter().filter_map(text).collect()
}

#[test]
fn every_pipelined_kernel_is_proved() {
    let all = pipelined();
    assert!(!all.is_empty(), "no kernel has a pipelined loop");
    for (path, text) in all {
        let found = judge(&text).expect("there are barriers");
        eprintln!("{path}: {:?}: {} {:?}", found.verdict, found.text, found.scenarios);
        assert_eq!(found.verdict, VerdictKind::Proved, "{path}: {}", found.text);
        assert!(found.counterexamples.is_empty());
    }
}

/// Consumers of tensor memory have no loop in theirs over the tiles: it goes round with the issuer's and the producer's all the same, a few
/// times, and not as often as the ring asks of the loop inside.
#[test]
fn loops_over_tiles_are_the_same_for_all_agents() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/tiles_persistent.mlir");
    let source = std::fs::read_to_string(path).unwrap();
    let text = lowered_for("sm_100a", &source, None).expect("a pipelined loop");
    let parsed = tilewright_ir::parse(&text);
    let found = verdict(&parsed.module, cta(6)).expect("there are barriers");
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    let names: Vec<&str> = found.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
    assert!(
        names.iter().all(|name| name.contains("of the loop around it")),
        "{names:?}"
    );
    assert!(
        names
            .iter()
            .any(|name| name.contains("5 iterations of the loop around it")),
        "{names:?}"
    );
}

#[test]
fn every_tile_scheduler_leaves_the_protocol_right() {
    use SchedulerKind::*;
    let source = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels");
        std::fs::read_to_string(folder.join(name)).unwrap()
    };
    let mut wrong = Vec::new();
    for kernel in ["matmul.mlir", "gemm_dynamic.mlir"] {
        for kind in [DataParallel, StaticPersistent, StreamK, Tilelang] {
            for policy in [SchedulerPolicy::Contract, SchedulerPolicy::CutlassSm90] {
                for cluster in [[1, 1], [2, 1]] {
                    let scheduler = TileScheduler {
                        kind,
                        policy,
                        cluster,
                        ..TileScheduler::default()
                    };
                    let place = format!("{kernel}: {scheduler:?}");
                    let Some(text) = lowered_with(&source(kernel), Some(scheduler)) else {
                        eprintln!("{place}: no barriers");
                        continue;
                    };
                    let found = judge(&text).expect("there are barriers");
                    eprintln!("{place}: {:?}: {} {}", found.verdict, found.text, found.scenarios.len());
                    if found.verdict != VerdictKind::Proved {
                        wrong.push((place, found.text));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// However a loop is scheduled and however shallow its ring is, no product is left in flight that the ring waits for.
#[test]
fn shallow_rings_are_proved_under_every_scheduler() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/matmul.mlir");
    let source = std::fs::read_to_string(path).unwrap();
    use Generator::{Auto, Documented, Exact, Rau, Serial};
    for scheduler in [Auto, Documented, Serial, Rau, Exact] {
        for &machine in LoopModel::ALL {
            for stages in 1..=3 {
                let options = Options {
                    gpu_name: "sm_90a".to_string(),
                    scheduler,
                    machine,
                    num_stages: Some(stages),
                    ..Options::default()
                };
                let report = compile(&source, &options).report;
                let what = format!("{scheduler:?}, {machine:?}, {stages} stages: {:?}", report.diagnostics);
                let schedule = report.schedule.expect(&what);
                let protocol = schedule.loops[0].protocol.as_ref().expect(&what);
                assert_eq!(protocol.verdict.word(), "proved", "{what}");
            }
        }
    }
}

/// A kernel of the gallery whose loop is pipelined, for twins with one thing wrong.
fn matmul() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/matmul.mlir");
    lowered(&std::fs::read_to_string(path).unwrap()).expect("its loop is pipelined")
}

/// The text with the line changed that comes at or after `from` and has `what`.
fn change(text: &str, from: &str, what: &str, edit: impl Fn(&str) -> String) -> String {
    let start = text.find(from).unwrap_or_else(|| panic!("no `{from}`"));
    let at = start
        + text[start..]
            .find(what)
            .unwrap_or_else(|| panic!("no `{what}` after `{from}`"));
    let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = at + text[at..].find('\n').unwrap_or(text.len() - at);
    let changed = edit(&text[line..end]);
    assert_ne!(changed, text[line..end], "nothing was changed");
    format!("{}{changed}{}", &text[..line], &text[end..])
}

fn refuted(what: &str, text: &str) -> Verdict {
    let found = judge(text).expect("there are barriers");
    assert_eq!(found.verdict, VerdictKind::Refuted, "{what}: {}\n{text}", found.text);
    let example = found.counterexamples.first().expect("an interleaving");
    assert!(!example.explanation.is_empty());
    found
}

const CONSUMER: &str = "nvvm.wgmma.fence";
const PRODUCER: &str = "} {";

#[test]
fn what_is_planted_is_found() {
    let good = matmul();
    let drop = |_: &str| String::new();
    let wait = "nvvm.mbarrier.wait.parity";
    let twins = [
        (
            "too many bytes expected",
            change(&good, PRODUCER, "arrive.expect_tx", |l| {
                let (head, bytes) = l.rsplit_once(' ').unwrap();
                format!("{head} {}", bytes.parse::<i64>().unwrap() * 2)
            }),
        ),
        (
            "too few bytes expected",
            change(&good, PRODUCER, "arrive.expect_tx", |l| {
                let (head, bytes) = l.rsplit_once(' ').unwrap();
                format!("{head} {}", bytes.parse::<i64>().unwrap() / 2)
            }),
        ),
        ("no commit", change(&good, PRODUCER, "arrive.expect_tx", drop)),
        ("no release", change(&good, CONSUMER, "nvvm.mbarrier.arrive", drop)),
        (
            "every lane releases",
            change(&good, CONSUMER, "nvvm.mbarrier.arrive", |l| {
                l[..l.find(" if ").unwrap()].to_string()
            }),
        ),
        ("no acquire", change(&good, PRODUCER, wait, drop)),
        ("the consumer does not wait", change(&good, "warp_switch", wait, drop)),
        (
            "the acquire waits for its own phase",
            change(&good, PRODUCER, "arith.xori", |l| {
                l.replace("arith.xori", "arith.ori").to_string()
            }),
        ),
        (
            "the product is not waited for",
            change(&good, CONSUMER, "nvvm.wgmma.wait_group 1", |l| l.replace('1', "2")),
        ),
        (
            "the full barrier counts one more",
            change(&good, "scf.if", "+ 0, 1", |l| l.replace("+ 0, 1", "+ 0, 2")),
        ),
        (
            "the empty barriers count one more",
            change(&good, "scf.if", "+ 80, 4", |l| l.replace("+ 80, 4", "+ 80, 5")),
        ),
        (
            "the empty barriers count one fewer",
            change(&good, "scf.if", "+ 80, 4", |l| l.replace("+ 80, 4", "+ 80, 3")),
        ),
        (
            "the consumer starts in the wrong phase",
            // Index and phase are the first two numbers of an agent.
            change(
                &change(&good, "warp_switch", "<i32: 0>", |l| format!("{l}\n//")),
                "\n//",
                "<i32: 0>",
                |l| l.replace("<i32: 0>", "<i32: 1>"),
            ),
        ),
        (
            "the producer starts in the wrong phase",
            change(
                &change(&good, PRODUCER, "<i32: 0>", |l| format!("{l}\n//")),
                "\n//",
                "<i32: 0>",
                |l| l.replace("<i32: 0>", "<i32: 1>"),
            ),
        ),
        (
            "the producer's phase does not flip",
            change(
                &change(&good, PRODUCER, "expect_tx", |l| format!("{l}\n//")),
                "\n//",
                "arith.xori",
                |l| l.replace("arith.xori", "arith.andi"),
            ),
        ),
        ("the stage is released before its product is waited for", {
            let without = change(&good, CONSUMER, "nvvm.wgmma.wait_group 1", drop);
            change(&without, CONSUMER, "nvvm.mbarrier.arrive", |l| {
                format!("{l}\n      nvvm.wgmma.wait_group 1")
            })
        }),
        ("two threads produce", {
            // Both lanes 0 and 1 of the producer's warp would have to be there: a second arrival and copy of each.
            let twice = |l: &str| format!("{l}\n{l}");
            change(
                &change(&good, PRODUCER, "expect_tx", twice),
                PRODUCER,
                "tma_load",
                twice,
            )
        }),
        (
            "nobody meets before the barriers are used",
            change(&good, "fence.mbarrier_init", "nvvm.barrier", drop),
        ),
        (
            "the phase does not flip",
            change(&good, CONSUMER, "arith.xori", |l| l.replace("arith.xori", "arith.andi")),
        ),
        ("the rings differ in length", {
            let stages = good.split("shared_base ").nth(1).unwrap().split(' ').next().unwrap();
            let stages = stages.parse::<i64>().unwrap() / 16;
            let (from, to) = (format!("<i32: {stages}>"), format!("<i32: {}>", stages - 1));
            change(&good, CONSUMER, &from, |l| l.replace(&from, &to))
        }),
    ];
    for (what, text) in twins {
        let found = refuted(what, &text);
        eprintln!("{what}: {}", found.text);
    }
}

/// A gathered operand that is doubled before two products take it: transformers have it in registers, and write it to slots.
fn gathered_and_doubled() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language/rings_gathered_twice.mlir");
    let text = std::fs::read_to_string(path).unwrap();
    let (before, load) = text.split_once("%a, ").expect("the gathered operand");
    let (load, after) = load.split_once('\n').expect("the end of a line");
    let twice = "%a = addf %raw, %raw : tile<64x32xf16>";
    format!("{before}%raw, {load}\n{twice}\n{after}")
}

/// A tile that transformers write, and that two products read: the wait for another tile between these is none for this one.
#[test]
fn what_transformers_write_is_one_content_for_all_that_read_it() {
    let good = lowered(&gathered_and_doubled()).expect("its loop is pipelined");
    let found = judge(&good).expect("there are barriers");
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);

    let (wait, drop) = ("nvvm.mbarrier.wait.parity", |_: &str| String::new());
    let transformers = good.find("slot_write").expect("they write");
    let transformers = &good[good[..transformers].rfind(PRODUCER).expect("they are an agent")..];
    let in_theirs =
        |what: &str, edit: &dyn Fn(&str) -> String| good.replace(transformers, &change(transformers, "", what, edit));
    // The first product waits for its other operand, then for this one.
    let waits: Vec<&str> = good.lines().filter(|line| line.contains(wait)).collect();
    let write = transformers
        .lines()
        .find(|line| line.contains("slot_write"))
        .expect("they write");
    let early = in_theirs("nvvm.mbarrier.arrive", &|line| format!("{line}\n//{write}"));
    let twins = [
        ("the consumer does not wait for it", good.replacen(waits[1], "", 1)),
        (
            "the consumer does not wait for the second product's",
            change(&good, CONSUMER, wait, drop),
        ),
        ("the transformers do not wait for an empty slot", in_theirs(wait, &drop)),
        (
            "the transformers do not say that it is full",
            in_theirs("nvvm.mbarrier.arrive", &drop),
        ),
        ("they say so before", early.replacen(write, "", 1).replace("//", "")),
    ];
    for (what, text) in twins {
        let found = refuted(what, &text);
        eprintln!("{what}: {}", found.text);
    }
}

/// The same kernel scheduled by the published model. Its second product would be a stage behind the first, and each tile that both take held for
/// longer than the two slots that transformers have allow: such stages are not taken, and are refuted where they are written.
#[test]
fn a_tile_that_products_of_two_stages_take_has_the_slots_for_it() {
    let source = gathered_and_doubled();
    for scheduler in [Generator::Auto, Generator::Rau, Generator::Documented] {
        let options = Options {
            gpu_name: "sm_90a".to_string(),
            machine: LoopModel::DocumentedBlackwell,
            scheduler,
            ..Options::default()
        };
        let report = compile(&source, &options).report;
        let text = |name: &str| {
            report
                .passes
                .iter()
                .find(|pass| pass.name == name)
                .map(|pass| &pass.listing.text)
        };
        let found =
            judge(text("convert-pipeline-to-nvvm").expect("its loop is pipelined")).expect("there are barriers");
        assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);

        // Absent: no pass of that name.
        let scheduled = text("generate-schedule").expect("there is a schedule");
        // Where both are in stage 1, the first is moved a stage before the second.
        let second = scheduled.lines().find(|line| line.contains("dot %a, %67"));
        let (one, from, to) = match second.expect("two products").contains("stage = 1") {
            true => ("dot %a, %65", "stage = 1", "stage = 0"),
            false => ("dot %a, %67", "stage = 0", "stage = 1"),
        };
        let later = change(scheduled, "", one, |line| line.replace(from, to));
        let later = tilewright_driver::trace_from(later.as_str(), &options, Some("generate-schedule"))
            .complete()
            .report;
        let made = later.passes.iter().find(|pass| pass.name == "convert-pipeline-to-nvvm");
        let found = refuted("a slot is missing", &made.expect("it is compiled on").listing.text);
        assert!(found.text.contains("nobody can move"), "{}", found.text);
    }
}

/// Pulled work: the producer pulls, and hands the ids on through a ring of two places.
#[test]
fn the_ring_of_work_ids_is_proved_and_its_twins_are_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/matmul.mlir");
    let scheduler = TileScheduler {
        kind: SchedulerKind::DataParallel,
        pull: true,
        ..TileScheduler::default()
    };
    let good = lowered_with(&std::fs::read_to_string(path).unwrap(), Some(scheduler)).expect("its loop is pipelined");
    let found = judge(&good).expect("there are barriers");
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    let (drop, wait) = (|_: &str| String::new(), "nvvm.mbarrier.wait.parity");
    // The consumer's loop over tiles begins with its wait for the next id, the producer's with its wait for a place.
    let (taken, sent) = ("read_work_id", "fetch_work_id");
    for (what, text) in [
        ("the id is not waited for", change(&good, "scf.break", wait, drop)),
        (
            "the id is never read",
            change(&good, taken, "nvvm.mbarrier.arrive", drop),
        ),
        (
            "every lane says that it has read",
            change(&good, taken, "nvvm.mbarrier.arrive", |l| {
                l[..l.find(" if ").unwrap()].to_string()
            }),
        ),
        ("the place need not be empty", change(&good, sent, wait, drop)),
        (
            "the id is never sent",
            change(&good, sent, "nvvm.mbarrier.arrive", drop),
        ),
        (
            "the place waits for its own phase",
            change(&good, sent, "arith.xori", |l| l.replace("arith.xori", "arith.ori")),
        ),
    ] {
        let found = refuted(what, &text);
        eprintln!("{what}: {}", found.text);
    }
}

/// A kernel whose consumers take turns at its tiles.
fn ping_pong() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/tiles_persistent.mlir");
    let text = lowered(&std::fs::read_to_string(path).unwrap()).expect("its loop is pipelined");
    assert!(text.contains("consumers = 2"), "{text}");
    text
}

/// Turns are not a matter of speed alone: without them a wait may take a phase for a later one of the same parity.
#[test]
fn what_is_planted_in_turns_is_found() {
    let good = ping_pong();
    let drop = |_: &str| String::new();
    let wait = "nvvm.mbarrier.wait.parity";
    const TILE: &str = "= scf.if ";
    const STORES: &str = "nv_tileas.tiled_store";
    const PASSED: &str = "arith.remi";
    let after = |at: usize, what: &str, edit: &dyn Fn(&str) -> String| {
        let (before, rest) = good.split_at(at);
        format!("{before}{}", change(rest, "", what, edit))
    };
    let tiles = good.find("= scf.for %linear_idx").expect("a loop over tiles");
    let phase = good[..tiles].rfind("arith.select").expect("the first phase");
    let passed = good.rfind("} else {").expect("a tile of the other consumer");
    let twins = [
        ("a consumer does not wait for its turn", change(&good, TILE, wait, drop)),
        (
            "a turn is never over",
            change(&good, "nvvm.bar.warp.sync", "nvvm.mbarrier.arrive", drop),
        ),
        (
            "nobody waits until the barriers of turns are ready",
            change(&good, "nvvm.fence.mbarrier_init\n    }", "nvvm.barrier", drop),
        ),
        (
            "every lane ends the turn",
            change(&good, "nvvm.bar.warp.sync", "nvvm.mbarrier.arrive", |l| {
                l[..l.find(" if ").unwrap()].to_string()
            }),
        ),
        (
            "stores do not end their turn",
            change(&good, STORES, "nvvm.mbarrier.arrive", drop),
        ),
        (
            "both consumers start at the same time",
            after(phase, "arith.select", &|l| {
                let (first, second) = l.split_once(", ").unwrap();
                let (one, _) = second.split_once(", ").unwrap();
                format!("{first}, {one}, {one} : i1, i32")
            }),
        ),
        (
            "the stages of the other consumer's tile are not passed",
            after(passed, PASSED, &|l| {
                let name = l.split_once(" = ").unwrap().0;
                format!("{name} = arith.constant <i32: 0> : i32")
            }),
        ),
    ];
    for (what, text) in twins {
        let found = refuted(what, &text);
        eprintln!("{what}: {}", found.text);
    }
}

/// Turns at the products of an iteration are a matter of speed: without a wait nothing is wrong, but a turn must end, and its barriers be ready.
#[test]
fn what_is_planted_in_turns_at_products_is_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile/attention.mlir");
    let options = Options {
        gpu_name: "sm_90a".to_string(),
        consumers: Some(Consumers::Turns),
        ..Options::default()
    };
    let source = std::fs::read_to_string(path).unwrap();
    let good = lowered_as(&source, &options).expect("its loop is pipelined");
    let found = judge(&good).expect("there are barriers");
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    let drop = |_: &str| String::new();
    for (what, text) in [
        (
            "a turn is never over",
            change(&good, "nvvm.bar.warp.sync", "nvvm.mbarrier.arrive", drop),
        ),
        (
            "every lane ends the turn",
            change(&good, "nvvm.bar.warp.sync", "nvvm.mbarrier.arrive", |l| {
                l[..l.find(" if ").unwrap()].to_string()
            }),
        ),
        (
            "nobody waits until the barriers of turns are ready",
            change(&good, "nvvm.fence.mbarrier_init\n    }", "nvvm.barrier", drop),
        ),
    ] {
        let found = refuted(what, &text);
        eprintln!("{what}: {}", found.text);
    }
}

#[test]
fn what_cannot_be_read_off_is_said() {
    let good = matmul();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels");
    let dynamic = lowered(&std::fs::read_to_string(folder.join("gemm_dynamic.mlir")).unwrap()).unwrap();
    let producer = dynamic.find(PRODUCER).unwrap();
    let unread = [
        (
            "the producer goes round as often as another dimension says",
            format!(
                "{}{}",
                &dynamic[..producer],
                dynamic[producer..].replacen(" to %1#1,", " to %1#0,", 1)
            ),
        ),
        (
            "a barrier that nobody made",
            change(&good, "scf.if", "+ 0, 1", |_| String::new()),
        ),
    ];
    for (what, text) in unread {
        let found = judge(&text).expect("there are barriers");
        assert_eq!(found.verdict, VerdictKind::NotProved, "{what}: {}", found.text);
        eprintln!("{what}: {}", found.text);
    }
    assert!(judge("nv_tileas.func @none() {\n  nv_tileas.return\n}\n").is_none());
}

/// The arrivals that each mbarrier of PTX waits for, in the order of their addresses.
fn made_in(ptx: &str) -> Vec<u32> {
    let made = ptx.lines().filter(|line| line.trim().starts_with("mbarrier.init"));
    made.map(|line| line.trim_end_matches(';').rsplit(' ').next().unwrap().parse().unwrap())
        .collect()
}

/// Rows speak of the barriers of the list, and the list is in the order of the PTX, role by role.
#[test]
fn the_names_of_barriers_are_those_of_the_ptx() {
    let roles = |names: &[String]| {
        let mut roles: Vec<(String, u32)> = Vec::new();
        for name in names {
            let (role, number) = name.trim_end_matches(']').split_once('[').unwrap();
            match roles.last_mut().filter(|(last, _)| last == role) {
                Some((_, count)) => *count += 1,
                None => roles.push((role.to_string(), 1)),
            }
            assert_eq!(number, (roles.last().unwrap().1 - 1).to_string(), "{names:?}");
        }
        roles
    };
    let ring = |stages: u32, turns: u32| {
        let of = |role: &str, count| (role.to_string(), count);
        let all = [of("full", stages), of("empty", stages), of("turn", turns)];
        all.into_iter().filter(|(_, count)| *count > 0).collect::<Vec<_>>()
    };
    for (kernel, strategy, turns) in [
        ("gemm_dynamic", None, 0),
        ("matmul", Some(Strategy::Unspecialize), 0),
        ("tiles_swizzled", None, 4),
        ("tiles_persistent", None, 4),
        ("tiles_roles", None, 0),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/kernels/{kernel}.mlir"));
        let options = Options {
            gpu_name: "sm_90a".to_string(),
            pipeline_strategy: strategy,
            ..Options::default()
        };
        let report = compile(&std::fs::read_to_string(path).unwrap(), &options).report;
        let made = made_in(&report.ptx.unwrap().text);
        let found = report.schedule.unwrap().loops.remove(0);
        let (stages, verdict) = (found.depth.chosen as u32, found.protocol.unwrap());
        let of_memory: Vec<String> = verdict
            .barriers
            .iter()
            .filter(|name| name.contains('['))
            .cloned()
            .collect();
        assert_eq!(roles(&of_memory), ring(stages, turns), "{kernel}");
        assert_eq!(of_memory.len(), made.len(), "{kernel}");
        for row in &verdict.run {
            let after = &row.after;
            let place = format!("{kernel}: {} {}", row.who, row.action);
            assert!(verdict.barriers.contains(&after.barrier), "{place}");
            let at = of_memory.iter().position(|name| *name == after.barrier);
            assert!(at.is_none_or(|at| after.pending <= made[at]), "{place}");
        }
    }
}

/// A ring of which a scenario uses two stages of twenty has the names of twenty.
#[test]
fn stages_are_numbered_whether_they_are_used_or_not() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/matmul.mlir");
    let source = std::fs::read_to_string(path).unwrap();
    let options = Options {
        gpu_name: "sm_90a".to_string(),
        num_stages: Some(20),
        ..Options::default()
    };
    let report = compile(&source, &options).report;
    let mut passes = report.passes.into_iter();
    let pass = passes.find(|pass| pass.name == "convert-pipeline-to-nvvm").unwrap();
    let found = judge(&pass.listing.text).unwrap();
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    let names: Vec<String> = ["full", "empty"]
        .iter()
        .flat_map(|word| (0..20).map(move |stage| format!("{word}[{stage}]")))
        .collect();
    assert!(
        names.iter().all(|name| found.barriers.contains(name)),
        "{:?}",
        found.barriers
    );
    // The run that is shown is that of the longest scenario that is short enough.
    let short = found.scenarios.iter().filter(|one| one.steps <= 1000);
    let longest = short.max_by_key(|one| one.steps).unwrap();
    assert!(longest.steps < found.scenarios[0].steps);
    assert_eq!(found.run.len() as u64 + 1, longest.states, "{}", longest.name);
    let producer: Vec<&str> = found
        .run
        .iter()
        .filter(|row| row.who == "producer")
        .map(|row| row.action.as_str())
        .collect();
    assert!(producer[0].contains("empty[0]"), "{producer:?}");
    let used = |stage: u32| {
        producer
            .iter()
            .any(|action| action.contains(&format!("empty[{stage}]")))
    };
    assert!((0..20).all(used) && !(20..40).any(used), "{producer:?}");
}

/// A loop goes round as often as each warp has read for itself: a weak load behind which nothing is ordered gives all the same.
#[test]
fn what_each_agent_reads_is_the_same_for_all() {
    let source = include_str!("../../../tests/language/rings_ragged.mlir");
    let good = lowered(source).expect("its loop is pipelined");
    let found = judge(&good).expect("there are barriers");
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);

    let load = good
        .lines()
        .find(|line| line.contains("tiled_load weak"))
        .expect("it reads how many keys there are");
    let (_, token) = load
        .split_once('=')
        .unwrap()
        .0
        .split_once(',')
        .expect("a load gives a token");
    let store = good
        .lines()
        .find(|line| line.contains("tiled_store"))
        .expect("it stores");
    let (before, _) = store.split_once("token = ").unwrap();
    let after = store.split_once("token = ").unwrap().1.split_once(' ').unwrap().1;
    let twins = [
        (
            "others may write there meanwhile",
            good.replace(load, &load.replace("weak", "relaxed device")),
        ),
        (
            "the kernel may write there afterwards",
            good.replace(store, &format!("{before}token = {} {after}", token.trim())),
        ),
    ];
    for (what, text) in twins {
        let found = judge(&text).expect("there are barriers");
        assert_eq!(found.verdict, VerdictKind::NotProved, "{what}: {}", found.text);
        assert!(found.text.contains("need not be the same"), "{what}: {}", found.text);
    }
}

/// A loop begins where the kernel has computed, and its agents run the first iteration apart from the rest or not.
#[test]
fn a_loop_that_begins_anywhere_has_as_many_iterations_for_all() {
    let source = include_str!("../../../tests/language/rings_window.mlir");
    let good = lowered(source).expect("its loop is pipelined");
    let found = judge(&good).expect("there are barriers");
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);

    let in_producer = |edit: &dyn Fn(&str) -> String| change(&good, PRODUCER, "scf.for", edit);
    let later = in_producer(&|line| {
        let step = line.split_once("step ").unwrap().1.split_once(')').unwrap().0;
        line.replace("%lo to", &format!("{step} to"))
    });
    let twins = [
        ("the producer begins a tile later", later),
        (
            "the producer loads nothing",
            in_producer(&|line| line.replace("to %hi", "to %lo")),
        ),
    ];
    for (what, text) in twins {
        let found = refuted(what, &text);
        eprintln!("{what}: {}", found.text);
    }
}
