//! `tilewright run`, as a person runs it.

use crate::common;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tilewright_npz::{Array, Limits, Npz, read_npz, write_npz};

const KERNEL: &str = include_str!("../../../tests/cases/scale/kernel.mlir");
const CASE: &str = include_str!("../../../tests/cases/scale/case.json");

const LAUNCH: &str = r#"{
    "entry": "scale", "grid": [2, 1, 1], "block": [THREADS, 1, 1], "dynamic_shared_bytes": 0,
    "params": [
        {"kind": "pointer", "array": "X"}, {"kind": "i32", "value": 50},
        {"kind": "pointer", "array": "Y"}, {"kind": "f32", "value": 2.0}
    ],
    "arrays": {"X": {"dtype": "f32", "shape": [50]}, "Y": {"dtype": "f32", "shape": [50]}},
    "outputs": ["Y"]
}"#;

fn numbers(factor: f32) -> Array {
    let values: Vec<f32> = (0..50).map(|i| i as f32 * factor).collect();
    Array::from_f32(&[50], &values).unwrap()
}

fn npz(members: &[(&str, f32)]) -> Vec<u8> {
    let members = members
        .iter()
        .map(|&(name, factor)| (name.to_string(), numbers(factor)))
        .collect();
    write_npz(&Npz { members }).unwrap()
}

/// A folder with the kernel and its case, in which `Y` is expected to be `X` times `factor`.
fn folder(name: &str, factor: f32) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let files = [
        ("kernel.mlir", KERNEL.as_bytes().to_vec()),
        ("case.json", CASE.as_bytes().to_vec()),
        ("inputs.npz", npz(&[("X", 1.0)])),
        ("expected.npz", npz(&[("Y", factor)])),
    ];
    for (file, content) in files {
        std::fs::write(folder.join(file), content).unwrap();
    }
    folder
}

/// Runs the command in a folder: exit code, standard output, standard error.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .current_dir(folder)
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_right_case_passes_in_both_engines_and_writes_its_outputs() {
    let folder = folder("run-right", 2.0);
    for engine in ["interp", "ptx"] {
        let args = [
            "run",
            "kernel.mlir",
            "--case",
            ".",
            "--engine",
            engine,
            "--seeds",
            "3",
            "--out",
            "out.npz",
        ];
        let (code, out, err) = run(&folder, &args);
        assert_eq!(code, Some(0), "{err}");
        assert!(
            out.contains("3 of 3 seeds pass") && out.contains("Y  pass  largest error 0.000e0"),
            "{out}"
        );
        let written = read_npz(&std::fs::read(folder.join("out.npz")).unwrap(), Limits::default()).unwrap();
        assert_eq!(written.get("Y"), Some(&numbers(2.0)));
    }
}

#[test]
fn a_wrong_case_fails_in_both_engines() {
    let folder = folder("run-wrong", 3.0);
    for engine in ["interp", "ptx"] {
        let (code, out, err) = run(&folder, &["run", "kernel.mlir", "--case", ".", "--engine", engine]);
        assert_eq!(code, Some(1), "{err}");
        assert!(
            out.contains("Y  FAIL  largest error 4.900e1") && out.contains("first at [1]: 2 instead of 3"),
            "{out}"
        );
    }
}

#[test]
fn findings_are_shown_where_they_are_and_fail_the_run() {
    let folder = folder("run-race", 2.0);
    let everybody_writes_tile_0 = KERNEL
        .replace("%py[%b]", "%py[%z]")
        .replace("  %vx =", "  %z = constant <i32: 0> : tile<i32>\n  %vx =");
    std::fs::write(folder.join("kernel.mlir"), everybody_writes_tile_0).unwrap();
    let (code, _, err) = run(&folder, &["run", "kernel.mlir", "--case", "."]);
    assert_eq!(code, Some(1));
    assert!(
        err.contains("race: tile block (1, 0, 0)") && err.contains("kernel.mlir:12:"),
        "{err}"
    );
}

