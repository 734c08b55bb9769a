//! Random kernels have every op of the language.

use std::collections::BTreeSet;
use tilewright_ir::{Registry, parse};

/// Seeds that are grown, and the size of each kernel.
const KERNELS: u64 = 1500;
const SIZE: usize = 30;

/// Ops that no kernel has, and why.
const NEVER: &[(&str, &str)] = &[
    ("module", "the kernel stands alone"),
    ("testing$func", "only tests of the language have it"),
    ("int_to_ptr", "what an address is, is not to be compared"),
    ("ptr_to_int", "what an address is, is not to be compared"),
    ("assume", "a promise that random numbers do not keep"),
    ("assert", "a condition that random numbers do not meet"),
    (
        "get_num_tile_blocks",
        "nothing random about it: its row of coverage has it",
    ),
    (
        "get_index_space_shape",
        "nothing random about it: its row of coverage has it",
    ),
    (
        "get_tensor_shape",
        "nothing random about it: its row of coverage has it",
    ),
    ("make_token", "nothing random about it: its row of coverage has it"),
    ("join_tokens", "nothing random about it: its row of coverage has it"),
    (
        "memory_fence_alias_tko",
        "nothing random about it: its row of coverage has it",
    ),
    ("gdc_wait_tko", "nothing random about it: its row of coverage has it"),
    (
        "gdc_launch_dependents_tko",
        "nothing random about it: its row of coverage has it",
    ),
];

#[test]
fn random_kernels_have_every_op() {
    let mut had = BTreeSet::new();
    for seed in 0..KERNELS {
        let module = parse(&tilewright_kernelgen::grow(seed, SIZE).text()).module;
        had.extend(
            module
                .walk(module.top())
                .into_iter()
                .map(|op| module.kind(op).short_name()),
        );
    }
    let ops = Registry::builtin().ops().filter(|def| def.dialect() == "cuda_tile");
    let wrong = ops.map(|def| def.short_name()).filter(|name| {
        let never = NEVER.iter().any(|known| known.0 == *name);
        had.contains(name) == never
    });
    let wrong: Vec<&str> = wrong.collect();
    assert!(
        wrong.is_empty(),
        "each is grown, or a reason says why not, and not both: {}",
        wrong.join(", ")
    );
}
