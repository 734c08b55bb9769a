//! Wrong use of the command line: it ends with 2 and says why; nothing is lost or ignored in silence.

use crate::common::tilewright;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn kernel(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/kernels")
        .join(name);
    path.display().to_string()
}

/// Exit code and standard error.
fn run(args: &[&str]) -> (Option<i32>, String) {
    let output = tilewright(args, b"");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_no_success() {
    let vadd = kernel("vadd.mlir");
    let cases: [&[&str]; 5] = [
        &["check", &vadd],
        &["compile", "--list-passes"],
        &["--help"],
        &["--version"],
        &["compile", &vadd],
    ];
    for args in cases {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .args(args)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{args:?}: {said}");
    }
}

#[test]
fn what_the_kernel_does_not_have_is_wrong_usage() {
    let vadd = kernel("vadd.mlir");
    let cases: [(&[&str], &str); 8] = [
        (&["compile", &vadd, "--gpu-name", "sm_75"], "no target `sm_75`"),
        (&["compile", &vadd, "--gpu-name", ""], "no target ``"),
        (&["link", &vadd, "--gpu-name", "SM_90A"], "no target `SM_90A`"),
        (&["check-pipeline", &vadd, "--gpu-name", "sm_1"], "no target `sm_1`"),
        (&["compile", &vadd, "--entry", "nope"], "no kernel `nope`"),
        (&["compile", &vadd, "-O0", "--emit", "ptx"], "no PTX at -O0"),
        (&["compile", &vadd, "-O1", "--emit", "abi"], "at -O1"),
        (&["compile", &vadd, "-O0", "--emit", "nvvm"], "at -O0"),
    ];
    for (args, why) in cases {
        let (code, said) = run(args);
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(said.contains(why), "{args:?}: {said}");
    }
}

#[test]
fn contradictions_are_wrong_usage() {
    let matmul = kernel("matmul.mlir");
    let cases: [&[&str]; 9] = [
        &["--register-budget", "-1"],
        &["--pipeline-strategy", "none", "--register-budget", "7"],
        &["--max-constraint-iterations", "0"],
        &["--pipeline-strategy", "none", "--max-constraint-iterations", "2"],
        &["--pipeline-strategy", "none", "--num-stages", "7"],
        &["--pipeline-strategy", "none", "--consumers", "2"],
        &["--pipeline-strategy", "none", "--scheduler", "exact"],
        &["--tile-scheduler", "stream-k", "--nondeterministic"],
        &[
            "--tile-scheduler",
            "data-parallel",
            "--scheduler-policy",
            "cutlass-sm90",
            "--nondeterministic",
        ],
    ];
    for args in cases {
        let mut all = vec!["compile", &matmul];
        all.extend(args);
        let (code, said) = run(&all);
        assert_eq!(code, Some(2), "{args:?}: {said}");
    }
    let (code, _) = run(&["compile", &matmul, "--pipeline-strategy", "none"]);
    assert_eq!(code, Some(0));
}

#[test]
fn numbers_that_nothing_could_heed_are_refused() {
    let matmul = kernel("matmul.mlir");
    let cluster = |cluster| {
        [
            "compile",
            &matmul,
            "--tile-scheduler",
            "static-persistent",
            "--cluster",
            cluster,
        ]
    };
    let cases: [(&[&str], &str); 3] = [
        (
            &["compile", &matmul, "--num-stages", "2147483648"],
            "ask for 1024 at most",
        ),
        (&cluster("17x1"), "a cluster has 16 CTAs at most"),
        (&cluster("65536x65536"), "the product must fit in 31 bits"),
    ];
    for (args, why) in cases {
        let (code, said) = run(args);
        assert_eq!(code, Some(1), "{args:?}: {said}");
        assert!(said.contains(why), "{args:?}: {said}");
    }
}

#[test]
fn schedulers_say_which_options_they_do_not_heed() {
    let looped = format!("{}/../../tests/documents/four_stage.json", env!("CARGO_MANIFEST_DIR"));
    let cases: [(&[&str], &str); 7] = [
        (&["--scheduler", "four-stage", "--stages", "2"], "--stages goes with"),
        (&["--scheduler", "four-stage", "--ii-cap", "9"], "--ii-cap goes with"),
        (
            &["--multi-buffer", "3"],
            "--multi-buffer goes with --scheduler four-stage",
        ),
        (
            &["--scheduler", "rau", "--budget", "9"],
            "--budget goes with --scheduler auto or exact",
        ),
        (
            &["--register-budget", "9"],
            "--register-budget goes with --scheduler documented",
        ),
        (
            &["--max-constraint-iterations", "2"],
            "--max-constraint-iterations goes with --scheduler documented",
        ),
        (
            &["--scheduler", "exact", "--gallop"],
            "--gallop goes with --scheduler rau or documented",
        ),
    ];
    for (more, why) in cases {
        let args = [&["schedule", &looped], more].concat();
        let (code, said) = run(&args);
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(said.contains(why), "{args:?}: {said}");
    }
}

#[test]
fn what_is_ignored_is_said() {
    let configuration = br#"[{"num_m_tiles": 8, "num_n_tiles": 6, "num_workers": 12, "zz": 1, "id": 7}]"#;
    let output = tilewright(&["tiles", "--set", "tilelang_persistent"], configuration);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("`zz`") && !said.contains("`id`"), "{said}");
}

