//! The choices of the layout selector, held against the PTX that follows from them, over all kernels of the repository.

use crate::cores::on_all_cores;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tilewright_driver::layouts::{LayoutCandidate, LayoutChoice};
use tilewright_driver::report::Report;
use tilewright_driver::{Options, compile};

fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    for part in ["kernels", "language", "cutile"] {
        let entries = std::fs::read_dir(folder.join(part)).unwrap().map(|e| e.unwrap().path());
        files.extend(entries.filter(|path| path.extension().is_some_and(|e| e == "mlir")));
    }
    files.sort();
    files
}

/// The reports of the kernels that compile for a target.
fn reports(gpu_name: &str) -> Vec<(String, Report)> {
    on_all_cores(&kernels(), |file| {
        let options = Options {
            gpu_name: gpu_name.to_string(),
            ..Options::default()
        };
        let report = compile(&std::fs::read_to_string(file).unwrap(), &options).report;
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        report.ok.then_some((name, report))
    })
    .into_iter()
    .flatten()
    .collect()
}

fn chosen(choice: &LayoutChoice) -> &LayoutCandidate {
    &choice.candidates[choice.chosen.unwrap()]
}

/// The forms of instructions on tensor memory, as `tcgen05.ld.16x256b.x8`.
fn forms(ptx: &str) -> BTreeSet<String> {
    let mnemonics = ptx.lines().filter_map(|line| line.split_whitespace().next());
    let of_line = |mnemonic: &str| {
        let kind = ["ld", "st", "cp"]
            .into_iter()
            .find(|kind| mnemonic.starts_with(&format!("tcgen05.{kind}.")))?;
        let left_out = [
            "tcgen05",
            kind,
            "sync",
            "aligned",
            "b32",
            "cta_group::1",
            "cta_group::2",
        ];
        let parts: Vec<&str> = mnemonic.split('.').filter(|part| !left_out.contains(part)).collect();
        Some(format!("tcgen05.{kind}.{}", parts.join(".")))
    };
    mnemonics.filter_map(of_line).collect()
}

#[test]
fn tensor_memory_is_accessed_by_the_instructions_that_were_chosen() {
    let (mut kinds, mut kernels) = (BTreeSet::new(), 0);
    for (name, report) in reports("sm_100a") {
        let of_tensor_memory =
            |choice: &&LayoutChoice| [&choice.from, &choice.to].contains(&&"tensor_memory".to_string());
        let choices: Vec<_> = report.layouts.iter().filter(of_tensor_memory).collect();
        let atoms: BTreeSet<String> = choices.iter().map(|choice| chosen(choice).atom.clone()).collect();
        let done = forms(&report.ptx.unwrap().text);
        assert_eq!(atoms, done, "{name}");
        for choice in &choices {
            // Each has candidates that cost something, and others that are left out with a reason.
            let cycles = chosen(choice).cost.unwrap().tmem_cycles;
            assert!(cycles > 0, "{name}, line {}", choice.line);
            assert!(
                choice
                    .candidates
                    .iter()
                    .all(|one| one.cost.is_some() != one.refused.is_some())
            );
            assert!(choice.candidates.iter().any(|one| one.refused.is_some()), "{name}");
        }
        kinds.extend(done.iter().map(|form| form.rsplit_once('.').unwrap().0.to_string()));
        kernels += usize::from(!done.is_empty());
    }
    assert!(kernels > 20, "only {kernels} kernels");
    for kind in [
        "tcgen05.ld.16x256b",
        "tcgen05.ld.32x32b",
        "tcgen05.st.32x32b",
        "tcgen05.cp.32x128b",
    ] {
        assert!(kinds.contains(kind), "{kind} is missing from {kinds:?}");
    }
}

#[test]
fn the_least_score_is_taken_and_each_candidate_is_drawn() {
    for gpu_name in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        let mut drawn = BTreeSet::new();
        for (name, report) in reports(gpu_name) {
            for choice in &report.layouts {
                let said = format!("{name} on {gpu_name}, line {}: {}", choice.line, choice.op);
                for one in &choice.candidates {
                    let ways = [one.threads.is_some(), one.places.is_some(), one.boxes.is_some()];
                    assert_eq!(ways.into_iter().filter(|way| *way).count(), 1, "{said}: {}", one.layout);
                    drawn.insert(ways);
                }
                let Some(place) = choice.chosen else { continue };
                // A swizzle of a buffer can be asked for, and threads that hold accumulators keep them.
                let of_buffer = choice.to == "shared" && choice.from == "global";
                let of_group = choice.from == "global" || choice.to == "global";
                if !of_buffer && !of_group {
                    let scores = choice.candidates.iter().filter_map(|one| Some(one.cost?.score));
                    let least = scores.fold(f64::INFINITY, f64::min);
                    assert_eq!(choice.candidates[place].cost.unwrap().score, least, "{said}");
                }
            }
        }
        assert_eq!(drawn.len(), 3, "{gpu_name}");
    }
}

/// Operands are read by descriptors where a unit multiplies from shared memory, and by matrices where warps do.
#[test]
fn atoms_say_who_reads_the_operands() {
    let readers = [
        ("sm_80", "ldmatrix", "ldmatrix"),
        ("sm_90a", "wgmma.mma_async", "wgmma.mma_async"),
        ("sm_100a", "tcgen05.mma", "tcgen05.mma"),
        ("sm_120a", "ldmatrix", "ldmatrix"),
    ];
    for (gpu_name, atom, mnemonic) in readers {
        let mut found = 0;
        for (name, report) in reports(gpu_name) {
            let ptx = &report.ptx.as_ref().unwrap().text;
            let buffers = report
                .layouts
                .iter()
                .filter(|choice| choice.from == "global" && choice.to == "shared");
            for choice in buffers {
                let own = &chosen(choice).atom;
                let said = format!("{name} on {gpu_name}, line {}: {own}", choice.line);
                assert!([atom, "ld.shared"].contains(&own.as_str()), "{said}");
                if own == atom {
                    assert!(ptx.contains(mnemonic), "{said}");
                    found += 1;
                }
            }
        }
        assert!(found > 10, "{gpu_name}: {found}");
    }
}
