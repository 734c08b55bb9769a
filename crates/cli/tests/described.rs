//! Kernels in the words of the description: `--described`.

use crate::common::{file, tilewright};

fn run(command: &str, name: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let file = file(name);
    let output = tilewright(&[&[command, file.as_str()], args].concat(), b"");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Kernels with agents: one consumer, consumers that take turns at tiles, an issuer; persistent and not.
const KERNELS: [(&str, &[&str]); 5] = [
    ("kernels/matmul.mlir", &[]),
    ("kernels/matmul.mlir", &["--tile-scheduler", "static-persistent"]),
    (
        "kernels/matmul.mlir",
        &[
            "--tile-scheduler",
            "static-persistent",
            "--consumers",
            "1",
            "--num-stages",
            "3",
        ],
    ),
    (
        "kernels/matmul.mlir",
        &["--gpu-name", "sm_100a", "--tile-scheduler", "static-persistent"],
    ),
    ("kernels/matmul.mlir", &["--gpu-name", "sm_120a"]),
];

#[test]
fn kernels_in_the_words_of_the_description_compute_the_same() {
    for (name, args) in KERNELS {
        let (code, out, err) = run("run", name, &[args, &["--described"]].concat());
        assert_eq!(code, Some(0), "{args:?}: {out}{err}");
    }
}

#[test]
fn they_are_proved_and_say_what_is_described() {
    for (name, args) in KERNELS {
        let described = |more: &[&str]| run("compile", name, &[args, &["--described"], more].concat());
        let (_, words, err) = described(&["--emit", "cutlass"]);
        for word in [
            "cutlass.pipeline.switch_by_executor warp_specialized masks = [",
            "cutlass.async.exec {",
            "= cutlass.pipeline.consumer_try_wait",
            "= cutlass.pipeline.producer_try_acquire",
            "{timeout = 10000000}",
        ] {
            assert!(words.contains(word), "{args:?}: {word}\n{words}{err}");
        }
        let persistent = args.contains(&"static-persistent");
        let advances = "cutlass.tile_scheduler.advance_to_next_work";
        assert_eq!(words.contains(advances), persistent, "{args:?}\n{words}");
        let (code, ptx, summary) = described(&[]);
        assert_eq!(code, Some(0), "{args:?}: {summary}");
        assert!(summary.contains("proved: no deadlock"), "{args:?}: {summary}");
        assert_ne!(ptx, run("compile", name, args).1, "{args:?}");
    }
}

#[test]
fn their_report_is_that_of_the_same_kernel_otherwise() {
    let (name, args) = KERNELS[1];
    let of = |more: &[&str]| run("compile", name, &[args, &["--emit", "schedule_text"], more].concat());
    let (code, described, err) = of(&["--described"]);
    assert_eq!(code, Some(0), "{err}");
    // Pipelines are the same, and so is the schedule; the verdict is on what came out.
    assert_eq!(described, of(&[]).1);
    assert!(described.contains("proved: no deadlock"), "{described}");
}

/// Two products are left by a loop: each has a token that is waited for, and the walker has one wait for both.
#[test]
fn rings_have_their_groups_and_products_their_tokens() {
    let after = |name: &str, args: &[&str], pass: &str| {
        let described = ["--described", "--print-after", pass];
        run("compile", name, &[args, &described].concat()).1
    };
    let count = |text: &str, part: &str| text.matches(part).count();
    let (gated, sm_90a) = ("language/rings_gated.mlir", ["--gpu-name", "sm_90a"]);
    let words = after(gated, &sm_90a, "materialize-async");
    assert!(
        words.contains("create_pipeline {numStages = 4, producerGroupId = 1, consumerGroupId = 0, "),
        "{words}"
    );
    assert_eq!(count(&words, "nv_tileas.async.to_async %"), 2, "{words}");
    assert_eq!(count(&words, "nv_tileas.async.wait %"), 2, "{words}");
    let barriers = after(gated, &sm_90a, "convert-pipeline-to-nvvm");
    assert_eq!(count(&barriers, "nvvm.wgmma.wait_group 0"), 1, "{barriers}");
    let (code, out, err) = run("run", gated, &[&sm_90a[..], &["--described"]].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    // Of a ring that the same warps fill and empty, both ids would be the same.
    let fixed = after("language/rings_fixed.mlir", &sm_90a, "materialize-async");
    assert_eq!(
        ["nv_tileas.async.pipeline.create_pipeline", "cutlass.pipeline.create"].map(|kind| count(&fixed, kind)),
        [1, 1],
        "{fixed}"
    );
    // Each ring of an issuer's kernel is between two of three agents, those of operands that are written over accumulators, too.
    let issued = after("cutile/attention.mlir", &["--gpu-name", "sm_100a"], "materialize-async");
    assert_eq!(count(&issued, "= cutlass.pipeline.create"), 0, "{issued}");
}

#[test]
fn a_kernel_without_agents_has_no_other_words() {
    let (code, _, err) = run("compile", "kernels/vadd.mlir", &["--described"]);
    assert!(code == Some(0) && err.contains("--described has no effect"), "{err}");
}

#[test]
fn a_prefix_names_variables_of_python_and_none_of_the_ptx() {
    let (code, _, err) = run("compile", "kernels/vadd.mlir", &["--prefix", "mine"]);
    assert!(
        code == Some(2) && err.contains("--prefix names variables of the Python"),
        "{err}"
    );
    let tilelang = ["--tile-scheduler", "tilelang"];
    let (code, ir, err) = run(
        "compile",
        "kernels/matmul.mlir",
        &[&tilelang[..], &["--print-after", "apply-tile-scheduler"]].concat(),
    );
    assert!(code == Some(0) && ir.contains("%sched_m_idx, %sched_n_idx"), "{err}");
    let (code, ptx, err) = run("compile", "kernels/matmul.mlir", &tilelang);
    assert!(code == Some(0) && !ptx.contains("sched_"), "{err}");
}
