//! Tunables: each changes what it says on a kernel where it binds, and nothing where it does not.

use crate::common::{compile, file, text, tilewright};
use std::process::Command;

fn compiled(name: &str, args: &[&str]) -> String {
    let output = compile(name, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

const GEMM: &str = "cutile/gemm.mlir";

#[test]
fn shared_memory_without_end_matters_where_it_binds() {
    let unlimited = |more: &[&str]| compile(GEMM, &[&["--unlimited-smem"], more].concat());
    // 27 stages fit, and 10 are wanted.
    assert_eq!(text(&unlimited(&[]).stdout), compiled(GEMM, &[]));
    let refused = compile(GEMM, &["--num-stages", "40"]);
    let more = unlimited(&["--num-stages", "40"]);
    assert_ne!(text(&refused.stdout), text(&more.stdout));
    assert!(
        text(&more.stderr).contains("buffer depth   40"),
        "{}",
        text(&more.stderr)
    );
    assert!(
        !text(&refused.stderr).contains("buffer depth   40"),
        "{}",
        text(&refused.stderr)
    );
}

#[test]
fn the_environment_becomes_an_option_that_the_report_records() {
    let run = |name: &str, value: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .args(["compile", &file(GEMM), "--emit", "json"])
            .env(name, value)
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (report["options"].clone(), text(&output.stderr))
    };
    let (options, told) = run("TILE_AS_DEBUG_UNLIMITED_SMEM", "1");
    assert_eq!(options["unlimited_smem"], true);
    assert!(told.contains("as --unlimited-smem"), "{told}");
    for (name, value, warning) in [
        (
            "TILE_AS_DEBUG_UNLIMITED_SMEM",
            "2",
            "is not heeded: its value would be 1",
        ),
        ("TILEIR_DELAY_TMA_STORE_WAIT", "0", "is not heeded"),
        ("TILEIR_MADE_UP", "1", "is unknown"),
    ] {
        let (options, told) = run(name, value);
        assert_eq!(
            (&options["unlimited_smem"], &options["prefer_tma"]),
            (&false.into(), &false.into())
        );
        assert!(
            told.contains(&format!("warning: {name}")) && told.contains(warning),
            "{told}"
        );
    }
    let (_, told) = run("TILEWRIGHT_MADE_UP", "1");
    assert!(!told.contains("MADE_UP"), "{told}");
}

/// Instructions of the PTX.
fn instructions(ptx: &str) -> usize {
    ptx.lines().filter(|line| line.trim_end().ends_with(';')).count()
}

/// A kernel whose accesses are known distances apart.
const APART: &str = "language/pointers_apart.mlir";

#[test]
fn addresses_are_shared_as_far_as_is_asked() {
    let with = |most: &str| compiled(APART, &["--do-base-address-strength-reduce", most]);
    let counts = ["0", "1", "4"].map(|most| instructions(&with(most)));
    assert!(counts[0] > counts[1] && counts[1] >= counts[2], "{counts:?}");
    assert_eq!(with("4"), compiled(APART, &[]));
}

#[test]
fn levels_2_and_3_schedule_alike_and_share_addresses_or_not() {
    let schedule = |level: &str| compiled(GEMM, &["-O", level, "--emit", "schedule"]);
    assert_eq!(schedule("2"), schedule("3"));
    let ptx = |level: &str| compiled(APART, &["-O", level]);
    assert!(instructions(&ptx("2")) > instructions(&ptx("3")));
    assert_eq!(ptx("2"), compiled(APART, &["--do-base-address-strength-reduce", "0"]));
    let passes = |level: &str| {
        let output = tilewright(&["compile", "-O", level, "--list-passes"], b"");
        text(&output.stdout).lines().count()
    };
    let counts = ["0", "1", "2", "3"].map(passes);
    assert!(
        counts[0] == 0 && counts[0] < counts[1] && counts[1] < counts[2] && counts[2] == counts[3],
        "{counts:?}"
    );
}

#[test]
fn a_trace_names_what_decided_and_what_was_refused() {
    let trace = |name: &str, args: &[&str]| {
        let at = std::env::temp_dir().join(format!(
            "tilewright-trace-{}-{}",
            std::process::id(),
            name.replace('/', "-")
        ));
        let path = at.to_str().expect("a plain path");
        compile(name, &[&["--schedule-trace-file", path], args].concat());
        let events: Vec<serde_json::Value> =
            serde_json::from_str(&std::fs::read_to_string(&at).expect("a file")).expect("JSON");
        std::fs::remove_file(&at).expect("it was there");
        events
    };
    let named = |events: &[serde_json::Value], name: &str| events.iter().find(|event| event["name"] == name).cloned();
    let events = trace(GEMM, &["--register-budget", "1000"]);
    let dominant = named(&events, "dominant cost component").expect("the cost arm was asked first");
    let seats = events
        .iter()
        .filter(|event| event["args"]["cost"]["decided by"] == dominant["args"]["component"]);
    assert_eq!(Some(seats.count() as u64), dominant["args"]["seats"].as_u64());
    let without = trace(GEMM, &[]);
    let dominant = named(&without, "dominant cost component").expect("it is always said");
    assert_eq!(dominant["args"]["component"], "none: cost decided no seat");
    let events = trace(
        "kernels/matmul.mlir",
        &["--num-stages", "1000", "--pipeline-strategy", "auto"],
    );
    let refused = named(&events, "not pipelined").expect("so many stages do not fit");
    assert!(
        refused["args"]["why"]
            .as_str()
            .is_some_and(|why| why.contains("stages")),
        "{refused}"
    );
}

/// The least II of the first loop in what a command prints.
fn ii(printed: &str) -> &str {
    let line = printed.lines().find(|line| line.trim_start().starts_with("II "));
    line.and_then(|line| line.split_whitespace().nth(1)).expect("an II")
}

#[test]
fn groups_are_retried_in_as_many_orders_as_asked_for() {
    let by_graph = |orders: &str| {
        let flags = [
            "schedule",
            "--scheduler",
            "documented",
            "--max-constraint-iterations",
            orders,
        ];
        text(&tilewright(&[&flags[..], &[&file("documents/arms.json")]].concat(), b"").stdout)
    };
    assert_eq!((ii(&by_graph("1")), ii(&by_graph("16"))), ("18", "17"));
    let groups = |more: &[&str]| compiled("tunables/groups.mlir", &[&["--scheduler", "documented"], more].concat());
    let (one, usual) = (
        ["--max-constraint-iterations", "1"],
        ["--max-constraint-iterations", "16"],
    );
    let schedule = ["--emit", "schedule_text"];
    assert_eq!(ii(&groups(&[schedule, one].concat())), "192");
    assert_eq!(ii(&groups(&schedule)), "136");
    assert_ne!(groups(&one), groups(&[]), "the PTX follows the schedule");
    assert_eq!(groups(&usual), groups(&[]));
}

/// Nobody asks for a budget, by which the cost arm would come first: it decides what permute, fuse and retry refuse.
#[test]
fn the_cost_arm_seats_a_group_of_a_compiled_loop() {
    let traced = |args: &[&str]| {
        let more = [
            "--scheduler",
            "documented",
            "--schedule-trace-file",
            "-",
            "-o",
            "/dev/null",
        ];
        let trace = compiled("tunables/cost.mlir", &[&more, args].concat());
        serde_json::from_str::<Vec<serde_json::Value>>(&trace).expect("a trace")
    };
    let all = traced(&[]);
    let arms: Vec<&serde_json::Value> = all.iter().filter(|event| event["cat"] == "arm").collect();
    let by = |arm: &str| arms.iter().filter(|event| event["name"] == arm).count();
    assert!(
        by("permute") > 0 && by("fuse") > 0 && by("retry") > 0 && by("cost") > 0,
        "{arms:?}"
    );
    let dominant = all.iter().find(|event| event["name"] == "dominant cost component");
    let seats = dominant.and_then(|event| event["args"]["seats"].as_u64());
    let decided = all
        .iter()
        .filter(|event| event["args"]["cost"]["decided by"].is_string());
    assert!(
        seats.is_some_and(|seats| seats > 0) && decided.count() >= 4,
        "{dominant:?}"
    );
    let table = compiled(
        "tunables/cost.mlir",
        &["--scheduler", "documented", "--emit", "schedule_text"],
    );
    assert!(
        table.lines().filter(|line| line.ends_with("  cost")).count() >= 4,
        "{table}"
    );
    assert_ne!(
        compiled("tunables/cost.mlir", &["--scheduler", "documented"]),
        compiled("tunables/cost.mlir", &[]),
        "the PTX follows the schedule"
    );
}

#[test]
fn a_scheduler_that_retries_no_groups_says_so() {
    let output = compile(GEMM, &["--max-constraint-iterations", "1"]);
    let told = text(&output.stderr);
    assert!(
        told.contains(
            "--max-constraint-iterations has no effect: the loop is scheduled by `rau`, which retries no groups"
        ),
        "{told}"
    );
}

#[test]
fn every_tunable_is_listed_with_its_default_and_source() {
    let output = tilewright(&["tunables"], b"");
    let listed = text(&output.stdout);
    for name in [
        "TILE_AS_DEBUG_UNLIMITED_SMEM",
        "TILEIR_DELAY_TMA_STORE_WAIT",
        "max-chain-length",
        "rrt-size-threshold",
    ] {
        assert!(listed.lines().any(|line| line.starts_with(name)), "{name}: {listed}");
    }
    let output = tilewright(&["tunables", "--json"], b"");
    let listed: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let default = |name: &str| {
        let one = listed.iter().find(|one| one["name"] == name).expect("listed");
        [&one["default"], &one["described_default"]].map(|value| value.as_str().expect("a word").to_string())
    };
    assert_eq!(default("compute-capability"), ["sm_90a", "sm_100"]);
    assert_eq!(default("pipeline-strategy"), ["auto", "none"]);
    assert_eq!(default("max-chain-length"), ["64", "64"]);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for one in &listed {
        let source = one["source"].as_str().expect("a place");
        let (page, place) = source.split_once('#').expect("a place of a page");
        let page = std::fs::read_to_string(folder.join(page)).expect("a page");
        let headings = page.lines().filter(|line| line.starts_with("## "));
        let mut anchors = headings.map(|line| line[3..].to_lowercase().replace(' ', "-"));
        assert!(anchors.any(|anchor| anchor == place), "{source}");
    }
    assert!(
        listed
            .iter()
            .all(|one| one["flag"].is_string() != one["why_not"].is_string() && one["source"].is_string())
    );
}

#[test]
fn stores_by_tma_are_preferred() {
    let stores = |args: &[&str]| {
        compiled(GEMM, args)
            .lines()
            .filter(|line| line.contains("cp.async.bulk.tensor") && line.contains(".global.shared"))
            .count()
    };
    // With 13 stages a tile in shared memory costs a CTA of the SM, with 10 it does not.
    assert_eq!(
        [
            stores(&["--num-stages", "13"]),
            stores(&["--num-stages", "13", "--prefer-tma"])
        ],
        [0, 1]
    );
    assert_eq!([stores(&[]), stores(&["--prefer-tma"])], [1, 1]);
}

#[test]
fn warps_and_ctas_are_as_many_as_asked_for() {
    const ROWS: &str = "kernels/row_sum.mlir";
    const PRODUCT: &str = "kernels/gemm_dynamic.mlir";
    let has = |name: &str, args: &[&str], word: &str| compiled(name, args).contains(word);
    assert!(has(ROWS, &[], ".reqntid 128") && has(ROWS, &["--num-warps", "8"], ".reqntid 256"));
    let [alone, pair] = [&[][..], &["--num-ctas", "2"]];
    for (args, in_clusters) in [(alone, false), (pair, true)] {
        for word in [
            ".reqnctapercluster 2, 1, 1",
            ".multicast::cluster",
            "barrier.cluster.wait",
        ] {
            assert_eq!(has(PRODUCT, args, word), in_clusters, "{word} with {args:?}");
        }
    }
    // A kernel's own hint gives way, and one that the language does not have is refused like it.
    const CUT: &str = "language/ctas_product.mlir";
    let clusters = |args: &[&str]| has(CUT, args, ".reqnctapercluster");
    assert!(clusters(&[]) && !clusters(&["--num-ctas", "1"]));
    assert!(compile(PRODUCT, &["--num-ctas", "3"]).status.code() == Some(1));
    assert!(summary(PRODUCT, &["--num-ctas", "3"]).contains("must be a power of two from 1 to 16"));
    // Where they change nothing, that is said.
    assert!(summary(PRODUCT, &["--num-ctas", "2", "--gpu-name", "sm_80"]).contains("--num-ctas has no effect"));
    assert!(summary(PRODUCT, &["--num-warps", "8"]).contains("--num-warps has no effect"));
}

/// The words of compiling that are about the kernel.
fn summary(name: &str, args: &[&str]) -> String {
    text(&compile(name, args).stderr)
}

fn count(ptx: &str, word: &str) -> usize {
    ptx.matches(word).count()
}

#[test]
fn tiles_are_always_swizzled_where_that_is_asked() {
    // Rows that were padded by a bank each are permuted instead.
    let turned = "kernels/relu_scale_2d.mlir";
    let (plain, always) = (compiled(turned, &[]), compiled(turned, &["--always-swizzle"]));
    assert_eq!(count(&plain, "xor.b32"), 0);
    assert!(count(&always, "xor.b32") > 0);
    let bytes = |args: &[&str]| {
        let told = summary(turned, args);
        let line = told
            .lines()
            .find(|line| line.contains("shared memory"))
            .map(str::to_string);
        line.and_then(|line| line.split_whitespace().rev().nth(1)?.parse::<u32>().ok())
    };
    assert_eq!((bytes(&[]), bytes(&["--always-swizzle"])), (Some(576), Some(512)));
    let moves_nothing = "kernels/vadd.mlir";
    assert_eq!(
        compiled(moves_nothing, &["--always-swizzle"]),
        compiled(moves_nothing, &[])
    );
}

#[test]
fn stores_are_waited_for_where_their_memory_is_written_again() {
    let kernel = |args: &[&str]| {
        let persistent = ["--tile-scheduler", "static-persistent"];
        compiled("kernels/matmul.mlir", &[&persistent, args].concat())
    };
    let words = ["bulk.wait_group.read 0", "stmatrix", "bulk.commit_group"];
    let order = |ptx: &str| {
        let lines = ptx
            .lines()
            .filter_map(|line| words.iter().position(|word| line.contains(word)));
        let mut order: Vec<usize> = lines.collect();
        order.dedup();
        order
    };
    let late = kernel(&["--delay-tma-store-wait"]);
    assert_eq!((order(&kernel(&[])), order(&late)), (vec![1, 2, 0], vec![0, 1, 2, 0]));
    assert_eq!(kernel(&["-O", "2", "--delay-tma-store-wait"]), kernel(&["-O", "2"]));
    // The last copies are waited for before the memory goes away.
    let end: Vec<&str> = late.lines().filter(|line| line.ends_with(';')).rev().take(2).collect();
    assert!(end[0].contains("ret") && end[1].contains(words[0]), "{end:?}");
    let file = file("kernels/matmul.mlir");
    let args = [
        "run",
        &file,
        "--tile-scheduler",
        "static-persistent",
        "--delay-tma-store-wait",
    ];
    let run = tilewright(&args, b"");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stdout));
}

