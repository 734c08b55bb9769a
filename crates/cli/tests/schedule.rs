//! `schedule` and `check-schedule` as a stranger uses them.

use crate::common::text;
use std::path::PathBuf;
use std::process::{Command, Output};

const LOOP: &str = r#"{"name": "two loads", "resources": [{"name": "tma", "capacity": 1}],
    "ops": [{"id": 0, "name": "a", "latency": 8, "footprint": [[{"res": 0, "count": 1}], [{"res": 0, "count": 1}]]},
            {"id": 1, "name": "b", "latency": 8, "footprint": [[{"res": 0, "count": 1}], [{"res": 0, "count": 1}]]},
            {"id": 2, "name": "use", "latency": 1, "footprint": []}],
    "edges": [{"src": 0, "dst": 2, "latency": 8, "distance": 0}, {"src": 1, "dst": 2, "latency": 8, "distance": 0}]}"#;

fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tilewright-schedule-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

fn tilewright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(args)
        .output()
        .expect("the command runs")
}

#[test]
fn what_is_scheduled_checks() {
    let graph = file("good.json", LOOP);
    let graph = graph.to_str().expect("a plain path");
    let run = tilewright(&["schedule", graph, "--format", "json"]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(
        (report["ii"].as_u64(), report["proven_optimal"].as_bool()),
        (Some(4), Some(true))
    );
    assert_eq!(
        (report["binding"].as_str(), report["name"].as_str()),
        (Some("resource"), Some("two loads"))
    );
    let schedule = file("good.schedule.json", &text(&run.stdout));
    let check = tilewright(&["check-schedule", graph, schedule.to_str().expect("a plain path")]);
    assert_eq!(check.status.code(), Some(0), "{}", text(&check.stderr));
    assert!(text(&check.stdout).starts_with("legal: II 4"));
}

#[test]
fn an_illegal_schedule_is_named_and_exits_with_1() {
    let graph = file("bad.json", LOOP);
    let schedule = file("bad.schedule.json", r#"{"ii": 4, "start": {"0": 0, "1": 1, "2": 9}}"#);
    let [graph, schedule] = [&graph, &schedule].map(|p| p.to_str().expect("a plain path"));
    let check = tilewright(&["check-schedule", graph, schedule]);
    assert_eq!(check.status.code(), Some(1));
    assert!(
        text(&check.stderr).contains("row 1 of tma holds 2"),
        "{}",
        text(&check.stderr)
    );
}

#[test]
fn several_loops_give_one_object_a_line_and_the_worst_exit() {
    let good = file("many.json", LOOP);
    let bad = file(
        "circuit.json",
        r#"{"ops": [{"latency": 1}], "edges": [{"src": 0, "dst": 0, "latency": 1}]}"#,
    );
    let [good, bad] = [&good, &bad].map(|p| p.to_str().expect("a plain path"));
    let trace = file("trace.json", "");
    let trace_arg = trace.to_str().expect("a plain path");
    let run = tilewright(&[
        "schedule",
        good,
        bad,
        "--format",
        "json",
        "--schedule-trace-file",
        trace_arg,
    ]);
    assert_eq!(run.status.code(), Some(1));
    let lines: Vec<serde_json::Value> = text(&run.stdout)
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["refusal"]["kind"], "impossible");
    let events: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(trace).expect("a trace")).expect("JSON");
    assert!(events.as_array().is_some_and(|e| e.iter().any(|e| e["name"] == "II 4")));
}

