//! Checks that must hold for any loop at all. Property tests and the fuzz target share them.

use crate::check::check;
use crate::exact::certificate::verify;
use crate::generate::schedule;
use crate::graph::LoopGraph;
use crate::json::{read_graph, write_graph};
use crate::options::{Generator, IiSearch, Options};
use crate::random::odd_loop;
use crate::render;
use crate::report::{Report, ScheduleRefusal};

/// Runs everything on a loop drawn from bytes, and the reader on the bytes themselves.
///
/// # Errors
/// The property that does not hold.
pub fn check_bytes(bytes: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    if let Ok(graph) = read_graph(text) {
        round_trip(&graph)?;
    }
    check_loop(&odd_loop(bytes))
}

fn round_trip(graph: &LoopGraph) -> Result<(), String> {
    let text = write_graph(graph);
    match read_graph(&text) {
        Ok(again) if again == *graph => Ok(()),
        Ok(_) => Err(format!("{text} reads back as another loop")),
        Err(e) => Err(format!("{text} does not read back: {e}")),
    }
}

/// Runs every generator on a loop and compares what they say.
///
/// # Errors
/// The property that does not hold.
pub fn check_loop(graph: &LoopGraph) -> Result<(), String> {
    round_trip(graph)?;
    let run = |generator, search| {
        let options = Options {
            generator,
            search,
            conflicts: 2000,
            core_conflicts: 500,
            stage_conflicts: 200,
            ..Options::default()
        };
        schedule(graph, &options)
    };
    let rau = run(Generator::Rau, IiSearch::Sweep);
    let exact = run(Generator::Exact, IiSearch::Sweep);
    let auto = run(Generator::Auto, IiSearch::Sweep);
    let serial = run(Generator::Serial, IiSearch::Sweep);
    let documented = run(Generator::Documented, IiSearch::Sweep);
    let galloped = run(Generator::Documented, IiSearch::Gallop);
    for report in [&rau, &exact, &auto, &serial, &documented, &galloped] {
        check_report(graph, report).map_err(|why| format!("{}: {why}\n{}", report.asked.name(), write_graph(graph)))?;
    }
    let ii = |r: &Report| r.outcome.as_ref().ok().map(|s| s.ii);
    // The exact generator may run out of budget; what it finds is never worse.
    let ordered = [
        (&auto, &rau, "auto", "rau"),
        (&documented, &galloped, "sweep", "gallop"),
    ];
    for (better, worse, a, b) in ordered {
        if ii(better).is_some_and(|x| ii(worse).is_some_and(|y| x > y)) {
            return Err(format!(
                "{a} gives II {:?}, {b} {:?}\n{}",
                ii(better),
                ii(worse),
                write_graph(graph)
            ));
        }
    }
    for other in [&rau, &serial, &documented, &galloped, &auto] {
        let below = |e: &Report| ii(e).is_some_and(|x| ii(other).is_some_and(|y| y < x));
        if exact.proven_optimal && below(&exact) {
            let (x, y) = (ii(&exact), ii(other));
            return Err(format!(
                "proven {x:?}, but {} gives {y:?}\n{}",
                other.asked.name(),
                write_graph(graph)
            ));
        }
    }
    Ok(())
}

fn check_report(graph: &LoopGraph, report: &Report) -> Result<(), String> {
    if let Err(ScheduleRefusal::Rejected(v)) = &report.outcome {
        return Err(format!("made an illegal schedule: {}", v.describe(graph)));
    }
    if let Ok(s) = &report.outcome {
        let seats: Vec<Option<i64>> = s.start.iter().map(|&t| Some(t)).collect();
        check(graph, s.ii, &seats).map_err(|v| v.describe(graph).to_string())?;
        if report.bounds.as_ref().is_some_and(|b| i64::from(s.ii) < b.mii()) {
            return Err(format!("II {} is below the bound", s.ii));
        }
        if report.objectives.as_ref().is_some_and(|o| {
            o.stages < o.stages_bound || o.lifetime < o.lifetime_bound || o.recurrence_span < o.recurrence_span_bound
        }) {
            return Err(format!("an objective is below its bound: {:?}", report.objectives));
        }
        if report
            .ruled_out
            .iter()
            .any(|r| r.certificate.is_proof() && (r.from..=r.to).contains(&s.ii))
        {
            return Err(format!("II {} is both ruled out and scheduled", s.ii));
        }
    }
    for r in &report.ruled_out {
        verify(graph, r.to, &r.certificate)?;
    }
    // Rendering must not fail on anything either; that something comes out is all that is asked here.
    let rendered = [
        render::json::report(graph, report),
        render::text::report(graph, report),
        render::svg::report(graph, report),
        crate::trace::file([(graph, report)].into_iter()),
    ];
    match rendered.iter().all(|text| !text.is_empty()) {
        true => Ok(()),
        false => Err("an empty rendering".into()),
    }
}
