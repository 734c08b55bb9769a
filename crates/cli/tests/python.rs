//! Kernels in cuTile Python on the command line: compiled, run in both engines, written as bytecode, refused.

use crate::common::{text, tilewright};
use crate::shared;
use std::path::{Path, PathBuf};

fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    files.sort();
    files
}

/// Each kernel of the project gives the same results in the interpreter and as PTX.
#[test]
fn kernels_run_in_both_engines() {
    for path in kernels() {
        let output = tilewright(&["run", path.to_str().unwrap()], b"");
        let said = text(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}: {said}\n{}",
            path.display(),
            text(&output.stderr)
        );
        assert!(said.contains("pass"), "{said}");
    }
}

/// `asm` writes the same of Python as of the Tile IR.
#[test]
fn python_becomes_bytecode() {
    for path in kernels() {
        let path = path.to_str().unwrap();
        let file = std::env::temp_dir().join(format!("tilewright-python-{}.tilebc", std::process::id()));
        let output = tilewright(&["asm", path, "-o", file.to_str().unwrap()], b"");
        assert_eq!(output.status.code(), Some(0), "{path}: {}", text(&output.stderr));
        let back = tilewright(&["disasm", file.to_str().unwrap()], b"");
        std::fs::remove_file(&file).unwrap();
        assert_eq!(back.status.code(), Some(0));
        let straight = tilewright(&["compile", path, "-O0", "--emit", "cuda_tile"], b"");
        let ops = |text: String| text.lines().filter(|line| line.contains(" = ")).count();
        assert_eq!(ops(text(&back.stdout)), ops(text(&straight.stdout)), "{path}");
    }
}