#[test]
fn a_finding_in_foreign_ptx_names_the_file_that_it_came_from() {
    let folder = folder("run-foreign", 2.0);
    let ptx = ".version 8.0 .target sm_90a .address_size 64
.file 1 \"other.py\"
.file 2 \"kernel.py\"
.visible .entry scale(.param .u64 x, .param .u32 n, .param .u64 y, .param .f32 a) { .reg .b32 %r<2>; .reg .b64 %rd<2>;
.loc 2 33 7
ld.param.u64 %rd1, [y]; st.global.u32 [%rd1], %r1; ret; }";
    std::fs::write(folder.join("k.ptx"), ptx).unwrap();
    let launch = LAUNCH.replace("THREADS", "32");
    std::fs::write(folder.join("launch.json"), launch).unwrap();
    std::fs::write(folder.join("before.npz"), npz(&[("X", 1.0), ("Y", -7.0)])).unwrap();
    let args = ["run", "k.ptx", "--launch", "launch.json", "--inputs", "before.npz"];
    let (code, _, err) = run(&folder, &args);
    assert_eq!(code, Some(1), "{err}");
    assert!(
        err.contains("read before it is written") && err.contains("from kernel.py:33:7"),
        "{err}"
    );
}

#[test]
fn without_ptx_nothing_runs() {
    let folder = folder("run-early", 2.0);
    let (code, _, err) = run(
        &folder,
        &["run", "kernel.mlir", "--case", ".", "--engine", "ptx", "-O", "1"],
    );
    assert_eq!(code, Some(2));
    assert!(err.contains("no PTX to run"), "{err}");
}

#[test]
fn ptx_runs_by_its_launch_file() {
    let folder = folder("run-ptx", 2.0);
    let (code, abi, err) = run(&folder, &["compile", "kernel.mlir", "--emit", "abi"]);
    assert_eq!(code, Some(0), "{err}");
    let abi: serde_json::Value = serde_json::from_str(&abi).unwrap();
    let launch = LAUNCH.replace("THREADS", &abi["threads"][0].to_string());
    std::fs::write(folder.join("launch.json"), launch).unwrap();
    std::fs::write(folder.join("before.npz"), npz(&[("X", 1.0), ("Y", -7.0)])).unwrap();
    assert_eq!(run(&folder, &["compile", "kernel.mlir", "-o", "kernel.ptx"]).0, Some(0));
    let base = ["run", "kernel.ptx", "--launch", "launch.json", "--inputs", "before.npz"];
    let (code, out, err) = run(&folder, &[&base[..], &["--expect", "expected.npz"]].concat());
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("Y  pass"), "{out}");
    let (code, out, _) = run(&folder, &base);
    assert!(code == Some(0) && out.contains("nothing to compare with"), "{out}");
    std::fs::write(folder.join("expected.npz"), npz(&[("Y", 2.5)])).unwrap();
    assert_eq!(
        run(&folder, &[&base[..], &["--expect", "expected.npz"]].concat()).0,
        Some(1)
    );
}

/// Both accesses of a race are told with the steps between them.
#[test]
fn the_way_to_a_race_is_told_step_by_step() {
    let folder = folder("run-race", 2.0);
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/vadd.mlir");
    let text = std::fs::read_to_string(whole).unwrap();
    let (store, first) = ("%sum, %pz[%block]", "%sum, %pz[%block_y]");
    assert!(text.contains(store));
    // Every tile block stores at the same place.
    std::fs::write(folder.join("kernel.mlir"), text.replace(store, first)).unwrap();
    let (code, _, err) = run(&folder, &["run", "kernel.mlir", "--engine", "ptx"]);
    assert_eq!(code, Some(1), "{err}");
    let steps: Vec<&str> = err.lines().filter(|line| line.starts_with("  step ")).collect();
    assert!(
        steps.len() >= 2 && steps.iter().all(|step| step.contains("writes it (line ")),
        "{err}"
    );
    let right = run(&folder, &["run", "kernel.mlir", "--engine", "interp"]);
    assert_eq!(right.0, Some(1), "the interpreter finds the race, too");
    std::fs::write(folder.join("kernel.mlir"), text).unwrap();
    let (code, _, err) = run(&folder, &["run", "kernel.mlir", "--engine", "ptx"]);
    assert!(code == Some(0) && !err.contains("step "), "{err}");
}

