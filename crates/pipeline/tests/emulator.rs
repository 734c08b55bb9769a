//! Two independent sources on random pipeline shapes: what the checker proves, the emulator executes without a finding
//! on every seed; what it refutes, the emulator finds wrong too when it executes the counterexample's order, mostly by
//! the same name: when copies land is not in a program's hands, and a content that is lost may show as a reader that
//! waits for ever. The emulator knows PTX alone and nothing of the checker.

#[path = "common/ptx.rs"]
mod ptx;

use ptx::{emulate, kernel};
use std::collections::BTreeMap;
use tilewright_emulator::FindingKind;
use tilewright_pipeline::check::{Control, Options, Report, Verdict, check};
use tilewright_pipeline::program::Program;
use tilewright_pipeline::ring::{Acquire, Shape, Tail, Twin};
use tilewright_pipeline::step::Convention;

/// The number of shapes.
const SHAPES: u64 = 1000;

/// A small generator of numbers (Knuth's MMIX constants).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

fn shape(numbers: &mut Numbers) -> Shape {
    // One in four is a cluster of a few agents.
    let cluster = numbers.of(&[(1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (2, 1), (2, 2)]);
    let (most, agents) = if cluster == (1, 1) { (4, 3) } else { (2, 1) };
    let stages = 1 + numbers.below(most) as i64;
    let (producers, consumers) = (1 + numbers.below(agents) as i64, 1 + numbers.below(3) as i64);
    let items = numbers.below(2 * stages as u64 + 3) as i64;
    // A share of a row's or column's half must still be whole chunks.
    let bytes = numbers.of(&[0, if cluster == (1, 1) { 48 } else { 64 }]);
    let twin = numbers.of(&Twin::ALL.map(Some));
    let twin = [None, twin][numbers.below(2) as usize];
    let shape = Shape::new(stages, producers, consumers, items, bytes).unwrap();
    let shape = shape.in_cluster(cluster.0, cluster.1).unwrap();
    let shape = Shape {
        convention: numbers.of(&[
            Convention::Contract,
            Convention::Contract,
            Convention::Cutlass,
            Convention::Cutlass,
            Convention::OneSlot,
            Convention::BothTricks,
        ]),
        try_forms: numbers.below(2) == 0,
        tail: numbers.of(&[Tail::None, Tail::Wait, Tail::Wait, Tail::Arrive]),
        acquire: numbers.of(&[Acquire::Step, Acquire::Step, Acquire::Step, Acquire::FourPhase]),
        // Needs reads that are still in flight, which a load is not.
        twin: twin.filter(|&twin| twin != Twin::EarlyRelease),
        ..shape
    };
    // Without copies nobody fills the stages of another CTA, whose consumers yet release them to all.
    let coupled = shape.convention == Convention::Cutlass && cluster != (1, 1);
    Shape {
        bytes: if coupled { 64 } else { shape.bytes },
        // An agent that leaves while others may still arrive at its barriers is refuted at once.
        tail: if coupled { Tail::Wait } else { shape.tail },
        ..shape
    }
}

fn judge(program: &Program) -> Report {
    let options = Options {
        states: 200_000,
        shorten: 5_000,
        ..Options::default()
    };
    check(
        program,
        &options,
        &mut Control {
            progress: &mut |_, _| true,
        },
    )
    .unwrap()
}

/// Findings about a protocol.
const PROTOCOL: [FindingKind; 7] = [
    FindingKind::Race,
    FindingKind::UninitialisedMemory,
    FindingKind::Deadlock,
    FindingKind::ArriveOverrun,
    FindingKind::TransactionMismatch,
    FindingKind::UnfinishedWork,
    FindingKind::Trap,
];

/// The names that the emulator may have for a fault of the checker's.
fn names(kind: &str) -> &'static [FindingKind] {
    use FindingKind::*;
    match kind {
        "deadlock" => &[Deadlock],
        "too many arrivals" | "unobserved phase" => &[ArriveOverrun],
        "overwrite of an unread stage" | "overlapping writes" | "read of an unwritten stage" => {
            &[Race, UninitialisedMemory, Trap]
        }
        "transaction bytes left over" | "transaction count out of range" => &[TransactionMismatch, UnfinishedWork],
        // A wait for a phase that is gone: what comes of it depends on what follows.
        "waiter two phases behind" => &PROTOCOL,
        other => panic!("no name for {other}"),
    }
}

