//! Bytecode at the command line: written, read back, and taken where text is.

use crate::common::tilewright;
use std::path::PathBuf;

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder for the files of one test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bytecode-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the tool, which must end well; what it prints.
fn fine(args: &[&str]) -> String {
    let output = tilewright(args, b"");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_kernel_becomes_bytecode_and_text_again() {
    let folder = scratch("round-trip");
    let (file, again) = (folder.join("k.tilebc"), folder.join("again.tilebc"));
    let (file, again) = (file.to_str().unwrap(), again.to_str().unwrap());
    for kernel in std::fs::read_dir(repository().join("tests/kernels")).unwrap() {
        let path = kernel.unwrap().path();
        let Some("mlir") = path.extension().and_then(|e| e.to_str()) else {
            continue;
        };
        let kernel = path.to_str().unwrap();
        fine(&["asm", kernel, "-o", file]);
        let text = fine(&["disasm", file]);
        let text_file = folder.join("k.mlir");
        std::fs::write(&text_file, &text).unwrap();
        fine(&["asm", text_file.to_str().unwrap(), "-o", again]);
        assert_eq!(fine(&["disasm", again]), text, "{kernel}");
    }
}

#[test]
fn commands_take_bytecode_where_they_take_text() {
    let folder = scratch("commands");
    let (file, same) = (folder.join("k.tilebc"), folder.join("same.tilebc"));
    let kernel = repository().join("tests/bytecode/blend-13.4.tilebc");
    std::fs::copy(&kernel, &file).unwrap();
    let bytes = std::fs::read(&kernel).unwrap();
    let (file, same_path) = (file.to_str().unwrap(), same.to_str().unwrap());
    assert!(fine(&["check", file]).contains("blend"));
    assert!(fine(&["compile", file]).contains(".entry blend"));
    assert!(fine(&["link", file]).starts_with("http"));
    for args in [
        &["compile", file, "-O0", "-o", same_path][..],
        &["compile", file, "--emit", "bytecode", "-o", same_path],
    ] {
        std::fs::remove_file(&same).ok();
        fine(args);
        assert_eq!(std::fs::read(&same).unwrap(), bytes, "{args:?}");
    }
    let emitted = tilewright(&["compile", "-", "--emit", "bytecode"], b"entry @k() { return }");
    assert!(tilewright_bytecode::is_bytecode(&emitted.stdout));
}

#[test]
fn what_a_version_has_no_room_for_is_named() {
    let folder = scratch("versions");
    let out = folder.join("k.tilebc");
    let out = out.to_str().unwrap();
    let kernel = b"entry @k(%x: tile<f32>) {\n  %y = atan2 %x, %x : tile<f32>\n  return\n}\n";
    let refused = tilewright(&["asm", "-", "-o", out, "--bytecode-version", "13.1"], kernel);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("atan2") && said.contains("13.2"), "{said}");
    let unknown = tilewright(&["asm", "-", "-o", out, "--bytecode-version", "12.9"], kernel);
    assert_eq!(unknown.status.code(), Some(2));
    let fine = tilewright(&["asm", "-", "-o", out, "--bytecode-version", "13.2"], kernel);
    assert_eq!(fine.status.code(), Some(0));
    assert_eq!(std::fs::read(out).unwrap()[8..12], [13, 2, 0, 0]);
}

#[test]
fn broken_bytecode_is_refused_at_its_byte() {
    let bytes = std::fs::read(repository().join("tests/bytecode/blend-13.4.tilebc")).unwrap();
    let cut = tilewright(&["check", "-"], &bytes[..300]);
    let said = String::from_utf8_lossy(&cut.stderr);
    assert_eq!(cut.status.code(), Some(1), "{said}");
    assert!(said.contains("byte ") && said.contains("section"), "{said}");
}
