//! Wishes of a compilation that cannot be had are told, and what it can have is told as it is.

use crate::common::{compile, file, text, tilewright};
use serde_json::{Value, json};
use std::process::Command;

const MATMUL: &str = "kernels/matmul.mlir";
const GEMM: &str = "cutile/gemm.mlir";

/// The messages of a compilation.
fn told(name: &str, args: &[&str]) -> String {
    text(&compile(name, args).stderr)
}

#[test]
fn clusters_of_more_ctas_than_every_gpu_has_room_for_are_told_to_the_launch() {
    let abi = |gpu: &str, cluster: &str| -> [Value; 2] {
        let asked = ["--tile-scheduler", "static-persistent", "--emit", "abi", "--cluster"];
        let output = compile(MATMUL, &[&asked[..], &[cluster, "--gpu-name", gpu]].concat());
        let abi: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        ["cluster", "non_portable_cluster"].map(|name| abi[name].clone())
    };
    assert_eq!(abi("sm_90a", "4x4"), [json!([16, 1, 1]), json!(true)]);
    assert_eq!(abi("sm_90a", "4x2"), [json!([8, 1, 1]), json!(false)]);
    // Where there are no clusters, none is launched, of any size.
    assert_eq!(abi("sm_80", "4x4"), [json!([1, 1, 1]), json!(false)]);
}

#[test]
fn clusters_of_a_gpu_without_them_are_told() {
    let says = |gpu: &str, cluster: &str| {
        let asked = ["--tile-scheduler", "static-persistent", "--cluster", cluster];
        told(MATMUL, &[&asked[..], &["--gpu-name", gpu]].concat()).contains("--cluster launches no clusters")
    };
    assert!(says("sm_80", "2x1"));
    assert!(!says("sm_80", "1x1") && !says("sm_90a", "2x1"));
}

#[test]
fn formulas_that_a_tile_scheduler_does_not_have_are_refused() {
    let with = |kind: &str, policy: &str| {
        let asked = ["--tile-scheduler", kind, "--scheduler-policy", policy];
        told(MATMUL, &asked).contains("TileLang's scheduler has formulas of its own")
    };
    assert!(with("tilelang", "cutlass-sm90"));
    assert!(!with("tilelang", "contract") && !with("static-persistent", "cutlass-sm90"));
}

#[test]
fn the_list_of_passes_says_what_a_level_does_without() {
    let flags = [
        "--do-base-address-strength-reduce",
        "--max-chain-length",
        "--delay-tma-store-wait",
    ];
    let listed = |args: &[&str]| {
        let output = tilewright(&[&["compile", "--list-passes"], args].concat(), b"");
        let listed = text(&output.stdout);
        let without: Vec<&str> = listed.lines().filter(|line| line.contains("(level 2: ")).collect();
        flags.map(|flag| without.iter().any(|line| line.contains(flag)))
    };
    assert_eq!(listed(&["-O", "2"]), [true; 3]);
    assert_eq!(listed(&["-O", "3"]), [false; 3]);
    // A number of shared addresses is heeded at level 2, too.
    let some = ["-O", "2", "--do-base-address-strength-reduce", "2"];
    assert_eq!(listed(&some), [false, true, true]);
}

#[test]
fn options_that_a_level_does_without_are_told() {
    let says = |args: &[&str]| {
        let told = told("language/pointers_apart.mlir", args);
        told.matches("has no effect: level 2 does without it").count()
    };
    let all = [
        "--do-base-address-strength-reduce",
        "4",
        "--max-chain-length",
        "64",
        "--delay-tma-store-wait",
    ];
    assert_eq!(says(&[&["-O", "2"], &all[..]].concat()), 3);
    assert_eq!(says(&all), 0);
    assert_eq!(says(&["-O", "2"]), 0);
    assert_eq!(says(&["-O", "2", "--do-base-address-strength-reduce", "3"]), 0);
}

#[test]
fn variables_are_told_by_the_judge_of_pipelines_and_the_list_of_tunables_too() {
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .args(args)
            .envs([("TILEIR_MADE_UP", "1"), ("TILEIR_ALWAYS_SWIZZLE", "1")])
            .output()
            .expect("the command runs");
        text(&output.stderr)
    };
    let (ring, kernel) = (run(&["check-pipeline"]), run(&["check-pipeline", &file(MATMUL)]));
    for told in [&ring, &kernel, &run(&["tunables"])] {
        assert!(told.contains("TILEIR_MADE_UP of the environment is unknown"), "{told}");
    }
    let passed = "TILEIR_ALWAYS_SWIZZLE=1 of the environment is not heeded: nothing is compiled here";
    assert!(ring.contains(passed) && !kernel.contains(passed), "{ring}{kernel}");
    assert!(kernel.contains("as --always-swizzle"), "{kernel}");
}

#[test]
fn a_snapshot_says_why_a_loop_has_no_pipe() {
    let first = |args: &[&str]| {
        let output = compile(MATMUL, &[&["--emit", "snapshot"], args].concat());
        text(&output.stdout).lines().next().unwrap_or_default().to_string()
    };
    let alike = first(&["--gpu-name", "sm_80"]);
    assert!(
        alike.contains("is unspecialize: no warps load beside those that multiply on sm_80"),
        "{alike}"
    );
    assert!(first(&[]).contains("create_pipe"));
}

