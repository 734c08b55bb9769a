//! IR of any pass boundary as input, as a person feeds it in.

use crate::snapshots::{kernel, run, snapshots};

#[test]
fn every_snapshot_is_checked_and_compiled_on() {
    let folder = snapshots("boundaries", "row_sum");
    let (_, whole, _) = run(&["compile", &kernel("row_sum")]);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), tilewright_passes::PIPELINE.len() + 1);
    for file in files {
        let (path, stem) = (file.to_str().unwrap(), file.file_stem().unwrap().to_str().unwrap());
        let pass = stem.split_once('-').unwrap().1;
        let (code, out, err) = run(&["check", path, "--from", pass]);
        assert!(code == Some(0) && out.contains("ok (row_sum"), "{path}: {out}{err}");
        for args in [&["compile", path][..], &["compile", path, "--from", pass]] {
            let (code, ptx, err) = run(args);
            assert_eq!(code, Some(0), "{path}: {err}");
            assert!(ptx == whole, "{args:?}");
        }
    }
}

#[test]
fn a_swizzle_that_is_asked_for_is_read_again() {
    let asked = ["compile", &kernel("matmul"), "--rhs-swizzle", "64b"];
    let (_, whole, _) = run(&asked);
    let (_, plain, _) = run(&asked[..2]);
    assert!(whole != plain);
    let pass = "assign-load-store-layouts";
    let (code, boundary, err) = run(&[&asked[..], &["--print-after", pass]].concat());
    assert!(
        code == Some(0) && boundary.contains("constraint.swizzle = 64b"),
        "{err}"
    );
    let folder = snapshots("boundaries-swizzle", "matmul");
    let file = folder.join("asked.mlir");
    std::fs::write(&file, boundary).unwrap();
    let (code, ptx, err) = run(&["compile", file.to_str().unwrap()]);
    assert!(code == Some(0) && ptx == whole, "{err}");
}

#[test]
fn snapshots_run_where_they_have_a_meaning() {
    let folder = snapshots("boundaries-run", "saxpy_masked");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_string();
    // The interpreter knows the twins of its ops; inputs are made for them as for the kernel.
    let (code, whole, err) = run(&["run", &kernel("saxpy_masked")]);
    assert_eq!(code, Some(0), "{err}");
    let (code, out, err) = run(&["run", &file("07-cse.mlir")]);
    assert!(code == Some(0) && out == whole, "{out}{err}");
    let (code, _, err) = run(&["run", &file("27-canonicalize.mlir")]);
    assert!(
        code == Some(2) && err.contains("this is nvvm: use --engine ptx, with --case"),
        "{err}"
    );
    let (code, _, err) = run(&["run", &file("27-canonicalize.mlir"), "--engine", "ptx"]);
    assert!(
        code == Some(2) && err.contains("this is nvvm: give them with --case"),
        "{err}"
    );
}

#[test]
fn a_text_that_is_not_what_it_is_said_to_be_is_refused() {
    let folder = snapshots("boundaries-wrong", "gemm_dynamic");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_string();
    for command in ["compile", "check", "run"] {
        let (code, _, err) = run(&[command, &file("12-generate-schedule.mlir"), "--from", "nonsense"]);
        assert!(code == Some(2) && err.contains("no pass `nonsense`"), "{err}");
    }
    let scheduled = file("12-generate-schedule.mlir");
    for command in ["compile", "check"] {
        let (code, _, err) = run(&[command, &scheduled, "--from", "convert-tileas-to-nvvm"]);
        assert!(
            code == Some(1) && err.contains("after `convert-tileas-to-nvvm` the IR is nvvm, and this is nv_tileas"),
            "{err}"
        );
    }
    // A fact of a wrong form, and one whose name is misspelt.
    let text = std::fs::read_to_string(&scheduled).unwrap();
    for (right, wrong, said) in [
        (
            "nv_tileas.stages = 5",
            "nv_tileas.stages = \"five\"",
            "must be a whole number from 1 on, not `\"five\"`",
        ),
        (
            "nv_tileas.stages = 5",
            "nv_tileas.stagse = 5",
            "there is no attribute `nv_tileas.stagse`",
        ),
    ] {
        assert!(text.contains(right));
        let spoiled = file("spoiled.mlir");
        std::fs::write(&spoiled, text.replace(right, wrong)).unwrap();
        let (code, _, err) = run(&["compile", &spoiled]);
        assert!(code == Some(1) && err.contains(said), "{err}");
    }
    // Decisions of earlier passes cannot be asked for any more.
    let (code, _, err) = run(&["compile", &scheduled, "--num-stages", "3", "-o", "/dev/null"]);
    assert!(code == Some(0) && err.contains("--num-stages is not heeded"), "{err}");
}

#[test]
fn agents_that_another_gpu_has_are_no_crash() {
    let file = crate::common::file("documents/stuck.mlir");
    let (_, _, told) = run(&["compile", &file, "--gpu-name", "sm_100a"]);
    assert!(
        told.contains("a product by consumers, where an issuer starts them") && !told.contains("panicked"),
        "{told}"
    );
}
