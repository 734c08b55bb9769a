//! The reduced mode against the raw one on random barrier programs: a proof must never cover a fault, and a refutation
//! must replay.

use proptest::prelude::*;
use tilewright_pipeline::check::compiled::Compiled;
use tilewright_pipeline::check::explore::replay;
use tilewright_pipeline::check::state::{Layout, Outcome};
use tilewright_pipeline::check::{Control, Fault, Mode, Options, Report, Verdict, check};
use tilewright_pipeline::program::{Program, Step};
use tilewright_pipeline::ring::{Shape, Tail, Twin};
use tilewright_pipeline::step::Convention;

fn run(program: &Program, mode: Mode) -> Report {
    let options = Options {
        mode,
        states: 60_000,
        shorten: 60_000,
    };
    check(
        program,
        &options,
        &mut Control {
            progress: &mut |_, _| true,
        },
    )
    .expect("valid")
}

/// Replays a counterexample: every move is possible, and the fault it names appears at its end.
fn replays(program: &Program, report: &Report) -> Result<(), TestCaseError> {
    let c = Compiled::new(program).expect("valid");
    let layout = Layout::new(&c);
    for example in &report.counterexamples {
        let mut state = layout.initial(&c);
        let mut faults = Vec::new();
        for agent in 0..c.agents.len() as u32 {
            layout.enter(&c, &state, agent, 0, &mut faults);
        }
        for row in &example.rows {
            faults.clear();
            prop_assert_ne!(layout.apply(&c, &mut state, row.mv, &mut faults), Outcome::Disabled);
        }
        layout.at_end(&c, &state, &mut faults);
        let same = faults.iter().any(|f| f.kind() == example.fault.kind());
        // Unobserved phases belong to an execution as a whole, not to its last state.
        prop_assert!(
            same || matches!(example.fault, Fault::UnobservedPhase { .. }),
            "{:?}",
            example.fault
        );
        let path: Vec<_> = example.rows.iter().map(|r| r.mv).collect();
        prop_assert_eq!(replay(&c, &layout, &path), state);
    }
    Ok(())
}

fn agree(program: &Program) -> Result<(), TestCaseError> {
    let (raw, reduced) = (run(program, Mode::Raw), run(program, Mode::Reduced));
    replays(program, &raw)?;
    replays(program, &reduced)?;
    if reduced.verdict == Verdict::Proved {
        prop_assert_ne!(
            raw.verdict,
            Verdict::Refuted,
            "proved by: {}; but {:?}",
            reduced.reason,
            raw.kinds
        );
    }
    let only_unobserved = reduced.kinds == ["unobserved phase"];
    if reduced.verdict == Verdict::Refuted && raw.verdict == Verdict::Proved {
        prop_assert!(only_unobserved, "{:?}", reduced.kinds);
    }
    if raw.verdict == Verdict::Refuted {
        prop_assert_ne!(reduced.verdict, Verdict::Proved);
    }
    Ok(())
}

prop_compose! {
    fn shape()(
        stages in 1i64..4, producers in 1i64..3, consumers in 1i64..3, extra in 0i64..3,
        bytes in prop::sample::select(vec![0i64, 48]),
        convention in prop::sample::select(vec![Convention::Contract, Convention::Cutlass]),
        try_forms: bool, tail in prop::sample::select(vec![Tail::None, Tail::Wait, Tail::Arrive]),
        reads_in_flight in prop::option::of(0u32..2), twin in prop::option::of(prop::sample::select(Twin::ALL.to_vec())),
        cluster in prop::sample::select(vec![(1, 1), (2, 1)]),
    ) -> Shape {
        let (producers, consumers) = if cluster == (1, 1) { (producers, consumers) } else { (1, 1) };
        let shape = Shape::new(stages, producers, consumers, stages + extra, bytes).expect("in range");
        let shape = shape.in_cluster(cluster.0, cluster.1).expect("in range");
        Shape { convention, try_forms, tail, reads_in_flight, twin, ..shape }
    }
}

/// A step dropped, doubled, swapped with the next, or its parity flipped.
fn mutate(program: &mut Program, agent: usize, at: usize, how: u32) {
    let agents = program.agents.len();
    let Some(agent) = program.agents.get_mut(agent % agents.max(1)) else {
        return;
    };
    if agent.steps.is_empty() {
        return;
    }
    let at = at % agent.steps.len();
    match how {
        0 => {
            agent.steps.remove(at);
        }
        1 => agent.steps.insert(at, agent.steps[at]),
        2 if at + 1 < agent.steps.len() => agent.steps.swap(at, at + 1),
        _ => {
            if let Step::Wait { parity, .. } = &mut agent.steps[at] {
                *parity ^= 1;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn shapes(shape in shape()) {
        agree(&shape.program())?;
    }

    #[test]
    fn mutated_rings(shape in shape(), agent: usize, at: usize, how in 0u32..4) {
        let mut program = Shape { twin: None, try_forms: false, ..shape }.program();
        mutate(&mut program, agent, at, how);
        agree(&program)?;
    }

    #[test]
    fn random_programs(
        counts in prop::collection::vec(1u32..3, 1..4),
        agents in prop::collection::vec(prop::collection::vec((0u32..7, 0u32..3, 0u32..2, 0u32..3), 0..7), 1..4),
    ) {
        use tilewright_pipeline::program::{Agent, Barrier, Slot};
        let barriers = counts.len() as u32;
        let step = |(kind, barrier, parity, item): (u32, u32, u32, u32)| {
            let barrier = barrier % barriers;
            match kind {
                0 | 1 => Step::Wait { barrier, parity },
                2 | 3 => Step::Arrive { barrier, count: 1 },
                4 => Step::Write { slot: parity, item },
                5 => Step::Read { slot: parity, item },
                _ => Step::Copy { slot: parity, item, barrier, bytes: 16 },
            }
        };
        let program = Program {
            barriers: counts.iter().map(|&count| Barrier { name: "b".into(), cta: 0, count }).collect(),
            slots: vec![Slot { name: "s0".into() }, Slot { name: "s1".into() }],
            agents: agents.into_iter().map(|steps| Agent {
                name: "a".into(), cta: 0, steps: steps.into_iter().map(step).collect(),
            }).collect(),
        };
        agree(&program)?;
    }
}
