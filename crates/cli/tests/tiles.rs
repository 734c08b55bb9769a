//! `tiles --explain` as a stranger uses it.

use crate::common;
use std::process::Output;

fn tiles(args: &[&str], input: &str) -> Output {
    common::tilewright(&[&["tiles"], args].concat(), input.as_bytes())
}

fn explain(set: &str, input: &str) -> String {
    let run = tiles(&["--set", set, "--explain"], input);
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// The line of a quantity: whether it is marked, and the rest.
fn line<'t>(text: &'t str, quantity: &str) -> (bool, &'t str) {
    let found = text
        .lines()
        .find(|l| l.get(2..).is_some_and(|l| l.starts_with(quantity)));
    let found = found.unwrap_or_else(|| panic!("no {quantity}: {text}"));
    (found.starts_with('*'), &found[2..])
}

const STATIC: &str = r#"[{"m": 150, "n": 136, "k": 104, "l": 1, "tile": [64, 64, 32], "cluster": [2, 1], "max_swizzle": 2,
    "raster_option": "AlongM", "sm_count": 8, "max_active_clusters": 0}]"#;
const STREAM_K: &str = r#"[{"m": 256, "n": 256, "k": 65536, "l": 1, "tile": [128, 128, 64], "cluster": [2, 1], "max_swizzle": 1,
    "raster_option": "AlongM", "sm_count": 132, "max_active_clusters": 0, "splits_arg": 1, "decomposition_arg": "Heuristic",
    "reduction_mode": "Deterministic", "mma_warp_groups": 1, "barrier_bits": 32, "accumulator_bits": 32,
    "ktile_start_alignment": 1}]"#;

#[test]
fn whole_tile_schedulers_have_both_policies_numbers_and_the_rule() {
    let text = explain("cutlass_static_persistent", STATIC);
    let (data_parallel, persistent) = text.split_once("\nstatic persistent: ").expect("two sections");
    assert!(data_parallel.starts_with("data-parallel: "));
    // 3 x 3 tiles: in clusters of 2 x 1 they are 4 x 3; in panels of 2 of those, 4 x 4.
    let (differs, found) = line(data_parallel, "CTAs of the launch");
    assert!(
        differs && found.contains("12") && found.contains("16") && found.contains("panels"),
        "{found}"
    );
    let (differs, found) = line(persistent, "CTA tiles (m x n)");
    assert!(differs && found.contains("4 x 3") && found.contains("4 x 4"), "{found}");
    assert!(!line(persistent, "workspace bytes").0);
}

#[test]
fn stream_k_has_the_documents_sm100_form_beside_it_and_says_whose_it_is() {
    let text = explain("cutlass_streamk", STREAM_K);
    let (generic, sm100) = text.split_once("\nstream-K (SM100): ").expect("two sections");
    assert!(generic.starts_with("stream-K: the generic form, for targets below sm_100"));
    assert!(line(generic, "sk_units").1.contains("whole clusters"));
    assert!(sm100.starts_with("the contract's form, from sm_100 on"), "{sm100}");
    // Four CTA tiles, shared by the two CTAs of a cluster; 1,024 K tiles over two splits.
    assert!(line(sm100, "splits of a tile").1.contains(" 2 "));
    assert!(line(sm100, "small split (K tiles)").1.contains(" 512 "));
    assert!(
        line(sm100, "partial bytes of a CTA")
            .1
            .contains(&(128 * 128 * 4).to_string())
    );
    assert!(line(sm100, "workspace bytes").1.contains(" 0 "));
}

#[test]
fn tilelang_has_one_set_of_formulas() {
    let input = r#"[{"num_m_tiles": 9, "num_n_tiles": 5, "num_workers": 4, "swizzle_size": 8, "column_major": true, "cluster_size": 2}]"#;
    let text = explain("tilelang_persistent", input);
    assert!(text.starts_with("TileLang persistent: TileLang's formulas"), "{text}");
    assert!(text.lines().all(|line| !line.starts_with('*')));
    // Five rows of clusters by five columns; seven rounds of four workers.
    assert!(line(&text, "tiles ").1.contains("25") && line(&text, "iterations of worker 0").1.contains(" 7 "));
}

#[test]
fn as_json_the_sections_stand_in_the_objects() {
    let run = tiles(&["--set", "cutlass_streamk", "--explain", "--format", "json"], STREAM_K);
    let all: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(all[0]["m"], 256);
    assert_eq!(all[0]["explain"][1]["scheduler"], "stream-K (SM100)");
}