/// The most additions of 32 bits that wait for each other.
fn longest_chain(ptx: &str) -> usize {
    let mut lengths = std::collections::BTreeMap::<&str, usize>::new();
    for line in ptx.lines() {
        let Some(rest) = line.trim().strip_prefix("add.u32 ") else {
            continue;
        };
        let names: Vec<&str> = rest.trim_end_matches(';').split(", ").collect();
        let before = names[1..].iter().filter_map(|name| lengths.get(name)).max();
        let length = 1 + before.unwrap_or(&0);
        lengths.insert(names[0], length);
    }
    lengths.into_values().max().unwrap_or(0)
}

#[test]
fn chains_of_additions_are_as_long_as_is_asked() {
    let chain = |args: &[&str]| longest_chain(&compiled("tunables/chain.mlir", args));
    let lengths = [&["--max-chain-length", "3"][..], &["--max-chain-length", "7"], &[]].map(chain);
    assert_eq!(lengths, [3, 7, 7]);
    assert_eq!(chain(&["-O", "2", "--max-chain-length", "3"]), 7);
}

#[test]
fn addresses_of_large_loops_are_left_alone() {
    let with = |name: &str, most: &str| instructions(&compiled(name, &["--scev-cgp-inst-limit", most]));
    let loops = "language/control.mlir";
    assert!(with(loops, "10") > with(loops, "100000"));
    assert_eq!(with(loops, "100000"), instructions(&compiled(loops, &[])));
    // An access that is in no loop is not in a large one.
    assert_eq!(with(APART, "0"), instructions(&compiled(APART, &[])));
}

