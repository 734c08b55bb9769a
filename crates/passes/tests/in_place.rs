//! Passes that change a module where it is make of it what they make of a copy, and say so.

use tilewright_passes::{Context, PIPELINE};

/// Runs all passes on a kernel; how many changed it, and how many left it alone.
fn run(file: &str, entry: &str, gpu: &str) -> (usize, usize) {
    let path = format!("{}/../../tests/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut module = tilewright_ir::parse(&std::fs::read_to_string(path).unwrap()).module;
    let target = tilewright_machine::target(gpu).unwrap();
    // Passes leave notes for each other: either way has its own.
    let [of_copies, in_place] = [(); 2].map(|()| Context::new(target, entry, 2));
    let text = |module: &tilewright_ir::Module| tilewright_ir::print(module).text;
    let (mut changed, mut left) = (0, 0);
    for pass in PIPELINE {
        let before = text(&module);
        let copy = pass.run(&module, &of_copies).unwrap();
        assert_eq!(text(&module), before, "{} for {gpu}: the old module stays", pass.name);
        let is_changed = pass.run_in(&mut module, &in_place).unwrap();
        assert_eq!(copy.is_some(), is_changed, "{} for {gpu}", pass.name);
        let expected = copy.map_or(before, |copy| text(&copy));
        assert_eq!(text(&module), expected, "{} for {gpu}", pass.name);
        *if is_changed { &mut changed } else { &mut left } += 1;
    }
    (changed, left)
}

#[test]
fn a_module_is_changed_as_a_copy_of_it_and_left_alone_where_a_pass_says_so() {
    for gpu in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        for (file, entry) in [
            ("kernels/gemm_dynamic.mlir", "gemm_dynamic"),
            ("kernels/row_sum.mlir", "row_sum"),
        ] {
            let (changed, left) = run(file, entry, gpu);
            assert!(
                changed > 0 && left > 0,
                "{file} for {gpu}: {changed} changed it, {left} did not"
            );
        }
    }
}