/// The refusal of a configuration: field, rule and nearest legal value.
fn refused(set: &str, input: &str) -> [String; 3] {
    let run = tiles(&["--set", set], input);
    assert_eq!(run.status.code(), Some(1), "{input}");
    let all: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    ["field", "rule", "nearest"].map(|key| all[0]["refused"][key].as_str().unwrap_or_default().to_string())
}

#[test]
fn each_bad_number_is_refused_by_name_with_the_nearest_legal_one() {
    let static_with = |from: &str, to: &str| STATIC.replace(from, to);
    for (set, input, field, rule, nearest) in [
        (
            "cutlass_static_persistent",
            static_with("136", "-5"),
            "n",
            "at least 1",
            "1",
        ),
        (
            "cutlass_static_persistent",
            static_with("[2, 1]", "[1, 6]"),
            "cluster[1]",
            "powers of two",
            "4",
        ),
        (
            "cutlass_static_persistent",
            static_with("[2, 1]", "[1, 16]"),
            "cluster",
            "resident on 8 SMs",
            "a cluster of 8",
        ),
        (
            "cutlass_static_persistent",
            static_with("150", "4294967296"),
            "m",
            "31 bits",
            "2147483647",
        ),
        (
            "cutlass_static_persistent",
            static_with("[64, 64, 32]", "[64, 64]"),
            "tile",
            "length 3",
            "",
        ),
        (
            "cutlass_static_persistent",
            static_with("\"AlongM\"", "7"),
            "raster_option",
            "expected",
            "",
        ),
        (
            "cutlass_streamk",
            STREAM_K.replace("\"AlongM\"", "\"x\""),
            "raster_option",
            "there is no `x`",
            "",
        ),
        (
            "cutlass_streamk",
            STREAM_K.replace("\"splits_arg\": 1", "\"splits_arg\": 0"),
            "splits_arg",
            "at least 1",
            "1",
        ),
        (
            "cutlass_streamk",
            STREAM_K.replace("ktile_start_alignment\": 1", "ktile_start_alignment\": 9"),
            "ktile_start_alignment",
            "even",
            "2",
        ),
        (
            "cutlass_streamk",
            STREAM_K
                .replace("accumulator_bits\": 32", "accumulator_bits\": 2147483647")
                .replace("[128, 128, 64]", "[2147483647, 2147483647, 64]")
                .replace("Heuristic", "SplitK")
                .replace("splits_arg\": 1", "splits_arg\": 2"),
            "reduction workspace (tiles x m x n x bits)",
            "64 bits",
            "18446744073709551615",
        ),
        (
            "tilelang_persistent",
            r#"[{"num_m_tiles": 2, "num_n_tiles": 2, "num_workers": 0}]"#.into(),
            "num_workers",
            "at least 1",
            "1",
        ),
        (
            "tilelang_persistent",
            r#"[{"num_m_tiles": 2, "num_n_tiles": 2, "num_workers": 2147483647}]"#.into(),
            "tiles and workers",
            "limit",
            "4194304",
        ),
        (
            "tilelang_persistent",
            r#"[{"num_m_tiles": 2}]"#.into(),
            "configuration",
            "missing field `num_n_tiles`",
            "",
        ),
    ] {
        let found = refused(set, &input);
        assert!(
            found[0] == field && found[1].contains(rule) && found[2] == nearest,
            "{input}: {found:?}"
        );
    }
}

#[test]
fn a_panel_wider_than_any_grid_is_legal_everywhere() {
    let widest = i64::MAX.to_string();
    let stream_k = STREAM_K.replace("max_swizzle\": 1", &format!("max_swizzle\": {widest}"));
    let tilelang = format!(r#"[{{"num_m_tiles": 3, "num_n_tiles": 2, "swizzle_size": {widest}}}]"#);
    for policy in ["contract", "cutlass-sm90"] {
        for (set, input) in [
            (
                "cutlass_static_persistent",
                &STATIC.replace("\"max_swizzle\": 2", &format!("\"max_swizzle\": {widest}")),
            ),
            ("cutlass_streamk", &stream_k),
            ("tilelang_persistent", &tilelang),
        ] {
            let run = tiles(&["--set", set, "--policy", policy], input);
            assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
        }
    }
    // Without workers, those of the machine: one for each cluster.
    let run = tiles(&["--set", "tilelang_persistent"], &tilelang);
    let all: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(all[0]["num_workers"], 132);
    assert_eq!(
        all[0]["tiles"],
        serde_json::json!([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]])
    );
}