#[test]
fn ceilings_bytes_and_columns_of_a_model_bind_compiled_loops() {
    let published = format!(
        "{}/../machine/data/documented-blackwell.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let published = std::fs::read_to_string(published).expect("a model");
    let on = |gpu: &str, from: &str, to: &str| {
        assert!(published.contains(from), "{from}");
        let name = format!("tilewright-model-{}-{}.json", std::process::id(), to.len() + from.len());
        let at = std::env::temp_dir().join(name);
        std::fs::write(&at, published.replacen(from, to, 1)).expect("a file");
        let told = summary(
            GEMM,
            &["--gpu-name", gpu, "--machine", at.to_str().expect("a plain path")],
        );
        std::fs::remove_file(&at).expect("it was there");
        told
    };
    let with = |from: &str, to: &str| on("sm_90a", from, to);
    let low = with("\"cycles\": 5000", "\"cycles\": 10");
    assert!(low.contains("above the ceiling far memory of 10"), "{low}");
    // A tile has 4096 bytes.
    let small = with("\"capacity\": 232448", "\"capacity\": 4095");
    assert!(small.contains("smem_bytes"), "{small}");
    // Its accumulators have 64 columns of tensor memory.
    let narrow = on("sm_100a", "\"capacity\": 512", "\"capacity\": 63");
    assert!(narrow.contains("tmem_columns (pool)"), "{narrow}");
    let enough = on("sm_100a", "\"capacity\": 512", "\"capacity\": 64");
    assert!(enough.contains("proven smallest"), "{enough}");
    let same = with("\"cycles\": 5000", "\"cycles\": 5000");
    assert!(same.contains("proven smallest"), "{same}");
}

#[test]
fn conflicts_of_banks_are_found_with_what_helps() {
    let found = |name: &str, args: &[&str]| compiled(name, &[&["--emit", "findings"], args].concat());
    let conflicts = |text: &str| text.lines().filter(|line| line.contains("for banks")).count();
    let halves = "language/halves.mlir";
    let asked = found(halves, &["--always-swizzle"]);
    assert!(conflicts(&asked) > 0, "{asked}");
    assert!(
        asked.contains("leave --always-swizzle out: the kernel then waits 0 times"),
        "{asked}"
    );
    assert_eq!(conflicts(&found(halves, &[])), 0);
    // A hint of one operand's swizzle, which the option of that operand mends, and that of the other does not.
    let hinted = "documents/swizzle.mlir";
    let asked = found(hinted, &[]);
    assert_eq!(conflicts(&asked), 1, "{asked}");
    let mended = "ask for --lhs-swizzle 128b: the kernel then waits 0 times instead of 384";
    assert!(asked.contains(mended), "{asked}");
    assert_eq!(conflicts(&found(hinted, &["--rhs-swizzle", "64b"])), 1);
    assert_eq!(conflicts(&found(hinted, &["--lhs-swizzle", "128b"])), 0);
    // So it is where all threads fill the rings.
    for gpu in ["sm_80", "sm_89", "sm_120a"] {
        let of = |args: &[&str]| found(hinted, &[&["--gpu-name", gpu], args].concat());
        let asked = of(&["--lhs-swizzle", "32b"]);
        assert!(conflicts(&asked) == 1 && asked.contains(mended), "{gpu}: {asked}");
        assert_eq!(conflicts(&of(&["--lhs-swizzle", "128b"])), 0, "{gpu}");
        assert_eq!(conflicts(&of(&["--rhs-swizzle", "32b"])), 0, "{gpu}");
    }
    assert_eq!(conflicts(&found("kernels/vadd.mlir", &[])), 0);
}

#[test]
fn a_tunable_that_changes_nothing_says_so() {
    let warned = |name: &str, args: &[&str]| {
        let told = summary(name, args);
        let flag = args[0];
        told.contains(&format!(
            "{flag} has no effect: the kernel's code is the same without it"
        ))
    };
    for flag in ["--prefer-tma", "--always-swizzle"] {
        assert!(warned("kernels/vadd.mlir", &[flag]), "{flag}");
    }
    assert!(warned("kernels/vadd.mlir", &["--max-chain-length", "2"]));
    assert!(!warned("kernels/relu_scale_2d.mlir", &["--always-swizzle"]));
    assert!(!warned(GEMM, &["--prefer-tma", "--num-stages", "13"]));
    assert!(!warned("kernels/vadd.mlir", &["--num-stages", "3"]));
}

/// Agents are held each against its own registers. ptxas 13.5 spills 80 bytes of the first for `sm_90a`, and none of the others.
#[test]
fn registers_that_agents_spill_are_found() {
    let found = |name: &str| {
        let output = compile(
            &format!("language/{name}.mlir"),
            &["--gpu-name", "sm_90a", "--emit", "findings"],
        );
        let text = text(&output.stdout);
        let line = text.lines().find(|line| line.contains("it may spill"));
        line.map(|line| line.split("are live here, of ").nth(1).unwrap_or(line).to_string())
    };
    let line = found("scaled_fine").expect("it spills");
    assert!(line.starts_with("120 that a transformer"), "{line}");
    for name in [
        "in_slices",
        "rings_parted",
        "rings_f8_turned",
        "rings_chained",
        "scaled_narrow",
    ] {
        assert_eq!(found(name), None, "{name}");
    }
}

#[test]
fn registers_that_spill_are_found_on_the_kernel_that_spills() {
    let spills = |name: &str| {
        let text = compiled(name, &["--emit", "findings"]);
        text.lines().filter(|line| line.contains("it may spill")).count()
    };
    let found = [
        "documents/spill.mlir",
        "language/halves.mlir",
        "kernels/vadd.mlir",
        GEMM,
    ]
    .map(spills);
    assert_eq!(found, [1, 0, 0, 0]);
    // It has a line of the source, even where the kernel was made into another one first.
    let sliced = compiled("language/large_slices.mlir", &["--emit", "findings"]);
    assert!(
        sliced.contains("finding: line 23: of the source: all threads needs"),
        "{sliced}"
    );
    // The text has more live than the estimate knows of.
    let of = |name: &str, gpu: &str| {
        let text = compiled(name, &["--emit", "findings", "--gpu-name", gpu]);
        text.lines().filter(|line| line.contains("it may spill")).count()
    };
    for (name, gpu) in [
        ("language/scaled_halves.mlir", "sm_86"),
        ("language/scaled_wide.mlir", "sm_80"),
    ] {
        assert_eq!(of(name, gpu), 1, "{name} for {gpu}");
    }
    for (name, gpu) in [
        ("language/scaled_halves.mlir", "sm_90a"),
        ("language/scaled_narrow.mlir", "sm_80"),
        ("language/scaled_halves.mlir", "sm_120a"),
        ("language/rings_parted.mlir", "sm_80"),
        ("cutile/attention.mlir", "sm_80"),
        ("kernels/gemm_bias_relu.mlir", "sm_89"),
        ("language/large_slices.mlir", "sm_90a"),
    ] {
        assert_eq!(of(name, gpu), usize::from(name.contains("large")), "{name} for {gpu}");
    }
}

#[test]
fn the_costs_of_a_kernel_are_one_list() {
    let report = compiled(GEMM, &["--emit", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let costs = report["costs"].as_array().expect("a list");
    let labels: Vec<&str> = costs.iter().filter_map(|cost| cost["label"].as_str()).collect();
    let categories = [
        "latency",
        "resource pressure",
        "register pressure",
        "shared memory",
        "tensor memory",
        "bank conflicts",
        "code size",
    ];
    assert_eq!(labels, categories);
    let told = summary(GEMM, &[]);
    for cost in costs {
        let line = format!(
            "{}: {}",
            cost["label"].as_str().expect("text"),
            cost["value"].as_str().expect("text")
        );
        assert!(told.contains(&line), "{line}\n{told}");
    }
    // 64 x 64 x 32 multiply-adds for two tiles of 64 x 32 halves.
    let estimate = &report["schedule"]["loops"][0]["estimate"];
    let of = |name: &str| estimate[name].as_f64();
    assert_eq!(
        [of("flops"), of("loaded_bytes"), of("intensity")],
        [Some(262144.0), Some(8192.0), Some(32.0)]
    );
}

#[test]
fn loops_that_are_left_have_their_work_and_their_cost() {
    let none = ["--pipeline-strategy", "none"];
    let report: serde_json::Value =
        serde_json::from_str(&compiled(GEMM, &[&none[..], &["--emit", "schedule"]].concat())).expect("JSON");
    // The same product as where it is pipelined, by the same formula.
    let left = &report["refusals"][0]["roofline"];
    assert_eq!(
        [&left["flops"], &left["loaded_bytes"], &left["intensity"]].map(serde_json::Value::as_f64),
        [Some(262144.0), Some(8192.0), Some(32.0)]
    );
    let told = summary(GEMM, &none);
    let cost = report["refusals"][0]["candidates"][0]["iteration_cycles"].as_f64();
    let cost = cost.expect("cycles of the loop as it is");
    assert!(
        told.contains(&format!("latency: {cost:.0} cycles an iteration")),
        "{told}"
    );
    let rows = summary("kernels/row_sum.mlir", &[]);
    assert!(
        rows.contains("0.0 FLOPs a byte: 0 of products over 4096 bytes"),
        "{rows}"
    );
    // A loop that is pipelined is told once.
    assert_eq!(summary(GEMM, &[]).matches("FLOPs a byte").count(), 1);
}

#[test]
fn workers_and_ids_are_as_is_asked() {
    let kernel = |args: &[&str]| compiled("kernels/matmul.mlir", args);
    let tilelang = |args: &[&str]| kernel(&[&["--tile-scheduler", "tilelang"], args].concat());
    let (launched, twelve) = (tilelang(&[]), tilelang(&["--num-workers", "12"]));
    assert!(launched.contains("%nctaid.x") && !twelve.contains("%nctaid.x"));
    let abi = tilelang(&["--num-workers", "12", "--cluster", "2x1", "--emit", "abi"]);
    let abi: serde_json::Value = serde_json::from_str(&abi).expect("JSON");
    assert!(abi.to_string().contains("\"sm_count\":24"), "{abi}");
    let parallel = |args: &[&str]| kernel(&[&["--tile-scheduler", "data-parallel"], args].concat());
    assert!(!parallel(&[]).contains("trap;") && parallel(&["--check-tile-ids"]).contains("trap;"));
    assert_eq!(tilelang(&["--cluster", "2x1x1"]), tilelang(&["--cluster", "2x1"]));
    for wrong in [["--num-workers", "0"], ["--cluster", "2x1x2"]] {
        let args = [&["--tile-scheduler", "tilelang"], &wrong[..]].concat();
        assert_eq!(compile("kernels/matmul.mlir", &args).status.code(), Some(2));
    }
    for (kind, flags, why) in [
        ("tilelang", &["--check-tile-ids"][..], "can have the id of no tile"),
        ("data-parallel", &["--num-workers", "4"], "has no workers to count"),
    ] {
        let told = summary("kernels/matmul.mlir", &[&["--tile-scheduler", kind], flags].concat());
        assert!(told.contains(why), "{told}");
    }
}

/// The banks that lanes wait for by the report are those that they wait for in the emulator.
#[test]
fn conflicts_that_a_hint_makes_are_measured_too() {
    let file = file("documents/swizzle.mlir");
    let measured = |args: &[&str]| {
        let output = tilewright(&[&["run", file.as_str(), "--accesses"], args].concat(), b"");
        let told = text(&output.stdout);
        let line = told.lines().find(|line| line.starts_with("shared memory:"));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<u32>().ok())
    };
    // 64 tiles are read: 4 CTAs of 16 iterations.
    assert_eq!(measured(&[]), Some(64 * 384));
    assert_eq!(measured(&["--lhs-swizzle", "64b"]), Some(64 * 128));
    assert_eq!(measured(&["--lhs-swizzle", "128b"]), Some(0));
}

/// Each of the five faults is told on the kernel that is made for it, and on none of the others.
#[test]
fn each_gotcha_is_told_on_its_own_kernel_alone() {
    let gotchas = [
        "it may spill to local memory",
        "for banks that",
        "threads meet at the named barriers",
        "the roofline counts",
        "columns of tensor memory",
    ];
    let kernels: [(&str, &[&str]); 5] = [
        ("documents/spill.mlir", &[]),
        ("documents/swizzle.mlir", &[]),
        ("documents/handoffs.mlir", &[]),
        (
            "documents/miscounted.py",
            &["--gpu-name", "sm_100a", "--num-stages", "1"],
        ),
        ("documents/columns.mlir", &["--gpu-name", "sm_100a"]),
    ];
    for (at, (name, args)) in kernels.into_iter().enumerate() {
        let output = compile(name, &[&["--emit", "findings"], args].concat());
        let said = text(&output.stdout) + &text(&output.stderr);
        let told = said
            .lines()
            .filter(|line| line.starts_with("finding:") || line.starts_with("warning[pipeline.tensor-memory]"));
        let told: Vec<&str> = told.collect();
        let found: Vec<usize> = (0..gotchas.len())
            .filter(|&gotcha| told.iter().any(|line| line.contains(gotchas[gotcha])))
            .collect();
        assert_eq!(found, [at], "{name}: {said}");
    }
    let quiet = compiled("kernels/vadd.mlir", &["--emit", "findings"]);
    assert!(quiet.starts_with("no findings"), "{quiet}");
}

/// Findings of PTX from a text of standard input, which is PTX or a kernel.
fn found(input: &str) -> Vec<String> {
    let output = tilewright(&["compile", "-", "--emit", "findings"], input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let text = text(&output.stdout);
    let found = text.lines().filter_map(|line| line.strip_prefix("finding: "));
    found.map(str::to_string).collect()
}

#[test]
fn loads_of_which_a_part_is_used_are_found_in_a_kernel() {
    let kernel = include_str!("../../../tests/documents/partly.mlir");
    let [told] = &found(kernel)[..] else {
        panic!("one finding")
    };
    assert!(
        told.contains("`ld.global.v4.f32` reads 16 bytes, of which 8 are used: load these alone"),
        "{told}"
    );
    let all = kernel.replace("true, false, true, false", "true, true, true, true");
    assert_eq!(found(&all), [""; 0]);
}

#[test]
fn ptx_of_others_is_looked_at_too() {
    let ptx = include_str!("../../../tests/documents/left_over.ptx");
    let told = found(ptx);
    let says = |words: &str| told.iter().filter(|line| line.contains(words)).count();
    let each = [
        "line 6: .maxntid and .reqntid contradict",
        "line 12: `cvta.to.global.u64` is left",
    ];
    assert_eq!(each.map(says), [1, 1], "{told:?}");
    let lines = |without: &[&str]| {
        let kept = ptx
            .lines()
            .filter(|line| !without.iter().any(|word| line.contains(word)));
        kept.collect::<Vec<_>>().join("\n").replace("[%rd2]", "[%rd1]")
    };
    assert_eq!(found(&lines(&["maxntid", "cvta"])), [""; 0]);
    let [bounds] = &found(&lines(&["maxntid", "reqntid", "cvta"]))[..] else {
        panic!("one finding")
    };
    assert!(bounds.contains("neither .maxntid nor .reqntid"), "{bounds}");
    // A mistake in the text is told with its place; and PTX is not compiled.
    let broken = ptx.replace("st.global.b32", "st.nowhere.b32");
    let output = tilewright(&["compile", "-", "--emit", "findings"], broken.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("-: 14:"), "{}", text(&output.stderr));
    assert_eq!(tilewright(&["compile", "-"], ptx.as_bytes()).status.code(), Some(1));
}