#[test]
fn as_many_stages_fit_as_can_be_asked_for() {
    let fit = |args: &[&str]| {
        let told = told(GEMM, args);
        let line = told
            .lines()
            .find(|line| line.trim_start().starts_with("buffer depth"))?;
        line.rsplit(' ').nth(1)?.parse::<u32>().ok()
    };
    let most = fit(&[]).expect("a number");
    assert_eq!(fit(&["--num-stages", &most.to_string()]), Some(most));
    assert_eq!(fit(&["--num-stages", &(most + 1).to_string()]), None);
}

/// Words about stages that cannot be had are true of the kernel, the GPU, and the number that was asked for.
#[test]
fn stages_that_cannot_be_had_are_told_as_they_are() {
    let says = |name: &str, gpu: &str, stages: &str, words: &[&str]| {
        let told = told(name, &["--gpu-name", gpu, "--num-stages", stages]);
        words.iter().for_each(|word| assert!(told.contains(word), "{told}"));
    };
    let late = "language/rings_late.mlir";
    says(
        late,
        "sm_120a",
        "1",
        &[
            "one stage overlaps nothing",
            "use smaller tiles, of which 2 or more fit",
        ],
    );
    says(
        late,
        "sm_120a",
        "2",
        &["2 stages of 49152 bytes do not fit", "one stage fits"],
    );
    // Where two fit, as many are what to ask for.
    says(
        MATMUL,
        "sm_80",
        "1",
        &["one stage overlaps nothing", "ask for 2 or more"],
    );
    // One buffer is enough for a four-stage loop that reads all tiles ahead.
    let four = |name: &str| {
        told(
            name,
            &["--gpu-name", "sm_80", "--scheduler", "four-stage", "--num-stages", "1"],
        )
    };
    assert!(!four(MATMUL).contains("one buffer overlaps nothing"));
    let why = four("cutile/attention.mlir");
    assert!(why.contains("registers have no room to read all tiles"), "{why}");
    // A kernel without a loop that can be pipelined speaks for itself, and not for its GPU, which pipelines others.
    says(
        "language/grid_dependency.mlir",
        "sm_80",
        "2",
        &["no loop of this kernel has stages to choose on sm_80"],
    );
    assert!(
        !told(
            "language/rings_gated.mlir",
            &["--gpu-name", "sm_80", "--num-stages", "2"]
        )
        .contains("no loop")
    );
}

/// A gathered operand is doubled before two products take it: there are more ways to order that than the budget allows to look at. The loop
/// has the heuristic's schedule then, and the report says what is left open and what was spent.
#[test]
fn a_budget_that_ended_leaves_the_heuristic_and_a_gap() {
    let gathered = std::fs::read_to_string(file("language/rings_gathered_twice.mlir")).unwrap();
    let (before, after) = gathered.split_once("%a, ").expect("the gathered operand");
    let (load, after) = after.split_once('\n').expect("the end of a line");
    let twice = "%a = addf %raw, %raw : tile<64x32xf16>";
    let source = format!("{before}%raw, {load}\n{twice}\n{after}");
    let budget = tilewright_machine::policy().search_steps.value;
    let solution = |gpu: &str, scheduler: &str| {
        let asked = [
            "compile",
            "-",
            "--emit",
            "schedule",
            "--gpu-name",
            gpu,
            "--scheduler",
            scheduler,
        ];
        let output = tilewright(&asked, source.as_bytes());
        assert!(output.status.success(), "{gpu}: {}", text(&output.stderr));
        let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        told["loops"][0]["solution"].clone()
    };
    for scheduler in ["exact", "auto"] {
        let open = solution("sm_90a", scheduler);
        assert_eq!(open["scheduler"], scheduler);
        assert_eq!((&open["used"], &open["proven_optimal"]), (&"rau".into(), &false.into()));
        assert!(
            open["search"]["gap"].as_u64().is_some_and(|gap| gap > 0),
            "{}",
            open["search"]
        );
        assert_eq!(open["search"]["steps"], budget);
        assert_eq!(open["search"]["budget"], budget);
        // Where all smaller ones are refuted, nothing is open.
        let closed = solution("sm_100a", scheduler);
        assert_eq!(
            (&closed["proven_optimal"], &closed["search"]["gap"]),
            (&true.into(), &0.into())
        );
    }
    let told = tilewright(
        &["compile", "-", "--emit", "schedule_text", "--gpu-name", "sm_90a"],
        source.as_bytes(),
    );
    let told = text(&told.stdout);
    assert!(
        told.contains("not proven smallest: ") && told.contains(&format!("{budget} of {budget} steps spent")),
        "{told}"
    );
}

