//! A pipelined GEMM is silent and right on every seed; with a planted fault it is caught, by name.

#[path = "common/gemm.rs"]
mod gemm;

use gemm::{FAULTS, Fault, Size, kernel, problem, wrong};
use tilewright_emulator::{Deed, FindingKind, Options, Outcome, run};

fn go(size: Size, fault: Fault, seed: u64) -> (Outcome, Vec<f32>) {
    let (launch, buffers, expected) = problem(size);
    let options = Options {
        seed,
        budget: 3_000_000,
    };
    let outcome = run(&kernel(size.stages, fault), &launch, buffers, options).unwrap_or_else(|e| panic!("{e}"));
    (outcome, expected)
}

fn silent(size: Size, seeds: u64) {
    for seed in 0..seeds {
        let (outcome, expected) = go(size, Fault::None, seed);
        for f in &outcome.findings {
            eprintln!("{f}");
        }
        assert!(outcome.findings.is_empty(), "{size:?}, seed {seed}");
        assert_eq!(wrong(&outcome.buffers, &expected), None, "{size:?}, seed {seed}");
    }
}

#[test]
fn the_kernel_without_a_fault_is_silent_and_right() {
    // Zero and one iteration, trip counts around multiples of twice the stages, ragged edges, several tiles for one
    // CTA.
    for k_tiles in [0, 1, 2, 3, 4, 5, 6, 7] {
        silent(
            Size {
                m: 128,
                n: 128,
                k_tiles,
                stages: 3,
                ctas: 1,
            },
            4,
        );
    }
    silent(
        Size {
            m: 200,
            n: 136,
            k_tiles: 3,
            stages: 2,
            ctas: 4,
        },
        3,
    );
    silent(
        Size {
            m: 256,
            n: 256,
            k_tiles: 3,
            stages: 2,
            ctas: 1,
        },
        3,
    );
    silent(
        Size {
            m: 128,
            n: 128,
            k_tiles: 3,
            stages: 1,
            ctas: 1,
        },
        3,
    );
}

/// Kinds that name the cause of a fault.
fn names(fault: Fault) -> &'static [FindingKind] {
    use FindingKind::*;
    match fault {
        Fault::None => &[],
        Fault::ProducerStartsAtPhase0 | Fault::ExpectTooLarge | Fault::EmptyCountTooLarge => &[Deadlock],
        Fault::ConsumerStartsAtPhase1 | Fault::NoFullWait => &[Race],
        Fault::NoPhaseFlip => &[Race, Deadlock, ArriveOverrun],
        Fault::ExpectTooSmall => &[TransactionMismatch],
        Fault::EmptyCountTooSmall => &[Race, ArriveOverrun],
        Fault::NoEmptyWait => &[Race, ArriveOverrun],
        Fault::ReleaseBeforeWait => &[Race],
        Fault::NoWgmmaFence => &[MissingWgmmaFence],
        Fault::NoProxyFence => &[MissingProxyFence],
        Fault::NoInitBarrier => &[InvalidBarrier],
        Fault::TwoProducers => &[ArriveOverrun, TransactionMismatch, Race],
        Fault::NoFinalWait => &[WgmmaRegisterHazard, Race, MissingWgmmaFence],
        Fault::NoStoreWait => &[Race, UnfinishedWork],
        Fault::ReadAccumulatorEarly => &[WgmmaRegisterHazard],
    }
}

/// A product whose ring goes round.
const SIZE: Size = Size {
    m: 256,
    n: 128,
    k_tiles: 5,
    stages: 2,
    ctas: 1,
};

/// The way to a race has both accesses, in the order of the run, with what the barriers between them did, and is bounded.
#[test]
fn a_race_tells_the_way_to_it() {
    for fault in [Fault::NoEmptyWait, Fault::ReleaseBeforeWait, Fault::NoFullWait] {
        let race = (0..64).find_map(|seed| {
            let (outcome, _) = go(SIZE, fault, seed);
            outcome.findings.into_iter().find(|f| f.kind == FindingKind::Race)
        });
        let race = race.unwrap_or_else(|| panic!("{fault:?}"));
        let story = &race.story;
        let accesses: Vec<_> = story.iter().filter(|e| e.is_access()).collect();
        let [first, last] = accesses[..] else {
            panic!("two accesses: {story:#?}")
        };
        assert!(first.deed == Deed::Writes || last.deed == Deed::Writes);
        assert!(
            race.agents.len() == 2
                && race.agents[0] != race.agents[1]
                && Some(first.line) == race.others[0].place.map(|p| p.line)
                && Some(last.line) == race.place.map(|p| p.line)
        );
        assert_eq!(story.last(), Some(last));
        assert!(story.is_sorted_by_key(|e| e.step) && story.len() <= 36, "{story:#?}");
        let barriers = story.iter().filter(|e| e.after.is_some()).count();
        assert!(barriers > 0, "{story:#?}");
    }
}

#[test]
fn every_planted_fault_is_caught_and_named() {
    for fault in FAULTS {
        let mut found = None;
        let mut seen = Vec::new();
        for seed in 0..64 {
            let (outcome, _) = go(SIZE, fault, seed);
            seen.extend(outcome.findings.iter().map(|f| f.kind));
            if outcome.findings.first().is_some_and(|f| names(fault).contains(&f.kind)) {
                found = Some((seed, outcome.findings[0].to_string()));
                break;
            }
        }
        seen.dedup();
        match found {
            Some((seed, message)) => eprintln!("{fault:?}: seed {seed}: {message}\n"),
            None => panic!("{fault:?} was not named in 64 seeds; found {seen:?}"),
        }
    }
}
