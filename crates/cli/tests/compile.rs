//! `check` and `compile` as a person uses them.

use crate::common::{text, tilewright};
use std::io::Write;
use std::process::{Command, Stdio};

fn kernel(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/kernels/{name}.mlir", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the kernel is there")
}

#[test]
fn a_dash_is_standard_output_wherever_a_file_is_named() {
    let kernel = kernel("matmul");
    let beside = tilewright(&["compile", "-"], &kernel);
    let dashed = tilewright(&["compile", "-", "--output-file", "-"], &kernel);
    assert_eq!(text(&dashed.stdout), text(&beside.stdout), "{}", text(&dashed.stderr));
    let bytes = tilewright(&["asm", "-", "--output-file", "-"], &kernel);
    assert!(
        tilewright_bytecode::is_bytecode(&bytes.stdout),
        "{}",
        text(&bytes.stderr)
    );
    let traced = tilewright(
        &["compile", "-", "-o", "/dev/null", "--schedule-trace-file", "-"],
        &kernel,
    );
    assert!(text(&traced.stdout).starts_with('['), "{}", text(&traced.stderr));
    // Two texts behind each other could be read by nobody.
    for output in [&[][..], &["-o", "-"]] {
        let both = tilewright(
            &[&["compile", "-", "--schedule-trace-file", "-"], output].concat(),
            &kernel,
        );
        assert_eq!(both.status.code(), Some(2));
        assert!(both.stdout.is_empty() && text(&both.stderr).contains("both go to standard output"));
    }
    assert!(!std::path::Path::new("-").exists(), "no file has that name");
}

#[test]
fn every_form_comes_out_on_standard_output_and_the_summary_beside_it() {
    let kernel = kernel("vadd");
    for (args, starts) in [
        (&[][..], ".version"),
        (&["--emit", "ptx"], ".version"),
        (&["--emit", "json"], "{\n  \"schema\": 2"),
        (&["--emit", "abi"], "{\n  \"version\": 1"),
        (&["--emit", "cuda_tile"], "entry @vadd"),
        (&["--emit", "nv_tileaa"], "nv_tileaa.func @vadd"),
        (&["--emit", "nv_tileas"], "nv_tileas.func @vadd"),
        (&["--emit", "nvvm"], "nvvm.func @vadd"),
        (&["-O0"], "entry @vadd"),
        (&["-O1"], "nv_tileaa.func @vadd"),
        (&["--opt-level", "2", "--arch", "sm_90"], ".version"),
    ] {
        let output = tilewright(&[&["compile", "-"][..], args].concat(), &kernel);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        assert!(
            text(&output.stdout).starts_with(starts),
            "{args:?}: {}",
            text(&output.stdout)
        );
    }
    let output = tilewright(
        &["compile", "-", "--gpu-name", "sm_120a", "--lineinfo", "--timings"],
        &kernel,
    );
    assert!(text(&output.stdout).contains(".target sm_120a") && text(&output.stdout).contains(".loc"));
    assert!(text(&output.stderr).contains("sm_120a (RTX 50)") && text(&output.stderr).contains("in all"));
}

