//! The model checker against known results: the table of states, the documented forms, the broken twins.

use tilewright_pipeline::check::{Control, Mode, Options, Report, Verdict, check};
use tilewright_pipeline::program::Program;
use tilewright_pipeline::ring::{Shape, Tail};
use tilewright_pipeline::step::Convention;

fn run(program: &Program, mode: Mode) -> Report {
    let options = Options {
        mode,
        states: 400_000,
        shorten: 100_000,
    };
    check(
        program,
        &options,
        &mut Control {
            progress: &mut |_, _| true,
        },
    )
    .expect("a valid program")
}

fn shape(stages: i64, producers: i64, consumers: i64, items: i64, bytes: i64) -> Shape {
    Shape::new(stages, producers, consumers, items, bytes).expect("a valid shape")
}

fn reduced(s: Shape) -> Report {
    run(&s.program(), Mode::Reduced)
}

fn raw(s: Shape) -> Report {
    run(&s.program(), Mode::Raw)
}

/// One producer, one consumer, 4S+1 items: states for S = 1, 2, 3 by independent enumeration.
#[test]
fn table_of_conventions() {
    let table = [
        (Convention::Contract, [21, 69, 145], &[][..]),
        (Convention::Cutlass, [21, 69, 145], &[]),
        (Convention::BothTricks, [1, 1, 1], &["deadlock"]),
        (
            Convention::OneSlot,
            [97, 219, 403],
            &["deadlock", "overwrite of an unread stage"],
        ),
    ];
    for (convention, states, faults) in table {
        for stages in 1..=3 {
            let report = raw(Shape {
                convention,
                ..shape(stages, 1, 1, 4 * stages + 1, 0)
            });
            assert_eq!(
                report.states,
                states[stages as usize - 1],
                "{convention:?} with {stages} stages"
            );
            for fault in faults {
                assert!(report.kinds.contains(fault), "{convention:?}: {:?}", report.kinds);
            }
            let verdict = if faults.is_empty() {
                Verdict::Proved
            } else {
                Verdict::Refuted
            };
            assert_eq!(report.verdict, verdict);
        }
    }
}

#[test]
fn both_modes_agree_on_small_shapes() {
    for convention in [
        Convention::Contract,
        Convention::Cutlass,
        Convention::BothTricks,
        Convention::OneSlot,
    ] {
        for (stages, producers, consumers) in [(1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 1, 2), (2, 2, 2), (3, 1, 1)] {
            for bytes in [0, 48] {
                for try_forms in [false, true] {
                    for tail in [Tail::None, Tail::Wait] {
                        let s = shape(stages, producers, consumers, 2 * stages + 1, bytes);
                        let s = Shape {
                            convention,
                            try_forms,
                            tail,
                            ..s
                        };
                        let (raw, reduced) = (raw(s), reduced(s));
                        assert_ne!(raw.verdict, Verdict::NotProved, "{s:?}");
                        assert_eq!(
                            raw.verdict, reduced.verdict,
                            "{s:?}: {:?} / {}",
                            raw.kinds, reduced.reason
                        );
                        if let (Some(a), Some(b)) = (raw.counterexamples.first(), reduced.counterexamples.first()) {
                            assert_eq!(
                                a.rows.len(),
                                b.rows.len(),
                                "{s:?}: the shortest is as short in both modes"
                            );
                            assert!(b.minimal);
                        }
                    }
                }
            }
        }
    }
}
