//! The instances and peer vectors of the optional test data. Samples here; the whole sweep is `examples/benchmark.rs`.

#[path = "../../../tests/shared.rs"]
mod data;

use data::shared;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilewright_modsched::four_stage::{FourStage, Step};
use tilewright_modsched::generate::schedule;
use tilewright_modsched::graph::{Class, Edge, LoopGraph, Op, Resource, Use};
use tilewright_modsched::json::read_graph;
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::prepared::Prepared;

/// Every instance with its recorded facts.
fn instances() -> Vec<(LoopGraph, Value)> {
    let Some(folder) = shared("loops/instances") else {
        return Vec::new();
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        (
            read_graph(&text).expect("a loop graph"),
            serde_json::from_str(&text).expect("JSON"),
        )
    };
    files.into_iter().map(read).collect()
}

fn run(graph: &LoopGraph, generator: Generator) -> tilewright_modsched::report::Report {
    schedule(
        graph,
        &Options {
            generator,
            suggest_changes: false,
            core_conflicts: 500,
            ..Options::default()
        },
    )
}

#[test]
fn no_bound_exceeds_the_proven_optimum() {
    for (graph, facts) in instances() {
        let loop_ = Prepared::new(&graph).unwrap_or_else(|e| panic!("{}: {e:?}", graph.name));
        let known = facts["best_known_ii"].as_i64().expect("a known II").max(1);
        assert!(
            loop_.bounds.mii() <= known,
            "{}: bound {} above {known}",
            graph.name,
            loop_.bounds.mii()
        );
        let (resource, fine) = (loop_.bounds.resource.mii, loop_.bounds.fine.mii);
        // The files count the trivial bound of 1 into some of theirs.
        assert_eq!(
            Some(resource.max(fine).max(1)),
            facts["res_mii"].as_i64().map(|m| m.max(1)),
            "{}",
            graph.name
        );
        let recurrence = loop_.bounds.recurrence.mii().map(|m| m.max(1));
        assert_eq!(
            recurrence,
            facts["rec_mii"].as_i64().map(|m| m.max(1)),
            "{}",
            graph.name
        );
    }
}

#[test]
fn rau_is_optimal_nearly_always() {
    let (mut proven, mut optimal) = ([0; 2], [0; 2]);
    for (graph, facts) in instances().into_iter().filter(|(g, _)| g.ops.len() <= 64) {
        let Some(best) = facts["optimal_ii"].as_i64() else {
            continue;
        };
        let found = run(&graph, Generator::Rau)
            .outcome
            .unwrap_or_else(|e| panic!("{}: {e:?}", graph.name));
        let family = usize::from(facts["family"] == "random-tight");
        assert!(i64::from(found.ii) >= best, "{} below the proven optimum", graph.name);
        proven[family] += 1;
        optimal[family] += usize::from(i64::from(found.ii) == best.max(1));
    }
    assert!(optimal[0] * 100 >= proven[0] * 99, "{} of {}", optimal[0], proven[0]);
    assert!(optimal[1] * 100 >= proven[1] * 95, "{} of {}", optimal[1], proven[1]);
}

#[test]
fn auto_proves_the_optimum() {
    // Every third of the smaller ones keeps the test short.
    for (graph, facts) in instances().into_iter().filter(|(g, _)| g.ops.len() <= 40).step_by(3) {
        let Some(best) = facts["optimal_ii"].as_i64() else {
            continue;
        };
        let report = run(&graph, Generator::Auto);
        let s = report.outcome.unwrap_or_else(|e| panic!("{}: {e:?}", graph.name));
        assert_eq!(
            (i64::from(s.ii), report.proven_optimal),
            (best.max(1), true),
            "{}",
            graph.name
        );
        if facts["length_proven"] == true {
            let stages = facts["stage_count"].as_i64().expect("a stage count");
            assert!(
                s.stages_by_start() <= stages,
                "{}: {} stages, not {stages}",
                graph.name,
                s.stages_by_start()
            );
        }
    }
}

/// None of the shared loops has groups, so each op is its own: what permute refuses is seated by eviction or not at all.
#[test]
fn loops_without_groups_are_seated_by_permute_and_retry() {
    use tilewright_modsched::schedule::Arm;
    let mut seated = [0, 0];
    for (graph, _) in instances() {
        assert!(
            graph.ops.iter().all(|op| op.constraints == Default::default()),
            "{}",
            graph.name
        );
        let report = run(&graph, Generator::Documented);
        let Ok(found) = &report.outcome else { continue };
        if report.used == Generator::Documented {
            for arm in &found.arm {
                match arm {
                    Arm::Permute => seated[0] += 1,
                    Arm::Retry => seated[1] += 1,
                    other => panic!("{}: an op is seated by {}", graph.name, other.name()),
                }
            }
        }
    }
    let all = seated[0] + seated[1];
    assert!(all == 0 || seated[1] * 20 >= all, "{seated:?}");
}

fn vectors(name: &str) -> Vec<Value> {
    let Some(path) = shared(&format!("vectors/{name}")) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    file["vectors"].as_array().expect("vectors").clone()
}