#[test]
fn options_without_effect_are_said_once_with_the_reason() {
    let (vadd, matmul) = (kernel("vadd.mlir"), kernel("matmul.mlir"));
    let no_loop = "no loop of this kernel was pipelined";
    let usual_threshold = tilewright_driver::rrt_size_threshold().to_string();
    let attention = kernel("../cutile/attention.mlir");
    let cases: [(&[&str], &str, &str); 21] = [
        (
            &["compile", &matmul, "--rrt-size-threshold", "0"],
            "--rrt-size-threshold",
            "the kernel's code is the same",
        ),
        (
            &["compile", &attention, "--gpu-name", "sm_80", "--scheduler", "serial"],
            "--scheduler",
            "the kernel's code is the same",
        ),
        (
            &[
                "compile",
                &matmul,
                "--tile-scheduler",
                "auto",
                "--scheduler-policy",
                "cutlass-sm90",
                "--nondeterministic",
            ],
            "--nondeterministic",
            "joins no partial accumulators",
        ),
        (
            &[
                "compile",
                &matmul,
                "-O1",
                "--num-stages",
                "3",
                "--tile-scheduler",
                "static-persistent",
            ],
            "--num-stages",
            "stops at level 1",
        ),
        (&["compile", &vadd, "--num-stages", "3"], "--num-stages", no_loop),
        (
            &["compile", &vadd, "--register-budget", "8"],
            "--register-budget",
            no_loop,
        ),
        (&["compile", &vadd, "--consumers", "2"], "--consumers", no_loop),
        (&["compile", &vadd, "--scheduler", "exact"], "--scheduler", no_loop),
        (
            &["compile", &vadd, "--rrt-size-threshold", "0"],
            "--rrt-size-threshold",
            no_loop,
        ),
        (
            &["compile", &vadd, "-O1", "--lineinfo"],
            "--lineinfo",
            "stops at level 1",
        ),
        (
            &["compile", &vadd, "--num-stages", "3", "--emit", "cuda_tile"],
            "--num-stages",
            "stops at level 0",
        ),
        (
            &[
                "compile",
                &matmul,
                "--pipeline-strategy",
                "none",
                "--machine",
                "documented-blackwell",
            ],
            "--machine",
            no_loop,
        ),
        (
            &[
                "compile",
                &matmul,
                "--pipeline-strategy",
                "unspecialize",
                "--rrt-size-threshold",
                "0",
            ],
            "--rrt-size-threshold",
            "not warp-specialised",
        ),
        (
            &["run", &vadd, "--engine", "interp", "--num-stages", "9"],
            "--num-stages",
            "the interpreter",
        ),
        (
            &["run", &vadd, "--engine", "interp", "--gpu-name", "sm_80"],
            "--gpu-name",
            "the interpreter",
        ),
        // Named, though what they ask for is what would be anyway.
        (&["compile", &vadd, "--consumers", "auto"], "--consumers", no_loop),
        (&["compile", &vadd, "--scheduler", "auto"], "--scheduler", no_loop),
        (&["compile", &vadd, "--machine", "gpu-atoms"], "--machine", no_loop),
        (
            &["compile", &vadd, "--rrt-size-threshold", &usual_threshold],
            "--rrt-size-threshold",
            no_loop,
        ),
        (
            &["run", &vadd, "--engine", "ptx", "--machine", "gpu-atoms"],
            "--machine",
            no_loop,
        ),
        (
            &["run", &vadd, "--engine", "interp", "--gpu-name", "sm_90a"],
            "--gpu-name",
            "the interpreter",
        ),
    ];
    for (args, flag, why) in cases {
        let (code, said) = run(args);
        assert_eq!(code, Some(0), "{args:?}: {said}");
        assert_eq!(said.matches("warning[option.no-effect]").count(), 1, "{args:?}: {said}");
        assert!(
            said.contains(&format!("{flag} has no effect: ")) && said.contains(why),
            "{args:?}: {said}"
        );
    }
    for args in [
        &["compile", &attention, "--num-stages", "3", "--rrt-size-threshold", "0"][..],
        &["compile", &vadd, "--pipeline-strategy", "none", "--lineinfo"],
        &["compile", &vadd],
        &["compile", &matmul, "--scheduler", "auto", "--machine", "gpu-atoms"],
        &["run", &vadd, "--engine", "interp"],
        &["run", &vadd],
        &["run", &vadd, "--engine", "ptx", "--gpu-name", "sm_80"],
    ] {
        let (code, said) = run(args);
        assert!(code == Some(0) && !said.contains("no effect"), "{args:?}: {said}");
    }
    let (code, said) = run(&["run", &vadd, "--engine", "interp", "--gpu-name", "sm_1"]);
    assert!(code == Some(2) && said.contains("no target `sm_1`"), "{said}");
}

