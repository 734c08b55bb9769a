//! Checks that the property tests and the fuzz targets share. Each panics when a promise of this crate is broken.

#![expect(clippy::panic, reason = "a check that fails is a panic, for fuzzers and tests")]

use crate::{ArgumentRole, Form, fill, generate};
use tilewright_ir::ops::cuda_tile;

/// For any text and any form there is a launch or a reason, and small launches have data of the sizes they say.
pub fn check_launch(source: &str, numbers: &[u8]) {
    let parsed = tilewright_ir::parse(source);
    let module = &parsed.module;
    let ops = module.walk(module.top());
    let number = |at: usize| match numbers.get(at) {
        None | Some(0) => None,
        Some(255) => Some(f64::NAN),
        Some(254) => Some(-1.5),
        Some(&n) => Some(f64::from(n)),
    };
    let form = Form {
        grid: [number(0), number(1), number(2)],
        values: (3..16).map(number).collect(),
        seed: 7,
        slots: 5,
    };
    for &op in ops.iter().filter(|&&op| module.kind(op) == cuda_tile::ENTRY) {
        // Absent: a form that is refused launches nothing.
        let Ok(launch) = fill(module, module.keyword(op, "sym_name"), &form) else {
            continue;
        };
        assert!(launch.grid.iter().all(|&n| n > 0));
        let elements: f64 = launch
            .arguments
            .iter()
            .filter(|a| a.role.is_array())
            .map(|a| a.value)
            .sum();
        if elements > 65536.0 {
            continue;
        }
        let case = generate(&launch).unwrap_or_else(|e| panic!("a launch that was filled in has no data: {e}"));
        let arrays = launch.arguments.iter().filter(|a| a.role.is_array());
        for (array, argument) in case.arrays.iter().zip(arrays) {
            assert_eq!(array.initial.len(), argument.value as usize * array.element.bytes());
            assert_eq!(array.is_output(), argument.role == ArgumentRole::Output);
        }
    }
}