#[test]
fn wrong_usage_exits_with_2() {
    let folder = folder("run-usage", 2.0);
    for args in [
        &["run", "kernel.mlir", "--case", ".", "--arg", "n=5"][..],
        &["run", "kernel.mlir", "--case", ".", "--grid", "2"],
        &["run", "kernel.mlir", "--arg", "n"],
        &["run", "kernel.mlir", "--entry", "other"],
        &["run", "missing.mlir", "--case", "."],
        &["run", "kernel.mlir", "--case", "nowhere"],
        &["run", "kernel.mlir", "--case", ".", "--launch", "x"],
        &["run", "kernel.mlir", "--case", ".", "--engine", "gpu"],
        &["run", "kernel.mlir", "--launch", "launch.json"],
    ] {
        let (code, out, err) = run(&folder, args);
        assert_eq!(code, Some(2), "{args:?}: {err}");
        assert!(out.is_empty() && !err.is_empty());
    }
}

#[test]
fn without_a_case_inputs_are_made_and_both_engines_compared() {
    let folder = folder("run-made", 2.0);
    let with = |more: &[&str], out: &str| {
        let args = [&["run", "kernel.mlir", "--out", out][..], more].concat();
        let (code, text, err) = run(&folder, &args);
        assert_eq!(code, Some(0), "{args:?}: {text}{err}");
        (text, std::fs::read(folder.join(out)).unwrap())
    };
    let (text, usual) = with(&[], "a.npz");
    assert!(text.starts_with("made with seed 1: grid "), "{text}");
    assert!(text.contains("pass  largest error 0.000e0"), "{text}");
    let (_, same) = with(&["--seed", "1"], "b.npz");
    let (_, other) = with(&["--seed", "2"], "c.npz");
    assert!(usual == same && usual != other);
    for engine in ["interp", "ptx"] {
        let (text, alone) = with(&["--engine", engine], "d.npz");
        assert!(text.contains("nothing to compare with"), "{text}");
        assert_eq!(alone, usual, "{engine}");
    }
    let (text, _) = with(&["--seeds", "2", "--arg", "n=40", "--grid", "2"], "e.npz");
    assert!(text.contains("2 of 2 seeds pass") && text.contains("n = 40"), "{text}");
}

#[test]
fn made_inputs_that_do_not_suit_the_kernel_fail_it() {
    let folder = folder("run-made-wrong", 2.0);
    // A third tile block has no tile.
    let (code, _, err) = run(&folder, &["run", "kernel.mlir", "--arg", "n=40", "--grid", "3"]);
    assert!(code == Some(1) && err.contains("must be from 0 to 1"), "{err}");
    let (code, _, err) = run(&folder, &["run", "kernel.mlir", "--arg", "length=40"]);
    assert!(
        code == Some(1) && err.contains("no parameter `length`; its parameters are"),
        "{err}"
    );
    let (code, _, err) = run(&folder, &["run", "kernel.mlir", "--grid", "0"]);
    assert!(code == Some(1) && err.contains("tile blocks along an axis"), "{err}");
}