/// A peer's graph: nodes with a table of cycles by resources, edges [from, to, delay, distance].
fn peer_graph(v: &Value) -> LoopGraph {
    let capacities = v["resources"].as_array().expect("resources");
    let resource = |(i, c): (usize, &Value)| Resource {
        name: format!("r{i}"),
        capacity: c.as_u64().unwrap_or(0) as u32,
    };
    let nodes = v["nodes"].as_array().expect("nodes");
    let mut ids = BTreeMap::new();
    let mut graph = LoopGraph {
        resources: capacities.iter().enumerate().map(resource).collect(),
        ..LoopGraph::default()
    };
    for (id, node) in nodes.iter().enumerate() {
        let name = node["name"].as_str().expect("a name").to_owned();
        let rows = node["rrt"].as_array().expect("rows").iter().map(|row| {
            let counts = row
                .as_array()
                .expect("counts")
                .iter()
                .map(|c| c.as_u64().unwrap_or(0) as u32)
                .enumerate();
            counts
                .filter(|&(_, count)| count > 0)
                .map(|(res, count)| Use { res, count })
                .collect()
        });
        let kind = node["op"].as_str().unwrap_or("").to_owned();
        ids.insert(name.clone(), id);
        graph.ops.push(Op {
            name,
            kind,
            footprint: rows.collect(),
            ..Op::default()
        });
    }
    for e in v["edges"].as_array().expect("edges") {
        let id = |i: usize| ids[e[i].as_str().expect("a node")];
        let (latency, distance) = (
            e[2].as_i64().expect("a delay"),
            e[3].as_u64().expect("a distance") as u32,
        );
        graph.edges.push(Edge {
            src: id(0),
            dst: id(1),
            latency,
            distance,
            ceiling: None,
        });
    }
    graph
}

#[test]
fn never_worse_than_the_peer_and_exact_where_an_oracle_says() {
    for v in vectors("wave_modulo_graphs.json") {
        let (graph, id) = (peer_graph(&v), &v["id"]);
        let rau = run(&graph, Generator::Rau)
            .outcome
            .unwrap_or_else(|e| panic!("{id}: {e:?}"));
        let auto = run(&graph, Generator::Auto);
        let bounds = auto.bounds.clone().expect("bounds");
        let oracle = &v["oracle"];
        assert_eq!(
            bounds.recurrence.mii().map(|m| m.max(1)),
            oracle["recurrence_mii"].as_i64().map(|m| m.max(1)),
            "{id}"
        );
        assert!(
            Some(bounds.mii()) <= oracle["lower_bound"].as_i64().map(|b| b.max(1)),
            "{id}"
        );
        let exact = auto.outcome.unwrap_or_else(|e| panic!("{id}: {e:?}")).ii;
        if let Some(least) = oracle["exact_min_ii"].as_u64() {
            assert_eq!((u64::from(exact), auto.proven_optimal), (least, true), "{id}");
        }
        if v["peer"]["valid"] == true {
            let peer = v["peer"]["ii"].as_u64().expect("the peer's II");
            assert!(u64::from(rau.ii) <= peer, "{id}: rau {} peer {peer}", rau.ii);
        }
    }
}

fn counted(form: &FourStage, steps: &[Step]) -> Vec<(&'static str, u64)> {
    let name = |class| match class {
        Class::GlobalLoad => "Read_global",
        Class::LocalStore => "Write_shared",
        Class::LocalLoad => "Read_shared",
        Class::Compute => "MMA",
        Class::GlobalToShared => "GatherToLDS",
        Class::Noop => "noop",
    };
    let ops = |class| form.class.iter().filter(|&&c| c == class).count() as u64;
    let run = |s: &Step| match *s {
        Step::Run { class, .. } => Some((name(class), ops(class))),
        Step::Barrier => None,
    };
    steps.iter().filter_map(run).collect()
}

#[test]
fn the_four_stage_scheduler_agrees_with_the_peer() {
    for v in vectors("wave_gemm_kernels.json") {
        if v["schedule_type"] != "FOUR_STAGE" {
            continue;
        }
        let graph = peer_graph(&v);
        let form = FourStage::new(&graph, 2).unwrap_or_else(|e| panic!("{}: {e:?}", v["id"]));
        for (op, stage) in graph.ops.iter().zip(&form.stage) {
            assert_eq!(Some(*stage), v["stage"][&op.name].as_i64(), "{}", op.name);
        }
        assert_eq!(Some(form.stages.len() as u64), v["num_stages"].as_u64());
        let program = form.program(v["trip_count"].as_u64().expect("a trip count"));
        for (part, steps) in [
            ("prologue", &program.prologue),
            ("kernel", &program.kernel[0]),
            ("epilogue", &program.epilogue),
        ] {
            let listed = v["pipelined"][part].as_array().expect("a list").iter();
            let peer: Vec<(String, u64)> = listed
                .map(|e| (e[0].as_str().unwrap_or("").to_owned(), e[1].as_u64().unwrap_or(0)))
                .filter(|(name, _)| name != "Write_global")
                .collect();
            let ours: Vec<(String, u64)> = counted(&form, steps)
                .into_iter()
                .map(|(name, n)| (name.to_owned(), n))
                .collect();
            assert_eq!(ours, peer, "{part}");
        }
    }
}

#[test]
fn modulo_schedules_of_the_peer_s_kernels_are_not_worse() {
    for v in vectors("wave_gemm_kernels.json") {
        if v["schedule_type"] != "MODULO" || v["status"] != "scheduled" {
            continue;
        }
        let graph = peer_graph(&v);
        let ours = run(&graph, Generator::Rau)
            .outcome
            .unwrap_or_else(|e| panic!("{}: {e:?}", v["id"]))
            .ii;
        assert!(
            u64::from(ours) <= v["ii"].as_u64().expect("the peer's II"),
            "{}",
            v["id"]
        );
    }
}
