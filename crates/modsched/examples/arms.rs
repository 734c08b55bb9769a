//! Prints which arm of the documented generator seats how many ops of loops whose ops are in groups.
//!
//! `cargo run --release -p tilewright-modsched --example arms -- ../shared/loops/instances`

use std::collections::BTreeMap;
use tilewright_modsched::generate::schedule;
use tilewright_modsched::graph::LoopGraph;
use tilewright_modsched::json::read_graph;
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::random::{Grouping, grouped, jigsaw_loop};

fn main() {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "../shared/loops/instances".into());
    let mut files: Vec<_> = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(error) => {
            eprintln!("SKIPPED: {folder}: {error}");
            Vec::new()
        }
    };
    files.sort();
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    let graphs: Vec<LoopGraph> = texts.filter_map(|text| read_graph(&text).ok()).collect();
    println!("loops of {folder}");
    shares(&graphs);
    println!("loops of jigsaw_loop");
    shares(&(0..1000).map(|seed| jigsaw_loop(10, seed)).collect::<Vec<_>>());
}

/// Prints a table of loops with their ops in groups of several kinds.
fn shares(graphs: &[LoopGraph]) {
    let options = Options {
        generator: Generator::Documented,
        suggest_changes: false,
        ..Options::default()
    };
    println!("| groups | loops | ops | by arm | II over bound | decided by |");
    println!("|---|---:|---:|---|---:|---|");
    for grouping in [
        Grouping::Runs(1),
        Grouping::Runs(2),
        Grouping::Runs(4),
        Grouping::Runs(8),
        Grouping::Kinds(4),
        Grouping::Kinds(16),
        Grouping::Drawn(2, 1),
        Grouping::Drawn(4, 1),
        Grouping::Drawn(8, 1),
    ] {
        let (mut by, mut decided) = (BTreeMap::<&str, usize>::new(), BTreeMap::<&str, usize>::new());
        let (mut loops, mut ops, mut ratio) = (0, 0, 0.0);
        for graph in graphs {
            let report = schedule(&grouped(graph, grouping), &options);
            let Ok(found) = &report.outcome else { continue };
            if report.used != Generator::Documented {
                continue;
            }
            loops += 1;
            ops += graph.ops.len();
            ratio += f64::from(found.ii) / report.bounds.as_ref().map_or(1, |b| b.mii()).max(1) as f64;
            for arm in &found.arm {
                *by.entry(arm.name()).or_default() += 1;
            }
            for chosen in found.cost.iter().flatten() {
                *decided.entry(chosen.by.name()).or_default() += 1;
            }
        }
        let part = |(arm, n): (&&str, &usize)| format!("{arm} {:.1} %", 100.0 * *n as f64 / ops.max(1) as f64);
        let by: Vec<String> = by.iter().map(part).collect();
        println!(
            "| {grouping:?} | {loops} | {ops} | {} | {:.3} | {decided:?} |",
            by.join(", "),
            ratio / f64::from(loops.max(1))
        );
    }
}