#[test]
fn an_endless_loop_is_given_up_and_named() {
    let folder = folder("run-endless", 2.0);
    // 2^31 rounds, whose result is stored.
    let product = "  %w = mulf %v, %s32 : tile<32xf32>\n";
    let endless = "  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 2147483647> : tile<i32>
  %by = constant <i32: 1> : tile<i32>
  %many = for %k in (%from to %to, step %by) : tile<i32> iter_values(%so = %from) -> (tile<i32>) {
    %bits = xori %so, %k : tile<i32>
    continue %bits : tile<i32>
  }
  %many1 = reshape %many : tile<i32> -> tile<1xi32>
  %many32 = broadcast %many1 : tile<1xi32> -> tile<32xi32>
  %far = itof %many32 signed : tile<32xi32> -> tile<32xf32>
  %w = mulf %v, %far : tile<32xf32>
";
    assert!(KERNEL.contains(product));
    let text = KERNEL.replacen(product, endless, 1);
    std::fs::write(folder.join("kernel.mlir"), &text).unwrap();
    let line = text.lines().position(|l| l.contains("for %k")).unwrap() + 1;
    for (engine, place) in [
        ("interp", format!("kernel.mlir:{line}:")),
        ("ptx", "in the loop of lines".to_string()),
    ] {
        let (code, _, err) = run(
            &folder,
            &[
                "run",
                "kernel.mlir",
                "--case",
                ".",
                "--engine",
                engine,
                "--max-steps",
                "20000",
            ],
        );
        assert_eq!(code, Some(1), "{engine}: {err}");
        assert!(err.contains("given up after 20000 steps"), "{engine}: {err}");
        assert!(err.contains("--max-steps"), "{engine}: {err}");
        assert!(err.contains(&place), "{engine}, {place}: {err}");
    }
    let (code, _, _) = run(&folder, &["run", "kernel.mlir", "--case", ".", "--max-steps", "0"]);
    assert_eq!(code, Some(2));
}

#[test]
fn what_a_print_would_leave_out_is_refused_by_both_engines() {
    let text = r#"entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
  %t = print_tko "n is %s, %d\0A", %n, %n : tile<i32>, tile<i32> -> token
  %s = store_ptr_tko weak %p, %n token=%t : tile<ptr<i32>>, tile<i32> -> token
  return
}
"#;
    let file = std::env::temp_dir().join(format!("tilewright-print-{}.mlir", std::process::id()));
    let path = file.display().to_string();
    for engine in ["interp", "ptx"] {
        std::fs::write(&file, text).unwrap();
        let wrong = common::tilewright(&["run", &path, "--engine", engine], b"");
        let said = String::from_utf8_lossy(&wrong.stderr);
        assert!(
            wrong.status.code() == Some(1) && said.contains("`%s` is no conversion"),
            "{said}"
        );
        std::fs::write(&file, text.replace("%s", "%u")).unwrap();
        let right = common::tilewright(&["run", &path, "--engine", engine], b"");
        assert_eq!(
            right.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&right.stderr)
        );
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn accesses_are_counted_by_line_where_that_is_asked() {
    let folder = folder("accesses", 2.0);
    let made = ["run", "kernel.mlir", "--accesses"];
    let (code, said, _) = run(&folder, &made);
    assert_eq!(code, Some(0), "{said}");
    let line = 1 + KERNEL.lines().position(|line| line.contains("store_")).unwrap();
    let store = said.lines().find(|line| line.contains("global store")).unwrap();
    assert!(store.trim_start().starts_with(&line.to_string()), "{said}");
    assert!(
        said.contains("\nshared memory: accesses 0, ") && said.contains("\nglobal memory: accesses "),
        "{said}"
    );
    let by_case = ["run", "kernel.mlir", "--case", ".", "--accesses", "--engine", "ptx"];
    assert!(run(&folder, &by_case).1.contains("global store"));
    // Nobody asked; or nothing of the PTX was run.
    assert!(!run(&folder, &made[..2]).1.contains("global store"));
    let (code, said, complaint) = run(&folder, &by_case[..5]);
    assert!(code == Some(0) && !said.contains("memory"), "{said}");
    assert!(complaint.contains("--accesses has no effect"), "{complaint}");
}
