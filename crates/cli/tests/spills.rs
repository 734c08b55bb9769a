//! Registers that spill are told where the assembler spills, and nowhere else. Where `TILEWRIGHT_PTXAS` names no assembler, this is skipped.

use crate::common::{compile, text};
use crate::cores::on_all_cores;
use std::path::Path;
use std::process::Command;

/// Kernels that need about as many registers as there are, or more.
const KERNELS: [&str; 14] = [
    "documents/spill",
    "documents/swap",
    "language/convolved_scattered",
    "language/in_slices",
    "language/loaded_again",
    "language/rings_backward_keys",
    "language/rings_parted",
    "language/rings_weighed",
    "language/scaled_across",
    "language/scaled_fine",
    "language/scaled_halves",
    "language/scaled_packed",
    "language/scaled_wide",
    "kernels/gemm_dynamic",
];

const TARGETS: [&str; 5] = ["sm_80", "sm_86", "sm_90a", "sm_100a", "sm_120a"];

/// Told though nothing spills: as much is live there as where 80 bytes do, and where tiles of one product are dead before those of the next.
const FALSE: [(&str, &str); 2] = [
    ("language/scaled_packed", "sm_90a"),
    ("language/rings_backward_keys", "sm_90a"),
];

/// Whether the assembler spills registers of a text.
fn spills(ptxas: &Path, ptx: &[u8], target: &str, name: &str) -> bool {
    let name = name.replace('/', "-");
    let folder = std::env::temp_dir().join(format!("tilewright-spills-{}-{name}-{target}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (input, output) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
    std::fs::write(&input, ptx).expect("a file");
    let mut run = Command::new(ptxas);
    let run = run.args(["-v", "-arch", target]).arg(&input).arg("-o").arg(&output);
    let run = run.output().expect("the assembler starts");
    let said = text(&run.stderr);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(run.status.success(), "{name} for {target}:\n{said}");
    assert!(said.contains("bytes spill stores"), "{said}");
    !said.contains(" 0 bytes spill stores, 0 bytes spill loads")
}

#[test]
fn spills_are_told_where_the_assembler_spills() {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS") else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let all = KERNELS.iter().flat_map(|&name| TARGETS.map(|target| (name, target)));
    let cases: Vec<(&str, &str)> = all.collect();
    let found = on_all_cores(&cases, |&(name, target)| {
        let made = |args: &[&str]| {
            let output = compile(&format!("{name}.mlir"), &[&["--gpu-name", target], args].concat());
            assert!(output.status.success(), "{name} for {target}: {}", text(&output.stderr));
            output.stdout
        };
        let told = text(&made(&["--emit", "findings"])).contains("it may spill");
        (told, spills(Path::new(&ptxas), &made(&[]), target, name))
    });
    let mut count = 0;
    for (case, (told, spilt)) in cases.iter().zip(found) {
        assert_eq!(told, spilt || FALSE.contains(case), "{case:?}: spills {spilt}");
        count += usize::from(spilt);
    }
    assert!(count > 8, "{count} of {} spill", cases.len());
}

/// Kernels with much to do behind a loop of products of 128 by 128 or 256, and the GPU for which the assembler spilled 8 to 264 bytes of each.
const BEHIND_PRODUCTS: [(&str, &str); 10] = [
    ("wide_atomics", "sm_80"),
    ("wide_residual", "sm_90a"),
    ("wide_gated", "sm_90a"),
    ("wide_normalised", "sm_100a"),
    ("wide_scaled", "sm_100a"),
    ("wide_weighed", "sm_100a"),
    ("wide_softmax", "sm_90a"),
    ("wide_softmax", "sm_100a"),
    ("wide_gelu", "sm_100a"),
    ("wide_silu", "sm_90a"),
];

#[test]
fn what_is_behind_large_products_does_not_spill() {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS") else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let spilt = on_all_cores(&BEHIND_PRODUCTS, |&(name, target)| {
        let output = compile(&format!("language/{name}.mlir"), &["--gpu-name", target]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        spills(Path::new(&ptxas), &output.stdout, target, name)
    });
    assert_eq!(spilt, [false; 10], "{BEHIND_PRODUCTS:?}");
}

/// A row that is loaded again beside what is chosen by its indices: the assembler spilled 304 bytes of it where the chosen tile moved between threads.
#[test]
fn what_is_chosen_by_indices_is_never_held() {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS") else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let spilt = on_all_cores(&TARGETS, |target| {
        let output = compile("language/wide_loss.mlir", &["--gpu-name", target]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        spills(Path::new(&ptxas), &output.stdout, target, "wide_loss")
    });
    assert_eq!(spilt, [false; 5], "{TARGETS:?}");
}
