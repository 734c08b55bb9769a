//! File tests: each `cases/*.loop` holds a loop in a small text form, what to do with it, and below `---` what must
//! come out. `BLESS=1 cargo test` rewrites the expectations.
//!
//! ```text
//! # a comment
//! resource NAME CAPACITY
//! op NAME LATENCY [RESOURCE[*COUNT]@FIRST[-LAST] ...] [gid=N] [leader=N] [max_depth=N] [kind=WORD] [class=WORD]
//! edge FROM TO LATENCY DISTANCE
//! schedule GENERATOR            (each line adds a section to the expectation)
//! check II NAME=CYCLE ...       (the checker's verdict on a schedule)
//! ```

use std::path::PathBuf;
use tilewright_modsched::check::check;
use tilewright_modsched::generate::schedule;
use tilewright_modsched::graph::{Class, Edge, LoopGraph, Op, Resource, Use};
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::render::{text, words};

struct Case {
    graph: LoopGraph,
    commands: Vec<Vec<String>>,
}

fn parse(source: &str) -> Result<Case, String> {
    let mut case = Case {
        graph: LoopGraph::default(),
        commands: Vec::new(),
    };
    for (number, line) in source.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let wrong = |what: &str| format!("line {}: {what}: {line}", number + 1);
        match words[..] {
            [] => {}
            ["resource", name, capacity] => {
                let capacity = capacity.parse().map_err(|_| wrong("capacity"))?;
                case.graph.resources.push(Resource {
                    name: name.into(),
                    capacity,
                });
            }
            ["op", name, latency, ref rest @ ..] => {
                let latency = latency.parse().map_err(|_| wrong("latency"))?;
                let mut op = Op {
                    name: name.into(),
                    latency,
                    ..Op::default()
                };
                for word in rest {
                    attribute(&case.graph, &mut op, word).ok_or_else(|| wrong(word))?;
                }
                case.graph.ops.push(op);
            }
            ["edge", from, to, latency, distance] => {
                let (src, dst) = (find(&case.graph, from), find(&case.graph, to));
                let (Some(src), Some(dst)) = (src, dst) else {
                    return Err(wrong("no such op"));
                };
                let latency = latency.parse().map_err(|_| wrong("latency"))?;
                let distance = distance.parse().map_err(|_| wrong("distance"))?;
                case.graph.edges.push(Edge {
                    src,
                    dst,
                    latency,
                    distance,
                    ceiling: None,
                });
            }
            ["schedule" | "check", ..] => case.commands.push(words.iter().map(|w| (*w).to_owned()).collect()),
            _ => return Err(wrong("not understood")),
        }
    }
    case.graph.validate().map_err(|e| e.message)?;
    Ok(case)
}

fn find(graph: &LoopGraph, name: &str) -> Option<usize> {
    graph.ops.iter().position(|o| o.name == name)
}

fn attribute(graph: &LoopGraph, op: &mut Op, word: &str) -> Option<()> {
    if let Some((what, rows)) = word.split_once('@') {
        let (name, count) = what.split_once('*').unwrap_or((what, "1"));
        let (first, last) = rows.split_once('-').unwrap_or((rows, rows));
        let res = graph.resources.iter().position(|r| r.name == name)?;
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if op.footprint.len() <= last {
            op.footprint.resize(last + 1, Vec::new());
        }
        for row in op.footprint.get_mut(first..=last)? {
            row.push(Use {
                res,
                count: count.parse().ok()?,
            });
        }
        return Some(());
    }
    let (key, value) = word.split_once('=')?;
    match key {
        "gid" => op.constraints.gid = Some(value.parse().ok()?),
        "leader" => op.constraints.leader_gid = Some(value.parse().ok()?),
        "max_depth" => op.constraints.max_depth = Some(value.parse().ok()?),
        "kind" => op.kind = value.into(),
        "class" => op.class = Some(Class::from_name(value)?),
        _ => return None,
    }
    Some(())
}

fn run(case: &Case, command: &[String]) -> Result<String, String> {
    let graph = &case.graph;
    let mut out = format!("{}\n", command.join(" "));
    match command {
        [verb, generator] if verb == "schedule" => {
            let generator = Generator::from_name(generator).ok_or("no such generator")?;
            let report = schedule(
                graph,
                &Options {
                    generator,
                    ..Options::default()
                },
            );
            match &report.outcome {
                Err(refusal) => out.push_str(&format!("  refused: {}\n", words::refusal(graph, refusal))),
                Ok(s) => {
                    let proven = if report.proven_optimal { " proven" } else { "" };
                    let (count, by_start) = (s.stage_count(graph), s.stages_by_start());
                    out.push_str(&format!(
                        "  ii {}{proven}, stage count {count}, by start {by_start}\n",
                        s.ii
                    ));
                    if let Some(form) = &report.four_stage {
                        out.push_str(&form.timeline(5));
                    }
                    out.push_str(&text::seats(graph, s));
                }
            }
            if let Some(why) = words::why_not_less(graph, &report) {
                out.push_str(&format!("  {why}\n"));
            }
        }
        [verb, ii, seats @ ..] if verb == "check" => {
            let mut start = vec![None; graph.ops.len()];
            for seat in seats {
                let (name, cycle) = seat.split_once('=').ok_or("expected NAME=CYCLE")?;
                let op = find(graph, name).ok_or("no such op")?;
                start[op] = Some(cycle.parse().map_err(|_| "not a cycle")?);
            }
            match check(graph, ii.parse().map_err(|_| "not an II")?, &start) {
                Ok(()) => out.push_str("  legal\n"),
                Err(v) => out.push_str(&format!("  illegal: {}\n", v.describe(graph))),
            }
        }
        _ => return Err(format!("cannot do {command:?}")),
    }
    Ok(out)
}

#[test]
fn every_case_gives_what_it_says() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 8, "cases are missing");
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for file in files {
        let content = std::fs::read_to_string(&file).expect("a readable case");
        let (source, expected) = content.split_once("---\n").unwrap_or((&content, ""));
        let case = parse(source).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let sections = case.commands.iter().map(|c| run(&case, c));
        let found: String = sections
            .collect::<Result<_, _>>()
            .unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        if found != expected {
            if bless {
                std::fs::write(&file, format!("{source}---\n{found}")).expect("a writable case");
            } else {
                wrong.push(format!(
                    "{}\n--- expected\n{expected}--- found\n{found}",
                    file.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\nBLESS=1 accepts what was found", wrong.join("\n"));
}

#[test]
fn cases_that_are_no_loops_are_rejected() {
    for source in [
        "op a",
        "op a 1 tma@0",
        "edge a b 1 0",
        "resource tma one",
        "op a 1 class=load",
        "loop",
    ] {
        assert!(parse(source).is_err(), "{source}");
    }
}