/// 16 x 16 tiles on 16 workers: a wave of columns, or of squares, which share more.
#[test]
fn the_model_compares_swizzles() {
    let run = |swizzle: u32, more: &[&str]| {
        let input = format!(
            r#"[{{"num_m_tiles": 16, "num_n_tiles": 16, "num_workers": 16, "swizzle_size": {swizzle}, "tile": [100, 100, 10], "k": 40}}]"#
        );
        let mut args = vec!["--set", "tilelang_persistent", "--simulate", "--sms", "20"];
        args.extend(more);
        let run = tiles(&args, &input);
        assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    let simulated = |swizzle| {
        let all: serde_json::Value =
            serde_json::from_str(&run(swizzle, &["--format", "json", "--l2-bytes", "0"])).expect("JSON");
        all[0]["simulation"].clone()
    };
    let (plain, square) = (simulated(1), simulated(4));
    // Four K tiles of 1000 elements of 2 bytes for each row and column of tiles: 16 + 1, or 4 + 4.
    assert_eq!(plain["waves"][0]["distinct_bytes"], 17 * 8000);
    assert_eq!(square["waves"][0]["distinct_bytes"], 8 * 8000);
    assert_eq!(
        (plain["waves"].as_array().unwrap().len(), &plain["makespan"]),
        (16, &serde_json::json!(64))
    );
    // Four SMs have no worker.
    assert_eq!(
        (&plain["idle"], &plain["efficiency"]),
        (&serde_json::json!(4 * 64), &serde_json::json!(0.8))
    );
    assert_eq!(plain["fetched_bytes"], plain["requested_bytes"]);
    let text = run(1, &[]);
    assert!(
        text.starts_with("16 waves on 16 workers where there is room for 20, end at 64; idle 256, efficiency 80.0 %"),
        "{text}"
    );
    // Every byte once: 16 rows and 16 columns.
    assert!(
        text.contains("4096000 bytes asked of L2, 256000 fetched (6.2 %)"),
        "{text}"
    );
    assert_eq!(
        tiles(&["--set", "tilelang_persistent", "--simulate", "--explain"], "[]")
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn the_model_joins_what_stream_k_splits() {
    for policy in ["contract", "cutlass-sm90"] {
        let args = [
            "--set",
            "cutlass_streamk",
            "--policy",
            policy,
            "--simulate",
            "--format",
            "json",
        ];
        let run = tiles(&args, STREAM_K);
        let all: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
        let report = &all[0]["simulation"];
        let whole = 65536 / 64;
        let end = report["makespan"].as_u64().unwrap();
        assert!(end < whole, "{policy}: {report}");
    }
}

/// The rule belongs to CUTLASS's formulas; the contract's have none.
#[test]
fn clusters_are_powers_of_two_for_cutlass_alone() {
    let input = STATIC.replace("[2, 1]", "[3, 1]");
    assert_eq!(refused("cutlass_static_persistent", &input)[0], "cluster[0]");
    let run = tiles(&["--set", "cutlass_static_persistent", "--policy", "contract"], &input);
    let all: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    // 3 x 3 tiles of CTAs are a row of clusters.
    assert_eq!(all[0]["tiles"], serde_json::json!([[0, 0, 0], [0, 1, 0], [0, 2, 0]]));
}

#[test]
fn the_longest_contraction_is_split_without_overflow() {
    let input = STREAM_K
        .replace("65536", "2147483647")
        .replace("[128, 128, 64]", "[256, 256, 1]")
        .replace("Heuristic", "SplitK")
        .replace("splits_arg\": 1", "splits_arg\": 100");
    let run = tiles(&["--set", "cutlass_streamk"], &input);
    let all: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(
        (all[0]["splits"].as_u64(), all[0]["fixup_sum_errors"].as_u64()),
        (Some(100), Some(0)),
        "{all}"
    );
}

#[test]
fn what_is_not_an_array_of_objects_exits_with_2() {
    for input in ["", "[", "{}", "[1]", "[{}] x"] {
        assert_eq!(
            tiles(&["--set", "cutlass_streamk"], input).status.code(),
            Some(2),
            "{input}"
        );
    }
    let none = tiles(&["--set", "cutlass_streamk"], "[]");
    assert_eq!(
        (none.status.code(), none.stdout.as_slice()),
        (Some(0), b"[\n]\n".as_slice())
    );
    assert_eq!(tiles(&["--set", "no_such_set"], "[]").status.code(), Some(2));
}

#[test]
fn what_is_refused_exits_with_1() {
    let input = STATIC.replace("150", "0");
    let run = tiles(&["--set", "cutlass_static_persistent", "--explain"], &input);
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("is refused"));
}
