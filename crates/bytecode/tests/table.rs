//! The table and the records of the IR know the same ops and parts.

use std::collections::BTreeSet;
use tilewright_ir::Registry;

/// Ops that are not ops of a function's body in bytecode, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("module", "the file is the module"),
    ("entry", "the func section lists the kernels"),
    ("global", "the global section lists the globals"),
    ("testing$func", "only tests of the language have it"),
];

#[test]
fn every_op_of_the_language_is_in_the_table() {
    let table: BTreeSet<&str> = tilewright_bytecode::covered_ops().map(|op| op.name).collect();
    for def in Registry::builtin().ops().filter(|def| def.dialect() == "cuda_tile") {
        let name = def.short_name();
        let elsewhere = ELSEWHERE.iter().any(|&(other, _)| other == name);
        assert_ne!(
            table.contains(name),
            elsewhere,
            "`{name}` has a line in `OPS` of src/table.rs, or a reason here why not"
        );
    }
}

/// Ops of the table that the compiler does not know, and parts of ops: files with them are refused by name.
const UNKNOWN: &[&str] = &[
    // Ops of 13.5, which no public document describes.
    "multimem_load_reduce_view_tko",
    "multimem_reduce_view_tko",
    "multimem_store_view_tko",
];

#[test]
fn every_line_of_the_table_names_what_the_language_has() {
    let mut unknown = Vec::new();
    for op in tilewright_bytecode::covered_ops() {
        if !op.known {
            unknown.push(op.name.to_string());
        }
        unknown.extend(op.unknown_parts.iter().map(|part| format!("{}.{part}", op.name)));
    }
    assert_eq!(unknown, UNKNOWN);
}