#[test]
fn what_was_tried_for_a_loop_is_explained_at_its_line() {
    let of_text = |source: &[u8], line: &str, more: &[&str]| {
        let args = [&["compile", "-", "--explain-loop", line][..], more].concat();
        let output = tilewright(&args, source);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let explained = |name: &str, line: &str, more: &[&str]| of_text(&kernel(name), line, more);
    let (code, shown, _) = explained("matmul", "22", &[]);
    assert_eq!(code, Some(0), "{shown}");
    for part in [
        "line 22: warp-specialize: ",
        "warp-specialize (chosen)",
        "unspecialize, ",
        "cooperative",
        "cycles an iteration",
        "buffer depth  cycles an iteration  why",
        "chosen\n",
    ] {
        assert!(shown.contains(part), "{part:?} is missing in\n{shown}");
    }
    assert!(!shown.contains(".version"));
    // A loop without a product has both costs, and what memory takes.
    let (code, shown, _) = explained("row_sum", "17", &[]);
    assert_eq!(code, Some(0), "{shown}");
    for part in [
        "none (chosen)",
        "unspecialize, ahead",
        "4096 bytes loaded",
        "0.0 FLOPs a byte",
        "choice.enough-in-flight",
        "bytes in flight",
    ] {
        assert!(shown.contains(part), "{part:?} is missing in\n{shown}");
    }
    let (code, _, told) = explained("row_sum", "3", &[]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("no loop begins at line 3; loops are at 17"), "{told}");
    assert_eq!(explained("vadd", "3", &[]).0, Some(2));
    let nested = include_bytes!("../../../tests/language/rings_nested.mlir");
    let (code, shown, _) = of_text(nested, "54", &["--gpu-name", "sm_80"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(
        shown.contains("line 54: a loop around others") && shown.contains("in it, line 55: "),
        "{shown}"
    );
    assert_eq!(explained("row_sum", "17", &["-O1"]).0, Some(2));
    // Where all products are in one loop, what keeps it from having agents is told, and not that there are several.
    let chained = include_bytes!("../../../tests/language/narrow_chained.mlir");
    let (_, shown, _) = of_text(chained, "46", &["--gpu-name", "sm_90a"]);
    let row = shown.lines().find(|line| line.starts_with("warp-specialize "));
    let told = row.is_some_and(|row| row.contains("a product of 32x64x32 cannot be cut into wgmma instructions"));
    assert!(told, "{shown}");
}

#[test]
fn passes_are_listed_and_their_results_shown() {
    let listed = text(&tilewright(&["compile", "--list-passes"], b"").stdout);
    let names: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.contains(&"assign-load-store-layouts") && names.len() >= 9);
    let output = tilewright(&["compile", "-", "--print-after-all"], &kernel("vadd"));
    for name in names {
        assert!(
            text(&output.stdout).contains(&format!("after {name}")),
            "{name} is shown"
        );
    }
    let output = tilewright(
        &["compile", "-", "--print-after", "assign-load-store-layouts"],
        &kernel("vadd"),
    );
    assert!(text(&output.stdout).contains("nv_tileas.layout"));
    assert!(!text(&output.stdout).contains("after cse"));
}

#[test]
fn the_ir_after_a_pass_can_be_fed_back() {
    let ptx = |args: &[&str], input: &[u8]| {
        let output = tilewright(args, input);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let whole = ptx(&["compile", "-", "--gpu-name", "sm_90a"], &kernel("gemm_bias_relu"));
    for pass in ["cse", "materialize-async", "convert-tileas-to-nvvm"] {
        let args = ["compile", "-", "--gpu-name", "sm_90a", "--print-after", pass];
        let ir = ptx(&args, &kernel("gemm_bias_relu"));
        let again = ptx(&["compile", "-", "--gpu-name", "sm_90a", "--from", pass], ir.as_bytes());
        let code = |ptx: &str| {
            ptx.lines()
                .filter(|line| !line.contains(".loc"))
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(code(&again), code(&whole), "{pass}");
        let file = std::env::temp_dir().join(format!("tilewright-after-{}-{pass}.mlir", std::process::id()));
        let path = file.to_string_lossy();
        let args = [
            "compile",
            "-",
            "--gpu-name",
            "sm_90a",
            "--print-after",
            pass,
            "-o",
            &path,
        ];
        assert_eq!(ptx(&args, &kernel("gemm_bias_relu")), "");
        assert_eq!(std::fs::read_to_string(&file).expect("the IR"), ir);
        let _ = std::fs::remove_file(&file);
    }
}

#[test]
fn the_ir_before_a_refusal_is_written_too() {
    let input = b"entry @k(%p: tile<ptr<bf16>>) {\n  %a = constant <bf16: 1.0> : tile<bf16>\n  \
        %o, %t = atomic_rmw_tko relaxed device %p, addf, %a : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token\n  return\n}\n";
    let pass = "convert-cudatile-to-tileaa";
    let args = ["compile", "-", "--gpu-name", "sm_80", "--print-after", pass];
    let output = tilewright(&args, input);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains("nv_tileaa.func"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    // Additions of bf16 in memory begin with sm_90.
    let unsupported = b"entry @k(%p: tile<ptr<bf16>>) {\n  %a = constant <bf16: 1.0> : tile<bf16>\n  \
        %o, %t = atomic_rmw_tko relaxed device %p, addf, %a : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token\n  return\n}\n";
    for (args, input, code, says) in [
        (&["compile", "-"][..], &b""[..], 1, "there is no kernel"),
        (&["compile", "-"], b"entry @k( {", 1, "expected"),
        (&["compile", "-"], b"entry @k() { %a = adf }", 1, "did you mean"),
        (&["compile", "-", "--gpu-name", "sm_80"], unsupported, 1, "bf16"),
        (&["compile", "-"], b"\x7FTileIR\0", 1, "the bytes end here"),
        (&["disasm", "-"], b"entry @k() { return }", 1, "no Tile IR bytecode"),
        (&["compile", "-"], b"a\xff", 1, "not text"),
        (
            &["compile", "-", "--gpu-name", "sm_13"],
            b"entry @k() { return }",
            2,
            "targets are",
        ),
        (
            &["compile", "-", "--emit", "ptx", "-O1"],
            b"entry @k() { return }",
            2,
            "-O2",
        ),
        (&["compile", "/no/such/file"], b"", 2, "cannot read"),
        (&["compile", "-", "-O9"], b"", 2, "possible values: 0"),
        (&["compile", "-", "--print-after", "nothing"], b"", 2, "--list-passes"),
        (
            &["compile", "-", "--print-after", "cse", "--emit", "ptx"],
            b"",
            2,
            "cannot be used with",
        ),
        (&["check", "/no/such/file"], b"", 2, "cannot read"),
        (
            &["check", "-"],
            b"entry @k() { %a = constant <f32: 1.0> : tile<3xf32> }",
            1,
            "power of two",
        ),
    ] {
        let output = tilewright(args, input);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {message}");
        assert!(message.contains(says), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?} writes {}", text(&output.stdout));
    }
}

#[test]
fn a_reader_that_has_gone_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["compile", "-", "--print-after-all", "--timings"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    drop(child.stderr.take());
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(&kernel("vadd")));
    let status = child.wait().expect("the command ends");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_machine_description_of_ones_own_is_a_file() {
    let atoms = concat!(env!("CARGO_MANIFEST_DIR"), "/../machine/data/atoms.json");
    let atoms = std::fs::read_to_string(atoms).expect("the data file");
    let folder = std::env::temp_dir().join(format!("tilewright-machine-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let compile = |from: &str, to: &str, emit: &str| {
        assert!(atoms.contains(from), "{from}");
        let path = folder.join("mine.json");
        std::fs::write(&path, atoms.replacen(from, to, 1)).expect("a file");
        let path = path.to_string_lossy();
        let args = ["compile", "-", "--machine", &path, "--emit", emit];
        tilewright(&args, &kernel("matmul"))
    };
    let built_in = tilewright(&["compile", "-", "--emit", "schedule"], &kernel("matmul"));
    let same = compile("gpu-atoms", "gpu-atoms", "schedule");
    assert_eq!((same.status.code(), &same.stdout), (Some(0), &built_in.stdout));
    let wgmma = r#"{"kind": "wgmma", "#;
    let at = atoms.find(wgmma).expect("the atom");
    let line = atoms[at..].lines().next().expect("a line");
    let slower = line.replace("\"latency\": 8", "\"latency\": 80");
    let changed = compile(line, &slower, "schedule");
    assert_eq!(changed.status.code(), Some(0), "{}", text(&changed.stderr));
    assert_ne!(changed.stdout, built_in.stdout);
    let told = "scheduled in a model of your own";
    assert!(text(&changed.stderr).contains(told) && !text(&built_in.stderr).contains(told));
    let report = compile("\"gpu-atoms\"", "\"mine\"", "json");
    assert!(text(&report.stdout).contains("\"scheduler_model\": \"mine\""));

    let wrong = compile("\"latency\"", "\"latncy\"", "schedule");
    let said = text(&wrong.stderr);
    assert_eq!(wrong.status.code(), Some(2), "{said}");
    assert!(said.contains("`atoms.0.latncy`: there is no such field"), "{said}");
    let missing = tilewright(&["compile", "-", "--machine", "./no-such.json"], &kernel("matmul"));
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("--machine ./no-such.json: it cannot be read"));
    std::fs::remove_dir_all(&folder).expect("the folder");
}
