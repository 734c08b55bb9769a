//! The table and the records of the IR know the same ops and parts.

use std::collections::BTreeSet;
use tilewright_ir::dialects::cuda_tile;

/// Ops that are not ops of a function's body in bytecode, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("module", "the file is the module"),
    ("entry", "the func section lists the kernels"),
    ("global", "the global section lists the globals"),
];

#[test]
fn every_op_of_the_language_is_in_the_table() {
    let table: BTreeSet<&str> = tilewright_bytecode::covered_ops().map(|(name, _)| name).collect();
    for def in cuda_tile::OPS.iter().copied().flatten() {
        let name = def.short_name();
        let elsewhere = ELSEWHERE.iter().any(|&(other, _)| other == name);
        assert_ne!(
            table.contains(name),
            elsewhere,
            "`{name}` has a line in the table, or a reason why not"
        );
    }
}
