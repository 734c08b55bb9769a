//! `tilewright link` and `tilewright open`, as a person runs them.

use crate::common::tilewright;
use std::process::Output;

fn stdout(output: &Output) -> &str {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    std::str::from_utf8(&output.stdout).expect("text")
}

const KERNEL: &str = "// größe\nentry @k() {\n  return\n}\n";

#[test]
fn a_link_opens_to_the_same_kernel_and_settings() {
    let flags = [
        "link",
        "-",
        "--base",
        "http://127.0.0.1:4321/#old",
        "--arch",
        "sm_100",
        "-O2",
        "--num-stages",
        "4",
    ];
    let made = tilewright(&flags, KERNEL.as_bytes());
    let link = stdout(&made).trim_end();
    assert!(link.starts_with("http://127.0.0.1:4321/#k1."), "{link}");
    assert_eq!(stdout(&tilewright(&["open", link], b"")), KERNEL);
    assert_eq!(stdout(&tilewright(&["open", "-"], link.as_bytes())), KERNEL);
    let settings: serde_json::Value =
        serde_json::from_str(stdout(&tilewright(&["open", "--settings", link], b""))).expect("JSON");
    let options = serde_json::json!({ "gpu_name": "sm_100a", "opt_level": 2, "num_stages": 4 });
    assert_eq!(settings["options"], options);
    let printed = tilewright(&["--version"], b"");
    let version = stdout(&printed).trim().trim_start_matches("tilewright ").to_string();
    assert!(version.starts_with(env!("CARGO_PKG_VERSION")), "{version}");
    assert_eq!(settings["compiler"], version);
    let report: serde_json::Value = serde_json::from_str(stdout(&tilewright(
        &["compile", "-", "--emit", "json"],
        KERNEL.as_bytes(),
    )))
    .expect("JSON");
    assert_eq!(report["compiler"]["version"], version);
}

/// The page leaves one option to the command line: whoever makes a link with it is told, and nobody else.
#[test]
fn a_link_says_what_the_page_leaves_out() {
    let told = |flags: &[&str]| {
        let made = tilewright(&[&["link", "-"], flags].concat(), KERNEL.as_bytes());
        assert!(stdout(&made).contains("#k1."));
        String::from_utf8(made.stderr).expect("text")
    };
    let warning = told(&["--described"]);
    assert!(
        warning.starts_with("warning: ") && warning.contains("without --described"),
        "{warning}"
    );
    assert_eq!(told(&["--num-stages", "4"]), "");
}

/// Python stays Python, as on the page; what cannot be compiled can be shared, too.
#[test]
fn a_link_carries_python_as_it_is_written() {
    for kernel in [
        "import cuda.tile as ct\n\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    ct.store(X, 0, 1.0)\n",
        "import cuda.tile as ct\n@ct.kernel\ndef a(X): pass\n@ct.kernel\ndef b(X): pass\n",
    ] {
        let link = tilewright(&["link", "-"], kernel.as_bytes());
        assert_eq!(stdout(&tilewright(&["open", stdout(&link).trim_end()], b"")), kernel);
    }
}

#[test]
fn defaults_are_not_written() {
    let link = tilewright(&["link", "-", "--gpu-name", "sm_90"], KERNEL.as_bytes());
    assert!(stdout(&link).starts_with("https://"));
    let settings: serde_json::Value =
        serde_json::from_str(stdout(&tilewright(&["open", "--settings", stdout(&link)], b""))).expect("JSON");
    assert_eq!(settings["options"], serde_json::json!({}));
}

/// A link carries a model of one's own, which comes out of it as the file that it was.
#[test]
fn a_link_carries_a_model_of_ones_own() {
    let folder = std::env::temp_dir().join(format!("tilewright-link-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let atoms = include_str!("../../machine/data/atoms.json").replacen("\"gpu-atoms\"", "\"mine\"", 1);
    let file = folder.join("mine.json");
    std::fs::write(&file, &atoms).expect("a file");
    let made = tilewright(&["link", "-", "--machine", &file.to_string_lossy()], KERNEL.as_bytes());
    let link = stdout(&made).trim_end();
    assert_eq!(stdout(&tilewright(&["open", "--machine", link], b"")), atoms);
    let opened = tilewright(&["open", link], b"");
    assert_eq!(
        (stdout(&opened), opened.stderr.is_empty()),
        (KERNEL, true),
        "nothing is left out"
    );

    let plain = tilewright(&["link", "-", "--machine", "gpu-atoms"], KERNEL.as_bytes());
    let refused = tilewright(&["open", "--machine", stdout(&plain)], b"");
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("carries no model of its own"));
    std::fs::write(&file, "{}").expect("a file");
    let misfit = tilewright(&["link", "-", "--machine", &file.to_string_lossy()], KERNEL.as_bytes());
    assert_eq!(misfit.status.code(), Some(2), "a link that cannot compile is of no use");
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn what_is_wrong_is_said_and_the_exit_code_tells_whose_fault_it_is() {
    for (args, input, code, says) in [
        (&["open", "#k1.AAAA"][..], &b""[..], 1, "cut short"),
        (&["open", "#k2.AAAA"], b"", 1, "newer version"),
        (&["open", "no link"], b"", 1, "not a kernel link"),
        (&["link", "/no/such/file"], b"", 2, "cannot read"),
        (&["link", "-"], b"a\xff", 1, "not text"),
        (&["link", "-", "--gpu-name", "sm_1"], b"", 2, "there is no target"),
        (&["link", "-", "-O4"], b"", 2, "0, 1, 2, 3"),
        (&["link"], b"", 2, "<FILE>"),
    ] {
        let output = tilewright(args, input);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {message}");
        assert!(message.contains(says), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "nothing on standard output");
    }
}
