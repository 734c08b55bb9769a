//! NVIDIA's cuTile compiler agrees with us on the names of entries, and still makes of the test data what is in it. It is an
//! oracle, not a part: where `TILEWRIGHT_CUTILE` names no Python that has it, these tests are skipped (`npm test` fetches one).

#[path = "common/random_signatures.rs"]
mod random_signatures;

#[path = "../../../tests/shared.rs"]
mod shared;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use random_signatures::{each_groups, signature};
use std::path::Path;
use std::process::Command;
use tilewright_cutile::signature::{Constant, Param, Signature};

/// Runs the oracle's script, or says loudly that there is none; it has to be content.
fn oracle(option: &str, path: &Path) {
    let Some(python) = std::env::var_os("TILEWRIGHT_CUTILE") else {
        eprintln!("SKIPPED: TILEWRIGHT_CUTILE names no Python with cuda-tile");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/tests/cutile_oracle.py");
    let run = Command::new(python).arg(script).arg(option).arg(path).output().unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert!(run.status.success(), "{out}{err}");
}

#[test]
fn symbols_are_as_the_compiler_writes_them() {
    let mut runner = TestRunner::deterministic();
    let symbols: Vec<String> = (0..1000)
        .map(|_| known(signature().new_tree(&mut runner).unwrap().current()).symbol("kernel"))
        .collect();
    let file = std::env::temp_dir().join(format!("tilewright-symbols-{}", std::process::id()));
    std::fs::write(&file, symbols.join("\n")).unwrap();
    oracle("--symbols", &file);
    std::fs::remove_file(&file).unwrap();
}

/// The signature without what the compiler has no name for: None, and alias groups that appear out of order.
fn known(mut signature: Signature) -> Signature {
    fn without_none(param: &mut Param) {
        match param {
            Param::Const(constant @ Constant::None) => *constant = Constant::Int(0),
            Param::Tuple(items) => items.iter_mut().for_each(without_none),
            _ => {}
        }
    }
    for param in &mut signature.params {
        without_none(param);
    }
    let mut uses = Vec::new();
    for param in &mut signature.params {
        each_groups(param, &mut |groups| uses.extend_from_slice(groups));
    }
    let ordered = uses.windows(2).all(|pair| pair[1] <= pair[0] + 1);
    if !ordered {
        for param in &mut signature.params {
            each_groups(param, &mut Vec::clear);
        }
    }
    signature
}

#[test]
fn the_corpus_is_what_the_compiler_makes() {
    if let Some(kernels) = shared::shared("corpus/kernels") {
        oracle("--corpus", &kernels);
    }
}