/// Kernels of the test data with their cases give in both engines, bit for bit, what the Tile IR gives that NVIDIA's compiler made of them.
#[test]
fn cases_give_the_results_of_the_exported_tile_ir() {
    let folder = std::env::temp_dir().join(format!("tilewright-cases-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let cases = shared::corpus();
    let with_data = cases.iter().filter(|case| case.join("expected.npz").exists());
    for case in with_data {
        for engine in ["interp", "ptx"] {
            let results = |name: &str| {
                let (kernel, out) = (case.join(name), folder.join("out.npz"));
                let [kernel, case, out] = [&kernel, case, &out].map(|path| path.to_str().unwrap());
                let args = ["run", kernel, "--case", case, "--engine", engine, "--out", out];
                let output = tilewright(&args, b"");
                assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
                std::fs::read(out).unwrap()
            };
            assert!(
                results("kernel.py") == results("kernel.mlir"),
                "{} with {engine}",
                case.display()
            );
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Parameters and variables are called what Python calls them: in the IR after each pass, in PTX, in the contract of a launch, in the
/// schedule and in what runs say. A kernel with other names has those instead.
#[test]
fn names_are_those_of_python_everywhere() {
    let gemm =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile/gemm.py")).unwrap();
    let others = [("A", "left"), ("B", "right"), ("a", "lhs"), ("acc", "total")];
    let renamed = renamed(&gemm, &others);
    for (source, array, number, tile, sum) in [
        (&gemm, "A", "A_stride0", "a", "acc"),
        (&renamed, "left", "left_stride0", "lhs", "total"),
    ] {
        let say = |args: &[&str]| {
            let output = tilewright(args, source.as_bytes());
            assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
            text(&output.stdout)
        };
        for form in ["cuda_tile", "nv_tileaa", "nv_tileas", "cutlass", "nvvm"] {
            let ir = say(&["compile", "-", "--emit", form]);
            for name in [array, number, tile, "k"] {
                assert!(has_name(&ir, name), "{form}: %{name}\n{ir}");
            }
            assert!(ir.contains(&format!("%{sum}")), "{form}: %{sum}\n{ir}");
            // The index of the second dimension is named where two reads of it become one, too.
            assert!(form == "nvvm" || has_name(&ir, "j"), "{form}: %j\n{ir}");
        }
        let ptx = say(&["compile", "-"]);
        for name in [array, number] {
            assert!(ptx.contains(&format!("_{name},\n")), "{name}\n{ptx}");
        }
        let abi = say(&["compile", "-", "--emit", "abi"]);
        assert!(abi.contains(&format!("\"name\": \"{number}\"")), "{abi}");
        let schedule = say(&["compile", "-", "--emit", "schedule_text"]);
        assert!(schedule.contains(&format!("\n%{tile} ")), "{schedule}");
        let said = say(&["run", "-"]);
        assert!(said.contains(&format!("{number} = ")), "{said}");
    }
}

/// A text with other words.
fn renamed(text: &str, others: &[(&str, &str)]) -> String {
    let parts = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let part = |part: &str| {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let other = others.iter().find(|(old, _)| *old == word);
        other.map_or(part.to_string(), |(_, new)| part.replacen(word, new, 1))
    };
    parts.map(part).collect()
}

/// Whether a text has a value of this name.
fn has_name(ir: &str, name: &str) -> bool {
    let name = format!("%{name}");
    let mut found = ir.match_indices(&name);
    found.any(|(at, _)| !ir[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

const KERNEL: &str = "import cuda.tile as ct\n@ct.kernel\ndef k(X, Y, n, tm: ct.Constant[int]):\n    \
                      x = ct.load(X, (ct.bid(0),), (tm,))\n    ct.store(Y, (ct.bid(0),), x * n)\n";

#[test]
fn options_say_what_a_kernel_is_compiled_for() {
    let args = [
        "compile",
        "-",
        "--emit",
        "cuda_tile",
        "--arg",
        "X=f32[?] div=4",
        "--arg",
        "Y=f32[?]",
        "--arg",
        "n=i32",
        "--const",
        "tm=128",
    ];
    let output = tilewright(&args, KERNEL.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("entry @k_Kt1_A1f32_1i4t1_p16_A1f32_1t1_p16_Si32_I128("));
    assert!(!text(&output.stderr).contains("warning"));
}

#[test]
fn what_is_not_said_is_assumed_and_told() {
    let kernel = KERNEL.replace("x * n", "x");
    let output = tilewright(&["compile", "-", "--emit", "cuda_tile"], kernel.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    assert!(
        said.contains("warning[python.assumed]") && said.contains("X=f16[?] div=8; Y=f16[?] div=8; n=f32; tm=64"),
        "{said}"
    );
}

#[test]
fn faults_have_their_place_and_exit_code() {
    let wrong = KERNEL.replace("x * n", "x @ nosuch");
    let output = tilewright(&["compile", "-"], wrong.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("error[python.name]") && said.contains("-:5:35"), "{said}");

    let kernel = KERNEL.replace("x * n", "x");
    let two = format!("{kernel}{}", kernel.replace("def k(", "def other("));
    let output = tilewright(&["compile", "-"], two.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the file has 2 kernels: k, other"));
    let output = tilewright(
        &["compile", "-", "--entry", "other", "--emit", "cuda_tile"],
        two.as_bytes(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("entry @other_Kt1"));
}

#[test]
fn options_of_python_are_refused_for_tile_ir() {
    let kernel = "entry @k(%a: tile<i32>) {\n  return\n}\n";
    for (flag, value) in [("--arg", "a=i32"), ("--const", "a=1")] {
        let output = tilewright(&["compile", "-", flag, value], kernel.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(&format!("error: {flag} is for kernels in Python")));
    }
}

/// Whatever is told of a kernel after the front end is told of its lines in Python.
#[test]
fn later_passes_speak_of_python() {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile");
    let line_of = |source: &str, part: &str| source.lines().position(|line| line.contains(part)).unwrap() + 1;

    let path = kernels.join("gemm.py");
    let source = std::fs::read_to_string(&path).unwrap();
    let compiled = |arguments: &[&str]| {
        let all = [&["compile", path.to_str().unwrap(), "--gpu-name", "sm_90a"], arguments].concat();
        tilewright(&all, b"")
    };
    let schedule = text(&compiled(&["--emit", "schedule_text"]).stdout);
    for part in ["for k in", "ct.load(A", "ct.load(B", "ct.mma("] {
        let line = format!("  {}  ", line_of(&source, part));
        assert!(schedule.contains(&line), "{part}: {schedule}");
    }
    let ptx = text(&compiled(&["--lineinfo"]).stdout);
    assert!(ptx.contains(".file 1 \"gemm.py\"") && ptx.contains(&format!(".loc 1 {} ", line_of(&source, "ct.mma("))));
    let abi: serde_json::Value = serde_json::from_slice(&compiled(&["--emit", "abi"]).stdout).unwrap();
    assert_eq!(abi["params"][0]["name"], "A");
    assert_eq!(abi["params"][1]["name"], "A_size0");

    let once = "import cuda.tile as ct\n\n\n@ct.kernel\ndef once(A, B, C):\n    a = ct.load(A, (0, 0), (64, 64))\n    b = ct.load(B, (0, 0), (64, 64))\n    ct.store(C, (0, 0), ct.mma(a, b, ct.zeros((64, 64), ct.float32)))\n";
    let output = tilewright(&["compile", "-", "--gpu-name", "sm_120a"], once.as_bytes());
    let warning = text(&output.stderr);
    assert!(
        warning.contains("pipeline.no-loop") && warning.contains(":8:25"),
        "{warning}"
    );

    let path = kernels.join("attention.py");
    let source = std::fs::read_to_string(&path).unwrap();
    let path = path.to_str().unwrap();
    let output = tilewright(
        &["compile", path, "--emit", "schedule", "--pipeline-strategy", "none"],
        b"",
    );
    let schedule: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    // The loop has a line of its own, beside that of the product.
    assert_eq!(schedule["refusals"][0]["line"], line_of(&source, "for j in"));
    assert_eq!(schedule["refusals"][0]["at"], line_of(&source, "s = ct.mma("));
}

#[test]
fn one_of_several_kernels_is_checked() {
    let both = format!("{KERNEL}\n\n@ct.kernel\ndef other(X):\n    ct.store(X, (0,), ct.zeros((16,), ct.float16))\n");
    let output = tilewright(&["check", "-", "--entry", "other"], both.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).contains("ok (other_Kt1"),
        "{}",
        text(&output.stdout)
    );
    let output = tilewright(&["check", "-", "--entry", "othre"], both.as_bytes());
    assert!(text(&output.stderr).contains("did you mean `other`?"));
    assert_ne!(output.status.code(), Some(0));
}

#[test]
fn an_option_of_the_decorator_is_refused_where_it_stands() {
    for (option, message, at) in [
        ("num_ctas=3", "num_ctas must be a power of two", "2:25"),
        ("fast=1", "has no option `fast`", "2:25"),
        ("num_ctas=2", "", ""),
    ] {
        let decorator = format!("@ct.kernel(occupancy=2, {option})");
        let kernel = KERNEL
            .replace("@ct.kernel", &decorator)
            .replace("(X, Y, n, tm", "(X, Y, tm")
            .replace("x * n", "x");
        let output = tilewright(
            &[
                "compile", "-", "--arg", "X=f32[?]", "--arg", "Y=f32[?]", "--const", "tm=16",
            ],
            kernel.as_bytes(),
        );
        let said = text(&output.stderr);
        assert!(
            output.status.success() == at.is_empty() && said.contains(message),
            "{option}: {said}"
        );
        assert!(said.contains(at), "{option}: {said}");
    }
}

/// A number that bytecode has no room for is told of the line in Python, not of the Tile IR between.
#[test]
fn refused_bytecode_is_told_of_python() {
    let kernel =
        b"import cuda.tile as ct\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    x = ct.load(X, 0, 16)\n    \
                   ct.store(X, 0, ct.atan2(x, x))\n";
    let out = std::env::temp_dir().join(format!("tilewright-refused-{}.tilebc", std::process::id()));
    let args = |version| ["asm", "-", "-o", out.to_str().unwrap(), "--bytecode-version", version];
    let refused = tilewright(&args("13.1"), kernel);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(
        said.contains("-:6:20") && said.contains("6 |     ct.store(X, 0, ct.atan2(x, x))"),
        "{said}"
    );
    let fine = tilewright(&args("13.2"), kernel);
    assert_eq!(fine.status.code(), Some(0), "{}", text(&fine.stderr));
    std::fs::remove_file(&out).unwrap();
}