#[test]
fn checker_and_emulator_agree() {
    let mut numbers = Numbers(2026);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut refuted, mut same_name) = (0, 0);
    // The number of shapes with each verdict.
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..SHAPES {
        let shape = shape(&mut numbers);
        let program = shape.program();
        let report = judge(&program);
        for (kind, has) in [
            ("clusters", shape.ctas() > 1),
            (
                "coupled clusters",
                shape.ctas() > 1 && shape.convention == Convention::Cutlass,
            ),
            ("probes", shape.try_forms),
            ("waiting tails", shape.tail == Tail::Wait),
            ("arriving tails", shape.tail == Tail::Arrive),
            ("four-phase acquires", shape.acquire == Acquire::FourPhase),
            ("transaction bytes", shape.bytes > 0),
        ] {
            *kinds.entry(kind).or_default() += usize::from(has);
            let proved = match kind {
                "clusters" => "proved clusters",
                "coupled clusters" => "proved coupled clusters",
                _ => continue,
            };
            *kinds.entry(proved).or_default() += usize::from(has && report.verdict == Verdict::Proved);
        }
        match report.verdict {
            Verdict::Proved => {
                *seen.entry("proved").or_default() += 1;
                for seed in 0..3 {
                    let found = emulate(&program, &[], true, seed);
                    assert!(
                        found.is_empty(),
                        "{number}: {shape:?}\n{}\n{}",
                        found[0],
                        kernel(&program, &[], true)
                    );
                }
            }
            Verdict::Refuted => {
                let example = &report.counterexamples[0];
                let kind = example.fault.kind();
                *seen.entry(kind).or_default() += 1;
                let order: Vec<_> = example.rows.iter().map(|row| row.mv).collect();
                // A content that nobody has read yet is missed only by those who go on to read it.
                let ends: &[bool] = match kind {
                    "deadlock" => &[true],
                    _ => &[false, true],
                };
                // When copies land is not in the program's hands: several seeds.
                let seeds = if shape.bytes == 0 { 1 } else { 4 };
                let runs = ends.iter().flat_map(|&stays| (0..seeds).map(move |seed| (stays, seed)));
                let findings: Vec<FindingKind> = runs
                    .flat_map(|(stays, seed)| emulate(&program, &order, stays, seed))
                    .map(|finding| finding.kind)
                    .collect();
                let agrees = findings.iter().any(|finding| PROTOCOL.contains(finding));
                refuted += 1;
                same_name += usize::from(findings.iter().any(|finding| names(kind).contains(finding)));
                // A parity that means another phase may still be waited for in vain, or not: only the checker knows
                // which was meant.
                if kind == "waiter two phases behind" && !agrees {
                    *seen.entry("left behind without harm").or_default() += 1;
                    continue;
                }
                assert!(
                    agrees,
                    "{number}: {shape:?}\n{kind}: {}\n{:?}\n{}",
                    example.explanation,
                    emulate(&program, &order, true, 0)
                        .iter()
                        .map(|f| f.to_string())
                        .collect::<Vec<_>>(),
                    kernel(&program, &order, false)
                );
            }
            Verdict::NotProved => *seen.entry("not proved").or_default() += 1,
        }
    }
    eprintln!("{kinds:?}");
    assert!(kinds.values().all(|&count| count > 10), "{kinds:?}");
    eprintln!("{seen:?}; of {refuted} refuted, {same_name} are found by the same name");
    assert!(same_name * 10 >= refuted * 8, "{same_name} of {refuted}");
    assert!(seen["proved"] > 100 && seen["deadlock"] > 50, "{seen:?}");
    assert_eq!(seen.get("not proved"), None);
}