#[test]
fn what_is_no_text_is_not_called_tile_ir_where_none_is_read() {
    for args in [&["open", "-"][..], &["schedule", "-"]] {
        let output = tilewright(args, b"\xFF\xFE\x00");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("is not text") && !said.contains("Tile IR"),
            "{args:?}: {said}"
        );
        assert_ne!(output.status.code(), Some(0));
    }
}

#[test]
fn big_rings_keep_to_their_limits() {
    let cases = [
        "--stages 1000 --producers 3 --cluster 1x2 --convention cutlass --tail none --twin expect-too-many --states 1000 --shorten 1000",
        "--stages 3 --producers 17 --consumers 4 --items 1000 --bytes 32768 --cluster 4x1 --tail arrive --states 0",
        "--stages 3 --producers 17 --consumers 4 --items 1000 --cluster 4x1 --convention cutlass --tail none --states 20000 \
         --shorten 10000 --format json",
    ];
    for case in cases {
        let mut args = vec!["check-pipeline"];
        args.extend(case.split_ascii_whitespace());
        let start = std::time::Instant::now();
        let output = tilewright(&args, b"");
        let took = start.elapsed().as_secs_f64();
        let said = String::from_utf8_lossy(&output.stdout);
        let head: String = said.chars().take(300).collect();
        eprintln!("{took:.1} s: {head}");
        assert_eq!(output.status.code(), Some(1), "{case}: {head}");
        assert!(took < 60.0, "{case}: {took} s");
    }
}
