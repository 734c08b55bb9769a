//! The rule of `cute.make_mma_atom` and the shapes of instructions in the rooms are one thing.

use tilewright_ir::{parse, verify};
use tilewright_units::unit;

/// Whether the verifier takes an atom of a kind with this shape.
fn is_legal(kind: &str, [m, n, k]: [i64; 3]) -> bool {
    let text =
        format!("nv_tileas.func @k() {{\n  %a = cute.make_mma_atom {kind} [{m}, {n}, {k}] : !cute.mma_atom\n}}\n");
    let parsed = parse(&text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    verify(&parsed.module).is_empty()
}

#[test]
fn atoms_have_the_shapes_of_their_unit() {
    for (kind, name) in [("sm80", "mma.sync"), ("sm90", "wgmma")] {
        let figures = unit(name).expect("a room").figures();
        for m in [8, 16, 32, 64, 128] {
            for n in [4, 8, 12, 16, 248, 256, 264] {
                let columns = figures.columns_least..=figures.columns_most;
                let has = m == figures.rows && columns.contains(&n) && n % figures.columns_least == 0;
                // Elements of 1, 2 and 4 bytes.
                for bytes in [1, 2, 4] {
                    let shape = [m, n, figures.k_bytes / bytes];
                    assert_eq!(is_legal(kind, shape), has, "{kind} {shape:?}");
                }
            }
        }
        assert!(!is_legal(kind, [figures.rows, figures.columns_least, 5]));
    }
}
