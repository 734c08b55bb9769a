//! Prints the table of results: every instance of a folder by `rau` and `auto`, then loops of our own generator.
//!
//! `cargo run --release -p tilewright-modsched --example benchmark -- ../shared/loops/instances`; a generator's name behind the folder leaves the
//! other one out.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;
use tilewright_modsched::generate::schedule;
use tilewright_modsched::graph::LoopGraph;
use tilewright_modsched::json::read_graph;
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::random::realistic_loop;

#[derive(serde::Deserialize)]
struct Facts {
    family: String,
    optimal_ii: Option<i64>,
    best_known_ii: Option<i64>,
    stage_count: Option<i64>,
    length_proven: bool,
}

#[derive(Default)]
struct Row {
    instances: usize,
    proven: usize,
    rau_optimal: usize,
    rau_ratio: f64,
    auto_optimal: usize,
    auto_proven: usize,
    more_stages: usize,
    slowest: f64,
}

fn options(generator: Generator) -> Options {
    Options {
        generator,
        // As the command does it: the default generator also looks for changes that would help.
        suggest_changes: generator == Generator::Auto,
        ..Options::default()
    }
}

/// II, whether proven, stages, seconds: of `rau` the fewest of five runs, since a machine that others keep busy interrupts some.
fn run(graph: &LoopGraph, generator: Generator) -> Option<(i64, bool, i64, f64)> {
    let runs = if generator == Generator::Rau { 5 } else { 1 };
    let timed = || {
        let begin = Instant::now();
        let report = schedule(graph, &options(generator));
        (begin.elapsed().as_secs_f64(), report)
    };
    let (mut seconds, report) = timed();
    for _ in 1..runs {
        seconds = seconds.min(timed().0);
    }
    let s = report.outcome.ok()?;
    Some((i64::from(s.ii), report.proven_optimal, s.stages_by_start(), seconds))
}

fn percentile(sorted: &[f64], part: f64) -> f64 {
    sorted
        .get(((sorted.len() as f64 - 1.0) * part).round() as usize)
        .copied()
        .unwrap_or(0.0)
}

fn instances(folder: &str, only: Option<&str>) {
    let mut files: Vec<PathBuf> = match std::fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(|e| Some(e.ok()?.path())).collect(),
        Err(e) => return eprintln!("SKIPPED: {folder}: {e}"),
    };
    files.sort();
    let mut rows = BTreeMap::<String, Row>::new();
    let (mut rau_ms, mut all_ms, mut slow, mut within, mut middle) = (Vec::new(), Vec::new(), Vec::new(), 0, 0);
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let (Ok(graph), Ok(facts)) = (read_graph(&text), serde_json::from_str::<Facts>(&text)) else {
            eprintln!("cannot read {}", file.display());
            continue;
        };
        let [first, second] = match only {
            Some("rau") => [Generator::Rau; 2],
            Some(_) => [Generator::Auto; 2],
            None => [Generator::Rau, Generator::Auto],
        };
        let rau = run(&graph, first);
        let auto = if first == second { rau } else { run(&graph, second) };
        let (Some(rau), Some(auto)) = (rau, auto) else {
            println!("refused: {}", graph.name);
            continue;
        };
        let n = graph.ops.len();
        all_ms.push(rau.3 * 1e3);
        if rau.3 > 1e-3 && n <= 64 {
            slow.push(format!("{} ({:.1} ms)", graph.name, rau.3 * 1e3));
        }
        if (48..=80).contains(&n) {
            rau_ms.push(rau.3 * 1e3);
        }
        if n <= 200 {
            middle += 1;
            within += usize::from(auto.3 <= 1.0);
        }
        let row = rows.entry(facts.family.clone()).or_default();
        row.instances += 1;
        row.slowest = row.slowest.max(auto.3);
        let stages = facts.stage_count.filter(|_| facts.length_proven && n <= 64);
        row.more_stages += usize::from(stages.is_some_and(|s| auto.2 > s));
        match facts.optimal_ii.map(|ii| ii.max(1)) {
            Some(best) => {
                row.proven += 1;
                row.rau_optimal += usize::from(rau.0 == best);
                row.rau_ratio += rau.0 as f64 / best as f64;
                row.auto_optimal += usize::from(auto.0 == best);
                row.auto_proven += usize::from(auto.1);
            }
            None => {
                let known = facts.best_known_ii.unwrap_or(0);
                println!(
                    "open: {} best known {known}, rau {}, auto {} (proven: {})",
                    graph.name, rau.0, auto.0, auto.1
                );
            }
        }
    }
    println!("| family | instances | rau optimal | rau II/optimal | auto optimal | proven by us | auto slowest |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let mut all = Row::default();
    let print = |name: &str, r: &Row| {
        let ratio = r.rau_ratio / r.proven.max(1) as f64;
        println!(
            "| {name} | {} | {}/{} | {ratio:.4} | {}/{} | {} | {:.2} s |",
            r.instances, r.rau_optimal, r.proven, r.auto_optimal, r.proven, r.auto_proven, r.slowest
        );
    };
    for (family, r) in &rows {
        print(family, r);
        all.instances += r.instances;
        all.proven += r.proven;
        all.rau_optimal += r.rau_optimal;
        all.rau_ratio += r.rau_ratio;
        all.auto_optimal += r.auto_optimal;
        all.auto_proven += r.auto_proven;
        all.more_stages += r.more_stages;
        all.slowest = all.slowest.max(r.slowest);
    }
    print("all", &all);
    rau_ms.sort_by(f64::total_cmp);
    all_ms.sort_by(f64::total_cmp);
    println!();
    println!(
        "auto: more stages than the file's, up to 64 ops, where its length is proven: {}",
        all.more_stages
    );
    println!("auto: within 1 s, up to 200 ops: {within}/{middle}");
    let (median, high) = (percentile(&rau_ms, 0.5), percentile(&rau_ms, 0.95));
    println!(
        "rau, 48 to 80 ops ({}): median {median:.3} ms, 95th percentile {high:.3} ms",
        rau_ms.len()
    );
    let (fast, nine) = (all_ms.iter().filter(|&&ms| ms <= 1.0).count(), percentile(&all_ms, 0.9));
    println!(
        "rau, all: within 1 ms {fast}/{}, nine of ten within {nine:.3} ms",
        all_ms.len()
    );
    println!("rau, above 1 ms of up to 64 ops: {}", slow.join(", "));
}

fn main() {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "../shared/loops/instances".into());
    instances(&folder, std::env::args().nth(2).as_deref());
    println!();
    println!("| ops (seeded generator) | rau II / bound | rau |");
    println!("|---:|---:|---:|");
    for ops in [100, 300, 1000, 3000, 10_000] {
        let graph = realistic_loop(ops, 1);
        let begin = Instant::now();
        let report = schedule(&graph, &options(Generator::Rau));
        let ms = begin.elapsed().as_secs_f64() * 1e3;
        let ii = report.outcome.map_or(0, |s| s.ii);
        let bound = report.bounds.map_or(0, |b| b.mii());
        println!("| {ops} | {ii} / {bound} | {ms:.1} ms |");
    }
}