#[test]
fn the_search_for_a_schedule_that_found_none_is_traced() {
    let trace = |name: &str, args: &[&str]| -> Vec<Value> {
        let at = std::env::temp_dir().join(format!("tilewright-refused-{}.json", std::process::id()));
        let path = at.to_str().expect("a plain path");
        let output = compile(name, &[args, &["--schedule-trace-file", path]].concat());
        assert_eq!(output.status.code(), Some(1));
        let events = serde_json::from_str(&std::fs::read_to_string(&at).expect("a file")).expect("JSON");
        std::fs::remove_file(&at).expect("it was there");
        events
    };
    let named = |events: &[Value], name: &str| events.iter().find(|event| event["name"] == name).cloned();
    // Where no memory is for the stages, there is no search: what was asked for and what there is stand there.
    for (name, args) in [
        ("cutile/attention.mlir", &["--num-stages", "30"][..]),
        ("language/rings_late.mlir", &["--num-stages", "3"]),
        ("kernels/matmul.mlir", &["--num-stages", "40"]),
        ("kernels/matmul.mlir", &["--num-stages", "40", "--gpu-name", "sm_80"]),
    ] {
        let refused = named(&trace(name, args), "not pipelined").expect("a refusal");
        let [asked, missing] = ["stages", "missing"].map(|number| refused["args"]["memory"][number].as_i64());
        assert_eq!(
            asked.map(|asked| asked.to_string()).as_deref(),
            Some(args[1]),
            "{refused}"
        );
        assert!(missing.is_some_and(|bytes| bytes > 0), "{refused}");
    }
    // The ceiling of the published model is component 2's gate.
    let far = ["--scheduler", "documented", "--machine", "documented-blackwell"];
    let events = trace("language/scaled_halves.mlir", &far);
    let dominant = named(&events, "dominant cost component").expect("a ceiling");
    assert_eq!(dominant["args"]["component"], "pipe-slot pressure");
    let why = named(&events, "refused").expect("no schedule")["args"]["why"].to_string();
    assert!(why.contains("above the ceiling"), "{why}");
    assert!(!why.contains("--budget"), "compile has no budget to raise: {why}");
}

/// The pair of stages of the roofline: loads are a stage ahead of the products that take them, but where one stage is all that there may be.
#[test]
fn loads_are_a_stage_ahead_of_products() {
    let pair = |name: &str, args: &[&str]| {
        let told = told(name, args);
        let line = told.lines().find(|line| line.contains("asks for stages 0 and 1"));
        line.expect("a roofline")
            .split("loads are in ")
            .nth(1)
            .map(str::to_string)
    };
    for gpu in ["sm_90a", "sm_100a", "sm_120a", "sm_80"] {
        for name in [
            "kernels/gemm_bias_relu.mlir",
            "cutile/gemm.mlir",
            "cutile/attention.mlir",
        ] {
            for machine in ["gpu-atoms", "documented-blackwell"] {
                let found = pair(name, &["--gpu-name", gpu, "--machine", machine]).expect("stages");
                let stages: Vec<i64> = found
                    .split(|c: char| !c.is_ascii_digit())
                    .filter_map(|n| n.parse().ok())
                    .collect();
                let ahead = stages.get(2).copied().unwrap_or_default();
                assert!(stages[1] + ahead > stages[0], "{name}, {gpu}, {machine}: {found}");
            }
        }
    }
    for gpu in ["sm_90a", "sm_100a"] {
        let one = pair("kernels/gemm_bias_relu.mlir", &["--gpu-name", gpu, "--num-stages", "1"]);
        let words = "stage 0, products in 0, since rings of depth 1 let no load start earlier";
        assert_eq!(one.as_deref(), Some(words), "{gpu}");
    }
}

#[test]
fn a_swizzle_for_an_operand_is_none_for_its_scales() {
    let kernel = file("language/scaled_across.mlir");
    for option in ["--lhs-swizzle", "--rhs-swizzle"] {
        for swizzle in ["32b", "64b", "128b"] {
            let output = tilewright(&["run", &kernel, option, swizzle], b"");
            let said = text(&output.stdout);
            assert!(
                output.status.success() && said.contains("pass"),
                "{option} {swizzle}: {said}"
            );
        }
    }
}

/// A load whose rows are too short for a swizzle keeps its ring, which comes out as without the option, and that is told.
#[test]
fn a_swizzle_that_rows_are_too_short_for_leaves_loads_in_their_rings() {
    for (name, gpu, option) in [
        ("language/rings_dequantised.mlir", "sm_80", "--rhs-swizzle"),
        ("language/rings_nested.mlir", "sm_100a", "--lhs-swizzle"),
    ] {
        let compiled = |swizzle: &str| {
            let output = compile(name, &["--gpu-name", gpu, option, swizzle]);
            assert!(output.status.success(), "{name}: {}", text(&output.stderr));
            (text(&output.stdout), text(&output.stderr))
        };
        let plain = text(&compile(name, &["--gpu-name", gpu]).stdout);
        let (ptx, told) = compiled("128b");
        assert!(ptx == plain, "{name}: another PTX, and no effect was told");
        let words = format!("{option} has no effect on this load: a row of its tile has ");
        assert!(told.contains(&words), "{name}: {told}");
        // A swizzle that a row has room for is heeded.
        let (ptx, told) = compiled("32b");
        assert!(ptx != plain && !told.contains("has no effect"), "{name}: {told}");
    }
}
