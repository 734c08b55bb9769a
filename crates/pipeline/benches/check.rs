//! Time of the reduced check over every shape up to 8 stages, 4 producers and 4 consumers with two laps and one item,
//! sound and with each defect; and of the raw search on a few. Run with `cargo bench`.

use std::time::Instant;
use tilewright_pipeline::check::{Control, Mode, Options, Verdict, check};
use tilewright_pipeline::ring::{Shape, Tail, Twin};
use tilewright_pipeline::step::Convention;

fn timed(shape: Shape, options: &Options) -> (f64, Verdict, u64, bool) {
    let program = shape.program();
    let start = Instant::now();
    let report = check(
        &program,
        options,
        &mut Control {
            progress: &mut |_, _| true,
        },
    )
    .expect("a valid shape");
    let minimal = report.counterexamples.iter().all(|e| e.minimal);
    (start.elapsed().as_secs_f64(), report.verdict, report.states, minimal)
}

/// The slowest of the shapes under a defect, and how many counterexamples are not shown to be shortest.
fn sweep(name: &str, twin: Option<Twin>, bytes: i64, extra: impl Fn(Shape) -> Shape) {
    let (mut worst, mut at, mut total, mut count, mut open) = (0.0, None, 0.0, 0, 0);
    for stages in 1..=8 {
        for producers in 1..=4 {
            for consumers in 1..=4 {
                let shape = Shape::new(stages, producers, consumers, 2 * stages + 1, bytes).expect("in range");
                let shape = extra(Shape { twin, ..shape });
                let (time, verdict, _, minimal) = timed(shape, &Options::default());
                let sound = matches!(twin, Some(Twin::SharedState)) && producers == 1;
                let want = if twin.is_none() || sound {
                    Verdict::Proved
                } else {
                    Verdict::Refuted
                };
                assert_eq!(verdict, want, "{shape:?}");
                open += usize::from(!minimal);
                (total, count) = (total + time, count + 1);
                if time > worst {
                    (worst, at) = (time, Some((stages, producers, consumers)));
                }
            }
        }
    }
    println!(
        "{name:<28} {count} shapes in {total:>8.3} s, slowest {:>9.3} ms at (S, P, C) = {:?}; not shown shortest: {open}",
        worst * 1e3,
        at.unwrap_or_default()
    );
}

fn main() {
    sweep("contract", None, 0, |s| s);
    sweep("contract, bytes, tail", None, 4096, |s| Shape { tail: Tail::Wait, ..s });
    sweep("cutlass, bytes, tail, try", None, 4096, |s| Shape {
        convention: Convention::Cutlass,
        tail: Tail::Wait,
        try_forms: true,
        ..s
    });
    for twin in Twin::ALL {
        let bytes = if matches!(twin, Twin::ExpectTooFew | Twin::ExpectTooMany) {
            4096
        } else {
            0
        };
        sweep(&format!("{twin:?}"), Some(twin), bytes, |s| s);
    }
    for (stages, producers, consumers) in [(2, 1, 1), (4, 2, 2), (4, 4, 4), (8, 2, 2)] {
        let shape = Shape::new(stages, producers, consumers, 2 * stages + 1, 0).expect("in range");
        let (time, verdict, states, _) = timed(
            shape,
            &Options {
                mode: Mode::Raw,
                ..Options::default()
            },
        );
        println!(
            "raw {stages} {producers} {consumers}: {verdict:?}, {states} states in {:.3} s",
            time
        );
    }
}
