//! The model checker against known results: the table of states, the documented forms, the broken twins.

use tilewright_pipeline::check::{Control, Mode, Options, Report, Verdict, check};
use tilewright_pipeline::program::Program;
use tilewright_pipeline::ring::{Acquire, Shape, Tail, Twin};
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

#[test]
fn documented_forms_are_refuted() {
    let ring = shape(2, 1, 1, 5, 0);
    let one_slot = reduced(Shape {
        convention: Convention::OneSlot,
        ..ring
    });
    assert!(one_slot.kinds.contains(&"deadlock"), "{:?}", one_slot.kinds);
    let deadlock = one_slot
        .counterexamples
        .iter()
        .find(|e| e.fault.kind() == "deadlock")
        .expect("listed");
    assert!(!deadlock.rows.is_empty() && !deadlock.blocked.is_empty() && deadlock.minimal);
    assert_eq!(
        reduced(Shape {
            acquire: Acquire::FourPhase,
            ..ring
        })
        .verdict,
        Verdict::Refuted
    );
    assert_eq!(
        reduced(Shape {
            tail: Tail::Arrive,
            ..ring
        })
        .verdict,
        Verdict::Refuted
    );
    assert_eq!(
        reduced(Shape {
            tail: Tail::Wait,
            ..ring
        })
        .verdict,
        Verdict::Proved
    );
}

/// Each rule's broken twin is refuted in both modes, and the sound original is proved.
#[test]
fn every_twin_is_refuted() {
    for convention in [Convention::Contract, Convention::Cutlass] {
        for twin in Twin::ALL {
            let bytes = if matches!(twin, Twin::ExpectTooFew | Twin::ExpectTooMany) {
                64
            } else {
                0
            };
            let sound = Shape {
                convention,
                ..shape(2, 2, 1, 5, bytes)
            };
            assert_eq!(reduced(sound).verdict, Verdict::Proved, "{convention:?}");
            let broken = Shape {
                twin: Some(twin),
                ..sound
            };
            let (raw, reduced) = (raw(broken), reduced(broken));
            assert_eq!(
                (raw.verdict, reduced.verdict),
                (Verdict::Refuted, Verdict::Refuted),
                "{convention:?} {twin:?}"
            );
        }
    }
}

/// An asynchronous consumer that keeps a group in flight needs one stage more than a synchronous one.
#[test]
fn reads_in_flight_need_a_stage_more() {
    let one = Shape {
        reads_in_flight: Some(1),
        ..shape(1, 1, 1, 3, 0)
    };
    assert_eq!(reduced(one).kinds, ["deadlock"]);
    assert_eq!(
        reduced(Shape {
            reads_in_flight: Some(1),
            ..shape(2, 1, 1, 5, 0)
        })
        .verdict,
        Verdict::Proved
    );
    assert_eq!(
        reduced(Shape {
            reads_in_flight: Some(0),
            ..shape(1, 1, 1, 3, 0)
        })
        .verdict,
        Verdict::Proved
    );
}

#[test]
fn clusters_need_the_tail() {
    for (x, y) in [(2, 1), (1, 2), (2, 2), (4, 2)] {
        let cluster = Shape {
            convention: Convention::Cutlass,
            tail: Tail::Wait,
            ..shape(3, 1, 2, 7, 100)
        };
        let cluster = cluster.in_cluster(x, y).expect("a cluster");
        let report = reduced(cluster);
        assert_eq!(report.verdict, Verdict::Proved, "{x}x{y}: {}", report.reason);
        let bare = Shape {
            tail: Tail::None,
            ..cluster
        }
        .program();
        let options = Options {
            shorten: 1000,
            ..Options::default()
        };
        let bare = check(
            &bare,
            &options,
            &mut Control {
                progress: &mut |_, _| true,
            },
        )
        .expect("valid");
        assert_eq!(
            (bare.verdict, bare.kinds.as_slice()),
            (Verdict::Refuted, &["signal after exit"][..])
        );
    }
}

#[test]
fn searches_can_be_called_off_and_bounded() {
    let s = Shape {
        convention: Convention::Contract,
        ..shape(8, 4, 4, 17, 0)
    };
    let options = Options {
        mode: Mode::Raw,
        states: 1 << 20,
        shorten: 0,
    };
    let mut calls = 0;
    let mut stop = |_, _| {
        calls += 1;
        calls < 2
    };
    let report = check(&s.program(), &options, &mut Control { progress: &mut stop }).expect("valid");
    assert_eq!(
        (report.verdict, report.reason.as_str()),
        (Verdict::NotProved, "the search was called off")
    );
    assert_eq!(calls, 2);
    let report = run(&s.program(), Mode::Raw);
    let reason = "the search gave up at 400000 states (--states allows more)";
    assert_eq!((report.verdict, report.reason.as_str()), (Verdict::NotProved, reason));
}

#[test]
fn bad_shapes_and_programs_are_refused() {
    assert_eq!(Shape::new(0, 1, 1, 1, 0).unwrap_err().nearest.as_deref(), Some("1"));
    assert_eq!(Shape::new(2, 0, 1, 1, 0).unwrap_err().field, "producers");
    assert_eq!(
        Shape::new(2, 1, 1, 1, 1 << 20).unwrap_err().nearest.as_deref(),
        Some("1048575")
    );
    assert!(shape(2, 1, 1, 1, 0).in_cluster(8, 4).is_err());
    let refused = |edit: &dyn Fn(&mut Program)| {
        let mut program = shape(2, 1, 1, 3, 0).program();
        edit(&mut program);
        check(
            &program,
            &Options::default(),
            &mut Control {
                progress: &mut |_, _| true,
            },
        )
        .unwrap_err()
        .rule
    };
    use tilewright_pipeline::program::Step;
    assert!(refused(&|p| p.agents[0].steps.push(Step::Wait { barrier: 99, parity: 0 })).contains("no such barrier"));
    assert!(refused(&|p| p.agents[0].steps.push(Step::Wait { barrier: 0, parity: 2 })).contains("0 or 1"));
    assert!(
        refused(&|p| p.agents[0].steps.push(Step::TryWait { barrier: 0, parity: 1 })).contains("followed by the wait")
    );
    assert!(refused(&|p| p.agents[0].steps.push(Step::Arrive { barrier: 0, count: 0 })).contains("1 to 2^20"));
    assert!(refused(&|p| p.agents[0].cta = 1).contains("own CTA"));
    assert!(refused(&|p| p.barriers[0].count = 0).contains("1 to 2^20"));
}
