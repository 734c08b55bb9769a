//! At every pass boundary: print, parse, print gives the same text, and what is printed is legal.
//!
//! Over the gallery, and over the shared corpus where it is present.

use std::path::PathBuf;
use tilewright_driver::{Options, compile, gallery};

/// The folder of shared test data; see README.md.
fn shared() -> PathBuf {
    match std::env::var_os("TILEWRIGHT_SHARED") {
        Some(path) => path.into(),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    }
}

fn check_boundaries(name: &str, source: &str) -> usize {
    let report = compile(source, &Options::default()).report;
    for pass in &report.passes {
        let place = format!("{name} after {}", pass.name);
        let text = &pass.listing.text;
        assert_eq!(
            text.lines().count(),
            pass.listing.lines.len(),
            "{place}: a source line for each line"
        );
        let parsed = tilewright_ir::parse(text);
        assert!(
            parsed.diagnostics.is_empty(),
            "{place}: {:#?}\n{text}",
            parsed.diagnostics
        );
        let found = tilewright_ir::verify(&parsed.module);
        assert!(found.is_empty(), "{place}: {found:#?}\n{text}");
        let again = tilewright_ir::print(&parsed.module).text;
        for (i, (a, b)) in text.lines().zip(again.lines()).enumerate() {
            assert_eq!(a, b, "{place}, line {}", i + 1);
        }
        assert_eq!(*text, again, "{place}");
    }
    report.passes.len()
}

#[test]
fn gallery_kernels_survive_print_and_parse_at_every_boundary() {
    for kernel in gallery() {
        assert!(check_boundaries(kernel.name, kernel.source) > 5, "{}", kernel.name);
    }
}

#[test]
fn corpus_kernels_survive_print_and_parse_at_every_boundary() {
    let kernels = shared().join("corpus/kernels");
    let Ok(entries) = std::fs::read_dir(&kernels) else {
        eprintln!("SKIPPED: no corpus at {} (set TILEWRIGHT_SHARED)", kernels.display());
        return;
    };
    let mut compiled = 0;
    for entry in entries {
        let folder = entry.unwrap().path();
        let source = std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
        if check_boundaries(&folder.display().to_string(), &source) > 5 {
            compiled += 1;
        }
    }
    assert!(compiled >= 10, "only {compiled} kernels came through");
}

#[test]
fn every_line_of_ptx_that_does_something_comes_from_a_line_of_the_kernel() {
    for kernel in gallery() {
        let report = compile(kernel.source, &Options::default()).report;
        let ptx = report.ptx.unwrap();
        let lines = kernel.source.lines().count() as u32;
        let body = ptx
            .text
            .lines()
            .zip(&ptx.lines)
            .filter(|(text, _)| text.starts_with("    ") && !text.contains(".reg"));
        let body: Vec<_> = body
            .filter(|(text, _)| !text.contains(".param .") && !text.contains("ld.param"))
            .collect();
        assert!(body.len() > 10);
        for (text, &line) in body {
            let declared = text.trim_start().starts_with('.');
            assert!(
                declared || (1..=lines).contains(&line),
                "{}: `{text}` comes from line {line}",
                kernel.name
            );
        }
    }
}