#[test]
fn wrong_usage_exits_with_2() {
    let good = file("usage.json", LOOP);
    let good = good.to_str().expect("a plain path");
    for args in [
        &["schedule", "no-such-file.json"][..],
        &["schedule", good, "--scheduler", "best"],
        &["schedule", good, "--multi-buffer", "0"],
        &["schedule", good, "--machine", "unknown"],
        &["schedule", good, "--gallop"],
        &["check-schedule", good, good, "--machine", "unknown"],
        &["schedule", good, good, "--format", "svg"],
    ] {
        assert_eq!(tilewright(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn ops_that_state_their_kind_take_the_machine_s_footprints() {
    let four = r#"{"name": "four ops", "ops": [
        {"name": "load", "kind": "nv_tileas.async.tiled_tma_load"}, {"name": "write", "kind": "nv_tileas.async.smem_write"},
        {"name": "mma", "kind": "nv_tileas.async.wgmma"}, {"name": "read", "kind": "nv_tileas.async.smem_read"}],
        "edges": [{"src": 0, "dst": 3, "latency": 8}]}"#;
    let graph = file("four.json", four);
    let args = [
        "schedule",
        graph.to_str().expect("a plain path"),
        "--machine",
        "documented-blackwell",
    ];
    let run = tilewright(&args);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert!(
        text(&run.stdout).contains("II 15 (proven smallest)"),
        "{}",
        text(&run.stdout)
    );
    // The machine's footprints count for the check too: without them nothing collides.
    let eight = file("four.eight.json", r#"{"ii": 8, "start": [0, 8, 0, 8]}"#);
    let [graph, eight] = [&graph, &eight].map(|p| p.to_str().expect("a plain path"));
    let check = |more: &[&str]| tilewright(&[&["check-schedule", graph, eight], more].concat());
    assert_eq!(check(&[]).status.code(), Some(0));
    let refused = check(&["--machine", "documented-blackwell"]);
    assert_eq!(refused.status.code(), Some(1));
    let why = text(&refused.stderr);
    assert!(why.contains("tp_smem_wr holds 2"), "{why}");
}

#[test]
fn a_model_of_one_s_own_is_a_file_and_what_is_misspelt_there_is_named() {
    let own = r#"{"name": "mine", "kind": "a guess", "source": "a test", "slots": [{"slot": 1, "name": "way_in"}],
        "pools": [], "further_pools": [], "ceilings": [],
        "footprints": [{"op": "load", "latency": 8, "triples": [[1, 5, 1]], "pools": []}]}"#;
    let graph = file(
        "loads.json",
        r#"{"name": "loads", "ops": [{"kind": "load"}, {"kind": "load"}]}"#,
    );
    let scheduled = |model: &str| {
        let model = file("model.json", model);
        let [graph, model] = [&graph, &model].map(|p| p.to_str().expect("a plain path"));
        tilewright(&["schedule", graph, "--machine", model])
    };
    let run = scheduled(own);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert!(
        text(&run.stdout).contains("II 10 (proven smallest)"),
        "{}",
        text(&run.stdout)
    );
    let wrong = scheduled(&own.replace("latency", "latencies"));
    assert_eq!(wrong.status.code(), Some(2));
    let why = text(&wrong.stderr);
    assert!(
        why.contains("`footprints.0.latencies`: there is no such field; they are op, atom, latency"),
        "{why}"
    );
}

#[test]
fn a_gallop_and_a_sweep_differ_where_feasibility_is_not_monotone() {
    let row = |k: usize| {
        if [0, 6, 14].contains(&k) {
            r#"[{"res": 0}]"#
        } else {
            "[]"
        }
    };
    let rows: Vec<_> = (0..15).map(row).collect();
    let source = format!(
        r#"{{"resources": [{{"name": "u", "capacity": 1}}], "ops": [{{"latency": 15, "footprint": [{}]}}]}}"#,
        rows.join(", ")
    );
    let graph = file("gallop.json", &source);
    let graph = graph.to_str().expect("a plain path");
    for (more, ii) in [(&["--gallop"][..], "II 9 "), (&[], "II 5 ")] {
        let run = tilewright(&[&["schedule", graph, "--scheduler", "rau"], more].concat());
        assert_eq!(run.status.code(), Some(0));
        assert!(text(&run.stdout).contains(ii), "{}", text(&run.stdout));
    }
}

/// A constraint that steers a scheduler is read; one that changes a program has no meaning in a graph, and a name that nobody knows is no slip to pass over.
#[test]
fn constraints_that_a_graph_cannot_have_are_refused() {
    let loop_with = |constraint: &str| {
        format!(
            r#"{{"name":"one","resources":[],"ops":[{{"name":"a","latency":1,"constraints":{{{constraint}}}}}],"edges":[]}}"#
        )
    };
    for (constraint, told) in [
        (r#""max_depth":1"#, None),
        (
            r#""preferred_atom_size":64"#,
            Some("a graph has no `preferred_atom_size`"),
        ),
        (r#""recomputable":true"#, Some("a graph has no `recomputable`")),
        (
            r#""leader":1"#,
            Some("unknown field `leader`, expected one of `gid`, `leader_gid`"),
        ),
    ] {
        let path = file("constraints.json", &loop_with(constraint));
        let run = tilewright(&["schedule", path.to_str().expect("a plain path")]);
        assert_eq!(
            run.status.code(),
            Some(i32::from(told.is_some())),
            "{constraint}: {}",
            text(&run.stderr)
        );
        assert!(
            text(&run.stderr).contains(told.unwrap_or_default()),
            "{}",
            text(&run.stderr)
        );
    }
}

/// So is a limit that nobody knows; what a file says besides of an op is its own.
#[test]
fn limits_that_a_graph_does_not_have_are_refused() {
    let with = |limits: &str, op: &str| {
        let graph = format!(
            r#"{{"name":"one","resources":[],"ops":[{{"name":"a","latency":1{op}}}],"edges":[],"limits":{{{limits}}}}}"#
        );
        let path = file("limits.json", &graph);
        let run = tilewright(&["schedule", path.to_str().expect("a plain path")]);
        (run.status.code(), text(&run.stderr).to_string())
    };
    assert_eq!(with(r#""max_depth":2"#, r#","note":"mine""#).0, Some(0));
    let (code, told) = with(r#""force_serial_execution":true"#, "");
    assert_eq!(code, Some(1));
    assert!(told.contains("unknown field `force_serial_execution`"), "{told}");
}

#[test]
fn files_that_are_no_loops_are_refused() {
    for (name, source) in [
        ("list.json", "[]"),
        ("no-ops.json", r#"{"ii": 4, "start": [0]}"#),
        ("text.json", "loop"),
    ] {
        let path = file(name, source);
        let run = tilewright(&["schedule", path.to_str().expect("a plain path")]);
        assert_eq!(run.status.code(), Some(1), "{source}");
        assert!(text(&run.stderr).contains("not a loop graph"), "{}", text(&run.stderr));
    }
}
